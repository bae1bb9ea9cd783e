//! The kernel that is run, and the size of its threadgroups. Sections 5.1 and 5.1.3

use msl_validator::interface::{EntryPoint, EntryPointKind};
use msl_validator::meaning::Module;

/// The threads of a threadgroup along x, unless the command line or the kernel says so.
const USUAL_SIZE: u32 = 32;

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
        let function = self.module.instances[self.entry.instance].function;
        self.module.names.text(self.module.ast[function].name)
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
