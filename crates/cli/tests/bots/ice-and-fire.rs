// Reads everything and answers WAIT: a single file, as submitted to contest sites.
use std::io::{stdin, BufRead};

fn main() {
    let mut lines = stdin().lock().lines().map_while(Result::ok);
    let mut skip = |first: bool| {
        if !first && lines.by_ref().take(16).count() < 16 {
            return false;
        }
        for _ in 0..if first { 1 } else { 2 } {
            let count = lines.next().and_then(|line| line.trim().parse().ok()).unwrap_or(0);
            lines.by_ref().take(count).for_each(drop);
        }
        true
    };
    skip(true);
    while skip(false) {
        println!("WAIT");
    }
}
