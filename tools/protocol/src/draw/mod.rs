//! The operation `draw` of the machine protocol: the members of requests, and answers. Documented in `docs/PROTOCOL.md`.

mod answer;
mod attachment;
mod call;
mod keep;

use crate::contents::Contents;
use crate::dispatch::ExecutionRecord;
use crate::members::{is_default, numbered, targets};
pub use answer::{Answer, Content};
use attachment::{DepthStencilRecord, TargetRecord};
use call::CallRecord;
use serde::{Deserialize, Deserializer, Serialize};
use webgpu_model::raster::SampleCount;
use webgpu_model::{Multisample, PipelineLayout, RenderPass, RenderState};
use wgsl_validator::interface::Interface;

/// A render pass: the members of a request to draw.
#[derive(Serialize, Deserialize, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
#[cfg_attr(feature = "schema", schemars(extend("required" = ["size", "multisample", "targets", "draws", "bindings"])))]
pub struct DrawRecord {
    /// Width and height of the attachments in pixels.
    size: [u32; 2],
    /// The number of samples of the attachments.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "SampleRecord"))]
    multisample: Option<SampleRecord>,
    /// The colour attachments by location.
    #[serde(default, deserialize_with = "targets")]
    targets: Vec<Option<TargetRecord>>,
    /// The attachment for depths and stencil values.
    #[serde(skip_serializing_if = "Option::is_none")]
    depth_stencil: Option<DepthStencilRecord>,
    /// The draws, one after the other.
    #[serde(default, deserialize_with = "draws")]
    draws: Vec<CallRecord>,
    /// The resources of all draws, and how the shaders are executed.
    #[serde(flatten)]
    pub execution: ExecutionRecord,
    /// The members of draws that do not have them. The suite writes them into each draw.
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", schemars(skip))]
    shared: CallRecord,
}

/// The number of samples, and the samples that are written by draws without a `multisample` member.
#[derive(Serialize, Deserialize, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
struct SampleRecord {
    /// 1 or 4.
    #[serde(default = "one")]
    count: u32,
    #[serde(flatten, skip_serializing_if = "is_default")]
    #[cfg_attr(feature = "schema", schemars(skip))]
    state: Multisample,
}

fn draws<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<CallRecord>, D::Error> {
    numbered("draw", deserializer)
}

const fn one() -> u32 {
    1
}

impl DrawRecord {
    /// Returns the members for a render pass with the resources of this layout. Others are left out: the program does not use
    /// them.
    #[must_use]
    pub fn new(pass: &RenderPass, layout: &PipelineLayout) -> Self {
        Self {
            size: pass.size,
            multisample: Some(SampleRecord {
                count: pass.sample_count.count(),
                state: Multisample::default(),
            }),
            targets: pass.targets.iter().map(|it| it.as_ref().map(TargetRecord::from)).collect(),
            depth_stencil: pass.depth_stencil.as_ref().map(DepthStencilRecord::from),
            draws: pass.draws().map(|draw| CallRecord::new(pass, draw, layout)).collect(),
            execution: ExecutionRecord::new(&pass.bindings, &pass.immediates, layout),
            shared: CallRecord::default(),
        }
    }

    /// The requested render pass.
    ///
    /// # Errors
    /// A member that is missing or malformed.
    pub(crate) fn pass(&self, contents: &mut Contents<'_>) -> Result<RenderPass, String> {
        let shape =
            RenderPass { size: self.size, sample_count: self.sample_count()?, ..RenderPass::default() };
        let (mut pipelines, mut draws): (Vec<RenderState>, _) = (Vec::new(), Vec::new());
        for (number, call) in self.calls().into_iter().enumerate() {
            let state = call.state(self);
            let draw = call.draw(&self.shared, contents);
            let mut draw = draw.map_err(|message| self.named(number, message))?;
            draw.pipeline = pipelines.iter().position(|known| *known == state).unwrap_or(pipelines.len());
            if draw.pipeline == pipelines.len() {
                pipelines.push(state);
            }
            draws.push(draw);
        }
        let targets = self.targets.iter().enumerate().map(|(location, target)| {
            let decode = |it: &TargetRecord| {
                it.decode(&shape, contents).map_err(|error| format!("target {location}: {error}"))
            };
            target.as_ref().map(decode).transpose()
        });
        let targets = targets.collect::<Result<_, _>>()?;
        let tests = self.depth_stencil.as_ref().map(|it| it.decode(&shape, contents));
        Ok(RenderPass {
            targets,
            depth_stencil: tests.transpose()?,
            bindings: self.execution.bindings(contents)?,
            immediates: self.execution.immediates()?,
            pipelines,
            draws,
            ..shape
        })
    }

    /// The draws; without `draws`, the only one has no members of its own.
    fn calls(&self) -> Vec<&CallRecord> {
        if self.draws.is_empty() { vec![&self.shared] } else { self.draws.iter().collect() }
    }

    fn named(&self, number: usize, message: String) -> String {
        if self.draws.is_empty() { message } else { format!("draw {number}: {message}") }
    }

    fn sample_count(&self) -> Result<SampleCount, String> {
        match self.multisample.as_ref().map(|it| it.count) {
            None | Some(1) => Ok(SampleCount::One),
            Some(4) => Ok(SampleCount::Four),
            Some(other) => Err(format!("expected 1 or 4 samples, found {other}")),
        }
    }

    /// A message on the first binding whose kind differs from that of its variable.
    pub(crate) fn mismatch(&self, interface: &Interface) -> Option<String> {
        let mut calls = self.calls().into_iter();
        self.execution.mismatch(interface).or_else(|| calls.find_map(|call| call.mismatch(interface)))
    }
}
