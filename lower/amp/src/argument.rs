//! The arguments of a run, in the memory of the host.

use crate::Error;
use crate::memory::{HostMemory, pointer};
use cxx_validator::ast::VariableId;
use msl_lower::Host;
use msl_spec::{Scalar, ValueType};
use msl_validator::meaning::Module;
use msl_validator::types::{Argument as TemplateArgument, Type, TypeId};

/// The offsets of the members of the library's `std::vector`, and its size.
const VECTOR_SIZE: usize = 8;
const VECTOR_CAPACITY: usize = 12;

/// A value for a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// The elements of a `std::vector`, in memory order.
    Elements(Vec<u8>),
    /// The bytes of any other object.
    Object(Vec<u8>),
}

/// The kind of value that a parameter takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The elements of a `std::vector` of this type, with the size of one in bytes.
    Vector(TypeId, u32),
    /// An object of this size in bytes.
    Object(TypeId, u32),
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
    let size = |ty| u32::try_from(module.types.layout(ty)?.size).ok();
    let element = module.types.structure_number(ty).and_then(|number| {
        let structure = module.types.structure(number);
        match structure.arguments.first() {
            Some(TemplateArgument::Type(element)) if structure.name == "vector" => Some(*element),
            _ => None,
        }
    });
    Some(match element {
        Some(element) => Kind::Vector(element, size(element)?),
        None => Kind::Object(ty, size(ty)?),
    })
}

/// The type of a number: of the element of a vector, or of an object.
#[must_use]
pub fn scalar(module: &Module, ty: TypeId) -> Option<Scalar> {
    if let Type::Value(ValueType::Scalar(scalar)) = module.types.get(ty) { Some(scalar) } else { None }
}

/// Writes the arguments, and returns the addresses of the parameters.
pub(crate) fn write_all(
    module: &Module,
    host: &Host,
    arguments: &[Argument],
    memory: &mut HostMemory,
) -> Result<Vec<usize>, Error> {
    if arguments.len() != host.parameters.len() {
        return Err(Error::Arguments(format!(
            "expected {} arguments, found {}",
            host.parameters.len(),
            arguments.len()
        )));
    }
    let mut places = Vec::with_capacity(arguments.len());
    for (argument, (place, ty)) in arguments.iter().zip(&host.parameters) {
        let place = *place as usize;
        let number = places.len() + 1;
        match (argument, kind(module, *ty)) {
            (Argument::Elements(bytes), Some(Kind::Vector(_, size)))
                if bytes.len().is_multiple_of(size.max(1) as usize) =>
            {
                let count = (bytes.len() / size.max(1) as usize) as u32;
                let elements = memory.add(bytes);
                memory.write(place, &pointer(elements).to_le_bytes());
                memory.write(place + VECTOR_SIZE, &count.to_le_bytes());
                memory.write(place + VECTOR_CAPACITY, &count.to_le_bytes());
            }
            (Argument::Object(bytes), Some(Kind::Object(_, size))) if bytes.len() == size as usize => {
                memory.write(place, bytes);
            }
            (Argument::Elements(_) | Argument::Object(_), _) => {
                return Err(Error::Arguments(format!("argument {number} doesn't fit its parameter")));
            }
        }
        places.push(place);
    }
    Ok(places)
}

/// The present values of the parameters.
pub(crate) fn read_all(
    module: &Module,
    host: &Host,
    places: &[usize],
    memory: &HostMemory,
) -> Result<Vec<Argument>, Error> {
    let parameters = host.parameters.iter().zip(places);
    let value = |((_, ty), place): (&(u32, TypeId), &usize)| match kind(module, *ty) {
        Some(Kind::Vector(_, size)) => {
            let count = memory.read_u32(place + VECTOR_SIZE) as usize;
            let elements = memory.read_pointer(*place);
            Ok(Argument::Elements(memory.read(elements, count.saturating_mul(size as usize))))
        }
        Some(Kind::Object(_, size)) => Ok(Argument::Object(memory.read(*place, size as usize))),
        None => Err(Error::Arguments("a parameter has no size".to_owned())),
    };
    parameters.map(value).collect()
}
