//! A workgroup from its first step to its last.

use super::group::Group;
use super::observe::Observer;
use super::operate::operate;
use shader_ir::Flow;

/// Runs the workgroup with a number, with the first lanes active.
pub(super) fn run<O: Observer>(group: &mut Group<'_>, observer: &mut O, index: u64, lanes: usize) {
    let shared = group.shared;
    if shared.is_stopped() {
        return;
    }
    group.interface.begin(index, shared);
    group.control.begin();
    if group.control.pay(shared.costs.of_begin, shared) {
        group.begin(lanes);
        observer.begin();
        take_steps(group, observer);
    }
    if !group.control.spend(shared) {
        let innermost = group.control.innermost_loop();
        group.control.step = innermost.unwrap_or(group.control.step);
        observer.stop(group, innermost.is_some());
    }
}

/// Takes steps until the program ends, or the fuel is used up.
fn take_steps<O: Observer>(group: &mut Group<'_>, observer: &mut O) {
    let shared = group.shared;
    let code = &shared.plan.program.code;
    let mut at = 0;
    while let Some(instruction) = code.get(at) {
        group.control.step = at;
        if !group.control.pay(shared.costs.of_instruction[at], shared) {
            return;
        }
        let steps = observer.observe(group, instruction);
        group.control.charge(steps);
        let flow = instruction.flow();
        if flow == Flow::Next {
            operate(group, instruction);
            at += 1;
        } else {
            at = group.control.follow(flow, &mut group.lanes);
        }
    }
}
