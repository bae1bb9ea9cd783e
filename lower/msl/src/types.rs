//! How values lie in registers and in memory. Sections 2.1 to 2.5

use super::lowering::{Lowering, Outcome};
use msl_spec::{Class, Scalar, ValueType};
use msl_validator::typed::Tree;
use msl_validator::types::{StructureNumber, Type as MetalType, TypeId};
use rustc_hash::FxHashMap;
use shader_ir::build::Unsupported;
use shader_ir::{MemoryType, Run, Type};
use shader_numeric::Shape;

/// The maximum number of members of a structure, with nested members: structures that have others twice, over many levels, grow
/// exponentially.
const MOST_PARTS: u64 = 1 << 16;

/// A scalar of a value: where it lies, and its type.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leaf {
    pub(super) offset: u32,
    pub(super) ty: MemoryType,
    /// Whether it is a texture or sampler: its register is a slot, see `handle`, and no instruction loads or stores it.
    pub(super) is_handle: bool,
}

impl Leaf {
    const fn scalar(offset: u32, ty: MemoryType) -> Self {
        Self { offset, ty, is_handle: false }
    }
}

/// The type of the registers of a scalar.
pub(super) const fn register_type(scalar: Scalar) -> Type {
    match scalar {
        Scalar::Bool => Type::Bool,
        Scalar::Char => Type::I8,
        Scalar::Uchar => Type::U8,
        Scalar::Short => Type::I16,
        Scalar::Ushort => Type::U16,
        Scalar::Int => Type::I32,
        Scalar::Uint => Type::U32,
        Scalar::Long => Type::I64,
        Scalar::Ulong => Type::U64,
        // A program with it is refused before it gets registers.
        Scalar::Half | Scalar::Bfloat => Type::F16,
        Scalar::Double => Type::F64,
        Scalar::Float => Type::F32,
    }
}

/// The type of a scalar in memory: a `bool` takes one byte.
pub(super) const fn memory_type(scalar: Scalar) -> MemoryType {
    if matches!(scalar, Scalar::Bool) {
        MemoryType::ByteBool
    } else {
        MemoryType::Sized(register_type(scalar))
    }
}

/// The arrangement of the components of a value.
pub(super) const fn shape(ty: ValueType) -> Shape {
    match ty {
        ValueType::Scalar(_) => Shape::Scalar,
        ValueType::Vector(_, width) | ValueType::PackedVector(_, width) => Shape::Vector(width.count() as u8),
        ValueType::Matrix(_, columns, rows) => Shape::Matrix(columns.count() as u8, rows.count() as u8),
    }
}

