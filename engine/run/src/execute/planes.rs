//! The planes of registers: a word for each lane, or one for all of them.
//!
//! A plane is one of words of 32 bits or one of words of 64 bits. Both kinds are numbered together; where a number is taken by the one
//! kind, the plane of the other kind is empty.

use super::group::Group;
use core::ops::{BitAnd, BitOr, Not};
use shader_ir::Register;

/// What a plane holds for a lane.
pub(super) trait Word:
    Copy + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self>
{
    /// The word with these low bits.
    fn of_raw(raw: u64) -> Self;
    /// Its bits, and zeros above them.
    fn raw(self) -> u64;
    /// What a mask has for a lane, as wide as the word.
    fn of_mask(mask: u32) -> Self;
    /// The planes of such words.
    fn planes<'a>(group: &'a Group<'_>) -> &'a [Vec<Self>];
    /// The same, to be changed.
    fn planes_mut<'a>(group: &'a mut Group<'_>) -> &'a mut [Vec<Self>];
}

impl Word for u32 {
    #[inline]
    fn of_raw(raw: u64) -> Self {
        raw as Self
    }
    #[inline]
    fn raw(self) -> u64 {
        u64::from(self)
    }
    #[inline]
    fn of_mask(mask: u32) -> Self {
        mask
    }
    #[inline]
    fn planes<'a>(group: &'a Group<'_>) -> &'a [Vec<Self>] {
        &group.planes
    }
    #[inline]
    fn planes_mut<'a>(group: &'a mut Group<'_>) -> &'a mut [Vec<Self>] {
        &mut group.planes
    }
}

impl Word for u64 {
    #[inline]
    fn of_raw(raw: u64) -> Self {
        raw
    }
    #[inline]
    fn raw(self) -> u64 {
        self
    }
    #[inline]
    fn of_mask(mask: u32) -> Self {
        mask as i32 as Self
    }
    #[inline]
    fn planes<'a>(group: &'a Group<'_>) -> &'a [Vec<Self>] {
        &group.wide
    }
    #[inline]
    fn planes_mut<'a>(group: &'a mut Group<'_>) -> &'a mut [Vec<Self>] {
        &mut group.wide
    }
}

impl Group<'_> {
    #[inline]
    fn number(&self, register: Register) -> usize {
        self.shared.plan.planes[register.index()] as usize
    }

    /// Takes the plane of a register out, to write it while others are read.
    #[inline]
    pub(super) fn take<W: Word>(&mut self, register: Register) -> Vec<W> {
        let number = self.number(register);
        core::mem::take(&mut W::planes_mut(self)[number])
    }

    #[inline]
    pub(super) fn put<W: Word>(&mut self, register: Register, plane: Vec<W>) {
        let number = self.number(register);
        W::planes_mut(self)[number] = plane;
    }

    #[inline]
    pub(super) fn words<W: Word>(&self, register: Register) -> &[W] {
        &W::planes(self)[self.number(register)]
    }

    /// The plane of a register of up to 32 bits; of others, nothing.
    #[inline]
    pub(super) fn plane(&self, register: Register) -> &[u32] {
        self.words(register)
    }

    pub(super) fn plane_mut(&mut self, register: Register) -> &mut [u32] {
        let number = self.number(register);
        &mut self.planes[number]
    }

    /// How many words the plane of any register has.
    pub(super) fn length(&self, register: Register) -> usize {
        self.plane(register).len().max(self.words::<u64>(register).len())
    }

    /// Whether a register holds 64 bits.
    #[inline]
    pub(super) fn is_wide(&self, register: Register) -> bool {
        self.shared.plan.has_wide && self.shared.plan.is_wide[self.number(register)]
    }

    /// The value of a register of up to 32 bits in a lane.
    #[inline]
    pub(super) fn lane(&self, register: Register, lane: usize) -> u32 {
        word_of(self.plane(register), lane)
    }

    /// The bits of any register in a lane.
    #[inline]
    pub(super) fn raw(&self, register: Register, lane: usize) -> u64 {
        match self.plane(register) {
            [] => word_of(self.words::<u64>(register), lane),
            plane => word_of(plane, lane).raw(),
        }
    }

    /// Changes the bits of any register in a lane.
    pub(super) fn set_raw(&mut self, register: Register, lane: usize, raw: u64) {
        fn set<W: Word>(plane: &mut [W], lane: usize, raw: u64) {
            match plane {
                [one] => *one = W::of_raw(raw),
                plane => plane[lane] = W::of_raw(raw),
            }
        }
        let number = self.number(register);
        match &mut self.planes[number][..] {
            [] => set(&mut self.wide[number], lane, raw),
            plane => set(plane, lane, raw),
        }
    }
}

/// The word of a lane.
#[inline]
pub(super) fn word_of<W: Word>(plane: &[W], lane: usize) -> W {
    match plane {
        [one] => *one,
        plane => plane[lane],
    }
}
