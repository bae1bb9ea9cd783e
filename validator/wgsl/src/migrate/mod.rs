//! Programs of earlier drafts, rewritten in the current language.
//!
//! The Working Draft of 2022-04-11 is an edition that this validator knows, so a program of it has a meaning, and the edits follow
//! from that. Programs of 2021 are first written in its forms. As little as possible is changed: tokens, not declarations.

mod comments;
mod edits;
mod entry_points;
mod expressions;
mod fallthrough;
mod fixes;
mod forms;
mod fractions;
mod integers;
mod offsets;
mod order;
mod outline;
mod precedence;
mod spelling;
mod stage_io;
mod tokens;
mod tolerated;
mod words;

use crate::ast::Expr;
use crate::diagnostic::{Diagnostic, Severity};
use crate::types::TypeKind;
use crate::{Module, Options, Validator, validate};
use edits::Edits;
use forms::{Draft, to_draft};
use std::fmt;
use tokens::Tokens;
use wgsl_spec::{Edition, Renamed};
use words::FreshNames;

/// The number of times that findings are fixed: a number that gets its type may show that another one lacks it.
const MOST_ROUNDS: usize = 4;

/// A program of an earlier draft, rewritten.
#[derive(Clone, Debug)]
pub struct Migration {
    /// The program as the current edition judges it.
    pub module: Module,
    /// The findings in it, none of them an error if nothing is left to fix by hand. Places are in the program as it is now; notes say
    /// how to fix what no longer exists.
    pub findings: Vec<Diagnostic>,
    /// Whether the draft accepts the program, so that its meaning was known.
    pub understood: bool,
    /// The changes that the program's author has to know.
    pub notes: Vec<Note>,
}

/// A change that the tokens around it don't show to be harmless. [`Display`](fmt::Display) writes it as a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Note {
    /// An entry point got a different name, as several had one: the host names it.
    RenamedEntryPoint {
        /// `vertex`, `fragment` or `compute`.
        stage: String,
        /// The name before.
        before: String,
        /// The name now.
        now: String,
    },
    /// An attribute was removed, as nothing corresponds to it.
    RemovedAttribute(String),
    /// Vertex shaders without a position return one.
    AddedPosition,
    /// A directive allows derivatives in non-uniform control flow.
    AllowedDerivatives,
}

impl fmt::Display for Note {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RenamedEntryPoint { stage, before, now } => {
                write!(
                    formatter,
                    "the {stage} entry point `{before}` was renamed to `{now}`: rename it in the host, too"
                )
            }
            Self::RemovedAttribute(name) => {
                write!(
                    formatter,
                    "the attribute `{name}` was removed: the current language has no equivalent"
                )
            }
            Self::AddedPosition => formatter.write_str(
                "a vertex shader had no position, which was undefined: it returns `vec4<f32>()` now, and draws nothing",
            ),
            Self::AllowedDerivatives => formatter.write_str(
                "derivatives or implicit sampling in non-uniform control flow have undefined results, as before: a `diagnostic` directive allows \
                 them",
            ),
        }
    }
}

impl Migration {
    /// The program in the current language.
    #[must_use]
    pub fn text(&self) -> &str {
        self.module.source()
    }
}

/// Rewrites a program in the current language. One that is current already stays as it is.
///
/// The options are those of the judgement of the result; their edition is not looked at.
#[must_use]
pub fn migrate(source: &str, options: &Options) -> Migration {
    let current = Options { edition: Edition::Current, ..options.clone() };
    let module = validate(source, &current);
    // A source of 4 GiB or more is refused unread.
    if module.is_accepted() || module.source().is_empty() {
        return migration(module, true);
    }
    let draft_edition = Options { edition: Edition::Draft2022, ..options.clone() };
    let judge_draft = |text: &str| validate(&words::as_draft(text), &draft_edition);
    let (distinct, mut notes) = entry_points::settle(&comments::with_slashes(source));
    let source = stage_io::to_parameters(&distinct);
    let mut draft = to_draft(&source, &[]);
    let mut judged = judge_draft(&draft.text);
    let kept = needed_strides(&draft, &judged);
    if !kept.is_empty() {
        draft = to_draft(&source, &kept);
        judged = judge_draft(&draft.text);
    }
    // Each step needs the types of the program that the one before leaves.
    let steps: [Step; 4] = [
        // The current edition reads operators, as the draft has no shifts; errors elsewhere don't matter.
        |draft, judged, edits| {
            let current = Options { edition: Edition::Current, ..judged.options().clone() };
            precedence::group(validate(&draft.text, &current).typed(), edits);
        },
        |draft, judged, edits| offsets::restore(judged.typed(), &draft.offsets, edits),
        |draft, judged, edits| {
            let tokens = Tokens::of(&draft.text);
            fractions::to_structures(judged.typed(), &mut FreshNames::of(&tokens), &draft.text, edits);
        },
        |draft, judged, edits| order::settle(judged.typed(), &draft.text, edits),
    ];
    for step in steps {
        let mut edits = Edits::default();
        step(&draft, &judged, &mut edits);
        if !edits.is_empty() {
            draft.text = edits.apply(&draft.text);
            judged = judge_draft(&draft.text);
        }
    }
    let understood = judged.is_accepted();
    let text = fallthrough::unfold(rewritten(&draft.text, &judged));
    notes.extend(draft.removed.into_iter().map(Note::RemovedAttribute));
    let module = fixed(unconfirmed(&text, &current), understood, &mut notes);
    // Its findings are shown with the suggestions that help.
    let module = if module.diagnostics().is_empty() { module } else { validate(module.source(), &current) };
    Migration { notes, ..migration(module, understood) }
}

