//! `package`: packs the crates that are published, as `cargo publish` would.

use clap::Args;
use serde::Deserialize;
use std::path::PathBuf;
use std::{fs, io, process};

/// The options of the task.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// Also compile each crate from its package, together with the packages that it depends on
    #[arg(long)]
    verify: bool,
}

#[derive(Deserialize, Debug)]
struct Metadata {
    packages: Vec<Package>,
    target_directory: PathBuf,
}

#[derive(Deserialize, Debug)]
struct Package {
    name: String,
    /// The registries that the crate may be published to; `None` means any.
    publish: Option<Vec<String>>,
}

/// Packs them. A dependency without a version, or one that is not published, is an error.
pub(crate) fn run(arguments: &Arguments) -> io::Result<bool> {
    let output = crate::cargo().args(["metadata", "--no-deps", "--format-version", "1"]).output()?;
    let metadata: Metadata = serde_json::from_slice(&output.stdout)?;
    let published = metadata.packages.iter().filter(|package| package.publish.is_none());
    let mut command = crate::cargo();
    // Changes that are not committed are packed as well: the task says whether they can be.
    command.args(["package", "--locked", "--allow-dirty"]);
    for package in published {
        command.args(["--package", &package.name]);
    }
    if !arguments.verify {
        return Ok(command.arg("--no-verify").status()?.success());
    }
    // Cargo takes packages of one version for equal ones: in a folder that it has seen it would use those of an earlier run.
    let fresh = metadata.target_directory.join(format!("packages-{}", process::id()));
    let status = command.arg("--target-dir").arg(&fresh).status()?;
    fs::remove_dir_all(&fresh)?;
    Ok(status.success())
}
