//! From a typed WGSL module to a program: one entry point with everything that it calls.
//!
//! Functions are expanded where they are called: WGSL has no recursion. Thereby every pointer is a place that is known when
//! lowering, but for the indices in it. Variables without arrays in them live in registers; the others in memory.

mod assemble;
mod builtin;
mod call;
mod certain;
pub mod compute;
mod expression;
pub mod layout;
mod operator;
mod place;
pub mod render;
mod statement;
mod texel;
mod texture;
mod types;
mod view;

use place::Place;
use rustc_hash::FxHashMap;
use shader_ir::{
    Input, Instruction, Location, Memory, Program, Register, Resource, ResourceKind, TexelKind, Type,
};
use shader_model::texture::{ChannelKind, Dimension};
use shader_run::execute::Options;
use shader_source::Span;
use wgsl_spec::{AddressSpace, Scalar, TextureKind};
use wgsl_validator::Stage;
use wgsl_validator::ast::{DeclId, DeclKind, Expr, ExprId, StmtId, VariableId, VariableKind};
use wgsl_validator::interface;
use wgsl_validator::meaning::TypedModule;
use wgsl_validator::resolve::Binding;
use wgsl_validator::types::{Properties, TypeId, TypeKind};

/// Programs with more steps than this are refused: functions that call others twice, over many levels, grow beyond all
/// measure when calls are expanded.
const MOST_STEPS: usize = 4_000_000;
/// How deep expressions and statements may be nested, calls expanded.
const MOST_LEVELS: u32 = 2_000;
/// The same on the stack of the caller: a level takes up to 3 KB of it, when nothing is optimised.
const USUAL_LEVELS: u32 = 250;
/// The stack for programs with more levels.
const DEEP_STACK: usize = 16 << 20;
/// Memory of one invocation.
const MOST_INVOCATION_BYTES: u64 = 64 << 20;

/// Why a program can't be lowered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported {
    /// Where.
    pub span: Span,
    /// What, in a sentence without a full stop.
    pub message: String,
}

/// For which purpose a stage is lowered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum How {
    /// To compute results.
    #[default]
    Plain,
    /// To track the results that the specification allows. Functions like `dot`, whose terms may be added in any order,
    /// stay a call, and constants that may differ between implementations are marked or computed at run time.
    Tracked,
}

impl How {
    /// The purpose of a program that is executed with these options.
    #[must_use]
    pub const fn of(options: &Options) -> Self {
        if options.track.is_some() { Self::Tracked } else { Self::Plain }
    }
}

/// Lowers a stage.
///
/// # Errors
/// The program uses a feature that the executor lacks, or it is too large.
pub fn lower(stage: &Stage, how: How) -> Result<Program, Unsupported> {
    let mut usual = Lowering::new(stage, how, USUAL_LEVELS);
    let outcome = usual.entry_point(stage);
    if !usual.is_too_deep {
        return outcome.map(|()| usual.finish());
    }
    // Few programs need the thread, which costs more than lowering most of them.
    std::thread::scope(|scope| {
        let deep = || {
            let mut lowering = Lowering::new(stage, how, MOST_LEVELS);
            lowering.entry_point(stage).map(|()| lowering.finish())
        };
        let thread = std::thread::Builder::new().stack_size(DEEP_STACK).spawn_scoped(scope, deep);
        match thread.map(std::thread::ScopedJoinHandle::join) {
            Ok(Ok(lowered)) => lowered,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(_) => usual.unsupported("the program is nested too deeply for the stack"),
        }
    })
}

impl<'a> Lowering<'a> {
    fn new(stage: &'a Stage, how: How, most_levels: u32) -> Self {
        let module = stage.typed();
        Self {
            module,
            keeps_calls: how == How::Tracked,
            certain: FxHashMap::default(),
            declarations: 0,
            program: Program::default(),
            prologue: Vec::new(),
            constants: FxHashMap::default(),
            known: FxHashMap::default(),
            inputs: FxHashMap::default(),
            is_variable: Vec::new(),
            locals: FxHashMap::default(),
            parameters: FxHashMap::default(),
            globals: FxHashMap::default(),
            has_call: expressions_with_calls(module),
            functions: Vec::new(),
            open: 0,
            depth: 0,
            most_levels,
            is_too_deep: false,
            runs: 0,
            span: Span::default(),
        }
    }
}

