//! The patterns of edits of the language server. A session is a conversation with the server itself; it continues only after the diagnostics
//! of the last message arrived, so that batches don't depend on time.

use super::construct::Work;
use serde_json::{Value, json};
use shader_source::steps;
use std::io::{self, BufReader, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use wgsl_lsp::{Alone, serve};

/// A line of a document.
const LINE: &str = "fn f() { let xs = 1; }\n";
/// The number of edits of a pattern in which documents grow.
const EDITS: usize = 8;

/// The messages of a client. Each but the first waits for diagnostics.
struct Client {
    messages: std::vec::IntoIter<Vec<u8>>,
    current: io::Cursor<Vec<u8>>,
    published: Receiver<()>,
}

impl Read for Client {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.current.read(buffer)?;
        if count > 0 || buffer.is_empty() {
            return Ok(count);
        }
        let Some(next) = self.messages.next() else { return Ok(0) };
        if !self.current.get_ref().is_empty() && self.published.recv().is_err() {
            return Ok(0);
        }
        self.current = io::Cursor::new(next);
        self.current.read(buffer)
    }
}

/// The answers of the server, of which only diagnostics matter.
struct Answers {
    message: Vec<u8>,
    published: Sender<()>,
}

impl Write for Answers {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.message.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let method = b"publishDiagnostics";
        if self.message.windows(method.len()).any(|window| window == method) {
            // The client has gone once it has said everything.
            let _ = self.published.send(());
        }
        self.message.clear();
        Ok(())
    }
}

fn framed(messages: &[Value]) -> Vec<u8> {
    let framed = messages.iter().map(|message| {
        let text = message.to_string();
        format!("Content-Length: {}\r\n\r\n{text}", text.len())
    });
    framed.collect::<String>().into_bytes()
}

/// The steps of a session. Each message but the last leads to diagnostics.
fn session(messages: Vec<Value>) -> u64 {
    session_of(messages.into_iter().map(|it| vec![it]).collect())
}

/// The steps of a session. Each list of messages is sent at once, and leads to diagnostics unless it is the last one.
fn session_of(messages: Vec<Vec<Value>>) -> u64 {
    let start = json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize",
        "params": { "processId": null, "rootUri": null, "capabilities": {} } });
    let mut messages = messages.into_iter();
    let first = framed(&[start].into_iter().chain(messages.next().into_iter().flatten()).collect::<Vec<_>>());
    let all: Vec<Vec<u8>> = std::iter::once(first).chain(messages.map(|it| framed(&it))).collect();
    let (sender, published) = channel();
    let client = Client { messages: all.into_iter(), current: io::Cursor::default(), published };
    let answers = Answers { message: Vec::new(), published: sender };
    // Writing to memory does not fail.
    steps::of(|| drop(serve(BufReader::new(client), answers, &Alone)))
}

fn open(name: usize, text: &str) -> Value {
    open_file(&format!("{name}.wgsl"), text)
}

fn open_file(name: &str, text: &str) -> Value {
    let language = name.rsplit('.').next();
    let document =
        json!({ "uri": format!("file:///{name}"), "languageId": language, "version": 1, "text": text });
    json!({ "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": { "textDocument": document } })
}

/// A change with an edit in each of these lines.
fn change(name: usize, lines: impl Iterator<Item = usize>) -> Value {
    change_file(&format!("{name}.wgsl"), lines)
}

fn change_file(name: &str, lines: impl Iterator<Item = usize>) -> Value {
    let edit = |line: usize| {
        let at = |character: usize| json!({ "line": line, "character": character });
        json!({ "range": { "start": at(13), "end": at(15) }, "text": "ys" })
    };
    let changes: Vec<Value> = lines.map(edit).collect();
    let document = json!({ "uri": format!("file:///{name}"), "version": 2 });
    json!({ "jsonrpc": "2.0", "method": "textDocument/didChange",
        "params": { "textDocument": document, "contentChanges": changes } })
}

/// A line of a Metal document, with as many characters before its edits as a line of WGSL.
const METAL_LINE: &str = "inline  int  xs(int a) { return a; }\n";

/// The opening of Metal documents that include one header.
fn metal_documents(count: usize) -> impl Iterator<Item = Value> {
    let header = open_file("one.h", "#pragma once\ninline int f() { return 1; }\n");
    let program = |it: usize| {
        open_file(&format!("{it}.metal"), "#include \"one.h\"\ninline  int  xs() { return f(); }\n")
    };
    std::iter::once(header).chain((0..count).map(program))
}

