//! SIMD-group matrices. Metal 3.2, sections 2.4 and 6.7
//!
//! Apple's header declares a member function `thread_elements`, which no text describes. It refers to the elements that the thread holds, in memory
//! whose type has no documented name. So its call can only be indexed, get a name by `thread auto&`, or become an object of a known type by
//! `reinterpret_cast`. All other uses are not supported.

use super::scope::{Entity, Found};
use super::{Checker, Part, Place, Typed};
use crate::types::{Type, TypeId};
use cxx_validator::ast::{Expr, ExprId, NameId, TemplateArgument, Variable, VariableId};
use msl_spec::{AddressSpace, Class, Scalar, Template, rules};
use shader_source::Span;

impl Checker<'_> {
    /// Returns the SIMD-group matrix with the arguments of `simdgroup_matrix<T, 8, 8>`.
    pub(super) fn simdgroup_matrix(&mut self, element: TypeId, id: NameId) -> TypeId {
        let sizes: Vec<ExprId> = self
            .arguments_of(id)
            .iter()
            .skip(1)
            .filter_map(|argument| match argument {
                TemplateArgument::Value(value) => Some(*value),
                TemplateArgument::Type(_) => None,
            })
            .collect();
        let is_eight = |checker: &mut Self, value: ExprId| {
            checker.constant_integer(value, rules::TEMPLATE_ARGUMENTS) == Some(8)
        };
        if self.types.is_error(element) {
            return TypeId::ERROR;
        }
        let fits = sizes.len() == 2 && sizes.into_iter().all(|value| is_eight(self, value));
        let class = self.types.scalar_of(element).and_then(Class::simdgroup_matrix);
        match class.filter(|_| fits) {
            Some(class) => self.types.intern(Type::Class(class)),
            None => self.wrong_argument(id, rules::TEMPLATE_ARGUMENTS, Template::SimdgroupMatrix.name()),
        }
    }

    /// Returns the type of the elements of a SIMD-group matrix.
    pub(super) fn simdgroup_element(&self, ty: TypeId) -> Option<Scalar> {
        match self.types.get(ty) {
            Type::Class(class) => class.simdgroup_element(),
            _ => None,
        }
    }

    /// Returns the element of a SIMD-group matrix that `m.thread_elements()[i]` refers to; `None` if the indexed expression is something else.
    pub(super) fn thread_element(&mut self, base: ExprId) -> Option<Typed> {
        let (scalar, place) = self.thread_elements(base)?;
        let place = Place { part: Part::Component, ..place };
        Some(Typed { place: Some(place), ..Typed::value(self.types.scalar(scalar)) })
    }

    /// Returns the memory that `m.thread_elements()` refers to; `None` for a different expression.
    pub(super) fn thread_elements(&mut self, id: ExprId) -> Option<(Scalar, Place)> {
        match self.ast[id] {
            Expr::Paren(inner) => self.thread_elements(inner),
            Expr::Name(name) if self.ast[name].path.is_empty() => match self.scopes.find(self.ast[name].name)
            {
                Found::Entity(Entity::Variable(variable, ..)) => {
                    self.function.thread_elements.get(&variable).copied()
                }
                _ => None,
            },
            Expr::Call(callee, list) if list.is_empty() => {
                let (base, member, is_arrow) = match self.ast[callee] {
                    Expr::Member(base, member) => (base, member, false),
                    Expr::Arrow(base, member) => (base, member, true),
                    _ => return None,
                };
                if self.text(member) != "thread_elements" {
                    return None;
                }
                let (object, place) = self.object_of(callee, base, is_arrow)?;
                let place = place.filter(|it| it.space == AddressSpace::Thread)?;
                Some((self.simdgroup_element(object.ty)?, Typed::object(place).place?))
            }
            _ => None,
        }
    }

    /// Declares `thread auto& r = m.thread_elements();`. Returns false for a different variable.
    pub(super) fn names_thread_elements(&mut self, id: VariableId, variable: &Variable) -> bool {
        let Some((scalar, place)) = variable.initializer.and_then(|it| self.thread_elements(it)) else {
            return false;
        };
        let element = Typed { place: Some(place), ..Typed::value(self.types.scalar(scalar)) };
        let named = self.auto_object(variable.ty, element, AddressSpace::Thread);
        let Some(named) = named.filter(|it| it.space == AddressSpace::Thread) else { return false };
        self.function.thread_elements.insert(id, (scalar, Place { is_const: named.is_const, ..place }));
        true
    }

    /// Reports a use of a variable that names the elements of a matrix. Returns true if it is one.
    pub(super) fn is_unsupported_elements(&mut self, variable: VariableId, span: Span) -> bool {
        let is_it = self.function.thread_elements.contains_key(&variable);
        if is_it {
            let message = crate::unsupported::MATRIX_ELEMENTS.message();
            self.error(rules::UNSUPPORTED_FEATURE, span, message);
        }
        is_it
    }
}
