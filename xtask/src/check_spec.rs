//! `check-spec`: the contents and the gaps of the data of the specification.

use std::collections::{BTreeMap, HashSet};
use std::io::{self, Write};
use wgsl_spec::{Code, Edition, FunctionId, RuleId, RuleStage};

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
    writeln!(output, "rules      {}", RuleId::ALL.len())?;
    writeln!(output, "codes      {}", Code::ALL.len())?;
    writeln!(output, "functions  {}", FunctionId::ALL.len())?;
    writeln!(output, "overloads  {} now", overloads(Edition::Current))?;
    writeln!(output, "           {} in the draft of 2022-04-11", overloads(Edition::Draft2022))?;
    writeln!(output, "\nrules by stage")?;
    let mut stages = BTreeMap::new();
    for rule in RuleId::ALL {
        *stages.entry(format!("{:?}", rule.get().stage)).or_insert(0_usize) += 1;
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
    for code in Code::ALL {
        let lacks = lacks(code);
        if lacks.is_empty() {
            complete += 1;
        } else {
            writeln!(output, "code {} lacks {}", code.slug(), lacks.join(", "))?;
        }
    }
    writeln!(output, "codes: {}, complete: {complete}", Code::ALL.len())?;
    Ok(complete == Code::ALL.len())
}

fn lacks(code: Code) -> Vec<&'static str> {
    let info = code.info();
    let mut lacks = Vec::new();
    if info.anchors.is_empty() {
        lacks.push("anchors");
    }
    if info.explanation.is_empty() {
        lacks.push("explanation");
    }
    if info.example.is_none() && info.without_example.is_none() {
        lacks.push("a wrong and a right example");
    }
    lacks
}

/// Lists the rules that could be checked before a shader runs, but that no code enforces, without a reason.
fn static_rules(output: &mut impl Write) -> io::Result<bool> {
    let cited: HashSet<RuleId> = Code::ALL.iter().flat_map(|code| code.info().rules).copied().collect();
    let (mut all, mut enforced, mut without, mut neither) = (0, 0, 0, 0);
    for id in RuleId::ALL {
        let rule = id.get();
        if rule.stage == RuleStage::Execution {
            continue;
        }
        all += 1;
        if cited.contains(&id) {
            enforced += 1;
        } else if rule.without_code.is_some() {
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
