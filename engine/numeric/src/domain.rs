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
    /// Notes that an operand is outside.
    #[inline]
    pub fn watch<T: Float>(self, operand: T, watch: &mut impl Watch) {
        let operand = operand.widen();
        note_if(!(self.least <= operand && operand <= self.greatest), Event::OutsideDomain(self), watch);
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
