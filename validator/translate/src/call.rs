//! Calls of functions of the program: a function of WGSL for each set of variables that pointers and references lead into. Section 4

use super::place::{Place, Root, Step, unsigned};
use super::translator::{Frame, FunctionResult, Outcome, Translator};
use super::value::{Binding, Handle, Text, Value};
use super::writer::Writer;
use msl_spec::sections;
use msl_validator::ast::{Expr, ExprId, Stmt, VariableId};
use msl_validator::meaning::{Callee, Variant};
use msl_validator::types::{Type, TypeId};
use rustc_hash::FxHashMap;
use std::fmt::Write as _;

/// A function to translate.
pub(crate) struct Job {
    instance: usize,
    name: String,
    plan: Plan,
}

/// The arguments of a function, as far as they are known when it is translated.
#[derive(Default)]
struct Plan {
    /// The types of the variables of callers that are passed by pointer.
    pointers: Vec<String>,
    parameters: Vec<ParameterPlan>,
    /// The object of a member function, by the form of its place.
    this: Option<(PlacePlan, TypeId)>,
}

/// A parameter.
enum ParameterPlan {
    Value,
    Reference(PlacePlan),
    Pointer(PlacePlan),
    Handle(Handle),
}

/// The form of a place: what differs from call to call is passed.
struct PlacePlan {
    root: RootPlan,
    /// The steps; an index that is passed has no text.
    steps: Vec<Step>,
}

