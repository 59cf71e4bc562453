//! The only list of languages. A new one is one entry here, and a folder in `kits/` if there is to be a starter bot.
//!
//! An entry says what it knows: with `interpreter`, files of the language are run as they are; with `single_file` and
//! `needs`, the arena takes bots that are one file, and the set-up installs the tools; with `toolchain`, jails have its
//! programs wherever the operator keeps them; with `environment`, its runtime gets what it needs in a jail; with `flushing`,
//! bots that do not flush are helped. In the order of the list, toolchains are put on the search path of jails.

use skirmish_sandbox::Tier;

use crate::{Flushing, Language, Modules, Need, SingleFile, Supplier, node, runtime};

/// All languages.
pub static LANGUAGES: &[Language] = &[
    Language {
        name: "python",
        title: "Python",
        aliases: &["py"],
        endings: &["py", "py3"],
        interpreter: &["python3"],
        single_file: Some(SingleFile::interpreted("python3 {file}")),
        needs: &[Need::program("python3", "python3")],
        // Debian's packages are for Debian's python3, which need not be the first on the search path.
        libraries: &[
            Need {
                program: "numpy",
                from: Supplier::Debian("python3-numpy"),
                probe: Some(&["sh", "-c", "python3 -c 'import numpy' || /usr/bin/python3 -c 'import numpy'"]),
            },
            Need {
                program: "scipy",
                from: Supplier::Debian("python3-scipy"),
                probe: Some(&[
                    "sh",
                    "-c",
                    "python3 -c 'import numpy, scipy' || /usr/bin/python3 -c 'import numpy, scipy'",
                ]),
            },
        ],
        toolchain: &["python3", "python", "pypy3", "pypy"],
        flushing: Some(Flushing {
            by_hand: "`print(answer, flush=True)`",
            // Most first bots forget to flush.
            variables: &[("PYTHONUNBUFFERED", "1")],
            words: &[],
        }),
        ..Language::EMPTY
    },
    Language {
        name: "javascript",
        title: "JavaScript",
        aliases: &["js"],
        endings: &["js", "mjs", "cjs"],
        interpreter: &["node"],
        single_file: Some(SingleFile {
            // Node tells modules by their name.
            modules: Some(Modules { lines: &["import ", "export "], ending: "mjs" }),
            ..SingleFile::interpreted("node {file}")
        }),
        environment: node::environment,
        needs: &[Need::program("node", "nodejs")],
        toolchain: &["node", "deno", "bun"],
        // It reserves more address space than a resource limit can allow.
        weakest_jail: Some(Tier::Namespaces),
        ..Language::EMPTY
    },
    Language {
        name: "ruby",
        title: "Ruby",
        endings: &["rb"],
        interpreter: &["ruby"],
        single_file: Some(SingleFile::interpreted("ruby {file}")),
        needs: &[Need::program("ruby", "ruby")],
        toolchain: &["ruby"],
        ..Language::EMPTY
    },
    Language {
        name: "lua",
        title: "Lua",
        endings: &["lua"],
        interpreter: &["lua"],
        single_file: Some(SingleFile::interpreted("lua {file}")),
        needs: &[Need::program("lua", "lua5.4")],
        toolchain: &["lua", "luajit"],
        ..Language::EMPTY
    },
    Language {
        name: "perl",
        title: "Perl",
        endings: &["pl"],
        interpreter: &["perl"],
        single_file: Some(SingleFile::interpreted("perl {file}")),
        needs: &[Need::program("perl", "perl")],
        toolchain: &["perl"],
        ..Language::EMPTY
    },
    Language {
        name: "php",
        title: "PHP",
        endings: &["php"],
        interpreter: &["php"],
        single_file: Some(SingleFile::interpreted("php {file}")),
        needs: &[Need::program("php", "php-cli")],
        toolchain: &["php"],
        ..Language::EMPTY
    },
    // Shells are part of every system.
    Language { name: "sh", title: "shell", endings: &["sh"], interpreter: &["sh"], ..Language::EMPTY },
    Language { name: "bash", title: "Bash", endings: &["bash"], interpreter: &["bash"], ..Language::EMPTY },
    Language {
        name: "java",
        title: "Java",
        endings: &["java"],
        interpreter: &["java"],
        packaged: &[("jar", &["java", "-jar"])],
        single_file: Some(SingleFile {
            more_files: &["should be declared in a file named"],
            ..SingleFile::built(
                "javac -J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC -d build {file}",
                "java -cp build {main}",
            )
        }),
        environment: runtime::java,
        needs: &[Need::program("javac", "default-jdk-headless")],
        toolchain: &["java", "javac"],
        ..Language::EMPTY
    },
    Language {
        name: "kotlin",
        title: "Kotlin",
        endings: &["kt"],
        single_file: Some(SingleFile::built(
            "kotlinc -J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC -include-runtime -d bot.jar {file}",
            "java -jar bot.jar",
        )),
        needs: &[Need::program("kotlinc", "kotlin")],
        toolchain: &["kotlin", "kotlinc"],
        ..Language::EMPTY
    },
    Language {
        name: "scala",
        title: "Scala",
        endings: &["scala"],
        single_file: Some(SingleFile::built(
            "scalac -J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC -d bot.jar {file}",
            "scala bot.jar",
        )),
        needs: &[Need::program("scalac", "scala")],
        toolchain: &["scala", "scalac"],
        ..Language::EMPTY
    },
    Language {
        name: "julia",
        title: "Julia",
        endings: &["jl"],
        interpreter: &["julia"],
        toolchain: &["julia"],
        ..Language::EMPTY
    },
    Language {
        name: "r",
        title: "R",
        endings: &["r"],
        interpreter: &["Rscript"],
        toolchain: &["Rscript"],
        ..Language::EMPTY
    },
    Language {
        name: "elixir",
        title: "Elixir",
        endings: &["exs"],
        interpreter: &["elixir"],
        toolchain: &["elixir", "erl"],
        ..Language::EMPTY
    },
    Language {
        name: "go",
        title: "Go",
        aliases: &["golang"],
        endings: &["go"],
        single_file: Some(SingleFile::built("go build -buildvcs=false -o bot {file}", "./bot")),
        needs: &[Need::program("go", "golang-go")],
        toolchain: &["go"],
        ..Language::EMPTY
    },
    Language {
        name: "rust",
        title: "Rust",
        aliases: &["rs"],
        endings: &["rs"],
        single_file: Some(SingleFile::built("rustc --edition 2021 -O -o bot {file}", "./bot")),
        needs: &[Need::program("cargo", "cargo"), Need::program("cc", "gcc")],
        toolchain: &["rustc", "cargo"],
        ..Language::EMPTY
    },
    Language {
        name: "c",
        title: "C",
        endings: &["c"],
        single_file: Some(SingleFile {
            more_files: &[".h: No such file or directory"],
            ..SingleFile::built("gcc -std=gnu17 -O2 -o bot {file} -lm", "stdbuf -oL ./bot")
        }),
        needs: &[
            Need::program("gcc", "gcc"),
            Need {
                program: "the C library's headers",
                from: Supplier::Debian("libc6-dev"),
                probe: Some(&["gcc", "-E", "-x", "c", "-include", "stdio.h", "/dev/null", "-o", "/dev/null"]),
            },
            Need::program("make", "make"),
            Need::program("stdbuf", "coreutils"),
        ],
        toolchain: &["gcc", "clang", "make", "cmake"],
        // It need not flush: each line goes out at its end, as on contest sites.
        flushing: Some(Flushing {
            by_hand: "`fflush(stdout)`, or say `setvbuf(stdout, NULL, _IOLBF, 0)` once",
            variables: &[],
            words: &["stdbuf", "-oL"],
        }),
        ..Language::EMPTY
    },
    Language {
        name: "cpp",
        title: "C++",
        aliases: &["c++"],
        endings: &["cpp", "cc", "cxx"],
        single_file: Some(SingleFile {
            more_files: &[".h: No such file or directory", ".hpp: No such file or directory"],
            ..SingleFile::built("g++ -std=gnu++20 -O2 -o bot {file}", "stdbuf -oL ./bot")
        }),
        needs: &[
            Need::program("g++", "g++"),
            Need::program("make", "make"),
            Need::program("stdbuf", "coreutils"),
        ],
        toolchain: &["g++", "clang++", "make", "cmake"],
        // With printf it need not flush: each line goes out at its end, as on contest sites.
        flushing: Some(Flushing {
            by_hand: "`std::cout << answer << std::endl`, or `fflush(stdout)` after printf",
            variables: &[],
            words: &["stdbuf", "-oL"],
        }),
        ..Language::EMPTY
    },
    Language {
        name: "zig",
        title: "Zig",
        endings: &["zig"],
        // The caches are within the folder: a jail has no home.
        single_file: Some(SingleFile::built(
            "zig build-exe -O ReleaseFast -femit-bin=bot --cache-dir build --global-cache-dir build {file}",
            "./bot",
        )),
        needs: &[Need::from_site("zig", "https://ziglang.org/download")],
        toolchain: &["zig"],
        ..Language::EMPTY
    },
    Language { name: "nim", title: "Nim", endings: &["nim"], toolchain: &["nim"], ..Language::EMPTY },
    Language {
        name: "haskell",
        title: "Haskell",
        endings: &["hs"],
        single_file: Some(SingleFile::built("ghc -v0 -O -outputdir build -o bot {file}", "./bot")),
        needs: &[Need::program("ghc", "ghc")],
        toolchain: &["ghc"],
        ..Language::EMPTY
    },
    Language {
        name: "ocaml",
        title: "OCaml",
        endings: &["ml"],
        single_file: Some(SingleFile::built("ocamlopt -o bot {file}", "./bot")),
        needs: &[Need::program("ocamlopt", "ocaml-nox"), Need::program("gcc", "gcc")],
        toolchain: &["ocaml", "ocamlopt"],
        ..Language::EMPTY
    },
    Language {
        name: "csharp",
        title: "C#",
        aliases: &["c#", "cs"],
        endings: &["cs"],
        single_file: Some(SingleFile::built(
            "mcs -optimize+ -unsafe -langversion:latest -out:bot.exe {file}",
            "mono bot.exe",
        )),
        needs: &[Need::program("mcs", "mono-mcs"), Need::program("mono", "mono-runtime")],
        toolchain: &["mono", "mcs"],
        environment: runtime::mono,
        // Mono wants to read `/proc`.
        weakest_jail: Some(Tier::Namespaces),
        ..Language::EMPTY
    },
    // Where a machine has both, Mono takes the files that are alone: it builds and starts them sooner.
    Language {
        name: "dotnet",
        title: "C# (.NET)",
        aliases: &[".net"],
        endings: &["cs"],
        single_file: Some(SingleFile {
            beside: &[("bot.csproj", runtime::PROJECT)],
            ..SingleFile::built(
                "dotnet build bot.csproj --nologo -c Release -o bin -v quiet",
                "dotnet bin/bot.dll",
            )
        }),
        needs: &[Need::from_site("dotnet", "https://dotnet.microsoft.com/download")],
        toolchain: &["dotnet"],
        environment: runtime::dotnet,
        ..Language::EMPTY
    },
    Language { name: "swift", title: "Swift", endings: &["swift"], toolchain: &["swift"], ..Language::EMPTY },
    Language {
        name: "dart",
        title: "Dart",
        endings: &["dart"],
        single_file: Some(SingleFile::built("dart compile exe --verbosity=error -o bot {file}", "./bot")),
        needs: &[Need::from_site("dart", "https://dart.dev/get-dart")],
        toolchain: &["dart"],
        ..Language::EMPTY
    },
    Language {
        name: "typescript",
        title: "TypeScript",
        aliases: &["ts"],
        endings: &["ts"],
        single_file: Some(SingleFile::built(
            "esbuild {file} --bundle --platform=node --format=cjs --outfile=bot.cjs --log-level=warning",
            "node bot.cjs",
        )),
        needs: &[
            Need::program("node", "nodejs"),
            Need::program("tsc", "node-typescript"),
            Need::program("esbuild", "esbuild"),
        ],
        toolchain: &["tsc", "esbuild"],
        // As for JavaScript.
        weakest_jail: Some(Tier::Namespaces),
        ..Language::EMPTY
    },
    Language {
        name: "crystal",
        title: "Crystal",
        endings: &["cr"],
        toolchain: &["crystal"],
        ..Language::EMPTY
    },
    Language { name: "d", title: "D", endings: &["d"], toolchain: &["dmd"], ..Language::EMPTY },
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::toolchain_programs;

    /// Endings of a language that another one before it in the list has, too.
    const SHARED: &[(&str, &str)] = &[("dotnet", "cs")];

    #[test]
    fn every_name_and_every_ending_belongs_to_one_language() {
        let (mut names, mut endings) = (BTreeSet::new(), BTreeSet::new());
        for language in LANGUAGES {
            assert!(!language.title.is_empty() && !language.endings.is_empty(), "{}", language.name);
            for name in language.aliases.iter().chain([&language.name]) {
                assert!(!name.is_empty() && names.insert(name), "{name} means two languages");
                assert_eq!(Language::called(name).map(|called| called.name), Some(language.name));
            }
            for ending in language.endings.iter().chain(language.packaged.iter().map(|(ending, _)| ending)) {
                let is_shared = SHARED.contains(&(language.name, ending));
                assert!(endings.insert(ending) || is_shared, "{ending} is two languages'");
                assert_eq!(ending.to_lowercase(), **ending);
            }
            for ending in language.endings {
                let of_file = Language::of_file(&format!("My bot.{}", ending.to_uppercase())).unwrap();
                assert!(of_file.endings.contains(ending), "{ending}");
            }
        }
    }

    #[test]
    fn what_is_run_as_it_is_and_what_is_built_agree() {
        for language in LANGUAGES {
            for ending in language.endings {
                let words = Language::runner(ending);
                assert_eq!(words, Some(language.interpreter).filter(|words| !words.is_empty()));
            }
            let Some(single) = language.single_file else { continue };
            let is_filled = |line: &str| line.contains("{file}");
            match single.build {
                // A project file takes what is there.
                Some(build) => {
                    assert!(is_filled(build) || !single.beside.is_empty(), "{}: {build}", language.name);
                }
                None => assert_eq!(single.run, format!("{} {{file}}", language.interpreter.join(" "))),
            }
            if let Some(modules) = single.modules {
                assert!(language.endings.contains(&modules.ending));
            }
        }
        assert_eq!(Language::runner("jar"), Some(["java", "-jar"].as_slice()));
        assert_eq!(Language::runner("exe"), None);
    }

    #[test]
    fn what_runs_and_builds_a_language_is_needed_and_in_its_jails() {
        // Part of every system, below `/usr`.
        const SYSTEM: &[&str] = &["bash", "env", "sh", "stdbuf"];
        let toolchains = toolchain_programs();
        for language in LANGUAGES {
            let lines = language.single_file.iter().flat_map(|single| [single.build, Some(single.run)]);
            let first = lines.flatten().filter_map(|line| line.split(' ').next());
            let runners = language.packaged.iter().map(|(_, words)| words).chain([&language.interpreter]);
            let all = first.chain(runners.filter_map(|words| words.first().copied()));
            for program in all.filter(|program| !program.contains('/') && !SYSTEM.contains(program)) {
                assert!(toolchains.contains(&program), "{}: {program}", language.name);
            }
            assert_eq!(language.single_file.is_some(), !language.needs.is_empty(), "{}", language.name);
        }
        assert!(toolchains.iter().all(|name| !name.is_empty() && !name.contains('/')));
    }
}
