//! The comparison of memory after an execution with the expected contents.

use super::path::Paths;
use super::scalar::shown;
use super::texels::Texels;
use super::texture::place_text;
use super::{BindingPoint, Execution, ExpectedValue, Fault, Field, Output, ScalarFormat, read, scalars};
use shader_run::judge::Difference;
use similar::TextDiff;
use std::collections::BTreeSet;
use std::fmt::{self, Write};
use std::ops::Range;

/// The number of differences that are described one by one.
const TOLD: usize = 10;

/// A value that differs from the expected one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValueDifference {
    /// The index in the list of values; in textures, the index of the channel.
    pub index: usize,
    /// Its offset in bytes from the beginning of the buffer or texture.
    pub byte_offset: usize,
    /// Its name, for people: `lights[1].colour.y`, `element 3` without a variable, `texel (1, 0), channel g`.
    pub place: String,
    /// The expected value, for people.
    pub expected: String,
    /// The actual value, for people.
    pub got: String,
}

/// The values that differ from the expected ones.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ValueDifferences {
    /// The first ten.
    pub first: Vec<ValueDifference>,
    /// The total number.
    pub count: usize,
}

impl ValueDifferences {
    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    fn add(&mut self, difference: impl FnOnce() -> ValueDifference) {
        if self.first.len() < TOLD {
            self.first.push(difference());
        }
        self.count += 1;
    }
}

impl fmt::Display for ValueDifferences {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        for ValueDifference { place, byte_offset, expected, got, .. } in &self.first {
            writeln!(formatter, "  {place} at byte {byte_offset}: expected {expected}, got {got}")?;
        }
        match self.count - self.first.len() {
            0 => Ok(()),
            more => writeln!(formatter, "  and {more} more"),
        }
    }
}

/// Compares the bytes of a buffer scalar by scalar, with the types of `row` repeated. Values that are expected beyond the end
/// of the bytes differ. `path` names the variable in a range of bytes, if there is one.
#[must_use]
pub fn compare_buffer(
    bytes: &[u8],
    row: &[Field],
    expected: &[ExpectedValue],
    path: impl Fn(Range<u64>) -> Option<String>,
) -> ValueDifferences {
    let mut differences = ValueDifferences::default();
    let mut places = scalars(row, bytes.len());
    for (index, expected) in expected.iter().enumerate() {
        let element = || format!("element {index}");
        let Some((byte_offset, format)) = places.next() else {
            differences.add(|| missing(index, bytes.len(), element()));
            continue;
        };
        let got = read(bytes, byte_offset, format);
        if !expected.is_met(format, got) {
            differences.add(|| {
                let first = byte_offset as u64;
                let place = path(first..first + u64::from(format.width() / 8)).unwrap_or_else(element);
                difference(index, byte_offset, place, (expected, format, got))
            });
        }
    }
    differences
}

/// Compares texels, channel by channel.
#[must_use]
pub fn compare_texels(texels: &Texels) -> ValueDifferences {
    let mut differences = ValueDifferences::default();
    let channels = texels.channels();
    for texel in 0..texels.count() {
        for (number, compared) in texels.compared(&channels, texel).into_iter().enumerate() {
            if compared.is_met() {
                continue;
            }
            let index = texel * channels.len() + number;
            let byte_offset = texel * texels.texture.format.texel_bytes();
            differences.add(|| {
                let place =
                    format!("{}, channel {}", place_text(&texels.texture, texel), compared.channel.name);
                match compared.got {
                    Some(got) => {
                        let values = (compared.expected, compared.channel.format, got);
                        difference(index, byte_offset, place, values)
                    }
                    None => missing(index, texels.bytes.len(), place),
                }
            });
        }
    }
    differences
}

fn difference(
    index: usize,
    byte_offset: usize,
    place: String,
    (expected, format, got): (&ExpectedValue, ScalarFormat, u32),
) -> ValueDifference {
    ValueDifference { index, byte_offset, place, expected: expected.text(format), got: format.text(got) }
}

