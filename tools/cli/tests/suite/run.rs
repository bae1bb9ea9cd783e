//! `run`.

use crate::support::{BAD, Run, folder, run, run_with_input};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

const SCALE: &str = "override factor = 2.0;
@group(0) @binding(0) var<storage> source: array<f32>;
@group(0) @binding(1) var<storage, read_write> sink: array<f32>;
@compute @workgroup_size(4)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    sink[id.x] = source[id.x] * factor;
}
";

/// Runs a command line, whose words are separated by single spaces.
fn words(folder: &Path, line: &str) -> Run {
    run(folder, &line.split(' ').collect::<Vec<_>>())
}

/// Runs a program on standard input.
fn program(text: &str, line: &str) -> Run {
    let arguments: Vec<_> =
        ["run", "-"].into_iter().chain(line.split(' ').filter(|it| !it.is_empty())).collect();
    run_with_input(&arguments, text.as_bytes())
}

#[test]
fn results_are_shown_by_their_type() {
    let result = program(SCALE, "--bind 0:0=f32:1,2,3.25,-4 --bind 0:1=zero:128");
    let expected = "\
@group(0) @binding(1) sink: array<f32>, 128 bytes as f32
   0:    2    4  6.5   -8    0    0    0    0
   8:    0    0    0    0    0    0    0    0
       2 more identical rows, up to 24
";
    assert_eq!((result.status, result.errors.as_str()), (0, ""));
    assert_eq!(result.output, expected);
}

#[test]
fn forms_can_be_chosen_for_all_and_for_one() {
    let bound = "--bind 0:0=f32:1 --bind 0:1=zero:4";
    let shown = |options: &str| program(SCALE, &format!("{bound} {options}")).output;
    let heading = "@group(0) @binding(1) sink: array<f32>, 4 bytes as";
    assert_eq!(shown("--show hex"), format!("{heading} hex\n  0:  40000000\n"));
    assert_eq!(shown("--show hex --show 0:1=u32"), format!("{heading} u32\n  0:  1073741824\n"));
    assert_eq!(shown("--show 0:1=i32 --show none"), format!("{heading} i32\n  0:  1073741824\n"));
    assert_eq!(shown("--show none"), "");
}

#[test]
fn variables_of_one_scalar_type_decide_how_they_are_shown() {
    let form = |declarations: &str| {
        let text = format!(
            "{declarations} @group(0) @binding(0) var<storage, read_write> data: T;
            @compute @workgroup_size(1) fn main() {{ _ = &data; }}"
        );
        let result = program(&text, "--bind 0:0=zero:64");
        assert_eq!(result.errors, "");
        let heading = result.output.lines().next().expect("a heading").to_owned();
        heading.rsplit(' ').next().expect("a form").to_owned()
    };
    assert_eq!(form("alias T = array<atomic<i32>, 4>;"), "i32");
    assert_eq!(form("struct T { a: vec2<f32>, b: mat2x2<f32> }"), "f32");
    assert_eq!(form("struct T { a: vec2<f32>, b: array<u32> }"), "u32");
    assert_eq!(form("enable f16; alias T = array<vec4<f16>>;"), "f16");
}

#[test]
fn workgroups_constants_and_entry_points_are_respected() {
    let text = format!("{SCALE} @compute @workgroup_size(1) fn other() {{ sink[0] = 7; }}");
    let bound = "--bind 0:0=f32:1,2,3,4,5,6,7,8 --bind 0:1=zero:32";
    let shown = |options: &str| {
        let result = program(&text, &format!("{bound} {options}"));
        result.output.lines().nth(1).unwrap_or(&result.errors).trim().to_owned()
    };
    let all = shown("--entry-point main --workgroups 2 --constant factor=10");
    assert_eq!(all, "0:  10  20  30  40  50  60  70  80");
    assert_eq!(shown("--entry-point main --workgroups 1,1,1"), "0:  2  4  6  8  0  0  0  0");
    let other = program(&text, "--entry-point other --bind 0:1=zero:4");
    assert!(other.output.ends_with("  0:  7\n"), "{}", other.output);
    assert!(shown("").contains("pipeline/unknown-entry-point"), "{}", shown(""));
}