/// A value while lowering.
#[derive(Clone, Debug)]
enum Value {
    /// The scalars of a value without arrays, in order.
    Registers(Vec<Register>),
    /// A value with an array in it: bytes that nothing changes any more.
    Memory(Location),
    /// A pointer.
    Pointer(Place),
    /// A texture or sampler: index in the resources.
    Handle(u16),
}

/// What leaves a construct while lowering: how many constructs are open inside of it tells how far a break must go.
#[derive(Clone, Copy, Debug)]
struct Exit {
    /// How many constructs were open before it.
    open: u32,
}

/// A function that is being expanded.
#[derive(Debug)]
struct Expanded {
    /// Where `return` leads.
    exit: Exit,
    /// Where the result goes.
    result: Option<(Place, TypeId)>,
    /// Where `break` and `continue` lead, innermost last.
    loops: Vec<(Exit, Option<Exit>)>,
}

struct Lowering<'a> {
    module: TypedModule<'a>,
    /// Whether functions of floating point numbers whose accuracy is that of the whole are not taken apart.
    keeps_calls: bool,
    /// Whether const-expressions are the same everywhere, as far as that was asked.
    certain: FxHashMap<ExprId, bool>,
    /// Declarations of constants that are being computed.
    declarations: u32,
    program: Program,
    /// Steps before all others: what is computed once.
    prologue: Vec<Instruction>,
    constants: FxHashMap<(Type, u64), Register>,
    /// The values of registers that are known.
    known: FxHashMap<Register, u64>,
    /// Inputs and lengths that were read in the prologue.
    inputs: FxHashMap<(Input, u32, u32), Register>,
    /// By register: whether it is a variable, which changes.
    is_variable: Vec<bool>,
    locals: FxHashMap<VariableId, Value>,
    parameters: FxHashMap<u32, Value>,
    globals: FxHashMap<DeclId, Value>,
    /// By expression: whether a function of the program is called in it.
    has_call: Vec<bool>,
    functions: Vec<Expanded>,
    open: u32,
    depth: u32,
    most_levels: u32,
    is_too_deep: bool,
    /// The runs of all copies.
    runs: usize,
    span: Span,
}

