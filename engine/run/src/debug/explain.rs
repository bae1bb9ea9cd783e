//! Explanations of values; see [`execute::explain`].

use super::{Probed, Refusal, Request, Subject};
use crate::execute::{self, Origin, Stopped};
use shader_ir::Resource;

/// Explains the scalar at a distance in bytes from the start of a binding: `None` if no store wrote it. Also the resources of the program, which
/// the memories in the explanation are.
///
/// # Errors
/// See [`Refusal`].
pub fn explain(
    subject: &mut dyn Subject,
    (group, binding): (u32, u32),
    address: u32,
) -> Result<(Option<Origin>, Vec<Resource>), Refusal> {
    let probed = Probed::new(subject, &Request::default(), false)?;
    let resources = probed.pipeline.program().resources.clone();
    let index = resources.iter().position(|it| it.is_at(group, binding));
    let index = index.ok_or_else(|| Refusal::Program("the program does not use this binding".to_owned()))?;
    let bound = probed.bind()?;
    let origin = execute::explain(&probed.pipeline.plan, probed.launch.grid, &bound, (index as u16, address));
    let origin = origin.map_err(|stopped| {
        Refusal::Program(match stopped {
            Stopped::OutOfMemory => {
                "the execution is too long to be explained: dispatch fewer workgroups".to_owned()
            }
            Stopped::OutOfFuel => stopped.to_string(),
        })
    })?;
    Ok((origin, resources))
}
