//! The parameters of functions that define operators. C++14 (over.oper)

use super::{Checker, Signature};
use crate::types::{Type, TypeId};
use cxx_validator::ast::FunctionId;
use msl_spec::rules;

/// The operators with one operand.
const UNARY: [&str; 2] = ["~", "!"];

/// The operators with one or two operands.
const EITHER: [&str; 6] = ["+", "-", "*", "&", "++", "--"];

/// The operators that only members define.
const MEMBERS: [&str; 4] = ["=", "()", "[]", "->"];

impl Checker<'_> {
    /// Checks that the function of an operator has its operands as parameters. A member has one operand more: its object.
    pub(super) fn check_operator_function(&mut self, id: FunctionId, signature: &Signature, is_member: bool) {
        let function = self.ast[id];
        let text = self.text(function.name).to_owned();
        // A conversion function has the word alone as its name, and a type after it.
        let Some(operator) = text.strip_prefix("operator").filter(|mark| {
            !function.is_conversion
                && mark.starts_with(|first: char| first.is_ascii_punctuation() && first != '_')
        }) else {
            return;
        };
        let operands = signature.parameters.len() + usize::from(is_member);
        let (wanted, fits) = match operator {
            "()" => ("any number of", true),
            "->" => ("one operand", operands == 1),
            it if UNARY.contains(&it) => ("one operand", operands == 1),
            it if EITHER.contains(&it) => ("one operand or two", matches!(operands, 1 | 2)),
            _ => ("two operands", operands == 2),
        };
        let is_of_program = |ty: &TypeId| {
            let ty = match self.types.get(*ty) {
                Type::Reference(object) => object.ty,
                _ => *ty,
            };
            !matches!(self.types.get(ty), Type::Value(_) | Type::Pointer(_) | Type::Null)
        };
        // The second parameter only distinguishes the postfix operator from the prefix operator. C++14 (over.inc)
        let is_postfix = matches!(operator, "++" | "--") && operands == 2;
        let second = signature.parameters.last().copied().filter(|ty| is_postfix && *ty != TypeId::INT);
        let message = if !is_member && MEMBERS.contains(&operator) {
            format!("`{text}` must be a member function")
        } else if is_member && function.is_without_object {
            format!("`{text}` can't be `static`")
        } else if !fits {
            format!("`{operator}` has {wanted}, found {operands}")
        } else if let Some(second) = second.filter(|ty| !self.types.is_error(*ty)) {
            format!(
                "the second parameter of `{operator}` must be an `int`, found `{}`",
                self.types.print(second)
            )
        } else if !is_member && !signature.parameters.iter().any(is_of_program) {
            format!("an operand of `{operator}` must be a structure or enumeration of the program")
        } else {
            return;
        };
        self.error(rules::FUNCTION_OPERATOR_OPERANDS, function.name_span, message);
    }
}
