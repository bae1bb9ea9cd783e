//! Names of a program as numbers.

use crate::source::Span;
use rustc_hash::FxBuildHasher;
use std::collections::HashMap;
use std::hash::BuildHasher;
use wgsl_spec::Symbol;

/// Hands out a [`Symbol`] for every different name of one text. The names of the specification keep their constants.
#[derive(Debug, Default)]
pub struct Symbols {
    /// First place of each name of the program, by symbol index less the predeclared ones.
    places: Vec<Span>,
    /// Hash of a name to the symbols with that hash; a chain runs through `next`.
    table: HashMap<u64, Symbol, FxBuildHasher>,
    /// The next symbol with the same 64-bit hash, by the index of `places`.
    next: Vec<Option<Symbol>>,
}

impl Symbols {
    /// The symbol of the name at this place of the text.
    pub fn intern(&mut self, text: &str, span: Span) -> Symbol {
        let name = span.text(text);
        if let Some(symbol) = Symbol::predeclared(name) {
            return symbol;
        }
        let hash = FxBuildHasher.hash_one(name);
        let mut candidate = self.table.get(&hash).copied();
        while let Some(symbol) = candidate {
            let index = symbol.index() - Symbol::PREDECLARED as usize;
            if self.places[index].text(text) == name {
                return symbol;
            }
            candidate = self.next[index];
        }
        let symbol = Symbol::from_index(Symbol::PREDECLARED as usize + self.places.len());
        self.places.push(span);
        self.next.push(self.table.insert(hash, symbol));
        symbol
    }

    /// Forgets all names of the program and keeps the memory for another one.
    pub(crate) fn clear(&mut self) {
        self.places.clear();
        self.next.clear();
        clear_or_drop(&mut self.table);
    }

    /// The text of a symbol.
    #[must_use]
    pub fn text<'a>(&self, text: &'a str, symbol: Symbol) -> &'a str {
        symbol.predeclared_text().unwrap_or_else(|| {
            self.places.get(symbol.index() - Symbol::PREDECLARED as usize).map_or("", |span| span.text(text))
        })
    }

    /// How many symbols there are, predeclared ones included.
    #[must_use]
    pub fn len(&self) -> usize {
        Symbol::PREDECLARED as usize + self.places.len()
    }

    /// Never: the names of the specification are always there.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        false
    }
}

/// Clearing a table costs as much as its room, so one that grew large for one program is dropped.
pub(crate) fn clear_or_drop<K, V>(table: &mut HashMap<K, V, FxBuildHasher>) {
    if table.capacity() > 1 << 10 {
        *table = HashMap::default();
    } else if !table.is_empty() {
        table.clear();
    }
}
