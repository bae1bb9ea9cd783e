//! `migrate`: programs of earlier drafts, rewritten in the current language.

use crate::arguments::Migrate;
use crate::files::{self, Failure, Input, Patterns, ProgramBytes};
use crate::fix::diff;
use crate::judgement::{Judgement, judge};
use crate::opened::Opened;
use crate::render::{self, Renderer};
use crate::summary::files_by_result;
use crate::verdict::Verdict;
use crate::write_back::write;
use shader_language::Language;
use std::fmt;
use std::io::{self, Write as _};
use wgsl_spec::Edition;
use wgsl_validator::migrate::{Migration, migrate};
use wgsl_validator::{Options, Validator};

/// Counts of programs.
#[derive(Clone, Copy, Default, Debug)]
struct Tally {
    current: usize,
    migrated: usize,
    by_hand: usize,
    failed: usize,
}

/// Migrates the files that the command line names.
pub(crate) fn run(arguments: &Migrate) -> io::Result<Verdict> {
    let collection =
        files::collect(&arguments.paths, &Patterns::default(), Some(Language::Wgsl), &[], &Opened::default());
    let mut command = Command {
        arguments,
        options: Options { target: arguments.target.target.clone(), ..Options::default() },
        renderer: render::for_format(arguments.error_format, true, false),
        tally: Tally::default(),
    };
    for failure in &collection.failures {
        command.failure(failure)?;
    }
    for input in &collection.inputs {
        let result = match files::read_wgsl(input, arguments.stdin_file_path.as_deref()) {
            Ok(program) => command.program(input, program),
            Err(failure) => command.failure(&failure),
        };
        result?;
    }
    let tally = command.tally;
    if !arguments.quiet {
        writeln!(anstream::stderr(), "{tally}")?;
    }
    Ok(tally.verdict())
}

struct Command<'a> {
    arguments: &'a Migrate,
    options: Options,
    renderer: Box<dyn Renderer>,
    tally: Tally,
}

impl Command<'_> {
    fn failure(&mut self, failure: &Failure) -> io::Result<()> {
        self.tally.failed += 1;
        self.renderer.failure(failure)
    }

    fn program(&mut self, input: &Input, program: ProgramBytes) -> io::Result<()> {
        let ProgramBytes { name, bytes } = program;
        let Ok(before) = String::from_utf8(bytes.clone()) else {
            let (judgement, _) = judge(ProgramBytes { name, bytes }, &mut Validator::default());
            self.tally.by_hand += 1;
            return self.renderer.judgement(&judgement, false);
        };
        let migration = migrate(&before, &self.options);
        let is_accepted = migration.module.is_accepted();
        let is_changed = migration.text() != before;
        let after = if is_accepted || self.arguments.partial { migration.text() } else { &before };
        if self.arguments.diff {
            io::stdout().lock().write_all(diff(&name, &before, migration.text()).as_bytes())?;
        } else if (*after != before || *input == Input::Standard)
            && let Err(failure) = write(input, &name, &before, after)
        {
            return self.failure(&failure);
        }
        match (is_accepted, is_changed) {
            (false, _) => self.tally.by_hand += 1,
            (true, true) => self.tally.migrated += 1,
            (true, false) => self.tally.current += 1,
        }
        if is_changed && !self.arguments.quiet {
            for note in &migration.notes {
                writeln!(anstream::stderr(), "{name}: {note}")?;
            }
        }
        self.findings(name, migration, is_accepted)
    }

    /// Prints what a person has to fix, in the program as it is after the edits.
    fn findings(&mut self, name: String, migration: Migration, is_accepted: bool) -> io::Result<()> {
        if is_accepted {
            return Ok(());
        }
        let judgement =
            Judgement::new(name, migration.text().to_owned(), migration.findings, Edition::Current);
        self.renderer.judgement(&judgement, is_accepted)
    }
}

impl Tally {
    const fn verdict(self) -> Verdict {
        match self {
            Self { failed: 1.., .. } => Verdict::Failed,
            Self { by_hand: 1.., .. } => Verdict::Rejected,
            Self { .. } => Verdict::Accepted,
        }
    }
}

/// `3 files: 1 migrated, 1 already current, 1 to fix by hand`.
impl fmt::Display for Tally {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let summary = files_by_result([
            (self.migrated, "migrated"),
            (self.current, "already current"),
            (self.by_hand, "to fix by hand"),
            (self.failed, "not read or written"),
        ]);
        formatter.write_str(&summary)
    }
}
