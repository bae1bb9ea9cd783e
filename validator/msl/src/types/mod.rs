//! Types. Sections 2 and 4

mod base;
mod layout;
mod overloads;
mod print;

use cxx_validator::ast::{self, Base, EnumerationId, StructureId};
use cxx_validator::names::Symbol;
use msl_spec::{
    Access, AddressSpace, Class, Enumeration, LodOption, PixelType, Scalar, TextureKind, ValueType, Width,
};
use rustc_hash::FxHashMap;
use shader_source::Span;

/// The end of the names that structures without a name have in messages, after the keyword. No other name has it.
pub(crate) const UNNAMED: &str = " {...}";

pub(crate) use base::{BasePath, BaseRank, MemberPath};
pub use layout::Layout;
pub(crate) use overloads::{Overloads, ParameterKey, ParameterKeys};

/// A type, by its number in [`Types`]. Equal types have equal numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TypeId(u32);

/// A structure with the arguments of its template, by its number in [`Types`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct StructureNumber(u32);

/// Functions that are the argument of a template, by their number in [`Types`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FunctionArgument(u32);

/// The types of the parameters and of the result of functions, by their number in [`Types`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FunctionNumber(u32);

/// A type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// A mistake was reported; it agrees with every type.
    Error,
    /// `void`
    Void,
    /// A scalar, vector or matrix.
    Value(ValueType),
    /// `atomic_uint`
    Atomic(Scalar),
    /// `rgba8unorm<half4>`. Section 2.6
    Pixel(PixelType, ValueType),
    /// `texture2d<float, access::write>`
    Texture(TextureKind, Scalar, Access),
    /// A class of the library without arguments: `sampler`.
    Class(Class),
    /// An enumeration of the library: `access`.
    LibraryEnumeration(Enumeration),
    /// An option of sampling: `level`.
    Option(LodOption),
    /// An enumeration of the program. Each instance of a class template has one of its own, with the number of the instance's scope.
    Enumeration(EnumerationId, u32),
    /// A structure of the program.
    Structure(StructureNumber),
    /// `T[4]`; without a number of elements as long as memory is.
    Array(TypeId, Option<u32>),
    /// `array<T, 4>`. Section 2.11.1
    LibraryArray(TypeId, u32),
    /// `array_ref<T>`. Section 2.11.1
    ArrayRef(TypeId),
    /// `uniform<T>`. Section 2.13
    Uniform(TypeId),
    /// `patch_control_point<T>`. Section 5.2.2
    PatchControlPoint(TypeId),
    /// `vertex_value<T>`, of later versions.
    VertexValue(TypeId),
    /// `T*`
    Pointer(Object),
    /// `T&`
    Reference(Object),
    /// `nullptr`
    Null,
    /// `const T` as the argument of a template or as the type that a name denotes. The qualifiers of an object are in [`Object`].
    Qualified(TypeId, Cv),
    /// A type that is equal to no other one, for the comparison of templates.
    Unique(u32),
    /// A type of functions, by its index.
    Function(FunctionNumber),
    /// A type of the library that is known by name only, such as an imageblock.
    Opaque(&'static str),
}

impl Type {
    /// The type of the elements of an array, or of the value that a class of the library holds. It is a part of the object, unlike what a pointer
    /// points to.
    #[must_use]
    pub const fn inner(self) -> Option<TypeId> {
        match self {
            Self::Array(inner, _)
            | Self::LibraryArray(inner, _)
            | Self::ArrayRef(inner)
            | Self::Uniform(inner)
            | Self::PatchControlPoint(inner)
            | Self::VertexValue(inner)
            | Self::Qualified(inner, _) => Some(inner),
            Self::Error
            | Self::Void
            | Self::Value(_)
            | Self::Atomic(_)
            | Self::Pixel(..)
            | Self::Texture(..)
            | Self::Class(_)
            | Self::LibraryEnumeration(_)
            | Self::Option(_)
            | Self::Enumeration(..)
            | Self::Structure(_)
            | Self::Pointer(_)
            | Self::Reference(_)
            | Self::Null
            | Self::Unique(_)
            | Self::Function(_)
            | Self::Opaque(_) => None,
        }
    }
}

