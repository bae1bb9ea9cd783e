//! `@if`, `@elif` and `@else` of WESL. <https://wesl-lang.dev/spec/ConditionalTranslation>

use crate::condition::{Asked, Condition as Expression};
use crate::defines::Defines;
use crate::dropped::{MOST_BRANCHES, Region, Scope};
use crate::rules;
use crate::scan::{Kind, Token};
use shader_source::Span;
use shader_source::diagnostic::Diagnostic;
use std::collections::HashMap;

/// The maximum depth of parentheses and `!` in a condition.
const MOST_DEPTH: u32 = 64;

/// The effect of conditions on a source.
#[derive(Debug, Default)]
pub(crate) struct Conditions {
    /// The places that they take away, in the order of the source and disjoint.
    pub(crate) removed: Vec<Span>,
    /// The parts that false conditions drop, without attributes.
    pub(crate) dropped: Vec<Region>,
    /// The names that conditions ask for.
    pub(crate) asked: Asked,
    pub(crate) findings: Vec<Diagnostic>,
}

/// Evaluates the conditions of a text with these tokens and the partners of its brackets.
pub(crate) fn conditions(text: &str, tokens: &[Token], closing: &[usize], defines: &Defines) -> Conditions {
    let next = vec![0; tokens.len()];
    let (ends, done) = (HashMap::new(), Conditions::default());
    let mut removed = Removal { text, tokens, closing, defines, next, ends, done };
    removed.all(&parents(tokens, closing));
    let mut done = removed.done;
    done.removed.sort_unstable();
    done
}

/// For each token, the index of the innermost bracket around it; the number of tokens if there is none.
fn parents(tokens: &[Token], closing: &[usize]) -> Vec<usize> {
    let mut open: Vec<usize> = Vec::new();
    let mut parents = Vec::with_capacity(tokens.len());
    for (index, partner) in closing.iter().enumerate() {
        while open.last().is_some_and(|last| closing[*last] <= index) {
            open.pop();
        }
        parents.push(open.last().copied().unwrap_or(tokens.len()));
        if *partner > 0 {
            open.push(index);
        }
    }
    parents
}

struct Removal<'a> {
    text: &'a str,
    tokens: &'a [Token],
    closing: &'a [usize],
    defines: &'a Defines,
    /// For the first token of attributes that were seen, and of what was taken away: the token to continue with.
    next: Vec<usize>,
    /// For a bracket, what was found in it last: its first token and the token after its end. Whatever begins inside ends there, too.
    ends: HashMap<usize, (usize, usize)>,
    done: Conditions,
}

/// The attributes before a declaration, statement or the like.
#[derive(Clone, Copy, Debug)]
struct Attributes {
    /// The token after them.
    end: usize,
    condition: Option<Condition>,
    /// The tokens of a second condition.
    second: Option<(usize, usize)>,
}

/// An attribute that is a condition.
#[derive(Clone, Copy, Debug)]
struct Condition {
    kind: ConditionKind,
    start: usize,
    /// The token after it.
    end: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ConditionKind {
    If,
    Elif,
    Else,
}

impl Removal<'_> {
    fn all(&mut self, parents: &[usize]) {
        let mut at = 0;
        while at < self.tokens.len() {
            if self.next[at] > 0 {
                at = self.next[at];
            } else if self.tokens[at].is('@') {
                let attributes = self.attributes(at);
                match attributes.condition {
                    Some(condition) if self.is_in_expression(parents[at]) => {
                        self.report(
                            self.span(condition.start, condition.end),
                            "a condition is only allowed before a declaration, member, parameter, statement or clause",
                        );
                        self.remove(condition.start, condition.end);
                        at = attributes.end;
                    }
                    Some(condition) if condition.kind == ConditionKind::If => self.chain(at, parents[at]),
                    Some(condition) => {
                        self.report_second(attributes);
                        let message = "expected an `@if` before this condition";
                        self.report(self.span(condition.start, condition.end), message);
                        self.remove(condition.start, condition.end);
                        at = attributes.end;
                    }
                    None => at = attributes.end,
                }
            } else {
                at += 1;
            }
        }
    }

