//! Valid programs with one broken rule.
//!
//! The specification's data has for most rules a program that breaks it and no other. It is put among the declarations of a valid
//! program, with its names kept apart, so that the rule is the only finding there as well.

use super::graft::{Names, join, keep_apart};
use crate::choices::Choices;
use crate::generate::{Options, from_bytes};
use crate::tree::{Directive, Tree};
use std::collections::{BTreeMap, BTreeSet};
use wgsl_spec::{Edition, EnableExtension, ExtensionSet, INVENTORY, LanguageExtension, Phase, Rule, Symbol};
use wgsl_validator::Validator;
use wgsl_validator::diagnostic::{Diagnostic, Severity};

/// The rules that a program can break at shader creation, with such programs for each.
#[derive(Clone, Debug)]
pub struct BreakableRules(BTreeMap<&'static Rule, Vec<BreakableRule>>);

/// A rule with a program that breaks it.
#[derive(Clone, Debug)]
pub struct BreakableRule {
    /// The rule.
    pub rule: &'static Rule,
    form: Form,
    names: Names,
    /// The extensions with which the program keeps the rule.
    lacking: Vec<EnableExtension>,
}

/// The form of a program that breaks a rule.
#[derive(Clone, Debug)]
enum Form {
    Tree(Tree),
    /// A program that no tree is printed as: its syntax is wrong, or trees have no parentheses or comments of their own.
    Text(String),
}

/// A program that breaks one rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Broken {
    /// The program.
    pub source: String,
    /// The rule that it breaks, and no other.
    pub rule: &'static Rule,
}

impl Default for BreakableRules {
    fn default() -> Self {
        Self::new()
    }
}

impl BreakableRules {
    /// The rules whose wrong program is judged by itself, by the current edition, and for no target.
    #[must_use]
    pub fn new() -> Self {
        Self::with([])
    }

    /// These, and other programs: each breaks its rule alone, by the current edition and for no target.
    #[must_use]
    pub fn with<'p>(programs: impl IntoIterator<Item = (&'static Rule, &'p str)>) -> Self {
        let mut validator = Validator::default();
        let tabulated = INVENTORY.rules.iter().filter_map(|rule| Some((rule, tabulated(rule)?)));
        let mut all: BTreeMap<&'static Rule, Vec<BreakableRule>> = BTreeMap::new();
        for (rule, text) in tabulated.chain(programs) {
            all.entry(rule).or_default().push(BreakableRule::of(rule, text, &mut validator));
        }
        Self(all)
    }

    /// The rules, each as often as it has programs.
    pub fn all(&self) -> impl Iterator<Item = &BreakableRule> {
        self.0.values().flatten()
    }

    /// A generated program of about this size that breaks a rule, around which no other extensions are used than these, and no proposed
    /// one. Bytes decide about everything.
    #[must_use]
    pub fn break_one(&self, size: usize, extensions: ExtensionSet, bytes: &[u8]) -> Option<Broken> {
        let (first, rest) = bytes.split_at_checked(64)?;
        let mut choices = Choices::new(first);
        let programs = self.0.values().nth(choices.below(self.0.len()))?;
        let broken = choices.pick(programs)?;
        let mut extensions = extensions;
        let proposed = EnableExtension::ALL.into_iter().filter(|it| it.is_proposed());
        for it in proposed.chain(broken.lacking.iter().copied()) {
            extensions.remove(it);
        }
        for it in LanguageExtension::ALL.into_iter().filter(|it| it.is_proposed()) {
            extensions.remove_language(it);
        }
        let mut valid = from_bytes(rest, Options { size, extensions });
        valid.directives.retain(|it| !matches!(it, Directive::Diagnostic { .. }));
        Some(Broken { source: broken.put_into(&valid, &mut choices)?, rule: broken.rule })
    }
}

impl BreakableRule {
    fn of(rule: &'static Rule, text: &str, validator: &mut Validator) -> Self {
        let (form, names) = match Tree::read(text) {
            Ok(mut tree) if is_only_finding(rule, &validator.diagnose(&tree.to_string())) => {
                let names = Names::of(&mut tree);
                (Form::Tree(tree), names)
            }
            Ok(_) | Err(_) => (Form::Text(text.to_owned()), Names::of_text(text)),
        };
        let mut is_broken_with = |extensions: &[EnableExtension]| {
            let enable = extensions.iter().map(|it| format!("enable {};\n", it.name()));
            let source: String = enable.chain([text.to_owned()]).collect();
            is_only_finding(rule, &validator.diagnose(&source))
        };
        let all: Vec<_> = EnableExtension::ALL.into_iter().filter(|it| !it.is_proposed()).collect();
        let lacking = if is_broken_with(&all) {
            Vec::new()
        } else {
            all.into_iter().filter(|it| !is_broken_with(&[*it])).collect()
        };
        Self { rule, form, names, lacking }
    }

