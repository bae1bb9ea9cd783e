//! The program that is debugged.

use super::breakpoint::{Breakpoint, Wanted};
use super::launch::{Attributes, Launch, Program};
use super::watch;
use crate::places::{File, Place};
use shader_ir::{Point, Variable};
use shader_language::Language;
use shader_run::debug::{Debuggee, Event, History, Print, Printed, Request, Values};
use shader_run::execute::Fault;
use shader_run::execute::Terms;
use shader_source::{Position, Span};
use std::collections::BTreeMap;

/// The maximum number of lines between the line of a breakpoint and its statement.
const MOST_LINES: u32 = 100;
/// The fuel of strict execution. A client waits for the first stop, so that it is less than the fuel of a run.
const STRICT_FUEL: u64 = 20_000_000;

/// The reason why execution stops.
pub(super) enum Stop {
    Entry,
    Step,
    Pause,
    Breakpoint,
    /// A fault of strict execution, with its message.
    Fault(String),
    /// The program has ended.
    End,
}

/// A statement of a file.
struct Statement {
    line: u32,
    column: u32,
    at: u32,
    /// Its function, if the entry point reaches it.
    function: Option<String>,
}

/// The program that is debugged.
pub(super) struct Target {
    program: Program,
    debuggee: Debuggee,
    history: History,
    pub(super) workgroup: u64,
    stops_on_entry: bool,
    is_never_stopped: bool,
    /// The breakpoints that the editor wants, by file.
    wanted: BTreeMap<usize, Vec<Wanted>>,
    /// Where statements can be written.
    places: Vec<Span>,
    breakpoints: Vec<Breakpoint>,
    /// The conditions that the debuggee evaluates.
    conditions: Vec<Print>,
    /// By breakpoint with a hit condition: the statements at which it is hit.
    hits: Vec<Vec<usize>>,
    /// The faults in this workgroup: event, invocation and message.
    faults: Vec<(usize, usize, String)>,
    /// The present place.
    event: usize,
    /// The invocation that the user looks at.
    pub(super) lane: usize,
    /// Whether it stopped for a fault there: breakpoints of other invocations at this statement come next.
    is_at_fault: bool,
}

impl Target {
    /// Loads a program.
    ///
    /// # Errors
    /// The reason, as a sentence without a full stop.
    pub(super) fn new(Launch { mut program, attributes }: Launch) -> Result<Self, String> {
        let Attributes { workgroup, stops_on_entry, is_never_stopped, fuel } = attributes;
        if program.workgroups == 0 {
            return Err("`workgroups`: expected at least 1 along each axis".to_owned());
        }
        if workgroup >= program.workgroups {
            let count = program.workgroups;
            return Err(format!("`workgroup`: there are {count}, counted from 0, found {workgroup}"));
        }
        let refused = |refusal: shader_run::debug::Refusal| refusal.to_string();
        let debuggee = Debuggee::new(&mut *program.subject, &Request::default()).map_err(refused)?;
        let history = debuggee.history(workgroup).map_err(refused)?;
        let is_strict = program.subject.launch().options.strict;
        let mut target = Self {
            program,
            debuggee,
            history,
            workgroup,
            stops_on_entry,
            is_never_stopped,
            wanted: BTreeMap::new(),
            places: Vec::new(),
            breakpoints: Vec::new(),
            conditions: Vec::new(),
            hits: Vec::new(),
            faults: Vec::new(),
            event: 0,
            lane: 0,
            is_at_fault: false,
        };
        target.places = target.program.subject.places();
        if is_strict && !is_never_stopped {
            let faults = target.debuggee.faults(workgroup, fuel.unwrap_or(STRICT_FUEL)).map_err(refused)?;
            target.faults =
                faults.into_iter().filter_map(|(event, fault)| target.fault(event, fault)).collect();
            target.faults.sort_by_key(|(event, lane, _)| (*event, *lane));
        }
        Ok(target)
    }

