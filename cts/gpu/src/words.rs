//! From the words of WebGPU to the values of wgpu, which knows the words.

use crate::Problem;
use serde::de::DeserializeOwned;
use serde::de::IntoDeserializer;
use serde::de::value::{Error, StrDeserializer};

/// The value with this name.
pub(crate) fn named<T: DeserializeOwned>(name: &str) -> Result<T, Problem> {
    let deserializer: StrDeserializer<'_, Error> = name.into_deserializer();
    T::deserialize(deserializer).map_err(|_| Problem(format!("wgpu does not know `{name}`")))
}

/// What a texture is made in, and what a view of it is.
pub(crate) fn dimensions(
    name: &str,
) -> Result<(wgpu::TextureDimension, wgpu::TextureViewDimension), Problem> {
    use wgpu::{TextureDimension as Dimension, TextureViewDimension as View};
    Ok(match name {
        "1d" => (Dimension::D1, View::D1),
        "2d" => (Dimension::D2, View::D2),
        "2d-array" => (Dimension::D2, View::D2Array),
        "3d" => (Dimension::D3, View::D3),
        "cube" => (Dimension::D2, View::Cube),
        "cube-array" => (Dimension::D2, View::CubeArray),
        _ => return Err(Problem(format!("wgpu does not know `{name}`"))),
    })
}

/// Which faces are left out.
pub(crate) fn cull_mode(name: &str) -> Result<Option<wgpu::Face>, Problem> {
    if name == "none" { Ok(None) } else { named(name).map(Some) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shader_run::raster::{CullMode, FrontFace, IndexFormat, StepMode, Topology, VertexFormat};
    use shader_run::texture::{AddressMode, CompareFunction, Dimension, FilterMode, Format};

    #[test]
    fn every_word_of_the_reference_executor_is_known() {
        for format in Format::ALL {
            assert!(named::<wgpu::TextureFormat>(format.name()).is_ok(), "{}", format.name());
        }
        for format in VertexFormat::ALL {
            let known = named::<wgpu::VertexFormat>(format.name());
            assert_eq!(known.map(|it| it.size()), Ok(format.size() as u64), "{}", format.name());
        }
        for mode in AddressMode::ALL {
            assert!(named::<wgpu::AddressMode>(mode.name()).is_ok());
        }
        for mode in FilterMode::ALL {
            assert!(named::<wgpu::FilterMode>(mode.name()).is_ok());
            assert!(named::<wgpu::MipmapFilterMode>(mode.name()).is_ok());
        }
        for function in CompareFunction::ALL {
            assert!(named::<wgpu::CompareFunction>(function.name()).is_ok());
        }
        for topology in Topology::ALL {
            assert!(named::<wgpu::PrimitiveTopology>(topology.name()).is_ok());
        }
        for front in FrontFace::ALL {
            assert!(named::<wgpu::FrontFace>(front.name()).is_ok());
        }
        for mode in CullMode::ALL {
            assert!(cull_mode(mode.name()).is_ok());
        }
        for mode in StepMode::ALL {
            assert!(named::<wgpu::VertexStepMode>(mode.name()).is_ok());
        }
        for format in IndexFormat::ALL {
            assert!(named::<wgpu::IndexFormat>(format.name()).is_ok());
        }
        for dimension in Dimension::ALL {
            assert!(dimensions(dimension.name()).is_ok());
        }
        assert!(named::<wgpu::AddressMode>("wrap").is_err() && dimensions("4d").is_err());
    }
}
