//! The language server answers each request about any document.

use crate::source_of;
use serde_json::{Value, json};
use std::io::{BufReader, Cursor};
use wgsl_lsp::{Alone, End, serve};

/// Requests about a place of a document.
const AT_A_PLACE: [&str; 8] = [
    "textDocument/hover",
    "textDocument/definition",
    "textDocument/references",
    "textDocument/documentHighlight",
    "textDocument/prepareRename",
    "textDocument/rename",
    "textDocument/completion",
    "textDocument/signatureHelp",
];
/// Requests about all of it.
const ABOUT_ALL: [&str; 4] = [
    "textDocument/documentSymbol",
    "textDocument/inlayHint",
    "textDocument/semanticTokens/full",
    "textDocument/codeAction",
];

/// The first bytes are an edit and a place; the others are a document. It is opened, asked about, edited, and asked about again. Each request
/// has one answer, none of them reports a defect of the server, and the conversation ends in order.
///
/// # Panics
/// It does not.
pub fn language_server(bytes: &[u8]) {
    let (choices, text) = bytes.split_at(bytes.len().min(6));
    let choice = |index: usize| u32::from(choices.get(index).copied().unwrap_or(0));
    let text = source_of(text);
    let at = |line: u32, character: u32| json!({ "line": line, "character": character });
    let place = at(choice(0), choice(1));
    let range = json!({ "start": place, "end": at(choice(0) + choice(2) % 4, choice(3)) });
    let document = json!({ "uri": "file:///a.wgsl", "languageId": "wgsl", "version": 1, "text": text });
    let change = json!({ "range": range, "text": text.get(..choice(4) as usize).unwrap_or("fn") });
    let changed = json!({ "uri": "file:///a.wgsl", "version": 2 });
    let capabilities = json!({ "processId": null, "rootUri": null, "capabilities": {} });
    let mut messages = vec![request(0, "initialize", &capabilities)];
    messages.push(note("textDocument/didOpen", &json!({ "textDocument": document })));
    let mut number = 0;
    for is_changed in [false, true] {
        if is_changed {
            let params = json!({ "textDocument": changed, "contentChanges": [change] });
            messages.push(note("textDocument/didChange", &params));
        }
        for method in AT_A_PLACE.iter().chain(&ABOUT_ALL) {
            number += 1;
            let params = json!({
                "textDocument": { "uri": "file:///a.wgsl" },
                "position": place,
                "range": range,
                "newName": "renamed",
                "context": { "includeDeclaration": true, "diagnostics": [] },
            });
            messages.push(request(number, method, &params));
        }
    }
    messages.extend([request(number + 1, "shutdown", &Value::Null), note("exit", &Value::Null)]);
    check(&messages, number + 1);
}

fn request(id: usize, method: &str, params: &Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })
}

fn note(method: &str, params: &Value) -> Value {
    json!({ "jsonrpc": "2.0", "method": method, "params": params })
}

/// Sends messages, and checks the answers to the requests from 0 to `last`.
fn check(messages: &[Value], last: usize) {
    let framed = messages.iter().map(|message| {
        let text = message.to_string();
        format!("Content-Length: {}\r\n\r\n{text}", text.len())
    });
    let input = Cursor::new(framed.collect::<String>().into_bytes());
    let mut output = Vec::new();
    let end = serve(BufReader::new(input), &mut output, &Alone);
    assert!(matches!(end, Ok(End::Orderly)), "{end:?}");
    let output = String::from_utf8(output).unwrap_or_default();
    let said = output.split("Content-Length: ").filter_map(|part| part.split_once("\r\n\r\n"));
    let mut answered = vec![0; last + 1];
    for (_, text) in said {
        let message: Value = serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"));
        assert_ne!(message["error"]["code"], -32603, "{text}");
        assert!(!text.contains("internal error"), "{text}");
        if let Some(id) = message["id"].as_u64() {
            answered[id as usize] += 1;
        }
    }
    assert!(answered.iter().all(|count| *count == 1), "{answered:?}");
}
