//! Any bytes are migrated, once.

use crate::source_of;
use wgsl_validator::{Options, Validator};

/// Any bytes are migrated. A program that becomes a program of the current language is accepted, and a second migration leaves it as it is.
///
/// # Panics
/// They are not.
pub fn migrate(bytes: &[u8]) {
    let source = source_of(bytes);
    let options = Options::default();
    let migration = wgsl_validator::migrate::migrate(&source, &options);
    let text = migration.text();
    for found in &migration.findings {
        let span = found.primary.span;
        assert!(text.get(span.lo as usize..span.hi as usize).is_some(), "{found:?}");
    }
    if migration.module.is_accepted() {
        assert!(Validator::new(options.clone()).validate(text).is_accepted(), "{text}");
        assert_eq!(wgsl_validator::migrate::migrate(text, &options).text(), text);
    }
}
