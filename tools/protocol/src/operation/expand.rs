//! The operation `expand`: combines the files of a program into plain WGSL, with conditions resolved.

use crate::error::MOST_DIAGNOSTICS;
use crate::reply::Reply;
use crate::request::{About, ExpandRecord, Program};
use crate::server::Server;
use serde::Serialize;
use shader_language::check_file;
use shader_source::record::DiagnosticRecord;
use std::sync::Arc;
use wgsl_modules::{Defines, File, FileIndex, Piece, Project};
use wgsl_spec::Edition;

/// The path of a program that has none.
const PATH: &str = "main.wesl";

#[derive(Serialize, Debug)]
struct Body<'a> {
    /// The program, without imports and conditions.
    wgsl: &'a str,
    /// Its parts that come from files, in ascending order.
    pieces: Vec<PieceRecord<'a>>,
    diagnostics: Vec<DiagnosticRecord<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    incomplete: Option<&'a str>,
}

/// The origin of a part of the program, in bytes.
#[derive(Serialize, Debug)]
struct PieceRecord<'a> {
    start: u32,
    end: u32,
    file: &'a str,
    origin_start: u32,
    origin_end: u32,
    /// Returns true if the part has the bytes of its origin.
    copy: bool,
}

impl<'a> PieceRecord<'a> {
    fn new(piece: &Piece, project: &'a Project) -> Self {
        let (span, origin) = (piece.span, piece.origin);
        Self {
            start: span.lo,
            end: span.hi,
            file: &project.file(origin.file).path,
            origin_start: origin.span.lo,
            origin_end: origin.span.hi,
            copy: piece.is_copy,
        }
    }
}

/// The files of a program, the program among them, and the names that conditions use.
///
/// # Errors
/// The path of the program is malformed.
pub(crate) fn project(
    program: &Program<'_>,
    members: &ExpandRecord,
    edition: Edition,
) -> Result<(Project, FileIndex, Defines), String> {
    let path = members.path.as_deref().unwrap_or(PATH);
    let others = members.files.iter().flatten().filter(|(name, _)| *name != path);
    let file = |path: &str, text: &str| File { path: path.to_owned(), text: Arc::from(text), root: None };
    let files = others.map(|(path, text)| file(path, text)).chain([file(path, &program.wgsl)]);
    let mut defines = Defines::default();
    for (name, value) in program.defines.iter().flatten() {
        defines.define(name, Some(value));
    }
    let project = Project::new(files.collect(), defines.clone(), edition);
    let root = project.find(path).ok_or_else(|| format!("`{path}` is not a valid path for a program"))?;
    Ok((project, root, defines))
}

/// Answers with the WGSL of a program, and its diagnostics in the files that it was written in.
pub(crate) fn expand(
    About { program, members }: &About<'_, ExpandRecord>,
    server: &mut Server,
    reply: Reply<'_>,
) {
    let validator = match server.validators.of(program) {
        Ok(validator) => validator,
        Err(message) => return reply.refuse(message),
    };
    let (project, root, defines) = match project(program, members, validator.options().edition) {
        Ok(project) => project,
        Err(message) => return reply.refuse(message),
    };
    let findings = check_file(&project, root, &defines, &[], validator);
    let expanded = project.link(root);
    let sources = findings.sources("", &program.wgsl);
    let limit = program.max_diagnostics.unwrap_or(MOST_DIAGNOSTICS);
    let diagnostics = findings.diagnostics.iter().take(limit);
    let body = Body {
        wgsl: expanded.text(),
        pieces: expanded.pieces().iter().map(|piece| PieceRecord::new(piece, &project)).collect(),
        diagnostics: diagnostics.map(|it| DiagnosticRecord::with_file(it, &sources)).collect(),
        incomplete: findings.incomplete.as_deref(),
    };
    reply.body(findings.is_accepted() && findings.incomplete.is_none(), body);
}

#[cfg(test)]
mod tests {
    use crate::{Options, Server};
    use serde_json::{Value, json};

    fn expand(members: &Value) -> Value {
        let mut request = json!({ "op": "expand" });
        request.as_object_mut().expect("an object").extend(members.as_object().expect("members").clone());
        let mut output = Vec::new();
        Server::new(Options::default()).answer(request.to_string().as_bytes(), &mut output);
        serde_json::from_slice(&output).expect("an answer is JSON")
    }

    #[test]
    fn files_and_conditions_become_one_program() {
        let main = "import package::util::f;\n@if(BIG) const n = 2;\n@else const n = 1;\nfn g() { f(n); }";
        let files = json!({ "util.wesl": "fn f(n: i32) {}" });
        let answer = expand(&json!({ "wgsl": main, "files": files, "defines": { "BIG": "true" } }));
        assert_eq!((&answer["ok"], &answer["diagnostics"]), (&json!(true), &json!([])), "{answer}");
        let wgsl = answer["wgsl"].as_str().expect("a program");
        assert!(wgsl.contains("n = 2") && wgsl.contains("fn f(") && !wgsl.contains("import"), "{wgsl}");
        // Each copied piece has the bytes of its origin.
        for piece in answer["pieces"].as_array().expect("a list").iter().filter(|it| it["copy"] == true) {
            let at = |name: &str| piece[name].as_u64().expect("an offset") as usize;
            let source = if piece["file"] == "main.wesl" { main } else { "fn f(n: i32) {}" };
            assert_eq!(wgsl[at("start")..at("end")], source[at("origin_start")..at("origin_end")]);
        }
    }

    #[test]
    fn diagnostics_are_in_the_files() {
        let main = "import package::util::f;\nfn g() { f(); }";
        let answer =
            expand(&json!({ "wgsl": main, "files": { "util.wesl": "\nfn f() { let x: u32 = 1.5; }" } }));
        let found = &answer["diagnostics"][0];
        assert_eq!(
            (&answer["ok"], &found["file"], &found["line"]),
            (&json!(false), &json!("util.wesl"), &json!(2))
        );
        let answer = expand(&json!({ "wgsl": main }));
        assert_eq!(
            (&answer["ok"], &answer["diagnostics"][0]["line"]),
            (&json!(false), &json!(1)),
            "{answer}"
        );
        let answer = expand(&json!({ "wgsl": "import light::sun;\nfn g() { sun(); }" }));
        assert_eq!(
            answer["incomplete"],
            "can't check this file: it imports `light::sun`, but `light` could not be found"
        );
    }
}
