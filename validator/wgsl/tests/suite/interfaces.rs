//! The interface of an entry point. <https://www.w3.org/TR/WGSL/#shader-interface>

use wgsl_spec::{AccessMode, AddressSpace, BuiltinValue, Scalar, ShaderStage, TexelFormat, TextureKind};
use wgsl_validator::interface::{Datum, Interface, ResourceKind};
use wgsl_validator::{Module, Options, PipelineRequest, validate};

fn module(text: &str) -> Module {
    let module = validate(text, &Options::default());
    assert_eq!(module.diagnostics(), [], "{text}");
    module
}

fn interface(text: &str, entry_point: &str) -> Interface {
    module(text).interface(entry_point).expect("an entry point")
}

/// The location or the builtin value of each datum.
fn places(data: &[Datum]) -> Vec<Result<u32, BuiltinValue>> {
    let place = |datum: &Datum| match (datum.io.location, datum.io.builtin) {
        (Some((location, _)), _) => Ok(location),
        (None, Some((value, _))) => Err(value),
        (None, None) => panic!("neither location nor builtin"),
    };
    data.iter().map(place).collect()
}

#[test]
fn resources_are_those_that_the_entry_point_reaches() {
    let text = "
        @group(0) @binding(1) var<uniform> u: vec3f;
        @group(1) @binding(0) var<storage, read_write> s: array<vec3f>;
        @group(0) @binding(2) var<storage> r: array<u32, 4>;
        @group(0) @binding(3) var sampled: texture_2d<f32>;
        @group(0) @binding(4) var depth: texture_depth_cube;
        @group(0) @binding(5) var stored: texture_storage_1d<r32uint, read_write>;
        @group(0) @binding(6) var plain: sampler;
        @group(0) @binding(7) var compares: sampler_comparison;
        @group(0) @binding(1) var<uniform> other: u32;
        fn through() -> f32 { return s[0].x; }
        @fragment fn all() {
            _ = compares; _ = plain; _ = textureLoad(stored, 0); _ = depth; _ = sampled; _ = r[0]; _ = through() + u.x;
        }
        @fragment fn one() { _ = other; }";
    let all = interface(text, "all");
    let kinds: Vec<_> = all.resources.iter().map(|it| ((it.group, it.binding), it.kind)).collect();
    let buffer = |space, access, least_size| ResourceKind::Buffer { space, access, least_size };
    let (read, read_write) = (AccessMode::Read, AccessMode::ReadWrite);
    let texture = |kind, channels| ResourceKind::Texture { kind, channels };
    let stored = TextureKind::Storage1d;
    assert_eq!(
        kinds,
        [
            ((0, 1), buffer(AddressSpace::Uniform, read, 12)),
            ((1, 0), buffer(AddressSpace::Storage, read_write, 16)),
            ((0, 2), buffer(AddressSpace::Storage, read, 16)),
            ((0, 3), texture(TextureKind::Sampled2d, Some(Scalar::F32))),
            ((0, 4), texture(TextureKind::DepthCube, None)),
            (
                (0, 5),
                ResourceKind::StorageTexture {
                    kind: stored,
                    format: TexelFormat::R32uint,
                    access: read_write
                }
            ),
            ((0, 6), ResourceKind::Sampler { compares: false }),
            ((0, 7), ResourceKind::Sampler { compares: true }),
        ]
    );
    let writable: Vec<_> = all.resources.iter().filter(|it| it.is_writable()).map(|it| it.binding).collect();
    assert_eq!(writable, [0, 5]);
    let module = module(text);
    let one = module.interface("one").expect("an entry point").resources;
    assert_eq!(module.syntax().name(module.syntax().ast[one[0].variable].name), "other");
    assert_eq!((one.len(), module.typed().resources().count()), (1, 9));
    assert!(module.interface("through").is_none());
}

#[test]
fn inputs_and_outputs_are_the_members_of_structures() {
    let text = "
        struct In { @location(3) a: f32, @builtin(front_facing) b: bool }
        struct Out { @builtin(frag_depth) d: f32, @location(1) c: vec4f }
        @fragment fn f(i: In, @builtin(position) p: vec4f, @location(0) x: u32) -> Out { return Out(); }
        @vertex fn v() -> @builtin(position) vec4f { return vec4f(); }";
    let text = text.replace("@location(0) x", "@location(0) @interpolate(flat) x");
    let fragment = interface(&text, "f");
    assert_eq!(
        places(&fragment.inputs),
        [Ok(3), Err(BuiltinValue::FrontFacing), Err(BuiltinValue::Position), Ok(0)]
    );
    assert_eq!(places(&fragment.outputs), [Err(BuiltinValue::FragDepth), Ok(1)]);
    let vertex = interface(&text, "v");
    assert_eq!((vertex.stage, vertex.inputs.len()), (ShaderStage::Vertex, 0));
    assert_eq!(places(&vertex.outputs), [Err(BuiltinValue::Position)]);
    assert_eq!((vertex.workgroup_size, vertex.subgroup_size), (None, None));
}

#[test]
fn sizes_that_overrides_decide_are_known_in_stages() {
    let text = "
        override width = 8u;
        var<workgroup> a: array<u32, width>;
        var<workgroup> b: u32;
        var<workgroup> unused: u32;
        @compute @workgroup_size(4, width) fn f() { _ = a[0] + b; }
        @compute @workgroup_size(2, 3) fn g() {}";
    let module = module(text);
    let size = |name| module.interface(name).expect("an entry point").workgroup_size;
    assert_eq!((size("f"), size("g")), (None, Some([2, 3, 1])));
    for (width, bytes) in [(8, 48), (5, 48), (4, 32)] {
        let constants = vec![("width".to_owned(), f64::from(width))];
        let request = PipelineRequest { entry_point: Some("f".to_owned()), constants, stage: None };
        let stage = module.specialize(&request).expect("a stage");
        let interface = stage.interface();
        assert_eq!((interface.workgroup_size, interface.workgroup_bytes), (Some([4, width, 1]), bytes));
    }
}

#[test]
fn a_subgroup_size_is_part_of_the_interface() {
    let text = "enable subgroups; enable subgroup_size_control;
        @compute @workgroup_size(64) @subgroup_size(32) fn f() {}";
    let options =
        Options { target: "text,+subgroup_size_control".parse().expect("a target"), ..Options::default() };
    let stage = validate(text, &options).specialize(&PipelineRequest::default()).expect("a stage");
    assert_eq!(stage.interface().subgroup_size, Some(32));
}

#[test]
fn variables_in_address_space_immediate_have_no_binding() {
    let text = "requires immediate_address_space;
        var<immediate> step: u32;
        @compute @workgroup_size(1) fn uses() { _ = step; }
        @compute @workgroup_size(1) fn plain() {}";
    let [uses, plain] = ["uses", "plain"].map(|entry_point| interface(text, entry_point));
    assert!(uses.resources.is_empty());
    assert_eq!((uses.has_immediates, plain.has_immediates), (true, false));
}
