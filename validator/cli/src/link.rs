//! `link`: checks that a vertex and a fragment entry point fit together in a render pipeline.

use crate::arguments::Link;
use crate::files::{self, Program};
use crate::judgement::{Judgement, judge};
use crate::render;
use crate::summary::Summary;
use crate::verdict::Verdict;
use std::collections::HashSet;
use std::{io, iter};
use wgsl_spec::ShaderStage;
use wgsl_validator::diagnostic::Diagnostic;
use wgsl_validator::link::{Stage, link};
use wgsl_validator::{Options, PipelineRequest, Validator};

/// The program of one of the entry points.
struct Side {
    judgement: Judgement,
    validator: Validator,
}

/// Judges each stage, and then their interface.
pub(crate) fn run(arguments: &Link) -> io::Result<Verdict> {
    let mut renderer = render::for_format(arguments.error_format, false, false);
    let mut summary = Summary::default();
    let other_file = arguments.fragment_file.iter().filter(|file| **file != arguments.vertex_file);
    let mut programs = Vec::new();
    for file in iter::once(&arguments.vertex_file).chain(other_file) {
        match files::read(&files::named(file), None) {
            Ok(program) => programs.push(program),
            Err(failure) => {
                summary.failed += 1;
                renderer.failure(&failure)?;
            }
        }
    }
    if summary.failed > 0 {
        renderer.finish(&summary)?;
        return Ok(summary.verdict());
    }
    let is_one_file = programs.len() == 1;
    let fragment = programs[programs.len() - 1].clone();
    let mut vertex =
        side(arguments, programs.swap_remove(0), ShaderStage::Vertex, arguments.vertex.as_deref());
    let mut fragment = side(arguments, fragment, ShaderStage::Fragment, arguments.fragment.as_deref());
    if vertex.judgement.is_accepted() && fragment.judgement.is_accepted() {
        together(arguments, &mut vertex, &mut fragment);
    }
    for judgement in joined(vertex.judgement, fragment.judgement, is_one_file) {
        summary.count(&judgement);
        let is_accepted = judgement.is_accepted();
        renderer.judgement(&judgement, is_accepted)?;
    }
    renderer.finish(&summary)?;
    Ok(summary.verdict())
}

/// Judges the program of one stage.
fn side(arguments: &Link, program: Program, stage: ShaderStage, name: Option<&str>) -> Side {
    let options = Options { target: arguments.target.target.clone(), ..Options::default() };
    let mut validator = Validator::new(options);
    let request = PipelineRequest {
        stage: Some(stage),
        entry_point: name.map(str::to_owned),
        constants: arguments.constants.clone(),
    };
    let judgement = judge(program, Some(&request), &mut validator);
    Side { judgement, validator }
}

fn together(arguments: &Link, vertex: &mut Side, fragment: &mut Side) {
    let stages = (
        vertex.stage(ShaderStage::Vertex, arguments.vertex.as_deref()),
        fragment.stage(ShaderStage::Fragment, arguments.fragment.as_deref()),
    );
    let (Some(vertex_stage), Some(fragment_stage)) = stages else { return };
    let findings = link(vertex_stage, fragment_stage, &arguments.target.target);
    vertex.judgement.diagnostics.extend(findings.vertex);
    fragment.judgement.diagnostics.extend(findings.fragment);
}

impl Side {
    fn stage(&self, stage: ShaderStage, name: Option<&str>) -> Option<Stage<'_>> {
        Stage::find(&self.judgement.text, self.validator.module(), stage, name)
    }
}

/// The programs to print. One file is one program, with the diagnostics of both stages.
fn joined(mut vertex: Judgement, mut fragment: Judgement, is_one_file: bool) -> Vec<Judgement> {
    if !is_one_file {
        return vec![vertex, fragment];
    }
    let same = |found: &Diagnostic| (found.primary.span, found.code, found.message.clone());
    let known: HashSet<_> = vertex.diagnostics.iter().map(same).collect();
    vertex.diagnostics.extend(fragment.diagnostics.drain(..).filter(|found| !known.contains(&same(found))));
    vertex.diagnostics.sort_by_key(|found| (found.primary.span.lo, found.code));
    vec![vertex]
}
