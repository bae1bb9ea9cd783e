//! Simpler parts for the parts of a tree.

use crate::tree::parts::{Part, visit, visit_statements};
use crate::tree::{Block, Declaration, Expression, Statement, Tree, Variable, VariableKind};

/// Values of all scalar types, for expressions of a type that is not known.
const LITERALS: [&str; 6] = ["0", "0u", "0f", "0h", "true", "vec3()"];

/// Expressions that may stand for another: its operands, then literals.
pub(super) fn simpler(expression: &Expression) -> Vec<Expression> {
    let mut all = match expression {
        Expression::Literal(_) => return Vec::new(),
        Expression::Name(_) => Vec::new(),
        Expression::Call(call) => call.arguments.clone(),
        Expression::Member(base, _) => vec![(**base).clone()],
        Expression::Unary(_, operand) | Expression::Parenthesized(operand) => vec![(**operand).clone()],
        Expression::Index(left, right) | Expression::Binary(_, left, right) => {
            vec![(**left).clone(), (**right).clone()]
        }
    };
    all.extend(LITERALS.map(|text| Expression::Literal(text.to_owned())));
    all
}

/// Rows of statements that may stand for one that holds blocks.
pub(super) fn unwrapped(statement: &Statement) -> Vec<Vec<Statement>> {
    // What a loop declares is used in its body.
    let first = match statement {
        Statement::For { initializer, .. } => initializer.as_deref(),
        _ => None,
    };
    let row = |body: &Block| first.into_iter().chain(&body.statements).cloned().collect();
    statement.bodies().map(row).collect()
}

/// The name and value of a declaration that can stand where its name is used.
pub(super) fn value_of(statement: &Statement) -> Option<(String, Expression)> {
    match statement {
        Statement::Variable(Variable { kind, name, initializer: Some(value), .. })
            if *kind != VariableKind::Override =>
        {
            Some((name.clone(), value.clone()))
        }
        _ => None,
    }
}

/// Puts a value in the place of a name in some statements. Another declaration of the name is not noticed.
pub(super) fn inline(statements: &mut [Statement], name: &str, value: &Expression) {
    visit_statements(statements, &mut |part| {
        if let Part::Expression(expression) | Part::Target(expression) = part
            && matches!(expression, Expression::Name(it) if it.name == name && it.template.is_empty())
        {
            *expression = value.clone();
        }
    });
}

/// Leaves out the result of a function together with the values that it returns. Says whether there was one.
pub(super) fn leave_out_result(declaration: &mut Declaration) -> bool {
    let Declaration::Function(function) = declaration else { return false };
    leave_out_values(&mut function.body.statements);
    visit_statements(&mut function.body.statements, &mut |part| {
        if let Part::Statements(statements) = part {
            leave_out_values(statements);
        }
    });
    function.result.take().is_some()
}

fn leave_out_values(statements: &mut [Statement]) {
    for it in statements {
        if let Statement::Return(value) = it {
            *value = None;
        }
    }
}

/// The tree without a member of a structure, or a parameter of a function, and without the arguments for it in all calls. `None` if the
/// declaration with this index has nothing at this place.
pub(super) fn without_slot(tree: &Tree, index: usize, at: usize) -> Option<Tree> {
    let mut tree = tree.clone();
    let (name, slots) = match &mut tree.declarations[index] {
        Declaration::Structure { name, members } => (name.clone(), members),
        Declaration::Function(it) => (it.name.clone(), &mut it.parameters),
        Declaration::Variable(_) | Declaration::Alias { .. } | Declaration::ConstAssert(_) => return None,
    };
    if at >= slots.len() {
        return None;
    }
    slots.remove(at);
    visit(&mut tree, &mut |part| {
        if let Part::Call(call) = part
            && call.callee.name == name
            && at < call.arguments.len()
        {
            call.arguments.remove(at);
        }
    });
    Some(tree)
}
