//! The blocks in a statement: a walk over the program names only the kinds of statements that mean something to it.

use crate::ast::{Ast, BlockId, List, Stmt};

impl Ast {
    /// Returns the blocks directly in a statement, in their order.
    pub fn blocks_of(&self, statement: Stmt) -> impl Iterator<Item = BlockId> {
        let (mut branches, mut clauses, mut last) = (List::EMPTY, List::EMPTY, [None; 2]);
        match statement {
            Stmt::Block(block) => last[0] = Some(block),
            Stmt::If { branches: all, otherwise, .. } => (branches, last[0]) = (all, otherwise),
            Stmt::Switch { clauses: all, .. } => clauses = all,
            Stmt::Loop { body, continuing, .. } => last = [Some(body), continuing.map(|it| it.block)],
            Stmt::For { body, .. } | Stmt::While { body, .. } => last[0] = Some(body),
            Stmt::Error
            | Stmt::Break
            | Stmt::Continue
            | Stmt::Return(_)
            | Stmt::Discard
            | Stmt::Variable(_)
            | Stmt::ConstAssert(_)
            | Stmt::Assign(..)
            | Stmt::Phony(_)
            | Stmt::Increment(_)
            | Stmt::Decrement(_)
            | Stmt::Call(_)
            | Stmt::Fallthrough => {}
        }
        let branches = self[branches].iter().map(|branch| branch.block);
        branches.chain(self[clauses].iter().map(|clause| clause.body)).chain(last.into_iter().flatten())
    }
}

#[cfg(test)]
mod tests {
    use crate::ast::StmtId;
    use wgsl_spec::Edition;

    /// The texts of the blocks in the first statement of a function.
    fn blocks(statement: &str) -> Vec<String> {
        let text = format!("fn f() {{ {statement} }}");
        let (syntax, mistakes) = crate::parse(&text, Edition::Current);
        assert_eq!(mistakes, [], "{statement}");
        let ast = &syntax.ast;
        let first: StmtId = ast[ast[ast.functions[0].body].statements][0];
        ast.blocks_of(ast[first]).map(|block| ast[block].span.text(&text).to_owned()).collect()
    }

    #[test]
    fn blocks_are_in_the_order_of_the_source() {
        assert_eq!(blocks("{}"), ["{}"]);
        assert_eq!(blocks("if a { b(); } else if c { d(); } else { }"), ["{ b(); }", "{ d(); }", "{ }"]);
        assert_eq!(blocks("switch a { case 1 { b(); } default { } }"), ["{ b(); }", "{ }"]);
        assert_eq!(
            blocks("loop { break; continuing { a(); } }"),
            ["{ break; continuing { a(); } }", "{ a(); }"]
        );
        assert_eq!(blocks("for (;;) { break; }"), ["{ break; }"]);
        assert_eq!(blocks("while a { }"), ["{ }"]);
        assert_eq!(blocks("a = 1;"), [""; 0]);
    }
}
