//! Sessions whose programs are in their launch requests.

use super::{Requested, Session};
use crate::Options;
use serde_json::{Value, json};

const MAIN: &str = "import package::util::square;
@group(0) @binding(0) var<storage, read_write> d: array<u32>;
@compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) {
  d[i] = square(i);
}";
const UTIL: &str = "fn square(x: u32) -> u32 {
  let y = x * x;
  return y;
}";

fn send(session: &mut Session, command: &str, arguments: &Value) -> Vec<Value> {
    session.receive(&json!({ "seq": 1, "type": "request", "command": command, "arguments": arguments }))
}

fn launch(attributes: &Value) -> (Session, Value) {
    let mut session = Session::new(Requested::new(Options::default()));
    let buffer =
        json!({ "group": 0, "binding": 0, "kind": "storage", "data_base64": "AAAAAAAAAAAAAAAAAAAAAA==" });
    let mut all = json!({ "bindings": [buffer] });
    all.as_object_mut().expect("it").extend(attributes.as_object().expect("members").clone());
    let mut answer = send(&mut session, "launch", &all);
    (session, answer.remove(0))
}

#[test]
fn a_program_in_several_files_is_debugged() {
    let (mut session, answer) =
        launch(&json!({ "wgsl": MAIN, "path": "main.wesl", "files": { "util.wesl": UTIL } }));
    assert_eq!(answer["success"], true, "{answer}");
    let breakpoints =
        json!({ "source": { "path": "util.wesl" }, "breakpoints": [{ "line": 3, "condition": "x == 3u" }] });
    let set = send(&mut session, "setBreakpoints", &breakpoints).remove(0);
    assert_eq!(set["body"]["breakpoints"], json!([{ "verified": true, "line": 3 }]));
    let stopped = send(&mut session, "configurationDone", &Value::Null);
    assert_eq!(
        (&stopped[1]["body"]["reason"], &stopped[1]["body"]["threadId"]),
        (&json!("breakpoint"), &json!(4))
    );
    let stack = send(&mut session, "stackTrace", &json!({ "threadId": 4 })).remove(0);
    let frames = stack["body"]["stackFrames"].as_array().expect("frames");
    let places: Vec<_> = frames.iter().map(|it| (&it["source"]["path"], &it["line"])).collect();
    assert_eq!(places, [(&json!("util.wesl"), &json!(3)), (&json!("main.wesl"), &json!(4))]);
    let watch = json!({ "expression": "y + 1u", "frameId": frames[0]["id"] });
    assert_eq!(send(&mut session, "evaluate", &watch)[0]["body"]["result"], "10");
    assert_eq!(send(&mut session, "continue", &json!({ "threadId": 4 }))[2]["event"], "terminated");
}

#[test]
fn a_metal_kernel_has_its_own_lines() {
    let metal = "kernel void k(device uint* d [[buffer(0)]], uint i [[thread_position_in_grid]]) {\n  uint x = i * 2;\n  d[i] = x;\n}";
    let (mut session, answer) =
        launch(&json!({ "language": "metal", "source": metal, "threadgroup_size": [4, 1, 1] }));
    assert_eq!(answer["success"], true, "{answer}");
    let set = send(
        &mut session,
        "setBreakpoints",
        &json!({ "source": { "path": "main.metal" }, "breakpoints": [{ "line": 3 }] }),
    );
    assert_eq!(set[0]["body"]["breakpoints"], json!([{ "verified": true, "line": 3 }]));
    send(&mut session, "configurationDone", &Value::Null);
    let stack = send(&mut session, "stackTrace", &json!({ "threadId": 3 })).remove(0);
    let frame = &stack["body"]["stackFrames"][0];
    assert_eq!((&frame["line"], &frame["source"]["path"]), (&json!(3), &json!("main.metal")));
    let watch = json!({ "expression": "x", "frameId": frame["id"] });
    assert_eq!(send(&mut session, "evaluate", &watch)[0]["body"]["result"], "4");
}

#[test]
fn a_launch_that_is_refused_has_a_reason() {
    let reason = |attributes: &Value| launch(attributes).1["message"].as_str().expect("a reason").to_owned();
    assert_eq!(reason(&json!({})), "missing field `wgsl`");
    assert!(reason(&json!({ "wgsl": "fn f() {\n x; }" })).starts_with("main.wgsl:2: "));
    let program = "@compute @workgroup_size(1) fn main() {}";
    assert_eq!(
        reason(&json!({ "wgsl": program, "workgroup": 1 })),
        "`workgroup`: there are 1, counted from 0, found 1"
    );
}
