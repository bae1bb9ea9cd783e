//! Contents that stay on the server between requests of the machine protocol.

use crate::support::run_with_input;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// The answers to requests that one server gets.
fn converse_with(arguments: &[&str], requests: &[Value]) -> Vec<Value> {
    let lines = requests.iter().map(Value::to_string).collect::<Vec<_>>().join("\n");
    let result = run_with_input(&[&["serve"], arguments].concat(), lines.as_bytes());
    assert_eq!((result.status, result.errors.as_str()), (0, ""));
    let answers = result.output.lines().map(|line| serde_json::from_str(line).expect("an answer is JSON"));
    let answers: Vec<Value> = answers.collect();
    assert_eq!(answers.len(), requests.len());
    answers
}

fn converse(requests: &[Value]) -> Vec<Value> {
    converse_with(&[], requests)
}

fn words(words: &[u32]) -> String {
    STANDARD.encode(words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>())
}

fn floats(floats: &[f32]) -> String {
    words(&floats.iter().map(|it| it.to_bits()).collect::<Vec<_>>())
}

fn keep(name: &str, data: &str) -> Value {
    json!({ "op": "keep", "name": name, "data_base64": data })
}

fn read(name: &str) -> Value {
    json!({ "op": "read", "name": name })
}

/// The answer to a request for kept contents.
fn contents(data: &str) -> Value {
    json!({ "id": null, "ok": true, "data_base64": data })
}

fn done() -> Value {
    json!({ "id": null, "ok": true })
}

/// The stage and the message of a refusal.
#[track_caller]
fn refusal(answer: &Value) -> (&str, &str) {
    assert_eq!(answer["ok"], false, "{answer}");
    let member = |name: &str| answer["error"][name].as_str().expect("a refusal says why");
    (member("stage"), member("message"))
}

/// Adds 1 to each word of a buffer.
const COUNT: &str = "
@group(0) @binding(0) var<storage, read_write> counts: array<u32>;
@compute @workgroup_size(4) fn main(@builtin(local_invocation_index) index: u32) {
    if index < arrayLength(&counts) { counts[index]++; }
}";

/// A request to count with these members of the binding.
fn count(members: Value) -> Value {
    let mut binding = json!({ "group": 0, "binding": 0, "kind": "storage" });
    let Value::Object(members) = members else { panic!("members") };
    binding.as_object_mut().expect("an object").extend(members);
    json!({ "op": "run", "wgsl": COUNT, "bindings": [binding] })
}

#[test]
fn a_dispatch_continues_on_the_contents_of_one_before() {
    let answers = converse(&[
        keep("counts", &words(&[5, 6, 7])),
        count(json!({ "kept": "counts", "keep": "counts" })),
        count(json!({ "kept": "counts", "keep": "more" })),
        count(json!({ "kept": "counts" })),
        read("counts"),
        json!({ "op": "read", "name": "more", "offset": 4, "size": 4 }),
        json!({ "op": "read", "name": "more", "offset": 12 }),
    ]);
    let empty = json!({ "id": null, "ok": true, "bindings": [], "faults": [] });
    assert_eq!(answers[..3], [done(), empty.clone(), empty]);
    let written = json!([{ "group": 0, "binding": 0, "data_base64": words(&[7, 8, 9]) }]);
    assert_eq!(answers[3]["bindings"], written, "what is not kept is answered");
    assert_eq!(answers[4..], [contents(&words(&[6, 7, 8])), contents(&words(&[8])), contents("")]);
}

#[test]
fn the_answer_has_kept_contents_on_request_only() {
    let given = words(&[1]);
    let answers = converse(&[
        count(json!({ "data_base64": given, "keep": "a" })),
        count(json!({ "data_base64": given, "keep": "a", "answer": true })),
        count(json!({ "data_base64": given, "answer": false })),
    ]);
    assert_eq!(answers[0]["bindings"], json!([]));
    assert_eq!(answers[1]["bindings"], json!([{ "group": 0, "binding": 0, "data_base64": words(&[2]) }]));
    assert_eq!(answers[2]["bindings"], json!([]));
}

