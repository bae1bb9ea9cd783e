//! Conversions: a value of every type for an expected type of every kind, in every place that expects a type.
//! <https://www.w3.org/TR/WGSL/#feasible-automatic-conversion>

use super::argument::{Argument, Source};
use super::family::{Family, behind, directives};
use wgsl_spec::{EnableExtension, Rule, Scalar, Section, codes, conversion_rank, rules, sections};
use wgsl_validator::needs::Extension;

/// A place that expects a value of a type.
struct TypedPlace {
    name: &'static str,
    section: &'static Section,
    /// The rule that says which values are accepted.
    rule: &'static Rule,
    /// Whether the value must be a const-expression.
    is_constant: bool,
    /// `TYPE` stands for the expected type, `VALUE` for the value.
    program: &'static str,
}

const PLACES: [TypedPlace; 8] = [
    TypedPlace {
        name: "let",
        section: sections::LET_DECLS,
        rule: rules::DECL_INIT_CONVERTIBLE,
        is_constant: false,
        program: "fn f() {\n  let a: TYPE = VALUE;\n}\n",
    },
    TypedPlace {
        name: "const",
        section: sections::CONST_DECLS,
        rule: rules::DECL_INIT_CONVERTIBLE,
        is_constant: true,
        program: "const a: TYPE = VALUE;\n",
    },
    TypedPlace {
        name: "variable",
        section: sections::VAR_DECLS,
        rule: rules::DECL_INIT_CONVERTIBLE,
        is_constant: false,
        program: "fn f() {\n  var a: TYPE = VALUE;\n}\n",
    },
    TypedPlace {
        name: "module variable",
        section: sections::VAR_DECLS,
        rule: rules::DECL_VAR_INITIALIZER_TYPE,
        is_constant: true,
        program: "var<private> a: TYPE = VALUE;\n",
    },
    TypedPlace {
        name: "assignment",
        section: sections::SIMPLE_ASSIGNMENT_SECTION,
        rule: rules::STMT_ASSIGN_TYPE,
        is_constant: false,
        program: "fn f() {\n  var a: TYPE;\n  a = VALUE;\n}\n",
    },
    TypedPlace {
        name: "return",
        section: sections::RETURN_STATEMENT,
        rule: rules::STMT_RETURN_TYPE,
        is_constant: false,
        program: "fn f() -> TYPE {\n  return VALUE;\n}\n",
    },
    TypedPlace {
        name: "argument",
        section: sections::FUNCTION_CALLS,
        rule: rules::CALL_ARG_TYPE,
        is_constant: false,
        program: "fn g(a: TYPE) {\n}\nfn f() {\n  g(VALUE);\n}\n",
    },
    TypedPlace {
        name: "element",
        section: sections::ARRAY_BUILTIN,
        rule: rules::BUILTIN_FN_ARRAY,
        is_constant: false,
        program: "fn f() {\n  let a = array<TYPE, 1>(VALUE);\n}\n",
    },
];

/// The cases of all places.
pub(super) fn families() -> Vec<Family> {
    PLACES.iter().map(family).collect()
}

fn family(place: &TypedPlace) -> Family {
    let about = format!(
        "Values of all types where a different type is expected, as {}: only convertible values are accepted.",
        place.name
    );
    let mut family = Family::new("conversions", place.name, about, place.section, vec![place.rule]);
    for wanted in types(&[Scalar::I32, Scalar::U32, Scalar::F32, Scalar::F16, Scalar::Bool]) {
        for given in types(&Scalar::ALL) {
            add(&mut family, place, wanted, given);
        }
    }
    family
}

/// Scalars, vectors of two sizes and matrices of these scalars, and an array.
fn types(scalars: &[Scalar]) -> Vec<Argument> {
    let mut all: Vec<Argument> = scalars.iter().map(|scalar| Argument::scalar(*scalar)).collect();
    for rows in [2, 4] {
        all.extend(scalars.iter().map(|scalar| Argument::vector(rows, *scalar)));
    }
    let floats = scalars.iter().filter(|scalar| scalar.is_float());
    all.extend(floats.flat_map(|scalar| [Argument::matrix(2, 2, *scalar), Argument::matrix(3, 2, *scalar)]));
    all.push(Argument::Array);
    all
}

/// Returns true if a value of one type is accepted for another.
fn converts(given: Argument, wanted: Argument) -> bool {
    match (given, wanted) {
        (
            Argument::Value { columns, rows, scalar },
            Argument::Value { columns: to_columns, rows: to_rows, scalar: to_scalar },
        ) => (columns, rows) == (to_columns, to_rows) && conversion_rank(scalar, to_scalar).is_some(),
        _ => given == wanted,
    }
}

fn add(family: &mut Family, place: &TypedPlace, wanted: Argument, given: Argument) {
    let source = if place.is_constant { Source::Constant } else { Source::Variable };
    let is_half = wanted.needs_f16() || given.needs_f16();
    let needs = if is_half { vec![Extension::Enable(EnableExtension::F16)] } else { Vec::new() };
    let mut program = directives(&needs);
    let value = if given == Argument::Array && place.is_constant {
        "array<f32, 4>()".to_owned()
    } else {
        program.push_str(&given.declaration(0, source));
        given.expression(0, source, 1)
    };
    program.push_str(&place.program.replace("TYPE", &wanted.type_name()));
    let (line, column) = behind(program.split("VALUE").next().unwrap_or_default());
    let found = (!converts(given, wanted)).then_some((codes::TYPE_MISMATCH, line, column));
    let what = format!("{} for {}", given.type_name(), wanted.type_name());
    family.add(&what, needs, program.replace("VALUE", &value), found);
}
