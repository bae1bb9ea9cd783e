//! The table of instructions: the word, the class, the attributes and the registers of each one.
//!
//! [`Instruction::visit`] is the table. Everything that depends on the parts of an instruction is a [`Visitor`]: the registers that it reads and
//! writes, its class, the types that it asks for, and its text.

#![allow(clippy::enum_glob_use, reason = "rows name classes by themselves")]

use crate::instruction::Class::{self, *};
use crate::instruction::Instruction;
use crate::line::{Line, ListedText, Operands, ParseError, Part, Reader, Registers};
use crate::signature::{
    atomic, group_operand, group_result, input_type, own, scalar_operands, scalar_result, takes, takes_group,
    writable,
};
use crate::verifier::Expected::{self, Any, Is, Like, SizedAs};
use crate::verifier::Verifier;
use crate::{
    AtomicOperation, BarrierMemory, BarrierScope, Call, Copy, Exchange, GroupOperation, Input as Source,
    Location, Memory, MemoryType, Precision, Probe, Program, Register, TextureCall, Type,
};
use shader_numeric::Operation;

const BOOL: Expected = Is(Type::Bool);
const U32: Expected = Is(Type::U32);

/// Receives the parts of an instruction, in the order of [`Instruction::visit`].
pub(crate) trait Visitor {
    /// The first word of the line, and the effect besides computing.
    fn step(&mut self, _word: &'static str, _class: Class) -> &mut Self {
        self
    }
    /// An attribute.
    fn with(&mut self, _name: &'static str, _part: &mut impl Part) -> &mut Self {
        self
    }
    /// A constraint between attributes.
    fn rule(&mut self, _holds: impl FnOnce(Verifier<'_>) -> Result<(), String>) -> &mut Self {
        self
    }
    /// A register that is written, and its type.
    fn writes(&mut self, _to: &mut Register, _expected: impl FnOnce() -> Expected) -> &mut Self {
        self
    }
    /// A register that is read, or several, and their types.
    fn reads<O: Operands>(&mut self, _read: &mut O, _expected: impl FnOnce() -> O::Expected) -> &mut Self {
        self
    }
    /// The first word of the line, and the entry of a list that has the other parts.
    fn entry<E: ListedText>(&mut self, _word: &'static str, _list: List<E>, _index: &mut u32) -> &mut Self {
        self
    }
}

impl Instruction {
    /// Shows the parts to a visitor.
    #[rustfmt::skip]
    pub(crate) fn visit<V: Visitor>(&mut self, visitor: &mut V) {
        let _: &mut V = match self {
            Self::Scalar { operation, ty, precision, to, operands } => {
                let first = operands[0];
                visitor.step("", Pure)
                    .with("operation", operation).with("ty", ty).with("precision", precision)
                    .rule(|verifier| takes(verifier, *operation, *ty))
                    .writes(to, || scalar_result(*operation, *ty)).reads(operands, || scalar_operands(*operation, *ty, first))
            }
            Self::Convert { from, into, to, value } => visitor.step("convert", Pure)
                .with("from", from).with("into", into).writes(to, || Is(*into)).reads(value, || Is(*from)),
            Self::Reinterpret { to, value } => visitor.step("reinterpret", Pure).writes(to, || Any).reads(value, || SizedAs(*to)),
            Self::Select { to, condition, accept, reject } => visitor.step("select", Pure)
                .writes(to, || Any).reads(condition, || BOOL).reads(accept, || Like(*to)).reads(reject, || Like(*to)),
            Self::Undefined { to } => visitor.step("undefined", Pure).writes(to, || Any),
            Self::Set { to, value } => visitor.step("set", Assigns).writes(to, || Any).reads(value, || Like(*to)),
            Self::Input { input, to } => visitor.step("input", Loads).with("input", input).writes(to, || input_type(*input)),
            Self::Index { stride, to, base, index, count } => visitor.step("index", Pure)
                .with("stride", stride).writes(to, || U32).reads(base, || U32).reads(index, || U32).reads(count, || U32),
            Self::Pointer { at, to } => visitor.step("pointer", Pure).with("at", at).writes(to, || Is(Type::U64)),
            Self::Offset { stride, to, pointer, index } => visitor.step("offset", Pure)
                .with("stride", stride).writes(to, || Is(Type::U64)).reads(pointer, || Is(Type::U64)).reads(index, || Is(Type::I64)),
            Self::Load { ty, from, to } => visitor.step("load", Loads)
                .with("ty", ty).with("from", from).writes(to, || Is(ty.of_register())),
            Self::Store { ty, into, value } => visitor.step("store", Stores)
                .with("ty", ty).with("into", into).rule(|verifier| writable(verifier, *into)).reads(value, || Is(ty.of_register())),
            Self::Touch { size, at } => visitor.step("touch", Stores).with("size", size).with("at", at),
            Self::Clear { size, into } => visitor.step("clear", Stores)
                .with("size", size).with("into", into).rule(|verifier| writable(verifier, *into)),
            Self::Undefine { size, into } => visitor.step("undefine", Stores)
                .with("size", size).with("into", into).rule(|verifier| own(verifier, *into)),
            Self::Atomic { operation, ty, at, to, value } => visitor.step("atomic", Updates)
                .with("operation", operation).with("ty", ty).with("at", at)
                .rule(|verifier| atomic(verifier, *operation, *ty, *at)).writes(to, || Is(*ty)).reads(value, || Is(*ty)),
            Self::Group { operation, ty, to, value, other } => visitor.step("group", Exchanges)
                .with("operation", operation).with("ty", ty).rule(|verifier| takes_group(verifier, *operation, *ty))
                .writes(to, || group_result(*operation, *ty)).reads(value, || Is(*ty)).reads(other, || group_operand(*operation, *value)),
            Self::Barrier { scope, memory } => visitor.step("barrier", Exchanges).with("scope", scope).with("memory", memory),
            Self::Discard => visitor.step("discard", Outputs),
            Self::Output { index, value } => visitor.step("output", Outputs)
                .with("index", index).reads(value, || Expected::StageOutput(*index)),
            Self::If { condition } => visitor.step("if", Control).reads(condition, || BOOL),
            Self::Else => visitor.step("else", Control),
            Self::Block => visitor.step("block", Control),
            Self::Loop => visitor.step("loop", Control),
            Self::End => visitor.step("end", Control),
            Self::Break { levels } => visitor.step("break", Control).with("levels", levels),
            Self::BreakIf { holds, levels, condition } => visitor.step("break_if", Control)
                .with("holds", holds).with("levels", levels).reads(condition, || BOOL),
            Self::Call(index) => visitor.entry("call", CALLS, index),
            Self::Copy(index) => visitor.entry("copy", COPIES, index),
            Self::CompareExchange(index) => visitor.entry("compare_exchange", EXCHANGES, index),
            Self::Texture(index) => visitor.entry("texture", TEXTURE_CALLS, index),
            Self::Probe(index) => visitor.entry("probe", PROBES, index),
        };
    }

