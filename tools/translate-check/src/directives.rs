//! Directives that naga does not know, of extensions that it has all the same.

/// Extensions with functions and formats that naga has, although it does not know their directives.
const WITHOUT_DIRECTIVE: [&str; 4] =
    ["subgroups", "subgroup_id", "texture_formats_tier1", "immediate_address_space"];

/// Returns true if a program that uses an extension runs when the directive is left out.
#[must_use]
pub fn has_without_directive(extension: &str) -> bool {
    WITHOUT_DIRECTIVE.contains(&extension)
}

/// The program without the names that naga does not know in directives. Everything else stays in its line.
#[must_use]
pub fn without_directives(source: &str) -> String {
    let keywords = ["enable ", "requires "];
    let mut starts: Vec<(usize, &str)> =
        keywords.iter().flat_map(|keyword| source.match_indices(keyword)).collect();
    starts.sort_unstable();
    let mut kept = source.to_owned();
    // From the last one to the first, so that the positions of the others stay valid.
    for (start, keyword) in starts.into_iter().rev() {
        let Some(length) = source[start..].find(';') else { continue };
        let all = source[start + keyword.len()..start + length].split(',').map(str::trim);
        let names: Vec<&str> = all.clone().filter(|name| !has_without_directive(name)).collect();
        if names.len() < all.count() {
            let directive =
                if names.is_empty() { String::new() } else { format!("{keyword}{};", names.join(", ")) };
            kept.replace_range(start..=start + length, &directive);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_unknown_directives_are_left_out() {
        let source = "enable f16, subgroups;\nrequires texture_formats_tier1;\nenable f16;\nfn f() {}";
        assert_eq!(without_directives(source), "enable f16;\n\nenable f16;\nfn f() {}");
    }
}
