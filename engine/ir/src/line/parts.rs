//! The parts of a step.

use super::{Line, ParseError, Reader, Registers};
use crate::verifier::{Expected, Verifier, has_index};
use crate::words::Word;
use crate::{Location, Memory, MemoryType, Precision, Register, Type};
use shader_numeric::Operation;
use std::borrow::Cow;

impl Word for Type {
    const WHAT: &'static str = "type";

    fn word(&self) -> Cow<'static, str> {
        self.name().into()
    }

    fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|ty| ty.name() == word)
    }
}

impl Word for MemoryType {
    const WHAT: &'static str = "type";

    fn word(&self) -> Cow<'static, str> {
        match self {
            Self::Sized(ty) => ty.word(),
            Self::ByteBool => "bool8".into(),
        }
    }

    fn of_word(word: &str) -> Option<Self> {
        if word == "bool8" { Some(Self::ByteBool) } else { Type::of_word(word).map(Self::Sized) }
    }
}

impl Word for Operation {
    const WHAT: &'static str = "operation";

    fn word(&self) -> Cow<'static, str> {
        self.identifier().into()
    }

    fn of_word(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|operation| operation.identifier() == word)
    }
}

impl Word for Memory {
    const WHAT: &'static str = "memory";

    fn word(&self) -> Cow<'static, str> {
        match self {
            Self::Invocation => "invocation".into(),
            Self::Workgroup => "workgroup".into(),
            Self::Constant => "constant".into(),
            Self::Buffer(index) => format!("buffer.{index}").into(),
            Self::Pointed => "pointed".into(),
        }
    }

    fn of_word(word: &str) -> Option<Self> {
        let memory = match word {
            "invocation" => Self::Invocation,
            "workgroup" => Self::Workgroup,
            "constant" => Self::Constant,
            "pointed" => Self::Pointed,
            word => Self::Buffer(word.strip_prefix("buffer.")?.parse().ok()?),
        };
        (memory.word() == word).then_some(memory)
    }
}

/// An attribute: a part of a step other than a register.
pub(crate) trait Part: Sized {
    /// Whether its name stands before it.
    const IS_NAMED: bool = false;

    fn text(&self) -> Cow<'static, str>;

    fn read(reader: &mut Reader<'_>) -> Result<Self, ParseError>;

    /// Calls a function with the place in memory that it is.
    fn each_location(&self, _found: &mut impl FnMut(Location)) {}

    /// Returns true if it refers to things that are there.
    fn check(&self, _verifier: Verifier<'_>) -> Result<(), String> {
        Ok(())
    }
}

macro_rules! numbers {
    ($($number:ident)+) => {
        $(
            impl Part for $number {
                const IS_NAMED: bool = true;

                fn text(&self) -> Cow<'static, str> {
                    self.to_string().into()
                }

                fn read(reader: &mut Reader<'_>) -> Result<Self, ParseError> {
                    reader.number()
                }
            }
        )+
    };
}

numbers! { bool u8 u16 u32 u64 i32 }

macro_rules! words_as_parts {
    ($($word:ty)+) => {
        $(
            impl Part for $word {
                fn text(&self) -> Cow<'static, str> {
                    self.word()
                }

                fn read(reader: &mut Reader<'_>) -> Result<Self, ParseError> {
                    reader.value()
                }
            }
        )+
    };
}

words_as_parts! { Type MemoryType Operation crate::AtomicOperation crate::GroupOperation crate::BarrierScope crate::BarrierMemory crate::TextureOperation }

impl Part for Precision {
    fn text(&self) -> Cow<'static, str> {
        self.word()
    }

    fn read(reader: &mut Reader<'_>) -> Result<Self, ParseError> {
        let is_said = reader.peek().and_then(Self::of_word).is_some();
        if is_said { reader.value() } else { Ok(Self::Default) }
    }
}

