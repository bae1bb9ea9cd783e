//! The greatest cost of requests that a server takes.

use crate::support::run_with_input;
use serde_json::{Value, json};

/// The answers of a server with these arguments.
fn converse(arguments: &[&str], requests: &[Value]) -> Vec<Value> {
    let lines = requests.iter().map(Value::to_string).collect::<Vec<_>>().join("\n");
    let result = run_with_input(&[&["serve"], arguments].concat(), lines.as_bytes());
    assert_eq!((result.status, result.errors.as_str()), (0, ""));
    result.output.lines().map(|line| serde_json::from_str(line).expect("an answer is JSON")).collect()
}

/// `ok`, or the stage and the message of a refusal.
fn told(answers: &[Value]) -> Vec<String> {
    let told = |answer: &Value| match answer["error"].as_object() {
        None => "ok".to_owned(),
        Some(error) => format!("{}: {}", error["stage"], error["message"]).replace('"', ""),
    };
    answers.iter().map(told).collect()
}

const NOTHING: &str = "@compute @workgroup_size(1) fn main() {}";

#[test]
fn the_resources_of_a_request_are_limited() {
    let run = |bindings: Value| json!({ "op": "run", "wgsl": NOTHING, "bindings": bindings });
    let buffer = |binding: u32| json!({ "group": 0, "binding": binding, "kind": "storage", "kept": "a" });
    let texture = |size: u32| {
        let size = [size, 1];
        json!({ "group": 0, "binding": 9, "kind": "texture", "format": "r8unorm", "size": size })
    };
    let draw = |samples: u32, depth: Value| {
        let wgsl = "@vertex fn main() -> @builtin(position) vec4f { return vec4f(); }";
        let count = json!({ "count": samples });
        json!({ "op": "draw", "wgsl": wgsl, "size": [4, 2], "targets": [{ "format": "rgba8unorm" }],
            "depth_stencil": depth, "multisample": count, "draw": { "vertex_count": 0 } })
    };
    let depth = json!({ "format": "depth32float" });
    let answers = converse(
        &["--request-bytes", "100"],
        &[
            json!({ "op": "keep", "name": "a", "byte_count": 40 }),
            run(json!([buffer(0), buffer(1), texture(20)])),
            run(json!([buffer(0), buffer(1), texture(21)])),
            run(json!([buffer(0), buffer(1), buffer(2)])),
            draw(1, depth.clone()),
            draw(4, Value::Null),
            draw(1, json!({ "format": "depth32float-stencil8" })),
            run(json!([texture(100)])),
        ],
    );
    let message = "protocol: the resources of a request must not exceed 100 bytes";
    let of = |place: &str| message.replace("the resources", &format!("{place}: the resources"));
    let expected = [
        "ok".to_owned(),
        "ok".to_owned(),
        of("@group(0) @binding(9)"),
        of("@group(0) @binding(2)"),
        "ok".to_owned(),
        of("target 0"),
        "ok".to_owned(),
        "ok".to_owned(),
    ];
    assert_eq!(told(&answers), expected);
}

#[test]
fn the_default_is_less_than_a_request_can_ask_for() {
    let texture = |binding: u32| json!({ "group": 0, "binding": binding, "kind": "texture", "format": "r8unorm", "size": [32768, 32768] });
    let bindings: Vec<Value> = (0..5).map(texture).collect();
    let answers = converse(&[], &[json!({ "op": "run", "wgsl": NOTHING, "bindings": bindings })]);
    assert_eq!(answers[0]["error"]["stage"], "protocol", "{}", answers[0]);
}

#[test]
fn the_fuel_of_a_request_is_limited() {
    let wgsl = "@compute @workgroup_size(1) fn main() { for (var i = 0u; i < 100000; i++) {} }";
    let run = |fuel: Value| json!({ "op": "run", "wgsl": wgsl, "fuel": fuel });
    let requests = [run(Value::Null), run(json!(u64::MAX)), run(json!(1))];
    let is_stopped = |arguments: &[&str]| {
        let told = told(&converse(arguments, &requests));
        told.iter().map(|it| it.starts_with("execution: out of fuel")).collect::<Vec<_>>()
    };
    assert_eq!(is_stopped(&[]), [false, false, true]);
    assert_eq!(is_stopped(&["--most-fuel", "10000"]), [true, true, true]);
}
