//! Decisions that the parser leaves to a dialect. The tests of a language read its programs.

use super::{NameKind, Parsed, parse};
use crate::ast::{
    Access, CaptureKind, CaptureMode, CastKind, DeclKind, Expr, Fundamental, RestrictionSet, TypeSyntax,
};
use crate::dialect::{Entry, Space};
use crate::tiny::{REMOVED, TINY};
use crate::{Headers, Source};

fn parsed(text: &str) -> Parsed {
    parse(Source::text(text), &[], Headers::NONE, &TINY).0
}

/// The rules that a program breaks, each with its message.
fn mistakes(text: &str) -> Vec<(&'static str, String)> {
    let found = parsed(text).diagnostics;
    found.into_iter().map(|found| (found.rule.id, found.message)).collect()
}

/// The only rule that a program breaks, with its message.
fn mistake(text: &str) -> (&'static str, String) {
    let found = mistakes(text);
    assert_eq!(found.len(), 1, "{text}: {found:?}");
    found[0].clone()
}

#[test]
fn words_of_a_dialect_are_keywords() {
    let tree = parsed("entry void f(tile const half* a); start void g(); void h();");
    assert_eq!(tree.diagnostics, []);
    let entries: Vec<Option<Entry>> = tree.ast.functions.iter().map(|function| function.entry).collect();
    assert_eq!(entries, [Some(Entry(0)), Some(Entry(1)), None]);
    let spaces = tree.ast.types.iter().filter_map(|ty| match ty {
        TypeSyntax::Qualified(qualifiers, _) => Some((qualifiers.space, qualifiers.is_const)),
        _ => None,
    });
    assert_eq!(spaces.collect::<Vec<_>>(), [(Some(Space(0)), true)]);
    assert!(tree.ast.types.iter().any(|ty| matches!(ty, TypeSyntax::Fundamental(Fundamental::Half))));
}

#[test]
fn words_of_other_dialects_are_names() {
    assert_eq!(mistakes("int device, kernel, threadgroup; void as_type(int fragment);"), []);
    let (rule, message) = mistake("int tile;");
    assert_eq!((rule, &*message), ("grammar_token", "expected a name, found `;`"));
}

#[test]
fn mistakes_with_words_of_a_dialect_show_their_spellings() {
    for (text, rule, expected) in [
        (
            "tile grid int* a;",
            "grammar_specifiers",
            "a type can only have one address space, found `tile` and `grid`",
        ),
        (
            "void f(remote tile int* a);",
            "grammar_specifiers",
            "a type can only have one address space, found `remote` and `tile`",
        ),
        ("entry entry void f();", "grammar_specifiers", "repeated `entry`"),
        ("entry int a;", "grammar_specifiers", "a variable can't be `entry`"),
        ("int half a;", "grammar_specifiers", "`half` can't be combined with the type before it"),
        (
            "struct S { void f() tile tile; };",
            "grammar_function_qualifiers",
            "expected the body of the function, found `tile`: write each qualifier once, and `&` or `&&` last",
        ),
    ] {
        assert_eq!(mistake(text), (rule, expected.to_owned()), "{text}");
    }
}

#[test]
fn qualifiers_of_later_versions_are_names_elsewhere() {
    assert_eq!(
        mistakes(
            "void f(remote int* a, shared(tile) int* b); int remote, shared; int g() { return remote; }"
        ),
        []
    );
    let qualified = parsed("void f(remote int* a, shared(tile) int* b, shared int* c);").ast;
    let found = qualified.types.iter().filter_map(|ty| match ty {
        TypeSyntax::Qualified(qualifiers, _) => Some((qualifiers.space, qualifiers.is_coherent)),
        _ => None,
    });
    assert_eq!(found.collect::<Vec<_>>(), [(Some(Space(2)), false), (None, true), (None, true)]);
}

