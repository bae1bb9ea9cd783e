//! Fuel: slow operations take more of it. The tests count the iterations of endless loops, and workgroups, not time.

use super::{stage, validator};
use shader_run::execute::{Beyond, FaultKind, Options, Stopped};
use std::fmt::Write;
use webgpu_model::texture::{Format, Sampler, TextureDescriptor, ViewDimension};
use webgpu_model::{Binding, Data};
use wgsl_lower::compute;
use wgsl_spec::ACCURACY;

const PLAIN: Options = Options {
    strict: false,
    integer_overflow: false,
    accuracies: None,
    uniform_subgroups: false,
    terms: &shader_run::execute::Terms::WEBGPU,
    undefined_workgroup_memory: false,
    track: None,
    beyond: Beyond::Clamp,
    subgroup_size: 8,
    fuel: 1 << 26,
    sweep: None,
    seed: None,
};
const STRICT: Options = Options { strict: true, ..PLAIN };
const TRACKED: Options = Options { track: Some(ACCURACY.for_all_calls()), ..PLAIN };

/// The resources and variables of the programs.
const DECLARATIONS: &str = "enable f16; enable subgroups; diagnostic(off, subgroup_uniformity);
    struct Block { words: array<u32, 256> }
    struct Odd { first: f16, rest: array<f16, 511> }
    @group(0) @binding(0) var<storage, read_write> iterations: array<atomic<u32>, 2>;
    @group(0) @binding(1) var<storage, read_write> words: array<u32, 1024>;
    @group(0) @binding(2) var<storage, read_write> counts: array<atomic<u32>, 64>;
    @group(0) @binding(3) var<storage, read_write> blocks: array<Block, 2>;
    @group(0) @binding(4) var<storage, read_write> odd: array<Odd, 2>;
    @group(0) @binding(5) var picture: texture_3d<f32>;
    @group(0) @binding(6) var pick: sampler;
    @group(0) @binding(7) var<storage> far: array<u32>;
    var<workgroup> shared_words: array<u32, 64>;
    var<private> own: array<u32, 64>;";

fn bindings() -> Vec<Binding> {
    let descriptor = TextureDescriptor::new(ViewDimension::D3, Format::Rgba8unorm, [2, 2, 2]);
    let buffers = [(0, 8), (1, 4096), (2, 256), (3, 2048), (4, 2048), (7, 2 << 20)];
    let buffers = buffers.map(|(binding, size)| (binding, Data::Buffer(vec![0; size].into())));
    let others = [(5, Data::Texture(descriptor, vec![0; 32].into())), (6, Data::Sampler(Sampler::default()))];
    buffers.into_iter().chain(others).map(|(binding, data)| Binding { group: 0, binding, data }).collect()
}

/// The first word of `iterations` after a dispatch, and how it ended.
fn dispatch(
    body: &str,
    lanes: u32,
    workgroups: [u32; 3],
    options: Options,
) -> (u32, Result<Vec<FaultKind>, Stopped>) {
    let text = format!(
        "{DECLARATIONS} @compute @workgroup_size({lanes})
         fn main(@builtin(local_invocation_index) i: u32) {{ {body} }}"
    );
    let pipeline = stage(&text, &mut validator(), None).and_then(|stage| compute::pipeline(&stage, options));
    let pipeline = pipeline.unwrap_or_else(|failure| panic!("{body}: {failure:?}"));
    let bindings = bindings();
    let bound = pipeline.bind(&bindings, &[]).expect("they fit");
    let ended = pipeline.dispatch(workgroups, &bound);
    let written = pipeline.written(&bindings, &bound);
    let iterations = match &written[0].data {
        Data::Buffer(bytes) => u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]),
        other => panic!("{other:?}"),
    };
    (iterations, ended.map(|findings| findings.faults.iter().map(|fault| fault.kind).collect()))
}

/// The iterations of an endless loop until the fuel is used up, with these statements so many times in its body.
fn iterations(body: &str, count: usize, options: Options) -> u32 {
    let body = body.repeat(count);
    let text = format!(
        "var x = i + words[i]; var f = f32(x); var h = f16(x); var v = vec4f(f); var m = mat4x4f(v, v, v, v);
         loop {{
            {body}
            if i == 0 {{ atomicAdd(&iterations[0], 1); }}
            if words[1023] == 1 {{ break; }}
         }}
         words[i] = x + u32(f) + u32(h) + u32(v.x) + u32(m[1].x);"
    );
    let (iterations, ended) = dispatch(&text, 64, [1; 3], options);
    if options.strict {
        assert!(
            ended.as_ref().is_ok_and(|kinds| kinds.contains(&FaultKind::UnboundedLoop)),
            "{body}: {ended:?}"
        );
    } else {
        assert_eq!(ended, Err(Stopped::OutOfFuel), "{body}");
    }
    assert!(iterations > 0, "{body}");
    iterations
}

