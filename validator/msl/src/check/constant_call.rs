//! The values of calls of `constexpr` functions. C++14 (expr.const), (dcl.constexpr)
//!
//! A body that was checked is walked with the values of its variables. Only scalars have values here; a call with anything else has none,
//! and may still be a constant expression whose value nothing asks for.

use super::constant::{Value, binary, unary};
use super::{Checker, constant_expression};
use crate::meaning::{Body, Callee, ExprMeaning};
use cxx_validator::ast::{
    BinaryOperator, Expr, ExprId, PostfixOperator, Stmt, StmtId, UnaryOperator, VariableId,
};
use msl_spec::{Scalar, ValueType};
use rustc_hash::FxHashMap;

/// The steps that all constant calls of a program may take. Clang stops at about a million for one.
const MOST_STEPS: u32 = 1 << 20;

/// How deep calls may be nested, so that their recursion fits the stack.
const MOST_CALLS: u32 = 64;

/// The way a statement ends.
enum End {
    Next,
    Break,
    Continue,
    Return(Option<Value>),
}

/// The call of a function.
struct Call<'a> {
    body: &'a Body,
    variables: FxHashMap<VariableId, Value>,
    depth: u32,
}

/// The steps that are left.
#[derive(Debug)]
pub(super) struct ConstantWork(u32);

impl Default for ConstantWork {
    fn default() -> Self {
        Self(MOST_STEPS)
    }
}

