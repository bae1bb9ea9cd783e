//! The output of `run`: files, bindings and faults.

use super::variable::Variable;
use super::{picture, show};
use crate::arguments::{Form, Out, ReportFormat, Run, is_picture};
use crate::judgement::Judgement;
use crate::render::{self, Remark};
use crate::summary::count;
use crate::verdict::Verdict;
use shader_model::{Binding, Data};
use shader_run::execute::Fault;
use shader_run::resources::Outcome;
use std::io::{self, BufWriter, Write};
use wgsl_validator::diagnostic::{Label, Severity};

/// The report on a program that ran.
pub(super) struct Report<'a> {
    pub(super) arguments: &'a Run,
    pub(super) judgement: &'a Judgement,
    /// The variables that the program may write.
    pub(super) variables: &'a [Variable],
}

impl Report<'_> {
    /// Writes files, and prints bindings and faults.
    pub(super) fn finish(&self, outcome: &Outcome) -> io::Result<Verdict> {
        self.arguments.outs.iter().try_for_each(|out| self.write_out(out, outcome))?;
        if self.arguments.format == ReportFormat::Text {
            self.show(outcome)?;
            let faults: Vec<_> = outcome.faults.iter().map(|fault| self.remark(fault)).collect();
            render::remarks(self.judgement, &faults)?;
            if !faults.is_empty() {
                let faults = count(faults.len(), "fault");
                writeln!(anstream::stderr(), "{}: {faults}", self.judgement.name)?;
            }
        }
        Ok(if outcome.faults.is_empty() { Verdict::Accepted } else { Verdict::Rejected })
    }

    /// The bindings that the program may write, with their variables.
    fn written<'a>(&self, outcome: &'a Outcome) -> impl Iterator<Item = (&Variable, &'a Binding)> {
        outcome.bindings.iter().filter_map(|binding| {
            Some((self.variables.iter().find(|variable| variable.is_at(binding))?, binding))
        })
    }

    fn write_out(&self, Out { at, path }: &Out, outcome: &Outcome) -> io::Result<()> {
        let Some((_, binding)) = self.written(outcome).find(|(variable, _)| variable.at == *at) else {
            return Err(io::Error::other(format!("{}: the program does not write {at}", path.display())));
        };
        let written = match &binding.data {
            Data::Texture(descriptor, bytes) if is_picture(path) => picture::write(path, descriptor, bytes),
            Data::Buffer(bytes) | Data::Texture(_, bytes) => std::fs::write(path, bytes),
            Data::Sampler(_) => Ok(()),
        };
        written.map_err(|error| io::Error::other(format!("{}: cannot be written: {error}", path.display())))
    }

    fn show(&self, outcome: &Outcome) -> io::Result<()> {
        let mut output = BufWriter::new(io::stdout().lock());
        for (variable, binding) in self.written(outcome) {
            let form = self.form(variable);
            if form == Form::None {
                continue;
            }
            let Variable { at, name, ty, .. } = variable;
            let subject = show::subject(&binding.data, form);
            writeln!(output, "@group({}) @binding({}) {name}: {ty}, {subject}", at.group, at.binding)?;
            show::write(&binding.data, form, &mut output)?;
        }
        output.flush()
    }

    /// The last form on the command line for the variable, else the last for all, else that of its type.
    fn form(&self, variable: &Variable) -> Form {
        let shows = || self.arguments.shows.iter().rev();
        let here = shows().find(|show| show.at == Some(variable.at));
        let everywhere = || shows().find(|show| show.at.is_none());
        here.or_else(everywhere).map_or_else(|| Form::of(variable.scalar), |show| show.form)
    }

    fn remark(&self, fault: &Fault) -> Remark {
        let [x, y, _] = self.arguments.workgroups.map(|count| u64::from(count.max(1)));
        let index = fault.workgroup;
        let place = (index % x, index / x % y, index / x / y);
        Remark {
            kind: "fault",
            name: Some(fault.kind.name()),
            severity: Severity::Warning,
            message: fault.message.clone(),
            place: Label { span: fault.span, text: String::new(), rule: None },
            note: Some(format!("first in workgroup {place:?}, invocation {}", fault.invocation)),
        }
    }
}
