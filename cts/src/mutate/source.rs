//! Mistakes in the source that a driver gets: rewritings of its text at places of the syntax.

use super::mutant::{Change, Layer, Mutant};
use indexmap::IndexMap;
use shader_source::Span;
use wgsl_spec::{FunctionId, FunctionOperation, Operator};
use wgsl_validator::Module;
use wgsl_validator::ast::{Attribute, Expr, ExprId, Stmt, StmtId};
use wgsl_validator::resolve::Callee;

/// A place in the source, and its replacement.
struct Edit {
    span: Span,
    text: String,
}

/// The mistakes that a source has a place for, by name, each with all its places.
type Edits = IndexMap<String, Vec<Edit>>;

/// Attributes that can be left out.
const ATTRIBUTES: [&str; 4] = ["align", "size", "interpolate", "invariant"];
/// Operators that are easily taken for the next one of their group.
const GROUPS: [&[&str]; 5] = [
    &["+", "-", "*", "/", "%"],
    &["<", "<=", ">", ">=", "==", "!="],
    &["&", "|", "^"],
    &["<<", ">>"],
    &["&&", "||"],
];

/// The mutant with a mistake in sources.
pub(super) fn mutant(name: &str) -> Mutant {
    let (place, mistake) = name.split_once('/').unwrap_or((name, ""));
    Mutant::new(Layer::Source, place, mistake, Change::Source(name.to_owned()))
}

/// Whether a mistake is one of synchronization, which the reference executor does not notice: its invocations run in lock step.
pub(super) fn is_of_synchronization(name: &str) -> bool {
    name.split('/').next().is_some_and(|place| place.ends_with("Barrier") || place == "workgroupUniformLoad")
}

/// The names of the mistakes that a source has a place for.
pub(super) fn mistakes(module: &Module) -> Vec<String> {
    edits(module).into_keys().collect()
}

/// The source with a mistake in all its places; `None` where it has none.
pub(super) fn changed(module: &Module, name: &str) -> Option<String> {
    let mut places = edits(module).swap_remove(name)?;
    // Of places within each other, the outermost is changed.
    places.sort_by_key(|edit| (edit.span.lo, core::cmp::Reverse(edit.span.hi)));
    let source = module.source();
    let (mut text, mut end) = (String::with_capacity(source.len() + 16), 0);
    for Edit { span, text: new } in places {
        if span.lo as usize >= end {
            text.push_str(&source[end..span.lo as usize]);
            text.push_str(&new);
            end = span.hi as usize;
        }
    }
    text.push_str(&source[end..]);
    Some(text)
}

fn edits(module: &Module) -> Edits {
    let mut finder = Finder { module, found: Edits::new() };
    let ast = &module.syntax().ast;
    (0..ast.exprs.len()).for_each(|index| finder.expression(ExprId::from_index(index)));
    (0..ast.stmts.len()).for_each(|index| finder.statement(StmtId::from_index(index)));
    ast.attributes.iter().for_each(|attribute| finder.attribute(attribute));
    for variable in &ast.variables {
        if let Some(space) =
            ast[variable.template].first().filter(|space| finder.text(ast.span(**space)) == "workgroup")
        {
            finder.add("var-workgroup/private", ast.span(*space), "private".to_owned());
        }
    }
    finder.found
}

struct Finder<'a> {
    module: &'a Module,
    found: Edits,
}

impl<'a> Finder<'a> {
    fn add(&mut self, name: &str, span: Span, text: String) {
        self.found.entry(name.to_owned()).or_default().push(Edit { span, text });
    }

    /// Replaces a part of a place.
    fn replace(&mut self, name: &str, span: Span, (old, new): (&str, &str)) {
        self.add(name, span, self.text(span).replace(old, new));
    }

