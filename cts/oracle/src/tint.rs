//! Tint, through the npm package `webgpu` in Node. It is optional: if the package is not installed,
//! [`Tint::start`] says so.

use crate::{Opinion, PipelineQuestion, Refusal};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// The script that Node runs.
const SCRIPT: &str = include_str!("tint.mjs");

/// A running Tint.
#[derive(Debug)]
pub struct Tint {
    process: Child,
    questions: ChildStdin,
    answers: BufReader<ChildStdout>,
    release: String,
}

/// Why Tint can't be asked.
#[derive(Debug)]
pub struct TintError(String);

impl fmt::Display for TintError {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl std::error::Error for TintError {}

#[derive(Serialize)]
struct Question<'a> {
    wgsl: &'a str,
    pipeline: Option<Pipeline<'a>>,
}

#[derive(Serialize)]
struct Pipeline<'a> {
    entry_point: Option<&'a str>,
    constants: BTreeMap<&'a str, f64>,
}

#[derive(Deserialize)]
struct Ready {
    release: String,
}

#[derive(Deserialize)]
struct Answer {
    message: Option<String>,
    #[serde(default)]
    line: u32,
}

impl Tint {
    /// Starts it. `folder` is where the npm package `webgpu` is installed.
    ///
    /// # Errors
    /// When there is no Node, or it does not find the package.
    pub fn start(folder: &Path) -> Result<Self, TintError> {
        let mut process = Command::new("node")
            .args(["--input-type=module", "--eval", SCRIPT])
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| TintError(format!("Node can't be started: {error}")))?;
        let (Some(questions), Some(answers)) = (process.stdin.take(), process.stdout.take()) else {
            return Err(TintError("Node has no input and output".to_owned()));
        };
        let mut tint = Self { process, questions, answers: BufReader::new(answers), release: String::new() };
        let mut line = String::new();
        let missing =
            || TintError(format!("the npm package `webgpu` is not installed in {}", folder.display()));
        tint.answers.read_line(&mut line).map_err(|_| missing())?;
        let ready: Ready = serde_json::from_str(&line).map_err(|_| missing())?;
        tint.release = ready.release;
        Ok(tint)
    }

    /// The release of the npm package that it comes from.
    #[must_use]
    pub fn release(&self) -> &str {
        &self.release
    }

    /// Asks about a program.
    pub fn judge(&mut self, program: &str, pipeline: Option<&PipelineQuestion>) -> Opinion {
        if pipeline.is_some_and(|pipeline| !is_compute(program, pipeline)) {
            return Opinion::NotAsked("Tint is asked for compute pipelines only".to_owned());
        }
        let pipeline = pipeline.map(|pipeline| Pipeline {
            entry_point: pipeline.entry_point.as_deref(),
            constants: pipeline.constants.iter().map(|(name, value)| (name.as_str(), *value)).collect(),
        });
        match self.ask(&Question { wgsl: program, pipeline }) {
            Ok(Answer { message: Some(message), line }) => {
                Opinion::Rejects(Refusal { message, lines: (line > 0).then_some(line).into_iter().collect() })
            }
            Ok(_) => Opinion::Accepts,
            Err(error) => Opinion::Unable(format!("Tint did not answer: {error}")),
        }
    }

    fn ask(&mut self, question: &Question) -> io::Result<Answer> {
        let mut line = serde_json::to_vec(question)?;
        line.push(b'\n');
        self.questions.write_all(&line)?;
        self.questions.flush()?;
        let mut answer = String::new();
        // Dawn itself prints what it warns of; only answers are objects.
        while !answer.starts_with('{') {
            answer.clear();
            if self.answers.read_line(&mut answer)? == 0 {
                return Err(io::Error::other("it has ended"));
            }
        }
        Ok(serde_json::from_str(&answer)?)
    }
}

/// Whether a pipeline is a compute pipeline, as far as the stages of the program's entry points say it. WebGPU has a function
/// for each kind of pipeline, so a question that leaves the stage open among several can't be put.
fn is_compute(program: &str, pipeline: &PipelineQuestion) -> bool {
    match pipeline.stage.as_deref() {
        Some(stage) => stage == "compute",
        None => !program.contains("@vertex") && !program.contains("@fragment"),
    }
}

impl Drop for Tint {
    fn drop(&mut self) {
        // It may have ended by itself; either way it must be gone.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
