//! Accounts and what they submit.

use std::io::{Cursor, Read as _};

use skirmish_arena::account::{self, Caller, Refused};
use skirmish_arena::arena::Arena;
use skirmish_arena::blobs::BadBlob;
use skirmish_arena::store::User;
use skirmish_arena::upload::{self, Submission, Tree};

use crate::common::Database;
use crate::common::world::World;

pub const PASSWORD: &str = "correct horse";

pub async fn signed_up(arena: &Arena, name: &str) -> User {
    account::sign_up(arena, &Caller::default(), name, PASSWORD, None).await.expect("signed up");
    arena.store.user_by_name(name).await.expect("answered").expect("a user")
}

pub async fn submit(arena: &Arena, user: &User, bot: &str, text: &str) -> Result<upload::Submitted, Refused> {
    let tree = Tree::default()
        .with("bot.py", text.as_bytes().to_vec())
        .with(upload::MANIFEST, b"run = 'python3 bot.py'\nlanguage = 'python'".to_vec());
    let game = "plantation".to_owned();
    upload::submit(arena, user, Submission { game, bot: bot.to_owned(), language: None, tree }).await
}

pub async fn a_person_signs_up_logs_in_and_leaves(database: Database) {
    let world = World::new(&database, |_| {}).await;
    let arena = &world.arena;
    let nobody = Caller::default();
    let ada = signed_up(arena, "Ada").await;
    let taken = account::sign_up(arena, &nobody, "aDA", PASSWORD, None).await;
    assert!(matches!(taken, Err(Refused::Conflict(_))), "{taken:?}");
    for (name, password) in [("Ada", "wrong horse"), ("Bob", PASSWORD), ("house", "")] {
        let refused = account::log_in(arena, &nobody, name, password).await.expect_err("refused");
        assert_eq!(refused.to_string(), "Name or password is wrong.", "{name}");
    }
    account::log_in(arena, &nobody, " ada ", PASSWORD).await.expect("logged in");
    account::new_password(arena, &ada, "wrong horse", "battery staple", false)
        .await
        .expect_err("the old one is wrong");
    account::new_password(arena, &ada, PASSWORD, "battery staple", false).await.expect("changed");
    account::log_in(arena, &nobody, "ada", PASSWORD).await.expect_err("the old one is gone");
    let source = submit(arena, &ada, "snake", "print('mine')").await.expect("submitted");
    let version = arena.store.version(source.version_id).await.expect("answered").expect("a version");
    let (one, other) = tokio::join!(account::export(arena, &ada, None), account::export(arena, &ada, None));
    assert_eq!(one.expect("an export"), other.expect("the same"));
    assert_eq!(arena.heavy.exports.begun(), 1, "it was made once");
    let export = account::export(arena, &ada, None).await.expect("an export");
    let mut bytes = Cursor::new(export.head(usize::MAX).expect("read").into_owned());
    let mut zip = zip::ZipArchive::new(&mut bytes).expect("a zip");
    let path = format!("bots/{}/version-1/bot.py", source.bot_id);
    let mut text = String::new();
    zip.by_name(&path).expect("the source").read_to_string(&mut text).expect("text");
    assert_eq!(text, "print('mine')");
    account::delete(arena, &ada, "wrong horse").await.expect_err("the password confirms");
    account::delete(arena, &ada, "battery staple").await.expect("forgotten");
    account::log_in(arena, &nobody, "ada", "battery staple").await.expect_err("nobody is called so");
    assert!(matches!(arena.blobs.read(&version.source_hash), Err(BadBlob::Missing(_))), "the source is gone");
    let bot = arena.store.bot(source.bot_id).await.expect("answered").expect("its results stay");
    assert!(!bot.is_active && bot.name.starts_with("deleted-"));
    signed_up(arena, "Ada").await;
}