#[test]
fn what_a_program_only_reads_is_kept_as_it_was_given() {
    let program = "
        @group(0) @binding(0) var<uniform> factor: u32;
        @group(0) @binding(1) var<storage> source: array<u32>;
        @group(0) @binding(2) var<storage, read_write> sink: array<u32>;
        @compute @workgroup_size(1) fn main() { sink[0] = source[1] * factor; }";
    let (factor, source) = (words(&[3]), words(&[4, 5]));
    let request = json!({ "op": "run", "wgsl": program, "bindings": [
        { "group": 0, "binding": 0, "kind": "uniform", "data_base64": factor, "keep": "factor" },
        { "group": 0, "binding": 1, "kind": "read-only-storage", "data_base64": source, "keep": "source" },
        { "group": 0, "binding": 2, "kind": "storage", "data_base64": words(&[0]), "keep": "sink" },
        { "group": 7, "binding": 0, "kind": "storage", "data_base64": "AQ==", "keep": "unused" },
    ] });
    let again = json!({ "op": "run", "wgsl": program, "bindings": [
        { "group": 0, "binding": 0, "kind": "uniform", "kept": "sink" },
        { "group": 0, "binding": 1, "kind": "read-only-storage", "kept": "source" },
        { "group": 0, "binding": 2, "kind": "storage", "kept": "sink" },
    ] });
    let answers = converse(&[request, again, read("factor"), read("source"), read("sink"), read("unused")]);
    assert_eq!(answers[1]["bindings"][0]["data_base64"], words(&[75]));
    let kept = [factor, source, words(&[15]), "AQ==".to_owned()].map(|data| contents(&data));
    assert_eq!(answers[2..], kept);
}

#[test]
fn a_failure_leaves_the_contents_as_they_were() {
    let endless = "
        @group(0) @binding(0) var<storage, read_write> counts: array<u32>;
        @compute @workgroup_size(1) fn main() { loop { counts[0]++; if counts[0] == 0 { break; } } }";
    let both = json!({ "kept": "counts", "keep": "counts" });
    let mut stopped = count(both.clone());
    stopped["wgsl"] = json!(endless);
    stopped["fuel"] = json!(10_000);
    let mut rejected = count(both);
    rejected["wgsl"] = json!("fn f() -> u32 { return 1; ");
    let given = words(&[1]);
    let answers = converse(&[keep("counts", &given), stopped, rejected, read("counts")]);
    assert_eq!(refusal(&answers[1]).0, "execution");
    assert_eq!(refusal(&answers[2]).0, "shader-creation");
    assert_eq!(answers[3], contents(&given));
}

#[test]
fn buffers_of_zeros_are_kept_without_their_bytes() {
    let zeros = json!({ "op": "keep", "name": "counts", "byte_count": 8 });
    let answers = converse(&[
        zeros.clone(),
        count(json!({ "kept": "counts", "keep": "counts" })),
        read("counts"),
        zeros,
        read("counts"),
        json!({ "op": "drop", "name": "counts" }),
        read("counts"),
    ]);
    assert_eq!(answers[2], contents(&words(&[1, 1])));
    assert_eq!(answers[4], contents(&words(&[0, 0])));
    assert_eq!(answers[5], done());
    assert_eq!(refusal(&answers[6]), ("protocol", "unknown kept resource `counts`"));
}

#[test]
fn a_part_is_written_and_what_is_kept_is_listed() {
    let texture = json!({ "op": "keep", "name": "t", "format": "rg8unorm", "size": [2, 1], "mips": 2 });
    let write = |name: &str, offset: usize, data: &str| json!({ "op": "write", "name": name, "offset": offset, "data_base64": data });
    let answers = converse(&[
        keep("b", &words(&[1, 2, 3])),
        texture,
        write("b", 4, &words(&[9])),
        json!({ "op": "write", "name": "b", "data_base64": words(&[8]) }),
        write("b", 12, ""),
        write("t", 1, &STANDARD.encode([7, 6])),
        read("b"),
        read("t"),
        write("b", 9, &words(&[5])),
        read("b"),
        json!({ "op": "kept" }),
    ]);
    assert_eq!(answers[2..6], [done(), done(), done(), done()]);
    assert_eq!(answers[6..8], [contents(&words(&[8, 9, 3])), contents(&STANDARD.encode([0, 7, 6, 0, 0, 0]))]);
    assert_eq!(refusal(&answers[8]), ("protocol", "the part must be inside the 12 bytes of `b`"));
    assert_eq!(answers[9], contents(&words(&[8, 9, 3])));
    let list = json!([
        { "name": "b", "byte_count": 12 },
        { "name": "t", "byte_count": 6, "dimension": "2d", "format": "rg8unorm", "size": [2, 1, 1], "mips": 2, "samples": 1 },
    ]);
    assert_eq!(answers[10], json!({ "id": null, "ok": true, "kept": list }));
    assert_eq!(converse(&[json!({ "op": "kept" })])[0]["kept"], json!([]));
}

