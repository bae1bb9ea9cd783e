//! What memory holds after an execution against what it must hold.

use super::{
    BindingPoint, Draw, Execution, ExpectedValue, Fault, Field, Output, ScalarFormat, TextureFormat,
    TextureShape, read, scalars,
};
use similar::TextDiff;
use std::collections::BTreeSet;
use std::fmt::{self, Write};

/// How many differences are told one by one.
const TOLD: usize = 10;

/// A value that is not as it must be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValueDifference {
    /// Which: the index in the list of values; of textures, that of the channel.
    pub index: usize,
    /// Where it begins, in bytes from the beginning of the buffer or texture.
    pub byte_offset: usize,
    /// Which, for people: `element 3`, `texel (1, 0), channel g`.
    pub place: String,
    /// What it must be, for people.
    pub expected: String,
    /// What it is, for people.
    pub got: String,
}

/// The values that are not as they must be.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ValueDifferences {
    /// The first ten.
    pub first: Vec<ValueDifference>,
    /// How many there are in all.
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

/// Compares the bytes of a buffer, scalar by scalar: those of `row` again and again. What is expected behind the end of the
/// bytes differs.
#[must_use]
pub fn compare_buffer(bytes: &[u8], row: &[Field], expected: &[ExpectedValue]) -> ValueDifferences {
    let mut differences = ValueDifferences::default();
    let mut places = scalars(row, bytes.len());
    for (index, expected) in expected.iter().enumerate() {
        let place = format!("element {index}");
        let Some((byte_offset, format)) = places.next() else {
            differences.add(|| missing(index, bytes.len(), place));
            continue;
        };
        let got = read(bytes, byte_offset, format);
        if !expected.is_met(format, got) {
            differences.add(|| difference(index, byte_offset, place, (expected, format, got)));
        }
    }
    differences
}