    fn word(&self, at: usize) -> &str {
        self.tokens.get(at).filter(|it| it.kind == Kind::Word).map_or("", |it| it.span.text(self.text))
    }

    /// The place of tokens.
    fn span(&self, start: usize, end: usize) -> Span {
        self.tokens[start].span.to(self.tokens[end.max(start + 1) - 1].span)
    }

    fn report(&mut self, span: Span, message: &str) {
        self.done.findings.push(Diagnostic::error(rules::INVALID_CONDITION, span, message));
    }

    fn remove(&mut self, start: usize, end: usize) {
        self.done.removed.push(self.span(start, end));
    }

    /// Returns true if this bracket is a parenthesis or a bracket of an expression.
    fn is_in_expression(&self, parent: usize) -> bool {
        let Some(open) = self.tokens.get(parent) else { return false };
        let is_of_parameters = open.is('(') && parent >= 2 && self.word(parent - 2) == "fn";
        !is_of_parameters && (open.is('(') || open.is('['))
    }

    fn report_second(&mut self, attributes: Attributes) {
        if let Some((start, end)) = attributes.second {
            self.report(self.span(start, end), "at most one condition is allowed here");
        }
    }

    /// The attributes that begin here.
    fn attributes(&self, start: usize) -> Attributes {
        let mut end = start;
        let mut condition: Option<Condition> = None;
        let mut second = None;
        while self.tokens.get(end).is_some_and(|token| token.is('@')) {
            let kind = match self.word(end + 1) {
                "if" => Some(ConditionKind::If),
                "elif" => Some(ConditionKind::Elif),
                "else" => Some(ConditionKind::Else),
                _ => None,
            };
            let first = end;
            end = (end + 2).min(self.tokens.len());
            // `@else (*p) = 1;`: the parentheses belong to the statement.
            if kind != Some(ConditionKind::Else) && self.tokens.get(end).is_some_and(|token| token.is('(')) {
                end = (self.closing[end] + 1).min(self.tokens.len());
            }
            if let Some(kind) = kind {
                if condition.is_some() {
                    second = second.or(Some((first, end)));
                }
                condition = condition.or(Some(Condition { kind, start: first, end }));
            }
        }
        Attributes { end, condition, second }
    }

    /// An `@if` with what follows it.
    fn chain(&mut self, start: usize, parent: usize) {
        let (mut at, mut was_taken) = (start, false);
        let mut earlier: Vec<Expression> = Vec::new();
        loop {
            let attributes = self.attributes(at);
            let Some(condition) = attributes.condition else { return };
            self.report_second(attributes);
            let end = self.element(attributes.end, parent);
            let own = self.expression(condition);
            let holds = own.as_ref().is_none_or(|own| own.holds(self.defines));
            if let Some(own) = &own {
                own.asks(&mut self.done.asked);
            }
            if holds && !was_taken {
                self.next[at] = attributes.end;
                self.remove(condition.start, condition.end);
                self.flatten(attributes.end, end);
            } else {
                // At least the attributes, so that this ends.
                self.next[at] = end.max(attributes.end);
                self.remove(at, end);
                let is_told = earlier.len() <= MOST_BRANCHES;
                self.done.dropped.push(Region {
                    tokens: attributes.end..end.max(attributes.end),
                    scope: self.scope(parent),
                    condition: is_told.then(|| Expression::of_branch(&earlier, own.as_ref())),
                });
            }
            was_taken |= holds;
            if earlier.len() <= MOST_BRANCHES {
                earlier.extend(own);
            }
            at = end;
            if !self.tokens.get(at).is_some_and(|token| token.is('@')) {
                return;
            }
            let follows = self.attributes(at).condition.map(|condition| condition.kind);
            if !matches!(follows, Some(ConditionKind::Elif | ConditionKind::Else)) {
                return;
            }
        }
    }

