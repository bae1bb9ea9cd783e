//! Source maps, as `JavaScript` tools know them. <https://tc39.es/ecma426/>

use super::write::Place;
use rustc_hash::FxHashMap;
use shader_source::LineIndex;

/// The mappings of a source map, version 3, for a text of one line and one source.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SourceMap {
    /// The mappings, as the format encodes them.
    pub mappings: String,
    /// The names that the mappings refer to.
    pub names: Vec<String>,
}

impl SourceMap {
    /// Returns the map from a minified program to its source. The places are in the order of the program.
    pub(super) fn new(source: &str, text: &str, places: Vec<Place>) -> Self {
        let index = LineIndex::new(source);
        let mut map = Self::default();
        let mut known: FxHashMap<&str, usize> = FxHashMap::default();
        let (mut at, mut column) = (0, 0_i64);
        let mut before = [0_i64; 4];
        for (place, origin, name) in places {
            let units: usize = text[at..place as usize].chars().map(char::len_utf16).sum();
            column += units as i64;
            at = place as usize;
            let position = index.position(origin);
            let name = name.map(|span| {
                let name = span.text(source);
                *known.entry(name).or_insert_with(|| {
                    map.names.push(name.to_owned());
                    map.names.len() - 1
                })
            });
            let (line, source_column) = (i64::from(position.line) - 1, i64::from(position.column_utf16) - 1);
            if !map.mappings.is_empty() {
                map.mappings.push(',');
            }
            // The only source has number 0. All numbers are relative to the ones before.
            for number in [column - before[0], 0, line - before[1], source_column - before[2]] {
                append_vlq(number, &mut map.mappings);
            }
            if let Some(name) = name {
                append_vlq(name as i64 - before[3], &mut map.mappings);
                before[3] = name as i64;
            }
            [before[0], before[1], before[2]] = [column, line, source_column];
        }
        map
    }
}

/// Appends a number of the mappings: in base 64 with five bits a digit, the lowest first. The lowest bit of the first digit is the sign.
pub fn append_vlq(number: i64, output: &mut String) {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut rest = number.unsigned_abs() << 1 | u64::from(number < 0);
    loop {
        let digit = rest & 31;
        rest >>= 5;
        let continues = if rest > 0 { 32 } else { 0 };
        output.push(char::from(DIGITS[(digit | continues) as usize]));
        if rest == 0 {
            return;
        }
    }
}
