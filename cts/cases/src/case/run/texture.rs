//! Reads the textures of an execution.

use super::super::places::{Refusal, point};
use super::elements::{GREATEST_SIZE, expected, given};
use super::{Element, TextureEntry};
use crate::execution::texel::{Channel, channels, formats};
use crate::execution::{ExpectedTexture, ExpectedValue};
use webgpu_model::texture::{Format, TextureDescriptor, ViewDimension};
use webgpu_model::{Binding, Data, TextureBindingType};
use wgsl_spec::TexelFormat;

/// Creates the texture of an entry, and its expected texels if they are compared.
pub(super) fn texture(entry: &TextureEntry) -> Result<(Binding, Option<ExpectedTexture>), Refusal> {
    check_view(entry)?;
    let format = entry.format;
    let descriptor = TextureDescriptor { swizzle: entry.swizzle, ..descriptor(entry)? };
    let size = descriptor.lay_out().ok().map(|(_, size)| size);
    let Some(size) = size.filter(|size| *size <= GREATEST_SIZE) else {
        return Err(Refusal::at("size", format!("a texture can have at most {GREATEST_SIZE} bytes")));
    };
    if entry.expect.is_some() && !entry.kind.is_writable() {
        return Err(Refusal::at("expect", "`expect` is not allowed for a read-only resource"));
    }
    let bytes = contents(entry, format, size)?;
    let values = expectation(entry.expect.as_deref(), format, &bytes)?;
    let at = point(entry.group, entry.binding);
    let data = Data::Texture(descriptor, bytes.into());
    let binding = Binding { group: entry.group, binding: entry.binding, data };
    Ok((binding, values.map(|values| ExpectedTexture { at, values })))
}

/// The initial bytes of a texture, of which there are `size`.
fn contents(entry: &TextureEntry, format: Format, size: usize) -> Result<Vec<u8>, Refusal> {
    let mut bytes = vec![0; size];
    if let Some(compressed) = format.compressed() {
        if !entry.texels.is_empty() {
            return Err(Refusal::at("texels", "a compressed texture must have `blocks`"));
        }
        let capacity = size / compressed.block_bytes;
        if entry.blocks.len() > capacity {
            let count = entry.blocks.len();
            return Err(Refusal::at(
                "blocks",
                format!("`blocks` has {count} blocks, but the texture has {capacity}"),
            ));
        }
        for (digits, bytes) in entry.blocks.iter().zip(bytes.chunks_exact_mut(compressed.block_bytes)) {
            bytes.copy_from_slice(&block(digits, compressed.block_bytes)?);
        }
        return Ok(bytes);
    }
    if !entry.blocks.is_empty() {
        return Err(Refusal::at("blocks", "only a compressed texture can have blocks"));
    }
    let channels = channels(format);
    let texels = &entry.texels;
    check_room("texels", texels.len(), size / format.texel_bytes())?;
    for (texel, bytes) in texels.iter().zip(bytes.chunks_exact_mut(format.texel_bytes())) {
        for (element, channel) in numbers(texel, &channels)?.iter().zip(&channels) {
            channel.write(bytes, given(element, channel.format)?);
        }
    }
    Ok(bytes)
}

/// The bytes of a block that is written as hexadecimal digits; blanks between them do not count.
fn block(digits: &str, length: usize) -> Result<Vec<u8>, Refusal> {
    let digits: Vec<char> = digits.chars().filter(|digit| !digit.is_whitespace()).collect();
    let wrong = || {
        let message =
            format!("a block of this format must have {length} bytes, each of two hexadecimal digits");
        Refusal::at("blocks", message)
    };
    if digits.len() != 2 * length {
        return Err(wrong());
    }
    let number = |digit: char| digit.to_digit(16).map(|digit| digit as u8).ok_or_else(wrong);
    digits.chunks_exact(2).map(|pair| Ok(number(pair[0])? << 4 | number(pair[1])?)).collect()
}

/// Refuses formats and swizzles that a texture of a case can't have.
fn check_view(entry: &TextureEntry) -> Result<(), Refusal> {
    let (format, name) = (entry.format, entry.format.name());
    if format.compressed().is_none() && !formats().any(|known| known == format) {
        return Err(Refusal::at(name, format!("a case can't give texels of the format `{name}`")));
    }
    if entry.kind != TextureBindingType::StorageTexture {
        return Ok(());
    }
    if !TexelFormat::ALL.into_iter().any(|known| known.name() == name) {
        return Err(Refusal::at(name, format!("a storage texture can't have the format `{name}`")));
    }
    if !entry.swizzle.is_identity() {
        return Err(Refusal::at("swizzle", "a storage texture can't have a swizzle"));
    }
    Ok(())
}

