//! Calls of functions of the program: a function of WGSL for each set of variables that pointers and references lead into. Section 4

use super::place::{Place, Root, Step, unsigned};
use super::translator::{Outcome, Translator};
use super::value::{Binding, Handle, Parts, Text, Value};
use msl_spec::{ValueType, sections};
use msl_validator::ast::{Expr, ExprId};
use msl_validator::meaning::{Callee, Variant};
use msl_validator::types::{Type, TypeId};
use std::fmt::Write as _;

/// A function to translate.
pub(crate) struct Job {
    pub(crate) instance: usize,
    pub(crate) name: String,
    pub(crate) plan: Plan,
}

/// The arguments of a function, as far as they are known when it is translated.
#[derive(Default)]
pub(crate) struct Plan {
    /// The types of the variables of callers that are passed by pointer.
    pub(crate) pointers: Vec<String>,
    pub(crate) parameters: Vec<ParameterPlan>,
    /// The object of a member function, by the form of its place.
    pub(crate) this: Option<(ParameterPlan, TypeId)>,
}

/// A parameter.
pub(crate) enum ParameterPlan {
    Value,
    Reference(PlacePlan),
    Pointer(PlacePlan),
    Handle(Handle),
    /// The members of a structure that is taken apart.
    Parts(Vec<Self>),
    /// An integer of 64 bits that is passed as one of 32 bits.
    Widened(ValueType),
    /// A pointer, texture or sampler that has no value yet.
    Unset,
}

/// The form of a place: what differs from call to call is passed.
pub(crate) struct PlacePlan {
    pub(crate) root: RootPlan,
    /// The steps; an index that is passed has no text.
    pub(crate) steps: Vec<Step>,
}

pub(crate) enum RootPlan {
    Global(usize),
    /// One of the pointers.
    Pointer(usize),
}

/// The arguments of a call, as they are written.
#[derive(Default)]
pub(crate) struct Arguments {
    /// A key that tells this set of variables from others.
    key: String,
    plan: Plan,
    /// The variables of the caller.
    roots: Vec<(String, String)>,
    /// The values behind the pointers.
    values: Vec<String>,
}

impl Arguments {
    /// The arguments in their order.
    pub(crate) fn written(&self) -> Vec<String> {
        let pointers = self.roots.iter().map(|(_, address)| address);
        pointers.chain(&self.values).cloned().collect()
    }
}

impl Job {
    /// The function of a stage, which its entry point calls.
    pub(crate) fn of_stage(instance: usize, name: String, arguments: Arguments) -> Self {
        Self { instance, name, plan: arguments.plan }
    }
}

