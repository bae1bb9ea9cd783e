//! Tests of the preprocessor.

use super::*;
use crate::tiny::{REMOVED, TINY};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The tokens of a program with these other files, and the rules that it breaks.
fn preprocessed_with(text: &str, files: &[(&str, &str)], folders: &[&str]) -> (String, Vec<&'static str>) {
    let value = |name: &str, value: &str| Definition { name: name.into(), value: value.into() };
    let definitions = [value("OUTSIDE", "7"), value("__TINY__", "220")];
    let files: BTreeMap<String, Arc<str>> =
        files.iter().map(|(path, text)| ((*path).to_owned(), Arc::from(*text))).collect();
    let folders: Vec<String> = folders.iter().map(|folder| (*folder).to_owned()).collect();
    let source = Source { path: "a/main.cpp", identity: "a/main.cpp", text };
    let (result, _) = preprocess(source, &definitions, Headers { files: &files, folders: &folders }, &TINY);
    let spelt = |token: &Token| match token.symbol {
        Some(symbol) => result.names.text(symbol).to_owned(),
        None => token.kind.spelling().unwrap_or("").to_owned(),
    };
    let words: Vec<String> = result.tokens.iter().map(spelt).collect();
    let rules = result.diagnostics.iter().map(|found| found.rule.id).collect();
    (words.join(" ").trim_end().to_owned(), rules)
}

fn preprocessed(text: &str) -> (String, Vec<&'static str>) {
    preprocessed_with(text, &[], &[])
}

fn text(text: &str) -> String {
    with(text, &[])
}

fn with(text: &str, files: &[(&str, &str)]) -> String {
    let (output, rules) = preprocessed_with(text, files, &[]);
    assert!(rules.is_empty(), "{text}: {rules:?}");
    output
}

#[test]
fn macros_are_expanded_once() {
    assert_eq!(text("#define A B + A\n#define B 1\nA;"), "1 + A ;");
    assert_eq!(text("#define F(x, y) (x * y)\nF(1, F(2, 3)) F"), "( 1 * ( 2 * 3 ) ) F");
    assert_eq!(text("#define F() 1\n#undef F\nF()"), "F ( )");
    assert_eq!(text("OUTSIDE"), "7");
    assert_eq!(text("#define G(...) f(__VA_ARGS__)\nG(1, (2, 3))"), "f ( 1 , ( 2 , 3 ) )");
}

/// C++14 (cpp.rescan) 1
#[test]
fn the_end_of_an_expansion_takes_arguments_from_what_follows() {
    let macros = "#define F(x) (x + 1)\n#define G F\n#define H() F\n#define CALL(m, x) m(x)\n#define E\n#define LP (\n";
    for (used, expected) in [
        ("G(1)", "( 1 + 1 )"),
        ("G\n(1)", "( 1 + 1 )"),
        ("H()(1)", "( 1 + 1 )"),
        ("CALL(G, 2)", "( 2 + 1 )"),
        ("CALL(H, )(3)", "( 3 + 1 )"),
        ("F(G)(4)", "( F + 1 ) ( 4 )"),
        ("G E (1)", "F ( 1 )"),
        ("F LP 1)", "F ( 1 )"),
        ("G", "F"),
        ("G + G(1)", "F + ( 1 + 1 )"),
        ("G(G)(1)", "( F + 1 ) ( 1 )"),
    ] {
        assert_eq!(text(&format!("{macros}{used}")), expected, "{used}");
    }
    // A name in its own expansion is not expanded any more, not even in the argument of a different macro.
    assert_eq!(text("#define f(x) f\nf(1)(2)"), "f ( 2 )");
    assert_eq!(text("#define f(x) g\n#define g(x) h(x)\nf(1)(2)(3)"), "h ( 2 ) ( 3 )");
    let (output, rules) = preprocessed("#define F(x) x\n#define G F\nG(1");
    assert_eq!((output.as_str(), rules), ("", vec!["preprocess_macro_arguments"]));
}

