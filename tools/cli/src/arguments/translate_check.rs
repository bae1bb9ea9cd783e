//! The command line of `translate-check`.

use super::common::{ForConfiguration, ForModules, ReportFormat, constant};
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use wgsl_translate_check::metal::BoundsPolicy;
use wgsl_translate_check::proof::{Effort, VERSIONS};

/// The arguments of `translate-check`.
#[derive(Args, Debug)]
#[command(
    after_help = "Exit status: 0 all compared translations are correct, 1 the program is rejected or a translation is wrong, 2 the program could not be read, or a limit prevented a comparison."
)]
pub(crate) struct TranslateCheck {
    /// WGSL file, or - for standard input
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) configuration: ForConfiguration,
    #[command(flatten)]
    pub(crate) modules: ForModules,
    /// Entry point [default: all]
    #[arg(long, value_name = "NAME")]
    entry_point: Option<String>,
    /// Set an override, by its @id or name [default: the program's default, or 1]
    #[arg(long = "constant", value_name = "NAME=NUMBER", value_parser = constant)]
    constants: Vec<(String, f64)>,
    /// Version of the Metal language [default: all from 2.0 to 3.1]
    #[arg(long = "metal-version", value_name = "VERSION", value_parser = version)]
    versions: Vec<(u8, u8)>,
    /// Handling of out-of-bounds accesses [default: all]
    #[arg(long, value_enum, value_name = "POLICY")]
    bounds: Vec<BoundsName>,
    /// Number of executions of each kernel, with different resource contents each time
    #[arg(long, value_name = "COUNT", default_value_t = Effort::default().runs)]
    runs: u8,
    /// Invocations per subgroup
    #[arg(long, value_name = "COUNT", default_value_t = Effort::default().subgroup_size, value_parser = subgroup_size)]
    subgroup_size: u32,
    /// Directory to write the Metal programs to
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Output format
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub(crate) format: ReportFormat,
}

/// The name of a way to handle out-of-bounds accesses.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum BoundsName {
    /// Move them to the last element
    Restrict,
    /// Let reads give zero, and ignore writes
    Zero,
    /// Don't check them
    Unchecked,
}

impl TranslateCheck {
    /// The versions, policies and executions that are tried.
    pub(crate) fn effort(&self) -> Effort {
        let default = Effort::default();
        let bounds = self.bounds.iter().map(|name| match name {
            BoundsName::Restrict => BoundsPolicy::Restrict,
            BoundsName::Zero => BoundsPolicy::ReadZeroSkipWrite,
            BoundsName::Unchecked => BoundsPolicy::Unchecked,
        });
        let mut versions = self.versions.clone();
        versions.sort_unstable();
        versions.dedup();
        Effort {
            versions: if versions.is_empty() { default.versions } else { versions },
            bounds: if self.bounds.is_empty() { default.bounds } else { bounds.collect() },
            entry_point: self.entry_point.clone(),
            constants: self.constants.clone(),
            runs: self.runs,
            subgroup_size: self.subgroup_size,
            fuel: default.fuel,
        }
    }
}

/// A version: `2.3`.
fn version(text: &str) -> Result<(u8, u8), String> {
    let numbers =
        text.split_once('.').and_then(|(major, minor)| Some((major.parse().ok()?, minor.parse().ok()?)));
    let known = numbers.filter(|version| VERSIONS.contains(version));
    known.ok_or_else(|| {
        let all = VERSIONS.map(|(major, minor)| format!("{major}.{minor}"));
        format!("expected one of {}", all.join(", "))
    })
}

/// A power of two up to 128.
fn subgroup_size(text: &str) -> Result<u32, String> {
    let size = text.parse().ok().filter(|size: &u32| size.is_power_of_two() && *size <= 128);
    size.ok_or_else(|| "expected a power of two up to 128".to_owned())
}
