//! Where a value in memory comes from: the store that wrote it, the loads and inputs that the stored value was computed from, the stores that
//! wrote what they read, and so on. This is the backward slice of one execution by data: indices and branches are not followed.
//!
//! [`explain`] runs a dispatch and records a node for each access to memory that invocations share, and for each input. A register
//! and a byte of an invocation's own memory have the set of nodes that their value was computed from.

use super::atomic::{result_of, turns};
use super::bound::Bound;
use super::dispatch::run_in_order;
use super::grid::Grid;
use super::group::Group;
use super::group_memory::{MOST_GROUP_BYTES, group_bytes};
use super::observe::Observer;
use super::plan::Plan;
use super::shared::Shared;
use super::stopped::Stopped;
use rustc_hash::FxHashMap;
use shader_ir::{AtomicOperation, Copy, Input, Instruction, Location, Memory, MemoryType, Register, Type};
use shader_source::Span;

/// The maximum number of nodes that are recorded: some 200 MB.
const MOST_NODES: usize = 1 << 22;
/// The maximum number of registers, counted for each invocation of a workgroup.
const MOST_REGISTERS: usize = 1 << 26;
/// The maximum number of parts of a result.
const MOST_PARTS: usize = 256;
/// How deep they are in each other.
const MOST_LEVELS: usize = 12;
/// The maximum number of sources of one value.
const MOST_SOURCES: usize = 24;

/// A step that a value comes from.
#[derive(Clone, Debug, PartialEq)]
pub struct Origin {
    /// The kind of step, with its value.
    pub step: OriginStep,
    /// Its place in the source of the program.
    pub span: Span,
    /// The number of the workgroup in the dispatch.
    pub workgroup: u64,
    /// The number of the invocation in the workgroup.
    pub invocation: u32,
    /// The sources of its value: none for a store of a constant, and for a load of memory that no store has written.
    pub from: Vec<Self>,
    /// The number of sources that are left out.
    pub left_out: usize,
}

/// The kind of a step, with its value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum OriginStep {
    /// It writes a value.
    Store(Element),
    /// It reads a value.
    Load(Element),
    /// An atomic operation replaces the value.
    Update(Element),
    /// It reads a built-in value.
    Input(Input, u32),
    /// It reads a texture: the index of the resource.
    Texture(u16),
}

/// A scalar in memory.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Element {
    /// The memory.
    pub memory: Memory,
    /// The distance in bytes from its start.
    pub address: u32,
    /// The type.
    pub ty: MemoryType,
    /// The bits, if they are known.
    pub bits: Option<u64>,
}

/// A set of nodes: an index, or nothing.
type Set = u32;
const NOTHING: Set = 0;

#[derive(Clone, Copy)]
enum Node {
    Both(Set, Set),
    Step {
        what: OriginStep,
        step: u32,
        workgroup: u32,
        invocation: u32,
        /// The sources of the value; of an update, also the value before it.
        from: Set,
    },
}

/// Records nodes.
struct Recorder {
    /// The first one is not used.
    nodes: Vec<Node>,
    /// By register and lane.
    registers: Vec<Set>,
    lanes: usize,
    /// By lane and word: the sets of its bytes.
    own: FxHashMap<(u32, u32), [Set; 4]>,
    /// The last writes to the bytes of words of the workgroup, and of buffers by index.
    workgroup: FxHashMap<u32, [Set; 4]>,
    buffers: FxHashMap<(u16, u32), [Set; 4]>,
    is_new: bool,
    is_full: bool,
}

impl Recorder {
    fn node(&mut self, node: Node) -> Set {
        self.is_full |= self.nodes.len() == MOST_NODES;
        if self.is_full {
            return NOTHING;
        }
        self.nodes.push(node);
        (self.nodes.len() - 1) as Set
    }

    fn both(&mut self, one: Set, other: Set) -> Set {
        match (one, other) {
            (one, NOTHING) => one,
            (NOTHING, other) => other,
            (one, other) if one == other => one,
            (one, other) => self.node(Node::Both(one, other)),
        }
    }

    fn step(&mut self, group: &Group<'_>, lane: usize, what: OriginStep, from: Set) -> Set {
        let (step, workgroup) = (group.control.step as u32, group.interface.index as u32);
        self.node(Node::Step { what, step, workgroup, invocation: lane as u32, from })
    }

