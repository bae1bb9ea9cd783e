//! The functions that are run, and the sizes of the memory of kernels. Section 5.1

use crate::metal::threadgroup;
use msl_lower::sizes;
use msl_validator::interface::{EntryPoint, EntryPointKind};
use msl_validator::link::Stage;
use msl_validator::meaning::Module;
use shader_ir::Sizes;

/// A function of a program that a pipeline calls.
#[derive(Clone, Copy)]
pub(super) struct Function<'a> {
    pub(super) module: &'a Module,
    pub(super) entry: &'a EntryPoint,
}

impl<'a> Function<'a> {
    /// The function of a kind with a name, or the only one.
    ///
    /// # Errors
    /// There is none, or no telling which: the message lists them.
    pub(super) fn find(module: &'a Module, kind: EntryPointKind, name: Option<&str>) -> Result<Self, String> {
        let (what, option) = match kind {
            EntryPointKind::Vertex => ("vertex function", "--vertex"),
            EntryPointKind::Fragment => ("fragment function", "--fragment"),
            EntryPointKind::Kernel | EntryPointKind::Object | EntryPointKind::Mesh => {
                ("kernel", "--entry-point")
            }
        };
        let is_of_kind = |entry: &&EntryPoint| entry.kind == kind;
        let all = module.entry_points.iter().filter(is_of_kind).map(|entry| Self { module, entry });
        let mut all: Vec<Self> = all.collect();
        let names: Vec<String> = all.iter().map(|function| format!("`{}`", function.name())).collect();
        let found = match name {
            Some(name) => all.iter().position(|function| function.name() == name),
            None => (all.len() == 1).then_some(0),
        };
        match (found, name) {
            (Some(index), _) => Ok(all.swap_remove(index)),
            (None, _) if names.is_empty() => Err(format!("the program has no {what}")),
            (None, Some(name)) => {
                Err(format!("unknown {what} `{name}`: the program has {}", names.join(", ")))
            }
            (None, None) => Err(format!("several {what}s: select one with {option}: {}", names.join(", "))),
        }
    }

    /// The function as a part of a pipeline.
    pub(super) const fn stage(self) -> Stage<'a> {
        Stage { module: self.module, entry_point: self.entry }
    }

    /// Its name.
    pub(super) fn name(&self) -> &'a str {
        self.module.entry_name(self.entry)
    }

    /// The sizes of its arguments in memory of the threadgroup.
    ///
    /// # Errors
    /// An argument has no size, or a size has no argument.
    pub(super) fn memory(&self, given: &[(u32, u32)]) -> Result<Sizes, String> {
        threadgroup::memory(self.module, self.entry, given)?;
        sizes(self.module, self.entry, given).map_err(|missing| missing.to_string())
    }
}
