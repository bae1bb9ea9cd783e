//! The proof of a program: each entry point, as each version of Metal and each treatment of out-of-bounds accesses has it.

mod cover;
mod draw;
mod execution;
#[cfg(test)]
mod tests;

use crate::depth::{Withheld, on_large_stack};
use crate::directives::without_directives;
use crate::interface::mismatches;
use crate::metal::{BoundsPolicy, EntryPoint, MetalError, MetalOptions, MetalSource, MetalText};
use crate::naga::{PipelineQuestion, Refusal};
use crate::naga_options;
use draw::Program;
use execution::Expected;
use msl_spec::{Phase, Rule};
use msl_validator::diagnostic::Severity;
use shader_run::execute::FaultKind;
use shader_source::Span;
use std::fmt::{self, Display, Formatter};
use wgsl_lower::trial::constants;
use wgsl_spec::ShaderStage;
use wgsl_validator::{Module, PipelineRequest, Stage, Validator};

/// The versions of Metal's language that naga tells apart.
pub const VERSIONS: [(u8, u8); 7] = [(2, 0), (2, 1), (2, 2), (2, 3), (2, 4), (3, 0), (3, 1)];

/// The versions, policies and executions that are tried.
#[derive(Clone, PartialEq, Debug)]
pub struct Effort {
    /// The versions of Metal's language, in ascending order.
    pub versions: Vec<(u8, u8)>,
    /// The treatments of out-of-bounds accesses.
    pub bounds: Vec<BoundsPolicy>,
    /// The entry point; all of them if it is `None`.
    pub entry_point: Option<String>,
    /// Values of overrides. Those that need one and have none here get 1.
    pub constants: Vec<(String, f64)>,
    /// How often a kernel is executed, each time with other contents of its resources.
    pub runs: u8,
    /// The invocations of a subgroup.
    pub subgroup_size: u32,
    /// The steps that an execution may take.
    pub fuel: u64,
}

impl Default for Effort {
    fn default() -> Self {
        Self {
            versions: VERSIONS.to_vec(),
            bounds: BoundsPolicy::ALL.to_vec(),
            entry_point: None,
            constants: Vec::new(),
            runs: 3,
            subgroup_size: 32,
            fuel: 1 << 30,
        }
    }
}

/// Options of naga.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variant {
    /// The version of Metal's language.
    pub version: (u8, u8),
    /// The treatment of out-of-bounds accesses.
    pub bounds: BoundsPolicy,
}

/// A text that naga writes for an entry point, and the options with which it does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Translation {
    /// The program in Metal, with what a host needs to run it.
    pub metal: MetalText,
    /// The options.
    pub variants: Vec<Variant>,
}

/// The result for an entry point.
#[derive(Clone, PartialEq, Debug)]
pub struct Proof {
    /// Its name in WGSL.
    pub entry_point: String,
    /// Its stage.
    pub stage: ShaderStage,
    /// The different translations.
    pub translations: Vec<Translation>,
    /// The versions that naga refuses although it writes a later one, with its reason.
    pub refused: Vec<((u8, u8), String)>,
    /// The mistakes in them.
    pub findings: Vec<Finding>,
    /// The number of executions whose results agreed.
    pub agreed: usize,
    /// Why nothing was executed, or was not compared: sentences without a full stop.
    pub not_compared: Vec<String>,
    /// A translation is beyond the limits of the Metal front end, so that it is not known to be valid.
    pub is_unread: bool,
}

/// Something that is wrong with a translation.
#[derive(Clone, PartialEq, Debug)]
pub struct Finding {
    /// Its kind.
    pub kind: FindingKind,
    /// A description: a sentence without a full stop.
    pub message: String,
    /// The number of the first of [`Proof::translations`] that has it, and the place there.
    pub place: Option<(usize, Span)>,
    /// The options with which it comes up.
    pub variants: Vec<Variant>,
}

/// The kinds of what can be wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FindingKind {
    /// naga's writer refuses the program in all versions, or panics.
    NotWritten,
    /// The translation is not valid Metal: the rule that is broken.
    Invalid(&'static Rule),
    /// A resource, an input or an output differs.
    Interface,
    /// The translation has undefined behaviour that the WGSL program does not have.
    Fault(FaultKind),
    /// It has a result that WGSL does not allow.
    Result,
    /// It was not executed to its end.
    Stopped,
}

