//! Programs whose results depend on the order of invocations, or on the size of subgroups.

use super::{fault, orders, swept};

/// The fault of a program is at a text, and depends on a write.
#[track_caller]
fn depends(body: &str, workgroups: u32, at: &str, on: Option<&str>) {
    let (faults, sweep, source) = swept(body, workgroups, 64);
    assert_eq!(fault(&faults, &source), (at, on), "{faults:?}");
    assert!(sweep.difference.is_some() && !sweep.is_complete);
}

#[test]
fn a_flag_is_loaded_without_a_barrier() {
    let body = "
        var<workgroup> flag: atomic<u32>;
        @compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
            if i == 0 { atomicStore(&flag, 7); }
            out[i] = atomicLoad(&flag);
        }";
    depends(body, 1, "atomicLoad(&flag)", Some("atomicStore(&flag, 7)"));
}

#[test]
fn a_histogram_lacks_a_barrier() {
    let body = "
        var<workgroup> bins: array<atomic<u32>, 4>;
        @compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
            atomicAdd(&bins[input[i] % 4], 1u);
            if i < 4 { out[i] = atomicLoad(&bins[i]); }
        }";
    depends(body, 1, "atomicLoad(&bins[i])", Some("atomicAdd(&bins[input[i] % 4], 1u)"));
}

#[test]
fn rounds_of_a_reduction_lack_a_barrier() {
    let body = "
        var<workgroup> sums: array<u32, 64>;
        @compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
            sums[i] = input[i];
            workgroupBarrier();
            for (var step = 32u; step > 0; step >>= 1) {
                if i < step { sums[i] += sums[i + step]; }
            }
            if i == 0 { out[0] = sums[0]; }
        }";
    depends(body, 1, "sums[i + step]", Some("sums[i] += sums[i + step]"));
}

#[test]
fn a_counter_gives_out_places() {
    let body = "
        @compute @workgroup_size(32) fn main(@builtin(global_invocation_id) i: vec3u) {
            out[atomicAdd(&state[0], 1u)] = i.x;
        }";
    depends(body, 2, "atomicAdd(&state[0], 1u)", Some("atomicAdd(&state[0], 1u)"));
}

#[test]
fn workgroups_do_not_see_each_other_in_order() {
    let body = "
        @compute @workgroup_size(1) fn main(@builtin(workgroup_id) i: vec3u) {
            if i.x == 0 { atomicStore(&state[1], 5); atomicStore(&state[0], 1); }
            else { let ready = atomicLoad(&state[0]); let value = atomicLoad(&state[1]); out[0] = select(9, value, ready == 1); }
        }";
    depends(body, 2, "atomicLoad(&state[0])", Some("atomicStore(&state[0], 1)"));
}

#[test]
fn a_lock_decides_who_is_first() {
    let body = "
        @compute @workgroup_size(1) fn main(@builtin(workgroup_id) i: vec3u) {
            loop {
                if atomicExchange(&state[0], 1) == 0 { break; }
            }
            out[0] = i.x;
            atomicStore(&state[0], 0);
        }";
    depends(body, 3, "atomicExchange(&state[0], 1)", Some("atomicExchange(&state[0], 1)"));
}

#[test]
fn a_kernel_assumes_a_size_of_subgroups() {
    let body = "
        var<workgroup> partial: array<u32, 2>;
        @compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
            let sum = subgroupAdd(input[i]);
            if i % 32 == 0 { partial[i / 32] = sum; }
            workgroupBarrier();
            out[i] = partial[0] + partial[1];
        }";
    let (faults, sweep, source) = swept(body, 1, 16);
    assert_eq!(fault(&faults, &source), ("subgroupAdd(input[i])", None));
    assert_eq!(sweep.subgroup_sizes, [8, 4]);
    assert!(faults[0].message.contains(" with 8, ") && faults[0].message.ends_with(" with 4"));
}

#[test]
fn the_operation_that_depends_on_the_size_of_subgroups_is_named() {
    let body = "
        @compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
            let same = subgroupBroadcastFirst(7u) + subgroupMax(3u);
            out[i] = same + subgroupExclusiveAdd(1u);
        }";
    let (faults, _, source) = swept(body, 1, 16);
    assert_eq!(fault(&faults, &source), ("subgroupExclusiveAdd(1u)", None));
    assert_eq!(faults[0].invocation, 4, "the first one that is not in the first subgroup of four");
    let body = "
        @compute @workgroup_size(64) fn main(@builtin(subgroup_size) size: u32, @builtin(local_invocation_index) i: u32) {
            out[i] = size;
        }";
    let (faults, _, source) = swept(body, 1, 16);
    assert_eq!(fault(&faults, &source), ("main", None));
}

#[test]
fn a_weak_exchange_fails_without_a_reason() {
    let body = "
        @compute @workgroup_size(1) fn main() {
            if atomicCompareExchangeWeak(&state[0], 0, 1).exchanged { out[0] = 1; }
        }";
    let (faults, sweep, source) = swept(body, 1, 64);
    assert_eq!(fault(&faults, &source), ("atomicCompareExchangeWeak(&state[0], 0, 1)", None));
    assert!(faults[0].message.contains("whether this exchange fails"), "{faults:?}");
    let [one, other] = orders(&sweep);
    assert_eq!(
        (&one[..], &other[..]),
        (&[(0, Some(0), Some(1), false)][..], &[(0, Some(0), None, true)][..])
    );
}

