//! The types of one program, and their properties.

use super::known::{COUNT, KINDS};
use super::{Length, TypeId, TypeKind};
use crate::ast::StructId;
use crate::steps;
use crate::symbol::clear_or_drop;
use rustc_hash::FxHashMap;
use shader_numeric::Shape;
use shader_source::Span;
use wgsl_spec::{Scalar, Symbol};

/// Yes-or-no properties of a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Properties(u16);

impl Properties {
    /// None.
    pub const NONE: Self = Self(0);
    /// <https://www.w3.org/TR/WGSL/#type-concrete>
    pub const CONCRETE: Self = Self(1);
    /// <https://www.w3.org/TR/WGSL/#constructible>
    pub const CONSTRUCTIBLE: Self = Self(2);
    /// <https://www.w3.org/TR/WGSL/#storable>
    pub const STORABLE: Self = Self(4);
    /// <https://www.w3.org/TR/WGSL/#host-shareable>
    pub const HOST_SHAREABLE: Self = Self(8);
    /// <https://www.w3.org/TR/WGSL/#plain-types-section>
    pub const PLAIN: Self = Self(16);
    /// <https://www.w3.org/TR/WGSL/#creation-fixed-footprint>
    pub const CREATION_FIXED: Self = Self(32);
    /// <https://www.w3.org/TR/WGSL/#fixed-footprint>
    pub const FIXED: Self = Self(64);
    /// It contains an atomic, at any depth.
    pub const HAS_ATOMIC: Self = Self(128);
    /// It contains a runtime-sized array or buffer.
    pub const HAS_RUNTIME_SIZE: Self = Self(256);
    /// It contains an array.
    pub const HAS_ARRAY: Self = Self(512);
    /// It contains an `atomic<vec2<u32>>`.
    pub const HAS_ATOMIC_VECTOR: Self = Self(1024);
    /// It contains a subgroup matrix.
    pub const HAS_SUBGROUP_MATRIX: Self = Self(2048);

    /// Properties that an array inherits from its elements, and a structure from its members.
    const PASSED_ON: Self = Self::HAS_ATOMIC.with(Self::HAS_ATOMIC_VECTOR).with(Self::HAS_SUBGROUP_MATRIX);

    /// Returns true if all of `other` hold.
    #[must_use]
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Both.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    const fn only_if(self, condition: bool) -> Self {
        if condition { self } else { Self::NONE }
    }
}

/// The properties, layout and size of a type, computed once.
#[derive(Clone, Copy, Debug)]
pub struct TypeInfo {
    /// Its properties.
    pub properties: Properties,
    /// <https://www.w3.org/TR/WGSL/#nesting-depth>
    pub depth: u16,
    /// AlignOf in bytes; 0 when the type has no layout.
    pub align: u32,
    /// SizeOf in bytes, saturated; one element's stride for runtime-sized arrays.
    pub size: u64,
    /// The number of scalars in a value of the type, saturated; 0 if it has no values.
    pub scalars: u32,
}

impl TypeInfo {
    const NOTHING: Self = Self { properties: Properties::NONE, depth: 0, align: 0, size: 0, scalars: 0 };

    /// Returns true if all these properties hold.
    #[must_use]
    pub const fn is(&self, properties: Properties) -> bool {
        self.properties.contains(properties)
    }
}

/// A member of a structure type.
#[derive(Clone, Copy, Debug)]
pub struct StructMember {
    /// Its name.
    pub name: Symbol,
    /// Where the name stands.
    pub name_span: Span,
    /// Its type.
    pub ty: TypeId,
    /// Byte offset from the start of the structure.
    pub offset: u64,
    /// AlignOfMember in bytes, `@align` considered.
    pub align: u32,
    /// SizeOfMember in bytes, `@size` considered.
    pub size: u64,
}

