//! Programs in Metal.

use crate::support::{GOOD as WGSL, folder, run, run_with_input};
use serde_json::Value;
use std::fs;

/// A program that is accepted.
const GOOD: &str = "#include <metal_stdlib>\nusing namespace metal;\n\nfloat one() {\n    return 1.0f;\n}\n";
/// A program with one error, at the end of line 5: bytes, characters and units of UTF-16 differ before it.
const BAD: &str =
    "#include <metal_stdlib>\nusing namespace metal;\n\nint one() {\n    /* é𝒳 */ return 1 + 2 + 3\n}\n";
/// The column of the error, in characters.
const COLUMN: usize = 30;
const CODE: &str = "parse/expected-token";
const RULE: &str = "grammar.token";
const SECTION: &str = "Metal Shading Language Specification 2.2, section 1.4";

#[test]
fn a_file_with_the_name_of_metal_is_judged_as_metal() {
    let folder = folder("metal-names", &[("good.metal", GOOD), ("bad.metal", BAD), ("good.txt", GOOD)]);
    let good = run(&folder, &["good.metal"]);
    assert_eq!((good.status, good.errors.as_str()), (0, "1 file: 1 accepted\n"));
    assert_eq!(run(&folder, &["bad.metal"]).status, 1);
    assert_eq!(run(&folder, &["good.txt"]).status, 1, "a program without the name of Metal is WGSL");
    assert_eq!(run(&folder, &["--language", "msl", "good.txt"]).status, 0);
    assert_eq!(run(&folder, &["--language", "metal", "good.txt"]).status, 0);
    let wrong = run(&folder, &["--language", "hlsl", "good.txt"]);
    assert!(wrong.errors.contains("possible values: wgsl, metal]"), "{}", wrong.errors);
    assert_eq!(run(&folder, &["--language", "wgsl", "good.metal"]).status, 1);
}

#[test]
fn standard_input_has_a_language() {
    let status = |arguments: &[&str]| run_with_input(arguments, GOOD.as_bytes()).status;
    assert_eq!(status(&["-"]), 1);
    assert_eq!(status(&["-", "--language", "msl"]), 0);
    assert_eq!(status(&["-", "--stdin-file-path", "a.metal"]), 0);
}

#[test]
fn human_shows_the_rule_and_its_section() {
    let folder = folder("metal-human", &[("bad.metal", BAD)]);
    let text = run(&folder, &["bad.metal"]).errors;
    assert!(text.starts_with(&format!("error[{CODE}]: ")), "{text}");
    assert!(text.contains(&format!(" --> bad.metal:5:{COLUMN}\n")), "{text}");
    assert!(text.contains(&format!("= rule: {RULE} (")), "{text}");
    assert!(text.contains(&format!("= see: {SECTION}\n")), "{text}");
}

#[test]
fn formats_for_tools_have_the_place_and_the_code() {
    let folder = folder("metal-formats", &[("bad.metal", BAD)]);
    let output = |format: &str| {
        let result = run(&folder, &["--error-format", format, "bad.metal"]);
        assert_eq!(result.status, 1, "{format}");
        result.output + &result.errors
    };
    let short = output("short");
    assert!(short.starts_with(&format!("bad.metal:5:{COLUMN}: error[{CODE}]: ")), "{short}");
    let gcc = output("gcc");
    assert!(gcc.starts_with(&format!("bad.metal:5:{}: error: ", COLUMN + 4)), "{gcc}");
    assert!(gcc.lines().next().is_some_and(|line| line.ends_with(&format!("[{CODE}]"))), "{gcc}");
    let github = output("github");
    let start = format!("::error file=bad.metal,line=5,endLine=5,col={COLUMN},endColumn=");
    assert!(github.starts_with(&start), "{github}");
    assert!(github.contains(&format!(",title={CODE}::")) && github.trim_end().ends_with(SECTION), "{github}");
}

#[test]
fn json_has_the_numbers_of_sections_as_anchors() {
    let folder = folder("metal-json", &[("bad.metal", BAD)]);
    let output = run(&folder, &["--error-format", "json", "bad.metal"]).output;
    let found: Value = serde_json::from_str(output.lines().next().expect("a line")).expect("JSON");
    assert_eq!((&found["file"], &found["code"]), (&"bad.metal".into(), &CODE.into()));
    assert_eq!((&found["line"], &found["column"]), (&5.into(), &(COLUMN + 1).into()));
    assert_eq!((&found["rules"], &found["anchors"]), (&[RULE].into(), &["1.4"].into()));
}

