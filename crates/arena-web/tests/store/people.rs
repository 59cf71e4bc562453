//! Accounts and what they submit.

use std::io::{Cursor, Read as _};

use skirmish_arena_service::account::{
    self, Address, Admin, BotVersion, Caller, From, Owned, Refused, ResetBy, TokenWish,
};
use skirmish_arena_service::arena::{Arena, News};
use skirmish_arena_service::blobs::BadBlob;
use skirmish_arena_service::bots;
use skirmish_arena_service::upload::{self, Submission, Tree};
use skirmish_arena_store::{Bot, OwnedSession, OwnedToken, Scope, Token, User};

use crate::common::Database;
use crate::common::world::World;

pub const PASSWORD: &str = "correct horse";

pub async fn signed_up(arena: &Arena, name: &str) -> User {
    account::sign_up(arena, Address::default(), name, PASSWORD, None).await.expect("signed up");
    arena.store.user_by_name(name).await.expect("answered").expect("a user")
}

/// A browser in which that user is logged in.
pub async fn session_of(arena: &Arena, name: &str, password: &str) -> Caller {
    let begun = account::log_in(arena, Address::default(), name, password).await.expect("logged in");
    let known = arena.store.session(&account::hash_of(&begun.token), arena.clock.now_ms()).await;
    let OwnedSession { session, user } = known.expect("answered").expect("a session");
    Caller { user: Some(user), session: Some(session), ..Caller::default() }
}

/// An admin.
pub async fn first_admin(arena: &Arena) -> Admin {
    let first = account::first_admin(arena).await.expect("answered").expect("an admin");
    let user = arena.store.user_by_name(&first.name).await.expect("answered").expect("a user");
    Admin::of(&user).expect("an admin")
}

fn wish<'a>(label: &'a str, scopes: &[Scope]) -> TokenWish<'a> {
    TokenWish { label, scopes: scopes.iter().copied().collect(), days: None }
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
    let nobody = Address::default();
    let ada = signed_up(arena, "Ada").await;
    let taken = account::sign_up(arena, nobody, "aDA", PASSWORD, None).await;
    assert!(matches!(taken, Err(Refused::Conflict(_))), "{taken:?}");
    for (name, password) in [("Ada", "wrong horse"), ("Bob", PASSWORD), ("house", "")] {
        let refused = account::log_in(arena, nobody, name, password).await.expect_err("refused");
        assert_eq!(refused.to_string(), "Name or password is wrong.", "{name}");
    }
    account::log_in(arena, nobody, " ada ", PASSWORD).await.expect("logged in");
    let here = session_of(arena, "ada", PASSWORD).await;
    account::new_password(arena, &here, "wrong horse", "battery staple", false)
        .await
        .expect_err("the old one is wrong");
    account::new_password(arena, &here, PASSWORD, "battery staple", false).await.expect("changed");
    account::log_in(arena, nobody, "ada", PASSWORD).await.expect_err("the old one is gone");
    let source = submit(arena, &ada, "snake", "print('mine')").await.expect("submitted");
    let version = arena.store.version(source.version_id).await.expect("answered").expect("a version");
    let export = account::export(arena, &ada).await.expect("an export");
    let mut bytes = Cursor::new(export.head(usize::MAX).expect("read").into_owned());
    let mut zip = zip::ZipArchive::new(&mut bytes).expect("a zip");
    let path = format!("bots/{}/version-1/bot.py", source.bot_id);
    let mut text = String::new();
    zip.by_name(&path).expect("the source").read_to_string(&mut text).expect("text");
    assert_eq!(text, "print('mine')");
    let here = session_of(arena, "ada", "battery staple").await;
    account::delete_account(arena, &here, "wrong horse").await.expect_err("the password confirms");
    account::delete_account(arena, &here, "battery staple").await.expect("deleted");
    account::log_in(arena, nobody, "ada", "battery staple").await.expect_err("nobody is called so");
    assert!(matches!(arena.blobs.read(&version.source_hash), Err(BadBlob::Missing(_))), "the source is gone");
    let bot = arena.store.bot(source.bot_id).await.expect("answered").expect("its results stay");
    assert!(!bot.is_active && bot.name.starts_with("deleted-"));
    signed_up(arena, "Ada").await;
}

