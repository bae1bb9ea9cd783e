//! An editor in a project of 30 files: every feature across files, and findings that are never stale.
//!
//! The files import each other in all three ways: WESL, `naga_oil`, and `#include`. The random session edits open documents and changes files on disk; after
//! every few changes the published findings must be those of a server that starts afresh.

use crate::support::{command, folder};
use lsp_server::{Message, Notification, Request};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::io::{BufReader, BufWriter};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

/// The number of files of each kind.
const EACH: usize = 10;

/// A file of WESL, of `naga_oil` or with C-style preprocessing. It uses the next two of its kind.
fn text(kind: usize, number: usize) -> String {
    let others: Vec<usize> = [number + 1, number + 2].into_iter().filter(|other| *other < EACH).collect();
    let import = |other: &usize| match kind {
        0 => format!("import package::w{other}::{{f{other}, S{other}}};\n"),
        1 => format!("#import o::o{other}::{{f{other}, S{other}}}\n"),
        _ => format!("#include \"c{other}.wgsl\"\n"),
    };
    let head = match kind {
        0 => String::new(),
        1 => format!("#define_import_path o::o{number}\n"),
        // Each file is included once.
        _ => format!("#ifndef C{number}\n#define C{number}\n"),
    };
    let imports: String = others.iter().map(import).collect();
    let structure = format!("/// Structure {number}.\nstruct S{number} {{ m{number}: f32, n: vec3f }}\n");
    let function =
        format!("/// Function {number}.\nfn f{number}(x: f32) -> f32 {{ return x + {number}.0; }}\n");
    let call = |other: &usize| {
        format!("fn g{number}_{other}(s: S{other}) -> f32 {{ let y = f{other}(s.m{other}); return y; }}\n")
    };
    let calls: String = others.iter().map(call).collect();
    let conditional = match kind {
        0 => format!("@if(DEBUG) fn h{number}() -> f32 {{ return f{number}(1.0); }}\n"),
        1 => format!("#ifdef DEBUG\nfn h{number}() -> f32 {{ return f{number}(1.0); }}\n#endif\n"),
        _ => String::new(),
    };
    let entry = if number == 0 { "@compute @workgroup_size(1) fn main() { _ = f0(1.0); }\n" } else { "" };
    let end = if kind == 2 { "#endif\n" } else { "" };
    format!("{head}{imports}{structure}{function}{calls}{conditional}{entry}{end}")
}

fn name(kind: usize, number: usize) -> String {
    let (letter, extension) = [("w", "wesl"), ("o", "wgsl"), ("c", "wgsl")][kind];
    format!("{letter}{number}.{extension}")
}

/// Writes the project to a folder.
fn project(folder_name: &str) -> PathBuf {
    let all = (0..3).flat_map(|kind| (0..EACH).map(move |number| (name(kind, number), text(kind, number))));
    let mut files: Vec<(String, String)> = all.collect();
    // Modules of `naga_oil` are looked for in the repository.
    files.push((".git/HEAD".to_owned(), String::new()));
    files.push(("wesl.toml".to_owned(), "root = \".\"\n".to_owned()));
    files.push(("wgsl-check.toml".to_owned(), "variants = \"needed\"\n".to_owned()));
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    folder(folder_name, &files)
}

/// A client that watches files.
struct Editor {
    server: Child,
    input: BufWriter<ChildStdin>,
    output: BufReader<ChildStdout>,
    requests: i32,
    root: PathBuf,
    /// The open documents with their versions and contents.
    open: BTreeMap<String, (i32, String)>,
    /// The findings that were published last.
    found: BTreeMap<String, Value>,
}

