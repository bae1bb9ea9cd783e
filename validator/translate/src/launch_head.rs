//! The comment at the head of a kernel: how the host launches it.

use super::captured::Captured;
use super::table::columns;
use super::translator::Translator;
use msl_validator::amp::Shape;

impl Translator<'_> {
    /// The comment.
    pub(crate) fn head_of_launch(
        &mut self,
        (name, shape): (&str, &Shape),
        workgroup_size: [u32; 3],
        captured: &Captured,
    ) -> Vec<String> {
        let mut lines = vec![format!("// `{name}`, a kernel from C++ AMP"), "//".to_owned()];
        lines.extend(dispatch(shape, workgroup_size));
        let rows = captured.views.iter().map(|view| {
            let access = if view.is_written { "read_write" } else { "read" };
            let ty = format!("storage, {access}: {}", view.ty);
            [view.source.clone(), format!("binding {}", view.binding), view.name.clone(), ty]
        });
        let numbers = captured.numbers.iter().map(|number| {
            let member = format!("{}.{}", captured.variable, number.member);
            let ty = format!("byte {}: {}", number.offset, number.ty);
            [number.source.clone(), "binding 0".to_owned(), member, ty]
        });
        let rows: Vec<[String; 4]> = numbers.chain(rows).collect();
        if !rows.is_empty() {
            lines.push("//".to_owned());
            lines.extend(columns(["C++ AMP", "group 0", "WGSL", "type"], &rows));
        }
        if !captured.views.is_empty() {
            lines.push(
                "// A buffer begins with the first element of its view. No two buffers may share memory that is written.".to_owned(),
            );
        }
        if !self.notes.is_empty() {
            lines.push("//".to_owned());
        }
        lines.extend(self.notes.iter().map(|note| format!("// {note}")));
        lines
    }
}

/// The number of workgroups: the last dimension of a domain is along x.
fn dispatch(shape: &Shape, workgroup_size: [u32; 3]) -> Vec<String> {
    let rank = shape.rank as usize;
    let axis = |(axis, size): (usize, u32)| format!("ceil(domain[{}] / {size})", rank - 1 - axis);
    let counts: Vec<String> = workgroup_size.into_iter().enumerate().take(rank).map(axis).collect();
    let mut lines = vec![format!("// Workgroups to dispatch: {}", counts.join(" x "))];
    if shape.tile.is_some() {
        lines.push("// The domain must be a multiple of the tile, as in C++ AMP.".to_owned());
    }
    lines
}
