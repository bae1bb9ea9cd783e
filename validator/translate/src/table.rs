//! The table of bindings: where the resources of the Metal program are in the one of WGSL.

use super::translator::{Feature, Translator};
use super::writer::Line;
use super::{Request, Translation};
use rustc_hash::FxHashSet;
use shader_source::Span;

/// Where Metal has a resource.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MetalPlace {
    /// The name of the attribute: `buffer`, `texture`, `sampler` or `threadgroup`.
    pub kind: &'static str,
    /// Its number.
    pub index: u32,
}

/// A resource, or memory of the threadgroup.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Binding {
    /// Where it is in Metal; `None` if the program makes it.
    pub metal: Option<MetalPlace>,
    /// Its name in Metal.
    pub metal_name: String,
    /// Its type in Metal.
    pub metal_type: String,
    /// Its group in WGSL; `None` if it is memory of the workgroup.
    pub group: Option<u32>,
    /// Its binding in WGSL.
    pub binding: Option<u32>,
    /// Its name in WGSL.
    pub name: String,
    /// Its address space with the access mode: `storage, read_write`; `handle` of textures and samplers.
    pub address_space: String,
    /// Its type in WGSL.
    pub ty: String,
    /// The bytes that a buffer has at least.
    pub least_bytes: Option<u64>,
    /// More about it, in words without a full stop.
    pub notes: Vec<String>,
}

/// An override that a function constant became.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Constant {
    /// The index, and the `@id`.
    pub index: u32,
    /// Its name in Metal.
    pub metal_name: String,
    /// Its name in WGSL.
    pub name: String,
    /// Its type in WGSL.
    pub ty: String,
    /// The value that it has unless the pipeline gives it one.
    pub value: Option<String>,
}

/// The specification leaves the size open, but programs rely on 32: Apple GPUs have it, and so does the executor unless told otherwise.
const SIMDGROUP_NOTE: &str = "The program uses SIMD-groups, which have 32 threads on Apple GPUs. Run it with subgroups of 32: `wgsl-check run --subgroup-size 32`.";

/// The columns of the table.
const COLUMNS: [&str; 5] = ["Metal", "name", "WGSL", "name", "address space, type"];

impl Binding {
    fn columns(&self) -> [String; 5] {
        let metal = self.metal.as_ref().map_or("-".to_owned(), |it| format!("{}({})", it.kind, it.index));
        let wgsl = match (self.group, self.binding) {
            (Some(group), Some(binding)) => format!("group {group}, binding {binding}"),
            _ => "-".to_owned(),
        };
        let space = format!("{}: {}", self.address_space, self.ty);
        [metal, self.metal_name.clone(), wgsl, self.name.clone(), space]
    }
}

/// The comment at the head of the program.
fn head(
    request: &Request,
    is_kernel: bool,
    rows: &[Binding],
    constants: &[Constant],
    notes: &[String],
) -> Vec<String> {
    let mut lines = vec![format!("// `{}`, from Metal", request.entry_point)];
    if is_kernel {
        let [x, y, z] = request.threadgroup_size;
        lines.push("//".to_owned());
        lines.push(format!("// A threadgroup has {x} x {y} x {z} threads. WGSL runs whole workgroups: if a grid is not a multiple of that,"));
        lines.push(
            "// more threads run than in Metal, and the program must skip the threads beyond the grid."
                .to_owned(),
        );
    }
    if !rows.is_empty() {
        lines.push("//".to_owned());
        table(rows, &mut lines);
    }
    if !constants.is_empty() {
        lines.push("//".to_owned());
    }
    for constant in constants {
        let Constant { index, metal_name, name, ty, value } = constant;
        let value = value
            .as_ref()
            .map_or("set by the pipeline".to_owned(), |value| format!("{value} unless set by the pipeline"));
        lines.push(format!("// function constant {index} `{metal_name}`: override `{name}: {ty}`, {value}"));
    }
    if !notes.is_empty() {
        lines.push("//".to_owned());
    }
    lines.extend(notes.iter().map(|note| format!("// {note}")));
    lines
}

fn table(rows: &[Binding], lines: &mut Vec<String>) {
    let texts: Vec<[String; 5]> = rows.iter().map(Binding::columns).collect();
    let mut widths = COLUMNS.map(str::len);
    for text in &texts {
        for (width, text) in widths.iter_mut().zip(text) {
            *width = (*width).max(text.chars().count());
        }
    }
    let line = |texts: &[String; 5]| {
        let padded = texts.iter().zip(widths).map(|(text, width)| format!("{text:width$}"));
        format!("// {}", padded.collect::<Vec<_>>().join("  ")).trim_end().to_owned()
    };
    lines.push(line(&COLUMNS.map(str::to_owned)));
    lines.extend(texts.iter().map(line));
    for row in rows {
        let bytes = row.least_bytes.map(|bytes| format!("at least {bytes} bytes"));
        for note in bytes.iter().chain(&row.notes) {
            lines.push(format!("// `{}`: {note}", row.name));
        }
    }
}

impl Translator<'_> {
    /// Gives samplers that compare their type.
    fn type_samplers(&mut self) {
        for line in &mut self.variables {
            let Some(head) = line.text.strip_suffix(": sampler;") else { continue };
            if head.rsplit(' ').next().is_some_and(|name| self.comparing.contains(name)) {
                line.text = format!("{head}: sampler_comparison;");
            }
        }
        for row in self.rows.iter_mut().filter(|row| self.comparing.contains(&row.name)) {
            "sampler_comparison".clone_into(&mut row.ty);
        }
    }

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

    /// The result, put together.
    pub(crate) fn finish(mut self, entry_point: String) -> Translation {
        let mut entry = self.entry_lines();
        self.type_samplers();
        let phony = self.phony_assignments(&entry);
        let at = entry.len().min(2);
        entry.splice(at..at, phony);
        if self.features.contains(&Feature::SimdgroupSize) {
            self.notes.insert(SIMDGROUP_NOTE.to_owned());
        }
        let notes: Vec<String> = self.notes.iter().cloned().collect();
        self.rows.sort_by_key(|row| (row.group.is_none(), row.group, row.binding));
        self.constants.sort_by_key(|constant| constant.index);
        let mut texts = head(self.request, self.is_kernel, &self.rows, &self.constants, &notes);
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
            notes,
            lines: lines.iter().map(|line| line.span).collect(),
        }
    }
}
