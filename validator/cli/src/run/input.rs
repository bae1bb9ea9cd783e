//! What the command line binds.

use super::picture;
use crate::files;
use shader_numeric::half::F16;
use shader_run::resources::Data;
use shader_run::texture::{
    AddressMode, CompareFunction, Dimension, FilterMode, Format, Sampler, Texture, TextureDescriptor,
};
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// The most bytes of a buffer: as many as those of a texture.
const MOST_BYTES: usize = TextureDescriptor::MAXIMUM_BYTES;

/// `@group` and `@binding`, written `GROUP:BINDING`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct At {
    pub(crate) group: u32,
    pub(crate) binding: u32,
}

impl FromStr for At {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once(':').and_then(|(group, binding)| {
            Some(Self { group: group.parse().ok()?, binding: binding.parse().ok()? })
        });
        numbers.ok_or_else(|| format!("`{text}` is no place of a binding, which is GROUP:BINDING"))
    }
}

impl fmt::Display for At {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}", self.group, self.binding)
    }
}

/// A resource at its place.
#[derive(Clone, Debug)]
pub(crate) struct Bind {
    pub(crate) at: At,
    pub(crate) input: Input,
}

/// A resource as the command line says it.
#[derive(Clone, Debug)]
pub(crate) enum Input {
    /// A buffer with the bytes of a file.
    File(PathBuf),
    /// A buffer of so many zeros.
    Zeros(usize),
    /// A buffer with these bytes.
    Bytes(Vec<u8>),
    /// A texture with the bytes of a file.
    Texels(PathBuf, TextureDescriptor),
    /// A texture of zeros.
    Blank(TextureDescriptor),
    /// A texture with the texels of a PNG file.
    Picture(PathBuf, Format),
    /// A sampler.
    Sampler(Sampler),
}

impl Input {
    /// The resource.
    ///
    /// # Errors
    /// What is wrong with the file, in a sentence with its name.
    pub(super) fn read(&self) -> Result<Data, String> {
        let of_file = |path: &Path, message: String| format!("{}: {message}", path.display());
        let read = |path: &Path| {
            files::read_file(path).map_err(|error| of_file(path, format!("can't be read: {error}")))
        };
        Ok(match self {
            Self::File(path) => Data::Buffer(read(path)?),
            Self::Zeros(count) => Data::Buffer(vec![0; *count]),
            Self::Bytes(bytes) => Data::Buffer(bytes.clone()),
            Self::Texels(path, descriptor) => {
                let bytes = read(path)?;
                let texture = Texture::from_bytes(*descriptor, &bytes);
                texture.map_err(|error| of_file(path, error.to_string()))?;
                Data::Texture(*descriptor, bytes)
            }
            Self::Blank(descriptor) => {
                let texture = Texture::zeroed(*descriptor).map_err(|error| error.to_string())?;
                Data::Texture(*descriptor, texture.to_bytes())
            }
            Self::Picture(path, format) => {
                let bytes = read(path)?;
                picture::decode(&bytes, *format).map_err(|message| of_file(path, message))?
            }
            Self::Sampler(sampler) => Data::Sampler(*sampler),
        })
    }
}

/// Reads `GROUP:BINDING=WHAT`.
pub(crate) fn bind(text: &str) -> Result<Bind, String> {
    let (at, what) = text.split_once('=').ok_or("a binding is GROUP:BINDING=WHAT")?;
    Ok(Bind { at: at.parse()?, input: input(what)? })
}

/// Reads what is bound.
pub(crate) fn input(what: &str) -> Result<Input, String> {
    match what.split_once(':').unwrap_or((what, "")) {
        ("zero", count) => zeros(count),
        (ty @ ("f32" | "i32" | "u32" | "f16"), values) => literals(ty, values),
        ("texture", texture) => blank(texture),
        ("sampler", words) => sampler(words),
        _ => file(what),
    }
}

fn zeros(count: &str) -> Result<Input, String> {
    let count: usize = count.parse().map_err(|_| format!("`{count}` is no number of bytes"))?;
    if count > MOST_BYTES {
        return Err(format!("a buffer has at most {MOST_BYTES} bytes"));
    }
    Ok(Input::Zeros(count))
}

/// Reads values of a scalar type, with commas between them.
fn literals(ty: &str, values: &str) -> Result<Input, String> {
    let mut bytes = Vec::new();
    for value in values.split(',').map(str::trim) {
        literal(ty, value, &mut bytes).ok_or_else(|| format!("`{value}` is no value of type {ty}"))?;
    }
    Ok(Input::Bytes(bytes))
}

