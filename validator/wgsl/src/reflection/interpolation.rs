//! How values are interpolated between a vertex and a fragment shader. <https://www.w3.org/TR/WGSL/#interpolation>

use crate::meaning::Io;
use core::fmt;
use wgsl_spec::{Symbol, sym};

/// How a value is interpolated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReflectedInterpolation {
    /// The interpolation type.
    #[cfg_attr(feature = "serde", serde(rename = "type"))]
    pub ty: InterpolationType,
    /// The interpolation sampling.
    pub sampling: InterpolationSampling,
}

/// Makes an enumeration of enumerants of the specification.
macro_rules! enumerants {
    ($(#[$about:meta])* $name:ident { $($value:ident $symbol:ident $text:literal,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[allow(missing_docs, reason = "the names of the specification")]
        pub enum $name { $($value,)* }

        impl $name {
            fn from_symbol(symbol: Symbol) -> Option<Self> {
                match symbol {
                    $(sym::$symbol => Some(Self::$value),)*
                    _ => None,
                }
            }

            /// Its name in the specification.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$value => $text,)* }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, output: &mut fmt::Formatter<'_>) -> fmt::Result {
                output.pad(self.name())
            }
        }
    };
}

enumerants! {
    /// <https://www.w3.org/TR/WGSL/#interpolation-type>
    InterpolationType {
        Perspective PERSPECTIVE "perspective",
        Linear LINEAR "linear",
        Flat FLAT "flat",
    }
}

enumerants! {
    /// <https://www.w3.org/TR/WGSL/#interpolation-sampling>
    InterpolationSampling {
        Center CENTER "center",
        Centroid CENTROID "centroid",
        Sample SAMPLE "sample",
        First FIRST "first",
        Either EITHER "either",
    }
}

impl ReflectedInterpolation {
    /// Returns how a value with these attributes is interpolated; `None` if its attribute names something else, in a rejected program.
    pub(super) fn new(io: &Io) -> Option<Self> {
        let (ty, sampling) = io.sampled();
        Some(Self {
            ty: InterpolationType::from_symbol(ty)?,
            sampling: InterpolationSampling::from_symbol(sampling)?,
        })
    }
}
