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
}

/// The bytes from `address + offset` on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Location {
    /// Which memory.
    pub memory: Memory,
    /// A `u32` register, in bytes.
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
