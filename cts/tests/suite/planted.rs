//! Wrong results that are planted in the output of the reference executor: they are found, and shown where they are.

use image::{ImageFormat, RgbImage};
use shader_run::execute::Options;
use shader_run::judge::judge;
use std::path::Path;
use webgpu_model::{Binding, Command, Data};
use wgsl_cts::discover::discover;
use wgsl_cts::execute::{Executors, Peers};
use wgsl_cts::expectations::Expectations;
use wgsl_cts::report::{html, markdown};
use wgsl_cts::results::{OutcomeResults, Results, Status, TextureResults};
use wgsl_cts::run::{Run, results};
use wgsl_cts_cases::case::Instance;
use wgsl_cts_cases::compare::{Comparison, compare};
use wgsl_cts_cases::execution::Output;
use wgsl_cts_cases::judged::Judged;
use wgsl_cts_cases::judged::LikelyPlace;
use wgsl_cts_cases::outcome::Outcome;
use wgsl_cts_cases::vocabulary::ExecutorKind;
use wgsl_lower::compute::run;
use wgsl_validator::Validator;

/// A program of the suite, by its name.
fn instance(name: &str) -> Instance {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures");
    let suite = discover(&fixtures, name).expect("the folder can be read");
    let found = suite.instances.into_iter().find(|instance| instance.name == name);
    found.unwrap_or_else(|| panic!("there is no {name}"))
}

/// The results of the reference executor, which are right.
fn output(instance: &Instance) -> Output {
    let executors = Executors::start(&Peers::default());
    let outcome = executors.judge(ExecutorKind::Reference, instance);
    assert_eq!(compare(ExecutorKind::Wgpu, instance, &outcome), Comparison::Same);
    let Outcome::Executed(output) = outcome else { panic!("{outcome:?}") };
    output
}

/// The bytes of a resource, by its number.
fn bytes(output: &mut Output, index: usize) -> &mut [u8] {
    match &mut output.bindings[index].data {
        Data::Buffer(bytes) | Data::Texture(_, bytes) => bytes,
        Data::Sampler(_) => panic!("a sampler has no bytes"),
    }
}

/// The message about an output with a mistake in it.
fn message(instance: &Instance, output: &Output) -> String {
    match compare(ExecutorKind::Wgpu, instance, &Outcome::Executed(output.clone())) {
        Comparison::Differs(difference) => difference.execution().expect("it was executed").to_owned(),
        other => panic!("{other:?}"),
    }
}

/// The results of a run in which wgpu had this output.
fn results_of(instance: &Instance, output: &Output) -> Results {
    let outcome = Outcome::Executed(output.clone());
    let comparison = compare(ExecutorKind::Wgpu, instance, &outcome);
    let place = Some(LikelyPlace::Driver);
    let judged = Judged { instance, executor: ExecutorKind::Wgpu, outcome, comparison, place };
    let executors = Executors::start(&Peers::default());
    let instances = std::slice::from_ref(instance);
    let asked = [ExecutorKind::Wgpu];
    let run = Run { by_instance: vec![vec![judged]] };
    let mut results = results(instances, &asked, &executors, &run, &Expectations::default());
    results.executors.iter_mut().for_each(|executor| executor.missing = None);
    results
}

fn outcome_of(results: &Results) -> &OutcomeResults {
    &results.cases[0].programs[0].outcomes[&ExecutorKind::Wgpu]
}

fn picture(base64: &str) -> RgbImage {
    use base64::Engine;
    let bytes = base64::engine::general_purpose::STANDARD.decode(base64).expect("it is base64");
    image::load_from_memory_with_format(&bytes, ImageFormat::Png).expect("it is a picture").to_rgb8()
}

/// The pixels of a picture that are not black.
fn bright(of: &RgbImage) -> Vec<[u32; 2]> {
    let pixels = of.enumerate_pixels().filter(|(_, _, pixel)| pixel.0 != [0; 3]);
    pixels.map(|(x, y, _)| [x, y]).collect()
}

const TARGET: &str = "execution/render/primitives::points::run-three-points";

#[test]
fn one_bit_of_a_texel_is_found() {
    let instance = instance(TARGET);
    let mut output = output(&instance);
    // Of four texels in a row of four bytes each: x is 2, y is 1.
    output.targets[0][(4 + 2) * 4] ^= 0x40;
    let message = message(&instance, &output);
    assert_eq!(
        message,
        "target 0: 1 of 16 texels differs, at most by 64 in texel (2, 1), channel r; root mean square 16.0000\n  \
         texel (2, 1), channel r at byte 24: expected 0, got 64\n"
    );
    let results = results_of(&instance, &output);
    let outcome = outcome_of(&results);
    assert_eq!((outcome.status, outcome.is_executed_otherwise), (Status::Unexpected, true));
    assert_eq!(outcome.message.as_deref(), Some(message.as_str()));
    let [texture] = outcome.textures.as_slice() else { panic!("{outcome:?}") };
    let TextureResults { name, texels, differing, pictures, .. } = texture;
    assert_eq!((name.as_str(), *texels, *differing, pictures.len()), ("target 0", 16, 1, 1));
    let [expected, got, difference] =
        [&pictures[0].expected, &pictures[0].got, &pictures[0].difference].map(|png| picture(png));
    assert_eq!(bright(&difference), [[2, 1]]);
    assert_eq!(bright(&expected), [[0, 0], [3, 0], [2, 2]]);
    assert_eq!(bright(&got), [[0, 0], [3, 0], [2, 1], [2, 2]]);
}

