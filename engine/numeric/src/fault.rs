//! Why an expression has no value.

use wgsl_spec::{Code, Kernel, Scalar};

use super::event::Event;
use super::format::format as format_value;
use super::{Operand, Shape};

/// Why an expression that must be evaluated before execution has no value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The exact result is outside the range of the type.
    Overflow {
        /// The operation with its values.
        expression: String,
        /// The type.
        scalar: Scalar,
    },
    /// The result is a NaN.
    NotANumber {
        /// The operation with its values.
        expression: String,
    },
    /// The divisor is zero.
    DivisionByZero,
    /// The shift amount is not below the bit width.
    ShiftTooFar {
        /// The amount.
        amount: u64,
        /// The type of the shifted value.
        scalar: Scalar,
    },
    /// A value is not among the values of the type that it is converted to.
    NotRepresentable {
        /// The value.
        value: String,
        /// The type.
        scalar: Scalar,
    },
    /// A hexadecimal literal needs more precision than its type has.
    NotExact {
        /// The literal.
        value: String,
        /// The type.
        scalar: Scalar,
    },
    /// An argument is outside the domain of a builtin function.
    InvalidArgument {
        /// What the function wants and what it got.
        message: String,
    },
}

impl Fault {
    /// The diagnostic code.
    #[must_use]
    pub const fn code(&self) -> Code {
        match self {
            Self::Overflow { .. } | Self::NotANumber { .. } => Code::ConstOverflow,
            Self::DivisionByZero => Code::ConstDivisionByZero,
            Self::ShiftTooFar { .. } => Code::ConstShiftTooFar,
            Self::NotRepresentable { .. } | Self::NotExact { .. } => Code::ConstNotRepresentable,
            Self::InvalidArgument { .. } => Code::ConstInvalidArgument,
        }
    }

    /// A sentence with the values in it, lower case, without a full stop.
    #[must_use]
    pub fn message(&self) -> String {
        match self {
            Self::Overflow { expression, scalar } => format!("`{expression}` overflows {}", scalar.name()),
            Self::NotANumber { expression } => format!("`{expression}` is not a number"),
            Self::DivisionByZero => "the divisor is zero".to_owned(),
            Self::ShiftTooFar { amount, scalar } => {
                format!("a value of type {} can't be shifted by {amount}: it has 32 bits", scalar.name())
            }
            Self::NotRepresentable { value, scalar } => {
                format!("`{value}` can't be represented in {}", scalar.name())
            }
            Self::NotExact { value, scalar } => {
                format!("`{value}` can't be represented exactly in {}", scalar.name())
            }
            Self::InvalidArgument { message } => message.clone(),
        }
    }

    /// The fault of converting a value to a type that doesn't hold it.
    pub(super) fn not_representable(from: Scalar, bits: u64, to: Scalar) -> Self {
        Self::NotRepresentable { value: format_value(from, bits), scalar: to }
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

/// An operation with its operands, for messages.
#[derive(Clone, Copy, Debug)]
pub(super) struct Application<'a> {
    pub(super) kernel: Kernel,
    pub(super) arguments: &'a [Operand<'a>],
    pub(super) result_scalar: Scalar,
}

impl Application<'_> {
    /// The fault that an event stands for.
    pub(super) fn fault(&self, event: Event, extent: Extent) -> Fault {
        let expression = || self.expression(extent);
        let scalar = self.result_scalar;
        let name = function_name(self.kernel);
        let value = |argument: usize| self.value(argument, extent);
        let invalid = |message: String| Fault::InvalidArgument { message };
        match event {
            Event::Overflow | Event::ShiftOverflow => Fault::Overflow { expression: expression(), scalar },
            Event::NotANumber => Fault::NotANumber { expression: expression() },
            Event::DivisionByZero => Fault::DivisionByZero,
            Event::ShiftTooFar => {
                let index = if let Extent::Component(index) = extent { index } else { 0 };
                let amount = self.arguments.get(1).map_or(0, |operand| operand.component(index));
                Fault::ShiftTooFar { amount, scalar }
            }
            Event::OutsideDomain { argument, wants } => {
                let value = value(usize::from(argument));
                invalid(format!("{name} wants an argument {wants}, this is {value}"))
            }
            Event::LowAboveHigh => invalid(format!(
                "the low bound of clamp, {}, is above the high bound, {}",
                value(1),
                value(2)
            )),
            Event::EqualEdges => invalid(format!("both edges of smoothstep are {}", value(0))),
            Event::BitRange => {
                let first = if self.kernel == Kernel::InsertBits { 2 } else { 1 };
                let (offset, count) = (value(first), value(first + 1));
                invalid(format!("{name} wants offset + count to be at most 32, this is {offset} + {count}"))
            }
            Event::ExponentTooLarge => invalid(format!("the exponent of ldexp, {}, is too large", value(1))),
            Event::ZeroVector => invalid("normalize wants a vector that is not zero".to_owned()),
            Event::NotRepresentable => Fault::NotRepresentable { value: value(0), scalar: Scalar::F16 },
        }
    }

    /// The operation as one would write it.
    fn expression(&self, extent: Extent) -> String {
        let value = |argument: usize| self.value(argument, extent);
        match operator(self.kernel) {
            Some(symbol) if self.arguments.len() > 1 => format!("{} {symbol} {}", value(0), value(1)),
            Some(symbol) => format!("{symbol}{}", value(0)),
            None => {
                let values: Vec<String> = (0..self.arguments.len()).map(value).collect();
                format!("{}({})", function_name(self.kernel), values.join(", "))
            }
        }
    }

    fn value(&self, argument: usize, extent: Extent) -> String {
        let Some(operand) = self.arguments.get(argument) else { return String::new() };
        match (extent, operand.shape) {
            (Extent::Component(index), _) => format_value(operand.scalar, operand.component(index)),
            (Extent::Whole, Shape::Scalar) => format_value(operand.scalar, operand.component(0)),
            (Extent::Whole, Shape::Vector(size)) => format!("vec{size}({})", list(operand)),
            (Extent::Whole, Shape::Matrix(columns, rows)) => {
                format!("mat{columns}x{rows}({})", list(operand))
            }
        }
    }
}

fn list(operand: &Operand<'_>) -> String {
    let values: Vec<String> = operand.bits.iter().map(|bits| format_value(operand.scalar, *bits)).collect();
    values.join(", ")
}

/// The name of the builtin function that runs a kernel.
fn function_name(kernel: Kernel) -> String {
    let mut name = format!("{kernel:?}");
    if let Some(first) = name.get_mut(..1) {
        first.make_ascii_lowercase();
    }
    name
}

const fn operator(kernel: Kernel) -> Option<&'static str> {
    Some(match kernel {
        Kernel::Add => "+",
        Kernel::Subtract | Kernel::Negate => "-",
        Kernel::Multiply => "*",
        Kernel::Divide => "/",
        Kernel::Remainder => "%",
        Kernel::ShiftLeft => "<<",
        Kernel::ShiftRight => ">>",
        _ => return None,
    })
}
