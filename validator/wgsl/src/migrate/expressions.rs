//! Expressions and declarations of the draft of 2022-04-11 that mean something else now, or nothing.

use super::edits::Edits;
use super::integers;
use super::tokens::Tokens;
use crate::ast::{Ast, Expr, ExprId, Literal, Stmt, Suffix};
use crate::lex::{self, Lexed, TokenKind};
use crate::meaning::TypedModule;
use crate::occurrence::{Denoted, occurrences};
use crate::resolve::{Binding, Callee};
use crate::types::{TypeId, TypeKind};
use shader_source::Span;
use std::collections::BTreeSet;
use wgsl_spec::{Edition, Function, Operator, Predeclared, Symbol};

/// Notes the edits of a module that was judged by the draft, whose text may differ from `tokens.text` in names of the same length.
pub(super) fn to_current(module: TypedModule<'_>, tokens: &Tokens<'_>, edits: &mut Edits) {
    let writer = Writer { module, ast: &module.syntax.ast, tokens };
    integers::concrete(writer.ast, tokens.text, edits);
    writer.statements(edits);
    writer.calls(edits);
    writer.members(edits);
    writer.comparisons(edits);
    writer.enumerants(edits);
}

struct Writer<'m> {
    module: TypedModule<'m>,
    ast: &'m Ast,
    tokens: &'m Tokens<'m>,
}

