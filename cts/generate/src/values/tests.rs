use super::numbers::{number, values, written};
use super::program::{self, Source};
use super::rows::{Row, rows};
use super::signature::{Signature, signatures};
use super::value_type::{ValueType, members};
use std::fmt::Write;
use webgpu_model::{Binding, Command, Dispatch};
use wgsl_cts_cases::execution::Execution;
use wgsl_spec::{Edition, FunctionId, Scalar};
use wgsl_validator::layout::struct_layouts;
use wgsl_validator::{Options, Validator};

const fn vector(rows: u8, scalar: Scalar) -> ValueType {
    ValueType { columns: 1, rows, scalar }
}

const fn matrix(columns: u8, rows: u8, scalar: Scalar) -> ValueType {
    ValueType { columns, rows, scalar }
}

/// All signatures of a function, or of an operator with this many operands.
fn signatures_of(name: &str, count: usize) -> Vec<Signature> {
    let takes = |id: &FunctionId| {
        let overloads = id.get().overloads(Edition::Current);
        id.get().name == name && overloads.iter().any(|overload| overload.parameters.len() == count)
    };
    let id = FunctionId::ALL.into_iter().find(takes);
    signatures(id.expect("a function of the table").get())
}

/// The signature with these types.
fn signature(name: &str, parameters: &[ValueType]) -> Signature {
    let mut all = signatures_of(name, parameters.len()).into_iter();
    all.find(|it| it.parameters == parameters).expect("a row of the table")
}

fn validator() -> Validator {
    Validator::new(Options::default())
}

#[test]
fn members_lie_where_the_validator_has_them() {
    let scalars = [Scalar::U32, Scalar::F32, Scalar::F16];
    let floats = [Scalar::F32, Scalar::F16];
    let vectors = (1..5).flat_map(|rows| scalars.map(|scalar| vector(rows, scalar)));
    let sizes = (2..5).flat_map(|columns| (2..5).map(move |rows| (columns, rows)));
    let matrices = sizes.flat_map(|(columns, rows)| floats.map(|scalar| matrix(columns, rows, scalar)));
    let types: Vec<ValueType> = vectors.chain(matrices).collect();
    for (index, ty) in types.iter().enumerate() {
        let together = [*ty, vector(1, Scalar::F16), types[index * 7 % types.len()]];
        let names: Vec<String> =
            together.iter().enumerate().map(|(at, ty)| format!("a{at}: {}", ty.name())).collect();
        let text = format!("enable f16;\nstruct Row {{ @align(16) {} }}", names.join(", "));
        let module = validator().validate(&text);
        assert_eq!(module.diagnostics(), [], "{text}");
        let layout = &struct_layouts(module.typed())[0];
        let offsets: Vec<usize> = layout.members.iter().map(|member| member.offset as usize).collect();
        assert_eq!(members(&together, 16), (offsets, layout.size as usize), "{text}");
    }
}

#[test]
fn columns_of_three_rows_are_as_far_apart_as_those_of_four() {
    let offsets = |ty: ValueType| (0..ty.count()).map(|at| ty.offset(at)).collect::<Vec<usize>>();
    assert_eq!(offsets(matrix(2, 3, Scalar::F32)), [0, 4, 8, 16, 20, 24]);
    assert_eq!(offsets(matrix(2, 2, Scalar::F16)), [0, 2, 4, 6]);
    assert_eq!(offsets(vector(3, Scalar::U32)), [0, 4, 8]);
}

#[test]
fn one_parameter_takes_all_values_and_two_all_pairs() {
    let f32 = vector(1, Scalar::F32);
    let all = rows(&[f32]);
    assert_eq!(all.len(), values(f32, true).len());
    let pairs = rows(&[f32, vector(1, Scalar::Bool)]);
    assert_eq!(pairs.len(), values(f32, false).len() * 2);
    let mut different = pairs.clone();
    different.sort();
    different.dedup();
    assert_eq!(different.len(), pairs.len());
}

