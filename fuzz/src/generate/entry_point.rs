//! Entry points of all stages.

use super::declarations::attribute;
use super::interface::Port;
use super::types::{Type, call, generic, number, word};
use super::{Flow, Generator, Named, Signature};
use crate::tree::{Attribute, Block, Declaration, Expression, Function, Member, Name, Operator, Statement};
use wgsl_spec::{AccessMode, AddressSpace, Direction, EnableExtension, Scalar, ShaderStage};

/// The greatest number of values that a compute shader writes, without its trace.
const MOST_OUTPUTS: usize = 6;
/// The greatest number of functions whose results it writes.
const MOST_RESULTS: usize = 3;

/// The index of an invocation of a compute shader among all of a dispatch with one dimension.
pub(super) fn own_index() -> Expression {
    Expression::Member(Box::new(word("own_id")), "x".to_owned())
}

impl Generator<'_> {
    /// One entry point or more, until the budget is spent.
    pub(super) fn entry_points(&mut self) {
        let most = 1 + self.options.size / 40;
        for _ in 0..most.max(1) {
            let stage = ShaderStage::ALL[self.choices.below(3)];
            let share = self.budget / 2;
            self.entry_point(stage);
            self.budget = self.budget.min(share.max(8));
        }
    }

    fn entry_point(&mut self, stage: ShaderStage) {
        self.scope.clear();
        let name = self.fresh(stage.name());
        let mut parameters = self.parameters(stage);
        let result = self.result(stage);
        self.flow = Flow { stage: Some(stage), is_uniform: true, ..Flow::default() };
        if stage == ShaderStage::Compute {
            let index = vec![attribute("builtin", [word("local_invocation_index")])];
            let own = vec![attribute("builtin", [word("global_invocation_id")])];
            let u32 = Type::Scalar(Scalar::U32);
            let own_type = Type::Vector(3, Scalar::U32).name();
            parameters.push(Member { attributes: index, name: "local_index".to_owned(), ty: u32.name() });
            parameters.push(Member { attributes: own, name: "own_id".to_owned(), ty: own_type });
            // Accesses to memory of the workgroup need the name everywhere.
            self.scope.push(Named { depth: usize::MAX, ..Named::value("local_index".to_owned(), u32) });
        }
        let mut statements = self.statements(12);
        // From here on, invocations may leave one by one.
        self.flow.is_uniform = false;
        self.flow.result.clone_from(&result);
        statements.extend(self.statements(6));
        if stage == ShaderStage::Compute {
            statements.extend(self.outputs());
        }
        if let Some(result) = &result {
            statements.push(Statement::Return(Some(self.constructed(result))));
        }
        let result_name = result.map(|ty| ty.name());
        let attributes = self.stage_attributes(stage);
        let body = Block { attributes: Vec::new(), statements };
        self.declarations.push(Declaration::Function(Function {
            attributes,
            name,
            parameters,
            result_attributes: Vec::new(),
            result: result_name,
            body,
        }));
    }

    /// A value of a structure out of values of its members.
    fn constructed(&mut self, ty: &Type) -> Expression {
        let arguments = ty.members().iter().map(|(_, ty)| self.value(ty)).collect();
        call(ty.name(), arguments)
    }

    fn stage_attributes(&mut self, stage: ShaderStage) -> Vec<Attribute> {
        let mut attributes = vec![attribute(stage.name(), [])];
        if self.choices.one_in(4) {
            attributes.push(attribute("diagnostic", [word("info"), word("derivative_uniformity")]));
        }
        if stage != ShaderStage::Compute {
            return attributes;
        }
        let has_size = self.extensions.contains(EnableExtension::SubgroupSizeControl);
        if has_size && self.choices.one_in(3) {
            attributes.push(attribute("subgroup_size", [number(32)]));
            attributes.push(attribute("workgroup_size", [number(32)]));
            return attributes;
        }
        let sizes = [number(1 << self.choices.below(7)), number(1), number("1u")];
        let count = 1 + self.choices.below(3);
        attributes.push(attribute("workgroup_size", sizes.into_iter().take(count)));
        attributes
    }

    /// The inputs: builtin values as parameters, values at locations as parameters or in a structure.
    fn parameters(&mut self, stage: ShaderStage) -> Vec<Member> {
        let mut ports = self.builtins(stage, Direction::Input);
        if stage != ShaderStage::Compute {
            let more = self.locations(stage, Direction::Input);
            if self.choices.one_in(2) && !more.is_empty() {
                let ty = self.structure_of(more);
                let name = self.fresh("input");
                ports.push((Member { attributes: Vec::new(), name, ty: ty.name() }, ty));
            } else {
                ports.extend(more);
            }
        }
        let named = |(member, ty): &Port| Named::value(member.name.clone(), ty.clone());
        self.scope.extend(ports.iter().map(named));
        ports.into_iter().map(|(member, _)| member).collect()
    }

    /// The outputs, in a structure.
    fn result(&mut self, stage: ShaderStage) -> Option<Type> {
        if stage == ShaderStage::Compute {
            return None;
        }
        let mut ports = self.builtins(stage, Direction::Output);
        ports.extend(self.locations(stage, Direction::Output));
        (!ports.is_empty()).then(|| self.structure_of(ports))
    }

    /// Writes the way that the invocation took, a value, results of functions, and what has a name, to elements of buffers that belong
    /// to the invocation.
    fn outputs(&mut self) -> Vec<Statement> {
        let scalar = [Scalar::U32, Scalar::I32, Scalar::F32][self.choices.below(3)];
        let ty = Type::Vector(4, scalar);
        let value = self.unknown(&ty);
        let mut outputs = vec![(ty, value)];
        outputs.extend(self.results());
        let is_shown = |it: &&Named| is_shown(&it.ty) && !it.is_constant;
        let named = self.scope.iter().filter(is_shown).rev();
        outputs.extend(named.map(|it| (it.ty.clone(), word(it.name.clone()))));
        let mut statements = Vec::new();
        let mut shown: Vec<Type> = Vec::new();
        for (ty, value) in outputs {
            // One buffer for each type.
            if statements.len() < MOST_OUTPUTS && !shown.contains(&ty) {
                statements.push(self.output("anything", &ty, value));
                shown.push(ty);
            }
        }
        // The trace comes last: functions called above note their steps too.
        let trace = self.trace();
        statements.push(self.output("trace", &Type::Scalar(Scalar::U32), word(trace)));
        statements
    }

    /// Calls of functions of the program.
    fn results(&mut self) -> Vec<(Type, Expression)> {
        let functions = self.functions.clone();
        let callable = functions.into_iter().filter(|it| it.pointee.is_none() && is_shown(&it.result));
        let call_of = |it: Signature| {
            let arguments = it.parameters.iter().map(|ty| self.value(ty)).collect();
            (it.result, call(Name::plain(it.name), arguments))
        };
        callable.rev().take(MOST_RESULTS).map(call_of).collect()
    }

    /// Writes a value to the element of a buffer that belongs to the invocation.
    pub(super) fn output(&mut self, purpose: &str, ty: &Type, value: Expression) -> Statement {
        let array = generic("array", [ty.name().into()]);
        let (space, access) = (AddressSpace::Storage, AccessMode::ReadWrite);
        let buffer = self.module_variable_for(purpose, space, access, &array);
        let length = call(Name::plain("arrayLength"), vec![Self::address_of(&buffer)]);
        let is_inside = Expression::Binary(Operator::Less, Box::new(own_index()), Box::new(length));
        let element = Expression::Index(Box::new(word(buffer)), Box::new(own_index()));
        let statements = vec![Statement::Assign(None, element, value)];
        let block = Block { attributes: Vec::new(), statements };
        Statement::If { attributes: Vec::new(), branches: vec![(is_inside, block)], otherwise: None }
    }
}

/// Whether a value of this type is written to a buffer as it is.
fn is_shown(ty: &Type) -> bool {
    matches!(ty, Type::Scalar(_) | Type::Vector(..)) && ty.is_host_shareable()
}
