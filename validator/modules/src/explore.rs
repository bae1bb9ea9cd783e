//! A file checked under several definitions.
//!
//! A program that uses a name which only a false condition drops is not wrong, but read with the wrong definitions. [`Explorer::check`]
//! looks for definitions with which nothing is missing, and returns the errors that remain: the others follow from the wrong definitions.
//! Programs with the same text are checked once, and files are read once for the definitions that they mention.

use crate::condition::{Asked, Choices};
use crate::defines::Defines;
use crate::mapped::{FileIndex, Piece, Place};
use crate::need::{Need, Unvalued, definitions};
use crate::program::{Findings, Outside, Placed};
use crate::project::Project;
use crate::units::UnitCache;
use shader_source::diagnostic::Diagnostic;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

/// The maximum number of steps to definitions with which nothing is missing. Each step defines all that the step before showed to be
/// missing, so the steps follow the depth of conditions in conditions and of imports.
const MOST_STEPS: usize = 24;

/// The maximum number of different programs that are checked for one file under all combinations of definitions.
const MOST_PROGRAMS: usize = 256;
/// The number of combinations for each program that may be put together: many have the same text, which is only known then.
const COMBINATIONS_FOR_EACH: usize = 4;

/// Checks a file under different definitions.
pub struct Explorer<'p, C> {
    pub(crate) project: &'p Project,
    pub(crate) root: FileIndex,
    check: C,
    is_required: &'p dyn Fn(&Outside) -> bool,
    pub(crate) cache: &'p UnitCache,
    /// The diagnostics that the check returned, by program.
    texts: HashMap<String, Vec<Diagnostic>>,
    outcomes: HashMap<Defines, Rc<Outcome>>,
    pub(crate) most_programs: usize,
}

/// A program with its diagnostics.
#[derive(Clone, Debug)]
pub(crate) struct Outcome {
    pub(crate) placed: Vec<Placed>,
    /// The files of the program, the root first.
    pub(crate) files: Vec<FileIndex>,
    pub(crate) asked: Asked,
    pub(crate) open: Open,
    pub(crate) is_settled: bool,
    /// The reason why a program with C-style preprocessing lacks definitions of its host.
    pub(crate) host: Option<String>,
    /// The parts of files that the program consists of.
    pub(crate) pieces: Vec<Piece>,
}

/// The imports and values that a program lacks, apart from definitions of conditions.
#[derive(Clone, Debug, Default)]
pub struct Open {
    /// The imports from packages that the project does not have.
    pub outside: Vec<Outside>,
    /// The places without a value.
    pub unvalued: Vec<Unvalued>,
}

/// Definitions with which nothing is missing, and their program.
pub(crate) struct Complete {
    pub(crate) names: Defines,
    pub(crate) outcome: Rc<Outcome>,
    /// The names that were missing on the way.
    pub(crate) needs: Vec<(Defines, Need)>,
}

/// The result of a file.
#[derive(Clone, Debug, Default)]
pub struct Checked {
    /// The diagnostics.
    pub findings: Findings,
    /// The reason why the file can't be checked with its definitions, as a sentence without full stop.
    pub missing: Option<String>,
    /// The imports and values that its program lacks, apart from definitions of conditions.
    pub open: Open,
    /// See [`Program::is_settled`](crate::Program::is_settled).
    pub is_settled: bool,
}

impl Outcome {
    pub(crate) fn needs(&self) -> impl Iterator<Item = &Need> {
        self.placed.iter().filter_map(|placed| placed.need.as_ref())
    }

    fn errors(&self) -> impl Iterator<Item = &Placed> {
        self.placed.iter().filter(|placed| placed.is_error())
    }

    /// Returns true if the program has this error. Suggestions and counts may differ, so the words don't matter.
    fn has(&self, error: &Placed) -> bool {
        self.errors().any(|it| (it.primary, it.key().1) == (error.primary, error.key().1))
    }

