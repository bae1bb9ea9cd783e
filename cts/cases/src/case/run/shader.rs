//! The shaders and pipelines that are created from a program, with their constants.

use super::super::PipelineEntry;
use super::super::matrix::Row;
use super::elements::{expand, fill};
use super::places::Refusal;
use super::{Element, Run};
use indexmap::IndexMap;
use webgpu_model::Shader;
use wgsl_validator::PipelineRequest;

/// A shader of the program, with the constants of the pipeline.
pub(super) fn shader(run: &Run, entry_point: Option<&String>, row: &Row) -> Result<Shader, Refusal> {
    let constants = constants(&run.constants, row)?;
    let entry_point = entry_point.map(|name| fill(name, row)).transpose()?;
    Ok(Shader { entry_point, constants })
}

fn constants(entries: &IndexMap<String, Element>, row: &Row) -> Result<Vec<(String, f64)>, Refusal> {
    let constant = |(name, element): (&String, &Element)| {
        let expanded = expand(std::slice::from_ref(element), row)?;
        let value = if let [value] = expanded.as_slice() { value.number() } else { None };
        let value =
            value.ok_or_else(|| Refusal::at(name, format!("the constant `{name}` must be a number")))?;
        Ok((name.clone(), value))
    };
    entries.iter().map(constant).collect()
}

impl PipelineEntry {
    /// The pipeline, with values of the matrix.
    pub(in crate::case) fn resolve(&self, row: &Row) -> Result<PipelineRequest, Refusal> {
        let constants = constants(&self.constants, row)?;
        let entry_point = self.entry_point.as_ref().map(|name| fill(name, row)).transpose()?;
        let stage = self.stage.as_ref().map(|stage| stage.0);
        Ok(PipelineRequest { stage, entry_point, constants })
    }

    /// All strings that may use values of the matrix.
    pub(in crate::case) fn words(&self) -> Vec<&str> {
        let mut words: Vec<&str> = self.entry_point.iter().map(String::as_str).collect();
        self.constants.values().for_each(|element| element.words(&mut words));
        words
    }
}
