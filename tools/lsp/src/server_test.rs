use super::*;
use crate::assembly::{Alone, Assembled, Assembly, Open};
use crate::transport::read_content;
use cxx_validator::{HeaderText, Lookup};
use serde_json::json;
use shader_language::Findings;
use shader_source::diagnostic::Diagnostic;
use shader_source::{Span, steps};
use std::io::{BufReader, Cursor};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use wgsl_spec::rules;
use wgsl_validator::Validator;

/// Returns the server's messages if all of the client's are available from the start.
pub(super) fn conversation(messages: &[Value]) -> (End, Vec<Value>) {
    said(framed(messages), &Alone)
}

fn framed(messages: &[Value]) -> Vec<u8> {
    let mut input = Vec::new();
    for message in messages {
        write_value(&mut input, message).expect("memory is written");
    }
    input
}

fn said(input: Vec<u8>, assembler: &dyn Assembler) -> (End, Vec<Value>) {
    let mut output = Vec::new();
    let end = serve(Cursor::new(input), &mut output, assembler).expect("memory is written");
    let mut output = BufReader::new(output.as_slice());
    let mut said = Vec::new();
    while let Some(content) = read_content(&mut output).expect("the server writes messages") {
        said.push(serde_json::from_slice(&content).expect("a message is JSON"));
    }
    (end, said)
}

pub(super) fn request(id: i32, method: &str, params: &Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })
}

pub(super) fn notification(method: &str, params: &Value) -> Value {
    json!({ "jsonrpc": "2.0", "method": method, "params": params })
}

pub(super) fn initialize(options: &Value) -> Value {
    let capabilities = json!({ "general": { "positionEncodings": ["utf-8", "utf-16"] } });
    request(
        0,
        "initialize",
        &json!({ "processId": null, "rootUri": null, "capabilities": capabilities, "initializationOptions": options }),
    )
}

fn open(text: &str) -> Value {
    open_as("a.wgsl", text)
}

/// Converts JSON to a message as the server reads it.
fn incoming(message: Value) -> Incoming {
    Incoming::Message(serde_json::from_value(message).expect("a message"))
}

fn change(version: i32, text: &str) -> Value {
    let document = json!({ "uri": "file:///a.wgsl", "version": version });
    notification(
        "textDocument/didChange",
        &json!({ "textDocument": document, "contentChanges": [{ "text": text }] }),
    )
}

fn published(said: &[Value]) -> Vec<(i64, usize)> {
    let of = said.iter().filter(|it| it["method"] == "textDocument/publishDiagnostics");
    of.map(|it| {
        let count = it["params"]["diagnostics"].as_array().map_or(0, Vec::len);
        (it["params"]["version"].as_i64().unwrap_or(-1), count)
    })
    .collect()
}

fn code(said: &[Value], id: i32) -> i64 {
    let answer = said.iter().find(|it| it["id"] == id).expect("there is an answer");
    answer["error"]["code"].as_i64().unwrap_or(0)
}

#[test]
fn a_conversation_has_a_beginning_and_an_end() {
    let (end, said) = conversation(&[
        request(9, "textDocument/hover", &Value::Null),
        initialize(&Value::Null),
        request(1, "initialize", &json!({})),
        request(2, "shutdown", &Value::Null),
        request(3, "textDocument/hover", &Value::Null),
        notification("exit", &Value::Null),
    ]);
    assert_eq!(end, End::Orderly);
    assert_eq!([9, 0, 1, 2, 3].map(|id| code(&said, id)), [-32002, 0, -32600, 0, -32600]);
    assert_eq!(said[1]["result"]["capabilities"]["positionEncoding"], "utf-8");
    assert_eq!(conversation(&[initialize(&Value::Null), notification("exit", &Value::Null)]).0, End::Abrupt);
    assert_eq!(conversation(&[]).0, End::Abrupt);
}

