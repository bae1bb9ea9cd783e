//! Several jobs in one submission.

use crate::job::Job;
use crate::outcome::{Outcome, Output, Step};
use crate::prepare::{Prepared, Returning};
use crate::{Gpu, Problem};

impl Gpu {
    /// Runs jobs: in one submission when each of them is taken by itself. When the submission fails, each is run alone, to
    /// find the one that is to blame. Gives an outcome for each; a device that was lost takes no further job.
    #[must_use]
    pub fn run(&self, jobs: &[Job]) -> Vec<Outcome> {
        let prepared: Vec<Result<Prepared<'_>, Outcome>> =
            jobs.iter().map(|job| Prepared::new(self, job)).collect();
        let ready: Vec<&Prepared<'_>> = prepared.iter().flatten().collect();
        let mut outcomes = match self.submit(&ready) {
            Ok(outputs) => outputs.into_iter().map(Outcome::Ran).collect(),
            Err(outcome) if ready.len() < 2 => vec![outcome; ready.len()],
            Err(_) => ready.iter().map(|one| self.alone(one)).collect::<Vec<_>>(),
        }
        .into_iter();
        let refused = |result: Result<Prepared<'_>, Outcome>| result.err();
        prepared
            .into_iter()
            .map(|it| refused(it).or_else(|| outcomes.next()).unwrap_or(Outcome::TimedOut))
            .collect()
    }

    fn alone(&self, prepared: &Prepared<'_>) -> Outcome {
        match self.submit(&[prepared]) {
            Ok(mut outputs) => outputs.pop().map_or(Outcome::TimedOut, Outcome::Ran),
            Err(outcome) => outcome,
        }
    }

    fn submit(&self, prepared: &[&Prepared<'_>]) -> Result<Vec<Output>, Outcome> {
        if prepared.is_empty() {
            return Ok(Vec::new());
        }
        let refused = |Problem(message)| Outcome::Refused { step: Step::Commands, message };
        let lost = |Problem(message)| Outcome::Lost(self.last_words().unwrap_or(message));
        let returning: Vec<Returning> = self
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
            return Err(Outcome::Lost(words));
        }
        returning.iter().map(Returning::output).collect::<Result<_, _>>().map_err(lost)
    }
}
