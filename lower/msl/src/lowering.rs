//! The state of lowering while it walks through the program, and what the parts of the program become.

use super::host::HostState;
use super::probe::Scoped;
use super::unit::Unit;
use core::ops::Range;
use cxx_validator::ast::VariableId;
use msl_validator::interface::EntryPoint;
use msl_validator::link::Varyings;
use msl_validator::meaning::Module;
use msl_validator::typed::{ExprId, Tree};
use msl_validator::types::TypeId;
use rustc_hash::{FxHashMap, FxHashSet};
use shader_ir::build::{Code, Exit, Unsupported};
use shader_ir::{Location, Precision, Probes, Register};
use shader_source::Span;
use std::rc::Rc;

/// Programs with more steps than this are refused: functions that call others twice, over many levels, grow exponentially when calls are
/// expanded.
pub(super) const MOST_STEPS: usize = 4_000_000;
/// How deep expressions, statements and the bodies of called functions may be lowered inside of each other. Each level takes at most 4 KiB of
/// stack without optimisation, so that lowering fits 1 MiB.
pub(super) const MOST_LEVELS: u32 = 240;
/// The levels that a call counts for.
pub(super) const CALL_LEVELS: u32 = 4;

pub(super) type Outcome<T> = Result<T, Unsupported>;

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
    pub(super) const fn precision(&self) -> Precision {
        if self.is_precise { Precision::Precise } else { Precision::Default }
    }
}

/// A place that holds a value.
#[derive(Clone, Debug)]
pub(super) enum Place {
    /// Variables in registers, one for each scalar.
    Registers(Vec<Register>),
    /// Bytes.
    Memory(Location),
}

/// A value.
#[derive(Clone, Debug)]
pub(super) enum Value {
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

/// The value or place that a variable's name means.
#[derive(Clone, Debug)]
pub(super) enum Binding {
    /// An object.
    Place(Place),
    /// A pointer that is never assigned: where it leads.
    Pointer(Place),
    /// A texture or sampler.
    Handle(u16),
}

/// A function that is being expanded, or an initializer whose value is computed.
#[derive(Default)]
pub(super) struct Frame {
    pub(super) unit: Rc<Unit>,
    /// Where `return` leads; an initializer has none.
    pub(super) exit: Option<Exit>,
    /// Where the result goes.
    pub(super) result: Option<(Place, TypeId)>,
    /// Where `break` and `continue` lead, innermost last.
    pub(super) loops: Vec<(Exit, Option<Exit>)>,
    /// What the variables mean, once they are declared.
    pub(super) locals: Vec<Option<Binding>>,
    /// A statement of the program that is several here: it has a probe already.
    pub(super) covered: Option<Span>,
}

pub(super) struct Lowering<'a> {
    pub(super) module: &'a Module,
    /// The function of a pipeline that is lowered, if it is one.
    pub(super) entry: Option<&'a EntryPoint>,
    /// The headers of the language's library, as ranges of the offsets of all files.
    pub(super) library: Vec<Range<u32>>,
    /// For the code of a host.
    pub(super) host: Option<HostState>,
    /// The locations of what goes from vertex to fragment functions.
    pub(super) varyings: &'a Varyings<'a>,
    pub(super) request: &'a Request,
    pub(super) code: Code,
    pub(super) frame: Frame,
    pub(super) globals: FxHashMap<VariableId, Binding>,
    /// The initializers of variables of the program.
    pub(super) initializers: FxHashMap<VariableId, (ExprId, Rc<Unit>)>,
    /// The variables of the program whose values are not known before execution: finding that out again at each use would double the cost with
    /// each variable that a second one is made of.
    pub(super) computed: FxHashSet<VariableId>,
    /// The functions, by their instances.
    pub(super) units: FxHashMap<usize, Rc<Unit>>,
    /// The accuracy that the steps of the present expression ask for.
    pub(super) precision: Precision,
    /// The resources of the samplers that the program makes, by their properties.
    pub(super) fixed_samplers: FxHashMap<String, u16>,
    /// Whether the present place is only read, so that a copy of the object is as good.
    pub(super) is_read: bool,
    /// How deep expressions and statements are being lowered inside of each other.
    pub(super) depth: u32,
    pub(super) probes: Probes<Scoped>,
    /// The objects that pointers point into.
    pub(super) wholes: super::whole::Wholes,
    /// The textures and samplers that variables hold.
    pub(super) handles: super::handle::Handles,
}

impl<'a> Lowering<'a> {
    pub(super) fn new(
        module: &'a Module,
        entry: Option<&'a EntryPoint>,
        varyings: &'a Varyings<'a>,
        request: &'a Request,
    ) -> Self {
        Self {
            module,
            entry,
            library: Vec::new(),
            host: None,
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
            probes: Probes::default(),
            wholes: super::whole::Wholes::default(),
            handles: super::handle::Handles::default(),
        }
    }
}

impl Lowering<'_> {
    /// Returns true for a program in C++ AMP, which has a library in headers.
    pub(super) const fn is_amp(&self) -> bool {
        !self.library.is_empty()
    }

    pub(super) fn unsupported<T>(&self, message: impl Into<String>) -> Outcome<T> {
        Err(Unsupported { span: self.code.place(), message: message.into() })
    }

    pub(super) fn too_deep<T>(&self) -> Outcome<T> {
        self.unsupported("expressions, statements or calls are nested too deeply here")
    }

    /// Does something so many levels deeper, unless that is too deep.
    pub(super) fn deeper<T>(
        &mut self,
        levels: u32,
        work: impl FnOnce(&mut Self) -> Outcome<T>,
    ) -> Outcome<T> {
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
    pub(super) fn tree(&self) -> &Tree {
        &self.frame.unit.tree
    }
}
