//! The content of resources as text: rows of values, each with the index of its first value.

use crate::arguments::Form;
use shader_numeric::half::F16;
use std::fmt;
use std::io::{self, Write};
use webgpu_model::Data;
use webgpu_model::texture::{Format, Texel, TextureDescriptor};
use wgsl_spec::Scalar;

/// The values of a buffer per row.
const VALUES: usize = 8;
/// The texels of a texture with several channels per row.
const TEXELS: usize = 4;
/// The number of equal rows that are abbreviated.
const LONG_RUN: usize = 3;

impl Form {
    /// The form for values of a scalar type.
    pub(super) const fn of(scalar: Option<Scalar>) -> Self {
        match scalar {
            Some(Scalar::F32) => Self::F32,
            Some(Scalar::F16) => Self::F16,
            Some(Scalar::I32) => Self::I32,
            _ => Self::U32,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::F32 => "f32",
            Self::I32 => "i32",
            Self::U32 => "u32",
            Self::F16 => "f16",
            Self::I8 => "i8",
            Self::U8 => "u8",
            Self::I16 => "i16",
            Self::U16 => "u16",
            Self::I64 => "i64",
            Self::U64 => "u64",
            Self::Hex => "hex",
            Self::None => "none",
        }
    }

    /// The size of a value in bytes.
    const fn size(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::F16 | Self::I16 | Self::U16 => 2,
            Self::F32 | Self::I32 | Self::U32 | Self::Hex | Self::None => 4,
            Self::I64 | Self::U64 => 8,
        }
    }

    /// Prints a value, or an incomplete value in hexadecimal.
    fn value(self, bytes: &[u8]) -> String {
        match (self, bytes) {
            (Self::F16, &[low, high]) => float(F16(u16::from_le_bytes([low, high])).widen() as f32),
            (Self::F32, &[a, b, c, d]) => float(f32::from_le_bytes([a, b, c, d])),
            (Self::I32, &[a, b, c, d]) => i32::from_le_bytes([a, b, c, d]).to_string(),
            (Self::U32, &[a, b, c, d]) => u32::from_le_bytes([a, b, c, d]).to_string(),
            (Self::I8, &[byte]) => i8::from_le_bytes([byte]).to_string(),
            (Self::U8, &[byte]) => byte.to_string(),
            (Self::I16, &[low, high]) => i16::from_le_bytes([low, high]).to_string(),
            (Self::U16, &[low, high]) => u16::from_le_bytes([low, high]).to_string(),
            (Self::I64 | Self::U64, bytes) => self.long(bytes),
            (_, bytes) => hexadecimal(bytes),
        }
    }
}

impl Form {
    /// Prints a value of 64 bits.
    fn long(self, bytes: &[u8]) -> String {
        match (self, <[u8; 8]>::try_from(bytes)) {
            (Self::I64, Ok(bytes)) => i64::from_le_bytes(bytes).to_string(),
            (_, Ok(bytes)) => u64::from_le_bytes(bytes).to_string(),
            (_, Err(_)) => hexadecimal(bytes),
        }
    }
}

/// Prints up to 8 bytes as one number.
fn hexadecimal(bytes: &[u8]) -> String {
    let word = bytes.iter().rev().fold(0u64, |word, byte| word << 8 | u64::from(*byte));
    format!("{word:0digits$x}", digits = bytes.len() * 2)
}

/// Prints the shortest digits of a value, with an exponent if it is very large or very small.
fn float(value: f32) -> String {
    let size = value.abs();
    if size.is_finite() && size != 0.0 && !(1e-4..1e7).contains(&size) {
        format!("{value:e}")
    } else {
        value.to_string()
    }
}

/// A unit of a row.
#[derive(Clone, Copy)]
enum Unit {
    Value(Form),
    Texel(Format),
}

impl Unit {
    fn size(self) -> usize {
        match self {
            Self::Value(form) => form.size(),
            Self::Texel(format) => format.texel_bytes(),
        }
    }

