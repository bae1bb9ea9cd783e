//! The names in declarations with syntax errors, which editors follow while a declaration is being written.
//!
//! The parser gives up somewhere in such a declaration, so names are found by their tokens. This includes local declarations that hide an import:
//! if the import gets a different name in the program, so does every word of the declaration that is spelt like it.

use crate::link::Linker;
use crate::mapped::FileIndex;
use crate::scan::{Kind, tokens};
use crate::unit::{Reference, Referent, Unit};
use shader_source::Span;

impl Unit {
    /// Returns the words in declarations with syntax errors that may refer to a declaration of a module, and that the parser did not reach.
    pub(crate) fn mentions_in(&self, text: &str) -> Vec<Reference> {
        let broken: Vec<Span> =
            self.declarations.iter().filter(|it| it.has_error).map(|it| it.span).collect();
        if broken.is_empty() {
            return Vec::new();
        }
        let tokens = tokens(text);
        let is_broken = |span: Span| {
            let next = broken.partition_point(|declaration| declaration.lo <= span.lo);
            next > 0 && span.hi <= broken[next - 1].hi
        };
        let is_member = |index: usize| index > 0 && tokens[index - 1].is('.');
        let words = tokens
            .iter()
            .enumerate()
            .filter(|(index, token)| token.kind == Kind::Word && is_broken(token.span) && !is_member(*index));
        let is_reference =
            |span: Span| self.references.binary_search_by_key(&span, |reference| reference.span).is_ok();
        let mention = |span: Span| {
            let name = span.text(text);
            let own = || self.by_name.get(name).map(|index| self.own(*index, span));
            Some(Reference { span, to: own().or_else(|| self.referent(name))? })
        };
        words.map(|(_, token)| token.span).filter(|span| !is_reference(*span)).filter_map(mention).collect()
    }
}

impl Linker<'_> {
    /// Adds what declarations with syntax errors of a file refer to. Nothing is reported.
    pub(crate) fn add_mentions(&mut self, file: FileIndex) {
        let unit = self.unit(file);
        for Reference { span, to } in &unit.mentions {
            let item = match to {
                Referent::Own(declaration) => Some((file, *declaration)),
                Referent::Import(import, rest) => {
                    let module = self.path_of(file, &unit.imports[*import].path);
                    self.item(file, &[module.as_slice(), rest].concat(), 0).ok()
                }
                Referent::Path(path) => self.item(file, path, 0).ok(),
            };
            let Some(item) = item else { continue };
            self.mentioned.push((file, *span, item));
            if item.0 != file {
                self.add_import(item);
            }
        }
    }
}