    /// An instruction of each kind, whose parts the parser replaces. The parser does not know what is missing here.
    #[rustfmt::skip]
    const BLANK: [Self; 32] = [
        Self::Scalar { operation: Operation::Add, ty: Type::Bool, precision: Precision::Default, to: R, operands: [R; 3] },
        Self::Convert { from: Type::Bool, into: Type::Bool, to: R, value: R },
        Self::Reinterpret { to: R, value: R },
        Self::Select { to: R, condition: R, accept: R, reject: R },
        Self::Undefined { to: R },
        Self::Set { to: R, value: R },
        Self::Input { input: Source::WorkgroupIndex, to: R },
        Self::Index { stride: 0, to: R, base: R, index: R, count: R },
        Self::Pointer { at: PLACE, to: R },
        Self::Offset { stride: 0, to: R, pointer: R, index: R },
        Self::Load { ty: MemoryType::ByteBool, from: PLACE, to: R },
        Self::Store { ty: MemoryType::ByteBool, into: PLACE, value: R },
        Self::Touch { size: 0, at: PLACE },
        Self::Clear { size: 0, into: PLACE },
        Self::Undefine { size: 0, into: PLACE },
        Self::Atomic { operation: AtomicOperation::Load, ty: Type::Bool, at: PLACE, to: R, value: R },
        Self::Group { operation: GroupOperation::Elect, ty: Type::Bool, to: R, value: R, other: R },
        Self::Barrier { scope: BarrierScope::Fence, memory: BarrierMemory { workgroup: false, buffers: false, textures: false } },
        Self::Discard,
        Self::Output { index: 0, value: R },
        Self::If { condition: R },
        Self::Else,
        Self::Block,
        Self::Loop,
        Self::End,
        Self::Break { levels: 0 },
        Self::BreakIf { holds: false, levels: 0, condition: R },
        Self::Call(0),
        Self::Copy(0),
        Self::CompareExchange(0),
        Self::Texture(0),
        Self::Probe(0),
    ];
}

const R: Register = Register(0);
const PLACE: Location = Location { memory: Memory::Invocation, address: R, offset: 0 };

/// A list of entries that instructions refer to.
pub(crate) struct List<E> {
    pub(crate) name: &'static str,
    pub(crate) get: fn(&Program) -> &Vec<E>,
    get_mut: fn(&mut Program) -> &mut Vec<E>,
}

pub(crate) const CALLS: List<Call> = List { name: "calls", get: |it| &it.calls, get_mut: |it| &mut it.calls };
pub(crate) const COPIES: List<Copy> =
    List { name: "copies", get: |it| &it.copies, get_mut: |it| &mut it.copies };
pub(crate) const EXCHANGES: List<Exchange> =
    List { name: "exchanges", get: |it| &it.exchanges, get_mut: |it| &mut it.exchanges };
pub(crate) const TEXTURE_CALLS: List<TextureCall> =
    List { name: "texture_calls", get: |it| &it.texture_calls, get_mut: |it| &mut it.texture_calls };
pub(crate) const PROBES: List<Probe> =
    List { name: "probes", get: |it| &it.probes, get_mut: |it| &mut it.probes };

/// One of the things that an instruction does.
enum Piece {
    Class(Class),
    Writes(Register),
    Reads(Register),
    Accesses(Location),
}

/// Calls a function with what an instruction does.
struct Pieces<'a, F>(&'a Program, F);

