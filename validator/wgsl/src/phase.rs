//! The phases of validation as an observer sees them, so that a caller who has a clock can time them: this crate has none.
//!
//! With the feature `tracing`, each phase is a span as well.

use core::fmt;

/// A phase of validation, in the order in which they run. A phase ends where the next one begins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub enum Phase {
    /// From the source to tokens, with template lists discovered.
    Lex,
    /// From tokens to the syntax tree.
    Parse,
    /// From names to declarations.
    Resolve,
    /// Types, constants, layout, entry points, behaviour.
    Check,
    /// Uniformity analysis; only of modules without errors.
    Uniformity,
    /// Alias analysis; only of modules without errors.
    Aliases,
    /// Checks of the program with each suggested fix applied: whether the fix is safe.
    Fixes,
    /// The program is done.
    Done,
}

impl Phase {
    /// All of them in order.
    pub const ALL: [Self; 8] = [
        Self::Lex,
        Self::Parse,
        Self::Resolve,
        Self::Check,
        Self::Uniformity,
        Self::Aliases,
        Self::Fixes,
        Self::Done,
    ];

    /// Its name in tables and traces.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Lex => "lex",
            Self::Parse => "parse",
            Self::Resolve => "resolve",
            Self::Check => "check",
            Self::Uniformity => "uniformity",
            Self::Aliases => "aliases",
            Self::Fixes => "fixes",
            Self::Done => "done",
        }
    }
}

/// A callback at the start of each phase.
#[derive(Default)]
pub(crate) struct Observer(Option<Box<dyn FnMut(Phase) + Send>>);

impl Observer {
    pub(crate) fn new(callback: impl FnMut(Phase) + Send + 'static) -> Self {
        Self(Some(Box::new(callback)))
    }
}

impl fmt::Debug for Observer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("Observer").field(&self.0.is_some()).finish()
    }
}

/// The phases of one program.
pub(crate) struct Phases<'a> {
    observer: Option<&'a mut Observer>,
    #[cfg(feature = "tracing")]
    span: Option<tracing::span::EnteredSpan>,
}

impl<'a> Phases<'a> {
    pub(crate) fn observed(observer: &'a mut Observer) -> Self {
        Self {
            observer: Some(observer),
            #[cfg(feature = "tracing")]
            span: None,
        }
    }

    /// The phases of a program that is checked during a phase of a different program.
    pub(crate) fn inner() -> Self {
        Self {
            observer: None,
            #[cfg(feature = "tracing")]
            span: None,
        }
    }

    /// Ends the current phase and begins the next one.
    pub(crate) fn begin(&mut self, phase: Phase) {
        let Some(observer) = &mut self.observer else { return };
        if let Observer(Some(callback)) = observer {
            callback(phase);
        }
        #[cfg(feature = "tracing")]
        {
            // The old span has to be left before the new one is entered, which would otherwise be its child.
            self.span = None;
            if phase != Phase::Done {
                self.span = Some(tracing::debug_span!("phase", name = phase.name()).entered());
            }
        }
    }
}
