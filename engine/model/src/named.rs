//! Enumerations whose values have names in WebGPU.

/// Makes such an enumeration. A variant is followed by its name.
macro_rules! named {
    ($(#[$about:meta])* pub enum $name:ident { $($(#[$doc:meta])* $value:ident $text:literal,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        pub enum $name { $($(#[$doc])* #[cfg_attr(feature = "serde", serde(rename = $text))] $value,)* }

        impl $name {
            /// All values.
            pub const ALL: &[Self] = &[$(Self::$value,)*];

            /// The name of the value in WebGPU.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$value => $text,)* }
            }

            /// The value with this name in WebGPU.
            #[must_use]
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|it| it.name() == name)
            }
        }

        impl core::fmt::Display for $name {
            fn fmt(&self, output: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                output.pad(self.name())
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use crate::raster::{CullMode, FrontFace, IndexFormat, StepMode, Topology, VertexFormat};
    use crate::texture::{AddressMode, CompareFunction, FilterMode, Format, ViewDimension};
    use crate::{
        BlendFactor, BlendOperation, BufferBindingType, DepthStencilFormat, Feature, StencilOperation,
        TextureBindingType,
    };

    /// Checks that each value of the enumerations is found by its name, and none by another.
    macro_rules! check {
        ($($name:ident)*) => {$(
            for value in $name::ALL {
                assert_eq!($name::from_name(value.name()), Some(*value));
            }
            assert_eq!($name::from_name("rgba8"), None);
        )*};
    }

    #[test]
    fn values_are_found_by_their_names() {
        check!(AddressMode BufferBindingType CompareFunction CullMode ViewDimension FilterMode Format FrontFace);
        check!(IndexFormat StepMode TextureBindingType Topology VertexFormat);
        check!(BlendFactor BlendOperation DepthStencilFormat Feature StencilOperation);
    }
}
