//! The launches of a program in C++ AMP that can be translated. C++ AMP 1.2 (7)

use super::launch::LaunchRequest;
use msl_validator::amp::Program;
use msl_validator::amp::inventory::{Inventory, State};
use shader_source::Span;
use std::collections::HashMap;

/// The launches of a program.
#[derive(Clone, Debug, Default)]
pub struct Launches {
    /// The launches of kernels whose types are known, in the order of the program. The requests have different names.
    pub known: Vec<KnownLaunch>,
    /// The other kernels, with their places.
    pub unknown: Vec<(String, Span)>,
}

/// A launch of a kernel whose types are known.
#[derive(Clone, Debug)]
pub struct KnownLaunch {
    /// How it is translated.
    pub request: LaunchRequest,
    /// The place of the launch.
    pub place: Span,
}

impl Launches {
    /// Finds the launches of a program, which has this text.
    #[must_use]
    pub fn of(program: &Program, text: &str) -> Self {
        let (mut kernels, mut unknown) = (Vec::new(), Vec::new());
        for kernel in Inventory::new(program, text).kernels {
            match kernel.launch {
                Some(launch) if kernel.errors.is_empty() && kernel.unresolved.is_empty() => {
                    kernels.push((launch, kernel));
                }
                _ if kernel.state == State::NotLaunched => {}
                _ => unknown.push((kernel.name, kernel.place)),
            }
        }
        kernels.sort_by_key(|(launch, kernel)| (kernel.place.lo, *launch));
        let mut counts: HashMap<String, u32> = HashMap::new();
        let known = kernels.into_iter().map(|(instance, kernel)| {
            let wanted = entry_name(&kernel.name);
            let count = counts.entry(wanted.clone()).or_insert(0);
            *count += 1;
            let name = if *count == 1 { wanted } else { format!("{wanted}_{count}") };
            let request = LaunchRequest { name, instance, library: program.library() };
            KnownLaunch { request, place: kernel.place }
        });
        Self { known: known.collect(), unknown }
    }
}

/// The name of an entry point for a kernel. The name of an instance has characters that names of files and of WGSL lack: `Blur<16>`.
fn entry_name(kernel: &str) -> String {
    let last = kernel.rsplit("::").next().unwrap_or("kernel");
    last.replace(|it: char| !it.is_alphanumeric(), "_").trim_matches('_').to_owned()
}
