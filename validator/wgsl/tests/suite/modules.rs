//! Modules and stages as values.

use wgsl_spec::{Code, Edition, ShaderStage, codes};
use wgsl_validator::ast::DeclKind;
use wgsl_validator::types::TypeId;
use wgsl_validator::{Module, Options, PipelineRequest, Stage, Validator, Work, validate};

fn is_shared<T: Clone + Send + Sync + 'static>(_: &T) {}

/// The type of a variable of the module.
fn type_of(module: &Module, name: &str) -> TypeId {
    let typed = module.typed();
    let named = |kind: DeclKind| match kind {
        DeclKind::Variable(id) => (typed.name(typed.syntax.ast[id].name) == name).then_some(id),
        _ => None,
    };
    let id = typed.syntax.ast.decls.iter().find_map(|decl| named(decl.kind)).expect("a variable");
    typed.meaning[id].typed.ty
}

fn constants(values: &[(&str, f64)]) -> PipelineRequest {
    let constants = values.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect();
    PipelineRequest { constants, ..PipelineRequest::default() }
}

#[test]
fn a_module_owns_what_it_was_made_of() {
    let options = Options { edition: Edition::Draft2022, ..Options::default() };
    let module = validate(&String::from("let a = 1;"), &options);
    is_shared(&module);
    assert_eq!((module.source(), module.edition()), ("let a = 1;", Edition::Draft2022));
    assert_eq!(module.target(), &options.target);
}

#[test]
fn a_module_with_errors_keeps_the_rest_of_its_meaning() {
    let module = validate("const a = 1u; const b = a + c; const d = b; const e = 2f;", &Options::default());
    let codes: Vec<Option<&Code>> = module.diagnostics().iter().map(|found| found.rule.code).collect();
    assert_eq!(codes, [Some(codes::RESOLVE_UNKNOWN_IDENTIFIER)]);
    let types = ["a", "b", "d", "e"].map(|name| type_of(&module, name));
    assert_eq!(types, [TypeId::U32, TypeId::ERROR, TypeId::ERROR, TypeId::F32]);
    assert!(!module.is_accepted());
}

#[test]
fn a_rejected_module_has_no_stages() {
    let mut validator = Validator::default();
    let module = validator.validate("@fragment fn f() { no_such_function(); }");
    let found = validator.specialize(&module, &PipelineRequest::default()).expect_err("it is rejected");
    assert_eq!(found, module.diagnostics());
    assert_eq!(validator.work(), Work { parses: 1, checks: 1, specializations: 0 });
}

#[test]
fn stages_leave_their_module_as_it_is() {
    let text = "override a: u32 = 1; override b = a * 2; var<private> unused = 1;
        @compute @workgroup_size(b) fn f() {}";
    let mut validator = Validator::default();
    let module = validator.validate(text);
    let number = |stage: &Stage| {
        let typed = stage.typed();
        let values = typed.meaning.variables().iter().map(|info| info.typed.constant);
        values.map(|value| value.map(|value| typed.meaning.constants.first(value))).collect::<Vec<_>>()
    };
    let one = validator.specialize(&module, &constants(&[])).expect("a stage");
    let other = validator.specialize(&module, &constants(&[("a", 20.0)])).expect("a stage");
    assert_eq!(number(&one), [Some(1), Some(2), None]);
    assert_eq!(number(&other), [Some(20), Some(40), None]);
    assert!(module.meaning().variables().iter().all(|info| info.typed.constant.is_none()));
    assert_eq!(
        (one.stage(), one.name(), one.reached()),
        (ShaderStage::Compute, "f", &[true, true, false, true][..])
    );
    assert!(validator.specialize(&module, &constants(&[("a", -1.0)])).is_err());
    assert_eq!(validator.work(), Work { parses: 1, checks: 1, specializations: 2 });
}

#[test]
fn a_stage_is_judged_as_its_module_was() {
    let options =
        Options { target: "portable,workgroup-bytes=64".parse().expect("a target"), ..Options::default() };
    let module = validate(
        "override n = 1u; var<workgroup> w: array<u32, n>; @compute @workgroup_size(1) fn f() { _ = w[0]; }",
        &options,
    );
    let stage = |n| Validator::default().specialize(&module, &constants(&[("n", n)]));
    assert!(stage(16.0).is_ok());
    let codes: Vec<Option<&Code>> =
        stage(17.0).expect_err("too large").iter().map(|found| found.rule.code).collect();
    assert_eq!(codes, [Some(codes::LIMIT_WORKGROUP_BYTES)]);
}

#[test]
fn memory_is_taken_back_when_nobody_else_holds_it() {
    let mut validator = Validator::default();
    let first = validator.validate("const a = 1;");
    let copy = first.clone();
    assert_eq!(validator.recycle(first), []);
    let second = validator.validate("fn f() { x; }");
    assert_eq!(copy.source(), "const a = 1;");
    assert_eq!(validator.recycle(second).len(), 1);
    assert_eq!(validator.validate("const b = 2u;").source(), "const b = 2u;");
}
