//! From the bytes of vertex buffers to the inputs of a vertex shader.
//! <https://www.w3.org/TR/WGSL/#user-defined-inputs-outputs>

use webgpu_model::raster::StepMode;
use webgpu_model::{Bytes, VertexAttribute, VertexLayout};

/// The attributes of a vertex, buffer by buffer: location and four components, as registers hold them. A shader input with fewer
/// components takes the first ones. An attribute that does not lie wholly within its buffer is all zeros.
///
/// The indices are the values of `vertex_index` and `instance_index`.
pub fn fetch(
    layouts: &[VertexLayout],
    buffers: &[Bytes],
    vertex_index: u32,
    instance_index: u32,
) -> impl Iterator<Item = (u32, [u32; 4])> {
    layouts.iter().zip(buffers).flat_map(move |(layout, buffer)| {
        let element = match layout.step_mode {
            StepMode::Vertex => vertex_index,
            StepMode::Instance => instance_index,
        };
        let components = move |attribute: &VertexAttribute| {
            let stored = stored(buffer, layout.array_stride, element, attribute);
            (attribute.location, stored.map_or([0; 4], |bytes| attribute.format.decode(bytes)))
        };
        layout.attributes.iter().map(components)
    })
}

/// The bytes of an attribute of an element; `None` when some of them lie outside of the buffer.
fn stored<'a>(
    buffer: &'a [u8],
    array_stride: u64,
    element: u32,
    attribute: &VertexAttribute,
) -> Option<&'a [u8]> {
    let start = array_stride.checked_mul(element.into())?.checked_add(attribute.offset)?;
    let start = usize::try_from(start).ok()?;
    buffer.get(start..start.checked_add(attribute.format.size())?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use webgpu_model::raster::VertexFormat;

    const fn attribute(format: VertexFormat, offset: u64, location: u32) -> VertexAttribute {
        VertexAttribute { format, offset, location }
    }

    const fn layout(
        array_stride: u64,
        step_mode: StepMode,
        attributes: Vec<VertexAttribute>,
    ) -> VertexLayout {
        VertexLayout { array_stride, step_mode, attributes }
    }

    #[test]
    fn elements_are_found_by_vertex_and_by_instance() {
        let bytes: Bytes = (0..16).collect();
        let of_vertex = vec![attribute(VertexFormat::Uint8, 1, 3), attribute(VertexFormat::Uint8x2, 2, 0)];
        let of_instance = vec![attribute(VertexFormat::Uint16, 0, 7)];
        let layouts = [layout(4, StepMode::Vertex, of_vertex), layout(8, StepMode::Instance, of_instance)];
        let found: Vec<_> = fetch(&layouts, &[bytes.clone(), bytes], 2, 1).collect();
        assert_eq!(found, [(3, [9, 0, 0, 1]), (0, [10, 11, 0, 1]), (7, [0x0908, 0, 0, 1])]);
    }

    #[test]
    fn without_a_stride_all_vertices_have_the_same() {
        let constant = layout(0, StepMode::Vertex, vec![attribute(VertexFormat::Uint8, 1, 0)]);
        assert_eq!(fetch(&[constant], &[vec![5, 6].into()], u32::MAX, 0).next(), Some((0, [6, 0, 0, 1])));
    }

    #[test]
    fn what_is_outside_is_zero() {
        let attributes = vec![
            attribute(VertexFormat::Uint8x4, 0, 0),
            attribute(VertexFormat::Uint8x2, 1, 1),
            attribute(VertexFormat::Uint8, u64::MAX, 2),
        ];
        let (layouts, short) = ([layout(4, StepMode::Vertex, attributes)], [vec![1; 7].into()]);
        let found: Vec<_> = fetch(&layouts, &short, 1, 0).collect();
        assert_eq!(found, [(0, [0; 4]), (1, [1, 1, 0, 1]), (2, [0; 4])]);
        assert_eq!(fetch(&layouts, &short, u32::MAX, 0).next(), Some((0, [0; 4])));
    }
}
