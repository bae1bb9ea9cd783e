//! From a typed WGSL module to a program: one entry point with everything that it calls.
//!
//! This is an internal crate of the library [`shader-check`](https://docs.rs/shader-check): depend on that one. Any release may change
//! anything here.
//!
//! Functions are expanded where they are called: WGSL has no recursion. Thereby every pointer is a place that is known when
//! lowering, but for the indices in it. Variables without arrays in them live in registers; the others in memory.

// A type, an operation or an expression that is added must be handled wherever it matters.
#![deny(clippy::wildcard_enum_match_arm)]

mod assemble;
mod builtin;
mod call;
mod certain;
pub mod compute;
mod expression;
pub mod layout;
mod names;
mod operator;
mod place;
pub mod race;
pub mod render;
mod statement;
mod texel;
mod texture;
pub mod trial;
mod types;
mod variable;
mod view;

use certain::Certainty;
use core::fmt;
use names::Names;
use place::Place;
use shader_ir::build::{Code, Exit};
use shader_ir::{Location, Program, Register};
use shader_source::{Span, steps};
use wgsl_validator::Stage;
use wgsl_validator::ast::{DeclKind, Expr, FunctionId, StmtId};
use wgsl_validator::meaning::TypedModule;
use wgsl_validator::resolve::Callee;
use wgsl_validator::types::TypeId;

/// Programs with more steps than this are refused: functions that call others twice, over many levels, grow
/// exponentially when calls are expanded. A step takes some 40 bytes, and planning visits it several times.
const MOST_STEPS: usize = 1 << 20;
/// The minimum number of steps of an expanded call: the block around the body of the function, and its end.
const STEPS_OF_CALL: usize = 2;
/// How deep expressions and statements may be nested, calls expanded.
const MOST_LEVELS: u32 = 2_000;
/// The levels that fit on the stack of the caller: one takes up to 3 KB of it in a build without optimisation.
const USUAL_LEVELS: u32 = 250;
/// The stack for programs with more levels.
const DEEP_STACK: usize = 16 << 20;

const TOO_LARGE: &str = "the program is too large to execute, counting expanded calls";

/// Why a program can't be lowered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported {
    /// Where.
    pub span: Span,
    /// The unsupported feature, in a sentence without a full stop.
    pub message: String,
}

impl fmt::Display for Unsupported {
    fn fmt(&self, output: &mut fmt::Formatter<'_>) -> fmt::Result {
        output.write_str(&self.message)
    }
}

impl core::error::Error for Unsupported {}

/// For which purpose a stage is lowered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum How {
    /// To compute results.
    #[default]
    Plain,
    /// To track the results that the specification allows. Functions like `dot`, whose terms may be added in any order,
    /// stay a call, and constants that may differ between implementations are marked or computed at run time.
    Tracked,
}

/// Lowers a stage.
///
/// # Errors
/// The program uses a feature that the executor lacks, or it is too large.
pub fn lower(stage: &Stage, how: How) -> Result<Program, Unsupported> {
    let mut usual = Lowering::new(stage, how, USUAL_LEVELS);
    let outcome = usual.entry_point(stage);
    if !usual.nesting.is_too_deep {
        return outcome.map(|()| usual.code.finish());
    }
    // Few programs need the thread, which costs more than lowering most of them.
    std::thread::scope(|scope| {
        let deep = || {
            let mut lowering = Lowering::new(stage, how, MOST_LEVELS);
            lowering.entry_point(stage).map(|()| lowering.code.finish())
        };
        let thread = std::thread::Builder::new().stack_size(DEEP_STACK).spawn_scoped(scope, deep);
        match thread.map(std::thread::ScopedJoinHandle::join) {
            Ok(Ok(lowered)) => lowered,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(_) => usual.unsupported("the program is nested too deeply to execute"),
        }
    })
}

impl<'a> Lowering<'a> {
    fn new(stage: &'a Stage, how: How, most_levels: u32) -> Self {
        let module = stage.typed();
        Self {
            module,
            keeps_calls: how == How::Tracked,
            has_call: expressions_with_calls(module),
            certainty: Certainty::new(module),
            code: Code::default(),
            names: Names::new(module),
            functions: Vec::new(),
            nesting: Nesting { depth: 0, most: most_levels, is_too_deep: false },
        }
    }
}

/// A value while lowering.
#[derive(Clone, Debug)]
enum Value {
    /// The scalars of a value without arrays, in order.
    Registers(Vec<Register>),
    /// A value with an array in it: bytes that nothing changes any more.
    Memory(Location),
    /// A pointer.
    Pointer(Place),
    /// A texture or sampler: index in the resources.
    Handle(u16),
}