    fn text(&self, span: Span) -> &'a str {
        &self.module.source()[span.lo as usize..span.hi as usize]
    }

    fn of(&self, id: ExprId) -> &'a str {
        self.text(self.module.syntax().ast.span(id))
    }

    fn expression(&mut self, id: ExprId) {
        let ast = &self.module.syntax().ast;
        match ast[id] {
            Expr::Binary(operator, left, right) => self.operator(id, operator, (left, right)),
            Expr::Call(callee, arguments) => {
                if let Callee::Builtin(function) =
                    self.module.resolution().callee(self.module.syntax(), callee)
                {
                    self.call(id, callee, function, &ast[arguments]);
                }
            }
            Expr::Error
            | Expr::Literal(_)
            | Expr::Name(_)
            | Expr::Template(..)
            | Expr::Member(..)
            | Expr::Index(..)
            | Expr::Unary(..)
            | Expr::Paren(_)
            | Expr::ContextName(_) => {}
        }
    }

    /// Exchanges the operands, and takes another operator of the group.
    fn operator(&mut self, id: ExprId, operator: Operator, (left, right): (ExprId, ExprId)) {
        let ast = &self.module.syntax().ast;
        let (span, operation) = (ast.span(id), operator.operation());
        let (name, token) = (format!("{operation:?}").to_lowercase(), operation.spelling());
        let (one, other) = (self.of(left), self.of(right));
        self.add(&format!("{name}/swapped"), span, format!("({other}) {token} ({one})"));
        let Some(group) = GROUPS.iter().find(|group| group.contains(&token)) else { return };
        let at = group.iter().position(|it| *it == token).unwrap_or(0);
        let sibling = group[(at + 1) % group.len()];
        self.add(&format!("{name}/{sibling}"), span, format!("({one}) {sibling} ({other})"));
    }

    /// Exchanges arguments, takes the first one for the result, and takes a neighbour in the table of functions.
    fn call(&mut self, id: ExprId, callee: ExprId, function: FunctionId, arguments: &[ExprId]) {
        let ast = &self.module.syntax().ast;
        let span = ast.span(id);
        let info = function.get();
        for (first, second) in [(0, 1), (0, 2), (1, 2)] {
            if let (Some(one), Some(other)) = (arguments.get(first), arguments.get(second)) {
                let mut texts: Vec<&str> = arguments.iter().map(|argument| self.of(*argument)).collect();
                texts[first] = self.of(*other);
                texts[second] = self.of(*one);
                let text = format!("{}({})", self.of(callee), texts.join(", "));
                self.add(&format!("{}/swapped-{first}-{second}", info.name), span, text);
            }
        }
        if let (Some(FunctionOperation::Value(_)), Some(first)) = (info.operation, arguments.first()) {
            self.add(&format!("{}/operand-0", info.name), span, format!("({})", self.of(*first)));
        }
        if let (Some(FunctionOperation::WorkgroupUniformLoad), Some(first)) =
            (info.operation, arguments.first())
        {
            self.add("workgroupUniformLoad/load", span, format!("(*({}))", self.of(*first)));
        }
        let name = ast.span(callee);
        for neighbour in neighbours(function) {
            // Template arguments stay.
            let written = self.text(name).replacen(info.name, neighbour, 1);
            self.add(&format!("{}/{neighbour}", info.name), name, written);
        }
    }

    fn statement(&mut self, id: StmtId) {
        let ast = &self.module.syntax().ast;
        let span = ast.stmt_span(id);
        match ast.stmts[id.index()] {
            Stmt::Call(call) => {
                let Expr::Call(callee, _) = ast[call] else { return };
                let Callee::Builtin(function) = self.module.resolution().callee(self.module.syntax(), callee)
                else {
                    return;
                };
                if let Some(FunctionOperation::Barrier(_)) = function.get().operation {
                    self.add(&format!("{}/deleted", function.get().name), ast.span(call), "_ = 0".to_owned());
                }
            }
            Stmt::If { branches, .. } => {
                for branch in &ast[branches] {
                    let condition = self.of(branch.condition);
                    self.add("if/negated", ast.span(branch.condition), format!("!({condition})"));
                }
            }
            Stmt::Continue => self.replace("continue/deleted", span, ("continue", "_ = 0")),
            Stmt::Break => self.replace("break/deleted", span, ("break", "_ = 0")),
            Stmt::Discard => self.replace("discard/deleted", span, ("discard", "_ = 0")),
            Stmt::Increment(_) => self.replace("increment/decrement", span, ("++", "--")),

            Stmt::Decrement(_) => self.replace("decrement/increment", span, ("--", "++")),

            Stmt::Assign(Some(operator), left, right) => {
                let (one, other) = (self.of(left), self.of(right));
                let text = format!("{one} = {other}");
                let tail = &self.text(span)[(ast.span(right).hi - span.lo) as usize..];
                let name = format!("{:?}-assign", operator.operation()).to_lowercase();
                self.add(&format!("{name}/assign"), span, format!("{text}{tail}"));
            }
            Stmt::Error
            | Stmt::Block(_)
            | Stmt::Switch { .. }
            | Stmt::Loop { .. }
            | Stmt::For { .. }
            | Stmt::While { .. }
            | Stmt::Return(_)
            | Stmt::Variable(_)
            | Stmt::ConstAssert(_)
            | Stmt::Assign(None, ..)
            | Stmt::Phony(_)
            | Stmt::Fallthrough => {}
        }
    }

    fn attribute(&mut self, attribute: &Attribute) {
        let name = self.text(attribute.name_span);
        if ATTRIBUTES.contains(&name) {
            self.add(&format!("attribute-{name}/removed"), attribute.span, String::new());
        }
    }
}

