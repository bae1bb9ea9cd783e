//! Any files are modules of a project, and checking them together finds what checking them one by one finds.

use crate::source_of;
use std::collections::BTreeSet;
use wgsl_modules::{Defines, File, FileIndex, Findings, Project};
use wgsl_spec::Edition;
use wgsl_validator::diagnostic::{Diagnostic, Severity};
use wgsl_validator::{Options, Validator};

/// The line between two files.
const SEPARATOR: &str = "\n//---\n";
/// The most files that are read: more of them show nothing else.
const MOST_FILES: usize = 8;

/// Any text, divided into files at lines `//---`, is a project of modules `m0`, `m1` and so on. Each file has a program whose diagnostics are
/// inside of its files, and a file that is checked together with the others has the same result.
///
/// # Panics
/// It does not.
pub fn modules(bytes: &[u8]) {
    let source = source_of(bytes);
    let files = source.split(SEPARATOR).take(MOST_FILES).enumerate().map(|(number, text)| File {
        path: format!("/p/m{number}.wesl"),
        text: text.into(),
        root: Some("/p".to_owned()),
    });
    let project = Project::new(files.collect(), Defines::default(), Edition::Current);
    let roots: Vec<FileIndex> =
        (0..MOST_FILES).filter_map(|number| project.find(&format!("/p/m{number}.wesl"))).collect();
    let mut validator = Validator::new(Options::default());
    let together = project.check_together(&roots, &mut validator);
    for root in &roots {
        let program = project.link(*root);
        let found = validator.diagnose(program.text());
        let findings = program.findings(&project, found);
        are_inside(&project, &findings);
        let Some(shared) = together.get(root) else { continue };
        are_inside(&project, &shared.findings);
        let [one, other] = [&findings, &shared.findings].map(|findings| in_root(&project, findings));
        assert_eq!(one, other, "{}", project.file(*root).path);
        let [one, other] = [&findings, &shared.findings].map(is_accepted);
        assert_eq!(one, other, "{}", project.file(*root).path);
        assert_eq!(program.is_settled(), shared.is_settled, "{}", project.file(*root).path);
    }
}

fn is_accepted(findings: &Findings) -> bool {
    findings.diagnostics.iter().all(|found| found.severity != Severity::Error)
}

/// The places, rules and messages of the diagnostics in the first file.
fn in_root(project: &Project, findings: &Findings) -> BTreeSet<String> {
    let length = project.file(findings.files[0]).text.len();
    let here = findings.diagnostics.iter().filter(|found| found.primary.span.lo as usize <= length);
    here.map(|found| format!("{:?} {} {}", found.primary.span, found.rule.id, found.message)).collect()
}

/// Every place is in a file, on boundaries of characters.
fn are_inside(project: &Project, findings: &Findings) {
    let mut sources = shader_source::SourceMap::new("", "");
    for (position, file) in findings.files.iter().enumerate() {
        let file = project.file(*file);
        if position == 0 {
            sources = shader_source::SourceMap::new(&file.path, &file.text);
        } else {
            assert!(sources.add(&file.path, &file.text).is_some(), "short files");
        }
    }
    let spans = |found: &Diagnostic| {
        let labels = found.labels.iter().map(|label| label.span);
        let edits = found.suggestion.iter().flat_map(|it| it.edits.iter().map(|(span, _)| *span));
        std::iter::once(found.primary.span).chain(labels).chain(edits).collect::<Vec<_>>()
    };
    for (found, span) in
        findings.diagnostics.iter().flat_map(|found| spans(found).into_iter().map(move |it| (found, it)))
    {
        let file = &sources.files()[sources.file_index(span.lo)];
        let local = file.local(span);
        let is_inside = local.hi - local.lo == span.hi - span.lo;
        assert!(is_inside && file.text().get(local.lo as usize..local.hi as usize).is_some(), "{found:?}");
    }
}
