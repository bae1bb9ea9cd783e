//! The language server, with a client on the other end of the pipes.

use crate::support::{command, folder};
use lsp_server::{Message, Notification, Request};
use serde_json::{Value, json};
use std::io::{BufReader, BufWriter};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

const URI: &str = "file:///shader.wgsl";

/// An editor with one document.
struct Editor {
    server: Child,
    input: BufWriter<ChildStdin>,
    output: BufReader<ChildStdout>,
    requests: i32,
    /// All that was published, in order.
    published: Vec<Published>,
}

/// The findings of a version of the document.
#[derive(Clone, PartialEq, Debug)]
struct Published {
    version: i64,
    diagnostics: Vec<Value>,
}

impl Editor {
    /// Starts the server and opens a document.
    fn open(text: &str) -> Self {
        let mut editor = Self::start();
        editor.open_file(URI, "wgsl", text);
        editor
    }

    /// Starts the server.
    fn start() -> Self {
        Self::start_in(Path::new(env!("CARGO_TARGET_TMPDIR")))
    }

    /// Starts the server in a folder.
    fn start_in(folder: &Path) -> Self {
        let mut server = command()
            .current_dir(folder)
            .args(["lsp", "--stdio"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the command runs");
        let input = BufWriter::new(server.stdin.take().expect("input is piped"));
        let output = BufReader::new(server.stdout.take().expect("output is piped"));
        let mut editor = Self { server, input, output, requests: 0, published: Vec::new() };
        let capabilities = json!({ "general": { "positionEncodings": ["utf-16"] } });
        let offered = editor
            .ask("initialize", json!({ "processId": null, "rootUri": null, "capabilities": capabilities }));
        assert_eq!(offered["capabilities"]["positionEncoding"], "utf-16");
        editor.tell("initialized", json!({}));
        editor
    }

    fn open_file(&mut self, uri: &str, language: &str, text: &str) {
        let document = json!({ "uri": uri, "languageId": language, "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// The findings of a document that are published next.
    fn next_findings(&mut self, uri: &str) -> Vec<Value> {
        loop {
            if let Message::Notification(it) = self.next()
                && it.method == "textDocument/publishDiagnostics"
                && it.params["uri"] == uri
            {
                return it.params["diagnostics"].as_array().expect("a list").clone();
            }
        }
    }

    fn send(&mut self, message: impl Into<Message>) {
        message.into().write(&mut self.input).expect("the server reads");
    }

    fn tell(&mut self, method: &str, params: Value) {
        self.send(Notification::new(method.to_owned(), params));
    }

    /// The result of a request.
    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.requests += 1;
        let id = self.requests.into();
        self.send(Request::new(self.requests.into(), method.to_owned(), params));
        loop {
            if let Message::Response(response) = self.next()
                && response.id == id
            {
                return response
                    .response_result
                    .unwrap_or_else(|error| panic!("{method}: {}", error.message));
            }
        }
    }

    /// Asks about the document with these parameters besides.
    fn ask_about(&mut self, method: &str, place: Option<(u32, u32)>, more: Value) -> Value {
        let mut params = more;
        params["textDocument"] = json!({ "uri": URI });
        if let Some((line, character)) = place {
            params["position"] = json!({ "line": line, "character": character });
        }
        self.ask(method, params)
    }

    fn change(&mut self, version: i64, changes: &Value) {
        let document = json!({ "uri": URI, "version": version });
        self.tell("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes }));
    }

    fn next(&mut self) -> Message {
        let message =
            Message::read(&mut self.output).expect("the server writes messages").expect("the server runs");
        if let Message::Notification(it) = &message
            && it.method == "textDocument/publishDiagnostics"
        {
            let diagnostics = it.params["diagnostics"].as_array().expect("a list").clone();
            let version = it.params["version"].as_i64().expect("a number");
            self.published.push(Published { version, diagnostics });
        }
        message
    }

    /// The findings of a version, once they come.
    fn findings(&mut self, version: i64) -> Vec<Value> {
        loop {
            if let Some(found) = self.published.iter().find(|found| found.version == version) {
                return found.diagnostics.clone();
            }
            self.next();
        }
    }

    /// Leaves, and gives the exit status of the server.
    fn leave(mut self) -> Option<i32> {
        assert_eq!(self.ask("shutdown", Value::Null), Value::Null);
        self.tell("exit", Value::Null);
        self.server.wait().expect("the server ends").code()
    }
}

fn insertion(line: u32, character: u32, text: &str) -> Value {
    let place = json!({ "line": line, "character": character });
    json!([{ "range": { "start": place, "end": place }, "text": text }])
}

#[test]
fn a_session_from_error_to_fix() {
    let mut editor = Editor::open("struct A { a: f32; b: f32 }\n");
    let found = editor.findings(1);
    assert_eq!(found.len(), 1, "{found:?}");
    let range = found[0]["range"].clone();
    let context = json!({ "diagnostics": found });
    let actions =
        editor.ask_about("textDocument/codeAction", None, json!({ "range": range, "context": context }));
    assert_eq!(actions[0]["kind"], "quickfix");
    assert_eq!(actions[0]["isPreferred"], true);
    let edit = &actions[0]["edit"]["changes"][URI][0];
    editor.change(2, &json!([{ "range": edit["range"], "text": edit["newText"] }]));
    assert_eq!(editor.findings(2), Vec::<Value>::new());
    assert_eq!(editor.leave(), Some(0));
}

#[test]
fn a_session_of_questions() {
    let mut editor = Editor::open("fn area(side: f32) -> f32 { return side * side; }\nconst two = 1 + 1;\n");
    assert_eq!(editor.findings(1), Vec::<Value>::new());
    let hover = editor.ask_about("textDocument/hover", Some((1, 7)), json!({}));
    assert_eq!(hover["contents"]["value"], "```wgsl\nconst two: AbstractInt = 2\n```\n");
    let definition = editor.ask_about("textDocument/definition", Some((0, 36)), json!({}));
    assert_eq!(definition["range"]["start"], json!({ "line": 0, "character": 8 }));
    let context = json!({ "context": { "includeDeclaration": true } });
    let references = editor.ask_about("textDocument/references", Some((0, 36)), context);
    assert_eq!(references.as_array().map(Vec::len), Some(3));
    let place = editor.ask_about("textDocument/prepareRename", Some((0, 36)), json!({}));
    assert_eq!(place["placeholder"], "side");
    let edit = editor.ask_about("textDocument/rename", Some((0, 36)), json!({ "newName": "length_of_side" }));
    // Edits are made from the end, so that none moves another.
    let edits = edit["changes"][URI].as_array().expect("a list").iter().rev();
    let changes: Vec<_> =
        edits.map(|edit| json!({ "range": edit["range"], "text": edit["newText"] })).collect();
    editor.change(2, &json!(changes));
    assert_eq!(editor.findings(2), Vec::<Value>::new());
    let hover = editor.ask_about("textDocument/hover", Some((0, 8)), json!({}));
    assert_eq!(hover["contents"]["value"], "```wgsl\nlength_of_side: f32\n```\n");
    assert_eq!(editor.leave(), Some(0));
}

#[test]
fn a_session_of_typing() {
    let mut editor = Editor::open("struct Light { colour: vec3f }\nfn f(light: Light) {\n}\n");
    editor.change(2, &insertion(1, 20, "\n    let sum = max(light."));
    let items = editor.ask_about("textDocument/completion", Some((2, 24)), json!({}));
    assert_eq!((&items[0]["label"], &items[0]["detail"]), (&json!("colour"), &json!("vec3<f32>")));
    assert_ne!(editor.findings(2), Vec::<Value>::new());
    editor.change(3, &insertion(2, 24, "colour, "));
    let help = editor.ask_about("textDocument/signatureHelp", Some((2, 32)), json!({}));
    assert_eq!(help["activeParameter"], 1);
    assert!(help["signatures"][0]["label"].as_str().is_some_and(|label| label.starts_with("max(")));
    editor.change(4, &insertion(2, 32, "vec3f());"));
    assert_eq!(editor.findings(4), Vec::<Value>::new());
    let items = editor.ask_about("textDocument/completion", Some((2, 18)), json!({}));
    let max =
        items.as_array().expect("a list").iter().find(|item| item["label"] == "max").expect("it is there");
    let max = editor.ask("completionItem/resolve", max.clone());
    assert!(
        max["documentation"]["value"].as_str().is_some_and(|text| text.contains("/TR/WGSL/#max")),
        "{max}"
    );
    let symbols = editor.ask_about("textDocument/documentSymbol", None, json!({}));
    assert_eq!(symbols[0]["children"][0]["name"], "colour");
    let whole = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 9, "character": 0 } });
    let hints = editor.ask_about("textDocument/inlayHint", None, json!({ "range": whole }));
    assert_eq!(hints[0]["label"], ": vec3<f32>");
    let tokens = editor.ask_about("textDocument/semanticTokens/full", None, json!({}));
    let count = tokens["data"].as_array().map_or(0, Vec::len);
    assert!(count > 0 && count.is_multiple_of(5), "{count}");
    assert_eq!(editor.leave(), Some(0));
}

#[test]
fn findings_of_modules_are_in_their_files() {
    let folder = folder(
        "language-server-modules",
        &[("shapes.wesl", "fn area(side: f32) -> f32 { return side * side; }\n"), ("main.wesl", "")],
    );
    let uri = |name: &str| format!("file://{}/{name}", folder.display());
    let mut editor = Editor::start();
    let main = "import package::shapes::area;\nfn f() { let wrong = area(true);\nlet right = area(2); }\n";
    editor.open_file(&uri("main.wesl"), "wesl", main);
    let found = editor.next_findings(&uri("main.wesl"));
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0]["range"]["start"]["line"], 1);
    // What is open counts, not what is on disk.
    editor.open_file(&uri("shapes.wesl"), "wesl", "fn area(side: bool) -> f32 { return 1; }\n");
    let found = editor.next_findings(&uri("main.wesl"));
    assert_eq!(found[0]["range"]["start"]["line"], 2, "{found:?}");
    assert_eq!(editor.leave(), Some(0));
}

