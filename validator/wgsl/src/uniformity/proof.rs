//! The proof of a finding: the steps from a requirement to a possibly non-uniform value, each with the rule of the
//! specification that it rests on.
//!
//! A step that says something to the author of a shader has a text. The others, such as a pair of parentheses, only name
//! their rule.

use super::graph::{Cause, Effect, Graph, Node, Source};
use super::paths::Paths;
use super::requirement::{Requirement, Scope, TriggeringRule};
use crate::ast::FunctionId;
use crate::diagnostic::{Diagnostic, Label, Severity};
use crate::meaning::TypedModule;
use rustc_hash::FxHashMap;
use shader_source::Span;
use wgsl_spec::{Rule, rules};

/// The greatest number of steps with a text.
const STEPS: usize = 8;
/// The greatest number of edges that are walked for one step with a text.
const EDGES: usize = 64;
/// The greatest number of characters of the source that a message repeats.
const QUOTED: usize = 32;

/// The steps of a proof within one function.
#[derive(Debug, Default)]
pub(super) struct Part {
    steps: Vec<Label>,
    /// The effect of a callee that the last step rests on.
    effect: Option<Effect>,
    /// Whether a value on the path is the same within a subgroup.
    is_uniform_in_subgroup: bool,
}

impl Part {
    /// The steps from a node to a possibly non-uniform value.
    pub(super) fn of(module: TypedModule<'_>, graph: &Graph, paths: &Paths, start: Node) -> Self {
        let mut part = Self::default();
        let mut node = start;
        let (mut mentioned, mut walked) = (0, 0);
        while let Some((following, rule)) = paths.next(graph, node) {
            let source = graph.source(node);
            if source.cause.is_mentioned() {
                mentioned += 1;
                walked = 0;
            }
            part.push(module, source, rule);
            part.effect = graph.effect(node);
            walked += 1;
            node = if mentioned + 1 == STEPS && node != paths.source(node) {
                mentioned = 0;
                paths.source(node)
            } else if walked > EDGES {
                paths.next_mentioned(node)
            } else {
                following
            };
        }
        part
    }

    fn push(&mut self, module: TypedModule<'_>, source: Source, rule: &'static Rule) {
        let last = self.steps.last().map(|step| step.span);
        let span = if source.span == Span::default() { last.unwrap_or_default() } else { source.span };
        let is_said =
            self.steps.iter().rfind(|step| !step.text.is_empty()).is_some_and(|step| step.span == span);
        let text = source.cause.words(module, span).filter(|_| !is_said).unwrap_or_default();
        self.is_uniform_in_subgroup |= matches!(source.cause, Cause::SubgroupCall | Cause::SubgroupInput);
        // A rule that goes without saying is named once.
        if !text.is_empty() || self.steps.iter().all(|step| step.rule != Some(rule)) {
            self.steps.push(Label { span, text, rule: Some(rule) });
        }
    }

    fn mentioned(&self) -> usize {
        self.steps.iter().filter(|step| !step.text.is_empty()).count()
    }
}

/// The proofs of the findings about one module.
pub(super) struct Proofs<'a> {
    module: TypedModule<'a>,
    scope: Scope,
    /// The parts about effects of callees, each found once.
    effects: FxHashMap<Effect, Part>,
    /// Whether entry points reach each function; found at the first finding.
    is_reached: Option<Vec<bool>>,
}

impl<'a> Proofs<'a> {
    pub(super) fn new(module: TypedModule<'a>, scope: Scope) -> Self {
        Self { module, scope, effects: FxHashMap::default(), is_reached: None }
    }

