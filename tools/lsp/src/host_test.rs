//! Documents in other languages with shaders in them, as a client sees them.

use super::tests::{conversation, initialize, notification, request};
use serde_json::{Value, json};

fn open(name: &str, language: &str, text: &str) -> Value {
    let document =
        json!({ "uri": format!("file:///{name}"), "languageId": language, "version": 1, "text": text });
    notification("textDocument/didOpen", &json!({ "textDocument": document }))
}

/// The diagnostics of a document.
fn found(name: &str, language: &str, text: &str) -> Vec<Value> {
    let (_, said) = conversation(&[initialize(&Value::Null), open(name, language, text)]);
    let published = said.iter().find(|it| it["method"] == "textDocument/publishDiagnostics");
    let diagnostics = published.expect("diagnostics are published")["params"]["diagnostics"].clone();
    diagnostics.as_array().expect("a list").clone()
}

#[test]
fn shaders_in_hosts_have_diagnostics() {
    let shader = "struct A {\n  a: f32; b: f32\n}";
    for (name, language, text) in [
        ("a.rs", "rust", format!("const S: &str = /* wgsl */ r\"{shader}\";")),
        ("a.ts", "typescript", format!("const s = wgsl`{shader}`;")),
        ("a.tsx", "typescriptreact", format!("const s = <p>{{wgsl`{shader}`}}</p>;")),
        ("a.js", "javascript", format!("const s = /* wgsl */ `{shader}`;")),
        ("a.md", "markdown", format!("```wgsl\n@compute @workgroup_size(1) fn f() {{}} {shader}\n```\n")),
    ] {
        let found = found(name, language, &text);
        assert_eq!(found.len(), 1, "{name}: {found:?}");
        assert_eq!(found[0]["code"], "parse/expected-token", "{name}");
    }
    assert_eq!(found("a.rs", "rust", "fn main() { let x = 1u32; }"), [Value::Null; 0]);
}

#[test]
fn a_shader_that_is_not_checked_says_so_at_its_place() {
    let found = found("a.ts", "typescript", "// A piece\nconst s = wgsl`let x = ${y};`;");
    assert_eq!(found.len(), 1);
    assert_eq!((&found[0]["severity"], &found[0]["range"]["start"]["line"]), (&json!(3), &json!(1)));
    assert!(
        found[0]["message"].as_str().is_some_and(|it| it.starts_with("can't check this shader: ")),
        "{found:?}"
    );
}

#[test]
fn fixes_change_the_host_and_other_requests_have_no_answer() {
    let text = "const S: &str = /* wgsl */ \"struct A { a: f32; b: f32 }\";";
    let place = json!({ "line": 0, "character": 45 });
    let document = json!({ "uri": "file:///a.rs" });
    let at = json!({ "textDocument": document, "position": place });
    let range = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 1, "character": 0 } });
    let whole = json!({ "textDocument": document, "range": range, "context": { "diagnostics": [] } });
    let (_, said) = conversation(&[
        initialize(&Value::Null),
        open("a.rs", "rust", text),
        request(1, "textDocument/codeAction", &whole),
        request(2, "textDocument/hover", &at),
        request(3, "textDocument/completion", &at),
        request(4, "textDocument/documentSymbol", &json!({ "textDocument": document })),
        request(5, "textDocument/semanticTokens/full", &json!({ "textDocument": document })),
        request(6, "textDocument/definition", &at),
    ]);
    let answer = |id: i32| said.iter().find(|it| it["id"] == id).expect("an answer");
    let action = &answer(1)["result"][0];
    let edit = &action["edit"]["changes"]["file:///a.rs"][0];
    let column = text.find(';').expect("the separator");
    assert_eq!((&edit["newText"], &edit["range"]["start"]["character"]), (&json!(","), &json!(column)));
    for id in 2..=6 {
        assert_eq!(answer(id)["error"], Value::Null, "{id}");
    }
    assert_eq!(answer(2)["result"], Value::Null);
}

/// The kernels of C++ AMP have diagnostics, names and outlines. Other C++ says nothing.
#[test]
fn kernels_in_cpp_are_checked() {
    let text = "#include <amp.h>\nusing namespace concurrency;\nvoid f(array_view<int> v) {\n  parallel_for_each(v.get_extent(), \
        [=](index<1> i) restrict(amp) { char c = 1; v[i] = c; });\n}\n";
    let found = found("a.cpp", "cpp", text);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(
        (&found[0]["code"], &found[0]["range"]["start"]["line"]),
        (&json!("type/not-compatible"), &json!(3))
    );
    assert_eq!(self::found("a.cpp", "cpp", "int main() { return x; }"), [Value::Null; 0]);

    let position = json!({ "line": 3, "character": 20 });
    let at = json!({ "textDocument": { "uri": "file:///a.cpp" }, "position": position });
    let document = json!({ "textDocument": { "uri": "file:///a.cpp" } });
    let (_, said) = conversation(&[
        initialize(&Value::Null),
        open("a.cpp", "cpp", text),
        request(2, "textDocument/definition", &at),
        request(3, "textDocument/documentSymbol", &document),
        request(4, "textDocument/hover", &at),
        request(5, "textDocument/completion", &at),
    ]);
    let answer = |id: i32| said.iter().find(|it| it["id"] == id).expect("an answer")["result"].clone();
    assert_eq!(answer(2)["range"]["start"], json!({ "line": 2, "character": 23 }));
    assert_eq!(answer(3)[0]["name"], "f");
    assert!(
        answer(4)["contents"]["value"].as_str().is_some_and(|it| it.contains("array_view<int")),
        "{said:?}"
    );
}