/// Compares the texels of a texture of this format and shape, channel by channel.
#[must_use]
pub fn compare_texels(
    bytes: &[u8],
    format: TextureFormat,
    shape: &TextureShape,
    expected: &[ExpectedValue],
) -> ValueDifferences {
    let mut differences = ValueDifferences::default();
    let channels = format.channels();
    for (texel, expected) in expected.chunks(channels.len().max(1)).enumerate() {
        let found = format.texel(bytes, texel);
        for (number, (channel, expected)) in channels.iter().zip(expected).enumerate() {
            let index = texel * channels.len() + number;
            let place = || format!("{}, channel {}", shape.place_text(texel), channel.name);
            let byte_offset = texel * format.size();
            let Some(found) = found else {
                differences.add(|| missing(index, bytes.len(), place()));
                continue;
            };
            let got = channel.read(found);
            if !expected.is_met(channel.format, got) {
                differences.add(|| difference(index, byte_offset, place(), (expected, channel.format, got)));
            }
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

/// Compares all that an executor gives back. Nothing when it is as it must be; what differs, for people, otherwise.
///
/// Faults are compared where the execution is strict and the executor looks for them: which there are, not how often.
#[must_use]
pub fn compare_output(execution: &Execution, output: &Output) -> Option<String> {
    let mut message = String::new();
    let mut tell = |what: &str, differences: &ValueDifferences| {
        if !differences.is_empty() {
            let _ = write!(message, "{what}:\n{differences}");
        }
    };
    let at = |what: &str, at: BindingPoint| format!("{what} at group {}, binding {}", at.group, at.binding);
    let buffers = if output.is_rearranged { &[][..] } else { &execution.buffers };
    for (index, buffer) in buffers.iter().enumerate() {
        let bytes = output.buffers.get(index).map_or(&[][..], Vec::as_slice);
        let expected = buffer.expect.as_deref().unwrap_or_default();
        tell(&at("buffer", buffer.at), &compare_buffer(bytes, &buffer.row, expected));
    }
    for (index, texture) in execution.textures.iter().enumerate() {
        let bytes = output.textures.get(index).map_or(&[][..], Vec::as_slice);
        let expected = texture.expect.as_deref().unwrap_or_default();
        let differences = compare_texels(bytes, texture.format, &texture.shape, expected);
        tell(&at("texture", texture.at), &differences);
    }
    if let Some(draw) = execution.draw() {
        compare_attachments(draw, output, &mut tell);
    }
    if !output.disallowed.is_empty() {
        message.push_str("the text allows no such value:\n");
        let shown = output.disallowed.iter().take(TOLD);
        shown.for_each(|one| {
            let _ = writeln!(message, "  {one}");
        });
        let more = output.disallowed.len().saturating_sub(TOLD);
        if more > 0 {
            let _ = writeln!(message, "  and {more} more");
        }
    }
    if let (true, Some(found)) = (execution.is_strict, &output.faults) {
        let (expected, found) = (lines(&execution.faults), lines(found));
        if expected != found {
            let diff = TextDiff::from_lines(&expected, &found);
            let _ = write!(message, "{}", diff.unified_diff().context_radius(10).header("expected", "found"));
        }
    }
    (!message.is_empty()).then_some(message)
}

/// Compares what a draw has drawn on.
fn compare_attachments(draw: &Draw, output: &Output, tell: &mut impl FnMut(&str, &ValueDifferences)) {
    let shape = draw.shape();
    for (location, target) in draw.targets.iter().enumerate() {
        let bytes = output.targets.get(location).map_or(&[][..], Vec::as_slice);
        let expected = target.expect.as_deref().unwrap_or_default();
        tell(&format!("target {location}"), &compare_texels(bytes, target.format, &shape, expected));
    }
    if let Some(depth) = &draw.depth {
        let bytes = output.depth.as_deref().unwrap_or_default();
        let expected = depth.expect.as_deref().unwrap_or_default();
        tell("depth", &compare_texels(bytes, depth.format, &shape, expected));
    }
}

/// Faults by their place, a line each.
fn lines(faults: &[Fault]) -> String {
    let faults: BTreeSet<&Fault> = faults.iter().collect();
    faults.iter().fold(String::new(), |mut lines, fault| {
        let _ = writeln!(lines, "{fault}");
        lines
    })
}

#[cfg(test)]
mod tests {
    use super::super::{
        Buffer, BufferKind, Command, Dispatch, FaultKind, Texture, TextureDimension, TextureKind,
    };
    use super::*;
    use crate::case::Pipeline;

    const U32: Field = Field::Scalar(ScalarFormat::Unsigned(32));
    const AT: BindingPoint = BindingPoint { group: 0, binding: 1 };

    fn bytes(words: &[u32]) -> Vec<u8> {
        words.iter().flat_map(|word| word.to_le_bytes()).collect()
    }

    fn numbers(words: &[u32]) -> Vec<ExpectedValue> {
        words.iter().map(|word| ExpectedValue::Number(*word)).collect()
    }

    #[test]
    fn a_buffer_differs_at_elements_and_bytes() {
        let row = [Field::Scalar(ScalarFormat::F32), Field::Padding(4), U32];
        let held = bytes(&[1.5_f32.to_bits(), 99, 7, 2.0_f32.to_bits(), 98, 8]);
        let right = numbers(&[1.5_f32.to_bits(), 7, 2.0_f32.to_bits(), 8]);
        assert!(compare_buffer(&held, &row, &right).is_empty());
        let wrong = numbers(&[1.5_f32.to_bits(), 7, 2.5_f32.to_bits(), 9]);
        let differences = compare_buffer(&held, &row, &wrong);
        assert_eq!(
            differences.to_string(),
            "  element 2 at byte 12: expected 2.5 (0x40200000), got 2.0 (0x40000000)\n  \
             element 3 at byte 20: expected 9, got 8\n"
        );
        assert_eq!((differences.first[1].index, differences.first[1].byte_offset), (3, 20));
    }

    #[test]
    fn only_ten_differences_are_told() {
        let differences = compare_buffer(&bytes(&[1; 32]), &[U32], &numbers(&[2; 32]));
        assert_eq!((differences.first.len(), differences.count), (10, 32));
        assert!(differences.to_string().ends_with("got 1\n  and 22 more\n"));
    }

    #[test]
    fn what_is_not_there_differs() {
        let differences = compare_buffer(&bytes(&[1]), &[U32], &numbers(&[1, 1]));
        assert_eq!(differences.to_string(), "  element 1 at byte 4: expected a value, got no more bytes\n");
        assert_eq!(compare_buffer(&[0; 8], &[], &numbers(&[1])).count, 1);
    }

    fn texture(expect: Vec<ExpectedValue>) -> Texture {
        Texture {
            at: AT,
            kind: TextureKind::StorageTexture,
            format: TextureFormat::by_name("rg8unorm").expect("a format"),
            shape: TextureShape { dimension: TextureDimension::Two, size: [2, 1, 1], mips: 1, samples: 1 },
            data: vec![0; 4],
            expect: Some(expect),
        }
    }

    #[test]
    fn a_texture_differs_at_texels_and_channels() {
        let expected = numbers(&[0, 255, 51, 0]);
        let Texture { format, shape, .. } = texture(Vec::new());
        let compared = |bytes: &[u8]| compare_texels(bytes, format, &shape, &expected);
        assert!(compared(&[0, 255, 51, 0]).is_empty());
        let differences = compared(&[0, 255, 51, 1]);
        let difference = &differences.first[0];
        assert_eq!((difference.index, difference.byte_offset), (3, 2));
        assert_eq!(difference.place, "texel (1, 0), channel g");
        assert_eq!(compared(&[0, 255]).count, 2);
    }

    fn execution() -> Execution {
        let fault = Fault { line: 3, column: 5, kind: FaultKind::OutOfBounds };
        Execution {
            command: Command::Dispatch(Dispatch { pipeline: Pipeline::default(), workgroups: [1; 3] }),
            is_strict: true,
            subgroup_size: None,
            is_bounded_by_text: false,
            buffers: vec![Buffer {
                at: AT,
                kind: BufferKind::Storage,
                row: vec![U32],
                data: vec![0; 4],
                expect: Some(numbers(&[7])),
            }],
            textures: vec![texture(numbers(&[0, 255, 51, 0]))],
            samplers: Vec::new(),
            immediates: Vec::new(),
            faults: vec![fault],
        }
    }

    #[test]
    fn all_of_an_output_is_compared() {
        let execution = execution();
        let fault = execution.faults[0];
        let right = Output {
            buffers: vec![bytes(&[7])],
            textures: vec![vec![0, 255, 51, 0]],
            faults: Some(vec![fault, fault]),
            ..Output::default()
        };
        assert_eq!(compare_output(&execution, &right), None);
        let other = Fault { kind: FaultKind::DataRace, ..fault };
        let wrong = Output { buffers: vec![bytes(&[8])], faults: Some(vec![other]), ..Output::default() };
        let message = compare_output(&execution, &wrong).expect("it differs");
        for words in [
            "buffer at group 0, binding 1:\n  element 0 at byte 0: expected 7, got 8\n",
            "texture at group 0, binding 1:\n  texel (0, 0), channel r",
            "-fault[out-of-bounds] at 3:5",
            "+fault[data-race] at 3:5",
        ] {
            assert!(message.contains(words), "{words} is missing in\n{message}");
        }
    }

    #[test]
    fn who_does_not_look_for_faults_misses_none() {
        let output = |faults| Output {
            buffers: vec![bytes(&[7])],
            textures: vec![vec![0, 255, 51, 0]],
            faults,
            ..Output::default()
        };
        assert_eq!(compare_output(&execution(), &output(None)), None);
        assert!(compare_output(&execution(), &output(Some(Vec::new()))).is_some());
        let loose = Execution { is_strict: false, ..execution() };
        assert_eq!(compare_output(&loose, &output(Some(Vec::new()))), None);
    }
}