/// `g++ -E` has the same results. C++14 (cpp.rescan), (cpp.subst)
#[test]
fn arguments_begin_in_an_expansion_and_end_after_it() {
    let macros = "#define F(x) x\n#define LP (\n#define RP )\n#define ID(a) a\n#define TWICE(a) ID(a)\n#define OPEN F(\n#define x (x + 1)\n#define J(a, b) a b\n#define f(a) a*g\n#define g(a) f(a)\n#define SELF(a) SELF a\n#define H() ID\n";
    for (used, expected) in [
        ("ID(F LP 1))", "1"),
        ("TWICE(F LP 1)) + 2", "1 + 2"),
        ("ID(F LP x))", "( x + 1 )"),
        ("J(F LP 1, 2) 3)", "1 2 3"),
        ("OPEN 1) 2", "1 2"),
        ("TWICE(ID LP x))", "( x + 1 )"),
        ("ID(SELF LP SELF LP 1)))", "SELF SELF 1"),
        ("J(ID LP ID, LP 5)))", "5"),
        ("ID(F LP f(1)) (2))", "1 * 2 * g"),
        ("H()(H)()(2)", "2"),
        ("ID(x)", "( x + 1 )"),
        ("ID(SELF(1))(2)", "SELF 1 ( 2 )"),
        ("ID(ID)(ID)(1)", "ID ( ID ) ( 1 )"),
        ("f(2)(9)", "2 * 9 * g"),
        ("F(F LP 1))", "F ( 1 )"),
    ] {
        assert_eq!(text(&format!("{macros}{used}")), expected, "{used}");
    }
    let open = TINY.rules.preprocess_macro_arguments.id;
    for used in ["ID(OPEN 1)) 2", "ID(ID(F LP 1)) 2)", "ID(F LP 1", "ID(F LP 1) RP"] {
        assert_eq!(preprocessed(&format!("{macros}{used}")).1, [open], "{used}");
    }
}

#[test]
fn tokens_are_joined_and_quoted() {
    assert_eq!(text("#define J(a, b) a##b\nJ(tex, ture) J(1, u)"), "texture 1u");
    assert_eq!(text("#define S(a) #a\nS(a + 1)"), "\"a + 1\"");
}

#[test]
fn a_macro_may_be_called_over_several_lines() {
    assert_eq!(text("#define F(x) x\nF(\n1\n)\n2"), "1 2");
}

#[test]
fn conditions_choose_one_group() {
    assert_eq!(text("#if __TINY__ >= 200\na\n#else\nb\n#endif"), "a");
    assert_eq!(text("#if 0\na\n#elif defined(OUTSIDE) && OUTSIDE == 7\nb\n#elif 1\nc\n#endif"), "b");
    assert_eq!(text("#ifdef NOTHING\n#if 1\na\n#endif\n#else\nb\n#endif\n#ifndef NOTHING\nc\n#endif"), "b c");
    assert_eq!(text("#if (3 - 1) * 2 == 4 ? !UNKNOWN : 0\na\n#endif"), "a");
}

#[test]
fn conditions_convert_and_skip_operands_as_cxx_does() {
    let is = |condition: &str| preprocessed(&format!("#if {condition}\n1\n#else\n0\n#endif"));
    for (condition, expected) in [
        ("-1 < 0u", "0"),
        ("-1 > 0u", "1"),
        ("-1 < 0", "1"),
        ("0xffffffffffffffff > 0", "1"),
        ("(-1 / 2u) != 0", "1"),
        ("-8 >> 1 == -4", "1"),
        ("(1 ? -1 : 0u) > 0", "1"),
        ("2 || 1 / 0", "1"),
        ("0 && 1 / 0", "0"),
        ("1 ? 2 : 1 % 0", "1"),
        ("0 ? 1 / 0 : 0", "0"),
    ] {
        assert_eq!(is(condition), (expected.to_owned(), vec![]), "{condition}");
    }
    for condition in ["1 / 0", "0 || 1 / 0", "1 && 1 % 0", "1 ? 1 / 0 : 2", "0.0"] {
        assert_eq!(is(condition).1, [TINY.rules.preprocess_condition_integer.id], "{condition}");
    }
}

