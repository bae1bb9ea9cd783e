//! Plans: values of parameters, and the skeletons that have places for them.

use amp_run::{Argument, Plan, run, skeleton};
use cxx_validator::{Headers, Source};
use msl_validator::amp::{self, Program};
use shader_run::execute::Options;

fn checked(text: &str) -> Program {
    let begin = "#include <amp.h>\n#include <amp_graphics.h>\nusing namespace concurrency;\nusing namespace concurrency::graphics;\n";
    let program = amp::program(Source::text(&format!("{begin}{text}")), &[], Headers::NONE);
    assert!(program.has_meaning() && program.unresolved.is_empty(), "{:?}", program.module.diagnostics);
    program
}

/// The arguments after a strict run without faults, or why the plan can't be used.
fn result(program: &Program, plan: &str) -> Result<Vec<Argument>, String> {
    let plan = Plan::read(plan).map_err(|error| error.to_string())?;
    let number = plan.function(program).map_err(|error| error.to_string())?;
    let arguments = plan.arguments(&program.module, number, &|_| Err("no files".to_owned()));
    let arguments = arguments.map_err(|error| error.to_string())?;
    let options = Options { strict: true, ..Options::default() };
    let outcome = run(program, number, &arguments, &options).map_err(|error| error.to_string())?;
    let faults: Vec<_> = outcome.launches.iter().flat_map(|launch| &launch.faults).collect();
    assert!(faults.is_empty(), "{faults:?}");
    Ok(outcome.arguments)
}

fn floats(argument: &Argument) -> Vec<f32> {
    argument.bytes().chunks(4).map(|it| f32::from_le_bytes(it.try_into().expect("four bytes"))).collect()
}

const SAMPLED: &str = "void go(texture_view<const float, 2> in, writeonly_texture_view<float_2, 1> out, texture_view<int, 1> both, const sampler& how) {
    parallel_for_each(both.extent, [=](index<1> i) restrict(amp) {
        float x = (float(i[0]) + 0.5f) / 2;
        out.set(i, float_2(in.sample(how, float_2(x, 0.25f)), in(1, i[0] & 1)));
        both.set(i, 10 * both[i]);
    });
}";

/// C++ AMP 1.2 (10.2 to 10.5)
#[test]
fn views_of_textures_and_samplers_are_parameters() {
    let program = checked(SAMPLED);
    let plan = |how: &str| {
        format!(
            "call: go\narguments:\n  in: {{ extent: [2, 2], elements: [1, 2, 3, 4] }}\n  out: {{ extent: [3] }}\n  both: [5, 6, 7]\n  how: {how}\n"
        )
    };
    let colors = |how: &str| floats(&result(&program, &plan(how)).expect("a result")[1]);
    assert_eq!(colors("{ filter: point, address: clamp }"), [1.0, 3.0, 2.0, 4.0, 2.0, 3.0]);
    assert_eq!(colors("{ filter: point, address: wrap }"), [1.0, 3.0, 2.0, 4.0, 1.0, 3.0]);
    assert_eq!(
        colors("{ filter: point, address: border, border: [9, 0, 0, 0] }"),
        [1.0, 3.0, 2.0, 4.0, 9.0, 3.0]
    );
    // `sampler()` filters linearly: the row is the first one.
    assert_eq!(colors("{ address: clamp }"), [1.0, 3.0, 2.0, 4.0, 2.0, 3.0]);
    let after = result(&program, &plan("{ filter: point }")).expect("a result");
    assert_eq!(after[2].bytes(), [50, 60, 70_i32].map(i32::to_le_bytes).concat());
    let refused = |how: &str| result(&program, &plan(how)).expect_err("a refusal");
    assert_eq!(refused("7"), "`how`: expected the modes of a sampler: { filter: linear, address: clamp }");
    assert!(
        refused("{ filter: cubic }").contains("unknown variant `cubic`"),
        "{}",
        refused("{ filter: cubic }")
    );
}

#[test]
fn skeletons_have_places_for_textures() {
    let found = skeleton(&checked(SAMPLED));
    let expected = "call: go
arguments:
  in: { extent: [\"?\", \"?\"] } # texels `const float`, 2 dimensions
  out: { extent: [\"?\"] } # texels `float_2`, 1 dimensions
  both: { extent: [\"?\"] } # texels `int`, 1 dimensions
  how: { filter: linear, address: clamp } # sampler
";
    assert_eq!(found, expected);
}

#[test]
fn an_argument_has_one_value() {
    let error = |plan: &str| Plan::read(plan).expect_err("a refusal").to_string();
    let twice = error("call: go\narguments:\n  in: 1\n  out: 2\n  in: 3\n");
    assert!(twice.contains("`in` has two values"), "{twice}");
    assert!(
        error("call: a\ncall: b\n").contains("duplicate field `call`"),
        "{}",
        error("call: a\ncall: b\n")
    );
    assert!(Plan::read("call: go\narguments:\n").is_ok());
}
