//! Registers that may hold different values in different invocations of a workgroup. The others need one value for all.
//!
//! A variable stays uniform when the values that it is set to are, and when every invocation that will read it takes part in setting it. An invocation
//! does not take part in two cases: it went the other way at a condition that varies, or it has left a construct. The
//! latter does no harm where the variable isn't read any more after that construct.

use super::{Construct, Constructs};
use shader_ir::{Class, Flow, Instruction, Memory, Program, Register};

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

struct Analysis<'a> {
    program: &'a Program,
    constructs: Constructs,
    /// By construct.
    partings: Vec<Parting>,
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
        for (step, instruction) in program.code.iter().enumerate() {
            match instruction.flow() {
                Flow::If { condition } => {
                    if self.varies[condition.index()]
                        && let Some(construct) = self.constructs.around(step).next()
                    {
                        self.changed |= !self.partings[construct].splits;
                        self.partings[construct].splits = true;
                    }
                }
                Flow::Else | Flow::Block | Flow::Loop | Flow::End => {}
                Flow::Break { levels } => self.leave(step, levels as usize, false),
                Flow::BreakIf { condition, levels, .. } => {
                    self.leave(step, levels as usize, self.varies[condition.index()]);
                }
                Flow::Next => {
                    let varies = self.makes_varying(instruction);
                    let assigns = program.class(instruction) == Class::Assigns;
                    program.each_target(instruction, |register| {
                        if varies || (assigns && self.is_set_apart(register, step)) {
                            self.vary(register);
                        }
                    });
                }
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

    /// Whether the results of a step may vary.
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
    fn leave(&mut self, step: usize, levels: usize, splits: bool) {
        let mut around = self.constructs.around(step);
        let inner: Vec<usize> = around.by_ref().take(levels).collect();
        let Some(target) = around.next() else { return };
        let is_apart = inner.iter().any(|construct| {
            let parting = self.partings[*construct];
            parting.splits || parting.partial_from <= step
        });
        if !is_apart && !splits {
            return;
        }
        // In a loop inside, the steps before come again.
        let mut loops = inner.iter().rev().map(|construct| self.constructs.all[*construct]);
        let from = loops.find(|it| it.is_loop).map_or(step, |construct| construct.start);
        let parting = &mut self.partings[target];
        if from < parting.partial_from {
            parting.partial_from = from;
            self.changed = true;
        }
    }

    /// Whether some invocations that will read a variable don't take part in setting it here.
    fn is_set_apart(&self, variable: Register, step: usize) -> bool {
        let home = self.home[variable.index()];
        let is_inside = |construct: &usize| self.constructs.all[*construct].start > home;
        let mut inside: Vec<usize> = self.constructs.around(step).take_while(is_inside).collect();
        inside.reverse();
        let mut outer_loop: Option<usize> = None;
        for number in inside {
            let (construct, parting) = (self.constructs.all[number], self.partings[number]);
            if parting.splits {
                return true;
            }
            if parting.partial_from <= step && self.is_read_around(variable, construct, outer_loop) {
                return true;
            }
            if construct.is_loop && outer_loop.is_none() {
                outer_loop = Some(construct.start);
            }
        }
        false
    }

    /// Whether a variable is read after a construct, or before it in a loop around.
    fn is_read_around(&self, variable: Register, construct: Construct, outer_loop: Option<usize>) -> bool {
        let reads = &self.reads[variable.index()];
        reads.last().is_some_and(|last| *last > construct.end)
            || outer_loop
                .is_some_and(|start| reads.iter().any(|read| (start..construct.start).contains(read)))
    }
}
