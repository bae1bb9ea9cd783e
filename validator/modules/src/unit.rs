//! A file as a module: its declarations, the names that they refer to, and its imports.

use crate::c_like::is_c_like;
use crate::conditions::conditions;
use crate::defines::Defines;
use crate::dropped::Dropped;
use crate::finding::Found;
use crate::imports::{Import, imports};
use crate::leftover::{leftovers, name_in_braces, with_values};
use crate::mapped::{FileIndex, MappedText};
use crate::overrides::Override;
use crate::preprocess::{is_preprocessed, preprocess};
use crate::rules;
use crate::scan::{Kind, Token, brackets, tokens};
use shader_source::Span;
use shader_source::diagnostic::{Applicability, Diagnostic, Severity};
use std::collections::{HashMap, HashSet};
use wgsl_spec::Edition;
use wgsl_validator::ast::{Attribute, DeclKind, Expr};
use wgsl_validator::resolve::Binding;
use wgsl_validator::syntax::Syntax;

/// A declaration of a program: its file, and its index there.
pub(crate) type Item = (FileIndex, usize);

/// A file with imports and conditions removed. All spans are in `text`.
#[derive(Debug)]
pub(crate) struct Unit {
    pub(crate) file: FileIndex,
    /// Plain WGSL, with each path replaced by one word.
    pub(crate) text: MappedText,
    /// The words that replace paths, with the original paths.
    pub(crate) paths: HashMap<String, Vec<String>>,
    pub(crate) imports: Vec<Import>,
    /// Indices of imports by the name that they introduce.
    pub(crate) by_import: HashMap<String, usize>,
    /// The names defined by `#define` lines.
    pub(crate) defines: Defines,
    /// Its directives.
    pub(crate) directives: Vec<Span>,
    /// The end of its directives, or without any the start of its first declaration.
    pub(crate) head: u32,
    pub(crate) declarations: Vec<Declaration>,
    pub(crate) by_name: HashMap<String, usize>,
    /// The names of its `private` declarations.
    pub(crate) private: HashSet<String>,
    /// Its functions that take the place of functions of other modules, in the whole program.
    pub(crate) overrides: Vec<Override>,
    /// Names that may refer to a declaration of a module, in source order.
    pub(crate) references: Vec<Reference>,
    /// The words in declarations with syntax errors that may refer to a declaration of a module, in source order. Only editors follow them: checks
    /// are silent about such a declaration.
    pub(crate) mentions: Vec<Reference>,
    /// The predeclared names that it uses.
    pub(crate) predeclared: HashSet<String>,
    /// Names that refer to nothing.
    pub(crate) unknown: HashSet<String>,
    /// The names of parameters, members and local declarations.
    pub(crate) locals: HashSet<String>,
    /// Whether it has an entry point.
    pub(crate) has_entry_point: bool,
    /// The code that false conditions remove.
    pub(crate) dropped: Dropped,
    /// Placeholders for other tools: `#{NAME}`, `{{…}}` or the like.
    pub(crate) leftovers: Vec<Span>,
    pub(crate) findings: Vec<Found>,
    /// Whether it has syntax errors.
    pub(crate) has_mistakes: bool,
    /// The diagnostics in declarations with syntax errors, whose edits are not confirmed to be safe.
    pub(crate) broken: Vec<Found>,
}

/// A declaration of a module.
#[derive(Clone, Debug)]
pub(crate) struct Declaration {
    pub(crate) span: Span,
    /// Its name, if it has one.
    pub(crate) name: Option<String>,
    pub(crate) name_span: Span,
    /// Whether it is always part of its module, even if nothing refers to it: an assertion, or a declaration with a syntax error.
    pub(crate) is_of_module: bool,
    pub(crate) has_error: bool,
}

impl Declaration {
    /// Returns true if a place of the module is in it.
    pub(crate) fn contains(&self, place: Span) -> bool {
        self.span.lo <= place.lo && place.hi <= self.span.hi
    }
}

/// A name that may refer to a declaration of a module.
#[derive(Clone, Debug)]
pub(crate) struct Reference {
    pub(crate) span: Span,
    pub(crate) to: Referent,
}

/// The referent of a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Referent {
    /// A declaration of the same module.
    Own(usize),
    /// An import of the module, and the rest of the path.
    Import(usize, Vec<String>),
    /// A path.
    Path(Vec<String>),
}

