//! The parameters that a partial specialisation can get from the arguments of its template. C++14 (temp.class.spec) 8, (temp.deduct.type)

use super::Checker;
use super::template::Template;
use crate::diagnostic::Diagnostic;
use crate::types::{Argument, TypeId};
use cxx_validator::ast::{Expr, List, TemplateArgument, TemplateParameter, TypeSyntax, TypeSyntaxId};
use cxx_validator::names::Symbol;
use msl_spec::rules;
use rustc_hash::FxHashSet;

impl Checker<'_> {
    /// Reports a parameter of a partial specialisation that no argument determines: nothing can use the specialisation.
    pub(super) fn check_deducible(&mut self, special: Template) -> bool {
        let Some((parameters, list)) = self.pattern(special).filter(|(parameters, _)| !parameters.is_empty())
        else {
            return true;
        };
        let mut names = FxHashSet::default();
        self.deducible_in(list, &mut names);
        let is_missing = |it: &&TemplateParameter| it.name.is_none_or(|name| !names.contains(&name));
        let Some(missing) = self.ast[parameters].iter().find(is_missing).copied() else { return true };
        // A mistake in the arguments is reported where they are checked.
        let home = self.scopes.present();
        let unknown = vec![Argument::Type(TypeId::ERROR); parameters.range().len()];
        let is_valid = self.attempt(|checker| {
            checker.with_arguments(home, parameters, &unknown, |it| _ = it.template_arguments(list));
        });
        if is_valid.is_none() {
            return true;
        }
        let what = match missing.name {
            Some(name) => format!("`{}`", self.text(name)),
            None => "this parameter".to_owned(),
        };
        let message = format!("the arguments of this partial specialization do not determine {what}");
        let found = Diagnostic::error(rules::TEMPLATE_ARGUMENTS, self.head(special).1, message);
        self.report(found.label(missing.name_span, "declared here"));
        false
    }

    /// Adds the names in arguments from which their meanings follow.
    fn deducible_in(&self, list: List<TemplateArgument>, names: &mut FxHashSet<Symbol>) {
        for argument in &self.ast[list] {
            match *argument {
                TemplateArgument::Type(ty) => self.deducible_in_type(ty, names),
                TemplateArgument::Value(value) => {
                    if let Expr::Name(name) = self.ast[value] {
                        names.insert(self.ast[name].name);
                    }
                }
            }
        }
    }

    fn deducible_in_type(&self, ty: TypeSyntaxId, names: &mut FxHashSet<Symbol>) {
        shader_source::steps::take(1);
        match self.ast[ty] {
            TypeSyntax::Name(name) => {
                let name = self.ast[name];
                names.insert(name.name);
                if let Some(list) = name.arguments {
                    self.deducible_in(list, names);
                }
            }
            TypeSyntax::Qualified(_, inner)
            | TypeSyntax::Pointer(inner)
            | TypeSyntax::Reference(inner, _) => self.deducible_in_type(inner, names),
            TypeSyntax::Array(inner, count) => {
                self.deducible_in_type(inner, names);
                if let Some(Expr::Name(name)) = count.map(|count| self.ast[count]) {
                    names.insert(self.ast[name].name);
                }
            }
            TypeSyntax::Function(result, parameters) => {
                self.deducible_in_type(result, names);
                for parameter in &self.ast[parameters] {
                    self.deducible_in_type(self.ast[*parameter].ty, names);
                }
            }
            TypeSyntax::Error
            | TypeSyntax::Auto
            | TypeSyntax::Decltype(_)
            | TypeSyntax::DecltypeAuto
            | TypeSyntax::Fundamental(_)
            | TypeSyntax::Structure(_)
            | TypeSyntax::Enumeration(_) => {}
        }
    }
}
