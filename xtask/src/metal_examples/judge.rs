//! The judgement of the examples, and its report.

use super::block::Block;
use super::entry::{Entry, Finding};
use super::program::Program;
use msl_spec::Dialect;
use msl_validator::diagnostic::Severity;
use msl_validator::{Options, validate};
use shader_source::LineIndex;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

/// The findings of an example, with their messages.
type Findings = BTreeMap<Finding, String>;

/// Prints the counts of blocks by outcome and the differences; `false` if there is a difference.
pub(super) fn report(blocks: &[Block<'_>], entries: &[Entry], output: &mut impl Write) -> io::Result<bool> {
    let mut counts = BTreeMap::new();
    let mut are_equal = true;
    for entry in entries {
        let (first, last) = entry.blocks;
        *counts.entry(entry.outcome()).or_insert(0) += last - first + 1;
        if !entry.is_judged() {
            continue;
        }
        let example = &blocks[first - 1..last];
        let (errors, warnings) = judge(entry, example)?;
        let place = format!("block {first}, section {}", example[0].section);
        are_equal &= compare(&place, "error", &entry.errors(), &errors, output)?;
        are_equal &= compare(&place, "warning", &entry.warnings(), &warnings, output)?;
    }
    for (outcome, count) in counts {
        writeln!(output, "{count:4}  {}", outcome.words())?;
    }
    writeln!(output, "{:4}  blocks", blocks.len())?;
    for entry in entries {
        for (word, reason) in [("erratum", &entry.erratum), ("open", &entry.open)] {
            if let Some(reason) = reason {
                writeln!(output, "{word}, block {}: {reason}", entry.blocks.0)?;
            }
        }
    }
    Ok(are_equal)
}

/// The errors and the warnings of an example.
fn judge(entry: &Entry, example: &[Block<'_>]) -> io::Result<(Findings, Findings)> {
    let mut options = Options::default();
    if let Some(name) = &entry.dialect {
        let dialect = Dialect::from_name(name);
        options.dialect = dialect.ok_or_else(|| io::Error::other(format!("there is no dialect `{name}`")))?;
    }
    let program = Program::new(entry, example);
    let lines = LineIndex::new(&program.text);
    let (mut errors, mut warnings) = (Findings::new(), Findings::new());
    for found in validate(&program.text, &options) {
        let line = lines.position(found.primary.span.lo).line as usize;
        let key = (program.line_of_example(line), found.rule.slug().to_owned());
        let findings = if found.severity == Severity::Error { &mut errors } else { &mut warnings };
        findings.entry(key).or_insert(found.message);
    }
    Ok((errors, warnings))
}

/// Prints the differences of findings; `false` if there are some.
fn compare(
    place: &str,
    word: &str,
    expected: &BTreeSet<Finding>,
    found: &Findings,
    output: &mut impl Write,
) -> io::Result<bool> {
    let mut are_equal = true;
    for (finding, message) in found.iter().filter(|(finding, _)| !expected.contains(finding)) {
        are_equal = false;
        writeln!(output, "{place}, {}: unexpected {word} {}: {message}", line(finding.0), finding.1)?;
    }
    for (at, code) in expected.iter().filter(|finding| !found.contains_key(finding)) {
        are_equal = false;
        writeln!(output, "{place}, {}: there is no {word} {code}", line(*at))?;
    }
    Ok(are_equal)
}

fn line(line: Option<usize>) -> String {
    line.map_or_else(|| "around the example".to_owned(), |line| format!("line {line}"))
}