#[test]
fn parameters_behind_the_second_take_all_their_values() {
    for ty in [Scalar::F32, Scalar::I32, Scalar::U32, Scalar::Bool].map(|scalar| vector(1, scalar)) {
        let rows = rows(&[ty; 8]);
        for value in values(ty, false) {
            for parameter in 0..8 {
                assert!(rows.iter().any(|row| row[parameter] == [value]), "{ty:?} {parameter} {value:x}");
            }
        }
    }
}

#[test]
fn components_are_values_that_follow_each_other() {
    let list = values(vector(3, Scalar::I32), true);
    let rows = rows(&[vector(3, Scalar::I32)]);
    assert_eq!(rows[1], [list[1..4].to_vec()]);
    assert_eq!(rows.last(), Some(&vec![vec![list[list.len() - 1], list[0], list[1]]]));
}

#[test]
fn literals_have_exactly_their_value() {
    for scalar in [Scalar::F32, Scalar::F16, Scalar::I32, Scalar::U32, Scalar::Bool] {
        let ty = vector(1, scalar);
        let mut text = "enable f16;\n".to_owned();
        let all = values(ty, true);
        for bits in &all {
            let (literal, value) = (written(ty, &[*bits]), number(scalar, *bits));
            let condition = match scalar {
                Scalar::F16 | Scalar::F32 => format!("{}({literal}) == {value:?}", scalar.name()),
                Scalar::Bool => format!("u32({literal}) == {value}"),
                Scalar::I32 | Scalar::U32 | Scalar::AbstractInt | Scalar::AbstractFloat => {
                    format!("{literal} == {value}")
                }
            };
            let _ = writeln!(text, "const_assert {condition};");
        }
        assert_eq!(validator().diagnose(&text), [], "{text}");
    }
    assert_eq!(written(vector(1, Scalar::F32), &[0x8000_0000]), "(-0e0f)");
    assert_eq!(written(vector(2, Scalar::I32), &[0x8000_0000, 1]), "vec2<i32>(i32(-2147483648), i32(1))");
}

#[test]
fn signatures_are_concrete_and_differ() {
    let names: Vec<String> = signatures_of("abs", 1).iter().map(Signature::name).collect();
    assert_eq!(names.len(), 16);
    assert!(names.iter().all(|name| !name.contains("Abstract")), "{names:?}");
    let to_itself = signatures_of("bitcast", 1).into_iter().filter(|it| it.name() == "<f32>f32");
    assert_eq!(to_itself.count(), 1);
    assert!(signatures_of("vec2", 1).iter().all(|it| it.name().starts_with('<')));
    assert_eq!(signatures_of("-", 1)[0].expression(&["a0".to_owned()]), "-a0");
}

#[test]
fn both_members_of_a_structure_are_results() {
    let frexp = signature("frexp", &[vector(2, Scalar::F16)]);
    let results: Vec<_> = frexp.results.iter().map(|part| (part.member, part.ty)).collect();
    let expected = [("fract", Scalar::F16), ("exp", Scalar::I32)];
    assert_eq!(results, expected.map(|(member, scalar)| (Some(member), vector(2, scalar))));
}

#[test]
fn rows_with_errors_are_no_const_expressions() {
    let acos = signature("acos", &[vector(1, Scalar::F32)]);
    let row = |number: f32| vec![vec![number.to_bits()]];
    let rows = vec![row(2.0), row(0.5), row(-3.0), row(1.0)];
    let rows = program::without_errors(&acos, Source::Constant, rows, &mut validator());
    assert_eq!(rows, [row(0.5), row(1.0)]);
    let divide = signature("/", &[vector(1, Scalar::I32); 2]);
    let row = |divisor: u32| vec![vec![7], vec![divisor]];
    let wanted = |index| {
        program::without_errors(&divide, Source::Beside(index), vec![row(2), row(0)], &mut validator())
    };
    assert_eq!((wanted(0), wanted(1)), (vec![row(2)], vec![row(2), row(0)]));
}

fn made(signature: &Signature, source: Source, rows: &[Row]) -> (String, Execution) {
    (program::text(signature, source, rows), program::execution(signature, source, rows))
}

fn dispatch(execution: &Execution) -> &Dispatch {
    let Command::Dispatch(dispatch) = &execution.command else { panic!("a dispatch") };
    dispatch
}

