//! Programs that are read, and mistakes with their places.

use super::METAL;
use cxx_validator::{Headers, Parsed, Source, parse};
use msl_spec::rules;

fn parsed(text: &str) -> Parsed {
    parse(Source::text(text), &[], Headers::NONE, &METAL).0
}

/// The rules that a program breaks, each with the source at its place.
fn mistakes(text: &str) -> Vec<(&'static str, &str)> {
    let found = parsed(text).diagnostics;
    found.iter().map(|found| (found.rule.id, found.primary.span.text(text))).collect()
}

#[test]
fn programs_are_read() {
    let programs = [
        "kernel void k(device const float* a [[buffer(0)]], uint id [[thread_position_in_grid]]) { a[id]; }",
        "struct S { float x, y; packed_float3 v; char _pad[4]; float c [[clip_distance]] [2]; }; S s();",
        "typedef metal::uint T[1]; using U = device T&; constant int A[2] = {1, 2};",
        "metal::texture2d<float, metal::access::read_write> f(thread metal::array<metal::array<int, 2>, 3>& a);",
        "template <typename A, int N = 2> A f(A a) { return a; } void g() { f<int>(1); int b = f(2) < 3; }",
        "struct D { template<typename T> operator T() && { return T {}; } D(int a) : x(a), y{a} {} int x; int y; };",
        "void f() { for (int i = 0, j = 1; i < 4; i++, --j) { if (i > j) continue; else break; } while (true) {} do {} while (false); }",
        "void f(int x) { switch (x) { case 1: case 2: { break; } default: { return; } } }",
        "void f() { float4 clr(0.0f); uint a = unsigned(1) + uint(2u), b = (uint)a; as_type<float>(b); static_cast<uint4>(clr); }",
        "struct S { int a; int b[2]; }; void f() { S { .a = 1, .b = {2, 3} }; metal::float4 v = metal::float4(1.0).xyzw; v.x += 1.0; }",
        "constexpr metal::sampler s(metal::coord::normalized, metal::filter::linear);",
        "enum class E : uint { a, b = 2, }; enum { c }; namespace n { constant int v = 1; } using namespace n; static_assert(true, \"t\");",
        "void f(threadgroup float (&a)[4], float* thread* const p) { (a[0]); sizeof(float4) + sizeof a + alignof(int); }",
        "void f(int a, int b) { a < b; a > b; bool c = a < (b > 1); x = y ? a : b; (a), b; *&a; }",
        "int constant unsigned a = 1; long static long b; constant int c = 1'000;",
        "union U { int a; float b; }; struct { int c; } g; struct alignas(16) P { alignas(8) int x; union { int y; uint z; }; };",
    ];
    for text in programs {
        let found = mistakes(text);
        assert!(found.is_empty(), "{text}: {found:?}");
    }
}

#[test]
fn mistakes_are_found_where_they_are() {
    let expected = [
        ("void f() { int a = 1 }", rules::GRAMMAR_TOKEN, "}"),
        ("void f() { a + ; }", rules::GRAMMAR_EXPRESSION, ";"),
        ("kernel k();", rules::GRAMMAR_TYPE, "k"),
        ("struct S { float4 c [[color(0) index(1)]]; };", rules::ATTRIBUTE_COMMA, "index"),
        ("void f() { goto a; }", rules::REMOVED_GOTO, "goto"),
        ("void f() { auto g = [](int x) { return x; }; }", rules::REMOVED_LAMBDA, "["),
        ("struct B : A { };", rules::REMOVED_INHERITANCE, ":"),
        ("void f() { void (*p)(int) = g; }", rules::REMOVED_FUNCTION_POINTER, "(*p)"),
        ("struct S { virtual void f(); };", rules::REMOVED_VIRTUAL, "virtual"),
        ("int f(int x) { return 08; }", rules::LEX_NUMBER_VALID, "08"),
        ("void f() { uint ulong = 1; static_cast<ulong>(2); }", rules::NAME_NOT_HIDDEN, "ulong"),
        ("template <typename... T> void f(T... a) { int... b; }", rules::GRAMMAR_DECLARATION, "b"),
        ("int f() { return g(1, ); }", rules::GRAMMAR_EXPRESSION, ")"),
        ("struct S { 1 + 2; };", rules::GRAMMAR_DECLARATION, "1"),
        ("void f() { namespace n {} }", rules::GRAMMAR_STATEMENT, "namespace"),
        ("constant const int const a = 1;", rules::GRAMMAR_SPECIFIERS, "const"),
        ("constant signed unsigned a = 1;", rules::GRAMMAR_SPECIFIERS, "unsigned"),
        ("constant int float a = 1;", rules::GRAMMAR_SPECIFIERS, "float"),
        ("void f(device constant int* p);", rules::GRAMMAR_SPECIFIERS, "constant"),
        ("void f(static int a) {}", rules::VARIABLE_STATIC_PROGRAM_SCOPE, "static"),
        ("struct L {}; void f(int L) { L other; }", rules::NAME_NOT_HIDDEN, "L"),
        ("void f() { try { } catch (int a) { } }", rules::REMOVED_EXCEPTION, "try"),
        ("constant uint a = 18446744073709551616u;", rules::LEX_NUMBER_FITS, "18446744073709551616u"),
        ("void f(int n) { switch (n) { { case 1: ; } } }", rules::UNSUPPORTED_FEATURE, "{"),
        ("constant int a = 3 @ 4; constant int b = 1;", rules::LEX_CHARACTER_VALID, "@"),
        ("constant int a = 'a;", rules::LEX_LITERAL_TERMINATED, "'a;"),
        ("#define F(x) x\nint a = F(1, 2);", rules::PREPROCESS_MACRO_ARGUMENTS, "F(1, 2)"),
        ("#define F(x) x\nint a = F(1;", rules::PREPROCESS_MACRO_ARGUMENTS, "F"),
    ];
    for (text, rule, place) in expected {
        assert_eq!(mistakes(text), [(rule.id, place)], "{text}");
    }
}