#[test]
fn files_are_read_and_written() {
    let folder = folder("run-files", &[("scale.wgsl", SCALE)]);
    fs::write(folder.join("in.bin"), 1.5f32.to_le_bytes()).expect("file is written");
    let line = "run scale.wgsl --bind 0:0=in.bin --bind 0:1=in.bin --out 0:1=out.bin --show none";
    let result = words(&folder, line);
    assert_eq!((result.status, result.output.as_str(), result.errors.as_str()), (0, "", ""));
    assert_eq!(fs::read(folder.join("out.bin")).expect("the file is there"), 3.0f32.to_le_bytes());
    assert_eq!(fs::read(folder.join("in.bin")).expect("the file is there"), 1.5f32.to_le_bytes());
}

const INVERT: &str = "
@group(0) @binding(0) var picture: texture_2d<f32>;
@group(0) @binding(1) var negative: texture_storage_2d<rgba8unorm, write>;
@compute @workgroup_size(1) fn main(@builtin(workgroup_id) id: vec3<u32>) {
    let texel = textureLoad(picture, id.xy, 0);
    textureStore(negative, id.xy, vec4(1 - texel.rgb, texel.a));
}";

#[test]
fn pictures_become_textures_and_textures_pictures() {
    let folder = folder("run-pictures", &[("invert.wgsl", INVERT)]);
    let pixels = [255, 0, 51, 255, 0, 102, 0, 128];
    let color = image::ExtendedColorType::Rgba8;
    image::save_buffer(folder.join("in.png"), &pixels, 2, 1, color).expect("picture is written");
    let bound = "run invert.wgsl --workgroups 2 --bind 0:0=in.png";
    let result = words(&folder, &format!("{bound} --bind 0:1=texture:rgba8unorm:2x1 --out 0:1=out.png"));
    assert_eq!((result.status, result.errors.as_str()), (0, ""));
    let expected = "\
@group(0) @binding(1) negative: texture_storage_2d<rgba8unorm, write>, 2x1 rgba8unorm
  0,0:          (0, 1, 0.8, 1)  (1, 0.6, 1, 0.5019608)
";
    assert_eq!(result.output, expected);
    let negative = image::open(folder.join("out.png")).expect("picture is read").into_rgba8();
    assert_eq!(
        (negative.dimensions(), negative.into_raw()),
        ((2, 1), vec![0, 255, 204, 255, 255, 153, 255, 128])
    );
    // Colours in sRGB have smaller linear values.
    let linear = words(&folder, &format!("{bound},format=rgba8unorm-srgb --bind 0:1=texture:rgba8unorm:2x1"));
    assert!(linear.output.contains("(0, 1, 0.9"), "{}", linear.output);
}

#[test]
fn samplers_are_made_of_words() {
    let text = "
        @group(0) @binding(0) var image: texture_2d<f32>;
        @group(0) @binding(1) var picker: sampler;
        @group(0) @binding(2) var<storage, read_write> sink: f32;
        @compute @workgroup_size(1) fn main() { sink = textureSampleLevel(image, picker, vec2(1.125, 0.5), 0).r; }";
    let folder = folder("run-samplers", &[("sample.wgsl", text)]);
    fs::write(folder.join("texels"), [0, 255]).expect("file is written");
    let shown = |sampler: &str| {
        let texels = "--bind 0:0=texels,format=r8unorm,size=2x1";
        let result =
            words(&folder, &format!("run sample.wgsl {texels} --bind 0:1={sampler} --bind 0:2=zero:4"));
        result.output.lines().nth(1).unwrap_or(&result.errors).trim().to_owned()
    };
    assert_eq!(shown("sampler"), "0:  1");
    assert_eq!(shown("sampler:repeat,linear"), "0:  0.25");
    assert_eq!(shown("sampler:nearest,repeat"), "0:  0");
}

