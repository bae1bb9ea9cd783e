//! A Vulkan driver for the tests that execute on one: a driver in software will do.

use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, Stdio};

/// Where the loader of Vulkan looks for drivers.
const FOLDERS: [&str; 4] = [
    "/usr/share/vulkan/icd.d",
    "/etc/vulkan/icd.d",
    "/usr/local/share/vulkan/icd.d",
    "/usr/local/etc/vulkan/icd.d",
];

/// Whether the tests find a driver, or need none from here: other systems bring one.
pub(crate) fn is_there() -> bool {
    let has_drivers = |folder: &&str| std::fs::read_dir(folder).is_ok_and(|mut files| files.next().is_some());
    let is_named =
        ["VK_DRIVER_FILES", "VK_ICD_FILENAMES"].iter().any(|name| std::env::var_os(name).is_some());
    !cfg!(target_os = "linux") || is_named || FOLDERS.iter().any(has_drivers)
}

/// Whether nobody wants to execute on a driver.
pub(crate) fn is_unwanted() -> bool {
    std::env::var_os("WGSL_CTS_ADAPTER").is_some_and(|adapter| adapter == "none")
}

/// Installs a driver in software where there is none and it can be done without asking, or says how.
pub(crate) fn provide() -> io::Result<()> {
    if is_unwanted() || is_there() {
        return Ok(());
    }
    let mut errors = io::stderr().lock();
    if is_root() && Path::new("/usr/bin/apt-get").exists() {
        writeln!(errors, "installing mesa-vulkan-drivers, a Vulkan driver in software, to execute cases on")?;
        let install = |arguments: &[&str]| {
            let status = Command::new("apt-get").args(arguments).stdout(Stdio::null()).status();
            status.is_ok_and(|status| status.success())
        };
        if install(&["update", "-qq"]) && install(&["install", "-y", "-qq", "mesa-vulkan-drivers"]) {
            return Ok(());
        }
    }
    writeln!(
        errors,
        "no Vulkan driver is installed, and no case is executed on one; a driver in software will do:"
    )?;
    writeln!(errors, "  apt-get install mesa-vulkan-drivers    (Debian, Ubuntu)")?;
    writeln!(errors, "  dnf install mesa-vulkan-drivers        (Fedora)")?;
    writeln!(errors, "  pacman -S vulkan-swrast                (Arch)")
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}
