//! A new user's first session: the arena starts, a bot is made, submitted, and rated.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::process::Stdio;

use serde_json::Value;
use skirmish_core::replay::Replay;
use skirmish_referee::ReplayStore;

use crate::Database;
use crate::host::{Place, Server, done, wait_for};

const SETTINGS: &str = "site.games = ['plantation']\nqueue.lease_seconds = 5\n";

/// Logs in the first admin with the password that the first start printed.
fn log_in(place: &Place, server: &Server) {
    let told = server.told.join(" ");
    let password = told.split("its password ").nth(1).unwrap().split(' ').next().unwrap();
    let mut command = place.command(&["login", server.client.server(), "--name", "admin"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), format!("{password}\n").as_bytes()).unwrap();
    let text = done(&child.wait_with_output().unwrap());
    assert!(text.contains("You are admin"), "{text}");
    let file = place.folder.path().join("config/skirmish/credentials.json");
    assert_eq!(
        fs::metadata(file).unwrap().permissions().mode() & 0o777,
        0o600,
        "others could read the token"
    );
}

/// Runs a command that must be refused in one sentence that contains these words.
fn check_refused(place: &Place, words: &[&str], expected: &[&str]) -> String {
    let output = place.command(words).output().unwrap();
    let sentence = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{words:?}: {sentence}");
    for word in expected {
        assert!(sentence.contains(word), "{words:?} does not speak of `{word}`:\n{sentence}");
    }
    sentence
}

/// Plays the match that was fetched last again on this machine: the same bots give the same answers to the same pages.
fn check_same_at_home(place: &Place, ours: &Value) {
    let there = ReplayStore::new(place.folder.path().join("replays")).read("last").unwrap();
    let names = ours["seats"].as_array().unwrap().iter().map(|seat| seat["name"].as_str().unwrap());
    let mut words = vec!["play", "plantation", "--strangers", "--unsafe-local", "--replays", "home"];
    words.extend(names.map(|name| if name == "sprout" { "./sprout" } else { name }));
    words.extend(["--seed", ours["seed"].as_str().unwrap()]);
    done(&place.command(&words).output().unwrap());
    let home = ReplayStore::new(place.folder.path().join("home")).read("last").unwrap();
    let said = |replay: &Replay| -> Vec<_> {
        replay.answers.iter().map(|it| (it.seat, it.answer.clone())).collect()
    };
    assert_eq!(said(&there), said(&home));
    assert_eq!(there.ending, home.ending);
}

/// What the owner of a bot does with it; at the end it is as it was.
fn check_actions(place: &Place) {
    let bot = |words: &[&str]| done(&place.command(&[&["bot"], words].concat()).output().unwrap());
    assert_eq!(bot(&["rest", "sprout"]), "sprout rests.\n");
    let now: Value = serde_json::from_str(&bot(&["wake", "sprout", "--json"])).unwrap();
    assert_eq!(now["is_active"], true);
    assert_eq!(bot(&["choose", "sprout", "1"]), "Version 1 of sprout plays.\n");
    assert_eq!(bot(&["rename", "sprout", "seed ling"]), "sprout is called seed ling now.\n");
    assert_eq!(bot(&["rename", &now["id"].to_string(), "sprout"]), "seed ling is called sprout now.\n");
    check_refused(place, &["bot", "rest", "nobody"], &["nobody", "skirmish status"]);
    check_refused(place, &["bot", "choose", "sprout", "9"], &["no version 9", "1"]);
    check_refused(place, &["bot", "rename", "sprout", "house:greedy"], &["kept for the arena"]);
    check_refused(place, &["bot", "delete", "sprout"], &["--yes"]);
}

/// The host gives the admin another password, beside the running server.
fn check_reset(place: &Place, server: &Server) {
    let reset = |name: &str| {
        let mut command = place.command(&["admin", "reset-password", name, "--json"]);
        command.args(place.data_words()).output().unwrap()
    };
    let told: Value = serde_json::from_str(&done(&reset("admin"))).unwrap();
    let refused = String::from_utf8(reset("nobody at all").stderr).unwrap();
    assert!(refused.contains("nobody is called"), "{refused}");
    check_refused(place, &["status"], &["revoked", "skirmish login"]);
    let wish = serde_json::json!({ "name": "admin", "password": told["password"], "label": "x" });
    let token: Value = server.client.post("/api/v1/tokens", &wish).unwrap();
    assert_eq!(token["scopes"], serde_json::json!(["read", "submit"]));
}

