//! Resources as the command line describes them: `--bind` and `--immediates`.

use msl_lower::{BUFFERS, SAMPLERS, TEXTURES};
use shader_language::Language;
use shader_numeric::half::F16;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use webgpu_model::Binding;
use webgpu_model::texture::{
    AddressMode, CompareFunction, FilterMode, Format, Sampler, Swizzle, TextureDescriptor, ViewDimension,
};

/// The maximum size of a buffer or texture in bytes.
const MOST_BYTES: usize = TextureDescriptor::MAXIMUM_BYTES;

/// The place of a resource: in WGSL `@group` and `@binding`, written `GROUP:BINDING`; in Metal the number of its attribute, written `BUFFER`,
/// `texture:NUMBER` or `sampler:NUMBER`, with a group for the attribute and the argument table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct At {
    /// The language that has such places.
    pub(crate) language: Language,
    pub(crate) group: u32,
    pub(crate) binding: u32,
}

/// A table of arguments: in Metal a vertex and a fragment function have one each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Table {
    /// The table of a kernel, or both tables of a draw.
    Shared,
    Vertex,
    Fragment,
}

/// The groups of a table: buffers, textures and samplers.
const KINDS: u32 = 3;

impl Table {
    /// The function that has the table, as it is written before a place.
    pub(crate) const fn name(self) -> Option<&'static str> {
        match self {
            Self::Shared => None,
            Self::Vertex => Some("vertex"),
            Self::Fragment => Some("fragment"),
        }
    }
}

impl At {
    pub(crate) const fn wgsl(group: u32, binding: u32) -> Self {
        Self { language: Language::Wgsl, group, binding }
    }

    pub(crate) const fn metal(group: u32, binding: u32) -> Self {
        Self { language: Language::Metal, group, binding }
    }

    /// Returns the place in a different argument table.
    pub(crate) const fn in_table(self, table: Table) -> Self {
        Self { group: self.group % KINDS + table as u32 * KINDS, ..self }
    }

    /// Returns the argument table of a Metal place.
    pub(crate) const fn table(self) -> Table {
        match self.group / KINDS {
            1 => Table::Vertex,
            2 => Table::Fragment,
            _ => Table::Shared,
        }
    }

    /// Returns the place of a program's binding, in the notation of the language.
    pub(crate) const fn of(binding: &Binding, language: Language) -> Self {
        Self { language, group: binding.group, binding: binding.binding }
    }

    /// Rejects a place of a different language.
    ///
    /// # Errors
    /// The place that is expected, as a sentence without full stop.
    pub(crate) fn suits(self, language: Language) -> Result<(), String> {
        let expected = match language {
            _ if self.language == language => return Ok(()),
            Language::Wgsl => "expected GROUP:BINDING",
            Language::Metal => {
                "expected the number of a buffer, texture:NUMBER or sampler:NUMBER, optionally after vertex: or fragment:"
            }
        };
        Err(format!("`{self}` is not a binding: {expected}"))
    }
}

impl FromStr for At {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        for table in [Table::Vertex, Table::Fragment] {
            let place = table.name().and_then(|name| text.strip_prefix(name)?.strip_prefix(':'));
            if let Some(place) = place {
                let at = place.parse::<Self>().ok();
                let at = at.filter(|at| at.language == Language::Metal && at.table() == Table::Shared);
                return at.map(|at| at.in_table(table)).ok_or_else(|| no_place(text));
            }
        }
        let at = match text.split_once(':') {
            None => text.parse().ok().map(|number| Self::metal(BUFFERS, number)),
            Some(("texture", number)) => number.parse().ok().map(|number| Self::metal(TEXTURES, number)),
            Some(("sampler", number)) => number.parse().ok().map(|number| Self::metal(SAMPLERS, number)),
            Some((group, binding)) => group
                .parse()
                .ok()
                .zip(binding.parse().ok())
                .map(|(group, binding)| Self::wgsl(group, binding)),
        };
        at.ok_or_else(|| no_place(text))
    }
}

fn no_place(text: &str) -> String {
    format!("`{text}` is not a binding: expected GROUP:BINDING, or for Metal the number of a buffer")
}

