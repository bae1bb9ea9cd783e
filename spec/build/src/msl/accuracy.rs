//! The accuracy of functions and operators, as tables of `shader-numeric`: without fast math and with it.

use core::f64::consts::PI;
use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::Source;
use serde::Deserialize;
use shader_numeric::Operation;
use shader_numeric::allowed::{Bound, Interval, Range};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AccuracyRow {
    /// The name of a function.
    of: Option<String>,
    /// The name of an operation that is an operator.
    operator: Option<String>,
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

/// A bound and the first operands that it holds for.
#[derive(Clone, PartialEq)]
struct Stated {
    bound: Bound,
    condition: Option<(u8, Range)>,
}

/// The rows of a type, by operation.
type Table = Vec<Option<Stated>>;

/// The operations that functions of the library compute, by the names of the functions.
pub(crate) type Functions = BTreeMap<String, Operation>;

pub(crate) fn generate(source: &Source, functions: &Functions) -> Result<String, String> {
    let rows: Vec<AccuracyRow> = source.yaml("accuracy.yaml")?;
    let mut text =
        String::from("use shader_numeric::allowed::{Accuracy, Bound, Condition, Interval, Range, Row};\n\n");
    let half = table(&rows, functions, |row| &row.half)?;
    let tables = [
        ("PRECISE", "without fast math (Tables 7.1 and 7.3)", table(&rows, functions, |row| &row.precise)?),
        ("FAST", "with fast math (Tables 7.2 and 7.3)", table(&rows, functions, |row| &row.fast)?),
    ];
    for (name, about, single) in tables {
        let _ = writeln!(
            text,
            "/// The accuracy of operations {about}.\npub static {name}: Accuracy = Accuracy {{ f32: [{}], f16: [{}] }};\n",
            written(&single),
            written(&half)
        );
    }
    Ok(text)
}

fn table(
    rows: &[AccuracyRow],
    functions: &Functions,
    bounds: impl Fn(&AccuracyRow) -> &Bounds,
) -> Result<Table, String> {
    let mut table: Table = vec![None; Operation::COUNT];
    for row in rows {
        let Some(operation) = row.operation(functions)? else { continue };
        let stated =
            bounds(row).stated().map_err(|error| format!("accuracy.yaml: {}: {error}", row.name()))?;
        // An expression that the operation is not defined by here: nothing is claimed.
        let Some(stated) = stated.filter(|stated| operation.knows(&stated.bound)) else { continue };
        match &mut table[operation as usize] {
            Some(other) if *other != stated => {
                return Err(format!("accuracy.yaml: {}: another row says otherwise", row.name()));
            }
            slot => *slot = Some(stated),
        }
    }
    Ok(table)
}

fn written(table: &Table) -> String {
    let row = |stated: &Option<Stated>| match stated {
        None => "Row::ANY".to_owned(),
        Some(Stated { bound, condition }) => {
            let condition = condition.map_or_else(String::new, |(operand, range)| {
                format!("Condition {{ operand: {operand}, range: Range::{range:?} }}")
            });
            format!("Row {{ bound: Bound::{bound:?}, conditions: &[{condition}] }}")
        }
    };
    table.iter().map(row).collect::<Vec<_>>().join(", ")
}

impl AccuracyRow {
    fn name(&self) -> &str {
        self.of.as_deref().or(self.operator.as_deref()).unwrap_or_default()
    }

    /// The operation of the row; `None` of a function that is made of several.
    fn operation(&self, functions: &Functions) -> Result<Option<Operation>, String> {
        match (&self.of, &self.operator) {
            (Some(name), None) => Ok(functions.get(name).copied()),
            (None, Some(name)) => {
                let operation = Operation::ALL.iter().find(|operation| operation.identifier() == name);
                operation.copied().map(Some).ok_or_else(|| format!("accuracy.yaml: `{name}` is no operation"))
            }
            _ => Err("accuracy.yaml: a row is of a function or of an operator".to_owned()),
        }
    }
}

impl Bounds {
    /// The bound that holds; `None` where nothing is claimed.
    fn stated(&self) -> Result<Option<Stated>, String> {
        let list: &[String] = match self {
            Self::None => &[],
            Self::One(text) => std::slice::from_ref(text),
            Self::List(list) => list,
        };
        let list = list.iter().map(|text| stated(text)).collect::<Result<Vec<_>, _>>()?;
        Ok(match &list[..] {
            [one] => Some(one.clone()),
            // `within 2^-21 if 0.5 <= x <= 2`, else units: those hold for what the other condition says.
            [
                Stated { bound: Bound::Absolute(absolute), condition: Some((0, Range::Interval(range))) },
                Stated { bound: Bound::Units { count, of_magnitude }, condition },
                Stated { bound: Bound::Any, condition: None },
            ] if *of_magnitude == 0.0 => Some(Stated {
                bound: Bound::ByRange { range: *range, absolute: *absolute, units: *count },
                condition: *condition,
            }),
            // For the operands of the first, the others give a NaN, which stands for anything.
            [
                Stated { bound: Bound::Any, .. },
                inherited @ Stated { bound: Bound::Inherited, condition: None },
            ] => Some(inherited.clone()),
            // Nothing is stated, or expressions that depend on the quadrant, which no operation has.
            _ => None,
        })
    }
}

/// `5 ulp if -1 <= x <= 1`
fn stated(text: &str) -> Result<Stated, String> {
    let (text, condition) = match text.split_once(" if ") {
        Some((text, condition)) => (text, condition_of(condition)),
        None => (text, None),
    };
    let bound = match text {
        "exact" | "correctly rounded" => Bound::CorrectlyRounded,
        "undefined" => Bound::Any,
        _ if text.starts_with("as ") => Bound::Inherited,
        _ => {
            let units = text.strip_suffix(" ulp").and_then(units);
            let absolute = text.strip_prefix("within ").and_then(number).map(Bound::Absolute);
            units.or(absolute).ok_or_else(|| format!("`{text}` is no bound"))?
        }
    };
    Ok(Stated { bound, condition })
}

/// `4`, `3 + floor(fabs(2 * x))`: without the `floor`, which makes it smaller.
fn units(text: &str) -> Option<Bound> {
    let (count, of_magnitude) = match text.split_once(" + floor(fabs(") {
        Some((count, growth)) => (count, number(growth.strip_suffix(" * x))")?)?),
        None => (text, 0.0),
    };
    Some(Bound::Units { count: number(count)?, of_magnitude })
}

/// `-pi <= x <= pi`, `2^-126 <= |y| <= 2^126`, `x > 0`; `None` of conditions on two operands.
fn condition_of(text: &str) -> Option<(u8, Range)> {
    if let Some(name) = text.strip_suffix(" > 0") {
        let positive = Interval { begin: f64::from(f32::MIN_POSITIVE), end: f64::from(f32::MAX) };
        return Some((operand(name)?, Range::Interval(positive)));
    }
    let [begin, name, end] = text.split(" <= ").collect::<Vec<_>>()[..] else { return None };
    let interval = Interval { begin: number(begin)?, end: number(end)? };
    match name.strip_prefix('|').and_then(|name| name.strip_suffix('|')) {
        Some(name) => Some((operand(name)?, Range::Magnitude(interval))),
        None => Some((operand(name)?, Range::Interval(interval))),
    }
}

fn operand(name: &str) -> Option<u8> {
    match name {
        "x" => Some(0),
        "y" => Some(1),
        _ => None,
    }
}

/// `2.5`, `2^-126`, `-pi`
fn number(text: &str) -> Option<f64> {
    match text.split_once('^') {
        Some((base, exponent)) => Some(number(base)?.powi(exponent.parse().ok()?)),
        None => match text {
            "pi" => Some(PI),
            "-pi" => Some(-PI),
            _ => text.parse().ok(),
        },
    }
}
