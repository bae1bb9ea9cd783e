//! Reflection: what a host has to know of an accepted program to make pipelines and bindings of it.
//! <https://www.w3.org/TR/WGSL/#shader-interface>

mod budget;
mod interpolation;
mod kind;

pub use budget::ReflectionError;
pub use interpolation::{InterpolationSampling, InterpolationType, ReflectedInterpolation};
#[doc(hidden)]
pub use kind::view_dimension;
pub use kind::{BoundKind, BufferSpace, SampleType};
pub use webgpu_model::texture::ViewDimension;

use crate::ast::{DeclId, ExprId, FunctionId, VariableId, VariableKind};
use crate::constant::ConstantId;
use crate::interface::{self, EntryPoint, Interface};
use crate::layout::{Shape, StructLayout, shape, struct_layouts};
use crate::meaning::{EvaluationStage, Io, TypedModule};
use crate::module::Module;
use crate::needs::Extension;
use crate::resolve::Binding;
use crate::stage::{PipelineRequest, Stage};
use crate::types::{Length, TypeId, TypeKind};
use budget::Budget;
use shader_numeric::half::F16;
use wgsl_spec::{
    AddressSpace, BuiltinValue, EnableExtension, IoType, LanguageExtension, Scalar, ShaderStage, StageSet,
};

/// Version of the JSON form. Members may be added within a version, but none is removed or changes its meaning.
const SCHEMA: u32 = 1;

/// What an expression costs that is checked again for a stage, relative to one that is only visited.
const SPECIALIZATION: usize = 16;

/// The interface of an accepted program. All sizes and offsets are in bytes.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Reflection {
    /// Version of this form. Members may be added within a version, but none is removed or changes its meaning.
    pub schema: u32,
    /// The name of the file, if there is one.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub file: Option<String>,
    /// The entry points, in the order of the source.
    pub entry_points: Vec<ReflectedEntryPoint>,
    /// The overrides, in the order of the source.
    pub overrides: Vec<ReflectedOverride>,
    /// The resources, by group and binding.
    pub resources: Vec<ReflectedResource>,
    /// The structures, in the order of the source.
    pub structs: Vec<StructLayout>,
    /// The extensions that the program enables, in the order of their first places.
    pub enable_extensions: Vec<EnableExtension>,
    /// The language extensions that the program requires or uses, in the order of their first places.
    pub language_extensions: Vec<LanguageExtension>,
}

/// An entry point. <https://www.w3.org/TR/WGSL/#entry-point-decl>
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReflectedEntryPoint {
    /// Its name.
    pub name: String,
    /// Its stage.
    pub stage: ShaderStage,
    /// The invocations of a workgroup along x, y and z, for compute shaders. <https://www.w3.org/TR/WGSL/#workgroup-size-attr>
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub workgroup_size: Option<[WorkgroupCount; 3]>,
    /// The bytes of the variables in address space workgroup that it statically accesses, each rounded up to a multiple of 16, with the
    /// default values of overrides. Absent if an override without one decides.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub workgroup_bytes: Option<u64>,
    /// The names of the resources that it statically accesses.
    pub resources: Vec<String>,
    /// The names of the overrides that it statically accesses.
    pub overrides: Vec<String>,
    /// Whether it statically accesses a variable in address space immediate.
    pub uses_immediates: bool,
    /// Its inputs, members of structures in their place.
    pub inputs: Vec<ReflectedDatum>,
    /// Its outputs, members of a structure in its place.
    pub outputs: Vec<ReflectedDatum>,
}

/// The invocations of a workgroup along one axis.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WorkgroupCount {
    /// The number, with the default values of overrides. Absent if an override without one decides.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub value: Option<u32>,
    /// The expression as it is written, if overrides decide.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub expression: Option<String>,
    /// The names of the overrides in the expression.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub overrides: Vec<String>,
}

