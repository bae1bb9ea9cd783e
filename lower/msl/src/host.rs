//! Programs in C++ AMP: the code of the host, and the kernels that it launches.
//!
//! The host is one invocation, and all of its objects are in one buffer, [`MEMORY`]. A kernel has the same buffer, so that a pointer means
//! the same object on both sides: views, arrays and captures need no bindings. A launch is a probe in the program of the host. Whoever executes
//! the program runs the kernel there, on the same buffer: [`lower_launch`].

use super::lasting::{Lasting, LastingId};
use super::lowering::{Binding, Frame, Lowering, Outcome, Place, Request, Value};
use core::ops::Range;
use cxx_validator::ast::List;
use msl_validator::amp::{Shape, shape_of_launch};
use msl_validator::link::Varyings;
use msl_validator::meaning::Module;
use msl_validator::typed::{Argument, Call, ExprId};
use msl_validator::types::{Type as MetalType, TypeId};
use rustc_hash::FxHashMap;
use shader_ir::{
    Input, Instruction, Location, Memory, MemoryType, Probe, Program, Register, Resource, ResourceKind,
    ShaderStage, Type,
};
use shader_numeric::Operation;
use shader_source::Span;
use std::rc::Rc;

/// The group and binding of the buffer that has all objects.
pub const MEMORY: (u32, u32) = (0, 0);
/// The address of a `u32`: the first byte of [`MEMORY`] that no object has. It starts as [`Host::first_free`].
pub const FIRST_FREE: u32 = 8;
/// The address of a `u32`: the number of blocks that were allocated.
pub const BLOCK_COUNT: u32 = 12;
/// The address of the table of allocated blocks: two words for each, the start and the end. Numbers of blocks begin with 1.
pub const BLOCKS: u32 = 16;
/// The blocks that the table has room for. Pointers into further blocks may reach all objects.
pub const MOST_BLOCKS: u32 = 1 << 12;
/// The bit of a pointer from which on it has the number of its block: see [`shader_ir::Pointer`].
pub const BLOCK_BIT: u32 = 40;
/// The address of the first object. No object is at address 0.
const FIRST_OBJECT: u32 = BLOCKS + 8 * MOST_BLOCKS;
/// The alignment of memory that the host allocates.
const ALIGNMENT: u32 = 16;
/// The host allocates at most so many bytes at once: no memory has more.
const MOST_BYTES: u32 = 1 << 30;
/// The threads of a group in a launch without tiles. They can't exchange anything, so that any number does.
pub const UNTILED_THREADS: u32 = 64;
/// Why the host stops at an element that is not there.
const OUTSIDE: &str = "the element is outside of its view or array";
/// The index of [`MEMORY`] among the resources.
const BUFFER: Memory = Memory::Buffer(0);

/// The program of the host.
#[derive(Clone, Debug)]
pub struct Host {
    /// The program: one invocation.
    pub program: Program,
    /// The tasks that the program leaves to its executor; the number of a probe is an index.
    pub events: Vec<Event>,
    /// The addresses and the types of the parameters. A reference has the address of its object.
    pub parameters: Vec<(u32, TypeId)>,
    /// The first address after all objects of the program.
    pub first_free: u32,
}