#[test]
fn the_last_state_of_waiting_edits_is_published() {
    let edits = (2..=50).map(|version| change(version, "fn f() {"));
    let messages: Vec<Value> = [initialize(&Value::Null), open("fn f() {}")]
        .into_iter()
        .chain(edits)
        .chain([change(51, "fn f() { x(); y(); }")])
        .collect();
    let published = published(&conversation(&messages).1);
    assert_eq!(published.last(), Some(&(51, 2)), "{published:?}");
    assert!(published.is_sorted(), "{published:?}");
}

#[test]
fn closing_a_document_takes_its_findings_away() {
    let closed = about("textDocument/didClose", "a.wgsl");
    let (_, said) = conversation(&[initialize(&Value::Null), open("x"), closed, change(3, "y")]);
    assert_eq!(published(&said).last(), Some(&(-1, 0)));
}

#[test]
fn settings_apply_at_once() {
    let text = "enable f16;";
    let portable = json!({ "target": "portable,-f16" });
    let (_, said) = conversation(&[initialize(&portable), open(text)]);
    assert_eq!(published(&said), [(1, 1)]);
    let configured =
        notification("workspace/didChangeConfiguration", &json!({ "settings": { "wgsl-check": portable } }));
    let (_, said) = conversation(&[initialize(&Value::Null), open(text), configured]);
    assert_eq!(published(&said).last(), Some(&(1, 1)));
    let (_, said) = conversation(&[initialize(&json!({ "target": "nothing" })), open(text)]);
    assert_eq!((&said[0]["method"], code(&said, 0)), (&json!("window/showMessage"), 0));
    assert_eq!(published(&said), [(1, 0)], "the default settings apply");
    let wrong = notification("workspace/didChangeConfiguration", &json!({ "settings": { "deny": 1 } }));
    let (_, said) = conversation(&[initialize(&Value::Null), wrong]);
    assert_eq!(said[1]["method"], "window/showMessage");
}

#[test]
fn mistakes_of_the_client_have_the_answers_of_the_protocol() {
    let mut input = Vec::new();
    write_value(&mut input, &initialize(&Value::Null)).expect("memory is written");
    input.extend(b"Content-Length: 4\r\n\r\n{\"a\"");
    for message in [
        request(1, "no/method", &Value::Null),
        request(2, "textDocument/codeAction", &json!({ "textDocument": 1 })),
        notification("textDocument/didOpen", &json!({})),
        notification("no/method", &Value::Null),
    ] {
        write_value(&mut input, &message).expect("memory is written");
    }
    let (_, said) = said(input, &Alone);
    assert_eq!(said[1]["error"]["code"], -32700);
    assert_eq!((code(&said, 1), code(&said, 2)), (-32601, -32602));
    assert_eq!((&said[4]["method"], said.len()), (&json!("window/showMessage"), 5));
}

#[test]
fn a_request_that_fails_does_not_end_the_server() {
    let (_, said) = conversation(&[
        initialize(&Value::Null),
        open("x"),
        request(1, "test/panic", &Value::Null),
        change(2, "fn f() {}"),
    ]);
    assert_eq!(code(&said, 1), -32603);
    assert_eq!(published(&said).last(), Some(&(2, 0)));
}

#[test]
fn a_cancelled_request_is_answered_as_such() {
    let (sender, receiver) = channel();
    for message in [
        initialize(&Value::Null),
        request(1, "textDocument/codeAction", &json!({})),
        notification("$/cancelRequest", &json!({ "id": 1 })),
    ] {
        sender.send(incoming(message)).expect("it is held");
    }
    let mut output = Vec::new();
    let batch = next_batch(&receiver).expect("messages wait");
    assert_eq!(batch.len(), 3);
    assert_eq!(Server::new(&mut output, &Alone).handle(batch).expect("memory is written"), None);
    assert!(String::from_utf8_lossy(&output).contains("-32800"));
}

/// A checker that reports an error in each document, with a label in a second file, and an error there.
struct Finder;

