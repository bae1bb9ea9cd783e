//! The integration tests of the tables, in one binary, because each further one would be linked after every change.

mod codes;
mod rules;
mod sections;
