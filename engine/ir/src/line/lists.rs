//! Entries of the lists that instructions refer to. They are written into the line of the instruction.

use super::{Line, ParseError, Part, Reader, Registers};
use crate::signature::{INDEX, TEXEL, atomic_type, writable};
use crate::verifier::{Expected, Verifier};
use crate::words::Word;
use crate::{
    Call, Copy, Exchange, LevelSource, Listed, Location, Probe, ProbedBytes, Register, Resource,
    ResourceKind, Run, TextureCall, TextureOperation, Type,
};
use shader_numeric::{Operation, Shape};
use std::borrow::Cow;

/// An entry as text, and its rules.
pub(crate) trait ListedText: Listed + Sized {
    /// Writes what follows the first word.
    fn write(&self, line: &mut Line);

    /// Reads what follows the first word, for a step that writes these registers.
    fn read(reader: &mut Reader<'_>, targets: Registers) -> Result<Self, ParseError>;

    /// Returns true if its parts and the types of its registers go together.
    fn check(&self, verifier: Verifier<'_>) -> Result<(), String>;
}

/// `f32.vec3`, `f16.mat2x4`, `u32.scalar`
impl Word for (Type, Shape) {
    const WHAT: &'static str = "type with a shape";

    fn word(&self) -> Cow<'static, str> {
        let ty = self.0.name();
        match self.1 {
            Shape::Scalar => format!("{ty}.scalar").into(),
            Shape::Vector(size) => format!("{ty}.vec{size}").into(),
            Shape::Matrix(columns, rows) => format!("{ty}.mat{columns}x{rows}").into(),
        }
    }

    fn of_word(word: &str) -> Option<Self> {
        let (ty, shape) = word.split_once('.')?;
        let shape = if shape == "scalar" {
            Shape::Scalar
        } else if let Some(size) = shape.strip_prefix("vec") {
            Shape::Vector(size.parse().ok()?)
        } else {
            let (columns, rows) = shape.strip_prefix("mat")?.split_once('x')?;
            Shape::Matrix(columns.parse().ok()?, rows.parse().ok()?)
        };
        Some((Type::of_word(ty)?, shape))
    }
}

/// `call Dot f32.vec2(%1, %2) f32.vec2(%3, %4) to f32.scalar`, or `call Length fast …`
impl ListedText for Call {
    fn write(&self, line: &mut Line) {
        line.word(&self.operation.word());
        line.part("precision", &self.precision);
        for (ty, shape, registers) in &self.arguments {
            line.registers(&(*ty, *shape).word(), registers);
        }
        line.word("to");
        line.word(&(self.result_type, self.result_shape).word());
    }

    fn read(reader: &mut Reader<'_>, mut targets: Registers) -> Result<Self, ParseError> {
        let operation: Operation = reader.value()?;
        let precision = reader.part("precision")?;
        let mut arguments = Vec::new();
        while !reader.take("to") {
            let word = reader.peek().unwrap_or("");
            let (ty, shape) = <(Type, Shape)>::of_word(word).ok_or_else(|| reader.error("missing `to`"))?;
            let registers = reader.group(word)?.unwrap_or_default();
            arguments.push((ty, shape, registers));
        }
        let (result_type, result_shape) = reader.value()?;
        Ok(Self { operation, precision, arguments, result_type, result_shape, results: targets.rest() })
    }

    fn check(&self, verifier: Verifier<'_>) -> Result<(), String> {
        for (ty, shape, registers) in &self.arguments {
            if registers.len() != shape.len() {
                return Err("the number of an argument's registers does not match its shape".to_owned());
            }
            verifier.expect_each(registers, &[*ty])?;
        }
        let operands: Vec<(Type, Shape)> =
            self.arguments.iter().map(|(ty, shape, _)| (*ty, *shape)).collect();
        let result = (self.result_type, self.result_shape);
        if !self.operation.takes(&operands, result) {
            return Err(format!(
                "{} is not defined for these operand and result types",
                self.operation.word()
            ));
        }
        let types = self.operation.result_types(result);
        if self.results.len() != types.len() {
            return Err("the number of the result's registers does not match its shape".to_owned());
        }
        self.results
            .iter()
            .zip(types)
            .try_for_each(|(register, ty)| verifier.expect(*register, Expected::Is(ty)))
    }
}

/// `copy buffer.0[%1 + 8] to invocation[%0] run offset=0 size=4 count=3 stride=16`
impl ListedText for Copy {
    fn write(&self, line: &mut Line) {
        line.part("from", &self.from);
        line.word("to");
        line.part("into", &self.into);
        for Run { offset, size, count, stride } in &self.runs {
            line.word("run");
            line.part("offset", offset);
            line.part("size", size);
            line.part("count", count);
            line.part("stride", stride);
        }
    }