/// The bytes of the buffer of arguments, and of the buffer of results.
fn bytes(execution: &Execution) -> [&[u8]; 2] {
    let [given, results] = execution.command.bindings() else { panic!("two buffers") };
    [given, results].map(|Binding { data, .. }| data.bytes())
}

#[test]
fn rows_are_bound_with_the_stride_of_their_structure() {
    let dot = signature("dot", &[vector(3, Scalar::F32); 2]);
    let rows = rows(&dot.parameters);
    let (text, execution) = made(&dot, Source::Storage, &rows);
    assert!(text.contains("results[row].value = dot(a0, a1);"), "{text}");
    assert!(text.contains("var<storage> given: array<Row>;"), "{text}");
    let [given, results] = bytes(&execution);
    assert_eq!((given.len(), results.len()), (32 * rows.len(), 4 * rows.len()));
    let bytes: Vec<u8> = rows[1].concat().iter().flat_map(|word| word.to_le_bytes()).collect();
    assert_eq!(given[32..44], bytes[..12]);
    assert_eq!(given[48..60], bytes[12..]);
    let (text, execution) = made(&dot, Source::Uniform, &rows);
    assert!(text.contains(&format!("var<uniform> given: array<Row, {}>;", rows.len())), "{text}");
    assert!(dispatch(&execution).workgroups[0] as usize * 64 >= rows.len());
}

#[test]
fn arguments_are_written_down_beside_those_of_a_buffer() {
    let subtract = signature("-", &[vector(1, Scalar::I32); 2]);
    let rows = [vec![vec![5], vec![1]], vec![vec![5], vec![2]]];
    let (text, execution) = made(&subtract, Source::Beside(0), &rows);
    assert!(text.contains("results[row * 2u + 0u].value = a0 - i32(1);\n"), "{text}");
    assert!(text.contains("results[row * 2u + 1u].value = a0 - i32(2);\n"), "{text}");
    let [given, results] = bytes(&execution);
    let count = values(vector(1, Scalar::I32), true).len();
    assert_eq!((given.len(), results.len()), (16 * count, 8 * count));
    let (text, _) = made(&subtract, Source::Beside(1), &rows[..1]);
    assert!(text.contains("results[row].value = i32(5) - a1;\n"), "{text}");
}

#[test]
fn overrides_have_the_values_of_their_row() {
    let ldexp = signature("ldexp", &[vector(1, Scalar::F32), vector(1, Scalar::I32)]);
    let row = vec![vec![1.5_f32.to_bits()], vec![(-3_i32) as u32]];
    let (text, execution) = made(&ldexp, Source::Override(1), &[row]);
    assert!(text.contains("override a1: i32;\n") && text.contains("ldexp(a0, a1)"), "{text}");
    let constants = [("a0".to_owned(), 1.5), ("a1".to_owned(), -3.0)];
    assert_eq!(dispatch(&execution).shader.constants, constants);
}

#[test]
fn bools_lie_in_memory_as_numbers() {
    let not = signature("!", &[vector(2, Scalar::Bool)]);
    let (text, _) = made(&not, Source::Storage, &rows(&not.parameters));
    assert!(text.contains("let a0 = given[row].a0 != vec2<u32>(0u);"), "{text}");
    assert!(text.contains(".value = select(vec2<u32>(0u), vec2<u32>(1u), !a0);"), "{text}");
    let (text, _) = made(&not, Source::Constant, &[vec![vec![1, 0]]]);
    assert!(text.contains("var value = !vec2<bool>(true, false);"), "{text}");
    assert!(text.contains("results[0].value = select(vec2<u32>(0u), vec2<u32>(1u), value);"), "{text}");
}

#[test]
fn every_buffer_of_rows_fits_a_uniform_binding() {
    for family in super::calls().into_iter().chain(super::operators()) {
        for instance in family.instances {
            let execution = instance.execution.expect("it is executed");
            assert!(execution.compares(), "{}", instance.name);
            let given = &execution.command.bindings()[0];
            assert!(given.data.bytes().len() <= 65536, "{}", instance.name);
        }
    }
}
