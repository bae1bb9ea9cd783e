//! The conditions on every program. Debug builds check it after each lowering and before each plan.

#[cfg(test)]
mod tests;

use crate::table::{CALLS, COPIES, EXCHANGES, List, PROBES, TEXTURE_CALLS};
use crate::verifier::{Expected, Verifier};
use crate::{Flow, Instruction, Program, Register, ResourceKind, Type};
use core::fmt;

/// Checks that constructs are closed and breaks lead out of blocks; that registers exist, are written before they are read, where they are
/// read, and once unless they are variables; that the parts of instructions go together, and operands and results have the types that
/// instructions ask for; that indices lead to entries, resources and stage values that are there, and each entry belongs to one
/// instruction, in order; and that memory has whole words.
///
/// # Errors
/// The first mistake, with its step.
pub fn verify(program: &Program) -> Result<(), Malformed> {
    check(program).map_err(Malformed)
}

/// The error of a program that breaks a condition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Malformed(String);

impl fmt::Display for Malformed {
    fn fmt(&self, output: &mut fmt::Formatter<'_>) -> fmt::Result {
        output.write_str(&self.0)
    }
}

impl core::error::Error for Malformed {}

fn check(program: &Program) -> Result<(), String> {
    let verifier = Verifier { program };
    verifier.sizes()?;
    verifier.stage_values()?;
    verifier.samplers()?;
    let mut state = State::new(verifier);
    for (register, bits) in &program.constants {
        state.write(*register, false)?;
        verifier.constant(*register, *bits)?;
    }
    for register in program.open_memory.iter().flat_map(|it| [it.address, it.bytes]) {
        state.write(register, false)?;
        verifier.expect(register, Expected::Is(Type::U32))?;
    }
    verifier.loose()?;
    for (index, instruction) in program.code.iter().enumerate() {
        state.step(instruction).map_err(|problem| format!("step {index}: {problem}: {instruction:?}"))?;
    }
    if program.spans.len() != program.code.len() {
        return Err("the number of spans does not match the number of steps".to_owned());
    }
    state.entries()?;
    if state.constructs.len() == 1 { Ok(()) } else { Err("unclosed construct".to_owned()) }
}

impl Verifier<'_> {
    /// Memory has whole words, and there are invocations.
    fn sizes(self) -> Result<(), String> {
        let Program { workgroup_size, invocation_bytes, workgroup_bytes, .. } = self.program;
        if workgroup_size.is_some_and(|size| size.contains(&0)) {
            return Err("a workgroup must have at least one invocation".to_owned());
        }
        if invocation_bytes % 4 + workgroup_bytes % 4 != 0 {
            return Err("the size of a memory must be a multiple of its word size".to_owned());
        }
        Ok(())
    }

    /// Each value between stages is one word.
    fn stage_values(self) -> Result<(), String> {
        let mut values = self.program.stage_inputs.iter().chain(&self.program.stage_outputs);
        match values.find(|value| value.ty.is_wide()) {
            Some(value) => Err(format!("a value of type {} can't be passed between stages", value.ty.name())),
            None => Ok(()),
        }
    }

    /// The clamps of samplers that the program makes are numbers in order, and nothing writes such a sampler.
    fn samplers(self) -> Result<(), String> {
        for (number, resource) in self.program.resources.iter().enumerate() {
            let ResourceKind::FixedSampler { sampler } = resource.kind else { continue };
            // A NaN is in no order.
            let is_ordered = sampler.lod_min_clamp <= sampler.lod_max_clamp;
            if resource.is_writable || sampler.max_anisotropy == 0 || !is_ordered {
                return Err(format!("resource {number} is not a valid sampler"));
            }
        }
        Ok(())
    }

    /// The bits of a constant are those of a value of its type.
    fn constant(self, register: Register, bits: u64) -> Result<(), String> {
        let ty = self.ty(register);
        let is_value = match ty {
            Type::Bool => bits <= 1,
            Type::I8 => bits == u64::from(bits as i8 as u32),
            Type::I16 => bits == u64::from(bits as i16 as u32),
            Type::U8 => bits <= 0xff,
            Type::U16 | Type::F16 => bits <= 0xffff,
            Type::I32 | Type::U32 | Type::F32 => u32::try_from(bits).is_ok(),
            Type::I64 | Type::U64 | Type::F64 => true,
        };
        if is_value { Ok(()) } else { Err(format!("{bits:#x} is not a value of {}", ty.name())) }
    }

    /// A value that may differ elsewhere is a constant, or in constant memory.
    fn loose(self) -> Result<(), String> {
        let Program { constants, loose_constants, loose_words, constant_words, .. } = self.program;
        let mut is_constant = vec![false; self.program.registers.len()];
        for (register, _) in constants {
            is_constant[register.index()] = true;
        }
        let is_known = |register: &Register| is_constant.get(register.index()) == Some(&true);
        if let Some((register, _)) = loose_constants.iter().find(|(register, _)| !is_known(register)) {
            return Err(format!("%{} is not a constant", register.0));
        }
        let end = constant_words.len() as u64 * 4;
        match loose_words.iter().find(|(address, ty, _)| u64::from(*address) + u64::from(ty.size()) > end) {
            Some((address, ..)) => Err(format!("address {address} is past the end of constant memory")),
            None => Ok(()),
        }
    }
}

/// How often, and where, a register was written.
#[derive(Clone, Copy, PartialEq)]
enum Written {
    Never,
    /// In this construct.
    Once(usize),
    /// A variable, which was set first in this construct.
    Variable(usize),
}

/// Which construct is open.
#[derive(Clone, Copy, PartialEq)]
enum ConstructKind {
    Program,
    If,
    Else,
    Block,
    Loop,
}

