//! Names of a program as numbers.

use rustc_hash::FxBuildHasher;
use shader_source::Span;
use std::collections::HashMap;
use wgsl_spec::Symbol;

/// Hands out a [`Symbol`] for every different name of one text. The names of the specification keep their constants.
#[derive(Debug, Default)]
pub struct Symbols {
    /// The names of the program, by symbol index less the predeclared ones.
    names: Vec<Name>,
    /// Open addressing: one more than an index of `names`, 0 where there is none. The size is a power of two.
    slots: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Name {
    hash: u32,
    /// Where it stands first.
    span: Span,
}

/// Slots to begin with; a table that outgrew them by far is released before the next program.
const SLOTS: usize = 64;

impl Symbols {
    /// The symbol of the name at this place of the source.
    pub fn intern(&mut self, text: &str, span: Span) -> Symbol {
        let name = &text.as_bytes()[span.lo as usize..span.hi as usize];
        match Symbol::find(name) {
            Ok(symbol) => symbol,
            Err(hash) => self.intern_own(text, name, span, hash),
        }
    }

    fn intern_own(&mut self, text: &str, name: &[u8], span: Span, hash: u64) -> Symbol {
        let hash = if name.len() > 16 { hash_all(name, hash) } else { hash };
        let hash = (hash ^ hash >> 32) as u32;
        if self.names.len() * 2 >= self.slots.len() {
            self.grow();
        }
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        while let Some(index) = (self.slots[slot] as usize).checked_sub(1) {
            let known = self.names[index];
            if known.hash == hash && &text.as_bytes()[known.span.lo as usize..known.span.hi as usize] == name
            {
                return Symbol::from_index(Symbol::PREDECLARED as usize + index);
            }
            slot = (slot + 1) & mask;
        }
        let symbol = Symbol::from_index(Symbol::PREDECLARED as usize + self.names.len());
        self.names.push(Name { hash, span });
        self.slots[slot] = self.names.len() as u32;
        symbol
    }

    #[cold]
    fn grow(&mut self) {
        let size = (self.slots.len() * 2).max(SLOTS);
        self.slots.clear();
        self.slots.resize(size, 0);
        for (index, name) in self.names.iter().enumerate() {
            let mut slot = name.hash as usize & (size - 1);
            while self.slots[slot] != 0 {
                slot = (slot + 1) & (size - 1);
            }
            self.slots[slot] = index as u32 + 1;
        }
    }

    /// Forgets all names of the program and keeps the memory for another one.
    pub(crate) fn clear(&mut self) {
        self.names.clear();
        self.slots.truncate(SLOTS * 16);
        self.slots.fill(0);
    }

    /// The name of a symbol.
    #[must_use]
    pub fn text<'a>(&self, text: &'a str, symbol: Symbol) -> &'a str {
        symbol.predeclared_text().unwrap_or_else(|| {
            self.names
                .get(symbol.index() - Symbol::PREDECLARED as usize)
                .map_or("", |name| name.span.text(text))
        })
    }

    /// The number of symbols, predeclared ones included.
    #[must_use]
    pub fn len(&self) -> usize {
        Symbol::PREDECLARED as usize + self.names.len()
    }

    /// Never: the names of the specification are always there.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        false
    }
}

/// A hash of all bytes of a long name: generated names often differ only somewhere in the middle.
fn hash_all(name: &[u8], mut hash: u64) -> u64 {
    for chunk in name.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        hash = (hash ^ u64::from_le_bytes(word)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        hash ^= hash >> 29;
    }
    hash
}

/// Clearing a table costs as much as its room, so one that grew large for one program is dropped.
pub(crate) fn clear_or_drop<K, V>(table: &mut HashMap<K, V, FxBuildHasher>) {
    if table.capacity() > 1 << 10 {
        *table = HashMap::default();
    } else if !table.is_empty() {
        table.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_one_symbol_and_another_name_another() {
        let names: Vec<String> = (0..5000).map(|n| format!("a_rather_long_name_{n}_of_a_variable")).collect();
        let text = names.join(" ") + " " + &names.join(" ") + " vec3";
        let mut symbols = Symbols::default();
        let mut at = 0;
        let mut seen = Vec::new();
        for word in text.split(' ') {
            seen.push(symbols.intern(&text, Span::new(at, at + word.len() as u32)));
            at += word.len() as u32 + 1;
        }
        assert_eq!(seen[..5000], seen[5000..10_000]);
        assert_eq!(symbols.len(), Symbol::PREDECLARED as usize + 5000);
        assert_eq!(seen.last(), Symbol::predeclared("vec3").as_ref());
        assert_eq!(symbols.text(&text, seen[17]), names[17]);
        symbols.clear();
        assert_eq!(symbols.len(), Symbol::PREDECLARED as usize);
    }
}