impl Assembler for Finder {
    fn assemble(&self, assembly: Assembly<'_>, _: &mut Validator) -> Vec<Option<Assembled>> {
        // The document has one byte, so the other file begins at 2.
        let error = |lo| Diagnostic::error(rules::SCOPE_UNRESOLVED, Span::new(lo, lo + 1), "wrong");
        let incomplete =
            Some(format!("{} open, A is {:?}", assembly.open.texts.len(), assembly.defines.get("A")));
        let others = vec![("/b c.wesl".to_owned(), Arc::from("\nxy"))];
        let diagnostics = vec![error(0).label(Span::new(4, 5), "here"), error(3)];
        let findings = Findings { diagnostics, others, incomplete };
        vec![Some(Assembled { findings, depends_on_all: true }); assembly.paths.len()]
    }
}

#[test]
fn findings_of_several_files_are_published_for_their_own() {
    let messages = [initialize(&json!({ "define": ["A=2"] })), open_as("a.wesl", "x")];
    let (_, said) = said(framed(&messages), &Finder);
    let found = &said[1]["params"]["diagnostics"];
    assert_eq!(found.as_array().map(Vec::len), Some(2), "{found}");
    let related = &found[0]["relatedInformation"][0]["location"];
    assert_eq!(related["uri"], "file:///b%20c.wesl");
    assert_eq!(related["range"]["start"], json!({ "line": 1, "character": 1 }));
    assert_eq!(
        (&found[1]["severity"], &found[1]["message"]),
        (&json!(3), &json!("1 open, A is Some(\"2\")"))
    );
}

#[test]
fn another_file_that_is_opened_or_closed_changes_the_judgement() {
    let uri = |name: &str| json!({ "uri": format!("file:///{name}"), "languageId": "wesl", "version": 1, "text": "x" });
    let mut server = begun(&Finder);
    let mut after = |method: &str, name: &str| {
        let params = json!({ "textDocument": uri(name) });
        server.note(Notification { method: method.to_owned(), params }).expect("memory is written");
        server.workspace.settle();
        let are_waiting = server.workspace.documents.keys().all(|uri| server.workspace.waiting.contains(uri));
        server.publish().expect("memory is written");
        are_waiting
    };
    assert!(after("textDocument/didOpen", "a.wesl"));
    assert!(after("textDocument/didOpen", "b.wesl"), "a.wesl may import it");
    assert!(after("textDocument/didSave", "b.wesl"));
    assert!(after("textDocument/didClose", "b.wesl"));
    assert!(!after("$/setTrace", "a.wesl"));
}

/// Returns the server's messages for a client with these capabilities that opens a document depending on all files and sends this notification.
fn after_change_on_disk(capabilities: &Value, change: Value) -> Vec<Value> {
    let begin = request(
        0,
        "initialize",
        &json!({ "processId": null, "rootUri": "file:///p", "capabilities": capabilities }),
    );
    let messages = [begin, notification("initialized", &json!({})), open_as("p/a.wesl", "x"), change];
    let mut server = Server::new(Vec::new(), &Finder);
    for message in messages {
        step(&mut server, message);
        if let Some(document) = server.workspace.documents.values_mut().next() {
            // Counts the diagnostics that are published again.
            document.forget_published();
        }
    }
    let mut output = BufReader::new(server.output.as_slice());
    let mut said = Vec::new();
    while let Some(content) = read_content(&mut output).expect("the server writes messages") {
        said.push(serde_json::from_slice(&content).expect("a message is JSON"));
    }
    said
}

