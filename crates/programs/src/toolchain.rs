//! Which programs of languages jails get: names, which the sandbox finds on the operator's search path when it starts.
//!
//! The names are part of our own source. No bot is known when they are looked for, and none can add one; an operator can
//! (`SandboxOptions::programs`).

use skirmish_sandbox::SandboxOptions;

use crate::LANGUAGES;

/// The names of all languages' programs, each once, in the order of the list: where one name is in several folders of
/// toolchains, the first language's folder comes first on the search path inside.
pub fn toolchain_programs() -> Vec<&'static str> {
    let mut names: Vec<&str> = Vec::new();
    for name in LANGUAGES.iter().flat_map(|language| language.toolchain) {
        if !names.contains(name) {
            names.push(name);
        }
    }
    names
}

/// How jails for bots are started, unless the caller changes something: with the toolchains of every language.
pub fn jail_options() -> SandboxOptions {
    let programs = toolchain_programs().into_iter().map(str::to_owned).collect();
    SandboxOptions { programs, ..SandboxOptions::default() }
}
