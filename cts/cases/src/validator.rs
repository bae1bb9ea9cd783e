//! The validator of this project: its findings in a program, in the stages created from it, and in linking them.

use crate::case::Instance;
use crate::outcome::{Finding, Outcome};
use crate::vocabulary::Verdict;
use shader_source::LineIndex;
use wgsl_spec::ShaderStage;
use wgsl_validator::diagnostic::{Diagnostic, Severity};
use wgsl_validator::link::{LinkFindings, link};
use wgsl_validator::{PipelineRequest, Validator, decode};

/// Judges a program under the conditions of its case.
#[must_use]
pub fn judge(instance: &Instance) -> Outcome {
    let program = instance.program.as_slice();
    let text = match decode(program) {
        Ok(text) => text,
        Err(found) => return judged(&String::from_utf8_lossy(program), &found),
    };
    let mut validator = Validator::new(instance.case.request.options());
    let module = validator.validate(text);
    let requests = requests(instance);
    if requests.is_empty() {
        return judged(text, module.diagnostics());
    }
    if !module.is_accepted() {
        return Outcome::Unable("the module is rejected".to_owned());
    }
    let (mut found, mut stages) = (Vec::new(), Vec::new());
    for request in &requests {
        match validator.specialize(&module, request) {
            Ok(stage) => {
                add(&mut found, module.diagnostics().to_vec());
                stages.push(stage);
            }
            Err(others) => add(&mut found, others),
        }
    }
    let of = |wanted| stages.iter().find(|stage| stage.stage() == wanted);
    if let (Some(vertex), Some(fragment)) = (of(ShaderStage::Vertex), of(ShaderStage::Fragment)) {
        let LinkFindings { vertex, fragment } = link(vertex, fragment);
        add(&mut found, vertex);
        add(&mut found, fragment);
    }
    judged(text, &found)
}

/// The stages to make of the module: those of a pipeline or a draw, and both of a render pipeline that is linked.
fn requests(instance: &Instance) -> Vec<PipelineRequest> {
    let mut requests = instance.stages();
    if instance.case.request.is_linked {
        let both = [ShaderStage::Vertex, ShaderStage::Fragment];
        let only = |stage| PipelineRequest { stage: Some(stage), ..PipelineRequest::default() };
        requests.extend(both.map(only));
    }
    requests
}

/// Adds new diagnostics only: two stages have their module in common.
fn add(found: &mut Vec<Diagnostic>, others: Vec<Diagnostic>) {
    for other in others {
        if !found.contains(&other) {
            found.push(other);
        }
    }
}

fn judged(text: &str, diagnostics: &[Diagnostic]) -> Outcome {
    let is_rejected = diagnostics.iter().any(|found| found.severity == Severity::Error);
    let verdict = if is_rejected { Verdict::Reject } else { Verdict::Accept };
    let lines = LineIndex::new(text);
    Outcome::Judged(verdict, diagnostics.iter().map(|found| Finding::new(found, &lines)).collect())
}
