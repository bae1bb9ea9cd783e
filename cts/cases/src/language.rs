//! The languages of cases. The folder of a file tells which one its programs are written in; its rules, codes and sections are
//! those of the specification of that language.

use crate::case::{Case, Instance};
use crate::execution::features::features;
use shader_source::{Inventory, Section};
use std::fmt::Debug;
use webgpu_model::Feature;
use wgsl_validator::Validator;
use wgsl_validator::needs::Extension;

/// A language with rules that programs show.
pub trait Language: Copy + Debug + Send + Sync + 'static {
    /// The rules, codes and sections of its specification.
    const INVENTORY: &'static Inventory;
    /// The key of a program with further members, which is also the name of the language in messages.
    const KEY: &'static str;
    /// The folder of its files of cases, below that of all fixtures.
    const FOLDER: &'static str;
    /// The beginning of the names of its cases.
    const PREFIX: &'static str;
    /// Sections about comments, blankspace and the characters of a program: their programs are equal only if they are so byte for
    /// byte.
    const ABOUT_CHARACTERS: &'static [&'static Section];

    /// The first key of a case that does not apply to the language.
    fn foreign_key(case: &Case) -> Option<&'static str>;
    /// Extensions and features on which an accepted program depends and which its case does not list.
    fn undeclared_needs(instance: &Instance<Self>) -> Vec<&'static str>;
}

/// The WebGPU Shading Language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wgsl;

/// The Metal Shading Language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Msl;

/// C++ AMP.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Amp;

impl Language for Wgsl {
    const INVENTORY: &'static Inventory = &wgsl_spec::INVENTORY;
    const KEY: &'static str = "wgsl";
    const FOLDER: &'static str = "cases";
    const PREFIX: &'static str = "";
    const ABOUT_CHARACTERS: &'static [&'static Section] = &[
        wgsl_spec::sections::TEXTUAL_STRUCTURE,
        wgsl_spec::sections::PARSING,
        wgsl_spec::sections::BLANKSPACE_AND_LINE_BREAKS,
        wgsl_spec::sections::COMMENTS,
        wgsl_spec::sections::IDENTIFIERS,
    ];

    fn foreign_key(case: &Case) -> Option<&'static str> {
        let programs = [&case.accept, &case.warn, &case.reject];
        let has_standard = |programs: &&crate::case::Programs<crate::case::ProgramEntry>| {
            programs.entries().any(|entry| entry.std.is_some())
        };
        let keys = [
            ("std", case.std.is_some() || programs.iter().any(has_standard)),
            ("define", !case.define.is_empty()),
        ];
        first_used(&keys)
    }

    fn undeclared_needs(instance: &Instance) -> Vec<&'static str> {
        let request = &instance.case.request;
        if !request.is_for_peers() {
            return Vec::new();
        }
        let module = Validator::new(request.options()).validate(instance.source().unwrap_or_default());
        let extensions = module.meaning().needs.extensions.iter().map(|(extension, _)| *extension);
        let missing = extensions.filter(|extension| !request.needs.contains(extension));
        let mut undeclared: Vec<&str> = missing.map(Extension::name).collect();
        let features = instance.execution.iter().flat_map(|execution| features(&module, execution));
        let missing = features.filter(|feature| !request.names_feature(*feature));
        undeclared.extend(missing.map(Feature::name));
        undeclared
    }
}

impl Language for Msl {
    const INVENTORY: &'static Inventory = &msl_spec::INVENTORY;
    const KEY: &'static str = "msl";
    const FOLDER: &'static str = "msl/cases";
    const PREFIX: &'static str = "msl/";
    // Lines matter to the preprocessor.
    const ABOUT_CHARACTERS: &'static [&'static Section] = &[
        msl_spec::sections::SECTION_1_4_3,
        msl_spec::sections::SECTION_1_5_1,
        msl_spec::sections::SECTION_1_5_2,
    ];

    fn foreign_key(case: &Case) -> Option<&'static str> {
        first_used(&keys_of_wgsl(case))
    }

    fn undeclared_needs(_: &Instance<Self>) -> Vec<&'static str> {
        Vec::new()
    }
}

impl Language for Amp {
    const INVENTORY: &'static Inventory = &amp_spec::INVENTORY;
    const KEY: &'static str = "amp";
    const FOLDER: &'static str = "amp/cases";
    const PREFIX: &'static str = "amp/";
    const ABOUT_CHARACTERS: &'static [&'static Section] = &[];

    fn foreign_key(case: &Case) -> Option<&'static str> {
        first_used(&keys_of_wgsl(case)).or_else(|| first_used(&[("std", case.std.is_some())]))
    }

    fn undeclared_needs(_: &Instance<Self>) -> Vec<&'static str> {
        Vec::new()
    }
}

/// The keys that only apply to WGSL.
fn keys_of_wgsl(case: &Case) -> [(&'static str, bool); 6] {
    [
        ("edition", case.edition.0 != wgsl_spec::Edition::Current),
        ("target", case.target.is_some()),
        ("needs", !case.needs.is_empty()),
        ("executors", case.executors.is_some()),
        ("pipeline", case.pipeline.is_some()),
        ("link", case.link),
    ]
}

/// The first key that a case uses.
fn first_used(keys: &[(&'static str, bool)]) -> Option<&'static str> {
    keys.iter().find(|(_, is_used)| *is_used).map(|(key, _)| *key)
}