/// An input or output of an entry point. <https://www.w3.org/TR/WGSL/#stage-inputs-outputs>
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReflectedDatum {
    /// The name of the parameter or member; a result has none.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub name: Option<String>,
    /// Its type as people write it.
    #[cfg_attr(feature = "serde", serde(rename = "type"))]
    pub ty: String,
    /// Its type as a value; `None` if the program is rejected because of it.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub io_type: Option<IoType>,
    /// `@builtin`
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub builtin: Option<BuiltinValue>,
    /// `@location`
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub location: Option<u32>,
    /// `@blend_src`
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub blend_src: Option<u32>,
    /// How it is interpolated, between a vertex and a fragment shader, with the defaults for what is not written.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub interpolation: Option<ReflectedInterpolation>,
}

/// An override. <https://www.w3.org/TR/WGSL/#override-decls>
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReflectedOverride {
    /// Its name.
    pub name: String,
    /// `@id`. With one, the keys of a pipeline's constants are ids, otherwise names.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub id: Option<u16>,
    /// Its type.
    #[cfg_attr(feature = "serde", serde(rename = "type"))]
    pub ty: Scalar,
    /// Whether a pipeline that accesses it must give it a value: it has no initializer.
    pub required: bool,
    /// Its value if it is given none, where that is known.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub default: Option<OverrideValue>,
    /// The initializer as it is written, if other overrides decide.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub expression: Option<String>,
}

/// The value of an override.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(untagged))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum OverrideValue {
    /// Of type bool.
    Bool(bool),
    /// Of an integer type.
    Integer(i64),
    /// Of a floating point type.
    Float(f32),
}

/// A variable with a binding. <https://www.w3.org/TR/WGSL/#resource-interface>
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReflectedResource {
    /// The name of the variable.
    pub name: String,
    /// The index in `@group`.
    pub group: u32,
    /// The index in `@binding`.
    pub binding: u32,
    /// The type as people write it.
    #[cfg_attr(feature = "serde", serde(rename = "type"))]
    pub ty: String,
    /// The kind of resource to bind.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub kind: BoundKind,
    /// How the bytes of a buffer are read.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub shape: Option<Shape>,
}

impl Reflection {
    /// Returns the interface of an accepted program, with the name of its file. The interface of a rejected program has everything that was
    /// understood.
    ///
    /// # Errors
    /// The entry points share so much that the lists of all of them are too large.
    #[doc(hidden)]
    pub fn new(file: Option<&str>, module: &Module) -> Result<Self, ReflectionError> {
        let typed = module.typed();
        let mut defaults = vec![None; typed.meaning.variables().len()];
        let entry_points = entry_points(module, &mut defaults)?;
        let mut resources: Vec<_> =
            typed.resources().filter_map(|resource| ReflectedResource::new(&resource, typed)).collect();
        resources.sort_by_key(|resource| (resource.group, resource.binding));
        let extensions = || typed.meaning.needs.extensions.iter().map(|(extension, _)| *extension);
        let enabled = |extension| if let Extension::Enable(it) = extension { Some(it) } else { None };
        let language = |extension| if let Extension::Language(it) = extension { Some(it) } else { None };
        Ok(Self {
            schema: SCHEMA,
            file: file.map(str::to_owned),
            entry_points,
            overrides: overrides(typed, &defaults),
            resources,
            structs: struct_layouts(typed).into_iter().filter(|layout| layout.align > 0).collect(),
            enable_extensions: extensions().filter_map(enabled).collect(),
            language_extensions: extensions().filter_map(language).collect(),
        })
    }

    /// Returns the stages whose entry points statically access a resource: its visibility in the layout of a bind group.
    #[must_use]
    pub fn visibility(&self, resource: &ReflectedResource) -> StageSet {
        let users = self.entry_points.iter().filter(|entry| entry.resources.contains(&resource.name));
        users.fold(StageSet(0), |stages, entry| stages.with(entry.stage))
    }
}

