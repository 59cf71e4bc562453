//! Opens the user's browser.

use std::process::{Command, Stdio};

/// Opens the address with `xdg-open`; false if there is no display or it cannot be started.
pub fn open(address: &str) -> bool {
    let has_display = ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some());
    if !has_display {
        return false;
    }
    let mut command = Command::new("xdg-open");
    command.arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().is_ok()
}