#[test]
fn a_change_of_kept_contents_leaves_their_copies() {
    let answers = converse(&[
        keep("a", &words(&[1, 2])),
        count(json!({ "kept": "a", "keep": "b", "kept_offset": 4 })),
        json!({ "op": "write", "name": "a", "offset": 4, "data_base64": words(&[9]) }),
        read("a"),
        read("b"),
    ]);
    assert_eq!(answers[3..], [contents(&words(&[1, 9])), contents(&words(&[3]))]);
}

#[test]
fn a_binding_of_a_part_sees_and_changes_the_part() {
    let part = |offset: u32, size: u32, keep: &str| json!({ "kept": "a", "kept_offset": offset, "kept_size": size, "keep": keep });
    let mut answered = part(4, 4, "a");
    answered["answer"] = json!(true);
    let answers = converse(&[
        keep("a", &words(&[1, 2, 3, 4])),
        count(answered),
        read("a"),
        count(part(8, 8, "rest")),
        read("a"),
        read("rest"),
        count(part(0, 4, "a")),
        count(json!({ "kept": "a", "kept_offset": 12, "keep": "a" })),
        read("a"),
    ]);
    assert_eq!(answers[1]["bindings"][0]["data_base64"], words(&[3]));
    let whole = words(&[1, 3, 3, 4]);
    assert_eq!(answers[2], contents(&whole));
    assert_eq!(answers[4..6], [contents(&whole), contents(&words(&[4, 5]))]);
    assert_eq!(answers[8], contents(&words(&[2, 3, 3, 5])));
}

#[test]
fn a_request_keeps_several_parts_that_do_not_overlap() {
    let program = "
        @group(0) @binding(0) var<storage, read_write> left: u32;
        @group(0) @binding(1) var<storage, read_write> right: u32;
        @compute @workgroup_size(1) fn main() { left += 10; right += 20; }";
    let request = |offset: u32| {
        let part = |binding: u32, offset: u32| {
            json!({
                "group": 0, "binding": binding, "kind": "storage",
                "kept": "a", "kept_offset": offset, "kept_size": 4, "keep": "a",
            })
        };
        json!({ "op": "run", "wgsl": program, "bindings": [part(0, 0), part(1, offset)] })
    };
    let answers =
        converse(&[keep("a", &words(&[1, 2, 3])), request(8), read("a"), request(0), request(2), read("a")]);
    let kept = contents(&words(&[11, 2, 23]));
    assert_eq!(answers[2], kept);
    assert_eq!(refusal(&answers[3]), ("execution", "more than one resource would be kept as `a`"));
    assert_eq!(refusal(&answers[4]), ("execution", "more than one resource would be kept as `a`"));
    assert_eq!(answers[5], kept);
}

/// Writes a triangle that covers everything, an index buffer of `uint32` and the words of an indirect draw.
const GEOMETRY: &str = "
@group(0) @binding(0) var<storage, read_write> corners: array<vec2f>;
@group(0) @binding(1) var<storage, read_write> indices: array<u32>;
@group(0) @binding(2) var<storage, read_write> counts: array<u32>;
@compute @workgroup_size(1) fn main() {
    corners[1] = vec2(-1, -1); corners[2] = vec2(3, -1); corners[3] = vec2(-1, 3);
    indices[1] = 0; indices[2] = 1; indices[3] = 2;
    counts[1] = 3; counts[2] = 1;
}";
const PAINT: &str = "
@group(0) @binding(0) var<storage, read_write> painted: atomic<u32>;
@vertex fn corner(@location(0) at: vec2f) -> @builtin(position) vec4f { return vec4f(at, 0.5, 1); }
@fragment fn paint() -> @location(0) vec4f { atomicAdd(&painted, 1); return vec4f(1, 0, 0.2, 1); }";
const SAMPLE: &str = "
@group(0) @binding(0) var picture: texture_2d<f32>;
@group(0) @binding(1) var<storage, read_write> texel: vec4f;
@compute @workgroup_size(1) fn main() { texel = textureLoad(picture, vec2(1, 0), 0); }";

