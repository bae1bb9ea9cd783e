//! Programs that nest or repeat one construct without end: whoever checks, translates or lowers them ends with an answer, on a small stack.
//!
//! Each construct is a row of a table, which a test writes at several sizes. A stack overflow ends the process, so a test that ends at all
//! proves that there is none; what else is asserted is the answer.

use msl_spec::Dialect;
use msl_translate::{Refusal, translate};
use msl_validator::diagnostic::{Diagnostic, Severity};
use msl_validator::meaning::Module;
use msl_validator::{Options, module};
use shader_source::steps;
use std::thread;

/// The stack of every check: test threads have 2 MiB, wasm threads 1 MiB.
const STACK: usize = 1 << 20;

const HEAD: &str = "#include <metal_stdlib>\nusing namespace metal;\n";
/// The beginning of a kernel with the statements that follow.
const KERNEL: &str = "struct S { int v; int f(int a) { return a; } };
    S operator+(S a, S b) { S r; r.v = a.v + b.v; return r; }
    template <typename T> T same(T a) { return a; }
    kernel void k(device int* o [[buffer(0)]]) { int a = o[0]; bool b = a > 1; int4 v = int4(a); S s; s.v = a; ";

/// The result of programs that repeat a construct more often than any limit permits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    /// They are accepted, translated and lowered: the construct is a chain that is walked in a loop.
    Fine,
    /// `unsupported.nesting`
    Nested,
    /// They are wrong at every size, or accepted without limit, but not executed.
    Any,
}

/// A construct: a statement of a kernel with a part that is repeated, the innermost part, and what closes each repetition.
struct Row {
    before: &'static str,
    open: &'static str,
    middle: &'static str,
    close: &'static str,
    after: &'static str,
    end: End,
}

