//! Reflection: what a host has to know about an accepted program to make pipelines and argument tables for it. Section 5
//!
//! [`Reflection::new`] describes a multi-file program; [`structures`](structures()) is the part about memory. Both have a JSON form with
//! the feature `serde`, in which all sizes and offsets are in bytes.

mod budget;
mod structure;

pub use budget::ReflectionError;
pub use structure::{MemberLayout, StructureLayout, layout, structures};

use crate::Program;
use crate::interface::{Binding, EntryPoint, EntryPointKind, Index, Input, Output, Resource, ResourceGroup};
use crate::meaning::Module;
use crate::types::{Type, TypeId};
use budget::Budget;
use cxx_validator::ast::VariableId;
use cxx_validator::names::Symbol;
use msl_spec::{Access, AddressSpace};
use shader_source::Span;

/// Version of the JSON form. Members may be added within a version, but none is removed or changes its meaning.
const SCHEMA: u32 = 1;

/// The interface of an accepted program.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Reflection {
    /// Version of this form. Members may be added within a version, but none is removed or changes its meaning.
    pub schema: u32,
    /// The name of the file, if there is one.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub file: Option<String>,
    /// The function constants, by index.
    pub function_constants: Vec<ReflectedConstant>,
    /// The functions that a pipeline calls, in the order of the source; functions of templates once for each instance.
    pub entry_points: Vec<ReflectedEntryPoint>,
    /// The structures, in the order of the source.
    pub structs: Vec<StructureLayout>,
}

/// A function constant. Section 5.8.1
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ReflectedConstant {
    /// Its index.
    pub index: u32,
    /// Its name.
    pub name: String,
    /// Its type as people write it.
    #[cfg_attr(feature = "serde", serde(rename = "type"))]
    pub ty: String,
}

/// A function that a pipeline calls. Section 5.1
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ReflectedEntryPoint {
    /// Its name.
    pub name: String,
    /// The kind of function.
    #[cfg_attr(feature = "serde", serde(serialize_with = "named"))]
    pub stage: EntryPointKind,
    /// The maximum number of threads in a threadgroup, if an attribute limits it. Section 5.1.3
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub max_total_threads_per_threadgroup: Option<u32>,
    /// The patch that a vertex function gets vertices of. Section 5.1.1.2
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub patch: Option<ReflectedPatch>,
    /// Whether the tests of a fragment come before its function. Section 5.1.2
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "core::ops::Not::not"))]
    pub early_fragment_tests: bool,
    /// Its buffers, textures, samplers and threadgroup memory, in the order of declaration.
    pub resources: Vec<ReflectedResource>,
    /// Its other inputs, members of structures in their place.
    pub inputs: Vec<ReflectedDatum>,
    /// Its outputs, members of a structure in its place.
    pub outputs: Vec<ReflectedDatum>,
}

/// The form of a patch. Section 5.1.1.2
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
#[allow(missing_docs, reason = "the words of the specification")]
pub enum PatchKind {
    Quad,
    Triangle,
}

impl PatchKind {
    /// The word of the specification.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Quad => "quad",
            Self::Triangle => "triangle",
        }
    }
}

/// A patch. Section 5.1.1.2
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ReflectedPatch {
    /// Its form.
    pub kind: PatchKind,
    /// The number of control points.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub control_points: Option<u32>,
}

/// A number in an attribute: one that is known, or an expression of function constants. Sections 5.8.1.4 and 5.8.1.5
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(untagged))]
#[allow(missing_docs, reason = "a number and an expression as it is written")]
pub enum ReflectedIndex {
    Number(u32),
    Expression(String),
}