fn missing(index: usize, byte_offset: usize, place: String) -> ValueDifference {
    let (expected, got) = ("a value".to_owned(), "no more bytes".to_owned());
    ValueDifference { index, byte_offset, place, expected, got }
}

/// Compares all results of an executor. `None` if they are as expected, and otherwise the differences for people: buffers by
/// the parts of the program's variables, textures and attachments by texels.
///
/// Faults are compared if the execution is strict and the executor looks for them, but not their number.
#[must_use]
pub fn compare_output(execution: &Execution, output: &Output, paths: &Paths) -> Option<String> {
    let mut message = String::new();
    let buffers = if output.is_rearranged { &[][..] } else { &execution.expected.buffers };
    for buffer in buffers {
        let path = |bytes| paths.path(buffer.at, bytes);
        let differences = compare_buffer(output.bytes(buffer.at), &buffer.row, &buffer.values, path);
        if !differences.is_empty() {
            let _ = write!(message, "{}:\n{differences}", buffer_text(buffer.at));
        }
    }
    for texels in Texels::all(execution, output) {
        let differences = compare_texels(&texels);
        if !differences.is_empty() {
            let _ = write!(message, "{}: {}\n{differences}", texels.what, texels.distance());
        }
    }
    tell_disallowed(&mut message, &output.disallowed, paths);
    if let (true, Some(found)) = (execution.is_strict, &output.faults) {
        let (expected, found) = (lines(&execution.expected.faults), lines(found));
        if expected != found {
            let diff = TextDiff::from_lines(&expected, &found);
            let _ = write!(message, "{}", diff.unified_diff().context_radius(10).header("expected", "found"));
        }
    }
    (!message.is_empty()).then_some(message)
}

fn buffer_text(at: BindingPoint) -> String {
    format!("buffer at group {}, binding {}", at.group, at.binding)
}

/// Describes the words of buffers that the specification does not allow, buffer by buffer.
fn tell_disallowed(message: &mut String, disallowed: &[Difference], paths: &Paths) {
    let mut last = None;
    for word in disallowed.iter().take(TOLD) {
        let at = BindingPoint { group: word.group, binding: word.binding };
        if last.replace(at) != Some(at) {
            let _ = writeln!(message, "{}, against the allowed results:", buffer_text(at));
        }
        let _ = writeln!(message, "  {}", disallowed_text(word, paths.path(at, bytes_of(word))));
    }
    let more = disallowed.len().saturating_sub(TOLD);
    if more > 0 {
        let _ = writeln!(message, "  and {more} more");
    }
}

fn bytes_of(word: &Difference) -> Range<u64> {
    let first = u64::from(word.offset);
    first..first + u64::from(word.ty.size())
}

/// A word that the specification does not allow, in the form of other differences.
fn disallowed_text(word: &Difference, path: Option<String>) -> String {
    let Difference { offset, ty, expected, got, .. } = *word;
    let format = ScalarFormat::by_name(ty.name()).unwrap_or(ScalarFormat::Unsigned(32));
    // The ends of an interval need not be numbers of the type.
    let number = |number: f64| match format.encode(number) {
        Ok(bits) if format.decode(bits).total_cmp(&number).is_eq() => format.text(bits),
        _ => shown(number),
    };
    let expected = match expected.single() {
        Some(value) => number(value),
        None => format!("from {} to {}", number(expected.begin), number(expected.end)),
    };
    let place = path.unwrap_or_else(|| ty.name().to_owned());
    let got = got.map_or_else(|| "no more bytes".to_owned(), |bits| format.text(bits));
    format!("{place} at byte {offset}: expected {expected}, got {got}")
}

/// Faults by their place, one per line.
fn lines(faults: &[Fault]) -> String {
    let faults: BTreeSet<&Fault> = faults.iter().collect();
    faults.iter().fold(String::new(), |mut lines, fault| {
        let _ = writeln!(lines, "{fault}");
        lines
    })
}