/// The qualifiers of a type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Cv {
    /// `const`
    pub is_const: bool,
    /// `volatile`
    pub is_volatile: bool,
}

impl Cv {
    /// The qualifiers of both.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self { is_const: self.is_const || other.is_const, is_volatile: self.is_volatile || other.is_volatile }
    }
}

/// The type that a pointer points to, or a reference refers to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Object {
    /// Its type.
    pub ty: TypeId,
    /// Where it is.
    pub space: AddressSpace,
    /// Whether it is `const`.
    pub is_const: bool,
    /// Whether it is `volatile`.
    pub is_volatile: bool,
    /// Whether a reference to it is written with `&&`. No pointer is.
    pub is_rvalue: bool,
}

/// A structure with the types of its members.
#[allow(clippy::struct_excessive_bools, reason = "each is a property of the structure")]
#[derive(Clone, Debug)]
pub struct StructureType {
    /// Its declaration.
    pub declaration: StructureId,
    /// Its name.
    pub name: String,
    /// The arguments of its template.
    pub arguments: Vec<Argument>,
    /// Its bases and its members. The members of a member without name follow it as its own.
    pub members: Vec<MemberType>,
    /// Whether it is a union.
    pub is_union: bool,
    /// The alignment that `alignas` asks for.
    pub alignment: Option<u32>,
    /// Whether its members are known.
    pub is_complete: bool,
    /// Whether it has a member whose type is a mistake: neither its size nor its other members are known then.
    pub(crate) has_error: bool,
    /// The number of arguments that its name has in messages: the last ones may be the defaults of its template.
    pub(crate) shown_arguments: usize,
    /// The type of a member, or of a part of one, that no engine computes with.
    pub(crate) not_executed: Option<TypeId>,
    /// Its size and alignment, once its members are known. Structures in structures would multiply the cost of computing it each time.
    pub(crate) layout: Option<Layout>,
    /// The offsets of its members, as long as they have a layout.
    pub(crate) offsets: Option<Vec<u64>>,
    /// The first member with a name.
    pub(crate) named: FxHashMap<Symbol, u32>,
    /// The member without a name, by each name that its structure declares as this one's own. C++14 (class.union) 5
    pub(crate) within: FxHashMap<Symbol, u32>,
    /// Whether it has no data.
    pub(crate) is_empty: bool,
    /// Whether it, or a part of it, has no data.
    pub(crate) has_empty_parts: bool,
    /// Whether its padding at the end holds no member of a structure that is derived from it.
    pub(crate) keeps_padding: bool,
    /// The bytes of its members, without padding at the end.
    pub(crate) data_size: u64,
}

/// An argument of a template.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Argument {
    /// A type.
    Type(TypeId),
    /// A number.
    Number(i64),
    /// A template of structures.
    Template(StructureId),
    /// The functions of a name.
    Function(FunctionArgument),
}

/// Functions with one name, as the argument of a template.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct NamedFunctions {
    /// The name, for messages.
    pub(crate) name: String,
    pub(crate) functions: Overloads,
    /// The template arguments after the name.
    pub(crate) explicit: Option<Vec<Argument>>,
}

/// A member of a structure.
#[allow(clippy::struct_excessive_bools, reason = "each is a word that is present or not")]
#[derive(Clone, Debug)]
pub struct MemberType {
    /// Its name; none of a union or structure whose members belong to the one around.
    pub name: Option<Symbol>,
    /// Its type.
    pub ty: TypeId,
    /// The place of the name.
    pub span: Span,
    /// The alignment that `alignas` asks for.
    pub alignment: Option<u32>,
    /// The number of bits of a bit-field, at most as many as its type has.
    pub width: Option<u32>,
    /// Whether it has an initializer of its own.
    pub has_initializer: bool,
    /// Which functions may use it.
    pub access: ast::Access,
    /// Whether it is a base class.
    pub base: Option<Base>,
    /// `const` applies to it.
    pub is_const: bool,
    /// `volatile` applies to it.
    pub is_volatile: bool,
    /// It can be written in a `const` object.
    pub is_mutable: bool,
}

