//! How far results may be from the exact ones (7.4).
//!
//! Where the tables give the expression that a result is computed by, that counts if the operation is defined by it here. Nothing is
//! claimed of other rows, nor of operations that the tables do not name.

use shader_numeric::allowed::Accuracies;

include!("generated/accuracy.rs");

/// The accuracies of calls: those that name `metal::precise` or `metal::fast`, and those that name neither, for which fast math decides
/// (1.5.3). It is on unless an option says otherwise.
#[must_use]
pub const fn accuracies(is_fast: bool) -> Accuracies {
    Accuracies { default: if is_fast { &FAST } else { &PRECISE }, precise: &PRECISE, fast: &FAST }
}