fn literal(ty: &str, value: &str, bytes: &mut Vec<u8>) -> Option<()> {
    match ty {
        "f32" => bytes.extend(value.parse::<f32>().ok()?.to_le_bytes()),
        "f16" => bytes.extend(F16::round(value.parse().ok()?).0.to_le_bytes()),
        "i32" => bytes.extend(value.parse::<i32>().ok()?.to_le_bytes()),
        _ => {
            let value = match value.strip_prefix("0x") {
                Some(digits) => u32::from_str_radix(digits, 16),
                None => value.parse(),
            };
            bytes.extend(value.ok()?.to_le_bytes());
        }
    }
    Some(())
}

/// Reads words in any order: a filter mode, an address mode, a compare function.
fn sampler(words: &str) -> Result<Input, String> {
    let mut sampler = Sampler::default();
    for word in words.split(',').map(str::trim).filter(|word| !word.is_empty()) {
        if let Some(filter) = FilterMode::from_name(word) {
            (sampler.mag_filter, sampler.min_filter, sampler.mipmap_filter) = (filter, filter, filter);
        } else if let Some(mode) = AddressMode::from_name(word) {
            sampler.address_modes = [mode; 3];
        } else if let Some(compare) = CompareFunction::from_name(word) {
            sampler.compare = Some(compare);
        } else {
            return Err(format!("`{word}` is no filter mode, address mode or compare function"));
        }
    }
    Ok(Input::Sampler(sampler))
}

/// What is said of a texture behind its file or size.
#[derive(Default)]
struct Properties<'a> {
    format: Option<&'a str>,
    size: Option<&'a str>,
    dimension: Option<&'a str>,
    mips: Option<&'a str>,
    samples: Option<&'a str>,
}

impl<'a> Properties<'a> {
    /// Takes `,NAME=VALUE` off the end as long as the names are known: a path may have commas, too.
    fn split(mut text: &'a str) -> (&'a str, Self) {
        let mut properties = Self::default();
        while let Some((before, last)) = text.rsplit_once(',') {
            let Some((name, value)) = last.split_once('=') else { break };
            let property = match name {
                "format" => &mut properties.format,
                "size" => &mut properties.size,
                "dimension" => &mut properties.dimension,
                "mips" => &mut properties.mips,
                "samples" => &mut properties.samples,
                _ => break,
            };
            *property = Some(value);
            text = before;
        }
        (text, properties)
    }

    /// A texture of this format and size.
    fn descriptor(&self, format: &str, size: &str) -> Result<TextureDescriptor, String> {
        let extents: Option<Vec<u32>> = size.split('x').map(|extent| extent.parse().ok()).collect();
        let (size, usual) = match extents.as_deref() {
            Some([width]) => ([*width, 1, 1], Dimension::D1),
            Some([width, height]) => ([*width, *height, 1], Dimension::D2),
            Some([width, height, layers]) => ([*width, *height, *layers], Dimension::D2Array),
            _ => return Err(format!("`{size}` is no size, which is WIDTHxHEIGHT")),
        };
        let dimension = match self.dimension {
            Some(name) => {
                Dimension::from_name(name).ok_or_else(|| format!("there is no dimension `{name}`"))?
            }
            None => usual,
        };
        let number = |text: Option<&str>| {
            text.map_or(Ok(1), |text| text.parse().map_err(|_| format!("`{text}` is no number")))
        };
        let descriptor = TextureDescriptor {
            dimension,
            format: texel_format(format)?,
            size,
            mip_level_count: number(self.mips)?,
            sample_count: number(self.samples)?,
        };
        descriptor.check().map_err(|error| error.to_string())?;
        Ok(descriptor)
    }
}

fn texel_format(name: &str) -> Result<Format, String> {
    Format::from_name(name).ok_or_else(|| format!("there is no texel format `{name}`"))
}

/// Reads `FORMAT:WIDTHxHEIGHT`, with properties.
fn blank(text: &str) -> Result<Input, String> {
    let (text, properties) = Properties::split(text);
    let (format, size) = text.split_once(':').ok_or("a texture is texture:FORMAT:WIDTHxHEIGHT")?;
    Ok(Input::Blank(properties.descriptor(format, size)?))
}

