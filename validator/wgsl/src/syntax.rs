//! A program as it is written: the source, its tree and its names.

use crate::ast::Ast;
use crate::symbol::Symbols;
use shader_source::Span;
use std::borrow::Cow;
use wgsl_spec::{Edition, Symbol};

/// A parsed program. Spans of the tree and symbols belong to the source that is kept with them: a copy in a module, borrowed while
/// only findings are wanted.
#[derive(Debug, Default)]
pub struct Syntax<'source> {
    pub(crate) source: Cow<'source, str>,
    pub(crate) edition: Edition,
    /// The tree.
    pub ast: Box<Ast>,
    pub(crate) symbols: Symbols,
}

impl Syntax<'_> {
    /// The program with a source of its own.
    pub(crate) fn into_owned(self) -> Syntax<'static> {
        let Self { source, edition, ast, symbols } = self;
        Syntax { source: Cow::Owned(source.into_owned()), edition, ast, symbols }
    }

    /// The source. Empty for a program of 4 GiB or more, which is refused unread.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The edition of the specification that it was parsed by.
    #[must_use]
    pub const fn edition(&self) -> Edition {
        self.edition
    }

    /// A name of the program or of the specification.
    #[must_use]
    pub fn name(&self, symbol: Symbol) -> &str {
        self.symbols.text(&self.source, symbol)
    }

    /// A part of the source.
    #[must_use]
    pub fn text(&self, span: Span) -> &str {
        span.text(&self.source)
    }
}