pub async fn tokens_and_sessions_end_when_they_are_told_to(database: Database) {
    let world = World::new(&database, |_| {}).await;
    let arena = &world.arena;
    let (ada, bob) = (signed_up(arena, "ada").await, signed_up(arena, "bob").await);
    let made = account::new_token(arena, &ada, &wish("laptop", &[Scope::Read])).await.expect("a token");
    let kept = async || arena.store.token(&account::hash_of(&made.secret)).await.expect("answered");
    let OwnedToken { token: known, user } = kept().await.expect("known");
    assert_eq!(user, ada);
    assert_eq!((known.user_id, known.scopes.words().as_str()), (ada.id, "read"));
    assert_eq!(known.expires_ms, world.clock.now_ms() + 90 * 24 * 3_600_000, "as the settings say");
    Owned::<Token>::find(arena, &bob, known.id).await.expect_err("it is ada's");
    let own = Owned::<Token>::find(arena, &ada, known.id).await.expect("hers");
    account::revoke_token(arena, &own).await.expect("revoked");
    assert_eq!(kept().await, None);
    let logged_in = account::log_in(arena, Address::default(), "ada", PASSWORD).await.expect("logged in");
    let hash = account::hash_of(&logged_in.token);
    let session = async |now_ms| arena.store.session(&hash, now_ms).await.expect("answered");
    let now_ms = world.clock.now_ms();
    let begun = session(now_ms).await.expect("a session").session;
    assert_eq!(session(begun.expires_ms).await, None, "it ends by itself");
    let caller = Caller { session: Some(begun), ..Caller::default() };
    account::log_out(arena, &caller).await.expect("logged out");
    assert_eq!(session(now_ms).await, None);
    let again = account::log_in(arena, Address::default(), "ada", PASSWORD).await.expect("logged in");
    let mut tx = arena.store.write().await.expect("writing");
    tx.set_banned(ada.id, true).await.expect("banned");
    tx.commit().await.expect("committed");
    let ended = arena.store.session(&account::hash_of(&again.token), now_ms).await.expect("answered");
    assert_eq!(ended, None, "a ban ends sessions");
    let refused = account::log_in(arena, Address::default(), "ada", PASSWORD).await;
    assert!(matches!(refused, Err(Refused::Forbidden(_))), "{refused:?}");
}

pub async fn another_password_ends_sessions_and_revokes_tokens_if_it_should(database: Database) {
    let world = World::new(&database, |_| {}).await;
    let arena = &world.arena;
    let admin = first_admin(arena).await;
    let ada = signed_up(arena, "ada").await;
    let elsewhere = account::log_in(arena, Address::default(), "ada", PASSWORD).await.expect("logged in");
    let session = async |token: &str| {
        arena.store.session(&account::hash_of(token), world.clock.now_ms()).await.expect("answered")
    };
    let tokens = async || arena.store.tokens_of(ada.id).await.expect("answered").len();
    account::new_token(arena, &ada, &wish("laptop", &[Scope::Read])).await.expect("a token");
    let browser = session_of(arena, "ada", PASSWORD).await;
    let here =
        account::new_password(arena, &browser, PASSWORD, "battery staple", false).await.expect("changed");
    assert!(session(&elsewhere.token).await.is_none() && session(&here.token).await.is_some());
    assert_eq!(tokens().await, 1, "programs go on");
    account::new_password(arena, &browser, "battery staple", PASSWORD, true).await.expect("changed");
    assert_eq!(tokens().await, 0, "unless the user wants to");
    account::new_token(arena, &ada, &wish("laptop", &[Scope::Read])).await.expect("a token");
    let last = account::log_in(arena, Address::default(), "ada", PASSWORD).await.expect("logged in");
    account::reset_password(arena, ResetBy::Admin(&admin), &ada).await.expect("another password");
    assert!(session(&last.token).await.is_none(), "whoever was in is out");
    assert_eq!(tokens().await, 0, "and so are programs");
}

