//! Tile uniformity: whether all threads of a tile reach each barrier. C++ AMP 1.2 (8.1.1)
//!
//! The rules are a list of what counts as uniform; anything else counts as different in each thread. A condition whose code leads to a barrier
//! must be uniform, and so must everything that leaves such code early.
//!
//! The typed trees of each kernel with tiles and of the functions that it calls are walked in the order of execution. A function is analysed
//! for each combination of uniform and varying arguments with which it is called. A walk is repeated until nothing changes, because the end of a loop
//! comes before its beginning.
//!
//! By the letter of rule 9, a variable that is ever varying is never uniform. A variable that gets a new, uniform value after that is accepted
//! here, as compilers do: Microsoft's own samples use a loop variable again.
//!
//! Work is counted: a function with too many rounds or combinations, or calls that nest too deeply, end the analysis of the kernel, which is then a
//! place that is not known.

mod call;
mod flow;
mod place;
mod report;
mod statement;
#[cfg(test)]
mod tests;
mod value;

use super::Program;
use super::launch::{kernel_of_launch, shape_of_launch};
use crate::diagnostic::Diagnostic;
use crate::meaning::Module;
use crate::typed::{self, Function};
use core::ops::Range;
use rustc_hash::{FxHashMap, FxHashSet};
use shader_source::Span;
use std::rc::Rc;
use value::Varying;

/// The rounds of one function. Each makes at least one more variable varying, and programs of people take two or three.
const MOST_ROUNDS: usize = 32;
/// How deep expressions, statements and calls may nest. Each level takes at most 2 KiB of stack without optimisation.
const MOST_LEVELS: usize = 512;
/// The combinations of functions and arguments of a program.
const MOST_SUMMARIES: usize = 1 << 12;

/// Checks the kernels of a program without errors. The results are the diagnostics, and the launches whose analysis was given up.
pub(super) fn check(program: &Program) -> (Vec<Diagnostic>, Vec<Span>) {
    let mut analysis = Analysis::new(&program.module, program.library());
    let mut given_up = Vec::new();
    for launch in program.launches() {
        let is_tiled = shape_of_launch(&program.module, launch).tile.is_some();
        let Some(kernel) = kernel_of_launch(&program.module, launch).filter(|_| is_tiled) else { continue };
        // The kernel object is the same for all threads (rule 6), and of the index only `tile` is (rule 7).
        if analysis
            .summary(kernel, &[None, Some(Varying::index_parameter(&program.module, kernel))])
            .is_none()
        {
            given_up.push(program.module.ast[program.module.instances[kernel].function].name_span);
        }
    }
    (analysis.found, given_up)
}

/// The facts about a function with certain arguments that its callers need.
#[derive(Clone, Default, Debug)]
struct Summary {
    /// The reason why its result is not uniform.
    result: Option<Varying>,
    /// A barrier that it, or a function that it calls, waits at.
    barrier: Option<Span>,
    /// For each parameter that is a reference: the values that the function gives it.
    written: Vec<Written>,
    /// The parameters of whose objects its result refers to a part: an element of an `index`, but not of a view.
    referred: Vec<bool>,
    /// Whether it writes through pointers.
    writes_pointers: bool,
}

/// The values that a variable gets.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
enum Written {
    /// None.
    #[default]
    Never,
    /// Some, of which one is not uniform for this reason if there is one.
    Sometimes(Option<Varying>),
}

impl Written {
    /// The reason why a value is not uniform.
    const fn varying(self) -> Option<Varying> {
        match self {
            Self::Never => None,
            Self::Sometimes(varying) => varying,
        }
    }

    /// Changes the reason.
    fn map(self, change: impl Fn(Varying) -> Varying) -> Self {
        match self {
            Self::Never => Self::Never,
            Self::Sometimes(varying) => Self::Sometimes(varying.map(change)),
        }
    }
}

/// A function and the arguments that are not uniform: the object of a member function comes first.
type Key = (usize, Vec<bool>);

struct Analysis<'a> {
    module: &'a Module,
    library: Vec<Range<u32>>,
    functions: FxHashMap<usize, Rc<Function>>,
    summaries: FxHashMap<Key, Rc<Summary>>,
    /// The expressions, statements and calls whose analysis has begun.
    levels: usize,
    found: Vec<Diagnostic>,
    reported: FxHashSet<Span>,
}

impl<'a> Analysis<'a> {
    fn new(module: &'a Module, library: Vec<Range<u32>>) -> Self {
        Self {
            module,
            library,
            functions: FxHashMap::default(),
            summaries: FxHashMap::default(),
            levels: 0,
            found: Vec::new(),
            reported: FxHashSet::default(),
        }
    }

    fn is_of_library(&self, span: Span) -> bool {
        self.library.iter().any(|range| range.contains(&span.lo))
    }

    fn function(&mut self, instance: usize) -> Rc<Function> {
        let module = self.module;
        Rc::clone(
            self.functions.entry(instance).or_insert_with(|| Rc::new(typed::function(module, instance))),
        )
    }

    /// Analyses a function with these arguments, each with the reason why it varies; `None` if a limit was reached.
    fn summary(&mut self, instance: usize, arguments: &[Option<Varying>]) -> Option<Rc<Summary>> {
        let key = (instance, arguments.iter().map(Option::is_some).collect());
        if let Some(known) = self.summaries.get(&key) {
            return Some(Rc::clone(known));
        }
        if self.levels == MOST_LEVELS || self.summaries.len() == MOST_SUMMARIES {
            return None;
        }
        self.levels += 1;
        let function = self.function(instance);
        let summary = flow::Flow::new(self, &function, instance, arguments).run();
        self.levels -= 1;
        let summary = Rc::new(summary?);
        self.summaries.insert(key, Rc::clone(&summary));
        Some(summary)
    }
}
