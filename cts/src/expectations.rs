//! The known differences: `fixtures/expectations.yaml`, and files of other people in the same form. They are asserted: a known
//! difference that has disappeared fails the run, as a new one does.

use crate::results::Status;
use globset::{Glob, GlobMatcher};
use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use wgsl_cts_cases::case::Instance;
use wgsl_cts_cases::compare::{Comparison, DifferenceKind, is_on_marked_line};
use wgsl_cts_cases::judged::Judged;
use wgsl_cts_cases::names::{Need, NeedName};
use wgsl_cts_cases::outcome::Outcome;
use wgsl_cts_cases::vocabulary::{ExecutorKind, Verdict};
use wgsl_cts_cases::yaml::{self, Problem};
use wgsl_spec::Rule;

/// The file of known differences.
#[derive(Serialize, Deserialize, JsonSchema, Debug, Default, Clone)]
#[serde(deny_unknown_fields)]
pub struct Expectations {
    /// The least size of the suite: a smaller suite has lost something. Only `fixtures/expectations.yaml` has it.
    #[serde(default, skip_serializing_if = "AtLeast::is_nothing")]
    pub at_least: AtLeast,
    /// The adapters of wgpu whose differences are all listed, by words in their names. Differences on other adapters
    /// are reported, but not asserted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub adapters: Vec<String>,
    /// The words with which an executor rejects programs because it implements something not yet. Such a rejection does not
    /// show that the executor has the rule which the program breaks.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub not_implemented: IndexMap<ExecutorKind, Vec<String>>,
    /// The known differences, by their cause.
    pub classes: Vec<Class>,
}

/// The least numbers of files, cases and programs.
#[derive(Serialize, Deserialize, JsonSchema, Debug, Default, Clone, Copy, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct AtLeast {
    /// Files of cases.
    pub files: usize,
    /// Cases, including generated ones.
    pub cases: usize,
    /// Programs.
    pub programs: usize,
    /// Programs that the reference executor executes.
    pub executed: usize,
}

/// Differences with one cause.
#[derive(Serialize, Deserialize, JsonSchema, Debug, Clone)]
#[serde(deny_unknown_fields)]
pub struct Class {
    /// Its name.
    pub name: String,
    /// The executor with these differences.
    pub executor: ExecutorKind,
    /// The adapters with these differences, by words in their names; all adapters if empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub adapters: Vec<String>,
    /// The mistake, and its reason if known.
    pub about: String,
    /// Threads of issue trackers about it, such as `gfx-rs/wgpu#4507`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub upstream: Vec<String>,
    /// The doubt whether it is a mistake, where the specification can be read otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub disputed: Option<String>,
    /// Patterns for the names of cases, or of programs, whose differences belong here unless an earlier class takes them. They
    /// only determine the class of a new difference.
    #[serde(default = "all_cases")]
    pub cases: Vec<String>,
    /// Extensions, if only programs that need one of them belong here.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub needs: Vec<String>,
    /// Patterns for the ids of rules, if only programs that show such a rule belong here.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<String>,
    /// The kind of mistake, if only that kind belongs here: `accepts`, `rejects`, `executes` or `fails`.
    /// `not-supported` has no list: the executor skips every program that belongs here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Wrongly>,
    /// Words, if only messages with one of them belong here.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub says: Vec<String>,
    /// The programs that differ, by the name of their case.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub programs: IndexMap<String, Programs>,
}

fn all_cases() -> Vec<String> {
    vec!["**".to_owned()]
}

/// The kind of an executor's mistake.
#[derive(Serialize, Deserialize, JsonSchema, Debug, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum Wrongly {
    /// It accepts an invalid program.
    Accepts,
    /// It rejects a valid program.
    Rejects,
    /// It runs a program with other results.
    Executes,
    /// It can neither check nor run a program.
    Fails,
    /// It does not support a program, and skips it.
    NotSupported,
}

/// Programs of a case.
#[derive(Serialize, Deserialize, JsonSchema, Debug, Clone, PartialEq, Eq)]
#[serde(untagged)]
pub enum Programs {
    /// `all` of them.
    All(All),
    /// These programs.
    Some(Vec<String>),
}

/// The word `all`.
#[derive(Serialize, Deserialize, JsonSchema, Debug, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum All {
    /// All programs that the executor checks or runs.
    All,
}

