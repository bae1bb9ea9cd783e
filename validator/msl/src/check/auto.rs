//! Variables whose types follow from their initializers: `auto` and `decltype(auto)`. C++14 (dcl.spec.auto)

use super::{Checker, Purpose, Typed};
use crate::diagnostic::Diagnostic;
use crate::dialect::address_space;
use crate::meaning::Value;
use crate::types::{Object, Type, TypeId};
use cxx_validator::ast::{Expr, ExprId, TypeSyntax, TypeSyntaxId, Variable, VariableId};
use msl_spec::{AddressSpace, rules};

impl Checker<'_> {
    /// Returns true if a type is `auto`, perhaps with qualifiers or a reference.
    pub(super) fn is_auto(&self, id: TypeSyntaxId) -> bool {
        match self.ast[id] {
            TypeSyntax::Auto | TypeSyntax::DecltypeAuto => true,
            TypeSyntax::Qualified(_, inner) => self.is_auto(inner),
            TypeSyntax::Reference(inner, _) | TypeSyntax::Pointer(inner) => {
                // `auto (&a)[2][3]`; an array has no elements of type `auto`. C++14 (dcl.spec.auto) 7
                let mut referred = inner;
                while let TypeSyntax::Array(element, _) = self.ast[referred] {
                    referred = element;
                }
                self.is_auto(referred)
            }
            _ => false,
        }
    }

    /// Returns true if a type is a pointer to `auto`.
    pub(super) fn is_auto_pointer(&self, id: TypeSyntaxId) -> bool {
        match self.ast[id] {
            TypeSyntax::Qualified(_, inner) | TypeSyntax::Reference(inner, _) => self.is_auto_pointer(inner),
            TypeSyntax::Pointer(_) => true,
            _ => false,
        }
    }

    /// Returns true for a reference that only refers to values: `const auto&&` and `auto (&&)[2]`, but not `auto&&`. C++14 (temp.deduct.call) 3
    pub(super) fn refers_to_values(&self, id: TypeSyntaxId) -> bool {
        match self.ast[id] {
            TypeSyntax::Qualified(_, inner) => self.refers_to_values(inner),
            TypeSyntax::Reference(inner, true) => match self.ast[inner] {
                TypeSyntax::Qualified(qualifiers, _) => {
                    qualifiers.is_const
                        || qualifiers.is_volatile
                        || qualifiers.space.map(address_space) == Some(AddressSpace::Constant)
                }
                TypeSyntax::Auto => false,
                _ => true,
            },
            _ => false,
        }
    }

    /// Reports an object as the initializer of a reference that only refers to values.
    pub(super) fn refers_to_object(&mut self, initializer: ExprId) {
        let message = "this reference must refer to a value, found an object: only `auto&&` refers to both";
        self.error(rules::REFERENCE_BINDS_VALUE, self.span(initializer), message);
    }

    /// `decltype(auto) a = value;`: a variable with the type that `decltype` gives to its initializer. C++14 (dcl.spec.auto)
    pub(super) fn decltype_auto(&mut self, id: VariableId, initializer: ExprId) -> (Object, Option<Value>) {
        let ty = self.type_of_expression(initializer);
        if let Type::Reference(object) = self.types.get(ty) {
            self.function.references.insert(id);
            return (object, None);
        }
        let is_const = self.expression(initializer).place.is_some_and(|place| place.is_const);
        (Object { ty, space: AddressSpace::Thread, is_const, is_volatile: false, is_rvalue: false }, None)
    }

    /// A variable that takes its type from its initializer.
    pub(super) fn auto(&mut self, variable: &Variable, space: AddressSpace) -> (Object, Option<Value>) {
        let error =
            Object { ty: TypeId::ERROR, space, is_const: false, is_volatile: false, is_rvalue: false };
        let Some(initializer) = variable.initializer else {
            self.error(
                rules::VARIABLE_AUTO_INITIALISED,
                variable.name_span,
                "`auto` requires an initializer",
            );
            return (error, None);
        };
        if matches!(self.ast[initializer], Expr::Braces(_)) {
            let message = "can't infer a type for `auto` from a braced list";
            self.error(rules::VARIABLE_AUTO_INITIALISED, self.span(initializer), message);
            return (error, None);
        }
        let typed = self.expression(initializer);
        let is_reference = self.is_reference_in_syntax(variable.ty);
        let typed = if is_reference { typed } else { Typed { ty: self.decayed(typed), ..typed } };
        if typed.ty == TypeId::VOID {
            self.error(rules::SCALAR_VOID_INCOMPLETE, self.span(initializer), "expected a value");
            return (error, None);
        }
        if self.types.is_error(typed.ty) {
            return (error, None);
        }
        if self.is_auto_pointer(variable.ty) && self.placeholder(variable.ty, typed.ty).is_none() {
            let has = self.types.print(typed.ty);
            self.error(
                rules::CONVERSION_INITIALISATION,
                self.span(initializer),
                format!("`auto*` expects a pointer, found `{has}`"),
            );
            return (error, None);
        }
        if !self.has_array_sizes(variable.ty, typed.ty) {
            let message = format!("expected an array of this size, found `{}`", self.types.print(typed.ty));
            self.error(rules::CONVERSION_INITIALISATION, self.span(initializer), message);
            return (error, None);
        }
        if self.refers_to_values(variable.ty) && typed.place.is_some_and(|place| !place.is_expiring) {
            self.refers_to_object(initializer);
            return (error, None);
        }
        self.check_deduced(variable, initializer, typed.ty);
        if !is_reference && let Type::Structure(_) = self.types.get(typed.ty) {
            let purpose = if variable.is_copied { Purpose::Copy } else { Purpose::Initialisation };
            self.check_copy(initializer, typed, purpose);
        }
        if self.types.is_error(typed.ty) && is_reference {
            return (Object { space, ..error }, None);
        }
        if let Some(object) = self.auto_object(variable.ty, typed, space) {
            if !is_reference && object.ty != typed.ty && self.rank(typed, object.ty).is_none() {
                let (from, to) = (self.types.print(typed.ty), self.types.print(object.ty));
                let message = format!("can't convert `{from}` to `{to}`");
                self.error(rules::CONVERSION_INITIALISATION, self.span(initializer), message);
                return (error, None);
            }
            if !is_reference {
                self.note_converted(initializer, typed, object.ty);
            }
            let is_const = object.is_const || variable.is_constexpr || object.space == AddressSpace::Constant;
            let value = if is_reference {
                typed.value
            } else {
                self.constant_beginning(variable, Object { is_const, ..object }, typed.value)
            };
            (object, value.filter(|_| is_const))
        } else {
            let found = Diagnostic::error(
                rules::REFERENCE_BINDS_LVALUE,
                self.span(initializer),
                "this reference must be initialized with an object",
            );
            self.report(found);
            (error, None)
        }
    }

    /// Returns true if a type has the arrays that a written type with `auto` has: `auto (&a)[2]` refers to two elements.
    fn has_array_sizes(&mut self, written: TypeSyntaxId, ty: TypeId) -> bool {
        match self.ast[written] {
            TypeSyntax::Qualified(_, inner) | TypeSyntax::Reference(inner, _) => {
                self.has_array_sizes(inner, ty)
            }
            TypeSyntax::Pointer(inner) => match self.types.get(ty) {
                Type::Pointer(object) => self.has_array_sizes(inner, object.ty),
                _ => true,
            },
            TypeSyntax::Array(inner, size) => {
                let Some((element, count)) = self.types.element(ty) else { return false };
                let size = size.map(|size| self.constant_integer(size, rules::ARRAY_SIZE));
                let is_same = size.is_none_or(|size| size.is_none() || size == count.map(i128::from));
                is_same && self.has_array_sizes(inner, element)
            }
            _ => true,
        }
    }

    /// Reports a variable for which `auto` is a different type than for those before it in its declaration. C++14 (dcl.spec.auto) 8
    fn check_deduced(&mut self, variable: &Variable, initializer: ExprId, ty: TypeId) {
        let Some(deduced) = self.placeholder(variable.ty, ty).filter(|ty| !self.types.is_error(*ty)) else {
            return;
        };
        let first = *self.deduced.get_or_insert(deduced);
        if first != deduced {
            let (first, deduced) = (self.types.print(first), self.types.print(deduced));
            let message = format!("`auto` is `{first}` in this declaration, found `{deduced}`");
            self.error(rules::VARIABLE_AUTO_SAME_TYPE, self.span(initializer), message);
        }
    }

    /// The type that `auto` is in a written type that stands for a type.
    pub(super) fn placeholder(&self, written: TypeSyntaxId, ty: TypeId) -> Option<TypeId> {
        match self.ast[written] {
            TypeSyntax::Qualified(_, inner) | TypeSyntax::Reference(inner, _) => self.placeholder(inner, ty),
            TypeSyntax::Pointer(inner) => match self.types.get(ty) {
                Type::Pointer(object) => self.placeholder(inner, object.ty),
                _ => None,
            },
            TypeSyntax::Array(inner, _) => {
                self.types.element(ty).and_then(|(element, _)| self.placeholder(inner, element))
            }
            _ => Some(ty),
        }
    }

    pub(super) fn decayed(&mut self, typed: Typed) -> TypeId {
        match (self.types.get(typed.ty), typed.place) {
            (Type::Array(element, _), Some(place)) => self.types.intern(Type::Pointer(place.object(element))),
            _ => typed.ty,
        }
    }

    /// The object that a written type with `auto` makes of an initializer; `None` if a reference can't refer to it.
    pub(super) fn auto_object(
        &mut self,
        id: TypeSyntaxId,
        typed: Typed,
        space: AddressSpace,
    ) -> Option<Object> {
        match self.ast[id] {
            TypeSyntax::Qualified(qualifiers, inner) => {
                let object = self.auto_object(inner, typed, space)?;
                Some(Object {
                    is_const: object.is_const || qualifiers.is_const,
                    is_volatile: object.is_volatile || qualifiers.is_volatile,
                    space: qualifiers.space.map_or(object.space, address_space),
                    ..object
                })
            }
            // `const auto*` points to what the initializer points to, and does not change it. C++14 (dcl.spec.auto) 7
            TypeSyntax::Pointer(inner) if let Type::Pointer(pointee) = self.types.get(typed.ty) => {
                let written = self.auto_object(inner, Typed::object(pointee), pointee.space)?;
                let pointee = Object {
                    is_const: pointee.is_const || written.is_const,
                    is_volatile: pointee.is_volatile || written.is_volatile,
                    ..written
                };
                let ty = self.types.intern(Type::Pointer(pointee));
                Some(Object { ty, space, is_const: false, is_volatile: false, is_rvalue: false })
            }
            TypeSyntax::Reference(inner, is_rvalue) => {
                let mut element = inner;
                while let TypeSyntax::Array(inner, _) = self.ast[element] {
                    element = inner;
                }
                let is_const = self.is_const_syntax(element);
                match typed.place.map(|place| place.object(typed.ty)) {
                    Some(object) => Some(Object { is_const: object.is_const || is_const, ..object }),
                    // A reference to a value refers to a new object. C++14 (dcl.init.ref)
                    None => (is_const || is_rvalue).then_some(Object {
                        ty: typed.ty,
                        space: AddressSpace::Thread,
                        is_const,
                        is_volatile: false,
                        is_rvalue: false,
                    }),
                }
            }
            _ => Some(Object { ty: typed.ty, space, is_const: false, is_volatile: false, is_rvalue: false }),
        }
    }
}
