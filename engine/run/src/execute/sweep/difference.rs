//! The differences that a sweep finds.

use crate::execute::fault::{Against, Fault, FaultKind, Rival, SharedMemory};
use crate::execute::plan::Plan;
use crate::execute::terms::Terms;
use shader_ir::{Instruction, Memory, Program, Type};
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
    /// The first result that depends on the size of subgroups, if this decides.
    pub of_subgroups: Option<Writer>,
}

/// The schedule of an execution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Schedule {
    /// All invocations of a workgroup advance together, one workgroup after the other, with subgroups of this size.
    LockStep {
        /// The number of invocations in a subgroup.
        subgroup_size: u32,
    },
    /// The invocation with the fewest accesses so far goes first.
    InStep,
    /// One invocation after the other, as far as each comes.
    InOrder,
    /// In order, with the last invocation first.
    Backwards,
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
        /// `@group` of the resource.
        group: u32,
        /// `@binding` of the resource.
        binding: u32,
        /// The offset in bytes of the first word that differs.
        offset: usize,
        /// The word in both; a missing byte is zero.
        words: [u32; 2],
        /// The type of the values that the program stores there, if it is the same everywhere.
        ty: Option<Type>,
    },
    /// The second execution takes more steps than the fuel allows.
    OutOfFuel,
}

impl ResultDifference {
    /// Returns true if the words are not two results of one sum whose terms were added in different orders.
    pub(super) fn is_beyond_rounding(&self) -> bool {
        let Self::Contents { words, ty: Some(Type::F32), .. } = *self else { return true };
        let [one, other] = words.map(f32::from_bits);
        let is_near = (one - other).abs() <= MOST_ROUNDING * one.abs().max(other.abs());
        !is_near
    }
}

/// The part of a value that sums of different orders may differ by: far more than rounding takes, far less than a missing term.
const MOST_ROUNDING: f32 = 1e-4;

/// The first access at which two executions part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parting {
    /// The place in the source of the program.
    pub span: Span,
    /// The number of the workgroup in the dispatch.
    pub workgroup: u64,
    /// The number of the invocation in the workgroup.
    pub invocation: u32,
    /// The memory of the word.
    pub memory: SharedMemory,
    /// How they part.
    pub kind: PartingKind,
    /// The values in both executions, as words.
    pub values: [u32; 2],
    /// Their type, if it is one of 32 bits.
    pub ty: Option<Type>,
    /// The write that is before the access in one execution only.
    pub unseen: Option<Writer>,
    /// Two writes that are both before the access, in different orders that matter.
    pub contest: Option<[Writer; 2]>,
    /// The writes to the word in both executions, from where their order differs to the access and the write after it.
    pub orders: [Vec<Turn>; 2],
}

/// How two executions part at an access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PartingKind {
    /// It reads different values.
    Reads,
    /// It is the last write, and leaves different values.
    Leaves,
    /// In one of them, it is an exchange that fails although the values are equal.
    Fails,
}

/// An access to the word at which two executions part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    /// The place in the source of the program, and the invocation.
    pub by: Writer,
    /// The word before and after it; `None` if it does not read, or does not write.
    pub words: [Option<u32>; 2],
    /// Whether it is an exchange that fails although the values are equal.
    pub fails: bool,
}

/// The origin of an access: its place in the source, and the invocation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Writer {
    /// The place in the source of the program.
    pub span: Span,
    /// The number of the workgroup in the dispatch.
    pub workgroup: u64,
    /// The number of the invocation in the workgroup.
    pub invocation: u32,
}

impl Difference {
    /// The difference as a fault, at the place where the executions part.
    pub(in crate::execute) fn fault(&self, plan: &Plan) -> Fault {
        let message = self.message(plan.options.terms);
        let program = &plan.program;
        let fault = |span, workgroup, invocation, rival| Fault {
            kind: FaultKind::ScheduleDependent,
            span,
            workgroup,
            invocation,
            message,
            rival,
            parting: None,
        };
        if let Some(parting) = &self.parting {
            return fault(parting.span, parting.workgroup, parting.invocation, parting.rival());
        }
        if let Some(Writer { span, workgroup, invocation }) = self.of_subgroups {
            return fault(span, workgroup, invocation, None);
        }
        fault(program.spans.first().copied().unwrap_or_default(), 0, 0, None)
    }