/// The programs that executors do not support, by class. They are not asked about them.
#[derive(Debug, Default)]
pub struct Unsupported(Vec<(String, Patterns)>);

/// The programs that belong to a class if the executor is wrong about them.
#[derive(Debug)]
struct Patterns {
    executor: ExecutorKind,
    cases: Vec<GlobMatcher>,
    needs: Vec<String>,
    rules: Vec<GlobMatcher>,
}

/// An index from differences to their classes.
#[derive(Debug, Default)]
pub struct Known {
    /// The classes that name a case, by executor and name of the case.
    by_case: HashMap<(ExecutorKind, String), Vec<(usize, Programs)>>,
    /// The words of an executor that implements something not yet.
    not_implemented: IndexMap<ExecutorKind, Vec<String>>,
}

/// A program that an executor judges differently from its case.
#[derive(Debug, Clone, Copy)]
pub struct NewDifference<'a> {
    /// The executor.
    pub executor: ExecutorKind,
    /// The program.
    pub instance: &'a Instance,
    /// The part of the outcome that differs.
    pub kind: &'a DifferenceKind,
    /// The executor's message.
    pub message: &'a str,
    /// The rules that the program shows.
    pub rules: &'a [&'static Rule],
}

/// The comment at the beginning of the file.
const HEAD: &str = "# The known differences of implementations from the cases, by class. `programs` is written by\n\
                    # `cargo xtask bless`; everything else by hand.\n\n";

impl Expectations {
    /// Reads the file.
    ///
    /// # Errors
    /// The first mistake, with its place.
    pub fn load(fixtures: &Path) -> Result<Self, Problem> {
        let path = fixtures.join("expectations.yaml");
        let expectations = Self::read(&path)?;
        if expectations.at_least.is_nothing() {
            return Err(Problem::of_file(&path, "missing size of the suite in `at_least`".to_owned()));
        }
        Ok(expectations)
    }

    /// Reads a file of anyone's known differences.
    ///
    /// # Errors
    /// The first mistake, with its place.
    pub fn read(path: &Path) -> Result<Self, Problem> {
        let problem = |message| Problem::of_file(path, message);
        let text = fs::read_to_string(path).map_err(|error| problem(format!("can't be read: {error}")))?;
        let expectations: Self = yaml::read(path, &text)?;
        for class in &expectations.classes {
            class.check().map_err(|message| problem(format!("class `{}`: {message}", class.name)))?;
        }
        Ok(expectations)
    }

    /// Reads several such files.
    ///
    /// # Errors
    /// The first mistake, with its place.
    pub fn read_all(paths: &[PathBuf]) -> Result<Vec<Self>, Problem> {
        paths.iter().map(|path| Self::read(path)).collect()
    }

    /// These known differences and others.
    #[must_use]
    pub fn and(mut self, others: Self) -> Self {
        self.adapters.extend(others.adapters);
        for (executor, words) in others.not_implemented {
            self.not_implemented.entry(executor).or_default().extend(words);
        }
        self.classes.extend(others.classes);
        self
    }

    /// The contents of `fixtures/expectations.yaml`.
    ///
    /// # Errors
    /// If a value can't be written as YAML, which does not happen.
    pub fn text(&self) -> Result<String, yaml::WriteError> {
        Ok(format!("{HEAD}{}", self.text_of_others()?))
    }

    /// The contents of another file.
    ///
    /// # Errors
    /// If a value can't be written as YAML, which does not happen.
    pub fn text_of_others(&self) -> Result<String, yaml::WriteError> {
        yaml::write(self)
    }

    /// The programs that executors do not support.
    #[must_use]
    pub fn unsupported(&self) -> Unsupported {
        let classes = self.classes.iter().filter(|class| class.verdict == Some(Wrongly::NotSupported));
        Unsupported(classes.map(|class| (class.name.clone(), class.patterns())).collect())
    }

    /// Whether all differences on this adapter are listed.
    #[must_use]
    pub fn lists(&self, adapter: &str) -> bool {
        self.adapters.iter().any(|words| adapter.contains(words))
    }

    /// The index of known differences with wgpu on this adapter.
    #[must_use]
    pub fn known(&self, adapter: Option<&str>) -> Known {
        let mut known = Known { not_implemented: self.not_implemented.clone(), ..Known::default() };
        for (index, class) in self.classes.iter().enumerate().filter(|(_, class)| class.is_on(adapter)) {
            for (case, programs) in &class.programs {
                let key = (class.executor, case.clone());
                known.by_case.entry(key).or_default().push((index, programs.clone()));
            }
        }
        known
    }