pub async fn workers_tokens_are_listed_and_any_admin_revokes_them(database: Database) {
    let world = World::with_house(&database, |_| {}).await;
    let arena = &world.arena;
    let admin = first_admin(arena).await;
    let house = arena.store.user_by_name("house").await.expect("answered").expect("a user");
    let listed = async || arena.store.worker_tokens(10).await.expect("answered");
    account::new_token(arena, &house, &wish("inside", &[Scope::Worker])).await.expect("a token");
    account::new_token(arena, &admin, &wish("laptop", &[Scope::Read])).await.expect("no worker's");
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
    account::log_in(arena, Address::default(), "admin", &first.password).await.expect("logged in");
    let admin = arena.store.user_by_name("admin").await.expect("answered").expect("a user");
    let admin = Admin::of(&admin).expect("an admin");
    let ada = signed_up(arena, "ada").await;
    let password =
        account::reset_password(arena, ResetBy::Admin(&admin), &ada).await.expect("another password");
    account::log_in(arena, Address::default(), "ada", &password).await.expect("logged in");
    account::new_token(arena, &admin, &wish("machine", &[Scope::Worker])).await.expect("a worker's token");
    let done = arena.store.audited(10).await.expect("answered");
    let deeds: Vec<_> = done.iter().map(|deed| (deed.actor.as_deref(), deed.object.as_str())).collect();
    assert_eq!(deeds, [(Some("admin"), "machine"), (Some("admin"), "ada")]);
}

pub async fn only_the_invited_come_in_where_the_host_says_so(database: Database) {
    let world = World::new(&database, |settings| settings.site.is_invite_only = true).await;
    let arena = &world.arena;
    let admin = first_admin(arena).await;
    let code = account::invite(arena, &admin).await.expect("an invitation").code;
    let come = async |name: &str, code: Option<&str>| {
        account::sign_up(arena, Address::default(), name, PASSWORD, code).await
    };
    come("ada", None).await.expect_err("no code");
    come("ada", Some("guessed")).await.expect_err("a wrong code");
    come("ada", Some(&code)).await.expect("invited");
    come("bob", Some(&code)).await.expect_err("a code is for one");
    assert!(arena.store.user_by_name("bob").await.expect("answered").is_none(), "nothing was written");
    let invites = arena.store.invites(10).await.expect("answered");
    assert_eq!(invites[0].used_by.as_deref(), Some("ada"));
    let late = account::invite(arena, &admin).await.expect("an invitation");
    assert_eq!(late.expires_ms, world.clock.now_ms() + 14 * 24 * 3_600_000, "as the settings say");
    world.clock.advance(14 * 24 * 3_600_000);
    let told = come("bob", Some(&late.code)).await.expect_err("it has ended").to_string();
    assert!(told.contains("ended"), "{told}");
}

pub async fn a_token_is_made_for_what_its_owner_may(database: Database) {
    let world = World::new(&database, |settings| settings.accounts.most_token_days = 100).await;
    let arena = &world.arena;
    let (admin, ada) = (first_admin(arena).await, signed_up(arena, "ada").await);
    let make = async |user: &User, scopes: &[Scope], days| {
        let wish = TokenWish { days, ..wish("x", scopes) };
        account::new_token(arena, user, &wish).await
    };
    for (scopes, days) in [
        (&[Scope::Worker][..], None),
        (&[Scope::Admin], None),
        (&[Scope::Read, Scope::Admin], None),
        (&[], None),
        (&[Scope::Read], Some(0)),
        (&[Scope::Read], Some(101)),
    ] {
        make(&ada, scopes, days).await.expect_err("not hers to make");
    }
    make(&ada, &[Scope::Read, Scope::Submit], Some(100)).await.expect("a token");
    make(&admin, &[Scope::Worker, Scope::Read], None).await.expect_err("a worker's is for nothing else");
    let made = make(&admin, &[Scope::Admin, Scope::Read], Some(1)).await.expect("a token");
    assert_eq!(made.scopes.words(), "admin read");
    assert_eq!(made.expires_ms, world.clock.now_ms() + 24 * 3_600_000);
    let done = arena.store.audited(1).await.expect("answered");
    assert_eq!(done[0].verb, "made an admin's token");
    // Those that have ended leave room for others.
    for _ in 0..19 {
        make(&ada, &[Scope::Read], Some(1)).await.expect("a token");
    }
    make(&ada, &[Scope::Read], Some(1)).await.expect_err("twenty are enough");
    world.clock.advance(24 * 3_600_000);
    make(&ada, &[Scope::Read], Some(1)).await.expect("a token");
}

