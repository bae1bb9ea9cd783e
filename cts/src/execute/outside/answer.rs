//! Answers of the machine protocol, as clients read them.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use shader_run::execute::FaultKind;
use webgpu_model::raster::SampleCount;
use webgpu_model::{Binding, RenderPass, Target};
use wgsl_cts_cases::execution::{Fault, Output};
use wgsl_cts_cases::outcome::Finding;
use wgsl_validator::diagnostic::Severity;

/// An answer. Everything but `ok` may be missing.
#[derive(Deserialize, Debug)]
pub(super) struct Answer {
    #[serde(default)]
    id: serde_json::Value,
    /// Whether the program is accepted, or was run.
    pub(super) ok: bool,
    #[serde(default)]
    diagnostics: Vec<DiagnosticRecord>,
    #[serde(default)]
    bindings: Vec<BindingRecord>,
    faults: Option<Vec<FaultRecord>>,
    #[serde(default)]
    targets: Vec<Option<TargetRecord>>,
    depth_base64: Option<String>,
    stencil_base64: Option<String>,
    /// Why the request could not be carried out.
    pub(super) error: Option<ErrorRecord>,
}

/// Why a request could not be carried out.
#[derive(Deserialize, Debug)]
pub(super) struct ErrorRecord {
    pub(super) stage: ErrorStage,
    #[serde(default)]
    pub(super) message: String,
    #[serde(default)]
    diagnostics: Vec<DiagnosticRecord>,
}

/// The step at which a request failed.
#[derive(Deserialize, Debug, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub(super) enum ErrorStage {
    Protocol,
    ShaderCreation,
    PipelineCreation,
    Execution,
    Unsupported,
    Internal,
}

#[derive(Deserialize, Debug)]
struct DiagnosticRecord {
    #[serde(default)]
    severity: Option<String>,
    #[serde(default)]
    message: String,
    #[serde(default)]
    line: u32,
    #[serde(default)]
    column: u32,
}

#[derive(Deserialize, Debug)]
struct BindingRecord {
    group: u32,
    binding: u32,
    data_base64: String,
}

/// A colour attachment. Its texels are missing if they are resolved.
#[derive(Deserialize, Debug)]
struct TargetRecord {
    data_base64: Option<String>,
    resolved_base64: Option<String>,
}

#[derive(Deserialize, Debug)]
struct FaultRecord {
    kind: String,
    line: u32,
    column: u32,
}

impl Answer {
    /// Reads the answer to the request with this id.
    ///
    /// # Errors
    /// It is malformed, or answers another request.
    pub(super) fn parse(line: &str, id: u64) -> Result<Self, String> {
        let answer: Self = serde_json::from_str(line)
            .map_err(|error| format!("its answer does not follow the protocol: {error}"))?;
        if answer.id.as_u64() == Some(id) {
            Ok(answer)
        } else {
            Err(format!("expected an answer with id {id}, found id {}", answer.id))
        }
    }

    /// The errors that it lists.
    pub(super) fn findings(&self) -> Vec<Finding> {
        findings(&self.diagnostics)
    }

    /// The resources with their new contents; those that it leaves out are unchanged.
    ///
    /// # Errors
    /// There is no such resource, or its bytes are malformed or not as many as before.
    pub(super) fn bindings(&self, given: &[Binding]) -> Result<Vec<Binding>, String> {
        let binding = |record: &BindingRecord| {
            let place = format!("@group({}) @binding({})", record.group, record.binding);
            let mut known = given.iter();
            let known = known.find(|it| (it.group, it.binding) == (record.group, record.binding));
            let known = known.ok_or_else(|| format!("its answer has {place}, to which nothing is bound"))?;
            let bytes = STANDARD.decode(&record.data_base64).map_err(|error| format!("{place}: {error}"))?;
            if bytes.len() != known.data.bytes().len() {
                let before = known.data.bytes().len();
                return Err(format!("{place} has {} bytes, but had {before}", bytes.len()));
            }
            Ok(Binding { data: known.data.with_bytes(bytes), ..known.clone() })
        };
        self.bindings.iter().map(binding).collect()
    }

    /// The contents of the attachments of a pass as the suite compares them: with several samples only resolved colours.
    ///
    /// # Errors
    /// Bytes are malformed.
    pub(super) fn attachments(&self, pass: &RenderPass) -> Result<Output, String> {
        let bytes = |name: &str, text: Option<&String>| -> Result<Option<Vec<u8>>, String> {
            let decoded = text.map(|text| STANDARD.decode(text)).transpose();
            decoded.map_err(|error| format!("{name}: {error}"))
        };
        let target = |(location, target): (usize, &Option<Target>)| {
            let answered = self.targets.get(location).and_then(Option::as_ref);
            let text = answered.and_then(|answered| {
                let is_resolved = target.as_ref().is_some_and(|target| pass.resolves(target));
                if is_resolved { answered.resolved_base64.as_ref() } else { answered.data_base64.as_ref() }
            });
            Ok(bytes(&format!("target {location}"), text)?.unwrap_or_default())
        };
        let has_one_sample = pass.sample_count == SampleCount::One;
        Ok(Output {
            targets: pass.targets.iter().enumerate().map(target).collect::<Result<_, String>>()?,
            depth: bytes("depth_base64", self.depth_base64.as_ref().filter(|_| has_one_sample))?,
            stencil: bytes("stencil_base64", self.stencil_base64.as_ref().filter(|_| has_one_sample))?,
            ..Output::default()
        })
    }

    /// The faults; `None` from an executor that does not look for them.
    ///
    /// # Errors
    /// A fault is of an unknown kind.
    pub(super) fn faults(&self) -> Result<Option<Vec<Fault>>, String> {
        let fault = |record: &FaultRecord| {
            let FaultRecord { kind, line, column } = record;
            let kind = FaultKind::named(kind).ok_or_else(|| format!("unknown kind of fault `{kind}`"))?;
            Ok(Fault { line: *line, column: *column, kind })
        };
        self.faults.as_ref().map(|faults| faults.iter().map(fault).collect()).transpose()
    }
}

impl ErrorRecord {
    /// The errors that it lists.
    pub(super) fn findings(&self) -> Vec<Finding> {
        findings(&self.diagnostics)
    }
}

fn findings(records: &[DiagnosticRecord]) -> Vec<Finding> {
    let is_error = |record: &&DiagnosticRecord| {
        record.severity.as_deref().is_none_or(|severity| severity == Severity::Error.name())
    };
    let finding = |record: &DiagnosticRecord| Finding {
        line: record.line,
        column: record.column,
        ..Finding::error(record.message.clone())
    };
    records.iter().filter(is_error).map(finding).collect()
}
