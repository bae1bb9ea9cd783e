//! Turns the YAML of this folder into static tables. Its output is never checked in.

#![allow(clippy::print_stdout, reason = "Cargo listens on the standard output of a build script")]

mod accuracy;
mod attributes;
mod const_errors;
mod conversions;
mod diagnostic_rules;
mod edition;
mod engine_extensions;
mod enumerants;
mod enumeration;
mod exceptions;
mod extensions;
mod foreign_names;
mod function_tables;
mod functions;
mod language;
mod limits;
mod migration;
mod name_info;
#[allow(unreachable_pub, reason = "the library makes it public")]
#[path = "../../../wgsl/src/operation.rs"]
mod operation;
mod pattern;
mod signature;
mod words;

use crate::{Anchors, Codes, Names, Rules, Source, examples, unicode};
use language::Wgsl;

/// Returns the tables with their file names.
pub(crate) fn tables(source: &Source) -> Result<Vec<(&'static str, String)>, String> {
    let anchors = Anchors::load::<Wgsl>(source)?;
    let rules = Rules::load::<Wgsl>(source, &anchors)?;
    let codes = Codes::load::<Wgsl>(source, &anchors, &rules)?;
    let exceptions = exceptions::Exceptions::load(source, &rules)?;
    let extensions = extensions::Extensions::load(source, &anchors, &rules)?;
    let functions = functions::Functions::load(source, &anchors, &extensions, &rules)?;
    let enumerants = enumerants::Enumerants::load(source)?;
    let words = words::Words::load(source)?;
    let diagnostic_rules = diagnostic_rules::DiagnosticRules::load(source, &anchors)?;
    let meaningful = words.names().chain(functions.names()).chain(enumerants.names());
    let meaningful = meaningful.chain(diagnostic_rules.names());
    let names = Names::collect(meaningful, extensions.names(), words.reserved())?;

    Ok(vec![
        ("sections.rs", anchors.generate::<Wgsl>()),
        ("names.rs", names.generate()),
        ("words.rs", words.generate(&names, &functions, &enumerants, &extensions, &rules)?),
        ("editions.rs", edition::generate(source)?),
        ("extensions.rs", extensions.generate(&names)?),
        ("enumerants.rs", enumerants.generate(&names, &anchors, &extensions, &rules)?),
        ("attributes.rs", attributes::generate(source, &anchors, &extensions, &names, &rules)?),
        ("unicode.rs", unicode::generate(source)?),
        ("conversions.rs", conversions::generate(source)?),
        ("functions.rs", function_tables::generate(&functions, &names, &rules)?),
        ("const_errors.rs", const_errors::generate(source, &functions, &rules)?),
        ("rules.rs", rules.generate()),
        ("rule_facts.rs", rules.generate_facts(|rule| exceptions.fields(rule))),
        ("rule_programs.rs", examples::rule_programs::<Wgsl>(source, &rules)?),
        ("codes.rs", codes.codes),
        ("examples.rs", codes.examples),
        ("limits.rs", limits::limits(source, &anchors, &rules)?),
        ("targets.rs", limits::targets(source, &extensions, &rules)?),
        ("engine_extensions.rs", engine_extensions::generate(source)?),
        ("foreign_names.rs", foreign_names::generate(source)?),
        ("migration.rs", migration::generate(source)?),
        ("accuracy.rs", accuracy::generate(source, &functions)?),
        ("diagnostic_rules.rs", diagnostic_rules.generate(&names)?),
    ])
}
