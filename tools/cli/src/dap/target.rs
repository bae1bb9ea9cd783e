//! The program that is debugged.

use super::launch::Launch;
use crate::files::ProgramBytes;
use crate::judgement::judge;
use crate::run::debugged;
use crate::whole;
use shader_run::execute::{Fault, Options};
use shader_source::LineIndex;
use webgpu_model::Dispatch;
use wgsl_lower::Point;
use wgsl_lower::debug::{Debuggee, Event, History, Values};
use wgsl_lower::trace::{Print, Refusal, Request, statement_on};
use wgsl_validator::{Module, Validator};

/// A breakpoint.
#[derive(Clone)]
pub(super) struct Breakpoint {
    /// Where its statement starts, if there is one on or after its line.
    pub(super) at: Option<u32>,
    pub(super) line: u32,
    pub(super) condition: Option<String>,
    pub(super) hit_condition: Option<String>,
    /// Why it can't stop the program.
    pub(super) problem: Option<String>,
}

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

/// The program that is debugged.
pub(super) struct Target {
    pub(super) path: String,
    source: String,
    module: Module,
    validator: Validator,
    dispatch: Dispatch,
    options: Options,
    debuggee: Debuggee,
    history: History,
    pub(super) workgroup: u64,
    pub(super) lanes: usize,
    pub(super) stops_on_entry: bool,
    breakpoints: Vec<Breakpoint>,
    /// By breakpoint with a hit condition: the statements at which it is hit.
    hits: Vec<Vec<usize>>,
    /// The faults in this workgroup: event, invocation and message.
    faults: Vec<(usize, usize, String)>,
    /// The present place.
    event: usize,
    /// The invocation that the user looks at.
    pub(super) lane: usize,
}

impl Target {
    /// Loads a program.
    ///
    /// # Errors
    /// The reason, as a sentence without a full stop.
    pub(super) fn new(launch: &Launch) -> Result<Self, String> {
        let Launch { run, workgroup, stops_on_entry } = launch;
        let (options, mut validator, dispatch) = debugged::requested(run)?;
        let program = whole::read(&run.file, &run.modules, validator.options())
            .map_err(|_| format!("{}: the program can't be read", run.file.display()))?;
        let ProgramBytes { name, bytes } = program;
        let path = std::path::absolute(&run.file).map_or(name.clone(), |path| path.display().to_string());
        let (judgement, module) = judge(ProgramBytes { name, bytes }, &mut validator);
        let module = module.filter(Module::is_accepted).ok_or_else(|| debugged::first_error(&judgement))?;
        let (dispatch, lanes) = debugged::complete(&module, &mut validator, &dispatch, run.auto)?;
        let source = judgement.text;
        let debuggee =
            Debuggee::new((&module, &source), &mut validator, &Request::default(), &dispatch, &options)
                .map_err(|refusal| refusal.to_string())?;
        let history = debuggee.history(*workgroup).map_err(|failure| failure.to_string())?;
        let mut target = Self {
            path,
            source,
            module,
            validator,
            dispatch,
            options,
            debuggee,
            history,
            workgroup: *workgroup,
            lanes,
            stops_on_entry: *stops_on_entry,
            breakpoints: Vec::new(),
            hits: Vec::new(),
            faults: Vec::new(),
            event: 0,
            lane: 0,
        };
        if options.strict {
            target.find_faults()?;
        }
        Ok(target)
    }

    /// Finds the statements that have faults in strict execution.
    fn find_faults(&mut self) -> Result<(), String> {
        let faults = debugged::faults(&self.module, &mut self.validator, &self.dispatch, &self.options)?;
        for Fault { workgroup, invocation, span, message, .. } in faults {
            let lane = invocation as usize;
            let events = self.history.events.iter().enumerate().filter(|(_, event)| event.has(lane));
            let with_size = events.filter_map(|(index, event)| {
                let statement = self.debuggee.points()[event.point].span;
                let is_in = statement.lo <= span.lo && span.hi <= statement.hi;
                is_in.then_some((statement.hi - statement.lo, index))
            });
            // The statement itself, not one that it is nested in.
            if let Some((_, event)) = with_size.min()
                && workgroup == self.workgroup
            {
                self.faults.push((event, lane, message));
            }
        }
        Ok(())
    }

    /// Replaces the breakpoints: line, condition and hit condition of each.
    pub(super) fn set_breakpoints(
        &mut self,
        wanted: Vec<(u32, Option<String>, Option<String>)>,
    ) -> Vec<Breakpoint> {
        let last = self.source.lines().count() as u32;
        let mut found = Vec::new();
        for (line, condition, hit_condition) in wanted {
            let place = (line..=last.min(line.saturating_add(100)))
                .find_map(|line| Some((statement_on(&self.module, &self.source, line)?, line)));
            let problem = place.is_none().then(|| "no statement starts here".to_owned());
            let (at, line) = place.map_or((None, line), |(at, line)| (Some(at), line));
            found.push(Breakpoint { at, line, condition, hit_condition, problem });
        }
        // Each condition is checked alone first, so that one mistake does not disable the others.
        for breakpoint in &mut found {
            if let (Some(at), Some(expression)) = (breakpoint.at, breakpoint.condition.clone())
                && let Err(reason) = self.with_prints(vec![Print { expression, at }])
            {
                breakpoint.problem = Some(reason);
            }
        }
        let is_conditional = |it: &&Breakpoint| it.problem.is_none() && it.condition.is_some();
        let prints = found
            .iter()
            .filter(is_conditional)
            .filter_map(|it| Some(Print { expression: it.condition.clone()?, at: it.at? }));
        if let Ok(debuggee) = self.with_prints(prints.collect())
            && let Ok(history) = debuggee.history(self.workgroup)
        {
            (self.debuggee, self.history) = (debuggee, history);
        }
        self.breakpoints.clone_from(&found);
        let hits = |breakpoint: usize| match found[breakpoint].hit_condition {
            Some(_) => {
                let all = 0..self.history.events.len();
                all.filter(|event| !self.stopped_by(breakpoint, *event).is_empty()).collect()
            }
            None => Vec::new(),
        };
        self.hits = (0..found.len()).map(hits).collect();
        found
    }

