//! A session with an editor.

use super::breakpoint::{Breakpoint, Wanted};
use super::launch::Host;
use super::shown::{ScalarNames, page, short};
use super::target::{Stop, Target};
use serde_json::{Value, json};
use shader_run::debug::Printed;
use shader_run::execute::Terms;

/// The maximum number of invocations that are listed as threads: the first ones of the workgroup.
const MOST_THREADS: usize = 256;
/// The maximum number of frames of a thread.
const MOST_FRAMES: usize = 1024;

/// The variables that a reference means, until execution continues.
enum Handle {
    /// The variables of a function: invocation, and index of the frame.
    Locals(usize, usize),
    /// The variables of the module.
    Globals(usize),
    /// The parts of a value.
    Parts(Printed),
}

/// A session with a client.
pub struct Session {
    host: Box<dyn Host>,
    sent: u64,
    target: Option<Target>,
    /// The numbers that the editor gives to the first line and column.
    first_line: u32,
    first_column: u32,
    handles: Vec<Handle>,
    /// The number of references that are no longer valid.
    used_handles: usize,
    /// Whether the program has ended.
    is_ended: bool,
    is_over: bool,
}

impl Session {
    /// A session whose client has sent nothing yet.
    #[must_use]
    pub fn new(host: impl Host + 'static) -> Self {
        Self {
            host: Box::new(host),
            sent: 0,
            target: None,
            first_line: 1,
            first_column: 1,
            handles: Vec::new(),
            used_handles: 0,
            is_ended: false,
            is_over: false,
        }
    }

    /// Returns true if the client has left.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.is_over
    }

    /// Handles a message. The result is the answer, and the events after it.
    pub fn receive(&mut self, message: &Value) -> Vec<Value> {
        if message["type"] != "request" {
            return Vec::new();
        }
        let command = message["command"].as_str().unwrap_or_default();
        let answer = self.answer(command, &message["arguments"]);
        let mut response = json!({
            "type": "response", "request_seq": message["seq"].as_u64().unwrap_or(0), "command": command, "success": answer.is_ok(),
        });
        let events = match answer {
            Ok((body, events)) => {
                if !body.is_null() {
                    response["body"] = body;
                }
                events
            }
            Err(reason) => {
                response["message"] = reason.clone().into();
                response["body"] = json!({ "error": { "id": 1, "format": reason, "showUser": true } });
                Vec::new()
            }
        };
        let mut messages = vec![response];
        messages.extend(events);
        for message in &mut messages {
            self.sent += 1;
            message["seq"] = self.sent.into();
        }
        messages
    }
}

type Answer = Result<(Value, Vec<Value>), String>;

#[allow(clippy::unnecessary_wraps, reason = "the last expression of functions that can fail")]
fn body(body: Value) -> Answer {
    Ok((body, Vec::new()))
}

impl Session {
    fn answer(&mut self, command: &str, arguments: &Value) -> Answer {
        match command {
            "initialize" => self.initialize(arguments),
            "launch" if self.target.is_some() => Err("a program was launched already".to_owned()),
            "launch" => {
                self.target = Some(Target::new(self.host.load(arguments)?)?);
                Ok((Value::Null, vec![event("initialized", &Value::Null)]))
            }
            "disconnect" | "terminate" => {
                self.is_over = command == "disconnect";
                self.is_ended = true;
                let events = vec![event("terminated", &Value::Null)];
                Ok((Value::Null, if self.is_over { Vec::new() } else { events }))
            }
            "setExceptionBreakpoints" | "setFunctionBreakpoints" => body(json!({ "breakpoints": [] })),
            "setBreakpoints" => self.set_breakpoints(arguments),
            "configurationDone" => self.go(Target::start),
            "threads" => self.threads(),
            "stackTrace" => self.stack_trace(arguments),
            "scopes" => self.scopes(arguments),
            "variables" => self.variables(arguments),
            "evaluate" => self.evaluate(arguments),
            "continue" => self.go(|target| target.go(true)),
            "reverseContinue" => self.go(|target| target.go(false)),
            "next" => {
                let lane = self.thread(arguments)?;
                self.go(|target| {
                    let depth = target.point_of(lane).map(|point| point.frames.len());
                    target.step(lane, depth)
                })
            }
            "stepIn" => {
                let lane = self.thread(arguments)?;
                self.go(|target| target.step(lane, None))
            }
            "stepOut" => {
                let lane = self.thread(arguments)?;
                self.go(|target| {
                    let depth = target.point_of(lane).map(|point| point.frames.len().saturating_sub(1));
                    target.step(lane, depth)
                })
            }
            "stepBack" => {
                let lane = self.thread(arguments)?;
                self.go(|target| target.step_back(lane))
            }
            // Requests are handled one after the other: execution is stopped whenever one arrives.
            "pause" => self.go(|_| Stop::Pause),
            _ => Err(format!("the request `{command}` is not supported")),
        }
    }

