//! Lowering with probes: the scopes of variables, and the descriptions of the probes that were made.

use crate::build::Code;
use crate::{Frame, Instruction, Point, Probe, Probing, Variable};
use shader_source::Span;

/// The state of a lowering that makes probes. `V` is what a variable is there.
#[derive(Clone, Debug)]
pub struct Probes<V> {
    /// The probes that are wanted.
    pub probing: Probing,
    /// The probes so far, by number.
    pub points: Vec<Point>,
    /// The variables in scope, and the variables of callers.
    scope: Vec<Scoped<V>>,
    frames: Vec<Frame>,
}

/// A variable in scope.
#[derive(Clone, Debug)]
pub struct Scoped<V> {
    /// Its name.
    pub name: String,
    /// The index of its function in [`Point::frames`]; `None` for a variable of the module.
    pub frame: Option<usize>,
    /// Its value in the lowering.
    pub value: V,
}

impl<V> Default for Probes<V> {
    fn default() -> Self {
        Self { probing: Probing::default(), points: Vec::new(), scope: Vec::new(), frames: Vec::new() }
    }
}

impl<V: Clone> Probes<V> {
    /// The number of variables in scope.
    #[must_use]
    pub const fn scope(&self) -> usize {
        self.scope.len()
    }

    /// Leaves a block: only the first variables stay in scope.
    pub fn leave_scope(&mut self, count: usize) {
        self.scope.truncate(count);
    }

    /// Adds a variable to the scope, if statements are probed.
    pub fn declare(&mut self, name: &str, value: impl FnOnce() -> V) {
        if self.probing.statements {
            let frame = self.frames.len().checked_sub(1);
            self.scope.push(Scoped { name: name.to_owned(), frame, value: value() });
        }
    }

    /// Stops making probes, and returns the wanted ones.
    pub fn pause(&mut self) -> Probing {
        let added = self.probing.added;
        core::mem::replace(&mut self.probing, Probing { added, ..Probing::default() })
    }

    /// Enters a function.
    pub fn enter(&mut self, frame: impl FnOnce() -> Frame) {
        if self.probing.statements {
            self.frames.push(frame());
        }
    }

    /// Leaves the innermost function.
    pub fn leave(&mut self) {
        // What was not entered is not left: an expression that is shown may call functions.
        if self.probing.statements {
            self.frames.pop();
        }
    }

    /// The variables that a probe before a statement shows; `None` without one.
    #[must_use]
    pub fn shown_before(&self, statement: Span) -> Option<Vec<Scoped<V>>> {
        let is_shown = self.probing.statements && self.print_at(statement).is_none();
        is_shown.then(|| self.scope.clone())
    }

    /// The print that starts where a statement does.
    #[must_use]
    pub fn print_at(&self, statement: Span) -> Option<usize> {
        self.probing.prints.binary_search_by_key(&statement.lo, |span| span.lo).ok()
    }

    /// Returns true if the declaration of a name was added to the source.
    #[must_use]
    pub fn is_added(&self, name: Span) -> bool {
        (self.probing.added.lo..self.probing.added.hi).contains(&name.lo)
    }

    /// Adds a probe that shows variables before a statement.
    pub fn add_statement(&mut self, code: &mut Code, shown: Vec<(Variable, Probe)>) {
        let mut all = Probe { number: 0, values: Vec::new(), bytes: Vec::new() };
        let mut variables = Vec::new();
        for (variable, part) in shown {
            all.values.extend(part.values);
            all.bytes.extend(part.bytes);
            variables.push(variable);
        }
        self.add(code, Point { span: code.span, print: None, frames: self.frames.clone(), variables }, all);
    }

    /// Adds a probe that shows the value of a print.
    pub fn add_print(&mut self, code: &mut Code, index: usize, (value, probe): (Variable, Probe)) {
        let span = code.span;
        self.add(code, Point { span, print: Some(index), frames: Vec::new(), variables: vec![value] }, probe);
    }

    fn add(&mut self, code: &mut Code, point: Point, probe: Probe) {
        let number = self.points.len() as u32;
        self.points.push(point);
        let index = code.program.probes.len() as u32;
        code.program.probes.push(Probe { number, ..probe });
        code.emit(Instruction::Probe(index));
    }
}