#[test]
fn reading_continues_behind_a_mistake() {
    let text = "void f() { a + ; int b = ; }\nint g( ;\nstruct S { int x } ;\nvoid h() { c - ; }";
    let lines: Vec<usize> = parsed(text)
        .diagnostics
        .iter()
        .map(|found| text[..found.primary.span.lo as usize].matches('\n').count() + 1)
        .collect();
    assert_eq!(lines, [1, 1, 2, 3, 4]);
}

#[test]
fn deep_nesting_is_a_finding() {
    for (open, close) in
        [("(", ")"), ("-", ""), ("{", "}"), ("a[", "]"), ("f(", ")"), ("1 ? ", ": 2"), ("a = ", "")]
    {
        let text = format!("void f() {{ x = {}1{}; }}", open.repeat(10_000), close.repeat(10_000));
        let found = mistakes(&text);
        assert!(found.iter().any(|(rule, _)| *rule == rules::UNSUPPORTED_NESTING.id), "{open}: {found:?}");
    }
}

#[test]
fn a_deep_condition_is_too_deep_and_not_wrong() {
    for (open, close) in [("(", ")"), ("!", ""), ("1 ? ", ": 2")] {
        let nested =
            |levels: usize| format!("#if {}1{}\n#endif\n", open.repeat(levels), close.repeat(levels));
        assert_eq!(mistakes(&nested(100)), [], "{open}");
        let text = nested(300);
        let found: Vec<&str> = mistakes(&text).iter().map(|(rule, _)| *rule).collect();
        assert_eq!(found, [rules::UNSUPPORTED_NESTING.id], "{open}");
    }
}

#[test]
fn too_deep_nesting_is_the_only_mistake() {
    let value = |open: &str, close: &str| {
        format!("int g(int a) {{ a = {}1{}; return a; }}", open.repeat(10_000), close.repeat(10_000))
    };
    let body = |open: &str, close: &str| {
        format!("int g(int a) {{ {} a = 1; {} return a; }}", open.repeat(10_000), close.repeat(10_000))
    };
    let deep = [
        value("(", ")"),
        value("-", ""),
        value("g(", ")"),
        value("(", ""),
        value("1 ? ", " : 2"),
        value("int(", ")"),
        value("(int)", ""),
        body("{", "}"),
        body("{", ""),
        body("if (a) ", ""),
        body("while (a) {", "}"),
        body("switch (a) { case 1:", "}"),
        body("do ", " while (a);"),
        "int g(int a) { int b[] = ".to_owned() + &"{".repeat(10_000) + &"}".repeat(10_000) + "; return a; }",
    ];
    for text in deep {
        // Where braces are missing, they take everything after it.
        let is_closed = text.matches('{').count() == text.matches('}').count();
        let after = if is_closed { &[rules::GRAMMAR_EXPRESSION.id][..] } else { &[] };
        let found = crate::validate(
            &(text.clone() + "\nvoid h() { int a = g(1); a = ; }"),
            &crate::Options::default(),
        );
        let rules: Vec<&str> = found.iter().map(|it| it.rule.id).collect();
        assert_eq!(rules, [&[rules::UNSUPPORTED_NESTING.id], after].concat(), "{}", &text[..40]);
    }
}