#[test]
fn slow_operations_cost_more() {
    let additions = iterations("x += i;", 16, PLAIN);
    for (body, times) in [
        ("f = pow(f, 1.5);", 5),
        ("h = sin(h);", 5),
        ("x = u32(h) + i;", 5),
        ("words[x % 1024] = i;", 3),
        ("shared_words[x % 64] = i;", 3),
        ("own[x % 64] = i;", 3),
        ("x = far[x % 1024];", 4),
        ("atomicAdd(&counts[i], 1);", 4),
        ("x = atomicCompareExchangeWeak(&counts[i], 1, 2).old_value;", 4),
        ("f = subgroupAdd(f);", 5),
        ("f = determinant(m);", 50),
        ("v = textureSampleLevel(picture, pick, v.xyz, 0);", 20),
        ("blocks[x % 2] = blocks[1];", 100),
        ("odd[x % 2].rest = odd[1].rest;", 100),
    ] {
        let found = iterations(body, 16, PLAIN);
        assert!(found * times <= additions, "{body}: {found} iterations instead of {additions}");
    }
}

#[test]
fn large_angles_cost_more() {
    for function in ["sin", "cos", "tan"] {
        let of = |angle: &str| iterations(&format!("f = {function}(v.y + {angle});"), 8, PLAIN);
        assert!(of("1e30") * 4 <= of("1"), "{function}");
    }
}

#[test]
fn strict_execution_costs_more() {
    for body in ["f = f * 0.5 + 1;", "words[i] = x;", "atomicAdd(&counts[i], 1);", "blocks[0] = blocks[1];"] {
        assert!(iterations(body, 1, STRICT) * 3 <= iterations(body, 1, PLAIN) * 2, "{body}");
    }
}

/// The fuel is meant for endless programs: one that ends without strict execution ends with it.
#[test]
fn strict_execution_ends_where_plain_execution_does() {
    let body = "own[x % 64] = i; x += own[i % 64];";
    let [strict, plain] = [STRICT, PLAIN].map(|options| iterations(body, 1, options));
    assert!(strict * 3 < plain * 2, "{strict} of {plain}");
    let rounds = plain / 5 * 4;
    let text = format!("var x = i; for (var k = 0u; k < {rounds}; k++) {{ {body} }} words[i] = x;");
    assert_eq!(dispatch(&text, 64, [1; 3], PLAIN).1, Ok(Vec::new()));
    assert_eq!(dispatch(&text, 64, [1; 3], STRICT).1, Ok(Vec::new()));
}

#[test]
fn tracked_execution_costs_more() {
    for body in ["f = f * 0.5 + 1;", "words[i] = x;", "x = atomicAdd(&counts[i], 1);", "m = m * m;"] {
        assert!(iterations(body, 8, TRACKED) * 2 <= iterations(body, 8, PLAIN), "{body}");
    }
}

/// In tracked execution, a condition that may go either way costs as much as all that the branch may write.
#[test]
fn open_conditions_cost_what_they_open() {
    let open = |stores: usize| {
        let stores = (0..stores).fold(String::new(), |mut stores, at| {
            let _ = write!(stores, "words[{at}] = 1;");
            stores
        });
        // The specification does not say which invocations share a subgroup.
        iterations(&format!("if subgroupAdd(f) > 1e30 {{ {stores} }}"), 1, TRACKED)
    };
    assert!(open(400) * 10 <= open(4), "{} {}", open(400), open(4));
}

#[test]
fn no_instruction_is_begun_without_fuel() {
    let options = Options { fuel: 40_000, ..PLAIN };
    assert_eq!(dispatch("atomicAdd(&iterations[0], 1);", 1, [1; 3], options), (1, Ok(Vec::new())));
    // A copy of 100,000 words.
    let body = "var large: array<u32, 100000>; large[i] = 7; var copied = large;
        atomicAdd(&iterations[0], copied[i]);";
    assert_eq!(dispatch(body, 1, [1; 3], options), (0, Err(Stopped::OutOfFuel)));
    assert_eq!(dispatch(body, 1, [1; 3], PLAIN), (7, Ok(Vec::new())));
}

/// An empty workgroup costs something too: a dispatch ends, however many there are.
#[test]
fn every_workgroup_costs_something() {
    for body in ["", "atomicAdd(&iterations[0], 1);"] {
        let (some, ended) = dispatch(body, 1, [100, 10, 1], PLAIN);
        assert_eq!((some, ended), (if body.is_empty() { 0 } else { 1_000 }, Ok(Vec::new())));
        for workgroups in [[65_535, 65_535, 1], [65_535; 3]] {
            let (many, ended) = dispatch(body, 1, workgroups, PLAIN);
            assert_eq!(ended, Err(Stopped::OutOfFuel), "{body}");
            assert!(many < 1_000_000, "{many}");
            assert_eq!(dispatch(body, 1, workgroups, TRACKED).1, Err(Stopped::OutOfFuel), "{body}");
            let (many, ended) = dispatch(body, 1, workgroups, STRICT);
            assert_eq!(ended, Ok(vec![FaultKind::UnboundedLoop]), "{body}");
            assert!(many < 1_000_000, "{many}");
        }
    }
}