#[cfg(test)]
mod tests {
    use super::super::{ExpectedBuffer, ExpectedOutput, ExpectedTexture};
    use super::*;
    use shader_ir::Type;
    use shader_numeric::allowed::Interval;
    use shader_run::execute::FaultKind;
    use webgpu_model::texture::{Format, TextureDescriptor, ViewDimension};
    use webgpu_model::{Binding, Command, Data, Dispatch};
    use wgsl_validator::Options;

    const U32: Field = Field::Scalar(ScalarFormat::Unsigned(32));
    const AT: BindingPoint = BindingPoint { group: 0, binding: 1 };

    fn bytes(words: &[u32]) -> Vec<u8> {
        words.iter().flat_map(|word| word.to_le_bytes()).collect()
    }

    fn numbers(words: &[u32]) -> Vec<ExpectedValue> {
        words.iter().map(|word| ExpectedValue::Number(*word)).collect()
    }

    fn nowhere(_: Range<u64>) -> Option<String> {
        None
    }

    #[test]
    fn a_buffer_differs_at_elements_and_bytes() {
        let row = [Field::Scalar(ScalarFormat::F32), Field::Padding(4), U32];
        let held = bytes(&[1.5_f32.to_bits(), 99, 7, 2.0_f32.to_bits(), 98, 8]);
        let right = numbers(&[1.5_f32.to_bits(), 7, 2.0_f32.to_bits(), 8]);
        assert!(compare_buffer(&held, &row, &right, nowhere).is_empty());
        let wrong = numbers(&[1.5_f32.to_bits(), 7, 2.5_f32.to_bits(), 9]);
        let differences = compare_buffer(&held, &row, &wrong, nowhere);
        assert_eq!(
            differences.to_string(),
            "  element 2 at byte 12: expected 2.5 (0x40200000), got 2.0 (0x40000000)\n  \
             element 3 at byte 20: expected 9, got 8\n"
        );
        assert_eq!((differences.first[1].index, differences.first[1].byte_offset), (3, 20));
    }

    #[test]
    fn only_ten_differences_are_told() {
        let differences = compare_buffer(&bytes(&[1; 32]), &[U32], &numbers(&[2; 32]), nowhere);
        assert_eq!((differences.first.len(), differences.count), (10, 32));
        assert!(differences.to_string().ends_with("got 1\n  and 22 more\n"));
    }

    #[test]
    fn what_is_not_there_differs() {
        let differences = compare_buffer(&bytes(&[1]), &[U32], &numbers(&[1, 1]), nowhere);
        assert_eq!(differences.to_string(), "  element 1 at byte 4: expected a value, got no more bytes\n");
        assert_eq!(compare_buffer(&[0; 8], &[], &numbers(&[1]), nowhere).count, 1);
    }

    const TEXTURE: TextureDescriptor = TextureDescriptor::new(ViewDimension::D2, Format::Rg8unorm, [2, 1, 1]);

    #[test]
    fn a_texture_differs_at_texels_and_channels() {
        let expected = numbers(&[0, 255, 51, 0]);
        let compared = |bytes: &[u8]| {
            let what = "texture".to_owned();
            compare_texels(&Texels { what, texture: TEXTURE, expected: &expected, bytes })
        };
        assert!(compared(&[0, 255, 51, 0]).is_empty());
        let differences = compared(&[0, 255, 51, 1]);
        let difference = &differences.first[0];
        assert_eq!((difference.index, difference.byte_offset), (3, 2));
        assert_eq!(difference.place, "texel (1, 0), channel g");
        assert_eq!(compared(&[0, 255]).count, 2);
    }

    const PROGRAM: &str = "@group(0) @binding(1) var<storage, read_write> out: array<vec2u>;";

    fn compared(execution: &Execution, output: &Output) -> Option<String> {
        compare_output(execution, output, &Paths::new(PROGRAM, Options::default()))
    }

    const OTHER: BindingPoint = BindingPoint { group: 0, binding: 2 };