pub async fn strangers_passwords_lock_nobody_out(database: Database) {
    let world = World::new(&database, |_| {}).await;
    let arena = &world.arena;
    let at = |number: u32| Address(Some(std::net::IpAddr::from((0x0a00_0000 + number).to_be_bytes())));
    let home = at(1);
    account::sign_up(arena, home, "ada", PASSWORD, None).await.expect("signed up");
    let here = session_of(arena, "ada", PASSWORD).await;
    // A thousand tries, from twenty addresses: some are refused as too many, the rest as wrong.
    let mut refused = 0;
    for number in 0..1_000 {
        let tried = account::log_in(arena, at(100 + number / 50), "Ada", "wrong horse").await;
        match tried.expect_err("wrong") {
            Refused::TooOften { .. } => refused += 1,
            wrong => assert_eq!(wrong.to_string(), "Name or password is wrong."),
        }
    }
    assert!(refused > 500, "{refused}");
    account::log_in(arena, home, "ada", PASSWORD).await.expect("from home");
    account::log_in(arena, at(50_000), "ada", PASSWORD).await.expect("from anywhere else");
    // Nor does whoever sits behind the same address, a class for example, lock out a browser that is hers.
    let hers = account::log_in(arena, home, "ada", PASSWORD).await.expect("logged in").device;
    let mut tries = 0;
    while !matches!(account::log_in(arena, home, "ada", "wrong horse").await, Err(Refused::TooOften { .. })) {
        tries += 1;
    }
    assert_eq!(tries, 10);
    let from = From { address: home, device: hers.as_deref() };
    account::log_in(arena, from, "ada", PASSWORD).await.expect("in her own browser");
    // What confirms is counted for one's own session.
    let elsewhere = session_of(arena, "ada", PASSWORD).await;
    for _ in 0..20 {
        account::new_password(arena, &elsewhere, "wrong", "battery staple", false).await.expect_err("wrong");
    }
    account::new_password(arena, &here, PASSWORD, "battery staple", false).await.expect("changed");
}

pub async fn nobody_looks_like_somebody_else(database: Database) {
    let world = World::with_house(&database, |_| {}).await;
    let arena = &world.arena;
    let (ada, bob) = (signed_up(arena, "Ace.m").await, signed_up(arena, "bob").await);
    let come = async |name: &str| {
        account::sign_up(arena, Address::default(), name, PASSWORD, None).await.map(|_| ())
    };
    for name in ["ace.rn", "ACE.M", "b0b", "house", "h\u{43e}use", "\u{430}\u{441}\u{435}.m"] {
        come(name).await.expect_err(name);
    }
    come("Zo\u{e9}").await.expect("free");
    come("zoe\u{301}").await.expect_err("the same letters");
    account::log_in(arena, Address::default(), "ZOE\u{301}", PASSWORD).await.expect("the same letters");
    submit(arena, &ada, "snake", "1").await.expect("submitted");
    for name in ["sn\u{430}ke", "house:greedy", "\u{455}nake", "easy", "e\u{430}sy"] {
        submit(arena, &bob, name, "1").await.expect_err(name);
    }
    let admin = first_admin(arena).await;
    let renamed = skirmish_arena_service::moderation::rename(arena, &admin, &bob, "ace.rn").await;
    assert!(matches!(renamed, Err(Refused::Conflict(_))), "{renamed:?}");
}

