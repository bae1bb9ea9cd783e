//! The variables of a host file whose text is known.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use tree_sitter::Node;

/// The maximum number of declarations of one name to choose from, so that looking names up stays cheap however many functions declare `code`.
const MOST_DECLARATIONS: usize = 256;

/// The declarations of a file.
#[derive(Debug, Default)]
pub(crate) struct Names<'t> {
    declared: HashMap<&'t str, Vec<Declared<'t>>>,
    /// The names of variables that are assigned again.
    assigned: HashSet<&'t str>,
}

#[derive(Debug)]
struct Declared<'t> {
    /// The range of the source where the name may have this meaning.
    scope: Range<usize>,
    at: usize,
    /// Its initializer; `None` for parameters and the like.
    value: Option<Node<'t>>,
}

impl<'t> Names<'t> {
    /// Adds a declaration that is visible in a range.
    pub(crate) fn declare(&mut self, name: &'t str, scope: Range<usize>, at: usize, value: Option<Node<'t>>) {
        self.declared.entry(name).or_default().push(Declared { scope, at, value });
    }

    /// Records that a variable is assigned to after its declaration.
    pub(crate) fn assign(&mut self, name: &'t str) {
        self.assigned.insert(name);
    }

    /// Returns true if a variable with this name is assigned to after its declaration.
    pub(crate) fn is_assigned(&self, name: &str) -> bool {
        self.assigned.contains(name)
    }

    /// Returns the initializer of the variable that a name at this place denotes, if it is never assigned again.
    pub(crate) fn value(&self, name: &str, at: usize) -> Option<Node<'t>> {
        let declared = self.declared.get(name).filter(|it| it.len() <= MOST_DECLARATIONS)?;
        if self.is_assigned(name) {
            return None;
        }
        let visible = declared.iter().filter(|it| it.scope.contains(&at));
        // The innermost scope wins, and in one scope the last declaration before the place: Rust may declare a name again.
        visible.max_by_key(|it| (it.scope.start, it.at <= at, it.at))?.value
    }
}
