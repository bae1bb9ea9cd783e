//! Mistakes of the grammar, after which the rest of a program keeps its meaning.

use super::{HEAD, mistakes};
use crate::{Options, validate};
use msl_spec::{Rule, rules};

#[test]
fn a_variable_is_declared_in_spite_of_its_initializer() {
    let one: &[(&str, &'static Rule, &str)] = &[
        ("int a = ; a = 1; a++;", rules::GRAMMAR_EXPRESSION, ";"),
        ("float b = 3, a = 1 + ); a = b;", rules::GRAMMAR_EXPRESSION, ")"),
        ("int a = (1 + 2; int b = a; b = a;", rules::GRAMMAR_BRACKET_CLOSED, ";"),
        ("int a[2] = {1, + }; a[0] = a[1];", rules::GRAMMAR_EXPRESSION, "}"),
        ("int2 a(1, ); a.x = 1;", rules::GRAMMAR_EXPRESSION, ")"),
        ("int a = 1 2; a = 3;", rules::GRAMMAR_TOKEN, "2"),
        ("int a = 1\n a = 3; int b = a;", rules::GRAMMAR_TOKEN, ""),
        ("int a = 1, ; a = 3;", rules::GRAMMAR_TOKEN, ";"),
        ("for (int i = ; i < 3; i++) { i = 2; }", rules::GRAMMAR_EXPRESSION, ";"),
        ("auto a = ; a.x = 1; thread int& b = a;", rules::GRAMMAR_EXPRESSION, ";"),
        ("const int n = ; int a[n]; a[0] = 1;", rules::GRAMMAR_EXPRESSION, ";"),
        (
            "constexpr int n = 1 +; static_assert(n == 1, \"\"); switch (1) { case n: ; }",
            rules::GRAMMAR_EXPRESSION,
            ";",
        ),
    ];
    for (body, rule, place) in one {
        assert_eq!(mistakes(&format!("void f() {{ {body} }}")), [(rule.id, (*place).to_owned())], "{body}");
    }
    let found = mistakes("constant int a = ; int f() { return a; }");
    assert_eq!(found, [(rules::GRAMMAR_EXPRESSION.id, ";".to_owned())]);
}

#[test]
fn a_missing_brace_is_one_mistake() {
    let brace = rules::GRAMMAR_BRACKET_CLOSED;
    for (text, place) in [
        ("int f(int a) { return a;\nint g(int a) { return a; }\nint h(int a) { return f(a) + g(a); }", "int"),
        (
            "int f(int a) { if (a > 1) { return a;\n return 2; }\nconst float3x3 g() { return float3x3(1); }",
            "const",
        ),
        (
            "namespace n { int f(int a) { do { a++;\nstatic int g() { return f(1); } }\nint h() { return n::g(); }",
            "static",
        ),
        (
            "int f(int a) { switch (a) { case 1: return 2;\nkernel void g(device int* a [[buffer(0)]]) { a[0] = f(1); }",
            "kernel",
        ),
        (
            "struct S { int a; int b;\nint g(int a) { return a; }\nkernel void h(device int* a [[buffer(0)]]) { S s = {1, 2}; a[0] = g(s.b); }",
            "kernel",
        ),
        ("struct S { int a;\n;\nfragment float4 h() { S s = {1}; return float4(s.a); }", "fragment"),
    ] {
        assert_eq!(mistakes(text), [(brace.id, place.to_owned())], "{text}");
    }
    // Nothing is missing in these.
    let local = "int f() { struct S { int g() { return 1; }\n int h(int a) { return a; } };\n S s;\n return s.g() + s.h(2); }";
    assert_eq!(mistakes(local), []);
    let of_structure = mistakes("struct S { int a;\n kernel void f() {} };");
    assert_eq!(of_structure, [(rules::GRAMMAR_SPECIFIERS.id, "kernel".to_owned())]);
}

#[test]
fn a_statement_with_a_mistake_in_its_words_is_one_mistake() {
    for (text, rule, place) in [
        ("float f(float a) { retrun a; }", rules::NAME_DECLARED, "retrun"),
        ("float f(float a) { for (;;) { contnue; } retrun 1; }", rules::NAME_DECLARED, "contnue"),
        ("int f(int a) { for (int i = 0, i < a, i++) { a += i; } return a; }", rules::GRAMMAR_TOKEN, ","),
        (
            "int f(int a) { for (int i = 0, j = 1; i < a, i++) { a += j; break; } return a; }",
            rules::GRAMMAR_TOKEN,
            ",",
        ),
        ("int f(int a) { for (int i = 0; i < a) a++; return a; }", rules::GRAMMAR_TOKEN, ")"),
        (
            "int f(int a) { switch (a) { case 1 a = 2; break; default: break; } return a; }",
            rules::GRAMMAR_TOKEN,
            "a",
        ),
    ] {
        let found = mistakes(text);
        assert_eq!(found.first(), Some(&(rule.id, place.to_owned())), "{text}");
        assert_eq!(found.len(), 1 + usize::from(text.contains("contnue")), "{text}");
    }
    assert_eq!(mistakes("int f(int a) { for (int i = 0, j = a; i < a; i++, j--) a += j; return a; }"), []);
}

#[test]
fn what_clang_accepts_is_not_supported() {
    for text in [
        "int f() { int a[3] = {[2] = 5, [0] = 1}; return a[2]; }",
        "struct P { int a; int b; }; int f() { P p = {.b = 5, .a = 1}; return p.b; }",
        "struct P { int a; }; int f(P p) { int P::* m = &P::a; return p.a; }",
        "struct P { int a; }; int f(P p, int P::* m) { return p.*m; }",
    ] {
        let found = mistakes(text);
        assert!(!found.is_empty(), "{text}");
        assert!(found.iter().all(|(rule, _)| *rule == rules::UNSUPPORTED_FEATURE.id), "{text}: {found:?}");
    }
    let found =
        crate::validate("static_assert(sizeof(int) == 3, \"three bytes\");", &crate::Options::default());
    assert_eq!(found[0].message, "the condition is false: three bytes");
}

#[test]
fn a_function_with_an_unknown_type_or_attribute_is_one_mistake() {
    for (text, rule, place) in [
        ("kernel void k(devic int* a [[buffer(0)]]) { a[0] = 1; }", rules::GRAMMAR_TYPE, "devic"),
        ("float4 f(texture_2d<float> t) { return t.read(uint2(0)); } float4 g() { return 1; }", rules::NAME_DECLARED, "texture_2d"),
        ("float f(int a) { return as_tpye<float>(a); }", rules::NAME_DECLARED, "as_tpye"),
        ("kernel void k(device int* a [[buffer(0)]]) { k(a); }", rules::ENTRY_POINT_NOT_CALLED, "k"),
        (
            "struct I { float3 p [[attribut(0)]]; }; vertex float4 v(I i [[stage_in]]) { return float4(i.p, 1); }
             vertex float4 w(I i [[stage_in]]) { return float4(i.p, 2); }",
            rules::ATTRIBUTE_KNOWN,
            "attribut(0)",
        ),
        (
            "struct I { float3 p [[attribute(0)]]; }; vertex float4 v(I i [[stage_in]], I j [[stage_in]]) { return float4(i.p, 1); }",
            rules::STAGE_IN_ONCE,
            "stage_in",
        ),
        ("float f() { return \"a; }\nfloat g() { return 1; }", rules::LEX_LITERAL_TERMINATED, "\"a; }"),
        ("int f(int a,) { return a; }", rules::GRAMMAR_TYPE, ")"),
        ("template <> int g<int>(int) { return 1; }", rules::TEMPLATE_ARGUMENTS, "g"),
    ] {
        assert_eq!(mistakes(text), [(rule.id, place.to_owned())], "{text}");
    }
}

#[test]
fn what_follows_from_a_mistake_is_not_reported() {
    for (text, rule, place) in [
        ("int f(int a) { for (int i = 0; i 3; i++) { a += i; } return a; }", rules::GRAMMAR_TOKEN, "3"),
        ("int f(int a) { for (int = 0; i < 3; i++) { a += i; } return a; }", rules::GRAMMAR_TOKEN, "="),
        (
            "int f(int a) { switch (a) { case : a = 2; break; default: break; } return a; }",
            rules::GRAMMAR_EXPRESSION,
            ":",
        ),
        (
            "int f(int a) { switch (a) case 1: a = 2; break; default: break; } return a; }",
            rules::GRAMMAR_TOKEN,
            "case",
        ),
        (
            "struct S { int a; }\ntemplate <typename T> T f(T a) { return a; } int g(S s) { return f(s.a); }",
            rules::GRAMMAR_TOKEN,
            "",
        ),
        (
            "template typename T> struct A { T a; }; int f() { A<int> a; a.a = 1; return a.a; }",
            rules::GRAMMAR_TYPE,
            "T",
        ),
        ("vertex float4 vuint id [[vertex_id]]) { return 0; }", rules::GRAMMAR_TOKEN, "id"),
        ("struct O { float4 [[position]]; }; vertex O v() { return O {}; }", rules::GRAMMAR_TOKEN, ";"),
        ("struct S { int; void f(int a) { b = a; } }; void g(S s) { s.h(); }", rules::GRAMMAR_TOKEN, ";"),
        (
            "vertex float4 v(uint a [[vertex_id, device const float* b [[buffer(0)]]) { return 0; }",
            rules::ATTRIBUTE_COMMA,
            "const",
        ),
        ("int f() { a = 1; a += 2; return a; }", rules::NAME_DECLARED, "a"),
    ] {
        let found = mistakes(text);
        assert_eq!(found, [(rule.id, place.to_owned())], "{text}");
    }
    let other = mistakes("int f() { return a; } int g() { return a + b; }");
    assert_eq!(other.len(), 3);
}

/// The diagnostics of a program without the usual start: rules, places, and what they suggest.
fn found_in(text: &str) -> Vec<(&'static str, String, Option<String>)> {
    let found = validate(text, &Options::default());
    let edit = |it: &crate::diagnostic::Diagnostic| it.suggestion.as_ref().map(|it| it.edits[0].1.clone());
    found.iter().map(|it| (it.rule.id, it.primary.span.text(text).to_owned(), edit(it))).collect()
}

#[test]
fn a_namespace_that_is_not_opened_is_one_mistake() {
    let text =
        "#include <metal_stdlib>\nfloat f(float a) { return max(a, 1.0f) + min(a, 2.0f) + max(a, 3.0f); }";
    let open = "\nusing namespace metal;".to_owned();
    assert_eq!(found_in(text), [("library.namespace", "max".to_owned(), Some(open.clone()))]);
    let fixed = text.replacen('\n', &format!("{open}\n"), 1);
    assert_eq!(found_in(&fixed), []);
    let once = "#include <metal_stdlib>\nfloat f(float a) { return max(a, 1.0f); }";
    assert_eq!(found_in(once), [("library.namespace", "max".to_owned(), Some("metal::".to_owned()))]);
    let near = text.replacen('\n', "\nusing namespace metl;\n", 1);
    assert_eq!(found_in(&near), [("name.namespace.known", "metl".to_owned(), Some("metal".to_owned()))]);
}

#[test]
fn a_type_that_is_not_declared_is_one_mistake() {
    let text =
        "kernel void k(constant Foo* a [[buffer(0)]]) { Foo b = a[0]; } Foo g(thread Foo& a) { return a; }";
    assert_eq!(mistakes(text), [(rules::NAME_DECLARED.id, "Foo".to_owned())]);
}

#[test]
fn a_mistake_in_a_template_is_one_for_all_instances() {
    let text =
        "template <typename T> T f(T a) { return a.nope; } float g() { return f(1.0f) + f(2) + f(half(3)); }";
    assert_eq!(mistakes(text), [(rules::MEMBER_ACCESS_STRUCTURE.id, "nope".to_owned())]);
}

#[test]
fn the_standard_library_is_one_mistake() {
    let text = "#include <cmath>
        kernel void k(device float* a [[buffer(0)]]) { std::array<float, 3> b = {1, 2, 3}; std::vector<float> c; c.push_back(std::sqrt(b[0])); a[0] = c[0]; }";
    assert_eq!(mistakes(text).len(), 1, "{:?}", mistakes(text));
    let text = "kernel void k(device float* a [[bufer(0)]], device float* b [[bufer(1)]]) [[unknown_thing(2)]] { a[0] = b[0]; }";
    let found = validate(&format!("{HEAD}{text}"), &Options::default());
    let found: Vec<(&str, &str)> = found.iter().map(|it| (it.rule.id, it.severity.name())).collect();
    assert_eq!(found, [("attribute.known", "error"), ("attribute.known", "warning")]);
}

#[test]
fn versions_and_cycles_are_reported_once() {
    let text = "kernel void k(device bfloat* a [[buffer(0)]]) { a[0] = bfloat(1); packed_bfloat3 b; simdgroup_float8x8 m, n; }
        kernel void l(device bfloat* a [[buffer(0)]]) { a[0] = bfloat(2); }";
    let rule = rules::VERSION_NOT_LATER.id;
    assert_eq!(mistakes(text), [(rule, "bfloat".to_owned()), (rule, "simdgroup_float8x8".to_owned())]);
    let text = "int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }";
    assert_eq!(mistakes(text), [(rules::FUNCTION_NO_RECURSION.id, "fib".to_owned())]);
}

#[test]
fn a_misspelt_kind_of_entry_point_is_one_mistake() {
    let text = "struct V { float4 p [[position]]; };
        vertx V v(uint i [[vertex_id]]) { V o; o.p = float4(i); return o; }
        fragmentt float4 f(V in [[stage_in]]) { return in.p; }
        kernl void k(device float* p [[buffer(0)]]) { p[0] = 1; }
        MACRO float g(float a) { return a; } float h() { return g(1); }";
    let found = validate(&format!("{HEAD}{text}"), &Options::default());
    let suggested = found.iter().map(|it| it.suggestion.as_ref().map(|it| it.edits[0].1.as_str()));
    assert_eq!(suggested.collect::<Vec<_>>(), [Some("vertex"), Some("fragment"), Some("kernel"), None]);
    assert!(found.iter().all(|it| it.rule == rules::NAME_DECLARED), "{found:?}");
}

#[test]
fn an_else_belongs_to_an_if_that_can_not_be_read() {
    for text in [
        "int f(int a) { if (a & 8) == 8 { return 1; } else { return 2; } return 3; }",
        "int f(int a) { if a { return 1; } else { return 3; } }",
        "int f(int a) { if (a +) return 1; else if (a) return 2; else return 3; }",
    ] {
        assert_eq!(mistakes(text).len(), 1, "{text}: {:?}", mistakes(text));
    }
    let text = "int f(int a) { if (a) { return 1; } a = 2; else { return 2; } }";
    assert_eq!(mistakes(text), [(rules::GRAMMAR_STATEMENT.id, "else".to_owned())]);
}

#[test]
fn messages_name_what_the_program_names() {
    let message = |text: &str| validate(&format!("{HEAD}{text}"), &Options::default())[0].message.clone();
    let text = "typedef struct { float4 color; } Light; float4 f(Light l) { return l.coloq; }";
    assert_eq!(message(text), "`Light` has no member `coloq`");
    assert!(message(&format!("int f() {{ return {}; }}", "a".repeat(100_000))).len() < 2_000);
    let text = "struct A { int a; }; struct B : A {};";
    assert_eq!(message(text), "Metal has no derived classes: compilers accept them since Metal 2.3");
}

#[test]
fn misspelt_words_are_named_once() {
    for (text, word) in [
        ("int f(int n) { fro (int i = 0; i < n; i++) { n--; } return n; }", "for"),
        ("int f(int n) { whlie (n > 1) { n--; } return n; }", "while"),
        ("int f(int n) { swicth (n) { case 1: return 2; default: return 3; } }", "switch"),
        ("bool f(bool n) { retun !n; }", "return"),
        ("int f(int n) { itn const a = n; return a; }", "int"),
        ("#include <meta_stdlib>\nint f(int n) { return n; }", "<metal_stdlib>"),
    ] {
        let found = validate(&format!("{HEAD}{text}"), &Options::default());
        assert_eq!(found.len(), 1, "{text}: {found:?}");
        let suggested = found[0].suggestion.as_ref().map(|it| it.edits[0].1.as_str());
        assert_eq!(suggested, Some(word), "{text}");
    }
    // Calls of functions that are not declared.
    let text = "int f(int n) { foo(n); return fr(int(n)); }";
    assert_eq!(
        mistakes(text),
        [(rules::NAME_DECLARED.id, "foo".to_owned()), (rules::NAME_DECLARED.id, "fr".to_owned())]
    );
}

#[test]
fn an_unknown_attribute_is_one_mistake() {
    let rule = rules::ATTRIBUTE_KNOWN.id;
    for (text, place) in [
        (
            "struct V { float4 position [[poition]]; }; vertex V v() { V o; o.position = 0; return o; }",
            "poition",
        ),
        ("constant int a [[fnction_constant(0)]]; constant int b = a + 1;", "fnction_constant(0)"),
        (
            "struct O { float4 a [[coolr(0)]]; float4 b [[color(1)]]; }; fragment O f() { O o = {}; return o; }",
            "coolr(0)",
        ),
    ] {
        assert_eq!(mistakes(text), [(rule, place.to_owned())], "{text}");
    }
    let text =
        "void f(uint n) { uint row = 1; float2 row; if (row > n) { return; } uint k = min(row, 3u); n = k; }";
    assert_eq!(mistakes(text), [(rules::NAME_REDEFINITION.id, "row".to_owned())]);
}

/// Each program has one misspelt keyword, and uses what the declaration with it declares.
#[test]
fn a_misspelt_keyword_of_a_declaration_is_one_mistake() {
    for (text, written, meant) in [
        ("strcut S { float a; int b; }; S g(S s) { s.a = 1; return s; }", "strcut", "struct"),
        ("clas S { public: float a; }; float g(S s) { return s.a; }", "clas", "class"),
        ("unoin S { float a; int b; }; int g(S s) { return s.b; }", "unoin", "union"),
        ("enmu E { A, B }; int g() { return A + B; }", "enmu", "enum"),
        ("enm class E { A }; E g() { return E::A; }", "enm", "enum"),
        ("namepsace N { struct Q { int a; }; } int g(N::Q q) { return q.a; }", "namepsace", "namespace"),
        ("tempalte <typename T> T f(T a) { return a; } int g() { return f(1); }", "tempalte", "template"),
        ("typdef float F; F g(F a) { return a; }", "typdef", "typedef"),
        ("usign F = float; F g(F a) { return a; }", "usign", "using"),
        (
            "namespace N { int h() { return 1; } } usign namespace N; int g() { return h(); }",
            "usign",
            "using",
        ),
        ("statc_assert(sizeof(int) == 4, \"\");", "statc_assert", "static_assert"),
        ("constnat float x = 1; float g() { return x; }", "constnat", "constant"),
        ("constexp constant int x = 1; int g() { return x; }", "constexp", "constexpr"),
        ("sttaic int f(int a) { return a; } int g() { return f(1); }", "sttaic", "static"),
        ("void g() { conts float x = 1; float y = x; }", "conts", "const"),
        ("void g() { strcut T { int a; }; T t; t.a = 1; }", "strcut", "struct"),
        ("void g() { enm E { A, B }; int a = A; }", "enm", "enum"),
        ("kernel void g() { threadgorup float w[4]; w[0] = 1; }", "threadgorup", "threadgroup"),
        ("int g(int a) { if (a > 1) { return 1; } esle { return 2; } }", "esle", "else"),
        ("int g(int a) { do { a += 1; } whlie (a < 4); return a; }", "whlie", "while"),
        ("int g(int a) { switch (a) { caes 1: return 1; default: return 2; } }", "caes", "case"),
        ("struct S { pulbic: int a; }; int g(S s) { return s.a; }", "pulbic", "public"),
        (
            "struct S { int f(int x) cosnt { return x; } }; int g(const S s) { return s.f(1); }",
            "cosnt",
            "const",
        ),
        ("struct S { statci int f() { return 1; } }; int g() { return S::f(); }", "statci", "static"),
        ("struct S { typdef int I; I i; }; S::I g(S s) { return s.i; }", "typdef", "typedef"),
        ("template <clas T> struct S { T a; }; int g(S<int> s) { return s.a; }", "clas", "class"),
        (
            "template <typenmae T, int N> T f(T a) { return a + N; } int g() { return f<int, 2>(1); }",
            "typenmae",
            "typename",
        ),
        ("template <typename T> strcut S { T a; }; int g(S<int> s) { return s.a; }", "strcut", "struct"),
        (
            "struct S { int n; freind int h(S s) { return s.n; } }; int g(S s) { return h(s); }",
            "freind",
            "friend",
        ),
        (
            "struct S { int n; oeprator int() const { return n; } }; int g(S s) { return s; }",
            "oeprator",
            "operator",
        ),
        ("int g(int a) { statci_assert(sizeof(a) == 4, \"\"); return a; }", "statci_assert", "static_assert"),
        ("emun E { A }; int g() { return A; }", "emun", "enum"),
        ("emun class E : int { A }; E g() { return E::A; }", "emun", "enum"),
        ("strcut S; struct S { int a; }; S g(S a) { return a; }", "strcut", "struct"),
        ("struct S { int a; }; S g(strcut S a) { return a; }", "strcut", "struct"),
        ("struct S { int a; }; strcut S g(S a) { return a; }", "strcut", "struct"),
        ("typedef strcut { int a; } S; S g(S a) { return a; }", "strcut", "struct"),
        ("typedef strcut T { int a; } S; T g(S a) { return a; }", "strcut", "struct"),
        ("struct S { int a; }; typedef clas S T; T g(S a) { return a; }", "clas", "class"),
        ("struct S { int a; }; S g(constnt S& a) { return a; }", "constnt", "constant"),
        (
            "struct S { int a; S operatr+(S b) { return b; } }; S g(S a) { return a + a; }",
            "operatr",
            "operator",
        ),
        (
            "struct S { int a; }; int oprator+(S a, S b) { return 1; } int g(S a) { return a + a; }",
            "oprator",
            "operator",
        ),
        (
            "struct S { int a; S operator-(S b); }; S S::opertor-(S b) { return b; } S g(S a) { return a - a; }",
            "opertor",
            "operator",
        ),
        (
            "struct S { thread S& oprator+=(int b) thread { return *this; } }; void g(S a) { a += 1; }",
            "oprator",
            "operator",
        ),
        (
            "struct S { int oprator()(int b) { return b; } }; int g(S a) { return a(1); }",
            "oprator",
            "operator",
        ),
        (
            "struct S { int oprator[](int b) { return b; } }; int g(S a) { return a[1]; }",
            "oprator",
            "operator",
        ),
        ("int g(int a) { if (a > 1) a = 2; esle a = 1; return a; }", "esle", "else"),
        ("int g(int a) { if (a > 1) { a = 2; } esle return 1; return a; }", "esle", "else"),
        ("void h(int a) {} int g(int a) { if (a > 1) a = 2; esle h(a); return a; }", "esle", "else"),
    ] {
        let expected = (rules::NAME_DECLARED.id, written.to_owned(), Some(meant.to_owned()));
        assert_eq!(found_in(text), [expected], "{text}");
    }
}

/// The mistake is the name. That the expression has no constant value follows from it.
#[test]
fn an_undeclared_name_in_a_constant_is_one_mistake() {
    for text in [
        "struct S { int d; int n[int(d)]; };",
        "struct S { int d; enum { N = int(d) }; };",
        "struct S { int d; int n : int(d); };",
        "struct S { int d; static_assert(int(d) == 1, \"\"); };",
        "constant int a[int(d)] = {};",
        "void f() { int a[2 * int(d)]; }",
        "template <class T> struct S { int n[T(d)]; }; int f(S<int> s) { return 1; }",
    ] {
        assert_eq!(mistakes(text), [(rules::NAME_DECLARED.id, "d".to_owned())], "{text}");
    }
    let variable = "int f(int d) { int a[int(d)]; return 1; }";
    assert_eq!(mistakes(variable), [(rules::ARRAY_SIZE.id, "int(d)".to_owned())]);
}

#[test]
fn a_member_that_is_defined_outside_is_one_mistake() {
    let unsupported = rules::UNSUPPORTED_TEMPLATE.id;
    for (text, rule, place) in [
        (
            "template <class T> struct A {}; template <class T> struct B {}; struct S { template <class U> int f(A<U> a); template <class U> int f(B<U> a); }; template <class U> int S::f(A<U> a) { return 1; } int g(S s) { return s.f(A<int>()); }",
            unsupported,
            "f",
        ),
        (
            "struct S { int n; }; template <class U> U S::f(U a) { return a; } int g(S s) { return s.f(1); }",
            rules::MEMBER_EXISTS.id,
            "f",
        ),
        (
            "template <class T> struct S { struct I { int f(); }; }; template <> int S<int>::I::f() { return 1; }",
            unsupported,
            "f",
        ),
        (
            "template <class T> struct S {}; template <class T> struct S<thread T*> { struct I { int f(); }; }; template <class T> int S<thread T*>::I::f() { return 1; }",
            unsupported,
            "f",
        ),
        (
            "template <class T> struct S { struct I { int f(); }; }; template <class T> int S<T>::J::f() { return 1; }",
            rules::NAME_NAMESPACE_KNOWN.id,
            "f",
        ),
    ] {
        assert_eq!(mistakes(text), [(rule, place.to_owned())], "{text}");
    }
}

#[test]
fn names_like_keywords_are_names_where_they_are_declared() {
    for text in [
        "struct statik { int a; }; statik s(statik a) { return a; }",
        "struct clas { int a; }; clas g() { clas s {1}; return s; } constant clas c = {1};",
        "typedef int strut; strut g(strut a) { strut b = a; return b; }",
        "template <typename enm> enm g(enm a) { enm b {a}; return b; }",
        "void esle() {} void g(bool a) { if (a) { } esle(); }",
        "constant int defualt = 1; int g(int a) { return a ? defualt : 2; }",
        "struct esle { int a; }; int g(int a) { if (a > 1) a = 2; esle b {a}; return b.a; }",
        "constant int oprator = (1); int g(int operatr) { operatr = (operatr + (1)) * (2); return oprator + (operatr); }",
        "struct emun { int a; }; typedef emun E; struct S { emun a; E f(emun b) { return b; } };",
    ] {
        assert_eq!(mistakes(text), [], "{text}");
    }
}

#[test]
fn a_mistake_in_a_label_is_one_mistake() {
    for (label, place) in [
        ("case a<int, thread int thread*>::v: ;", "thread"),
        ("case a<int, thread int thread*>::v ? 1 : int{} + 3: ;", "thread"),
        ("case +: ;", ":"),
        ("case (1: return 2;", ":"),
    ] {
        let text = format!(
            "template <class A, class B> struct a {{ static constexpr constant int v = 1; }}; int f(int n) {{ switch (n) {{ {label} case 2: {{ return 3; }} default: break; }} return 1; }} int g() {{ return f(1); }}"
        );
        let found = mistakes(&text);
        assert_eq!(found.len(), 1, "{text}: {found:?}");
        assert_eq!(found[0].1, place, "{text}");
    }
}

#[test]
fn recovery_does_not_stop_in_the_head_of_a_loop() {
    for text in [
        "int f() { if (device thread int a) for (; bool(); ) {} return 1; }",
        "int f() { device thread int a, b for (int i = 0; i < 3; i++) {} return 1; }",
        "int f() { device thread int a, b(int{} ? 1 : 2); return 1; }",
    ] {
        assert_eq!(mistakes(text).len(), 1, "{text} {:?}", mistakes(text));
    }
}

#[test]
fn a_misspelt_default_is_a_label() {
    let text = "int g(int a) { switch (a) { case 1: return 1; defualt: return 2; } }";
    let expected = (rules::REMOVED_GOTO.id, "defualt".to_owned(), Some("default".to_owned()));
    assert_eq!(found_in(text), [expected]);
}
