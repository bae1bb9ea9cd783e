//! Types in memory that a host fills: both languages must find each scalar at the same byte.

use msl_spec::{Scalar as MetalScalar, ValueType};
use msl_validator::meaning::Module;
use msl_validator::types::{StructureNumber, Type, TypeId as MetalTypeId};
use wgsl_spec::Scalar;
use wgsl_validator::ast::StructId;
use wgsl_validator::meaning::TypedModule;
use wgsl_validator::types::{Length, TypeId, TypeKind};

/// Types deeper than this are not compared: both front ends refuse them.
const MOST_LEVELS: u32 = 64;

/// The types of a WGSL program and those of its translation.
#[derive(Clone, Copy)]
pub(super) struct Types<'a> {
    pub(super) wgsl: TypedModule<'a>,
    pub(super) metal: &'a Module,
}

impl Types<'_> {
    /// The first difference of two types in memory, in a sentence without a full stop. `path` names the value.
    pub(super) fn difference(&self, path: &str, ty: TypeId, metal: MetalTypeId) -> Option<String> {
        self.compare(path, ty, metal, MOST_LEVELS).err()
    }

    fn compare(&self, path: &str, ty: TypeId, metal: MetalTypeId, levels: u32) -> Result<(), String> {
        let Some(levels) = levels.checked_sub(1) else { return Ok(()) };
        match self.wgsl.meaning.types.kind(ty) {
            TypeKind::Scalar(scalar) => self.compare_value(path, ty, (scalar, 1, 1), metal),
            TypeKind::Vector(size, scalar) => self.compare_value(path, ty, (scalar, 1, size.into()), metal),
            TypeKind::Matrix(columns, rows, scalar) => {
                self.compare_value(path, ty, (scalar, columns.into(), rows.into()), metal)
            }
            TypeKind::Atomic(scalar) => match self.metal.types.get(metal) {
                Type::Atomic(in_metal) if is_same(scalar, in_metal) => Ok(()),
                _ => Err(self.differ(path, ty, metal)),
            },
            // naga writes the wide atomic object as `atomic_ulong`.
            TypeKind::AtomicVec2u => match self.metal.types.get(metal) {
                Type::Atomic(MetalScalar::Ulong) => Ok(()),
                _ => Err(self.differ(path, ty, metal)),
            },
            TypeKind::Array(element, length) => self.compare_array(path, ty, element, length, metal, levels),
            TypeKind::Struct(id) => match self.metal.types.structure_number(metal) {
                Some(number) => self.compare_structure(path, id, number, levels),
                None => Err(self.differ(path, ty, metal)),
            },
            TypeKind::Error
            | TypeKind::Void
            | TypeKind::Sampler
            | TypeKind::SamplerComparison
            | TypeKind::FrexpResult(..)
            | TypeKind::ModfResult(..)
            | TypeKind::AtomicCompareExchangeResult(_)
            | TypeKind::SampledTexture(..)
            | TypeKind::PlainTexture(_)
            | TypeKind::StorageTexture(..)
            | TypeKind::Pointer(..)
            | TypeKind::Reference(..)
            | TypeKind::Buffer(_)
            | TypeKind::SubgroupMatrix(..)
            | TypeKind::I8
            | TypeKind::U8
            | TypeKind::MatrixOrder => Ok(()),
        }
    }

    /// Compares numbers: their scalar, columns and rows. A packed vector has its components at the same bytes as another one.
    fn compare_value(
        &self,
        path: &str,
        ty: TypeId,
        (scalar, columns, rows): (Scalar, u32, u32),
        metal: MetalTypeId,
    ) -> Result<(), String> {
        let shape = self.metal.types.value_type(metal).map(|value| match value {
            ValueType::Scalar(scalar) => (scalar, 1, 1),
            ValueType::Vector(scalar, width) | ValueType::PackedVector(scalar, width) => {
                (scalar, 1, width.count())
            }
            ValueType::Matrix(scalar, columns, rows) => (scalar, columns.count(), rows.count()),
        });
        match shape {
            Some((in_metal, ..)) if !is_same(scalar, in_metal) => Err(self.differ(path, ty, metal)),
            Some((_, with_columns, with_rows)) if (columns, rows) == (with_columns, with_rows) => Ok(()),
            _ => Err(self.differ(path, ty, metal)),
        }
    }

    /// Compares arrays: their elements, counts and strides. naga puts those with a fixed length into a structure.
    fn compare_array(
        &self,
        path: &str,
        ty: TypeId,
        element: TypeId,
        length: Length,
        metal: MetalTypeId,
        levels: u32,
    ) -> Result<(), String> {
        let inner = self.metal.types.structure_number(metal).and_then(|number| self.only_member(number));
        let (in_metal, count) = match self.metal.types.get(inner.unwrap_or(metal)) {
            Type::Array(element, count) => (element, count),
            Type::LibraryArray(element, count) => (element, Some(count)),
            _ => return Err(self.differ(path, ty, metal)),
        };
        let meaning = self.wgsl.meaning;
        // Metal has no runtime-sized arrays: naga writes one element for them.
        let expected = if length == Length::Runtime { Some(1) } else { meaning.length(length) };
        if count.is_some() && expected.is_some() && count != expected {
            return Err(self.differ(path, ty, metal));
        }
        let stride = self.metal.types.layout(in_metal).map(|layout| layout.size);
        let expected = meaning.types.stride(element);
        match stride {
            Some(stride) if stride != expected => Err(format!(
                "the elements of `{path}` are {expected} bytes apart in WGSL, but {stride} in Metal"
            )),
            _ => self.compare(&format!("{path}[0]"), element, in_metal, levels),
        }
    }

    /// The type of the only member of a structure.
    fn only_member(&self, number: StructureNumber) -> Option<MetalTypeId> {
        match &self.metal.types.structure(number).members[..] {
            [member] => Some(member.ty),
            _ => None,
        }
    }

    /// Compares structures: each member of WGSL must be one in Metal, at the same byte. Others are padding.
    fn compare_structure(
        &self,
        path: &str,
        id: StructId,
        number: StructureNumber,
        levels: u32,
    ) -> Result<(), String> {
        let Some(structure) = self.wgsl.meaning.types.structure(id) else { return Ok(()) };
        let in_metal = &self.metal.types.structure(number).members;
        let offsets = self.metal.types.offsets(number).unwrap_or_default();
        for member in &structure.members {
            let path = format!("{path}.{}", self.wgsl.name(member.name));
            // A member of no bytes may share the offset of the one behind it: the last one counts.
            let found = in_metal.iter().zip(&offsets).rfind(|(_, offset)| **offset == member.offset);
            let Some((there, _)) = found else {
                return Err(format!(
                    "`{path}` starts at byte {} in WGSL, but no member does in Metal: {}",
                    member.offset,
                    listed(&offsets)
                ));
            };
            self.compare(&path, member.ty, there.ty, levels)?;
        }
        Ok(())
    }

    pub(super) fn differ(&self, path: &str, ty: TypeId, metal: MetalTypeId) -> String {
        let (ty, metal) = (self.wgsl.print(ty), self.metal.types.print(metal));
        format!("`{path}` has type `{ty}` in WGSL, but `{metal}` in Metal")
    }
}

/// Returns true if two scalars are one.
pub(super) const fn is_same(scalar: Scalar, in_metal: MetalScalar) -> bool {
    match scalar {
        Scalar::I32 => matches!(in_metal, MetalScalar::Int),
        Scalar::U32 => matches!(in_metal, MetalScalar::Uint),
        Scalar::F32 => matches!(in_metal, MetalScalar::Float),
        Scalar::F16 => matches!(in_metal, MetalScalar::Half),
        Scalar::Bool => matches!(in_metal, MetalScalar::Bool),
        Scalar::AbstractInt | Scalar::AbstractFloat => false,
    }
}

fn listed(offsets: &[u64]) -> String {
    let offsets: Vec<String> = offsets.iter().map(u64::to_string).collect();
    format!("its members start at {}", offsets.join(", "))
}
