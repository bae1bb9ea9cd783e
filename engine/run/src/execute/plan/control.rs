//! The targets of control flow.

use super::Closes;
use shader_ir::{Flow, Program};

/// The steps to which each step leads.
pub(super) struct Control {
    /// See [`super::Plan::targets`].
    pub(super) targets: Vec<u32>,
    /// See [`super::Plan::branches`].
    pub(super) branches: Vec<u32>,
    /// See [`super::Plan::closes`].
    pub(super) closes: Vec<Closes>,
    /// See [`super::Plan::most_open`].
    pub(super) most_open: u32,
}

impl Control {
    pub(super) fn of(program: &Program) -> Self {
        let code = &program.code;
        let nowhere = code.len() as u32;
        let mut control = Self {
            targets: vec![nowhere; code.len()],
            branches: vec![nowhere; code.len()],
            closes: vec![Closes::Nothing; code.len()],
            most_open: 0,
        };
        // Backwards: the nearest `Else` or `End` of each construct around is known already, and its `End`.
        let mut around: Vec<(u32, u32)> = Vec::new();
        for (index, instruction) in code.iter().enumerate().rev() {
            let here = index as u32;
            match instruction.flow() {
                Flow::End => {
                    control.targets[index] = around.last().map_or(nowhere, |(nearest, _)| *nearest);
                    around.push((here, here));
                    control.most_open = control.most_open.max(around.len() as u32);
                }
                Flow::Else => {
                    if let Some((nearest, end)) = around.last_mut() {
                        control.targets[index] = *end;
                        *nearest = here;
                    }
                }
                Flow::If { .. } => control.open(around.pop(), index, Closes::If),
                Flow::Block => control.open(around.pop(), index, Closes::Block),
                Flow::Loop => control.open(around.pop(), index, Closes::Loop(here)),
                Flow::Next | Flow::Break { .. } | Flow::BreakIf { .. } => {
                    control.targets[index] = around.last().map_or(nowhere, |(nearest, _)| *nearest);
                }
            }
        }
        control
    }

    /// Notes the start of a construct. `ends` are the end of its first branch and that of the construct.
    fn open(&mut self, ends: Option<(u32, u32)>, start: usize, closes: Closes) {
        if let Some((nearest, end)) = ends {
            self.branches[start] = nearest;
            self.closes[end as usize] = closes;
        }
    }
}
