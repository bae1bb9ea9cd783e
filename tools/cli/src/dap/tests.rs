#![allow(clippy::needless_pass_by_value, reason = "arguments are written in place")]

use super::session::Session;
use serde_json::{Value, json};

const SOURCE: &str = "@group(0) @binding(0) var<storage, read_write> result: array<u32>;
var<workgroup> shared_words: array<u32, 64>;
fn square(x: u32) -> u32 {
  let y = x * x;
  return y;
}
@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) i: u32) {
  shared_words[i] = square(i);
  workgroupBarrier();
  var sum = 0u;
  for (var k = 0u; k < 2u; k++) {
    sum += shared_words[(i + k) % 64u];
  }
  result[i + 1u] = sum;
}
";

/// A client that waits for each answer.
struct Client {
    session: Session,
    sent: u64,
    events: Vec<Value>,
}

impl Client {
    /// Sends a request that succeeds, and returns the body of the response. Events are kept.
    fn send(&mut self, command: &str, arguments: Value) -> Value {
        let response = self.try_send(command, arguments);
        assert_eq!(response["success"], true, "{command}: {response}");
        response["body"].clone()
    }

    fn try_send(&mut self, command: &str, arguments: Value) -> Value {
        self.sent += 1;
        let request =
            json!({ "seq": self.sent, "type": "request", "command": command, "arguments": arguments });
        let mut messages = self.session.receive(&request);
        let response = messages.remove(0);
        assert_eq!(response["request_seq"], self.sent);
        self.events = messages;
        response
    }

    /// Moves, and returns the reason why execution stops, the thread and its line.
    fn go(&mut self, command: &str, thread: u64) -> (String, u64, u64) {
        self.send(command, json!({ "threadId": thread }));
        self.stopped()
    }

    fn stopped(&mut self) -> (String, u64, u64) {
        let stopped = self.events.iter().find(|it| it["event"] == "stopped");
        let body = stopped.unwrap_or_else(|| panic!("not stopped: {:?}", self.events))["body"].clone();
        let thread = body["threadId"].as_u64().unwrap();
        let frames = self.send("stackTrace", json!({ "threadId": thread }));
        let line = frames["stackFrames"][0]["line"].as_u64().unwrap();
        (body["reason"].as_str().unwrap().to_owned(), thread, line)
    }

    /// The value of an expression for an invocation.
    fn watch(&mut self, lane: u64, expression: &str) -> Value {
        let frame = lane * 1024 + 1;
        self.send("evaluate", json!({ "expression": expression, "frameId": frame, "context": "watch" }))
    }
}

fn launched(strict: bool, breakpoints: Value) -> Client {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("sum.wgsl");
    std::fs::write(&path, SOURCE).unwrap();
    let mut client = Client { session: Session::default(), sent: 0, events: Vec::new() };
    client.send("initialize", json!({ "adapterID": "wgsl" }));
    client.send("launch", json!({ "program": path, "bindings": ["0:0=zero:256"], "strict": strict }));
    assert_eq!(client.events[0]["event"], "initialized");
    let set =
        client.send("setBreakpoints", json!({ "source": { "path": path }, "breakpoints": breakpoints }));
    assert!(set["breakpoints"].as_array().unwrap().iter().all(|it| it["verified"] == true), "{set}");
    client
}

#[test]
fn a_session_inspects_64_invocations_steps_back_and_reaches_a_fault() {
    let mut client = launched(true, json!([{ "line": 13 }]));
    client.send("configurationDone", Value::Null);
    assert_eq!(client.stopped(), ("breakpoint".to_owned(), 1, 13));
    assert_eq!(client.send("threads", Value::Null)["threads"].as_array().unwrap().len(), 64);
    for lane in 0..64_u64 {
        assert_eq!(client.watch(lane, "shared_words[i] + k")["result"], (lane * lane).to_string());
    }
    assert_eq!(client.go("continue", 1), ("breakpoint".to_owned(), 1, 13));
    assert_eq!(client.watch(5, "sum")["result"], "25");
    assert_eq!(client.go("stepBack", 6), ("step".to_owned(), 6, 12));
    assert_eq!(client.go("reverseContinue", 6), ("breakpoint".to_owned(), 6, 13));
    assert_eq!(client.watch(5, "sum")["result"], "0");
    client.go("continue", 1);
    client.send("continue", json!({ "threadId": 1 }));
    assert_eq!(client.stopped(), ("exception".to_owned(), 64, 15));
    client.send("continue", json!({ "threadId": 64 }));
    assert!(client.events.iter().any(|it| it["event"] == "terminated"));
}