    fn initialize(&mut self, arguments: &Value) -> Answer {
        let first = |name: &str| u32::from(arguments[name] != false);
        (self.first_line, self.first_column) = (first("linesStartAt1"), first("columnsStartAt1"));
        body(json!({
            "supportsConfigurationDoneRequest": true,
            "supportsConditionalBreakpoints": true,
            "supportsHitConditionalBreakpoints": true,
            "supportsEvaluateForHovers": true,
            "supportsStepBack": true,
            "supportsTerminateRequest": true,
        }))
    }

    /// The invocation of a request for a thread.
    fn thread(&mut self, arguments: &Value) -> Result<usize, String> {
        let lanes = self.running()?.lanes();
        match &arguments["threadId"] {
            Value::Null => Ok(0),
            thread => thread
                .as_u64()
                .and_then(|thread| usize::try_from(thread.checked_sub(1)?).ok())
                .filter(|lane| *lane < lanes)
                .ok_or_else(|| format!("there are {lanes} threads, found thread {thread}")),
        }
    }

    /// The invocation and the index of a frame.
    fn frame(&mut self, arguments: &Value) -> Result<(usize, usize), String> {
        let target = self.running()?;
        let id = &arguments["frameId"];
        let place = id.as_u64().and_then(|id| usize::try_from(id.checked_sub(1)?).ok());
        let frame = place.map(|id| (id / MOST_FRAMES, id % MOST_FRAMES));
        let is_there = |(lane, frame): &(usize, usize)| {
            target.point_of(*lane).is_some_and(|point| *frame < point.frames.len())
        };
        frame.filter(is_there).ok_or_else(|| format!("unknown frame {id}"))
    }

    fn target(&mut self) -> Result<&mut Target, String> {
        self.target.as_mut().ok_or_else(|| "no program was launched".to_owned())
    }

    /// The program, if it has not ended.
    fn running(&mut self) -> Result<&mut Target, String> {
        if self.is_ended {
            return Err("the program has ended".to_owned());
        }
        self.target()
    }

    /// Moves, and reports where execution stops.
    fn go(&mut self, how: impl FnOnce(&mut Target) -> Stop) -> Answer {
        // References are not used again: a late request gets no other variables.
        self.used_handles += self.handles.len();
        self.handles.clear();
        let target = self.running()?;
        let stop = how(target);
        let thread = target.lane + 1;
        let (reason, text) = match stop {
            Stop::Entry => ("entry", None),
            Stop::Step => ("step", None),
            Stop::Pause => ("pause", None),
            Stop::Breakpoint => ("breakpoint", None),
            Stop::Fault(message) => ("exception", Some(message)),
            Stop::End => {
                let exit_code = u8::from(target.has_faults());
                let exited = event("exited", &json!({ "exitCode": exit_code }));
                let mut events = vec![exited, event("terminated", &Value::Null)];
                if let Some(limit) = target.limit() {
                    let text = format!(
                        "only the first {limit} statements that the program executes can be visited\n"
                    );
                    events.insert(0, event("output", &json!({ "category": "important", "output": text })));
                }
                self.is_ended = true;
                return Ok((json!({ "allThreadsContinued": true }), events));
            }
        };
        let mut stopped = json!({ "reason": reason, "threadId": thread, "allThreadsStopped": true });
        if let Some(text) = text {
            stopped["description"] = "Fault".into();
            stopped["text"] = text.into();
        }
        Ok((json!({ "allThreadsContinued": true }), vec![event("stopped", &stopped)]))
    }

