//! Parts that mutants are given: of other programs, and of the tables of the specification.

use super::boundaries::BOUNDARIES;
use super::graft::Graft;
use crate::tree::parts::{Part, visit};
use crate::tree::{Attribute, Directive, Expression, Name, Statement, Tree};
use std::collections::HashSet;
use wgsl_spec::{
    AddressSpace, AttributeArguments, AttributeRow, BuiltinValue, DiagnosticRule, Edition, EnableExtension,
    LanguageExtension, Predeclared, PredeclaredType, Symbol, TypeGenerator, WordClass,
};

/// The longest text of a part that is kept: longer ones make mutants slow and show no more.
const LONGEST: usize = 300;

/// Parts of programs and names of tables, harvested once and used for many mutants.
#[derive(Clone, Debug, Default)]
pub struct Donors {
    /// Types as they are written, with their template lists.
    pub(super) types: Vec<Name>,
    /// Expressions.
    pub(super) expressions: Vec<Expression>,
    /// Statements.
    pub(super) statements: Vec<Statement>,
    /// Attributes with their arguments.
    pub(super) attributes: Vec<Attribute>,
    /// Directives.
    pub(super) directives: Vec<Directive>,
    /// Declarations with all that they need.
    pub(super) grafts: Vec<Graft>,
    /// Literals as they are written.
    pub(super) literals: Vec<String>,
    /// The names of builtin functions, and of types that have value constructors.
    pub(super) callees: Vec<&'static str>,
    /// The names of everything that is predeclared, and of its enumerants.
    pub(super) names: Vec<&'static str>,
}

impl Donors {
    /// The parts of some programs, each once, and the names of the tables. The order is that of the programs.
    #[must_use]
    pub fn of<'t>(programs: impl IntoIterator<Item = &'t Tree>) -> Self {
        let mut harvest = Harvest::default();
        harvest.donors.tables();
        for program in programs {
            harvest.program(program.clone());
        }
        harvest.donors
    }

    fn tables(&mut self) {
        for (name, predeclared) in predeclared() {
            self.names.push(name);
            let is_callee = match predeclared {
                Predeclared::None | Predeclared::Enumerant(_) => false,
                Predeclared::Function(_) => true,
                Predeclared::Type(ty) => {
                    self.types.push(Name::plain(name));
                    !matches!(ty, PredeclaredType::Sampler | PredeclaredType::SamplerComparison)
                }
                Predeclared::TypeGenerator(generator) => {
                    matches!(
                        generator,
                        TypeGenerator::Array | TypeGenerator::Vector(_) | TypeGenerator::Matrix(..)
                    )
                }
            };
            if is_callee {
                self.callees.push(name);
            }
        }
        self.literals.extend(BOUNDARIES.map(str::to_owned));
        self.attributes.extend(AttributeRow::all(Edition::Current).map(attribute));
        self.attributes.extend(BuiltinValue::ALL.map(|value| builtin(value.name())));
        self.extensions();
    }

    fn extensions(&mut self) {
        let list = |name: &str| vec![name.to_owned()];
        let enabled = EnableExtension::ALL.into_iter().filter(|it| !it.is_proposed());
        self.directives.extend(enabled.map(|it| Directive::Enable(list(it.name()))));
        let required = LanguageExtension::ALL.into_iter().filter(|it| !it.is_proposed());
        self.directives.extend(required.map(|it| Directive::Requires(list(it.name()))));
        for rule in DiagnosticRule::ALL {
            for severity in ["error", "warning", "info", "off"] {
                let (severity, rule) = (severity.to_owned(), rule.name().to_owned());
                self.directives.push(Directive::Diagnostic { severity, rule });
            }
        }
    }
}

/// The names of everything that the current edition predeclares, proposed extensions left out.
pub(super) fn predeclared() -> impl Iterator<Item = (&'static str, Predeclared)> {
    (0..Symbol::PREDECLARED as usize).map(Symbol::from_index).filter_map(|symbol| {
        let info = symbol.info(Edition::Current);
        let is_name = info.class == WordClass::Identifier && !info.is_proposed();
        let is_predeclared = is_name && !matches!(info.predeclared, Predeclared::None);
        symbol.predeclared_text().filter(|_| is_predeclared).map(|name| (name, info.predeclared))
    })
}

/// The names of the address spaces.
pub(super) fn address_spaces() -> impl Iterator<Item = &'static str> {
    AddressSpace::ALL.into_iter().map(AddressSpace::name)
}

/// An attribute with as many arguments as it may have.
fn attribute(row: &AttributeRow) -> Attribute {
    let one = || Expression::Literal("1".to_owned());
    let word = |name: &str| Expression::Name(Name::plain(name));
    let name = row.name.predeclared_text().unwrap_or_default().to_owned();
    let arguments = match row.arguments {
        AttributeArguments::None => None,
        AttributeArguments::Expressions(_, most) => Some((0..most).map(|_| one()).collect()),
        AttributeArguments::Names(_, 1) => Some(vec![word("position")]),
        AttributeArguments::Names(..) => Some(vec![word("flat")]),
        AttributeArguments::DiagnosticControl => Some(vec![word("off"), word("derivative_uniformity")]),
    };
    Attribute { name, arguments }
}

fn builtin(value: &str) -> Attribute {
    let argument = Expression::Name(Name::plain(value));
    Attribute { name: "builtin".to_owned(), arguments: Some(vec![argument]) }
}

/// Donors, and the spellings of those that are there already.
#[derive(Default)]
struct Harvest {
    donors: Donors,
    seen: HashSet<String>,
}

impl Harvest {
    fn program(&mut self, mut program: Tree) {
        let Self { donors, seen } = self;
        // A mark for the kind, so that a type and an expression with the same text are two.
        let mut is_new =
            |mark: char, text: String| text.len() <= LONGEST && seen.insert(format!("{mark}{text}"));
        let grafts = Graft::of(&program).filter(|it| is_new('%', it.tree().to_string()));
        donors.grafts.extend(grafts);
        visit(&mut program, &mut |part| match part {
            Part::Type(ty) if is_new(':', ty.to_string()) => donors.types.push(ty.clone()),
            Part::Expression(Expression::Literal(text)) if is_new('1', text.clone()) => {
                donors.literals.push(text.clone());
            }
            Part::Expression(Expression::Literal(_)) => {}
            Part::Expression(it) if is_new('=', it.to_string()) => donors.expressions.push(it.clone()),
            Part::Statements(statements) => {
                for it in statements {
                    if is_new(';', it.to_string()) {
                        donors.statements.push(it.clone());
                    }
                }
            }
            Part::Attributes(attributes) => {
                for it in attributes {
                    if is_new('@', it.to_string()) {
                        donors.attributes.push(it.clone());
                    }
                }
            }
            _ => {}
        });
        for it in program.directives {
            if is_new('#', it.to_string()) {
                donors.directives.push(it);
            }
        }
    }
}
