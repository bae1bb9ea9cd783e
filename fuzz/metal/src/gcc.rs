//! Runs g++ on a program, with a prelude that makes its Metal C++.

use std::io::{self, Write};
use std::process::{Command, Stdio};

/// Definitions that remove the address spaces and the names of Metal's scalar types.
///
/// `constant` is `const`, so that pointers to constants don't convert to pointers to variables. `thread` is nothing: where a difference depends on
/// address spaces, it is [known](crate::known).
const PRELUDE: &str = "\
#define thread
#define device
#define threadgroup
#define constant const
#define kernel
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
#line 1
";

/// The options: C++14 without extensions of GNU, and no code. A program with many errors says nothing new with the later ones.
const OPTIONS: [&str; 8] =
    ["-quiet", "-std=c++14", "-pedantic-errors", "-fsyntax-only", "-fmax-errors=8", "-o", "/dev/null", "-"];

/// The result of g++ for a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Result {
    /// It is valid.
    Accepts,
    /// The messages of its errors, in order.
    Rejects(Vec<String>),
    /// g++ failed: an internal error, a signal.
    Fails(String),
}

/// The compiler proper of g++, `cc1plus`: starting it without the driver takes half the time.
#[derive(Clone, Debug)]
pub struct Gcc {
    command: String,
}

impl Gcc {
    /// Returns the compiler that this driver runs.
    ///
    /// # Errors
    /// It can't be run.
    pub fn new(driver: &str) -> io::Result<Self> {
        let found = Command::new(driver).arg("-print-prog-name=cc1plus").output()?;
        let gcc = Self { command: String::from_utf8_lossy(&found.stdout).trim().to_owned() };
        match gcc.check("")? {
            Result::Accepts => Ok(gcc),
            it => Err(io::Error::other(format!("it does not check an empty program: {it:?}"))),
        }
    }

    /// Returns true if all programs are accepted, each in a namespace of its own: one start for all of them.
    ///
    /// False says nothing about a single program: some need global scope.
    ///
    /// # Errors
    /// The compiler can't be run.
    pub fn accepts_all(&self, programs: &[&str]) -> io::Result<bool> {
        let apart = |(number, program)| format!("namespace program_{number} {{\n{program}\n}}\n");
        let all: Vec<String> = programs.iter().enumerate().map(apart).collect();
        Ok(self.check(&all.concat())? == Result::Accepts)
    }

    /// Checks a program.
    ///
    /// # Errors
    /// The compiler can't be run.
    pub fn check(&self, program: &str) -> io::Result<Result> {
        let mut child = Command::new(&self.command)
            .args(OPTIONS)
            // Messages in English, with ASCII quotes.
            .env("LC_ALL", "C")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()?;
        if let Some(mut input) = child.stdin.take() {
            // It may stop reading at an error.
            let _ = input.write_all(format!("{PRELUDE}{program}\n").as_bytes());
        }
        let output = child.wait_with_output()?;
        let said = String::from_utf8_lossy(&output.stderr);
        Ok(match output.status.code() {
            Some(0) => Result::Accepts,
            Some(1) if !said.contains("internal compiler error") => Result::Rejects(errors(&said)),
            _ => Result::Fails(said.lines().next().unwrap_or_default().to_owned()),
        })
    }
}

/// Returns the messages of the errors that g++ prints.
fn errors(said: &str) -> Vec<String> {
    let messages = said.lines().filter_map(|line| line.split_once("error: "));
    let messages = messages.map(|(_, message)| message.split(" [-").next().unwrap_or(message).to_owned());
    messages.collect()
}

#[cfg(test)]
mod tests {
    use super::errors;

    #[test]
    fn messages_are_taken_from_the_output() {
        let said = "<stdin>: In function 'int f()':\n<stdin>:1:1: error: expected ';' before '}' token\n   1 | }\n\
            <stdin>:2:1: error: narrowing conversion of '1' from 'int' to 'char' [-Wnarrowing]\n";
        assert_eq!(
            errors(said),
            ["expected ';' before '}' token", "narrowing conversion of '1' from 'int' to 'char'"]
        );
    }
}