impl Checker<'_> {
    /// The value of a call of a function with these values as arguments; `None` if it has none that is known.
    pub(super) fn constant_call(&mut self, number: usize, arguments: &[Value]) -> Option<Value> {
        let mut work = core::mem::take(&mut self.constant_work);
        let value = self.call_value(&mut work, number, arguments, 0);
        self.constant_work = work;
        value
    }

    fn call_value(
        &self,
        work: &mut ConstantWork,
        number: usize,
        arguments: &[Value],
        depth: u32,
    ) -> Option<Value> {
        if depth >= MOST_CALLS {
            return None;
        }
        let instance = &self.instances[number];
        let function = self.ast[instance.function];
        let parameters = &self.ast[function.parameters];
        if parameters.len() != arguments.len() || !function.is_constexpr {
            return None;
        }
        let mut variables = FxHashMap::default();
        for ((parameter, ty), value) in parameters.iter().zip(&instance.parameters).zip(arguments) {
            variables.insert(*parameter, value.converted(self.types.scalar_of(*ty)?));
        }
        let mut call = Call { body: &instance.body, variables, depth };
        match self.run(work, &mut call, function.body?)? {
            End::Return(value) => Some(value?.converted(self.types.scalar_of(instance.result)?)),
            End::Next | End::Break | End::Continue => None,
        }
    }

    fn run(&self, work: &mut ConstantWork, call: &mut Call, id: StmtId) -> Option<End> {
        work.step()?;
        Some(match self.ast[id] {
            Stmt::Empty | Stmt::Declaration(_) => End::Next,
            Stmt::Block(list) => {
                for statement in &self.ast[list] {
                    match self.run(work, call, *statement)? {
                        End::Next => {}
                        end => return Some(end),
                    }
                }
                End::Next
            }
            Stmt::Variables(list) => {
                for variable in &self.ast[list] {
                    self.begin_variable(work, call, *variable)?;
                }
                End::Next
            }
            Stmt::Expression(id) => {
                self.value_of(work, call, id)?;
                End::Next
            }
            Stmt::If(condition, accept, reject) => match (self.holds(work, call, condition)?, reject) {
                (true, _) => self.run(work, call, accept)?,
                (false, Some(reject)) => self.run(work, call, reject)?,
                (false, None) => End::Next,
            },
            Stmt::While(condition, body) => self.run_loop(work, call, (Some(condition), None), body)?,
            Stmt::For { initializer, condition, update, body } => {
                if let Some(initializer) = initializer {
                    self.run(work, call, initializer)?;
                }
                self.run_loop(work, call, (condition, update), body)?
            }
            Stmt::DoWhile(body, condition) => match self.run(work, call, body)? {
                End::Break => End::Next,
                end @ End::Return(_) => end,
                End::Next | End::Continue => self.run_loop(work, call, (Some(condition), None), body)?,
            },
            Stmt::Break => End::Break,
            Stmt::Continue => End::Continue,
            Stmt::Return(value) => End::Return(match value {
                Some(value) => Some(self.value_of(work, call, value)?),
                None => None,
            }),
            Stmt::Error | Stmt::ForRange { .. } | Stmt::Switch(..) => return None,
        })
    }

    fn run_loop(
        &self,
        work: &mut ConstantWork,
        call: &mut Call,
        (condition, update): (Option<ExprId>, Option<ExprId>),
        body: StmtId,
    ) -> Option<End> {
        loop {
            work.step()?;
            if let Some(condition) = condition
                && !self.holds(work, call, condition)?
            {
                return Some(End::Next);
            }
            match self.run(work, call, body)? {
                End::Next | End::Continue => {}
                End::Break => return Some(End::Next),
                end @ End::Return(_) => return Some(end),
            }
            if let Some(update) = update {
                self.value_of(work, call, update)?;
            }
        }
    }

    fn begin_variable(&self, work: &mut ConstantWork, call: &mut Call, id: VariableId) -> Option<()> {
        let Some(mut initializer) = self.ast[id].initializer else { return Some(()) };
        if let Expr::Braces(items) = self.ast[initializer] {
            let [item] = &self.ast[items] else { return None };
            initializer = item.value;
        }
        let value = self.value_of(work, call, initializer)?;
        call.variables.insert(id, value);
        Some(())
    }

    fn holds(&self, work: &mut ConstantWork, call: &mut Call, id: ExprId) -> Option<bool> {
        match self.value_of(work, call, id)?.converted(Scalar::Bool) {
            Value::Bool(holds) => Some(holds),
            Value::Integer(_) | Value::Float(_) => None,
        }
    }

    /// The value of an expression after its conversion.
    fn value_of(&self, work: &mut ConstantWork, call: &mut Call, id: ExprId) -> Option<Value> {
        work.step()?;
        let meaning = call.body.meaning(id);
        if meaning.conversion.is_some() {
            return None;
        }
        let value = self.own_value(work, call, id, meaning)?;
        match meaning.converted {
            Some(to) => Some(value.converted(self.types.scalar_of(to)?)),
            None => Some(value),
        }
    }

    fn own_value(
        &self,
        work: &mut ConstantWork,
        call: &mut Call,
        id: ExprId,
        meaning: ExprMeaning,
    ) -> Option<Value> {
        if let Some(value) = meaning.value
            && !constant_expression::has_effect(&self.ast[id])
        {
            return Some(value);
        }
        match self.ast[id] {
            Expr::Paren(inner) => self.value_of(work, call, inner),
            Expr::Name(_) => call.variables.get(&meaning.variable?).copied(),
            Expr::Cast(_, _, operand) => {
                Some(self.value_of(work, call, operand)?.converted(self.types.scalar_of(meaning.ty)?))
            }
            Expr::Construct(_, arguments) => {
                let [argument] = self.ast[arguments] else { return None };
                Some(self.value_of(work, call, argument)?.converted(self.types.scalar_of(meaning.ty)?))
            }
            Expr::ConstructBraces(_, list) => {
                let Expr::Braces(items) = self.ast[list] else { return None };
                let [item] = &self.ast[items] else { return None };
                Some(self.value_of(work, call, item.value)?.converted(self.types.scalar_of(meaning.ty)?))
            }
            Expr::Unary(operator @ (UnaryOperator::Increment | UnaryOperator::Decrement), operand) => {
                self.step_variable(call, operand, operator == UnaryOperator::Increment).map(|(_, new)| new)
            }
            Expr::Postfix(operator, operand) => {
                self.step_variable(call, operand, operator == PostfixOperator::Increment).map(|(old, _)| old)
            }
            Expr::Unary(operator, operand) => {
                let value = self.value_of(work, call, operand)?;
                unary(operator, value, self.types.scalar_of(meaning.ty)?)
            }
            Expr::Binary(operator, left, right) => self.binary_value(work, call, (operator, left, right)),
            Expr::Assign(operator, left, right) => self.assigned_value(work, call, (operator, left, right)),
            Expr::Conditional(condition, accept, reject) => {
                let chosen = if self.holds(work, call, condition)? { accept } else { reject };
                Some(self.value_of(work, call, chosen)?.converted(self.types.scalar_of(meaning.ty)?))
            }
            Expr::Call(_, arguments) => {
                let Some(Callee::Function(number)) = call.body.callee(id) else { return None };
                let values = self.ast[arguments].iter().map(|it| self.value_of(work, call, *it));
                let values: Vec<Value> = values.collect::<Option<_>>()?;
                self.call_value(work, *number, &values, call.depth + 1)
            }
            _ => None,
        }
    }

    fn binary_value(
        &self,
        work: &mut ConstantWork,
        call: &mut Call,
        (operator, left, right): (BinaryOperator, ExprId, ExprId),
    ) -> Option<Value> {
        let first = self.value_of(work, call, left)?;
        // The right operand of these may have no value at all.
        match operator {
            BinaryOperator::And | BinaryOperator::Or => {
                let is_true = first.converted(Scalar::Bool) == Value::Bool(true);
                if is_true == (operator == BinaryOperator::Or) {
                    return Some(Value::Bool(is_true));
                }
                return self.holds(work, call, right).map(Value::Bool);
            }
            BinaryOperator::Comma => return self.value_of(work, call, right),
            _ => {}
        }
        let second = self.value_of(work, call, right)?;
        let scalar = self.types.scalar_of(call.body.meaning(left).used_type())?;
        binary(operator, first, second, scalar)
    }

    fn assigned_value(
        &self,
        work: &mut ConstantWork,
        call: &mut Call,
        (operator, left, right): (Option<BinaryOperator>, ExprId, ExprId),
    ) -> Option<Value> {
        let meaning = call.body.meaning(left);
        let (variable, scalar) = (meaning.variable?, self.types.scalar_of(meaning.ty)?);
        let second = self.value_of(work, call, right)?;
        let value = match operator {
            None => second,
            Some(operator) => {
                let first = *call.variables.get(&variable)?;
                // The operation is one of the common type of both, as between other operands.
                let other = self.types.scalar_of(call.body.meaning(right).used_type())?;
                let common = super::operator::common_scalar(scalar, other);
                binary(operator, first.converted(common), second.converted(common), common)?
            }
        };
        let value = value.converted(scalar);
        call.variables.insert(variable, value);
        Some(value)
    }

    /// The values of a variable before and after `++` or `--`.
    fn step_variable(&self, call: &mut Call, operand: ExprId, up: bool) -> Option<(Value, Value)> {
        let meaning = call.body.meaning(operand);
        let (variable, ty) = (meaning.variable?, meaning.ty);
        let Some(ValueType::Scalar(scalar)) = self.types.value_type(ty) else { return None };
        let old = *call.variables.get(&variable)?;
        let operator = if up { BinaryOperator::Add } else { BinaryOperator::Subtract };
        let new = binary(operator, old, Value::Integer(1).converted(scalar), scalar)?;
        call.variables.insert(variable, new);
        Some((old, new))
    }
}

impl ConstantWork {
    fn step(&mut self) -> Option<()> {
        shader_source::steps::take(1);
        self.0 = self.0.checked_sub(1)?;
        Some(())
    }
}
