//! Jobs: a program with its dispatch or render pass.

use serde::{Deserialize, Serialize};
use shader_model::{Binding, Command, LayoutEntry, PipelineLayout};

/// A program with its dispatch or render pass.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct Job {
    /// The source of the program.
    pub program: String,
    /// A dispatch or a render pass.
    pub command: Command,
    /// The resources that the pipelines use. Others are not bound, because the implementation refuses them.
    pub layout: PipelineLayout,
    /// Those of each of several pipelines; empty for a single one.
    pub layouts: Vec<PipelineLayout>,
    /// Names of extensions that the program depends on.
    pub needs: Vec<String>,
    /// The checks that naga writes into the program.
    pub checks: Checks,
}

/// The checks that naga writes into a program to make it safe.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Checks {
    /// Bounds of indices, ends of loops, divisors.
    #[default]
    All,
    /// None. Only for programs that are known to follow the rules: others may do anything to the process.
    None,
}

impl Job {
    /// A job with all checks, for a program that needs no extension.
    #[must_use]
    pub const fn new(program: String, command: Command, layout: PipelineLayout) -> Self {
        Self { program, command, layout, layouts: Vec::new(), needs: Vec::new(), checks: Checks::All }
    }

    /// Whether a pipeline uses a resource.
    pub(crate) fn is_used_by(&self, pipeline: usize, entry: &LayoutEntry) -> bool {
        let is_same = |it: &LayoutEntry| (it.group, it.binding) == (entry.group, entry.binding);
        self.layouts.get(pipeline).is_none_or(|layout| layout.entries.iter().any(is_same))
    }

    /// The resources that the pipelines use, as far as they are given.
    pub(crate) fn used(&self) -> impl Iterator<Item = (&LayoutEntry, &Binding)> {
        self.layout.entries.iter().filter_map(|entry| {
            let mut bindings = self.command.bindings().iter();
            let given = bindings.find(|it| (it.group, it.binding) == (entry.group, entry.binding))?;
            Some((entry, given))
        })
    }

    /// The bytes of variables in address space `immediate`; `None` when the program has no such variable.
    pub(crate) fn immediates(&self) -> Option<&[u8]> {
        let bytes = self.command.immediates();
        (self.layout.has_immediates && !bytes.is_empty()).then_some(bytes)
    }
}
