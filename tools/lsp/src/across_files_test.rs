//! Completion, signature help, hover and references across files, in programs that are being written.

use crate::open_files::OpenFiles;
use crate::session::Session;
use serde_json::{Value, json};

const LIGHT: &str = "/// The sun.\nstruct Sun { power: f32, dir: vec3f }\n\
    /// Shades.\nfn shade(s: Sun, n: vec3f) -> f32 { return s.power; }\nprivate fn hidden() {}\n";
const NOISE: &str =
    "#define_import_path game::noise\nfn hash(a: f32) -> f32 { return a; }\nstruct Q { qq: f32 }\n";
const SHARED: &str = "fn helper(a: f32) -> f32 { return a; }\nstruct Q { qq: f32 }\n#define WG 4\n";

/// Asks about the `|` in a document of a project.
fn ask(name: &str, text: &str, method: &str) -> Value {
    let mut session = Session::new(&OpenFiles);
    let mut send = |message: Value| session.receive(&message.to_string());
    let item = json!({ "completionItem": { "snippetSupport": true } });
    let capabilities = json!({ "textDocument": { "completion": item } });
    send(json!({ "id": 1, "method": "initialize", "params": { "capabilities": capabilities } }));
    let (before, after) = text.split_once('|').expect("a mark");
    let document = format!("{before}{after}");
    let files =
        [("lib/light.wesl", LIGHT), ("noise.wgsl", NOISE), ("shared.wgsl", SHARED), (name, &document)];
    for (name, text) in files {
        let language = name.rsplit('.').next();
        let document =
            json!({ "uri": format!("file:///p/{name}"), "languageId": language, "version": 1, "text": text });
        send(json!({ "method": "textDocument/didOpen", "params": { "textDocument": document } }));
    }
    let line = before.matches('\n').count();
    let character = before.len() - before.rfind('\n').map_or(0, |at| at + 1);
    let params = json!({
        "textDocument": { "uri": format!("file:///p/{name}") },
        "position": { "line": line, "character": character },
        "context": { "includeDeclaration": true },
    });
    let said = send(json!({ "id": 2, "method": format!("textDocument/{method}"), "params": params }));
    let said = said.iter().map(|it| serde_json::from_str::<Value>(it).expect("a message is JSON"));
    let mut answers = said.filter(|it| it["id"] == 2);
    answers.next().expect("an answer")["result"].take()
}

fn completed(name: &str, text: &str) -> Vec<String> {
    let items = ask(name, text, "completion");
    let items = items.as_array().cloned().unwrap_or_default();
    items.iter().map(|item| item["label"].as_str().unwrap_or_default().to_owned()).collect()
}

#[track_caller]
fn completes(name: &str, text: &str, expected: &[&str]) {
    assert_eq!(completed(name, text), expected, "{text}");
}

#[track_caller]
fn offers(name: &str, text: &str, expected: &[&str]) {
    let labels = completed(name, text);
    assert!(expected.iter().all(|it| labels.iter().any(|label| label == it)), "{text}: {labels:?}");
}

#[test]
fn import_lines_have_modules_and_their_declarations() {
    let (main, noise) = ("main.wesl", "main.wgsl");
    completes(main, "import |", &["game", "package", "super"]);
    completes(main, "import package::|", &["lib", "main", "noise", "shared"]);
    completes(main, "import package::lib::li|;\nfn f() {}", &["light"]);
    completes(main, "import package::lib::light::{|};\nfn f() {}", &["Sun", "shade"]);
    completes(main, "import package::none::|;\nfn f() {}", &[]);
    completes(noise, "#import game::|\n", &["noise"]);
    completes(noise, "#import game::noise::{hash, |}\nfn f() {}", &["hash", "Q"]);
}

#[test]
fn paths_in_code_have_the_declarations_of_their_module() {
    let names = ["Sun", "shade"];
    completes("main.wesl", "import package::lib::light;\nfn f() { let x = light::| }", &names);
    completes("main.wesl", "import package::lib::light as l;\nfn f(s: l::|) {}", &names);
    completes("main.wesl", "fn f() { let x = package::lib::light::s|; }", &names);
    completes("main.wgsl", "#import game::noise as n\nfn f() { let a = n::|; }", &["hash", "Q"]);
}

