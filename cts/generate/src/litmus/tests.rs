//! The verdicts of the model about the shapes, against those of the literature.

use super::model::Memory;
use super::shape::{SHAPES, Shape};
use super::variant::Variant;
use std::collections::BTreeSet;

const RELAXED: Variant =
    Variant { memory: Memory::Storage, is_together: false, barriers: None, is_atomic: true };
const WITH_BARRIERS: Variant = Variant { is_together: true, barriers: Some(Memory::Storage), ..RELAXED };

fn shape(name: &str) -> &'static Shape {
    SHAPES.iter().find(|shape| shape.name == name).unwrap_or_else(|| panic!("no shape {name}"))
}

/// The allowed results of a shape.
fn allowed(name: &str, variant: Variant) -> BTreeSet<Vec<u32>> {
    let test = variant.test(shape(name)).expect("a test without data races");
    test.outcomes().into_iter().map(|outcome| outcome.results).collect()
}

/// The allowed values of the locations afterwards.
fn finals(name: &str, variant: Variant) -> BTreeSet<Vec<u32>> {
    let test = variant.test(shape(name)).expect("a test without data races");
    test.outcomes().into_iter().map(|outcome| outcome.finals).collect()
}

#[test]
fn relaxed_accesses_of_two_locations_are_not_ordered() {
    for (name, weak) in [
        ("message-passing", vec![1, 0]),
        ("message-passing-by-exchanges", vec![0, 1, 0]),
        ("message-passing-over-three", vec![1, 1, 0]),
        ("store-buffering", vec![0, 0]),
        ("store-buffering-by-exchanges", vec![0, 0, 0, 0]),
        ("load-buffering", vec![1, 1]),
        ("independent-reads", vec![1, 0, 1, 0]),
    ] {
        assert!(allowed(name, RELAXED).contains(&weak), "{name}");
    }
    assert_eq!(allowed("message-passing", RELAXED).len(), 4);
    assert_eq!(allowed("store-buffering", RELAXED).len(), 4);
    assert_eq!(allowed("load-buffering", RELAXED).len(), 4);
    assert_eq!(allowed("independent-reads", RELAXED).len(), 16);
    assert!(finals("two-writes-each", RELAXED).contains(&vec![1, 1]), "each first write comes last");
    assert_eq!(finals("two-writes-each", RELAXED).len(), 4);
}

#[test]
fn the_weak_outcomes_of_overwritten_locations_are_allowed() {
    let both = |name: &str| -> BTreeSet<(Vec<u32>, Vec<u32>)> {
        let test = RELAXED.test(shape(name)).expect("a test");
        test.outcomes().into_iter().map(|outcome| (outcome.results, outcome.finals)).collect()
    };
    assert!(both("write-then-read").contains(&(vec![0], vec![1, 2])), "R");
    assert!(both("read-then-write").contains(&(vec![1], vec![2, 1])), "S");
}

#[test]
fn accesses_of_one_location_are_coherent() {
    for (name, forbidden) in [
        ("coherence-of-reads", vec![1, 0]),
        ("coherence-of-reads-by-two", vec![1, 2, 2, 1]),
        ("coherence-of-reads-by-two", vec![1, 0, 0, 0]),
        ("coherence-of-a-read-after-a-write", vec![0]),
        ("coherence-of-reads-before-a-write", vec![1, 0]),
        ("coherence-of-reads-before-a-write", vec![2, 1]),
        ("coherence-of-writes", vec![2, 1]),
        ("coherence-of-writes", vec![1, 0]),
    ] {
        let allowed = allowed(name, RELAXED);
        assert!(!allowed.is_empty() && !allowed.contains(&forbidden), "{name}: {allowed:?}");
    }
    assert_eq!(finals("coherence-of-writes", RELAXED), BTreeSet::from([vec![2]]));
    // What was read of the other write comes before the own one.
    let test = RELAXED.test(shape("coherence-of-a-write-after-a-read")).expect("a test");
    let outcomes: Vec<_> = test.outcomes().into_iter().map(|it| (it.results, it.finals)).collect();
    assert_eq!(outcomes, [(vec![0], vec![1]), (vec![0], vec![2]), (vec![2], vec![1])]);
}

