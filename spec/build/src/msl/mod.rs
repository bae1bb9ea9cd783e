//! The tables of `spec/msl`, from the YAML files there.

mod accuracy;
mod attributes;
mod availability;
mod constants;
mod dialects;
mod enumerations;
mod functions;
mod language;
mod newer;
mod notation;
#[allow(unreachable_pub, reason = "the library makes it public")]
#[path = "../../../msl/src/operation.rs"]
mod operation;
mod samplers;
mod signatures;
mod textures;
mod types;
mod words;

use crate::{Anchors, Codes, Rules, Source};
use language::Metal;

/// Returns the tables with their file names.
pub(crate) fn tables(source: &Source) -> Result<Vec<(&'static str, String)>, String> {
    let anchors = Anchors::load::<Metal>(source)?;
    let rules = Rules::load::<Metal>(source, &anchors)?;
    let codes = Codes::load::<Metal>(source, &anchors, &rules)?;
    let types = types::Types::load(source)?;
    let words = words::Words::load(source)?;
    let enumerations = enumerations::Enumerations::load(source)?;
    let options = textures::Options::load(source)?;
    let vocabulary = signatures::Vocabulary {
        types: &types,
        enumerations: &enumerations,
        options: &options,
        words: &words,
    };

    Ok(vec![
        ("sections.rs", anchors.generate::<Metal>()),
        ("rules.rs", rules.generate()),
        ("rule_facts.rs", rules.generate_facts(|_| String::new())),
        ("codes.rs", codes.codes),
        ("examples.rs", codes.examples),
        ("types.rs", types.generate()?),
        ("words.rs", words.generate()?),
        ("dialects.rs", dialects::generate(source)?),
        ("enumerations.rs", enumerations.generate()?),
        ("lod_options.rs", options.generate(&vocabulary)?),
        ("samplers.rs", samplers::generate(source, &vocabulary)?),
        ("attributes.rs", attributes::generate(source, &types)?),
        ("functions.rs", functions::generate(source, &vocabulary)?),
        ("texture_functions.rs", textures::generate(source, &vocabulary)?),
        ("newer.rs", newer::generate(source)?),
        ("constants.rs", constants::generate(source)?),
        ("accuracy.rs", accuracy::generate(source, &functions::operations(source)?)?),
    ])
}
