//! Commands that need a server, another machine or an account: they are not run, but compared with `--help`.

use crate::page::Block;
use crate::reference::{below, help};
use crate::src;

/// Whether every command of the block exists and has the options that are used.
pub fn check(block: &Block) -> Result<(), String> {
    let home = src();
    for line in &block.body {
        let line = line.strip_prefix("$ ").ok_or(format!("`{line}`: what is not run has no output"))?;
        let words = shell_words::split(line).map_err(|error| format!("`{line}`: {error}"))?;
        let Some(("skirmish", rest)) = words.split_first().map(|(first, rest)| (first.as_str(), rest)) else {
            continue;
        };
        // A command and its subcommands: `replay show`.
        let mut named = Vec::new();
        let mut text = help(&home, &named);
        for word in rest {
            if !below(&text).contains(word) {
                break;
            }
            named.push(word.clone());
            text = help(&home, &named);
        }
        if named.is_empty() {
            return Err(format!("`{line}`: there is no such command"));
        }
        for option in rest.iter().filter(|word| word.starts_with("--")) {
            let option = option.split('=').next().unwrap_or_default();
            if !text.split([' ', '\n', ',']).any(|word| word == option) {
                return Err(format!("`{line}`: `{}` has no {option}", named.join(" ")));
            }
        }
    }
    Ok(())
}