    /// Where a fault stops the program: at its statement, or at the last time before that its invocation executes one around its place.
    fn fault(&self, event: usize, fault: Fault) -> Option<(usize, usize, String)> {
        let lane = fault.invocation as usize;
        let is_around = |event: &usize| {
            let statement = self.point(*event).span;
            // A loop that does not end is around its statements.
            self.history.events[*event].has(lane)
                && (statement.contains(fault.span) || fault.span.contains(statement))
        };
        let has = |event: &usize| self.history.events[*event].has(lane);
        let last = event.min(self.history.events.len().checked_sub(1)?);
        let event = (0..=last).rev().find(is_around).or_else(|| (0..=last).rev().find(has))?;
        let mut message = fault.message;
        if let Some(rival) = fault.rival
            && let Some(place) = rival.span.and_then(|span| self.program.places.label(span.lo))
        {
            message = format!("{message}; the other access is at {place}");
        }
        Some((event, lane, message))
    }

    /// The language's words for the parts of a dispatch.
    pub(super) fn terms(&self) -> &'static Terms {
        self.program.subject.launch().options.terms
    }

    /// The language.
    pub(super) const fn language(&self) -> Language {
        self.program.language
    }

    /// The number of invocations of the workgroup.
    pub(super) const fn lanes(&self) -> usize {
        self.program.lanes
    }

    /// The files of the program.
    pub(super) fn files(&self) -> &[File] {
        self.program.places.files()
    }

    /// Replaces the breakpoints of a file.
    pub(super) fn set_breakpoints(&mut self, file: usize, wanted: Vec<Wanted>) -> Vec<Breakpoint> {
        self.wanted.insert(file, wanted);
        let all = self.wanted.clone();
        let (mut found, mut own) = (Vec::new(), 0..0);
        for (of, wanted) in &all {
            let statements = self.statements_of(*of);
            let start = found.len();
            found.extend(wanted.iter().map(|wanted| self.located(*of, &statements, wanted)));
            if *of == file {
                own = start..found.len();
            }
        }
        self.add_conditions(&mut found);
        self.breakpoints = found;
        let hits = |breakpoint: usize| match self.breakpoints[breakpoint].hits {
            Some(_) => {
                let all = 0..self.history.events.len();
                all.filter(|event| !self.stopped_by(breakpoint, *event).is_empty()).collect()
            }
            None => Vec::new(),
        };
        self.hits = (0..self.breakpoints.len()).map(hits).collect();
        self.breakpoints[own].to_vec()
    }

    /// The statements of a file by line. Of a line, statements that the entry point reaches come first.
    fn statements_of(&self, file: usize) -> Vec<Statement> {
        let at = |at: u32, function: Option<String>| {
            let place = self.program.places.place(at).filter(|place| place.index == file)?;
            let Position { line, column_bytes: column, .. } = place.position;
            Some(Statement { line, column, at, function })
        };
        let points = self.debuggee.points().iter().filter(|point| point.print.is_none());
        let reached =
            points.filter_map(|point| at(point.span.lo, Some(point.frames.last()?.function.clone())));
        let others = self.places.iter().filter_map(|span| at(span.lo, None));
        let mut all: Vec<Statement> = reached.chain(others).collect();
        all.sort_by_key(|it| (it.line, it.function.is_none(), it.column));
        all
    }

    /// A breakpoint at the first statement on its line, or on a line after it in the same function.
    fn located(&self, file: usize, statements: &[Statement], wanted: &Wanted) -> Breakpoint {
        let mut breakpoint = Breakpoint::new(wanted);
        let Some(line) = wanted.line.filter(|_| breakpoint.problem.is_none()) else { return breakpoint };
        let (before, after) = statements.split_at(statements.partition_point(|it| it.line < line));
        let before = before.iter().rev().find_map(|it| it.function.as_ref());
        let next = after.first().filter(|it| it.line <= line.saturating_add(MOST_LINES));
        breakpoint.problem = match next {
            Some(Statement { line: found, at, function: Some(function), .. }) => {
                // The end of a function has no statement.
                if *found != line && before.is_some_and(|it| it != function) && self.is_blank(file, line) {
                    Some("no statement of this function follows".to_owned())
                } else {
                    (breakpoint.line, breakpoint.at) = (*found, Some(*at));
                    None
                }
            }
            Some(Statement { function: None, .. }) => {
                Some("the entry point does not reach this statement".to_owned())
            }
            None => Some("no statement starts here".to_owned()),
        };
        breakpoint
    }

    /// Returns true if a line has no code, or only ends a block.
    fn is_blank(&self, file: usize, line: u32) -> bool {
        let text = self.program.places.files()[file].line(line).unwrap_or_default().trim();
        text.is_empty() || text.starts_with("//") || text.starts_with("/*") || text.starts_with('}')
    }

    /// Lets the debuggee evaluate the conditions of breakpoints.
    fn add_conditions(&mut self, found: &mut [Breakpoint]) {
        // Each condition is checked alone first, so that one mistake does not disable the others.
        for breakpoint in &mut *found {
            let Some((at, expression)) = breakpoint.at.zip(breakpoint.condition.clone()) else { continue };
            let known = self.conditions.iter().any(|it| it.at == at && it.expression == expression);
            if !self.is_place(at) {
                let problem = "this place can't have a condition: use the statement before or after it";
                breakpoint.problem = Some(problem.to_owned());
            } else if !known && let Err(reason) = self.with_prints(vec![Print { expression, at }], true) {
                breakpoint.problem = Some(reason);
            } else if self.is_loop(at) {
                let note = "the condition is evaluated before the loop, not each time around it";
                breakpoint.note = Some(note.to_owned());
            }
        }
        let is_conditional = |it: &&mut Breakpoint| it.problem.is_none() && it.condition.is_some();
        let prints: Vec<Print> = found
            .iter_mut()
            .filter(is_conditional)
            .filter_map(|it| Some(Print { expression: it.condition.clone()?, at: it.at? }))
            .collect();
        if prints == self.conditions {
            return;
        }
        if let Ok(debuggee) = self.with_prints(prints.clone(), true)
            && let Ok(history) = debuggee.history(self.workgroup)
        {
            (self.debuggee, self.history, self.conditions) = (debuggee, history, prints);
        }
    }

    /// Returns true if a statement can be written at a place.
    fn is_place(&self, at: u32) -> bool {
        self.places.binary_search_by_key(&at, |place| place.lo).is_ok()
    }

    /// Returns true if a loop with a condition starts at a place.
    fn is_loop(&self, at: u32) -> bool {
        let source = self.program.subject.source();
        let word =
            source.get(at as usize..).and_then(|rest| rest.split(|it: char| !it.is_alphabetic()).next());
        matches!(word, Some("while" | "for"))
    }

    fn with_prints(&mut self, prints: Vec<Print>, are_conditions: bool) -> Result<Debuggee, String> {
        let request = Request { prints, filter: None };
        let debuggee = Debuggee::new(&mut *self.program.subject, &request);
        let checked = debuggee.and_then(|debuggee| {
            if are_conditions {
                debuggee.check_conditions()?;
            }
            Ok(debuggee)
        });
        checked.map_err(|refusal| refusal.to_string())
    }

    /// Returns true if strict execution has found faults.
    pub(super) const fn has_faults(&self) -> bool {
        !self.faults.is_empty()
    }

    /// The number of statements that can be visited, if the program executes more.
    pub(super) fn limit(&self) -> Option<usize> {
        self.history.is_cut.then_some(self.history.events.len())
    }

    /// Returns true if a statement before the program's end is being looked at.
    pub(super) fn is_stopped(&self) -> bool {
        self.event < self.history.events.len()
    }

    fn point(&self, event: usize) -> &Point {
        &self.debuggee.points()[self.history.events[event].point]
    }

    /// The last statement up to the present one that an invocation executes.
    pub(super) fn event_of(&self, lane: usize) -> Option<usize> {
        let events = self.history.events.get(..=self.event)?;
        events.iter().rposition(|event| event.has(lane))
    }

    /// The values that the last statement of an invocation shows.
    pub(super) fn point_of(&self, lane: usize) -> Option<&Point> {
        self.event_of(lane).map(|event| self.point(event))
    }

    /// The file of a place, and its position there.
    pub(super) fn place(&self, place: u32) -> Option<Place<'_>> {
        self.program.places.place(place)
    }

    /// The values at the last statement of an invocation. Memory that it shares with others has its present values.
    pub(super) fn values(&self, lane: usize) -> Result<Values, String> {
        let event = self.event_of(lane).ok_or("the invocation has not started")?;
        let values = self.debuggee.values(self.workgroup, (event, lane), self.event);
        values.map_err(|refusal| refusal.to_string())
    }

    /// The value of an expression at the last statement of an invocation, in one of its frames.
    pub(super) fn evaluate(
        &mut self,
        expression: &str,
        lane: usize,
        frame: usize,
    ) -> Result<Printed, String> {
        let event = self.event_of(lane).ok_or("the invocation has not started")?;
        let point = self.point(event);
        let values = self.values(lane)?;
        if let Some(value) = watch::value_of(expression, Some(frame), &point.variables, &values.variables) {
            return Ok(value);
        }
        // An expression is checked in the scope of the statement, which is in the innermost function.
        if frame + 1 < point.frames.len() {
            return Err("in this frame only variables, their members and elements can be shown".to_owned());
        }
        let at = point.span.lo;
        if !self.is_place(at) {
            return Err("at this place only variables, their members and elements can be shown".to_owned());
        }
        if event < self.event && self.is_changed(expression, (event, lane), &values)? {
            let reason = "memory has changed since this invocation was last executed: only variables, their members and elements can be shown";
            return Err(reason.to_owned());
        }
        let shown = vec![Print { expression: expression.to_owned(), at }];
        let debuggee = self.with_prints(shown, false)?;
        let values = debuggee.values(self.workgroup, (event, lane), event);
        let prints = values.map_err(|refusal| refusal.to_string())?.prints;
        prints.into_iter().next_back().map(|(_, value)| value).ok_or("the value is not known".to_owned())
    }

    /// Returns true if shared memory that an expression may read has changed since an earlier statement. A function may read all of it.
    fn is_changed(&self, expression: &str, at: (usize, usize), now: &Values) -> Result<bool, String> {
        let then = self.debuggee.values(self.workgroup, at, at.0).map_err(|refusal| refusal.to_string())?;
        let is_read = |variable: &Variable| {
            let mut words = expression.split(|it: char| !it.is_alphanumeric() && it != '_');
            expression.contains('(') || words.any(|word| word == variable.name)
        };
        let variables = self.point(at.0).variables.iter().zip(then.variables.iter().zip(&now.variables));
        let mut shared = variables.filter(|(variable, _)| variable.shown.is_in_memory && is_read(variable));
        Ok(shared.any(|(_, (then, now))| then != now))
    }

    /// Starts at the first statement, and stops there or continues.
    pub(super) fn start(&mut self) -> Stop {
        self.event = 0;
        if self.is_never_stopped {
            self.event = self.history.events.len();
            return Stop::End;
        }
        if self.stops_on_entry || self.history.events.is_empty() {
            return if self.is_stopped() { Stop::Entry } else { Stop::End };
        }
        self.stop_at(0).unwrap_or_else(|| self.go(true))
    }

    /// Continues, in either direction, to the next breakpoint or fault.
    pub(super) fn go(&mut self, is_forward: bool) -> Stop {
        if is_forward && core::mem::take(&mut self.is_at_fault) {
            let all = 0..self.breakpoints.len();
            let lane = all.filter_map(|it| self.hit(it, self.event)).find(|lane| *lane != self.lane);
            if let Some(lane) = lane {
                self.lane = lane;
                return Stop::Breakpoint;
            }
        }
        self.is_at_fault = false;
        let events: Vec<usize> = if is_forward {
            (self.event + 1..self.history.events.len()).collect()
        } else {
            (0..self.event).rev().collect()
        };
        for event in events {
            if let Some(stop) = self.stop_at(event) {
                self.event = event;
                return stop;
            }
        }
        self.event = if is_forward { self.history.events.len() } else { 0 };
        if is_forward { Stop::End } else { Stop::Entry }
    }

    /// The reason to stop at a statement. The invocation that the user looks at stays the same if it has that reason.
    fn stop_at(&mut self, event: usize) -> Option<Stop> {
        if let Some(stop) = self.fault_at(event) {
            return Some(stop);
        }
        let lane = (0..self.breakpoints.len()).find_map(|breakpoint| self.hit(breakpoint, event))?;
        self.lane = lane;
        Some(Stop::Breakpoint)
    }

    fn fault_at(&mut self, event: usize) -> Option<Stop> {
        // They are in the order of events.
        let first = self.faults.partition_point(|(at, ..)| *at < event);
        let here: Vec<_> = self.faults[first..].iter().take_while(|(at, ..)| *at == event).collect();
        let (_, lane, _) = here.first()?;
        self.lane = *lane;
        self.is_at_fault = true;
        let messages: Vec<&str> = here.iter().map(|(.., message)| message.as_str()).collect();
        Some(Stop::Fault(messages.join("; ")))
    }

    fn hit(&self, breakpoint: usize, event: usize) -> Option<usize> {
        let lanes = self.stopped_by(breakpoint, event);
        let first = *lanes.first()?;
        if let Some(hits) = self.breakpoints[breakpoint].hits {
            let count = self.hits[breakpoint].partition_point(|it| *it <= event);
            if !hits.hold(count) {
                return None;
            }
        }
        Some(if lanes.contains(&self.lane) { self.lane } else { first })
    }

    /// The invocations that a breakpoint stops at a statement.
    fn stopped_by(&self, breakpoint: usize, event: usize) -> Vec<usize> {
        let Breakpoint { at, condition, problem, .. } = &self.breakpoints[breakpoint];
        if problem.is_some() || *at != Some(self.point(event).span.lo) {
            return Vec::new();
        }
        let event: &Event = &self.history.events[event];
        let conditional = |it: &Breakpoint| it.problem.is_none() && it.condition.is_some();
        let print = self.breakpoints[..breakpoint].iter().filter(|it| conditional(it)).count();
        event.lanes().filter(|lane| condition.is_none() || event.holds(print, *lane)).collect()
    }

    /// Goes to the next statement of the invocation, at a call depth of at most `depth`, unless a fault or one of its breakpoints comes first.
    pub(super) fn step(&mut self, lane: usize, depth: Option<usize>) -> Stop {
        self.lane = lane;
        self.is_at_fault = false;
        for event in self.event + 1..self.history.events.len() {
            if let Some(stop) = self.fault_at(event) {
                self.event = event;
                return stop;
            }
            if !self.history.events[event].has(lane) {
                continue;
            }
            let is_shallow = depth.is_none_or(|depth| self.point(event).frames.len() <= depth);
            let is_hit = (0..self.breakpoints.len()).any(|it| self.hit(it, event) == Some(lane));
            if is_shallow || is_hit {
                self.event = event;
                return if is_shallow { Stop::Step } else { Stop::Breakpoint };
            }
        }
        self.event = self.history.events.len();
        Stop::End
    }

    /// Goes back to the statement before.
    pub(super) fn step_back(&mut self, lane: usize) -> Stop {
        self.lane = lane;
        self.is_at_fault = false;
        let end = self.event.min(self.history.events.len());
        let before = (0..end).rev().find(|event| self.history.events[*event].has(lane));
        self.event = before.unwrap_or(0);
        if before.is_some() { Stop::Step } else { Stop::Entry }
    }
}
