//! The languages of cases. The folder of a file tells which one its programs are written in; its rules, codes and sections are
//! those of the specification of that language.

use crate::case::{Case, Instance};
use crate::execution::features::features;
use crate::names::{CaseAnchor, CaseRule};
use std::fmt::Debug;
use std::hash::Hash;
use webgpu_model::Feature;
use wgsl_validator::Validator;
use wgsl_validator::needs::Extension;

/// A language with rules that programs show.
pub trait Language: Copy + Debug + Send + Sync + 'static {
    /// A rule of its inventory.
    type Rule: Copy + Ord + Hash + Debug + Send + Sync;
    /// A diagnostic code.
    type Code: Copy + Ord + Hash + Debug + Send + Sync;
    /// A section of its specification.
    type Anchor: Copy + Ord + Hash + Debug + Send + Sync;

    /// The key of a program with further members, which is also the name of the language in messages.
    const KEY: &'static str;
    /// The folder of its files of cases, below that of all fixtures.
    const FOLDER: &'static str;
    /// The beginning of the names of its cases.
    const PREFIX: &'static str;
    /// Sections about comments, blankspace and the characters of a program: their programs are equal only if they are so byte for
    /// byte.
    const ABOUT_CHARACTERS: &'static [Self::Anchor];

    /// The rule of this name, if it is one of this language.
    fn rule(name: CaseRule) -> Option<Self::Rule>;
    /// The section of this name, if its specification has it.
    fn anchor(name: CaseAnchor) -> Option<Self::Anchor>;
    /// The name of a rule.
    fn rule_name(rule: Self::Rule) -> &'static str;
    /// The code of this name.
    fn code(name: &str) -> Option<Self::Code>;
    /// The names of all codes.
    fn code_names() -> Vec<&'static str>;
    /// The name of a code.
    fn code_name(code: Self::Code) -> &'static str;
    /// The rules that findings of a code name.
    fn rules_of(code: Self::Code) -> &'static [Self::Rule];
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

impl Language for Wgsl {
    type Rule = wgsl_spec::RuleId;
    type Code = wgsl_spec::Code;
    type Anchor = wgsl_spec::Anchor;

    const KEY: &'static str = "wgsl";
    const FOLDER: &'static str = "cases";
    const PREFIX: &'static str = "";
    const ABOUT_CHARACTERS: &'static [Self::Anchor] = &[
        wgsl_spec::Anchor::TEXTUAL_STRUCTURE,
        wgsl_spec::Anchor::PARSING,
        wgsl_spec::Anchor::BLANKSPACE_AND_LINE_BREAKS,
        wgsl_spec::Anchor::COMMENTS,
        wgsl_spec::Anchor::IDENTIFIERS,
    ];

    fn rule(name: CaseRule) -> Option<Self::Rule> {
        name.0.wgsl
    }

    fn anchor(name: CaseAnchor) -> Option<Self::Anchor> {
        name.0.wgsl
    }

    fn rule_name(rule: Self::Rule) -> &'static str {
        rule.get().id
    }

    fn code(name: &str) -> Option<Self::Code> {
        Self::Code::by_slug(name)
    }

    fn code_names() -> Vec<&'static str> {
        Self::Code::ALL.iter().map(|code| code.info().slug).collect()
    }

    fn code_name(code: Self::Code) -> &'static str {
        code.slug()
    }

    fn rules_of(code: Self::Code) -> &'static [Self::Rule] {
        code.info().rules
    }

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
    type Rule = msl_spec::RuleId;
    type Code = msl_spec::Code;
    type Anchor = msl_spec::Anchor;

    const KEY: &'static str = "msl";
    const FOLDER: &'static str = "msl/cases";
    const PREFIX: &'static str = "msl/";
    // Lines matter to the preprocessor.
    const ABOUT_CHARACTERS: &'static [Self::Anchor] =
        &[msl_spec::Anchor::SECTION_1_4_3, msl_spec::Anchor::SECTION_1_5_1, msl_spec::Anchor::SECTION_1_5_2];

    fn rule(name: CaseRule) -> Option<Self::Rule> {
        name.0.msl
    }

    fn anchor(name: CaseAnchor) -> Option<Self::Anchor> {
        name.0.msl
    }

    fn rule_name(rule: Self::Rule) -> &'static str {
        rule.get().id
    }

    fn code(name: &str) -> Option<Self::Code> {
        Self::Code::named(name)
    }

    fn code_names() -> Vec<&'static str> {
        Self::Code::ALL.iter().map(|code| code.info().slug).collect()
    }

    fn code_name(code: Self::Code) -> &'static str {
        code.info().slug
    }

    fn rules_of(code: Self::Code) -> &'static [Self::Rule] {
        code.info().rules
    }

    fn foreign_key(case: &Case) -> Option<&'static str> {
        let keys = [
            ("edition", case.edition.0 != wgsl_spec::Edition::Current),
            ("target", case.target.is_some()),
            ("needs", !case.needs.is_empty()),
            ("executors", case.executors.is_some()),
            ("pipeline", case.pipeline.is_some()),
            ("link", case.link),
        ];
        first_used(&keys)
    }

    fn undeclared_needs(_: &Instance<Self>) -> Vec<&'static str> {
        Vec::new()
    }
}

/// The first key that a case uses.
fn first_used(keys: &[(&'static str, bool)]) -> Option<&'static str> {
    keys.iter().find(|(_, is_used)| *is_used).map(|(key, _)| *key)
}
