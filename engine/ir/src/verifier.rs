//! Questions about the registers and resources of a program.

use crate::{Program, Register, Resource, ResourceKind, Type};

/// The type that a register must have.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Expected {
    /// Any type.
    Any,
    /// This type.
    Is(Type),
    /// One of these types.
    OneOf(&'static [Type]),
    /// The type of another register.
    Like(Register),
    /// A type of the size of another register.
    SizedAs(Register),
    /// There is no such operand: it must be this register again.
    Repeats(Register),
    /// The type of a stage input.
    StageInput(u16),
    /// The type of a stage output.
    StageOutput(u16),
}

/// Questions about a program.
#[derive(Clone, Copy)]
pub(crate) struct Verifier<'a> {
    pub(crate) program: &'a Program,
}

impl<'a> Verifier<'a> {
    /// The type of a register; the register is known to exist.
    pub(crate) fn ty(self, register: Register) -> Type {
        self.program.registers[register.index()]
    }

    /// Returns true if a register has the type that is expected.
    pub(crate) fn expect(self, register: Register, expected: Expected) -> Result<(), String> {
        match expected {
            Expected::Any => Ok(()),
            Expected::Is(ty) => self.expect_any(register, &[ty]),
            Expected::OneOf(types) => self.expect_any(register, types),
            Expected::Like(other) => self.expect_any(register, &[self.ty(other)]),
            Expected::SizedAs(other) if self.ty(other).size() == self.ty(register).size() => Ok(()),
            Expected::SizedAs(_) => Err("the sizes differ".to_owned()),
            Expected::Repeats(other) if other == register => Ok(()),
            Expected::Repeats(other) => {
                Err(format!("%{} is not an operand, and is not %{}", register.0, other.0))
            }
            Expected::StageInput(index) => {
                self.expect_any(register, &[self.program.stage_inputs[usize::from(index)].ty])
            }
            Expected::StageOutput(index) => match self.program.stage_outputs.get(usize::from(index)) {
                Some(value) => self.expect_any(register, &[value.ty]),
                None => Err("unknown value of the stage".to_owned()),
            },
        }
    }

    fn expect_any(self, register: Register, types: &[Type]) -> Result<(), String> {
        let found = self.ty(register);
        if types.contains(&found) {
            return Ok(());
        }
        let wanted: Vec<&str> = types.iter().map(|ty| ty.name()).collect();
        Err(format!("%{} is {}, not {}", register.0, found.name(), wanted.join(" or ")))
    }

    /// Returns true if registers have one of these types each.
    pub(crate) fn expect_each(self, registers: &[Register], types: &[Type]) -> Result<(), String> {
        registers.iter().try_for_each(|register| self.expect_any(*register, types))
    }

    /// Returns true if all registers have one type, one of these.
    pub(crate) fn expect_alike(self, registers: &[Register], types: &[Type]) -> Result<(), String> {
        let Some(first) = registers.first() else { return Ok(()) };
        self.expect_any(*first, types)?;
        self.expect_each(registers, &[self.ty(*first)])
    }

    /// A resource.
    pub(crate) fn resource(self, index: u16) -> Result<&'a Resource, String> {
        self.program.resources.get(usize::from(index)).ok_or_else(|| format!("unknown resource {index}"))
    }

    /// Returns true if a resource has bytes.
    pub(crate) fn buffer(self, index: u16) -> Result<(), String> {
        match self.resource(index)?.kind {
            ResourceKind::Buffer { .. } | ResourceKind::Immediates { .. } => Ok(()),
            ResourceKind::Texture { .. }
            | ResourceKind::Sampler { .. }
            | ResourceKind::FixedSampler { .. } => Err(format!("resource {index} must be a buffer")),
        }
    }
}

/// Returns true if a list of so many entries has one with an index.
pub(crate) fn has_index(index: u32, count: usize) -> Result<(), String> {
    if (index as usize) < count { Ok(()) } else { Err(format!("unknown index {index}")) }
}
