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
mod entry;
mod expression;
mod group;
mod integer;
mod library;
mod lvalue;
mod operator;
mod pack;
mod place;
mod reference;
mod resource;
mod sampler;
mod scan;
mod stage;
mod statement;
mod texture;
mod types;
mod variable;

#[cfg(test)]
mod tests;

use core::fmt;
use msl_validator::ast::VariableId;
use msl_validator::interface::{EntryPoint, EntryPointKind};
use msl_validator::link::{Stage, Varyings};
use msl_validator::meaning::Module;
use msl_validator::typed::{ExprId, Tree};
use msl_validator::types::TypeId;
use place::Place;
use rustc_hash::{FxHashMap, FxHashSet};
use scan::Unit;
use shader_ir::build::{Code, Exit};
use shader_ir::{Location, Precision, Program, Register};
use shader_source::Span;
use std::rc::Rc;

pub use resource::{BUFFERS, MissingSize, SAMPLERS, TEXTURES, sizes};

/// Programs with more steps than this are refused: functions that call others twice, over many levels, grow exponentially when calls are
/// expanded.
const MOST_STEPS: usize = 4_000_000;
/// How deep expressions, statements and the bodies of called functions may be lowered inside of each other. Each level takes at most 4 KiB of
/// stack without optimisation, so that lowering fits 1 MiB.
const MOST_LEVELS: u32 = 240;
/// The levels that a call counts for.
const CALL_LEVELS: u32 = 4;

/// Why a program can't be lowered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported {
    /// Where.
    pub span: Span,
    /// The unsupported feature, in a sentence without a full stop.
    pub message: String,
}

impl fmt::Display for Unsupported {
    fn fmt(&self, output: &mut fmt::Formatter<'_>) -> fmt::Result {
        output.write_str(&self.message)
    }
}

impl core::error::Error for Unsupported {}

type Outcome<T> = Result<T, Unsupported>;

/// The inputs that the program leaves to its caller.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Request {
    /// The invocations of a workgroup, which a dispatch says; `None` if the dispatch of the program will say.
    pub workgroup_size: Option<[u32; 3]>,
    /// The values of function constants, by index. Section 5.8
    pub function_constants: Vec<(u32, f64)>,
    /// Whether floating-point arithmetic keeps to the better accuracy.
    pub is_precise: bool,
    /// Whether the program has the steps that only strict execution looks at: it reports more of the undefined behaviour with them.
    pub is_strict: bool,
}

impl Request {
    /// The accuracy of steps whose functions name none.
    const fn precision(&self) -> Precision {
        if self.is_precise { Precision::Precise } else { Precision::Default }
    }
}

/// Lowers a function of a pipeline, by its name.
///
/// The results of a vertex function have the locations of [`Varyings`]. A fragment function has its own locations for what it takes from a vertex
/// function: see [`lower_fragment`] for one that follows a vertex function.
///
/// # Errors
/// There is no such function, or it uses a feature that the executor lacks.
pub fn lower(module: &Module, name: &str, request: &Request) -> Outcome<Program> {
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
    lower_stage(stage, &varyings, request)
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
    lower_stage(fragment, &Varyings::of(vertex), request)
}

fn lower_stage(stage: Stage<'_>, varyings: &Varyings<'_>, request: &Request) -> Outcome<Program> {
    let mut lowering = Lowering {
        module: stage.module,
        entry: stage.entry_point,
        varyings,
        request,
        code: Code::default(),
        frame: Frame::default(),
        globals: FxHashMap::default(),
        initializers: FxHashMap::default(),
        computed: FxHashSet::default(),
        units: FxHashMap::default(),
        precision: request.precision(),
        fixed_samplers: FxHashMap::default(),
        is_read: false,
        depth: 0,
    };
    lowering.check_structures()?;
    lowering.entry_point(stage.entry_point)?;
    Ok(lowering.code.finish())
}

/// A value.
#[derive(Clone, Debug)]
enum Value {
    /// The scalars of a value without arrays, in order.
    Registers(Vec<Register>),
    /// A value with an array in it: bytes that nothing changes any more.
    Memory(Location),
    /// A pointer to a place.
    Pointer(Place),
    /// A texture or sampler: its index in the resources.
    Handle(u16),
    /// None.
    Nothing,
}

/// The value or place that a variable's name stands for.
#[derive(Clone, Debug)]
enum Binding {
    /// An object.
    Place(Place),
    /// A pointer that is never assigned: where it leads.
    Pointer(Place),
    /// A texture or sampler.
    Handle(u16),
}

/// A function that is being expanded, or an initializer whose value is computed.
#[derive(Default)]
struct Frame {
    unit: Rc<Unit>,
    /// Where `return` leads; an initializer has none.
    exit: Option<Exit>,
    /// Where the result goes.
    result: Option<(Place, TypeId)>,
    /// Where `break` and `continue` lead, innermost last.
    loops: Vec<(Exit, Option<Exit>)>,
    /// What the variables stand for, once they are declared.
    locals: Vec<Option<Binding>>,
}

struct Lowering<'a> {
    module: &'a Module,
    /// The function that is lowered.
    entry: &'a EntryPoint,
    /// The locations of what goes from vertex to fragment functions.
    varyings: &'a Varyings<'a>,
    request: &'a Request,
    code: Code,
    frame: Frame,
    globals: FxHashMap<VariableId, Binding>,
    /// The initializers of variables of the program.
    initializers: FxHashMap<VariableId, (ExprId, Rc<Unit>)>,
    /// The variables of the program whose values are not known before execution: finding that out again at each use would double the cost with
    /// each variable that a second one is made of.
    computed: FxHashSet<VariableId>,
    /// The functions, by their instances.
    units: FxHashMap<usize, Rc<Unit>>,
    /// The accuracy that the steps of the present expression ask for.
    precision: Precision,
    /// The resources of the samplers that the program makes, by their properties.
    fixed_samplers: FxHashMap<String, u16>,
    /// Whether the present place is only read, so that a copy of the object is as good.
    is_read: bool,
    /// How deep expressions and statements are being lowered inside of each other.
    depth: u32,
}

impl Lowering<'_> {
    fn unsupported<T>(&self, message: impl Into<String>) -> Outcome<T> {
        Err(Unsupported { span: self.code.span, message: message.into() })
    }

    fn too_deep<T>(&self) -> Outcome<T> {
        self.unsupported("expressions, statements or calls are nested too deeply here")
    }

    /// Does something so many levels deeper, unless that is too deep.
    fn deeper<T>(&mut self, levels: u32, work: impl FnOnce(&mut Self) -> Outcome<T>) -> Outcome<T> {
        if self.depth + levels > MOST_LEVELS {
            return self.too_deep();
        }
        if self.code.steps() > MOST_STEPS {
            return self.unsupported("the program is too large to execute, counting expanded calls");
        }
        self.depth += levels;
        let result = work(self);
        self.depth -= levels;
        result
    }

    /// The tree that is being lowered.
    fn tree(&self) -> &Tree {
        &self.frame.unit.tree
    }
}
