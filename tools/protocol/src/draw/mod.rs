//! The operation `draw` of the machine protocol: requests and answers. Documented in `docs/PROTOCOL.md`.

mod answer;
mod attachment;
mod call;
mod keep;
mod state;

use crate::contents::Contents;
use crate::dispatch;
pub use answer::{Answer, Content};
use attachment::{DepthStencilRecord, TargetRecord};
use call::CallRecord;
use serde::Deserialize;
use shader_run::execute::Options;
use webgpu_model::raster::SampleCount;
use webgpu_model::{RenderPass, RenderState};
use wgsl_validator::interface::Interface;

/// The members that only a request to draw has. Those of a draw count for each draw that does not have them.
#[derive(Deserialize, Debug)]
pub(crate) struct Members {
    size: [u32; 2],
    #[serde(default)]
    targets: Vec<Option<TargetRecord>>,
    depth_stencil: Option<DepthStencilRecord>,
    #[serde(default)]
    draws: Vec<CallRecord>,
    /// The members that a request to run also has; `bindings` is among them, and not among those of a draw.
    #[serde(flatten)]
    common: dispatch::Members,
    #[serde(flatten)]
    shared: CallRecord,
}

impl Members {
    /// The requested render pass.
    ///
    /// # Errors
    /// A member that is missing or malformed.
    pub(crate) fn pass(&self, contents: &mut Contents<'_>) -> Result<RenderPass, String> {
        let shape =
            RenderPass { size: self.size, sample_count: self.sample_count()?, ..RenderPass::default() };
        let (mut pipelines, mut draws): (Vec<RenderState>, _) = (Vec::new(), Vec::new());
        for (number, call) in self.calls().into_iter().enumerate() {
            let decoded = call.state(self).and_then(|state| Ok((state, call.draw(&self.shared, contents)?)));
            let (state, mut draw) = decoded.map_err(|message| self.named(number, message))?;
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
            bindings: self.common.bindings(contents)?,
            immediates: self.common.immediates()?,
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
        match self.shared.sample_count() {
            None | Some(1) => Ok(SampleCount::One),
            Some(4) => Ok(SampleCount::Four),
            Some(other) => Err(format!("expected 1 or 4 samples, found {other}")),
        }
    }

    /// The options of the executor, with at most so much fuel.
    ///
    /// # Errors
    /// A malformed member.
    pub(crate) fn options(&self, most_fuel: u64) -> Result<Options, String> {
        self.common.options(most_fuel)
    }

    /// A message on the first binding whose kind differs from that of its variable.
    pub(crate) fn mismatch(&self, interface: &Interface) -> Option<String> {
        let mut calls = self.calls().into_iter();
        self.common.mismatch(interface).or_else(|| calls.find_map(|call| call.mismatch(interface)))
    }
}
