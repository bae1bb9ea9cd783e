//! Other projects' programs with recorded verdicts: one JSON object per line, in a file that may be compressed with
//! xz.

use crate::execute::Executors;
use indexmap::IndexMap;
use lzma_rust2::XzReader;
use rayon::prelude::*;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::marker::PhantomData;
use std::path::Path;
use std::sync::Arc;
use wgsl_cts_cases::case::{CaseInfo, Expected, Instance, Request};
use wgsl_cts_cases::names::StageName;
use wgsl_cts_cases::outcome::{Finding, Outcome};
use wgsl_cts_cases::vocabulary::{ExecutorKind, Verdict};
use wgsl_spec::sections;
use wgsl_validator::PipelineRequest;

/// The memory for unpacking in KiB: enough for the highest setting of xz, too little for a decompression bomb.
const UNPACKING_LIMIT: u32 = 1 << 18;

/// A line of the file. Other members are ignored: recordings have more data than a replay needs.
#[derive(Deserialize, Debug)]
struct Record {
    /// The origin of the program: parts joined by `/`.
    #[serde(default)]
    group: String,
    /// The subject of its test.
    #[serde(default)]
    name: String,
    /// The program among those of that name.
    #[serde(default)]
    case: String,
    kind: Kind,
    wgsl: String,
    expect: Recorded,
    /// The 1-based line of the first error, if recorded.
    line: Option<u32>,
    stage: Option<String>,
    entry_point: Option<String>,
    #[serde(default)]
    constants: IndexMap<String, f64>,
}

#[derive(Deserialize, Debug, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum Kind {
    /// Shader module creation.
    Validate,
    /// Pipeline creation.
    Pipeline,
}

#[derive(Deserialize, Debug, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum Recorded {
    Pass,
    Fail,
    /// Accepted with a warning.
    Warn,
}

/// A recorded program.
#[derive(Debug)]
pub struct Recording {
    /// Its origin.
    pub group: String,
    /// The program, with the recorded verdict.
    pub instance: Instance,
    /// The 1-based line of the first error, if recorded.
    pub line: Option<u32>,
}

/// A line that is not a valid record.
#[derive(Debug)]
pub struct BadLine {
    /// 1-based.
    pub number: usize,
    /// The mistake.
    pub message: String,
}

/// Reads the programs of a file, and lists the invalid lines.
///
/// # Errors
/// If the file can't be read to its end.
pub fn read(path: &Path) -> io::Result<(Vec<Recording>, Vec<BadLine>)> {
    let file = File::open(path)?;
    let input: Box<dyn Read> = if path.extension().is_some_and(|extension| extension == "xz") {
        Box::new(XzReader::new_mem_limit(file, true, UNPACKING_LIMIT))
    } else {
        Box::new(file)
    };
    read_lines(BufReader::new(input))
}

fn read_lines(input: impl BufRead) -> io::Result<(Vec<Recording>, Vec<BadLine>)> {
    let (mut recordings, mut bad) = (Vec::new(), Vec::new());
    for (index, line) in input.split(b'\n').enumerate() {
        let line = line?;
        if line.trim_ascii().is_empty() {
            continue;
        }
        let record = serde_json::from_slice::<Record>(&line).map_err(|error| error.to_string());
        match record.and_then(recording) {
            Ok(recording) => recordings.push(recording),
            Err(message) => bad.push(BadLine { number: index + 1, message }),
        }
    }
    Ok((recordings, bad))
}

fn recording(record: Record) -> Result<Recording, String> {
    let pipeline = match record.kind {
        Kind::Validate => None,
        Kind::Pipeline => Some(PipelineRequest {
            stage: record.stage.map(StageName::try_from).transpose()?.map(|stage| stage.0),
            entry_point: record.entry_point,
            constants: record.constants.into_iter().collect(),
        }),
    };
    let parts = [record.group.as_str(), &record.name, &record.case];
    let name = parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(":");
    let verdict = match record.expect {
        Recorded::Pass | Recorded::Warn => Verdict::Accept,
        Recorded::Fail => Verdict::Reject,
    };
    let case = CaseInfo {
        language: PhantomData,
        name: name.clone(),
        about: String::new(),
        section: sections::INTRO,
        is_generated: false,
        request: Request { pipeline, ..Request::default() },
        executors: None,
    };
    let expected = Expected { verdict, diagnostics: Vec::new() };
    let program = record.wgsl.into_bytes();
    let instance = Instance {
        template: name.clone(),
        name,
        case: Arc::new(case),
        rules: Vec::new(),
        program,
        expected,
        execution: None,
        host_call: None,
        place: None,
    };
    Ok(Recording { group: record.group, instance, line: record.line })
}

/// The agreement of an executor's verdicts with the recorded ones.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Agreement {
    /// Programs with the recorded verdict.
    pub same: usize,
    /// Programs that are accepted and should be rejected.
    pub wrongly_accepted: usize,
    /// Programs that are rejected and should be accepted.
    pub wrongly_rejected: usize,
    /// Programs that the executor was asked about and could not judge.
    pub unable: usize,
    /// Programs that it was not asked about.
    pub not_asked: usize,
    /// Programs that are rejected as recorded, and whose first error is on the recorded line.
    pub on_line: usize,
    /// Programs that are rejected as recorded, and have a recorded line.
    pub with_line: usize,
}

