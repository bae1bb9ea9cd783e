//! `run` of kernels in Metal.

use crate::support::{Run, folder, run, run_with_input};
use serde_json::{Value, json};
use std::fs;

/// Runs a kernel on standard input, below the lines that programs begin with: it starts on line 3.
fn kernel(text: &str, line: &str) -> Run {
    let text = format!("#include <metal_stdlib>\nusing namespace metal;\n{text}");
    let arguments: Vec<_> = ["run", "-", "--language", "msl"]
        .into_iter()
        .chain(line.split(' ').filter(|it| !it.is_empty()))
        .collect();
    run_with_input(&arguments, text.as_bytes())
}

/// The rows that are shown of the only buffer that a kernel writes.
fn rows(text: &str, line: &str) -> String {
    let result = kernel(text, line);
    assert_eq!((result.status, result.errors.as_str()), (0, ""), "{line}");
    let (_, rows) = result.output.split_once('\n').expect("a heading");
    rows.split_whitespace().collect::<Vec<_>>().join(" ")
}

const SAXPY: &str = "kernel void saxpy(constant float& a [[buffer(0)]], device const float* x [[buffer(1)]],
    device float* y [[buffer(2)]], uint i [[thread_position_in_grid]]) {
    y[i] = a * x[i] + y[i];
}";
const SAXPY_BOUND: &str = "--bind 0=f32:2 --bind 1=f32:1,2,3,4,5 --bind 2=f32:10,20,30,40,50";

#[test]
fn results_are_shown_by_their_type() {
    let result = kernel(SAXPY, &format!("{SAXPY_BOUND} --threads 5"));
    assert_eq!((result.status, result.errors.as_str()), (0, ""));
    assert_eq!(result.output, "[[buffer(2)]] y: device float*, 20 bytes as f32\n  0:  12  24  36  48  60\n");
    let hex = kernel(SAXPY, &format!("{SAXPY_BOUND} --threads 1 --show none --show 2=hex")).output;
    assert!(hex.starts_with("[[buffer(2)]] y: device float*, 20 bytes as hex\n  0:  41400000  "), "{hex}");
}

#[test]
fn files_are_read_and_written() {
    let program = format!("#include <metal_stdlib>\nusing namespace metal;\n{SAXPY}");
    let folder = folder("metal-run-files", &[("saxpy.metal", &program)]);
    fs::write(folder.join("x.bin"), 1.5_f32.to_le_bytes()).expect("the file is written");
    let arguments = [
        "run",
        "saxpy.metal",
        "--bind",
        "0=f32:4",
        "--bind",
        "1=x.bin",
        "--bind",
        "2=zero:4",
        "--threads",
        "1",
    ];
    let result = run(&folder, &[&arguments[..], &["--out", "2=y.bin", "--show", "none"]].concat());
    assert_eq!((result.status, result.output.as_str(), result.errors.as_str()), (0, "", ""));
    assert_eq!(fs::read(folder.join("y.bin")).expect("the file is there"), 6.0_f32.to_le_bytes());
}

#[test]
fn a_json_answer_has_the_number_of_the_buffer_as_the_binding() {
    let answer = |line: &str| -> Value {
        let result = kernel(SAXPY, &format!("{line} --format json"));
        serde_json::from_str(&result.output).expect("JSON")
    };
    let ran = answer("--bind 0=f32:2 --bind 1=f32:1 --bind 2=f32:0 --threads 1");
    let bindings = json!([{ "group": 0, "binding": 2, "data_base64": "AAAAQA==" }]);
    assert_eq!(ran, json!({ "id": null, "ok": true, "bindings": bindings, "faults": [] }));
    let faults = &answer("--bind 0=f32:2 --bind 1=f32:1 --bind 2=f32:0 --threads 2 --strict")["faults"];
    assert_eq!((&faults[0]["kind"], &faults[0]["line"]), (&json!("out-of-bounds"), &json!(5)));
    let missing = answer("--bind 0=f32:2");
    assert_eq!((&missing["ok"], &missing["error"]["stage"]), (&json!(false), &json!("execution")));
    let wrong = answer("--entry-point other");
    assert_eq!(wrong["error"]["stage"], "pipeline-creation");
    let rejected = kernel("kernel int k() { return 1; }", "--format json");
    let error = &serde_json::from_str::<Value>(&rejected.output).expect("JSON")["error"];
    assert_eq!((rejected.status, &error["stage"]), (1, &json!("shader-creation")));
    assert!(error["diagnostics"][0]["code"].is_string(), "{error}");
}