    fn set_breakpoints(&mut self, arguments: &Value) -> Answer {
        let first_line = self.first_line;
        let wanted = Wanted::all(arguments, first_line);
        let count = wanted.len();
        let path = arguments["source"]["path"].as_str().unwrap_or_default().to_owned();
        // Editors send the breakpoints of all files, one file after the other.
        self.target()?;
        let (host, Some(target)) = (&self.host, &mut self.target) else { return body(Value::Null) };
        let file = target.files().iter().position(|file| host.is_at(&file.name, &path));
        let Some(found) = file.map(|file| target.set_breakpoints(file, wanted)) else {
            let message = "this file is not part of the program that is debugged";
            let shown = vec![json!({ "verified": false, "message": message }); count];
            return body(json!({ "breakpoints": shown }));
        };
        let shown = |it: Breakpoint| {
            let line = (it.line + first_line).saturating_sub(1);
            let mut shown = json!({ "verified": it.problem.is_none(), "line": line });
            if let Some(problem) = it.problem.or(it.note) {
                shown["message"] = problem.into();
            }
            shown
        };
        let shown: Vec<Value> = found.into_iter().map(shown).collect();
        body(json!({ "breakpoints": shown }))
    }

    fn threads(&mut self) -> Answer {
        let target = self.running()?;
        let mut lanes: Vec<usize> = (0..target.lanes().min(MOST_THREADS)).collect();
        if target.lane >= MOST_THREADS {
            lanes.push(target.lane);
        }
        let (Terms { invocation: who, workgroup: whose, .. }, workgroup) = (target.terms(), target.workgroup);
        let thread =
            |lane: usize| json!({ "id": lane + 1, "name": format!("{who} {lane} of {whose} {workgroup}") });
        body(json!({ "threads": lanes.into_iter().map(thread).collect::<Vec<_>>() }))
    }

    fn stack_trace(&mut self, arguments: &Value) -> Answer {
        let invocation = self.thread(arguments)?;
        let (first_line, first_column) = (self.first_line, self.first_column);
        self.running()?;
        let (host, Some(target)) = (&self.host, &self.target) else { return body(Value::Null) };
        let Some(point) = target.point_of(invocation) else {
            return body(json!({ "stackFrames": [], "totalFrames": 0 }));
        };
        let mut frames = Vec::new();
        let mut place = point.span.lo;
        for (index, frame) in point.frames.iter().enumerate().rev().take(MOST_FRAMES) {
            let mut shown = json!({
                "id": invocation * MOST_FRAMES + index + 1, "name": frame.function, "line": 0, "column": 0,
            });
            if let Some(found) = target.place(place) {
                shown["line"] = (found.position.line + first_line).saturating_sub(1).into();
                shown["column"] = (found.position.column_utf16 + first_column).saturating_sub(1).into();
                shown["source"] = json!({ "name": found.file.name, "path": host.path_of(&found.file.name) });
            }
            frames.push(shown);
            place = frame.call.lo;
        }
        let total = frames.len();
        let number = |name: &str| arguments[name].as_u64().map_or(0, |it| it as usize);
        let levels = Some(number("levels")).filter(|levels| *levels > 0).unwrap_or(total);
        let frames: Vec<Value> = frames.into_iter().skip(number("startFrame")).take(levels).collect();
        body(json!({ "totalFrames": total, "stackFrames": frames }))
    }

    fn handle(&mut self, handle: Handle) -> usize {
        self.handles.push(handle);
        self.used_handles + self.handles.len()
    }

