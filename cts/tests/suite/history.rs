//! The history of runs: what it says of the sample and its baseline, and where it links.

use std::fs;
use std::path::{Path, PathBuf};
use wgsl_cts::report::{Run, history_html, read, write, write_history};
use wgsl_cts::results::{Results, Status};
use wgsl_cts_cases::vocabulary::ExecutorKind;

fn results(file: &str) -> Results {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(file);
    read(&path).expect("the data can be read")
}

fn run(label: &str, file: &str) -> Run {
    Run { label: label.to_owned(), report: Some(format!("{label}/report.html")), results: results(file) }
}

fn page(runs: &[Run]) -> String {
    without_references(&history_html(runs).expect("the template is good"))
}

/// The page with slashes in place of references to them.
fn without_references(page: &str) -> String {
    page.replace("&#x2f;", "/")
}

/// The part of a page that has this id, up to the end of its element.
fn part<'a>(page: &'a str, element: &str, id: &str) -> &'a str {
    let start = page.find(&format!("<{element} class=\"group\" id=\"{id}\""));
    let start = start.or_else(|| page.find(&format!("<{element} id=\"{id}\"")));
    let rest = start.map(|start| &page[start..]).unwrap_or_default();
    rest.split(&format!("</{element}>")).next().unwrap_or_default()
}

/// The cells of a run in the table of an executor.
fn row(page: &str, executor: &str, run: &str) -> Vec<String> {
    let section = part(page, "section", executor);
    let row = section.split("<tr>").find(|row| row.contains(run)).expect("the run has a row");
    let cells = row.split("<td").skip(1).map(|cell| {
        let (_, content) = cell.split_once('>').expect("the end of the tag");
        let content = content.split("</td>").next().unwrap_or_default();
        // Without links.
        let words = content.split('<').map(|piece| piece.rsplit('>').next().unwrap_or_default());
        words.collect::<String>()
    });
    cells.collect()
}

#[test]
fn programs_that_changed_are_listed_and_linked() {
    let page = page(&[run("old", "baseline.json"), run("new", "results.json")]);
    let failing = part(&page, "details", "naga-2-failing");
    let link = "href=\"new/report.html#program=generated/calls::dpdx::accept%28AbstractInt%29\"";
    assert!(failing.contains(link) && failing.matches("<li>").count() == 2, "{failing}");
    assert_eq!(part(&page, "details", "tint-2-failing").matches("<li>").count(), 2);
    assert!(part(&page, "details", "naga-1-failing").is_empty(), "the first run has nothing to compare with");
    assert_eq!(row(&page, "naga", ">old<")[4..], ["–", "–", "–"]);
    assert_eq!(row(&page, "naga", ">new<")[4], "2");
}

#[test]
fn what_passes_again_is_linked_where_it_failed() {
    let page = page(&[run("old", "results.json"), run("new", "baseline.json")]);
    let passing = part(&page, "details", "naga-2-passing");
    let link = "href=\"old/report.html#program=generated/calls::dpdx::accept%28AbstractInt%29\"";
    assert!(passing.contains(link) && passing.matches("<li>").count() == 2, "{passing}");
    assert_eq!(row(&page, "naga", ">new<")[5], "2");
}

#[test]
fn rows_have_passes_and_asked() {
    let new = run("new", "results.json");
    let counts = new.results.executors[1].counts;
    let page = page(&[run("old", "baseline.json"), new]);
    let cells = row(&page, "naga", ">new<");
    assert_eq!(cells[0], "30.0.1");
    let passes = counts.same + counts.not_implemented + counts.other_line;
    assert_eq!(cells[1], format!("{passes}/{}", passes + counts.findings + counts.unexpected));
    assert_eq!(cells[3], counts.not_asked.to_string());
    let points = part(&page, "section", "naga").matches("<circle").count();
    assert_eq!(points, 2);
}

