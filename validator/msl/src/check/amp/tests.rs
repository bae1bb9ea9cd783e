//! Code that is not known: the names of skipped headers, and what depends on them.

use cxx_validator::{Headers, Source};

/// The lines of a program that are not checked, and the lines with errors.
pub(super) fn lines(text: &str) -> (Vec<usize>, Vec<usize>) {
    let program = crate::amp::program(Source::text(text), &[], Headers::NONE);
    let line = |at: u32| text[..at as usize].lines().count();
    let mut unresolved: Vec<usize> = program.unresolved.iter().map(|(span, _)| line(span.lo)).collect();
    unresolved.dedup();
    let errors = program.module.diagnostics.iter().map(|it| line(it.primary.span.lo)).collect();
    (unresolved, errors)
}

/// The reasons for which a program with a header that is not there is not checked. It must have no errors.
fn reasons(text: &str) -> Vec<String> {
    let text = format!("#include \"missing.h\"\n#include <amp.h>\nusing namespace concurrency;\n{text}");
    let program = crate::amp::program(Source::text(&text), &[], Headers::NONE);
    assert_eq!(program.module.diagnostics, [], "{text}");
    let mut reasons: Vec<String> = program.unresolved.into_iter().map(|(_, reason)| reason).collect();
    reasons.retain(|reason| !reason.contains("nothing here uses the template"));
    reasons.dedup();
    reasons
}

#[test]
fn templates_with_unknown_names_in_their_declarations_are_no_mistakes() {
    let cases = [
        (
            "template <class T> typename lib::trait<T>::type f(T) restrict(amp) { return 1; }",
            "`lib` is not a namespace",
        ),
        (
            "template <class T, class U = lib::other> int f(T) restrict(amp) { return 1; }",
            "`lib` is not a namespace",
        ),
        ("template <class T, int N = COUNT> int f(T) restrict(amp) { return N; }", "`COUNT` is not declared"),
        (
            "template <class T> int f(T, const other& b = other()) restrict(amp) { return 1; }",
            "`other` is not declared",
        ),
        (
            "template <class T> auto f(T a) restrict(amp) -> decltype(other(a)) { return 1; }",
            "`other` is not declared",
        ),
    ];
    for (template, reason) in cases {
        let text = format!("{template}\nint g() restrict(amp) {{ return f(1); }}");
        assert_eq!(reasons(&text), [reason], "{text}");
    }
    // Without a missing header, they are.
    let text = "template <class T> typename lib::trait<T>::type f(T) restrict(amp) { return 1; }
        int g() restrict(amp) { return f(1); }";
    assert_eq!(lines(text).1, [2]);
}

#[test]
fn statements_that_an_unknown_name_makes_unreadable_are_no_mistakes() {
    let statements = [
        "a = (number)b;",
        "a = number{1};",
        "a = number{1}.x;",
        "a = sizeof(number*);",
        "number(k, 3) a = k;",
        "number int c = 1;",
        "if (a) number else a = 1;",
    ];
    for statement in statements {
        let text = format!("void f(int a, int b) restrict(amp) {{ {statement} }}");
        assert_eq!(
            reasons(&text),
            ["`number` is not declared, so the statement around it can't be read"],
            "{text}"
        );
    }
    let text = "void f(int* a, int i) restrict(amp) { NUMBER a[i] = 1; }";
    assert_eq!(reasons(text), ["`NUMBER` is not declared"]);
    // A mistake without such a name is one.
    let text = "#include \"missing.h\"\nvoid f(int a, int b) restrict(amp) {\n a = (b;\n a = number(b); }";
    assert_eq!(lines(text), (vec![4], vec![3]));
}

#[test]
fn a_name_that_was_unknown_stays_unknown() {
    let text = "void f() { lib::run<int, 4>(1); }
        void g(array_view<int> v) {
          parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { lib::run<int, 4>(v, i); });
          parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = lib::other(i); });
          parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { run<int, 4>(v, i); });
        }";
    let (unresolved, errors) =
        lines(&format!("#include <missing.h>\n#include <amp.h>\nusing namespace concurrency; {text}"));
    assert_eq!((unresolved, errors), (vec![5, 6, 7], vec![]));
}

#[test]
fn objects_with_members_of_unknown_types_are_unknown() {
    let text = "struct P { lib::state s; int k; };
        void g(P p, array_view<int> v) { parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = p.k; }); }
        int next(const P* p) restrict(amp) { return p->k; }";
    assert_eq!(reasons(text), ["`P` has a member whose type is not known"; 1]);
    let text = "struct P { lib::state s; int next() restrict(amp) { return s.next(); } };";
    assert_eq!(reasons(text), ["the type of `s` is not known"]);
}

#[test]
fn calls_with_unknown_arguments_make_the_instances_that_the_others_determine() {
    let text = "template <typename T> void clear(array_view<T> v, int size) {
          parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = T(size); });
        }
        void f(array_view<float> v) { clear(v, COUNT_OF(v)); clear<float>(v, lib::size()); }";
    assert_eq!(reasons(text), [""; 0]);
    // Nothing says what `T` is.
    let text = text.replace("clear(v, COUNT_OF(v)); clear<float>(v, lib::size());", "clear(lib::view, 1);");
    let text = format!("#include <missing.h>\n#include <amp.h>\nusing namespace concurrency; {text}");
    assert_eq!(lines(&text), (vec![4], vec![]));
}

#[test]
fn structures_that_double_with_each_level_are_visited_once() {
    let steps = |levels: usize| {
        let structure = |level: usize| format!("struct S{} {{ S{level} a; S{level} b; }};\n", level + 1);
        let structures: String = (0..levels).map(structure).collect();
        let text = format!(
            "struct S0 {{ int a; }};\n{structures}void f() restrict(amp) {{ S{levels} a; S{levels} b = a; a = b; }}"
        );
        shader_source::steps::of(|| assert_eq!(lines(&text).1, [0; 0]))
    };
    let (one, two) = (steps(10), steps(20));
    assert!(two < 3 * one, "{one} steps, and {two} for twice the levels");
}

#[test]
fn messages_show_the_sizes_that_a_class_has() {
    let message = |declaration: &str| {
        let text = format!(
            "#include <amp.h>\nusing namespace concurrency;\nvoid f({declaration}) restrict(amp) {{ int b = a; }}"
        );
        let program = crate::amp::program(Source::text(&text), &[], Headers::NONE);
        program.module.diagnostics.into_iter().map(|found| found.message).collect::<Vec<_>>().join("; ")
    };
    assert!(
        message("tiled_extent<16> a").contains("`tiled_extent<16>`"),
        "{}",
        message("tiled_extent<16> a")
    );
    assert!(
        message("tiled_index<4, 2> a").contains("`tiled_index<4, 2>`"),
        "{}",
        message("tiled_index<4, 2> a")
    );
    assert!(message("array_view<int, 2> a").contains("`array_view<int, 2>`"));
    assert!(message("index<0> a").contains("index<0>"), "{}", message("index<0> a"));
}
