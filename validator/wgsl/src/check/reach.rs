//! Rules about what an entry point reaches through calls.
//! <https://www.w3.org/TR/WGSL/#functions-in-a-shader-stage>

use super::Checker;
use crate::ast::{DeclKind, FunctionId, Stmt, VariableId};
use crate::column::refill;
use crate::diagnostic::{Applicability, Diagnostic};
use crate::meaning::{Limited, LimitedUse, Use};
use crate::steps;
use crate::types::TypeKind;
use rustc_hash::{FxHashMap, FxHashSet};
use shader_source::Span;
use wgsl_spec::{AccessMode, AddressSpace, Rule, ShaderStage, StageSet, rules};

/// Memory of the walks from entry points.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    /// By function: the stages whose entry points reach it.
    stages: Vec<StageSet>,
    /// By function or variable: the last round that met it.
    met: Vec<u32>,
    /// Functions that are still to be looked at.
    pending: Vec<FunctionId>,
    /// The variables that the entry point under examination mentions.
    variables: Vec<VariableId>,
    /// By variable: whether another could be in its way.
    rivals: Vec<bool>,
    /// By function: whether it reaches such a variable.
    reaches_rivals: Vec<bool>,
}

impl Checker<'_> {
    /// Checks what concerns the module as a whole, when all its declarations are checked.
    pub(super) fn whole_module(&mut self, scratch: &mut Scratch) {
        self.override_ids();
        self.builtin_function_names();
        self.stages_of_functions(&mut scratch.stages);
        refill(&mut scratch.met, self.meaning.variables().len(), 0);
        for (index, stages) in scratch.stages.iter().enumerate() {
            if stages.0 != 0 {
                self.stage_limits(FunctionId::from_index(index), *stages, &mut scratch.met);
            }
        }
        self.entry_point_resources(scratch);
        self.memory_of_entry_points(&mut scratch.met);
    }

    /// Two overrides have different ids. <https://www.w3.org/TR/WGSL/#id-attr>
    fn override_ids(&mut self) {
        let mut seen: FxHashMap<u16, Span> = FxHashMap::default();
        for index in 0..self.meaning.variables().len() {
            let Some(id) = self.meaning.variables()[index].id else { continue };
            let span = self.ast.variables[index].name_span;
            if let Some(first) = seen.insert(id, span) {
                self.report(
                    Diagnostic::error(
                        rules::DECL_OVERRIDE_ID_UNIQUE,
                        span,
                        format!("`@id({id})` is already used"),
                    )
                    .label(first, "by this override"),
                );
            }
        }
    }

    /// For each function the stages whose entry points reach it. Callers come after callees in the order of
    /// declarations, so one pass backwards is enough.
    fn stages_of_functions(&self, stages: &mut Vec<StageSet>) {
        stages.clear();
        stages.extend(
            self.meaning
                .functions()
                .iter()
                .map(|function| StageSet(function.stage.map_or(0, |stage| 1 << stage as u8))),
        );
        for decl in self.resolution.order.iter().rev() {
            let DeclKind::Function(id) = self.ast[*decl].kind else { continue };
            let own = stages[id.index()];
            for call in &self.meaning[self.meaning[id].calls] {
                stages[call.callee.index()].0 |= own.0;
            }
        }
    }

    fn stage_limits(&mut self, id: FunctionId, stages: StageSet, met: &mut [u32]) {
        let function = self.meaning[id];
        for index in 0..self.meaning[function.limited].len() {
            let Limited { what, span } = self.meaning[function.limited][index];
            // Of a function that an entry point only reaches, another sentence says that the limit holds there, too.
            let is_called = self.meaning[id].stage.is_none();
            let (allowed, rule, also) = match what {
                LimitedUse::Discard => (
                    StageSet(1 << ShaderStage::Fragment as u8),
                    rules::STMT_DISCARD_STAGE,
                    is_called.then_some(rules::ENTRY_STAGE_FUNCTIONS),
                ),
                LimitedUse::Builtin(function) => (
                    function.get().stages,
                    function.get().stage_rule.unwrap_or(rules::BUILTIN_STAGE_LIMITS),
                    is_called.then_some(rules::BUILTIN_STAGE_LIMITS),
                ),
                LimitedUse::SubgroupMatrix => {
                    (StageSet(1 << ShaderStage::Compute as u8), rules::BUILTIN_STAGE_LIMITS, None)
                }
            };
            if stages.0 & !allowed.0 != 0 {
                let what = match what {
                    LimitedUse::Discard => "`discard`".to_owned(),
                    LimitedUse::SubgroupMatrix => "a subgroup matrix".to_owned(),
                    LimitedUse::Builtin(function) => format!("`{}`", function.get().name),
                };
                self.wrong_stage((rule, also), stages, allowed, span, &what);
            }
        }
        let round = id.index() as u32 + 1;
        for index in 0..self.meaning[function.uses].len() {
            let Use { variable, span } = self.meaning[function.uses][index];
            if core::mem::replace(&mut met[variable.index()], round) == round {
                continue;
            }
            let Some((allowed, rule)) = self.stages_of_variable(variable) else { continue };
            if stages.0 & !allowed.0 != 0 {
                let what = format!("variable `{}`", self.name(self.ast[variable].name));
                let also = rule != rules::SPACE_WORKGROUP_COMPUTE_ONLY;
                let also = also.then_some(rules::DECL_VERTEX_NO_WRITABLE_STORAGE);
                self.wrong_stage((rule, also), stages, allowed, span, &what);
            }
        }
    }

    #[cold]
    fn wrong_stage(
        &mut self,
        (rule, also): (&'static Rule, Option<&'static Rule>),
        stages: StageSet,
        allowed: StageSet,
        span: Span,
        what: &str,
    ) {
        for stage in ShaderStage::ALL {
            if stages.contains(stage) && !allowed.contains(stage) {
                let name = stage.name();
                let message = format!(
                    "{what} can't be used in a {name} shader, but a {name} entry point reaches this use"
                );
                let mut diagnostic = Diagnostic::error(rule, span, message);
                diagnostic.also = also;
                let change = self.explicit_level(span);
                self.report(Self::with_change(diagnostic, change, Applicability::Unsafe));
                return;
            }
        }
    }

    /// The stages that may use a variable, with the rule that says so; `None` if all may.
    /// <https://www.w3.org/TR/WGSL/#address-space>
    fn stages_of_variable(&self, id: VariableId) -> Option<(StageSet, &'static Rule)> {
        if !self.terms.rules.variables_by_stage {
            return None;
        }
        let info = self.meaning[id];
        let all_but_vertex = StageSet(StageSet::ALL.0 & !(1 << ShaderStage::Vertex as u8));
        match info.space {
            Some(AddressSpace::Workgroup) => {
                Some((StageSet(1 << ShaderStage::Compute as u8), rules::SPACE_WORKGROUP_COMPUTE_ONLY))
            }
            Some(AddressSpace::Storage) if info.access != AccessMode::Read => {
                Some((all_but_vertex, rules::SPACE_STORAGE_VERTEX_READ_ONLY))
            }
            Some(AddressSpace::Handle) => match self.kind(info.typed.ty) {
                TypeKind::StorageTexture(_, _, AccessMode::Write | AccessMode::ReadWrite) => {
                    Some((all_but_vertex, rules::SPACE_STORAGE_TEXTURE_VERTEX_READ_ONLY))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// The resources that one entry point reaches have different binding points, and at most one immediate variable
    /// is among what it reaches. <https://www.w3.org/TR/WGSL/#resource-interface>
    fn entry_point_resources(&mut self, scratch: &mut Scratch) {
        // Each entry point has a walk of its own, so only those walk that can find something.
        if !self.find_rivals(&mut scratch.rivals) {
            return;
        }
        self.functions_that_reach_rivals(&scratch.rivals, &mut scratch.reaches_rivals);
        let Scratch { met, pending, variables, rivals, reaches_rivals, .. } = scratch;
        refill(met, self.meaning.functions().len(), 0);
        for entry in 0..self.meaning.functions().len() {
            if self.meaning.functions()[entry].stage.is_none() || !reaches_rivals[entry] {
                continue;
            }
            let round = entry as u32 + 1;
            met[entry] = round;
            pending.push(FunctionId::from_index(entry));
            while let Some(id) = pending.pop() {
                let function = self.meaning[id];
                steps::take(function.uses.range().len() + function.calls.range().len());
                let uses = self.meaning[function.uses].iter().map(|used| used.variable);
                variables.extend(uses.filter(|variable| rivals[variable.index()]));
                for call in &self.meaning[function.calls] {
                    let callee = call.callee.index();
                    if reaches_rivals[callee] && core::mem::replace(&mut met[callee], round) != round {
                        pending.push(call.callee);
                    }
                }
            }
            variables.sort_unstable();
            variables.dedup();
            self.binding_conflicts(entry, variables);
            variables.clear();
        }
    }

    /// Finds the variables that an entry point can't use together with another: those that share a binding point, and
    /// immediate ones when there are several. `false` when there are none.
    fn find_rivals(&self, rivals: &mut Vec<bool>) -> bool {
        refill(rivals, self.meaning.variables().len(), false);
        let mut taken: FxHashMap<Option<(u32, u32)>, usize> = FxHashMap::default();
        let mut any = false;
        for (index, info) in self.meaning.variables().iter().enumerate() {
            // Immediate variables have no binding point, and share one place all the same.
            if info.binding.is_none() && info.space != Some(AddressSpace::Immediate) {
                continue;
            }
            if let Some(first) = taken.insert(info.binding, index) {
                rivals[first] = true;
                rivals[index] = true;
                any = true;
            }
        }
        any
    }

    /// Callees come before callers in the order of declarations, so one pass is enough.
    fn functions_that_reach_rivals(&self, rivals: &[bool], reaching: &mut Vec<bool>) {
        refill(reaching, self.meaning.functions().len(), false);
        for decl in &self.resolution.order {
            let DeclKind::Function(id) = self.ast[*decl].kind else { continue };
            let function = self.meaning[id];
            reaching[id.index()] =
                self.meaning[function.uses].iter().any(|used| rivals[used.variable.index()])
                    || self.meaning[function.calls].iter().any(|call| reaching[call.callee.index()]);
        }
    }

    /// The variables that an entry point mentions itself, and whether phony assignments alone do.
    #[cold]
    fn direct_uses(&self, entry: usize) -> FxHashMap<VariableId, bool> {
        let phony = |stmt: &Stmt| match stmt {
            Stmt::Phony(value) => Some(self.span(*value)),
            _ => None,
        };
        let phony: FxHashSet<Span> = self.ast.stmts.iter().filter_map(phony).collect();
        let mut direct = FxHashMap::default();
        for used in &self.meaning[self.meaning.functions()[entry].uses] {
            *direct.entry(used.variable).or_insert(true) &= phony.contains(&used.span);
        }
        direct
    }

    fn binding_conflicts(&mut self, entry: usize, variables: &[VariableId]) {
        let mut taken: FxHashMap<(u32, u32), VariableId> = FxHashMap::default();
        let mut immediate: Option<VariableId> = None;
        let mut direct = None;
        let entry_name = self.ast.functions[entry].name;
        for id in variables {
            let info = self.meaning[*id];
            let declaration = self.ast[*id];
            if info.space == Some(AddressSpace::Immediate)
                && let Some(first) = immediate.replace(*id)
            {
                self.report(
                    Diagnostic::error(
                        rules::DECL_VAR_IMMEDIATE_ONE_PER_ENTRY,
                        declaration.name_span,
                        format!(
                            "an entry point can only use one immediate variable, but `{}` uses several",
                            self.name(entry_name)
                        ),
                    )
                    .label(self.ast[first].name_span, "a second one is declared here"),
                );
            }
            let Some(point) = info.binding else { continue };
            if let Some(first) = taken.insert(point, *id) {
                let (group, binding) = point;
                let message = format!(
                    "entry point `{}` uses two resources with group {group}, binding {binding}: `{}` and `{}`",
                    self.name(entry_name),
                    self.name(self.ast[first].name),
                    self.name(declaration.name)
                );
                let direct = direct.get_or_insert_with(|| self.direct_uses(entry));
                let mut diagnostic =
                    Diagnostic::error(rules::RES_UNIQUE_PAIR, declaration.name_span, message);
                diagnostic.also = access_rule(direct, [first, *id]);
                diagnostic = diagnostic.label(self.ast[first].name_span, "the other resource");
                self.report(self.with_other_binding(&declaration, diagnostic));
            }
        }
    }
}

/// The sentence by which an entry point uses two variables, where it does not simply name them.
fn access_rule(direct: &FxHashMap<VariableId, bool>, pair: [VariableId; 2]) -> Option<&'static Rule> {
    let uses = pair.map(|variable| direct.get(&variable).copied());
    if uses.contains(&None) {
        Some(rules::INTERFACE_STATIC_ACCESS)
    } else {
        uses.contains(&Some(true)).then_some(rules::STMT_PHONY_STATIC_ACCESS)
    }
}
