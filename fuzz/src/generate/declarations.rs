//! Declarations of the module, made when something needs them.

use super::types::{Structure, Type, number, word};
use super::{Flow, Generator, Named, Signature};
use crate::tree::{
    Attribute, Block, Declaration, Expression, Function, Member, Name, Operator, Statement, Variable,
    VariableKind,
};
use std::sync::Arc;
use wgsl_spec::{AccessMode, AddressSpace, LanguageExtension, Scalar, ScalarSet};

/// `@name(arguments)`
pub(super) fn attribute(name: &str, arguments: impl IntoIterator<Item = Expression>) -> Attribute {
    let arguments: Vec<Expression> = arguments.into_iter().collect();
    Attribute { name: name.to_owned(), arguments: (!arguments.is_empty()).then_some(arguments) }
}

/// A declaration without attributes and template list.
pub(super) fn variable(
    kind: VariableKind,
    name: &str,
    ty: Option<Name>,
    initializer: Option<Expression>,
) -> Variable {
    Variable { attributes: Vec::new(), kind, template: Vec::new(), name: name.to_owned(), ty, initializer }
}

impl Generator<'_> {
    /// Some constants, overrides, aliases and assertions.
    pub(super) fn constants(&mut self) {
        for _ in 0..self.choices.below(4) {
            let ty = self.ty();
            let name = self.fresh("constant");
            let initializer = self.constant(&ty);
            let written = self.choices.one_in(2).then(|| self.written(&ty));
            let it = variable(VariableKind::Const, &name, written, Some(initializer));
            self.declarations.push(Declaration::Variable(it));
            self.constants.push(Named::constant(name, ty));
        }
        for _ in 0..self.choices.below(3) {
            self.override_declaration();
        }
        if self.choices.one_in(3) {
            let (name, ty) = (self.fresh("alias"), self.simple_type());
            self.declarations.push(Declaration::Alias { name, ty: ty.name() });
        }
        if self.choices.one_in(3) {
            let value = self.literal(&Type::Scalar(Scalar::Bool));
            let holds = Expression::Binary(Operator::Equal, Box::new(value.clone()), Box::new(value));
            self.declarations.push(Declaration::ConstAssert(holds));
        }
    }

    fn override_declaration(&mut self) {
        let scalar = self.scalar_of(ScalarSet::ALL);
        let ty = Type::Scalar(scalar);
        let name = self.fresh("override");
        let initializer = self.override_expression(&ty);
        let mut it = variable(VariableKind::Override, &name, Some(ty.name()), Some(initializer));
        if self.choices.one_in(2) {
            it.attributes.push(attribute("id", [number(self.names)]));
        }
        self.declarations.push(Declaration::Variable(it));
        self.constants.push(Named { is_constant: false, ..Named::constant(name, ty) });
    }

    /// A literal, or one with another override of the type. Overrides are few, so that values stay small.
    fn override_expression(&mut self, ty: &Type) -> Expression {
        let literal = self.literal(ty);
        let is_override = |it: &&Named| it.ty == *ty && !it.is_constant;
        let others: Vec<String> =
            self.constants.iter().filter(is_override).map(|it| it.name.clone()).collect();
        let Some(other) = self.choices.pick(&others).filter(|_| self.choices.one_in(2)) else {
            return literal;
        };
        let operator = if *ty == Type::Scalar(Scalar::Bool) { Operator::NotEqual } else { Operator::Add };
        Expression::Binary(operator, Box::new(word(other.clone())), Box::new(literal))
    }

    /// A scalar, vector or matrix.
    pub(super) fn simple_type(&mut self) -> Type {
        let scalar = self.scalar_of(ScalarSet::ALL);
        let mut size = || 2 + self.choices.below(3) as u8;
        let (first, second) = (size(), size());
        match self.choices.below(5) {
            0 | 1 => Type::Scalar(scalar),
            2 | 3 => Type::Vector(first, scalar),
            _ if scalar.is_float() => Type::Matrix(first, second, scalar),
            _ => Type::Vector(second, scalar),
        }
    }

    /// A type as it is written: as itself or as its predeclared alias.
    pub(super) fn written(&mut self, ty: &Type) -> Name {
        match ty.alias() {
            Some(alias) if self.choices.one_in(3) => alias,
            _ => ty.name(),
        }
    }

    /// A type of variables in functions.
    pub(super) fn ty(&mut self) -> Type {
        match self.choices.below(8) {
            0 => Type::Array(Arc::new(self.simple_type()), 1 + self.choices.below(6) as u32),
            1 if !self.structures.is_empty() => {
                self.structures[self.choices.below(self.structures.len())].clone()
            }
            1 | 2 if self.structures.len() < 4 => self.structure(),
            _ => self.simple_type(),
        }
    }

    /// A type of a member: seldom an array or another structure.
    fn member_type(&mut self) -> Type {
        match self.choices.below(8) {
            0 => Type::Array(Arc::new(self.simple_type()), 1 + self.choices.below(3) as u32),
            1 if !self.structures.is_empty() => {
                self.structures[self.choices.below(self.structures.len())].clone()
            }
            _ => self.simple_type(),
        }
    }

    fn structure(&mut self) -> Type {
        let name = self.fresh("Structure");
        let mut members = Vec::new();
        let mut declared = Vec::new();
        for index in 0..=self.choices.below(4) {
            let ty = self.member_type();
            let name = format!("member_{index}");
            let mut attributes = Vec::new();
            let is_simple = ty.is_simple();
            if is_simple && ty.is_host_shareable() && self.choices.one_in(4) {
                attributes.push(attribute("align", [number(16 << self.choices.below(3))]));
            }
            if is_simple && ty.is_host_shareable() && self.choices.one_in(4) {
                attributes.push(attribute("size", [number(128 + 16 * self.choices.below(3))]));
            }
            declared.push(Member { attributes, name: name.clone(), ty: ty.name() });
            members.push((name, ty));
        }
        self.declarations.push(Declaration::Structure { name: name.clone(), members: declared });
        let ty = Type::Structure(Arc::new(Structure { name, members }));
        self.structures.push(ty.clone());
        ty
    }

    /// The variable of the module with this address space, access mode and type, made if there is none.
    pub(super) fn module_variable(&mut self, space: AddressSpace, access: AccessMode, ty: &Name) -> String {
        self.module_variable_for("anything", space, access, ty)
    }

    /// The one of these that serves a purpose.
    pub(super) fn module_variable_for(
        &mut self,
        purpose: &str,
        space: AddressSpace,
        access: AccessMode,
        ty: &Name,
    ) -> String {
        let template = match space {
            AddressSpace::Handle => Vec::new(),
            AddressSpace::Storage if access == AccessMode::Read && self.names.is_multiple_of(2) => {
                vec![word("storage")]
            }
            AddressSpace::Storage => vec![word("storage"), word(access.name())],
            other => vec![word(other.name())],
        };
        let key = format!("{purpose} {space:?} {access:?} {ty}");
        if let Some((_, name)) = self.module_variables.iter().find(|(known, _)| *known == key) {
            return name.clone();
        }
        let name = self.fresh(space.name());
        let mut it = variable(VariableKind::Var, &name, Some(ty.clone()), None);
        it.template = template;
        if matches!(space, AddressSpace::Handle | AddressSpace::Storage | AddressSpace::Uniform) {
            self.bindings += 1;
            it.attributes.push(attribute("group", [number(self.bindings % 4)]));
            it.attributes.push(attribute("binding", [number(self.bindings)]));
        }
        self.declarations.push(Declaration::Variable(it));
        self.module_variables.push((key, name.clone()));
        name
    }

    /// A private variable of a type: its value is not known before execution.
    pub(super) fn private_variable(&mut self, ty: &Type) -> String {
        self.private_variable_for("private", ty, Self::literal)
    }

    /// The private variable in which an invocation notes the way it takes.
    pub(super) fn trace(&mut self) -> String {
        self.private_variable_for("trace", &Type::Scalar(Scalar::U32), |_, _| number("0u"))
    }

    fn private_variable_for(
        &mut self,
        purpose: &str,
        ty: &Type,
        initializer: impl FnOnce(&mut Self, &Type) -> Expression,
    ) -> String {
        let key = format!("{purpose} {}", ty.name());
        if let Some((_, name)) = self.module_variables.iter().find(|(known, _)| *known == key) {
            return name.clone();
        }
        let name = self.fresh(purpose);
        let initializer = initializer(self, ty);
        let mut it = variable(VariableKind::Var, &name, Some(ty.name()), Some(initializer));
        it.template = vec![word("private")];
        self.declarations.push(Declaration::Variable(it));
        self.module_variables.push((key, name.clone()));
        name
    }

    /// Functions that entry points of all stages may call.
    pub(super) fn helpers(&mut self) {
        let share = self.budget / 3;
        while self.budget > share * 2 {
            self.helper();
            self.budget = self.budget.saturating_sub(1);
        }
    }

    /// The address space of a pointer that a function takes, and a type that it may hold.
    fn pointee(&mut self) -> (AddressSpace, Type) {
        let is_unrestricted =
            self.extensions.contains_language(LanguageExtension::UnrestrictedPointerParameters);
        match self.choices.below(4) {
            0 => (AddressSpace::Private, self.ty()),
            // Each invocation has one of its own, and memory of a workgroup is small.
            1 if is_unrestricted => {
                let scalar = self.scalar_of(ScalarSet::ALL);
                (AddressSpace::Workgroup, Type::sized(1 + self.choices.below(4) as u8, scalar))
            }
            _ => (AddressSpace::Function, self.ty()),
        }
    }

    fn helper(&mut self) {
        let name = self.fresh("function");
        let types: Vec<Type> = (0..self.choices.below(4)).map(|_| self.ty()).collect();
        let pointee = self.choices.one_in(3).then(|| self.pointee());
        let result = self.ty();
        self.scope.clear();
        let mut parameters = Vec::new();
        for ty in &types {
            let name = self.fresh("parameter");
            parameters.push(Member { attributes: Vec::new(), name: name.clone(), ty: ty.name() });
            self.scope.push(Named::value(name, ty.clone()));
        }
        let last = pointee.as_ref().map(|_| self.fresh("pointer"));
        if let (Some(name), Some((space, pointee))) = (&last, &pointee) {
            let template = vec![word(space.name()), pointee.name().into()];
            let ty = Name { name: "ptr".to_owned(), template };
            parameters.push(Member { attributes: Vec::new(), name: name.clone(), ty });
        }
        self.flow = Flow { result: Some(result.clone()), ..Flow::default() };
        let mut statements = self.statements(6);
        if let (Some(name), Some((_, pointee))) = (last, &pointee) {
            statements.push(self.assignment_through(&name, pointee));
        }
        statements.push(Statement::Return(Some(self.value(&result))));
        let must_use = self.choices.one_in(3);
        let attributes = if must_use { vec![attribute("must_use", [])] } else { Vec::new() };
        let body = Block { attributes: Vec::new(), statements };
        let result_name = Some(result.name());
        self.declarations.push(Declaration::Function(Function {
            attributes,
            name: name.clone(),
            parameters,
            result_attributes: Vec::new(),
            result: result_name,
            body,
        }));
        self.functions.push(Signature { name, parameters: types, pointee, result, must_use });
    }
}