#[test]
fn functions_have_parameters_in_code_only() {
    let shade = |text: &str| {
        let items = ask("main.wesl", text, "completion");
        items[1].clone()
    };
    let item = shade("import package::lib::light;\nfn f() { let x = light::| }");
    assert_eq!(item["insertText"], "shade(${1:s}, ${2:n})$0");
    assert!(item["documentation"]["value"].as_str().is_some_and(|it| it.contains("Shades.")), "{item}");
    assert_eq!(item["detail"], "fn shade(s: Sun, n: vec3<f32>) -> f32");
    assert_eq!(shade("import package::lib::light::|")["insertText"], Value::Null);
}

#[test]
fn members_of_imported_structures_are_known_while_writing() {
    for statement in ["let x = s.|", "s.|", "return s.p|;", "let a = max(s.|", "let a = s.|\n return 1.0;"] {
        let text = format!("import package::lib::light::Sun;\nfn f(s: Sun) -> f32 {{\n {statement}\n}}");
        completes("main.wesl", &text, &["power", "dir"]);
        let text = format!("import package::lib::light as l;\nfn f(s: l::Sun) -> f32 {{\n {statement}\n}}");
        completes("main.wesl", &text, &["power", "dir"]);
    }
    completes("main.wgsl", "#import game::noise::{Q}\nfn f(q: Q) { let a = q.|; }", &["qq"]);
    completes("main.wgsl", "#include \"shared.wgsl\"\nfn f(q: Q) { let a = q.|; }", &["qq"]);
    completes("main.wgsl", "#include \"shared.wgsl\"\nfn f(q: Q) { let a = q.| }", &["qq"]);
}

#[test]
fn names_of_other_files_are_offered() {
    offers("main.wesl", "import package::lib::light::{Sun, shade};\nfn f() { sh| }", &["Sun", "shade"]);
    offers("main.wgsl", "#import game::noise::{hash}\nfn f() { let a = ha|; }", &["hash"]);
    offers("main.wgsl", "#include \"shared.wgsl\"\nfn f() { let a = he| }", &["helper", "Q"]);
}

#[test]
fn imported_functions_have_signatures_while_writing() {
    let shows = |name: &str, text: &str, expected: &str| {
        let help = ask(name, text, "signatureHelp");
        assert_eq!(help["signatures"][0]["label"], expected, "{text}: {help}");
    };
    let shade = "fn shade(s: Sun, n: vec3<f32>) -> f32";
    shows("main.wesl", "import package::lib::light;\nfn f() {\n let a = light::shade(|\n}", shade);
    shows("main.wesl", "import package::lib::light as l;\nfn f() { let a = l::shade(|); }", shade);
    shows(
        "main.wesl",
        "import package::lib::light::{Sun, shade};\nfn f(s: Sun) { let a = shade(s, |\n}",
        shade,
    );
    shows("main.wesl", "import package::lib::light::shade as lit;\n/* ä */ fn f() { let a = lit(|\n}", shade);
    let hash = "fn hash(a: f32) -> f32";
    shows("main.wgsl", "#import game::noise as n\nfn f() { let a = n::hash(|\n}", hash);
    shows("main.wgsl", "#include \"shared.wgsl\"\nfn f() { let a = helper(|\n}", "fn helper(a: f32) -> f32");
}

#[test]
fn the_name_of_a_module_in_a_path_leads_to_its_file() {
    let text = "import package::lib::light as l;\nfn f(s: l::Sun) { let a = l|::shade(s, s.dir); }";
    let hover = ask("main.wesl", text, "hover");
    let shown = hover["contents"]["value"].as_str().unwrap_or_default();
    assert!(shown.contains("module `light`") && shown.contains("/p/lib/light.wesl"), "{hover}");
    assert_eq!(hover["range"]["start"], json!({ "line": 1, "character": 26 }));
    assert_eq!(ask("main.wesl", text, "definition")["uri"], "file:///p/lib/light.wesl");
    let references = ask("main.wesl", text, "references");
    let places = references.as_array().expect("a list").iter();
    let places: Vec<_> = places.map(|it| it["range"]["start"].clone()).collect();
    let at = |line: u32, character: u32| json!({ "line": line, "character": character });
    assert_eq!(places, [at(0, 21), at(1, 8), at(1, 26)]);
}
