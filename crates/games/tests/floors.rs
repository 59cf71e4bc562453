//! Each game's floor is a second implementation of its rules, written for speed and for one config alone. Rules and floor
//! must come to the same end on every seed.

#[path = "../floors/ice_and_fire.rs"]
mod ice_and_fire;
#[path = "../floors/plantation.rs"]
mod plantation;
#[path = "../floors/si32.rs"]
mod si32;
#[path = "../floors/underworld.rs"]
mod underworld;
#[path = "../floors/utti.rs"]
mod utti;

#[test]
fn utti_comes_to_the_scores_of_its_floor() {
    utti::compare(1..5);
}

#[test]
fn plantation_comes_to_the_scores_of_its_floor() {
    plantation::compare(0..100);
}

#[test]
fn si32_comes_to_the_production_of_its_floor() {
    si32::compare(0..20);
}

#[test]
fn ice_and_fire_comes_to_the_gold_and_land_of_its_floor() {
    ice_and_fire::compare(0..40);
}

#[test]
fn underworld_comes_to_the_money_and_hit_points_of_its_floor() {
    underworld::compare(0..40);
}
