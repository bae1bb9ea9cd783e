//! Functions of the library that several operations compute together. Sections 6.2 to 6.7

use super::lowering::{Lowering, Outcome, Value};
use super::operator::Operand;
use super::types::{register_type, shape};
use msl_spec::{ComposedFunction, ValueType};
use msl_validator::typed::Argument;
use msl_validator::types::Type as MetalType;
use shader_ir::{Precision, Register, Type};
use shader_numeric::{Operation, Shape};

/// The result of a function, and the one that its last argument receives.
type TwoResults = (Vec<Register>, Vec<Register>);

impl Lowering<'_> {
    pub(super) fn composed(
        &mut self,
        function: ComposedFunction,
        arguments: &[Argument],
        result: ValueType,
    ) -> Outcome<Vec<Register>> {
        if function == ComposedFunction::Frexp {
            return self.with_second_result(Self::frexp, arguments, result);
        }
        if function == ComposedFunction::Modf {
            return self.with_second_result(Self::modf, arguments, result);
        }
        if function == ComposedFunction::Sincos {
            return self.with_second_result(Self::sincos, arguments, result);
        }
        let operands = self.operands(arguments)?;
        self.demand_of_composed(function, &operands);
        let ty = register_type(result.scalar());
        match function {
            ComposedFunction::Mix => {
                let difference = self.each(Operation::Subtract, &[operands[1].clone(), operands[0].clone()]);
                let scaled =
                    self.each(Operation::Multiply, &[(ty, operands[0].1, difference), operands[2].clone()]);
                Ok(self.each(Operation::Add, &[operands[0].clone(), (ty, operands[0].1, scaled)]))
            }
            ComposedFunction::Fma => Ok(self.each(Operation::FusedMultiplyAdd, &operands)),
            ComposedFunction::Fract => Ok(self.fract(&operands[0])),
            ComposedFunction::Pow if self.precision == Precision::Precise => {
                Ok(self.precise_power(&operands))
            }
            ComposedFunction::Pow => Ok(self.each(Operation::Pow, &operands)),
            ComposedFunction::Max3 => Ok(self.three(Operation::Max, &operands)),
            ComposedFunction::Min3 => Ok(self.three(Operation::Min, &operands)),
            ComposedFunction::Median3 => {
                let low = self.extreme(Operation::Min, &operands[..2]);
                let high = self.extreme(Operation::Max, &operands[..2]);
                let shape = operands[0].1;
                let rest = self.extreme(Operation::Min, &[(ty, shape, high), operands[2].clone()]);
                Ok(self.extreme(Operation::Max, &[(ty, shape, low), (ty, shape, rest)]))
            }
            ComposedFunction::LengthSquared => {
                let operands = vec![operands[0].clone(), operands[0].clone()];
                Ok(self.call_operation(Operation::Dot, operands, (ty, Shape::Scalar)))
            }
            ComposedFunction::DistanceSquared => {
                let difference = self.each(Operation::Subtract, &operands);
                let operand = (operands[0].0, operands[0].1, difference);
                Ok(self.call_operation(Operation::Dot, vec![operand.clone(), operand], (ty, Shape::Scalar)))
            }
            ComposedFunction::Reflect => {
                let normal = self.call_operation(
                    Operation::Normalize,
                    vec![operands[1].clone()],
                    (operands[1].0, operands[1].1),
                );
                let operands = vec![operands[0].clone(), (operands[1].0, operands[1].1, normal)];
                Ok(self.call_operation(Operation::Reflect, operands, (ty, shape(result))))
            }
            ComposedFunction::Fdim => {
                let difference = self.each(Operation::Subtract, &operands);
                let zero = self.code.constant(ty, 0);
                Ok(self.each(
                    Operation::Max,
                    &[(ty, operands[0].1, difference), (ty, Shape::Scalar, vec![zero])],
                ))
            }
            ComposedFunction::Exp10 => {
                let factor = self.number(ty, core::f64::consts::LOG2_10);
                let power = self.each(Operation::Multiply, &[operands[0].clone(), factor]);
                Ok(self.each(Operation::Exp2, &[(ty, operands[0].1, power)]))
            }
            ComposedFunction::Log10 => {
                let logarithm = self.each(Operation::Log2, &operands);
                let factor = self.number(ty, core::f64::consts::LOG10_2);
                Ok(self.each(Operation::Multiply, &[(ty, operands[0].1, logarithm), factor]))
            }
            ComposedFunction::CosinePi => Ok(self.of_half_turns(Operation::Cos, &operands[0])),
            ComposedFunction::SinePi => Ok(self.of_half_turns(Operation::Sin, &operands[0])),
            ComposedFunction::TangentPi => Ok(self.of_half_turns(Operation::Tan, &operands[0])),
            ComposedFunction::RoundAway => {
                // The magnitude without its fraction, and one more if that is at least one half, with the sign. A sum with one half
                // would be rounded.
                let shape = operands[0].1;
                let magnitude = (ty, shape, self.each(Operation::Abs, &operands));
                let whole = (ty, shape, self.each(Operation::Trunc, core::slice::from_ref(&magnitude)));
                let fraction = (ty, shape, self.each(Operation::Subtract, &[magnitude, whole.clone()]));
                let half = self.number(ty, 0.5);
                let is_half = self.each(Operation::GreaterEqual, &[fraction, half]);
                let (zero, one) = (self.number(ty, 0.0).2[0], self.number(ty, 1.0).2[0]);
                let more = is_half.into_iter().map(|it| self.chosen(it, one, zero)).collect();
                let rounded = self.each(Operation::Add, &[whole, (ty, shape, more)]);
                let sign = self.each(Operation::Sign, &operands);
                Ok(self.each(Operation::Multiply, &[(ty, shape, rounded), (ty, shape, sign)]))
            }
            ComposedFunction::IsNan => {
                Ok(self.each(Operation::NotEqual, &[operands[0].clone(), operands[0].clone()]))
            }
            ComposedFunction::IsInfinite | ComposedFunction::IsFinite => {
                let infinity = self.number(operands[0].0, f64::INFINITY);
                let magnitude = self.each(Operation::Abs, &operands);
                let operation =
                    if function == ComposedFunction::IsFinite { Operation::Less } else { Operation::Equal };
                Ok(self.each(operation, &[(operands[0].0, operands[0].1, magnitude), infinity]))
            }
            ComposedFunction::AbsoluteDifference
            | ComposedFunction::AddSaturating
            | ComposedFunction::SubtractSaturating
            | ComposedFunction::MultiplyAddSaturating
            | ComposedFunction::HalvingAdd
            | ComposedFunction::RoundingHalvingAdd
            | ComposedFunction::MultiplyHigh
            | ComposedFunction::MultiplyAddHigh
            | ComposedFunction::Multiply24
            | ComposedFunction::MultiplyAdd24
            | ComposedFunction::Rotate
            | ComposedFunction::CopySign => self.integer(function, &operands),
            ComposedFunction::IsNormal => Ok(self.is_normal(&operands[0])),
            ComposedFunction::IsOrdered => Ok(self.is_ordered(&operands)),
            ComposedFunction::IsUnordered => {
                let ordered = self.is_ordered(&operands);
                Ok(self.each(Operation::Not, &[(Type::Bool, operands[0].1, ordered)]))
            }
            ComposedFunction::SignBit => Ok(self.sign_bits(&operands[0])),
            ComposedFunction::Ilogb => Ok(self.exponent(&operands[0])),
            ComposedFunction::PackUnorm4x8 => Ok(self.packed(Operation::Pack4x8unorm, &operands[0], result)),
            ComposedFunction::PackUnorm2x16 => {
                Ok(self.packed(Operation::Pack2x16unorm, &operands[0], result))
            }
            ComposedFunction::PackSnorm4x8 | ComposedFunction::PackSnorm2x16 => {
                Ok(self.packed_signed(&operands[0]))
            }
            ComposedFunction::UnpackUnorm4x8 => {
                Ok(self.unpacked(Operation::Unpack4x8unorm, operands, result))
            }
            ComposedFunction::UnpackSnorm4x8 => {
                Ok(self.unpacked(Operation::Unpack4x8snorm, operands, result))
            }
            ComposedFunction::UnpackUnorm2x16 => {
                Ok(self.unpacked(Operation::Unpack2x16unorm, operands, result))
            }
            ComposedFunction::UnpackSnorm2x16 => {
                Ok(self.unpacked(Operation::Unpack2x16snorm, operands, result))
            }
            ComposedFunction::PackUnorm10a2 => Ok(self.packed_10a2(&operands[0])),
            ComposedFunction::UnpackUnorm10a2 => Ok(self.unpacked_10a2(&operands[0], ty)),
            ComposedFunction::PackSrgbUnorm4x8 => Ok(self.packed_srgb(&operands[0])),
            ComposedFunction::UnpackSrgbUnorm4x8 => Ok(self.unpacked_srgb(operands, ty)),
            // Section 6.12 does not say which component is in which bits.
            ComposedFunction::PackUnorm565 | ComposedFunction::UnpackUnorm565 => {
                self.unsupported("this format can't be executed yet")
            }
            ComposedFunction::Frexp | ComposedFunction::Modf | ComposedFunction::Sincos => {
                self.unsupported("this function can't be executed yet")
            }
        }
    }

    /// `pow` without fast math, as in C: a negative base has powers for integers, and NaN for other exponents. The fast variant is
    /// `exp2(y * log2(x))`, which has no negative bases. Section 6.5, tables 7.1 and 7.2
    fn precise_power(&mut self, operands: &[Operand]) -> Vec<Register> {
        let [base, exponent] = operands else { return Vec::new() };
        let ((ty, shape, _), other) = (base.clone(), exponent.1);
        let size = (ty, shape, self.each(Operation::Abs, core::slice::from_ref(base)));
        let power = self.each(Operation::Pow, &[size, exponent.clone()]);
        let negated = self.each(Operation::Negate, &[(ty, shape, power.clone())]);
        let (zero, half) = (self.number(ty, 0.0), self.number(ty, 0.5));
        let whole = (ty, other, self.each(Operation::Floor, core::slice::from_ref(exponent)));
        let is_whole = self.each(Operation::Equal, &[whole, exponent.clone()]);
        // An exponent is even if its half has no fraction. Large ones all are.
        let half = (ty, other, self.each(Operation::Multiply, &[exponent.clone(), half]));
        let whole_half = (ty, other, self.each(Operation::Floor, core::slice::from_ref(&half)));
        let is_even = self.each(Operation::Equal, &[whole_half, half]);
        let is_negative = self.each(Operation::Less, &[base.clone(), zero]);
        // Zero has a sign, too, which odd exponents keep.
        let has_sign = self.sign_bits(base);
        let nan = self.number(ty, f64::NAN).2[0];
        (0..power.len())
            .map(|index| {
                let odd = self.chosen(is_even[index], power[index], negated[index]);
                let whole = self.chosen(has_sign[index], odd, power[index]);
                let other = self.chosen(is_negative[index], nan, power[index]);
                self.chosen(is_whole[index], whole, other)
            })
            .collect()
    }

    /// A number of a floating point type.
    pub(super) fn number(&mut self, ty: Type, value: f64) -> Operand {
        let register = self.code.constant(ty, super::constant::bits_of(value, ty));
        (ty, Shape::Scalar, vec![register])
    }

    /// Returns true if a number is neither zero, nor subnormal, nor infinite, nor no number.
    fn is_normal(&mut self, operand: &Operand) -> Vec<Register> {
        let (ty, shape, _) = *operand;
        let magnitude = (ty, shape, self.each(Operation::Abs, core::slice::from_ref(operand)));
        let least = self.number(ty, if ty == Type::F16 { 2_f64.powi(-14) } else { 2_f64.powi(-126) });
        let infinity = self.number(ty, f64::INFINITY);
        let is_large = self.each(Operation::GreaterEqual, &[magnitude.clone(), least]);
        let is_finite = self.each(Operation::Less, &[magnitude, infinity]);
        self.each(Operation::LogicalAnd, &[(Type::Bool, shape, is_large), (Type::Bool, shape, is_finite)])
    }

    /// Returns true if both operands are numbers.
    fn is_ordered(&mut self, operands: &[Operand]) -> Vec<Register> {
        let [first, second] = [0, 1].map(|index| {
            let operand = operands[index].clone();
            let equal = self.each(Operation::Equal, &[operand.clone(), operand]);
            (Type::Bool, operands[index].1, equal)
        });
        self.each(Operation::LogicalAnd, &[first, second])
    }

    /// The exponent as an integer. As in C, that of zero is the least `int`, and that of what is not finite the greatest.
    fn exponent(&mut self, operand: &Operand) -> Vec<Register> {
        let (ty, shape, _) = *operand;
        let count = shape.len();
        let (_, exponents) = self.frexp(core::slice::from_ref(operand), (ty, shape));
        let one = (Type::I32, Shape::Scalar, vec![self.code.constant(Type::I32, 1)]);
        let exponents = self.each(Operation::Subtract, &[(Type::I32, shape, exponents), one]);
        let (zero, infinity) = (self.number(ty, 0.0), self.number(ty, f64::INFINITY));
        let is_zero = self.each(Operation::Equal, &[operand.clone(), zero]);
        let magnitude = (ty, shape, self.each(Operation::Abs, core::slice::from_ref(operand)));
        let is_finite = self.each(Operation::Less, &[magnitude, infinity]);
        let [least, most] =
            [i32::MIN, i32::MAX].map(|value| self.code.constant(Type::I32, u64::from(value as u32)));
        (0..count)
            .map(|index| {
                let finite = self.chosen(is_finite[index], exponents[index], most);
                self.chosen(is_zero[index], least, finite)
            })
            .collect()
    }

    /// A function of an angle that is a multiple of pi.
    fn of_half_turns(&mut self, operation: Operation, operand: &Operand) -> Vec<Register> {
        let (ty, shape, _) = *operand;
        let factor = self.number(ty, core::f64::consts::PI);
        let angle = self.each(Operation::Multiply, &[operand.clone(), factor]);
        self.each(operation, &[(ty, shape, angle)])
    }

    fn three(&mut self, operation: Operation, operands: &[Operand]) -> Vec<Register> {
        let first = self.extreme(operation, &operands[..2]);
        self.extreme(operation, &[(operands[0].0, operands[0].1, first), operands[2].clone()])
    }

    /// The least or the greatest of two values; if one of them is NaN, the other. Section 6.5
    pub(super) fn extreme(&mut self, operation: Operation, operands: &[Operand]) -> Vec<Register> {
        let results = self.each(operation, operands);
        let [first, second] = operands else { return results };
        if !first.0.is_float() {
            return results;
        }
        let [first_is_nan, second_is_nan] = [first, second]
            .map(|operand| self.each(Operation::NotEqual, &[operand.clone(), operand.clone()]));
        let component = |registers: &[Register], index: usize| registers[index % registers.len()];
        (0..results.len())
            .map(|index| {
                let condition = component(&second_is_nan, index);
                let result = self.chosen(condition, component(&first.2, index), results[index]);
                let condition = component(&first_is_nan, index);
                self.chosen(condition, component(&second.2, index), result)
            })
            .collect()
    }

    /// The digits after the point, always less than one. Section 6.5
    fn fract(&mut self, operand: &Operand) -> Vec<Register> {
        let (ty, shape, _) = operand;
        let fraction = self.each(Operation::Fract, core::slice::from_ref(operand));
        let below_one = if *ty == Type::F16 { 1.0 - 2_f64.powi(-11) } else { 1.0 - 2_f64.powi(-24) };
        let most = self.number(*ty, below_one);
        self.each(Operation::Min, &[(*ty, *shape, fraction), most])
    }

    /// `half` components are packed as `float`.
    fn packed(&mut self, operation: Operation, operand: &Operand, result: ValueType) -> Vec<Register> {
        let (_, shape_of, registers) = operand;
        let registers =
            registers.iter().map(|register| self.converted_register(*register, Type::F32)).collect();
        let ty = register_type(result.scalar());
        self.call_operation(operation, vec![(Type::F32, *shape_of, registers)], (ty, shape(result)))
    }

    fn unpacked(&mut self, operation: Operation, operands: Vec<Operand>, result: ValueType) -> Vec<Register> {
        let registers = self.call_operation(operation, operands, (Type::F32, shape(result)));
        let ty = register_type(result.scalar());
        registers.iter().map(|register| self.converted_register(*register, ty)).collect()
    }

    /// Functions whose second argument receives a second result. Section 6.5
    fn with_second_result(
        &mut self,
        second_result: fn(&mut Self, &[Operand], (Type, Shape)) -> TwoResults,
        arguments: &[Argument],
        result: ValueType,
    ) -> Outcome<Vec<Register>> {
        let [value, Argument::Place(second)] = arguments else {
            return self.unsupported("missing argument");
        };
        let operands = self.operands(core::slice::from_ref(value))?;
        let ty = register_type(result.scalar());
        let shape = shape(result);
        let (place, second_ty) = (self.place(*second)?, self.tree().place_type(*second));
        if !matches!(self.kind(second_ty), MetalType::Value(_)) {
            return self.unsupported("expected a place for the result");
        }
        let (first, rest) = second_result(self, &operands, (ty, shape));
        self.store(&place, second_ty, Value::Registers(rest))?;
        Ok(first)
    }

    fn modf(&mut self, operands: &[Operand], (ty, shape): (Type, Shape)) -> TwoResults {
        let whole = self.each(Operation::Trunc, operands);
        let fraction = self.each(Operation::Subtract, &[operands[0].clone(), (ty, shape, whole.clone())]);
        (fraction, whole)
    }

    fn sincos(&mut self, operands: &[Operand], _: (Type, Shape)) -> TwoResults {
        (self.each(Operation::Sin, operands), self.each(Operation::Cos, operands))
    }

    fn frexp(&mut self, operands: &[Operand], (ty, shape): (Type, Shape)) -> TwoResults {
        let count = shape.len();
        let results: Vec<Register> = (0..2 * count)
            .map(|index| self.code.register(if index < count { ty } else { Type::I32 }))
            .collect();
        let index = self.code.program.calls.len() as u32;
        self.code.program.calls.push(shader_ir::Call {
            operation: Operation::Frexp,
            precision: self.precision,
            arguments: operands.to_vec(),
            result_type: ty,
            result_shape: shape,
            results: results.clone(),
        });
        self.code.emit(shader_ir::Instruction::Call(index));
        (results[..count].to_vec(), results[count..].to_vec())
    }
}