    /// The finding about a requirement in a function, with its proof, whose first part is known. `part_of` finds the part
    /// about an effect of a callee.
    pub(super) fn finding(
        &mut self,
        id: FunctionId,
        requirement: &Requirement,
        part: Part,
        mut part_of: impl FnMut(Effect) -> Part,
    ) -> Diagnostic {
        let mut found = requirement.finding(self.module);
        let trigger = requirement.trigger;
        let place = found.primary.span;
        let silent = |rule: &'static Rule| Label { span: place, text: String::new(), rule: Some(rule) };
        let mut given = Vec::new();
        if self.scope == Scope::Subgroup {
            given.push(silent(rules::UNI_SCOPE_SUBGROUP));
        }
        if trigger.severity != Severity::Error && trigger.rule == TriggeringRule::Derivative {
            given.push(silent(rules::UNI_CALL_DERIVATIVE_FILTER));
        }
        let (mut room, mut effect) = (STEPS.saturating_sub(part.mentioned()), part.effect);
        let mut is_uniform_in_subgroup = part.is_uniform_in_subgroup;
        let mut steps = part.steps;
        while let Some(callee) = effect.filter(|_| room > 0) {
            let part = self.effects.entry(callee).or_insert_with(|| part_of(callee));
            steps.extend(part.steps.iter().cloned());
            room = room.saturating_sub(part.mentioned().max(1));
            is_uniform_in_subgroup |= part.is_uniform_in_subgroup;
            effect = part.effect;
        }
        if is_uniform_in_subgroup && self.scope == Scope::Widest {
            match trigger.rule {
                TriggeringRule::Unnamed => given.push(silent(rules::UNI_SCOPE_WORKGROUP)),
                TriggeringRule::Derivative => given.push(silent(rules::UNI_SCOPE_DRAW)),
                TriggeringRule::Subgroup | TriggeringRule::SubgroupMatrix => {}
            }
        }
        if !self.is_reached(id) {
            given.push(silent(rules::UNI_FN_ERROR_INSIDE));
        }
        found.labels.extend(steps);
        found.labels.extend(given);
        found
    }

    /// Returns true if an entry point is this function or calls it, directly or not.
    fn is_reached(&mut self, id: FunctionId) -> bool {
        let functions = self.module.meaning.functions();
        let reached = self.is_reached.get_or_insert_with(|| {
            let mut reached: Vec<bool> = functions.iter().map(|function| function.stage.is_some()).collect();
            let mut pending: Vec<usize> = (0..functions.len()).filter(|index| reached[*index]).collect();
            while let Some(index) = pending.pop() {
                for call in &self.module.meaning[functions[index].calls] {
                    let callee = call.callee.index();
                    if !core::mem::replace(&mut reached[callee], true) {
                        pending.push(callee);
                    }
                }
            }
            reached
        });
        reached[id.index()]
    }
}

impl Cause {
    /// The message for a step, if it is worth mentioning. `span` is its place.
    fn words(self, module: TypedModule<'_>, span: Span) -> Option<String> {
        let quoted = |otherwise: &str| {
            let text = module.syntax.text(span);
            let is_short = text.chars().count() <= QUOTED && !text.contains(['\n', '\r', '`']);
            if is_short { format!("`{text}`") } else { otherwise.to_owned() }
        };
        let depends = |construct: &str| {
            let condition = quoted("this condition");
            format!("control flow in this {construct} depends on {condition}")
        };
        Some(match self {
            Self::Plain | Self::Aside | Self::Detour => return None,
            Self::If => depends("`if`"),
            Self::Switch => depends("`switch`"),
            Self::While => depends("loop"),
            Self::BreakIf => {
                format!(
                    "`break if` may end the loop for some invocations only, depending on {}",
                    quoted("this condition")
                )
            }
            Self::ShortCircuit => {
                format!("whether the right operand is evaluated depends on {}", quoted("this operand"))
            }
            Self::Return => "some invocations may return here".to_owned(),
            Self::Break => "some invocations may exit the loop or `switch` here".to_owned(),
            Self::Continue => "some invocations may skip the rest of the loop body here".to_owned(),
            Self::Iteration => {
                "a later iteration starts with the control flow of this iteration's end".to_owned()
            }
            Self::Assignment => format!("{} gets a value that may be non-uniform", quoted("the variable")),
            Self::Call => format!("the result of {} may be non-uniform", quoted("this call")),
            Self::SubgroupCall => {
                format!("the result of {} is only uniform within a subgroup", quoted("this call"))
            }
            Self::UserInput => {
                format!("{} is a user-defined input, which differs between invocations", quoted("this"))
            }
            Self::BuiltinInput => {
                format!("{} is a built-in value that differs between invocations", quoted("this"))
            }
            Self::SubgroupInput => {
                format!("{} is a built-in value that is only uniform within a subgroup", quoted("this"))
            }
            Self::StructInput => {
                format!(
                    "{} is treated as non-uniform as a whole, because a member differs between invocations",
                    quoted("this")
                )
            }
            Self::Memory => {
                format!(
                    "{} is read from memory that the shader may write, so it may be non-uniform",
                    quoted("this")
                )
            }
            Self::Contents => "this call may store a non-uniform value through the pointer".to_owned(),
            Self::Divergence => "control flow may be non-uniform after this call".to_owned(),
        })
    }
}
