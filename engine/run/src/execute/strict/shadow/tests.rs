//! Accesses, and what they meet.

use super::access::SITE_BITS;
use super::*;
use crate::execute::update::Update;

const HERE: Shared = Shared::Workgroup;
const BUFFER: Shared = Shared::Buffer(0);

/// A lane at the place that begins with its number.
fn by(lane: usize) -> Accessor {
    Accessor { lane, span: Span::new(lane as u32, 100) }
}

/// The other access of a race: its lane, whether it is elsewhere, and whether it writes.
fn race(met: Met) -> Option<(u32, bool, bool)> {
    match met {
        Met::Race(earlier) => Some((earlier.lane, earlier.elsewhere, earlier.writes)),
        Met::Nothing | Met::Unwritten => None,
    }
}

#[test]
fn a_barrier_for_the_memory_orders_accesses() {
    let mut shadow = Shadow::default();
    assert_eq!(shadow.write(HERE, (0, 4), by(1)), Met::Nothing);
    assert_eq!(shadow.read(HERE, (0, 4), by(1)), Met::Nothing);
    assert_eq!(race(shadow.read(HERE, (2, 2), by(2))), Some((1, false, true)));
    shadow.pass(BarrierMemory::BUFFERS);
    assert_ne!(shadow.read(HERE, (0, 4), by(2)), Met::Nothing);
    shadow.pass(BarrierMemory::WORKGROUP);
    assert_eq!(shadow.read(HERE, (0, 4), by(2)), Met::Nothing);
    assert_eq!(shadow.read(HERE, (0, 4), by(3)), Met::Nothing);
    assert_eq!(race(shadow.write(HERE, (0, 4), by(3))), Some((2, false, false)));
}

#[test]
fn a_barrier_of_a_subgroup_orders_accesses_inside_of_it() {
    let mut shadow = Shadow::default();
    let other = |met| race(met).map(|(lane, ..)| lane);
    assert_eq!(shadow.write(HERE, (0, 4), by(1)), Met::Nothing);
    assert_eq!(shadow.write(HERE, (4, 4), by(5)), Met::Nothing);
    shadow.pass_subgroups(BarrierMemory::EVERYTHING, 4, &[0]);
    // Of the subgroup that has passed it, of one that has not, and between two.
    assert_eq!(shadow.read(HERE, (0, 4), by(2)), Met::Nothing);
    assert_eq!(other(shadow.read(HERE, (4, 4), by(6))), Some(5));
    assert_eq!(other(shadow.read(HERE, (4, 4), by(2))), Some(5));
    shadow.pass_subgroups(BarrierMemory::BUFFERS, 4, &[0, 1]);
    assert_eq!(other(shadow.write(HERE, (0, 4), by(1))), Some(2));
    shadow.pass_subgroups(BarrierMemory::EVERYTHING, 4, &[0, 1]);
    assert_eq!(shadow.write(HERE, (0, 4), by(3)), Met::Nothing);
    assert_eq!(other(shadow.read(HERE, (0, 4), by(4))), Some(3));
    shadow.pass(BarrierMemory::WORKGROUP);
    assert_eq!(shadow.read(HERE, (0, 4), by(4)), Met::Nothing);
}

#[test]
fn nothing_orders_workgroups() {
    let mut shadow = Shadow::default();
    assert_eq!(shadow.write(BUFFER, (8, 4), by(0)), Met::Nothing);
    shadow.pass(BarrierMemory::BUFFERS);
    shadow.begin();
    assert_eq!(race(shadow.read(BUFFER, (8, 4), by(0))), Some((0, true, true)));
    assert_eq!(shadow.read(BUFFER, (12, 4), by(0)), Met::Nothing);
}

#[test]
fn the_place_of_an_access_is_remembered() {
    let mut shadow = Shadow::default();
    let place = |shadow: &mut Shadow, lane: usize| {
        let address = lane * 4;
        shadow.write(HERE, (address, 4), by(lane));
        let Met::Race(earlier) = shadow.read(HERE, (address, 4), by(0)) else { panic!("a race with {lane}") };
        shadow.span(earlier)
    };
    assert_eq!(place(&mut shadow, 7), Some(Span::new(7, 100)));
    let remembered = (1..5_000).filter(|lane| place(&mut shadow, *lane).is_some()).count();
    // All but the one of the reads.
    assert_eq!(remembered, (1 << SITE_BITS) - 2);
    assert_eq!(place(&mut shadow, 7), Some(Span::new(7, 100)));
}