#[test]
fn a_program_that_was_not_asked_about_before_is_not_newly_failing() {
    let (mut old, mut new) = (run("old", "results.json"), run("new", "results.json"));
    let status = |run: &mut Run, status| {
        run.results.cases[0].programs[0].outcomes[&ExecutorKind::Naga].status = status;
    };
    status(&mut old, Status::NotAsked);
    status(&mut new, Status::Finding);
    // A new case, with programs that fail.
    let name = old.results.cases.remove(5).name;
    assert_eq!(name, "generated/calls::dpdx");
    let page = page(&[old, new]);
    assert!(part(&page, "details", "naga-2-failing").is_empty());
    let first = part(&page, "details", "naga-2-first");
    assert!(first.contains("condition-is-bool") && first.contains(&name), "{first}");
    assert_eq!(first.matches("<li>").count(), 3);
}

#[test]
fn a_run_without_an_executor_is_passed_over() {
    let mut middle = run("middle", "results.json");
    middle.results.executors[1].missing = Some("it was not selected".to_owned());
    let page = page(&[run("old", "baseline.json"), middle, run("new", "results.json")]);
    assert_eq!(row(&page, "naga", ">middle<")[1], "did not take part: it was not selected");
    assert_eq!(
        part(&page, "details", "naga-3-failing").matches("<li>").count(),
        2,
        "compared with the first"
    );
    assert_eq!(part(&page, "section", "naga").matches("<circle").count(), 2);
    assert!(!part(&page, "section", "naga").contains("<polyline"), "a gap");
    assert!(part(&page, "section", "tint").contains("<polyline"));
}

#[test]
fn an_executor_that_never_took_part_has_no_section() {
    let mut only = run("only", "results.json");
    only.results.executors[1].missing = Some("it was not selected".to_owned());
    let page = page(&[only]);
    assert!(part(&page, "section", "naga").is_empty() && !part(&page, "section", "tint").is_empty());
}

#[test]
fn labels_are_no_markup() {
    let evil = run("<script>alert(1)</script>", "results.json");
    assert!(!page(&[evil]).contains("<script"));
}

/// An empty folder for the files of a test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("history").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("the folder can be made");
    folder
}

#[test]
fn runs_are_named_by_their_files_and_link_to_the_reports_beside_them() {
    let folder = folder("named");
    let [first, second, out] = ["runs/a first", "runs/second", "out"].map(|name| folder.join(name));
    write(&results("baseline.json"), None, &first).expect("the files can be written");
    fs::create_dir_all(&second).expect("the folder can be made");
    let text = results("results.json").text().expect("they have a form");
    fs::write(second.join("later.json"), text).expect("the file can be written");
    let files = [first.join("results.json"), second.join("later.json")];
    let path = write_history(&files, &out).expect("the page can be written");
    assert_eq!(path, out.join("history.html"));
    let page = without_references(&fs::read_to_string(path).expect("it is there"));
    assert!(page.contains("1. <a href=\"../runs/a%20first/report.html\">a first</a>"), "{page}");
    assert!(page.contains("2. later</th>"), "it has no report");
    assert!(part(&page, "details", "naga-2-failing").contains("../runs/a%20first/report.html#program="));
}

#[test]
fn runs_of_one_name_have_their_paths() {
    let folder = folder("same");
    let files = ["a/run.json", "b/run.json"].map(|name| folder.join(name));
    for file in &files {
        fs::create_dir_all(file.parent().expect("it is in a folder")).expect("the folder can be made");
        fs::write(file, results("results.json").text().expect("they have a form"))
            .expect("it can be written");
    }
    let path = write_history(&files, &folder).expect("the page can be written");
    let page = without_references(&fs::read_to_string(path).expect("it is there"));
    let name = |index: usize| files[index].display().to_string();
    assert!(
        page.contains(&format!("1. {}</th>", name(0))) && page.contains(&format!("2. {}</th>", name(1))),
        "{page}"
    );
}
