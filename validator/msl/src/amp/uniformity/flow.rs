//! The walk through one function: the state of its variables, and the control flow that leads to each place.

use super::place::Found;
use super::value::{Reason, Varying};
use super::{Analysis, MOST_LEVELS, MOST_ROUNDS, Summary, Written};
use crate::meaning::Module;
use crate::typed::{CallId, Function, LocalId, StmtId, Tree};
use cxx_validator::ast::{List, StructureId};
use rustc_hash::FxHashMap;
use shader_source::Span;
use std::collections::hash_map::Entry;
use std::rc::Rc;

/// A construct whose code runs now.
pub(super) struct Frame {
    /// Its condition.
    pub(super) span: Span,
    /// Whether it is `&&`, `||` or `?:`.
    pub(super) is_operator: bool,
    /// The reason why the condition is not uniform.
    pub(super) condition: Option<Varying>,
    /// The construct that `break` and `continue` in it leave.
    pub(super) leaves: Leaves,
    /// A statement before this place that some threads have left the construct with. Rule 4.
    pub(super) departed: Option<Control>,
    /// Whether a `continue` may have skipped the code before this place.
    pub(super) is_continued: bool,
    /// Whether a `break` or `continue` leads from the middle of it to its end.
    pub(super) is_left: bool,
}

impl Frame {
    /// The frame of a statement.
    pub(super) const fn of(span: Span, condition: Option<Varying>, leaves: Leaves) -> Self {
        Self {
            span,
            is_operator: false,
            condition,
            leaves,
            departed: None,
            is_continued: false,
            is_left: false,
        }
    }
}

/// The construct that `break` and `continue` leave.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Leaves {
    /// A loop.
    Loop(StmtId),
    /// A `switch`, which `break` leaves.
    Switch(StmtId),
    /// Neither ends here.
    Nothing,
}

/// The reason why not all threads of a tile run the code at a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Control {
    /// The condition, or the statement that some threads have left the code with.
    pub(super) span: Span,
    pub(super) kind: ControlKind,
    /// Why that is not uniform.
    pub(super) cause: Varying,
}

/// The kind of code that keeps threads from a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ControlKind {
    /// The condition of a statement.
    Statement,
    /// The left operand of `&&`, `||` or `?:`.
    Operator,
    /// A `break`, `continue` or `return`.
    Departure,
}

/// The knowledge about a loop from earlier rounds: what its body does later may matter earlier, in the next iteration.
#[derive(Default)]
pub(super) struct Loop {
    /// A `break` or `return` with which some threads leave it.
    pub(super) departed: Option<Control>,
    /// The reason why its condition is not uniform.
    pub(super) condition: Option<Varying>,
    /// The variables that are varying when an iteration begins again, and the variables that are varying anywhere in the loop.
    pub(super) again: FxHashMap<LocalId, Varying>,
    pub(super) anywhere: FxHashMap<LocalId, Varying>,
    /// The `tile_static` variables that it writes.
    pub(super) stores: Vec<LocalId>,
    /// Whether it writes through pointers.
    pub(super) stores_anything: bool,
}

/// Moments of a walk, in the order of the source.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) struct Moment(u32);

/// A walk.
#[allow(clippy::struct_excessive_bools, reason = "each is a property of the function or of the walk")]
pub(super) struct Flow<'f, 'a> {
    analysis: &'f mut Analysis<'a>,
    pub(super) tree: &'f Tree,
    body: List<StmtId>,
    is_of_library: bool,
    /// The object and the parameters.
    parameters: Vec<LocalId>,
    /// By local variable: why the arguments are not uniform, and why its value at this place is not.
    arguments: Vec<Option<Varying>>,
    varying: Vec<Option<Varying>>,
    /// The changes of `varying`, each with the value before. The paths through a construct are put together from them.
    changes: Vec<(LocalId, Option<Varying>)>,
    /// By local variable: the values that it gets.
    written: Vec<Written>,
    /// By local variable: the object that a reference refers to.
    references: Vec<Option<Found>>,
    pub(super) frames: Vec<Frame>,
    /// A `return` before this place that not all threads execute.
    pub(super) returned: Option<Control>,
    pub(super) loops: FxHashMap<StmtId, Loop>,
    /// The summaries of the functions that calls have called.
    pub(super) called: FxHashMap<CallId, Rc<Summary>>,
    now: Moment,
    /// The last barrier that each path to this place has passed. Rule 8: it dominates what follows.
    pub(super) barrier_before: Option<Moment>,
    /// The last write of each `tile_static` variable, and of any of them.
    stored: FxHashMap<LocalId, Moment>,
    stored_anything: Option<Moment>,
    summary: Summary,
    /// Whether this round has found one more varying variable, or more about a loop.
    pub(super) is_changed: bool,
    is_reporting: bool,
    is_given_up: bool,
}

