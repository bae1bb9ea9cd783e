//! Reflection.

use wgsl_spec::{AccessMode, EnableExtension, IoType, Scalar, ShaderStage, StageSet, TexelFormat};
use wgsl_validator::reflection::{
    BoundKind, BufferSpace, OverrideValue, ReflectedDatum, ReflectedEntryPoint, Reflection, ReflectionError,
    SampleType, ViewDimension,
};
use wgsl_validator::{Options, validate};

fn reflection(text: &str) -> Reflection {
    let module = validate(text, &Options::default());
    assert!(module.is_accepted(), "{:?}", module.diagnostics());
    Reflection::new(None, &module).expect("it is small")
}

/// Counts of a workgroup: value, expression, overrides.
fn counts(entry_point: &ReflectedEntryPoint) -> Vec<(Option<u32>, &str, String)> {
    let size = entry_point.workgroup_size.iter().flatten();
    let count = |it: &wgsl_validator::reflection::WorkgroupCount| {
        (it.value, it.expression.clone().unwrap_or_default().leak() as &str, it.overrides.join(" "))
    };
    size.map(count).collect()
}

#[test]
fn workgroups_depend_on_overrides() {
    let text = "
override width = 4u;
override height: u32;
override unused = 2;
var<workgroup> small: array<f32, 3>;
var<workgroup> large: array<u32, width * 2>;
@compute @workgroup_size(8, 2) fn plain() { small[0] = 1; }
@compute @workgroup_size(width * 2, width + width) fn known() { large[0] = 1; small[0] = 1; }
@compute @workgroup_size(width, height) fn unknown() { small[0] = 1; }
@compute @workgroup_size(1, height) fn neither() { large[0] = 1; }
";
    let entry_points = reflection(text).entry_points;
    let none = String::new;
    assert_eq!(
        counts(&entry_points[0]),
        [(Some(8), "", none()), (Some(2), "", none()), (Some(1), "", none())]
    );
    let width = || "width".to_owned();
    assert_eq!(
        counts(&entry_points[1]),
        [(Some(8), "width * 2", width()), (Some(8), "width + width", width()), (Some(1), "", none())]
    );
    assert_eq!(
        counts(&entry_points[2]),
        [(None, "width", width()), (None, "height", "height".to_owned()), (Some(1), "", none())]
    );
    let bytes: Vec<_> = entry_points.iter().map(|it| it.workgroup_bytes).collect();
    assert_eq!(bytes, [Some(16), Some(48), Some(16), None]);
    let overrides: Vec<_> = entry_points.iter().map(|it| it.overrides.join(" ")).collect();
    assert_eq!(overrides, ["", "width", "width height", "width height"]);
}

#[test]
fn overrides_have_ids_and_defaults() {
    let text = "
enable f16;
@id(7) override a = -1;
override b: f32 = 0.1;
override c: bool;
override d = b * 2.0;
override e = true;
override f = 0.5h;
override g = d;
@compute @workgroup_size(1) fn main() { _ = d; }
";
    let reflection = reflection(text);
    let overrides: Vec<_> = reflection
        .overrides
        .iter()
        .map(|it| (it.name.as_str(), it.id, it.ty.name(), it.required, it.default, it.expression.as_deref()))
        .collect();
    let float = |value| Some(OverrideValue::Float(value));
    assert_eq!(
        overrides,
        [
            ("a", Some(7), "i32", false, Some(OverrideValue::Integer(-1)), None),
            ("b", None, "f32", false, float(0.1), None),
            ("c", None, "bool", true, None, None),
            ("d", None, "f32", false, float(0.2), Some("b * 2.0")),
            ("e", None, "bool", false, Some(OverrideValue::Bool(true)), None),
            ("f", None, "f16", false, float(0.5), None),
            ("g", None, "f32", false, None, Some("d")),
        ]
    );
    assert_eq!(reflection.enable_extensions, [EnableExtension::F16]);
}

#[test]
fn resources_are_in_the_words_of_the_api() {
    let text = "
struct Uniforms { a: vec3f, b: f32 }
@group(1) @binding(0) var<uniform> uniforms: Uniforms;
@group(0) @binding(9) var<storage, read_write> data: array<vec4f>;
@group(0) @binding(1) var filtering: sampler;
@group(0) @binding(2) var comparing: sampler_comparison;
@group(0) @binding(3) var picture: texture_2d_array<u32>;
@group(0) @binding(4) var shadow: texture_depth_multisampled_2d;
@group(0) @binding(5) var target_: texture_storage_3d<rgba8unorm, write>;
@group(0) @binding(6) var video: texture_external;
fn far() { data[0] = vec4f(uniforms.a, 1); }
@compute @workgroup_size(1) fn main() { far(); }
";
    let reflection = reflection(text);
    let kinds: Vec<_> = reflection.resources.iter().map(|it| (it.name.as_str(), it.kind)).collect();
    let buffer = |space, access, size| BoundKind::Buffer { space, access, minimum_size: Some(size) };
    let texture = |view_dimension, sample_type, multisampled| BoundKind::Texture {
        view_dimension,
        sample_type,
        multisampled,
    };
    let storage = BoundKind::StorageTexture {
        view_dimension: ViewDimension::D3,
        format: TexelFormat::Rgba8unorm,
        access: AccessMode::Write,
    };
    assert_eq!(
        kinds,
        [
            ("filtering", BoundKind::Sampler { comparison: false }),
            ("comparing", BoundKind::Sampler { comparison: true }),
            ("picture", texture(ViewDimension::D2Array, SampleType::Uint, false)),
            ("shadow", texture(ViewDimension::D2, SampleType::Depth, true)),
            ("target_", storage),
            ("video", BoundKind::ExternalTexture {}),
            ("data", buffer(BufferSpace::Storage, AccessMode::ReadWrite, 16)),
            ("uniforms", buffer(BufferSpace::Uniform, AccessMode::Read, 16)),
        ]
    );
    assert_eq!(reflection.entry_points[0].resources, ["uniforms", "data"]);
    let names = [
        ViewDimension::D2Array.to_string(),
        SampleType::Depth.to_string(),
        AccessMode::ReadWrite.to_string(),
    ];
    assert_eq!(names, ["2d-array", "depth", "read_write"]);
    assert_eq!(reflection.structs[0].name, "Uniforms");
}

