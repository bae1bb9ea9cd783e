//! Registers, and places in memory.

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
