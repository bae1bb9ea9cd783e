//! From a typed Metal program to an intermediate program: one kernel, vertex or fragment function with everything that it calls.
//!
//! This is an internal crate of the command [`wgsl-check`](https://docs.rs/crate/wgsl-check). Any release may change anything here.
//!
//! Lowering reads the typed tree, [`msl_validator::typed`], of each function, and never the syntax. Functions are expanded where they are
//! called, since Metal has no recursion. A reference is the place that it refers to, and so is a pointer that is never assigned; other
//! pointers are values. Variables without arrays lie in registers unless something needs their address (see `scan`); the others lie in memory.

// A type, an expression or a callee that is added must be handled wherever it matters.
#![deny(clippy::wildcard_enum_match_arm)]

mod assign;
mod built_in;
mod call;
mod composed;
mod constant;
mod construct;
mod convert;
mod demand;
mod end;
mod entry;
mod expression;
mod external;
mod group;
mod handle;
mod host;
mod integer;
mod lasting;
mod library;
mod lowering;
mod lvalue;
mod operator;
mod pack;
mod place;
mod probe;
mod reference;
mod resource;
mod sampler;
mod scan;
mod stage;
mod statement;
mod texture;
mod types;
mod unit;
mod variable;
mod whole;

#[cfg(test)]
mod tests;

use lowering::{Lowering, Outcome};
use msl_validator::interface::{EntryPoint, EntryPointKind};
use msl_validator::link::{Stage, Varyings};
use msl_validator::meaning::Module;
use shader_ir::{Point, Probing, Program};
use shader_source::Span;

pub use end::{WITHOUT_RETURN, is_end_of_function};
pub use host::{
    BLOCK_BIT, BLOCK_COUNT, BLOCKS, Event, FIRST_FREE, Host, Launch, MEMORY, MOST_BLOCKS, UNTILED_THREADS,
    lower_host, lower_launch,
};
pub use lowering::Request;
pub use resource::{BUFFERS, MissingSize, SAMPLERS, TEXTURES, sizes};
pub use shader_ir::build::Unsupported;

/// Lowers a function of a pipeline, by its name.
///
/// The results of a vertex function have the locations of [`Varyings`]. A fragment function has its own locations for what it takes from a vertex
/// function: see [`lower_fragment`] for one that follows a vertex function.
///
/// # Errors
/// There is no such function, or it uses a feature that the executor lacks.
pub fn lower(module: &Module, name: &str, request: &Request) -> Outcome<Program> {
    lower_with_probes(module, name, request, &Probing::default()).map(|(program, _)| program)
}

/// Lowers a function of a pipeline with probes. The result has what each probe shows, by its number.
///
/// # Errors
/// As [`lower`]; or a probe can't show what it should.
pub fn lower_with_probes(
    module: &Module,
    name: &str,
    request: &Request,
    probing: &Probing,
) -> Outcome<(Program, Vec<Point>)> {
    let found = module.entry_points.iter().find(|entry| module.entry_name(entry) == name);
    let Some(entry_point) = found else {
        let message = format!("no kernel, vertex or fragment function `{name}`");
        return Err(Unsupported { span: Span::default(), message });
    };
    let stage = Stage { module, entry_point };
    let varyings = match entry_point.kind {
        EntryPointKind::Fragment => Varyings::taken_by(stage),
        EntryPointKind::Kernel | EntryPointKind::Vertex | EntryPointKind::Object | EntryPointKind::Mesh => {
            Varyings::of(stage)
        }
    };
    lower_stage(stage, &varyings, request, probing)
}

/// Lowers a kernel, and gives its arguments in threadgroup memory the sizes that the dispatch says: see [`sizes`].
///
/// # Errors
/// The kernel uses a feature that the executor lacks, or an argument has no size.
pub fn lower_kernel(
    module: &Module,
    kernel: &EntryPoint,
    request: &Request,
    memory: &[(u32, u32)],
) -> Outcome<Program> {
    let program = lower(module, module.entry_name(kernel), request)?;
    let span = module.ast[module.instances[kernel.instance].function].name_span;
    let sizes = sizes(module, kernel, memory)
        .map_err(|missing| Unsupported { span, message: missing.to_string() })?;
    program.sized(&sizes).map_err(|error| Unsupported { span, message: error.to_string() })
}

/// Lowers a fragment function of a pipeline that has a vertex function, too: what one takes has the locations of what the other returns.
/// Section 5.7.1
///
/// Without diagnostics of [`msl_validator::link::link`] it takes nothing else.
///
/// # Errors
/// The fragment function uses a feature that the executor lacks.
pub fn lower_fragment(vertex: Stage<'_>, fragment: Stage<'_>, request: &Request) -> Outcome<Program> {
    let probing = Probing::default();
    lower_stage(fragment, &Varyings::of(vertex), request, &probing).map(|(program, _)| program)
}

fn lower_stage(
    stage: Stage<'_>,
    varyings: &Varyings<'_>,
    request: &Request,
    probing: &Probing,
) -> Outcome<(Program, Vec<Point>)> {
    let mut lowering = Lowering::new(stage.module, Some(stage.entry_point), varyings, request);
    lowering.probes.probing = probing.clone();
    lowering.check_structures()?;
    lowering.entry_point(stage.entry_point)?;
    Ok((lowering.code.finish(), lowering.probes.points))
}
