//! `scaling`: whether the cost of validation grows linearly with the length of the source.

#[cfg(feature = "measure")]
mod measure;

use std::io;

/// The arguments of `scaling`.
#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// Sizes of the generated sources in megabytes
    #[arg(long, value_delimiter = ',', default_values_t = [1.0, 10.0, 100.0])]
    sizes: Vec<f64>,
    /// Only the kinds of sources whose name contains this
    #[arg(long, default_value = "")]
    kind: String,
    /// Least number of seconds to measure each source
    #[arg(long, default_value_t = 1.0)]
    seconds: f64,
}

/// Builds the measurement with optimisations and the validator, and runs it.
#[cfg(not(feature = "measure"))]
pub(crate) fn run(arguments: &Arguments) -> io::Result<bool> {
    let sizes: Vec<String> = arguments.sizes.iter().map(f64::to_string).collect();
    let mut command = crate::cargo();
    command.args([
        "run",
        "--quiet",
        "--profile",
        "release",
        "--package",
        "xtask",
        "--features",
        "measure",
        "--",
        "scaling",
    ]);
    command.arg("--sizes").arg(sizes.join(",")).arg("--kind").arg(&arguments.kind);
    command.arg("--seconds").arg(arguments.seconds.to_string());
    Ok(command.status()?.success())
}

/// Measures and prints the table.
#[cfg(feature = "measure")]
pub(crate) fn run(arguments: &Arguments) -> io::Result<bool> {
    measure::run(arguments)
}