/// A buffer, texture or sampler, an array of them, or threadgroup memory. Section 5.2.1
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ReflectedResource {
    /// The name of the argument, with the names of members if that is a structure of resources: `material.albedo`.
    pub name: String,
    /// The table that `index` is in.
    #[cfg_attr(feature = "serde", serde(serialize_with = "named"))]
    pub kind: ResourceGroup,
    /// The first index.
    pub index: ReflectedIndex,
    /// The number of indices that it takes.
    pub count: u32,
    /// Its type as people write it.
    #[cfg_attr(feature = "serde", serde(rename = "type"))]
    pub ty: String,
    /// The address space of a buffer.
    #[cfg_attr(
        feature = "serde",
        serde(skip_serializing_if = "Option::is_none", serialize_with = "maybe_named")
    )]
    pub space: Option<AddressSpace>,
    /// `Read` or `ReadWrite` for a buffer; any access for a texture.
    #[cfg_attr(
        feature = "serde",
        serde(skip_serializing_if = "Option::is_none", serialize_with = "maybe_named")
    )]
    pub access: Option<Access>,
    /// The size of what a buffer refers to: of one element, if it has several.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub size: Option<u64>,
    /// The function constant without which it does not exist. Section 5.8.1.2
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub condition: Option<String>,
}

/// A value that a pipeline gives to a function, or takes from it. Sections 5.2.2 to 5.2.4
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ReflectedDatum {
    /// The name of the argument or member; a result has none.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub name: Option<String>,
    /// Its type as people write it.
    #[cfg_attr(feature = "serde", serde(rename = "type"))]
    pub ty: String,
    /// Where it comes from, or where it goes to.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub binding: ReflectedBinding,
    /// The function constant without which it does not exist. Sections 5.8.1.3 and 5.8.1.6
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub condition: Option<String>,
}

/// Where a value comes from, or where it goes to.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(untagged))]
pub enum ReflectedBinding {
    /// A built-in variable. Section 5.2.3
    BuiltIn {
        /// The name of its attribute.
        builtin: &'static str,
    },
    /// A vertex attribute. Section 5.2.2
    Attribute {
        /// Its number.
        attribute: ReflectedIndex,
    },
    /// The control points of a patch. Section 5.2.2
    ControlPoints {
        /// Always true.
        control_points: bool,
    },
    /// A colour attachment. Section 5.2.3.5
    Color {
        /// The number of the attachment.
        color: ReflectedIndex,
        /// The number of the colour for dual-source blending.
        source: u32,
    },
    /// A depth. Section 5.2.3.5
    Depth {
        /// The comparison with the depth of the fragment: `any`, `greater` or `less`.
        depth: String,
    },
    /// A value from the vertex function to the fragment function. Section 5.7.1
    Varying {
        /// The name in `user(name)`, or the name of the member.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        varying: Option<String>,
        /// Whether `user` gives the name.
        user: bool,
        /// The attribute of interpolation. Section 5.4
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        interpolation: Option<&'static str>,
    },
}

impl Reflection {
    /// Describes an accepted program, whose first file has this name and text.
    ///
    /// # Errors
    /// The reflection would be too large.
    pub fn new(file: Option<&str>, text: &str, program: &Program) -> Result<Self, ReflectionError> {
        let mut reflector = Reflector { text, program, module: &program.module, budget: Budget::new() };
        let entry_points = program.module.entry_points.iter();
        let mut entry_points: Vec<_> = entry_points
            .map(|entry| Ok((reflector.place(entry), reflector.entry_point(entry)?)))
            .collect::<Result<_, _>>()?;
        // Instances of one template have one place, and keep their order.
        entry_points.sort_by_key(|(place, _)| *place);
        Ok(Self {
            schema: SCHEMA,
            file: file.map(str::to_owned),
            function_constants: reflector.constants(),
            entry_points: entry_points.into_iter().map(|(_, entry_point)| entry_point).collect(),
            structs: structures(program)?,
        })
    }
}

/// Makes a reflection.
struct Reflector<'a> {
    text: &'a str,
    program: &'a Program,
    module: &'a Module,
    budget: Budget,
}