    /// Returns true if this place is part of the program.
    fn keeps(&self, place: Place) -> bool {
        let is_here = |part: Place| part.span.lo <= place.span.lo && place.span.lo < part.span.hi;
        self.pieces.iter().any(|piece| piece.origin.file == place.file && is_here(piece.origin))
    }
}

impl<'p, C: FnMut(&str) -> Vec<Diagnostic>> Explorer<'p, C> {
    /// Checks a file of a project; `check` returns what the validator finds in a program. `cache` has the files that were read before.
    pub fn new(project: &'p Project, root: FileIndex, cache: &'p UnitCache, check: C) -> Self {
        let (texts, outcomes) = (HashMap::new(), HashMap::new());
        let is_required = &|_: &Outside| false;
        Self { project, root, check, is_required, cache, texts, outcomes, most_programs: MOST_PROGRAMS }
    }

    /// Makes an error of each import from a package that the project does not have and that is required.
    #[must_use]
    pub fn requiring(self, is_required: &'p dyn Fn(&Outside) -> bool) -> Self {
        Self { is_required, ..self }
    }

    /// Limits the number of different programs.
    #[must_use]
    pub fn with_limit(self, most_programs: usize) -> Self {
        Self { most_programs, ..self }
    }

    /// Returns true if no more combinations may be tried.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.texts.len() >= self.most_programs
            || self.outcomes.len() >= self.most_programs * COMBINATIONS_FOR_EACH
    }

    /// The program with these definitions.
    pub(crate) fn outcome(&mut self, names: &Defines) -> Rc<Outcome> {
        if let Some(known) = self.outcomes.get(names) {
            return Rc::clone(known);
        }
        let mut program = self.project.link_with(self.root, names, self.cache);
        program.require_packages(self.is_required);
        if !self.texts.contains_key(program.text()) {
            let found = (self.check)(program.text());
            self.texts.insert(program.text().to_owned(), found);
        }
        let found = self.texts[program.text()].clone();
        let (found, host) = program.without_host_names(self.project, found);
        let mut asked = Asked::default();
        program.units.iter().for_each(|unit| asked.extend(&unit.dropped.asked));
        program.macros.iter().for_each(|macros| asked.extend(&macros.asked));
        let outcome = Rc::new(Outcome {
            placed: program.all_placed(self.project, found),
            asked,
            is_settled: program.is_settled(),
            host,
            open: Open { outside: program.outside, unvalued: program.unvalued },
            files: program.files,
            pieces: program.text.pieces().to_vec(),
        });
        self.outcomes.insert(names.clone(), Rc::clone(&outcome));
        outcome
    }

    /// Changes definitions until nothing is missing; fixed names don't change. `None` if that is impossible, or takes too many steps.
    pub(crate) fn complete(
        &mut self,
        names: &Defines,
        fixed: &BTreeSet<String>,
    ) -> Result<Complete, Vec<(Defines, Need)>> {
        let mut names = names.clone();
        // A name that was changed once stays: two conditions would change it forever.
        let mut changed = Choices::new();
        let mut needs: Vec<(Defines, Need)> = Vec::new();
        for _ in 0..MOST_STEPS {
            let outcome = self.outcome(&names);
            if outcome.needs().next().is_none() {
                return Ok(Complete { names, outcome, needs });
            }
            let before = names.clone();
            // Needs without alternatives first: they may decide between the alternatives of others.
            let mut all: Vec<&Need> = outcome.needs().collect();
            all.sort_by_key(|need| need.condition.has_alternatives());
            for need in all {
                needs.push((before.clone(), need.clone()));
                let is_fixed = |name: &str| fixed.contains(name) || changed.contains_key(name);
                let Some(choices) = need.condition.choices(true, &names, &is_fixed) else {
                    return Err(needs);
                };
                names.change(&choices);
                changed.extend(choices);
            }
        }
        Err(needs)
    }

    /// Checks the file with these definitions. Errors that follow from a false condition are left out if other definitions show so; if
    /// there are no other errors, the result says what is missing.
    pub fn check(&mut self, names: &Defines) -> Checked {
        let outcome = self.outcome(names);
        let (placed, missing) = self.explained(names, &outcome);
        Checked {
            findings: Findings::of(placed, &outcome.files, self.project),
            missing,
            open: outcome.open.clone(),
            is_settled: outcome.is_settled,
        }
    }

    pub(crate) fn explained(
        &mut self,
        names: &Defines,
        outcome: &Rc<Outcome>,
    ) -> (Vec<Placed>, Option<String>) {
        let fixed: BTreeSet<String> = names.names().map(str::to_owned).collect();
        let first = outcome.needs().next().map(|need| need.message.clone());
        let complete = match first {
            Some(_) => self.complete(names, &fixed),
            None => Ok(Complete { names: names.clone(), outcome: Rc::clone(outcome), needs: Vec::new() }),
        };
        let complete = complete.map(|complete| self.without_suspects(complete, &fixed));
        let (complete, first) = match complete {
            Ok((complete, suspect)) => (Some(complete), first.or(suspect)),
            Err(_) => (None, first),
        };
        let Some(first) = first else {
            return (outcome.placed.clone(), outcome.host.clone());
        };
        let is_real = |placed: &Placed| match &complete {
            Some(complete) => complete.outcome.has(placed),
            None => placed.need.is_none(),
        };
        let has_errors = outcome.errors().any(is_real);
        let is_kept =
            |placed: &&Placed| !placed.is_error() || is_real(placed) || (has_errors && placed.need.is_some());
        let placed = outcome.placed.iter().filter(is_kept).cloned().collect();
        if has_errors {
            return (placed, None);
        }
        let how = match &complete {
            Some(complete) => definitions(
                difference(names, &complete.names)
                    .iter()
                    .map(|(name, value)| (name.as_str(), value.as_deref())),
            ),
            None => "no additional definitions declare it".to_owned(),
        };
        (placed, Some(format!("{first}: {how}")))
    }

    /// Changes definitions as long as an error goes away with a condition that drops parts of what it is about. An error that goes away because
    /// its own place is dropped does not count, and neither does one that a different error takes the place of. [`MOST_STEPS`] limits the programs that
    /// are tried, because each costs as much as the file, and editors ask with each key. Returns the first error that
    /// went away, as a reason.
    fn without_suspects(
        &mut self,
        mut complete: Complete,
        fixed: &BTreeSet<String>,
    ) -> (Complete, Option<String>) {
        let mut first = None;
        let mut fixed = fixed.clone();
        let mut steps = 0;
        loop {
            let outcome = Rc::clone(&complete.outcome);
            let suspects =
                outcome.errors().flat_map(|error| error.suspects.iter().map(move |it| (error, it)));
            let mut better = None;
            for (error, condition) in suspects.take(MOST_STEPS - steps) {
                steps += 1;
                let Some(choices) = condition.choices(true, &complete.names, &|name| fixed.contains(name))
                else {
                    continue;
                };
                let mut names = complete.names.clone();
                names.change(&choices);
                let chosen = fixed.iter().chain(choices.keys()).cloned().collect();
                let Ok(found) = self.complete(&names, &chosen) else { continue };
                let is_gone = !found.outcome.has(error) && found.outcome.keeps(error.primary);
                if is_gone && found.outcome.errors().count() < outcome.errors().count() {
                    first = first.or_else(|| Some(error.unless(condition, &complete.names)));
                    better = Some((found, chosen));
                    break;
                }
            }
            let Some((found, chosen)) = better else { return (complete, first) };
            (complete, fixed) = (found, chosen);
        }
    }
}

/// The changes from one set of definitions to another.
pub(crate) fn difference(from: &Defines, to: &Defines) -> Choices {
    let removed =
        from.all().filter(|(name, _)| to.get(name).is_none()).map(|(name, _)| (name.to_owned(), None));
    let set = to.all().filter(|(name, value)| from.get(name) != Some(value));
    removed.chain(set.map(|(name, value)| (name.to_owned(), Some(value.to_owned())))).collect()
}
