//! The integration tests of the tables, in one binary, because each further one would be linked after every change.

mod accuracy;
mod attributes;
mod codes;
mod dialects;
mod layouts;
mod library;
mod operations;
mod rules;
mod sections;
mod textures;
mod words;
