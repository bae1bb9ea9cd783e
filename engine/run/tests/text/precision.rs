//! Calls that say whether they are precise or fast, in a made-up language: its sines are within a distance, and its unpacked numbers within
//! units in the last place.

use super::run;
use shader_numeric::Operation;
use shader_numeric::allowed::{Accuracies, Accuracy, Bound, Interval, Row};
use shader_run::execute::Options;

static DEFAULT: Accuracy = within(1.0 / 64.0, 4.0);
static PRECISE: Accuracy = within(1.0 / 1024.0, 1.0);
static FAST: Accuracy = within(0.25, 512.0);

const LANGUAGE: Accuracies = Accuracies { default: &DEFAULT, precise: &PRECISE, fast: &FAST };

const fn within(distance: f64, units: f64) -> Accuracy {
    let mut accuracy = Accuracy::NONE;
    accuracy.f32[Operation::Sin as usize] = Row { bound: Bound::Absolute(distance), conditions: &[] };
    accuracy.f32[Operation::Unpack4x8unorm as usize] =
        Row { bound: Bound::Units { count: units, of_magnitude: 0.0 }, conditions: &[] };
    accuracy
}

/// The values that a program may have stored in its second buffer.
fn allowed(text: &str, track: Accuracies) -> Vec<Interval> {
    let header = "
resource group=0 binding=0 buffer least_size=0
resource group=0 binding=1 buffer least_size=0 writable
constant %0: u32 = 0
constant %1: u32 = 0x33333333
code
%2: f32 = load f32 buffer.0[%0]
";
    let options = Options { track: Some(track), ..Options::default() };
    let outcome = run(&format!("{header}{text}"), &[&[0.5f32.to_bits()], &[0; 3]], options);
    outcome.allowed[0].words.iter().map(|word| word.values).collect()
}

const SINES: &str = "
%3: f32 = Sin f32 %2
%4: f32 = Sin f32 precise %2
%5: f32 = Sin f32 fast %2
store f32 buffer.1[%0] %3
store f32 buffer.1[%0 + 4] %4
store f32 buffer.1[%0 + 8] %5
";

#[test]
fn each_call_has_the_accuracy_that_it_asks_for() {
    for (interval, distance) in allowed(SINES, LANGUAGE).iter().zip([1.0 / 64.0, 1.0 / 1024.0, 0.25]) {
        let sine = 0.5f64.sin();
        let expected = Interval::between(sine - distance, sine + distance);
        let is_near = |found: f64, expected: f64| (found - expected).abs() < 1e-6;
        assert!(
            is_near(interval.begin, expected.begin) && is_near(interval.end, expected.end),
            "{interval:?}, not {expected:?}"
        );
    }
}

#[test]
fn calls_on_more_than_scalars_ask_too() {
    let text = "
%3: f32, %4: f32, %5: f32, %6: f32 = call Unpack4x8unorm u32.scalar(%1) to f32.vec4
%7: f32, %8: f32, %9: f32, %10: f32 = call Unpack4x8unorm precise u32.scalar(%1) to f32.vec4
%11: f32, %12: f32, %13: f32, %14: f32 = call Unpack4x8unorm fast u32.scalar(%1) to f32.vec4
store f32 buffer.1[%0] %3
store f32 buffer.1[%0 + 4] %10
store f32 buffer.1[%0 + 8] %14
";
    let widths: Vec<f64> =
        allowed(text, LANGUAGE).iter().map(|interval| interval.end - interval.begin).collect();
    assert!(widths[1] < widths[0] && widths[0] * 64.0 < widths[2], "{widths:?}");
}

#[test]
fn a_language_of_one_accuracy_has_it_for_all_calls() {
    let intervals = allowed(SINES, PRECISE.for_all_calls());
    assert_eq!(intervals[0], intervals[1]);
    assert_eq!(intervals[0], intervals[2]);
    assert_ne!(intervals[0], Interval::ANY);
}
