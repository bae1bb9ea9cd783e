//! Conversion ranks between scalars.

use std::fmt::Write as _;

use crate::Source;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Conversion {
    from: String,
    to: String,
    rank: u8,
}

/// The names of the scalars in the specification and their variants of `Scalar`, in the order of these.
pub(crate) const SCALARS: [(&str, &str); 7] = [
    ("AbstractInt", "AbstractInt"),
    ("i32", "I32"),
    ("u32", "U32"),
    ("AbstractFloat", "AbstractFloat"),
    ("f32", "F32"),
    ("f16", "F16"),
    ("bool", "Bool"),
];

/// The variant of a scalar.
pub(crate) fn scalar_variant(name: &str) -> Option<&'static str> {
    SCALARS.iter().find(|scalar| scalar.0 == name).map(|scalar| scalar.1)
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
