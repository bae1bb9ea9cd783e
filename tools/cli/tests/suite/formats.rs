//! The output formats.

use crate::support::{BAD, GOOD, folder, run};
use serde_json::Value;

/// A program with non-ASCII text before the error, so that bytes, characters and UTF-16 units differ.
const WIDE: &str = "fn f() -> i32 {\n    /* é𝒳 */ return abs(true);\n}\n";

#[test]
fn human_shows_the_line_the_code_and_the_section() {
    let folder = folder("human", &[("bad.wgsl", BAD)]);
    let text = run(&folder, &["bad.wgsl"]).errors;
    assert!(text.starts_with("error[type/no-matching-overload]: "), "{text}");
    assert!(text.contains(" --> bad.wgsl:3:12\n"), "{text}");
    assert!(text.contains("3 |     return abs(true);\n"), "{text}");
    assert!(text.contains("= see: https://www.w3.org/TR/WGSL/#"), "{text}");
}

#[test]
fn human_counts_lines_as_the_language_does() {
    let program = "const a = 1;\rconst b = 2;\u{2028}const c = d;\u{b}\n";
    let folder = folder("breaks", &[("a.wgsl", program)]);
    let text = run(&folder, &["a.wgsl"]).errors;
    assert!(text.contains(" --> a.wgsl:3:11\n"), "{text}");
    assert!(text.contains("3 | const c = d;\n"), "{text}");
}

#[test]
fn human_shows_lines_without_their_breaks() {
    let program = "const a = 1;\nfn f() -> u32 {\n    return 1u & 2u + 3u;\n}\n";
    let shown = |line_break: &str| {
        let folder = folder("line-breaks", &[("a.wgsl", &program.replace('\n', line_break))]);
        run(&folder, &["a.wgsl"]).errors
    };
    let expected = shown("\n");
    assert!(expected.contains(" --> a.wgsl:3:17\n"), "{expected}");
    assert!(expected.contains("\n3 |     return 1u & 2u + 3u;\n"), "{expected}");
    assert!(expected.contains("help: "), "{expected}");
    for line_break in ["\r\n", "\r", "\u{b}", "\u{c}", "\u{85}", "\u{2028}", "\u{2029}"] {
        assert_eq!(shown(line_break), expected, "{line_break:?}");
    }
}

#[test]
fn human_survives_overlong_lines_and_far_labels() {
    let far = format!("const twice = 1;\n{}const twice = 2;\n", "// filler\n".repeat(2000));
    let long = format!("const a = {}b;\n", "1 + ".repeat(50_000));
    let folder = folder("large", &[("far.wgsl", &far), ("long.wgsl", &long)]);
    let text = run(&folder, &["far.wgsl"]).errors;
    assert!(text.contains("far.wgsl:2002:7\n") && text.contains("far.wgsl:1:7\n"), "{text}");
    let text = run(&folder, &["long.wgsl"]).errors;
    assert!(text.contains("long.wgsl:1:200011\n"), "{text}");
    assert!(text.len() < 5000, "{} bytes", text.len());
}

#[test]
fn short_has_one_line_per_diagnostic() {
    let folder = folder("short", &[("wide.wgsl", WIDE)]);
    let text = run(&folder, &["--error-format", "short", "wide.wgsl"]).errors;
    assert!(text.starts_with("wide.wgsl:2:21: error[type/no-matching-overload]: "), "{text}");
}

#[test]
fn json_has_one_object_per_line() {
    let folder = folder("json", &[("wide.wgsl", WIDE), ("good.wgsl", GOOD)]);
    let result = run(&folder, &["--error-format", "json", "good.wgsl", "wide.wgsl", "nowhere.wgsl"]);
    assert_eq!(result.errors, "");
    let lines: Vec<Value> =
        result.output.lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect();
    let kinds: Vec<_> = lines.iter().map(|line| line["kind"].as_str().expect("a kind")).collect();
    assert_eq!(kinds, ["verdict", "failure", "diagnostic", "verdict", "summary"]);
    assert!(lines.iter().all(|line| line["schema"] == 1));
    let found = &lines[2];
    assert_eq!(found["file"], "wide.wgsl");
    assert_eq!(found["code"], "type/no-matching-overload");
    assert_eq!(found["severity"], "error");
    // é is one unit of UTF-16 and two bytes, 𝒳 two units and four bytes.
    assert_eq!((&found["line"], &found["column"]), (&2.into(), &22.into()));
    assert_eq!(&WIDE[found["start"].as_u64().expect("an offset") as usize..][..3], "abs");
    assert!(!found["anchors"].as_array().expect("anchors").is_empty());
    assert_eq!(lines[4]["errors"], 1);
    assert_eq!(lines[4]["failed"], 1);
}

