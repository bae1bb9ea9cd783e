//! Names that only the host of a program defines.
//!
//! A host passes definitions to the preprocessor: sizes, types, flags. Without them a program has hundreds of names without a declaration, and lines
//! that its conditions leave out. [`Program::without_host_names`] says once what to define. Other errors may follow from a definition that is
//! missing, so only errors in declarations that depend on no definition stay.

use super::Macros;
use crate::condition::Condition;
use crate::preprocess::word_of_directive;
use crate::program::Program;
use crate::project::Project;
use crate::scan::{Kind, tokens};
use shader_source::diagnostic::Diagnostic;
use shader_source::{Span, steps};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use wgsl_spec::rules::SCOPE_UNRESOLVED;
use wgsl_validator::ast::Expr;
use wgsl_validator::resolve::Binding;

/// The number of names that a message lists: all of them in real programs, so that one run shows what is missing.
const MOST_NAMES: usize = 24;
/// The number of conditions that a message lists for a name.
const MOST_CONDITIONS: usize = 3;

/// Names that are declared in lines that conditions leave out, each with the directives that begin these lines.
type LeftOut = BTreeMap<String, BTreeSet<String>>;

impl Program {
    /// Divides the diagnostics of the validator in a program with C-style preprocessing: diagnostics that hold for every host, and the
    /// reason why the program can't be checked as a whole, as a sentence without a full stop. There is a reason if it has names that only its host
    /// declares; otherwise all diagnostics stay.
    #[must_use]
    pub fn without_host_names(
        &self,
        project: &Project,
        found: Vec<Diagnostic>,
    ) -> (Vec<Diagnostic>, Option<String>) {
        let Some(macros) = self.macros.as_ref().filter(|macros| !macros.is_silent) else {
            return (found, None);
        };
        if found.iter().all(|it| it.rule != SCOPE_UNRESOLVED) {
            return (found, None);
        }
        let left_out = macros.left_out(project);
        let unknown: Vec<&Diagnostic> = found.iter().filter(|it| self.is_of_host(it, &left_out)).collect();
        if unknown.is_empty() {
            return (found, None);
        }
        let names: BTreeSet<&str> = unknown.iter().map(|it| it.primary.span.text(self.text())).collect();
        let reason = reason(&names, &left_out);
        let places: Vec<Span> = unknown.iter().map(|it| it.primary.span).collect();
        let settled = self.settled(project, macros, &places);
        let is_settled = |it: &Diagnostic| {
            let next = settled.partition_point(|declaration| declaration.lo <= it.primary.span.lo);
            next > 0 && it.primary.span.lo < settled[next - 1].hi
        };
        (found.into_iter().filter(is_settled).collect(), Some(reason))
    }

    /// Returns true for a name without a declaration that is not misspelt. A name in capital letters is one of the host even if a similar
    /// name is declared, and lines that are left out may declare a name.
    fn is_of_host(&self, found: &Diagnostic, left_out: &LeftOut) -> bool {
        let name = found.primary.span.text(self.text());
        let is_macro = || !name.contains(char::is_lowercase);
        found.rule == SCOPE_UNRESOLVED
            && (found.suggestion.is_none() || is_macro() || left_out.contains_key(name))
    }

    /// The declarations that depend on no definition: neither they nor the declarations that they mention have a name of the host, a
    /// macro or a condition.
    fn settled(&self, project: &Project, macros: &Macros, unknown: &[Span]) -> Vec<Span> {
        let (syntax, resolution, _) = wgsl_validator::names(self.text(), project.edition());
        let spans: Vec<Span> = syntax.ast.decls.iter().map(|declaration| declaration.span).collect();
        let first = spans.first().map_or(u32::MAX, |first| first.lo);
        // A directive of WGSL may be there under a condition, and any declaration may need it.
        if macros.conditional.iter().any(|span| span.lo < first) {
            return Vec::new();
        }
        let expansions = macros.uses.iter().map(|used| used.span);
        let open = expansions.chain(macros.conditional.iter().copied()).chain(unknown.iter().copied());
        let mut pending: Vec<usize> = open.flat_map(|span| touched(&spans, span)).collect();
        let mut users: HashMap<usize, Vec<usize>> = HashMap::new();
        for (index, expression) in syntax.ast.exprs.iter().enumerate() {
            if let (Expr::Name(_) | Expr::Template(..), Binding::Module(mentioned)) =
                (expression, resolution.bindings[index])
            {
                let user = touched(&spans, syntax.ast.expr_spans[index]);
                users.entry(mentioned.index()).or_default().extend(user);
            }
        }
        let mut is_open = vec![false; spans.len()];
        while let Some(declaration) = pending.pop() {
            steps::take(1);
            if !std::mem::replace(&mut is_open[declaration], true) {
                pending.extend(users.remove(&declaration).unwrap_or_default());
            }
        }
        spans.into_iter().zip(is_open).filter(|(_, is_open)| !is_open).map(|(span, _)| span).collect()
    }
}

/// The declarations that a range is in, or that are in the range.
fn touched(declarations: &[Span], span: Span) -> std::ops::Range<usize> {
    let first = declarations.partition_point(|declaration| declaration.hi <= span.lo);
    let end = declarations.partition_point(|declaration| declaration.lo < span.hi.max(span.lo + 1));
    first..end.max(first)
}