#[test]
fn a_session_with_metal() {
    let folder = folder(
        "language-server-metal",
        &[
            ("package.json", "{}"),
            ("wgsl-check.toml", "include = [\"shared\"]\n"),
            ("shared/units.h", "#pragma once\nconstant float metre = 1;\n"),
            ("shaders/sizes.h", "constant int count = 4;\n"),
        ],
    );
    let uri = |name: &str| format!("file://{}/{name}", folder.display());
    let mut editor = Editor::start_in(&folder);
    let program = "#include <units.h>\n#include \"sizes.h\"\n\
        kernel void k(device float* o [[buffer(0)]]) { o[0] = metre * count; o[1] = wrong; }\n";
    let main = uri("shaders/main.metal");
    editor.open_file(&main, "metal", program);
    let found = editor.next_findings(&main);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0]["range"]["start"], json!({ "line": 2, "character": 76 }));
    assert_eq!(found[0]["codeDescription"], Value::Null, "Metal's specification has no addresses");
    let at = json!({ "textDocument": { "uri": main }, "position": { "line": 2, "character": 56 } });
    let hover = editor.ask("textDocument/hover", at.clone());
    assert_eq!(hover["contents"]["value"], "```cpp\nconstant float metre = 1\n```\n");
    let definition = editor.ask("textDocument/definition", at);
    assert_eq!(definition["uri"], uri("shared/units.h"));
    assert_eq!(definition["range"]["start"], json!({ "line": 1, "character": 15 }));
    // What is open counts, not what is on disk.
    editor.open_file(&uri("shaders/sizes.h"), "cpp", "constant int number = 4;\n");
    assert_eq!(editor.next_findings(&main).len(), 2);
    editor.open_file(&uri("shaders/sizes.h"), "cpp", "constant int count = 4, wrong = 5;\n");
    assert_eq!(editor.next_findings(&main), Vec::<Value>::new());
    assert_eq!(editor.leave(), Some(0));
}

