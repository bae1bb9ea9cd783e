//! Atomic operations: lane after lane, in the order of their numbers. <https://www.w3.org/TR/WGSL/#atomic-builtin-functions>

use super::group::Group;
use super::lanes::{Lanes, Word};
use super::memories::Memories;
use crate::plane::of_lane;
use shader_ir::{AtomicOperation, Exchange, Location, Memory, Register, Type};
use shader_numeric::event::Unwatched;
use shader_numeric::number::Integer;

/// The active lanes in the order in which they reach an atomic operation. Helpers do not reach it: their results are indeterminate.
pub(super) fn turns(group: &Group<'_>) -> Vec<usize> {
    let mut lanes: Vec<usize> = group.lanes.seen().collect();
    if let Some(seed) = group.shared.plan.options.seed {
        // Each step has an order of its own. Multiplying by odd numbers mixes well enough for an order.
        let step = group.control.step as u64 ^ group.interface.index;
        let key = |lane: usize| {
            (lane as u64 + 1)
                .wrapping_mul(seed | 1)
                .wrapping_add(step.wrapping_mul(0x9e37_79b9_7f4a_7c15))
                .wrapping_mul(0xd6e8_feb8_6659_fd93)
        };
        lanes.sort_by_key(|lane| key(*lane));
    }
    lanes
}

pub(super) fn atomic<W: AtomicWord>(
    group: &mut Group<'_>,
    operation: AtomicOperation,
    ty: Type,
    to: Register,
    value: Register,
    at: Location,
) {
    let address = |lanes: &Lanes<'_>, lane| lanes.lane(at.address, lane) as usize + at.offset as usize;
    match at.memory {
        // Loops of their own, which do not look at the kind of memory in each lane.
        Memory::Workgroup => in_turns::<W>(group, operation, ty, [to, value], |lanes, lane| {
            Some((Memory::Workgroup, address(lanes, lane)))
        }),
        Memory::Buffer(index) => in_turns::<W>(group, operation, ty, [to, value], |lanes, lane| {
            Some((Memory::Buffer(index), address(lanes, lane)))
        }),
        Memory::Invocation | Memory::Constant | Memory::Pointed => {
            let reads = operation == AtomicOperation::Load;
            in_turns::<W>(group, operation, ty, [to, value], |lanes, lane| {
                if reads { lanes.place(at, lane) } else { lanes.writable_place(at, lane) }
            });
        }
    }
}

