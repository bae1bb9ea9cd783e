//! The table of bindings: where the resources of the Metal program are in the one of WGSL.

use super::translation::{Binding, Constant, Request};

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
pub(crate) fn head(
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
    lines.extend(columns(COLUMNS, &texts));
    for row in rows {
        let bytes = row.least_bytes.map(|bytes| format!("at least {bytes} bytes"));
        for note in bytes.iter().chain(&row.notes) {
            lines.push(format!("// `{}`: {note}", row.name));
        }
    }
}

/// The lines of a table with a title for each column.
pub(crate) fn columns<const N: usize>(titles: [&str; N], rows: &[[String; N]]) -> Vec<String> {
    let mut widths = titles.map(str::len);
    for row in rows {
        for (width, text) in widths.iter_mut().zip(row) {
            *width = (*width).max(text.chars().count());
        }
    }
    let line = |texts: &[String; N]| {
        let padded = texts.iter().zip(widths).map(|(text, width)| format!("{text:width$}"));
        format!("// {}", padded.collect::<Vec<_>>().join("  ")).trim_end().to_owned()
    };
    core::iter::once(line(&titles.map(str::to_owned))).chain(rows.iter().map(line)).collect()
}
