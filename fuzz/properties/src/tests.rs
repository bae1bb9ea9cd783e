//! The properties hold for some bytes of every kind.

use crate::{cases, dispatch, front_end, generated, round_trip};
use wgsl_fuzz::choices::bytes_of;

const SOURCES: [&str; 4] = [
    "@compute @workgroup_size(1) fn main() { let a = 1 + 2 * 3; }",
    "fn f() -> i32 { return 1u; } // \u{2029} é",
    "struct S { @size(16) a: f32, @align(3) b: vec3<f16> }",
    "enable f16; const é = (((1))); var<private> a: array<i32, é>",
];

#[test]
fn sources_are_judged_and_printed() {
    for source in SOURCES {
        for end in 0..source.len() {
            front_end(&source.as_bytes()[..end]);
            round_trip(&source.as_bytes()[..end]);
        }
    }
}

#[test]
fn bytes_without_a_meaning_are_judged() {
    for seed in 0..50 {
        front_end(&bytes_of(seed, 200));
    }
}

#[test]
fn programs_of_bytes_are_executed() {
    for seed in 0..30 {
        generated(&bytes_of(seed, 600));
        dispatch(&bytes_of(seed, 600));
    }
}

#[test]
fn cases_are_read_or_refused() {
    let text = "about: { spec: abs }\ncases:\n- name: a\n  accept: ['const a = 1;']\n- *b\n";
    for end in 0..text.len() {
        cases(&text.as_bytes()[..end]);
    }
}
