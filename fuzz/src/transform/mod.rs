//! Transformations after which a program has the same results.

mod inline;
mod split;

use crate::tree::parts::{Named, Part, Scope, visit, visit_statements};
use crate::tree::{Block, Declaration, Expression, Name, Statement, Tree, Variable, VariableKind};
use std::collections::BTreeMap;
use wgsl_spec::Symbol;

/// A transformation of a program that is accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Transformation {
    /// Every name that the program declares becomes another.
    Rename,
    /// The declarations of the module come in the opposite order.
    Reverse,
    /// Statements stand in `if true { … }`.
    Condition,
    /// Values are variables that nobody changes.
    LetToVar,
    /// Bodies of functions stand in the place of calls.
    Inline,
    /// Loops are two: the first iterations, and the others.
    Split,
    /// Constants of functions are values of run time.
    ConstToLet,
    /// Constants of the module are overrides with the same value.
    ConstToOverride,
    /// Literals are read from variables, so that what is made of them is computed at run time.
    LiteralsToVariables,
}

impl Transformation {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Rename,
        Self::Reverse,
        Self::Condition,
        Self::LetToVar,
        Self::Inline,
        Self::Split,
        Self::ConstToLet,
        Self::ConstToOverride,
        Self::LiteralsToVariables,
    ];

    /// Its name, in words.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rename => "other names",
            Self::Reverse => "declarations in the opposite order",
            Self::Condition => "statements under `if true`",
            Self::LetToVar => "variables for values",
            Self::Inline => "bodies of functions for calls",
            Self::Split => "loops in two parts",
            Self::ConstToLet => "values of run time for constants",
            Self::ConstToOverride => "overrides for constants",
            Self::LiteralsToVariables => "variables for literals",
        }
    }

    /// Whether every accepted program is still accepted. The others make pointers and lengths that may not be what they become, or assignments
    /// after which the uniformity analysis still counts with the value before.
    #[must_use]
    pub const fn keeps_verdict(self) -> bool {
        matches!(self, Self::Rename | Self::Reverse)
    }

    /// Whether the same expressions are evaluated at another time: their results may be rounded otherwise.
    #[must_use]
    pub const fn changes_stage(self) -> bool {
        matches!(self, Self::ConstToLet | Self::ConstToOverride | Self::LiteralsToVariables)
    }

    /// The program after it; `None` if there is nothing to transform.
    #[must_use]
    pub fn apply(self, tree: &Tree) -> Option<Tree> {
        let mut changed = tree.clone();
        match self {
            Self::Rename => rename(&mut changed),
            Self::Reverse => changed.declarations.reverse(),
            Self::Condition => visit(&mut changed, &mut |part| {
                if let Part::Statements(statements) = part {
                    put_under_conditions(statements);
                }
            }),
            Self::LetToVar => {
                replace_kind(&mut changed, Scope::Function, VariableKind::Let, VariableKind::Var);
            }
            Self::Inline => inline::inline(&mut changed),
            Self::Split => {
                for declaration in &mut changed.declarations {
                    if let Declaration::Function(function) = declaration {
                        split::split(&mut function.body);
                    }
                }
            }
            Self::ConstToLet => {
                replace_kind(&mut changed, Scope::Function, VariableKind::Const, VariableKind::Let);
            }
            Self::ConstToOverride => {
                replace_kind(&mut changed, Scope::Module, VariableKind::Const, VariableKind::Override);
            }
            Self::LiteralsToVariables => read_literals(&mut changed),
        }
        (changed != *tree).then_some(changed)
    }
}

/// Changes all lists of statements of a body, outer ones first.
fn statement_lists(body: &mut Block, change: &mut dyn FnMut(&mut Vec<Statement>)) {
    change(&mut body.statements);
    visit_statements(&mut body.statements, &mut |part| {
        if let Part::Statements(statements) = part {
            change(statements);
        }
    });
}

/// A declaration in a function.
fn local(kind: VariableKind, name: &str, ty: Option<Name>, initializer: Option<Expression>) -> Statement {
    let (attributes, template, name) = (Vec::new(), Vec::new(), name.to_owned());
    Statement::Variable(Variable { attributes, kind, template, name, ty, initializer })
}

