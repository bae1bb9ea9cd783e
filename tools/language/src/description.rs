//! Descriptions of accepted programs for a host. Their JSON forms are the operations `layout` and `reflect` of the machine protocol, and the
//! output of `wgsl-check layout` and `wgsl-check reflect`.

use crate::check::Program;
use crate::layout::{LayoutReport, SCHEMA};
use core::fmt;
use msl_validator::reflection::{StructureLayout, structures};
use serde::Serialize;

/// The entry points of a program with everything that a host connects to them.
#[derive(Serialize, Debug)]
#[serde(untagged)]
#[allow(missing_docs, reason = "the languages by name")]
pub enum Reflection {
    Wgsl(wgsl_validator::reflection::Reflection),
    Metal(msl_validator::reflection::Reflection),
}

/// The memory layout of a program. All sizes and offsets are in bytes.
#[derive(Serialize, Debug)]
#[serde(untagged)]
#[allow(missing_docs, reason = "the languages by name")]
pub enum Layout<'a> {
    Wgsl(LayoutReport<'a>),
    Metal(MetalLayout<'a>),
}

/// The layout of a program in Metal: buffers belong to its functions, so only structures are listed.
#[derive(Serialize, Debug)]
pub struct MetalLayout<'a> {
    schema: u32,
    /// The name of the file, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    /// The structures, in the order of the source.
    pub structs: Vec<StructureLayout>,
}

/// The reason why an accepted program has no description: it would be too large.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the languages by name")]
pub enum DescriptionError {
    Wgsl(wgsl_validator::reflection::ReflectionError),
    Metal(msl_validator::reflection::ReflectionError),
}

impl fmt::Display for DescriptionError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wgsl(error) => error.fmt(formatter),
            Self::Metal(error) => error.fmt(formatter),
        }
    }
}

impl core::error::Error for DescriptionError {}

impl Program {
    /// Returns the reflection of an accepted program, which is in a file with this name and text.
    ///
    /// # Errors
    /// The reflection would be too large.
    pub fn reflect(&self, file: Option<&str>, text: &str) -> Result<Reflection, DescriptionError> {
        match self {
            Self::Wgsl(module) => {
                let reflection = wgsl_validator::reflection::Reflection::new(file, module);
                reflection.map(Reflection::Wgsl).map_err(DescriptionError::Wgsl)
            }
            Self::Metal(program) => {
                let reflection = msl_validator::reflection::Reflection::new(file, text, program);
                reflection.map(Reflection::Metal).map_err(DescriptionError::Metal)
            }
        }
    }

    /// Returns the layout of an accepted program, which is in a file with this name.
    ///
    /// # Errors
    /// The layout would be too large.
    pub fn layout<'a>(&'a self, file: Option<&'a str>) -> Result<Layout<'a>, DescriptionError> {
        match self {
            Self::Wgsl(module) => Ok(Layout::Wgsl(LayoutReport::new(file, module))),
            Self::Metal(program) => {
                let structs = structures(program).map_err(DescriptionError::Metal)?;
                Ok(Layout::Metal(MetalLayout { schema: SCHEMA, file, structs }))
            }
        }
    }
}
