//! The encodings of C++ sources.
//!
//! Sources of C++ AMP come from Windows. Visual C++ reads them as UTF-8 or UTF-16 if they begin with a byte order mark, and in the code page of the
//! computer otherwise. Which one that was, no file says; what it can change are comments and texts.

use encoding_rs::{Encoding, WINDOWS_1252};

/// Returns true for bytes that are not a text: one without a byte order mark has no zero bytes in any encoding that is read here.
pub(crate) fn is_binary(bytes: &[u8]) -> bool {
    Encoding::for_bom(bytes).is_none() && bytes.contains(&0)
}

/// Decodes a source: in the encoding of its byte order mark, or else in UTF-8, or else in Windows-1252.
pub(crate) fn decoded(bytes: &[u8]) -> String {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        return encoding.decode_without_bom_handling(&bytes[mark..]).0.into_owned();
    }
    match str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => WINDOWS_1252.decode_without_bom_handling(bytes).0.into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{decoded, is_binary};

    #[test]
    fn the_byte_order_mark_decides() {
        assert_eq!(decoded(b"\xEF\xBB\xBFint \xC3\xA9;"), "int é;");
        assert_eq!(decoded(b"\xFF\xFEi\0\xE9\0"), "ié");
        assert_eq!(decoded(b"\xFE\xFF\0i\0\xE9"), "ié");
        assert_eq!(decoded(b"// \xC3\xA9"), "// é");
        assert_eq!(decoded(b"// \xE9\x80"), "// é€");
    }

    #[test]
    fn zero_bytes_are_only_in_utf_16() {
        assert!(is_binary(b"\x7FELF\0\0"));
        assert!(!is_binary(b"\xFF\xFEi\0") && !is_binary(b"// \xE9"));
    }
}
