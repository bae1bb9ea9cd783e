//! `rules`: lists the rules of a specification, or searches them.

use crate::arguments::{ReportFormat, Rules};
use crate::verdict::Verdict;
use serde::Serialize;
use shader_source::Rule;
use std::io::{self, Write};

/// The version of the form of the JSON.
const SCHEMA: u32 = 1;

/// The rules that were found.
#[derive(Serialize)]
struct RuleList {
    schema: u32,
    rules: Vec<RuleRecord>,
}

/// A rule.
#[derive(Serialize)]
struct RuleRecord {
    rule: &'static str,
    /// The code of the findings that name it.
    code: Option<&'static str>,
    statement: &'static str,
    /// The section: its anchor, or its number where sections have no anchors.
    anchor: &'static str,
    /// The title of the section.
    #[serde(skip)]
    section: &'static str,
}

impl RuleRecord {
    fn new(rule: &Rule) -> Self {
        let (code, section) = (rule.code.map(|code| code.slug), rule.section);
        Self { rule: rule.id, code, statement: rule.statement, anchor: section.id, section: section.title }
    }

    /// Returns true if it has all the words, in small letters, somewhere.
    fn has(&self, words: &[String]) -> bool {
        let Self { rule, code, statement, anchor, section } = *self;
        let texts = [rule, code.unwrap_or_default(), statement, anchor, section].map(str::to_lowercase);
        words.iter().all(|word| texts.iter().any(|text| text.contains(word.as_str())))
    }
}

/// Prints the rules that have all the words.
pub(crate) fn run(arguments: &Rules) -> io::Result<Verdict> {
    let words: Vec<String> = arguments.words.iter().map(|word| word.to_lowercase()).collect();
    let inventory = arguments.language.inventory();
    let mut rules: Vec<RuleRecord> = inventory.rules.iter().map(RuleRecord::new).collect();
    rules.retain(|rule| rule.has(&words));
    if rules.is_empty() {
        writeln!(anstream::stderr(), "wgsl-check: no rule has {}", arguments.words.join(" and "))?;
        return Ok(Verdict::Failed);
    }
    let mut output = io::BufWriter::new(anstream::stdout().lock());
    match arguments.format {
        ReportFormat::Text => text(&rules, &mut output)?,
        ReportFormat::Json => {
            serde_json::to_writer(&mut output, &RuleList { schema: SCHEMA, rules })?;
            output.write_all(b"\n")?;
        }
    }
    output.flush()?;
    Ok(Verdict::Accepted)
}

fn text(found: &[RuleRecord], output: &mut impl Write) -> io::Result<()> {
    for RuleRecord { rule, code, statement, .. } in found {
        let code = code.map_or_else(String::new, |code| format!(" [{code}]"));
        writeln!(output, "{rule}{code}: {statement}")?;
    }
    Ok(())
}
