//! Builtin values: each in every stage and direction, with its type and with others.
//! <https://www.w3.org/TR/WGSL/#builtin-inputs-outputs>

use super::family::{Family, Found};
use wgsl_spec::{
    BuiltinValue, BuiltinValueRow, Code, Direction, Edition, EnableExtension, IoType,
    RuleId, Scalar, ShaderStage,
};
use wgsl_validator::needs::Extension;

/// Types that are tried where they are not wanted.
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
    let rules = RuleId::ALL.iter().copied().filter(|rule| {
        let id = rule.get().id;
        id == "attr.builtin.type"
            || id.strip_prefix("bv.").is_some_and(|rest| rest.split('.').next() == Some(name))
    });
    let about = format!("The builtin value `{name}` in every stage and direction, and with other types.");
    let mut family = Family::new("builtin-values", name, about, value.anchor(), rules.collect());
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
                    Some(Code::InterfaceBuiltinValueStage),
                );
                continue;
            };
            add(&mut family, row, stage, direction, row.ty, None);
            for ty in OTHERS.into_iter().filter(|ty| *ty != row.ty) {
                add(&mut family, row, stage, direction, ty, Some(Code::InterfaceBuiltinValueType));
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
    code: Option<Code>,
) {
    let mut needs: Vec<Extension> = row.enable.map(Extension::Enable).into_iter().collect();
    needs.extend(row.language.map(Extension::Language));
    let ty = type_name(ty);
    let member = format!("  @builtin({}) value: {ty},\n", row.value.name());
    for form in ["direct", "member"] {
        let mut program: String =
            needs.iter().filter_map(enable).map(|enable| format!("enable {};\n", enable.name())).collect();
        let found = entry_point(&mut program, row.value, form, stage, direction, &ty, &member, code);
        let way = if direction == Direction::Input { "input" } else { "output" };
        family.add(&format!("{form} {} {way}: {ty}", stage.name()), needs.clone(), program, found);
    }
}

/// Writes an entry point with the builtin value, and says where the code is found.
#[allow(clippy::too_many_arguments, reason = "each is a word of the program")]
fn entry_point(
    program: &mut String,
    value: BuiltinValue,
    form: &str,
    stage: ShaderStage,
    direction: Direction,
    ty: &str,
    member: &str,
    code: Option<Code>,
) -> Found {
    let marked = format!("@builtin({})", value.name());
    let attributes = match stage {
        ShaderStage::Compute => "@compute @workgroup_size(1)".to_owned(),
        _ => format!("@{}", stage.name()),
    };
    // A vertex shader returns a position, whatever else.
    let position = "@builtin(position) vec4<f32>";
    let needs_position = stage == ShaderStage::Vertex && value != BuiltinValue::Position;
    match (direction, form) {
        (Direction::Input, "direct") => {
            program.push_str(&format!("{attributes}\nfn main({marked} value: {ty})"));
        }
        (Direction::Input, _) => {
            program.push_str(&format!("struct Input {{\n{member}}}\n{attributes}\nfn main(input: Input)"));
        }
        (Direction::Output, "direct") if !needs_position => {
            program.push_str(&format!("{attributes}\nfn main() -> {marked} {ty} {{\n  return {ty}();\n}}\n"));
        }
        (Direction::Output, _) => {
            let other = if needs_position { "  @builtin(position) position: vec4<f32>,\n" } else { "" };
            program.push_str(&format!(
                "struct Output {{\n{other}{member}}}\n{attributes}\nfn main() -> Output {{\n  return Output();\n}}\n"
            ));
        }
    }
    if direction == Direction::Input {
        let result = if stage == ShaderStage::Vertex {
            format!(" -> {position} {{\n  return vec4<f32>();\n}}\n")
        } else {
            " {\n}\n".to_owned()
        };
        program.push_str(&result);
    }
    let code = code?;
    let before = program.split(&marked).next().unwrap_or_default();
    let line = before.matches('\n').count() as u32 + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().len() as u32 + 1;
    Some((code, line, column))
}

fn enable(extension: &Extension) -> Option<EnableExtension> {
    match extension {
        Extension::Enable(extension) => Some(*extension),
        Extension::Language(_) => None,
    }
}

fn type_name(ty: IoType) -> String {
    match ty {
        IoType::Scalar(scalar) => scalar.name().to_owned(),
        IoType::Vector(size, scalar) => format!("vec{size}<{}>", scalar.name()),
        IoType::FloatArrayUpTo(length) => format!("array<f32, {length}>"),
    }
}
