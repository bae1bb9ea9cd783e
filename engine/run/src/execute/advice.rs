//! Labels and advice for a fault that two invocations have a part in: the other access, and a way to order the two.
//! <https://www.w3.org/TR/WGSL/#memory-model>

use super::fault::{Fault, FaultKind, Rival, SharedMemory};
use super::terms::Terms;
use shader_source::Span;
use shader_source::diagnostic::Label;

impl Fault {
    /// Returns labels for the other places that a fault concerns: the other access, unless it is at the place of the fault, and the branch before a barrier
    /// that not all invocations reach.
    #[must_use]
    pub fn labels(&self, terms: &Terms) -> Vec<Label> {
        let mut labels: Vec<Label> = Vec::new();
        let mut add = |span: Option<Span>, text: String| {
            if let Some(span) = span.filter(|span| *span != self.span) {
                labels.push(Label { span, text, rule: None });
            }
        };
        if let Some(Rival { span, invocation, is_elsewhere, writes, against, .. }) = self.rival {
            let accesses = if writes { "writes" } else { "reads" };
            let text = |invocation: u32, is_elsewhere: bool| {
                format!("{} {accesses} it here", terms.other(invocation, is_elsewhere))
            };
            add(span, text(invocation, is_elsewhere));
            if let Some(against) = against.filter(|against| against.span != span) {
                add(against.span, text(against.invocation, against.is_elsewhere));
            }
        }
        // Where no barrier orders anything, it does not matter which invocations reach a place.
        let parting = self.parting.filter(|_| terms.barriers.is_some());
        add(parting, format!("{}s take different branches here", terms.invocation));
        labels
    }

    /// Returns how the two accesses of a fault can be ordered or kept apart, in a dispatch or a draw; `None` if the fault has no other access.
    #[must_use]
    pub fn remedy(&self, terms: &Terms, is_dispatch: bool) -> Option<String> {
        let rival = self.rival?;
        let is_same_place = rival.span == Some(self.span);
        // An assignment that reads what it writes: only a loop has room for a barrier between the two.
        let is_same_statement =
            rival.span.is_some_and(|span| span.contains(self.span) || self.span.contains(span));
        let is_atomic = self.kind == FaultKind::UnorderedAtomics
            || (self.kind == FaultKind::ScheduleDependent && (is_same_place || rival.against.is_some()));
        let Some(barriers) = terms.barriers else {
            let Terms { invocation, dispatch, .. } = terms;
            return Some(format!(
                "nothing orders the {invocation}s of this {dispatch}: use an atomic function, let each {invocation} access its own elements, or use a \
                 separate {dispatch} for the second access"
            ));
        };
        let barrier = format!("`{}`", barriers[rival.memory as usize]);
        Some(match (is_dispatch, is_atomic) {
            (false, true) => {
                format!("the {}s of a draw are not ordered: use the value in a later draw", terms.invocation)
            }
            (false, false) => format!(
                "the {0}s of a draw are not ordered: use atomics, or let each {0} access its own memory",
                terms.invocation
            ),
            (true, true) => of_atomics(&rival, terms, &barrier, is_same_place),
            // The accesses of a sweep may be atomic already.
            (true, false) if self.kind == FaultKind::ScheduleDependent && rival.is_elsewhere => format!(
                "no barrier orders {}s: use a separate {} for the second access",
                terms.workgroup, terms.dispatch
            ),
            (true, false) if is_same_statement && !is_same_place => of_statement(&rival, terms, &barrier),
            (true, false) => of_race(&rival, terms, &barrier, (is_same_place, self.parting.is_some())),
        })
    }
}

/// How a value can be ordered with the writes that it depends on.
fn of_atomics(rival: &Rival, terms: &Terms, barrier: &str, is_same_place: bool) -> String {
    let (invocation, workgroup, dispatch) = (terms.invocation, terms.workgroup, terms.dispatch);
    match rival.against {
        Some(against) if against.is_apart => {
            format!("no barrier orders {workgroup}s: let the second write be one of a separate {dispatch}")
        }
        Some(_) => format!("order the two writes with a {barrier} between them"),
        None if is_same_place => format!(
            "the {invocation}s reach this in any order: let the result not depend on who comes first, or derive the value from the number of the \
             {invocation}"
        ),
        None if rival.is_elsewhere => {
            format!("no barrier orders {workgroup}s: use the value in a separate {dispatch}")
        }
        None => format!("order the two with a {barrier} between them"),
    }
}

/// How two accesses of one statement can be ordered.
fn of_statement(rival: &Rival, terms: &Terms, barrier: &str) -> String {
    let (invocation, workgroup) = (terms.invocation, terms.workgroup);
    let own = format!("let each {invocation} access its own elements, or use an atomic");
    if rival.is_elsewhere {
        return format!("no barrier orders {workgroup}s: {own}");
    }
    format!("in a loop, order its rounds with a {barrier} that all {invocation}s reach; otherwise {own}")
}

/// How two accesses that race can be ordered.
fn of_race(rival: &Rival, terms: &Terms, barrier: &str, (is_same_place, is_parted): (bool, bool)) -> String {
    let (invocation, workgroup, dispatch) = (terms.invocation, terms.workgroup, terms.dispatch);
    match (rival.is_elsewhere, rival.memory) {
        _ if rival.is_whole => {
            "a write to a component may write the whole vector: write the vector as a whole, or use an array of scalars".to_owned()
        }
        (true, SharedMemory::Texture) => format!(
            "no barrier orders {workgroup}s: read in a separate {dispatch}, or let each {workgroup} access its own texels"
        ),
        (true, SharedMemory::Workgroup | SharedMemory::Buffer) => {
            format!("no barrier orders {workgroup}s: use atomics, or a separate {dispatch} for the second access")
        }
        (false, SharedMemory::Texture) if is_same_place => {
            format!("let only one {invocation} access the texel, or let each access its own texel")
        }
        (false, SharedMemory::Workgroup | SharedMemory::Buffer) if is_same_place => {
            format!("let only one {invocation} access the memory, let each access its own element, or use an atomic")
        }
        (false, _) => {
            // A barrier inside of the branch would be one that not all invocations reach.
            let place = if is_parted { format!(", where all {invocation}s reach it") } else { String::new() };
            format!("order the two accesses with a {barrier} between them{place}")
        }
    }
}