    fn of(&self, register: Register, lane: usize) -> Set {
        self.registers[register.index() * self.lanes + lane]
    }

    fn set(&mut self, register: Register, lane: usize, set: Set) {
        self.registers[register.index() * self.lanes + lane] = set;
    }

    /// The nodes that wrote some bytes; in memory of an invocation, the sources of their value.
    fn bytes(&mut self, memory: Memory, lane: usize, address: u32, size: u32) -> Set {
        let mut all = NOTHING;
        for byte in address..address + size {
            let word = byte / 4;
            let found = match memory {
                Memory::Invocation => self.own.get(&(lane as u32, word)),
                Memory::Workgroup => self.workgroup.get(&word),
                Memory::Buffer(index) => self.buffers.get(&(index, word)),
                Memory::Constant | Memory::Pointed => None,
            };
            let set = found.map_or(NOTHING, |sets| sets[byte as usize % 4]);
            if set != all {
                all = self.both(all, set);
            }
        }
        all
    }

    fn set_bytes(&mut self, memory: Memory, lane: usize, address: u32, size: u32, set: Set) {
        for byte in address..address + size {
            let word = byte / 4;
            let sets = match memory {
                Memory::Invocation => self.own.entry((lane as u32, word)).or_default(),
                Memory::Workgroup => self.workgroup.entry(word).or_default(),
                Memory::Buffer(index) => self.buffers.entry((index, word)).or_default(),
                Memory::Constant | Memory::Pointed => return,
            };
            sets[byte as usize % 4] = set;
        }
    }

    /// A scalar that is read.
    fn load(&mut self, group: &Group<'_>, lane: usize, at: (Memory, usize), ty: MemoryType) -> Set {
        let (memory, address) = (at.0, at.1 as u32);
        let source = self.bytes(memory, lane, address, ty.size());
        match memory {
            Memory::Invocation | Memory::Constant | Memory::Pointed => source,
            Memory::Workgroup | Memory::Buffer(_) => {
                let bits = Some(read(group, lane, at, ty));
                let element = Element { memory, address, ty, bits };
                self.step(group, lane, OriginStep::Load(element), source)
            }
        }
    }

    /// A scalar that is written.
    fn store(
        &mut self,
        group: &Group<'_>,
        lane: usize,
        at: (Memory, usize),
        (ty, bits): (MemoryType, Option<u64>),
        value: Set,
    ) {
        let (memory, address) = (at.0, at.1 as u32);
        if u64::from(address) + u64::from(ty.size()) > group.memories.size(memory) {
            return;
        }
        let set = match memory {
            Memory::Invocation => value,
            Memory::Workgroup | Memory::Buffer(_) | Memory::Constant | Memory::Pointed => {
                let element = Element { memory, address, ty, bits };
                self.step(group, lane, OriginStep::Store(element), value)
            }
        };
        self.set_bytes(memory, lane, address, ty.size(), set);
    }

    fn copy(&mut self, group: &Group<'_>, copy: &Copy) {
        let word = MemoryType::Sized(Type::U32);
        for lane in group.lanes.mask.active() {
            let (Some(from), Some(into)) =
                (group.lanes.place(copy.from, lane), group.lanes.writable_place(copy.into, lane))
            else {
                continue;
            };
            for run in &copy.runs {
                for repetition in 0..run.count {
                    let start = run.offset + repetition * run.stride;
                    for offset in (start..start + run.size).step_by(4) {
                        let [from, into] =
                            [from, into].map(|(memory, address)| (memory, address + offset as usize));
                        let value = self.load(group, lane, from, word);
                        self.store(group, lane, into, (word, Some(read(group, lane, from, word))), value);
                    }
                }
            }
        }
    }

    fn clear(&mut self, group: &Group<'_>, into: Location, size: u32) {
        let word = MemoryType::Sized(Type::U32);
        for lane in group.lanes.mask.active() {
            let Some((memory, address)) = group.lanes.writable_place(into, lane) else { continue };
            for offset in (0..size as usize).step_by(4) {
                self.store(group, lane, (memory, address + offset), (word, Some(0)), NOTHING);
            }
        }
    }

