//! Conversion ranks between scalars.

use std::fmt::Write as _;

use serde::Deserialize;
use spec_build::Source;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Conversion {
    from: String,
    to: String,
    rank: u8,
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
    let conversions: Vec<Conversion> = source.yaml("conversions.yaml")?;
    let mut text = String::from(
        "/// The rank of the automatic conversion from one scalar to another; `None` if there is none.\n\
         /// <https://www.w3.org/TR/WGSL/#conversion-rank>\n#[must_use]\n\
         pub const fn conversion_rank(from: Scalar, to: Scalar) -> Option<u8> {\n    match (from, to) {\n",
    );
    for Conversion { from, to, rank } in &conversions {
        let variant = |name| {
            scalar_variant(name)
                .ok_or_else(|| format!("conversions.yaml: {from} to {to}: `{name}` is not a scalar"))
        };
        let _ =
            writeln!(text, "        (Scalar::{}, Scalar::{}) => Some({rank}),", variant(from)?, variant(to)?);
    }
    text.push_str("        _ if from as u8 == to as u8 => Some(0),\n        _ => None,\n    }\n}\n");
    Ok(text)
}
