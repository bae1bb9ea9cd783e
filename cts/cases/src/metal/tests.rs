use super::coverage::{ShownBy, coverage, figures, knock_out, shown_by, untestable};
use super::{check, check_all};
use crate::case::{Instance, read_text};
use crate::compare::Comparison;
use crate::discover::{Suite, discover};
use crate::language::{Msl, Wgsl};
use crate::repetitions::repetitions;
use msl_spec::{Dialect, INVENTORY};
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
    assert_eq!(instances[0].case.section.id, "1.4.3");
}

#[test]
fn markers_name_rules_of_metal() {
    let instances = read(FILE);
    let known = INVENTORY.rule("preprocess.directive.known");
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
        refused("std: osx-metal2.1", "std: osx-metal2.5"),
        "unknown standard `osx-metal2.5`; did you mean `osx-metal2.0`?"
    );
    assert_eq!(refused("    define:", "    link: true\n    define:"), "unknown key `link` of a case for msl");
    assert_eq!(refused("        msl:", "        wgsl:"), "programs are in `msl` here");
    assert_eq!(refused("\"1.4.3\"", "if-statement"), "unknown section of the msl specification");
    assert_eq!(
        refused("rules: [preprocess.directive.known]", "rules: [stmt.if.cond-bool]"),
        "unknown rule `stmt.if.cond-bool` of msl"
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
    assert_eq!(read.expect_err("it is refused")[0].message(), "unknown key `std` of a case for wgsl");
}

/// Kernels that are executed.
const EXECUTED: &str = r#"
about: Divisions.
section: "3.1"
cases:
  - name: divided
    about: An integer is divided by others than zero.
    rules: [operator.divide.defined]
    matrix: { op: ["/", "*"] }
    run:
      quotient:
        msl: |
          kernel void f(device int* a [[buffer(0)]], uint i [[thread_position_in_grid]]) { a[i] = a[i] / a[3]; }
        threads: [3]
        threadgroup: [2]
        buffers: [{ group: 0, binding: 0, kind: storage, type: i32, values: [7, 8, 9, 2], expect: [3, 4, 4] }]
      by-zero:
        msl: |
          kernel void f(device int* a [[buffer(0)]]) {
            a[0] = a[0] / a[1]; //~ fault[division-by-zero] @`a[0] / a[1]`
          }
        strict: true
        buffers: [{ group: 0, binding: 0, kind: storage, type: i32, values: [7, 0] }]
      of-the-matrix:
        msl: |
          kernel void f(device int* a [[buffer(0)]]) { a[0] = 6 ${op} a[0]; }
        buffers: [{ group: 0, binding: 0, kind: storage, type: i32, values: [1], expect: [6] }]
"#;

/// The names of the programs whose results are not those that the file says.
fn differing(text: &str) -> Vec<String> {
    let instances = read(text);
    let differs = |instance: &&Instance<Msl>| check(instance).comparison != Comparison::Same;
    instances.iter().filter(differs).map(|instance| instance.name.clone()).collect()
}

#[test]
fn results_and_faults_are_compared() {
    let name = |program: &str| vec![format!("msl/unit/directives::divided::run-{program}")];
    let replaced = |from: &str, to: &str| {
        assert!(EXECUTED.contains(from), "{from}");
        differing(&EXECUTED.replace(from, to))
    };
    assert_eq!(differing(EXECUTED), Vec::<String>::new());
    assert_eq!(replaced("expect: [3, 4, 4]", "expect: [3, 4, 5]"), name("quotient"));
    assert_eq!(replaced("threads: [3]", "threads: [2]"), name("quotient"));
    assert_eq!(replaced("values: [7, 0]", "values: [7, 1]"), name("by-zero"), "no fault where one is marked");
    assert_eq!(replaced(" //~ fault[division-by-zero] @`a[0] / a[1]`", ""), name("by-zero"));
    assert_eq!(replaced("fault[division-by-zero]", "fault[integer-overflow]"), name("by-zero"));
}

