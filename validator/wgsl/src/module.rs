//! A program that was judged, as a value.

use crate::diagnostic::{Diagnostic, Severity};
use crate::interface::Interface;
use crate::meaning::{Meaning, TypedModule};
use crate::options::Options;
use crate::resolve::Resolution;
use crate::syntax::Syntax;
use crate::target::Target;
use std::sync::Arc;
use wgsl_spec::Edition;

/// A program that was judged: its source, the tree and the meaning of it, and what was found. It never changes, and copies
/// share it.
///
/// A program with errors keeps what is known of it. Everything that was understood has its type, value and binding; what
/// was not has [`TypeId::ERROR`](crate::types::TypeId::ERROR), and a declaration with a syntax error stays unchecked.
/// Uniformity and aliases are analysed only where there is no other error. Stages are made of accepted modules only.
#[derive(Clone, Debug)]
pub struct Module(Arc<Whole<'static>>);

#[derive(Debug)]
pub(crate) struct Whole<'source> {
    pub(crate) options: Arc<Options>,
    pub(crate) syntax: Syntax<'source>,
    pub(crate) resolution: Resolution,
    pub(crate) meaning: Box<Meaning>,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

impl Module {
    pub(crate) fn new(whole: Whole<'_>) -> Self {
        let Whole { options, syntax, resolution, meaning, diagnostics } = whole;
        let syntax = syntax.into_owned();
        Self(Arc::new(Whole { options, syntax, resolution, meaning, diagnostics }))
    }

    /// The parts of the module, unless it is shared.
    pub(crate) fn into_inner(self) -> Result<Whole<'static>, Self> {
        Arc::try_unwrap(self.0).map_err(Self)
    }

    /// The source. Empty for a program of 4 GiB or more, which is refused unread.
    #[must_use]
    pub fn source(&self) -> &str {
        self.0.syntax.source()
    }

    /// The edition of the specification that judged it.
    #[must_use]
    pub fn edition(&self) -> Edition {
        self.0.options.edition
    }

    /// The implementation that it was judged for.
    #[must_use]
    pub fn target(&self) -> &Target {
        &self.0.options.target
    }

    pub(crate) fn options(&self) -> &Options {
        &self.0.options
    }

    /// The findings, sorted by place and code.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.0.diagnostics
    }

    /// Returns true if the specification accepts the program: no finding is an error.
    #[must_use]
    pub fn is_accepted(&self) -> bool {
        !has_errors(self.diagnostics())
    }

    /// The tree and its names.
    #[must_use]
    pub fn syntax(&self) -> &Syntax<'static> {
        &self.0.syntax
    }

    /// The declarations that names denote.
    #[must_use]
    pub fn resolution(&self) -> &Resolution {
        &self.0.resolution
    }

    /// The types and values.
    #[must_use]
    pub fn meaning(&self) -> &Meaning {
        &self.0.meaning
    }

    /// The tree with the meaning of the module.
    #[must_use]
    pub fn typed(&self) -> TypedModule<'_> {
        TypedModule { syntax: self.syntax(), resolution: self.resolution(), meaning: self.meaning() }
    }

    /// The interface of an entry point of this name; `None` if there is none. Sizes that overrides decide are known in a
    /// [`Stage`](crate::Stage) only.
    #[must_use]
    pub fn interface(&self, entry_point: &str) -> Option<Interface> {
        let module = self.typed();
        let entry = module.entry_points().find(|it| it.name == entry_point)?;
        module.interface(entry.function, &module.reached(entry.decl))
    }
}

/// Returns true if a finding is an error.
pub(crate) fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|found| found.severity == Severity::Error)
}
