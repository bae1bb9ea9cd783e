//! Roots that are checked together have the results of their own programs.

use crate::{Defines, File, FileIndex, Findings, Project};
use shader_source::Span;
use shader_source::diagnostic::Diagnostic;
use std::collections::BTreeSet;
use std::sync::Arc;
use wgsl_spec::Edition;
use wgsl_validator::{Options, Validator};

fn project(files: impl IntoIterator<Item = (String, String)>, edition: Edition) -> Project {
    let files = files.into_iter().map(|(name, text)| File {
        path: format!("/p/{name}.wesl"),
        text: Arc::from(text),
        root: Some("/p".to_owned()),
    });
    Project::new(files.collect(), Defines::default(), edition)
}

fn alone(project: &Project, root: FileIndex, validator: &mut Validator) -> (Findings, bool) {
    let program = project.link(root);
    let found = validator.diagnose(program.text());
    (program.findings(project, found), program.is_settled())
}

/// The file and place, rule and message of a diagnostic.
type Core = (String, Span, String, String);

fn cores(project: &Project, findings: &Findings) -> BTreeSet<Core> {
    let mut sources = shader_source::SourceMap::new("", "");
    for (position, file) in findings.files.iter().enumerate() {
        let file = project.file(*file);
        if position == 0 {
            sources = shader_source::SourceMap::new(&file.path, &file.text);
        } else {
            sources.add(&file.path, &file.text).expect("short files");
        }
    }
    let core = |found: &Diagnostic| {
        let span = found.primary.span;
        let file = &sources.files()[sources.file_index(span.lo)];
        (file.name().to_owned(), file.local(span), found.rule.id.to_owned(), found.message.clone())
    };
    findings.diagnostics.iter().map(core).collect()
}

/// Pseudo-random numbers: equal seeds, equal projects.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}

/// Declarations to add to a module, nearly all of them wrong: for each phase, and for each way in which one declaration can change the
/// diagnostics of a different one.
const PIECES: &[&str] = &[
    "fn g#() { let x = fo; }",
    "fn g#() { let x = f_missing; }",
    "fn g#() { let x: i32 = 1.5; }",
    "fn g#( { }",
    "fn g#() { let x = ; }",
    "fn g#() { {",
    "fn g#() {} /* open",
    "}",
    "const_assert # < 5;",
    "enable f16; const h# = 1h;",
    "const h# = 1h;",
    "diagnostic(off, derivative_uniformity); fn d#() {}",
    "diagnostic(off, mine#); fn d#() {}",
    "enable nothing;",
    "@compute @workgroup_size(1) fn main() { f#(); }",
    "@vertex fn main() -> @builtin(position) vec4f { f#(); return vec4f(); }",
    "@fragment fn main(@location(0) x: f32) { if x > 0 { f#(); } }",
    "@group(0) @binding(0) var<storage, read_write> buffer: array<u32>;",
    "@group(0) @binding(0) var<uniform> u: vec4f; fn g#() { _ = u; }",
    "@id(1) override o: u32 = 1;",
    "var<workgroup> memory: array<u32, 3000>; fn g#() { memory[0] = 1; }",
    "fn f_twice() {} fn f_twice() {}",
    "fn max(a: i32) -> i32 { return a; }",
    "fn g#() { _ = max(1, 2); }",
    "fn __reserved() {}",
    "fn helper() {}",
    "fn g#() { helper(); }",
    "struct S { a: i32 } fn s#(s: S) { _ = s.b; }",
    "alias S = array<S, 2>;",
    "import package::nothing::f;",
    "import package::m0::missing; fn g#() { missing(); }",
    "fn g#() { package::m0::missing(); }",
    "fn g#() { other::f(); }",
    "@if(NAME) const c = 1; @else const c = 2; const c# = c;",
    "@if( const c = 1;",
    "private fn hidden() {}",
    "fn g#() { return 1; }",
    "override unused: array<u32, 2>;",
    "fn g#() -> i32 { if true { return 1; } }",
    "const big# = array<u32, 3000000>(); const bigger# = array(big#, big#);",
];

/// Statements after the calls in the function of a module.
const BODIES: &[&str] =
    &["", "", "", "", "", "workgroupBarrier();", "_ = dpdx(1.0);", "discard;", "_ = unknown;"];