impl FindingKind {
    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::NotWritten => "not-written",
            Self::Invalid(_) => "invalid",
            Self::Interface => "interface",
            Self::Fault(_) => "undefined-behaviour",
            Self::Result => "result",
            Self::Stopped => "stopped",
        }
    }
}

/// Why the translations of a program are not proved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotProved {
    /// naga does not take the program.
    Rejected(Refusal),
    /// naga does not get the program.
    Withheld(Withheld),
}

impl Display for NotProved {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rejected(refusal) => write!(f, "naga rejects this program: {}", refusal.message),
            Self::Withheld(reason) => reason.fmt(f),
        }
    }
}

impl std::error::Error for NotProved {}

/// Proves the translations of an accepted program, on a thread of its own with a large stack: naga, the Metal front end and the executors recurse.
///
/// # Errors
/// naga does not take the program, or it is too deep.
pub fn prove(
    module: &Module,
    source: &str,
    validator: &mut Validator,
    effort: &Effort,
) -> Result<Vec<Proof>, NotProved> {
    let all = || prove_all(module, source, validator, effort).map_err(NotProved::Rejected);
    on_large_stack(module, all).unwrap_or_else(|reason| Err(NotProved::Withheld(reason)))
}

fn prove_all(
    module: &Module,
    source: &str,
    validator: &mut Validator,
    effort: &Effort,
) -> Result<Vec<Proof>, Refusal> {
    let naga = MetalSource::new(&without_directives(source))?;
    let mut values = effort.constants.clone();
    values.extend(
        constants(module)
            .into_iter()
            .filter(|(name, _)| effort.constants.iter().all(|(given, _)| given != name)),
    );
    let wanted = |name: &str| effort.entry_point.as_deref().is_none_or(|entry_point| entry_point == name);
    // A draw needs two functions, even if one is asked for.
    let entries = module.typed().entry_points();
    let entries = entries.filter(|entry| wanted(entry.name) || entry.stage != ShaderStage::Compute);
    let (mut proofs, mut all) = (Vec::new(), Vec::new());
    for entry in entries {
        let request = PipelineRequest {
            stage: Some(entry.stage),
            entry_point: Some(entry.name.to_owned()),
            constants: values.clone(),
        };
        let mut proof = Proof::new(entry.name, entry.stage);
        match validator.specialize(module, &request) {
            Ok(stage) => {
                let pipeline = PipelineQuestion {
                    stage: Some(entry.stage.name().to_owned()),
                    entry_point: Some(entry.name.to_owned()),
                    constants: values.clone(),
                };
                proof.write(&naga, &pipeline, effort);
                all.push(Some(proof.judge(stage)));
            }
            Err(errors) => {
                let reason = errors.first().map_or("", |error| error.message.as_str());
                proof.not_compared.push(format!("can't create the pipeline: {reason}"));
                all.push(None);
            }
        }
        proofs.push(proof);
    }
    draw::draw(&mut proofs, &all, &Program { source, constants: &values }, validator, effort);
    for (proof, judged) in proofs.iter_mut().zip(all) {
        if let Some(judged) = judged.filter(|judged| judged.stage.stage() == ShaderStage::Compute) {
            proof.dispatch(judged, effort);
        }
    }
    proofs.retain(|proof| wanted(&proof.entry_point));
    Ok(proofs)
}

/// An entry point whose translations are judged.
struct Judged {
    stage: Stage,
    /// The meaning of each translation.
    modules: Vec<msl_validator::meaning::Module>,
    /// The numbers of the translations that are valid, and their functions.
    valid: Vec<(usize, EntryPoint)>,
}

/// Returns true if two texts differ in nothing but the comment that names their version.
fn is_same(one: &MetalText, other: &MetalText) -> bool {
    let program = |metal: &MetalText| metal.text.find('\n').unwrap_or(0);
    one.text[program(one)..] == other.text[program(other)..]
        && one.entry_points == other.entry_points
        && one.sized_buffers == other.sized_buffers
}

impl Proof {
    fn new(entry_point: &str, stage: ShaderStage) -> Self {
        Self {
            entry_point: entry_point.to_owned(),
            stage,
            translations: Vec::new(),
            refused: Vec::new(),
            findings: Vec::new(),
            agreed: 0,
            not_compared: Vec::new(),
            is_unread: false,
        }
    }

