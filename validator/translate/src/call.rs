//! Calls of functions of the program: a function of WGSL for each set of variables that pointers and references lead into. Section 4

use super::place::{Place, Root, Step, unsigned};
use super::plan::{Arguments, Job, ParameterPlan, PlacePlan, Plan, RootPlan};
use super::translator::{Outcome, Translator};
use super::value::{Binding, Parts, Text, Value};
use msl_spec::sections;
use msl_validator::typed::{Argument, Call, CallId, Place as Node, PlaceId};
use msl_validator::types::{Object, Type, TypeId};
use std::fmt::Write as _;

impl Translator<'_> {
    /// The call of a function, which is translated later. The object of a member function is among the arguments, unless the function is a
    /// constructor that makes it.
    pub(crate) fn call(&mut self, id: CallId, has_object: bool) -> Outcome<Value> {
        let Call { instance: number, arguments } = self.tree()[id];
        let module = self.module;
        let Some(instance) = module.instances.get(number) else {
            return self.none(sections::SECTION_5, "this function");
        };
        if has_object && let Some(result) = self.short_call(id) {
            return result;
        }
        let mut passing = Arguments::default();
        let arguments = self.tree()[arguments].to_vec();
        let mut arguments = arguments.into_iter();
        if let (Some(object), true) = (instance.this, has_object)
            && let Some(Argument::Place(place)) = arguments.next()
        {
            let binding = self.called_object(place, object)?;
            let plan = self.pass_object(&binding, object, &mut passing)?;
            passing.plan.this = Some((plan, object.ty));
        }
        for (argument, ty) in arguments.zip(&instance.parameters) {
            let plan = self.pass(argument, *ty, &mut passing)?;
            passing.plan.parameters.push(plan);
            passing.key.push(';');
        }
        let written = passing.written();
        let name = self.function_name(number, passing.key, passing.plan)?;
        let text = Text::call(format!("{name}({})", written.join(", ")));
        if has_object && self.is_void(instance.result) {
            self.writer.line(format!("{};", text.code));
            return Ok(Value::Nothing);
        }
        Ok(Value::Text(text))
    }

    /// Returns true if a function is a constructor: it has no result of its own.
    pub(crate) fn is_constructor(&self, number: usize) -> bool {
        let Some(instance) = self.module.instances.get(number) else { return false };
        let function = self.module.ast[instance.function];
        instance.this.is_some() && function.result.is_none() && !function.is_conversion
    }

    /// The name of a function for a set of variables.
    fn function_name(&mut self, instance: usize, key: String, plan: Plan) -> Outcome<String> {
        if let Some(name) = self.job_names.get(&(instance, key.clone())) {
            return Ok(name.clone());
        }
        self.check_size()?;
        // A structure with many members that is passed often has long keys: they count like lines.
        self.writer.bytes += key.len();
        let function = self.module.instances.get(instance).map(|it| self.module.ast[it.function]);
        let wanted = function.map_or("function", |it| self.text_of(it.name));
        let wanted = if wanted.starts_with("operator") {
            "operation".to_owned()
        } else if self.is_constructor(instance) {
            format!("new_{wanted}")
        } else {
            wanted.to_owned()
        };
        let name = self.names.global(&wanted);
        self.job_names.insert((instance, key), name.clone());
        self.function_names.insert(name.clone());
        let outer = self.enter(instance);
        self.jobs.push_back(Job { instance, name: name.clone(), plan, call: self.call });
        self.call = outer;
        Ok(name)
    }

    fn pass(&mut self, argument: Argument, ty: TypeId, passing: &mut Arguments) -> Outcome<ParameterPlan> {
        if let Argument::Value(value) = argument
            && !self.is_resource(ty)
            && !self.is_apart(ty)
            && !self.is_wide(ty)
        {
            let text = self.text_of_value(value)?;
            passing.values.push(text.code);
            return Ok(ParameterPlan::Value);
        }
        let is_const = matches!(self.kind(ty), Type::Reference(object) if object.is_const);
        let binding = self.argument_binding(argument, is_const, "argument")?;
        self.pass_bound(&binding, ty, passing)
    }

    /// The object of a member function. A new one gets an address only where it is passed.
    pub(crate) fn called_object(&mut self, place: PlaceId, object: Object) -> Outcome<Binding> {
        if let Node::Conditional(..) = self.tree()[place] {
            return self.reference(place, object.is_const);
        }
        let binding = self.node(place)?;
        if let Binding::Value(_) = binding {
            return self.bound_place(binding, object.ty).map(Binding::Place);
        }
        Ok(binding)
    }

    /// The meaning of a parameter.
    pub(crate) fn argument_binding(
        &mut self,
        argument: Argument,
        is_const: bool,
        wanted: &str,
    ) -> Outcome<Binding> {
        match argument {
            Argument::Value(value) => self.bound(value, self.ty(value), wanted),
            Argument::Place(place) => self.reference(place, is_const),
            Argument::Omitted => self.none(sections::SECTION_5, "this call"),
        }
    }

    /// An argument of an entry point, which its function gets.
    pub(crate) fn pass_argument(
        &mut self,
        binding: &Binding,
        ty: TypeId,
        passing: &mut Arguments,
    ) -> Outcome<()> {
        let plan = self.pass_bound(binding, ty, passing)?;
        passing.plan.parameters.push(plan);
        Ok(())
    }

    /// The meaning of a variable of a type.
    fn pass_bound(
        &mut self,
        binding: &Binding,
        ty: TypeId,
        passing: &mut Arguments,
    ) -> Outcome<ParameterPlan> {
        match (binding, self.kind(ty)) {
            (_, Type::Reference(object)) | (Binding::Parts(_), Type::Pointer(object)) => {
                self.pass_object(binding, object, passing)
            }
            (Binding::Pointer { place, .. }, Type::Pointer(object)) => {
                self.pass_place(place, (object.ty, true), passing).map(ParameterPlan::Pointer)
            }
            (Binding::Parts(parts), _) => self.pass_parts(parts, ty, Self::pass_bound, passing),
            (Binding::Handle(handle), _) => {
                let _ = write!(passing.key, "h{}", handle.name);
                Ok(ParameterPlan::Handle(handle.clone()))
            }
            (Binding::Widened { text, ty }, _) => {
                let _ = write!(passing.key, "w{ty}");
                passing.values.push(text.code.clone());
                Ok(ParameterPlan::Widened(*ty))
            }
            (Binding::Unset { .. }, _) => {
                passing.key.push('u');
                Ok(ParameterPlan::Unset)
            }
            (Binding::Value(_) | Binding::Place(_), _) => {
                let value = self.bound_value(binding.clone(), ty)?;
                passing.values.push(self.text(value)?.code);
                Ok(ParameterPlan::Value)
            }
            (Binding::Broken | Binding::Pointer { .. }, _) => Err(super::translator::Failure::Reported),
        }
    }

    /// An object that a function refers to.
    fn pass_object(
        &mut self,
        binding: &Binding,
        object: Object,
        passing: &mut Arguments,
    ) -> Outcome<ParameterPlan> {
        if object.is_const {
            self.pass_constant(binding, object.ty, passing)
        } else {
            self.pass_changing(binding, object.ty, passing)
        }
    }

    /// An object that a function refers to and may change: also where its pointers lead.
    fn pass_changing(
        &mut self,
        binding: &Binding,
        ty: TypeId,
        passing: &mut Arguments,
    ) -> Outcome<ParameterPlan> {
        match (binding, self.kind(ty)) {
            (Binding::Pointer { place, variable: Some(variable) }, Type::Pointer(object)) => {
                let plan = self.pass_place(&place.at("0u"), (object.ty, true), passing)?;
                let number = passing.root(variable, &address_of(variable), "u32");
                let _ = write!(passing.key, "m{number}");
                Ok(ParameterPlan::Moving(plan, number))
            }
            (Binding::Parts(parts), _) => self.pass_parts(parts, ty, Self::pass_changing, passing),
            _ => self.pass_constant(binding, ty, passing),
        }
    }

    /// An object that a function refers to and does not change.
    fn pass_constant(
        &mut self,
        binding: &Binding,
        ty: TypeId,
        passing: &mut Arguments,
    ) -> Outcome<ParameterPlan> {
        match binding {
            Binding::Place(place) => {
                self.pass_place(place, (ty, false), passing).map(ParameterPlan::Reference)
            }
            Binding::Parts(parts) => self.pass_parts(parts, ty, Self::pass_constant, passing),
            Binding::Value(_)
            | Binding::Pointer { .. }
            | Binding::Handle(_)
            | Binding::Widened { .. }
            | Binding::Unset { .. }
            | Binding::Broken => self.pass_bound(binding, ty, passing),
        }
    }

    /// The members of a structure that is taken apart, each passed in the same way.
    fn pass_parts(
        &mut self,
        parts: &Parts,
        ty: TypeId,
        pass: fn(&mut Self, &Binding, TypeId, &mut Arguments) -> Outcome<ParameterPlan>,
        passing: &mut Arguments,
    ) -> Outcome<ParameterPlan> {
        let Some(number) = self.apart_structure(ty) else { return Err(super::translator::Failure::Reported) };
        let mut plans = Vec::with_capacity(parts.len());
        passing.key.push('{');
        for (part, (ty, ..)) in parts.iter().zip(self.part_types(number)) {
            plans.push(pass(self, part, ty, passing)?);
            passing.key.push(',');
        }
        passing.key.push('}');
        Ok(ParameterPlan::Parts(plans))
    }

    /// A place: the variable that it lies in is a part of the function, or a pointer; its indices are passed.
    fn pass_place(
        &mut self,
        place: &Place,
        (ty, is_pointer): (TypeId, bool),
        passing: &mut Arguments,
    ) -> Outcome<PlacePlan> {
        let mut place = place.clone();
        if let Root::Local { text, address, ty: whole } = &place.root
            && address.is_empty()
        {
            // A pointer into an array must not lose the other elements.
            if let (true, Some(Step::Index { .. })) = (is_pointer, place.steps.last()) {
                let name = self.names.local("object");
                self.writer.line(format!("var {name}: {whole} = {text};"));
                place.root = Place::local(&name, &whole.clone()).root;
            } else {
                let value = self.place_text(&place);
                place = self.materialised(&value, ty, "object")?;
            }
        }
        let root = match &place.root {
            Root::Global(number) => {
                let _ = write!(passing.key, "g{number}");
                RootPlan::Global(*number)
            }
            Root::Local { text, address, ty } => {
                let number = passing.root(text, address, ty);
                let _ = write!(passing.key, "l{number}:{ty}");
                RootPlan::Pointer(number)
            }
        };
        let mut steps = Vec::with_capacity(place.steps.len());
        for step in place.steps {
            steps.push(match step {
                Step::Member { name, offset } => {
                    let _ = write!(passing.key, ".{name}");
                    Step::Member { name, offset }
                }
                Step::Index { index, is_unsigned, stride, shape } => {
                    let is_first = index == "0u";
                    let _ = write!(passing.key, "[{}{shape:?}]", if is_first { "0" } else { "" });
                    if is_first {
                        Step::Index { index, is_unsigned, stride, shape }
                    } else {
                        passing.values.push(unsigned(&index, is_unsigned));
                        Step::Index { index: String::new(), is_unsigned: true, stride, shape }
                    }
                }
            });
        }
        Ok(PlacePlan { root, steps })
    }
}

/// The address of a variable with an index. One of a caller is a pointer already, which `(*pointer)` is made of.
fn address_of(variable: &str) -> String {
    match variable.strip_prefix("(*").and_then(|it| it.strip_suffix(')')) {
        Some(pointer) => pointer.to_owned(),
        None => format!("&{variable}"),
    }
}