#[test]
fn the_first_start_makes_everything_and_a_bot_climbs_from_its_folder() {
    let place = Place::new(Database::File, SETTINGS);
    let mut server = place.serve(0, 1);
    wait_for("a ladder that lives", &place, || {
        let ladder: Value = server.client.get("/api/v1/games/plantation/ladder").ok()?;
        let matches =
            ladder["standings"].as_array()?.iter().filter_map(|line| line["matches"].as_i64()).max();
        (matches? >= 1).then_some(())
    });
    log_in(&place, &server);
    done(&place.command(&["new", "plantation", "sprout", "--lang", "python"]).output().unwrap());
    let kit = place.folder.path().join("sprout");
    let text = done(&place.command(&["submit"]).current_dir(&kit).output().unwrap());
    for word in ["sprout (plantation, python): version 1 was submitted", "ready", "/bots/"] {
        assert!(text.contains(word), "{text}");
    }
    let standing = wait_for("a rated game", &place, || {
        let status = place.command(&["status", "--json"]).output().unwrap();
        let status: Value = serde_json::from_str(&done(&status)).unwrap();
        let standing = status["bots"][0]["standing"].clone();
        (standing["matches"].as_i64()? >= 1).then_some(standing)
    });
    let text = done(&place.command(&["status"]).output().unwrap());
    assert!(text.contains("sprout") && text.contains("1 ready"), "{text}");
    assert!(text.contains("your token is for read and submit, and ends on 20"), "{text}");
    check_actions(&place);
    let mut stranger = place.command(&["fetch", "1", "--replays", "others", "--server"]);
    let text =
        done(&stranger.arg(server.client.server()).env("XDG_CONFIG_HOME", "nowhere").output().unwrap());
    assert!(text.contains("stderr: left out") && text.contains("skirmish login"), "{text}");

    let played = server.matches("plantation").unwrap();
    let is_ours = |it: &&Value| it["state"] == "done" && it["seats"].to_string().contains("\"sprout\"");
    let ours = played.iter().find(is_ours).unwrap();
    done(&place.command(&["fetch", &ours["id"].to_string()]).output().unwrap());
    let text = done(&place.command(&["replay", "verify", "last"]).output().unwrap());
    assert!(text.contains("plantation"), "{text}");
    done(&place.command(&["replay", "show", "last"]).output().unwrap());
    check_same_at_home(&place, ours);

    check_reset(&place, &server);
    server.process.stop();
    let mut verify = place.command(&["ladder", "verify"]);
    let text = done(&verify.args(place.data_words()).output().unwrap());
    assert!(text.contains("every rating follows from the results, to the last bit"), "{text}");
    // The second start uses the same data.
    let mut server = place.serve(0, 0);
    assert!(
        server.told.iter().all(|line| !line.contains("password")),
        "the admin is made once: {:?}",
        server.told
    );
    let ladder: Value = server.client.get("/api/v1/games/plantation/ladder").unwrap();
    let line = ladder["standings"].as_array().unwrap().iter().find(|line| line["bot"] == "sprout").unwrap();
    assert!(line["matches"].as_i64() >= standing["matches"].as_i64(), "{line}");
    server.process.stop();
}

#[test]
fn every_example_plays_when_its_file_alone_is_submitted() {
    let place = Place::new(Database::File, SETTINGS);
    let mut server = place.serve(0, 1);
    log_in(&place, &server);
    let all = skirmish_kits::all();
    let mut submitted = 0;
    for kit in all.iter().flat_map(|kits| kits.games().into_iter().filter_map(|game| kits.kit(game))) {
        let Some(kit) = kit.wrapping() else { continue };
        for example in kit.examples() {
            let original = kit.example(&example).unwrap();
            fs::write(place.folder.path().join(&original.main.path), &original.main.bytes).unwrap();
            let words = ["submit", &original.main.path, "--game", kit.game];
            // It is ready once it has played a trial without a fault.
            let told = done(&place.command(&words).output().unwrap());
            assert!(told.contains("ready"), "{example}: {told}");
            submitted += 1;
        }
    }
    assert!(submitted >= 2, "there are examples");
    server.process.stop();
}