const SUM: &str = "kernel void sum(device const float* in [[buffer(0)]], device float* out [[buffer(1)]],
    uint i [[thread_position_in_grid]], uint lane [[thread_position_in_threadgroup]],
    uint group [[threadgroup_position_in_grid]], uint size [[threads_per_threadgroup]]) {
    threadgroup float parts[64];
    parts[lane] = in[i];
    threadgroup_barrier(mem_flags::mem_threadgroup);
    for (uint step = size / 2; step > 0; step /= 2) {
        if (lane < step) parts[lane] += parts[lane + step];
        threadgroup_barrier(mem_flags::mem_threadgroup);
    }
    if (lane == 0) out[group] = parts[0];
}";

#[test]
fn threadgroups_share_memory() {
    let bound = "--bind 0=f32:1,2,3,4,5,6,7,8 --bind 1=zero:8 --strict";
    assert_eq!(rows(SUM, &format!("{bound} --threads 8 --threadgroup-size 4")), "0: 10 26");
    assert_eq!(rows(SUM, &format!("{bound} --workgroups 1 --threadgroup-size 8")), "0: 36 0");
    assert_eq!(rows(SUM, &format!("{bound} --workgroups 2 --threadgroup-size 2")), "0: 3 7");
}

#[test]
fn a_race_names_the_barrier_that_orders_it() {
    let text = SUM.replacen("threadgroup_barrier(mem_flags::mem_threadgroup);", "", 1);
    let result =
        kernel(&text, "--bind 0=f32:1,2,3,4 --bind 1=zero:4 --threads 4 --threadgroup-size 4 --strict");
    assert_eq!(result.status, 1);
    assert!(result.errors.contains("fault[data-race]: "), "{}", result.errors);
    assert!(result.errors.contains("--> <stdin>:10:"), "{}", result.errors);
    for wanted in [
        "order the two accesses with a `threadgroup_barrier(mem_flags::mem_threadgroup)` between them, where all threads reach it\n",
        "it here\n",
        "first in threadgroup (0, 0, 0), thread ",
    ] {
        assert!(result.errors.contains(wanted), "{wanted}: {}", result.errors);
    }
}

const HISTOGRAM: &str = "kernel void histogram(device const uint* data, device atomic_uint* bins,
    uint i [[thread_position_in_grid]]) {
    atomic_fetch_add_explicit(&bins[data[i] % 4], 1u, memory_order_relaxed);
}";

#[test]
fn atomics_count_whatever_the_order_is() {
    let bound = "--bind 0=u32:0,1,5,2,6,10,7 --bind 1=u32:0,0,0,100 --threads 7 --strict";
    for options in ["", "--seed 3", "--threadgroup-size 2", "--subgroup-size 4"] {
        assert_eq!(rows(HISTOGRAM, &format!("{bound} {options}")), "0: 1 2 3 101", "{options}");
    }
}

const TOTALS: &str = "kernel void totals(device uint* out [[buffer(0)]], uint i [[thread_position_in_grid]],
    uint width [[threads_per_simdgroup]], uint group [[simdgroup_index_in_threadgroup]]) {
    out[i] = simd_sum(i) * 10000 + width * 100 + group;
}";

#[test]
fn simd_groups_have_32_threads_unless_the_command_line_says_so() {
    let four = rows(TOTALS, "--bind 0=zero:32 --threads 8 --subgroup-size 4");
    assert_eq!(four, "0: 60400 60400 60400 60400 220401 220401 220401 220401");
    let all = rows(TOTALS, "--bind 0=zero:256 --threads 64 --threadgroup-size 64");
    assert!(all.starts_with("0: 4963200 "), "{all}");
    // The sum of 32 to 63, and the second group.
    assert!(all.contains(" 15203201 "), "{all}");
}

