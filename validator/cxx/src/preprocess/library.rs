//! The macros that headers of the library define, and the headers that have a text.
//!
//! Nearly every program includes such a header, and few use any of its names. To read all of them costs a third of the time that a small program
//! takes, so a macro is only defined once its name occurs, and a header is only read if it may declare a name of the program.
//! Programs can't observe this: a name that doesn't occur is not used.

use super::files::HeaderText;
use super::{Macro, Origin, Parameters, Preprocessor};
use crate::dialect::{self, Header};
use crate::lex::lex;
use crate::names::Symbol;
use rustc_hash::FxHashSet;
use shader_source::Span;
use std::rc::Rc;

/// The name of a macro of the table, and its parameters: `F` and `x, y` of `F(x, y)`.
fn parts_of(macro_name: &str) -> (&str, Option<&str>) {
    let split = macro_name.strip_suffix(')').and_then(|it| it.split_once('('));
    split.map_or((macro_name, None), |(name, parameters)| (name, Some(parameters)))
}

/// The headers of the library that were included so far.
#[derive(Default, Debug)]
pub(super) struct Library {
    /// Whether a header of the library was included.
    pub(super) is_included: bool,
    /// By their names. The program may have undefined them again.
    were_defined: FxHashSet<&'static str>,
    /// The headers with texts.
    headers: Vec<Included>,
}

/// A header with a text that was included.
#[derive(Clone, Copy, Debug)]
struct Included {
    header: Header,
    text: &'static str,
    /// The number of tokens before its declarations.
    position: usize,
    /// The place of the name in the directive.
    by: Span,
}

impl Preprocessor<'_> {
    /// Defines the macros whose names occur: when a header is included for the first time, and when a later file has new names.
    pub(super) fn define_library_macros(&mut self) {
        self.library.is_included = true;
        self.define_macros_that_occur();
    }

    /// Does so for the macros that may be used here: headers of the library define most of them.
    pub(super) fn define_macros_that_occur(&mut self) {
        let dialect::Library { macros, compiler_macros, .. } = self.dialect.library;
        let of_headers = if self.library.is_included { macros } else { &[] };
        for (macro_name, value) in compiler_macros.iter().chain(of_headers) {
            if self.names.find(parts_of(macro_name).0).is_some() {
                self.define_library_macro(macro_name, value);
            }
        }
    }

    /// Defines the macro with a name that `##` makes.
    pub(super) fn define_library_macro_named(&mut self, name: &str) {
        let dialect::Library { macros, compiler_macros, .. } = self.dialect.library;
        let of_headers = if self.library.is_included { macros } else { &[] };
        for table in [compiler_macros, of_headers] {
            if let Ok(number) = table.binary_search_by(|(known, _)| parts_of(known).0.cmp(name)) {
                let (macro_name, value) = table[number];
                self.define_library_macro(macro_name, value);
            }
        }
    }

    /// Includes a header of the library.
    pub(super) fn include_library(&mut self, header: Header, by: Span) {
        self.define_library_macros();
        self.library_headers.push((header.name, by));
        let library = &self.dialect.library;
        let included = library.includes.iter().filter(|(name, _)| *name == header.name);
        for included in included.filter_map(|(_, name)| (library.header)(name)) {
            self.include_library(included, by);
        }
        let Some(text) = header.text else { return };
        // Several names may lead to one text.
        if self.library.headers.iter().all(|known| known.text != text) {
            let position = self.output.len();
            self.library.headers.push(Included { header, text, position, by });
        }
    }

    /// Includes the header that a program has in any case, before everything else.
    fn include_implied(&mut self) {
        let is_open = self.is_header || !self.skipped_headers.is_empty();
        let implied = self.dialect.library.implied.filter(|_| is_open);
        let Some(header) = implied.and_then(self.dialect.library.header) else { return };
        if self.library_headers.iter().all(|(name, _)| *name != header.name) {
            let output = core::mem::take(&mut self.output);
            let headers = core::mem::take(&mut self.library.headers);
            self.include_library(header, Span::default());
            self.output = output;
            self.library.headers.extend(headers);
        }
    }

    /// Reads the headers with texts, and puts what they declare where they are included. Macros of the program do not reach them.
    pub(super) fn read_library(&mut self) {
        self.include_implied();
        let headers = core::mem::take(&mut self.library.headers);
        if headers.is_empty() {
            return;
        }
        let of_language = self.dialect.library.predefined.iter().filter_map(|name| self.names.find(name));
        let of_language: Vec<Symbol> = of_language.collect();
        self.macros.retain(|name, _| of_language.contains(name));
        // The headers have the macros of the library even if the program has used or redefined them.
        self.library.were_defined.clear();
        self.define_macros_that_occur();
        let mut whole = core::mem::take(&mut self.output);
        // The last one first: that does not move the positions of the others.
        for Included { header, text, position, by } in headers.into_iter().rev() {
            if !self.names.iter().any(|name| header.names.iter().any(|start| name.starts_with(start))) {
                continue;
            }
            let name = format!("<{}>", header.name);
            let number =
                self.known(HeaderText { identity: name.clone(), name: name.clone(), text: text.into() });
            self.enter(number, name.into(), by);
            self.run();
            whole.splice(position..position, core::mem::take(&mut self.output));
        }
        self.output = whole;
    }

    fn define_library_macro(&mut self, macro_name: &'static str, value: &str) {
        if !self.library.were_defined.insert(macro_name) {
            return;
        }
        let (name, parameters) = parts_of(macro_name);
        let parameters = parameters.map(|list| Parameters {
            names: list.split(", ").map(|parameter| self.names.intern(parameter)).collect(),
            rest: None,
        });
        let mut body = lex(value, self.dialect, &mut self.names, &mut Vec::new());
        body.pop();
        let definition = Macro { parameters, body, span: None, origin: Origin::Library };
        let name = self.names.intern(name);
        self.macros.insert(name, Rc::new(definition));
    }
}
