//! Programs at the edge of what can be executed.
