//! The operation `draw` of the machine protocol.

use crate::support::run_with_input;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

/// The answer to a request with these members.
fn draw(program: &str, members: &Value) -> Value {
    let mut request = json!({ "id": 1, "op": "draw", "wgsl": program });
    let members = members.as_object().expect("members").clone();
    request.as_object_mut().expect("an object").extend(members);
    let result = run_with_input(&["serve"], format!("{request}\n").as_bytes());
    assert_eq!((result.status, result.errors.as_str()), (0, ""));
    serde_json::from_str(&result.output).expect("an answer is JSON")
}

/// A request with some members replaced.
fn with(request: &Value, members: Value) -> Value {
    let mut request = request.clone();
    let Value::Object(members) = members else { panic!("members") };
    request.as_object_mut().expect("an object").extend(members);
    request
}

/// The stage and the message of a refusal.
fn refusal(answer: &Value) -> (&str, &str) {
    assert_eq!(answer["ok"], false, "{answer}");
    let member = |name: &str| answer["error"][name].as_str().expect("a refusal says why");
    (member("stage"), member("message"))
}

#[track_caller]
fn bytes(answer: &Value, pointer: &str) -> Vec<u8> {
    let text = answer.pointer(pointer).and_then(Value::as_str).unwrap_or_else(|| panic!("{answer}"));
    STANDARD.decode(text).expect("base64")
}

#[track_caller]
fn target(answer: &Value) -> Vec<u8> {
    bytes(answer, "/targets/0/data_base64")
}

fn words(words: &[u32]) -> String {
    STANDARD.encode(words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>())
}

fn floats(floats: &[f32]) -> String {
    words(&floats.iter().map(|it| it.to_bits()).collect::<Vec<_>>())
}

/// Draws the whole target in a colour, with the only shaders of a program.
const PAINT: &str = "
@vertex fn corner(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
    return vec4f(f32(index & 1) * 4 - 1, f32(index >> 1) * 4 - 1, 0.5, 1);
}
override green = 0.2;
@fragment fn paint() -> @location(0) vec4f { return vec4f(1, green, 0, 0.4); }";

fn painted(format: &str, size: [u32; 2]) -> Value {
    json!({
        "size": size, "targets": [{ "format": format }], "fragment": {}, "draw": { "vertex_count": 3 },
    })
}

#[test]
fn a_triangle_is_drawn() {
    let answer = draw(PAINT, &painted("rgba8unorm", [2, 1]));
    let data = STANDARD.encode([255, 51, 0, 102, 255, 51, 0, 102]);
    let expected = json!({
        "id": 1, "ok": true, "targets": [{ "data_base64": data }], "bindings": [], "faults": [],
    });
    assert_eq!(answer, expected);
    let request = with(
        &painted("bgra8unorm", [1, 1]),
        json!({
            "fragment": { "entry_point": "paint", "constants": { "green": 1 } },
            "vertex": { "entry_point": "corner" },
        }),
    );
    assert_eq!(target(&draw(PAINT, &request)), [0, 255, 255, 102]);
    let nothing = with(
        &painted("r8uint", [1, 1]),
        json!({
            "draw": { "vertex_count": 0 }, "targets": [{ "format": "rgba8unorm", "clear_value": [0, 1, 0.2, 0] }],
        }),
    );
    assert_eq!(target(&draw(PAINT, &nothing)), [0, 255, 51, 0]);
}

const PLACES: &str = "
struct Corner { @builtin(position) at: vec4f, @location(0) @interpolate(flat) red: f32 }
@vertex fn corner(@location(0) x: f32, @location(3) red: f32) -> Corner {
    return Corner(vec4f(x, 0, 0, 1), red);
}
@fragment fn paint(corner: Corner) -> @location(0) f32 { return corner.red; }";

/// Points at the centres of four pixels; each instance has a colour.
fn points() -> Value {
    json!({
        "size": [4, 1], "targets": [{ "format": "r8unorm" }], "fragment": {},
        "primitive": { "topology": "point-list" },
        "vertex_buffers": [
            { "array_stride": 4, "attributes": [{ "format": "float32", "shader_location": 0 }],
              "data_base64": floats(&[-0.75, -0.25, 0.25, 0.75]) },
            null,
            { "array_stride": 4, "step_mode": "instance",
              "attributes": [{ "format": "unorm8", "offset": 1, "shader_location": 3 }],
              "data_base64": STANDARD.encode([9, 255, 9, 9, 9, 51, 9, 9]) },
        ],
    })
}