#[test]
fn phases_beyond_the_last_number_order_as_before() {
    let accesses = |first: u64| {
        let mut shadow = Shadow::default();
        (shadow.phases, shadow.begun, shadow.since) = ([first; 3], [first; 3], [first; 3]);
        let mut met = Vec::new();
        for workgroup in 0..3 {
            shadow.begin();
            for barrier in [BarrierMemory::WORKGROUP, BarrierMemory::BUFFERS, BarrierMemory::EVERYTHING] {
                for lane in 0..3 {
                    met.push(shadow.write(HERE, (lane * 4, 4), by(lane)));
                    met.push(shadow.write(BUFFER, (workgroup * 12 + lane * 4, 4), by(lane)));
                }
                shadow.pass_subgroups(barrier, 2, &[0]);
                met.extend((0..3).map(|lane| shadow.read(HERE, ((lane + 1) % 3 * 4, 4), by(lane))));
                shadow.pass(barrier);
                met.extend((0..3).map(|lane| shadow.read(BUFFER, (lane * 4, 4), by((lane + 1) % 3))));
            }
        }
        met
    };
    let expected = accesses(1);
    assert!(expected.contains(&Met::Nothing) && expected.iter().any(|met| race(*met).is_some()));
    for steps in 0..12 {
        assert_eq!(accesses(LAST_PHASE - steps), expected, "{steps} before the last");
    }
}

#[test]
fn only_the_memory_of_the_workgroup_must_be_written_first() {
    let mut shadow = Shadow::default();
    assert_eq!(shadow.read(BUFFER, (0, 4), by(0)), Met::Nothing);
    assert_eq!(shadow.read(HERE, (0, 4), by(0)), Met::Unwritten);
    assert_eq!(shadow.write(HERE, (0, 4), by(0)), Met::Nothing);
    shadow.begin();
    assert_eq!(shadow.read(HERE, (0, 4), by(0)), Met::Unwritten);
    assert_eq!(atomic(&mut shadow, HERE, 5, Some(Update::Sum)).0, MetAtomic::Unwritten);
    // A sum with an unknown value is unknown.
    assert_eq!(atomic(&mut shadow, HERE, 5, Some(Update::Sum)).0, MetAtomic::Unwritten);
    atomic(&mut shadow, HERE, 5, Some(Update::Value(1)));
    assert_eq!(atomic(&mut shadow, HERE, 5, Some(Update::Sum)).0, MetAtomic::Nothing);
    shadow.pass(BarrierMemory::WORKGROUP);
    assert_eq!(shadow.read(HERE, (0, 4), by(0)), Met::Nothing);
}

#[test]
fn accesses_of_any_size_beside_each_other_are_no_race() {
    let mut shadow = Shadow::default();
    let texel = Shared::Texture(0);
    assert_eq!(shadow.write(texel, (62, 1), by(0)), Met::Nothing);
    assert_eq!(shadow.write(texel, (63, 1), by(1)), Met::Nothing);
    assert_eq!(shadow.write(texel, (64, 8), by(2)), Met::Nothing);
    assert_eq!(shadow.read(texel, (60, 2), by(3)), Met::Nothing);
    for lane in [0, 1, 2] {
        let at = [(62, 1), (63, 1), (64, 8)][lane];
        assert_eq!(race(shadow.read(texel, at, by(3))), Some((lane as u32, false, true)), "{at:?}");
    }
    // A note about a word holds for each of its bytes.
    assert_eq!(shadow.write(BUFFER, (0, 4), by(0)), Met::Nothing);
    assert_eq!(race(shadow.read(BUFFER, (3, 1), by(1))), Some((0, false, true)));
}

/// The numbers of parts that are looked at and kept while workgroups use their own memory, and each of them its own words of a buffer.
fn work_and_parts(workgroups: usize) -> (u64, usize) {
    let mut shadow = Shadow::default();
    let mut work = 0;
    for workgroup in 0..workgroups {
        let pages = shadow.pages.all().count();
        shadow.begin();
        assert_eq!(shadow.pages.all().count(), pages, "whoever drops pages here looks through all of them");
        work += shadow.take_work();
        for word in 0..16 {
            assert_eq!(shadow.write(HERE, (word * 4, 4), by(0)), Met::Nothing);
            assert_eq!(shadow.write(BUFFER, (workgroup * 64 + word * 4, 4), by(0)), Met::Nothing);
        }
    }
    (work + shadow.take_work(), shadow.pages.all().map(|page| page.parts.len()).sum())
}

#[test]
fn work_and_memory_are_proportional_to_accesses() {
    for workgroups in [1, 10, 1_000] {
        assert_eq!(work_and_parts(workgroups), (32 * workgroups as u64, 16 * (workgroups + 1)));
    }
}

/// An atomic operation of a lane on the first word, whose value is used and remembered; and the lanes whose earlier values depend on it.
fn atomic(shadow: &mut Shadow, shared: Shared, lane: usize, update: Option<Update>) -> (MetAtomic, Vec<u32>) {
    let mut reads = Vec::new();
    let access = AtomicAccess { reads: true, remembers: Some((0, lane as u32)), update, workgroup: 0 };
    let (met, _) = shadow.atomic(shared, (0, 4), by(lane), access, &mut reads);
    reads.sort_unstable_by_key(|((_, lane), _)| *lane);
    assert!(reads.iter().all(|(_, write)| write.lane == lane as u32 && write.writes), "{reads:?}");
    (met, reads.into_iter().map(|((_, lane), _)| lane).collect())
}

