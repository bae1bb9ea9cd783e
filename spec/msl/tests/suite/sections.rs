//! The sections of the specification.

use msl_spec::{INVENTORY, Section, sections};

#[test]
fn sections_are_in_the_order_of_their_numbers() {
    let numbers: Vec<Vec<u32>> = INVENTORY.sections.iter().map(number).collect();
    assert_eq!(numbers.len(), 179);
    for pair in numbers.windows(2) {
        assert!(pair[0] < pair[1], "{pair:?}");
    }
}

#[test]
fn a_section_follows_the_one_that_contains_it() {
    let numbers: Vec<Vec<u32>> = INVENTORY.sections.iter().map(number).collect();
    for number in numbers.iter().filter(|number| number.len() > 1) {
        let chapter = &number[..number.len() - 1];
        assert!(numbers.iter().any(|other| other == chapter), "{number:?}");
    }
}

#[test]
fn a_section_has_its_title_and_reference() {
    let section = sections::SECTION_2_2_1;
    assert_eq!(section.id, "2.2.1");
    assert_eq!(section.title, "Accessing Vector Components");
    assert_eq!(section.to_string(), "Metal Shading Language Specification 2.2, section 2.2.1");
}

#[test]
fn titles_have_no_dots_and_numbers_of_pages() {
    for section in INVENTORY.sections {
        let title = section.title;
        assert_eq!(title.trim(), title);
        assert!(!title.is_empty() && !title.ends_with('.') && !title.contains(".."), "{title}");
    }
}

fn number(section: &'static Section) -> Vec<u32> {
    section.id.split('.').map(|part| part.parse().expect("a number")).collect()
}