/// Returns the entry points, and adds the values of the overrides that they reach to `defaults`, by variable. One stage is in memory at a time:
/// each has columns for the whole module.
fn entry_points(
    module: &Module,
    defaults: &mut [Option<OverrideValue>],
) -> Result<Vec<ReflectedEntryPoint>, ReflectionError> {
    let typed = module.typed();
    let mut budget = Budget::new();
    let mut reflected = Vec::new();
    for entry in typed.entry_points() {
        let reached = Reached::new(module, entry, &mut budget)?;
        if let Some(stage) = &reached.stage {
            for id in reached.overrides(typed) {
                let constant = stage.meaning()[id].typed.constant;
                let ty = typed.meaning[id].typed.ty;
                let value = || value(stage.typed(), constant?, ty);
                defaults[id.index()] = defaults[id.index()].or_else(value);
            }
        }
        if let Some(entry) = reached.reflect(typed) {
            budget.list(&entry)?;
            reflected.push(entry);
        }
    }
    Ok(reflected)
}

/// An entry point with what it reaches.
struct Reached<'a> {
    entry: EntryPoint<'a>,
    declarations: Vec<bool>,
    /// The stage with the default values of overrides; `None` if it reaches none, for then the module has all values, or if one that it reaches has
    /// no default, or a wrong one.
    stage: Option<Stage>,
}

impl<'a> Reached<'a> {
    fn new(module: &'a Module, entry: EntryPoint<'a>, budget: &mut Budget) -> Result<Self, ReflectionError> {
        let typed = module.typed();
        let ast = &typed.syntax.ast;
        budget.work(ast.decls.len())?;
        let declarations = typed.reached(entry.decl);
        let reached = ast.decls.iter().zip(&declarations).filter(|(_, is_reached)| **is_reached);
        budget.work(reached.map(|(decl, _)| (decl.end_expr - decl.first_expr) as usize).sum())?;
        let mut reached = Self { entry, declarations, stage: None };
        if module.is_accepted() && reached.overrides(typed).next().is_some() {
            budget.work(SPECIALIZATION * (ast.exprs.len() + module.diagnostics().len()))?;
            let request = PipelineRequest {
                stage: Some(entry.stage),
                entry_point: Some(entry.name.to_owned()),
                constants: Vec::new(),
            };
            reached.stage = module.specialize(&request).ok();
        }
        Ok(reached)
    }

    /// Returns the overrides that it reaches, in the order of the source.
    fn overrides(&self, module: TypedModule<'_>) -> impl Iterator<Item = VariableId> {
        let is_override = move |id: &VariableId| module.syntax.ast[*id].kind == VariableKind::Override;
        module.variables(&self.declarations).filter(is_override)
    }

    fn reflect(&self, module: TypedModule<'_>) -> Option<ReflectedEntryPoint> {
        let EntryPoint { function, stage, name, .. } = self.entry;
        let interface = module.interface(function, &self.declarations)?;
        let named = |resource: &interface::Resource| variable_name(module, resource.variable);
        Some(ReflectedEntryPoint {
            name: name.to_owned(),
            stage,
            workgroup_size: (stage == ShaderStage::Compute).then(|| self.workgroup_size(module)),
            workgroup_bytes: self.workgroup_bytes(module, &interface),
            resources: interface.resources.iter().map(named).collect(),
            overrides: self.overrides(module).map(|id| variable_name(module, id)).collect(),
            uses_immediates: interface.has_immediates,
            inputs: inputs(module, function, stage),
            outputs: outputs(module, function, stage),
        })
    }

    fn workgroup_size(&self, module: TypedModule<'_>) -> [WorkgroupCount; 3] {
        let arguments = &module.syntax.ast[module.meaning[self.entry.function].workgroup_size];
        let with_defaults = self.stage.as_ref().and_then(|stage| stage.interface().workgroup_size);
        [0, 1, 2].map(|axis| {
            let value = with_defaults.map(|size| size[axis]);
            let Some(argument) = arguments.get(axis).copied() else {
                return WorkgroupCount { value: Some(1), expression: None, overrides: Vec::new() };
            };
            let overrides = overrides_in(module, self.entry.decl, argument);
            if overrides.is_empty() {
                let value = value.or_else(|| module.number(argument));
                return WorkgroupCount { value, expression: None, overrides };
            }
            WorkgroupCount { value, expression: Some(written(module, argument)), overrides }
        })
    }