impl Part for crate::Input {
    fn text(&self) -> Cow<'static, str> {
        self.word()
    }

    fn read(reader: &mut Reader<'_>) -> Result<Self, ParseError> {
        reader.value()
    }

    fn check(&self, verifier: Verifier<'_>) -> Result<(), String> {
        match *self {
            Self::BufferSize(index) => verifier.buffer(index),
            Self::LocalInvocation(axis)
            | Self::GlobalInvocation(axis)
            | Self::Workgroup(axis)
            | Self::WorkgroupCount(axis)
            | Self::WorkgroupSize(axis)
            | Self::WholeWorkgroupSize(axis)
            | Self::InvocationCount(axis) => has_index(u32::from(axis), 3),
            Self::Stage(index) => has_index(u32::from(index), verifier.program.stage_inputs.len()),
            Self::LocalInvocationIndex
            | Self::GlobalInvocationIndex
            | Self::WorkgroupIndex
            | Self::SubgroupInvocation
            | Self::SubgroupSize
            | Self::Subgroup
            | Self::SubgroupCount => Ok(()),
        }
    }
}

/// `workgroup[%3 + 16]`
impl Part for Location {
    fn text(&self) -> Cow<'static, str> {
        let (memory, address) = (self.memory.word(), self.address.0);
        match self.offset {
            0 => format!("{memory}[%{address}]").into(),
            offset => format!("{memory}[%{address} + {offset}]").into(),
        }
    }

    fn read(reader: &mut Reader<'_>) -> Result<Self, ParseError> {
        let memory = reader.value()?;
        reader.expect("[")?;
        let address = reader.register()?;
        let offset = if reader.take("+") { reader.number()? } else { 0 };
        reader.expect("]")?;
        Ok(Self { memory, address, offset })
    }

    fn each_location(&self, found: &mut impl FnMut(Location)) {
        found(*self);
    }

    fn check(&self, verifier: Verifier<'_>) -> Result<(), String> {
        let address = match self.memory {
            Memory::Invocation | Memory::Workgroup | Memory::Constant => Type::U32,
            Memory::Buffer(index) => {
                verifier.buffer(index)?;
                Type::U32
            }
            Memory::Pointed => Type::U64,
        };
        verifier.expect(self.address, Expected::Is(address))
    }
}

/// A register that a step reads, or several. Those that there is no use for are left out at the end.
pub(crate) trait Operands: Sized {
    type Expected;

    fn each(&self, found: &mut impl FnMut(Register));

    fn expect(&self, verifier: Verifier<'_>, expected: Self::Expected) -> Result<(), String>;

    fn write(&self, expected: Self::Expected, line: &mut Line);

    fn read(operands: &mut Registers, reader: &Reader<'_>) -> Result<Self, ParseError>;
}

impl Operands for Register {
    type Expected = Expected;

    fn each(&self, found: &mut impl FnMut(Register)) {
        found(*self);
    }

    fn expect(&self, verifier: Verifier<'_>, expected: Expected) -> Result<(), String> {
        verifier.expect(*self, expected)
    }

    fn write(&self, expected: Expected, line: &mut Line) {
        if expected != Expected::Repeats(*self) {
            line.operand(*self);
        }
    }

    fn read(operands: &mut Registers, reader: &Reader<'_>) -> Result<Self, ParseError> {
        operands.next_or_first(reader)
    }
}

impl<const COUNT: usize> Operands for [Register; COUNT] {
    type Expected = [Expected; COUNT];

    fn each(&self, found: &mut impl FnMut(Register)) {
        for register in self {
            found(*register);
        }
    }

    fn expect(&self, verifier: Verifier<'_>, expected: Self::Expected) -> Result<(), String> {
        self.iter().zip(expected).try_for_each(|(register, expected)| verifier.expect(*register, expected))
    }

    fn write(&self, expected: Self::Expected, line: &mut Line) {
        self.iter().zip(expected).for_each(|(register, expected)| register.write(expected, line));
    }

    fn read(operands: &mut Registers, reader: &Reader<'_>) -> Result<Self, ParseError> {
        let mut registers = [Register(0); COUNT];
        for register in &mut registers {
            *register = operands.next_or_first(reader)?;
        }
        Ok(registers)
    }
}
