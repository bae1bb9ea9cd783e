//! The rules of Metal that cases show, and whether some case would notice if the validator forgot one of them.

use super::Judged;
use crate::case::Instance;
use crate::coverage::misses;
use crate::execution::Execution;
use crate::language::Msl;
use crate::outcome::Finding;
use crate::vocabulary::Verdict;
use msl_spec::{Code, INVENTORY, Rule, RuleClass, RuleStage, facts};
use std::collections::{BTreeSet, HashSet};

/// The evidence that shows a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShownBy {
    /// A program with a finding that names the rule, and an accepted one of the same case that keeps it.
    Twins,
    /// An accepted program: nothing can break it.
    Accepting,
    /// The results of a kernel that is executed.
    Results,
    /// A fault of a kernel that is executed strictly.
    Faults,
    /// No program: it is about a pipeline, or says something about what the validator lacks.
    Nothing,
}

impl ShownBy {
    /// Whether a program that is judged alone shows it.
    #[must_use]
    pub const fn is_by_judging(self) -> bool {
        match self {
            Self::Twins | Self::Accepting => true,
            Self::Results | Self::Faults | Self::Nothing => false,
        }
    }
}

/// The evidence that shows a rule.
#[must_use]
pub fn shown_by(rule: &'static Rule) -> ShownBy {
    let Some(facts) = facts(rule) else { return ShownBy::Nothing };
    match facts.class {
        RuleClass::Undefined => ShownBy::Faults,
        RuleClass::Tolerance => ShownBy::Results,
        RuleClass::Pipeline => ShownBy::Nothing,
        RuleClass::Acceptance if untestable(rule.id).is_some() => ShownBy::Nothing,
        RuleClass::Acceptance => ShownBy::Accepting,
        RuleClass::Error | RuleClass::Version | RuleClass::Ambiguous => match rule.stage {
            RuleStage::PipelineCreation | RuleStage::Execution => ShownBy::Nothing,
            RuleStage::ShaderCreation if untestable(rule.id).is_some() => ShownBy::Nothing,
            RuleStage::ShaderCreation if rule.code.is_some() => ShownBy::Twins,
            RuleStage::ShaderCreation => ShownBy::Accepting,
        },
    }
}

/// Why no program shows a rule about imageblocks.
const IMAGEBLOCKS: &str = "The checker does not support imageblocks yet.";

/// Rules that no judged program shows although their class lets expect one, with the reason.
const UNTESTABLE: [(&str, &str); 28] = [
    ("option.standard.known", "The validator gets a dialect, not its name."),
    ("preprocess.include.nesting", "A program is one file, and only includes library headers."),
    ("unsupported.feature", "It says what the validator does not support, which changes with each version."),
    (
        "unsupported.nesting",
        "It limits the nesting that the validator supports, which is not part of the language.",
    ),
    ("unsupported.expansion", "It limits the expansion of macros, which is not part of the language."),
    (
        "tile-function.version",
        "The types and attributes of tile functions have the same versions, and separate rules.",
    ),
    ("texture.fence.version", "Before version 1.2 no texture has an access that permits a fence."),
    ("member.one-address-space", "A member with an address space is already rejected."),
    ("argument.no-derived-class", "A derived class is already rejected."),
    ("float.reassociation", "It permits different results, and does not require any program to be accepted."),
    ("imageblock.version", IMAGEBLOCKS),
    ("imageblock.user.unique", IMAGEBLOCKS),
    ("imageblock.explicit.no-color", IMAGEBLOCKS),
    ("imageblock.implicit.members", IMAGEBLOCKS),
    ("imageblock.place", IMAGEBLOCKS),
    ("imageblock.layout", IMAGEBLOCKS),
    ("imageblock.no-function-constant", IMAGEBLOCKS),
    ("imageblock.function.layout", IMAGEBLOCKS),
    ("imageblock.write.color-rate", IMAGEBLOCKS),
    ("imageblock.master.raster-order-group", IMAGEBLOCKS),
    ("imageblock.raster-order-group.once", IMAGEBLOCKS),
    ("imageblock.raster-order-group.array", IMAGEBLOCKS),
    ("imageblock.view.match", IMAGEBLOCKS),
    ("imageblock.view.top-level", IMAGEBLOCKS),
    ("imageblock.view.no-alias", IMAGEBLOCKS),
    ("imageblock.view.raster-order-group", IMAGEBLOCKS),
    ("imageblock.alias.declared", IMAGEBLOCKS),
    ("imageblock.alias.beyond", IMAGEBLOCKS),
];

/// The reason why no judged program shows a rule with this name.
#[must_use]
pub fn untestable(name: &str) -> Option<&'static str> {
    UNTESTABLE.iter().find(|(rule, _)| *rule == name).map(|(_, reason)| *reason)
}