#[test]
fn sarif_has_what_code_scanning_requires() {
    let folder = folder("sarif", &[("a b.wgsl", WIDE), ("good.wgsl", GOOD)]);
    let result = run(&folder, &["--error-format", "sarif", "."]);
    assert_eq!(result.status, 1);
    let log: Value = serde_json::from_str(&result.output).expect("the log is JSON");
    assert_eq!(log["version"], "2.1.0");
    let sarif_run = &log["runs"][0];
    assert_eq!(sarif_run["tool"]["driver"]["name"], "wgsl-check");
    let finding = &sarif_run["results"][0];
    let rule =
        &sarif_run["tool"]["driver"]["rules"][finding["ruleIndex"].as_u64().expect("an index") as usize];
    assert_eq!(rule["id"], finding["ruleId"]);
    assert!(rule["helpUri"].as_str().expect("an address").starts_with("https://"));
    assert_eq!(finding["level"], "error");
    assert!(!finding["message"]["text"].as_str().expect("a message").is_empty());
    let place = &finding["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "a%20b.wgsl");
    assert_eq!(place["region"]["startLine"], 2);
    assert_eq!(place["region"]["startColumn"], 22);
    assert_eq!(sarif_run["invocations"][0]["executionSuccessful"], true);
}

#[test]
fn fingerprints_outlive_edits_of_other_lines() {
    let twice = "fn f() -> i32 {\n    return abs(true);\n}\nfn g() -> i32 {\n    return abs(true);\n}\n";
    let fingerprints = |text: &str| {
        let folder = folder("fingerprints", &[("a.wgsl", text)]);
        let sarif: Value =
            serde_json::from_str(&run(&folder, &["--error-format", "sarif"]).output).expect("JSON");
        let gitlab: Value =
            serde_json::from_str(&run(&folder, &["--error-format", "gitlab"]).output).expect("JSON");
        let list = |values: &Value, pointer: &str| -> Vec<Value> {
            let values = values.as_array().expect("a list").iter();
            values.map(|it| it.pointer(pointer).expect("a fingerprint").clone()).collect()
        };
        let of_sarif = list(&sarif["runs"][0]["results"], "/partialFingerprints/wgslCheck~1v1");
        assert_eq!(of_sarif, list(&gitlab, "/fingerprint"));
        of_sarif
    };
    let before = fingerprints(twice);
    assert_eq!(before.len(), 2);
    assert_ne!(before[0], before[1], "equal lines are told apart");
    assert_eq!(fingerprints(&format!("// more\n\n{twice}")), before);
    assert_ne!(fingerprints(&twice.replace("abs(true)", "abs(false)")), before);
}

#[test]
fn gitlab_and_junit_have_all_files_and_are_well_formed() {
    let folder = folder("reports", &[("a<b>&\".wgsl", WIDE), ("good.wgsl", GOOD)]);
    let gitlab = run(&folder, &["--error-format", "gitlab", ".", "nowhere.wgsl"]);
    assert_eq!(gitlab.status, 2);
    let report: Value = serde_json::from_str(&gitlab.output).expect("the report is JSON");
    let found: Vec<_> = report.as_array().expect("a list").iter().map(|it| &it["check_name"]).collect();
    assert_eq!(found, ["type/no-matching-overload", "not-checked"]);
    assert_eq!(report[0]["location"]["lines"]["begin"], 2);
    assert_eq!(report[0]["severity"], "major");
    let junit = run(&folder, &["--error-format", "junit", ".", "nowhere.wgsl"]);
    assert_eq!((junit.status, junit.errors.as_str()), (2, ""));
    for part in [
        "<testsuite name=\"good.wgsl\" tests=\"1\" failures=\"0\" errors=\"0\">",
        "<testsuite name=\"a&lt;b&gt;&amp;&quot;.wgsl\" tests=\"1\" failures=\"1\" errors=\"0\">",
        "<testsuite name=\"nowhere.wgsl\" tests=\"1\" failures=\"0\" errors=\"1\">",
        "name=\"type/no-matching-overload\"><failure message=\"",
    ] {
        assert!(junit.output.contains(part), "{part}: {}", junit.output);
    }
    let count = |tag: &str| junit.output.matches(tag).count();
    assert_eq!((count("<testsuite "), count("</testsuite>"), count("</testsuites>")), (3, 3, 1));
    let empty = run(&folder, &["--error-format", "gitlab", "good.wgsl"]).output;
    assert_eq!(empty, "[]\n");
}

#[test]
fn an_empty_sarif_log_is_a_log() {
    let folder = folder("sarif-empty", &[("good.wgsl", GOOD)]);
    let result = run(&folder, &["--error-format", "sarif", "good.wgsl"]);
    let log: Value = serde_json::from_str(&result.output).expect("the log is JSON");
    assert_eq!(log["runs"][0]["results"], Value::Array(Vec::new()));
}

#[test]
fn github_prints_workflow_commands() {
    let folder = folder("github", &[("a,b.wgsl", BAD)]);
    let text = run(&folder, &["--error-format", "github", "a,b.wgsl"]).output;
    assert!(text.starts_with("::error file=a%2Cb.wgsl,line=3,endLine=3,col=12,endColumn="), "{text}");
    assert!(text.contains(",title=type/no-matching-overload::"), "{text}");
    assert_eq!(text.lines().count(), 1, "{text}");
}

#[test]
fn gcc_prints_lines_that_editors_parse() {
    let folder = folder("gcc", &[("wide.wgsl", WIDE)]);
    let text = run(&folder, &["--error-format", "gcc", "wide.wgsl"]).output;
    assert!(text.starts_with("wide.wgsl:2:25: error: "), "{text}");
    assert!(text.lines().next().expect("a line").ends_with("[type/no-matching-overload]"), "{text}");
}

/// A line of another tool that a CI runner, a terminal or a reader acts on.
const HOSTILE: &str =
    "const a = \u{9b}31m; // \u{200b}\u{202e}\x1b[0m\nfn f() { let \u{1d4b3}: i32 = 1.5; }\n";

#[cfg(unix)]
#[test]
fn no_format_for_people_prints_what_a_terminal_or_a_runner_acts_on() {
    let name = "a\n::warning::x\u{9b}1m\u{202e}\u{200b}\x1b[0m.wgsl";
    let folder = folder("hostile-text", &[(name, HOSTILE), ("b\n::error::y.wgsl/c.wgsl", GOOD)]);
    for format in ["human", "short", "gcc", "github"] {
        let result = run(
            &folder,
            &["--error-format", format, "--verbose", name, "b\n::error::y.wgsl", "d\n::error::z.wgsl"],
        );
        let text = result.output.clone() + &result.errors;
        assert_eq!(result.status, 2, "{format}: {text}");
        let is_command = |line: &str| {
            line.trim_start().starts_with("::") && !(format == "github" && line.starts_with("::error file="))
        };
        assert!(!text.lines().any(is_command), "{format}: {text}");
        let acts = ['\x1b', '\u{9b}', '\u{200b}', '\u{202e}', '\r'];
        assert!(!text.contains(acts), "{format}: {text:?}");
    }
    let result = run(&folder, &["layout", "e\n::error::z.wgsl"]);
    assert!(!result.errors.lines().any(|line| line.trim_start().starts_with("::")), "{}", result.errors);
}

/// Each result is written when it comes; the members that are known at the end come after them.
#[test]
fn sarif_is_written_as_it_comes() {
    let files = [("a.wgsl", "const x: i32 = 1.5;\n"), ("b.wgsl", "const y: i32 = true;\n"), ("c.wgsl", GOOD)];
    let folder = folder("sarif-stream", &files);
    let result = run(&folder, &["--error-format", "sarif", ".", "missing.wgsl"]);
    let log: serde_json::Value = serde_json::from_str(&result.output).expect("JSON");
    let sarif_run = &log["runs"][0];
    assert_eq!(sarif_run["results"].as_array().map(Vec::len), Some(2));
    assert_eq!(sarif_run["tool"]["driver"]["rules"].as_array().map(Vec::len), Some(1));
    assert_eq!(sarif_run["invocations"][0]["executionSuccessful"], false);
    let place = |member: &str| result.output.find(member).expect("a member");
    assert!(place("\"results\"") < place("\"tool\""));
}