    /// Takes the braces of a block away that has nothing but a condition in front: what it declares is declared outside.
    fn flatten(&mut self, start: usize, end: usize) {
        if self.tokens.get(start).is_some_and(|token| token.is('{')) && end == self.closing[start] + 1 {
            self.remove(start, start + 1);
            self.remove(end - 1, end);
        }
    }

    /// The token after the declaration, statement, clause, member or parameter that begins here, in this bracket.
    fn element(&mut self, start: usize, parent: usize) -> usize {
        if let Some((first, end)) = self.ends.get(&parent)
            && (*first..*end).contains(&start)
        {
            return *end;
        }
        let limit = self.closing.get(parent).map_or(self.tokens.len(), |end| *end);
        let is_list = self.tokens.get(parent).is_some_and(|open| open.is('('))
            || (parent >= 2 && parent < self.tokens.len() && self.word(parent - 2) == "struct");
        let end = if is_list { self.list_element(start, limit) } else { self.statement(start, limit) };
        self.ends.insert(parent, (start, end));
        end
    }

    fn list_element(&self, start: usize, limit: usize) -> usize {
        let (mut at, mut angles) = (start, 0_u32);
        while at < limit {
            match self.tokens[at].kind {
                Kind::Character('(' | '[' | '{') => at = self.closing[at],
                Kind::Character('<') => angles += 1,
                Kind::Character('>') => angles = angles.saturating_sub(1),
                Kind::Character(',') if angles == 0 => return at + 1,
                _ => {}
            }
            at += 1;
        }
        limit
    }

    fn statement(&self, start: usize, limit: usize) -> usize {
        let is_import = self.word(start) == "import" || self.word(start + 1) == "import";
        let mut at = start;
        while at < limit {
            match self.tokens[at].kind {
                Kind::Character('(' | '[') => at = self.closing[at],
                Kind::Character('{') => {
                    at = self.closing[at];
                    if !is_import && self.word(at + 1) != "else" {
                        return (at + 1).min(limit);
                    }
                }
                Kind::Character(';') => return at + 1,
                _ => {}
            }
            at += 1;
        }
        limit
    }

    /// The scope of a part in this bracket.
    fn scope(&self, parent: usize) -> Scope {
        match self.tokens.get(parent) {
            None => Scope::Module,
            Some(open) if open.is('(') => Scope::Parameters,
            Some(_) if parent >= 2 && self.word(parent - 2) == "struct" => {
                Scope::Structure(self.word(parent - 1).to_owned())
            }
            Some(_) => Scope::Statements,
        }
    }

    /// The expression of a condition; `None` for `@else`, and for a malformed one, which counts as true.
    fn expression(&mut self, condition: Condition) -> Option<Expression> {
        if condition.kind == ConditionKind::Else {
            return None;
        }
        let (open, close) = (condition.start + 2, condition.end.saturating_sub(1));
        let is_closed = open < close && self.tokens[open].is('(') && self.tokens[close].is(')');
        let range = if is_closed { open + 1..close } else { 0..0 };
        let mut reader = Reader { text: self.text, tokens: &self.tokens[range], at: 0 };
        match reader.whole() {
            Ok(expression) => Some(expression),
            Err(at) => {
                let (start, end) = match at {
                    Some(at) if is_closed => (open + 1 + at, open + 2 + at),
                    _ => (condition.start, condition.end),
                };
                self.report(
                    self.span(start, end),
                    "a condition must consist of names, `true`, `false`, `!`, `&&`, `||` and parentheses",
                );
                None
            }
        }
    }
}

/// Reads the expression of a condition.
struct Reader<'a> {
    text: &'a str,
    tokens: &'a [Token],
    at: usize,
}