pub async fn owners_do_with_their_bots_what_they_like(database: Database) {
    let world = World::with_house(&database, |settings| settings.quota.active_bots = 1).await;
    let arena = &world.arena;
    let (ada, bob) = (signed_up(arena, "ada").await, signed_up(arena, "bob").await);
    let (snake, first) = world.bot(ada.id, "plantation", "snake").await;
    let (owl, _) = world.bot(bob.id, "plantation", "owl").await;
    Owned::<Bot>::find(arena, &ada, owl).await.expect_err("bob's");
    let bot = async |id| arena.store.bot(id).await.expect("answered").expect("a bot");
    let mut news = arena.listen();
    let own = async |id| Owned::<Bot>::find(arena, &ada, id).await;
    bots::rest(arena, &own(snake).await.expect("hers")).await.expect("rests");
    assert!(!bot(snake).await.is_active);
    assert_eq!(news.recv().await.expect("told"), News::Ladder("plantation"));
    let (fox, _) = world.bot(ada.id, "plantation", "fox").await;
    let full = bots::wake(arena, &own(snake).await.expect("hers")).await;
    assert!(matches!(full, Err(Refused::Conflict(_))), "one plays already: {full:?}");
    bots::rest(arena, &own(fox).await.expect("hers")).await.expect("rests");
    bots::wake(arena, &own(snake).await.expect("hers")).await.expect("plays");
    assert!(bot(snake).await.is_active);
    for taken in ["owl", "0wl", "fox", "house:x", ""] {
        bots::rename(arena, &own(snake).await.expect("hers"), taken).await.expect_err(taken);
    }
    bots::rename(arena, &own(snake).await.expect("hers"), "Snake").await.expect("its own name");
    let mut tx = arena.store.write().await.expect("writing");
    let next = tx.add_version(snake, "python", &"6".repeat(64), 0).await.expect("a version");
    tx.commit().await.expect("committed");
    let version = async |id| Owned::<BotVersion>::find(arena, &ada, id).await.expect("hers");
    bots::choose(arena, &version(next).await).await.expect_err("it is not built");
    bots::choose(arena, &version(first).await).await.expect("it plays");
    let admin = first_admin(arena).await;
    let as_admin = Owned::<Bot>::find(arena, &admin, snake).await.expect("an admin may");
    bots::rename(arena, &as_admin, "serpent").await.expect("renamed");
    let done = arena.store.audited(1).await.expect("answered");
    assert_eq!((done[0].verb.as_str(), done[0].detail.as_str()), ("renamed", "now serpent"));
    bots::delete(arena, &own(snake).await.expect("hers")).await.expect("deleted");
    own(snake).await.expect_err("it is gone");
    let gone = bot(snake).await;
    assert_eq!((gone.name, gone.is_active), (format!("deleted-{snake}"), false));
    let left = arena.store.bots_of(ada.id).await.expect("answered");
    assert_eq!(left.iter().map(|bot| bot.id).collect::<Vec<_>>(), [fox]);
    submit(arena, &bob, "serpent", "1").await.expect("the name is free again");
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
    skirmish_arena_service::ladder::fit_ratings(&world.arena).await.expect("fitted");
    let matches = store.matches_before(i64::MAX, 5).await.expect("answered");
    assert!(matches.is_sorted_by(|one, other| one.id > other.id) && matches.len() == 5);
    let seats = store.seatings_of_all(&matches).await.expect("answered");
    assert!(matches.iter().all(|found| seats.iter().any(|seat| seat.match_id == found.id)));
    let shown = store.shown_seats(matches[0].id).await.expect("answered");
    assert_eq!(shown.len() as i64, matches[0].seats);
    let course = store.course_of(bot, 100).await.expect("answered");
    let rated = store.rated(version).await.expect("answered").expect("it played");
    assert_eq!(
        course.last().map(|point| (point.games, point.value)),
        rated.rating.map(|value| (rated.games, value))
    );
    assert!(store.disabled_bots(5).await.expect("answered").is_empty());
    assert_eq!(store.users_from("u", 5).await.expect("answered").len(), 1);
    assert_eq!(arena.store.builds_since(user, 0).await.expect("answered"), 1);
}
