//! The accuracy of floating point operations, as tables of `shader-numeric`.

use core::f64::consts::PI;
use std::fmt::Write as _;

use crate::Source;
use serde::Deserialize;
use shader_numeric::allowed::{Bound, Interval, Range};
use shader_numeric::{Operation, Type};

use super::functions::Functions;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    /// The operation, with names for its operands.
    expression: String,
    /// The function.
    of: String,
    f32: Accuracy,
    f16: Option<Accuracy>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Accuracy {
    form: String,
    #[serde(rename = "bound")]
    value: Option<String>,
    from: Option<String>,
    #[serde(default)]
    of: Vec<Self>,
    #[serde(rename = "where")]
    condition: Option<String>,
}

/// The bounds and the conditions of one type, by operation, as Rust.
struct Table(Vec<Option<(String, String)>>);

pub(crate) fn generate(source: &Source, functions: &Functions) -> Result<String, String> {
    let rows: Vec<Row> = source.yaml("accuracy.yaml")?;
    let mut text = String::from(
        "use shader_numeric::allowed::{Accuracy, Bound, Condition, Interval, Range, Row};\n\n\
         /// The accuracy of floating point operations. <https://www.w3.org/TR/WGSL/#concrete-float-accuracy>\n\
         pub static ACCURACY: Accuracy = Accuracy {\n",
    );
    for ty in [Type::F32, Type::F16] {
        let mut table = Table(vec![None; Operation::COUNT]);
        for row in &rows {
            table
                .add(row, ty, functions)
                .map_err(|error| format!("accuracy.yaml: {}: {error}", row.expression))?;
        }
        let _ = writeln!(text, "    {}: [{}],", ty.name(), table.text());
    }
    text.push_str("};\n");
    Ok(text)
}

impl Row {
    /// The operand that has a name in the expression, in the order of their appearance.
    fn operand(&self, name: &str) -> Option<usize> {
        let words = self.expression.split(|it: char| !it.is_ascii_alphanumeric());
        words.filter(|word| !word.is_empty() && *word != self.of).position(|word| word == name)
    }
}

impl Table {
    fn add(&mut self, row: &Row, ty: Type, functions: &Functions) -> Result<(), String> {
        let operation = functions
            .operation_of(&row.of)
            .ok_or_else(|| format!("there is no function `{}` that computes a value", row.of))?;
        let accuracy = row.f16.as_ref().filter(|_| ty == Type::F16).unwrap_or(&row.f32);
        let bound = accuracy.bound()?;
        if !operation.knows(&bound) {
            return Err(format!("there are no results of `{}` for this form", row.of));
        }
        let entry = (format!("Bound::{bound:?}"), accuracy.conditions(row)?);
        match &mut self.0[operation as usize] {
            Some(other) if *other != entry => Err("another row says otherwise".to_owned()),
            slot => {
                *slot = Some(entry);
                Ok(())
            }
        }
    }

    fn text(&self) -> String {
        let row = |entry: &Option<(String, String)>| match entry {
            Some((bound, conditions)) => format!("Row {{ bound: {bound}, conditions: &[{conditions}] }}"),
            None => "Row::ANY".to_owned(),
        };
        self.0.iter().map(row).collect::<Vec<_>>().join(", ")
    }
}

impl Accuracy {
    fn bound(&self) -> Result<Bound, String> {
        let value = self.value.as_deref();
        let stated = match (self.form.as_str(), value, self.from.is_some(), &self.of[..]) {
            ("correctly rounded" | "correct result", None, false, []) => Some(Bound::CorrectlyRounded),
            ("any result" | "not applicable", None, false, []) => Some(Bound::Any),
            ("inherited", None, true, []) => Some(Bound::Inherited),
            ("ulp", Some(value), false, []) => match value.split_once(" + ") {
                Some((count, growth)) => units(count, growth.strip_suffix(" * |x|").unwrap_or_default()),
                None => units(value, "0"),
            },
            ("absolute", Some(value), false, []) => number(value).map(Bound::Absolute),
            ("worse of", None, false, [first, second]) => match (first.bound()?, second.bound()?) {
                (Bound::Absolute(error), Bound::Inherited) => Some(Bound::AbsoluteOrInherited(error)),
                _ => None,
            },
            ("by range", None, false, [first, second]) => {
                by_range(first, second)?.or(by_range(second, first)?)
            }
            _ => None,
        };
        stated.ok_or_else(|| format!("the form `{}` is malformed", self.form))
    }

    /// The operands for which the bound holds, as Rust.
    fn conditions(&self, row: &Row) -> Result<String, String> {
        let mut text = String::new();
        for condition in self.condition.iter().flat_map(|it| it.split(", and ")) {
            let (name, range) =
                range(condition).ok_or_else(|| format!("an unknown condition: {condition}"))?;
            let operand =
                row.operand(name).ok_or_else(|| format!("the expression has no operand `{name}`"))?;
            let _ = write!(text, "Condition {{ operand: {operand}, range: Range::{range:?} }}, ");
        }
        Ok(text)
    }
}

/// A distance within an interval, and units in the last place outside of it.
fn by_range(inside: &Accuracy, outside: &Accuracy) -> Result<Option<Bound>, String> {
    let (Bound::Absolute(absolute), Bound::Units { count, of_magnitude: 0.0 }) =
        (inside.bound()?, outside.bound()?)
    else {
        return Ok(None);
    };
    let there = inside.condition.as_deref().and_then(range);
    let elsewhere = outside.condition.as_deref().map(|it| it.replace("is outside", "is in"));
    match (there, elsewhere.as_deref().and_then(range)) {
        (Some((_, Range::Interval(range))), Some((_, Range::Interval(other)))) if range == other => {
            Ok(Some(Bound::ByRange { range, absolute, units: count }))
        }
        _ => Err("the ranges do not complement each other".to_owned()),
    }
}

fn units(count: &str, of_magnitude: &str) -> Option<Bound> {
    Some(Bound::Units { count: number(count)?, of_magnitude: number(of_magnitude)? })
}

/// `x is in the interval [-π, π]`, `|x| in the range [2^-126, 2^126]`, `x is finite and normal`: the name, and what it must be.
fn range(condition: &str) -> Option<(&str, Range)> {
    if let Some(name) = condition.strip_suffix(" is finite and normal") {
        return Some((name, Range::Normal));
    }
    if let Some((name, ends)) = condition.split_once(" is in the interval ") {
        return Some((name, Range::Interval(interval(ends)?)));
    }
    let (name, ends) = condition.strip_prefix('|')?.split_once("| in the range ")?;
    Some((name, Range::Magnitude(interval(ends)?)))
}

fn interval(ends: &str) -> Option<Interval> {
    let (begin, end) = ends.strip_prefix('[')?.strip_suffix(']')?.split_once(", ")?;
    Some(Interval { begin: number(begin)?, end: number(end)? })
}

/// `2.5`, `2^-11`, `π`
fn number(text: &str) -> Option<f64> {
    match text.split_once('^') {
        Some((base, exponent)) => Some(number(base)?.powi(exponent.parse().ok()?)),
        None if text == "π" => Some(PI),
        None if text == "-π" => Some(-PI),
        None => text.parse().ok(),
    }
}
