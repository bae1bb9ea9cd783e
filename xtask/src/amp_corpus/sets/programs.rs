//! Programs with recorded outputs, and the same programs with a planted defect.

use super::super::device::Device;
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
    pub(super) name: String,
    pub(super) program: String,
    /// The contents of parameters before a run. Others are zero.
    #[serde(default)]
    pub(super) inputs: Vec<Contents>,
    /// The contents of parameters after a run.
    #[serde(default)]
    pub(super) outputs: Vec<Contents>,
    pub(super) params: Parameters,
    /// The line of the defect.
    #[serde(default)]
    line: usize,
}

/// The numbers of a parameter.
#[derive(Deserialize, Debug)]
pub(super) struct Contents {
    pub(super) name: String,
    /// In base 64, little-endian.
    pub(super) data: String,
}

/// The parameters of a program, in one of two forms.
#[derive(Deserialize, Debug)]
#[serde(untagged)]
pub(super) enum Parameters {
    List(Vec<Parameter>),
    /// `in float a 1000 iota;out float b 1000 zero`
    Words(String),
}

/// A parameter: a `std::vector` of numbers.
#[derive(Deserialize, Clone, Debug)]
pub(super) struct Parameter {
    #[serde(rename = "type")]
    pub(super) ty: String,
    pub(super) name: String,
    pub(super) count: usize,
}

impl Parameters {
    pub(super) fn list(&self) -> Vec<Parameter> {
        match self {
            Self::List(list) => list.clone(),
            Self::Words(words) => words.split(';').filter_map(Parameter::of_words).collect(),
        }
    }
}

impl Parameter {
    fn of_words(words: &str) -> Option<Self> {
        let mut words = words.split_whitespace().skip(1);
        let (ty, name, count) = (words.next()?, words.next()?, words.next()?);
        Some(Self { ty: ty.to_owned(), name: name.to_owned(), count: count.parse().ok()? })
    }
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
    equal: Share,
    /// Through WGSL, on each device.
    translated: [Share; 2],
    without_faults: Share,
}

const DEVICES: [Device; 2] = [Device::Executor, Device::Wgpu];

impl super::Counts for Runs {
    type Record = Recorded;

    fn add(&mut self, program: &Recorded, checked: &[Checked]) -> Vec<String> {
        let mut unexpected = program.count(&mut self.without_errors, checked);
        let difference = super::executed::difference(program);
        self.equal.add(difference.is_none());
        unexpected.extend(difference.map(|difference| format!("{}: {difference}", program.name)));
        for (device, equal) in DEVICES.into_iter().zip(&mut self.translated) {
            let difference = super::executed::difference_on(device, program);
            equal.add(difference.is_none());
            let name = &program.name;
            unexpected.extend(difference.map(|it| format!("{name}: through WGSL on {device:?}: {it}")));
        }
        let faults = super::executed::faults(program);
        self.without_faults.add(faults.is_empty());
        unexpected.extend(faults.into_iter().map(|fault| format!("{}: {fault}", program.name)));
        unexpected
    }

    fn report(&self) -> Report {
        let mut report = Report::new("runs: programs with recorded outputs");
        report.row("checked without errors", self.without_errors);
        report.share("recorded outputs under 8 schedules", self.equal, 93);
        for (device, equal) in DEVICES.into_iter().zip(self.translated) {
            report.share(&format!("recorded outputs through WGSL on {}", device.name()), equal, 69);
        }
        report.row("strict without faults", self.without_faults);
        report
    }
}

/// The figures of the programs with a planted defect.
#[derive(Default, Debug)]
pub(in super::super) struct Planted {
    without_errors: Share,
    found: Share,
}

impl super::Counts for Planted {
    type Record = Recorded;

    fn add(&mut self, program: &Recorded, checked: &[Checked]) -> Vec<String> {
        let mut unexpected = program.count(&mut self.without_errors, checked);
        let faults = super::executed::faults(program);
        let is_found = faults.iter().any(|fault| fault.lines.contains(&program.line));
        self.found.add(is_found);
        if !is_found {
            let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
            let line = program.line;
            unexpected.push(format!("{}: nothing at line {line}; {}", program.name, faults.join("; ")));
        }
        unexpected
    }

    fn report(&self) -> Report {
        let mut report = Report::new("planted: programs with a planted defect");
        report.row("checked without errors", self.without_errors);
        report.share("defects found at their line by a strict run", self.found, 90);
        report
    }
}
