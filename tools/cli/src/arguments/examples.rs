//! Examples of the subcommands, for their help and manual pages.

use clap::Command;

/// The examples of each subcommand: a command line, and what it does.
const EXAMPLES: [(&str, &[(&str, &str)]); 14] = [
    (
        "check",
        &[
            ("wgsl-check shaders", "check every .wgsl, .wesl, .metal and .msl file in a directory"),
            ("wgsl-check --embedded .", "also check the shaders in host code and Markdown"),
            ("wgsl-check --fix shader.wgsl", "apply the safe fixes"),
            ("wgsl-check --watch shaders", "check again whenever a file changes"),
            ("wgsl-check --target chrome --warn all shaders", "check for a browser, with all lints"),
        ],
    ),
    (
        "amp",
        &[
            (
                "wgsl-check amp inventory src -I include",
                "list the kernels of C++ AMP, and what blocks a port",
            ),
            ("wgsl-check amp check src/blur.cpp", "check a program against C++ AMP 1.2"),
        ],
    ),
    (
        "explain",
        &[
            ("wgsl-check explain type/mismatch", "explain a diagnostic code"),
            ("wgsl-check explain data-race", "explain a fault of run --strict"),
        ],
    ),
    ("rules", &[("wgsl-check rules atomic vertex", "list the rules that contain both words")]),
    (
        "expand",
        &[
            ("wgsl-check expand scene.wesl", "print a program and its imports as a single file"),
            (
                "wgsl-check expand -D TILE=16 matmul.wgsl --source-map map.json",
                "also define a macro, and write a source map",
            ),
        ],
    ),
    ("layout", &[("wgsl-check layout particles.wgsl", "print offsets, sizes and padding of structures")]),
    (
        "reflect",
        &[("wgsl-check reflect --format json blur.wgsl", "describe entry points and bindings as JSON")],
    ),
    (
        "link",
        &[(
            "wgsl-check link water.wgsl --vertex vs --fragment fs",
            "check that two entry points fit in a pipeline",
        )],
    ),
    (
        "portability",
        &[("wgsl-check portability blur.wgsl", "list what a program requires, and which targets accept it")],
    ),
    ("migrate", &[("wgsl-check migrate --diff old", "print the changes that update old programs")]),
    (
        "fmt",
        &[
            ("wgsl-check fmt", "format every .wgsl and .wesl file in the working directory"),
            ("wgsl-check fmt --check shaders", "print the changes; exit status 1 if there are any"),
        ],
    ),
    (
        "minify",
        &[("wgsl-check minify blur.wgsl -o blur.min.wgsl", "minify a program without changing its meaning")],
    ),
    ("translate", &[("wgsl-check translate filter.metal --entry-point blur", "translate a kernel to WGSL")]),
    (
        "run",
        &[
            (
                "wgsl-check run scale.wgsl --bind 0:0=f32:1,2,3",
                "run a compute shader on a buffer of three numbers",
            ),
            (
                "wgsl-check run reduce.wgsl --strict --bind 0:0=zero:1024",
                "also report races and other faults",
            ),
        ],
    ),
];

/// Returns the examples of a subcommand; empty if it has none.
pub(crate) fn examples(name: &str) -> &'static [(&'static str, &'static str)] {
    EXAMPLES.iter().find(|(command, _)| *command == name).map_or(&[], |(_, examples)| examples)
}

/// Adds the examples to the help of the subcommands.
pub(super) fn with_examples(mut command: Command) -> Command {
    for (name, examples) in EXAMPLES {
        // A build without some features still has the subcommand, without its options.
        command = command.mut_subcommand(name, |subcommand| {
            let lines: Vec<_> =
                examples.iter().map(|(line, what)| format!("  {line}\n      {what}")).collect();
            let status = subcommand.get_after_help().map(|it| format!("{it}\n\n")).unwrap_or_default();
            subcommand.after_long_help(format!("{status}Examples:\n{}", lines.join("\n")))
        });
    }
    command
}

#[cfg(all(test, feature = "run"))]
mod tests {
    use super::*;

    #[test]
    fn the_examples_are_command_lines() {
        for (line, _) in EXAMPLES.iter().flat_map(|(_, examples)| *examples) {
            let parsed = crate::arguments::command().try_get_matches_from(line.split(' '));
            assert!(parsed.is_ok(), "{line}: {}", parsed.err().map(|it| it.to_string()).unwrap_or_default());
        }
    }
}
