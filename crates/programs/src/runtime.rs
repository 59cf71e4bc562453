//! What runtimes of languages need where a bot plays: on one core, with little memory, and without a home.
//!
//! It is set by environment variables, for every bot: whether a runtime is started by a run line, a jar, a script or another
//! program, it finds them. What a run line says itself takes precedence.

use crate::{LANGUAGES, Program};

/// An environment variable that a language's runtime reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Its name.
    pub name: &'static str,
    /// Its value.
    pub value: String,
    /// The line that the runtime prints to stderr when it finds the variable. It is not the bot's.
    pub notice: Option<String>,
}

impl Variable {
    pub(crate) fn new(name: &'static str, value: impl Into<String>) -> Self {
        Self { name, value: value.into(), notice: None }
    }
}

/// The variables of all languages for this bot.
pub fn environment(program: &Program) -> Vec<Variable> {
    LANGUAGES.iter().flat_map(|language| (language.environment)(program)).collect()
}

/// Java's virtual machine, whatever language it runs. Its second compiler would take the core from the bot, and go on between
/// the turns, for which the bot would be frozen there. On one processor it chooses the serial collector by itself; naming a
/// collector would not go with a run line that names another. It takes a quarter of the machine's memory for its heap, not of
/// the jail's. Older machines do not know all of these options.
pub(crate) fn java(_: &Program) -> Vec<Variable> {
    const NAME: &str = "JAVA_TOOL_OPTIONS";
    const OPTIONS: &str = "-XX:+IgnoreUnrecognizedVMOptions -Xmx512m -XX:TieredStopAtLevel=1 -XX:ActiveProcessorCount=1 \
                           -XX:-UsePerfData";
    let notice = Some(format!("Picked up {NAME}: {OPTIONS}"));
    vec![Variable { notice, ..Variable::new(NAME, OPTIONS) }]
}

/// Mono would print warnings of its own among the bot's answers.
pub(crate) fn mono(_: &Program) -> Vec<Variable> {
    vec![Variable::new("MONO_LOG_DEST", "/dev/null")]
}

/// .NET compiles for a second time in the background, collects garbage there, opens a socket for debuggers, and stops where
/// it does not find tables of all the world's languages.
pub(crate) fn dotnet(_: &Program) -> Vec<Variable> {
    [
        ("DOTNET_TieredCompilation", "0"),
        ("DOTNET_gcConcurrent", "0"),
        // In hexadecimal digits: 512 MiB.
        ("DOTNET_GCHeapHardLimit", "20000000"),
        ("DOTNET_EnableDiagnostics", "0"),
        ("DOTNET_SYSTEM_GLOBALIZATION_INVARIANT", "1"),
    ]
    .map(|(name, value)| Variable::new(name, value))
    .into()
}

/// The project file of a single C# file: for the version that the machine's SDK has, so that nothing is downloaded.
pub(crate) const PROJECT: &str = r#"<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup>
    <OutputType>Exe</OutputType>
    <TargetFramework>net$(BundledNETCoreAppTargetFrameworkVersion)</TargetFramework>
    <AssemblyName>bot</AssemblyName>
    <AllowUnsafeBlocks>true</AllowUnsafeBlocks>
    <Nullable>disable</Nullable>
    <ImplicitUsings>enable</ImplicitUsings>
    <UseAppHost>false</UseAppHost>
  </PropertyGroup>
</Project>
"#;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Origin;

    #[test]
    fn every_bot_gets_what_runtimes_need_and_no_variable_twice() {
        let program = Program {
            name: "bot".into(),
            hash: None,
            command: vec!["./run.sh".into()],
            flush_words: 0,
            origin: Origin::Command,
            build: None,
            language: None,
            game: None,
        };
        let mut names: Vec<&str> = environment(&program).iter().map(|variable| variable.name).collect();
        let all = names.len();
        assert!(names.contains(&"JAVA_TOOL_OPTIONS") && names.contains(&"MONO_LOG_DEST"), "{names:?}");
        assert!(!names.contains(&"NODE_OPTIONS"), "node is not named");
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all);
    }
}
