//! Variables of functions. Section 4

use super::parts::Uses;
use super::place::{Place, Root, RootVariable};
use super::translator::{Failure, Outcome, Translator};
use super::value::{Binding, Text};
use msl_spec::{AddressSpace, sections};
use msl_validator::typed::{Initial, LocalId, PlaceId};
use msl_validator::types::{Type, TypeId};

impl Translator<'_> {
    /// A variable of a function. One with a mistake is broken from then on.
    pub(crate) fn declare(&mut self, id: LocalId, initial: Initial) -> Outcome<()> {
        let result = self.local_binding(id, initial);
        let (binding, result) = match result {
            Ok(binding) => (binding, Ok(())),
            Err(failure) => (Binding::Broken, Err(failure)),
        };
        self.frame()?.locals.insert(id, binding);
        result
    }

    fn local_binding(&mut self, id: LocalId, initial: Initial) -> Outcome<Binding> {
        let local = self.tree()[id];
        self.writer.span = local.span;
        let ty = local.object.ty;
        // The variables of a loop over an array have no names.
        let wanted = local.name.map_or("element", |name| self.text_of(name));
        let value = match initial {
            Initial::Reference(place) => return self.alias(place, local.object.is_const, wanted),
            Initial::Value(value) => value,
            Initial::None => return self.without_value(ty, local.object.space, wanted),
        };
        let (is_changed, is_assigned) = (self.current().is_changed(id), self.current().is_assigned(id));
        if self.apart_structure(ty).is_some() {
            let value = self.bound(value, ty, wanted)?;
            return self.own(&value, ty, wanted, Uses { is_changed, is_assigned: true });
        }
        if let Type::Pointer(_) = self.kind(ty) {
            let place = self.pointer(value)?;
            return self.pointer_binding(&place, wanted, is_assigned);
        }
        // An integer of 64 bits that does not change may be one of 32 bits.
        if self.is_resource(ty) || self.is_wide(ty) && !is_changed {
            return self.bound(value, ty, wanted);
        }
        let text = self.text_of_value(value)?;
        let binding = self.named(Some(&text), ty, wanted, is_changed || self.value_type(ty).is_none())?;
        // The index of a loop over an array changes between two rounds only.
        if let (Binding::Place(Place { root: Root::Local { text, .. }, .. }), None) = (&binding, local.name) {
            self.names.fix(text);
        }
        Ok(binding)
    }

    /// A variable without a first value.
    fn without_value(&mut self, ty: TypeId, space: AddressSpace, wanted: &str) -> Outcome<Binding> {
        if self.apart_structure(ty).is_some() && !self.is_resource(ty) {
            let value = self.initial(ty)?;
            return self.own(&value, ty, wanted, Uses { is_changed: true, is_assigned: true });
        }
        if self.is_resource(ty) {
            return self.initial(ty);
        }
        if space == AddressSpace::Threadgroup {
            return self.threadgroup_variable(ty, wanted).map(Binding::Place);
        }
        self.named(None, ty, wanted, true)
    }

    /// A reference: a name for the same.
    fn alias(&mut self, place: PlaceId, is_const: bool, wanted: &str) -> Outcome<Binding> {
        match self.reference(place, is_const)? {
            Binding::Place(place) => Ok(Binding::Place(self.settled(&place, wanted))),
            Binding::Pointer { place, .. } => self.pointer_binding(&place, wanted, false),
            binding @ (Binding::Parts(_) | Binding::Handle(_)) => Ok(binding),
            Binding::Value(_) | Binding::Widened { .. } | Binding::Unset { .. } => {
                self.none(sections::SECTION_4, "a reference to a value that is not a variable")
            }
            Binding::Broken => Err(Failure::Reported),
        }
    }

    /// A new variable, or a name for a value that never changes.
    pub(crate) fn named(
        &mut self,
        value: Option<&Text>,
        ty: TypeId,
        wanted: &str,
        is_changed: bool,
    ) -> Outcome<Binding> {
        self.refuse_unsized(ty)?;
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

    /// Memory of the threadgroup. WGSL begins with zeros there, and Metal with anything. Section 4.4
    pub(crate) fn threadgroup_variable(&mut self, ty: TypeId, wanted: &str) -> Outcome<Place> {
        let own = self.root_type(ty)?;
        self.workgroup_bytes += self.size(ty)?;
        let name = self.names.global(wanted);
        let line = format!("var<workgroup> {name}: {own};");
        self.variables.push(Self::module_line(self.writer.span, 0, line));
        Ok(self.root(name, false))
    }

    /// A place that is a variable at module scope.
    pub(crate) fn root(&mut self, name: String, is_bytes: bool) -> Place {
        let number = self.roots.len();
        let is_atomic = self.forms.atomics.contains(&number);
        self.roots.push(RootVariable {
            name,
            is_bytes,
            open_array: None,
            is_atomic,
            is_object: false,
            read_only: None,
        });
        Place { root: Root::Global(number), steps: Vec::new() }
    }
}
