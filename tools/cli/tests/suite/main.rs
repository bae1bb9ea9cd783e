//! Tests that run the command as its users do.

mod advice;
mod allow;
mod amp;
mod c_like;
mod command_line;
mod config;
mod debugging;
mod documents;
mod editor_project;
mod embedded;
mod fixes;
mod fixtures;
mod format;
mod formats;
mod language_server;
mod large;
mod layout;
mod link;
mod metal;
#[cfg(feature = "run")]
mod metal_draw;
mod metal_include;
#[cfg(feature = "run")]
mod metal_reflect;
mod metal_run;
mod migrate;
mod minify;
mod modules;
mod portability;
#[cfg(feature = "run")]
mod protocol_draw;
#[cfg(feature = "run")]
mod protocol_kept;
#[cfg(feature = "run")]
mod protocol_limits;
#[cfg(feature = "run")]
mod protocol_run;
mod reflect;
#[cfg(feature = "run")]
mod run;
#[cfg(feature = "run")]
mod run_draw;
mod serve;
mod support;
#[cfg(feature = "run")]
mod trace;
mod translate;
#[cfg(feature = "translate-check")]
mod translate_check;
#[cfg(feature = "run")]
mod translate_run;
