//! Programs at the edge of what can be executed: each ends within its fuel, with a result or a clear refusal.

use super::{STACK, stage, validator};
use shader_ir as ir;
use shader_run::execute::{Options, Stopped};
use shader_run::resources::Refusal;
use std::fmt::Write;
use std::thread;
use webgpu_model::{Binding, Data};
use wgsl_lower::compute::{self, Failure};

/// The outcome of a program.
#[derive(Debug, PartialEq)]
enum End {
    /// The words of the buffer at `@group(0) @binding(0)`.
    Words(Vec<u32>),
    Rejected,
    Unsupported(String),
    Resources(String),
    Stopped(Stopped),
}

/// A dispatch on an ordinary stack, with a buffer of `words` zeros.
fn execute(text: &str, words: usize, workgroups: [u32; 3], options: Options) -> End {
    let text = text.to_owned();
    let run = move || {
        let Ok(stage) = stage(&text, &mut validator(), None) else { return End::Rejected };
        let pipeline = match compute::pipeline(&stage, options) {
            Ok(pipeline) => pipeline,
            Err(Failure::Unsupported(problem)) => return End::Unsupported(problem.message),
            Err(_) => return End::Rejected,
        };
        assert_eq!(ir::verify(pipeline.program()), Ok(()));
        let bindings = [Binding { group: 0, binding: 0, data: Data::Buffer(vec![0; words * 4].into()) }];
        let bound = match pipeline.bind(&bindings, &[]) {
            Ok(bound) => bound,
            Err(Refusal::Resources(problem)) => return End::Resources(problem),
            Err(other) => panic!("{other:?}"),
        };
        match pipeline.dispatch(workgroups, &bound) {
            Ok(_) => {}
            Err(stopped) => return End::Stopped(stopped),
        }
        match &pipeline.written(&bindings, &bound)[..] {
            [Binding { data: Data::Buffer(bytes), .. }] => {
                let word =
                    |bytes: &[u8]| bytes.iter().rev().fold(0, |word, byte| word << 8 | u32::from(*byte));
                End::Words(bytes.chunks(4).map(word).collect())
            }
            _ => End::Words(Vec::new()),
        }
    };
    thread::Builder::new().stack_size(STACK).spawn(run).unwrap().join().unwrap()
}

fn plainly(text: &str) -> End {
    execute(text, 8, [1, 1, 1], Options { fuel: 1 << 26, ..Options::default() })
}

/// A body in an entry point that may write to `out`.
fn with_body(body: &str) -> String {
    format!(
        "@group(0) @binding(0) var<storage, read_write> out: array<u32>;
         @compute @workgroup_size(1) fn main() {{ {body} }}"
    )
}

fn is_refused_for(end: &End, reason: &str) -> bool {
    matches!(end, End::Unsupported(message) if message.contains(reason))
}

#[test]
fn deep_expressions() {
    for depth in [10, 100, 120, 500, 1_000, 1_900, 2_100, 10_000] {
        for (before, piece, middle, closing) in [
            ("let a = out[0]; out[0] = a", " + a", "", ""),
            ("let a = out[0]; out[0] = ", "(1 + ", "a", ")"),
            ("let a = out[0]; out[0] = ", "out[", "a", "]"),
            ("let a = i32(out[0]); out[0] = u32(", "-", "a", ""),
            ("let a = out[0]; out[0] = ", "max(1, ", "a", ")"),
            ("let a = out[0]; out[0] = vec2u(a)", ".xy", ".x", ""),
            ("let a = out[0] == 0; out[0] = u32(a", " && a", ")", ""),
            ("let a = out[0] == 0; out[0] = u32(a", " || out[0] == 1", ")", ""),
            ("var a = out[0]; out[0] = ", "*&", "a", ""),
        ] {
            let closing_parenthesis = if before.ends_with("u32(") { ")" } else { "" };
            let body = format!(
                "{before}{}{middle}{}{closing_parenthesis};",
                piece.repeat(depth),
                closing.repeat(depth)
            );
            let end = plainly(&with_body(&body));
            let fine = matches!(end, End::Words(_) | End::Rejected) || is_refused_for(&end, "too deeply");
            assert!(fine, "{piece} {depth} times: {end:?}");
        }
    }
}

