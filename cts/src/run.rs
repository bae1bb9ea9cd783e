//! Runs all cases on all executors and collects the results.

use crate::execute::Executors;
use crate::expectations::Expectations;
use crate::picture::{self, Pictures};
use crate::results::{
    CaseResults, ClassResults, Counts, DiagnosticResults, ExecutorResults, OutcomeResults, PictureResults,
    ProgramResults, Results, RuleResults, Status, TextureResults, VERSION,
};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use indexmap::{IndexMap, IndexSet};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use std::collections::HashMap;
use std::mem;
use wgsl_cts_cases::case::{ExpectedDiagnostic, Instance};
use wgsl_cts_cases::compare::{Comparison, Difference, DifferenceKind, compare, is_on_marked_line};
use wgsl_cts_cases::coverage::{RuleCoverage, coverage, untestable};
use wgsl_cts_cases::execution::texels::{TexelDistance, Texels};
use wgsl_cts_cases::judged::Judged;
use wgsl_cts_cases::outcome::{Finding, Outcome};
use wgsl_cts_cases::vocabulary::{ExecutorKind, Verdict};
use wgsl_spec::Rule;

/// The number of programs in one question.
const BATCH: usize = 16;

/// The answers about a list of programs.
#[derive(Debug)]
pub struct Run<'a> {
    /// For each program, by its index, the answers of the executors that take part, in the order in which they are asked.
    pub by_instance: Vec<Vec<Judged<'a>>>,
}

impl<'a> Run<'a> {
    /// Returns all answers, program by program.
    pub fn judged(&self) -> impl Iterator<Item = &Judged<'a>> {
        self.by_instance.iter().flatten()
    }

    /// Returns all answers, program by program.
    #[must_use]
    pub fn into_judged(self) -> Vec<Judged<'a>> {
        self.by_instance.into_iter().flatten().collect()
    }
}

/// Asks each executor about each program that applies to it. Shows a progress bar on a terminal.
#[must_use]
pub fn run<'a>(instances: &'a [Instance], asked: &[ExecutorKind], executors: &Executors) -> Run<'a> {
    // Executor by executor, so that a batch has only one.
    let tasks: Vec<(usize, ExecutorKind)> = asked
        .iter()
        .flat_map(|executor| (0..instances.len()).map(move |index| (index, *executor)))
        .filter(|(index, executor)| instances[*index].is_for(*executor))
        .collect();
    let bar = ProgressBar::new(tasks.len() as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} programs, {eta} left") {
        bar.set_style(style);
    }
    let judge = |batch: &[(usize, ExecutorKind)]| {
        let executor = batch.first().map_or(ExecutorKind::Validator, |(_, executor)| *executor);
        let together: Vec<&Instance> = batch.iter().map(|(index, _)| &instances[*index]).collect();
        let outcomes = executors.judge_together(executor, &together);
        let judged = batch.iter().zip(outcomes).map(|((index, _), outcome)| {
            let instance = &instances[*index];
            let comparison = compare(executor, instance, &outcome);
            // An executor that is unable to run a program has no results whose origin could be found.
            let place = match &comparison {
                Comparison::Differs(difference) if difference.kind != DifferenceKind::Unable => {
                    executors.triage(executor, instance)
                }
                Comparison::Differs(_) | Comparison::Same | Comparison::NotAsked(_) => None,
            };
            (*index, Judged { instance, executor, outcome, comparison, place })
        });
        bar.inc(batch.len() as u64);
        judged.collect::<Vec<_>>()
    };
    let batches: Vec<&[_]> =
        tasks.chunk_by(|(_, one), (_, other)| one == other).flat_map(|all| all.chunks(BATCH)).collect();
    // In the order of the tasks, whichever thread is the first.
    let judged: Vec<(usize, Judged<'a>)> = batches.into_par_iter().flat_map_iter(judge).collect();
    let mut by_instance: Vec<Vec<Judged<'a>>> = instances.iter().map(|_| Vec::new()).collect();
    for (index, judged) in judged {
        by_instance[index].push(judged);
    }
    bar.finish_and_clear();
    Run { by_instance }
}

