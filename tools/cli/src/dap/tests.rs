#![allow(clippy::needless_pass_by_value, reason = "arguments are written in place")]

use super::{Files, Session};
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
    /// The message of the last stop.
    text: String,
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
        self.text = body["text"].as_str().unwrap_or_default().to_owned();
        let frames = self.send("stackTrace", json!({ "threadId": thread }));
        let line = frames["stackFrames"][0]["line"].as_u64().unwrap();
        (body["reason"].as_str().unwrap().to_owned(), thread, line)
    }

    /// The names in the scope with this number, of a frame.
    fn variables(&mut self, frame: u64, scope: usize) -> Vec<(String, String, String)> {
        let scopes = self.send("scopes", json!({ "frameId": frame }));
        let reference = &scopes["scopes"][scope]["variablesReference"];
        let shown = self.send("variables", json!({ "variablesReference": reference }));
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let all = shown["variables"].as_array().cloned().unwrap_or_default();
        all.iter().map(|it| (text(&it["name"]), text(&it["type"]), text(&it["value"]))).collect()
    }

    /// The value of an expression for an invocation.
    fn watch(&mut self, lane: u64, expression: &str) -> Value {
        let frame = lane * 1024 + 1;
        self.send("evaluate", json!({ "expression": expression, "frameId": frame, "context": "watch" }))
    }

    /// The value in a frame; the entry point is 0.
    fn watch_in(&mut self, lane: u64, frame: u64, expression: &str) -> Value {
        let frame = lane * 1024 + frame + 1;
        self.send("evaluate", json!({ "expression": expression, "frameId": frame, "context": "watch" }))
    }

    /// The value in the innermost frame.
    fn watch_innermost(&mut self, lane: u64, expression: &str) -> String {
        let frames = self.send("stackTrace", json!({ "threadId": lane + 1 }));
        let frame = &frames["stackFrames"][0]["id"];
        let shown = self.send("evaluate", json!({ "expression": expression, "frameId": frame }));
        shown["result"].as_str().unwrap().to_owned()
    }
}

fn client() -> Client {
    Client { session: Session::new(Files), sent: 0, events: Vec::new(), text: String::new() }
}

fn launched(strict: bool, breakpoints: Value) -> Client {
    let attributes = json!({ "bindings": ["0:0=zero:256"], "strict": strict });
    launched_with("sum.wgsl", SOURCE, attributes, breakpoints)
}

/// Launches a program with attributes and verified breakpoints.
fn launched_with(name: &str, source: &str, attributes: Value, breakpoints: Value) -> Client {
    let mut client = client();
    let set = launch(&mut client, name, source, attributes, breakpoints);
    assert!(set["breakpoints"].as_array().unwrap().iter().all(|it| it["verified"] == true), "{set}");
    client
}

