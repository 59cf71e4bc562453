//! The store, the queue and the ladder on both databases: every case below runs on a file and on a real server.

#[path = "../common/mod.rs"]
mod common;

mod building;
mod checkpoints;
mod claims;
mod fairness;
mod ladder_pages;
mod ladders;
mod languages;
mod lateness;
mod leases;
mod leaving;
mod opinions;
mod people;
mod plans;
mod ratings;
mod results;
mod storage;
mod upgrade;

use common::Database;
use skirmish_arena_service::open::{NotOpened, open};
use skirmish_arena_service::settings::Settings;

/// Makes a test of every case for SQLite, and one test of all cases for PostgreSQL, so that one server is enough.
macro_rules! cases {
    ($($module:ident::$case:ident,)*) => {
        mod sqlite {
            $(
                #[tokio::test]
                async fn $case() {
                    let folder = tempfile::tempdir().expect("a folder");
                    super::$module::$case(super::Database::file(&folder)).await;
                }
            )*
        }

        #[tokio::test]
        async fn all_of_it_holds_on_postgresql() {
            let server = common::postgres::Server::start().await;
            $(
                println!("{}", stringify!($case));
                // Boxed: all of them in one future would not fit on the stack of a test.
                Box::pin($module::$case(server.database().await)).await;
            )*
        }
    };
}

