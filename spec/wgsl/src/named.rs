//! Enumerations whose values have names in the specification: they are displayed and serialized by these names, and their JSON schema
//! lists them.

use crate::{AccessMode, BuiltinValue, EnableExtension, LanguageExtension, Scalar, ShaderStage, TexelFormat};
use core::fmt;

/// Implements the traits for enumerations with `name()`, and with `ALL` or a list of the values that the schema admits.
macro_rules! by_name {
    ($($name:ident: $values:expr,)*) => {$(
        impl fmt::Display for $name {
            fn fmt(&self, output: &mut fmt::Formatter<'_>) -> fmt::Result {
                output.pad(self.name())
            }
        }

        #[cfg(feature = "serde")]
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }

        #[cfg(feature = "schema")]
        impl schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                let names = $values.map(Self::name);
                schemars::json_schema!({ "type": "string", "enum": names.as_slice() })
            }
        }
    )*};
}

by_name! {
    AccessMode: Self::ALL,
    BuiltinValue: Self::ALL,
    EnableExtension: Self::ALL,
    LanguageExtension: Self::ALL,
    // Variables and overrides have concrete types only.
    Scalar: [Self::I32, Self::U32, Self::F32, Self::F16, Self::Bool],
    ShaderStage: Self::ALL,
    TexelFormat: Self::ALL,
}
