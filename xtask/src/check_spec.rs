//! `check-spec`: the contents and the gaps of the data of the specification.

use std::collections::BTreeMap;
use std::io::{self, Write};
use wgsl_spec::{Code, Edition, FunctionId, INVENTORY, RuleStage, example, facts};

/// Prints the counts; `false` if something is missing. The build of this program has checked the data itself: an
/// unknown anchor or rule fails it.
pub(crate) fn run() -> io::Result<bool> {
    let mut output = io::stdout().lock();
    counts(&mut output)?;
    let codes_are_complete = codes(&mut output)?;
    let rules_are_settled = static_rules(&mut output)?;
    Ok(codes_are_complete && rules_are_settled)
}

fn counts(output: &mut impl Write) -> io::Result<()> {
    let overloads =
        |edition| FunctionId::ALL.iter().map(|id| id.get().overloads(edition).len()).sum::<usize>();
    writeln!(output, "rules      {}", INVENTORY.rules.len())?;
    writeln!(output, "codes      {}", INVENTORY.codes.len())?;
    writeln!(output, "functions  {}", FunctionId::ALL.len())?;
    writeln!(output, "overloads  {} now", overloads(Edition::Current))?;
    writeln!(output, "           {} in the draft of 2022-04-11", overloads(Edition::Draft2022))?;
    writeln!(output, "\nrules by stage")?;
    let mut stages = BTreeMap::new();
    for rule in INVENTORY.rules {
        *stages.entry(format!("{:?}", rule.stage)).or_insert(0_usize) += 1;
    }
    for (stage, count) in stages {
        writeln!(output, "  {stage:16} {count}")?;
    }
    Ok(())
}

/// Lists the codes that lack something.
fn codes(output: &mut impl Write) -> io::Result<bool> {
    let mut complete = 0;
    writeln!(output)?;
    for code in INVENTORY.codes {
        let lacks = lacks(code);
        if lacks.is_empty() {
            complete += 1;
        } else {
            writeln!(output, "code {} lacks {}", code.slug, lacks.join(", "))?;
        }
    }
    writeln!(output, "codes: {}, complete: {complete}", INVENTORY.codes.len())?;
    Ok(complete == INVENTORY.codes.len())
}

fn lacks(code: &'static Code) -> Vec<&'static str> {
    let mut lacks = Vec::new();
    if code.sections.is_empty() {
        lacks.push("anchors");
    }
    if code.explanation.is_empty() {
        lacks.push("explanation");
    }
    if example(code).is_none() {
        lacks.push("a wrong and a right example");
    }
    lacks
}

/// Lists the rules that could be checked before a shader runs, but that no code enforces, without a reason.
fn static_rules(output: &mut impl Write) -> io::Result<bool> {
    let (mut all, mut enforced, mut without, mut neither) = (0, 0, 0, 0);
    for rule in INVENTORY.rules {
        if rule.stage == RuleStage::Execution {
            continue;
        }
        all += 1;
        if rule.code.is_some() {
            enforced += 1;
        } else if facts(rule).is_some_and(|facts| facts.without_code.is_some()) {
            without += 1;
        } else {
            neither += 1;
            writeln!(output, "rule {} is enforced by no code: {}", rule.id, rule.statement)?;
        }
    }
    writeln!(
        output,
        "static rules: {all}, enforced by a code: {enforced}, without a code for a written reason: {without}, \
         neither: {neither}"
    )?;
    Ok(neither == 0)
}