#[test]
fn the_report_shows_the_pictures_and_the_likely_place() {
    let instance = instance(TARGET);
    let mut output = output(&instance);
    output.targets[0][0] ^= 1;
    let results = results_of(&instance, &output);
    let page = html(&results, None).expect("the templates are good");
    let pictures = &outcome_of(&results).textures[0].pictures[0];
    for words in
        [&pictures.expected, &pictures.got, &pictures.difference, "the driver", "texel (0, 0), channel r"]
    {
        assert!(page.contains(words), "{words}");
    }
    let summary = markdown(&results, None).expect("the templates are good");
    let line = format!(
        "- wgpu, `{TARGET}`, is executed differently, most likely because of the driver: target 0: 1 of 16"
    );
    assert!(summary.contains(&line), "{summary}");
    let mut short = results.clone();
    short.abridge();
    assert!(outcome_of(&short).textures.is_empty());
    let text = results.text().expect("it has a form");
    assert_eq!(wgsl_cts::report::parse(&text).expect("it can be read"), results);
}

#[test]
fn what_is_right_has_no_pictures() {
    let instance = instance(TARGET);
    let results = results_of(&instance, &output(&instance));
    let outcome = outcome_of(&results);
    assert_eq!((outcome.status, outcome.is_executed_otherwise), (Status::Same, false));
    assert!(outcome.textures.is_empty() && outcome.message.is_none());
}

#[test]
fn a_texel_of_a_layer_is_found() {
    let instance = instance("execution/textures::stores-by-coordinates::run-row-layers-and-block");
    let mut output = output(&instance);
    bytes(&mut output, 1)[12] ^= 1;
    let message = message(&instance, &output);
    assert!(
        message.contains("texel (0, 1) of layer 1, channel r at byte 12: expected -8, got -7"),
        "{message}"
    );
    let results = results_of(&instance, &output);
    let [texture] = outcome_of(&results).textures.as_slice() else { panic!("one texture") };
    assert_eq!(texture.name, "texture at group 0, binding 1");
    assert_eq!(texture.pictures.iter().map(|one| one.part.as_str()).collect::<Vec<_>>(), ["layer 1"]);
    assert_eq!(bright(&picture(&texture.pictures[0].difference)), [[0, 1]]);
}

#[test]
fn a_word_of_a_member_is_found_by_its_path() {
    let instance = instance("execution/memory-layout::arrays-of-structures::run-fixed-and-runtime-sized");
    let right = output(&instance);
    let planted = |byte: usize| {
        let mut output = right.clone();
        bytes(&mut output, 0)[byte] ^= 1;
        message(&instance, &output)
    };
    let of_buffer = |line: &str| format!("buffer at group 0, binding 0:\n  {line}\n");
    assert_eq!(planted(64), of_buffer("out.pair[1].c at byte 64: expected 15, got 14"));
    assert_eq!(planted(100), of_buffer("out.rest[1].y at byte 100: expected 8, got 9"));
    assert_eq!(planted(8), of_buffer("padding of out at byte 8: expected 0, got 1"));
    assert_eq!(planted(44), of_buffer("padding of out.pair[0] at byte 44: expected 0, got 1"));
}

#[test]
fn one_ulp_too_many_is_found() {
    let instance = instance("execution/float-accuracy::quotients::run-operands-from-a-buffer[e=third]");
    let mut output = output(&instance);
    let third = 1.0_f32 / 3.0;
    assert_eq!(*bytes(&mut output, 1), third.to_le_bytes());
    let away = |ulp: u32| f32::from_bits(third.to_bits() + ulp).to_le_bytes().to_vec();
    bytes(&mut output, 1).copy_from_slice(&away(2));
    let outcome = Outcome::Executed(output.clone());
    assert_eq!(compare(ExecutorKind::Wgpu, &instance, &outcome), Comparison::Same);
    bytes(&mut output, 1).copy_from_slice(&away(3));
    assert_eq!(
        message(&instance, &output),
        "buffer at group 0, binding 1:\n  out at byte 0: expected 0.33333334 (0x3eaaaaab) or at most 2 ULP from it, \
         got 0.33333343 (0x3eaaaaae)\n"
    );
}

#[test]
fn a_float_outside_of_the_allowed_results_is_found() {
    let instance = instance(
        "execution/float-accuracy::correctly-rounded-operators::run-operands-from-a-buffer[e=inexact product]",
    );
    let execution = instance.execution.as_deref().expect("it is executed");
    let Command::Dispatch(dispatch) = &execution.command else { panic!("a dispatch") };
    let text = instance.source().expect("it is text");
    let how = Options { track: Some(wgsl_spec::ACCURACY.for_all_calls()), ..Options::default() };
    let outcome = run(text, &mut Validator::default(), dispatch, &how).expect("it runs");
    let allowed = outcome.allowed[0].words[0].values;
    let wrong = (allowed.end as f32).next_up();
    let other = Binding { group: 0, binding: 1, data: Data::Buffer(wrong.to_le_bytes().to_vec().into()) };
    let output = Output { disallowed: judge(&outcome, &[other]), ..output(&instance) };
    let bits = wrong.to_bits();
    let [least, greatest] = [allowed.begin as f32, allowed.end as f32];
    assert_eq!(
        message(&instance, &output),
        format!(
            "buffer at group 0, binding 1, against the allowed results:\n  out at byte 0: expected \
             from {least:?} (0x{:08x}) to {greatest:?} (0x{:08x}), got {wrong:?} (0x{bits:08x})\n",
            least.to_bits(),
            greatest.to_bits()
        )
    );
}
