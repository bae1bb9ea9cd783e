//! The suite as JSON lines, for runners in other languages: a header, then a program on each line.

mod allowed;
mod expect;
mod record;

pub use allowed::{Allowed, Run, Word};
pub use expect::{
    BufferRecord, ChannelRecord, Expect, FaultRecord, Rest, Segment, TexelRecord, TexturePlace,
};
pub use record::{EditionRecord, Header, Mark, Program, RuleRecord};

use crate::execute::executable::Executable;
use crate::protocol;
use crate::shard::Shard;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use rayon::prelude::*;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, Write};
use webgpu_model::Command;
use wgsl_check_protocol::StageRecord;
use wgsl_check_protocol::dispatch::RunRecord;
use wgsl_check_protocol::draw::DrawRecord;
use wgsl_cts_cases::case::{ExpectedDiagnostic, Instance};
use wgsl_cts_cases::coverage::{testable, untestable};
use wgsl_cts_cases::names::Need;
use wgsl_cts_cases::vocabulary::ExecutorKind;
use wgsl_spec::{Edition, INVENTORY, Rule};
use wgsl_validator::target::Target;

/// The version of the form.
pub const SCHEMA: u32 = 1;

/// The number of programs that are prepared at a time.
const BATCH: usize = 1024;

/// A line of the export.
#[derive(Serialize, JsonSchema, Debug)]
#[serde(untagged)]
pub enum Line<'a> {
    /// The first line.
    Header(Header),
    /// Each of the others.
    Program(Box<Program<'a>>),
}

/// Writes programs, in their order. `shard` is only named.
///
/// # Errors
/// If the output breaks off, or the expected results of a program can't be computed.
pub fn write(instances: &[Instance], shard: Option<Shard>, output: &mut impl Write) -> io::Result<()> {
    let line = |line: &Line| {
        let mut text = serde_json::to_vec(line)?;
        text.push(b'\n');
        Ok::<_, io::Error>(text)
    };
    output.write_all(&line(&Line::Header(header(instances, shard)))?)?;
    for batch in instances.chunks(BATCH) {
        let lines = batch.par_iter().map(|instance| line(&Line::Program(Box::new(program(instance)?))));
        for line in lines.collect::<io::Result<Vec<_>>>()? {
            output.write_all(&line)?;
        }
    }
    output.flush()
}

fn header(instances: &[Instance], shard: Option<Shard>) -> Header {
    let section = |instance: &Instance| (instance.case.section.id, instance.case.section.title);
    let sections: BTreeMap<_, _> = instances.iter().map(section).collect();
    Header {
        schema: SCHEMA,
        suite: env!("CARGO_PKG_VERSION"),
        editions: Edition::ALL.map(edition).into(),
        programs: instances.len(),
        shard: shard.map(|shard| shard.to_string()),
        sections,
        rules: INVENTORY.rules.iter().map(rule).collect(),
    }
}

fn edition(edition: Edition) -> EditionRecord {
    let info = edition.info();
    EditionRecord { name: info.name, status: info.status, date: info.date, sha256: info.sha256 }
}

fn rule(rule: &'static Rule) -> RuleRecord {
    RuleRecord {
        id: rule.id,
        statement: rule.statement,
        anchor: rule.section.id,
        title: rule.section.title,
        testable: testable(rule),
        reason: untestable(rule),
    }
}

/// A program as a line.
///
/// # Errors
/// If its expected results can't be computed.
pub fn program(instance: &Instance) -> io::Result<Program<'_>> {
    let case = &instance.case;
    let request = &case.request;
    let source = instance.source();
    let (run, draw, expect) = execution(instance)
        .map_err(|reason| io::Error::other(format!("{}: no results are known: {reason}", instance.name)))?;
    Ok(Program {
        name: &instance.name,
        case: &case.name,
        about: &case.about,
        section: case.section.id,
        generated: case.is_generated,
        edition: request.edition.info().name,
        target: request.target.as_ref().map(Target::name),
        needs: request.all_needs().map(Need::name).collect(),
        only: case.executors.as_ref().map(|all| all.iter().copied().map(ExecutorKind::name).collect()),
        phase: instance.phase().name(),
        verdict: instance.expected.verdict.name(),
        syntax_error: instance.is_syntax_error(),
        marks: instance.expected.diagnostics.iter().map(mark).collect(),
        rules: instance.rules.iter().map(|rule| rule.id).collect(),
        stages: instance.stages().iter().map(StageRecord::from).collect(),
        run,
        draw,
        expect,
        wgsl: source,
        wgsl_base64: source.is_none().then(|| STANDARD.encode(&instance.program)),
    })
}

/// The dispatch or the render pass of a program, and its expected results, if it is executed.
type Executed = (Option<RunRecord>, Option<DrawRecord>, Option<Expect>);

fn execution(instance: &Instance) -> Result<Executed, String> {
    let (Some(source), Some(execution)) = (instance.source(), &instance.execution) else {
        return Ok((None, None, None));
    };
    let executable = Executable::new(instance, source, execution)?;
    let layout = executable.layout();
    let expect = Some(Expect::new(&executable)?);
    Ok(match &execution.command {
        Command::Dispatch(dispatch) => (Some(protocol::run(execution, dispatch, &layout)), None, expect),
        Command::Render(pass) => (None, Some(protocol::draw(execution, pass, &layout)), expect),
    })
}

fn mark(found: &ExpectedDiagnostic) -> Mark {
    Mark {
        severity: found.severity.name(),
        code: found.code.slug,
        rule: found.rule.map(|rule| rule.id),
        line: found.line,
        column: found.column,
    }
}
