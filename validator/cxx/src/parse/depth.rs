//! The depth of the syntax tree, counted where its nodes are made.
//!
//! Whoever walks the tree recurses once per level, so a limit here bounds the stack of every walk. The recursion of the parser is no
//! measure: `a[0][0]` and `a.x.x` are read in loops, but their trees are as deep as the tree of `((a))`.
//!
//! Two chains don't count, because programs have long ones and every walk takes them in a loop: the left operands of binary operators, and
//! the branches of `else if`.

use super::{Abandoned, MOST_LEVELS, Outcome, Parser};
use crate::ast::{Expr, ExprId, List, NameId, QualifiedName, TemplateArgument, TypeSyntax, TypeSyntaxId};
use crate::lex::TokenKind;
use shader_source::{Span, steps};

/// The depth of each node, in columns parallel to the columns of the tree. Only parsing needs them.
#[derive(Default, Debug)]
pub(super) struct Depths {
    exprs: Vec<u16>,
    types: Vec<u16>,
    names: Vec<u16>,
}

impl Parser {
    /// Adds an expression to the tree, unless it is nested too deeply.
    pub(super) fn expr(&mut self, expr: Expr, span: Span) -> Outcome<ExprId> {
        let depth = self.depth_of_expr(expr);
        if u32::from(depth) > MOST_LEVELS {
            return Err(self.too_deep(self.last_span()));
        }
        Ok(self.push_expr(expr, span, depth))
    }

    /// Adds an expression without parts, which has a place at every depth.
    pub(super) fn leaf(&mut self, expr: Expr, span: Span) -> ExprId {
        self.push_expr(expr, span, 1)
    }

    fn push_expr(&mut self, expr: Expr, span: Span, depth: u16) -> ExprId {
        steps::take(1);
        let id = ExprId::from_index(self.ast.exprs.len());
        self.ast.exprs.push(expr);
        self.ast.expr_spans.push(span);
        self.depths.exprs.push(depth);
        id
    }

    /// Adds a type to the tree, unless it is nested too deeply.
    pub(super) fn ty(&mut self, ty: TypeSyntax, span: Span) -> Outcome<TypeSyntaxId> {
        let depth = 1 + match ty {
            // The parser reads definitions of structures recursively, and counts their levels.
            TypeSyntax::Error
            | TypeSyntax::Auto
            | TypeSyntax::DecltypeAuto
            | TypeSyntax::Fundamental(_)
            | TypeSyntax::Structure(_)
            | TypeSyntax::Enumeration(_) => 0,
            TypeSyntax::Decltype(operand) => self.expr_depth(operand),
            TypeSyntax::Name(name) => self.depths.names[name.index()],
            TypeSyntax::Qualified(_, inner)
            | TypeSyntax::Pointer(inner)
            | TypeSyntax::Reference(inner, _) => self.type_depth(inner),
            TypeSyntax::Function(result, parameters) => {
                let parameters = self.ast[parameters].iter().map(|it| self.type_depth(self.ast[*it].ty));
                parameters.max().unwrap_or(0).max(self.type_depth(result))
            }
            TypeSyntax::Array(element, count) => {
                self.type_depth(element).max(count.map_or(0, |count| self.expr_depth(count)))
            }
        };
        if u32::from(depth) > MOST_LEVELS {
            return Err(self.too_deep(self.last_span()));
        }
        let id = TypeSyntaxId::from_index(self.ast.types.len());
        self.ast.types.push(ty);
        self.ast.type_spans.push(span);
        self.depths.types.push(depth);
        Ok(id)
    }

    /// Adds a name to the tree. It is as deep as its deepest template argument: what has the name is one level deeper.
    pub(super) fn name(&mut self, name: QualifiedName) -> NameId {
        let arguments = name.arguments.map_or(&[][..], |list| &self.ast[list]);
        let depth = arguments.iter().map(|argument| match argument {
            TemplateArgument::Type(ty) => self.type_depth(*ty),
            TemplateArgument::Value(value) => self.expr_depth(*value),
        });
        let depth = depth.max().unwrap_or(0);
        let id = NameId::from_index(self.ast.names.len());
        self.ast.names.push(name);
        self.depths.names.push(depth);
        self.name_declarations.push(self.kinds.declaration_of(name.name));
        id
    }

