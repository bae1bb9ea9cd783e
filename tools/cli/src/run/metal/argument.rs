//! The arguments of a function that are resources. Section 5.2.1

use super::super::missing::{BUFFER_BYTES, Missing, zeros};
use super::super::variable::Variable;
use super::constant;
use super::function::Function;
use crate::arguments::{At, Form, Table};
use msl_lower::{BUFFERS, SAMPLERS, TEXTURES};
use msl_spec::Scalar;
use msl_validator::interface::{Index, Resource, ResourceGroup};
use msl_validator::meaning::Module;
use msl_validator::types::{Type, TypeId};
use shader_ir::{ResourceKind, TexelKind};
use std::collections::BTreeSet;
use webgpu_model::texture::{ChannelKind, ViewDimension};
use webgpu_model::{Binding, Data};

/// An argument.
pub(super) struct Argument {
    pub(super) at: At,
    /// Its name, with the member if it is one of a structure of resources.
    name: String,
    ty: TypeId,
    kind: shader_ir::ResourceKind,
    is_writable: bool,
    /// Whether its function constant is false. Section 5.8.1.2
    is_absent: bool,
}

/// The arguments that a program was lowered with.
pub(super) fn of(
    function: &Function<'_>,
    constants: &[(u32, f64)],
    lowered: &[shader_ir::Resource],
) -> Vec<Argument> {
    let argument = |resource: &shader_ir::Resource| {
        let at = At::metal(resource.group, resource.binding);
        let element = |declared: &Resource| element(function.module, declared, resource);
        let is_it = |declared: &&Resource| element(declared).is_some();
        let is_absent = |declared: &Resource| {
            let condition =
                declared.condition.and_then(|it| constant::is_true(function.module, it, constants));
            condition == Some(false)
        };
        // Two arguments have one place if conditions exclude each other.
        let mut declared: Vec<&Resource> = function.entry.resources.iter().filter(is_it).collect();
        declared.sort_by_key(|declared| is_absent(declared));
        let declared = declared.first()?;
        Some(Argument {
            at,
            name: match element(declared) {
                Some(Element { number, count: Some(_) }) => {
                    format!("{}[{number}]", name(function.module, declared))
                }
                _ => name(function.module, declared),
            },
            ty: declared.ty,
            kind: resource.kind,
            is_writable: resource.is_writable,
            is_absent: is_absent(declared),
        })
    };
    lowered.iter().filter(|resource| resource.kind.is_bound()).filter_map(argument).collect()
}

/// Refuses resources that are missing or too small, and gives those arguments that do not exist something that nothing reads. With `is_auto`, missing
/// ones are zeros.
///
/// # Errors
/// The mistake, with the name of the argument, or what to type for all that are missing.
pub(super) fn complete(
    arguments: &[Argument],
    bindings: &mut Vec<Binding>,
    is_auto: bool,
) -> Result<(), String> {
    let mut missing = Vec::<Missing>::new();
    let mut absent = Vec::<Missing>::new();
    for argument in arguments {
        let Argument { at, name, kind, .. } = argument;
        let (what, least) = match *kind {
            shader_ir::ResourceKind::Buffer { least_size, .. } => ("buffer", least_size),
            shader_ir::ResourceKind::Texture { .. } => ("texture", 0),
            shader_ir::ResourceKind::Sampler { .. } => ("sampler", 0),
            shader_ir::ResourceKind::Immediates { .. } | shader_ir::ResourceKind::FixedSampler { .. } => {
                continue;
            }
        };
        let given = bindings.iter().find(|it| (it.group, it.binding) == (at.group, at.binding));
        match given.map(|binding| &binding.data) {
            None if argument.is_absent && absent.iter().any(|it| it.at == *at) => {}
            None if argument.is_absent => {
                absent.push(Missing { at: *at, name: name.clone(), example: Some(example(*kind)) });
            }
            None => {
                let name = format!("`{name}`");
                // Both functions of a draw may have an argument there.
                match missing.iter_mut().find(|it| it.at == *at) {
                    Some(Missing { name: known, .. }) => *known = format!("{known}, {name}"),
                    None => missing.push(Missing { at: *at, name, example: Some(example(*kind)) }),
                }
            }
            Some(Data::Buffer(bytes)) if what == "buffer" && (bytes.len() as u64) < least => {
                let len = bytes.len();
                return Err(format!("--bind {at}: `{name}` must have at least {least} bytes, found {len}"));
            }
            Some(Data::Buffer(_)) if what == "buffer" => {}
            Some(Data::Texture(..)) if what == "texture" => {}
            Some(Data::Sampler(_)) if what == "sampler" => {}
            Some(_) => return Err(format!("--bind {at}: expected a {what} for `{name}`")),
        }
    }
    bindings.extend(zeros(&missing, is_auto)?);
    // What both functions of a draw have there may exist in one of them.
    absent.retain(|it| bindings.iter().all(|own| (own.group, own.binding) != (it.at.group, it.at.binding)));
    bindings.extend(zeros(&absent, true)?);
    Ok(())
}

