//! The numbers that floating point functions are defined for.

use crate::event::{Event, Watch, note_if};
use crate::number::Float;

/// A closed interval of extended reals: the first operands for which a function is defined.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Domain {
    /// The least of them.
    pub least: f64,
    /// The greatest of them.
    pub greatest: f64,
}

impl Domain {
    /// The numbers from -1 to 1.
    pub const UNIT: Self = Self { least: -1.0, greatest: 1.0 };
    /// The numbers that are not negative.
    pub const FROM_ZERO: Self = Self { least: 0.0, greatest: f64::INFINITY };
    /// The numbers that are at least 1.
    pub const FROM_ONE: Self = Self { least: 1.0, greatest: f64::INFINITY };

    /// Notes that an operand is outside, and returns it.
    #[inline]
    pub fn watch<T: Float>(self, operand: T, watch: &mut impl Watch) -> T {
        let value = operand.widen();
        note_if(!(self.least <= value && value <= self.greatest), Event::OutsideDomain(self), watch);
        operand
    }

    /// In words: "in [-1, 1]".
    pub(crate) fn words(self) -> String {
        match (self.least, self.greatest) {
            (0.0, f64::INFINITY) => "that is not negative".to_owned(),
            (least, f64::INFINITY) => format!("of at least {least}"),
            (least, greatest) => format!("in [{least}, {greatest}]"),
        }
    }

    /// The condition of an argument inside of the ends, in words: "be greater than 0".
    pub(crate) fn inside(self) -> String {
        match (self.least, self.greatest) {
            (least, f64::INFINITY) => format!("be greater than {least}"),
            (least, greatest) => format!("be between {least} and {greatest}, exclusive"),
        }
    }
}