    fn expr_depth(&self, id: ExprId) -> u16 {
        self.depths.exprs[id.index()]
    }

    fn type_depth(&self, id: TypeSyntaxId) -> u16 {
        self.depths.types[id.index()]
    }

    fn depth_of_list(&self, list: List<ExprId>) -> u16 {
        self.ast[list].iter().map(|part| self.expr_depth(*part)).max().unwrap_or(0)
    }

    fn depth_of_expr(&self, expr: Expr) -> u16 {
        let parts = match expr {
            Expr::Error | Expr::Literal(_) | Expr::This => 0,
            // Its body is a function of its own.
            Expr::Lambda(lambda) => {
                let captures = self.ast[self.ast[lambda].captures].iter();
                captures.map(|capture| self.expr_depth(capture.value)).max().unwrap_or(0)
            }
            Expr::Name(name) => self.depths.names[name.index()],
            Expr::Call(callee, arguments) => self.expr_depth(callee).max(self.depth_of_list(arguments)),
            Expr::Construct(ty, arguments) => self.type_depth(ty).max(self.depth_of_list(arguments)),
            Expr::Braces(items) => {
                self.ast[items].iter().map(|item| self.expr_depth(item.value)).max().unwrap_or(0)
            }
            Expr::Member(inner, _)
            | Expr::Arrow(inner, _)
            | Expr::Unary(_, inner)
            | Expr::Postfix(_, inner)
            | Expr::SizeOf(inner)
            | Expr::Paren(inner) => self.expr_depth(inner),
            Expr::Binary(_, left, right) => {
                // The left operand of a chain is on the level of the chain.
                let is_chain = matches!(self.ast[left], Expr::Binary(..));
                (self.expr_depth(left) - u16::from(is_chain)).max(self.expr_depth(right))
            }
            Expr::Index(left, right) | Expr::Assign(_, left, right) => {
                self.expr_depth(left).max(self.expr_depth(right))
            }
            Expr::Conditional(condition, accept, reject) => {
                self.expr_depth(condition).max(self.expr_depth(accept)).max(self.expr_depth(reject))
            }
            Expr::Cast(_, ty, operand) | Expr::ConstructBraces(ty, operand) => {
                self.type_depth(ty).max(self.expr_depth(operand))
            }
            Expr::SizeOfType(ty) | Expr::AlignOf(ty) => self.type_depth(ty),
        };
        1 + parts
    }

    /// Reports that something is nested too deeply, and gives up the declaration at program scope: after what was skipped, any token inside of it
    /// may seem wrong.
    pub(super) fn too_deep(&mut self, span: Span) -> Abandoned {
        let message = format!("this is nested more than {MOST_LEVELS} levels deep");
        let abandoned = self.error_at(self.rules.unsupported_nesting, span, message);
        if self.resume.is_none() {
            self.resume = Some(self.end_of_declaration());
            self.at = self.tokens.len() - 1;
        }
        abandoned
    }

    /// The token after the present declaration at program scope: after a `;` outside of braces, or after its last `}`.
    fn end_of_declaration(&self) -> usize {
        let mut braces = 0_u32;
        for (at, token) in self.tokens.iter().enumerate().skip(self.start) {
            steps::take(1);
            match token.kind {
                TokenKind::EndOfText => return at,
                TokenKind::Semicolon if braces == 0 && at >= self.at => return at + 1,
                TokenKind::LeftBrace => braces += 1,
                TokenKind::RightBrace => {
                    braces = braces.saturating_sub(1);
                    if braces == 0 && at >= self.at {
                        let has_semicolon = self.tokens[at + 1].kind == TokenKind::Semicolon;
                        return at + 1 + usize::from(has_semicolon);
                    }
                }
                _ => {}
            }
        }
        self.tokens.len() - 1
    }
}
