//! Assignments, and what may be written. Section 3.1

use super::amp::Special;
use super::scope::{Entity, Found};
use super::type_syntax::Qualified;
use super::{Checker, Part, Place, Purpose, Typed};
use crate::diagnostic::Diagnostic;
use crate::meaning::{ByTarget, Copying};
use crate::types::{MemberType, Type, TypeId};
use cxx_validator::ast::{BinaryOperator, Expr, ExprId, FunctionId};
use msl_spec::{AddressSpace, ValueType, rules};
use shader_source::Span;

impl Checker<'_> {
    /// `left = right` or `left += right`
    pub(super) fn assign(
        &mut self,
        id: ExprId,
        operator: Option<BinaryOperator>,
        left: ExprId,
        right: ExprId,
    ) -> Typed {
        let target = self.expression(left);
        if self.types.is_error(target.ty) {
            self.visit(right);
            return Typed::ERROR;
        }
        if let Some(result) = self.assign_property(id, operator, (left, target), right) {
            return result;
        }
        if let Some(result) = self.overloaded_assignment(id, operator, (left, target), right) {
            return result;
        }
        let is_writable = self.writable(left, target);
        if matches!(self.types.get(target.ty), Type::Uniform(_)) {
            self.check_uniform_assignment(id);
        }
        let is_atomic = matches!(self.types.get(target.ty), Type::Atomic(_));
        // An object that can't be written is the only mistake.
        let is_lost = !is_writable && matches!(self.types.get(target.ty), Type::Structure(_));
        if is_atomic || is_lost || self.has_other_count(target, right) {
            self.visit(right);
            return target;
        }
        let Some(operator) = operator else {
            if is_writable && self.has_fixed_member(target.ty, self.span(id)) {
                self.visit(right);
                return target;
            }
            if self.is_assigned_by_base(target.ty, right) {
                let message = cxx_validator::unsupported::INHERITED_ASSIGNMENT.message();
                self.error(rules::UNSUPPORTED_MEMBER_FUNCTION, self.span(id), message);
                return target;
            }
            if self.check_special(Special::Assignment, target.ty, self.span(id)) {
                self.visit(right);
                return target;
            }
            if self.lacks_copy_assignment(id, target.ty, right)
                || self.is_volatile_assigned(id, target, right)
            {
                return target;
            }
            if let Some(rule) = self.rule_of_assignment(target.ty, right) {
                let message = format!(
                    "the operands of `=` must have the same rank, expected `{}`",
                    self.types.print(target.ty)
                );
                self.error(rule, self.span(right), message);
                return target;
            }
            self.note_assignment(target.ty, self.span(id));
            self.initialize(right, target.ty, Purpose::Assignment);
            self.check_resource_copy(id, target, right);
            // The implicit `operator=` returns a reference, also for a value. C++14 (class.copy) 18
            if matches!(self.types.get(target.ty), Type::Structure(_)) && target.place.is_none() {
                let object = Qualified::plain(target.ty).object(AddressSpace::Thread);
                return Typed::referent(object);
            }
            if matches!(self.types.get(target.ty), Type::Array(..)) && is_writable {
                self.error(rules::ASSIGNMENT_LVALUE, self.span(id), "can't assign a whole array");
            }
            return target;
        };
        let value = self.expression(right);
        // No function converts the object that is assigned. C++14 (over.match.oper) 4
        if let Type::Structure(_) = self.types.get(target.ty)
            && !self.types.is_error(value.ty)
        {
            return self.wrong_operands(self.span(id), operator, target, value);
        }
        let result = self.operate(self.span(id), operator, (left, target), (right, value));
        let to = self.uniform_target(right, result, target.ty);
        if self.rank(Typed { place: None, ..result }, to).is_none() {
            let found = self.misfit(self.span(id), result, target.ty, Purpose::Assignment);
            self.report(found);
        }
        target
    }

    /// Returns true if `using` declares the implicit assignment of a base, which takes an object of the base. C++14 (namespace.udecl) 15
    fn is_assigned_by_base(&mut self, target: TypeId, right: ExprId) -> bool {
        let Some(symbol) = self.names.find("operator=") else { return false };
        let used = self.scopes.used_members(target, symbol).to_vec();
        if used.is_empty() || matches!(self.ast[right], Expr::Braces(_)) {
            return false;
        }
        let value = self.expression(right).ty;
        !self.is_of(value, target) && used.iter().any(|(base, _)| self.is_of(value, *base))
    }

    /// Reports the assignment of a structure that has a `const` or reference member: its implicit `operator=` is deleted. C++14 (class.copy) 23
    fn has_fixed_member(&mut self, ty: TypeId, span: Span) -> bool {
        // C++14 (expr.prim.lambda) 20
        if self.closures.contains_key(&ty) {
            self.error(rules::ASSIGNMENT_MEMBERS, span, "can't assign an object of a lambda expression");
            return true;
        }
        let Some((owner, member)) = self.fixed_member(ty) else { return false };
        let name = member.name.map_or("", |name| self.text(name));
        let message = format!(
            "can't assign `{}`: member `{name}` of `{}` is `const` or a reference",
            self.types.print(ty),
            self.types.print(owner)
        );
        let found = Diagnostic::error(rules::ASSIGNMENT_MEMBERS, span, message);
        self.report(found.label(member.span, "declared here"));
        true
    }

    /// Reports an assignment that the copy assignment of a structure doesn't take: it replaces the implicit one. C++14 (class.copy) 18
    fn lacks_copy_assignment(&mut self, id: ExprId, ty: TypeId, right: ExprId) -> bool {
        if !self.has_copy_assignment(ty) || matches!(self.ast[right], Expr::Braces(_)) {
            return false;
        }
        let value = self.expression(right);
        if !self.is_of(value.ty, ty) || self.types.has_error(ty) {
            return false;
        }
        let Some(symbol) = self.names.find("operator=") else { return false };
        let is_defaulted = |id: &FunctionId| self.ast[*id].implicit.is_some();
        if self.member_functions_named(ty, symbol).iter().any(is_defaulted) {
            return false;
        }
        let found = if value.place.is_some() { "a `const` object" } else { "a value" };
        let message = format!(
            "`operator=` of `{}` takes an object that it may change, found {found}",
            self.types.print(ty)
        );
        self.error(rules::CALL_MATCH, self.span(id), message);
        true
    }

    /// Reports the assignment to or from a `volatile` structure, which the implicit `operator=` does not take. C++14 (class.copy) 18
    fn is_volatile_assigned(&mut self, id: ExprId, target: Typed, right: ExprId) -> bool {
        let is_volatile = |typed: Typed| typed.place.is_some_and(|place| place.is_volatile);
        if self.types.structure_number(target.ty).is_none() || self.types.has_error(target.ty) {
            return false;
        }
        let is_list = matches!(self.ast[right], Expr::Braces(_));
        let is_it = is_volatile(target)
            || !is_list && {
                let value = self.expression(right);
                self.is_of(value.ty, target.ty) && is_volatile(value)
            };
        if is_it {
            let message = "the implicit `operator=` of a structure can't be used for `volatile` objects";
            self.error(rules::CONVERSION_KEEPS_CONST, self.span(id), message);
        }
        is_it
    }

    /// Returns true if a structure has a copy assignment of its own. C++14 (class.copy) 17
    fn has_copy_assignment(&self, ty: TypeId) -> bool {
        let Some(symbol) = self.names.find("operator=") else { return false };
        self.member_functions_named(ty, symbol).iter().any(|id| {
            let parameters = self.member_signatures.get(&(ty, *id)).map(|it| it.parameters.as_slice());
            matches!(parameters, Some([parameter]) if self.structure_in(*parameter) == Some(ty))
        })
    }

    /// Notes how objects of a structure are assigned that has no `operator=` of its own, and uses the functions that assign its members. Returns true if
    /// there are any. C++14 (class.copy) 28
    fn note_assignment(&mut self, ty: TypeId, span: Span) -> bool {
        let mut ty = ty;
        while let Some((element, _)) = self.types.element(ty) {
            ty = element;
        }
        let Some(number) = self.types.structure_number(ty) else { return false };
        if self.assignments.contains_key(&number) {
            return true;
        }
        let Some(symbol) = self.names.find("operator=").filter(|_| self.plainly_assigned.insert(number))
        else {
            return false;
        };
        let mut own = Vec::new();
        if self.has_copy_assignment(ty) {
            own = self.member_functions_named(ty, symbol);
            own.retain(|id| self.ast[*id].implicit.is_none());
        }
        let copying = if own.is_empty() {
            let members = self.types.structure(number).members.clone();
            let is_assigned: Vec<bool> =
                members.iter().map(|member| self.note_assignment(member.ty, span)).collect();
            is_assigned.contains(&true).then_some(Copying::Members)
        } else {
            let mut found = ByTarget::default();
            for function in own {
                if let Some(instance) = self.use_member(ty, function, span) {
                    found.fill(self.targets_of_instance(instance, function));
                }
            }
            Some(Copying::Function(found))
        };
        let Some(copying) = copying else { return false };
        self.plainly_assigned.remove(&number);
        self.assignments.insert(number, copying);
        true
    }

    /// The first member that can't be assigned, with its structure. It is looked for once in each type.
    fn fixed_member(&mut self, ty: TypeId) -> Option<(TypeId, MemberType)> {
        let ty = self.types.element(ty).map_or(ty, |(element, _)| element);
        let number = self.types.structure_number(ty)?;
        if self.has_copy_assignment(ty) {
            return None;
        }
        if let Some(known) = self.fixed_members.get(&ty) {
            return known.clone();
        }
        let members = self.types.structure(number).members.clone();
        let found = members.into_iter().find_map(|member| {
            let is_fixed = member.is_const || matches!(self.types.get(member.ty), Type::Reference(_));
            if is_fixed { Some((ty, member)) } else { self.fixed_member(member.ty) }
        });
        self.fixed_members.insert(ty, found.clone());
        found
    }

    /// Returns true if components of a vector are assigned a different number of them, which is reported. Section 2.2.1
    fn has_other_count(&mut self, target: Typed, right: ExprId) -> bool {
        let is_swizzle = target.place.is_some_and(|place| place.part == Part::Swizzle);
        if !is_swizzle || matches!(self.ast[right], Expr::Braces(_)) {
            return false;
        }
        let value = self.expression(right);
        let (Some(ValueType::Vector(_, one)), Some(ValueType::Vector(_, other))) =
            (self.types.value_type(target.ty), self.types.value_type(value.ty))
        else {
            return false;
        };
        if one != other {
            let message = format!("can't assign {} components to {}", other.count(), one.count());
            self.error(rules::SWIZZLE_ASSIGNMENT_COUNT, self.span(right), message);
        }
        one != other
    }

    /// Checks that an expression is an object that may be written.
    pub(super) fn writable(&mut self, id: ExprId, typed: Typed) -> bool {
        let Some(place) = typed.place else {
            if typed.is_const_value || self.is_property_of_const(id) {
                self.error(rules::ASSIGNMENT_LVALUE, self.span(id), "can't assign to a `const` value");
                return false;
            }
            // The implicit `operator=` of a structure is called for temporary objects, too. C++14 (class.copy) 18
            if self.types.structure_number(typed.ty).is_some() || self.is_writable_property(id) {
                return true;
            }
            self.error(rules::ASSIGNMENT_LVALUE, self.span(id), "can't assign to a value");
            return false;
        };
        let found = match place {
            Place { part: Part::Repeated, .. } => {
                (rules::SWIZZLE_NO_REPEAT_IN_LVALUE, "can't assign to components with a repeated letter")
            }
            Place { space: msl_spec::AddressSpace::Constant, .. } if self.is_function_constant(id) => {
                (rules::FUNCTION_CONSTANT_NOT_ASSIGNED, "can't assign to a function constant")
            }
            Place { space: msl_spec::AddressSpace::Constant, .. } if self.is_being_constructed(id) => {
                return true;
            }
            Place { space: msl_spec::AddressSpace::Constant, .. } => {
                (rules::CONSTANT_NOT_WRITTEN, "can't assign to memory in `constant`")
            }
            Place { is_const: true, .. } => (rules::ASSIGNMENT_LVALUE, "can't assign to a `const` object"),
            Place { .. } if matches!(self.types.get(typed.ty), Type::Atomic(_)) => {
                (rules::ATOMIC_ONLY_ATOMIC_FUNCTIONS, "use `atomic_store_explicit` to write an atomic object")
            }
            Place { space, .. } => {
                if space == msl_spec::AddressSpace::Device {
                    let span = self.span(id);
                    self.function.device_write.get_or_insert(span);
                }
                return true;
            }
        };
        let rule = if place.is_const { self.rule_of_element(id) } else { None };
        self.error(rule.unwrap_or(found.0), self.span(id), found.1);
        false
    }

    /// Returns true if an expression is a part of the object that the present constructor begins.
    fn is_being_constructed(&self, id: ExprId) -> bool {
        let mut root = id;
        while let Expr::Paren(inner) | Expr::Member(inner, _) | Expr::Index(inner, _) = self.ast[root] {
            root = inner;
        }
        let is_own = match self.ast[root] {
            Expr::Name(name) => {
                matches!(self.scopes.find(self.ast[name].name), Found::Entity(Entity::Member(_)))
            }
            Expr::Arrow(base, _) => matches!(self.ast[base], Expr::This),
            _ => false,
        };
        is_own && self.function.is_constructor
    }
}
