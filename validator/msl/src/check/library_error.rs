//! Calls of library functions that no overload takes: the rule that they break, and the candidates.

use super::library::CANDIDATES;
use super::{Checker, Typed};
use crate::diagnostic::Diagnostic;
use crate::types::Type;
use msl_spec::{AddressSpace, Function, Pattern, Rule, Signature, ValueType, rules};
use shader_source::Span;

impl Checker<'_> {
    pub(super) fn print_all(&self, typed: &[Option<Typed>]) -> String {
        let printed: Vec<String> = typed
            .iter()
            .map(|typed| typed.map_or_else(|| "{…}".to_owned(), |typed| self.types.print(typed.ty)))
            .collect();
        printed.join(", ")
    }

    /// Reports an overload that the dialect lacks.
    pub(super) fn function_not_in_dialect(&mut self, function: &Function, signature: &Signature, span: Span) {
        let mut others = function.signatures.iter();
        let is_new = others.all(|signature| !signature.availability.admits(self.dialect));
        let form = if is_new { "" } else { "this form of " };
        let what = format!("{form}`{}`", function.name);
        self.not_in_dialect(version_rule(function), span, &what, signature.availability);
    }

    pub(super) fn no_overload(
        &mut self,
        span: Span,
        name: &str,
        functions: &'static [Function],
        typed: &[Option<Typed>],
    ) {
        let message = format!("no library function `{name}` takes ({})", self.print_all(typed));
        let found = Diagnostic::error(self.misfit_rule(name, functions, typed), span, message);
        let signatures = functions.iter().flat_map(|function| function.signatures);
        self.report(with_candidates(found, name, signatures));
    }

    /// The rule that arguments break which fit no signature.
    fn misfit_rule(
        &self,
        name: &str,
        functions: &'static [Function],
        typed: &[Option<Typed>],
    ) -> &'static Rule {
        let mut signatures = functions.iter().flat_map(|function| function.signatures);
        let takes_count = signatures.clone().any(|signature| {
            let required = signature.parameters.iter().filter(|parameter| !parameter.is_optional).count();
            (required..=signature.parameters.len()).contains(&typed.len())
        });
        if !takes_count {
            return rules::CALL_ARGUMENT_COUNT;
        }
        if let Some(rule) = signatures.find_map(|signature| self.atomic_misfit(signature, typed)) {
            return rule;
        }
        let has_reference = functions.iter().flat_map(|function| function.signatures).any(|signature| {
            signature.parameters.iter().any(|parameter| matches!(parameter.pattern, Pattern::Reference(..)))
        });
        match name {
            "determinant" => rules::DETERMINANT_SQUARE,
            "cross" => rules::CROSS_THREE_COMPONENTS,
            _ if has_reference => rules::LIBRARY_RESULT_REFERENCE,
            _ if name.starts_with("simd_") || name.starts_with("quad_") => rules::SIMD_OPERAND,
            _ => rules::LIBRARY_ARGUMENT_TYPES,
        }
    }

    /// The rule that the arguments of an atomic function break.
    fn atomic_misfit(&self, signature: &'static Signature, typed: &[Option<Typed>]) -> Option<&'static Rule> {
        let first = signature.parameters.first()?;
        let Pattern::AtomicPointer(pointer) = first.pattern else { return None };
        let argument = typed.first().copied().flatten()?;
        let Type::Pointer(object) = self.types.get(argument.ty) else {
            return Some(rules::ATOMIC_FUNCTION_OBJECT);
        };
        let Type::Atomic(scalar) = self.types.get(object.ty) else {
            return Some(rules::ATOMIC_FUNCTION_OBJECT);
        };
        if !pointer.spaces.contains(&object.space) {
            return Some(rules::ATOMIC_ADDRESS_SPACE);
        }
        let expected = signature.parameters.iter().zip(typed).find_map(|(parameter, typed)| {
            matches!(parameter.pattern, Pattern::Pointer(..)).then_some(*typed).flatten()
        });
        let is_thread = |typed: Typed| match self.types.get(typed.ty) {
            Type::Pointer(object) => {
                object.space == AddressSpace::Thread
                    && self.types.value_type(object.ty) == Some(ValueType::Scalar(scalar))
            }
            _ => false,
        };
        if expected.is_some_and(|typed| !is_thread(typed)) {
            return Some(rules::ATOMIC_EXPECTED_THREAD);
        }
        None
    }
}

/// Adds the signatures of functions of the library to a diagnostic. Several have the same text: they differ by the versions that have them.
pub(super) fn with_candidates<'s>(
    mut found: Diagnostic,
    name: &str,
    signatures: impl IntoIterator<Item = &'s Signature>,
) -> Diagnostic {
    for signature in signatures {
        let note = format!("candidate: {name}{}", signature.text);
        if found.notes.len() < CANDIDATES && !found.notes.contains(&note) {
            found = found.note(note);
        }
    }
    found
}

/// The rule about the version that a function of the library has.
fn version_rule(function: &Function) -> &'static Rule {
    let name = function.name;
    if name.ends_with("_barrier") {
        rules::BARRIER_VERSION
    } else if name.starts_with("simd_") {
        rules::SIMD_VERSION
    } else if name.starts_with("quad_") {
        rules::QUAD_VERSION
    } else if name.starts_with("atomic_") {
        rules::ATOMIC_FUNCTION_VERSION
    } else {
        rules::LIBRARY_VERSION
    }
}
