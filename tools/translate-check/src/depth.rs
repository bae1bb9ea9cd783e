//! How deep a program is for a recursive reader.
//!
//! naga walks expressions, `else if` chains and the declarations that mention each other by recursion, without a limit of its own. A stack
//! overflow ends the process and can't be caught, so programs are measured first and naga runs on a stack that holds far more than the limit.
//! The validator of this project needs neither: its walks are loops over columns.

use shader_source::steps;
use std::fmt::{self, Display, Formatter};
use std::panic::resume_unwind;
use std::thread;
use wgsl_spec::rules::LIMITS_BEYOND_NESTING;
use wgsl_validator::Module;
use wgsl_validator::ast::{Ast, BlockId, DeclId, Expr, ExprId, List, Stmt, StmtId};
use wgsl_validator::meaning::TypedModule;
use wgsl_validator::resolve::Binding;

/// The levels that a program may have to be compared.
///
/// On the stack of [`STACK`] bytes, naga takes 28,000 terms or function calls and 8,000 `else if` in the `dev` profile: eight times the limit.
/// It remains possible that a construct that costs naga more than 256 kB of stack for each level, and ends the process.
pub const MOST_LEVELS: usize = 1_000;
/// The stack, in bytes, of the thread that naga, the Metal front end and the executors run on. It is reserved, not used.
pub const STACK: usize = 256 << 20;

/// Why naga does not get a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Withheld {
    /// The program has this many levels, more than [`MOST_LEVELS`].
    TooDeep(usize),
    /// The program nests deeper than the validator reads, so that its levels are not known.
    Unread,
    /// The system has no thread with a stack of [`STACK`] bytes, for this reason.
    NoThread(String),
}

impl Display for Withheld {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let nest = "expressions, statements or calls nest";
        match self {
            Self::TooDeep(levels) => write!(f, "{nest} {levels} levels deep, more than {MOST_LEVELS}"),
            Self::Unread => write!(f, "{nest} more than {MOST_LEVELS} levels deep"),
            Self::NoThread(reason) => write!(f, "can't start a thread: {reason}"),
        }
    }
}

/// Does work that walks through a program by recursion, on a thread with a stack of [`STACK`] bytes. A panic goes on in the caller.
///
/// # Errors
/// The program is too deep for that stack, or the thread could not be started.
pub fn on_large_stack<T: Send>(module: &Module, work: impl FnOnce() -> T + Send) -> Result<T, Withheld> {
    if module.diagnostics().iter().any(|found| found.rule == LIMITS_BEYOND_NESTING) {
        return Err(Withheld::Unread);
    }
    let levels = depth(module.typed());
    if levels > MOST_LEVELS {
        return Err(Withheld::TooDeep(levels));
    }
    thread::scope(|scope| {
        // Each thread counts its own steps.
        let thread = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, || steps::counted(work));
        let thread = thread.map_err(|error| Withheld::NoThread(error.to_string()))?;
        let (result, steps) = thread.join().unwrap_or_else(|panic| resume_unwind(panic));
        steps::take(steps as usize);
        Ok(result)
    })
}

/// Returns the number of levels that a recursive reader may be inside at a time: the deepest expression in the deepest statement, or the longest
/// chain of declarations that mention each other.
#[must_use]
pub fn depth(module: TypedModule<'_>) -> usize {
    let ast = &module.syntax.ast;
    let expressions = expressions(ast);
    let deepest = expressions.iter().copied().max().unwrap_or(0);
    let blocks = ast.functions.iter().map(|function| block(ast, function.body)).max().unwrap_or(0);
    (deepest as usize + blocks).max(declarations(module))
}

/// The levels of each expression: those of its deepest part, and one more. Parts come before the expression in the column.
fn expressions(ast: &Ast) -> Vec<u32> {
    let mut levels: Vec<u32> = Vec::with_capacity(ast.exprs.len());
    for expr in &ast.exprs {
        let of = |id: ExprId| levels.get(id.index()).copied().unwrap_or(0);
        let of_list = |list: List<ExprId>| ast[list].iter().map(|id| of(*id)).max().unwrap_or(0);
        let parts = match *expr {
            Expr::Error | Expr::Literal(_) | Expr::Name(_) | Expr::ContextName(_) => 0,
            Expr::Template(_, list) => of_list(list),
            Expr::Call(callee, list) => of(callee).max(of_list(list)),
            Expr::Member(operand, _) | Expr::Unary(_, operand) | Expr::Paren(operand) => of(operand),
            Expr::Index(left, right) | Expr::Binary(_, left, right) => of(left).max(of(right)),
        };
        levels.push(parts + 1);
    }
    levels
}

/// The levels of a block. Braces nest only as deep as the parser allows, so this may recurse.
fn block(ast: &Ast, id: BlockId) -> usize {
    let list: List<StmtId> = ast[id].statements;
    1 + ast[list].iter().map(|id| statement(ast, ast[*id])).max().unwrap_or(0)
}

fn statement(ast: &Ast, statement: Stmt) -> usize {
    // naga puts each `else if` into the `else` of the `if` before it.
    let is_chain = matches!(statement, Stmt::If { .. });
    // naga translates other loops to `loop`, with the body in a block.
    let is_wrapped = matches!(statement, Stmt::For { .. } | Stmt::While { .. });
    let blocks = ast.blocks_of(statement).map(|id| block(ast, id)).enumerate();
    let deepest = blocks.map(|(index, levels)| if is_chain { index + levels } else { levels }).max();
    usize::from(is_wrapped) + deepest.unwrap_or(0)
}

/// The longest chain of declarations, each of which mentions the next.
fn declarations(module: TypedModule<'_>) -> usize {
    let ast = &module.syntax.ast;
    let mut chains = vec![0; ast.decls.len()];
    // A declaration comes after the declarations that it mentions.
    for id in &module.resolution.order {
        let decl = &ast[*id];
        let mentioned = (decl.first_expr as usize..decl.end_expr as usize).filter_map(|index| {
            match module.resolution.binding(ExprId::from_index(index)) {
                Binding::Module(target) => Some(chains[DeclId::index(target)]),
                Binding::None
                | Binding::Unknown
                | Binding::Local(_)
                | Binding::Parameter(_)
                | Binding::Predeclared => None,
            }
        });
        chains[id.index()] = 1 + mentioned.max().unwrap_or(0);
    }
    chains.into_iter().max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use wgsl_validator::{Options, validate};

    fn depth_of(source: &str) -> usize {
        let module = validate(source, &Options::default());
        assert!(module.is_accepted(), "{source}: {:?}", module.diagnostics());
        depth(module.typed())
    }

    #[test]
    fn chains_count_as_levels() {
        let sum = |terms: usize| format!("fn f(a: i32) -> i32 {{ return a{}; }}", " + a".repeat(terms - 1));
        assert_eq!(depth_of(&sum(500)) - depth_of(&sum(400)), 100);
        let branches =
            |count: usize| format!("fn f(a: i32) {{ if a == 0 {{}} {} }}", "else if a == 1 {}".repeat(count));
        assert_eq!(depth_of(&branches(300)) - depth_of(&branches(200)), 100);
        let calls = |count: usize| -> String {
            (0..count).map(|i| format!("fn f{i}() {{ f{}(); }}\n", i + 1)).collect::<Vec<_>>().concat()
                + &format!("fn f{count}() {{}}")
        };
        assert_eq!(depth_of(&calls(150)) - depth_of(&calls(50)), 100);
        assert_eq!(depth_of(""), 0);
    }
}