/// Rewrites a program of the draft, which was judged, within the draft.
type Step = fn(&Draft, &Module, &mut Edits);

fn migration(module: Module, understood: bool) -> Migration {
    let with_note = |found: Diagnostic| {
        let about = found.primary.span.text(module.source());
        match Renamed::by_hand(found.rule.slug(), about) {
            Some(note) => found.note(note),
            None => found,
        }
    };
    let findings = module.diagnostics().iter().cloned().map(with_note).collect();
    Migration { module, findings, understood, notes: Vec::new() }
}

/// A program of the draft in the current language, as far as words and expressions go.
fn rewritten(draft: &str, judged: &Module) -> String {
    let tokens = Tokens::of(draft);
    let mut edits = Edits::default();
    words::rename(&tokens, &mut edits);
    spelling::to_current(&tokens, &mut edits);
    expressions::to_current(judged.typed(), &tokens, &mut edits);
    edits.apply(draft)
}

/// The program after what needs the types of the current edition, or fixes what it rejects.
fn fixed(mut module: Module, understood: bool, notes: &mut Vec<Note>) -> Module {
    let queries = fixes::signed_queries(&module);
    if understood {
        module = changed(&module, queries).unwrap_or(module);
    } else if !module.is_accepted() {
        // A program that the draft rejects may be of a time when queries were unsigned already.
        module = better(module, queries);
    }
    for _ in 0..MOST_ROUNDS {
        let before = errors(&module);
        for (fix, code) in FIXES {
            if module.diagnostics().iter().any(|found| found.rule.slug().starts_with(code)) {
                let edits = fix(&module);
                module = changed(&module, edits)
                    .filter(|it| count(it, code) < count(&module, code))
                    .unwrap_or(module);
            }
        }
        for (fix, note) in IMPROVEMENTS {
            if !module.is_accepted() {
                let edits = fix(&module);
                let before = errors(&module);
                module = better(module, edits);
                if errors(&module) < before {
                    notes.extend(note);
                }
            }
        }
        if errors(&module) == before {
            break;
        }
    }
    module
}

/// Returns the edits for what the current edition rejects.
type Fix = fn(&Module) -> Edits;

/// Edits that fix what the current edition rejects, with the start of the codes that they are for. Other errors may appear after them, as some
/// are only found in programs without the former.
const FIXES: [(Fix, &str); 8] = [
    (fixes::taken_fixes, ""),
    (fixes::addresses, "type/not-constructible"),
    (fixes::columns, "type/no-member"),
    (fixes::compared, "type/no-member"),
    (fixes::unsigned_builtins, "interface/builtin-value-type"),
    (tolerated::writable_storage, "type/not-writable"),
    (tolerated::array_lengths, "type/not-constructible"),
    (tolerated::comparison_samplers, "type/no-matching-overload"),
];

/// Edits that are made if the program has fewer errors then, each with what its author has to know.
const IMPROVEMENTS: [(Fix, Option<Note>); 5] = [
    (fixes::ends_after_discard, None),
    (fixes::shifts_modulo_32, None),
    (fixes::concrete_numbers, None),
    (tolerated::positions, Some(Note::AddedPosition)),
    (tolerated::unfiltered_derivatives, Some(Note::AllowedDerivatives)),
];

/// The number of errors whose codes start so; of all codes, those whose fixes are taken.
fn count(module: &Module, code: &str) -> usize {
    let is_meant =
        |slug: &str| if code.is_empty() { Renamed::takes_fix(slug) } else { slug.starts_with(code) };
    module.diagnostics().iter().filter(|found| is_meant(found.rule.slug())).count()
}

/// The program after these edits if it has fewer errors then.
fn better(module: Module, edits: Edits) -> Module {
    changed(&module, edits).filter(|it| errors(it) < errors(&module)).unwrap_or(module)
}

/// The program after these edits; `None` if there are none.
fn changed(module: &Module, edits: Edits) -> Option<Module> {
    (!edits.is_empty()).then(|| unconfirmed(&edits.apply(module.source()), module.options()))
}

/// Checks a program with all suggestions: several together may help where one alone does not.
fn unconfirmed(source: &str, options: &Options) -> Module {
    Validator::new(options.clone()).validate_unconfirmed(source)
}

fn errors(module: &Module) -> usize {
    module.diagnostics().iter().filter(|found| found.severity == Severity::Error).count()
}

/// The arrays whose stride is not that of their elements.
fn needed_strides(draft: &Draft, judged: &Module) -> Vec<usize> {
    if draft.strides.is_empty() {
        return Vec::new();
    }
    let tokens = Tokens::of(&draft.text);
    let arrays: Vec<u32> =
        (0..tokens.len()).filter(|at| tokens.word(*at) == "array").map(|at| tokens.span(at).lo).collect();
    let (ast, meaning) = (&judged.syntax().ast, judged.meaning());
    let members = ast.members.iter().enumerate().map(|(index, member)| (member.ty, meaning.member(index)));
    let aliases = ast.aliases.iter().enumerate();
    let aliases = aliases.map(|(index, alias)| (alias.ty, meaning[crate::ast::AliasId::from_index(index)]));
    let natural: Vec<(u32, u64)> = members
        .chain(aliases)
        .filter_map(|(expr, ty)| match (ast[expr], meaning.types.kind(ty)) {
            (Expr::Template(..), TypeKind::Array(element, _)) => {
                Some((ast.span(expr).lo, meaning.types.stride(element)))
            }
            _ => None,
        })
        .collect();
    let is_natural = |stride: &&forms::Stride| {
        arrays.get(stride.array).is_some_and(|place| natural.contains(&(*place, stride.bytes)))
    };
    draft.strides.iter().filter(|stride| !is_natural(stride)).map(|stride| stride.array).collect()
}