impl fmt::Display for At {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { language, group, binding } = *self;
        if language == Language::Wgsl {
            return write!(formatter, "{group}:{binding}");
        }
        if let Some(name) = self.table().name() {
            write!(formatter, "{name}:")?;
        }
        match group % KINDS {
            TEXTURES => write!(formatter, "texture:{binding}"),
            SAMPLERS => write!(formatter, "sampler:{binding}"),
            _ => write!(formatter, "{binding}"),
        }
    }
}

/// A resource at its place.
#[derive(Clone, Debug)]
pub(crate) struct Bind {
    pub(crate) at: At,
    pub(crate) resource: ResourceArgument,
}

/// A resource as the command line describes it; files are not read yet.
#[derive(Clone, Debug)]
pub(crate) enum ResourceArgument {
    /// A buffer with the bytes of a file.
    File(PathBuf),
    /// A buffer of zeros, with its size in bytes.
    Zeros(usize),
    /// A buffer with these bytes.
    Bytes(Vec<u8>),
    /// A texture with the texels of a file.
    Texels(PathBuf, TextureDescriptor),
    /// A texture of zeros.
    Blank(TextureDescriptor),
    /// A texture with the pixels of a PNG file, and the swizzle of its view.
    Picture(PathBuf, Format, Swizzle),
    /// A sampler.
    Sampler(Sampler),
}

impl ResourceArgument {
    /// Reads the description of a resource, as `--bind` has it after the place.
    ///
    /// # Errors
    /// The mistake, in a sentence.
    pub(crate) fn parse(description: &str) -> Result<Self, String> {
        resource(description)
    }
}

/// Returns true if a path is the path of a picture.
pub(crate) fn is_picture(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("png"))
}

/// Reads `GROUP:BINDING=RESOURCE`.
pub(super) fn bind(text: &str) -> Result<Bind, String> {
    let (at, description) = text.split_once('=').ok_or("expected GROUP:BINDING=RESOURCE")?;
    Ok(Bind { at: at.parse()?, resource: resource(description)? })
}

/// Reads the description of a resource.
pub(super) fn resource(description: &str) -> Result<ResourceArgument, String> {
    match description.split_once(':').unwrap_or((description, "")) {
        ("zero", count) => zeros(count),
        (ty @ ("f32" | "f16" | "i8" | "u8" | "i16" | "u16" | "i32" | "u32" | "i64" | "u64"), values) => {
            literals(ty, values)
        }
        ("texture", texture) => blank(texture),
        ("sampler", words) => sampler(words),
        (word, values) if is_mistyped(word, values) => {
            Err(format!("unknown kind of resource `{word}`: expected {}", KINDS_OF_RESOURCES.join(", ")))
        }
        _ => file(description),
    }
}

/// The words before the colon of a resource that is not a file.
const KINDS_OF_RESOURCES: [&str; 13] =
    ["zero", "f32", "f16", "i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64", "texture", "sampler"];

/// Returns true if a word before a colon is one of [`KINDS_OF_RESOURCES`] with a mistake rather than a part of the name of a file.
fn is_mistyped(word: &str, values: &str) -> bool {
    let is_value = |it: &str| it.trim().parse::<f64>().is_ok();
    // `C:1` may be a file.
    word.len() > 1
        && word.chars().all(|it| it.is_ascii_alphanumeric())
        && !values.is_empty()
        && values.split(',').all(is_value)
        && !Path::new(&format!("{word}:{values}")).exists()
}

fn zeros(count: &str) -> Result<ResourceArgument, String> {
    let count: usize = count.parse().map_err(|_| format!("`{count}` is not a number of bytes"))?;
    if count > MOST_BYTES {
        return Err(format!("a buffer can have at most {MOST_BYTES} bytes"));
    }
    Ok(ResourceArgument::Zeros(count))
}

