//! A Vulkan driver for the tests that need one; a software driver is enough.

use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, Stdio};

/// The folders in which the Vulkan loader looks for drivers.
const FOLDERS: [&str; 4] = [
    "/usr/share/vulkan/icd.d",
    "/etc/vulkan/icd.d",
    "/usr/local/share/vulkan/icd.d",
    "/usr/local/etc/vulkan/icd.d",
];

/// Whether the tests find a driver; only Linux is checked, because other systems bring one.
pub(crate) fn is_there() -> bool {
    let has_drivers = |folder: &&str| std::fs::read_dir(folder).is_ok_and(|mut files| files.next().is_some());
    let is_named =
        ["VK_DRIVER_FILES", "VK_ICD_FILENAMES"].iter().any(|name| std::env::var_os(name).is_some());
    !cfg!(target_os = "linux") || is_named || FOLDERS.iter().any(has_drivers)
}

/// Whether execution on a driver is disabled.
pub(crate) fn is_unwanted() -> bool {
    std::env::var_os("WGSL_CTS_ADAPTER").is_some_and(|adapter| adapter == "none")
}

/// Installs a software driver if there is none and installation needs no password; otherwise says how to.
pub(crate) fn provide() -> io::Result<()> {
    if is_unwanted() || is_there() {
        return Ok(());
    }
    let mut errors = io::stderr().lock();
    if is_root() && Path::new("/usr/bin/apt-get").exists() {
        writeln!(errors, "installing mesa-vulkan-drivers, a software Vulkan driver, to run cases on")?;
        let install = |arguments: &[&str]| {
            let status = Command::new("apt-get").args(arguments).stdout(Stdio::null()).status();
            status.is_ok_and(|status| status.success())
        };
        if install(&["update", "-qq"]) && install(&["install", "-y", "-qq", "mesa-vulkan-drivers"]) {
            return Ok(());
        }
    }
    writeln!(errors, "no Vulkan driver is installed, so no case runs on one; a software driver is enough:")?;
    writeln!(errors, "  apt-get install mesa-vulkan-drivers    (Debian, Ubuntu)")?;
    writeln!(errors, "  dnf install mesa-vulkan-drivers        (Fedora)")?;
    writeln!(errors, "  pacman -S vulkan-swrast                (Arch)")
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}