#[test]
fn faults_are_shown_where_they_happened() {
    let text = SCALE.replace("id.x]", "id.x + 1]");
    let folder = folder("run-faults", &[("scale.wgsl", &text)]);
    let line = "run scale.wgsl --bind 0:0=zero:20 --bind 0:1=zero:32 --workgroups 1,1 --strict";
    let clean = words(&folder, line);
    assert_eq!((clean.status, clean.errors.as_str()), (0, ""));
    let line = line.replace("zero:20", "zero:16");
    let result = words(&folder, &line);
    assert_eq!(result.status, 1);
    assert!(result.errors.starts_with("fault[out-of-bounds]: "), "{}", result.errors);
    assert!(result.errors.contains("--> scale.wgsl:6:22\n"), "{}", result.errors);
    assert!(
        result.errors.contains("= note: first in workgroup (0, 0, 0), invocation 3\n"),
        "{}",
        result.errors
    );
    assert!(result.errors.ends_with("\nscale.wgsl: 1 fault\n"), "{}", result.errors);
    assert!(result.output.starts_with("@group(0) @binding(1) sink"), "the results are shown despite faults");
    assert_eq!(words(&folder, &line.replace(" --strict", "")).status, 0);
}

const RACE: &str = "var<workgroup> words: array<u32, 4>;
@group(0) @binding(0) var<storage, read_write> sink: array<u32, 4>;
@compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) {
    words[i] = i;
    sink[i] = words[3 - i];
}";

#[test]
fn a_data_race_is_shown_at_both_places() {
    let race = |text: &str, more: &str| {
        let result = program(text, &format!("--bind 0:0=zero:16 --strict {more}"));
        assert_eq!(result.status, 1, "{}", result.output);
        assert!(result.errors.starts_with("fault[data-race]: "), "{}", result.errors);
        result.errors
    };
    let ordered = race(RACE, "");
    let [first, second] = ["4 |     words[i] = i;", "5 |     sink[i] = words[3 - i];"];
    let of = |line: &str| ordered.find(line).unwrap_or_else(|| panic!("no {line}: {ordered}"));
    assert!(of(first) < of(second), "{ordered}");
    assert!(ordered.contains(" invocation 3 writes it here\n"), "{ordered}");
    assert!(
        ordered.contains("= note: order the two accesses with a `workgroupBarrier()` between them\n"),
        "{ordered}"
    );
    let same_place = race(&RACE.replace("words[i] = i", "words[0] = i").replace("[3 - i]", "[1]"), "");
    assert!(!same_place.contains("it here"), "{same_place}");
    assert!(same_place.contains("= note: let only one invocation access the memory, "), "{same_place}");
    let texts = ["words[i] = i;", "words[3 - i]"];
    let elsewhere = race(&RACE.replace(texts[0], "").replace(texts[1], "i"), "--workgroups 2");
    assert!(elsewhere.contains("invocation 0 of a different workgroup writes"), "{elsewhere}");
    assert!(elsewhere.contains("= note: no barrier orders workgroups: use atomics"), "{elsewhere}");
}

#[test]
fn workgroup_memory_is_zero_unless_the_host_says_otherwise() {
    let text = "var<workgroup> count: atomic<u32>;
        @group(0) @binding(0) var<storage, read_write> sink: array<u32>;
        @compute @workgroup_size(4) fn main() {
            atomicAdd(&count, 1);
            workgroupBarrier();
            sink[0] = 0;
        }";
    let text = text.replace("sink[0] = 0;", "if atomicLoad(&count) > 9 { sink[0] = 1; }");
    let zero = program(&text, "--strict --bind 0:0=zero:16");
    assert_eq!((zero.status, zero.errors.as_str()), (0, ""));
    let expected = "fault[uninitialized-read]: a branch depends on this memory, which no invocation of the workgroup has written";
    // A sum with a value that was never written is unknown, too.
    for text in [text.replace("atomicAdd(&count, 1);", ""), text] {
        assert_eq!(program(&text, "--strict --bind 0:0=zero:16").status, 0);
        let undefined = program(&text, "--strict --undefined-workgroup-memory --bind 0:0=zero:16");
        assert!(undefined.status == 1 && undefined.errors.contains(expected), "{undefined:?}");
    }
}

