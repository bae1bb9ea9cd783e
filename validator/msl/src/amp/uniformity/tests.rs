//! Uniform values, rule by rule, and the places at which barriers are reported.

use crate::amp;
use cxx_validator::{Headers, Source};
use shader_source::LineIndex;

const BEGIN: &str = "#include <amp.h>\nusing namespace concurrency;\n";

/// The rules that a kernel with this body breaks, each with the word at which it is reported. `functions` come before it.
fn found_with(functions: &str, body: &str) -> Vec<(&'static str, String)> {
    let text = format!(
        "{BEGIN}{functions}\nvoid f(array_view<int> v, int n) {{
           parallel_for_each(v.get_extent().tile<4>(), [=](tiled_index<4> i) restrict(amp) {{
             tile_static int s[4]; {body} }}); }}"
    );
    let program = amp::program(Source::text(&text), &[], Headers::NONE);
    assert!(program.unresolved.is_empty(), "{:?}", program.unresolved);
    let found = program.module.diagnostics.iter();
    found
        .map(|it| (it.rule.id, text[it.primary.span.lo as usize..it.primary.span.hi as usize].to_owned()))
        .collect()
}

fn rules(body: &str) -> Vec<&'static str> {
    found_with("", body).into_iter().map(|(rule, _)| rule).collect()
}

const CONDITION: &str = "barrier.uniform-condition";
const CONSTRUCT: &str = "barrier.constructs";
const EXIT: &str = "barrier.no-early-exit";
const OTHER: &str = "uniform.nothing-else";
const NONE: [&str; 0] = [];

#[test]
fn the_listed_expressions_are_uniform() {
    for condition in
        ["1", "n > 2", "i.tile[0]", "i.tile_origin[0] == 4", "v.get_extent()[0] > 4", "i.tile_dim0 == 4"]
    {
        assert_eq!(rules(&format!("if ({condition}) i.barrier.wait();")), NONE, "{condition}");
    }
    assert_eq!(rules("for (int k = 0; k < n; k++) { i.barrier.wait(); }"), NONE);
    assert_eq!(
        rules("for (int k = n; k > 0; k /= 2) { if (i.local[0] < k) v[i] = 1; i.barrier.wait(); }"),
        NONE
    );
}

#[test]
fn what_is_not_listed_is_not_uniform() {
    assert_eq!(rules("if (i.local[0]) i.barrier.wait();"), [CONDITION]);
    assert_eq!(rules("index<1> k = i; if (k[0]) i.barrier.wait();"), [CONDITION]);
    assert_eq!(rules("if (v[0]) i.barrier.wait();"), [OTHER]);
    assert_eq!(rules("int k = n; if (i.local[0]) k = 2; if (k) i.barrier.wait();"), [CONDITION]);
    assert_eq!(rules("int k = n; k += v[i]; if (k) i.barrier.wait();"), [OTHER]);
    assert_eq!(rules("index<1> k; k[0] = v[0]; if (k[0]) i.barrier.wait();"), [OTHER]);
    assert_eq!(rules("int k = 0; int& r = k; r = i.local[0]; if (k) i.barrier.wait();"), [CONDITION]);
    assert_eq!(rules("if (atomic_fetch_inc(&v[0])) i.barrier.wait();"), [OTHER]);
}

#[test]
fn all_constructs_count() {
    let barrier = "bool wait(const tile_barrier& b) restrict(amp) { b.wait(); return true; }";
    for (body, rule) in [
        ("switch (i.local[0]) { case 0: i.barrier.wait(); }", CONDITION),
        ("while (v[i]) i.barrier.wait();", OTHER),
        ("do i.barrier.wait(); while (v[i]);", OTHER),
        ("for (int k = 0; k < i.local[0]; k++) i.barrier.wait();", CONDITION),
        ("bool k = i.local[0] && wait(i.barrier);", CONSTRUCT),
        ("bool k = i.local[0] || wait(i.barrier);", CONSTRUCT),
        ("bool k = i.local[0] ? wait(i.barrier) : n;", CONSTRUCT),
        ("if (n) { if (n > 2) { if (i.local[0]) {} else i.barrier.wait(); } }", CONDITION),
    ] {
        let found: Vec<&str> = found_with(barrier, body).into_iter().map(|(rule, _)| rule).collect();
        assert_eq!(found, [rule], "{body}");
    }
}

