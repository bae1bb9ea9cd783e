//! What stages of a render pipeline hand to each other. <https://www.w3.org/TR/WGSL/#stage-inputs-outputs>

use shader_model::raster::Interpolation;
use shader_numeric::Type;
use wgsl_spec::BuiltinValue;

/// A scalar that a stage gets from the one before, or hands on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StageValue {
    /// What it is a part of.
    pub place: StagePlace,
    /// Which component of a vector, or which element of an array, it is.
    pub component: u8,
    /// Its type. Registers hold an `f16` as the bits in the lower half.
    pub ty: Type,
    /// How it comes from the vertices to a fragment; user-defined data between those stages only.
    pub interpolation: Option<Interpolation>,
}

/// Where a stage's data comes from, or goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StagePlace {
    /// User-defined data. <https://www.w3.org/TR/WGSL/#user-defined-inputs-outputs>
    Location {
        /// `@location`
        location: u32,
        /// `@blend_src`; 0 where it is not written.
        blend_src: u32,
    },
    /// Data that the pipeline knows. <https://www.w3.org/TR/WGSL/#built-in-values>
    Builtin(BuiltinValue),
}
