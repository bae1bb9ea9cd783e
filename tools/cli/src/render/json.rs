//! JSON, one object per line. The schema is `docs/json-schema/diagnostics.schema.json`.

use super::renderer::Renderer;
use crate::files::Failure;
use crate::judgement::Judgement;
use crate::summary::Summary;
use serde::Serialize;
use shader_source::record::DiagnosticRecord;
use std::io::{self, BufWriter, Stdout, Write};

/// Version of the schema. Members may be added within a version; but none is removed or changes its meaning.
const SCHEMA: u32 = 1;

#[derive(Serialize)]
struct Line<'a, T> {
    schema: u32,
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    #[serde(flatten)]
    body: T,
}

#[derive(Serialize)]
struct FailureRecord<'a> {
    message: &'a str,
}

#[derive(Serialize)]
struct VerdictRecord {
    accepted: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    shaders: Option<usize>,
}

/// Lines of JSON on standard output.
pub(super) struct Json {
    output: BufWriter<Stdout>,
}

impl Json {
    pub(super) fn new() -> Self {
        Self { output: BufWriter::new(io::stdout()) }
    }

    fn line<T: Serialize>(&mut self, kind: &'static str, file: Option<&str>, body: T) -> io::Result<()> {
        serde_json::to_writer(&mut self.output, &Line { schema: SCHEMA, kind, file, body })?;
        self.output.write_all(b"\n")
    }
}

impl Renderer for Json {
    fn failure(&mut self, failure: &Failure) -> io::Result<()> {
        self.line("failure", Some(&failure.name), FailureRecord { message: &failure.message })
    }

    fn judgement(&mut self, judgement: &Judgement, accepted: bool) -> io::Result<()> {
        let sources = judgement.sources();
        for found in &judgement.diagnostics {
            let file = sources.range(found.primary.span).file.name();
            self.line("diagnostic", Some(file), DiagnosticRecord::new(found, &sources))?;
        }
        self.line("verdict", Some(&judgement.name), VerdictRecord { accepted, shaders: judgement.shaders })?;
        self.output.flush()
    }

    fn finish(&mut self, summary: &Summary) -> io::Result<()> {
        self.line("summary", None, summary)?;
        self.output.flush()
    }
}