#[test]
fn headers_of_the_library_are_known() {
    assert_eq!(text("#include <tiny>\n#include <tiny_pairs>\n#pragma once\na"), "a");
    let all = "1\n#include <tiny>\n2\n#include <tiny_pairs>\n#include <tiny_pairs.h>\n";
    assert_eq!(text(&format!("{all}a TEN SUM(3, 4)")), "1 2 a 10 3 + 4");
    // The header is read where the program has one of its names, once, and without the macros of the program.
    let pair = text(&format!("{all}#define int wrong\npair_of_int"));
    assert_eq!(pair, "1 2 struct pair_of_int { int a ; int b ; } ; pair_of_int");
    // A header without declarations is read where it is.
    assert_eq!(text("TARGET\n#include <target.h>\nTARGET"), "TARGET 220");
    assert_eq!(text("#include <tiny>\n#define J(a, b) a##b\nJ(TE, N)"), "10");
    assert_eq!(with("#include <tiny>\n#include \"b.h\"\n", &[("a/b.h", "TEN")]), "10");
    assert_eq!(text("TEN\n#include <tiny>\n#ifdef TEN\n1\n#endif"), "TEN 1");
    let undefined = "#include <tiny>\n#undef TEN\n#include \"b.h\"\n#include <tiny_pairs>\nTEN";
    assert_eq!(with(undefined, &[("a/b.h", "")]), "TEN");
    assert_eq!(preprocessed("#include <vector>").1, [REMOVED.id]);
    assert_eq!(preprocessed("#include <tiny_other>").1, [TINY.rules.preprocess_include_known.id]);
}

#[test]
fn mistakes_are_found() {
    let rule = |text: &str| preprocessed(text).1;
    assert_eq!(rule("#include \"mine.h\""), [TINY.rules.preprocess_include_known.id]);
    assert_eq!(rule("#if 1\na"), [TINY.rules.preprocess_conditional_terminated.id]);
    assert_eq!(rule("#endif"), [TINY.rules.preprocess_conditional_begun.id]);
    assert_eq!(rule("#nothing"), [TINY.rules.preprocess_directive_known.id]);
    assert_eq!(rule("#define A @\n#define B don't\n1"), [""; 0]);
    assert_eq!(rule("#define A @\n#define B A\nB"), [TINY.rules.lex_character_valid.id]);
    // One that is like a directive is read as that: nothing after it is wrong.
    assert_eq!(rule("#ifdf A\n#error\n#endif"), [TINY.rules.preprocess_directive_known.id]);
    assert_eq!(rule("#error no"), [TINY.rules.preprocess_error.id]);
    assert_eq!(rule("#define A 1\n#define A 2"), [TINY.rules.preprocess_macro_redefinition.id]);
    assert_eq!(rule("#define F(x) x\nF(1, 2)"), [TINY.rules.preprocess_macro_arguments.id]);
    assert_eq!(rule("#define F(x) x\nF(1"), [TINY.rules.preprocess_macro_arguments.id]);
    assert_eq!(rule("#if 1 +\n#endif"), [TINY.rules.preprocess_condition_integer.id]);
    assert_eq!(rule("#if defined(A\n#endif"), [TINY.rules.preprocess_condition_integer.id]);
    assert_eq!(rule("#if 0\n#error no\n#nothing\n#endif").len(), 0);
}

#[test]
fn directives_are_complete() {
    let complete = TINY.rules.preprocess_directive_complete.id;
    for text in ["#include 4", "#ifdef A\n#endif A", "#if 1\n#else A\n#endif"] {
        assert_eq!(preprocessed(text).1, [complete], "{text}");
    }
    // What is left out is not looked at.
    assert!(preprocessed("#if 0\n#ifdef A\n#endif A\n#endif").1.is_empty());
}

#[test]
fn macros_of_the_language_stay() {
    let reserved = TINY.rules.preprocess_macro_reserved_name.id;
    for text in ["#define defined 1", "#define __TINY__ 220", "#undef __LINE__"] {
        assert_eq!(preprocessed(text).1, [reserved], "{text}");
    }
    assert_eq!(text("__LINE__\n#define L __LINE__\nL"), "1 3");
}

