//! Hierarchical delta debugging: the smallest program that still shows something.
//!
//! Outer parts of the tree go first, in halves, quarters, and one by one; then statements give way to those that they hold, names to
//! their values, and expressions to their operands or a literal. Every step makes the program shorter, or puts a literal in
//! the place of something as long. A program that has no tree loses pieces of its source.

mod replace;
#[cfg(test)]
mod tests;
mod text;

use crate::tree::parts::{Part, visit};
use crate::tree::{Expression, Statement, Tree};
use replace::{inline, leave_out_result, simpler, unwrapped, value_of, without_slot};
pub use text::reduce_text;

/// A reduced program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reduced {
    /// The program.
    pub source: String,
    /// How often a program was asked about.
    pub questions: usize,
}

/// Makes a program shorter as long as `shows` is true of it. It is asked about programs that may be wrong in any other way, so
/// it should ask for one finding and no others. `None` if the source shows nothing itself.
pub fn reduce(source: &str, mut shows: impl FnMut(&str) -> bool) -> Option<Reduced> {
    let Ok(tree) = Tree::read(source) else { return reduce_text(source, &mut shows) };
    let text = tree.to_string();
    let mut reduction = Reduction { tree, length: text.len(), text, questions: 1, shows };
    if !(reduction.shows)(&reduction.text) {
        // Parentheses or a comment may be what it shows.
        return reduce_text(source, &mut reduction.shows);
    }
    loop {
        let before = reduction.text.clone();
        reduction.leave_out();
        reduction.leave_out_results();
        reduction.leave_out_with_arguments();
        reduction.unwrap_statements();
        reduction.inline_values();
        reduction.replace_expressions();
        if reduction.text == before {
            return Some(Reduced { source: reduction.text, questions: reduction.questions });
        }
    }
}

struct Reduction<F> {
    tree: Tree,
    text: String,
    length: usize,
    questions: usize,
    shows: F,
}

impl<F: FnMut(&str) -> bool> Reduction<F> {
    /// Takes a changed tree if it is short enough and still shows what it should.
    fn take(&mut self, tree: Tree, most: usize) -> bool {
        let text = tree.to_string();
        if text.len() > most || text == self.text {
            return false;
        }
        self.questions += 1;
        if !(self.shows)(&text) {
            return false;
        }
        (self.tree, self.length, self.text) = (tree, text.len(), text);
        true
    }

    /// Takes a shorter tree.
    fn take_shorter(&mut self, tree: Tree) -> bool {
        self.take(tree, self.length.saturating_sub(1))
    }

