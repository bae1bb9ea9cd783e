//! The machine protocol for browsers and Node: a request is a string of JSON, and so is its answer. `docs/PROTOCOL.md` has the requests.
//!
//! The package in `npm/` gives the operations names and types.

use wasm_bindgen::prelude::wasm_bindgen;
use wgsl_check_protocol::debug::{self, Requested};
use wgsl_check_protocol::{Limits, Options};
use wgsl_lsp::{OpenFiles, Session};

/// The bytes of the resources of a request. A module has 4 GiB of memory, and contents are there several times at once: in base64, as
/// given, and as written.
const REQUEST_BYTES: u64 = 1 << 28;

fn options() -> Options {
    let limits = Limits { kept_bytes: REQUEST_BYTES, request_bytes: REQUEST_BYTES, ..Limits::default() };
    Options { limits, ..Options::default() }
}

/// Answers requests, as `wgsl-check serve` does.
#[wasm_bindgen]
pub struct Server(wgsl_check_protocol::Server);

#[wasm_bindgen]
impl Server {
    /// A server that keeps nothing yet.
    #[must_use]
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self(wgsl_check_protocol::Server::new(options()))
    }

    /// The answer to a request, both in JSON.
    pub fn answer(&mut self, request: &str) -> String {
        let mut output = Vec::new();
        self.0.answer(request.as_bytes(), &mut output);
        // An answer is JSON, and so UTF-8.
        String::from_utf8(output).unwrap_or_default()
    }
}

/// Answers the messages of a client of the Language Server Protocol. It checks documents with the open documents that they import.
#[wasm_bindgen]
pub struct LanguageServer(Session<'static>);

#[wasm_bindgen]
impl LanguageServer {
    /// A server whose client has sent nothing yet.
    #[must_use]
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self(Session::new(&OpenFiles))
    }

    /// The messages that a message leads to: a list in JSON.
    pub fn receive(&mut self, message: &str) -> String {
        format!("[{}]", self.0.receive(message).join(","))
    }
}

/// Answers the messages of a client of the Debug Adapter Protocol. The attributes of its launch request are the members of requests to run.
#[wasm_bindgen]
pub struct Debugger(debug::Session);

#[wasm_bindgen]
impl Debugger {
    /// A debugger whose client has sent nothing yet.
    #[must_use]
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self(debug::Session::new(Requested::new(options())))
    }

    /// The messages that a message leads to: a list in JSON. There is no answer to what is not a message.
    pub fn receive(&mut self, message: &str) -> String {
        let message = serde_json::from_str(message).unwrap_or_default();
        serde_json::Value::from(self.0.receive(&message)).to_string()
    }
}

impl Default for Debugger {
    fn default() -> Self {
        Self::new()
    }
}

impl Default for LanguageServer {
    fn default() -> Self {
        Self::new()
    }
}

impl Default for Server {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn ask(request: &Value) -> Value {
        serde_json::from_str(&Server::new().answer(&request.to_string())).expect("an answer is JSON")
    }

    #[test]
    fn programs_are_judged_and_executed() {
        let wrong = ask(&json!({ "op": "validate", "wgsl": "/* 😀 */ fn f() { if 1 {} }" }));
        assert_eq!((&wrong["ok"], &wrong["diagnostics"][0]["column"]), (&json!(false), &json!(22)));
        let program = "@group(0) @binding(0) var<storage, read_write> n: u32; @compute @workgroup_size(1) fn main() { n += 2; }";
        let layout = ask(&json!({ "op": "layout", "wgsl": program }));
        assert_eq!(layout["resources"][0]["shape"]["scalar"], "u32");
        let binding = json!({ "group": 0, "binding": 0, "kind": "storage", "data_base64": "BQAAAA==" });
        let ran = ask(&json!({ "op": "run", "wgsl": program, "bindings": [binding] }));
        assert_eq!(ran["bindings"][0]["data_base64"], "BwAAAA==");
        let metal = "struct S { char a; float4 b; };";
        let layout = ask(&json!({ "op": "layout", "language": "metal", "source": metal }));
        assert_eq!(layout["structs"][0]["members"][1]["offset"], 16);
    }

    #[test]
    fn the_language_server_answers_messages() {
        let mut server = LanguageServer::new();
        let mut receive = |message: &Value| -> Value {
            serde_json::from_str(&server.receive(&message.to_string())).expect("an answer is JSON")
        };
        let said = receive(&json!({ "id": 1, "method": "initialize", "params": { "capabilities": {} } }));
        assert_eq!(said[0]["result"]["capabilities"]["hoverProvider"], true);
        let document =
            json!({ "uri": "file:///a.wgsl", "languageId": "wgsl", "version": 1, "text": "fn f( {}" });
        let said =
            receive(&json!({ "method": "textDocument/didOpen", "params": { "textDocument": document } }));
        assert_eq!(said[0]["method"], "textDocument/publishDiagnostics");
        assert_eq!(receive(&json!({ "method": "initialized", "params": {} })), json!([]));
    }

    #[test]
    fn the_debugger_answers_messages() {
        let mut debugger = Debugger::new();
        let mut receive = |command: &str, arguments: &Value| -> Value {
            let message = json!({ "seq": 1, "type": "request", "command": command, "arguments": arguments });
            serde_json::from_str(&debugger.receive(&message.to_string())).expect("an answer is JSON")
        };
        let program = "@compute @workgroup_size(2) fn main() {\n  var a = 1;\n  a += 1;\n}";
        let said = receive("launch", &json!({ "wgsl": program, "stopOnEntry": true }));
        assert_eq!((&said[0]["success"], &said[1]["event"]), (&json!(true), &json!("initialized")));
        assert_eq!(receive("configurationDone", &Value::Null)[1]["body"]["reason"], "entry");
        assert_eq!(receive("next", &json!({ "threadId": 2 }))[1]["body"]["threadId"], 2);
        assert_eq!(receive("evaluate", &json!({ "expression": "a" }))[0]["body"]["result"], "1");
        assert_eq!(Debugger::new().receive("nonsense"), "[]");
    }

    #[test]
    fn a_server_continues_after_a_malformed_request_and_keeps_contents() {
        let mut server = Server::new();
        assert!(server.answer("nonsense").contains("\"stage\":\"protocol\""));
        assert!(server.answer(r#"{"op":"keep","name":"a","byte_count":4}"#).contains("\"ok\":true"));
        assert!(server.answer(r#"{"op":"read","name":"a"}"#).contains("\"data_base64\":\"AAAAAA==\""));
        let large = r#"{"op":"keep","name":"b","byte_count":268435457}"#;
        assert!(server.answer(large).contains("\"ok\":false"));
    }
}
