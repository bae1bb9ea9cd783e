//! Types of values in WGSL. Section 2

use super::translator::{Feature, Outcome, Translator};
use super::wide::{WORDS, is_wide_scalar};
use msl_spec::{Class, Scalar, ValueType, sections};
use msl_validator::types::{Type, TypeId};

/// The scalars of WGSL that values have: integers with less than 32 bits are integers that stay in their range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Base {
    Bool,
    I32,
    U32,
    F16,
    F32,
}

impl Base {
    /// The scalar that holds the values of another one; `None` of those with 64 bits.
    pub(crate) const fn of(scalar: Scalar) -> Option<Self> {
        match scalar {
            Scalar::Bool => Some(Self::Bool),
            Scalar::Char | Scalar::Short | Scalar::Int => Some(Self::I32),
            Scalar::Uchar | Scalar::Ushort | Scalar::Uint => Some(Self::U32),
            Scalar::Half => Some(Self::F16),
            Scalar::Float => Some(Self::F32),
            Scalar::Long | Scalar::Ulong | Scalar::Bfloat | Scalar::Double => None,
        }
    }

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Bool => "bool",
            Self::I32 => "i32",
            Self::U32 => "u32",
            Self::F16 => "f16",
            Self::F32 => "f32",
        }
    }
}

/// Returns true if a scalar is an integer with less than 32 bits.
pub(crate) const fn is_narrow(scalar: Scalar) -> bool {
    matches!(scalar, Scalar::Char | Scalar::Uchar | Scalar::Short | Scalar::Ushort)
}

/// The type of one shape with another scalar, by name.
pub(crate) fn shaped(ty: ValueType, scalar: &str) -> String {
    match ty {
        ValueType::Scalar(_) => scalar.to_owned(),
        ValueType::Vector(_, width) | ValueType::PackedVector(_, width) => {
            format!("vec{}<{scalar}>", width.count())
        }
        ValueType::Matrix(_, columns, rows) => format!("mat{}x{}<{scalar}>", columns.count(), rows.count()),
    }
}

/// The number of components of a scalar or vector.
pub(crate) const fn components(ty: ValueType) -> u32 {
    match ty {
        ValueType::Scalar(_) => 1,
        ValueType::Vector(_, width) | ValueType::PackedVector(_, width) => width.count(),
        ValueType::Matrix(_, columns, rows) => columns.count() * rows.count(),
    }
}

/// A type of one shape with another scalar.
pub(crate) const fn with_scalar(ty: ValueType, scalar: Scalar) -> ValueType {
    match ty {
        ValueType::Scalar(_) => ValueType::Scalar(scalar),
        ValueType::Vector(_, width) | ValueType::PackedVector(_, width) => ValueType::Vector(scalar, width),
        ValueType::Matrix(_, columns, rows) => ValueType::Matrix(scalar, columns, rows),
    }
}

