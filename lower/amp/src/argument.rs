//! The arguments of a run, in the memory of the host.

use crate::Error;
use crate::memory::{HostMemory, address};
use cxx_validator::ast::VariableId;
use msl_lower::Host;
use msl_spec::{Scalar, ValueType};
use msl_validator::meaning::Module;
use msl_validator::types::{Argument as TemplateArgument, Type, TypeId};

/// The offsets of the members of the library's `std::vector`.
const VECTOR_SIZE: usize = 8;
const VECTOR_CAPACITY: usize = 12;
/// The offset of the extent of the library's `array`, `array_view` and `texture`, which is before the strides of a view.
const EXTENT: usize = 8;
/// The bytes between the extent of the library's `texture_view` and the extent of its texture: the bits and the number of levels, which may be zero.
const FORMAT: usize = 8;

/// A value for a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// The elements of a `std::vector` or after a pointer, in memory order.
    Elements(Vec<u8>),
    /// The extent of an `array`, `array_view` or `texture`, the most significant dimension first, and its elements or texels.
    View(Vec<u32>, Vec<u8>),
    /// The bytes of any other object.
    Object(Vec<u8>),
}

impl Argument {
    /// The elements, or the bytes of the object.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        let (Self::Elements(bytes) | Self::View(_, bytes) | Self::Object(bytes)) = self;
        bytes
    }
}

/// The kind of value that a parameter takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The elements of a `std::vector` of this type, with the size of one in bytes.
    Vector(TypeId, u32),
    /// The elements that a pointer to this type leads to, with the size of one in bytes.
    Pointer(TypeId, u32),
    /// An `array` or `array_view`: the type of its elements, the size of one in bytes, and the number of dimensions.
    View(TypeId, u32, u32),
    /// A `texture` of one level: the type of its texels, the size of one in bytes, and the number of dimensions.
    Texture(TypeId, u32, u32),
    /// A `texture_view` or `writeonly_texture_view` of all of such a texture, in the same words.
    TextureView(TypeId, u32, u32),
    /// A `sampler`, with its size in bytes.
    Sampler(TypeId, u32),
    /// An object of this size in bytes.
    Object(TypeId, u32),
}

impl Kind {
    /// The type of the elements or of the object, and its size in bytes.
    #[must_use]
    pub const fn element(self) -> (TypeId, u32) {
        match self {
            Self::Vector(ty, size)
            | Self::Pointer(ty, size)
            | Self::View(ty, size, _)
            | Self::Texture(ty, size, _)
            | Self::TextureView(ty, size, _)
            | Self::Sampler(ty, size)
            | Self::Object(ty, size) => (ty, size),
        }
    }
}

/// A parameter of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// Its name; empty if it has none.
    pub name: String,
    /// The kind of its values; `None` for a type without a size.
    pub kind: Option<Kind>,
}

/// The parameters of a function: the instance with this number.
#[must_use]
pub fn parameters(module: &Module, instance: usize) -> Vec<Parameter> {
    let instance = &module.instances[instance];
    let declared = &module.ast[module.ast[instance.function].parameters];
    let parameters = declared.iter().zip(&instance.parameters);
    let parameter = |(declared, ty): (&VariableId, &TypeId)| {
        let name = module.ast[*declared].name.map_or("", |name| module.names.text(name)).to_owned();
        Parameter { name, kind: kind(module, *ty) }
    };
    parameters.map(parameter).collect()
}

/// Returns the kind of value that a parameter of a type takes.
pub(crate) fn kind(module: &Module, ty: TypeId) -> Option<Kind> {
    let ty = if let Type::Reference(object) = module.types.get(ty) { object.ty } else { ty };
    let size = |ty| size(module, ty);
    if let Type::Pointer(object) = module.types.get(ty) {
        return Some(Kind::Pointer(object.ty, size(object.ty)?));
    }
    let Some(number) = module.types.structure_number(ty) else { return Some(Kind::Object(ty, size(ty)?)) };
    let structure = module.types.structure(number);
    let member = |index: usize| structure.members.get(index)?.name.map(|name| module.names.text(name));
    Some(match (structure.name.as_str(), structure.arguments.as_slice()) {
        ("vector", [TemplateArgument::Type(element), ..]) if member(0) == Some("_data") => {
            Kind::Vector(*element, size(*element)?)
        }
        (name, [TemplateArgument::Type(element), TemplateArgument::Number(rank)])
            if member(1) == Some("_extent") =>
        {
            let (element, size, rank) = (*element, size(*element)?, u32::try_from(*rank).ok()?);
            match name {
                "array" | "array_view" => Kind::View(element, size, rank),
                "texture" => Kind::Texture(element, size, rank),
                "texture_view" | "writeonly_texture_view" => Kind::TextureView(element, size, rank),
                _ => Kind::Object(ty, self::size(module, ty)?),
            }
        }
        ("sampler", []) if member(0) == Some("_filter") => Kind::Sampler(ty, size(ty)?),
        _ => Kind::Object(ty, size(ty)?),
    })
}

/// The size of a type in bytes, if it has one.
fn size(module: &Module, ty: TypeId) -> Option<u32> {
    u32::try_from(module.types.layout(ty)?.size).ok()
}