#[test]
fn files_that_change_on_disk_are_watched() {
    let able = json!({ "workspace": { "didChangeWatchedFiles": { "dynamicRegistration": true } } });
    let changed = |name: &str| {
        let event = json!({ "uri": format!("file:///p/{name}"), "type": 2 });
        notification("workspace/didChangeWatchedFiles", &json!({ "changes": [event] }))
    };
    let said = after_change_on_disk(&able, changed("b.wesl"));
    let registered = said.iter().find(|it| it["method"] == "client/registerCapability").expect("a request");
    let watchers = &registered["params"]["registrations"][0]["registerOptions"]["watchers"];
    assert!(
        watchers[0]["globPattern"].as_str().is_some_and(|it| it.contains("wesl") && it.contains("metal"))
    );
    assert_eq!(published(&said).len(), 2, "the document depends on the file");
    assert_eq!(published(&after_change_on_disk(&able, changed("wesl.toml"))).len(), 2);
    assert_eq!(published(&after_change_on_disk(&able, changed("wgsl-check.toml"))).len(), 2);
    assert_eq!(published(&after_change_on_disk(&able, changed("a.wesl"))).len(), 1, "the editor has it");
    assert_eq!(published(&after_change_on_disk(&able, about("textDocument/didSave", "p/a.wesl"))).len(), 1);
    let said = after_change_on_disk(&json!({}), about("textDocument/didSave", "p/a.wesl"));
    assert!(said.iter().all(|it| it["method"] != "client/registerCapability"));
    assert_eq!(published(&said).len(), 2, "the client reports no files");
}

#[test]
fn a_client_that_asks_for_diagnostics_gets_none_published() {
    let able = json!({ "textDocument": { "diagnostic": {} }, "workspace": { "diagnostics": { "refreshSupport": true } } });
    let begin =
        request(0, "initialize", &json!({ "processId": null, "rootUri": null, "capabilities": able }));
    let ask = |id: i32, known: &Value| {
        let document = json!({ "uri": "file:///a.wgsl" });
        let params = json!({ "textDocument": document, "previousResultId": known });
        request(id, "textDocument/diagnostic", &params)
    };
    let messages = [
        begin,
        open("x"),
        ask(1, &Value::Null),
        ask(2, &json!("1")),
        change(2, "fn f() {}"),
        ask(3, &json!("1")),
    ];
    let (_, said) = conversation(&messages);
    let answer = |id: i32| &said.iter().find(|it| it["id"] == id).expect("an answer")["result"];
    assert_eq!(answer(0)["capabilities"]["diagnosticProvider"]["interFileDependencies"], true);
    assert_eq!((&answer(1)["kind"], &answer(1)["resultId"]), (&json!("full"), &json!("1")));
    assert_eq!(answer(1)["items"].as_array().map(Vec::len), Some(1));
    assert_eq!(answer(2), &json!({ "kind": "unchanged", "resultId": "1" }));
    assert_eq!((&answer(3)["kind"], &answer(3)["resultId"]), (&json!("full"), &json!("2")));
    assert_eq!(published(&said), []);
}

#[test]
fn a_document_that_depends_on_an_edited_one_is_asked_for_again() {
    let able = json!({ "textDocument": { "diagnostic": {} }, "workspace": { "diagnostics": { "refreshSupport": true } } });
    let begin =
        request(0, "initialize", &json!({ "processId": null, "rootUri": null, "capabilities": able }));
    let mut server = Server::new(Vec::new(), &Finder);
    let mut refreshes = |message: Value| {
        server.output.clear();
        step(&mut server, message);
        String::from_utf8_lossy(&server.output).matches("workspace/diagnostic/refresh").count()
    };
    let ask = |name: &str| {
        let document = json!({ "uri": format!("file:///{name}") });
        request(1, "textDocument/diagnostic", &json!({ "textDocument": document }))
    };
    refreshes(begin);
    assert_eq!(refreshes(open_as("a.wesl", "x")), 0, "the client asks anyway");
    assert_eq!(refreshes(ask("a.wesl")), 0);
    assert_eq!(refreshes(open_as("b.wesl", "x")), 1, "`a.wesl` depends on it");
    refreshes(ask("a.wesl"));
    assert_eq!(refreshes(about("textDocument/didSave", "b.wesl")), 1);
}

