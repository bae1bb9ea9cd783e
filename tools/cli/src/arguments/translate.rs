//! The arguments of `translate`.

use super::common::{ForMetal, ForModules, constant, memory, numbers};
use clap::{Args, ValueEnum};
use msl_translate::TextureFormat;
use std::path::PathBuf;

/// The arguments of `translate`.
#[derive(Args, Debug)]
pub(crate) struct Translate {
    /// Metal file, or - for standard input
    pub(crate) file: PathBuf,
    /// Kernel, vertex or fragment function [default: the only one]
    #[arg(long, value_name = "NAME")]
    pub(crate) entry_point: Option<String>,
    /// Threads in a threadgroup along x, y and z: the workgroup size of the WGSL program [default: 32, or less if the kernel allows less]
    #[arg(long, value_name = "X,Y,Z", value_parser = numbers)]
    pub(crate) threadgroup_size: Option<[u32; 3]>,
    /// Size in bytes of a pointer argument in threadgroup memory, by the number n of its [[threadgroup(n)]]
    #[arg(long = "threadgroup-memory", value_name = "NUMBER=BYTES", value_parser = memory)]
    pub(crate) threadgroup_memory: Vec<(u32, u32)>,
    /// Set a function constant, by its index or name: the default value of its override
    #[arg(long = "constant", value_name = "NAME=NUMBER", value_parser = constant)]
    pub(crate) constants: Vec<(String, f64)>,
    /// Format of a texture, by its number; WGSL requires it for a writable texture [default: four components of the
    /// texture's type, or one if it is read and written]
    #[arg(long = "texture-format", value_name = "NUMBER=FORMAT", value_parser = texture_format)]
    pub(crate) texture_formats: Vec<(u32, TextureFormat)>,
    /// Assume that the program is compiled without fast math: the minimum of a NaN and a number is the number
    #[arg(long)]
    pub(crate) no_fast_math: bool,
    #[command(flatten)]
    pub(crate) standard: ForMetal,
    #[command(flatten)]
    pub(crate) modules: ForModules,
    /// Output format
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub(crate) format: TranslationFormat,
    /// File to write the result to [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// The output format of translations.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum TranslationFormat {
    /// The program in WGSL, with the table of bindings in comments at the top
    #[default]
    Human,
    /// One JSON object with the program, the bindings and the constants
    Json,
}

/// Reads `NUMBER=FORMAT`.
fn texture_format(text: &str) -> Result<(u32, TextureFormat), String> {
    let parts = text.split_once('=').and_then(|(number, format)| Some((number.parse().ok()?, format)));
    let (number, name) = parts.ok_or("expected NUMBER=FORMAT")?;
    let format = TextureFormat::from_name(name).ok_or_else(|| format!("unknown texel format `{name}`"))?;
    Ok((number, format))
}
