//! The constructs of modules: programs of several files.

use super::construct::{Construct, Work, list};
use shader_source::steps;
use std::collections::BTreeMap;
use std::sync::Arc;
use wgsl_modules::{Defines, File, Project, wanted};
use wgsl_spec::Edition;

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
    list("modules: lines of the preprocessor", ["", "#ifdef A#\nconst c# = 1;\n#endif\n", ""]),
    list("modules: nested lines of the preprocessor", ["", "#ifdef A#\n", ""]),
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
    ("modules: cycle", |count| {
        let module = |number: usize| {
            let next = (number + 1) % count;
            let text = format!("import package::m{next}::f{next};\nfn f{number}() {{ f{next}(); }}");
            (format!("m{number}"), text)
        };
        (0..count).map(module).collect()
    }),
];

/// Reads a project and links its first file.
fn link(files: Vec<(String, String)>) {
    let file = |(name, text): (String, String)| File {
        path: format!("/p/{name}.wesl"),
        text: Arc::from(text),
        root: None,
    };
    let project = Project::new(files.into_iter().map(file).collect(), Defines::default(), Edition::Current);
    let Some(root) = project.find("/p/m0.wesl") else { return };
    let program = project.link(root);
    drop(program.findings(&project, Vec::new()));
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
    files.chain(projects).chain([("modules: imports in a deep folder", deep)]).collect()
}
