//! The kernel that is run, and the sizes of its memory. Section 5.1

use crate::metal::threadgroup;
use msl_lower::sizes;
use msl_validator::interface::{EntryPoint, EntryPointKind};
use msl_validator::meaning::Module;
use shader_ir::Sizes;

/// A kernel of a program.
pub(super) struct Kernel<'a> {
    pub(super) module: &'a Module,
    pub(super) entry: &'a EntryPoint,
}

impl<'a> Kernel<'a> {
    /// The kernel with a name, or the only one.
    ///
    /// # Errors
    /// There is none, or no telling which: the message lists them.
    pub(super) fn find(module: &'a Module, name: Option<&str>) -> Result<Self, String> {
        let is_kernel = |entry: &&EntryPoint| entry.kind == EntryPointKind::Kernel;
        let all = module.entry_points.iter().filter(is_kernel).map(|entry| Self { module, entry });
        let mut all: Vec<Self> = all.collect();
        let names: Vec<String> = all.iter().map(|kernel| format!("`{}`", kernel.name())).collect();
        let found = match name {
            Some(name) => all.iter().position(|kernel| kernel.name() == name),
            None => (all.len() == 1).then_some(0),
        };
        match (found, name) {
            (Some(index), _) => Ok(all.swap_remove(index)),
            (None, _) if names.is_empty() => Err("the program has no kernel".to_owned()),
            (None, Some(name)) => {
                Err(format!("there is no kernel `{name}`; the program has {}", names.join(", ")))
            }
            (None, None) => Err(format!(
                "the program has several kernels: --entry-point names one of {}",
                names.join(", ")
            )),
        }
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
        sizes(self.module, self.entry, given)
            .map_err(|number| format!("no size is given for the argument [[threadgroup({number})]]"))
    }
}
