//! Operators. Section 3

use super::lowering::{Lowering, Outcome, Place, Value};
use super::types::{register_type, shape};
use cxx_validator::ast::BinaryOperator;
use msl_spec::ValueType;
use msl_validator::typed::{Expr, ExprId, UnaryOperator};
use msl_validator::types::{Object, Type as MetalType, TypeId};
use shader_ir::{Call, Instruction, Register, Type};
use shader_numeric::{Operation, Shape};

/// The type of components, their arrangement, and the registers of an operand.
pub(super) type Operand = (Type, Shape, Vec<Register>);

/// The operation of an operator on numbers and booleans.
pub(super) const fn operation(operator: BinaryOperator) -> Option<Operation> {
    Some(match operator {
        BinaryOperator::Multiply => Operation::Multiply,
        BinaryOperator::Divide => Operation::Divide,
        BinaryOperator::Remainder => Operation::Remainder,
        BinaryOperator::Add => Operation::Add,
        BinaryOperator::Subtract => Operation::Subtract,
        BinaryOperator::ShiftLeft => Operation::ShiftLeft,
        BinaryOperator::ShiftRight => Operation::ShiftRight,
        BinaryOperator::Less => Operation::Less,
        BinaryOperator::Greater => Operation::Greater,
        BinaryOperator::LessEqual => Operation::LessEqual,
        BinaryOperator::GreaterEqual => Operation::GreaterEqual,
        BinaryOperator::Equal => Operation::Equal,
        BinaryOperator::NotEqual => Operation::NotEqual,
        BinaryOperator::BitAnd => Operation::BitAnd,
        BinaryOperator::BitXor => Operation::BitXor,
        BinaryOperator::BitOr => Operation::BitOr,
        BinaryOperator::And => Operation::LogicalAnd,
        BinaryOperator::Or => Operation::LogicalOr,
        BinaryOperator::Comma => return None,
    })
}

/// The operation on components of a type: those of integers with a sign have no result outside the range of the type. Section 3.1
pub(super) const fn in_range(operation: Operation, ty: Type) -> Operation {
    match (ty, operation) {
        (Type::I8 | Type::I16 | Type::I32 | Type::I64, Operation::Add) => Operation::AddInRange,
        (Type::I8 | Type::I16 | Type::I32 | Type::I64, Operation::Subtract) => Operation::SubtractInRange,
        (Type::I8 | Type::I16 | Type::I32 | Type::I64, Operation::Multiply) => Operation::MultiplyInRange,
        (Type::I8 | Type::I16 | Type::I32 | Type::I64, Operation::Negate) => Operation::NegateInRange,
        (_, operation) => operation,
    }
}

/// A step of a chain of operations: what happens to the value so far.
enum Link {
    Binary(BinaryOperator, TypeId, ExprId),
    Logical(bool, ExprId),
    Convert(TypeId, TypeId),
}

