//! `explain`: what a diagnostic code or a rule means.

use crate::arguments::Explain;
use crate::verdict::Verdict;
use std::io::{self, Write};
use wgsl_spec::{Code, CodeInfo, Edition, Example, Rule, RuleId, RuleStage};

/// Prints the explanation that was asked for.
pub(crate) fn run(arguments: &Explain) -> io::Result<Verdict> {
    let mut output = io::BufWriter::new(anstream::stdout().lock());
    let verdict = match &arguments.code {
        None => list(&mut output)?,
        Some(name) => {
            if let Some(code) = Code::by_slug(name) {
                explain_code(code.info(), &mut output)?;
                Verdict::Accepted
            } else if let Some(rule) = RuleId::by_name(name) {
                explain_rule(rule, &mut output)?;
                Verdict::Accepted
            } else {
                unknown(name)?
            }
        }
    };
    output.flush()?;
    Ok(verdict)
}

fn list(output: &mut impl Write) -> io::Result<Verdict> {
    let width = Code::ALL.iter().map(|code| code.slug().len()).max().unwrap_or(0);
    for code in Code::ALL {
        writeln!(output, "{:width$}  {}", code.slug(), code.info().title)?;
    }
    Ok(Verdict::Accepted)
}

fn explain_code(info: &CodeInfo, output: &mut impl Write) -> io::Result<()> {
    writeln!(output, "{}: {}", info.slug, info.title)?;
    if !info.explanation.is_empty() {
        writeln!(output, "\n{}", info.explanation.trim_end())?;
    }
    match &info.example {
        Some(example) => explain_example(example, output)?,
        None => writeln!(output, "\nNo example: {}", info.without_example.unwrap_or("there is none yet."))?,
    }
    if !info.rules.is_empty() {
        writeln!(output, "\nRules:")?;
        for rule in info.rules {
            writeln!(output, "  {}: {}", rule.get().id, rule.get().statement)?;
        }
    }
    if let Some(reason) = info.without_rules {
        writeln!(output, "\nNo rules: {reason}")?;
    }
    if !info.anchors.is_empty() {
        writeln!(output, "\nIn the specification:")?;
        for anchor in info.anchors {
            writeln!(output, "  {}: {}", anchor.title(), anchor.url())?;
        }
    }
    Ok(())
}

fn explain_example(example: &Example, output: &mut impl Write) -> io::Result<()> {
    let mut place = String::new();
    if example.edition == Edition::Draft2022 {
        place.push_str(", in the draft of 2022-04-11");
    }
    if let Some(target) = example.target {
        place.push_str(", for the target ");
        place.push_str(target);
    }
    if example.is_linked {
        place.push_str(", linked");
    }
    if let Some(pipeline) = &example.pipeline {
        let entry = pipeline.entry_point.map(|name| format!("entry point `{name}`"));
        let constants = pipeline.constants.iter().map(|(name, value)| format!("constant `{name}` = {value}"));
        let request: Vec<String> = entry.into_iter().chain(constants).collect();
        place.push_str(", in a pipeline");
        if !request.is_empty() {
            place.push_str(" with ");
            place.push_str(&request.join(", "));
        }
    }
    for (heading, program) in [("Wrong", &example.wrong), ("Right", &example.right)] {
        writeln!(output, "\n{heading}{place}:")?;
        for line in program.shown.trim_end().lines() {
            writeln!(output, "{}", format!("    {line}").trim_end())?;
        }
    }
    Ok(())
}

fn explain_rule(id: RuleId, output: &mut impl Write) -> io::Result<()> {
    let rule: &Rule = id.get();
    let stage = match rule.stage {
        RuleStage::ShaderCreation => "when the shader module is created",
        RuleStage::PipelineCreation => "when a pipeline is created",
        RuleStage::Execution => "while the shader runs",
    };
    writeln!(output, "{}: {}\n", rule.id, rule.statement)?;
    writeln!(output, "Holds {stage}. In the draft of 2022-04-11: {}.", rule.in_2022)?;
    writeln!(output, "In the specification: {}: {}", rule.anchor.title(), rule.anchor.url())?;
    let codes: Vec<_> = Code::ALL.iter().filter(|code| code.info().rules.contains(&id)).collect();
    for code in codes {
        writeln!(output, "Reported as: {}", code.slug())?;
    }
    if let Some(without) = &rule.without_code {
        writeln!(output, "Reported as nothing. {}", without.reason)?;
    }
    if let Some(reason) = rule.only_broken {
        writeln!(output, "No program keeps it. {reason}")?;
    }
    Ok(())
}

fn unknown(name: &str) -> io::Result<Verdict> {
    let mut output = anstream::stderr().lock();
    writeln!(output, "wgsl-check: there is no code or rule `{name}`")?;
    let nearest = Code::ALL.iter().map(|code| (distance(name, code.slug()), code.slug())).min();
    match nearest {
        Some((distance, slug)) if distance <= slug.len() / 2 => writeln!(output, "Did you mean `{slug}`?")?,
        _ => writeln!(output, "`wgsl-check explain --list` lists the codes.")?,
    }
    Ok(Verdict::Failed)
}

/// Edit distance, with the family of a code (`type/`) not counted when it was left out.
fn distance(name: &str, slug: &str) -> usize {
    let tail = slug.split_once('/').map_or(slug, |(_, tail)| tail);
    edit_distance(name, slug).min(edit_distance(name, tail))
}

fn edit_distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    // No code is longer than this: a longer name is near to none, and need not be measured.
    let left: Vec<char> = left.chars().take(100).collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (index, from) in left.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = index + 1;
        for (column, to) in right.iter().enumerate() {
            let substitution = diagonal + usize::from(from != to);
            diagonal = row[column + 1];
            row[column + 1] = substitution.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[right.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distance_counts_edits_and_forgives_the_family() {
        assert_eq!(edit_distance("mismatch", "mismatch"), 0);
        assert_eq!(edit_distance("kitten", "sitting"), 3);
        assert_eq!(distance("mismatch", "type/mismatch"), 0);
    }

    #[test]
    fn every_code_is_explained() {
        for code in Code::ALL {
            let mut output = Vec::new();
            explain_code(code.info(), &mut output).unwrap();
            assert!(String::from_utf8(output).unwrap().starts_with(code.slug()));
        }
    }
}
