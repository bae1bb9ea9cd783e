//! The results in a program that depend on the size of subgroups.

use super::event::MOST_EVENTS;
use super::strand::Strand;
use crate::execute::plan::read_registers;
use rustc_hash::FxHashMap;
use shader_ir::{BarrierScope, GroupOperation, Input, Instruction, Program};
use std::collections::VecDeque;

/// The sizes of subgroups that devices have. <https://www.w3.org/TR/webgpu/#gpuadapterinfo>
pub(super) const SIZES: [u32; 6] = [4, 8, 16, 32, 64, 128];

/// A result of a lane that depends on the size of subgroups.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Exchanged {
    pub(super) workgroup: u64,
    pub(super) lane: u32,
    pub(super) step: usize,
    value: u64,
}

impl Exchanged {
    /// The results of the present step of a strand, in its active lanes.
    pub(super) fn results(strand: &Strand<'_>, instruction: &Instruction) -> Vec<Self> {
        let lanes = &strand.group.lanes;
        let mut results = Vec::new();
        lanes.plan.program.each_target(instruction, |register| {
            results.extend(lanes.mask.active().map(|lane| Self {
                workgroup: strand.workgroup(),
                lane: strand.first_lane() + lane as u32,
                step: strand.step(),
                value: lanes.raw(register, lane),
            }));
        });
        results
    }
}

/// The first operation of the second execution whose result is different in the first one, in the first invocation that has it. Where all operations
/// have the same results, it is a built-in value: those come first in a program, but an operation says more to a reader.
pub(super) fn parting(program: &Program, [first, second]: [&[Exchanged]; 2]) -> Option<Exchanged> {
    let key = |result: &Exchanged| (result.workgroup, result.lane, result.step);
    let mut counterparts: FxHashMap<_, VecDeque<u64>> = FxHashMap::default();
    for result in first {
        counterparts.entry(key(result)).or_default().push_back(result.value);
    }
    let mut differs = |result: &&Exchanged| {
        let counterpart = counterparts.get_mut(&key(result)).and_then(VecDeque::pop_front);
        counterpart.is_some_and(|value| value != result.value) && !is_part(program, result.step)
    };
    let differing: Vec<_> = second.iter().take(MOST_EVENTS).filter(|result| differs(result)).collect();
    let is_operation = |result: &&&Exchanged| is_operation(&program.code[result.step]);
    let step = differing.iter().find(is_operation).or(differing.first())?.step;
    let there = differing.into_iter().filter(|result| result.step == step);
    there.min_by_key(|result| (result.workgroup, result.lane)).copied()
}

/// Returns true if a step is only a part of an operation of the source: operations of quads ask for the active lanes of the whole subgroup first.
fn is_part(program: &Program, step: usize) -> bool {
    let is_ballot = |step: usize| {
        matches!(program.code[step], Instruction::Group { operation: GroupOperation::Ballot(_), .. })
    };
    let is_there = |other: usize| program.spans.get(other) == program.spans.get(step);
    let is_result = |other: usize| is_operation(&program.code[other]) && !is_ballot(other) && is_there(other);
    is_ballot(step) && (step..program.code.len()).any(is_result)
}

/// Returns true if the size of subgroups may make a difference: the program has results that depend on it, or barriers of subgroups.
pub(super) fn depends_on_subgroups(program: &Program) -> bool {
    let is_read = read_registers(program);
    program.code.iter().any(|it| {
        let is_unused = matches!(it, Instruction::Input { to, .. } if !is_read[to.index()]);
        !is_unused && depends_on_size(it)
            || matches!(it, Instruction::Barrier { scope: BarrierScope::Subgroup, .. })
    })
}

/// Returns true if the results of an instruction depend on the size of subgroups.
pub(super) const fn depends_on_size(instruction: &Instruction) -> bool {
    let Instruction::Input { input, .. } = *instruction else { return is_operation(instruction) };
    matches!(input, Input::SubgroupInvocation | Input::SubgroupSize | Input::Subgroup | Input::SubgroupCount)
}

/// Returns true if an instruction is an operation of subgroups.
const fn is_operation(instruction: &Instruction) -> bool {
    matches!(*instruction, Instruction::Group { operation, .. } if !is_of_quads(operation))
}

const fn is_of_quads(operation: GroupOperation) -> bool {
    use GroupOperation as G;
    matches!(operation, G::QuadBroadcast | G::QuadSwapX | G::QuadSwapY | G::QuadSwapDiagonal)
}

/// Returns true if the invocations of subgroups or quads exchange values.
pub(super) fn exchanges_values(program: &Program) -> bool {
    let is_exchange = |it: &Instruction| matches!(it, Instruction::Group { .. });
    depends_on_subgroups(program) || program.code.iter().any(is_exchange)
}

/// The number of lanes that advance together: a subgroup, where its lanes exchange values or wait for each other.
pub(super) fn width(program: &Program, subgroup_size: usize) -> usize {
    let is_subgroup = |instruction: &Instruction| {
        matches!(
            instruction,
            Instruction::Group { .. } | Instruction::Barrier { scope: BarrierScope::Subgroup, .. }
        )
    };
    if program.code.iter().any(is_subgroup) { subgroup_size.max(4) } else { 1 }
}
