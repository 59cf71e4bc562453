//! Laws that hold for every game: each game in the list gets all of them.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod law;

/// A module of tests for every game.
macro_rules! laws {
    ($($folder:ident::$game:ident,)*) => {$(
        mod $folder {
            use skirmish_core::law::Audit;

            use super::law;

            type G = skirmish_games::$folder::$game;

            #[test]
            fn faults_and_garbage_never_break_the_laws() {
                law::faults_and_garbage_never_break_the_laws::<G>(G::BRIEF);
            }
            #[test]
            fn the_same_seed_gives_the_same_transcript() {
                law::the_same_seed_gives_the_same_transcript::<G>(G::BRIEF);
            }
            #[test]
            fn mirrored_play_is_the_mirror_of_play() {
                law::mirrored_play_is_the_mirror_of_play::<G>(G::BRIEF);
            }
            #[test]
            fn masked_in_actions_are_not_refused() {
                law::masked_in_actions_are_not_refused::<G>(G::BRIEF);
            }
            #[test]
            fn what_is_hidden_shows_nowhere() {
                law::what_is_hidden_shows_nowhere::<G>(G::BRIEF);
            }
            #[test]
            fn actions_read_back_as_written() {
                law::actions_read_back_as_written::<G>(G::BRIEF);
            }
            #[test]
            fn replays_verify_and_seek_equals_play() {
                law::replays_verify_and_seek_equals_play::<G>(G::BRIEF);
            }
            #[test]
            fn batches_play_as_single_matches_do() {
                law::batches_play_as_single_matches_do::<G>(G::BRIEF);
            }
            #[test]
            fn cloning_into_used_memory_is_cloning() {
                law::cloning_into_used_memory_is_cloning::<G>(G::BRIEF);
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
                law::odd_opponents_give_answers_that_can_be_read::<G>(G::BRIEF);
            }
            #[test]
            fn no_seat_is_asked_more_than_the_limit() {
                law::no_seat_is_asked_more_than_the_limit::<G>(G::BRIEF);
            }
            #[test]
            fn whoever_never_answers_in_time_loses_for_it() {
                law::whoever_never_answers_in_time_loses_for_it::<G>(G::BRIEF);
            }
            #[test]
            fn any_map_text_is_read_or_refused() {
                law::any_map_text_is_read_or_refused::<G>();
            }
        }
    )*};
}
skirmish_games::every_game!(laws);
