//! The operations, as the table declares them.

#![allow(clippy::enum_glob_use, reason = "the table names events by themselves")]

use crate::event::Event::{self, *};
use crate::signature::{Class, Form, Part};
use crate::{Domain, Type};

/// The scalar steps that an operation on whole values is made of, for those who expand it.
///
/// Accuracies may allow more than the steps do: terms may be added in any order, and elements that are moved may be flushed.
/// <https://www.w3.org/TR/WGSL/#reassociation-and-fusion>
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Steps {
    /// One for each component.
    Each,
    /// The products of elements of the first operand's rows and the second operand's columns, added up; for scalars, and for two
    /// vectors, one product for each component.
    Product,
    /// The components of the third operand select from those of the others.
    Select,
    /// The operation between the components, from the first on.
    Fold(Operation),
    /// The bits stay as they are, where components of the result and of the operand have as many.
    Cast,
    /// Products of components, added from the first on.
    Dot,
    /// The square root of the dot product of a vector with itself.
    Length,
    /// The length of the difference of two vectors.
    Distance,
    /// The components, divided by the length.
    Normalize,
    /// The elements in another order.
    Transpose,
    /// None: it is computed as a whole.
    Whole,
}

/// The amount of work of the function of scalars, in classes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// One or a few instructions of a processor.
    Simple,
    /// A few instructions on the bits of an operand.
    Bits,
    /// Rounding, or a root.
    Root,
    /// A function computed by a series.
    Series,
    /// A series whose results are allowed as several expressions.
    LongSeries,
    /// A remainder, a power, or a quotient of two series.
    Power,
    /// Several dependent steps.
    Blend,
    /// There is no function of scalars: the work depends on the number of components.
    Whole,
}

/// An operand or the result.
macro_rules! part {
    (Vec2($class:ident)) => {
        Part { class: Class::$class, form: Form::VectorOf(2) }
    };
    (Vec3($class:ident)) => {
        Part { class: Class::$class, form: Form::VectorOf(3) }
    };
    (Vec4($class:ident)) => {
        Part { class: Class::$class, form: Form::VectorOf(4) }
    };
    ($form:ident($class:ident)) => {
        Part { class: Class::$class, form: Form::$form }
    };
}

macro_rules! steps {
    () => {
        Steps::Each
    };
    ({ $whole:path => $allowed:path, Fold($operation:path) }) => {
        Steps::Fold($operation)
    };
    ({ $whole:path => $allowed:path, $steps:ident }) => {
        Steps::$steps
    };
}

macro_rules! effort {
    () => {
        Effort::Whole
    };
    ($effort:ident) => {
        Effort::$effort
    };
}

/// Whether a row has functions of scalars. Here are all forms of these columns: a class of types without results, or a misspelt one, does
/// not compile.
macro_rules! has_lanes {
    () => {
        false
    };
    ({ floats $($form:tt)+ }, { ($($floats:tt)+) }) => {
        true
    };
    ({ integers $($form:tt)+ }, { $integers:path }) => {
        true
    };
    ({ truths $($form:tt)+ }, { $truths:path }) => {
        true
    };
    ({ numbers compared $function:path }, { $comparison:path }) => {
        true
    };
    ({ numbers $($form:tt)+ }, { ($($floats:tt)+) $integers:path }) => {
        true
    };
    ({ bits $($form:tt)+ }, { $integers:path, $truths:path }) => {
        true
    };
    ({ all compared $function:path }, { $comparison:path }) => {
        true
    };
}

macro_rules! domain {
    ({ $classes:ident $form:ident $function:path, in [$least:expr, $greatest:expr] }) => {
        Some(Domain { least: $least, greatest: $greatest })
    };
    ($($lanes:tt)?) => {
        None
    };
}

macro_rules! declare {
    ($(
        $name:ident $spelling:literal [$($form:ident($class:ident)),*] -> $result:ident($result_class:ident), notes [$($note:expr),*]
        $(, effort $effort:ident, lanes $lanes:tt, allowed $allowed:tt)? $(, whole $whole:tt)?;
    )*) => {
        /// An operation on values. Const evaluation, execution and the intervals of allowed results share them.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        #[allow(missing_docs, reason = "the operations by name")]
        pub enum Operation {
            $($name,)*
        }

        impl Operation {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// Its name in data files: that of the variant.
            #[must_use]
            pub const fn identifier(self) -> &'static str {
                match self {
                    $(Self::$name => stringify!($name),)*
                }
            }

            /// Its name as people write it: the token of an operator, the name of a function.
            #[must_use]
            pub const fn spelling(self) -> &'static str {
                match self {
                    $(Self::$name => $spelling,)*
                }
            }

            /// The class and the arrangement of each operand.
            #[must_use]
            pub const fn operands(self) -> &'static [Part] {
                match self {
                    $(Self::$name => const { &[$(part!($form($class)),)*] },)*
                }
            }

            /// The class and the arrangement of the result.
            #[must_use]
            pub const fn result(self) -> Part {
                match self {
                    $(Self::$name => part!($result($result_class)),)*
                }
            }

            /// Whether it has a function of scalars that computes each component by itself.
            #[must_use]
            pub const fn is_componentwise(self) -> bool {
                match self {
                    $(Self::$name => has_lanes!($($lanes, $allowed)?),)*
                }
            }

            /// The numbers that its first operand may be, where they are not all numbers.
            #[must_use]
            pub const fn domain(self) -> Option<Domain> {
                match self {
                    $(Self::$name => domain!($($lanes)?),)*
                }
            }

            /// The scalar steps that it is made of.
            #[must_use]
            pub const fn steps(self) -> Steps {
                match self {
                    $(Self::$name => steps!($($whole)?),)*
                }
            }

            /// The events that its functions may note, beside a first operand outside the domain.
            #[must_use]
            pub const fn events(self) -> &'static [Event] {
                match self {
                    $(Self::$name => const { &[$($note,)*] },)*
                }
            }

            /// The amount of work of its function of scalars.
            #[must_use]
            pub const fn effort(self) -> Effort {
                match self {
                    $(Self::$name => effort!($($effort)?),)*
                }
            }
        }
    };
}

operations!(declare);

const _: () = {
    let mut index = 0;
    while index < Operation::COUNT {
        let operation = Operation::ALL[index];
        let has_functions = operation.is_componentwise() || !matches!(operation.steps(), Steps::Each);
        assert!(has_functions, "an operation has functions of scalars, or of whole values");
        index += 1;
    }
};

impl Operation {
    /// The number of operations.
    pub const COUNT: usize = Self::ALL.len();

    /// The operation with a name in data files.
    #[must_use]
    pub fn named(identifier: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|operation| operation.identifier() == identifier)
    }

    /// The operation on integers that stand for all integers: shifts take their amount as it is.
    #[must_use]
    pub const fn exactly(self) -> Self {
        if matches!(self, Self::ShiftLeft) {
            Self::ShiftLeftExactly
        } else if matches!(self, Self::ShiftRight) {
            Self::ShiftRightExactly
        } else {
            self
        }
    }

    /// Whether people write it between or before its operands.
    #[must_use]
    pub const fn is_operator(self) -> bool {
        !self.spelling().as_bytes()[0].is_ascii_alphabetic()
    }

    /// Whether it compares its operands: then the result is a truth value, whatever their type.
    #[must_use]
    pub const fn compares(self) -> bool {
        self.is_componentwise()
            && matches!(self.result().class, Class::Bool)
            && !matches!(self.operands()[0].class, Class::Bool)
    }
}
