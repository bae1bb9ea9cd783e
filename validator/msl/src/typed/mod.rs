//! The typed tree of a program: what lowering and translation read.
//!
//! The checker notes types in tables next to the syntax tree. Here both become one tree without the parts of C++ that are only notation: a name is the
//! place that it denotes, an overloaded operator is a call, a member function has its object as the first argument, a conversion is a node of
//! its own, a list in braces has a value for each element, a reference is a place, and an argument that is left out is there.
//!
//! [`function`] and [`initializer`] make the tree of one function or of one variable, from a [`Module`] without errors. Both take time in
//! proportion to the source and to the default arguments that it uses: a default is built once for each function that uses it. They never fail:
//! an expression without a meaning here is [`Expr::Unsupported`], which matters only where it is used.
//!
//! A node comes after its parts in its column, so that the tree has no cycles. The children of a node are in `visit`.

mod build;
#[cfg(test)]
mod print;
#[cfg(test)]
mod tests;
mod tree;
mod visit;

pub use tree::{
    Argument, Call, CallId, Clause, Components, ConstantId, Expr, ExprId, Initial, LibraryCall,
    LibraryCallId, Local, LocalId, Part, Place, PlaceId, SamplerId, Stmt, StmtId, TextureCall, TextureCallId,
    Tree, UnaryOperator, Unsupported,
};
pub use visit::Child;

use crate::meaning::{Body, Module};
use crate::types::TypeId;
use build::Builder;
use cxx_validator::ast::{List, VariableId};

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
    /// The value, in the type of the variable.
    pub value: ExprId,
    /// Its nodes.
    pub tree: Tree,
}

/// Builds the tree of a function: of the instance with this number.
#[must_use]
pub fn function(module: &Module, instance: usize) -> Function {
    Builder::new(module, &module.instances[instance].body).function(instance)
}

/// Builds the tree of the first value of a variable of the program; `None` if the variable has none.
#[must_use]
pub fn initializer(module: &Module, variable: VariableId) -> Option<Initializer> {
    let global = module.globals.get(&variable)?;
    let none = Body::default();
    Builder::new(module, global.initializer.as_ref().unwrap_or(&none)).initializer(variable, global.object.ty)
}
