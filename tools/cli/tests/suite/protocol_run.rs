//! The operation `run` of the machine protocol.

use crate::support::run_with_input;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

/// The answer to one request.
fn ask(request: &Value) -> Value {
    let result = run_with_input(&["serve"], format!("{request}\n").as_bytes());
    assert_eq!((result.status, result.errors.as_str()), (0, ""));
    let mut answers = result.output.lines();
    let answer = answers.next().expect("there is an answer");
    assert_eq!(answers.next(), None);
    serde_json::from_str(answer).expect("an answer is JSON")
}

/// The answer to a request to run a program with these bindings.
fn run(program: &str, bindings: &Value) -> Value {
    ask(&json!({ "id": 1, "op": "run", "wgsl": program, "bindings": bindings }))
}

/// The stage and the message of a refusal.
fn refusal(answer: &Value) -> (&str, &str) {
    assert_eq!(answer["ok"], false, "{answer}");
    let member = |name: &str| answer["error"][name].as_str().expect("a refusal says why");
    (member("stage"), member("message"))
}

fn base64(words: &[u32]) -> String {
    STANDARD.encode(words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>())
}

fn words(answer: &Value, index: usize) -> Vec<u32> {
    let text = answer["bindings"][index]["data_base64"].as_str().unwrap_or_else(|| panic!("{answer}"));
    let bytes = STANDARD.decode(text).expect("base64");
    bytes.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().expect("four bytes"))).collect()
}

const DOUBLE: &str = "
override factor: u32 = 2;
@group(0) @binding(0) var<uniform> first: u32;
@group(0) @binding(1) var<storage> source: array<u32>;
@group(1) @binding(0) var<storage, read_write> sink: array<u32>;
@compute @workgroup_size(1) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    sink[id.x] = first + source[id.x] * factor;
}";

fn double() -> Value {
    json!([
        { "group": 0, "binding": 0, "kind": "uniform", "data_base64": base64(&[100]) },
        { "group": 0, "binding": 1, "kind": "read-only-storage", "data_base64": base64(&[1, 2, 3]) },
        { "group": 1, "binding": 0, "kind": "storage", "data_base64": base64(&[0, 0, 7]) },
    ])
}

#[test]
fn buffers_are_computed_on() {
    let request = json!({
        "id": "x", "op": "run", "wgsl": DOUBLE, "entry_point": "main", "constants": { "factor": 10 },
        "workgroups": [2, 1, 1], "bindings": double(),
    });
    let answer = ask(&request);
    let sink = json!([{ "group": 1, "binding": 0, "data_base64": base64(&[110, 120, 7]) }]);
    assert_eq!(answer, json!({ "id": "x", "ok": true, "bindings": sink, "faults": [] }));
    assert_eq!(words(&run(DOUBLE, &double()), 0), [102, 0, 7], "one workgroup, and the override as it is");
}

#[test]
fn immediate_data_is_read() {
    let text = "requires immediate_address_space;
        var<immediate> given: u32;
        @group(0) @binding(0) var<storage, read_write> sink: u32;
        @compute @workgroup_size(1) fn main() { sink = given; }";
    let bindings = json!([{ "group": 0, "binding": 0, "kind": "storage", "data_base64": base64(&[0]) }]);
    let mut request = json!({
        "op": "run", "wgsl": text, "bindings": bindings, "immediates_base64": base64(&[5]),
    });
    assert_eq!(words(&ask(&request), 0), [5]);
    request["immediates_base64"] = json!("AAA");
    assert!(refusal(&ask(&request)).1.starts_with("`immediates_base64`: "));
    request["immediates_base64"] = json!(null);
    let message = "found 0 bytes of immediate data, but the program needs at least 4";
    assert_eq!(refusal(&ask(&request)), ("execution", message));
}