/// The patterns of Metal documents with their work.
fn of_metal() -> Vec<(&'static str, Work)> {
    // Names of functions differ, because each name is looked up among the functions with its name.
    let program =
        |count: usize| (0..count).map(|it| METAL_LINE.replace("xs", &format!("xs{it}"))).collect::<String>();
    let burst: Work = Box::new(move |count| {
        session(vec![
            open_file("a.metal", &program(4)),
            change_file("a.metal", std::iter::repeat_n(0, count)),
        ])
    });
    let in_long_document: Work = Box::new(move |count| {
        let edits = (0..EDITS).map(|it| change_file("a.metal", std::iter::once(it)));
        session(std::iter::once(open_file("a.metal", &program(count))).chain(edits).collect())
    });
    let opening: Work = Box::new(|count| session(metal_documents(count).collect()));
    let among_documents: Work = Box::new(|count| {
        let edits = (0..count).map(|it| change_file(&format!("{it}.metal"), std::iter::once(1)));
        session(metal_documents(count).chain(edits).collect())
    });
    let header: Work = Box::new(|count| {
        let edits = (0..EDITS).map(|_| change_file("one.h", std::iter::once(1)));
        session(metal_documents(count).chain(edits).collect())
    });
    let mistakes: Work = Box::new(|count| {
        let line = |it: usize| format!("inline  int  xs{it}() {{ return y; }}\n");
        let text: String = (0..count).map(line).collect();
        session(vec![open_file("a.metal", &text), change_file("a.metal", 0..count)])
    });
    let broken_header: Work = Box::new(|count| {
        let uses = "#include \"one.h\"\n".repeat(count);
        session(vec![open_file("one.h", "inline int f() { return y; }\n"), open_file("a.metal", &uses)])
    });
    vec![
        ("lsp: edits of a Metal line in one change", burst),
        ("lsp: edits of a long Metal document", in_long_document),
        ("lsp: opening Metal documents with one header", opening),
        ("lsp: edits among Metal documents with one header", among_documents),
        ("lsp: edits of the header of Metal documents", header),
        ("lsp: mistakes in every Metal line", mistakes),
        ("lsp: mistakes in a header that is included often", broken_header),
    ]
}

/// The piece of a document that is one line: with a character of two UTF-16 code units, as the columns are counted.
const MINIFIED: &str = "fn f#() -> i32 { let xs = h(1); /* \u{1d4b3} */ return xs; } ";

/// Requests whose answers have places everywhere in a document of one line.
fn of_one_line() -> Vec<(&'static str, Work)> {
    let asked = |method: &'static str, more: Value| -> Work {
        Box::new(move |count| {
            let declarations: String = (0..count).map(|it| MINIFIED.replace('#', &it.to_string())).collect();
            let text = format!("fn h(a: i32) -> i32 {{ return a; }} {declarations}");
            let mut params = json!({ "textDocument": { "uri": "file:///0.wgsl" } });
            if let (Some(params), Some(more)) = (params.as_object_mut(), more.as_object()) {
                params.extend(more.clone());
            }
            let request = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
            session_of(vec![vec![open(0, &text)], vec![request]])
        })
    };
    let at = json!({ "line": 0, "character": 3 });
    let whole = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 1, "character": 0 } });
    let mistakes: Work =
        Box::new(|count| session(vec![open(0, &"fn f() { /* \u{1d4b3} */ let xs = y; } ".repeat(count))]));
    vec![
        ("lsp: semantic tokens on one line", asked("textDocument/semanticTokens/full", Value::Null)),
        ("lsp: symbols on one line", asked("textDocument/documentSymbol", Value::Null)),
        (
            "lsp: references on one line",
            asked(
                "textDocument/references",
                json!({ "position": at, "context": { "includeDeclaration": true } }),
            ),
        ),
        (
            "lsp: rename on one line",
            asked("textDocument/rename", json!({ "position": at, "newName": "renamed" })),
        ),
        ("lsp: hints on one line", asked("textDocument/inlayHint", json!({ "range": whole }))),
        ("lsp: mistakes on one line", mistakes),
    ]
}

/// All patterns with their work.
pub(super) fn all() -> Vec<(&'static str, Work)> {
    let mut all = of_wgsl();
    all.extend(of_one_line());
    all.extend(of_metal());
    all
}

fn of_wgsl() -> Vec<(&'static str, Work)> {
    let replace_all: Work =
        Box::new(|count| session(vec![open(0, &LINE.repeat(count)), change(0, 0..count)]));
    let one_line: Work = Box::new(|count| {
        let edits = std::iter::repeat_n(0, count);
        session(vec![open(0, &LINE.repeat(4)), change(0, edits)])
    });
    let in_long_line: Work = Box::new(|count| {
        let text = LINE.trim_end().repeat(count);
        session(vec![open(0, &text), change(0, std::iter::repeat_n(0, count))])
    });
    let single: Work = Box::new(|count| {
        let edits = (0..count).map(|it| change(0, std::iter::once(it % 4)));
        session(std::iter::once(open(0, &LINE.repeat(4))).chain(edits).collect())
    });
    let in_long_document: Work = Box::new(|count| {
        let edits = (0..EDITS).map(|it| change(0, std::iter::once(it)));
        session(std::iter::once(open(0, &LINE.repeat(count))).chain(edits).collect())
    });
    let many_documents: Work = Box::new(|count| session((0..count).map(|it| open(it, LINE)).collect()));
    let among_documents: Work = Box::new(|count| {
        let opened = (0..count).map(|it| open(it, LINE));
        session(opened.chain((0..count).map(|it| change(it, std::iter::once(0)))).collect())
    });
    let mistakes: Work = Box::new(|count| {
        let text = "fn f() { let xs = y; }\n".repeat(count);
        session(vec![open(0, &text), change(0, 0..count)])
    });
    vec![
        ("lsp: replace all", replace_all),
        ("lsp: edits of one line in one change", one_line),
        ("lsp: edits of a long line", in_long_line),
        ("lsp: single edits", single),
        ("lsp: edits of a long document", in_long_document),
        ("lsp: opening documents", many_documents),
        ("lsp: edits among many documents", among_documents),
        ("lsp: mistakes in every line", mistakes),
    ]
}
