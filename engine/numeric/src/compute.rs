//! The functions of scalars, wherever their operands lie: in the lanes of an executor, or in a value that is known.

use crate::bits::{self, Word};
use crate::event::Watch;
use crate::number::{self, Float, Integer, Number};
use crate::{Domain, Operation, float};
use core::ops::{BitAnd, BitOr, BitXor, Not};

/// Applies a function to operands of one type.
pub trait Compute<T>: Sized {
    /// The result.
    type Output;
    /// The observer of events.
    type Watch: Watch;

    /// Of one operand.
    fn unary(self, function: impl Fn(T, &mut Self::Watch) -> T) -> Self::Output;
    /// Of two operands.
    fn binary(self, function: impl Fn(T, T, &mut Self::Watch) -> T) -> Self::Output;
    /// Of three operands.
    fn ternary(self, function: impl Fn(T, T, T, &mut Self::Watch) -> T) -> Self::Output;
    /// The second operand is a number of bits.
    fn counted(self, function: impl Fn(T, u32, &mut Self::Watch) -> T) -> Self::Output;
    /// The second and the third operand are offset and number of bits.
    fn ranged(self, function: impl Fn(T, u32, u32, &mut Self::Watch) -> T) -> Self::Output;
    /// The second operand is an exponent.
    fn scaled(self, function: impl Fn(T, i64, &mut Self::Watch) -> T) -> Self::Output;
    /// Two operands are compared.
    fn compared(self, function: impl Fn(&T, &T) -> bool) -> Self::Output;
    /// There is no such function: no accepted program leads here.
    fn impossible(self, operation: Operation) -> Self::Output;
}

/// Applies a function of a form.
macro_rules! form {
    ($compute:ident, $notes:tt, unary $function:path) => {
        $compute.unary(|a, watch| noting!($notes watch, $function, a))
    };
    ($compute:ident, $notes:tt, unary $function:path, in [$least:expr, $greatest:expr]) => {
        $compute.unary(|a, watch| {
            Domain { least: $least, greatest: $greatest }.watch(a, watch);
            noting!($notes watch, $function, a)
        })
    };
    ($compute:ident, $notes:tt, binary $function:path) => {
        $compute.binary(|a, b, watch| noting!($notes watch, $function, a, b))
    };
    ($compute:ident, $notes:tt, binary $function:path, in [$least:expr, $greatest:expr]) => {
        $compute.binary(|a, b, watch| {
            Domain { least: $least, greatest: $greatest }.watch(a, watch);
            noting!($notes watch, $function, a, b)
        })
    };
    ($compute:ident, $notes:tt, ternary $function:path) => {
        $compute.ternary(|a, b, c, watch| noting!($notes watch, $function, a, b, c))
    };
    ($compute:ident, $notes:tt, counted $function:path) => {
        $compute.counted(|a, count, watch| noting!($notes watch, $function, a, count))
    };
    ($compute:ident, $notes:tt, ranged $function:path) => {
        $compute.ranged(|a, offset, count, watch| noting!($notes watch, $function, a, offset, count))
    };
    ($compute:ident, $notes:tt, scaled $function:path) => {
        $compute.scaled(|a, exponent, watch| noting!($notes watch, $function, a, exponent))
    };
    ($compute:ident, $notes:tt, compared $function:path) => {
        $compute.compared($function)
    };
}

/// The arm of an operation for floats, integers or truth values: impossible where they are not among the classes of the row.
macro_rules! arm {
    (floats, $operation:ident, $compute:ident, $notes:tt, { floats $($form:tt)+ }) => { form!($compute, $notes, $($form)+) };
    (floats, $operation:ident, $compute:ident, $notes:tt, { numbers $($form:tt)+ }) => { form!($compute, $notes, $($form)+) };
    (integers, $operation:ident, $compute:ident, $notes:tt, { integers $($form:tt)+ }) => { form!($compute, $notes, $($form)+) };
    (integers, $operation:ident, $compute:ident, $notes:tt, { numbers $($form:tt)+ }) => { form!($compute, $notes, $($form)+) };
    (integers, $operation:ident, $compute:ident, $notes:tt, { bits $($form:tt)+ }) => { form!($compute, $notes, $($form)+) };
    (truths, $operation:ident, $compute:ident, $notes:tt, { truths $($form:tt)+ }) => { form!($compute, $notes, $($form)+) };
    (truths, $operation:ident, $compute:ident, $notes:tt, { bits $($form:tt)+ }) => { form!($compute, $notes, $($form)+) };
    ($types:ident, $operation:ident, $compute:ident, $notes:tt, { all $($form:tt)+ }) => { form!($compute, $notes, $($form)+) };
    ($types:ident, $operation:ident, $compute:ident, $($row:tt)+) => { $compute.impossible($operation) };
}

macro_rules! compute {
    ($(
        $name:ident $spelling:literal $operands:tt -> $result:ident($result_class:ident), notes $notes:tt
        $(, effort $effort:ident, lanes $lanes:tt, allowed $allowed:tt)? $(, whole $whole:tt)?;
    )*) => {
        /// The function of an operation on floating point numbers.
        pub fn floats<T: Float, C: Compute<T>>(operation: Operation, compute: C) -> C::Output {
            match operation {
                $(Operation::$name => arm!(floats, operation, compute, $notes $(, $lanes)?),)*
            }
        }

        /// The function of an operation on integers.
        pub fn integers<T: Word, C: Compute<T>>(operation: Operation, compute: C) -> C::Output {
            match operation {
                $(Operation::$name => arm!(integers, operation, compute, $notes $(, $lanes)?),)*
            }
        }

        /// The function of an operation on truth values, each a word that is 0 or 1.
        pub fn truths<C: Compute<u32>>(operation: Operation, compute: C) -> C::Output {
            match operation {
                $(Operation::$name => arm!(truths, operation, compute, $notes $(, $lanes)?),)*
            }
        }
    };
}

operations!(compute);
