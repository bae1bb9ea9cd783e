//! `bench`: this front end against naga, on the same programs, on one thread; and the reference executor against a driver.

#[cfg(feature = "measure")]
mod execute;
#[cfg(feature = "measure")]
mod kernels;
#[cfg(feature = "measure")]
mod measure;
#[cfg(feature = "measure")]
mod memory;
#[cfg(feature = "measure")]
mod metal;
#[cfg(feature = "measure")]
mod programs;

use std::io;

/// The arguments of `bench`.
#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// Also measure the programs (member `wgsl`) of this file of JSON lines; `-` reads standard input
    #[arg(long, value_name = "FILE")]
    corpus: Option<std::path::PathBuf>,
    /// Seconds to measure each tool on each set
    #[arg(long, default_value_t = 2.0)]
    seconds: f64,
    /// Measure on the adapter whose name contains this
    #[arg(long, value_name = "NAME", default_value = "llvmpipe")]
    adapter: String,
    /// Measure only the execution of kernels whose names contain this
    #[arg(long, value_name = "NAME", num_args = 0..=1, default_missing_value = "")]
    execution: Option<String>,
    /// Validate one generated program with this tool and print the peak memory of the process in KiB
    #[arg(long, hide = true)]
    #[cfg_attr(not(feature = "measure"), allow(dead_code, reason = "only the build for it measures"))]
    memory_of: Option<String>,
}

/// Builds the benchmark with optimisations and the peers, and runs it.
#[cfg(not(feature = "measure"))]
pub(crate) fn run(arguments: &Arguments) -> io::Result<bool> {
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
        "bench",
    ]);
    command.arg("--seconds").arg(arguments.seconds.to_string());
    command.arg("--adapter").arg(&arguments.adapter);
    if let Some(name) = &arguments.execution {
        command.arg(format!("--execution={name}"));
    }
    if let Some(corpus) = &arguments.corpus {
        // Paths are relative to the caller's folder, but the build runs in the folder of the workspace.
        let path = if corpus.as_os_str() == "-" { corpus.clone() } else { std::path::absolute(corpus)? };
        command.arg("--corpus").arg(path);
    }
    Ok(command.status()?.success())
}

/// Measures and prints the tables.
#[cfg(feature = "measure")]
pub(crate) fn run(arguments: &Arguments) -> io::Result<bool> {
    use std::io::Write;
    use std::time::Duration;

    let seconds = Duration::try_from_secs_f64(arguments.seconds).map_err(io::Error::other)?;
    if let Some(tool) = &arguments.memory_of {
        memory::child(tool)?;
        return Ok(true);
    }
    let mut output = io::stdout().lock();
    if let Some(name) = &arguments.execution {
        execute::compare(name, seconds, &arguments.adapter, &mut output)?;
        return Ok(true);
    }
    let naga = programs::locked_version("naga")?;
    writeln!(
        output,
        "wgsl-check {} and naga {naga}, parse and validate, one thread\n",
        env!("CARGO_PKG_VERSION")
    )?;
    for set in programs::load(arguments.corpus.as_deref())? {
        measure::compare(set, seconds, &mut output)?;
    }
    metal::measure(seconds, &mut output)?;
    memory::compare(&mut output)?;
    execute::compare("", seconds, &arguments.adapter, &mut output)?;
    Ok(true)
}
