//! Names that depend on the parameters of a template: whether one is a type or a template is not known before the template has arguments, so
//! the program says it. C++14 (temp.res), (temp.names)
//!
//! A name is dependent if it begins with a parameter, `T::type`, or if a part of it has arguments that are made of parameters: `S<T>::type`. A name in
//! the scope of `S` may be a member of the template that is being defined, which is known.

use super::Parser;
use super::kinds::NameKind;
use crate::ast::{Expr, ExprId, List, NameId, PathPart, TemplateArgument, TypeSyntax, TypeSyntaxId};
use crate::lex::{Token, TokenKind};
use crate::names::Symbol;
use shader_source::Span;
use shader_source::diagnostic::{Applicability, Diagnostic};

impl Parser {
    /// Reports a variable or member with the name of a parameter of a template around it. C++14 (temp.local) 6
    pub(super) fn check_shadowed_parameter(&mut self, name: Symbol, span: Span) {
        if self.parameter_names.contains(&name) {
            let message = format!("`{}` is a parameter of the template here", self.names.text(name));
            self.error_at(self.rules.name_redefinition, span, message);
        }
    }

    /// Reports a `...` here if nothing in the pattern before it is the name of a pack. C++14 (temp.variadic) 5
    pub(super) fn check_pattern_has_pack(&mut self) {
        let start = self.start_of_pattern();
        let pattern = match &self.tokens[start..self.at] {
            // The name of a parameter is not a part of its pattern: `T... a`.
            [pattern @ .., ellipsis, _] if ellipsis.kind == TokenKind::Ellipsis => pattern,
            pattern => pattern,
        };
        let is_pack = |token: &Token| token.symbol.is_some_and(|name| self.packs.contains(&name));
        // A pattern of one token has nothing else in it.
        let is_other_type = match &self.tokens[..self.at] {
            [.., before, only]
                if matches!(before.kind, TokenKind::Less | TokenKind::Comma | TokenKind::LeftParen) =>
            {
                only.symbol.is_some_and(|name| self.kinds.of(name, &self.names) == NameKind::Type)
                    && !is_pack(only)
            }
            _ => false,
        };
        // What is after `::` is a name of a different scope. A name that is not declared is reported as such.
        let is_qualified =
            |at: usize| at.checked_sub(1).is_some_and(|before| pattern[before].kind == TokenKind::ColonColon);
        let mut names = pattern
            .iter()
            .enumerate()
            .filter(|(at, token)| token.kind == TokenKind::Identifier && !is_qualified(*at));
        let may_have_pack = names.any(|(_, token)| {
            let is_unknown = |name| self.kinds.of(name, &self.names) == NameKind::Unknown;
            is_pack(token) || token.symbol.is_some_and(is_unknown)
        });
        if is_other_type || !may_have_pack {
            let message = "`...` must be after a pattern that names a pack";
            self.error(self.rules.grammar_declaration, message);
        }
    }

    /// The first token of the pattern that ends here, or one before it: what is between `<` and `>` may be arguments or compared values, and a
    /// pattern that is too long hides a mistake instead of reporting one that is not there.
    fn start_of_pattern(&mut self) -> usize {
        let mut depth = 0_usize;
        for at in (0..self.at).rev() {
            let kind = self.tokens[at].kind;
            match kind {
                TokenKind::Semicolon | TokenKind::RightBrace => return at + 1,
                TokenKind::Comma | TokenKind::LeftBrace if depth == 0 => return at + 1,
                TokenKind::RightParen | TokenKind::RightBracket | TokenKind::Greater => depth += 1,
                TokenKind::ShiftRight => depth += 2,
                TokenKind::Less if !self.begins_arguments(at) => {}
                TokenKind::LeftParen | TokenKind::LeftBracket | TokenKind::Less => match depth {
                    0 => return at + 1,
                    _ => depth -= 1,
                },
                _ => {}
            }
        }
        0
    }

    /// Returns true if a `<` is after the name of a template or of a cast.
    fn begins_arguments(&mut self, less: usize) -> bool {
        let Some(before) = less.checked_sub(1).map(|before| self.tokens[before]) else { return false };
        match before.kind {
            TokenKind::Identifier => before.symbol.is_some_and(|name| {
                let kind = self.kinds.of(name, &self.names);
                matches!(kind, NameKind::TypeTemplate | NameKind::FunctionTemplate)
            }),
            TokenKind::StaticCast | TokenKind::ReinterpretCast | TokenKind::ConstCast => true,
            _ => false,
        }
    }

