//! Knowledge about a scalar: all implementations have one value, or each has one of several values.

use shader_ir::Type;
use shader_numeric::allowed::{self, Interval, Truth};

/// The values that a register or a word of memory may hold in other implementations.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Held {
    /// The value that it holds here.
    Exact,
    /// One of these; for booleans 0 and 1, for integers their values.
    Within(Interval),
}

/// A scalar with its bits here, and the values that it may have elsewhere.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scalar {
    pub(super) ty: Type,
    pub(super) bits: u64,
    pub(super) held: Held,
}

impl Held {
    /// Nothing is known.
    pub(super) const OPEN: Self = Self::Within(Interval::ANY);

    /// Returns true if there is one value only. A number that is not finite counts as one as long as nothing is computed with it.
    pub(super) fn is_known(self) -> bool {
        match self {
            Self::Exact => true,
            Self::Within(interval) => interval.single().is_some(),
        }
    }

    /// Exact if all operands are known.
    pub(super) const fn exact_if(known: bool) -> Self {
        if known { Self::Exact } else { Self::OPEN }
    }
}

impl Scalar {
    /// The values that it may have.
    pub(super) fn interval(self) -> Interval {
        match self.held {
            // Not every integer of 64 bits is a number of an interval, and nothing is claimed of floats of that size.
            Held::Exact if self.ty.is_wide() => Interval::ANY,
            Held::Exact => Interval::point(allowed::number_of(self.ty, self.bits as u32)),
            Held::Within(interval) => interval,
        }
    }

    /// Returns true if it may be true, false, or both. `None` when nothing at all is known.
    pub(super) fn truth(self) -> Option<Truth> {
        match self.held {
            Held::Exact => Some(if self.bits == 0 { Truth::No } else { Truth::Yes }),
            Held::Within(interval) if interval.is_any() => None,
            Held::Within(interval) => Some(Truth::of(interval)),
        }
    }

    /// Returns true if it is a condition that may go either way.
    pub(super) fn is_open_condition(self) -> bool {
        !matches!(self.truth(), Some(Truth::Yes | Truth::No))
    }
}

/// The result of a selection. <https://www.w3.org/TR/WGSL/#select-builtin>
pub(super) fn select(condition: Scalar, accept: Scalar, reject: Scalar) -> Held {
    match condition.truth() {
        // The condition comes from an index of which nothing is known: it may be outside of what is chosen from.
        None => Held::OPEN,
        Some(Truth::Yes) => accept.held,
        Some(Truth::No) => reject.held,
        Some(Truth::Either) if (accept.held, accept.bits) == (reject.held, reject.bits) => accept.held,
        Some(Truth::Either) => {
            Held::Within(allowed::select(reject.interval(), accept.interval(), Truth::Either))
        }
    }
}

/// The bits of a value as another type of the same size. <https://www.w3.org/TR/WGSL/#bitcast-builtin>
pub(super) fn reinterpret(value: Scalar, into: Type) -> Held {
    if value.ty == into || (!value.ty.is_float() && !into.is_float()) {
        return if value.held.is_known() {
            Held::Exact
        } else if value.ty == into {
            value.held
        } else {
            Held::OPEN
        };
    }
    // Intervals are for words of up to 32 bits without a sign, and for `i32`.
    if into.is_wide() || into == Type::I16 {
        return Held::OPEN;
    }
    let bits = allowed::bitcast(value.ty, into, &[value.interval()]);
    Held::Within(bits.first().copied().unwrap_or(Interval::ANY))
}

/// The conversion of a value constructor.
pub(super) fn convert(value: Scalar, from: Type, into: Type) -> Held {
    if value.held.is_known() && !from.is_float() && !into.is_float() {
        return Held::Exact;
    }
    Held::Within(allowed::convert(from, into, value.interval()))
}