/// A task that the program of a host leaves to its executor.
#[derive(Clone, Debug)]
pub enum Event {
    /// A kernel is to run. The values of the probe are the pointers to the domain and to the kernel.
    Launch(Launch),
    /// The program stops with an exception: its place, and a sentence without a full stop.
    Exception(Span, &'static str),
    /// The program stops: its memory has no room for the objects that it allocates.
    OutOfMemory,
}

/// The launch of a kernel.
#[derive(Clone, Debug)]
pub struct Launch {
    /// The function of the library that calls the kernel: a number in [`Module::instances`].
    pub instance: usize,
    /// Where the program launches it.
    pub place: Span,
    /// The address of the pointers to the domain and to the kernel.
    pub arguments: u32,
    /// The number of dimensions. The domain begins with an `int` for each, the most significant first.
    pub rank: u32,
    /// The sizes of the tile, if there is one.
    pub tile: Option<Vec<u32>>,
}

impl Launch {
    /// The threads of a group.
    #[must_use]
    pub fn threads(&self) -> u32 {
        self.tile.as_ref().map_or(UNTILED_THREADS, |tile| tile.iter().product())
    }
}

/// The additional state of a lowering of host code.
#[derive(Default)]
pub(super) struct HostState {
    events: Vec<Event>,
    /// The first address after the objects so far.
    end: u32,
    /// The variables that live as long as the program.
    pub(super) lasting: FxHashMap<LastingId, Lasting>,
}

/// A function of the library's own, which only execution knows.
#[derive(Clone, Copy)]
pub(super) enum Intrinsic {
    /// `void* _allocate(unsigned count, unsigned size)`
    Allocate,
    /// `void _demand(bool condition)` and the like, with the message where the condition does not hold.
    Demand(&'static str),
    /// `int _inside(bool is_inside, int offset)`: the offset of an element of a view.
    Inside,
    /// `void _relocate(T* target, T* source)`: the bytes of an object move to memory that was allocated.
    Relocate,
    /// `void _delete_object(T* pointer)`: memory is never freed.
    Delete,
}

impl Intrinsic {
    pub(super) fn named(name: &str) -> Option<Self> {
        match name {
            "_allocate" => Some(Self::Allocate),
            "_delete_object" => Some(Self::Delete),
            "_inside" => Some(Self::Inside),
            "_relocate" => Some(Self::Relocate),
            _ => amp_spec::demand(name).map(|demand| Self::Demand(demand.message)),
        }
    }
}

/// Lowers a function of the host: the instance with this number. What happens in the headers of the library, which are at these offsets, is shown
/// where the program calls it.
///
/// # Errors
/// It uses a feature that the executor lacks.
pub fn lower_host(module: &Module, library: &[Range<u32>], instance: usize) -> Outcome<Host> {
    let (varyings, request) = (Varyings::default(), Request::default());
    let mut lowering = Lowering::new(module, None, &varyings, &request);
    lowering.library = library.to_vec();
    lowering.host = Some(HostState { end: FIRST_OBJECT, ..HostState::default() });
    lowering.begin_with_memory([1; 3]);
    let parameters = lowering.host_function(instance)?;
    let host = lowering.host.take().unwrap_or_default();
    let first_free = host.end.next_multiple_of(ALIGNMENT);
    Ok(Host { program: lowering.code.finish(), events: host.events, parameters, first_free })
}

/// Lowers the kernel of a launch.
///
/// # Errors
/// It uses a feature that the executor lacks.
pub fn lower_launch(
    module: &Module,
    library: &[Range<u32>],
    launch: &Launch,
    request: &Request,
) -> Outcome<Program> {
    let varyings = Varyings::default();
    let mut lowering = Lowering::new(module, None, &varyings, request);
    lowering.library = library.to_vec();
    lowering.begin_with_memory([launch.threads(), 1, 1]);
    lowering.code.program.atomics_allow_reads = true;
    lowering.launched(launch)?;
    Ok(lowering.code.finish())
}

impl Lowering<'_> {
    fn begin_with_memory(&mut self, size: [u32; 3]) {
        let (group, binding) = MEMORY;
        let kind = ResourceKind::Buffer { is_uniform: false, least_size: FIRST_OBJECT.into() };
        self.code.program.blocks = Some(BLOCKS);
        self.code.program.resources.push(Resource { group, binding, kind, is_writable: true });
        self.code.program.stage = Some(ShaderStage::Compute);
        self.code.program.workgroup_size = Some(size);
    }

