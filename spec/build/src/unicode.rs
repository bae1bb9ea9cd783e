//! Code points that identifiers may have only since a later version of Unicode.

use serde::Deserialize;

use crate::source::{Source, lines};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    later_than_14: String,
}

/// The table of the code points in `unicode.yaml`.
pub(crate) fn generate(source: &Source) -> Result<String, String> {
    let file: File = source.yaml("unicode.yaml")?;
    let mut ranges = Vec::new();
    let mut end = 0;
    for written in file.later_than_14.split_whitespace() {
        let (first, last) = written.split_once("..").unwrap_or((written, written));
        let number =
            |text| u32::from_str_radix(text, 16).map_err(|error| format!("unicode.yaml: {text}: {error}"));
        let (first, last) = (number(first)?, number(last)?);
        if first <= end || last < first {
            return Err(format!("unicode.yaml: {written} is out of order"));
        }
        end = last;
        ranges.push(format!("({first:#X}, {last:#X})"));
    }
    let count = ranges.len();
    Ok(format!("static LATER_THAN_14: [(u32, u32); {count}] = [\n{}];\n", lines(ranges)))
}
