//! Planes that registers share: few planes stay in the cache.

use super::{Construct, Constructs};
use core::cmp::Reverse;
use shader_ir::{Instruction, Program};
use std::collections::BinaryHeap;

/// Planes for registers.
pub(super) struct Planes {
    /// By register.
    pub(super) of_register: Vec<u32>,
    /// By plane: whether it holds one value for all lanes.
    pub(super) is_uniform: Vec<bool>,
    /// By plane: whether its words have 64 bits.
    pub(super) is_wide: Vec<bool>,
    /// By step: whether it is the last one that needs the plane of a value that it sets a variable to.
    pub(super) is_last: Vec<bool>,
}

impl Planes {
    /// The number of a new plane.
    fn add(&mut self, is_uniform: bool, is_wide: bool) -> u32 {
        self.is_uniform.push(is_uniform);
        self.is_wide.push(is_wide);
        self.is_wide.len() as u32 - 1
    }
}

/// The steps during which a register holds a value that is needed.
#[derive(Clone, Copy)]
struct Life {
    first: usize,
    last: usize,
}

/// Gives registers that vary a plane while they are needed. The others have one of their own: it is one word.
pub(super) fn share(program: &Program, varies: &[bool]) -> Planes {
    let lives = lives(program);
    let is_last = program.code.iter().enumerate().map(|(step, instruction)| {
        let Instruction::Set { to, value } = instruction else { return false };
        varies[to.index()]
            && varies[value.index()]
            && lives[value.index()].is_some_and(|life| life.last == step)
    });
    let is_last = is_last.collect();
    let mut planes = Planes {
        of_register: vec![u32::MAX; varies.len()],
        is_uniform: Vec::new(),
        is_wide: Vec::new(),
        is_last,
    };
    let is_wide = |register: usize| program.registers[register].is_wide();
    let mut order: Vec<usize> = Vec::new();
    for (register, life) in lives.iter().enumerate() {
        if varies[register] && life.is_some() {
            order.push(register);
        } else {
            planes.of_register[register] = planes.add(true, is_wide(register));
        }
    }
    order.sort_by_key(|register| lives[*register].map_or(0, |life| life.first));
    // Of words of 32 bits, and of 64.
    let mut free: [Vec<u32>; 2] = Default::default();
    let mut busy: BinaryHeap<Reverse<(usize, u32)>> = BinaryHeap::new();
    for register in order {
        let Some(life) = lives[register] else { continue };
        while let Some(Reverse((last, plane))) = busy.peek().copied() {
            // A step never writes a plane that it reads.
            if last >= life.first {
                break;
            }
            busy.pop();
            free[usize::from(planes.is_wide[plane as usize])].push(plane);
        }
        let is_wide = is_wide(register);
        let plane = free[usize::from(is_wide)].pop().unwrap_or_else(|| planes.add(false, is_wide));
        planes.of_register[register] = plane;
        busy.push(Reverse((life.last, plane)));
    }
    planes
}

fn lives(program: &Program) -> Vec<Option<Life>> {
    let mut lives: Vec<Option<Life>> = vec![None; program.registers.len()];
    for (step, instruction) in program.code.iter().enumerate() {
        let mut touch = |register: shader_ir::Register| {
            let life = lives[register.index()].get_or_insert(Life { first: step, last: step });
            life.last = step;
        };
        program.each_operand(instruction, &mut touch);
        program.each_target(instruction, &mut touch);
    }
    extend_over_loops(program, &mut lives);
    lives
}

/// Extends lives over loops: a register that is needed across the start or the end of a loop is needed in all of it. Loops are looked
/// at from the inside out: an end is moved to the end of the outermost loop that the life crosses.
fn extend_over_loops(program: &Program, lives: &mut [Option<Life>]) {
    let constructs = Constructs::of(program);
    for life in lives.iter_mut().flatten() {
        // The outermost loop around the last step that does not enclose the first one.
        let mut last = life.last;
        while let Some(Construct { start, end, .. }) = constructs.loop_around(last)
            && start > life.first
        {
            last = end;
        }
        let mut first = life.first;
        while let Some(Construct { start, end, .. }) = constructs.loop_around(first)
            && end < last
        {
            first = start;
        }
        *life = Life { first, last };
    }
}