#[test]
fn textures_and_samplers_are_used() {
    let program = "
        @group(0) @binding(0) var image: texture_2d<f32>;
        @group(0) @binding(1) var picker: sampler;
        @group(0) @binding(2) var sink: texture_storage_2d<r32float, write>;
        @compute @workgroup_size(1) fn main() {
            let left = textureSampleLevel(image, picker, vec2(0.5, 0.5), 0).r;
            let beyond = textureSampleLevel(image, picker, vec2(1.125, 0.5), 0).r;
            textureStore(sink, vec2(0, 0), vec4(left));
            textureStore(sink, vec2(1, 0), vec4(beyond));
        }";
    let values = |answer: &Value| words(answer, 0).into_iter().map(f32::from_bits).collect::<Vec<_>>();
    let bindings = |sampler: Value| {
        let mut bindings = json!([
            { "group": 0, "binding": 0, "kind": "texture", "format": "r8unorm", "size": [2, 1],
              "data_base64": STANDARD.encode([0, 255]) },
            { "group": 0, "binding": 2, "kind": "storage-texture", "dimension": "2d", "format": "r32float",
              "size": [2, 1, 1], "mips": 1, "samples": 1 },
        ]);
        bindings.as_array_mut().expect("a list").push(sampler);
        bindings
    };
    let repeating = json!({
        "group": 0, "binding": 1, "kind": "sampler", "address_modes": ["repeat", "clamp-to-edge"],
        "mag_filter": "linear", "min_filter": "linear", "mipmap_filter": "nearest",
        "lod_min_clamp": 0, "lod_max_clamp": 4, "max_anisotropy": 1,
    });
    assert_eq!(values(&run(program, &bindings(repeating))), [0.5, 0.25]);
    let plain = json!({ "group": 0, "binding": 1, "kind": "sampler" });
    assert_eq!(values(&run(program, &bindings(plain))), [1.0, 1.0]);
}

/// Loads the texel of a texture.
const LOAD: &str = "
@group(0) @binding(0) var picture: texture_2d<u32>;
@group(0) @binding(1) var<storage, read_write> sink: vec4u;
@compute @workgroup_size(1) fn main() { sink = textureLoad(picture, vec2u(), 0); }";

#[test]
fn views_have_a_swizzle() {
    let loaded = |format: &str, texel: &[u8]| {
        let bindings = json!([
            { "group": 0, "binding": 0, "kind": "texture", "format": format, "size": [1, 1], "swizzle": "g1ar",
              "data_base64": STANDARD.encode(texel) },
            { "group": 0, "binding": 1, "kind": "storage", "data_base64": base64(&[0; 4]) },
        ]);
        words(&run(LOAD, &bindings), 0)
    };
    assert_eq!(loaded("rg8uint", &[5, 6]), [6, 1, 1, 5]);
    assert_eq!(loaded("stencil8", &[5]), [0, 1, 1, 5]);
}

#[test]
fn storage_textures_have_no_swizzle() {
    let program = "
        @group(0) @binding(0) var picture: texture_storage_2d<rgba8uint, write>;
        @compute @workgroup_size(1) fn main() { textureStore(picture, vec2u(), vec4u(1)); }";
    let answer = |swizzle: &str| {
        let binding = json!({ "group": 0, "binding": 0, "kind": "storage-texture", "format": "rgba8uint",
            "size": [1, 1], "swizzle": swizzle });
        run(program, &json!([binding]))
    };
    assert_eq!(answer("rgba")["ok"], true);
    let wanted = ("execution", "the storage texture for @group(0) @binding(0) can't have a swizzle");
    assert_eq!(refusal(&answer("bgra")), wanted);
}

#[test]
fn depths_are_compared() {
    let program = "
        @group(0) @binding(0) var depths: texture_depth_2d;
        @group(0) @binding(1) var picker: sampler_comparison;
        @group(0) @binding(2) var<storage, read_write> sink: array<f32>;
        @compute @workgroup_size(1) fn main() {
            sink[0] = textureSampleCompareLevel(depths, picker, vec2(0.5), 0.25);
        }";
    let answer = |compare: &str| {
        let depth = base64(&[0.5f32.to_bits()]);
        run(
            program,
            &json!([
                { "group": 0, "binding": 0, "kind": "texture", "format": "depth32float", "size": [1, 1], "data_base64": depth },
                { "group": 0, "binding": 1, "kind": "sampler", "compare": compare, "mag_filter": null },
                { "group": 0, "binding": 2, "kind": "storage", "data_base64": base64(&[0]) },
            ]),
        )
    };
    assert_eq!(words(&answer("less"), 0), [1.0f32.to_bits()]);
    assert_eq!(words(&answer("greater"), 0), [0]);
    let unknown = answer("lesser");
    let (stage, message) = refusal(&unknown);
    let wanted =
        "@group(0) @binding(1): `compare`: unknown variant `lesser`, expected one of `never`, `less`";
    assert!(stage == "protocol" && message.starts_with(wanted), "{message}");
}

const BEYOND: &str = "@group(0) @binding(0) var<storage, read_write> data: array<u32, 2>;
@compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) {
    data[i] = i;
}";

