//! Built-in variables that functions get. Sections 5.2.3.1, 5.2.3.4 and 5.2.3.6

use super::lowering::{Lowering, Outcome};
use shader_ir::{Input, PipelineValue, Register, ShaderStage, Type};
use shader_numeric::Operation;

impl Lowering<'_> {
    /// The scalars of the built-in variable of an attribute, of which an argument has so many.
    pub(super) fn built_in(&mut self, name: &str, count: u8) -> Outcome<Vec<Register>> {
        if let Some((value, ty)) = pipeline_value(name, self.code.program.stage) {
            return self.pipeline_value(value, ty, count);
        }
        if let Some(value) = self.of_quad_group(name) {
            return Ok(vec![value]);
        }
        match dispatch_inputs(name, count) {
            Some(inputs) => Ok(inputs.into_iter().map(|input| self.code.input(input)).collect()),
            None => self.unsupported(format!("`{name}` can't be executed yet")),
        }
    }
}

impl Lowering<'_> {
    /// A variable of quad-groups, which are four threads each in the order of their numbers.
    fn of_quad_group(&mut self, name: &str) -> Option<Register> {
        Some(match name {
            "thread_index_in_quadgroup" => {
                let (number, three) = (self.code.input(Input::SubgroupInvocation), self.code.number(3));
                self.scalar(Operation::BitAnd, Type::U32, [number, three, three])
            }
            "quadgroup_index_in_threadgroup" => {
                let (number, two) = (self.code.input(Input::LocalInvocationIndex), self.code.number(2));
                self.scalar(Operation::ShiftRight, Type::U32, [number, two, two])
            }
            // The last one may be smaller.
            "quadgroups_per_threadgroup" => self.quad_groups(Input::WorkgroupSize),
            "dispatch_quadgroups_per_threadgroup" => self.quad_groups(Input::WholeWorkgroupSize),
            _ => return None,
        })
    }

    /// The quad-groups of a threadgroup with a size along each axis.
    fn quad_groups(&mut self, size: fn(u8) -> Input) -> Register {
        let [x, y, z] = [0, 1, 2].map(|axis| self.code.input(size(axis)));
        let plane = self.scalar(Operation::Multiply, Type::U32, [x, y, y]);
        let threads = self.scalar(Operation::Multiply, Type::U32, [plane, z, z]);
        let (two, three) = (self.code.number(2), self.code.number(3));
        let more = self.scalar(Operation::Add, Type::U32, [threads, three, three]);
        self.scalar(Operation::ShiftRight, Type::U32, [more, two, two])
    }
}

/// The value of a draw that a variable of this stage is, with the type of its scalars.
fn pipeline_value(name: &str, stage: Option<ShaderStage>) -> Option<(PipelineValue, Type)> {
    Some(match (stage?, name) {
        (ShaderStage::Vertex, "vertex_id") => (PipelineValue::VertexIndex, Type::U32),
        (ShaderStage::Vertex, "instance_id") => (PipelineValue::InstanceIndex, Type::U32),
        (ShaderStage::Vertex, "base_vertex") => (PipelineValue::BaseVertex, Type::U32),
        (ShaderStage::Vertex, "base_instance") => (PipelineValue::BaseInstance, Type::U32),
        (ShaderStage::Fragment, "position") => (PipelineValue::Position, Type::F32),
        (ShaderStage::Fragment, "front_facing") => (PipelineValue::FrontFacing, Type::Bool),
        (ShaderStage::Fragment, "sample_id") => (PipelineValue::SampleIndex, Type::U32),
        (ShaderStage::Fragment, "sample_mask") => (PipelineValue::SampleMask, Type::U32),
        (ShaderStage::Fragment, "primitive_id") => (PipelineValue::PrimitiveIndex, Type::U32),
        (ShaderStage::Fragment, "barycentric_coord") => (PipelineValue::BarycentricCoord, Type::F32),
        (ShaderStage::Vertex | ShaderStage::Fragment | ShaderStage::Compute, _) => return None,
    })
}

/// The inputs that are a variable of a thread.
fn dispatch_inputs(name: &str, count: u8) -> Option<Vec<Input>> {
    let axes = |input: fn(u8) -> Input| (0..count).map(input).collect::<Vec<Input>>();
    Some(match name {
        "thread_position_in_grid" => axes(Input::GlobalInvocation),
        "thread_position_in_threadgroup" => axes(Input::LocalInvocation),
        "thread_index_in_threadgroup" => vec![Input::LocalInvocationIndex],
        "threadgroup_position_in_grid" => axes(Input::Workgroup),
        "threadgroups_per_grid" => axes(Input::WorkgroupCount),
        "threads_per_grid" => axes(Input::InvocationCount),
        "threads_per_threadgroup" => axes(Input::WorkgroupSize),
        "dispatch_threads_per_threadgroup" => axes(Input::WholeWorkgroupSize),
        "thread_index_in_simdgroup" => vec![Input::SubgroupInvocation],
        "thread_execution_width" | "threads_per_simdgroup" => vec![Input::SubgroupSize],
        "simdgroup_index_in_threadgroup" => vec![Input::Subgroup],
        "simdgroups_per_threadgroup" | "dispatch_simdgroups_per_threadgroup" => vec![Input::SubgroupCount],
        _ => return None,
    })
}
