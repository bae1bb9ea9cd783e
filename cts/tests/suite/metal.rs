//! The cases for Metal in results and reports.

use std::path::Path;
use wgsl_cts::metal_cases::{MetalDifference, metal_results};
use wgsl_cts::report::{html, markdown, merge};
use wgsl_cts::results::{Results, VERSION};
use wgsl_cts_cases::case::{Instance, read_text};
use wgsl_cts_cases::language::Msl;
use wgsl_cts_cases::metal::check_all;
use wgsl_cts_cases::metal::coverage::coverage;

/// A rejected program with its accepted twin, and one whose marker is wrong.
const FILE: &str = r#"
about: Directives.
section: "1.4.3"
cases:
  - name: known
    about: The word after a number sign is a directive.
    rules: [preprocess.directive.known]
    accept:
      right: |
        #define SIZE 4
    reject:
      wrong: |
        #defin SIZE 4 //~ error[preprocess/invalid-directive: preprocess.directive.known] @2
      wrong-place: |
        #defin SIZE 8 //~ error[preprocess/invalid-directive: preprocess.directive.known] @9
"#;

fn sample() -> Results {
    let read = read_text(Path::new("fixtures"), Path::new("msl/cases/directives.yaml"), FILE);
    let instances: Vec<Instance<Msl>> = read.unwrap_or_else(|problems| panic!("{}", problems[0]));
    let metal = metal_results(&check_all(&instances), &coverage(&instances));
    Results { version: VERSION, metal: Some(metal), ..Results::default() }
}

#[test]
fn results_are_counted_by_rule() {
    let metal = sample().metal.expect("there are results");
    let known = metal.rules.iter().find(|rule| rule.id == "preprocess.directive.known").expect("the rule");
    assert_eq!((known.accepting, known.breaking, known.is_covered), (1, 2, true));
    assert_eq!((known.same, known.different, metal.programs), (2, 1, 3));
    let others = metal.rules.iter().filter(|rule| rule.id != known.id);
    assert!(others.clone().count() > 300 && !others.clone().any(|rule| rule.is_covered));
    let [MetalDifference { program, expected, found }] = &metal.different[..] else {
        panic!("{:?}", metal.different)
    };
    assert_eq!((&**program, &**expected), ("msl/directives::known::reject-wrong-place", "reject"));
    assert!(found.starts_with("1:2: "), "{found}");
}

#[test]
fn reports_have_a_section() {
    let sample = sample();
    let text = markdown(&sample, None).expect("the summary");
    assert!(text.contains("## Metal\n\n3 programs in the Metal Shading Language"), "{text}");
    assert!(text.contains("- `msl/directives::known::reject-wrong-place` must be rejected: 1:2: "), "{text}");
    let page = html(&sample, None).expect("the page");
    assert!(page.contains("<h2 id=\"metal-title\">Metal</h2>"));
    let without = Results { metal: None, ..sample };
    assert!(!markdown(&without, None).expect("the summary").contains("Metal"));
    assert!(!html(&without, None).expect("the page").contains("id=\"metal\""));
}

#[test]
fn one_of_several_shards_has_them() {
    let sample = sample();
    let without = Results { metal: None, ..sample.clone() };
    for shards in [vec![sample.clone(), without.clone()], vec![without, sample.clone()]] {
        assert_eq!(merge(shards).expect("they belong together").metal, sample.metal);
    }
}
