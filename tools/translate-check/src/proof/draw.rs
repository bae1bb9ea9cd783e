//! Draws with two functions and their translations, with equal resources.

use super::execution::{Contents, not_portable, of_translations, options};
use super::{Effort, FindingKind, Judged, Proof, Variant, cover};
use crate::directives::without_directives;
use crate::execution::{DrawPipeline, Function, draw as draw_pass};
use crate::metal::{MetalOptions, MetalSource, MetalText};
use crate::naga::PipelineQuestion;
use crate::naga_options;
use shader_run::draw::{Drawn, DrawnTarget};
use shader_run::execute::Options;
use shader_run::resources::Refusal;
use shader_run::texture::Texture;
use shader_source::Span;
use webgpu_model::{Binding, RenderPass};
use wgsl_lower::trial::DrawTrial;
use wgsl_spec::ShaderStage;
use wgsl_validator::link::link;
use wgsl_validator::{Module, PipelineRequest, Stage, Validator};

/// A draw that is tried.
struct Attempt {
    /// Width and height of the picture. With one pixel, fragments that write to one place do not race.
    pixels: u32,
    /// Few vertices are for programs that have an array of them.
    vertices: u32,
    contents: Contents,
}

/// The draws that are tried, until enough of them show portable behaviour.
const ATTEMPTS: [Attempt; 10] = [
    Attempt { pixels: 8, vertices: 96, contents: Contents::Random(0) },
    Attempt { pixels: 8, vertices: 96, contents: Contents::Random(1) },
    Attempt { pixels: 8, vertices: 3, contents: Contents::Random(0) },
    Attempt { pixels: 8, vertices: 6, contents: Contents::Random(1) },
    Attempt { pixels: 8, vertices: 3, contents: Contents::Random(2) },
    Attempt { pixels: 8, vertices: 96, contents: Contents::Zeros },
    Attempt { pixels: 1, vertices: 3, contents: Contents::Random(0) },
    Attempt { pixels: 1, vertices: 3, contents: Contents::Random(1) },
    Attempt { pixels: 1, vertices: 3, contents: Contents::Random(2) },
    Attempt { pixels: 1, vertices: 3, contents: Contents::Zeros },
];

/// Why a fragment function is not drawn with.
pub(super) const NO_COVER: &str = "can't generate a matching vertex function";

/// The WGSL program.
pub(super) struct Program<'a> {
    pub(super) source: &'a str,
    /// The values of overrides.
    pub(super) constants: &'a [(String, f64)],
}

/// Draws with each vertex and each fragment function.
pub(super) fn draw(
    proofs: &mut [Proof],
    all: &[Option<Judged>],
    program: &Program<'_>,
    validator: &mut Validator,
    effort: &Effort,
) {
    let (mut vertices, mut fragments) = (Vec::new(), Vec::new());
    for (number, judged) in all.iter().enumerate() {
        let Some(judged) = judged else { continue };
        match judged.stage.stage() {
            ShaderStage::Vertex => vertices.push((number, judged)),
            ShaderStage::Fragment => fragments.push((number, judged)),
            ShaderStage::Compute => {}
        }
    }
    for (number, vertex) in vertices {
        // Alone it leaves depths.
        let fits = |(_, fragment): &&(usize, &Judged)| link(&vertex.stage, &fragment.stage).is_empty();
        let fragment = fragments.iter().find(fits).copied();
        match expected(&vertex.stage, fragment.map(|(_, judged)| &judged.stage), effort) {
            Ok(runs) => draw_all(proofs, (number, vertex), fragment, &runs, effort),
            Err(reason) => proofs[number].skip(reason),
        }
    }
    if fragments.is_empty() {
        return;
    }
    let covers = fragments.iter().map(|(number, judged)| cover::function(&judged.stage, *number));
    let covered = covers.fold(program.source.to_owned(), |source, cover| source + &cover);
    // A program may give other meanings to the names that the functions use.
    let covered = MetalSource::new(&without_directives(&covered)).map(|naga| Covered {
        naga,
        module: validator.validate(&covered),
        constants: program.constants,
    });
    for fragment in fragments {
        let drawn = match &covered {
            Ok(covered) => covered.draw(proofs, fragment, validator, effort),
            Err(_) => Err(NO_COVER.to_owned()),
        };
        if let Err(reason) = drawn {
            proofs[fragment.0].skip(reason);
        }
    }
}

/// The program, with a vertex function for each fragment function.
struct Covered<'a> {
    naga: MetalSource,
    module: Module,
    constants: &'a [(String, f64)],
}