    fn scopes(&mut self, arguments: &Value) -> Answer {
        let (lane, frame) = self.frame(arguments)?;
        let locals = self.handle(Handle::Locals(lane, frame));
        let globals = self.handle(Handle::Globals(lane));
        let scope = |name: &str, reference: usize| json!({ "name": name, "variablesReference": reference, "expensive": false });
        body(json!({ "scopes": [scope("Locals", locals), scope("Module", globals)] }))
    }

    fn variables(&mut self, arguments: &Value) -> Answer {
        let reference = arguments["variablesReference"].as_u64().unwrap_or(0) as usize;
        self.running()?;
        let unknown = || "these variables are from an earlier stop".to_owned();
        let index = reference.checked_sub(self.used_handles + 1);
        let handle = index.and_then(|index| self.handles.get(index)).ok_or_else(unknown)?;
        let (lane, wanted) = match handle {
            Handle::Locals(lane, frame) => (*lane, Some(*frame)),
            Handle::Globals(lane) => (*lane, None),
            Handle::Parts(value) => {
                let parts = page(value.clone(), arguments);
                let shown: Vec<Value> =
                    parts.into_iter().map(|(name, part)| self.variable(&name, part)).collect();
                return body(json!({ "variables": shown }));
            }
        };
        let target = self.target()?;
        let values = target.values(lane)?.variables;
        let variables = target.point_of(lane).map_or(&[][..], |point| &point.variables);
        let of_frame = variables.iter().zip(values).filter(|(variable, _)| variable.frame == wanted);
        let mut of_frame: Vec<(String, String, Printed)> =
            of_frame.map(|(variable, value)| (variable.name.clone(), variable.ty.clone(), value)).collect();
        // Of several variables with one name, the innermost is visible.
        let mut names = std::collections::HashSet::new();
        of_frame.reverse();
        of_frame.retain(|(name, ..)| names.insert(name.clone()));
        of_frame.reverse();
        let mut shown = Vec::new();
        for (name, ty, value) in of_frame {
            let mut variable = self.variable(&name, value);
            variable["type"] = ty.into();
            shown.push(variable);
        }
        body(json!({ "variables": shown }))
    }

    /// A variable, with a reference to its parts.
    fn variable(&mut self, name: &str, value: Printed) -> Value {
        let mut shown = json!({ "name": name, "value": short(&value), "variablesReference": 0 });
        match &value {
            Printed::Scalar(ty, _) => {
                let names = self.target.as_ref().map_or(ScalarNames::Wgsl, |it| it.language().into());
                shown["type"] = names.of(*ty).into();
                return shown;
            }
            Printed::Parts(ty, parts) => {
                shown["type"] = ty.clone().into();
                shown["namedVariables"] = parts.len().into();
            }
            Printed::Elements(ty, elements, _) => {
                shown["type"] = ty.clone().into();
                shown["indexedVariables"] = elements.len().into();
            }
        }
        shown["variablesReference"] = self.handle(Handle::Parts(value)).into();
        shown
    }

    fn evaluate(&mut self, arguments: &Value) -> Answer {
        let expression = arguments["expression"].as_str().unwrap_or_default().to_owned();
        let (lane, frame) = if arguments["frameId"].is_null() {
            let target = self.running()?;
            let lane = target.lane;
            (lane, target.point_of(lane).map_or(0, |point| point.frames.len().saturating_sub(1)))
        } else {
            self.frame(arguments)?
        };
        let value = self.running()?.evaluate(&expression, lane, frame)?;
        let mut shown = self.variable("", value);
        if let Some(members) = shown.as_object_mut()
            && let Some(value) = members.remove("value")
        {
            members.remove("name");
            members.insert("result".to_owned(), value);
        }
        body(shown)
    }
}

fn event(name: &str, body: &Value) -> Value {
    let mut event = json!({ "type": "event", "event": name });
    if !body.is_null() {
        event["body"] = body.clone();
    }
    event
}
