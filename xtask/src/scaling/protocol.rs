//! The patterns of requests of the machine protocol.

use super::construct::Work;
use serde_json::{Value, json};
use shader_source::steps;
use wgsl_check_protocol::{Options, Server};

const PROGRAM: &str = "@group(0) @binding(0) var<storage, read_write> n: u32; @compute @workgroup_size(1) fn main() { n += 2; }";

/// The steps of requests to one server.
fn conversation(requests: impl Iterator<Item = Value>) -> u64 {
    let requests: Vec<Vec<u8>> = requests.map(|it| it.to_string().into_bytes()).collect();
    let mut server = Server::new(Options::default());
    let mut answer = Vec::new();
    steps::of(|| {
        for request in &requests {
            answer.clear();
            server.answer(request, &mut answer);
        }
    })
}

/// All patterns with their work.
pub(super) fn all() -> Vec<(&'static str, Work)> {
    let keep: Work = Box::new(|count| {
        conversation((0..count).map(|it| json!({ "op": "keep", "name": format!("n{it}"), "byte_count": 0 })))
    });
    let keep_again: Work = Box::new(|count| {
        conversation((0..count).map(|_| json!({ "op": "keep", "name": "n", "byte_count": 16 })))
    });
    let validate: Work = Box::new(|count| {
        conversation((0..count).map(|it| json!({ "op": "validate", "wgsl": format!("const a = {it};") })))
    });
    let run: Work = Box::new(|count| {
        let binding = json!({ "group": 0, "binding": 0, "kind": "storage", "data_base64": "BQAAAA==" });
        let request = json!({ "op": "run", "wgsl": PROGRAM, "bindings": [binding] });
        conversation(std::iter::repeat_n(request, count / 4))
    });
    let run_with_names: Work = Box::new(|count| {
        let kept = (0..count / 4).map(|it| {
            let binding = json!({ "group": 0, "binding": 0, "kind": "storage", "data_base64": "BQAAAA==", "keep": format!("n{it}") });
            json!({ "op": "run", "wgsl": PROGRAM, "bindings": [binding] })
        });
        conversation(kept)
    });
    let pipeline = |declaration: &'static str, key: &'static str| -> Work {
        Box::new(move |count| {
            let of = |text: &str, number: usize| text.replace('#', &number.to_string());
            let declarations: String = (0..count).map(|it| of(declaration, it)).collect();
            let constants: serde_json::Map<String, Value> =
                (0..count).map(|it| (of(key, it), json!(it))).collect();
            let wgsl = format!("{declarations}@compute @workgroup_size(1) fn main() {{}}");
            let request = json!({ "op": "pipeline", "wgsl": wgsl, "stage": "compute", "entry_point": "main", "constants": constants });
            conversation(std::iter::once(request))
        })
    };
    let by_name = pipeline("override o#: u32 = 0;\n", "o#");
    let by_id = pipeline("@id(#) override o#: u32 = 0;\n", "#");
    vec![
        ("protocol: values of overrides by name", by_name),
        ("protocol: values of overrides by id", by_id),
        ("protocol: keep many names", keep),
        ("protocol: keep one name again", keep_again),
        ("protocol: validate", validate),
        ("protocol: run", run),
        ("protocol: run and keep", run_with_names),
    ]
}
