//! `minify`: an accepted program, as short as its meaning allows.

use crate::accepted::refuse;
use crate::arguments::Minify;
use crate::files;
use crate::judgement::judge;
use crate::render;
use crate::source_map::{self, Expanded};
use crate::verdict::Verdict;
use crate::whole;
use std::fs;
use std::io::{self, Write as _};
use std::path::Path;
use wgsl_format::{Minified, MinifyOptions, minify};
use wgsl_validator::{Module, Options, Validator};

/// Minifies the program in a file, with all that it imports.
pub(crate) fn run(arguments: &Minify) -> io::Result<Verdict> {
    source_map::check_path(arguments.source_map.as_ref(), arguments.output.iter().chain([&arguments.file]))?;
    let options = Options { target: arguments.target.target.clone(), ..Options::default() };
    let (program, expanded) = match whole::read_with_origins(&arguments.file, &arguments.modules, &options) {
        Ok(program) => program,
        Err(refused) => return refused.print(&mut *render::for_people()),
    };
    let (judgement, module) = judge(program, &mut Validator::new(options.clone()));
    let Some(module) = module.filter(Module::is_accepted) else { return refuse(&judgement) };
    let minified = checked(&module, MinifyOptions { keep_members: arguments.keep_members }, options)?;
    match &arguments.output {
        Some(path) => write(path, &minified.text)?,
        None => writeln!(io::stdout().lock(), "{}", minified.text)?,
    }
    if let Some(path) = &arguments.source_map {
        let expanded = expanded.unwrap_or_else(|| Expanded::of_file(judgement.name, judgement.text));
        let map = expanded.minified_map(&minified, arguments.output.as_deref(), path);
        write(path, &map.to_string())?;
    }
    Ok(Verdict::Accepted)
}

/// Minifies a module, and checks the result: a program that is wrong must not replace one that is right.
fn checked(module: &Module, minify_options: MinifyOptions, options: Options) -> io::Result<Minified> {
    let minified = minify(module, minify_options);
    minified.filter(|it| Validator::new(options).validate(&it.text).is_accepted()).ok_or_else(|| {
        io::Error::other("internal error: the minified program is not valid; please report it")
    })
}

fn write(path: &Path, text: &str) -> io::Result<()> {
    fs::write(path, text).map_err(|error| {
        io::Error::other(format!("{}: can't be written: {}", path.display(), files::reason(&error)))
    })
}