#[test]
fn semantic_tokens_have_differences() {
    let ask = |id: i32, method: &str, known: &str| {
        let params = json!({ "textDocument": { "uri": "file:///a.wgsl" }, "previousResultId": known });
        request(id, &format!("textDocument/semanticTokens/{method}"), &params)
    };
    let (_, said) = conversation(&[
        initialize(&Value::Null),
        open("const a = 1;\nconst b = a;"),
        ask(1, "full", ""),
        change(2, "const a = 1;\nconst b = 2;"),
        ask(2, "full/delta", "1"),
        ask(3, "full/delta", "1"),
    ]);
    let answer = |id: i32| &said.iter().find(|it| it["id"] == id).expect("an answer")["result"];
    assert_eq!((&answer(1)["resultId"], answer(1)["data"].as_array().map(Vec::len)), (&json!("1"), Some(15)));
    assert_eq!(answer(2), &json!({ "resultId": "2", "edits": [{ "start": 10, "deleteCount": 5 }] }));
    assert_eq!(answer(3)["data"].as_array().map(Vec::len), Some(10), "the client has older ones");
}

#[test]
fn the_first_folder_has_the_configuration() {
    /// Returns a target that only the second folder has.
    struct Folders;
    impl Assembler for Folders {
        fn assemble(&self, assembly: Assembly<'_>, _: &mut Validator) -> Vec<Option<Assembled>> {
            vec![None; assembly.paths.len()]
        }

        fn settings(&self, folders: &[PathBuf]) -> Value {
            let is_second = folders.first().is_some_and(|it| it.ends_with("second"));
            if is_second { json!({ "target": "portable,-f16" }) } else { Value::Null }
        }
    }
    let folder = |name: &str| json!({ "uri": format!("file:///{name}"), "name": name });
    let begin = request(
        0,
        "initialize",
        &json!({ "processId": null, "rootUri": null, "capabilities": {}, "workspaceFolders": [folder("first"), folder("second")] }),
    );
    let event = json!({ "added": [], "removed": [folder("first")] });
    let changed = notification("workspace/didChangeWorkspaceFolders", &json!({ "event": event }));
    let mut server = Server::new(Vec::new(), &Folders);
    for message in [begin, open("enable f16;"), changed] {
        step(&mut server, message);
    }
    assert_eq!(server.workspace.settings.options.target.name(), "portable,-f16");
}

/// Returns a notification whose only parameter is a document.
fn about(method: &str, name: &str) -> Value {
    notification(method, &json!({ "textDocument": { "uri": format!("file:///{name}") } }))
}

/// Returns a `didOpen` notification; a `.wesl` document has imports.
fn open_as(name: &str, text: &str) -> Value {
    let language = name.rsplit('.').next();
    let document =
        json!({ "uri": format!("file:///{name}"), "languageId": language, "version": 1, "text": text });
    notification("textDocument/didOpen", &json!({ "textDocument": document }))
}

fn edit(name: &str, version: i32, line: usize) -> Value {
    let position = json!({ "line": line, "character": 0 });
    let change = json!({ "range": { "start": position, "end": position }, "text": " " });
    let document = json!({ "uri": format!("file:///{name}"), "version": version });
    notification("textDocument/didChange", &json!({ "textDocument": document, "contentChanges": [change] }))
}

/// Returns an initialized server.
fn begun(assembler: &dyn Assembler) -> Server<'_, Vec<u8>> {
    let mut server = Server::new(Vec::new(), assembler);
    step(&mut server, initialize(&Value::Null));
    server
}

/// Handles messages one by one, and publishes diagnostics after each.
fn step(server: &mut Server<'_, Vec<u8>>, message: Value) {
    assert_eq!(server.handle(vec![incoming(message)]).expect("memory is written"), None);
    server.publish().expect("memory is written");
}

/// Returns the number of steps for these messages, after which all diagnostics are published once.
fn steps_of_batch(server: &mut Server<'_, Vec<u8>>, messages: impl Iterator<Item = Value>) -> u64 {
    let messages = messages.map(incoming).collect();
    steps::of(|| {
        assert_eq!(server.handle(messages).expect("memory is written"), None);
        server.publish().expect("memory is written");
    })
}