/// A construct, or a branch of one.
struct Construct {
    /// Its number in the order in which constructs begin.
    number: usize,
    kind: ConstructKind,
}

/// The part of a program that was visited.
struct State<'a> {
    verifier: Verifier<'a>,
    written: Vec<Written>,
    /// The constructs that are open, the program itself first.
    constructs: Vec<Construct>,
    /// By number of a construct: whether it is open.
    is_open: Vec<bool>,
    /// The lists that instructions refer to: name, number of entries, and how many of them have been referred to.
    lists: Vec<(&'static str, usize, u32)>,
}

/// The name and the length of a list of which no entry has been referred to.
fn unread<E>(list: &List<E>, program: &Program) -> (&'static str, usize, u32) {
    (list.name, (list.get)(program).len(), 0)
}

impl<'a> State<'a> {
    fn new(verifier: Verifier<'a>) -> Self {
        let Verifier { program } = verifier;
        Self {
            verifier,
            written: vec![Written::Never; verifier.program.registers.len()],
            constructs: vec![Construct { number: 0, kind: ConstructKind::Program }],
            is_open: vec![true],
            lists: vec![
                unread(&CALLS, program),
                unread(&COPIES, program),
                unread(&EXCHANGES, program),
                unread(&TEXTURE_CALLS, program),
                unread(&PROBES, program),
            ],
        }
    }

    fn step(&mut self, instruction: &Instruction) -> Result<(), String> {
        let Verifier { program } = self.verifier;
        self.entry(instruction)?;
        let mut outcome = Ok(());
        program.each_operand(instruction, |register| {
            if outcome.is_ok() {
                outcome = self.read(register);
            }
        });
        outcome?;
        let mut missing = None;
        program.each_target(instruction, |register| {
            if register.index() >= self.written.len() {
                missing = Some(register);
            }
        });
        if let Some(register) = missing {
            return Err(format!("unknown register %{}", register.0));
        }
        self.verifier.types(instruction)?;
        let sets = matches!(instruction, Instruction::Set { .. });
        let mut outcome = Ok(());
        program.each_target(instruction, |register| {
            if outcome.is_ok() {
                outcome = self.write(register, sets);
            }
        });
        outcome?;
        self.control(instruction)
    }
    /// An instruction refers to the next entry of its list.
    fn entry(&mut self, instruction: &Instruction) -> Result<(), String> {
        let Some((list, index)) = instruction.entry() else { return Ok(()) };
        for (name, length, next) in &mut self.lists {
            if *name == list {
                if index != *next || index as usize >= *length {
                    return Err(format!("expected index {next} in the {length} {list}, found {index}"));
                }
                *next += 1;
            }
        }
        Ok(())
    }

    /// All entries belong to an instruction.
    fn entries(&self) -> Result<(), String> {
        match self.lists.iter().find(|(_, length, next)| *length != *next as usize) {
            Some((list, length, next)) => Err(format!("only {next} of {length} {list} are used")),
            None => Ok(()),
        }
    }

    fn here(&self) -> usize {
        self.constructs.last().map_or(0, |construct| construct.number)
    }

    fn read(&self, register: Register) -> Result<(), String> {
        match self.written.get(register.index()) {
            None => Err(format!("unknown register %{}", register.0)),
            Some(Written::Never) => Err(format!("%{} is read before it is written", register.0)),
            Some(Written::Once(construct) | Written::Variable(construct)) if self.is_open[*construct] => {
                Ok(())
            }
            Some(Written::Once(_) | Written::Variable(_)) => {
                Err(format!("%{} is read outside of the construct in which it is written", register.0))
            }
        }
    }

    fn write(&mut self, register: Register, sets: bool) -> Result<(), String> {
        let here = self.here();
        let written = self
            .written
            .get_mut(register.index())
            .ok_or_else(|| format!("unknown register %{}", register.0))?;
        match (*written, sets) {
            (Written::Never, false) => *written = Written::Once(here),
            (Written::Never, true) => *written = Written::Variable(here),
            (Written::Variable(_), true) => {}
            (Written::Once(_) | Written::Variable(_), _) => {
                return Err(format!("%{} is written twice", register.0));
            }
        }
        Ok(())
    }

    fn open(&mut self, kind: ConstructKind) {
        self.constructs.push(Construct { number: self.is_open.len(), kind });
        self.is_open.push(true);
    }

    fn close(&mut self) -> Option<Construct> {
        let construct = if self.constructs.len() > 1 { self.constructs.pop() } else { None };
        if let Some(construct) = &construct {
            self.is_open[construct.number] = false;
        }
        construct
    }

    fn control(&mut self, instruction: &Instruction) -> Result<(), String> {
        match instruction.flow() {
            Flow::Next => {}
            Flow::If { .. } => self.open(ConstructKind::If),
            Flow::Block => self.open(ConstructKind::Block),
            Flow::Loop => self.open(ConstructKind::Loop),
            Flow::Else => match self.close() {
                Some(Construct { kind: ConstructKind::If, .. }) => self.open(ConstructKind::Else),
                Some(_) | None => return Err("`else` without `if`".to_owned()),
            },
            Flow::End => {
                self.close().ok_or_else(|| "no construct is open".to_owned())?;
            }
            Flow::Break { levels } | Flow::BreakIf { levels, .. } => {
                let target = self.constructs.iter().rev().nth(levels as usize);
                match target.map_or(ConstructKind::Program, |target| target.kind) {
                    ConstructKind::Block => {}
                    ConstructKind::Program => return Err("it exits more levels than are open".to_owned()),
                    // Nobody keeps the invocations that leave these.
                    ConstructKind::If | ConstructKind::Else | ConstructKind::Loop => {
                        return Err("it must exit a block".to_owned());
                    }
                }
            }
        }
        Ok(())
    }
}
