use std::io::{BufRead, BufReader};

#[test]
fn recorded_games_of_the_original_come_out_the_same() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/records/underworld.jsonl.gz");
    let file = std::fs::File::open(path).expect("the records are part of the repository");
    let (mut games, mut turns) = (0, 0);
    for line in BufReader::new(flate2::read::GzDecoder::new(file)).lines() {
        let record = serde_json::from_str(&line.expect("gzip")).expect("JSON");
        turns += super::super::conform(&record).unwrap_or_else(|error| panic!("game {games}: {error}"));
        games += 1;
    }
    assert_eq!((games, turns), (40, 5198));
}
