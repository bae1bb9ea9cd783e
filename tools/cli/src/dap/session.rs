//! A session with an editor.

use super::launch::Launch;
use super::target::{Stop, Target};
use serde_json::{Value, json};
use wgsl_lower::printed::Printed;

/// The maximum number of invocations that are listed as threads: the first ones of the workgroup.
const MOST_THREADS: usize = 256;
/// The maximum number of elements of an array in one answer.
const MOST_ELEMENTS: usize = 1000;

/// The variables that a reference means, until execution continues.
enum Handle {
    /// The variables of a function: invocation, and index of the frame.
    Locals(usize, usize),
    /// The variables of the module.
    Globals(usize),
    /// The parts of a value.
    Parts(Printed),
}

/// A session with an editor.
#[derive(Default)]
pub(super) struct Session {
    sent: u64,
    target: Option<Target>,
    breakpoints: Value,
    handles: Vec<Handle>,
    is_over: bool,
}

type Answer = Result<(Value, Vec<Value>), String>;

#[allow(clippy::unnecessary_wraps, reason = "the last expression of functions that can fail")]
fn body(body: Value) -> Answer {
    Ok((body, Vec::new()))
}

impl Session {
    pub(super) const fn is_over(&self) -> bool {
        self.is_over
    }

    /// Handles a message. The result is the answer, and the events after it.
    pub(super) fn receive(&mut self, message: &Value) -> Vec<Value> {
        if message["type"] != "request" {
            return Vec::new();
        }
        let command = message["command"].as_str().unwrap_or_default();
        let answer = self.answer(command, &message["arguments"]);
        let mut response = json!({
            "type": "response", "request_seq": message["seq"], "command": command, "success": answer.is_ok(),
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

    fn answer(&mut self, command: &str, arguments: &Value) -> Answer {
        match command {
            "initialize" => body(json!({
                "supportsConfigurationDoneRequest": true,
                "supportsConditionalBreakpoints": true,
                "supportsHitConditionalBreakpoints": true,
                "supportsEvaluateForHovers": true,
                "supportsStepBack": true,
                "supportsTerminateRequest": true,
            })),
            "launch" if self.target.is_some() => Err("a program was launched already".to_owned()),
            "launch" => {
                self.target = Some(Target::new(&Launch::read(arguments)?)?);
                Ok((Value::Null, vec![event("initialized", &Value::Null)]))
            }
            "disconnect" | "terminate" => {
                self.is_over = command == "disconnect";
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

    /// The invocation of a request for a thread.
    fn thread(&mut self, arguments: &Value) -> Result<usize, String> {
        let (lane, lanes) = (lane(arguments), self.target()?.lanes);
        if lane < lanes {
            Ok(lane)
        } else {
            Err(format!("there are {lanes} threads, found thread {}", lane + 1))
        }
    }

    fn target(&mut self) -> Result<&mut Target, String> {
        self.target.as_mut().ok_or_else(|| "no program was launched".to_owned())
    }

    /// Moves, and reports where execution stops.
    fn go(&mut self, how: impl FnOnce(&mut Target) -> Stop) -> Answer {
        self.handles.clear();
        let target = self.target()?;
        let stop = how(target);
        let thread = target.lane + 1;
        let (reason, text) = match stop {
            Stop::Entry => ("entry", None),
            Stop::Step => ("step", None),
            Stop::Pause => ("pause", None),
            Stop::Breakpoint => ("breakpoint", None),
            Stop::Fault(message) => ("exception", Some(message)),
            Stop::End => {
                let mut events =
                    vec![event("exited", &json!({ "exitCode": 0 })), event("terminated", &Value::Null)];
                if let Some(limit) = target.limit() {
                    let text = format!(
                        "only the first {limit} statements that the program executes can be visited\n"
                    );
                    events.insert(0, event("output", &json!({ "category": "important", "output": text })));
                }
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
        self.breakpoints = arguments["breakpoints"].clone();
        let text = |value: &Value| value.as_str().filter(|it| !it.trim().is_empty()).map(str::to_owned);
        let wanted = self.breakpoints.as_array().into_iter().flatten().map(|it| {
            let line = u32::try_from(it["line"].as_u64().unwrap_or(0)).unwrap_or(u32::MAX);
            (line, text(&it["condition"]), text(&it["hitCondition"]))
        });
        let wanted: Vec<_> = wanted.collect();
        let target = self.target()?;
        // Editors send the breakpoints of all files, one file after the other.
        if arguments["source"]["path"].as_str().is_some_and(|path| !target.is_at(path)) {
            let message = "this file is not the program that is debugged";
            let unknown =
                |(line, ..): &(u32, _, _)| json!({ "verified": false, "line": line, "message": message });
            return body(json!({ "breakpoints": wanted.iter().map(unknown).collect::<Vec<_>>() }));
        }
        let found = target.set_breakpoints(wanted);
        let shown: Vec<Value> = found
            .into_iter()
            .map(|it| {
                let mut shown = json!({ "verified": it.problem.is_none(), "line": it.line });
                if let Some(problem) = it.problem {
                    shown["message"] = problem.into();
                }
                shown
            })
            .collect();
        body(json!({ "breakpoints": shown }))
    }

    fn threads(&mut self) -> Answer {
        let target = self.target()?;
        let mut lanes: Vec<usize> = (0..target.lanes.min(MOST_THREADS)).collect();
        if target.lane >= MOST_THREADS {
            lanes.push(target.lane);
        }
        let workgroup = target.workgroup;
        let thread = |lane: usize| json!({ "id": lane + 1, "name": format!("invocation {lane} of workgroup {workgroup}") });
        body(json!({ "threads": lanes.into_iter().map(thread).collect::<Vec<_>>() }))
    }

    fn stack_trace(&mut self, arguments: &Value) -> Answer {
        let target = self.target()?;
        let invocation = lane(arguments);
        let Some(point) = target.point_of(invocation) else {
            return body(json!({ "stackFrames": [], "totalFrames": 0 }));
        };
        let mut frames = Vec::new();
        let mut place = point.span.lo;
        for (index, frame) in point.frames.iter().enumerate().rev() {
            let (line, column) = target.position(place);
            frames.push(json!({
                "id": invocation * 1024 + index + 1, "name": frame.function, "line": line, "column": column,
                "source": { "path": target.path },
            }));
            place = frame.call.lo;
        }
        body(json!({ "totalFrames": frames.len(), "stackFrames": frames }))
    }

    fn handle(&mut self, handle: Handle) -> usize {
        self.handles.push(handle);
        self.handles.len()
    }

    fn scopes(&mut self, arguments: &Value) -> Answer {
        let (lane, frame) = frame(arguments);
        let locals = self.handle(Handle::Locals(lane, frame));
        let globals = self.handle(Handle::Globals(lane));
        let scope = |name: &str, reference: usize| json!({ "name": name, "variablesReference": reference, "expensive": false });
        body(json!({ "scopes": [scope("Locals", locals), scope("Module", globals)] }))
    }

    fn variables(&mut self, arguments: &Value) -> Answer {
        let reference = arguments["variablesReference"].as_u64().unwrap_or(0) as usize;
        let unknown = || "these variables are from an earlier stop".to_owned();
        let handle =
            reference.checked_sub(1).and_then(|index| self.handles.get(index)).ok_or_else(unknown)?;
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
        let of_frame: Vec<(String, Printed)> =
            of_frame.map(|(variable, value)| (variable.name.clone(), value)).collect();
        let shown: Vec<Value> =
            of_frame.into_iter().map(|(name, value)| self.variable(&name, value)).collect();
        body(json!({ "variables": shown }))
    }

    /// A variable, with a reference to its parts.
    fn variable(&mut self, name: &str, value: Printed) -> Value {
        let mut shown = json!({ "name": name, "value": short(&value), "variablesReference": 0 });
        match &value {
            Printed::Scalar(ty, _) => {
                shown["type"] = ty.name().into();
                return shown;
            }
            Printed::Parts(ty, parts) => {
                shown["type"] = ty.clone().into();
                shown["namedVariables"] = parts.len().into();
            }
            Printed::Elements(ty, elements) => {
                shown["type"] = ty.clone().into();
                shown["indexedVariables"] = elements.len().into();
            }
        }
        shown["variablesReference"] = self.handle(Handle::Parts(value)).into();
        shown
    }

    fn evaluate(&mut self, arguments: &Value) -> Answer {
        let expression = arguments["expression"].as_str().unwrap_or_default().to_owned();
        let target = self.target()?;
        let lane = if arguments["frameId"].is_null() {
            target.lane
        } else {
            let (lane, wanted) = frame(arguments);
            // An expression is checked in the scope of the statement, which is in the innermost function.
            let innermost = target.point_of(lane).map_or(0, |point| point.frames.len().saturating_sub(1));
            if wanted != innermost {
                return Err(
                    "expressions are evaluated in the innermost function: select its frame".to_owned()
                );
            }
            lane
        };
        let value = target.evaluate(&expression, lane)?;
        let mut shown = self.variable("", value);
        shown["result"] = shown["value"].take();
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

fn lane(arguments: &Value) -> usize {
    (arguments["threadId"].as_u64().unwrap_or(1) as usize).saturating_sub(1)
}

/// The invocation and the index of a frame.
fn frame(arguments: &Value) -> (usize, usize) {
    let id = (arguments["frameId"].as_u64().unwrap_or(1) as usize).saturating_sub(1);
    (id / 1024, id % 1024)
}

/// The parts of a value that a request asks for.
fn page(value: Printed, arguments: &Value) -> Vec<(String, Printed)> {
    let parts: Vec<(String, Printed)> = match value {
        Printed::Scalar(..) => Vec::new(),
        Printed::Parts(_, parts) => return parts,
        Printed::Elements(_, elements) => {
            elements.into_iter().enumerate().map(|(index, element)| (format!("[{index}]"), element)).collect()
        }
    };
    let number = |name: &str| arguments[name].as_u64().map(|it| it as usize);
    let count = number("count").filter(|count| *count > 0).unwrap_or(MOST_ELEMENTS).min(MOST_ELEMENTS);
    parts.into_iter().skip(number("start").unwrap_or(0)).take(count).collect()
}

/// A value in one line: of a long one, its type.
fn short(value: &Printed) -> String {
    match value {
        Printed::Elements(ty, elements) if value.scalars() > 16 => {
            format!("{ty}, {} elements", elements.len())
        }
        Printed::Parts(ty, _) if value.scalars() > 16 => ty.clone(),
        _ => value.to_string(),
    }
}
