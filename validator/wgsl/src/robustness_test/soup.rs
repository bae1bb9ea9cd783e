//! Truncated and mutated programs, and random tokens and bytes.

use super::{is_thorough, judge, with_usual_stack};
use crate::{Options, decode, validate};
use std::fs;
use std::path::Path;

/// The sources of all fixtures, in the order of their paths.
fn fixtures() -> Vec<String> {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures")];
    let mut paths = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "wgsl") {
                paths.push(path);
            }
        }
    }
    paths.sort();
    assert!(paths.len() > 100);
    // Some fixtures are deliberately not valid UTF-8.
    paths.iter().map(|path| String::from_utf8_lossy(&fs::read(path).unwrap()).into_owned()).collect()
}

/// Pseudo-random numbers that are equal in every run: `SplitMix64`.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        bits ^ (bits >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }

    fn pick<'a>(&mut self, choices: &'a [&'a str]) -> &'a str {
        choices[self.below(choices.len())]
    }
}

#[test]
fn prefixes_of_shaders() {
    with_usual_stack(|| {
        for text in fixtures() {
            // All prefixes of a short source; about a hundred of a long one, a different set for each.
            let stride = if is_thorough() || text.len() < 250 { 1 } else { text.len() / 100 + 1 };
            let ends = (text.len() % stride..text.len()).step_by(stride);
            for end in ends.filter(|end| text.is_char_boundary(*end)) {
                judge(&text[..end]);
            }
        }
    });
}

/// Whole and broken tokens that programs are made of, with spaces between them.
const TOKENS: &str = "fn struct var let const override alias enable f16 requires diagnostic if else loop continuing break \
    continue return discard switch case default for while const_assert true false i32 u32 f32 bool vec2 \
    vec3f mat2x2 array ptr atomic texture_2d sampler texture_storage_2d rgba8unorm function private \
    workgroup uniform storage read write read_write abs max clamp select dot bitcast atomicAdd textureSample \
    textureLoad arrayLength frexp a b c x xy main self S _ __a 0 1 2 4294967295 2147483648 \
    9223372036854775807 1u 1i 1f 1h 1.5 1e38 0x1p10 0x7fffffff 1e400 + - * / % & | ^ ~ ! && || < > <= >= == \
    != << >> = += -= <<= >>= ++ -- -> . , : ; ( ) [ ] { } @ @vertex @fragment @compute @workgroup_size(1) \
    @location(0) @builtin(position) @group(0) @binding(0) @align(16) @size(16) @id(1) @must_use \
    @interpolate(flat) @invariant @blend_src(0) // /* */ é \u{0} \"";

/// The tokens, and pieces with a space in them.
fn tokens() -> Vec<&'static str> {
    TOKENS.split(' ').chain(["@diagnostic(off, derivative_uniformity)", "\n"]).collect()
}

#[test]
fn soup_of_tokens() {
    with_usual_stack(|| {
        let (mut random, tokens) = (Random(1), tokens());
        let count = if is_thorough() { 200_000 } else { 6_000 };
        for number in 0..count {
            let mut text =
                String::from(["", "fn f() {", "const a = ", "struct S {", "var<private> a: "][number % 5]);
            for _ in 0..random.below(60) {
                text += random.pick(&tokens);
                text += [" ", " ", "", "\n"][random.below(4)];
            }
            judge(&text);
        }
    });
}

#[test]
fn random_bytes() {
    with_usual_stack(|| {
        let mut random = Random(2);
        let count = if is_thorough() { 100_000 } else { 4_000 };
        for number in 0..count {
            let length = random.below(100);
            let ascii = number % 2 == 0;
            let byte =
                |random: &mut Random| if ascii { random.below(128) as u8 } else { random.next() as u8 };
            let bytes: Vec<u8> = (0..length).map(|_| byte(&mut random)).collect();
            drop(decode(&bytes).map(|text| validate(text, &Options::default())));
            judge(&String::from_utf8_lossy(&bytes));
        }
    });
}

/// Splits a source at the end of each run of similar characters, so that most pieces are tokens.
fn pieces(text: &str) -> Vec<&str> {
    let sort = |c: char| {
        if c.is_alphanumeric() || c == '_' {
            0
        } else if c.is_whitespace() {
            1
        } else {
            2 + u32::from(c)
        }
    };
    let mut pieces = Vec::new();
    let (mut start, mut last) = (0, None);
    for (at, c) in text.char_indices() {
        if last.is_some_and(|last| last != sort(c)) {
            pieces.push(&text[start..at]);
            start = at;
        }
        last = Some(sort(c));
    }
    pieces.push(&text[start..]);
    pieces
}

#[test]
fn mutated_shaders() {
    with_usual_stack(|| {
        let (mut random, tokens) = (Random(3), tokens());
        for text in fixtures() {
            let pieces = pieces(&text);
            // Long sources take longer.
            let count = if is_thorough() { 2_000 } else { 60_000 / (text.len() + 300) + 3 };
            for _ in 0..count {
                let mut mutated = pieces.clone();
                for _ in 0..=random.below(3) {
                    let (one, other) = (random.below(mutated.len()), random.below(mutated.len()));
                    match random.below(5) {
                        0 if mutated.len() > 1 => _ = mutated.remove(one),
                        1 => mutated.insert(other, mutated[one]),
                        2 => mutated.swap(one, other),
                        3 => mutated[one] = mutated[other],
                        _ => mutated[one] = random.pick(&tokens),
                    }
                }
                judge(&mutated.concat());
            }
        }
    });
}