#[test]
fn read_modify_writes_are_indivisible() {
    let orders = |values: [u32; 3]| -> BTreeSet<Vec<u32>> {
        let [a, b, c] = values;
        [[a, b, c], [a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]].map(|it| it.to_vec()).into()
    };
    assert_eq!(allowed("additions", RELAXED), orders([0, 1, 2]));
    assert_eq!(finals("additions", RELAXED), BTreeSet::from([vec![3]]));
    assert_eq!(allowed("exchanges", RELAXED).len(), 6);
    assert!(!allowed("exchanges", RELAXED).contains(&vec![0, 0, 2]));
    let test = RELAXED.test(shape("a-store-among-additions")).expect("a test");
    let outcomes: Vec<_> = test.outcomes().into_iter().map(|it| (it.results, it.finals)).collect();
    assert_eq!(outcomes, [(vec![0], vec![2]), (vec![2], vec![3])], "the sum 1 is never left");
    // The value before, and whether it was exchanged: for no reason it may stay.
    let allowed = allowed("comparing-exchanges", RELAXED);
    let expected = [[0, 0, 0, 0], [0, 0, 0, 1], [0, 1, 1, 0], [2, 0, 0, 1], [0, 1, 0, 0]];
    let expected: BTreeSet<Vec<u32>> = expected.map(|it| it.to_vec()).into();
    assert_eq!(allowed, expected);
}

#[test]
fn barriers_order_what_they_affect() {
    let one = |results: &[u32]| BTreeSet::from([results.to_vec()]);
    assert_eq!(allowed("message-passing", WITH_BARRIERS), one(&[0, 1]));
    assert_eq!(allowed("store-buffering", WITH_BARRIERS), one(&[1, 1]));
    assert_eq!(allowed("load-buffering", WITH_BARRIERS), one(&[0, 0]));
    // Its last results are the final values.
    assert_eq!(allowed("two-writes-each", WITH_BARRIERS), one(&[2, 2]));
    assert_eq!(allowed("write-then-read", WITH_BARRIERS), one(&[1, 1]));
    assert_eq!(allowed("read-then-write", WITH_BARRIERS), one(&[1, 0]));
    let reads = allowed("independent-reads", WITH_BARRIERS);
    assert_eq!(reads.len(), 4);
    assert!(reads.iter().all(|results| results[1] == 1 && results[3] == 1), "{reads:?}");
    let workgroup = Memory::Workgroup;
    let same = Variant { memory: workgroup, barriers: Some(workgroup), ..WITH_BARRIERS };
    assert_eq!(allowed("message-passing", same), one(&[0, 1]));
}

#[test]
fn other_barriers_order_nothing() {
    let weak = vec![1, 0];
    let other_memory = Variant { barriers: Some(Memory::Workgroup), ..WITH_BARRIERS };
    assert!(allowed("message-passing", other_memory).contains(&weak));
    let other_workgroup = Variant { is_together: false, ..WITH_BARRIERS };
    assert!(allowed("message-passing", other_workgroup).contains(&weak));
    for variant in [other_memory, other_workgroup] {
        assert!(!allowed("coherence-of-reads", variant).contains(&weak), "coherence needs no barrier");
    }
}

#[test]
fn plain_accesses_need_barriers() {
    let plain = |variant: Variant| Variant { is_atomic: false, ..variant };
    for name in ["message-passing", "store-buffering", "load-buffering", "two-writes-each"] {
        assert!(plain(RELAXED).test(shape(name)).is_none(), "{name} races");
        assert!(plain(Variant { is_together: false, ..WITH_BARRIERS }).test(shape(name)).is_none(), "{name}");
        assert!(
            plain(Variant { barriers: Some(Memory::Workgroup), ..WITH_BARRIERS }).test(shape(name)).is_none()
        );
        assert_eq!(allowed(name, plain(WITH_BARRIERS)), allowed(name, WITH_BARRIERS), "{name}");
    }
    // A write and a read of the same phase.
    assert!(plain(WITH_BARRIERS).test(shape("coherence-of-reads")).is_none());
    assert!(
        plain(WITH_BARRIERS).test(shape("additions")).is_none(),
        "no plain access reads and writes at once"
    );
}

/// Each program forbids something, by its histogram or by what it leaves in memory; and it allows something.
#[test]
fn tests_allow_something() {
    for family in super::families() {
        for instance in &family.instances {
            let execution = instance.execution.as_ref().expect("a program that runs");
            let values = execution.expected.buffers.iter().flat_map(|buffer| &buffer.values);
            let any = values.clone().filter(|value| **value == wgsl_cts_cases::execution::ExpectedValue::Any);
            assert_ne!(any.count(), 0, "{}", instance.name);
        }
    }
}
