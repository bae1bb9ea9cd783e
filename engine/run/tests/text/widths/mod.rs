//! Integers and floats of all widths.

mod control;
mod conversions;
mod floats;
mod grid;
mod integers;
mod memory;
mod sharing;
mod strict;
mod tracked;

use super::{Outcome, run};
use shader_ir::Type;
use shader_run::execute::Options;

/// All types but `bool`.
fn numbers() -> impl Iterator<Item = Type> {
    Type::ALL.into_iter().filter(|ty| *ty != Type::Bool)
}

/// Runs one workgroup of `lanes` invocations of a program on two buffers of slots of eight bytes: one that it reads, with these numbers, and
/// one that it may write, with `slots` zeros.
///
/// The program is lines of a header, `code`, and steps. It has %0 for zero, %1 for the greatest `u32`, %2 for the number of the invocation,
/// and %3 for the slot of the invocation.
fn outcome(lanes: usize, program: &str, source: &[u64], slots: usize, options: Options) -> Outcome {
    let (header, steps) = program.split_once("code\n").expect("a header and steps");
    let text = format!(
        "
workgroup_size {lanes} 1 1
resource group=0 binding=0 buffer least_size=0
resource group=0 binding=1 buffer least_size=0 writable
constant %0: u32 = 0
constant %1: u32 = 0xffffffff
{header}
code
%2: u32 = input local_invocation_index
%3: u32 = index stride=8 %0, %2, %1
{steps}"
    );
    let halves = |number: &u64| [*number as u32, (number >> 32) as u32];
    let source: Vec<u32> = source.iter().flat_map(halves).collect();
    run(&text, &[&source, &vec![0; 2 * slots]], options)
}

/// The slots of the second buffer after such a run.
fn results(lanes: usize, program: &str, source: &[u64], slots: usize) -> Vec<u64> {
    slots_of(&outcome(lanes, program, source, slots, Options::default()))
}

/// The slots of the second buffer.
fn slots_of(outcome: &Outcome) -> Vec<u64> {
    let slot = |halves: &[u32]| u64::from(halves[0]) | u64::from(halves[1]) << 32;
    outcome.buffers[1].chunks(2).map(slot).collect()
}

/// The bits of a value in memory: those of a register without its extension.
fn stored(ty: Type, raw: u64) -> u64 {
    match ty.size() {
        8 => raw,
        size => raw & ((1 << (size * 8)) - 1),
    }
}