const fn row([before, open, middle, close, after]: [&'static str; 5], end: End) -> Row {
    Row { before, open, middle, close, after, end }
}

/// Statements of a kernel.
const STATEMENTS: &[Row] = &[
    // Chains of operators.
    row(["o[0] = a", " * a", "", "", ";"], End::Fine),
    row(["o[0] = a", " / a", "", "", ";"], End::Fine),
    row(["o[0] = a", " % a", "", "", ";"], End::Fine),
    row(["o[0] = a", " + a", "", "", ";"], End::Fine),
    row(["o[0] = a", " - a", "", "", ";"], End::Fine),
    row(["o[0] = a", " << a", "", "", ";"], End::Fine),
    row(["o[0] = a", " >> a", "", "", ";"], End::Fine),
    row(["o[0] = a", " < a", "", "", ";"], End::Fine),
    row(["o[0] = a", " > a", "", "", ";"], End::Fine),
    row(["o[0] = a", " <= a", "", "", ";"], End::Fine),
    row(["o[0] = a", " >= a", "", "", ";"], End::Fine),
    row(["o[0] = a", " == a", "", "", ";"], End::Fine),
    row(["o[0] = a", " != a", "", "", ";"], End::Fine),
    row(["o[0] = a", " & a", "", "", ";"], End::Fine),
    row(["o[0] = a", " ^ a", "", "", ";"], End::Fine),
    row(["o[0] = a", " | a", "", "", ";"], End::Fine),
    row(["b = b", " && b", "", "", ";"], End::Fine),
    row(["b = b", " || b", "", "", ";"], End::Fine),
    row(["b = b && (b", " & b", "", "", ");"], End::Fine),
    row(["o[0] = (a", ", a", "", "", ");"], End::Fine),
    row(["a++", ", a++", "", "", ";"], End::Fine),
    row(["v = v", " + v", "", "", ";"], End::Fine),
    row(["o[0] = a ? a", " + a", "", "", " : a;"], End::Fine),
    row(["const int c = 1", " + 1", "", "", "; o[0] = c;"], End::Fine),
    row(["static_assert(1", " + 1", "", "", " > 0, \"\");"], End::Fine),
    row(["int q[1", " + 0", "", "", "] = {}; o[0] = q[0];"], End::Fine),
    row(["switch (a) { case 1", " + 1", "", "", ": o[0] = 1; }"], End::Fine),
    row(["s = s", " + s", "", "", ";"], End::Any),
    row(["device int* p = o", " + 1", "", "", "; p[0] = 1;"], End::Any),
    // Operators around operators.
    row(["o[0] = ", "(", "a", ")", ";"], End::Nested),
    row(["o[0] = ", "a + (", "a", ")", ";"], End::Nested),
    row(["o[0] = ", "(a || a && a | a ^ a & a == a < a << a + a * ", "a", ")", ";"], End::Nested),
    row(["o[0] = ", "- ", "a", "", ";"], End::Nested),
    row(["b = ", "!", "b", "", ";"], End::Nested),
    row(["o[0] = ", "~", "a", "", ";"], End::Nested),
    row(["o[0] = ", "*&", "a", "", ";"], End::Nested),
    row(["", "++", "a", "", ";"], End::Nested),
    row(["a", "++", "", "", ";"], End::Nested),
    row(["o[0] = ", "a = ", "a", "", ";"], End::Nested),
    row(["o[0] = ", "a += ", "a", "", ";"], End::Nested),
    row(["", "(", "a", " = 1)", ";"], End::Nested),
    row(["", "v.xy = ", "int2(a)", "", ";"], End::Nested),
    row(["o[0] = ", "b ? a : ", "a", "", ";"], End::Nested),
    row(["o[0] = ", "b ? ", "a", " : a", ";"], End::Nested),
    row(["o[0] = ", "b ? a : (", "a", ")", ";"], End::Nested),
    row(["b = ", "!(b && ", "b", ")", ";"], End::Nested),
    row(["o[0] = ", "sizeof ", "a", "", ";"], End::Nested),
    // Parts.
    row(["int q[1] = {}; o[0] = q", "[0]", "", "", ";"], End::Nested),
    row(["o[0] = ", "o[", "0", "]", ";"], End::Nested),
    row(["v = v", ".xyzw", "", "", ";"], End::Nested),
    row(["v", ".xyzw", "", "", ".x = 1;"], End::Nested),
    row(["v = ", "(v + ", "v", ").xyzw", ";"], End::Nested),
    row(["thread S* p = &s; p", "->v", "", "", " = 1;"], End::Nested),
    // Calls, constructors, casts, lists.
    row(["o[0] = ", "abs(", "a", ")", ";"], End::Nested),
    row(["o[0] = ", "select(a, ", "a", ", b)", ";"], End::Nested),
    row(["o[0] = ", "same(", "a", ")", ";"], End::Nested),
    row(["o[0] = ", "s.f(", "a", ")", ";"], End::Nested),
    row(["o[0] = abs", "(a)", "", "", ";"], End::Nested),
    row(["o[0] = s", ".f(1)", "", "", ";"], End::Nested),
    row(["o[0] = ", "int(", "a", ")", ";"], End::Nested),
    row(["v = ", "int4(", "a", ")", ";"], End::Nested),
    row(["o[0] = ", "int{", "a", "}", ";"], End::Nested),
    row(["o[0] = ", "S{", "a", "}.v", ";"], End::Nested),
    row(["o[0] = ", "(int)", "a", "", ";"], End::Nested),
    row(["o[0] = ", "static_cast<int>(", "a", ")", ";"], End::Nested),
    row(["o[0] = ", "as_type<int>(", "a", ")", ";"], End::Nested),
    row(["int c = ", "{", "a", "}", ";"], End::Nested),
    row(["o[0] = sizeof(", "array<", "int", ", 1>", ");"], End::Nested),
    row(["o[0] = sizeof(array<int, ", "sizeof(array<int, ", "1", ">)", ">);"], End::Nested),
    // Declarators.
    row(["int q", "[1]", "", "", ";"], End::Nested),
    row(["o[0] = sizeof(int", "[1]", "", "", ");"], End::Nested),
    row(["thread int* ", "thread* ", "", "", "p;"], End::Nested),
    row(["o[0] = sizeof(thread int* ", "thread* ", "", "", ");"], End::Nested),
    row(["thread int ", "(&", "p", ")", " = a;"], End::Nested),
    row(["thread int ", "&& ", "p", "", " = 1;"], End::Any),
    // Statements.
    row(["", "if (b) a = 2; else ", "a = 1;", "", ""], End::Fine),
    row(["", "if (b) { a = 2; } else ", "{ a = 1; }", "", ""], End::Fine),
    row(["", "{", "a = 1;", "}", ""], End::Nested),
    row(["", "if (b) ", "a = 1;", "", ""], End::Nested),
    row(["", "if (b) {} else {", "a = 1;", "}", ""], End::Nested),
    row(["", "while (b) ", "a = 1;", "", ""], End::Nested),
    row(["", "do ", "a = 1;", " while (b);", ""], End::Nested),
    row(["", "for (; b;) ", "a = 1;", "", ""], End::Nested),
    row(["", "switch (a) { case 0: ", "a = 1;", "}", ""], End::Nested),
    row(["", "struct T {", "int v;", "};", ""], End::Nested),
];

/// Programs, each with all of their declarations.
const PROGRAMS: &[Row] = &[
    row(["", "namespace n {", "int f();", "}", " kernel void k() {}"], End::Nested),
    row(["", "struct T {", "int a;", "};", " kernel void k() {}"], End::Nested),
    row(["void f(thread int* ", "thread* ", "", "", "p) {} kernel void k() {}"], End::Nested),
    row(["void f(constant int (&p)", "[1]", "", "", ") {} kernel void k() {}"], End::Nested),
    row(["typedef int T", "[1]", "", "", "; kernel void k() {}"], End::Nested),
    row(
        ["constant int x = 1", " + 1", "", "", "; kernel void k(device int* o [[buffer(0)]]) { o[0] = x; }"],
        End::Fine,
    ),
    row(["constant int4 x = int4(1)", " + 1", "", "", "; kernel void k() {}"], End::Fine),
    row(["template <int N = 1", " + 1", "", "", "> struct T {}; kernel void k() { T<> t; }"], End::Any),
    row(
        [
            "constant bool c [[function_constant(0)]]; constant bool d = c",
            " && c",
            "",
            "",
            "; kernel void k() {}",
        ],
        End::Fine,
    ),
    row(["kernel void k(device int* o [[buffer(1", " - 0", "", "", ")]]) {}"], End::Fine),
];

/// A program that repeats a construct so many times.
fn program(row: &Row, times: usize, is_statement: bool) -> String {
    let Row { before, open, middle, close, after, .. } = row;
    let (head, tail) = if is_statement { (KERNEL, " }") } else { ("", "") };
    let (open, close) = (open.repeat(times), close.repeat(times));
    format!("{HEAD}{head}{before}{open}{middle}{close}{after}{tail}")
}

/// Does work on a thread with a small stack.
fn on_small_stack<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    let thread = thread::Builder::new().stack_size(STACK).spawn(work).expect("a thread");
    thread.join().expect("no panic")
}