#[test]
fn the_matrix_reaches_executed_programs() {
    let instances = read(EXECUTED);
    let names = instances.iter().map(|instance| instance.name.rsplit_once("run-").expect("it is executed").1);
    let expected = ["quotient", "by-zero", "of-the-matrix[op=/]", "of-the-matrix[op=*]"];
    assert_eq!(names.collect::<Vec<_>>(), expected);
}

#[test]
fn results_and_faults_show_rules() {
    let rule = INVENTORY.rule("operator.divide.defined").expect("it is a rule");
    let instances = read(EXECUTED);
    assert_eq!(shown_by(rule), ShownBy::Faults);
    let shown = coverage(&instances)[usize::from(rule.number)];
    assert_eq!((shown.executed, shown.faults, shown.is_covered()), (3, 1, true));
    assert!(!coverage(&instances[..1])[usize::from(rule.number)].is_covered(), "no fault is expected");
}

#[test]
fn arguments_that_are_absent_have_no_contents() {
    let text = EXECUTED
        .replace("kernel void f(device int* a [[buffer(0)]]) {\n", "constant bool c [[function_constant(2)]]; kernel void f(device int* a [[buffer(0)]], device int* b [[buffer(1), function_constant(c)]]) {\n")
        .replace("a[0] = a[0] / a[1]; //~ fault[division-by-zero] @`a[0] / a[1]`", "a[0] = b[0]; //~ fault[out-of-bounds] @`b[0]`")
        .replace("        strict: true", "        constants: { \"2\": 0 }\n        strict: true");
    assert_eq!(differing(&text), Vec::<String>::new());
    let there = text.replace("\"2\": 0", "\"2\": 1");
    assert_eq!(differing(&there), ["msl/unit/directives::divided::run-by-zero"], "no buffer is given");
}

#[test]
fn cases_of_wgsl_have_no_threads() {
    let text = "
about: Values.
section: if-statement
cases:
  - name: condition
    about: The condition is a bool.
    rules: [stmt.if.cond-bool]
    run:
      bool:
        wgsl: |
          @group(0) @binding(0) var<storage, read_write> a: u32;
          @compute @workgroup_size(1) fn f() { if true { a = 1; } }
        threads: [3]
        buffers: [{ group: 0, binding: 0, kind: storage, type: u32, expect: [1] }]
";
    let refusal = |text: &str| {
        let read = read_text::<Wgsl>(Path::new("fixtures"), Path::new("cases/if.yaml"), text);
        read.err().map(|problems| problems[0].message().to_owned())
    };
    assert_eq!(refusal(text).as_deref(), Some("unknown key `threads` of a case for wgsl"));
    let others = text.replace("threads: [3]", "threadgroup: [3]");
    assert_eq!(refusal(&others).as_deref(), Some("unknown key `threadgroup` of a case for wgsl"));
    let others = text.replace("threads: [3]", "threadgroup_memory: { 0: 4 }");
    assert_eq!(refusal(&others).as_deref(), Some("unknown key `threadgroup_memory` of a case for wgsl"));
    assert_eq!(refusal(&text.replace("        threads: [3]\n", "")), None);
}

#[test]
fn twins_show_a_rule() {
    let known = INVENTORY.rule("preprocess.directive.known").expect("it is a rule");
    let covered = |instances: &[Instance<Msl>]| coverage(instances)[usize::from(known.number)].is_covered();
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
    let without: Vec<_> = INVENTORY.rules.iter().filter(|rule| untestable(rule.id).is_some()).collect();
    assert_eq!(without.len(), 28, "a rule has another name");
    assert!(without.iter().all(|rule| shown_by(rule) == ShownBy::Nothing));
}

#[test]
fn the_loss_of_a_rule_is_noticed() {
    let known = INVENTORY.rule("preprocess.directive.known").expect("it is a rule");
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
    assert!(figures.entries >= 254 && figures.rules == figures.all_rules, "{figures:?}");
}