    fn read(reader: &mut Reader<'_>, targets: Registers) -> Result<Self, ParseError> {
        targets.finish(reader)?;
        let from = Location::read(reader)?;
        reader.expect("to")?;
        let into = Location::read(reader)?;
        let mut runs = Vec::new();
        while reader.take("run") {
            let offset = reader.part("offset")?;
            let size = reader.part("size")?;
            let count = reader.part("count")?;
            runs.push(Run { offset, size, count, stride: reader.part("stride")? });
        }
        Ok(Self { from, into, runs })
    }

    fn check(&self, verifier: Verifier<'_>) -> Result<(), String> {
        self.from.check(verifier)?;
        self.into.check(verifier)?;
        writable(verifier, self.into)?;
        if self.runs.iter().any(|run| run.size == 0) {
            return Err("a run must have at least one byte".to_owned());
        }
        if self.runs.iter().any(|run| run.count > 1 && run.stride < run.size) {
            return Err("a run overlaps with itself".to_owned());
        }
        Ok(())
    }
}

/// `probe number=3 values(%1, %2)`, or `probe number=3 size=16 workgroup[%1]`
impl ListedText for Probe {
    fn write(&self, line: &mut Line) {
        line.part("number", &self.number);
        if !self.values.is_empty() {
            line.registers("values", &self.values);
        }
        for ProbedBytes { at, size } in &self.bytes {
            line.part("size", size);
            line.part("at", at);
        }
    }

    fn read(reader: &mut Reader<'_>, targets: Registers) -> Result<Self, ParseError> {
        targets.finish(reader)?;
        let number = reader.part("number")?;
        let values = reader.group("values")?.unwrap_or_default();
        let mut bytes = Vec::new();
        while let Some(size) = reader.optional("size")? {
            bytes.push(ProbedBytes { size, at: Location::read(reader)? });
        }
        Ok(Self { number, values, bytes })
    }

    fn check(&self, verifier: Verifier<'_>) -> Result<(), String> {
        self.bytes.iter().try_for_each(|bytes| bytes.at.check(verifier))
    }
}

/// `compare_exchange workgroup[%1] %2, %3`: the comparator and the new value.
impl ListedText for Exchange {
    fn write(&self, line: &mut Line) {
        line.part("at", &self.at);
        line.operand(self.comparator);
        line.operand(self.value);
    }

    fn read(reader: &mut Reader<'_>, mut targets: Registers) -> Result<Self, ParseError> {
        let at = Location::read(reader)?;
        let (old_value, exchanged) = (targets.next(reader)?, targets.next(reader)?);
        targets.finish(reader)?;
        let comparator = reader.register()?;
        reader.expect(",")?;
        Ok(Self { at, comparator, value: reader.register()?, old_value, exchanged })
    }

    fn check(&self, verifier: Verifier<'_>) -> Result<(), String> {
        self.at.check(verifier)?;
        writable(verifier, self.at)?;
        let ty = verifier.ty(self.old_value);
        if ty != Type::F32 {
            atomic_type(ty)?;
        }
        verifier.expect_each(&[self.comparator, self.value], &[ty])?;
        verifier.expect(self.exchanged, Expected::Is(Type::Bool))
    }
}

/// `texture sample texture=0 sampler=1 coordinates(%1, %2) level(%3)`
impl ListedText for TextureCall {
    fn write(&self, line: &mut Line) {
        line.word(&self.operation.word());
        line.part("texture", &self.texture);
        if let Some(sampler) = self.sampler {
            line.part("sampler", &sampler);
        }
        if let Some(component) = self.component {
            line.part("component", &component);
        }
        if self.clamps_to_edge {
            line.word("clamps_to_edge");
        }
        if self.offset != [0; 3] {
            let [x, y, z] = self.offset;
            line.word(&format!("offset {x} {y} {z}"));
        }
        let mut group = |name: &str, registers: &[Register]| {
            if !registers.is_empty() {
                line.registers(name, registers);
            }
        };
        group("coordinates", &self.coordinates);
        group("array_index", self.array_index.as_slice());
        group("sample_index", self.sample_index.as_slice());
        group("depth_reference", self.depth_reference.as_slice());
        group("value", &self.value);
        match &self.level {
            LevelSource::Base => {}
            LevelSource::Explicit(level) => line.registers("level", &[*level]),
            LevelSource::Implicit(bias) => line.registers("bias", bias.as_slice()),
            LevelSource::Gradients(x, y) => {
                line.registers("gradient_x", x);
                line.registers("gradient_y", y);
            }
        }
    }