/// The diagnostics that are errors; an accepted program is translated and lowered, too.
fn errors(text: String) -> Vec<Diagnostic> {
    on_small_stack(move || {
        let module = module(&text, &Options { dialect: Dialect::OsxMetal22, ..Options::default() });
        if module.is_accepted() {
            for entry in &module.entry_points {
                execute(&module, module.entry_name(entry));
            }
        }
        module.diagnostics.into_iter().filter(|it| it.severity == Severity::Error).collect()
    })
}

/// Translates and lowers a function: each may refuse it.
fn execute(module: &Module, name: &str) {
    let request = msl_translate::Request {
        entry_point: name.to_owned(),
        threadgroup_size: [1, 1, 1],
        ..msl_translate::Request::default()
    };
    if let Err(Refusal::Request(message)) = translate(module, &request) {
        panic!("{message}");
    }
    let request = msl_lower::Request { workgroup_size: Some([1, 1, 1]), ..msl_lower::Request::default() };
    let _ = msl_lower::lower(module, name, &request);
}

fn check(row: &Row, is_statement: bool) {
    let nesting = "unsupported.nesting";
    for times in [2, 40, 84, 125, 200, 250, 256, 257, 20_000] {
        let text = program(row, times, is_statement);
        let shown = format!("{}{}{} {times}", row.before, row.open, row.middle);
        let found = errors(text);
        let deep: Vec<&Diagnostic> = found.iter().filter(|it| it.rule.id == nesting).collect();
        match row.end {
            End::Fine => assert!(found.is_empty(), "{shown}: {:?}", found[0]),
            End::Nested if times > 256 => assert!(!deep.is_empty(), "{shown}: {found:?}"),
            End::Nested if times == 2 => assert!(deep.is_empty(), "{shown}: {deep:?}"),
            End::Nested | End::Any => {}
        }
    }
}