const CHOICE: &str = "constant uint FACTOR [[function_constant(0)]];
constant bool NEGATES [[function_constant(1)]];
constant uint TWICE = FACTOR * 2;
kernel void choice(device int* out [[buffer(0)]], uint i [[thread_position_in_grid]]) {
    int value = int(i * FACTOR * 2 + 1);
    if (NEGATES) value = -value;
    out[i] = value;
}
kernel void plain(device int* out [[buffer(0)]]) { out[0] = 7; }
uint twice() { return TWICE; }
kernel void indirect(device uint* out [[buffer(0)]]) { out[0] = twice(); }";

#[test]
fn function_constants_have_values_by_index_or_name() {
    let bound = "--entry-point choice --bind 0=zero:12 --threads 3";
    let shown = |constants: &str| rows(CHOICE, &format!("{bound} {constants}"));
    assert_eq!(shown("--constant FACTOR=5 --constant NEGATES=false"), "0: 1 11 21");
    assert_eq!(shown("--constant 0=2 --constant 1=true"), "0: -1 -5 -9");
    assert_eq!(
        shown("--constant 0=1 --constant NEGATES=0 --constant FACTOR=3"),
        "0: 1 7 13",
        "the last one counts"
    );
    // A kernel that does not use them needs none.
    assert_eq!(rows(CHOICE, "--entry-point plain --bind 0=zero:4 --threads 1"), "0: 7");
}

#[test]
fn a_constant_that_the_kernel_needs_is_asked_for() {
    let message = |constants: &str| {
        let result = kernel(CHOICE, &format!("--entry-point choice --bind 0=zero:12 {constants}"));
        assert_eq!((result.status, result.output.as_str()), (2, ""), "{constants}");
        result.errors
    };
    assert!(message("--constant NEGATES=1").contains("missing value of function constant `FACTOR`"));
    // A function that the kernel calls uses a variable whose value depends on one.
    let indirect = kernel(CHOICE, "--entry-point indirect --bind 0=zero:4");
    assert!(indirect.errors.contains("missing value of function constant `FACTOR`"), "{}", indirect.errors);
    assert!(message("--constant FACTOR=1").contains("missing value of function constant `NEGATES`"));
    let unknown = message("--constant SIZE=1");
    assert!(
        unknown.contains("unknown function constant `SIZE`: the program has `FACTOR` (0), `NEGATES` (1)"),
        "{unknown}"
    );
    for (value, ty) in [("FACTOR=-1", "uint"), ("FACTOR=1.5", "uint"), ("NEGATES=2", "bool")] {
        let wrong = message(&format!("--constant {value}"));
        assert!(wrong.contains(&format!("is not a value of type `{ty}`")), "{value}: {wrong}");
    }
}

const HALVES: &str =
    "kernel void scale(device const half2* in [[buffer(0)]], device half2* out [[buffer(1)]],
    uint i [[thread_position_in_grid]]) {
    out[i] = in[i] * 2.0h + half2(0.5h, -1.0h);
}";

#[test]
fn halves_are_rounded_and_shown() {
    let result = rows(HALVES, "--bind 0=f16:1,2,0.1,1024 --bind 1=zero:8 --threads 2");
    // 2 * half(0.1) + 0.5 lies in the middle of two halves, and becomes the even one.
    assert_eq!(result, "0: 2.5 3 0.7001953 2047");
}

#[test]
fn narrow_integers_are_shown_by_their_type() {
    let shown = |ty: &str, bytes: &str| {
        let text = format!("kernel void k(device {ty}* data [[buffer(0)]]) {{ data[0] = data[1] - 1; }}");
        rows(&text, &format!("--bind 0={bytes} --threads 1"))
    };
    assert_eq!(shown("char", "i8:5,-3"), "0: -4 -3");
    assert_eq!(shown("ushort", "u16:5,0"), "0: 65535 0");
    assert_eq!(shown("bool", "u8:0,1"), "0: 0 1");
}

#[test]
fn threadgroups_at_the_edge_are_smaller() {
    let text = "kernel void sizes(device uint* out [[buffer(0)]], uint2 at [[thread_position_in_grid]],
        uint2 size [[threads_per_threadgroup]], uint2 grid [[threads_per_grid]], uint2 groups [[threadgroups_per_grid]]) {
        out[at.y * grid.x + at.x] = size.x * 100 + size.y * 10 + groups.x;
    }";
    let shown = rows(text, "--bind 0=zero:60 --threads 5,3 --threadgroup-size 4,2 --strict");
    assert_eq!(shown, "0: 422 422 422 422 122 422 422 422 8: 422 122 412 412 412 412 112");
}