#[test]
fn any_tokens_can_be_read() {
    let text = "template <typename T> struct S { T x [[id(0)]]; operator T() { return x; } }; \
                kernel void f(device S<int>& s [[buffer(0)]]) { for (int i = 0; i < 4; i++) s.x = {.a = (uint)1}; \
                switch (1) { case 1: default: break; } enum class E : uint { a }; do {} while (true); }";
    let bounds: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
    for at in bounds {
        for shortened in [&text[..at], &text[at..]] {
            let _ = parsed(shortened);
        }
        let _ = parsed(&format!("{}{}", &text[..at], &text[at + 1..]));
    }
}

#[test]
fn a_semicolon_behind_a_structure_is_all_that_is_missing() {
    let program = "struct S { int a; }\nstatic S f() { return S {}; }\nstruct T { int b; }\nS g() { return S {}; }\nenum E { e }\nstruct U { int c; }\nu;\n";
    let found = crate::validate(program, &crate::Options::default());
    let messages: Vec<(&str, &str)> = found.iter().map(|it| (it.rule.id, it.message.as_str())).collect();
    assert_eq!(
        messages[..3],
        [
            ("grammar.token", "expected `;` after the structure, found `static`"),
            ("grammar.token", "expected `;` after the structure, found `S`"),
            ("grammar.token", "expected `;` after the enumeration, found `struct`"),
        ]
    );
}

#[test]
fn operators_of_clang_answer_in_conditions() {
    let is = |condition: &str| mistakes(&format!("#if !({condition})\n#error no\n#endif")).is_empty();
    for condition in [
        "__has_include(<metal_stdlib>) && !__has_include(\"x.h\")",
        "defined __has_include && defined(__has_feature)",
        "__has_attribute(always_inline) && __has_attribute(__unused__) && !__has_attribute(enum_extensibility)",
        "__has_feature(cxx_constexpr) && !__has_feature(cxx_rtti) && __has_extension(cxx_nullptr)",
        "!__has_builtin(__builtin_expect)",
    ] {
        assert!(is(condition), "{condition}");
    }
    assert!(!is("__has_attribute(enum_extensibility)"));
}

#[test]
fn macros_of_the_language_stay() {
    let reserved = rules::PREPROCESS_MACRO_RESERVED_NAME.id;
    for (text, name) in
        [("#define __METAL_VERSION__ 220", "__METAL_VERSION__"), ("#undef __METAL_IOS__", "__METAL_IOS__")]
    {
        assert_eq!(mistakes(text), [(reserved, name)], "{text}");
    }
    assert_eq!(mistakes("#include <vector>"), [(rules::REMOVED_STANDARD_LIBRARY.id, "<vector>")]);
}

#[test]
fn numbers_say_their_types_by_suffixes() {
    let is_number = |text: &str| cxx_validator::lex::number(text, &METAL).is_some();
    for text in ["1", "1u", "1uL", "1LU", "1ll", "1ULL", "1.5h", "1.5H", "1.5bf", "1.5BF", "0x1.8p3h"] {
        assert!(is_number(text), "{text}");
    }
    for text in ["1lll", "1h", "1.5Bf", "1.5fh", "0x1p3bf"] {
        assert!(!is_number(text), "{text}");
    }
}

/// The numbers of address spaces and of kinds of functions lead back to what they stand for.
#[test]
fn words_are_what_they_name() {
    use super::{address_space, entry_point_kind};
    use crate::interface::EntryPointKind;
    use cxx_validator::dialect::{LaterQualifier, Word};
    for (name, word) in METAL.words {
        match word {
            Word::Space(space) => assert_eq!(address_space(*space).name(), *name),
            Word::Entry(entry) => {
                let kinds = [EntryPointKind::Kernel, EntryPointKind::Vertex, EntryPointKind::Fragment];
                assert_eq!(entry_point_kind(*entry), kinds[usize::from(entry.0)]);
            }
            Word::Half => assert_eq!(*name, "half"),
        }
    }
    for (name, word) in METAL.later_qualifiers {
        match word {
            LaterQualifier::Space(space) => assert_eq!(address_space(*space).name(), *name),
            LaterQualifier::Coherent => assert_eq!(*name, "coherent"),
        }
    }
}
