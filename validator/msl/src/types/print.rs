//! Types as people write them.

use super::{Argument, Object, Type, TypeId, Types};
use msl_spec::ValueType;

impl Types {
    /// The type as it is written in a program.
    #[must_use]
    pub fn print(&self, id: TypeId) -> String {
        match self.get(id) {
            Type::Error => "{error}".to_owned(),
            Type::Void => "void".to_owned(),
            Type::Value(ty) => ty.to_string(),
            Type::Atomic(scalar) => format!("atomic_{}", scalar.name()),
            Type::Pixel(pixel, value) => format!("{}<{value}>", pixel.name()),
            Type::Texture(kind, scalar, access) if access == kind.default_access() => {
                format!("{}<{}>", kind.name(), scalar.name())
            }
            Type::Texture(kind, scalar, access) => {
                format!("{}<{}, access::{}>", kind.name(), scalar.name(), access.name())
            }
            Type::Class(class) => class.name().to_owned(),
            Type::LibraryEnumeration(enumeration) => enumeration.name().to_owned(),
            Type::Option(option) => option.name().to_owned(),
            Type::Enumeration(id) => {
                self.enumerations.get(&id).cloned().unwrap_or_else(|| "an enumeration".to_owned())
            }
            Type::Structure(number) => self.print_structure(number),
            Type::Array(element, count) => self.print_array(element, count),
            Type::LibraryArray(element, count) => format!("array<{}, {count}>", self.print(element)),
            Type::ArrayRef(element) => format!("array_ref<{}>", self.print(element)),
            Type::Uniform(ty) => format!("uniform<{}>", self.print(ty)),
            Type::PatchControlPoint(ty) => format!("patch_control_point<{}>", self.print(ty)),
            Type::VertexValue(ty) => format!("vertex_value<{}>", self.print(ty)),
            Type::Pointer(object) => self.print_object(object, "*"),
            Type::Reference(object) => self.print_object(object, "&"),
            Type::Null => "nullptr_t".to_owned(),
            Type::Unique(number) => format!("T{number}"),
            Type::Function(_) => self.print_function(id),
            Type::Opaque(name) => name.to_owned(),
        }
    }

    fn print_function(&self, id: TypeId) -> String {
        let Some((parameters, result)) = self.signature(id) else { return String::new() };
        let parameters: Vec<String> = parameters.iter().map(|ty| self.print(*ty)).collect();
        format!("{}({})", self.print(*result), parameters.join(", "))
    }

    fn print_structure(&self, number: super::StructureNumber) -> String {
        let structure = self.structure(number);
        if structure.arguments.is_empty() {
            return structure.name.clone();
        }
        let arguments: Vec<String> = structure
            .arguments
            .iter()
            .map(|argument| match argument {
                Argument::Type(ty) => self.print(*ty),
                Argument::Number(number) => number.to_string(),
                Argument::Function(functions) => self.named_functions(*functions).name.clone(),
                Argument::Template(template) => self.templates.get(template).cloned().unwrap_or_default(),
            })
            .collect();
        format!("{}<{}>", structure.name, arguments.join(", "))
    }

    /// An array, whose outermost number of elements comes first.
    fn print_array(&self, element: TypeId, count: Option<u32>) -> String {
        let mut counts = String::new();
        let (mut innermost, mut count) = (element, count);
        loop {
            counts += &count.map_or_else(|| "[]".to_owned(), |count| format!("[{count}]"));
            match self.get(innermost) {
                Type::Array(element, inner) => (innermost, count) = (element, inner),
                _ => return self.print(innermost) + &counts,
            }
        }
    }

    fn print_object(&self, object: Object, mark: &str) -> String {
        let volatile = if object.is_volatile { "volatile " } else { "" };
        let constant = if object.is_const { "const " } else { "" };
        let ty = self.print(object.ty);
        let mark = match self.get(object.ty) {
            Type::Array(..) => format!(" ({mark})"),
            _ => mark.to_owned(),
        };
        format!("{} {volatile}{constant}{ty}{mark}", object.space.name())
    }

    /// The scalar, vector or matrix of a type, for people: `None` if it is none.
    #[must_use]
    pub fn print_value(ty: ValueType) -> String {
        ty.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use msl_spec::{Access, AddressSpace, Scalar, TextureKind, Width};

    #[test]
    fn types_are_printed_as_they_are_written() {
        let mut types = Types::default();
        let float3 = types.value(ValueType::Vector(Scalar::Float, Width::Three));
        let inner = types.intern(Type::Array(float3, Some(2)));
        let array = types.intern(Type::Array(inner, None));
        let object = Object { ty: float3, space: AddressSpace::Device, is_const: true, is_volatile: false };
        let pointer = types.intern(Type::Pointer(object));
        let texture = types.intern(Type::Texture(TextureKind::Texture2d, Scalar::Half, Access::Write));
        assert_eq!(types.print(array), "float3[][2]");
        assert_eq!(types.print(pointer), "device const float3*");
        assert_eq!(types.print(texture), "texture2d<half, access::write>");
    }
}
