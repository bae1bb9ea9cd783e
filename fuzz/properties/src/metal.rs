//! The front end for Metal judges any bytes, and an accepted program is lowered and translated.

use crate::source_of;
use msl_spec::Dialect;
use msl_translate::{Request, translate};
use msl_validator::meaning::Module;
use msl_validator::{Options, module};
use wgsl_spec::Phase;
use wgsl_validator::diagnostic::Severity;

/// The threads of threadgroups.
const THREADS: [u32; 3] = [4, 1, 1];

/// Any bytes are judged for two dialects, and every finding lies in the source. Each function of a pipeline of an accepted program is
/// lowered to a program that is valid, or refused, and translated to WGSL that is valid, or refused.
///
/// # Panics
/// They are not.
pub fn metal(bytes: &[u8]) {
    let source = source_of(bytes);
    for dialect in [Dialect::OsxMetal22, Dialect::Naga] {
        let module = module(&source, &Options { dialect, definitions: Vec::new() });
        for found in &module.diagnostics {
            let labels = found.labels.iter().map(|label| label.span);
            let mut places = std::iter::once(found.primary.span).chain(labels);
            assert!(places.all(|span| source.get(span.lo as usize..span.hi as usize).is_some()), "{found:?}");
        }
        if module.is_accepted() {
            for entry in &module.entry_points {
                look(&module, module.entry_name(entry), &source);
            }
        }
    }
}

fn look(module: &Module, name: &str, source: &str) {
    let request = msl_lower::Request { workgroup_size: Some(THREADS), ..msl_lower::Request::default() };
    if let Ok(program) = msl_lower::lower(module, name, &request) {
        assert_eq!(shader_ir::verify(&program), Ok(()), "{source}");
    }
    let request = Request { entry_point: name.to_owned(), threadgroup_size: THREADS, ..Request::default() };
    let Ok(translation) = translate(module, &request) else { return };
    let judged = wgsl_validator::validate(&translation.wgsl, &wgsl_validator::Options::default());
    // Metal does not demand control flow that is known to be uniform.
    let is_mistake = |it: &&wgsl_validator::diagnostic::Diagnostic| {
        it.severity == Severity::Error && !it.rule.is_of_phase(Phase::Uniformity)
    };
    let mistake = judged.diagnostics().iter().find(is_mistake);
    assert!(mistake.is_none(), "{mistake:?}\n{source}\n{}", translation.wgsl);
}
