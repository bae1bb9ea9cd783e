//! Rules of imports, conditions, directives and comments, which the specification lacks, and findings that name them.

use crate::mapped::FileIndex;
use wgsl_spec::{Anchor, EnforcedRule};
use wgsl_validator::Module;
use wgsl_validator::advice::{Advice, Extent, advise};

/// A rule of modules, or of comments that ignore warnings, that a program can break.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum ModuleRule {
    /// An import leads to a module.
    UnknownModule,
    /// A module has what is imported from it.
    UnknownItem,
    /// A private declaration is not imported.
    PrivateItem,
    /// An import is written as the language has it.
    InvalidImport,
    /// A condition is made of names, `true`, `false`, `!`, `&&`, `||` and parentheses.
    InvalidCondition,
    /// `#endif` and `#else` belong to an `#ifdef`, and each of them has its `#endif`.
    UnbalancedCondition,
    /// A comment that ignores warnings is written as one.
    InvalidAllow,
    /// A comment that ignores warnings names codes that there are.
    UnknownCode,
    /// A comment that ignores warnings has some to ignore.
    NeedlessAllow,
}

/// The specification of conditions and imports.
const IMPORTS: &str = "https://wesl-lang.dev/spec/Imports";
const CONDITIONS: &str = "https://wesl-lang.dev/spec/ConditionalTranslation";
const VISIBILITY: &str = "https://wesl-lang.dev/spec/Visibility";
const PREPROCESSOR: &str = "https://docs.rs/naga_oil";
const COMMENTS: &str = "https://www.w3.org/TR/WGSL/#comments";

impl ModuleRule {
    /// All rules.
    pub const ALL: [Self; 9] = [
        Self::UnknownModule,
        Self::UnknownItem,
        Self::PrivateItem,
        Self::InvalidImport,
        Self::InvalidCondition,
        Self::UnbalancedCondition,
        Self::InvalidAllow,
        Self::UnknownCode,
        Self::NeedlessAllow,
    ];

    /// The stable code: `module/unknown-module`.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {
            Self::UnknownModule => "module/unknown-module",
            Self::UnknownItem => "module/unknown-item",
            Self::PrivateItem => "module/private-item",
            Self::InvalidImport => "module/invalid-import",
            Self::InvalidCondition => "module/invalid-condition",
            Self::UnbalancedCondition => "module/unbalanced-condition",
            Self::InvalidAllow => "comment/invalid-allow",
            Self::UnknownCode => "comment/unknown-code",
            Self::NeedlessAllow => "comment/needless-allow",
        }
    }

    /// The stable name of the rule: `module.import.module`.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::UnknownModule => "module.import.module",
            Self::UnknownItem => "module.import.item",
            Self::PrivateItem => "module.import.private",
            Self::InvalidImport => "module.import.form",
            Self::InvalidCondition => "module.condition.form",
            Self::UnbalancedCondition => "module.condition.balance",
            Self::InvalidAllow => "comment.allow.form",
            Self::UnknownCode => "comment.allow.code",
            Self::NeedlessAllow => "comment.allow.needed",
        }
    }

    /// The mistake in general, in one line.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::UnknownModule => "imported module not found",
            Self::UnknownItem => "imported declaration not found",
            Self::PrivateItem => "imported declaration is private",
            Self::InvalidImport => "malformed import",
            Self::InvalidCondition => "malformed condition",
            Self::UnbalancedCondition => "unbalanced conditions",
            Self::InvalidAllow => "malformed `allow` comment",
            Self::UnknownCode => "unknown code in an `allow` comment",
            Self::NeedlessAllow => "an `allow` comment suppresses nothing",
        }
    }

    /// The requirement in our words.
    #[must_use]
    pub const fn statement(self) -> &'static str {
        match self {
            Self::UnknownModule => "The path of an import must name a module of the project",
            Self::UnknownItem => "A module must declare the names that other modules import from it",
            Self::PrivateItem => "A declaration with `private` must only be used in its own module",
            Self::InvalidImport => {
                "An import must be a path, or a path with a list of paths in braces; a name may be renamed with `as`"
            }
            Self::InvalidCondition => {
                "A condition must consist of names, `true`, `false`, `!`, `&&`, `||` and parentheses; `@elif` and `@else` must follow an `@if`"
            }
            Self::UnbalancedCondition => {
                "Each `#ifdef`, `#ifndef` and `#if` must have an `#endif`, and `#else` must be between them"
            }
            Self::InvalidAllow => {
                "`wgsl-check:` in a comment must be followed by `allow(CODE, …)` or `allow-file(CODE, …)`"
            }
            Self::UnknownCode => "An `allow` comment must name codes that `wgsl-check explain --list` lists",
            Self::NeedlessAllow => {
                "An `allow` comment must be on the line of a warning that it suppresses, or on the line before it"
            }
        }
    }

    /// A page that explains the rule.
    #[must_use]
    pub const fn url(self) -> &'static str {
        match self {
            Self::UnknownModule | Self::UnknownItem | Self::InvalidImport => IMPORTS,
            Self::PrivateItem => VISIBILITY,
            Self::InvalidCondition => CONDITIONS,
            Self::UnbalancedCondition => PREPROCESSOR,
            Self::InvalidAllow | Self::UnknownCode | Self::NeedlessAllow => COMMENTS,
        }
    }
}

