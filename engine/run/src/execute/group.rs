//! One workgroup after the other: control flow over masks of lanes.

use super::cost::{Costs, STRICT_PART};
use super::fault::{Fault, FaultKind};
use super::mask::Mask;
use super::plan::{Closes, Plan};
use super::shadow::Shadow;
use super::stage::Interface;
use super::track::Track;
use super::{Bound, Options};
use core::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use rustc_hash::{FxHashMap, FxHashSet};
use shader_ir::{BarrierMemory, BarrierScope, Input, Instruction, Register};
use shader_source::Span;

/// How many steps a workgroup may take before it looks whether there is fuel for them.
const MOST_UNSPENT: u64 = 1 << 18;

/// What all workgroups share.
pub(super) struct Shared<'a> {
    pub(super) plan: &'a Plan,
    pub(super) resources: &'a [&'a Bound],
    pub(super) options: &'a Options,
    pub(super) workgroups: [u32; 3],
    /// Steps that are left.
    fuel: AtomicI64,
    pub(super) is_stopped: AtomicBool,
    costs: Costs,
}

impl<'a> Shared<'a> {
    pub(super) fn new(
        plan: &'a Plan,
        resources: &'a [&'a Bound],
        options: &'a Options,
        workgroups: [u32; 3],
    ) -> Self {
        Self {
            plan,
            resources,
            options,
            workgroups,
            fuel: AtomicI64::new(i64::try_from(options.fuel).unwrap_or(i64::MAX)),
            is_stopped: AtomicBool::new(false),
            costs: Costs::new(plan, resources, options),
        }
    }
}

/// A construct that is open.
enum Frame {
    /// All lanes agree about the condition: the mask stays as it is.
    Agreed,
    /// The lanes that come out of it, and those that take the other branch.
    Split { whole: Mask, other: Mask },
    /// The lanes that come out of it.
    Block(Mask),
    /// With the step that opens it.
    Loop(usize),
}

/// A workgroup in execution.
pub(super) struct Group<'a> {
    pub(super) shared: &'a Shared<'a>,
    /// Planes of words of 32 bits; see [`super::planes`].
    pub(super) planes: Vec<Vec<u32>>,
    /// Planes of words of 64 bits.
    pub(super) wide: Vec<Vec<u64>>,
    /// Memory of the invocations: the words with the same address side by side.
    pub(super) invocation: Vec<u32>,
    pub(super) workgroup: Vec<u32>,
    pub(super) interface: Interface,
    pub(super) lanes: usize,
    /// By axis and lane: the invocation's place in the workgroup.
    local: [Vec<u32>; 3],
    pub(super) mask: Mask,
    frames: Vec<Frame>,
    /// Masks that can be used again.
    spare: Vec<Mask>,
    pub(super) index: u64,
    pub(super) place: [u32; 3],
    pub(super) faults: Vec<Fault>,
    reported: FxHashSet<(FaultKind, Span)>,
    /// What strict execution knows of memory.
    pub(super) shadow: Shadow,
    /// The same of addresses: the lanes in which they come from an index beyond the end.
    pub(super) astray: FxHashMap<Register, Vec<usize>>,
    /// What other implementations may have, on request.
    pub(super) track: Option<Box<Track>>,
    pub(super) step: usize,
    steps: u64,
}

