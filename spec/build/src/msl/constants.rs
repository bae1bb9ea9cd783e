//! The constants of the library.

use std::fmt::Write as _;

use crate::{Source, lines, literal, pascal};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Constant {
    name: String,
    /// One of each type, with a suffix, if there is none.
    #[serde(rename = "type")]
    ty: Option<String>,
    value: String,
}

pub(crate) fn generate(source: &Source) -> Result<String, String> {
    let constants: Vec<Constant> = source.yaml("constants.yaml")?;
    let mut rows = Vec::new();
    for constant in &constants {
        let value = constant.expression()?;
        let mut add = |name: String, ty: &str| {
            let scalar = pascal(ty);
            let row =
                format!("Constant {{ name: {}, scalar: Scalar::{scalar}, value: {value} }}", literal(&name));
            rows.push((name, row));
        };
        if let Some(ty) = &constant.ty {
            add(constant.name.clone(), ty);
        } else {
            add(format!("{}_F", constant.name), "float");
            add(format!("{}_H", constant.name), "half");
        }
    }
    rows.sort();
    let mut text = String::new();
    let _ = writeln!(
        text,
        "/// All constants, sorted by name.\npub static CONSTANTS: [Constant; {}] = [\n{}];\n",
        rows.len(),
        lines(rows.into_iter().map(|(_, row)| row))
    );
    Ok(text)
}

impl Constant {
    fn expression(&self) -> Result<String, String> {
        match self.value.as_str() {
            "infinity" => Ok("f64::INFINITY".to_owned()),
            "nan" => Ok("f64::NAN".to_owned()),
            text => {
                let value: f64 = text.parse().map_err(|error| format!("{}: {error}", self.name))?;
                Ok(format!("{value:?}_f64"))
            }
        }
    }
}
