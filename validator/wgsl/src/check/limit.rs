//! Limits on the size of programs. <https://www.w3.org/TR/WGSL/#limits>

use super::Checker;
use crate::ast::{DeclKind, Function, FunctionId, VariableId};
use crate::column::refill;
use crate::diagnostic::Diagnostic;
use crate::steps;
use crate::types::TypeKind;
use shader_source::Span;
use wgsl_spec::{AddressSpace, Edition, Limit};

/// How deep types may nest at most, whatever the target: functions here descend into types.
const DEEPEST: u32 = 255;

impl Checker<'_> {
    /// Checks a number of the program against a limit: an error beyond what the target allows, a warning beyond what
    /// every implementation supports.
    pub(super) fn limit(&mut self, limit: Limit, number: u64, span: Span) -> bool {
        self.meaning.needs.number(limit, number, span);
        let info = limit.info();
        let hard = match self.terms.edition {
            // The API refuses a pipeline that asks for more than the device has.
            _ if self.terms.specialization.is_some() && info.is_of_api => {
                Some(self.terms.target.limit(limit).unwrap_or(info.value))
            }
            Edition::Current => self.terms.target.limit(limit),
            Edition::Draft2022 => info.draft_2022,
        };
        let hard =
            if limit == Limit::NestingDepth { Some(hard.unwrap_or(DEEPEST).min(DEEPEST)) } else { hard };
        if let Some(most) = hard.filter(|most| number > u64::from(*most)) {
            self.error(
                info.rule,
                span,
                format!("found {number} {}, but at most {most} are allowed", info.of),
            );
            return false;
        }
        if number > u64::from(info.value) && self.terms.edition == Edition::Current {
            let message = format!(
                "found {number} {}, but not every implementation supports more than {}",
                info.of, info.value
            );
            self.report(Diagnostic::error(info.rule, span, message).warning());
        }
        true
    }

    /// Checks how much memory the variables take that one entry point reaches. Of several that reach too much, the first
    /// is named.
    pub(super) fn memory_of_entry_points(&mut self, met: &mut Vec<u32>) {
        for (space, limit) in
            [(AddressSpace::Private, Limit::PrivateBytes), (AddressSpace::Workgroup, Limit::WorkgroupBytes)]
        {
            let all = (0..self.meaning.variables().len())
                .map(|index| self.bytes(VariableId::from_index(index), space));
            let all = all.fold(0u64, u64::saturating_add);
            let most = u64::from(self.most(limit));
            if all <= most {
                let first = self.meaning.variables().iter().position(|info| info.space == Some(space));
                if let Some(first) = first {
                    self.meaning.needs.number(limit, all, self.ast.variables[first].name_span);
                }
                continue;
            }
            refill(met, self.meaning.functions().len() + self.meaning.variables().len(), 0);
            let bounds = self.bounds_of_bytes(space, met);
            refill(met, self.meaning.functions().len() + self.meaning.variables().len(), 0);
            // A walk costs as much as there are functions, so only those walk that can find something.
            for (entry, bound) in bounds.into_iter().enumerate() {
                if self.meaning.functions()[entry].stage.is_none() {
                    continue;
                }
                let bytes = if bound > most { self.bytes_reached(entry, space, met) } else { bound };
                self.limit(limit, bytes, self.ast.functions[entry].name_span);
                if bytes > most {
                    break;
                }
            }
        }
    }

    /// By function: an upper bound of the bytes that it reaches. A variable that is reached in two ways counts twice.
    fn bounds_of_bytes(&self, space: AddressSpace, met: &mut [u32]) -> Vec<u64> {
        let functions = self.meaning.functions().len();
        let mut bounds = vec![0u64; functions];
        // Callees come before callers in the order of declarations.
        for decl in &self.resolution.order {
            let DeclKind::Function(id) = self.ast[*decl].kind else { continue };
            let function = self.meaning[id];
            let round = id.index() as u32 + 1;
            let mut bound = 0u64;
            for used in &self.meaning[function.uses] {
                let place = functions + used.variable.index();
                if core::mem::replace(&mut met[place], round) != round {
                    bound = bound.saturating_add(self.bytes(used.variable, space));
                }
            }
            for call in &self.meaning[function.calls] {
                if core::mem::replace(&mut met[call.callee.index()], round) != round {
                    bound = bound.saturating_add(bounds[call.callee.index()]);
                }
            }
            bounds[id.index()] = bound;
        }
        bounds
    }

    /// The largest number that nothing is said of.
    fn most(&self, limit: Limit) -> u32 {
        let guaranteed = limit.info().value;
        self.terms.target.limit(limit).map_or(guaranteed, |hard| hard.min(guaranteed))
    }

    /// The bytes of the variables in an address space that an entry point reaches. `met` says of functions, and behind
    /// them of variables, which entry point met them last.
    fn bytes_reached(&self, entry: usize, space: AddressSpace, met: &mut [u32]) -> u64 {
        let round = entry as u32 + 1;
        let functions = self.meaning.functions().len();
        let mut total = 0u64;
        let mut pending = vec![FunctionId::from_index(entry)];
        met[entry] = round;
        while let Some(id) = pending.pop() {
            let function = self.meaning[id];
            steps::take(function.uses.range().len() + function.calls.range().len());
            for used in &self.meaning[function.uses] {
                let index = used.variable.index();
                if core::mem::replace(&mut met[functions + index], round) != round {
                    total = total.saturating_add(self.bytes(used.variable, space));
                }
            }
            for call in &self.meaning[function.calls] {
                if core::mem::replace(&mut met[call.callee.index()], round) != round {
                    pending.push(call.callee);
                }
            }
        }
        total
    }

    /// The bytes of a variable in an address space; none of one in another, and of one whose size an override decides.
    pub(super) fn bytes(&self, variable: VariableId, space: AddressSpace) -> u64 {
        let info = self.meaning[variable];
        match self.kind(info.typed.ty) {
            TypeKind::Reference(_, store, _) if info.space == Some(space) => {
                self.meaning.types.info(store).size
            }
            _ => 0,
        }
    }

    /// Checks how much memory the variables of a function take, and how deep its braces nest.
    pub(super) fn size_of_body(&mut self, function: &Function) {
        self.limit(Limit::FunctionBytes, self.body.bytes, function.name_span);
        self.limit(Limit::BraceDepth, self.body.deepest.into(), function.name_span);
    }
}
