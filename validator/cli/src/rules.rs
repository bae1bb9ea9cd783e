//! `rules`: lists the rules of the specification, or searches them.

use crate::arguments::{ReportFormat, Rules};
use crate::verdict::Verdict;
use serde::Serialize;
use std::io::{self, Write};
use wgsl_spec::{Code, Rule, RuleId};

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
    anchor: &'static str,
}

impl RuleRecord {
    fn new(rule: &'static Rule) -> Self {
        let code = rule.code.map(Code::slug);
        Self { rule: rule.id, code, statement: rule.statement, anchor: rule.anchor.id() }
    }
}

/// Prints the rules that have all the words.
pub(crate) fn run(arguments: &Rules) -> io::Result<Verdict> {
    let words: Vec<String> = arguments.words.iter().map(|word| word.to_lowercase()).collect();
    let found: Vec<&Rule> = RuleId::ALL.iter().map(|id| id.get()).filter(|rule| has(rule, &words)).collect();
    if found.is_empty() {
        writeln!(anstream::stderr(), "wgsl-check: no rule has {}", arguments.words.join(" and "))?;
        return Ok(Verdict::Failed);
    }
    let mut output = io::BufWriter::new(anstream::stdout().lock());
    match arguments.format {
        ReportFormat::Text => text(&found, &mut output)?,
        ReportFormat::Json => {
            let rules = found.into_iter().map(RuleRecord::new).collect();
            serde_json::to_writer(&mut output, &RuleList { schema: SCHEMA, rules })?;
            output.write_all(b"\n")?;
        }
    }
    output.flush()?;
    Ok(Verdict::Accepted)
}

/// Whether a rule has all the words, in small letters, somewhere.
fn has(rule: &Rule, words: &[String]) -> bool {
    let code = rule.code.map_or("", Code::slug);
    let texts = [rule.id, code, rule.statement, rule.anchor.id(), rule.anchor.title()].map(str::to_lowercase);
    words.iter().all(|word| texts.iter().any(|text| text.contains(word.as_str())))
}

fn text(found: &[&Rule], output: &mut impl Write) -> io::Result<()> {
    for rule in found {
        let code = rule.code.map_or_else(String::new, |code| format!(" [{}]", code.slug()));
        writeln!(output, "{}{code}: {}", rule.id, rule.statement)?;
    }
    Ok(())
}