    fn workgroup_bytes(&self, module: TypedModule<'_>, interface: &Interface) -> Option<u64> {
        if let Some(stage) = &self.stage {
            return Some(stage.interface().workgroup_bytes);
        }
        let is_known = module.variables(&self.declarations).all(|id| {
            let info = module.meaning[id];
            info.space != Some(AddressSpace::Workgroup) || !has_override_length(module, info.typed.ty)
        });
        is_known.then_some(interface.workgroup_bytes)
    }
}

/// Returns true if an override decides about the length of what a reference refers to.
fn has_override_length(module: TypedModule<'_>, reference: TypeId) -> bool {
    let types = &module.meaning.types;
    let TypeKind::Reference(_, store, _) = types.kind(reference) else { return false };
    match types.kind(store) {
        TypeKind::Array(_, length) | TypeKind::Buffer(length) => {
            matches!(length, Length::Override(_) | Length::OverrideExpression(_))
        }
        _ => false,
    }
}

fn variable_name(module: TypedModule<'_>, id: VariableId) -> String {
    module.name(module.syntax.ast[id].name).to_owned()
}

fn written(module: TypedModule<'_>, expression: ExprId) -> String {
    module.syntax.text(module.syntax.ast.span(expression)).to_owned()
}

/// The names of the overrides that an expression of a declaration mentions, each once.
fn overrides_in(module: TypedModule<'_>, within: DeclId, expression: ExprId) -> Vec<String> {
    let (span, within) = (module.syntax.ast.span(expression), &module.syntax.ast[within]);
    let mut names = Vec::new();
    for index in within.first_expr as usize..within.end_expr as usize {
        let part = ExprId::from_index(index);
        let place = module.syntax.ast.span(part);
        let Binding::Module(declaration) = module.resolution.binding(part) else { continue };
        let variable = module.syntax.ast[declaration].kind.variable();
        let variable = variable.filter(|id| module.syntax.ast[*id].kind == VariableKind::Override);
        let Some(variable) = variable.filter(|_| span.lo <= place.lo && place.hi <= span.hi) else {
            continue;
        };
        let name = variable_name(module, variable);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// Returns the overrides, with the default values that stages have, by variable.
fn overrides(module: TypedModule<'_>, defaults: &[Option<OverrideValue>]) -> Vec<ReflectedOverride> {
    let ids = module.syntax.ast.decls.iter().filter_map(|decl| decl.kind.variable());
    let overrides = ids.filter(|id| module.syntax.ast[*id].kind == VariableKind::Override);
    let reflect = |id: VariableId| {
        let variable = &module.syntax.ast[id];
        let ty = module.meaning[id].typed.ty;
        let TypeKind::Scalar(scalar) = module.meaning.types.kind(ty) else { return None };
        let of_constant = |initializer: ExprId| {
            let typed = module.meaning[initializer];
            value(module, typed.constant?, typed.ty)
        };
        let default = defaults[id.index()];
        let is_decided = |initializer: &ExprId| module.meaning[*initializer].stage == EvaluationStage::Const;
        Some(ReflectedOverride {
            name: variable_name(module, id),
            id: module.meaning[id].id,
            ty: scalar,
            required: variable.initializer.is_none(),
            default: default.or_else(|| variable.initializer.and_then(of_constant)),
            expression: variable.initializer.filter(|it| !is_decided(it)).map(|it| written(module, it)),
        })
    };
    overrides.filter_map(reflect).collect()
}

/// The value of a constant of a scalar type.
fn value(module: TypedModule<'_>, constant: ConstantId, ty: TypeId) -> Option<OverrideValue> {
    let bits = module.meaning.constants.first(constant);
    let TypeKind::Scalar(scalar) = module.meaning.types.kind(ty) else { return None };
    Some(match scalar {
        Scalar::Bool => OverrideValue::Bool(bits != 0),
        Scalar::AbstractInt => OverrideValue::Integer(bits as i64),
        Scalar::I32 => OverrideValue::Integer(i64::from(bits as u32 as i32)),
        Scalar::U32 => OverrideValue::Integer(i64::from(bits as u32)),
        Scalar::AbstractFloat => OverrideValue::Float(f64::from_bits(bits) as f32),
        Scalar::F32 => OverrideValue::Float(f32::from_bits(bits as u32)),
        Scalar::F16 => OverrideValue::Float(F16(bits as u16).widen() as f32),
    })
}

fn inputs(module: TypedModule<'_>, function: FunctionId, stage: ShaderStage) -> Vec<ReflectedDatum> {
    let parameters = module.syntax.ast[function].parameters.range();
    let is_interpolated = stage == ShaderStage::Fragment;
    parameters.flat_map(|index| members(module, index, is_interpolated)).collect()
}

fn outputs(module: TypedModule<'_>, function: FunctionId, stage: ShaderStage) -> Vec<ReflectedDatum> {
    let info = module.meaning[function];
    let is_interpolated = stage == ShaderStage::Vertex;
    let Some(ty) = info.result else { return Vec::new() };
    match module.meaning.types.kind(ty) {
        TypeKind::Struct(id) => {
            let indices = module.syntax.ast[id].members.range();
            indices.flat_map(|index| members(module, index, is_interpolated)).collect()
        }
        _ => vec![datum(module, None, ty, &info.result_io, is_interpolated)],
    }
}

/// A parameter or member, or the members of the structure that it is, by index in the column of members.
fn members(module: TypedModule<'_>, index: usize, is_interpolated: bool) -> Vec<ReflectedDatum> {
    let ty = module.meaning.member(index);
    if let TypeKind::Struct(id) = module.meaning.types.kind(ty) {
        let indices = module.syntax.ast[id].members.range();
        return indices.map(|index| member(module, index, is_interpolated)).collect();
    }
    vec![member(module, index, is_interpolated)]
}

fn member(module: TypedModule<'_>, index: usize, is_interpolated: bool) -> ReflectedDatum {
    let name = module.name(module.syntax.ast.members[index].name).to_owned();
    datum(module, Some(name), module.meaning.member(index), &module.meaning.io(index), is_interpolated)
}

fn datum(
    module: TypedModule<'_>,
    name: Option<String>,
    ty: TypeId,
    io: &Io,
    is_interpolated: bool,
) -> ReflectedDatum {
    ReflectedDatum {
        name,
        ty: module.print(ty),
        io_type: io_type(module, ty),
        builtin: io.builtin.map(|(builtin, _)| builtin),
        location: io.location.map(|(location, _)| location),
        blend_src: io.blend_src.map(|(source, _)| source),
        interpolation: if is_interpolated && io.location.is_some() {
            ReflectedInterpolation::new(io)
        } else {
            None
        },
    }
}

/// Returns the type of an input or output; `None` for a type that none may have.
fn io_type(module: TypedModule<'_>, ty: TypeId) -> Option<IoType> {
    let types = &module.meaning.types;
    match types.kind(ty) {
        TypeKind::Scalar(scalar) => Some(IoType::Scalar(scalar)),
        TypeKind::Vector(size, scalar) => Some(IoType::Vector(size, scalar)),
        TypeKind::Array(element, Length::Fixed(count))
            if types.kind(element) == TypeKind::Scalar(Scalar::F32) =>
        {
            Some(IoType::FloatArrayUpTo(count))
        }
        _ => None,
    }
}

impl ReflectedResource {
    /// Returns the resource; `None` for a variable that must not have a binding, in a rejected program.
    fn new(resource: &interface::Resource, module: TypedModule<'_>) -> Option<Self> {
        Some(Self {
            name: variable_name(module, resource.variable),
            group: resource.group,
            binding: resource.binding,
            ty: module.print(resource.ty),
            kind: BoundKind::new(resource, module)?,
            shape: shape(module, resource.ty),
        })
    }
}