/// A structure type.
#[derive(Clone, Debug)]
pub struct StructType {
    /// Its name.
    pub name: Symbol,
    /// Members in order.
    pub members: Vec<StructMember>,
    /// Its properties, layout and size.
    pub info: TypeInfo,
}

/// The types of one program.
#[derive(Debug, Default)]
pub struct Types {
    kinds: Vec<TypeKind>,
    infos: Vec<TypeInfo>,
    numbers: FxHashMap<TypeKind, TypeId>,
    structs: Vec<Option<StructType>>,
    /// Members of large structures, for lookup: index, and the number of scalars before it.
    large: FxHashMap<(StructId, Symbol), (u32, u32)>,
}

/// Structures with more members than this are looked up by name.
const MOST_MEMBERS_TO_SEARCH: usize = 32;

/// The least multiple of `align` that is at least `offset`; `align` is a power of two.
/// <https://www.w3.org/TR/WGSL/#roundup>
#[must_use]
pub(crate) const fn round_up(align: u64, offset: u64) -> u64 {
    if align == 0 { offset } else { offset.saturating_add(align - 1) & !(align - 1) }
}

impl Types {
    /// Forgets the types of the program and keeps the memory for another one.
    pub(crate) fn clear(&mut self) {
        self.kinds.clear();
        self.infos.clear();
        clear_or_drop(&mut self.numbers);
        clear_or_drop(&mut self.large);
        self.structs.clear();
    }

    /// The kind of a type.
    #[must_use]
    pub fn kind(&self, id: TypeId) -> TypeKind {
        match KINDS.get(id.index()) {
            Some(kind) => *kind,
            None => self.kinds[id.index() - COUNT],
        }
    }

    /// The properties, layout and size of a type.
    #[must_use]
    pub fn info(&self, id: TypeId) -> TypeInfo {
        match KINDS.get(id.index()) {
            Some(kind) => known_info(*kind),
            None => self.infos[id.index() - COUNT],
        }
    }

    /// Returns true if all these properties hold of a type.
    #[must_use]
    pub fn is(&self, id: TypeId, properties: Properties) -> bool {
        self.info(id).is(properties)
    }

    /// Returns true if a type is a texture or sampler type.
    #[must_use]
    pub fn is_texture_or_sampler(&self, id: TypeId) -> bool {
        matches!(
            self.kind(id),
            TypeKind::Sampler
                | TypeKind::SamplerComparison
                | TypeKind::SampledTexture(..)
                | TypeKind::PlainTexture(_)
                | TypeKind::StorageTexture(..)
        )
    }

    /// Returns true if a value of a type can be passed: it is constructible, a pointer, a texture or a sampler.
    #[must_use]
    pub fn is_passable(&self, id: TypeId) -> bool {
        self.is(id, Properties::CONSTRUCTIBLE)
            || matches!(self.kind(id), TypeKind::Error | TypeKind::Pointer(..))
            || self.is_texture_or_sampler(id)
    }

    /// The number of an array, pointer, reference, storage texture, buffer or subgroup matrix type.
    pub fn intern(&mut self, kind: TypeKind) -> TypeId {
        if let Some(id) = self.numbers.get(&kind) {
            return *id;
        }
        let id = TypeId::from_index(COUNT + self.kinds.len());
        let info = self.compute(kind);
        self.kinds.push(kind);
        self.infos.push(info);
        self.numbers.insert(kind, id);
        id
    }

    /// Adds a structure type.
    pub fn define_struct(&mut self, id: StructId, definition: StructType) -> TypeId {
        if self.structs.len() <= id.index() {
            self.structs.resize_with(id.index() + 1, || None);
        }
        if definition.members.len() > MOST_MEMBERS_TO_SEARCH {
            let mut before = 0u32;
            for (index, member) in definition.members.iter().enumerate() {
                self.large.entry((id, member.name)).or_insert((index as u32, before));
                before = before.saturating_add(self.info(member.ty).scalars);
            }
        }
        self.structs[id.index()] = Some(definition);
        self.intern(TypeKind::Struct(id))
    }

