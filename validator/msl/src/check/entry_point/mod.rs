//! Functions that a pipeline calls, and attributes. Section 5
//!
//! Bodies are checked before: what is here looks at the whole program, because the attributes of a member mean something only
//! together with the functions that take or return its structure.

mod argument;
mod argument_buffer;
mod built_in;
mod known;
mod library_call;
mod place;
mod resource;
mod result;
mod role;
mod stage_in;
mod tier;
mod value;

#[cfg(test)]
mod tests;

pub(super) use known::is_asked;
pub(super) use value::AttributeValue;

use super::Checker;
use crate::dialect::entry_point_kind;
use crate::interface::{EntryPoint, EntryPointKind, Index, Input, Output, Patch, Resource};
use crate::types::{Type, TypeId};
use cxx_validator::ast::{Attribute, Function, FunctionId, List, VariableId};
use cxx_validator::names::Symbol;
use library_call::Reach;
use msl_spec::{AttributePlace, rules};
use shader_source::Span;

/// A function of a pipeline while it is checked.
#[derive(Clone, Debug)]
struct Entry {
    instance: usize,
    function: FunctionId,
    kind: EntryPointKind,
    /// Whether it has the attribute `patch`, or needs it.
    is_patch: bool,
    /// Its arguments with their types.
    arguments: Vec<(VariableId, TypeId)>,
    result: TypeId,
}

/// A value that a pipeline gives or takes: an argument, a result, or a member of one.
#[derive(Clone, Debug)]
struct Item {
    /// The argument that it is, or of which it is a member.
    parameter: Option<VariableId>,
    members: Vec<u32>,
    name: Option<Symbol>,
    ty: TypeId,
    span: Span,
    attributes: List<Attribute>,
    place: AttributePlace,
    is_bit_field: bool,
}

/// The facts found about a function of a pipeline.
#[derive(Default)]
struct Found {
    resources: Vec<Resource>,
    inputs: Vec<Input>,
    outputs: Vec<Output>,
}

