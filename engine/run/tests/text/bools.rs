//! Truth values of one byte in memory.

use super::run;
use shader_numeric::allowed::Interval;
use shader_run::execute::{AllowedWord, FaultKind, Options};

/// Four invocations load a truth value from a byte each, pass it through a memory, and store it.
fn passed_through(place: &str) -> String {
    format!(
        "
workgroup_size 4 1 1
invocation_bytes 4
workgroup_bytes 8
resource group=0 binding=0 buffer least_size=0 writable
resource group=0 binding=1 buffer least_size=0 writable
constant %0: u32 = 0
constant %1: u32 = 4
code
%2: u32 = input local_invocation_index
%3: u32 = index stride=1 %0, %2, %1
%4: bool = load bool8 buffer.0[%3]
store bool8 {place} %4
%5: bool = load bool8 {place}
%6: bool = Not bool %5
if %6
  store bool8 buffer.1[%3 + 2] %6
else
  store bool8 buffer.1[%3 + 2] %6
end
"
    )
}

#[test]
fn any_byte_but_zero_is_true_and_one_is_stored() {
    for place in ["invocation[%0 + 1]", "workgroup[%3 + 1]", "buffer.0[%3 + 4]"] {
        let outcome =
            run(&passed_through(place), &[&[0xff02_0100, 0], &[u32::MAX, u32::MAX]], Options::default());
        assert_eq!(outcome.buffers[1], [0x0001_ffff, 0xffff_0000], "{place}");
        let copy = if place.starts_with("buffer") { 0x0101_0100 } else { 0 };
        assert_eq!(outcome.buffers[0], [0xff02_0100, copy], "{place}");
        // Bytes beside each other are no race.
        assert_eq!(outcome.faults, [], "{place}");
        // Nothing was lost on the way of what other implementations must have.
        let half =
            |offset, value| AllowedWord { offset, ty: shader_ir::Type::U16, values: Interval::point(value) };
        assert_eq!(outcome.allowed[1].words, [half(2, 1.0), half(4, 0.0)], "{place}");
    }
}

#[test]
fn a_byte_must_be_inside() {
    let text = "
resource group=0 binding=0 buffer least_size=0 writable
constant %0: u32 = 4
code
%1: bool = load bool8 buffer.0[%0]
store bool8 buffer.0[%0] %1
%2: bool = load bool8 buffer.0[%0 + 1]
";
    let outcome = run(text, &[&[7]], Options::default());
    assert_eq!(outcome.buffers[0], [7]);
    let fault = |line| (FaultKind::OutOfBounds, line);
    assert_eq!(outcome.faults, [fault(1), fault(2), fault(3)]);
}
