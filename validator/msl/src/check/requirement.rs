//! The conditions of `enable_if`, because of which a template is not a candidate, and the words of types. C++14 (temp.deduct) 8
//!
//! Only the name of the template is looked at: the program may declare its own.

use super::Checker;
use crate::dialect::address_space;
use cxx_validator::ast::{
    Expr, ExprId, List, Literal, NameId, Qualifiers, TemplateArgument, TypeSyntax, TypeSyntaxId,
    UnaryOperator,
};

impl Checker<'_> {
    /// Notes the first argument of an `enable_if` without a type.
    pub(super) fn note_requirement(&mut self, arguments: List<TemplateArgument>) {
        if let Some(TemplateArgument::Value(condition)) = self.ast[arguments].first() {
            self.requirement = Some(*condition);
        }
    }

    /// Returns a condition as the program writes it; `None` if it has parts that conditions rarely have.
    pub(super) fn condition_as_written(&self, id: ExprId) -> Option<String> {
        Some(match self.ast[id] {
            Expr::Name(name) => self.name_as_written(name)?,
            Expr::Literal(Literal::Number(text)) => self.text(text).to_owned(),
            Expr::Literal(Literal::Bool(value)) => value.to_string(),
            Expr::Paren(inner) => format!("({})", self.condition_as_written(inner)?),
            Expr::Unary(UnaryOperator::Not, inner) => format!("!{}", self.condition_as_written(inner)?),
            Expr::Binary(operator, left, right) => {
                let (left, right) = (self.condition_as_written(left)?, self.condition_as_written(right)?);
                format!("{left} {} {right}", operator.name())
            }
            Expr::SizeOfType(ty) => format!("sizeof({})", self.type_as_written(ty)?),
            Expr::Call(callee, list) if self.ast[list].is_empty() => {
                format!("{}()", self.condition_as_written(callee)?)
            }
            Expr::Construct(ty, list) if self.ast[list].is_empty() => {
                format!("{}()", self.type_as_written(ty)?)
            }
            _ => return None,
        })
    }

    fn name_as_written(&self, id: NameId) -> Option<String> {
        let name = self.ast[id];
        let mut text = String::new();
        for part in &self.ast[name.path] {
            text.push_str(self.text(part.name));
            text.push_str(&self.arguments_as_written(part.arguments)?);
            text.push_str("::");
        }
        text.push_str(self.text(name.name));
        text.push_str(&self.arguments_as_written(name.arguments)?);
        Some(text)
    }

    fn arguments_as_written(&self, list: Option<List<TemplateArgument>>) -> Option<String> {
        let Some(list) = list else { return Some(String::new()) };
        let arguments = self.ast[list].iter().map(|argument| match *argument {
            TemplateArgument::Type(ty) => self.type_as_written(ty),
            TemplateArgument::Value(value) => self.condition_as_written(value),
        });
        let arguments: Vec<String> = arguments.collect::<Option<_>>()?;
        Some(format!("<{}>", arguments.join(", ")))
    }

    /// Returns a type as the program writes it, with its qualifiers before it; `None` if it has parts that signatures rarely have.
    pub(super) fn type_as_written(&self, id: TypeSyntaxId) -> Option<String> {
        Some(match self.ast[id] {
            TypeSyntax::Name(name) => self.name_as_written(name)?,
            TypeSyntax::Fundamental(fundamental) => fundamental.name().to_owned(),
            TypeSyntax::Qualified(Qualifiers { space, is_const, is_volatile, is_coherent }, inner) => {
                let space = space.map_or("", |space| address_space(space).name());
                let words = [
                    ("coherent", is_coherent),
                    (space, !space.is_empty()),
                    ("const", is_const),
                    ("volatile", is_volatile),
                ];
                let words = words.iter().filter(|(_, is_written)| *is_written);
                let words: String = words.flat_map(|(word, _)| [*word, " "]).collect();
                format!("{words}{}", self.type_as_written(inner)?)
            }
            TypeSyntax::Pointer(inner) => format!("{}*", self.type_as_written(inner)?),
            TypeSyntax::Reference(inner, false) => format!("{}&", self.type_as_written(inner)?),
            TypeSyntax::Reference(inner, true) => format!("{}&&", self.type_as_written(inner)?),
            TypeSyntax::Error
            | TypeSyntax::Auto
            | TypeSyntax::Decltype(_)
            | TypeSyntax::DecltypeAuto
            | TypeSyntax::Structure(_)
            | TypeSyntax::Enumeration(_)
            | TypeSyntax::Array(..)
            | TypeSyntax::Function(..) => return None,
        })
    }
}
