//! Code for the accelerator that is not known, because of headers that are not here or features that the checker lacks: it is neither wrong nor right.

use super::super::Checker;
use super::{AMP, Amp, Skipped};
use crate::diagnostic::{Diagnostic, Severity};
use crate::types::TypeId;
use cxx_validator::ast::{Expr, ExprId, FunctionId, RestrictionSet, StmtId, StructureId};
use cxx_validator::names::Symbol;
use rustc_hash::{FxHashMap, FxHashSet};
use shader_source::Span;

impl Amp {
    /// Returns true for what is only unknown: a feature without support, or a name that a skipped header may declare.
    pub(super) fn is_unknown(&self, found: &Diagnostic) -> bool {
        is_unsupported(found) || may_be_in_header(found, self.skipped)
    }
}

impl Checker<'_> {
    /// Notes the use of a name whose declaration may be among what can't be read.
    pub(in super::super) fn unresolved_name(&mut self, name: Symbol, span: Span) {
        let reason = format!("no declaration of `{}` can be read", self.text(name));
        self.unresolved(span, reason);
    }

    /// Notes that something in code for the accelerator is not known, because of what the program does not show.
    pub(in super::super) fn unresolved(&mut self, span: Span, reason: String) {
        let is_shown = !self.is_attempt && !self.is_host_code();
        if let Some(amp) = self.amp.as_mut().filter(|_| is_shown) {
            amp.unresolved.push((span, reason));
        }
    }
    /// Notes that an attempt fails because of something unknown.
    pub(in super::super) fn note_unknown_in_attempt(&mut self, found: &Diagnostic) {
        if let Some(amp) = self.amp.as_mut().filter(|amp| amp.is_unknown(found)) {
            amp.unknown = Some(found.message.clone());
        }
    }

    /// Notes a statement of a body for the accelerator that can't be read.
    pub(in super::super) fn note_unread(&mut self, statement: Span) {
        let is_checked = !self.is_host_code() && !self.function.is_again_for_host;
        if let Some(amp) = self.amp.as_mut().filter(|_| is_checked) {
            amp.unexplained.push((statement, statement, "the statement can't be read".to_owned()));
        }
    }

    /// Notes the first expression of a body for the accelerator whose type is not known.
    pub(in super::super) fn note_unknown_types(&mut self, body: StmtId) {
        let body = self.ast.stmt_span(body);
        let is_checked = self.is_amp() && !self.is_host_code() && !self.function.is_again_for_host;
        if !is_checked || self.is_library_place(body) {
            return;
        }
        let name = |id: ExprId| match self.ast[id] {
            Expr::Name(name) => self.text(self.ast[name].name),
            _ => "an operand",
        };
        // Most expressions of a body share a few types.
        let mut seen: FxHashMap<TypeId, bool> = FxHashMap::default();
        let known = self.function.known.iter();
        let unknown = known.filter(|(_, typed)| {
            *seen.entry(typed.ty).or_insert_with(|| self.unknown_type("", typed.ty).is_some())
        });
        let Some((id, typed)) = unknown.min_by_key(|(id, _)| self.span(**id)) else { return };
        let span = self.span(*id);
        let reason = self.unknown_type(name(*id), typed.ty).unwrap_or_default();
        // The initializers of a constructor are before its body.
        let around = Span::new(span.lo.min(body.lo), body.hi);
        if let Some(amp) = &mut self.amp {
            amp.unexplained.push((around, span, reason));
        }
    }

    /// Notes what nothing else explains: what is accepted is known.
    pub(super) fn note_unexplained(&mut self) {
        let Some(amp) = &mut self.amp else { return };
        let errors = self.diagnostics.iter().filter(|found| found.severity == Severity::Error);
        let mut explained: Vec<u32> = errors.map(|found| found.primary.span.lo).collect();
        explained.extend(amp.unresolved.iter().map(|(span, _)| span.lo));
        explained.sort_unstable();
        let is_explained = |around: Span| {
            let first = explained.partition_point(|place| *place < around.lo);
            explained.get(first).is_some_and(|place| *place < around.hi)
        };
        for (around, span, reason) in core::mem::take(&mut amp.unexplained) {
            if !is_explained(around) {
                amp.unresolved.push((span, reason));
            }
        }
    }

    /// Notes the bodies for the accelerator that were not checked: templates around them are not used, so their types are not known.
    pub(super) fn unchecked_bodies(&mut self, checked: &[(Span, RestrictionSet)]) {
        let checked: FxHashSet<Span> = checked.iter().map(|(span, _)| *span).collect();
        let mut found: Vec<Span> = Vec::new();
        let members = self.members_of_used_templates();
        let lambdas: FxHashSet<FunctionId> = self.ast.lambdas.iter().map(|lambda| lambda.function).collect();
        let included = self.amp.as_ref().map_or(u32::MAX, |amp| amp.included);
        for (id, restriction) in &self.ast.restrictions {
            let function = self.ast[*id];
            let Some(body) = function.body.filter(|_| restriction.set.covers(AMP)) else { continue };
            // What a header offers and this file doesn't use is checked where it is used. A kernel is listed.
            let is_offered = function.name_span.lo >= included && !lambdas.contains(id);
            if members.contains(id) || is_offered {
                continue;
            }
            if !checked.contains(&self.ast.stmt_span(body)) && !self.is_library_place(function.name_span) {
                found.push(function.name_span);
            }
        }
        // The order of a table by hashes is not the order of the program.
        found.sort_unstable();
        found.dedup();
        let unread = "the statement or declaration around it can't be read";
        let unread = self.ast.unread_restrictions.iter().map(|span| (*span, unread.to_owned()));
        let unread: Vec<(Span, String)> = unread.filter(|(span, _)| !self.is_library_place(*span)).collect();
        let reason = "nothing here uses the template around it, so its types are not known";
        if let Some(amp) = &mut self.amp {
            amp.unresolved.extend(unread);
            amp.unresolved.extend(found.into_iter().map(|span| (span, reason.to_owned())));
            amp.unresolved.sort_by_key(|(span, _)| *span);
        }
    }

    /// The member functions of structure templates that the program uses. No kernel depends on those without a call.
    /// C++14 (temp.inst) 1
    fn members_of_used_templates(&self) -> FxHashSet<FunctionId> {
        let made = self.templates.of_structures.iter().filter(|(ty, _)| !self.templates.named.contains(ty));
        let used: FxHashSet<StructureId> = made.flat_map(|(_, id)| [*id, self.original(*id)]).collect();
        let members = used.into_iter().flat_map(|id| {
            let outside = self.templates.member_definitions.get(&id).into_iter().flatten();
            self.ast[self.ast[id].functions].iter().chain(outside)
        });
        members.copied().filter(|id| self.ast[self.ast[*id].template].is_empty()).collect()
    }
}

/// Returns true for a name that is not known, where headers were skipped.
fn may_be_in_header(found: &Diagnostic, skipped: Skipped) -> bool {
    let is_name = [msl_spec::rules::NAME_DECLARED, msl_spec::rules::NAME_NAMESPACE_KNOWN];
    skipped != Skipped::None && is_name.contains(&found.rule)
}

/// Returns true for what the checker does not support: the program may be right.
fn is_unsupported(found: &Diagnostic) -> bool {
    found.rule.id.starts_with("unsupported.")
}