#[test]
fn no_finding_is_stale_or_lost() {
    const EDITS: i64 = 200;
    let mut editor = Editor::open("");
    // Each edit adds a line; every other one is wrong, and some are waited for.
    for version in 2..=EDITS + 1 {
        let line = version as u32 - 2;
        let text =
            if version % 2 == 0 { format!("const c{line} = x;\n") } else { format!("const c{line} = 1;\n") };
        editor.change(version, &insertion(line, 0, &text));
        if version % 50 == 0 {
            editor.findings(version);
        }
    }
    editor.findings(EDITS + 1);
    let published = editor.published.clone();
    assert!(published.is_sorted_by_key(|found| found.version), "an older version comes after a newer one");
    for found in published {
        assert_eq!(found.diagnostics.len() as i64, found.version / 2, "version {}", found.version);
    }
    assert_eq!(editor.leave(), Some(0));
}

#[test]
fn a_client_that_goes_away_ends_the_server() {
    let Editor { mut server, input, output, .. } = Editor::open("x");
    drop((input, output));
    assert_eq!(server.wait().expect("the server ends").code().map(|code| code > 0), Some(true));
}

#[test]
fn the_configuration_of_the_project_is_read() {
    let folder = folder("lsp-configuration", &[("wgsl-check.toml", "deny = [\"warnings\"]\n")]);
    let mut editor = Editor::start_in(&folder);
    editor.open_file(URI, "wgsl", "diagnostic(off, mine);\n");
    assert_eq!(editor.next_findings(URI)[0]["severity"], 1);
    assert_eq!(editor.leave(), Some(0));
}

#[test]
fn a_header_that_cannot_be_read_has_a_reason() {
    use std::io::Write as _;
    let mut server = command()
        .args(["lsp", "--stdio"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command runs");
    let input = server.stdin.as_mut().expect("input is piped");
    input.write_all(b"Content-Length: many\r\n\r\n{}").expect("the server reads");
    let output = server.wait_with_output().expect("the server ends");
    let reason = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{reason}");
    assert!(reason.contains("can't be read") && reason.contains("Content-Length"), "{reason}");
}
