//! The memories that a workgroup reads and writes, word by word.

use super::shared::Shared;
use crate::memory::SharedBytes;
use core::sync::atomic::Ordering;
use shader_ir::Memory;

/// The address of nothing, of which a pointer to nothing is made. An offset from it is not an address either.
pub(super) const NOWHERE: u32 = u32::MAX;

const POINTED: &str = "a pointer names its memory";

/// The memories of a workgroup. Outside of a memory, loads return 0 and stores have no effect.
pub(super) struct Memories<'a> {
    shared: &'a Shared<'a>,
    lanes: usize,
    /// Memory of the invocations: the words with one address side by side, by lane.
    invocation: Vec<u32>,
    /// Memory of the workgroup, by word.
    workgroup: Vec<u32>,
}

impl<'a> Memories<'a> {
    pub(super) fn new(shared: &'a Shared<'a>, lanes: usize) -> Self {
        let program = &shared.plan.program;
        Self {
            shared,
            lanes,
            invocation: vec![0; program.invocation_bytes as usize / 4 * lanes],
            workgroup: vec![0; program.workgroup_bytes as usize / 4],
        }
    }

    /// Starts another workgroup: its memory is zero.
    pub(super) fn begin(&mut self) {
        self.workgroup.fill(0);
    }

    /// Exchanges the memory of the workgroup for another one: lanes of one workgroup that do not advance together share it.
    pub(super) const fn swap_workgroup(&mut self, words: &mut Vec<u32>) {
        core::mem::swap(&mut self.workgroup, words);
    }

    /// The bytes of a buffer.
    #[inline]
    pub(super) fn buffer(&self, index: u16) -> &'a SharedBytes {
        self.shared.buffer(index)
    }

    /// The words of all lanes at an address in their own memory.
    #[inline]
    pub(super) fn of_invocations(&self, address: usize) -> Option<&[u32]> {
        let first = address / 4 * self.lanes;
        self.invocation.get(first..first + self.lanes)
    }

    /// The words of all lanes at an address in their own memory, to be changed.
    #[inline]
    pub(super) fn of_invocations_mut(&mut self, address: usize) -> Option<&mut [u32]> {
        let first = address / 4 * self.lanes;
        self.invocation.get_mut(first..first + self.lanes)
    }

    /// The word at an address in the memory of the workgroup.
    #[inline]
    pub(super) fn of_workgroup(&self, address: usize) -> u32 {
        self.workgroup.get(address / 4).copied().unwrap_or(0)
    }

    /// The word at an address in the memory of the workgroup, to be changed.
    #[inline]
    pub(super) fn of_workgroup_mut(&mut self, address: usize) -> Option<&mut u32> {
        self.workgroup.get_mut(address / 4)
    }

    /// The size of a memory in bytes; of [`Memory::Invocation`], for each lane.
    pub(super) fn size(&self, memory: Memory) -> u64 {
        let program = &self.shared.plan.program;
        match memory {
            Memory::Invocation => u64::from(program.invocation_bytes),
            Memory::Workgroup => u64::from(program.workgroup_bytes),
            Memory::Constant => program.constant_words.len() as u64 * 4,
            Memory::Buffer(index) => self.shared.buffer(index).len() as u64,
            Memory::Pointed => unreachable!("{POINTED}"),
        }
    }

    /// Loads one, two or four bytes of a lane.
    pub(super) fn read(&self, memory: Memory, lane: usize, address: usize, size: u32) -> u32 {
        let word = match memory {
            Memory::Invocation => self.invocation.get(address / 4 * self.lanes + lane).copied().unwrap_or(0),
            Memory::Workgroup => self.of_workgroup(address),
            Memory::Constant => {
                self.shared.plan.program.constant_words.get(address / 4).copied().unwrap_or(0)
            }
            Memory::Buffer(index) => self.shared.buffer(index).load32(address),
            Memory::Pointed => unreachable!("{POINTED}"),
        };
        if size == 4 { word } else { word >> (address % 4 * 8) & part_mask(size) }
    }

    /// Stores one, two or four bytes of a lane.
    pub(super) fn write(&mut self, memory: Memory, lane: usize, address: usize, size: u32, value: u32) {
        let word = match memory {
            Memory::Invocation => self.invocation.get_mut(address / 4 * self.lanes + lane),
            Memory::Workgroup => self.of_workgroup_mut(address),
            Memory::Constant => unreachable!("a store to constant memory"),
            Memory::Pointed => unreachable!("{POINTED}"),
            Memory::Buffer(index) => {
                let bytes = self.shared.buffer(index);
                if address + size as usize <= bytes.len() {
                    match size {
                        1 => bytes.store8(address, value as u8),
                        2 => bytes.store16(address, value as u16),
                        4 => bytes.store32(address, value),
                        _ => unreachable!("a store of {size} bytes"),
                    }
                }
                return;
            }
        };
        if let Some(word) = word {
            if size == 4 {
                *word = value;
            } else {
                let shift = address % 4 * 8;
                let mask = part_mask(size) << shift;
                *word = *word & !mask | value << shift & mask;
            }
        }
    }

    /// Loads eight bytes of a lane.
    pub(super) fn read_wide(&self, memory: Memory, lane: usize, address: usize) -> u64 {
        let [low, high] = [address, address + 4].map(|address| self.read(memory, lane, address, 4));
        u64::from(high) << 32 | u64::from(low)
    }

    /// Stores eight bytes of a lane, or none where there is no room for all of them.
    pub(super) fn write_wide(&mut self, memory: Memory, lane: usize, address: usize, value: u64) {
        if let Memory::Buffer(index) = memory
            && address + 8 > self.shared.buffer(index).len()
        {
            return;
        }
        self.write(memory, lane, address, 4, value as u32);
        self.write(memory, lane, address + 4, 4, (value >> 32) as u32);
    }

    /// Changes the word at an address atomically. The result is the old word.
    #[inline]
    pub(super) fn change(
        &mut self,
        memory: Memory,
        lane: usize,
        address: usize,
        change: impl Fn(u32) -> Option<u32>,
    ) -> u32 {
        match memory {
            Memory::Buffer(index) => {
                let bytes = self.shared.buffer(index);
                let word = if address + 4 <= bytes.len() { bytes.word(address) } else { None };
                word.map_or(0, |word| match word.fetch_update(Ordering::Relaxed, Ordering::Relaxed, change) {
                    Ok(old) | Err(old) => old,
                })
            }
            Memory::Workgroup => {
                let Some(word) = self.of_workgroup_mut(address) else { return 0 };
                let old = *word;
                *word = change(old).unwrap_or(old);
                old
            }
            Memory::Invocation | Memory::Constant | Memory::Pointed => {
                let old = self.read(memory, lane, address, 4);
                if let Some(new) = change(old) {
                    self.write(memory, lane, address, 4, new);
                }
                old
            }
        }
    }

    /// Changes eight bytes at an address. The result is the old value. Where a program does this, workgroups run one after the other,
    /// so that no other invocation comes in between.
    pub(super) fn change_wide(
        &mut self,
        memory: Memory,
        lane: usize,
        address: usize,
        change: impl Fn(u64) -> Option<u64>,
    ) -> u64 {
        let old = self.read_wide(memory, lane, address);
        if let Some(new) = change(old) {
            self.write_wide(memory, lane, address, new);
        }
        old
    }
}

/// The low bits of a word that one or two bytes have.
const fn part_mask(size: u32) -> u32 {
    if size == 1 { 0xff } else { 0xffff }
}