    /// An atomic operation: an old value that is read, and a new one, unless it stays.
    fn update(
        &mut self,
        group: &Group<'_>,
        (at, ty): (Location, Type),
        (operands, results): (&[Register], &[Register]),
        depends_on_old: bool,
        new: impl Fn(u64, usize) -> Option<u64>,
    ) {
        // Memory has the values from before the operation of the first invocation.
        let mut values: FxHashMap<(Memory, usize), u64> = FxHashMap::default();
        for lane in turns(group) {
            let Some(place) = group.lanes.writable_place(at, lane) else { continue };
            let (memory, address) = place;
            let ty = MemoryType::Sized(ty);
            let before = *values.entry(place).or_insert_with(|| read(group, lane, place, ty));
            let element = |bits| Element { memory, address: address as u32, ty, bits: Some(bits) };
            let old = self.bytes(memory, lane, address as u32, ty.size());
            let read = self.step(group, lane, OriginStep::Load(element(before)), old);
            if let Some(after) = new(before, lane) {
                values.insert(place, after);
                // A word that was written before leads to the write itself.
                let source = if old == NOTHING { read } else { old };
                let source = if depends_on_old { source } else { NOTHING };
                self.updated(group, lane, element(after), (source, operands));
            }
            for result in results {
                self.set(*result, lane, read);
            }
        }
    }

    fn updated(
        &mut self,
        group: &Group<'_>,
        lane: usize,
        element: Element,
        (old, operands): (Set, &[Register]),
    ) {
        let value = operands.iter().fold(old, |set, operand| {
            let operand = self.of(*operand, lane);
            self.both(set, operand)
        });
        let new = self.step(group, lane, OriginStep::Update(element), value);
        self.set_bytes(element.memory, lane, element.address, element.ty.size(), new);
    }

    /// The size of a buffer is read before everything else, and copied where the program asks for it.
    fn asked(&mut self, group: &Group<'_>, lane: usize, set: Set) -> Set {
        match self.nodes[set as usize] {
            Node::Step { what: what @ OriginStep::Input(Input::BufferSize(_), _), .. } => {
                self.step(group, lane, what, NOTHING)
            }
            Node::Step { .. } | Node::Both(..) => set,
        }
    }

    /// A step that computes.
    fn compute(&mut self, group: &Group<'_>, instruction: &Instruction) {
        let program = &group.shared.plan.program;
        let (mut operands, mut targets) = (Vec::new(), Vec::new());
        program.each_operand(instruction, |register| operands.push(register));
        program.each_target(instruction, |register| targets.push(register));
        for lane in group.lanes.mask.active() {
            let mut set = NOTHING;
            for operand in &operands {
                let operand = self.of(*operand, lane);
                set = self.both(set, operand);
            }
            for target in &targets {
                self.set(*target, lane, set);
            }
        }
    }

    /// An operation of a subgroup: the result comes from the values of all invocations that take part.
    fn share(&mut self, group: &Group<'_>, to: Register, value: Register) {
        let size = group.shared.subgroup_size();
        let lanes: Vec<usize> = group.lanes.mask.active().collect();
        for part in lanes.chunk_by(|one, other| one / size == other / size) {
            let mut set = NOTHING;
            for lane in part {
                let value = self.of(value, *lane);
                set = self.both(set, value);
            }
            for lane in part {
                self.set(to, *lane, set);
            }
        }
    }
}

/// The bits of a scalar in memory that invocations share, or of the first word of it.
fn read(group: &Group<'_>, lane: usize, (memory, address): (Memory, usize), ty: MemoryType) -> u64 {
    if let Memory::Pointed = memory {
        return 0;
    }
    let low = u64::from(group.memories.read(memory, lane, address, ty.size().min(4)));
    if ty.size() <= 4 {
        return low;
    }
    low | u64::from(group.memories.read(memory, lane, address + 4, 4)) << 32
}

impl Observer for Recorder {
    fn begin(&mut self) {
        self.is_new = true;
    }