/// Reads the path of a file: a picture; the texels of a texture, if properties follow; else the bytes of a buffer.
fn file(text: &str) -> Result<Input, String> {
    let (path, properties) = Properties::split(text);
    let path = PathBuf::from(path);
    if picture::is_picture(&path) && properties.size.is_none() {
        let format = texel_format(properties.format.unwrap_or("rgba8unorm"))?;
        return Ok(Input::Picture(path, format));
    }
    match properties {
        Properties { format: Some(format), size: Some(size), .. } => {
            Ok(Input::Texels(path, properties.descriptor(format, size)?))
        }
        Properties { format: None, size: None, dimension: None, mips: None, samples: None } => {
            Ok(Input::File(path))
        }
        _ => Err("the texels of a texture need format=FORMAT and size=WIDTHxHEIGHT".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn data(text: &str) -> Data {
        input(text).and_then(|input| input.read()).expect("an input")
    }

    #[test]
    fn values_become_bytes() {
        assert_eq!(data("zero:3"), Data::Buffer(vec![0; 3]));
        assert_eq!(data("u32:1, 0xff"), Data::Buffer(vec![1, 0, 0, 0, 255, 0, 0, 0]));
        assert_eq!(data("i32:-1"), Data::Buffer(vec![255; 4]));
        assert_eq!(data("f32:1.5,inf"), Data::Buffer(vec![0, 0, 0xc0, 0x3f, 0, 0, 0x80, 0x7f]));
        assert_eq!(data("f16:1"), Data::Buffer(vec![0, 0x3c]));
    }

    #[test]
    fn words_make_a_sampler() {
        let Data::Sampler(sampler) = data("sampler:repeat,linear,less-equal") else { panic!("a sampler") };
        assert_eq!(sampler.address_modes, [AddressMode::Repeat; 3]);
        assert_eq!(sampler.mipmap_filter, FilterMode::Linear);
        assert_eq!(sampler.compare, Some(CompareFunction::LessEqual));
        assert_eq!(data("sampler"), Data::Sampler(Sampler::default()));
    }

    #[test]
    fn sizes_make_a_texture() {
        let texture = |text: &str| match data(text) {
            Data::Texture(descriptor, bytes) => (descriptor.dimension, descriptor.size, bytes.len()),
            _ => panic!("a texture"),
        };
        assert_eq!(texture("texture:r32float:5"), (Dimension::D1, [5, 1, 1], 20));
        assert_eq!(texture("texture:rgba8unorm:4x2,mips=2"), (Dimension::D2, [4, 2, 1], 40));
        assert_eq!(texture("texture:r8uint:2x2x6,dimension=cube"), (Dimension::Cube, [2, 2, 6], 24));
    }

    #[test]
    fn paths_may_have_commas() {
        assert!(matches!(input("a,b.bin"), Ok(Input::File(path)) if path == Path::new("a,b.bin")));
        let picture = input("a,b.PNG,format=rgba8unorm-srgb");
        assert!(
            matches!(picture, Ok(Input::Picture(path, Format::Rgba8unormSrgb)) if path == Path::new("a,b.PNG"))
        );
        assert!(matches!(input("a.bin,size=2x2,format=r8unorm"), Ok(Input::Texels(..))));
    }

    #[test]
    fn nonsense_is_refused_with_what_is_wrong() {
        for (text, wanted) in [
            ("0=zero:4", "`0` is no place"),
            ("0:1", "a binding is GROUP:BINDING=WHAT"),
            ("0:0=zero:many", "`many` is no number of bytes"),
            ("0:0=zero:99999999999", "a buffer has at most"),
            ("0:0=u32:1,-1", "`-1` is no value of type u32"),
            ("0:0=sampler:cubic", "`cubic` is no filter mode"),
            ("0:0=texture:r8unorm", "a texture is texture:FORMAT:WIDTHxHEIGHT"),
            ("0:0=texture:r8:4x4", "there is no texel format `r8`"),
            ("0:0=texture:r8unorm:4by4", "`4by4` is no size"),
            ("0:0=texture:r8unorm:4x4,dimension=4d", "there is no dimension `4d`"),
            ("0:0=texture:r8unorm:4x4,mips=9", "a texture of this size cannot have so many mip levels"),
            ("0:0=a.bin,format=r8unorm", "the texels of a texture need"),
        ] {
            let message = bind(text).expect_err(text);
            assert!(message.contains(wanted), "{text}: {message}");
        }
    }
}