/// The option for a resource of zeros.
fn example(kind: ResourceKind) -> String {
    match kind {
        ResourceKind::Buffer { least_size, .. } | ResourceKind::Immediates { least_size } => {
            format!("zero:{}", least_size.max(BUFFER_BYTES))
        }
        ResourceKind::Sampler { compares: true } => "sampler:linear,less".to_owned(),
        ResourceKind::Sampler { compares: false } | ResourceKind::FixedSampler { .. } => {
            "sampler:linear".to_owned()
        }
        ResourceKind::Texture { dimension, holds, is_multisampled } => {
            let format = match holds {
                TexelKind::Channels(ChannelKind::Float) => "rgba8unorm",
                TexelKind::Channels(ChannelKind::Sint) => "rgba8sint",
                TexelKind::Channels(ChannelKind::Uint) => "rgba8uint",
                TexelKind::Depth => "depth32float",
                TexelKind::Format(format) => format.name(),
            };
            let size = match dimension {
                ViewDimension::D1 => "256",
                ViewDimension::D2 if is_multisampled => "256x256,samples=4",
                ViewDimension::D2 => "256x256",
                ViewDimension::D2Array => "256x256x2",
                ViewDimension::D3 => "64x64x64,dimension=3d",
                ViewDimension::Cube => "256x256x6,dimension=cube",
                ViewDimension::CubeArray => "256x256x12,dimension=cube-array",
            };
            format!("texture:{format}:{size}")
        }
    }
}

/// Moves the resources of a function to its own table of arguments, as far as the command line gives it resources of its own.
pub(super) fn keep_apart(
    table: Table,
    given: &BTreeSet<At>,
    arguments: &mut [Argument],
    resources: &mut [shader_ir::Resource],
) {
    for resource in resources.iter_mut().filter(|resource| resource.kind.is_bound()) {
        let own = At::metal(resource.group, resource.binding).in_table(table);
        if given.contains(&own) {
            resource.group = own.group;
        }
    }
    for argument in arguments {
        let own = argument.at.in_table(table);
        if given.contains(&own) {
            argument.at = own;
        }
    }
}

impl Argument {
    /// Returns true if its contents are results.
    pub(super) const fn is_shown(&self) -> bool {
        self.is_writable && !self.is_absent
    }

    /// The argument as a variable of the report.
    pub(super) fn variable(self, module: &Module) -> Variable {
        let group = match self.at.in_table(Table::Shared).group {
            TEXTURES => ResourceGroup::Texture,
            SAMPLERS => ResourceGroup::Sampler,
            _ => ResourceGroup::Buffer,
        };
        Variable {
            place: match self.at.table().name() {
                Some(function) => format!("{function} [[{}({})]]", group.name(), self.at.binding),
                None => format!("[[{}({})]]", group.name(), self.at.binding),
            },
            at: self.at,
            name: self.name,
            ty: module.types.print(self.ty),
            form: form(module, self.ty),
        }
    }
}

