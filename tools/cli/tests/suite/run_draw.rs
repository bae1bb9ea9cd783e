//! Draws with `run`.

use crate::support::{Run, folder, run, run_with_input};
use serde_json::Value;

/// A large triangle, half transparent, with a depth that grows from left to right.
const PAINT: &str = "override red = 1.0;
@vertex fn corner(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
    let x = f32(index & 1) * 4 - 1;
    return vec4f(x, f32(index >> 1) * 4 - 1, (x + 1) / 4, 1);
}
@fragment fn paint() -> @location(0) vec4f { return vec4f(red, 0, 0, 0.5); }
";

/// Points with a colour each.
const POINTS: &str = "
struct Corner { @builtin(position) at: vec4f, @location(0) @interpolate(flat) shade: f32 }
@group(0) @binding(0) var<storage, read_write> count: atomic<u32>;
@vertex fn corner(@location(0) x: f32, @location(1) shade: f32, @location(2) lift: f32) -> Corner {
    return Corner(vec4f(x, 0, lift, 1), shade);
}
@fragment fn paint(corner: Corner) -> @location(0) f32 { atomicAdd(&count, 1); return corner.shade; }
";

/// Runs a program on standard input.
fn program(text: &str, line: &str) -> Run {
    let arguments: Vec<_> = ["run", "-"].into_iter().chain(line.split(' ')).collect();
    run_with_input(&arguments, text.as_bytes())
}

#[track_caller]
fn shown(text: &str, line: &str) -> String {
    let result = program(text, line);
    assert_eq!((result.status, result.errors.as_str()), (0, ""));
    result.output
}

#[test]
fn targets_are_shown() {
    let picture = "target 0: 2x1 rgba8unorm\n";
    let output = shown(PAINT, "--vertices 3 --size 2x1 --constant red=0.2");
    assert!(output.starts_with(picture) && output.contains("0.2"), "{output}");
    let hex = shown(PAINT, "--vertices 3 --size 2x1 --show hex");
    assert_eq!(hex, "target 0: 2x1 rgba8unorm as hex\n  0:  800000ff  800000ff\n");
    let blended = shown(PAINT, "--vertices 3 --size 1x1 --show hex --blend --clear 0,1,0,1");
    assert_eq!(blended, "target 0: 1x1 rgba8unorm as hex\n  0:  ff008080\n");
    assert_eq!(shown(PAINT, "--vertices 0 --size 1x1 --show none"), "");
}

#[test]
fn depths_are_tested_without_colours_too() {
    let output = shown(PAINT, "--vertices 3 --size 2x1 --depth --depth-only");
    assert_eq!(output, "depth: 2x1 depth32float\n  0,0:  0.125  0.375\n");
    let output = shown(PAINT, "--vertices 3 --size 1x1 --depth=depth24plus-stencil8 --depth-only");
    assert_eq!(output, "depth: 1x1 depth24plus\n  0,0:  0.25\nstencil: 1x1 stencil8\n  0,0:  0\n");
}

#[test]
fn vertices_indices_and_bindings_are_read() {
    let bound = "--bind 0:0=zero:4 --topology point-list --size 4x1 --color-format r32float";
    let buffers = "--vertex-buffer float32,float32=f32:-0.75,1,-0.25,2,0.25,3,0.75,4 --vertex-buffer instance:float32=f32:0,2";
    let count = "@group(0) @binding(0) count: atomic<u32>, 4 bytes as u32\n  0:  ";
    let all = shown(POINTS, &format!("--vertices 4 {bound} {buffers}"));
    assert_eq!(all, format!("{count}4\ntarget 0: 4x1 r32float\n  0,0:  1  2  3  4\n"));
    let some = shown(POINTS, &format!("--index u32:3,0 --instances 2 {bound} {buffers}"));
    assert_eq!(some, format!("{count}2\ntarget 0: 4x1 r32float\n  0,0:  1  0  0  4\n"));
    let short = shown(POINTS, &format!("--index u32:0x20001 --index-format uint16 {bound} {buffers}"));
    assert_eq!(short, format!("{count}2\ntarget 0: 4x1 r32float\n  0,0:  0  2  3  0\n"));
}

#[test]
fn pictures_are_written() {
    let folder = folder("run-draw", &[("paint.wgsl", PAINT)]);
    let line = "run paint.wgsl --vertices 3 --size 3x2 --samples 4 --depth --out target=red.png --out depth=depth.bin";
    let result = run(&folder, &line.split(' ').collect::<Vec<_>>());
    assert_eq!((result.status, result.errors.as_str(), result.output.as_str()), (0, "", ""));
    let picture = image::open(folder.join("red.png")).expect("a picture").into_rgba8();
    assert_eq!((picture.dimensions(), picture.get_pixel(2, 1).0), ((3, 2), [255, 0, 0, 128]));
    let depths = std::fs::read(folder.join("depth.bin")).expect("depths");
    assert_eq!(depths.len(), 3 * 2 * 4 * 4, "with all samples");
    let line = "run paint.wgsl --vertices 3 --samples 4 --depth --out depth=depth.png";
    let result = run(&folder, &line.split(' ').collect::<Vec<_>>());
    assert!(result.status == 2 && result.errors.contains("a multisampled texture"), "{}", result.errors);
}

#[test]
fn the_answer_of_the_protocol_is_printed() {
    let answer = shown(PAINT, "--vertices 3 --size 1x1 --format json");
    let answer: Value = serde_json::from_str(&answer).expect("JSON");
    assert_eq!(answer["targets"][0]["data_base64"], "/wAAgA==");
}

#[test]
fn mistakes_are_told() {
    let told = |line: &str| {
        let result = program(PAINT, line);
        (result.status, result.errors)
    };
    let is_told = |line: &str, status, message: &str| {
        let (found, errors) = told(line);
        assert!(found == status && errors.contains(message), "{line}: {found}\n{errors}");
    };
    is_told("--out target=a.png", 2, "a.png: attachments are only available in a draw");
    is_told("--vertices 3 --size 1x1 --out target1=a.png", 2, "a.png: unknown target 1");
    is_told("--vertices 3 --samples 2", 2, "--samples: expected 1 or 4, found 2");
    is_told("--vertices 3 --size 3", 2, "expected WIDTHxHEIGHT");
    is_told("--vertices 3 --topology fan", 2, "unknown name `fan`");
    is_told("--vertices 3 --vertex-buffer float3=f32:1", 2, "unknown vertex format `float3`");
    is_told("--vertices 3 --entry-point corner", 2, "cannot be used with");
    is_told("--fragment shade", 2, "--vertices <COUNT>|--index <RESOURCE>");
    is_told("--vertices 3 --index-format uint16", 2, "cannot be used with");
    is_told("--vertices 3 --fragment corner", 1, "corner");
    is_told("--vertices 3 --color-format r8uint", 2, "the shader can't return 4 x `f32` for format `r8uint`");
    is_told("--vertices 3 --bind 3:0=zero:4", 2, "--bind 3:0: the entry point uses no bindings");
}