/// A draw of the kept geometry.
fn painting() -> Value {
    let attributes = json!([{ "format": "float32x2", "shader_location": 0 }]);
    json!({
        "op": "draw", "wgsl": PAINT, "size": [2, 1], "fragment": {},
        "targets": [{ "format": "rgba8unorm", "keep": "picture" }],
        "vertex_buffers": [
            { "array_stride": 8, "attributes": attributes, "kept": "corners", "kept_offset": 8 },
        ],
        "index_buffer": { "format": "uint32", "kept": "indices", "kept_offset": 4 },
        "indirect": { "kept": "counts", "kept_offset": 4 },
        "bindings": [{ "group": 0, "binding": 0, "kind": "storage", "kept": "painted", "keep": "painted" }],
    })
}

#[test]
fn a_draw_reads_what_a_dispatch_wrote_and_a_dispatch_samples_what_a_draw_painted() {
    let buffer = |binding: u32, name: &str| json!({ "group": 0, "binding": binding, "kind": "storage", "kept": name, "keep": name });
    let zeros = |name: &str, count: u32| json!({ "op": "keep", "name": name, "byte_count": count });
    let buffers = [buffer(0, "corners"), buffer(1, "indices"), buffer(2, "counts")];
    let answers = converse(&[
        zeros("corners", 32),
        zeros("indices", 16),
        zeros("counts", 24),
        zeros("painted", 4),
        json!({ "op": "run", "wgsl": GEOMETRY, "bindings": buffers }),
        painting(),
        read("painted"),
        read("picture"),
        json!({ "op": "run", "wgsl": SAMPLE, "bindings": [
            { "group": 0, "binding": 0, "kind": "texture", "kept": "picture" },
            { "group": 0, "binding": 1, "kind": "storage", "data_base64": words(&[0; 4]) },
        ] }),
    ]);
    assert_eq!(answers[5], json!({ "id": null, "ok": true, "targets": [{}], "bindings": [], "faults": [] }));
    assert_eq!(answers[6], contents(&words(&[2])));
    assert_eq!(answers[7], contents(&STANDARD.encode([255, 0, 51, 255, 255, 0, 51, 255])));
    assert_eq!(answers[8]["bindings"][0]["data_base64"], floats(&[1.0, 0.0, 0.2, 1.0]));
}

/// Draws the left half, with a depth of 0.25.
const LEFT: &str = "
@vertex fn corner(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
    return vec4f(f32(index >> 1) - 1, f32(index & 1) * 2 - 1, 0.25, 1);
}
@fragment fn paint() -> @location(0) vec4f { return vec4f(1); }";

/// A draw of the left half on attachments with these members.
fn left(target: Value, tests: Value) -> Value {
    let merged = |mut all: Value, members: Value| {
        let Value::Object(members) = members else { panic!("members") };
        all.as_object_mut().expect("an object").extend(members);
        all
    };
    let write = json!({ "pass_op": "replace" });
    json!({
        "op": "draw", "wgsl": LEFT, "size": [2, 1], "fragment": {}, "multisample": { "count": 4 },
        "primitive": { "topology": "triangle-strip" }, "draw": { "vertex_count": 4 },
        "stencil_reference": 7,
        "targets": [merged(json!({ "format": "r8unorm", "blend": { "color": { "dst_factor": "one" } } }), target)],
        "depth_stencil": merged(json!({
            "format": "depth24plus-stencil8", "depth_write_enabled": true, "depth_compare": "less",
            "stencil_front": write, "stencil_back": write,
        }), tests),
    })
}

