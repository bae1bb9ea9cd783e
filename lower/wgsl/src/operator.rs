//! Operators, and builtin functions that const evaluation has, too.

use super::lowering::Lowering;
use super::value::Value;
use shader_ir::build::Unsupported;
use shader_ir::{Call, Instruction, Precision, Register, Type};
use shader_numeric::{Operation, Shape, Steps};
use wgsl_spec::Operator;
use wgsl_validator::ast::{Expr, ExprId, UnaryOperator};
use wgsl_validator::types::{TypeId, TypeKind};

/// An argument: what it is, and its registers.
type Argument = (Type, Shape, Vec<Register>);

impl Lowering<'_> {
    pub(super) fn unary(
        &mut self,
        id: ExprId,
        operator: UnaryOperator,
        operand: ExprId,
    ) -> Result<Value, Unsupported> {
        let operation = match operator {
            UnaryOperator::Negate => Operation::Negate,
            UnaryOperator::Not => Operation::Not,
            UnaryOperator::Complement => Operation::Complement,
            UnaryOperator::AddressOf | UnaryOperator::Indirection => {
                return self.unsupported("expected an operator that gives a value");
            }
        };
        self.operation(id, operation, &[operand])
    }

    pub(super) fn binary(
        &mut self,
        id: ExprId,
        operator: Operator,
        left: ExprId,
        right: ExprId,
    ) -> Result<Value, Unsupported> {
        self.operation(id, operator.operation(), &[left, right])
    }

    /// `&&` and `||`: the right operand is evaluated where the left one does not decide. Where a constant does, the right one may have no value,
    /// and then its parts have no concrete types. <https://www.w3.org/TR/WGSL/#logical-expr>
    pub(super) fn short_circuit(
        &mut self,
        left: ExprId,
        right: ExprId,
        is_and: bool,
    ) -> Result<Value, Unsupported> {
        if let Some(constant) = self.module.meaning[left].constant {
            let decides = u64::from(!is_and);
            if self.constant_bits(constant, 1) == [decides] {
                let result = self.code.constant(Type::Bool, decides);
                return Ok(Value::Registers(vec![result]));
            }
        }
        let left = self.single(left)?;
        if self.is_simple(right, 8) {
            let right = self.single(right)?;
            let operation = if is_and { Operation::LogicalAnd } else { Operation::LogicalOr };
            let result = self.scalar(operation, Type::Bool, Type::Bool, [left, right, left]);
            return Ok(Value::Registers(vec![result]));
        }
        let result = self.code.variable(Type::Bool);
        self.code.emit(Instruction::Set { to: result, value: left });
        let condition = if is_and {
            left
        } else {
            self.scalar(Operation::Not, Type::Bool, Type::Bool, [left, left, left])
        };
        self.code.begin(Instruction::If { condition });
        let right = self.single(right)?;
        self.code.emit(Instruction::Set { to: result, value: right });
        self.code.end();
        Ok(Value::Registers(vec![result]))
    }

    /// Whether evaluating an expression needlessly changes nothing, reports nothing and costs next to nothing.
    fn is_simple(&self, id: ExprId, levels: u32) -> bool {
        if self.module.meaning[id].constant.is_some() {
            return true;
        }
        if levels == 0 {
            return false;
        }
        match self.module.syntax.ast[id] {
            Expr::Name(_) => !self.is_shared(id),
            Expr::Paren(inner) | Expr::Member(inner, _) => self.is_simple(inner, levels - 1),
            Expr::Unary(UnaryOperator::Not | UnaryOperator::Complement, inner) => {
                self.is_simple(inner, levels - 1)
            }
            Expr::Binary(
                Operator::Equal
                | Operator::NotEqual
                | Operator::Less
                | Operator::LessEqual
                | Operator::Greater
                | Operator::GreaterEqual
                | Operator::BitAnd
                | Operator::BitOr
                | Operator::BitXor
                | Operator::LogicalAnd
                | Operator::LogicalOr,
                left,
                right,
            ) => self.is_simple(left, levels - 1) && self.is_simple(right, levels - 1),
            Expr::Unary(..)
            | Expr::Binary(..)
            | Expr::Index(..)
            | Expr::Call(..)
            | Expr::Literal(_)
            | Expr::Error
            | Expr::Template(..)
            | Expr::ContextName(_) => false,
        }
    }

    /// Whether a name stands for memory that is not the invocation's own, or for something with an address.
    fn is_shared(&self, id: ExprId) -> bool {
        use wgsl_spec::AddressSpace;
        let ty = self.module.meaning[id].ty;
        if let TypeKind::Reference(AddressSpace::Function | AddressSpace::Private, store, _) = self.kind(ty) {
            return self.has_array(store);
        }
        self.is_in_memory(id) || self.has_array(ty)
    }

    /// An operation on the values of operands.
    pub(super) fn operation(
        &mut self,
        id: ExprId,
        operation: Operation,
        operands: &[ExprId],
    ) -> Result<Value, Unsupported> {
        let types: Vec<TypeId> = operands.iter().map(|operand| self.used_type(*operand)).collect();
        let registers = self.operand_registers(operands)?;
        self.apply(operation, &types, registers, self.module.meaning[id].ty)
    }

    /// Applies an operation to values of these types.
    pub(super) fn apply(
        &mut self,
        operation: Operation,
        types: &[TypeId],
        registers: Vec<Vec<Register>>,
        result: TypeId,
    ) -> Result<Value, Unsupported> {
        let mut arguments: Vec<Argument> = Vec::with_capacity(types.len());
        for (ty, registers) in types.iter().zip(registers) {
            let Some((scalar, shape)) = self.shape(*ty) else {
                return self.unsupported("operands of this type can't be executed yet");
            };
            arguments.push((scalar.ty(), shape, registers));
        }
        if let Some(registers) = self.decompose(operation, &arguments, result) {
            return Ok(Value::Registers(registers));
        }
        let results: Vec<Register> =
            self.leaves(result)?.iter().map(|leaf| self.code.register(leaf.ty)).collect();
        // The result of `frexp` or `modf` has the type of its first member.
        let first = self.result_members(result).map_or(result, |[first, _]| first);
        let Some((result, result_shape)) = self.shape(first) else {
            return self.unsupported("results of this type can't be executed yet");
        };
        let index = self.code.program.calls.len() as u32;
        self.code.program.calls.push(Call {
            operation,
            precision: Precision::Default,
            arguments,
            result_type: result.ty(),
            result_shape,
            results: results.clone(),
        });
        self.code.emit(Instruction::Call(index));
        Ok(Value::Registers(results))
    }

    /// The scalar steps that an operation is made of; none where it is computed as a whole.
    fn decompose(
        &mut self,
        operation: Operation,
        arguments: &[Argument],
        result: TypeId,
    ) -> Option<Vec<Register>> {
        if self.keeps_calls && is_judged_whole(operation.steps(), arguments) {
            return None;
        }
        match operation.steps() {
            Steps::Each => {
                let scalar = self.shape(result)?.0;
                Some(self.each_component(operation, arguments, scalar.ty()))
            }
            Steps::Product => Some(self.product(&arguments[0], &arguments[1])),
            Steps::Select => Some(self.select(&arguments[0], &arguments[1], &arguments[2])),
            Steps::Fold(operation) => {
                self.fold(operation, Type::Bool, &arguments[0].2).map(|register| vec![register])
            }
            Steps::Cast => {
                let ((from, shape, registers), (scalar, into)) = (&arguments[0], self.shape(result)?);
                let to = scalar.ty();
                (into == *shape && to.size() == from.size())
                    .then(|| registers.iter().map(|value| self.reinterpret(*value, to)).collect())
            }
            Steps::Dot => Some(vec![self.dot(&arguments[0].2, &arguments[1].2)]),
            Steps::Length | Steps::Distance if arguments[0].1 == Shape::Scalar => None,
            Steps::Length => Some(vec![self.length_of(&arguments[0].2)]),
            Steps::Distance => {
                let ty = arguments[0].0;
                let differences = self.each_component(Operation::Subtract, arguments, ty);
                Some(vec![self.length_of(&differences)])
            }
            Steps::Normalize => {
                let (ty, length) = (arguments[0].0, self.length_of(&arguments[0].2));
                let divisor = (ty, Shape::Scalar, vec![length]);
                Some(self.each_component(Operation::Divide, &[arguments[0].clone(), divisor], ty))
            }
            Steps::Transpose => {
                let (_, Shape::Matrix(columns, rows), registers) = &arguments[0] else { return None };
                let (columns, rows) = (usize::from(*columns), usize::from(*rows));
                let elements = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
                Some(elements.map(|(column, row)| registers[column * rows + row]).collect())
            }
            Steps::Whole => None,
        }
    }

    /// One step for each component; scalars stand for all components.
    fn each_component(
        &mut self,
        operation: Operation,
        arguments: &[Argument],
        result: Type,
    ) -> Vec<Register> {
        let count = arguments.iter().map(|(_, shape, _)| shape.len()).max().unwrap_or(0);
        let component = |index: usize, argument: &Argument| match argument.1 {
            Shape::Scalar => argument.2[0],
            Shape::Vector(_) | Shape::Matrix(..) => argument.2[index],
        };
        (0..count)
            .map(|index| {
                let first = component(index, &arguments[0]);
                let mut operands = [first; 3];
                for (slot, argument) in operands.iter_mut().zip(arguments) {
                    *slot = component(index, argument);
                }
                let ty = self.code.ty(first);
                self.scalar(operation, ty, result, operands)
            })
            .collect()
    }

    fn reinterpret(&mut self, value: Register, into: Type) -> Register {
        let to = self.code.register(into);
        self.code.emit(Instruction::Reinterpret { to, value });
        to
    }

    fn select(&mut self, reject: &Argument, accept: &Argument, condition: &Argument) -> Vec<Register> {
        let mut results = Vec::with_capacity(accept.2.len());
        for (index, (accept, reject)) in accept.2.iter().zip(&reject.2).enumerate() {
            let condition = if condition.1 == Shape::Scalar { condition.2[0] } else { condition.2[index] };
            let to = self.code.register(self.code.ty(*accept));
            self.code.emit(Instruction::Select { to, condition, accept: *accept, reject: *reject });
            results.push(to);
        }
        results
    }

    fn fold(&mut self, operation: Operation, ty: Type, registers: &[Register]) -> Option<Register> {
        let (first, rest) = registers.split_first()?;
        Some(rest.iter().fold(*first, |total, next| self.scalar(operation, ty, ty, [total, *next, total])))
    }

    fn dot(&mut self, left: &[Register], right: &[Register]) -> Register {
        let ty = self.code.ty(left[0]);
        let products: Vec<Register> = left
            .iter()
            .zip(right)
            .map(|(a, b)| self.scalar(Operation::Multiply, ty, ty, [*a, *b, *a]))
            .collect();
        self.fold(Operation::Add, ty, &products).unwrap_or(left[0])
    }

    fn length_of(&mut self, registers: &[Register]) -> Register {
        let ty = self.code.ty(registers[0]);
        let square = self.dot(registers, registers);
        self.scalar(Operation::Sqrt, ty, ty, [square; 3])
    }

    /// A product of matrices, or of components where there is none. <https://www.w3.org/TR/WGSL/#matrix-arithmetic-expr>
    fn product(&mut self, left: &Argument, right: &Argument) -> Vec<Register> {
        let sizes = |shape: Shape, is_left: bool| match shape {
            Shape::Matrix(columns, rows) => Some((usize::from(columns), usize::from(rows))),
            // A vector on the left is a row, a vector on the right is a column.
            Shape::Vector(size) if is_left => Some((usize::from(size), 1)),
            Shape::Vector(size) => Some((1, usize::from(size))),
            Shape::Scalar => None,
        };
        let is_matrix = |argument: &Argument| matches!(argument.1, Shape::Matrix(..));
        let (Some((inner, rows)), Some((columns, _)), true) =
            (sizes(left.1, true), sizes(right.1, false), is_matrix(left) || is_matrix(right))
        else {
            return self.each_component(Operation::Multiply, &[left.clone(), right.clone()], left.0);
        };
        let mut results = Vec::with_capacity(columns * rows);
        for column in 0..columns {
            for row in 0..rows {
                let first: Vec<Register> = (0..inner).map(|index| left.2[index * rows + row]).collect();
                let second = &right.2[column * inner..(column + 1) * inner];
                results.push(self.dot(&first, second));
            }
        }
        results
    }
}

/// Whether the accuracy of an operation is more than that of the steps that it is made of: terms may be added in any order, and
/// elements that are moved may be flushed. <https://www.w3.org/TR/WGSL/#reassociation-and-fusion>
fn is_judged_whole(steps: Steps, arguments: &[Argument]) -> bool {
    let is_float = arguments.iter().all(|(ty, ..)| ty.is_float());
    let is_scalar = |argument: &Argument| argument.1 == Shape::Scalar;
    let is_matrix = |argument: &Argument| matches!(argument.1, Shape::Matrix(..));
    is_float
        && match steps {
            Steps::Dot | Steps::Length | Steps::Distance | Steps::Normalize | Steps::Transpose => true,
            Steps::Product => arguments.iter().any(is_matrix) && !arguments.iter().any(is_scalar),
            Steps::Each | Steps::Select | Steps::Fold(_) | Steps::Cast | Steps::Whole => false,
        }
}