impl<F: FnMut(Piece)> Visitor for Pieces<'_, F> {
    fn step(&mut self, _: &'static str, class: Class) -> &mut Self {
        (self.1)(Piece::Class(class));
        self
    }
    fn with(&mut self, _: &'static str, part: &mut impl Part) -> &mut Self {
        part.each_location(&mut |at| {
            (self.1)(Piece::Reads(at.address));
            (self.1)(Piece::Accesses(at));
        });
        self
    }
    fn writes(&mut self, to: &mut Register, _: impl FnOnce() -> Expected) -> &mut Self {
        (self.1)(Piece::Writes(*to));
        self
    }
    fn reads<O: Operands>(&mut self, read: &mut O, _: impl FnOnce() -> O::Expected) -> &mut Self {
        read.each(&mut |register| (self.1)(Piece::Reads(register)));
        self
    }
    fn entry<E: ListedText>(&mut self, _: &'static str, list: List<E>, index: &mut u32) -> &mut Self {
        let entry = &(list.get)(self.0)[*index as usize];
        (self.1)(Piece::Class(entry.class()));
        entry.each_target(&mut |register| (self.1)(Piece::Writes(register)));
        entry.each_operand(&mut |register| (self.1)(Piece::Reads(register)));
        entry.each_location(&mut |at| (self.1)(Piece::Accesses(at)));
        self
    }
}

impl Program {
    /// Calls a function with what an instruction does.
    fn each_piece(&self, instruction: &Instruction, found: impl FnMut(Piece)) {
        { *instruction }.visit(&mut Pieces(self, found));
    }