#[test]
fn definitions_of_macros_are_looked_at() {
    let rule = |text: &str| preprocessed(text).1;
    assert_eq!(rule("#define F(a, a) a"), [TINY.rules.preprocess_macro_parameters.id]);
    let operators = TINY.rules.preprocess_macro_operators.id;
    for text in ["#define F(a) #b", "#define F(a) a##", "#define A ## 1", "#define J(a, b) a##b\nJ(+, *)"] {
        assert_eq!(rule(text), [operators], "{text}");
    }
    assert_eq!(text("#define J(a, b) x a##b\nJ(, 1) J(1,) J(,)"), "x 1 x 1 x");
}

#[test]
fn one_mistake_in_a_condition_is_one_finding() {
    assert_eq!(preprocessed("#define F(x) x\n#if F(1, 2)\n#endif").1.len(), 1);
}

#[test]
fn files_are_read_where_they_are_included() {
    assert_eq!(with("1\n#include \"b.h\"\n3 N", &[("a/b.h", "2 N\n#define N 4")]), "1 2 N 3 4");
    assert_eq!(with("#define B \"c/b.h\"\n#include B\n3", &[("a/c/b.h", "2")]), "2 3");
}

#[test]
fn names_in_angles_are_looked_for_in_the_named_folders() {
    let files = [("a/x.h", "1"), ("b/x.h", "2\n#include \"y.h\""), ("b/y.h", "3")];
    let found = |text: &str, folders: &[&str]| preprocessed_with(text, &files, folders);
    assert_eq!(found("#include <x.h>", &["c", "b"]), ("2 3".to_owned(), vec![]));
    assert_eq!(found("#define X <x.h>\n#include X", &["b"]), ("2 3".to_owned(), vec![]));
    assert_eq!(found("#include \"x.h\"", &["b"]), ("1".to_owned(), vec![]));
    assert_eq!(found("#include \"y.h\"", &["b"]).0, "3");
    assert_eq!(found("#include <y.h>", &[]).1, [TINY.rules.preprocess_include_known.id]);
}

#[test]
fn guarded_files_are_read_once() {
    let twice = "#include \"b.h\"\n#include \"../a/b.h\"";
    for text in [
        "#pragma once\n1",
        "#ifndef B\n#define B\n1\n#endif",
        "// c\n#if !defined(B)\n#define B\n1\n#endif\n",
        "_Pragma(\"once\") 1",
    ] {
        assert_eq!(with(twice, &[("a/b.h", text)]), "1", "{text}");
    }
    for text in ["1", "#ifndef B\n#define B\n1\n#else\n1\n#endif", "#ifndef B\n#define B\n#endif\n1"] {
        assert_eq!(with(twice, &[("a/b.h", text)]), "1 1", "{text}");
    }
    assert_eq!(with("#import \"b.h\"\n#import \"b.h\"\n#include \"b.h\"", &[("a/b.h", "1")]), "1");
    assert_eq!(
        with(
            "#pragma once\n#include \"b.h\"\n2",
            &[("a/b.h", "1\n#include \"main.cpp\""), ("a/main.cpp", "")]
        ),
        "1 2"
    );
    // Only the source decides about the guard: it is read again once that is undefined.
    let again = "#include \"b.h\"\n#undef B\n#include \"b.h\"";
    assert_eq!(with(again, &[("a/b.h", "#ifndef B\n#define B\n1\n#endif")]), "1 1");
}

#[test]
fn a_guarded_file_is_lexed_once() {
    let header = format!("#ifndef B\n#define B\n{}\n#endif", "x ".repeat(1000));
    let steps = |count: usize| {
        let text = "#include \"b.h\"\n".repeat(count);
        shader_source::steps::of(|| drop(preprocessed_with(&text, &[("a/b.h", &header)], &[])))
    };
    let (one, ten) = (steps(1), steps(10));
    assert!(ten < one + 200, "{one} {ten}");
}

