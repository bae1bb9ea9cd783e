//! The end of a translation: its parts in the order of the result.

use super::translation::Translation;
use super::translator::{Feature, Translator};
use super::writer::Line;
use rustc_hash::FxHashSet;
use shader_source::Span;

/// The specification leaves the size open, but programs rely on 32: Apple GPUs have it, and so does the executor by default.
const SIMDGROUP_NOTE: &str = "The program uses SIMD-groups, which have 32 threads on Apple GPUs. Run it with subgroups of 32: `wgsl-check run --subgroup-size 32`.";

impl Translator<'_> {
    /// Assignments that use resources which nothing else uses: pipelines whose layout is made of the program have all bindings of the table.
    fn phony_assignments(&self, entry: &[Line]) -> Vec<Line> {
        let mut used = FxHashSet::default();
        for line in self.functions.iter().chain(&self.helpers).chain(entry) {
            used.extend(line.text.split(|it: char| !it.is_alphanumeric() && it != '_'));
        }
        let unused = self.rows.iter().filter(|row| row.group.is_some() && !used.contains(row.name.as_str()));
        let lines = unused.map(|row| {
            let address = if row.address_space == "handle" { "" } else { "&" };
            Self::module_line(Span::default(), 1, format!("_ = {address}{};", row.name))
        });
        lines.collect()
    }

    /// The comment at the head of a result that comes from Metal.
    pub(crate) fn head_of_metal(&mut self) -> Vec<String> {
        self.type_samplers();
        if self.features.contains(&Feature::SimdgroupSize) {
            self.notes.insert(SIMDGROUP_NOTE.to_owned());
        }
        let notes: Vec<String> = self.notes.iter().cloned().collect();
        self.rows.sort_by_key(|row| (row.group.is_none(), row.group, row.binding));
        self.constants.sort_by_key(|constant| constant.index);
        super::table::head(self.request, self.is_kernel, &self.rows, &self.constants, &notes)
    }

    /// The result, put together, with a comment at its head.
    pub(crate) fn finish(mut self, entry_point: String, head: Vec<String>) -> Translation {
        let mut entry = self.entry_lines();
        let phony = self.phony_assignments(&entry);
        let at = entry.len().min(2);
        entry.splice(at..at, phony);
        let mut texts = head;
        texts.push(String::new());
        let names = [
            (Feature::F16, "enable f16;"),
            (Feature::Subgroups, "enable subgroups;"),
            (Feature::DualSourceBlending, "enable dual_source_blending;"),
            (Feature::ClipDistances, "enable clip_distances;"),
            (Feature::PrimitiveIndex, "enable primitive_index;"),
            // Both languages leave the results in other control flow open. Metal has no error for it.
            (Feature::Derivatives, "diagnostic(off, derivative_uniformity);"),
            (Feature::Subgroups, "diagnostic(off, subgroup_uniformity);"),
        ];
        let count = texts.len();
        texts.extend(
            names.iter().filter(|(it, _)| self.features.contains(it)).map(|(_, line)| (*line).to_owned()),
        );
        if texts.len() > count {
            texts.push(String::new());
        }
        let mut lines: Vec<Line> =
            texts.into_iter().map(|text| Self::module_line(Span::default(), 0, text)).collect();
        lines.append(&mut self.structures);
        if !self.variables.is_empty() {
            lines.append(&mut self.variables);
            lines.push(Self::module_line(Span::default(), 0, ""));
        }
        lines.append(&mut self.helpers);
        lines.append(&mut self.functions);
        lines.extend(entry);
        let mut wgsl = String::new();
        for line in &lines {
            if !line.text.is_empty() {
                wgsl.extend(core::iter::repeat_n("  ", line.depth));
            }
            wgsl.push_str(&line.text);
            wgsl.push('\n');
        }
        Translation {
            wgsl,
            entry_point,
            bindings: self.rows,
            constants: self.constants,
            notes: self.notes.into_iter().collect(),
            lines: lines.iter().map(|line| line.span).collect(),
        }
    }
}