#[test]
fn a_feature_is_left_out_or_not_supported() {
    for (text, what) in [
        ("void f() { goto a; }", "`goto`"),
        ("void f() { a: return; }", "labels"),
        ("void f() { asm(\"\"); }", "`asm`"),
        ("void f() { try { } catch (int a) { } }", "`try`"),
        ("void f() { int* a = new int; }", "`new`"),
        ("void f() { void (*p)(int) = g; }", "function pointers"),
        ("struct S { virtual void f(); };", "`virtual`"),
    ] {
        assert_eq!(mistake(text), (REMOVED.id, format!("Tiny has no {what}")), "{text}");
    }
}

#[test]
fn a_lambda_expression_is_a_structure_with_a_function() {
    let parsed = parsed(
        "void f(int a) { auto g = [=, &a, b = a + 1] (int x, auto y) mutable -> int { int z = x; return a + b + z; }; h([] { return 1; })[0]; }",
    );
    assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
    let ast = &parsed.ast;
    let [first, second] = ast.lambdas.as_slice() else { panic!("{:?}", ast.lambdas) };
    assert_eq!((first.default, second.default), (Some(CaptureMode::Copy), None));
    let captures = ast[first.captures].iter();
    let captures: Vec<_> = captures.map(|it| (parsed.names.text(it.name), it.mode, it.kind)).collect();
    let expected =
        [("a", CaptureMode::Reference, CaptureKind::Variable), ("b", CaptureMode::Copy, CaptureKind::Value)];
    assert_eq!(captures, expected);
    let named = ast[first.named].iter().map(|id| match ast[*id] {
        Expr::Name(name) => parsed.names.text(ast[name].name),
        _ => "",
    });
    assert_eq!(named.collect::<Vec<_>>(), ["a"]);
    let functions = [first, second].map(|lambda| ast[lambda.function]);
    assert_eq!(functions.map(|it| (it.is_const, ast[it.template].len())), [(false, 1), (true, 0)]);
    assert_eq!(ast[ast[second.structure].functions], [second.function]);
}

#[test]
fn bases_are_the_first_members() {
    let parsed =
        parsed("struct A { int a; }; class B : public A { int b; }; struct C final : private A, B { };");
    assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
    let ast = &parsed.ast;
    let accesses = ast.structures.iter().map(|structure| {
        let members = ast[structure.members].iter();
        members.map(|member| (member.base.is_some(), member.access)).collect::<Vec<_>>()
    });
    let expected = [
        vec![(false, Access::Public)],
        vec![(true, Access::Public), (false, Access::Private)],
        vec![(true, Access::Private), (true, Access::Public)],
    ];
    assert_eq!(accesses.collect::<Vec<_>>(), expected);
    assert_eq!(ast.structures.iter().map(|it| it.is_final).collect::<Vec<_>>(), [false, false, true]);
    for text in [
        "struct B : { };",
        "struct B : A;",
        "struct B : typename A { };",
        "union U : A { };",
        "struct B : A, { };",
    ] {
        mistake(&format!("struct A {{ }}; {text}"));
    }
}

#[test]
fn names_of_the_library_decide_how_a_program_is_read() {
    // `<` begins arguments after the names of templates only.
    let tree = parsed("void f(int n) { view<int, 2> a; convert<int>(n); other<int>(n); }");
    assert_eq!(tree.diagnostics.len(), 1, "{:?}", tree.diagnostics);
    assert_eq!(tree.diagnostics[0].rule.id, "name_declared");
    // A type with a name in parentheses is a cast, and a value is multiplied.
    let is_cast = |name: &str| {
        let text = format!("int f(int a, int b) {{ return ({name})*b; }}");
        parsed(&text).ast.exprs.iter().any(|it| matches!(it, Expr::Cast(CastKind::C, ..)))
    };
    assert_eq!([is_cast("index"), is_cast("index::value"), is_cast("a")], [true, true, false]);
    assert_eq!((TINY.library.name_kind)("view"), NameKind::TypeTemplate);
}

