//! `planted`: plants mistakes in the validator and the executor, one at a time, and hunts until the mistake shows.
//!
//! A copy of the workspace in `target/planted` is changed, so that the sources themselves stay as they are.

use crate::root;
use serde::Deserialize;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// The list of mistakes.
const LIST: &str = "fuzz/planted.yaml";

/// The program with a mistake, in the folder of copies.
const PROGRAM: &str = "build/debug/wgsl-cts";

/// The program without.
const SOUND: &str = "sound";

/// The store of what the program shows without a mistake, in the copy.
const KNOWN: &str = "sound.yaml";

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

/// A disagreement in a store, as far as it is read here.
#[derive(Deserialize, Debug)]
struct Record {
    number: u64,
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
        let copy = Self(folder);
        if !build(&tree)? {
            return Err(io::Error::other("the last commit does not compile"));
        }
        fs::copy(copy.0.join(PROGRAM), copy.0.join(SOUND))?;
        let _ = fs::remove_file(tree.join(KNOWN));
        Ok(copy)
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
        let built = build(&self.tree());
        fs::write(&path, sound)?;
        if built? { self.hunt(minutes) } else { Ok(Outcome::Unable("it does not compile".to_owned())) }
    }

    /// Hunts with a mistake until a program shows something that it does not show without the mistake.
    fn hunt(&self, minutes: f64) -> io::Result<Outcome> {
        let until = Instant::now() + Duration::from_secs_f64(minutes * 60.0);
        loop {
            let rest = until.saturating_duration_since(Instant::now()).as_secs_f64() / 60.0;
            let options = ["--first", "--minutes", &rest.to_string()];
            let output = self.fuzz(PROGRAM, "found.yaml", &options)?;
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            match output.status.code() {
                Some(0) => return Ok(Outcome::Missed),
                Some(1) => {}
                _ => {
                    let reason = String::from_utf8_lossy(&output.stderr).into_owned();
                    return Ok(Outcome::Unable(reason.trim().lines().next().unwrap_or_default().to_owned()));
                }
            }
            if let Some(line) = self.beyond_the_sound(&text)? {
                return Ok(Outcome::Found(line));
            }
        }
    }

    /// The line about a disagreement that the same program does not show without the mistake. The others are known from then on.
    fn beyond_the_sound(&self, told: &str) -> io::Result<Option<String>> {
        let numbers = self.numbers("found.yaml")?.join(",");
        let output = self.fuzz(SOUND, "shown.yaml", &["--numbers", &numbers])?;
        let shown = String::from_utf8_lossy(&output.stdout).into_owned();
        let shown: Vec<&str> = shown.lines().filter_map(disagreement).collect();
        self.fuzz(SOUND, KNOWN, &["--merge", "shown.yaml"])?;
        let found = told.lines().filter_map(disagreement).find(|line| !shown.contains(line));
        Ok(found.map(str::to_owned))
    }

    /// The numbers of the programs in a store.
    fn numbers(&self, store: &str) -> io::Result<Vec<String>> {
        let text = fs::read_to_string(self.tree().join(store))?;
        let records: Vec<Record> = serde_yaml::from_str(&text).map_err(io::Error::other)?;
        Ok(records.into_iter().map(|record| record.number.to_string()).collect())
    }

    /// Hunts in the copy, with a new store unless it is the one of what is known.
    fn fuzz(&self, program: &str, store: &str, options: &[&str]) -> io::Result<Output> {
        let tree = self.tree();
        if store != KNOWN {
            let _ = fs::remove_file(tree.join(store));
        }
        let mut hunt = Command::new(self.0.join(program));
        hunt.current_dir(&tree).args(["fuzz", "--known", KNOWN, "--store", store]).args(options);
        hunt.output()
    }
}

/// The disagreement that a line of the hunt tells, without its count.
fn disagreement(line: &str) -> Option<&str> {
    line.split_once(" new: ").map(|(_, disagreement)| disagreement)
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