fn module(number: usize, count: usize, pieces: usize, random: &mut Random) -> String {
    let (mut imports, mut body) = (String::new(), String::new());
    for _ in 0..random.below(3) {
        // Mostly to later modules: cycles of calls are errors.
        let target = if random.below(12) == 0 {
            random.below(count)
        } else {
            (number + 1 + random.below(3)).min(count)
        };
        if target < count && !imports.contains(&format!("f{target};")) {
            imports += &["import package::m", "::f", ";\n"].join(&target.to_string());
            body += &["f", "(); "].join(&target.to_string());
        }
    }
    let mut others = String::new();
    for _ in 0..pieces {
        others += PIECES[random.below(PIECES.len())];
        others += "\n";
    }
    let others = others.replace('#', &number.to_string());
    let (directives, others): (Vec<&str>, Vec<&str>) =
        others.split_inclusive('\n').partition(|line| line.starts_with("enable") || line.starts_with("diag"));
    let own = BODIES[random.below(BODIES.len())];
    // Directives come first, and some lines have declarations after them.
    format!("{imports}{}fn f{number}() {{ {body}{own} }}\n{}", directives.concat(), others.concat())
}

/// Compares the results of all files of a random project.
fn compare(seed: u64) -> (usize, usize) {
    let mut random = Random(seed);
    let count = 2 + random.below(9);
    let wrong = random.below(3);
    let texts: Vec<_> = (0..count)
        .map(|number| {
            let pieces = if random.below(4) < wrong { 1 + random.below(2) } else { 0 };
            (format!("m{number}"), module(number, count, pieces, &mut random))
        })
        .collect();
    check(&texts, Edition::Current, seed)
}

/// Compares the results of all files of a project, and returns how many files had one, and the number of files.
fn check(texts: &[(String, String)], edition: Edition, seed: u64) -> (usize, usize) {
    let project = project(texts.to_vec(), edition);
    let roots: Vec<FileIndex> = texts
        .iter()
        .map(|(name, _)| project.find(&format!("/p/{name}.wesl")).expect("it is a file"))
        .collect();
    let mut validator = Validator::new(Options { edition, ..Options::default() });
    let together = project.check_together(&roots, &mut validator);
    for root in &roots {
        let Some(shared) = together.get(root) else { continue };
        let (findings, is_settled) = alone(&project, *root, &mut validator);
        let (expected, found) = (cores(&project, &findings), cores(&project, &shared.findings));
        let told =
            || texts.iter().flat_map(|(name, text)| ["// ", name, "\n", text, "\n"]).collect::<String>();
        let root = &project.file(*root).path;
        // Programs by themselves show a cycle at different declarations.
        let is_cycle = |rule: &str| rule.starts_with("scope.cycle");
        let places = |cores: &BTreeSet<Core>| {
            let place = |(file, span, rule, _): &Core| {
                let (file, span) = if is_cycle(rule) { Default::default() } else { (file.clone(), *span) };
                (file, span, rule.clone())
            };
            cores.iter().map(place).collect::<BTreeSet<_>>()
        };
        assert_eq!(places(&found), places(&expected), "seed {seed}, {root}\n{}", told());
        let in_root = |cores: BTreeSet<Core>| {
            let is_inside = |(file, _, rule, _): &Core| file == root && !is_cycle(rule);
            cores.into_iter().filter(is_inside).collect::<Vec<_>>()
        };
        assert_eq!(in_root(found), in_root(expected), "seed {seed}, {root}\n{}", told());
        assert_eq!(shared.is_settled, is_settled, "seed {seed}, {root}\n{}", told());
    }
    (together.len(), roots.len())
}

#[test]
fn random_projects_have_the_results_of_their_programs() {
    let counts = (0..3_000).map(compare);
    let (shared, all) = counts.fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    assert!(shared * 8 > all, "{shared} of {all} roots were checked together");
}

/// Checks files by the name and text of each, and returns how many of them were checked together.
fn shared(files: &[(&str, &str)], edition: Edition) -> usize {
    let texts = files.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
    check(&texts.collect::<Vec<_>>(), edition, 0).0
}

