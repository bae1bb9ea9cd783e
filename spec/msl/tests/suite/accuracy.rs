//! The accuracy of operations against Tables 7.1 to 7.3.

use msl_spec::{FAST, PRECISE, accuracies};
use shader_numeric::allowed::{Bound, Condition, Interval, Range, Row, allowed};
use shader_numeric::{Operation, Type};

/// Without fast math, with it, and of `half`.
fn rows(operation: Operation) -> [Row; 3] {
    let number = operation as usize;
    assert_eq!(PRECISE.f16[number], FAST.f16[number], "one table is for both");
    [PRECISE.f32[number], FAST.f32[number], PRECISE.f16[number]]
}

fn units(count: f64) -> Bound {
    Bound::Units { count, of_magnitude: 0.0 }
}

#[test]
fn bounds_are_those_of_the_tables() {
    let [precise, fast, half] = rows(Operation::Sin);
    assert_eq!((precise.bound, half.bound), (units(4.0), units(1.0)));
    assert_eq!(fast.bound, Bound::Absolute(f64::exp2(-13.0)));
    let pi = core::f64::consts::PI;
    let range = Range::Interval(Interval { begin: -pi, end: pi });
    assert_eq!(fast.conditions, [Condition { operand: 0, range }]);
    let [precise, fast, _] = rows(Operation::Divide);
    assert_eq!((precise.bound, fast.bound), (Bound::CorrectlyRounded, units(2.5)));
    assert_eq!(fast.conditions[0].operand, 1);
    let [_, fast, _] = rows(Operation::Exp);
    assert_eq!(fast.bound, Bound::Units { count: 3.0, of_magnitude: 2.0 });
    let [_, fast, _] = rows(Operation::Log);
    let range = Interval { begin: 0.5, end: 2.0 };
    assert_eq!(fast.bound, Bound::ByRange { range, absolute: f64::exp2(-21.0), units: 3.0 });
}

#[test]
fn operators_are_exact_or_rounded_once() {
    for operation in [Operation::Add, Operation::Multiply, Operation::Negate, Operation::Less] {
        assert!(rows(operation).iter().all(|row| row.bound == Bound::CorrectlyRounded), "{operation:?}");
    }
}

#[test]
fn fused_multiply_add_is_rounded_once() {
    assert!(rows(Operation::FusedMultiplyAdd).iter().all(|row| row.bound == Bound::CorrectlyRounded));
    // The product is 16,785,409, which is not a `float`: rounded, it loses the one.
    let operands = [4097.0, 4097.0, -16_785_408.0].map(|it| Interval { begin: it, end: it });
    for table in [&PRECISE, &FAST] {
        let fused = allowed(Operation::FusedMultiplyAdd, table, Type::F32, &operands);
        assert_eq!(fused, Interval { begin: 1.0, end: 1.0 });
    }
}

#[test]
fn nothing_is_claimed_of_what_the_tables_leave_out() {
    assert_eq!(PRECISE.f32[Operation::Dot as usize], Row::ANY);
    let [_, fast, half] = rows(Operation::Ceil);
    assert_eq!((fast, half), (Row::ANY, Row::ANY));
}

#[test]
fn calls_say_whether_they_are_precise_or_fast_math_does() {
    assert!(core::ptr::eq(accuracies(true).default, &raw const FAST));
    assert!(core::ptr::eq(accuracies(false).default, &raw const PRECISE));
    assert!(core::ptr::eq(accuracies(true).precise, &raw const PRECISE));
}
