//! The constructs of a program.

use shader_ir::{Flow, Program};
use shader_source::steps;

/// The steps from the one that opens a construct to its `End`.
#[derive(Clone, Copy, Debug)]
pub(in crate::execute) struct Construct {
    pub(in crate::execute) start: usize,
    pub(in crate::execute) end: usize,
    pub(in crate::execute) is_loop: bool,
    /// The number of the construct around it.
    outer: Option<usize>,
}

/// The constructs of a program, and their numbers.
#[derive(Debug)]
pub(in crate::execute) struct Constructs {
    /// In the order in which they begin.
    pub(in crate::execute) all: Vec<Construct>,
    /// By step: the innermost construct around, which its own first and last step belong to.
    inside: Vec<Option<usize>>,
    /// By construct: the innermost loop around it, which may be itself. Without it, each step of a long `else if` chain would walk through
    /// the whole chain to find out that there is none.
    loops: Vec<Option<usize>>,
}

impl Constructs {
    pub(in crate::execute) fn of(program: &Program) -> Self {
        let count = program.code.len();
        let (mut all, mut loops): (Vec<Construct>, Vec<Option<usize>>) = (Vec::new(), Vec::new());
        let mut inside = Vec::with_capacity(count);
        let mut innermost: Option<usize> = None;
        for (start, instruction) in program.code.iter().enumerate() {
            steps::take(1);
            if instruction.opens() {
                let is_loop = instruction.flow() == Flow::Loop;
                let number = all.len();
                loops.push(if is_loop { Some(number) } else { innermost.and_then(|outer| loops[outer]) });
                all.push(Construct { start, end: count, is_loop, outer: innermost });
                innermost = Some(number);
            }
            inside.push(innermost);
            if instruction.flow() == Flow::End
                && let Some(construct) = innermost
            {
                all[construct].end = start;
                innermost = all[construct].outer;
            }
        }
        Self { all, inside, loops }
    }

    /// The innermost construct around a step, which its own first and last step belong to.
    pub(in crate::execute) fn innermost(&self, step: usize) -> Option<usize> {
        self.inside[step]
    }

    /// The innermost loop around a step; a loop is not around its own first and last step.
    pub(in crate::execute) fn loop_around(&self, step: usize) -> Option<Construct> {
        let innermost = self.loops[self.inside[step]?]?;
        let is_edge = [self.all[innermost].start, self.all[innermost].end].contains(&step);
        let found = if is_edge { self.loops[self.all[innermost].outer?] } else { Some(innermost) };
        found.map(|number| self.all[number])
    }

    /// The loops around a step that is not the first or last step of one, from the inside out.
    pub(in crate::execute) fn loops_around(&self, step: usize) -> impl Iterator<Item = Construct> {
        let innermost = self.inside[step].and_then(|construct| self.loops[construct]);
        let outer = |number: &usize| self.all[*number].outer.and_then(|outer| self.loops[outer]);
        core::iter::successors(innermost, outer).inspect(|_| steps::take(1)).map(|number| self.all[number])
    }

    /// The numbers of the constructs around a step, from the inside out.
    pub(in crate::execute) fn around(&self, step: usize) -> impl Iterator<Item = usize> {
        let around = core::iter::successors(self.inside[step], |construct| self.all[*construct].outer);
        around.inspect(|_| steps::take(1))
    }
}