impl Lowering<'_> {
    /// A binary operation. Its left operand is often a binary operation, too, as in `a + b + c`: they are lowered from the innermost on, so that the stack
    /// does not grow with their number.
    pub(super) fn chain(&mut self, id: ExprId) -> Outcome<Value> {
        let outer = self.code.span;
        let (mut links, mut rest) = (Vec::new(), id);
        while let Some((link, inner)) = self.link(rest) {
            links.push((link, self.tree().expr_span(rest)));
            rest = inner;
        }
        let mut registers = self.registers(rest)?;
        for (link, span) in links.into_iter().rev() {
            self.code.span = span;
            registers = match link {
                Link::Binary(operator, left_ty, right) => {
                    let left = self.code.settled(registers);
                    let values = self.registers(right)?;
                    self.operate(operator, (left_ty, left), (self.ty(right), values))?
                }
                Link::Logical(is_and, right) => vec![self.short_circuit(is_and, registers[0], right)?],
                Link::Convert(from, to) => {
                    let value = self.convert(Value::Registers(registers), from, to)?;
                    self.registers_of(value)?
                }
            };
        }
        self.code.span = outer;
        Ok(Value::Registers(registers))
    }

    /// The last step of an expression that is a chain of operations on numbers, and the expression before it.
    fn link(&self, id: ExprId) -> Option<(Link, ExprId)> {
        if let Expr::Binary(operator, left, right) = self.tree()[id] {
            return Some((Link::Binary(operator, self.ty(left), right), left));
        }
        if let Expr::Logical { is_and, left, right } = self.tree()[id] {
            return Some((Link::Logical(is_and, right), left));
        }
        let Expr::Convert(value) = self.tree()[id] else { return None };
        let (from, to) = (self.ty(value), self.ty(id));
        let are_numbers = self.value_type(from).is_some() && self.value_type(to).is_some();
        let is_chain =
            matches!(self.tree()[value], Expr::Binary(..) | Expr::Logical { .. } | Expr::Convert(_));
        (are_numbers && is_chain).then_some((Link::Convert(from, to), value))
    }

    /// The operation on two operands.
    pub(super) fn operate(
        &mut self,
        operator: BinaryOperator,
        (left_ty, left): (TypeId, Vec<Register>),
        (right_ty, right): (TypeId, Vec<Register>),
    ) -> Outcome<Vec<Register>> {
        let (Some(one), Some(other)) = (self.value_type(left_ty), self.value_type(right_ty)) else {
            return self.unsupported("operands of these types can't be executed yet");
        };
        let Some(operation) = operation(operator) else {
            return self.unsupported("expected an operator that gives a value");
        };
        let ty = register_type(one.scalar());
        let is_matrix = |ty: ValueType| matches!(ty, ValueType::Matrix(..));
        if operation == Operation::Multiply && (is_matrix(one) || is_matrix(other)) {
            let result = product(one, other);
            let operands = vec![(ty, shape(one), left), (ty, shape(other), right)];
            return Ok(self.call_operation(operation, operands, (ty, result)));
        }
        let is_shift = matches!(operation, Operation::ShiftLeft | Operation::ShiftRight);
        let right = if is_shift { self.amounts(&right, ty) } else { right };
        let operands = [(ty, shape(one), left), (ty, shape(other), right)];
        self.demand_of_operator(operation, &operands);
        Ok(self.each(in_range(operation, ty), &operands))
    }

    /// The amounts of a shift: they are taken modulo the number of bits. Section 3.1
    ///
    /// In C++ AMP, a greater amount is undefined, and strict execution reports it. C++14 (expr.shift) 1
    fn amounts(&mut self, amounts: &[Register], ty: Type) -> Vec<Register> {
        if self.is_amp() {
            return amounts.iter().map(|amount| self.as_unsigned(*amount)).collect();
        }
        let mask = self.code.number(ty.size() * 8 - 1);
        amounts
            .iter()
            .map(|amount| {
                let amount = self.as_unsigned(*amount);
                self.scalar(Operation::BitAnd, Type::U32, [amount, mask, mask])
            })
            .collect()
    }

    /// One step for each component; a scalar stands for all components.
    pub(super) fn each(&mut self, operation: Operation, operands: &[Operand]) -> Vec<Register> {
        let count = operands.iter().map(|(_, _, registers)| registers.len()).max().unwrap_or(0);
        (0..count)
            .map(|index| {
                let component = |operand: &Operand| {
                    if operand.2.len() == 1 { operand.2[0] } else { operand.2[index] }
                };
                let first = component(&operands[0]);
                let mut registers = [first; 3];
                for (register, operand) in registers.iter_mut().zip(operands) {
                    *register = component(operand);
                }
                let ty = self.code.ty(first);
                self.scalar(operation, ty, registers)
            })
            .collect()
    }

    /// An operation that is computed as a whole.
    pub(super) fn call_operation(
        &mut self,
        operation: Operation,
        arguments: Vec<Operand>,
        (result_type, result_shape): (Type, Shape),
    ) -> Vec<Register> {
        let results: Vec<Register> =
            (0..result_shape.len()).map(|_| self.code.register(result_type)).collect();
        let index = self.code.program.calls.len() as u32;
        self.code.program.calls.push(Call {
            operation,
            precision: self.precision,
            arguments,
            result_type,
            result_shape,
            results: results.clone(),
        });
        self.code.emit(Instruction::Call(index));
        results
    }

    /// `&&` and `||`: the right side is evaluated only where it decides.
    fn short_circuit(&mut self, is_and: bool, left: Register, right: ExprId) -> Outcome<Register> {
        let result = self.code.variable(Type::Bool);
        self.code.emit(Instruction::Set { to: result, value: left });
        let condition = if is_and {
            self.code.copy(result)
        } else {
            self.scalar(Operation::Not, Type::Bool, [result; 3])
        };
        self.code.begin(Instruction::If { condition });
        let right = self.single(right)?;
        self.code.emit(Instruction::Set { to: result, value: right });
        self.code.end();
        Ok(self.code.copy(result))
    }

    /// A pointer of a type that is so many elements after, or before, a different one.
    pub(super) fn offset_pointer(
        &mut self,
        pointer: ExprId,
        index: ExprId,
        is_back: bool,
        ty: TypeId,
    ) -> Outcome<Place> {
        let MetalType::Pointer(Object { ty, .. }) = self.kind(ty) else {
            return self.unsupported("expected a pointer");
        };
        let place = self.pointer(pointer)?;
        let index = self.single(index)?;
        if self.code.known(index).is_some_and(|bits| bits as u32 == 0) {
            return Ok(place);
        }
        self.moved_by(&place, index, is_back, ty)
    }

    /// The place that is so many objects of a type after, or before, a different one.
    pub(super) fn moved_by(
        &mut self,
        place: &Place,
        index: Register,
        is_back: bool,
        ty: TypeId,
    ) -> Outcome<Place> {
        let mut index = index;
        if is_back {
            index = self.converted_register(index, Type::I32);
            index = self.scalar(Operation::Negate, Type::I32, [index; 3]);
        }
        let (stride, _) = self.layout(ty)?;
        self.moved(place, index, stride)
    }

    pub(super) fn compare_pointers(
        &mut self,
        operator: BinaryOperator,
        left: ExprId,
        right: ExprId,
    ) -> Outcome<Value> {
        let Some(operation) = operation(operator).filter(|operation| operation.compares()) else {
            return self.unsupported("expected a comparison");
        };
        let left = self.registers(left)?[0];
        let right = self.registers(right)?[0];
        Ok(Value::Registers(vec![self.scalar(operation, Type::U64, [left, right, right])]))
    }

    /// The number of elements between two pointers into one array. C++14 (expr.add) 6
    pub(super) fn pointer_difference(&mut self, id: ExprId, left: ExprId, right: ExprId) -> Outcome<Value> {
        let MetalType::Pointer(element) = self.kind(self.ty(left)) else {
            return self.unsupported("expected a pointer");
        };
        let size = self.module.types.layout(element.ty).map_or(1, |layout| layout.size.max(1));
        let result = match self.value_type(self.ty(id)) {
            Some(ValueType::Scalar(scalar)) => register_type(scalar),
            Some(ValueType::Vector(..) | ValueType::PackedVector(..) | ValueType::Matrix(..)) | None => {
                Type::I64
            }
        };
        let (left, right) = (self.registers(left)?[0], self.registers(right)?[0]);
        let bytes = self.scalar(Operation::Subtract, Type::U64, [left, right, right]);
        let bytes = self.reinterpreted(bytes, Type::I64);
        let size = self.code.constant(Type::I64, size);
        let count = self.scalar(Operation::Divide, Type::I64, [bytes, size, size]);
        Ok(Value::Registers(vec![self.converted_register(count, result)]))
    }

    pub(super) fn unary(&mut self, operator: UnaryOperator, operand: ExprId) -> Outcome<Value> {
        let operation = match operator {
            UnaryOperator::Negate => Operation::Negate,
            UnaryOperator::Not => Operation::Not,
            UnaryOperator::Complement => Operation::Complement,
        };
        let Some(value) = self.value_type(self.ty(operand)) else {
            return self.unsupported("expected a number");
        };
        let registers = self.registers(operand)?;
        let ty = register_type(value.scalar());
        if operation == Operation::Not {
            let operand = self.as_booleans((ty, shape(value), registers));
            return Ok(Value::Registers(self.each(operation, &[operand])));
        }
        // Negation of an unsigned number is a difference from zero.
        if operation == Operation::Negate && !value.scalar().is_signed_integer() && !value.scalar().is_float()
        {
            let zero = self.code.constant(ty, 0);
            let operands = [(ty, Shape::Scalar, vec![zero]), (ty, shape(value), registers)];
            return Ok(Value::Registers(self.each(Operation::Subtract, &operands)));
        }
        Ok(Value::Registers(self.each(in_range(operation, ty), &[(ty, shape(value), registers)])))
    }

    /// Numbers as booleans, whether they differ from zero: vectors of them are converted without a node, as clang does with a warning.
    pub(super) fn as_booleans(&mut self, operand: Operand) -> Operand {
        let (ty, shape, _) = operand;
        if ty == Type::Bool {
            return operand;
        }
        let zero = (ty, Shape::Scalar, vec![self.code.constant(ty, 0)]);
        (Type::Bool, shape, self.each(Operation::NotEqual, &[operand, zero]))
    }

    pub(super) fn conditional(
        &mut self,
        ty: TypeId,
        condition: ExprId,
        accept: ExprId,
        reject: ExprId,
    ) -> Outcome<Value> {
        let condition = self.single(condition)?;
        if matches!(self.kind(ty), MetalType::Void) {
            self.code.begin(Instruction::If { condition });
            self.value(accept)?;
            self.code.emit(Instruction::Else);
            self.value(reject)?;
            self.code.end();
            return Ok(Value::Nothing);
        }
        if let MetalType::Pointer(_) = self.kind(ty) {
            let result = self.code.variable(Type::U64);
            let null = self.code.constant(Type::U64, 0);
            self.code.emit(Instruction::Set { to: result, value: null });
            self.code.begin(Instruction::If { condition });
            let value = self.registers(accept)?[0];
            self.code.emit(Instruction::Set { to: result, value });
            self.code.emit(Instruction::Else);
            let value = self.registers(reject)?[0];
            self.code.emit(Instruction::Set { to: result, value });
            self.code.end();
            let result = self.code.copy(result);
            return Ok(Value::Pointer(super::place::pointed(result)));
        }
        let place = self.fresh(ty, false)?;
        self.clear(&place, ty)?;
        self.code.begin(Instruction::If { condition });
        let value = self.value(accept)?;
        self.store(&place, ty, value)?;
        self.code.emit(Instruction::Else);
        let value = self.value(reject)?;
        self.store(&place, ty, value)?;
        self.code.end();
        self.load(&place, ty)
    }
}

/// The shape of a product with a matrix.
fn product(one: ValueType, other: ValueType) -> Shape {
    match (one, other) {
        (ValueType::Matrix(_, _, rows), ValueType::Vector(..)) => Shape::Vector(rows.count() as u8),
        (ValueType::Vector(..), ValueType::Matrix(_, columns, _)) => Shape::Vector(columns.count() as u8),
        (ValueType::Matrix(_, _, rows), ValueType::Matrix(_, columns, _)) => {
            Shape::Matrix(columns.count() as u8, rows.count() as u8)
        }
        (ValueType::Matrix(..), _) => shape(one),
        _ => shape(other),
    }
}
