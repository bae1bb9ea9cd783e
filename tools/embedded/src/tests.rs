//! Shaders found in host files, and what is found in them.

use crate::{Checked, Host, Outcome, Shader, check, find};
use shader_source::diagnostic::Severity;
use shader_source::fix::apply;
use shader_source::{LineIndex, steps};
use wgsl_modules::MappedText;
use wgsl_spec::Edition;
use wgsl_validator::Validator;

/// Returns the sources of the shaders in a host file, with `?` for each interpolation.
fn texts(host: Host, text: &str) -> Vec<String> {
    let map = MappedText::of_file(crate::parts::HOST, text);
    let known = |shader: &Shader| shader.text_with(&map, |_| "?").text().to_owned();
    find(host, text).shaders.iter().map(known).collect()
}

fn checked(host: Host, text: &str) -> Checked {
    let mut validator = Validator::default();
    check(text, &find(host, text), Edition::default(), |text| validator.diagnose(text))
}

/// The outcome of the only shader.
fn outcome(host: Host, text: &str) -> Outcome {
    let checked = checked(host, text);
    assert_eq!(checked.outcomes.len(), 1, "{text}");
    checked.outcomes.into_iter().next().expect("a shader").1
}

/// Returns the errors, each as its line, its code and the source at its place.
fn errors(host: Host, text: &str) -> Vec<(u32, &'static str, String)> {
    let lines = LineIndex::new(text);
    let found = checked(host, text).diagnostics.into_iter().filter(|it| it.severity == Severity::Error);
    let error = |it: shader_source::diagnostic::Diagnostic| {
        let span = it.primary.span;
        (lines.position(span.lo).line, it.rule.slug(), span.text(text).to_owned())
    };
    found.map(error).collect()
}

#[test]
fn rust_has_shaders_in_macros_sources_and_marked_strings() {
    let found = |text: &str| texts(Host::Rust, text);
    assert_eq!(found("fn f() { wgsl!(r\"fn a() {}\"); wgsl! { fn b() {} }; }"), ["fn a() {}", " fn b() {} "]);
    for source in [
        "wgpu::ShaderSource::Wgsl(\"fn a() {}\".into())",
        "ShaderSource::Wgsl(std::borrow::Cow::Borrowed(r#\"fn a() {}\"#))",
        "ShaderSource::Wgsl(Cow::from(&String::from(\"fn a() {}\")))",
        "/* wgsl */ \"fn a() {}\"",
        "vec![/* wgsl */ \"fn a() {}\"]",
        "{ const S: &str = \"fn a() {}\"; ShaderSource::Wgsl(S.into()) }",
        "{ ShaderSource::Wgsl(S.into()) } // wgsl\nconst S: &'static str = \"fn a() {}\"",
        "ShaderSource::Wgsl(concat!(\"fn a() \", \"{}\").into())",
        "ShaderSource::Wgsl(&*(\"fn a() {}\"))",
        "{} // wgsl\nconst S: [&str; 1] = [\"fn a() {}\"]",
    ] {
        assert_eq!(found(&format!("fn f() {{ {source}; }}")), ["fn a() {}"], "{source}");
    }
    for other in
        ["\"fn a() {}\"", "glsl!(\"fn a() {}\")", "// no wgsl\n\"fn a() {}\"", "ShaderSource::Glsl(\"\")"]
    {
        assert_eq!(found(&format!("fn f() {{ {other}; }} // wgsl mentioned")), [""; 0], "{other}");
    }
}

#[test]
fn rust_strings_are_decoded() {
    let found = |text: &str| texts(Host::Rust, &format!("fn f() {{ {text}; }}"));
    assert_eq!(found("wgsl!(\"a\\n\\\"\\u{e9}\\\n   b\")"), ["a\n\"\u{e9}b"]);
    assert_eq!(found("wgsl!(r\"a\\n\")"), ["a\\n"]);
    assert_eq!(
        found("ShaderSource::Wgsl(format!(\"fn f{} () {{ x{y:?} }}\", 1).into())"),
        ["fn f? () { x? }"]
    );
    assert_eq!(
        found("ShaderSource::Wgsl(S.replace(\"SIZE\", &n).into()); const S: &str = \"a SIZE b\""),
        ["a ? b"]
    );
    assert_eq!(found("wgsl! { a 'name b $x }"), [" a ? b ? "]);
}

