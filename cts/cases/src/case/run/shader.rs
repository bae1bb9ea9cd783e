//! The shaders of a program of `run`.

use super::super::matrix::Row;
use super::elements::{expand, fill};
use super::places::Refusal;
use super::{Element, Run};
use shader_model::Shader;

/// A shader of the program, with the constants of the pipeline.
pub(super) fn shader(run: &Run, entry_point: Option<&String>, row: &Row) -> Result<Shader, Refusal> {
    let mut constants = Vec::new();
    for (name, element) in &run.constants {
        let values = expand(std::slice::from_ref(element), row)?;
        let [Element::Number(value)] = values.as_slice() else {
            return Err(Refusal::at(name, format!("the constant `{name}` is a number")));
        };
        constants.push((name.clone(), *value));
    }
    let entry_point = entry_point.map(|name| fill(name, row)).transpose()?;
    Ok(Shader { entry_point, constants })
}
