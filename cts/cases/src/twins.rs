//! For each rule the rejected program of the suite that shows it best, beside the accepted program that is nearest to it.

use crate::case::Instance;
use crate::judged::Judged;
use crate::outcome::{Finding, Outcome};
use crate::vocabulary::{ExecutorKind, Verdict};
use serde::Serialize;
use similar::{ChangeTag, TextDiff};
use std::collections::{BTreeMap, HashMap};
use wgsl_spec::{Edition, Rule};
use wgsl_validator::target::Target;

/// A rejected program and its accepted twin, without their markers.
#[derive(Debug, Clone)]
pub struct Twins<'a> {
    /// The rejected program.
    pub wrong: &'a Instance,
    /// The accepted program.
    pub right: &'a Instance,
    /// The number of characters that differ.
    pub distance: usize,
}

/// The programs that are compared for a rule: the shortest ones that break it, of cases with an accepted program.
const CANDIDATES: usize = 12;
/// The accepted programs of the same case that a rejected one is compared with: those of the nearest length.
const NEIGHBOURS: usize = 24;
/// Longer programs are not for display.
const LONGEST: usize = 1200;

/// The twins of every rule that a program breaks alone, in a case that also has an accepted program.
#[must_use]
pub fn twins<'a>(judged: &[Judged<'a>]) -> BTreeMap<&'static Rule, Twins<'a>> {
    let mut accepted: HashMap<&str, Vec<&Instance>> = HashMap::new();
    let mut breaking: BTreeMap<&'static Rule, Vec<(bool, &Instance)>> = BTreeMap::new();
    let judged = judged.iter().filter(|judged| judged.executor == ExecutorKind::Validator);
    for judged in judged.filter(|judged| is_shown(judged.instance)) {
        let instance = judged.instance;
        match (&judged.outcome, instance.expected.verdict) {
            (Outcome::Judged(..), Verdict::Accept) => {
                accepted.entry(&instance.case.name).or_default().push(instance);
            }
            (Outcome::Judged(_, findings), Verdict::Reject) => {
                let [finding] = findings.as_slice() else { continue };
                for rule in finding.cited() {
                    breaking.entry(rule).or_default().push((is_first(finding, rule), instance));
                }
            }
            (Outcome::Executed(_) | Outcome::NotAsked(_) | Outcome::Unable(_), _) => {}
        }
    }
    let nearest = |(rule, mut candidates): (&'static Rule, Vec<(bool, &'a Instance)>)| {
        candidates.retain(|(_, wrong)| accepted.contains_key(wrong.case.name.as_str()));
        candidates.sort_by_key(|(is_first, wrong)| (!is_first, is_draft(wrong), wrong.program.len()));
        let pairs = candidates.iter().take(CANDIDATES).filter_map(|(is_first, wrong)| {
            let twins = nearest(wrong, accepted.get(wrong.case.name.as_str())?)?;
            Some(((!is_first, is_draft(wrong), twins.distance, wrong.program.len()), twins))
        });
        Some((rule, pairs.min_by_key(|(order, _)| *order)?.1))
    };
    breaking.into_iter().filter_map(nearest).collect()
}

/// Whether the rule is the one that the finding names first.
fn is_first(finding: &Finding, rule: &'static Rule) -> bool {
    finding.rules.first() == Some(&rule)
}

fn is_draft(instance: &Instance) -> bool {
    instance.case.request.edition == Edition::Draft2022
}

fn is_shown(instance: &Instance) -> bool {
    instance.program.len() <= LONGEST && instance.source().is_some_and(|text| text.chars().all(is_plain))
}

/// Whether YAML keeps a character as it is, and people see it.
fn is_plain(character: char) -> bool {
    character == '\n'
        || character == ' '
        || !(character.is_control() || character.is_whitespace() || character == '\u{FEFF}')
}

fn nearest<'a>(wrong: &'a Instance, accepted: &[&'a Instance]) -> Option<Twins<'a>> {
    let mut neighbours: Vec<&Instance> = accepted.to_vec();
    neighbours.sort_by_key(|right| right.program.len().abs_diff(wrong.program.len()));
    let text = shown(wrong);
    let twins = neighbours.into_iter().take(NEIGHBOURS).map(|right| {
        let distance = distance(&text, &shown(right));
        Twins { wrong, right, distance }
    });
    twins.min_by_key(|twins| twins.distance)
}

/// The number of characters that one has and the other has not.
fn distance(one: &str, other: &str) -> usize {
    let diff = TextDiff::from_chars(one, other);
    diff.iter_all_changes().filter(|change| change.tag() != ChangeTag::Equal).count()
}

/// A program without its markers.
fn shown(instance: &Instance) -> String {
    let text = instance.source().unwrap_or_default();
    let mut shown = String::new();
    for line in text.lines() {
        let kept = line.split("//~").next().unwrap_or_default().trim_end();
        if kept.len() == line.len() || !kept.is_empty() {
            shown.push_str(kept);
            shown.push('\n');
        }
    }
    shown
}

/// An entry of the file that the tables of the specification take the programs from.
#[derive(Serialize)]
struct Entry<'a> {
    rule: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    edition: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    target: Option<&'a str>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    link: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pipeline: Option<PipelineEntry<'a>>,
    wrong: String,
    right: String,
}

#[derive(Serialize)]
struct PipelineEntry<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    entry_point: Option<&'a str>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    constants: BTreeMap<&'a str, f64>,
}

/// The file that the tables of the specification take the programs from.
///
/// # Errors
/// If it can't be written as YAML.
pub fn file(twins: &BTreeMap<&'static Rule, Twins<'_>>) -> Result<String, serde_yaml::Error> {
    const HEAD: &str = "\
# For each rule that a program of the suite breaks alone: that program, and the accepted program of the same case that is
# nearest to it. Written by `cargo xtask bless`; `cargo xtask coverage` fails when it is out of date.
";
    let entries: Vec<Entry<'_>> = twins.iter().map(|(rule, twins)| entry(rule, twins)).collect();
    Ok(HEAD.to_owned() + &serde_yaml::to_string(&entries)?)
}

fn entry<'a>(rule: &'static Rule, twins: &Twins<'a>) -> Entry<'a> {
    let request = &twins.wrong.case.request;
    Entry {
        rule: rule.id,
        edition: (request.edition == Edition::Draft2022).then_some("draft_2022"),
        target: request.target.as_ref().map(Target::name),
        link: request.is_linked,
        pipeline: request.pipeline.as_ref().map(|pipeline| PipelineEntry {
            entry_point: pipeline.entry_point.as_deref(),
            constants: pipeline.constants.iter().map(|(name, value)| (name.as_str(), *value)).collect(),
        }),
        wrong: shown(twins.wrong),
        right: shown(twins.right),
    }
}