    /// The tree with a change to a part of it: the one with this number among all.
    fn changed<T>(&mut self, number: usize, change: impl FnOnce(Part<'_>) -> T) -> Option<(Tree, T)> {
        let mut tree = self.tree.clone();
        let (mut at, mut change, mut changed) = (0, Some(change), None);
        visit(&mut tree, &mut |part| {
            if !can_be_reduced(&part) {
                return;
            }
            if at == number
                && let Some(change) = change.take()
            {
                changed = Some(change(part));
            }
            at += 1;
        });
        changed.map(|changed| (tree, changed))
    }

    /// Leaves out parts of rows: all, halves, quarters, single ones.
    fn leave_out(&mut self) {
        let mut number = 0;
        while let Some((_, (count, least))) = self.changed(number, size) {
            let mut step = count;
            while step > 0 {
                self.leave_out_of(number, step, least);
                step /= 2;
            }
            number += 1;
        }
    }

    /// Leaves out so many neighbours at once of the row with this number.
    fn leave_out_of(&mut self, number: usize, step: usize, least: usize) {
        let mut at = 0;
        while let Some((tree, is_there)) = self.changed(number, |part| remove(part, at, step, least)) {
            match is_there {
                Removal::Behind => break,
                Removal::TooMany => at += step,
                Removal::Done => {
                    if !self.take_shorter(tree) {
                        at += step;
                    }
                }
            }
        }
    }

    /// Leaves out the results of functions: the type and the values at once, as neither is right without the other.
    fn leave_out_results(&mut self) {
        for index in 0..self.tree.declarations.len() {
            let mut tree = self.tree.clone();
            if leave_out_result(&mut tree.declarations[index]) {
                self.take_shorter(tree);
            }
        }
    }

    /// Leaves out members of structures and parameters of functions, each together with the arguments for it.
    fn leave_out_with_arguments(&mut self) {
        for index in 0..self.tree.declarations.len() {
            let mut at = 0;
            while let Some(tree) = without_slot(&self.tree, index, at) {
                at += usize::from(!self.take_shorter(tree));
            }
        }
    }

    /// Puts statements in the place of those that hold them.
    fn unwrap_statements(&mut self) {
        self.each_statement(|statements, at| {
            unwrapped(&statements[at])
                .into_iter()
                .map(|inner| {
                    let mut statements = statements.to_vec();
                    statements.splice(at..=at, inner);
                    statements
                })
                .collect()
        });
    }

    /// Puts values in the place of the names that they are given.
    fn inline_values(&mut self) {
        self.each_statement(|statements, at| {
            let Some((name, value)) = value_of(&statements[at]) else { return Vec::new() };
            let mut statements = statements.to_vec();
            let mut behind = statements.split_off(at + 1);
            statements.pop();
            inline(&mut behind, &name, &value);
            statements.extend(behind);
            vec![statements]
        });
    }

    /// Tries other rows of statements for each statement of each block.
    fn each_statement(&mut self, others: impl Fn(&[Statement], usize) -> Vec<Vec<Statement>>) {
        let mut number = 0;
        while let Some((_, statements)) = self.changed(number, statements_of) {
            let mut at = 0;
            let mut current = statements;
            while let Some(statements) = &current
                && at < statements.len()
            {
                let tried = others(statements, at).into_iter().find(|other| {
                    let put = self.changed(number, |part| {
                        if let Part::Statements(statements) = part {
                            statements.clone_from(other);
                        }
                    });
                    put.is_some_and(|(tree, ())| self.take_shorter(tree))
                });
                match tried {
                    Some(other) => current = Some(other),
                    None => at += 1,
                }
            }
            number += 1;
        }
    }

    /// Puts operands or literals in the place of expressions.
    fn replace_expressions(&mut self) {
        let mut number = 0;
        while let Some((_, expression)) = self.changed(number, expression_of) {
            let others = expression.iter().flat_map(simpler);
            let is_simpler = others.into_iter().any(|other| {
                let most = self.length - usize::from(!matches!(other, Expression::Literal(_)));
                let put = self.changed(number, |part| {
                    if let Part::Expression(expression) | Part::Target(expression) = part {
                        *expression = other;
                    }
                });
                put.is_some_and(|(tree, ())| self.take(tree, most))
            });
            number += usize::from(!is_simpler);
        }
    }
}

/// Whether something may be left out of a part, or put in its place. The parts are numbered, and each number costs a visit.
fn can_be_reduced(part: &Part<'_>) -> bool {
    match part {
        Part::Row(..)
        | Part::Members(..)
        | Part::Attributes(_)
        | Part::Statements(_)
        | Part::Clauses(_)
        | Part::Expression(_)
        | Part::Target(_) => true,
        Part::Call(_) | Part::Type(_) | Part::Variable(..) | Part::Name(..) => false,
    }
}

/// The outcome of the removal of parts.
enum Removal {
    Done,
    /// Fewer would be left than have to stay.
    TooMany,
    /// There are no parts at this place.
    Behind,
}

/// The number of parts in a row, and of those that have to stay.
fn size(part: Part<'_>) -> (usize, usize) {
    part.row().map_or((0, 0), |(parts, least)| (parts.count(), least))
}

fn remove(part: Part<'_>, at: usize, step: usize, least: usize) -> Removal {
    let Some((parts, _)) = part.row() else { return Removal::Behind };
    let count = parts.count();
    let end = (at + step).min(count);
    if at >= count {
        Removal::Behind
    } else if count - (end - at) < least {
        Removal::TooMany
    } else {
        parts.remove(at..end);
        Removal::Done
    }
}

fn statements_of(part: Part<'_>) -> Option<Vec<Statement>> {
    if let Part::Statements(statements) = part { Some(statements.clone()) } else { None }
}

fn expression_of(part: Part<'_>) -> Option<Expression> {
    if let Part::Expression(expression) | Part::Target(expression) = part {
        Some(expression.clone())
    } else {
        None
    }
}