impl Covered<'_> {
    /// Draws with a fragment function behind the one that covers the picture for it.
    ///
    /// # Errors
    /// Why there is nothing to compare.
    fn draw(
        &self,
        proofs: &mut [Proof],
        (number, judged): (usize, &Judged),
        validator: &mut Validator,
        effort: &Effort,
    ) -> Result<(), String> {
        let request = PipelineRequest {
            stage: Some(ShaderStage::Vertex),
            entry_point: Some(cover::name(number)),
            constants: self.constants.to_vec(),
        };
        let vertex = validator.specialize(&self.module, &request);
        let vertex = vertex.map_err(|_| NO_COVER.to_owned())?;
        let runs = expected(&vertex, Some(&judged.stage), effort)?;
        for (index, entry_point) in &judged.valid {
            let translation = &proofs[number].translations[*index];
            let Some(variant) = translation.variants.first().copied() else { continue };
            let metal = translation.metal.clone();
            let covering = self.covering(number, variant)?;
            let module = msl_validator::module(&covering.text, &naga_options());
            let Some(vertex) = covering.entry_points.first() else { continue };
            let text = Text { proof: number, index: *index };
            let function = Function { metal: &metal, entry_point, module: &judged.modules[*index] };
            Drawing {
                vertex: (None, Function { metal: &covering, entry_point: vertex, module: &module }),
                fragment: Some((text, function)),
                owner: number,
            }
            .compare(proofs, &runs, effort);
        }
        Ok(())
    }

    /// The vertex function for a fragment function, as naga writes it.
    fn covering(&self, number: usize, Variant { version, bounds }: Variant) -> Result<MetalText, String> {
        let pipeline = PipelineQuestion {
            stage: Some(ShaderStage::Vertex.name().to_owned()),
            entry_point: Some(cover::name(number)),
            constants: self.constants.to_vec(),
        };
        let options = MetalOptions { version, bounds, pipeline: Some(pipeline), ..MetalOptions::default() };
        self.naga.write(&options).map_err(|error| error.to_string())
    }
}

/// Draws with the WGSL functions.
///
/// # Errors
/// Why there is nothing to compare with.
fn expected(
    vertex: &Stage,
    fragment: Option<&Stage>,
    effort: &Effort,
) -> Result<Vec<(RenderPass, Drawn)>, String> {
    let trial = DrawTrial::new(vertex, fragment).map_err(|error| error.message)?;
    let Some(mut trial) = trial else {
        return Err("a buffer is too large, or dual-source blending is used".to_owned());
    };
    let mut runs = Vec::new();
    let mut reason = None;
    for Attempt { pixels, vertices, contents } in ATTEMPTS {
        if runs.len() >= usize::from(effort.runs) {
            break;
        }
        match contents {
            Contents::Random(number) => trial.fill(pixels, vertices, number),
            Contents::Zeros => {
                trial.fill(pixels, vertices, 0);
                trial.clear();
            }
        }
        match drawn(&trial, effort) {
            Ok(drawn) => runs.push((trial.pass.clone(), drawn)),
            Err(why) => reason = reason.or(Some(why)),
        }
    }
    if runs.is_empty() {
        return Err(reason.unwrap_or_else(|| "no executions were requested".to_owned()));
    }
    Ok(runs)
}

/// The result of a draw with portable behaviour.
fn drawn(trial: &DrawTrial<'_>, effort: &Effort) -> Result<Drawn, String> {
    let drawn = trial.run(Options { strict: true, ..options(effort) }).map_err(|refusal| match refusal {
        Refusal::Resources(problem) => problem,
        Refusal::Stopped(stopped) => {
            format!("the WGSL program did not finish: {stopped}")
        }
    })?;
    match drawn.faults.first() {
        Some(fault) => Err(not_portable(fault)),
        None if DrawTrial::is_seen(&drawn) => Ok(drawn),
        None => Err("nothing is drawn with the generated contents".to_owned()),
    }
}

/// Draws with all translations that have options in common.
fn draw_all(
    proofs: &mut [Proof],
    (number, judged): (usize, &Judged),
    fragment: Option<(usize, &Judged)>,
    runs: &[(RenderPass, Drawn)],
    effort: &Effort,
) {
    let texts = |proof: usize| {
        let translations = proofs[proof].translations.iter();
        translations.map(|it| (it.metal.clone(), it.variants.clone())).collect::<Vec<_>>()
    };
    let vertices = texts(number);
    let fragments = fragment.map(|(number, _)| texts(number)).unwrap_or_default();
    for (index, entry_point) in &judged.valid {
        let (metal, variants) = &vertices[*index];
        let text = Text { proof: number, index: *index };
        let vertex = (Some(text), Function { metal, entry_point, module: &judged.modules[*index] });
        let Some((other, of_fragment)) = fragment else {
            Drawing { vertex, fragment: None, owner: number }.compare(proofs, runs, effort);
            continue;
        };
        for (index, entry_point) in &of_fragment.valid {
            let (metal, others) = &fragments[*index];
            if others.iter().any(|it| variants.contains(it)) {
                let text = Text { proof: other, index: *index };
                let function = Function { metal, entry_point, module: &of_fragment.modules[*index] };
                Drawing { vertex, fragment: Some((text, function)), owner: number }
                    .compare(proofs, runs, effort);
            }
        }
    }
}

