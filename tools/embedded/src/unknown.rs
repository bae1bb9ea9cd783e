//! Shaders with interpolations, whose text only the running host knows.
//!
//! Each interpolation may be anything. So texts are tried for it: if any choice makes a valid program, nothing is wrong. Otherwise an error counts
//! only if no interpolation can explain it: it is in a declaration without interpolations that uses no declaration with one, and it is
//! not a name that an interpolation may declare.

use crate::parts::Shader;
use shader_source::Span;
use shader_source::diagnostic::{Diagnostic, Severity};
use std::collections::{BTreeSet, HashMap};
use wgsl_modules::MappedText;
use wgsl_spec::rules::SCOPE_UNRESOLVED;
use wgsl_spec::{DiagnosticRule, Edition, EnableExtension};
use wgsl_validator::resolve::Binding;

/// The replacements that are tried for an interpolation: nothing, a name, values, types and operators.
const TEXTS: [&str; 12] = ["", "unknown", "1", "1u", "1.0", "2", "f32", "u32", "vec4f", "true", "+", "=="];
const NOTHING: usize = 0;
const NAME: usize = 1;
const NUMBER: usize = 2;
const DIGIT: usize = 5;
const TYPE: usize = 6;
/// The maximum number of programs that are checked to find texts for interpolations: each costs as much as a shader without any.
const MOST_TRIES: usize = 192;
/// The maximum number of bytes of all these programs.
const MOST_BYTES: usize = 4 << 20;
/// The number of errors that the search looks at.
const MOST_ERRORS: usize = 8;

/// A shader with a text for each interpolation.
pub(crate) struct Tried {
    pub(crate) text: MappedText,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// The numbers of syntax errors and of all errors. A declaration with a syntax error has no others.
    score: (usize, usize),
}

impl Tried {
    /// Returns true if no diagnostic is an error.
    pub(crate) fn is_accepted(&self) -> bool {
        self.score.1 == 0
    }

    fn errors(&self) -> impl Iterator<Item = &Diagnostic> {
        self.diagnostics.iter().filter(|it| it.severity == Severity::Error)
    }
}

/// Chooses texts for the interpolations of a shader.
pub(crate) struct Search<'a, F> {
    shader: &'a Shader,
    host: &'a MappedText,
    edition: Edition,
    diagnose: F,
    /// For each interpolation, the number of its expression: equal expressions have equal texts.
    groups: Vec<usize>,
    /// For each expression, its text.
    choices: Vec<String>,
}

impl<'a, F: FnMut(&str) -> Vec<Diagnostic>> Search<'a, F> {
    pub(crate) fn new(shader: &'a Shader, host: &'a MappedText, edition: Edition, diagnose: F) -> Self {
        let mut known: HashMap<&str, usize> = HashMap::new();
        let (mut groups, mut count) = (Vec::new(), 0);
        for place in shader.interpolations() {
            let expression = place.text(host.text());
            // Each `{}` of a format string is a different argument.
            let is_numbered = expression.starts_with("{}") || expression.starts_with("{:");
            let next = count;
            let group = if is_numbered { next } else { *known.entry(expression).or_insert(next) };
            count += usize::from(group == next);
            groups.push(group);
        }
        Self { shader, host, edition, diagnose, groups, choices: vec![String::new(); count] }
    }

    /// Returns the best program, the errors and warnings of it that no interpolation explains, and the interpolations near its errors.
    pub(crate) fn run(mut self) -> (Tried, Vec<Diagnostic>, Vec<Span>) {
        self.guess();
        let mut best = self.tried();
        let mut left = MOST_TRIES.min(MOST_BYTES / (best.text.text().len() + 1));
        let mut is_done = vec![false; self.choices.len()];
        while let Some(group) = self.nearest(&best, &is_done).filter(|_| left > 0) {
            is_done[group] = true;
            let before = best.score;
            for text in TEXTS {
                self.attempt(group, text, &mut best, &mut left);
            }
            if best.score < before {
                // What was tried before may make a difference now.
                is_done.fill(false);
                is_done[group] = true;
            }
        }
        let mut independent = self.independent(&best);
        if !best.is_accepted() {
            self.try_directives(&mut best, &mut independent);
        }
        let near = self.near(&best);
        (best, independent, near)
    }

