//! Small changes to programs, many of which stay valid.

use super::random::Random;

/// Groups of tokens: each may replace another one of its group.
const SORTS: &[&[&str]] = &[
    &["+", "-", "*", "/", "%"],
    &["/", "%", "<<", ">>", "&", "|", "^"],
    &["<", "<=", ">", ">=", "==", "!="],
    &["&&", "||", "==", "!="],
    &["+=", "-=", "*=", "/=", "%=", "="],
    &["|=", "&=", "^=", "<<=", ">>="],
    &["++", "--"],
    &["break", "continue", "return"],
    &["i32", "u32", "f32"],
    &["vec2f", "vec3f", "vec4f"],
    &["vec2u", "vec3u", "vec4u", "vec2i", "vec3i"],
    &["0", "1", "2", "3", "7", "31", "32", "33", "64", "255", "1000000", "2147483647"],
    &["-1", "-2147483647", "0", "1", "5"],
    &["0u", "1u", "2u", "4u", "31u", "32u", "64u", "65536u", "2147483648u", "4294967295u"],
    &["0i", "1i", "2i", "31i", "32i", "2147483647i"],
    &["0.0", "1.0", "0.5", "2.0", "1e10", "3.4e38", "1e-40", "1.5", "65504.0"],
    &["x", "y", "z", "w", "r", "xy", "xyz", "yx"],
    &["min", "max", "pow", "step", "atan2"],
    &["abs", "sign", "sqrt", "exp", "log", "sin", "cos", "floor", "ceil", "fract", "acos", "inverseSqrt"],
    &["countOneBits", "firstLeadingBit", "firstTrailingBit", "reverseBits", "countLeadingZeros"],
    &[
        "atomicAdd",
        "atomicSub",
        "atomicMax",
        "atomicMin",
        "atomicAnd",
        "atomicOr",
        "atomicXor",
        "atomicExchange",
    ],
    &["workgroupBarrier", "storageBarrier"],
    &[
        "subgroupAdd",
        "subgroupExclusiveAdd",
        "subgroupInclusiveAdd",
        "subgroupMul",
        "subgroupMin",
        "subgroupMax",
    ],
    &["local_invocation_id", "global_invocation_id", "workgroup_id", "num_workgroups"],
    &["clamp", "mix", "fma", "smoothstep"],
    &["true", "false"],
];

/// A program with one to four changes.
pub(crate) fn mutated(text: &str, random: &mut Random) -> String {
    let mut text = text.to_owned();
    for _ in 0..=random.below(3) {
        text = match random.below(8) {
            0 => lines_changed(&text, random),
            1 => index_changed(&text, random),
            2 => size_changed(&text, random),
            3 => name_changed(&text, random),
            _ => token_changed(&text, random),
        };
    }
    text
}

/// Splits a source into names, numbers, operators, white space and single characters.
fn tokens(text: &str) -> Vec<&str> {
    let sort = |c: char| {
        if c.is_alphanumeric() || c == '_' {
            0
        } else if "+-*/%<>=!&|^".contains(c) {
            1
        } else if c.is_whitespace() {
            2
        } else {
            3 + u32::from(c)
        }
    };
    let mut tokens = Vec::new();
    let (mut start, mut last) = (0, None);
    for (at, c) in text.char_indices() {
        let continues = match last {
            None => true,
            Some(last) if last == sort(c) => last < 3,
            // The fraction of a number.
            Some(0) if c == '.' => text[start..at].chars().all(|digit| digit.is_ascii_digit()),
            Some(_) => {
                let token = &text[start..at];
                token.ends_with('.') && token.len() > 1 && c.is_alphanumeric()
            }
        };
        if !continues {
            tokens.push(&text[start..at]);
            start = at;
        }
        last = Some(sort(c));
    }
    tokens.push(&text[start..]);
    tokens
}

