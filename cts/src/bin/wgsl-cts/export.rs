//! `wgsl-cts export`: the suite as JSON lines.

use crate::filter::Filter;
use std::fs::File;
use std::io::{self, BufWriter};
use std::path::PathBuf;
use wgsl_cts::export;
use wgsl_cts::shard::Shard;
use wgsl_cts_cases::discover::Suite;

#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// Beginning of the names, such as `statements/if::`; all cases by default
    #[arg(default_value = "")]
    pub(crate) prefix: String,
    /// Only this part of the cases, such as 3/16
    #[arg(long)]
    shard: Option<Shard>,
    /// File for the suite; standard output by default
    #[arg(long)]
    out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) filter: Filter,
}

/// Writes the programs of a suite.
pub(crate) fn export(mut suite: Suite, arguments: &Arguments) -> io::Result<bool> {
    if let Some(shard) = arguments.shard {
        shard.keep_cases(&mut suite.instances);
    }
    let (instances, shard) = (&suite.instances, arguments.shard);
    match &arguments.out {
        Some(path) => export::write(instances, shard, &mut BufWriter::new(File::create(path)?)),
        None => export::write(instances, shard, &mut BufWriter::new(io::stdout().lock())),
    }?;
    Ok(true)
}
