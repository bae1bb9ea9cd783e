//! Module-scope variables `var<in>` and `var<out>`, which drafts until the summer of 2021 had instead of parameters and results. naga also took
//! variables with a built-in value and without address space.
//!
//! An input becomes a parameter of the entry points that use it, and an output a variable in them that they return; several outputs are
//! returned in a structure. Functions that entry points call can't see either, so what they use becomes a private variable, which the entry
//! point sets from a parameter or returns. No mention of a variable is edited.

use super::edits::Edits;
use super::outline::{Function, Mentions, Outline, StageVariable};
use super::tokens::Tokens;
use super::words::FreshNames;
use crate::lex::TokenKind;
use shader_source::Span;
use std::collections::BTreeSet;

/// The program with parameters and results instead of such variables.
pub(super) fn to_parameters(text: &str) -> String {
    let tokens = Tokens::of(text);
    let outline = Outline::of(&tokens);
    if outline.variables.is_empty() {
        return text.to_owned();
    }
    let mut writer = Writer { tokens: &tokens, outline: &outline, names: FreshNames::of(&tokens) };
    let mut edits = Edits::default();
    if writer.write(&mut edits).is_none() {
        return text.to_owned();
    }
    edits.apply(text)
}

struct Writer<'o, 't> {
    tokens: &'o Tokens<'t>,
    outline: &'o Outline<'t>,
    names: FreshNames<'t>,
}