#[test]
fn includes_have_limits() {
    let nesting = [TINY.rules.preprocess_include_nesting.id];
    assert_eq!(preprocessed_with("#include \"b.h\"", &[("a/b.h", "#include \"b.h\"")], &[]).1, nesting);
    assert_eq!(
        preprocessed_with("#include \"main.cpp\"", &[("a/main.cpp", "#include \"main.cpp\"")], &[]).1,
        nesting
    );
    // Each level doubles what there is to read.
    let twice = "#include \"b.h\"\n#include \"b.h\"";
    assert_eq!(preprocessed_with(twice, &[("a/b.h", twice)], &[]).1, nesting);
    let levels: Vec<(String, String)> = (0..40)
        .map(|level| {
            let next = format!("#include \"{}.h\"\n", level + 1);
            (format!("a/{level}.h"), next.repeat(2))
        })
        .chain([("a/40.h".to_owned(), String::new())])
        .collect();
    let levels: Vec<(&str, &str)> = levels.iter().map(|(path, text)| (&**path, &**text)).collect();
    let result = preprocessed_with("#include \"0.h\"", &levels, &[]);
    assert_eq!(result.1, [TINY.rules.unsupported_expansion.id]);
}

#[test]
fn a_missing_header_is_reported_once() {
    let known = [TINY.rules.preprocess_include_known.id];
    assert_eq!(preprocessed("#include \"b.h\"\n#include \"b.h\"\n#if 0\n#include \"c.h\"\n#endif").1, known);
    let files: BTreeMap<String, Arc<str>> = BTreeMap::new();
    let folders = ["inc".to_owned()];
    let headers = Headers { files: &files, folders: &folders };
    let source = Source { text: "#include \"b.h\"", ..Source::text("") };
    let (result, _) = preprocess(source, &[], headers, &TINY);
    assert!(result.diagnostics[0].notes.iter().any(|note| note.contains("`.`, `inc`")));
    assert!(result.diagnostics[0].notes.iter().any(|note| note.contains("-I DIR")));
}

#[test]
fn names_of_other_file_systems_are_warnings() {
    for (written, name) in [("B.H", "b.h"), ("..\\c\\d.h", "../c/d.h"), ("../C/d.h", "../c/d.h")] {
        let files: BTreeMap<String, Arc<str>> =
            ["a/b.h", "c/d.h"].map(|path| (path.to_owned(), Arc::from("1"))).into();
        let text = format!("#include \"{written}\"");
        let source = Source { path: "a/main.cpp", identity: "", text: &text };
        let (result, inclusions) = preprocess(source, &[], Headers { files: &files, folders: &[] }, &TINY);
        let [found] = &result.diagnostics[..] else { panic!("{written}: {:?}", result.diagnostics) };
        assert_eq!(found.severity, shader_source::diagnostic::Severity::Warning, "{written}");
        let edit = found.suggestion.as_ref().map(|it| it.edits[0].1.clone());
        assert_eq!(
            edit.as_deref().map(|it| it.trim_start_matches("\"../").trim_matches('"')),
            Some(name.trim_start_matches("../"))
        );
        assert_eq!(inclusions.files().len(), 1, "{written}");
    }
}

#[test]
fn conditions_end_in_the_file_they_begin_in() {
    let rule = |header: &str, text: &str| preprocessed_with(text, &[("a/b.h", header)], &[]).1;
    let include = "#if 1\n#include \"b.h\"\n#endif";
    assert_eq!(rule("#if 1", include), [TINY.rules.preprocess_conditional_terminated.id]);
    assert_eq!(rule("#endif", include), [TINY.rules.preprocess_conditional_begun.id]);
    assert_eq!(rule("#else", include), [TINY.rules.preprocess_conditional_begun.id]);
}