    /// The type of a member of a structure, and the number of scalars before it.
    #[must_use]
    pub fn member(&self, id: StructId, name: Symbol) -> Option<(TypeId, u32)> {
        let members = &self.structure(id)?.members;
        if members.len() > MOST_MEMBERS_TO_SEARCH {
            let (index, before) = self.large.get(&(id, name))?;
            return members.get(*index as usize).map(|member| (member.ty, *before));
        }
        steps::take(members.len());
        let index = members.iter().position(|member| member.name == name)?;
        let before = members[..index].iter().map(|member| self.info(member.ty).scalars);
        Some((members[index].ty, before.fold(0, u32::saturating_add)))
    }

    /// The definition of a structure type.
    #[must_use]
    pub fn structure(&self, id: StructId) -> Option<&StructType> {
        self.structs.get(id.index())?.as_ref()
    }

    /// Scalar and shape of a numeric or boolean type.
    #[must_use]
    pub fn shape(&self, id: TypeId) -> Option<(Scalar, Shape)> {
        match self.kind(id) {
            TypeKind::Scalar(scalar) => Some((scalar, Shape::Scalar)),
            TypeKind::Vector(size, scalar) => Some((scalar, Shape::Vector(size))),
            TypeKind::Matrix(columns, rows, scalar) => Some((scalar, Shape::Matrix(columns, rows))),
            _ => None,
        }
    }

    /// The type of the elements of a vector or an array, or of the columns of a matrix, and how many there are.
    /// <https://www.w3.org/TR/WGSL/#composite-value-decomposition-expr>
    #[must_use]
    pub fn elements(&self, id: TypeId) -> Option<(TypeId, Length)> {
        match self.kind(id) {
            TypeKind::Vector(size, scalar) => Some((TypeId::scalar(scalar), Length::Fixed(u32::from(size)))),
            TypeKind::Matrix(columns, rows, scalar) => {
                Some((TypeId::vector(rows, scalar), Length::Fixed(u32::from(columns))))
            }
            TypeKind::Array(element, length) => Some((element, length)),
            _ => None,
        }
    }

    /// The element type of the innermost array of an array of arrays; of another type, the type itself.
    #[must_use]
    pub fn innermost_element(&self, mut id: TypeId) -> TypeId {
        while let TypeKind::Array(element, _) = self.kind(id) {
            id = element;
        }
        id
    }

    /// The scalar type of all components of a value, through arrays; for structures there is none.
    #[must_use]
    pub fn leaf_scalar(&self, id: TypeId) -> Option<Scalar> {
        let id = self.innermost_element(id);
        match self.kind(id) {
            TypeKind::FrexpResult(_, scalar) | TypeKind::ModfResult(_, scalar) => Some(scalar),
            _ => self.shape(id).map(|(scalar, _)| scalar),
        }
    }

    /// RequiredAlignOf a type in address space uniform, in bytes, where the layout there has rules of its own.
    /// <https://www.w3.org/TR/WGSL/#address-space-layout-constraints>
    #[must_use]
    pub fn uniform_align(&self, id: TypeId) -> u32 {
        let align = self.info(id).align;
        let is_rounded = matches!(self.kind(id), TypeKind::Array(..) | TypeKind::Struct(_));
        if is_rounded { align.next_multiple_of(16) } else { align }
    }

    /// StrideOf an array with these elements, in bytes. <https://www.w3.org/TR/WGSL/#strideof>
    #[must_use]
    pub fn stride(&self, element: TypeId) -> u64 {
        let info = self.info(element);
        round_up(u64::from(info.align), info.size)
    }

