//! From a tree to a source.

mod expression;

use super::{
    Attribute, Block, Clause, Continuing, Declaration, Directive, Expression, Function, Member, Name,
    Statement, Tree, Variable, VariableKind,
};
use core::fmt;
use expression::{Comma, Place, comma_list, expression};

impl fmt::Display for Tree {
    /// The program as text: one statement a line, four blanks for each block.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut printer = Printer { text: String::new(), depth: 0 };
        for it in &self.directives {
            printer.directive(it);
        }
        for (index, it) in self.declarations.iter().enumerate() {
            let has_braces = matches!(it, Declaration::Function(_) | Declaration::Structure { .. });
            if has_braces && (index > 0 || !self.directives.is_empty()) {
                printer.text.push('\n');
            }
            printer.declaration(it);
        }
        formatter.write_str(&printer.text)
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        expression(&mut text, self, Place::Anything);
        formatter.write_str(&text)
    }
}

impl fmt::Display for Name {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        expression::name(&mut text, self);
        formatter.write_str(&text)
    }
}

impl fmt::Display for Statement {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        print(formatter, |printer| printer.statement(self))
    }
}

impl fmt::Display for Attribute {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        print(formatter, |printer| printer.attribute(self))
    }
}

impl fmt::Display for Directive {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        print(formatter, |printer| printer.directive(self))
    }
}

fn print(formatter: &mut fmt::Formatter<'_>, part: impl FnOnce(&mut Printer)) -> fmt::Result {
    let mut printer = Printer { text: String::new(), depth: 0 };
    part(&mut printer);
    formatter.write_str(&printer.text)
}

struct Printer {
    text: String,
    depth: usize,
}

impl Printer {
    fn add(&mut self, text: &str) -> &mut Self {
        self.text.push_str(text);
        self
    }

    fn begin_line(&mut self) {
        for _ in 0..self.depth {
            self.text.push_str("    ");
        }
    }

    fn expression(&mut self, it: &Expression) -> &mut Self {
        expression(&mut self.text, it, Place::Anything);
        self
    }

    fn name(&mut self, it: &Name) -> &mut Self {
        expression::name(&mut self.text, it);
        self
    }

    fn directive(&mut self, directive: &Directive) {
        match directive {
            Directive::Enable(names) => self.add("enable ").add(&names.join(", ")),
            Directive::Requires(names) => self.add("requires ").add(&names.join(", ")),
            Directive::Diagnostic { severity, rule } => {
                self.add("diagnostic(").add(severity).add(", ").add(rule).add(")")
            }
        };
        self.add(";\n");
    }

    fn declaration(&mut self, declaration: &Declaration) {
        match declaration {
            Declaration::Variable(variable) => {
                self.variable(variable);
                self.add(";\n");
            }
            Declaration::Alias { name, ty } => {
                self.add("alias ").add(name).add(" = ").name(ty).add(";\n");
            }
            Declaration::Structure { name, members } => self.structure(name, members),
            Declaration::Function(function) => self.function(function),
            Declaration::ConstAssert(condition) => {
                self.add("const_assert ").expression(condition).add(";\n");
            }
        }
    }

    fn structure(&mut self, name: &str, members: &[Member]) {
        self.add("struct ").add(name).add(" {\n");
        self.depth += 1;
        for member in members {
            self.begin_line();
            self.member(member);
            self.add(",\n");
        }
        self.depth -= 1;
        self.add("}\n");
    }

    fn member(&mut self, member: &Member) {
        self.attributes(&member.attributes);
        self.add(&member.name).add(": ").name(&member.ty);
    }

    fn function(&mut self, function: &Function) {
        self.attributes(&function.attributes);
        self.add("fn ").add(&function.name).add("(");
        for (index, parameter) in function.parameters.iter().enumerate() {
            if index > 0 {
                self.add(", ");
            }
            self.member(parameter);
        }
        self.add(") ");
        if let Some(result) = &function.result {
            self.add("-> ");
            self.attributes(&function.result_attributes);
            self.name(result).add(" ");
        }
        self.block(&function.body);
        self.add("\n");
    }

    /// Attributes with a blank behind each.
    fn attributes(&mut self, attributes: &[Attribute]) {
        for it in attributes {
            self.attribute(it);
            self.add(" ");
        }
    }

    fn attribute(&mut self, Attribute { name, arguments }: &Attribute) {
        self.add("@").add(name);
        if let Some(arguments) = arguments {
            self.add("(");
            comma_list(&mut self.text, arguments, Comma::Arguments);
            self.add(")");
        }
    }

    fn variable(&mut self, variable: &Variable) {
        self.attributes(&variable.attributes);
        self.add(match variable.kind {
            VariableKind::Const => "const",
            VariableKind::Override => "override",
            VariableKind::Let => "let",
            VariableKind::Var => "var",
        });
        if !variable.template.is_empty() {
            self.add("<");
            comma_list(&mut self.text, &variable.template, Comma::Template);
            self.add(">");
        }
        self.add(" ").add(&variable.name);
        if let Some(ty) = &variable.ty {
            self.add(": ").name(ty);
        }
        if let Some(initializer) = &variable.initializer {
            self.add(" = ").expression(initializer);
        }
    }

