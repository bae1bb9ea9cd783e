//! Values that atomic operations read, and that depend on the order in which invocations reach them.
//!
//! Whether a later write decides a value is not known when it is read. So the first execution looks for such values, and a second one, which is the
//! same step by step, follows them to where they make a difference.

use super::shadow::{AtomicAccess, MetAtomic, Other, Read, Shared, Undecided};
use super::undefined::Origin;
use super::{Strict, access, span_of};
use crate::execute::atomic::turns;
use crate::execute::fault::{Against, Fault, FaultKind, Rival};
use crate::execute::group::Group;
use crate::execute::plan::read_registers;
use crate::execute::terms::Terms;
use crate::execute::update::Update;
use rustc_hash::FxHashMap;
use shader_ir::{AtomicOperation, Class, Exchange, Location, Program, Register, Type};
use shader_source::Span;

/// The values of an execution that depend on the order of atomic operations.
#[derive(Default)]
pub(super) struct Values {
    /// By register: whether a step reads it.
    is_read: Vec<bool>,
    /// The number of atomic operations so far.
    operations: u64,
    /// The values that depend on a write that came later, with this write and the place of the read.
    late: FxHashMap<Read, (Span, Rival)>,
    /// In the second execution: the late values of the first.
    known: Option<FxHashMap<Read, (Span, Rival)>>,
    /// The writes that values depend on, as [`Origin::Unordered`] numbers them.
    pub(super) rivals: Vec<Rival>,
}

impl Values {
    pub(super) fn new(program: &Program) -> Self {
        Self { is_read: read_registers(program), ..Self::default() }
    }

    /// Returns true if a value of an atomic operation is used, so that the program may have to be executed twice.
    pub(super) fn are_used(&self, program: &Program) -> bool {
        let mut are_used = false;
        for instruction in program.code.iter().filter(|it| program.class(it) == Class::Updates) {
            program.each_target(instruction, |to| are_used |= self.is_read[to.index()]);
        }
        are_used
    }
}

impl Strict {
    pub(super) fn look_at_atomic(
        &mut self,
        group: &Group<'_>,
        at: Location,
        (operation, ty): (AtomicOperation, Type),
        [to, value]: [Register; 2],
    ) {
        // A zero that is added changes nothing, whoever comes first: programs load words in this way.
        let changes = |operand: u64| {
            operand != 0
                || !matches!(
                    operation,
                    AtomicOperation::Add
                        | AtomicOperation::Subtract
                        | AtomicOperation::Or
                        | AtomicOperation::Xor
                )
        };
        let update = |lane: usize| {
            let operand = group.lanes.raw(value, lane);
            Update::of(operation, ty, operand).filter(|_| changes(operand))
        };
        let reads = operation != AtomicOperation::Store && self.values.is_read[to.index()];
        self.look_at_each(group, at, ty, reads, update);
    }

    pub(super) fn look_at_exchange(&mut self, group: &Group<'_>, exchange: &Exchange) {
        let Exchange { at, comparator, value, old_value, .. } = *exchange;
        let raw = |register, lane| group.lanes.raw(register, lane);
        let update = |lane| Some(Update::Exchange(raw(comparator, lane), raw(value, lane)));
        self.look_at_each(group, at, group.lanes.plan.ty(old_value), true, update);
    }

