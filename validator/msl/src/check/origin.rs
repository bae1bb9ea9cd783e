//! The uses of templates because of which something is checked: an error in an instance says which use needs it.

use super::Checker;
use crate::diagnostic::{Diagnostic, Severity};
use crate::types::TypeId;
use core::mem::replace;
use shader_source::Span;

/// The number of uses that a diagnostic shows: templates that use themselves have hundreds. They are the innermost, where the mistake shows, and the
/// outermost, which the program writes.
const MOST_SHOWN: usize = 4;

/// The instance that a use in the program needs.
#[derive(Clone, Copy)]
pub(super) enum Needed {
    /// The body of a function: an instance with this number.
    Function(usize),
    /// A structure.
    Structure(TypeId),
}

impl Checker<'_> {
    /// Checks something that a place in the program needs: mistakes in the library are reported there.
    pub(super) fn used_from<T>(
        &mut self,
        span: Span,
        needed: Needed,
        work: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let place = self.place_of_use(span);
        let before = self.amp.as_mut().and_then(|amp| replace(&mut amp.used_from, place));
        self.uses.push((span, needed));
        let result = work(self);
        self.uses.pop();
        if let Some(amp) = &mut self.amp {
            amp.used_from = before;
        }
        result
    }

    /// Adds the uses of templates to an error in their instances.
    pub(super) fn with_uses(&self, mut found: Diagnostic) -> Diagnostic {
        if found.severity != Severity::Error {
            return found;
        }
        let inner = self.uses.iter().skip(1).rev().take(MOST_SHOWN - 1);
        for (span, needed) in inner.chain(self.uses.first()) {
            if *span == found.primary.span || self.is_library_place(*span) {
                continue;
            }
            if let Some(name) = self.name_of_instance(*needed) {
                found = found.label(*span, format!("`{name}` is needed here"));
            }
        }
        found
    }

    /// The name of an instance of a template of the program, with its arguments; `None` for others.
    fn name_of_instance(&self, needed: Needed) -> Option<String> {
        let number = match needed {
            Needed::Structure(ty) => {
                let structure = self.types.structure(self.types.structure_number(ty)?);
                let is_own = !self.is_library_place(self.ast[structure.declaration].name_span);
                return (is_own && !structure.arguments.is_empty()).then(|| self.types.print(ty));
            }
            Needed::Function(number) => number,
        };
        let instance = self.instances.get(number)?;
        let function = self.ast[instance.function];
        if self.is_library_place(function.name_span) {
            return None;
        }
        let own = instance
            .this
            .map(|object| object.ty)
            .filter(|ty| self.name_of_instance(Needed::Structure(*ty)).is_some());
        let name = self.text(function.name);
        let arguments: Vec<String> = instance.arguments.iter().map(|it| self.print_argument(*it)).collect();
        match (own, arguments.is_empty()) {
            (None, true) => None,
            (Some(ty), true) => Some(format!("{}::{name}", self.types.print(ty))),
            (Some(ty), false) => Some(format!("{}::{name}<{}>", self.types.print(ty), arguments.join(", "))),
            (None, false) => Some(format!("{name}<{}>", arguments.join(", "))),
        }
    }
}