#[test]
fn deep_statements() {
    for depth in [10, 100, 120, 500, 1_900, 10_000] {
        for (piece, middle, closing) in [
            ("{", "out[0] = 1;", "}"),
            ("if out[0] == 0 {", "out[0] = 1;", "}"),
            ("if out[0] == 1 {} else {", "out[0] = 1;", "}"),
            ("if out[0] == 1 {} else ", "{ out[0] = 1; }", ""),
            ("loop {", "out[0] = 1;", "break; }"),
            ("switch out[0] { case 1 {} default {", "out[0] = 1;", "} }"),
            ("while out[0] < 1 {", "out[0] = 1;", "}"),
        ] {
            let text = with_body(&format!("{}{middle}{}", piece.repeat(depth), closing.repeat(depth)));
            let end = plainly(&text);
            let one = End::Words(vec![1, 0, 0, 0, 0, 0, 0, 0]);
            let fine = end == one || end == End::Rejected || is_refused_for(&end, "too deeply");
            assert!(fine, "{piece} {depth} times: {end:?}");
            assert!(depth > 100 || end == one, "{piece} {depth} times: {end:?}");
        }
    }
}

/// A chain of functions, each of which calls the next one `calls` times.
fn chain(levels: usize, calls: usize) -> String {
    let mut text = with_body("f0();");
    for level in 0..levels {
        let _ = writeln!(text, "fn f{level}() {{ {} }}", format!("f{}();", level + 1).repeat(calls));
    }
    let _ = writeln!(text, "fn f{levels}() {{ out[0]++; }}");
    text
}

#[test]
fn calls_that_are_expanded() {
    assert_eq!(plainly(&chain(100, 1)), End::Words(vec![1, 0, 0, 0, 0, 0, 0, 0]));
    assert_eq!(plainly(&chain(8, 2)), End::Words(vec![256, 0, 0, 0, 0, 0, 0, 0]));
    for levels in [300, 1_000, 2_500] {
        let end = plainly(&chain(levels, 1));
        let fine = matches!(end, End::Words(_) | End::Rejected) || is_refused_for(&end, "too deeply");
        assert!(fine, "{levels} levels: {end:?}");
    }
    assert!(is_refused_for(&plainly(&chain(30, 2)), "too large"));
    let nested = "fn g(a: u32) -> u32 { return a + 1; }";
    let text =
        format!("{}{nested}", with_body(&format!("out[0] = {}0{};", "g(".repeat(110), ")".repeat(110))));
    assert_eq!(plainly(&text), End::Words(vec![110, 0, 0, 0, 0, 0, 0, 0]));
}

/// The deepest possible nesting of each kind.
#[test]
fn deep_calls_of_deep_functions() {
    for (piece, middle, closing) in [
        ("while out[0] < 1 {", "CALL", "}"),
        ("switch out[0] { case 1 {} default {", "CALL", "} }"),
        ("if out[0] == 0 {", "CALL", "}"),
        ("out[", "CALL", "] = 1"),
        ("out[0] = 1 + max(1, ", "CALL", ")"),
    ] {
        let mut text = with_body("f0();");
        for level in 0..100 {
            let is_value = !piece.ends_with('{');
            let pieces = if piece.starts_with("out[0] =") {
                format!("out[0] = {}", "max(1, ".repeat(120))
            } else {
                piece.repeat(120)
            };
            let call = format!("f{}()", level + 1);
            let inner = if is_value { call } else { call + ";" };
            let closing = if is_value && closing.contains('=') {
                format!("{} = 1", "]".repeat(120))
            } else {
                closing.repeat(120)
            };
            let body = format!("{pieces}{}{closing}", middle.replace("CALL", &inner));
            let _ = writeln!(text, "fn f{level}() -> u32 {{ {body}; return 1; }}");
        }
        text += "fn f100() -> u32 { out[0]++; return 1; }";
        let end = plainly(&text);
        assert!(is_refused_for(&end, "too deeply"), "{piece}: {end:?}");
    }
}

#[test]
fn workgroup_sizes() {
    let sized = |size: &str| {
        format!(
            "@group(0) @binding(0) var<storage, read_write> out: array<atomic<u32>>;
             @compute @workgroup_size({size}) fn main() {{ atomicAdd(&out[0], 1); }}"
        )
    };
    let counted = |size: &str| match plainly(&sized(size)) {
        End::Words(words) => words[0],
        other => panic!("{size}: {other:?}"),
    };
    assert_eq!(["1", "3, 5, 7", "1025", "2048, 2"].map(counted), [1, 105, 1025, 4096]);
    for size in ["2000000", "65536, 65536", "65536, 65536, 65536", "2147483647, 2147483647, 4"] {
        assert_eq!(plainly(&sized(size)), End::Stopped(Stopped::OutOfMemory), "{size}");
    }
}

