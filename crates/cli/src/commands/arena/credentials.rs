//! Tokens of the arenas that the user is logged in to, in a file with mode 0600.

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use skirmish_arena_client::Client;

use crate::failure::Failure;

/// Environment variables for server and token, for machines that do not log in, as in CI.
const SERVER: &str = "SKIRMISH_SERVER";
const TOKEN: &str = "SKIRMISH_TOKEN";
/// The most bytes of the credentials file that are read.
const MOST_BYTES: u64 = 1 << 20;

/// The option that selects an arena.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct ServerArgs {
    /// The arena's address [default: the one that you logged in to last]
    #[arg(long, value_name = "URL")]
    pub server: Option<String>,
}

/// The contents of the credentials file.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Credentials {
    /// The default arena: the one logged in to last.
    last: Option<String>,
    /// Tokens by address.
    arenas: BTreeMap<String, KnownArena>,
}

/// The user's name and token on one arena.
#[derive(Debug, Serialize, Deserialize)]
struct KnownArena {
    name: String,
    token: String,
}

impl Credentials {
    /// Reads the file; empty if there is none.
    pub fn read() -> Result<Self, Failure> {
        let path = path()?;
        match skirmish_files::read_text(&path, MOST_BYTES) {
            Ok(text) => serde_json::from_str(&text).map_err(|error| {
                Failure::input(format!("{} is damaged ({error}); remove it and log in again", path.display()))
            }),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(Failure::input(format!("cannot read {}: {error}", path.display()))),
        }
    }

    /// Stores a token and makes its arena the default; returns the file's path.
    pub fn remember(mut self, server: &str, name: &str, token: &str) -> Result<PathBuf, Failure> {
        self.arenas.insert(server.to_owned(), KnownArena { name: name.to_owned(), token: token.to_owned() });
        self.last = Some(server.to_owned());
        self.write()
    }

    /// Removes an arena.
    pub fn forget(mut self, server: &str) -> Result<PathBuf, Failure> {
        self.arenas.remove(server);
        self.last = self.last.filter(|last| last != server).or_else(|| self.arenas.keys().next().cloned());
        self.write()
    }

    fn write(&self) -> Result<PathBuf, Failure> {
        let path = path()?;
        let text = serde_json::to_string_pretty(self).map_err(|error| Failure::Ours(error.into()))?;
        write_private(&path, text.as_bytes())
            .map_err(|error| Failure::input(format!("cannot write {}: {error}", path.display())))?;
        Ok(path)
    }
}

/// A client for the selected arena, with its token if there is one.
pub fn client(args: &ServerArgs) -> Result<Client, Failure> {
    let known = Credentials::read()?;
    let server = args.server.clone().or_else(|| environment(SERVER)).or_else(|| known.last.clone());
    let server = server.ok_or_else(|| {
        Failure::input(
            "no arena is known yet: `skirmish login http://localhost:8080`, or say which by --server",
        )
    })?;
    let server = server.trim().trim_end_matches('/').to_owned();
    let token = environment(TOKEN).or_else(|| known.arenas.get(&server).map(|known| known.token.clone()));
    Client::new(&server, token.as_deref()).map_err(Failure::input)
}

/// The same, but an error without a token.
pub fn client_with_token(args: &ServerArgs) -> Result<Client, Failure> {
    let client = client(args)?;
    if !client.has_token() {
        let server = client.server();
        return Err(Failure::input(format!("you are not logged in there: `skirmish login {server}`")));
    }
    Ok(client)
}

/// Whether the token comes from the environment.
pub fn is_token_given() -> bool {
    environment(TOKEN).is_some()
}

fn environment(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

fn path() -> Result<PathBuf, Failure> {
    let home = || environment("HOME").map(|home| PathBuf::from(home).join(".config"));
    let folder = environment("XDG_CONFIG_HOME").map(PathBuf::from).or_else(home);
    let folder =
        folder.ok_or_else(|| Failure::input("there is no home folder for the credentials: set HOME"))?;
    Ok(folder.join("skirmish").join("credentials.json"))
}

/// Writes a temporary file with mode 0600 and renames it: atomic, and never readable by others.
fn write_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let beside = folder.join(format!("credentials.{}.part", std::process::id()));
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true).mode(0o600);
    options.open(&beside)?.write_all(bytes)?;
    fs::rename(&beside, path)
}
