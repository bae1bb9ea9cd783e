//! Control flow over masks of lanes.

use super::lanes::Lanes;
use super::mask::Mask;
use super::plan::Closes;
use super::shared::Shared;
use shader_ir::{Flow, Instruction, Register};

/// The most steps that a workgroup takes before it looks whether there is fuel for them.
const MOST_UNSPENT: u64 = 1 << 18;

/// A construct that is open.
enum Frame {
    /// An `If` whose condition is the same in all lanes: the mask stays as it is.
    Agreed,
    /// An `If` with the lanes that leave it at its end, and those that take the other branch.
    Split { whole: Mask, other: Mask },
    /// A `Block` with the lanes that leave it at its end.
    Block(Mask),
    /// A `Loop` with the step that opens it.
    Loop(usize),
}

/// Where a workgroup is in the program.
#[derive(Default)]
pub(super) struct Control {
    /// The present step.
    pub(super) step: usize,
    /// The open constructs, from the outside in.
    frames: Vec<Frame>,
    /// Masks that can be used again.
    spare: Vec<Mask>,
    /// Steps that are not yet taken off the fuel.
    unspent: u64,
}

impl Control {
    /// Starts at the first step.
    pub(super) fn begin(&mut self) {
        self.step = 0;
        self.frames.clear();
    }

    /// Counts steps.
    pub(super) fn charge(&mut self, steps: u64) {
        self.unspent = self.unspent.saturating_add(steps);
    }

    /// Counts steps that are about to be taken. False when there is no fuel for them.
    pub(super) fn pay(&mut self, steps: u64, shared: &Shared<'_>) -> bool {
        self.charge(steps);
        self.unspent <= MOST_UNSPENT || self.spend(shared)
    }

    /// Takes the counted steps off the fuel. False when none is left.
    pub(super) fn spend(&mut self, shared: &Shared<'_>) -> bool {
        shared.burn(core::mem::take(&mut self.unspent))
    }

    /// The step that opens the innermost loop around the present step.
    pub(super) fn innermost_loop(&self) -> Option<usize> {
        self.frames.iter().rev().find_map(|frame| match frame {
            Frame::Loop(start) => Some(*start),
            Frame::Agreed | Frame::Split { .. } | Frame::Block(_) => None,
        })
    }

    /// Follows the flow of the present step. The result is the next step.
    pub(super) fn follow(&mut self, flow: Flow, lanes: &mut Lanes<'_>) -> usize {
        let (plan, at) = (lanes.plan, self.step);
        match flow {
            Flow::Next => at + 1,
            Flow::If { condition } => self.enter_if(condition, lanes),
            Flow::Else => self.enter_else(lanes),
            Flow::Block => {
                let whole = self.copy_of(&lanes.mask);
                self.frames.push(Frame::Block(whole));
                at + 1
            }
            Flow::Loop => {
                self.frames.push(Frame::Loop(at));
                at + 1
            }
            Flow::End => match plan.closes[at] {
                Closes::Loop(start) if lanes.mask.count > 0 => start as usize + 1,
                Closes::Loop(_) | Closes::If | Closes::Block => self.close(lanes),
                Closes::Nothing => unreachable!("step {at} closes nothing"),
            },
            Flow::Break { levels } => {
                self.leave(levels as usize, &mut lanes.mask);
                plan.targets[at] as usize
            }
            Flow::BreakIf { condition, holds, levels } => {
                self.leave_where(condition, holds, levels as usize, lanes);
                if lanes.mask.count > 0 { at + 1 } else { plan.targets[at] as usize }
            }
        }
    }

    /// A copy of a mask.
    fn copy_of(&mut self, mask: &Mask) -> Mask {
        let mut copy = self.spare.pop().unwrap_or_default();
        copy.copy_from(mask);
        copy
    }

    fn enter_if(&mut self, condition: Register, lanes: &mut Lanes<'_>) -> usize {
        let (plan, at) = (lanes.plan, self.step);
        let target = plan.branches[at] as usize;
        let (plane, mask) = lanes.divided_by(condition);
        if let [holds] = plane[..] {
            self.frames.push(Frame::Agreed);
            let has_other = matches!(plan.program.code[target], Instruction::Else);
            return if holds != 0 { at + 1 } else { target + usize::from(has_other) };
        }
        let (whole, mut other) = (self.copy_of(mask), self.copy_of(mask));
        mask.keep(plane, true);
        other.keep(plane, false);
        self.frames.push(Frame::Split { whole, other });
        if mask.count > 0 { at + 1 } else { target }
    }

    /// At the end of the first branch of an `If`.
    fn enter_else(&mut self, lanes: &mut Lanes<'_>) -> usize {
        let end = lanes.plan.targets[self.step] as usize;
        match self.frames.last_mut() {
            Some(Frame::Split { other, .. }) => {
                core::mem::swap(&mut lanes.mask, other);
                if lanes.mask.count > 0 { self.step + 1 } else { end }
            }
            // All lanes took the first branch.
            Some(Frame::Agreed) => end,
            Some(Frame::Block(_) | Frame::Loop(_)) | None => unreachable!("an `Else` outside of an `If`"),
        }
    }

    /// At an `End`: the lanes that left the construct come together again.
    fn close(&mut self, lanes: &mut Lanes<'_>) -> usize {
        match self.frames.pop() {
            Some(Frame::Split { mut whole, other }) => {
                core::mem::swap(&mut lanes.mask, &mut whole);
                self.spare.push(whole);
                self.spare.push(other);
            }
            Some(Frame::Block(mut whole)) => {
                core::mem::swap(&mut lanes.mask, &mut whole);
                self.spare.push(whole);
            }
            Some(Frame::Agreed | Frame::Loop(_)) => {}
            None => unreachable!("an `End` outside of a construct"),
        }
        if lanes.mask.count > 0 { self.step + 1 } else { lanes.plan.targets[self.step] as usize }
    }

    /// Takes the active lanes out of the constructs up to the one that they leave.
    fn leave(&mut self, levels: usize, mask: &mut Mask) {
        let leaving = self.copy_of(mask);
        mask.clear();
        self.take_out(&leaving, levels);
        self.spare.push(leaving);
    }

    /// Takes the lanes with a value of the condition out of the constructs up to the one that they leave.
    fn leave_where(&mut self, condition: Register, holds: bool, levels: usize, lanes: &mut Lanes<'_>) {
        let (plane, mask) = lanes.divided_by(condition);
        if let [value] = plane[..] {
            if (value != 0) == holds {
                self.leave(levels, mask);
            }
            return;
        }
        let mut leaving = self.copy_of(mask);
        leaving.keep(plane, holds);
        if leaving.count > 0 {
            mask.remove(&leaving);
            self.take_out(&leaving, levels);
        }
        self.spare.push(leaving);
    }

    fn take_out(&mut self, leaving: &Mask, levels: usize) {
        let inner = self.frames.len() - levels;
        for frame in &mut self.frames[inner..] {
            match frame {
                Frame::Split { whole, other } => {
                    whole.remove(leaving);
                    other.remove(leaving);
                }
                Frame::Block(whole) => whole.remove(leaving),
                Frame::Agreed | Frame::Loop(_) => {}
            }
        }
    }
}