    fn observe(&mut self, group: &Group<'_>, instruction: &Instruction) -> u64 {
        if core::mem::take(&mut self.is_new) {
            self.lanes = group.lanes.count;
            let count = group.shared.plan.program.registers.len() * self.lanes;
            self.is_full |= count > MOST_REGISTERS;
            self.registers.clear();
            self.registers.resize(if self.is_full { 0 } else { count }, NOTHING);
            self.own.clear();
            self.workgroup.clear();
        }
        if self.is_full {
            return u64::MAX;
        }
        let program = &group.shared.plan.program;
        match *instruction {
            Instruction::Load { ty, from, to } => {
                for lane in group.lanes.mask.active() {
                    let at = group.lanes.place(from, lane);
                    let set = at.map_or(NOTHING, |at| self.load(group, lane, at, ty));
                    self.set(to, lane, set);
                }
            }
            Instruction::Store { ty, into, value } => {
                for lane in group.lanes.mask.active() {
                    let Some(at) = group.lanes.writable_place(into, lane) else { continue };
                    let bits = Some(group.lanes.raw(value, lane));
                    let value = self.of(value, lane);
                    self.store(group, lane, at, (ty, bits), value);
                }
            }
            Instruction::Clear { size, into } | Instruction::Undefine { size, into } => {
                self.clear(group, into, size);
            }
            Instruction::Copy(index) => self.copy(group, &program.copies[index as usize]),
            Instruction::Atomic { operation: AtomicOperation::Load, ty, at, to, .. } => {
                for lane in group.lanes.mask.active() {
                    let at = group.lanes.place(at, lane);
                    let set = at.map_or(NOTHING, |at| self.load(group, lane, at, MemoryType::Sized(ty)));
                    self.set(to, lane, set);
                }
            }
            Instruction::Atomic { operation: AtomicOperation::Store, ty, at, value, .. } => {
                for lane in group.lanes.mask.active() {
                    let Some(at) = group.lanes.writable_place(at, lane) else { continue };
                    let bits = Some(group.lanes.raw(value, lane));
                    let value = self.of(value, lane);
                    self.store(group, lane, at, (MemoryType::Sized(ty), bits), value);
                }
            }
            Instruction::Atomic { operation, ty, at, to, value } => {
                let new = |old, lane| result_of((operation, ty), old, group.lanes.raw(value, lane));
                let depends_on_old = operation != AtomicOperation::Exchange;
                self.update(group, (at, ty), (&[value], &[to]), depends_on_old, new);
            }
            Instruction::CompareExchange(index) => {
                let exchange = program.exchanges[index as usize];
                let operands = [exchange.comparator, exchange.value];
                let results = [exchange.old_value, exchange.exchanged];
                let raw = |register, lane| group.lanes.raw(register, lane);
                let is_equal = |old, lane| old == raw(exchange.comparator, lane);
                let new = |old, lane| is_equal(old, lane).then(|| raw(exchange.value, lane));
                self.update(group, (exchange.at, Type::U32), (&operands, &results), true, new);
            }
            Instruction::Input { input, to } => {
                for lane in group.lanes.mask.active() {
                    let value = group.interface.input(group.shared, input, lane);
                    let set = self.step(group, lane, OriginStep::Input(input, value), NOTHING);
                    self.set(to, lane, set);
                }
            }
            Instruction::Texture(index) => {
                let call = &program.texture_calls[index as usize];
                for lane in group.lanes.mask.active() {
                    let set = self.step(group, lane, OriginStep::Texture(call.texture), NOTHING);
                    call.results.iter().for_each(|result| self.set(*result, lane, set));
                }
            }
            Instruction::Group { to, value, .. } => self.share(group, to, value),
            Instruction::Reinterpret { to, value } => {
                for lane in group.lanes.mask.active() {
                    let set = self.asked(group, lane, self.of(value, lane));
                    self.set(to, lane, set);
                }
            }
            // The condition decides as a branch or an index does.
            Instruction::Select { condition, accept, reject, to, .. } => {
                for lane in group.lanes.mask.active() {
                    let chosen = if group.lanes.raw(condition, lane) != 0 { accept } else { reject };
                    let set = self.of(chosen, lane);
                    self.set(to, lane, set);
                }
            }
            Instruction::Scalar { .. }
            | Instruction::Convert { .. }
            | Instruction::Undefined { .. }
            | Instruction::Set { .. }
            | Instruction::Call(_)
            | Instruction::Index { .. }
            | Instruction::Pointer { .. }
            | Instruction::Offset { .. } => self.compute(group, instruction),
            Instruction::Touch { .. }
            | Instruction::Barrier { .. }
            | Instruction::Discard
            | Instruction::Output { .. }
            | Instruction::If { .. }
            | Instruction::Else
            | Instruction::Block
            | Instruction::Loop
            | Instruction::End
            | Instruction::Break { .. }
            | Instruction::BreakIf { .. }
            | Instruction::Probe(_) => {}
        }
        group.lanes.mask.count as u64 * 8
    }