    /// A function that is called from outside, with its parameters in memory.
    fn host_function(&mut self, instance: usize) -> Outcome<Vec<(u32, TypeId)>> {
        let module = self.module;
        self.code.span = module.ast[module.instances[instance].function].name_span;
        let unit = self.unit(instance)?;
        let mut locals = vec![None; unit.tree.locals.len()];
        let mut parameters = Vec::new();
        for local in &unit.parameters {
            let ty = unit.tree[*local].object.ty;
            let at = self.allocate(ty)?;
            parameters.push((at.offset, ty));
            locals[local.index()] = Some(Binding::Place(Place::Memory(at)));
        }
        let result = self.result_place(unit.result)?;
        let exit = self.code.begin(Instruction::Block);
        let body = unit.body;
        self.frame = Frame { unit: Rc::clone(&unit), exit: Some(exit), result, locals, ..Frame::default() };
        self.statements(body)?;
        self.code.end();
        Ok(parameters)
    }

    /// Space in the memory of the host.
    pub(super) fn host_space(&mut self, size: u32, alignment: u32) -> Option<Outcome<Location>> {
        let host = self.host.as_mut()?;
        let start = host.end.next_multiple_of(alignment.max(4));
        host.end = start.saturating_add(size).next_multiple_of(4);
        if host.end > u32::MAX / 4 {
            return Some(self.unsupported("the objects of the host exceed the executor's memory limit"));
        }
        Some(Ok(Location { memory: BUFFER, address: self.code.number(0), offset: start }))
    }

    /// Enters the body of a function, and returns the place for instructions around it, to be restored after it: instructions of the library
    /// belong to the call in the program, and a function of the program that the library calls has places of its own.
    pub(super) fn enter_place(&mut self, instance: usize) -> Option<Span> {
        let place = self.is_of_library(instance).then(|| self.code.place());
        core::mem::replace(&mut self.code.user_span, place)
    }

    fn is_of_library(&self, instance: usize) -> bool {
        let declared = self.module.ast[self.module.instances[instance].function].name_span;
        self.library.iter().any(|range| range.contains(&declared.lo))
    }

    /// Returns true for the function of the library that calls a kernel.
    pub(super) fn is_launch(&self, instance: usize) -> bool {
        let name = self.module.ast[self.module.instances[instance].function].name;
        self.host.is_some()
            && self.module.names.text(name) == amp_spec::LAUNCH
            && self.is_of_library(instance)
    }

    /// A launch in host code.
    pub(super) fn launch(&mut self, call: Call) -> Outcome<Value> {
        let arguments = self.tree()[call.arguments].to_vec();
        let [Argument::Place(domain), Argument::Place(kernel), ..] = arguments[..] else {
            return self.unsupported("expected a domain and a kernel");
        };
        let Some(slot) = self.host_space(16, 8) else {
            return self.unsupported("expected a launch by the host");
        };
        let slot = slot?;
        let mut values = Vec::new();
        for (place, offset) in [(domain, 0), (kernel, 8)] {
            let ty = self.tree().place_type(place);
            let place = match self.reference(place, true)? {
                Binding::Place(place @ Place::Memory(_)) => place,
                // The kernel reads a copy: what its launch captures doesn't change.
                Binding::Place(Place::Registers(registers)) => {
                    let copy = Place::Memory(self.allocate(ty)?);
                    self.store(&copy, ty, Value::Registers(registers))?;
                    copy
                }
                Binding::Pointer(_) | Binding::Handle(_) => return self.unsupported("expected an object"),
            };
            let value = self.pointer_register(&place)?;
            let into = Location { offset: slot.offset + offset, ..slot };
            self.code.emit(Instruction::Store { ty: MemoryType::Sized(Type::U64), into, value });
            values.push(value);
        }
        let Shape { rank, tile } = shape_of_launch(self.module, call.instance);
        let place = self.code.place();
        let launch = Launch { instance: call.instance, place, arguments: slot.offset, rank, tile };
        self.event(Event::Launch(launch), values);
        Ok(Value::Nothing)
    }

    fn event(&mut self, event: Event, values: Vec<Register>) {
        let Some(host) = &mut self.host else { return };
        let number = host.events.len() as u32;
        host.events.push(event);
        let index = self.code.program.probes.len() as u32;
        self.code.program.probes.push(Probe { number, values, bytes: Vec::new() });
        self.code.emit(Instruction::Probe(index));
    }

