//! A file of cases is read, or refused at a place.

use crate::source_of;
use std::path::Path;
use wgsl_cts_cases::case::read_text;
use wgsl_cts_cases::language::Wgsl;

/// Any text is read as cases, or refused with a reason.
///
/// # Panics
/// It is refused without one.
pub fn cases(bytes: &[u8]) {
    // No folder of this name exists, so that programs in files are not found.
    let read = read_text::<Wgsl>(Path::new("no fixtures"), Path::new("cases/any.yaml"), &source_of(bytes));
    assert!(read.is_ok() || read.is_err_and(|problems| problems.iter().any(|it| !it.to_string().is_empty())));
}