impl Object {
    /// The qualifiers that its type is written with. Everything in the `constant` space is constant without one.
    #[must_use]
    pub fn cv(self) -> Cv {
        Cv { is_const: self.is_const && self.space != AddressSpace::Constant, is_volatile: self.is_volatile }
    }
}

impl MemberType {
    /// Returns true if the member is `const` in an object that is, or is not. C++14 (dcl.stc)
    pub(crate) const fn is_const_in(&self, object_is_const: bool) -> bool {
        self.is_const || object_is_const && !self.is_mutable
    }
}

/// All types of a program.
#[derive(Clone, Debug)]
pub struct Types {
    all: Vec<Type>,
    /// How deep each type is nested, which bounds the recursion of those who look into it.
    depths: Vec<u16>,
    /// Whether a type was nested too deeply.
    is_refused: bool,
    /// Whether pointers and references name an address space, as Metal has it, and scalars have the names of Metal.
    has_spaces: bool,
    ids: FxHashMap<Type, TypeId>,
    structures: Vec<StructureType>,
    functions: Vec<(Vec<TypeId>, TypeId)>,
    function_numbers: FxHashMap<(Vec<TypeId>, TypeId), FunctionNumber>,
    /// The names of enumerations, for messages.
    enumerations: FxHashMap<EnumerationId, String>,
    /// The underlying types of enumerations; the others have `int`.
    underlying: FxHashMap<TypeId, Scalar>,
    /// The names of the templates that are arguments of templates, for messages.
    templates: FxHashMap<StructureId, String>,
    /// The functions that are arguments of templates, each with the arguments that are written after its name.
    function_arguments: Vec<NamedFunctions>,
}

/// How deep types may be nested: arrays in structures in arrays, pointers to pointers. Names hide the depth, so that neither the parser nor the
/// recursion of checking bounds it.
const MOST_LEVELS: u16 = 128;

/// The types that every program has, in the order of their numbers.
const FIRST: [Type; 8] = [
    Type::Error,
    Type::Void,
    Type::Value(ValueType::Scalar(Scalar::Bool)),
    Type::Value(ValueType::Scalar(Scalar::Int)),
    Type::Value(ValueType::Scalar(Scalar::Uint)),
    Type::Value(ValueType::Scalar(Scalar::Float)),
    Type::Value(ValueType::Scalar(Scalar::Half)),
    Type::Null,
];

impl TypeId {
    /// [`Type::Error`]
    pub const ERROR: Self = Self(0);
    /// `void`
    pub const VOID: Self = Self(1);
    /// `bool`
    pub const BOOL: Self = Self(2);
    /// `int`
    pub const INT: Self = Self(3);
    /// `uint`
    pub const UINT: Self = Self(4);
    /// `float`
    pub const FLOAT: Self = Self(5);
    /// `half`
    pub const HALF: Self = Self(6);
    /// The type of `nullptr`.
    pub const NULL: Self = Self(7);
}

impl Default for Types {
    fn default() -> Self {
        let mut types = Self {
            all: Vec::new(),
            depths: Vec::new(),
            is_refused: false,
            has_spaces: true,
            ids: FxHashMap::default(),
            structures: Vec::new(),
            functions: Vec::new(),
            function_numbers: FxHashMap::default(),
            enumerations: FxHashMap::default(),
            underlying: FxHashMap::default(),
            templates: FxHashMap::default(),
            function_arguments: Vec::new(),
        };
        for ty in FIRST {
            types.intern(ty);
        }
        types
    }
}

impl StructureType {
    /// Returns true if it has no name, nor one that a `typedef` gives it.
    #[must_use]
    pub fn is_unnamed(&self) -> bool {
        self.name.ends_with(UNNAMED)
    }

    /// The number of the member with a name that the structure declares itself, once it is complete.
    pub(crate) fn own_index(&self, name: Symbol) -> Option<usize> {
        self.named.get(&name).map(|index| *index as usize)
    }

