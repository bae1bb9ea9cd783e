//! Typed trees as text, for tests and for people who debug a consumer.

use super::tree::{
    Argument, Expr, ExprId, Initial, LocalId, Place, PlaceId, Stmt, StmtId, Tree, UnaryOperator,
};
use super::{Function, Initializer};
use crate::meaning::{Module, Value};
use core::fmt::Write as _;
use cxx_validator::ast::List;

/// Prints nodes. Each function returns one printed node.
struct Printer<'a> {
    module: &'a Module,
    tree: &'a Tree,
}

impl Function {
    /// The tree as text: one statement on a line.
    #[must_use]
    pub fn print(&self, module: &Module) -> String {
        let printer = Printer { module, tree: &self.tree };
        let mut text = String::new();
        printer.statements(self.body, 0, &mut text);
        text
    }
}

impl Initializer {
    /// The value as text.
    #[must_use]
    pub fn print(&self, module: &Module) -> String {
        Printer { module, tree: &self.tree }.expr(self.value)
    }
}

impl Printer<'_> {
    fn statements(&self, list: List<StmtId>, depth: usize, text: &mut String) {
        for statement in &self.tree[list] {
            self.statement(*statement, depth, text);
        }
    }

    fn statement(&self, id: StmtId, depth: usize, text: &mut String) {
        let indent = "  ".repeat(depth);
        let _ = match self.tree[id] {
            Stmt::Expression(value) => writeln!(text, "{indent}{}", self.expr(value)),
            Stmt::Declare(local, initial) => {
                let (name, ty) = (self.local(local), self.module.types.print(self.tree[local].object.ty));
                match initial {
                    Initial::None => writeln!(text, "{indent}{ty} {name}"),
                    Initial::Value(value) => writeln!(text, "{indent}{ty} {name} = {}", self.expr(value)),
                    Initial::Reference(place) => {
                        writeln!(text, "{indent}{ty}& {name} = {}", self.place(place))
                    }
                }
            }
            Stmt::Block(list) => {
                let _ = writeln!(text, "{indent}block");
                self.statements(list, depth + 1, text);
                Ok(())
            }
            Stmt::If(condition, accept, reject) => {
                let _ = writeln!(text, "{indent}if {}", self.expr(condition));
                self.statement(accept, depth + 1, text);
                if let Some(reject) = reject {
                    let _ = writeln!(text, "{indent}else");
                    self.statement(reject, depth + 1, text);
                }
                Ok(())
            }
            Stmt::Loop { condition, is_tested_first, update, body } => {
                let part = |value: Option<ExprId>| value.map_or_else(String::new, |value| self.expr(value));
                let word = if is_tested_first { "while" } else { "do while" };
                let _ = writeln!(text, "{indent}{word} {}; {}", part(condition), part(update));
                self.statement(body, depth + 1, text);
                Ok(())
            }
            Stmt::Switch(selector, clauses) => {
                let _ = writeln!(text, "{indent}switch {}", self.expr(selector));
                for clause in &self.tree[clauses] {
                    let labels = self.tree[clause.labels].iter();
                    let labels: Vec<String> = labels
                        .map(|it| it.map_or_else(|| "default".to_owned(), |it| self.expr(it)))
                        .collect();
                    let _ = writeln!(text, "{indent}case {}", labels.join(", "));
                    self.statements(clause.statements, depth + 1, text);
                }
                Ok(())
            }
            Stmt::Break => writeln!(text, "{indent}break"),
            Stmt::Continue => writeln!(text, "{indent}continue"),
            Stmt::Return(None) => writeln!(text, "{indent}return"),
            Stmt::Return(Some(value)) => writeln!(text, "{indent}return {}", self.expr(value)),
            Stmt::ReturnPlace(place) => writeln!(text, "{indent}return ref {}", self.place(place)),
        };
    }

    fn local(&self, id: LocalId) -> String {
        let name = self.tree[id].name.map(|name| self.module.names.text(name).to_owned());
        name.unwrap_or_else(|| format!("#{}", id.index()))
    }

    fn place(&self, id: PlaceId) -> String {
        match self.tree[id] {
            Place::Local(local) => self.local(local),
            Place::Global(variable) => {
                let name = self.module.ast[variable].name;
                name.map_or_else(String::new, |name| format!("::{}", self.module.names.text(name)))
            }
            Place::Deref(pointer) => format!("*{}", self.expr(pointer)),
            Place::Member(base, index) => {
                let number = self.module.types.structure_number(self.tree.place_type(base));
                let members = number.map(|number| &self.module.types.structure(number).members);
                let name = members.and_then(|members| members.get(index as usize)?.name);
                let name =
                    name.map_or_else(|| index.to_string(), |name| self.module.names.text(name).to_owned());
                format!("{}.{name}", self.place(base))
            }
            Place::Element(base, index) => format!("{}[{}]", self.place(base), self.expr(index)),
            Place::Components(base, components) => {
                format!("{}.{}", self.place(base), letters(components.iter()))
            }
            Place::Temporary(value) => format!("new({})", self.expr(value)),
            Place::Call(call) => self.call("", self.tree[call].instance, self.tree[call].arguments),
            Place::Assigned(value) => format!("object({})", self.expr(value)),
            Place::Conditional(condition, accept, reject) => {
                format!("({} ? {} : {})", self.expr(condition), self.place(accept), self.place(reject))
            }
            Place::As(base) => {
                format!("as<{}>({})", self.module.types.print(self.tree.place_type(id)), self.place(base))
            }
        }
    }

    fn expr(&self, id: ExprId) -> String {
        let ty = || self.module.types.print(self.tree.expr_type(id));
        match self.tree[id] {
            Expr::Constant(constant) => constant_text(self.tree[constant]),
            Expr::ConstantName(place, constant) => {
                format!("{}={}", self.place(place), constant_text(self.tree[constant]))
            }
            Expr::Enumerator(enumerator) => format!("{}::{}", ty(), enumerator.name),
            Expr::Zero => format!("{}()", ty()),
            Expr::Load(place) => self.place(place),
            Expr::AddressOf(place) => format!("&{}", self.place(place)),
            Expr::FirstElement(place) => format!("first({})", self.place(place)),
            Expr::Convert(value) => format!("{}({})", ty(), self.expr(value)),
            Expr::Bits(value) => format!("bits<{}>({})", ty(), self.expr(value)),
            Expr::Unary(operator, value) => {
                let mark = match operator {
                    UnaryOperator::Negate => "-",
                    UnaryOperator::Not => "!",
                    UnaryOperator::Complement => "~",
                };
                format!("{mark}{}", self.expr(value))
            }
            Expr::Binary(operator, left, right) | Expr::ComparePointers(operator, left, right) => {
                format!("({} {} {})", self.expr(left), operator.name(), self.expr(right))
            }
            Expr::Logical { is_and, left, right } => {
                let mark = if is_and { "&&" } else { "||" };
                format!("({} {mark} {})", self.expr(left), self.expr(right))
            }
            Expr::Conditional(condition, accept, reject) => {
                format!("({} ? {} : {})", self.expr(condition), self.expr(accept), self.expr(reject))
            }
            Expr::Comma(list) => format!("({})", self.list(list)),
            Expr::Offset { pointer, index, is_back } => {
                let mark = if is_back { '-' } else { '+' };
                format!("({} {mark} {})", self.expr(pointer), self.expr(index))
            }
            Expr::PointerDifference(left, right) => format!("({} - {})", self.expr(left), self.expr(right)),
            Expr::Assign(place, value) => format!("{} = {}", self.place(place), self.expr(value)),
            Expr::AssignWith(operator, place, value, ty) => {
                let (mark, ty) = (operator.name(), self.module.types.print(ty));
                format!("{} {mark}= <{ty}> {}", self.place(place), self.expr(value))
            }
            Expr::Step { place, is_up, is_prefix } => {
                let mark = if is_up { "++" } else { "--" };
                let place = self.place(place);
                if is_prefix { format!("{mark}{place}") } else { format!("{place}{mark}") }
            }
            Expr::Call(call) => self.call("", self.tree[call].instance, self.tree[call].arguments),
            Expr::Object(call) => self.call("new ", self.tree[call].instance, self.tree[call].arguments),
            Expr::Construct(list) => format!("{}({})", ty(), self.list(list)),
            Expr::Aggregate(parts, rest) => {
                let parts = self.tree[parts].iter();
                let parts = parts.map(|part| format!("{}: {}", part.index, self.expr(part.value)));
                let parts: Vec<String> =
                    parts.chain(rest.map(|it| format!("..: {}", self.expr(it)))).collect();
                format!("{}{{{}}}", ty(), parts.join(", "))
            }
            Expr::Swizzle(value, components) => {
                format!("{}.{}", self.expr(value), letters(components.iter()))
            }
            Expr::Library(call) => {
                let call = self.tree[call];
                format!("{}({})", call.function.name, self.arguments(call.arguments))
            }
            Expr::External(call) => {
                let call = self.tree[call];
                let name = self.module.names.text(self.module.ast[call.function].name);
                format!("extern {name}({})", self.list(call.arguments))
            }
            Expr::Texture(call) => {
                let call = self.tree[call];
                format!(
                    "{}.{}({})",
                    self.expr(call.texture),
                    call.function.name,
                    self.arguments(call.arguments)
                )
            }
            Expr::Option(option, list) => format!("{}({})", option.name(), self.list(list)),
            Expr::Sampler(_) => "sampler".to_owned(),
            Expr::Vote { vote, is_all } => {
                format!("{}.{}()", self.expr(vote), if is_all { "all" } else { "any" })
            }
            Expr::Unsupported(what) => format!("<{}>", what.in_words()),
        }
    }

    fn list(&self, list: List<ExprId>) -> String {
        let values: Vec<String> = self.tree[list].iter().map(|value| self.expr(*value)).collect();
        values.join(", ")
    }

    fn call(&self, before: &str, instance: usize, arguments: List<Argument>) -> String {
        let name = self.module.ast[self.module.instances[instance].function].name;
        format!("{before}{}({})", self.module.names.text(name), self.arguments(arguments))
    }

    fn arguments(&self, list: List<Argument>) -> String {
        let argument = |argument: &Argument| match *argument {
            Argument::Value(value) => self.expr(value),
            Argument::Place(place) => format!("ref {}", self.place(place)),
            Argument::Omitted => "_".to_owned(),
        };
        let arguments: Vec<String> = self.tree[list].iter().map(argument).collect();
        arguments.join(", ")
    }
}

fn letters(numbers: impl Iterator<Item = usize>) -> String {
    numbers.map(|number| ["x", "y", "z", "w"][number % 4]).collect()
}

fn constant_text(value: Value) -> String {
    match value {
        Value::Bool(value) => value.to_string(),
        Value::Integer(value) => value.to_string(),
        Value::Float(value) => format!("{value:?}"),
    }
}
