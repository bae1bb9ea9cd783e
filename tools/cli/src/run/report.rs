//! The output of `run`: files, bindings and faults.

use super::swept::swept;
use super::variable::Variable;
use super::{picture, show};
use crate::arguments::{Attachment, Form, Out, Place, ReportFormat, Run, is_picture};
use crate::judgement::Judgement;
use crate::render;
use crate::summary::count;
use crate::verdict::Verdict;
use shader_run::execute::{Fault, Terms};
use shader_run::resources::Outcome;
use shader_source::Message;
use std::io::{self, BufWriter, Write};
use webgpu_model::texture::TextureDescriptor;
use webgpu_model::{Binding, Data};
use wgsl_validator::diagnostic::{Label, Severity};

/// The report on a program that ran.
pub(super) struct Report<'a> {
    pub(super) arguments: &'a Run,
    pub(super) judgement: &'a Judgement,
    /// The variables that the program may write.
    pub(super) variables: &'a [Variable],
    /// The words of the language for the parts of a dispatch.
    pub(super) terms: &'static Terms,
    /// The attachments of a draw.
    pub(super) attachments: &'a [(Attachment, TextureDescriptor, Vec<u8>)],
}

/// The parts of the report on a fault beside its kind, message and place, in the words of a language.
pub(super) struct FaultWords {
    /// The first occurrence: `workgroup (0, 0, 0), invocation 3`.
    pub(super) first: String,
    /// Other places.
    pub(super) labels: Vec<Label>,
    /// The way to avoid the fault.
    pub(super) remedy: Option<String>,
}

impl Report<'_> {
    /// Writes files, and prints bindings and faults, with what the language says of a fault.
    pub(super) fn finish(
        &self,
        outcome: &Outcome,
        words: impl Fn(&Fault) -> FaultWords,
    ) -> io::Result<Verdict> {
        self.arguments.outs.iter().try_for_each(|out| self.write_out(out, outcome))?;
        if self.arguments.format == ReportFormat::Text {
            self.show(outcome)?;
            if let Some(sweep) = &outcome.sweep {
                let sources = self.judgement.sources();
                writeln!(anstream::stderr(), "{}", swept(sweep, self.terms, self.variables, &sources))?;
            }
            let faults = &outcome.faults;
            render::messages(self.judgement, faults.iter().map(|fault| remark(fault, words(fault))))?;
            if !faults.is_empty() {
                let faults = count(faults.len(), "fault");
                writeln!(anstream::stderr(), "{}: {faults}", shader_source::visible(&self.judgement.name))?;
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

    fn write_out(&self, Out { of, path }: &Out, outcome: &Outcome) -> io::Result<()> {
        let missing = |message: String| io::Error::other(format!("{}: {message}", path.display()));
        let data = match of {
            Place::Binding(at) => {
                let found = self.written(outcome).find(|(variable, _)| variable.at == *at);
                let not_written = || missing(format!("the program does not write {at}"));
                &found.ok_or_else(not_written)?.1.data
            }
            Place::Attachment(of) => {
                let found = self.attachments.iter().find(|(here, ..)| here == of);
                let (_, descriptor, bytes) = found.ok_or_else(|| missing(format!("unknown {of}")))?;
                &Data::Texture(*descriptor, bytes.clone().into())
            }
        };
        let written = match data {
            Data::Texture(descriptor, bytes) if is_picture(path) => picture::write(path, descriptor, bytes),
            Data::Buffer(bytes) | Data::Texture(_, bytes) => std::fs::write(path, bytes),
            Data::Sampler(_) => Ok(()),
        };
        written.map_err(|error| {
            io::Error::other(format!(
                "{}: can't be written: {}",
                path.display(),
                crate::files::reason(&error)
            ))
        })
    }

    fn show(&self, outcome: &Outcome) -> io::Result<()> {
        let mut output = BufWriter::new(io::stdout().lock());
        for (variable, binding) in self.written(outcome) {
            let form = self.form(variable);
            if form == Form::None {
                continue;
            }
            let Variable { place, name, ty, .. } = variable;
            let subject = show::subject(&binding.data, form);
            writeln!(output, "{place} {name}: {ty}, {subject}")?;
            show::write(&binding.data, form, &mut output)?;
        }
        for (of, descriptor, bytes) in self.attachments.iter().filter(|(of, ..)| !self.is_out(*of)) {
            let form = self.form_of_all().unwrap_or(Form::F32);
            if form != Form::None {
                let data = Data::Texture(*descriptor, bytes.clone().into());
                writeln!(output, "{of}: {}", show::subject(&data, form))?;
                show::write(&data, form, &mut output)?;
            }
        }
        output.flush()
    }

    /// Returns true if an attachment is written to a file.
    fn is_out(&self, of: Attachment) -> bool {
        self.arguments.outs.iter().any(|out| out.of == Place::Attachment(of))
    }

    /// The last form on the command line for the variable, else the last for all, else that of its type.
    fn form(&self, variable: &Variable) -> Form {
        let here = self.arguments.shows.iter().rev().find(|show| show.at == Some(variable.at));
        let form = here.map(|show| show.form).or_else(|| self.form_of_all());
        form.unwrap_or(variable.form)
    }

    /// The last form on the command line for all.
    fn form_of_all(&self) -> Option<Form> {
        self.arguments.shows.iter().rev().find(|show| show.at.is_none()).map(|show| show.form)
    }
}

fn remark(fault: &Fault, words: FaultWords) -> Message {
    let FaultWords { first, labels, remedy } = words;
    Message {
        code: Some(fault.kind.name()),
        labels,
        notes: [Some(format!("first in {first}")), remedy].into_iter().flatten().collect(),
        ..Message::remark("fault", Severity::Warning, &*fault.message, fault.span)
    }
}

/// The place of a group of threads with a number, in a dispatch of so many groups along each axis.
pub(super) fn group_place(number: u64, groups: [u32; 3]) -> (u64, u64, u64) {
    let [x, y, _] = groups.map(|count| u64::from(count.max(1)));
    (number % x, number / x % y, number / x / y)
}