#[test]
fn attachments_are_kept_and_loaded() {
    let (kept, tests) = (
        json!({ "clear_value": [0.2, 0, 0, 0], "keep": "samples", "keep_resolved": "averages" }),
        json!({ "depth_keep": "depths", "stencil_clear_value": 3, "stencil_keep": "values" }),
    );
    let (loaded, loaded_tests) =
        (json!({ "kept": "samples" }), json!({ "depth_kept": "depths", "stencil_kept": "values" }));
    let answers = converse(&[
        left(kept.clone(), tests),
        read("samples"),
        read("averages"),
        read("depths"),
        read("values"),
        left(loaded, loaded_tests),
        left(json!({ "keep": "samples", "answer": true }), json!({ "depth_keep": "depths", "answer": true })),
        left(kept, json!({})),
    ]);
    assert_eq!(answers[0], json!({ "id": null, "ok": true, "targets": [{}], "bindings": [], "faults": [] }));
    assert_eq!(answers[1], contents(&STANDARD.encode([[255; 4], [51; 4]].concat())));
    assert_eq!(answers[2], contents(&STANDARD.encode([255, 51])));
    assert_eq!(answers[3], contents(&floats(&[[0.25; 4], [1.0; 4]].concat())));
    assert_eq!(answers[4], contents(&STANDARD.encode([[7; 4], [3; 4]].concat())));
    // The depths are those of the draw before: nothing is drawn.
    assert_eq!(answers[5]["targets"][0]["resolved_base64"], STANDARD.encode([255, 51]));
    assert_eq!(answers[5]["depth_base64"], floats(&[[0.25; 4], [1.0; 4]].concat()));
    assert_eq!(answers[5]["stencil_base64"], STANDARD.encode([[7; 4], [3; 4]].concat()));
    assert!(answers[6]["targets"][0]["data_base64"].is_string());
    assert!(answers[6]["depth_base64"].is_string());
    assert_eq!(answers[7]["targets"], json!([{}]));
    assert!(answers[7]["depth_base64"].is_string(), "what is not kept is answered");
}

#[test]
fn single_draws_keep_bindings_of_their_own() {
    let program = "
        @group(0) @binding(0) var<storage, read_write> painted: atomic<u32>;
        @vertex fn corner(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
            return vec4f(f32(index & 1) * 4 - 1, f32(index >> 1) * 4 - 1, 0.5, 1);
        }
        @fragment fn paint() -> @location(0) vec4f { atomicAdd(&painted, 1); return vec4f(1); }";
    let own = |name: &str, keep: &str| json!({ "bindings": [{ "group": 0, "binding": 0, "kind": "storage", "kept": name, "keep": keep }] });
    let answers = converse(&[
        keep("a", &words(&[10])),
        json!({
            "op": "draw", "wgsl": program, "size": [2, 1], "fragment": {}, "draw": { "vertex_count": 3 },
            "targets": [{ "format": "r8unorm" }], "draws": [own("a", "b"), own("a", "a")],
        }),
        read("a"),
        read("b"),
    ]);
    assert_eq!(answers[1]["draws"], json!([{ "bindings": [] }, { "bindings": [] }]));
    // Both began with the contents before the request.
    assert_eq!(answers[2..], [contents(&words(&[12])), contents(&words(&[12]))]);
}

#[test]
fn textures_are_kept_by_request_and_written_by_programs() {
    let program = "
        @group(0) @binding(0) var picture: texture_storage_2d<r32uint, read_write>;
        @compute @workgroup_size(1) fn main() {
            textureStore(picture, vec2(0, 0), textureLoad(picture, vec2(1, 0)) + 1);
        }";
    let binding = json!({ "group": 0, "binding": 0, "kind": "storage-texture", "kept": "p", "keep": "p" });
    let put =
        json!({ "op": "keep", "name": "p", "format": "r32uint", "size": [2] , "data_base64": words(&[1, 5])});
    let zeros = json!({ "op": "keep", "name": "z", "format": "rg8unorm", "size": [2, 2], "mips": 2 });
    let run = json!({ "op": "run", "wgsl": program, "bindings": [binding] });
    let answers = converse(&[put, run, read("p"), zeros, read("z")]);
    assert_eq!(answers[1]["ok"], true, "{}", answers[1]);
    assert_eq!(answers[2], contents(&words(&[6, 5])));
    assert_eq!(answers[4], contents(&STANDARD.encode([0; 10])));
}

