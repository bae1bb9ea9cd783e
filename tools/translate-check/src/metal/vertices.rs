//! Vertex buffers in naga's form.

use naga::back::msl;
use webgpu_model::raster::{StepMode, VertexFormat};
use webgpu_model::{VertexAttribute, VertexLayout};

/// The slot of the first vertex buffer, and the greatest that Metal has. The others count down.
pub(crate) const FIRST_SLOT: u32 = 30;

/// The vertex buffers, with the slots that wgpu gives them.
pub(super) fn of_naga(buffers: &[VertexLayout]) -> Vec<msl::VertexBufferMapping> {
    buffers.iter().zip((0..=FIRST_SLOT).rev()).map(|(buffer, slot)| mapping(buffer, slot)).collect()
}

fn mapping(buffer: &VertexLayout, slot: u32) -> msl::VertexBufferMapping {
    let attribute = |it: &VertexAttribute| msl::AttributeMapping {
        shader_location: it.location,
        offset: it.offset as u32,
        format: format(it.format),
    };
    let end = |it: &VertexAttribute| it.offset + it.format.size() as u64;
    let (stride, step_mode) = match (buffer.array_stride, buffer.step_mode) {
        // There is one element, which ends where its last attribute does.
        (0, _) => {
            let size = buffer.attributes.iter().map(end).max().unwrap_or(0);
            (size, msl::VertexBufferStepMode::Constant)
        }
        (stride, StepMode::Vertex) => (stride, msl::VertexBufferStepMode::ByVertex),
        (stride, StepMode::Instance) => (stride, msl::VertexBufferStepMode::ByInstance),
    };
    let attributes = buffer.attributes.iter().map(attribute).collect();
    msl::VertexBufferMapping { id: slot, stride: stride as u32, step_mode, attributes }
}

/// Declares a function that gives each format its name in naga.
macro_rules! formats {
    ($($own:ident $of_naga:ident,)*) => {
        fn format(format: VertexFormat) -> naga_types::VertexFormat {
            match format {
                $(VertexFormat::$own => naga_types::VertexFormat::$of_naga,)*
            }
        }
    };
}

formats! {
    Uint8 Uint8, Uint8x2 Uint8x2, Uint8x4 Uint8x4,
    Sint8 Sint8, Sint8x2 Sint8x2, Sint8x4 Sint8x4,
    Unorm8 Unorm8, Unorm8x2 Unorm8x2, Unorm8x4 Unorm8x4,
    Snorm8 Snorm8, Snorm8x2 Snorm8x2, Snorm8x4 Snorm8x4,
    Uint16 Uint16, Uint16x2 Uint16x2, Uint16x4 Uint16x4,
    Sint16 Sint16, Sint16x2 Sint16x2, Sint16x4 Sint16x4,
    Unorm16 Unorm16, Unorm16x2 Unorm16x2, Unorm16x4 Unorm16x4,
    Snorm16 Snorm16, Snorm16x2 Snorm16x2, Snorm16x4 Snorm16x4,
    Float16 Float16, Float16x2 Float16x2, Float16x4 Float16x4,
    Float32 Float32, Float32x2 Float32x2, Float32x3 Float32x3, Float32x4 Float32x4,
    Uint32 Uint32, Uint32x2 Uint32x2, Uint32x3 Uint32x3, Uint32x4 Uint32x4,
    Sint32 Sint32, Sint32x2 Sint32x2, Sint32x3 Sint32x3, Sint32x4 Sint32x4,
    Unorm10x3Unorm2 Unorm10_10_10_2, Unorm8x4Bgra Unorm8x4Bgra,
}

#[cfg(test)]
mod tests {
    use super::super::{MetalOptions, metal};
    use super::*;
    use webgpu_model::raster::Topology;

    fn layout(array_stride: u64, step_mode: StepMode, locations: &[(u32, VertexFormat)]) -> VertexLayout {
        let attributes = locations.iter().map(|(location, format)| VertexAttribute {
            format: *format,
            offset: 4,
            location: *location,
        });
        VertexLayout { array_stride, step_mode, attributes: attributes.collect() }
    }

    const PROGRAM: &str = "
        @group(0) @binding(0) var<storage> shifts: array<vec4f>;
        @vertex fn place(@location(0) at: vec3f, @location(2) by: u32, @location(5) size: f32) -> @builtin(position) vec4f {
            return vec4f(at * size, 1) + shifts[by];
        }";

    #[test]
    fn inputs_are_read_from_the_bytes_of_buffers() {
        let vertex_buffers = vec![
            layout(16, StepMode::Vertex, &[(0, VertexFormat::Float32x3)]),
            layout(8, StepMode::Instance, &[(2, VertexFormat::Uint8)]),
            layout(0, StepMode::Vertex, &[(5, VertexFormat::Float16)]),
        ];
        let options = MetalOptions { vertex_buffers, ..MetalOptions::default() };
        let written = metal(PROGRAM, &options).unwrap_or_else(|error| panic!("{error}"));
        let entry_point = &written.entry_points[0];
        assert_eq!((written.sized_buffers.as_slice(), entry_point.sizes_buffer), (&[(0, 0)][..], Some(1)));
        for fragment in [
            "uint size0;\n    uint buffer_size30;\n    uint buffer_size29;\n    uint buffer_size28;",
            "data[16]; };",
            "data[8]; };",
            "data[6]; };",
            "vb_30_in [[buffer(30)]]",
            "vb_29_in [[buffer(29)]]",
            "i_id < (_buffer_sizes.buffer_size29 / 8)",
            "0 < (_buffer_sizes.buffer_size28 / 6)",
            "_buffer_sizes [[buffer(1)]]",
        ] {
            assert!(written.text.contains(fragment), "{fragment} is not in\n{}", written.text);
        }
        assert!(!written.text.contains("stage_in"), "{}", written.text);
    }

    #[test]
    fn inputs_are_assembled_without_buffers() {
        let written = metal(PROGRAM, &MetalOptions::default()).unwrap_or_else(|error| panic!("{error}"));
        assert!(
            written.text.contains("[[attribute(5)]]") && written.text.contains("[[stage_in]]"),
            "{}",
            written.text
        );
    }

    #[test]
    fn points_have_a_size() {
        let of = |topology| {
            let options = MetalOptions { topology, ..MetalOptions::default() };
            metal(PROGRAM, &options).unwrap_or_else(|error| panic!("{error}")).text
        };
        assert!(of(Topology::PointList).contains("[[point_size]]"));
        assert!(!of(Topology::LineList).contains("[[point_size]]"));
    }

    /// naga's names differ from those of WebGPU only in the case of letters and in what separates words.
    #[test]
    fn formats_keep_their_names() {
        let plain = |name: &str| name.replace(['-', '_'], "").to_lowercase();
        for own in VertexFormat::ALL {
            assert_eq!(plain(&format!("{:?}", format(*own))), plain(own.name()));
        }
    }
}
