//! `dap`: a debugger for editors, which speaks the [Debug Adapter Protocol](https://microsoft.github.io/debug-adapter-protocol/) on standard
//! input and output.
//!
//! The [`Session`] is in the crate of the protocol. The programs come from files, with the options of `run`.

mod launch;

use crate::run::places::{is_at, path_of};
use crate::verdict::Verdict;
use serde_json::Value;
use shader_source::surrogate::well_formed;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use wgsl_check_protocol::debug::{Host, Launch, Session};
use wgsl_lsp::transport::{read_content, write_value};

/// Programs on disk.
struct Files;

impl Host for Files {
    fn load(&mut self, attributes: &Value) -> Result<Launch, String> {
        launch::load(attributes)
    }

    fn path_of(&self, name: &str) -> String {
        path_of(name).to_string_lossy().into_owned()
    }

    fn is_at(&self, name: &str, path: &str) -> bool {
        is_at(name, Path::new(path))
    }
}

/// Talks to an editor until it leaves.
pub(crate) fn run() -> io::Result<Verdict> {
    serve(&mut BufReader::new(io::stdin()), &mut io::stdout().lock())?;
    Ok(Verdict::Accepted)
}

fn serve(input: &mut impl BufRead, output: &mut impl Write) -> io::Result<()> {
    let mut session = Session::new(Files);
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
