//! The values of constant expressions that the checker does not see while it checks them: expressions that call functions or read objects.
//! C++14 (expr.const)

use super::{Checker, Typed};
use crate::diagnostic::Diagnostic;
use crate::meaning::{Body, ByTarget, Callee, Copying, Meanings, Value};
use crate::typed;
use crate::typed::evaluate::{Evaluator, Failure, Memory, Undefined};
use crate::types::StructureNumber;
use cxx_validator::ast::{ExprId, FunctionId, VariableId};
use msl_spec::{Rule, rules};
use rustc_hash::FxHashMap;
use shader_source::Span;

/// The data that evaluations share.
#[derive(Default)]
pub(super) struct Evaluations {
    memory: Memory,
    /// The numbers of instances and structures for which the next two are complete.
    known: (usize, usize),
    default_constructors: FxHashMap<StructureNumber, ByTarget>,
    copies: FxHashMap<StructureNumber, Copying>,
    /// Whether a constructor template of the program may copy objects, once that is known.
    has_copying_templates: Option<bool>,
    /// While the module is made, each declaration of a variable is its own definition.
    extern_definitions: FxHashMap<VariableId, VariableId>,
    /// The bodies of functions that were declared without one before.
    definitions: FxHashMap<FunctionId, usize>,
}

impl Evaluations {
    /// Notes the body of a function that was declared before.
    pub(super) fn define(&mut self, function: FunctionId, number: usize) {
        self.definitions.insert(function, number);
    }

    /// Forgets what is known of the instances from this number on.
    pub(super) fn forget_instances(&mut self, from: usize) {
        self.definitions.retain(|_, number| *number < from);
        self.memory.forget_instances(from);
        self.known = (0, 0);
    }
}

impl Checker<'_> {
    /// The value of a call of a function with these values as arguments; `None` if it has none that is known.
    pub(super) fn constant_call(&mut self, number: usize, arguments: &[Value], span: Span) -> Option<Value> {
        let body = Body::default();
        self.evaluating(&body, |evaluator| evaluator.call_with(number, arguments, span)).ok()
    }

    /// The value of a scalar expression that was checked.
    pub(super) fn value_of(&mut self, id: ExprId, typed: Typed) -> Result<Value, Failure> {
        if let Some(value) = typed.value {
            return Ok(value);
        }
        let this = self.closure_object();
        let body = self.function.take_body();
        let result = self.evaluating(&body, |evaluator| {
            let tree = typed::expression(evaluator.meanings, &body, id, this);
            evaluator.evaluate(&tree)
        });
        self.function.put_back(body);
        result
    }

    fn evaluating<T>(
        &mut self,
        body: &Body,
        work: impl FnOnce(&mut Evaluator<'_>) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        self.complete_facts();
        let mut memory = core::mem::take(&mut self.evaluations.memory);
        let meanings = Meanings {
            ast: self.ast,
            names: self.names,
            types: &self.types,
            globals: &self.globals,
            instances: &self.instances,
            extern_definitions: &self.evaluations.extern_definitions,
            definitions: Some(&self.evaluations.definitions),
            is_for_host: false,
            member_initializers: &self.member_initializers,
            inherited_defaults: &self.inherited_defaults,
            default_constructors: &self.evaluations.default_constructors,
            copies: &self.evaluations.copies,
            assignments: &self.assignments,
        };
        let locals = &self.function.locals;
        let repeated = &self.repeated_globals;
        let result = work(&mut Evaluator::new(meanings, (body, locals), repeated, &mut memory));
        self.evaluations.memory = memory;
        result
    }

    /// Completes what is known of constructors, once there are new functions or structures. Each evaluation asks for it, so only what is new is looked
    /// at, unless the program has copy constructors.
    fn complete_facts(&mut self) {
        let now = (self.instances.len(), self.types.structure_count());
        if self.evaluations.known == now {
            return;
        }
        let (first, _) = core::mem::replace(&mut self.evaluations.known, now);
        if first == 0 {
            self.evaluations.default_constructors.clear();
            self.evaluations.copies.clear();
        }
        for (structure, found) in self.default_constructors_from(first) {
            self.evaluations.default_constructors.entry(structure).or_default().fill(found);
        }
        if !self.evaluations.copies.is_empty()
            || self.has_copy_constructors_from(first)
            || self.has_copying_templates()
        {
            self.evaluations.copies = self.copies();
        }
    }

    /// Returns true if the program has a constructor template that may copy objects.
    fn has_copying_templates(&mut self) -> bool {
        if let Some(known) = self.evaluations.has_copying_templates {
            return known;
        }
        let mut all = (0..self.ast.functions.len()).map(FunctionId::from_index);
        let found = all.any(|function| self.may_copy_by_template(function));
        self.evaluations.has_copying_templates = Some(found);
        found
    }

    /// Reports an expression that must be constant and has no value, unless a mistake in it was reported. `message` is for one that is not constant
    /// at all.
    pub(super) fn report_no_value(
        &mut self,
        id: ExprId,
        failure: Failure,
        (rule, message): (&'static Rule, &str),
    ) {
        match failure {
            // At a limit of templates nothing more is instantiated.
            Failure::NotConstant | Failure::NotConstexpr | Failure::Unknown
                if self.has_part_with_error(id) || self.template_work.has_limits => {}
            Failure::NotConstant | Failure::NotConstexpr => self.error(rule, self.span(id), message),
            Failure::Undefined(span, undefined) => self.undefined(id, span, undefined),
            Failure::Spent => {
                let message = "constant expression limit reached: it takes too many steps or levels of calls";
                self.error(rules::UNSUPPORTED_FEATURE, self.span(id), message);
            }
            Failure::Unknown => {
                let message = cxx_validator::unsupported::CONSTANT_EXPRESSION.message();
                self.error(rules::UNSUPPORTED_FEATURE, self.span(id), message);
            }
        }
    }

    /// Returns true if the type of a part of an expression is an error, as `d` in `int(d)` without a declaration of `d`.
    pub(super) fn has_part_with_error(&self, id: ExprId) -> bool {
        // The parts that are left: a chain of operators has too many for recursion.
        let mut rest = vec![id];
        while let Some(id) = rest.pop() {
            shader_source::steps::take(1);
            if self.is_unknown(id) || self.calls_broken_body(id) {
                return true;
            }
            rest.extend(self.parts(id));
        }
        false
    }

    /// Returns true if an expression calls a function whose body has a mistake, so that the call has no value.
    fn calls_broken_body(&self, id: ExprId) -> bool {
        let index = id.index().checked_sub(self.function.first_expr);
        let meaning = index.and_then(|index| self.function.exprs.get(index));
        let callee = meaning.and_then(|it| self.function.callees.get(it.callee? as usize));
        matches!(callee, Some(Callee::Function(number)) if self.broken_bodies.contains(number))
    }

    /// Reports an operation of a constant expression that is undefined.
    pub(super) fn undefined(&mut self, id: ExprId, span: Span, undefined: Undefined) {
        let what = match undefined {
            Undefined::Arithmetic => "divides by zero, or its result is outside the range of its type",
            Undefined::Bounds => "uses an element beyond the end of an array",
            Undefined::NoValue => "reads an object before it has a value",
            Undefined::NoObject => "uses a pointer that points to no object",
            Undefined::NoReturn => "calls a function that ends without a `return`",
        };
        let message = format!("this constant expression {what}");
        let mut found = Diagnostic::error(rules::EXPRESSION_CONSTANT_DEFINED, self.span(id), message);
        if span != self.span(id) {
            found = found.label(span, "here");
        }
        self.report(found);
    }
}