    fn show(self, bytes: &[u8]) -> String {
        let format = match self {
            Self::Value(form) => return form.value(bytes),
            Self::Texel(format) => format,
        };
        let channels: Vec<String> = match format.decode(bytes) {
            Texel::Float(channels) => channels.map(float).into(),
            Texel::Sint(channels) => channels.map(|channel| channel.to_string()).into(),
            Texel::Uint(channels) => channels.map(|channel| channel.to_string()).into(),
        };
        match format.channel_count() {
            1 => channels.into_iter().next().unwrap_or_default(),
            count => format!("({})", channels[..count].join(", ")),
        }
    }
}

/// The place of the first value of a row.
#[derive(Clone, Copy)]
enum RowStart {
    /// The index of a value in a buffer.
    Index(usize),
    /// The coordinates of a texel, with its layer or slice and its mip level.
    Texel { x: usize, y: u32, layer: Option<u32>, level: Option<u32> },
}

impl fmt::Display for RowStart {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Index(index) => write!(formatter, "{index}"),
            Self::Texel { x, y, layer, level } => {
                if let Some(level) = level {
                    write!(formatter, "level {level}: ")?;
                }
                write!(formatter, "{x},{y}")?;
                layer.map_or(Ok(()), |layer| write!(formatter, ",{layer}"))
            }
        }
    }
}

struct Row<'a> {
    place: RowStart,
    bytes: &'a [u8],
}

/// Prints the content of a resource.
pub(super) fn write(data: &Data, form: Form, output: &mut impl Write) -> io::Result<()> {
    match (data, form) {
        (_, Form::None) | (Data::Sampler(_), _) => Ok(()),
        (Data::Texture(descriptor, bytes), form) if form != Form::Hex => {
            let unit = Unit::Texel(descriptor.format);
            write_rows(&texel_rows(descriptor, bytes), unit, output)
        }
        (Data::Texture(_, bytes) | Data::Buffer(bytes), form) => {
            let rows = bytes.chunks(form.size() * VALUES).enumerate();
            let rows = rows.map(|(row, bytes)| Row { place: RowStart::Index(row * VALUES), bytes });
            write_rows(&rows.collect::<Vec<_>>(), Unit::Value(form), output)
        }
    }
}

/// The size of a resource and the form of its rows: `16 bytes as f32`, `4x2 rgba8unorm`.
pub(super) fn subject(data: &Data, form: Form) -> String {
    match data {
        Data::Buffer(bytes) => format!("{} bytes as {}", bytes.len(), form.name()),
        Data::Texture(TextureDescriptor { size: [width, height, depth], format, .. }, _) => {
            let depth = if *depth > 1 { format!("x{depth}") } else { String::new() };
            let form = if form == Form::Hex { " as hex" } else { "" };
            format!("{width}x{height}{depth} {}{form}", format.name())
        }
        Data::Sampler(_) => String::new(),
    }
}

/// The rows of a texture, each within one row of texels.
fn texel_rows<'a>(descriptor: &TextureDescriptor, bytes: &'a [u8]) -> Vec<Row<'a>> {
    let texel_bytes = descriptor.format.texel_bytes();
    let in_a_row = if descriptor.format.channel_count() == 1 { VALUES } else { TEXELS };
    let (mut rows, mut rest) = (Vec::new(), bytes);
    for level in 0..descriptor.mip_level_count {
        let [width, height, depth] = descriptor.level_size(level);
        let layers = depth.max(descriptor.layers());
        for (layer, y) in (0..layers).flat_map(|layer| (0..height).map(move |y| (layer, y))) {
            let (row, after) = rest.split_at((width as usize * texel_bytes).min(rest.len()));
            rest = after;
            for (index, bytes) in row.chunks(texel_bytes * in_a_row).enumerate() {
                let layer = (layers > 1).then_some(layer);
                let level = (descriptor.mip_level_count > 1).then_some(level);
                rows.push(Row { place: RowStart::Texel { x: index * in_a_row, y, layer, level }, bytes });
            }
        }
    }
    rows
}

