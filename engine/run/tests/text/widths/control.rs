//! Variables and selections in divergent control flow, and planes that registers share.

use super::{numbers, results, stored};
use shader_ir::Type;

const LANES: usize = 6;

/// Two values of a type, as the bits of a register: one with almost all bits set, one with few.
fn two_values(ty: Type) -> [u64; 2] {
    match ty {
        Type::I8 => [0xffff_ff81, 5],
        Type::I16 => [0xffff_8123, 5],
        Type::U8 | Type::U16 | Type::F16 => [0x7b, 5],
        _ if ty.is_wide() => [0xfedc_ba98_7654_3210, 0x0000_0005_0000_0000],
        _ => [0xfedc_ba98, 5],
    }
}

/// Runs a program that has the two values as %4 and %5, and the second also as %6, which each invocation loads.
fn of_two_values(ty: Type, header: &str, steps: &str) -> Vec<u64> {
    let ([first, second], ty) = (two_values(ty), ty.name());
    let program = format!(
        "constant %4: {ty} = {first:#x}
constant %5: {ty} = {second:#x}
{header}
code
%6: {ty} = load {ty} buffer.0[%3]
{steps}"
    );
    results(LANES, &program, &[second; LANES], LANES)
}

#[test]
fn a_variable_is_set_in_the_active_invocations() {
    for ty in numbers() {
        // From a uniform value and from one per invocation; in a short branch, and in one with an instruction that
        // keeps it.
        for (value, is_kept) in [("%5", false), ("%6", false), ("%5", true), ("%6", true)] {
            let name = ty.name();
            let kept = if is_kept { format!("store {name} buffer.1[%3] %4") } else { String::new() };
            let steps = format!(
                "%8: bool = Less u32 %2, %7
%9: {name} = set %4
if %8
  {kept}
  %9: {name} = set {value}
end
store {name} buffer.1[%3] %9
"
            );
            let found = of_two_values(ty, "constant %7: u32 = 4", &steps);
            let [first, second] = two_values(ty).map(|raw| stored(ty, raw));
            assert_eq!(found, [second, second, second, second, first, first], "{ty:?} {value} {is_kept}");
        }
    }
}

#[test]
fn selections_choose_among_planes_of_all_lengths() {
    for ty in numbers() {
        for (condition, reject) in [("%8", "%5"), ("%9", "%5"), ("%8", "%6"), ("%9", "%6")] {
            let name = ty.name();
            let steps = format!(
                "%9: bool = Less u32 %2, %7
%10: {name} = select {condition}, %4, {reject}
store {name} buffer.1[%3] %10
"
            );
            let found = of_two_values(ty, "constant %7: u32 = 3\nconstant %8: bool = false", &steps);
            let [first, second] = two_values(ty).map(|raw| stored(ty, raw));
            let accepted = if condition == "%9" { first } else { second };
            let expected = [accepted, accepted, accepted, second, second, second];
            assert_eq!(found, expected, "{ty:?} {condition} {reject}");
        }
    }
}

#[test]
fn a_loop_that_each_invocation_leaves_in_its_own_time() {
    // Powers of 3, one more in each invocation; in each round, 32-bit and 64-bit values share planes.
    let program = "
constant %4: u64 = 1
constant %5: u64 = 3
constant %6: u32 = 1
constant %7: u32 = 40
code
%8: u64 = set %4
%9: u32 = set %0
block
  loop
    %10: bool = GreaterEqual u32 %9, %2
    break_if holds=true levels=1 %10
    %11: u64 = Multiply u64 %8, %5
    %8: u64 = set %11
    %12: u32 = Add u32 %9, %6
    %9: u32 = set %12
  end
end
%13: u64 = ShiftLeft u64 %8, %7
store u64 buffer.1[%3] %13
";
    let expected: Vec<u64> = (0..LANES as u32).map(|lane| 3u64.pow(lane) << 40).collect();
    assert_eq!(results(LANES, program, &[], LANES), expected);
}

#[test]
fn a_comparison_of_wide_values_is_a_condition() {
    let program = "
constant %4: i64 = -3000000000
constant %5: u32 = 1
constant %6: u32 = 2
code
%7: i64 = load i64 buffer.0[%3]
%8: bool = Less i64 %7, %4
if %8
  store u32 buffer.1[%3] %5
else
  store u32 buffer.1[%3] %6
end
";
    let values = [-3_000_000_001, -3_000_000_000, 0, i64::MIN, i64::MAX, -4_000_000_000];
    assert_eq!(results(LANES, program, &values.map(|value| value as u64), LANES), [1, 2, 2, 1, 2, 1]);
}
