//! `skirmish login`: gets a token for an arena and stores it for the other commands.

use std::io::{IsTerminal as _, stdin};

use skirmish_arena_client::{Client, NoAnswer};
use skirmish_arena_protocol::answers::{LogIn, Me, NewToken};
use skirmish_arena_protocol::states::Scope;

use super::credentials::Credentials;
use super::date::date;
use crate::failure::{CommandResult, Failure};
use crate::terminal;

/// What the commands need a token for.
const SCOPES: [Scope; 2] = [Scope::Submit, Scope::Read];
/// The most bytes of a line that are read from stdin.
const MOST_LINE_BYTES: usize = 4096;

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct LoginArgs {
    /// The arena's address
    #[arg(value_name = "URL", default_value = "http://localhost:8080")]
    pub server: String,
    /// Your name there [default: you are asked]
    #[arg(long)]
    pub name: Option<String>,
    /// Use a token that you made on the site; it is read from standard input
    #[arg(long, conflicts_with = "name")]
    pub token: bool,
    /// After how many days the token ends [default: as the arena says]
    #[arg(long, value_name = "DAYS", conflicts_with_all = ["token", "out"])]
    pub days: Option<u32>,
    /// Log out: revoke the token and forget it
    #[arg(long, conflicts_with_all = ["name", "token"])]
    pub out: bool,
}

const EXAMPLES: &str = "\
Examples:
  skirmish login                                    an arena on this machine; asks for name and password
  skirmish login https://arena.example --name anna
  skirmish login https://arena.example --token      asks for a token that you made on the site
  skirmish login https://arena.example --out

Accounts are made on the site. In scripts, SKIRMISH_SERVER and SKIRMISH_TOKEN do without logging in.";

/// Logs in, or out.
pub fn run(args: &LoginArgs) -> CommandResult {
    let client = Client::new(&args.server, None).map_err(Failure::input)?;
    let server = client.server().to_owned();
    if args.out {
        return log_out(&server);
    }
    let got = if args.token { by_token(&server)? } else { by_password(&client, args)? };
    let path = Credentials::read()?.remember(&server, &got.name, &got.token)?;
    println!(
        "You are {} on {server}. The token is kept in {}; it is for {}, and ends on {}.",
        terminal::plain(&got.name),
        terminal::path(&path),
        listed(&got.scopes),
        date(got.expires_ms)
    );
    println!("Next: `skirmish submit` in a bot's folder, `skirmish status`.");
    Ok(())
}

fn by_token(server: &str) -> Result<NewToken, Failure> {
    let token = secret("Token: ")?;
    let client = Client::new(server, Some(&token)).map_err(Failure::input)?;
    let me: Me = client.get("/api/v1/me").map_err(|error| match error.status() {
        Some(401 | 403) => Failure::input(format!("this token cannot be used: {error}")),
        _ => no_answer(&client)(error),
    })?;
    Ok(NewToken { token, name: me.name, scopes: me.token.scopes, expires_ms: me.token.expires_ms })
}

fn by_password(client: &Client, args: &LoginArgs) -> Result<NewToken, Failure> {
    let name = match &args.name {
        Some(name) => name.clone(),
        None => line(&format!("Name on {}: ", client.server()))?,
    };
    let password = secret("Password: ")?;
    let scopes = Some(SCOPES.to_vec());
    let wish = LogIn { name, password, label: label(), scopes, days: args.days };
    client.post("/api/v1/tokens", &wish).map_err(|error| match error.status() {
        Some(400) => {
            Failure::input(format!("{error} Accounts are made on the site: {}/sign-up", client.server()))
        }
        _ => no_answer(client)(error),
    })
}

fn log_out(server: &str) -> CommandResult {
    let args = super::credentials::ServerArgs { server: Some(server.to_owned()) };
    let client = super::credentials::client_with_token(&args)?;
    let revoked = client.delete("/api/v1/tokens/current");
    Credentials::read()?.forget(server)?;
    match revoked {
        Ok(()) => println!("You are logged out of {server}."),
        Err(error) if error.status() == Some(401) => {
            println!("You are logged out of {server}; the token was void.")
        }
        Err(error) => println!(
            "The token is forgotten here, but not revoked there: {}",
            terminal::plain(&error.to_string())
        ),
    }
    Ok(())
}

/// Exit code 2 for what the user can fix (a bad token, a refused request), 1 for a failure of the arena.
pub fn no_answer(client: &Client) -> impl Fn(NoAnswer) -> Failure {
    let server = client.server().to_owned();
    move |error| match error {
        NoAnswer::Refused { status: 401, why } => {
            Failure::input(match super::credentials::is_token_given() {
                true => format!("the token in SKIRMISH_TOKEN: {why} Its address is {server}/account"),
                false => format!("{why} `skirmish login {server}` does so"),
            })
        }
        NoAnswer::Refused { status: 400..500, .. } | NoAnswer::Address(_) => Failure::input(error),
        error => Failure::Ours(error.into()),
    }
}

/// What a token is good for, in words.
pub fn listed(scopes: &[Scope]) -> String {
    scopes.iter().map(|scope| scope.word()).collect::<Vec<_>>().join(" and ")
}

fn label() -> String {
    let machine = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    // A label has at most 40 characters.
    let machine: String = machine.trim().chars().filter(|c| !c.is_control()).take(22).collect();
    format!("skirmish login on {}", if machine.is_empty() { "a machine" } else { &machine })
}

/// Reads a line that is echoed.
pub fn line(prompt: &str) -> Result<String, Failure> {
    if stdin().is_terminal() {
        // Reads even if the prompt cannot be written.
        let _ = terminal::out(prompt);
    }
    read_line()
}

/// Reads a line without echo on a terminal; from anything else as it is.
fn secret(prompt: &str) -> Result<String, Failure> {
    if !stdin().is_terminal() {
        return read_line();
    }
    rpassword::prompt_password(prompt).map_err(|error| Failure::input(format!("nothing was typed: {error}")))
}

fn read_line() -> Result<String, Failure> {
    use std::io::BufRead as _;
    use std::io::Read as _;
    let mut text = String::new();
    let read = stdin().lock().take(MOST_LINE_BYTES as u64).read_line(&mut text);
    match read {
        Ok(bytes) if bytes > 0 => Ok(text.trim_end_matches(['\r', '\n']).to_owned()),
        Ok(_) => Err(Failure::input("nothing was typed")),
        Err(error) => Err(Failure::input(format!("cannot read what was typed: {error}"))),
    }
}