#[test]
fn the_size_of_threadgroups_is_bounded_by_the_kernel() {
    let text = |attribute: &str| {
        format!(
            "{attribute} kernel void size(device uint* out [[buffer(0)]], uint size [[threads_per_threadgroup]]) {{ out[0] = size; }}"
        )
    };
    let bound = "--bind 0=zero:4";
    let eight = text("[[max_total_threads_per_threadgroup(8)]]");
    assert_eq!(rows(&text(""), bound), "0: 32");
    assert_eq!(rows(&eight, bound), "0: 8");
    assert_eq!(rows(&eight, &format!("{bound} --threadgroup-size 2,2,2")), "0: 2");
    let large = kernel(&eight, &format!("{bound} --threadgroup-size 3,3"));
    assert_eq!(large.status, 2);
    assert!(large.errors.contains("`size` allows at most 8 threads, "), "{}", large.errors);
    let none = kernel(&eight, &format!("{bound} --threadgroup-size 0"));
    assert!(none.errors.contains("a threadgroup must have at least one thread"), "{}", none.errors);
}

#[test]
fn the_command_line_says_the_size_of_memory_of_the_threadgroup() {
    let text = "kernel void turn(device uint* out [[buffer(0)]], threadgroup uint* tile [[threadgroup(1)]],
        threadgroup uint& first, uint i [[thread_position_in_threadgroup]]) {
        if (i == 0) first = 10;
        tile[i] = i;
        threadgroup_barrier(mem_flags::mem_threadgroup);
        out[i] = first + tile[3 - i];
    }";
    let line = "--bind 0=zero:16 --threads 4 --strict";
    assert_eq!(rows(text, &format!("{line} --threadgroup-memory 1=16")), "0: 13 12 11 10");
    let missing = kernel(text, line);
    assert_eq!(missing.status, 2);
    let message = "missing size of `tile`: pass one with --threadgroup-memory 1=BYTES";
    assert!(missing.errors.contains(message), "{}", missing.errors);
    let unknown = kernel(text, &format!("{line} --threadgroup-memory 2=16"));
    assert!(unknown.errors.contains("`turn` has no argument [[threadgroup(2)]]"), "{}", unknown.errors);
    let small = kernel(text, &format!("{line} --threadgroup-memory 1=12"));
    assert_eq!(small.status, 1);
    assert!(small.errors.starts_with("fault[out-of-bounds]: "), "{}", small.errors);
}

#[test]
fn faults_are_shown_where_they_happened() {
    let line = format!("{SAXPY_BOUND} --threads 6 --threadgroup-size 4 --strict");
    let result = kernel(SAXPY, &line);
    assert_eq!(result.status, 1);
    assert!(result.errors.contains("fault[out-of-bounds]: "), "{}", result.errors);
    assert!(result.errors.contains("--> <stdin>:5:16\n"), "{}", result.errors);
    assert!(
        result.errors.contains("= note: first in threadgroup (1, 0, 0), thread 1\n"),
        "{}",
        result.errors
    );
    assert!(result.output.starts_with("[[buffer(2)]] y"), "the results are shown despite faults");
    assert_eq!(kernel(SAXPY, &line.replace(" --strict", "")).status, 0);
}

#[test]
fn arguments_that_do_not_exist_need_no_buffer() {
    let text = "constant bool HAS_BIAS [[function_constant(0)]];
    kernel void k(device float* out [[buffer(0)]], device float* bias [[buffer(1), function_constant(HAS_BIAS)]]) {
        if (HAS_BIAS) out[0] += bias[0];
        out[0] += 1;
    }";
    assert_eq!(rows(text, "--bind 0=f32:1 --threads 1 --constant HAS_BIAS=0"), "0: 2");
    let with = kernel(text, "--bind 0=f32:1 --threads 1 --constant HAS_BIAS=1");
    assert!(with.errors.contains("`bias` is not bound: pass --bind "), "{}", with.errors);
}