#[test]
fn statements_of_any_depth_have_an_answer() {
    for row in STATEMENTS {
        check(row, true);
    }
}

#[test]
fn programs_of_any_depth_have_an_answer() {
    for row in PROGRAMS {
        check(row, false);
    }
}

/// The first error of a program, with the source at its place.
fn first_error(text: &str) -> (&'static str, String) {
    let text = format!("{HEAD}{text}");
    let found = errors(text.clone());
    let first = found.first().unwrap_or_else(|| panic!("no error in {text}"));
    (first.rule.id, first.primary.span.text(&text).to_owned())
}

#[test]
fn the_level_that_is_too_deep_is_the_place() {
    // The brackets and the statement around them are levels as well.
    let index = format!("void f(thread int* q) {{ q{}; }}", "[0]".repeat(300));
    let (rule, place) = first_error(&index);
    assert_eq!((rule, place.as_str()), ("unsupported.nesting", "]"));
    let member = format!("void f(int4 v) {{ v{}; }}", ".xyzw".repeat(300));
    assert_eq!(first_error(&member), ("unsupported.nesting", "xyzw".to_owned()));
    let sizes = format!("constant int a{} = {{}};", "[1]".repeat(300));
    assert_eq!(first_error(&sizes).0, "unsupported.nesting");
}

/// Declarations that each use the one before, as the compiler of each level sees it.
fn declared(times: usize, first: &str, next: impl Fn(usize) -> String) -> String {
    let rest: String = (1..times).map(next).collect();
    format!("{HEAD}{first}{rest}")
}

#[test]
fn declarations_that_use_each_other_have_an_answer() {
    for times in [2, 60, 120, 2_000] {
        let last = times - 1;
        let calls = declared(times, "int f0(int a) { return a; }", |n| {
            format!("int f{n}(int a) {{ return f{}(a); }}", n - 1)
        });
        let templates = declared(times, "template <int N> int f0(int a) { return a; }", |n| {
            format!(
                "template <int N> int f{n}(int a) {{ if (a) {{ return 1 + (f{}<N>(a)); }} return 0; }}",
                n - 1
            )
        });
        let constants = declared(times, "constant int4 c0 = int4(1);", |n| {
            format!("constant int4 c{n} = c{0} + c{0};", n - 1)
        });
        let structures =
            declared(times, "struct S0 { int v; };", |n| format!("struct S{n} {{ S{} s; }};", n - 1));
        let doubled =
            declared(times, "struct S0 { int v; };", |n| format!("struct S{n} {{ S{0} s, t; }};", n - 1));
        let arrays = declared(times, "typedef int T0[1];", |n| format!("typedef T{} T{n}[1];", n - 1));
        let pointers =
            declared(times, "typedef thread int* T0;", |n| format!("typedef thread T{}* T{n};", n - 1));
        for (text, body) in [
            (calls, format!("o[0] = f{last}(o[0]);")),
            (templates, format!("o[0] = f{last}<1>(o[0]);")),
            (constants, format!("o[0] = c{last}.x;")),
            (structures, format!("S{last} s, t; s = t;")),
            (doubled, format!("S{last} s, t; s = t;")),
            (arrays, format!("T{last} t;")),
            (pointers, format!("T{last} t;")),
        ] {
            let kernel = format!("{text} kernel void k(device int* o [[buffer(0)]]) {{ {body} }}");
            let found = errors(kernel);
            let others = found.iter().find(|it| it.rule.id != "unsupported.nesting");
            assert!(others.is_none(), "{times}: {others:?}");
            assert!(
                !found.is_empty() || times < 2_000 || body.contains("f1999(") || body.contains("c1999"),
                "{body}"
            );
        }
    }
}