#[test]
fn numbers_of_workgroups() {
    let text = "@group(0) @binding(0) var<storage, read_write> out: array<atomic<u32>>;
        @compute @workgroup_size(1) fn main() { atomicAdd(&out[0], 1); }";
    let ordered = "@group(0) @binding(0) var<storage, read_write> out: array<atomic<u32>>;
        @compute @workgroup_size(1) fn main() { atomicStore(&out[1], atomicAdd(&out[0], 1)); }";
    let options = Options { fuel: 1 << 22, ..Options::default() };
    for text in [text, ordered] {
        assert_eq!(execute(text, 2, [0, 5, 5], options), End::Words(vec![0, 0]));
        assert_eq!(execute(text, 2, [u32::MAX, u32::MAX, 0], options), End::Words(vec![0, 0]));
        let End::Words(words) = execute(text, 2, [3, 5, 7], options) else { panic!("it does not run") };
        assert_eq!(words[0], 105);
        for workgroups in [[u32::MAX; 3], [u32::MAX, 1, 1], [1, 1 << 20, 1 << 20]] {
            assert_eq!(execute(text, 2, workgroups, options), End::Stopped(Stopped::OutOfFuel));
        }
        // Strict execution reports it as a fault.
        let strict = Options { strict: true, ..options };
        assert!(matches!(execute(text, 2, [u32::MAX; 3], strict), End::Words(_)));
    }
}

#[test]
fn loops_that_never_end() {
    let options = Options { fuel: 1_000_000, ..Options::default() };
    for body in [
        "while true {}",
        "loop { if out[0] == 1 { break; } }",
        "for (var i = 0; i < 2; ) { for (var j = 0; j < 2; ) { out[1]++; } }",
        "for (var i = 0u; i < 4000000000; i++) { for (var j = 0u; j < 4000000000; j++) { out[1] += j; } }",
        "loop { loop { loop { if out[0] == 0 { continue; } return; } } }",
        "loop { switch out[0] { case 1 { return; } default { continue; } } }",
        "var a: array<u32, 100000>; loop { var b = a; out[0] = b[out[1]]; if out[0] == 1 { break; } }",
        "loop { var b: array<u32, 100000>; out[0] = b[out[1]]; if out[0] == 1 { break; } }",
    ] {
        let text = with_body(body);
        let end = execute(&text, 2, [2, 1, 1], options);
        assert!(matches!(end, End::Stopped(Stopped::OutOfFuel) | End::Rejected), "{body}: {end:?}");
    }
}

#[test]
fn huge_memory() {
    for (declarations, body, size) in [
        ("var<private> a: array<u32, 100000000>;", "out[0] = a[out[1]];", 1),
        ("var<workgroup> a: array<u32, 1000000000>;", "out[0] = a[out[1]];", 1),
        ("var<workgroup> a: array<array<u32, 65536>, 65536>;", "out[0] = a[out[1]][out[1]];", 1),
        ("", "var a: array<u32, 4000000>; out[0] = a[out[1]];", 1024),
        ("", "var a: array<array<vec3f, 1000>, 100000>; out[0] = u32(a[out[1]][0].x);", 1),
        ("", "let a = array<array<u32, 20000>, 20000>(); out[0] = a[out[1]][out[2]];", 1),
        (
            "struct S { a: array<vec3f, 3>, b: u32 } struct T { s: array<S, 100000>, c: u32 }",
            "var a: T; var b = a; out[0] = b.s[out[1]].b;",
            64,
        ),
        (
            "struct S { a: array<vec3f, 3>, b: u32 } struct T { s: array<S, 900000>, c: u32 }",
            "var a: T; out[0] = a.s[out[1]].b;",
            1,
        ),
        (
            "@group(0) @binding(1) var<storage> a: array<array<u32, 30000>, 30000>;",
            "out[0] = a[out[1]][0];",
            1,
        ),
    ] {
        let text = format!(
            "@group(0) @binding(0) var<storage, read_write> out: array<u32>; {declarations}
             @compute @workgroup_size({size}) fn main() {{ {body} }}"
        );
        let end = execute(&text, 4, [1, 1, 1], Options { fuel: 1 << 28, ..Options::default() });
        let fine = matches!(end, End::Rejected | End::Stopped(_) | End::Words(_) | End::Resources(_));
        assert!(fine || is_refused_for(&end, "memory limit"), "{declarations} {body}: {end:?}");
    }
}

