//! Inventories as a page.

use super::record::{FileRecord, InventoryRecord, KernelRecord};
use std::fmt::Write as _;

const STYLE: &str = "body{font:14px/1.4 system-ui,sans-serif;margin:2em}table{border-collapse:collapse;margin:.5em 0 2em}\
th,td{border:1px solid #ccc;padding:.2em .6em;text-align:left;vertical-align:top}th{background:#f4f4f4}\
td.yes{background:#e6f4e6}td.no{background:#fbe9e7}small{color:#555}";

/// Returns the page.
pub(super) fn page(inventory: &InventoryRecord) -> String {
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>C++ AMP inventory</title>\n\
        <style>{STYLE}</style>\n<h1>C++ AMP inventory</h1>\n<ul>\n"
    );
    for line in inventory.summary.lines() {
        let _ = writeln!(page, "<li>{}</li>", escaped(&line));
    }
    page.push_str("</ul>\n");
    for file in &inventory.files {
        write_file(file, &mut page);
    }
    page.push_str("</html>\n");
    page
}

fn write_file(file: &FileRecord, page: &mut String) {
    let _ = writeln!(page, "<h2>{}</h2>", escaped(&file.file));
    if !file.kernels.is_empty() {
        page.push_str(
            "<table>\n<tr><th>line<th>kernel<th>shape<th>tile_static<th>uses<th>captures<th>wgsl<th>wgsl-raised<th>hlsl<th>c++</tr>\n",
        );
        for kernel in &file.kernels {
            write_kernel(kernel, page);
        }
        page.push_str("</table>\n");
    }
    for place in &file.left_out {
        let _ = writeln!(page, "<p>line {}: left out by a condition</p>", place.line);
    }
    for used in &file.interop {
        let _ = writeln!(page, "<p>line {}: interop: {}</p>", used.place.line, escaped(&used.name));
    }
}

fn write_kernel(kernel: &KernelRecord, page: &mut String) {
    let arguments = kernel.template_arguments.join(", ");
    let _ = write!(
        page,
        "<tr><td>{}<td>{}<br><small>{} {}</small><td>{}<td>{}<td>{}<td>{}",
        kernel.place.line,
        escaped(&kernel.name),
        kernel.state,
        escaped(&arguments),
        escaped(&kernel.shape()),
        kernel.bytes(),
        escaped(&kernel.features()),
        escaped(&kernel.captures().join("\n")).replace('\n', "<br>"),
    );
    for target in &kernel.targets {
        let class = if target.accepted { "yes" } else { "no" };
        let details = target.blockers.iter();
        let details: Vec<String> = details.map(|it| format!("{}: {}", it.reason, it.detail)).collect();
        let shown = if target.accepted {
            "yes".to_owned()
        } else {
            escaped(&details.join("\n")).replace('\n', "<br>")
        };
        let _ = write!(page, "<td class=\"{class}\">{shown}");
    }
    page.push_str("</tr>\n");
}

/// A text without characters that mean something in HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