#[test]
fn views_of_a_kept_texture_have_swizzles_of_their_own() {
    let program = "
        @group(0) @binding(0) var picture: texture_2d<u32>;
        @group(0) @binding(1) var<storage, read_write> sink: vec4u;
        @compute @workgroup_size(1) fn main() { sink = textureLoad(picture, vec2u(), 0); }";
    let load = |view: Value| {
        let mut picture = json!({ "group": 0, "binding": 0, "kind": "texture", "kept": "p", "keep": "p" });
        picture.as_object_mut().expect("an object").extend(view.as_object().expect("an object").clone());
        let sink = json!({ "group": 0, "binding": 1, "kind": "storage", "data_base64": words(&[0; 4]) });
        json!({ "op": "run", "wgsl": program, "bindings": [picture, sink] })
    };
    let put =
        json!({ "op": "keep", "name": "p", "format": "rg8uint", "size": [1, 1], "data_base64": "BQY=" });
    let answers = converse(&[
        put,
        load(json!({ "swizzle": "gr00" })),
        load(json!({})),
        load(json!({ "swizzle": "aaag" })),
    ]);
    let of = |index: usize| answers[index]["bindings"][0]["data_base64"].clone();
    assert_eq!([of(1), of(2), of(3)], [words(&[6, 5, 0, 0]), words(&[5, 6, 0, 1]), words(&[1, 1, 1, 6])]);
}

#[test]
fn the_limit_counts_names_and_contents() {
    let eight = words(&[1, 2]);
    let answers = converse_with(
        &["--kept-bytes", "20"],
        &[
            keep("a", &eight),
            keep("b", &eight),
            keep("c", "AAAA"),
            json!({ "op": "keep", "name": "c", "byte_count": u64::MAX }),
            json!({ "op": "keep", "name": "c", "format": "r8unorm", "size": [8192, 8192] }),
            count(json!({ "kept": "a", "keep": "a" })),
            count(json!({ "kept": "a", "keep": "c" })),
            count(json!({ "kept": "a", "keep": "a" })),
            json!({ "op": "drop", "name": "b" }),
            count(json!({ "kept": "a", "keep": "c" })),
            read("a"),
            read("c"),
        ],
    );
    let message = |needed: &str| format!("keeping {needed} bytes exceeds the limit of 20 bytes");
    assert_eq!(refusal(&answers[2]), ("protocol", message("22").as_str()));
    assert_eq!(refusal(&answers[3]), ("protocol", message("18446744073709551615").as_str()));
    assert_eq!(refusal(&answers[4]), ("protocol", message("67108864").as_str()));
    assert_eq!(refusal(&answers[6]), ("execution", message("27").as_str()));
    assert_eq!(answers[9]["ok"], true);
    assert_eq!(answers[10..], [contents(&words(&[3, 4])), contents(&words(&[4, 5]))]);
}

