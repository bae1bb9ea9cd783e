//! `wgsl-check.toml`.

use crate::support::{folder, run};

const NEEDS_POINTERS: &str = "requires unrestricted_pointer_parameters;\n";

#[test]
fn the_configuration_of_the_project_completes_the_command_line() {
    let folder =
        folder("config", &[("wgsl-check.toml", "target = \"naga\"\n"), ("inner/a.wgsl", NEEDS_POINTERS)]);
    let inner = folder.join("inner");
    let found = run(&inner, &["a.wgsl"]);
    assert_eq!(found.status, 1);
    assert!(found.errors.contains("target `naga` does not support"), "{}", found.errors);
    for words in [
        &["--target", "text", "a.wgsl"][..],
        &["--no-config", "a.wgsl"],
        &["check", "--target=text", "a.wgsl"],
    ] {
        assert_eq!(run(&inner, words).status, 0, "{words:?}");
    }
    assert_eq!(run(&inner, &["check", "a.wgsl"]).status, 1);
}

#[test]
fn files_are_excluded_unless_they_are_named() {
    let text = "exclude = [\"vendor\", \"**/*.part.wgsl\"]\n";
    let wrong = "const a = b;\n";
    let files = [
        ("wgsl-check.toml", text),
        ("a.wgsl", "const a = 1;\n"),
        ("vendor/deep/b.wgsl", wrong),
        ("inner/c.part.wgsl", wrong),
    ];
    let folder = folder("config-exclude", &files);
    assert_eq!(run(&folder, &["."]).errors, "1 file: 1 accepted\n");
    assert_eq!(run(&folder, &["vendor/deep/b.wgsl"]).status, 1);
    assert_eq!(run(&folder, &["--no-config", "."]).status, 1);
}

#[test]
fn editions_warnings_and_names_are_configured() {
    let text = "edition = \"2022-04-11\"\n[defines]\nshadows = true\n";
    let files = [
        ("wgsl-check.toml", text),
        ("a.wgsl", "type a = f32;\n"),
        ("b.wgsl", "#ifdef shadows\ntype a = f32;\n#else\nwrong\n#endif\n"),
    ];
    let folder = folder("config-edition", &files);
    assert_eq!(run(&folder, &["."]).errors, "2 files: 2 accepted\n");
    assert_eq!(run(&folder, &["--edition", "current", "a.wgsl"]).status, 1);
}

#[test]
fn mistakes_of_the_configuration_are_told_with_their_place() {
    for (text, told) in [
        ("tarjet = \"naga\"\n", "unknown field `tarjet`"),
        ("tarjet = \"naga\"\n", "did you mean `target`?"),
        ("define = { a = 1 }\n", "did you mean `defines`?"),
        ("[defines]\na = [1]\n", "expected a string, a number, true or false"),
        ("target = \"nagga\"\n", "target: unknown target `nagga`"),
        ("edition = \"2023\"\n", "edition: unknown value `2023`, expected one of current, 2022-04-11"),
        ("deny = [\"everything\"]\n", "deny: unknown value `everything`, expected one of warnings"),
        ("exclude = [\"[\"]\n", "exclude: "),
        ("[defines]\n\"a b\" = 1\n", "defines: `a b` is not a valid name"),
        ("target = \n", "line 1"),
    ] {
        let folder = folder("config-wrong", &[("wgsl-check.toml", text), ("a.wgsl", "")]);
        let result = run(&folder, &["a.wgsl"]);
        assert_eq!(result.status, 2, "{text}");
        assert!(
            result.errors.contains("wgsl-check.toml: ") && result.errors.contains(told),
            "{}",
            result.errors
        );
    }
    let folder = folder("config-missing", &[("a.wgsl", "")]);
    let result = run(&folder, &["--config", "other.toml", "a.wgsl"]);
    assert_eq!(result.status, 2);
    assert!(result.errors.contains("other.toml: can't be read"), "{}", result.errors);
}

#[test]
fn warnings_are_denied() {
    let files = [("wgsl-check.toml", "deny = [\"warnings\"]\n"), ("a.wgsl", "diagnostic(off, mine);\n")];
    let folder = folder("config-deny", &files);
    assert_eq!(run(&folder, &["a.wgsl"]).status, 1);
    assert_eq!(run(&folder, &["--no-config", "a.wgsl"]).status, 0);
}

#[test]
fn another_file_is_the_configuration_if_it_is_named() {
    let files = [("other.toml", "target = \"naga\"\n"), ("a.wgsl", NEEDS_POINTERS)];
    let folder = folder("config-named", &files);
    assert_eq!(run(&folder, &["a.wgsl"]).status, 0);
    assert_eq!(run(&folder, &["--config", "other.toml", "a.wgsl"]).status, 1);
    assert_eq!(run(&folder, &["--config", "other.toml", "--no-config", "a.wgsl"]).status, 2);
}

#[test]
fn names_of_the_command_line_win() {
    let text = "#if count == 2\nconst a = 1;\n#else\nwrong\n#endif\n";
    let folder =
        folder("config-defines", &[("wgsl-check.toml", "defines = { count = 1 }\n"), ("a.wgsl", text)]);
    assert_eq!(run(&folder, &["a.wgsl"]).status, 1);
    assert_eq!(run(&folder, &["--define", "count=2", "a.wgsl"]).status, 0);
}

#[test]
fn other_subcommands_use_what_they_have_options_for() {
    let vertex = "@vertex fn vs() -> @builtin(position) vec4f { return vec4f(); }\n@fragment fn fs() {}\n";
    let text = format!("#ifdef some\n{NEEDS_POINTERS}{vertex}#else\nwrong\n#endif\n");
    let files = [
        ("wgsl-check.toml", "target = \"naga\"\ndefines = { some = true }\n"),
        ("some.wgsl", text.as_str()),
        ("old/wgsl-check.toml", "edition = \"2022-04-11\"\n"),
        ("old/a.wgsl", "type a = f32;\n"),
    ];
    let folder = folder("config-others", &files);
    for subcommand in ["layout", "portability"] {
        assert_eq!(run(&folder, &[subcommand, "some.wgsl"]).status, 0, "{subcommand}");
        assert_eq!(run(&folder, &[subcommand, "--no-config", "some.wgsl"]).status, 1, "{subcommand}");
    }
    for subcommand in ["link", "reflect"] {
        let result = run(&folder, &[subcommand, "some.wgsl"]);
        assert_eq!(result.status, 1, "{subcommand}");
        assert!(result.errors.contains("target `naga`"), "{subcommand}: {}", result.errors);
        assert_eq!(run(&folder, &[subcommand, "--target", "text", "some.wgsl"]).status, 0, "{subcommand}");
    }
    for subcommand in ["layout", "reflect"] {
        assert_eq!(run(&folder.join("old"), &[subcommand, "a.wgsl"]).status, 0, "{subcommand}");
        assert_eq!(run(&folder, &[subcommand, "old/a.wgsl"]).status, 1, "{subcommand}");
    }
}
