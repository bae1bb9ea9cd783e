//! Attributes, their arguments and their places. <https://www.w3.org/TR/WGSL/#attributes>

use crate::{Edition, EnableExtension, Rule, Section, Symbol};

/// A kind of construct that attributes apply to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AttributePlace {
    /// A function of the program.
    Function,
    /// A parameter of a function.
    Parameter,
    /// The result of a function.
    Result,
    /// A member of a structure.
    Member,
    /// A `var` at module scope.
    ModuleVariable,
    /// A `var` in a function.
    LocalVariable,
    /// An `override`.
    Override,
    /// A `const` or `let`.
    Value,
    /// A compound statement.
    Compound,
    /// Another statement.
    Statement,
    /// A `switch` statement, or the braces around its clauses.
    Switch,
    /// A builtin function, which no program declares.
    BuiltinFunction,
}

/// The arguments in parentheses that the grammar allows an attribute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AttributeArguments {
    /// No parentheses.
    None,
    /// Expressions: the least and the greatest number.
    Expressions(u32, u32),
    /// Context-dependent names: the least and the greatest number.
    Names(u32, u32),
    /// A severity and the name of a diagnostic rule.
    DiagnosticControl,
}

/// One attribute.
#[derive(Clone, Copy, Debug)]
pub struct AttributeRow {
    /// Its name.
    pub name: Symbol,
    /// The place of its definition in the specification.
    pub section: &'static Section,
    /// The extension that must be enabled before it is used.
    pub enable: Option<EnableExtension>,
    /// Its position among all attributes, less than 32.
    pub number: u8,
    /// Its arguments.
    pub arguments: AttributeArguments,
    /// The constructs that it may apply to.
    pub places: &'static [AttributePlace],
    /// Whether it may appear several times on one construct.
    pub repeatable: bool,
    /// The rule that it breaks where it may not stand.
    pub misplaced: &'static Rule,
    /// The production of the grammar that gives it its parentheses and arguments.
    pub form: &'static Rule,
    /// The sentence about the number of its arguments, if there is one beside the production.
    pub count: Option<&'static Rule>,
    /// The sentence about this attribute in another place, where `misplaced` is about several attributes.
    pub also: Option<&'static Rule>,
    /// The rule that arguments of another stage or type break, for those that are numbers.
    pub argument: Option<&'static Rule>,
    /// The rule that arguments break that are too small, where their value alone decides.
    pub least: Option<&'static Rule>,
    /// The rule that it breaks without its extension.
    pub needs: Option<&'static Rule>,
    editions: &'static [Edition],
}

impl AttributeRow {
    /// The attribute with this name, if the edition has it.
    #[must_use]
    pub fn find(name: Symbol, edition: Edition) -> Option<&'static Self> {
        let row = &ATTRIBUTES[attribute_number(name)?];
        row.editions.contains(&edition).then_some(row)
    }

    /// The attributes of an edition.
    pub fn all(edition: Edition) -> impl Iterator<Item = &'static Self> {
        ATTRIBUTES.iter().filter(move |row| row.editions.contains(&edition))
    }
}

// `ATTRIBUTES`, `attribute_number`
include!("generated/attributes.rs");