/// Members that swizzles and the results of builtin functions have: a name alone does not tell them from those of structures.
fn is_member_of_builtin(name: &str) -> bool {
    let is_swizzle = name.len() <= 4 && name.bytes().all(|it| b"xyzwrgba".contains(&it));
    is_swizzle || ["fract", "exp", "whole", "old_value", "exchanged"].contains(&name)
}

fn rename(tree: &mut Tree) {
    let (mut names, mut members) = (BTreeMap::new(), BTreeMap::new());
    visit(tree, &mut |part| {
        if let Part::Name(name, named) = part {
            let known = if named == Named::Member { &mut members } else { &mut names };
            let next = known.len();
            let is_free = named != Named::Member || !is_member_of_builtin(name);
            if is_free && Symbol::predeclared(name).is_none() {
                let letter = if named == Named::Member { 'm' } else { 'n' };
                known.entry(name.clone()).or_insert_with(|| format!("{letter}_{next}"));
            }
        }
    });
    let put = |name: &mut String, names: &BTreeMap<String, String>| {
        if let Some(other) = names.get(name) {
            name.clone_from(other);
        }
    };
    visit(tree, &mut |part| match part {
        Part::Name(name, Named::Member) => put(name, &members),
        Part::Name(name, _) => put(name, &names),
        Part::Type(ty) => put(&mut ty.name, &names),
        Part::Call(call) => put(&mut call.callee.name, &names),
        Part::Expression(it) | Part::Target(it) => match it {
            Expression::Name(name) => put(&mut name.name, &names),
            Expression::Member(_, member) => put(member, &members),
            _ => {}
        },
        _ => {}
    });
}

/// Puts statements that declare nothing and do not jump under conditions. A statement that is alone in its block stays: it may be under one
/// already.
fn put_under_conditions(statements: &mut [Statement]) {
    if statements.len() < 2 {
        return;
    }
    for it in statements {
        if matches!(
            it,
            Statement::Assign(..) | Statement::Increment(_) | Statement::Decrement(_) | Statement::Call(_)
        ) {
            let body = Block { attributes: Vec::new(), statements: vec![it.clone()] };
            let condition = Expression::Literal("true".to_owned());
            *it =
                Statement::If { attributes: Vec::new(), branches: vec![(condition, body)], otherwise: None };
        }
    }
}

fn replace_kind(tree: &mut Tree, scope: Scope, from: VariableKind, to: VariableKind) {
    visit(tree, &mut |part| {
        if let Part::Variable(variable, place) = part
            && place == scope
            && variable.kind == from
        {
            variable.kind = to;
        }
    });
}

/// The type of a literal with a suffix, or of a truth value.
fn type_of(literal: &str) -> Option<&'static str> {
    if matches!(literal, "true" | "false") {
        return Some("bool");
    }
    match literal.as_bytes().last()? {
        b'u' => Some("u32"),
        b'i' => Some("i32"),
        b'h' => Some("f16"),
        b'f' if !literal.starts_with("0x") && !literal.starts_with("0X") => Some("f32"),
        _ => None,
    }
}

/// Literals in the values of functions become variables of the module.
fn read_literals(tree: &mut Tree) {
    let mut known: BTreeMap<String, String> = BTreeMap::new();
    let mut read = |expression: &mut Expression| {
        if let Expression::Literal(literal) = expression
            && type_of(literal).is_some()
        {
            let next = known.len();
            let name = known.entry(literal.clone()).or_insert_with(|| format!("literal_{next}"));
            *expression = Name::plain(name.clone()).into();
        }
    };
    for declaration in &mut tree.declarations {
        let Declaration::Function(function) = declaration else { continue };
        visit_statements(&mut function.body.statements, &mut |part| match part {
            Part::Variable(Variable { kind: VariableKind::Let | VariableKind::Var, initializer, .. }, _) => {
                if let Some(it) = initializer {
                    operands(it, &mut read);
                }
            }
            Part::Statements(statements) => values(statements, &mut read),
            _ => {}
        });
        values(&mut function.body.statements, &mut read);
    }
    let template = vec![Name::plain("private").into()];
    let declared = known.into_iter().map(|(literal, name)| {
        Declaration::Variable(Variable {
            attributes: Vec::new(),
            kind: VariableKind::Var,
            template: template.clone(),
            name,
            ty: type_of(&literal).map(Name::plain),
            initializer: Some(Expression::Literal(literal)),
        })
    });
    tree.declarations.extend(declared);
}

