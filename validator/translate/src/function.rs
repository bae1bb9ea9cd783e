//! Functions that something calls: their parameters and bodies, for the set of variables of a call. Section 4

use super::parts::Uses;
use super::place::{Place, Root, Step};
use super::plan::{Job, ParameterPlan, PlacePlan, Plan, RootPlan};
use super::translator::{Failure, Frame, FunctionResult, Outcome, Translator};
use super::unit::Unit;
use super::value::{Binding, Text};
use super::writer::Writer;
use msl_spec::sections;
use msl_validator::typed::LocalId;
use msl_validator::types::{Type, TypeId};
use std::rc::Rc;

/// The parameters of a function.
#[derive(Default)]
struct Head {
    /// The pointers to variables of callers, with the types of those.
    pointers: Vec<(String, String)>,
    /// All parameters, as they are written.
    parameters: Vec<String>,
}

impl Translator<'_> {
    /// Translates a function that something calls.
    pub(crate) fn job(&mut self, job: Job) -> Outcome<()> {
        self.check_size()?;
        let Job { instance: number, name, plan, call } = job;
        self.call = call;
        let Some(instance) = self.module.instances.get(number) else { return Ok(()) };
        let function = self.module.ast[instance.function];
        self.names.begin_function();
        let bytes = self.writer.bytes;
        self.writer = Writer { span: function.name_span, depth: 1, bytes, ..Writer::default() };
        let mut head = Head::default();
        for ty in &plan.pointers {
            let pointer = self.names.local("pointer");
            head.parameters.push(format!("{pointer}: ptr<function, {ty}>"));
            head.pointers.push((pointer, ty.clone()));
        }
        let unit = self.unit(number);
        self.frames.push(Frame::of_function(Rc::clone(&unit)));
        let result = self.job_body(number, &unit, plan, &mut head);
        self.frames.pop();
        let ty = result?;
        let result = ty.map_or_else(String::new, |ty| format!(" -> {ty}"));
        let place = function.name_span;
        self.writer.span = place;
        self.check_parameters(&name, &head)?;
        self.functions.push(Self::module_line(
            place,
            0,
            format!("fn {name}({}){result} {{", head.parameters.join(", ")),
        ));
        self.functions.append(&mut self.writer.lines);
        self.functions.push(Self::module_line(place, 0, "}"));
        self.functions.push(Self::module_line(place, 0, ""));
        Ok(())
    }

    /// Refuses more parameters than every implementation supports: structures that are taken apart may have that many members.
    fn check_parameters(&self, name: &str, head: &Head) -> Outcome<()> {
        let (count, most) = (head.parameters.len(), wgsl_spec::Limit::FunctionParameters.info().value);
        if count <= most as usize {
            return Ok(());
        }
        self.none(
            sections::SECTION_2_11,
            format!("`{name}` has {count} parameters in WGSL: implementations only have to support {most}"),
        )
    }

    /// The parameters and statements of a function; its result is the type.
    fn job_body(
        &mut self,
        number: usize,
        unit: &Unit,
        plan: Plan,
        head: &mut Head,
    ) -> Outcome<Option<String>> {
        let instance = &self.module.instances[number];
        let mut result = None;
        if let Some((plan, ty)) = plan.this {
            let uses = Uses { is_changed: true, is_assigned: false };
            let object = self.received(plan, ty, "object", uses, head)?;
            self.frame()?.locals.extend(unit.this.map(|this| (this, object)));
        }
        if self.is_constructor(number)
            && let Some(this) = unit.this
        {
            let object = unit.tree[this].object.ty;
            let ty = self.type_name(object)?;
            let name = self.names.local("object");
            self.writer.line(format!("var {name}: {ty};"));
            let place = Place::local(&name, &ty);
            let frame = self.frame()?;
            frame.locals.insert(this, Binding::Place(place));
            frame.result = FunctionResult::Object(name);
            result = Some(ty);
        } else if self.kind(instance.result) != Type::Void {
            result = Some(self.type_name_of_value(instance.result)?);
            self.frame()?.result = FunctionResult::Value(instance.result);
        }
        for ((parameter, ty), plan) in unit.parameters.iter().zip(&instance.parameters).zip(plan.parameters) {
            let binding = self.parameter(*parameter, *ty, plan, head)?;
            self.frame()?.locals.insert(*parameter, binding);
        }
        self.statements(unit.body);
        if !self.leaves(unit.body) {
            self.finish_function()?;
        }
        Ok(result)
    }

    /// The result of a function whose end is reached.
    fn finish_function(&mut self) -> Outcome<()> {
        match self.frame()?.result.clone() {
            FunctionResult::Nothing => {}
            FunctionResult::Value(ty) => {
                let zero = self.zero(ty)?;
                self.writer.line(format!("return {};", zero.code));
            }
            FunctionResult::Object(name) => self.writer.line(format!("return {name};")),
        }
        Ok(())
    }

    /// A place of the caller, in the function.
    fn planned(&mut self, plan: PlacePlan, wanted: &str, head: &mut Head) -> Place {
        let root = match plan.root {
            RootPlan::Global(number) => Root::Global(number),
            RootPlan::Pointer(number) => {
                let (pointer, ty) = head.pointers.get(number).cloned().unwrap_or_default();
                Root::Local { text: format!("(*{pointer})"), address: pointer, ty }
            }
        };
        let steps = plan.steps.into_iter().map(|step| match step {
            Step::Index { index, stride, shape, .. } if index.is_empty() => {
                let name = self.names.fixed(&format!("{wanted}_index"));
                head.parameters.push(format!("{name}: u32"));
                Step::Index { index: name, is_unsigned: true, stride, shape }
            }
            Step::Index { .. } | Step::Member { .. } => step,
        });
        Place { root, steps: steps.collect() }
    }

    fn parameter(
        &mut self,
        id: LocalId,
        ty: TypeId,
        plan: ParameterPlan,
        head: &mut Head,
    ) -> Outcome<Binding> {
        let local = self.tree()[id];
        let wanted = local.name.map_or("unused", |name| self.text_of(name));
        // Who passes an object by reference would not know of a pointer in it that moves.
        let is_assigned = if self.apart_structure(ty).is_some() {
            self.is_apart(ty)
        } else {
            self.current().is_assigned(id) && !local.is_reference
        };
        let is_changed = self.current().is_changed(id);
        self.received(plan, ty, wanted, Uses { is_changed, is_assigned }, head)
    }

    /// The meaning of a parameter, or of a member of one that is taken apart.
    fn received(
        &mut self,
        plan: ParameterPlan,
        ty: TypeId,
        wanted: &str,
        uses: Uses,
        head: &mut Head,
    ) -> Outcome<Binding> {
        match plan {
            ParameterPlan::Handle(handle) => Ok(Binding::Handle(handle)),
            ParameterPlan::Widened(narrow) => {
                let own = self.value_name(narrow)?;
                let name = self.names.fixed(wanted);
                head.parameters.push(format!("{name}: {own}"));
                let binding = Binding::Widened { text: Text::primary(name), ty: narrow };
                if uses.is_changed { self.own(&binding, ty, wanted, uses) } else { Ok(binding) }
            }
            ParameterPlan::Unset => Ok(Binding::Unset { depth: self.writer.depth }),
            ParameterPlan::Reference(plan) => Ok(Binding::Place(self.planned(plan, wanted, head))),
            ParameterPlan::Pointer(plan) => {
                let place = self.planned(plan, wanted, head);
                self.pointer_binding(&place, wanted, uses.is_assigned)
            }
            ParameterPlan::Moving(plan, number) => {
                let (pointer, _) = head.pointers.get(number).cloned().unwrap_or_default();
                let variable = format!("(*{pointer})");
                let place = self.planned(plan, wanted, head).at(&variable);
                Ok(Binding::Pointer { place, variable: Some(variable) })
            }
            ParameterPlan::Parts(plans) => {
                let Some(number) = self.apart_structure(ty) else { return Err(Failure::Reported) };
                let mut parts = Vec::with_capacity(plans.len());
                for (plan, (ty, member, name)) in plans.into_iter().zip(self.part_types(number)) {
                    let uses = self.uses_of_part(uses, ty, member);
                    parts.push(self.received(plan, ty, &format!("{wanted}_{name}"), uses, head)?);
                }
                Ok(Binding::Parts(Rc::new(parts)))
            }
            ParameterPlan::Value => {
                let own = self.type_name_of_value(ty)?;
                let name = self.names.fixed(wanted);
                head.parameters.push(format!("{name}: {own}"));
                if !uses.is_changed && self.value_type(ty).is_some() {
                    return Ok(Binding::Value(Text::primary(name)));
                }
                let stored = self.stored(ty, &Text::primary(name))?;
                self.materialised(&stored, ty, wanted).map(Binding::Place)
            }
        }
    }

    /// The type of a value: packed vectors are vectors.
    fn type_name_of_value(&mut self, ty: TypeId) -> Outcome<String> {
        self.refuse_unsized(ty)?;
        match self.value_type(ty) {
            Some(value) => self.value_name(value),
            None => self.type_name(ty),
        }
    }

    /// A pointer with a name: its index is a variable if it is ever assigned.
    pub(crate) fn pointer_binding(
        &mut self,
        place: &Place,
        wanted: &str,
        is_assigned: bool,
    ) -> Outcome<Binding> {
        let place = self.settled(place, wanted);
        if !is_assigned {
            return Ok(Binding::Pointer { place, variable: None });
        }
        let Some(index) = place.last_index() else {
            self.want_array(&place);
            return self.none(
                sections::SECTION_4,
                "a pointer that is assigned and does not point to an array element",
            );
        };
        let name = self.names.local(&format!("{wanted}_index"));
        self.writer.line(format!("var {name} = {index};"));
        Ok(Binding::Pointer { place: place.at(&name), variable: Some(name) })
    }
}