impl Editor {
    fn start(root: &Path) -> Self {
        let mut server = command()
            .current_dir(root)
            .arg("lsp")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the command runs");
        let input = BufWriter::new(server.stdin.take().expect("input is piped"));
        let output = BufReader::new(server.stdout.take().expect("output is piped"));
        let (open, found) = (BTreeMap::new(), BTreeMap::new());
        let mut editor = Self { server, input, output, requests: 0, root: root.to_owned(), open, found };
        let capabilities = json!({
            "workspace": { "didChangeWatchedFiles": { "dynamicRegistration": true } },
            "textDocument": { "completion": { "completionItem": { "snippetSupport": true } } },
        });
        let folder = json!({ "uri": format!("file://{}", root.display()), "name": "project" });
        editor.ask(
            "initialize",
            json!({ "processId": null, "rootUri": null, "workspaceFolders": [folder], "capabilities": capabilities }),
        );
        editor.tell("initialized", json!({}));
        editor
    }

    fn uri(&self, name: &str) -> String {
        format!("file://{}/{name}", self.root.display())
    }

    fn send(&mut self, message: impl Into<Message>) {
        message.into().write(&mut self.input).expect("the server reads");
    }

    fn tell(&mut self, method: &str, params: Value) {
        self.send(Notification::new(method.to_owned(), params));
    }

