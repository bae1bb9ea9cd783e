//! Variables of functions. Section 4

use super::parts::Uses;
use super::place::{Place, Root, RootVariable};
use super::translator::{Failure, Outcome, Translator};
use super::value::{Binding, Text, Value};
use msl_spec::{AddressSpace, sections};
use msl_validator::ast::{Expr, TypeSyntax, VariableId};
use msl_validator::names::Symbol;
use msl_validator::types::{Type, TypeId};

impl Translator<'_> {
    /// A variable of a function. One with a mistake is broken from then on.
    pub(crate) fn local(&mut self, id: VariableId) -> Outcome<()> {
        let result = self.local_binding(id);
        let (binding, result) = match result {
            Ok(binding) => (binding, Ok(())),
            Err(failure) => (Binding::Broken, Err(failure)),
        };
        self.frame()?.locals.insert(id, binding);
        result
    }

    fn local_binding(&mut self, id: VariableId) -> Outcome<Binding> {
        let variable = self.ast()[id];
        self.writer.span = variable.name_span;
        let object = self.frame()?.objects.and_then(|objects| objects.get(&id)).copied();
        let Some(object) = object else { return Err(Failure::Reported) };
        let wanted = variable.name.map_or("unnamed", |name| self.text_of(name));
        if self.is_reference(id) {
            let Some(initializer) = variable.initializer else { return Err(Failure::Reported) };
            if self.is_apart(object.ty) || self.is_resource(object.ty) {
                let value = self.value(initializer)?;
                return self.alias(value, wanted);
            }
            let place = self.place_or_copy(initializer, object.ty)?;
            return Ok(Binding::Place(self.settled(&place, wanted)));
        }
        if self.is_resource(object.ty) && variable.initializer.is_none() && !self.is_sampler(object.ty) {
            return self.initial(object.ty);
        }
        let is_assigned = variable
            .name
            .is_some_and(|name| self.frames.last().is_some_and(|it| it.scan.assigned.contains(&name)));
        if self.apart_structure(object.ty).is_some() {
            return self.local_apart(id, object.ty, wanted);
        }
        if self.is_sampler(object.ty) {
            return self.sampler(id, object.ty);
        }
        if let Type::Texture(..) = self.kind(object.ty) {
            let Some(Value::Handle(handle)) = variable.initializer.map(|it| self.value(it)).transpose()?
            else {
                return self.none(sections::SECTION_2_8, "a texture that is not an argument");
            };
            return Ok(Binding::Handle(handle));
        }
        if let (Type::Pointer(_), Some(initializer)) = (self.kind(object.ty), variable.initializer) {
            let place = self.pointer_value(initializer)?;
            return self.pointer_binding(&place, wanted, is_assigned);
        }
        if object.space == AddressSpace::Threadgroup {
            return self.threadgroup_variable(object.ty, wanted).map(Binding::Place);
        }
        let is_changed = variable.initializer.is_none()
            || variable.name.is_some_and(|name| self.is_changed(name, object.ty));
        // It has no place, so that whatever would change it is refused there.
        if let Some(initializer) = variable.initializer
            && self.is_wide(object.ty)
        {
            return self.bound(initializer, object.ty, wanted);
        }
        let value = match variable.initializer {
            Some(initializer) if variable.is_direct => {
                let Expr::Braces(items) = self.ast()[initializer] else { return Err(Failure::Reported) };
                let values: Vec<_> = self.ast()[items].iter().map(|item| item.value).collect();
                let value = self.construct(initializer, object.ty, &values)?;
                Some(self.text(value)?)
            }
            Some(initializer) => Some(self.text_as(initializer, object.ty)?),
            None => {
                self.check_initial_values(object.ty)?;
                None
            }
        };
        self.named(value.as_ref(), object.ty, wanted, is_changed)
    }

    /// A reference to what is not in memory: a name for the same.
    fn alias(&mut self, value: Value, wanted: &str) -> Outcome<Binding> {
        match value {
            Value::Parts(parts) => Ok(Binding::Parts(parts)),
            Value::Pointer(place) => self.pointer_binding(&place, wanted, false),
            Value::Handle(handle) => Ok(Binding::Handle(handle)),
            Value::Text(_) | Value::Nothing => {
                self.none(sections::SECTION_4, "a reference to a value that is not a variable")
            }
        }
    }

    /// A variable that is taken apart, or a pointer to one.
    fn local_apart(&mut self, id: VariableId, ty: TypeId, wanted: &str) -> Outcome<Binding> {
        let variable = self.ast()[id];
        let value = if let Some(initializer) = variable.initializer {
            self.bound(initializer, ty, wanted)?
        } else {
            self.check_initial_values(ty)?;
            self.initial(ty)?
        };
        let may_change = variable.name.is_some_and(|name| self.may_change(name));
        let is_changed = variable.initializer.is_none() || may_change;
        self.own(&value, ty, wanted, Uses { is_changed, is_assigned: true })
    }

    /// Refuses objects that begin with values of their type, which the result would leave out.
    pub(crate) fn check_initial_values(&self, ty: TypeId) -> Outcome<()> {
        if !self.module.has_initial_values(ty) {
            return Ok(());
        }
        let name = self.module.types.print(ty);
        let message = format!(
            "an object of `{name}` without a value of its own: its default constructor or the initializers of its members are not translated"
        );
        self.none(sections::SECTION_4, message)
    }

    /// A new variable, or a name for a value that never changes.
    pub(crate) fn named(
        &mut self,
        value: Option<&Text>,
        ty: TypeId,
        wanted: &str,
        is_changed: bool,
    ) -> Outcome<Binding> {
        let own = self.type_name(ty)?;
        let name = self.names.local(wanted);
        match value {
            None => self.writer.line(format!("var {name}: {own};")),
            Some(value) if is_changed => {
                let stored = self.stored(ty, value)?;
                self.writer.line(format!("var {name}: {own} = {stored};"));
            }
            Some(value) => {
                self.writer.line(format!("let {name} = {};", value.code));
                self.names.fix(&name);
                return Ok(Binding::Value(Text::primary(name)));
            }
        }
        Ok(Binding::Place(Place::local(&name, &own)))
    }

    /// Returns true if a variable needs memory: it changes, something refers to it, or it has parts with types of their own.
    pub(crate) fn is_changed(&self, name: Symbol, ty: TypeId) -> bool {
        self.may_change(name) || self.value_type(ty).is_none()
    }

    /// Returns true if a variable changes, or something refers to it.
    pub(crate) fn may_change(&self, name: Symbol) -> bool {
        self.frames.last().is_some_and(|it| it.scan.changed.contains(&name)) || self.referred.contains(&name)
    }

    /// Returns true if a variable is declared as a reference.
    pub(crate) fn is_reference(&self, id: VariableId) -> bool {
        let mut ty = self.ast()[id].ty;
        while let TypeSyntax::Qualified(_, inner) = self.ast()[ty] {
            ty = inner;
        }
        matches!(self.ast()[ty], TypeSyntax::Reference(..))
    }

    /// Memory of the threadgroup. WGSL begins with zeros there, and Metal with anything. Section 4.4
    pub(crate) fn threadgroup_variable(&mut self, ty: TypeId, wanted: &str) -> Outcome<Place> {
        let own = self.type_name(ty)?;
        let name = self.names.global(wanted);
        let line = format!("var<workgroup> {name}: {own};");
        self.variables.push(Self::module_line(self.writer.span, 0, line));
        Ok(self.root(name, false))
    }

    /// A place that is a variable at module scope.
    pub(crate) fn root(&mut self, name: String, is_bytes: bool) -> Place {
        self.roots.push(RootVariable { name, is_bytes, open_array: None, is_object: false, read_only: None });
        Place { root: Root::Global(self.roots.len() - 1), steps: Vec::new() }
    }
}