#[test]
fn strict_execution_answers_with_faults() {
    let request = |strict: bool, beyond: &str| {
        let bindings =
            json!([{ "group": 0, "binding": 0, "kind": "storage", "data_base64": base64(&[9, 9]) }]);
        ask(&json!({
            "id": 1, "op": "run", "wgsl": BEYOND, "bindings": bindings, "strict": strict, "beyond": beyond,
        }))
    };
    let strict = request(true, "discard");
    let fault = &strict["faults"][0];
    assert_eq!((&fault["kind"], &fault["line"]), (&json!("out-of-bounds"), &json!(3)), "{strict}");
    assert_eq!((&fault["workgroup"], &fault["invocation"]), (&json!(0), &json!(2)));
    assert!(fault["message"].is_string() && fault["end_column"].is_u64() && fault["start"].is_u64());
    assert_eq!(words(&strict, 0), [0, 1]);
    let lenient = request(false, "clamp");
    assert_eq!((&lenient["faults"], words(&lenient, 0)), (&json!([]), vec![0, 3]));
}

#[test]
fn a_data_race_has_the_other_access_as_a_label() {
    let program = "@group(0) @binding(0) var<storage, read_write> data: array<u32, 2>;
@compute @workgroup_size(2) fn main(@builtin(local_invocation_index) i: u32) {
    data[i] = i;
    data[1 - i] += 1;
}";
    let bindings = json!([{ "group": 0, "binding": 0, "kind": "storage", "data_base64": base64(&[9, 9]) }]);
    let answer = ask(&json!({ "id": 1, "op": "run", "wgsl": program, "bindings": bindings, "strict": true }));
    let fault = &answer["faults"][0];
    assert_eq!((&fault["kind"], &fault["line"]), (&json!("data-race"), &json!(4)), "{answer}");
    let label = &fault["labels"][0];
    assert_eq!(
        (&label["text"], &label["line"], &label["column"], &label["end_column"]),
        (&json!("invocation 1 writes it here"), &json!(3), &json!(5), &json!(16)),
        "{answer}"
    );
    assert_eq!(fault["notes"], json!(["order the two accesses with a `storageBarrier()` between them"]));
}

#[test]
fn subgroups_have_the_size_asked_for() {
    let program = "enable subgroups;
        @group(0) @binding(0) var<storage, read_write> size: u32;
        @compute @workgroup_size(64) fn main(@builtin(subgroup_size) s: u32) { size = s; }";
    let bindings = json!([{ "group": 0, "binding": 0, "kind": "storage", "data_base64": base64(&[0]) }]);
    let request = |size: u32| {
        ask(&json!({ "op": "run", "wgsl": program, "bindings": bindings, "subgroup_size": size, "seed": 3 }))
    };
    assert_eq!(words(&request(32), 0), [32]);
    for size in [0, 3, 256] {
        let message = format!("the subgroup size must be a power of two up to 128, found {size}");
        assert_eq!(refusal(&request(size)), ("protocol", message.as_str()));
    }
}

#[test]
fn fuel_ends() {
    let program = "@compute @workgroup_size(1) fn main() { var i = 0; loop { i++; if i < 0 { break; } } }";
    let answer = ask(&json!({ "op": "run", "wgsl": program, "fuel": 10_000 }));
    let (stage, message) = refusal(&answer);
    assert_eq!(stage, "execution");
    assert!(message.starts_with("out of fuel"), "{message}");
}

#[test]
fn rejected_programs_come_back_with_diagnostics() {
    let module = run("fn f() -> i32 { return abs(true); }", &json!([]));
    assert_eq!(refusal(&module).0, "shader-creation");
    assert_eq!(module["error"]["diagnostics"][0]["code"], "type/no-matching-overload");
    assert_eq!(module["error"]["diagnostics"][0]["line"], 1);
    let pipeline = run("override n: u32; @compute @workgroup_size(n) fn main() {}", &json!([]));
    assert_eq!(refusal(&pipeline).0, "pipeline-creation");
    assert_eq!(pipeline["error"]["diagnostics"][0]["code"], "pipeline/missing-constant");
    let nothing = run("fn f() {}", &json!([]));
    assert_eq!(refusal(&nothing).0, "pipeline-creation");
}

#[test]
fn resources_must_be_there_and_fit() {
    let mut bindings = double();
    bindings[1]["data_base64"] = json!(STANDARD.encode([1, 2]));
    let short = run(DOUBLE, &bindings);
    assert_eq!(refusal(&short).0, "execution");
    assert!(refusal(&short).1.contains("@group(0) @binding(1) has 2 bytes"), "{short}");
    let missing = run(DOUBLE, &json!([]));
    assert_eq!(refusal(&missing).0, "execution");
    let mut bindings = double();
    bindings[2]["kind"] = json!("read-only-storage");
    let wanted = "@group(1) @binding(0) is bound to a resource of kind `read-only-storage`, but the program needs `storage`";
    assert_eq!(refusal(&run(DOUBLE, &bindings)), ("execution", wanted));
}

