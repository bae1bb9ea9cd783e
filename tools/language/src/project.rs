//! Programs of several WGSL files that are all in memory.

use crate::check::Findings;
use shader_source::diagnostic::Diagnostic;
use std::collections::BTreeSet;
use std::sync::Arc;
use wgsl_modules::{Defines, Explorer, FileIndex, Open, Project, UnitCache, allow};
use wgsl_spec::rules::SCOPE_UNRESOLVED;
use wgsl_validator::Validator;
use wgsl_validator::advice::{Advice, Extent, with_advice};

/// Checks a file of a project with the files that it imports. The names of `others` are their paths.
#[must_use]
pub fn check_file(
    project: &Project,
    root: FileIndex,
    defines: &Defines,
    advice: &[Advice],
    validator: &mut Validator,
) -> Findings {
    let edition = validator.options().edition;
    let check = |text: &str| with_advice(&validator.validate(text), Extent::Part, advice);
    let cache = UnitCache::default();
    let checked = Explorer::new(project, root, &cache, check).check(defines);
    let incomplete = reason(&checked.open, checked.missing);
    let mut diagnostics = checked.findings.diagnostics;
    if incomplete.is_some() {
        // A package that is missing may declare the names that nothing else declares.
        diagnostics.retain(|found: &Diagnostic| found.rule != SCOPE_UNRESOLVED);
    }
    let files = checked.findings.files.iter().map(|index| project.file(*index));
    let files: Vec<_> = files.map(|file| (file.path.clone(), Arc::clone(&file.text))).collect();
    allow::apply(files.iter().map(|(_, text)| &**text), edition, &mut diagnostics);
    Findings { diagnostics, others: files.into_iter().skip(1).collect(), incomplete }
}

/// Returns the reason why a file can't be checked with the files and definitions that there are.
fn reason(open: &Open, missing: Option<String>) -> Option<String> {
    let packages: BTreeSet<&str> = open.outside.iter().map(|it| it.package.as_str()).collect();
    if let Some(first) = open.outside.first() {
        let packages: Vec<String> = packages.into_iter().map(|name| format!("`{name}`")).collect();
        let packages = packages.join(", ");
        return Some(format!(
            "can't check this file: it imports `{}`, but {packages} could not be found",
            first.path
        ));
    }
    if let Some(first) = open.unvalued.first() {
        return Some(format!("can't check this file: `{}` has no value", first.written));
    }
    missing.map(|missing| format!("can't check this file with these definitions: {missing}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use wgsl_modules::File;
    use wgsl_spec::Edition;

    fn check(files: &[(&str, &str)], names: &[&str]) -> Findings {
        let mut defines = Defines::default();
        for name in names {
            defines.define(*name, None);
        }
        let file = |(path, text): &(&str, &str)| File {
            path: (*path).to_owned(),
            text: Arc::from(*text),
            root: None,
        };
        let project = Project::new(files.iter().map(file).collect(), defines.clone(), Edition::default());
        let root = project.find(files[0].0).expect("it is a file");
        check_file(&project, root, &defines, &[], &mut Validator::default())
    }

    #[test]
    fn errors_of_imported_files_are_in_their_files() {
        let main = ("/f/main.wesl", "import package::util::f;\nfn g() -> i32 { return f(); }");
        assert_eq!(check(&[main, ("/f/util.wesl", "fn f() -> i32 { return 1; }")], &[]).diagnostics.len(), 0);
        let found = check(&[main, ("/f/util.wesl", "fn f() -> i32 { return 1.5; }")], &[]);
        assert_eq!((found.diagnostics.len(), found.others[0].0.as_str()), (1, "/f/util.wesl"));
        assert!(found.diagnostics[0].primary.span.lo as usize > main.1.len());
    }

    #[test]
    fn what_a_file_lacks_is_the_reason() {
        let incomplete = |text: &str| check(&[("/f/main.wesl", text)], &[]).incomplete;
        assert_eq!(
            incomplete("import light::sun; fn f() -> f32 { return sun() + other(); }").as_deref(),
            Some("can't check this file: it imports `light::sun`, but `light` could not be found")
        );
        let dropped = "@if(FOG) const fog = 1; fn f() -> i32 { return fog; }";
        assert!(incomplete(dropped).is_some_and(|it| it.contains("FOG")));
        assert_eq!(check(&[("/f/main.wesl", dropped)], &["FOG"]).incomplete, None);
    }
}