    /// The properties of a structure with these members, whose layout is already computed.
    #[must_use]
    pub fn struct_info(&self, members: &[StructMember]) -> TypeInfo {
        let mut properties = Properties::CONCRETE
            .with(Properties::CONSTRUCTIBLE)
            .with(Properties::STORABLE)
            .with(Properties::HOST_SHAREABLE)
            .with(Properties::PLAIN)
            .with(Properties::CREATION_FIXED)
            .with(Properties::FIXED);
        let (mut holds, mut depth, mut align, mut end, mut scalars) = (Properties::NONE, 0, 1, 0, 0u32);
        for member in members {
            let info = self.info(member.ty);
            properties = properties.and(info.properties);
            holds =
                holds.with(info.properties.and(
                    Properties::PASSED_ON.with(Properties::HAS_RUNTIME_SIZE).with(Properties::HAS_ARRAY),
                ));
            depth = depth.max(info.depth);
            align = align.max(member.align);
            end = member.offset.saturating_add(member.size);
            scalars = scalars.saturating_add(info.scalars);
        }
        TypeInfo {
            properties: properties.with(holds),
            depth: depth + 1,
            align,
            size: round_up(u64::from(align), end),
            scalars,
        }
    }

    fn compute(&self, kind: TypeKind) -> TypeInfo {
        match kind {
            TypeKind::Array(element, length) => self.array_info(element, length),
            TypeKind::Struct(id) => self.structure(id).map_or(TypeInfo::NOTHING, |structure| structure.info),
            TypeKind::Buffer(length) => buffer_info(length),
            TypeKind::StorageTexture(..) => known_info(TypeKind::Sampler),
            TypeKind::SubgroupMatrix(..) => TypeInfo {
                properties: PLAIN_VALUE.with(Properties::CONCRETE).with(Properties::HAS_SUBGROUP_MATRIX),
                ..TypeInfo::NOTHING
            },
            TypeKind::Pointer(..) | TypeKind::Reference(..) => {
                TypeInfo { properties: Properties::CONCRETE, ..TypeInfo::NOTHING }
            }
            _ => known_info(kind),
        }
    }

    fn array_info(&self, element: TypeId, length: Length) -> TypeInfo {
        let info = self.info(element);
        let (count, fixed_now, fixed) = match length {
            Length::Fixed(count) => (u64::from(count), true, true),
            Length::Override(_) | Length::OverrideExpression(_) => (1, false, true),
            Length::Runtime => (1, false, false),
        };
        let properties = Properties::CONCRETE
            .with(Properties::STORABLE)
            .with(Properties::PLAIN)
            .with(Properties::CONSTRUCTIBLE.only_if(fixed_now))
            .with(Properties::HOST_SHAREABLE.only_if(fixed_now || !fixed))
            .with(Properties::CREATION_FIXED.only_if(fixed_now))
            .with(Properties::FIXED.only_if(fixed))
            .and(info.properties)
            .with(info.properties.and(Properties::PASSED_ON))
            .with(Properties::HAS_RUNTIME_SIZE.only_if(!fixed))
            .with(Properties::HAS_ARRAY);
        TypeInfo {
            properties,
            depth: info.depth + 1,
            align: info.align,
            size: self.stride(element).saturating_mul(count),
            scalars: u32::try_from(u64::from(info.scalars).saturating_mul(count)).unwrap_or(u32::MAX),
        }
    }
}

fn buffer_info(length: Length) -> TypeInfo {
    let (size, fixed_now, fixed) = match length {
        Length::Fixed(size) => (u64::from(size), true, true),
        Length::Override(_) | Length::OverrideExpression(_) => (0, false, true),
        Length::Runtime => (0, false, false),
    };
    let properties = Properties::CONCRETE
        .with(Properties::STORABLE)
        .with(Properties::HOST_SHAREABLE)
        .with(Properties::CREATION_FIXED.only_if(fixed_now))
        .with(Properties::FIXED.only_if(fixed))
        .with(Properties::HAS_RUNTIME_SIZE.only_if(!fixed));
    TypeInfo { properties, size, ..TypeInfo::NOTHING }
}