impl Writer<'_> {
    fn exprs(&self) -> impl Iterator<Item = (ExprId, Expr)> {
        self.ast.exprs.iter().enumerate().map(|(index, expr)| (ExprId::from_index(index), *expr))
    }

    fn builtin(&self, callee: ExprId) -> Option<&'static Function> {
        let is_known = self.module.resolution.binding(callee) == Binding::Predeclared;
        match self.module.resolution.callee(self.module.syntax, callee) {
            Callee::Builtin(function) if is_known => Some(function.get()),
            Callee::Builtin(_) | Callee::Function(_) | Callee::Type => None,
        }
    }

    /// Calls whose result may no longer be dropped.
    fn statements(&self, edits: &mut Edits) {
        for statement in &self.ast.stmts {
            let Stmt::Call(call) = *statement else { continue };
            let Expr::Call(callee, _) = self.ast[call] else { continue };
            if self.builtin(callee).is_some_and(|function| function.must_use || is_shift(function)) {
                edits.insert(self.ast.span(call).lo, "_ = ");
            }
        }
    }

    fn calls(&self, edits: &mut Edits) {
        for (_, expr) in self.exprs() {
            let Expr::Call(callee, arguments) = expr else { continue };
            let Some(function) = self.builtin(callee) else { continue };
            let arguments = &self.ast[arguments];
            match (function.name, arguments) {
                ("shiftLeft", [value, amount]) => self.shift(callee, "<<", *value, *amount, edits),
                ("shiftRight", [value, amount]) => self.shift(callee, ">>", *value, *amount, edits),
                ("textureSampleLevel", [texture, ..]) if self.is_external_texture(*texture) => {
                    edits.replace(self.ast.span(callee), "textureSampleBaseClampToEdge");
                }
                _ => {}
            }
        }
    }

    fn is_external_texture(&self, id: ExprId) -> bool {
        let kind = self.module.meaning.types.kind(self.module.meaning[id].ty);
        matches!(kind, TypeKind::PlainTexture(kind) if kind.name() == "texture_external")
    }

    /// `shiftLeft(a, b)` becomes `(a << b)`.
    fn shift(&self, callee: ExprId, operator: &str, value: ExprId, amount: ExprId, edits: &mut Edits) {
        edits.delete(self.ast.span(callee));
        for operand in [value, amount] {
            if matches!(self.ast[operand], Expr::Binary(..)) {
                edits.wrap(self.ast.span(operand), "(", ")");
            }
        }
        if let Some(at) = self.token_from(self.ast.span(value).hi, TokenKind::Comma) {
            edits.replace(self.tokens.span(at), format!(" {operator}"));
        }
        let behind = self.token_at(self.ast.span(amount).hi);
        if self.tokens.kind(behind) == TokenKind::Comma {
            edits.delete(self.tokens.span(behind));
        }
        // The draft shifts an `i32`, and the amount is taken modulo 32.
        if let Expr::Literal(Literal::Integer(Suffix::None)) = self.ast[value] {
            let is_u32 =
                self.module.print(self.module.meaning[value].used_as.unwrap_or(TypeId::ERROR)) == "u32";
            edits.insert(self.ast.span(value).hi, if is_u32 { "u" } else { "i" });
        }
        if let Expr::Literal(Literal::Integer(suffix)) = self.ast[amount] {
            self.masked_amount(amount, suffix, edits);
        }
    }

    fn masked_amount(&self, amount: ExprId, suffix: Suffix, edits: &mut Edits) {
        let span = self.ast.span(amount);
        let digits = span.text(self.tokens.text).trim_end_matches('u');
        let number = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
            Some(digits) => u64::from_str_radix(digits, 16),
            None => digits.parse(),
        };
        if let Ok(number @ 32..) = number {
            let suffix = if suffix == Suffix::U { "u" } else { "" };
            edits.replace(span, format!("{}{suffix}", number % 32));
        }
    }

    /// `frexp(x).sig`
    fn members(&self, edits: &mut Edits) {
        for (id, expr) in self.exprs() {
            let Expr::Member(base, name) = expr else { continue };
            let ty = self.module.meaning[base].ty;
            let types = &self.module.meaning.types;
            let ty = match types.kind(ty) {
                TypeKind::Reference(_, store, _) => store,
                _ => ty,
            };
            if matches!(types.kind(ty), TypeKind::FrexpResult(..)) && self.module.name(name) == "sig" {
                let end = self.ast.span(id).hi;
                edits.replace(Span::new(end - 3, end), "fract");
            }
        }
    }

    /// Comparisons in which the current edition finds a template list.
    fn comparisons(&self, edits: &mut Edits) {
        let lexed = lex::lex(self.tokens.text, Edition::Current, Lexed::default());
        let starts: BTreeSet<u32> = lexed
            .tokens
            .iter()
            .filter(|token| token.kind == TokenKind::TemplateStart)
            .map(|token| token.span.lo)
            .collect();
        for (id, expr) in self.exprs() {
            let Expr::Binary(Operator::Less, left, _) = expr else { continue };
            let is_list = self
                .token_from(self.ast.span(left).hi, TokenKind::Less)
                .is_some_and(|at| starts.contains(&self.tokens.span(at).lo));
            if is_list {
                edits.wrap(self.ast.span(id), "(", ")");
            }
        }
    }

    /// Declarations that hide an access mode or a texel format, which they could not in the draft.
    fn enumerants(&self, edits: &mut Edits) {
        let is_enumerant =
            |name: Symbol| matches!(name.info(Edition::Current).predeclared, Predeclared::Enumerant(_));
        let used: BTreeSet<usize> = self
            .exprs()
            .filter_map(|(_, expr)| match expr {
                Expr::ContextName(name) if is_enumerant(name) => Some(name.index()),
                _ => None,
            })
            .collect();
        if used.is_empty() {
            return;
        }
        for occurrence in occurrences(self.module) {
            let is_declared = !matches!(occurrence.denoted, Denoted::Predeclared(_) | Denoted::Member(_));
            if is_declared && used.contains(&occurrence.name.index()) {
                edits.insert(occurrence.span.hi, "_");
            }
        }
    }

    /// The first token at or behind a place.
    fn token_at(&self, place: u32) -> usize {
        let (mut low, mut high) = (0, self.tokens.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            if self.tokens.span(middle).lo < place {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }

    /// The token at a place, if it is of this kind.
    fn token_from(&self, place: u32, kind: TokenKind) -> Option<usize> {
        let at = self.token_at(place);
        (self.tokens.kind(at) == kind).then_some(at)
    }
}

fn is_shift(function: &Function) -> bool {
    matches!(function.name, "shiftLeft" | "shiftRight")
}
