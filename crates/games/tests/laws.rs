//! Laws that hold for every game: each game gets all of them from one line below.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod law;

/// The laws of one game: its type, and a config small enough to be played to the end often.
macro_rules! laws {
    ($name:ident, $game:ty, $quick:expr) => {
        mod $name {
            use super::law;

            type G = $game;
            const QUICK: &[(&str, &str)] = &$quick;

            #[test]
            fn faults_and_garbage_never_break_the_laws() {
                law::faults_and_garbage_never_break_the_laws::<G>(QUICK);
            }
            #[test]
            fn the_same_seed_gives_the_same_transcript() {
                law::the_same_seed_gives_the_same_transcript::<G>(QUICK);
            }
            #[test]
            fn mirrored_play_is_the_mirror_of_play() {
                law::mirrored_play_is_the_mirror_of_play::<G>(QUICK);
            }
            #[test]
            fn masked_in_actions_are_not_refused() {
                law::masked_in_actions_are_not_refused::<G>(QUICK);
            }
            #[test]
            fn what_is_hidden_shows_nowhere() {
                law::what_is_hidden_shows_nowhere::<G>(QUICK);
            }
            #[test]
            fn actions_read_back_as_written() {
                law::actions_read_back_as_written::<G>(QUICK);
            }
            #[test]
            fn replays_verify_and_seek_equals_play() {
                law::replays_verify_and_seek_equals_play::<G>(QUICK);
            }
            #[test]
            fn batches_play_as_single_matches_do() {
                law::batches_play_as_single_matches_do::<G>(QUICK);
            }
            #[test]
            fn every_preset_starts() {
                law::every_preset_starts::<G>();
            }
            #[test]
            fn every_oddity_starts_and_can_be_played() {
                law::every_oddity_starts_and_can_be_played::<G>();
            }
            #[test]
            fn odd_opponents_give_answers_that_can_be_read() {
                law::odd_opponents_give_answers_that_can_be_read::<G>(QUICK);
            }
            #[test]
            fn any_map_text_is_read_or_refused() {
                law::any_map_text_is_read_or_refused::<G>();
            }
        }
    };
}

laws!(ice_and_fire, skirmish_games::ice_and_fire::IceAndFire, [("turns", "20"), ("start_gold", "90")]);

/// A small board, few units and low bases, so that everything in the rules comes up often.
const UTTI: [(&str, &str); 10] = [
    ("size", "16"),
    ("rounds", "40"),
    ("max_units", "12"),
    ("base_height", "4"),
    ("mine_share", "60"),
    ("mine_clear", "1"),
    ("mine_reach", "4"),
    ("base_offset", "4"),
    ("along_low", "4"),
    ("along_high", "11"),
];
laws!(utti, skirmish_games::utti::Utti, super::UTTI);

#[test]
fn every_game_has_its_laws_tested() {
    let source: String = include_str!("laws.rs").split_whitespace().collect();
    for entry in skirmish_games::GAMES {
        let start = format!("laws!({},", entry.info.name.replace('-', "_"));
        assert!(source.contains(&start), "{} has no line in this file", entry.info.name);
    }
}

laws!(plantation, skirmish_games::plantation::Plantation, [("rows", "4"), ("cols", "5"), ("turns", "12")]);
/// Cheap buildings and quick work, so that play by chance sees fights and sieges.
const SI32: [(&str, &str); 7] = [
    ("width", "8"),
    ("height", "8"),
    ("turns", "60"),
    ("start_units", "12"),
    ("building_cost", "10"),
    ("unit_work", "2"),
    ("defence", "2"),
];
laws!(si32, skirmish_games::si32::Si32, super::SI32);
laws!(
    underworld,
    skirmish_games::underworld::Underworld,
    [("max_turns", "40"), ("money", "20000"), ("castle_hp", "1500")]
);
