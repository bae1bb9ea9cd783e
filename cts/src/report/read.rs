//! Reads `results.json`.

use super::ReadError;
use crate::results::{Results, VERSION};
use serde::Deserialize;
use std::fs;
use std::io;
use std::path::Path;

/// The oldest version that is read: it lacks statuses, and a reader of later ones understands it.
pub(super) const OLDEST: u32 = 1;

/// The part of the format that is common to all versions.
#[derive(Deserialize)]
struct Head {
    version: u32,
}

/// Reads a file of results.
///
/// # Errors
/// If it can't be read, has another version, or is malformed; the message names the file.
pub fn read(path: &Path) -> io::Result<Results> {
    let named = |problem: &str| io::Error::other(format!("{}: {problem}", path.display()));
    let text = fs::read_to_string(path).map_err(|error| named(&format!("can't be read: {error}")))?;
    parse(&text).map_err(|error| named(&error.to_string()))
}

/// Parses results. The version is checked first, so that a file of another version is reported as that, not as
/// malformed.
///
/// # Errors
/// If they have another version or are malformed.
pub fn parse(text: &str) -> Result<Results, ReadError> {
    let head: Head = serde_json::from_str(text).map_err(ReadError::NotResults)?;
    if !(OLDEST..=VERSION).contains(&head.version) {
        return Err(ReadError::UnknownVersion(head.version));
    }
    serde_json::from_str(text).map_err(|error| ReadError::Malformed { version: head.version, error })
}

#[cfg(test)]
mod tests {
    use super::parse;
    use crate::results::{Counts, Results, VERSION};

    #[test]
    fn what_is_written_is_read() {
        let results = Results { version: VERSION, ..Results::default() };
        let text = serde_json::to_string(&results).expect("it has a form");
        assert_eq!(parse(&text).expect("it is understood"), results);
    }

    #[test]
    fn an_earlier_version_lacks_statuses() {
        let results = Results { version: 1, ..Results::default() };
        let text = serde_json::to_string(&results).expect("it has a form");
        let executor = r#""executors":[{"name":"naga","release":null,"missing":null,"counts":{"same":2,"findings":0,"unexpected":0,"not_asked":1}}]"#;
        let read = parse(&text.replace(r#""executors":[]"#, executor)).expect("it is understood");
        let counts = Counts { same: 2, not_asked: 1, ..Counts::default() };
        assert_eq!((read.version, read.executors[0].counts), (1, counts));
    }

    #[test]
    fn another_version_is_named_even_when_nothing_else_fits() {
        let problem = parse(r#"{"version": 7, "something": "else"}"#)
            .expect_err("it is of another version")
            .to_string();
        assert!(problem.contains("version 7") && problem.contains(&VERSION.to_string()), "{problem}");
    }

    #[test]
    fn what_has_no_version_is_refused() {
        assert!(parse("{}").is_err());
        assert!(parse("").is_err());
        assert!(parse(&format!("{{\"version\": {VERSION}}}")).is_err());
    }
}
