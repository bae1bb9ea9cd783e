//! Every feature at many places of programs that are being written. Nothing panics, and every place lies in the program.

use crate::analysis::{Analysis, Facts, address, analyse, analyse_metal};
use crate::assembly::Alone;
use crate::workspace::Workspace;
use crate::{
    completion, diagnostics, fixes, hints, hover, metal, navigation, rename, signature, symbols, tokens,
};
use lsp_types::{Position, Range};
use shader_source::Span;
use std::fs;
use std::path::Path;

/// The programs with an extension among the fixtures that are UTF-8, in the order of their paths.
fn programs(extension: &str) -> Vec<String> {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures")];
    let mut paths = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a directory") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|it| it == extension) {
                paths.push(path);
            }
        }
    }
    paths.sort();
    let programs: Vec<_> = paths.into_iter().filter_map(|path| fs::read_to_string(path).ok()).collect();
    assert!(programs.len() > 10);
    programs
}

fn ask_everything(analysis: &Analysis, offset: u32) {
    let uri = address();
    let whole = Span::new(0, analysis.text().len() as u32);
    let end = analysis.range(whole).end;
    let mut ranges = tokens(analysis);
    ranges.extend(diagnostics::diagnostics(analysis, &uri, false).into_iter().map(|it| it.range));
    ranges.extend(hover::hover(analysis, offset).and_then(|it| it.range));
    let declared = navigation::definition(analysis, &uri, offset).filter(|it| it.uri == uri);
    ranges.extend(declared.map(|it| it.range));
    let references = navigation::references(analysis, offset, true);
    assert_eq!(navigation::highlights(analysis, offset).len(), references.len());
    ranges.extend(references);
    if rename::prepare(analysis, offset).is_ok() {
        let mut workspace = Workspace::new(&Alone);
        let edit = rename::rename(&mut workspace, analysis, &uri, offset, "a_name_that_no_program_has");
        let edits = edit.unwrap_or_default().changes.unwrap_or_default();
        ranges.extend(edits.into_values().flatten().map(|it| it.range));
    }
    ranges.extend(symbols::symbols(analysis).into_iter().map(|it| it.range));
    ranges.extend(hints::hints(analysis, whole).into_iter().map(|it| Range::new(it.position, it.position)));
    for range in ranges {
        assert!(range.start <= range.end && range.end <= end, "{range:?}");
    }
    let _ = fixes::actions(analysis, &uri, Span::new(offset, offset), &[], false);
    let Facts::Metal(program) = analysis.facts() else {
        let _ = completion::completions(analysis, offset);
        let _ = signature::signature_help(analysis, offset);
        return;
    };
    let mut workspace = Workspace::new(&Alone);
    let check = &mut |text: &str| workspace.metal_program(&uri.0, text);
    let _ = metal::completions(analysis, program, offset, check);
    let _ = metal::signatures(analysis, program, offset, check);
}

/// The ranges of semantic tokens.
fn tokens(analysis: &Analysis) -> Vec<Range> {
    let mut place = Position::new(0, 0);
    let data = tokens::tokens(analysis).data.into_iter();
    data.map(|token| {
        let start = if token.delta_line == 0 { place.character } else { 0 };
        place = Position::new(place.line + token.delta_line, start + token.delta_start);
        Range::new(place, Position::new(place.line, place.character + token.length))
    })
    .collect()
}

/// Asks about the first part of each program with an extension.
fn ask_about_beginnings(extension: &str, analyse: impl Fn(&str) -> Analysis) {
    for (number, text) in programs(extension).iter().enumerate() {
        // A different place in each program.
        let end = text.len() * (number % 17 + 1) / 18;
        let end = (0..=end).rev().find(|end| text.is_char_boundary(*end)).unwrap_or_default();
        ask_everything(&analyse(&text[..end]), end as u32);
    }
}

#[test]
fn programs_that_break_off_have_answers() {
    ask_about_beginnings("wgsl", analyse);
    ask_about_beginnings("metal", analyse_metal);
}

#[test]
fn every_place_of_a_metal_program_has_answers() {
    let text = "#include <metal_stdlib>\r\nusing namespace metal; /* é */ #define TWICE(x) ((x) + (x))\n\
        enum E { first }; template <typename T> struct P { T a; union { int u; float v; }; T get() const { return a; } };\n\
        typedef P<float> Q; constant int c = 1 + 2; namespace n { float f(Q q) { return q.get() + q.u; } }\n\
        kernel void k(device float* o [[buffer(0)]], uint i [[thread_position_in_grid]]) {\n\
        Q q = { .a = 1 }; o[i] = TWICE(n::f(q)) + max(1.0f, o[i]) + first; for (int j = 0; j < c; j++) { q. } ";
    let analysis = analyse_metal(text);
    for (offset, _) in analysis.text().char_indices() {
        ask_everything(&analysis, offset as u32);
    }
}

#[test]
fn every_place_of_a_program_has_answers() {
    let text = "enable f16; /* é */ struct S { @align(16) a: vec3f, b: array<f32, 2> }\r\n\
        @group(0) @binding(0) var<storage, read_write> s: S; const c = vec2(1, 2) + 1; alias T = S;\n\
        fn f(p: ptr<function, T>) -> f32 { for (var i = 0; i < 2; i++) { s.b[i] += (*p).a.x; } return c.|; }\n\
        @compute @workgroup_size(1) fn main(@builtin(global_invocation_id) id: vec3u) { _ = max(s.a, | }";
    let analysis = analyse(&text.replace('|', ""));
    for (offset, _) in analysis.text().char_indices() {
        ask_everything(&analysis, offset as u32);
    }
}
