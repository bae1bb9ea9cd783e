//! The translation of kernels to WGSL, which the validator and naga must accept.

use msl_translate::{LaunchRequest, Refusal, translate_launch};
use msl_validator::amp::{Program, kernel_of_launch};
use naga::valid::{Capabilities, ValidationFlags, Validator};
use shader_source::Span;
use shader_source::diagnostic::Severity;

/// The kernels of all launches, each with the reason why it has no translation.
pub(super) fn translated(program: &Program) -> Vec<(Span, Option<String>)> {
    let module = &program.module;
    let mut results = Vec::new();
    for instance in program.launches() {
        let Some(kernel) = kernel_of_launch(module, instance) else { continue };
        let place = module.ast[module.instances[kernel].function].name_span;
        let request = LaunchRequest { name: "kernel".to_owned(), instance, library: program.library() };
        let result = translate_launch(module, &request);
        let reason = match &result {
            Ok(translation) => rejected(&translation.translation.wgsl),
            Err(Refusal::NoCounterpart(found)) => found.first().map(|found| found.message.clone()),
            Err(refusal) => Some(refusal.to_string()),
        };
        results.push((place, reason));
    }
    results
}

/// Why WGSL is not accepted.
fn rejected(text: &str) -> Option<String> {
    let module = wgsl_validator::validate(text, &wgsl_validator::Options::default());
    let found = module.diagnostics().iter().find(|found| found.severity == Severity::Error);
    if let Some(found) = found {
        return Some(format!("rejected by the validator: {}: {}", found.rule.id, found.message));
    }
    let module = match naga::front::wgsl::parse_str(text) {
        Ok(module) => module,
        Err(error) => return Some(format!("rejected by naga: {}", error.message())),
    };
    let result = Validator::new(ValidationFlags::all(), Capabilities::default()).validate(&module);
    result.err().map(|error| format!("rejected by naga: {}", error.as_inner()))
}