/// A function that is being expanded.
#[derive(Debug)]
struct Expanded {
    /// Where `return` leads.
    exit: Exit,
    /// Where the result goes.
    result: Option<(Place, TypeId)>,
    /// Where `break` and `continue` lead, innermost last.
    loops: Vec<(Exit, Option<Exit>)>,
}

struct Lowering<'a> {
    module: TypedModule<'a>,
    /// Whether functions of floating point numbers whose accuracy is that of the whole are not taken apart.
    keeps_calls: bool,
    /// By expression: whether a function of the program is called in it.
    has_call: Vec<bool>,
    certainty: Certainty,
    code: Code,
    names: Names,
    functions: Vec<Expanded>,
    nesting: Nesting,
}

/// How deep the expressions and statements around a place are nested, calls expanded.
#[derive(Debug)]
struct Nesting {
    depth: u32,
    /// The depth that is too deep for the stack.
    most: u32,
    is_too_deep: bool,
}

impl Lowering<'_> {
    fn unsupported<T>(&self, message: impl Into<String>) -> Result<T, Unsupported> {
        Err(Unsupported { span: self.code.span, message: message.into() })
    }

    fn deeper(&mut self) -> Result<(), Unsupported> {
        self.nesting.depth += 1;
        if self.nesting.depth > self.nesting.most {
            self.nesting.is_too_deep = true;
            return self.unsupported("the program is nested too deeply to execute, counting expanded calls");
        }
        if self.code.steps() > MOST_STEPS {
            return self.unsupported(TOO_LARGE);
        }
        Ok(())
    }

    /// A value that stays as it is when variables change.
    fn settled(&mut self, value: Value) -> Value {
        match value {
            Value::Registers(registers) => Value::Registers(self.code.settled(registers)),
            Value::Memory(_) | Value::Pointer(_) | Value::Handle(_) => value,
        }
    }

    fn entry_point(&mut self, stage: &Stage) -> Result<(), Unsupported> {
        let entry = stage.entry();
        self.code.program.stage = Some(assemble::stage(stage.stage()));
        self.code.program.workgroup_size = Some(stage.interface().workgroup_size.unwrap_or([1; 3]));
        self.code.program.subgroup_size = stage.interface().subgroup_size;
        self.module_variables(stage.reached())?;
        self.code.span = self.module.syntax.ast[entry].name_span;
        if self.steps_of_calls(entry) > MOST_STEPS {
            return self.unsupported(TOO_LARGE);
        }
        self.stage_entry_point(entry)
    }

    /// The minimum number of steps of a function with the calls in it expanded: a program that is too large by its calls alone is refused
    /// before any of them is expanded.
    fn steps_of_calls(&self, entry: FunctionId) -> usize {
        let ast = &self.module.syntax.ast;
        let mut steps_of = vec![0_usize; ast.functions.len()];
        // Callees come before their callers.
        for decl in self.module.resolution.order.iter().map(|decl| &ast[*decl]) {
            let DeclKind::Function(function) = decl.kind else { continue };
            let mut sum = STEPS_OF_CALL;
            for index in decl.first_expr as usize..decl.end_expr as usize {
                steps::take(1);
                if let Expr::Call(callee, _) = ast.exprs[index]
                    && let Callee::Function(called) =
                        self.module.resolution.callee(self.module.syntax, callee)
                {
                    sum = sum.saturating_add(steps_of[called.index()]);
                }
            }
            steps_of[function.index()] = sum;
        }
        steps_of[entry.index()]
    }

    fn statement_span(&self, id: StmtId) -> Span {
        self.module.syntax.ast.stmt_span(id)
    }
}

/// Which expressions have a call of a function of the program in them: a variable that was read before one may change in it. Children
/// come before their parents.
fn expressions_with_calls(module: TypedModule<'_>) -> Vec<bool> {
    let ast = &module.syntax.ast;
    let mut found = vec![false; ast.exprs.len()];
    for index in 0..ast.exprs.len() {
        found[index] = match ast.exprs[index] {
            Expr::Call(callee, arguments) => {
                matches!(module.resolution.callee(module.syntax, callee), Callee::Function(_))
                    || ast[arguments].iter().any(|argument| found[argument.index()])
            }
            Expr::Member(inner, _) | Expr::Unary(_, inner) | Expr::Paren(inner) => found[inner.index()],
            Expr::Index(left, right) | Expr::Binary(_, left, right) => {
                found[left.index()] || found[right.index()]
            }
            Expr::Error | Expr::Literal(_) | Expr::Name(_) | Expr::Template(..) | Expr::ContextName(_) => {
                false
            }
        };
    }
    found
}
