//! The names of the specification as symbols, and the perfect hash that finds them.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;

use crate::name_hash::{bucket, fingerprint, slot};
use crate::source::{lines, literal, upper_snake};

/// The names of a specification, each with a number.
pub(crate) struct Names {
    list: Vec<String>,
    index: HashMap<String, usize>,
    /// The constants of the first names; the other names are only reserved words and have none.
    constants: Vec<String>,
    displacements: Vec<u16>,
    slots: Vec<u16>,
}

impl Names {
    /// Numbers the names that have a meaning, the names of extensions, and the words that are only reserved.
    pub(crate) fn collect<'a>(
        meaningful: impl Iterator<Item = &'a str>,
        extensions: impl Iterator<Item = &'a str>,
        reserved: impl Iterator<Item = &'a str>,
    ) -> Result<Self, String> {
        let mut constants: BTreeMap<String, String> = BTreeMap::new();
        for name in meaningful {
            let constant = upper_snake(name);
            match constants.get(&constant) {
                Some(other) if other != name => {
                    return Err(format!("`{name}` and `{other}` have the same constant {constant}"));
                }
                _ => _ = constants.insert(constant, name.to_owned()),
            }
        }
        for name in extensions {
            let constant = upper_snake(name);
            // The extension `buffer_view` and the function `bufferView` would have the same constant.
            let is_taken = constants.get(&constant).is_some_and(|other| other != name);
            let constant = if is_taken { format!("{constant}_EXTENSION") } else { constant };
            constants.insert(constant, name.to_owned());
        }
        let mut list: Vec<(String, String)> =
            constants.into_iter().map(|(constant, name)| (name, constant)).collect();
        list.sort();
        let (mut list, constants): (Vec<String>, Vec<String>) = list.into_iter().unzip();
        let mut index: HashMap<String, usize> =
            list.iter().enumerate().map(|(index, name)| (name.clone(), index)).collect();
        for name in reserved {
            if !index.contains_key(name) {
                index.insert(name.to_owned(), list.len());
                list.push(name.to_owned());
            }
        }
        let (displacements, slots) = place(&list)?;
        Ok(Self { list, index, constants, displacements, slots })
    }

    /// The names in the order of their numbers.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        self.list.iter().map(String::as_str)
    }

    /// The Rust expression of the symbol of a name.
    pub(crate) fn symbol(&self, name: &str) -> Result<String, String> {
        Ok(format!("crate::Symbol::from_index({})", self.index(name)?))
    }

    /// The zero-based index of a name.
    pub(crate) fn index(&self, name: &str) -> Result<usize, String> {
        self.index.get(name).copied().ok_or_else(|| format!("`{name}` is not a collected name"))
    }

    /// The table of names, a constant for each name with a meaning, and the hash that finds them.
    pub(crate) fn generate(&self) -> String {
        let count = self.list.len();
        let mut text = format!("static NAMES: [&str; {count}] = [\n");
        text.push_str(&lines(self.list.iter().map(|name| literal(name))));
        let _ = write!(
            text,
            "];\n\nimpl Symbol {{\n    /// The number of names in the specification: symbols up to this number are its own.\n    \
             pub const PREDECLARED: u32 = {count};\n}}\n\n\
             static DISPLACEMENTS: [u16; {}] = {:?};\n\nstatic SLOTS: [u16; {}] = {:?};\n\n",
            self.displacements.len(),
            self.displacements,
            self.slots.len(),
            self.slots
        );
        let _ = write!(
            text,
            "#[inline]
fn lookup(name: &[u8]) -> Result<Symbol, u64> {{
    let fingerprint = crate::name_hash::fingerprint(name);
    let displacement = DISPLACEMENTS[crate::name_hash::bucket(fingerprint, DISPLACEMENTS.len())];
    let index = SLOTS[crate::name_hash::slot(fingerprint, displacement, SLOTS.len())] as usize;
    match NAMES.get(index) {{
        Some(known) if known.as_bytes() == name => Ok(Symbol::from_index(index)),
        _ => Err(fingerprint),
    }}
}}

/// The names that the specification gives a meaning; reserved words without a meaning have no constant.
///
/// A constant is the name in capitals, with an underscore wherever a capital follows a small letter or a digit:
/// `TEXTURE_SAMPLE`, `READ_WRITE`, `DOT4_U8_PACKED`.
/// An extension named like a function has `_EXTENSION` at the end.
pub mod sym {{
    use super::Symbol;
"
        );
        for (index, (name, constant)) in self.list.iter().zip(&self.constants).enumerate() {
            let _ = writeln!(
                text,
                "    /// `{name}`\n    pub const {constant}: Symbol = Symbol::from_index({index});"
            );
        }
        text.push_str("}\n");
        text
    }
}

/// Hash and displace: each bucket, the largest first, takes the first displacement that puts all its names into free
/// slots.
fn place(names: &[String]) -> Result<(Vec<u16>, Vec<u16>), String> {
    let slots = (names.len() * 5 / 4).next_power_of_two();
    let buckets = slots / 4;
    let mut members: Vec<Vec<(u64, u16)>> = vec![Vec::new(); buckets];
    let mut seen = HashMap::new();
    for (index, name) in names.iter().enumerate() {
        let hash = fingerprint(name.as_bytes());
        if let Some(other) = seen.insert(hash, name) {
            return Err(format!("`{name}` and `{other}` have the same fingerprint"));
        }
        members[bucket(hash, buckets)].push((hash, index as u16));
    }
    let mut order: Vec<usize> = (0..buckets).collect();
    order.sort_by_key(|bucket| (usize::MAX - members[*bucket].len(), *bucket));
    let mut displacements = vec![0; buckets];
    let mut table = vec![u16::MAX; slots];
    for bucket in order {
        let fits = |displacement: &u16| {
            let mut taken: Vec<usize> =
                members[bucket].iter().map(|(hash, _)| slot(*hash, *displacement, slots)).collect();
            let all_free = taken.iter().all(|slot| table[*slot] == u16::MAX);
            taken.sort_unstable();
            taken.dedup();
            all_free && taken.len() == members[bucket].len()
        };
        let displacement =
            (0..u16::MAX).find(fits).ok_or("no displacement places the names: enlarge the table of slots")?;
        for (hash, index) in &members[bucket] {
            table[slot(*hash, displacement, slots)] = *index;
        }
        displacements[bucket] = displacement;
    }
    Ok((displacements, table))
}
