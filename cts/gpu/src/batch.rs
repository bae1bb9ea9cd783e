//! Several jobs in one submission.

use crate::job::Job;
use crate::outcome::{JobOutcome, JobOutput, Step};
use crate::prepare::{Prepared, Returning};
use crate::{Gpu, Problem};
use core::slice;

impl Gpu {
    /// Runs the jobs that can be prepared in one submission, and returns an outcome for each job. If the submission is refused, each
    /// job is run alone to find the one at fault. A device that is lost is lost for all of them.
    #[must_use]
    pub fn run(&self, jobs: &[Job]) -> Vec<JobOutcome> {
        let prepared: Vec<Result<Prepared<'_>, JobOutcome>> =
            jobs.iter().map(|job| Prepared::new(self, job)).collect();
        let ready: Vec<&Prepared<'_>> = prepared.iter().flatten().collect();
        let (outputs, failure) = match self.submit(&ready) {
            Ok(outputs) => (outputs, None),
            Err(JobOutcome::Refused { .. }) if jobs.len() > 1 => {
                return jobs.iter().flat_map(|job| self.run(slice::from_ref(job))).collect();
            }
            Err(failure) => (Vec::new(), Some(failure)),
        };
        let mut outputs = outputs.into_iter().map(JobOutcome::Ran);
        let mut submitted = || outputs.next().or_else(|| failure.clone());
        let nothing = || JobOutcome::Lost("no result".to_owned());
        let outcome = |one: Result<_, JobOutcome>| one.err().or_else(&mut submitted).unwrap_or_else(nothing);
        prepared.into_iter().map(outcome).collect()
    }

    fn submit(&self, prepared: &[&Prepared<'_>]) -> Result<Vec<JobOutput>, JobOutcome> {
        if prepared.is_empty() {
            return Ok(Vec::new());
        }
        let refused = |Problem(message)| JobOutcome::Refused { step: Step::Commands, message };
        let lost = |Problem(message)| JobOutcome::Lost(self.last_words().unwrap_or(message));
        let returning: Vec<Returning<'_>> = self
            .checked(|| {
                let mut encoder =
                    self.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
                let returning = prepared.iter().map(|one| {
                    one.encode(&mut encoder)?;
                    one.copy(&mut encoder)
                });
                let returning = returning.collect::<Result<Vec<_>, _>>()?;
                self.queue.submit([encoder.finish()]);
                Ok(returning)
            })
            .map_err(refused)?;
        returning.iter().for_each(Returning::map);
        self.wait().map_err(lost)?;
        if let Some(words) = self.last_words() {
            return Err(JobOutcome::Lost(words));
        }
        returning.iter().map(Returning::output).collect::<Result<_, _>>().map_err(lost)
    }
}
