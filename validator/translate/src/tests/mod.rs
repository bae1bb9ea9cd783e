//! Translations of small programs: each result is accepted by the validator of WGSL.

mod arrays;
mod counterparts;
mod fixtures;
mod launches;
mod none;
mod objects;
mod parts;
mod pointers;
mod resources;
mod stages;
mod statements;
mod values;
mod words;

use crate::{NoCounterpart, Refusal, Request, Translation, translate};
use msl_validator::meaning::Module;
use msl_validator::{Options, module};

/// The beginning of the programs.
const HEAD: &str = "#include <metal_stdlib>\nusing namespace metal;\n";

/// A program without mistakes.
fn judged(text: &str) -> Module {
    let judged = module(&format!("{HEAD}{text}"), &Options::default());
    assert!(judged.is_accepted(), "{:#?}\n{text}", judged.diagnostics);
    judged
}

fn asked(module: &Module, name: &str) -> Result<Translation, Refusal> {
    let request = Request { entry_point: name.to_owned(), threadgroup_size: [8, 1, 1], ..Request::default() };
    translate(module, &request)
}

/// Panics if the validator of WGSL finds a mistake.
fn check(translation: &Translation) {
    let judged = wgsl_validator::validate(&translation.wgsl, &wgsl_validator::Options::default());
    let found: Vec<String> = judged.diagnostics().iter().map(|found| found.message.clone()).collect();
    assert!(judged.is_accepted(), "{found:#?}\n{}", translation.wgsl);
    assert_eq!(translation.wgsl.lines().count(), translation.lines.len());
}

/// The translation of a function.
fn of_function(text: &str, name: &str) -> Translation {
    let translation = asked(&judged(text), name).unwrap_or_else(|refusal| panic!("{refusal:#?}\n{text}"));
    check(&translation);
    translation
}

/// The translation of a kernel `f` with these statements, of which the parameters `a` and `b` are buffers and `i` is the thread.
fn of_statements(statements: &str) -> String {
    let text = format!(
        "kernel void f(device int* a [[buffer(0)]], device const float* b [[buffer(1)]], uint i [[thread_position_in_grid]]) {{ {statements} }}"
    );
    of_function(&text, "f").wgsl
}

/// Panics unless a text has these lines, one behind the other, whatever stands before them in each line.
fn assert_lines(text: &str, lines: &[&str]) {
    let mut left = text.lines().map(str::trim);
    for line in lines {
        assert!(left.any(|own| own == *line), "no `{line}` in its place in\n{text}");
    }
}

/// The parts of a function without counterpart: their places, as text, and their messages.
fn without_counterpart(text: &str, name: &str) -> Vec<(String, String)> {
    let source = format!("{HEAD}{text}");
    match asked(&judged(text), name) {
        Err(Refusal::NoCounterpart(found)) => {
            let part = |it: NoCounterpart| {
                let range = it.span.lo as usize..it.span.hi as usize;
                (source.get(range).unwrap_or_default().to_owned(), it.message)
            };
            found.into_iter().map(part).collect()
        }
        other => panic!("{other:#?}\n{text}"),
    }
}