/// Reads values of a scalar type, separated by commas.
fn literals(ty: &str, values: &str) -> Result<ResourceArgument, String> {
    let mut bytes = Vec::new();
    for value in values.split(',').map(str::trim) {
        literal(ty, value, &mut bytes).ok_or_else(|| format!("`{value}` is not a value of type {ty}"))?;
    }
    Ok(ResourceArgument::Bytes(bytes))
}

fn literal(ty: &str, value: &str, bytes: &mut Vec<u8>) -> Option<()> {
    match ty {
        "f32" => bytes.extend(value.parse::<f32>().ok()?.to_le_bytes()),
        "f16" => bytes.extend(F16::round(value.parse().ok()?).0.to_le_bytes()),
        "i8" => bytes.extend(value.parse::<i8>().ok()?.to_le_bytes()),
        "i16" => bytes.extend(value.parse::<i16>().ok()?.to_le_bytes()),
        "i32" => bytes.extend(value.parse::<i32>().ok()?.to_le_bytes()),
        "i64" => bytes.extend(value.parse::<i64>().ok()?.to_le_bytes()),
        "u8" => bytes.extend(u8::try_from(unsigned(value)?).ok()?.to_le_bytes()),
        "u16" => bytes.extend(u16::try_from(unsigned(value)?).ok()?.to_le_bytes()),
        "u64" => bytes.extend(unsigned(value)?.to_le_bytes()),
        _ => bytes.extend(u32::try_from(unsigned(value)?).ok()?.to_le_bytes()),
    }
    Some(())
}

/// Reads decimal digits, or hexadecimal digits after `0x`.
fn unsigned(value: &str) -> Option<u64> {
    match value.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => value.parse().ok(),
    }
}

/// Reads words in any order: a filter mode, an address mode, a compare function.
fn sampler(words: &str) -> Result<ResourceArgument, String> {
    let mut sampler = Sampler::default();
    for word in words.split(',').map(str::trim).filter(|word| !word.is_empty()) {
        if let Some(filter) = FilterMode::from_name(word) {
            (sampler.mag_filter, sampler.min_filter, sampler.mipmap_filter) = (filter, filter, filter);
        } else if let Some(mode) = AddressMode::from_name(word) {
            sampler.address_modes = [mode; 3];
        } else if let Some(compare) = CompareFunction::from_name(word) {
            sampler.compare = Some(compare);
        } else {
            return Err(format!("`{word}` is not a filter mode, an address mode or a compare function"));
        }
    }
    Ok(ResourceArgument::Sampler(sampler))
}

/// The properties that follow the file or the size of a texture.
#[derive(Default)]
struct Properties<'a> {
    format: Option<&'a str>,
    size: Option<&'a str>,
    dimension: Option<&'a str>,
    mips: Option<&'a str>,
    samples: Option<&'a str>,
    swizzle: Option<&'a str>,
}

impl<'a> Properties<'a> {
    /// Splits `,NAME=VALUE` off the end as long as the names are known: a path may contain commas, too.
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
                "swizzle" => &mut properties.swizzle,
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
            Some([width]) => ([*width, 1, 1], ViewDimension::D1),
            Some([width, height]) => ([*width, *height, 1], ViewDimension::D2),
            Some([width, height, layers]) => ([*width, *height, *layers], ViewDimension::D2Array),
            _ => return Err(format!("`{size}` is not a size: expected WIDTHxHEIGHT")),
        };
        let dimension = match self.dimension {
            Some(name) => {
                ViewDimension::from_name(name).ok_or_else(|| format!("unknown texture dimension `{name}`"))?
            }
            None => usual,
        };
        let number = |text: Option<&str>| {
            text.map_or(Ok(1), |text| text.parse().map_err(|_| format!("`{text}` is not a number")))
        };
        let descriptor = TextureDescriptor {
            dimension,
            format: texel_format(format)?,
            size,
            mip_level_count: number(self.mips)?,
            sample_count: number(self.samples)?,
            swizzle: self.swizzle()?,
        };
        descriptor.check().map_err(|error| error.to_string())?;
        Ok(descriptor)
    }

    fn swizzle(&self) -> Result<Swizzle, String> {
        let Some(name) = self.swizzle else { return Ok(Swizzle::IDENTITY) };
        let problem = || format!("`{name}` is not a swizzle: expected four of the letters rgba01");
        Swizzle::from_name(name).ok_or_else(problem)
    }
}

