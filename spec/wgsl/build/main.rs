//! Turns the YAML of this folder into static tables. Its output is never checked in.

#![allow(clippy::print_stdout, reason = "Cargo listens on the standard output of a build script")]

mod accuracy;
mod attributes;
mod const_errors;
mod conversions;
mod diagnostic_rules;
mod edition;
mod enumerants;
mod enumeration;
mod exceptions;
mod extensions;
mod foreign_names;
mod function_tables;
mod functions;
mod language;
mod limits;
mod meaning;
mod migration;
#[allow(unreachable_pub, reason = "the library makes it public")]
#[path = "../src/operation.rs"]
mod operation;
mod pattern;
mod signature;
mod words;

use std::process;

use language::Wgsl;
use spec_build::{Anchors, Names, Rules, Source, diagnostics, examples, name_hash, unicode, write};

fn main() {
    if let Err(message) = generate() {
        println!("cargo::error={}", message.replace('\n', " "));
        process::exit(1);
    }
}

fn generate() -> Result<(), String> {
    let source = Source::open()?;
    println!("cargo::rerun-if-changed=src/operation.rs");
    let anchors = Anchors::load(&source)?;
    let rules = Rules::load::<Wgsl>(&source, &anchors)?;
    let exceptions = exceptions::Exceptions::load(&source, &rules)?;
    let extensions = extensions::Extensions::load(&source, &anchors, &rules)?;
    let functions = functions::Functions::load(&source, &anchors, &extensions, &rules)?;
    let enumerants = enumerants::Enumerants::load(&source)?;
    let words = words::Words::load(&source)?;
    let diagnostic_rules = diagnostic_rules::DiagnosticRules::load(&source, &anchors)?;
    let meaningful = words.names().chain(functions.names()).chain(enumerants.names());
    let meaningful = meaningful.chain(diagnostic_rules.names());
    let names = Names::collect(meaningful, extensions.names(), words.reserved())?;

    write("anchors.rs", &anchors.generate("")?)?;
    write("names.rs", &names.generate())?;
    write("name_hash.rs", &name_hash())?;
    write("words.rs", &words.generate(&names, &functions, &enumerants, &extensions, &rules)?)?;
    write("editions.rs", &edition::generate(&source)?)?;
    write("extensions.rs", &extensions.generate(&names)?)?;
    write("enumerants.rs", &enumerants.generate(&names, &anchors, &extensions, &rules)?)?;
    write("attributes.rs", &attributes::generate(&source, &anchors, &extensions, &names, &rules)?)?;
    write("unicode.rs", &unicode::generate(&source)?)?;
    write("conversions.rs", &conversions::generate(&source)?)?;
    write("functions.rs", &function_tables::generate(&functions, &names, &rules)?)?;
    write("const_errors.rs", &const_errors::generate(&source, &functions, &rules)?)?;
    write("rules.rs", &rules.generate(|rule| exceptions.fields(rule)))?;
    write("rule_programs.rs", &examples::rule_programs::<Wgsl>(&source, &rules)?)?;
    write("rule_constants.rs", &rules.generate_constants())?;
    write("diagnostics.rs", &diagnostics::generate::<Wgsl>(&source, &anchors, &rules)?)?;
    write("limits.rs", &limits::limits(&source, &anchors, &rules)?)?;
    write("targets.rs", &limits::targets(&source, &extensions)?)?;
    write("foreign_names.rs", &foreign_names::generate(&source)?)?;
    write("migration.rs", &migration::generate(&source)?)?;
    write("accuracy.rs", &accuracy::generate(&source, &functions)?)?;
    write("diagnostic_rules.rs", &diagnostic_rules.generate(&names)?)
}