/// Name, type, place and interpolation of an input or output.
fn line(datum: &ReflectedDatum) -> String {
    let place = match (&datum.builtin, datum.location, datum.blend_src) {
        (Some(builtin), ..) => builtin.to_string(),
        (None, Some(location), None) => location.to_string(),
        (None, location, source) => format!("{location:?} {source:?}"),
    };
    let interpolation = datum.interpolation.as_ref();
    let interpolation = interpolation.map_or_else(String::new, |it| format!(" {} {}", it.ty, it.sampling));
    format!("{} {} {place}{interpolation}", datum.name.as_deref().unwrap_or("-"), datum.ty)
}

#[test]
fn inputs_and_outputs_have_places_and_interpolation() {
    let text = "
struct Varying {
    @builtin(position) place: vec4f,
    @location(0) uv: vec2f,
    @location(1) @interpolate(flat) kind: u32,
    @location(2) @interpolate(linear, sample) shade: f32,
}
@vertex fn vs(@location(3) corner: vec3f, @builtin(vertex_index) index: u32) -> Varying { return Varying(); }
@fragment fn fs(varied: Varying) -> @location(0) vec4f { return varied.place; }
";
    let entry_points = reflection(text).entry_points;
    let lines = |data: &[ReflectedDatum]| data.iter().map(line).collect::<Vec<_>>();
    let (vertex, fragment) = (&entry_points[0], &entry_points[1]);
    assert_eq!((vertex.stage, vertex.workgroup_size.is_none()), (ShaderStage::Vertex, true));
    assert_eq!(lines(&vertex.inputs), ["corner vec3<f32> 3", "index u32 vertex_index"]);
    let varied = [
        "place vec4<f32> position",
        "uv vec2<f32> 0 perspective center",
        "kind u32 1 flat first",
        "shade f32 2 linear sample",
    ];
    assert_eq!(lines(&vertex.outputs), varied);
    assert_eq!(lines(&fragment.inputs), varied);
    assert_eq!(lines(&fragment.outputs), ["- vec4<f32> 0"]);
    assert_eq!(vertex.inputs[0].io_type, Some(IoType::Vector(3, Scalar::F32)));
    assert_eq!(vertex.inputs[1].io_type, Some(IoType::Scalar(Scalar::U32)));
}

#[test]
fn a_resource_is_visible_in_the_stages_that_access_it() {
    let text = "
@group(0) @binding(0) var<uniform> both: vec4f;
@group(0) @binding(1) var<uniform> one: vec4f;
@group(0) @binding(2) var<uniform> unused: vec4f;
fn read() -> vec4f { return both; }
@vertex fn vs() -> @builtin(position) vec4f { return read(); }
@fragment fn fs() -> @location(0) vec4f { return read() + one; }
";
    let reflection = reflection(text);
    let visible: Vec<_> = reflection.resources.iter().map(|it| reflection.visibility(it)).collect();
    let fragment = StageSet(0).with(ShaderStage::Fragment);
    assert_eq!(visible, [fragment.with(ShaderStage::Vertex), fragment, StageSet(0)]);
}

#[test]
fn a_rejected_program_has_the_resources_that_can_be_bound() {
    let text = "
@group(0) @binding(0) var<private> wrong: f32;
@group(0) @binding(1) var<uniform> right: f32;
override broken = vec2f();
override whole = 1;
@fragment fn fs(@location(0) @interpolate(sharply) x: f32) {}
";
    let module = validate(text, &Options::default());
    assert!(!module.is_accepted());
    let reflection = Reflection::new(None, &module).expect("it is small");
    let names: Vec<_> = reflection.resources.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["right"]);
    let names: Vec<_> = reflection.overrides.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["whole"]);
}

/// Entry points that share a function, which uses as many resources.
fn shared(count: usize) -> String {
    let each = |part: &dyn Fn(usize) -> String| (0..count).map(part).collect::<String>();
    let resources = each(&|index| format!("@group(0) @binding({index}) var<uniform> v{index}: f32;\n"));
    let uses = each(&|index| format!(" _ = v{index};"));
    let entries = each(&|index| format!("@compute @workgroup_size(1) fn e{index}() {{ g(); }}\n"));
    format!("{resources}fn g() {{{uses} }}\n{entries}")
}

#[test]
fn a_reflection_that_multiplies_is_an_error() {
    let of = |text: &str| Reflection::new(None, &validate(text, &Options::default()));
    let small = of(&shared(300)).expect("it fits");
    assert_eq!(small.entry_points.iter().map(|it| it.resources.len()).sum::<usize>(), 300 * 300);
    assert_eq!(of(&shared(1500)), Err(ReflectionError::TooLarge));
    // Each entry point is checked again with the default of the override, in columns for the whole program.
    let entry = |index| format!("@compute @workgroup_size(n) fn e{index}() {{}}\n");
    let entries: String = (0..400).map(entry).collect();
    let other = " _ = 1;".repeat(50_000);
    assert_eq!(
        of(&format!("override n = 1; fn unused() {{{other} }}\n{entries}")),
        Err(ReflectionError::TooMuchWork)
    );
}
