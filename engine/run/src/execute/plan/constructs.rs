//! The constructs of a program.

use shader_ir::{Flow, Program};

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
}

impl Constructs {
    pub(in crate::execute) fn of(program: &Program) -> Self {
        let steps = program.code.len();
        let mut all: Vec<Construct> = Vec::new();
        let mut inside = Vec::with_capacity(steps);
        let mut innermost: Option<usize> = None;
        for (start, instruction) in program.code.iter().enumerate() {
            if instruction.opens() {
                let is_loop = instruction.flow() == Flow::Loop;
                all.push(Construct { start, end: steps, is_loop, outer: innermost });
                innermost = Some(all.len() - 1);
            }
            inside.push(innermost);
            if instruction.flow() == Flow::End
                && let Some(construct) = innermost
            {
                all[construct].end = start;
                innermost = all[construct].outer;
            }
        }
        Self { all, inside }
    }

    /// The numbers of the constructs around a step, from the inside out.
    pub(in crate::execute) fn around(&self, step: usize) -> impl Iterator<Item = usize> {
        core::iter::successors(self.inside[step], |construct| self.all[*construct].outer)
    }
}