    /// Looks whether the memory is there and has a value, and whether the order of operations decides it.
    fn look_at_each(
        &mut self,
        group: &Group<'_>,
        at: Location,
        ty: Type,
        reads: bool,
        update: impl Fn(usize) -> Option<Update>,
    ) {
        let step = group.control.step;
        let turns = turns(group);
        self.look_at_bounds(group, at, ty.size(), turns.first().is_some_and(|lane| update(*lane).is_some()));
        let number = self.values.operations;
        self.values.operations += 1;
        let is_followed = reads && !self.is_reported(group, FaultKind::UnorderedAtomics);
        let mut late = Vec::new();
        for lane in turns {
            let Some((shared, address)) = access::shared_place(group, at, lane) else { continue };
            if self.is_astray(at.address, lane) {
                continue;
            }
            let read = (number, lane as u32);
            let atomic = AtomicAccess {
                reads,
                remembers: (is_followed && self.values.known.is_none()).then_some(read),
                update: update(lane),
                workgroup: group.interface.index,
            };
            let bytes = (address, ty.size() as usize);
            let (met, raced) =
                self.shadow.atomic(shared, bytes, access::accessor(group, lane), atomic, &mut late);
            if let Some(earlier) = raced {
                self.report_race(group, self.rival(shared, earlier), lane);
            }
            let rival = match met {
                MetAtomic::Undecided(by) if is_followed => Some(self.rival_of(shared, by)),
                MetAtomic::Unwritten if self.is_undefined => {
                    self.fresh.insert(lane, Origin::Unwritten(step));
                    None
                }
                MetAtomic::Undecided(_) | MetAtomic::Unwritten | MetAtomic::Nothing => {
                    let known = self.values.known.as_ref().filter(|_| is_followed);
                    known.and_then(|known| known.get(&read)).map(|(_, rival)| *rival)
                }
            };
            if let Some(rival) = rival {
                self.fresh.insert(lane, Origin::Unordered { step, rival: self.values.rivals.len() });
                self.values.rivals.push(rival);
            }
            for (read, write) in late.drain(..) {
                let rival = self.rival(shared, write);
                self.values.late.entry(read).or_insert((span_of(group, step), rival));
            }
        }
    }

    pub(super) fn rival(&self, shared: Shared, other: Other) -> Rival {
        Rival {
            span: self.shadow.span(other),
            invocation: other.lane,
            is_elsewhere: other.elsewhere,
            writes: other.writes,
            memory: shared.kind(),
            is_whole: other.is_whole,
            against: None,
        }
    }

    fn rival_of(&self, shared: Shared, undecided: Undecided) -> Rival {
        match undecided {
            Undecided::Write(write) => self.rival(shared, write),
            Undecided::Writes { writes: [last, earlier], are_apart } => {
                let against = Against {
                    span: self.shadow.span(earlier),
                    invocation: earlier.lane,
                    is_elsewhere: earlier.elsewhere,
                    is_apart: are_apart,
                };
                Rival { against: Some(against), ..self.rival(shared, last) }
            }
        }
    }

    /// The observer of the second execution; `None` if no value depends on a later write where that isn't reported yet.
    pub(in crate::execute) fn second(&mut self) -> Option<Self> {
        let mut late = core::mem::take(&mut self.values.late);
        late.retain(|_, (span, _)| !self.reported.contains(&(FaultKind::UnorderedAtomics, *span)));
        if late.is_empty() {
            return None;
        }
        let values = Values {
            is_read: core::mem::take(&mut self.values.is_read),
            known: Some(late),
            ..Values::default()
        };
        Some(Self { values, is_undefined: self.is_undefined, terms: self.terms, ..Self::default() })
    }

    /// Adds the faults of buffers whose contents depend on the order of writes.
    pub(super) fn look_at_contents(&mut self) {
        for unsettled in self.shadow.unsettled() {
            let kind = FaultKind::UnorderedAtomics;
            if !self.reported.insert((kind, unsettled.span)) {
                continue;
            }
            let rival = self.rival(Shared::Buffer(0), unsettled.other);
            self.faults.push(Fault {
                kind,
                span: unsettled.span,
                workgroup: unsettled.workgroup,
                invocation: unsettled.lane,
                message: format!(
                    "the contents of the buffer depend on which comes last: this, or {}",
                    self.terms.write_by(rival.invocation, rival.is_elsewhere)
                ),
                rival: Some(rival),
                parting: None,
            });
        }
    }
}

/// Why a value is open: "nothing orders it with the write by invocation 3".
pub(super) fn what_is_open(rival: &Rival, terms: &Terms) -> String {
    let write = terms.write_by(rival.invocation, rival.is_elsewhere);
    match rival.against {
        None => format!("nothing orders it with {write}"),
        Some(Against { invocation, is_elsewhere, .. }) => {
            format!("nothing orders {write} with {}", terms.write_by(invocation, is_elsewhere))
        }
    }
}
