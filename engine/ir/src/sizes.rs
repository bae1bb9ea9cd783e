//! Sizes that a program leaves open until it is dispatched.

use crate::{Program, Register};
use core::fmt;

/// Memory of the workgroup whose size the dispatch says, such as a `threadgroup` argument of an MSL kernel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpenMemory {
    /// A `u32` register: the address of the first byte.
    pub address: Register,
    /// A `u32` register: the number of bytes.
    pub bytes: Register,
}

/// The sizes that a dispatch says.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sizes {
    /// Invocations of a workgroup along x, y and z; `None` for a program that fixes them.
    pub workgroup: Option<[u32; 3]>,
    /// The bytes of each [`Program::open_memory`], in order: multiples of 4.
    pub memory: Vec<u32>,
}

/// Why sizes do not belong to a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SizeError {
    /// The dispatch gives the size of workgroups to a program that fixes it.
    Fixed,
    /// The dispatch gives no size of workgroups to a program that leaves it open.
    Open,
    /// A workgroup has no invocations.
    Empty,
    /// The dispatch gives sizes to another number of memories than the program leaves open.
    MemoryCount {
        /// The number of sizes that the program leaves open.
        open: usize,
        /// The number of sizes that the dispatch gives.
        given: usize,
    },
    /// A memory does not consist of whole words.
    NotWords,
    /// The memories together have more bytes than there are addresses.
    TooLarge,
}

impl fmt::Display for SizeError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fixed => formatter.write_str("the program already fixes the workgroup size"),
            Self::Open => formatter.write_str("the dispatch must give the workgroup size"),
            Self::Empty => formatter.write_str("a workgroup must have at least one invocation"),
            Self::MemoryCount { open, given } => {
                write!(formatter, "the dispatch must give the sizes of {open} memories, found {given}")
            }
            Self::NotWords => formatter.write_str("the size of a memory must be a multiple of its word size"),
            Self::TooLarge => formatter.write_str("the memories have more bytes than the address space"),
        }
    }
}

impl core::error::Error for SizeError {}

/// Open memories begin at multiples of this: the largest alignment of a type.
const ALIGNMENT: u32 = 16;

impl Program {
    /// Returns true if a dispatch says no sizes, so that the program can be executed.
    #[must_use]
    pub const fn is_sized(&self) -> bool {
        self.workgroup_size.is_some() && self.open_memory.is_empty()
    }

    /// The program with the sizes of a dispatch. Open memories follow each other behind the memory of the workgroup that the program fixes.
    ///
    /// # Errors
    /// The sizes do not belong to the program: it fixes what they give, or leaves open what they do not give.
    pub fn sized(mut self, sizes: &Sizes) -> Result<Self, SizeError> {
        self.workgroup_size = match (self.workgroup_size, sizes.workgroup) {
            (Some(_), Some(_)) => return Err(SizeError::Fixed),
            (None, None) => return Err(SizeError::Open),
            (None, Some(size)) if size.contains(&0) => return Err(SizeError::Empty),
            (size, None) | (None, size) => size,
        };
        let (open, given) = (self.open_memory.len(), sizes.memory.len());
        if open != given {
            return Err(SizeError::MemoryCount { open, given });
        }
        for (memory, bytes) in core::mem::take(&mut self.open_memory).into_iter().zip(&sizes.memory) {
            if !bytes.is_multiple_of(4) {
                return Err(SizeError::NotWords);
            }
            let start =
                self.workgroup_bytes.checked_next_multiple_of(ALIGNMENT).ok_or(SizeError::TooLarge)?;
            self.workgroup_bytes = start.checked_add(*bytes).ok_or(SizeError::TooLarge)?;
            self.constants.push((memory.address, u64::from(start)));
            self.constants.push((memory.bytes, u64::from(*bytes)));
        }
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{parse, verify};

    const OPEN: &str = "\
workgroup_size open
workgroup_bytes 20
open_memory %0: u32 %1: u32
open_memory %2: u32 %3: u32
code
store u32 workgroup[%2] %3
";

    fn sized(text: &str, workgroup: Option<[u32; 3]>, memory: &[u32]) -> Result<Program, SizeError> {
        let program = parse(text).expect("a program");
        assert_eq!(verify(&program), Ok(()));
        program.sized(&Sizes { workgroup, memory: memory.to_vec() })
    }

    #[test]
    fn open_memories_follow_each_other() {
        let program = sized(OPEN, Some([8, 2, 1]), &[12, 64]).expect("the sizes fit");
        assert_eq!((program.workgroup_size, program.workgroup_bytes), (Some([8, 2, 1]), 48 + 64));
        let constants =
            [(0, 32), (1, 12), (2, 48), (3, 64)].map(|(register, bits)| (Register(register), bits));
        assert_eq!(program.constants, constants);
        assert!(program.is_sized());
        assert_eq!(verify(&program), Ok(()));
    }

    #[test]
    fn a_dispatch_says_what_the_program_leaves_open_and_nothing_else() {
        let fixed = "workgroup_size 4 1 1\ncode\n";
        assert_eq!(sized(fixed, None, &[]), Ok(parse(fixed).expect("a program")));
        assert_eq!(sized(fixed, Some([4, 1, 1]), &[]), Err(SizeError::Fixed));
        assert_eq!(sized(fixed, None, &[4]), Err(SizeError::MemoryCount { open: 0, given: 1 }));
        let size = Some([4, 1, 1]);
        assert_eq!(sized(OPEN, None, &[4, 4]), Err(SizeError::Open));
        assert_eq!(sized(OPEN, Some([4, 0, 1]), &[4, 4]), Err(SizeError::Empty));
        assert_eq!(sized(OPEN, size, &[4]), Err(SizeError::MemoryCount { open: 2, given: 1 }));
        assert_eq!(sized(OPEN, size, &[4, 6]), Err(SizeError::NotWords));
        assert_eq!(sized(OPEN, size, &[u32::MAX - 3, 4]), Err(SizeError::TooLarge));
    }
}