    /// The member with a name that the structure declares itself, once it is complete.
    pub(crate) fn own_member(&self, name: Symbol) -> Option<&MemberType> {
        Some(&self.members[self.own_index(name)?])
    }
}

impl Types {
    /// The types of a language without address spaces.
    pub(crate) fn without_spaces() -> Self {
        Self { has_spaces: false, ..Self::default() }
    }

    /// The number of a type.
    pub fn intern(&mut self, ty: Type) -> TypeId {
        let ty = match ty {
            Type::Pointer(object) => Type::Pointer(Object { is_rvalue: false, ..object }),
            other => other,
        };
        if let Some(id) = self.ids.get(&ty) {
            return *id;
        }
        let depth = 1 + self.depth_inside(ty);
        if depth > MOST_LEVELS {
            self.is_refused = true;
            return TypeId::ERROR;
        }
        let id = TypeId(self.all.len() as u32);
        self.all.push(ty);
        self.depths.push(depth);
        self.ids.insert(ty, id);
        id
    }

    /// How deep the parts of a type are nested. A structure without members yet has none; [`Self::complete`] says how deep they are.
    fn depth_inside(&self, ty: Type) -> u16 {
        match ty {
            // The members after a pointer are not looked at: the type of one may be a structure that has this pointer.
            Type::Pointer(object) | Type::Reference(object) => match self.get(object.ty) {
                structure @ Type::Structure(_) => 1 + self.depth_inside(structure),
                _ => self.depths[object.ty.0 as usize],
            },
            Type::Structure(number) => {
                let arguments = self.structure(number).arguments.iter();
                let depth = arguments.map(|argument| match argument {
                    Argument::Type(ty) => self.depths[ty.0 as usize],
                    Argument::Number(_) | Argument::Template(_) | Argument::Function(_) => 0,
                });
                depth.max().unwrap_or(0)
            }
            _ => ty.inner().map_or(0, |inner| self.depths[inner.0 as usize]),
        }
    }

    /// Returns true if a type was nested too deeply since the last call, and an error took its place.
    pub(crate) fn take_refused(&mut self) -> bool {
        core::mem::take(&mut self.is_refused)
    }

    /// The number of a type that is there already.
    #[must_use]
    pub fn known(&self, ty: Type) -> Option<TypeId> {
        self.ids.get(&ty).copied()
    }

    /// The type with a number.
    #[must_use]
    pub fn get(&self, id: TypeId) -> Type {
        self.all[id.0 as usize]
    }

    /// Returns true if the namespace `metal` declares a type. Scalars, vectors and matrices are part of the language.
    pub(crate) fn is_of_library(&self, id: TypeId) -> bool {
        match self.get(id) {
            Type::Atomic(_)
            | Type::Texture(..)
            | Type::Class(_)
            | Type::LibraryEnumeration(_)
            | Type::Option(_)
            | Type::LibraryArray(..)
            | Type::ArrayRef(_)
            | Type::Uniform(_)
            | Type::PatchControlPoint(_)
            | Type::VertexValue(_)
            | Type::Unique(_)
            | Type::Opaque(_) => true,
            Type::Error
            | Type::Void
            | Type::Value(_)
            | Type::Pixel(..)
            | Type::Enumeration(..)
            | Type::Structure(_)
            | Type::Array(..)
            | Type::Pointer(_)
            | Type::Reference(_)
            | Type::Null
            | Type::Qualified(..)
            | Type::Function(_) => false,
        }
    }

    /// The type with qualifiers, as the argument of a template. References and functions have none. C++14 (dcl.ref), (dcl.fct)
    pub(crate) fn with_cv(&mut self, ty: TypeId, cv: Cv) -> TypeId {
        let (inner, own) = self.without_cv(ty);
        match self.get(inner) {
            Type::Error | Type::Reference(_) | Type::Function(_) => ty,
            _ if cv.is_const || cv.is_volatile => self.intern(Type::Qualified(inner, own.union(cv))),
            _ => ty,
        }
    }

