//! Inventories as SARIF 2.1.0: a result for each kernel, with its record as properties.

use super::record::{FileRecord, InventoryRecord, KernelRecord, PlaceRecord};
use crate::render::uri;
use serde_json::{Value, json};

/// Returns the log.
pub(super) fn log(inventory: &InventoryRecord) -> Value {
    let results: Vec<Value> = inventory
        .files
        .iter()
        .flat_map(|file| file.kernels.iter().map(|kernel| result(file, kernel)))
        .collect();
    let description = "A kernel of C++ AMP: what it uses, and which targets can have it";
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "columnKind": "utf16CodeUnits",
            "tool": { "driver": {
                "name": "wgsl-check",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": [{ "id": "amp/kernel", "shortDescription": { "text": description } }],
            } },
            "results": results,
            "properties": { "summary": inventory.summary },
        }],
    })
}

fn result(file: &FileRecord, kernel: &KernelRecord) -> Value {
    let target = &kernel.targets[0];
    let level = if target.accepted { "note" } else { "warning" };
    let related: Vec<Value> = target
        .blockers
        .iter()
        .map(|blocker| {
            let mut location = location(&blocker.place, &file.file);
            location["message"] = json!({ "text": format!("{}: {}", blocker.reason, blocker.detail) });
            location
        })
        .collect();
    json!({
        "ruleId": "amp/kernel",
        "ruleIndex": 0,
        "level": level,
        "message": { "text": format!("kernel `{}`: WGSL: {}", kernel.name, target.shown()) },
        "locations": [location(&kernel.place, &file.file)],
        "relatedLocations": related,
        "properties": { "kernel": kernel },
    })
}

fn location(place: &PlaceRecord, file: &str) -> Value {
    json!({
        "physicalLocation": {
            "artifactLocation": { "uri": uri(place.file.as_deref().unwrap_or(file)) },
            "region": { "startLine": place.line, "startColumn": place.column },
        },
    })
}