#[test]
fn opening_documents_costs_nothing_of_the_open_ones() {
    let cost = |count: usize| {
        let mut server = begun(&Alone);
        steps::of(|| (0..count).for_each(|it| step(&mut server, open_as(&format!("{it}.wgsl"), "fn f() {}"))))
    };
    let (few, many) = (cost(20), cost(160));
    assert!(few > 0 && many < 9 * few, "{few} steps become {many} with 8 times the documents");
}

#[test]
fn waiting_edits_cost_one_validation() {
    let cost = |count: usize| {
        let mut server = begun(&Alone);
        step(&mut server, open_as("a.wgsl", &"fn f() { let xs = 1; }\n".repeat(500)));
        steps_of_batch(&mut server, (0..count).map(|it| edit("a.wgsl", it as i32 + 2, it)))
    };
    let (one, many) = (cost(1), cost(500));
    assert!(many < 2 * one, "{one} steps become {many} with 500 edits");
}

/// Assembles a chain of documents, each of which depends on the next, and counts the assemblies.
struct Chain(std::cell::Cell<usize>);

impl Assembler for Chain {
    fn assemble(&self, assembly: Assembly<'_>, _: &mut Validator) -> Vec<Option<Assembled>> {
        self.0.set(self.0.get() + assembly.paths.len());
        vec![Some(Assembled { findings: Findings::default(), depends_on_all: false }); assembly.paths.len()]
    }

    fn importers(&self, file: &Path) -> Vec<PathBuf> {
        let all = ["a", "b", "c", "d"].map(|name| PathBuf::from(format!("/{name}.wesl")));
        let is_one = all.iter().any(|path| path == file);
        all.into_iter().filter(|path| is_one && path.as_path() < file).collect()
    }
}

#[test]
fn only_dependents_of_a_changed_file_are_assembled_again() {
    let chain = Chain(std::cell::Cell::new(0));
    let mut server = begun(&chain);
    steps_of_batch(
        &mut server,
        ["a", "b", "c", "d"].map(|it| open_as(&format!("{it}.wesl"), "x")).into_iter(),
    );
    let mut after = |message: Value| {
        chain.0.set(0);
        step(&mut server, message);
        chain.0.get()
    };
    assert_eq!(after(edit("a.wesl", 2, 0)), 1, "nothing depends on the first one");
    assert_eq!(after(edit("c.wesl", 2, 0)), 3);
    assert_eq!(after(edit("d.wesl", 2, 0)), 4);
    assert_eq!(after(open_as("e.wgsl", "")), 0);
    assert_eq!(after(about("textDocument/didSave", "d.wesl")), 4);
    assert_eq!(after(about("textDocument/didClose", "d.wesl")), 3);
}

#[test]
fn a_header_without_a_length_ends_the_conversation_with_the_reason() {
    let mut input = framed(&[initialize(&Value::Null)]);
    input.extend(b"Content-Length: x\r\n\r\n{}");
    let (end, said) = said(input, &Alone);
    assert_eq!(said.len(), 1);
    assert!(matches!(&end, End::Unreadable(reason) if reason.contains("Content-Length")), "{end:?}");
}

/// A disk with one header, which counts lookups.
struct OneHeader(std::cell::Cell<usize>);

impl Assembler for OneHeader {
    fn assemble(&self, assembly: Assembly<'_>, validator: &mut Validator) -> Vec<Option<Assembled>> {
        Alone.assemble(assembly, validator)
    }

    fn header(&self, path: &str, _: &Path, _: &Open) -> Lookup {
        self.0.set(self.0.get() + 1);
        let header = HeaderText {
            identity: path.to_owned(),
            name: String::new(),
            text: "constant int disk = 1;".into(),
        };
        if path == "/f/disk.h" { Lookup::Found(header) } else { Lookup::Missing }
    }
}

