//! Entry points: their inputs and outputs. <https://www.w3.org/TR/WGSL/#stage-inputs-outputs>

use super::lowering::{Lowering, MOST_STEPS, TOO_LARGE};
use super::value::{Place, Value};
use shader_ir::build::Unsupported;
use shader_ir::{Input, Instruction, PipelineValue, Register, ShaderStage, StagePlace, StageValue, Type};
use webgpu_model::raster::{Interpolation, Sampling};
use wgsl_spec::{BuiltinValue, sym};
use wgsl_validator::Stage;
use wgsl_validator::allow::allowances;
use wgsl_validator::ast::FunctionId;
use wgsl_validator::interface::Datum;
use wgsl_validator::meaning::Io;
use wgsl_validator::types::{TypeId, TypeKind};

impl Lowering<'_> {
    /// Lowers the entry point of a stage.
    pub(super) fn entry_point(&mut self, stage: &Stage) -> Result<(), Unsupported> {
        let entry = stage.entry();
        self.code.program.stage = Some(self::stage(stage.stage()));
        self.code.program.allowances = allowances(self.module.syntax.source(), self.module.syntax.edition());
        self.code.program.workgroup_size = Some(stage.interface().workgroup_size.unwrap_or([1; 3]));
        self.code.program.subgroup_size = stage.interface().subgroup_size;
        self.module_variables(stage.reached())?;
        self.code.span = self.module.syntax.ast[entry].name_span;
        if self.steps_of_calls(entry) > MOST_STEPS {
            return self.unsupported(TOO_LARGE);
        }
        self.stage_entry_point(entry)
    }

    /// The body of an entry point, between its inputs and its outputs.
    fn stage_entry_point(&mut self, entry: FunctionId) -> Result<(), Unsupported> {
        let parameters = self.module.syntax.ast[entry].parameters;
        for index in parameters.range() {
            let parameter = self.module.parameter(index);
            let mut registers = Vec::new();
            for input in self.module.data(parameter.ty, parameter.io) {
                registers.extend(self.input_of(&input)?);
            }
            self.names.set_parameter(index, Value::Registers(registers));
        }
        let info = self.module.meaning[entry];
        let value = self.expand_body(entry, info.result)?;
        match (value, info.result) {
            (Some(Value::Registers(registers)), Some(ty)) => {
                self.outputs_of(&Place::Registers(registers), ty, &info.result_io)
            }
            (Some(Value::Memory(location)), Some(ty)) => {
                self.outputs_of(&Place::Memory(location), ty, &info.result_io)
            }
            _ => Ok(()),
        }
    }

    fn input_of(&mut self, input: &Datum) -> Result<Vec<Register>, Unsupported> {
        match input.io.builtin {
            Some((builtin, _)) => self.builtin_input(builtin, input.ty, &input.io),
            None => self.stage_input(input.ty, &input.io),
        }
    }

    fn builtin_input(
        &mut self,
        builtin: BuiltinValue,
        ty: TypeId,
        io: &Io,
    ) -> Result<Vec<Register>, Unsupported> {
        let one = |lowering: &mut Self, input| vec![lowering.input_here(input, Type::U32)];
        let three = |lowering: &mut Self, input: fn(u8) -> Input| {
            (0..3).map(|component| lowering.input_here(input(component), Type::U32)).collect()
        };
        Ok(match builtin {
            BuiltinValue::LocalInvocationId => three(self, Input::LocalInvocation),
            BuiltinValue::GlobalInvocationId => three(self, Input::GlobalInvocation),
            BuiltinValue::WorkgroupId => three(self, Input::Workgroup),
            BuiltinValue::NumWorkgroups => three(self, Input::WorkgroupCount),
            BuiltinValue::LocalInvocationIndex => one(self, Input::LocalInvocationIndex),
            BuiltinValue::GlobalInvocationIndex => one(self, Input::GlobalInvocationIndex),
            BuiltinValue::WorkgroupIndex => one(self, Input::WorkgroupIndex),
            BuiltinValue::SubgroupInvocationId => one(self, Input::SubgroupInvocation),
            BuiltinValue::SubgroupSize => one(self, Input::SubgroupSize),
            BuiltinValue::SubgroupId => one(self, Input::Subgroup),
            BuiltinValue::NumSubgroups => one(self, Input::SubgroupCount),
            BuiltinValue::VertexIndex
            | BuiltinValue::InstanceIndex
            | BuiltinValue::ClipDistances
            | BuiltinValue::Position
            | BuiltinValue::FrontFacing
            | BuiltinValue::FragDepth
            | BuiltinValue::PrimitiveIndex
            | BuiltinValue::SampleIndex
            | BuiltinValue::SampleMask => self.stage_input(ty, io)?,
        })
    }

    /// An input that the stage before hands on, as its scalars.
    fn stage_input(&mut self, ty: TypeId, io: &Io) -> Result<Vec<Register>, Unsupported> {
        let mut registers = Vec::new();
        for (leaf, component) in self.leaves(ty)?.into_iter().zip(0..) {
            let index = self.stage_index(self.code.program.stage_inputs.len())?;
            let value = self.stage_value(io, component, leaf.ty)?;
            self.code.program.stage_inputs.push(value);
            registers.push(self.input_here(Input::Stage(index), leaf.ty));
        }
        Ok(registers)
    }

    fn input_here(&mut self, input: Input, ty: Type) -> Register {
        let to = self.code.register(ty);
        self.code.emit(Instruction::Input { to, input });
        to
    }

    /// The outputs of a result: one, or the members of a structure.
    fn outputs_of(&mut self, place: &Place, ty: TypeId, io: &Io) -> Result<(), Unsupported> {
        if let TypeKind::Struct(id) = self.kind(ty) {
            let ast = &self.module.syntax.ast;
            for (member, output) in ast[ast[id].members].iter().zip(self.module.data(ty, *io)) {
                let Some((part, ty)) = self.member_place(place, ty, member.name) else {
                    return self.unsupported("internal error: an output has no location");
                };
                self.outputs_of(&part, ty, &output.io)?;
            }
            return Ok(());
        }
        let TypeKind::Array(_, length) = self.kind(ty) else { return self.output(place, ty, io, 0) };
        for index in 0..self.length(length).unwrap_or(0) {
            let element = self.code.number(index);
            let (part, ty) = self.element_place(place, ty, element)?;
            self.output(&part, ty, io, index as u8)?;
        }
        Ok(())
    }

    /// A scalar or a vector that is handed on, from a component on.
    fn output(&mut self, place: &Place, ty: TypeId, io: &Io, first: u8) -> Result<(), Unsupported> {
        let Value::Registers(registers) = self.load(place, ty)? else {
            return self.unsupported("this output can't be executed yet");
        };
        for (value, component) in registers.into_iter().zip(first..) {
            let index = self.stage_index(self.code.program.stage_outputs.len())?;
            let output = self.stage_value(io, component, self.code.ty(value))?;
            self.code.program.stage_outputs.push(output);
            self.code.emit(Instruction::Output { index, value });
        }
        Ok(())
    }

    fn stage_index(&self, count: usize) -> Result<u16, Unsupported> {
        u16::try_from(count)
            .or_else(|_| self.unsupported("the stage has too many inputs or outputs to execute"))
    }

    fn stage_value(&self, io: &Io, component: u8, ty: Type) -> Result<StageValue, Unsupported> {
        let (place, interpolation) = match (io.builtin, io.location) {
            (Some((builtin, _)), _) => match pipeline_value(builtin) {
                Some(value) => (StagePlace::Builtin(value), None),
                None => return self.unsupported("this value does not belong to a stage of a draw"),
            },
            (None, Some((location, _))) => {
                let blend_src = io.blend_src.map_or(0, |(source, _)| source);
                (StagePlace::Location { location, blend_src }, Some(interpolation(io)))
            }
            (None, None) => return self.unsupported("internal error: a value of the stage has no location"),
        };
        Ok(StageValue { place, component, ty, interpolation })
    }
}

