//! The machine protocol.

use crate::support::{BAD, command, run_with_input};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

fn converse(requests: &[u8]) -> Vec<Value> {
    let result = run_with_input(&["serve"], requests);
    assert_eq!((result.status, result.errors.as_str()), (0, ""));
    result.output.lines().map(|line| serde_json::from_str(line).expect("an answer is JSON")).collect()
}

fn ask(request: &Value) -> Value {
    let mut answers = converse(format!("{request}\n").as_bytes());
    assert_eq!(answers.len(), 1);
    answers.remove(0)
}

#[test]
fn programs_are_validated() {
    let good = ask(&json!({ "id": 1, "op": "validate", "wgsl": "fn f() {}" }));
    assert_eq!(good, json!({ "id": 1, "ok": true, "diagnostics": [] }));
    let bad = ask(&json!({ "id": 2, "op": "validate", "wgsl": BAD }));
    assert_eq!(bad["ok"], false);
    let found = &bad["diagnostics"][0];
    assert_eq!(found["code"], "type/no-matching-overload");
    assert_eq!(found["severity"], "error");
    assert_eq!((&found["line"], &found["column"], &found["end_line"]), (&json!(3), &json!(12), &json!(3)));
    for member in ["rules", "anchors", "labels", "notes"] {
        assert!(found[member].is_array(), "{member}");
    }
}

#[test]
fn suggestions_travel() {
    let answer = ask(&json!({ "id": 1, "op": "validate", "wgsl": "const a = 1u & 2u + 3u;" }));
    let suggestion = &answer["diagnostics"][0]["suggestion"];
    assert!(suggestion["text"].is_string());
    assert!(["safe", "unsafe"].contains(&suggestion["applicability"].as_str().unwrap_or_default()));
    assert!(suggestion["edits"][0]["start"].is_u64());
    assert!(suggestion["edits"][0]["replacement"].is_string());
}

#[test]
fn layouts_are_those_of_the_command() {
    let program = "struct A { a: vec3f, b: u32 } @group(0) @binding(0) var<uniform> a: A;";
    let answer = ask(&json!({ "id": 1, "op": "layout", "wgsl": program }));
    let printed = run_with_input(&["layout", "-", "--format", "json"], program.as_bytes()).output;
    let mut printed: Value = serde_json::from_str(&printed).expect("JSON");
    let members = printed.as_object_mut().expect("an object");
    assert!(members.remove("file").is_some());
    members.extend([("id".to_owned(), json!(1)), ("ok".to_owned(), json!(true))]);
    assert_eq!(answer, printed);
    assert_eq!(answer["structs"][0]["members"][1]["offset"], 12);
    assert_eq!(answer["resources"][0]["shape"], json!({ "arrays": [], "structure": "A" }));
    let rejected = ask(&json!({ "id": 1, "op": "layout", "wgsl": BAD }));
    assert_eq!(rejected["error"]["stage"], "shader-creation");
    assert_eq!(rejected["error"]["diagnostics"][0]["code"], "type/no-matching-overload");
}

#[test]
fn reflections_are_those_of_the_command() {
    let program = "override n: u32; @compute @workgroup_size(n, 2) fn main() {}";
    let answer = ask(&json!({ "id": 1, "op": "reflect", "wgsl": program }));
    let printed = run_with_input(&["reflect", "-", "--format", "json"], program.as_bytes()).output;
    let mut printed: Value = serde_json::from_str(&printed).expect("JSON");
    let members = printed.as_object_mut().expect("an object");
    assert!(members.remove("file").is_some());
    members.extend([("id".to_owned(), json!(1)), ("ok".to_owned(), json!(true))]);
    assert_eq!(answer, printed);
    assert_eq!(answer["entry_points"][0]["workgroup_size"][1]["value"], 2);
    assert_eq!(ask(&json!({ "op": "reflect", "wgsl": BAD }))["error"]["stage"], "shader-creation");
}

#[test]
fn names_are_explained() {
    let explain = |name: &str| ask(&json!({ "id": 1, "op": "explain", "name": name }));
    let rule = explain("stmt.if.cond-bool");
    assert_eq!((&rule["ok"], &rule["explanation"]["code"]), (&json!(true), &json!("type/invalid-condition")));
    let unknown = explain("stmt.if.cond-bol");
    assert_eq!((&unknown["ok"], &unknown["error"]["stage"]), (&json!(false), &json!("protocol")));
    assert_eq!(ask(&json!({ "op": "explain" }))["error"]["stage"], "protocol");
}

#[test]
fn identifiers_come_back_as_they_were() {
    for id in [json!("x"), json!([1, { "a": null }]), json!(1.5e300), json!(null), json!(true)] {
        assert_eq!(ask(&json!({ "id": id, "op": "validate", "wgsl": "" }))["id"], id);
    }
    let large = converse(b"{\"id\":123456789012345678901234567890,\"op\":\"validate\",\"wgsl\":\"\"}\n");
    assert_eq!(large.len(), 1);
    assert_eq!(ask(&json!({ "op": "validate", "wgsl": "" }))["id"], Value::Null);
}