#[test]
fn vertices_and_indices_are_read() {
    let points = points();
    let drawn = |members: Value| target(&draw(PLACES, &with(&points, members)));
    assert_eq!(drawn(json!({ "draw": { "vertex_count": 2, "first_vertex": 1 } })), [0, 255, 255, 0]);
    let indices = json!({ "format": "uint16", "data_base64": STANDARD.encode([3, 0, 0, 0, 1, 0]) });
    let count = json!({ "index_count": 2, "first_index": 1, "base_vertex": 1, "first_instance": 1 });
    assert_eq!(drawn(json!({ "index_buffer": indices, "draw": count })), [0, 51, 51, 0]);
    let instances = json!({ "draw": { "vertex_count": 1, "instance_count": 2 } });
    assert_eq!(drawn(instances), [51, 0, 0, 0], "the second instance is drawn over the first");
    // Beyond the end of the buffer all attributes are zero: the point lies between the middle pixels.
    let beyond = json!({ "index_buffer": indices, "draw": { "index_count": 1, "base_vertex": 7 } });
    assert_eq!(drawn(beyond), [0, 0, 255, 0]);
}

#[test]
fn indirect_draws_are_robust_where_direct_ones_are_mistakes() {
    let indices = json!({ "format": "uint32", "data_base64": words(&[0, 2]) });
    let indexed = with(&points(), json!({ "index_buffer": indices }));
    let indirect =
        |counts: &[u32]| draw(PLACES, &with(&indexed, json!({ "indirect_base64": words(counts) })));
    assert_eq!(target(&indirect(&[2, 1, 0, 1, 0])), [0, 255, 0, 255]);
    assert_eq!(target(&indirect(&[3, 1, 0, 0, 0])), [0, 0, 0, 0]);
    assert_eq!(
        refusal(&indirect(&[3, 1, 0, 0])),
        ("protocol", "`indirect_base64` has 16 bytes, but the draw needs 20")
    );
    let direct = draw(PLACES, &with(&indexed, json!({ "draw": { "index_count": 3 } })));
    let message = "the index buffer has 2 indices, but the draw reads 3 starting at 0";
    assert_eq!(refusal(&direct), ("execution", message));
    let numbered = with(&points(), json!({ "indirect_base64": words(&[1, 1, 2, 1]) }));
    assert_eq!(target(&draw(PLACES, &numbered)), [0, 0, 51, 0]);
}

#[test]
fn colours_are_blended_masked_and_resolved() {
    let blended = |target_: Value, more: Value| {
        draw(PAINT, &with(&with(&painted("rgba8unorm", [1, 1]), json!({ "targets": [target_] })), more))
    };
    let data = STANDARD.encode([0, 255, 255, 100]);
    let over = json!({
        "color": { "src_factor": "src-alpha", "dst_factor": "one-minus-src-alpha" },
        "alpha": { "operation": "max", "dst_factor": "one" },
    });
    let answer = blended(
        json!({ "format": "rgba8unorm", "data_base64": data, "blend": over, "write_mask": 11 }),
        json!({}),
    );
    assert_eq!(target(&answer), [102, 173, 255, 102], "blue is masked");
    let constant = json!({ "color": { "operation": "reverse-subtract", "src_factor": "constant", "dst_factor": "one" } });
    let answer = blended(
        json!({ "format": "rgba8unorm", "data_base64": data, "blend": constant }),
        json!({ "blend_constant": [0, 1, 0, 0] }),
    );
    assert_eq!(target(&answer), [0, 204, 255, 102]);
    let four = blended(
        json!({ "format": "r8unorm" }),
        json!({ "multisample": { "count": 4, "mask": 6, "alpha_to_coverage_enabled": false } }),
    );
    assert_eq!(target(&four), [0, 255, 255, 0]);
    assert_eq!(bytes(&four, "/targets/0/resolved_base64"), [128]);
    let covered = blended(
        json!({ "format": "rgba8unorm", "resolve": false }),
        json!({ "multisample": { "count": 4, "alpha_to_coverage_enabled": true } }),
    );
    assert_eq!(target(&covered).chunks(4).map(|texel| texel[3]).collect::<Vec<_>>(), [102, 102, 0, 0]);
    assert_eq!(covered["targets"][0]["resolved_base64"], Value::Null);
}

