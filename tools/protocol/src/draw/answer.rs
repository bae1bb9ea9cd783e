//! Answers to requests to draw. The subcommand `run` prints them, too.

use super::DrawRecord;
use crate::dispatch::{FaultRecord, FaultWords, WrittenRecord};
use crate::error::ErrorRecord;
use crate::reply::{self, Body};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;
use serde_json::value::RawValue;
use shader_run::draw::{Drawn, DrawnTarget};
use shader_run::execute::Fault;
use shader_run::texture::Texture;
use shader_source::SourceMap;
use webgpu_model::Binding;
use wgsl_lower::compute::Failure;

/// An answer.
pub type Answer<'a> = reply::Answer<'a, Box<DrawnRecord<'a>>>;

/// The contents and faults of a render pass.
#[derive(Serialize, Debug)]
pub struct DrawnRecord<'a> {
    targets: Vec<Option<TargetRecord>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth_base64: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stencil_base64: Option<String>,
    bindings: Vec<WrittenRecord>,
    /// Empty unless a draw has bindings of its own.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    draws: Vec<CallRecord>,
    faults: Vec<FaultRecord<'a>>,
}

/// A colour attachment after the last draw.
#[derive(Serialize, Debug)]
struct TargetRecord {
    #[serde(skip_serializing_if = "Option::is_none")]
    data_base64: Option<String>,
    /// The averages of several samples.
    #[serde(skip_serializing_if = "Option::is_none")]
    resolved_base64: Option<String>,
}

/// Contents that an answer may have.
#[derive(Clone, Copy, Debug)]
pub enum Content<'a> {
    /// Those of a binding of the request.
    Binding(&'a Binding),
    /// The texels of the colour attachment at a location.
    Target(usize),
    /// The averages of its samples.
    Resolved(usize),
    /// The depths.
    Depth,
    /// The stencil values.
    Stencil,
}

/// The written bindings of a draw.
#[derive(Serialize, Debug)]
struct CallRecord {
    bindings: Vec<WrittenRecord>,
}

impl<'a> Answer<'a> {
    /// The answer to a request.
    pub(crate) fn new(
        id: Option<&'a RawValue>,
        sources: &SourceMap<'a>,
        result: &'a Result<Drawn, Failure>,
        members: &DrawRecord,
    ) -> Self {
        let own = |drawn: &Drawn| {
            let calls = members.calls().into_iter().zip(&drawn.draw_bindings);
            let written = calls.map(|(call, bindings)| {
                let is_answered = |it: &&Binding| call.bindings().iter().any(|record| record.answers(it));
                let bindings = bindings.iter().filter(is_answered).map(WrittenRecord::new).collect();
                CallRecord { bindings }
            });
            let has_own = members.calls().iter().any(|call| !call.bindings().is_empty());
            if has_own { written.collect() } else { Vec::new() }
        };
        Self::with(id, sources, result, |it| members.answers(it), own)
    }

    /// The answer with the contents that `answers` selects, without the bindings of single draws.
    pub fn of(
        id: Option<&'a RawValue>,
        sources: &SourceMap<'a>,
        result: &'a Result<Drawn, Failure>,
        answers: impl Fn(Content<'_>) -> bool,
    ) -> Self {
        Self::with(id, sources, result, answers, |_| Vec::new())
    }

    /// The answer for programs in another language than WGSL that were drawn with, with the contents that `answers` selects.
    pub fn drawn(
        id: Option<&'a RawValue>,
        sources: &SourceMap<'a>,
        drawn: &'a Drawn,
        answers: impl Fn(Content<'_>) -> bool,
        words: impl Fn(&Fault) -> FaultWords,
    ) -> Self {
        let fault = |fault| FaultRecord::with_words(fault, words(fault), sources);
        let faults = once(&drawn.faults).map(fault).collect();
        let record = DrawnRecord::new(drawn, answers, Vec::new(), faults);
        Self { id, ok: true, body: Body::Done(Box::new(record)) }
    }

    /// The answer with the contents that `answers` selects, and the bindings of single draws.
    fn with(
        id: Option<&'a RawValue>,
        sources: &SourceMap<'a>,
        result: &'a Result<Drawn, Failure>,
        answers: impl Fn(Content<'_>) -> bool,
        calls: impl Fn(&Drawn) -> Vec<CallRecord>,
    ) -> Self {
        let body = match result {
            Ok(drawn) => {
                let faults =
                    once(&drawn.faults).map(|fault| FaultRecord::new(fault, false, sources)).collect();
                Body::Done(Box::new(DrawnRecord::new(drawn, answers, calls(drawn), faults)))
            }
            Err(failure) => Body::Failed { error: ErrorRecord::of_failure(failure, sources) },
        };
        Self { id, ok: result.is_ok(), body }
    }
}

impl<'a> DrawnRecord<'a> {
    fn new(
        drawn: &Drawn,
        answers: impl Fn(Content<'_>) -> bool,
        calls: Vec<CallRecord>,
        faults: Vec<FaultRecord<'a>>,
    ) -> Self {
        let answered = |content, texture: &Texture| answers(content).then(|| texels(texture));
        let target = |location, target: &DrawnTarget| {
            let resolved = target.resolved.as_ref();
            TargetRecord {
                data_base64: answered(Content::Target(location), &target.texture),
                resolved_base64: resolved.and_then(|it| answered(Content::Resolved(location), it)),
            }
        };
        let targets = drawn.targets.iter().enumerate();
        let bindings = drawn.bindings.iter().filter(|it| answers(Content::Binding(it)));
        Self {
            targets: targets.map(|(location, it)| it.as_ref().map(|it| target(location, it))).collect(),
            depth_base64: drawn.depth.as_ref().and_then(|it| answered(Content::Depth, it)),
            stencil_base64: drawn.stencil.as_ref().and_then(|it| answered(Content::Stencil, it)),
            bindings: bindings.map(WrittenRecord::new).collect(),
            draws: calls,
            faults,
        }
    }
}

/// Each fault at its first occurrence: several draws may have the same.
pub(crate) fn once(faults: &[Fault]) -> impl Iterator<Item = &Fault> {
    let is_first = |number: usize, fault: &Fault| {
        let before = faults.iter().take(number);
        !before.clone().any(|known| (known.kind, known.span) == (fault.kind, fault.span))
    };
    faults.iter().enumerate().filter(move |(number, fault)| is_first(*number, fault)).map(|(_, fault)| fault)
}

fn texels(texture: &Texture) -> String {
    STANDARD.encode(texture.to_bytes())
}
