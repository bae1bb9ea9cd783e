//! Operators. Section 3

use super::place::Place;
use super::types::{register_type, shape};
use super::{Lowering, Outcome, Value};
use msl_spec::ValueType;
use msl_validator::ast::{BinaryOperator, Expr, ExprId, UnaryOperator};
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

impl Lowering<'_> {
    /// A binary operation. Its left operand is often a binary operation, too, as in `a + b + c`: they are lowered from the innermost on, so that the stack
    /// does not grow with their number.
    pub(super) fn binary(&mut self, operator: BinaryOperator, left: ExprId, right: ExprId) -> Outcome<Value> {
        if operator == BinaryOperator::Comma {
            for operand in self.comma_operands(left) {
                self.value(operand)?;
            }
            return self.value(right);
        }
        let types = [self.used_type(left), self.used_type(right)];
        if let Some(result) = self.pointers(operator, (left, types[0]), (right, types[1]))? {
            return Ok(result);
        }
        let outer = self.code.span;
        let mut chain = vec![(operator, left, right, outer)];
        let mut rest = left;
        while let Some((operator, left, right)) = self.number_operation(rest) {
            chain.push((operator, left, right, self.ast().expr_span(rest)));
            rest = left;
        }
        let mut value = Value::Registers(self.registers(rest)?);
        for (index, (operator, left, right, span)) in chain.into_iter().rev().enumerate() {
            self.code.span = span;
            let meaning = self.meaning(left);
            if let Some(to) = meaning.converted.filter(|_| index > 0) {
                value = self.converted_value(meaning, value, to)?;
            }
            let Value::Registers(registers) = value else {
                return self.unsupported("expected a scalar or vector");
            };
            value = self.operation_on(operator, (left, registers), right)?;
        }
        self.code.span = outer;
        Ok(value)
    }

    /// The operands of a chain of commas, in order.
    fn comma_operands(&self, id: ExprId) -> Vec<ExprId> {
        let (mut rest, mut operands) = (id, Vec::new());
        while let Expr::Binary(BinaryOperator::Comma, left, right) = self.ast()[rest]
            && self.overloaded(rest).is_none()
        {
            operands.push(right);
            rest = left;
        }
        operands.push(rest);
        operands.reverse();
        operands
    }

    /// The operation that a left operand is, if it is lowered as one of numbers.
    fn number_operation(&self, id: ExprId) -> Option<(BinaryOperator, ExprId, ExprId)> {
        let Expr::Binary(operator, left, right) = self.ast()[id] else { return None };
        let is_number = |id: ExprId| self.value_type(self.used_type(id)).is_some();
        let is_operation = operator != BinaryOperator::Comma
            && self.meaning(id).value.is_none()
            && self.overloaded(id).is_none()
            && is_number(left)
            && is_number(right);
        is_operation.then_some((operator, left, right))
    }

    fn operation_on(
        &mut self,
        operator: BinaryOperator,
        (left, registers): (ExprId, Vec<Register>),
        right: ExprId,
    ) -> Outcome<Value> {
        let types = [self.used_type(left), self.used_type(right)];
        let is_scalar = matches!(self.value_type(types[0]), Some(ValueType::Scalar(_)));
        if matches!(operator, BinaryOperator::And | BinaryOperator::Or) && is_scalar {
            let [left] = registers.as_slice() else { return self.unsupported("expected a scalar") };
            return self.short_circuit(operator, *left, right);
        }
        let left = self.code.settled(registers);
        let right = self.registers(right)?;
        self.operate(operator, (types[0], left), (types[1], right)).map(Value::Registers)
    }

    /// The type of an expression after its conversion.
    pub(super) fn used_type(&self, id: ExprId) -> TypeId {
        self.meaning(id).used_type()
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
    fn amounts(&mut self, amounts: &[Register], ty: Type) -> Vec<Register> {
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
    fn short_circuit(&mut self, operator: BinaryOperator, left: Register, right: ExprId) -> Outcome<Value> {
        let result = self.code.variable(Type::Bool);
        self.code.emit(Instruction::Set { to: result, value: left });
        let condition = if operator == BinaryOperator::And {
            self.code.copy(result)
        } else {
            self.scalar(Operation::Not, Type::Bool, [result; 3])
        };
        self.code.begin(Instruction::If { condition });
        let right = self.single(right)?;
        self.code.emit(Instruction::Set { to: result, value: right });
        self.code.end();
        Ok(Value::Registers(vec![self.code.copy(result)]))
    }

    /// The object that a pointer leads to, also that of an array.
    fn pointee(&self, ty: TypeId) -> Option<TypeId> {
        if let MetalType::Pointer(Object { ty, .. }) | MetalType::Array(ty, _) = self.kind(ty) {
            Some(ty)
        } else {
            None
        }
    }

    /// An expression as the place that a pointer leads to.
    pub(super) fn pointer(&mut self, id: ExprId) -> Outcome<Place> {
        match self.used(id)? {
            Value::Pointer(place) => Ok(place),
            Value::Memory(location) => Ok(Place::Memory(location)),
            Value::Registers(registers) if registers.len() == 1 => Ok(super::place::pointed(registers[0])),
            Value::Registers(_) | Value::Handle(_) | Value::Nothing => self.unsupported("expected a pointer"),
        }
    }

    /// Sums, differences and comparisons of pointers.
    fn pointers(
        &mut self,
        operator: BinaryOperator,
        (left, left_ty): (ExprId, TypeId),
        (right, right_ty): (ExprId, TypeId),
    ) -> Outcome<Option<Value>> {
        let (pointer, index, ty) = match (self.pointee(left_ty), self.pointee(right_ty), operator) {
            (Some(ty), None, BinaryOperator::Add | BinaryOperator::Subtract) => (left, right, ty),
            (None, Some(ty), BinaryOperator::Add) => (right, left, ty),
            (None, None, _) => return Ok(None),
            _ => return self.compare_pointers(operator, left, right).map(Some),
        };
        let place = self.pointer(pointer)?;
        let index = self.single(index)?;
        let index = if operator == BinaryOperator::Subtract {
            let index = self.converted_register(index, Type::I32);
            self.scalar(Operation::Negate, Type::I32, [index; 3])
        } else {
            index
        };
        let (stride, _) = self.layout(ty)?;
        Ok(Some(Value::Pointer(self.moved(&place, index, stride)?)))
    }

    fn compare_pointers(&mut self, operator: BinaryOperator, left: ExprId, right: ExprId) -> Outcome<Value> {
        let Some(operation) = operation(operator).filter(|operation| operation.compares()) else {
            return self.unsupported("pointer differences can't be executed yet");
        };
        let left = self.registers(left)?[0];
        let right = self.registers(right)?[0];
        Ok(Value::Registers(vec![self.scalar(operation, Type::U64, [left, right, right])]))
    }

    pub(super) fn unary(&mut self, id: ExprId, operator: UnaryOperator, operand: ExprId) -> Outcome<Value> {
        match operator {
            UnaryOperator::Plus => self.used(operand),
            UnaryOperator::AddressOf => Ok(Value::Pointer(self.place(operand)?.0)),
            UnaryOperator::Dereference => {
                let (place, ty) = self.place(id)?;
                self.load(&place, ty)
            }
            UnaryOperator::Increment | UnaryOperator::Decrement => {
                let (_, new, _) = self.step(operand, operator == UnaryOperator::Increment)?;
                Ok(new)
            }
            UnaryOperator::Negate => self.unary_operation(Operation::Negate, operand),
            UnaryOperator::Not => self.unary_operation(Operation::Not, operand),
            UnaryOperator::Complement => self.unary_operation(Operation::Complement, operand),
        }
    }

    fn unary_operation(&mut self, operation: Operation, operand: ExprId) -> Outcome<Value> {
        let Some(value) = self.value_type(self.used_type(operand)) else {
            return self.unsupported("expected a number");
        };
        let registers = self.registers(operand)?;
        let ty = register_type(value.scalar());
        // Negation of an unsigned number is a difference from zero.
        if operation == Operation::Negate && !value.scalar().is_signed_integer() && !value.scalar().is_float()
        {
            let zero = self.code.constant(ty, 0);
            let operands = [(ty, Shape::Scalar, vec![zero]), (ty, shape(value), registers)];
            return Ok(Value::Registers(self.each(Operation::Subtract, &operands)));
        }
        Ok(Value::Registers(self.each(in_range(operation, ty), &[(ty, shape(value), registers)])))
    }

    pub(super) fn conditional(
        &mut self,
        id: ExprId,
        condition: ExprId,
        accept: ExprId,
        reject: ExprId,
    ) -> Outcome<Value> {
        let ty = self.meaning(id).ty;
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
        let value = self.value_as(accept, ty)?;
        self.store(&place, ty, value)?;
        self.code.emit(Instruction::Else);
        let value = self.value_as(reject, ty)?;
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