impl Checker<'_> {
    /// Checks attributes, and the functions that a pipeline calls.
    pub(super) fn entry_points(&mut self) -> Vec<EntryPoint> {
        let entries = self.entries();
        let roles = self.roles(&entries);
        self.all_attributes(&roles);
        self.argument_buffers(&roles);
        let mut reach = self.reach();
        let mut found = Vec::with_capacity(entries.len());
        for entry in &entries {
            found.push(self.entry_point(entry, &mut reach));
        }
        found
    }

    fn entries(&self) -> Vec<Entry> {
        let mut entries = Vec::new();
        for (number, instance) in self.instances.iter().enumerate() {
            let function = self.ast[instance.function];
            let Some(kind) = self.entry_kind(&function) else { continue };
            let parameters = self.ast[function.parameters].iter().copied();
            entries.push(Entry {
                instance: number,
                function: instance.function,
                kind,
                is_patch: kind == EntryPointKind::Vertex
                    && self.is_patch_function(&function, &instance.parameters),
                arguments: parameters.zip(instance.parameters.iter().copied()).collect(),
                result: instance.result,
            });
        }
        entries
    }

    /// The kind of a function of a pipeline.
    fn entry_kind(&self, function: &Function) -> Option<EntryPointKind> {
        // Later versions have attributes instead of qualifiers. An older version reports the attribute, and only that.
        let by_attribute = || {
            let has = |name: &str| self.attribute_named(function.attributes, name).is_some();
            [
                ("kernel", EntryPointKind::Kernel),
                ("vertex", EntryPointKind::Vertex),
                ("fragment", EntryPointKind::Fragment),
                ("object", EntryPointKind::Object),
                ("mesh", EntryPointKind::Mesh),
            ]
            .into_iter()
            .find_map(|(name, kind)| has(name).then_some(kind))
        };
        function.entry.map(entry_point_kind).or_else(by_attribute)
    }

    fn entry_point(&mut self, entry: &Entry, reach: &mut Reach) -> EntryPoint {
        let arguments = self.instances[entry.instance].arguments.clone();
        if !arguments.is_empty() {
            self.attribute_values_of_instance(entry.function, &arguments);
        }
        self.check_patch_attribute(entry);
        let mut found = Found::default();
        let inputs = self.arguments(entry, &mut found);
        self.number_resources(entry, &mut found.resources);
        self.check_inputs(entry, &inputs);
        found.inputs = inputs.iter().filter_map(|item| self.input(item)).collect();
        self.check_built_ins(entry, &inputs);
        let outputs = self.check_result(entry, &inputs);
        found.outputs = outputs.iter().map(|item| self.output(item)).collect();
        self.check_library_calls(entry, reach);
        self.check_writes(entry, reach);
        let function = self.ast[entry.function];
        let most = self.attribute_named(function.attributes, "max_total_threads_per_threadgroup");
        EntryPoint {
            instance: entry.instance,
            kind: entry.kind,
            patch: self.patch(&function),
            early_fragment_tests: self.has_early_tests(entry),
            max_total_threads: most.and_then(|attribute| match self.index_of(&attribute)? {
                Index::Number(number) => Some(number),
                Index::Specialised(_) => None,
            }),
            resources: found.resources,
            inputs: found.inputs,
            outputs: found.outputs,
        }
    }

    /// Returns true for a function with the attribute `patch`, or one that takes control points: that it lacks the attribute is its only mistake.
    fn is_patch_function(&self, function: &Function, parameters: &[TypeId]) -> bool {
        self.attribute_named(function.attributes, "patch").is_some()
            || parameters.iter().any(|ty| self.has_control_points(*ty))
    }

    /// Returns true for a structure with control points of a patch. Section 2.16
    fn has_control_points(&self, ty: TypeId) -> bool {
        let number = self.types.structure_number(ty);
        let members = number.map_or(&[][..], |number| &self.types.structure(number).members);
        members.iter().any(|member| matches!(self.types.get(member.ty), Type::PatchControlPoint(_)))
    }

    /// Reports a vertex function that takes control points without the attribute that says how many. Section 5.1.1.2
    fn check_patch_attribute(&mut self, entry: &Entry) {
        let function = self.ast[entry.function];
        if !entry.is_patch || self.attribute_named(function.attributes, "patch").is_some() {
            return;
        }
        let message = format!(
            "`{}` takes the control points of a patch: write `[[patch(quad, 4)]]` before it, with the shape and the number of points",
            self.text(function.name)
        );
        self.error(rules::STAGE_IN_MEMBER_TYPE, function.name_span, message);
    }

    /// The argument of `patch`.
    fn patch(&self, function: &Function) -> Option<Patch> {
        let attribute = self.attribute_named(function.attributes, "patch")?;
        let arguments = &self.ast[attribute.arguments];
        let is_quad = self.word(*arguments.first()?)? == "quad";
        let control_points =
            arguments.get(1).and_then(|argument| match self.attribute_values.get(argument)? {
                AttributeValue::Number(number) => Some(*number),
                AttributeValue::Specialised | AttributeValue::Condition(_) | AttributeValue::Unknown => None,
            });
        Some(Patch { is_quad, control_points })
    }

    fn has_early_tests(&self, entry: &Entry) -> bool {
        let attributes = self.ast[entry.function].attributes;
        self.attribute_named(attributes, "early_fragment_tests").is_some()
    }

    /// Returns true if something with these attributes has one of a built-in variable in a place. Section 5.2.3
    fn built_in_of(&self, list: List<Attribute>, place: AttributePlace) -> Option<&'static str> {
        self.ast[list].iter().find_map(|attribute| {
            let forms = msl_spec::attributes(self.text(attribute.name));
            forms.iter().find(|form| known::is_built_in(form, place)).map(|form| form.name)
        })
    }
}

/// Where the arguments of a function are.
const fn argument_place(kind: EntryPointKind, is_patch: bool) -> AttributePlace {
    match kind {
        EntryPointKind::Kernel => AttributePlace::KernelArgument,
        EntryPointKind::Vertex if is_patch => AttributePlace::PatchVertexArgument,
        EntryPointKind::Vertex => AttributePlace::VertexArgument,
        EntryPointKind::Fragment => AttributePlace::FragmentArgument,
        EntryPointKind::Object => AttributePlace::ObjectArgument,
        EntryPointKind::Mesh => AttributePlace::MeshArgument,
    }
}

/// Where the members of `stage_in` are.
const fn input_place(kind: EntryPointKind) -> AttributePlace {
    match kind {
        EntryPointKind::Kernel | EntryPointKind::Object | EntryPointKind::Mesh => AttributePlace::KernelInput,
        EntryPointKind::Vertex => AttributePlace::VertexInput,
        EntryPointKind::Fragment => AttributePlace::FragmentInput,
    }
}

/// Where results are, if the kind has some.
const fn output_place(kind: EntryPointKind) -> Option<AttributePlace> {
    match kind {
        EntryPointKind::Vertex => Some(AttributePlace::VertexOutput),
        EntryPointKind::Fragment => Some(AttributePlace::FragmentOutput),
        EntryPointKind::Kernel | EntryPointKind::Object | EntryPointKind::Mesh => None,
    }
}

/// Where the attributes of a function are.
const fn function_place(kind: EntryPointKind) -> AttributePlace {
    match kind {
        EntryPointKind::Kernel => AttributePlace::KernelFunction,
        EntryPointKind::Vertex => AttributePlace::VertexFunction,
        EntryPointKind::Fragment => AttributePlace::FragmentFunction,
        EntryPointKind::Object => AttributePlace::ObjectFunction,
        EntryPointKind::Mesh => AttributePlace::MeshFunction,
    }
}
