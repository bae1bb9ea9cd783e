//! The rule that a name breaks which denotes nothing, with the declaration that it may have been meant to denote.
//! <https://www.w3.org/TR/WGSL/#declaration-and-scope>

use crate::ast::{Ast, BlockId, Decl, DeclKind, Expr, ExprId, Function, List, Stmt, StmtId, VariableId};
use crate::syntax::Syntax;
use shader_source::Span;
use wgsl_spec::{Rule, Symbol, rules, sym};

/// The reason why a name denotes nothing.
pub(super) struct Unknown {
    pub(super) rule: &'static Rule,
    pub(super) also: Option<&'static Rule>,
    /// A declaration of the name that does not reach here, and why it doesn't.
    pub(super) declared: Option<(Span, &'static str)>,
}

impl Unknown {
    const fn new(rule: &'static Rule) -> Self {
        Self { rule, also: None, declared: None }
    }
}

/// The statement whose scope a declaration belongs to.
#[derive(Clone, Copy)]
enum Home {
    /// The body of the function.
    Body,
    /// A compound statement, or a branch of an `if`.
    Compound(BlockId),
    /// A clause of a switch.
    Clause(BlockId),
    /// The body of a loop, with the update of a `for`.
    Loop(BlockId, Option<StmtId>),
}

/// The rule that the name at `span` in a declaration breaks.
pub(super) fn unknown(syntax: &Syntax<'_>, decl: &Decl, id: ExprId, symbol: Symbol, span: Span) -> Unknown {
    let ast = &syntax.ast;
    if syntax.name(symbol) == "handle"
        && let Some(rule) = names_handle(ast, decl, id)
    {
        return Unknown { also: Some(rules::SPACE_HANDLE_NOT_PREDECLARED), ..Unknown::new(rule) };
    }
    let is_abstract = matches!(syntax.name(symbol), "AbstractInt" | "AbstractFloat");
    let unresolved = if is_abstract { rules::ABSTRACT_UNSPELLABLE } else { rules::SCOPE_UNRESOLVED };
    let DeclKind::Function(function) = decl.kind else { return Unknown::new(unresolved) };
    let function: Function = ast[function];
    if span.lo < ast[function.body].span.lo {
        return in_header(syntax, &function, symbol);
    }
    let in_function = |variable: &&VariableId| holds(decl.span, ast[**variable].name_span);
    let named = (0..ast.variables.len()).map(VariableId::from_index);
    let named: Vec<VariableId> = named.filter(|variable| ast[*variable].name == symbol).collect();
    match named.iter().rev().find(in_function) {
        Some(variable) => of_local(ast, &function, *variable, span),
        None => Unknown::new(unresolved),
    }
}

/// `handle` as the address space of a variable or pointer type.
fn names_handle(ast: &Ast, decl: &Decl, id: ExprId) -> Option<&'static Rule> {
    let of_variable = ast.variables.iter().any(|variable| ast[variable.template].first() == Some(&id));
    let mut around = ast.exprs[id.index()..decl.end_expr as usize].iter();
    let mut of_pointer = || {
        around.any(|expr| matches!(expr, Expr::Template(sym::PTR, list) if ast[*list].first() == Some(&id)))
    };
    if of_variable {
        Some(rules::DECL_VAR_SPACE_NO_HANDLE)
    } else {
        of_pointer().then_some(rules::TYPE_PTR_HANDLE)
    }
}

/// A name in the header of a function.
fn in_header(syntax: &Syntax<'_>, function: &Function, symbol: Symbol) -> Unknown {
    let parameter = syntax.ast[function.parameters].iter().find(|parameter| parameter.name == symbol);
    if let Some(parameter) = parameter {
        let declared = Some((parameter.name_span, "this parameter is only in scope in the body"));
        return Unknown { declared, ..Unknown::new(rules::SCOPE_PARAM) };
    }
    match syntax.name(symbol) {
        "AbstractInt" | "AbstractFloat" => Unknown::new(rules::FN_NO_ABSTRACT_PARAMS),
        _ => Unknown::new(rules::SCOPE_UNRESOLVED),
    }
}

/// A name that a declaration in the function has, which does not reach the place of the name.
fn of_local(ast: &Ast, function: &Function, variable: VariableId, span: Span) -> Unknown {
    let declaration = &ast[variable];
    let home = home(ast, ast[function.body].statements, variable, Home::Body);
    let (rule, why) = if holds(declaration.span, span) {
        (rules::SCOPE_LOCAL, "this declaration is only in scope after its end")
    } else if declaration.span.lo < span.lo {
        let why = "declared here, in a block that ends before the use";
        match home {
            Some(Home::Clause(_)) => (rules::STMT_SWITCH_SCOPE, why),
            Some(Home::Loop(..)) => (rules::DECL_SCOPE_AFTER, why),
            Some(Home::Body | Home::Compound(_)) | None => (rules::STMT_COMPOUND_SCOPE, why),
        }
    } else {
        let is_in = |block: BlockId| holds(ast[block].span, span);
        match home {
            Some(Home::Loop(_, Some(update))) if holds(ast.stmt_span(update), span) => {
                let why = "declared here, in the body, which is not in scope in the update";
                (rules::STMT_FOR_UPDATE_RESOLVES_OUTER, why)
            }
            Some(Home::Compound(block) | Home::Clause(block) | Home::Loop(block, _)) if !is_in(block) => {
                return Unknown::new(rules::SCOPE_UNRESOLVED);
            }
            _ => (rules::SCOPE_LOCAL_USE_BEFORE, "declared here, after the use"),
        }
    };
    Unknown { declared: Some((declaration.name_span, why)), ..Unknown::new(rule) }
}

/// The statement of the list, or in it, whose scope a variable belongs to. Statements nest only as deep as the parser allows.
fn home(ast: &Ast, list: List<StmtId>, variable: VariableId, at: Home) -> Option<Home> {
    let place = ast[variable].name_span;
    let statements = &ast[list];
    let within = |block: BlockId, home: Home| {
        let is_inside = holds(ast[block].span, place);
        is_inside.then(|| self::home(ast, ast[block].statements, variable, home)).flatten()
    };
    let id = statements.iter().find(|id| holds(ast.stmt_span(**id), place))?;
    let statement = ast[*id];
    if matches!(statement, Stmt::Variable(_)) {
        return Some(at);
    }
    let found = ast.blocks_of(statement).find_map(|block| within(block, home_in(statement, block)));
    // The variable of a `for` statement is in the scope of its update, too.
    let of_initializer = || match statement {
        Stmt::For { body, .. } => Some(Home::Loop(body, None)),
        _ => None,
    };
    found.or_else(of_initializer)
}

/// What a block is in its statement.
fn home_in(statement: Stmt, block: BlockId) -> Home {
    match statement {
        Stmt::Switch { .. } => Home::Clause(block),
        Stmt::For { update, .. } => Home::Loop(block, update),
        Stmt::Loop { body, .. } | Stmt::While { body, .. } if body == block => Home::Loop(block, None),
        _ => Home::Compound(block),
    }
}

const fn holds(outer: Span, inner: Span) -> bool {
    outer.lo <= inner.lo && inner.hi <= outer.hi
}
