//! The shaders and pipelines that are created from a program, with their constants.

use super::super::PipelineEntry;
use super::super::places::Refusal;
use super::{Element, Run};
use indexmap::IndexMap;
use webgpu_model::Shader;
use wgsl_validator::PipelineRequest;

/// A shader of the program, with the constants of the pipeline.
pub(super) fn shader(run: &Run, entry_point: Option<&String>) -> Result<Shader, Refusal> {
    Ok(Shader { entry_point: entry_point.cloned(), constants: constants(&run.constants)? })
}

fn constants(entries: &IndexMap<String, Element>) -> Result<Vec<(String, f64)>, Refusal> {
    let constant = |(name, element): (&String, &Element)| {
        let value = element.number();
        let value =
            value.ok_or_else(|| Refusal::at(name, format!("the constant `{name}` must be a number")))?;
        Ok((name.clone(), value))
    };
    entries.iter().map(constant).collect()
}

impl PipelineEntry {
    /// The pipeline.
    pub(in crate::case) fn resolve(self) -> Result<PipelineRequest, Refusal> {
        let constants = constants(&self.constants)?;
        let stage = self.stage.map(|stage| stage.0);
        Ok(PipelineRequest { stage, entry_point: self.entry_point, constants })
    }
}
