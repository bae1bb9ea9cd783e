use super::coverage::{ShownBy, coverage, figures, knock_out, shown_by, untestable};
use super::{check, check_all};
use crate::case::{Instance, read_text};
use crate::compare::Comparison;
use crate::discover::{Suite, discover};
use crate::language::{Msl, Wgsl};
use crate::repetitions::repetitions;
use msl_spec::{Dialect, RuleId};
use std::path::Path;

/// Breaks and keeps a rule that the preprocessor knows.
const FILE: &str = r#"
about: Directives.
section: "1.4.3"
cases:
  - name: known
    about: The word after a number sign is a directive.
    rules: [preprocess.directive.known]
    matrix: { size: [4, 8], new: [ios-metal2.0] }
    std: osx-metal2.1
    define: [COUNT, WIDTH=2]
    accept:
      right: |
        #define SIZE ${size}
      other-standard:
        std: "${new}"
        msl: |
          constant int a = 1;
    reject:
      wrong:
        msl: |
          #defin SIZE 4 //~ error[preprocess/invalid-directive: preprocess.directive.known] @2
"#;

fn read(text: &str) -> Vec<Instance<Msl>> {
    let read = read_text(Path::new("fixtures"), Path::new("msl/cases/unit/directives.yaml"), text);
    read.unwrap_or_else(|problems| panic!("{}", problems[0]))
}

#[track_caller]
fn refused(replace: &str, by: &str) -> String {
    assert!(FILE.contains(replace), "{replace}");
    let text = FILE.replacen(replace, by, 1);
    let read = read_text::<Msl>(Path::new("fixtures"), Path::new("msl/cases/unit/directives.yaml"), &text);
    read.expect_err("the file is refused")[0].message().to_owned()
}

#[test]
fn programs_of_metal_are_read() {
    let instances = read(FILE);
    let names: Vec<&str> = instances.iter().map(|instance| instance.name.as_str()).collect();
    assert_eq!(
        names,
        [
            "msl/unit/directives::known::accept-right[size=4]",
            "msl/unit/directives::known::accept-right[size=8]",
            "msl/unit/directives::known::accept-other-standard[new=ios-metal2.0]",
            "msl/unit/directives::known::reject-wrong",
        ]
    );
    let options = instances.iter().map(|instance| &instance.case.request.metal);
    let dialects: Vec<Dialect> = options.clone().map(|options| options.dialect).collect();
    let (old, new) = (Dialect::OsxMetal21, Dialect::IosMetal20);
    assert_eq!(dialects, [old, old, new, old]);
    for options in options {
        let defined: Vec<_> =
            options.definitions.iter().map(|macro_of| (&*macro_of.name, &*macro_of.value)).collect();
        assert_eq!(defined, [("COUNT", "1"), ("WIDTH", "2")]);
    }
    assert_eq!(instances[0].case.section.section(), "1.4.3");
}

#[test]
fn markers_name_rules_of_metal() {
    let instances = read(FILE);
    let known = RuleId::by_name("preprocess.directive.known");
    assert_eq!(instances[3].expected.diagnostics[0].rule, known);
    for instance in &instances {
        assert_eq!(check(instance).comparison, Comparison::Same, "{}", instance.name);
    }
    let moved = FILE.replace("known] @2", "known] @1");
    assert!(matches!(check(&read(&moved)[3]).comparison, Comparison::Differs(_)));
}

#[test]
fn mistakes_are_refused() {
    assert_eq!(
        refused("std: osx-metal2.1", "std: osx-metal2.3"),
        "there is no standard `osx-metal2.3`; did you mean `osx-metal2.0`?"
    );
    assert_eq!(refused("    define:", "    link: true\n    define:"), "`link` is no key of cases for msl");
    assert_eq!(refused("        msl:", "        wgsl:"), "programs are in `msl` here");
    assert_eq!(refused("\"1.4.3\"", "if-statement"), "its section is not one of the specification of msl");
    assert_eq!(
        refused("rules: [preprocess.directive.known]", "rules: [stmt.if.cond-bool]"),
        "`stmt.if.cond-bool` is no rule of msl"
    );
    assert!(refused("preprocess/invalid-directive", "preprocess/invalid-directiv").contains("did you mean"));
}

#[test]
fn cases_of_wgsl_have_no_standard() {
    let text = "
about: Conditions.
section: if-statement
cases:
  - name: condition
    about: The condition is a bool.
    rules: [stmt.if.cond-bool]
    std: osx-metal2.2
    accept:
      bool: |
        fn f(a: bool) { if a {} }
";
    let read = read_text::<Wgsl>(Path::new("fixtures"), Path::new("cases/if.yaml"), text);
    assert_eq!(read.expect_err("it is refused")[0].message(), "`std` is no key of cases for wgsl");
}

#[test]
fn twins_show_a_rule() {
    let known = RuleId::by_name("preprocess.directive.known").expect("it is a rule");
    let covered = |instances: &[Instance<Msl>]| coverage(instances)[known.0 as usize].is_covered();
    let instances = read(FILE);
    assert_eq!(shown_by(known), ShownBy::Twins);
    assert!(covered(&instances));
    assert!(!covered(&instances[..3]), "a rejected program is missing");
    assert!(!covered(&instances[3..]), "an accepted program is missing");
    let figures = figures(&coverage(&instances));
    assert_eq!((figures.rules, figures.entries), (1, 0));
    assert!(figures.all_entries > 290 && figures.all_rules > 300, "{figures:?}");
}

#[test]
fn rules_that_nothing_shows_exist() {
    let without: Vec<_> = RuleId::ALL.iter().filter(|rule| untestable(rule.get().id).is_some()).collect();
    assert_eq!(without.len(), 27, "a rule has another name");
    assert!(without.iter().all(|rule| shown_by(**rule) == ShownBy::Nothing));
}

#[test]
fn the_loss_of_a_rule_is_noticed() {
    let known = RuleId::by_name("preprocess.directive.known").expect("it is a rule");
    let instances = read(FILE);
    assert!(!knock_out(&check_all(&instances)).contains(&known));
    assert!(knock_out(&check_all(&instances[..3])).contains(&known));
}

#[test]
fn all_programs_are_judged_as_they_say() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
    let suite: Suite<Msl> = discover(&fixtures, "").expect("the folder can be read");
    let problems: Vec<String> = suite.problems.iter().map(ToString::to_string).collect();
    assert_eq!(problems, Vec::<String>::new());
    let repeated: Vec<_> =
        repetitions(&suite.instances).iter().map(|found| (&found.again.name, &found.first.name)).collect();
    assert_eq!(repeated, []);
    let judged = check_all(&suite.instances);
    let different: Vec<_> = judged
        .iter()
        .filter(|judged| judged.comparison != Comparison::Same)
        .map(|judged| &judged.instance.name)
        .collect();
    assert_eq!(different, Vec::<&String>::new());
    let figures = figures(&coverage(&suite.instances));
    assert!(figures.entries >= 219 && figures.rules == figures.all_rules, "{figures:?}");
}
