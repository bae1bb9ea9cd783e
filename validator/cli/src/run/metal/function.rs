//! The functions that are run, and the size of the threadgroups of kernels. Sections 5.1 and 5.1.3

use msl_lower::sizes;
use msl_validator::interface::{EntryPoint, EntryPointKind, Index, Resource, ResourceGroup};
use msl_validator::link::Stage;
use msl_validator::meaning::Module;
use shader_ir::Sizes;

/// The threads of a threadgroup along x, unless the command line or the kernel says so.
const USUAL_SIZE: u32 = 32;

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
                Err(format!("there is no {what} `{name}`; the program has {}", names.join(", ")))
            }
            (None, None) => {
                Err(format!("the program has several {what}s: {option} names one of {}", names.join(", ")))
            }
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
        let is_of = |number: u32, resource: &Resource| {
            resource.group == ResourceGroup::Threadgroup && resource.index == Index::Number(number)
        };
        let argument = |number| self.entry.resources.iter().find(|resource| is_of(number, resource));
        if let Some((number, _)) = given.iter().find(|(number, _)| argument(*number).is_none()) {
            let name = self.name();
            return Err(format!(
                "--threadgroup-memory {number}: `{name}` has no argument [[threadgroup({number})]]"
            ));
        }
        sizes(self.module, self.entry, given).map_err(|number| {
            let parameter = argument(number).and_then(|resource| self.module.ast[resource.parameter].name);
            let name = parameter.map_or("", |name| self.module.names.text(name));
            format!("no size is given for `{name}`: --threadgroup-memory {number}=BYTES gives one")
        })
    }

    /// The threads of its threadgroups along each axis.
    ///
    /// # Errors
    /// A size of no threads, or of more than the kernel allows.
    pub(super) fn threadgroup_size(&self, given: Option<[u32; 3]>) -> Result<[u32; 3], String> {
        let most = self.entry.max_total_threads;
        let Some(size) = given else { return Ok([most.unwrap_or(USUAL_SIZE).clamp(1, USUAL_SIZE), 1, 1]) };
        let threads = size.into_iter().fold(1, |product: u64, axis| product.saturating_mul(axis.into()));
        match most {
            _ if threads == 0 => Err("--threadgroup-size: a threadgroup has one thread at least".to_owned()),
            Some(most) if threads > u64::from(most) => Err(format!(
                "--threadgroup-size: `{}` allows {most} threads at most, by max_total_threads_per_threadgroup, not {threads}",
                self.name()
            )),
            Some(_) | None => Ok(size),
        }
    }
}
