//! The bounds that the text states as numbers. A test compares them with the table of the specification in `spec/accuracy.yaml`.
//! <https://www.w3.org/TR/WGSL/#concrete-float-accuracy>

use super::format::Format;
use crate::Operation;

/// How far a result may be from the exact one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Bound {
    /// So many units in the last place.
    Units(f64),
    /// So many units in the last place, and two more for each unit of the operand's magnitude.
    UnitsAndTwiceTheMagnitude(f64),
    /// A distance.
    Absolute(f64),
    /// A distance for operands in [0.5, 2.0], units in the last place for others.
    AbsoluteNearOneElseUnits(f64, f64),
}

impl Bound {
    /// The bound of an operation. For one that has the worse of two bounds, the first one.
    pub(super) fn of(operation: Operation, format: &Format) -> Option<Self> {
        let is_half = *format == Format::F16;
        let choose = |single, half| if is_half { half } else { single };
        Some(match operation {
            Operation::Divide => Self::Units(2.5),
            Operation::InverseSqrt => Self::Units(2.0),
            Operation::Atan | Operation::Atan2 => Self::Units(choose(4096.0, 5.0)),
            Operation::Exp | Operation::Exp2 => Self::UnitsAndTwiceTheMagnitude(choose(3.0, 1.0)),
            Operation::Log | Operation::Log2 => {
                Self::AbsoluteNearOneElseUnits(choose(1.0 / 2_097_152.0, 1.0 / 128.0), 3.0)
            }
            Operation::Sin | Operation::Cos => Self::Absolute(choose(1.0 / 2048.0, 1.0 / 128.0)),
            Operation::Acos => Self::Absolute(choose(6.77e-5, 3.91e-3)),
            Operation::Asin => Self::Absolute(choose(6.81e-5, 3.91e-3)),
            Operation::Tanh => Self::Absolute(1.0e-5),
            Operation::Unpack4x8snorm
            | Operation::Unpack4x8unorm
            | Operation::Unpack2x16snorm
            | Operation::Unpack2x16unorm
                if !is_half =>
            {
                Self::Units(3.0)
            }
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    const TABLE: &str = include_str!("../../../../spec/accuracy.yaml");

    /// The lines with the bounds of both types, by function.
    fn rows() -> BTreeMap<&'static str, [Option<&'static str>; 2]> {
        let mut rows: BTreeMap<&str, [Option<&str>; 2]> = BTreeMap::new();
        let mut of = "";
        for line in TABLE.lines() {
            if let Some(name) = line.strip_prefix("  of: ") {
                of = name;
            } else if let Some(bound) = line.strip_prefix("  f32: ") {
                rows.entry(of).or_default()[0] = Some(bound);
            } else if let Some(bound) = line.strip_prefix("  f16: ") {
                rows.entry(of).or_default()[1] = Some(bound);
            }
        }
        rows
    }

    /// `bound: "2^-11"` after a form, as a number.
    fn number_after(line: &str, form: &str) -> Option<f64> {
        let quoted = line.split_once(&format!("form: {form}, bound: \""))?.1.split('"').next()?;
        match quoted.split_once('^') {
            Some((base, exponent)) => Some(base.parse::<f64>().ok()?.powi(exponent.parse().ok()?)),
            None => quoted.trim_end_matches(" + 2 * |x|").parse().ok(),
        }
    }

    fn bound_in(line: &str) -> Option<Bound> {
        let (units, absolute) = (number_after(line, "ulp"), number_after(line, "absolute"));
        match (units, absolute) {
            (Some(units), Some(absolute)) => Some(Bound::AbsoluteNearOneElseUnits(absolute, units)),
            (Some(units), None) if line.contains("+ 2 * |x|") => {
                Some(Bound::UnitsAndTwiceTheMagnitude(units))
            }
            (Some(units), None) => Some(Bound::Units(units)),
            (None, absolute) => absolute.map(Bound::Absolute),
        }
    }

    #[test]
    fn bounds_are_those_of_the_specification() {
        let operations = [
            (Operation::Divide, "Divide"),
            (Operation::InverseSqrt, "inverseSqrt"),
            (Operation::Atan, "atan"),
            (Operation::Atan2, "atan2"),
            (Operation::Exp, "exp"),
            (Operation::Exp2, "exp2"),
            (Operation::Log, "log"),
            (Operation::Log2, "log2"),
            (Operation::Sin, "sin"),
            (Operation::Cos, "cos"),
            (Operation::Acos, "acos"),
            (Operation::Asin, "asin"),
            (Operation::Tanh, "tanh"),
            (Operation::Unpack4x8snorm, "unpack4x8snorm"),
            (Operation::Unpack4x8unorm, "unpack4x8unorm"),
            (Operation::Unpack2x16snorm, "unpack2x16snorm"),
            (Operation::Unpack2x16unorm, "unpack2x16unorm"),
        ];
        let rows = rows();
        for (operation, name) in operations {
            let [single, half] = rows[name];
            assert_eq!(Bound::of(operation, &Format::F32), single.and_then(bound_in), "{name}");
            assert_eq!(Bound::of(operation, &Format::F16), half.or(single).and_then(bound_in), "{name}");
        }
        let with_numbers: Vec<&str> = rows
            .iter()
            .filter(|(_, row)| row[0].and_then(bound_in).is_some())
            .map(|(name, _)| *name)
            .collect();
        let mut named: Vec<&str> = operations.iter().map(|(_, name)| *name).collect();
        named.sort_unstable();
        assert_eq!(with_numbers, named);
    }
}