    /// Names in the file of cases or programs that do not exist.
    #[must_use]
    pub fn strangers(&self, instances: &[Instance]) -> Vec<String> {
        let mut programs: HashMap<&str, Vec<&str>> = HashMap::new();
        for instance in instances {
            programs.entry(&instance.case.name).or_default().push(instance.program_name());
        }
        let mut strangers = Vec::new();
        for class in &self.classes {
            for (case, named) in &class.programs {
                let Some(known) = programs.get(case.as_str()) else {
                    strangers.push(format!("{}: unknown case `{case}`", class.name));
                    continue;
                };
                if let Programs::Some(named) = named {
                    let missing = named.iter().filter(|name| !known.contains(&name.as_str()));
                    strangers.extend(
                        missing.map(|name| format!("{}: unknown program `{name}` of `{case}`", class.name)),
                    );
                }
            }
        }
        strangers
    }

    /// Records the differences, each in its previous class or else the first one whose patterns fit. Returns the
    /// differences that fit none.
    pub fn bless<'a>(
        &mut self,
        instances: &'a [Instance],
        asked: &[ExecutorKind],
        adapter: Option<&str>,
        differences: &[NewDifference<'a>],
    ) -> Vec<NewDifference<'a>> {
        let known = self.known(adapter);
        let patterns: Vec<Patterns> = self.classes.iter().map(Class::patterns).collect();
        let mut placed: BTreeMap<(usize, &str), Vec<&str>> = BTreeMap::new();
        let mut homeless = Vec::new();
        for difference in differences {
            let instance = difference.instance;
            let case = instance.case.name.as_str();
            let fits = |index: &usize| {
                let class = &self.classes[*index];
                class.is_on(adapter)
                    && class.takes(difference)
                    && patterns[*index].fit(difference.executor, instance, difference.rules)
            };
            let class =
                known.class(difference.executor, instance).or_else(|| (0..self.classes.len()).find(fits));
            match class {
                Some(class) => placed.entry((class, case)).or_default().push(instance.program_name()),
                None => homeless.push(*difference),
            }
        }
        let mut judged: HashMap<(ExecutorKind, &str), usize> = HashMap::new();
        for executor in asked {
            for instance in instances.iter().filter(|instance| instance.is_for(*executor)) {
                *judged.entry((*executor, &instance.case.name)).or_default() += 1;
            }
        }
        let is_asked = |class: &&mut Class| asked.contains(&class.executor) && class.is_on(adapter);
        for class in self.classes.iter_mut().filter(is_asked) {
            class.programs.clear();
        }
        for ((class, case), programs) in placed {
            let class = &mut self.classes[class];
            let are_all = judged.get(&(class.executor, case)) == Some(&programs.len()) && programs.len() > 1;
            let programs = programs.into_iter().map(str::to_owned).collect();
            let programs = if are_all { Programs::All(All::All) } else { Programs::Some(programs) };
            class.programs.insert(case.to_owned(), programs);
        }
        homeless
    }
}

impl Class {
    /// Whether its differences occur with wgpu on this adapter.
    fn is_on(&self, adapter: Option<&str>) -> bool {
        self.adapters.is_empty()
            || adapter.is_some_and(|adapter| self.adapters.iter().any(|words| adapter.contains(words)))
    }

    /// Whether a difference is of this kind, in any case.
    fn takes(&self, difference: &NewDifference) -> bool {
        self.verdict.is_none_or(|wrongly| wrongly.is(difference.kind))
            && (self.says.is_empty() || self.says.iter().any(|words| difference.message.contains(words)))
    }

    fn patterns(&self) -> Patterns {
        Patterns {
            executor: self.executor,
            cases: matchers(&self.cases),
            needs: self.needs.clone(),
            rules: matchers(&self.rules),
        }
    }