impl Unit {
    /// Reads a file. If `is_modular` is false, it can't have imports and conditions.
    pub(crate) fn new(
        file: FileIndex,
        text: &str,
        is_modular: bool,
        defines: &Defines,
        edition: Edition,
    ) -> Self {
        let is_preprocessed = is_modular && is_preprocessed(text);
        let mut findings = Vec::new();
        let mut imports = Vec::new();
        let mut own_defines = Defines::default();
        let mut source = MappedText::of_file(file, text);
        let mut dropped = Dropped::default();
        if is_preprocessed {
            let done = preprocess(file, text, defines);
            dropped.read_lines(text, done.dropped);
            dropped.asked = done.asked;
            (source, imports, findings, own_defines) = (done.text, done.imports, done.findings, done.defines);
        }
        let mut defines = defines.clone();
        defines.extend(&own_defines);
        let mut head = Head { imports, dropped, findings, is_preprocessed, ..Head::new(file) };
        let mut paths = Paths::default();
        if is_modular {
            (source, _) = with_values(source, |written, _| defines.get(&name_in_braces(written)?));
            source = without_conditions(&source, &defines, &mut head);
            (source, paths) = without_imports(&source, &mut head);
        }
        let mut unit = Self::resolved(file, source, head, paths, edition);
        unit.defines = own_defines;
        unit
    }

    /// Creates Bevy's module `constants`: each name with an integer value is a constant of abstract type. Other values are only used in
    /// conditions.
    pub(crate) fn of_constants(file: FileIndex, defines: &Defines, edition: Edition) -> Self {
        let mut text = MappedText::default();
        let is_integer = |value: &str| {
            value.parse::<i64>().is_ok_and(|it| i64::from(i32::MIN) <= it && it <= i64::from(u32::MAX))
        };
        for (name, value) in defines.all().filter(|(_, value)| is_integer(value)) {
            text.insert(&format!("const {name} = {value};\n"));
        }
        Self::resolved(file, text, Head::new(file), Paths::default(), edition)
    }

    fn resolved(file: FileIndex, text: MappedText, head: Head, paths: Paths, edition: Edition) -> Self {
        let by_import = head.imports.iter().enumerate().map(|(index, it)| (it.name.clone(), index)).collect();
        let mut unit = Self {
            file,
            paths: paths.words,
            imports: head.imports,
            by_import,
            defines: Defines::default(),
            head: head.directives.last().map_or(0, |last| last.hi),
            directives: head.directives,
            declarations: Vec::new(),
            by_name: HashMap::new(),
            private: head.private,
            overrides: Vec::new(),
            references: Vec::new(),
            mentions: Vec::new(),
            predeclared: HashSet::new(),
            unknown: HashSet::new(),
            locals: HashSet::new(),
            has_entry_point: false,
            dropped: head.dropped,
            leftovers: leftovers(text.text()),
            findings: head.findings,
            has_mistakes: false,
            broken: Vec::new(),
            text: MappedText::default(),
        };
        unit.names(&text, &head.overrides, edition);
        unit.text = text;
        unit
    }

    /// Collects its declarations and names. `overrides` are the places of the names of `override fn`.
    fn names(&mut self, mapped: &MappedText, overrides: &HashSet<u32>, edition: Edition) {
        let text = mapped.text();
        let (syntax, resolution, mistakes) = wgsl_validator::names(text, edition);
        let ast = &syntax.ast;
        for declaration in &ast.decls {
            let name = declaration.name.map(|symbol| syntax.name(symbol).to_owned());
            if let Some(name) = &name {
                self.by_name.entry(name.clone()).or_insert(self.declarations.len());
            }
            self.declarations.push(Declaration {
                span: declaration.span,
                name,
                name_span: declaration.name_span,
                is_of_module: declaration.has_error || matches!(declaration.kind, DeclKind::ConstAssert(_)),
                has_error: declaration.has_error,
            });
        }
        self.mistakes(mapped, mistakes);
        self.note_overrides(mapped, overrides);
        if self.directives.is_empty() {
            self.head = self.declarations.first().map_or(text.len() as u32, |first| first.span.lo);
        }
        self.has_entry_point = is_entered(&syntax);
        for (index, expression) in ast.exprs.iter().enumerate() {
            let (Expr::Name(symbol) | Expr::Template(symbol, _)) = expression else { continue };
            let name = syntax.name(*symbol);
            let lo = ast.expr_spans[index].lo;
            let span = Span::new(lo, lo + name.len() as u32);
            match (resolution.bindings[index], self.referent(name)) {
                (Binding::Module(declaration), _) => {
                    let to = self.own(declaration.index(), span);
                    self.references.push(Reference { span, to });
                }
                // Names of a broken declaration are not resolved.
                (Binding::Unknown | Binding::Predeclared | Binding::None, Some(to)) => {
                    self.references.push(Reference { span, to });
                }
                (Binding::Predeclared, None) => {
                    self.predeclared.insert(name.to_owned());
                }
                (Binding::Unknown | Binding::None, _) => {
                    self.unknown.insert(name.to_owned());
                }
                (Binding::Local(_) | Binding::Parameter(_), _) => {}
            }
        }
        self.references.sort_unstable_by_key(|reference| reference.span);
        self.mentions = self.mentions_in(text);
        let variables = ast.variables.iter().map(|it| it.name);
        let names = variables.chain(ast.members.iter().map(|it| it.name));
        self.locals = names.map(|symbol| syntax.name(symbol).to_owned()).collect();
    }

