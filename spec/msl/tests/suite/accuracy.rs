//! The accuracy of operations against Tables 7.1 to 7.3.

use msl_spec::{ACCURACY, AllowedError, Bound, Operation, accuracy, functions};

/// A bound for all operands.
fn everywhere(error: AllowedError) -> Vec<Bound> {
    vec![Bound { error, condition: None }]
}

#[test]
fn every_row_of_a_function_is_of_a_function_with_a_precise_variant() {
    for row in &ACCURACY {
        if let Operation::Function(name) = row.operation {
            assert!(functions(name).iter().any(|function| function.precise_and_fast), "{name}");
            assert!(!row.precise.is_empty(), "{name}");
        }
    }
}

#[test]
fn the_rows_are_those_of_table_7_1() {
    let names = "acos acosh asin asinh atan atan2 atanh ceil copysign cos cosh cospi exp exp2 exp10 fabs fdim floor fma
        fmax fmin fmod fract frexp ilogb ldexp log log2 log10 modf pow powr rint round rsqrt sin sincos sinh sinpi sqrt
        tan tanpi tanh trunc";
    let mut count = 0;
    for name in names.split_whitespace() {
        assert!(accuracy(name).is_some(), "{name}");
        count += 1;
    }
    assert_eq!(ACCURACY.len(), count + 5);
    assert!(accuracy("dot").is_none(), "the specification claims nothing of it");
}

#[test]
fn bounds_are_read_from_their_notation() {
    let sine = accuracy("sin").expect("a row");
    assert_eq!(sine.precise, everywhere(AllowedError::Ulp(4.0)));
    assert_eq!(sine.fast, [Bound { error: AllowedError::Absolute(-13), condition: Some("-pi <= x <= pi") }]);
    assert_eq!(sine.half, everywhere(AllowedError::Ulp(1.0)));
    let exponential = accuracy("exp").expect("a row");
    assert_eq!(exponential.fast, everywhere(AllowedError::UlpOf("3 + floor(fabs(2 * x))")));
    let logarithm = accuracy("log").expect("a row");
    assert_eq!(
        logarithm.fast,
        [
            Bound { error: AllowedError::Absolute(-21), condition: Some("0.5 <= x <= 2") },
            Bound { error: AllowedError::Ulp(3.0), condition: Some("x > 0") },
            Bound { error: AllowedError::Undefined, condition: None },
        ]
    );
    let remainder = accuracy("fmod").expect("a row");
    assert_eq!(remainder.precise, everywhere(AllowedError::Exact));
    assert_eq!(remainder.fast, everywhere(AllowedError::Undefined));
    let root = accuracy("sqrt").expect("a row");
    assert_eq!(root.precise, everywhere(AllowedError::CorrectlyRounded));
    assert_eq!(root.fast, everywhere(AllowedError::Inherited("x * rsqrt(x)")));
}

#[test]
fn columns_that_the_tables_leave_out_claim_nothing() {
    for name in ["ceil", "copysign"] {
        let row = accuracy(name).expect("a row");
        assert!(row.fast.is_empty() && row.half.is_empty(), "{name}");
    }
    for name in ["pow", "powr"] {
        assert!(accuracy(name).expect("a row").half.is_empty(), "{name}");
    }
}