#[test]
fn leaving_early_counts() {
    assert_eq!(rules("if (i.local[0]) return; i.barrier.wait();"), [EXIT]);
    assert_eq!(rules("if (n) return; i.barrier.wait();"), NONE);
    assert_eq!(rules("while (n) { i.barrier.wait(); if (v[i]) break; }"), [EXIT]);
    assert_eq!(rules("while (n) { if (v[i]) break; } i.barrier.wait();"), NONE);
    assert_eq!(rules("while (n) { if (v[i]) continue; i.barrier.wait(); }"), [EXIT]);
    assert_eq!(rules("while (n) { i.barrier.wait(); if (v[i]) return; }"), [EXIT]);
    assert_eq!(rules("switch (n) { case 1: if (v[i]) break; i.barrier.wait(); }"), [EXIT]);
    assert_eq!(rules("switch (n) { case 1: if (v[i]) break; } i.barrier.wait();"), NONE);
}

#[test]
fn the_extent_of_a_captured_array_is_uniform() {
    let text = format!(
        "{BEGIN}void f(array<int>& v) {{
           parallel_for_each(v.get_extent().tile<4>(), [&v](tiled_index<4> i) restrict(amp) {{
             for (int k = 0; k < v.get_extent()[0]; k++) i.barrier.wait();
             for (int k = 0; k < v.extent[0]; k++) i.barrier.wait();
             for (int k = 0; k < v[0]; k++) i.barrier.wait(); }}); }}"
    );
    let program = amp::program(Source::text(&text), &[], Headers::NONE);
    let lines = LineIndex::new(&text);
    let found = program.module.diagnostics.iter().map(|found| lines.position(found.primary.span.lo).line);
    assert_eq!(found.collect::<Vec<_>>(), [7]);
}

/// A new value makes a variable uniform again, on the paths that have it.
#[test]
fn variables_are_uniform_at_a_place() {
    for (body, expected) in [
        ("int k = i.local[0]; v[i] = k; k = n; if (k) i.barrier.wait();", &[][..]),
        (
            "int k; for (k = i.local[0]; k < 9; k += 4) v[i] += k; for (k = n; k > 0; k--) i.barrier.wait();",
            &[],
        ),
        ("int k = v[i]; if (n) k = 1; if (k) i.barrier.wait();", &[OTHER]),
        ("int k = v[i]; if (n) k = 1; else k = 2; if (k) i.barrier.wait();", &[]),
        ("int k = 1; if (n) k = v[i]; else if (n > 2) k = 2; else k = 3; if (k) i.barrier.wait();", &[OTHER]),
        ("int k = v[i]; while (n) { k = 1; } if (k) i.barrier.wait();", &[OTHER]),
        ("int k = 1; while (n) { if (k) i.barrier.wait(); k = v[i]; }", &[OTHER]),
        ("int k = 1; while (n) { k = v[i]; if (n > 2) continue; k = 1; } if (k) i.barrier.wait();", &[OTHER]),
        ("int k = 1; while (n) { k = v[i]; v[i] = k; k = 1; } if (k) i.barrier.wait();", &[]),
        (
            "int k = v[i]; switch (n) { case 1: k = 1; break; case 2: k = 2; } if (k) i.barrier.wait();",
            &[OTHER],
        ),
        (
            "int k = 1; switch (n) { case 1: k = v[i]; break; default: k = 2; } if (k) i.barrier.wait();",
            &[OTHER],
        ),
        ("int k = v[i]; n && (k = 1); if (k) i.barrier.wait();", &[OTHER]),
        ("int k[2]; k[0] = v[i]; k[0] = 1; if (k[0]) i.barrier.wait();", &[OTHER]),
    ] {
        assert_eq!(rules(body), expected, "{body}");
    }
}

