//! Steps with more parts than an instruction has room for: the lists of a program that instructions refer to by index.

use crate::{Class, Location, Precision, Register, TextureOperation};
use shader_numeric::{Operation, Shape, Type};

/// Operands and result of an operation on more than scalars.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// The operation.
    pub operation: Operation,
    /// The accuracy that it asks for.
    pub precision: Precision,
    /// Type, shape and registers of each argument.
    pub arguments: Vec<(Type, Shape, Vec<Register>)>,
    /// The type of the result's components.
    pub result_type: Type,
    /// Their arrangement.
    pub result_shape: Shape,
    /// The registers of the result, in order.
    pub results: Vec<Register>,
}

/// Bytes that are copied from one place to another. Padding between them stays as it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Copy {
    /// Where they are read.
    pub from: Location,
    /// Where they are written.
    pub into: Location,
    /// Which bytes, as distances from the two places.
    pub runs: Vec<Run>,
}

impl Copy {
    /// Its size in half words.
    #[must_use]
    pub fn halves(&self) -> u64 {
        self.runs.iter().map(|run| u64::from(run.size.div_ceil(2)) * u64::from(run.count)).sum()
    }
}

/// Bytes without padding, repeated at a distance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Run {
    /// Where the first bytes lie.
    pub offset: u32,
    /// Their number.
    pub size: u32,
    /// The number of their repetitions.
    pub count: u32,
    /// The distance from one repetition to the next, in bytes.
    pub stride: u32,
}

/// A conditional exchange.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names of the specification")]
pub struct Exchange {
    pub at: Location,
    pub comparator: Register,
    pub value: Register,
    pub old_value: Register,
    pub exchanged: Register,
}

/// Operands and result of a texture operation. Which are there depends on the operation and on the kind of texture.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the parameters of texture functions by name")]
pub struct TextureCall {
    pub operation: TextureOperation,
    pub texture: u16,
    pub sampler: Option<u16>,
    pub coordinates: Vec<Register>,
    pub array_index: Option<Register>,
    pub level: LevelSource,
    pub offset: [i32; 3],
    pub depth_reference: Option<Register>,
    pub component: Option<u8>,
    pub clamps_to_edge: bool,
    pub sample_index: Option<Register>,
    pub value: Vec<Register>,
    pub results: Vec<Register>,
}

/// Where the level of detail comes from.
#[derive(Clone, Debug, PartialEq)]
pub enum LevelSource {
    /// The first level.
    Base,
    /// This one: a float to sample, an integer to load.
    Explicit(Register),
    /// From the differences to the neighbours, with a bias.
    Implicit(Option<Register>),
    /// From these gradients.
    Gradients(Vec<Register>, Vec<Register>),
}

/// The values that an observer sees at a place. Their names and types are known to whoever asked for the probe, by its number.
#[derive(Clone, Debug, PartialEq)]
pub struct Probe {
    /// The number by which the lowering knows it.
    pub number: u32,
    /// Scalars.
    pub values: Vec<Register>,
    /// Bytes in memory.
    pub bytes: Vec<ProbedBytes>,
}

/// Bytes that a probe shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProbedBytes {
    /// Where they are.
    pub at: Location,
    /// Their number.
    pub size: u32,
}

/// An entry of a list that instructions refer to.
pub trait Listed {
    /// The effect of the step besides computing.
    fn class(&self) -> Class;
    /// Calls a function with the registers that the step reads.
    fn each_operand(&self, found: &mut dyn FnMut(Register));
    /// Calls a function with the registers that the step writes.
    fn each_target(&self, found: &mut dyn FnMut(Register));
    /// Calls a function with the places in memory that the step accesses.
    fn each_location(&self, _found: &mut dyn FnMut(Location)) {}
}

impl Listed for Call {
    fn class(&self) -> Class {
        Class::Pure
    }

    fn each_operand(&self, found: &mut dyn FnMut(Register)) {
        self.arguments.iter().flat_map(|(_, _, registers)| registers).for_each(|it| found(*it));
    }

    fn each_target(&self, found: &mut dyn FnMut(Register)) {
        self.results.iter().for_each(|it| found(*it));
    }
}

impl Listed for Copy {
    fn class(&self) -> Class {
        Class::Stores
    }

    fn each_operand(&self, found: &mut dyn FnMut(Register)) {
        found(self.from.address);
        found(self.into.address);
    }

    fn each_target(&self, _: &mut dyn FnMut(Register)) {}

    fn each_location(&self, found: &mut dyn FnMut(Location)) {
        found(self.from);
        found(self.into);
    }
}

impl Listed for Exchange {
    fn class(&self) -> Class {
        Class::Updates
    }

    fn each_operand(&self, found: &mut dyn FnMut(Register)) {
        [self.at.address, self.comparator, self.value].into_iter().for_each(found);
    }

    fn each_target(&self, found: &mut dyn FnMut(Register)) {
        [self.old_value, self.exchanged].into_iter().for_each(found);
    }

    fn each_location(&self, found: &mut dyn FnMut(Location)) {
        found(self.at);
    }
}

impl Listed for TextureCall {
    fn class(&self) -> Class {
        match self.operation {
            TextureOperation::Dimensions
            | TextureOperation::Layers
            | TextureOperation::Levels
            | TextureOperation::Samples => Class::Pure,
            TextureOperation::Load | TextureOperation::Sample | TextureOperation::Gather => Class::Loads,
            TextureOperation::Store => Class::Stores,
        }
    }

    fn each_operand(&self, found: &mut dyn FnMut(Register)) {
        let level: &[&[Register]] = match &self.level {
            LevelSource::Base | LevelSource::Implicit(None) => &[],
            LevelSource::Explicit(level) | LevelSource::Implicit(Some(level)) => {
                &[core::slice::from_ref(level)]
            }
            LevelSource::Gradients(x, y) => &[x, y],
        };
        let single = [self.array_index, self.depth_reference, self.sample_index];
        self.coordinates
            .iter()
            .chain(&self.value)
            .chain(single.iter().flatten())
            .chain(level.iter().copied().flatten())
            .for_each(|it| found(*it));
    }

    fn each_target(&self, found: &mut dyn FnMut(Register)) {
        self.results.iter().for_each(|it| found(*it));
    }
}

impl Listed for Probe {
    /// A value that is shown leaves the program. The class also keeps the step where it is: branches with outputs are not flattened.
    fn class(&self) -> Class {
        Class::Outputs
    }

    fn each_operand(&self, found: &mut dyn FnMut(Register)) {
        self.values.iter().copied().chain(self.bytes.iter().map(|bytes| bytes.at.address)).for_each(found);
    }

    fn each_target(&self, _: &mut dyn FnMut(Register)) {}
}
