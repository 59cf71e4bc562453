//! Snapshots under a clock that stands still.

use skirmish_arena_store::{NewUser, Store, VersionState};

use super::*;
use crate::blobs::Blobs;
use crate::clock::Clock;
use crate::settings::Settings;

const GAME: &str = "utti";

async fn arena() -> (Arc<Arena>, tempfile::TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::open_file(&folder.path().join("arena.sqlite")).await.expect("a database");
    let blobs = Blobs::open(folder.path().join("blobs")).expect("blobs");
    (Arena::new(store, blobs, Settings::default(), Clock::standing(0)), folder)
}

/// A bot that plays, and the news of it.
async fn add_bot(arena: &Arena, name: &str) {
    let mut tx = arena.store.write().await.expect("writing");
    let new = NewUser { name: format!("owner of {name}"), ..NewUser::default() };
    let user = tx.add_user(&new, 0).await.expect("added").expect("a free name");
    let bot = tx.add_bot(user, GAME, name, 0).await.expect("a bot");
    let version = tx.add_version(bot, "python", "", 0).await.expect("a version");
    tx.note_build(version, VersionState::Ready, Some("x"), None, None).await.expect("built");
    tx.play_version(bot, version).await.expect("it plays");
    tx.commit().await.expect("committed");
    arena.tell(News::Ladder(GAME));
}

async fn look(arena: &Arc<Arena>) -> Arc<Table> {
    table(arena, GAME).await.expect("a table")
}

/// Waits until nobody makes a table.
async fn settle(arena: &Arena) {
    drop(arena.tables.game(GAME).turn.lock().await);
}

#[tokio::test]
async fn a_table_is_made_once_a_second_however_often_the_ladder_moves() {
    let (arena, _folder) = arena().await;
    let first = look(&arena).await;
    for name in ["one", "two", "three"] {
        add_bot(&arena, name).await;
        assert!(Arc::ptr_eq(&look(&arena).await, &first));
    }
    arena.clock.advance(LEAST_MS - 1);
    assert!(Arc::ptr_eq(&look(&arena).await, &first));
    arena.clock.advance(1);
    assert!(Arc::ptr_eq(&look(&arena).await, &first), "the old one at once, while another is made");
    settle(&arena).await;
    let second = look(&arena).await;
    assert_eq!((first.rows().len(), second.rows().len()), (0, 3));
    arena.clock.advance(LEAST_MS);
    assert!(Arc::ptr_eq(&look(&arena).await, &second), "nothing has changed");
    settle(&arena).await;
    assert!(Arc::ptr_eq(&look(&arena).await, &second), "and so none is made");
}

#[tokio::test]
async fn whoever_looks_while_a_table_is_made_gets_the_last_one_and_makes_none() {
    let (arena, _folder) = arena().await;
    let first = look(&arena).await;
    add_bot(&arena, "one").await;
    arena.clock.advance(LEAST_MS);
    let turn = arena.tables.game(GAME).turn.clone().lock_owned().await;
    for _ in 0..100 {
        assert!(Arc::ptr_eq(&look(&arena).await, &first));
    }
    drop(turn);
    look(&arena).await;
    settle(&arena).await;
    assert_eq!(look(&arena).await.rows().len(), 1);
}

#[tokio::test]
async fn those_who_come_first_together_wait_for_one_table() {
    let (arena, _folder) = arena().await;
    let looking: Vec<_> = (0..20)
        .map(|_| {
            let arena = arena.clone();
            tokio::spawn(async move { look(&arena).await })
        })
        .collect();
    let mut tables = Vec::new();
    for one in looking {
        tables.push(one.await.expect("no panic"));
    }
    assert!(tables.iter().all(|table| Arc::ptr_eq(table, &tables[0])));
}

#[tokio::test]
async fn a_table_that_is_too_old_is_not_shown() {
    let (arena, _folder) = arena().await;
    look(&arena).await;
    add_bot(&arena, "one").await;
    arena.clock.advance(OLDEST_MS);
    assert_eq!(look(&arena).await.rows().len(), 1);
}

#[tokio::test]
async fn whoever_tells_others_to_look_waits_for_a_table_that_knows_the_news() {
    let (arena, _folder) = arena().await;
    let first = look(&arena).await;
    assert!(Arc::ptr_eq(&fresh_table(&arena, GAME).await.expect("a table"), &first), "nothing has changed");
    add_bot(&arena, "one").await;
    arena.clock.advance(LEAST_MS);
    let (one, other) = tokio::join!(fresh_table(&arena, GAME), fresh_table(&arena, GAME));
    let (one, other) = (one.expect("a table"), other.expect("a table"));
    assert_eq!(one.rows().len(), 1);
    assert!(Arc::ptr_eq(&one, &other));
    assert!(Arc::ptr_eq(&look(&arena).await, &one));
}

#[test]
fn a_table_has_pages_of_a_hundred_rows() {
    let row = |place: u32| Standing { place, bot_id: 1_000 + i64::from(place), ..Standing::default() };
    let table = Table::new((1..=250).map(row).collect(), None);
    let check = |number: usize, expected: (usize, u32, u32)| {
        let page = table.page(number);
        let (first, last) = (page.rows.first().expect("a row"), page.rows.last().expect("a row"));
        assert_eq!((page.number, first.place, last.place), expected);
        assert_eq!(page.pages, 3);
        assert_eq!((page_of(first.place), page_of(last.place)), (page.number, page.number));
    };
    check(0, (1, 1, 100));
    check(1, (1, 1, 100));
    check(2, (2, 101, 200));
    check(3, (3, 201, 250));
    check(usize::MAX, (3, 201, 250));
    assert_eq!(table.find(1_101).map(|row| row.place), Some(101));
    assert_eq!(table.find(1), None);
    let empty = Table::default();
    assert_eq!((empty.page(1).rows.len(), empty.page(7).pages), (0, 1));
}
