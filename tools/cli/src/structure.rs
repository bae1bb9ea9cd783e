//! Structures as text: a table of their members and the padding between them.

use std::fmt::Write as _;
use wgsl_validator::layout::{MemberLayout, StructLayout};

/// A member of a structure, as its line shows it.
pub(crate) struct Row {
    pub(crate) offset: u64,
    pub(crate) size: u64,
    pub(crate) align: u64,
    pub(crate) padding_before: u64,
    pub(crate) text: String,
}

/// Writes a structure of a WGSL program.
pub(crate) fn write(structure: &StructLayout, text: &mut String) {
    let StructLayout { name, size, align, .. } = structure;
    let shareable = if structure.is_host_shareable { "" } else { ", not host-shareable" };
    let one = if structure.is_runtime_sized { " with one element" } else { "" };
    let _ = writeln!(text, "struct {name}: size {size}{one}, align {align}{shareable}");
    let rows = structure.members.iter().map(|member| {
        let MemberLayout { name, ty, offset, size, align, padding_before, .. } = member;
        let stride = member.stride.map_or_else(String::new, |stride| format!(" (stride {stride})"));
        let text = format!("{name}: {ty}{stride}");
        Row { offset: *offset, size: *size, align: (*align).into(), padding_before: *padding_before, text }
    });
    table(rows, structure.size, structure.padding_at_end, text);
}

/// Writes a table of the members of a structure and the padding between them.
pub(crate) fn table(
    rows: impl Iterator<Item = Row>,
    structure_size: u64,
    padding_at_end: u64,
    text: &mut String,
) {
    let _ = writeln!(text, "{:>8} {:>8} {:>6}  member", "offset", "size", "align");
    let padding = |text: &mut String, offset: u64, size: u64| {
        if size > 0 {
            let _ = writeln!(text, "{offset:>8} {size:>8} {:>6}  padding", "");
        }
    };
    for Row { offset, size, align, padding_before, text: member } in rows {
        padding(text, offset.saturating_sub(padding_before), padding_before);
        let _ = writeln!(text, "{offset:>8} {size:>8} {align:>6}  {member}");
    }
    padding(text, structure_size.saturating_sub(padding_at_end), padding_at_end);
}