#[test]
fn arithmetic_beyond_the_range() {
    let text = with_body(
        "let zero = out[0]; let least = i32(0x80000000u + zero); let minus_one = -1 + i32(zero);
         out[0] = bitcast<u32>(least / minus_one);
         out[1] = bitcast<u32>(least % minus_one);
         out[2] = 7 / zero;
         out[3] = 7 % zero;
         out[4] = 1u << (33 + zero);
         out[5] = u32(bitcast<f32>(0x7fc00000u + zero));
         out[6] = bitcast<u32>(i32(f32(zero) - 3e38));
         out[7] = bitcast<u32>(-least);",
    );
    assert_eq!(plainly(&text), End::Words(vec![0x8000_0000, 0, 7, 0, 2, 0, 0x8000_0000, 0x8000_0000]));
}

#[test]
fn resources_that_are_too_small() {
    let text = with_body("out[0] = arrayLength(&out);");
    assert!(matches!(execute(&text, 0, [1, 1, 1], Options::default()), End::Resources(_)));
    assert_eq!(execute(&text, 1, [1, 1, 1], Options::default()), End::Words(vec![1]));
    let text = "struct S { a: vec4u, b: array<u32> }
        @group(0) @binding(0) var<storage, read_write> out: S;
        @compute @workgroup_size(1) fn main() { out.a.x = arrayLength(&out.b); out.b[7] = 9; }";
    assert!(matches!(execute(text, 4, [1, 1, 1], Options::default()), End::Resources(_)));
    assert_eq!(execute(text, 8, [1, 1, 1], Options::default()), End::Words(vec![4, 0, 0, 0, 0, 0, 0, 9]));
}

#[test]
fn lengths_and_sizes_by_override() {
    let text = "override n = 3u; override twice = n * 2;
        var<workgroup> a: array<u32, twice>;
        @group(0) @binding(0) var<storage, read_write> out: array<u32>;
        @compute @workgroup_size(n) fn main(@builtin(local_invocation_index) i: u32) {
            a[i + n] = i + 1; workgroupBarrier(); out[i] = a[5 - i]; out[3] = a[100 + out[4]]; }";
    assert_eq!(plainly(text), End::Words(vec![3, 2, 1, 3, 0, 0, 0, 0]));
}

#[test]
fn entry_points() {
    let two = "@compute @workgroup_size(1) fn a() {} @compute @workgroup_size(1) fn b() {}";
    assert_eq!(plainly(two), End::Rejected);
    assert_eq!(plainly("@compute @workgroup_size(1) fn a() {}"), End::Words(vec![0; 8]));
    assert_eq!(plainly(""), End::Rejected);
    assert_eq!(plainly("@fragment fn a() {}"), End::Rejected);
}

#[test]
fn long_programs() {
    let many = |piece: fn(usize) -> String| (0..5_000).map(piece).collect::<String>();
    let declarations = many(|n| format!("var a{n} = 0u; "));
    for body in [
        // Each variable begins to vary one iteration after the next variable.
        format!(
            "{declarations} var a5000 = 0u; for (var turn = 0; turn < 2; turn++) {{ {} a5000 = local; }}",
            many(|n| format!("a{n} = a{};", n + 1))
        ),
        many(|n| format!("if local == {n} {{ return; }} ")),
        format!(
            "switch local {{ {} default {{}} }}",
            many(|n| format!("case {n} {{ if local == 3 {{ break; }} }} "))
        ),
        format!("{} {{}}", many(|n| format!("if local == {n} {{ out[1] = 2; }} else "))),
        format!(
            "var a = 0u; {}",
            many(|_| "while a > 5 { if local == 3 { break; } a -= local; } ".to_owned())
        ),
    ] {
        let text = format!(
            "@group(0) @binding(0) var<storage, read_write> out: array<u32>;
             @compute @workgroup_size(64) fn main(@builtin(local_invocation_index) local: u32) {{ {body} }}"
        );
        let end = plainly(&text);
        assert!(matches!(end, End::Words(_)), "{end:?}: {}", &text[..200]);
    }
}