#[test]
fn rust_names_the_files_that_it_includes() {
    let text = "const A: &str = include_str!(\"a.wgsl\");
        fn f() { wgpu::include_wgsl!(\"../b.wgsl\"); include_str!(\"notes.txt\"); include_str!(\"c.wgsl\").replace(\"X\", \"1\");
        concat!(include_str!(\"d.wgsl\"), \"\"); ShaderSource::Wgsl(E.replace(\"X\", \"1\").into()); }
        const E: &str = include_str!(\"e.wesl\");";
    let files: Vec<String> = find(Host::Rust, text).files.into_iter().map(|it| it.path).collect();
    assert_eq!(files, ["a.wgsl", "../b.wgsl"], "what is changed at run time is not a program by itself");
}

#[test]
fn scripts_have_shaders_in_templates_marked_strings_and_modules() {
    for host in [Host::TypeScript, Host::JavaScript] {
        let found = |text: &str| texts(host, text);
        for source in [
            "const s = wgsl`fn a() {}`",
            "const s = /* wgsl */ `fn a() {}`",
            "const o = { code: /*wgsl*/'fn a() {}' }",
            "d.createShaderModule({ label: 'x', code: `fn a() {}` })",
            "d.createShaderModule({ 'code': ('fn a()' + \" {}\") })",
            "const s = 'fn a() {}'; function f() { d.createShaderModule({ code: s }) }",
            "function f() { d.createShaderModule({ code }) } const code = `fn a() {}`;",
            "d.createShaderModule({ code: ['fn a()', '{}'].join(' ') })",
            "const n = 'a'; d.createShaderModule({ code: `fn ${n}() {}` })",
            "class A { static code = /* wgsl */ `fn a() {}`; }",
            "const o = { label: 'x', code: `fn a() {}` }; d.createShaderModule(o)",
            "d.createShaderModule({ code: `fn a() {}` } as Descriptor)",
            "d.createShaderModule({ code: `fn a() {}` } satisfies Descriptor)",
            "const s = /* wgsl */ String.raw`fn a() {}`",
            "const s = /* wgsl */ ['fn a()', '{}'].join(' ')",
        ] {
            assert_eq!(found(source), ["fn a() {}"], "{source}");
        }
        for other in [
            "const s = `fn a() {}`; // wgsl mentioned",
            "const s = glsl`fn a() {}`; createShaderModule()",
            "const code = 'fn a() {}'; function f(code) { d.createShaderModule({ code }) }",
            "let code = 'fn a() {}'; code = g(); d.createShaderModule({ code })",
            "d.createShaderModule({ code: source(`fn a() {}`) })",
        ] {
            assert_eq!(found(other), [""; 0], "{other}");
        }
        assert_eq!(found("wgsl`a\\`\\${b}\\n${c}${`d`}`"), ["a`${b}\n?d"]);
        assert_eq!(found("const s = /* wgsl */ `a` + b + `c`;"), ["a?c"]);
        assert_eq!(found("d.createShaderModule({ code: c ? `a` : (d ? 'b' : f()) })"), ["a", "b"]);
        assert_eq!(found("const s = /* wgsl */ `a SIZE`.replaceAll('SIZE', n);"), ["a ?"]);
        assert_eq!(found("const s = wgsl`a ${x ? wgsl`b` : ''}`;"), ["a ?"], "a piece is not a shader");
        assert_eq!(
            found("const s = wgsl`a`; const t = wgsl`${s} b`;"),
            ["a b"],
            "a piece is checked where it is used"
        );
    }
    assert_eq!(texts(Host::JavaScript, "const a = <p style={1}>{wgsl`fn a() {}`}</p>"), ["fn a() {}"]);
    assert_eq!(
        texts(Host::TypeScript, "d.createShaderModule(<Descriptor>{ code: `fn a() {}` })"),
        ["fn a() {}"]
    );
    assert_eq!(texts(Host::TypeScript, "const a = <T>(wgsl`fn a() {}` as string)!"), ["fn a() {}"]);
}

#[test]
fn documents_have_shaders_in_code_blocks() {
    let text = "# A\n```wgsl\nfn a() {}\n```\n> ~~~WGSL title=x\n> fn b() {\n> }\n> ~~~\n```wgsl,ignore\nwrong\n```\n```js\nwgsl\n```\n";
    assert_eq!(texts(Host::Markdown, text), ["fn a() {}\n", "fn b() {\n}\n"]);
}

#[test]
fn broken_hosts_still_have_shaders() {
    for (host, text) in [
        (Host::Rust, "fn f( { let = wgsl!(\"fn a() {}\"); "),
        (Host::TypeScript, "function f( { const s = /* wgsl */ `fn a() {}`; if ("),
        (Host::JavaScript, "const x = ; const s = /* wgsl */ `fn a() {}`; }"),
        (Host::Markdown, "```wgsl\nfn a() {}"),
    ] {
        assert_eq!(texts(host, text).concat().trim(), "fn a() {}", "{host:?}");
    }
    for host in Host::ALL {
        for text in
            ["", "wgsl", "wgsl`", "/* wgsl */ `${", "/* wgsl */ \"\\", "createShaderModule({ code", "```wgsl"]
        {
            checked(host, text);
        }
    }
}

#[test]
fn errors_are_in_the_host() {
    let text = "const S: &str = /* wgsl */ \"fn f() -> i32 {\\n\\treturn 1u;\\n}\";";
    assert_eq!(errors(Host::Rust, text), [(1, "type/mismatch", "1u".to_owned())]);
    let text = "const t = 'u32';\nconst s = /* wgsl */ `\nfn f() -> i32 { var x: ${t} = 1; return x; }`;";
    assert_eq!(errors(Host::TypeScript, text), [(3, "type/mismatch", "x".to_owned())]);
    let text = "> ```wgsl\n> fn f() -> i32 {\n>   return 1u;\n> }\n> ```\n";
    assert_eq!(errors(Host::Markdown, text), [(3, "type/mismatch", "1u".to_owned())]);
    let text = "const c = `fn f() -> i32 { return 1u; }`;\nd.createShaderModule({ code: c + 'fn a() {}' }); d.createShaderModule({ code: c + 'fn b() {}' });";
    assert_eq!(errors(Host::JavaScript, text).len(), 1, "what shaders share is reported once");
}

#[test]
fn fixes_are_written_for_the_host() {
    let fixed = |host, text: &str| {
        let found = checked(host, text).diagnostics;
        apply(text, found.iter().filter_map(|it| it.suggestion.as_ref()))
    };
    let text = "const S: &str = /* wgsl */ \"struct A {\\n a: f32; b: f32 }\";";
    assert_eq!(fixed(Host::Rust, text).as_deref(), Some(&*text.replace("32;", "32,")));
    let text = "const s = /* wgsl */ `struct A { a: ${t}; b: f32 }`;";
    assert_eq!(fixed(Host::TypeScript, text), None, "an interpolation may explain it");
    let text =
        "- ```wgsl\n  @compute @workgroup_size(1) fn main() {}\n  struct A { a: f32; b: f32 }\n  ```\n";
    assert_eq!(fixed(Host::Markdown, text).as_deref(), Some(&*text.replace("32;", "32,")));
}

#[test]
fn an_interpolation_may_be_anything_that_makes_a_program() {
    for shader in [
        "@compute @workgroup_size(${n}) fn main() {}",
        "@compute @workgroup_size(${x}, ${y}) fn main() {}",
        "var<private> x: ${type}; fn f() { x = ${value}; }",
        "var<private> x: array<${type}, ${n}>;",
        "const a = vec${n}f(); const b = ${n}u; const c: u32 = ${m}u;",
        "fn ${name}() {}",
        "${enable} fn f(x: f16) {} enable f16;",
        "${common}\nfn f() {}",
        "fn f() { ${body} }",
        "struct A { a: f32, ${members} }",
        "fn f(x: f32) -> ${type} { return x; }",
        "fn f(x: bool) { if x ${op} true {} }",
        "fn f(x: i32) { if (x > 0 && ${condition}) {} }",
    ] {
        let shader = shader.replace("fn f(x: f16) {} enable f16;", "fn f(x: f16) {}");
        let text = format!("d.createShaderModule({{ code: `{shader}` }})");
        assert_eq!(outcome(Host::TypeScript, &text), Outcome::Accepted, "{shader}");
        assert_eq!(errors(Host::TypeScript, &text), [], "{shader}");
    }
}

#[test]
fn only_errors_that_no_interpolation_explains_are_reported() {
    let result = |shader: &str| {
        let text = format!("d.createShaderModule({{ code: `{shader}` }})");
        (outcome(Host::TypeScript, &text), errors(Host::TypeScript, &text).len())
    };
    let rejected = |shader: &str| assert_eq!(result(shader), (Outcome::Rejected, 1), "{shader}");
    let unknown = |shader: &str| {
        let (outcome, errors) = result(shader);
        assert!(
            matches!(&outcome, Outcome::NotChecked(reason) if reason.starts_with("it depends on `${")),
            "{shader}: {outcome:?}"
        );
        assert_eq!(errors, 0, "{shader}");
    };
    rejected("fn f() -> i32 { return 1u; } const n = ${n};");
    rejected("${common}\nfn f() {}\nfn g() -> i32 { return 1u; }\nfn h() {}");
    rejected("const n = ${n}; fn f() -> i32 { return y; }");
    unknown("${common}\nfn f() {}\nfn g() -> i32 { return y; }\nfn h() {}");
    unknown("fn f() -> i32 { return ${value} + y; }");
    unknown("const t = ${value}; fn f(x: ptr<function, t>) {}");
    unknown("${common} fn f(x: Light) { x.y = 1; }");
    unknown("${head}\nfn g(x: f16) -> i32 { return 1u; }\n".replace("return 1u", "return y").as_str());
}

#[test]
fn pieces_are_not_rejected() {
    let not_checked = |text: &str, reason: &str| {
        let outcome = outcome(Host::TypeScript, text);
        assert!(matches!(&outcome, Outcome::NotChecked(it) if it.contains(reason)), "{text}: {outcome:?}");
    };
    not_checked("const s = wgsl`let x = 1; x = 2;`", "part of a module");
    not_checked("const s = wgsl`position: vec4f, color: vec4f`", "part of a module");
    not_checked("const s = wgsl`const a = 1; foo(a);`", "part of a module");
    not_checked("const s = wgsl`@fragment fn f() { g(); }`", "does not declare `g`");
    not_checked("const s = wgsl`fn f(x: f16) {}`", "directives");
    not_checked("const s = wgsl`var t: texture_2d<f32>; fn f() { _ = uniform.size; }`", "bindings");
    not_checked(
        "const s = wgsl`fn f() -> i32 { return 1u; }\\nattribute position: vec4f;`",
        "`attribute position: vec4f;`",
    );
    not_checked("const s = wgsl`fn f() {\\n#pragma once\\n}`", "preprocessor");
    not_checked("const s = wgsl`fn f() -> f32 { return normalise(1.0); }`", "does not declare `normalise`");
    not_checked("const s = wgsl`fn f() { x = {{y}}; }`", "`{{y}}`");
    not_checked("const s = wgsl`@group(0) @binding(auto) var<uniform> x: f32;`", "`@binding(auto)`");
    not_checked("const s = wgsl`const a = array<f32, __N__>();`", "`__N__`");
    not_checked("const s = wgsl`import a::b;`", "imports");
    not_checked("let s = wgsl`fn f() { g() }`; s += t;", "changed on line 1");
    not_checked("const s = wgsl`fn f() { g() }`.split(',');", "changed on line 1");
    not_checked("d.createShaderModule({ code: `fn f() { g(); h(); }` })", "no entry point");
    for whole in ["@fragment fn f() { g(); }", "fn f() { g(); }", "let x = 1;"] {
        let text = format!("d.createShaderModule({{ code: `{whole}` }})");
        assert_eq!(outcome(Host::TypeScript, &text), Outcome::Rejected, "{whole}");
    }
    for comment in ["// see {x}, __X__", "/* use \\${x} */", "/* {x} */"] {
        let text = format!("const s = wgsl`fn f() -> i32 {{ return 1u; }} {comment}`");
        assert_eq!(outcome(Host::TypeScript, &text), Outcome::Rejected, "{comment}");
    }
    let both = "const s = wgsl`fn f() -> i32 { return 1u; } fn g() { h(); }`";
    assert_eq!(errors(Host::TypeScript, both).len(), 1, "the host may declare `h`");
}

#[test]
fn documents_show_parts() {
    for shown in [
        "let x = 1;",
        "@fragment fn f() { ... }",
        "@fragment fn f() -> @location(0) vec4f {",
        "@fragment fn f() { g(); }",
        "fn f(x: f32) -> f32\nfn g(x: f32) -> f32",
        "fn f() {\n-  let x = 1u;\n+  let x: i32 = 1u;\n}",
        "var color = vec4f();",
    ] {
        let text = format!("```wgsl\n{shown}\n```\n");
        assert_eq!(outcome(Host::Markdown, &text), Outcome::Excerpt, "{shown}");
        assert_eq!(checked(Host::Markdown, &text).count(), 0);
    }
    for whole in [
        "@fragment fn f() -> @location(0) vec4f { return 1; }",
        "fn f() -> i32 { return 1u; }",
        "@compute @workgroup_size(1) fn f() {\n  let x = 1\n} // done",
    ] {
        assert_eq!(
            outcome(Host::Markdown, &format!("```wgsl\n{whole}\n```\n")),
            Outcome::Rejected,
            "{whole}"
        );
    }
}

#[test]
fn the_reasons_for_all_shaders_are_one_sentence() {
    let text = "a = wgsl`let x = 1;`;\nb = wgsl`g: f32,`;\nc = wgsl`fn f() {}`;";
    let reason = "it is a part of a module, not a module";
    let expected = format!("can't check 2 shaders: line 1: {reason}; line 2: {reason}");
    assert_eq!(checked(Host::TypeScript, text).incomplete(text), Some(expected));
    let text = "a = wgsl`let x = 1;`;";
    let expected = format!("can't check the shader on line 1: {reason}");
    assert_eq!(checked(Host::TypeScript, text).incomplete(text), Some(expected));
}

#[test]
fn hosts_are_known_by_extension_and_by_editors() {
    use std::path::Path;
    assert_eq!(Host::of(Path::new("a/b.rs")), Some(Host::Rust));
    assert_eq!(Host::of(Path::new("b.tsx")), Some(Host::JavaScript));
    assert_eq!(Host::of(Path::new("b.wgsl")), None);
    assert_eq!(Host::named("typescriptreact"), Some(Host::JavaScript));
    assert_eq!(Host::named("wgsl"), None);
}

#[test]
fn finding_costs_the_length_of_the_file() {
    fn chain(count: usize) -> String {
        let constants = (0..count).map(|it| format!("const a{} = a{it} + a{it};\n", it + 1));
        let constants: Vec<String> = constants.collect();
        format!("const a0 = 'x';{} d.createShaderModule({{ code: a{count} }})", constants.concat())
    }
    let cost = |host: Host, text: String| {
        let mut found = 0;
        let steps = steps::of(|| found = find(host, &text).shaders.iter().map(|it| it.parts.len()).sum());
        steps as usize + found
    };
    let grows = |host: Host, few: String, many: String| {
        let (few, many) = (cost(host, few), cost(host, many));
        assert!(few > 0 && 2 * many < 5 * few, "{host:?}: {few} steps become {many}");
    };
    let sum = |count: usize| format!("const s = wgsl`a`{};", " + `b`".repeat(count));
    let repeated = |host: Host, line: &str| grows(host, line.repeat(200), line.repeat(400));
    repeated(Host::TypeScript, "const s = wgsl`fn f() {}`;\n");
    repeated(Host::Rust, "fn f() { wgsl!(\"a\\n\"); }\n");
    let replaced = |start: &str, count: usize| format!("{start}{};", ".replace(\"x\", y)".repeat(count));
    let rust = "const S: &str = /* wgsl */ \"x x\"";
    grows(Host::Rust, replaced(rust, 2000), replaced(rust, 4000));
    grows(Host::TypeScript, replaced("const s = wgsl`x x`", 2000), replaced("const s = wgsl`x x`", 4000));
    grows(Host::TypeScript, sum(200), sum(400));
    grows(Host::TypeScript, chain(200), chain(400));
}

#[test]
fn constants_of_scripts_are_read_where_they_are_used() {
    let module =
        |code: &str| format!("const N = 64;\nd.createShaderModule({{ code: `fn f() {{ {code} }}` }})");
    let text = module("let x: f32 = ${N}u;");
    assert_eq!(errors(Host::TypeScript, &text), [(2, "type/mismatch", "${N}u".to_owned())]);
    assert_eq!(texts(Host::TypeScript, &module("let x = ${N};")), ["fn f() { let x = 64; }"]);
    assert_eq!(
        texts(Host::TypeScript, &module("let x = ${N + 1};")),
        ["fn f() { let x = ?; }"],
        "65, not 641"
    );
}

#[test]
fn constants_of_rust_are_read_in_format_strings() {
    let module = |code: &str| {
        format!(
            "const N: u32 = 1_024u32;\nfn g(k: u32) {{ ShaderSource::Wgsl(format!(\"fn f() {{{{ {code} }}}}\").into()); }}"
        )
    };
    assert_eq!(errors(Host::Rust, &module("let x: f32 = {N}u;")), [(2, "type/mismatch", "{N}u".to_owned())]);
    assert_eq!(texts(Host::Rust, &module("let x = {N};")), ["fn f() { let x = 1024; }"]);
    assert_eq!(texts(Host::Rust, &module("let x = {N:?} + {k};")), ["fn f() { let x = ? + ?; }"]);
}
