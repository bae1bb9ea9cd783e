//! The constructs that the tables of the specification have, and those that a program uses: a matrix without holes shows that
//! the generator reaches everything.

use super::rows::FAMILIES;
use crate::tree::{
    Attribute, Block, Call, Declaration, Directive, Expression, Function, Member, Name, Operator, Statement,
    Tree, UnaryOperator, Variable, VariableKind,
};
use std::collections::BTreeSet;
use wgsl_spec::{
    AttributePlace, AttributeRow, BuiltinValue, Edition, EnableExtension, LanguageExtension, Predeclared,
    Symbol,
};

/// A construct: its kind, and its name in the specification.
pub type Construct = (&'static str, String);

/// Every construct of the current edition that a program can use, proposed ones left out.
#[must_use]
pub fn constructs() -> BTreeSet<Construct> {
    let mut all = BTreeSet::new();
    for family in FAMILIES.iter() {
        let function = family.function;
        let kinds =
            family.overloads.iter().map(|overload| match (function.symbol, overload.parameters.len()) {
                (Some(_), _) => "function",
                (None, 1) => "unary operator",
                (None, _) => "binary operator",
            });
        all.extend(kinds.map(|kind| (kind, function.name.to_owned())));
        if function.assignment.is_some() {
            all.insert(("assignment", format!("{}=", function.name)));
        }
    }
    for index in 0..Symbol::PREDECLARED as usize {
        let symbol = Symbol::from_index(index);
        let info = symbol.info(Edition::Current);
        let kind = match info.predeclared {
            Predeclared::Type(_) | Predeclared::TypeGenerator(_) => "type",
            Predeclared::Enumerant(_) => "enumerant",
            Predeclared::None | Predeclared::Function(_) => continue,
        };
        if !info.is_proposed() {
            all.extend(symbol.predeclared_text().map(|name| (kind, name.to_owned())));
        }
    }
    all.extend(words());
    all
}

fn words() -> impl Iterator<Item = Construct> {
    let is_written = |row: &&AttributeRow| row.places != [AttributePlace::BuiltinFunction];
    let attributes = AttributeRow::all(Edition::Current).filter(is_written);
    let attributes = attributes.filter_map(|row| row.name.predeclared_text());
    let values = BuiltinValue::ALL.into_iter().filter(|value| value.rows(Edition::Current).next().is_some());
    let enabled = EnableExtension::ALL.into_iter().filter(|it| !it.is_proposed()).map(EnableExtension::name);
    let required = LanguageExtension::ALL.into_iter().filter(|it| !it.is_proposed());
    let required = required.map(LanguageExtension::name);
    let of = |kind: &'static str| move |name: &str| (kind, name.to_owned());
    (attributes.map(of("attribute")))
        .chain(values.map(BuiltinValue::name).map(of("builtin value")))
        .chain(enabled.map(of("enable")))
        .chain(required.map(of("requires")))
        .chain(STATEMENTS.map(of("statement")))
        .chain(DECLARATIONS.map(of("declaration")))
        .chain(["member", "index", "indirection", "address"].map(of("expression")))
}

const STATEMENTS: [&str; 19] = [
    "block",
    "if",
    "else",
    "switch",
    "loop",
    "continuing",
    "break if",
    "for",
    "while",
    "break",
    "continue",
    "return",
    "discard",
    "const_assert",
    "=",
    "_ =",
    "++",
    "--",
    "call",
];

const DECLARATIONS: [&str; 9] =
    ["const", "override", "let", "var", "alias", "struct", "fn", "const_assert", "diagnostic"];

/// The constructs that a program uses.
#[must_use]
pub fn used(tree: &Tree) -> BTreeSet<Construct> {
    let mut used = Used::default();
    for it in &tree.directives {
        used.directive(it);
    }
    for it in &tree.declarations {
        used.declaration(it);
    }
    used.0
}

#[derive(Default)]
struct Used(BTreeSet<Construct>);

impl Used {
    fn add(&mut self, kind: &'static str, name: &str) {
        self.0.insert((kind, name.to_owned()));
    }

    fn directive(&mut self, directive: &Directive) {
        match directive {
            Directive::Enable(names) => names.iter().for_each(|name| self.add("enable", name)),
            Directive::Requires(names) => names.iter().for_each(|name| self.add("requires", name)),
            Directive::Diagnostic { .. } => self.add("declaration", "diagnostic"),
        }
    }

    fn declaration(&mut self, declaration: &Declaration) {
        match declaration {
            Declaration::Variable(it) => self.variable(it),
            Declaration::Alias { ty, .. } => {
                self.add("declaration", "alias");
                self.name(ty);
            }
            Declaration::Structure { members, .. } => {
                self.add("declaration", "struct");
                self.members(members);
            }
            Declaration::Function(it) => self.function(it),
            Declaration::ConstAssert(it) => {
                self.add("declaration", "const_assert");
                self.expression(it);
            }
        }
    }

    fn function(&mut self, function: &Function) {
        self.add("declaration", "fn");
        self.attributes(&function.attributes);
        self.attributes(&function.result_attributes);
        self.members(&function.parameters);
        if let Some(ty) = &function.result {
            self.name(ty);
        }
        self.block(&function.body);
    }

    fn member(&mut self, member: &Member) {
        self.attributes(&member.attributes);
        self.name(&member.ty);
    }

    fn members(&mut self, members: &[Member]) {
        for it in members {
            self.member(it);
        }
    }

    fn expressions<'e>(&mut self, expressions: impl IntoIterator<Item = &'e Expression>) {
        for it in expressions {
            self.expression(it);
        }
    }

    fn attributes(&mut self, attributes: &[Attribute]) {
        for Attribute { name, arguments } in attributes {
            self.add("attribute", name);
            match (name.as_str(), arguments.as_deref()) {
                ("builtin", Some([Expression::Name(value), ..])) => self.add("builtin value", &value.name),
                (_, arguments) => self.expressions(arguments.into_iter().flatten()),
            }
        }
    }

    fn variable(&mut self, variable: &Variable) {
        let keyword = match variable.kind {
            VariableKind::Const => "const",
            VariableKind::Override => "override",
            VariableKind::Let => "let",
            VariableKind::Var => "var",
        };
        self.add("declaration", keyword);
        self.attributes(&variable.attributes);
        self.expressions(&variable.template);
        if let Some(ty) = &variable.ty {
            self.name(ty);
        }
        self.expressions(&variable.initializer);
    }

    fn block(&mut self, block: &Block) {
        self.attributes(&block.attributes);
        for it in &block.statements {
            self.statement(it);
        }
    }

    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Block(block) => {
                self.add("statement", "block");
                self.block(block);
            }
            Statement::If { .. } | Statement::Switch { .. } => self.selection(statement),
            Statement::Loop { .. } | Statement::For { .. } | Statement::While { .. } => {
                self.repetition(statement);
            }
            Statement::Break => self.add("statement", "break"),
            Statement::Continue => self.add("statement", "continue"),
            Statement::Discard => self.add("statement", "discard"),
            Statement::Return(value) => self.simple("return", value),
            Statement::Variable(it) => self.variable(it),
            Statement::ConstAssert(it) => self.simple("const_assert", [it]),
            Statement::Assign(None, left, right) => self.simple("=", [left, right]),
            Statement::Assign(Some(operator), left, right) => {
                self.add("assignment", &format!("{}=", operator.name()));
                self.expressions([left, right]);
            }
            Statement::Phony(it) => self.simple("_ =", [it]),
            Statement::Increment(it) => self.simple("++", [it]),
            Statement::Decrement(it) => self.simple("--", [it]),
            Statement::Call(it) => {
                self.add("statement", "call");
                self.call(it);
            }
        }
    }

    fn simple<'e>(&mut self, word: &str, expressions: impl IntoIterator<Item = &'e Expression>) {
        self.add("statement", word);
        self.expressions(expressions);
    }

    fn selection(&mut self, statement: &Statement) {
        match statement {
            Statement::If { attributes, branches, otherwise } => {
                self.attributes(attributes);
                self.simple("if", branches.iter().map(|(condition, _)| condition));
                for (_, block) in branches {
                    self.block(block);
                }
                if let Some(block) = otherwise {
                    self.add("statement", "else");
                    self.block(block);
                }
            }
            Statement::Switch { attributes, selector, body_attributes, clauses } => {
                self.attributes(attributes);
                self.attributes(body_attributes);
                self.simple("switch", [selector]);
                for clause in clauses {
                    self.expressions(clause.selectors.iter().flatten());
                    self.block(&clause.body);
                }
            }
            _ => {}
        }
    }

    fn repetition(&mut self, statement: &Statement) {
        match statement {
            Statement::Loop { attributes, body, continuing } => {
                self.attributes(attributes);
                self.add("statement", "loop");
                self.block(body);
                if let Some(continuing) = continuing {
                    self.add("statement", "continuing");
                    self.block(&continuing.block);
                    if let Some(condition) = &continuing.break_if {
                        self.simple("break if", [condition]);
                    }
                }
            }
            Statement::For { attributes, initializer, condition, update, body } => {
                self.attributes(attributes);
                self.simple("for", condition);
                for it in [initializer, update].into_iter().flatten() {
                    self.statement(it);
                }
                self.block(body);
            }
            Statement::While { attributes, condition, body } => {
                self.attributes(attributes);
                self.simple("while", [condition]);
                self.block(body);
            }
            _ => {}
        }
    }

    /// A name in the place of a type or an enumerant.
    fn name(&mut self, name: &Name) {
        let meaning = Symbol::predeclared(&name.name).map(|symbol| symbol.info(Edition::Current).predeclared);
        match meaning {
            Some(Predeclared::Type(_) | Predeclared::TypeGenerator(_)) => self.add("type", &name.name),
            Some(Predeclared::Enumerant(_)) => self.add("enumerant", &name.name),
            Some(Predeclared::None | Predeclared::Function(_)) | None => {}
        }
        self.expressions(&name.template);
    }

    fn call(&mut self, call: &Call) {
        self.add("function", &call.callee.name);
        self.name(&call.callee);
        self.expressions(&call.arguments);
    }

    fn unary(&mut self, operator: UnaryOperator) {
        match operator {
            UnaryOperator::Negate => self.add("unary operator", "-"),
            UnaryOperator::Not => self.add("unary operator", "!"),
            UnaryOperator::Complement => self.add("unary operator", "~"),
            UnaryOperator::Indirection => self.add("expression", "indirection"),
            UnaryOperator::AddressOf => self.add("expression", "address"),
        }
    }

    fn binary(&mut self, operator: Operator) {
        self.add("binary operator", operator.name());
    }

    fn expression(&mut self, expression: &Expression) {
        match expression {
            Expression::Literal(_) => {}
            Expression::Name(it) => self.name(it),
            Expression::Call(it) => self.call(it),
            Expression::Member(base, _) => {
                self.add("expression", "member");
                self.expression(base);
            }
            Expression::Index(base, index) => {
                self.add("expression", "index");
                self.expression(base);
                self.expression(index);
            }
            Expression::Unary(operator, operand) => {
                self.unary(*operator);
                self.expression(operand);
            }
            Expression::Parenthesized(it) => self.expression(it),
            Expression::Binary(operator, left, right) => {
                self.binary(*operator);
                self.expression(left);
                self.expression(right);
            }
        }
    }
}