    /// Judges the translations, and compares their interface with that of the stage.
    fn judge(&mut self, stage: Stage) -> Judged {
        let modules: Vec<msl_validator::meaning::Module> = self
            .translations
            .iter()
            .map(|translation| msl_validator::module(&translation.metal.text, &naga_options()))
            .collect();
        let mut valid = Vec::new();
        for (index, module) in modules.iter().enumerate() {
            if let Some(entry_point) = self.judge_text(&stage, index, module) {
                valid.push((index, entry_point));
            }
        }
        Judged { stage, modules, valid }
    }

    /// Executes the translations of a kernel.
    fn dispatch(&mut self, judged: Judged, effort: &Effort) {
        let Judged { stage, modules, valid } = judged;
        match Expected::new(stage, effort) {
            Ok(expected) => {
                for (index, entry_point) in valid {
                    self.execute(&expected, index, &entry_point, &modules[index], effort);
                }
            }
            Err(reason) => self.not_compared.push(reason),
        }
    }

    /// Judges a text, and compares its interface. The result is its entry point if it is valid.
    fn judge_text(
        &mut self,
        stage: &Stage,
        index: usize,
        module: &msl_validator::meaning::Module,
    ) -> Option<EntryPoint> {
        let errors = || module.diagnostics.iter().filter(|it| it.severity == Severity::Error);
        // A text beyond the limits of the front end is not wrong. What is found after such a place may follow from it.
        let is_limit = |rule: &Rule| rule.is_of_phase(Phase::Unsupported);
        let limit = errors().find(|found| is_limit(found.rule));
        if let Some(limit) = limit {
            self.is_unread = true;
            self.skip(format!("the Metal front end does not read the translation: {}", limit.message));
        }
        let end = limit.map_or(u32::MAX, |limit| limit.primary.span.lo);
        for found in errors().filter(|found| !is_limit(found.rule) && found.primary.span.lo < end) {
            let place = Some((index, found.primary.span));
            self.find(FindingKind::Invalid(found.rule), found.message.clone(), place, index);
        }
        if !module.is_accepted() {
            return None;
        }
        let mut entry_points = self.translations[index].metal.entry_points.iter();
        let entry_point = entry_points.find(|it| it.wgsl_name == self.entry_point)?.clone();
        for mismatch in mismatches(stage, module, &entry_point) {
            self.find(FindingKind::Interface, mismatch.message, Some((index, mismatch.span)), index);
        }
        Some(entry_point)
    }

    /// Asks for all texts, and keeps those that differ.
    fn write(&mut self, naga: &MetalSource, pipeline: &PipelineQuestion, effort: &Effort) {
        let mut refused: Vec<(Variant, MetalError)> = Vec::new();
        for version in effort.versions.iter().copied() {
            for bounds in effort.bounds.iter().copied() {
                let variant = Variant { version, bounds };
                let options = MetalOptions {
                    version,
                    bounds,
                    pipeline: Some(pipeline.clone()),
                    ..MetalOptions::default()
                };
                match naga.write(&options) {
                    Ok(metal) => match self.translations.iter_mut().find(|it| is_same(&it.metal, &metal)) {
                        Some(known) => known.variants.push(variant),
                        None => self.translations.push(Translation { metal, variants: vec![variant] }),
                    },
                    Err(error) => refused.push((variant, error)),
                }
            }
        }
        let last = self.translations.iter().flat_map(|it| &it.variants).map(|it| it.version).max();
        for (variant, error) in refused {
            let message = error.to_string();
            if !matches!(error, MetalError::Panics(_)) && last.is_some_and(|last| variant.version < last) {
                let refused = (variant.version, message);
                if !self.refused.contains(&refused) {
                    self.refused.push(refused);
                }
            } else {
                self.note(FindingKind::NotWritten, message, None, &[variant]);
            }
        }
    }

    /// Adds a finding in a text.
    fn find(&mut self, kind: FindingKind, message: String, place: Option<(usize, Span)>, index: usize) {
        let variants = self.translations[index].variants.clone();
        self.note(kind, message, place, &variants);
    }

    /// Adds a finding, or the options with which it comes up again.
    fn note(
        &mut self,
        kind: FindingKind,
        message: String,
        place: Option<(usize, Span)>,
        variants: &[Variant],
    ) {
        let known = self.findings.iter_mut().find(|it| it.kind == kind && it.message == message);
        let Some(known) = known else {
            self.findings.push(Finding { kind, message, place, variants: variants.to_vec() });
            return;
        };
        for variant in variants {
            if !known.variants.contains(variant) {
                known.variants.push(*variant);
            }
        }
    }
}
