//! Lints: warnings about programs that the specification accepts. They report unused declarations, names that hide builtins, and features
//! that some implementations lack. All lints are off unless the caller asks for them.

use crate::ast::{DeclId, DeclKind, VariableKind};
use crate::diagnostic::{Applicability, Diagnostic, Severity};
use crate::meaning::TypedModule;
use crate::occurrence::{Denoted, Occurrence, occurrences, reached_declarations};
use crate::target::Target;
use crate::{Module, Options, Validator};
use rustc_hash::FxHashSet;
use shader_source::{Rule, Span};
use wgsl_spec::{Edition, Predeclared};

/// A lint: a warning about valid programs, with its own code and rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum Advice {
    /// Warns about declarations, parameters and values that are never used: `advice/unused`. A name that begins with `_` is exempt.
    Unused,
    /// Warns about declarations with the name of a builtin function or a predeclared type: `advice/hides-builtin`.
    HidesBuiltin,
    /// Warns about everything that the target `portable` rejects, because some implementation lacks it: `advice/not-portable`.
    NotPortable,
}

impl Advice {
    /// All lints.
    pub const ALL: [Self; 3] = [Self::Unused, Self::HidesBuiltin, Self::NotPortable];

    /// Returns the name of the lint: `unused`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Unused => "unused",
            Self::HidesBuiltin => "hides-builtin",
            Self::NotPortable => "not-portable",
        }
    }

    /// Returns the rule of the lint.
    #[must_use]
    pub const fn rule(self) -> &'static Rule {
        match self {
            Self::Unused => lints::DECLARATION_USED,
            Self::HidesBuiltin => lints::DECLARATION_HIDES_NOTHING,
            Self::NotPortable => lints::MODULE_PORTABLE,
        }
    }
}

/// The rules of the classes.
pub mod lints {
    shader_source::own_rules! {
        Lints:
        DECLARATION_USED, "advice.declaration.used", "advice/unused", "a declaration is never used",
            "Every declaration of a module must be reachable from an entry point, and every value in a function must be used, unless its name begins with `_`",
            "https://www.w3.org/TR/WGSL/#resource-interface";
        DECLARATION_HIDES_NOTHING, "advice.declaration.hides-nothing", "advice/hides-builtin",
            "a declaration shadows a builtin function or a predeclared type",
            "A declaration must not reuse the name of a builtin function or predeclared type",
            "https://www.w3.org/TR/WGSL/#declaration-and-scope";
        MODULE_PORTABLE, "advice.module.portable", "advice/not-portable",
            "not every implementation supports this",
            "Every implementation that the target `portable` covers must accept the program",
            "https://www.w3.org/TR/WGSL/#language-extensions-sec";
    }
}

/// The part of a project that a module is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// All of it: nothing outside uses its declarations.
    Whole,
    /// A part: files that it was not made of may use its declarations.
    Part,
}

/// Advice of these classes about a program, sorted by place. A program that is rejected gets none: its mistakes come first.
#[must_use]
pub fn advise(module: &Module, extent: Extent, wanted: &[Advice]) -> Vec<Diagnostic> {
    if wanted.is_empty() || !module.is_accepted() {
        return Vec::new();
    }
    let names = occurrences(module.typed());
    let mut found = Vec::new();
    if wanted.contains(&Advice::Unused) {
        found.extend(unused_values(module.typed(), &names));
        if extent == Extent::Whole {
            found.extend(unused_declarations(module.typed(), &names));
        }
    }
    if wanted.contains(&Advice::HidesBuiltin) {
        found.extend(hiding(module.typed(), &names, module.edition()));
    }
    if wanted.contains(&Advice::NotPortable) {
        found.extend(not_portable(module));
    }
    found.sort_by_key(|found| (found.primary.span, found.rule));
    found
}

/// The diagnostics of a module together with advice of these classes, sorted by place.
#[must_use]
pub fn with_advice(module: &Module, extent: Extent, wanted: &[Advice]) -> Vec<Diagnostic> {
    let mut found = module.diagnostics().to_vec();
    found.extend(advise(module, extent, wanted));
    found.sort_by_key(|found| found.primary.span);
    found
}

fn warning(advice: Advice, span: Span, message: String) -> Diagnostic {
    Diagnostic::error(advice.rule(), span, message).warning()
}

