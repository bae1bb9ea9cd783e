//! Formats of 32 bits that no single operation packs. Sections 6.12 and 7.7.7

use super::lowering::Lowering;
use super::operator::Operand;
use shader_ir::{Register, Type};
use shader_numeric::{Operation, Shape};

/// The components of the format `10a2`: the lowest bit and the greatest number of each.
const TEN_TEN_TEN_TWO: [(u32, u32); 4] = [(0, 1023), (10, 1023), (20, 1023), (30, 3)];

impl Lowering<'_> {
    /// Three components of ten bits and one of two, the first in the lowest bits. Section 6.12
    pub(super) fn packed_10a2(&mut self, operand: &Operand) -> Vec<Register> {
        let mut word = self.code.number(0);
        for (register, (shift, most)) in operand.2.iter().zip(TEN_TEN_TEN_TWO) {
            let value = self.converted_register(*register, Type::F32);
            let value = self.scalar(Operation::Saturate, Type::F32, [value; 3]);
            let (_, _, factor) = self.number(Type::F32, f64::from(most));
            let value = self.scalar(Operation::Multiply, Type::F32, [value, factor[0], factor[0]]);
            let value = self.scalar(Operation::Round, Type::F32, [value; 3]);
            let bits = self.converted_register(value, Type::U32);
            let shift = self.code.number(shift);
            let bits = self.scalar(Operation::ShiftLeft, Type::U32, [bits, shift, shift]);
            word = self.scalar(Operation::BitOr, Type::U32, [word, bits, bits]);
        }
        vec![word]
    }

    /// Components with a sign, the first in the lowest bits: halves between two integers become the even one. Table 7.5
    pub(super) fn packed_signed(&mut self, operand: &Operand) -> Vec<Register> {
        let width = 32 / operand.2.len() as u32;
        let most = f64::from((1_u32 << (width - 1)) - 1);
        let mut word = self.code.number(0);
        for (index, register) in (0_u32..).zip(&operand.2) {
            let value = self.converted_register(*register, Type::F32);
            let magnitude = self.scalar(Operation::Abs, Type::F32, [value; 3]);
            let magnitude = self.scalar(Operation::Saturate, Type::F32, [magnitude; 3]);
            let magnitude = self.with_number(Operation::Multiply, magnitude, most);
            let magnitude = self.scalar(Operation::Round, Type::F32, [magnitude; 3]);
            let positive = self.converted_register(magnitude, Type::U32);
            let zero = self.code.number(0);
            let negative = self.scalar(Operation::Subtract, Type::U32, [zero, positive, positive]);
            let is_negative = self.with_number(Operation::Less, value, 0.0);
            let bits = self.chosen(is_negative, negative, positive);
            let mask = self.code.number(u32::MAX >> (32 - width));
            let bits = self.scalar(Operation::BitAnd, Type::U32, [bits, mask, mask]);
            let shift = self.code.number(index * width);
            let bits = self.scalar(Operation::ShiftLeft, Type::U32, [bits, shift, shift]);
            word = self.scalar(Operation::BitOr, Type::U32, [word, bits, bits]);
        }
        vec![word]
    }

    /// The components of a word of format `10a2`.
    pub(super) fn unpacked_10a2(&mut self, operand: &Operand, ty: Type) -> Vec<Register> {
        let word = operand.2[0];
        TEN_TEN_TEN_TWO
            .iter()
            .map(|(shift, most)| {
                let (shift, mask) = (self.code.number(*shift), self.code.number(*most));
                let bits = self.scalar(Operation::ShiftRight, Type::U32, [word, shift, shift]);
                let bits = self.scalar(Operation::BitAnd, Type::U32, [bits, mask, mask]);
                let value = self.converted_register(bits, Type::F32);
                let (_, _, divisor) = self.number(Type::F32, f64::from(*most));
                let value = self.scalar(Operation::Divide, Type::F32, [value, divisor[0], divisor[0]]);
                self.converted_register(value, ty)
            })
            .collect()
    }

    /// Four components of eight bits, the first three of them as sRGB.
    pub(super) fn packed_srgb(&mut self, operand: &Operand) -> Vec<Register> {
        let mut components: Vec<Register> =
            operand.2.iter().map(|register| self.converted_register(*register, Type::F32)).collect();
        for component in components.iter_mut().take(3) {
            let value = self.scalar(Operation::Saturate, Type::F32, [*component; 3]);
            let dark = self.with_number(Operation::Multiply, value, 12.92);
            let power = self.with_number(Operation::Pow, value, 1.0 / 2.4);
            let bright = self.with_number(Operation::Multiply, power, 1.055);
            let bright = self.with_number(Operation::Subtract, bright, 0.055);
            let is_dark = self.with_number(Operation::Less, value, 0.003_130_8);
            *component = self.chosen(is_dark, dark, bright);
        }
        let operands = vec![(Type::F32, Shape::Vector(4), components)];
        self.call_operation(Operation::Pack4x8unorm, operands, (Type::U32, Shape::Scalar))
    }

    /// The components of a word, the first three of them from sRGB.
    pub(super) fn unpacked_srgb(&mut self, operands: Vec<Operand>, ty: Type) -> Vec<Register> {
        let mut components =
            self.call_operation(Operation::Unpack4x8unorm, operands, (Type::F32, Shape::Vector(4)));
        for component in components.iter_mut().take(3) {
            let value = *component;
            let dark = self.with_number(Operation::Divide, value, 12.92);
            let sum = self.with_number(Operation::Add, value, 0.055);
            let base = self.with_number(Operation::Divide, sum, 1.055);
            let bright = self.with_number(Operation::Pow, base, 2.4);
            let is_dark = self.with_number(Operation::LessEqual, value, 0.040_45);
            *component = self.chosen(is_dark, dark, bright);
        }
        components.into_iter().map(|component| self.converted_register(component, ty)).collect()
    }

    /// An operation with a number as its second operand.
    fn with_number(&mut self, operation: Operation, value: Register, number: f64) -> Register {
        let (_, _, number) = self.number(Type::F32, number);
        self.scalar(operation, Type::F32, [value, number[0], number[0]])
    }
}
