//! `check-spec`: what the data of the specification has, and what it lacks.

use std::collections::BTreeMap;
use std::io::{self, Write};
use wgsl_spec::{Code, Edition, FunctionId, RuleId};

/// Prints the counts. Building this program checked the data itself: an unknown anchor or rule fails the build.
pub(crate) fn run() -> io::Result<bool> {
    let mut output = io::stdout().lock();
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
    writeln!(output, "\ncodes that lack something")?;
    let mut complete = 0;
    for code in Code::ALL {
        let lacks = lacks(code);
        if lacks.is_empty() {
            complete += 1;
        } else {
            writeln!(output, "  {:40} {}", code.slug(), lacks.join(", "))?;
        }
    }
    writeln!(output, "{complete} of {} codes are complete", Code::ALL.len())?;
    Ok(true)
}

fn lacks(code: Code) -> Vec<&'static str> {
    let info = code.info();
    let mut lacks = Vec::new();
    if info.rules.is_empty() {
        lacks.push("rules");
    }
    if info.anchors.is_empty() {
        lacks.push("anchors");
    }
    if info.explanation.is_empty() {
        lacks.push("explanation");
    }
    if info.wrong.is_empty() {
        lacks.push("wrong example");
    }
    if info.right.is_empty() {
        lacks.push("right example");
    }
    lacks
}