#[test]
fn programs_are_scalar_values() {
    let answer = |line: &[u8]| converse(line).remove(0);
    let lone = answer(b"{\"id\":1,\"op\":\"validate\",\"wgsl\":\"// \\ud800\"}\n");
    assert_eq!(lone, json!({ "id": 1, "ok": true, "diagnostics": [] }));
    let lone = answer(b"{\"id\":2,\"op\":\"validate\",\"wgsl\":\"\\ud800\"}\n");
    assert_eq!((&lone["id"], &lone["diagnostics"][0]["severity"]), (&json!(2), &json!("error")));
}

#[test]
fn targets_are_respected() {
    let answer = |request: &[u8]| converse(request).remove(0);
    let program = "requires buffer_view;";
    let ask = |target: &str| ask(&json!({ "id": 1, "op": "validate", "wgsl": program, "target": target }));
    assert_eq!(ask("text")["ok"], true);
    assert_eq!(ask("naga")["diagnostics"][0]["code"], "resolve/extension-not-supported");
    assert_eq!(ask("naga,+buffer_view")["ok"], true);
    assert_eq!(ask("nagas")["error"]["stage"], "protocol");
    assert_eq!(answer(b"{\"op\":\"validate\",\"wgsl\":\"\",\"target\":1}\n")["error"]["stage"], "protocol");
    assert_eq!(answer(b"{\"op\":\"validate\",\"wgsl\":\"\",\"target\":null}\n")["ok"], true);
    // The target of a request overrides that of the command line.
    let told = run_with_input(
        &["serve", "--target", "naga"],
        b"{\"op\":\"validate\",\"wgsl\":\"requires buffer_view;\"}\n\
          {\"op\":\"validate\",\"wgsl\":\"requires buffer_view;\",\"target\":\"text\"}\n",
    );
    let answers: Vec<Value> =
        told.output.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!((&answers[0]["ok"], &answers[1]["ok"]), (&json!(false), &json!(true)));
}

#[test]
fn editions_are_respected() {
    let program = "requires readonly_and_readwrite_storage_textures;";
    let ask = |edition: &str| ask(&json!({ "id": 1, "op": "validate", "wgsl": program, "edition": edition }));
    assert_eq!(ask("current")["ok"], true);
    assert_eq!(ask("2022-04-11")["ok"], false);
    assert_eq!(ask("soon")["error"]["stage"], "protocol");
}

#[test]
fn malformed_requests_are_answered_and_the_session_continues() {
    let requests = b"nonsense\n\n{\"id\":2}\n{\"id\":3,\"op\":\"dance\"}\n\xff\xfe\n{\"id\":5,\"op\":\"validate\",\"wgsl\":7}\n\
        {\"id\":6,\"op\":\"validate\"}\n{\"id\":7,\"op\":\"run\",\"wgsl\":7}\n[1]\n{\"id\":9,\"op\":\"validate\",\"wgsl\":\"\"}";
    let answers = converse(requests);
    let ids: Vec<_> = answers.iter().map(|answer| answer["id"].clone()).collect();
    let null = Value::Null;
    assert_eq!(
        ids,
        [null.clone(), json!(2), json!(3), null.clone(), json!(5), json!(6), json!(7), null, json!(9)]
    );
    let stages: Vec<_> =
        answers.iter().map(|answer| answer["error"]["stage"].as_str().unwrap_or("none")).collect();
    let protocol = "protocol";
    assert_eq!(
        stages,
        [protocol, protocol, protocol, protocol, protocol, protocol, protocol, protocol, "none"]
    );
    assert!(answers[..8].iter().all(|answer| answer["ok"] == false));
}

#[test]
fn many_requests_are_answered_in_order() {
    let request =
        |id| json!({ "id": id, "op": "pipeline", "wgsl": "fn f() {}", "entry_point": "f" }).to_string();
    let requests = (0..3000).map(request).collect::<Vec<_>>().join("\n");
    let answers = converse(requests.as_bytes());
    assert_eq!(answers.len(), 3000);
    assert!(answers.iter().enumerate().all(|(index, answer)| answer["id"] == index));
}

#[test]
fn a_waiting_client_is_answered() {
    let mut child = command()
        .arg("serve")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command runs");
    let mut input = child.stdin.take().expect("input is piped");
    let mut output = BufReader::new(child.stdout.take().expect("output is piped"));
    for id in 0..3 {
        // The first half of the next request follows: it must not hold back the answer.
        let request = json!({ "id": id, "op": "validate", "wgsl": "" }).to_string();
        input.write_all(request.as_bytes()).and_then(|()| input.write_all(b"\n ")).expect("request is sent");
        let mut answer = String::new();
        output.read_line(&mut answer).expect("answer comes");
        assert_eq!(serde_json::from_str::<Value>(&answer).expect("JSON")["id"], id);
    }
    drop(input);
    assert!(child.wait().expect("the command ends").success());
}