/// Collects the outcomes as results.
#[must_use]
pub fn results(
    instances: &[Instance],
    asked: &[ExecutorKind],
    executors: &Executors,
    run: &Run,
    expectations: &Expectations,
) -> Results {
    let known = expectations.known(executors.adapter().as_deref());
    let mut cases: IndexMap<&str, CaseResults> = IndexMap::new();
    let mut by_rule: Vec<IndexMap<ExecutorKind, Counts>> =
        vec![IndexMap::new(); wgsl_spec::INVENTORY.rules.len()];
    let mut by_executor: HashMap<ExecutorKind, Counts> = HashMap::new();
    for (instance, answers) in instances.iter().zip(&run.by_instance) {
        let case = cases.entry(&instance.case.name).or_insert_with(|| case_results(instance));
        case.programs_in_all += 1;
        let rules = shown(instance, answers);
        let mut outcomes = IndexMap::new();
        for one in answers {
            let (status, class) = known.status(one);
            case.counts.entry(one.executor).or_default().add(status);
            by_executor.entry(one.executor).or_default().add(status);
            for rule in &rules {
                by_rule[usize::from(rule.number)].entry(one.executor).or_default().add(status);
            }
            let class = class.map(|class| expectations.classes[class].name.clone());
            outcomes.insert(one.executor, outcome_results(one, status, class));
        }
        let rules: Vec<String> = rules.into_iter().map(|rule| rule.id.to_owned()).collect();
        case.rules.extend(rules.iter().cloned());
        let program = program_results(instance, answers, rules, outcomes);
        if !case.is_abridged || !program.is_plain() {
            case.programs.push(program);
        }
    }
    let rules = coverage(run.judged()).into_iter().zip(by_rule);
    let rules = rules.map(|(rule, counts)| rule_results(&rule, counts));
    for case in cases.values_mut() {
        case.rules = mem::take(&mut case.rules).into_iter().collect::<IndexSet<_>>().into_iter().collect();
    }
    let cases: Vec<CaseResults> = cases.into_values().collect();
    Results {
        version: VERSION,
        executors: executors
            .kinds()
            .map(|executor| executor_results(executor, asked, executors, &by_executor))
            .collect(),
        rules: rules.collect(),
        classes: class_results(expectations, &cases),
        metal: None,
        cases,
    }
}

fn executor_results(
    executor: ExecutorKind,
    asked: &[ExecutorKind],
    executors: &Executors,
    counts: &HashMap<ExecutorKind, Counts>,
) -> ExecutorResults {
    let missing = executors.missing(executor).map(str::to_owned);
    let missing = missing.or_else(|| (!asked.contains(&executor)).then(|| "it was not selected".to_owned()));
    ExecutorResults {
        name: executor,
        release: executors.release(executor),
        missing,
        counts: counts.get(&executor).copied().unwrap_or_default(),
    }
}

fn case_results(instance: &Instance) -> CaseResults {
    let case = &instance.case;
    CaseResults {
        name: case.name.clone(),
        about: case.about.clone(),
        anchor: case.section.id.to_owned(),
        rules: Vec::new(),
        is_generated: case.is_generated,
        is_abridged: case.is_generated,
        programs_in_all: 0,
        counts: IndexMap::new(),
        programs: Vec::new(),
    }
}

/// The rules that a program shows: those that it claims, and those that the validator finds broken.
#[must_use]
pub fn shown(instance: &Instance, answers: &[Judged]) -> Vec<&'static Rule> {
    let mut rules = instance.rules.clone();
    if instance.expected.verdict == Verdict::Reject {
        for answer in answers.iter().filter(|answer| answer.executor == ExecutorKind::Validator) {
            if let Outcome::Judged(_, findings) = &answer.outcome {
                rules.extend(findings.iter().flat_map(Finding::cited));
            }
        }
    }
    rules.sort_unstable();
    rules.dedup();
    rules
}

fn program_results(
    instance: &Instance,
    answers: &[Judged],
    rules: Vec<String>,
    outcomes: IndexMap<ExecutorKind, OutcomeResults>,
) -> ProgramResults {
    let diagnostics = instance.expected.diagnostics.iter().map(|found| DiagnosticResults {
        severity: found.severity.name().to_owned(),
        code: found.code.slug.to_owned(),
        line: found.line,
        column: found.column,
        message: message_of(found, answers),
    });
    ProgramResults {
        name: instance.program_name().to_owned(),
        expected: instance.expected.verdict.name().to_owned(),
        rules,
        diagnostics: diagnostics.collect(),
        source: String::from_utf8_lossy(&instance.program).into_owned(),
        outcomes,
    }
}

/// The validator's message of an expected diagnostic.
fn message_of(expected: &ExpectedDiagnostic, answers: &[Judged]) -> Option<String> {
    let answer = answers.iter().find(|answer| answer.executor == ExecutorKind::Validator)?;
    let Outcome::Judged(_, findings) = &answer.outcome else { return None };
    let is_expected = |found: &&Finding| {
        (found.code, found.line, found.column) == (Some(expected.code), expected.line, expected.column)
    };
    findings.iter().find(is_expected).map(|found| shortened(found.message.clone(), MOST_WORDS))
}