impl Reflector<'_> {
    /// The offset of the name of a function.
    fn place(&self, entry: &EntryPoint) -> u32 {
        let function = self.module.instances[entry.instance].function;
        self.module.ast[function].name_span.lo
    }

    fn constants(&self) -> Vec<ReflectedConstant> {
        let constant = |(variable, global): (&VariableId, &crate::meaning::GlobalVariable)| {
            Some(ReflectedConstant {
                index: global.function_constant?,
                name: self.variable(*variable),
                ty: self.module.types.print(global.object.ty),
            })
        };
        let mut constants: Vec<_> = self.module.globals.iter().filter_map(constant).collect();
        constants.sort_by(|one, other| (one.index, &one.name).cmp(&(other.index, &other.name)));
        constants
    }

    fn entry_point(&mut self, entry: &EntryPoint) -> Result<ReflectedEntryPoint, ReflectionError> {
        let patch = entry.patch.map(|patch| ReflectedPatch {
            kind: if patch.is_quad { PatchKind::Quad } else { PatchKind::Triangle },
            control_points: patch.control_points,
        });
        Ok(ReflectedEntryPoint {
            name: self.module.entry_name(entry).to_owned(),
            stage: entry.kind,
            max_total_threads_per_threadgroup: entry.max_total_threads,
            patch,
            early_fragment_tests: entry.early_fragment_tests,
            resources: entry.resources.iter().map(|it| self.resource(entry, it)).collect::<Result<_, _>>()?,
            inputs: entry.inputs.iter().map(|it| self.input(entry, it)).collect::<Result<_, _>>()?,
            outputs: entry.outputs.iter().map(|it| self.output(entry, it)).collect::<Result<_, _>>()?,
        })
    }

    fn resource(
        &mut self,
        entry: &EntryPoint,
        resource: &Resource,
    ) -> Result<ReflectedResource, ReflectionError> {
        let types = &self.module.types;
        let (space, access, size) = match types.get(resource.ty) {
            Type::Pointer(object) | Type::Reference(object) => {
                let is_read = object.is_const || object.space == AddressSpace::Constant;
                let access = if is_read { Access::Read } else { Access::ReadWrite };
                let size = types.layout(object.ty).map(|layout| layout.size);
                (Some(object.space), Some(access), size)
            }
            _ => (None, self.texture_access(resource.ty), None),
        };
        let resource = ReflectedResource {
            name: self.path(entry, resource.parameter, &resource.members),
            kind: resource.group,
            index: self.index(resource.index),
            count: resource.count,
            ty: types.print(resource.ty),
            space,
            access,
            size,
            condition: resource.condition.map(|constant| self.variable(constant)),
        };
        self.budget.take(resource.name.len() + resource.ty.len())?;
        Ok(resource)
    }

    /// The access of a texture, or of the textures of an array.
    fn texture_access(&self, ty: TypeId) -> Option<Access> {
        match self.module.types.get(ty) {
            Type::Texture(_, _, access) => Some(access),
            _ => self.texture_access(self.module.types.element(ty)?.0),
        }
    }

    fn input(&mut self, entry: &EntryPoint, input: &Input) -> Result<ReflectedDatum, ReflectionError> {
        let name = Some(self.path(entry, input.parameter, &input.members));
        self.datum(name, input.ty, &input.binding, input.condition)
    }

    fn output(&mut self, entry: &EntryPoint, output: &Output) -> Result<ReflectedDatum, ReflectionError> {
        let result = self.module.instances[entry.instance].result;
        let name = self.members(result, &output.members).join(".");
        self.datum((!name.is_empty()).then_some(name), output.ty, &output.binding, output.condition)
    }

    fn datum(
        &mut self,
        name: Option<String>,
        ty: TypeId,
        binding: &Binding,
        condition: Option<VariableId>,
    ) -> Result<ReflectedDatum, ReflectionError> {
        let ty = self.module.types.print(ty);
        self.budget.take(name.as_ref().map_or(0, String::len) + ty.len())?;
        let condition = condition.map(|constant| self.variable(constant));
        Ok(ReflectedDatum { name, ty, binding: self.binding(binding), condition })
    }

    fn binding(&self, binding: &Binding) -> ReflectedBinding {
        match *binding {
            Binding::BuiltIn(builtin) => ReflectedBinding::BuiltIn { builtin },
            Binding::Attribute(number) => ReflectedBinding::Attribute { attribute: self.index(number) },
            Binding::ControlPoints => ReflectedBinding::ControlPoints { control_points: true },
            Binding::Color { attachment, source } => {
                ReflectedBinding::Color { color: self.index(attachment), source }
            }
            Binding::Depth(comparison) => ReflectedBinding::Depth { depth: self.symbol(comparison) },
            Binding::Varying { name, is_user, interpolation } => ReflectedBinding::Varying {
                varying: name.map(|name| self.symbol(name)),
                user: is_user,
                interpolation,
            },
        }
    }

    fn index(&self, index: Index) -> ReflectedIndex {
        match index {
            Index::Number(number) => ReflectedIndex::Number(number),
            Index::Specialised(expression) => {
                ReflectedIndex::Expression(self.written(self.module.ast.expr_span(expression)))
            }
        }
    }

    /// The source at a place, in any file of the program.
    fn written(&self, span: Span) -> String {
        let (text, start) =
            self.program.inclusions.of(span.lo).map_or((self.text, 0), |file| (&*file.text, file.start));
        let range = (span.lo - start) as usize..(span.hi.saturating_sub(start)) as usize;
        text.get(range).unwrap_or_default().to_owned()
    }

    /// The name of an argument of a function, with the names of members.
    fn path(&self, entry: &EntryPoint, parameter: VariableId, members: &[u32]) -> String {
        let instance = &self.module.instances[entry.instance];
        let parameters = &self.module.ast[self.module.ast[instance.function].parameters];
        let number = parameters.iter().position(|it| *it == parameter);
        let ty = number.and_then(|number| instance.parameters.get(number)).copied();
        let mut path = vec![self.variable(parameter)];
        path.extend(ty.into_iter().flat_map(|ty| self.members(ty, members)));
        path.join(".")
    }

    /// The names of members, each of the structure that the one before is.
    fn members(&self, ty: TypeId, members: &[u32]) -> Vec<String> {
        let mut ty = ty;
        let mut names = Vec::with_capacity(members.len());
        for member in members {
            let Some(number) = self.module.types.structure_number(ty) else { break };
            let Some(member) = self.module.types.structure(number).members.get(*member as usize) else {
                break;
            };
            names.extend(member.name.map(|name| self.symbol(name)));
            ty = member.ty;
        }
        names
    }

    fn variable(&self, variable: VariableId) -> String {
        self.module.ast[variable].name.map_or_else(String::new, |name| self.symbol(name))
    }

    fn symbol(&self, symbol: Symbol) -> String {
        self.module.names.text(symbol).to_owned()
    }
}

/// A member of a closed set, which JSON has by its word in Metal.
#[cfg(feature = "serde")]
trait Word: Copy {
    fn word(self) -> &'static str;
}

#[cfg(feature = "serde")]
macro_rules! words {
    ($($ty:ty),*) => {
        $(impl Word for $ty {
            fn word(self) -> &'static str {
                self.name()
            }
        })*
    };
}

#[cfg(feature = "serde")]
words!(EntryPointKind, ResourceGroup, AddressSpace, Access);

#[cfg(feature = "serde")]
fn named<W: Word, S: serde::Serializer>(word: &W, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(word.word())
}

/// As [`named`]; what is `None` is left out before.
#[cfg(feature = "serde")]
#[expect(clippy::ref_option, reason = "serde passes the field")]
fn maybe_named<W: Word, S: serde::Serializer>(word: &Option<W>, serializer: S) -> Result<S::Ok, S::Error> {
    match word {
        Some(word) => named(word, serializer),
        None => serializer.serialize_none(),
    }
}

#[cfg(test)]
mod tests;