    fn stop(&mut self, _: &Group<'_>, _: bool) {}
}

/// Makes a tree of nodes.
struct Tree<'a> {
    nodes: &'a [Node],
    spans: &'a [Span],
    left: usize,
}

impl Tree<'_> {
    /// The steps of a set, in the order in which they were executed, and how many are left out.
    fn steps(&self, set: Set) -> (Vec<Set>, usize) {
        let (mut open, mut found) = (vec![set], Vec::new());
        let mut seen = rustc_hash::FxHashSet::default();
        while let Some(set) = open.pop() {
            if set == NOTHING || !seen.insert(set) {
                continue;
            }
            match self.nodes[set as usize] {
                Node::Both(one, other) => open.extend([one, other]),
                Node::Step { .. } => found.push(set),
            }
        }
        found.sort_unstable();
        // An input is read at each of its uses.
        let mut inputs = Vec::new();
        found.retain(|set| match self.nodes[*set as usize] {
            Node::Step { what: what @ OriginStep::Input(..), invocation, .. } => {
                let is_new = !inputs.contains(&(what, invocation));
                inputs.push((what, invocation));
                is_new
            }
            Node::Step { .. } | Node::Both(..) => true,
        });
        let left_out = found.len().saturating_sub(MOST_SOURCES);
        found.truncate(MOST_SOURCES);
        (found, left_out)
    }

    fn origin(&mut self, set: Set, level: usize) -> Option<Origin> {
        let Node::Step { what, step, workgroup, invocation, from } = self.nodes[set as usize] else {
            return None;
        };
        self.left = self.left.saturating_sub(1);
        let span = self.spans[step as usize];
        let workgroup = workgroup.into();
        let mut origin = Origin { step: what, span, workgroup, invocation, from: Vec::new(), left_out: 0 };
        let (steps, left_out) = self.steps(from);
        origin.left_out = left_out;
        for step in steps {
            if level == MOST_LEVELS || self.left == 0 {
                origin.left_out += 1;
            } else {
                origin.from.extend(self.origin(step, level + 1));
            }
        }
        Some(origin)
    }
}

/// Runs a compute program, and explains the scalar at an address of a buffer: `None` if no store wrote it.
///
/// # Errors
/// The program was stopped, or takes more memory than an explanation may have.
///
/// # Panics
/// As [`dispatch`](super::dispatch).
pub fn explain(
    plan: &Plan,
    grid: impl Into<Grid>,
    resources: &[Bound],
    (buffer, address): (u16, u32),
) -> Result<Option<Origin>, Stopped> {
    let resources: Vec<&Bound> = resources.iter().collect();
    if group_bytes(plan).is_none_or(|bytes| bytes > MOST_GROUP_BYTES) {
        return Err(Stopped::OutOfMemory);
    }
    let shared = Shared::new(plan, &resources, grid.into());
    let mut recorder = Recorder {
        nodes: vec![Node::Both(NOTHING, NOTHING)],
        registers: Vec::new(),
        lanes: 0,
        own: FxHashMap::default(),
        workgroup: FxHashMap::default(),
        buffers: FxHashMap::default(),
        is_new: true,
        is_full: false,
    };
    run_in_order(&shared, shared.extent.workgroup_count(), &mut recorder);
    if recorder.is_full {
        return Err(Stopped::OutOfMemory);
    }
    if shared.is_stopped() {
        return Err(Stopped::OutOfFuel);
    }
    // One store writes all bytes of a scalar.
    let root = recorder.bytes(Memory::Buffer(buffer), 0, address, 1);
    let mut tree = Tree { nodes: &recorder.nodes, spans: &plan.program.spans, left: MOST_PARTS };
    Ok(if root == NOTHING { None } else { tree.origin(root, 1) })
}
