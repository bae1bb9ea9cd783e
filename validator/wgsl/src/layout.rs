//! The memory layout of structures, for people and tools on the host side.
//! <https://www.w3.org/TR/WGSL/#memory-layouts>

use crate::meaning::TypedModule;
use crate::types::{Properties, TypeId, TypeKind};
use shader_source::Span;

/// The layout of a structure of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct StructLayout {
    /// Its name.
    pub name: String,
    /// The place of the name.
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
    /// SizeOfMember in bytes; that of one element for a runtime-sized array.
    pub size: u64,
    /// StrideOf the type in bytes, for arrays.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub stride: Option<u64>,
    /// Bytes of padding between the previous member and this one.
    pub padding_before: u64,
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
}