/// The error of a program and the steps that it takes.
fn bomb(text: &str) -> (Vec<&'static str>, u64) {
    let text = format!("{HEAD}{text}");
    let mut found = Vec::new();
    let steps = steps::of(|| found = module(&text, &Options::default()).diagnostics);
    (found.iter().filter(|it| it.severity == Severity::Error).map(|it| it.rule.id).collect(), steps)
}

#[test]
fn macros_share_one_budget() {
    let doubled = |times: usize, body: &dyn Fn(usize) -> String| -> String {
        let lines: Vec<String> = (1..times).map(|n| format!("#define N{n} {}\n", body(n - 1))).collect();
        lines.concat()
    };
    let arguments = |times: usize| {
        let (open, close) = ("F(".repeat(times), ")".repeat(times));
        format!("#define F(x) x,x\nconstant int x[] = {{{open}1{close}}};")
    };
    let nothing = format!("#define F(x) x x\nint f(){}{};", "F(".repeat(40), ")".repeat(40));
    let pasted = format!(
        "#define C(a,b) a##b\n#define D(a,b) C(a,b)\n#define N0 a\n{}constant int N39 = 1;",
        doubled(40, &|n| format!("D(N{n},N{n})"))
    );
    let quoted = format!(
        "#define Q(a) #a\n#define R(a) Q(a)\n#define N0 a\n{}constant int x = R(N39);",
        doubled(40, &|n| format!("N{n} N{n}"))
    );
    let objects = format!("#define N0 1\n{}constant int x = N39;", doubled(40, &|n| format!("N{n}+N{n}")));
    let condition = format!("#define N0 1\n{}#if N39\n#endif", doubled(40, &|n| format!("N{n}+N{n}")));
    let uses = format!(
        "#define N0 1\n{}constant int x = 0{};",
        doubled(15, &|n| format!("N{n}+N{n}")),
        "+N14".repeat(1000)
    );
    for text in [arguments(26), arguments(150), pasted, quoted, objects, condition, uses] {
        let (rules, steps) = bomb(&text);
        assert_eq!(rules, ["unsupported.expansion"], "{}", &text[..80]);
        assert!(steps < 3_000_000, "{steps} steps: {}", &text[..80]);
    }
    // An argument is expanded once, however often its parameter is used.
    let (rules, steps) = bomb(&nothing);
    assert!(rules.is_empty() && steps < 100_000, "{rules:?}: {steps} steps");
    // What people write is far below.
    assert_eq!(bomb(&arguments(12)).0, [] as [&str; 0]);
}

#[test]
fn macros_that_use_each_other_have_a_limit() {
    for times in [150, 20_000] {
        let chain: Vec<String> = (1..times).map(|n| format!("#define N{n} N{}\n", n - 1)).collect();
        let chain = chain.concat();
        let text = format!("{HEAD}#define N0 1\n{chain}constant int x = N{};", times - 1);
        let rules: Vec<&str> = errors(text).iter().map(|it| it.rule.id).collect();
        assert_eq!(rules.first(), (times > 200).then_some(&"unsupported.expansion"), "{times}");
        let (open, close) = ("F(".repeat(times), ")".repeat(times));
        let text = format!("{HEAD}#define F(x) x\nconstant int x = {open}1{close};");
        assert_eq!(errors(text).is_empty(), times < 200, "{times}");
    }
}

#[test]
fn trailing_qualifiers_come_once_and_in_order() {
    let of = |qualifiers: &str| format!("struct S {{ int a; int f() {qualifiers} {{ return 1; }} }};");
    for (qualifiers, place) in [
        ("const const", "const"),
        ("volatile volatile", "volatile"),
        ("& &", "&"),
        ("& &&", "&&"),
        ("& const", "const"),
        ("device thread", "thread"),
        ("const const const volatile && & device constant thread", "const"),
    ] {
        let (rule, found) = first_error(&of(qualifiers));
        assert_eq!((rule, found.as_str()), ("grammar.function-qualifiers", place), "{qualifiers}");
    }
    for qualifiers in ["", "const", "const volatile", "volatile const &", "const device", "&&"] {
        assert!(errors(format!("{HEAD}{}", of(qualifiers))).is_empty(), "{qualifiers}");
    }
}
