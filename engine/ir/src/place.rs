//! Registers, and places in memory.

use crate::Type;

/// A virtual register: an index into [`Program::registers`](crate::Program::registers).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Register(pub u32);

impl Register {
    /// The index.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A memory with addresses of its own, which start at 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Memory {
    /// Each invocation has its own.
    Invocation,
    /// The invocations of a workgroup share it.
    Workgroup,
    /// Values that are known before execution; read only.
    Constant,
    /// A buffer: an index into [`Program::resources`](crate::Program::resources).
    Buffer(u16),
    /// That of a pointer value: it is known only when the step is executed. Through null, and outside of the memory, a load gives zero and a
    /// store has no effect; strict execution reports both.
    Pointed,
}

/// The bytes from `address + offset` on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Location {
    /// Which memory.
    pub memory: Memory,
    /// A `u32` register, in bytes; for [`Memory::Pointed`], a `u64` register with a [`Pointer`].
    pub address: Register,
    /// In bytes.
    pub offset: u32,
}

/// The type of a scalar in memory: how many bytes it takes there, and which type a register gets. Its text is that of the type, or
/// `bool8`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MemoryType {
    /// Takes [`Type::size`] bytes. A `bool` takes four, as in WGSL.
    Sized(Type),
    /// A `bool` of one byte, as in MSL and C++. A store writes 0 or 1; a load takes every other byte but 0 for true.
    ByteBool,
}

impl MemoryType {
    /// The type of the scalar in a register.
    #[must_use]
    pub const fn of_register(self) -> Type {
        match self {
            Self::Sized(ty) => ty,
            Self::ByteBool => Type::Bool,
        }
    }

    /// Its size in memory, in bytes.
    #[must_use]
    pub const fn size(self) -> u32 {
        match self {
            Self::Sized(ty) => ty.size(),
            Self::ByteBool => 1,
        }
    }
}

impl From<Type> for MemoryType {
    fn from(ty: Type) -> Self {
        Self::Sized(ty)
    }
}

/// A pointer value. A `u64` register has the memory in its upper half and the address in its lower half; null is 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pointer {
    /// The memory, not [`Memory::Pointed`].
    pub memory: Memory,
    /// In bytes. [`Pointer::NOWHERE`] is outside of every memory.
    pub address: u32,
}

impl Pointer {
    /// The address of a pointer that was moved out of the addresses. An offset from it is not an address either.
    pub const NOWHERE: u32 = u32::MAX;

    /// The pointer of a register with these bits; `None` for null, and for bits that are not a pointer.
    #[must_use]
    pub const fn of_bits(bits: u64) -> Option<Self> {
        let memory = match bits >> 32 {
            1 => Memory::Invocation,
            2 => Memory::Workgroup,
            3 => Memory::Constant,
            number @ 4..0x1_0004 => Memory::Buffer((number - 4) as u16),
            _ => return None,
        };
        Some(Self { memory, address: bits as u32 })
    }

    /// The bits of a register with the pointer.
    #[must_use]
    pub fn to_bits(self) -> u64 {
        let number = match self.memory {
            Memory::Invocation => 1,
            Memory::Workgroup => 2,
            Memory::Constant => 3,
            Memory::Buffer(index) => 4 + u64::from(index),
            Memory::Pointed => unreachable!("a pointer names its memory"),
        };
        number << 32 | u64::from(self.address)
    }

    /// The pointer to the place at a distance in bytes.
    #[must_use]
    pub fn moved(self, distance: i128) -> Self {
        let address = match u32::try_from(i128::from(self.address) + distance) {
            Ok(address) if self.address != Self::NOWHERE => address,
            Ok(_) | Err(_) => Self::NOWHERE,
        };
        Self { address, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointers_survive_registers() {
        let memories = [
            Memory::Invocation,
            Memory::Workgroup,
            Memory::Constant,
            Memory::Buffer(0),
            Memory::Buffer(u16::MAX),
        ];
        for memory in memories {
            let pointer = Pointer { memory, address: 0xffff_fff0 };
            assert_eq!(Pointer::of_bits(pointer.to_bits()), Some(pointer));
        }
        for bits in [0, 7, 0x1_0004 << 32, u64::MAX] {
            assert_eq!(Pointer::of_bits(bits), None, "{bits:#x}");
        }
    }

    #[test]
    fn pointers_move_inside_of_the_addresses() {
        let at = |address| Pointer { memory: Memory::Workgroup, address };
        assert_eq!(at(8).moved(-8), at(0));
        assert_eq!(at(8).moved(-9), at(Pointer::NOWHERE));
        assert_eq!(at(8).moved(1 << 32), at(Pointer::NOWHERE));
        assert_eq!(at(8).moved(-9).moved(9), at(Pointer::NOWHERE));
    }
}