    /// Notes the syntax errors.
    fn mistakes(&mut self, text: &MappedText, mistakes: Vec<Diagnostic>) {
        self.has_mistakes = mistakes.iter().any(|found| found.severity == Severity::Error);
        let broken: Vec<Span> =
            self.declarations.iter().filter(|declaration| declaration.has_error).map(|it| it.span).collect();
        let is_broken = |span: Span| {
            let next = broken.partition_point(|declaration| declaration.lo <= span.lo);
            next > 0 && span.lo <= broken[next - 1].hi
        };
        for found in mistakes.into_iter().filter(|found| is_broken(found.primary.span)) {
            let shown = |word: &str| self.paths.get(word).map(|path| path.join("::"));
            self.broken.extend(Found::in_file(self.file, text, found, shown));
        }
    }

    /// Returns what a name refers to that the module does not declare.
    pub(crate) fn referent(&self, name: &str) -> Option<Referent> {
        let Some(path) = self.paths.get(name) else {
            return self.by_import.get(name).map(|import| Referent::Import(*import, Vec::new()));
        };
        // A path begins with an import or with a package.
        match self.by_import.get(&path[0]) {
            Some(import) => Some(Referent::Import(*import, path[1..].to_vec())),
            None => Some(Referent::Path(path.clone())),
        }
    }

    /// Returns true if all its paths begin at a known directory. What other paths refer to depends on the names of all files.
    pub(crate) fn has_fixed_paths(&self) -> bool {
        let is_fixed = |path: &Vec<String>| {
            let first = path.first().map_or("", String::as_str);
            matches!(first, "package" | "super" | "self") || self.by_import.contains_key(first)
        };
        self.imports.iter().map(|import| &import.path).chain(self.paths.values()).all(is_fixed)
    }

    /// Returns the range of the file from the start of the declaration at a place to the start of the next one.
    pub(crate) fn around(&self, place: Span) -> Span {
        let start = |it: &Declaration| self.text.origin(it.span).map_or(0, |place| place.span.lo);
        let next = self.declarations.partition_point(|it| start(it) <= place.lo);
        let lo = next.checked_sub(1).map_or(0, |index| start(&self.declarations[index]));
        let hi = self.declarations.get(next).map_or(u32::MAX, start);
        Span::new(lo, hi)
    }

    /// Returns true if it has an unknown name or a placeholder that is defined.
    pub(crate) fn needs(&self, defines: &Defines) -> bool {
        let is_defined = |name: &str| defines.get(name).is_some();
        self.unknown.iter().any(|name| is_defined(name)) || self.placeholders().any(|name| is_defined(&name))
    }

    /// Returns true if it has placeholders with names.
    pub(crate) fn is_template(&self) -> bool {
        self.placeholders().next().is_some()
    }

    /// The names of its placeholders.
    fn placeholders(&self) -> impl Iterator<Item = String> {
        self.leftovers.iter().filter_map(|span| name_in_braces(span.text(self.text.text())))
    }

    /// Returns true if a name is declared more than once.
    pub(crate) fn has_duplicates(&self) -> bool {
        self.declarations.iter().filter(|declaration| declaration.name.is_some()).count() > self.by_name.len()
    }

