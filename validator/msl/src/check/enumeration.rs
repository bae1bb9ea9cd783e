//! Enumerations of a program. C++14 (dcl.enum)

use super::scope::{Entity, Found};
use super::{Checker, Value};
use crate::diagnostic::Diagnostic;
use crate::types::{Type, TypeId};
use cxx_validator::ast::{Enumeration, EnumerationId, Enumerator, TypeSyntaxId};
use cxx_validator::names::Symbol;
use msl_spec::{Scalar, rules};

impl Checker<'_> {
    /// An enumeration in the place of a type: it is declared.
    pub(super) fn enumeration(&mut self, id: EnumerationId) -> TypeId {
        let enumeration = self.ast[id];
        // One that is declared before is the same type: `enum E : int;`, `enum E a;`.
        let known = enumeration.name.and_then(|name| self.declared_enumeration(name, enumeration.is_defined));
        if let Some(ty) = known {
            self.check_same_enumeration(&enumeration, ty);
            if enumeration.is_defined {
                self.enumerators_of(&enumeration, ty);
            }
            return ty;
        }
        if !enumeration.is_defined && !enumeration.is_scoped && enumeration.underlying.is_none() {
            self.not_an_enumeration(&enumeration);
            return TypeId::ERROR;
        }
        let ty = self.types.intern(Type::Enumeration(id, self.scopes.number_of_instance()));
        if self.is_declared_here(&enumeration, ty) {
            return ty;
        }
        self.scopes.place_beside(ty);
        self.check_no_attributes(enumeration.attributes, "an enumeration");
        if let Some(name) = enumeration.name {
            let text = self.text(name).to_owned();
            self.types.name_enumeration(id, text);
            let before = self.declare(name, Entity::Type(ty));
            self.check_redeclared(before.as_ref(), name, enumeration.name_span);
        }
        if let Some(underlying) = enumeration.underlying {
            self.underlying(underlying, ty);
        }
        self.enumerators_of(&enumeration, ty);
        ty
    }

    /// Reports a declaration of an enumeration that differs from the first one. C++14 (dcl.enum) 3
    fn check_same_enumeration(&mut self, later: &Enumeration, ty: TypeId) {
        let Type::Enumeration(first, _) = self.types.get(ty) else { return };
        let first = self.ast[first];
        // `enum E a;` only names it.
        if !later.is_defined && later.underlying.is_none() && !later.is_scoped {
            return;
        }
        let (one, other) = (self.fixed_type(&first), self.fixed_type(later));
        let has_error = [one, other].into_iter().flatten().any(|ty| self.types.is_error(ty));
        if (one != other && !has_error) || first.is_scoped != later.is_scoped {
            let message =
                "this enumeration was declared with a different underlying type, or as a different kind";
            let found = Diagnostic::error(rules::NAME_REDEFINITION, later.name_span, message);
            self.report(found.label(first.name_span, "declared here"));
        }
    }

    /// Reports `enum E` where no enumeration `E` is declared: this can't declare it. C++14 (basic.lookup.elab) 2, (dcl.type.elab) 3
    fn not_an_enumeration(&mut self, enumeration: &Enumeration) {
        let Some(name) = enumeration.name else { return };
        let text = self.text(name);
        let (rule, message) = match self.scopes.find(name) {
            Found::Entity(_) | Found::Ambiguous => {
                (rules::NAME_REDEFINITION, format!("`{text}` was not declared as an `enum`"))
            }
            Found::Library | Found::LibraryWithoutNamespace => {
                (rules::NAME_DECLARED, format!("enumeration `{text}` is not declared"))
            }
        };
        if !self.unread.contains(&name) {
            self.error_once(rule, enumeration.name_span, &message);
        }
    }

    /// Returns true if an enumeration is declared in this scope: the type of a member is its declaration, too. The next instance of a template
    /// declares it again.
    fn is_declared_here(&self, enumeration: &Enumeration, ty: TypeId) -> bool {
        let first = self.ast[enumeration.enumerators].first().filter(|_| !enumeration.is_scoped);
        let is_it =
            |entity: &Entity| matches!(entity, Entity::Type(own) | Entity::Enumerator(own, _) if *own == ty);
        enumeration
            .name
            .or(first.map(|first| first.name))
            .is_some_and(|name| self.here(name).is_some_and(is_it))
    }

    /// The enumeration that a name stands for, if a definition may follow its declaration, or if it is only named.
    fn declared_enumeration(&self, name: Symbol, is_defined: bool) -> Option<TypeId> {
        let entity = if is_defined {
            self.scopes.here(name).cloned()
        } else {
            match self.scopes.find(name) {
                Found::Entity(entity) => Some(entity),
                Found::Ambiguous | Found::Library | Found::LibraryWithoutNamespace => None,
            }
        };
        let Some(Entity::Type(ty)) = entity else { return None };
        let Type::Enumeration(first, _) = self.types.get(ty) else { return None };
        (!is_defined || !self.ast[first].is_defined && !self.is_enumeration_defined(ty)).then_some(ty)
    }

    /// Returns true if an enumeration that was declared without enumerators has some by now.
    fn is_enumeration_defined(&self, ty: TypeId) -> bool {
        self.enumerators.get(&ty).is_some_and(|values| !values.is_empty())
    }

    /// Checks the underlying type that an enumeration names.
    fn underlying(&mut self, id: TypeSyntaxId, enumeration: TypeId) {
        let ty = self.type_of(id);
        let scalar = self.types.scalar_of(ty).filter(|scalar| scalar.is_integer() || ty == TypeId::BOOL);
        if let Some(scalar) = scalar {
            self.types.set_underlying(enumeration, scalar);
        } else if !self.types.is_error(ty) {
            let message = "the values of an enumeration must be integers";
            self.error(rules::ENUMERATOR_CONSTANT, self.ast.type_span(id), message);
        }
    }

    fn enumerators_of(&mut self, enumeration: &Enumeration, ty: TypeId) {
        let mut values: Vec<(Symbol, i128)> = Vec::new();
        let (mut next, mut range) = (0, (0, 0));
        let is_fixed = enumeration.is_scoped || enumeration.underlying.is_some();
        // An enumerator may have the name of the type, and hides it.
        let fixed = self.fixed_type(enumeration);
        // Each enumerator is in scope after its own definition, also one of a scoped enumeration.
        let mark = enumeration.is_scoped.then(|| self.scopes.open());
        // C++14 (dcl.enum) 6
        let outer = core::mem::replace(&mut self.open_enumeration, (!is_fixed).then_some(ty));
        for enumerator in self.ast[enumeration.enumerators].iter().copied() {
            if let Some(value) = enumerator.value {
                next = self.constant_integer(value, rules::ENUMERATOR_CONSTANT).unwrap_or(next);
            }
            self.check_value_fits(fixed, enumerator, next);
            values.push((enumerator.name, next));
            if !is_fixed {
                // Enumerators may use those before them, whose type must hold their values.
                range = (next.min(range.0), next.max(range.1));
                self.types.set_underlying(ty, holding(range));
            }
            if enumeration.is_scoped {
                let number = self.types.scalar(self.types.underlying(ty).unwrap_or(Scalar::Int));
                let before = self.scopes.declare_local(enumerator.name, Entity::Number(number, next as i64));
                self.check_redeclared(before.as_ref(), enumerator.name, enumerator.name_span);
            } else {
                self.declare_enumerator(&enumerator, Entity::Enumerator(ty, next));
            }
            next += 1;
        }
        self.open_enumeration = outer;
        if let Some(mark) = mark {
            self.scopes.close(mark);
        }
        for (name, value) in &values {
            self.enumerator_values.entry((ty, *name)).or_insert(*value);
        }
        self.enumerators.insert(ty, values);
    }

    /// Declares an enumerator, which hides a structure or enumeration with its name. C++14 (basic.scope.hiding) 2
    fn declare_enumerator(&mut self, enumerator: &Enumerator, entity: Entity) {
        let before = self.declare(enumerator.name, entity);
        self.check_hiding(before.as_ref(), enumerator.name, enumerator.name_span);
    }

    /// The type of the values that an enumeration names, or `int` of `enum class`. C++14 (dcl.enum) 5
    fn fixed_type(&mut self, enumeration: &Enumeration) -> Option<TypeId> {
        match enumeration.underlying {
            Some(underlying) => Some(self.type_of(underlying)),
            None => enumeration.is_scoped.then_some(TypeId::INT),
        }
    }

    /// Reports the value of an enumerator that the type of the values can't hold. C++14 (dcl.enum)
    fn check_value_fits(&mut self, fixed: Option<TypeId>, enumerator: Enumerator, value: i128) {
        let Some(ty) = fixed else { return };
        // A type that is not one of integers was reported.
        let Some(scalar) = self.types.scalar_of(ty).filter(|it| it.is_integer() || *it == Scalar::Bool)
        else {
            return;
        };
        if Value::Integer(value).converted(scalar).integer() != Some(value) {
            let span = enumerator.value.map_or(enumerator.name_span, |value| self.span(value));
            let message = format!("`{}` can't hold {value}", self.types.print(ty));
            self.error(rules::ENUMERATOR_CONSTANT, span, message);
        }
    }
}

/// Returns the underlying type of an enumeration that names none: the first type that holds all values, from `int` on. C++14 (dcl.enum), (conv.prom)
fn holding((least, most): (i128, i128)) -> Scalar {
    let holds = |scalar: &Scalar| {
        [least, most].iter().all(|value| Value::Integer(*value).converted(*scalar).integer() == Some(*value))
    };
    [Scalar::Int, Scalar::Uint, Scalar::Long].into_iter().find(holds).unwrap_or(Scalar::Ulong)
}
