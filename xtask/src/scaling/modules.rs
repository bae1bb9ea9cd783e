//! The constructs of modules: multi-file programs.

use super::construct::{Construct, Work, list};
use shader_source::steps;
use std::collections::BTreeMap;
use std::sync::Arc;
use wgsl_modules::{Defines, File, FileIndex, Project, wanted};
use wgsl_spec::Edition;
use wgsl_validator::Validator;

/// Constructs of one file.
const CONSTRUCTS: &[Construct] = &[
    list("modules: import statements", ["", "import package::m#::f#;\n", "fn f() {}"]),
    list("modules: names of a list", ["import package::m::{", "f#, ", "f0};"]),
    list("modules: super", ["import ", "super::", "a::f;"]),
    list("modules: lists in lists", ["import ", "a#::{", ""]),
    list("modules: paths in expressions", ["fn f() { ", "_ = package::m#::f(); ", "}"]),
    list("modules: long path in an expression", ["fn f() { _ = package", "::a#", "::f(); }"]),
    list("modules: conditions", ["", "@if(a#) const c# = 1; @else const c# = 2;\n", ""]),
    list("modules: terms of a condition", ["@if(a", " && !a#", ") const c = 1;"]),
    list("modules: lines of the preprocessor", ["", "\\#ifdef A#\nconst c# = 1;\n\\#endif\n", ""]),
    list("modules: nested lines of the preprocessor", ["", "\\#ifndef A#\nconst c# = 1;\n", ""]),
    list("modules: imports without semicolons", ["", "import package::m#::f#\n", ""]),
];

/// The files of a project.
type Files = fn(usize) -> Vec<(String, String)>;

/// Projects by their number of files; the first file is linked.
const PROJECTS: &[(&str, Files)] = &[
    ("modules: chain", |count| {
        let module = |number: usize| {
            let next = number + 1;
            let text = if next < count {
                format!("import package::m{next}::f{next};\nfn f{number}() {{ f{next}(); }}")
            } else {
                format!("fn f{number}() {{}}")
            };
            (format!("m{number}"), text)
        };
        (0..count).map(module).collect()
    }),
    ("modules: diamonds", |count| {
        let module = |number: usize| {
            let (level, next) = (number / 2, number / 2 + 1);
            let text = if 2 * next + 1 < count {
                let [one, other] = [2 * next, 2 * next + 1];
                format!(
                    "import package::{{m{one}::f{one}, m{other}::f{other}}};\nfn f{number}() {{ f{one}(); f{other}(); }} // {level}"
                )
            } else {
                format!("fn f{number}() {{}}")
            };
            (format!("m{number}"), text)
        };
        (0..count).map(module).collect()
    }),
    ("modules: one file imports all", |count| {
        let imports = (1..count)
            .map(|it| format!("import package::m{it}::f;\nfn g{it}() {{ package::m{it}::f(); }}\n"));
        let first = ("m0".to_owned(), imports.collect());
        let others = (1..count).map(|it| (format!("m{it}"), "fn f() {}".to_owned()));
        std::iter::once(first).chain(others).collect()
    }),
    ("modules: one name in files of one name", |count| {
        let imports = (1..count).map(|it| format!("fn g{it}() {{ package::d{it}::m::f(); }}\n"));
        let first = ("m0".to_owned(), imports.collect());
        let others = (1..count).map(|it| (format!("d{it}/m"), "fn f() {}".to_owned()));
        std::iter::once(first).chain(others).collect()
    }),
    ("modules: imports that lead nowhere", |count| {
        let imports = (1..count).map(|it| format!("import package::d{it}::none::f;\n"));
        let first = ("m0".to_owned(), imports.collect());
        let others = (1..count).map(|it| (format!("d{it}/m"), "fn f() {}".to_owned()));
        std::iter::once(first).chain(others).collect()
    }),
    ("modules: imports that are misspelt", |count| {
        let imports = (1..count).map(|it| format!("import package::some_name_{it}x::f;\n"));
        let first = ("m0".to_owned(), imports.collect());
        let others = (1..count).map(|it| (format!("some_name_{it}"), "fn f() {}".to_owned()));
        std::iter::once(first).chain(others).collect()
    }),
    ("modules: cycle", |count| {
        let module = |number: usize| {
            let next = (number + 1) % count;
            let text = format!("import package::m{next}::f{next};\nfn f{number}() {{ f{next}(); }}");
            (format!("m{number}"), text)
        };
        (0..count).map(module).collect()
    }),
];

