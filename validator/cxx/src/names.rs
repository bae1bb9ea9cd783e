//! Names and spellings of a program as numbers.

use crate::dialect::Dialect;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The spelling of a name, number or string.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Symbol(u32);

impl Symbol {
    /// Its zero-based number. The words of the language come first, and others in the order of their first occurrences.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Hands out a [`Symbol`] for every different spelling.
#[derive(Clone, Debug)]
pub struct Names {
    spellings: Vec<Arc<str>>,
    symbols: FxHashMap<Arc<str>, Symbol>,
}

impl Names {
    /// The words of a language, which have the first numbers: [`Dialect::word`] finds a word by its number, without looking at its spelling.
    pub(crate) fn of(dialect: &Dialect) -> Self {
        let mut names = Self { spellings: Vec::new(), symbols: FxHashMap::default() };
        for (word, _) in dialect.words {
            names.intern(word);
        }
        names
    }

    /// The symbol of a spelling.
    pub fn intern(&mut self, spelling: &str) -> Symbol {
        if let Some(symbol) = self.symbols.get(spelling) {
            return *symbol;
        }
        let symbol = Symbol(self.spellings.len() as u32);
        let spelling: Arc<str> = spelling.into();
        self.spellings.push(Arc::clone(&spelling));
        self.symbols.insert(spelling, symbol);
        symbol
    }

    /// The symbol of a spelling that occurs.
    #[must_use]
    pub fn find(&self, spelling: &str) -> Option<Symbol> {
        self.symbols.get(spelling).copied()
    }

    /// The spelling of a symbol.
    #[must_use]
    #[inline]
    pub fn text(&self, symbol: Symbol) -> &str {
        self.spellings.get(symbol.index()).map_or("", |spelling| spelling)
    }

    /// Returns true if no program can spell a name: the parser gives such names to the variables of loops over objects.
    #[must_use]
    pub fn is_hidden(&self, symbol: Symbol) -> bool {
        self.text(symbol).ends_with("...")
    }

    /// The spellings, in the order of their first occurrences.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        self.spellings.iter().map(|spelling| &**spelling)
    }

    /// The number of symbols.
    #[must_use]
    pub fn len(&self) -> usize {
        self.spellings.len()
    }

    /// Returns true if nothing occurs.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.spellings.is_empty()
    }
}
