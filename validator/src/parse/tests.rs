//! Tests of the parser.

mod accepted;

use super::parse_alone as parse;
use wgsl_spec::{Code, Edition};

/// The codes of the mistakes of a text.
fn codes(text: &str) -> Vec<Code> {
    parse(text, Edition::Current).diagnostics.iter().map(|diagnostic| diagnostic.code).collect()
}

/// The codes of the mistakes of the body of a function.
fn codes_of_body(body: &str) -> Vec<Code> {
    codes(&format!("fn f() {{ {body} }}"))
}