#[test]
fn steps_follow_calls() {
    let mut client = launched(false, json!([{ "line": 9 }]));
    client.send("configurationDone", Value::Null);
    assert_eq!(client.stopped(), ("breakpoint".to_owned(), 1, 9));
    assert_eq!(client.go("stepIn", 4), ("step".to_owned(), 4, 4));
    assert_eq!(client.go("next", 4), ("step".to_owned(), 4, 5));
    let frames = client.send("stackTrace", json!({ "threadId": 4 }));
    let names: Vec<&str> =
        frames["stackFrames"].as_array().unwrap().iter().map(|it| it["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["square", "main"]);
    let scopes = client.send("scopes", json!({ "frameId": frames["stackFrames"][0]["id"] }));
    let locals =
        client.send("variables", json!({ "variablesReference": scopes["scopes"][0]["variablesReference"] }));
    assert_eq!(locals["variables"][0]["name"], "x");
    assert_eq!(locals["variables"][1]["value"], "9");
    let module =
        client.send("variables", json!({ "variablesReference": scopes["scopes"][1]["variablesReference"] }));
    let words =
        module["variables"].as_array().unwrap().iter().find(|it| it["name"] == "shared_words").unwrap();
    assert_eq!(words["indexedVariables"], 64);
    let reference = &words["variablesReference"];
    let page = client.send("variables", json!({ "variablesReference": reference, "start": 3, "count": 2 }));
    assert_eq!(page["variables"][0]["name"], "[3]");
    assert_eq!(page["variables"].as_array().unwrap().len(), 2);
    assert_eq!(client.go("stepOut", 4), ("step".to_owned(), 4, 10));
    assert_eq!(client.go("next", 4), ("step".to_owned(), 4, 11));
}

#[test]
fn a_condition_selects_invocations() {
    let mut client = launched(false, json!([{ "line": 15, "condition": "sum > 50u && i % 2u == 0u" }]));
    client.send("configurationDone", Value::Null);
    assert_eq!(client.stopped(), ("breakpoint".to_owned(), 7, 15));
    let failed = client.try_send("evaluate", json!({ "expression": "nothing", "frameId": 1 }));
    assert_eq!(failed["success"], false);
    assert!(failed["message"].as_str().unwrap().contains("nothing"), "{failed}");
}

#[test]
fn breakpoints_of_other_files_leave_those_of_the_program() {
    let mut client = launched(false, json!([{ "line": 13 }]));
    let other = json!({ "source": { "path": "/other.wgsl" }, "breakpoints": [{ "line": 4 }] });
    let set = client.send("setBreakpoints", other);
    assert_eq!(set["breakpoints"][0]["verified"], false);
    client.send("configurationDone", Value::Null);
    assert_eq!(client.stopped(), ("breakpoint".to_owned(), 1, 13));
}

#[test]
fn threads_that_are_not_there_and_second_programs_are_errors() {
    let mut client = launched(false, json!([{ "line": 13 }]));
    client.send("configurationDone", Value::Null);
    let answer = client.try_send("next", json!({ "threadId": 777 }));
    assert_eq!(answer["message"], "there are 64 threads, found thread 777");
    let answer = client.try_send("launch", json!({ "program": "a.wgsl" }));
    assert_eq!(answer["message"], "a program was launched already");
    assert_eq!(client.go("pause", 1), ("pause".to_owned(), 1, 13));
}

#[test]
fn a_continuing_block_does_not_see_what_a_continue_skips() {
    let source = "@group(0) @binding(0) var<storage, read_write> d: array<u32>;
@compute @workgroup_size(1)
fn main() {
  var i = 0u;
  loop {
    if i >= 4u { break; }
    if i == 1u { continue; }
    let v = d[i];
    d[i] = v + 1u;
    continuing { i++; }
  }
}
";
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("loop.wgsl");
    std::fs::write(&path, source).unwrap();
    let mut client = Client { session: Session::default(), sent: 0, events: Vec::new() };
    client.send("launch", json!({ "program": path, "bindings": ["0:0=zero:16"] }));
    client.send("setBreakpoints", json!({ "source": { "path": path }, "breakpoints": [{ "line": 10 }] }));
    client.send("configurationDone", Value::Null);
    assert_eq!(client.stopped(), ("breakpoint".to_owned(), 1, 10));
    let names = |answer: Value| -> Vec<String> {
        let all = answer["variables"].as_array().cloned().unwrap_or_default();
        all.iter().filter_map(|it| it["name"].as_str().map(str::to_owned)).collect()
    };
    let scopes = client.send("scopes", json!({ "frameId": 1 }));
    let locals = &scopes["scopes"][0]["variablesReference"];
    let shown = client.send("variables", json!({ "variablesReference": locals }));
    assert_eq!(names(shown), ["i"]);
}
