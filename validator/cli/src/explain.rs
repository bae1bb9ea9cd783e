//! `explain`: prints the meaning of a diagnostic code, a rule or a fault.

use crate::arguments::Explain;
#[cfg(feature = "run")]
use crate::run::fault_meaning;
use crate::verdict::Verdict;
#[cfg(feature = "run")]
use shader_run::execute::FaultKind;
use std::io::{self, Write};
use wgsl_modules::{Rule, other_rules};
use wgsl_spec::Code;
use wgsl_validator::explain::{Explanation, nearest_name};

/// Prints an explanation, or the list of codes.
pub(crate) fn run(arguments: &Explain) -> io::Result<Verdict> {
    let mut output = io::BufWriter::new(anstream::stdout().lock());
    match &arguments.code {
        None => list(&mut output)?,
        Some(name) => {
            if !one(name, &mut output)? {
                return unknown(name);
            }
        }
    }
    output.flush()?;
    Ok(Verdict::Accepted)
}

/// Prints the meaning of a code, a rule or a fault; `false` if nothing has this name.
fn one(name: &str, output: &mut impl Write) -> io::Result<bool> {
    if let Some(explanation) = Explanation::of(name) {
        write!(output, "{explanation}")?;
        return Ok(true);
    }
    if let Some(rule) = other_rules().find(|rule| [rule.slug(), rule.id()].contains(&name)) {
        other(rule, output)?;
        return Ok(true);
    }
    #[cfg(feature = "run")]
    if let Some(kind) = FaultKind::named(name) {
        fault_meaning::explain(kind, output)?;
        return Ok(true);
    }
    Ok(false)
}

fn list(output: &mut impl Write) -> io::Result<()> {
    let width = Code::ALL.iter().map(|code| code.slug().len()).max().unwrap_or(0);
    for code in Code::ALL {
        writeln!(output, "{:width$}  {}", code.slug(), code.info().title)?;
    }
    for rule in other_rules() {
        writeln!(output, "{:width$}  {}", rule.slug(), rule.title())?;
    }
    Ok(())
}

/// Explains a rule beside those of the specification, which is the only one of its code.
fn other(rule: Rule, output: &mut impl Write) -> io::Result<()> {
    writeln!(
        output,
        "{}: {}\n\n{}.\n\nrule: {}\nsee: {}",
        rule.slug(),
        rule.title(),
        rule.statement(),
        rule.id(),
        rule.url()
    )
}

fn unknown(name: &str) -> io::Result<Verdict> {
    let mut output = anstream::stderr().lock();
    writeln!(output, "wgsl-check: unknown code or rule `{name}`")?;
    match nearest_name(name) {
        Some(nearest) => writeln!(output, "Did you mean `{nearest}`?")?,
        None => {
            writeln!(output, "`wgsl-check explain --list` lists the codes, `wgsl-check rules` the rules.")?;
        }
    }
    Ok(Verdict::Failed)
}
