//! Primitive assembly: from vertices or indices to primitives.

use webgpu_model::raster::{IndexFormat, Topology};

/// The kind of a primitive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PrimitiveKind {
    /// A point.
    Point,
    /// A line.
    Line,
    /// A triangle.
    Triangle,
}

/// The kind of the primitives of a topology.
const fn kind(topology: Topology) -> PrimitiveKind {
    match topology {
        Topology::PointList => PrimitiveKind::Point,
        Topology::LineList | Topology::LineStrip => PrimitiveKind::Line,
        Topology::TriangleList | Topology::TriangleStrip => PrimitiveKind::Triangle,
    }
}

/// A point, a line or a triangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Primitive {
    /// Which of the three.
    pub kind: PrimitiveKind,
    /// Its vertices, the first of them first; a line has two of them, a point one, the others repeat the first.
    pub corners: [u32; 3],
    /// The value of `primitive_index`. <https://www.w3.org/TR/WGSL/#primitive-index-builtin-value>
    pub index: u32,
}

/// `count` indices from the bytes of an index buffer, little-endian, starting with number `first`; those outside of the buffer are 0.
#[must_use]
pub fn read_indices(bytes: &[u8], format: IndexFormat, first: u32, count: u32) -> Vec<u32> {
    let size = format.size();
    let index = |number: usize| {
        let start = number.checked_mul(size)?;
        let stored = bytes.get(start..start.checked_add(size)?)?;
        Some(stored.iter().rev().fold(0, |value, byte| value << 8 | u32::from(*byte)))
    };
    (0..count as usize).map(|number| index(first as usize + number).unwrap_or(0)).collect()
}

/// The primitives that vertices make, in order. `vertices` are indices, or `0..count` without an index buffer; with a strip
/// the restart value is not a vertex but ends the strip. A primitive that lacks vertices at the end is left out.
///
/// Each instance of a draw counts its primitives anew.
#[must_use]
pub fn assemble(
    topology: Topology,
    vertices: impl IntoIterator<Item = u32>,
    restart_value: Option<u32>,
) -> Vec<Primitive> {
    let vertices: Vec<u32> = vertices.into_iter().collect();
    let restart_value = restart_value.filter(|_| topology.is_strip());
    let strips = vertices.split(|vertex| Some(*vertex) == restart_value);
    let corners = strips.flat_map(|strip| corners(topology, strip));
    corners.zip(0..).map(|(corners, index)| Primitive { kind: kind(topology), corners, index }).collect()
}

/// The vertices of the primitives of one strip, or of a list.
fn corners(topology: Topology, vertices: &[u32]) -> Vec<[u32; 3]> {
    let line = |pair: &[u32]| [pair[0], pair[1], pair[0]];
    match topology {
        Topology::PointList => vertices.iter().map(|vertex| [*vertex; 3]).collect(),
        Topology::LineList => vertices.chunks_exact(2).map(line).collect(),
        Topology::LineStrip => vertices.windows(2).map(line).collect(),
        Topology::TriangleList => {
            vertices.chunks_exact(3).map(|three| [three[0], three[1], three[2]]).collect()
        }
        Topology::TriangleStrip => {
            let turned = |(number, three): (usize, &[u32])| {
                // The first stays the first: it provides flat values.
                if number % 2 == 0 { [three[0], three[1], three[2]] } else { [three[0], three[2], three[1]] }
            };
            vertices.windows(3).enumerate().map(turned).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(topology: Topology, vertices: &[u32], restart: Option<u32>) -> Vec<[u32; 3]> {
        let primitives = assemble(topology, vertices.iter().copied(), restart);
        assert!(primitives.iter().zip(0..).all(|(it, index)| it.index == index && it.kind == kind(topology)));
        primitives.into_iter().map(|it| it.corners).collect()
    }

    #[test]
    fn lists_leave_out_what_is_not_complete() {
        assert_eq!(of(Topology::PointList, &[4, 2], None), [[4, 4, 4], [2, 2, 2]]);
        assert_eq!(of(Topology::LineList, &[0, 1, 2, 3, 4], None), [[0, 1, 0], [2, 3, 2]]);
        assert_eq!(of(Topology::TriangleList, &[0, 1, 2, 3, 4], None), [[0, 1, 2]]);
    }

    #[test]
    fn strips_share_vertices_and_keep_their_winding() {
        assert_eq!(of(Topology::LineStrip, &[0, 1, 2], None), [[0, 1, 0], [1, 2, 1]]);
        assert_eq!(of(Topology::TriangleStrip, &[0, 1, 2, 3, 4], None), [[0, 1, 2], [1, 3, 2], [2, 3, 4]]);
    }

    #[test]
    fn a_restart_begins_a_strip_anew_but_not_a_list() {
        let vertices = [0, 1, 2, 3, 0xffff, 0xffff, 4, 5, 0xffff, 6, 7, 8];
        let expected = [[0, 1, 2], [1, 3, 2], [6, 7, 8]];
        assert_eq!(of(Topology::TriangleStrip, &vertices, Some(0xffff)), expected);
        assert_eq!(of(Topology::LineStrip, &[0, 1, 0xffff, 2, 3], Some(0xffff)), [[0, 1, 0], [2, 3, 2]]);
        assert_eq!(of(Topology::LineStrip, &[0, 0xffff], Some(u32::MAX)), [[0, 0xffff, 0]]);
        assert_eq!(of(Topology::TriangleList, &[0, 1, 0xffff], Some(0xffff)), [[0, 1, 0xffff]]);
    }

    #[test]
    fn indices_are_little_endian_and_zero_outside() {
        let bytes = [1, 2, 3, 4, 0xff, 0xff, 0xff, 0xff, 9];
        assert_eq!(read_indices(&bytes, IndexFormat::Uint16, 1, 4), [0x0403, 0xffff, 0xffff, 0]);
        assert_eq!(read_indices(&bytes, IndexFormat::Uint32, 0, 3), [0x0403_0201, u32::MAX, 0]);
        assert_eq!(read_indices(&bytes, IndexFormat::Uint32, u32::MAX, 2), [0, 0]);
    }
}
