//! Jobs in separate processes: a driver that hangs or crashes does not harm this one.
//!
//! A message is its length in four bytes, lowest first, followed by that many bytes.

use crate::{AdapterInfo, Gpu, Job, JobOutcome, Problem};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// The greatest time for the creation of a device.
const MOST_START: Duration = Duration::from_secs(60);
/// The number of bytes that are kept of the last messages of a process.
const MOST_WORDS: usize = 2000;

/// A message of a worker.
#[derive(Serialize, Deserialize)]
enum Message {
    /// The first message: the adapter, or the reason why there is none.
    Hello(Result<AdapterInfo, String>),
    /// The outcomes of a batch of jobs.
    Done(Vec<JobOutcome>),
}

fn write_message(output: &mut impl Write, message: &impl Serialize) -> io::Result<()> {
    let bytes = serde_json::to_vec(message)?;
    let length = u32::try_from(bytes.len()).map_err(io::Error::other)?;
    output.write_all(&length.to_le_bytes())?;
    output.write_all(&bytes)?;
    output.flush()
}

/// The next message; `None` at the end of the input.
fn read_message<T: DeserializeOwned>(input: &mut impl Read) -> io::Result<Option<T>> {
    let mut length = [0; 4];
    match input.read_exact(&mut length) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        outcome => outcome?,
    }
    let mut bytes = vec![0; u32::from_le_bytes(length) as usize];
    input.read_exact(&mut bytes)?;
    Ok(Some(serde_json::from_slice(&bytes)?))
}

/// Serves as a worker: opens the adapter, and answers batches of jobs until its input ends.
///
/// # Errors
/// Input or output broke off.
pub fn serve(choice: Option<&str>, input: &mut impl Read, output: &mut impl Write) -> io::Result<()> {
    match Gpu::open(choice) {
        Ok(gpu) => serve_with(Ok(gpu.info().clone()), |jobs| gpu.run(jobs), input, output),
        Err(Problem(message)) => serve_with(Err(message), |_| Vec::new(), input, output),
    }
}

/// Serves as a worker that runs jobs by a function.
///
/// # Errors
/// Input or output broke off.
pub fn serve_with(
    info: Result<AdapterInfo, String>,
    run: impl Fn(&[Job]) -> Vec<JobOutcome>,
    input: &mut impl Read,
    output: &mut impl Write,
) -> io::Result<()> {
    let is_open = info.is_ok();
    write_message(output, &Message::Hello(info))?;
    while is_open && let Some(jobs) = read_message::<Vec<Job>>(input)? {
        let outcomes = run(&jobs);
        let is_lost = has_lost(&outcomes);
        write_message(output, &Message::Done(outcomes))?;
        if is_lost {
            // The next worker has a new device.
            break;
        }
    }
    Ok(())
}

fn has_lost(outcomes: &[JobOutcome]) -> bool {
    outcomes.iter().any(|outcome| matches!(outcome, JobOutcome::Lost(_)))
}

/// Processes that run jobs on one adapter.
#[derive(Debug)]
pub struct Workers {
    program: PathBuf,
    argument: String,
    choice: Option<String>,
    /// The greatest time for a job.
    most_time: Duration,
    info: AdapterInfo,
    idle: Mutex<Vec<Worker>>,
}

#[derive(Debug)]
struct Worker {
    child: Child,
    input: ChildStdin,
    messages: Receiver<Message>,
    words: Receiver<String>,
}

impl Workers {
    /// Starts a process that [`serve`]s the adapter named after its argument. More processes are started when jobs are run at the
    /// same time.
    ///
    /// # Errors
    /// The reason why there is no adapter.
    pub fn start(
        program: &Path,
        argument: &str,
        choice: Option<&str>,
        most_time: Duration,
    ) -> Result<Self, Problem> {
        let (worker, info) = Worker::start(program, argument, choice)?;
        Ok(Self {
            program: program.to_owned(),
            argument: argument.to_owned(),
            choice: choice.map(str::to_owned),
            most_time,
            info,
            idle: Mutex::new(vec![worker]),
        })
    }

    /// Starts a process of this program on another adapter.
    ///
    /// # Errors
    /// The reason why there is no such adapter.
    pub fn on_another(&self, choice: &str) -> Result<Self, Problem> {
        Self::start(&self.program, &self.argument, Some(choice), self.most_time)
    }

    /// The description of the adapter.
    #[must_use]
    pub const fn info(&self) -> &AdapterInfo {
        &self.info
    }