enum RootPlan {
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
            Some(Callee::Option(option)) => {
                self.none(sections::SECTION_6_10, format!("`{}` outside of a call", option.name()))
            }
            Some(Callee::Declared(_)) | None => self.none(sections::SECTION_5, "a function without a body"),
        }
    }

    /// The object of a call of a member function, where it is written, or that of a call of an object.
    pub(crate) fn called_object(&mut self, callee: ExprId) -> Outcome<Option<(Place, TypeId)>> {
        if let Type::Structure(_) = self.kind(self.meaning(callee).ty) {
            return self.place_or_value(callee).map(Some);
        }
        if let Expr::Member(base, _) = self.ast()[callee] {
            return self.place_or_value(base).map(Some);
        }
        let Expr::Arrow(base, _) = self.ast()[callee] else { return Ok(None) };
        let Type::Pointer(object) = self.kind(self.used_type(base)) else { return Ok(None) };
        Ok(Some((self.pointer(base)?, object.ty)))
    }

    /// The call of a function, which is translated later.
    pub(crate) fn call_function(
        &mut self,
        number: usize,
        arguments: &[ExprId],
        this: Option<(Place, TypeId)>,
    ) -> Outcome<Value> {
        let Some(instance) = self.module.instances.get(number) else {
            return self.none(sections::SECTION_5, "this function");
        };
        let function = self.module.ast[instance.function];
        if let Type::Reference(_) | Type::Pointer(_) = self.kind(instance.result) {
            let name = self.text_of(function.name);
            return self.none(
                sections::SECTION_4,
                format!("`{name}` returns a reference or pointer: WGSL functions can only return values"),
            );
        }
        let mut passing = Arguments::default();
        if let Some((place, ty)) = this {
            let plan = self.pass_place(&place, ty, &mut passing)?;
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
            let plan = self.pass_place(&object, from, &mut passing)?;
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
    fn is_constructor(&self, number: usize) -> bool {
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
        self.jobs.push_back(Job { instance, name: name.clone(), plan });
        Ok(name)
    }

    /// An argument.
    fn pass(&mut self, id: ExprId, ty: TypeId, passing: &mut Arguments) -> Outcome<ParameterPlan> {
        match self.kind(ty) {
            Type::Reference(object) => {
                let place = self.place_or_copy(id, object.ty)?;
                self.pass_place(&place, object.ty, passing).map(ParameterPlan::Reference)
            }
            Type::Pointer(object) => {
                let place = self.pointer_value(id)?;
                self.pass_place(&place, object.ty, passing).map(ParameterPlan::Pointer)
            }
            Type::Texture(..) | Type::Class(_) => {
                let Value::Handle(handle) = self.used(id)? else {
                    return self.none(sections::SECTION_2_9, "this texture or sampler");
                };
                let _ = write!(passing.key, "h{}", handle.name);
                Ok(ParameterPlan::Handle(handle))
            }
            Type::Error
            | Type::Void
            | Type::Value(_)
            | Type::Atomic(_)
            | Type::Pixel(..)
            | Type::LibraryEnumeration(_)
            | Type::Option(_)
            | Type::Enumeration(_)
            | Type::Structure(_)
            | Type::Array(..)
            | Type::LibraryArray(..)
            | Type::ArrayRef(_)
            | Type::Uniform(_)
            | Type::PatchControlPoint(_)
            | Type::VertexValue(_)
            | Type::Null
            | Type::Unique(_)
            | Type::Function(_)
            | Type::Opaque(_) => {
                let text = self.text_as(id, ty)?;
                passing.values.push(text.code);
                Ok(ParameterPlan::Value)
            }
        }
    }

    /// An argument of an entry point, which its function gets.
    pub(crate) fn pass_binding(
        &mut self,
        binding: &Binding,
        ty: TypeId,
        passing: &mut Arguments,
    ) -> Outcome<()> {
        let plan = match (binding, self.kind(ty)) {
            (Binding::Place(place), Type::Reference(object)) => {
                ParameterPlan::Reference(self.pass_place(place, object.ty, passing)?)
            }
            (Binding::Pointer { place, .. }, Type::Pointer(object)) => {
                ParameterPlan::Pointer(self.pass_place(place, object.ty, passing)?)
            }
            (Binding::Handle(handle), _) => ParameterPlan::Handle(handle.clone()),
            (Binding::Value(text), _) => {
                passing.values.push(text.code.clone());
                ParameterPlan::Value
            }
            (Binding::Place(place), _) => {
                let value = self.load(place, ty)?;
                let text = self.text(value)?;
                passing.values.push(text.code);
                ParameterPlan::Value
            }
            (Binding::Broken | Binding::Pointer { .. }, _) => {
                return Err(super::translator::Failure::Reported);
            }
        };
        passing.plan.parameters.push(plan);
        Ok(())
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

    /// Translates a function that something calls.
    pub(crate) fn job(&mut self, job: Job) -> Outcome<()> {
        self.check_size()?;
        let Job { instance: number, name, plan } = job;
        let Some(instance) = self.module.instances.get(number) else { return Ok(()) };
        let function = self.module.ast[instance.function];
        self.names.begin_function();
        let bytes = self.writer.bytes;
        self.writer = Writer { span: function.name_span, depth: 1, bytes, ..Writer::default() };
        let mut head: Vec<String> = Vec::new();
        let mut pointers: Vec<(String, String)> = Vec::new();
        for ty in &plan.pointers {
            let pointer = self.names.local("pointer");
            head.push(format!("{pointer}: ptr<function, {ty}>"));
            pointers.push((pointer, ty.clone()));
        }
        let scan = self.scan(number);
        self.frames.push(Frame {
            body: &instance.body,
            objects: Some(&instance.locals),
            locals: FxHashMap::default(),
            scan,
            this: None,
            result: FunctionResult::Nothing,
        });
        let result = self.job_body(number, plan, &pointers, &mut head);
        self.frames.pop();
        let ty = result?;
        let result = ty.map_or_else(String::new, |ty| format!(" -> {ty}"));
        let place = function.name_span;
        self.functions.push(Self::module_line(
            place,
            0,
            format!("fn {name}({}){result} {{", head.join(", ")),
        ));
        self.functions.append(&mut self.writer.lines);
        self.functions.push(Self::module_line(place, 0, "}"));
        self.functions.push(Self::module_line(place, 0, ""));
        Ok(())
    }

    /// The parameters and statements of a function; its result is the type.
    fn job_body(
        &mut self,
        number: usize,
        plan: Plan,
        pointers: &[(String, String)],
        head: &mut Vec<String>,
    ) -> Outcome<Option<String>> {
        let Some(instance) = self.module.instances.get(number) else { return Ok(None) };
        let function = self.module.ast[instance.function];
        let mut result = None;
        if let Some((plan, ty)) = plan.this {
            let place = self.planned(plan, "object", pointers, head);
            self.frame()?.this = Some((place, ty));
        }
        if self.is_constructor(number)
            && let Some(object) = instance.this
        {
            let ty = self.type_name(object.ty)?;
            let name = self.names.local("object");
            self.writer.line(format!("var {name}: {ty};"));
            let place = Place::local(&name, &ty);
            let frame = self.frame()?;
            frame.this = Some((place, object.ty));
            frame.result = FunctionResult::Object(name);
            result = Some(ty);
        } else if self.kind(instance.result) != Type::Void {
            result = Some(self.type_name_of_value(instance.result)?);
            self.frame()?.result = FunctionResult::Value(instance.result);
        }
        let parameters = self.module.ast[function.parameters].to_vec();
        for ((parameter, ty), plan) in parameters.iter().zip(&instance.parameters).zip(plan.parameters) {
            let binding = self.parameter(*parameter, *ty, plan, pointers, head)?;
            self.frame()?.locals.insert(*parameter, binding);
        }
        for initializer in &self.module.ast[function.initializers] {
            self.effect(*initializer)?;
        }
        if let Some(body) = function.body {
            self.statement(body);
            if !self.ends_with_return(body) {
                self.finish_function()?;
            }
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

    /// Returns true if the last statement of a block is a return.
    fn ends_with_return(&self, id: msl_validator::ast::StmtId) -> bool {
        let mut id = id;
        loop {
            if let Stmt::Block(list) = self.ast()[id]
                && let Some(last) = self.ast()[list].last()
            {
                id = *last;
            } else {
                return matches!(self.ast()[id], Stmt::Return(_));
            }
        }
    }

    /// A place of the caller, in the function.
    fn planned(
        &mut self,
        plan: PlacePlan,
        wanted: &str,
        pointers: &[(String, String)],
        head: &mut Vec<String>,
    ) -> Place {
        let root = match plan.root {
            RootPlan::Global(number) => Root::Global(number),
            RootPlan::Pointer(number) => {
                let (pointer, ty) = pointers.get(number).cloned().unwrap_or_default();
                Root::Local { text: format!("(*{pointer})"), address: pointer, ty }
            }
        };
        let steps = plan.steps.into_iter().map(|step| match step {
            Step::Index { index, stride, .. } if index.is_empty() => {
                let name = self.names.fixed(&format!("{wanted}_index"));
                head.push(format!("{name}: u32"));
                Step::Index { index: name, is_unsigned: true, stride }
            }
            Step::Index { .. } | Step::Member { .. } => step,
        });
        Place { root, steps: steps.collect() }
    }

    fn parameter(
        &mut self,
        id: VariableId,
        ty: TypeId,
        plan: ParameterPlan,
        pointers: &[(String, String)],
        head: &mut Vec<String>,
    ) -> Outcome<Binding> {
        let symbol = self.module.ast[id].name;
        let wanted = symbol.map_or("unused", |name| self.text_of(name));
        let is_assigned =
            symbol.is_some_and(|name| self.frames.last().is_some_and(|it| it.scan.assigned.contains(&name)));
        match plan {
            ParameterPlan::Handle(handle) => Ok(Binding::Handle(handle)),
            ParameterPlan::Reference(plan) => Ok(Binding::Place(self.planned(plan, wanted, pointers, head))),
            ParameterPlan::Pointer(plan) => {
                let place = self.planned(plan, wanted, pointers, head);
                self.pointer_binding(&place, wanted, is_assigned)
            }
            ParameterPlan::Value => {
                let own = self.type_name_of_value(ty)?;
                let is_changed = symbol.is_some_and(|name| self.is_changed(name, ty));
                let name = self.names.fixed(wanted);
                head.push(format!("{name}: {own}"));
                if !is_changed {
                    return Ok(Binding::Value(Text::primary(name)));
                }
                let stored = self.stored(ty, &Text::primary(name))?;
                self.materialised(&stored, ty, wanted).map(Binding::Place)
            }
        }
    }

    /// The type of a value: packed vectors are vectors.
    fn type_name_of_value(&mut self, ty: TypeId) -> Outcome<String> {
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