impl Lowering<'_> {
    pub(super) fn kind(&self, ty: TypeId) -> MetalType {
        self.module.types.get(ty)
    }

    /// Returns true if a value has an array or a union in it, and so is in memory.
    pub(super) fn has_array(&self, ty: TypeId) -> bool {
        match self.kind(ty) {
            MetalType::Array(..) | MetalType::LibraryArray(..) => true,
            MetalType::Structure(number) => {
                let structure = self.module.types.structure(number);
                structure.is_union || structure.members.iter().any(|member| self.has_array(member.ty))
            }
            MetalType::Uniform(inner) => self.has_array(inner),
            MetalType::Error
            | MetalType::Void
            | MetalType::Value(_)
            | MetalType::Atomic(_)
            | MetalType::Pixel(..)
            | MetalType::Texture(..)
            | MetalType::Class(_)
            | MetalType::LibraryEnumeration(_)
            | MetalType::Option(_)
            | MetalType::Enumeration(..)
            | MetalType::ArrayRef(_)
            | MetalType::PatchControlPoint(_)
            | MetalType::VertexValue(_)
            | MetalType::Pointer(_)
            | MetalType::Reference(_)
            | MetalType::Null
            | MetalType::Unique(_)
            | MetalType::Qualified(..)
            | MetalType::Function(_)
            | MetalType::Opaque(_) => false,
        }
    }

    /// Refuses functions and initializers with types that no instruction computes with.
    pub(super) fn check_types(&self, tree: &Tree) -> Outcome<()> {
        let exprs = tree.expr_types.iter().zip(&tree.expr_spans);
        let places = tree.place_types.iter().zip(&tree.place_spans);
        let locals = tree.locals.iter().map(|local| (&local.object.ty, &local.span));
        let found = exprs.chain(places).chain(locals).find_map(|(ty, span)| {
            let part = self.module.types.not_executed(*ty)?;
            Some(Unsupported {
                span: *span,
                message: format!("`{}` can't be executed yet", self.module.types.print(part)),
            })
        });
        found.map_or(Ok(()), Err)
    }

    /// Refuses structures with too many scalars: the work on a value grows with them.
    pub(super) fn check_structures(&mut self) -> Outcome<()> {
        let mut counts = FxHashMap::default();
        for number in self.module.types.structure_numbers() {
            if self.parts_in(number, &mut counts) > MOST_PARTS {
                let structure = self.module.types.structure(number);
                self.code.span = self.module.ast[structure.declaration].name_span;
                return self.unsupported(format!("`{}` has too many members to be executed", structure.name));
            }
        }
        Ok(())
    }

    /// The number of members of a structure, with nested members; arrays count once.
    fn parts_in(&self, number: StructureNumber, counts: &mut FxHashMap<StructureNumber, u64>) -> u64 {
        if let Some(known) = counts.get(&number) {
            return *known;
        }
        let mut count = 1_u64;
        for member in &self.module.types.structure(number).members {
            let mut ty = member.ty;
            while let Some((element, _)) = self.module.types.element(ty) {
                ty = element;
            }
            let inner = self.module.types.structure_number(ty);
            count = count.saturating_add(inner.map_or(1, |inner| self.parts_in(inner, counts)));
        }
        counts.insert(number, count);
        count
    }

    /// The scalars of a value without arrays, in order.
    pub(super) fn leaves(&self, ty: TypeId) -> Outcome<Vec<Leaf>> {
        let mut leaves = Vec::new();
        self.add_leaves(ty, 0, &mut leaves)?;
        Ok(leaves)
    }

    fn add_leaves(&self, ty: TypeId, offset: u32, leaves: &mut Vec<Leaf>) -> Outcome<()> {
        match self.kind(ty) {
            MetalType::Value(value) => add_value_leaves(value, offset, leaves),
            MetalType::Atomic(scalar) => leaves.push(Leaf::scalar(offset, memory_type(scalar))),
            MetalType::Enumeration(..) | MetalType::LibraryEnumeration(_) => {
                let scalar = self.module.types.underlying(ty).unwrap_or(Scalar::Int);
                leaves.push(Leaf::scalar(offset, memory_type(scalar)));
            }
            MetalType::Pointer(_)
            | MetalType::Reference(_)
            | MetalType::Null
            | MetalType::Class(Class::SimdVote | Class::QuadVote) => {
                leaves.push(Leaf::scalar(offset, MemoryType::Sized(Type::U64)));
            }
            MetalType::Uniform(inner) => self.add_leaves(inner, offset, leaves)?,
            MetalType::Structure(number) => {
                let Some(offsets) = self.module.types.offsets(number) else {
                    return self.unsupported("expected a structure with a layout");
                };
                let members = self.module.types.structure(number).members.iter();
                for (member, own) in members.zip(offsets) {
                    self.add_leaves(member.ty, offset + own as u32, leaves)?;
                }
            }
            MetalType::Texture(..) | MetalType::Class(Class::Sampler) => {
                leaves.push(Leaf { offset, ty: MemoryType::Sized(Type::U64), is_handle: true });
            }
            MetalType::Void => {}
            MetalType::Error
            | MetalType::Pixel(..)
            | MetalType::Class(_)
            | MetalType::Option(_)
            | MetalType::Array(..)
            | MetalType::LibraryArray(..)
            | MetalType::ArrayRef(_)
            | MetalType::PatchControlPoint(_)
            | MetalType::VertexValue(_)
            | MetalType::Unique(_)
            | MetalType::Qualified(..)
            | MetalType::Function(_)
            | MetalType::Opaque(_) => {
                let message =
                    format!("values of type `{}` can't be executed yet", self.module.types.print(ty));
                return self.unsupported(message);
            }
        }
        Ok(())
    }

    /// The number of scalars of a value without arrays.
    pub(super) fn count(&self, ty: TypeId) -> Outcome<usize> {
        Ok(self.leaves(ty)?.len())
    }

    /// The size and the alignment of a type.
    pub(super) fn layout(&self, ty: TypeId) -> Outcome<(u32, u32)> {
        match self.module.types.layout(ty) {
            Some(layout) if layout.size <= u64::from(u32::MAX / 2) => {
                Ok((layout.size as u32, layout.alignment as u32))
            }
            Some(_) | None => {
                let message = format!("`{}` has no size, or is too large", self.module.types.print(ty));
                self.unsupported(message)
            }
        }
    }

    /// The scalar, vector or matrix of a type, enumerations as their integers.
    pub(super) fn value_type(&self, ty: TypeId) -> Option<ValueType> {
        match self.kind(ty) {
            MetalType::Value(value) => Some(value),
            MetalType::Uniform(inner) => self.value_type(inner),
            MetalType::Enumeration(..) | MetalType::LibraryEnumeration(_) => {
                self.module.types.underlying(ty).map(ValueType::Scalar)
            }
            MetalType::Error
            | MetalType::Void
            | MetalType::Atomic(_)
            | MetalType::Pixel(..)
            | MetalType::Texture(..)
            | MetalType::Class(_)
            | MetalType::Option(_)
            | MetalType::Structure(_)
            | MetalType::Array(..)
            | MetalType::LibraryArray(..)
            | MetalType::ArrayRef(_)
            | MetalType::PatchControlPoint(_)
            | MetalType::VertexValue(_)
            | MetalType::Pointer(_)
            | MetalType::Reference(_)
            | MetalType::Null
            | MetalType::Unique(_)
            | MetalType::Qualified(..)
            | MetalType::Function(_)
            | MetalType::Opaque(_) => None,
        }
    }

    /// The bytes that a value fills, without padding and without handles.
    pub(super) fn runs(&self, ty: TypeId) -> Outcome<Vec<Run>> {
        let mut runs: Vec<Run> = Vec::new();
        if let Some((element, count)) = self.module.types.element(ty) {
            let (stride, _) = self.layout(element)?;
            let count = count.unwrap_or(1);
            for run in self.runs(element)? {
                if run.count == 1 && run.size == stride {
                    add(Run { size: run.size.saturating_mul(count), ..run }, &mut runs);
                } else if run.count == 1 {
                    runs.push(Run { count, stride, ..run });
                } else {
                    runs.extend((0..count).map(|index| Run { offset: run.offset + index * stride, ..run }));
                }
            }
        } else if let MetalType::Structure(number) = self.kind(ty) {
            if self.module.types.structure(number).is_union {
                let (size, _) = self.layout(ty)?;
                return Ok(vec![Run { offset: 0, size, count: 1, stride: 0 }]);
            }
            let offsets = self.module.types.offsets(number).unwrap_or_default();
            for (member, offset) in self.module.types.structure(number).members.iter().zip(offsets) {
                for run in self.runs(member.ty)? {
                    add(Run { offset: run.offset + offset as u32, ..run }, &mut runs);
                }
            }
        } else {
            for leaf in self.leaves(ty)?.into_iter().filter(|leaf| !leaf.is_handle) {
                add(Run { offset: leaf.offset, size: leaf.ty.size(), count: 1, stride: 0 }, &mut runs);
            }
        }
        Ok(runs)
    }
}

fn add_value_leaves(value: ValueType, offset: u32, leaves: &mut Vec<Leaf>) {
    let ty = memory_type(value.scalar());
    let mut row = |start: u32, count: u32| {
        leaves.extend((0..count).map(|index| Leaf::scalar(start + index * ty.size(), ty)));
    };
    match value {
        ValueType::Scalar(_) => row(offset, 1),
        ValueType::Vector(_, width) | ValueType::PackedVector(_, width) => row(offset, width.count()),
        ValueType::Matrix(scalar, columns, rows) => {
            let stride = ValueType::Vector(scalar, rows).layout().map_or(0, |layout| layout.size);
            for column in 0..columns.count() {
                row(offset + column * stride, rows.count());
            }
        }
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
