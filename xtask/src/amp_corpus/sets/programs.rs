//! Programs with recorded outputs, and the same programs with a planted defect.
//!
//! They are only checked. To run them and compare outputs, or to look for the defects, read more members of the records and count in `add`.

use super::super::program::{Base, Checked, Program, Strings, all_errors};
use super::{Record, Report, Share, lines};
use serde::Deserialize;

/// The name of a program's only file.
const PATH: &str = "main.cpp";

/// No headers: these programs include the library only.
static NO_HEADERS: Strings = Strings::new();

/// A program of either set.
#[derive(Deserialize, Debug)]
pub(in super::super) struct Recorded {
    id: String,
    name: String,
    program: String,
}

impl Record for Recorded {
    fn id(&self) -> &str {
        &self.id
    }

    fn program(&self) -> Program<'_> {
        Program {
            path: PATH,
            text: &self.program,
            headers: &NO_HEADERS,
            base: Base::FirstFile,
            compilations: vec![Strings::new()],
        }
    }
}

impl Recorded {
    /// Counts it as checked. Returns its errors.
    fn count(&self, without_errors: &mut Share, checked: &[Checked]) -> Vec<String> {
        let errors = all_errors(checked);
        without_errors.add(errors.is_empty());
        lines(&errors).into_iter().map(|line| format!("{}: {line}", self.name)).collect()
    }
}

/// The figures of the programs with recorded outputs.
#[derive(Default, Debug)]
pub(in super::super) struct Runs {
    without_errors: Share,
}

impl super::Counts for Runs {
    type Record = Recorded;

    fn add(&mut self, program: &Recorded, checked: &[Checked]) -> Vec<String> {
        program.count(&mut self.without_errors, checked)
    }

    fn report(&self) -> Report {
        let mut report = Report::new("runs: programs with recorded outputs");
        report.row("checked without errors", self.without_errors);
        report
    }
}

/// The figures of the programs with a planted defect.
#[derive(Default, Debug)]
pub(in super::super) struct Planted {
    without_errors: Share,
}

impl super::Counts for Planted {
    type Record = Recorded;

    fn add(&mut self, program: &Recorded, checked: &[Checked]) -> Vec<String> {
        program.count(&mut self.without_errors, checked)
    }

    fn report(&self) -> Report {
        let mut report = Report::new("planted: programs with a planted defect");
        report.row("checked without errors", self.without_errors);
        report
    }
}