#[test]
fn a_second_declaration_of_a_name_declares_nothing_for_other_files() {
    let twice = "import package::leaf::f; fn helper() {} fn helper() {} fn b() { f(); }";
    let unknown = "import package::leaf::f; fn c() { f(); helper(); }";
    let good = "import package::leaf::f; fn d() { f(); }";
    let files =
        [("b", twice), ("c", unknown), ("d", good), ("e", &good.replace('d', "e")), ("leaf", "fn f() {}")];
    assert_eq!(shared(&files, Edition::Current), 2, "the files without mistakes");
}

#[test]
fn other_names_hide_no_mistakes() {
    let reserved = "import package::leaf::f; fn max(a: i32) -> i32 { f(); return a; }";
    let user = "import package::leaf::f; fn c() -> i32 { f(); return max(1, 2); }";
    let good = "import package::leaf::f; fn d() { f(); }";
    let files = [("b", reserved), ("c", user), ("d", good), ("leaf", "fn f() {}")];
    assert_eq!(shared(&files, Edition::Draft2022), 2, "`max` must not be declared in this edition");
}

#[test]
fn a_mistake_that_all_files_reach_is_found_without_their_programs() {
    let importer =
        |number: usize| (format!("m{number}"), format!("import package::leaf::f; fn g{number}() {{ f(); }}"));
    for leaf in ["fn f() { g_0(); }", "fn f() { let x: i32 = 1.5; }", "fn f() { let x = ; }", "fn f( {}"] {
        let mut texts: Vec<(String, String)> = (0..40).map(importer).collect();
        texts.push(("leaf".to_owned(), leaf.to_owned()));
        assert_eq!(check(&texts, Edition::Current, 0), (40, 41), "{leaf}");
    }
}

#[test]
fn a_ring_of_files_is_checked_once() {
    let module = |number: usize, count: usize| {
        let next = (number + 1) % count;
        let text = format!("import package::m{next}::f{next}; fn f{number}() {{ f{next}(); }}");
        (format!("m{number}"), text)
    };
    let ring = |count: usize| (0..count).map(|number| module(number, count)).collect::<Vec<_>>();
    assert_eq!(check(&ring(40), Edition::Current, 0), (39, 40), "the cycle is shown in one file");
    let steps = |count: usize| {
        let project = project(ring(count), Edition::Current);
        let path = |number| format!("/p/m{number}.wesl");
        let roots: Vec<FileIndex> = (0..count).filter_map(|number| project.find(&path(number))).collect();
        shader_source::steps::of(|| {
            assert_eq!(project.check_together(&roots, &mut Validator::default()).len(), count - 1);
        })
    };
    let (few, many) = (steps(30), steps(240));
    assert!(few > 0 && many < 12 * few, "{few} steps become {many} in a ring 8 times as long");
}

#[test]
fn programs_with_conditions_are_known() {
    let files = [
        ("a", "import package::b::f; fn g() { f(); }"),
        ("b", "import package::c::h; fn f() { h(); }"),
        ("c", "@if(X) fn other() {} fn h() {}"),
        ("d", "import package::e::i; fn j() { i(); }"),
        ("e", "fn i() {}"),
    ];
    let project = project(files.map(|(name, text)| (name.to_owned(), text.to_owned())), Edition::Current);
    let roots = ["a", "b", "c", "d", "e"].map(|it| project.find(&format!("/p/{it}.wesl")).expect("a file"));
    let found = project.with_conditions(&roots);
    assert_eq!(roots.map(|root| found.contains(&root)), [true, true, true, false, false]);
}

#[test]
fn a_syntax_error_stays_in_its_file() {
    let files = [("a", "import package::b::f; fn g() { f(); }\nfn h() { {"), ("b", "fn f() { let x = 1; }")];
    let texts = files.map(|(name, text)| (name.to_owned(), text.to_owned()));
    let project = project(texts, Edition::Current);
    let root = project.find("/p/a.wesl").expect("it is a file");
    let (findings, _) = alone(&project, root, &mut Validator::default());
    let files: Vec<String> = cores(&project, &findings).into_iter().map(|(file, ..)| file).collect();
    assert_eq!(files, ["/p/a.wesl"]);
}
