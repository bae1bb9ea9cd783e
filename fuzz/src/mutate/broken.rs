//! Valid programs with one broken rule: a program of the suite that breaks the rule is put into one made by chance.

use super::name::rename;
use crate::choices::Choices;
use crate::generate::{Options, from_bytes};
use crate::tree::{Declaration, Directive, Tree};
use std::collections::{BTreeSet, HashSet};
use wgsl_spec::{Edition, EnableExtension, ExtensionSet, LanguageExtension, RuleId};
use wgsl_validator::Validator;
use wgsl_validator::diagnostic::Severity;

/// The rules that a program can break at shader creation, with such a program as a tree.
#[derive(Clone, Debug)]
pub struct BreakableRules(Vec<(RuleId, Tree)>);

/// A program that breaks one rule.
#[derive(Clone, Debug)]
pub struct Broken {
    /// The program.
    pub tree: Tree,
    /// The rule that it breaks, and no other.
    pub rule: RuleId,
}

impl Default for BreakableRules {
    fn default() -> Self {
        Self::new()
    }
}

impl BreakableRules {
    /// The rules whose wrong program has a tree, is judged by itself, and by the current edition. Trees have no parentheses: rules
    /// about these are not among them.
    #[must_use]
    pub fn new() -> Self {
        let mut validator = Validator::default();
        let tree = |rule: &RuleId| {
            let example = rule.programs()?;
            let is_judged_alone =
                example.edition == Edition::Current && !example.is_linked && example.target.is_none();
            let is_alone = is_judged_alone && example.pipeline.is_none();
            let tree = Tree::read(example.wrong.text).ok().filter(|_| is_alone)?;
            broken_rules(&mut validator, &tree.to_string()).contains(rule.get().id).then_some((*rule, tree))
        };
        Self(RuleId::ALL.iter().filter_map(tree).collect())
    }

    /// The number of rules.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// A program of about this size that breaks a rule. Bytes decide about everything.
    #[must_use]
    pub fn break_one(&self, size: usize, bytes: &[u8]) -> Option<Broken> {
        let (first, rest) = bytes.split_at_checked(4)?;
        let (rule, wrong) = Choices::new(first).pick(&self.0)?;
        Some(Broken { tree: with_mistake(wrong, size, rest), rule: *rule })
    }

    /// A program for each rule.
    pub fn each<'a>(&'a self, size: usize, bytes: &'a [u8]) -> impl Iterator<Item = Broken> + 'a {
        self.0.iter().map(move |(rule, wrong)| Broken { tree: with_mistake(wrong, size, bytes), rule: *rule })
    }
}

/// The rules of the errors in a program, and those that their proofs rest on.
#[must_use]
pub fn broken_rules(validator: &mut Validator, program: &str) -> BTreeSet<&'static str> {
    let errors = validator.diagnose(program).into_iter().filter(|found| found.severity == Severity::Error);
    let rules = errors.flat_map(|error| {
        let steps = error.labels.iter().filter_map(|label| label.rule);
        error.rules().map(|rule| rule.get().id).chain(steps).collect::<Vec<_>>()
    });
    rules.collect()
}

/// A valid program with the declarations of a wrong one among its own.
fn with_mistake(wrong: &Tree, size: usize, bytes: &[u8]) -> Tree {
    let mut wrong = wrong.clone();
    let mut tree = from_bytes(bytes, Options { size, extensions: enabled(&wrong) });
    make_distinct(&mut wrong, &tree);
    // A filter may make the mistake a warning, and equal numbers of overrides are another mistake.
    tree.directives.retain(|it| !matches!(it, Directive::Diagnostic { .. }));
    for declaration in &mut tree.declarations {
        if let Declaration::Variable(it) = declaration {
            it.attributes.retain(|it| it.name != "id");
        }
    }
    let mut choices = Choices::new(bytes);
    tree.directives.extend(wrong.directives);
    for declaration in wrong.declarations {
        tree.declarations.insert(choices.below(tree.declarations.len() + 1), declaration);
    }
    tree
}

/// The extensions that a program enables: another extension around it might make it right. Features of the language are there anyway.
fn enabled(tree: &Tree) -> ExtensionSet {
    let mut extensions = ExtensionSet::EMPTY;
    for directive in &tree.directives {
        if let Directive::Enable(names) = directive {
            let named =
                EnableExtension::ALL.into_iter().filter(|it| names.iter().any(|name| name == it.name()));
            for it in named.filter(|it| !it.is_proposed()) {
                extensions.insert(it);
            }
        }
    }
    for it in LanguageExtension::ALL.into_iter().filter(|it| !it.is_proposed()) {
        extensions.insert_language(it);
    }
    extensions
}

/// Gives new names to the declarations of a program that have the names of another program.
fn make_distinct(tree: &mut Tree, other: &Tree) {
    let taken: HashSet<&str> = other.declarations.iter().filter_map(name_of).collect();
    let own = tree.declarations.iter().filter_map(name_of);
    let clashing: BTreeSet<String> = own.filter(|name| taken.contains(name)).map(str::to_owned).collect();
    for name in clashing {
        rename(tree, &|it| (it == name).then(|| format!("{name}_again")));
    }
}

/// The name of a declaration, if it has one.
fn name_of(declaration: &Declaration) -> Option<&str> {
    match declaration {
        Declaration::Variable(it) => Some(&it.name),
        Declaration::Alias { name, .. } | Declaration::Structure { name, .. } => Some(name),
        Declaration::Function(it) => Some(&it.name),
        Declaration::ConstAssert(_) => None,
    }
}
