//! The specification on a name: signatures, sentences, and where they stand.

use wgsl_spec::{
    AttributeRow, BuiltinValue, Direction, Edition, EnableExtension, Enumerant, Function, FunctionId,
    INVENTORY, IoType, LanguageExtension, Overload, Predeclared, PredeclaredType, Section, Symbol,
    TypeGenerator,
};

/// The most sentences that are shown of one place of the specification.
const MOST_SENTENCES: usize = 8;

/// The specification on a predeclared object.
pub(crate) struct Reference {
    /// The object as programs use it: a line for each overload.
    pub(crate) signatures: Vec<String>,
    /// Sentences and a link, as Markdown.
    pub(crate) documentation: Option<String>,
}

/// A predeclared object.
pub(crate) fn predeclared(symbol: Symbol, edition: Edition) -> Option<Reference> {
    let name = symbol.predeclared_text()?;
    let of_function = |id: FunctionId| Reference {
        signatures: signatures(id.get(), edition),
        documentation: Some(sentences(id.get().section)),
    };
    let plain = |text: String| Reference { signatures: vec![text], documentation: None };
    Some(match symbol.info(edition).predeclared {
        Predeclared::None => return None,
        Predeclared::Function(id) => of_function(id),
        Predeclared::TypeGenerator(generator) => {
            generator.constructor().map_or_else(|| plain(name.to_owned()), of_function)
        }
        Predeclared::Type(PredeclaredType::Vector(size, scalar)) => {
            plain(format!("{name} = vec{size}<{}>", scalar.name()))
        }
        Predeclared::Type(PredeclaredType::Matrix(columns, rows, scalar)) => {
            plain(format!("{name} = mat{columns}x{rows}<{}>", scalar.name()))
        }
        Predeclared::Type(PredeclaredType::Scalar(scalar)) => {
            scalar.constructor().map_or_else(|| plain(name.to_owned()), of_function)
        }
        Predeclared::Type(_) => plain(name.to_owned()),
        Predeclared::Enumerant(enumerant) => plain(format!("{name}: {}", kind(enumerant))),
    })
}

/// The lines of a predeclared object that can be called: one for each overload.
pub(crate) fn signatures_of(symbol: Symbol, edition: Edition) -> Vec<String> {
    let function = match symbol.info(edition).predeclared {
        Predeclared::Function(id) => Some(id),
        Predeclared::TypeGenerator(generator) => generator.constructor(),
        Predeclared::Type(PredeclaredType::Scalar(scalar)) => scalar.constructor(),
        Predeclared::Type(PredeclaredType::Vector(size, _)) => TypeGenerator::Vector(size).constructor(),
        Predeclared::Type(PredeclaredType::Matrix(columns, rows, _)) => {
            TypeGenerator::Matrix(columns, rows).constructor()
        }
        Predeclared::Type(_) | Predeclared::Enumerant(_) | Predeclared::None => None,
    };
    function.map(|id| signatures(id.get(), edition)).unwrap_or_default()
}

/// The enumeration that an enumerant belongs to.
pub(crate) const fn kind(enumerant: Enumerant) -> &'static str {
    match enumerant {
        Enumerant::AccessMode(_) => "access mode",
        Enumerant::AddressSpace(_) => "address space",
        Enumerant::TexelFormat(_) => "texel format",
        Enumerant::MatrixOrder(_) => "matrix order",
    }
}

/// The overloads of a function.
fn signatures(function: &Function, edition: Edition) -> Vec<String> {
    let overloads = function.overloads(edition).iter().filter(|overload| !overload.is_proposed);
    overloads.map(signature).collect()
}

/// An overload in the specification's notation, with the meaning of its variables.
pub(crate) fn signature(overload: &Overload) -> String {
    match overload.constraints {
        "" => overload.signature.to_owned(),
        constraints => format!("{}  // {constraints}", overload.signature),
    }
}

/// The sentences of a place of the specification, and the link to it.
pub(crate) fn sentences(section: &Section) -> String {
    let rules = INVENTORY.rules.iter().filter(|rule| rule.section == section);
    let lines = rules.take(MOST_SENTENCES).map(|rule| rule.statement.to_owned());
    format!("{}\n[{}]({section})\n", list(lines), section.title)
}

/// A list in Markdown.
fn list(lines: impl IntoIterator<Item = String>) -> String {
    lines.into_iter().fold(String::new(), |list, line| list + "- " + &line + "\n")
}

/// The sentences on an attribute.
pub(crate) fn attribute(name: Symbol, edition: Edition) -> Option<String> {
    Some(sentences(AttributeRow::find(name, edition)?.section))
}

/// The rows of the table of builtin values for one of them.
pub(crate) fn builtin_value(name: Symbol, edition: Edition) -> Option<String> {
    let value = BuiltinValue::from_symbol(name)?;
    Some(list(builtin_value_rows(value, edition)) + &sentences(value.section()))
}

/// The stages, directions and types of a builtin value.
pub(crate) fn builtin_value_rows(value: BuiltinValue, edition: Edition) -> Vec<String> {
    let rows = value.rows(edition);
    rows.map(|row| {
        let direction = match row.direction {
            Direction::Input => "input",
            Direction::Output => "output",
        };
        let ty = match row.ty {
            IoType::Scalar(scalar) => scalar.name().to_owned(),
            IoType::Vector(size, scalar) => format!("vec{size}<{}>", scalar.name()),
            IoType::FloatArrayUpTo(most) => format!("array<f32, N> with N up to {most}"),
        };
        format!("{} {direction}: {ty}", row.stage.name())
    })
    .collect()
}

/// The sentences on an extension.
pub(crate) fn extension(name: Symbol) -> Option<String> {
    if let Some(extension) = EnableExtension::from_symbol(name) {
        let feature = format!("Requires the device feature `{}`.\n\n", extension.feature());
        return Some(feature + &sentences(extension.section()));
    }
    LanguageExtension::from_symbol(name).map(|extension| sentences(extension.section()))
}