/// The number of lengths that the size of a texture has in a case; cubes are square and have six faces.
const fn directions(dimension: ViewDimension) -> usize {
    match dimension {
        ViewDimension::D1 => 1,
        ViewDimension::D2 | ViewDimension::Cube => 2,
        ViewDimension::D2Array | ViewDimension::D3 | ViewDimension::CubeArray => 3,
    }
}

fn descriptor(entry: &TextureEntry) -> Result<TextureDescriptor, Refusal> {
    let TextureEntry { dimension, format, mips, samples, .. } = *entry;
    let directions = directions(dimension);
    if entry.size.len() != directions {
        let message = format!("the size of a texture of this dimension must have {directions} numbers");
        return Err(Refusal::at("size", message));
    }
    if entry.size.contains(&0) {
        return Err(Refusal::at("size", "a texture must have at least one texel"));
    }
    let mut size = [1; 3];
    for (place, length) in size.iter_mut().zip(&entry.size) {
        *place = *length;
    }
    if dimension == ViewDimension::Cube {
        size[2] = 6;
    }
    if dimension.is_cube() && (size[0] != size[1] || !size[2].is_multiple_of(6)) {
        return Err(Refusal::at(
            "size",
            "the faces of a cube texture must be square, and there must be six per cube",
        ));
    }
    let is_storage = entry.kind == TextureBindingType::StorageTexture;
    if is_storage && dimension.is_cube() {
        return Err(Refusal::at("dimension", "a storage texture can't be a cube"));
    }
    let longest = if dimension == ViewDimension::D3 { &size[..] } else { &size[..2] };
    let has_one_level = is_storage || dimension == ViewDimension::D1;
    let most = longest.iter().filter(|_| !has_one_level).max().map_or(1, |longest| longest.ilog2() + 1);
    if mips == 0 || mips > most {
        return Err(Refusal::at("mips", format!("this texture must have from 1 to {most} levels")));
    }
    let may_have_samples = dimension == ViewDimension::D2 && mips == 1 && !is_storage;
    if samples != 1 && (samples != 4 || !may_have_samples) {
        let message = "a texture must have 1 sample, or 4 if it is sampled, 2d, and has one level";
        return Err(Refusal::at("samples", message));
    }
    let single = TextureDescriptor::new(dimension, format, size);
    let descriptor = TextureDescriptor { mip_level_count: mips, sample_count: samples, ..single };
    descriptor.check().map_err(|error| Refusal::at("size", error.to_string()))?;
    Ok(descriptor)
}

fn check_room(name: &str, count: usize, capacity: usize) -> Result<(), Refusal> {
    if count <= capacity {
        return Ok(());
    }
    Err(Refusal::at(name, format!("`{name}` has {count} texels, but the texture has {capacity}")))
}

/// The expected value of each channel of texels with these initial bytes; unchanged without an element.
pub(super) fn expectation(
    expect: Option<&[Element]>,
    format: Format,
    bytes: &[u8],
) -> Result<Option<Vec<ExpectedValue>>, Refusal> {
    let Some(expect) = expect else { return Ok(None) };
    check_room("expect", expect.len(), bytes.len() / format.texel_bytes())?;
    let channels = &channels(format);
    let mut values = Vec::new();
    for (index, bytes) in bytes.chunks_exact(format.texel_bytes()).enumerate() {
        let Some(texel) = expect.get(index) else {
            values.extend(channels.iter().map(|channel| ExpectedValue::Bits(channel.read(bytes))));
            continue;
        };
        if matches!(texel, Element::Word(word) if word == "any") {
            values.extend(channels.iter().map(|_| ExpectedValue::Any));
            continue;
        }
        for (element, channel) in numbers(texel, channels)?.iter().zip(channels) {
            values.push(expected(element, channel.format)?);
        }
    }
    Ok(Some(values))
}

/// The channels of a texel; a single channel needs no list.
pub(super) fn numbers<'a>(texel: &'a Element, channels: &[Channel]) -> Result<&'a [Element], Refusal> {
    let numbers = if let Element::List(numbers) = texel { numbers } else { std::slice::from_ref(texel) };
    if numbers.len() != channels.len() {
        let names: String = channels.iter().map(|channel| channel.name).collect();
        return Err(Refusal::from(format!(
            "a texel of this format has the channels {names}, found {}",
            numbers.len()
        )));
    }
    Ok(numbers)
}
