//! Why an expression has no value.

use crate::{Domain, Operation, Type};

use super::event::Event;
use super::format::format as format_value;
use super::{Application, Operand, Shape};

/// Why an expression that must be evaluated before execution has no value.
#[derive(Clone, PartialEq, Debug)]
pub struct Fault {
    /// The event that is an error.
    pub event: Event,
    /// The operation; none for a conversion.
    pub operation: Option<Operation>,
    /// The operands as people write them; for a conversion, the value.
    pub values: Vec<String>,
    /// The type of the result.
    pub ty: Type,
}

impl Fault {
    /// The fault of converting a value to a type that doesn't hold it.
    pub(super) fn not_representable(from: Type, bits: u64, to: Type) -> Self {
        let values = vec![format_value(from, bits)];
        Self { event: Event::NotRepresentable(to), operation: None, values, ty: to }
    }

    /// A sentence with the values in it, lower case, without a full stop. The function gives the name of a type.
    #[must_use]
    pub fn message(&self, name_of: impl Fn(Type) -> &'static str) -> String {
        let spelling = self.operation.map_or("", Operation::spelling);
        let value = |argument: usize| self.values.get(argument).map_or("", String::as_str);
        match self.event {
            Event::Overflow if self.is_at_an_end() => {
                let inside = self.operation.and_then(Operation::domain).map_or(String::new(), Domain::inside);
                format!("`{}` is infinite: the argument must {inside}", self.expression())
            }
            Event::Overflow | Event::Wrapped | Event::ShiftOverflow => {
                format!("`{}` overflows {}", self.expression(), name_of(self.ty))
            }
            Event::NotANumber => format!("`{}` is not a number", self.expression()),
            Event::DivisionByZero => "the divisor is zero".to_owned(),
            Event::ShiftTooFar => format!(
                "a value of type {} can't be shifted by {}: it has {} bits",
                name_of(self.ty),
                value(1),
                self.ty.size() * 8
            ),
            Event::MostNegative => format!("{} has no magnitude in {}", value(0), name_of(self.ty)),
            Event::OutsideDomain(domain) => {
                format!("{spelling} expects an argument {}, found {}", domain.words(), value(0))
            }
            Event::LowAboveHigh => {
                format!(
                    "the low bound of {spelling} must not be above the high bound, found {} and {}",
                    value(1),
                    value(2)
                )
            }
            Event::EqualEdges => format!("the edges of {spelling} must differ, but both are {}", value(0)),
            Event::BitRange => {
                let first = self.values.len().saturating_sub(2);
                format!(
                    "{spelling} expects offset + count to be at most {}, found {} + {}",
                    self.ty.size() * 8,
                    value(first),
                    value(first + 1)
                )
            }
            Event::ExponentTooLarge => format!("the exponent of {spelling}, {}, is too large", value(1)),
            Event::ZeroVector => format!("{spelling} expects a vector that is not zero"),
            Event::Undefined => "the result is undefined for these operands".to_owned(),
            Event::NotRepresentable(ty) => {
                format!("`{}` can't be represented in {}", value(0), name_of(ty))
            }
        }
    }

    /// Whether a function of one argument has an infinite result, which it has at the ends of its domain.
    fn is_at_an_end(&self) -> bool {
        self.values.len() == 1 && self.operation.and_then(Operation::domain).is_some()
    }

    /// The operation as one would write it.
    fn expression(&self) -> String {
        let Some(operation) = self.operation else { return self.values.join(", ") };
        match &self.values[..] {
            [only] if operation.is_operator() => format!("{}{only}", operation.spelling()),
            [left, right] if operation.is_operator() => format!("{left} {} {right}", operation.spelling()),
            values => format!("{}({})", operation.spelling(), values.join(", ")),
        }
    }
}

/// Which values an operation was looking at.
#[derive(Clone, Copy, Debug)]
pub(super) enum Extent {
    /// The components at one index.
    Component(usize),
    /// Whole operands.
    Whole,
}

impl Application<'_> {
    /// The fault that an event stands for.
    pub(crate) fn fault(&self, event: Event, extent: Extent) -> Fault {
        let values = self.operands.iter().map(|operand| value(operand, extent)).collect();
        Fault { event, operation: Some(self.operation), values, ty: self.result.0 }
    }
}

fn value(operand: &Operand<'_>, extent: Extent) -> String {
    match (extent, operand.shape) {
        (Extent::Component(index), _) => format_value(operand.ty, operand.component(index)),
        (Extent::Whole, Shape::Scalar) => format_value(operand.ty, operand.component(0)),
        (Extent::Whole, Shape::Vector(size)) => format!("vec{size}({})", list(operand)),
        (Extent::Whole, Shape::Matrix(columns, rows)) => format!("mat{columns}x{rows}({})", list(operand)),
    }
}

fn list(operand: &Operand<'_>) -> String {
    let values: Vec<String> = operand.bits.iter().map(|bits| format_value(operand.ty, *bits)).collect();
    values.join(", ")
}