    fn message(&self, terms: &Terms) -> String {
        let Terms { invocation, subgroup, .. } = terms;
        let depends = format!("the result depends on the order of {invocation}s");
        let sizes = self.executions.map(|schedule| match schedule {
            Schedule::LockStep { subgroup_size } => Some(subgroup_size),
            Schedule::InStep
            | Schedule::InOrder
            | Schedule::Backwards
            | Schedule::Enumerated(_)
            | Schedule::Random(_) => None,
        });
        let both = |words: [u32; 2], ty| words.map(|word| shown(word, ty));
        match (&self.result, &self.parting, sizes) {
            (ResultDifference::OutOfFuel, ..) => {
                format!("whether the program ends depends on the order of {invocation}s")
            }
            (ResultDifference::Contents { words, ty, .. }, _, [Some(first), Some(second)]) => {
                let [one, other] = both(*words, *ty);
                format!(
                    "the result depends on the size of {subgroup}s: {one} with {first}, {other} with {second}"
                )
            }
            (_, Some(Parting { kind: PartingKind::Fails, .. }), _) => {
                "the result depends on whether this exchange fails: it may, even if the values are equal"
                    .to_owned()
            }
            (_, Some(Parting { kind: PartingKind::Reads, values, ty, .. }), _) => {
                let [one, other] = both(*values, *ty);
                format!("{depends}: this reads {one}, or {other} in a different order")
            }
            (_, Some(Parting { kind: PartingKind::Leaves, values: words, ty, .. }), _)
            | (ResultDifference::Contents { words, ty, .. }, None, _) => {
                let [one, other] = both(*words, *ty);
                format!("{depends}: it is {one}, or {other} in a different order")
            }
        }
    }
}

/// Returns a word as text: as a value of a type, or as bits where the type is not known.
#[must_use]
pub fn shown(word: u32, ty: Option<Type>) -> String {
    match ty {
        Some(Type::F32) => format!("{:?}", f32::from_bits(word)),
        Some(Type::I32) => (word as i32).to_string(),
        Some(Type::U32) => word.to_string(),
        Some(_) | None => format!("{word:#x}"),
    }
}

/// The type of a value that a step reads or writes in memory, if it has 32 bits.
pub(super) fn type_of(program: &Program, instruction: &Instruction) -> Option<Type> {
    let ty = if let Instruction::Load { ty, .. } | Instruction::Store { ty, .. } = *instruction {
        ty.of_register()
    } else if let Instruction::Atomic { ty, .. } = *instruction {
        ty
    } else if let Instruction::CompareExchange(index) = *instruction {
        program.registers[program.exchanges[index as usize].value.index()]
    } else {
        return None;
    };
    (ty.size() == 4).then_some(ty)
}

/// The type of all values that a program writes to a buffer one by one; `None` if they have different ones.
pub(super) fn type_in(program: &Program, resource: u16) -> Option<Type> {
    let is_there = |instruction: &&Instruction| {
        let mut found = false;
        program.each_location(instruction, |at| found |= at.memory == Memory::Buffer(resource));
        found && !matches!(instruction, Instruction::Load { .. })
    };
    let mut types = program.code.iter().filter(is_there).map(|instruction| type_of(program, instruction));
    let first = types.next()?;
    if types.all(|ty| ty == first) { first } else { None }
}

impl Parting {
    /// The write that decides.
    fn rival(&self) -> Option<Rival> {
        if self.kind == PartingKind::Fails {
            return None;
        }
        let of = |writer: Writer| writer.workgroup != self.workgroup;
        let against = self.contest.map(|[earlier, last]| Against {
            span: Some(earlier.span),
            invocation: earlier.invocation,
            is_elsewhere: of(earlier),
            is_apart: earlier.workgroup != last.workgroup,
        });
        let writer = self.contest.map(|[_, last]| last).or(self.unseen)?;
        Some(Rival {
            span: Some(writer.span),
            invocation: writer.invocation,
            is_elsewhere: of(writer),
            writes: true,
            memory: self.memory,
            is_whole: false,
            against,
        })
    }
}
