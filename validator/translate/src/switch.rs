//! `switch`, whose clauses of WGSL never run on into the next one.

use super::translator::{Outcome, Translator};
use super::types::Base;
use super::value::Text;
use cxx_validator::ast::List;
use msl_spec::{Scalar, ValueType, sections};
use msl_validator::meaning::Value as Number;
use msl_validator::typed::{Clause, ExprId};

impl Translator<'_> {
    pub(crate) fn switch(&mut self, selector: ExprId, clauses: List<Clause>) -> Outcome<()> {
        let Some(from @ ValueType::Scalar(scalar)) = self.value_type(self.ty(selector)) else {
            return self.none(sections::SECTION_1_4, "a switch over a value that is not an integer");
        };
        let clauses = self.tree()[clauses].to_vec();
        if let Some(value) = self.constant_value(selector) {
            self.decided_switch(value, &clauses);
            return Ok(());
        }
        let text = self.text_of_value(selector)?;
        let scalar = match self.base(scalar)? {
            Base::U32 => Scalar::Uint,
            Base::Bool | Base::I32 | Base::F16 | Base::F32 => Scalar::Int,
        };
        let text = self.convert_value(&text, from, ValueType::Scalar(scalar))?;
        let (last, others) = match clauses.split_last() {
            Some((last, others)) => (Some(last), others),
            None => (None, &clauses[..]),
        };
        if others.iter().all(|clause| self.leaves(clause.statements)) {
            self.plain_switch(&text, scalar, others.iter().chain(last))
        } else {
            self.running_switch(&text, scalar, &clauses)
        }
    }

    /// A switch over a constant: the clauses that run, one after the other. Others may contain [what WGSL rejects](Self::decided).
    fn decided_switch(&mut self, selector: Number, clauses: &[Clause]) {
        let is_label = |label: &Option<ExprId>| label.and_then(|it| self.known(it)) == Some(selector);
        let has = |clause: &Clause, wanted: &dyn Fn(&Option<ExprId>) -> bool| {
            self.tree()[clause.labels].iter().any(wanted)
        };
        let first = clauses.iter().position(|clause| has(clause, &is_label));
        let Some(first) = first.or_else(|| clauses.iter().position(|clause| has(clause, &Option::is_none)))
        else {
            return;
        };
        self.writer.open("switch (0i) {");
        self.writer.open("default: {");
        for clause in &clauses[first..] {
            self.statements(clause.statements);
            if self.leaves(clause.statements) {
                break;
            }
        }
        self.writer.close("}");
        self.writer.close("}");
    }

    fn label(&mut self, label: Option<ExprId>, scalar: Scalar) -> Outcome<String> {
        let Some(value) = label else { return Ok("default".to_owned()) };
        match self.known(value) {
            Some(value) => Ok(self.literal(value, scalar)?.code),
            None => self.none(sections::SECTION_1_4, "a label that is not a constant"),
        }
    }

    /// Each clause leaves at its end.
    fn plain_switch<'c>(
        &mut self,
        selector: &Text,
        scalar: Scalar,
        clauses: impl Iterator<Item = &'c Clause>,
    ) -> Outcome<()> {
        self.writer.open(format!("switch ({}) {{", selector.code));
        let mut has_default = false;
        for clause in clauses {
            let mut labels = Vec::new();
            let own = self.tree()[clause.labels].to_vec();
            for label in own {
                has_default |= label.is_none();
                labels.push(self.label(label, scalar)?);
            }
            let is_default = labels.len() == 1 && labels.iter().all(|label| label == "default");
            self.writer.open(if is_default {
                "default: {".to_owned()
            } else {
                format!("case {}: {{", labels.join(", "))
            });
            self.statements(clause.statements);
            self.writer.close("}");
        }
        if !has_default {
            self.writer.line("default: {");
            self.writer.line("}");
        }
        self.writer.close("}");
        Ok(())
    }

    /// A clause runs where its label is that of the selector, or where the clause before it runs on into it. The switch around them is there
    /// for `break` alone.
    fn running_switch(&mut self, selector: &Text, scalar: Scalar, clauses: &[Clause]) -> Outcome<()> {
        let selector = self.stable(selector, "selector");
        let mut cases = Vec::new();
        for clause in clauses {
            let own = self.tree()[clause.labels].to_vec();
            for label in own {
                if label.is_some() {
                    cases.push(format!("{} != {}", selector.code, self.label(label, scalar)?));
                }
            }
        }
        let no_case = if cases.is_empty() { "true".to_owned() } else { format!("({})", cases.join(" && ")) };
        let runs = self.names.local("runs");
        self.writer.line(format!("var {runs} = false;"));
        self.writer.open("switch (0i) {");
        self.writer.open("default: {");
        for clause in clauses {
            let mut hits = vec![runs.clone()];
            let own = self.tree()[clause.labels].to_vec();
            for label in own {
                hits.push(match label {
                    Some(_) => format!("{} == {}", selector.code, self.label(label, scalar)?),
                    None => no_case.clone(),
                });
            }
            self.writer.open(format!("if ({}) {{", hits.join(" || ")));
            self.writer.line(format!("{runs} = true;"));
            self.statements(clause.statements);
            self.writer.close("}");
        }
        self.writer.close("}");
        self.writer.close("}");
        Ok(())
    }
}