/// A translation: the number of its proof, and its number there.
#[derive(Clone, Copy)]
struct Text {
    proof: usize,
    index: usize,
}

impl Text {
    /// Adds a finding in it.
    fn find(self, proofs: &mut [Proof], kind: FindingKind, message: String, span: Option<Span>) {
        proofs[self.proof].find(kind, message, span.map(|span| (self.index, span)), self.index);
    }
}

/// Translations that are drawn with.
struct Drawing<'a> {
    /// The function has no text where it was made for the fragment function.
    vertex: (Option<Text>, Function<'a>),
    fragment: Option<(Text, Function<'a>)>,
    /// The number of the proof to which the draw belongs.
    owner: usize,
}

impl Drawing<'_> {
    /// Draws, and compares the results with those of the WGSL program.
    fn compare(&self, proofs: &mut [Proof], runs: &[(RenderPass, Drawn)], effort: &Effort) {
        let pipeline = DrawPipeline::new(self.vertex.1, self.fragment.map(|(_, function)| function), 0);
        let pipeline = match pipeline {
            Ok(pipeline) => pipeline,
            Err(unsupported) => return proofs[self.owner].skip(unsupported.message),
        };
        for (pass, expected) in runs {
            match draw_pass(core::slice::from_ref(&pipeline), pass, of_translations(effort)) {
                Ok(drawn) => {
                    self.find_faults(proofs, pass, &drawn, effort);
                    match difference(expected, &drawn) {
                        Some(what) => {
                            let open = format!("{what} differ, and the values that WGSL allows are unknown");
                            proofs[self.owner].skip(open);
                        }
                        None => proofs[self.owner].agreed += 1,
                    }
                }
                Err(Refusal::Resources(problem)) => {
                    self.find(proofs, FindingKind::Interface, problem);
                }
                Err(Refusal::Stopped(stopped)) => {
                    self.find(proofs, FindingKind::Stopped, stopped.to_string());
                }
            }
        }
    }

    /// Adds a finding in the last function.
    fn find(&self, proofs: &mut [Proof], kind: FindingKind, message: String) {
        let text = self.fragment.map(|(text, _)| text).or(self.vertex.0);
        if let Some(text) = text {
            text.find(proofs, kind, message, None);
        }
    }

    /// Adds the faults of a draw. Those of the vertex function come first: as many as it has alone.
    fn find_faults(&self, proofs: &mut [Proof], pass: &RenderPass, drawn: &Drawn, effort: &Effort) {
        if drawn.faults.is_empty() {
            return;
        }
        let without_colours = RenderPass { targets: Vec::new(), ..pass.clone() };
        let of_vertex = DrawPipeline::new(self.vertex.1, None, 0).ok().and_then(|pipeline| {
            draw_pass(core::slice::from_ref(&pipeline), &without_colours, of_translations(effort)).ok()
        });
        let count = of_vertex.map_or(0, |drawn| drawn.faults.len());
        for (number, fault) in drawn.faults.iter().enumerate() {
            let text = self.fragment.filter(|_| number >= count).map(|(text, _)| text).or(self.vertex.0);
            let Some(text) = text else { continue };
            text.find(proofs, FindingKind::Fault(fault.kind), fault.message.clone(), Some(fault.span));
        }
    }
}

/// The first results that differ, in words.
fn difference(expected: &Drawn, drawn: &Drawn) -> Option<String> {
    for (location, (here, there)) in expected.targets.iter().zip(&drawn.targets).enumerate() {
        let bytes = |target: &Option<DrawnTarget>| target.as_ref().map(|target| target.seen().to_bytes());
        if bytes(here) != bytes(there) {
            return Some(format!("the colours at location {location}"));
        }
    }
    let depths = |drawn: &Drawn| drawn.depth.as_ref().map(Texture::to_bytes);
    if depths(expected) != depths(drawn) {
        return Some("the depths".to_owned());
    }
    let same = |here: &Binding| {
        let there = drawn.bindings.iter().find(|it| (it.group, it.binding) == (here.group, here.binding));
        there.is_some_and(|there| there.data == here.data)
    };
    let other = expected.bindings.iter().find(|here| !same(here))?;
    Some(format!("the contents of @group({}) @binding({})", other.group, other.binding))
}