impl Translator<'_> {
    pub(crate) fn call(&mut self, id: ExprId, callee: ExprId, arguments: &[ExprId]) -> Outcome<Value> {
        match self.callee(id) {
            Some(Callee::Function(instance)) => {
                let object = self.called_object(callee)?;
                let this = match self.module.instances.get(instance).and_then(|it| it.this) {
                    Some(_) => object.or(self.frame()?.this.clone()),
                    None => None,
                };
                self.call_function(instance, arguments, this)
            }
            Some(Callee::Library { function, signature, variable, variant }) => {
                let is_precise = match variant {
                    Some(variant) => variant == Variant::Precise,
                    None => self.request.is_precise,
                };
                self.library((function, signature, variable), is_precise, arguments)
            }
            Some(Callee::Texture { function, signature, element }) => {
                let (Expr::Member(base, _) | Expr::Arrow(base, _)) = self.ast()[callee] else {
                    return self.none(sections::SECTION_6_10, "this texture");
                };
                self.texture(base, (function, signature, element), arguments)
            }
            Some(Callee::Constructor) => {
                let ty = self.meaning(id).ty;
                self.construct(id, ty, arguments)
            }
            Some(Callee::ArraySize(count)) => Ok(Value::Text(Text::primary(format!("{count}u")))),
            Some(Callee::LibraryMember(name)) => self.none(sections::SECTION_6, format!("`{name}`")),
            Some(Callee::Option(option)) => self.option_value(option, arguments),
            Some(Callee::Declared(_)) | None => self.none(sections::SECTION_5, "a function without a body"),
        }
    }

    /// The object of a call of a member function, where it is written, or that of a call of an object.
    pub(crate) fn called_object(&mut self, callee: ExprId) -> Outcome<Option<(Binding, TypeId)>> {
        if let Type::Structure(_) = self.kind(self.meaning(callee).ty) {
            return self.object(callee).map(Some);
        }
        if let Expr::Member(base, _) = self.ast()[callee] {
            return self.object(base).map(Some);
        }
        let Expr::Arrow(base, _) = self.ast()[callee] else { return Ok(None) };
        let Type::Pointer(object) = self.kind(self.used_type(base)) else { return Ok(None) };
        if self.is_apart(object.ty) {
            return Ok(Some((self.bound(base, self.used_type(base), "object")?, object.ty)));
        }
        Ok(Some((Binding::Place(self.pointer(base)?), object.ty)))
    }

    /// The call of a function, which is translated later.
    pub(crate) fn call_function(
        &mut self,
        number: usize,
        arguments: &[ExprId],
        this: Option<(Binding, TypeId)>,
    ) -> Outcome<Value> {
        let Some(instance) = self.module.instances.get(number) else {
            return self.none(sections::SECTION_5, "this function");
        };
        let function = self.module.ast[instance.function];
        if self.is_resource(instance.result) || self.is_apart(instance.result) {
            let (name, ty) = (self.text_of(function.name), self.module.types.print(instance.result));
            return self.none(
                sections::SECTION_4,
                format!("`{name}` returns a `{ty}`: WGSL functions can't return pointers and resources"),
            );
        }
        let mut passing = Arguments::default();
        if let Some((object, ty)) = this {
            let plan = self.pass_object(&object, ty, &mut passing)?;
            passing.plan.this = Some((plan, ty));
        }
        let parameters = self.module.ast[function.parameters].to_vec();
        for (index, (parameter, ty)) in parameters.iter().zip(&instance.parameters).enumerate() {
            let default = self.module.ast[*parameter].initializer;
            let plan = match (arguments.get(index), default) {
                (Some(argument), _) => self.pass(*argument, *ty, &mut passing)?,
                // A default is an expression of the function that is called.
                (None, Some(default)) => {
                    let body = &instance.body;
                    self.with_body(body, |it| it.pass(default, *ty, &mut passing))?
                }
                // The number that tells `x++` from `++x` is zero.
                (None, None) => {
                    passing.values.push(self.zero(*ty)?.code);
                    ParameterPlan::Value
                }
            };
            passing.plan.parameters.push(plan);
            passing.key.push(';');
        }
        let written = passing.written();
        let name = self.function_name(number, passing.key, passing.plan)?;
        let text = Text::call(format!("{name}({})", written.join(", ")));
        let is_constructor = self.is_constructor(number);
        if !is_constructor && self.kind(instance.result) == Type::Void {
            self.writer.line(format!("{};", text.code));
            return Ok(Value::Nothing);
        }
        Ok(Value::Text(text))
    }

    /// A value that a function of the program converts: a constructor of the new type, or a conversion function of the old one.
    pub(crate) fn converted_by(
        &mut self,
        callee: Option<&Callee>,
        value: &Text,
        (from, to): (TypeId, TypeId),
    ) -> Outcome<Value> {
        let Some(Callee::Function(number)) = callee.cloned() else {
            return self.none(sections::SECTION_1_4, "this conversion");
        };
        let module = self.module;
        let Some(instance) = module.instances.get(number) else {
            return self.none(sections::SECTION_1_4, "this conversion");
        };
        let mut passing = Arguments::default();
        let is_function = module.ast[instance.function].is_conversion;
        if is_function {
            if let Type::Reference(_) | Type::Pointer(_) = self.kind(instance.result) {
                return self.none(sections::SECTION_4, "a conversion to a reference or pointer");
            }
            let stored = self.stored(from, value)?;
            let object = self.materialised(&stored, from, "object")?;
            let plan = self.pass_object(&Binding::Place(object), from, &mut passing)?;
            passing.plan.this = Some((plan, from));
        } else {
            self.pass_converted(number, value, from, &mut passing)?;
        }
        let written = passing.written();
        let name = self.function_name(number, passing.key, passing.plan)?;
        let text = Text::call(format!("{name}({})", written.join(", ")));
        if is_function {
            return self.convert(Value::Text(text), instance.result, to);
        }
        Ok(Value::Text(text))
    }

    /// Passes a value as the first argument of a converting constructor, whose other parameters have defaults.
    fn pass_converted(
        &mut self,
        number: usize,
        value: &Text,
        from: TypeId,
        passing: &mut Arguments,
    ) -> Outcome<()> {
        let instance = &self.module.instances[number];
        let parameters = &self.module.ast[self.module.ast[instance.function].parameters];
        for (index, (parameter, ty)) in parameters.iter().zip(&instance.parameters).enumerate() {
            let plan = match (index, self.kind(*ty), self.module.ast[*parameter].initializer) {
                (0, Type::Reference(object), _) => {
                    let converted = self.convert(Value::Text(value.clone()), from, object.ty)?;
                    let text = self.text(converted)?;
                    let stored = self.stored(object.ty, &text)?;
                    let place = self.materialised(&stored, object.ty, "value")?;
                    ParameterPlan::Reference(self.pass_place(&place, object.ty, passing)?)
                }
                (0, _, _) => {
                    let converted = self.convert(Value::Text(value.clone()), from, *ty)?;
                    passing.values.push(self.text(converted)?.code);
                    ParameterPlan::Value
                }
                (_, _, Some(default)) => {
                    let body = &instance.body;
                    self.with_body(body, |it| it.pass(default, *ty, passing))?
                }
                (_, _, None) => return self.none(sections::SECTION_1_4, "this conversion"),
            };
            passing.plan.parameters.push(plan);
            passing.key.push(';');
        }
        Ok(())
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
        self.jobs.push_back(Job { instance, name: name.clone(), plan });
        Ok(name)
    }

    /// An argument.
    fn pass(&mut self, id: ExprId, ty: TypeId, passing: &mut Arguments) -> Outcome<ParameterPlan> {
        if self.is_resource(ty) || self.is_apart(ty) || self.is_wide(ty) {
            let binding = self.bound(id, ty, "argument")?;
            return self.pass_bound(&binding, ty, passing);
        }
        let text = self.text_as(id, ty)?;
        passing.values.push(text.code);
        Ok(ParameterPlan::Value)
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

    /// What a variable of a type stands for.
    fn pass_bound(
        &mut self,
        binding: &Binding,
        ty: TypeId,
        passing: &mut Arguments,
    ) -> Outcome<ParameterPlan> {
        match (binding, self.kind(ty)) {
            (_, Type::Reference(object)) | (Binding::Parts(_), Type::Pointer(object)) => {
                self.pass_object(binding, object.ty, passing)
            }
            (Binding::Pointer { place, .. }, Type::Pointer(object)) => {
                self.pass_place(place, object.ty, passing).map(ParameterPlan::Pointer)
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
        ty: TypeId,
        passing: &mut Arguments,
    ) -> Outcome<ParameterPlan> {
        match binding {
            Binding::Place(place) => self.pass_place(place, ty, passing).map(ParameterPlan::Reference),
            Binding::Parts(parts) => self.pass_parts(parts, ty, Self::pass_object, passing),
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
    fn pass_place(&mut self, place: &Place, ty: TypeId, passing: &mut Arguments) -> Outcome<PlacePlan> {
        let mut place = place.clone();
        if let Root::Local { address, .. } = &place.root
            && address.is_empty()
        {
            let value = self.place_text(&place);
            place = self.materialised(&value, ty, "object")?;
        }
        let root = match &place.root {
            Root::Global(number) => {
                let _ = write!(passing.key, "g{number}");
                RootPlan::Global(*number)
            }
            Root::Local { text, address, ty } => {
                let known = passing.roots.iter().position(|(own, _)| own == text);
                let number = known.unwrap_or_else(|| {
                    passing.roots.push((text.clone(), address.clone()));
                    passing.plan.pointers.push(ty.clone());
                    passing.roots.len() - 1
                });
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
                Step::Index { index, is_unsigned, stride } if index == "0u" => {
                    passing.key.push_str("[0]");
                    Step::Index { index, is_unsigned, stride }
                }
                Step::Index { index, is_unsigned, stride } => {
                    passing.key.push_str("[]");
                    passing.values.push(unsigned(&index, is_unsigned));
                    Step::Index { index: String::new(), is_unsigned: true, stride }
                }
            });
        }
        Ok(PlacePlan { root, steps })
    }
}