/// Returns the line and the first line of the message of each diagnostic that was last published for a document.
fn last_found(said: &[Value], name: &str) -> Vec<(u64, String)> {
    let uri = format!("file:///{name}");
    let last = said.iter().rfind(|it| it["params"]["uri"] == uri).expect("diagnostics are published");
    let all = last["params"]["diagnostics"].as_array().expect("a list").iter();
    all.map(|it| {
        let message = it["message"].as_str().expect("a message");
        let message = message.lines().next().unwrap_or_default().to_owned();
        (it["range"]["start"]["line"].as_u64().expect("a line"), message)
    })
    .collect()
}

fn of_metal(messages: Vec<Value>) -> Vec<Value> {
    let mut all =
        vec![initialize(&json!({ "std": "macos-metal2.2", "include": ["/i"], "define": ["SIZE=2"] }))];
    all.extend(messages);
    said(framed(&all), &OneHeader(std::cell::Cell::new(0))).1
}

#[test]
fn metal_documents_are_checked_with_disk_and_open_headers() {
    let program = "#include \"disk.h\"\n#include \"open.h\"\nconstant int a = disk + open + SIZE;\nconstant int b = c;\n";
    let said = of_metal(vec![open_as("f/a.metal", program), open_as("f/open.h", "constant int open = 1;")]);
    assert_eq!(last_found(&said, "f/a.metal"), [(3, "`c` is not declared".to_owned())]);
    assert_eq!(last_found(&said, "f/open.h"), [], "a header is checked with its programs");
    let said = of_metal(vec![open_as("f/a.msl", program)]);
    let found = last_found(&said, "f/a.msl");
    assert!(found.contains(&(1, "header `open.h` was not found".to_owned())), "{found:?}");
    // The client's `languageId` takes precedence over the document's name.
    let document =
        json!({ "uri": "untitled:1", "languageId": "metal", "version": 1, "text": "constant int a = 1;" });
    let said = of_metal(vec![notification("textDocument/didOpen", &json!({ "textDocument": document }))]);
    assert_eq!(published(&said), [(1, 0)]);
}

#[test]
fn mistakes_of_headers_are_shown_at_the_directive() {
    let said = of_metal(vec![
        open_as("f/outer.h", "#include \"inner.h\"\n"),
        open_as("f/inner.h", "\nconstant int b = c;"),
        open_as("f/a.metal", "\n#include \"outer.h\"\n"),
    ]);
    assert_eq!(last_found(&said, "f/a.metal"), [(1, "`c` is not declared".to_owned())]);
    let last = said.iter().rfind(|it| it["params"]["uri"] == "file:///f/a.metal").expect("it is published");
    let related = &last["params"]["diagnostics"][0]["relatedInformation"][0];
    assert_eq!(related["location"]["uri"], "file:///f/inner.h");
    assert_eq!(related["location"]["range"]["start"], json!({ "line": 1, "character": 17 }));
}

#[test]
fn metal_documents_are_checked_again_when_their_headers_change() {
    let disk = OneHeader(std::cell::Cell::new(0));
    let mut server = begun(&disk);
    step(&mut server, open_as("f/a.metal", "#include \"open.h\"\n"));
    step(&mut server, open_as("f/b.metal", "constant int a = 1;\n"));
    let mut checks = |message: Value| {
        assert_eq!(server.handle(vec![incoming(message)]).expect("memory is written"), None);
        server.workspace.settle();
        let waiting = server.workspace.waiting.iter().filter(|uri| uri.contains(".metal")).count();
        server.publish().expect("memory is written");
        waiting
    };
    assert_eq!(checks(open_as("f/open.h", "")), 1, "it was searched for");
    assert_eq!(checks(edit("f/open.h", 2, 0)), 1);
    assert_eq!(checks(edit("f/b.metal", 2, 0)), 1);
    assert_eq!(checks(open_as("f/other.h", "")), 0);
    assert_eq!(checks(about("textDocument/didSave", "f/b.metal")), 1);
}

