//! Findings in programs of all languages, as the output formats print them.

use crate::language::Language;
use shader_source::SourceMap;
use shader_source::record::{DiagnosticRecord, RuleFacts};
use std::fmt;

/// A finding.
pub(crate) type Diagnostic = shader_source::diagnostic::Diagnostic<Rule>;

/// The rule that a finding names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rule {
    /// A rule of WGSL, of its modules, or of advice on it.
    Wgsl(wgsl_modules::Rule),
    /// A rule of Metal.
    Metal(msl_spec::EnforcedRule),
}

/// Where a rule is stated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Reference {
    /// A page with an address.
    Page(String),
    /// A section of a document that has no address for each section.
    Section(String),
}

impl fmt::Display for Reference {
    fn fmt(&self, output: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Page(text) | Self::Section(text) => output.write_str(text),
        }
    }
}

/// The meaning of a code.
#[derive(Clone, Debug)]
pub(crate) struct CodeMeaning {
    /// The mistake in general, in one line.
    pub(crate) title: &'static str,
    /// More about it; may be empty.
    pub(crate) explanation: &'static str,
    pub(crate) reference: Option<Reference>,
}

impl Rule {
    pub(crate) const fn language(self) -> Language {
        match self {
            Self::Wgsl(_) => Language::Wgsl,
            Self::Metal(_) => Language::Metal,
        }
    }

    /// The stable code of its family: `type/no-matching-overload`. Two languages may have the same code.
    pub(crate) fn slug(self) -> &'static str {
        match self {
            Self::Wgsl(rule) => rule.slug(),
            Self::Metal(rule) => rule.code().slug(),
        }
    }

    /// Its stable name.
    pub(crate) fn id(self) -> &'static str {
        match self {
            Self::Wgsl(rule) => rule.id(),
            Self::Metal(rule) => rule.get().id,
        }
    }

    /// The requirement in our words.
    pub(crate) fn statement(self) -> &'static str {
        match self {
            Self::Wgsl(rule) => rule.statement(),
            Self::Metal(rule) => rule.get().statement,
        }
    }

    /// The section of the specification that states it: by its anchor, or by its number where sections have no anchors.
    pub(crate) fn anchor(self) -> Option<&'static str> {
        match self {
            Self::Wgsl(rule) => rule.anchor().map(wgsl_spec::Anchor::id),
            Self::Metal(rule) => Some(rule.get().anchor.section()),
        }
    }

    /// Where it is stated.
    pub(crate) fn reference(self) -> Reference {
        match self {
            Self::Wgsl(rule) => Reference::Page(rule.url()),
            Self::Metal(rule) => Reference::Section(rule.get().anchor.reference()),
        }
    }

    /// The meaning of its code.
    pub(crate) fn code_meaning(self) -> CodeMeaning {
        match self {
            Self::Wgsl(wgsl_modules::Rule::Language(rule)) => {
                let info = rule.code().info();
                let reference = info.anchors.first().map(|anchor| Reference::Page(anchor.url()));
                CodeMeaning { title: info.title, explanation: info.explanation, reference }
            }
            // The only rule of its code.
            Self::Wgsl(rule @ (wgsl_modules::Rule::Module(_) | wgsl_modules::Rule::Advice(_))) => {
                let reference = Some(Reference::Page(rule.url()));
                CodeMeaning { title: rule.title(), explanation: rule.statement(), reference }
            }
            Self::Metal(rule) => {
                let info = rule.code().info();
                let reference = info.anchors.first().map(|anchor| Reference::Section(anchor.reference()));
                CodeMeaning { title: info.title, explanation: info.explanation, reference }
            }
        }
    }
}

/// The JSON form of a finding.
pub(crate) fn record<'a>(found: &'a Diagnostic, sources: &SourceMap<'a>) -> DiagnosticRecord<'a> {
    let facts = RuleFacts {
        code: found.rule.slug(),
        rules: found.rules().map(Rule::id).collect(),
        anchors: found.rules().filter_map(Rule::anchor).collect(),
    };
    DiagnosticRecord::new(found, facts, sources)
}

/// Findings in a WGSL program among those of all languages.
pub(crate) fn from_wgsl(found: Vec<wgsl_modules::Diagnostic>) -> Vec<Diagnostic> {
    found.into_iter().map(|found| found.map_rules(Rule::Wgsl)).collect()
}

/// Findings in a Metal program among those of all languages.
pub(crate) fn from_metal(found: Vec<msl_validator::diagnostic::Diagnostic>) -> Vec<Diagnostic> {
    found.into_iter().map(|found| found.map_rules(Rule::Metal)).collect()
}

/// The finding with its rules of WGSL; `None` if they are of another language.
pub(crate) fn to_wgsl(found: Diagnostic) -> Option<wgsl_modules::Diagnostic> {
    let wgsl = |rule| match rule {
        Rule::Wgsl(rule) => Some(rule),
        Rule::Metal(_) => None,
    };
    let rule = wgsl(found.rule)?;
    let also = found.also.and_then(wgsl);
    Some(wgsl_modules::Diagnostic { also, ..found.map_rules(|_| rule) })
}
