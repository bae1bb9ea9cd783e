//! Generated programs are mostly accepted, and every production is reached.
