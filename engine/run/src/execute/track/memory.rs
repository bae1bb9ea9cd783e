//! Knowledge about memory: about the values that were stored in it, by address.

use super::held::{Held, Scalar};
use rustc_hash::FxHashMap;
use shader_ir::{MemoryType, Type};

/// A value that was stored at an address, with its type.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Word {
    pub(super) ty: Type,
    pub(super) held: Held,
}

/// A memory, or the part of it that an invocation has: which words were stored.
#[derive(Clone, Debug, Default)]
pub(super) struct Words {
    /// By address. A word of four bytes has one entry, at its first byte.
    words: FxHashMap<u32, Word>,
    /// Whether nothing is known about words that are not listed; otherwise they have the value that they have here.
    pub(super) is_open: bool,
}

impl Words {
    /// Forgets everything: a store may have gone anywhere.
    pub(super) fn open(&mut self) {
        *self = Self { is_open: true, ..Self::default() };
    }

    /// Returns to the initial state.
    pub(super) fn reset(&mut self) {
        *self = Self::default();
    }

    const fn unlisted(&self) -> Held {
        Held::exact_if(!self.is_open)
    }

    /// The values that the bytes at an address may have.
    pub(super) fn load(&self, address: u32, size: u32) -> Held {
        match size {
            1 => return Held::exact_if(self.load(address & !1, 2) == Held::Exact),
            8 => {
                let halves = [address, address + 4].map(|address| self.load(address, 4));
                return Held::exact_if(halves == [Held::Exact; 2]);
            }
            2 | 4 => {}
            _ => unreachable!("a load of {size} bytes"),
        }
        if let Some(word) = self.words.get(&address) {
            // Parts of a word that was copied as a whole are known when it is.
            return if word.ty.size() == size { word.held } else { self.parts(address, size) };
        }
        self.parts(address, size)
    }

    /// The values that bytes may have, put together from words of another size.
    fn parts(&self, address: u32, size: u32) -> Held {
        let whole = self.words.get(&(address & !3)).filter(|word| word.ty.size() == 4);
        let halves = || {
            (address..address + size).step_by(2).all(|at| match self.words.get(&at) {
                Some(word) => word.held == Held::Exact,
                None => !self.is_open,
            })
        };
        match whole {
            Some(word) => Held::exact_if(word.held == Held::Exact),
            None => Held::exact_if(halves()),
        }
    }

    /// Notes a store. Types without intervals are stored as words that are known or not. For a byte to be known, its neighbour must be
    /// known, too.
    pub(super) fn store(&mut self, address: u32, ty: impl Into<MemoryType>, held: Held) {
        let ty = match ty.into() {
            MemoryType::Sized(ty) => ty,
            MemoryType::ByteBool => Type::U8,
        };
        let known = Held::exact_if(held.is_known());
        match ty {
            Type::I8 | Type::U8 => {
                let address = address & !1;
                let half = Held::exact_if(held.is_known() && self.load(address, 2) == Held::Exact);
                self.store_part(address, Type::U16, half);
            }
            Type::I16 | Type::U16 => self.store_part(address, Type::U16, known),
            Type::I64 | Type::U64 | Type::F64 => {
                self.store_part(address, Type::U32, known);
                self.store_part(address + 4, Type::U32, known);
            }
            Type::Bool | Type::I32 | Type::U32 | Type::F16 | Type::F32 => self.store_part(address, ty, held),
        }
    }

    /// Notes a store of a word or half a word.
    fn store_part(&mut self, address: u32, ty: Type, held: Held) {
        if ty.size() == 4 {
            self.words.remove(&(address + 2));
        } else if let Some(whole) = self.words.get(&(address & !3)).filter(|word| word.ty.size() == 4) {
            // The other half is known if the word was.
            let half = Word { ty: Type::U16, held: Held::exact_if(whole.held == Held::Exact) };
            self.words.insert(address & !3, half);
            self.words.insert(address & !3 | 2, half);
        }
        self.words.insert(address, Word { ty, held });
    }

    /// Notes that four bytes, two or one were copied.
    pub(super) fn copy(&mut self, from: &[(u32, Word)], address: u32, size: u32, otherwise: Held) {
        if from.is_empty() {
            let ty = match size {
                4 => Type::U32,
                2 => Type::U16,
                1 => Type::U8,
                _ => unreachable!("a copy of {size} bytes at once"),
            };
            self.store(address, ty, otherwise);
        }
        for (offset, word) in from {
            self.store(address + offset, word.ty, word.held);
        }
    }

    /// The words that lie in some bytes, with their distances to the first byte; and the values of the other bytes.
    pub(super) fn within(&self, address: u32, size: u32) -> (Vec<(u32, Word)>, Held) {
        let at = |offset: u32| self.words.get(&(address + offset)).map(|word| (offset, *word));
        let mut found: Vec<(u32, Word)> = (0..size).step_by(2).filter_map(at).collect();
        let is_split = found.iter().any(|(offset, word)| offset + word.ty.size() > size);
        if is_split || (found.is_empty() && size < 4) {
            return (Vec::new(), self.load(address, size));
        }
        if let [(offset, word)] = found[..]
            && word.ty.size() < size
        {
            // The other half was never stored.
            found.push((offset ^ 2, Word { ty: Type::U16, held: self.unlisted() }));
        }
        (found, self.unlisted())
    }

    /// All words that were stored, by address.
    pub(super) fn sorted(&self) -> Vec<(u32, Word)> {
        let mut words: Vec<(u32, Word)> =
            self.words.iter().map(|(address, word)| (*address, *word)).collect();
        words.sort_by_key(|(address, _)| *address);
        words
    }
}

impl Word {
    /// The word with its bits here.
    pub(super) const fn with(self, bits: u32) -> Scalar {
        Scalar { ty: self.ty, bits: bits as u64, held: self.held }
    }
}
