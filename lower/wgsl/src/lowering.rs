//! The state of lowering while it walks through the program.

use super::names::Names;
use super::probe::Scoped;
use super::value::{Place, Value};
use rustc_hash::FxHashMap;
use shader_ir::build::{Code, Exit, Unsupported};
use shader_ir::{Point, Probes, Probing, Program};
use shader_source::{Span, steps};
use wgsl_validator::Stage;
use wgsl_validator::ast::{DeclKind, Expr, FunctionId, StmtId};
use wgsl_validator::constant::ConstantId;
use wgsl_validator::meaning::TypedModule;
use wgsl_validator::resolve::Callee;
use wgsl_validator::types::TypeId;

/// Programs with more steps than this are refused: functions that call others twice, over many levels, grow
/// exponentially when calls are expanded. A step takes some 40 bytes, and planning visits it several times.
pub(super) const MOST_STEPS: usize = 1 << 20;
/// The minimum number of steps of an expanded call: the block around the body of the function, and its end.
const STEPS_OF_CALL: usize = 2;
/// How deep expressions and statements may be nested, calls expanded.
const MOST_LEVELS: u32 = 2_000;
/// The levels that fit on the stack of the caller: one takes up to 3 KB of it in a build without optimisation.
const USUAL_LEVELS: u32 = 250;
/// The stack for programs with more levels.
const DEEP_STACK: usize = 16 << 20;

pub(super) const TOO_LARGE: &str = "the program is too large to execute, counting expanded calls";

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
    lower_with_probes(stage, how, &Probing::default()).map(|(program, _)| program)
}

/// Lowers a stage with probes. The result has what each probe shows, by its number.
///
/// # Errors
/// As [`lower`]; or a probe can't show what it should.
pub fn lower_with_probes(
    stage: &Stage,
    how: How,
    probing: &Probing,
) -> Result<(Program, Vec<Point>), Unsupported> {
    let attempt = |most_levels: u32| {
        let mut lowering = Lowering::new(stage, how, most_levels);
        lowering.probes.probing = probing.clone();
        let outcome = lowering.entry_point(stage);
        (outcome, lowering)
    };
    let finished = |lowering: Lowering<'_>| (lowering.code.finish(), lowering.probes.points);
    let (outcome, usual) = attempt(USUAL_LEVELS);
    if !usual.nesting.is_too_deep {
        return outcome.map(|()| finished(usual));
    }
    // Few programs need the thread, which costs more than lowering most of them.
    std::thread::scope(|scope| {
        let deep = || {
            let (outcome, lowering) = attempt(MOST_LEVELS);
            outcome.map(|()| finished(lowering))
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
    pub(super) fn new(stage: &'a Stage, how: How, most_levels: u32) -> Self {
        let module = stage.typed();
        Self {
            module,
            keeps_calls: how == How::Tracked,
            has_call: expressions_with_calls(module),
            certainty: Certainty::new(module),
            code: Code::default(),
            names: Names::new(module),
            shared: Shared::default(),
            functions: Vec::new(),
            nesting: Nesting { depth: 0, most: most_levels, is_too_deep: false },
            probes: Probes::default(),
        }
    }
}

/// A function that is being expanded.
#[derive(Debug)]
pub(super) struct Expanded {
    /// Where `return` leads.
    pub(super) exit: Exit,
    /// Where the result goes.
    pub(super) result: Option<(Place, TypeId)>,
    /// Where `break` and `continue` lead, innermost last.
    pub(super) loops: Vec<(Exit, Option<Exit>)>,
}

pub(super) struct Lowering<'a> {
    pub(super) module: TypedModule<'a>,
    /// Whether floating-point functions stay calls if the specification gives their accuracy as a whole.
    pub(super) keeps_calls: bool,
    /// By expression: whether a function of the program is called in it.
    pub(super) has_call: Vec<bool>,
    pub(super) certainty: Certainty,
    pub(super) code: Code,
    pub(super) names: Names,
    pub(super) shared: Shared,
    pub(super) functions: Vec<Expanded>,
    pub(super) nesting: Nesting,
    pub(super) probes: Probes<Scoped>,
}

/// The values in constant memory, by their offsets.
#[derive(Debug, Default)]
pub(super) struct Shared {
    /// The offsets of constants, converted from a type to a type.
    pub(super) constants: FxHashMap<(ConstantId, TypeId, TypeId), u32>,
    /// The number of bytes that are zero from an offset on.
    pub(super) zeros: Option<(u64, u32)>,
}

/// Which const-expressions are the same everywhere.
#[derive(Debug)]
pub(super) struct Certainty {
    /// By expression: whether it is, as far as that was asked.
    pub(super) known: Vec<Option<bool>>,
    /// Declarations of constants that are being computed.
    pub(super) declarations: u32,
}

impl Certainty {
    pub(super) fn new(module: TypedModule<'_>) -> Self {
        Self { known: vec![None; module.syntax.ast.exprs.len()], declarations: 0 }
    }
}

/// How deep the expressions and statements around a place are nested, calls expanded.
#[derive(Debug)]
pub(super) struct Nesting {
    pub(super) depth: u32,
    /// The depth that is too deep for the stack.
    pub(super) most: u32,
    pub(super) is_too_deep: bool,
}

impl Lowering<'_> {
    pub(super) fn unsupported<T>(&self, message: impl Into<String>) -> Result<T, Unsupported> {
        Err(Unsupported { span: self.code.span, message: message.into() })
    }

    pub(super) fn deeper(&mut self) -> Result<(), Unsupported> {
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
    pub(super) fn settled(&mut self, value: Value) -> Value {
        match value {
            Value::Registers(registers) => Value::Registers(self.code.settled(registers)),
            Value::Memory(_) | Value::Pointer(_) | Value::Handle(_) => value,
        }
    }

    /// The minimum number of steps of a function with the calls in it expanded: a program that is too large by its calls alone is refused
    /// before any of them is expanded.
    pub(super) fn steps_of_calls(&self, entry: FunctionId) -> usize {
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

    pub(super) fn statement_span(&self, id: StmtId) -> Span {
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