    /// Calls a function with the registers that an instruction writes.
    ///
    /// # Panics
    /// An index leads out of its list.
    pub fn each_target(&self, instruction: &Instruction, mut found: impl FnMut(Register)) {
        self.each_piece(instruction, |piece| {
            if let Piece::Writes(register) = piece {
                found(register);
            }
        });
    }

    /// Calls a function with the registers that an instruction reads.
    ///
    /// # Panics
    /// An index leads out of its list.
    pub fn each_operand(&self, instruction: &Instruction, mut found: impl FnMut(Register)) {
        self.each_piece(instruction, |piece| {
            if let Piece::Reads(register) = piece {
                found(register);
            }
        });
    }

    /// Calls a function with the places in memory that an instruction accesses.
    ///
    /// # Panics
    /// An index leads out of its list.
    pub fn each_location(&self, instruction: &Instruction, mut found: impl FnMut(Location)) {
        self.each_piece(instruction, |piece| {
            if let Piece::Accesses(at) = piece {
                found(at);
            }
        });
    }

    /// The effect of an instruction besides computing.
    ///
    /// # Panics
    /// An index leads out of its list.
    #[must_use]
    pub fn class(&self, instruction: &Instruction) -> Class {
        let mut found = Pure;
        self.each_piece(instruction, |piece| {
            if let Piece::Class(class) = piece {
                found = class;
            }
        });
        found
    }
}

/// Finds the list that an instruction refers to, by name, and the index of the entry, which the list need not have.
struct FindEntry(Option<(&'static str, u32)>);

impl Visitor for FindEntry {
    fn entry<E: ListedText>(&mut self, _: &'static str, list: List<E>, index: &mut u32) -> &mut Self {
        self.0 = Some((list.name, *index));
        self
    }
}

impl Instruction {
    /// The list that it refers to, by name, and the index of the entry.
    pub(crate) fn entry(mut self) -> Option<(&'static str, u32)> {
        let mut found = FindEntry(None);
        self.visit(&mut found);
        found.0
    }
}

/// Checks that the parts of an instruction and the types of its registers go together.
struct Check<'a>(Verifier<'a>, Result<(), String>);

impl<'a> Check<'a> {
    /// Checks one more thing, unless there is a mistake already.
    fn also(&mut self, check: impl FnOnce(Verifier<'a>) -> Result<(), String>) -> &mut Self {
        if self.1.is_ok() {
            self.1 = check(self.0);
        }
        self
    }
}

impl Visitor for Check<'_> {
    fn with(&mut self, _: &'static str, part: &mut impl Part) -> &mut Self {
        self.also(|verifier| part.check(verifier))
    }
    fn rule(&mut self, holds: impl FnOnce(Verifier<'_>) -> Result<(), String>) -> &mut Self {
        self.also(holds)
    }
    fn writes(&mut self, to: &mut Register, expected: impl FnOnce() -> Expected) -> &mut Self {
        self.also(|verifier| verifier.expect(*to, expected()))
    }
    fn reads<O: Operands>(&mut self, read: &mut O, expected: impl FnOnce() -> O::Expected) -> &mut Self {
        self.also(|verifier| read.expect(verifier, expected()))
    }
    fn entry<E: ListedText>(&mut self, _: &'static str, list: List<E>, index: &mut u32) -> &mut Self {
        self.also(|verifier| (list.get)(verifier.program)[*index as usize].check(verifier))
    }
}

impl Verifier<'_> {
    /// Checks that the parts of an instruction and the types of its registers go together.
    pub(crate) fn types(self, instruction: &Instruction) -> Result<(), String> {
        let mut check = Check(self, Ok(()));
        { *instruction }.visit(&mut check);
        check.1
    }
}

/// Writes an instruction.
struct Write<'a>(&'a Program, &'a mut Line);

impl Visitor for Write<'_> {
    fn step(&mut self, word: &'static str, _: Class) -> &mut Self {
        self.1.word(word);
        self
    }
    fn with(&mut self, name: &'static str, part: &mut impl Part) -> &mut Self {
        self.1.part(name, part);
        self
    }
    fn reads<O: Operands>(&mut self, read: &mut O, expected: impl FnOnce() -> O::Expected) -> &mut Self {
        read.write(expected(), self.1);
        self
    }
    fn entry<E: ListedText>(&mut self, word: &'static str, list: List<E>, index: &mut u32) -> &mut Self {
        self.1.word(word);
        (list.get)(self.0)[*index as usize].write(self.1);
        self
    }
}