    fn read(reader: &mut Reader<'_>, mut targets: Registers) -> Result<Self, ParseError> {
        let operation = reader.value()?;
        let texture = reader.part("texture")?;
        let sampler = reader.optional("sampler")?;
        let component = reader.optional("component")?;
        let clamps_to_edge = reader.take("clamps_to_edge");
        let mut offset = [0; 3];
        if reader.take("offset") {
            offset = [reader.number()?, reader.number()?, reader.number()?];
        }
        let coordinates = reader.group("coordinates")?.unwrap_or_default();
        let array_index = one(reader, "array_index")?;
        let sample_index = one(reader, "sample_index")?;
        let depth_reference = one(reader, "depth_reference")?;
        let value = reader.group("value")?.unwrap_or_default();
        let results = targets.rest();
        Ok(Self {
            operation,
            texture,
            sampler,
            coordinates,
            array_index,
            level: level(reader)?,
            offset,
            depth_reference,
            component,
            clamps_to_edge,
            sample_index,
            value,
            results,
        })
    }

    fn check(&self, verifier: Verifier<'_>) -> Result<(), String> {
        let writes = self.operation == TextureOperation::Store;
        match verifier.resource(self.texture)? {
            Resource { kind: ResourceKind::Texture { .. }, is_writable, .. } if *is_writable || !writes => {}
            Resource { kind: ResourceKind::Texture { .. }, .. } => {
                return Err("the texture is read-only and can't be written".to_owned());
            }
            Resource {
                kind:
                    ResourceKind::Buffer { .. }
                    | ResourceKind::Immediates { .. }
                    | ResourceKind::Sampler { .. }
                    | ResourceKind::FixedSampler { .. },
                ..
            } => return Err(format!("resource {} must be a texture", self.texture)),
        }
        let needs_sampler = matches!(self.operation, TextureOperation::Sample | TextureOperation::Gather);
        match self.sampler {
            Some(_) if !needs_sampler => return Err("unexpected sampler".to_owned()),
            None if needs_sampler => return Err("missing sampler".to_owned()),
            Some(index) => match verifier.resource(index)?.kind {
                ResourceKind::Sampler { .. } | ResourceKind::FixedSampler { .. } => {}
                ResourceKind::Buffer { .. }
                | ResourceKind::Immediates { .. }
                | ResourceKind::Texture { .. } => return Err(format!("resource {index} must be a sampler")),
            },
            None => {}
        }
        self.check_types(verifier)
    }
}

/// The only register behind a name.
fn one(reader: &mut Reader<'_>, name: &str) -> Result<Option<Register>, ParseError> {
    match reader.group(name)?.as_deref() {
        None => Ok(None),
        Some([register]) => Ok(Some(*register)),
        Some(_) => Err(reader.error(format!("`{name}` must be one register"))),
    }
}

fn level(reader: &mut Reader<'_>) -> Result<LevelSource, ParseError> {
    if let Some(level) = one(reader, "level")? {
        return Ok(LevelSource::Explicit(level));
    }
    if let Some(bias) = reader.group("bias")? {
        return match bias[..] {
            [] => Ok(LevelSource::Implicit(None)),
            [bias] => Ok(LevelSource::Implicit(Some(bias))),
            _ => Err(reader.error("`bias` must be at most one register")),
        };
    }
    let Some(x) = reader.group("gradient_x")? else { return Ok(LevelSource::Base) };
    match reader.group("gradient_y")? {
        Some(y) => Ok(LevelSource::Gradients(x, y)),
        None => Err(reader.error("missing `gradient_y`")),
    }
}

impl TextureCall {
    fn check_types(&self, verifier: Verifier<'_>) -> Result<(), String> {
        let (coordinates, results) = match self.operation {
            TextureOperation::Load | TextureOperation::Store => (INDEX, TEXEL),
            TextureOperation::Sample | TextureOperation::Gather => (&[Type::F32][..], TEXEL),
            TextureOperation::Dimensions
            | TextureOperation::Layers
            | TextureOperation::Levels
            | TextureOperation::Samples => (INDEX, &[Type::U32][..]),
        };
        verifier.expect_each(&self.coordinates, coordinates)?;
        verifier.expect_each(self.array_index.as_slice(), INDEX)?;
        verifier.expect_each(self.sample_index.as_slice(), INDEX)?;
        verifier.expect_each(self.depth_reference.as_slice(), &[Type::F32])?;
        match &self.level {
            LevelSource::Base | LevelSource::Implicit(None) => {}
            // The level of a depth texture is an integer.
            LevelSource::Explicit(level) if self.operation == TextureOperation::Sample => {
                verifier.expect(*level, Expected::OneOf(TEXEL))?;
            }
            LevelSource::Explicit(level) => verifier.expect(*level, Expected::OneOf(INDEX))?,
            LevelSource::Implicit(Some(bias)) => verifier.expect(*bias, Expected::Is(Type::F32))?,
            LevelSource::Gradients(x, y) => {
                verifier.expect_each(x, &[Type::F32])?;
                verifier.expect_each(y, &[Type::F32])?;
            }
        }
        verifier.expect_alike(&self.value, TEXEL)?;
        verifier.expect_alike(&self.results, results)
    }
}