impl Lowering<'_> {
    fn unsupported<T>(&self, message: impl Into<String>) -> Result<T, Unsupported> {
        Err(Unsupported { span: self.span, message: message.into() })
    }

    fn emit(&mut self, instruction: Instruction) {
        self.program.code.push(instruction);
        self.program.spans.push(self.span);
    }

    fn register(&mut self, ty: Type) -> Register {
        let register = Register(self.program.registers.len() as u32);
        self.program.registers.push(ty);
        self.is_variable.push(false);
        register
    }

    fn variable(&mut self, ty: Type) -> Register {
        let register = self.register(ty);
        self.is_variable[register.index()] = true;
        register
    }

    fn ty(&self, register: Register) -> Type {
        self.program.registers[register.index()]
    }

    fn constant(&mut self, ty: Type, bits: u64) -> Register {
        if let Some(register) = self.constants.get(&(ty, bits)) {
            return *register;
        }
        let register = self.register(ty);
        self.constants.insert((ty, bits), register);
        self.known.insert(register, bits);
        self.program.constants.push((register, bits));
        register
    }

    fn number(&mut self, value: u32) -> Register {
        self.constant(Type::U32, u64::from(value))
    }

    /// The value of a register that is known.
    fn known(&self, register: Register) -> Option<u64> {
        self.known.get(&register).copied()
    }

    /// Reads an input once, before everything else.
    fn input(&mut self, input: Input) -> Register {
        if let Some(register) = self.inputs.get(&(input, 0, 0)) {
            return *register;
        }
        let to = self.register(Type::U32);
        self.prologue.push(Instruction::Input { to, input });
        self.inputs.insert((input, 0, 0), to);
        to
    }

    /// Copies of registers that change, others as they are.
    fn settled(&mut self, value: Value) -> Value {
        let Value::Registers(mut registers) = value else { return value };
        for register in &mut registers {
            if self.is_variable[register.index()] {
                *register = self.copy(*register);
            }
        }
        Value::Registers(registers)
    }

    fn copy(&mut self, value: Register) -> Register {
        let to = self.register(self.ty(value));
        self.emit(Instruction::Reinterpret { to, value });
        to
    }

    fn begin(&mut self, instruction: Instruction) -> Exit {
        let exit = Exit { open: self.open };
        self.emit(instruction);
        self.open += 1;
        exit
    }

    fn end(&mut self) {
        self.emit(Instruction::End);
        self.open -= 1;
    }

    fn leave(&mut self, exit: Exit) {
        self.emit(Instruction::Break { levels: self.open - 1 - exit.open });
    }

    /// Memory of the invocation for a value of this type.
    fn allocate(&mut self, ty: TypeId) -> Result<Location, Unsupported> {
        let (align, size) = self.bytes(ty);
        let start = u64::from(self.program.invocation_bytes).next_multiple_of(u64::from(align.max(4)));
        let end = start.saturating_add(size).next_multiple_of(4);
        if end > MOST_INVOCATION_BYTES {
            return self.unsupported("the variables of an invocation take too much memory");
        }
        self.program.invocation_bytes = end as u32;
        Ok(Location { memory: Memory::Invocation, address: self.number(0), offset: start as u32 })
    }

    fn deeper(&mut self) -> Result<(), Unsupported> {
        self.depth += 1;
        if self.depth > self.most_levels {
            self.is_too_deep = true;
            return self.unsupported("the program is nested too deeply, when calls are expanded");
        }
        if self.program.code.len().saturating_add(self.runs) > MOST_STEPS {
            return self.unsupported("the program is too large, when calls are expanded");
        }
        Ok(())
    }

    fn entry_point(&mut self, stage: &Stage) -> Result<(), Unsupported> {
        let entry = stage.entry();
        self.program.stage = Some(assemble::stage(stage.stage()));
        self.program.workgroup_size = Some(stage.interface().workgroup_size.unwrap_or([1; 3]));
        self.program.subgroup_size = stage.interface().subgroup_size;
        self.module_variables(stage.reached())?;
        self.span = self.module.syntax.ast[entry].name_span;
        self.stage_entry_point(entry)
    }

    /// Gives the variables of the module that the entry point reaches a place.
    fn module_variables(&mut self, reached: &[bool]) -> Result<(), Unsupported> {
        let order = &self.module.resolution.order;
        for decl in order.iter().filter(|decl| reached[decl.index()]) {
            let DeclKind::Variable(variable) = self.module.syntax.ast[*decl].kind else { continue };
            let declared = self.module.syntax.ast[variable];
            if declared.kind != VariableKind::Var {
                continue;
            }
            self.span = declared.name_span;
            let value = match self.module.resource(variable) {
                Some(resource) => self.resource(&resource)?,
                None => self.module_variable(variable)?,
            };
            self.globals.insert(*decl, value);
        }
        Ok(())
    }

    fn resource(&mut self, resource: &interface::Resource) -> Result<Value, Unsupported> {
        let index = self.program.resources.len() as u16;
        let kind = match resource.kind {
            interface::ResourceKind::Buffer { space, least_size, .. } => {
                ResourceKind::Buffer { is_uniform: space == AddressSpace::Uniform, least_size }
            }
            interface::ResourceKind::Sampler { compares } => ResourceKind::Sampler { compares },
            interface::ResourceKind::StorageTexture { kind, format, .. } => match texel::format(format) {
                Some(format) => texture_of(kind, TexelKind::Format(format)),
                None => return self.unsupported("textures of this format are not executed"),
            },
            interface::ResourceKind::Texture { kind, channels } => texture_of(
                kind,
                match channels {
                    Some(Scalar::I32) => TexelKind::Channels(ChannelKind::Sint),
                    Some(Scalar::U32) => TexelKind::Channels(ChannelKind::Uint),
                    Some(_) => TexelKind::Channels(ChannelKind::Float),
                    None if kind == TextureKind::External => TexelKind::Channels(ChannelKind::Float),
                    None => TexelKind::Depth,
                },
            ),
        };
        let (group, binding, is_writable) = (resource.group, resource.binding, resource.is_writable());
        self.program.resources.push(Resource { group, binding, kind, is_writable });
        Ok(match kind {
            ResourceKind::Buffer { .. } | ResourceKind::Immediates { .. } => self.buffer(index),
            ResourceKind::Texture { .. } | ResourceKind::Sampler { .. } => Value::Handle(index),
        })
    }

    fn buffer(&mut self, index: u16) -> Value {
        let address = self.number(0);
        Value::Pointer(Place::Memory(Location { memory: Memory::Buffer(index), address, offset: 0 }))
    }

    fn module_variable(&mut self, variable: VariableId) -> Result<Value, Unsupported> {
        let info = self.module.meaning[variable];
        let TypeKind::Reference(space, store, _) = self.module.meaning.types.kind(info.typed.ty) else {
            return self.unsupported("variables of this type are not executed");
        };
        match space {
            AddressSpace::Workgroup => {
                let (align, size) = self.bytes(store);
                let start =
                    u64::from(self.program.workgroup_bytes).next_multiple_of(u64::from(align.max(16)));
                let end = start.saturating_add(size).next_multiple_of(4);
                if end > u64::from(u32::MAX / 2) {
                    return self.unsupported("the variables of the workgroup take too much memory");
                }
                self.program.workgroup_bytes = end as u32;
                let address = self.number(0);
                let location = Location { memory: Memory::Workgroup, address, offset: start as u32 };
                Ok(Value::Pointer(Place::Memory(location)))
            }
            AddressSpace::Private => {
                let place = self.declare(store, self.module.syntax.ast[variable].initializer)?;
                Ok(Value::Pointer(place))
            }
            AddressSpace::Immediate => {
                let kind = ResourceKind::Immediates { least_size: self.bytes(store).1 };
                let index = self.program.resources.len() as u16;
                self.program.resources.push(Resource { group: 0, binding: 0, kind, is_writable: false });
                Ok(self.buffer(index))
            }
            _ => self.unsupported("variables of this address space are not executed"),
        }
    }

    /// A variable of the invocation with its first value.
    fn declare(&mut self, store: TypeId, initializer: Option<ExprId>) -> Result<Place, Unsupported> {
        let value = initializer.map(|initializer| self.value_as(initializer, store)).transpose()?;
        let place = self.fresh(store)?;
        match value {
            Some(value) => self.store(&place, store, value)?,
            None => self.clear(&place, store),
        }
        Ok(place)
    }

    /// A variable of the invocation without a value.
    fn fresh(&mut self, store: TypeId) -> Result<Place, Unsupported> {
        if self.module.meaning.types.is(store, Properties::HAS_ARRAY) {
            return Ok(Place::Memory(self.allocate(store)?));
        }
        let leaves = self.leaves(store)?;
        Ok(Place::Registers(leaves.iter().map(|leaf| self.variable(leaf.ty)).collect()))
    }

    fn finish(mut self) -> Program {
        let mut code = core::mem::take(&mut self.prologue);
        let mut spans = vec![Span::default(); code.len()];
        code.append(&mut self.program.code);
        spans.append(&mut self.program.spans);
        let program = Program { code, spans, ..self.program };
        debug_assert_eq!(shader_ir::verify(&program), Ok(()), "a program that is lowered wrongly");
        program
    }

    fn statement_span(&self, id: StmtId) -> Span {
        self.module.syntax.ast.stmt_span(id)
    }
}