#[test]
fn indices_beyond_the_end_are_clamped_or_discarded() {
    let shown = |beyond: &str| {
        let text = SCALE.replace("source[id.x]", "source[id.x + 100]");
        let result = program(&text, &format!("--bind 0:0=f32:1,2 --bind 0:1=f32:9 {beyond}"));
        result.output.lines().nth(1).expect("a row").trim().to_owned()
    };
    assert_eq!(shown(""), "0:  4");
    assert_eq!(shown("--beyond discard"), "0:  0");
}

#[test]
fn rejected_programs_are_explained() {
    let module = program(BAD, "");
    assert_eq!((module.status, module.output.as_str()), (1, ""));
    assert!(module.errors.contains("error[type/no-matching-overload]"), "{}", module.errors);
    let pipeline = program("override n: u32; @compute @workgroup_size(n) fn main() {}", "");
    assert_eq!(pipeline.status, 1);
    assert!(pipeline.errors.contains("error[pipeline/missing-constant]"), "{}", pipeline.errors);
    let target = program("enable f16; @compute @workgroup_size(1) fn main() {}", "--target portable");
    assert_eq!(target.status, 1);
    assert!(target.errors.contains("error[resolve/extension-not-supported]"), "{}", target.errors);
    let language =
        "requires readonly_and_readwrite_storage_textures; @compute @workgroup_size(1) fn main() {}";
    assert_eq!(program(language, "").status, 0);
    assert_eq!(program(language, "--edition 2022-04-11").status, 1);
}

#[test]
fn programs_that_do_not_end_are_stopped() {
    let text = "@compute @workgroup_size(1) fn main() { var i = 0; loop { i++; if i < 0 { break; } } }";
    let result = program(text, "--fuel 10000");
    assert_eq!((result.status, result.output.as_str()), (1, ""));
    assert!(result.errors.contains("<stdin>: out of fuel"), "{}", result.errors);
    let empty = "@compute @workgroup_size(1) fn main() {}";
    let line = "--workgroups 65535,65535,1 --fuel 10000000";
    let result = program(empty, line);
    assert_eq!((result.status, result.output.as_str()), (1, ""));
    assert!(result.errors.contains("<stdin>: out of fuel"), "{}", result.errors);
    let result = program(empty, &format!("{line} --strict"));
    assert_eq!(result.status, 1);
    assert!(
        result.errors.contains("fault[unbounded-loop]: out of fuel before the program ends"),
        "{}",
        result.errors
    );
}

#[test]
fn immediate_data_is_read() {
    let text = "requires immediate_address_space;
        struct Given { scale: f32, at: vec2u }
        var<immediate> given: Given;
        @group(0) @binding(0) var<storage, read_write> sink: array<f32, 4>;
        @compute @workgroup_size(1) fn main() { sink[given.at.y] = given.scale; }";
    // A scale of 4.0 as the bytes of an integer, padding, and the index.
    let line = "--bind 0:0=zero:16 --show f32 --immediates";
    let result = program(text, &format!("{line} u32:0x40800000,9,0,2"));
    assert_eq!((result.status, result.errors.as_str()), (0, ""));
    assert!(result.output.ends_with("0  0  4  0\n"), "{}", result.output);
    let refusals = [
        ("u32:1", "found 4 bytes of immediate data, but the program needs at least 16"),
        ("sampler", "--immediates: expected bytes, not a texture or a sampler"),
    ];
    for (given, message) in refusals {
        let result = program(text, &format!("{line} {given}"));
        assert!(result.status == 2 && result.errors.contains(message), "{}", result.errors);
    }
}

#[test]
fn json_is_the_answer_of_the_protocol() {
    let json = |text: &str, line: &str| {
        let result = program(text, &format!("--format json {line}"));
        assert_eq!(result.errors, "");
        (result.status, serde_json::from_str::<Value>(&result.output).expect("JSON"))
    };
    let (status, answer) = json(SCALE, "--bind 0:0=f32:1 --bind 0:1=u32:0");
    let sink = json!([{ "group": 0, "binding": 1, "data_base64": "AAAAQA==" }]);
    assert_eq!((status, answer), (0, json!({ "id": null, "ok": true, "bindings": sink, "faults": [] })));
    let (status, answer) = json(SCALE, "--strict --bind 0:0=f32:1 --bind 0:1=u32:0,0,0,0");
    assert_eq!((status, &answer["faults"][0]["kind"]), (1, &json!("out-of-bounds")));
    let (status, answer) = json(BAD, "");
    assert_eq!((status, &answer["error"]["stage"]), (1, &json!("shader-creation")));
    assert_eq!(answer["error"]["diagnostics"][0]["line"], 3);
    let (status, answer) = json(SCALE, "");
    assert_eq!((status, &answer["error"]["stage"]), (2, &json!("execution")));
}

