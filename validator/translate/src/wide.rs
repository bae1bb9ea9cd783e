//! Integers of 64 bits, which WGSL does not have: vectors of two words, the lower one first, as in memory. Section 2.1
//!
//! Functions of the result compute with them. [`narrow`](super::narrow) finds where one word is enough.

use super::translator::{Outcome, Translator};
use super::value::Text;
use cxx_validator::ast::BinaryOperator;
use msl_spec::{ComposedFunction, FunctionOperation, Scalar, ValueType, sections};
use msl_validator::typed::UnaryOperator;
use shader_numeric::Operation;

/// The type of both integers.
pub(crate) const WORDS: &str = "vec2<u32>";

/// The functions: name, head and lines. `$name` is the name of a function of this table.
const FUNCTIONS: [(&str, &str, &[&str]); 20] = [
    ("extend", "(value: i32) -> vec2<u32>", &["return vec2<u32>(u32(value), u32(value >> 31u));"]),
    (
        "add",
        "(a: vec2<u32>, b: vec2<u32>) -> vec2<u32>",
        &["let low = a.x + b.x;", "return vec2<u32>(low, a.y + b.y + u32(low < a.x));"],
    ),
    (
        "subtract",
        "(a: vec2<u32>, b: vec2<u32>) -> vec2<u32>",
        &["return vec2<u32>(a.x - b.x, a.y - b.y - u32(a.x < b.x));"],
    ),
    ("negate", "(a: vec2<u32>) -> vec2<u32>", &["return $add(~a, vec2<u32>(1u, 0u));"]),
    (
        // The product of two words, from the products of their halves: no sum has more than 32 bits.
        "product",
        "(a: u32, b: u32) -> vec2<u32>",
        &[
            "let low = (a & 0xffffu) * (b & 0xffffu);",
            "let middle = (a & 0xffffu) * (b >> 16u) + (low >> 16u);",
            "let other = (a >> 16u) * (b & 0xffffu) + (middle & 0xffffu);",
            "let high = (a >> 16u) * (b >> 16u) + (middle >> 16u) + (other >> 16u);",
            "return vec2<u32>((other << 16u) | (low & 0xffffu), high);",
        ],
    ),
    (
        "multiply",
        "(a: vec2<u32>, b: vec2<u32>) -> vec2<u32>",
        &["return $product(a.x, b.x) + vec2<u32>(0u, a.x * b.y + a.y * b.x);"],
    ),
    (
        "multiply_high",
        "(a: vec2<u32>, b: vec2<u32>) -> vec2<u32>",
        &[
            "let low = $add($product(a.x, b.y), vec2<u32>($product(a.x, b.x).y, 0u));",
            "let middle = $add($product(a.y, b.x), vec2<u32>(low.x, 0u));",
            "return $add($product(a.y, b.y), $add(vec2<u32>(low.y, 0u), vec2<u32>(middle.y, 0u)));",
        ],
    ),
    (
        "multiply_high_signed",
        "(a: vec2<u32>, b: vec2<u32>) -> vec2<u32>",
        &[
            "let high = $subtract($multiply_high(a, b), select(vec2<u32>(), b, a.y >= 0x80000000u));",
            "return $subtract(high, select(vec2<u32>(), a, b.y >= 0x80000000u));",
        ],
    ),
    ("less", "(a: vec2<u32>, b: vec2<u32>) -> bool", &["return a.y < b.y || (a.y == b.y && a.x < b.x);"]),
    (
        "less_signed",
        "(a: vec2<u32>, b: vec2<u32>) -> bool",
        &["return $less(a ^ vec2<u32>(0u, 0x80000000u), b ^ vec2<u32>(0u, 0x80000000u));"],
    ),
    (
        "shift_left",
        "(a: vec2<u32>, amount: u32) -> vec2<u32>",
        &[
            "let bits = amount & 31u;",
            // A shift by all 32 bits is two shifts.
            "let shifted = vec2<u32>(a.x << bits, (a.y << bits) | ((a.x >> (31u - bits)) >> 1u));",
            "return select(shifted, vec2<u32>(0u, shifted.x), (amount & 32u) != 0u);",
        ],
    ),
    (
        "shift_right",
        "(a: vec2<u32>, amount: u32) -> vec2<u32>",
        &[
            "let bits = amount & 31u;",
            "let shifted = vec2<u32>((a.x >> bits) | ((a.y << (31u - bits)) << 1u), a.y >> bits);",
            "return select(shifted, vec2<u32>(shifted.y, 0u), (amount & 32u) != 0u);",
        ],
    ),
    (
        "shift_right_signed",
        "(a: vec2<u32>, amount: u32) -> vec2<u32>",
        &[
            "let sign = vec2<u32>(u32(bitcast<i32>(a.y) >> 31u));",
            "return $shift_right(a ^ sign, amount) ^ sign;",
        ],
    ),
    (
        // The quotient and then the remainder, bit by bit. A remainder may have 65 bits before `b` is subtracted.
        "divide",
        "(a: vec2<u32>, b: vec2<u32>) -> vec4<u32>",
        &[
            "if ((a.y | b.y) == 0u) {",
            "  return vec4<u32>(a.x / b.x, 0u, a.x % b.x, 0u);",
            "}",
            "var quotient = a;",
            "var rest = vec2<u32>();",
            "for (var bit = 0u; bit < 64u; bit += 1u) {",
            "  let is_long = rest.y >= 0x80000000u;",
            "  rest = vec2<u32>((rest.x << 1u) | (quotient.y >> 31u), (rest.y << 1u) | (rest.x >> 31u));",
            "  quotient = vec2<u32>(quotient.x << 1u, (quotient.y << 1u) | (quotient.x >> 31u));",
            "  if (is_long || !$less(rest, b)) {",
            "    rest = $subtract(rest, b);",
            "    quotient.x |= 1u;",
            "  }",
            "}",
            "return vec4<u32>(quotient, rest);",
        ],
    ),
    ("absolute", "(a: vec2<u32>) -> vec2<u32>", &["return select(a, $negate(a), a.y >= 0x80000000u);"]),
    (
        "divide_signed",
        "(a: vec2<u32>, b: vec2<u32>) -> vec4<u32>",
        &[
            "let result = $divide($absolute(a), $absolute(b));",
            "let quotient = select(result.xy, $negate(result.xy), (a.y ^ b.y) >= 0x80000000u);",
            "return vec4<u32>(quotient, select(result.zw, $negate(result.zw), a.y >= 0x80000000u));",
        ],
    ),
    (
        // The upper bits are rounded once: one bit represents all bits below them.
        "to_float",
        "(a: vec2<u32>) -> f32",
        &[
            "if (a.y == 0u) {",
            "  return f32(a.x);",
            "}",
            "let zeros = countLeadingZeros(a.y);",
            "let bits = $shift_left(a, zeros);",
            "return ldexp(f32(bits.y | u32(bits.x != 0u)), i32(32u - zeros));",
        ],
    ),
    (
        "to_float_signed",
        "(a: vec2<u32>) -> f32",
        &["return select(1.0f, -1.0f, a.y >= 0x80000000u) * $to_float($absolute(a));"],
    ),
    (
        "of_float",
        "(value: f32) -> vec2<u32>",
        &[
            "let whole = trunc(value);",
            "let high = floor(whole / 4294967296.0f);",
            "return vec2<u32>(u32(whole - high * 4294967296.0f), u32(high));",
        ],
    ),
    (
        "of_float_signed",
        "(value: f32) -> vec2<u32>",
        &["return select($of_float(value), $negate($of_float(-value)), value < 0.0f);"],
    ),
];

