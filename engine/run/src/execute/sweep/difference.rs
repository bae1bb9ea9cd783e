//! The differences that a sweep finds.

use shader_source::Span;

/// A difference between the results of two executions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The two executions.
    pub executions: [Schedule; 2],
    /// Where the results differ.
    pub result: ResultDifference,
    /// Where the executions part, if the order of accesses to a word decides.
    pub parting: Option<Parting>,
}

/// The schedule of an execution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Schedule {
    /// All invocations of a workgroup advance together, one workgroup after the other, with subgroups of this size.
    LockStep {
        /// The number of invocations in a subgroup.
        subgroup_size: u32,
    },
    /// The invocation whose step comes first in the program goes first.
    InStep,
    /// One invocation after the other, as far as each comes.
    InOrder,
    /// The one with this number, of all schedules in order.
    Enumerated(u32),
    /// A random one: its number among them.
    Random(u32),
}

/// Where two results differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ResultDifference {
    /// In the contents of a resource.
    Contents {
        /// An index into [`Program::resources`](shader_ir::Program::resources).
        resource: u16,
        /// In bytes: that of the first word that differs.
        offset: usize,
        /// The word in both; a missing byte is zero.
        words: [u32; 2],
    },
    /// The second execution takes more steps than the fuel allows.
    OutOfFuel,
}

/// The first access at which two executions part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parting {
    /// The place in the source of the program.
    pub span: Span,
    /// The number of the workgroup in the dispatch.
    pub workgroup: u64,
    /// The number of the invocation in the workgroup.
    pub invocation: u32,
    /// Whether the access reads the values below; otherwise it is the last write of a value that is left in the first execution.
    pub reads: bool,
    /// The values in both executions.
    pub values: [u32; 2],
    /// Who wrote them; `None` for what was there at the start.
    pub writers: [Option<Writer>; 2],
}

/// A write.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Writer {
    /// The place in the source of the program.
    pub span: Span,
    /// The number of the workgroup in the dispatch.
    pub workgroup: u64,
    /// The number of the invocation in the workgroup.
    pub invocation: u32,
}
