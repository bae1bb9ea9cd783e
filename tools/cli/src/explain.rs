//! `explain`: prints the meaning of a diagnostic code, a rule or a fault.

use crate::arguments::Explain;
use crate::codes::other_rules;
#[cfg(feature = "run")]
use crate::run::fault_meaning;
use crate::specification::Specification;
use crate::verdict::Verdict;
use shader_language::Language;
#[cfg(feature = "run")]
use shader_run::execute::FaultKind;
use shader_source::{Rule, visible};
use std::io::{self, Write};
use wgsl_validator::explain::{Explanation, nearest};

/// Prints an explanation, or the list of codes.
pub(crate) fn run(arguments: &Explain) -> io::Result<Verdict> {
    let mut output = io::BufWriter::new(anstream::stdout().lock());
    match &arguments.code {
        None => list(arguments.language.unwrap_or(Specification::Of(Language::Wgsl)), &mut output)?,
        Some(name) => {
            if !one(name, arguments.language, &mut output)? {
                return unknown(name, arguments.language);
            }
        }
    }
    output.flush()?;
    Ok(Verdict::Accepted)
}

/// Prints the meaning of a code, a rule or a fault; `false` if nothing has this name. If no language is meant, the first specification that has
/// the name explains it; a fault is explained for WGSL and Metal.
fn one(name: &str, language: Option<Specification>, output: &mut impl Write) -> io::Result<bool> {
    #[cfg(feature = "run")]
    if let Some(kind) = FaultKind::named(name) {
        let language = match language {
            Some(Specification::Of(language)) => Some(language),
            // The faults of kernels have the same meaning in C++ AMP and in Metal.
            Some(Specification::Amp) => Some(Language::Metal),
            None => None,
        };
        return fault_meaning::explain(kind, language, output);
    }
    for specification in Specification::ALL {
        if language.is_none_or(|language| language == specification) && one_of(specification, name, output)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Prints the meaning of a code or a rule of a specification; `false` if nothing has this name.
fn one_of(specification: Specification, name: &str, output: &mut impl Write) -> io::Result<bool> {
    let explanation = match specification {
        Specification::Of(Language::Wgsl) => return one_of_wgsl(name, output),
        Specification::Of(Language::Metal) => {
            msl_validator::explain::Explanation::of(name).map(|explanation| explanation.to_string())
        }
        Specification::Amp => {
            msl_validator::amp::explain::Explanation::of(name).map(|explanation| explanation.to_string())
        }
    };
    match explanation {
        Some(explanation) => write!(output, "{explanation}").map(|()| true),
        None => Ok(false),
    }
}

/// Prints the meaning of a code or a rule of WGSL; `false` if nothing has this name.
fn one_of_wgsl(name: &str, output: &mut impl Write) -> io::Result<bool> {
    if let Some(explanation) = Explanation::of(name) {
        write!(output, "{explanation}")?;
        return Ok(true);
    }
    if let Some(rule) = other_rules().find(|rule| [rule.slug(), rule.id].contains(&name)) {
        other(rule, output)?;
        return Ok(true);
    }
    Ok(false)
}

/// Prints the codes of a language with their titles.
fn list(language: Specification, output: &mut impl Write) -> io::Result<()> {
    let own = (language == Specification::Of(Language::Wgsl)).then(other_rules).into_iter().flatten();
    let codes = language.inventory().codes.iter().chain(own.filter_map(|rule| rule.code));
    let codes: Vec<(&str, &str)> = codes.map(|code| (code.slug, code.title)).collect();
    let width = codes.iter().map(|(code, _)| code.len()).max().unwrap_or(0);
    codes.iter().try_for_each(|(code, title)| writeln!(output, "{code:width$}  {title}"))
}

/// Explains a rule that the specification lacks.
fn other(rule: &Rule, output: &mut impl Write) -> io::Result<()> {
    let title = rule.code.map_or("", |code| code.title);
    writeln!(
        output,
        "{}: {title}\n\n{}.\n\nrule: {}\nsee: {}",
        rule.slug(),
        rule.statement,
        rule.id,
        rule.section
    )
}

fn unknown(name: &str, language: Option<Specification>) -> io::Result<Verdict> {
    let mut output = anstream::stderr().lock();
    writeln!(output, "wgsl-check: unknown code or rule `{}`", visible(name))?;
    let languages = language.map_or_else(|| Specification::ALL.to_vec(), |language| vec![language]);
    let nearest = nearest(name, languages.into_iter().flat_map(|language| language.inventory().names()));
    match nearest {
        Some(nearest) => writeln!(output, "Did you mean `{nearest}`?")?,
        None => {
            writeln!(output, "`wgsl-check explain --list` lists the codes, `wgsl-check rules` the rules.")?;
        }
    }
    Ok(Verdict::Failed)
}
