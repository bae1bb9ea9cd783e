//! From the description of a resource to its bytes.

use super::picture;
use crate::arguments::ResourceArgument;
use crate::files;
use std::path::Path;
use webgpu_model::Data;

/// Makes the resource, with the bytes of its file.
///
/// # Errors
/// A file that cannot be read or does not fit, in a sentence with its name.
pub(super) fn read(resource: &ResourceArgument) -> Result<Data, String> {
    Ok(match resource {
        ResourceArgument::File(path) => Data::Buffer(bytes(path)?.into()),
        ResourceArgument::Zeros(count) => Data::Buffer(vec![0; *count].into()),
        ResourceArgument::Bytes(bytes) => Data::Buffer(bytes.clone().into()),
        ResourceArgument::Texels(path, descriptor) => {
            let texels = bytes(path)?;
            Data::texture(*descriptor, Some(texels.into()))
                .map_err(|error| format!("{}: {error}", path.display()))?
        }
        ResourceArgument::Blank(descriptor) => {
            Data::texture(*descriptor, None).map_err(|error| error.to_string())?
        }
        ResourceArgument::Picture(path, format, swizzle) => picture::decode(&bytes(path)?, *format, *swizzle)
            .map_err(|message| format!("{}: {message}", path.display()))?,
        ResourceArgument::Sampler(sampler) => Data::Sampler(*sampler),
    })
}

/// The length of the longest file of a resource: sizes of buffers have 32 bits here.
const MOST_BYTES: u64 = u32::MAX as u64;

fn bytes(path: &Path) -> Result<Vec<u8>, String> {
    files::read_file(path, MOST_BYTES)
        .map_err(|error| format!("{}: can't be read: {}", path.display(), files::reason(&error)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use webgpu_model::texture::{Format, TextureDescriptor, ViewDimension};

    #[test]
    fn resources_of_zeros_have_their_size() {
        assert_eq!(read(&ResourceArgument::Zeros(3)), Ok(Data::Buffer(vec![0; 3].into())));
        let one_level = TextureDescriptor::new(ViewDimension::D2, Format::Rgba8unorm, [4, 2, 1]);
        let descriptor = TextureDescriptor { mip_level_count: 2, ..one_level };
        assert_eq!(
            read(&ResourceArgument::Blank(descriptor)),
            Ok(Data::Texture(descriptor, vec![0; 40].into()))
        );
    }
}
