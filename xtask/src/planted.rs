//! `planted`: plants mistakes in the validator and the executor, one at a time, and hunts until the mistake shows.
//!
//! A copy of the workspace in `target/planted` is changed, so that the sources themselves stay as they are.

use crate::root;
use serde::Deserialize;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

/// The list of mistakes.
const LIST: &str = "fuzz/planted.yaml";

#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// Hunt for so many minutes for each mistake
    #[arg(long, default_value_t = 5.0)]
    minutes: f64,
    /// The beginnings of the names of mistakes; all if there are none
    names: Vec<String>,
}

/// A mistake: other characters in the place of some that occur once in a file.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct Mistake {
    name: String,
    about: String,
    file: String,
    replace: String,
    by: String,
}

/// The outcome of a mistake.
enum Outcome {
    /// The hunt has found it, and printed this line.
    Found(String),
    Missed,
    /// It can't be planted, or does not compile.
    Unable(String),
}

/// Plants mistakes. `false` if one is not found.
pub(crate) fn run(arguments: &Arguments) -> io::Result<bool> {
    let mistakes: Vec<Mistake> =
        serde_yaml::from_str(&fs::read_to_string(root().join(LIST))?).map_err(io::Error::other)?;
    let is_named = |mistake: &&Mistake| {
        arguments.names.is_empty() || arguments.names.iter().any(|name| mistake.name.starts_with(name))
    };
    let copy = Copy::make()?;
    copy.hunt(&[], arguments.minutes, "sound.yaml")?;
    let (mut found, mut planted) = (0, 0);
    for mistake in mistakes.iter().filter(is_named) {
        let start = Instant::now();
        let (word, line) = match copy.with(mistake, arguments.minutes)? {
            Outcome::Found(line) => {
                found += 1;
                ("found", line)
            }
            Outcome::Missed => ("missed", mistake.about.clone()),
            Outcome::Unable(reason) => ("unable", reason),
        };
        planted += 1;
        let seconds = start.elapsed().as_secs();
        writeln!(io::stdout(), "{word} {} ({seconds} s): {line}", mistake.name)?;
    }
    writeln!(io::stdout(), "{found} of {planted} mistakes are found")?;
    Ok(found == planted)
}

/// A copy of the workspace that is changed and built.
struct Copy(PathBuf);

impl Copy {
    fn make() -> io::Result<Self> {
        let folder = root().join("target/planted");
        let tree = folder.join("tree");
        // What is not committed is not in the copy.
        if tree.exists() {
            git(&["worktree", "remove", "--force", &tree.to_string_lossy()])?;
        }
        git(&["worktree", "add", "--quiet", "--detach", &tree.to_string_lossy(), "HEAD"])?;
        Ok(Self(folder))
    }

    fn tree(&self) -> PathBuf {
        self.0.join("tree")
    }

    /// Plants a mistake, hunts, and takes it out again.
    fn with(&self, mistake: &Mistake, minutes: f64) -> io::Result<Outcome> {
        let path = self.tree().join(&mistake.file);
        let sound = fs::read_to_string(&path)?;
        if sound.matches(&mistake.replace).count() != 1 {
            return Ok(Outcome::Unable(format!(
                "`{}` does not occur once in {}",
                mistake.replace, mistake.file
            )));
        }
        fs::write(&path, sound.replacen(&mistake.replace, &mistake.by, 1))?;
        let outcome = self.hunt(&["--first", "--known", "sound.yaml"], minutes, "found.yaml");
        fs::write(&path, sound)?;
        outcome
    }

    /// Builds the copy and hunts in it.
    fn hunt(&self, options: &[&str], minutes: f64, store: &str) -> io::Result<Outcome> {
        let tree = self.tree();
        if !build(&tree)? {
            return Ok(Outcome::Unable("it does not compile".to_owned()));
        }
        let _ = fs::remove_file(tree.join(store));
        let mut hunt = Command::new(self.0.join("build/debug/wgsl-cts"));
        let minutes = minutes.to_string();
        hunt.current_dir(&tree).args(["fuzz", "--store", store, "--minutes", &minutes]).args(options);
        let output = hunt.output()?;
        let text = String::from_utf8_lossy(&output.stdout);
        let line = text.lines().find(|line| line.contains(" new: "));
        Ok(match (output.status.code(), line) {
            (Some(1), Some(line)) => Outcome::Found(line.trim().to_owned()),
            (Some(0 | 1), _) => Outcome::Missed,
            _ => Outcome::Unable(
                String::from_utf8_lossy(&output.stderr).lines().next().unwrap_or("the hunt ends").to_owned(),
            ),
        })
    }
}

/// Builds a copy of the workspace. `false` if it does not compile.
fn build(tree: &Path) -> io::Result<bool> {
    let mut build = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    build.current_dir(tree).args(["build", "--quiet", "--package", "wgsl-cts", "--target-dir", "../build"]);
    Ok(build.stdout(Stdio::null()).stderr(Stdio::null()).status()?.success())
}

fn git(arguments: &[&str]) -> io::Result<()> {
    let status = Command::new("git").current_dir(root()).args(arguments).status()?;
    if status.success() {
        Ok(())
    } else {
        Err(io::Error::other(format!("git {} failed", arguments.join(" "))))
    }
}