impl Agreement {
    /// Programs that the executor was asked about.
    #[must_use]
    pub const fn asked(&self) -> usize {
        self.same + self.wrongly_accepted + self.wrongly_rejected + self.unable
    }

    /// The percentage of programs with the recorded verdict; 100 without programs.
    #[must_use]
    pub fn percent(&self) -> f64 {
        if self.asked() == 0 { 100.0 } else { 100.0 * self.same as f64 / self.asked() as f64 }
    }

    fn add(&mut self, recording: &Recording, outcome: &Outcome) {
        let (verdict, findings) = match outcome {
            Outcome::Judged(verdict, findings) => (verdict, findings),
            Outcome::NotAsked(_) => return self.not_asked += 1,
            Outcome::Unable(_) | Outcome::Executed(_) => return self.unable += 1,
        };
        match (recording.instance.expected.verdict, verdict) {
            (Verdict::Reject, Verdict::Accept) => self.wrongly_accepted += 1,
            (Verdict::Accept, Verdict::Reject) => self.wrongly_rejected += 1,
            (Verdict::Accept, Verdict::Accept) => self.same += 1,
            (Verdict::Reject, Verdict::Reject) => {
                self.same += 1;
                if let Some(line) = recording.line {
                    self.with_line += 1;
                    self.on_line += usize::from(first_error(findings) == Some(line));
                }
            }
        }
    }
}

fn first_error(findings: &[Finding]) -> Option<u32> {
    use wgsl_validator::diagnostic::Severity;
    findings.iter().find(|finding| finding.severity == Severity::Error).map(|finding| finding.line)
}

/// The result of a replay.
#[derive(Debug)]
pub struct Replayed<'a> {
    /// By the first part of the group.
    pub groups: BTreeMap<&'a str, Agreement>,
    /// The total over all groups.
    pub total: Agreement,
    /// Programs whose verdict is not the recorded one, with the executor's findings.
    pub differences: Vec<(&'a Recording, Vec<Finding>)>,
}

/// Asks an executor about all programs.
#[must_use]
pub fn replay<'a>(
    recordings: &'a [Recording],
    executor: ExecutorKind,
    executors: &Executors,
) -> Replayed<'a> {
    let judge = |recording: &Recording| executors.judge(executor, &recording.instance);
    let outcomes: Vec<Outcome> = recordings.par_iter().map(judge).collect();
    let mut replayed =
        Replayed { groups: BTreeMap::new(), total: Agreement::default(), differences: Vec::new() };
    for (recording, outcome) in recordings.iter().zip(outcomes) {
        let group = recording.group.split('/').next().unwrap_or_default();
        replayed.groups.entry(group).or_default().add(recording, &outcome);
        replayed.total.add(recording, &outcome);
        match outcome {
            Outcome::Judged(verdict, findings) if verdict != recording.instance.expected.verdict => {
                replayed.differences.push((recording, findings));
            }
            Outcome::Unable(reason) => {
                replayed.differences.push((recording, vec![Finding::error(reason)]));
            }
            Outcome::Judged(..) | Outcome::NotAsked(_) | Outcome::Executed(_) => {}
        }
    }
    replayed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::execute::Peers;

    const LINES: &str = r#"{"group":"a/b","name":"n","case":"1","kind":"validate","wgsl":"fn f() {}","expect":"pass","more":1}
{"group":"a/c","kind":"validate","wgsl":"\nfn f( {}","expect":"fail","line":2,"column":7}

{"group":"d","kind":"pipeline","wgsl":"override a: i32; @compute @workgroup_size(1) fn main() { _ = a; }","expect":"fail","stage":"compute","entry_point":"main","constants":{}}
{"group":"d","kind":"validate","wgsl":"const a = 1;","expect":"fail"}
"#;

    #[test]
    fn recorded_verdicts_are_compared_by_group() {
        let (recordings, bad) = read_lines(LINES.as_bytes()).unwrap();
        assert!(bad.is_empty(), "{bad:?}");
        let replayed = replay(&recordings, ExecutorKind::Validator, &Executors::start(&Peers::default()));
        assert_eq!(
            replayed.groups["a"],
            Agreement { same: 2, with_line: 1, on_line: 1, ..Agreement::default() }
        );
        assert_eq!(replayed.groups["d"], Agreement { same: 1, wrongly_accepted: 1, ..Agreement::default() });
        assert_eq!(replayed.differences.len(), 1);
        assert_eq!(replayed.total.asked(), 4);
    }

    #[test]
    fn bad_lines_are_named_and_lose_nothing() {
        let text = "{\"kind\":\"validate\"}\nno json\n{\"kind\":\"validate\",\"wgsl\":\"\",\"expect\":\"pass\"}\n\
                    {\"kind\":\"pipeline\",\"wgsl\":\"\",\"expect\":\"pass\",\"stage\":\"mesh\"}\n";
        let (recordings, bad) = read_lines(text.as_bytes()).unwrap();
        assert_eq!(recordings.len(), 1);
        let numbers: Vec<usize> = bad.iter().map(|line| line.number).collect();
        assert_eq!(numbers, [1, 2, 4]);
        assert!(bad[0].message.contains("missing field `wgsl`"), "{}", bad[0].message);
        assert!(bad[2].message.contains("unknown stage `mesh`"), "{}", bad[2].message);
    }
}