/// The parameters and the declarations in functions that nothing mentions.
fn unused_values<'a>(
    module: TypedModule<'a>,
    names: &'a [Occurrence],
) -> impl Iterator<Item = Diagnostic> + 'a {
    let used: FxHashSet<Denoted> =
        names.iter().filter(|name| !name.is_declaration()).map(|name| name.denoted).collect();
    let is_unused = move |name: &&Occurrence| {
        let is_value = matches!(name.denoted, Denoted::Local(_) | Denoted::Parameter(_));
        is_value && name.is_declaration() && !used.contains(&name.denoted)
    };
    names.iter().filter(is_unused).filter_map(move |name| {
        let text = module.name(name.name);
        let kind = if matches!(name.denoted, Denoted::Parameter(_)) { "parameter " } else { "" };
        let underlined = vec![(Span::new(name.span.lo, name.span.lo), "_".to_owned())];
        (!text.starts_with('_')).then(|| {
            warning(Advice::Unused, name.span, format!("{kind}`{text}` is never used")).suggest(
                "if this is intended, begin its name with `_`",
                underlined,
                Applicability::Unsafe,
            )
        })
    })
}

/// The declarations of the module that no entry point reaches; in a module without entry points, those that no function reaches.
fn unused_declarations(module: TypedModule<'_>, names: &[Occurrence]) -> Vec<Diagnostic> {
    let ast = &module.syntax.ast;
    let entry_points: FxHashSet<DeclId> = module.entry_points().map(|entry| entry.decl).collect();
    let is_root = |id: DeclId| match ast.decls[id.index()].kind {
        DeclKind::Function(_) => entry_points.is_empty() || entry_points.contains(&id),
        DeclKind::ConstAssert(_) => true,
        DeclKind::Error | DeclKind::Variable(_) | DeclKind::Alias(_) | DeclKind::Struct(_) => false,
    };
    let reached = reached_declarations(module, names, is_root);
    let ids = (0..ast.decls.len()).map(DeclId::from_index);
    ids.filter(|id| !reached[id.index()])
        .filter_map(|id| unused_declaration(module, id, !entry_points.is_empty()))
        .collect()
}

fn unused_declaration(module: TypedModule<'_>, id: DeclId, has_entry_points: bool) -> Option<Diagnostic> {
    let decl = &module.syntax.ast.decls[id.index()];
    let name = module.name(decl.name?);
    if name.starts_with('_') {
        return None;
    }
    let (kind, is_resource) = match decl.kind {
        DeclKind::Variable(variable) => match module.syntax.ast[variable].kind {
            VariableKind::Const => ("const", false),
            VariableKind::Override => ("override", false),
            VariableKind::Let => ("let", false),
            VariableKind::Var => ("var", module.resources().any(|resource| resource.variable == variable)),
        },
        DeclKind::Alias(_) => ("alias", false),
        DeclKind::Struct(_) => ("structure", false),
        DeclKind::Function(_) => ("function", false),
        DeclKind::Error | DeclKind::ConstAssert(_) => return None,
    };
    let message = if has_entry_points {
        format!("no entry point uses {kind} `{name}`")
    } else {
        format!("{kind} `{name}` is never used")
    };
    let found = warning(Advice::Unused, decl.name_span, message);
    Some(if is_resource {
        found.note(
            "a layout that WebGPU derives from the pipeline (`layout: \"auto\"`) won't have a binding for it",
        )
    } else {
        found
    })
}

/// The declarations whose names are those of builtin functions and predeclared types. Enumerants are not among them: their
/// names stand only where no declaration is meant.
fn hiding<'a>(
    module: TypedModule<'a>,
    names: &'a [Occurrence],
    edition: Edition,
) -> impl Iterator<Item = Diagnostic> + 'a {
    names.iter().filter(|name| name.is_declaration()).filter_map(move |name| {
        if matches!(name.denoted, Denoted::Member(_)) {
            return None;
        }
        let hidden = match name.name.info(edition).predeclared {
            Predeclared::Function(_) => "builtin function",
            Predeclared::Type(_) | Predeclared::TypeGenerator(_) => "predeclared type",
            Predeclared::None | Predeclared::Enumerant(_) => return None,
        };
        let message = format!("this declaration shadows the {hidden} `{}`", module.name(name.name));
        Some(warning(Advice::HidesBuiltin, name.span, message))
    })
}

