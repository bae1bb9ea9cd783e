//! The cases for Metal and C++ AMP: `wgsl-cts check` and `show` with names that begin with `msl/` or `amp/`.

use std::io::{self, Write};
use std::path::Path;
use wgsl_cts::discover::{discover_amp, discover_metal};
use wgsl_cts_cases::case::Instance;
use wgsl_cts_cases::compare::Comparison;
use wgsl_cts_cases::discover::Suite;
use wgsl_cts_cases::language::{Amp, Language, Msl};
use wgsl_cts_cases::{amp, metal};

/// Finds the cases of a language whose names may begin so.
type Discover<L> = fn(&Path, &str) -> io::Result<Suite<L>>;

/// Prints the differences from the markers of programs. `None` if they are names of cases for WGSL; `false` if there are any differences.
pub(crate) fn check(fixtures: &Path, prefix: &str) -> Option<io::Result<bool>> {
    if prefix.starts_with(Msl::PREFIX) {
        let comparison = |instance: &Instance<Msl>| metal::check(instance).comparison;
        Some(differences(fixtures, prefix, discover_metal, comparison))
    } else if prefix.starts_with(Amp::PREFIX) {
        Some(differences(fixtures, prefix, discover_amp, amp::check))
    } else {
        None
    }
}

/// Prints the programs of cases. `None` if they are names of cases for WGSL.
pub(crate) fn show(fixtures: &Path, prefix: &str) -> Option<io::Result<bool>> {
    if prefix.starts_with(Msl::PREFIX) {
        Some(programs(fixtures, prefix, discover_metal))
    } else if prefix.starts_with(Amp::PREFIX) {
        Some(programs(fixtures, prefix, discover_amp))
    } else {
        None
    }
}

fn differences<L: Language>(
    fixtures: &Path,
    prefix: &str,
    discover: Discover<L>,
    check: impl Fn(&Instance<L>) -> Comparison,
) -> io::Result<bool> {
    let suite = named(fixtures, prefix, discover)?;
    let mut output = io::stdout().lock();
    let mut different = 0;
    for instance in &suite.instances {
        if let Comparison::Differs(difference) = check(instance) {
            different += 1;
            writeln!(output, "{}\n{}", instance.name, difference.message)?;
        }
    }
    let same = suite.instances.len() - different;
    writeln!(output, "{}: {same} as expected, {different} not", L::KEY)?;
    Ok(different == 0)
}

fn programs<L: Language>(fixtures: &Path, prefix: &str, discover: Discover<L>) -> io::Result<bool> {
    let mut output = io::stdout().lock();
    for instance in named(fixtures, prefix, discover)?.instances {
        let program = String::from_utf8_lossy(&instance.program);
        writeln!(output, "// {}\n{}", instance.name, program.trim_end())?;
    }
    Ok(true)
}

/// All cases of a language. Unreadable files end the command, as for WGSL.
pub(crate) fn suite<L: Language>(fixtures: &Path, discover: Discover<L>) -> io::Result<Suite<L>> {
    named(fixtures, L::PREFIX, discover)
}

fn named<L: Language>(fixtures: &Path, prefix: &str, discover: Discover<L>) -> io::Result<Suite<L>> {
    let mut suite = discover(fixtures, prefix)?;
    crate::refuse_problems(&suite.problems)?;
    suite.instances.retain(|instance| instance.name.starts_with(prefix));
    Ok(suite)
}
