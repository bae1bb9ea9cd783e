//! Validators for the editions and targets that requests name. They keep their memory from one request to the next.

use crate::request::Program;
use wgsl_spec::Edition;
use wgsl_validator::target::{Target, UnknownTarget};
use wgsl_validator::{Options, Validator};

/// The validators.
pub(crate) struct Validators {
    /// The target of requests that name none.
    target: Target,
    pub(crate) current: Validator,
    draft_2022: Validator,
    /// The validator for the target of the last request that named one.
    pub(crate) other: Option<(Target, Validator)>,
}

fn validator_for(edition: Edition, target: Target) -> Validator {
    Validator::new(Options { edition, target })
}

impl Validators {
    pub(crate) fn new(target: &Target) -> Self {
        let validator = |edition| validator_for(edition, target.clone());
        let (current, draft_2022) = (validator(Edition::Current), validator(Edition::Draft2022));
        Self { target: target.clone(), current, draft_2022, other: None }
    }

    /// Returns the validator for the edition and the target of a program.
    ///
    /// # Errors
    /// There is no such edition or target.
    pub(crate) fn of(&mut self, program: &Program<'_>) -> Result<&mut Validator, String> {
        Ok(self.find(edition(program)?, target(program)?))
    }

    /// Returns the validator for a program that is executed.
    ///
    /// # Errors
    /// There is no such edition or target.
    #[cfg(feature = "run")]
    pub(crate) fn for_execution(&mut self, program: &Program<'_>) -> Result<&mut Validator, String> {
        let (edition, target) = (edition(program)?, target(program)?);
        let target = target.as_ref().unwrap_or(&self.target).for_execution();
        Ok(self.find(edition, Some(target)))
    }

    fn find(&mut self, edition: Edition, target: Option<Target>) -> &mut Validator {
        match (edition, target) {
            (Edition::Current, Some(target)) if target != self.target => {
                if self.other.as_ref().is_none_or(|(known, _)| *known != target) {
                    self.other = Some((target.clone(), validator_for(edition, target)));
                }
                self.other.as_mut().map_or(&mut self.current, |(_, validator)| validator)
            }
            (Edition::Current, _) => &mut self.current,
            (Edition::Draft2022, _) => &mut self.draft_2022,
        }
    }
}

fn edition(program: &Program<'_>) -> Result<Edition, String> {
    let Some(name) = &program.edition else { return Ok(Edition::Current) };
    let named = Edition::ALL.into_iter().find(|edition| edition.info().name == name);
    named.ok_or_else(|| format!("unknown edition `{name}`"))
}

fn target(program: &Program<'_>) -> Result<Option<Target>, String> {
    let target = program.target.as_ref().map(|name| name.parse());
    target.transpose().map_err(|error: UnknownTarget| error.to_string())
}