impl<'a> Group<'a> {
    pub(super) fn new(shared: &'a Shared<'a>) -> Self {
        let program = &shared.plan.program;
        let lanes = program.workgroup_size.iter().product::<u32>() as usize;
        let plan = shared.plan;
        let length = |is_uniform: bool| if is_uniform { 1 } else { lanes };
        let empty_where = |is_left_out: bool| {
            let kinds = plan.is_uniform.iter().zip(&plan.is_wide);
            kinds.map(move |(uniform, wide)| if *wide == is_left_out { 0 } else { length(*uniform) })
        };
        let mut planes: Vec<Vec<u32>> = empty_where(true).map(|length| vec![0; length]).collect();
        let mut wide: Vec<Vec<u64>> = empty_where(false).map(|length| vec![0; length]).collect();
        for (register, bits) in &program.constants {
            let number = plan.planes[register.index()] as usize;
            planes[number].fill(*bits as u32);
            wide[number].fill(*bits);
        }
        Self {
            shared,
            planes,
            wide,
            invocation: vec![0; program.invocation_bytes as usize / 4 * lanes],
            workgroup: vec![0; program.workgroup_bytes as usize / 4],
            interface: Interface::new(program, lanes),
            lanes,
            local: local_places(program.workgroup_size, lanes as u32),
            mask: Mask::first(lanes, lanes),
            frames: Vec::new(),
            spare: Vec::new(),
            index: 0,
            place: [0; 3],
            faults: Vec::new(),
            reported: FxHashSet::default(),
            shadow: Shadow::new(),
            astray: FxHashMap::default(),
            track: None,
            step: 0,
            steps: 0,
        }
    }

    /// Runs the workgroup with this number.
    pub(super) fn run(&mut self, index: u64) {
        self.run_first(index, self.lanes);
    }

    /// The same with the first lanes only.
    pub(super) fn run_first(&mut self, index: u64, count: usize) {
        if self.shared.is_stopped.load(Ordering::Relaxed) {
            return;
        }
        let [x, y, _] = self.shared.workgroups.map(u64::from);
        self.index = index;
        self.place = [(index % x) as u32, (index / x % y) as u32, (index / x / y) as u32];
        self.step = 0;
        self.frames.clear();
        if self.pay(self.shared.costs.of_begin) {
            self.begin(count);
            self.control();
        }
        if !self.spend() {
            self.stop();
        }
    }

    /// Sets up what a workgroup starts with.
    fn begin(&mut self, count: usize) {
        self.workgroup.fill(0);
        self.shadow.begin();
        self.mask = Mask::first(count, self.lanes);
        if let Some(track) = &mut self.track {
            track.begin();
        }
    }