    /// Returns the references in a range.
    pub(crate) fn references_in(&self, span: Span) -> &[Reference] {
        let first = self.references.partition_point(|reference| reference.span.lo < span.lo);
        let last = self.references.partition_point(|reference| reference.span.lo < span.hi);
        &self.references[first..last.max(first)]
    }
}

/// Returns true if a source has to be assembled because it has WESL imports or conditions, or preprocessor lines.
#[must_use]
pub fn is_modular(text: &str) -> bool {
    // Most files have no `#`, so that one pass rules out both preprocessors.
    (text.contains('#') && (is_preprocessed(text) || is_c_like(text)))
        || (has_wesl_words(text) && has_wesl_forms(text))
}

fn has_wesl_words(text: &str) -> bool {
    // Every file of a run is searched three times: for a rare word, a character, and a pair of characters that WGSL does not have.
    let is_condition = |(at, _): (usize, &str)| text[at + 1..].trim_start().starts_with("if");
    text.contains("import") || text.match_indices('@').any(is_condition) || text.contains("::")
}

fn has_wesl_forms(text: &str) -> bool {
    let tokens = tokens(text);
    let word = |at: usize| tokens.get(at).map_or("", |token: &Token| token.span.text(text));
    // `import` is a statement if it begins one and is followed by a path or a list.
    let is_import = |at: usize| {
        let begins = at == 0 || matches!(word(at - 1), ";" | "}" | ")" | "public" | "private");
        let goes_on = matches!(word(at + 2), "::" | "as" | ";" | "{") || word(at + 1) == "{";
        word(at) == "import" && begins && goes_on
    };
    let is_condition = |at: usize| word(at) == "@" && word(at + 1) == "if";
    // Only WESL has paths that begin with these words.
    let is_path = |at: usize| matches!(word(at), "package" | "super" | "self") && word(at + 1) == "::";
    (0..tokens.len()).any(|at| is_import(at) || is_condition(at) || is_path(at))
}

/// The statements before the declarations.
struct Head {
    file: FileIndex,
    imports: Vec<Import>,
    directives: Vec<Span>,
    /// The names of `private` declarations.
    private: HashSet<String>,
    /// The places of the names of `override fn` in the file.
    overrides: HashSet<u32>,
    dropped: Dropped,
    findings: Vec<Found>,
    /// Whether the file has directives of `naga_oil`, and so its `virtual fn` and `override fn`.
    is_preprocessed: bool,
}

impl Head {
    fn new(file: FileIndex) -> Self {
        Self {
            file,
            imports: Vec::new(),
            directives: Vec::new(),
            private: HashSet::new(),
            overrides: HashSet::new(),
            dropped: Dropped::default(),
            findings: Vec::new(),
            is_preprocessed: false,
        }
    }

    /// Adds a diagnostic, mapped from `text` to this file.
    fn report(&mut self, text: &MappedText, mut diagnostic: Diagnostic) {
        let edits = diagnostic.suggestion.iter_mut().flat_map(|it| &mut it.edits).map(|(span, _)| span);
        for span in std::iter::once(&mut diagnostic.primary.span).chain(edits) {
            if let Some(place) = text.origin(*span) {
                *span = place.span;
            }
        }
        self.findings.push(Found { file: self.file, diagnostic });
    }
}

/// Returns the source without these parts, which are sorted and either disjoint or nested.
fn without(text: &MappedText, removed: &[Span]) -> MappedText {
    let mut left = MappedText::default();
    let mut at = 0;
    for span in removed {
        if span.lo > at {
            left.copy(text, Span::new(at, span.lo));
        }
        at = at.max(span.hi);
    }
    left.copy(text, Span::new(at, text.len()));
    left
}

fn without_conditions(text: &MappedText, defines: &Defines, head: &mut Head) -> MappedText {
    if !text.text().contains('@') {
        return text.clone();
    }
    let tokens = tokens(text.text());
    let closing = brackets(&tokens);
    let done = conditions(text.text(), &tokens, &closing, defines);
    done.findings.into_iter().for_each(|found| head.report(text, found));
    head.dropped.asked.extend(&done.asked);
    let place = |span: Span| text.origin(span).map_or(span.lo, |place| place.span.lo);
    head.dropped.read(text.text(), &tokens, &closing, done.dropped, place);
    without(text, &done.removed)
}

