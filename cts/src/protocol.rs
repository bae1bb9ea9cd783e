//! Requests of the machine protocol about programs of the suite. `docs/PROTOCOL.md` describes them.

use serde::Serialize;
use webgpu_model::{Dispatch, PipelineLayout, RenderPass};
use wgsl_check_protocol::Request;
use wgsl_check_protocol::dispatch::RunRecord;
use wgsl_check_protocol::draw::DrawRecord;
use wgsl_cts_cases::execution::Execution;

/// A request with its number.
#[derive(Serialize, Debug)]
pub struct Numbered<'a> {
    /// The number, which the answer repeats.
    pub id: u64,
    /// The request.
    #[serde(flatten)]
    pub request: Request<'a>,
}

/// Returns the members of a request to run a dispatch, with the resources of this layout.
#[must_use]
pub fn run(execution: &Execution, dispatch: &Dispatch, layout: &PipelineLayout) -> RunRecord {
    let mut record = RunRecord::new(dispatch, layout);
    (record.execution.strict, record.execution.subgroup_size) =
        (execution.is_strict, execution.subgroup_size);
    record
}

/// Returns the members of a request to run a render pass, with the resources of this layout.
#[must_use]
pub fn draw(execution: &Execution, pass: &RenderPass, layout: &PipelineLayout) -> DrawRecord {
    let mut record = DrawRecord::new(pass, layout);
    (record.execution.strict, record.execution.subgroup_size) =
        (execution.is_strict, execution.subgroup_size);
    record
}
