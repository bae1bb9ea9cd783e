//! Mutants of small programs: those that they notice, and those that they cannot.

use crate::cases::instances;
use wgsl_cts::mutate::{Judgement, Trials};

/// A file with one executed program.
fn file(program: &str, rest: &str) -> String {
    let lines: Vec<String> = program.lines().map(|line| format!("          {}", line.trim_start())).collect();
    let program = lines.join("\n");
    format!(
        "about: Mutants.\nsection: if-statement\ncases:\n  - name: one\n    about: One program.\n    \
         rules: [stmt.if.cond-bool]\n    run:\n      one:\n        wgsl: |\n{program}\n{rest}"
    )
}

/// The answers of a program to all mutants that change it.
fn judged(program: &str, rest: &str) -> Vec<Judgement> {
    let instances = instances(&file(program, rest));
    let trials = Trials::new(&instances);
    assert_eq!(trials.programs(), 1, "the program is right without a mistake");
    trials.judge(&trials.mutants(true), None)
}

/// Each of these is noticed, and each of the others is not.
#[track_caller]
fn check(judged: &[Judgement], noticed: &[&str], unnoticed: &[&str]) {
    let found = |name: &str| {
        let found = judged.iter().find(|it| it.name == name);
        found.unwrap_or_else(|| {
            panic!("there is no {name} among {:?}", judged.iter().map(|it| &it.name).collect::<Vec<_>>())
        })
    };
    for name in noticed {
        assert!(found(name).noticed.is_some(), "{name} is not noticed");
    }
    for name in unnoticed {
        assert_eq!(found(name).noticed, None, "{name}");
    }
}

/// A buffer of numbers, and the numbers expected in it.
fn buffer(ty: &str, values: &str, expect: &str) -> String {
    format!(
        "        buffers:\n          - {{ group: 0, binding: 0, kind: storage, type: {ty}, values: {values}, expect: {expect} }}\n"
    )
}

#[test]
fn operations() {
    let program = "@group(0) @binding(0) var<storage, read_write> x: array<i32, 3>;
        @compute @workgroup_size(1) fn main() { x[2] = x[0] - x[1]; }";
    let judged = judged(program, &buffer("i32", "[5, 2]", "[5, 2, 3]"));
    check(
        &judged,
        &[
            "operations/subtract-i32/add",
            "operations/subtract-i32/swapped-0-1",
            "operations/subtract-i32/inaccurate",
        ],
        &["operations/subtract-i32/of-16-bits", "operations/subtract-i32/wrong-at-0-one"],
    );
    let notice =
        judged.iter().find(|it| it.name == "operations/subtract-i32/add").and_then(|it| it.noticed.as_ref());
    let notice = notice.expect("it is noticed");
    assert_eq!((notice.program.as_str(), notice.is_written), ("statements/if::one::run-one", true));
    assert!(notice.difference.contains("x[2] at byte 8: expected 3, got 7"), "{}", notice.difference);
}

#[test]
fn conversions_and_whole_values() {
    let program = "@group(0) @binding(0) var<storage, read_write> x: array<f32, 5>;
        @compute @workgroup_size(1) fn main() {
          x[3] = f32(i32(x[0]));
          x[4] = dot(vec3f(x[0], x[1], x[2]), vec3f(1, 2, 3));
        }";
    let judged = judged(program, &buffer("f32", "[-1.5, 2, 0]", "[-1.5, 2, 0, -1, 2.5]"));
    check(
        &judged,
        &["operations/convert-f32-i32/round", "operations/dot-of-f32/inaccurate-first"],
        &["operations/convert-f32-i32/through-i16"],
    );
}

#[test]
fn control_flow_and_memory() {
    let program = "@group(0) @binding(0) var<storage, read_write> x: array<u32>;
        @compute @workgroup_size(1) fn main() {
          for (var i = 0u; i < 3; i++) { if x[i] > 1 { x[i] = 7; } }
        }";
    let judged = judged(program, &buffer("u32", "[1, 2, 3, 4]", "[1, 7, 7, 4]"));
    check(
        &judged,
        &["steps/if/negated", "steps/loop/once", "steps/store-storage-u32/lost", "steps/index/stride-of-two"],
        &["steps/load-storage-u32/low-half", "steps/index/unlimited"],
    );
}

