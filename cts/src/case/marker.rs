//! Markers: comments in a program that say what is found there.
//!
//! `//~ error[type/not-bool] @8` stands on the line where the error is and gives its column, in UTF-16 code units as
//! WebGPU counts them. `` @`text` `` is the column where that text first stands on the line, for templates. `//~^` means
//! the line above the marker, `//~^^` the one above that. A line may have several findings after one `//~`.

use super::instance::ExpectedDiagnostic;
use super::names::unknown;
use wgsl_spec::Code;
use wgsl_validator::diagnostic::Severity;

/// What begins a marker.
pub(super) const BEGINNING: &str = "//~";

/// A marker that can't be understood.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct MarkerError {
    /// The 0-based line of the program.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

/// Reads the markers of a program.
pub(super) fn markers(program: &str) -> Result<Vec<ExpectedDiagnostic>, MarkerError> {
    let mut expected = Vec::new();
    let lines: Vec<&str> = program.split('\n').collect();
    for (index, line) in lines.iter().enumerate() {
        let Some((_, text)) = line.split_once(BEGINNING) else { continue };
        let error = |message: String| MarkerError { line: index, message };
        let above = text.len() - text.trim_start_matches('^').len();
        let Some(target) = index.checked_sub(above) else {
            return Err(error("the marker points above the program".to_owned()));
        };
        let marked = lines[target].split(BEGINNING).next().unwrap_or_default();
        let mut rest = text[above..].trim();
        if rest.is_empty() {
            return Err(error(
                "the marker says nothing; it looks like `//~ error[type/not-bool] @8`".to_owned(),
            ));
        }
        while !rest.is_empty() {
            let (found, remainder) = finding(rest, marked, target as u32 + 1).map_err(error)?;
            expected.push(found);
            rest = remainder.trim_start();
        }
    }
    Ok(expected)
}

/// Reads `error[code] @column` and gives what follows it.
fn finding<'a>(text: &'a str, marked: &str, line: u32) -> Result<(ExpectedDiagnostic, &'a str), String> {
    let form = || format!("expected `error[code] @column`, found `{text}`");
    let (severity, rest) = text.split_once('[').ok_or_else(form)?;
    let known = [Severity::Error, Severity::Warning, Severity::Info];
    let severity = known
        .into_iter()
        .find(|known| known.name() == severity)
        .ok_or_else(|| unknown("severity", severity, known.map(Severity::name)))?;
    let (slug, rest) = rest.split_once(']').ok_or_else(form)?;
    let code = Code::by_slug(slug)
        .ok_or_else(|| unknown("code", slug, Code::ALL.iter().map(|code| code.info().slug)))?;
    let rest = rest
        .trim_start()
        .strip_prefix('@')
        .ok_or_else(|| format!("`{slug}` has no column: `@8`, or @ and a text of the line in backquotes"))?;
    let (column, rest) = if let Some(quoted) = rest.strip_prefix('`') {
        let (wanted, rest) = quoted.split_once('`').ok_or_else(form)?;
        let before = marked.find(wanted).map(|offset| &marked[..offset]);
        let before = before.ok_or_else(|| format!("line {line} of the program has no `{wanted}`"))?;
        (before.encode_utf16().count() as u32 + 1, rest)
    } else {
        let end = rest.find(|character: char| !character.is_ascii_digit()).unwrap_or(rest.len());
        let column = rest[..end].parse().map_err(|_| form())?;
        (column, &rest[end..])
    };
    Ok((ExpectedDiagnostic { severity, code, line, column }, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_say_line_and_column() {
        let program = "fn f() { if 1 {} } //~ error[type/invalid-condition] @13\n\n//~^^ warning[const/overflow] @`f()`";
        let found = markers(program).unwrap();
        let places: Vec<_> = found.iter().map(|found| (found.severity, found.line, found.column)).collect();
        assert_eq!(places, [(Severity::Error, 1, 13), (Severity::Warning, 1, 4)]);
    }

    #[test]
    fn what_is_misspelt_is_refused() {
        let message = |program| markers(program).unwrap_err().message;
        assert_eq!(
            message("//~ error[const/overflw] @1"),
            "there is no code `const/overflw`; did you mean `const/overflow`?"
        );
        assert_eq!(
            message("//~ eror[const/overflow] @1"),
            "there is no severity `eror`; did you mean `error`?"
        );
        assert!(message("//~ error[const/overflow]").contains("no column"));
        assert_eq!(message("a //~ error[const/overflow] @`b`"), "line 1 of the program has no `b`");
        assert_eq!(message("//~^ error[const/overflow] @1"), "the marker points above the program");
    }
}
