//! Arguments whose known values shells complete, although others are accepted as well, and that help doesn't list.

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Command, Error};
use std::ffi::OsStr;
use std::fmt::Display;
use std::marker::PhantomData;
use std::str::FromStr;

/// A parser of `T` with values for completion.
#[derive(Debug)]
pub(super) struct Hinted<T> {
    values: fn() -> Vec<&'static str>,
    parsed: PhantomData<fn() -> T>,
}

impl<T> Clone for Hinted<T> {
    fn clone(&self) -> Self {
        Self { ..*self }
    }
}

/// Returns a parser of `T` with these values for completion.
pub(super) const fn hinted<T>(values: fn() -> Vec<&'static str>) -> Hinted<T> {
    Hinted { values, parsed: PhantomData }
}

impl<T> TypedValueParser for Hinted<T>
where
    T: FromStr<Err: Display> + Clone + Send + Sync + 'static,
{
    type Value = T;

    fn parse_ref(&self, command: &Command, argument: Option<&Arg>, value: &OsStr) -> Result<T, Error> {
        let text = StringValueParser::new().parse_ref(command, argument, value)?;
        text.parse().map_err(|error: T::Err| {
            let argument = argument.map(ToString::to_string).unwrap_or_default();
            let message = format!("invalid value '{text}' for '{argument}': {error}");
            Error::raw(ErrorKind::ValueValidation, message).with_cmd(command)
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.values)().into_iter().map(PossibleValue::new)))
    }
}