/// Changes a word in each lane, one lane after the other.
fn in_turns<W: AtomicWord>(
    group: &mut Group<'_>,
    operation: AtomicOperation,
    ty: Type,
    [to, value]: [Register; 2],
    place: impl Fn(&Lanes<'_>, usize) -> Option<(Memory, usize)>,
) {
    let turns = turns(group);
    let Group { lanes, memories, .. } = group;
    let mut results = lanes.take::<W>(to);
    let operands = lanes.words::<W>(value);
    for lane in turns {
        let operand = of_lane(operands, lane);
        let change = |old| updated((operation, ty), old, operand);
        results[lane] = place(lanes, lane)
            .map_or(W::of_raw(0), |(memory, address)| W::change(memories, memory, lane, address, change));
    }
    lanes.put(to, results);
}

/// <https://www.w3.org/TR/WGSL/#atomicCompareExchangeWeak-builtin>: the exchange never fails spuriously here.
pub(super) fn compare_exchange<W: AtomicWord>(group: &mut Group<'_>, exchange: &Exchange) {
    let turns = turns(group);
    let Group { lanes, memories, .. } = group;
    let mut old_values = lanes.take::<W>(exchange.old_value);
    let mut exchanged = lanes.take::<u32>(exchange.exchanged);
    for lane in turns {
        let of = |register| of_lane(lanes.words::<W>(register), lane);
        let (comparator, value) = (of(exchange.comparator), of(exchange.value));
        let change = |old| (old == comparator).then_some(value);
        let place = lanes.writable_place(exchange.at, lane);
        let old = place
            .map_or(W::of_raw(0), |(memory, address)| W::change(memories, memory, lane, address, change));
        old_values[lane] = old;
        exchanged[lane] = u32::from(old == comparator);
    }
    lanes.put(exchange.old_value, old_values);
    lanes.put(exchange.exchanged, exchanged);
}

/// Performs an atomic operation of one lane at a place. The result is the old value.
pub(super) fn perform<W: AtomicWord>(
    memories: &mut Memories<'_>,
    (memory, address, lane): (Memory, usize, usize),
    (operation, ty): (AtomicOperation, Type),
    operand: u64,
) -> u64 {
    let change = |old| updated((operation, ty), old, W::of_raw(operand));
    W::change(memories, memory, lane, address, change).raw()
}

/// The new value of an atomic operation; `None` if it only reads.
pub(super) fn result_of((operation, ty): (AtomicOperation, Type), old: u64, operand: u64) -> Option<u64> {
    fn of<W: AtomicWord>(what: (AtomicOperation, Type), old: u64, operand: u64) -> Option<u64> {
        updated(what, W::of_raw(old), W::of_raw(operand)).map(W::raw)
    }
    let of = if ty.size() > 4 { of::<u64> } else { of::<u32> };
    of((operation, ty), old, operand)
}

/// Performs a conditional exchange of one lane at a place. The result is the old value.
pub(super) fn perform_exchange<W: AtomicWord>(
    memories: &mut Memories<'_>,
    (memory, address, lane): (Memory, usize, usize),
    [comparator, value]: [u64; 2],
) -> u64 {
    let change = |old: W| (old == W::of_raw(comparator)).then_some(W::of_raw(value));
    W::change(memories, memory, lane, address, change).raw()
}

/// A word that atomic operations change.
pub(super) trait AtomicWord: Word + Integer {
    /// The bit for the sign.
    const SIGN: Self;
    /// Changes the word at an address. The result is the old word.
    fn change(
        memories: &mut Memories<'_>,
        memory: Memory,
        lane: usize,
        address: usize,
        change: impl Fn(Self) -> Option<Self>,
    ) -> Self;
}

macro_rules! atomic_words {
    ($($word:ident by $change:ident;)+) => {$(
        impl AtomicWord for $word {
            const SIGN: Self = 1 << (Self::BITS - 1);

            #[inline]
            fn change(
                memories: &mut Memories<'_>,
                memory: Memory,
                lane: usize,
                address: usize,
                change: impl Fn(Self) -> Option<Self>,
            ) -> Self {
                memories.$change(memory, lane, address, change)
            }
        }
    )+};
}

atomic_words! {
    u32 by change;
    u64 by change_wide;
}

/// The new value; `None` where the old one stays.
#[inline]
fn updated<W: AtomicWord>((operation, ty): (AtomicOperation, Type), old: W, operand: W) -> Option<W> {
    // With the bit for the sign inverted, values are in the order of words.
    let sign = if ty.is_signed() { W::SIGN } else { W::of_raw(0) };
    let is_less = |left: W, right: W| (left ^ sign) < (right ^ sign);
    let float = |word: W| f32::from_bits(word.raw() as u32);
    let of_float = |value: f32| W::of_raw(value.to_bits().into());
    Some(match operation {
        AtomicOperation::Load => return None,
        AtomicOperation::Store | AtomicOperation::Exchange => operand,
        AtomicOperation::Add if ty == Type::F32 => of_float(float(old) + float(operand)),
        AtomicOperation::Subtract if ty == Type::F32 => of_float(float(old) - float(operand)),
        AtomicOperation::Add => old.sum(operand, &mut Unwatched),
        AtomicOperation::Subtract => old.difference(operand, &mut Unwatched),
        AtomicOperation::Max if is_less(old, operand) => operand,
        AtomicOperation::Min if is_less(operand, old) => operand,
        AtomicOperation::Max | AtomicOperation::Min => old,
        AtomicOperation::And => old & operand,
        AtomicOperation::Or => old | operand,
        AtomicOperation::Xor => old ^ operand,
    })
}
