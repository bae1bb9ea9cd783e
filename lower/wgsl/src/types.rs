//! How values lie in registers and in memory.

use super::lowering::Lowering;
use shader_ir::build::Unsupported;
use shader_ir::{Run, Type};
use shader_numeric::Shape;
use wgsl_spec::Scalar;
use wgsl_validator::constant::ConstantId;
use wgsl_validator::types::{Length, Properties, TypeId, TypeKind};

/// A scalar of a value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leaf {
    pub(super) ty: Type,
    /// Where it lies, in bytes.
    pub(super) offset: u32,
}

impl Lowering<'_> {
    pub(super) fn kind(&self, ty: TypeId) -> TypeKind {
        self.module.meaning.types.kind(ty)
    }

    pub(super) fn has_array(&self, ty: TypeId) -> bool {
        self.module.meaning.types.is(ty, Properties::HAS_ARRAY)
    }

    /// AlignOf and SizeOf in bytes, with the lengths that overrides give.
    pub(super) fn bytes(&self, ty: TypeId) -> (u32, u64) {
        let size = if let Some([first, _]) = self.result_members(ty) {
            // No buffer holds such values; the specification gives them no layout.
            self.scalars(first) as u64 * 8
        } else if let TypeKind::Array(element, length) = self.kind(ty) {
            self.stride(element).saturating_mul(u64::from(self.length(length).unwrap_or(1)))
        } else {
            self.module.meaning.size(ty)
        };
        (self.module.meaning.types.info(ty).align, size)
    }

    pub(super) fn stride(&self, element: TypeId) -> u64 {
        let (align, size) = self.bytes(element);
        size.next_multiple_of(u64::from(align.max(1)))
    }

    /// The length of an array; `None` when it is runtime-sized.
    pub(super) fn length(&self, length: Length) -> Option<u32> {
        self.module.meaning.length(length)
    }

    /// The scalars of a type without arrays, in order.
    pub(super) fn leaves(&self, ty: TypeId) -> Result<Vec<Leaf>, Unsupported> {
        if self.has_array(ty) {
            return self.unsupported("values of this type can't be executed yet");
        }
        self.leaves_of_arrays(ty)
    }

    /// The scalars of a type, those of its arrays one by one.
    pub(super) fn leaves_of_arrays(&self, ty: TypeId) -> Result<Vec<Leaf>, Unsupported> {
        let mut leaves = Vec::new();
        self.add_leaves(ty, 0, &mut leaves)?;
        Ok(leaves)
    }

    fn add_leaves(&self, ty: TypeId, offset: u32, leaves: &mut Vec<Leaf>) -> Result<(), Unsupported> {
        let mut row = |count: u8, scalar: Scalar, offset: u32| {
            let ty = scalar.ty();
            leaves.extend((0..u32::from(count)).map(|index| Leaf { ty, offset: offset + index * ty.size() }));
        };
        match self.kind(ty) {
            TypeKind::Scalar(scalar) | TypeKind::Atomic(scalar) => row(1, scalar, offset),
            TypeKind::Vector(count, scalar) => row(count, scalar, offset),
            TypeKind::Matrix(columns, rows, scalar) => {
                let stride = self.column_stride(rows, scalar);
                (0..u32::from(columns)).for_each(|column| row(rows, scalar, offset + column * stride));
            }
            TypeKind::FrexpResult(..)
            | TypeKind::ModfResult(..)
            | TypeKind::AtomicCompareExchangeResult(_) => {
                let Some([first, second]) = self.result_members(ty) else { return Ok(()) };
                self.add_leaves(first, offset, leaves)?;
                self.add_leaves(second, offset + second_offset(self.scalars(first)), leaves)?;
            }
            TypeKind::Array(element, length) => {
                let stride = self.stride(element) as u32;
                for index in 0..self.length(length).unwrap_or(0) {
                    self.add_leaves(element, offset + index * stride, leaves)?;
                }
            }
            TypeKind::Struct(id) => {
                let Some(structure) = self.module.meaning.types.structure(id) else { return Ok(()) };
                for member in &structure.members {
                    self.add_leaves(member.ty, offset + member.offset as u32, leaves)?;
                }
            }
            TypeKind::Error
            | TypeKind::Void
            | TypeKind::AtomicVec2u
            | TypeKind::Sampler
            | TypeKind::SamplerComparison
            | TypeKind::SampledTexture(..)
            | TypeKind::PlainTexture(_)
            | TypeKind::StorageTexture(..)
            | TypeKind::Pointer(..)
            | TypeKind::Reference(..)
            | TypeKind::Buffer(_)
            | TypeKind::SubgroupMatrix(..)
            | TypeKind::I8
            | TypeKind::U8
            | TypeKind::MatrixOrder => return self.unsupported("values of this type can't be executed yet"),
        }
        Ok(())
    }

    /// The types of the two members of the result of `frexp`, `modf` or `atomicCompareExchangeWeak`.
    pub(super) fn result_members(&self, ty: TypeId) -> Option<[TypeId; 2]> {
        let kind = self.kind(ty);
        if let TypeKind::FrexpResult(size, scalar) = kind {
            Some([TypeId::scalar_or_vector(size, scalar), TypeId::scalar_or_vector(size, Scalar::I32)])
        } else if let TypeKind::ModfResult(size, scalar) = kind {
            Some([TypeId::scalar_or_vector(size, scalar); 2])
        } else if let TypeKind::AtomicCompareExchangeResult(scalar) = kind {
            Some([TypeId::scalar(scalar), TypeId::BOOL])
        } else {
            None
        }
    }

    pub(super) fn column_stride(&self, rows: u8, scalar: Scalar) -> u32 {
        self.stride(TypeId::vector(rows, scalar)) as u32
    }

    /// The number of scalars in a type without arrays.
    pub(super) fn scalars(&self, ty: TypeId) -> usize {
        self.module.meaning.types.info(ty).scalars as usize
    }

    /// Scalar and shape of a numeric or boolean type.
    pub(super) fn shape(&self, ty: TypeId) -> Option<(Scalar, Shape)> {
        self.module.meaning.types.shape(ty)
    }

    /// The bytes that a value of a type fills, without padding.
    pub(super) fn runs(&self, ty: TypeId) -> Result<Vec<Run>, Unsupported> {
        let mut runs: Vec<Run> = Vec::new();
        if let TypeKind::Array(element, length) = self.kind(ty) {
            let (count, stride) = (self.length(length).unwrap_or(1), self.stride(element) as u32);
            for run in self.runs(element)? {
                repeat(run, count, stride, &mut runs);
            }
        } else if let TypeKind::Struct(id) = self.kind(ty) {
            let Some(structure) = self.module.meaning.types.structure(id) else { return Ok(runs) };
            for member in &structure.members {
                for run in self.runs(member.ty)? {
                    add(Run { offset: run.offset + member.offset as u32, ..run }, &mut runs);
                }
            }
        } else {
            for leaf in self.leaves(ty)? {
                add(Run { offset: leaf.offset, size: leaf.ty.size(), count: 1, stride: 0 }, &mut runs);
            }
        }
        Ok(runs)
    }

    /// The scalars of a value that is known, converted to the type that it is used as.
    pub(super) fn constant_bits(&self, constant: ConstantId, count: usize) -> Vec<u64> {
        let bits = self.module.meaning.constants.bits(constant);
        if bits.is_empty() || self.module.meaning.constants.is_implicit_zero(constant) {
            vec![0; count]
        } else {
            bits.to_vec()
        }
    }

    /// The scalar type of all components of a value, through arrays; for structures there is none.
    pub(super) fn leaf_scalar(&self, ty: TypeId) -> Option<Scalar> {
        self.module.meaning.types.leaf_scalar(ty)
    }
}

/// Where the second member of the result of a builtin function lies. No buffer holds such a value: it comes right behind the scalars
/// of the first.
pub(super) const fn second_offset(scalars: usize) -> u32 {
    scalars as u32 * 4
}

/// A run in every element of an array.
fn repeat(run: Run, count: u32, stride: u32, runs: &mut Vec<Run>) {
    if run.count == 1 && run.size == stride {
        add(Run { size: run.size.saturating_mul(count), ..run }, runs);
    } else if run.count == 1 {
        runs.push(Run { count, stride, ..run });
    } else if run.count.saturating_mul(run.stride) == stride {
        runs.push(Run { count: run.count.saturating_mul(count), ..run });
    } else {
        let offsets = (0..count).map(|index| run.offset + index * stride);
        runs.extend(offsets.map(|offset| Run { offset, ..run }));
    }
}

/// Adds a run, to the last one where they touch.
fn add(run: Run, runs: &mut Vec<Run>) {
    match runs.last_mut() {
        Some(last) if last.count == 1 && run.count == 1 && last.offset + last.size == run.offset => {
            last.size += run.size;
        }
        _ => runs.push(run),
    }
}
