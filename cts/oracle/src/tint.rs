//! Tint, through the npm package `webgpu` in Node. It is optional: if the package is not installed,
//! [`Tint::start`] says so.

use crate::{Opinion, PipelineQuestion, Refusal};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// The script that Node runs, in two parts. The page for browsers makes descriptors of pipelines in the same way.
const SCRIPT: [&str; 2] = [include_str!("../../runners/browser/pipeline.mjs"), include_str!("tint.mjs")];

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
    draw: Option<Value>,
}

#[derive(Serialize)]
struct Pipeline<'a> {
    stage: &'a str,
    entry_point: Option<&'a str>,
    constants: BTreeMap<&'a str, Value>,
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
            .args(["--input-type=module", "--eval", &SCRIPT.concat()])
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

    /// Asks about a program. A vertex or fragment shader is asked about in a pipeline with another program that passes no user-defined
    /// values, without vertex buffers and colour attachments.
    pub fn judge(&mut self, program: &str, pipeline: Option<&PipelineQuestion>) -> Opinion {
        let Some(pipeline) = pipeline else {
            return self.opinion(&Question { wgsl: program, pipeline: None, draw: None });
        };
        let Some(stage) = pipeline.stage.as_deref().or_else(|| only_stage(program)) else {
            return Opinion::NotAsked("WebGPU has no pipeline for an entry point of any stage".to_owned());
        };
        let constants =
            pipeline.constants.iter().map(|(name, value)| (name.as_str(), constant(*value))).collect();
        let entry_point = pipeline.entry_point.as_deref();
        let question = Pipeline { stage, entry_point, constants };
        let opinion = self.opinion(&Question { wgsl: program, pipeline: Some(question), draw: None });
        if stage == "compute" { opinion } else { without_overrides(program, opinion) }
    }

    /// Asks about a program and the pipelines of its draws. `pass` has the members of a request to draw in the machine protocol,
    /// with all state in each of `draws`.
    pub fn judge_draws(&mut self, program: &str, pass: Value) -> Opinion {
        let opinion = self.opinion(&Question { wgsl: program, pipeline: None, draw: Some(pass) });
        without_overrides(program, opinion)
    }

    fn opinion(&mut self, question: &Question) -> Opinion {
        match self.ask(question) {
            Ok(Answer { message: Some(message), line }) => {
                Opinion::Rejects(Refusal { message, lines: (line > 0).then_some(line).into_iter().collect() })
            }
            Ok(_) => Opinion::Accepts,
            Err(error) => Opinion::Unable(format!("Tint did not respond: {error}")),
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

/// The value of an override: a number, or the word for one that JSON has no numbers for.
fn constant(value: f64) -> Value {
    if value.is_nan() {
        return Value::from("nan");
    }
    if value.is_infinite() {
        return Value::from(if value > 0.0 { "inf" } else { "-inf" });
    }
    Value::from(value)
}

/// The opinion on a render pipeline. Without a GPU, Dawn checks the constants of one, but never evaluates what depends on them: that
/// it accepts a program with overrides means nothing.
fn without_overrides(program: &str, opinion: Opinion) -> Opinion {
    if opinion == Opinion::Accepts && program.contains("override ") {
        return Opinion::NotAsked(
            "without a GPU, Dawn does not evaluate overrides of render pipelines".to_owned(),
        );
    }
    opinion
}

/// The stage of a program whose entry points have one stage, as far as its attributes say it. WebGPU has a function for each kind of
/// pipeline, so a question that leaves the stage open among several can't be put.
fn only_stage(program: &str) -> Option<&'static str> {
    let mut stages =
        ["vertex", "fragment", "compute"].into_iter().filter(|stage| program.contains(&format!("@{stage}")));
    let first = stages.next()?;
    stages.next().is_none().then_some(first)
}

impl Drop for Tint {
    fn drop(&mut self) {
        // It may have ended by itself; either way it must be gone.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
