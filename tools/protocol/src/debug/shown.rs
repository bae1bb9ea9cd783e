//! Values as editors show them.

use serde_json::Value;
use shader_ir::Type;
use shader_language::Language;
use shader_run::debug::Printed;

/// The names of scalar types in a language.
#[derive(Clone, Copy)]
pub(super) enum ScalarNames {
    Wgsl,
    Metal,
}

impl From<Language> for ScalarNames {
    fn from(language: Language) -> Self {
        match language {
            Language::Wgsl => Self::Wgsl,
            Language::Metal => Self::Metal,
        }
    }
}

impl ScalarNames {
    pub(super) const fn of(self, ty: Type) -> &'static str {
        match (self, ty) {
            (Self::Wgsl, _) => ty.name(),
            (Self::Metal, Type::Bool) => "bool",
            (Self::Metal, Type::I8) => "char",
            (Self::Metal, Type::U8) => "uchar",
            (Self::Metal, Type::I16) => "short",
            (Self::Metal, Type::U16) => "ushort",
            (Self::Metal, Type::I32) => "int",
            (Self::Metal, Type::U32) => "uint",
            (Self::Metal, Type::I64) => "long",
            (Self::Metal, Type::U64) => "ulong",
            (Self::Metal, Type::F16) => "half",
            (Self::Metal, Type::F32) => "float",
            (Self::Metal, Type::F64) => "double",
        }
    }
}

/// The parts of a value that a request asks for.
pub(super) fn page(value: Printed, arguments: &Value) -> Vec<(String, Printed)> {
    let filter = arguments["filter"].as_str();
    match value {
        Printed::Scalar(..) => Vec::new(),
        Printed::Parts(_, parts) => {
            if filter == Some("indexed") {
                Vec::new()
            } else {
                parts
            }
        }
        Printed::Elements(..) if filter == Some("named") => Vec::new(),
        Printed::Elements(_, elements, _) => {
            let number = |name: &str| arguments[name].as_u64().map(|it| it as usize);
            let count = number("count").filter(|count| *count > 0).unwrap_or(elements.len());
            let elements =
                elements.into_iter().enumerate().map(|(index, element)| (format!("[{index}]"), element));
            elements.skip(number("start").unwrap_or(0)).take(count).collect()
        }
    }
}

/// A value in one line: of a long one, its type.
pub(super) fn short(value: &Printed) -> String {
    match value {
        Printed::Elements(ty, elements, all) if *all > elements.len() => {
            format!("{ty}, the first {} of {all} elements", elements.len())
        }
        Printed::Elements(ty, elements, _) if value.scalars() > 16 => {
            format!("{ty}, {} elements", elements.len())
        }
        Printed::Parts(ty, _) if value.scalars() > 16 => ty.clone(),
        _ => value.to_string(),
    }
}