#[test]
fn sarif_keeps_codes_of_two_languages_apart() {
    let wgsl = "fn f() { let a = 1 }\n";
    let folder = folder("metal-sarif", &[("a.metal", BAD), ("b.wgsl", wgsl)]);
    let output = run(&folder, &["--error-format", "sarif", "."]).output;
    let log: Value = serde_json::from_str(&output).expect("the log is JSON");
    let (results, rules) = (&log["runs"][0]["results"], &log["runs"][0]["tool"]["driver"]["rules"]);
    let rule = |result: &Value| &rules[result["ruleIndex"].as_u64().expect("an index") as usize];
    let place = &results[0]["locations"][0]["physicalLocation"];
    assert_eq!((&results[0]["ruleId"], &results[1]["ruleId"]), (&CODE.into(), &CODE.into()));
    assert_eq!(place["artifactLocation"]["uri"], "a.metal");
    assert_eq!((&place["region"]["startLine"], &place["region"]["startColumn"]), (&5.into(), &31.into()));
    let (metal, wgsl) = (rule(&results[0]), rule(&results[1]));
    assert_eq!((&metal["help"]["text"], &metal["helpUri"]), (&SECTION.into(), &Value::Null));
    assert!(wgsl["helpUri"].as_str().is_some_and(|address| address.starts_with("https://")), "{wgsl}");
}

#[test]
fn definitions_are_macros_and_the_last_one_counts() {
    let program = "#if SIZE != 1\n#error \"no\"\n#endif\n";
    let folder = folder("metal-define", &[("a.metal", program)]);
    assert_eq!(run(&folder, &["a.metal"]).status, 1);
    assert_eq!(run(&folder, &["-D", "SIZE", "a.metal"]).status, 0, "the value is 1 if none is given");
    assert_eq!(run(&folder, &["-DSIZE=2", "a.metal"]).status, 1);
    assert_eq!(run(&folder, &["-D", "SIZE=2", "--define", "SIZE=1", "a.metal"]).status, 0);
    assert_eq!(run(&folder, &["-D", "1 2", "a.metal"]).status, 2);
    fs::write(folder.join("wgsl-check.toml"), "defines = { SIZE = 1 }\n").expect("the file is written");
    assert_eq!(run(&folder, &["a.metal"]).status, 0, "the configuration defines names, too");
}

#[test]
fn a_standard_is_one_of_those_that_there_are() {
    let folder = folder("metal-standard", &[("a.metal", GOOD)]);
    for standard in ["ios-metal1.0", "osx-metal1.1", "osx-metal2.2", "macos-metal2.2", "metal3.1", "naga"] {
        assert_eq!(run(&folder, &["--std", standard, "a.metal"]).status, 0, "{standard}");
    }
    // There is no version 1.0 for macOS.
    let unknown = run(&folder, &["--std", "osx-metal1.0", "a.metal"]);
    assert_eq!(unknown.status, 2);
    for known in ["osx-metal1.0", "ios-metal2.4, osx-metal1.1", "metal3.2, naga"] {
        assert!(unknown.errors.contains(known), "{}", unknown.errors);
    }
}

#[test]
fn an_option_for_no_program_is_refused() {
    let folder = folder("metal-options", &[("a.metal", GOOD), ("a.wgsl", WGSL)]);
    for option in ["--edition=2022-04-11", "--target=portable", "--warn=unused", "--constant=n=1"] {
        let alone = run(&folder, &[option, "a.metal"]);
        assert_eq!(alone.status, 2, "{option}");
        let name = option.split('=').next().expect("a name");
        let message = format!("wgsl-check: {name} is only for WGSL, but none of these programs is WGSL\n");
        assert_eq!(alone.errors, message);
    }
    let metal = run(&folder, &["--std=naga", "a.wgsl"]);
    assert_eq!(metal.status, 2);
    assert!(metal.errors.contains("--std is only for Metal"), "{}", metal.errors);
    // Together, each option is for the programs of its language.
    assert_eq!(run(&folder, &["--target=portable", "--std=naga", "."]).status, 0);
    fs::write(folder.join("wgsl-check.toml"), "target = \"portable\"\n").expect("the file is written");
    assert_eq!(run(&folder, &["a.metal"]).status, 0, "a configuration is for programs of all languages");
}

#[test]
fn folders_have_programs_of_both_languages() {
    let files = [("a.metal", GOOD), ("b.wgsl", WGSL), ("c.h", "no program"), ("d/e.metal", GOOD)];
    let folder = folder("metal-folder", &files);
    let names = |arguments: &[&str]| run(&folder, &[&["--verbose", "."], arguments].concat()).errors;
    assert_eq!(names(&[]), "a.metal: accepted\nb.wgsl: accepted\nd/e.metal: accepted\n3 files: 3 accepted\n");
    assert_eq!(
        names(&["--language", "msl"]),
        "a.metal: accepted\nd/e.metal: accepted\n2 files: 2 accepted\n"
    );
    assert_eq!(names(&["--language", "wgsl"]), "b.wgsl: accepted\n1 file: 1 accepted\n");
    let nothing = run(&folder, &["--language", "wgsl", "d"]);
    assert_eq!(nothing.status, 2);
    assert!(nothing.errors.contains("d: no .wgsl or .wesl files found"), "{}", nothing.errors);
    fs::remove_dir_all(folder.join("d")).expect("the folder is removed");
    fs::create_dir(folder.join("d")).expect("the folder is made");
    let nothing = run(&folder, &["d"]).errors;
    assert!(nothing.contains("d: no .wgsl, .wesl, .metal or .msl files found"), "{nothing}");
}