#[test]
fn the_cast_that_keeps_bits_has_the_name_of_the_dialect() {
    let casts = |text: &str| {
        let tree = parsed(text);
        tree.ast.exprs.iter().filter(|it| matches!(it, Expr::Cast(CastKind::Bits, ..))).count()
    };
    assert_eq!(casts("int f(float a) { return bits<int>(a) + library::bits<int>(a); }"), 2);
    assert_eq!(casts("template <typename T> T bits(float a); int f(float a) { return bits<int>(a); }"), 0);
}

#[test]
fn numbers_have_the_suffixes_of_the_dialect() {
    assert_eq!(mistakes("half a = 1.5h; int b = 2ul;"), []);
    assert_eq!(mistake("int a = 1ll;"), ("lex_number_valid", "`1ll` is not a number".to_owned()));
    let beyond = "18446744073709551616u";
    assert_eq!(
        mistake(&format!("int a = {beyond};")),
        ("lex_number_fits", format!("no type can represent `{beyond}`"))
    );
}

#[test]
fn headers_of_the_library_are_listed_and_read() {
    let tree = parsed("#include <tiny>\n#include <tiny_pairs>\npair_of_int a;");
    assert_eq!(tree.headers.iter().map(|(name, _)| *name).collect::<Vec<_>>(), ["tiny", "tiny_pairs"]);
    let is_structure = |decl: &crate::ast::Decl| matches!(decl.kind, DeclKind::Structure(_));
    assert_eq!((tree.diagnostics.len(), tree.ast.decls.iter().filter(|it| is_structure(it)).count()), (0, 1));
}

#[test]
fn template_arguments_that_close_without_opening_are_mistakes() {
    for member in ["template> int g();", "template<typename template> int g();", "template >> int g();"] {
        assert!(!mistakes(&format!("struct S {{ {member} }};")).is_empty(), "{member}");
    }
}

/// The restrictions of the functions of a program, in the order in which they end.
fn restrictions(text: &str) -> Vec<RestrictionSet> {
    let tree = parsed(text);
    assert_eq!(tree.diagnostics, [], "{text}");
    let ids = (0..tree.ast.functions.len()).map(crate::ast::FunctionId::from_index);
    ids.map(|id| tree.ast.restrictions.get(&id).map_or(RestrictionSet::NONE, |it| it.set)).collect()
}

#[test]
fn functions_have_restrictions_after_their_qualifiers() {
    let (host, device) = (RestrictionSet::of(0), RestrictionSet::of(1));
    let both = host.union(device);
    for (text, expected) in [
        ("int f() restrict(host);", vec![host]),
        ("int f(int a) restrict(host, device) { return a; }", vec![both]),
        ("int f() restrict(device) restrict(host) restrict(device);", vec![both]),
        (
            "struct S { int f() const restrict(device) noexcept; static S g() restrict(host, device); S() restrict(device) : a(1) {} int a; };",
            vec![device, both, device],
        ),
        (
            "struct S { int n; S operator+(S s) const restrict(device); operator int() const restrict(device) { return n; } };",
            vec![device, device],
        ),
        ("auto f(int a) restrict(device) -> decltype(a);", vec![device]),
        ("template <typename T> T f(T a) restrict(device) { return a; }", vec![device]),
        (
            "void g() { auto f = [=](int a) mutable restrict(device) noexcept -> int { return a; }; }",
            vec![device, RestrictionSet::NONE],
        ),
        ("int restrict, host, device; int f(int restrict) { return restrict; }", vec![RestrictionSet::NONE]),
        ("struct S { int restrict(int host); };", vec![RestrictionSet::NONE]),
    ] {
        assert_eq!(restrictions(text), expected, "{text}");
    }
    let tree = parsed("typedef int F(int) restrict(device); using G = int(int) restrict(host);");
    assert_eq!(tree.diagnostics, []);
    let mut sets: Vec<RestrictionSet> = tree.ast.type_restrictions.values().map(|it| it.set).collect();
    sets.sort_by_key(|set| set.covers(device));
    assert_eq!(sets, [host, device]);
}