#[test]
fn what_metal_lacks_has_empty_answers() {
    let program = "kernel void k(device int* o [[buffer(0)]]) { o[0] = max(1, 2); }";
    let document = json!({ "uri": "file:///f/a.metal" });
    let at = json!({ "textDocument": document, "position": { "line": 0, "character": 45 }, "newName": "p" });
    let whole = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 9, "character": 0 } });
    for (name, is_header) in [("f/a.metal", false), ("f/a.h", true)] {
        let mut at = at.clone();
        at["textDocument"]["uri"] = json!(format!("file:///{name}"));
        let hints = json!({ "textDocument": at["textDocument"], "range": whole });
        let said = of_metal(vec![
            open_as(name, program),
            request(1, "textDocument/completion", &at),
            request(2, "textDocument/signatureHelp", &at),
            request(3, "textDocument/inlayHint", &hints),
            request(4, "textDocument/rename", &at),
            request(5, "textDocument/prepareRename", &at),
            request(6, "textDocument/hover", &at),
            request(7, "textDocument/definition", &at),
            request(8, "textDocument/documentSymbol", &at),
            request(9, "textDocument/semanticTokens/full", &at),
        ]);
        let answer =
            |id: i32| said.iter().find(|it| it["id"] == id).expect("there is an answer")["result"].clone();
        assert_eq!([answer(2), answer(3)], [Value::Null, json!([])]);
        if is_header {
            assert_eq!(answer(1), json!([]));
            assert_eq!([code(&said, 4), code(&said, 5)], [-32803, -32803], "{said:?}");
            assert_eq!([answer(6), answer(7), answer(8)], [Value::Null, Value::Null, json!([])]);
            assert_eq!(answer(9)["data"], json!([]));
        } else {
            let completed = answer(1).as_array().cloned().unwrap_or_default();
            assert_eq!(
                completed.iter().find(|it| it["label"] == "o").map(|it| &it["detail"]),
                Some(&json!("device int* o"))
            );
            let edits = answer(4)["changes"]["file:///f/a.metal"].as_array().map(Vec::len);
            assert_eq!((edits, &answer(5)["placeholder"]), (Some(2), &json!("o")));
            assert_eq!(answer(6)["contents"]["value"], "```cpp\ndevice int* o\n```\n");
            assert_eq!(answer(7)["range"]["start"]["character"], 26);
            assert_eq!(answer(8)[0]["name"], "k");
            assert_ne!(answer(9)["data"], json!([]));
        }
    }
}

#[test]
fn documents_and_ranges_are_formatted() {
    let document = json!({ "uri": "file:///a.wgsl" });
    let editor = json!({ "tabSize": 2, "insertSpaces": true });
    let line = json!({ "start": { "line": 1, "character": 0 }, "end": { "line": 1, "character": 5 } });
    let (_, said) = conversation(&[
        initialize(&json!({ "format": { "indent": "tab" } })),
        open("const  a = 1;\nconst  b = 1;\nfn f() {\n  _ = a;\n}\n"),
        request(1, "textDocument/formatting", &json!({ "textDocument": document, "options": editor })),
        request(
            2,
            "textDocument/rangeFormatting",
            &json!({ "textDocument": document, "range": line, "options": editor }),
        ),
    ]);
    let texts = |id: i32| -> Vec<(Value, Value)> {
        let answer = said.iter().find(|it| it["id"] == id).expect("there is an answer");
        let edits = answer["result"].as_array().expect("there are edits").iter();
        edits.map(|it| (it["range"]["start"]["line"].clone(), it["newText"].clone())).collect()
    };
    assert_eq!(texts(1), [(json!(0), json!(" ")), (json!(1), json!(" ")), (json!(2), json!("\n\t"))]);
    assert_eq!(texts(2), [(json!(1), json!(" "))]);
}