cases! {
    leases::a_result_counts_once,
    leases::a_silent_worker_loses_its_job_and_its_late_report_is_turned_away,
    leases::a_heartbeat_keeps_a_lease_and_says_what_is_lost,
    leases::what_is_given_back_in_good_order_counts_no_attempt,
    leases::a_match_that_fails_too_often_is_set_aside_with_its_reason,
    leases::what_failed_with_one_worker_is_tried_by_another_first,
    leases::a_worker_gets_only_what_it_can_do_and_hold,
    leases::a_bot_that_leaves_takes_its_waiting_matches_along,
    leases::a_user_sees_its_place_in_the_queue,
    claims::no_job_is_given_to_two_workers_at_once,
    claims::work_for_a_worker_that_went_away_goes_back_at_once,
    fairness::accounts_take_turns_whoever_has_more_waiting,
    fairness::whoever_had_their_share_of_cpu_waits_for_everybody_else,
    fairness::a_newer_version_replaces_one_that_is_not_built,
    fairness::house_bots_among_themselves_let_everybody_else_go_first,
    fairness::trials_that_last_long_leave_the_ladder_four_fifths_of_the_time,
    fairness::what_was_lost_with_its_worker_counts_no_attempt,
    fairness::a_bot_that_keeps_failing_rests_and_its_owner_is_told,
    languages::a_bot_whose_language_nobody_has_holds_up_nobody,
    languages::what_somebody_waits_for_is_given_up_with_its_reason,
    languages::bots_are_handed_in_in_the_languages_of_the_workers_that_are_here,
    leaving::a_second_opinion_outlives_a_rest_and_without_it_the_first_counts,
    leaving::a_trial_outlives_a_rest_and_is_told_when_the_bot_is_gone,
    leaving::what_a_banned_owners_bot_was_playing_is_not_rated,
    leaving::what_runs_when_its_owner_leaves_brings_nothing_back,
    leaving::listed_blobs_are_removed_unless_something_names_them,
    leaving::two_requests_at_once_pass_no_quota_together,
    building::a_build_leads_to_a_trial_and_the_trial_to_the_ladder,
    building::a_version_that_fails_its_trial_may_not_play,
    building::a_build_that_fails_says_why,
    lateness::a_version_that_never_answers_in_time_fails_its_trial_with_the_reason,
    building::an_older_version_that_is_ready_later_does_not_take_over,
    results::a_replay_of_something_else_is_refused,
    results::challenges_are_played_and_not_rated,
    results::one_report_that_cannot_be_kept_holds_up_no_other,
    results::results_that_come_together_are_rated_in_their_order,
    results::what_is_wrong_with_one_of_many_results_is_its_own_trouble,
    opinions::two_workers_that_agree_are_believed,
    opinions::nothing_forged_about_a_house_bot_is_rated_even_if_nobody_else_is_there,
    opinions::a_forger_beside_honest_workers_is_found_and_nothing_of_it_stays,
    opinions::a_bot_that_rests_because_of_a_forgers_word_plays_again,
    opinions::two_workers_that_disagree_are_both_doubted_unless_one_is_the_servers,
    opinions::a_bot_that_is_late_on_one_machine_only_is_held_against_nobody,
    opinions::a_bot_that_plays_by_chance_is_no_disagreement,
    opinions::without_a_second_worker_the_first_counts_alone,
    ladders::the_house_plays_from_the_first_minute_and_rests_when_it_is_known,
    ladders::a_house_bot_of_an_old_name_keeps_its_results_under_the_new_one,
    ladders::every_active_bot_gets_games,
    ladders::games_for_many_are_played_by_two_to_eight,
    ladders::the_ladder_is_the_same_bytes_when_made_again,
    ladders::a_disqualified_bot_leaves_no_trace_in_ratings,
    storage::an_account_keeps_no_more_than_its_quota_and_makes_room,
    storage::what_a_build_leaves_counts_and_beyond_the_quota_it_is_not_kept,
    storage::a_full_site_takes_no_uploads,
    storage::old_blobs_without_a_row_are_removed_and_young_or_named_ones_stay,
    storage::what_is_about_to_be_named_is_not_removed,
    storage::old_replays_go_but_for_the_last_ones_of_each_bot,
    storage::logs_of_failed_builds_go_after_a_while,
    ladder_pages::a_ladder_is_shown_page_by_page,
    ladder_pages::a_bot_is_found_on_its_page_and_asked_for_alone,
    ladder_pages::live_parts_of_a_page_come_without_the_rest,
    ladder_pages::a_ladder_whose_results_nobody_confirms_says_so,
    ladder_pages::a_ladder_on_which_no_second_opinions_are_asked_for_says_so,
    checkpoints::no_writer_copies_the_log_into_the_file,
    ratings::results_count_at_once_and_ratings_follow,
    ratings::the_course_of_a_rating_has_fewer_points_than_games,
    ratings::a_new_version_begins_where_the_last_one_was,
    ratings::what_a_bot_plays_after_it_was_allowed_back_counts_if_it_is_new,
    ratings::what_is_wrong_is_put_right_while_results_come,
    ratings::a_proof_waits_for_nobody_and_keeps_nobody_waiting,
    ratings::each_game_has_a_ladder_of_its_own,
    ratings::an_older_database_keeps_its_ladders_to_the_last_bit,
    people::a_person_signs_up_logs_in_and_leaves,
    people::tokens_and_sessions_end_when_they_are_told_to,
    people::the_first_admin_is_made_once,
    people::another_password_ends_sessions_and_revokes_tokens_if_it_should,
    people::workers_tokens_are_listed_and_any_admin_revokes_them,
    people::only_the_invited_come_in_where_the_host_says_so,
    people::a_token_is_made_for_what_its_owner_may,
    people::strangers_passwords_lock_nobody_out,
    people::nobody_looks_like_somebody_else,
    people::owners_do_with_their_bots_what_they_like,
    upgrade::a_database_of_the_first_release_goes_on,
    people::a_bot_is_handed_in_within_its_quotas,
    people::pages_ask_and_are_answered,
    plans::every_question_is_answered_by_an_index,
}

#[tokio::test]
async fn two_servers_do_not_use_one_database() {
    let (one, other) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    let server = common::postgres::Server::start().await;
    let Database::Server(address) = server.database().await else { panic!("a server") };
    let open = async |data: &tempfile::TempDir| open(data.path(), Some(&address), Settings::default()).await;
    let first = open(&one).await.expect("the first");
    let refused = open(&other).await.expect_err("the second");
    assert!(matches!(refused, NotOpened::DatabaseInUse), "{refused}");
    // Whoever only looks may look meanwhile, and when the first is gone the second comes in.
    let looking = Database::Server(address.clone()).open().await;
    assert_eq!(looking.queued_jobs().await.expect("answered"), 0);
    drop(first);
    open(&other).await.expect("the second, later");
}