#[test]
fn textures_and_samplers_that_do_not_exist_are_not_bound() {
    let text = "constant bool HAS_MAP [[function_constant(0)]];
    kernel void k(device float* out [[buffer(0)]], texture2d<float> map [[texture(0), function_constant(HAS_MAP)]],
                  sampler how [[sampler(0), function_constant(HAS_MAP)]]) {
        if (HAS_MAP) out[0] += map.sample(how, float2(0)).x;
        out[0] += 1;
    }";
    assert_eq!(rows(text, "--bind 0=f32:1 --threads 1 --constant HAS_MAP=0"), "0: 2");
    let with = kernel(text, "--bind 0=f32:1 --threads 1 --constant HAS_MAP=1");
    assert!(with.errors.contains("`map`, `how` are not bound: pass --bind "), "{}", with.errors);
}

#[test]
fn macros_and_the_standard_are_those_of_the_command_line() {
    let text = "#if __METAL_VERSION__ < 200\nconstant int OLD = 1;\n#else\nconstant int OLD = 0;\n#endif
    kernel void k(device int* out [[buffer(0)]]) { out[0] = VALUE * 10 + OLD; }";
    let bound = "--bind 0=zero:4 --threads 1 -D VALUE=4";
    assert_eq!(rows(text, bound), "0: 40");
    assert_eq!(rows(text, &format!("{bound} --std osx-metal1.2")), "0: 41");
}

#[test]
fn the_elements_of_an_array_of_textures_are_bound_by_themselves() {
    let text = "kernel void k(device uint* out [[buffer(0)]], array<texture2d<uint>, 2> rows [[texture(3)]], sampler s [[sampler(0)]]) {
        out[0] = rows[1].get_width(); out[1] = rows[0].sample(s, float2(0.5)).w; }";
    let bound =
        "--threads 1 --bind 0=zero:8 --bind sampler:0=sampler:nearest --bind texture:3=texture:r32uint:2x2";
    assert_eq!(rows(text, &format!("{bound} --bind texture:4=texture:r32uint:5x2")), "0: 5 1");
    let missing = kernel(text, bound).errors;
    assert!(missing.contains("`rows[1]` is not bound: pass --bind texture:4="), "{missing}");
}

#[test]
fn the_end_of_a_function_with_a_result_is_a_fault() {
    let text = "static int part(int n) { if (n > 2) return n / 2; }
    static int all(int n) { switch (n) { case 0: return 1; default: return 2; } }
    kernel void k(device int* out [[buffer(0)]]) { out[0] = part(out[0]) + all(out[0]); }";
    assert_eq!(kernel(text, "--bind 0=i32:4 --threads 1 --strict").status, 0);
    let found = kernel(text, "--bind 0=i32:1 --threads 1 --strict");
    assert_eq!(found.status, 1);
    let expected = "fault[undefined-operands]: the function ends here without `return`, so its result has no value\n --> <stdin>:3:51\n";
    assert!(found.errors.contains(expected), "{}", found.errors);
}

#[test]
fn wrong_usage_is_explained() {
    let cases = [
        ("--bind 0=f32:2 --bind 1=zero:4", "`y` is not bound: pass --bind 2=zero:1024, or --auto for zeros"),
        (
            "--bind 0=f16:2 --bind 1=zero:4 --bind 2=zero:4",
            "--bind 0: `a` must have at least 4 bytes, found 2",
        ),
        ("--bind 0=sampler --bind 1=zero:4 --bind 2=zero:4", "--bind 0: expected a buffer for `a`"),
        ("--bind 7=zero:4", "--bind 7: the kernel uses only 0, 1, 2"),
        ("--bind texture:0=zero:4", "--bind texture:0: the kernel uses only 0, 1, 2"),
        ("--bind 0:0=zero:4", "`0:0` is not a binding: expected the number of a buffer"),
        ("--bind 0=zero:4 --bind 0=zero:4", "0 is bound twice"),
        ("--show 0:1=f32", "`0:1` is not a binding"),
        ("--entry-point saxpi", "unknown kernel `saxpi`: the program has `saxpy`"),
        ("--threads 4 --workgroups 1", "cannot be used with"),
        ("--threads 1,2,3,4", "expected X, X,Y or X,Y,Z"),
        ("--threadgroup-size x", "expected X, X,Y or X,Y,Z"),
        ("--std osx-metal9", "invalid value 'osx-metal9'"),
        ("--vertices 3", "the program has no vertex function"),
        ("--bind vertex:0=zero:4", "--bind vertex:0: the kernel uses only 0, 1, 2"),
        ("--immediates zero:4", "--immediates is only for WGSL"),
        ("--edition current", "--edition is only for WGSL"),
    ];
    for (line, wanted) in cases {
        let result = kernel(SAXPY, line);
        assert_eq!((result.status, result.output.as_str()), (2, ""), "{line}: {}", result.errors);
        assert!(result.errors.contains(wanted), "{line}: {}", result.errors);
    }
    let several = kernel("kernel void a() {} kernel void b() {}", "");
    assert!(
        several.errors.contains("several kernels: select one with --entry-point: `a`, `b`"),
        "{}",
        several.errors
    );
    let none = kernel("void a() {}", "");
    assert!(none.errors.contains("the program has no kernel"), "{}", none.errors);
}