/// What a variable of a texture type must be bound to.
fn texture_of(kind: TextureKind, holds: TexelKind) -> ResourceKind {
    let is_multisampled = matches!(kind, TextureKind::Multisampled2d | TextureKind::DepthMultisampled2d);
    ResourceKind::Texture {
        dimension: texel::dimension(kind).unwrap_or(Dimension::D2),
        holds,
        is_multisampled,
    }
}

/// Which expressions have a call of a function of the program in them: a variable that was read before one may change in it. Children
/// come before their parents.
fn expressions_with_calls(module: TypedModule<'_>) -> Vec<bool> {
    let ast = &module.syntax.ast;
    let mut found = vec![false; ast.exprs.len()];
    for index in 0..ast.exprs.len() {
        found[index] = match ast.exprs[index] {
            Expr::Call(callee, arguments) => {
                let calls_function = match module.resolution.binding(callee) {
                    Binding::Module(decl) => matches!(module.syntax.ast[decl].kind, DeclKind::Function(_)),
                    _ => false,
                };
                calls_function || ast[arguments].iter().any(|argument| found[argument.index()])
            }
            Expr::Member(inner, _) | Expr::Unary(_, inner) | Expr::Paren(inner) => found[inner.index()],
            Expr::Index(left, right) | Expr::Binary(_, left, right) => {
                found[left.index()] || found[right.index()]
            }
            _ => false,
        };
    }
    found
}