#[test]
fn places_are_those_of_the_file() {
    let files = [("a/b.h", "\n\n__LINE__ __FILE__ __INCLUDE_LEVEL__")];
    let text = "__COUNTER__\n#include \"b.h\"\n__LINE__ __FILE__ __INCLUDE_LEVEL__ __COUNTER__";
    assert_eq!(with(text, &files), "0 3 \"a/b.h\" 1 3 \"a/main.cpp\" 0 1");
    let files = BTreeMap::from([("b.h".to_owned(), Arc::from("x\n$"))]);
    let source = Source::text("12345\n#include \"b.h\"\n");
    let (result, inclusions) = preprocess(source, &[], Headers { files: &files, folders: &[] }, &TINY);
    let file = &inclusions.files()[0];
    assert_eq!(file.start as usize, source.text.len() + 1);
    assert_eq!(result.diagnostics[0].primary.span, Span::new(file.start + 2, file.start + 3));
    assert_eq!(file.by.text(source.text), "#include \"b.h\"");
    assert_eq!(inclusions.of(file.start).map(|it| it.name.as_str()), Some("b.h"));
    assert!(inclusions.of(file.start - 1).is_none());
}

#[test]
fn operators_of_the_dialect_answer_in_conditions() {
    let is = |condition: &str| {
        let text = format!("#if {condition}\n1\n#else\n0\n#endif");
        preprocessed_with(&text, &[("a/b.h", ""), ("c/d-e.h", "")], &["c"])
    };
    for condition in [
        "__has_include(\"b.h\") && __has_include(<d-e.h>) && __has_include(<tiny>)",
        "!__has_include(<b.h>) && !__has_include(\"x.h\")",
        "defined __has_include && defined(__has_word)",
        "__has_word(tile) && __has_word(__grid__) && !__has_word(entry)",
    ] {
        assert_eq!(is(condition), ("1".to_owned(), vec![]), "{condition}");
    }
    assert_eq!(is("__has_word").1, [TINY.rules.preprocess_condition_integer.id]);
    assert_eq!(
        is("__has_feature(x)").1,
        [TINY.rules.preprocess_condition_integer.id],
        "a dialect without it"
    );
    assert_eq!(text("#define HAS(x) __has_word(x)\n#if HAS(tile)\n1\n#endif"), "1");
    assert_eq!(text("#ifdef __has_word\n1\n#endif\n#ifndef __has_include\n2\n#endif"), "1");
    assert_eq!(text("#define B <tiny>\n#if __has_include(B)\n1\n#endif"), "1");
}

#[test]
fn words_of_a_dialect_are_shown_as_keywords_are() {
    let message = |text: &str| {
        let (result, _) = preprocess(Source::text(text), &[], Headers::NONE, &TINY);
        result.diagnostics[0].message.clone()
    };
    assert_eq!(message("#if 1 tile\n#endif"), "unexpected `tile` in this condition");
    assert_eq!(message("#if 1 device\n#endif"), "unexpected a name in this condition");
}

#[test]
fn a_comma_before_no_further_arguments_goes() {
    let log = "#define LOG(f, ...) p(f, ##__VA_ARGS__)\n";
    assert_eq!(text(&format!("{log}LOG(1) LOG(1, 2) LOG(1, 2, 3)")), "p ( 1 ) p ( 1 , 2 ) p ( 1 , 2 , 3 )");
    let named = "#define LOG(f, rest...) p(f, ##rest) #rest\n";
    assert_eq!(text(&format!("{named}LOG(1) LOG(1, 2)")), "p ( 1 ) \"\" p ( 1 , 2 ) \"2\"");
    assert_eq!(text("#define TWO 2\n#define F(...) f(0, ##__VA_ARGS__)\nF(TWO)"), "f ( 0 , 2 )");
}

#[test]
fn pragmas_may_be_operators() {
    assert_eq!(text("_Pragma(\"clang loop unroll(full)\") for"), "for");
    assert_eq!(text("#define P(x) _Pragma(#x) a\nP(unroll) b"), "a b");
    let complete = [TINY.rules.preprocess_directive_complete.id];
    assert_eq!(preprocessed("_Pragma(x)").1, complete);
    assert_eq!(preprocessed("#define P _Pragma\nP 1").1, complete);
}

