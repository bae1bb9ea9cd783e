//! Registers that may hold different values in different invocations of a workgroup. The others need one value for all.
//!
//! A variable stays uniform when the values that it is set to are, and when every invocation that will read it takes part in setting it. An invocation
//! does not take part in two cases: it went the other way at a condition that varies, or it has left a construct. The
//! latter does no harm where the variable isn't read any more after that construct.

use super::{Construct, Constructs};
use rustc_hash::FxHashMap;
use shader_ir::{Class, Flow, Instruction, Memory, Program, Register};
use shader_source::steps;

/// A chain of variables, each set to the next one, takes a pass for each link. Programs that people write take few.
const MOST_PASSES: usize = 64;

/// How invocations go apart in a construct.
#[derive(Clone, Copy)]
struct Parting {
    /// Whether invocations go different ways at it.
    splits: bool,
    /// From this step on, some invocations may have left it while others have not.
    partial_from: usize,
}

/// The constructs that are open at a step of a pass, from the outside in. Questions about a part of them are answered by the ends of these
/// lists: an `else if` chain opens as many constructs as it has branches, and a walk through them at each step would cost their square.
#[derive(Default)]
struct Open {
    /// The numbers of the constructs. The other lists have depths: indices of this one.
    constructs: Vec<usize>,
    /// Constructs at which invocations go different ways.
    splits: Vec<usize>,
    /// Constructs that some invocations may have left.
    partial: Vec<usize>,
    /// Loops.
    loops: Vec<usize>,
}

impl Open {
    fn close(&mut self) {
        self.constructs.pop();
        let depth = self.constructs.len();
        for list in [&mut self.splits, &mut self.partial, &mut self.loops] {
            list.pop_if(|innermost| *innermost >= depth);
        }
    }

    fn make_partial(&mut self, depth: usize) {
        if let Err(place) = self.partial.binary_search(&depth) {
            self.partial.insert(place, depth);
        }
    }

    /// The outermost loop from a depth on.
    fn loop_from(&self, depth: usize) -> Option<usize> {
        self.loops.get(self.loops.partition_point(|it| *it < depth)).copied()
    }
}

struct Analysis<'a> {
    program: &'a Program,
    constructs: Constructs,
    /// By construct.
    partings: Vec<Parting>,
    /// By construct: the number of constructs around it.
    depths: Vec<usize>,
    /// By the first step of a loop: constructs around that are partial from this step on.
    partial_at: FxHashMap<usize, Vec<usize>>,
    /// By register: the step that sets it first, when it is a variable.
    home: Vec<usize>,
    /// By register: the steps that read it, when it is a variable.
    reads: Vec<Vec<usize>>,
    varies: Vec<bool>,
    changed: bool,
}

/// By register: whether its value may vary.
pub(super) fn varying(program: &Program) -> Vec<bool> {
    let count = program.registers.len();
    let constructs = Constructs::of(program);
    let mut analysis = Analysis {
        program,
        partings: vec![Parting { splits: false, partial_from: usize::MAX }; constructs.all.len()],
        depths: vec![0; constructs.all.len()],
        partial_at: FxHashMap::default(),
        constructs,
        home: vec![usize::MAX; count],
        reads: vec![Vec::new(); count],
        varies: vec![false; count],
        changed: true,
    };
    analysis.survey();
    for passes in 0.. {
        if !core::mem::take(&mut analysis.changed) {
            break;
        }
        analysis.pass();
        if passes == MOST_PASSES {
            analysis.give_up();
        }
    }
    analysis.varies
}

