//! The mutants that the suite does not notice: `fixtures/survivors.yaml`. They are asserted: one that is noticed after all fails as a new one
//! does.

use super::Judgement;
use super::source::is_of_synchronization;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use wgsl_cts_cases::yaml::{self, Problem};

/// The file of mutants that are not noticed.
#[derive(Deserialize, Debug, Default)]
#[serde(deny_unknown_fields)]
pub struct Survivors {
    /// The least number of mutants: fewer would mean that some are no longer made.
    pub at_least: usize,
    /// The survivors, by the reason.
    pub reasons: Vec<Reason>,
}

/// Mutants that are not noticed for one reason.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Reason {
    /// Why no program notices them.
    pub about: String,
    /// Whether no program can, since implementations may behave so; otherwise the suite lacks a case, or the machine a driver that shows it.
    pub is_allowed: bool,
    /// Their names.
    pub mutants: Vec<String>,
}

impl Survivors {
    /// Reads the file.
    ///
    /// # Errors
    /// The first mistake, with its place.
    pub fn load(fixtures: &Path) -> Result<Self, Problem> {
        let path = fixtures.join("survivors.yaml");
        let text = fs::read_to_string(&path)
            .map_err(|error| Problem::of_file(&path, format!("can't be read: {error}")))?;
        yaml::read(&path, &text)
    }

    /// The reason that a mutant survives.
    #[must_use]
    pub fn reason(&self, name: &str) -> Option<&Reason> {
        self.reasons.iter().find(|reason| reason.mutants.iter().any(|known| known == name))
    }

    /// The differences from the file: survivors that it does not list, and mutants that it lists and that are noticed or do not exist. Of all
    /// mutants, `judged` has those for which `is_judged` holds. A mistake of synchronization that is listed may be noticed: that depends on the
    /// driver.
    #[must_use]
    pub fn differences(&self, judged: &[Judgement], is_judged: impl Fn(&str) -> bool) -> Vec<String> {
        let surviving: BTreeSet<&str> =
            judged.iter().filter(|it| it.noticed.is_none()).map(|it| it.name.as_str()).collect();
        let known: BTreeSet<&str> =
            self.reasons.iter().flat_map(|it| &it.mutants).map(String::as_str).collect();
        let new = surviving.difference(&known).map(|name| format!("{name} is not noticed, and not listed"));
        let gone = known.difference(&surviving).filter(|name| is_judged(name));
        let gone = gone.filter_map(|name| {
            match judged.iter().find(|it| it.name == **name).and_then(|it| it.noticed.as_ref()) {
                Some(_) if depends_on_driver(name) => None,
                Some(notice) => Some(format!("{name} is listed, and noticed by {}", notice.program)),
                None => Some(format!("{name} is listed, and does not exist")),
            }
        });
        new.chain(gone).collect()
    }
}

/// Whether a mutant has a mistake of synchronization.
fn depends_on_driver(name: &str) -> bool {
    name.strip_prefix("source/").is_some_and(is_of_synchronization)
}

#[cfg(test)]
mod tests {
    use super::super::{Layer, Notice};
    use super::*;
    use wgsl_cts_cases::vocabulary::ExecutorKind;

    fn judgement(name: &str, is_noticed: bool) -> Judgement {
        let notice = || Notice {
            program: "case::run-one".to_owned(),
            executor: ExecutorKind::Reference,
            is_written: true,
            difference: String::new(),
        };
        let noticed = is_noticed.then(notice);
        Judgement { name: name.to_owned(), layer: Layer::Steps, programs: 1, noticed }
    }

    #[test]
    fn new_survivors_and_those_that_are_gone_are_told() {
        let reason = |mutants: &[&str]| Reason {
            about: "Nobody can tell.".to_owned(),
            is_allowed: true,
            mutants: mutants.iter().map(|name| (*name).to_owned()).collect(),
        };
        let survivors = Survivors {
            at_least: 0,
            reasons: vec![reason(&["known", "noticed"]), reason(&["gone", "other"])],
        };
        let judged = [judgement("known", false), judgement("new", false), judgement("noticed", true)];
        assert_eq!(
            survivors.differences(&judged, |name| name != "other"),
            [
                "new is not noticed, and not listed",
                "gone is listed, and does not exist",
                "noticed is listed, and noticed by case::run-one",
            ]
        );
        let sources = ["source/textureBarrier/storageBarrier", "source/max/min"];
        let survivors = Survivors { at_least: 0, reasons: vec![reason(&sources)] };
        let judged = sources.map(|name| judgement(name, true));
        assert_eq!(
            survivors.differences(&judged, |_| true),
            ["source/max/min is listed, and noticed by case::run-one"]
        );
        let survivors = Survivors { at_least: 0, reasons: vec![reason(&["known"])] };
        assert_eq!(survivors.reason("known").map(|reason| reason.is_allowed), Some(true));
    }
}