    fn bindings(buffer: Vec<u8>, texels: Vec<u8>) -> Vec<Binding> {
        let at = |at: BindingPoint, data| Binding { group: at.group, binding: at.binding, data };
        vec![at(AT, Data::Buffer(buffer.into())), at(OTHER, Data::Texture(TEXTURE, texels.into()))]
    }

    fn execution() -> Execution {
        let bindings = bindings(vec![0; 4], vec![0; 4]);
        let expected = ExpectedOutput {
            buffers: vec![ExpectedBuffer { at: AT, row: vec![U32], values: numbers(&[7]) }],
            textures: vec![ExpectedTexture { at: OTHER, values: numbers(&[0, 255, 51, 0]) }],
            faults: vec![Fault { line: 3, column: 5, kind: FaultKind::OutOfBounds }],
            ..ExpectedOutput::default()
        };
        let command = Command::Dispatch(Dispatch { bindings, ..Dispatch::default() });
        Execution { is_strict: true, expected, ..Execution::new(command) }
    }

    #[test]
    fn all_of_an_output_is_compared() {
        let execution = execution();
        let fault = execution.expected.faults[0];
        let right = Output {
            bindings: bindings(bytes(&[7]), vec![0, 255, 51, 0]),
            faults: Some(vec![fault, fault]),
            ..Output::default()
        };
        assert_eq!(compared(&execution, &right), None);
        let other = Fault { kind: FaultKind::DataRace, ..fault };
        let bindings = bindings(bytes(&[8]), Vec::new());
        let wrong = Output { bindings, faults: Some(vec![other]), ..Output::default() };
        let message = compared(&execution, &wrong).expect("it differs");
        for words in [
            "buffer at group 0, binding 1:\n  out[0].x at byte 0: expected 7, got 8\n",
            "texture at group 0, binding 2: 2 of 2 texels differ\n  texel (0, 0), channel r",
            "-fault[out-of-bounds] at 3:5",
            "+fault[data-race] at 3:5",
        ] {
            assert!(message.contains(words), "{words} is missing in\n{message}");
        }
    }

    #[test]
    fn words_that_are_not_allowed_are_named() {
        let word = |offset, ty, (begin, end), got| Difference {
            group: 0,
            binding: 1,
            offset,
            ty,
            expected: Interval { begin, end },
            got,
        };
        let disallowed = vec![
            word(0, Type::F32, (0.1, 0.5), Some(0)),
            word(12, Type::U32, (3.0, 3.0), Some(4)),
            word(17, Type::U8, (0.0, 0.0), Some(255)),
            Difference { binding: 7, ..word(2, Type::F16, (1.0, 1.0), None) },
        ];
        let output = Output { disallowed, ..Output::default() };
        let bare = Execution::new(Command::Dispatch(Dispatch::default()));
        assert_eq!(
            compared(&bare, &output).expect("it differs"),
            "buffer at group 0, binding 1, against the allowed results:\n  \
             out[0].x at byte 0: expected from 0.1 to 0.5 (0x3f000000), got 0.0 (0x00000000)\n  \
             out[1].y at byte 12: expected 3, got 4\n  \
             byte 1 of out[2].x at byte 17: expected 0, got 255\n\
             buffer at group 0, binding 7, against the allowed results:\n  \
             f16 at byte 2: expected 1 (0x3c00), got no more bytes\n"
        );
    }

    #[test]
    fn who_does_not_look_for_faults_misses_none() {
        let bindings = bindings(bytes(&[7]), vec![0, 255, 51, 0]);
        let output = |faults| Output { bindings: bindings.clone(), faults, ..Output::default() };
        assert_eq!(compared(&execution(), &output(None)), None);
        assert!(compared(&execution(), &output(Some(Vec::new()))).is_some());
        let loose = Execution { is_strict: false, ..execution() };
        assert_eq!(compared(&loose, &output(Some(Vec::new()))), None);
    }
}