#[test]
fn lines_that_are_left_out_have_no_wrong_tokens() {
    assert_eq!(text("#if 0\ndon't \u{e9}\n#else\n1\n#endif"), "1");
    assert_eq!(text("#pragma mark - it's\n#if 0\n#error can't\n#endif\n1"), "1");
    assert_eq!(preprocessed("#error can't").1, [TINY.rules.preprocess_error.id]);
    assert_eq!(preprocessed("#if 0\n/*\n#endif").1.len(), 2, "the comment, and the condition in it");
    assert_eq!(preprocessed("don't").1, [TINY.rules.lex_literal_terminated.id]);
}

#[test]
fn macros_of_the_compiler_are_always_defined() {
    assert_eq!(text("__BITS__ TEN"), "8 TEN");
    assert_eq!(text("#define J(x) __##x##__\nJ(TWICE)\n#undef __BITS__\n__BITS__"), "16 __BITS__");
    assert_eq!(text("#define __BITS__ 9\n#ifdef __BITS__\n__BITS__\n#endif"), "9");
    assert_eq!(with("#include \"b.h\"", &[("a/b.h", "__TWICE__")]), "16");
    assert_eq!(text("#if __is_name(x) && !__is_name(int) && !__is_name(half)\n1\n#endif"), "1");
}

#[test]
fn characters_are_numbers_in_conditions() {
    for condition in ["'a' == 97", "'\\n' == 10", "'\\'' == 39", "'\\377' < 0", "U'\\xff' > 0"] {
        assert_eq!(text(&format!("#if {condition}\n1\n#endif")), "1", "{condition}");
    }
    assert_eq!(preprocessed("#if 'ab'\n#endif").1, [TINY.rules.preprocess_condition_integer.id]);
}

#[test]
fn lines_are_numbered_by_directives() {
    assert_eq!(text("#line 5\n__LINE__\n__LINE__\n\n __LINE__"), "5 6 8");
    assert_eq!(
        text("#define N 40 \"a.h\"\n#line N\n__LINE__ __FILE__\n#line 7\n__FILE__ __LINE__"),
        "40 \"a.h\" \"a.h\" 7"
    );
    assert_eq!(text("# 3 \"b.h\" 1\n__LINE__ __FILE__"), "3 \"b.h\"");
    let complete = [TINY.rules.preprocess_directive_complete.id];
    for wrong in ["#line", "#line x", "#line 0x5", "#line 5u", "#line 5 x", "#line 99999999999999999999"] {
        assert_eq!(preprocessed(wrong).1, complete, "{wrong}");
    }
    assert_eq!(text("#if 0\n#line x\n#endif\n1"), "1");
}

#[test]
fn alternative_tokens_are_joined_and_quoted_as_they_are_spelt() {
    assert_eq!(text("#define J(x) x##_bool #x\nJ(and) J(or)"), "and_bool \"and\" or_bool \"or\"");
    assert_eq!(text("#if 1 and not 0\n1\n#endif"), "1");
}

#[test]
fn pragmas_that_change_the_program_are_not_supported() {
    let unsupported = [TINY.rules.unsupported_feature.id];
    for pragma in ["pack(1)", "pack(push, 1)", "options align=packed", "push_macro(\"x\")"] {
        assert_eq!(preprocessed(&format!("#pragma {pragma}")).1, unsupported, "{pragma}");
    }
    for program in [
        "_Pragma(\"pack(2)\")",
        "#define P(x) _Pragma(#x)\nP(pack(2))",
        "#define P _Pragma(\"pop_macro(\\\"x\\\")\")\nP",
    ] {
        assert_eq!(preprocessed(program).1, unsupported, "{program}");
    }
    assert_eq!(text("#pragma pack()\n#pragma pack(pop)\n#pragma unroll\n#pragma packed\n1"), "1");
}

#[test]
fn lines_of_a_preprocessor_that_ran_before_are_skipped() {
    assert_eq!(text("# 1 \"a.cpp\" 2\n#line 3\n#\n1"), "1");
    let (output, found) = preprocessed("#warning it's old\n1");
    assert_eq!((output.as_str(), found), ("1", vec![TINY.rules.preprocess_directive_known.id]));
}