    /// The type without the qualifiers that an argument of a template may have, and these.
    pub(crate) fn without_cv(&self, ty: TypeId) -> (TypeId, Cv) {
        match self.get(ty) {
            Type::Qualified(inner, cv) => (inner, cv),
            _ => (ty, Cv::default()),
        }
    }

    /// Returns the part of a type that no engine computes with: `bfloat`, a SIMD-group matrix, or a structure with bit-fields.
    #[must_use]
    pub fn not_executed(&self, id: TypeId) -> Option<TypeId> {
        match self.get(id) {
            Type::Value(value) => (value.scalar() == Scalar::Bfloat).then_some(id),
            Type::Class(class) => class.simdgroup_element().map(|_| id),
            Type::Structure(number) => self.structure(number).not_executed,
            Type::Pointer(object) | Type::Reference(object) => self.not_executed(object.ty),
            ty => self.not_executed(ty.inner()?),
        }
    }

    /// The type of functions with these parameters and this result.
    pub(crate) fn function(&mut self, parameters: Vec<TypeId>, result: TypeId) -> TypeId {
        let next = FunctionNumber(self.functions.len() as u32);
        let key = (parameters, result);
        let number = *self.function_numbers.entry(key.clone()).or_insert(next);
        if number == next {
            self.functions.push(key);
        }
        self.intern(Type::Function(number))
    }

    /// The parameters and the result of functions of a type.
    pub(crate) fn signature(&self, ty: TypeId) -> Option<&(Vec<TypeId>, TypeId)> {
        match self.get(ty) {
            Type::Function(number) => self.functions.get(number.0 as usize),
            _ => None,
        }
    }

    /// The functions of a name as an argument of a template.
    pub(crate) fn functions(&mut self, functions: NamedFunctions) -> Argument {
        let known = self.function_arguments.iter().position(|own| *own == functions);
        let number = known.unwrap_or_else(|| {
            self.function_arguments.push(functions);
            self.function_arguments.len() - 1
        });
        Argument::Function(FunctionArgument(number as u32))
    }

    /// The functions that are an argument of a template.
    pub(crate) fn named_functions(&self, argument: FunctionArgument) -> &NamedFunctions {
        &self.function_arguments[argument.0 as usize]
    }

    /// A template as an argument of a template, with its name.
    pub(crate) fn template(&mut self, template: StructureId, name: &str) -> Argument {
        self.templates.entry(template).or_insert_with(|| name.to_owned());
        Argument::Template(template)
    }

    /// A scalar, vector or matrix.
    pub fn value(&mut self, ty: ValueType) -> TypeId {
        self.intern(Type::Value(ty))
    }

    /// A scalar.
    pub fn scalar(&mut self, scalar: Scalar) -> TypeId {
        self.value(ValueType::Scalar(scalar))
    }

    /// A scalar, or a vector of more than one component.
    pub fn with_width(&mut self, scalar: Scalar, width: Option<Width>) -> TypeId {
        self.value(match width {
            None => ValueType::Scalar(scalar),
            Some(width) => ValueType::Vector(scalar, width),
        })
    }

    /// The scalar, vector or matrix that a type is.
    #[must_use]
    pub fn value_type(&self, id: TypeId) -> Option<ValueType> {
        match self.get(id) {
            Type::Value(ty) => Some(ty),
            _ => None,
        }
    }

    /// The structure that a type is.
    #[must_use]
    pub fn structure_number(&self, id: TypeId) -> Option<StructureNumber> {
        match self.get(id) {
            Type::Structure(number) => Some(number),
            _ => None,
        }
    }

    /// A structure.
    #[must_use]
    pub fn structure(&self, number: StructureNumber) -> &StructureType {
        &self.structures[number.0 as usize]
    }

    /// Returns true for a mistake, and for an object with a member of which that is true.
    #[must_use]
    pub(crate) fn has_error(&self, id: TypeId) -> bool {
        match self.get(id) {
            Type::Structure(number) => self.structure(number).has_error,
            Type::Array(element, _) | Type::LibraryArray(element, _) => self.has_error(element),
            _ => self.is_error(id),
        }
    }

