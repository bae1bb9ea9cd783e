//! Constant numbers. Section 2.1

use super::translator::{Feature, Outcome, Translator};
use super::types::Base;
use super::value::Text;
use msl_spec::{Scalar, ValueType};
use msl_validator::meaning::Value;

impl Translator<'_> {
    /// A constant of a scalar type.
    pub(crate) fn literal(&mut self, value: Value, scalar: Scalar) -> Outcome<Text> {
        if super::wide::is_wide(scalar) {
            return Ok(super::wide::literal(integer(value)));
        }
        let base = self.base(scalar)?;
        Ok(match base {
            Base::Bool => Text::primary(if is_true(value) { "true" } else { "false" }),
            Base::I32 => signed(narrowed(integer(value), scalar)),
            Base::U32 => Text::primary(format!("{}u", narrowed(integer(value), scalar) as u32)),
            Base::F32 => self.float(float(value) as f32, "f"),
            Base::F16 => self.float(half(float(value)), "h"),
        })
    }

    /// A number of floating point. WGSL has no constants that are infinite or no numbers: those are made from their bits while the program runs.
    fn float(&mut self, value: f32, suffix: &str) -> Text {
        if value.is_finite() {
            // The shortest decimal number that is rounded to the largest float is larger than that, which WGSL may reject.
            let code = if value.abs() >= f32::MAX {
                format!("{}0x1.fffffep+127{suffix}", if value < 0.0 { "-" } else { "" })
            } else {
                format!("{value:?}{suffix}")
            };
            return if value.is_sign_negative() { Text::operator(code) } else { Text::primary(code) };
        }
        let name = self.float_of_bits();
        let bits = if value.is_nan() { 0x7fc0_0000 } else { value.to_bits() };
        let code = format!("{name}({bits:#x}u)");
        Text::primary(if suffix == "h" { format!("f16({code})") } else { code })
    }

    /// The function that makes a number of its bits, where a constant expression would be an error.
    fn float_of_bits(&mut self) -> String {
        self.features.insert(Feature::FloatOfBits);
        self.helper("float_of_bits", |name| {
            vec![
                format!("fn {name}(bits: u32) -> f32 {{"),
                "  return bitcast<f32>(bits);".to_owned(),
                "}".to_owned(),
            ]
        })
    }

    /// A value that is not a constant expression of WGSL, which has to be finite.
    pub(crate) fn at_run_time(&mut self, text: &Text, ty: ValueType) -> Outcome<Text> {
        if self.is_at_run_time(&text.code) {
            return Ok(text.clone());
        }
        let own = self.value_name(ty)?;
        let name = self.helper(format!("run_time_{own}").trim_end_matches('>'), |name| {
            vec![format!("fn {name}(value: {own}) -> {own} {{"), "  return value;".to_owned(), "}".to_owned()]
        });
        Ok(Text::primary(format!("{name}({})", text.code)).with_effects_of(&[text]))
    }

    /// A constant with a name: WGSL rejects constant expressions without a finite result, and a name of a function is not constant.
    pub(crate) fn named_constant(&mut self, constant: &Text) -> Text {
        let name = self.names.fixed("constant");
        self.writer.line(format!("let {name} = {};", constant.code));
        Text::primary(name)
    }

    /// Returns true if a part of an expression is a variable of the function or a resource, or calls a function.
    pub(crate) fn is_at_run_time(&self, code: &str) -> bool {
        let is_part = |it: char| !it.is_alphanumeric() && it != '_' && it != '.';
        code.split(is_part).map(|path| path.split_once('.').map_or(path, |(first, _)| first)).any(|word| {
            self.names.is_local(word)
                || self.function_names.contains(word)
                || self.rows.iter().any(|row| row.name == word)
        })
    }

    /// A function of the result that is there once, by what it does.
    pub(crate) fn helper(&mut self, wanted: &str, lines: impl FnOnce(&str) -> Vec<String>) -> String {
        if let Some(name) = self.helper_names.get(wanted) {
            return name.clone();
        }
        let name = self.names.global(wanted);
        self.function_names.insert(name.clone());
        let span = self.writer.span;
        for line in lines(&name) {
            let depth = (line.len() - line.trim_start().len()) / 2;
            self.helpers.push(Self::module_line(span, depth, line.trim_start()));
        }
        self.helpers.push(Self::module_line(span, 0, ""));
        self.helper_names.insert(wanted.to_owned(), name.clone());
        name
    }
}

/// Returns true if a constant is not zero.
pub(crate) fn is_true(value: Value) -> bool {
    match value {
        Value::Bool(value) => value,
        Value::Integer(value) => value != 0,
        Value::Float(value) => value != 0.0,
    }
}

/// A constant as an integer.
pub(crate) fn integer(value: Value) -> i128 {
    match value {
        Value::Bool(value) => i128::from(value),
        Value::Integer(value) => value,
        Value::Float(value) => value as i128,
    }
}

/// A constant as a floating-point number.
pub(crate) fn float(value: Value) -> f64 {
    match value {
        Value::Bool(value) => f64::from(u8::from(value)),
        Value::Integer(value) => value as f64,
        Value::Float(value) => value,
    }
}

/// The nearest number that `half` has, which `float` has, too: the last of two that are equally near is even.
fn half(value: f64) -> f32 {
    if !value.is_finite() || value == 0.0 {
        return value as f32;
    }
    // Numbers of the largest exponent below, or subnormal ones, are multiples of this step.
    let exponent = (value.abs().log2().floor() as i32).max(-14);
    let step = f64::from(exponent - 10).exp2();
    let rounded = (value / step).round_ties_even() * step;
    if rounded.abs() > 65504.0 { f32::INFINITY.copysign(rounded as f32) } else { rounded as f32 }
}

/// An integer in the range of its type: it wraps.
fn narrowed(value: i128, scalar: Scalar) -> i64 {
    match scalar {
        Scalar::Char => i64::from(value as i8),
        Scalar::Uchar => i64::from(value as u8),
        Scalar::Short => i64::from(value as i16),
        Scalar::Ushort => i64::from(value as u16),
        Scalar::Uint => i64::from(value as u32),
        Scalar::Bool | Scalar::Int | Scalar::Half | Scalar::Bfloat | Scalar::Float | Scalar::Double => {
            i64::from(value as i32)
        }
        Scalar::Long | Scalar::Ulong => value as i64,
    }
}

fn signed(value: i64) -> Text {
    if value == i64::from(i32::MIN) {
        return Text::primary("i32(-2147483648)");
    }
    let code = format!("{value}i");
    if value < 0 { Text::operator(code) } else { Text::primary(code) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_are_rounded_to_even() {
        let cases = [
            (0.1, 0.099_975_586),
            (1.0 + 1.0 / 2048.0, 1.0),
            (65520.0, f32::INFINITY),
            (6.0e-8, 5.960_464_5e-8),
        ];
        for (value, expected) in cases {
            assert_eq!(half(value).to_bits(), f32::to_bits(expected), "{value}");
        }
    }

    #[test]
    fn integers_wrap_in_their_types() {
        assert_eq!(narrowed(70_000, Scalar::Ushort), 4464);
        assert_eq!(narrowed(200, Scalar::Char), -56);
        assert_eq!(signed(i64::from(i32::MIN)).code, "i32(-2147483648)");
    }
}