#[test]
fn depths_and_stencil_values_are_tested() {
    let test = json!({
        "format": "depth32float-stencil8", "depth_compare": "less", "depth_write_enabled": true,
        "depth_base64": floats(&[0.75, 0.25, 0.75]), "stencil_base64": STANDARD.encode([5, 5, 6]),
        "stencil_front": { "compare": "equal", "fail_op": "invert", "depth_fail_op": "zero", "pass_op": "increment-clamp" },
        "stencil_read_mask": 15, "stencil_write_mask": 127,
    });
    let request = with(&painted("r8unorm", [3, 1]), json!({ "depth_stencil": test, "stencil_reference": 5 }));
    let answer = draw(PAINT, &request);
    assert_eq!(target(&answer), [255, 0, 0]);
    let depths = STANDARD.decode(floats(&[0.5, 0.25, 0.75])).expect("base64");
    assert_eq!(bytes(&answer, "/depth_base64"), depths);
    assert_eq!(bytes(&answer, "/stencil_base64"), [6, 0, 0x79]);
    // Without a fragment shader and colours; a depth of 0.5 with a bias of 2^22 units of 2^-24.
    let biased = json!({
        "size": [1, 1], "draw": { "vertex_count": 3 },
        "depth_stencil": { "format": "depth32float", "depth_write_enabled": true, "depth_bias": 4_194_304 },
    });
    let answer = draw(PAINT, &biased);
    assert_eq!(bytes(&answer, "/depth_base64"), 0.75_f32.to_le_bytes());
    assert_eq!((answer["targets"].clone(), answer["stencil_base64"].clone()), (json!([]), Value::Null));
}

const COUNTED: &str = "
@group(0) @binding(0) var<storage, read_write> count: atomic<u32>;
@group(0) @binding(1) var<uniform> shade: f32;
@vertex fn corner(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
    return vec4f(f32(index & 1) * 4 - 1, f32(index >> 1) * 4 - 1, 0.5, 1);
}
@fragment fn paint() -> @location(0) f32 { atomicAdd(&count, 1); return shade; }
@fragment fn white() -> @location(0) f32 { return 1; }";

#[test]
fn several_draws_have_their_own_state() {
    let uniform =
        |value: f32| json!({ "group": 0, "binding": 1, "kind": "uniform", "data_base64": floats(&[value]) });
    let count =
        |value| json!({ "group": 0, "binding": 0, "kind": "storage", "data_base64": words(&[value]) });
    let request = json!({
        "size": [4, 1], "targets": [{ "format": "r32float" }], "fragment": { "entry_point": "paint" },
        "draw": { "vertex_count": 3 }, "bindings": [count(0), uniform(0.5)],
        "draws": [
            {},
            { "scissor": { "x": 1, "y": 0, "width": 2, "height": 1 }, "bindings": [uniform(0.25)],
              "targets": [{ "blend": { "color": { "dst_factor": "one" } } }] },
            { "fragment": { "entry_point": "white" },
              "viewport": { "x": 2, "y": 0, "width": 1, "height": 1, "min_depth": 0, "max_depth": 1 } },
            { "bindings": [count(7)], "draw": { "vertex_count": 2 } },
        ],
    });
    let answer = draw(COUNTED, &request);
    assert_eq!(target(&answer), STANDARD.decode(floats(&[0.5, 0.75, 1.0, 0.5])).expect("base64"));
    let written = |value| json!([{ "group": 0, "binding": 0, "data_base64": words(&[value]) }]);
    assert_eq!(answer["bindings"], written(6), "four pixels, and two more");
    let own: Vec<Value> = [json!([]), json!([]), json!([]), written(7)].into();
    let own: Vec<Value> = own.into_iter().map(|bindings| json!({ "bindings": bindings })).collect();
    assert_eq!(answer["draws"], json!(own));
}

