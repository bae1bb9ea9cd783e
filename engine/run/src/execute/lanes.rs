//! The lanes of a workgroup: the planes of its registers, and the set of active lanes.
//!
//! A plane has words of 32 bits or words of 64 bits. Both kinds are numbered together; where a number belongs to one kind, the plane of the
//! other kind is empty.

use super::mask::Mask;
use super::plan::Plan;
use super::pointer::Blocks;
use crate::plane::of_lane;
use core::ops::{BitAnd, BitOr, Not};
use shader_ir::{Register, ShaderStage};

/// The word of a plane.
pub(super) trait Word:
    Copy + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self>
{
    /// The word with these low bits.
    fn of_raw(raw: u64) -> Self;
    /// Its bits, and zeros above them.
    fn raw(self) -> u64;
    /// The word of a mask for a lane, as wide as this word.
    fn of_mask(mask: u32) -> Self;
    /// The planes of such words.
    fn planes<'a>(lanes: &'a Lanes<'_>) -> &'a [Vec<Self>];
    /// The planes of such words, to be changed.
    fn planes_mut<'a>(lanes: &'a mut Lanes<'_>) -> &'a mut [Vec<Self>];
}

macro_rules! words {
    ($($word:ident in $planes:ident;)+) => {$(
        impl Word for $word {
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
                mask as i32 as Self
            }
            #[inline]
            fn planes<'a>(lanes: &'a Lanes<'_>) -> &'a [Vec<Self>] {
                &lanes.$planes
            }
            #[inline]
            fn planes_mut<'a>(lanes: &'a mut Lanes<'_>) -> &'a mut [Vec<Self>] {
                &mut lanes.$planes
            }
        }
    )+};
}

words! {
    u32 in narrow;
    u64 in wide;
}

/// The registers of a workgroup, and the state of its lanes.
pub(super) struct Lanes<'a> {
    pub(super) plan: &'a Plan,
    /// The number of lanes.
    pub(super) count: usize,
    /// By plane: words of 32 bits.
    narrow: Vec<Vec<u32>>,
    /// By plane: words of 64 bits.
    wide: Vec<Vec<u64>>,
    /// The active lanes.
    pub(super) mask: Mask,
    /// By lane: whether it is a helper. Empty unless the program is a fragment stage.
    /// <https://www.w3.org/TR/WGSL/#fragment-shaders-helper-invocations>
    helpers: Vec<bool>,
    /// The buffer with the table of allocated blocks, if the program has one: see [`shader_ir::Program::blocks`].
    pub(super) blocks: Option<Blocks<'a>>,
}

impl<'a> Lanes<'a> {
    pub(super) fn new(plan: &'a Plan, count: usize, blocks: Option<Blocks<'a>>) -> Self {
        let program = &plan.program;
        let lengths_of = |words_are_wide: bool| {
            let kinds = plan.is_uniform.iter().zip(&plan.is_wide);
            kinds.map(move |(is_uniform, is_wide)| match (*is_wide == words_are_wide, *is_uniform) {
                (true, true) => 1,
                (true, false) => count,
                (false, _) => 0,
            })
        };
        let mut narrow: Vec<Vec<u32>> = lengths_of(false).map(|length| vec![0; length]).collect();
        let mut wide: Vec<Vec<u64>> = lengths_of(true).map(|length| vec![0; length]).collect();
        for (register, bits) in &program.constants {
            let number = plan.planes[register.index()] as usize;
            narrow[number].fill(*bits as u32);
            wide[number].fill(*bits);
        }
        let has_helpers = program.stage == Some(ShaderStage::Fragment);
        let helpers = if has_helpers { vec![false; count] } else { Vec::new() };
        Self { plan, count, narrow, wide, mask: Mask::first(count, count), helpers, blocks }
    }

    #[inline]
    fn number(&self, register: Register) -> usize {
        self.plan.planes[register.index()] as usize
    }

    /// Takes the plane of a register out, to write it while others are read.
    #[inline]
    pub(super) fn take<W: Word>(&mut self, register: Register) -> Vec<W> {
        let number = self.number(register);
        core::mem::take(&mut W::planes_mut(self)[number])
    }

    /// Puts the plane of a register back.
    #[inline]
    pub(super) fn put<W: Word>(&mut self, register: Register, plane: Vec<W>) {
        let number = self.number(register);
        W::planes_mut(self)[number] = plane;
    }

    /// Exchanges the planes of two registers.
    pub(super) fn swap<W: Word>(&mut self, one: Register, other: Register) {
        let (one, other) = (self.number(one), self.number(other));
        W::planes_mut(self).swap(one, other);
    }

    /// The plane of a register; empty where the register has words of the other kind.
    #[inline]
    pub(super) fn words<W: Word>(&self, register: Register) -> &[W] {
        &W::planes(self)[self.number(register)]
    }

    /// The plane of a register of up to 32 bits; empty for others.
    #[inline]
    pub(super) fn plane(&self, register: Register) -> &[u32] {
        self.words(register)
    }

    /// The plane of a condition, and the mask that it divides.
    pub(super) fn divided_by(&mut self, condition: Register) -> (&[u32], &mut Mask) {
        let number = self.number(condition);
        (&self.narrow[number], &mut self.mask)
    }

    /// The number of words in the plane of any register.
    pub(super) fn length(&self, register: Register) -> usize {
        self.plane(register).len().max(self.words::<u64>(register).len())
    }

    /// Returns true if a register has 64 bits.
    #[inline]
    pub(super) fn is_wide(&self, register: Register) -> bool {
        self.plan.has_wide && self.plan.is_wide[self.number(register)]
    }

    /// The value of a register of up to 32 bits in a lane.
    #[inline]
    pub(super) fn lane(&self, register: Register, lane: usize) -> u32 {
        of_lane(self.plane(register), lane)
    }

    /// The bits of any register in a lane.
    #[inline]
    pub(super) fn raw(&self, register: Register, lane: usize) -> u64 {
        match self.plane(register) {
            [] => of_lane(self.words::<u64>(register), lane),
            plane => of_lane(plane, lane).raw(),
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
        match &mut self.narrow[number][..] {
            [] => set(&mut self.wide[number], lane, raw),
            plane => set(plane, lane, raw),
        }
    }

    /// Returns true if other invocations cannot see what a lane writes to buffers and textures.
    #[inline]
    pub(super) fn is_helper(&self, lane: usize) -> bool {
        self.helpers.get(lane).is_some_and(|is_helper| *is_helper)
    }

    pub(super) fn has_helpers(&self) -> bool {
        self.helpers.contains(&true)
    }

    /// Says whether a lane is a helper. Only lanes of a fragment stage can be helpers.
    pub(super) fn set_helper(&mut self, lane: usize, is_helper: bool) {
        if let Some(slot) = self.helpers.get_mut(lane) {
            *slot = is_helper;
        }
    }

    /// Makes the active lanes helpers. <https://www.w3.org/TR/WGSL/#discard-statement>
    pub(super) fn discard(&mut self) {
        for (is_helper, active) in self.helpers.iter_mut().zip(&self.mask.lanes) {
            *is_helper |= *active != 0;
        }
    }

    /// The active lanes that are not helpers.
    pub(super) fn seen(&self) -> impl Iterator<Item = usize> {
        self.mask.active().filter(|lane| !self.is_helper(*lane))
    }
}