impl<'t> Writer<'_, 't> {
    /// Notes the edits; `None` if an entry point returns something else already.
    fn write(&mut self, edits: &mut Edits) -> Option<()> {
        let mentions = self.outline.mentions(self.tokens);
        let functions = || self.outline.functions.iter().enumerate();
        let is_entry = |function: &Function<'t>| function.stage(self.tokens).is_some();
        // Functions that are called can't see the parameters and variables of an entry point.
        let shared: BTreeSet<usize> = functions()
            .filter(|(_, function)| !is_entry(function))
            .flat_map(|(index, _)| mentions[index].variables.iter().copied())
            .collect();
        for (index, variable) in self.outline.variables.iter().enumerate() {
            if shared.contains(&index) {
                edits.replace(variable.head, "var<private>");
            } else {
                edits.delete(whole_line(self.tokens.text, variable.whole));
            }
        }
        for (index, function) in self.outline.functions.iter().enumerate() {
            if let Some(stage) = function.stage(self.tokens) {
                let used = Mentions::reached(&mentions, index);
                let used: Vec<_> =
                    used.iter().map(|it| (&self.outline.variables[*it], shared.contains(it))).collect();
                self.entry_point((function, stage), &used, edits)?;
            }
        }
        Some(())
    }

    /// The entry point with the parameters, variables and results for what it uses; for each variable, whether it is private to the module.
    fn entry_point(
        &mut self,
        (function, stage): (&Function<'t>, &str),
        used: &[(&StageVariable<'t>, bool)],
        edits: &mut Edits,
    ) -> Option<()> {
        let (mut parameters, mut statements, mut outputs) = (Vec::new(), Vec::new(), Vec::new());
        for (variable, is_shared) in used {
            let StageVariable { name, attributes, ty, initializer, .. } = variable;
            let space = if attributes.is_empty() { "" } else { " " };
            match (variable.is_input(stage), is_shared) {
                (true, false) => parameters.push(format!("{attributes}{space}{name} : {ty}")),
                (true, true) => {
                    let parameter = self.names.fresh(format!("{name}_in"));
                    parameters.push(format!("{attributes}{space}{parameter} : {ty}"));
                    statements.push(format!("{name} = {parameter};"));
                }
                (false, is_shared) => {
                    outputs.push(*variable);
                    if !is_shared {
                        let space = if initializer.is_empty() { "" } else { " " };
                        statements.push(format!("var {name} : {ty}{space}{initializer};"));
                    }
                }
            }
        }
        let has_parameters = function.open + 1 < function.close;
        let comma = if has_parameters && !parameters.is_empty() { ", " } else { "" };
        edits.insert(self.tokens.span(function.close).lo, format!("{comma}{}", parameters.join(", ")));
        self.prologue(function, &statements, edits);
        match (outputs.as_slice(), function.has_result(self.tokens)) {
            ([], _) => {}
            (_, true) => return None,
            ([output], false) => {
                self.returns(function, &format!("{} {}", output.attributes, output.ty), output.name, edits);
            }
            (_, false) => {
                let structure = self.structure(function, &outputs, edits);
                let names: Vec<&str> = outputs.iter().map(|it| it.name).collect();
                self.returns(function, &structure, &format!("{structure}({})", names.join(", ")), edits);
            }
        }
        Some(())
    }

    /// Declares the structure of several outputs before the entry point. Returns its name.
    fn structure(
        &mut self,
        function: &Function<'t>,
        outputs: &[&StageVariable<'t>],
        edits: &mut Edits,
    ) -> String {
        let mut letters = function.name.chars();
        let first = letters.next().map(|letter| letter.to_ascii_uppercase());
        let name = self.names.fresh(first.into_iter().chain(letters).chain("Output".chars()).collect());
        let member = |it: &&StageVariable<'_>| format!("    {} {} : {},\n", it.attributes, it.name, it.ty);
        let members: String = outputs.iter().map(member).collect();
        edits.insert(self.tokens.span(function.start).lo, format!("struct {name} {{\n{members}}}\n"));
        name
    }

    /// Puts statements at the start of the body.
    fn prologue(&self, function: &Function<'t>, statements: &[String], edits: &mut Edits) {
        let break_before = self.break_before(function.body + 1);
        for statement in statements {
            edits.insert(self.tokens.span(function.body).hi, format!("{break_before}{statement}"));
        }
    }

    /// Lets the function return a value of a type wherever it ends.
    fn returns(&self, function: &Function<'t>, ty: &str, value: &str, edits: &mut Edits) {
        let tokens = self.tokens;
        let mut result = Span::new(tokens.span(function.close).hi, tokens.span(function.close).hi);
        if tokens.kind(function.close + 1) == TokenKind::Arrow {
            result.hi = tokens.span(function.close + 2).hi;
        }
        edits.replace(result, format!(" -> {}", ty.trim()));
        let is_return = |at: &usize| tokens.are(*at, &[TokenKind::Return, TokenKind::Semicolon]);
        for at in (function.body..function.end).filter(is_return) {
            edits.insert(tokens.span(at).hi, format!(" {value}"));
        }
        if !is_return(&(function.end - 2)) {
            let break_before = self.break_before(function.body + 1);
            edits.insert(tokens.span(function.end - 1).hi, format!("{break_before}return {value};"));
        }
    }

    /// The blanks before a token if they break the line; otherwise one.
    fn break_before(&self, at: usize) -> &'t str {
        let gap = Span::new(self.tokens.span(at - 1).hi, self.tokens.span(at).lo).text(self.tokens.text);
        // A comment between the tokens stays where it is.
        let indent = gap.rfind('\n').map(|line| &gap[line..]).filter(|indent| indent.trim().is_empty());
        if self.tokens.kind(at) == TokenKind::RightBrace { " " } else { indent.unwrap_or(" ") }
    }
}

/// A part of a text, with its line if nothing else is on it.
fn whole_line(text: &str, part: Span) -> Span {
    let before = &text[..part.lo as usize];
    let after = &text[part.hi as usize..];
    let start = before.trim_end_matches([' ', '\t']);
    let end = after.trim_start_matches([' ', '\t', '\r']);
    if (start.is_empty() || start.ends_with('\n')) && end.starts_with('\n') {
        return Span::new(start.len() as u32, (text.len() - end.len() + 1) as u32);
    }
    part
}
