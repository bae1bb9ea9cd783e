//! Function templates that the program does not use. C++14 (temp.res): what does not depend on the parameters of a template is checked where it
//! is written.
//!
//! The body is checked once while each parameter has the type of mistakes that were reported already. Whatever depends on a parameter has
//! this type then, about which the checker says nothing.

use super::Checker;
use super::template::Template;
use crate::types::{Argument, TypeId};
use cxx_validator::ast::FunctionId;
use cxx_validator::packs::has_pack;
use rustc_hash::FxHashSet;

impl Checker<'_> {
    /// Checks the bodies of the function templates that have no instance. Members of structure templates are not among them.
    pub(super) fn unused_templates(&mut self) {
        let mut used: FxHashSet<FunctionId> = self.templates.functions.keys().map(|(id, ..)| *id).collect();
        let bodies = self.templates.bodies.iter().filter(|(first, _)| used.contains(first));
        let bodies: Vec<FunctionId> = bodies.map(|(_, body)| *body).collect();
        used.extend(bodies);
        let mut unused: Vec<FunctionId> = self.templates.functions_declared().collect();
        // What is wrong in a template with a pack would be reported for each of its copies.
        let copies = &self.ast.copies.variadic;
        unused.retain(|id| {
            let function = self.ast[*id];
            let is_of_packs = copies.contains(id) || has_pack(self.ast, function.template);
            !used.contains(id) && function.body.is_some() && !is_of_packs
        });
        unused.sort_unstable();
        // Nothing reads the instances that are made here: the module lists the instances that the program uses.
        let instances = self.instances.len();
        for id in unused {
            if self.may_instantiate(self.ast[id].name_span) {
                self.body_for_any_arguments(id);
            }
        }
        self.forget_instances(instances);
    }

    fn body_for_any_arguments(&mut self, id: FunctionId) {
        let function = self.ast[id];
        let arguments = vec![Argument::Type(TypeId::ERROR); self.ast[function.template].len()];
        let home = self.templates.home(Template::Function(id)).unwrap_or_else(|| self.scopes.present());
        self.with_arguments(home, function.template, &arguments, |checker| {
            let signature = checker.signature(&function);
            let number = checker.reserve(id, &signature, Vec::new(), None);
            checker.body(number, &signature);
        });
    }

    /// Returns true if an argument of a template is not known: it depends on a parameter of an unused template, or is a mistake.
    pub(super) fn are_unknown(&self, arguments: &[Argument]) -> bool {
        arguments.iter().any(|argument| match argument {
            Argument::Type(ty) => self.types.is_error(*ty),
            Argument::Number(_) | Argument::Template(_) | Argument::Function(_) => false,
        })
    }
}
