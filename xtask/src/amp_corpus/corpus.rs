//! The sets: their files, and the report about each.

use super::check::check;
use super::folder::Folder;
use super::program::{Program, Strings};
use super::sets::{Counts, Record, Report, programs, real, suite, unit};
use super::{Arguments, Set};
use lzma_rust2::XzReader;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;

/// The memory for unpacking in KiB: enough for the highest setting of xz, too little for a decompression bomb.
const UNPACKING_LIMIT: u32 = 1 << 18;

/// The library of the suite.
const LIBRARY: &str = "suite_lib.json.xz";

/// Checks the programs of a set. Prints the unexpected results if they are to be listed.
pub(super) fn report(set: Set, arguments: &Arguments, output: &mut impl Write) -> io::Result<Report> {
    match set {
        Set::Real => count::<real::Counts>(set, arguments, output),
        Set::Suite => count::<suite::Counts>(set, arguments, output),
        Set::Unit => count::<unit::Counts>(set, arguments, output),
        Set::Runs => count::<programs::Runs>(set, arguments, output),
        Set::Planted => count::<programs::Planted>(set, arguments, output),
    }
}

fn count<C: Counts>(set: Set, arguments: &Arguments, output: &mut impl Write) -> io::Result<Report> {
    let name = set.name();
    let library = if set == Set::Suite { library(&arguments.directory)? } else { Strings::new() };
    let folder = Folder::new(&name, &library)?;
    let mut counts = C::default();
    let path = arguments.directory.join(format!("{name}-{}.jsonl.xz", arguments.suffix));
    for line in unpacked(&path)?.lines() {
        let record: C::Record = serde_json::from_str(&line?)
            .map_err(|error| io::Error::other(format!("{}: {error}", path.display())))?;
        let checked = check(&folder, record.id(), &record.program())?;
        let mut unexpected = counts.add(&record, &checked);
        if let Some(mistakes) = record.with_mistakes() {
            let program = Program { text: &mistakes.text, ..record.program() };
            let checked = check(&folder, record.id(), &program)?;
            unexpected.extend(counts.add_mistakes(&record, &mistakes, &checked));
        }
        if arguments.list == Some(set) {
            for line in unexpected {
                writeln!(output, "{name} {}: {line}", record.id())?;
            }
        }
    }
    if arguments.list == Some(set) {
        write!(output, "{}", counts.causes())?;
    }
    Ok(counts.report())
}

fn library(directory: &Path) -> io::Result<Strings> {
    serde_json::from_reader(unpacked(&directory.join(LIBRARY))?).map_err(io::Error::other)
}

/// Opens a packed file.
fn unpacked(path: &Path) -> io::Result<impl BufRead + use<>> {
    let file = File::open(path).map_err(|error| io::Error::other(format!("{}: {error}", path.display())))?;
    let reader: Box<dyn Read> = Box::new(XzReader::new_mem_limit(file, true, UNPACKING_LIMIT));
    Ok(BufReader::new(reader))
}
