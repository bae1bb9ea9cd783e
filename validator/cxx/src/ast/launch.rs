//! The launches of kernels, as the tokens of a program have them.

use crate::names::Symbol;
use shader_source::Span;

/// A use of the function that launches kernels: its name and a `(`. Whether it is a call is for the tree to say, as far as there is one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Launch {
    /// The place of the name. All launches in the expansion of one macro have the same place.
    pub name: Span,
    /// From the name to the `)`.
    pub span: Span,
    /// The name of the function around, as far as the tokens show it.
    pub function: Option<Symbol>,
    /// Whether a restriction clause is in the arguments.
    pub has_restriction: bool,
    /// Whether a lambda expression begins an argument.
    pub has_lambda: bool,
}
