//! `spirv-val`, the validator of SPIR-V, where it is installed.

use std::io::Write;
use std::process::{Command, Stdio};

/// The error that `spirv-val` finds in a module; `None` without an error, or if it is not installed.
#[must_use]
pub fn spirv_error(words: &[u32]) -> Option<String> {
    let mut child = Command::new("spirv-val")
        .args(["--target-env", "vulkan1.1", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .ok()?;
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    // It may stop reading at the first error; then it says so.
    let _ = child.stdin.take()?.write_all(&bytes);
    let output = child.wait_with_output().ok()?;
    let said = [output.stdout, output.stderr].concat();
    (!output.status.success()).then(|| String::from_utf8_lossy(&said).trim().to_owned())
}

/// Whether `spirv-val` is installed.
#[must_use]
pub fn has_spirv_val() -> bool {
    let asked =
        Command::new("spirv-val").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    asked.is_ok_and(|status| status.success())
}