/// Writes an instruction, except for the registers that it writes, which come before it.
pub(crate) fn write_instruction(program: &Program, instruction: &Instruction, line: &mut Line) {
    { *instruction }.visit(&mut Write(program, line));
}

/// Reads the parts of an instruction.
struct Read<'r, 'a> {
    program: &'r mut Program,
    reader: &'r mut Reader<'a>,
    /// The registers that the instruction writes. An entry of a list takes all of them.
    targets: Option<Registers>,
    /// The registers that it reads, once an operand is expected.
    operands: Option<Registers>,
    /// The first mistake; nothing as long as the line does not begin with the word of the instruction.
    outcome: Option<Result<(), ParseError>>,
}

impl Read<'_, '_> {
    fn begins(&mut self, word: &str) {
        self.outcome = self.reader.begins(word).then_some(Ok(()));
    }

    /// Reads a part of an instruction that has begun, unless there is a mistake already.
    fn then(&mut self, read: impl FnOnce(&mut Self) -> Result<(), ParseError>) -> &mut Self {
        if matches!(self.outcome, Some(Ok(()))) {
            self.outcome = Some(read(self));
        }
        self
    }

    /// No registers are left.
    fn finish(self) -> Result<(), ParseError> {
        [self.operands, self.targets].into_iter().flatten().try_for_each(|it| it.finish(self.reader))
    }
}

impl Visitor for Read<'_, '_> {
    fn step(&mut self, word: &'static str, _: Class) -> &mut Self {
        self.begins(word);
        self
    }
    fn with(&mut self, name: &'static str, part: &mut impl Part) -> &mut Self {
        self.then(|it| {
            *part = it.reader.part(name)?;
            Ok(())
        })
    }
    fn writes(&mut self, to: &mut Register, _: impl FnOnce() -> Expected) -> &mut Self {
        self.then(|it| {
            if let Some(targets) = &mut it.targets {
                *to = targets.next(it.reader)?;
            }
            Ok(())
        })
    }
    fn reads<O: Operands>(&mut self, read: &mut O, _: impl FnOnce() -> O::Expected) -> &mut Self {
        self.then(|it| {
            let mut operands = it.operands.take().map_or_else(|| it.reader.operands(), Ok)?;
            *read = O::read(&mut operands, it.reader)?;
            it.operands = Some(operands);
            Ok(())
        })
    }
    fn entry<E: ListedText>(&mut self, word: &'static str, list: List<E>, index: &mut u32) -> &mut Self {
        self.begins(word);
        self.then(|it| {
            *index = (list.get)(it.program).len() as u32;
            if let Some(targets) = it.targets.take() {
                (list.get_mut)(it.program).push(E::read(it.reader, targets)?);
            }
            Ok(())
        })
    }
}

/// Reads an instruction that writes these registers, and adds its entry to the list that it refers to.
pub(crate) fn read_instruction(
    program: &mut Program,
    reader: &mut Reader<'_>,
    targets: Registers,
) -> Result<Instruction, ParseError> {
    let mut read = Read { program, reader, targets: Some(targets), operands: None, outcome: None };
    for mut instruction in Instruction::BLANK {
        instruction.visit(&mut read);
        if let Some(outcome) = read.outcome.take() {
            outcome?;
            read.finish()?;
            return Ok(instruction);
        }
    }
    read.reader.word("instruction", |_| None)
}
