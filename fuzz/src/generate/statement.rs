//! Statements.

use super::declarations::{attribute, variable};
use super::guard::guarded;
use super::rows::{FAMILIES, Family, Substitution};
use super::types::{Type, call, number, word};
use super::{Generator, Named};
use crate::tree::{
    Block, Call, Clause, Continuing, Declaration, Expression, Name, Operator, Statement, UnaryOperator,
    VariableKind,
};
use wgsl_spec::{
    AddressSpace, FunctionOperation, Scalar, ScalarSet, ShaderStage, TypeClass, TypePattern,
    UniformityRequirement,
};

/// Blocks are nested at most this deep.
const DEEPEST: usize = 4;

/// `left op right`
fn binary(operator: Operator, left: Expression, right: Expression) -> Expression {
    Expression::Binary(operator, Box::new(left), Box::new(right))
}

impl Generator<'_> {
    /// At most so many statements, some of which hold others.
    pub(super) fn statements(&mut self, most: usize) -> Vec<Statement> {
        let mut statements = Vec::new();
        for _ in 0..most {
            if self.budget == 0 {
                break;
            }
            self.budget -= 1;
            self.statement(&mut statements);
        }
        statements
    }

    fn block(&mut self, most: usize) -> Block {
        let attributes = match self.choices.below(12) {
            0 => vec![attribute("diagnostic", [word("off"), word("derivative_uniformity")])],
            _ => Vec::new(),
        };
        self.blocks += 1;
        let block = self.scoped(|it| {
            let mut statements: Vec<Statement> =
                it.choices.one_in(2).then(|| it.step()).into_iter().collect();
            statements.extend(it.statements(most));
            Block { attributes, statements }
        });
        self.blocks -= 1;
        block
    }

    /// Notes that the invocation has come here, in a value that depends on the order of all such notes.
    fn step(&mut self) -> Statement {
        self.steps += 1;
        let trace = self.trace();
        let longer = binary(Operator::Multiply, word(trace.clone()), number("31u"));
        Statement::Assign(
            None,
            word(trace),
            binary(Operator::Add, longer, number(format!("{}u", self.steps))),
        )
    }

    /// A block that some invocations may not enter.
    fn divergent_block(&mut self, most: usize) -> Block {
        let flow = self.flow.clone();
        self.flow.is_uniform = false;
        let block = self.block(most);
        self.flow = flow;
        block
    }

    fn statement(&mut self, statements: &mut Vec<Statement>) {
        let is_deep = self.blocks >= DEEPEST;
        let made = match self.choices.below(20) {
            0 | 1 => Some(self.declaration()),
            2 | 3 => self.assignment(),
            4 => self.compound_assignment(),
            5 => self.increment(),
            6 if !is_deep => Some(self.if_statement()),
            7 if !is_deep => Some(self.switch()),
            8 if !is_deep => Some(self.for_loop()),
            9 if !is_deep => {
                self.while_loop(statements);
                None
            }
            10 if !is_deep => {
                self.endless_loop(statements);
                None
            }
            11 if !is_deep => Some(Statement::Block(self.block(3))),
            12 => self.jump(),
            13 => self.call_through_pointer(statements),
            14 => Some(self.assertion()),
            15 => self.pointer_alias(statements),
            16 => self.call_statement(),
            _ => self.demonstration(),
        };
        statements.extend(made);
    }

    fn declare(&mut self, name: &str, ty: Type, is_variable: bool) {
        let depth = self.blocks;
        self.scope.push(Named { is_variable, depth, ..Named::value(name.to_owned(), ty) });
    }

    /// A counter of a loop, which no name in its body hides.
    fn declare_counter(&mut self, name: &str, ty: Type) {
        self.scope.push(Named { depth: usize::MAX, ..Named::value(name.to_owned(), ty) });
    }

    /// A new name, or one that hides a name of a block around this one.
    fn fresh_or_hiding(&mut self, kind: &str) -> String {
        if self.choices.one_in(8) {
            let is_around = |it: &Named| it.depth < self.blocks;
            let around: Vec<usize> =
                (0..self.scope.len()).filter(|index| is_around(&self.scope[*index])).collect();
            if let Some(index) = self.choices.pick(&around) {
                return self.scope.remove(*index).name;
            }
        }
        self.fresh(kind)
    }

    /// A declaration whose type is that of an abstract value.
    fn inferred_declaration(&mut self) -> Option<Statement> {
        let ty = self.ty();
        let value = self.inferred(&ty)?;
        let (is_variable, name) = (self.choices.one_in(2), self.fresh_or_hiding("inferred"));
        let kind = if is_variable { VariableKind::Var } else { VariableKind::Let };
        self.declare(&name, ty, is_variable);
        Some(Statement::Variable(variable(kind, &name, None, Some(value))))
    }

    fn declaration(&mut self) -> Statement {
        if self.choices.one_in(4)
            && let Some(inferred) = self.inferred_declaration()
        {
            return inferred;
        }
        let ty = self.ty();
        let written = self.choices.one_in(2).then(|| self.written(&ty));
        match self.choices.below(5) {
            0 => {
                let (value, name) = (self.constant(&ty), self.fresh_or_hiding("constant"));
                let depth = self.blocks;
                self.scope.push(Named { depth, ..Named::constant(name.clone(), ty) });
                Statement::Variable(variable(VariableKind::Const, &name, written, Some(value)))
            }
            1 | 2 => {
                let (value, name) = (self.unknown(&ty), self.fresh_or_hiding("value"));
                self.declare(&name, ty, false);
                Statement::Variable(variable(VariableKind::Let, &name, written, Some(value)))
            }
            3 => {
                let name = self.fresh_or_hiding("variable");
                let mut it = variable(VariableKind::Var, &name, Some(ty.name()), None);
                it.template = vec![word("function")];
                self.declare(&name, ty, true);
                Statement::Variable(it)
            }
            _ => {
                let (value, name) = (self.value(&ty), self.fresh_or_hiding("variable"));
                self.declare(&name, ty, true);
                Statement::Variable(variable(VariableKind::Var, &name, written, Some(value)))
            }
        }
    }

    /// A variable, or a part of one, with its type.
    fn place(&mut self, fits: impl Fn(&Type) -> bool) -> Option<(Expression, Type)> {
        let scope = self.scope.clone();
        let mut places = Vec::new();
        for it in scope.iter().filter(|it| it.is_variable) {
            places.push((word(it.name.clone()), it.ty.clone()));
            for (member, ty) in it.ty.members() {
                places.push((Expression::Member(Box::new(word(it.name.clone())), member), ty));
            }
            if let Some((element, count)) = it.ty.elements() {
                let index = self.index(count);
                places.push((Expression::Index(Box::new(word(it.name.clone())), Box::new(index)), element));
            }
        }
        places.retain(|(_, ty)| fits(ty));
        self.choices.pick(&places).cloned()
    }

    fn assignment(&mut self) -> Option<Statement> {
        if self.flow.stage == Some(ShaderStage::Compute) && self.choices.one_in(4) {
            return Some(self.own_element());
        }
        let (place, ty) = self.place(|_| true)?;
        Some(Statement::Assign(None, place, self.value(&ty)))
    }

    /// An assignment to the element of an array in the workgroup that belongs to the invocation.
    fn own_element(&mut self) -> Statement {
        let ty = self.simple_type();
        let array = super::types::generic("array", [ty.name().into(), number(64)]);
        let (space, access) = (wgsl_spec::AddressSpace::Workgroup, wgsl_spec::AccessMode::ReadWrite);
        let name = self.module_variable(space, access, &array);
        let place = Expression::Index(Box::new(word(name)), Box::new(word("local_index")));
        Statement::Assign(None, place, self.value(&ty))
    }

    fn compound_assignment(&mut self) -> Option<Statement> {
        let (place, ty) = self.place(|ty| matches!(ty, Type::Scalar(_) | Type::Vector(..)))?;
        let (Type::Scalar(scalar) | Type::Vector(_, scalar)) = ty else { return None };
        let arithmetic =
            [Operator::Add, Operator::Subtract, Operator::Multiply, Operator::Divide, Operator::Remainder];
        let bits = [Operator::BitAnd, Operator::BitOr, Operator::BitXor];
        let shifts = [Operator::ShiftLeft, Operator::ShiftRight];
        let mut operators: Vec<Operator> = Vec::new();
        match scalar {
            Scalar::Bool => operators.extend(&bits[..2]),
            scalar if scalar.is_integer() => {
                operators.extend(arithmetic.iter().chain(&bits).chain(&shifts));
            }
            // Products of a loop are soon larger than every finite f16.
            Scalar::F16 => operators.extend([Operator::Add, Operator::Subtract, Operator::Remainder]),
            _ => operators.extend(arithmetic),
        }
        let operator = *self.choices.pick(&operators)?;
        let ty = match (operator, ty) {
            (Operator::ShiftLeft | Operator::ShiftRight, Type::Vector(size, _)) => {
                Type::Vector(size, Scalar::U32)
            }
            (Operator::ShiftLeft | Operator::ShiftRight, _) => Type::Scalar(Scalar::U32),
            (_, ty) => ty,
        };
        let right = self.unknown(&ty);
        let right = guarded(operator.operation(), 1, right, &ty, None);
        Some(Statement::Assign(Some(operator), place, right))
    }

    fn increment(&mut self) -> Option<Statement> {
        let (place, _) = self.place(|ty| matches!(ty, Type::Scalar(Scalar::I32 | Scalar::U32)))?;
        Some(match self.choices.below(2) {
            0 => Statement::Increment(place),
            _ => Statement::Decrement(place),
        })
    }

    fn condition(&mut self) -> Expression {
        self.unknown(&Type::Scalar(Scalar::Bool))
    }

    fn if_statement(&mut self) -> Statement {
        let attributes = match self.choices.below(6) {
            0 => vec![attribute("diagnostic", [word("info"), word("subgroup_uniformity")])],
            _ => Vec::new(),
        };
        let count = 1 + self.choices.below(3);
        let was_uniform = self.flow.is_uniform;
        let mut branches = Vec::new();
        for _ in 0..count {
            branches.push((self.condition(), self.divergent_block(3)));
            // Only the first condition is for all.
            self.flow.is_uniform = false;
        }
        let otherwise = self.choices.one_in(2).then(|| self.divergent_block(3));
        self.flow.is_uniform = was_uniform;
        Statement::If { attributes, branches, otherwise }
    }

    fn switch(&mut self) -> Statement {
        let scalar = if self.choices.one_in(2) { Scalar::I32 } else { Scalar::U32 };
        let mut selector = self.unknown(&Type::Scalar(scalar));
        if self.choices.one_in(2) {
            // Most values are larger than every case.
            selector = binary(Operator::BitAnd, selector, number(7));
        }
        let flow = self.flow.clone();
        self.flow.is_uniform = false;
        let mut next = 0;
        let mut clauses = Vec::new();
        for _ in 0..self.choices.below(3) {
            let many = 1 + self.choices.below(3);
            let selectors = (next..next + many).map(|value| Some(number(value))).collect();
            next += many;
            let mut body = self.block(2);
            if self.choices.one_in(4) {
                body.statements.push(Statement::Break);
            }
            clauses.push(Clause { selectors, body });
        }
        let mut selectors = vec![None];
        if self.choices.one_in(3) {
            selectors.push(Some(number(next)));
        }
        let body = self.block(2);
        let at = self.choices.below(clauses.len() + 1);
        clauses.insert(at, Clause { selectors, body });
        self.flow = flow;
        Statement::Switch { attributes: Vec::new(), selector, body_attributes: Vec::new(), clauses }
    }

    /// The body of a loop. Where all invocations come together, none leaves early.
    fn loop_body(&mut self) -> Block {
        let flow = self.flow.clone();
        self.flow.is_uniform &= self.choices.one_in(2);
        self.flow.may_break = !self.flow.is_uniform;
        let body = self.block(3);
        self.flow = flow;
        body
    }

    fn for_loop(&mut self) -> Statement {
        let counter = self.fresh("counter");
        let ty = Type::Scalar(if self.choices.one_in(2) { Scalar::I32 } else { Scalar::U32 });
        let zero = call(ty.name(), vec![number(0)]);
        let initializer = variable(VariableKind::Var, &counter, Some(ty.name()), Some(zero));
        let names = self.scope.len();
        self.declare_counter(&counter, ty);
        let bound = number(1 + self.choices.below(4));
        let body = self.loop_body();
        self.scope.truncate(names);
        let update = match self.choices.below(3) {
            0 => Statement::Assign(Some(Operator::Add), word(counter.clone()), number(1)),
            _ => Statement::Increment(word(counter.clone())),
        };
        Statement::For {
            attributes: Vec::new(),
            initializer: Some(Box::new(Statement::Variable(initializer))),
            condition: Some(binary(Operator::Less, word(counter), bound)),
            update: Some(Box::new(update)),
            body,
        }
    }

    /// A counter of a loop, declared before it.
    fn counter(&mut self, statements: &mut Vec<Statement>) -> String {
        let counter = self.fresh("counter");
        let it = variable(VariableKind::Var, &counter, None, Some(number("0u")));
        statements.push(Statement::Variable(it));
        self.declare_counter(&counter, Type::Scalar(Scalar::U32));
        counter
    }

    fn while_loop(&mut self, statements: &mut Vec<Statement>) {
        let counter = self.counter(statements);
        let bound = number(1 + self.choices.below(4));
        let mut body = self.loop_body();
        body.statements.insert(0, Statement::Increment(word(counter.clone())));
        let condition = binary(Operator::Less, word(counter), bound);
        statements.push(Statement::While { attributes: Vec::new(), condition, body });
    }

    fn endless_loop(&mut self, statements: &mut Vec<Statement>) {
        let counter = self.counter(statements);
        let enough = binary(Operator::GreaterEqual, word(counter.clone()), number(1 + self.choices.below(4)));
        let step = Statement::Increment(word(counter));
        let mut body = self.loop_body();
        let continuing = if self.choices.one_in(2) {
            let block = Block { attributes: Vec::new(), statements: vec![step] };
            Continuing { block, break_if: Some(enough) }
        } else {
            let leave = Block { attributes: Vec::new(), statements: vec![Statement::Break] };
            let leave =
                Statement::If { attributes: Vec::new(), branches: vec![(enough, leave)], otherwise: None };
            body.statements.insert(0, leave);
            Continuing { block: Block { attributes: Vec::new(), statements: vec![step] }, break_if: None }
        };
        statements.push(Statement::Loop { attributes: Vec::new(), body, continuing: Some(continuing) });
    }

    /// A conditional `break`, `continue`, `return` or `discard`.
    fn jump(&mut self) -> Option<Statement> {
        if self.flow.is_uniform {
            return None;
        }
        let jump = match self.choices.below(4) {
            0 if self.flow.may_break => Statement::Break,
            1 if self.flow.may_break => Statement::Continue,
            2 if self.flow.stage == Some(ShaderStage::Fragment) => Statement::Discard,
            _ => {
                let result = self.flow.result.clone()?;
                Statement::Return(Some(self.value(&result)))
            }
        };
        let condition = self.condition();
        let block = Block { attributes: Vec::new(), statements: vec![jump] };
        Some(Statement::If { attributes: Vec::new(), branches: vec![(condition, block)], otherwise: None })
    }

    /// `*pointer = value;`
    pub(super) fn assignment_through(&mut self, pointer: &str, ty: &Type) -> Statement {
        let place = Expression::Unary(UnaryOperator::Indirection, Box::new(word(pointer)));
        Statement::Assign(None, place, self.value(ty))
    }

    fn pointer_alias(&mut self, statements: &mut Vec<Statement>) -> Option<Statement> {
        let variables: Vec<Named> = self.scope.iter().filter(|it| it.is_variable).cloned().collect();
        let target = self.choices.pick(&variables)?;
        let name = self.fresh("pointer");
        let address = Self::address_of(&target.name);
        statements.push(Statement::Variable(variable(VariableKind::Let, &name, None, Some(address))));
        Some(self.assignment_through(&name, &target.ty))
    }

    /// A call with the address of a variable that is used nowhere else.
    fn call_through_pointer(&mut self, statements: &mut Vec<Statement>) -> Option<Statement> {
        let fitting: Vec<_> = self.functions.iter().filter(|it| it.pointee.is_some()).cloned().collect();
        let function = self.choices.pick(&fitting)?;
        let (space, ty) = function.pointee.as_ref()?;
        let mut arguments: Vec<Expression> = function.parameters.iter().map(|ty| self.value(ty)).collect();
        let place = self.target(*space, ty, statements)?;
        arguments.push(Expression::Unary(UnaryOperator::AddressOf, Box::new(place)));
        let result = self.fresh("value");
        let value = call(Name::plain(function.name.clone()), arguments);
        self.declare(&result, function.result.clone(), false);
        Some(Statement::Variable(variable(VariableKind::Let, &result, None, Some(value))))
    }

    /// A place in an address space that no other pointer has, and no other invocation.
    fn target(
        &mut self,
        space: AddressSpace,
        ty: &Type,
        statements: &mut Vec<Statement>,
    ) -> Option<Expression> {
        let name = self.fresh("target");
        if space == AddressSpace::Function {
            statements.push(Statement::Variable(variable(VariableKind::Var, &name, Some(ty.name()), None)));
            self.declare(&name, ty.clone(), true);
            return Some(word(name));
        }
        let is_shared = space == AddressSpace::Workgroup;
        if is_shared && self.flow.stage != Some(ShaderStage::Compute) {
            return None;
        }
        let array = super::types::generic("array", [ty.name().into(), number(64)]);
        let held = if is_shared { array } else { ty.name() };
        let mut it = variable(VariableKind::Var, &name, Some(held), None);
        it.template = vec![word(space.name())];
        self.declarations.push(Declaration::Variable(it));
        let own = || Box::new(word("local_index"));
        Some(if is_shared { Expression::Index(Box::new(word(name)), own()) } else { word(name) })
    }

    fn assertion(&mut self) -> Statement {
        let value = self.scalar_of(ScalarSet::ALL);
        let value = self.literal(&Type::Scalar(value));
        Statement::ConstAssert(binary(Operator::Equal, value.clone(), value))
    }

    /// A call of a function of the program as a statement of its own.
    fn call_statement(&mut self) -> Option<Statement> {
        let fitting: Vec<_> =
            self.functions.iter().filter(|it| it.pointee.is_none() && !it.must_use).cloned().collect();
        let function = self.choices.pick(&fitting)?;
        let arguments = function.parameters.iter().map(|ty| self.value(ty)).collect();
        Some(Statement::Call(Call { callee: Name::plain(function.name.clone()), arguments }))
    }

    /// A use of any row of the tables.
    fn demonstration(&mut self) -> Option<Statement> {
        // Places where all invocations come together are rare.
        let wants_uniform = self.flow.is_uniform && self.choices.one_in(2);
        let is_wanted = |family: &&Family| {
            let needs_uniform = family.function.uniformity != UniformityRequirement::None;
            self.may_call(family.function) && (needs_uniform || !wants_uniform)
        };
        let callable: Vec<&Family> = FAMILIES.iter().filter(is_wanted).collect();
        let family = *self.choices.pick(&callable)?;
        let overload = *self.choices.pick(&family.overloads)?;
        let value = self.apply(family.function, overload, Substitution::default())?;
        Some(match (overload.result.as_ref(), value) {
            (None, Expression::Call(call)) => Statement::Call(call),
            (_, Expression::Call(call)) if !family.function.must_use && self.choices.one_in(2) => {
                Statement::Call(call)
            }
            (Some(TypePattern::Pointer(..)), value) => {
                let target = Expression::Unary(UnaryOperator::Indirection, Box::new(value));
                let is_array = overload.types.first() == Some(&TypeClass::HostShareableRuntimeSized);
                let zero = || Box::new(number(0));
                Statement::Phony(if is_array { Expression::Index(Box::new(target), zero()) } else { target })
            }
            (_, value) if self.names_result(family.function.operation) => {
                let name = self.fresh("value");
                Statement::Variable(variable(VariableKind::Let, &name, None, Some(value)))
            }
            (_, value) => Statement::Phony(value),
        })
    }

    fn names_result(&mut self, operation: Option<FunctionOperation>) -> bool {
        operation.is_some() && self.choices.one_in(3)
    }
}