/// Returns true for an integer of 64 bits.
pub(crate) const fn is_wide(scalar: Scalar) -> bool {
    matches!(scalar, Scalar::Long | Scalar::Ulong)
}

/// Returns true for one integer of 64 bits: vectors of them have no counterpart.
pub(crate) const fn is_wide_scalar(ty: ValueType) -> bool {
    matches!(ty, ValueType::Scalar(scalar) if is_wide(scalar))
}

/// A constant.
pub(crate) fn literal(value: i128) -> Text {
    let bits = value as u64;
    Text::primary(format!("{WORDS}({}u, {}u)", bits as u32, bits >> 32))
}

impl Translator<'_> {
    /// The name of one of the functions, which is written once.
    fn of_64_bits(&mut self, wanted: &str) -> String {
        let name = format!("{wanted}_64");
        if let Some(name) = self.helper_names.get(&name) {
            return name.clone();
        }
        let Some((_, head, lines)) = FUNCTIONS.iter().find(|(name, ..)| *name == wanted) else { return name };
        let lines: Vec<String> = lines.iter().map(|line| self.with_names(line)).collect();
        self.helper(&name, |name| {
            let inside = lines.iter().map(|line| format!("  {line}"));
            core::iter::once(format!("fn {name}{head} {{")).chain(inside).chain(["}".to_owned()]).collect()
        })
    }

    /// A line with the names of other functions.
    fn with_names(&mut self, line: &str) -> String {
        let mut parts = line.split('$');
        let mut text = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (name, rest) = part.split_once('(').unwrap_or((part, ""));
            text += &self.of_64_bits(name);
            text.push('(');
            text += rest;
        }
        text
    }

    fn call_64(&mut self, function: &str, operands: &[&Text]) -> Text {
        let name = self.of_64_bits(function);
        let codes: Vec<&str> = operands.iter().map(|text| text.code.as_str()).collect();
        Text::primary(format!("{name}({})", codes.join(", "))).with_effects_of(operands)
    }

    /// A function that depends on the sign.
    fn call_signed(&mut self, function: &str, scalar: Scalar, operands: &[&Text]) -> Text {
        if scalar == Scalar::Long {
            self.call_64(&format!("{function}_signed"), operands)
        } else {
            self.call_64(function, operands)
        }
    }

    /// A scalar as an integer of 64 bits.
    pub(crate) fn widen(&mut self, text: &Text, from: Scalar, into: Scalar) -> Outcome<Text> {
        if is_wide(from) {
            return Ok(text.clone());
        }
        if from.is_float() {
            let text = self.convert_value(text, ValueType::Scalar(from), ValueType::Scalar(Scalar::Float))?;
            return Ok(self.call_signed("of_float", into, &[&text]));
        }
        if from.is_signed_integer() {
            return Ok(self.call_64("extend", &[text]));
        }
        let word = self.convert_value(text, ValueType::Scalar(from), ValueType::Scalar(Scalar::Uint))?;
        Ok(Text::primary(format!("{WORDS}({}, 0u)", word.code)).with_effects_of(&[&word]))
    }

    /// An integer of 64 bits as a different scalar.
    pub(crate) fn narrow(&mut self, text: &Text, from: Scalar, into: Scalar) -> Outcome<Text> {
        if is_wide(into) {
            return Ok(text.clone());
        }
        if into == Scalar::Bool {
            let code = format!("any({} != {WORDS}())", text.tight());
            return Ok(Text::primary(code).with_effects_of(&[text]));
        }
        let (number, ty) = if into.is_float() {
            (self.call_signed("to_float", from, &[text]), Scalar::Float)
        } else {
            (Text::primary(format!("{}.x", text.tight())).with_effects_of(&[text]), Scalar::Uint)
        };
        self.convert_value(&number, ValueType::Scalar(ty), ValueType::Scalar(into))
    }

    /// An operation on integers of 64 bits.
    pub(crate) fn operate_64(
        &mut self,
        operator: BinaryOperator,
        (scalar, left): (Scalar, &Text),
        right: &Text,
    ) -> Outcome<Text> {
        let symbol = |word: &str| {
            let code = format!("{} {word} {}", left.tight(), right.tight());
            Text::operator(code).with_effects_of(&[left, right])
        };
        let not = |text: &Text| Text::operator(format!("!{}", text.tight())).with_effects_of(&[text]);
        Ok(match operator {
            BinaryOperator::Add => self.call_64("add", &[left, right]),
            BinaryOperator::Subtract => self.call_64("subtract", &[left, right]),
            BinaryOperator::Multiply => self.call_64("multiply", &[left, right]),
            BinaryOperator::Divide | BinaryOperator::Remainder => {
                let result = self.call_signed("divide", scalar, &[left, right]);
                let part = if operator == BinaryOperator::Divide { "xy" } else { "zw" };
                Text::primary(format!("{}.{part}", result.code)).with_effects_of(&[&result])
            }
            BinaryOperator::BitAnd | BinaryOperator::BitOr | BinaryOperator::BitXor => {
                symbol(operator.name())
            }
            BinaryOperator::Equal | BinaryOperator::NotEqual => {
                let text = symbol(operator.name());
                let name = if operator == BinaryOperator::Equal { "all" } else { "any" };
                Text::primary(format!("{name}({})", text.code)).with_effects_of(&[&text])
            }
            BinaryOperator::Less => self.call_signed("less", scalar, &[left, right]),
            BinaryOperator::Greater => self.call_signed("less", scalar, &[right, left]),
            BinaryOperator::LessEqual => not(&self.call_signed("less", scalar, &[right, left])),
            BinaryOperator::GreaterEqual => not(&self.call_signed("less", scalar, &[left, right])),
            BinaryOperator::ShiftLeft => self.call_64("shift_left", &[left, right]),
            BinaryOperator::ShiftRight => self.call_signed("shift_right", scalar, &[left, right]),
            BinaryOperator::And | BinaryOperator::Or | BinaryOperator::Comma => {
                return self.none(sections::SECTION_3_1, format!("`{}` of these operands", operator.name()));
            }
        })
    }

    /// An operator before an integer of 64 bits.
    pub(crate) fn unary_64(&mut self, operator: UnaryOperator, scalar: Scalar, text: &Text) -> Outcome<Text> {
        match operator {
            UnaryOperator::Negate => Ok(self.call_64("negate", &[text])),
            UnaryOperator::Complement => {
                Ok(Text::operator(format!("~{}", text.tight())).with_effects_of(&[text]))
            }
            UnaryOperator::Not => {
                let truth = self.narrow(text, scalar, Scalar::Bool)?;
                Ok(Text::operator(format!("!{}", truth.tight())).with_effects_of(&[&truth]))
            }
        }
    }

    /// A function of the library that WGSL has no counterpart of, but for which there is one here: those for integers of 64 bits, and the upper half
    /// of a product. Section 6.3
    pub(crate) fn library_64(
        &mut self,
        operation: FunctionOperation,
        scalar: Scalar,
        arguments: &[Text],
    ) -> Outcome<Option<Text>> {
        let text = match (operation, arguments) {
            (FunctionOperation::Value(Operation::Min), [a, b]) => self.chosen_64((a, b), scalar, false),
            (FunctionOperation::Value(Operation::Max), [a, b]) => self.chosen_64((a, b), scalar, true),
            (FunctionOperation::Value(Operation::Clamp), [value, low, high]) => {
                let least = self.chosen_64((value, low), scalar, true);
                self.chosen_64((&least, high), scalar, false)
            }
            (FunctionOperation::Value(Operation::Abs), [value]) if scalar == Scalar::Long => {
                self.call_64("absolute", &[value])
            }
            (FunctionOperation::Value(Operation::Abs), [value]) => value.clone(),
            (FunctionOperation::Composed(ComposedFunction::MultiplyHigh), [a, b]) => {
                return self.upper_half(scalar, a, b).map(Some);
            }
            _ => return Ok(None),
        };
        Ok(Some(text))
    }

    /// The smaller or the greater of two.
    fn chosen_64(&mut self, (a, b): (&Text, &Text), scalar: Scalar, is_greatest: bool) -> Text {
        let (a, b) = (self.stable(a, "value"), self.stable(b, "value"));
        let less = self.call_signed("less", scalar, &[&a, &b]);
        let (first, second) = if is_greatest { (&a, &b) } else { (&b, &a) };
        Text::primary(format!("select({}, {}, {})", first.code, second.code, less.code))
    }

    /// The upper half of a product.
    fn upper_half(&mut self, scalar: Scalar, a: &Text, b: &Text) -> Outcome<Text> {
        if is_wide(scalar) {
            return Ok(self.call_signed("multiply_high", scalar, &[a, b]));
        }
        if scalar == Scalar::Uint {
            let product = self.call_64("product", &[a, b]);
            return Ok(Text::primary(format!("{}.y", product.code)).with_effects_of(&[&product]));
        }
        let (wide, bits) =
            (if scalar.is_signed_integer() { Scalar::Long } else { Scalar::Ulong }, scalar.bits());
        let (a, b) = (self.widen(a, scalar, wide)?, self.widen(b, scalar, wide)?);
        let product = self.call_64("multiply", &[&a, &b]);
        let half = self.call_signed("shift_right", wide, &[&product, &Text::primary(format!("{bits}u"))]);
        self.narrow(&half, wide, scalar)
    }
}

#[cfg(test)]
mod tests {
    use super::FUNCTIONS;

    /// A name that is not in the table would be a call of nothing.
    #[test]
    fn functions_call_functions_of_the_table() {
        for (name, _, lines) in FUNCTIONS {
            for called in lines.iter().flat_map(|line| line.split('$').skip(1)) {
                let (called, _) = called.split_once('(').unwrap_or_else(|| panic!("{name}: {called}"));
                assert!(FUNCTIONS.iter().any(|(known, ..)| *known == called), "{name} calls {called}");
            }
        }
    }
}
