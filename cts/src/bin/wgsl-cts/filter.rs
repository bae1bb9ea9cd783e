//! Options that choose programs by their properties.

use globset::{Glob, GlobMatcher};
use wgsl_cts_cases::case::Instance;
use wgsl_cts_cases::discover::Suite;
use wgsl_cts_cases::names::{Need, NeedName};
use wgsl_cts_cases::vocabulary::Phase;

/// Options that choose programs. Each option may be repeated.
#[derive(clap::Args, Debug, Default)]
pub(crate) struct Filter {
    /// Only programs that need this extension or feature (or another one that is named so)
    #[arg(long, value_name = "FEATURE", value_parser = need)]
    needs: Vec<Need>,
    /// Only programs that do not need this extension or feature
    #[arg(long, value_name = "FEATURE", value_parser = need)]
    without: Vec<Need>,
    /// Only programs that this phase decides about: shader-creation, pipeline-creation, link or execution
    #[arg(long, value_name = "PHASE", value_parser = phase)]
    phase: Vec<Phase>,
    /// Only programs that show a rule with such an id, such as `stmt.if.*`
    #[arg(long, value_name = "GLOB", value_parser = glob)]
    rule: Vec<GlobMatcher>,
}

impl Filter {
    /// Removes the other programs.
    pub(crate) fn apply(&self, suite: &mut Suite) {
        suite.instances.retain(|instance| self.takes(instance));
    }

    /// Whether it takes every program.
    pub(crate) const fn is_empty(&self) -> bool {
        self.needs.is_empty() && self.without.is_empty() && self.phase.is_empty() && self.rule.is_empty()
    }

    fn takes(&self, instance: &Instance) -> bool {
        let request = &instance.case.request;
        let needs = |need: &Need| request.all_needs().any(|needed| needed == *need);
        let shows = |glob: &GlobMatcher| instance.rules.iter().any(|rule| glob.is_match(rule.id));
        (self.needs.is_empty() || self.needs.iter().any(needs))
            && !self.without.iter().any(needs)
            && (self.phase.is_empty() || self.phase.contains(&instance.phase()))
            && (self.rule.is_empty() || self.rule.iter().any(shows))
    }
}

fn need(name: &str) -> Result<Need, String> {
    NeedName::try_from(name.to_owned()).map(|name| name.0)
}

fn phase(name: &str) -> Result<Phase, String> {
    let known = Phase::ALL.map(Phase::name).join(", ");
    Phase::by_name(name).ok_or_else(|| format!("expected a phase ({known})"))
}

fn glob(pattern: &str) -> Result<GlobMatcher, String> {
    Glob::new(pattern).map(|glob| glob.compile_matcher()).map_err(|error| error.to_string())
}