impl Macros {
    /// The definitions that conditions in the declarations at these places ask for.
    pub(crate) fn suspects(&self, program: &Program, project: &Project, places: &[Span]) -> Vec<Condition> {
        let (syntax, _, _) = wgsl_validator::names(program.text(), project.edition());
        let spans: Vec<Span> = syntax.ast.decls.iter().map(|declaration| declaration.span).collect();
        let declarations: BTreeSet<usize> = places.iter().flat_map(|place| touched(&spans, *place)).collect();
        let mut names: Vec<&str> = Vec::new();
        for declaration in declarations.into_iter().map(|index| spans[index]) {
            if !self.conditional.iter().any(|span| declaration.contains(*span)) {
                continue;
            }
            let Some(around) = program.origin(declaration) else { continue };
            let inside =
                self.left_out.iter().filter(|it| it.file == around.file && around.span.contains(it.span));
            for line in inside.flat_map(|it| it.span.text(&project.file(it.file).text).lines()) {
                if matches!(word_of_directive(line), Some("if" | "ifdef" | "ifndef" | "elif")) {
                    names.extend(tokens(line).iter().map(|token| token.span.text(line)));
                }
            }
        }
        names.retain(|name| self.asked.0.contains_key(*name));
        names.dedup();
        names.truncate(MOST_CONDITIONS);
        names.into_iter().map(|name| Condition::Defined(name.to_owned())).collect()
    }

    /// Returns the names that are declared in lines that conditions leave out, each with the directives that begin these lines.
    fn left_out(&self, project: &Project) -> LeftOut {
        const DECLARING: [&str; 7] = ["fn", "struct", "alias", "const", "override", "let", "define"];
        let mut names = LeftOut::new();
        for place in &self.left_out {
            let text = place.span.text(&project.file(place.file).text);
            let mut directives = Directives { text, at: 0, open: Vec::new() };
            let tokens = tokens(text);
            for (at, token) in tokens.iter().enumerate().filter(|(_, token)| token.kind == Kind::Word) {
                let word =
                    |at: Option<usize>| at.and_then(|at| tokens.get(at)).map_or("", |it| it.span.text(text));
                let before = word(at.checked_sub(1));
                // `var<workgroup> name`
                let is_variable = matches!(before, ">" | "var") && matches!(word(Some(at + 1)), ":" | "=");
                if (DECLARING.contains(&before) || is_variable)
                    && let Some(directive) = directives.around(token.span.lo as usize)
                {
                    names.entry(token.span.text(text).to_owned()).or_default().insert(directive.to_owned());
                }
            }
        }
        names
    }
}

/// The conditions that are open at places of a text. The places must be queried in ascending order.
struct Directives<'t> {
    text: &'t str,
    at: usize,
    open: Vec<&'t str>,
}

impl<'t> Directives<'t> {
    /// The directive of the innermost condition.
    fn around(&mut self, offset: usize) -> Option<&'t str> {
        while let Some(line) = self.text[self.at..].split_inclusive('\n').next().filter(|_| self.at < offset)
        {
            match word_of_directive(line) {
                Some("if" | "ifdef" | "ifndef") => self.open.push(line.trim()),
                Some("elif" | "else") => {
                    self.open.pop();
                    self.open.push(line.trim());
                }
                Some("endif") => drop(self.open.pop()),
                _ => {}
            }
            self.at += line.len();
        }
        self.open.last().copied()
    }
}

/// A sentence that names the missing definitions.
fn reason(names: &BTreeSet<&str>, left_out: &LeftOut) -> String {
    let (conditional, host): (Vec<&str>, Vec<&str>) =
        names.iter().copied().partition(|name| left_out.contains_key(*name));
    let mut reasons = Vec::new();
    if !host.is_empty() {
        let quoted = listed(host.iter().map(|name| format!("`{name}`")), MOST_NAMES, ", ");
        let options = listed(host.iter().map(|name| format!("--define {name}=VALUE")), MOST_NAMES, " ");
        let verb = if host.len() == 1 { "is" } else { "are" };
        reasons.push(format!("{quoted} {verb} not declared: pass {options}"));
    }
    // Names that need the same definition are one reason.
    let mut by_directives: BTreeMap<&BTreeSet<String>, Vec<&str>> = BTreeMap::new();
    for name in conditional {
        by_directives.entry(&left_out[name]).or_default().push(name);
    }
    for (directives, names) in by_directives.iter().take(MOST_NAMES) {
        let directives = directives.iter().map(|directive| format!("`{directive}`"));
        let directives = listed(directives, MOST_CONDITIONS, ", ");
        let verb = if names.len() == 1 { "is" } else { "are" };
        let names = listed(names.iter().map(|name| format!("`{name}`")), MOST_NAMES, ", ");
        reasons.push(format!("{names} {verb} declared only after {directives}"));
    }
    reasons.join("; ")
}

/// A list of at most so many entries, with the number of the others.
fn listed(entries: impl ExactSizeIterator<Item = String>, most: usize, separator: &str) -> String {
    let more = entries.len().saturating_sub(most);
    let more = if more > 0 { format!("{separator}and {more} more") } else { String::new() };
    entries.take(most).collect::<Vec<_>>().join(separator) + &more
}