fn launch(client: &mut Client, name: &str, source: &str, mut attributes: Value, breakpoints: Value) -> Value {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join(name);
    std::fs::write(&path, source).unwrap();
    client.send("initialize", json!({ "adapterID": "wgsl" }));
    attributes["program"] = json!(path);
    client.send("launch", attributes);
    assert_eq!(client.events[0]["event"], "initialized");
    client.send("setBreakpoints", json!({ "source": { "path": path }, "breakpoints": breakpoints }))
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
fn a_condition_that_calls_a_function_stops_in_its_own() {
    let mut client = launched(false, json!([{ "line": 15, "condition": "square(i) == 49u" }]));
    client.send("configurationDone", Value::Null);
    assert_eq!(client.stopped(), ("breakpoint".to_owned(), 8, 15));
    let frames = client.send("stackTrace", json!({ "threadId": 8 }));
    assert_eq!(frames["stackFrames"][0]["name"], "main", "{frames}");
    assert_eq!(frames["stackFrames"].as_array().unwrap().len(), 1);
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
    let bindings = json!({ "bindings": ["0:0=zero:16"] });
    let mut client = launched_with("loop.wgsl", source, bindings, json!([{ "line": 10 }]));
    client.send("configurationDone", Value::Null);
    assert_eq!(client.stopped(), ("breakpoint".to_owned(), 1, 10));
    let names: Vec<String> = client.variables(1, 0).into_iter().map(|(name, ..)| name).collect();
    assert_eq!(names, ["i"]);
}

const KERNEL: &str = "#include <metal_stdlib>
using namespace metal;
struct Pair { float2 a; bool b; int c[3]; };
static int twice(int x) {
  int y = x * 2;
  return y;
}
kernel void sum(device int *out [[buffer(0)]], constant Pair &pair [[buffer(1)]],
                uint i [[thread_position_in_grid]]) {
  threadgroup int words[8];
  words[i] = twice(i);
  threadgroup_barrier(mem_flags::mem_threadgroup);
  device int *p = out + 1;
  float2 v = float2(i, 0.5);
  for (uint k = 0; k < 2; k++) {
    v.x += words[(i + k) % 8];
  }
  out[i] = int(v.x);
}
";

#[test]
fn a_kernel_in_metal_is_debugged_with_its_own_types() {
    let attributes = json!({
        "bindings": ["0=i32:10,20,30,40,50,60,70,80", "1=zero:32"], "threadgroupSize": [8, 1, 1],
    });
    let breakpoints = json!([{ "line": 16, "condition": "lane == 3 && k == 1" }, { "line": 18 }]);
    let mut client = launched_with("sum.metal", KERNEL, attributes, breakpoints);
    client.send("configurationDone", Value::Null);
    assert_eq!(client.stopped(), ("breakpoint".to_owned(), 4, 16));
    assert_eq!(client.watch(3, "v.x + float(i)")["result"], "12.0");
    assert_eq!(client.watch(3, "words")["result"], "int[8](0, 2, 4, 6, 8, 10, 12, 14)");
    assert_eq!(client.watch(3, "p[0]")["result"], "20");
    let frame = 3 * 1024 + 1;
    let shown = |name: &str, ty: &str, value: &str| (name.to_owned(), ty.to_owned(), value.to_owned());
    let locals = client.variables(frame, 0);
    for expected in [
        shown("i", "uint", "3"),
        shown("k", "uint", "1"),
        shown("v", "float2", "float2(9.0, 0.5)"),
        shown("pair", "Pair", "Pair(float2(0.0, 0.0), false, int[3](0, 0, 0))"),
    ] {
        assert!(locals.contains(&expected), "{expected:?} in {locals:?}");
    }
    let refused = client.try_send("evaluate", json!({ "expression": "v.x = 1", "frameId": frame }));
    assert!(refused["message"].as_str().unwrap().contains("side effects"), "{refused}");
    assert_eq!(client.go("continue", 1), ("breakpoint".to_owned(), 4, 18));
    let threads = client.send("threads", Value::Null);
    assert_eq!(threads["threads"][0]["name"], "thread 0 of threadgroup 0");
}

#[test]
fn steps_follow_calls_in_metal() {
    let attributes = json!({ "bindings": ["0=zero:32", "1=zero:32"], "threadgroupSize": [8, 1, 1] });
    let mut client = launched_with("sum.metal", KERNEL, attributes, json!([{ "line": 11 }]));
    client.send("configurationDone", Value::Null);
    assert_eq!(client.stopped(), ("breakpoint".to_owned(), 1, 11));
    assert_eq!(client.go("stepIn", 3), ("step".to_owned(), 3, 5));
    assert_eq!(client.go("next", 3), ("step".to_owned(), 3, 6));
    let frames = client.send("stackTrace", json!({ "threadId": 3 }));
    let names: Vec<&str> =
        frames["stackFrames"].as_array().unwrap().iter().map(|it| it["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["twice", "sum"]);
    assert_eq!(client.watch_in(2, 1, "y")["result"], "4");
    assert_eq!(client.watch_in(2, 0, "i")["result"], "2");
    assert_eq!(client.go("stepOut", 3), ("step".to_owned(), 3, 12));
}

const FAULTY: &str = "@group(0) @binding(0) var<storage, read_write> d: array<u32>;
fn at(n: u32) {
  d[n] = n;
}
@compute @workgroup_size(1)
fn main(@builtin(workgroup_id) id: vec3<u32>) {
  at(id.x);
  at(100u);
  for (var k = 0u; k < 6u; k++) {
    d[k] = k;
  }
}
";

#[test]
fn faults_stop_where_and_as_often_as_they_happen_in_any_workgroup() {
    let attributes =
        json!({ "bindings": ["0:0=zero:16"], "strict": true, "workgroups": [3, 1, 1], "workgroup": 1 });
    let mut client = launched_with("faulty.wgsl", FAULTY, attributes, json!([]));
    client.send("configurationDone", Value::Null);
    let mut seen = Vec::new();
    while client.events.iter().any(|it| it["event"] == "stopped") {
        let (reason, _, line) = client.stopped();
        assert_eq!(reason, "exception");
        let value = client.watch_innermost(0, if line == 3 { "n" } else { "k" });
        let text = client.text.clone();
        let is_outside = text.contains("out of bounds");
        seen.push((line, value, is_outside));
        client.send("continue", json!({ "threadId": 1 }));
    }
    let outside: Vec<(u64, &str)> =
        seen.iter().filter(|it| it.2).map(|(line, value, _)| (*line, value.as_str())).collect();
    assert_eq!(outside, [(3, "100"), (10, "4"), (10, "5")]);
}

/// A fault of one invocation does not hide the breakpoint of a second one at the same statement.
#[test]
fn a_breakpoint_comes_after_the_fault_of_its_statement() {
    let source = "@group(0) @binding(0) var<storage, read_write> d: array<u32, 4>;
@compute @workgroup_size(8)
fn main(@builtin(local_invocation_index) i: u32) {
  let x = i * 2u;
  d[x] = 1u;
}
";
    let attributes = json!({ "bindings": ["0:0=zero:16"], "strict": true });
    let breakpoints = json!([{ "line": 5, "condition": "i == 6u" }]);
    let mut client = launched_with("both.wgsl", source, attributes, breakpoints);
    client.send("configurationDone", Value::Null);
    assert_eq!(client.stopped(), ("exception".to_owned(), 3, 5));
    client.send("continue", json!({ "threadId": 3 }));
    assert_eq!(client.stopped(), ("breakpoint".to_owned(), 7, 5));
    client.send("continue", json!({ "threadId": 7 }));
    assert!(client.events.iter().any(|it| it["event"] == "terminated"), "{:?}", client.events);
}

#[test]
fn a_step_stops_at_a_breakpoint_in_a_call() {
    let mut client = launched(false, json!([{ "line": 9 }, { "line": 5 }]));
    client.send("configurationDone", Value::Null);
    assert_eq!(client.stopped(), ("breakpoint".to_owned(), 1, 9));
    assert_eq!(client.go("next", 1), ("breakpoint".to_owned(), 1, 5));
}

#[test]
fn paths_have_values_in_every_frame_and_at_every_place() {
    let source = "@group(0) @binding(0) var<storage, read_write> d: array<u32>;
var<workgroup> hits: array<atomic<u32>, 2>;
fn add(p: ptr<function, u32>, k: u32) {
  *p += k;
}
@compute @workgroup_size(2)
fn main(@builtin(local_invocation_index) i: u32) {
  var sum = 5u;
  atomicAdd(&hits[1], 3u);
  for (var k = 0u; k < 2u; k++) {
    add(&sum, k + 1u);
  }
  if i == 0u {
    d[0] = 7u;
    d[1] = sum;
  }
  d[2] = 1u;
}
";
    let bindings = json!({ "bindings": ["0:0=zero:16"] });
    let breakpoints = json!([{ "line": 4 }, { "line": 15 }]);
    let mut client = launched_with("paths.wgsl", source, bindings, breakpoints);
    client.send("configurationDone", Value::Null);
    assert_eq!(client.stopped(), ("breakpoint".to_owned(), 1, 4));
    assert_eq!(client.watch_in(0, 1, "p")["result"], "5");
    assert_eq!(client.watch_in(0, 1, "k")["result"], "1");
    assert_eq!(client.watch_in(0, 0, "k")["result"], "0");
    assert_eq!(client.watch_in(0, 1, "hits[1]")["result"], "6");
    assert_eq!(client.watch_in(0, 0, "hits[k]")["result"], "0");
    assert_eq!(client.watch_in(0, 1, "hits[ k ]")["result"], "6");
    assert_eq!(client.watch_in(0, 1, "atomicLoad(&hits[1])")["result"], "6");
    assert_eq!(client.watch_in(0, 1, "d")["result"], "array<u32>(0, 0, 0, 0)");
    assert_eq!(client.go("stepOut", 1).2, 10);
    assert_eq!(client.watch(0, "k")["result"], "0");
    client.go("continue", 1);
    client.send("continue", json!({ "threadId": 1 }));
    assert_eq!(client.stopped(), ("breakpoint".to_owned(), 1, 15));
    // The other invocation is before the branch, and sees the storage of now.
    assert_eq!(client.watch(1, "d[0]")["result"], "7");
    let frame = json!({ "expression": "d[0] + 0u", "frameId": 1025 });
    let answer = client.try_send("evaluate", frame);
    assert!(answer["message"].as_str().unwrap().starts_with("memory has changed"), "{answer}");
    assert_eq!(client.watch(1, "i + 0u")["result"], "1");
}

#[test]
fn mistakes_in_breakpoints_are_reported() {
    let mut client = client();
    let breakpoints = json!([
        { "line": 13, "condition": "k" }, { "line": 13, "hitCondition": "2 x" }, { "line": 0 }, { "line": "x" },
        { "line": 6 }, { "line": 2 }, { "line": 13, "logMessage": "here" }, { "line": 13, "condition": "k == 1u" },
    ]);
    let set = launch(&mut client, "sum.wgsl", SOURCE, json!({ "bindings": ["0:0=zero:256"] }), breakpoints);
    let verified: Vec<bool> =
        set["breakpoints"].as_array().unwrap().iter().map(|it| it["verified"] == true).collect();
    assert_eq!(verified, [false, false, false, false, false, true, false, true]);
    let message = set["breakpoints"][0]["message"].as_str().unwrap();
    assert!(message.contains("bool"), "{message}");
    let loops = json!([{ "line": 12, "condition": "sum == 0u" }]);
    let set = launch(&mut self::client(), "sum.wgsl", SOURCE, json!({ "bindings": ["0:0=zero:256"] }), loops);
    assert_eq!(set["breakpoints"][0]["verified"], true);
    assert!(set["breakpoints"][0]["message"].as_str().unwrap().contains("before the loop"), "{set}");
}

#[test]
fn a_header_has_breakpoints_with_conditions() {
    let directory = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = directory.path().join(name);
        std::fs::write(&path, text).unwrap();
        path
    };
    let header = write("util.h", "static uint twice(uint x) {\n  uint y = x + x;\n  return y;\n}\n");
    let main = write(
        "k.metal",
        "#include \"util.h\"\nkernel void k(device uint* d [[buffer(0)]], uint i [[thread_position_in_grid]]) {\n  d[i] = twice(i);\n}\n",
    );
    let mut client = client();
    let threads = [4, 1, 1];
    client.send(
        "launch",
        json!({ "program": main, "bindings": ["0=zero:16"], "threads": threads, "threadgroupSize": threads }),
    );
    let wanted =
        json!({ "source": { "path": header }, "breakpoints": [{ "line": 3, "condition": "y == 4" }] });
    assert_eq!(client.send("setBreakpoints", wanted)["breakpoints"][0]["verified"], true);
    client.send("configurationDone", Value::Null);
    assert_eq!(client.stopped(), ("breakpoint".to_owned(), 3, 3));
    assert_eq!(client.watch_innermost(2, "y + 1"), "5");
}

#[test]
fn mistakes_in_a_launch_are_reported() {
    let refusal = |attributes: Value| -> String {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("sum.wgsl");
        std::fs::write(&path, SOURCE).unwrap();
        let mut all = json!({ "program": path, "bindings": ["0:0=zero:256"] });
        all.as_object_mut().unwrap().extend(attributes.as_object().unwrap().clone());
        let answer = client().try_send("launch", all);
        answer["message"].as_str().unwrap_or_default().to_owned()
    };
    for (attributes, part) in [
        (json!({ "workgroup": 7 }), "there are 1"),
        (json!({ "workgroup": -1 }), "expected a number"),
        (json!({ "auto": "yes" }), "`auto`"),
        (json!({ "bindings": "0:0=zero:4" }), "`bindings`"),
        (json!({ "bindings": ["0:0=zero:256", "5:5=zero:4"] }), "5:5"),
        (json!({ "entrypoint": "main" }), "`entryPoint`"),
        (
            json!({ "bindings": [] }),
            "pass `\"bindings\": [\"0:0=zero:1024\"]`, or `\"auto\": true` for zeros",
        ),
        (json!({ "workgroups": [1, 1, 0] }), "`workgroups`: expected at least 1"),
    ] {
        let message = refusal(attributes.clone());
        assert!(message.contains(part), "{attributes}: {message}");
    }
    assert_eq!(refusal(json!({ "__sessionId": "1", "type": "wgsl" })), "");
}

#[test]
fn faults_that_comments_allow_do_not_stop() {
    let stops = |comment: &str| {
        let source = SOURCE.replace("= sum;", &format!("= sum; {comment}"));
        let attributes = json!({ "bindings": ["0:0=zero:256"], "strict": true });
        let mut client = launched_with("sum.wgsl", &source, attributes, json!([]));
        client.send("configurationDone", Value::Null);
        client.events.iter().any(|it| it["event"] == "stopped")
    };
    assert!(stops("// a comment"));
    assert!(!stops("// wgsl-check: allow(out-of-bounds)"));
    let metal = |comment: &str| {
        let source = format!(
            "kernel void k(device uint* d [[buffer(0)]], uint i [[thread_position_in_grid]]) {{\n  d[i + 1] = i; {comment}\n}}\n"
        );
        let attributes = json!({ "bindings": ["0=zero:16"], "threads": [4, 1, 1], "threadgroupSize": [4, 1, 1], "strict": true });
        let mut client = launched_with("k.metal", &source, attributes, json!([]));
        client.send("configurationDone", Value::Null);
        client.events.iter().any(|it| it["event"] == "stopped")
    };
    assert!(metal("// a comment"));
    assert!(!metal("// wgsl-check: allow(out-of-bounds)"));
}

#[test]
fn a_program_that_does_not_end_is_debugged() {
    let source = "@compute @workgroup_size(1)
fn main() {
  var n = 0u;
  loop {
    n += 1u;
    if n == 0xffffffffu { break; }
  }
}
";
    for strict in [false, true] {
        let attributes = json!({ "strict": strict, "fuel": 100_000 });
        let mut client = launched_with("loop.wgsl", source, attributes, json!([{ "line": 5 }]));
        client.send("configurationDone", Value::Null);
        assert_eq!(client.stopped(), ("breakpoint".to_owned(), 1, 5));
        assert_eq!(client.go("continue", 1), ("breakpoint".to_owned(), 1, 5));
        assert_eq!(client.watch(0, "n + 0u")["result"], "1");
    }
}

#[test]
fn requests_after_the_end_are_errors() {
    let mut client = launched(false, json!([]));
    client.send("configurationDone", Value::Null);
    assert!(client.events.iter().any(|it| it["event"] == "terminated"));
    for command in ["continue", "stepBack", "threads", "evaluate"] {
        let answer = client.try_send(command, json!({ "threadId": 1, "expression": "1" }));
        assert_eq!(answer["message"], "the program has ended", "{command}");
    }
}

#[test]
fn lines_and_columns_are_counted_as_the_editor_does() {
    let source = "@compute @workgroup_size(1)
fn main() {
  /* 😀😀 */ let x = 1;
}
";
    let mut client = client();
    client.send("initialize", json!({ "linesStartAt1": false, "columnsStartAt1": false }));
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("a.wgsl");
    std::fs::write(&path, source).unwrap();
    client.send("launch", json!({ "program": path }));
    let breakpoints = json!({ "source": { "path": path }, "breakpoints": [{ "line": 2 }] });
    let set = client.send("setBreakpoints", breakpoints);
    assert_eq!(set["breakpoints"][0], json!({ "verified": true, "line": 2 }));
    client.send("configurationDone", Value::Null);
    let frame = client.send("stackTrace", json!({ "threadId": 1 }))["stackFrames"][0].clone();
    assert_eq!((&frame["line"], &frame["column"]), (&json!(2), &json!(13)));
}

#[test]
fn frames_of_imported_files_have_their_own_lines() {
    let directory = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(directory.path().join(name), text).unwrap();
    write("wesl.toml", "[package]\nedition = \"unstable_2025\"\nroot = \".\"\n");
    write("util.wesl", "\n\n\nfn helped(x: u32) -> u32 {\n  let h = x + 1u;\n  return h;\n}\n");
    let main = "import package::util::helped;
@group(0) @binding(0) var<storage, read_write> d: array<u32>;
@compute @workgroup_size(1)
fn main() {
  d[0] = helped(4u);
}
";
    write("main.wesl", main);
    let [main, util] = ["main.wesl", "util.wesl"].map(|name| directory.path().join(name));
    let mut client = client();
    client.send("launch", json!({ "program": main, "bindings": ["0:0=zero:4"] }));
    let set =
        client.send("setBreakpoints", json!({ "source": { "path": util }, "breakpoints": [{ "line": 6 }] }));
    assert_eq!(set["breakpoints"][0], json!({ "verified": true, "line": 6 }));
    client.send("configurationDone", Value::Null);
    let frames = client.send("stackTrace", json!({ "threadId": 1 }))["stackFrames"].clone();
    let place = |index: usize| {
        let path = frames[index]["source"]["path"].as_str().unwrap();
        (path.rsplit(['/', '\\']).next().unwrap().to_owned(), frames[index]["line"].as_u64().unwrap())
    };
    assert_eq!((place(0), place(1)), (("util.wesl".to_owned(), 6), ("main.wesl".to_owned(), 5)));
    assert_eq!(client.watch_innermost(0, "h * 2u"), "10");
}

#[test]
fn breakpoints_are_at_the_conditions_of_branches_and_loops() {
    let source = "@group(0) @binding(0) var<storage, read_write> d: array<u32>;
@compute @workgroup_size(1)
fn main() {
  var k = 0u;
  loop {
    if k == 7u {
      d[0] = 1u;
    } else if k == 1u {
      d[1] = 1u;
    }
    continuing {
      k++;
      break if k == 3u;
    }
  }
  d[2] = 1u;
}
";
    let bindings = json!({ "bindings": ["0:0=zero:16"] });
    let mut client = launched_with("branches.wgsl", source, bindings, json!([{ "line": 8 }, { "line": 13 }]));
    client.send("configurationDone", Value::Null);
    let mut seen = Vec::new();
    while client.events.iter().any(|it| it["event"] == "stopped") {
        let (_, _, line) = client.stopped();
        seen.push((line, client.watch_innermost(0, "k")));
        client.send("continue", json!({ "threadId": 1 }));
    }
    let seen: Vec<(u64, &str)> = seen.iter().map(|(line, k)| (*line, k.as_str())).collect();
    assert_eq!(seen, [(8, "0"), (13, "1"), (8, "1"), (13, "2"), (8, "2"), (13, "3")]);
}
