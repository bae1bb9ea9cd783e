//! From the arguments of `run` to a dispatch or a draw.

use super::draw;
use super::read::read;
use crate::arguments::{BeyondName, Bind, Out, Place, ResourceArgument, Run, is_picture};
use shader_numeric::allowed::Accuracies;
use shader_run::execute::{Beyond, Options, Terms};
use std::collections::BTreeSet;
use webgpu_model::{Binding, Command, Data, Dispatch, RenderPass, Shader};
use wgsl_check_protocol::dispatch::{subgroup_size, sweep};

/// The dispatch or the draw, with the bytes of its resources.
///
/// # Errors
/// Options that contradict each other, or a file that cannot be read.
pub(super) fn command(arguments: &Run) -> Result<Command, String> {
    let bindings = bindings(arguments)?;
    let immediates = arguments.immediates.as_ref().map_or(Ok(Vec::new()), immediates)?;
    if arguments.draw.is_draw() {
        no_sweep(arguments)?;
        let pass = RenderPass { bindings, immediates, ..draw::pass(arguments)? };
        return Ok(Command::Render(Box::new(pass)));
    }
    no_attachments(arguments)?;
    Ok(Command::Dispatch(Dispatch {
        shader: Shader { entry_point: arguments.entry_point.clone(), constants: arguments.constants.clone() },
        workgroups: arguments.workgroups,
        bindings,
        immediates,
    }))
}

/// Refuses a sweep of a draw.
///
/// # Errors
/// There is one.
pub(super) fn no_sweep(arguments: &Run) -> Result<(), String> {
    if arguments.sweep.is_some() {
        Err("--sweep is only available for dispatches".to_owned())
    } else {
        Ok(())
    }
}

/// Refuses files for attachments where nothing is drawn.
///
/// # Errors
/// The first of them.
pub(super) fn no_attachments(arguments: &Run) -> Result<(), String> {
    let is_attachment = |out: &&Out| matches!(out.of, Place::Attachment(_));
    match arguments.outs.iter().find(is_attachment) {
        Some(Out { path, .. }) => {
            Err(format!("{}: attachments are only available in a draw", path.display()))
        }
        None => Ok(()),
    }
}

/// The resources, with their bytes.
///
/// # Errors
/// A place that is bound twice, one that is shown but not bound, or a file that cannot be read.
pub(super) fn bindings(arguments: &Run) -> Result<Vec<Binding>, String> {
    let mut places = BTreeSet::new();
    if let Some(twice) = arguments.bindings.iter().find(|bind| !places.insert(bind.at)) {
        return Err(format!("{} is bound twice", twice.at));
    }
    let at = |out: &Out| match out.of {
        Place::Binding(at) => Some(at),
        Place::Attachment(_) => None,
    };
    let outs = arguments.outs.iter().filter_map(at);
    let shows = arguments.shows.iter().filter_map(|show| show.at);
    if let Some(unbound) = outs.chain(shows).find(|at| !places.contains(at)) {
        return Err(format!("nothing is bound to {unbound}"));
    }
    let bindings: Vec<_> = arguments.bindings.iter().map(binding).collect::<Result<_, String>>()?;
    for Out { of, path } in arguments.outs.iter().filter(|out| is_picture(&out.path)) {
        let Place::Binding(at) = of else { continue };
        let binding = bindings.iter().find(|it| (it.group, it.binding) == (at.group, at.binding));
        if !matches!(binding, Some(Binding { data: Data::Texture(..), .. })) {
            return Err(format!(
                "{}: only a texture can be written as a picture, found {at}",
                path.display()
            ));
        }
    }
    Ok(bindings)
}

fn binding(Bind { at, resource }: &Bind) -> Result<Binding, String> {
    let data = read(resource).map_err(|message| format!("--bind {at}: {message}"))?;
    Ok(Binding { group: at.group, binding: at.binding, data })
}

fn immediates(resource: &ResourceArgument) -> Result<Vec<u8>, String> {
    match read(resource).map_err(|message| format!("--immediates: {message}"))? {
        Data::Buffer(bytes) => Ok(bytes.to_vec()),
        Data::Texture(..) | Data::Sampler(_) => {
            Err("--immediates: expected bytes, not a texture or a sampler".to_owned())
        }
    }
}

/// The part of the options that the language decides. The fields are as in [`Options`].
pub(super) struct LanguageOptions {
    /// The size unless the command line has one.
    pub(super) subgroup_size: u32,
    pub(super) accuracies: Accuracies,
    pub(super) uniform_subgroups: bool,
    pub(super) terms: &'static Terms,
}

impl LanguageOptions {
    /// The options of WGSL.
    pub(super) fn wgsl() -> Self {
        Self {
            subgroup_size: Options::default().subgroup_size,
            accuracies: wgsl_spec::ACCURACY.for_all_calls(),
            uniform_subgroups: true,
            terms: &Terms::WEBGPU,
        }
    }
}

/// The options of the executor.
///
/// # Errors
/// An impossible subgroup size.
pub(super) fn options(arguments: &Run, language: &LanguageOptions) -> Result<Options, String> {
    let default = Options::default();
    let size = subgroup_size(arguments.subgroup_size.unwrap_or(language.subgroup_size));
    Ok(Options {
        strict: arguments.strict,
        integer_overflow: arguments.integer_overflow,
        undefined_workgroup_memory: arguments.undefined_workgroup_memory,
        beyond: match arguments.beyond {
            BeyondName::Clamp => Beyond::Clamp,
            BeyondName::Discard => Beyond::Discard,
        },
        subgroup_size: size.map_err(|message| format!("--subgroup-size: {message}"))?,
        // Strict execution takes several times the steps: what ends without it should end with it.
        fuel: arguments.fuel.unwrap_or(if arguments.strict { 4 * default.fuel } else { default.fuel }),
        accuracies: (!arguments.no_accuracy_limits).then_some(language.accuracies),
        uniform_subgroups: language.uniform_subgroups,
        terms: language.terms,
        sweep: arguments
            .sweep
            .map(|schedules| sweep(schedules, arguments.seed, arguments.fuel.unwrap_or(u64::MAX))),
        seed: arguments.seed,
        ..default
    })
}