    /// A structure whose members become known.
    pub(crate) fn structure_mut(&mut self, number: StructureNumber) -> &mut StructureType {
        &mut self.structures[number.0 as usize]
    }

    /// Gives a structure without a name the first name that a `typedef` has for it. C++14 (dcl.typedef) 9
    pub(crate) fn name_structure(&mut self, ty: TypeId, name: &str) {
        if let Some(number) = self.structure_number(ty)
            && self.structure(number).is_unnamed()
        {
            name.clone_into(&mut self.structure_mut(number).name);
        }
    }

    /// Adds a structure.
    pub(crate) fn add_structure(&mut self, structure: StructureType) -> TypeId {
        let number = StructureNumber(self.structures.len() as u32);
        self.structures.push(structure);
        self.intern(Type::Structure(number))
    }

    /// All structures, structures of templates once for each list of arguments.
    #[must_use]
    pub fn structure_numbers(&self) -> Vec<StructureNumber> {
        (0..self.structures.len()).map(|index| StructureNumber(index as u32)).collect()
    }

    /// The number of structures.
    pub(crate) const fn structure_count(&self) -> usize {
        self.structures.len()
    }

    /// Notes the name of an enumeration.
    pub(crate) fn name_enumeration(&mut self, id: EnumerationId, name: String) {
        self.enumerations.insert(id, name);
    }

    /// Notes the underlying type of an enumeration.
    pub(crate) fn set_underlying(&mut self, id: TypeId, scalar: Scalar) {
        self.underlying.insert(id, scalar);
    }

    /// Returns the type of the values of an enumeration, which it has in memory. C++14 (dcl.enum)
    #[must_use]
    pub fn underlying(&self, id: TypeId) -> Option<Scalar> {
        match self.get(id) {
            Type::Enumeration(..) => Some(self.underlying.get(&id).copied().unwrap_or(Scalar::Int)),
            Type::LibraryEnumeration(_) => Some(Scalar::Int),
            _ => None,
        }
    }

    /// The elements of an array of either kind, and their number.
    #[must_use]
    pub fn element(&self, id: TypeId) -> Option<(TypeId, Option<u32>)> {
        match self.get(id) {
            Type::Array(element, count) => Some((element, count)),
            Type::LibraryArray(element, count) => Some((element, Some(count))),
            Type::ArrayRef(element) => Some((element, None)),
            _ => None,
        }
    }

    /// Returns true for a structure whose members are not known yet, and for an array of such structures. C++14 (basic.types) 5
    pub(crate) fn is_incomplete(&self, id: TypeId) -> bool {
        let mut id = id;
        while let Type::Array(element, _) | Type::LibraryArray(element, _) = self.get(id) {
            id = element;
        }
        self.structure_number(id).is_some_and(|number| !self.structure(number).is_complete)
    }

    /// The structure that a type is, or that the elements of an array are.
    pub(crate) fn innermost_structure(&self, id: TypeId) -> Option<StructureNumber> {
        let mut id = id;
        while let Some((element, _)) = self.element(id) {
            id = element;
        }
        self.structure_number(id)
    }

    /// Returns true if a type is an error, or has one in it.
    #[must_use]
    pub fn is_error(&self, id: TypeId) -> bool {
        match self.get(id) {
            Type::Error => true,
            Type::Pointer(object) | Type::Reference(object) => self.is_error(object.ty),
            ty => ty.inner().is_some_and(|inner| self.is_error(inner)),
        }
    }

    /// Returns true if a type is a scalar of any kind that converts to `bool`.
    #[must_use]
    pub fn is_scalar(&self, id: TypeId) -> bool {
        matches!(self.get(id), Type::Value(ValueType::Scalar(_)))
    }

    /// The scalar of a scalar type.
    #[must_use]
    pub fn scalar_of(&self, id: TypeId) -> Option<Scalar> {
        match self.get(id) {
            Type::Value(ValueType::Scalar(scalar)) => Some(scalar),
            _ => None,
        }
    }
}