    /// Attributes, braces and statements, without an end of the line.
    fn block(&mut self, block: &Block) {
        self.block_and(block, |_| ());
    }

    /// A block with more lines at its end.
    fn block_and(&mut self, block: &Block, last: impl FnOnce(&mut Self)) {
        self.attributes(&block.attributes);
        self.add("{\n");
        self.depth += 1;
        for it in &block.statements {
            self.begin_line();
            self.statement(it);
            self.add("\n");
        }
        last(self);
        self.depth -= 1;
        self.begin_line();
        self.add("}");
    }

    /// A statement with its `;`, without an end of the line.
    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Block(block) => self.block(block),
            Statement::If { attributes, branches, otherwise } => {
                self.attributes(attributes);
                for (index, (condition, block)) in branches.iter().enumerate() {
                    self.add(if index == 0 { "if " } else { " else if " }).expression(condition).add(" ");
                    self.block(block);
                }
                if let Some(block) = otherwise {
                    self.add(" else ");
                    self.block(block);
                }
            }
            Statement::Switch { attributes, selector, body_attributes, clauses } => {
                self.attributes(attributes);
                self.add("switch ").expression(selector).add(" ");
                self.attributes(body_attributes);
                self.clauses(clauses);
            }
            Statement::Loop { attributes, body, continuing } => {
                self.attributes(attributes);
                self.add("loop ");
                self.block_and(body, |printer| {
                    if let Some(continuing) = continuing {
                        printer.continuing(continuing);
                    }
                });
            }
            Statement::For { attributes, initializer, condition, update, body } => {
                self.attributes(attributes);
                self.for_header(initializer.as_deref(), condition.as_ref(), update.as_deref());
                self.block(body);
            }
            Statement::While { attributes, condition, body } => {
                self.attributes(attributes);
                self.add("while ").expression(condition).add(" ");
                self.block(body);
            }
            simple => {
                self.simple(simple);
                self.add(";");
            }
        }
    }

    fn clauses(&mut self, clauses: &[Clause]) {
        self.add("{\n");
        self.depth += 1;
        for Clause { selectors, body } in clauses {
            self.begin_line();
            if selectors[..] == [None] {
                self.add("default ");
            } else {
                let word = || Expression::Name(Name::plain("default"));
                let selectors: Vec<Expression> =
                    selectors.iter().map(|selector| selector.clone().unwrap_or_else(word)).collect();
                self.add("case ");
                comma_list(&mut self.text, &selectors, Comma::Arguments);
                self.add(" ");
            }
            self.block(body);
            self.add("\n");
        }
        self.depth -= 1;
        self.begin_line();
        self.add("}");
    }

    fn continuing(&mut self, continuing: &Continuing) {
        self.begin_line();
        self.add("continuing ");
        self.block_and(&continuing.block, |printer| {
            if let Some(condition) = &continuing.break_if {
                printer.begin_line();
                printer.add("break if ").expression(condition).add(";\n");
            }
        });
        self.add("\n");
    }

    fn for_header(
        &mut self,
        initializer: Option<&Statement>,
        condition: Option<&Expression>,
        update: Option<&Statement>,
    ) {
        self.add("for (");
        if let Some(initializer) = initializer {
            self.simple(initializer);
        }
        self.add(";");
        if let Some(condition) = condition {
            self.add(" ").expression(condition);
        }
        self.add(";");
        if let Some(update) = update {
            self.add(" ");
            self.simple(update);
        }
        self.add(") ");
    }

    /// A statement without braces, without its `;`.
    fn simple(&mut self, statement: &Statement) {
        match statement {
            Statement::Break => self.add("break"),
            Statement::Continue => self.add("continue"),
            Statement::Return(None) => self.add("return"),
            Statement::Return(Some(value)) => self.add("return ").expression(value),
            Statement::Discard => self.add("discard"),
            Statement::Variable(variable) => {
                self.variable(variable);
                self
            }
            Statement::ConstAssert(condition) => self.add("const_assert ").expression(condition),
            Statement::Assign(operator, left, right) => {
                let operator = operator.map_or("", |operator| operator.name());
                self.left_side(left).add(" ").add(operator).add("= ").expression(right)
            }
            Statement::Phony(value) => self.add("_ = ").expression(value),
            Statement::Increment(place) => self.left_side(place).add("++"),
            Statement::Decrement(place) => self.left_side(place).add("--"),
            Statement::Call(call) => {
                expression::call(&mut self.text, call);
                self
            }
            Statement::Block(_)
            | Statement::If { .. }
            | Statement::Switch { .. }
            | Statement::Loop { .. }
            | Statement::For { .. }
            | Statement::While { .. } => {
                self.statement(statement);
                self
            }
        };
    }

    fn left_side(&mut self, place: &Expression) -> &mut Self {
        expression(&mut self.text, place, Place::Operand);
        self
    }
}
