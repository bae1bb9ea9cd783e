//! `package`: packs the crates that are published, as `cargo publish` would.

use clap::Args;
use serde::Deserialize;
use std::io;

/// The options of the chore.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// Also compile each crate from its package, together with the packages that it depends on
    #[arg(long)]
    verify: bool,
}

#[derive(Deserialize, Debug)]
struct Metadata {
    packages: Vec<Package>,
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
    // Changes that are not committed are packed as well: the chore says whether they can be.
    command.args(["package", "--locked", "--allow-dirty"]);
    for package in published {
        command.args(["--package", &package.name]);
    }
    if !arguments.verify {
        command.arg("--no-verify");
    }
    Ok(command.status()?.success())
}