/// The type of the numbers in a value: of the element of a vector or of an object, or of all its parts if they have one type, as in a short vector. `None` for others.
#[must_use]
pub fn scalar(module: &Module, ty: TypeId) -> Option<Scalar> {
    let kind = module.types.get(ty);
    if let Type::Value(ValueType::Scalar(scalar)) = kind {
        return Some(scalar);
    }
    // A view of constant elements has the type `const T`.
    if let Type::Qualified(inner, _) | Type::Array(inner, _) = kind {
        return scalar(module, inner);
    }
    let structure = module.types.structure(module.types.structure_number(ty)?);
    let mut parts = structure.members.iter().map(|member| scalar(module, member.ty));
    let first = parts.next()??;
    let is_same = !structure.is_union && parts.all(|part| part == Some(first));
    // An alignment leaves bytes between the members.
    let is_whole = structure.alignment.is_none() && structure.members.iter().all(|it| it.alignment.is_none());
    (is_same && is_whole).then_some(first)
}

/// Writes the arguments, and returns the addresses of the parameters with the addresses of their elements.
pub(crate) fn write_all(
    module: &Module,
    host: &Host,
    arguments: &[Argument],
    memory: &mut HostMemory,
) -> Result<Vec<(usize, usize)>, Error> {
    if arguments.len() != host.parameters.len() {
        return Err(Error::Arguments(format!(
            "expected {} arguments, found {}",
            host.parameters.len(),
            arguments.len()
        )));
    }
    let mut places = Vec::with_capacity(arguments.len());
    for (index, (argument, (place, ty))) in arguments.iter().zip(&host.parameters).enumerate() {
        let elements = write(argument, kind(module, *ty), *place as usize, memory);
        let unfit = || Error::Arguments(format!("argument {} doesn't fit its parameter", index + 1));
        places.push((*place as usize, elements.ok_or_else(unfit)?));
    }
    Ok(places)
}

/// Writes an argument to its place, and returns the address of its elements, or of the object; `None` if it doesn't fit.
fn write(argument: &Argument, kind: Option<Kind>, place: usize, memory: &mut HostMemory) -> Option<usize> {
    let (_, size) = kind?.element();
    let bytes = argument.bytes();
    let count = (bytes.len() / size.max(1) as usize) as u32;
    let is_whole = bytes.len().is_multiple_of(size.max(1) as usize);
    if let (Argument::Object(_), Kind::Object(..) | Kind::Sampler(..)) = (argument, kind?) {
        memory.write(place, bytes);
        return (bytes.len() == size as usize).then_some(place);
    }
    let elements = memory.add(bytes);
    memory.write(place, &elements.to_le_bytes());
    let elements = address(elements);
    let fits = match (argument, kind?) {
        (Argument::Elements(_), Kind::Vector(..)) => {
            memory.write(place + VECTOR_SIZE, &count.to_le_bytes());
            memory.write(place + VECTOR_CAPACITY, &count.to_le_bytes());
            true
        }
        (Argument::Elements(_), Kind::Pointer(..)) => true,
        (
            Argument::View(extent, _),
            Kind::View(_, _, rank) | Kind::Texture(_, _, rank) | Kind::TextureView(_, _, rank),
        ) => {
            let after = place + EXTENT + 4 * extent.len();
            write_extent(extent, place + EXTENT, memory);
            if matches!(kind?, Kind::View(..)) {
                write_strides(extent, after, memory);
            } else if matches!(kind?, Kind::TextureView(..)) {
                write_extent(extent, after + FORMAT, memory);
            }
            extent.len() == rank as usize
                && extent.iter().try_fold(1, |product: u32, size| product.checked_mul(*size)) == Some(count)
        }
        (Argument::Elements(_) | Argument::View(..) | Argument::Object(_), _) => false,
    };
    (is_whole && fits).then_some(elements)
}

fn write_extent(extent: &[u32], place: usize, memory: &mut HostMemory) {
    for (index, size) in extent.iter().enumerate() {
        memory.write(place + 4 * index, &size.to_le_bytes());
    }
}

/// Writes the strides of elements in row-major order.
fn write_strides(extent: &[u32], place: usize, memory: &mut HostMemory) {
    let mut stride = 1_u32;
    for (index, size) in extent.iter().enumerate().rev() {
        memory.write(place + 4 * index, &stride.to_le_bytes());
        stride = stride.wrapping_mul(*size);
    }
}

/// The values of the parameters after a run, which had these.
pub(crate) fn read_all(
    module: &Module,
    host: &Host,
    (before, places): (&[Argument], &[(usize, usize)]),
    memory: &HostMemory,
) -> Vec<Argument> {
    let mut after = Vec::with_capacity(before.len());
    for ((_, ty), (argument, (place, elements))) in host.parameters.iter().zip(before.iter().zip(places)) {
        let bytes = argument.bytes().len();
        after.push(match (argument, kind(module, *ty)) {
            // A vector may have new elements, and more of them.
            (Argument::Elements(_), Some(Kind::Vector(_, size))) => {
                let count = memory.read_u32(place + VECTOR_SIZE) as usize;
                let elements = memory.read_pointer(*place);
                Argument::Elements(memory.read(elements, count.saturating_mul(size as usize)))
            }
            (Argument::Elements(_), _) => Argument::Elements(memory.read(*elements, bytes)),
            (Argument::View(extent, _), _) => Argument::View(extent.clone(), memory.read(*elements, bytes)),
            (Argument::Object(_), _) => Argument::Object(memory.read(*place, bytes)),
        });
    }
    after
}
