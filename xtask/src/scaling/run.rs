//! The constructs of lowering, planning and resources. Fuel limits the run itself.

use super::construct::{Construct, Work, list};
use shader_numeric::allowed::Accuracies;
use shader_run::execute::Options;
use shader_source::steps;
use std::fmt::Write as _;
use webgpu_model::{Binding, Data};
use wgsl_lower::compute;
use wgsl_lower::layout::pipeline_layout;
use wgsl_spec::{ACCURACY, ShaderStage};
use wgsl_validator::target::Target;
use wgsl_validator::{PipelineRequest, Validator};

/// An entry point around statements.
const MAIN: &str = "@group(0) @binding(0) var<storage, read_write> out: array<u32>;
@compute @workgroup_size(2) fn main(@builtin(local_invocation_index) i: u32) { var v = i; let u = out[0]; ";

const CONSTRUCTS: &[Construct] = &[
    list("run: else if", [MAIN, "if v == # { v = #; } else ", "{} }"]),
    list("run: else if of a uniform value", [MAIN, "if u == # { v = #; } else ", "{} }"]),
    list("run: else if with returns", [MAIN, "if v == # { v = #; if u == 7 { return; } } else ", "{} }"]),
    list(
        "run: cases",
        [
            "@group(0) @binding(0) var<storage, read_write> out: array<u32>;
@compute @workgroup_size(2) fn main(@builtin(local_invocation_index) i: u32) { var v = i; switch i { ",
            "case # { v = #; } ",
            "default {} } out[i] = v; }",
        ],
    ),
    list(
        "run: loops",
        [MAIN, "for (var j = 0u; j < 2; j++) { if v == # { break; } v += j; } ", "out[i] = v; }"],
    ),
    list("run: statements", [MAIN, "v = v * 3 + u; ", "out[i] = v; }"]),
    list("run: locals", [MAIN, "var a# = v + #; if a# > 3 { v = a#; } ", "out[i] = v; }"]),
    list("run: arrays", [MAIN, "var a#: array<u32, 4>; a#[v % 4] = #; ", "out[i] = v; }"]),
    list(
        "run: uses of a constant array",
        [
            "const t = array(1u, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
@group(0) @binding(0) var<storage, read_write> out: array<u32>;
@compute @workgroup_size(1) fn main() { ",
            "out[0] += t[out[0]]; ",
            "}",
        ],
    ),
    list(
        "run: calls",
        [
            "@group(0) @binding(0) var<storage, read_write> out: array<u32>;
fn f(a: u32) -> u32 { if a > 3 { return a - 1; } return a + 1; }
@compute @workgroup_size(2) fn main(@builtin(local_invocation_index) i: u32) { var v = i; ",
            "v = f(v); ",
            "out[i] = v; }",
        ],
    ),
    list(
        "run: functions that are called once",
        [
            "@group(0) @binding(0) var<storage, read_write> out: array<u32>;\n",
            "fn f#() { out[0] += #; }\n",
            "@compute @workgroup_size(1) fn main() { f1(); }",
        ],
    ),
    list(
        "run: doubling calls",
        [
            "@group(0) @binding(0) var<storage, read_write> out: array<u32>;\nfn f0() {}\n",
            "fn f#() { f@@(); f@@(); }\n",
            "@compute @workgroup_size(1) fn main() { f1(); }",
        ],
    ),
    list(
        "run: constants",
        [
            "@group(0) @binding(0) var<storage, read_write> out: array<u32>;\n",
            "const c# = #u; var<private> p#: u32 = c#;\n",
            "@compute @workgroup_size(1) fn main() { out[0] = p1; }",
        ],
    ),
    list("run: barriers", [MAIN, "workgroupBarrier(); out[i] = #; ", "}"]),
    list(
        "run: atomics",
        [
            "@group(0) @binding(0) var<storage, read_write> out: atomic<u32>;\n@compute @workgroup_size(1) fn main() { ",
            "atomicAdd(&out, #); ",
            "}",
        ],
    ),
];

/// An entry point around statements, with numbers that other implementations may round differently: `w < x` may hold there.
const LOOSE: &str = "@group(0) @binding(0) var<storage, read_write> out: array<u32>;
@compute @workgroup_size(2) fn main(@builtin(local_invocation_index) i: u32) { var v = i; let w = sin(f32(i) + 1); let x = sin(f32(i) + 1); ";

/// Constructs for tracked execution: conditions that may hold elsewhere.
const TRACKED: &[Construct] = &[
    list("run: tracked else if", [LOOSE, "if w < x { v = #; } else ", "{} out[i] = v; }"]),
    list("run: tracked else if of known values", [LOOSE, "if v == # { v = #; } else ", "{} out[i] = v; }"]),
    list("run: tracked else if with returns", [LOOSE, "if v == # + 7 { return; } else ", "{} out[i] = v; }"]),
    list(
        "run: tracked else if with loose returns",
        [LOOSE, "if w < x { v = #; if w > x { return; } } else ", "{} out[i] = v; }"],
    ),
    list("run: tracked ifs", [LOOSE, "if w < x { v = #; } ", "out[i] = v; }"]),
    list(
        "run: tracked loops",
        [LOOSE, "for (var j = 0u; j < 2; j++) { if w < x { break; } v += j; } ", "out[i] = v; }"],
    ),
];

/// The steps from the stage of a program to the contents of its resources.
fn steps_of(text: &str, buffers: u32, track: Option<Accuracies>) -> u64 {
    let options = wgsl_validator::Options { target: Target::default().for_execution(), ..Default::default() };
    let mut validator = Validator::new(options);
    let module = validator.validate(text);
    let request = PipelineRequest { stage: Some(ShaderStage::Compute), ..PipelineRequest::default() };
    let binding = |binding| Binding { group: 0, binding, data: Data::Buffer(vec![0; 64].into()) };
    let bindings: Vec<Binding> = (0..buffers).map(binding).collect();
    steps::of(|| {
        let Ok(stage) = compute::stage(&module, &mut validator, &request) else { return };
        drop(pipeline_layout(core::slice::from_ref(&stage)));
        let Ok(pipeline) = compute::pipeline(&stage, Options { fuel: 1 << 28, track, ..Options::default() })
        else {
            return;
        };
        let Ok(bound) = pipeline.bind(&bindings, &[]) else { return };
        // An outcome or a lack of fuel, which is no less linear.
        let _ = pipeline.dispatch([1, 1, 1], &bound);
        drop(pipeline.written(&bindings, &bound));
    })
}

/// All constructs with their work.
pub(super) fn all() -> Vec<(&'static str, Work)> {
    let of_text = |construct: Construct, track: Option<Accuracies>| -> Work {
        Box::new(move |count| steps_of(&construct.text(count), 1, track))
    };
    let bindings: Work = Box::new(|count| {
        let (mut declarations, mut uses) = (String::new(), String::new());
        for number in 0..count {
            // Writing to a string does not fail.
            let _ = writeln!(
                declarations,
                "@group(0) @binding({number}) var<storage, read_write> b{number}: u32;"
            );
            let _ = write!(uses, "b{number} = {number}; ");
        }
        let text = format!("{declarations}@compute @workgroup_size(1) fn main() {{ {uses} }}");
        steps_of(&text, count as u32, None)
    });
    let texts = CONSTRUCTS.iter().map(|it| (it.name, of_text(*it, None)));
    let tracked = TRACKED.iter().map(|it| (it.name, of_text(*it, Some(ACCURACY.for_all_calls()))));
    texts.chain(tracked).chain([("run: bindings", bindings)]).collect()
}