pub async fn tokens_and_sessions_end_when_they_are_told_to(database: Database) {
    let world = World::new(&database, |_| {}).await;
    let arena = &world.arena;
    let (ada, bob) = (signed_up(arena, "ada").await, signed_up(arena, "bob").await);
    let token = account::new_token(arena, &ada, "laptop", false).await.expect("a token");
    account::new_token(arena, &ada, "machine", true).await.expect_err("workers' tokens are admins'");
    let kept = async || arena.store.token(&account::hash_of(&token)).await.expect("answered");
    let known = kept().await.expect("known");
    assert!(!known.is_worker && known.user_id == ada.id);
    account::revoke_token(arena, &bob, known.id).await.expect_err("it is ada's");
    account::revoke_token(arena, &ada, known.id).await.expect("revoked");
    assert_eq!(kept().await, None);
    let logged_in = account::log_in(arena, &Caller::default(), "ada", PASSWORD).await.expect("logged in");
    let hash = account::hash_of(&logged_in.token);
    let session = async |now_ms| arena.store.session(&hash, now_ms).await.expect("answered");
    let now_ms = world.clock.now_ms();
    let begun = session(now_ms).await.expect("a session");
    assert_eq!(session(begun.expires_ms).await, None, "it ends by itself");
    let caller = Caller { session: Some(begun), ..Caller::default() };
    account::log_out(arena, &caller).await.expect("logged out");
    assert_eq!(session(now_ms).await, None);
    let again = account::log_in(arena, &Caller::default(), "ada", PASSWORD).await.expect("logged in");
    let mut tx = arena.store.write().await.expect("writing");
    tx.set_banned(ada.id, true).await.expect("banned");
    tx.commit().await.expect("committed");
    let ended = arena.store.session(&account::hash_of(&again.token), now_ms).await.expect("answered");
    assert_eq!(ended, None, "a ban ends sessions");
    let refused = account::log_in(arena, &Caller::default(), "ada", PASSWORD).await;
    assert!(matches!(refused, Err(Refused::Forbidden(_))), "{refused:?}");
}

pub async fn another_password_ends_sessions_and_revokes_tokens_if_it_should(database: Database) {
    let world = World::new(&database, |_| {}).await;
    let arena = &world.arena;
    account::first_admin(arena).await.expect("answered").expect("an admin");
    let admin = arena.store.user_by_name("admin").await.expect("answered").expect("a user");
    let ada = signed_up(arena, "ada").await;
    let elsewhere = account::log_in(arena, &Caller::default(), "ada", PASSWORD).await.expect("logged in");
    let session = async |token: &str| {
        arena.store.session(&account::hash_of(token), world.clock.now_ms()).await.expect("answered")
    };
    let tokens = async || arena.store.tokens_of(ada.id).await.expect("answered").len();
    account::new_token(arena, &ada, "laptop", false).await.expect("a token");
    let here = account::new_password(arena, &ada, PASSWORD, "battery staple", false).await.expect("changed");
    assert!(session(&elsewhere.token).await.is_none() && session(&here.token).await.is_some());
    assert_eq!(tokens().await, 1, "programs go on");
    account::new_password(arena, &ada, "battery staple", PASSWORD, true).await.expect("changed");
    assert_eq!(tokens().await, 0, "unless the user wants to");
    account::new_token(arena, &ada, "laptop", false).await.expect("a token");
    let last = account::log_in(arena, &Caller::default(), "ada", PASSWORD).await.expect("logged in");
    account::reset_password(arena, &admin, &ada).await.expect("another password");
    assert!(session(&last.token).await.is_none(), "whoever was in is out");
    assert_eq!(tokens().await, 0, "and so are programs");
}

pub async fn workers_tokens_are_listed_and_any_admin_revokes_them(database: Database) {
    let world = World::with_house(&database, |_| {}).await;
    let arena = &world.arena;
    account::first_admin(arena).await.expect("answered").expect("an admin");
    let admin = arena.store.user_by_name("admin").await.expect("answered").expect("a user");
    let house = arena.store.user_by_name("house").await.expect("answered").expect("a user");
    let listed = async || arena.store.worker_tokens(10).await.expect("answered");
    account::new_token(arena, &house, "inside", true).await.expect("a token");
    account::new_token(arena, &admin, "laptop", false).await.expect("no worker's");
    let [token] = &listed().await[..] else { panic!("one worker's token") };
    assert_eq!((token.owner.as_str(), token.label.as_str(), token.is_trusted), ("house", "inside", true));
    account::revoke_worker_token(arena, &admin, token.id).await.expect("revoked");
    assert_eq!(listed().await, []);
    let again = account::revoke_worker_token(arena, &admin, token.id).await;
    assert!(matches!(again, Err(Refused::Missing(_))), "{again:?}");
    let done = arena.store.audited(1).await.expect("answered");
    assert_eq!((done[0].object.as_str(), done[0].detail.as_str()), ("inside", "of house"));
}

pub async fn the_first_admin_is_made_once(database: Database) {
    let world = World::new(&database, |_| {}).await;
    let arena = &world.arena;
    let first = account::first_admin(arena).await.expect("answered").expect("an admin");
    assert_eq!(first.name, "admin");
    assert!(account::first_admin(arena).await.expect("answered").is_none(), "there is one");
    account::log_in(arena, &Caller::default(), "admin", &first.password).await.expect("logged in");
    let admin = arena.store.user_by_name("admin").await.expect("answered").expect("a user");
    let ada = signed_up(arena, "ada").await;
    let password = account::reset_password(arena, &admin, &ada).await.expect("another password");
    account::log_in(arena, &Caller::default(), "ada", &password).await.expect("logged in");
    account::new_token(arena, &admin, "machine", true).await.expect("a worker's token");
    let done = arena.store.audited(10).await.expect("answered");
    let deeds: Vec<_> = done.iter().map(|deed| (deed.actor.as_deref(), deed.object.as_str())).collect();
    assert_eq!(deeds, [(Some("admin"), "machine"), (Some("admin"), "ada")]);
}

