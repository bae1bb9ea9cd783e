//! The entry point: its arguments and results. Section 5.2

use super::entry_point::{Entry, Input};
use super::plan::{Arguments, Job};
use super::stage::{Given, Returned};
use super::translator::{Feature, Frame, Outcome, Translator};
use super::value::{Binding, Text};
use super::writer::{Line, Writer};
use cxx_validator::ast::VariableId;
use msl_spec::sections;
use msl_validator::interface::{Binding as Place, EntryPoint, EntryPointKind};
use msl_validator::meaning::FunctionInstance;
use msl_validator::typed::LocalId;
use msl_validator::types::TypeId;
use std::rc::Rc;

impl<'a> Translator<'a> {
    /// Translates the function of the pipeline; its name is the result.
    pub(crate) fn entry_point(&mut self, entry: &'a EntryPoint) -> Outcome<String> {
        let Some(instance) = self.module.instances.get(entry.instance) else { return Ok(String::new()) };
        let function = self.module.ast[instance.function];
        self.writer = Writer { span: function.name_span, depth: 1, ..Writer::default() };
        let name = self.names.global(self.module.entry_name(entry));
        self.entry = Entry { name: name.clone(), span: function.name_span, ..Entry::default() };
        self.is_kernel = entry.kind == EntryPointKind::Kernel;
        self.is_vertex = entry.kind == EntryPointKind::Vertex;
        self.entry.attributes = self.stage_attributes(entry)?;
        if entry.kind == EntryPointKind::Fragment {
            self.features.insert(Feature::Derivatives);
        }
        self.function_constants();
        let unit = self.unit(entry.instance);
        self.frames.push(Frame::of_function(Rc::clone(&unit)));
        let arguments = self.entry_arguments(entry, instance)?;
        if self.is_kernel {
            self.statements(unit.body);
        } else if let Some(arguments) = arguments {
            let result = self.stage_body(entry, instance.result, arguments);
            self.kept(result);
        }
        self.frames.pop();
        self.entry.lines = core::mem::take(&mut self.writer.lines);
        Ok(name)
    }

    /// The attributes of the function, unless it is one that WebGPU does not have.
    fn stage_attributes(&self, entry: &EntryPoint) -> Outcome<String> {
        let has_position = entry.outputs.iter().any(|it| it.binding == Place::BuiltIn("position"));
        if entry.patch.is_some() {
            return self.none(
                sections::SECTION_5_1_1_2,
                "a vertex function after tessellation: not supported by WebGPU",
            );
        }
        if entry.early_fragment_tests {
            return self.none(sections::SECTION_5_1_2, "early fragment tests: no such attribute in WGSL");
        }
        match entry.kind {
            EntryPointKind::Kernel => {
                let [x, y, z] = self.request.threadgroup_size;
                Ok(format!("@compute @workgroup_size({x}, {y}, {z})"))
            }
            EntryPointKind::Vertex if !has_position => {
                self.none(sections::SECTION_5_2_3_3, "a vertex function without a position: required by WGSL")
            }
            EntryPointKind::Vertex => Ok("@vertex".to_owned()),
            EntryPointKind::Fragment => Ok("@fragment".to_owned()),
            EntryPointKind::Object | EntryPointKind::Mesh => {
                self.none(sections::SECTION_5_1, "object and mesh functions: not supported by WebGPU")
            }
        }
    }

    /// Binds the arguments. Those for the function of a stage are the result, if all have a counterpart.
    fn entry_arguments(
        &mut self,
        entry: &'a EntryPoint,
        instance: &'a FunctionInstance,
    ) -> Outcome<Option<Arguments>> {
        let parameters = &self.module.ast[self.module.ast[instance.function].parameters];
        let mut arguments = Arguments::default();
        let mut is_complete = true;
        let locals = self.current().parameters.clone();
        for ((parameter, ty), local) in parameters.iter().zip(&instance.parameters).zip(locals) {
            let result = self.argument(entry, (*parameter, local), *ty);
            let binding = self.kept(result).unwrap_or(Binding::Broken);
            if !self.is_kernel {
                let result = self.pass_argument(&binding, *ty, &mut arguments);
                is_complete &= self.kept(result).is_some();
            }
            self.frame()?.locals.insert(local, binding);
        }
        Ok(is_complete.then_some(arguments))
    }

    /// Calls the function of a stage, and gives its result to the pipeline.
    fn stage_body(&mut self, entry: &'a EntryPoint, result: TypeId, arguments: Arguments) -> Outcome<()> {
        let returned = self.returned(entry, result)?;
        let name = self.names.global(&format!("{}_body", self.entry.name));
        let call = format!("{name}({})", arguments.written().join(", "));
        self.jobs.push_back(Job::of_stage(entry.instance, name, arguments));
        match returned {
            Returned::Nothing => self.writer.line(format!("{call};")),
            Returned::Value { attribute, ty, conversion } => {
                self.entry.result = format!(" -> {attribute} {ty}");
                let text = conversion.apply(self, &Text::primary(call))?;
                self.writer.line(format!("return {};", text.code));
            }
            Returned::Structure { name, members } => {
                self.entry.result = format!(" -> {name}");
                let result = self.names.local("result");
                self.writer.line(format!("let {result} = {call};"));
                let mut texts = Vec::with_capacity(members.len());
                for (path, conversion) in members {
                    let text = Text::primary(format!("{result}{path}"));
                    texts.push(conversion.apply(self, &text)?.code);
                }
                self.writer.line(format!("return {name}({});", texts.join(", ")));
            }
        }
        Ok(())
    }

