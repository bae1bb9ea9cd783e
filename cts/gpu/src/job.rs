//! Jobs: a program with its dispatch or render pass.

use serde::{Deserialize, Serialize};
use webgpu_model::{Binding, Command, LayoutEntry, PipelineLayout};

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
    /// Names of extensions and features that the program depends on.
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

    /// Those of some resources that the pipelines use.
    pub(crate) fn used<'a>(
        &'a self,
        given: &'a [Binding],
    ) -> impl Iterator<Item = (&'a LayoutEntry, &'a Binding)> {
        self.layout.entries.iter().filter_map(|entry| {
            let given = given.iter().find(|it| (it.group, it.binding) == (entry.group, entry.binding))?;
            Some((entry, given))
        })
    }

    /// The resources that a draw has in place of those of the pass; none of a dispatch.
    pub(crate) fn of_draws(&self) -> impl Iterator<Item = &[Binding]> {
        let draws = match &self.command {
            Command::Dispatch(_) => &[],
            Command::Render(pass) => &pass.draws[..],
        };
        draws.iter().map(|draw| &draw.bindings[..])
    }

    /// The bytes of variables in address space `immediate`; `None` when the program has no such variable.
    pub(crate) fn immediates(&self) -> Option<&[u8]> {
        let bytes = self.command.immediates();
        (self.layout.has_immediates && !bytes.is_empty()).then_some(bytes)
    }
}