    /// Tries directives for interpolations before the first declaration, and leaves out the errors that they make disappear.
    fn try_directives(&mut self, best: &mut Tried, independent: &mut Vec<Diagnostic>) {
        let first = self.first_declaration(best.text.text());
        let places = self.places();
        let heads = places.iter().zip(&self.groups).filter(|(place, _)| place.lo <= first);
        let heads: BTreeSet<usize> = heads.map(|(_, group)| *group).collect();
        if heads.is_empty() {
            return;
        }
        let directives = self.directives();
        for group in heads {
            let before = std::mem::replace(&mut self.choices[group], directives.clone());
            let tried = self.tried();
            let origin = |text: &MappedText, it: &Diagnostic| (it.rule.id, text.origin(it.primary.span));
            let known: Vec<_> = tried.diagnostics.iter().map(|it| origin(&tried.text, it)).collect();
            independent.retain(|it| known.contains(&origin(&best.text, it)));
            if tried.score < best.score {
                *best = tried;
            } else {
                self.choices[group] = before;
            }
        }
    }

    /// Returns the expression that is not done whose interpolation is nearest to an error; `None` if there is
    /// none, or no error.
    fn nearest(&self, best: &Tried, is_done: &[bool]) -> Option<usize> {
        let places = self.places();
        let open = || places.iter().zip(&self.groups).filter(|(_, group)| !is_done[**group]);
        let near = |error: &Diagnostic| {
            let distances = open().map(|(place, group)| (distance(*place, error.primary.span), *group));
            distances.min()
        };
        // Later errors often follow from the first ones.
        best.errors().take(MOST_ERRORS).filter_map(near).min().map(|(_, group)| group)
    }

    /// The places of the interpolations in the host, those nearest to an error first.
    fn near(&self, best: &Tried) -> Vec<Span> {
        let to_error = |place: Span| {
            let errors = best.errors().take(MOST_ERRORS);
            errors.map(|error| distance(place, error.primary.span)).min()
        };
        let hosts = self.shader.interpolations();
        let mut places: Vec<(Option<u32>, Span)> =
            self.places().into_iter().zip(hosts).map(|(place, host)| (to_error(place), host)).collect();
        places.sort_unstable();
        places.into_iter().map(|(_, host)| host).collect()
    }

    /// Tries a text, and keeps it if the program has fewer errors.
    fn attempt(&mut self, group: usize, text: &str, best: &mut Tried, left: &mut usize) {
        if self.choices[group] == text || *left == 0 || best.is_accepted() {
            return;
        }
        let before = std::mem::replace(&mut self.choices[group], text.to_owned());
        let tried = self.tried();
        *left = left.saturating_sub(1);
        if tried.score < best.score {
            *best = tried;
        } else {
            self.choices[group] = before;
        }
    }

    fn tried(&mut self) -> Tried {
        let (groups, choices) = (&self.groups, &self.choices);
        let text = self.shader.text_with(self.host, |number| &choices[groups[number]]);
        let diagnostics = (self.diagnose)(text.text());
        let mut tried = Tried { text, diagnostics, score: (0, 0) };
        tried.score.1 = tried.errors().count();
        if tried.score.1 > 0 {
            tried.score.0 = wgsl_validator::parse(tried.text.text(), self.edition).1.len();
        }
        tried
    }

    /// Starts with the replacements that the places of the interpolations suggest.
    fn guess(&mut self) {
        let text = self.shader.text(self.host);
        let mut is_known = vec![false; self.choices.len()];
        for (place, group) in self.places().iter().zip(&self.groups) {
            let (before, after) = text.text().split_at(place.lo as usize);
            if !std::mem::replace(&mut is_known[*group], true) {
                TEXTS[guess(before, after)].clone_into(&mut self.choices[*group]);
            }
        }
    }

    /// Returns the places of the interpolations in the shader with the chosen replacements.
    fn places(&self) -> Vec<Span> {
        let mut at = 0;
        let mut number = 0;
        let mut places = Vec::new();
        for part in &self.shader.parts {
            let length = match &part.content {
                crate::parts::Content::Copy => part.span.hi - part.span.lo,
                crate::parts::Content::Decoded(text) => text.len() as u32,
                crate::parts::Content::Unknown => {
                    let length = self.choices[self.groups[number]].len() as u32;
                    places.push(Span::new(at, at + length));
                    number += 1;
                    length
                }
            };
            at += length;
        }
        places
    }

    fn first_declaration(&self, text: &str) -> u32 {
        let (syntax, _) = wgsl_validator::parse(text, self.edition);
        syntax.ast.decls.first().map_or(text.len() as u32, |first| first.span.lo)
    }

    /// Directives that allow all that can be allowed.
    fn directives(&mut self) -> String {
        let enable = EnableExtension::ALL.map(|extension| format!("enable {};\n", extension.name()));
        let enable = enable.into_iter().filter(|it| (self.diagnose)(it).is_empty());
        let off = DiagnosticRule::ALL.map(|rule| format!("diagnostic(off, {});\n", rule.name()));
        enable.chain(off).collect()
    }

