//! Types as people write them.

use super::{Argument, Object, Type, TypeId, Types};
use msl_spec::{Scalar, ValueType};

/// The bytes after which template arguments are left out. An argument can be the same structure twice, and so can its own arguments: names
/// double with each level.
const MOST_BYTES: usize = 512;

impl Types {
    /// The type as it is written in a program. Template arguments beyond a limit of bytes are `…`.
    #[must_use]
    pub fn print(&self, id: TypeId) -> String {
        let mut text = String::new();
        self.write(id, &mut text);
        text
    }

    fn write(&self, id: TypeId, text: &mut String) {
        let name = match self.get(id) {
            Type::Structure(number) => return self.write_structure(number, text),
            Type::Array(element, count) => return self.write_array(element, count, text),
            Type::LibraryArray(element, count) => {
                return self.write_around("array<", element, &format!(", {count}>"), text);
            }
            Type::ArrayRef(element) => return self.write_around("array_ref<", element, ">", text),
            Type::Qualified(ty, cv) => {
                let volatile = if cv.is_volatile { "volatile " } else { "" };
                let before = format!("{}{volatile}", if cv.is_const { "const " } else { "" });
                return self.write_around(&before, ty, "", text);
            }
            Type::Uniform(ty) => return self.write_around("uniform<", ty, ">", text),
            Type::PatchControlPoint(ty) => return self.write_around("patch_control_point<", ty, ">", text),
            Type::VertexValue(ty) => return self.write_around("vertex_value<", ty, ">", text),
            Type::Pointer(object) => return self.write_object(object, "*", text),
            Type::Reference(object) => {
                return self.write_object(object, if object.is_rvalue { "&&" } else { "&" }, text);
            }
            Type::Error => "<unknown type>".to_owned(),
            Type::Void => "void".to_owned(),
            Type::Value(ValueType::Scalar(scalar)) if !self.has_spaces => name_in_cxx(scalar).to_owned(),
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
            Type::Enumeration(id, _) => {
                self.enumerations.get(&id).cloned().unwrap_or_else(|| "an enumeration".to_owned())
            }
            Type::Null => "nullptr_t".to_owned(),
            Type::Unique(number) => format!("T{number}"),
            Type::Function(_) => return self.write_function(id, text),
            Type::Opaque(name) => name.to_owned(),
        };
        *text += &name;
    }

    fn write_function(&self, id: TypeId, text: &mut String) {
        let Some((parameters, result)) = self.signature(id) else { return };
        self.write(*result, text);
        text.push('(');
        for (index, parameter) in parameters.iter().enumerate() {
            *text += if index == 0 { "" } else { ", " };
            if text.len() > MOST_BYTES {
                *text += "…";
                break;
            }
            self.write(*parameter, text);
        }
        text.push(')');
    }

    fn write_around(&self, before: &str, inner: TypeId, after: &str, text: &mut String) {
        *text += before;
        self.write(inner, text);
        *text += after;
    }

    fn write_structure(&self, number: super::StructureNumber, text: &mut String) {
        let structure = self.structure(number);
        *text += &structure.name;
        for (index, argument) in structure.arguments.iter().take(structure.shown_arguments).enumerate() {
            *text += if index == 0 { "<" } else { ", " };
            if text.len() > MOST_BYTES {
                *text += "…";
                break;
            }
            match argument {
                Argument::Type(ty) => self.write(*ty, text),
                Argument::Number(number) => *text += &number.to_string(),
                Argument::Function(functions) => *text += &self.named_functions(*functions).name,
                Argument::Template(template) => {
                    *text += self.templates.get(template).map_or("", String::as_str);
                }
            }
        }
        if !structure.arguments.is_empty() {
            text.push('>');
        }
    }

    /// An array, whose outermost number of elements comes first.
    fn write_array(&self, element: TypeId, count: Option<u32>, text: &mut String) {
        let mut counts = String::new();
        let (mut innermost, mut count) = (element, count);
        loop {
            counts += &count.map_or_else(|| "[]".to_owned(), |count| format!("[{count}]"));
            match self.get(innermost) {
                Type::Array(element, inner) => (innermost, count) = (element, inner),
                _ => return self.write_around("", innermost, &counts, text),
            }
        }
    }

    fn write_object(&self, object: Object, mark: &str, text: &mut String) {
        let volatile = if object.is_volatile { "volatile " } else { "" };
        let constant = if object.is_const { "const " } else { "" };
        let mark = match self.get(object.ty) {
            Type::Array(..) => format!(" ({mark})"),
            _ => mark.to_owned(),
        };
        let space = if self.has_spaces { format!("{} ", object.space.name()) } else { String::new() };
        self.write_around(&format!("{space}{volatile}{constant}"), object.ty, &mark, text);
    }

    /// The scalar, vector or matrix of a type, for people: `None` if it is none.
    #[must_use]
    pub fn print_value(ty: ValueType) -> String {
        ty.to_string()
    }
}

/// The name of a scalar in C++, where the names of Metal are not known. C++14 (dcl.type.simple)
const fn name_in_cxx(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::Uchar => "unsigned char",
        Scalar::Ushort => "unsigned short",
        Scalar::Uint => "unsigned int",
        Scalar::Long => "long long",
        Scalar::Ulong => "unsigned long long",
        Scalar::Bool
        | Scalar::Char
        | Scalar::Short
        | Scalar::Int
        | Scalar::Half
        | Scalar::Bfloat
        | Scalar::Float
        | Scalar::Double => scalar.name(),
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
        let object = Object {
            ty: float3,
            space: AddressSpace::Device,
            is_const: true,
            is_volatile: false,
            is_rvalue: false,
        };
        let pointer = types.intern(Type::Pointer(object));
        let texture = types.intern(Type::Texture(TextureKind::Texture2d, Scalar::Half, Access::Write));
        assert_eq!(types.print(array), "float3[][2]");
        assert_eq!(types.print(pointer), "device const float3*");
        assert_eq!(types.print(texture), "texture2d<half, access::write>");
    }

    #[test]
    fn names_that_double_with_each_level_are_bounded() {
        let aliases = |count: usize| {
            let alias = |index: usize| format!("using A{} = P<A{index}, A{index}>;\n", index + 1);
            let aliases: String = (0..count).map(alias).collect();
            format!(
                "template <typename T, typename U> struct P {{ int a; }};\nusing A0 = P<int, int>;\n{aliases}\
                 void f(A{count} a) {{ int b = a; }}"
            )
        };
        let message =
            |count: usize| crate::validate(&aliases(count), &crate::Options::default())[0].message.clone();
        assert!(
            message(2).contains("`P<P<P<int, int>, P<int, int>>, P<P<int, int>, P<int, int>>>`"),
            "{}",
            message(2)
        );
        let long = message(100);
        assert!(long.contains(", …>") && long.len() < 4 * MOST_BYTES, "{long}");
    }
}