/// The properties of every numeric scalar.
const PLAIN_VALUE: Properties = Properties::CONSTRUCTIBLE
    .with(Properties::STORABLE)
    .with(Properties::PLAIN)
    .with(Properties::CREATION_FIXED)
    .with(Properties::FIXED);

fn value_properties(scalar: Scalar) -> Properties {
    let concrete = !scalar.is_abstract();
    PLAIN_VALUE
        .with(Properties::CONCRETE.only_if(concrete))
        .with(Properties::HOST_SHAREABLE.only_if(concrete && scalar != Scalar::Bool))
}

/// Align and size in bytes of a scalar; abstract ones as their concretisation.
/// <https://www.w3.org/TR/WGSL/#alignment-and-size>
const fn scalar_bytes(scalar: Scalar) -> u32 {
    if matches!(scalar, Scalar::F16) { 2 } else { 4 }
}

fn known_info(kind: TypeKind) -> TypeInfo {
    let opaque = Properties::CONCRETE.with(Properties::STORABLE);
    match kind {
        TypeKind::Scalar(scalar) => TypeInfo {
            properties: value_properties(scalar),
            depth: 0,
            align: scalar_bytes(scalar),
            size: u64::from(scalar_bytes(scalar)),
            scalars: 1,
        },
        TypeKind::Vector(size, scalar) => vector_info(size, scalar),
        TypeKind::Matrix(columns, rows, scalar) => {
            let column = vector_info(rows, scalar);
            TypeInfo {
                depth: 2,
                size: u64::from(columns) * round_up(u64::from(column.align), column.size),
                scalars: u32::from(columns) * u32::from(rows),
                ..column
            }
        }
        TypeKind::Atomic(_) => atomic_info(4, Properties::NONE),
        TypeKind::AtomicVec2u => atomic_info(8, Properties::HAS_ATOMIC_VECTOR),
        TypeKind::FrexpResult(size, scalar) | TypeKind::ModfResult(size, scalar) => TypeInfo {
            scalars: u32::from(size) * 2,
            depth: 2,
            align: vector_info(size.max(2), scalar).align,
            ..vector_info(size.max(2), scalar)
        },
        TypeKind::AtomicCompareExchangeResult(_) => TypeInfo {
            properties: PLAIN_VALUE.with(Properties::CONCRETE),
            depth: 2,
            align: 4,
            size: 8,
            scalars: 2,
        },
        TypeKind::Sampler
        | TypeKind::SamplerComparison
        | TypeKind::SampledTexture(..)
        | TypeKind::PlainTexture(_)
        | TypeKind::StorageTexture(..) => TypeInfo { properties: opaque, ..TypeInfo::NOTHING },
        TypeKind::Error
        | TypeKind::Void
        | TypeKind::Array(..)
        | TypeKind::Struct(_)
        | TypeKind::Pointer(..)
        | TypeKind::Reference(..)
        | TypeKind::Buffer(_)
        | TypeKind::SubgroupMatrix(..)
        | TypeKind::I8
        | TypeKind::U8
        | TypeKind::MatrixOrder => TypeInfo::NOTHING,
    }
}

fn atomic_info(bytes: u32, also: Properties) -> TypeInfo {
    let properties = Properties::CONCRETE
        .with(Properties::STORABLE)
        .with(Properties::HOST_SHAREABLE)
        .with(Properties::PLAIN)
        .with(Properties::CREATION_FIXED)
        .with(Properties::FIXED)
        .with(Properties::HAS_ATOMIC)
        .with(also);
    TypeInfo { properties, depth: 0, align: bytes, size: u64::from(bytes), scalars: 0 }
}

fn vector_info(size: u8, scalar: Scalar) -> TypeInfo {
    let bytes = scalar_bytes(scalar);
    let aligned = if size == 3 { 4 } else { u32::from(size) };
    TypeInfo {
        properties: value_properties(scalar),
        depth: 1,
        align: aligned * bytes,
        size: u64::from(u32::from(size) * bytes),
        scalars: u32::from(size),
    }
}
