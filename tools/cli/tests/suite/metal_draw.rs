//! Draws with vertex and fragment functions of Metal.

use crate::support::{Run, folder, run, run_with_input};
use serde_json::Value;

/// Runs a program on standard input, below the lines that programs begin with: it starts on line 3.
fn program(text: &str, line: &str) -> Run {
    let text = format!("#include <metal_stdlib>\nusing namespace metal;\n{text}");
    let arguments: Vec<_> = ["run", "-", "--language", "msl"].into_iter().chain(line.split(' ')).collect();
    run_with_input(&arguments, text.as_bytes())
}

#[track_caller]
fn shown(text: &str, line: &str) -> String {
    let result = program(text, line);
    assert_eq!((result.status, result.errors.as_str()), (0, ""));
    result.output
}

/// A large triangle in one colour, which a buffer and a function constant say.
const PAINT: &str = "constant float red [[function_constant(0)]];
struct Corner { float4 at [[position]]; float shade; };
vertex Corner corner(uint number [[vertex_id]], constant float& shade [[buffer(0)]]) {
    return Corner { float4(number == 1 ? 3 : -1, number == 2 ? 3 : -1, 0.25, 1), shade };
}
struct Taken { float shade; };
fragment half4 paint(Taken it [[stage_in]], constant float& alpha [[buffer(0)]]) {
    return half4(red, it.shade, 0, alpha);
}";

/// Points with a shade each, which are counted.
const POINTS: &str =
    "struct Given { float x [[attribute(0)]]; float shade [[attribute(1)]]; float lift [[attribute(2)]]; };
struct Corner { float4 at [[position]]; float shade [[user(shade)]]; };
vertex Corner corner(Given it [[stage_in]]) { return Corner { float4(it.x, 0, it.lift, 1), it.shade }; }
struct Taken { float shade [[user(shade), flat]]; };
fragment float paint(Taken it [[stage_in]], device atomic_uint& count [[buffer(1)]]) {
    atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
    return it.shade;
}";

#[test]
fn targets_are_shown() {
    let output =
        shown(PAINT, "--vertices 3 --size 2x1 --constant red=1 --bind 0=f32:0.5 --color-format r32float");
    assert_eq!(output, "target 0: 2x1 r32float\n  0,0:  1  1\n");
    let hex = shown(PAINT, "--vertices 3 --size 2x1 --constant red=1 --bind 0=f32:1 --show hex");
    assert_eq!(hex, "target 0: 2x1 rgba8unorm as hex\n  0:  ff00ffff  ff00ffff\n");
}

/// The argument of the vertex function does not exist, and the fragment function has an argument in the same place.
#[test]
fn an_absent_argument_binds_nothing_for_the_other_function() {
    let text = "constant bool lit [[function_constant(0)]];
        constant bool raised [[function_constant(1)]];
        struct Corner { float4 at [[position]]; };
        vertex Corner corner(uint number [[vertex_id]], constant float& lift [[buffer(0), function_constant(raised)]]) {
            return Corner { float4(number == 1 ? 3 : -1, number == 2 ? 3 : -1, raised ? lift : 0, 1) };
        }
        fragment float paint(constant float& shade [[buffer(0), function_constant(lit)]]) { return lit ? shade : 0; }";
    let line = "--vertices 3 --size 1x1 --constant lit=1 --constant raised=0 --color-format r32float";
    let missing = program(text, line).errors;
    assert!(missing.contains("`shade` is not bound: pass --bind 0="), "{missing}");
    assert_eq!(shown(text, &format!("{line} --bind 0=f32:0.5")), "target 0: 1x1 r32float\n  0,0:  0.5\n");
}

