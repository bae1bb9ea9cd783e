//! Conditions under which the specification leaves results undefined: strict execution reports where they do not hold.

use super::lowering::Lowering;
use super::operator::Operand;
use msl_spec::ComposedFunction;
use shader_ir::{GroupOperation, Register, Type};
use shader_numeric::Operation;

/// The greatest number of bits of the operands of `mul24`.
const BITS: u32 = 24;

impl Lowering<'_> {
    /// Says that a condition should hold.
    pub(super) fn demand(&mut self, condition: Register) {
        self.scalar(Operation::Demand, Type::Bool, [condition; 3]);
    }

    fn demand_ordered(&mut self, operation: Operation, low: &Operand, high: &Operand) {
        for condition in self.each(operation, &[low.clone(), high.clone()]) {
            self.demand(condition);
        }
    }

    /// `%` takes operands that are not negative. Section 3.1
    pub(super) fn demand_of_operator(&mut self, operation: Operation, operands: &[Operand]) {
        // C++ AMP has the remainders of C++.
        if !self.request.is_strict || operation != Operation::Remainder || self.entry.is_none() {
            return;
        }
        for operand in operands {
            if let Type::I8 | Type::I16 | Type::I32 | Type::I64 = operand.0 {
                let zero = (operand.0, shader_numeric::Shape::Scalar, vec![self.code.constant(operand.0, 0)]);
                self.demand_ordered(Operation::LessEqual, &zero, operand);
            }
        }
    }

    /// The demands of a function of the library that is one operation. Sections 6.2 and 6.3
    pub(super) fn demand_of_operation(&mut self, operation: Operation, operands: &[Operand]) {
        if !self.request.is_strict {
            return;
        }
        let is_extraction = operation == Operation::ExtractBits;
        if let [_, low, high] = operands
            && operation == Operation::Clamp
            && !low.0.is_float()
        {
            // Floats with bounds in the other order are a fault of the operation.
            self.demand_ordered(Operation::LessEqual, low, high);
        } else if let [low, high, _] = operands
            && operation == Operation::Smoothstep
        {
            // So are edges that are equal.
            self.demand_ordered(Operation::LessEqual, low, high);
        } else if let [value, .., offset, bits] = operands
            && (is_extraction || operation == Operation::InsertBits)
        {
            self.demand_bits(value.0.size() * 8, offset.2[0], bits.2[0]);
        }
    }

    /// The bits from an offset on belong to a value of this width.
    fn demand_bits(&mut self, width: u32, offset: Register, bits: Register) {
        let (offset, bits) = (self.as_unsigned(offset), self.as_unsigned(bits));
        let width = self.code.number(width);
        let starts_inside = self.scalar(Operation::LessEqual, Type::U32, [offset, width, width]);
        let start = self.scalar(Operation::Min, Type::U32, [offset, width, width]);
        let rest = self.scalar(Operation::Subtract, Type::U32, [width, start, start]);
        let ends_inside = self.scalar(Operation::LessEqual, Type::U32, [bits, rest, rest]);
        let is_inside =
            self.scalar(Operation::LogicalAnd, Type::Bool, [starts_inside, ends_inside, ends_inside]);
        self.demand(is_inside);
    }

    /// The demands of a function of the library that several operations compute together. Sections 6.2 and 6.3
    pub(super) fn demand_of_composed(&mut self, function: ComposedFunction, operands: &[Operand]) {
        if !self.request.is_strict {
            return;
        }
        let is_small = matches!(function, ComposedFunction::Multiply24 | ComposedFunction::MultiplyAdd24);
        if let [_, _, fraction] = operands
            && function == ComposedFunction::Mix
        {
            let (zero, one) = (self.number(fraction.0, 0.0), self.number(fraction.0, 1.0));
            self.demand_ordered(Operation::LessEqual, &zero, fraction);
            self.demand_ordered(Operation::LessEqual, fraction, &one);
        } else if let [left, right, ..] = operands
            && is_small
        {
            self.demand_24_bits(left);
            self.demand_24_bits(right);
        }
    }

    /// Coordinates of samples are neither infinite nor NaN, which the bits of the exponent say. Section 7.7
    pub(super) fn demand_finite(&mut self, coordinates: &[Register]) {
        if !self.request.is_strict {
            return;
        }
        let exponent = self.code.number(0x7f80_0000);
        for coordinate in coordinates {
            let bits = self.reinterpreted(*coordinate, Type::U32);
            let bits = self.scalar(Operation::BitAnd, Type::U32, [bits, exponent, exponent]);
            let is_finite = self.scalar(Operation::Less, Type::U32, [bits, exponent, exponent]);
            self.demand(is_finite);
        }
    }

    /// The lane of a broadcast is the same in all active threads. Section 6.8.2
    pub(super) fn demand_uniform(&mut self, lane: Register) {
        if self.request.is_strict {
            let first = self.group_step(GroupOperation::BroadcastFirst, lane, lane);
            let ty = self.code.ty(lane);
            let is_equal = self.scalar(Operation::Equal, ty, [lane, first, first]);
            self.demand(is_equal);
        }
    }

    fn demand_24_bits(&mut self, operand: &Operand) {
        let limit = self.code.number(1 << BITS);
        for register in operand.2.clone() {
            let mut value = self.as_unsigned(register);
            if operand.0 == Type::I32 {
                // Negative numbers and others are then one range.
                let half = self.code.number(1 << (BITS - 1));
                value = self.scalar(Operation::Add, Type::U32, [value, half, half]);
            }
            let is_small = self.scalar(Operation::Less, Type::U32, [value, limit, limit]);
            self.demand(is_small);
        }
    }
}