/// The write that a value may come before or after, as [`race`] shows it.
fn unordered(met: MetAtomic) -> Option<(u32, bool, bool)> {
    if let MetAtomic::Undecided(Undecided::Write(write)) = met { race(Met::Race(write)) } else { None }
}

/// The lanes of two writes whose order decides a value.
fn contest(met: MetAtomic) -> Option<[u32; 2]> {
    if let MetAtomic::Undecided(Undecided::Writes { writes, are_apart: false }) = met {
        Some(writes.map(|write| write.lane))
    } else {
        None
    }
}

#[test]
fn a_value_depends_on_writes_before_and_after_it() {
    let mut shadow = Shadow::default();
    shadow.begin();
    for lane in [1, 2, 2] {
        assert_eq!(atomic(&mut shadow, BUFFER, lane, None), (MetAtomic::Nothing, Vec::new()));
    }
    // Its own value comes before its write, in every order.
    assert_eq!(atomic(&mut shadow, BUFFER, 2, Some(Update::Value(7))), (MetAtomic::Nothing, vec![1]));
    let (met, late) = atomic(&mut shadow, BUFFER, 3, None);
    assert_eq!((unordered(met), late), (Some((2, false, true)), Vec::new()));
    shadow.pass(BarrierMemory::BUFFERS);
    assert_eq!(atomic(&mut shadow, BUFFER, 3, None), (MetAtomic::Nothing, Vec::new()));
    assert_eq!(atomic(&mut shadow, BUFFER, 3, Some(Update::Sum)), (MetAtomic::Nothing, Vec::new()));
    // Barriers do not order the values of workgroups.
    shadow.begin();
    let (met, late) = atomic(&mut shadow, BUFFER, 3, Some(Update::Sum));
    assert_eq!((unordered(met), late), (Some((3, true, true)), vec![2, 2, 2, 3, 3]));
}

#[test]
fn only_writes_that_commute_leave_one_value() {
    use Update::{Exchange, Max, Sum, Value};
    for (updates, is_unsettled) in [
        ([Sum, Sum, Sum], false),
        ([Value(1), Value(1), Value(1)], false),
        ([Value(1), Value(1), Value(2)], true),
        ([Sum, Max, Sum], true),
        ([Exchange(0, 1), Exchange(0, 1), Exchange(0, 1)], false),
        ([Exchange(0, 1), Exchange(0, 2), Exchange(0, 2)], true),
    ] {
        let mut shadow = Shadow::default();
        shadow.begin();
        for (lane, update) in updates.into_iter().enumerate() {
            atomic(&mut shadow, BUFFER, lane, Some(update));
        }
        assert_eq!(!shadow.unsettled().is_empty(), is_unsettled, "{updates:?}");
        shadow.pass(BarrierMemory::BUFFERS);
        let writes = contest(atomic(&mut shadow, BUFFER, 5, None).0);
        assert_eq!(writes.is_some(), is_unsettled, "{updates:?}");
        // After a barrier there is a last one.
        atomic(&mut shadow, BUFFER, 0, Some(Value(3)));
        assert!(shadow.unsettled().is_empty(), "{updates:?}");
        atomic(&mut shadow, BUFFER, 0, Some(Sum));
        assert!(shadow.unsettled().is_empty(), "{updates:?}");
        atomic(&mut shadow, BUFFER, 1, Some(Sum));
        assert!(!shadow.unsettled().is_empty(), "the first invocation does not only add");
    }
}

#[test]
fn the_write_that_does_not_commute_is_named() {
    let mut shadow = Shadow::default();
    shadow.begin();
    for lane in 0..4 {
        if lane == 0 {
            atomic(&mut shadow, HERE, lane, Some(Update::Value(0)));
        }
        atomic(&mut shadow, HERE, lane, Some(Update::Sum));
    }
    shadow.pass(BarrierMemory::WORKGROUP);
    // Invocation 0 has added as well: that commutes.
    assert_eq!(contest(atomic(&mut shadow, HERE, 3, None).0), Some([1, 0]));
}

#[test]
fn workgroups_that_add_after_a_reset_leave_several_values() {
    let mut shadow = Shadow::default();
    shadow.begin();
    atomic(&mut shadow, BUFFER, 0, Some(Update::Value(0)));
    shadow.pass(BarrierMemory::BUFFERS);
    atomic(&mut shadow, BUFFER, 1, Some(Update::Sum));
    assert!(shadow.unsettled().is_empty());
    shadow.begin();
    atomic(&mut shadow, BUFFER, 1, Some(Update::Sum));
    assert_eq!(shadow.unsettled().len(), 1);
}