/// The stage in words of the intermediate representation.
const fn stage(stage: wgsl_spec::ShaderStage) -> ShaderStage {
    match stage {
        wgsl_spec::ShaderStage::Vertex => ShaderStage::Vertex,
        wgsl_spec::ShaderStage::Fragment => ShaderStage::Fragment,
        wgsl_spec::ShaderStage::Compute => ShaderStage::Compute,
    }
}

/// The value of a render pipeline that a built-in value is; those of a dispatch are none.
const fn pipeline_value(builtin: BuiltinValue) -> Option<PipelineValue> {
    Some(match builtin {
        BuiltinValue::VertexIndex => PipelineValue::VertexIndex,
        BuiltinValue::InstanceIndex => PipelineValue::InstanceIndex,
        BuiltinValue::ClipDistances => PipelineValue::ClipDistances,
        BuiltinValue::Position => PipelineValue::Position,
        BuiltinValue::FrontFacing => PipelineValue::FrontFacing,
        BuiltinValue::FragDepth => PipelineValue::FragDepth,
        BuiltinValue::PrimitiveIndex => PipelineValue::PrimitiveIndex,
        BuiltinValue::SampleIndex => PipelineValue::SampleIndex,
        BuiltinValue::SampleMask => PipelineValue::SampleMask,
        BuiltinValue::LocalInvocationId
        | BuiltinValue::LocalInvocationIndex
        | BuiltinValue::GlobalInvocationId
        | BuiltinValue::GlobalInvocationIndex
        | BuiltinValue::WorkgroupId
        | BuiltinValue::WorkgroupIndex
        | BuiltinValue::NumWorkgroups
        | BuiltinValue::SubgroupInvocationId
        | BuiltinValue::SubgroupSize
        | BuiltinValue::SubgroupId
        | BuiltinValue::NumSubgroups => return None,
    })
}

/// <https://www.w3.org/TR/WGSL/#interpolation>
fn interpolation(io: &Io) -> Interpolation {
    let (kind, sampling) = io.sampled();
    let sampling = match sampling {
        sym::CENTROID => Sampling::Centroid,
        sym::SAMPLE => Sampling::Sample,
        _ => Sampling::Center,
    };
    match kind {
        sym::FLAT => Interpolation::Flat,
        sym::LINEAR => Interpolation::Linear(sampling),
        _ => Interpolation::Perspective(sampling),
    }
}