impl<'f, 'a> Flow<'f, 'a> {
    pub(super) fn new(
        analysis: &'f mut Analysis<'a>,
        function: &'f Function,
        instance: usize,
        arguments: &[Option<Varying>],
    ) -> Self {
        let parameters: Vec<LocalId> = function.this.iter().chain(&function.parameters).copied().collect();
        let count = function.tree.locals.len();
        let mut varying = vec![None; count];
        for (number, (parameter, argument)) in parameters.iter().zip(arguments).enumerate() {
            let span = function.tree[*parameter].span;
            // A summary would have the reasons of its first caller. Each caller puts its own instead of `Argument`.
            let of_caller = Varying { span, reason: Reason::Argument(number) };
            varying[parameter.index()] = argument.map(|it| if it.span == span { it } else { of_caller });
        }
        let count_of_parameters = parameters.len();
        let name = analysis.module.ast[analysis.module.instances[instance].function].name_span;
        Self {
            is_of_library: analysis.is_of_library(name),
            analysis,
            tree: &function.tree,
            body: function.body,
            parameters,
            arguments: varying.clone(),
            varying,
            changes: Vec::new(),
            written: vec![Written::Never; count],
            references: vec![None; count],
            frames: Vec::new(),
            returned: None,
            loops: FxHashMap::default(),
            called: FxHashMap::default(),
            now: Moment::default(),
            barrier_before: None,
            stored: FxHashMap::default(),
            stored_anything: None,
            summary: Summary { referred: vec![false; count_of_parameters], ..Summary::default() },
            is_changed: false,
            is_reporting: false,
            is_given_up: false,
        }
    }

    /// Walks through the function until nothing changes, and reports what is wrong in a last round; `None` if a limit was reached.
    pub(super) fn run(mut self) -> Option<Summary> {
        for _ in 0..MOST_ROUNDS {
            self.round();
            if self.is_given_up {
                return None;
            }
            if !self.is_changed {
                // Mistakes in the headers would be ours.
                if self.summary.barrier.is_some() && !self.is_of_library {
                    self.is_reporting = true;
                    self.round();
                }
                return Some(self.finish());
            }
        }
        None
    }

    fn round(&mut self) {
        self.is_changed = false;
        (self.returned, self.barrier_before, self.stored_anything) = (None, None, None);
        self.now = Moment::default();
        self.stored.clear();
        self.varying.clone_from(&self.arguments);
        self.changes.clear();
        for statement in &self.tree[self.body] {
            self.statement(*statement);
        }
    }

    fn finish(self) -> Summary {
        let written = |local: &LocalId| {
            if self.tree[*local].is_reference { self.written[local.index()] } else { Written::Never }
        };
        Summary { written: self.parameters.iter().map(written).collect(), ..self.summary }
    }

