//! The bytes of all objects of a program.

use crate::Error;
use msl_lower::{BLOCK_BIT, BLOCK_COUNT, BLOCKS, FIRST_FREE, MOST_BLOCKS};
use shader_ir::{Memory, Pointer};
use shader_run::execute::Bound;
use shader_run::memory::SharedBytes;

/// The alignment of an object that is added.
const ALIGNMENT: usize = 16;

/// The bytes of all objects of a program.
pub(crate) struct HostMemory {
    bytes: Vec<u8>,
    /// The first byte that no object has; it may be after the end.
    free: usize,
    /// The number of blocks in the table.
    blocks: u32,
}

impl HostMemory {
    /// Memory of a size in which the first bytes belong to objects of the program.
    pub(crate) fn new(first_free: u32, size: u32) -> Self {
        let size = (size as usize).max(first_free as usize + ALIGNMENT);
        Self { bytes: vec![0; size], free: first_free as usize, blocks: 0 }
    }

    /// The present bytes of a buffer.
    pub(crate) fn of(bound: &[Bound; 1]) -> Result<Self, Error> {
        let Bound::Buffer(shared) = &bound[0] else { return Err(Error::OutOfMemory) };
        let bytes = shared.to_bytes();
        let free = shared.load32(FIRST_FREE as usize) as usize;
        let blocks = shared.load32(BLOCK_COUNT as usize);
        Ok(Self { bytes, free, blocks })
    }

    /// The buffer for execution.
    pub(crate) fn bind(mut self) -> Result<Bound, Error> {
        self.check_size()?;
        let free = u32::try_from(self.free).map_err(|_| Error::OutOfMemory)?;
        self.write(FIRST_FREE as usize, &free.to_le_bytes());
        let blocks = self.blocks;
        self.write(BLOCK_COUNT as usize, &blocks.to_le_bytes());
        Ok(Bound::Buffer(SharedBytes::from_bytes(&self.bytes)))
    }

    /// Says whether all objects have fit.
    pub(crate) const fn check_size(&self) -> Result<(), Error> {
        if self.free > self.bytes.len() { Err(Error::OutOfMemory) } else { Ok(()) }
    }

    /// Adds a block of objects, and returns the bits of the pointer to its start.
    pub(crate) fn add(&mut self, bytes: &[u8]) -> u64 {
        let start = self.free.next_multiple_of(ALIGNMENT);
        let end = start + bytes.len();
        self.free = end.next_multiple_of(ALIGNMENT);
        self.write(start, bytes);
        if self.blocks + 1 >= MOST_BLOCKS {
            return pointer(start);
        }
        self.blocks += 1;
        let entry = BLOCKS as usize + 8 * self.blocks as usize;
        self.write(entry, &(start as u32).to_le_bytes());
        self.write(entry + 4, &(end as u32).to_le_bytes());
        pointer(start) + (u64::from(self.blocks) << BLOCK_BIT)
    }

    pub(crate) fn write(&mut self, start: usize, bytes: &[u8]) {
        if let Some(place) = self.bytes.get_mut(start..start + bytes.len()) {
            place.copy_from_slice(bytes);
        }
    }

    pub(crate) fn read(&self, start: usize, size: usize) -> Vec<u8> {
        self.bytes.get(start..start.saturating_add(size)).unwrap_or_default().to_vec()
    }

    pub(crate) fn read_u32(&self, start: usize) -> u32 {
        let bytes = self.bytes.get(start..start + 4).and_then(|bytes| bytes.try_into().ok());
        bytes.map_or(0, u32::from_le_bytes)
    }

    /// The address in a pointer at a place.
    pub(crate) fn read_pointer(&self, start: usize) -> usize {
        let bits = u64::from(self.read_u32(start + 4)) << 32 | u64::from(self.read_u32(start));
        address(bits)
    }
}

/// The address in a pointer; 0 for null.
pub(crate) fn address(bits: u64) -> usize {
    Pointer::of_bits(bits).map_or(0, |pointer| usize::try_from(pointer.address).unwrap_or(0))
}

/// The bits of a pointer to an address.
fn pointer(address: usize) -> u64 {
    Pointer { memory: Memory::Buffer(0), address: address as i64 }.to_bits()
}
