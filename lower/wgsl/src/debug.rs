//! WGSL programs whose expressions and variables can be looked at; see [`shader_run::debug`].

use crate::compute::{request, stage};
use crate::lowering::{How, lower_with_probes};
use shader_ir::{NAMES, Point, Program};
use shader_run::debug::{Copy, Launch, Refusal, Request, Subject, Words};
use shader_run::execute::{Grid, Options};
use shader_source::Span;
use webgpu_model::Dispatch;
use wgsl_validator::allow::allowances;
use wgsl_validator::ast::{DeclKind, Stmt};
use wgsl_validator::diagnostic::Severity;
use wgsl_validator::{Module, Validator};

/// An accepted program with a dispatch.
pub struct Debugged {
    module: Module,
    source: String,
    validator: Validator,
    dispatch: Dispatch,
    launch: Launch,
}

impl Debugged {
    /// A program with a dispatch, whose bindings are complete.
    #[must_use]
    pub fn new(
        (module, source): (Module, String),
        validator: Validator,
        dispatch: Dispatch,
        options: Options,
    ) -> Self {
        let launch = Launch {
            grid: Grid::Workgroups(dispatch.workgroups),
            bindings: dispatch.bindings.clone(),
            immediates: dispatch.immediates.clone(),
            options,
            allowances: allowances(&source, validator.options().edition),
        };
        Self { module, source, validator, dispatch, launch }
    }

    /// Refuses expressions that the language rejects at their place. The program without them is accepted.
    fn check(copy: &Copy, traced: &Module) -> Result<(), Refusal> {
        if let Some(error) = traced.diagnostics().iter().find(|it| it.severity == Severity::Error) {
            return Err(copy.refusal(error.primary.span.lo, error.message.clone()));
        }
        let ast = &traced.syntax().ast;
        for print in copy.probing(false).prints {
            let is_whole = |index: usize| {
                let span = ast.stmt_spans[index];
                span.lo == print.lo && span.hi.abs_diff(print.hi) <= 1
            };
            let mut phonies =
                (0..ast.stmts.len()).filter(|index| matches!(ast.stmts[*index], Stmt::Phony(_)));
            if !phonies.any(is_whole) {
                let reason = "expected one expression, where statements are allowed";
                return Err(copy.refusal(print.lo, reason.to_owned()));
            }
        }
        Ok(())
    }
}

impl Subject for Debugged {
    fn source(&self) -> &str {
        &self.source
    }

    fn places(&self) -> Vec<Span> {
        let ast = &self.module.syntax().ast;
        let statements = ast.blocks.iter().flat_map(|block| &ast[block.statements]);
        let mut places: Vec<Span> = statements.map(|statement| ast.stmt_span(*statement)).collect();
        places.sort_by_key(|span| span.lo);
        places
    }

    fn words(&self, _: &Request) -> Words {
        let typed = self.module.typed();
        let is_taken = |name: &str| {
            let is_declared = |kind: DeclKind| !matches!(kind, DeclKind::Error | DeclKind::ConstAssert(_));
            let mut decls = typed.syntax.ast.decls.iter().filter(|decl| is_declared(decl.kind));
            decls.any(|decl| decl.name.is_some_and(|symbol| typed.name(symbol) == name))
        };
        let mut last = "\n".to_owned();
        for (name, components, _) in NAMES.into_iter().filter(|(name, ..)| !is_taken(name)) {
            let ty = if components == 1 { "u32" } else { "vec3<u32>" };
            last.extend(["var<private> ", name, ": ", ty, ";\n"]);
        }
        Words { first: String::new(), before: "_ = (", after: ");", last }
    }

    fn lower(&mut self, copy: &Copy, statements: bool) -> Result<(Program, Vec<Point>), Refusal> {
        let traced = self.validator.validate(copy.text());
        Self::check(copy, &traced)?;
        let stage = stage(&traced, &mut self.validator, &request(&self.dispatch))
            .map_err(|failure| Refusal::Program(failure.to_string()))?;
        lower_with_probes(&stage, How::Plain, &copy.probing(statements))
            .map_err(|unsupported| copy.unsupported(&unsupported))
    }

    fn launch(&self) -> &Launch {
        &self.launch
    }
}

#[cfg(test)]
mod tests;
