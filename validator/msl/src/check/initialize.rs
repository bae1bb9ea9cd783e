//! The beginnings of objects: values, and braced lists. C++14 (dcl.init)

use super::constant::Value;
use super::constant_expression::Uniformity;
use super::scope::Entity;
use super::{Checker, Purpose, Typed};
use crate::diagnostic::Diagnostic;
use crate::meaning::Callee;
use crate::types::{Type, TypeId};
use cxx_validator::ast::{BraceItem, Expr, ExprId, List, Literal, StructureId};
use msl_spec::{AddressSpace, Class, ValueType, rules};

impl Checker<'_> {
    /// Checks that an object of a type can begin with an expression or a list. The result is its constant value.
    pub(super) fn initialize(&mut self, id: ExprId, to: TypeId, purpose: Purpose) -> Option<Value> {
        self.make(to, self.span(id));
        // It may be what a type that is not known takes.
        if self.types.has_error(to) && matches!(self.ast[id], Expr::Literal(Literal::Text(_))) {
            return None;
        }
        let Expr::Braces(items) = self.ast[id] else {
            let typed = self.expression(id);
            if let (Type::Array(..), Type::Array(..)) = (self.types.get(typed.ty), self.types.get(to))
                && purpose != Purpose::Assignment
            {
                let message = "expected a braced list, found an array: arrays can't be copied";
                self.error(rules::CONVERSION_INITIALISATION, self.span(id), message);
                return None;
            }
            let to = self.uniform_target(id, typed, to);
            self.convert(id, typed, to, purpose);
            return self.converted_value(typed, to);
        };
        let to = self.target_of_list(to, items);
        self.note(id, Typed::value(to));
        if !self.enter(self.span(id)) {
            return None;
        }
        let value = self.initialize_with_list(id, to, items, purpose);
        self.leave();
        value
    }

    /// The type of the object that a braced list begins: for a reference, a new one that it refers to, unless the only value is the object.
    /// C++14 (dcl.init.list)
    fn target_of_list(&mut self, to: TypeId, items: List<BraceItem>) -> TypeId {
        let Type::Reference(object) = self.types.get(to) else { return to };
        if object.space != AddressSpace::Thread || !(object.is_const || object.is_rvalue) {
            return to;
        }
        if let [item] = self.ast[items]
            && !matches!(self.ast[item.value], Expr::Braces(_))
            && self.expression(item.value).ty == object.ty
        {
            return to;
        }
        object.ty
    }

    fn initialize_with_list(
        &mut self,
        id: ExprId,
        to: TypeId,
        items: List<BraceItem>,
        purpose: Purpose,
    ) -> Option<Value> {
        let items = self.ast[items].to_vec();
        if self.types.has_error(to) {
            for item in &items {
                self.visit(item.value);
            }
            return None;
        }
        if self.begin_with_elements(id, to, &items) {
            return None;
        }
        match self.types.get(to) {
            Type::Structure(_) if self.is_initializer_list(to) => self.unsupported_initializer_list(id),
            Type::Structure(_) if self.has_list_constructor(to) => self.unsupported_initializer_list(id),
            Type::Structure(_) | Type::Array(..) | Type::LibraryArray(..) if self.is_aggregate(to) => {
                self.initialize_aggregate(id, to, &items);
            }
            Type::Structure(number) => {
                let values: Vec<ExprId> = items.iter().map(|item| item.value).collect();
                if let Some(constructor) = self.construct_by(id, to, (number, AddressSpace::Thread), &values)
                {
                    for (value, parameter) in values.iter().zip(constructor.signature.parameters) {
                        self.narrowing(*value, parameter);
                    }
                }
                if purpose != Purpose::Initialisation {
                    self.check_not_explicit(id, to, purpose);
                    if let [value] = values.as_slice()
                        && let Some(typed) = self.known(*value).filter(|typed| typed.ty == to)
                    {
                        self.check_copy(*value, typed, purpose);
                    }
                }
            }
            Type::Value(ValueType::Vector(scalar, _) | ValueType::PackedVector(scalar, _))
                if items.len() > 1 =>
            {
                let values: Vec<ExprId> = items.iter().map(|item| item.value).collect();
                self.construct(id, to, &values);
                self.check_narrowing_of_components(&values, scalar);
            }
            Type::Value(ValueType::Matrix(..)) if items.len() > 1 => {
                let values: Vec<ExprId> = items.iter().map(|item| item.value).collect();
                self.construct(id, to, &values);
            }
            _ => return self.initialize_scalar(to, &items, purpose),
        }
        None
    }

    /// Reports a list that an explicit constructor takes, where the object is a copy. C++14 (over.match.list)
    fn check_not_explicit(&mut self, list: ExprId, to: TypeId, purpose: Purpose) {
        let Some(&Callee::Function(instance)) = self.callee_of(list) else { return };
        let function = self.ast[self.instances[instance].function];
        if function.is_explicit && function.result.is_none() {
            let name = self.types.print(to);
            let message = format!("the constructor of `{name}` is explicit: write `{name}` before the list");
            let found = Diagnostic::error(purpose.rule(), self.span(list), message);
            self.report(found.label(function.name_span, "declared here"));
        }
    }

    /// Returns true for `initializer_list<T>`, which the library only declares.
    pub(super) fn is_initializer_list(&self, ty: TypeId) -> bool {
        let template = self.templates.of_structure(ty);
        template.is_some_and(|template| self.library_template("initializer_list") == Some(template))
    }

    /// Returns true if a constructor takes an `initializer_list`: a list that is not empty prefers it. C++14 (over.match.list) 1
    fn has_list_constructor(&mut self, ty: TypeId) -> bool {
        if self.names.find("initializer_list").is_none() {
            return false;
        }
        let constructors = self.constructors_for(ty, &[None]);
        constructors.into_iter().any(|id| {
            let signature = self.member_signatures.get(&(ty, id));
            signature
                .is_some_and(|it| it.parameters.first().is_some_and(|first| self.is_initializer_list(*first)))
        })
    }

    /// The structure template with a name that a header of the library declares.
    fn library_template(&self, name: &str) -> Option<StructureId> {
        let metal = self.scopes.library_namespace(self.names.find("metal")?)?;
        match self.scopes.find_in(metal, self.names.find(name)?) {
            Some(Entity::StructureTemplate(template)) => Some(template),
            _ => None,
        }
    }

    pub(super) fn unsupported_initializer_list(&mut self, list: ExprId) {
        let message = cxx_validator::unsupported::BRACED_LIST.message();
        self.error(rules::UNSUPPORTED_FEATURE, self.span(list), message);
    }

    /// The type that a value converts to: `T` for `uniform<T>`, if the value is uniform or a constant. Section 2.13.2
    pub(super) fn uniform_target(&mut self, id: ExprId, typed: Typed, to: TypeId) -> TypeId {
        let Type::Uniform(inner) = self.types.get(to) else { return to };
        match self.uniformity(id) {
            Uniformity::Different if self.is_promised_uniform() => {}
            Uniformity::Uniform => {}
            Uniformity::Chosen => {
                self.under_control(id, "this value must not depend on a non-uniform condition");
            }
            Uniformity::Different => return to,
        }
        if typed.ty == to { to } else { inner }
    }

    /// Returns true in `make_uniform` of the library, whose callers promise that the value is uniform.
    fn is_promised_uniform(&self) -> bool {
        let Some(function) = self.function.number.map(|number| self.instances[number].function) else {
            return false;
        };
        let home = self.scopes.home_of_function(function);
        home.is_some_and(|home| self.scopes.is_library(home))
            && self.text(self.ast[function].name) == "make_uniform"
    }

    /// One value in braces, or none for zero.
    fn initialize_scalar(&mut self, to: TypeId, items: &[BraceItem], purpose: Purpose) -> Option<Value> {
        match items {
            [] => self.zero(to),
            // C++14 (over.match.conv)
            [item] if purpose == Purpose::Initialisation && self.is_converted_by_function(item.value, to) => {
                self.narrowing(item.value, to);
                None
            }
            [item] => {
                let value = self.initialize(item.value, to, purpose);
                self.narrowing(item.value, to);
                value
            }
            [_, second, ..] => {
                for item in items {
                    self.visit(item.value);
                }
                let span = self.span(second.value);
                if matches!(self.types.get(to), Type::Class(Class::RenderCommand | Class::ComputeCommand)) {
                    self.constructor_not_supported(to, span);
                } else {
                    let message = format!("`{}` takes one value", self.types.print(to));
                    self.error(rules::INITIALISER_COUNT, span, message);
                }
                None
            }
        }
    }
}