/// Replaces a token by another one of its group: in one place, or, for a type, everywhere.
fn token_changed(text: &str, random: &mut Random) -> String {
    let mut tokens = tokens(text);
    let changeable = |token: &&str| {
        SORTS.iter().any(|sort| sort.contains(token)) || token.starts_with(|c: char| c.is_ascii_digit())
    };
    let places: Vec<usize> = (0..tokens.len()).filter(|at| changeable(&tokens[*at])).collect();
    let Some(place) = places.get(random.below(places.len())).copied() else { return text.to_owned() };
    let old = tokens[place];
    let known: Vec<&&[&str]> = SORTS.iter().filter(|sort| sort.contains(&old)).collect();
    let new = match known.get(random.below(known.len())) {
        Some(sort) => random.pick(sort),
        // A number that is not in the groups.
        None if old.ends_with('u') => random.pick(SORTS[13]),
        None if old.ends_with('i') => random.pick(SORTS[14]),
        None if old.contains('.') => random.pick(SORTS[15]),
        None => random.pick(SORTS[11]),
    };
    if old.len() == 3 && old.ends_with("32") && random.below(2) == 0 {
        tokens.iter_mut().filter(|token| **token == old).for_each(|token| *token = new);
    } else {
        tokens[place] = new;
    }
    tokens.concat()
}

/// Replaces a name by another one.
fn name_changed(text: &str, random: &mut Random) -> String {
    let mut tokens = tokens(text);
    let is_name = |token: &&str| {
        token.starts_with(|c: char| c.is_ascii_lowercase()) && !SORTS.iter().any(|sort| sort.contains(token))
    };
    let places: Vec<usize> = (0..tokens.len()).filter(|at| is_name(&tokens[*at])).collect();
    let place = |random: &mut Random| places.get(random.below(places.len())).copied();
    if let (Some(one), Some(other)) = (place(random), place(random)) {
        tokens[one] = tokens[other];
    }
    tokens.concat()
}

/// Removes, repeats or swaps statements.
fn lines_changed(text: &str, random: &mut Random) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    let is_statement = |line: &&str| line.trim_end().ends_with(';') && !line.contains(['{', '}', '@']);
    let places: Vec<usize> = (0..lines.len()).filter(|at| is_statement(&lines[*at])).collect();
    let place = |random: &mut Random| places.get(random.below(places.len())).copied();
    if let (Some(one), Some(other)) = (place(random), place(random)) {
        match random.below(4) {
            0 => lines[one] = "",
            1 => lines.insert(other, lines[one]),
            2 => lines.swap(one, other),
            _ => lines[one] = lines[other],
        }
    }
    lines.join("\n")
}

/// Changes an index.
fn index_changed(text: &str, random: &mut Random) -> String {
    let places: Vec<usize> = text.match_indices('[').map(|(at, _)| at).collect();
    let Some(place) = places.get(random.below(places.len())).copied() else { return text.to_owned() };
    let Some(length) = text[place..].find(']') else { return text.to_owned() };
    let inner = &text[place + 1..place + length];
    let new = match random.below(6) {
        0 => random.pick(&["0", "1", "3", "0u", "2i"]).to_owned(),
        1 => format!("({inner}) + 1"),
        2 => format!("({inner}) - 1"),
        3 => format!("({inner}) * 65537"),
        4 => format!("i32({inner}) - 3"),
        _ => format!("u32({inner}) >> 1"),
    };
    format!("{}{new}{}", &text[..=place], &text[place + length..])
}

/// Changes a workgroup size or the length of an array.
fn size_changed(text: &str, random: &mut Random) -> String {
    let start = if random.below(2) == 0 { "@workgroup_size(" } else { ", " };
    let places: Vec<usize> = text.match_indices(start).map(|(at, found)| at + found.len()).collect();
    let Some(place) = places.get(random.below(places.len())).copied() else { return text.to_owned() };
    let Some(length) = text[place..].find([')', '>', ',']) else { return text.to_owned() };
    let new = if start == ", " {
        random.pick(&["1", "2", "4", "5", "300", "100000", "20000000"])
    } else {
        random.pick(&["1", "3", "7, 5", "4, 4, 4", "64", "256", "1025", "2048, 2", "65536, 65536, 65536"])
    };
    format!("{}{new}{}", &text[..place], &text[place + length..])
}
