//! Rules about what an entry point reaches through calls.
//! <https://www.w3.org/TR/WGSL/#functions-in-a-shader-stage>

use super::Checker;
use crate::ast::{DeclKind, FunctionId, VariableId};
use crate::diagnostic::Diagnostic;
use crate::module::LimitedUse;
use crate::source::Span;
use crate::types::TypeKind;
use rustc_hash::{FxHashMap, FxHashSet};
use wgsl_spec::{AccessMode, AddressSpace, Code, ShaderStage, StageSet};

/// Calls, uses of module variables, and operations that not every stage allows, of one function.
pub(super) type Mentions = (Vec<(FunctionId, Span)>, Vec<(VariableId, Span)>, Vec<(LimitedUse, Span)>);

const STAGES: [(ShaderStage, &str); 3] =
    [(ShaderStage::Vertex, "vertex"), (ShaderStage::Fragment, "fragment"), (ShaderStage::Compute, "compute")];

impl Checker<'_> {
    /// Checks what concerns the module as a whole, when all its declarations are checked.
    pub(super) fn whole_module(&mut self) {
        self.override_ids();
        let stages = self.stages_of_functions();
        for (index, stages) in stages.iter().enumerate() {
            if stages.0 != 0 {
                self.stage_limits(index, *stages);
            }
        }
        self.entry_point_resources();
    }

    /// Two overrides have different ids. <https://www.w3.org/TR/WGSL/#id-attr>
    fn override_ids(&mut self) {
        let mut seen: FxHashMap<u16, Span> = FxHashMap::default();
        for index in 0..self.variables.len() {
            let Some(id) = self.variables[index].id else { continue };
            let span = self.ast.variables[index].name_span;
            if let Some(first) = seen.insert(id, span) {
                self.report(
                    Diagnostic::error(
                        Code::InterfaceDuplicateId,
                        span,
                        format!("`@id({id})` is taken already"),
                    )
                    .label(first, "by this override"),
                );
            }
        }
    }

    /// For each function the stages whose entry points reach it. Callers come after callees in the order of
    /// declarations, so one pass backwards is enough.
    fn stages_of_functions(&self) -> Vec<StageSet> {
        let mut stages = vec![StageSet(0); self.functions.len()];
        for (index, function) in self.functions.iter().enumerate() {
            if let Some(stage) = function.stage {
                stages[index].0 |= 1 << stage as u8;
            }
        }
        for decl in self.resolution.order.iter().rev() {
            let DeclKind::Function(id) = self.ast[*decl].kind else { continue };
            let own = stages[id.index()];
            for (callee, _) in &self.functions[id.index()].calls {
                stages[callee.index()].0 |= own.0;
            }
        }
        stages
    }

    fn stage_limits(&mut self, index: usize, stages: StageSet) {
        let limited = core::mem::take(&mut self.functions[index].limited);
        for (used, span) in &limited {
            let (allowed, what) = match used {
                LimitedUse::Discard => (StageSet(1 << ShaderStage::Fragment as u8), "`discard`".to_owned()),
                LimitedUse::Builtin(function) => {
                    (function.get().stages, format!("`{}`", function.get().name))
                }
            };
            self.limit(stages, allowed, *span, &what);
        }
        self.functions[index].limited = limited;
        let uses = core::mem::take(&mut self.functions[index].uses);
        let mut seen: FxHashSet<VariableId> = FxHashSet::default();
        for (variable, span) in &uses {
            if seen.insert(*variable) {
                let allowed = self.stages_of_variable(*variable);
                let what = format!("variable `{}`", self.name(self.ast[*variable].name));
                self.limit(stages, allowed, *span, &what);
            }
        }
        self.functions[index].uses = uses;
    }

    fn limit(&mut self, stages: StageSet, allowed: StageSet, span: Span, what: &str) {
        for (stage, name) in STAGES {
            if stages.contains(stage) && !allowed.contains(stage) {
                let message =
                    format!("{what} can't be used by a {name} shader, but a {name} entry point reaches this");
                self.error(Code::InterfaceStageNotAllowed, span, message);
                return;
            }
        }
    }

    /// <https://www.w3.org/TR/WGSL/#address-space>
    fn stages_of_variable(&self, id: VariableId) -> StageSet {
        let info = self.variables[id.index()];
        let all_but_vertex = StageSet(StageSet::ALL.0 & !(1 << ShaderStage::Vertex as u8));
        match info.space {
            Some(AddressSpace::Workgroup) => StageSet(1 << ShaderStage::Compute as u8),
            Some(AddressSpace::Storage) if info.access != AccessMode::Read => all_but_vertex,
            Some(AddressSpace::Handle) => match self.kind(info.typed.ty) {
                TypeKind::StorageTexture(_, _, AccessMode::Write | AccessMode::ReadWrite) => all_but_vertex,
                _ => StageSet::ALL,
            },
            _ => StageSet::ALL,
        }
    }

    /// The resources that one entry point reaches have different binding points, and at most one immediate variable
    /// is among what it reaches. <https://www.w3.org/TR/WGSL/#resource-interface>
    fn entry_point_resources(&mut self) {
        let mut visited = vec![0u32; self.functions.len()];
        let mut round = 0;
        for entry in 0..self.functions.len() {
            if self.functions[entry].stage.is_none() {
                continue;
            }
            round += 1;
            visited[entry] = round;
            let mut pending = vec![entry];
            let mut variables: Vec<VariableId> = Vec::new();
            while let Some(index) = pending.pop() {
                variables.extend(self.functions[index].uses.iter().map(|(variable, _)| *variable));
                for (callee, _) in &self.functions[index].calls {
                    if visited[callee.index()] != round {
                        visited[callee.index()] = round;
                        pending.push(callee.index());
                    }
                }
            }
            variables.sort_unstable();
            variables.dedup();
            self.binding_conflicts(entry, &variables);
        }
    }

    fn binding_conflicts(&mut self, entry: usize, variables: &[VariableId]) {
        let mut taken: FxHashMap<(u32, u32), VariableId> = FxHashMap::default();
        let mut immediate: Option<VariableId> = None;
        let entry_name = self.ast.functions[entry].name;
        for id in variables {
            let info = self.variables[id.index()];
            let declaration = self.ast[*id];
            if info.space == Some(AddressSpace::Immediate)
                && let Some(first) = immediate.replace(*id)
            {
                self.report(
                    Diagnostic::error(
                        Code::InterfaceMultipleImmediates,
                        declaration.name_span,
                        format!(
                            "entry point `{}` reaches more than one immediate variable",
                            self.name(entry_name)
                        ),
                    )
                    .label(self.ast[first].name_span, "this is another"),
                );
            }
            let Some(point) = info.binding else { continue };
            if let Some(first) = taken.insert(point, *id) {
                let (group, binding) = point;
                let message = format!(
                    "entry point `{}` uses two resources at group {group}, binding {binding}: `{}` and `{}`",
                    self.name(entry_name),
                    self.name(self.ast[first].name),
                    self.name(declaration.name)
                );
                self.report(
                    Diagnostic::error(Code::InterfaceDuplicateBinding, declaration.name_span, message)
                        .label(self.ast[first].name_span, "the other one"),
                );
            }
        }
    }
}
