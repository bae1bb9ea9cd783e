//! The rule that a name breaks which denotes nothing, with the declaration that it may have been meant to denote.
//! <https://www.w3.org/TR/WGSL/#declaration-and-scope>

use crate::ast::{
    Ast, BlockId, Decl, DeclKind, Expr, ExprId, Function, List, Stmt, StmtId, Variable, VariableId,
};
use crate::syntax::Syntax;
use rustc_hash::{FxHashMap, FxHashSet};
use shader_source::{Span, steps};
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

/// The declarations of a module, for names that denote nothing. A module may have as many such names as declarations, so that looking for the
/// declarations of each name would be quadratic.
pub(super) struct Declarations {
    /// The variables with a name, in source order.
    named: FxHashMap<Symbol, Vec<VariableId>>,
    /// The first parameter with a name of the function whose body this is.
    parameters: FxHashMap<(BlockId, Symbol), Span>,
    /// The scopes of local variables.
    homes: FxHashMap<VariableId, Home>,
    /// The address spaces of variables and of pointer types.
    spaces_of_variables: FxHashSet<ExprId>,
    spaces_of_pointers: FxHashSet<ExprId>,
    /// The name of the only variable that is declared as a `sampler`.
    pub(super) only_sampler: Option<Symbol>,
}

impl Declarations {
    /// Collects the declarations of a module.
    pub(super) fn new(ast: &Ast) -> Self {
        steps::take(ast.variables.len() + ast.exprs.len());
        let mut named: FxHashMap<Symbol, Vec<VariableId>> = FxHashMap::default();
        let mut all: Vec<VariableId> = (0..ast.variables.len()).map(VariableId::from_index).collect();
        all.sort_by_key(|variable| ast[*variable].name_span.lo);
        for variable in all {
            named.entry(ast[variable].name).or_default().push(variable);
        }
        let of_pointer = |expr: &Expr| {
            let Expr::Template(sym::PTR, list) = expr else { return None };
            ast[*list].first().copied()
        };
        let is_sampler = |variable: &&Variable| {
            variable.ty.is_some_and(|ty| matches!(ast[ty], Expr::Name(symbol) if symbol == sym::SAMPLER))
        };
        let mut samplers = ast.variables.iter().filter(is_sampler);
        let only_sampler = samplers.next().filter(|_| samplers.next().is_none());
        let mut declarations = Self {
            named,
            parameters: FxHashMap::default(),
            homes: FxHashMap::default(),
            spaces_of_variables: ast
                .variables
                .iter()
                .filter_map(|it| ast[it.template].first().copied())
                .collect(),
            spaces_of_pointers: ast.exprs.iter().filter_map(of_pointer).collect(),
            only_sampler: only_sampler.map(|variable| variable.name),
        };
        for decl in &ast.decls {
            let DeclKind::Function(function) = decl.kind else { continue };
            let function = ast[function];
            for parameter in &ast[function.parameters] {
                let key = (function.body, parameter.name);
                declarations.parameters.entry(key).or_insert(parameter.name_span);
            }
            declarations.place(ast, ast[function.body].statements, Home::Body);
        }
        declarations
    }

    /// Notes the scopes of the variables in statements. Statements nest only as deep as the parser allows.
    fn place(&mut self, ast: &Ast, list: List<StmtId>, home: Home) {
        steps::take(ast[list].len());
        for id in &ast[list] {
            let statement = ast[*id];
            if let Stmt::Variable(variable) = statement {
                self.homes.insert(variable, home);
            }
            // The variable of a `for` statement is in the scope of its update, too.
            if let Stmt::For { initializer: Some(initializer), body, .. } = statement
                && let Stmt::Variable(variable) = ast[initializer]
            {
                self.homes.insert(variable, Home::Loop(body, None));
            }
            for block in ast.blocks_of(statement) {
                self.place(ast, ast[block].statements, home_in(statement, block));
            }
        }
    }

    /// The last variable with this name in a declaration.
    fn last_in(&self, ast: &Ast, decl: &Decl, symbol: Symbol) -> Option<VariableId> {
        let named = self.named.get(&symbol)?;
        let after = named.partition_point(|variable| ast[*variable].name_span.lo < decl.span.hi);
        let last = *named[..after].last()?;
        decl.span.contains(ast[last].name_span).then_some(last)
    }

