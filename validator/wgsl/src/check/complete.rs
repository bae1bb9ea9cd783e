//! Suggestions that complete a declaration: the attribute, address space or clause that it lacks.

use super::Checker;
use crate::ast::{DeclKind, ExprId, Function, Variable};
use crate::diagnostic::{Applicability, Diagnostic};
use crate::steps;
use crate::types::{TypeId, TypeKind};
use shader_source::Span;
use wgsl_spec::{Symbol, TexelFormat, sym};

impl Checker<'_> {
    /// Gives a variable of the module the address space that its attributes speak for.
    pub(super) fn with_address_space(
        &self,
        variable: &Variable,
        ty: TypeId,
        found: Diagnostic,
    ) -> Diagnostic {
        let is_resource = [sym::GROUP, sym::BINDING]
            .into_iter()
            .any(|name| self.attribute(variable.attributes, name).is_some());
        let is_fixed = self.meaning.types.is(ty, crate::types::Properties::CONSTRUCTIBLE);
        let space = match (is_resource, is_fixed) {
            (false, true) => "private",
            (false, false) => "workgroup",
            (true, true) if self.is_written(variable) => "storage, read_write",
            (true, true) => "uniform",
            (true, false) => "storage, read_write",
        };
        let end = variable.span.lo + "var".len() as u32;
        let edits = vec![(Span::new(end, end), format!("<{space}>"))];
        found.suggest(format!("declare it as `var<{space}>`"), edits, Applicability::Unsafe)
    }

    /// Gives a resource the attributes `@group` and `@binding` that it lacks.
    pub(super) fn with_binding(&self, variable: &Variable, found: Diagnostic) -> Diagnostic {
        let lacks = |name: Symbol| self.attribute(variable.attributes, name).is_none();
        let group = if lacks(sym::GROUP) { "@group(0) " } else { "" };
        let binding =
            if lacks(sym::BINDING) { format!("@binding({}) ", self.next_binding()) } else { String::new() };
        let written = format!("{group}{binding}");
        let place = Span::new(variable.span.lo, variable.span.lo);
        found.suggest(format!("add `{}`", written.trim_end()), vec![(place, written)], Applicability::Unsafe)
    }

    /// The smallest number that no `@binding` of the module has.
    fn next_binding(&self) -> usize {
        let number = |kind: DeclKind| match kind {
            DeclKind::Variable(id) => {
                let attribute = self.attribute(self.ast[id].attributes, sym::BINDING)?;
                self.syntax.text(self.span(*self.ast[attribute.arguments].first()?)).parse::<usize>().ok()
            }
            DeclKind::Alias(_)
            | DeclKind::Struct(_)
            | DeclKind::Function(_)
            | DeclKind::ConstAssert(_)
            | DeclKind::Error => None,
        };
        // Each of many conflicts has a suggestion: the numbers are collected once.
        *self.bindings.get_or_init(|| {
            steps::take(self.ast.decls.len());
            let mut numbers: Vec<usize> = self.ast.decls.iter().filter_map(|it| number(it.kind)).collect();
            numbers.sort_unstable();
            numbers.dedup();
            numbers
                .iter()
                .enumerate()
                .find(|(index, number)| index != *number)
                .map_or(numbers.len(), |it| it.0)
        })
    }

    /// Gives a resource a binding that is free.
    pub(super) fn with_other_binding(&self, variable: &Variable, found: Diagnostic) -> Diagnostic {
        let attribute = self.attribute(variable.attributes, sym::BINDING);
        let Some([argument]) = attribute.map(|attribute| &self.ast[attribute.arguments]) else {
            return found;
        };
        let edits = vec![(self.span(*argument), self.next_binding().to_string())];
        found.suggest("use a free binding number", edits, Applicability::Unsafe)
    }

    /// Gives a compute shader the size of its workgroups.
    pub(super) fn with_workgroup_size(&self, function: &Function, found: Diagnostic) -> Diagnostic {
        let Some(stage) = self.attribute(function.attributes, sym::COMPUTE) else { return found };
        let place = Span::new(stage.span.hi, stage.span.hi);
        let edits = vec![(place, " @workgroup_size(64)".to_owned())];
        found.suggest("add the workgroup size", edits, Applicability::Unsafe)
    }

    /// Makes the only output of a vertex shader its position, or says where the position belongs.
    pub(super) fn with_position(&self, function: &Function, found: Diagnostic) -> Diagnostic {
        let Some(result) = function.result else {
            return found
                .note("return a `vec4f` with `@builtin(position)`, or a structure with such a member");
        };
        if let TypeKind::Struct(_) = self.kind(self.meaning[result].ty) {
            return found.note("add a member such as `@builtin(position) position: vec4f`");
        }
        let Some(location) = self.attribute(function.result_attributes, sym::LOCATION) else { return found };
        let edits = vec![(location.span, "@builtin(position)".to_owned())];
        found.suggest("return the position", edits, Applicability::Unsafe)
    }

    /// Gives a storage texture the access mode that it lacks.
    pub(super) fn with_access_mode(&self, arguments: &[ExprId], found: Diagnostic) -> Diagnostic {
        let [format] = *arguments else { return found };
        let span = self.span(format);
        if !TexelFormat::ALL.iter().any(|known| known.name() == self.syntax.text(span)) {
            return found.note("write a texel format and an access mode, such as `<rgba8unorm, write>`");
        }
        let edits = vec![(Span::new(span.hi, span.hi), ", write".to_owned())];
        found.suggest("add the access mode", edits, Applicability::Unsafe)
    }
}
