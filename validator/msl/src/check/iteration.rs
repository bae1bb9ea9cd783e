//! Loops over the elements of an array, or of an object with iterators. C++14 (stmt.ranged)

use super::scope::Entity;
use super::{Checker, Purpose, Typed};
use crate::types::{Object, Type, TypeId};
use cxx_validator::ast::{ExprId, Iteration, StmtId, TypeSyntax, TypeSyntaxId, VariableId};
use msl_spec::{AddressSpace, rules};

impl Checker<'_> {
    pub(super) fn for_range(&mut self, variable: VariableId, range: ExprId, body: StmtId) {
        let typed = self.expression(range);
        if let Type::Structure(_) = self.types.get(typed.ty)
            && let Some(iteration) = self.ast.iterations.get(&variable).copied()
            && let Some(which) = self.iterators_of(typed.ty)
        {
            self.for_iterators(&iteration, which, body);
            return;
        }
        let declared = self.ast[variable];
        let mark = self.scopes.open();
        let element = if let Some((element, _)) = self.types.element(typed.ty) {
            element
        } else {
            if !self.types.is_error(typed.ty) {
                let message = format!("`{}` has no elements", self.types.print(typed.ty));
                self.error(rules::INDEX_INDEXABLE, self.span(range), message);
            }
            TypeId::ERROR
        };
        self.range_variable(declared.ty, range, (typed, element));
        if declared.is_constexpr {
            // The iterator that leads to it is a variable. C++14 (stmt.ranged) 1
            let message = "the initializer of a `constexpr` variable must be a constant expression";
            self.error(rules::VARIABLE_CONSTEXPR_CONSTANT, declared.name_span, message);
        }
        let place = typed.place.map(|place| place.object(element));
        let is_auto = self.contains_auto(declared.ty);
        let is_reference = !is_auto && self.is_reference_syntax(declared.ty);
        let is_reference = is_reference || self.is_reference_in_syntax(declared.ty);
        if is_reference {
            self.function.references.insert(variable);
        }
        let is_const = match self.ast[declared.ty] {
            TypeSyntax::Reference(inner, _) => self.is_const_syntax(inner),
            _ => self.is_const_syntax(declared.ty),
        };
        let object = match place {
            Some(place) if is_reference => Object { is_const: place.is_const || is_const, ..place },
            _ => Object {
                ty: element,
                space: AddressSpace::Thread,
                is_const,
                is_volatile: false,
                is_rvalue: false,
            },
        };
        self.function.locals.insert(variable, object);
        if let Some(name) = declared.name {
            self.scopes.declare_local(name, Entity::Variable(variable, object, None));
        }
        self.loop_body(body, None);
        self.scopes.close(mark);
    }

    /// Checks that the elements of a range convert to the type of the variable. C++14 (stmt.ranged)
    fn range_variable(&mut self, declared: TypeSyntaxId, range: ExprId, (typed, element): (Typed, TypeId)) {
        if self.types.is_error(element) {
            return;
        }
        if self.is_auto(declared) {
            let place = Typed { place: typed.place, ..Typed::value(element) };
            // An element is an object, whatever the range is.
            if self.refers_to_values(declared) {
                self.refers_to_object(range);
                return;
            }
            let decayed = self.decayed(place);
            if self.is_auto_pointer(declared) && self.placeholder(declared, decayed).is_none() {
                let message = format!("`auto*` expects a pointer, found `{}`", self.types.print(element));
                self.error(rules::CONVERSION_INITIALISATION, self.span(range), message);
            }
            return;
        }
        let qualified = self.qualified_type(declared);
        let value = Typed { place: typed.place, ..Typed::value(element) };
        if self.rank(value, qualified.ty).is_none() {
            let found = self.misfit(self.span(range), value, qualified.ty, Purpose::Initialisation);
            self.report(found);
            return;
        }
        let target = match self.types.get(qualified.ty) {
            Type::Reference(object) => object.ty,
            _ => qualified.ty,
        };
        if target != element {
            let message = cxx_validator::unsupported::LOOP_VARIABLE.message();
            self.error(rules::UNSUPPORTED_FEATURE, self.ast.type_span(declared), message);
        }
    }

    fn contains_auto(&self, id: TypeSyntaxId) -> bool {
        match self.ast[id] {
            TypeSyntax::Auto | TypeSyntax::DecltypeAuto => true,
            TypeSyntax::Qualified(_, inner) | TypeSyntax::Reference(inner, _) => self.contains_auto(inner),
            _ => false,
        }
    }

    /// Which functions give the iterators of a structure: 0 for members, 1 for functions of its namespace.
    fn iterators_of(&self, ty: TypeId) -> Option<usize> {
        let names = ["begin", "end"].map(|name| self.names.find(name));
        let is_member = |name: &Option<_>| name.is_some_and(|name| self.has_functions(ty, name));
        if names.iter().any(is_member) {
            return names.iter().all(is_member).then_some(0);
        }
        let is_beside =
            |name: &Option<_>| name.is_some_and(|name| !self.scopes.functions_beside(ty, name).is_empty());
        names.iter().all(is_beside).then_some(1)
    }

    /// Checks a loop over an object with iterators as the loop with a condition that it is short for.
    fn for_iterators(&mut self, iteration: &Iteration, which: usize, body: StmtId) {
        let mark = self.scopes.open();
        for variable in [iteration.range, iteration.begin[which], iteration.end[which]] {
            self.with_declarators(|checker| checker.local(variable));
        }
        self.condition(iteration.condition);
        self.expression(iteration.update);
        let inner = self.scopes.open();
        self.with_declarators(|checker| checker.local(iteration.element));
        self.loop_body(body, Some(iteration.condition));
        self.scopes.close(inner);
        self.scopes.close(mark);
    }
}