#[test]
fn directives_of_metal_are_no_modules_of_wgsl() {
    let metal = "#ifdef A\n#error \"no\"\n#endif\n#include <metal_stdlib>\n";
    let modular = "#ifdef A\nfn f() {}\n#endif\n";
    let folder = folder("metal-modules", &[("a.metal", metal), ("b.wgsl", modular)]);
    assert_eq!(run(&folder, &["."]).errors, "2 files: 2 accepted\n");
}

#[test]
fn errors_are_limited_and_edits_are_made() {
    let program = |end| format!("int one() {{\n    return 1{end}\n}}\nint two() {{\n    return 2{end}\n}}\n");
    let folder = folder("metal-edits", &[("a.metal", &program(""))]);
    let limited = run(&folder, &["--max-errors", "1", "--error-format", "short", "a.metal"]).errors;
    assert_eq!(limited.matches("error[").count(), 1, "{limited}");
    assert!(limited.contains("1 more error not shown"), "{limited}");
    let diff = run(&folder, &["--diff", "--quiet", "a.metal"]).output;
    assert!(diff.contains("\n+    return 2;\n"), "{diff}");
    assert_eq!(run(&folder, &["--fix", "a.metal"]).status, 0);
    let fixed = fs::read_to_string(folder.join("a.metal")).expect("the file");
    assert_eq!(fixed, program(";"));
}

#[test]
fn a_program_with_parts_that_are_not_judged_is_not_checked() {
    let gap = "int one() { return 1; }\n\ntypedef half half8 __attribute__((ext_vector_type(8)));\n";
    let both = format!("{gap}{BAD}");
    let folder = folder("metal-unsupported", &[("part.metal", gap), ("wrong.metal", &both)]);
    let part = run(&folder, &["--error-format", "short", "part.metal"]);
    assert_eq!(part.status, 2, "{}", part.errors);
    assert!(part.errors.starts_with("part.metal:3:"), "{}", part.errors);
    assert!(part.errors.contains("[unsupported/feature]"), "{}", part.errors);
    assert!(
        part.errors.contains("part.metal: some parts of this program can't be checked"),
        "{}",
        part.errors
    );
    let wrong = run(&folder, &["--error-format", "short", "wrong.metal"]);
    assert_eq!(wrong.status, 1, "an error is one, whatever is not judged: {}", wrong.errors);
}

#[test]
fn other_commands_refuse_metal() {
    let folder = folder("metal-others", &[("a.metal", GOOD)]);
    let result = run(&folder, &["migrate", "a.metal"]);
    assert_eq!(result.status, 2, "{}", result.errors);
    assert!(
        result.errors.contains("a.metal: this command only supports WGSL, but this program is Metal"),
        "{}",
        result.errors
    );
}

#[test]
fn a_code_is_explained_in_the_language_that_is_meant() {
    let folder = folder("metal-explain", &[("a.metal", GOOD)]);
    let explained = |arguments: &[&str]| {
        let result = run(&folder, &[&["explain"], arguments].concat());
        assert_eq!(result.status, 0, "{}", result.errors);
        result.output
    };
    // Both languages have this code.
    assert!(explained(&[CODE]).contains("https://www.w3.org/TR/WGSL/#"));
    assert!(explained(&[CODE, "--language", "msl"]).contains(SECTION));
    // Metal alone has these.
    let rule = explained(&["swizzle.one-alphabet"]);
    assert!(rule.contains("\nReported as: type/invalid-swizzle\n"), "{rule}");
    assert!(rule.contains("Specification 2.2, section 2.2.1\n"), "{rule}");
    let code = explained(&["preprocess/error-directive"]);
    assert!(code.contains("\nWrong, with --std osx-metal2.2:\n    #include"), "{code}");
    let elsewhere = run(&folder, &["explain", "swizzle.one-alphabet", "--language", "wgsl"]);
    assert_eq!(elsewhere.status, 2);
    let near = run(&folder, &["explain", "swizzle.one-alphabt"]).errors;
    assert!(near.contains("Did you mean `swizzle.one-alphabet`?"), "{near}");
    let list = explained(&["--list", "--language", "msl"]);
    assert!(list.lines().any(|line| line.starts_with("preprocess/error-directive  ")), "{list}");
    assert!(!explained(&["--list"]).contains("preprocess/error-directive"));
}

#[test]
fn rules_of_metal_are_listed_and_found() {
    let folder = folder("metal-rules", &[("a.metal", GOOD)]);
    let found = run(&folder, &["rules", "--language", "msl", "one-alphabet", "SWIZZLE"]).output;
    assert!(found.starts_with("swizzle.one-alphabet [type/invalid-swizzle]: "), "{found}");
    let json = run(&folder, &["rules", "--language", "msl", "one-alphabet", "--format", "json"]).output;
    let json: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["rules"][0]["anchor"], "2.2.1");
    let title = run(&folder, &["rules", "--language", "msl", "preprocessing directives"]).output;
    assert!(title.contains("preprocess."), "the titles of sections are searched: {title}");
    assert_eq!(run(&folder, &["rules", "one-alphabet"]).status, 2, "WGSL has no such rule");
}
