//! The typed tree of a program: what lowering and translation read.
//!
//! The checker notes types in tables next to the syntax tree. Here both become one tree without the parts of C++ that are only notation: a name is the
//! place that it denotes, an overloaded operator is a call, a member function has its object as the first argument, a conversion is a node of
//! its own, a braced list has a value for each element, a reference is a place, and an argument that is left out is there.
//!
//! [`function`] and [`initializer`] make the tree of one function or of one variable, from a [`Module`] without errors. Both take time in
//! proportion to the source and to the default arguments that it uses: a default is built once for each function that uses it. They never fail:
//! an expression without a meaning here is [`Expr::Unsupported`], which matters only where it is used.
//!
//! A node comes after its parts in its column, so that the tree has no cycles. The children of a node are in `visit`.

mod build;
pub(crate) mod evaluate;
#[cfg(test)]
mod print;
#[cfg(test)]
mod tests;
mod tree;
mod visit;

pub use tree::{
    Argument, Call, CallId, Clause, Components, ConstantId, Expr, ExprId, ExternalCall, ExternalCallId,
    Initial, LibraryCall, LibraryCallId, Local, LocalId, Part, Place, PlaceId, SamplerId, Stmt, StmtId,
    TextureCall, TextureCallId, Tree, UnaryOperator, Unsupported,
};
pub use visit::Child;

use crate::meaning::{Body, Meanings, Module};
use crate::types::{Object, TypeId};
use build::Builder;
use cxx_validator::ast::{self, List, VariableId};

/// A function.
#[derive(Clone, Debug)]
pub struct Function {
    /// The object of a member function or constructor: a reference.
    pub this: Option<LocalId>,
    /// The parameters.
    pub parameters: Vec<LocalId>,
    /// The type of the result; `void` for a constructor.
    pub result: TypeId,
    /// The statements. A constructor begins the members of its object before its own statements.
    pub body: List<StmtId>,
    /// Their nodes.
    pub tree: Tree,
}

/// The first value of a variable of the program.
#[derive(Clone, Debug)]
pub struct Initializer {
    /// The object of the function of a lambda expression, if the value is of an expression in it.
    pub(crate) this: Option<LocalId>,
    /// The value, in the type of the variable.
    pub value: ExprId,
    /// Its nodes.
    pub tree: Tree,
}

/// Builds the tree of a function: of the instance with this number.
#[must_use]
pub fn function(module: &Module, instance: usize) -> Function {
    function_of(module.meanings(), instance)
}

/// Builds the tree of a function as [`function`] does, as the host of a program in C++ AMP executes it: functions and constructors for the host take
/// the places of those for the accelerator. C++ AMP 1.2 (2.3.2.1)
#[must_use]
pub fn host_function(module: &Module, instance: usize) -> Function {
    let instance = module.host_bodies.get(&instance).copied().unwrap_or(instance);
    function_of(Meanings { is_for_host: true, ..module.meanings() }, instance)
}

/// Builds the tree of the first value of a variable of the program; `None` if the variable has none.
#[must_use]
pub fn initializer(module: &Module, variable: VariableId) -> Option<Initializer> {
    initializer_of(module.meanings(), variable)
}

/// Builds the tree of the first value of a variable as [`initializer`] does, as the host of a program in C++ AMP executes it.
#[must_use]
pub fn host_initializer(module: &Module, variable: VariableId) -> Option<Initializer> {
    initializer_of(Meanings { is_for_host: true, ..module.meanings() }, variable)
}

/// Builds the tree of a function as [`function`] does, while the module is being made.
pub(crate) fn function_of(meanings: Meanings<'_>, instance: usize) -> Function {
    Builder::new(meanings, &meanings.instances[instance].body).function(instance)
}

/// Builds the tree of the first value of a variable as [`initializer`] does, while the module is being made.
pub(crate) fn initializer_of(meanings: Meanings<'_>, variable: VariableId) -> Option<Initializer> {
    let global = meanings.globals.get(&variable)?;
    let none = Body::default();
    Builder::new(meanings, global.initializer.as_ref().unwrap_or(&none))
        .initializer(variable, global.object.ty)
}

/// Builds the tree of the first value of a variable that has this type, from the body that it is in.
pub(crate) fn local_initializer(
    meanings: Meanings<'_>,
    body: &Body,
    variable: VariableId,
    ty: TypeId,
) -> Option<Initializer> {
    Builder::new(meanings, body).initializer(variable, ty)
}

/// Builds the tree of an expression of a body, which may be the body of a lambda expression with this object.
pub(crate) fn expression(
    meanings: Meanings<'_>,
    body: &Body,
    expr: ast::ExprId,
    this: Option<Object>,
) -> Initializer {
    Builder::new(meanings, body).expression(expr, this)
}
