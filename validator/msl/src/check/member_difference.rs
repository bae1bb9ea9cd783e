//! Compares the definition of a member outside of its template with a declaration in it by their text, without an instance: types of the language,
//! pointers, parameters of the template and the class itself. Types that it can't compare count as equal. C++14 (class.mfct) 1, (temp.over.link)

use super::Checker;
use cxx_validator::ast::{
    Expr, Function, List, QualifiedName, TemplateArgument, TemplateParameter, TypeSyntax, TypeSyntaxId,
};
use cxx_validator::names::Symbol;
use cxx_validator::packs::has_pack;

/// A type that a class template, or a member template, names by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum TypeInTemplate {
    /// The parameter with this number.
    Parameter(usize),
    /// The class.
    Class,
}

impl Checker<'_> {
    /// Returns true if two declarations of a member differ in a type of the language, a pointer, or a parameter of the template.
    pub(super) fn differ_plainly(&self, one: &Function, other: &Function) -> bool {
        let is_parameter = |ty: TypeSyntaxId| match self.ast[ty] {
            TypeSyntax::Name(name) => {
                let name = self.ast[name];
                let parameters = &self.ast[other.template];
                name.path.is_empty() && parameters.iter().any(|it| it.name == Some(name.name))
            }
            _ => false,
        };
        self.types_of(one).zip(self.types_of(other)).any(|(mut one, mut other)| {
            loop {
                if let (Some(one), Some(other)) = (self.value_named(one), self.value_named(other)) {
                    break one != other;
                }
                match (self.ast[one], self.ast[other]) {
                    (TypeSyntax::Qualified(_, inner), _) => one = inner,
                    (_, TypeSyntax::Qualified(_, inner)) => other = inner,
                    (TypeSyntax::Pointer(of_one), TypeSyntax::Pointer(of_other)) => {
                        (one, other) = (of_one, of_other);
                    }
                    (TypeSyntax::Fundamental(one), TypeSyntax::Fundamental(other)) => break one != other,
                    (TypeSyntax::Auto, TypeSyntax::Fundamental(_))
                    | (TypeSyntax::Fundamental(_), TypeSyntax::Auto) => break true,
                    (TypeSyntax::Fundamental(_), _) => break is_parameter(other),
                    (_, TypeSyntax::Fundamental(_)) => break is_parameter(one),
                    (TypeSyntax::Pointer(_), _) => break is_parameter(other),
                    (_, TypeSyntax::Pointer(_)) => break is_parameter(one),
                    _ => break false,
                }
            }
        })
    }

    /// Returns true if two declarations of a member have different parameters of the template as types, or one has the class itself as one. The
    /// parameters may have different names where the member is defined.
    pub(super) fn differ_in_parameters(
        &self,
        (declared, template): (&Function, List<TemplateParameter>),
        defined: &Function,
        class: Option<Symbol>,
    ) -> bool {
        self.types_of(declared).zip(self.types_of(defined)).any(|(one, other)| {
            let one = self.type_in_template(one, template, class);
            let other = self.type_in_template(other, defined.template, class);
            one.zip(other).is_some_and(|(one, other)| one != other)
        })
    }

    /// Returns the parameter that a type is, or the class; `None` for other types.
    fn type_in_template(
        &self,
        mut ty: TypeSyntaxId,
        template: List<TemplateParameter>,
        class: Option<Symbol>,
    ) -> Option<TypeInTemplate> {
        while let TypeSyntax::Qualified(_, inner) = self.ast[ty] {
            ty = inner;
        }
        let TypeSyntax::Name(name) = self.ast[ty] else { return None };
        let QualifiedName { path, name, arguments, .. } = self.ast[name];
        if !path.is_empty() || has_pack(self.ast, template) {
            return None;
        }
        let number = |name: Symbol| self.ast[template].iter().position(|it| it.name == Some(name));
        let Some(list) = arguments else {
            let is_class = (Some(name) == class).then_some(TypeInTemplate::Class);
            return number(name).map(TypeInTemplate::Parameter).or(is_class);
        };
        // With its parameters as arguments, the template is the class.
        let mut arguments = self.ast[list].iter().enumerate();
        let are_parameters = arguments.all(|(at, argument)| {
            let name = match *argument {
                TemplateArgument::Type(ty) if let TypeSyntax::Name(name) = self.ast[ty] => name,
                TemplateArgument::Value(value) if let Expr::Name(name) = self.ast[value] => name,
                TemplateArgument::Type(_) | TemplateArgument::Value(_) => return false,
            };
            let QualifiedName { path, name, arguments, .. } = self.ast[name];
            path.is_empty() && arguments.is_none() && number(name) == Some(at)
        });
        let is_whole = self.ast[list].len() == self.ast[template].len();
        (Some(name) == class && are_parameters && is_whole).then_some(TypeInTemplate::Class)
    }

    /// The types of the parameters of a function, and of its result if that is before its name.
    fn types_of(&self, function: &Function) -> impl Iterator<Item = TypeSyntaxId> {
        let parameters = self.ast[function.parameters].iter().map(|it| self.ast[*it].ty);
        let result = function.result.filter(|_| !function.has_trailing_result && !function.is_conversion);
        parameters.chain(result)
    }
}
