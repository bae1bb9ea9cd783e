//! The bytes of all objects of a program.

use crate::Error;
use msl_lower::FIRST_FREE;
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
}

impl HostMemory {
    /// Memory of a size in which the first bytes belong to objects of the program.
    pub(crate) fn new(first_free: u32, size: u32) -> Self {
        let size = (size as usize).max(first_free as usize + ALIGNMENT);
        Self { bytes: vec![0; size], free: first_free as usize }
    }

    /// The present bytes of a buffer.
    pub(crate) fn of(bound: &[Bound; 1]) -> Result<Self, Error> {
        let Bound::Buffer(shared) = &bound[0] else { return Err(Error::OutOfMemory) };
        let bytes = shared.to_bytes();
        let free = shared.load32(FIRST_FREE as usize) as usize;
        Ok(Self { bytes, free })
    }

    /// The buffer for execution.
    pub(crate) fn bind(mut self) -> Result<Bound, Error> {
        self.check_size()?;
        let free = u32::try_from(self.free).map_err(|_| Error::OutOfMemory)?;
        self.write(FIRST_FREE as usize, &free.to_le_bytes());
        Ok(Bound::Buffer(SharedBytes::from_bytes(&self.bytes)))
    }

    /// Says whether all objects have fit.
    pub(crate) const fn check_size(&self) -> Result<(), Error> {
        if self.free > self.bytes.len() { Err(Error::OutOfMemory) } else { Ok(()) }
    }

    /// Adds an object, and returns its address.
    pub(crate) fn add(&mut self, bytes: &[u8]) -> usize {
        let start = self.free.next_multiple_of(ALIGNMENT);
        self.free = start + bytes.len().next_multiple_of(ALIGNMENT);
        self.write(start, bytes);
        start
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
pub(crate) fn pointer(address: usize) -> u64 {
    Pointer { memory: Memory::Buffer(0), address: address as i64 }.to_bits()
}
