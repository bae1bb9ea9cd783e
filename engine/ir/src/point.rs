//! The description of what probes show: names, types and places. An instruction has only registers and locations.

use super::{AtomicOperation, Class, Input, Instruction, Location, Memory, MemoryType, Program};
use shader_source::Span;

/// A name for a built-in value: the number of its components, and the input of each.
pub type BuiltInName = (&'static str, u8, fn(u8) -> Input);

/// The names that expressions may use for the global, local and workgroup coordinates, and for the number of an invocation in its workgroup.
pub const NAMES: [BuiltInName; 4] = [
    ("gid", 3, Input::GlobalInvocation),
    ("lid", 3, Input::LocalInvocation),
    ("wid", 3, Input::Workgroup),
    ("lane", 1, |_| Input::LocalInvocationIndex),
];

/// The probes that are wanted.
#[derive(Clone, Debug, Default)]
pub struct Probing {
    /// The statements whose values are shown, in order.
    pub prints: Vec<Span>,
    /// Whether each statement has a probe that shows the variables in scope.
    pub statements: bool,
    /// The declarations that were added to the source: the variables of these [`NAMES`] have built-in values.
    pub added: Span,
}

/// The description of a probe: its place, and the names and types of its values.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// The statement.
    pub span: Span,
    /// The index in [`Probing::prints`]; `None` for a statement.
    pub print: Option<usize>,
    /// The functions around it, the entry point first. None for a print.
    pub frames: Vec<Frame>,
    /// The variables in scope, in the order of their declarations, or the value of the print.
    pub variables: Vec<Variable>,
}

/// A function that is being executed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frame {
    /// Its name.
    pub function: String,
    /// Where it is called: a place in the statement.
    pub call: Span,
}

/// A variable that a probe shows.
#[derive(Clone, PartialEq, Debug)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Its type, as the program writes it.
    pub ty: String,
    /// The index of its function in [`Point::frames`]; `None` for a variable of the module.
    pub frame: Option<usize>,
    /// The value.
    pub shown: Shown,
}

/// A value that a probe shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown {
    /// The type.
    pub ty: ShownType,
    /// Whether it is in memory; otherwise its scalars are values of the probe.
    pub is_in_memory: bool,
}

/// The type of a value, as far as it is needed to print it.
#[derive(Clone, Debug, PartialEq)]
pub enum ShownType {
    /// A scalar.
    Scalar(MemoryType),
    /// A vector, a matrix or a structure.
    Parts {
        /// As the program writes it.
        name: String,
        /// Name, distance in bytes and type.
        parts: Vec<(String, u32, Self)>,
    },
    /// An array.
    Array {
        /// As the program writes it.
        name: String,
        /// Number of elements; `None` for as many as there are.
        count: Option<u32>,
        /// Distance in bytes.
        stride: u32,
        /// Type of the elements.
        element: Box<Self>,
    },
}

/// The end of a program that is being made, before the steps of an expression.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    step: usize,
    register: usize,
    byte: u32,
}

impl Program {
    /// Marks the end.
    #[must_use]
    pub const fn mark(&self) -> Mark {
        Mark { step: self.code.len(), register: self.registers.len(), byte: self.invocation_bytes }
    }

    /// Returns true if the steps after a mark change what the steps before it computed, or need other invocations. They may write memory
    /// that was allocated after it.
    #[must_use]
    pub fn has_effects_after(&self, mark: Mark) -> bool {
        let changes = |instruction: &Instruction| match self.class(instruction) {
            Class::Pure | Class::Loads | Class::Control => false,
            Class::Assigns => {
                let mut is_older = false;
                self.each_target(instruction, |to| is_older |= to.index() < mark.register);
                is_older
            }
            Class::Stores => {
                let mut changes = matches!(instruction, Instruction::Texture(_));
                let mut look =
                    |at: Location| changes |= at.memory != Memory::Invocation || at.offset < mark.byte;
                if let Instruction::Copy(index) = *instruction {
                    // It only reads its other place.
                    look(self.copies[index as usize].into);
                } else {
                    self.each_location(instruction, look);
                }
                changes
            }
            // An atomic load changes nothing.
            Class::Updates => {
                !matches!(instruction, Instruction::Atomic { operation: AtomicOperation::Load, .. })
            }
            Class::Exchanges | Class::Outputs => true,
        };
        self.code[mark.step..].iter().any(changes)
    }
}