#[test]
fn wgsl_has_none_of_the_options_of_metal() {
    let text = "@compute @workgroup_size(1) fn main() {}";
    for option in ["--threads 1", "--threadgroup-size 1", "--threadgroup-memory 0=4", "--std naga"] {
        let arguments: Vec<_> = ["run", "-"].into_iter().chain(option.split(' ')).collect();
        let result = run_with_input(&arguments, text.as_bytes());
        assert_eq!(result.status, 2, "{option}");
        assert!(result.errors.contains(" is only for Metal, but this program is WGSL"), "{}", result.errors);
    }
    let place = run_with_input(&["run", "-", "--bind", "0=zero:4"], text.as_bytes());
    assert_eq!(
        (place.status, place.errors.as_str()),
        (2, "wgsl-check: `0` is not a binding: expected GROUP:BINDING\n")
    );
}

#[test]
fn programs_that_do_not_run_say_why() {
    let rejected = kernel("kernel void k() { int a = b; }", "");
    assert_eq!((rejected.status, rejected.output.as_str()), (1, ""));
    assert!(rejected.errors.starts_with("error[resolve/unknown-identifier]: "), "{}", rejected.errors);
    let part = kernel("typedef half half8 __attribute__((ext_vector_type(8))); kernel void k() {}", "");
    assert_eq!(part.status, 2);
    assert!(part.errors.contains("some parts of this program can't be checked yet"), "{}", part.errors);
    let endless = kernel(
        "kernel void k(device int* out) { while (out[0] == 0) out[1] += 1; }",
        "--bind 0=zero:8 --fuel 10000",
    );
    assert_eq!(endless.status, 1);
    assert!(endless.errors.contains("out of fuel"), "{}", endless.errors);
}

#[test]
fn kernels_that_do_not_run_are_no_hindrance_for_others() {
    let text = "kernel void good(device uint* o [[buffer(0)]]) { o[0] = 7; }
        kernel void bad(device ulong* o [[buffer(0)]]) { o[0] = 7; }
        kernel void newer(device float* o [[buffer(0)]]) { bfloat x = bfloat(o[0]); o[0] = x; nope(); }";
    let line = |name: &str| format!("--entry-point {name} --bind 0=zero:8 --std metal3.1");
    assert_eq!(rows(text, &line("good")), "0: 7 0");
    assert_eq!(rows(text, "--entry-point good --bind 0=zero:8"), "0: 7 0");
    assert_eq!(kernel(text, &line("newer")).status, 1);
    assert_eq!(kernel(&text.replace("nope();", ""), &line("newer")).status, 2);
    let unknown = kernel(&text.replace("nope();", ""), &line("none"));
    assert_eq!(unknown.status, 2);
    assert!(unknown.errors.contains("`good`, `bad`, `newer`"), "{}", unknown.errors);
}