    /// The body of a launched kernel.
    fn launched(&mut self, launch: &Launch) -> Outcome<()> {
        self.code.span = launch.place;
        self.code.user_span = Some(launch.place);
        let unit = self.unit(launch.instance)?;
        let exit = self.code.begin(Instruction::Block);
        let mut locals = vec![None; unit.tree.locals.len()];
        let [domain, kernel, numbers @ ..] = unit.parameters.as_slice() else {
            return self.unsupported("expected a domain and a kernel");
        };
        for (local, offset) in [(domain, 0), (kernel, 8)] {
            let address = self.code.number(0);
            let from = Location { memory: BUFFER, address, offset: launch.arguments + offset };
            let to = self.code.register(Type::U64);
            self.code.emit(Instruction::Load { ty: MemoryType::Sized(Type::U64), to, from });
            locals[local.index()] = Some(Binding::Place(super::place::pointed(to)));
        }
        let inputs = match launch.tile {
            None => [Input::GlobalInvocation(0), Input::GlobalInvocation(0)],
            Some(_) => [Input::LocalInvocationIndex, Input::Workgroup(0)],
        };
        for (local, input) in numbers.iter().zip(inputs) {
            let value = self.code.input(input);
            let ty = unit.tree[*local].object.ty;
            let place = self.fresh(ty, unit.is_in_memory(*local))?;
            self.store(&place, ty, Value::Registers(vec![value]))?;
            locals[local.index()] = Some(Binding::Place(place));
        }
        let body: List<_> = unit.body;
        self.frame = Frame { unit, exit: Some(exit), result: None, locals, ..Frame::default() };
        self.statements(body)?;
        self.code.end();
        Ok(())
    }

    pub(super) fn intrinsic(&mut self, intrinsic: Intrinsic, arguments: &[ExprId]) -> Outcome<Value> {
        if let (Intrinsic::Relocate, [target, source]) = (intrinsic, arguments) {
            return self.relocate(*target, *source);
        }
        let mut registers = Vec::with_capacity(arguments.len());
        for argument in arguments {
            registers.push(self.single(*argument)?);
        }
        match (intrinsic, registers.as_slice()) {
            (Intrinsic::Allocate, [count, size]) => {
                let pointer = self.allocated(*count, *size);
                Ok(Value::Pointer(super::place::pointed(pointer)))
            }
            (Intrinsic::Demand(message), [condition]) => Ok(self.host_demand(*condition, message)),
            (Intrinsic::Inside, [is_inside, offset]) => {
                Ok(Value::Registers(vec![self.inside(*is_inside, *offset)]))
            }
            (Intrinsic::Delete, [_]) => Ok(Value::Nothing),
            (
                Intrinsic::Allocate
                | Intrinsic::Demand(_)
                | Intrinsic::Inside
                | Intrinsic::Relocate
                | Intrinsic::Delete,
                _,
            ) => self.unsupported("missing argument"),
        }
    }

    /// Copies the bytes of an object to a place where none has begun: no function of its class takes part in that.
    fn relocate(&mut self, target: ExprId, source: ExprId) -> Outcome<Value> {
        let MetalType::Pointer(object) = self.kind(self.ty(source)) else {
            return self.unsupported("expected a pointer");
        };
        let (target, source) = (self.pointer(target)?, self.pointer(source)?);
        let value = self.load(&source, object.ty)?;
        self.store(&target, object.ty, value)?;
        Ok(Value::Nothing)
    }

    /// A condition without which the host throws an exception, or has an error that its library finds.
    fn host_demand(&mut self, condition: Register, message: &'static str) -> Value {
        let place = self.code.place();
        let fails = self.scalar(Operation::Not, Type::Bool, [condition; 3]);
        self.code.begin(Instruction::If { condition: fails });
        self.event(Event::Exception(place, message), Vec::new());
        self.code.end();
        Value::Nothing
    }

