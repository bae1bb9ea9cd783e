//! The accuracy of functions and operators.

use std::fmt::Write as _;

use serde::Deserialize;
use spec_build::{Source, lines, literal};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AccuracyRow {
    /// The name of a function.
    of: Option<String>,
    /// An operation without a function's name, such as a division.
    expression: Option<String>,
    precise: Bounds,
    #[serde(default)]
    fast: Bounds,
    #[serde(default)]
    half: Bounds,
}

/// Nothing, one bound, or several with conditions.
#[derive(Default, Deserialize)]
#[serde(untagged)]
enum Bounds {
    #[default]
    None,
    One(String),
    List(Vec<String>),
}

pub(crate) fn generate(source: &Source) -> Result<String, String> {
    let table: Vec<AccuracyRow> = source.yaml("accuracy.yaml")?;
    let mut rows = Vec::new();
    for row in &table {
        let operation = match (&row.of, &row.expression) {
            (Some(name), None) => format!("Operation::Function({})", literal(name)),
            (None, Some(expression)) => format!("Operation::Operator({})", literal(expression)),
            _ => return Err("accuracy.yaml: a row is of a function or of an expression".to_owned()),
        };
        rows.push(format!(
            "Accuracy {{ operation: {operation}, precise: {}, fast: {}, half: {} }}",
            row.precise.expression()?,
            row.fast.expression()?,
            row.half.expression()?
        ));
    }
    let mut text = String::new();
    let _ = writeln!(
        text,
        "/// The accuracy of all operations that Tables 7.1 to 7.3 name, in their order.\n\
         pub static ACCURACY: [Accuracy; {}] = [\n{}];\n",
        rows.len(),
        lines(rows)
    );
    Ok(text)
}

impl Bounds {
    fn expression(&self) -> Result<String, String> {
        let list: &[String] = match self {
            Self::None => &[],
            Self::One(text) => std::slice::from_ref(text),
            Self::List(list) => list,
        };
        let list = list.iter().map(|text| bound(text)).collect::<Result<Vec<_>, _>>()?;
        Ok(format!("&[{}]", list.join(", ")))
    }
}

/// `5 ulp if -1 <= x <= 1`
fn bound(text: &str) -> Result<String, String> {
    let (text, condition) = match text.split_once(" if ") {
        Some((text, condition)) => (text, format!("Some({})", literal(condition))),
        None => (text, "None".to_owned()),
    };
    let error = match text {
        "exact" => "AllowedError::Exact".to_owned(),
        "correctly rounded" => "AllowedError::CorrectlyRounded".to_owned(),
        "undefined" => "AllowedError::Undefined".to_owned(),
        _ => {
            if let Some(count) = text.strip_suffix(" ulp") {
                ulp(count)
            } else if let Some(exponent) = text.strip_prefix("within 2^") {
                let exponent: i32 = exponent.parse().map_err(|error| format!("{text}: {error}"))?;
                format!("AllowedError::Absolute({exponent})")
            } else if let Some(expression) = text.strip_prefix("as ") {
                format!("AllowedError::Inherited({})", literal(expression))
            } else {
                return Err(format!("accuracy.yaml: `{text}` is no bound"));
            }
        }
    };
    Ok(format!("Bound {{ error: {error}, condition: {condition} }}"))
}

fn ulp(count: &str) -> String {
    count.parse::<f32>().map_or_else(
        |_| format!("AllowedError::UlpOf({})", literal(count)),
        |number| format!("AllowedError::Ulp({number:?})"),
    )
}
