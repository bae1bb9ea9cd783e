//! Inputs that a pipeline gives to a function that it calls, and results that it takes from it. Section 5

use crate::types::TypeId;
use cxx_validator::ast::{ExprId, VariableId};
use cxx_validator::names::Symbol;

/// A function that a pipeline calls. Section 5.1
#[derive(Clone, Debug)]
pub struct EntryPoint {
    /// Its body: a number in [`Module::instances`](crate::meaning::Module::instances).
    pub instance: usize,
    /// Its kind.
    pub kind: EntryPointKind,
    /// The patch that it gets vertices of. Section 5.1.1.2
    pub patch: Option<Patch>,
    /// Whether the tests of a fragment come before it. Section 5.1.2
    pub early_fragment_tests: bool,
    /// The most threads of a threadgroup. Section 5.1.3
    pub max_total_threads: Option<u32>,
    /// The buffers, textures and samplers, in the order of declaration. Section 5.2.1
    pub resources: Vec<Resource>,
    /// The other values that it gets, in the order of declaration. Sections 5.2.2 to 5.2.4
    pub inputs: Vec<Input>,
    /// The values that it returns. Sections 5.2.3.3 and 5.2.3.5
    pub outputs: Vec<Output>,
}

/// The kind of a function that a pipeline calls. Section 5.1; the last two are of later versions
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the qualifiers by name")]
pub enum EntryPointKind {
    Kernel,
    Vertex,
    Fragment,
    Object,
    Mesh,
}

impl EntryPointKind {
    /// The qualifier.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Kernel => "kernel",
            Self::Vertex => "vertex",
            Self::Fragment => "fragment",
            Self::Object => "object",
            Self::Mesh => "mesh",
        }
    }
}

/// The patch of a vertex function after tessellation. Section 5.1.1.2
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patch {
    /// Whether it is a quad, and not a triangle.
    pub is_quad: bool,
    /// The number of control points.
    pub control_points: Option<u32>,
}

/// A group of resources, whose indices are counted apart. Section 5.2.1
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the attributes by name")]
pub enum ResourceGroup {
    Buffer,
    Texture,
    Sampler,
    Threadgroup,
}

impl ResourceGroup {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Buffer, Self::Texture, Self::Sampler, Self::Threadgroup];

    /// The name of its attribute.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Buffer => "buffer",
            Self::Texture => "texture",
            Self::Sampler => "sampler",
            Self::Threadgroup => "threadgroup",
        }
    }
}

/// A number in an attribute.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Index {
    /// A number that is known.
    Number(u32),
    /// An expression of function constants. Sections 5.8.1.4 and 5.8.1.5
    Specialised(ExprId),
}

/// A buffer, texture or sampler, or an array of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Resource {
    /// The argument.
    pub parameter: VariableId,
    /// The member of the argument, if that is a structure of resources: an index for each structure. Section 2.11.2
    pub members: Vec<u32>,
    /// Its type.
    pub ty: TypeId,
    /// Its group.
    pub group: ResourceGroup,
    /// Its index: the index of its attribute, or the first free one.
    pub index: Index,
    /// The number of indices that it takes: the number of elements of an array.
    pub count: u32,
    /// The function constant without which it does not exist. Section 5.8.1.2
    pub condition: Option<VariableId>,
}

/// A value that a pipeline gives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Input {
    /// The argument.
    pub parameter: VariableId,
    /// The member of the argument: an index for each structure.
    pub members: Vec<u32>,
    /// Its type.
    pub ty: TypeId,
    /// Where it comes from.
    pub binding: Binding,
    /// The function constant without which it does not exist. Section 5.8.1.3
    pub condition: Option<VariableId>,
}

/// A value that a pipeline takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Output {
    /// The member of the result: none if it is the result.
    pub members: Vec<u32>,
    /// Its type.
    pub ty: TypeId,
    /// Where it goes to.
    pub binding: Binding,
    /// The function constant without which it does not exist. Section 5.8.1.6
    pub condition: Option<VariableId>,
}

/// Where a value comes from, or where it goes to.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Binding {
    /// A built-in variable, by the name of its attribute. Section 5.2.3
    BuiltIn(&'static str),
    /// `attribute(n)`. Section 5.2.2
    Attribute(Index),
    /// The control points of a patch. Section 5.2.2
    ControlPoints,
    /// `color(m), index(i)`. Section 5.2.3.5
    Color {
        /// The attachment.
        attachment: Index,
        /// The number of the color for dual-source blending.
        source: u32,
    },
    /// `depth(any)`, with the comparison. Section 5.2.3.5
    Depth(Symbol),
    /// A result of a vertex function for the fragment function. Section 5.7.1
    Varying {
        /// The name in `user(name)`, or the name of the member.
        name: Option<Symbol>,
        /// Whether `user` gives the name.
        is_user: bool,
        /// The name of the attribute of interpolation. Section 5.4
        interpolation: Option<&'static str>,
    },
}
