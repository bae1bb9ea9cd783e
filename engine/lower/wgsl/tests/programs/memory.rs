//! Memory: of the workgroup, beyond the end of an array, in runtime-sized arrays.

use crate::{Dispatch, beyond, words_of};
use shader_run::execute::Beyond;

const BEYOND: &str = "@group(0) @binding(0) var<storage, read_write> out: array<u32, 8>;
    @compute @workgroup_size(1) fn main() {
        let far = out[7] + 100; var a = array(10u, 20u, 30u); var v = vec2u(40, 50); let b = array(60u, 70u);
        out[0] = a[far]; out[1] = v[far]; out[2] = b[far]; out[3] = a[i32(out[3]) - 5];
        a[far] = 1; v[far] = 2; out[4] = a[2]; out[5] = v.y; out[far] = 3; }";

#[test]
fn an_index_beyond_the_end_is_that_of_the_last_element() {
    assert_eq!(words_of(BEYOND, beyond(Beyond::Clamp)), [30, 50, 70, 30, 1, 2, 6, 3]);
}

#[test]
fn an_index_beyond_the_end_reads_zero_and_writes_nothing() {
    assert_eq!(words_of(BEYOND, beyond(Beyond::Discard)), [0, 0, 0, 0, 30, 50, 6, 7]);
}

#[test]
fn runtime_sized_arrays_have_the_length_of_the_buffer() {
    let text = "struct S { a: vec2u, b: array<vec2u> }
        @group(0) @binding(0) var<storage, read_write> s: S;
        @compute @workgroup_size(1) fn main() { s.a.x = arrayLength(&s.b); s.b[s.a.y + 100].y = 50; }";
    let words = |words| words_of(text, Dispatch { words, ..Dispatch::default() });
    assert_eq!(words(4), [1, 1, 2, 50]);
    // Half an element does not count.
    assert_eq!(words(7), [2, 1, 2, 3, 4, 50, 6]);
}

#[test]
fn memory_of_the_workgroup_is_zero_at_the_start_of_each() {
    let text = "@group(0) @binding(0) var<storage, read_write> out: array<u32, 8>;
        var<workgroup> a: array<u32, 4>; var<private> p = 3u;
        @compute @workgroup_size(2) fn main(@builtin(local_invocation_index) lane: u32, @builtin(workgroup_id) id: vec3u) {
            if lane == 0 { a[1] += id.x + 1; } p += 1; workgroupBarrier(); out[id.x * 2 + lane] = a[1] * 10 + p; }";
    let dispatch = Dispatch { workgroups: [4, 1, 1], ..Dispatch::default() };
    assert_eq!(words_of(text, dispatch), [14, 14, 24, 24, 34, 34, 44, 44]);
}

#[test]
fn padding_is_left_alone() {
    let text = "struct S { a: vec3u, @size(8) b: u32 } struct T { s: array<S, 1> }
        @group(0) @binding(0) var<storage, read_write> t: array<T, 2>;
        @compute @workgroup_size(1) fn main() { var v = t[0]; v.s[0].a.x = 9; t[1] = v; }";
    let words = words_of(text, Dispatch { words: 16, ..Dispatch::default() });
    // A structure has 32 bytes here: three words, one word, and padding.
    assert_eq!(words, [0, 1, 2, 3, 4, 5, 6, 7, 9, 1, 2, 3, 12, 13, 14, 15]);
}

#[test]
fn the_memory_of_an_invocation_is_its_own() {
    let text = "@group(0) @binding(0) var<storage, read_write> out: array<u32, 8>;
        @compute @workgroup_size(8) fn main(@builtin(local_invocation_index) lane: u32) {
            var a: array<u32, 9>; a[lane] = lane + 1; a[8 - lane] += 10; out[lane] = a[lane] * 100 + a[4]; }";
    assert_eq!(crate::words(text), [100, 200, 300, 400, 1515, 600, 700, 800]);
}

#[test]
fn halves_are_copied_from_between_words() {
    // The second element starts in the middle of a word.
    let text = "enable f16; struct S { a: array<f16, 3> }
        @group(0) @binding(0) var<storage, read_write> out: array<u32, 8>;
        @compute @workgroup_size(1) fn main() {
            var s: array<S, 3>; for (var i = 0u; i < 9; i++) { s[i / 3].a[i % 3] = f16(i + 1); }
            let one = out[1]; var copy = s[one]; s[one] = S(); s[one + 1] = copy;
            out = array(u32(copy.a[0]), u32(copy.a[one]), u32(copy.a[2]), u32(s[0].a[2 * one]),
                u32(s[one].a[0]), u32(s[one].a[2]), u32(s[2].a[0]), u32(s[2].a[2 * one])); }";
    assert_eq!(crate::words(text), [4, 5, 6, 3, 0, 0, 4, 6]);
}