    /// The offset of an element of a view. One that is outside stops the host, and leads to no address at all in a kernel, whatever memory follows the
    /// view: strict execution reports the access as out of bounds. C++ AMP 1.2 (5.2.4)
    fn inside(&mut self, is_inside: Register, offset: Register) -> Register {
        if self.host.is_some() {
            self.host_demand(is_inside, OUTSIDE);
        }
        let nowhere = self.code.constant(Type::I32, u64::from(i32::MAX as u32));
        self.chosen(is_inside, offset, nowhere)
    }

    /// A pointer to so many elements of a size, in bytes that no object has. Nothing is freed: a program that is executed here is short.
    ///
    /// More than [`MOST_BYTES`] become that many, so that the address after them does not wrap around: it is after the end of the memory, which
    /// stops the program.
    fn allocated(&mut self, count: Register, size: Register) -> Register {
        let zero = self.code.number(0);
        let free = Location { memory: BUFFER, address: zero, offset: FIRST_FREE };
        let ty = MemoryType::Sized(Type::U32);
        let start = self.code.register(Type::U32);
        self.code.emit(Instruction::Load { ty, to: start, from: free });
        let (count, size) = (self.as_unsigned(count), self.as_unsigned(size));
        let most = self.code.number(MOST_BYTES);
        let limit = self.scalar(Operation::Divide, Type::U32, [most, size, size]);
        let fits = self.scalar(Operation::LessEqual, Type::U32, [count, limit, limit]);
        let product = self.scalar(Operation::Multiply, Type::U32, [count, size, size]);
        let bytes = self.chosen(fits, product, most);
        let (more, mask) = (self.code.number(ALIGNMENT - 1), self.code.number(!(ALIGNMENT - 1)));
        let size = self.scalar(Operation::Add, Type::U32, [bytes, more, more]);
        let size = self.scalar(Operation::BitAnd, Type::U32, [size, mask, mask]);
        let end = self.scalar(Operation::Add, Type::U32, [start, size, size]);
        self.code.emit(Instruction::Store { ty, into: free, value: end });
        // A program that continued would fill elements that are not there.
        let length = self.code.input(Input::BufferSize(0));
        let is_full = self.scalar(Operation::Less, Type::U32, [length, end, end]);
        self.code.begin(Instruction::If { condition: is_full });
        self.event(Event::OutOfMemory, Vec::new());
        self.code.end();
        let block_end = self.scalar(Operation::Add, Type::U32, [start, bytes, bytes]);
        self.block(start, block_end)
    }

    /// The pointer to the start of a new block, which leads nowhere outside of it.
    fn block(&mut self, start: Register, end: Register) -> Register {
        let zero = self.code.number(0);
        let ty = MemoryType::Sized(Type::U32);
        let count = Location { memory: BUFFER, address: zero, offset: BLOCK_COUNT };
        let number = self.code.register(Type::U32);
        self.code.emit(Instruction::Load { ty, to: number, from: count });
        let (one, most) = (self.code.number(1), self.code.number(MOST_BLOCKS - 1));
        let fits = self.scalar(Operation::Less, Type::U32, [number, most, most]);
        let number = self.scalar(Operation::Add, Type::U32, [number, one, one]);
        let number = self.chosen(fits, number, zero);
        self.code.begin(Instruction::If { condition: fits });
        self.code.emit(Instruction::Store { ty, into: count, value: number });
        self.code.end();
        let eight = self.code.number(8);
        let entry = self.scalar(Operation::Multiply, Type::U32, [number, eight, eight]);
        for (value, offset) in [(start, BLOCKS), (end, BLOCKS + 4)] {
            self.code.emit(Instruction::Store {
                ty,
                into: Location { memory: BUFFER, address: entry, offset },
                value,
            });
        }
        let pointer = self.code.register(Type::U64);
        let at = Location { memory: BUFFER, address: start, offset: 0 };
        self.code.emit(Instruction::Pointer { to: pointer, at });
        let number = self.converted_register(number, Type::U64);
        let unit = self.code.constant(Type::U64, 1 << BLOCK_BIT);
        let number = self.scalar(Operation::Multiply, Type::U64, [number, unit, unit]);
        self.scalar(Operation::Add, Type::U64, [pointer, number, number])
    }
}
