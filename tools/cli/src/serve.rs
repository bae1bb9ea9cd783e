//! `serve`: the machine protocol on standard input and output.

use crate::arguments::Serve;
use crate::verdict::Verdict;
use std::io::{self, BufReader, BufWriter};
use wgsl_check_protocol::{BUFFER, converse};

/// Answers the requests on standard input.
pub(crate) fn run(arguments: &Serve) -> io::Result<Verdict> {
    let mut input = BufReader::with_capacity(BUFFER, io::stdin().lock());
    let mut output = BufWriter::with_capacity(BUFFER, io::stdout().lock());
    converse(&mut input, &mut output, &arguments.options())?;
    Ok(Verdict::Accepted)
}