#[test]
fn instances_of_templates_run_by_the_names_of_hosts() {
    let text = "template <typename T> kernel void fill(device T* o [[buffer(0)]]) { o[0] = T(1) / 2; }
        typedef decltype(fill<int>) fill_t;
        template [[host_name(\"fill_int\")]] kernel fill_t fill<int>;
        template [[host_name(\"fill_float\")]] kernel decltype(fill<float>) fill<float>;
        template <typename T> kernel void newer(device T* o [[buffer(0)]]) { bfloat x = bfloat(o[0]); o[0] = x; }
        template [[host_name(\"newer_float\")]] kernel decltype(newer<float>) newer<float>;";
    let line = |name: &str| format!("--entry-point {name} --bind 0=zero:4 --std metal3.1");
    assert_eq!(rows(text, &line("fill_int")), "0: 0");
    assert_eq!(rows(text, &line("fill_float")), "0: 0.5");
    let newer = kernel(text, &line("newer_float"));
    assert_eq!(newer.status, 2);
    assert!(newer.errors.contains("`bfloat` can't be executed yet\n --> <stdin>:7:"), "{}", newer.errors);
    let unknown = kernel(text, &line("fill"));
    assert!(unknown.errors.contains("`fill_int`, `fill_float`, `newer_float`"), "{}", unknown.errors);
}

#[test]
fn faults_name_their_branch() {
    let text = "kernel void k(device uint* o, uint i [[thread_position_in_grid]]) {
        if (o[i] > 0) {
            threadgroup_barrier(mem_flags::mem_device);
        }
    }";
    let result = kernel(text, "--bind 0=u32:0,1 --threads 2 --strict --show none");
    assert_eq!(result.status, 1);
    let errors = result.errors;
    assert!(errors.contains("fault[non-uniform-barrier]") && errors.contains(":5:13"), "{errors}");
    assert!(
        errors.contains("if (o[i] > 0) {") && errors.contains("threads take different branches here"),
        "{errors}"
    );
}

#[test]
fn undefined_operands_are_faults_only_in_strict_runs() {
    let text = "kernel void k(device int* o) { o[0] = clamp(o[1], 3, o[2]); }";
    let bound = "--bind 0=i32:0,7,2 --threads 1";
    assert_eq!(rows(text, bound), "0: 2 7 2");
    let strict = kernel(text, &format!("{bound} --strict --show none"));
    assert_eq!(strict.status, 1);
    assert!(
        strict.errors.contains("fault[undefined-operands]") && strict.errors.contains(":3:39"),
        "{}",
        strict.errors
    );
}

#[test]
fn faults_are_explained_for_metal() {
    let folder = folder("metal-faults", &[("k.metal", SAXPY)]);
    let explained = |arguments: &[&str]| {
        let result = run(&folder, &[&["explain"], arguments].concat());
        assert_eq!((result.status, result.errors.as_str()), (0, ""), "{arguments:?}");
        result.output
    };
    let overflow = explained(&["integer-overflow"]);
    assert!(overflow.contains("--integer-overflow") && overflow.contains("In Metal:"), "{overflow}");
    assert!(
        overflow.contains("operator.signed-overflow: The result of signed arithmetic must be in the range"),
        "{overflow}"
    );
    let only = explained(&["integer-overflow", "--language", "msl"]);
    assert!(!only.contains("--integer-overflow") && only.contains("`uint`, which wraps"), "{only}");
    let wgsl = explained(&["integer-overflow", "--language", "wgsl"]);
    assert!(!wgsl.contains("Metal"), "{wgsl}");
    for kind in shader_run::execute::FaultKind::ALL {
        assert!(explained(&[kind.name(), "--language", "msl"]).starts_with(kind.name()), "{kind:?}");
    }
    let none = run(&folder, &["explain", "undefined-operands", "--language", "wgsl"]);
    assert_eq!(none.status, 2, "{}", none.output);
}

#[test]
fn comments_ignore_faults() {
    let source = |comment: &str| {
        format!(
            "#include <metal_stdlib>
using namespace metal;
kernel void main0(device uint* out [[buffer(0)]], uint i [[thread_position_in_grid]]) {{
    out[0] = i; // wgsl-check: {comment}
}}"
        )
    };
    let run = |comment: &str| {
        let arguments =
            ["run", "-", "--language", "metal", "--threads", "4", "--strict", "--bind", "0=zero:4"];
        run_with_input(&arguments, source(comment).as_bytes()).errors
    };
    assert!(run("allow(data-races)").contains("fault[data-race]"), "{}", run("allow(data-races)"));
    assert_eq!(run("allow(data-race)"), "");
}