    /// Runs jobs in one process, and returns an outcome for each. If the process or its device is lost, each job is run again
    /// alone.
    #[must_use]
    pub fn run(&self, jobs: &[Job]) -> Vec<JobOutcome> {
        let outcomes = self.attempt(jobs);
        let is_lost = outcomes.len() < jobs.len() || has_lost(&outcomes);
        if is_lost && jobs.len() > 1 {
            return jobs.iter().flat_map(|job| self.attempt(core::slice::from_ref(job))).collect();
        }
        outcomes
    }

    /// Runs jobs once. Returns a single outcome if the process is lost.
    fn attempt(&self, jobs: &[Job]) -> Vec<JobOutcome> {
        let idle = self.idle.lock().ok().and_then(|mut idle| idle.pop());
        let start =
            || Worker::start(&self.program, &self.argument, self.choice.as_deref()).map(|(worker, _)| worker);
        let worker = idle.map_or_else(start, Ok);
        let mut worker = match worker {
            Ok(worker) => worker,
            Err(Problem(message)) => return vec![JobOutcome::Lost(message)],
        };
        match worker.ask(jobs, self.most_time * jobs.len() as u32) {
            Ok(outcomes) => {
                if let (false, Ok(mut idle)) = (has_lost(&outcomes), self.idle.lock()) {
                    idle.push(worker);
                }
                outcomes
            }
            Err(outcome) => vec![outcome],
        }
    }
}

/// The last words of a process, without the paths of source files in panics, which differ between machines.
fn last_words(said: &str) -> String {
    let told = said.lines().filter(|line| !line.starts_with("note: run with `RUST_BACKTRACE"));
    let lines: Vec<&str> =
        told.map(|line| if line.contains(" panicked at ") { "it panics:" } else { line }).collect();
    lines.join("\n").trim().to_owned()
}

impl Worker {
    fn start(program: &Path, argument: &str, choice: Option<&str>) -> Result<(Self, AdapterInfo), Problem> {
        let mut child = Command::new(program)
            .arg(argument)
            .args(choice)
            // Its last words become part of an outcome, which should say what happened rather than where.
            .env("RUST_BACKTRACE", "0")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| Problem(format!("the worker process can't be started: {error}")))?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(input), Some(mut output), Some(mut errors)) = pipes else {
            return Err(Problem("the worker process has no pipes".to_owned()));
        };
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            while let Ok(Some(message)) = read_message(&mut output) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        let (sender, words) = channel();
        std::thread::spawn(move || {
            let mut said = Vec::new();
            // Everything before the end of the pipe is kept.
            let _ = errors.read_to_end(&mut said);
            let start = said.len().saturating_sub(MOST_WORDS);
            let _ = sender.send(last_words(&String::from_utf8_lossy(&said[start..])));
        });
        let mut worker = Self { child, input, messages, words };
        match worker.messages.recv_timeout(MOST_START) {
            Ok(Message::Hello(Ok(info))) => Ok((worker, info)),
            Ok(Message::Hello(Err(message))) => Err(Problem(message)),
            Ok(Message::Done(_)) => Err(Problem("the worker process did not identify itself".to_owned())),
            Err(error) => Err(Problem(match worker.lost(error) {
                JobOutcome::Crashed(words) => format!("the worker process ended: {words}"),
                _ => "creating a device timed out".to_owned(),
            })),
        }
    }

    fn ask(&mut self, jobs: &[Job], most_time: Duration) -> Result<Vec<JobOutcome>, JobOutcome> {
        if write_message(&mut self.input, &jobs).is_err() {
            return Err(self.lost(RecvTimeoutError::Disconnected));
        }
        match self.messages.recv_timeout(most_time) {
            Ok(Message::Done(outcomes)) => Ok(outcomes),
            Ok(Message::Hello(_)) => Err(JobOutcome::Lost("the worker process was restarted".to_owned())),
            Err(error) => Err(self.lost(error)),
        }
    }

    /// The outcome of a process that does not answer.
    fn lost(&mut self, error: RecvTimeoutError) -> JobOutcome {
        if error == RecvTimeoutError::Timeout {
            return JobOutcome::TimedOut;
        }
        let status = self.child.wait().map_or_else(|error| error.to_string(), |status| status.to_string());
        let words = self.words.recv_timeout(Duration::from_secs(1)).unwrap_or_default();
        JobOutcome::Crashed(format!("{status}: {words}").trim_end_matches([' ', ':']).to_owned())
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // It has no state to save, and a process that hangs ends in no other way.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn last_words_name_no_place_of_the_machine() {
        let said = "\nthread 'main' (7) panicked at /home/a/naga/src/x.rs:1:2:\nunreachable\nnote: run with `RUST_BACKTRACE=1` to\n";
        assert_eq!(last_words(said), "it panics:\nunreachable");
        assert_eq!(last_words("LLVM ERROR: no\n"), "LLVM ERROR: no");
    }
}