#[test]
fn tile_static_values_are_uniform_after_a_barrier() {
    assert_eq!(rules("s[i.local[0]] = 1; i.barrier.wait(); if (s[0]) i.barrier.wait();"), NONE);
    assert_eq!(rules("s[0] = 1; if (s[0]) i.barrier.wait();"), [OTHER]);
    assert_eq!(rules("i.barrier.wait(); s[0] = 1; if (s[0]) i.barrier.wait();"), [OTHER]);
    assert_eq!(rules("i.barrier.wait(); if (s[i.local[0]]) i.barrier.wait();"), [CONDITION]);
    assert_eq!(rules("if (n) i.barrier.wait(); if (s[0]) i.barrier.wait();"), [OTHER]);
    assert_eq!(rules("i.barrier.wait(); while (s[0]) { s[0] = 0; i.barrier.wait(); }"), [OTHER]);
    assert_eq!(rules("i.barrier.wait(); do { s[0] = 0; i.barrier.wait(); } while (s[0]);"), NONE);
    assert_eq!(rules("i.barrier.wait(); atomic_fetch_inc(&s[0]); if (s[1]) i.barrier.wait();"), [OTHER]);
}

#[test]
fn functions_are_analysed_for_their_arguments() {
    let functions = "int pick(int a, int b) restrict(amp) { return a + b; }
        void wait_if(int a, const tiled_index<4>& i) restrict(amp) { if (a) i.barrier.wait(); }
        void set(int& a, int b) restrict(amp) { a = b; }
        int early(int a) restrict(amp) { if (a) return 1; return 2; }";
    let found = |body: &str| found_with(functions, body);
    assert_eq!(found("if (pick(n, 2)) i.barrier.wait(); if (early(n)) i.barrier.wait();"), []);
    assert_eq!(
        found("if (pick(n, i.local[0])) i.barrier.wait();"),
        [(CONDITION, "i.barrier.wait()".to_owned())]
    );
    assert_eq!(found("if (early(i.local[0])) i.barrier.wait();").len(), 1);
    assert_eq!(found("wait_if(n, i);"), []);
    assert_eq!(found("wait_if(n, i); wait_if(v[i], i);"), [(CONDITION, "i.barrier.wait()".to_owned())]);
    assert_eq!(found("if (v[i]) wait_if(n, i);"), [(OTHER, "wait_if(n, i)".to_owned())]);
    assert_eq!(found("int a; set(a, n); if (a) i.barrier.wait();"), []);
    assert_eq!(found("int a; set(a, v[i]); if (a) i.barrier.wait();").len(), 1);
}

/// Fences may be in code that not all threads run.
#[test]
fn fences_are_no_barriers() {
    assert_eq!(rules("if (i.local[0]) all_memory_fence(i.barrier);"), NONE);
}

#[test]
fn the_cause_is_at_the_use_of_this_kernel() {
    let text = format!(
        "{BEGIN}void f(array_view<int> v) {{
           parallel_for_each(v.get_extent().tile<4>(), [=](tiled_index<4> a) restrict(amp) {{ v[a] = a.local[0]; }});
           parallel_for_each(v.get_extent().tile<4>(), [=](tiled_index<4> i) restrict(amp) {{
             int k = i.local[0];
             if (k) i.barrier.wait(); }}); }}"
    );
    let program = amp::program(Source::text(&text), &[], Headers::NONE);
    let [found] = &program.module.diagnostics[..] else { panic!("{:?}", program.module.diagnostics) };
    let lines = LineIndex::new(&text);
    let line = |span: shader_source::Span| lines.position(span.lo).line;
    assert_eq!(line(found.primary.span), 7);
    assert_eq!(found.labels.iter().map(|label| line(label.span)).collect::<Vec<_>>(), [7, 6]);
}

/// The walk ends, whatever the program is.
#[test]
fn limits_end_the_analysis() {
    let chain: Vec<String> = (1..900).map(|k| format!("int a{k} = 0;")).collect();
    let moves: Vec<String> = (1..899).rev().map(|k| format!("a{} = a{k};", k + 1)).collect();
    let (chain, moves) = (chain.join(" "), moves.join(" "));
    let text = format!(
        "{BEGIN}void f(array_view<int> v, int n) {{
           parallel_for_each(v.get_extent().tile<4>(), [=](tiled_index<4> i) restrict(amp) {{
             {chain} while (n) {{ {moves} a1 = v[i]; }} if (a898) i.barrier.wait(); }}); }}"
    );
    let program = amp::program(Source::text(&text), &[], Headers::NONE);
    assert!(program.unresolved.len() == 1, "{:?}", program.unresolved);
}
