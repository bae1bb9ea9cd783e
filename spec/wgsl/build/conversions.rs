//! Conversion ranks between scalars.

use std::fmt::Write as _;

use serde::Deserialize;
use serde_yaml::Value;
use spec_build::Source;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    conversions: Vec<Conversion>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Conversion {
    from: String,
    to: String,
    rank: Value,
    #[allow(
        dead_code,
        reason = "the ranks of 2022 order the pairs as the current ones do; kept as a fact of the specification"
    )]
    rank_2022: Option<u8>,
    #[allow(
        dead_code,
        reason = "without f16 and buffers in 2022 the rows of the current edition are never needed"
    )]
    #[serde(default)]
    editions: Vec<String>,
}

/// The variants of `Scalar` by their names in the specification.
pub(crate) fn scalar_variant(name: &str) -> Option<&'static str> {
    Some(match name {
        "AbstractInt" => "AbstractInt",
        "i32" => "I32",
        "u32" => "U32",
        "AbstractFloat" => "AbstractFloat",
        "f32" => "F32",
        "f16" => "F16",
        "bool" => "Bool",
        _ => return None,
    })
}

pub(crate) fn generate(source: &Source) -> Result<String, String> {
    let file: File = source.yaml("conversions.yaml")?;
    let mut text = String::from(
        "/// The rank of the automatic conversion from one scalar to another; `None` if there is none.\n\
         /// <https://www.w3.org/TR/WGSL/#conversion-rank>\n#[must_use]\n\
         pub const fn conversion_rank(from: Scalar, to: Scalar) -> Option<u8> {\n    match (from, to) {\n",
    );
    for conversion in &file.conversions {
        let (Some(from), Some(to)) = (scalar_variant(&conversion.from), scalar_variant(&conversion.to))
        else {
            continue;
        };
        let rank = conversion
            .rank
            .as_u64()
            .ok_or_else(|| format!("conversions.yaml: {from} to {to}: the rank is not a number"))?;
        let _ = writeln!(text, "        (Scalar::{from}, Scalar::{to}) => Some({rank}),");
    }
    text.push_str("        _ if from as u8 == to as u8 => Some(0),\n        _ => None,\n    }\n}\n");
    Ok(text)
}