impl Analysis<'_> {
    /// Finds where variables are set and read.
    fn survey(&mut self) {
        for (step, instruction) in self.program.code.iter().enumerate() {
            if self.program.class(instruction) == Class::Assigns {
                self.program.each_target(instruction, |variable| {
                    let home = &mut self.home[variable.index()];
                    *home = (*home).min(step);
                });
            }
        }
        for (step, instruction) in self.program.code.iter().enumerate() {
            self.program.each_operand(instruction, |register| {
                if self.home[register.index()] != usize::MAX {
                    self.reads[register.index()].push(step);
                }
            });
        }
    }

    fn pass(&mut self) {
        let program = self.program;
        let mut open = Open::default();
        for (step, instruction) in program.code.iter().enumerate() {
            steps::take(1);
            match instruction.flow() {
                Flow::If { condition } => self.open(step, self.varies[condition.index()], &mut open),
                Flow::Block | Flow::Loop => self.open(step, false, &mut open),
                Flow::Else => {}
                Flow::End => open.close(),
                Flow::Break { levels } => self.leave(step, levels as usize, false, &mut open),
                Flow::BreakIf { condition, levels, .. } => {
                    self.leave(step, levels as usize, self.varies[condition.index()], &mut open);
                }
                Flow::Next => {
                    let varies = self.makes_varying(instruction);
                    let assigns = program.class(instruction) == Class::Assigns;
                    program.each_target(instruction, |register| {
                        if varies || (assigns && self.is_set_apart(register, &open)) {
                            self.vary(register);
                        }
                    });
                }
            }
        }
    }

    /// At the first step of a construct.
    fn open(&mut self, step: usize, splits: bool, open: &mut Open) {
        let Some(number) = self.constructs.innermost(step) else { return };
        let depth = open.constructs.len();
        open.constructs.push(number);
        self.depths[number] = depth;
        let parting = &mut self.partings[number];
        self.changed |= splits && !parting.splits;
        parting.splits |= splits;
        if parting.splits {
            open.splits.push(depth);
        }
        if self.constructs.all[number].is_loop {
            open.loops.push(depth);
            for partial in self.partial_at.get(&step).into_iter().flatten() {
                open.make_partial(self.depths[*partial]);
            }
        }
    }

    /// Treats all variables as varying: the next pass is the last that finds much.
    fn give_up(&mut self) {
        for (varies, home) in self.varies.iter_mut().zip(&self.home) {
            *varies |= *home != usize::MAX;
        }
        self.changed = true;
    }

    fn vary(&mut self, register: Register) {
        let varies = &mut self.varies[register.index()];
        self.changed |= !*varies;
        *varies = true;
    }

    /// Returns true if the results of a step may vary.
    fn makes_varying(&self, instruction: &Instruction) -> bool {
        let program = self.program;
        let of_operands = || {
            let mut varies = false;
            program.each_operand(instruction, |register| varies |= self.varies[register.index()]);
            varies
        };
        match program.class(instruction) {
            Class::Exchanges | Class::Updates => true,
            Class::Pure | Class::Assigns | Class::Stores | Class::Control | Class::Outputs => of_operands(),
            Class::Loads => {
                if let Instruction::Input { input, .. } = instruction {
                    !input.is_uniform()
                } else if let Instruction::Load { from, .. } = instruction {
                    matches!(from.memory, Memory::Invocation | Memory::Pointed) || of_operands()
                } else {
                    true
                }
            }
        }
    }

    /// Invocations leave constructs. When others stay in the outermost of them, it is partial from here on.
    fn leave(&mut self, step: usize, levels: usize, splits: bool, open: &mut Open) {
        let Some(target) = open.constructs.len().checked_sub(levels + 1) else { return };
        let is_inside = |depth: &usize| *depth > target;
        let is_apart =
            open.splits.last().is_some_and(is_inside) || open.partial.last().is_some_and(is_inside);
        if !is_apart && !splits {
            return;
        }
        // In a loop inside, the steps before come again.
        let from = open.loop_from(target + 1);
        let from = from.map_or(step, |depth| self.constructs.all[open.constructs[depth]].start);
        let number = open.constructs[target];
        open.make_partial(target);
        let parting = &mut self.partings[number];
        if from < parting.partial_from {
            parting.partial_from = from;
            self.partial_at.entry(from).or_default().push(number);
            self.changed = true;
        }
    }

    /// Returns true if some invocations that will read a variable don't take part in setting it here.
    fn is_set_apart(&self, variable: Register, open: &Open) -> bool {
        let home = self.home[variable.index()];
        // The constructs from this depth on began after the variable.
        let inside = open.constructs.partition_point(|number| self.constructs.all[*number].start <= home);
        if open.splits.last().is_some_and(|depth| *depth >= inside) {
            return true;
        }
        // The innermost partial construct speaks for the others: it ends first, and more lies before it in the loop.
        let Some(partial) = open.partial.last().filter(|depth| **depth >= inside) else { return false };
        let outer_loop = open.loop_from(inside).filter(|depth| depth < partial);
        let construct = |depth: usize| self.constructs.all[open.constructs[depth]];
        self.is_read_around(variable, construct(*partial), outer_loop.map(|depth| construct(depth).start))
    }

    /// Returns true if a variable is read after a construct, or before it in a loop around.
    fn is_read_around(&self, variable: Register, construct: Construct, outer_loop: Option<usize>) -> bool {
        let reads = &self.reads[variable.index()];
        let is_read_from = |start: usize| {
            let first = reads.get(reads.partition_point(|read| *read < start));
            first.is_some_and(|read| *read < construct.start)
        };
        reads.last().is_some_and(|last| *last > construct.end) || outer_loop.is_some_and(is_read_from)
    }
}