#[test]
fn a_binding_that_is_not_used_is_refused() {
    let bound = "--bind 0:0=f32:1 --bind 0:1=zero:4";
    let other = format!("{SCALE} @compute @workgroup_size(1) fn other() {{ sink[0] = 7; }}");
    let none = "@compute @workgroup_size(1) fn main() {}";
    for (text, line, wanted) in [
        (SCALE, "--bind 5:0=f32:1", "--bind 5:0: the entry point uses only 0:0, 0:1"),
        (&other, "--entry-point other", "--bind 0:0: the entry point uses only 0:1"),
        (none, "", "--bind 0:0: the entry point uses no bindings"),
    ] {
        let result = program(text, &format!("{bound} {line}"));
        assert_eq!((result.status, result.output.as_str()), (2, ""), "{}", result.errors);
        assert!(result.errors.contains(wanted), "{}", result.errors);
        let json = program(text, &format!("{bound} {line} --format json"));
        let answer: Value = serde_json::from_str(&json.output).expect("JSON");
        assert_eq!((json.status, &answer["error"]["message"]), (2, &json!(wanted)));
    }
}

#[test]
fn what_is_not_bound_is_listed_or_filled_with_zeros() {
    let text = "
        @group(0) @binding(0) var<storage, read_write> sink: array<f32>;
        @group(0) @binding(1) var<uniform> scale: vec4f;
        @group(0) @binding(2) var shadow: texture_depth_cube;
        @group(0) @binding(3) var near: sampler_comparison;
        @group(1) @binding(0) var grid: texture_storage_3d<r32uint, write>;
        @compute @workgroup_size(1) fn main() {
            sink[1] = scale.x + textureSampleCompareLevel(shadow, near, vec3f(1, 0, 0), 0.5);
            textureStore(grid, vec3u(1), vec4u(7));
        }";
    let told = program(text, "--bind 0:1=f32:5,0,0,0");
    let options = "--bind 0:0=zero:1024 --bind 0:2=texture:depth32float:256x256x6,dimension=cube --bind 0:3=sampler:linear,less \
                   --bind 1:0=texture:r32uint:64x64x64,dimension=3d";
    let expected = format!("are not bound: pass {options}, or --auto for zeros\n");
    assert!(told.status == 2 && told.errors.contains(&expected), "{told:?}");
    assert!(told.errors.contains("`sink: array<f32>`, `shadow: texture_depth_cube`"), "{told:?}");
    assert_eq!(program(text, &format!("--bind 0:1=f32:5,0,0,0 {options}")).status, 0);
    let filled = program(text, "--bind 0:1=f32:5,0,0,0 --auto --show 0:1=none");
    assert_eq!(filled.status, 0, "{filled:?}");
    assert!(filled.output.contains("@group(0) @binding(0) sink: array<f32>"), "{}", filled.output);
    let draws = program("@vertex fn v() -> @builtin(position) vec4f { return vec4f(); }", "");
    assert!(draws.errors.contains("this program draws: pass --vertices 3, for example"), "{draws:?}");
}

