//! `lsp`: the language server on standard input and output.

use crate::verdict::Verdict;
use std::io::{self, BufReader};
use wgsl_lsp::{End, serve};

/// Talks to an editor until it leaves.
pub(crate) fn run() -> io::Result<Verdict> {
    Ok(match serve(BufReader::new(io::stdin()), io::stdout().lock())? {
        End::Orderly => Verdict::Accepted,
        // The protocol asks for this exit status.
        End::Abrupt => Verdict::Rejected,
    })
}