/// The invocation that writes the word performs the events, which are not the first ones that differ.
#[test]
fn the_orders_lead_to_the_word_that_differs() {
    let body = "
        @compute @workgroup_size(8) fn main(@builtin(local_invocation_index) i: u32) {
            let is_first = atomicCompareExchangeWeak(&state[0], 0, 1).old_value == 0;
            if i == 3 && is_first { out[0] = 1; }
        }";
    let (faults, sweep, source) = swept(body, 1, 64);
    let exchange = "atomicCompareExchangeWeak(&state[0], 0, 1)";
    assert_eq!(fault(&faults, &source), (exchange, Some(exchange)));
    assert_eq!(faults[0].invocation, 3);
    let orders = orders(&sweep);
    assert!(orders.iter().any(|turns| turns[0] == (3, Some(0), Some(1), false)), "{orders:?}");
    assert!(orders.iter().any(|turns| turns[0].0 != 3 && turns.last().unwrap().0 == 3), "{orders:?}");
}

#[test]
fn texels_are_written_in_any_order() {
    let body = "
        @compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) {
            textureStore(image, vec2u(1, 0), vec4u(i));
        }";
    let (faults, sweep, source) = swept(body, 1, 64);
    assert_eq!(fault(&faults, &source).0, "textureStore(image, vec2u(1, 0), vec4u(i))");
    let orders = orders(&sweep);
    assert_ne!(orders[0].last(), orders[1].last(), "{orders:?}");
    let body = "
        @compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) {
            textureStore(image, vec2u(i, 0), vec4u(i + 1));
            out[i] = textureLoad(image, vec2u((i + 1) % 4, 0)).x;
        }";
    let load = "textureLoad(image, vec2u((i + 1) % 4, 0))";
    depends(body, 1, load, Some("textureStore(image, vec2u(i, 0), vec4u(i + 1))"));
}

#[test]
fn a_lock_is_never_released_in_a_different_order() {
    let body = "
        @compute @workgroup_size(8) fn main(@builtin(local_invocation_index) i: u32) {
            loop {
                if atomicLoad(&state[0]) == 0u {
                    atomicStore(&state[0], 1u);
                    break;
                }
                if i > 0u { break; }
            }
        }";
    let (faults, sweep, source) = swept(body, 1, 64);
    let (at, _) = fault(&faults, &source);
    assert!(at.starts_with("atomic"), "{faults:?}");
    assert_eq!(faults[0].message, "whether the program ends depends on the order of invocations");
    assert!(!sweep.is_complete && !sweep.is_out_of_fuel, "{sweep:?}");
}

/// Between the access and the result, the value goes through memory in which all accesses are ordered.
#[test]
fn a_value_goes_through_memory() {
    let body = "
        var<workgroup> places: array<u32, 4>;
        @compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) {
            places[i] = atomicAdd(&state[0], 1u);
            workgroupBarrier();
            out[i] = places[3 - i];
        }";
    depends(body, 1, "atomicAdd(&state[0], 1u)", Some("atomicAdd(&state[0], 1u)"));
    // All invocations write the same value, which is not the same in each order.
    depends(
        &body.replace("out[i] = places[3 - i]", "out[0] = places[3]"),
        1,
        "atomicAdd(&state[0], 1u)",
        Some("atomicAdd(&state[0], 1u)"),
    );
}

/// Any workgroup may be the last one; what it reads decides.
#[test]
fn the_last_workgroup_reads_without_order() {
    let body = "
        @compute @workgroup_size(1) fn main(@builtin(workgroup_id) g: vec3u) {
            atomicStore(&state[g.x + 1], g.x + 1);
            if atomicAdd(&state[0], 1u) == 2 {
                var sum = 0u;
                for (var k = 1u; k < 4; k++) { sum += atomicLoad(&state[k]); }
                out[0] = sum;
            }
        }";
    depends(body, 3, "atomicLoad(&state[k])", Some("atomicStore(&state[g.x + 1], g.x + 1)"));
}

/// An invocation looks for a flag several times, and gives up.
#[test]
fn a_change_comes_too_late() {
    for rounds in [1, 5, 500] {
        let body = format!(
            "@compute @workgroup_size(1) fn main(@builtin(workgroup_id) g: vec3u) {{
                if g.x == 0 {{ atomicStore(&state[0], 1); }}
                else {{ for (var k = 0; k < {rounds}; k++) {{ if atomicLoad(&state[0]) == 1 {{ out[0] = 1; break; }} }} }}
            }}"
        );
        depends(&body, 2, "atomicLoad(&state[0])", Some("atomicStore(&state[0], 1)"));
    }
}

/// A lock does not order what is stored with what is loaded under it.
#[test]
fn a_lock_orders_no_memory() {
    let body = "
        @compute @workgroup_size(1) fn main() {
            while atomicExchange(&state[0], 1u) != 0u {}
            let count = atomicLoad(&state[1]);
            atomicStore(&state[1], count + 1u);
            atomicStore(&state[0], 0u);
        }";
    depends(body, 2, "atomicLoad(&state[1])", Some("atomicStore(&state[1], count + 1u)"));
}

/// The other workgroup performs the write that is missed, so no barrier helps.
#[test]
fn the_last_workgroup_misses_an_addition() {
    let body = "
        @compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) g: vec3u) {
            atomicAdd(&state[1], i + 1);
            storageBarrier();
            if i == 0 { if atomicAdd(&state[0], 1u) == 1 { out[0] = atomicLoad(&state[1]); } }
        }";
    let (faults, _, source) = swept(body, 2, 256);
    assert_eq!(fault(&faults, &source), ("atomicLoad(&state[1])", Some("atomicAdd(&state[1], i + 1)")));
    assert!(faults[0].rival.is_some_and(|rival| rival.is_elsewhere), "{faults:?}");
}