    /// The diagnostics that no interpolation explains.
    fn independent(&self, tried: &Tried) -> Vec<Diagnostic> {
        let clean = Clean::of(tried.text.text(), &self.places(), self.edition);
        tried.diagnostics.iter().filter(|found| clean.has(found)).cloned().collect()
    }
}

/// The declarations of a program that depend on no interpolation.
struct Clean {
    /// The places of all declarations, in order.
    declarations: Vec<Span>,
    /// Whether each depends on an interpolation.
    is_tainted: Vec<bool>,
    /// Whether an interpolation may declare names.
    may_declare: bool,
}

impl Clean {
    fn of(text: &str, interpolations: &[Span], edition: Edition) -> Self {
        let (syntax, resolution, mistakes) = wgsl_validator::names(text, edition);
        let declarations: Vec<Span> = syntax.ast.decls.iter().map(|it| it.span).collect();
        let is_tainted = vec![false; declarations.len()];
        // The declaration that a syntax error hides is missing, too.
        let mut clean = Self { declarations, is_tainted, may_declare: !mistakes.is_empty() };
        for place in interpolations {
            clean.taint(*place);
        }
        let mut users: Vec<Vec<usize>> = vec![Vec::new(); clean.declarations.len()];
        for (index, binding) in resolution.bindings.iter().enumerate() {
            if let Binding::Module(used) = binding
                && let Some(user) = clean.declaration_at(syntax.ast.expr_spans[index].lo)
            {
                users[used.index()].push(user);
            }
        }
        let mut queue: Vec<usize> = (0..users.len()).filter(|index| clean.is_tainted[*index]).collect();
        while let Some(index) = queue.pop() {
            for user in &users[index] {
                if !std::mem::replace(&mut clean.is_tainted[*user], true) {
                    queue.push(*user);
                }
            }
        }
        clean
    }

    /// Taints the declaration with an interpolation. One between declarations may be a part of both neighbours, and declare anything.
    fn taint(&mut self, place: Span) {
        self.may_declare |= place.lo == place.hi;
        let around = self.declaration_at(place.lo).filter(|index| place.hi <= self.declarations[*index].hi);
        if let Some(index) = around {
            self.is_tainted[index] = true;
            return;
        }
        self.may_declare = true;
        let next = self.declarations.partition_point(|span| span.lo < place.hi);
        let end = (next + 1).min(self.is_tainted.len());
        self.is_tainted[next.saturating_sub(1)..end].fill(true);
    }

    /// The declaration at an offset.
    fn declaration_at(&self, offset: u32) -> Option<usize> {
        let next = self.declarations.partition_point(|span| span.lo <= offset);
        next.checked_sub(1).filter(|index| offset <= self.declarations[*index].hi)
    }

    /// Returns true if no interpolation explains a diagnostic.
    fn has(&self, found: &Diagnostic) -> bool {
        let is_clean = |span: Span| self.declaration_at(span.lo).is_some_and(|index| !self.is_tainted[index]);
        // What is unused, or hidden, may be used or declared by the interpolation.
        let is_certain =
            !self.may_declare || (found.severity == Severity::Error && found.rule != SCOPE_UNRESOLVED);
        is_certain && is_clean(found.primary.span) && found.labels.iter().all(|label| is_clean(label.span))
    }
}

/// The number of bytes between two places.
fn distance(one: Span, other: Span) -> u32 {
    one.lo.saturating_sub(other.hi).max(other.lo.saturating_sub(one.hi))
}

/// Returns the index of the most plausible replacement for an interpolation between these two texts.
fn guess(before: &str, after: &str) -> usize {
    let is_of_word = |it: char| it.is_alphanumeric() || it == '_';
    if before.ends_with(is_of_word) {
        return DIGIT;
    }
    if after.starts_with(is_of_word) {
        let is_suffix = !after[1..].starts_with(is_of_word) && after.starts_with(['u', 'i', 'f', 'h']);
        return if is_suffix { NUMBER } else { NAME };
    }
    let before = before.trim_end();
    let word = before.rsplit(|it| !is_of_word(it)).next().unwrap_or_default();
    match (before.chars().next_back(), word) {
        (_, "fn" | "var" | "let" | "const" | "struct" | "override" | "alias") => NAME,
        (Some(':' | '<' | '>'), _) => TYPE,
        (_, "return" | "if" | "while" | "switch" | "case")
        | (Some('(' | ',' | '=' | '[' | '+' | '-' | '*' | '/' | '%' | '&' | '|' | '!' | '^'), _) => NUMBER,
        _ => NOTHING,
    }
}