fn project(files: Vec<(String, String)>) -> Project {
    let file = |(name, text): (String, String)| File {
        path: format!("/p/{name}.wesl"),
        text: Arc::from(text),
        root: None,
    };
    Project::new(files.into_iter().map(file).collect(), Defines::default(), Edition::Current)
}

/// Reads a project and links its first file.
fn link(files: Vec<(String, String)>) {
    let project = project(files);
    let Some(root) = project.find("/p/m0.wesl") else { return };
    let program = project.link(root);
    drop(program.findings(&project, Vec::new()));
}

/// Reads a project, and checks all of its files as roots, as the command does with a folder.
fn check_all(files: Vec<(String, String)>) {
    let paths: Vec<String> = files.iter().map(|(name, _)| format!("/p/{name}.wesl")).collect();
    check_roots(&project(files), &paths, &mut Validator::default());
}

/// Checks files together, and one by one where that gives no result.
fn check_roots(project: &Project, paths: &[String], validator: &mut Validator) {
    let roots: Vec<FileIndex> = paths.iter().filter_map(|path| project.find(path)).collect();
    let together = project.check_together(&roots, validator);
    for root in roots.into_iter().filter(|root| !together.contains_key(root)) {
        let program = project.link(root);
        let found = validator.diagnose(program.text());
        drop(program.findings(project, found));
    }
}

/// The steps of a project after an edit of the file that all others import: reading it again, and linking and checking each of the others.
fn edit_of_leaf(count: usize) -> u64 {
    let others = || {
        (0..count).map(|it| (format!("m{it}"), format!("import package::leaf::f;\nfn g{it}() {{ f(); }}")))
    };
    let with = |leaf: &str| others().chain([("leaf".to_owned(), leaf.to_owned())]).collect::<Vec<_>>();
    let before = project(with("fn f() {}"));
    let paths: Vec<String> = (0..count).map(|it| format!("/p/m{it}.wesl")).collect();
    let mut validator = Validator::default();
    check_roots(&before, &paths, &mut validator);
    steps::of(|| {
        let mut after = project(with("fn f() { }"));
        after.reuse(&before);
        check_roots(&after, &paths, &mut validator);
    })
}

/// The files of a chain whose last file has a mistake.
fn chain_with_mistake(count: usize, mistake: &str) -> Vec<(String, String)> {
    let mut files = PROJECTS[0].1(count);
    if let Some((_, text)) = files.last_mut() {
        *text = text.replace("{}", mistake);
    }
    files
}

/// All constructs with their work.
pub(super) fn all() -> Vec<(&'static str, Work)> {
    let of_file = |construct: Construct| -> Work {
        Box::new(move |count| {
            let text = construct.text(count);
            steps::of(|| link(vec![("m0".to_owned(), text)]))
        })
    };
    let of_project = |files: Files| -> Work {
        Box::new(move |count| {
            let files = files(count);
            steps::of(|| link(files))
        })
    };
    let deep: Work = Box::new(|count| {
        let path = format!("{}/a.wesl", "/d".repeat(count));
        let file = File { path, text: Arc::from("import package::b::c;\n".repeat(count)), root: None };
        steps::of(|| {
            drop(wanted(&file, &Defines::default(), Edition::Current, &BTreeMap::new()));
        })
    });
    let files = CONSTRUCTS.iter().map(|it| (it.name, of_file(*it)));
    let projects = PROJECTS.iter().map(|(name, files)| (*name, of_project(*files)));
    // All files of a folder cost more steps than one program: fewer of them are enough.
    let all = |files: Files| -> Work {
        Box::new(move |count| {
            let files = files(count / 10);
            steps::of(|| check_all(files))
        })
    };
    let mistake = |mistake: &'static str| -> Work {
        Box::new(move |count| {
            let files = chain_with_mistake(count / 10, mistake);
            steps::of(|| check_all(files))
        })
    };
    let others: [(&'static str, Work); 8] = [
        ("modules: chain that ends with an unknown name", mistake("{ let x = unknown; }")),
        ("modules: chain that ends with a type error", mistake("{ let x: i32 = 1.5; }")),
        ("modules: chain that ends with a syntax error", mistake("{ let x = ; }")),
        ("modules: all files of a chain", all(PROJECTS[0].1)),
        ("modules: all files of diamonds", all(PROJECTS[1].1)),
        ("modules: all files of a cycle", all(PROJECTS[PROJECTS.len() - 1].1)),
        ("modules: edit of a file that all others import", Box::new(edit_of_leaf)),
        ("modules: imports in a deep folder", deep),
    ];
    files.chain(projects).chain(others).collect()
}
