//! Builtin values: each in every stage and direction, with its type and with others.
//! <https://www.w3.org/TR/WGSL/#builtin-inputs-outputs>

use super::family::{Family, behind, directives};
use wgsl_spec::{
    BuiltinValue, BuiltinValueRow, Direction, Edition, IoType, Rule, Scalar, ShaderStage, rules,
};
use wgsl_validator::needs::Extension;

/// Types that are tried in place of the right one.
const OTHERS: [IoType; 7] = [
    IoType::Scalar(Scalar::Bool),
    IoType::Scalar(Scalar::I32),
    IoType::Scalar(Scalar::U32),
    IoType::Scalar(Scalar::F32),
    IoType::Vector(3, Scalar::U32),
    IoType::Vector(4, Scalar::F32),
    IoType::Vector(4, Scalar::U32),
];

/// The cases of all builtin values.
pub(super) fn families() -> Vec<Family> {
    let values = BuiltinValue::ALL.into_iter();
    values.filter(|value| value.rows(Edition::Current).next().is_some()).map(family).collect()
}

fn family(value: BuiltinValue) -> Family {
    let name = value.name();
    let about = format!("The builtin value `{name}` in every stage and direction, and with other types.");
    let mut family = Family::new("builtin-values", name, about, value.section(), Vec::new());
    let rows: Vec<&BuiltinValueRow> = value.rows(Edition::Current).collect();
    for stage in ShaderStage::ALL {
        for direction in [Direction::Input, Direction::Output] {
            // A compute shader has no result.
            if (stage, direction) == (ShaderStage::Compute, Direction::Output) {
                continue;
            }
            let row = rows.iter().find(|row| row.stage == stage && row.direction == direction);
            let Some(row) = row else {
                add(
                    &mut family,
                    rows[0],
                    stage,
                    direction,
                    rows[0].ty,
                    Some(match direction {
                        Direction::Input => rules::IO_BUILTIN_INPUT_STAGE,
                        Direction::Output => rules::IO_BUILTIN_OUTPUT_STAGE,
                    }),
                );
                continue;
            };
            add(&mut family, row, stage, direction, row.ty, None);
            for ty in OTHERS.into_iter().filter(|ty| *ty != row.ty) {
                add(&mut family, row, stage, direction, ty, Some(rules::ATTR_BUILTIN_TYPE));
            }
        }
    }
    family
}

fn add(
    family: &mut Family,
    row: &BuiltinValueRow,
    stage: ShaderStage,
    direction: Direction,
    ty: IoType,
    broken: Option<&'static Rule>,
) {
    let mut needs: Vec<Extension> = row.enable.map(Extension::Enable).into_iter().collect();
    needs.extend(row.language.map(Extension::Language));
    let value = format!("@builtin({})", row.value.name());
    // A vertex shader returns a position, whatever else.
    let position = if stage == ShaderStage::Vertex && row.value != BuiltinValue::Position {
        "  @builtin(position) position: vec4<f32>,\n"
    } else {
        ""
    };
    let ty = type_name(ty);
    let way = if direction == Direction::Input { "input" } else { "output" };
    let direct = direct(stage, direction, &value, &ty, position).map(|text| ("direct", text));
    let member = ("member", member(stage, direction, &value, &ty, position));
    for (form, text) in direct.into_iter().chain([member]) {
        let program = format!("{}{text}", directives(&needs));
        let (line, column) = behind(program.split(&value).next().unwrap_or_default());
        let what = format!("{form} {} {way}: {ty}", stage.name());
        if let Some(rule) = broken {
            family.add_broken(&what, needs.clone(), program, (rule, line, column));
        } else {
            let rules = vec![row.rule, rules::ATTR_BUILTIN_TYPE];
            family.add_accepted(&what, needs.clone(), program, rules);
        }
    }
}

/// An entry point with the value as its parameter or result; `None` for a result with several parts, which must be a structure.
fn direct(stage: ShaderStage, direction: Direction, value: &str, ty: &str, position: &str) -> Option<String> {
    let attributes = attributes(stage);
    match direction {
        Direction::Input => Some(format!("{attributes}\nfn main({value} value: {ty}){}", body(stage))),
        Direction::Output => position
            .is_empty()
            .then(|| format!("{attributes}\nfn main() -> {value} {ty} {{\n  return {ty}();\n}}\n")),
    }
}

/// An entry point with the value in a structure.
fn member(stage: ShaderStage, direction: Direction, value: &str, ty: &str, position: &str) -> String {
    let attributes = attributes(stage);
    let member = format!("  {value} value: {ty},\n");
    match direction {
        Direction::Input => {
            format!("struct Input {{\n{member}}}\n{attributes}\nfn main(input: Input){}", body(stage))
        }
        Direction::Output => format!(
            "struct Output {{\n{position}{member}}}\n{attributes}\nfn main() -> Output {{\n  return Output();\n}}\n"
        ),
    }
}

fn attributes(stage: ShaderStage) -> String {
    match stage {
        ShaderStage::Compute => "@compute @workgroup_size(1)".to_owned(),
        ShaderStage::Vertex | ShaderStage::Fragment => format!("@{}", stage.name()),
    }
}

/// The result and body of an entry point that only has inputs.
fn body(stage: ShaderStage) -> &'static str {
    match stage {
        ShaderStage::Vertex => " -> @builtin(position) vec4<f32> {\n  return vec4<f32>();\n}\n",
        ShaderStage::Fragment | ShaderStage::Compute => " {\n}\n",
    }
}

fn type_name(ty: IoType) -> String {
    match ty {
        IoType::Scalar(scalar) => scalar.name().to_owned(),
        IoType::Vector(size, scalar) => format!("vec{size}<{}>", scalar.name()),
        IoType::FloatArrayUpTo(length) => format!("array<f32, {length}>"),
    }
}
