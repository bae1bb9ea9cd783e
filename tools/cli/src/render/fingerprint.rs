//! Fingerprints of diagnostics: numbers by which services recognise a diagnostic in the next version of a file.

use shader_source::SourceMap;
use shader_source::diagnostic::Diagnostic;
use std::collections::HashMap;

/// Makes the fingerprints of a run.
#[derive(Default)]
pub(super) struct Fingerprints {
    /// How many diagnostics had the same file, rule and line so far.
    seen: HashMap<u64, u32>,
}

impl Fingerprints {
    /// Returns the fingerprint of the next diagnostic. It depends on the file, the rule and the source of the line, but not on the number of
    /// the line, which changes with each edit above it. Equal lines with equal diagnostics are told apart by their order.
    pub(super) fn next(&mut self, found: &Diagnostic, sources: &SourceMap<'_>) -> String {
        let place = sources.range(found.primary.span);
        let text = place.file.text();
        let start = text[..place.span.lo as usize].rfind(['\n', '\r']).map_or(0, |at| at + 1);
        let line = text[start..].lines().next().unwrap_or_default().trim();
        let hash = hash([place.file.name(), found.rule.slug(), line]);
        let count = self.seen.entry(hash).or_default();
        *count += 1;
        format!("{hash:016x}:{count}")
    }
}

/// The hash FNV-1a of texts. It is the same in all versions of this command, which the standard library doesn't promise of its hashes.
/// <https://www.rfc-editor.org/rfc/rfc9923>
fn hash(texts: [&str; 3]) -> u64 {
    const BASIS: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    // 0xFF ends a text: it is in no UTF-8.
    let bytes = texts.into_iter().flat_map(|text| text.bytes().chain([0xff]));
    bytes.fold(BASIS, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(PRIME))
}
