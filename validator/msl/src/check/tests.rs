//! Programs that are accepted, and mistakes.