impl Translator<'_> {
    /// The scalar of WGSL.
    pub(crate) fn base(&mut self, scalar: Scalar) -> Outcome<Base> {
        let Some(base) = Base::of(scalar) else {
            let name = scalar.name();
            if matches!(scalar, Scalar::Bfloat | Scalar::Double) {
                return self.none(sections::SECTION_2_1, format!("`{name}`: no such type in WGSL"));
            }
            return self.none(
                sections::SECTION_2_1,
                format!("a scalar of 32 bits is required here, found `{name}`: WGSL integers have 32 bits"),
            );
        };
        if base == Base::F16 {
            self.features.insert(Feature::F16);
        }
        Ok(base)
    }

    /// The type of a value: packed vectors are vectors.
    pub(crate) fn value_name(&mut self, ty: ValueType) -> Outcome<String> {
        if is_wide_scalar(ty) {
            return Ok(WORDS.to_owned());
        }
        let base = self.base(ty.scalar())?;
        Ok(shaped(ty, base.name()))
    }

    /// The scalar, vector or matrix of a type, enumerations as their integers.
    pub(crate) fn value_type(&self, ty: TypeId) -> Option<ValueType> {
        match self.kind(ty) {
            Type::Value(value) => Some(value),
            Type::Uniform(inner) => self.value_type(inner),
            Type::Enumeration(..) | Type::LibraryEnumeration(_) => {
                self.module.types.underlying(ty).map(ValueType::Scalar)
            }
            Type::Reference(object) => self.value_type(object.ty),
            Type::Error
            | Type::Void
            | Type::Atomic(_)
            | Type::Pixel(..)
            | Type::Texture(..)
            | Type::Class(_)
            | Type::Option(_)
            | Type::Structure(_)
            | Type::Array(..)
            | Type::LibraryArray(..)
            | Type::ArrayRef(_)
            | Type::PatchControlPoint(_)
            | Type::VertexValue(_)
            | Type::Pointer(_)
            | Type::Null
            | Type::Unique(_)
            | Type::Qualified(..)
            | Type::Function(_)
            | Type::Opaque(_) => None,
        }
    }

    /// The type of a variable, a member or an element.
    pub(crate) fn type_name(&mut self, ty: TypeId) -> Outcome<String> {
        match self.kind(ty) {
            Type::Value(ValueType::PackedVector(scalar, width)) => {
                let base = self.base(scalar)?;
                Ok(format!("array<{}, {}>", base.name(), width.count()))
            }
            Type::Value(value) => self.value_name(value),
            Type::Atomic(scalar @ (Scalar::Int | Scalar::Uint)) => {
                let base = self.base(scalar)?;
                Ok(format!("atomic<{}>", base.name()))
            }
            Type::Enumeration(..) => {
                let scalar = self.module.types.underlying(ty).unwrap_or(Scalar::Int);
                self.value_name(ValueType::Scalar(scalar))
            }
            Type::Uniform(inner) => self.type_name(inner),
            Type::Structure(number) => self.structure(number),
            Type::Option(option) => Ok(super::lod_option::type_of(option).to_owned()),
            Type::Array(element, Some(count)) | Type::LibraryArray(element, count) => {
                let element = self.type_name(element)?;
                Ok(format!("array<{element}, {count}>"))
            }
            Type::Array(element, None) => {
                let element = self.type_name(element)?;
                Ok(format!("array<{element}>"))
            }
            Type::Pointer(_) | Type::Null => {
                self.none(sections::SECTION_2_12, "a pointer in memory: WGSL pointers can't be stored")
            }
            Type::Texture(..) | Type::Class(Class::Sampler) => {
                let name = self.module.types.print(ty);
                self.none(
                    sections::SECTION_2_12,
                    format!("a `{name}` in memory: textures and samplers must be variables in WGSL"),
                )
            }
            Type::Error
            | Type::Void
            | Type::Atomic(_)
            | Type::Pixel(..)
            | Type::LibraryEnumeration(_)
            | Type::Class(_)
            | Type::ArrayRef(_)
            | Type::PatchControlPoint(_)
            | Type::VertexValue(_)
            | Type::Reference(_)
            | Type::Unique(_)
            | Type::Qualified(..)
            | Type::Function(_)
            | Type::Opaque(_) => {
                let name = self.module.types.print(ty);
                self.none(sections::SECTION_2, format!("variables of type `{name}` have no counterpart"))
            }
        }
    }

    /// Refuses a variable or value of a structure whose last member is an array without a size: WGSL has such structures in buffers only.
    pub(crate) fn refuse_unsized(&self, ty: TypeId) -> Outcome<()> {
        let mut last = ty;
        while let Some(number) = self.module.types.structure_number(last)
            && let Some(member) = self.module.types.structure(number).members.last()
        {
            last = member.ty;
        }
        if last != ty && matches!(self.kind(last), Type::Array(_, None)) {
            let message = format!("`{}` outside of a buffer: it has no size", self.module.types.print(ty));
            return self.none(sections::SECTION_2, message);
        }
        Ok(())
    }

    /// Returns true if a value of a type lies in buffers of WGSL as it does in those of Metal: it has no truth values, and no integers of less than
    /// 32 bits.
    pub(crate) fn is_shareable(&self, ty: TypeId) -> bool {
        match self.kind(ty) {
            Type::Value(_) | Type::Enumeration(..) => self
                .value_type(ty)
                .is_none_or(|value| !is_narrow(value.scalar()) && value.scalar() != Scalar::Bool),
            Type::Uniform(inner)
            | Type::Array(inner, _)
            | Type::LibraryArray(inner, _)
            | Type::ArrayRef(inner) => self.is_shareable(inner),
            Type::Structure(number) => {
                let structure = self.module.types.structure(number);
                let mut members = structure.members.iter().enumerate();
                members
                    .all(|(index, it)| self.words.contains_key(&(number, index)) || self.is_shareable(it.ty))
            }
            Type::Error
            | Type::Void
            | Type::Atomic(_)
            | Type::Pixel(..)
            | Type::Texture(..)
            | Type::Class(_)
            | Type::LibraryEnumeration(_)
            | Type::Option(_)
            | Type::PatchControlPoint(_)
            | Type::VertexValue(_)
            | Type::Pointer(_)
            | Type::Reference(_)
            | Type::Null
            | Type::Unique(_)
            | Type::Qualified(..)
            | Type::Function(_)
            | Type::Opaque(_) => true,
        }
    }

    /// Returns true if a type may be that of a `uniform` variable: arrays and structures in it would have other layouts.
    pub(crate) fn fits_uniform(&self, ty: TypeId) -> bool {
        let is_plain = |ty: TypeId| {
            matches!(
                self.kind(ty),
                Type::Value(ValueType::Scalar(_) | ValueType::Vector(..) | ValueType::Matrix(..))
                    | Type::Enumeration(..)
            )
        };
        // Columns of two rows are no arrays with elements of 16 bytes, but matrices have no such rule.
        match self.module.types.structure_number(ty) {
            Some(number) => {
                let structure = self.module.types.structure(number);
                structure.members.iter().all(|member| is_plain(member.ty))
            }
            None => is_plain(ty),
        }
    }

    /// The size of a type in memory of Metal, if it has one.
    pub(crate) fn size_of(&self, ty: TypeId) -> Option<u32> {
        u32::try_from(self.module.types.layout(ty)?.size).ok()
    }

    /// The size of a type in memory of Metal.
    pub(crate) fn size(&self, ty: TypeId) -> Outcome<u32> {
        let Some(size) = self.size_of(ty) else {
            let name = self.module.types.print(ty);
            return self.none(sections::SECTION_2, format!("`{name}` has no size, or is too large"));
        };
        Ok(size)
    }
}