impl Reader<'_> {
    /// The expression of all tokens, or the token that is wrong; `None` if one is missing.
    fn whole(&mut self) -> Result<Expression, Option<usize>> {
        let expression = self.binary(0)?;
        if self.at < self.tokens.len() { Err(Some(self.at)) } else { Ok(expression) }
    }

    /// Operands of one operator: `&&` and `||` are not mixed without parentheses, as in all of WGSL.
    fn binary(&mut self, depth: u32) -> Result<Expression, Option<usize>> {
        let mut operands = vec![self.unary(depth)?];
        let mut operator = "";
        while let Some(token) = self.tokens.get(self.at).filter(|token| token.kind == Kind::Logical) {
            let this = token.span.text(self.text);
            if !operator.is_empty() && this != operator {
                return Err(Some(self.at));
            }
            operator = this;
            self.at += 1;
            operands.push(self.unary(depth)?);
        }
        Ok(if operator == "||" { Expression::any(operands) } else { Expression::all(operands) })
    }

    fn unary(&mut self, depth: u32) -> Result<Expression, Option<usize>> {
        let Some(token) = self.tokens.get(self.at) else { return Err(None) };
        let here = self.at;
        self.at += 1;
        match token.kind {
            Kind::Word => Ok(match token.span.text(self.text) {
                "true" => Expression::Constant(true),
                "false" => Expression::Constant(false),
                name => Expression::Name(name.to_owned()),
            }),
            Kind::Character('!' | '(') if depth >= MOST_DEPTH => Err(Some(here)),
            Kind::Character('!') => Ok(self.unary(depth + 1)?.negated()),
            Kind::Character('(') => {
                let expression = self.binary(depth + 1)?;
                match self.tokens.get(self.at) {
                    Some(token) if token.is(')') => {
                        self.at += 1;
                        Ok(expression)
                    }
                    Some(_) => Err(Some(self.at)),
                    None => Err(None),
                }
            }
            _ => Err(Some(here)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scan::{brackets, tokens};

    fn evaluate(text: &str, names: &[&str]) -> (String, Vec<(u32, u32)>) {
        let mut defines = Defines::default();
        for name in names {
            defines.define(*name, None);
        }
        let tokens = tokens(text);
        let done = conditions(text, &tokens, &brackets(&tokens), &defines);
        let mut left = String::new();
        let mut at = 0;
        for span in &done.removed {
            left.push_str(&text[at..span.lo as usize]);
            at = span.hi as usize;
        }
        left.push_str(&text[at..]);
        let places = done.findings.iter().map(|found| (found.primary.span.lo, found.primary.span.hi));
        (left.split_whitespace().collect::<Vec<_>>().join(" "), places.collect())
    }

    #[track_caller]
    fn assert_left(text: &str, names: &[&str], expected: &str) {
        assert_eq!(evaluate(text, names), (expected.to_owned(), Vec::new()), "{text} with {names:?}");
    }

    #[test]
    fn declarations() {
        let text = "@if(x) const a = 1; @elif(y) const a = 2; @else const a = 3; const b = a;";
        assert_left(text, &["x"], "const a = 1; const b = a;");
        assert_left(text, &["y"], "const a = 2; const b = a;");
        assert_left(text, &["x", "y"], "const a = 1; const b = a;");
        assert_left(text, &[], "const a = 3; const b = a;");
        let text = "@if(x) @compute @workgroup_size(1) fn f() { if a { } else { } } fn g() {}";
        assert_left(text, &[], "fn g() {}");
        assert_left(text, &["x"], "@compute @workgroup_size(1) fn f() { if a { } else { } } fn g() {}");
        assert_left("@compute @if(x) fn f() {} fn g() {}", &[], "fn g() {}");
        assert_left("@if(x) import a::{b, c}; enable f16;", &[], "enable f16;");
        assert_left(
            "@if(x) { const a = 1; @if(y) const b = 2; } const c = 3;",
            &["x"],
            "const a = 1; const c = 3;",
        );
    }

    #[test]
    fn members_and_parameters() {
        let text = "struct S { @if(x) @size(8) a: array<f32, 4>, b: f32, @if(!x) c: f32 }";
        assert_left(text, &["x"], "struct S { @size(8) a: array<f32, 4>, b: f32, }");
        assert_left(text, &[], "struct S { b: f32, c: f32 }");
        let text = "fn f(@if(x) a: vec2<f32>, @else a: f32, b: f32) {}";
        assert_left(text, &["x"], "fn f( a: vec2<f32>, b: f32) {}");
        assert_left(text, &[], "fn f( a: f32, b: f32) {}");
    }

    #[test]
    fn statements() {
        let text = "fn f() { @if(x) if a { b(); } else if c { } else { d(); } @else e(); g(); }";
        assert_left(text, &["x"], "fn f() { if a { b(); } else if c { } else { d(); } g(); }");
        assert_left(text, &[], "fn f() { e(); g(); }");
        assert_left("fn f() { @if(x) for (var i = 0; i < 3; i++) { g(); } h(); }", &[], "fn f() { h(); }");
        assert_left("fn f() { @if(x) { let a = 1; } g(a); }", &["x"], "fn f() { let a = 1; g(a); }");
        assert_left("fn f() { @if(x) a(); @else (*p) = 1; }", &[], "fn f() { (*p) = 1; }");
        let text = "fn f() { switch a { @if(x) case 1: { b(); } @else case 2 { } default: {} } }";
        assert_left(text, &[], "fn f() { switch a { case 2 { } default: {} } }");
        assert_left(
            "fn f() { loop { @if(x) break; @if(!x) continue; } }",
            &[],
            "fn f() { loop { continue; } }",
        );
    }

    #[test]
    fn conditions_nest_in_what_is_kept() {
        let text = "@if(x) fn f() { @if(y) a(); @else b(); }";
        assert_left(text, &["x"], "fn f() { b(); }");
        assert_left(text, &["x", "y"], "fn f() { a(); }");
        assert_left(text, &["y"], "");
    }

    #[test]
    fn operators() {
        for (condition, expected) in [
            ("x && y", false),
            ("x || y", true),
            ("!x", false),
            ("!y && (x || y)", true),
            ("true", true),
            ("false || (y || x)", true),
            ("!!x", true),
        ] {
            let expected = if expected { "const a = 1;" } else { "" };
            assert_left(&format!("@if({condition}) const a = 1;"), &["x"], expected);
        }
    }

    #[test]
    fn malformed_conditions_have_their_places() {
        let places = |text| evaluate(text, &[]).1;
        assert_eq!(places("@if(a + b) const a = 1;"), [(6, 7)]);
        assert_eq!(places("@if(a && b || c) const a = 1;"), [(11, 13)]);
        assert_eq!(places("@if() const a = 1;"), [(0, 5)]);
        assert_eq!(places("@if const a = 1;"), [(0, 3)]);
        assert_eq!(places("@else const a = 1;"), [(0, 5)]);
        assert_eq!(places("const a = 1; @elif(b) const c = 1;"), [(13, 21)]);
        assert_eq!(places("@if(a) @if(b) const c = 1;"), [(7, 13)]);
        assert_eq!(places("fn f() { g(@if(a) 1, 2); }"), [(11, 17)]);
        assert_eq!(places("fn f() { a[@else 1] = 2; }"), [(11, 16)]);
    }

    #[test]
    fn nothing_is_too_deep_or_too_short() {
        for text in [
            "@",
            "@if",
            "@if(",
            "@if(a",
            "@if(a)",
            "@if(a) @else",
            "{ @if(a) }",
            "( @if(a)",
            "@else",
            "@if(a) }",
        ] {
            let _ = evaluate(text, &["a"]);
            let _ = evaluate(text, &[]);
        }
        let deep = format!("@if({}a{}) const a = 1;", "(".repeat(100_000), ")".repeat(100_000));
        assert_eq!(evaluate(&deep, &[]).1.len(), 1);
        let _ = evaluate(&"fn f() { @if(a) { ".repeat(20_000), &["a"]);
        let _ = evaluate(&"@if(a) ".repeat(20_000), &[]);
    }
}