#[test]
fn faults_are_reported_once() {
    let text = "
        @group(0) @binding(0) var<storage> data: array<f32, 2>;
        @vertex fn corner(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
            return vec4f(f32(index & 1) * 4 - 1, f32(index >> 1) * 4 - 1, 0.5, 1);
        }
        @fragment fn paint(@builtin(position) at: vec4f) -> @location(0) f32 { return data[u32(at.x)]; }";
    let bindings =
        json!([{ "group": 0, "binding": 0, "kind": "read-only-storage", "data_base64": words(&[0, 0]) }]);
    let request = with(
        &painted("r32float", [3, 1]),
        json!({ "bindings": bindings, "strict": true, "draws": [{}, {}] }),
    );
    let answer = draw(text, &request);
    let faults = answer["faults"].as_array().expect("a list");
    let [fault] = faults.as_slice() else { panic!("{answer}") };
    assert_eq!((fault["kind"].as_str(), fault["line"].as_u64()), (Some("out-of-bounds"), Some(6)));
}

#[test]
fn malformed_requests_are_refused_in_words() {
    let good = painted("rgba8unorm", [1, 1]);
    let refused = |members: Value| {
        let answer = draw(PAINT, &with(&good, members));
        let (stage, message) = refusal(&answer);
        (stage.to_owned(), message.to_owned())
    };
    let protocol = |message: &str| ("protocol".to_owned(), message.to_owned());
    assert_eq!(refused(json!({ "draw": null })), protocol("missing field `draw`"));
    assert_eq!(refused(json!({ "draw": {} })), protocol("missing `vertex_count` of `draw`"));
    let message = "draw 1: missing `vertex_count` of `draw`";
    assert_eq!(refused(json!({ "draws": [{}, { "draw": {} }] })), protocol(message));
    assert_eq!(refused(json!({ "targets": [{}] })), protocol("target 0: missing field `format`"));
    let message = "expected 1 or 4 samples, found 2";
    assert_eq!(refused(json!({ "multisample": { "count": 2 } })), protocol(message));
    let mask = json!({ "targets": [{ "format": "r8unorm", "write_mask": 16 }] });
    assert_eq!(refused(mask), protocol("target 0: `write_mask` must be in the range 0 to 15, found 16"));
    let (stage, message) = refused(json!({ "primitive": { "topology": "triangle-fan" } }));
    assert!(stage == "protocol" && message.contains("unknown variant `triangle-fan`"), "{message}");
    let (stage, message) = refused(json!({ "size": null }));
    assert!(stage == "protocol" && message == "missing field `size`", "{message}");
    let (_, message) = refused(json!({ "targets": [{ "format": "r8unorm", "data_base64": "!" }] }));
    assert!(message.starts_with("target 0: `data_base64`: "), "{message}");
}

#[test]
fn mistakes_are_told_with_their_stage() {
    let good = painted("rgba8unorm", [1, 1]);
    let refused = |program: &str, members: Value| {
        let answer = draw(program, &with(&good, members));
        let (stage, message) = refusal(&answer);
        (stage.to_owned(), message.to_owned())
    };
    assert_eq!(refused("fn f() { return 1; }", json!({})).0, "shader-creation");
    let (stage, message) = refused(PAINT, json!({ "fragment": { "entry_point": "corner" } }));
    assert!(stage == "pipeline-creation" && message.contains("corner"), "{message}");
    let execution = |message: &str| ("execution".to_owned(), message.to_owned());
    let message = "target 0: the shader can't return 4 x `f32` for format `r8uint`";
    assert_eq!(refused(PAINT, json!({ "targets": [{ "format": "r8uint" }] })), execution(message));
    let loaded = json!({ "targets": [{ "format": "r8unorm", "data_base64": "AAAA" }] });
    let message = "the attachment of format `r8unorm`: expected 1 bytes for the texture, found 3";
    assert_eq!(refused(PAINT, loaded), execution(message));
    let scissor = json!({ "scissor": { "x": 1, "y": 0, "width": 1, "height": 1 } });
    assert_eq!(refused(PAINT, scissor), execution("the scissor rectangle must be inside the attachments"));
    let bound =
        json!({ "bindings": [{ "group": 0, "binding": 1, "kind": "storage", "data_base64": words(&[0]) }] });
    let message =
        "@group(0) @binding(1) is bound to a resource of kind `storage`, but the program needs `uniform`";
    assert_eq!(
        refused(COUNTED, with(&bound, json!({ "fragment": { "entry_point": "paint" } }))),
        execution(message)
    );
}
