//! Engines accept more than the specification: their own extensions, and programs that break rules which an engine does not enforce.
//!
//! The phases report errors as the specification has them. `settle` then says which engine has an unknown word, and under a target of that
//! engine turns the error into an info: what comes with the extension has the error type, so that no phase checks it. An error under a rule
//! that the engine does not enforce becomes an info, too. Stages are not made of such programs: see `refusals`.

use crate::diagnostic::{Diagnostic, Severity};
use crate::module::Module;
use crate::options::Options;
use crate::target::Target;
use wgsl_spec::{Edition, EngineExtension, Lenience, rules};

/// Returns the extension of an engine that an unknown word comes with.
#[must_use]
pub fn owner(source: &str, found: &Diagnostic) -> Option<&'static EngineExtension> {
    let word = found.primary.span.text(source);
    let rule = found.rule;
    if rule == rules::ENABLE_UNSUPPORTED {
        EngineExtension::enabled_by(word)
    } else if rule == rules::SCOPE_UNRESOLVED {
        EngineExtension::of_name(word)
    } else if rule == rules::ATTR_UNKNOWN {
        EngineExtension::of_attribute(word)
    } else if rule == rules::ATTR_BUILTIN_NAME {
        EngineExtension::of_builtin_value(word)
    } else if rule == rules::ATTR_INTERPOLATE_TYPE {
        EngineExtension::of_interpolation(word)
    } else if rule == rules::TEX_STORAGE_ACCESS_ENUMERANT {
        EngineExtension::of_access_mode(word)
    } else if rule == rules::LITERAL_INT_SUFFIX || rule == rules::LITERAL_FLOAT_DECIMAL {
        EngineExtension::of_literal(word)
    } else {
        None
    }
}

/// Returns what the target's engine accepts where this rule is broken.
#[must_use]
pub fn lenience(target: &Target, found: &Diagnostic) -> Option<&'static Lenience> {
    target.lenient().iter().find(|it| it.rules.contains(&found.rule))
}

/// Returns true if this info is an error of the specification that the target's engine does not report.
#[must_use]
pub fn is_tolerated(target: &Target, source: &str, found: &Diagnostic) -> bool {
    let is_of_engine = || owner(source, found).is_some_and(|it| it.engine == target.engine());
    found.severity == Severity::Info && (lenience(target, found).is_some() || is_of_engine())
}

/// Says which engine has an unknown word, and turns errors that the target's engine does not report into infos.
pub(crate) fn settle(source: &str, options: &Options, diagnostics: &mut [Diagnostic]) {
    if options.edition != Edition::Current || diagnostics.is_empty() {
        return;
    }
    let target = &options.target;
    let enabled: Vec<&EngineExtension> = diagnostics
        .iter()
        .filter(|found| found.rule == rules::ENABLE_UNSUPPORTED)
        .filter_map(|found| owner(source, found))
        .collect();
    for found in diagnostics.iter_mut().filter(|found| found.severity == Severity::Error) {
        if let Some(extension) = owner(source, found) {
            name_owner(source, extension, found);
            let is_enabled = extension.enable.is_none()
                || enabled.iter().any(|it| *it == extension || extension.enable == it.includes);
            if extension.engine == target.engine() && is_enabled {
                found.severity = Severity::Info;
            }
        } else if let Some(lenience) = lenience(target, found) {
            found.severity = Severity::Info;
            found.notes.push(format!("{} accepts it: {}", target.engine(), lenience.about));
        }
    }
}

/// Says which engine has a word.
fn name_owner(source: &str, extension: &EngineExtension, found: &mut Diagnostic) {
    let (engine, word) = (extension.engine, found.primary.span.text(source));
    let is_directive = found.rule == rules::ENABLE_UNSUPPORTED;
    let what = if is_directive { "an extension of" } else { "part of" };
    found.message = format!("`{word}` is {what} {engine} only: the specification does not have it");
    found.suggestion = None;
    found.notes = match extension.enable {
        Some(enable) if !is_directive => vec![format!("{engine} has it with `enable {enable};`")],
        _ => vec!["uses of the extension are not checked".to_owned()],
    };
}

/// Drops all but the first diagnostic about each extension of an engine: one cause, one diagnostic.
pub(crate) fn report_once<T>(source: &str, found: &mut Vec<T>, diagnostic: impl Fn(&T) -> &Diagnostic) {
    let mut reported: Vec<&EngineExtension> = Vec::new();
    found.retain(|it| match owner(source, diagnostic(it)) {
        Some(extension) if reported.contains(&extension) => false,
        extension => {
            reported.extend(extension);
            true
        }
    });
}

/// Returns the errors of the specification that only the target's engine accepts: the program has no defined meaning, so that nothing can be
/// made of it.
pub(crate) fn refusals(module: &Module) -> Vec<Diagnostic> {
    let is_refused = |found: &&Diagnostic| is_tolerated(module.target(), module.source(), found);
    let refused = module.diagnostics().iter().filter(is_refused);
    refused.map(|found| Diagnostic { severity: Severity::Error, ..found.clone() }).collect()
}
