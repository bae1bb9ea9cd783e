//! Alignment, size and offsets of structures, compared with numbers worked out by hand from the specification's
//! tables.
//! <https://www.w3.org/TR/WGSL/#alignment-and-size>

use wgsl_validator::layout::struct_layouts;
use wgsl_validator::{Options, validate};

/// A structure: its members, their offsets, and its align and size.
type Case = (&'static str, &'static [u64], u32, u64);

const CASES: &[Case] = &[
    ("a: f32, b: f32", &[0, 4], 4, 8),
    ("a: vec2f, b: f32", &[0, 8], 8, 16),
    ("a: f32, b: vec2f", &[0, 8], 8, 16),
    ("a: vec3f, b: f32", &[0, 12], 16, 16),
    ("a: f32, b: vec3f, c: f32", &[0, 16, 28], 16, 32),
    ("a: vec4u, b: u32", &[0, 16], 16, 32),
    ("a: atomic<u32>, b: vec2i", &[0, 8], 8, 16),
    ("a: bool, b: vec3<bool>", &[0, 16], 16, 32),
    // The layout of a matrix is that of an array of its columns.
    ("a: f32, m: mat2x2f, b: f32", &[0, 8, 24], 8, 32),
    ("m: mat2x3f, a: f32", &[0, 32], 16, 48),
    ("m: mat2x4f, a: f32", &[0, 32], 16, 48),
    ("m: mat3x2f, a: f32", &[0, 24], 8, 32),
    ("m: mat3x3f, a: f32", &[0, 48], 16, 64),
    ("m: mat3x4f, a: f32", &[0, 48], 16, 64),
    ("a: u32, m: mat4x2f", &[0, 8], 8, 40),
    ("m: mat4x3f, a: f32", &[0, 64], 16, 80),
    ("a: f32, m: mat4x4f", &[0, 16], 16, 80),
    // Half the width.
    ("a: f16, b: vec2h, c: vec3h, d: f16", &[0, 4, 8, 14], 8, 16),
    ("a: f16, b: f16, c: vec4h", &[0, 2, 8], 8, 16),
    ("a: f16, m: mat2x2h, n: mat3x3h", &[0, 4, 16], 8, 40),
    ("a: f16, m: mat2x3h, n: mat4x4h, b: f16", &[0, 8, 24, 56], 8, 64),
    // The stride of an array is rounded up to the alignment of its elements.
    ("a: array<f32, 3>, b: f32", &[0, 12], 4, 16),
    ("a: u32, b: array<vec2f, 3>, c: u32", &[0, 8, 32], 8, 40),
    ("a: array<vec3f, 2>, b: f32", &[0, 32], 16, 48),
    ("a: array<vec3h, 3>, b: f16", &[0, 24], 8, 32),
    ("a: array<mat3x3f, 2>, b: array<array<u32, 3>, 2>", &[0, 96], 16, 128),
    ("a: u32, b: array<vec3f>", &[0, 16], 16, 32),
    // Structures in structures.
    ("a: Inner, b: f32", &[0, 32], 16, 48),
    ("a: f32, b: Inner", &[0, 16], 16, 48),
    ("a: f32, b: array<Inner, 2>, c: Small, d: u32", &[0, 16, 80, 88], 16, 96),
    // Attributes.
    ("@size(16) a: f32, b: f32", &[0, 16], 4, 20),
    ("a: f32, @align(16) b: f32", &[0, 16], 16, 32),
    ("a: f32, @align(16) @size(32) b: f32, c: f32", &[0, 16, 48], 16, 64),
    ("@align(64) a: u32, b: u32", &[0, 4], 64, 64),
    ("a: f32, @size(20) b: Inner2, c: f32", &[0, 4, 24], 4, 28),
];

