//! `dap`: a debugger for editors, which speaks the [Debug Adapter Protocol](https://microsoft.github.io/debug-adapter-protocol/) on standard
//! input and output.
//!
//! A [`Session`] handles the messages one by one, without streams. A [`Target`](target::Target) is the program: a place in its execution is the number
//! of a statement in the history of one workgroup, and its invocations are the threads.

mod breakpoint;
mod launch;
mod session;
mod shown;
mod target;
mod watch;

use crate::verdict::Verdict;
use serde_json::Value;
use session::Session;
use shader_source::surrogate::well_formed;
use std::io::{self, BufRead, BufReader, Write};
use wgsl_lsp::transport::{read_content, write_value};

/// Talks to an editor until it leaves.
pub(crate) fn run() -> io::Result<Verdict> {
    serve(&mut BufReader::new(io::stdin()), &mut io::stdout().lock())?;
    Ok(Verdict::Accepted)
}

fn serve(input: &mut impl BufRead, output: &mut impl Write) -> io::Result<()> {
    let mut session = Session::default();
    while let Some(content) = read_content(input)? {
        // There is no answer to what is not a message. Half a character in a string is replaced.
        let Ok(message) = serde_json::from_slice::<Value>(&well_formed(&content)) else { continue };
        for answer in session.receive(&message) {
            write_value(output, &answer)?;
        }
        if session.is_over() {
            break;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
