//! The memory layout of structures, for people and tools on the host side.
//! <https://www.w3.org/TR/WGSL/#memory-layouts>

use crate::meaning::TypedModule;
use crate::types::{Length, Properties, TypeId, TypeKind, Types};
use shader_source::Span;
use wgsl_spec::Scalar;

/// The layout of a structure of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StructLayout {
    /// Its name.
    pub name: String,
    /// The place of the name in the checked source.
    #[doc(hidden)]
    #[cfg_attr(feature = "serde", serde(skip))]
    pub span: Span,
    /// AlignOf in bytes.
    pub align: u32,
    /// SizeOf in bytes. With a runtime-sized array at the end: the size with one element.
    pub size: u64,
    /// Whether it ends in a runtime-sized array.
    #[cfg_attr(feature = "serde", serde(rename = "runtime_sized"))]
    pub is_runtime_sized: bool,
    /// Whether values of it can be shared with the host.
    #[cfg_attr(feature = "serde", serde(rename = "host_shareable"))]
    pub is_host_shareable: bool,
    /// Its members in order.
    pub members: Vec<MemberLayout>,
    /// Bytes of padding after the last member.
    pub padding_at_end: u64,
}

/// The place of a member in its structure.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MemberLayout {
    /// Its name.
    pub name: String,
    /// Its type as people write it.
    #[cfg_attr(feature = "serde", serde(rename = "type"))]
    pub ty: String,
    /// Bytes from the start of the structure.
    pub offset: u64,
    /// AlignOfMember in bytes.
    pub align: u32,
    /// SizeOfMember in bytes; for a runtime-sized array, the size of one element.
    pub size: u64,
    /// StrideOf the type in bytes, for arrays.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub stride: Option<u64>,
    /// Bytes of padding between the previous member and this one.
    pub padding_before: u64,
    /// How its bytes are read; `None` if its values have no form in memory.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub shape: Option<Shape>,
}

/// How the bytes of a value in memory are read: arrays, each of the elements of the next, down to numbers or structures.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Shape {
    /// The arrays, from the outermost to the innermost.
    pub arrays: Vec<Repetition>,
    /// The element of the innermost.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub element: Element,
}

/// An array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Repetition {
    /// The number of its elements, unless the buffer or an override decides.
    pub count: Option<u32>,
    /// Bytes from one element to the next.
    pub stride: u64,
}

/// The element of the innermost array.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(untagged))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Element {
    /// Numbers: a scalar, an atomic, a vector or a matrix.
    Numbers {
        /// The type of a component.
        scalar: Scalar,
        /// The components of a vector, or of a column of a matrix; 1 for a scalar.
        rows: u8,
        /// The columns of a matrix; 1 for a scalar or a vector.
        columns: u8,
        /// Bytes from one column to the next.
        column_stride: u64,
    },
    /// A structure of the program.
    Structure {
        /// Its name.
        structure: String,
    },
}

/// How the bytes of values of a type are read; `None` for types without a form in memory.
#[must_use]
pub fn shape(module: TypedModule<'_>, ty: TypeId) -> Option<Shape> {
    let types = &module.meaning.types;
    let (mut ty, mut arrays) = (ty, Vec::new());
    while let TypeKind::Array(element, length) = types.kind(ty) {
        let count = match length {
            Length::Fixed(count) => Some(count),
            Length::Override(_) | Length::OverrideExpression(_) | Length::Runtime => None,
        };
        arrays.push(Repetition { count, stride: types.stride(element) });
        ty = element;
    }
    let element = match types.kind(ty) {
        TypeKind::Scalar(scalar) | TypeKind::Atomic(scalar) => numbers(types, scalar, 1, 1),
        TypeKind::AtomicVec2u => numbers(types, Scalar::U32, 2, 1),
        TypeKind::Vector(rows, scalar) => numbers(types, scalar, rows, 1),
        TypeKind::Matrix(columns, rows, scalar) => numbers(types, scalar, rows, columns),
        TypeKind::Struct(id) => {
            Element::Structure { structure: module.name(types.structure(id)?.name).to_owned() }
        }
        _ => return None,
    };
    Some(Shape { arrays, element })
}

fn numbers(types: &Types, scalar: Scalar, rows: u8, columns: u8) -> Element {
    let column = TypeId::scalar_or_vector(rows, scalar);
    Element::Numbers { scalar, rows, columns, column_stride: types.stride(column) }
}

