//! Files as clients name them.

use lsp_types::Uri;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use std::path::{Path, PathBuf};

/// The characters of a path that are escaped.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// The path of a document; `None` if it is not a file.
pub(crate) fn path(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    let path = percent_decode_str(rest).decode_utf8().ok()?;
    // `/c:/folder` is `c:/folder` on Windows.
    let has_drive = path.as_bytes().get(2) == Some(&b':');
    let path = if has_drive { path.strip_prefix('/').unwrap_or(&path) } else { &path };
    (!path.is_empty()).then(|| PathBuf::from(path))
}

/// The address of a file.
pub(crate) fn uri(path: &Path) -> Uri {
    let path = path.to_string_lossy().replace('\\', "/");
    let root = if path.starts_with('/') { "" } else { "/" };
    Uri(format!("file://{root}{}", utf8_percent_encode(&path, ESCAPED)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_paths_agree() {
        for (address, plain) in
            [("file:///a/b%20c/%C3%A9.wgsl", "/a/b c/é.wgsl"), ("file:///c%3A/a.wgsl", "c:/a.wgsl")]
        {
            assert_eq!(path(address).as_deref(), Some(Path::new(plain)));
            assert_eq!(uri(Path::new(plain)).0, address);
        }
        assert_eq!(path("untitled:1"), None);
    }
}