#[test]
fn restrictions_at_wrong_places_are_one_mistake() {
    for (text, rule, expected) in [
        (
            "int f() restrict(hots);",
            "restriction_known",
            "expected `host` or `device` in `restrict`, found `hots`",
        ),
        ("int f() restrict();", "restriction_known", "expected `host` or `device` in `restrict`, found `)`"),
        (
            "int f() restrict(host,);",
            "restriction_known",
            "expected `host` or `device` in `restrict`, found `)`",
        ),
        (
            "int f() restrict(host device);",
            "restriction_known",
            "expected `,` or `)` in `restrict`, found `device`",
        ),
        ("int f() noexcept restrict(host);", "restriction_place", "write `restrict` before `noexcept`"),
        (
            "auto f() -> int restrict(host);",
            "restriction_place",
            "write `restrict` before the type of the result",
        ),
        (
            "void g() { auto f = []() -> int restrict(host) { return 1; }; }",
            "restriction_lambda_place",
            "write `restrict` before the type of the result",
        ),
        (
            "struct S { int f() restrict(host) const; };",
            "restriction_place",
            "write `restrict` after `const`",
        ),
        (
            "void g() { auto f = []() restrict(host) mutable { return 1; }; }",
            "restriction_lambda_place",
            "write `restrict` after `mutable`",
        ),
        (
            "int a restrict(host);",
            "restriction_functions_only",
            "only a function can have a `restrict` clause",
        ),
        (
            "int a restrict(host) = 1;",
            "restriction_functions_only",
            "only a function can have a `restrict` clause",
        ),
        (
            "class restrict(host) S {};",
            "restriction_functions_only",
            "only a function can have a `restrict` clause",
        ),
        (
            "int restrict(host) f();",
            "restriction_not_in_type",
            "write `restrict` after the parameters of the function",
        ),
    ] {
        assert_eq!(mistake(text), (rule, expected.to_owned()), "{text}");
    }
}

#[test]
fn launches_are_found_in_text_that_cant_be_read() {
    let text = "struct S { S() : a(1) { launch(a, [=](int i) restrict(device) { g(i); }); } int a; };\n\
                #define TWICE(e) launch(e, f) launch(e, [](int i) { launch; })\n\
                void wrong(what is this) restrict(host) { if (b(1)) { launch(begin(v), end(v), f); } TWICE(1); }\n\
                #if 0\nlaunch(a, b);\n#endif\nlaunch(";
    let tree = parsed(text);
    let found: Vec<_> = tree
        .ast
        .launches
        .iter()
        .map(|launch| {
            let function = launch.function.map_or("", |name| tree.names.text(name));
            (function, launch.span.text(text), launch.has_restriction, launch.has_lambda)
        })
        .collect();
    let lambda = "launch(a, [=](int i) restrict(device) { g(i); })";
    let expected = [
        ("S", lambda, true, true),
        ("wrong", "launch(begin(v), end(v), f)", false, false),
        ("wrong", "TWICE(1)", false, false),
        ("wrong", "TWICE(1)", false, true),
        ("", "launch", false, false),
    ];
    assert_eq!(found, expected);
    assert_eq!(tree.ast.launches_left_out.len(), 1);
}

#[test]
fn the_name_of_a_function_is_declared_after_its_parameters() {
    for text in [
        "struct S {}; int S(S);",
        "struct S {}; int S(S a, S b) { return 1; } int f() { return S(1, 2); }",
        "struct S { int a; }; int S(S b) { int S = b.a; return S; }",
    ] {
        assert_eq!(mistakes(text), [], "{text}");
    }
    assert_eq!(mistakes("struct S {}; int S(S a) { S b; return 1; }").len(), 1);
}

#[test]
fn a_conversion_to_a_type_has_one_word() {
    assert_eq!(mistakes("int f() { return short() + int(1) + (unsigned int)2; }"), []);
    for text in ["int f() { return int short(); }", "int f() { return unsigned int{3}; }"] {
        assert!(mistake(text).1.contains("one word"), "{text}");
    }
}
