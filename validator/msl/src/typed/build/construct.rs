//! Constructors, braced lists, and the values that objects begin with. Sections 2.2.2 and 2.3.2; C++14 (dcl.init)

use super::Builder;
use crate::meaning::{Aggregate, AggregatePart, Value};
use crate::sampler::SamplerStates;
use crate::typed::tree::{
    Argument, Expr, ExprId, LocalId, Part, Place, SamplerId, Stmt, StmtId, Unsupported,
};
use crate::types::{MemberType, StructureNumber, Type, TypeId};
use cxx_validator::ast::{self, List, Variable};
use msl_spec::{Class, ValueType};
use shader_source::Span;

impl Builder<'_> {
    /// A value of a type from arguments.
    pub(super) fn construct(&mut self, id: ast::ExprId, ty: TypeId, arguments: &[ast::ExprId]) -> ExprId {
        let span = self.span(id);
        if let Some(instance) = self.called(id) {
            return self.constructed(instance, arguments, ty, span);
        }
        if let Type::Class(Class::Sampler) = self.kind(ty) {
            return self.sampler(arguments, ty, span);
        }
        if let Type::Option(option) = self.kind(ty) {
            let values: Vec<ExprId> = arguments.iter().map(|argument| self.used(*argument)).collect();
            let list = self.tree.expr_lists(&values);
            return self.expr(Expr::Option(option, list), ty, span);
        }
        match arguments {
            [] => self.empty_value(ty, span),
            _ if self.value_type(ty).is_some() => {
                let mut values: Vec<ExprId> = arguments.iter().map(|argument| self.used(*argument)).collect();
                self.add_missing_components(ty, &mut values, span);
                let list = self.tree.expr_lists(&values);
                self.expr(Expr::Construct(list), ty, span)
            }
            [argument] => self.value_as(*argument, ty),
            _ => self.unsupported(Unsupported::Constructor, ty, span),
        }
    }

    /// Adds the zeros of a vector whose braces have fewer values than it has components.
    fn add_missing_components(&mut self, ty: TypeId, values: &mut Vec<ExprId>, span: Span) {
        let components = |builder: &Self, ty| match builder.value_type(ty) {
            Some(ValueType::Vector(_, width) | ValueType::PackedVector(_, width)) => width.count(),
            _ => 1,
        };
        let types: Vec<TypeId> = values.iter().map(|value| self.tree.expr_type(*value)).collect();
        let given: u32 = types.iter().map(|ty| components(self, *ty)).sum();
        // One value is a component for all. Several values that are too few have a scalar among them.
        let scalar = types.iter().copied().find(|ty| components(self, *ty) == 1);
        let Some(scalar) = scalar.filter(|_| values.len() > 1) else { return };
        for _ in given..components(self, ty) {
            let zero = self.zero(scalar, span);
            values.push(zero);
        }
    }

    /// A value of a type from a braced list.
    pub(super) fn braces(&mut self, id: ast::ExprId, ty: TypeId) -> ExprId {
        let span = self.span(id);
        let ast::Expr::Braces(items) = self.ast()[id] else { return self.value_as(id, ty) };
        let values: Vec<ast::ExprId> = self.ast()[items].iter().map(|item| item.value).collect();
        let value = self.deeper(|builder| builder.list_value(id, ty, &values));
        value.unwrap_or_else(|| self.unsupported(Unsupported::Depth, ty, span))
    }

    fn list_value(&mut self, id: ast::ExprId, ty: TypeId, values: &[ast::ExprId]) -> ExprId {
        let span = self.span(id);
        let types = &self.module.types;
        let is_composite = types.element(ty).is_some() || types.structure_number(ty).is_some();
        match values {
            _ if matches!(self.kind(ty), Type::Class(Class::Sampler)) => self.sampler(values, ty, span),
            _ if let Some(object) = self.object_of_elements(id, ty) => object,
            _ if let Some(instance) = self.called(id) => self.constructed(instance, values, ty, span),
            _ if let Some(aggregate) = self.body.aggregate(id) => self.aggregate(aggregate, span),
            [] => self.empty_value(ty, span),
            // A value of the type itself is copied.
            [value] => self.value_as(*value, ty),
            _ if is_composite => self.unsupported(Unsupported::Initializer, ty, span),
            _ => self.construct(id, ty, values),
        }
    }

    /// An object of the library that a constructor begins with the elements of a braced list: their address, their number and a mark.
    fn object_of_elements(&mut self, id: ast::ExprId, ty: TypeId) -> Option<ExprId> {
        let (instance, aggregate) = (self.called(id)?, self.body.aggregate(id)?);
        let (span, &[first, count, mark]) =
            (self.span(id), self.module.instances[instance].parameters.as_slice())
        else {
            return None;
        };
        let elements = self.aggregate(aggregate, span);
        let array = self.tree.expr_type(elements);
        let number = self.module.types.element(array).and_then(|(_, count)| count)?;
        let place = self.place(Place::Temporary(elements), array, span);
        let address = self.expr(Expr::FirstElement(place), first, span);
        let number = self.constant(Value::Integer(number.into()));
        let number = self.expr(Expr::Constant(number), count, span);
        let mark = self.zero(mark, span);
        let arguments = [address, number, mark].map(Argument::Value);
        Some(self.object(instance, &arguments, ty, span))
    }

    /// An array or structure with a value for each element: those without one begin as the type says.
    pub(super) fn aggregate(&mut self, aggregate: &Aggregate, span: Span) -> ExprId {
        let Aggregate { ty, parts } = aggregate;
        let element = self.module.types.element(*ty);
        let structure = self.module.types.structure_number(*ty);
        let (mut given, mut last) = (Vec::with_capacity(parts.len()), None);
        for (index, part) in parts {
            let element_ty = match (element, structure) {
                (Some((element, _)), _) => element,
                (None, Some(number)) => {
                    let members = &self.module.types.structure(number).members;
                    members.get(*index as usize).map_or(TypeId::ERROR, |member| member.ty)
                }
                (None, None) => TypeId::ERROR,
            };
            // The elements of a range, `[1 ... 3] = value`, share their value.
            let value = match (part, last) {
                (AggregatePart::Expression(own), Some((known, value))) if *own == known => value,
                (AggregatePart::Expression(own), _) => {
                    let value = self.element_value(*own, element_ty);
                    last = Some((*own, value));
                    value
                }
                (AggregatePart::Aggregate(number), _) => self.inner_aggregate(*number, element_ty, span),
            };
            given.push(Part { index: *index, value });
        }
        let mut rest = None;
        if let Some((element, _)) = element {
            rest = self.initial(element);
        } else if let Some(number) = structure.filter(|number| !self.module.types.structure(*number).is_union)
        {
            self.add_initial_members(number, &mut given);
        }
        let parts = self.tree.parts(&given);
        self.expr(Expr::Aggregate(parts, rest), *ty, span)
    }

    /// The first value in a braced list or in parentheses.
    pub(super) fn first_item(&self, id: ast::ExprId) -> Option<ast::ExprId> {
        let ast::Expr::Braces(items) = self.ast()[id] else { return None };
        self.ast()[items].first().map(|item| item.value)
    }

    /// The value of an element. A member that is a reference has the address of an object, if an object is there.
    fn element_value(&mut self, id: ast::ExprId, ty: TypeId) -> ExprId {
        let meaning = self.meaning(id);
        let is_list = matches!(self.ast()[id], ast::Expr::Braces(_));
        match self.kind(ty) {
            Type::Reference(object) if meaning.is_place && meaning.converted.is_none() && !is_list => {
                let place = self.referent(id, object.ty);
                self.expr(Expr::AddressOf(place), ty, self.span(id))
            }
            _ => self.value_as(id, ty),
        }
    }

    /// The value of an element whose own braces were left out.
    fn inner_aggregate(&mut self, number: u32, ty: TypeId, span: Span) -> ExprId {
        let body = self.body;
        let value = body.aggregates.get(number as usize);
        let value = value.and_then(|inner| self.deeper(|builder| builder.aggregate(inner, span)));
        value.unwrap_or_else(|| self.unsupported(Unsupported::Depth, ty, span))
    }

    /// Adds the values that the program gives to the members without a part.
    fn add_initial_members(&mut self, number: StructureNumber, parts: &mut Vec<Part>) {
        let count = self.module.types.structure(number).members.len();
        let mut given = core::mem::take(parts).into_iter().peekable();
        for index in 0..count as u32 {
            if let Some(part) = given.next_if(|part| part.index == index) {
                parts.push(part);
            } else if let Some(value) = self.initial_member(number, index, false) {
                parts.push(Part { index, value });
            }
        }
    }

    /// The value that a member begins with; `None` if the program says nothing. It may name other members only in a constructor: an object that
    /// is not there yet has no place.
    fn initial_member(
        &mut self,
        number: StructureNumber,
        index: u32,
        is_constructor: bool,
    ) -> Option<ExprId> {
        let structure = self.module.types.structure(number);
        let ty = structure.members.get(index as usize)?.ty;
        let Some(initializer) = self.module.member_initializers.get(&(number, index)) else {
            // The members of a union share their memory: one begins only if the program says so.
            return if structure.is_union { None } else { self.initial(ty) };
        };
        let outer = core::mem::replace(&mut self.body, &initializer.body);
        let this = self.this;
        self.this = this.filter(|_| is_constructor);
        let value = self.value_as(initializer.value, ty);
        self.this = this;
        self.body = outer;
        Some(value)
    }

    /// The value that an object of a type begins with; `None` if the program says nothing about it or its members. It is where the type is
    /// declared, since all objects of the type share it.
    pub(super) fn initial(&mut self, ty: TypeId) -> Option<ExprId> {
        if let Some(known) = self.initial_values.get(&ty) {
            return *known;
        }
        let value = self.deeper(|builder| builder.initial_here(ty)).flatten();
        self.initial_values.insert(ty, value);
        value
    }

    fn initial_here(&mut self, ty: TypeId) -> Option<ExprId> {
        if let Some((element, _)) = self.module.types.element(ty) {
            let rest = self.initial(element)?;
            let span = self.tree.expr_span(rest);
            return Some(self.expr(Expr::Aggregate(List::EMPTY, Some(rest)), ty, span));
        }
        let number = self.module.types.structure_number(ty)?;
        let structure = self.module.types.structure(number);
        let span = self.ast()[structure.declaration].name_span;
        if let Some(constructor) = self.module.default_constructor(number) {
            return Some(self.constructed(constructor, &[], ty, span));
        }
        let mut parts = Vec::new();
        let before = self.tree.exprs.len();
        self.add_initial_members(number, &mut parts);
        let is_name = |expr: &Expr| matches!(expr, Expr::Unsupported(Unsupported::Name));
        if self.tree.exprs[before..].iter().any(is_name) {
            self.in_place.insert(ty);
        }
        if parts.is_empty() {
            return None;
        }
        let parts = self.tree.parts(&parts);
        Some(self.expr(Expr::Aggregate(parts, None), ty, span))
    }

    /// The value of a type for which nothing is written: what the program says, and otherwise zero.
    fn empty_value(&mut self, ty: TypeId, span: Span) -> ExprId {
        match self.initial(ty) {
            Some(value) => value,
            None => self.zero(ty, span),
        }
    }

    /// A sampler from the arguments of its constructor, or a texture or sampler from a different one.
    fn sampler(&mut self, arguments: &[ast::ExprId], ty: TypeId, span: Span) -> ExprId {
        if let [argument] = arguments
            && let Type::Class(Class::Sampler) | Type::Texture(..) = self.kind(self.meaning(*argument).ty)
        {
            return self.value(*argument);
        }
        let states = SamplerStates::new(self.module, self.body, arguments);
        let id = SamplerId::from_index(self.tree.samplers.len());
        self.tree.samplers.push(states);
        self.expr(Expr::Sampler(id), ty, span)
    }

    /// The value that a variable begins with; `None` if it has none.
    pub(super) fn initial_value(&mut self, variable: &Variable, ty: TypeId) -> Option<ExprId> {
        let span = variable.name_span;
        match variable.initializer {
            Some(initializer) if variable.is_direct => match self.ast()[initializer] {
                ast::Expr::Braces(items) => {
                    let values: Vec<ast::ExprId> = self.ast()[items].iter().map(|item| item.value).collect();
                    Some(self.construct(initializer, ty, &values))
                }
                _ => Some(self.unsupported(Unsupported::Initializer, ty, span)),
            },
            Some(initializer) => Some(self.value_as(initializer, ty)),
            None if matches!(self.kind(ty), Type::Class(Class::Sampler)) => Some(self.sampler(&[], ty, span)),
            None => self.initial(ty),
        }
    }

    /// The statements by which a constructor begins the members of its object, in the order of the members. C++14 (class.base.init)
    pub(super) fn begin_members(
        &mut self,
        initializers: List<ast::ExprId>,
        span: Span,
        statements: &mut Vec<StmtId>,
    ) {
        let Some(number) = self.this.and_then(|(_, ty)| self.module.types.structure_number(ty)) else {
            return;
        };
        let mut written: Vec<(u32, ast::ExprId)> = Vec::new();
        for initializer in self.ast()[initializers].iter().copied() {
            let Some(index) = self.initialized_member(number, initializer) else {
                // The object as a whole begins by a different constructor.
                let value = self.value(initializer);
                statements.push(self.stmt(Stmt::Expression(value), self.span(initializer)));
                return;
            };
            written.push((index, initializer));
        }
        written.sort_by_key(|(index, _)| *index);
        let mut written = written.into_iter().peekable();
        let structure = self.module.types.structure(number);
        for index in 0..structure.members.len() as u32 {
            let is_written = written.peek().is_some_and(|(own, _)| *own == index);
            while let Some((_, initializer)) = written.next_if(|(own, _)| *own == index) {
                let value = match structure.members.get(index as usize) {
                    Some(member) if member.base.is_some() => self.begin_base((index, member.ty), initializer),
                    Some(member) if matches!(self.kind(member.ty), Type::Reference(_)) => {
                        self.begin_reference((index, member.ty), initializer)
                    }
                    _ => self.begin_value(initializer),
                };
                statements.push(self.stmt(Stmt::Expression(value), self.span(initializer)));
            }
            if is_written || structure.is_union {
                continue;
            }
            self.begin_member((number, index), span, statements);
        }
    }

    /// The statement by which a member of the object of a member function begins with the value of its own initializer.
    fn begin_member(
        &mut self,
        (number, index): (StructureNumber, u32),
        span: Span,
        statements: &mut Vec<StmtId>,
    ) {
        if let Some(value) = self.initial_member(number, index, true)
            && let Some(object) = self.this_place(span)
        {
            let own =
                self.module.types.structure(number).members.get(index as usize).map(|it| self.kind(it.ty));
            let value = match own {
                Some(Type::Reference(object)) => self.unsupported(Unsupported::Initializer, object.ty, span),
                _ => value,
            };
            let ty = self.tree.expr_type(value);
            let member = self.place(Place::Member(object, index), ty, span);
            let assignment = self.expr(Expr::Assign(member, value), ty, span);
            statements.push(self.stmt(Stmt::Expression(assignment), span));
        }
    }

    /// Returns true if a variable begins without a value, and then member by member: initializers of its members name members before them.
    pub(super) fn begins_in_place(&self, variable: &Variable, ty: TypeId) -> bool {
        variable.initializer.is_none() && self.in_place.contains(&ty)
    }

    /// The statements by which the members of a variable begin, in their order.
    pub(super) fn begin_in_place(
        &mut self,
        object: (LocalId, TypeId),
        span: Span,
        statements: &mut Vec<StmtId>,
    ) {
        let Some(number) = self.module.types.structure_number(object.1) else { return };
        let outer = self.this.replace(object);
        for index in 0..self.module.types.structure(number).members.len() as u32 {
            self.begin_member((number, index), span, statements);
        }
        self.this = outer;
    }

    /// The assignment of the first value of a member: no `operator=` of the program has a part in it. C++14 (class.base.init) 7
    fn begin_value(&mut self, initializer: ast::ExprId) -> ExprId {
        let ast::Expr::Assign(None, member, value) = self.ast()[initializer] else {
            return self.value(initializer);
        };
        let (ty, span) = (self.meaning(member).ty, self.span(initializer));
        let member = self.place_of(member);
        let value = self.value_as(value, ty);
        self.expr(Expr::Assign(member, value), ty, span)
    }

    /// The assignment by which a base of the object of a constructor begins.
    fn begin_base(&mut self, (index, ty): (u32, TypeId), initializer: ast::ExprId) -> ExprId {
        let span = self.span(initializer);
        let ast::Expr::Assign(None, _, value) = self.ast()[initializer] else {
            return self.unsupported(Unsupported::Initializer, ty, span);
        };
        let Some(object) = self.this_place(span) else {
            return self.unsupported(Unsupported::Initializer, ty, span);
        };
        let value = self.value_as(value, ty);
        let base = self.place(Place::Member(object, index), ty, span);
        self.expr(Expr::Assign(base, value), ty, span)
    }

    /// The assignment by which a member of the object of a constructor refers to an object from then on: of its address, where an assignment to the member
    /// changes the object. C++14 (class.base.init) 7
    fn begin_reference(&mut self, (index, ty): (u32, TypeId), initializer: ast::ExprId) -> ExprId {
        let span = self.span(initializer);
        let ast::Expr::Assign(None, _, value) = self.ast()[initializer] else {
            return self.unsupported(Unsupported::Initializer, ty, span);
        };
        let Some(object) = self.this_place(span) else {
            return self.unsupported(Unsupported::Initializer, ty, span);
        };
        // `r{a}` refers to `a`.
        let value = self.first_item(value).unwrap_or(value);
        let value = self.element_value(value, ty);
        let member = self.place(Place::Member(object, index), ty, span);
        self.expr(Expr::Assign(member, value), ty, span)
    }

    /// The index of the member or base that an initializer of a constructor begins; `None` for the object as a whole.
    fn initialized_member(&self, number: StructureNumber, initializer: ast::ExprId) -> Option<u32> {
        let ast::Expr::Assign(None, member, _) = self.ast()[initializer] else { return None };
        let ast::Expr::Name(name) = self.ast()[member] else { return None };
        let (_, ty) = self.this?;
        let (name, begun) = (self.ast()[name], self.meaning(member).ty);
        let is_own = |it: &MemberType| it.name == Some(name.name);
        let members = &self.module.types.structure(number).members;
        let is_member = name.path.is_empty() && name.arguments.is_none() && members.iter().any(is_own);
        if !is_member && (begun == ty || self.module.types.is_derived(ty)) {
            let mut bases = self.module.types.bases(number);
            return bases.find(|(_, base)| base.ty == begun).map(|(index, _)| index);
        }
        let path = self.member_path(ty, name.name)?;
        path.first().map(|(index, _)| *index)
    }
}
