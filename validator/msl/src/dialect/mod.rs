//! Metal as a dialect of C++.

mod tests;
