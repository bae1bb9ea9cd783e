//! The tables of `spec/amp`, from the YAML files there.

mod document;
mod functions;
mod language;
mod words;

use crate::{Anchors, Codes, Rules, Source};
use language::Amp;

/// Returns the documents with their paths in the repository.
pub(crate) fn documents(source: &Source) -> Result<Vec<(&'static str, String)>, String> {
    Ok(vec![("docs/AMP-RULES.md", document::generate(source)?)])
}

/// Returns the tables with their file names.
pub(crate) fn tables(source: &Source) -> Result<Vec<(&'static str, String)>, String> {
    let anchors = Anchors::load::<Amp>(source)?;
    let rules = Rules::load::<Amp>(source, &anchors)?;
    let codes = Codes::load::<Amp>(source, &anchors, &rules)?;
    Ok(vec![
        ("sections.rs", anchors.generate::<Amp>()),
        ("rules.rs", rules.generate()),
        ("rule_facts.rs", rules.generate_facts(|_| String::new())),
        ("codes.rs", codes.codes),
        ("examples.rs", codes.examples),
        ("functions.rs", functions::generate(source, &anchors)?),
        ("words.rs", words::generate(source, &anchors)?),
    ])
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::path::Path;

    use serde_yaml::Mapping;

    use super::*;

    /// The inventory of the specification: the areas, and the number of rules in each.
    const AREAS: [(&str, usize); 26] = [
        ("ARR", 12),
        ("ATM", 8),
        ("AVW", 11),
        ("BAR", 16),
        ("COH", 14),
        ("CPY", 6),
        ("CST", 2),
        ("DCL", 6),
        ("DEV", 8),
        ("ERR", 6),
        ("IDX", 16),
        ("MEM", 16),
        ("MSC", 7),
        ("MTH", 13),
        ("NRM", 5),
        ("OVL", 10),
        ("PFE", 16),
        ("SCP", 10),
        ("SEM", 10),
        ("SMP", 3),
        ("SYN", 12),
        ("TEX", 24),
        ("TSV", 8),
        ("TYP", 17),
        ("VEC", 10),
        ("VER", 4),
    ];

    fn rules_of(language: &str) -> Vec<Mapping> {
        let source = Source::new(Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(language));
        source.folder("rules").unwrap().into_iter().map(|(_, rule)| rule).collect()
    }

    /// The front end that both languages share finds a rule of one by the id of a rule of the other.
    #[test]
    fn rules_about_cpp_have_the_ids_and_codes_of_metal() {
        let metal = rules_of("msl");
        for rule in rules_of("amp").iter().filter(|rule| rule["inventory"] == "C++") {
            let id = rule["id"].as_str().unwrap();
            // These rules are of Microsoft's compiler.
            if matches!(id, "conversion.in-range" | "return.present") {
                continue;
            }
            let same = metal.iter().find(|other| other["id"] == id);
            let same = same.unwrap_or_else(|| panic!("Metal has no rule {id}"));
            if let (Some(code), Some(other)) = (rule.get("code"), same.get("code")) {
                assert_eq!(code, other, "{id}");
            }
        }
    }

    #[test]
    fn each_of_the_270_inventory_rows_has_one_rule_with_a_status() {
        let rules = rules_of("amp");
        let mut rows: BTreeMap<&str, usize> = BTreeMap::new();
        for rule in &rules {
            let row = rule["inventory"].as_str().unwrap();
            assert!(rule["status"].is_string(), "{row}");
            if row != "C++" {
                *rows.entry(row).or_default() += 1;
            }
        }
        let expected: Vec<String> = AREAS
            .iter()
            .flat_map(|(area, count)| (1..=*count).map(move |number| format!("{area}-{number:02}")))
            .collect();
        assert_eq!(expected.len(), 270);
        assert_eq!(rows.keys().copied().collect::<Vec<_>>(), expected);
        assert_eq!(rows.values().copied().max(), Some(1));
    }
}