/// The functions before and behind a function in the table that are of its kind and take as many arguments.
fn neighbours(function: FunctionId) -> Vec<&'static str> {
    let info = function.get();
    let Some(operation) = info.operation else { return Vec::new() };
    let count =
        |function: &wgsl_spec::Function| function.current.first().map(|overload| overload.parameters.len());
    let is_alike = |other: &FunctionId| {
        let other = other.get();
        let is_of_kind = other
            .operation
            .is_some_and(|it| core::mem::discriminant(&it) == core::mem::discriminant(&operation));
        is_of_kind && other.symbol.is_some() && count(other) == count(info)
    };
    let before = (0..function.0).rev().map(FunctionId).find(is_alike);
    let behind = (function.0 + 1..FunctionId::ALL.len() as u16).map(FunctionId).find(is_alike);
    before.into_iter().chain(behind).map(|it| it.get().name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use wgsl_validator::{Options, validate};

    fn of(source: &str, name: &str) -> Option<String> {
        let module = validate(source, &Options::default());
        assert!(module.is_accepted(), "{:?}", module.diagnostics());
        changed(&module, name)
    }

    const SOURCE: &str = "fn f(a: i32, b: i32) -> i32 { return max(a - b * 2 - 1, -b); }";

    #[test]
    fn operators_and_calls_are_rewritten() {
        let with = |body: &str| Some(format!("fn f(a: i32, b: i32) -> i32 {{ return {body}; }}"));
        assert_eq!(of(SOURCE, "subtract/swapped"), with("max((1) - (a - b * 2), -b)"));
        assert_eq!(of(SOURCE, "multiply//"), with("max(a - (b) / (2) - 1, -b)"));
        assert_eq!(of(SOURCE, "max/operand-0"), with("(a - b * 2 - 1)"));
        assert_eq!(of(SOURCE, "max/swapped-0-1"), with("max(-b, a - b * 2 - 1)"));
        assert_eq!(of(SOURCE, "min/operand-0"), None);
    }

    #[test]
    fn statements_are_rewritten() {
        let source = "var<workgroup> x: i32;
            @compute @workgroup_size(8) fn f(@builtin(local_invocation_index) i: u32) {
              if i == 0 { x += 2; }
              workgroupBarrier();
            }";
        let is_accepted = |name: &str| {
            let changed = of(source, name).unwrap_or_else(|| panic!("{name}"));
            assert_ne!(changed, source);
            validate(&changed, &Options::default()).is_accepted()
        };
        let names = [
            "workgroupBarrier/deleted",
            "workgroupBarrier/textureBarrier",
            "if/negated",
            "add-assign/assign",
        ];
        for name in names.into_iter().chain(["var-workgroup/private"]) {
            assert!(is_accepted(name), "{name}");
        }
        assert!(is_of_synchronization(names[0]) && !is_of_synchronization(names[2]));
    }
}