/// The rows of the table of alignments and sizes that have numbers: type, AlignOf and SizeOf.
const ALIGNMENTS_AND_SIZES: &[(&str, u32, u64)] = &[
    ("bool", 4, 4),
    ("i32", 4, 4),
    ("u32", 4, 4),
    ("f32", 4, 4),
    ("f16", 2, 2),
    ("atomic<u32>", 4, 4),
    ("vec2<bool>", 8, 8),
    ("vec2i", 8, 8),
    ("vec2u", 8, 8),
    ("vec2f", 8, 8),
    ("vec2h", 4, 4),
    ("vec3<bool>", 16, 12),
    ("vec3i", 16, 12),
    ("vec3u", 16, 12),
    ("vec3f", 16, 12),
    ("vec3h", 8, 6),
    ("vec4<bool>", 16, 16),
    ("vec4i", 16, 16),
    ("vec4u", 16, 16),
    ("vec4f", 16, 16),
    ("vec4h", 8, 8),
    ("mat2x2f", 8, 16),
    ("mat2x2h", 4, 8),
    ("mat3x2f", 8, 24),
    ("mat3x2h", 4, 12),
    ("mat4x2f", 8, 32),
    ("mat4x2h", 4, 16),
    ("mat2x3f", 16, 32),
    ("mat2x3h", 8, 16),
    ("mat3x3f", 16, 48),
    ("mat3x3h", 8, 24),
    ("mat4x3f", 16, 64),
    ("mat4x3h", 8, 32),
    ("mat2x4f", 16, 32),
    ("mat2x4h", 8, 16),
    ("mat3x4f", 16, 48),
    ("mat3x4h", 8, 24),
    ("mat4x4f", 16, 64),
    ("mat4x4h", 8, 32),
];

const HEAD: &str = "enable f16;
struct Inner { a: f32, b: vec3f }
struct Inner2 { a: f32, b: array<f32, 2> }
struct Small { a: vec2h, b: f16 }
";

#[test]
fn members_lie_where_the_text_puts_them() {
    for (members, offsets, align, size) in CASES {
        let text = format!("{HEAD}struct S {{ {members} }}");
        let module = validate(&text, &Options::default());
        assert_eq!(module.diagnostics(), [], "{members}");
        let layouts = struct_layouts(module.typed());
        let layout = layouts.iter().find(|layout| layout.name == "S").unwrap();
        let found: Vec<u64> = layout.members.iter().map(|member| member.offset).collect();
        assert_eq!((found.as_slice(), layout.align, layout.size), (*offsets, *align, *size), "{members}");
    }
}

#[test]
fn types_have_the_alignment_and_size_of_the_table() {
    for (ty, align, size) in ALIGNMENTS_AND_SIZES {
        let text = format!("enable f16; struct S {{ a: {ty} }}");
        let module = validate(&text, &Options::default());
        assert_eq!(module.diagnostics(), [], "{ty}");
        let member = struct_layouts(module.typed())[0].members[0].clone();
        assert_eq!((member.align, member.size), (*align, *size), "{ty}");
    }
}

#[test]
fn strides_of_arrays() {
    for (array, stride, size) in [
        ("array<f32, 3>", 4, 12),
        ("array<vec2f, 3>", 8, 24),
        ("array<vec3f, 3>", 16, 48),
        ("array<vec4f, 3>", 16, 48),
        ("array<f16, 3>", 2, 6),
        ("array<vec2h, 3>", 4, 12),
        ("array<vec3h, 3>", 8, 24),
        ("array<mat2x2f, 2>", 16, 32),
        ("array<mat3x2f, 2>", 24, 48),
        ("array<mat3x3f, 2>", 48, 96),
        ("array<mat2x3h, 2>", 16, 32),
        ("array<Inner, 4>", 32, 128),
        ("array<Inner2, 4>", 12, 48),
        ("array<Small, 4>", 8, 32),
        ("array<array<vec3f, 2>, 2>", 32, 64),
        ("array<u32, 1000000000>", 4, 4_000_000_000),
    ] {
        let text = format!("{HEAD}struct S {{ a: {array} }}");
        let module = validate(&text, &Options::default());
        assert_eq!(module.diagnostics(), [], "{array}");
        let layouts = struct_layouts(module.typed());
        let member = &layouts.last().unwrap().members[0];
        assert_eq!((member.stride, member.size), (Some(stride), size), "{array}");
    }
}