    /// The result of a request, or the message of its error.
    fn try_ask(&mut self, method: &str, params: Value) -> Result<Value, String> {
        self.requests += 1;
        let id = self.requests.into();
        self.send(Request::new(self.requests.into(), method.to_owned(), params));
        loop {
            match Message::read(&mut self.output).expect("the server writes").expect("the server runs") {
                Message::Response(response) if response.id == id => {
                    return response.response_result.map_err(|error| error.message);
                }
                Message::Notification(it) if it.method == "textDocument/publishDiagnostics" => {
                    let name = it.params["uri"].as_str().expect("an address").rsplit('/').next();
                    self.found.insert(name.unwrap_or_default().to_owned(), it.params["diagnostics"].clone());
                }
                Message::Response(_) | Message::Notification(_) | Message::Request(_) => {}
            }
        }
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.try_ask(method, params).unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    /// Waits until everything is published: a batch of messages ends with its findings.
    fn settle(&mut self) {
        for _ in 0..2 {
            let _ = self
                .try_ask("textDocument/documentSymbol", json!({ "textDocument": { "uri": "file:///none" } }));
        }
    }

    fn open(&mut self, name: &str, text: &str) {
        let language = if name.ends_with("wesl") { "wesl" } else { "wgsl" };
        let document = json!({ "uri": self.uri(name), "languageId": language, "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
        self.open.insert(name.to_owned(), (1, text.to_owned()));
    }

    fn close(&mut self, name: &str) {
        self.tell("textDocument/didClose", json!({ "textDocument": { "uri": self.uri(name) } }));
        self.open.remove(name);
        self.found.remove(name);
    }

    /// Replaces a part of an open document.
    fn edit(&mut self, name: &str, range: std::ops::Range<usize>, by: &str) {
        let uri = self.uri(name);
        let (version, text) = self.open.get_mut(name).expect("it is open");
        *version += 1;
        let change = json!({ "range": { "start": position(text, range.start), "end": position(text, range.end) }, "text": by });
        text.replace_range(range, by);
        let document = json!({ "uri": uri, "version": *version });
        self.tell("textDocument/didChange", json!({ "textDocument": document, "contentChanges": [change] }));
    }

    /// Reports a file that changed on disk: created, changed or deleted.
    fn changed(&mut self, name: &str, how: i32) {
        let event = json!({ "uri": self.uri(name), "type": how });
        self.tell("workspace/didChangeWatchedFiles", json!({ "changes": [event] }));
    }

    /// The answer to a request about the n-th occurrence of a word in a document.
    fn about(
        &mut self,
        method: &str,
        name: &str,
        word: &str,
        nth: usize,
        more: Value,
    ) -> Result<Value, String> {
        let text = &self.open[name].1;
        let at = text.match_indices(word).nth(nth).expect("it is there").0;
        let mut params = more;
        params["position"] = position(text, at);
        params["textDocument"] = json!({ "uri": self.uri(name) });
        self.try_ask(&format!("textDocument/{method}"), params)
    }

    /// The answer to a request about a document.
    fn of(&mut self, method: &str, name: &str, more: Value) -> Value {
        let mut params = more;
        params["textDocument"] = json!({ "uri": self.uri(name) });
        self.ask(&format!("textDocument/{method}"), params)
    }

    fn leave(mut self) {
        self.ask("shutdown", Value::Null);
        self.tell("exit", Value::Null);
        assert_eq!(self.server.wait().expect("the server ends").code(), Some(0));
    }
}

fn position(text: &str, offset: usize) -> Value {
    let line = text[..offset].matches('\n').count();
    let start = text[..offset].rfind('\n').map_or(0, |at| at + 1);
    json!({ "line": line, "character": offset - start })
}

/// The files and start lines of locations.
fn places(locations: &Value) -> Vec<(String, u64)> {
    let file =
        |it: &Value| it["uri"].as_str().and_then(|uri| uri.rsplit('/').next()).unwrap_or_default().to_owned();
    let all = locations.as_array().into_iter().flatten();
    all.map(|it| (file(it), it["range"]["start"]["line"].as_u64().unwrap_or(0))).collect()
}

/// Checks the features that look at the third file of a kind from the second.
fn use_features(editor: &mut Editor, kind: usize) {
    let (file, other) = (name(kind, 1), name(kind, 2));
    editor.open(&file, &text(kind, 1));
    editor.settle();
    assert_eq!(editor.found[&file], json!([]), "{file}");
    let target = |editor: &mut Editor, method: &str, word: &str, nth: usize| {
        let found = editor.about(method, &file, word, nth, json!({})).expect("an answer");
        places(&json!([found]))[0].0.clone()
    };
    // The last occurrence of each name is a use; C-like files have none on the line that includes.
    let use_of = |word: &str| text(kind, 1).matches(word).count() - 1;
    let hover = editor.about("hover", &file, "f2(", use_of("f2("), json!({})).expect("a hover");
    let shown = hover["contents"]["value"].as_str().unwrap_or_default();
    assert!(shown.contains("fn f2(x: f32) -> f32") && shown.contains("Function 2."), "{file}: {shown}");
    assert_eq!(target(editor, "definition", "f2(", use_of("f2(")), other);
    assert_eq!(target(editor, "definition", "m2)", 0), other, "a member of an imported structure");
    assert_eq!(target(editor, "typeDefinition", "s.m2", 0), other);
    let context = json!({ "context": { "includeDeclaration": true } });
    let found =
        places(&editor.about("references", &file, "f2(", use_of("f2("), context).expect("references"));
    for (number, expected) in [(0, true), (1, true), (2, true), (4, false)] {
        assert_eq!(found.iter().any(|(it, _)| *it == name(kind, number)), expected, "{number} {found:?}");
    }
    let marks =
        editor.about("documentHighlight", &file, "f2(", use_of("f2("), json!({})).expect("highlights");
    assert!(!marks.as_array().expect("a list").is_empty());
    let help = editor.about("signatureHelp", &file, "s.m2", 0, json!({})).expect("help");
    assert_eq!(help["signatures"][0]["label"], "fn f2(x: f32) -> f32", "{file}");
    let items = editor.about("completion", &file, "m2)", 0, json!({})).expect("members");
    let labels: Vec<&str> =
        items.as_array().expect("a list").iter().filter_map(|it| it["label"].as_str()).collect();
    assert_eq!(labels, ["m2", "n"], "{file}");
    let items = editor.about("completion", &file, "f2(", use_of("f2("), json!({})).expect("names");
    let f2 = items.as_array().expect("a list").iter().find(|it| it["label"] == "f2").expect("it is imported");
    assert_eq!(f2["detail"], "fn f2(x: f32) -> f32");
    assert!(f2["documentation"]["value"].as_str().is_some_and(|it| it.contains("Function 2.")));
    let renamed =
        editor.about("rename", &file, "f2(", use_of("f2("), json!({ "newName": "renamed" })).expect("edits");
    let changes = renamed["changes"].as_object().expect("changes");
    let edited: Vec<&str> = changes.keys().filter_map(|uri| uri.rsplit('/').next()).collect();
    assert_eq!(edited, [name(kind, 0), file.clone(), other.clone()], "{file}");
    let refused = editor.about("rename", &file, "f2(", use_of("f2("), json!({ "newName": "f3" }));
    assert!(refused.is_err(), "{refused:?}");
    let called =
        editor.about("prepareCallHierarchy", &file, "f2(", use_of("f2("), json!({})).expect("a function");
    assert!(called[0]["uri"].as_str().is_some_and(|uri| uri.ends_with(&other)));
    let calls = editor.ask("callHierarchy/incomingCalls", json!({ "item": called[0] }));
    let callers: Vec<&str> =
        calls.as_array().expect("a list").iter().filter_map(|it| it["from"]["name"].as_str()).collect();
    assert!(["g0_2", "g1_2"].iter().all(|it| callers.contains(it)), "{callers:?}");
    let calling = editor.about("prepareCallHierarchy", &file, "g1_2", 0, json!({})).expect("a function");
    let calls = editor.ask("callHierarchy/outgoingCalls", json!({ "item": calling[0] }));
    assert_eq!(calls[0]["to"]["name"], "f2");
    let links = editor.of("documentLink", &file, json!({}));
    assert!(links.as_array().expect("a list").iter().any(|it| it["target"] == editor.uri(&other)), "{links}");
}

#[test]
fn every_feature_works_across_files() {
    let root = project("editor-features");
    let mut editor = Editor::start(&root);
    for kind in 0..3 {
        use_features(&mut editor, kind);
    }
    let file = name(0, 1);
    // Names on an import line.
    let found = editor.about("definition", &file, "f2", 0, json!({})).expect("a definition");
    assert_eq!(places(&json!([found])), [(name(0, 2), 5)]);
    let found = editor.about("definition", &file, "w2", 0, json!({})).expect("a definition");
    assert_eq!(places(&json!([found])), [(name(0, 2), 0)]);
    let symbols = editor.ask("workspace/symbol", json!({ "query": "f7" }));
    let files = symbols.as_array().expect("a list").iter().filter(|it| it["name"] == "f7").count();
    assert_eq!(files, 3);
    let symbols = editor.of("documentSymbol", &file, json!({}));
    assert!(
        symbols.as_array().expect("a list").iter().any(|it| it["name"] == "h1"),
        "also under a condition"
    );
    assert_ne!(editor.of("foldingRange", &file, json!({})), json!([]));
    assert_eq!(editor.of("codeLens", &file, json!({})), json!([]));
    editor.open(&name(0, 0), &text(0, 0));
    let lenses = editor.of("codeLens", &name(0, 0), json!({}));
    assert_eq!(lenses[0]["command"]["arguments"][1], "main");
    let at = json!({ "positions": [{ "line": 1, "character": 20 }] });
    assert!(editor.of("selectionRange", &file, at)[0]["parent"].is_object());
    let whole =
        json!({ "range": { "start": { "line": 0, "character": 0 }, "end": { "line": 99, "character": 0 } } });
    let hints = editor.of("inlayHint", &file, whole.clone());
    assert_eq!(hints[0]["label"], ": f32");
    let tokens = editor.of("semanticTokens/full", &file, json!({}));
    assert_eq!(editor.of("semanticTokens/range", &file, whole)["data"], tokens["data"]);
    let known = json!({ "previousResultId": tokens["resultId"] });
    assert_eq!(editor.of("semanticTokens/full/delta", &file, known)["edits"], json!([]));
    let options = json!({ "options": { "tabSize": 4, "insertSpaces": true } });
    assert!(editor.of("formatting", &file, options).is_array());
    editor.leave();
}

/// Random numbers that are the same in every run: Knuth's generator.
struct Draw(u64);

impl Draw {
    fn next(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % limit
    }
}

/// A change of a text that keeps, breaks or fixes it.
fn mutation(draw: &mut Draw, kind: usize, number: usize, text: &str) -> (std::ops::Range<usize>, String) {
    let other = draw.next(EACH);
    let pairs = [
        ("-> f32".to_owned(), "-> i32".to_owned()),
        ("-> i32".to_owned(), "-> f32".to_owned()),
        (format!("f{number}("), format!("r{number}(")),
        (format!("r{number}("), format!("f{number}(")),
        (format!("m{number}"), "mm".to_owned()),
        ("mm".to_owned(), format!("m{number}")),
        (format!("w{}", number + 1), format!("w{other}")),
        (format!("c{}.", number + 1), format!("c{other}.")),
        ("DEBUG".to_owned(), "RELEASE".to_owned()),
        ("f32,".to_owned(), "f32".to_owned()),
        (";".to_owned(), "; ".to_owned()),
        ("return".to_owned(), "return return".to_owned()),
        ("return return".to_owned(), "return".to_owned()),
    ];
    let (from, to) = &pairs[draw.next(pairs.len())];
    let places: Vec<usize> = text.match_indices(from.as_str()).map(|(at, _)| at).collect();
    if places.is_empty() {
        // The text as it was in the beginning.
        return (0..text.len(), self::text(kind, number));
    }
    let at = places[draw.next(places.len())];
    (at..at + from.len(), to.clone())
}

#[test]
fn no_finding_is_stale_in_a_random_session() {
    const CHANGES: usize = 300;
    let root = project("editor-session");
    let mut editor = Editor::start(&root);
    let mut draw = Draw(7);
    let mut wrong = 0;
    for change in 1..=CHANGES {
        let (kind, number) = (draw.next(3), draw.next(EACH));
        let file = name(kind, number);
        let path = root.join(&file);
        match (draw.next(10), editor.open.contains_key(&file)) {
            (0, true) => editor.close(&file),
            (_, true) => {
                let text = editor.open[&file].1.clone();
                let (range, by) = mutation(&mut draw, kind, number, &text);
                editor.edit(&file, range, &by);
            }
            (0..=2, false) => {
                let text = fs::read_to_string(&path).unwrap_or_else(|_| text(kind, number));
                editor.open(&file, &text);
            }
            (3, false) if path.exists() => {
                fs::remove_file(&path).expect("it is deleted");
                editor.changed(&file, 3);
            }
            (_, false) => {
                let old = fs::read_to_string(&path);
                let how = if old.is_ok() { 2 } else { 1 };
                let mut new = old.unwrap_or_else(|_| text(kind, number));
                let (range, by) = mutation(&mut draw, kind, number, &new);
                new.replace_range(range, &by);
                fs::write(&path, new).expect("it is written");
                editor.changed(&file, how);
            }
        }
        if change % 5 == 0 {
            editor.settle();
            wrong += compare(&editor, change);
        }
    }
    assert!(wrong > CHANGES / 10, "the session shows mistakes: {wrong}");
    editor.leave();
}

/// Compares the findings with those of a server that starts afresh, and returns their number.
fn compare(editor: &Editor, change: usize) -> usize {
    let mut fresh = Editor::start(&editor.root);
    for (name, (_, text)) in &editor.open {
        fresh.open(name, text);
    }
    fresh.settle();
    let mut count = 0;
    for name in editor.open.keys() {
        let (found, expected) = (&editor.found[name], &fresh.found[name]);
        assert_eq!(found, expected, "{name} after {change} changes:\n{}", editor.open[name].1);
        count += found.as_array().map_or(0, Vec::len);
    }
    fresh.leave();
    count
}
