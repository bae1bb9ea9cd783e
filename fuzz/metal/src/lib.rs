//! An oracle for the Metal front end without Apple hardware: random programs of the part of C++14 that Metal shares.
//!
//! [`generate`] writes a program, [`mutate`] changes some of its tokens, and [`oracle`] compares the results of this project's checker and of
//! `g++ -std=c++14 -pedantic-errors`, for which a prelude ([`gcc`]) defines Metal's address spaces away. A difference is a mistake of one of the two,
//! or belongs to a class of [`known`] differences: what Metal restricts.

pub mod gcc;
pub mod generate;
pub mod known;
pub mod mutate;
pub mod oracle;