#[test]
fn mistakes_are_named() {
    let texture = json!({ "op": "keep", "name": "t", "format": "r8unorm", "size": [2, 1] });
    let before = [keep("b", &words(&[1, 2])), texture];
    let run = |binding: Value| {
        let mut request = count(binding.clone());
        request["bindings"][0]["kind"] = binding["kind"].clone();
        request
    };
    let storage = |members: Value| count(members);
    let draw = |member: &str, value: Value| {
        let mut request = left(json!({}), json!({}));
        request[member] = value;
        request
    };
    let at = "@group(0) @binding(0): ";
    let needed = "`t` is a texture `2d` of `r8unorm` of size 2, 1, 1 with `mips` 1 and `samples` 1, but expected a texture `2d` of";
    let cases = [
        (storage(json!({ "kept": "x" })), format!("{at}unknown kept resource `x`")),
        (storage(json!({ "kept": "t" })), format!("{at}`t` is a texture, not a buffer")),
        (
            storage(json!({ "kept": "b", "data_base64": "" })),
            format!("{at}expected either `data_base64` or `kept`, found both"),
        ),
        (storage(json!({ "keep": "b" })), format!("{at}expected `data_base64` or `kept` of a buffer")),
        (run(json!({ "kind": "texture", "kept": "b" })), format!("{at}`b` is a buffer, not a texture")),
        (
            run(json!({ "kind": "texture", "kept": "t", "size": [1, 2] })),
            format!("{at}{needed} `r8unorm` of size 1, 2, 1 with `mips` 1 and `samples` 1"),
        ),
        (run(json!({ "kind": "sampler", "keep": "s" })), format!("{at}a sampler has no contents to keep")),
        (
            draw("targets", json!([{ "format": "r8unorm", "kept": "t" }])),
            format!("target 0: {needed} `r8unorm` of size 2, 1, 1 with `mips` 1 and `samples` 4"),
        ),
        (
            draw("depth_stencil", json!({ "format": "depth16unorm", "depth_kept": "t" })),
            format!("{needed} `depth16unorm` of size 2, 1, 1 with `mips` 1 and `samples` 4"),
        ),
        (
            draw("vertex_buffers", json!([{ "kept": "b", "kept_offset": 9 }])),
            "`kept_offset` is 9, but `b` has 8 bytes".to_owned(),
        ),
        (
            storage(json!({ "kept": "b", "kept_offset": 4, "kept_size": 5 })),
            format!("{at}`kept_offset` is 4 and `kept_size` 5, but `b` has 8 bytes"),
        ),
        (
            run(json!({ "kind": "texture", "kept": "t", "kept_size": 1 })),
            format!("{at}`kept_offset` and `kept_size` are only allowed for a buffer"),
        ),
        (json!({ "op": "write", "name": "x", "data_base64": "" }), "unknown kept resource `x`".to_owned()),
        (json!({ "op": "write", "name": "b" }), "missing field `data_base64`".to_owned()),
        (draw("index_buffer", json!({})), "expected `data_base64` or `kept` of `index_buffer`".to_owned()),
        (
            draw("indirect", json!({ "kept": "b" })),
            "expected either `draw` or `indirect`, found both".to_owned(),
        ),
        (json!({ "op": "read", "name": "x" }), "unknown kept resource `x`".to_owned()),
        (json!({ "op": "drop", "name": "x" }), "unknown kept resource `x`".to_owned()),
        (
            json!({ "op": "read", "name": "b", "offset": 4, "size": 5 }),
            "the part must be inside the 8 bytes of `b`".to_owned(),
        ),
        (
            json!({ "op": "read", "name": "b", "offset": 9 }),
            "the part must be inside the 8 bytes of `b`".to_owned(),
        ),
        (json!({ "op": "keep", "name": "n" }), "missing field `data_base64`".to_owned()),
        (
            json!({ "op": "keep", "name": "n", "data_base64": "", "byte_count": 1 }),
            "expected either `data_base64` or `byte_count`, found both".to_owned(),
        ),
        (json!({ "op": "keep", "name": "n", "format": "r8unorm" }), "missing `size` of a texture".to_owned()),
    ];
    for (request, message) in cases {
        let answers = converse(&[&before[..], &[request]].concat());
        assert_eq!(refusal(&answers[2]), ("protocol", message.as_str()));
    }
    let nameless = converse(&[json!({ "op": "keep", "data_base64": "" })]);
    assert!(refusal(&nameless[0]).1.starts_with("missing field `name`"), "{}", nameless[0]);
}

#[test]
fn contents_that_are_not_there_or_have_the_same_name_are_not_kept() {
    let mut two = count(json!({ "data_base64": words(&[1]), "keep": "a" }));
    let other = json!({ "group": 1, "binding": 0, "kind": "storage", "data_base64": "", "keep": "a" });
    two["bindings"].as_array_mut().expect("a list").push(other);
    let mut single = left(json!({ "keep": "a", "keep_resolved": "b" }), json!({}));
    single["multisample"] = json!({});
    let mut depthless = left(json!({ "keep": "a" }), json!({}));
    depthless["depth_stencil"] = json!({ "format": "stencil8", "depth_keep": "b" });
    let answers = converse(&[two, single, depthless, read("a")]);
    assert_eq!(refusal(&answers[0]), ("execution", "more than one resource would be kept as `a`"));
    assert_eq!(refusal(&answers[1]), ("execution", "can't keep `b`: there are no averages of samples"));
    assert_eq!(refusal(&answers[2]), ("execution", "can't keep `b`: there are no depths"));
    assert_eq!(refusal(&answers[3]), ("protocol", "unknown kept resource `a`"));
}

#[test]
fn the_example_of_the_documentation_is_a_real_conversation() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/PROTOCOL.md");
    let text = fs::read_to_string(path).expect("the document");
    let (_, section) = text.split_once("## Contents that stay on the server\n").expect("the section");
    let (_, block) = section.split_once("```json\n").expect("the example");
    let (block, _) = block.split_once("```").expect("the example ends");
    let lines = block.lines().map(|line| serde_json::from_str(line).expect("JSON"));
    let (requests, answers): (Vec<(usize, Value)>, Vec<_>) =
        lines.enumerate().partition(|(number, _)| number % 2 == 0);
    let plain = |lines: Vec<(usize, Value)>| lines.into_iter().map(|(_, line)| line).collect::<Vec<_>>();
    assert_eq!(converse(&plain(requests)), plain(answers));
}
