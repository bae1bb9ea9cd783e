//! Divergent control flow.

use crate::{body, lanes};

#[test]
fn a_switch_takes_one_clause() {
    let text =
        "for (var i = 0u; i < 6; i++) { switch i { case 0 { out[i] = 10; } case 1, 2 { out[i] = 20; break; }
        default { if i == 4 { break; } out[i] = 30; } case 5 { out[i] = 50; } } }";
    assert_eq!(body("", text), [10, 20, 20, 30, 4, 50, 6, 7]);
    let text =
        "switch lane % 4 { case 1 { out[lane] = 1; } case 2, 3 { if lane > 4 { break; } out[lane] = 2; }
        default { out[lane] = 3; } }";
    assert_eq!(lanes("", text), [3, 1, 2, 2, 3, 1, 6, 7]);
}

#[test]
fn continue_goes_on_with_the_continuing_block() {
    let text = "var sum = 0u; var i = 0u;
        loop { if i == lane { continue; } sum += i; continuing { i++; break if i == 6; } } out[lane] = sum;";
    assert_eq!(lanes("", text), [15, 14, 13, 12, 11, 10, 15, 15]);
    let text = "var sum = 0u; for (var i = 0u; i < 6; i++) { switch i { case 2 { continue; } default {} } sum += i; }
        out[0] = sum;";
    assert_eq!(body("", text)[0], 13);
}

#[test]
fn invocations_leave_a_loop_one_by_one() {
    let text = "var count = 0u; while count < lane { count++; } out[lane] = count * 10;";
    assert_eq!(lanes("", text), [0, 10, 20, 30, 40, 50, 60, 70]);
    let text = "var turns = 0u; for (var i = 0u; i < 8; i++) { for (var j = 0u; j < 8; j++) {
        if j > lane { break; } if i > lane { continue; } turns++; } } out[lane] = turns;";
    assert_eq!(lanes("", text), [1, 4, 9, 16, 25, 36, 49, 64]);
}

/// The counter is the same in all invocations that are in the loop, but not in those that have left it.
#[test]
fn a_variable_is_read_after_a_loop_that_invocations_leave() {
    let text = "var i = 0u; loop { if i == lane { break; } i++; if i == 5 { break; } } out[lane] = i;";
    assert_eq!(lanes("", text), [0, 1, 2, 3, 4, 5, 5, 5]);
    let text = "var i = 0u; loop { i++; if lane < 4 { break; } i += 10; break; } out[lane] = i;";
    assert_eq!(lanes("", text), [1, 1, 1, 1, 11, 11, 11, 11]);
}

#[test]
fn a_variable_is_read_in_the_next_turn_of_a_loop_around() {
    let text = "var seen = 0u; var last = 100u; for (var i = 0u; i < 3; i++) { seen += last;
        loop { if lane == i { break; } last = i; break; } } out[lane] = seen;";
    assert_eq!(lanes("", text), [201, 100, 101, 101, 101, 101, 101, 101]);
}

#[test]
fn a_variable_keeps_its_value_where_a_branch_is_not_taken() {
    let text = "var a = 5u; if lane > 3 { a = 6; if lane > 5 { a += lane; } else { a *= 2; } } else { if lane == 0 { a = 0; } }
        out[lane] = a;";
    assert_eq!(lanes("", text), [0, 5, 5, 5, 12, 12, 12, 13]);
    let text =
        "var a = 1u; var b = 2u; if lane % 2 == 1 { let t = a; a = b; b = t; } out[lane] = a * 10 + b;";
    assert_eq!(lanes("", text), [12, 21, 12, 21, 12, 21, 12, 21]);
    let text =
        "var is_odd = lane % 2 == 1; if is_odd { is_odd = false; out[lane] = 9; } out[lane] += u32(is_odd);";
    assert_eq!(lanes("", text), [0, 9, 2, 9, 4, 9, 6, 9]);
}

/// A variable that a divergent branch sets to one value for all still varies.
#[test]
fn a_condition_makes_what_it_sets_vary() {
    let text = "var a = 1u; for (var i = 0; i < 2; i++) { if lane == 3 { a = 2; } } out[lane] = a;";
    assert_eq!(lanes("", text), [1, 1, 1, 2, 1, 1, 1, 1]);
    let text = "var a = 1u; if lane == 3 { return; } a = 2; out[lane] = a;";
    assert_eq!(lanes("", text), [2, 2, 2, 3, 2, 2, 2, 2]);
}

#[test]
fn values_live_as_long_as_they_are_needed() {
    let text = "let a = lane + 1; let b = lane * 2; var sum = 0u;
        for (var i = 0u; i < 4; i++) { let c = a * i; let d = b + c; sum += d; } out[lane] = sum + a + b;";
    let expected: Vec<u32> = (0..8).map(|lane| 4 * 2 * lane + 6 * (lane + 1) + 3 * lane + 1).collect();
    assert_eq!(lanes("", text), expected);
}

#[test]
fn variables_of_a_loop_begin_anew_in_each_turn() {
    let text = "var sum = 0u; for (var i = 0u; i < 3; i++) { var a: u32; var b: array<u32, 2>; a += lane; b[i % 2] += 1;
        sum += a + b[0] + b[1]; } out[lane] = sum;";
    assert_eq!(lanes("", text), [3, 6, 9, 12, 15, 18, 21, 24]);
}