pub async fn only_the_invited_come_in_where_the_host_says_so(database: Database) {
    let world = World::new(&database, |settings| settings.site.is_invite_only = true).await;
    let arena = &world.arena;
    let first = account::first_admin(arena).await.expect("answered").expect("an admin");
    let admin = arena.store.user_by_name(&first.name).await.expect("answered").expect("a user");
    let code = account::invite(arena, &admin).await.expect("a code");
    let come = async |name: &str, code: Option<&str>| {
        account::sign_up(arena, &Caller::default(), name, PASSWORD, code).await
    };
    come("ada", None).await.expect_err("no code");
    come("ada", Some("guessed")).await.expect_err("a wrong code");
    come("ada", Some(&code)).await.expect("invited");
    come("bob", Some(&code)).await.expect_err("a code is for one");
    assert!(arena.store.user_by_name("bob").await.expect("answered").is_none(), "nothing was written");
    let invites = arena.store.invites(10).await.expect("answered");
    assert_eq!(invites[0].used_by.as_deref(), Some("ada"));
}

pub async fn a_bot_is_handed_in_within_its_quotas(database: Database) {
    let world = World::new(&database, |settings| {
        settings.quota.active_bots = 1;
        settings.quota.bots = 2;
        settings.quota.builds_an_hour = 4;
    })
    .await;
    let arena = &world.arena;
    let (ada, bob) = (signed_up(arena, "ada").await, signed_up(arena, "bob").await);
    let first = submit(arena, &ada, "Snake", "1").await.expect("submitted");
    let again = submit(arena, &ada, "snake", "2").await.expect("another version");
    assert_eq!(first.bot_id, again.bot_id);
    let versions = arena.store.versions_of(first.bot_id).await.expect("answered");
    assert_eq!(versions.iter().map(|version| version.number).collect::<Vec<_>>(), [2, 1]);
    let taken = submit(arena, &bob, "SNAKE", "3").await;
    assert!(matches!(taken, Err(Refused::Conflict(_))), "{taken:?}");
    let second = submit(arena, &ada, "owl", "3").await.expect("a second bot");
    let is_active = async |id| arena.store.bot(id).await.expect("answered").expect("a bot").is_active;
    assert!(is_active(first.bot_id).await && !is_active(second.bot_id).await, "one plays at a time");
    let third = submit(arena, &ada, "fox", "4").await;
    assert!(matches!(third, Err(Refused::Conflict(_))), "{third:?}");
    submit(arena, &ada, "owl", "5").await.expect("the fourth version within an hour");
    let fifth = submit(arena, &ada, "owl", "6").await;
    assert!(matches!(fifth, Err(Refused::TooOften { .. })), "{fifth:?}");
    world.clock.advance(3_600_001);
    submit(arena, &ada, "owl", "6").await.expect("an hour later");
}

pub async fn pages_ask_and_are_answered(database: Database) {
    let world = World::with_house(&database, |_| {}).await;
    let (arena, store) = (&world.arena, &world.arena.store);
    let user = world.user("u").await;
    let (bot, version) = world.bot(user, "plantation", "snake").await;
    let worker = world.worker("w", 4).await;
    world.play_rounds(worker, 3).await;
    let matches = store.matches_before(i64::MAX, 5).await.expect("answered");
    assert!(matches.is_sorted_by(|one, other| one.id > other.id) && matches.len() == 5);
    let seats = store.seatings_between(matches[4].id, matches[0].id).await.expect("answered");
    assert!(matches.iter().all(|found| seats.iter().any(|seat| seat.match_id == found.id)));
    let shown = store.shown_seats(matches[0].id).await.expect("answered");
    assert_eq!(shown.len() as i64, matches[0].seats);
    let course = store.course_of(bot, 100).await.expect("answered");
    let rated = store.rated(version).await.expect("answered").expect("it played");
    assert_eq!(course.len() as i64, rated.games);
    assert_eq!(course.last().map(|point| point.mu), Some(rated.mu));
    assert!(store.disabled_bots(5).await.expect("answered").is_empty());
    assert_eq!(store.users_from("u", 5).await.expect("answered").len(), 1);
    assert_eq!(arena.store.builds_since(user, 0).await.expect("answered"), 1);
}