/// The programs that show a rule.
#[derive(Debug, Clone, Copy)]
pub struct RuleCoverage {
    /// The rule.
    pub rule: &'static Rule,
    /// The evidence that it needs.
    pub shown_by: ShownBy,
    /// Accepted programs that claim it.
    pub accepting: usize,
    /// Those whose results are compared.
    pub executed: usize,
    /// The faults that they must have.
    pub faults: usize,
    /// Programs with a marker that names it.
    pub breaking: usize,
    /// Whether one of these has an accepted program in its case that claims the rule.
    pub has_twins: bool,
}

impl RuleCoverage {
    /// Whether programs show the rule.
    #[must_use]
    pub const fn is_covered(&self) -> bool {
        match self.shown_by {
            ShownBy::Twins => self.has_twins,
            ShownBy::Accepting => self.accepting > 0,
            ShownBy::Results => self.executed > 0,
            ShownBy::Faults => self.faults > 0,
            ShownBy::Nothing => false,
        }
    }
}

/// Counts the programs of each rule, in the order of the inventory.
#[must_use]
pub fn coverage(instances: &[Instance<Msl>]) -> Vec<RuleCoverage> {
    let counts = INVENTORY.rules.iter().map(|rule| RuleCoverage {
        rule,
        shown_by: shown_by(rule),
        accepting: 0,
        executed: 0,
        faults: 0,
        breaking: 0,
        has_twins: false,
    });
    let mut counts: Vec<RuleCoverage> = counts.collect();
    let (mut kept, mut broken) = (HashSet::new(), HashSet::new());
    for instance in instances {
        let case = instance.case.name.as_str();
        if instance.expected.verdict == Verdict::Accept {
            for rule in &instance.rules {
                let execution = instance.execution.as_deref();
                counts[usize::from(rule.number)].accepting += 1;
                counts[usize::from(rule.number)].executed +=
                    usize::from(execution.is_some_and(Execution::compares));
                counts[usize::from(rule.number)].faults += execution.map_or(0, |it| it.expected.faults.len());
                // A program with a warning about the rule does not keep it.
                if instance.expected.diagnostics.is_empty() {
                    kept.insert((*rule, case));
                }
            }
        }
        let named: BTreeSet<&'static Rule> = instance
            .expected
            .diagnostics
            .iter()
            .filter_map(|found| found.rule.or_else(|| only_rule(found.code)))
            .collect();
        for rule in named {
            counts[usize::from(rule.number)].breaking += 1;
            broken.insert((rule, case));
        }
    }
    for (rule, _) in kept.intersection(&broken) {
        counts[usize::from(rule.number)].has_twins = true;
    }
    counts
}

/// The rule of a code that stands for no other.
fn only_rule(code: &'static Code) -> Option<&'static Rule> {
    let mut rules = INVENTORY.rules_of(code);
    rules.next().filter(|_| rules.next().is_none())
}

/// The part of the specification's inventory that is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Figures {
    /// The entries of the inventory of which a rule is shown.
    pub entries: usize,
    /// All entries of the inventory.
    pub all_entries: usize,
    /// The rules, those of C++14 among them, that a judged program can show, and that one shows.
    pub rules: usize,
    /// All rules that a judged program can show.
    pub all_rules: usize,
}

/// Counts what is covered.
#[must_use]
pub fn figures(coverage: &[RuleCoverage]) -> Figures {
    let entries = |rules: &mut dyn Iterator<Item = &RuleCoverage>| {
        let entries: BTreeSet<&str> = rules.filter_map(|rule| Some(facts(rule.rule)?.inventory)).collect();
        entries.into_iter().filter(|entry| *entry != "C++").count()
    };
    let judged = || coverage.iter().filter(|rule| rule.shown_by.is_by_judging());
    Figures {
        entries: entries(&mut coverage.iter().filter(|rule| rule.is_covered())),
        all_entries: entries(&mut coverage.iter()),
        rules: judged().filter(|rule| rule.is_covered()).count(),
        all_rules: judged().count(),
    }
}

/// Drops the findings of one rule after the other. Returns the rules that findings can name and whose loss no case notices.
#[must_use]
pub fn knock_out(judged: &[Judged]) -> Vec<&'static Rule> {
    let mut caught = HashSet::new();
    for Judged { instance, findings, .. } in judged {
        for rule in findings.iter().flat_map(Finding::cited) {
            if !caught.contains(&rule) && misses(instance, findings, rule) {
                caught.insert(rule);
            }
        }
    }
    let is_missed = |rule: &&'static Rule| shown_by(rule) == ShownBy::Twins && !caught.contains(rule);
    INVENTORY.rules.iter().filter(is_missed).collect()
}
