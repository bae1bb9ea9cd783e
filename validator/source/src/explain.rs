//! The parts of an explanation that all languages share.

use crate::{Code, Inventory, Rule, Section};
use core::fmt;

/// A program of an example.
#[derive(Debug)]
pub struct ExampleProgram {
    /// The whole program.
    pub text: &'static str,
    /// The program for display: of a long repetition, only the beginning and the end.
    pub shown: &'static str,
}

/// A code or a rule of a language.
#[derive(Clone, Copy, Debug)]
pub enum Named {
    /// A diagnostic code.
    Code(&'static Code),
    /// A rule.
    Rule(&'static Rule),
}

impl Inventory {
    /// Returns the code or the rule with this name.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<Named> {
        self.code(name).map(Named::Code).or_else(|| self.rule(name).map(Named::Rule))
    }
}

/// Writes the meaning of a code: its explanation, its example or the reason for having none, its rules and its sections. `option` is what the
/// command `rules` needs to list the rules of this language.
///
/// # Errors
/// If the output can't be written.
pub fn explain_code<E>(
    code: &'static Code,
    inventory: &Inventory,
    example: Option<&Result<E, &str>>,
    explain_example: impl FnOnce(&E, &mut fmt::Formatter<'_>) -> fmt::Result,
    option: &str,
    output: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    writeln!(output, "{}: {}", code.slug, code.title)?;
    if !code.explanation.is_empty() {
        writeln!(output, "\n{}", code.explanation)?;
    }
    match example {
        Some(Ok(example)) => explain_example(example, output)?,
        Some(Err(reason)) => writeln!(output, "\nNo example: {reason}")?,
        None => {}
    }
    explain_family(code, inventory, option, output)?;
    writeln!(output, "\nIn the specification:")?;
    code.sections.iter().try_for_each(|section| explain_section("  ", section, output))
}

/// The rules of a code; of many, only the first.
fn explain_family(
    code: &'static Code,
    inventory: &Inventory,
    option: &str,
    output: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    const SHOWN: usize = 10;
    writeln!(output, "\nRules:")?;
    for rule in inventory.rules_of(code).take(SHOWN) {
        writeln!(output, "  {}: {}", rule.id, rule.statement)?;
    }
    match inventory.rules_of(code).count().saturating_sub(SHOWN) {
        0 => Ok(()),
        more => {
            writeln!(output, "  and {more} more: run `wgsl-check rules {}{option}` to list all", code.slug)
        }
    }
}

/// Writes the title and the reference of a section.
///
/// # Errors
/// If the output can't be written.
pub fn explain_section(indent: &str, section: &Section, output: &mut fmt::Formatter<'_>) -> fmt::Result {
    writeln!(output, "{indent}{}: {section}", section.title)
}

/// Writes the wrong and the right program of an example under these conditions.
///
/// # Errors
/// If the output can't be written.
pub fn explain_programs(
    conditions: &str,
    wrong: &ExampleProgram,
    right: &ExampleProgram,
    output: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    for (heading, program) in [("Wrong", wrong), ("Right", right)] {
        writeln!(output, "\n{heading}{conditions}:")?;
        for line in program.shown.trim_end().lines() {
            writeln!(output, "{}", format!("    {line}").trim_end())?;
        }
    }
    Ok(())
}
