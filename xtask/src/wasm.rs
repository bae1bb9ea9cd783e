//! `wasm`: builds the package for browsers and Node.

use std::io;

/// Builds the program that makes the JavaScript around the module, and runs it.
#[cfg(not(feature = "bind"))]
pub(crate) fn run() -> io::Result<bool> {
    let mut command = crate::cargo();
    command.args(["run", "--quiet", "--package", "xtask", "--features", "bind", "--", "wasm"]);
    Ok(command.status()?.success())
}

/// Builds the module, writes it beside its JavaScript into `tools/wasm/npm/generated`, and prints its size.
#[cfg(feature = "bind")]
pub(crate) fn run() -> io::Result<bool> {
    let Some(module) = bind::build()? else { return Ok(false) };
    bind::bind(&module)?;
    Ok(true)
}

#[cfg(feature = "bind")]
mod bind {
    use flate2::Compression;
    use flate2::write::GzEncoder;
    use serde_json::Value;
    use std::io::{self, Write};
    use std::path::{Path, PathBuf};
    use std::process::Stdio;
    use wasm_bindgen_cli_support::Bindgen;

    const NAME: &str = "wgsl_check_wasm";

    /// Compiles the crate, and gives the path of its module; `None` if it does not compile.
    pub(super) fn build() -> io::Result<Option<PathBuf>> {
        let mut command = crate::cargo();
        command.args(["build", "--package", "wgsl-check-wasm", "--lib", "--profile", "wasm"]);
        command.args(["--target", "wasm32-unknown-unknown", "--message-format", "json-render-diagnostics"]);
        let output = command.stderr(Stdio::inherit()).output()?;
        if !output.status.success() {
            writeln!(
                io::stderr(),
                "If the target is missing, `rustup target add wasm32-unknown-unknown` installs it."
            )?;
            return Ok(None);
        }
        let messages = String::from_utf8_lossy(&output.stdout);
        let artifacts = messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let mut modules = artifacts.filter(|it| it["target"]["name"] == NAME).filter_map(|artifact| {
            let files = artifact["filenames"].as_array()?.iter().filter_map(Value::as_str);
            files.map(PathBuf::from).find(|file| file.extension().is_some_and(|it| it == "wasm"))
        });
        modules.next_back().map(Some).ok_or_else(|| io::Error::other("cargo names no module"))
    }

    /// Writes the module and its JavaScript.
    pub(super) fn bind(module: &Path) -> io::Result<()> {
        let folder = crate::root().join("tools/wasm/npm/generated");
        let mut bindgen = Bindgen::new();
        bindgen.input_path(module).out_name(NAME).typescript(false).omit_default_module_path(true);
        bindgen.remove_name_section(true).remove_producers_section(true);
        // `index.js` replaces the instance after a trap: its memory is undefined then.
        bindgen.reset_state_function(true);
        let made = bindgen.web(true).and_then(|bindgen| bindgen.generate(&folder));
        made.map_err(|error| io::Error::other(format!("{error:#}")))?;
        let bytes = std::fs::read(folder.join(format!("{NAME}_bg.wasm")))?;
        let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
        gzip.write_all(&bytes)?;
        let gzip = gzip.finish()?.len();
        let mut brotli = Vec::new();
        brotli::BrotliCompress(
            &mut bytes.as_slice(),
            &mut brotli,
            &brotli::enc::BrotliEncoderParams::default(),
        )?;
        let brotli = brotli.len();
        let megabytes = |bytes: usize| bytes as f64 / 1e6;
        writeln!(
            io::stdout(),
            "{}: {:.2} MB, {:.2} MB with gzip, {:.2} MB with brotli",
            folder.display(),
            megabytes(bytes.len()),
            megabytes(gzip),
            megabytes(brotli)
        )
    }
}
