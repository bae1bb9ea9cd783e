//! The typed intermediate representation: what a pipeline stage computes, without a trace of the language that it was written in.
//!
//! This is an internal crate of the library [`shader-check`](https://docs.rs/shader-check): depend on that one. Any release may change
//! anything here.
//!
//! Control flow is structured and written down flat, in the manner of WebAssembly: [`Instruction::If`], [`Instruction::Block`] and
//! [`Instruction::Loop`] open a construct, [`Instruction::End`] closes it. Calls are expanded. Values are scalars in virtual registers,
//! each written by one instruction, except for variables, which [`Instruction::Set`] writes. Everything that has an address lies in
//! byte-addressed memory with explicit layouts.
//!
//! One table (`table.rs`) has the parts of each instruction, and everything that depends on them visits it: the registers that are read and
//! written, their types, which [`verify`](fn@verify) checks, the [`Class`], and the line, which [`print`](fn@print) writes and [`parse`]
//! reads.

// An operation, an instruction or a kind of memory that is added must be handled wherever it matters.
#![deny(clippy::wildcard_enum_match_arm)]

#[macro_use]
mod words;

pub mod build;
mod instruction;
mod line;
mod listed;
mod operation;
mod place;
mod point;
mod probes;
mod program;
mod resource;
mod signature;
mod sizes;
mod stage;
mod table;
mod text;
mod verifier;
mod verify;

pub use instruction::{Class, Flow, Instruction};
pub use line::ParseError;
pub use listed::{Call, Copy, Exchange, LevelSource, Listed, Probe, ProbedBytes, Run, TextureCall};
pub use operation::{
    AtomicOperation, BarrierMemory, BarrierScope, GroupOperation, Input, Precision, TextureOperation,
};
pub use place::{Location, Memory, MemoryType, Pointer, Register};
pub use point::{BuiltInName, Frame, Mark, NAMES, Point, Probing, Shown, ShownType, Variable};
pub use probes::{Probes, Scoped};
pub use program::Program;
pub use resource::{Resource, ResourceKind, TexelKind};
pub use shader_numeric::Type;
pub use sizes::{OpenMemory, SizeError, Sizes};
pub use stage::{PipelineValue, ShaderStage, StagePlace, StageValue};
pub use text::{parse, print};
pub use verify::{Malformed, verify};
