//! The validator of this project: its findings in a program, in the stages created from it, and in linking them.

use crate::case::Instance;
use crate::outcome::{Finding, Outcome};
use crate::vocabulary::{Pipeline, Verdict};
use shader_source::LineIndex;
use wgsl_spec::ShaderStage;
use wgsl_validator::diagnostic::{Diagnostic, Severity};
use wgsl_validator::link::{Stage, link};
use wgsl_validator::{Options, PipelineRequest, Validator, validate_bytes};

/// Judges a program under the conditions of its case.
#[must_use]
pub fn judge(instance: &Instance) -> Outcome {
    let request = &instance.case.request;
    let options = Options { edition: request.edition, target: request.target.clone().unwrap_or_default() };
    let program = instance.program.as_slice();
    let Ok(text) = std::str::from_utf8(program) else {
        return judged(&String::from_utf8_lossy(program), &validate_bytes(program, &options).diagnostics);
    };
    let mut validator = Validator::new(options);
    let module = validator.diagnose(text);
    let stages = instance.stages();
    let linked = linked(instance);
    if is_refused(&module) && (linked.is_some() || !stages.is_empty()) {
        return Outcome::Unable("the module is rejected before anything is made of it".to_owned());
    }
    // A stage is checked as a module again, so the findings of the module recur.
    let mut found = if stages.is_empty() { module } else { Vec::new() };
    if let Some(names) = linked {
        let Some(of_both) = findings_of_both(text, &validator, names) else {
            return Outcome::Unable("linking takes one vertex and one fragment entry point".to_owned());
        };
        add(&mut found, of_both);
    }
    for stage in stages {
        add(&mut found, validator.diagnose_pipeline(text, &pipeline_request(stage)));
    }
    judged(text, &found)
}

/// Adds new diagnostics only: two stages have their module in common.
fn add(found: &mut Vec<Diagnostic>, others: Vec<Diagnostic>) {
    for other in others {
        if !found.contains(&other) {
            found.push(other);
        }
    }
}

/// The names of the linked vertex and fragment entry points, if given; `None` means the only one.
type Names<'a> = [Option<&'a str>; 2];

/// The names of the entry points to link, if the case links.
fn linked(instance: &Instance) -> Option<Names<'_>> {
    if let Some(draw) = instance.execution.as_ref().and_then(|execution| execution.draw()) {
        let fragment = draw.fragment.as_ref()?;
        return Some([&draw.vertex, fragment].map(|stage| stage.entry_point.as_deref()));
    }
    instance.case.request.is_linked.then_some([None; 2])
}

/// The findings of linking the two stages; `None` if one of them does not exist.
fn findings_of_both(
    text: &str,
    validator: &Validator,
    [vertex, fragment]: Names<'_>,
) -> Option<Vec<Diagnostic>> {
    let stage = |stage, name| Stage::find(text, validator.module(), stage, name);
    let vertex = stage(ShaderStage::Vertex, vertex)?;
    let fragment = stage(ShaderStage::Fragment, fragment)?;
    let found = link(vertex, fragment, &validator.options().target);
    Some([found.vertex, found.fragment].concat())
}

fn is_refused(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|found| found.severity == Severity::Error)
}

fn pipeline_request(pipeline: &Pipeline) -> PipelineRequest {
    PipelineRequest {
        stage: pipeline.stage.as_ref().map(|stage| stage.0),
        entry_point: pipeline.entry_point.clone(),
        constants: pipeline.constants.iter().map(|(name, value)| (name.clone(), *value)).collect(),
    }
}

fn judged(text: &str, diagnostics: &[Diagnostic]) -> Outcome {
    let verdict = if is_refused(diagnostics) { Verdict::Reject } else { Verdict::Accept };
    let lines = LineIndex::new(text);
    let findings = diagnostics.iter().map(|found| {
        let place = lines.position(found.primary.span.lo);
        Finding {
            severity: found.severity,
            code: Some(found.code),
            line: place.line,
            column: place.column_utf16,
            message: found.message.clone(),
        }
    });
    Outcome::Judged(verdict, findings.collect())
}
