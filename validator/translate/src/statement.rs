//! Statements. Section 1.4

use super::translator::{FunctionResult, Outcome, Translator};
use super::value::Text;
use super::writer::Line;
use cxx_validator::ast::List;
use msl_spec::sections;
use msl_validator::typed::{ExprId, Stmt, StmtId};
use msl_validator::types::{Type, TypeId};

impl Translator<'_> {
    /// Statements, one after the other.
    pub(crate) fn statements(&mut self, list: List<StmtId>) {
        let statements = self.tree()[list].to_vec();
        for statement in statements {
            self.statement(statement);
            if self.is_left_by(statement) {
                break;
            }
        }
    }

    /// A statement. A part without counterpart is noted, and the next statement is translated nevertheless.
    pub(crate) fn statement(&mut self, id: StmtId) {
        self.writer.span = self.tree().stmt_span(id);
        let depth = self.writer.depth;
        let result = self.deeper(1, |it| it.statement_here(id));
        if self.kept(result).is_none() {
            self.writer.depth = depth;
        }
    }

    pub(crate) fn statement_here(&mut self, id: StmtId) -> Outcome<()> {
        self.check_size()?;
        match self.tree()[id] {
            Stmt::Block(list) => self.block(list),
            Stmt::Declare(local, initial) => self.declare(local, initial),
            Stmt::Expression(expression) => self.effect(expression),
            Stmt::If(condition, accept, reject) => self.if_statement(condition, accept, reject),
            Stmt::Loop { condition, is_tested_first: true, update, body } => {
                self.while_statement(condition, update, body)
            }
            Stmt::Loop { condition, is_tested_first: false, body, .. } => self.do_while(body, condition),
            Stmt::Switch(selector, clauses) => self.switch(selector, clauses),
            Stmt::Break => {
                self.writer.line("break;");
                Ok(())
            }
            Stmt::Continue => {
                self.writer.line("continue;");
                Ok(())
            }
            Stmt::Return(value) => self.return_statement(value),
            Stmt::ReturnPlace(_) => {
                self.none(sections::SECTION_4, "a returned reference: WGSL functions can only return values")
            }
        }
    }

    /// Returns true if the end of statements is never reached.
    pub(crate) fn leaves(&self, statements: List<StmtId>) -> bool {
        self.tree()[statements].iter().any(|statement| self.is_left_by(*statement))
    }

    /// Returns true if what follows a statement in its block never runs.
    fn is_left_by(&self, statement: StmtId) -> bool {
        let mut rest = Some(statement);
        while let Some(id) = rest {
            match self.tree()[id] {
                Stmt::Break | Stmt::Continue | Stmt::Return(_) | Stmt::ReturnPlace(_) => return true,
                Stmt::Block(inner) => rest = self.tree()[inner].last().copied(),
                Stmt::If(condition, accept, reject) => match self.decided(condition) {
                    Some(holds) => rest = if holds { Some(accept) } else { reject },
                    None => return false,
                },
                Stmt::Expression(_) | Stmt::Declare(..) | Stmt::Loop { .. } | Stmt::Switch(..) => {
                    return false;
                }
            }
        }
        false
    }

    /// Statements with a scope of their own. Names are different anyway, so that only a loop with variables is written as a block.
    fn block(&mut self, list: List<StmtId>) -> Outcome<()> {
        let statements = self.tree()[list].to_vec();
        let is_plain = |id: &StmtId| matches!(self.tree()[*id], Stmt::Declare(..) | Stmt::Expression(_));
        if let Some((last, before)) = statements.split_last()
            && let Stmt::Loop { condition, is_tested_first: true, update, body } = self.tree()[*last]
            && (update.is_some() || before.len() == 1 && !self.is_endless(condition))
            && before.iter().all(is_plain)
        {
            return self.for_statement(before, (condition, update), body);
        }
        self.statements(list);
        Ok(())
    }

    /// Returns true for a loop that only its body leaves.
    fn is_endless(&self, condition: Option<ExprId>) -> bool {
        condition.is_none_or(|it| self.constant_value(it).is_some())
    }

    /// A condition, and the statements that come before it.
    fn captured_condition(&mut self, id: ExprId) -> Outcome<(Vec<Line>, Text)> {
        let count = self.writer.lines.len();
        let condition = self.condition(id);
        let lines = self.writer.split_off(count);
        Ok((lines, condition?))
    }

    fn if_statement(&mut self, condition: ExprId, accept: StmtId, reject: Option<StmtId>) -> Outcome<()> {
        if let Some(holds) = self.decided(condition) {
            let branch = if holds { Some(accept) } else { reject };
            return branch.map_or(Ok(()), |branch| self.statement_here(branch));
        }
        let condition = self.condition(condition)?;
        self.writer.open(format!("if ({}) {{", condition.code));
        self.statement(accept);
        let mut rest = reject;
        let mut closers = 1;
        while let Some(reject) = rest {
            self.writer.span = self.tree().stmt_span(reject);
            let Some((condition, accept, next)) = self.undecided_if(reject) else {
                self.writer.turn("} else {");
                self.statement(reject);
                break;
            };
            // What comes before a condition belongs to the branch.
            let depth = self.writer.depth;
            let (lines, condition) = self.captured_condition(condition)?;
            if lines.is_empty() {
                self.writer.turn(format!("}} else if ({}) {{", condition.code));
            } else {
                self.writer.turn("} else {");
                self.writer.append(lines, depth);
                self.writer.open(format!("if ({}) {{", condition.code));
                closers += 1;
            }
            self.statement(accept);
            rest = next;
        }
        for _ in 0..closers {
            self.writer.close("}");
        }
        Ok(())
    }

    /// The parts of an `if` whose condition has no value before the program runs.
    fn undecided_if(&self, id: StmtId) -> Option<(ExprId, StmtId, Option<StmtId>)> {
        let Stmt::If(condition, accept, reject) = self.tree()[id] else { return None };
        self.decided(condition).is_none().then_some((condition, accept, reject))
    }

    /// A loop whose condition comes first, with an update that `continue` leads to.
    fn while_statement(
        &mut self,
        condition: Option<ExprId>,
        update: Option<ExprId>,
        body: StmtId,
    ) -> Outcome<()> {
        let depth = self.writer.depth;
        let (lines, condition) = match condition {
            Some(condition) => self.captured_condition(condition)?,
            None => (Vec::new(), Text::primary("true")),
        };
        let count = self.writer.lines.len();
        let updated = update.map_or(Ok(()), |update| self.effect(update));
        let update = self.writer.split_off(count);
        updated?;
        let is_short = lines.is_empty();
        match update.as_slice() {
            [] if is_short => self.writer.open(format!("while ({}) {{", condition.code)),
            [one] if is_short && is_update(&one.text) => {
                let update = one.text.trim_end_matches(';').to_owned();
                self.writer.open(format!("for (; {}; {update}) {{", condition.code));
            }
            _ => {
                self.writer.open("loop {");
                self.writer.append(lines, depth);
                self.writer.open(format!("if (!({})) {{", condition.code));
                self.writer.line("break;");
                self.writer.close("}");
                self.statement(body);
                if !update.is_empty() {
                    self.writer.open("continuing {");
                    self.writer.append(update, depth);
                    self.writer.close("}");
                }
                self.writer.close("}");
                return Ok(());
            }
        }
        self.statement(body);
        self.writer.close("}");
        Ok(())
    }

    fn for_statement(
        &mut self,
        initializers: &[StmtId],
        (condition, update): (Option<ExprId>, Option<ExprId>),
        body: StmtId,
    ) -> Outcome<()> {
        let span = self.writer.span;
        let count = self.writer.lines.len();
        self.writer.open("{");
        for initializer in initializers {
            self.statement(*initializer);
        }
        self.writer.span = span;
        let begin = self.writer.lines.len();
        self.while_statement(condition, update, body)?;
        self.writer.close("}");
        self.shorten(count, begin);
        Ok(())
    }

    /// Writes `{ var i = 0; for (; …) { … } }` as `for (var i = 0; …) { … }`.
    fn shorten(&mut self, count: usize, begin: usize) {
        let lines = &mut self.writer.lines;
        let first = lines.get(count + 1).map(|line| line.text.trim_end_matches(';').to_owned());
        let Some(head) = lines.get(begin).map(|line| line.text.clone()) else { return };
        let Some(rest) = head.strip_prefix("for (;").map(str::to_owned).or_else(|| {
            let condition = head.strip_prefix("while (")?.strip_suffix(") {")?;
            Some(format!(" {condition};) {{"))
        }) else {
            return;
        };
        let initializer = match begin - count {
            1 => String::new(),
            2 => match first {
                Some(first) if is_initializer(&first) => first,
                _ => return,
            },
            _ => return,
        };
        if initializer.is_empty() && head.starts_with("while") {
            // It is a loop without a variable.
        } else if let Some(line) = lines.get_mut(begin) {
            line.text = format!("for ({initializer};{rest}");
        }
        lines.pop();
        lines.drain(count..begin);
        for line in lines.iter_mut().skip(count) {
            line.depth = line.depth.saturating_sub(1);
        }
    }

    fn do_while(&mut self, body: StmtId, condition: Option<ExprId>) -> Outcome<()> {
        self.writer.open("loop {");
        self.statement(body);
        if let Some(condition) = condition {
            self.writer.span = self.tree().expr_span(condition);
            self.writer.open("continuing {");
            let condition = self.condition(condition)?;
            self.writer.line(format!("break if !({});", condition.code));
            self.writer.close("}");
        }
        self.writer.close("}");
        Ok(())
    }

    fn return_statement(&mut self, value: Option<ExprId>) -> Outcome<()> {
        match (value, self.frame()?.result.clone()) {
            (Some(value), FunctionResult::Value(_)) => {
                let text = self.text_of_value(value)?;
                self.writer.line(format!("return {};", text.code));
            }
            (value, FunctionResult::Nothing) => {
                if let Some(value) = value {
                    self.effect(value)?;
                }
                self.writer.line("return;");
            }
            (_, FunctionResult::Object(name)) => self.writer.line(format!("return {name};")),
            (None, FunctionResult::Value(ty)) => {
                let zero = self.zero(ty)?;
                self.writer.line(format!("return {};", zero.code));
            }
        }
        Ok(())
    }

    /// Returns true if a type is `void`.
    pub(crate) fn is_void(&self, ty: TypeId) -> bool {
        self.kind(ty) == Type::Void
    }
}

/// Returns true if a statement may be the update of a `for`: an assignment or a call.
fn is_update(text: &str) -> bool {
    !["let ", "var ", "if ", "for ", "while ", "loop ", "}", "return", "break", "continue"]
        .iter()
        .any(|word| text.starts_with(word))
        && text.ends_with(';')
}

/// Returns true if a statement may be the initializer of a `for`.
fn is_initializer(text: &str) -> bool {
    (text.starts_with("var ") || text.starts_with("let ") || is_update(&format!("{text};")))
        && !text.ends_with('{')
}
