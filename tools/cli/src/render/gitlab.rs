//! Reports of GitLab's Code Quality, which is a part of the Code Climate format.
//! <https://docs.gitlab.com/ci/testing/code_quality/>

use super::fingerprint::Fingerprints;
use super::renderer::Renderer;
use crate::files::Failure;
use crate::judgement::Judgement;
use crate::summary::Summary;
use serde_json::{Value, json};
use std::io::{self, BufWriter, Stdout, Write};
use wgsl_validator::diagnostic::Severity;

/// One JSON array on standard output, with an object for each diagnostic.
pub(super) struct Gitlab {
    output: BufWriter<Stdout>,
    fingerprints: Fingerprints,
    is_begun: bool,
}

impl Gitlab {
    pub(super) fn new() -> Self {
        let output = BufWriter::new(io::stdout());
        Self { output, fingerprints: Fingerprints::default(), is_begun: false }
    }

    fn write(&mut self, entry: &Value) -> io::Result<()> {
        self.output.write_all(if self.is_begun { b",\n" } else { b"[\n" })?;
        self.is_begun = true;
        serde_json::to_writer(&mut self.output, entry)?;
        Ok(())
    }
}

impl Renderer for Gitlab {
    fn failure(&mut self, failure: &Failure) -> io::Result<()> {
        self.write(&json!({
            "description": failure.message,
            "check_name": "not-checked",
            "fingerprint": format!("not-checked:{}", failure.name),
            "severity": "critical",
            "location": { "path": failure.name, "lines": { "begin": 1 } },
        }))
    }

    fn judgement(&mut self, judgement: &Judgement, _accepted: bool) -> io::Result<()> {
        let sources = judgement.sources();
        for found in &judgement.diagnostics {
            let severity = match found.severity {
                Severity::Error => "major",
                Severity::Warning => "minor",
                Severity::Info => "info",
            };
            let place = sources.range(found.primary.span);
            let fingerprint = self.fingerprints.next(found, &sources);
            self.write(&json!({
                "description": found.message,
                "check_name": found.rule.slug(),
                "fingerprint": fingerprint,
                "severity": severity,
                "location": {
                    "path": place.file.name(),
                    "lines": { "begin": place.first.line, "end": place.last.line },
                },
            }))?;
        }
        self.output.flush()
    }

    fn finish(&mut self, _summary: &Summary) -> io::Result<()> {
        self.output.write_all(if self.is_begun { b"\n]\n" } else { b"[]\n" })?;
        self.output.flush()
    }
}