/// Prints rows in aligned columns, and abbreviates long runs of equal rows.
fn write_rows(rows: &[Row<'_>], unit: Unit, output: &mut impl Write) -> io::Result<()> {
    let runs = || rows.chunk_by(|one, other| one.bytes == other.bytes);
    let values =
        |row: &Row<'_>| row.bytes.chunks(unit.size()).map(|bytes| unit.show(bytes)).collect::<Vec<_>>();
    let widest = |run: &[Row<'_>]| values(&run[0]).iter().map(String::len).max().unwrap_or(0);
    let width = runs().map(widest).max().unwrap_or(0);
    let front = rows.iter().map(|row| row.place.to_string().len()).max().unwrap_or(0);
    for run in runs() {
        let shown = if run.len() >= LONG_RUN { &run[..1] } else { run };
        for row in shown {
            write!(output, "  {:>front$}:", row.place.to_string())?;
            for value in values(row) {
                write!(output, "  {value:>width$}")?;
            }
            writeln!(output)?;
        }
        if let (true, Some(last)) = (run.len() >= LONG_RUN, run.last()) {
            writeln!(
                output,
                "  {:>front$}   {} more identical rows, up to {}",
                "",
                run.len() - 1,
                last.place
            )?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use webgpu_model::texture::ViewDimension;

    fn shown(data: &Data, form: Form) -> String {
        let mut text = Vec::new();
        write(data, form, &mut text).expect("memory takes it");
        String::from_utf8(text).expect("UTF-8")
    }

    #[test]
    fn rows_have_eight_values_in_columns() {
        let bytes = (0u32..10).flat_map(|value| (value * 3).to_le_bytes()).collect();
        let text = shown(&Data::Buffer(bytes), Form::U32);
        assert_eq!(text, "  0:   0   3   6   9  12  15  18  21\n  8:  24  27\n");
    }

    #[test]
    fn forms_show_the_same_bytes_differently() {
        let data = Data::Buffer(vec![0, 0, 0x80, 0xbf, 0xff].into());
        assert_eq!(shown(&data, Form::F32), "  0:  -1  ff\n");
        assert_eq!(shown(&data, Form::I32), "  0:  -1082130432           ff\n");
        assert_eq!(shown(&data, Form::Hex), "  0:  bf800000        ff\n");
        assert_eq!(shown(&data, Form::F16), "  0:       0  -1.875      ff\n");
        assert_eq!(shown(&data, Form::None), "");
        assert_eq!(shown(&data, Form::I8), "  0:     0     0  -128   -65    -1\n");
        assert_eq!(shown(&data, Form::U8), "  0:    0    0  128  191  255\n");
        assert_eq!(shown(&data, Form::I16), "  0:       0  -16512      ff\n");
        assert_eq!(shown(&data, Form::U16), "  0:      0  49024     ff\n");
        let long = Data::Buffer(vec![254, 255, 255, 255, 255, 255, 255, 255, 1].into());
        assert_eq!(shown(&long, Form::I64), "  0:  -2  01\n");
        assert_eq!(shown(&long, Form::U64), "  0:  18446744073709551614                    01\n");
    }

    #[test]
    fn long_runs_of_equal_rows_are_shortened() {
        let text = shown(&Data::Buffer(vec![0; 4 * 40].into()), Form::U32);
        let zeros = "  0  0  0  0  0  0  0  0\n";
        assert_eq!(text, format!("   0:{zeros}       4 more identical rows, up to 32\n"));
        assert_eq!(shown(&Data::Buffer(vec![0; 64].into()), Form::U32), format!("  0:{zeros}  8:{zeros}"));
    }

    #[test]
    fn textures_are_shown_by_texel() {
        let descriptor = TextureDescriptor::new(ViewDimension::D2Array, Format::Rg8uint, [1, 2, 2]);
        let data = Data::Texture(descriptor, vec![1, 2, 3, 4, 5, 6, 70, 8].into());
        let text = "  0,0,0:   (1, 2)\n  0,1,0:   (3, 4)\n  0,0,1:   (5, 6)\n  0,1,1:  (70, 8)\n";
        assert_eq!(shown(&data, Form::U32), text);
        assert_eq!(shown(&data, Form::Hex), "  0:  04030201  08460605\n");
        assert_eq!(subject(&data, Form::F32), "1x2x2 rg8uint");
    }

    #[test]
    fn floats_are_short() {
        let texts = [0.0, -0.0, 0.1, 1e7, 1.5e-5, f32::INFINITY, f32::NAN].map(float);
        assert_eq!(texts, ["0", "-0", "0.1", "1e7", "1.5e-5", "inf", "NaN"]);
    }
}