#[test]
fn functions_have_their_own_tables() {
    let line = "--vertices 3 --size 1x1 --constant red=0 --show hex";
    let apart = shown(PAINT, &format!("{line} --bind vertex:0=f32:1 --bind fragment:0=f32:0"));
    assert_eq!(apart, "target 0: 1x1 rgba8unorm as hex\n  0:  0000ff00\n");
    let one = shown(PAINT, &format!("{line} --bind 0=f32:1 --bind fragment:0=f32:0"));
    assert_eq!(one, apart);
    let written = "struct Corner { float4 at [[position]]; };
        vertex Corner corner(constant float4* at [[buffer(0)]], uint number [[vertex_id]]) { return Corner { at[number] }; }
        fragment half4 paint(device float* out [[buffer(0)]]) { out[0] += 1; return 0; }";
    let corners = "f32:-1,-1,0,1,3,-1,0,1,-1,3,0,1";
    let bound = format!("--vertices 3 --size 1x1 --bind vertex:0={corners} --bind fragment:0=f32:4");
    let output = shown(written, &format!("{bound} --depth"));
    assert!(
        output.starts_with("fragment [[buffer(0)]] out: device float*, 4 bytes as f32\n  0:  5\n"),
        "{output}"
    );
    let json = program(written, &format!("{bound} --depth --format json"));
    let answer: Value = serde_json::from_str(&json.output).expect("JSON");
    assert_eq!((&answer["bindings"][0]["group"], &answer["bindings"][0]["binding"]), (&6.into(), &0.into()));
    assert!(answer["depth_base64"].is_string(), "{answer}");
}

#[test]
fn vertices_indices_and_bindings_are_read() {
    let bound = "--bind 1=zero:4 --topology point-list --size 4x1 --color-format r32float";
    let buffers = "--vertex-buffer float32,float32=f32:-0.75,1,-0.25,2,0.25,3,0.75,4 --vertex-buffer instance:float32=f32:0,2";
    let count = "[[buffer(1)]] count: device atomic_uint&, 4 bytes as u32\n  0:  ";
    let all = shown(POINTS, &format!("--vertices 4 {bound} {buffers}"));
    assert_eq!(all, format!("{count}4\ntarget 0: 4x1 r32float\n  0,0:  1  2  3  4\n"));
    let some = shown(POINTS, &format!("--index u32:3,0 --instances 2 {bound} {buffers}"));
    assert_eq!(some, format!("{count}2\ntarget 0: 4x1 r32float\n  0,0:  1  0  0  4\n"));
}

#[test]
fn depths_need_no_fragment_function() {
    let output = shown(PAINT, "--vertices 3 --size 1x1 --depth --depth-only --bind 0=f32:1");
    assert_eq!(output, "depth: 1x1 depth32float\n  0,0:  0.25\n");
}

#[test]
fn pictures_are_written() {
    let text = format!("#include <metal_stdlib>\nusing namespace metal;\n{PAINT}");
    let folder = folder("metal-draw", &[("paint.metal", &text)]);
    let line = "run paint.metal --vertices 3 --size 3x2 --constant 0=1 --bind 0=f32:1 --out target=red.png";
    let result = run(&folder, &line.split(' ').collect::<Vec<_>>());
    assert_eq!((result.status, result.errors.as_str(), result.output.as_str()), (0, "", ""));
    let picture = image::open(folder.join("red.png")).expect("a picture").into_rgba8();
    assert_eq!((picture.dimensions(), picture.get_pixel(2, 1).0), ((3, 2), [255, 255, 0, 255]));
}

#[test]
fn one_of_several_functions_is_named() {
    let text =
        PAINT.to_owned() + "\nfragment half4 black(Taken it [[stage_in]]) { return half4(0, 0, 0, 1); }";
    let line = "--vertices 3 --size 1x1 --bind 0=f32:1 --show hex";
    let several = program(&text, line);
    let wanted = "several fragment functions: select one with --fragment: `paint`, `black`";
    assert!(several.errors.contains(wanted), "{}", several.errors);
    let black = shown(&text, &format!("{line} --vertex corner --fragment black"));
    assert_eq!(black, "target 0: 1x1 rgba8unorm as hex\n  0:  ff000000\n");
}