    /// Takes the steps since the last time off the fuel. False when none is left.
    fn spend(&mut self) -> bool {
        let steps = i64::try_from(core::mem::take(&mut self.steps)).unwrap_or(i64::MAX);
        let left = |fuel: i64| fuel.saturating_sub(steps);
        let before =
            self.shared.fuel.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |fuel| Some(left(fuel)));
        let is_left = before.is_ok_and(|fuel| left(fuel) >= 0);
        if !is_left {
            self.shared.is_stopped.store(true, Ordering::Relaxed);
        }
        is_left
    }

    /// Counts steps that are taken.
    pub(super) fn charge(&mut self, steps: u64) {
        self.steps = self.steps.saturating_add(steps);
    }

    /// Whether there is fuel for so many steps.
    pub(super) fn has_fuel(&self, steps: u64) -> bool {
        i64::try_from(steps).is_ok_and(|steps| steps <= self.shared.fuel.load(Ordering::Relaxed))
    }

    /// Counts steps that are about to be taken. False when there is no fuel for them.
    fn pay(&mut self, steps: u64) -> bool {
        self.charge(steps);
        self.steps <= MOST_UNSPENT || self.spend()
    }

    /// In strict execution, a loop that uses up the fuel is a fault.
    fn stop(&mut self) {
        if !self.shared.options.strict {
            return;
        }
        let innermost = self.frames.iter().rev().find_map(|frame| match frame {
            Frame::Loop(start) => Some(*start),
            _ => None,
        });
        let message = match innermost {
            Some(start) => {
                self.step = start;
                "the fuel is used up in this loop; it may run for ever"
            }
            None => "the fuel is used up before the program ends",
        };
        self.fault(FaultKind::UnboundedLoop, None, message);
    }

    fn spare(&mut self) -> Mask {
        self.spare.pop().unwrap_or_default()
    }

    fn control(&mut self) {
        let plan = self.shared.plan;
        let code = &plan.program.code;
        let mut at = 0;
        while let Some(instruction) = code.get(at) {
            self.step = at;
            if !self.pay(self.shared.costs.of_instruction[at]) {
                return;
            }
            if self.track.is_some() {
                self.note(at, instruction);
            }
            match *instruction {
                Instruction::If { condition } => at = self.enter_if(condition, at),
                Instruction::Else => at = self.enter_else(at),
                Instruction::Block => {
                    let mut whole = self.spare();
                    whole.copy_from(&self.mask);
                    self.frames.push(Frame::Block(whole));
                    at += 1;
                }
                Instruction::Loop => {
                    self.frames.push(Frame::Loop(at));
                    at += 1;
                }
                Instruction::End => match plan.closes[at] {
                    Closes::Loop(start) if self.mask.count > 0 => at = start as usize + 1,
                    _ => at = self.close(at),
                },
                Instruction::Break { levels } => {
                    self.leave(levels as usize);
                    at = plan.targets[at] as usize;
                }
                Instruction::BreakIf { condition, holds, levels } => {
                    self.leave_where(condition, holds, levels as usize);
                    at = if self.mask.count > 0 { at + 1 } else { plan.targets[at] as usize };
                }
                Instruction::Barrier { scope, memory } => {
                    self.barrier(scope, memory);
                    at += 1;
                }
                Instruction::Scalar { .. }
                | Instruction::Call(_)
                | Instruction::Convert { .. }
                | Instruction::Reinterpret { .. }
                | Instruction::Select { .. }
                | Instruction::Set { .. }
                | Instruction::Input { .. }
                | Instruction::Index { .. }
                | Instruction::Load { .. }
                | Instruction::Store { .. }
                | Instruction::Touch { .. }
                | Instruction::Copy(_)
                | Instruction::Clear { .. }
                | Instruction::Atomic { .. }
                | Instruction::CompareExchange(_)
                | Instruction::Group { .. }
                | Instruction::Texture(_)
                | Instruction::Discard
                | Instruction::Output { .. } => {
                    self.operate(instruction);
                    at += 1;
                }
            }
            let parts = self.shadow.take_work();
            self.charge(parts * STRICT_PART);
        }
    }

    fn enter_if(&mut self, condition: Register, at: usize) -> usize {
        let target = self.branch_target(at);
        if let [holds] = self.plane(condition)[..] {
            self.frames.push(Frame::Agreed);
            // The else branch follows the step that closes the other one.
            return if holds != 0 { at + 1 } else { self.after_branch(target) };
        }
        let (mut whole, mut other) = (self.spare(), self.spare());
        whole.copy_from(&self.mask);
        other.copy_from(&self.mask);
        let plane = &self.planes[self.shared.plan.planes[condition.index()] as usize];
        self.mask.keep(plane, true);
        other.keep(plane, false);
        self.frames.push(Frame::Split { whole, other });
        if self.mask.count > 0 { at + 1 } else { target }
    }

    /// The `Else` or `End` that ends the first branch of an `If`.
    fn branch_target(&self, at: usize) -> usize {
        self.shared.plan.branches[at] as usize
    }

    /// Where the second branch starts, or the `End` when there is none.
    fn after_branch(&self, target: usize) -> usize {
        match self.shared.plan.program.code.get(target) {
            Some(Instruction::Else) => target + 1,
            _ => target,
        }
    }

    /// At the end of the first branch of an `If`.
    fn enter_else(&mut self, at: usize) -> usize {
        let end = self.shared.plan.targets[at] as usize;
        match self.frames.last_mut() {
            Some(Frame::Split { other, .. }) => {
                core::mem::swap(&mut self.mask, other);
                if self.mask.count > 0 { at + 1 } else { end }
            }
            // All lanes took the first branch.
            _ => end,
        }
    }

    /// At an `End`: the lanes that left the construct come together again.
    fn close(&mut self, at: usize) -> usize {
        match self.frames.pop() {
            Some(Frame::Split { mut whole, other }) => {
                core::mem::swap(&mut self.mask, &mut whole);
                self.spare.push(whole);
                self.spare.push(other);
            }
            Some(Frame::Block(mut whole)) => {
                core::mem::swap(&mut self.mask, &mut whole);
                self.spare.push(whole);
            }
            Some(Frame::Agreed | Frame::Loop(_)) | None => {}
        }
        if self.mask.count > 0 { at + 1 } else { self.shared.plan.targets[at] as usize }
    }

    /// Takes the active lanes out of the constructs up to the one that they leave.
    fn leave(&mut self, levels: usize) {
        let mut leaving = self.spare();
        core::mem::swap(&mut leaving, &mut self.mask);
        self.mask.copy_from(&leaving);
        self.mask.clear();
        self.take_out(&leaving, levels);
        self.spare.push(leaving);
    }

    /// The same for the lanes where the condition is as said.
    fn leave_where(&mut self, condition: Register, holds: bool, levels: usize) {
        if let [value] = self.plane(condition)[..] {
            if (value != 0) == holds {
                self.leave(levels);
            }
            return;
        }
        let mut leaving = self.spare();
        leaving.copy_from(&self.mask);
        let plane = &self.planes[self.shared.plan.planes[condition.index()] as usize];
        leaving.keep(plane, holds);
        if leaving.count > 0 {
            self.mask.remove(&leaving);
            self.take_out(&leaving, levels);
        }
        self.spare.push(leaving);
    }

    fn take_out(&mut self, leaving: &Mask, levels: usize) {
        let inner = self.frames.len() - levels;
        for frame in &mut self.frames[inner..] {
            match frame {
                Frame::Split { whole, other } => {
                    whole.remove(leaving);
                    other.remove(leaving);
                }
                Frame::Block(whole) => whole.remove(leaving),
                Frame::Agreed | Frame::Loop(_) => {}
            }
        }
    }

    /// Invocations run in lock step: only strict execution has to look at a barrier.
    fn barrier(&mut self, scope: BarrierScope, memory: BarrierMemory) {
        if !self.shared.options.strict {
            return;
        }
        match scope {
            BarrierScope::Fence => {}
            BarrierScope::Subgroup => self.subgroup_barrier(memory),
            BarrierScope::Workgroup => {
                self.shadow.pass(memory);
                if !self.mask.is_full() {
                    let message = "not all invocations of the workgroup reach this barrier";
                    self.fault(FaultKind::NonUniformBarrier, None, message);
                }
            }
        }
    }

    fn subgroup_barrier(&mut self, memory: BarrierMemory) {
        let size = self.subgroup_size();
        let active = |subgroup: usize| {
            let lanes = subgroup * size..((subgroup + 1) * size).min(self.lanes);
            (lanes.len(), lanes.filter(|lane| self.mask.has(*lane)).collect::<Vec<usize>>())
        };
        let (mut passing, mut parted) = (Vec::new(), None);
        for subgroup in 0..self.lanes.div_ceil(size) {
            let (count, active) = active(subgroup);
            if let Some(first) = active.first().copied() {
                passing.push(subgroup);
                parted = parted.or((active.len() < count).then_some(first));
            }
        }
        self.shadow.pass_subgroups(memory, size, &passing);
        if parted.is_some() {
            let message = "not all invocations of the subgroup reach this barrier";
            self.fault(FaultKind::NonUniformBarrier, parted, message);
        }
    }

    /// Reports a fault of the lane, or of the first active one; once for each place.
    pub(super) fn fault(&mut self, kind: FaultKind, lane: Option<usize>, message: impl Into<String>) {
        if self.is_reported(kind) {
            return;
        }
        // What a helper computes is not seen: its inputs may lie outside of what the program is made for.
        if lane.is_some_and(|lane| self.is_helper(lane)) {
            return;
        }
        let invocation = lane.or_else(|| self.mask.active().next()).unwrap_or(0) as u32;
        let span = self.span();
        self.reported.insert((kind, span));
        self.faults.push(Fault { kind, span, workgroup: self.index, invocation, message: message.into() });
    }

    /// Whether such a fault was reported for this place.
    pub(super) fn is_reported(&self, kind: FaultKind) -> bool {
        self.reported.contains(&(kind, self.span()))
    }

    /// Where the present step comes from.
    fn span(&self) -> Span {
        self.shared.plan.program.spans.get(self.step).copied().unwrap_or_default()
    }

    /// The inputs that are the place in the workgroup, from a first place on: that, and the places by lane.
    pub(super) fn input_plane(&self, input: Input) -> Option<(u32, &[u32])> {
        let size = self.shared.plan.program.workgroup_size;
        match input {
            Input::LocalInvocation(axis @ 0..3) => Some((0, &self.local[usize::from(axis)])),
            Input::GlobalInvocation(axis @ 0..3) => {
                let axis = usize::from(axis);
                Some((self.place[axis].wrapping_mul(size[axis]), &self.local[axis]))
            }
            _ => None,
        }
    }

    /// The value of an input for a lane.
    pub(super) fn input(&self, input: Input, lane: usize) -> u32 {
        let size = self.shared.plan.program.workgroup_size;
        let count = self.shared.workgroups;
        let local = |axis: usize| self.local[axis][lane];
        let lane = lane as u32;
        let subgroup = self.subgroup_size() as u32;
        let axis = |axis: u8| usize::from(axis).min(2);
        match input {
            Input::LocalInvocation(component) => local(axis(component)),
            Input::LocalInvocationIndex => lane,
            Input::GlobalInvocation(component) => {
                let axis = axis(component);
                self.place[axis].wrapping_mul(size[axis]).wrapping_add(local(axis))
            }
            Input::GlobalInvocationIndex => {
                let [x, y, z] =
                    [0, 1, 2].map(|axis| self.input(Input::GlobalInvocation(axis), lane as usize));
                let (width, height) = (size[0].wrapping_mul(count[0]), size[1].wrapping_mul(count[1]));
                z.wrapping_mul(height).wrapping_add(y).wrapping_mul(width).wrapping_add(x)
            }
            Input::Workgroup(component) => self.place[axis(component)],
            Input::WorkgroupIndex => self.index as u32,
            Input::WorkgroupCount(component) => count[axis(component)],
            Input::SubgroupInvocation => lane % subgroup,
            Input::SubgroupSize => subgroup,
            Input::Subgroup => lane / subgroup,
            Input::SubgroupCount => (self.lanes as u32).div_ceil(subgroup),
            Input::Stage(index) => {
                let plane = self.interface.inputs.get(usize::from(index));
                plane.and_then(|plane| plane.get(lane as usize)).copied().unwrap_or(0)
            }
            Input::BufferSize(index) => match self.shared.resources.get(usize::from(index)) {
                Some(Bound::Buffer(bytes)) => u32::try_from(bytes.len()).unwrap_or(u32::MAX),
                _ => 0,
            },
        }
    }

    pub(super) fn subgroup_size(&self) -> usize {
        self.shared.plan.program.subgroup_size.unwrap_or(self.shared.options.subgroup_size).clamp(1, 128)
            as usize
    }
}

/// By axis and lane: the place of each invocation.
fn local_places([width, height, _]: [u32; 3], lanes: u32) -> [Vec<u32>; 3] {
    let place = |lane: u32| [lane % width, lane / width % height, lane / width / height];
    [0, 1, 2].map(|axis| (0..lanes).map(|lane| place(lane)[axis]).collect())
}
