//! The target that `SKIRMISH_FUZZ_TARGET` names, which is checked with whatever libFuzzer comes up with. Writes the inputs
//! to begin with into the folder `SKIRMISH_FUZZ_SEEDS` first.
#![no_main]

use std::path::Path;
use std::sync::LazyLock;

use skirmish_fuzz::Target;

static TARGET: LazyLock<&Target> = LazyLock::new(|| {
    let name = std::env::var("SKIRMISH_FUZZ_TARGET").expect("`cargo xtask fuzz` names a target");
    skirmish_fuzz::find(&name).expect("there is no such target")
});

fn write_seeds() {
    let Some(folder) = std::env::var_os("SKIRMISH_FUZZ_SEEDS") else { return };
    for (number, seed) in (TARGET.seeds)().into_iter().enumerate() {
        std::fs::write(Path::new(&folder).join(format!("seed-{number}")), seed).expect("a folder for seeds");
    }
}

libfuzzer_sys::fuzz_target!(init: write_seeds(), |bytes: &[u8]| (TARGET.check)(bytes));