fn texel_format(name: &str) -> Result<Format, String> {
    Format::from_name(name).ok_or_else(|| format!("unknown texel format `{name}`"))
}

/// Reads `FORMAT:WIDTHxHEIGHT`, with properties.
fn blank(text: &str) -> Result<ResourceArgument, String> {
    let (text, properties) = Properties::split(text);
    let (format, size) = text.split_once(':').ok_or("expected texture:FORMAT:WIDTHxHEIGHT")?;
    Ok(ResourceArgument::Blank(properties.descriptor(format, size)?))
}

/// Reads the path of a file: a picture, the texels of a texture if properties follow, or else the bytes of a buffer.
fn file(text: &str) -> Result<ResourceArgument, String> {
    let (path, properties) = Properties::split(text);
    let path = PathBuf::from(path);
    if is_picture(&path) && properties.size.is_none() {
        let format = texel_format(properties.format.unwrap_or("rgba8unorm"))?;
        return Ok(ResourceArgument::Picture(path, format, properties.swizzle()?));
    }
    match properties {
        Properties { format: Some(format), size: Some(size), .. } => {
            Ok(ResourceArgument::Texels(path, properties.descriptor(format, size)?))
        }
        Properties {
            format: None,
            size: None,
            dimension: None,
            mips: None,
            samples: None,
            swizzle: None,
        } => Ok(ResourceArgument::File(path)),
        _ => Err("a texture requires both format=FORMAT and size=WIDTHxHEIGHT".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_become_bytes() {
        let bytes = |text: &str| match resource(text) {
            Ok(ResourceArgument::Bytes(bytes)) => bytes,
            other => panic!("{text}: {other:?}"),
        };
        assert_eq!(bytes("u32:1, 0xff"), [1, 0, 0, 0, 255, 0, 0, 0]);
        assert_eq!(bytes("i32:-1"), [255; 4]);
        assert_eq!(bytes("f32:1.5,inf"), [0, 0, 0xc0, 0x3f, 0, 0, 0x80, 0x7f]);
        assert_eq!(bytes("f16:1"), [0, 0x3c]);
        assert_eq!(bytes("i8:-1,2"), [255, 2]);
        assert_eq!(bytes("u8:0xfe"), [254]);
        assert_eq!(bytes("u16:258"), [2, 1]);
        assert_eq!(bytes("i64:-2"), [254, 255, 255, 255, 255, 255, 255, 255]);
        assert!(matches!(resource("zero:3"), Ok(ResourceArgument::Zeros(3))));
    }

    #[test]
    fn places_have_a_language() {
        for (text, language) in [
            ("1:2", Language::Wgsl),
            ("2", Language::Metal),
            ("texture:3", Language::Metal),
            ("sampler:0", Language::Metal),
            ("vertex:2", Language::Metal),
            ("fragment:2", Language::Metal),
            ("fragment:sampler:4", Language::Metal),
        ] {
            let at: At = text.parse().expect(text);
            assert_eq!((at.language, at.to_string().as_str()), (language, text));
            assert!(at.suits(language).is_ok(), "{text}");
        }
        let wgsl = At::wgsl(0, 1).suits(Language::Metal).expect_err("a place of WGSL");
        assert!(wgsl.starts_with("`0:1` is not a binding: expected the number of a buffer"), "{wgsl}");
        let metal = At::metal(BUFFERS, 1).suits(Language::Wgsl).expect_err("a place of Metal");
        assert_eq!(metal, "`1` is not a binding: expected GROUP:BINDING");
    }

    #[test]
    fn words_make_a_sampler() {
        let sampler = |text: &str| match resource(text) {
            Ok(ResourceArgument::Sampler(sampler)) => sampler,
            other => panic!("{text}: {other:?}"),
        };
        let found = sampler("sampler:repeat,linear,less-equal");
        assert_eq!(found.address_modes, [AddressMode::Repeat; 3]);
        assert_eq!(found.mipmap_filter, FilterMode::Linear);
        assert_eq!(found.compare, Some(CompareFunction::LessEqual));
        assert_eq!(sampler("sampler"), Sampler::default());
    }

    #[test]
    fn sizes_make_a_texture() {
        let texture = |text: &str| match resource(text) {
            Ok(ResourceArgument::Blank(texture)) => {
                (texture.dimension, texture.size, texture.mip_level_count)
            }
            other => panic!("{text}: {other:?}"),
        };
        assert_eq!(texture("texture:r32float:5"), (ViewDimension::D1, [5, 1, 1], 1));
        assert_eq!(texture("texture:rgba8unorm:4x2,mips=2"), (ViewDimension::D2, [4, 2, 1], 2));
        assert_eq!(texture("texture:r8uint:2x2x6,dimension=cube"), (ViewDimension::Cube, [2, 2, 6], 1));
    }

    #[test]
    fn views_may_have_a_swizzle() {
        let swizzle = |text: &str| match resource(text) {
            Ok(
                ResourceArgument::Blank(TextureDescriptor { swizzle, .. })
                | ResourceArgument::Texels(_, TextureDescriptor { swizzle, .. })
                | ResourceArgument::Picture(_, _, swizzle),
            ) => swizzle.to_string(),
            other => panic!("{text}: {other:?}"),
        };
        let texts = [
            "texture:r8unorm:4x4,swizzle=rrr1",
            "a.bin,swizzle=000a,size=2x2,format=r8unorm",
            "a.png,swizzle=bgra",
        ];
        assert_eq!(texts.map(swizzle), ["rrr1", "000a", "bgra"]);
    }

    #[test]
    fn paths_may_have_commas() {
        assert!(
            matches!(resource("a,b.bin"), Ok(ResourceArgument::File(path)) if path == Path::new("a,b.bin"))
        );
        let picture = resource("a,b.PNG,format=rgba8unorm-srgb");
        assert!(
            matches!(picture, Ok(ResourceArgument::Picture(path, Format::Rgba8unormSrgb, Swizzle::IDENTITY)) if path == Path::new("a,b.PNG"))
        );
        assert!(matches!(resource("a.bin,size=2x2,format=r8unorm"), Ok(ResourceArgument::Texels(..))));
    }

    #[test]
    fn mistakes_are_named() {
        for (text, wanted) in [
            ("x=zero:4", "`x` is not a binding"),
            ("texture:x=zero:4", "`texture:x` is not a binding"),
            ("vertex:fragment:1=zero:4", "`vertex:fragment:1` is not a binding"),
            ("vertex:0:1=zero:4", "`vertex:0:1` is not a binding"),
            ("0:1", "expected GROUP:BINDING=RESOURCE"),
            ("0:0=zero:many", "`many` is not a number of bytes"),
            ("0:0=zero:99999999999", "a buffer can have at most"),
            ("0:0=u32:1,-1", "`-1` is not a value of type u32"),
            ("0:0=u8:256", "`256` is not a value of type u8"),
            ("0:0=i16:40000", "`40000` is not a value of type i16"),
            ("0:0=sampler:cubic", "`cubic` is not a filter mode"),
            ("0:0=texture:r8unorm", "expected texture:FORMAT:WIDTHxHEIGHT"),
            ("0:0=texture:r8:4x4", "unknown texel format `r8`"),
            ("0:0=texture:r8unorm:4by4", "`4by4` is not a size"),
            ("0:0=texture:r8unorm:4x4,dimension=4d", "unknown texture dimension `4d`"),
            ("0:0=texture:r8unorm:4x4,mips=9", "too many mip levels for a texture of this size"),
            ("0:0=texture:r8unorm:4x4,swizzle=rgb", "`rgb` is not a swizzle"),
            ("0:0=a.png,swizzle=xyzw", "`xyzw` is not a swizzle"),
            ("0:0=a.bin,format=r8unorm", "a texture requires both"),
        ] {
            let message = bind(text).expect_err(text);
            assert!(message.contains(wanted), "{text}: {message}");
        }
    }
}