    pub(super) const fn module(&self) -> &'a Module {
        self.analysis.module
    }

    pub(super) fn is_library_place(&self, span: Span) -> bool {
        self.analysis.is_of_library(span)
    }

    pub(super) fn is_library_class(&self, structure: StructureId) -> bool {
        self.analysis.is_of_library(self.module().ast[structure].name_span)
    }

    /// Runs something one level deeper: nesting of any depth must not take the stack.
    pub(super) fn deeper<T: Default>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        if self.analysis.levels == MOST_LEVELS {
            self.is_given_up = true;
            return T::default();
        }
        self.analysis.levels += 1;
        let result = work(self);
        self.analysis.levels -= 1;
        result
    }

    pub(super) const fn give_up(&mut self) {
        self.is_given_up = true;
    }

    pub(super) fn summary(&mut self, instance: usize, arguments: &[Option<Varying>]) -> Option<Rc<Summary>> {
        self.analysis.summary(instance, arguments)
    }

    /// The number of parameters of a function, with the object of a member function.
    pub(super) fn parameter_count(&mut self, instance: usize) -> usize {
        let function = self.analysis.function(instance);
        function.parameters.len() + usize::from(function.this.is_some())
    }

    /// The reason why a local variable is not uniform.
    pub(super) fn local(&self, local: LocalId) -> Option<Varying> {
        self.varying[local.index()]
    }

    /// Gives a local variable, or a part of one, a value. Rule 9: it must be uniform, and assigned under uniform control flow.
    pub(super) fn assign(&mut self, local: LocalId, value: Option<Varying>, is_whole: bool) {
        let name = self.tree[local].name;
        let under = |control: Control| Varying { span: control.span, reason: Reason::Assigned(name) };
        let value = value.or_else(|| self.control().map(under));
        let written = &mut self.written[local.index()];
        *written = Written::Sometimes(written.varying().or(value));
        match value {
            Some(value) => {
                self.note_anywhere(local, value);
                self.change(local, self.varying[local.index()].or(Some(value)));
            }
            None if is_whole => self.change(local, None),
            None => {}
        }
    }

    fn change(&mut self, local: LocalId, value: Option<Varying>) {
        let before = core::mem::replace(&mut self.varying[local.index()], value);
        if before != value {
            self.changes.push((local, before));
        }
    }

    fn note_anywhere(&mut self, local: LocalId, value: Varying) {
        for frame in &self.frames {
            let (Leaves::Loop(id) | Leaves::Switch(id)) = frame.leaves else { continue };
            if let Entry::Vacant(vacant) = self.loops.entry(id).or_default().anywhere.entry(local) {
                vacant.insert(value);
                self.is_changed = true;
            }
        }
    }

    /// The number of changes until here.
    pub(super) const fn mark(&self) -> usize {
        self.changes.len()
    }

    /// Goes back to the values at a mark, and returns the values that were different here.
    pub(super) fn take_back(&mut self, mark: usize) -> Vec<(LocalId, Option<Varying>)> {
        let changed = self.changes[mark..].iter().map(|(local, _)| (*local, self.varying[local.index()]));
        let values: Vec<_> = changed.collect();
        for (local, before) in self.changes.drain(mark..).rev() {
            self.varying[local.index()] = before;
        }
        values
    }

    /// Joins the path that was taken since a mark with the path that skips it.
    pub(super) fn join_skipped(&mut self, mark: usize) {
        let values = self.take_back(mark);
        self.join(&values);
    }

    /// Joins this path with a different one that ends with these values.
    pub(super) fn join(&mut self, values: &[(LocalId, Option<Varying>)]) {
        for (local, value) in values {
            self.change(*local, self.varying[local.index()].or(*value));
        }
    }

    /// Begins an iteration: with the values before the loop, or with those at the end of an iteration.
    pub(super) fn begin_iteration(&mut self, id: StmtId) {
        let again = self.loops.entry(id).or_default().again.iter();
        let values: Vec<_> = again.map(|(local, value)| (*local, Some(*value))).collect();
        self.join(&values);
    }

    /// Ends an iteration of a loop that began at a mark.
    pub(super) fn end_iteration(&mut self, id: StmtId, mark: usize, is_left: bool) {
        let changed = self.changes[mark..].iter();
        let changed = changed.filter_map(|(local, _)| Some((*local, self.varying[local.index()]?)));
        let known = self.loops.entry(id).or_default();
        let before = known.again.len();
        for (local, value) in changed {
            known.again.entry(local).or_insert(value);
        }
        // `continue` and `break` come from anywhere in the body.
        if is_left {
            for (local, value) in &known.anywhere {
                known.again.entry(*local).or_insert(*value);
            }
        }
        self.is_changed |= known.again.len() > before;
    }

    /// Joins the paths that leave a `switch` with `break`.
    pub(super) fn join_anywhere(&mut self, id: StmtId) {
        let anywhere = self.loops.entry(id).or_default().anywhere.iter();
        let values: Vec<_> = anywhere.map(|(local, value)| (*local, Some(*value))).collect();
        self.join(&values);
    }

    pub(super) fn refer_to_parameter(&mut self, local: LocalId) {
        if let Some(number) = self.parameters.iter().position(|parameter| *parameter == local) {
            self.summary.referred[number] = true;
        }
    }

    pub(super) fn reference(&self, local: LocalId) -> Option<Found> {
        self.references[local.index()]
    }

    pub(super) fn refer(&mut self, local: LocalId, found: Found) {
        self.references[local.index()] = Some(found);
    }

    fn tick(&mut self) -> Moment {
        self.now.0 += 1;
        self.now
    }

    /// Returns true if a `tile_static` variable has not been written since a barrier that dominates this place. Rule 8.
    pub(super) fn is_clean(&self, local: LocalId) -> bool {
        let last = self.stored.get(&local).copied().max(self.stored_anything);
        self.barrier_before.is_some() && last < self.barrier_before && self.control().is_none()
    }

    /// Notes a write of a `tile_static` variable.
    pub(super) fn dirty(&mut self, local: LocalId) {
        let now = self.tick();
        self.stored.insert(local, now);
        for frame in &self.frames {
            let Leaves::Loop(id) = frame.leaves else { continue };
            let known = self.loops.entry(id).or_default();
            if !known.stores.contains(&local) {
                known.stores.push(local);
                self.is_changed = true;
            }
        }
    }

    pub(super) fn write_through_pointer(&mut self) {
        self.summary.writes_pointers = true;
        self.stored_anything = Some(self.tick());
        for frame in &self.frames {
            let Leaves::Loop(id) = frame.leaves else { continue };
            let known = self.loops.entry(id).or_default();
            self.is_changed |= !known.stores_anything;
            known.stores_anything = true;
        }
    }

    /// Notes the writes of a loop, which happen before its next iteration.
    pub(super) fn repeat_stores(&mut self, id: StmtId) {
        let now = self.tick();
        let Some(known) = self.loops.get(&id) else { return };
        self.stored.extend(known.stores.iter().map(|local| (*local, now)));
        if known.stores_anything {
            self.stored_anything = Some(now);
        }
    }

    /// Runs operands that the operand at `span` decides about. A barrier in them does not dominate what follows.
    pub(super) fn under<T>(
        &mut self,
        span: Span,
        condition: Option<Varying>,
        work: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let frame = Frame { is_operator: true, ..Frame::of(span, condition, Leaves::Nothing) };
        let mark = self.mark();
        let (result, _) = self.inside(frame, work);
        self.join_skipped(mark);
        result
    }

    /// Runs the code of a construct, and returns its frame as well.
    pub(super) fn inside<T>(
        &mut self,
        frame: Frame,
        work: impl FnOnce(&mut Self) -> T,
    ) -> (T, Option<Frame>) {
        let before = self.barrier_before;
        self.frames.push(frame);
        let result = work(self);
        self.barrier_before = before;
        (result, self.frames.pop())
    }

    /// The reason why not all threads of a tile run the code here; `None` if they do.
    pub(super) fn control(&self) -> Option<Control> {
        let of_frame = |frame: &Frame| {
            let kind = if frame.is_operator { ControlKind::Operator } else { ControlKind::Statement };
            let condition = frame.condition.map(|cause| Control { span: frame.span, kind, cause });
            // A condition may differ because of the departure: the loop changes its variables under it.
            let follows = |departed: &Control| condition.is_none_or(|it| it.cause.span == departed.span);
            frame.departed.filter(follows).or(condition)
        };
        self.frames.iter().find_map(of_frame).or(self.returned)
    }

    /// Returns a value. The results differ if not all threads return here.
    pub(super) fn result(&mut self, value: Option<Varying>) {
        let value = value.or_else(|| self.control().map(|control| control.cause));
        self.summary.result = self.summary.result.or(value);
    }

    /// Waits at a barrier of the engine, in a header.
    pub(super) fn wait(&mut self, span: Span) {
        self.summary.barrier = self.summary.barrier.or(Some(span));
    }

    /// Calls a function that waits at a barrier.
    pub(super) fn reach_barrier(&mut self, callee: usize, barrier: Span, span: Span) {
        let module = self.module();
        let is_direct = self.analysis.is_of_library(module.ast[module.instances[callee].function].name_span);
        let place = if is_direct { span } else { barrier };
        self.summary.barrier = self.summary.barrier.or(Some(place));
        if let Some(control) = self.control().filter(|_| self.is_reporting)
            && self.analysis.reported.insert(span)
        {
            let inside = (!is_direct).then_some(barrier);
            let found = super::report::diagnostic(module, (span, inside), control);
            self.analysis.found.push(found);
        }
        if is_direct {
            self.barrier_before = Some(self.tick());
        }
    }
}