/// The words that replace paths.
#[derive(Default)]
struct Paths {
    words: HashMap<String, Vec<String>>,
    by_path: HashMap<Vec<String>, String>,
}

impl Paths {
    /// Returns the word for a path, which does not occur in the source.
    fn word(&mut self, path: Vec<String>, prefix: &str) -> String {
        let next = self.by_path.len();
        let word = self.by_path.entry(path.clone()).or_insert_with(|| format!("{prefix}{next}"));
        self.words.insert(word.clone(), path);
        word.clone()
    }
}

/// Returns the source without imports and visibility, and with paths replaced by words.
fn without_imports(text: &MappedText, head: &mut Head) -> (MappedText, Paths) {
    let source = text.text();
    let tokens = tokens(source);
    let mut removed = module_scope(text, &tokens, head);
    removed.sort_unstable();
    let mut prefix = "path_".to_owned();
    while source.contains(&prefix) {
        prefix.push('x');
    }
    let mut paths = Paths::default();
    let mut left = MappedText::default();
    let (mut at, mut index, mut removal) = (0, 0, removed.iter().peekable());
    let mut shifts: Vec<(u32, i64)> = Vec::new();
    while index < tokens.len() {
        let token = tokens[index];
        if let Some(span) = removal.next_if(|span| span.lo <= token.span.lo) {
            left.copy(text, Span::new(at, span.lo));
            at = span.hi;
            index += tokens[index..].partition_point(|token| token.span.lo < span.hi);
        } else if let Some((end, path)) = path(source, &tokens, index) {
            left.copy(text, Span::new(at, token.span.lo));
            let span = token.span.to(tokens[end - 1].span);
            left.replace(text, span, &paths.word(path, &prefix));
            (at, index) = (span.hi, end);
        } else {
            index += 1;
            continue;
        }
        shifts.push((at, i64::from(left.len()) - i64::from(at)));
    }
    left.copy(text, Span::new(at, text.len()));
    for directive in &mut head.directives {
        let shift = |offset: u32| {
            let known = shifts.partition_point(|(from, _)| *from <= offset);
            let by = known.checked_sub(1).map_or(0, |index| shifts[index].1);
            (i64::from(offset) + by) as u32
        };
        *directive = Span::new(shift(directive.lo), shift(directive.hi));
    }
    (left, paths)
}

/// Parses a path of several names, and returns it with the index of the token after it.
pub(crate) fn path(text: &str, tokens: &[Token], start: usize) -> Option<(usize, Vec<String>)> {
    let is = |at: usize, kind: Kind| tokens.get(at).is_some_and(|token: &Token| token.kind == kind);
    let mut end = start + 1;
    if !is(start, Kind::Word) || !is(end, Kind::Path) {
        return None;
    }
    while is(end, Kind::Path) && is(end + 1, Kind::Word) {
        end += 2;
    }
    let words = tokens[start..end].iter().filter(|token| token.kind == Kind::Word);
    let path: Vec<String> = words.map(|token| token.span.text(text).to_owned()).collect();
    (path.len() > 1).then_some((end, path))
}

