//! A program made ready to run: where control goes, which registers hold one value for all invocations of a workgroup, and
//! which registers share a plane.

mod constructs;
mod control;
mod flatten;
mod share;
mod uniform;

use super::options::Options;
pub(super) use constructs::{Construct, Constructs};
use control::Control;
use shader_ir::{AtomicOperation, Class, Instruction, Memory, Program, Register, ResourceKind, Type, verify};

/// A program made ready to run with some options.
#[derive(Debug)]
pub struct Plan {
    pub(super) program: Program,
    pub(super) options: Options,
    /// The size of a workgroup that is not at an edge of the dispatch.
    pub(super) workgroup_size: [u32; 3],
    /// By step: for `Else`, the `End` of its construct; for others, the `Else` or `End` of the innermost construct around.
    pub(super) targets: Vec<u32>,
    /// By step that opens a construct: the `Else` or `End` that ends its first branch.
    pub(super) branches: Vec<u32>,
    /// The greatest number of constructs that are open at the same time.
    pub(super) most_open: u32,
    /// By `End`: the construct that it closes.
    pub(super) closes: Vec<Closes>,
    /// By register: its plane.
    pub(super) planes: Vec<u32>,
    /// By plane: whether it holds one value for all lanes.
    pub(super) is_uniform: Vec<bool>,
    /// By plane: whether its words have 64 bits.
    pub(super) is_wide: Vec<bool>,
    /// Whether any plane has words of 64 bits. Programs of WGSL have none.
    pub(super) has_wide: bool,
    /// By step: whether it sets a variable to a value that no later step reads.
    pub(super) is_last: Vec<bool>,
    /// Whether the result depends on the order in which workgroups run.
    pub(super) needs_order: bool,
}

/// The construct that an `End` closes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Closes {
    Nothing,
    If,
    Block,
    /// With the step that opens it.
    Loop(u32),
}

impl Plan {
    /// Plans a program.
    ///
    /// # Panics
    /// The program leaves sizes open. With debug assertions: it breaks a rule of the representation; see [`shader_ir::verify`].
    #[must_use]
    pub fn new(program: Program, options: Options) -> Self {
        check(&program);
        // The allowed results may vary where values do not.
        let varying = if options.track.is_some() { all_but_constants } else { uniform::varying };
        let varies = varying(&program);
        if options.strict {
            // It needs the branches of the program.
            return Self::of(program, &varies, options);
        }
        let program = flatten::flatten(program, &varies);
        let varies = varying(&program);
        Self::of(program, &varies, options)
    }

    /// Plans a program without anything that is done for speed: branches stay, and every register has a value for each lane, except for
    /// constants. The results are those of [`Plan::new`].
    ///
    /// # Panics
    /// As [`Plan::new`].
    #[must_use]
    pub fn unchanged(program: Program, options: Options) -> Self {
        check(&program);
        let varies = all_but_constants(&program);
        Self::of(program, &varies, options)
    }

    /// The program, which may have fewer branches than before.
    #[must_use]
    pub const fn program(&self) -> &Program {
        &self.program
    }

    fn of(program: Program, varies: &[bool], options: Options) -> Self {
        let Control { targets, branches, closes, most_open } = Control::of(&program);
        let share::Planes { of_register, is_uniform, is_wide, is_last } = share::share(&program, varies);
        let needs_order = needs_order(&program);
        let Some(workgroup_size) = program.workgroup_size else { panic!("{OPEN}") };
        Self {
            program,
            options,
            workgroup_size,
            targets,
            branches,
            most_open,
            closes,
            planes: of_register,
            is_uniform,
            has_wide: is_wide.contains(&true),
            is_wide,
            is_last,
            needs_order,
        }
    }
}

impl Plan {
    /// Returns true if the program may write a resource.
    pub(super) fn is_writable(&self, index: u16) -> bool {
        self.program.resources.get(usize::from(index)).is_some_and(|resource| resource.is_writable)
    }

    /// Returns true if the program has a memory.
    pub(super) fn has_memory(&self, memory: Memory) -> bool {
        match memory {
            Memory::Invocation | Memory::Workgroup | Memory::Constant => true,
            Memory::Buffer(index) => {
                self.program.resources.get(usize::from(index)).is_some_and(|it| match it.kind {
                    ResourceKind::Buffer { .. } | ResourceKind::Immediates { .. } => true,
                    ResourceKind::Texture { .. }
                    | ResourceKind::Sampler { .. }
                    | ResourceKind::FixedSampler { .. } => false,
                })
            }
            Memory::Pointed => false,
        }
    }

    /// Returns true if the program may write a memory.
    pub(super) fn may_write(&self, memory: Memory) -> bool {
        match memory {
            Memory::Invocation | Memory::Workgroup => true,
            Memory::Buffer(index) => self.is_writable(index),
            Memory::Constant | Memory::Pointed => false,
        }
    }

    /// Returns true if the memory of a workgroup starts without values.
    pub(super) const fn workgroup_is_undefined(&self) -> bool {
        self.program.workgroup_is_undefined || self.options.undefined_workgroup_memory
    }

    pub(super) fn ty(&self, register: Register) -> Type {
        self.program.registers.get(register.index()).copied().unwrap_or(Type::U32)
    }
}

