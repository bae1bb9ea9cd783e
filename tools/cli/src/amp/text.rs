//! Inventories as tables for people.

use super::record::{BlockerRecord, FileRecord, InventoryRecord, KernelRecord, PlaceRecord};
use shader_source::visible;
use std::fmt::Write as _;

/// The columns of a table.
const COLUMNS: [&str; 8] = ["line", "kernel", "shape", "tile_static", "uses", "wgsl", "raised", "hlsl"];

/// Returns the tables of all files, and the summary.
pub(super) fn print(inventory: &InventoryRecord) -> String {
    let mut text = String::new();
    for file in &inventory.files {
        print_file(file, &mut text);
    }
    for line in inventory.summary.lines() {
        let _ = writeln!(text, "{line}");
    }
    text
}

fn print_file(file: &FileRecord, text: &mut String) {
    let _ = writeln!(text, "{}", visible(&file.file));
    let rows: Vec<[String; 8]> = file.kernels.iter().map(row).collect();
    let mut widths = COLUMNS.map(str::len);
    for row in &rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    if !rows.is_empty() {
        print_row(&COLUMNS.map(str::to_owned), &widths, text);
    }
    for (row, kernel) in rows.iter().zip(&file.kernels) {
        print_row(row, &widths, text);
        for detail in details(kernel) {
            let _ = writeln!(text, "  {:>width$}  {}", "", visible(&detail), width = widths[0]);
        }
    }
    for PlaceRecord { line, .. } in &file.left_out {
        let _ = writeln!(text, "  {line:>width$}  left out by a condition", width = widths[0]);
    }
    for used in &file.interop {
        let line = used.place.line;
        let _ = writeln!(text, "  {line:>width$}  interop: {}", used.name, width = widths[0]);
    }
    text.push('\n');
}

fn print_row(row: &[String; 8], widths: &[usize; 8], text: &mut String) {
    let mut line = String::new();
    for (number, (cell, width)) in row.iter().zip(widths).enumerate() {
        let pad = " ".repeat(width.saturating_sub(cell.chars().count()));
        // Numbers are to the right.
        let (before, after) =
            if number == 0 || number == 3 { (pad, String::new()) } else { (String::new(), pad) };
        let _ = write!(line, "  {before}{}{after}", visible(cell));
    }
    let _ = writeln!(text, "{}", line.trim_end());
}

fn row(kernel: &KernelRecord) -> [String; 8] {
    let [wgsl, raised, hlsl] = [0, 1, 2].map(|number| kernel.targets[number].shown());
    let name = if kernel.name.is_empty() { "?".to_owned() } else { kernel.name.clone() };
    [
        kernel.place.line.to_string(),
        name,
        kernel.shape(),
        kernel.bytes(),
        kernel.features(),
        wgsl,
        raised,
        hlsl,
    ]
}

/// The lines under a kernel.
fn details(kernel: &KernelRecord) -> Vec<String> {
    let mut lines = Vec::new();
    if !kernel.template_arguments.is_empty() {
        lines.push(format!("with {}", kernel.template_arguments.join(", ")));
    }
    if !kernel.captures.is_empty() {
        lines.push(format!("captures {}", kernel.captures().join(", ")));
    }
    match kernel.state {
        "generic" => lines.push("in a template that nothing here uses".to_owned()),
        "not-launched" => lines.push("not launched here".to_owned()),
        _ => {}
    }
    let refused = kernel.targets[1].blockers.iter().find(|blocker| blocker.reason == "no-counterpart");
    if let Some(BlockerRecord { detail, place, .. }) = refused {
        let file = place.file.as_ref().map_or_else(String::new, |file| format!("{file}:"));
        lines.push(format!("{file}{}: {detail}", place.line));
    }
    for unresolved in &kernel.unresolved {
        let PlaceRecord { file, line, .. } = &unresolved.place;
        let file = file.as_ref().map_or_else(String::new, |file| format!("{file}:"));
        lines.push(format!("{file}{line}: {}", unresolved.reason));
    }
    lines
}