/// The rule that a finding names: one of the specification, one of modules, or one that is advice only.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Rule {
    /// A rule of the specification.
    Language(EnforcedRule),
    /// A rule of modules.
    Module(ModuleRule),
    /// A rule that a program of the language need not follow.
    Advice(Advice),
}

/// A finding in a program that may have several files.
pub type Diagnostic = shader_source::diagnostic::Diagnostic<Rule>;

impl Rule {
    /// The stable code of its family: `type/no-matching-overload`.
    #[must_use]
    pub fn slug(self) -> &'static str {
        match self {
            Self::Language(rule) => rule.code().slug(),
            Self::Module(rule) => rule.slug(),
            Self::Advice(rule) => rule.slug(),
        }
    }

    /// Its stable name.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Self::Language(rule) => rule.get().id,
            Self::Module(rule) => rule.id(),
            Self::Advice(rule) => rule.id(),
        }
    }

    /// The requirement in our words.
    #[must_use]
    pub fn statement(self) -> &'static str {
        match self {
            Self::Language(rule) => rule.get().statement,
            Self::Module(rule) => rule.statement(),
            Self::Advice(rule) => rule.statement(),
        }
    }

    /// The mistake in general, in one line.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Language(rule) => rule.code().info().title,
            Self::Module(rule) => rule.title(),
            Self::Advice(rule) => rule.title(),
        }
    }

    /// The anchor of the rule in the specification, if it has it.
    #[must_use]
    pub fn anchor(self) -> Option<Anchor> {
        match self {
            Self::Language(rule) => Some(rule.get().anchor),
            Self::Module(_) | Self::Advice(_) => None,
        }
    }

    /// The page that states the rule.
    #[must_use]
    pub fn url(self) -> String {
        match self {
            Self::Language(rule) => rule.get().anchor.url(),
            Self::Module(rule) => rule.url().to_owned(),
            Self::Advice(rule) => rule.url().to_owned(),
        }
    }
}

/// The rules beside those of the specification, each the only one of its code.
pub fn other_rules() -> impl Iterator<Item = Rule> {
    ModuleRule::ALL.into_iter().map(Rule::Module).chain(Advice::ALL.into_iter().map(Rule::Advice))
}

impl From<Advice> for Rule {
    fn from(rule: Advice) -> Self {
        Self::Advice(rule)
    }
}

impl From<EnforcedRule> for Rule {
    fn from(rule: EnforcedRule) -> Self {
        Self::Language(rule)
    }
}

/// Findings of the validator among those that other rules lead to.
#[must_use]
pub fn of_language(found: Vec<wgsl_validator::diagnostic::Diagnostic>) -> Vec<Diagnostic> {
    found.into_iter().map(|found| found.map_rules(Rule::Language)).collect()
}

/// The findings in a module with advice of these classes, sorted by place.
#[must_use]
pub fn with_advice(module: &Module, extent: Extent, wanted: &[Advice]) -> Vec<Diagnostic> {
    let mut found = of_language(module.diagnostics().to_vec());
    found.extend(advise(module, extent, wanted).into_iter().map(|found| found.map_rules(Rule::Advice)));
    found.sort_by_key(|found| found.primary.span);
    found
}

/// A finding in a file. Its places are those of the file, and so are its edits.
#[derive(Clone, Debug)]
pub struct Found {
    /// The file.
    pub file: FileIndex,
    /// The finding.
    pub diagnostic: shader_source::diagnostic::Diagnostic<ModuleRule>,
}