    /// A valid program with this mistake among its declarations, which is the only one then. `None` if the valid program enables an
    /// extension with which it is none, as a proposed one may be, filters the finding, or uses a predeclared name that the mistake
    /// needs for itself.
    #[must_use]
    pub fn put_into(&self, valid: &Tree, choices: &mut Choices<'_>) -> Option<String> {
        let enabled = extensions(valid);
        let may_be_none = |it: &EnableExtension| it.is_proposed() || self.lacking.contains(it);
        if enabled.iter().any(may_be_none) || requires_proposed(valid) || self.is_filtered_by(valid) {
            return None;
        }
        let mut host = valid.clone();
        keep_apart(&mut host, &self.names)?;
        Some(match &self.form {
            Form::Tree(wrong) => {
                join(&mut host, wrong, choices);
                host.to_string()
            }
            Form::Text(wrong) => {
                let directives = core::mem::take(&mut host.directives);
                let directives = Tree { directives, declarations: Vec::new() };
                let has_directive = ["enable", "requires", "diagnostic"].iter().any(|it| wrong.contains(it));
                if has_directive {
                    format!("{directives}{wrong}\n{host}")
                } else {
                    // Whatever a parser skips behind the mistake, the valid declarations are before it.
                    format!("{directives}{host}{wrong}")
                }
            }
        })
    }

    /// Whether a program may change the severity of the finding, or have a directive that contradicts one of the mistake.
    fn is_filtered_by(&self, valid: &Tree) -> bool {
        let is_filter = |directive: &Directive| matches!(directive, Directive::Diagnostic { .. });
        let is_about_uniformity = self.rule.is_of_phase(Phase::Uniformity);
        let has_filter = match &self.form {
            Form::Tree(wrong) => wrong.directives.iter().any(is_filter),
            Form::Text(wrong) => wrong.contains("diagnostic"),
        };
        (is_about_uniformity || has_filter) && valid.directives.iter().any(is_filter)
    }
}

/// The program of the specification's data that breaks a rule, if it can be judged by itself.
fn tabulated(rule: &'static Rule) -> Option<&'static str> {
    let programs = wgsl_spec::programs(rule)?;
    let is_alone = programs.target.is_none() && !programs.is_linked && programs.pipeline.is_none();
    (programs.edition == Edition::Current && is_alone).then_some(programs.wrong.text)
}

/// The extensions that a program enables, with those that they imply.
fn extensions(tree: &Tree) -> Vec<EnableExtension> {
    let enabled = tree.directives.iter().flat_map(|it| match it {
        Directive::Enable(names) => names.as_slice(),
        Directive::Requires(_) | Directive::Diagnostic { .. } => &[],
    });
    let known = enabled.filter_map(|name| EnableExtension::from_symbol(Symbol::predeclared(name)?));
    known.flat_map(|it| it.implies().iter().copied().chain([it])).collect()
}

/// Whether a program requires a language extension that is proposed.
fn requires_proposed(tree: &Tree) -> bool {
    let required = tree.directives.iter().flat_map(|it| match it {
        Directive::Requires(names) => names.as_slice(),
        Directive::Enable(_) | Directive::Diagnostic { .. } => &[],
    });
    let mut known = required.filter_map(|name| LanguageExtension::from_symbol(Symbol::predeclared(name)?));
    known.any(LanguageExtension::is_proposed)
}

/// The rules of the errors in a program, and those that their proofs rest on.
#[must_use]
pub fn broken_rules(validator: &mut Validator, program: &str) -> BTreeSet<&'static str> {
    let errors = validator.diagnose(program);
    errors
        .iter()
        .filter(|found| found.severity == Severity::Error)
        .flat_map(cited)
        .map(|rule| rule.id)
        .collect()
}

/// Whether a rule is found broken, and every error cites it.
pub(super) fn is_only_finding(rule: &'static Rule, found: &[Diagnostic]) -> bool {
    let cites = |found: &&Diagnostic| cited(found).any(|it| it == rule);
    let mut errors = found.iter().filter(|found| found.severity == Severity::Error);
    found.iter().any(|found| cites(&found)) && errors.all(|found| cites(&found))
}

/// The rules that a finding names, and those of the steps of its proof.
fn cited(found: &Diagnostic) -> impl Iterator<Item = &'static Rule> {
    let steps = found.labels.iter().filter_map(|label| label.rule);
    found.rules().chain(steps)
}
