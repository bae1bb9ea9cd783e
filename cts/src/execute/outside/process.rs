//! A lasting process that answers lines with lines.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

/// The number of bytes that are kept of the messages of a process.
const MOST_WORDS: usize = 4000;

/// A running process. When it is dropped, it is ended.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    requests: Sender<Vec<u8>>,
    answers: Receiver<String>,
    words: Receiver<String>,
}

impl Process {
    /// Starts a program with its arguments.
    ///
    /// # Errors
    /// It can't be started.
    pub(super) fn start(command: &[String]) -> io::Result<Self> {
        let (program, arguments) = command.split_first().ok_or_else(|| io::Error::other("no command"))?;
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(mut input), Some(output), Some(errors)) = pipes else {
            return Err(io::Error::other("the process has no pipes"));
        };
        let (requests, lines) = channel::<Vec<u8>>();
        // A process that does not read must not block this one.
        thread::spawn(move || {
            for line in lines {
                if input.write_all(&line).and_then(|()| input.flush()).is_err() {
                    return;
                }
            }
        });
        let (sender, answers) = channel();
        thread::spawn(move || {
            let lines = BufReader::new(output).lines().map_while(Result::ok);
            // Some implementations print messages of their own; only answers are objects.
            for line in lines.filter(|line| line.starts_with('{')) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        let (sender, words) = channel();
        thread::spawn(move || {
            let _ = sender.send(last_line(errors));
        });
        Ok(Self { child, requests, answers, words })
    }

    /// Sends a line, and waits for the next answer.
    ///
    /// # Errors
    /// The process ended, with its last words, or took too long.
    pub(super) fn ask(&mut self, mut line: Vec<u8>, most_time: Duration) -> Result<String, String> {
        line.push(b'\n');
        // If the process is gone, the answers end as well.
        let _ = self.requests.send(line);
        self.answers.recv_timeout(most_time).map_err(|error| self.lost(error, most_time))
    }

    fn lost(&mut self, error: RecvTimeoutError, most_time: Duration) -> String {
        if error == RecvTimeoutError::Timeout {
            return format!("it did not answer within {} ms", most_time.as_millis());
        }
        let status = self.child.wait().map_or_else(|error| error.to_string(), |status| status.to_string());
        let words = self.words.recv_timeout(Duration::from_secs(1)).unwrap_or_default();
        format!("it ended ({status}): {words}").trim_end_matches([' ', ':']).to_owned()
    }
}

/// The last line that is not empty. Everything is read, so that the process never waits.
fn last_line(mut errors: impl Read) -> String {
    let mut said = Vec::new();
    let mut buffer = [0; 1024];
    while let Ok(count @ 1..) = errors.read(&mut buffer) {
        said.extend_from_slice(&buffer[..count]);
        said.drain(..said.len().saturating_sub(MOST_WORDS));
    }
    let said = String::from_utf8_lossy(&said);
    said.lines().rev().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default().to_owned()
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended by itself; either way it must be gone.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