#[test]
fn functions_that_do_not_fit_are_rejected() {
    let text = PAINT.replace("struct Taken { float shade; }", "struct Taken { half shade; }");
    let line = "--vertices 3 --constant red=1 --bind 0=f32:1";
    let result = program(&text, line);
    assert_eq!((result.status, result.output.as_str()), (1, ""));
    let message = "`shade` is `half` here, but `float` in the result of `corner`";
    assert!(result.errors.contains(message) && result.errors.contains(":8:"), "{}", result.errors);
    let answer: Value =
        serde_json::from_str(&program(&text, &format!("{line} --format json")).output).expect("JSON");
    assert_eq!((&answer["ok"], &answer["error"]["stage"]), (&false.into(), &"pipeline-creation".into()));
    assert_eq!(answer["error"]["message"], message);
}

#[test]
fn wrong_usage_is_explained() {
    let cases = [
        ("--vertices 3 --bind 0=f32:1", "missing value of function constant `red`, which `paint` requires"),
        (
            "--vertices 3 --constant red=1",
            "`shade`, `alpha` is not bound: pass --bind 0=zero:1024, or --auto for zeros",
        ),
        (
            "--vertices 3 --constant red=1 --bind vertex:0=f32:1",
            "`alpha` is not bound: pass --bind 0=zero:1024, or --auto for zeros",
        ),
        (
            "--vertices 3 --constant red=1 --bind 0=f32:1 --bind fragment:2=f32:1",
            "--bind fragment:2: the pipeline uses only 0",
        ),
        ("--vertices 3 --threads 4", "cannot be used with"),
        ("--vertices 3 --vertex paint", "unknown vertex function `paint`: the program has `corner`"),
        ("--vertices 3 --immediates zero:4", "--immediates is only for WGSL"),
        ("--out target=a.png", "a.png: attachments are only available in a draw"),
        ("--strict", "the program has no kernel"),
    ];
    for (line, wanted) in cases {
        let result = program(PAINT, line);
        assert_eq!((result.status, result.output.as_str()), (2, ""), "{line}: {}", result.errors);
        assert!(result.errors.contains(wanted), "{line}: {}", result.errors);
    }
}

#[test]
fn samplers_of_the_program_are_not_bound() {
    let text = "struct Corner { float4 at [[position]]; float2 place; };
    vertex Corner corner(uint number [[vertex_id]], constant float2* at [[buffer(0)]]) {
        return Corner { float4(at[number], 0, 1), at[number] };
    }
    fragment float paint(Corner it [[stage_in]], texture2d<float> shades [[texture(0)]]) {
        constexpr sampler around(address::repeat);
        return shades.sample(around, it.place + 3.25).x;
    }";
    let bound = "--vertices 3 --size 2x1 --color-format r32float --bind 0=f32:-1,-1,3,-1,-1,3";
    let output = shown(text, &format!("{bound} --bind texture:0=texture:r32float:4x4"));
    assert_eq!(output, "target 0: 2x1 r32float\n  0,0:  0  0\n");
    let missing = program(text, bound);
    assert!(
        missing.errors.contains("`shades` is not bound: pass --bind texture:0=texture:"),
        "{}",
        missing.errors
    );
}

#[test]
fn faults_have_their_place() {
    let text = "vertex float4 corner(uint number [[vertex_id]], constant float4* at [[buffer(0)]]) {
        return at[number];
    }
    fragment half4 paint() { return 1; }";
    let result = program(text, "--vertices 3 --bind 0=f32:0,0,0,1 --strict --size 1x1 --show none");
    assert_eq!(result.status, 1);
    let errors = result.errors;
    assert!(errors.contains("fault[out-of-bounds]") && errors.contains(":4:"), "{errors}");
    assert!(errors.contains("first in batch 0, thread 1"), "{errors}");
}

#[test]
fn features_that_are_missing_have_their_place() {
    let text =
        "vertex float4 corner() { return 0; }\nfragment half4 paint(float2 at [[point_coord]]) { return 1; }";
    let result = program(text, "--vertices 3");
    assert_eq!((result.status, result.output.as_str()), (2, ""));
    assert!(result.errors.contains("`point_coord` can't be executed yet"), "{}", result.errors);
    assert!(result.errors.contains(":4:"), "{}", result.errors);
}
