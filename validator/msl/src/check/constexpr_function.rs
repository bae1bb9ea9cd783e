//! The requirements on the bodies of `constexpr` functions. C++14 (dcl.constexpr) 3
//!
//! An instance of a template is just not `constexpr` then, so only other functions are checked. A function that always calls a function which is not
//! `constexpr` needs no diagnostic (dcl.constexpr 5), and Apple's compiler accepts it.

use super::{Checker, Signature};
use crate::types::{Type, TypeId};
use cxx_validator::ast::{Function, FunctionId, Implicit, Variable};
use msl_spec::rules;
use shader_source::Span;

impl Checker<'_> {
    /// Returns true if the present function is `constexpr` and not of a template.
    fn is_in_constexpr_function(&self) -> bool {
        let function = self.function.number.map(|number| self.instances[number].function);
        function.is_some_and(|id| self.ast[id].is_constexpr) && !self.function.is_of_template
    }

    /// Reports parameters and results of a `constexpr` function that no constant can have.
    pub(super) fn check_literal_signature(&mut self, function: &Function, signature: &Signature) {
        if !self.is_in_constexpr_function() {
            return;
        }
        let parameters = self.ast[function.parameters].iter().map(|parameter| self.ast[*parameter].ty);
        let types = parameters.zip(signature.parameters.iter().copied());
        let result = function.result.map(|result| (result, signature.result));
        for (syntax, ty) in types.chain(result).collect::<Vec<_>>() {
            self.check_literal(ty, self.ast.type_span(syntax));
        }
    }

    /// Reports a type that no constant can have.
    fn check_literal(&mut self, ty: TypeId, span: Span) {
        let Some(structure) = self.not_literal(ty) else { return };
        let (ty, structure) = (self.types.print(ty), self.types.print(structure));
        let message = format!(
            "`{ty}` is not allowed in a `constexpr` function: no constructor of `{structure}` is `constexpr`"
        );
        self.error_once(rules::GRAMMAR_SPECIFIERS, span, &message);
    }

    /// The structure because of which a type is not a literal type: none of its constructors is `constexpr`. C++14 (basic.types) 10
    fn not_literal(&self, ty: TypeId) -> Option<TypeId> {
        if let Type::Array(element, _) = self.types.get(ty) {
            return self.not_literal(element);
        }
        let number = self.types.structure_number(ty)?;
        let structure = self.types.structure(number);
        if !structure.is_complete || self.types.has_error(ty) || self.closures.contains_key(&ty) {
            return None;
        }
        let constructors = self.constructors(ty);
        shader_source::steps::take(constructors.len() + structure.members.len());
        let makes_constants = |id: &FunctionId| {
            let function = self.ast[*id];
            let is_written = function.implicit != Some(Implicit::Defaulted);
            let is_constant = if is_written { function.is_constexpr } else { function.parameters.is_empty() };
            is_constant && !self.copies_its_structure(ty, *id)
        };
        if !constructors.is_empty() && !constructors.iter().any(makes_constants) {
            return Some(ty);
        }
        structure.members.iter().find_map(|member| self.not_literal(member.ty))
    }

    /// Returns true for a copy or move constructor.
    fn copies_its_structure(&self, ty: TypeId, constructor: FunctionId) -> bool {
        let first = self.member_signatures.get(&(ty, constructor)).and_then(|it| it.parameters.first());
        first
            .is_some_and(|first| matches!(self.types.get(*first), Type::Reference(object) if object.ty == ty))
    }

    /// Reports a variable of a `constexpr` function that begins without a value, or that no constant can be.
    pub(super) fn check_variable_begins(&mut self, variable: &Variable, ty: TypeId) {
        if !variable.is_extern && self.is_in_constexpr_function() {
            self.check_literal(ty, self.ast.type_span(variable.ty));
        }
        if variable.initializer.is_some() || variable.is_extern || !self.is_in_constexpr_function() {
            return;
        }
        let mut ty = ty;
        while let Some((element, _)) = self.types.element(ty) {
            ty = element;
        }
        if matches!(self.types.get(ty), Type::Value(_) | Type::Pointer(_) | Type::Enumeration(..)) {
            let name = variable.name.map_or("", |name| self.text(name));
            let message = format!("variable `{name}` of a `constexpr` function must have an initializer");
            self.error_once(rules::GRAMMAR_SPECIFIERS, variable.name_span, &message);
        }
    }
}