    /// The rule that the name at `span` in a declaration breaks.
    pub(super) fn unknown(&self, syntax: &Syntax<'_>, decl: &Decl, id: ExprId, span: Span) -> Unknown {
        let ast = &syntax.ast;
        let (Expr::Name(symbol) | Expr::Template(symbol, _)) = ast[id] else {
            return Unknown::new(rules::SCOPE_UNRESOLVED);
        };
        if syntax.name(symbol) == "handle"
            && let Some(rule) = self.names_handle(id)
        {
            return Unknown { also: Some(rules::SPACE_HANDLE_NOT_PREDECLARED), ..Unknown::new(rule) };
        }
        let is_abstract = matches!(syntax.name(symbol), "AbstractInt" | "AbstractFloat");
        let unresolved = if is_abstract { rules::ABSTRACT_UNSPELLABLE } else { rules::SCOPE_UNRESOLVED };
        let DeclKind::Function(function) = decl.kind else { return Unknown::new(unresolved) };
        let function: Function = ast[function];
        if span.lo < ast[function.body].span.lo {
            return self.in_header(syntax, &function, symbol);
        }
        match self.last_in(ast, decl, symbol) {
            Some(variable) => of_local(ast, self.homes.get(&variable).copied(), variable, span),
            None => Unknown::new(unresolved),
        }
    }

    /// `handle` as the address space of a variable or pointer type.
    fn names_handle(&self, id: ExprId) -> Option<&'static Rule> {
        if self.spaces_of_variables.contains(&id) {
            Some(rules::DECL_VAR_SPACE_NO_HANDLE)
        } else {
            self.spaces_of_pointers.contains(&id).then_some(rules::TYPE_PTR_HANDLE)
        }
    }

    /// A name in the header of a function.
    fn in_header(&self, syntax: &Syntax<'_>, function: &Function, symbol: Symbol) -> Unknown {
        if let Some(parameter) = self.parameters.get(&(function.body, symbol)) {
            let declared = Some((*parameter, "this parameter is only in scope in the body"));
            return Unknown { declared, ..Unknown::new(rules::SCOPE_PARAM) };
        }
        match syntax.name(symbol) {
            "AbstractInt" | "AbstractFloat" => Unknown::new(rules::FN_NO_ABSTRACT_PARAMS),
            _ => Unknown::new(rules::SCOPE_UNRESOLVED),
        }
    }
}

/// A name that a declaration in the function has, which does not reach the place of the name.
fn of_local(ast: &Ast, home: Option<Home>, variable: VariableId, span: Span) -> Unknown {
    let declaration = &ast[variable];
    let (rule, why) = if declaration.span.contains(span) {
        (rules::SCOPE_LOCAL, "this declaration is only in scope after its end")
    } else if declaration.span.lo < span.lo {
        let why = "declared here, in a block that ends before the use";
        match home {
            Some(Home::Clause(_)) => (rules::STMT_SWITCH_SCOPE, why),
            Some(Home::Loop(..)) => (rules::DECL_SCOPE_AFTER, why),
            Some(Home::Body | Home::Compound(_)) | None => (rules::STMT_COMPOUND_SCOPE, why),
        }
    } else {
        let is_in = |block: BlockId| ast[block].span.contains(span);
        match home {
            Some(Home::Loop(_, Some(update))) if ast.stmt_span(update).contains(span) => {
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

/// What a block is in its statement.
fn home_in(statement: Stmt, block: BlockId) -> Home {
    match statement {
        Stmt::Switch { .. } => Home::Clause(block),
        Stmt::For { update, .. } => Home::Loop(block, update),
        Stmt::Loop { body, .. } | Stmt::While { body, .. } if body == block => Home::Loop(block, None),
        _ => Home::Compound(block),
    }
}

#[cfg(test)]
mod tests {
    use crate::Validator;
    use shader_source::steps;

    /// The steps of checking this program, and the number of its diagnostics with a safe fix.
    fn checked(text: &str) -> (u64, usize) {
        let (module, steps) = steps::counted(|| Validator::default().validate(text));
        let fixes = module.diagnostics().iter().filter_map(|it| it.suggestion.as_ref());
        (steps, fixes.filter(|it| it.is_safe()).count())
    }

    #[test]
    fn every_name_of_another_language_has_its_fix() {
        let line = |it: usize| format!("fn f{it}() {{ var a: float3; }}\n");
        let text = |count: usize| (0..count).map(line).collect::<String>();
        let (few, many) = (checked(&text(500)), checked(&text(4_000)));
        assert_eq!((few.1, many.1), (500, 4_000));
        assert!(many.0 < 10 * few.0, "{} steps become {} with 8 times the names", few.0, many.0);
    }

    #[test]
    fn declarations_out_of_scope_are_found_in_linear_work() {
        for [head, line, end] in [
            ["fn f() { ", "{ let a# = 1; } a# = 2; ", "}"],
            ["fn f(", "a#: a#, ", ") {}"],
            ["fn f(x: i32) { switch x { default {} ", "case # { let a# = 1; } ", "} a1 = 2; a2 = 2; }"],
        ] {
            let lines =
                |count| (0..count).map(|it: usize| line.replace('#', &it.to_string())).collect::<String>();
            let steps = |count| checked(&format!("{head}{}{end}", lines(count))).0;
            let (few, many) = (steps(250), steps(2_000));
            assert!(few > 0 && many < 11 * few, "{line}: {few} steps become {many} with 8 times the names");
        }
    }
}
