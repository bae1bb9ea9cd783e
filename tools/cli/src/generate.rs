//! Completion scripts and the manual page, generated from the declaration of the command line.

use crate::arguments::Arguments;
use crate::verdict::Verdict;
use clap::CommandFactory;
use std::io::{self, Write};

/// Prints the completion script of a shell.
pub(crate) fn completions(shell: clap_complete::Shell) -> io::Result<Verdict> {
    // Generated in memory first: the generator panics if its writer fails, as a closed pipe does.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "wgsl-check", &mut script);
    io::stdout().write_all(&script)?;
    Ok(Verdict::Accepted)
}

/// Prints the manual page, with a section for every subcommand.
pub(crate) fn man_page() -> io::Result<Verdict> {
    let mut command = Arguments::command();
    command.build();
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    for subcommand in command.get_subcommands().filter(|subcommand| subcommand.get_name() != "help") {
        writeln!(page, ".SH \"WGSL-CHECK {}\"", subcommand.get_name().to_uppercase())?;
        let section = clap_mangen::Man::new(subcommand.clone());
        section.render_synopsis_section(&mut page)?;
        section.render_description_section(&mut page)?;
        section.render_options_section(&mut page)?;
    }
    io::stdout().write_all(&page)?;
    Ok(Verdict::Accepted)
}
