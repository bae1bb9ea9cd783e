//! Values that a pipeline gives to a function, and those that it takes from it. Sections 5.2.2 to 5.2.4, 5.4 and 5.7

use super::lowering::{Binding, Lowering, Outcome, Place, Value};
use super::types::{register_type, shape};
use cxx_validator::ast::VariableId;
use msl_validator::interface::{Binding as Origin, EntryPoint, Index, Input, Output};
use msl_validator::link::Stage;
use msl_validator::types::{Type as MetalType, TypeId};
use shader_ir::{
    Input as Word, Instruction, Location, PipelineValue, Register, ShaderStage, StagePlace, StageValue, Type,
};
use webgpu_model::raster::{Interpolation, Sampling};

impl Lowering<'_> {
    /// The function of a pipeline that is lowered.
    fn stage(&self) -> Outcome<Stage<'_>> {
        match self.entry {
            Some(entry_point) => Ok(Stage { module: self.module, entry_point }),
            None => self.unsupported("expected a function of a pipeline"),
        }
    }

    /// An argument beside the resources: a built-in variable, or a value from the stage before.
    pub(super) fn value_argument(
        &mut self,
        inputs: &[Input],
        ty: TypeId,
        in_memory: bool,
    ) -> Outcome<Binding> {
        // A structure of inputs may be without members, as naga writes it.
        if inputs.is_empty() && self.count(ty) != Ok(0) {
            let message =
                format!("arguments of type `{}` can't be executed yet", self.module.types.print(ty));
            return self.unsupported(message);
        }
        let whole = self.fresh(ty, in_memory)?;
        let parts = self.parts_of_interface(&whole, ty)?;
        for input in inputs {
            let part = self.part_of_interface(&parts, &input.members)?;
            let registers = self.input(input)?;
            self.store(&part, input.ty, Value::Registers(registers))?;
        }
        Ok(Binding::Place(whole))
    }

    /// The places of the values of an argument or a result: itself, and its members if it is a structure.
    fn parts_of_interface(&self, whole: &Place, ty: TypeId) -> Outcome<Vec<Place>> {
        let mut parts = vec![whole.clone()];
        let MetalType::Structure(number) = self.kind(ty) else { return Ok(parts) };
        let offsets = self.module.types.offsets(number).unwrap_or_default();
        let in_memory = self.has_array(ty);
        let mut before = 0;
        for (member, offset) in self.module.types.structure(number).members.iter().zip(offsets) {
            // Registers of a structure with arrays do not occur.
            let count = if in_memory { 0 } else { self.count(member.ty)? };
            parts.push(Self::part(whole, before, count, offset as u32));
            before += count;
        }
        Ok(parts)
    }

    fn part_of_interface(&self, parts: &[Place], members: &[u32]) -> Outcome<Place> {
        let number = match members {
            [] => 0,
            [member] => *member as usize + 1,
            [_, ..] => parts.len(),
        };
        let part = parts.get(number).cloned();
        part.map_or_else(|| self.unsupported("nested structures in an interface can't be executed yet"), Ok)
    }

    /// The scalars of a value that the pipeline gives.
    fn input(&mut self, input: &Input) -> Outcome<Vec<Register>> {
        let Some(value) = self.value_type(input.ty) else {
            let message =
                format!("inputs of type `{}` can't be executed yet", self.module.types.print(input.ty));
            return self.unsupported(message);
        };
        let (ty, count) = (register_type(value.scalar()), shape(value).len() as u8);
        if !self.exists(input.condition)? {
            return Ok(self.no_value(ty, count));
        }
        match &input.binding {
            Origin::BuiltIn(name) => {
                let registers = self.built_in(name, count)?;
                Ok(registers.into_iter().map(|register| self.converted_register(register, ty)).collect())
            }
            Origin::Attribute(Index::Number(location)) => self.attribute(*location, ty, count),
            Origin::Varying { interpolation, .. } => {
                let stage = self.stage()?;
                match self.varyings.location(stage, &input.binding, input.ty) {
                    Some(location) => self.located(location, Some(interpolated(*interpolation)), ty, count),
                    // A vertex function may lack what has a condition.
                    None => Ok(self.no_value(ty, count)),
                }
            }
            Origin::Attribute(Index::Specialised(_)) => {
                self.unsupported("attribute numbers with function constants can't be executed yet")
            }
            Origin::ControlPoints => self.unsupported("patch control points can't be executed yet"),
            Origin::Color { .. } => self.unsupported("attachment colors can't be read yet"),
            Origin::Depth(_) => self.unsupported("a depth can't be an input"),
        }
    }

    /// A value from a vertex buffer.
    fn attribute(&mut self, location: u32, ty: Type, count: u8) -> Outcome<Vec<Register>> {
        if self.code.program.stage != Some(ShaderStage::Vertex) {
            return self.unsupported("`stage_in` of a kernel can't be executed yet");
        }
        self.located(location, None, ty, count)
    }

    /// The scalars of a value with a location.
    fn located(
        &mut self,
        location: u32,
        interpolation: Option<Interpolation>,
        ty: Type,
        count: u8,
    ) -> Outcome<Vec<Register>> {
        let own = self.handed_on(ty)?;
        let place = StagePlace::Location { location, blend_src: 0 };
        let mut registers = Vec::with_capacity(count.into());
        for component in 0..count {
            let register = self.stage_input(StageValue { place, component, ty: own, interpolation })?;
            registers.push(self.converted_register(register, ty));
        }
        Ok(registers)
    }

    /// The scalars of a value that the pipeline knows.
    pub(super) fn pipeline_value(
        &mut self,
        value: PipelineValue,
        ty: Type,
        count: u8,
    ) -> Outcome<Vec<Register>> {
        // Barycentric coordinates are the only ones that are interpolated.
        let is_interpolated = value == PipelineValue::BarycentricCoord;
        let interpolation = is_interpolated.then_some(Interpolation::Perspective(Sampling::Center));
        let place = StagePlace::Builtin(value);
        (0..count)
            .map(|component| self.stage_input(StageValue { place, component, ty, interpolation }))
            .collect()
    }

    fn stage_input(&mut self, value: StageValue) -> Outcome<Register> {
        let index = self.stage_index(self.code.program.stage_inputs.len())?;
        let to = self.code.register(value.ty);
        self.code.program.stage_inputs.push(value);
        self.code.emit_first(Instruction::Input { to, input: Word::Stage(index) });
        Ok(to)
    }

    fn stage_index(&self, count: usize) -> Outcome<u16> {
        u16::try_from(count)
            .or_else(|_| self.unsupported("the stage has too many inputs or outputs to execute"))
    }

    /// The type in which a scalar goes from stage to stage: a word.
    fn handed_on(&self, ty: Type) -> Outcome<Type> {
        Ok(match ty {
            Type::I8 | Type::I16 | Type::I32 => Type::I32,
            Type::U8 | Type::U16 | Type::U32 => Type::U32,
            Type::Bool | Type::F16 | Type::F32 => ty,
            Type::I64 | Type::U64 | Type::F64 => {
                return self.unsupported("64-bit values can't be passed between stages");
            }
        })
    }

    /// Scalars without a value.
    fn no_value(&mut self, ty: Type, count: u8) -> Vec<Register> {
        let undefined = |_| {
            let to = self.code.register(ty);
            self.code.emit(Instruction::Undefined { to });
            to
        };
        (0..count).map(undefined).collect()
    }

    /// Returns true if the function constant of a value is true. Section 5.8.1
    fn exists(&mut self, condition: Option<VariableId>) -> Outcome<bool> {
        let Some(condition) = condition else { return Ok(true) };
        let binding = self.global(condition)?;
        if let Binding::Place(Place::Registers(registers)) = &binding
            && let &[register] = registers.as_slice()
            && let Some(bits) = self.code.known(register)
        {
            return Ok(bits != 0);
        }
        self.unsupported("the condition of this argument must be known before execution")
    }

    /// Hands on the results, which lie in a place.
    pub(super) fn outputs(&mut self, entry: &EntryPoint, whole: &Place, ty: TypeId) -> Outcome<()> {
        let parts = self.parts_of_interface(whole, ty)?;
        for output in &entry.outputs {
            let part = self.part_of_interface(&parts, &output.members)?;
            if self.exists(output.condition)?
                && let Some((place, interpolation)) = self.output_place(output)?
            {
                self.output(&part, output.ty, place, interpolation)?;
            }
        }
        Ok(())
    }

    /// Where a result goes to; `None` if nothing takes it.
    fn output_place(&self, output: &Output) -> Outcome<Option<(StagePlace, Option<Interpolation>)>> {
        let builtin = |value| Ok(Some((StagePlace::Builtin(value), None)));
        match &output.binding {
            Origin::BuiltIn("position") => builtin(PipelineValue::Position),
            Origin::BuiltIn("clip_distance") => builtin(PipelineValue::ClipDistances),
            Origin::BuiltIn("sample_mask") => builtin(PipelineValue::SampleMask),
            // Points are pixels here.
            Origin::BuiltIn("point_size") => Ok(None),
            Origin::BuiltIn(name) => self.unsupported(format!("`{name}` of a result can't be executed yet")),
            // The comparison is a promise about the depth.
            Origin::Depth(_) => builtin(PipelineValue::FragDepth),
            Origin::Color { attachment: Index::Number(location), source } => {
                Ok(Some((StagePlace::Location { location: *location, blend_src: *source }, None)))
            }
            Origin::Color { attachment: Index::Specialised(_), .. } => {
                self.unsupported("attachment numbers with function constants can't be executed yet")
            }
            Origin::Varying { .. } => {
                let stage = self.stage()?;
                let location = self.varyings.location(stage, &output.binding, output.ty);
                // No fragment function takes an array.
                let is_taken = self.value_type(output.ty).is_some();
                let is_integer = self.value_type(output.ty).is_some_and(|value| value.scalar().is_integer());
                // The fragment function says how it interpolates.
                let interpolation = interpolated(is_integer.then_some("flat"));
                Ok(location
                    .filter(|_| is_taken)
                    .map(|location| (StagePlace::Location { location, blend_src: 0 }, Some(interpolation))))
            }
            Origin::Attribute(_) | Origin::ControlPoints => self.unsupported("expected a result"),
        }
    }

    /// Hands on the scalars of a value, or of an array of them.
    fn output(
        &mut self,
        part: &Place,
        ty: TypeId,
        place: StagePlace,
        interpolation: Option<Interpolation>,
    ) -> Outcome<()> {
        let mut registers = Vec::new();
        if let (Some((element, count)), Place::Memory(location)) = (self.module.types.element(ty), part) {
            let (stride, _) = self.layout(element)?;
            for index in 0..count.unwrap_or(0) {
                let offset = location.offset.saturating_add(index.saturating_mul(stride));
                let element_place = Place::Memory(Location { offset, ..*location });
                registers.extend(self.scalars(&element_place, element)?);
            }
        } else {
            registers = self.scalars(part, ty)?;
        }
        for (component, value) in registers.into_iter().enumerate() {
            let Ok(component) = u8::try_from(component) else {
                return self.unsupported("this result has too many components");
            };
            let index = self.stage_index(self.code.program.stage_outputs.len())?;
            let ty = self.handed_on(self.code.ty(value))?;
            let value = self.converted_register(value, ty);
            self.code.program.stage_outputs.push(StageValue { place, component, ty, interpolation });
            self.code.emit(Instruction::Output { index, value });
        }
        Ok(())
    }

    fn scalars(&mut self, place: &Place, ty: TypeId) -> Outcome<Vec<Register>> {
        match self.load(place, ty)? {
            Value::Registers(registers) => Ok(self.code.settled(registers)),
            Value::Memory(_) | Value::Pointer(_) | Value::Handle(_) | Value::Nothing => {
                self.unsupported("this result can't be executed yet")
            }
        }
    }
}

/// How a fragment gets a value from the vertices. Section 5.4
fn interpolated(attribute: Option<&str>) -> Interpolation {
    match attribute {
        Some("flat") => Interpolation::Flat,
        Some("center_no_perspective") => Interpolation::Linear(Sampling::Center),
        Some("centroid_perspective") => Interpolation::Perspective(Sampling::Centroid),
        Some("centroid_no_perspective") => Interpolation::Linear(Sampling::Centroid),
        Some("sample_perspective") => Interpolation::Perspective(Sampling::Sample),
        Some("sample_no_perspective") => Interpolation::Linear(Sampling::Sample),
        Some(_) | None => Interpolation::Perspective(Sampling::Center),
    }
}