#[test]
fn shared_memory() {
    let program = "@group(0) @binding(0) var<storage, read_write> x: atomic<u32>;
        var<workgroup> sum: u32;
        @compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) {
          if i == 2 { sum += 1; }
          atomicAdd(&x, workgroupUniformLoad(&sum));
        }";
    let judged = judged(program, &buffer("u32", "[0]", "[4]"));
    check(
        &judged,
        &["steps/atomic-add-u32-storage/interrupted", "start/workgroup-memory/not-zero"],
        &[
            "steps/input-localinvocationindex/globalinvocationindex",
            "steps/atomic-add-u32-storage/result-wrong",
        ],
    );
}

#[test]
fn textures_and_samplers() {
    let program = "@group(0) @binding(0) var<storage, read_write> x: array<f32, 2>;
        @group(0) @binding(1) var t: texture_2d<f32>;
        @group(0) @binding(2) var s: sampler;
        @compute @workgroup_size(1) fn main() { x[0] = textureSampleLevel(t, s, vec2f(1.25, 0.5), 0).x; }";
    let rest = buffer("f32", "[0, 0]", "[0.25, 0]")
        + "        textures:\n          - { group: 0, binding: 1, kind: texture, format: r32float, size: [2, 1], texels: [0.25, 1] }\n        \
           samplers:\n          - { group: 0, binding: 2, address_modes: [repeat, repeat, repeat] }\n";
    let place = "steps/texture-sample-2d-level";
    let names = |mistakes: &[&str]| mistakes.iter().map(|it| format!("{place}/{it}")).collect::<Vec<_>>();
    let (noticed, unnoticed) = (names(&["result-0-wrong"]), names(&["result-1-wrong", "level-base"]));
    let noticed = [
        noticed.iter().map(String::as_str).collect(),
        vec!["pipeline/sampler-address-u-repeat/clamp-to-edge"],
    ]
    .concat();
    let unnoticed = [
        unnoticed.iter().map(String::as_str).collect(),
        vec!["pipeline/sampler-address-v-repeat/clamp-to-edge"],
    ]
    .concat();
    check(&judged(program, &rest), &noticed, &unnoticed);
}

#[test]
fn draws() {
    let program = "struct Corner { @builtin(position) at: vec4f, @location(0) red: f32 }
        @vertex fn corner(@builtin(vertex_index) i: u32) -> Corner {
          let x = f32(i & 1) * 4 - 1;
          let y = f32(i & 2) * 2 - 1;
          return Corner(vec4f(x, y, 0.5, 1), x);
        }
        @fragment fn paint(@location(0) red: f32) -> @location(0) vec4f { return vec4f(red, 0, 0, 1); }";
    let rest = "        draw:\n          vertex_count: 3\n          size: [2, 1]\n          targets:\n            \
                - { format: r32float, expect: [-0.5, 0.5] }\n";
    check(
        &judged(program, rest),
        &[
            "start/interpolation-perspective-center/flat",
            "pipeline/topology-triangle-list/point-list",
            "pipeline/cull-none/front",
        ],
        &["start/interpolation-perspective-center/linear-center", "pipeline/cull-none/back"],
    );
}

#[test]
fn faults_alone_notice_nothing() {
    let program = "@group(0) @binding(0) var<storage, read_write> x: array<u32, 2>;
        @compute @workgroup_size(1) fn main() { x[1] = x[0] + 1; }";
    let instances = instances(&file(
        program,
        "        strict: true\n        buffers:\n          - { group: 0, binding: 0, kind: storage, type: u32, values: [1, 2] }\n",
    ));
    assert_eq!(Trials::new(&instances).programs(), 0);
}

#[test]
fn sources() {
    let program = "@group(0) @binding(0) var<storage, read_write> x: array<f32, 3>;
        @compute @workgroup_size(1) fn main() {
          x[2] = clamp(x[0], x[1], 5);
          workgroupBarrier();
        }";
    let judged = judged(program, &buffer("f32", "[7, 2]", "[7, 2, 5]"));
    // Without a driver, nothing notices that a barrier is not there.
    check(
        &judged,
        &["source/clamp/operand-0"],
        &["source/clamp/swapped-0-2", "source/workgroupBarrier/deleted"],
    );
}