#[test]
fn a_bot_that_cannot_be_built_or_played_is_told_why() {
    let place = Place::new(Database::File, SETTINGS);
    let mut server = place.serve(0, 1);
    log_in(&place, &server);
    fs::write(place.folder.path().join("bad.c"), "int main(void) { return nonsense; }\n").unwrap();
    let told = check_refused(&place, &["submit", "bad.c", "--game", "plantation"], &["was not built"]);
    assert!(told.contains("nonsense"), "the compiler's words are missing: {told}");
    fs::write(place.folder.path().join("mute.py"), "raise SystemExit('I do not play')\n").unwrap();
    check_refused(
        &place,
        &["submit", "mute.py", "--game", "plantation"],
        &["failed its trial", "ended", "skirmish fetch"],
    );
    let most = 1_048_576;
    fs::write(place.folder.path().join("big.py"), "#".repeat(most + 1)).unwrap();
    check_refused(&place, &["submit", "big.py", "--game", "plantation"], &["1048577", "at most 1048576"]);
    let mut stranger = place.command(&["status"]);
    let refused = stranger.env("SKIRMISH_TOKEN", "guessed").output().unwrap();
    assert_eq!(refused.status.code(), Some(2));
    assert!(
        String::from_utf8_lossy(&refused.stderr)
            .contains("the token in SKIRMISH_TOKEN: This token is not known")
    );
    check_refused(&place, &["submit", "mute.py"], &["--game"]);
    check_refused(&place, &["submit", "mute.py", "--game", "chess"], &["no game `chess`"]);
    check_refused(&place, &["submit", "nowhere.py", "--game", "plantation"], &["nowhere.py"]);
    check_refused(&place, &["fetch", "999999"], &["no such match"]);
    let mut again = place.command(&["serve", "--listen", "127.0.0.1:0"]);
    let second = again.args(place.data_words()).output().unwrap();
    assert_eq!(second.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&second.stderr).contains("in use by another server"));
    server.process.stop();
}

#[test]
fn what_cannot_be_meant_is_refused_before_anything_is_written() {
    let place = Place::new(Database::File, "site.titel = 'x'\n");
    check_refused(&place, &["serve", "--config", "arena.toml"], &["arena.toml", "titel"]);
    check_refused(&place, &["serve", "--config", "none.toml"], &["none.toml"]);
    check_refused(&place, &["serve", "--database", "mysql://x"], &["postgres://"]);
    check_refused(&place, &["serve", "--listen", "here"], &["here"]);
    check_refused(&place, &["serve", "--jail-at-most", "bare"], &["--unsafe-local"]);
    check_refused(&place, &["worker", "--server", "http://localhost:1"], &["token"]);
    check_refused(&place, &["worker", "--server", "here", "--token", "x", "--unsafe-local"], &["http://"]);
    check_refused(&place, &["ladder", "verify"], &["--data"]);
    check_refused(&place, &["admin", "reset-password", "admin"], &["--data"]);
    check_refused(&place, &["bot", "rest", "sprout"], &["skirmish login"]);
    check_refused(&place, &["login", "here"], &["http://"]);
    check_refused(&place, &["submit", "--game", "utti"], &["skirmish login"]);
    check_refused(&place, &["status"], &["skirmish login"]);
    check_refused(&place, &["fetch", "one"], &["one"]);
    let away =
        place.command(&["ladder", "verify", "--database", "postgres://x@127.0.0.1:1/x"]).output().unwrap();
    let sentence = String::from_utf8_lossy(&away.stderr);
    assert_eq!(sentence.matches("refused").count(), 1, "the cause is told, once: {sentence}");
    let left: Vec<_> =
        fs::read_dir(place.folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["arena.toml"]);
}
