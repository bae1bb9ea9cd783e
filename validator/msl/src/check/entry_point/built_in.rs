//! Built-in variables of one function that depend on each other. Section 5.2.3

use super::super::Checker;
use super::{Entry, Item};
use crate::diagnostic::Diagnostic;
use crate::interface::EntryPointKind;
use crate::types::TypeId;
use cxx_validator::ast::Attribute;
use msl_spec::{Rule, Scalar, ValueType, rules};

/// Positions and sizes of threads, whose vectors have one number of components. Section 5.2.3.6
const POSITIONS: [&str; 7] = [
    "thread_position_in_grid",
    "threads_per_grid",
    "thread_position_in_threadgroup",
    "threads_per_threadgroup",
    "threadgroup_position_in_grid",
    "dispatch_threads_per_threadgroup",
    "threadgroups_per_grid",
];

/// Numbers of SIMD-groups and quad-groups, which have one type. Section 5.2.3.6
const GROUPS: [&str; 8] = [
    "thread_index_in_simdgroup",
    "threads_per_simdgroup",
    "simdgroup_index_in_threadgroup",
    "simdgroups_per_threadgroup",
    "dispatch_simdgroups_per_threadgroup",
    "quadgroup_index_in_threadgroup",
    "quadgroups_per_threadgroup",
    "dispatch_quadgroups_per_threadgroup",
];

/// Built-in variables with one type, and the rule that says so.
const SAME: [(&[&str], &Rule); 4] = [
    (&["thread_position_in_grid", "threads_per_grid"], rules::KERNEL_GRID_SAME_TYPE),
    (
        &["thread_position_in_threadgroup", "threads_per_threadgroup", "dispatch_threads_per_threadgroup"],
        rules::KERNEL_THREADGROUP_SAME_TYPE,
    ),
    (&GROUPS, rules::KERNEL_GROUP_SCALARS_SAME_TYPE),
    (&["pixel_position_in_tile", "pixels_per_tile"], rules::ATTRIBUTE_TILE_SAME_TYPE),
];

/// A built-in variable of a function.
struct BuiltIn {
    name: &'static str,
    ty: TypeId,
    attribute: Attribute,
}