/// The reasons why the implementations that `portable` stands for don't all accept the program, but for those that every target is
/// warned of.
fn not_portable(module: &Module) -> impl Iterator<Item = Diagnostic> + '_ {
    let target = Target::named("portable").unwrap_or_default();
    let found = Validator::new(Options { edition: module.edition(), target }).diagnose(module.source());
    let is_told = |found: &Diagnostic| {
        let place = found.primary.span;
        module.diagnostics().iter().any(|told| (told.primary.span, told.rule) == (place, found.rule))
    };
    let errors = found.into_iter().filter(|found| found.severity == Severity::Error);
    errors.filter(move |found| !is_told(found)).map(|found| {
        let message = format!("not every implementation accepts this: {}", found.message);
        Diagnostic { also: None, message, rule: Advice::NotPortable.rule(), ..found }.warning()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::validate;

    /// The classes of advice about a program, each with the source at its place.
    fn advice(source: &str, extent: Extent) -> Vec<(&'static Rule, &str)> {
        let module = validate(source, &Options::default());
        let found = advise(&module, extent, &Advice::ALL);
        found.iter().map(|it| (it.rule, it.primary.span.text(source))).collect()
    }

    fn unused(source: &str) -> Vec<&str> {
        advice(source, Extent::Whole).into_iter().map(|(_, text)| text).collect()
    }

    #[test]
    fn values_in_functions_are_used() {
        let source = "fn f(a: i32, b: i32, _c: i32) -> i32 { let d = a; var e = 1; const _g = 2; return d; }";
        assert_eq!(unused(source), ["b", "e"]);
        assert_eq!(unused("fn f() { for (var i = 0; ; ) { break; } }"), ["i"]);
        assert_eq!(unused("fn f() { let a = 1; { let a = a; } }"), ["a"]);
    }

    #[test]
    fn entry_points_reach_declarations() {
        let source = "const a = 1; const b = a; override c = 1; override d = 1; alias E = i32; alias F = i32;
            struct S { x: E } struct T { x: E } var<private> s: S; fn g() { _ = s.x + b; } fn h() { g(); }
            @compute @workgroup_size(c) fn main() { g(); }";
        assert_eq!(unused(source), ["d", "F", "T", "h"]);
    }

    #[test]
    fn functions_of_a_library_are_for_others() {
        assert_eq!(unused("const a = 1; const b = 2; fn f() { _ = a; }"), ["b"]);
        assert_eq!(unused("const a = 1; const_assert a == 1;"), [""; 0]);
        assert_eq!(advice("const a = 1; fn f(b: i32) {}", Extent::Part), [(lints::DECLARATION_USED, "b")]);
    }

    #[test]
    fn a_resource_that_is_not_used_has_no_binding() {
        let source = "@group(0) @binding(0) var<uniform> a: vec4f; @fragment fn f() {}";
        let module = validate(source, &Options::default());
        let [found] = &advise(&module, Extent::Whole, &[Advice::Unused])[..] else {
            panic!("one piece of advice")
        };
        assert_eq!(found.message, "no entry point uses var `a`");
        assert!(found.notes[0].contains("layout: \"auto\""), "{:?}", found.notes);
    }

    #[test]
    fn names_of_builtins_are_left_to_them() {
        let source = "struct S { min: i32 } fn distance(f32_: i32) -> i32 { let max = f32_; let read = max; return read; }
            fn g(vec3f: S) -> i32 { return vec3f.min + distance(1); }";
        let hidden = |text| (lints::DECLARATION_HIDES_NOTHING, text);
        assert_eq!(advice(source, Extent::Whole), ["distance", "max", "vec3f"].map(hidden));
    }

    #[test]
    fn implementations_may_reject_an_accepted_program() {
        let source = "@group(0) @binding(0) var<uniform> a: array<f32, 8>; @fragment fn f() { _ = a[0]; }";
        assert_eq!(advice(source, Extent::Whole), [(lints::MODULE_PORTABLE, "array<f32, 8>")]);
        assert_eq!(
            unused("@group(0) @binding(0) var<uniform> a: vec4f; @fragment fn f() { _ = a[0]; }"),
            [""; 0]
        );
    }

    #[test]
    fn limits_are_told_once() {
        let members: Vec<_> = (0..1024).map(|index| format!("m{index}: i32")).collect();
        let module = validate(&format!("struct S {{ {} }}", members.join(", ")), &Options::default());
        assert_eq!(module.diagnostics().len(), 1);
        assert_eq!(advise(&module, Extent::Whole, &[Advice::NotPortable]), []);
    }

    #[test]
    fn a_rejected_program_gets_none() {
        assert_eq!(unused("fn f(a: i32) { let min = 1; b(); }"), [""; 0]);
    }
}
