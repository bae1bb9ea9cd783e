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

/// A pointer value: a `u64` register has the memory in its upper 24 bits and the address in its lower 40 bits; null is 0. The address counts
/// from [`Pointer::NOWHERE`], so that pointers into one memory compare like their addresses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pointer {
    /// The memory, not [`Memory::Pointed`].
    pub memory: Memory,
    /// In bytes. It is negative before the start of the memory, from where a pointer may come back.
    pub address: i64,
}

impl Pointer {
    /// The address of a pointer that was moved out of the addresses. An offset from it is not an address either.
    pub const NOWHERE: i64 = -(1 << (Self::BITS - 1));

    /// The number of bits of an address.
    const BITS: u32 = 40;

    /// The pointer of a register with these bits; `None` for null, and for bits that are not a pointer.
    #[must_use]
    pub const fn of_bits(bits: u64) -> Option<Self> {
        let memory = match bits >> Self::BITS {
            1 => Memory::Invocation,
            2 => Memory::Workgroup,
            3 => Memory::Constant,
            number @ 4..0x1_0004 => Memory::Buffer((number - 4) as u16),
            _ => return None,
        };
        let distance = bits & ((1 << Self::BITS) - 1);
        Some(Self { memory, address: distance as i64 + Self::NOWHERE })
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
        let address = if Self::is_address(self.address) { self.address } else { Self::NOWHERE };
        (number << Self::BITS) | address.abs_diff(Self::NOWHERE)
    }

    const fn is_address(address: i64) -> bool {
        address > Self::NOWHERE && address < -Self::NOWHERE
    }

    /// The pointer to the place at a distance in bytes.
    #[must_use]
    pub fn moved(self, distance: i128) -> Self {
        let moved = i64::try_from(i128::from(self.address) + distance).ok();
        let is_somewhere = self.address != Self::NOWHERE;
        let address = moved.filter(|address| is_somewhere && Self::is_address(*address));
        Self { address: address.unwrap_or(Self::NOWHERE), ..self }
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
            let before = Pointer { memory, address: -4 };
            assert_eq!(Pointer::of_bits(before.to_bits()), Some(before));
            assert!(before.to_bits() < pointer.to_bits());
            assert_eq!(Pointer::of_bits(pointer.to_bits()), Some(pointer));
        }
        for bits in [0, 7, 0x1_0004 << 40, u64::MAX] {
            assert_eq!(Pointer::of_bits(bits), None, "{bits:#x}");
        }
    }

    #[test]
    fn pointers_move_inside_of_the_addresses() {
        let at = |address| Pointer { memory: Memory::Workgroup, address };
        assert_eq!(at(8).moved(-8), at(0));
        assert_eq!(at(8).moved(-12).moved(8), at(4), "a pointer may come back");
        assert_eq!(at(8).moved(1 << 40), at(Pointer::NOWHERE));
        assert_eq!(at(8).moved(i128::MAX / 2).moved(-4), at(Pointer::NOWHERE));
    }
}
