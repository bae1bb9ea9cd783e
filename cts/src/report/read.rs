//! Reads `results.json`.

use crate::results::{Results, VERSION};
use serde::Deserialize;
use std::fs;
use std::io;
use std::path::Path;

/// The part of the form that stays the same in all versions.
#[derive(Deserialize)]
struct Head {
    version: u32,
}

/// Reads a file of results.
///
/// # Errors
/// When it can't be read, is of another version, or is not of the form; the message names the file.
pub fn read(path: &Path) -> io::Result<Results> {
    let named = |problem: String| io::Error::other(format!("{}: {problem}", path.display()));
    let text = fs::read_to_string(path).map_err(|error| named(format!("can't be read: {error}")))?;
    parse(&text).map_err(named)
}

/// Reads the text of results. The version is looked at first, so that a file of another one is called that, and not
/// malformed.
///
/// # Errors
/// When the text is of another version, or not of the form.
pub fn parse(text: &str) -> Result<Results, String> {
    let head: Head =
        serde_json::from_str(text).map_err(|error| format!("these are no results of a run: {error}"))?;
    if head.version != VERSION {
        return Err(format!(
            "results of version {} can't be read; the only version that is known is {VERSION}",
            head.version
        ));
    }
    serde_json::from_str(text).map_err(|error| format!("not of the form of version {VERSION}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::parse;
    use crate::results::{Results, VERSION};

    #[test]
    fn what_is_written_is_read() {
        let results = Results { version: VERSION, ..Results::default() };
        let text = serde_json::to_string(&results).expect("it has a form");
        assert_eq!(parse(&text), Ok(results));
    }

    #[test]
    fn another_version_is_named_even_when_nothing_else_fits() {
        let problem = parse(r#"{"version": 7, "something": "else"}"#).expect_err("it is of another version");
        assert!(problem.contains("version 7") && problem.contains(&VERSION.to_string()), "{problem}");
    }

    #[test]
    fn what_has_no_version_is_refused() {
        assert!(parse("{}").is_err());
        assert!(parse("").is_err());
        assert!(parse(&format!("{{\"version\": {VERSION}}}")).is_err());
    }
}
