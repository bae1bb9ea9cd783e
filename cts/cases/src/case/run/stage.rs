//! Stages of the pipelines that are made of a program.

use super::super::matrix::Row;
use super::elements::{expand, fill};
use super::places::Refusal;
use super::{Element, Run};
use crate::names::StageName;
use crate::vocabulary::Pipeline;
use indexmap::IndexMap;
use wgsl_spec::ShaderStage;

/// A stage of the pipeline that is made of the program.
pub(super) fn pipeline(
    run: &Run,
    stage: ShaderStage,
    entry_point: Option<&String>,
    row: &Row,
) -> Result<Pipeline, Refusal> {
    let mut constants = IndexMap::new();
    for (name, element) in &run.constants {
        let values = expand(std::slice::from_ref(element), row)?;
        let [Element::Number(value)] = values.as_slice() else {
            return Err(Refusal::at(name, format!("the constant `{name}` is a number")));
        };
        constants.insert(name.clone(), *value);
    }
    let entry_point = entry_point.map(|name| fill(name, row)).transpose()?;
    Ok(Pipeline { stage: Some(StageName(stage)), entry_point, constants })
}
