//! `link`: checks that a vertex and a fragment entry point fit together in a render pipeline.

use crate::arguments::Link;
use crate::judgement::{Judgement, judge, judge_stage};
use crate::metal;
use crate::render;
use crate::summary::Summary;
use crate::verdict::Verdict;
use crate::whole;
use shader_language::Language;
use shader_source::diagnostic::Diagnostic;
use std::collections::HashSet;
use std::{io, iter};
use wgsl_spec::ShaderStage;
use wgsl_validator::link::link;
use wgsl_validator::{Module, Options, PipelineRequest, Stage, Validator};

/// The program of one of the entry points.
struct Side {
    judgement: Judgement,
    stage: Option<Stage>,
}

/// Judges each stage, and then their interface.
pub(crate) fn run(arguments: &Link) -> io::Result<Verdict> {
    if Language::of(&arguments.vertex_file) == Language::Metal {
        return metal::link::run(arguments);
    }
    let mut renderer = render::for_format(arguments.error_format, false, false);
    let mut summary = Summary::default();
    let other_file = arguments.fragment_file.iter().filter(|file| **file != arguments.vertex_file);
    let options = Options { target: arguments.target.target.clone(), ..Options::default() };
    let mut programs = Vec::new();
    for file in iter::once(&arguments.vertex_file).chain(other_file) {
        match whole::read(file, &arguments.modules, &options) {
            Ok(program) => programs.push(program),
            Err(refused) => match refused.print(&mut *renderer)? {
                Verdict::Failed => summary.failed += 1,
                Verdict::Accepted | Verdict::Rejected => summary.rejected += 1,
            },
        }
    }
    if summary.failed + summary.rejected > 0 {
        renderer.finish(&summary)?;
        return Ok(summary.verdict());
    }
    let is_one_file = programs.len() == 1;
    let mut validator = Validator::new(options);
    let judged: Vec<_> = programs.into_iter().map(|program| judge(program, &mut validator)).collect();
    let mut side = |judged: &(Judgement, Option<Module>), stage, entry_point: &Option<String>| {
        let request = PipelineRequest {
            stage: Some(stage),
            entry_point: entry_point.clone(),
            constants: arguments.constants.clone(),
        };
        let (judgement, stage) = match judged {
            (judgement, Some(module)) => judge_stage(judgement.clone(), module, &request, &mut validator),
            (judgement, None) => (judgement.clone(), None),
        };
        Side { judgement, stage }
    };
    let mut vertex = side(&judged[0], ShaderStage::Vertex, &arguments.vertex);
    let mut fragment = side(&judged[judged.len() - 1], ShaderStage::Fragment, &arguments.fragment);
    if let (Some(vertex_stage), Some(fragment_stage)) = (&vertex.stage, &fragment.stage) {
        let findings = link(vertex_stage, fragment_stage);
        vertex.judgement.diagnostics.extend(findings.vertex);
        fragment.judgement.diagnostics.extend(findings.fragment);
    }
    for judgement in joined(vertex.judgement, fragment.judgement, is_one_file) {
        summary.count(&judgement);
        let is_accepted = judgement.is_accepted();
        renderer.judgement(&judgement, is_accepted)?;
    }
    renderer.finish(&summary)?;
    Ok(summary.verdict())
}

/// The programs to print. One file is one program, with the diagnostics of both stages.
fn joined(mut vertex: Judgement, mut fragment: Judgement, is_one_file: bool) -> Vec<Judgement> {
    if !is_one_file {
        return vec![vertex, fragment];
    }
    let same = |found: &Diagnostic| (found.primary.span, found.rule.slug(), found.message.clone());
    let known: HashSet<_> = vertex.diagnostics.iter().map(same).collect();
    vertex.diagnostics.extend(fragment.diagnostics.drain(..).filter(|found| !known.contains(&same(found))));
    vertex.diagnostics.sort_by_key(|found| (found.primary.span.lo, found.rule.slug()));
    vec![vertex]
}
