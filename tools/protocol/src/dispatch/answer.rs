//! Answers to requests to run. The subcommand `run` prints them, too.

use super::swept::SweepRecord;
use crate::error::ErrorRecord;
use crate::reply::{self, Body};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;
use serde_json::value::RawValue;
use shader_run::execute::{Fault, Terms};
use shader_run::resources::Outcome;
use shader_source::SourceMap;
use shader_source::diagnostic::Label;
use shader_source::record::RangeRecord;
use webgpu_model::Binding;
use wgsl_lower::compute::Failure;

/// An answer.
pub type Answer<'a> = reply::Answer<'a, RanRecord<'a>>;

/// The contents and faults of a dispatch.
#[derive(Serialize, Debug)]
pub struct RanRecord<'a> {
    bindings: Vec<WrittenRecord>,
    faults: Vec<FaultRecord<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sweep: Option<SweepRecord<'a>>,
}

/// The final content of a resource.
#[derive(Serialize, Debug)]
pub(crate) struct WrittenRecord {
    group: u32,
    binding: u32,
    data_base64: String,
}

/// A fault of strict execution.
#[derive(Serialize, Debug)]
pub(crate) struct FaultRecord<'a> {
    kind: &'static str,
    message: &'a str,
    #[serde(flatten)]
    place: RangeRecord,
    workgroup: u64,
    invocation: u32,
    labels: Vec<LabelRecord>,
    notes: Vec<String>,
}

/// A place beside that of a fault.
#[derive(Serialize, Debug)]
struct LabelRecord {
    text: String,
    #[serde(flatten)]
    place: RangeRecord,
}

/// The parts of the answer on a fault beside its kind, message and place, in the words of a language.
#[derive(Clone, Debug, Default)]
pub struct FaultWords {
    /// Other places.
    pub labels: Vec<Label>,
    /// The ways to avoid the fault.
    pub notes: Vec<String>,
}

impl<'a> Answer<'a> {
    /// The answer for a program in another language than WGSL that ran, with the bindings that `answers` selects.
    pub fn ran(
        id: Option<&'a RawValue>,
        sources: &SourceMap<'a>,
        outcome: &'a Outcome,
        answers: impl Fn(&Binding) -> bool,
        words: impl Fn(&Fault) -> FaultWords,
    ) -> Self {
        let fault = |fault| FaultRecord::with_words(fault, words(fault), sources);
        Self { id, ok: true, body: Body::Done(RanRecord::new(outcome, answers, sources, fault)) }
    }

    /// The answer for a result, with the bindings that `answers` selects.
    pub fn new(
        id: Option<&'a RawValue>,
        sources: &SourceMap<'a>,
        result: &'a Result<Outcome, Failure>,
        answers: impl Fn(&Binding) -> bool,
    ) -> Self {
        let body = match result {
            Ok(outcome) => Body::Done(RanRecord::new(outcome, answers, sources, |fault| {
                FaultRecord::new(fault, true, sources)
            })),
            Err(failure) => Body::Failed { error: ErrorRecord::of_failure(failure, sources) },
        };
        Self { id, ok: result.is_ok(), body }
    }
}

impl<'a> RanRecord<'a> {
    fn new(
        outcome: &'a Outcome,
        answers: impl Fn(&Binding) -> bool,
        sources: &SourceMap<'_>,
        fault: impl Fn(&'a Fault) -> FaultRecord<'a>,
    ) -> Self {
        Self {
            bindings: outcome.bindings.iter().filter(|it| answers(it)).map(WrittenRecord::new).collect(),
            faults: outcome.faults.iter().map(fault).collect(),
            sweep: outcome.sweep.as_ref().map(|sweep| SweepRecord::new(sweep, sources)),
        }
    }
}

impl WrittenRecord {
    pub(crate) fn new(binding: &Binding) -> Self {
        let data_base64 = STANDARD.encode(binding.data.bytes());
        Self { group: binding.group, binding: binding.binding, data_base64 }
    }
}

impl<'a> FaultRecord<'a> {
    pub(crate) fn new(fault: &'a Fault, is_dispatch: bool, sources: &SourceMap<'_>) -> Self {
        let words = FaultWords {
            labels: fault.labels(&Terms::WEBGPU),
            notes: fault.remedy(&Terms::WEBGPU, is_dispatch).into_iter().collect(),
        };
        Self::with_words(fault, words, sources)
    }

    pub(crate) fn with_words(fault: &'a Fault, words: FaultWords, sources: &SourceMap<'_>) -> Self {
        let label = |Label { span, text, .. }| LabelRecord { text, place: RangeRecord::new(span, sources) };
        Self {
            kind: fault.kind.name(),
            message: &fault.message,
            place: RangeRecord::new(fault.span, sources),
            workgroup: fault.workgroup,
            invocation: fault.invocation,
            labels: words.labels.into_iter().map(label).collect(),
            notes: words.notes,
        }
    }
}