/// Reads the imports and directives between the declarations, and returns the spans of imports and visibility, which are not WGSL.
fn module_scope(text: &MappedText, tokens: &[Token], head: &mut Head) -> Vec<Span> {
    let source = text.text();
    let closing = brackets(tokens);
    let word = |at: usize| tokens.get(at).map_or("", |token: &Token| token.span.text(source));
    let mut removed = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let start = at;
        while word(at) == "@" {
            at += 2;
            if word(at) == "(" {
                at = closing[at] + 1;
            }
        }
        let is_public = word(at) == "public";
        let is_visibility = (is_public || word(at) == "private")
            && matches!(word(at + 1), "fn" | "struct" | "alias" | "const" | "override" | "var" | "import");
        let is_override = word(at) == "override";
        let is_replaceable =
            head.is_preprocessed && (is_override || word(at) == "virtual") && word(at + 1) == "fn";
        if is_replaceable {
            removed.push(tokens[at].span);
            let name = tokens.get(at + 2).filter(|_| is_override).and_then(|name| text.origin(name.span));
            head.overrides.extend(name.map(|place| place.span.lo));
        }
        let visibility = at;
        at += usize::from(is_visibility || is_replaceable);
        let first = at;
        let is_import = word(at) == "import";
        if is_visibility && !is_import {
            removed.push(tokens[visibility].span);
            if !is_public {
                head.private.extend(declared_name(source, &tokens[first..]).map(str::to_owned));
            }
        }
        let is_directive = matches!(word(at), "enable" | "requires" | "diagnostic");
        // Skip to the end of the statement.
        while at < tokens.len()
            && word(at) != ";"
            && !(is_import && is_behind_import(source, &tokens[first..], at - first))
        {
            let is_body = word(at) == "{" && !is_import;
            if matches!(word(at), "{" | "(" | "[") {
                at = closing[at];
            }
            at += 1;
            if is_body {
                break;
            }
        }
        let is_ended = at < tokens.len() && word(at) == ";";
        if is_import {
            let end = at.min(tokens.len());
            read_import(text, tokens, first + 1..end, is_public, head);
            let last = if is_ended { at } else { end - 1 };
            if !is_ended {
                let end = tokens[last].span.hi;
                let found = Diagnostic::error(
                    rules::INVALID_IMPORT,
                    tokens[last].span,
                    "expected `;` after the import",
                );
                head.report(
                    text,
                    found.suggest(
                        "add `;`",
                        vec![(Span::new(end, end), ";".to_owned())],
                        Applicability::Safe,
                    ),
                );
            }
            removed.push(tokens[start].span.to(tokens[last].span));
        } else if is_directive && is_ended {
            head.directives.push(tokens[start].span.to(tokens[at].span));
        }
        at += usize::from(is_ended);
        at = at.max(start + 1);
    }
    removed
}

/// Returns the name of the declaration that begins with these tokens: `fn name`, `var<private> name`.
fn declared_name<'t>(text: &'t str, tokens: &[Token]) -> Option<&'t str> {
    let mut behind = tokens.iter().skip(1);
    let name = match behind.next()? {
        token if token.is('<') => behind.skip_while(|token| !token.is('>')).nth(1)?,
        token => token,
    };
    (name.kind == Kind::Word).then(|| name.span.text(text))
}

/// Returns true if the import at the start of these tokens ends before this token without a `;`: two names follow one another, or the token can't
/// be part of an import.
fn is_behind_import(text: &str, tokens: &[Token], at: usize) -> bool {
    let is_as = |token: &Token| token.span.text(text) == "as";
    let Some(before) = at.checked_sub(1).map(|before| &tokens[before]) else { return false };
    let token = &tokens[at];
    let goes_on = at == 1 || before.kind == Kind::Path || is_as(before) || is_as(token);
    let is_another = token.kind == Kind::Word && !goes_on && (before.kind == Kind::Word || before.is('}'));
    is_another || token.is('@') || token.is('(')
}

fn read_import(
    text: &MappedText,
    tokens: &[Token],
    range: std::ops::Range<usize>,
    is_public: bool,
    head: &mut Head,
) {
    let keyword = tokens[range.start - 1].span;
    let place = |span: Span| text.origin(span).map_or(span, |place| place.span);
    match imports(text.text(), &tokens[range]) {
        Ok(found) => {
            for import in found {
                // A lone name is a module.
                let is_start = |it: &String| matches!(it.as_str(), "package" | "self" | "super");
                let is_whole = import.path.last().is_some_and(|it| !is_start(it));
                if is_whole {
                    head.imports.push(Import { is_public, ..import.at(place) });
                } else {
                    let message = "expected a module and a name in it";
                    head.report(text, Diagnostic::error(rules::INVALID_IMPORT, import.span, message));
                }
            }
        }
        Err(error) => {
            let span = if error.span.hi == 0 { keyword } else { error.span };
            head.report(text, Diagnostic::error(rules::INVALID_IMPORT, span, error.message));
        }
    }
}

/// Returns true if a source has an entry point.
#[must_use]
pub fn has_entry_point(text: &str, edition: Edition) -> bool {
    is_entered(&wgsl_validator::parse(text, edition).0)
}

fn is_entered(syntax: &Syntax<'_>) -> bool {
    let is_stage = |it: &Attribute| ["vertex", "fragment", "compute"].contains(&syntax.name(it.name));
    let ast = &syntax.ast;
    ast.functions.iter().any(|function| ast.attributes[function.attributes.range()].iter().any(is_stage))
}