    /// Reports a pack without `...` as the type of a parameter or an argument of a specialization. C++14 (temp.variadic) 5
    pub(super) fn check_pack_is_expanded(&mut self, argument: TemplateArgument) {
        let (name, span) = match argument {
            TemplateArgument::Type(ty) if !self.ast.pattern_types.contains(&ty) => match self.ast[ty] {
                TypeSyntax::Qualified(_, inner)
                | TypeSyntax::Pointer(inner)
                | TypeSyntax::Reference(inner, _) => {
                    return self.check_pack_is_expanded(TemplateArgument::Type(inner));
                }
                TypeSyntax::Name(name) => {
                    let list = self.ast[name].arguments.unwrap_or_default();
                    for at in 0..self.ast[list].len() {
                        self.check_pack_is_expanded(self.ast[list][at]);
                    }
                    (self.ast[name], self.ast.type_span(ty))
                }
                _ => return,
            },
            TemplateArgument::Value(value) if !self.ast.patterns.contains(&value) => match self.ast[value] {
                Expr::Name(name) => (self.ast[name], self.ast.expr_span(value)),
                _ => return,
            },
            TemplateArgument::Type(_) | TemplateArgument::Value(_) => return,
        };
        let is_pack = self.parameter_names.contains(&name.name) && self.pack_names.contains(&name.name);
        if name.path.is_empty() && name.arguments.is_none() && is_pack && !self.is_in_arguments {
            let message = format!("pack `{0}` must be expanded: write `{0}...`", self.names.text(name.name));
            self.error_at(self.rules.grammar_declaration, span, message);
        }
    }

    /// Notes whether the type of a variable in a template is a parameter: `T a`, `const thread T& a`.
    pub(super) fn note_dependent(&mut self, name: Symbol, ty: TypeSyntaxId) {
        if !self.parameter_names.is_empty() {
            let is_dependent = self.is_parameter(ty);
            self.dependent_values.insert(name, is_dependent);
        }
    }

    /// Returns true if a type is made of parameters, and its members are not known.
    fn is_parameter(&self, ty: TypeSyntaxId) -> bool {
        match self.ast[ty] {
            TypeSyntax::Qualified(_, inner)
            | TypeSyntax::Pointer(inner)
            | TypeSyntax::Reference(inner, _)
            | TypeSyntax::Array(inner, _) => self.is_parameter(inner),
            TypeSyntax::Name(name) => {
                let name = self.ast[name];
                name.path.is_empty()
                    && match name.arguments {
                        Some(list) => self.has_parameter(list) && !self.classes.contains(&name.name),
                        None => self.parameter_names.contains(&name.name),
                    }
            }
            TypeSyntax::Error
            | TypeSyntax::Auto
            | TypeSyntax::Decltype(_)
            | TypeSyntax::DecltypeAuto
            | TypeSyntax::Fundamental(_)
            | TypeSyntax::Structure(_)
            | TypeSyntax::Enumeration(_)
            | TypeSyntax::Function(..) => false,
        }
    }

    /// Returns true if template arguments are made of parameters.
    fn has_parameter(&self, list: List<TemplateArgument>) -> bool {
        self.ast[list].iter().any(|argument| match *argument {
            TemplateArgument::Type(ty) => self.is_parameter(ty),
            TemplateArgument::Value(value) => self.is_of_parameter(value),
        })
    }

    /// Returns true if a number is a parameter or computed from one, or from a type that is made of parameters. C++14 (temp.dep.constexpr)
    fn is_of_parameter(&self, mut value: ExprId) -> bool {
        // A chain of operators has too many left operands for recursion.
        loop {
            value = match self.ast[value] {
                Expr::Name(name) => {
                    let name = self.ast[name];
                    return name.path.is_empty() && self.parameter_names.contains(&name.name);
                }
                Expr::SizeOfType(ty) | Expr::AlignOf(ty) => return self.is_parameter(ty),
                Expr::Binary(_, left, right) => {
                    if self.is_of_parameter(right) {
                        return true;
                    }
                    left
                }
                Expr::Unary(_, inner) | Expr::Paren(inner) => inner,
                _ => return false,
            }
        }
    }

    /// Returns true if the parts of a name before its last one depend on a parameter of a template.
    pub(super) fn is_dependent_path(&self, path: &[PathPart]) -> bool {
        let is_parameter = path.first().is_some_and(|first| self.parameter_names.contains(&first.name));
        is_parameter
            || path.iter().any(|part| {
                part.arguments.is_some_and(|list| self.has_parameter(list))
                    && !self.classes.contains(&part.name)
            })
    }

    /// Reports template arguments of a member of a dependent type without `template` before the name. C++14 (temp.names)
    pub(super) fn missing_template(&mut self, member: Symbol, span: Span) {
        let message = format!("missing `template` before the member template `{}`", self.names.text(member));
        let found = Diagnostic::error(self.rules.template_keyword, span, message);
        let before = Span::new(span.lo, span.lo);
        self.report(found.suggest(
            "add `template`",
            vec![(before, "template ".to_owned())],
            Applicability::Unsafe,
        ));
    }

    /// Reports a type that depends on a parameter of a template without `typename` before it.
    pub(super) fn check_typename(&mut self, id: NameId, start: Span) {
        let name = self.ast[id];
        if !self.is_dependent_path(&self.ast[name.path]) {
            return;
        }
        let path = self.ast[name.path].iter().map(|part| {
            let arguments = if part.arguments.is_some() { "<...>" } else { "" };
            format!("{}{arguments}::", self.names.text(part.name))
        });
        let text = format!("{}{}", path.collect::<String>(), self.names.text(name.name));
        let message = format!("missing `typename` before `{text}`, which depends on a template parameter");
        let found = Diagnostic::error(self.rules.template_typename, self.since(start), message);
        let before = Span::new(start.lo, start.lo);
        self.report(found.suggest(
            "add `typename`",
            vec![(before, "typename ".to_owned())],
            Applicability::Unsafe,
        ));
    }
}