impl Checker<'_> {
    /// Checks built-in variables against each other.
    pub(super) fn check_built_ins(&mut self, entry: &Entry, inputs: &[Item]) {
        let built_ins: Vec<BuiltIn> = inputs
            .iter()
            .filter_map(|item| {
                let name = self.built_in_of(item.attributes, item.place)?;
                let attribute = self.attribute_named(item.attributes, name)?;
                Some(BuiltIn { name, ty: item.ty, attribute })
            })
            .collect();
        for (names, rule) in SAME {
            self.check_same(&built_ins, names, rule);
        }
        match entry.kind {
            EntryPointKind::Kernel | EntryPointKind::Object | EntryPointKind::Mesh => {
                self.check_widths(&built_ins);
                self.check_index(&built_ins);
            }
            EntryPointKind::Vertex => {
                self.check_base(&built_ins, "vertex_id", "base_vertex");
                self.check_base(&built_ins, "instance_id", "base_instance");
                self.check_position_in_patch(entry, &built_ins);
            }
            EntryPointKind::Fragment => self.check_coverage(entry, inputs),
        }
    }

    fn check_same(&mut self, built_ins: &[BuiltIn], names: &[&str], rule: &'static Rule) {
        let mut relevant = built_ins.iter().filter(|built_in| names.contains(&built_in.name));
        let Some(first) = relevant.next() else { return };
        for other in relevant.filter(|other| other.ty != first.ty) {
            if self.types.is_error(first.ty) || self.types.is_error(other.ty) {
                continue;
            }
            let message = format!(
                "`{}` has type `{}`, so `{}` must have it, too",
                first.name,
                self.types.print(first.ty),
                other.name
            );
            let found = Diagnostic::error(rule, other.attribute.span, message)
                .label(first.attribute.span, "the other type is here");
            self.report_once(found);
            return;
        }
    }

    /// Section 5.2.3.6: positions and sizes have the same number of components.
    fn check_widths(&mut self, built_ins: &[BuiltIn]) {
        let mut first: Option<(&BuiltIn, u32)> = None;
        for built_in in built_ins.iter().filter(|built_in| POSITIONS.contains(&built_in.name)) {
            let width = match self.types.value_type(built_in.ty) {
                Some(ValueType::Scalar(_)) => 1,
                Some(ValueType::Vector(_, width)) => width.count(),
                Some(ValueType::PackedVector(..) | ValueType::Matrix(..)) | None => continue,
            };
            let Some((other, known)) = first else {
                first = Some((built_in, width));
                continue;
            };
            if known == width {
                continue;
            }
            let is_mixed = known == 1 || width == 1;
            let rule = if is_mixed {
                rules::KERNEL_POSITIONS_SCALAR_WITH_VECTOR
            } else {
                rules::KERNEL_POSITIONS_WIDTH
            };
            let message = format!(
                "`{}` must have as many components as `{}`",
                self.types.print(built_in.ty),
                self.types.print(other.ty)
            );
            let found = Diagnostic::error(rule, built_in.attribute.span, message)
                .label(other.attribute.span, "the other one is here");
            let is_told = self.diagnostics.iter().any(|known| known.primary.span == built_in.attribute.span);
            if !is_told {
                self.report(if is_mixed { found.warning() } else { found });
            }
        }
    }

    /// Section 5.2.3.6: an index in the threadgroup is as wide as the position.
    fn check_index(&mut self, built_ins: &[BuiltIn]) {
        let find = |name| built_ins.iter().find(|built_in| built_in.name == name);
        let (Some(position), Some(index)) =
            (find("thread_position_in_threadgroup"), find("thread_index_in_threadgroup"))
        else {
            return;
        };
        let is_uint = self.types.value_type(position.ty).is_some_and(|ty| ty.scalar() == Scalar::Uint);
        let is_ushort = self.types.scalar_of(index.ty) == Some(Scalar::Ushort);
        if is_uint && is_ushort {
            let message =
                "`thread_index_in_threadgroup` must be `uint`, like the position in the threadgroup";
            let found = Diagnostic::error(rules::KERNEL_INDEX_TYPE, index.attribute.span, message)
                .label(position.attribute.span, "the position is here");
            self.report_once(found);
        }
    }

    /// Section 5.2.3.1: the base of an index is not wider than the index.
    fn check_base(&mut self, built_ins: &[BuiltIn], index: &str, base: &str) {
        let find = |name| built_ins.iter().find(|built_in| built_in.name == name);
        let (Some(index), Some(base)) = (find(index), find(base)) else { return };
        let is_narrow = self.types.scalar_of(index.ty) == Some(Scalar::Ushort);
        if is_narrow && self.types.scalar_of(base.ty) == Some(Scalar::Uint) {
            let message = format!("`{}` is `ushort`, so `{}` must be `ushort`, too", index.name, base.name);
            let found = Diagnostic::error(rules::ATTRIBUTE_VERTEX_ID_BASE_TYPE, base.attribute.span, message)
                .label(index.attribute.span, "the index is here");
            self.report_once(found);
        }
    }

    /// Section 5.2.3.2: the position in a quad has two components, that in a triangle three.
    fn check_position_in_patch(&mut self, entry: &Entry, built_ins: &[BuiltIn]) {
        let function = self.ast[entry.function];
        let Some(patch) = self.patch(&function) else { return };
        let Some(position) = built_ins.iter().find(|built_in| built_in.name == "position_in_patch") else {
            return;
        };
        let wanted = if patch.is_quad { 2 } else { 3 };
        if let Some(ValueType::Vector(Scalar::Float, width)) = self.types.value_type(position.ty)
            && width.count() != wanted
        {
            let shape = if patch.is_quad { "quad" } else { "triangle" };
            let message = format!("the position in a {shape} must have type `float{wanted}`");
            let found =
                Diagnostic::error(rules::ATTRIBUTE_POSITION_IN_PATCH_TYPE, position.attribute.span, message);
            self.report_once(found);
        }
    }

    /// Section 5.2.3.4: the samples that a fragment covers.
    fn check_coverage(&mut self, entry: &Entry, inputs: &[Item]) {
        let masks: Vec<Attribute> =
            inputs.iter().filter_map(|item| self.attribute_named(item.attributes, "sample_mask")).collect();
        if let [first, second, ..] = masks.as_slice() {
            let message = "at most one input of a fragment function can have `sample_mask`";
            let found = Diagnostic::error(rules::ATTRIBUTE_SAMPLE_MASK_ONCE, second.span, message)
                .label(first.span, "the first one is here");
            self.report_once(found);
        }
        let depth =
            inputs.iter().find_map(|item| self.attribute_named(item.attributes, "post_depth_coverage"));
        if let Some(attribute) = depth
            && !self.has_early_tests(entry)
        {
            let message = "`post_depth_coverage` is only allowed in a function with `early_fragment_tests`";
            self.report_once(Diagnostic::error(
                rules::ATTRIBUTE_POST_DEPTH_COVERAGE,
                attribute.span,
                message,
            ));
        }
    }
}
