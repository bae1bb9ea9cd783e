//! Completion scripts and manual pages, generated from the declaration of the command line.

use crate::arguments::{self, Man};
use crate::files::cannot_write;
use crate::verdict::Verdict;
use clap::Command;
use roff::{Roff, bold, roman};
use shader_source::suggest::Suggestions;
use std::fs;
use std::io::{self, Write};

/// Prints the completion script of a shell.
pub(crate) fn completions(shell: clap_complete::Shell) -> io::Result<Verdict> {
    // Generated in memory first: the generator panics if its writer fails, as a closed pipe does.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut arguments::command(), "wgsl-check", &mut script);
    io::stdout().write_all(&script)?;
    Ok(Verdict::Accepted)
}

/// Prints a manual page, or writes all of them.
pub(crate) fn manual(arguments: &Man) -> io::Result<Verdict> {
    let mut command = arguments::command();
    command.build();
    if let Some(directory) = &arguments.directory {
        fs::create_dir_all(directory).map_err(|error| cannot_write(directory, &error))?;
        for (name, page) in pages(&command)? {
            let path = directory.join(format!("{name}.1"));
            fs::write(&path, page).map_err(|error| cannot_write(&path, &error))?;
        }
        return Ok(Verdict::Accepted);
    }
    let asked = arguments.command.as_deref();
    let name = asked.map_or_else(|| "wgsl-check".to_owned(), |it| format!("wgsl-check-{it}"));
    let pages = pages(&command)?;
    let Some((_, page)) = pages.iter().find(|(page, _)| *page == name) else {
        let asked = asked.unwrap_or_default();
        let names = pages.iter().filter_map(|(page, _)| page.strip_prefix("wgsl-check-"));
        let meant = Suggestions::default().closest(asked, names);
        let meant = meant.map_or_else(String::new, |name| format!("; did you mean `{name}`?"));
        return Err(io::Error::other(format!("unknown command `{asked}`{meant}")));
    };
    io::stdout().write_all(page)?;
    Ok(Verdict::Accepted)
}

/// The pages of the command and of its subcommands, by their names.
fn pages(command: &Command) -> io::Result<Vec<(String, Vec<u8>)>> {
    let subcommands = command.get_subcommands().filter(|it| it.get_name() != "help");
    let subcommands = subcommands.map(|it| {
        let name = format!("wgsl-check-{}", it.get_name());
        let page = page(it.clone(), arguments::examples(it.get_name()))?;
        Ok((name, page))
    });
    let whole =
        page(command.clone(), arguments::examples("check")).map(|page| ("wgsl-check".to_owned(), page));
    std::iter::once(whole).chain(subcommands).collect()
}

fn page(command: Command, examples: &[(&str, &str)]) -> io::Result<Vec<u8>> {
    let has_subcommands = command.has_subcommands();
    let man = clap_mangen::Man::new(command);
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if has_subcommands {
        man.render_subcommands_section(&mut page)?;
    }
    sections(examples).to_writer(&mut page)?;
    Ok(page)
}

/// The sections that the declaration of the command line doesn't have.
fn sections(examples: &[(&str, &str)]) -> Roff {
    const STATUS: [(&str, &str); 3] = [
        ("0", "All programs are valid, or the command succeeded."),
        ("1", "A program is invalid, or a comparison found a difference."),
        ("2", "Something could not be read, checked or written. The other programs are still checked."),
    ];
    const ENVIRONMENT: [(&str, &str); 3] = [
        ("NO_COLOR", "Turns colours off."),
        ("CLICOLOR_FORCE, FORCE_COLOR", "Turns colours on, even if the output is not a terminal."),
        ("RAYON_NUM_THREADS", "The number of threads."),
    ];
    const FILES: [(&str, &str); 2] = [
        (
            "wgsl-check.toml",
            "The configuration of a project, in the working directory or a parent directory.",
        ),
        ("wesl.toml", "Marks its directory as a package, and lists the dependencies."),
    ];
    let mut roff = Roff::new();
    let tables = [
        ("EXIT STATUS", &STATUS[..]),
        ("EXAMPLES", examples),
        ("ENVIRONMENT", &ENVIRONMENT),
        ("FILES", &FILES),
    ];
    for (title, rows) in tables.into_iter().filter(|(_, rows)| !rows.is_empty()) {
        roff.control("SH", [title]);
        for (what, meaning) in rows {
            roff.control("TP", []).text([bold(*what)]).text([roman(*meaning)]);
        }
    }
    roff
}