/// By register: whether a step reads it.
pub(super) fn read_registers(program: &Program) -> Vec<bool> {
    let mut is_read = vec![false; program.registers.len()];
    let mut mark = |register: Register| is_read[register.index()] = true;
    program.code.iter().for_each(|instruction| program.each_operand(instruction, &mut mark));
    is_read
}

/// By register: whether it is not a constant.
fn all_but_constants(program: &Program) -> Vec<bool> {
    let mut varies = vec![true; program.registers.len()];
    program.constants.iter().for_each(|(register, _)| varies[register.index()] = false);
    varies
}

const OPEN: &str = "the program leaves sizes to the dispatch: set them with `Program::sized`";

/// Crashes where a program leaves sizes open, or breaks a rule of the representation. Release builds trust the front ends.
fn check(program: &Program) {
    assert!(program.is_sized(), "{OPEN}");
    debug_assert_eq!(verify(program), Ok(()), "a program that cannot be executed");
}

/// Returns true if an atomic operation on a buffer has a result that is used, or one that depends on the order; or whether operations of two kinds,
/// which do not commute, are applied to one buffer. One of 64 bits changes two words, between which no other workgroup may come.
fn needs_order(program: &Program) -> bool {
    let is_read = read_registers(program);
    let updates = program.code.iter().filter(|it| program.class(it) == Class::Updates);
    let mut kinds: Vec<(Memory, AtomicOperation, Type)> = Vec::new();
    for instruction in updates {
        let mut buffer = None;
        program.each_location(instruction, |at| {
            if matches!(at.memory, Memory::Buffer(_) | Memory::Pointed) {
                buffer = Some(at.memory);
            }
        });
        let Some(buffer) = buffer else { continue };
        let Some((operation, ty)) = without_order(instruction, &is_read) else { return true };
        // A difference is the sum with a negative number.
        let operation = if operation == AtomicOperation::Subtract { AtomicOperation::Add } else { operation };
        if !kinds.contains(&(buffer, operation, ty)) {
            kinds.push((buffer, operation, ty));
        }
    }
    // A pointer may lead to any buffer.
    let meet = |one: Memory, other: Memory| one == other || [one, other].contains(&Memory::Pointed);
    let differ = |one: &(Memory, AtomicOperation, Type), other: &(Memory, AtomicOperation, Type)| {
        meet(one.0, other.0) && (one.1, one.2) != (other.1, other.2)
    };
    kinds.iter().enumerate().any(|(index, one)| kinds[..index].iter().any(|other| differ(one, other)))
}

/// The kind of an atomic operation whose repetitions give the same value in every order, and whose results nobody reads.
fn without_order(instruction: &Instruction, is_read: &[bool]) -> Option<(AtomicOperation, Type)> {
    use AtomicOperation::{Exchange, Load, Store};
    let Instruction::Atomic { operation, ty, to, .. } = *instruction else { return None };
    let has_no_order = !matches!(operation, Load | Store | Exchange) && !is_read[to.index()];
    // The order of a sum decides how it is rounded.
    (has_no_order && !ty.is_wide() && ty != Type::F32).then_some((operation, ty))
}

#[cfg(test)]
mod tests {
    use super::needs_order;
    use shader_ir::{AtomicOperation, Instruction, Location, Memory, Program, Register, Type};

    #[test]
    fn atomic_operations_on_two_words_need_an_order() {
        for (ty, memory, expected) in [
            (Type::U32, Memory::Buffer(0), false),
            (Type::U64, Memory::Buffer(0), true),
            (Type::U64, Memory::Workgroup, false),
            (Type::U64, Memory::Pointed, true),
        ] {
            let [address, value, to] = [0, 1, 2].map(Register);
            let at = Location { memory, address, offset: 0 };
            let program = Program {
                registers: vec![Type::U32, ty, ty],
                code: vec![Instruction::Atomic { operation: AtomicOperation::Max, ty, to, value, at }],
                ..Program::default()
            };
            assert_eq!(needs_order(&program), expected, "{ty:?} in {memory:?}");
        }
    }

    #[test]
    fn operations_of_two_kinds_on_a_buffer_need_an_order() {
        use AtomicOperation::{Add, And, Max, Subtract};
        let (first, second, any) = (Memory::Buffer(0), Memory::Buffer(1), Memory::Pointed);
        for (operations, expected) in [
            ([(And, first), (And, first)], false),
            ([(Add, first), (Subtract, first)], false),
            ([(And, first), (Subtract, first)], true),
            ([(And, first), (Max, second)], false),
            ([(And, first), (Max, any)], true),
            ([(Max, Memory::Workgroup), (And, Memory::Workgroup)], false),
        ] {
            let [address, value, to] = [0, 1, 2].map(Register);
            let atomic = |(operation, memory)| {
                let at = Location { memory, address, offset: 0 };
                Instruction::Atomic { operation, ty: Type::U32, to, value, at }
            };
            let code = operations.map(atomic).to_vec();
            let program = Program { registers: vec![Type::U32; 3], code, ..Program::default() };
            assert_eq!(needs_order(&program), expected, "{operations:?}");
        }
    }
}