    /// An argument: a resource, or a value that the pipeline gives.
    fn argument(
        &mut self,
        entry: &'a EntryPoint,
        (parameter, local): (VariableId, LocalId),
        ty: TypeId,
    ) -> Outcome<Binding> {
        self.writer.span = self.ast()[parameter].name_span;
        if let Some(binding) = self.resource(entry, parameter, ty)? {
            return self.assignable(local, binding);
        }
        let symbol = self.ast()[parameter].name;
        let wanted = symbol.map_or("unused", |name| self.text_of(name));
        let inputs: Vec<_> = entry.inputs.iter().filter(|input| input.parameter == parameter).collect();
        if let [input] = inputs.as_slice()
            && input.members.is_empty()
        {
            let Given { text, ty: from } = self.given(entry, input)?;
            let into = self.value_type(ty).unwrap_or(from);
            let text = self.given_as(&text, from, into)?;
            if symbol.is_none() {
                return Ok(Binding::Value(text));
            }
            if self.current().is_changed(local) || self.value_type(ty).is_none() {
                return self.materialised(&text.code, ty, wanted).map(Binding::Place);
            }
            let name = self.names.fixed(wanted);
            self.writer.line(format!("let {name} = {};", text.code));
            return Ok(Binding::Value(Text::primary(name)));
        }
        self.structure_argument(entry, &inputs, ty, wanted)
    }

    /// A structure whose members the pipeline gives. Section 5.2.4
    fn structure_argument(
        &mut self,
        entry: &'a EntryPoint,
        inputs: &[&'a msl_validator::interface::Input],
        ty: TypeId,
        wanted: &str,
    ) -> Outcome<Binding> {
        let Some(number) = self.module.types.structure_number(ty) else {
            return self.none(sections::SECTION_5_2, "this argument");
        };
        // naga writes structures of inputs without members.
        if inputs.is_empty() && self.module.types.structure(number).members.is_empty() {
            return Ok(Binding::Broken);
        }
        let own = self.type_name(ty)?;
        let name = self.names.local(wanted);
        self.writer.line(format!("var {name}: {own};"));
        let place = super::place::Place::local(&name, &own);
        for input in inputs {
            let path: Vec<usize> = input.members.iter().map(|member| *member as usize).collect();
            let (part, part_ty) = self.member_place(&place, number, &path)?;
            let Given { text, ty: from } = self.given(entry, input)?;
            let into = self.value_type(part_ty).unwrap_or(from);
            let text = self.given_as(&text, from, into)?;
            self.store(&part, part_ty, &text)?;
        }
        Ok(Binding::Place(place))
    }

    /// A pointer argument that the function moves has its index in a variable.
    fn assignable(&mut self, local: LocalId, binding: Binding) -> Outcome<Binding> {
        let Some(name) = self.tree()[local].name else { return Ok(binding) };
        let is_assigned = self.current().is_assigned(local);
        match binding {
            Binding::Pointer { place, .. } if is_assigned && self.is_kernel => {
                let wanted = self.text_of(name);
                self.pointer_binding(&place, wanted, true)
            }
            Binding::Place(_)
            | Binding::Value(_)
            | Binding::Pointer { .. }
            | Binding::Handle(_)
            | Binding::Parts(_)
            | Binding::Widened { .. }
            | Binding::Unset { .. }
            | Binding::Broken => Ok(binding),
        }
    }

    /// The lines of the entry point, with what its functions asked for.
    pub(crate) fn entry_lines(&mut self) -> Vec<Line> {
        let mut entry = core::mem::take(&mut self.entry);
        let span = entry.span;
        let mut first = Vec::new();
        let lanes = [
            (Feature::Lane, "thread_in_simdgroup", "subgroup_invocation_id"),
            (Feature::LaneCount, "threads_in_simdgroup", "subgroup_size"),
        ];
        for (feature, variable, built_in) in lanes {
            if self.features.contains(&feature)
                && let Some(variable) = self.helper_names.get(variable).cloned()
            {
                let name = entry.inputs.iter().find(|it| it.built_in == built_in).map(|it| it.name.clone());
                let name = name.unwrap_or_else(|| {
                    let name = self.names.global(built_in);
                    entry.inputs.push(Input::built_in(built_in, name.clone(), "u32".to_owned()));
                    name
                });
                first.push(Self::module_line(span, 1, format!("{variable} = {name};")));
            }
        }
        let parameters: Vec<String> = entry.inputs.iter().map(Input::declaration).collect();
        let mut written = vec![Self::module_line(span, 0, entry.attributes)];
        let head = format!("fn {}({}){} {{", entry.name, parameters.join(", "), entry.result);
        written.push(Self::module_line(span, 0, head));
        written.append(&mut first);
        written.append(&mut entry.lines);
        written.push(Self::module_line(span, 0, "}"));
        written
    }
}