    /// Checks names and patterns.
    ///
    /// # Errors
    /// The first mistake in words.
    fn check(&self) -> Result<(), String> {
        self.needs.iter().try_for_each(|name| NeedName::try_from(name.clone()).map(|_| ()))?;
        let patterns = self.cases.iter().chain(&self.rules);
        patterns
            .into_iter()
            .try_for_each(|text| Glob::new(text).map(|_| ()).map_err(|error| error.to_string()))?;
        if let Some(thread) = self.upstream.iter().find(|thread| !names_a_thread(thread)) {
            return Err(format!("`{thread}` is not an issue, such as `gfx-rs/wgpu#4507`"));
        }
        if self.verdict == Some(Wrongly::NotSupported) && !self.programs.is_empty() {
            return Err("a class of what is not supported has no list of programs".to_owned());
        }
        Ok(())
    }
}

/// Whether a name of a thread has the form `owner/repository#number`.
pub(crate) fn names_a_thread(text: &str) -> bool {
    let Some((repository, number)) = text.split_once('#') else { return false };
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    let is_named = repository.split('/').filter(|part| !part.is_empty()).count() == 2;
    is_number && is_named
}

/// The patterns, which were checked when they were read.
fn matchers(patterns: &[String]) -> Vec<GlobMatcher> {
    patterns.iter().filter_map(|text| Some(Glob::new(text).ok()?.compile_matcher())).collect()
}

impl Patterns {
    fn fit(&self, executor: ExecutorKind, instance: &Instance, shown: &[&'static Rule]) -> bool {
        let Self { cases, needs, rules, .. } = self;
        let needed = instance.case.request.all_needs().map(Need::name);
        let fits = |rule: &GlobMatcher| shown.iter().any(|id| rule.is_match(id.id));
        self.executor == executor
            && cases.iter().any(|glob| glob.is_match(&instance.case.name) || glob.is_match(&instance.name))
            && (needs.is_empty() || needed.into_iter().any(|name| needs.iter().any(|known| known == name)))
            && (rules.is_empty() || rules.iter().any(fits))
    }
}

impl Unsupported {
    /// The name of the class that has a program which an executor does not support.
    #[must_use]
    pub fn class(&self, executor: ExecutorKind, instance: &Instance) -> Option<&str> {
        let mut classes = self.0.iter();
        classes
            .find(|(_, patterns)| patterns.fit(executor, instance, &instance.rules))
            .map(|(name, _)| name.as_str())
    }
}

impl AtLeast {
    fn is_nothing(&self) -> bool {
        *self == Self::default()
    }
}

impl Wrongly {
    fn is(self, kind: &DifferenceKind) -> bool {
        matches!(
            (self, kind),
            (Self::Accepts, DifferenceKind::Verdict(Verdict::Accept))
                | (Self::Rejects, DifferenceKind::Verdict(Verdict::Reject))
                | (Self::Executes, DifferenceKind::Execution(_))
                | (Self::Fails, DifferenceKind::Unable)
        )
    }
}

impl Known {
    /// The status of a judged program, with the class of a known difference.
    #[must_use]
    pub fn status(&self, judged: &Judged) -> (Status, Option<usize>) {
        let class = self.class(judged.executor, judged.instance);
        let status = match (&judged.comparison, class) {
            (Comparison::NotAsked(_), _) => Status::NotAsked,
            (Comparison::Same, None) => self.agreement(judged),
            (Comparison::Differs(_), Some(_)) => Status::Finding,
            (Comparison::Same, Some(_)) | (Comparison::Differs(_), None) => Status::Unexpected,
        };
        (status, class)
    }

    /// The status of a program that is judged as expected: whether another implementation rejects it for its error.
    fn agreement(&self, judged: &Judged) -> Status {
        let (Outcome::Judged(Verdict::Reject, findings), false) =
            (&judged.outcome, judged.executor.is_ours())
        else {
            return Status::Same;
        };
        let words = self.not_implemented.get(&judged.executor);
        let says = |words: &String| findings.iter().any(|found| found.message.contains(words.as_str()));
        if words.is_some_and(|all| all.iter().any(says)) {
            Status::NotImplemented
        } else if is_on_marked_line(judged.instance, findings) == Some(false) {
            Status::OtherLine
        } else {
            Status::Same
        }
    }

    /// The index of the class that lists a difference.
    #[must_use]
    pub fn class(&self, executor: ExecutorKind, instance: &Instance) -> Option<usize> {
        let classes = self.by_case.get(&(executor, instance.case.name.clone()))?;
        let names = |programs: &Programs| match programs {
            Programs::All(_) => true,
            Programs::Some(named) => named.iter().any(|name| name == instance.program_name()),
        };
        classes.iter().find(|(_, programs)| names(programs)).map(|(class, _)| *class)
    }
}
