//! Faults of const evaluation as diagnostics.

use super::Checker;
use shader_numeric::event::Event;
use shader_numeric::{Fault, Type};
use shader_source::Span;
use wgsl_spec::{Code, Scalar};

impl Checker<'_> {
    /// Reports why an expression has no value.
    #[cold]
    pub(super) fn fault(&mut self, span: Span, fault: &Fault) {
        self.error(code(fault.event), span, fault.message(name_of));
    }
}

/// The one place that says which code an event of const evaluation has.
const fn code(event: Event) -> Code {
    match event {
        Event::Overflow | Event::Wrapped | Event::MostNegative | Event::ShiftOverflow | Event::NotANumber => {
            Code::ConstOverflow
        }
        Event::DivisionByZero => Code::ConstDivisionByZero,
        Event::ShiftTooFar => Code::ConstShiftTooFar,
        Event::NotRepresentable(_) => Code::ConstNotRepresentable,
        Event::OutsideDomain(_)
        | Event::LowAboveHigh
        | Event::EqualEdges
        | Event::BitRange
        | Event::ExponentTooLarge
        | Event::ZeroVector => Code::ConstInvalidArgument,
    }
}

/// The language's name of a type that values are computed with.
fn name_of(ty: Type) -> &'static str {
    Scalar::of(ty).map_or(ty.name(), Scalar::name)
}
