//! A real PostgreSQL server of a test's own: an unprivileged user, a socket in a temporary folder, no network. It ends
//! with the test, also if the test is killed.

use std::fs;
use std::os::unix::fs::chown;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _};
use tempfile::TempDir;

use super::Database;

/// How long a server may take to answer: an attempt every 20 ms.
const MOST_ATTEMPTS: u32 = 3_000;
const NOBODY: u32 = 65_534;

/// A server that runs as long as this.
pub struct Server {
    child: Child,
    folder: TempDir,
    databases: AtomicU32,
}

impl Server {
    /// Starts a server on empty data, which nobody needs after a power cut.
    pub async fn start() -> Self {
        Self::start_with("fsync=off").await
    }

    /// Starts one that forces what is committed to the disk, as a host's does.
    pub async fn start_durable() -> Self {
        Self::start_with("fsync=on").await
    }

    async fn start_with(setting: &str) -> Self {
        // A socket's path may have 107 bytes, so not wherever temporary folders are.
        let folder = tempfile::Builder::new().prefix("sk-pg-").tempdir_in("/tmp").expect("a folder");
        let data = folder.path().join("data");
        fs::create_dir(&data).expect("a folder for data");
        if is_root() {
            for path in [folder.path(), &data] {
                chown(path, Some(NOBODY), Some(NOBODY)).expect("root can give a folder away");
            }
        }
        let made = unprivileged(&binary("initdb"))
            .args([
                "--auth=trust",
                "--username=arena",
                "--encoding=UTF8",
                "--locale=C",
                "--no-sync",
                "--pgdata",
            ])
            .arg(&data)
            .output()
            .expect("initdb runs");
        assert!(made.status.success(), "initdb: {}", String::from_utf8_lossy(&made.stderr));
        let child = unprivileged(&binary("postgres"))
            .arg("-D")
            .arg(&data)
            .arg("-k")
            .arg(folder.path())
            .args(["-c", "listen_addresses=", "-c", setting, "-c", "max_connections=100"])
            .stderr(Stdio::null())
            .spawn()
            .expect("postgres starts");
        let mut server = Self { child, folder, databases: AtomicU32::new(0) };
        server.wait().await;
        server
    }

    /// A new database with nothing in it.
    pub async fn database(&self) -> Database {
        let name = format!("arena{}", self.databases.fetch_add(1, Ordering::Relaxed));
        let mut connection = self.connect().await.expect("the server answers");
        let sql = format!("CREATE DATABASE {name}");
        sqlx::query(AssertSqlSafe(sql)).execute(&mut connection).await.expect("a database");
        connection.close().await.expect("closed");
        Database::Server(format!("postgres://arena@localhost/{name}?host={}", self.folder.path().display()))
    }

    async fn connect(&self) -> Result<PgConnection, sqlx::Error> {
        let options =
            PgConnectOptions::new().socket(self.folder.path()).username("arena").database("postgres");
        options.connect().await
    }

    async fn wait(&mut self) {
        for _ in 0..MOST_ATTEMPTS {
            if let Ok(connection) = self.connect().await {
                let _ = connection.close().await;
                return;
            }
            if let Ok(Some(status)) = self.child.try_wait() {
                panic!("postgres ended with {status} before it answered");
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("postgres does not answer");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The immediate end: nobody needs the data any more. By this child's number, nobody else's.
        let _ = Command::new("kill").args(["-QUIT", &self.child.id().to_string()]).status();
        let _ = self.child.wait();
    }
}

/// A command that runs as nobody if we are root, and ends when we do.
fn unprivileged(program: &Path) -> Command {
    let mut command = Command::new("setpriv");
    if is_root() {
        command.args(["--reuid", "65534", "--regid", "65534", "--clear-groups"]);
    }
    command.args(["--pdeathsig", "QUIT", "--"]).arg(program);
    command.current_dir("/").stdin(Stdio::null()).stdout(Stdio::null());
    command
}

fn is_root() -> bool {
    fs::metadata("/proc/self").is_ok_and(|me| std::os::unix::fs::MetadataExt::uid(&me) == 0)
}

/// Where a program of PostgreSQL's server is: Debian keeps them out of the path, one folder for each version.
fn binary(name: &str) -> PathBuf {
    let in_path = skirmish_files::search_path::find_all(name);
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let of_debian = versions.map(|version| version.path().join("bin").join(name));
    let mut found = in_path.chain(of_debian).filter(|path| path.is_file());
    found.next().unwrap_or_else(|| panic!("there is no {name}: install PostgreSQL (Debian: postgresql)"))
}