fn outcome_results(judged: &Judged, status: Status, class: Option<String>) -> OutcomeResults {
    let (message, is_on_marked_line) = match &judged.outcome {
        Outcome::NotAsked(reason) | Outcome::Unable(reason) => {
            (Some(shortened(reason.clone(), MOST_WORDS)), None)
        }
        Outcome::Executed(_) => {
            let difference = judged.difference().and_then(Difference::execution);
            (difference.map(|difference| shortened(difference.to_owned(), MOST_OF_EXECUTION)), None)
        }
        Outcome::Judged(_, findings) if judged.executor == ExecutorKind::Validator => {
            // Only differences need a message.
            let is_plain = matches!(judged.comparison, Comparison::Same);
            let messages: Vec<&str> = findings.iter().map(|finding| finding.message.as_str()).collect();
            ((!is_plain).then(|| shortened(messages.join("\n"), MOST_WORDS)), None)
        }
        Outcome::Judged(_, findings) => (
            findings.first().map(|finding| shortened(finding.message.clone(), MOST_WORDS)),
            is_on_marked_line(judged.instance, findings),
        ),
    };
    let likely_place = judged.place.map(|place| place.words().to_owned());
    let is_executed_otherwise = judged.difference().and_then(Difference::execution).is_some();
    OutcomeResults {
        status,
        class,
        message,
        is_on_marked_line,
        likely_place,
        is_executed_otherwise,
        textures: texture_results(judged),
    }
}

/// The textures and attachments with unexpected contents, with pictures.
fn texture_results(judged: &Judged) -> Vec<TextureResults> {
    let (Outcome::Executed(output), Some(execution), Some(_)) =
        (&judged.outcome, &judged.instance.execution, judged.difference())
    else {
        return Vec::new();
    };
    let results = Texels::all(execution, output).into_iter().filter_map(|texels| {
        let TexelDistance { differing, texels: count, greatest, root_mean_square } = texels.distance();
        (differing > 0).then(|| TextureResults {
            format: texels.texture.format.name().to_owned(),
            texels: count,
            differing,
            greatest,
            root_mean_square,
            pictures: picture::pictures(&texels)
                .unwrap_or_default()
                .into_iter()
                .map(picture_results)
                .collect(),
            name: texels.what,
        })
    });
    results.collect()
}

fn picture_results(of: Pictures) -> PictureResults {
    let Pictures { part, shows, origin, size, expected, got, difference } = of;
    let [expected, got, difference] = [expected, got, difference].map(|png| STANDARD.encode(png));
    PictureResults { part, shows, origin, size, expected, got, difference }
}

/// The length in characters of an executor's message: some list every overload that does not fit.
const MOST_WORDS: usize = 400;
/// The length in characters of the differences of an execution: enough for ten values.
const MOST_OF_EXECUTION: usize = 2000;

/// Shortens a long message.
fn shortened(mut message: String, length: usize) -> String {
    if let Some((end, _)) = message.char_indices().nth(length) {
        message.truncate(end);
        message.push('…');
    }
    message
}

fn rule_results(rule: &RuleCoverage, counts: IndexMap<ExecutorKind, Counts>) -> RuleResults {
    let info = rule.rule;
    RuleResults {
        id: info.id.to_owned(),
        statement: info.statement.to_owned(),
        anchor: info.section.id.to_owned(),
        title: info.section.title.to_owned(),
        testable: rule.testable,
        reason: untestable(rule.rule).map(str::to_owned),
        accepting: rule.accepting,
        rejecting: rule.rejecting,
        executing: rule.executing,
        counts,
    }
}

/// The classes by name and executor: one that differs on adapters has several entries.
fn class_results(expectations: &Expectations, cases: &[CaseResults]) -> Vec<ClassResults> {
    let mut classes: IndexMap<(&str, ExecutorKind), ClassResults> = IndexMap::new();
    for class in &expectations.classes {
        let results = || ClassResults {
            name: class.name.clone(),
            executor: class.executor,
            about: class.about.clone(),
            upstream: class.upstream.clone(),
            disputed: class.disputed.clone(),
            programs: 0,
            rules: Vec::new(),
            example: None,
        };
        let key = (class.name.as_str(), class.executor);
        classes.entry(key).or_insert_with(|| results().with_programs_of(cases));
    }
    classes.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::execute::Peers;

    #[test]
    fn answers_are_those_about_the_program_with_the_index_in_the_order_of_the_question() {
        // More programs than a batch has, so that several threads answer.
        let instances = wgsl_cts_generate::instances("generated/values/calls::abs");
        assert!(instances.len() > BATCH, "{}", instances.len());
        let asked = [ExecutorKind::Naga, ExecutorKind::Validator];
        let run = run(&instances, &asked, &Executors::start(&Peers::default()));
        assert_eq!(run.by_instance.len(), instances.len());
        for (instance, answers) in instances.iter().zip(&run.by_instance) {
            let executors: Vec<ExecutorKind> = answers.iter().map(|answer| answer.executor).collect();
            let expected: Vec<_> = asked.into_iter().filter(|executor| instance.is_for(*executor)).collect();
            assert_eq!(executors, expected);
            assert!(answers.iter().all(|answer| answer.instance.name == instance.name));
        }
        assert_eq!(run.judged().count(), run.into_judged().len());
    }
}