#[test]
fn wrong_usage_is_refused() {
    let folder = folder("run-usage", &[("scale.wgsl", SCALE), ("text.png", "no picture")]);
    let cases = [
        ("--bind 0=zero:4", "`0` is not a binding"),
        ("--bind 0:0=f32:one", "`one` is not a value of type f32"),
        ("--bind 0:0=missing.bin", "--bind 0:0: missing.bin: can't be read: "),
        ("--bind 0:0=texture:r8unorm:99999x99999", "--bind 0:0: the texture is too large"),
        ("--bind 0:0=text.png", "text.png: not a PNG file: "),
        (
            "--bind 0:0=text.png,size=9x9,format=r8unorm",
            "text.png: expected 81 bytes for the texture, found 10",
        ),
        ("--bind 0:0=zero:4 --bind 0:0=zero:8", "0:0 is bound twice"),
        ("--bind 0:0=zero:16", "is not bound: pass --bind 0:1=zero:"),
        ("--bind 0:0=zero:16 --bind 0:1=sampler", "@group(0) @binding(1) expects a buffer"),
        ("--bind 0:0=zero:16 --bind 0:1=zero:2", "has 2 bytes, but the program needs at least 4"),
        ("--bind 0:0=zero:16 --bind 0:1=zero:16 --out 0:2=x.bin", "nothing is bound to 0:2"),
        ("--bind 0:0=zero:16 --bind 0:1=zero:16 --out 0:0=x.bin", "x.bin: the program does not write 0:0"),
        (
            "--bind 0:0=zero:16 --bind 0:1=zero:16 --out 0:1=x.png",
            "x.png: only a texture can be written as a picture, found 0:1",
        ),
        ("--bind 0:0=zero:16 --bind 0:1=zero:16 --out 0:1=no/x.bin", "no/x.bin: can't be written: "),
        ("--show f64", "unknown form `f64`: expected f32, f16, i8 to i64, u8 to u64, hex or none"),
        ("--show 0:7=f32", "nothing is bound to 0:7"),
        ("--workgroups 1,2,3,4", "expected X, X,Y or X,Y,Z"),
        ("--subgroup-size 3", "--subgroup-size: the subgroup size must be a power of two up to 128, found 3"),
        ("--fuel=-1", "invalid value '-1' for '--fuel <STEPS>'"),
        ("--constant factor=two", "`two` is not a number"),
    ];
    for (line, wanted) in cases {
        let result = words(&folder, &format!("run scale.wgsl {line}"));
        assert_eq!((result.status, result.output.as_str()), (2, ""), "{line}: {}", result.errors);
        assert!(result.errors.contains(wanted), "{line}: {}", result.errors);
    }
    assert_eq!(words(&folder, "run nowhere.wgsl").status, 2);
    assert_eq!(words(&folder, "run").status, 2);
    assert!(!folder.join("x.bin").exists() && !folder.join("x.png").exists());
}

#[test]
fn each_fault_is_explained() {
    let folder = folder("explain-faults", &[("scale.wgsl", SCALE)]);
    for kind in shader_run::execute::FaultKind::ALL {
        let result = words(&folder, &format!("explain {}", kind.name()));
        assert_eq!((result.status, result.errors.as_str()), (0, ""), "{kind:?}");
        assert!(result.output.starts_with(&format!("{}: ", kind.name())), "{}", result.output);
        // Operations of WGSL have a result for all operands.
        let is_of_wgsl = kind != shader_run::execute::FaultKind::UndefinedOperands;
        assert_eq!(
            result.output.contains("see: https://www.w3.org/TR/WGSL/#"),
            is_of_wgsl,
            "{}",
            result.output
        );
    }
    let unknown = words(&folder, "explain out-of-bound");
    assert_eq!(unknown.status, 2, "{}", unknown.output);
}

#[test]
fn comments_ignore_faults() {
    let source = |comment: &str| {
        format!(
            "@group(0) @binding(0) var<storage, read_write> next: atomic<u32>;
@group(0) @binding(1) var<storage, read_write> out: array<u32, 4>;
@compute @workgroup_size(4) fn main() {{
    // wgsl-check: {comment}
    let item = atomicAdd(&next, 1);
    out[item] = item * item;
}}"
        )
    };
    let run = |comment: &str| program(&source(comment), "--strict --auto --show none").errors;
    assert!(run("allow(data-race)").contains("fault[unordered-atomics]"));
    assert!(run("allow(unordered-atomics): each item is independent").is_empty());
    assert!(run("allow-file(unordered-atomics)").is_empty());
    // Whether it is of use shows only in an execution.
    let checked = |comment: &str| run_with_input(&["-"], source(comment).as_bytes()).errors;
    assert!(!checked("allow(unordered-atomics)").contains("warning"));
    assert!(checked("allow(unordered-atomic)").contains("comment/unknown-code"));
}