    fn with_prints(&mut self, prints: Vec<Print>) -> Result<Debuggee, String> {
        let request = Request { prints, filter: None };
        let program = (&self.module, &*self.source);
        let debuggee = Debuggee::new(program, &mut self.validator, &request, &self.dispatch, &self.options);
        debuggee.map_err(|refusal: Refusal| refusal.to_string())
    }

    /// The number of statements that can be visited, if the program executes more.
    pub(super) fn limit(&self) -> Option<usize> {
        self.history.is_cut.then_some(self.history.events.len())
    }

    /// Returns true if a path names the program.
    pub(super) fn is_at(&self, path: &str) -> bool {
        let canonical = |path: &str| std::fs::canonicalize(path).ok();
        path == self.path || canonical(path).is_some_and(|path| Some(path) == canonical(&self.path))
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

    /// The line and the column of a place.
    pub(super) fn position(&self, place: u32) -> (u32, u32) {
        let position = LineIndex::new(&self.source).position(place);
        (position.line, position.column_bytes)
    }

    /// The values at the last statement of an invocation.
    pub(super) fn values(&self, lane: usize) -> Result<Values, String> {
        let event = self.event_of(lane).ok_or("the invocation has not started")?;
        self.debuggee.values(self.workgroup, event, lane).map_err(|failure| failure.to_string())
    }

    /// The value of an expression at the last statement of an invocation.
    pub(super) fn evaluate(
        &mut self,
        expression: &str,
        lane: usize,
    ) -> Result<wgsl_lower::printed::Printed, String> {
        let event = self.event_of(lane).ok_or("the invocation has not started")?;
        let at = self.point(event).span.lo;
        let debuggee = self.with_prints(vec![Print { expression: expression.to_owned(), at }])?;
        let values = debuggee.values(self.workgroup, event, lane).map_err(|failure| failure.to_string())?;
        values
            .prints
            .into_iter()
            .next_back()
            .map(|(_, value)| value)
            .ok_or("the value is not known".to_owned())
    }

    /// Starts at the first statement, and stops there or continues.
    pub(super) fn start(&mut self) -> Stop {
        self.event = 0;
        if self.stops_on_entry || self.history.events.is_empty() {
            return if self.is_stopped() { Stop::Entry } else { Stop::End };
        }
        self.stop_at(0).unwrap_or_else(|| self.go(true))
    }

    /// Continues, in either direction, to the next breakpoint or fault.
    pub(super) fn go(&mut self, is_forward: bool) -> Stop {
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
        if let Some((_, lane, message)) = self.faults.iter().find(|(at, ..)| *at == event) {
            self.lane = *lane;
            return Some(Stop::Fault(message.clone()));
        }
        let lane = (0..self.breakpoints.len()).find_map(|breakpoint| self.hit(breakpoint, event))?;
        self.lane = lane;
        Some(Stop::Breakpoint)
    }

    fn hit(&self, breakpoint: usize, event: usize) -> Option<usize> {
        let lanes = self.stopped_by(breakpoint, event);
        let first = *lanes.first()?;
        if let Some(hits) = &self.breakpoints[breakpoint].hit_condition {
            let count = self.hits[breakpoint].partition_point(|it| *it <= event);
            if !is_hit(hits, count) {
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

    /// Goes to the next statement of the invocation, at a call depth of at most `depth`.
    pub(super) fn step(&mut self, lane: usize, depth: Option<usize>) -> Stop {
        self.lane = lane;
        let is_next = |event: &usize| {
            let is_shallow = depth.is_none_or(|depth| self.point(*event).frames.len() <= depth);
            self.history.events[*event].has(lane) && is_shallow
        };
        let next = (self.event + 1..self.history.events.len()).find(is_next);
        self.event = next.unwrap_or(self.history.events.len());
        if next.is_some() { Stop::Step } else { Stop::End }
    }

    /// Goes back to the statement before.
    pub(super) fn step_back(&mut self, lane: usize) -> Stop {
        self.lane = lane;
        let end = self.event.min(self.history.events.len());
        let before = (0..end).rev().find(|event| self.history.events[*event].has(lane));
        self.event = before.unwrap_or(0);
        if before.is_some() { Stop::Step } else { Stop::Entry }
    }
}

/// Returns true if the number of hits is as a hit condition says: `5`, `>= 5`, `> 5` or `% 5`.
fn is_hit(condition: &str, count: usize) -> bool {
    let text = condition.trim();
    let split = text.find(|it: char| it.is_ascii_digit()).unwrap_or(text.len());
    let (operator, number) = text.split_at(split);
    let Ok(number) = number.parse::<usize>() else { return true };
    match operator.trim() {
        ">=" => count >= number,
        ">" => count > number,
        "%" => number > 0 && count.is_multiple_of(number),
        _ => count == number,
    }
}
