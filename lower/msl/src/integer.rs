//! Functions of integers, and of the bits of floating point numbers, that several operations compute together. Sections 6.3 and 6.4
//!
//! Sums and products are those of integers without a sign, which wrap: no step of a function with a defined result overflows.

use super::lowering::{Lowering, Outcome};
use super::operator::Operand;
use msl_spec::ComposedFunction;
use shader_ir::{Instruction, Register, Type};
use shader_numeric::Operation;

/// The integer type of the same size without a sign.
const fn unsigned(ty: Type) -> Type {
    match ty {
        Type::I8 | Type::U8 => Type::U8,
        Type::I16 | Type::U16 | Type::F16 => Type::U16,
        Type::I32 | Type::U32 | Type::F32 => Type::U32,
        Type::I64 | Type::U64 | Type::F64 => Type::U64,
        Type::Bool => Type::Bool,
    }
}

impl Lowering<'_> {
    /// A function of integers, component by component.
    pub(super) fn integer(
        &mut self,
        function: ComposedFunction,
        operands: &[Operand],
    ) -> Outcome<Vec<Register>> {
        let count = operands.iter().map(|(_, _, registers)| registers.len()).max().unwrap_or(0);
        (0..count)
            .map(|index| {
                let part = |operand: &Operand| operand.2[index.min(operand.2.len() - 1)];
                let parts: Vec<Register> = operands.iter().map(part).collect();
                self.integer_scalar(function, operands[0].0, &parts)
            })
            .collect()
    }

    fn integer_scalar(
        &mut self,
        function: ComposedFunction,
        ty: Type,
        parts: &[Register],
    ) -> Outcome<Register> {
        let [x, y, ..] = *parts else { return self.unsupported("missing argument") };
        let third = parts.get(2).copied();
        Ok(match (function, third) {
            (ComposedFunction::AbsoluteDifference, _) => self.absolute_difference(ty, x, y),
            (ComposedFunction::AddSaturating, _) => self.saturating(Operation::Add, ty, x, y),
            (ComposedFunction::SubtractSaturating, _) => self.saturating(Operation::Subtract, ty, x, y),
            (ComposedFunction::HalvingAdd, _) => {
                self.half_of_sum(ty, x, y, Operation::BitAnd, Operation::Add)
            }
            (ComposedFunction::RoundingHalvingAdd, _) => {
                self.half_of_sum(ty, x, y, Operation::BitOr, Operation::Subtract)
            }
            (ComposedFunction::MultiplyHigh, _) => self.product_high(ty, x, y),
            (ComposedFunction::MultiplyAddHigh, Some(z)) => {
                let high = self.product_high(ty, x, y);
                self.wrapping(Operation::Add, ty, high, z)
            }
            (ComposedFunction::MultiplyAddSaturating, Some(z)) => self.product_saturating(ty, x, y, z)?,
            (ComposedFunction::Multiply24, _) => self.wrapping(Operation::Multiply, ty, x, y),
            (ComposedFunction::MultiplyAdd24, Some(z)) => {
                let product = self.wrapping(Operation::Multiply, ty, x, y);
                self.wrapping(Operation::Add, ty, product, z)
            }
            (ComposedFunction::Rotate, _) => self.rotate(ty, x, y),
            (ComposedFunction::CopySign, _) => self.copy_sign(ty, x, y),
            _ => return self.unsupported("this function can't be executed yet"),
        })
    }

    pub(super) fn reinterpreted(&mut self, value: Register, into: Type) -> Register {
        if self.code.ty(value) == into {
            return value;
        }
        let to = self.code.register(into);
        self.code.emit(Instruction::Reinterpret { to, value });
        to
    }

    fn two(&mut self, operation: Operation, ty: Type, x: Register, y: Register) -> Register {
        self.scalar(operation, ty, [x, y, y])
    }

    /// An operation whose result wraps.
    fn wrapping(&mut self, operation: Operation, ty: Type, x: Register, y: Register) -> Register {
        let own = unsigned(ty);
        let [x, y] = [x, y].map(|value| self.reinterpreted(value, own));
        let result = self.two(operation, own, x, y);
        self.reinterpreted(result, ty)
    }

    fn absolute_difference(&mut self, ty: Type, x: Register, y: Register) -> Register {
        let is_less = self.two(Operation::Less, ty, x, y);
        let own = unsigned(ty);
        let [x, y] = [x, y].map(|value| self.reinterpreted(value, own));
        let down = self.two(Operation::Subtract, own, x, y);
        let up = self.two(Operation::Subtract, own, y, x);
        self.chosen(is_less, up, down)
    }

    /// The limits of an integer type.
    fn limits(&mut self, ty: Type) -> [Register; 2] {
        let bits = ty.size() * 8;
        let all = u64::MAX >> (64 - bits);
        let [least, most] = if ty.is_signed() { [1 << (bits - 1), all >> 1] } else { [0, all] };
        // Registers hold narrow integers as they hold those of 32 bits.
        [least, most].map(|value| {
            let bits = shader_numeric::convert::converted(unsigned(ty), ty, value);
            self.code.constant(ty, bits)
        })
    }

    /// A sum or difference, or the limit that it is beyond.
    fn saturating(&mut self, operation: Operation, ty: Type, x: Register, y: Register) -> Register {
        let result = self.wrapping(operation, ty, x, y);
        let [least, most] = self.limits(ty);
        if !ty.is_signed() {
            return if operation == Operation::Add {
                let is_beyond = self.two(Operation::Less, ty, result, x);
                self.chosen(is_beyond, most, result)
            } else {
                let is_beyond = self.two(Operation::Less, ty, x, y);
                self.chosen(is_beyond, least, result)
            };
        }
        // Beyond a limit, the sign of a sum is that of neither operand; the subtrahend counts with its opposite sign.
        let changed = self.two(Operation::BitXor, ty, x, result);
        let other = if operation == Operation::Add { result } else { x };
        let differs = self.two(Operation::BitXor, ty, y, other);
        let both = self.two(Operation::BitAnd, ty, changed, differs);
        let zero = self.code.constant(ty, 0);
        let is_beyond = self.two(Operation::Less, ty, both, zero);
        let is_negative = self.two(Operation::Less, ty, x, zero);
        let limit = self.chosen(is_negative, least, most);
        self.chosen(is_beyond, limit, result)
    }

    /// Half of a sum: the bits that both have, or one has, and half of those in which they differ.
    fn half_of_sum(
        &mut self,
        ty: Type,
        x: Register,
        y: Register,
        common: Operation,
        with_half: Operation,
    ) -> Register {
        let common = self.two(common, ty, x, y);
        let differing = self.two(Operation::BitXor, ty, x, y);
        let one = self.code.number(1);
        let half = self.two(Operation::ShiftRight, ty, differing, one);
        self.two(with_half, ty, common, half)
    }

    /// The high half of a product.
    fn product_high(&mut self, ty: Type, x: Register, y: Register) -> Register {
        if ty.size() == 8 {
            return self.wide_product_high(ty, x, y);
        }
        let wide = if ty.is_signed() { Type::I64 } else { Type::U64 };
        let [x, y] = [x, y].map(|value| self.converted_register(value, wide));
        let product = self.two(Operation::Multiply, wide, x, y);
        let amount = self.code.number(ty.size() * 8);
        let high = self.two(Operation::ShiftRight, wide, product, amount);
        self.converted_register(high, ty)
    }

    /// The high half of a product of 128 bits, by halves of the factors.
    fn wide_product_high(&mut self, ty: Type, x: Register, y: Register) -> Register {
        let own = Type::U64;
        let (half, mask) = (self.code.number(32), self.code.constant(own, u32::MAX.into()));
        let [a, b] = [x, y].map(|value| self.reinterpreted(value, own));
        let [a_high, b_high] = [a, b].map(|value| self.two(Operation::ShiftRight, own, value, half));
        let [a_low, b_low] = [a, b].map(|value| self.two(Operation::BitAnd, own, value, mask));
        let low = self.two(Operation::Multiply, own, a_low, b_low);
        let carried = self.two(Operation::ShiftRight, own, low, half);
        let first = self.two(Operation::Multiply, own, a_high, b_low);
        let first = self.two(Operation::Add, own, first, carried);
        let second = self.two(Operation::Multiply, own, a_low, b_high);
        let first_low = self.two(Operation::BitAnd, own, first, mask);
        let second = self.two(Operation::Add, own, second, first_low);
        let mut high = self.two(Operation::Multiply, own, a_high, b_high);
        for middle in [first, second] {
            let part = self.two(Operation::ShiftRight, own, middle, half);
            high = self.two(Operation::Add, own, high, part);
        }
        if ty.is_signed() {
            // A negative factor counts as 2^64 more than it is.
            let zero = self.code.constant(ty, 0);
            let none = self.code.constant(own, 0);
            for (factor, other) in [(x, b), (y, a)] {
                let is_negative = self.two(Operation::Less, ty, factor, zero);
                let more = self.chosen(is_negative, other, none);
                high = self.two(Operation::Subtract, own, high, more);
            }
        }
        self.reinterpreted(high, ty)
    }

    /// `x * y + z`, or the limit that it is beyond.
    fn product_saturating(&mut self, ty: Type, x: Register, y: Register, z: Register) -> Outcome<Register> {
        if ty.size() == 8 {
            return self.unsupported("saturating 64-bit products can't be executed yet");
        }
        let wide = if ty.is_signed() { Type::I64 } else { Type::U64 };
        let limits = self.limits(ty);
        let [x, y, z] = [x, y, z].map(|value| self.converted_register(value, wide));
        let [least, most] = limits.map(|value| self.converted_register(value, wide));
        let product = self.two(Operation::Multiply, wide, x, y);
        let sum = self.two(Operation::Add, wide, product, z);
        let result = self.scalar(Operation::Clamp, wide, [sum, least, most]);
        Ok(self.converted_register(result, ty))
    }

    /// The bits moved to the left, those that leave come back on the right.
    fn rotate(&mut self, ty: Type, value: Register, amount: Register) -> Register {
        let own = unsigned(ty);
        let bits = ty.size() * 8;
        let mask = self.code.number(bits - 1);
        let amount = self.reinterpreted(amount, own);
        let amount = self.converted_register(amount, Type::U32);
        let left = self.two(Operation::BitAnd, Type::U32, amount, mask);
        let whole = self.code.number(bits);
        let right = self.two(Operation::Subtract, Type::U32, whole, left);
        let right = self.two(Operation::BitAnd, Type::U32, right, mask);
        let value = self.reinterpreted(value, own);
        let high = self.two(Operation::ShiftLeft, own, value, left);
        let low = self.two(Operation::ShiftRight, own, value, right);
        let rotated = self.two(Operation::BitOr, own, high, low);
        self.reinterpreted(rotated, ty)
    }

    /// A constant of a type without a sign with only the highest bit, the sign of a floating point number.
    fn sign(&mut self, own: Type) -> Register {
        self.code.constant(own, 1 << (own.size() * 8 - 1))
    }

    fn copy_sign(&mut self, ty: Type, magnitude: Register, sign: Register) -> Register {
        let own = unsigned(ty);
        let highest = self.sign(own);
        let [magnitude, sign] = [magnitude, sign].map(|value| self.reinterpreted(value, own));
        let others = self.scalar(Operation::Complement, own, [highest; 3]);
        let magnitude = self.two(Operation::BitAnd, own, magnitude, others);
        let sign = self.two(Operation::BitAnd, own, sign, highest);
        let bits = self.two(Operation::BitOr, own, magnitude, sign);
        self.reinterpreted(bits, ty)
    }

    /// Returns true if the highest bit of each component is set.
    pub(super) fn sign_bits(&mut self, operand: &Operand) -> Vec<Register> {
        let own = unsigned(operand.0);
        let (highest, zero) = (self.sign(own), self.code.constant(own, 0));
        let is_negative = |value: &Register| {
            let bits = self.reinterpreted(*value, own);
            let bits = self.two(Operation::BitAnd, own, bits, highest);
            self.two(Operation::NotEqual, own, bits, zero)
        };
        operand.2.iter().map(is_negative).collect()
    }
}