#[test]
fn wrong_bindings_are_refused_with_their_place() {
    let cases = [
        (json!({ "kind": "buffer" }), "unknown kind `buffer`"),
        (json!({ "kind": "storage" }), "expected `data_base64` or `kept` of a buffer"),
        (json!({ "kind": "storage", "data_base64": "?" }), "`data_base64`: Invalid symbol 63, offset 0."),
        (json!({ "kind": "texture", "size": [1] }), "missing `format` of a texture"),
        (json!({ "kind": "texture", "format": "rgba8unorm" }), "missing `size` of a texture"),
        (
            json!({ "kind": "texture", "format": "rgb8", "size": [1] }),
            "`format`: unknown variant `rgb8`, expected one of",
        ),
        (
            json!({ "kind": "texture", "format": "r8unorm", "size": [1], "dimension": "4d" }),
            "`dimension`: unknown variant `4d`, expected one of",
        ),
        (
            json!({ "kind": "texture", "format": "r8unorm", "size": [1, 1, 1, 1] }),
            "`size`: expected one, two or three numbers, found 4",
        ),
        (
            json!({ "kind": "texture", "format": "r8unorm", "size": [1, 1, 2] }),
            "the size does not match the dimension of the texture",
        ),
        (
            json!({ "kind": "storage-texture", "format": "r32uint", "size": [2, 2], "data_base64": "AAAA" }),
            "expected 16 bytes for the texture, found 3",
        ),
        (
            json!({ "kind": "texture", "format": "r8unorm", "size": [1], "mips": 3 }),
            "too many mip levels for a texture of this size",
        ),
        (
            json!({ "kind": "texture", "format": "r8unorm", "size": [1], "samples": 2 }),
            "unsupported sample count for this kind of texture",
        ),
        (
            json!({ "kind": "texture", "format": "r8unorm", "size": [1], "swizzle": "xyzw" }),
            "`swizzle`: expected four of the letters `rgba01`, found `xyzw`",
        ),
        (
            json!({ "kind": "sampler", "mag_filter": "cubic" }),
            "`mag_filter`: unknown variant `cubic`, expected `nearest` or `linear`",
        ),
        (
            json!({ "kind": "sampler", "min_filter": "cubic" }),
            "`min_filter`: unknown variant `cubic`, expected `nearest` or `linear`",
        ),
        (
            json!({ "kind": "sampler", "mipmap_filter": "cubic" }),
            "`mipmap_filter`: unknown variant `cubic`, expected `nearest` or `linear`",
        ),
        (
            json!({ "kind": "sampler", "address_modes": ["wrap"] }),
            "`address_modes`: unknown variant `wrap`, expected one of",
        ),
        (
            json!({ "kind": "sampler", "address_modes": ["repeat", "repeat", "repeat", "repeat"] }),
            "`address_modes`: expected at most three entries, found 4",
        ),
        (
            json!({ "kind": "sampler", "lod_min_clamp": 2, "lod_max_clamp": 1 }),
            "`lod_min_clamp` must be 0 or more, and `lod_max_clamp` at least `lod_min_clamp`",
        ),
    ];
    for (mut binding, wanted) in cases {
        binding["group"] = json!(1);
        binding["binding"] = json!(2);
        let answer = run("@compute @workgroup_size(1) fn main() {}", &json!([binding]));
        let wanted = format!("@group(1) @binding(2): {wanted}");
        let (stage, message) = refusal(&answer);
        assert!(stage == "protocol" && message.starts_with(&wanted), "{wanted}\n{message}");
    }
}

#[test]
fn malformed_members_are_refused() {
    let request = |name: &str, value: Value| {
        let mut request = json!({ "op": "run", "wgsl": "@compute @workgroup_size(1) fn main() {}" });
        request[name] = value;
        ask(&request)
    };
    assert_eq!(
        refusal(&request("beyond", json!("wrap"))),
        ("protocol", "`beyond` must be `clamp` or `discard`, found `wrap`")
    );
    for (name, value) in [
        ("workgroups", json!([1, 1])),
        ("bindings", json!({})),
        ("bindings", json!([{ "kind": "storage" }])),
        ("strict", json!("yes")),
        ("fuel", json!(-1)),
        ("seed", json!(0.5)),
    ] {
        assert_eq!(refusal(&request(name, value)).0, "protocol", "{name}");
    }
    let at = json!({ "group": 0, "binding": 1, "kind": "sampler" });
    let twice = request("bindings", json!([at, at]));
    assert_eq!(refusal(&twice), ("protocol", "@group(0) @binding(1) is bound twice"));
}
