//! The attributes (5.1-5.8).

use crate::{Availability, Scalar, TypeSet, Version, Widths};

/// An attribute with one form of arguments.
#[derive(Debug)]
pub struct Attribute {
    /// Its name.
    pub name: &'static str,
    /// Its argument.
    pub argument: AttributeArgument,
    /// The largest number that its argument may be.
    pub maximum: Option<u32>,
    /// Where it may be.
    pub uses: &'static [AttributeUse],
}

/// The argument of an attribute.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum AttributeArgument {
    /// None.
    None,
    /// An integer that is known at compile time.
    Integer,
    /// An integer that is known at compile time, or the name of a function constant: see
    /// [`Feature::FunctionConstantIndices`](crate::Feature::FunctionConstantIndices).
    Index,
    /// An identifier.
    Name,
    /// `any`, `greater` or `less` (5.2.3.5).
    Comparison,
    /// `quad` or `triangle`, and the number of control points (5.1.1.2).
    Patch,
    /// A type, which may be left out (5.6).
    OptionalType,
    /// Identifiers, which may have template arguments.
    Tags,
    /// A string literal.
    Text,
    /// String literals.
    Texts,
}

/// Places with the same types and availability.
#[derive(Debug)]
pub struct AttributeUse {
    /// The places.
    pub places: &'static [AttributePlace],
    /// The types of what carries the attribute; `None` where the place decides.
    pub types: Option<TypeSet>,
    /// Whether it may be an array of one of the types.
    pub or_array: bool,
    /// The section that describes it.
    pub section: &'static str,
    /// The counterpart in WGSL: a built-in value, which may have more components, or the type and the sampling of an interpolation.
    pub wgsl: Option<&'static str>,
    /// The versions that have it.
    pub availability: Availability,
}

/// The kind of declaration that an attribute is written on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum AttributePlace {
    /// A kernel function (5.1.3).
    KernelFunction,
    /// A vertex function (5.1.1).
    VertexFunction,
    /// A fragment function (5.1.2).
    FragmentFunction,
    /// An argument of a kernel function.
    KernelArgument,
    /// An argument of a vertex function.
    VertexArgument,
    /// An argument of a vertex function that runs after tessellation.
    PatchVertexArgument,
    /// An argument of a fragment function.
    FragmentArgument,
    /// An argument of another function.
    UserFunctionArgument,
    /// A member of what a vertex function has as `stage_in`.
    VertexInput,
    /// A member of what a kernel function has as `stage_in`.
    KernelInput,
    /// A member of what a fragment function has as `stage_in`, or the argument itself.
    FragmentInput,
    /// A member of a control point of a patch (5.2.2).
    PatchControlPointMember,
    /// The result of a vertex function, or a member of it.
    VertexOutput,
    /// The result of a fragment function, or a member of it.
    FragmentOutput,
    /// A member of a structure of resources that is passed by value (2.11.2).
    ResourceMember,
    /// A member of a structure in an argument buffer (2.12).
    ArgumentBufferMember,
    /// A member of an imageblock (5.6).
    ImageblockMember,
    /// A member of another structure that is passed or returned by value (5.8.1.6).
    StructureMember,
    /// A variable of the program scope (5.8.1).
    ProgramScopeConstant,
    /// A function that emits meshes, of later versions.
    MeshFunction,
    /// An argument of such a function.
    MeshArgument,
    /// A member of a vertex or primitive of a mesh.
    MeshOutput,
    /// A function that starts such functions, of later versions.
    ObjectFunction,
    /// An argument of such a function.
    ObjectArgument,
    /// A function that a pipeline finds in a table or by its name, of later versions.
    VisibleFunction,
    /// An argument of a function that decides about intersections of rays, of later versions.
    IntersectionArgument,
    /// The result of such a function, or a member of it.
    IntersectionOutput,
    /// A variable in a function.
    LocalVariable,
}

/// The attributes with this name: one for each form of arguments.
#[must_use]
pub fn attributes(name: &str) -> &'static [Attribute] {
    let start = ATTRIBUTES.partition_point(|attribute| attribute.name < name);
    let count = ATTRIBUTES[start..].partition_point(|attribute| attribute.name == name);
    &ATTRIBUTES[start..start + count]
}

include!("generated/attributes.rs");