/// The layouts of all structures of an accepted program, in source order.
#[must_use]
pub fn struct_layouts(module: TypedModule<'_>) -> Vec<StructLayout> {
    module.meaning.structs().iter().filter_map(|ty| struct_layout(module, *ty)).collect()
}

fn struct_layout(module: TypedModule<'_>, ty: TypeId) -> Option<StructLayout> {
    let TypeKind::Struct(id) = module.meaning.types.kind(ty) else { return None };
    let structure = module.meaning.types.structure(id)?;
    let name = |symbol| module.name(symbol).to_owned();
    let mut end = 0;
    let mut members = Vec::with_capacity(structure.members.len());
    for member in &structure.members {
        let stride = match module.meaning.types.kind(member.ty) {
            TypeKind::Array(element, _) => Some(module.meaning.types.stride(element)),
            _ => None,
        };
        members.push(MemberLayout {
            name: name(member.name),
            ty: module.print(member.ty),
            offset: member.offset,
            align: member.align,
            size: member.size,
            stride,
            padding_before: member.offset.saturating_sub(end),
            shape: shape(module, member.ty),
        });
        end = member.offset.saturating_add(member.size);
    }
    let info = structure.info;
    Some(StructLayout {
        name: name(structure.name),
        span: module.syntax.ast[id].name_span,
        align: info.align,
        size: info.size,
        is_runtime_sized: info.is(Properties::HAS_RUNTIME_SIZE),
        is_host_shareable: info.is(Properties::HOST_SHAREABLE),
        members,
        padding_at_end: info.size.saturating_sub(end),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, validate};

    fn layouts(text: &str) -> Vec<StructLayout> {
        let module = validate(text, &Options::default());
        assert_eq!(module.diagnostics(), []);
        struct_layouts(module.typed())
    }

    #[test]
    fn members_lie_where_their_alignment_puts_them() {
        let text =
            "struct A { a: f32, b: vec3f, c: f32, d: array<vec3f, 2>, @size(32) e: u32, @align(32) f: i32 }";
        let layouts = layouts(text);
        let offsets: Vec<u64> = layouts[0].members.iter().map(|member| member.offset).collect();
        assert_eq!(offsets, [0, 16, 28, 32, 64, 96]);
        assert_eq!((layouts[0].align, layouts[0].size, layouts[0].padding_at_end), (32, 128, 28));
        assert_eq!(layouts[0].members[1].padding_before, 12);
        assert_eq!(layouts[0].members[3].stride, Some(16));
    }

    #[test]
    fn a_runtime_sized_array_counts_with_one_element() {
        let layouts = layouts("struct A { n: u32, data: array<vec4f> }");
        assert!(layouts[0].is_runtime_sized);
        assert_eq!((layouts[0].members[1].offset, layouts[0].size), (16, 32));
    }

    #[test]
    fn shapes_say_how_bytes_are_read() {
        let text = "struct B { x: f32 }
struct A { a: array<array<vec3<i32>, 2>, 3>, b: mat3x2<f32>, c: B, d: bool, e: array<atomic<u32>> }";
        let shapes: Vec<_> = layouts(text)[1].members.iter().map(|member| member.shape.clone()).collect();
        let one = |scalar, rows, columns, column_stride| {
            let element = Element::Numbers { scalar, rows, columns, column_stride };
            Some(Shape { arrays: Vec::new(), element })
        };
        let arrays =
            vec![Repetition { count: Some(3), stride: 32 }, Repetition { count: Some(2), stride: 16 }];
        assert_eq!(shapes[0], one(Scalar::I32, 3, 1, 16).map(|it| Shape { arrays, ..it }));
        assert_eq!(shapes[1], one(Scalar::F32, 2, 3, 8));
        let element = Element::Structure { structure: "B".to_owned() };
        assert_eq!(shapes[2], Some(Shape { arrays: Vec::new(), element }));
        assert_eq!(shapes[3], one(Scalar::Bool, 1, 1, 4));
        let arrays = vec![Repetition { count: None, stride: 4 }];
        assert_eq!(shapes[4], one(Scalar::U32, 1, 1, 4).map(|it| Shape { arrays, ..it }));
    }
}