/// The element of an argument that a bound resource is.
struct Element {
    /// The number of the element in an array, or 0.
    number: u32,
    /// The number of elements of the argument, if it is an array of textures or samplers.
    count: Option<u32>,
}

/// Returns which element of an argument is bound as a resource. The elements of an array have successive numbers. Section 5.2.1
fn element(module: &Module, declared: &Resource, bound: &shader_ir::Resource) -> Option<Element> {
    let group = match declared.group {
        ResourceGroup::Buffer => BUFFERS,
        ResourceGroup::Texture => TEXTURES,
        ResourceGroup::Sampler => SAMPLERS,
        // A dispatch gives it a size, and no contents.
        ResourceGroup::Threadgroup => return None,
    };
    let Index::Number(first) = declared.index else { return None };
    let count = match module.types.get(declared.ty) {
        Type::LibraryArray(_, count) => Some(count),
        _ => None,
    };
    let number = bound.binding.checked_sub(first).filter(|number| *number < count.unwrap_or(1))?;
    (group == bound.group).then_some(Element { number, count })
}

/// The name of an argument, with the members on the way to the resource.
fn name(module: &Module, resource: &Resource) -> String {
    let parameter = module.ast[resource.parameter];
    let mut name = parameter.name.map_or("", |symbol| module.names.text(symbol)).to_owned();
    let types = module.instances.iter().find_map(|instance| {
        let parameters = &module.ast[module.ast[instance.function].parameters];
        instance.parameters.get(parameters.iter().position(|own| *own == resource.parameter)?).copied()
    });
    let mut ty = types;
    for member in &resource.members {
        let structure = ty.and_then(|ty| module.types.structure_number(ty));
        let members = structure.map(|number| &module.types.structure(number).members);
        let Some(member) = members.and_then(|members| members.get(*member as usize)) else { break };
        name = format!("{name}.{}", member.name.map_or("", |symbol| module.names.text(symbol)));
        ty = Some(member.ty);
    }
    name
}

/// How values of a buffer are shown: by its scalar type, if there is only one.
fn form(module: &Module, ty: TypeId) -> Form {
    let (Type::Pointer(object) | Type::Reference(object)) = module.types.get(ty) else {
        // A texture, which is shown texel by texel.
        return Form::F32;
    };
    let object = object.ty;
    let mut found = BTreeSet::new();
    let mut seen = BTreeSet::from([object]);
    let mut left = vec![object];
    while let Some(ty) = left.pop() {
        let inner: Vec<TypeId> = match module.types.get(ty) {
            Type::Structure(number) => {
                module.types.structure(number).members.iter().map(|member| member.ty).collect()
            }
            Type::Array(element, _) | Type::LibraryArray(element, _) | Type::Uniform(element) => {
                vec![element]
            }
            Type::Value(value) => {
                found.insert(form_of(value.scalar()));
                continue;
            }
            Type::Atomic(scalar) => {
                found.insert(form_of(scalar));
                continue;
            }
            _ => return Form::Hex,
        };
        left.extend(inner.into_iter().filter(|inner| seen.insert(*inner)));
    }
    match found.len() {
        1 => found.pop_first().unwrap_or(Form::Hex),
        _ => Form::U32,
    }
}

const fn form_of(scalar: Scalar) -> Form {
    match scalar {
        Scalar::Float => Form::F32,
        Scalar::Half | Scalar::Bfloat => Form::F16,
        Scalar::Int => Form::I32,
        Scalar::Uint => Form::U32,
        Scalar::Bool | Scalar::Uchar => Form::U8,
        Scalar::Char => Form::I8,
        Scalar::Short => Form::I16,
        Scalar::Ushort => Form::U16,
        Scalar::Long => Form::I64,
        Scalar::Ulong | Scalar::Double => Form::U64,
    }
}