/// The values that statements assign and return.
fn values(statements: &mut [Statement], read: &mut impl FnMut(&mut Expression)) {
    for it in statements {
        match it {
            Statement::Assign(_, _, value) | Statement::Return(Some(value)) => operands(value, read),
            _ => {}
        }
    }
}

/// The operands of operators and calls, template parameters left out.
fn operands(expression: &mut Expression, read: &mut impl FnMut(&mut Expression)) {
    match expression {
        Expression::Call(call) => {
            for it in &mut call.arguments {
                operands(it, read);
            }
        }
        Expression::Member(base, _) => operands(base, read),
        Expression::Unary(_, operand) => operands(operand, read),
        Expression::Index(left, right) | Expression::Binary(_, left, right) => {
            operands(left, read);
            operands(right, read);
        }
        Expression::Literal(_) => read(expression),
        Expression::Name(_) | Expression::Parenthesized(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{Options, from_seed};
    use wgsl_validator::Validator;
    use wgsl_validator::diagnostic::Severity;

    const PROGRAM: &str = "const c = 2u;\nstruct S {\n    x: f32,\n    part: f32,\n}\nfn f(s: S) -> f32 {\n    \
        const k = 3f;\n    var v = vec2f(s.part, s.x).x;\n    v += max(k, 1.5f);\n    let w = v;\n    return w * 2f;\n}\n";

    /// A program after a transformation, if that changes it.
    pub(super) fn after(program: &str, transformation: Transformation) -> Option<String> {
        Some(transformation.apply(&Tree::read(program).expect("a tree"))?.to_string())
    }

    fn changed(transformation: Transformation) -> String {
        after(PROGRAM, transformation).expect("a change")
    }

    #[test]
    fn every_declared_name_changes_and_no_other() {
        let renamed = changed(Transformation::Rename);
        for word in ["const c", "S", "part", " f(", "s.", "k", "let w"] {
            assert!(!renamed.contains(word), "{word} in {renamed}");
        }
        // Members that vectors have stay.
        for word in ["x: f32", ".x).x", "max(", "vec2f("] {
            assert!(renamed.contains(word), "{word} not in {renamed}");
        }
    }

    #[test]
    fn names_in_a_call_on_a_left_side_change() {
        let renamed = after(
            "fn f() {\n    *bufferView<S>(&raw, 0) = S();\n}\nstruct S {\n    a: u32,\n}\n\
            @group(0) @binding(0) var<storage, read_write> raw: buffer;\n",
            Transformation::Rename,
        );
        let renamed = renamed.expect("a change");
        assert!(!renamed.contains('S') && !renamed.contains("raw"), "{renamed}");
    }

    #[test]
    fn each_transformation_changes_its_part() {
        assert!(changed(Transformation::Reverse).starts_with("fn f("));
        assert!(changed(Transformation::Condition).contains("if true {\n        v += max(k, 1.5f);\n    }"));
        assert!(changed(Transformation::LetToVar).contains("var w = v;"));
        assert!(changed(Transformation::ConstToLet).contains("let k = 3f;"));
        assert!(changed(Transformation::ConstToOverride).contains("override c = 2u;"));
        let read = changed(Transformation::LiteralsToVariables);
        assert!(read.contains("max(k, literal_") && read.contains("const k = 3f;"), "{read}");
        assert!(read.contains("var<private> literal_1: f32 = "), "{read}");
    }

    #[test]
    fn accepted_programs_stay_accepted() {
        let mut validator = Validator::default();
        for seed in 0..100 {
            let tree = from_seed(seed, Options::of_size(15));
            for transformation in Transformation::ALL.into_iter().filter(|it| it.keeps_verdict()) {
                let Some(changed) = transformation.apply(&tree) else { continue };
                let found = validator.diagnose(&changed.to_string());
                let error = found.iter().find(|it| it.severity == Severity::Error);
                assert!(error.is_none(), "{transformation:?}: {error:?}\n{changed}");
            }
        }
    }
}
