//! The macros that headers of the library define.
//!
//! Nearly every program includes such a header, and few use more than one macro of it. To read all definitions costs a third of the time that a small
//! program takes, so a macro is only defined once its name occurs. No program can tell: a name that doesn't occur is not used.

use super::{Macro, Origin, Preprocessor};
use crate::lex::lex;
use msl_spec::MACROS;
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// The macros of the library that are defined so far.
#[derive(Default, Debug)]
pub(super) struct LibraryMacros {
    /// Whether a header of the library was included.
    pub(super) is_included: bool,
    /// By their numbers. The program may have undefined them again.
    were_defined: FxHashSet<usize>,
}

impl Preprocessor<'_> {
    /// Defines the macros whose names occur: when a header is included for the first time, and when another file has new names.
    pub(super) fn define_library_macros(&mut self) {
        self.library.is_included = true;
        for number in 0..MACROS.len() {
            if self.names.find(MACROS[number].0).is_some() {
                self.define_library_macro(number);
            }
        }
    }

    /// Defines the macro with a name that `##` makes.
    pub(super) fn define_library_macro_named(&mut self, name: &str) {
        if self.library.is_included
            && let Ok(number) = MACROS.binary_search_by(|(known, _)| (*known).cmp(name))
        {
            self.define_library_macro(number);
        }
    }

    fn define_library_macro(&mut self, number: usize) {
        if !self.library.were_defined.insert(number) {
            return;
        }
        let (name, value) = MACROS[number];
        let mut body = lex(value, &mut self.names, &mut Vec::new());
        body.pop();
        let definition = Macro { parameters: None, body, span: None, origin: Origin::Library };
        let name = self.names.intern(name);
        self.macros.insert(name, Rc::new(definition));
    }
}
