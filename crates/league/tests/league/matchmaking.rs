use skirmish_league::Entrant;
use skirmish_league::chance::Chance;
use skirmish_league::matchmaking::{Candidate, RECENT, Rules, next_match};
use skirmish_league::weng_lin::{Model, Rating};

fn bot(mu: f64, sigma: f64, owner: Option<u64>) -> Candidate {
    Candidate { rating: Rating { mu, sigma }, waited: 0, recent: Vec::new(), owner }
}

/// Simulates a ladder, with results drawn by the true strengths. Returns the longest wait of any bot, in matches.
fn run(bots: &mut [Candidate], truth: &[f64], rules: &Rules, matches: u64, played: &mut [u32]) -> u64 {
    let mut longest = 0;
    for number in 0..matches {
        let mut chance = Chance::child(77, number);
        let Some(seats) = next_match(bots, rules, chance.bits()) else { break };
        let mut order: Vec<(f64, usize)> = (0..seats.len())
            .map(|seat| {
                let luck = -libm::log(-libm::log(chance.unit().max(1e-300)));
                (-(truth[seats[seat].index()] / 6.0 + luck), seat)
            })
            .collect();
        order.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut places = vec![None; seats.len()];
        order.iter().enumerate().for_each(|(place, (_, seat))| places[*seat] = Some(place as u32));
        let before: Vec<Rating> = seats.iter().map(|seat| bots[seat.index()].rating).collect();
        let after = rules.model.rate(&before, &places);
        bots.iter_mut().for_each(|bot| bot.waited += 1);
        for (seat, rating) in seats.iter().zip(after) {
            let bot = &mut bots[seat.index()];
            (bot.rating, bot.waited) = (rating, 0);
            bot.recent.extend(seats.iter().filter(|other| *other != seat));
            let old = bot.recent.len().saturating_sub(RECENT);
            bot.recent.drain(..old);
            played[seat.index()] += 1;
        }
        longest = bots.iter().map(|bot| bot.waited).fold(longest, u64::max);
    }
    longest
}

fn ladder(count: usize) -> (Vec<Candidate>, Vec<f64>) {
    let start = Model::default().start;
    let bots = (0..count).map(|at| bot(start.mu, start.sigma, (at >= 3).then_some(at as u64))).collect();
    let truth = (0..count).map(|at| 10.0 + 30.0 * at as f64 / count as f64).collect();
    (bots, truth)
}

#[test]
fn nobody_starves() {
    for (count, seats) in [(2, 2), (5, 2), (40, 2), (40, 4), (41, 8), (150, 2)] {
        let rules = Rules::new(seats.min(count as u32));
        let (mut bots, truth) = ladder(count);
        // The second half are newcomers: the ratings of the first half are already certain.
        bots.iter_mut().take(count / 2).for_each(|bot| bot.rating.sigma = 0.8);
        let mut played = vec![0; count];
        let longest = run(&mut bots, &truth, &rules, 3000, &mut played);
        let bound = rules.overdue_after(count) + count as u64;
        assert!(longest <= bound, "{count} bots, {seats} seats: {longest} > {bound}");
        assert!(played.iter().all(|&played| played > 0), "{played:?}");
    }
}

#[test]
fn the_ladder_finds_the_true_order() {
    let (mut bots, truth) = ladder(12);
    let mut played = vec![0; 12];
    run(&mut bots, &truth, &Rules::new(2), 6000, &mut played);
    let wrong = bots.windows(2).filter(|pair| pair[0].rating.mu >= pair[1].rating.mu).count();
    assert!(wrong <= 1, "{:?}", bots.iter().map(|bot| bot.rating).collect::<Vec<_>>());
}

#[test]
fn chosen_matches_teach_more_than_chance() {
    let error = |bots: &[Candidate]| bots.iter().map(|bot| bot.rating.sigma).sum::<f64>() / bots.len() as f64;
    let (mut chosen, truth) = ladder(30);
    run(&mut chosen, &truth, &Rules::new(2), 900, &mut [0; 30]);
    let (mut random, _) = ladder(30);
    let model = Model::default();
    let mut chance = Chance::new(5);
    for _ in 0..900 {
        let one = chance.below(30) as usize;
        let other = (one + 1 + chance.below(29) as usize) % 30;
        let luck = 1.0 / (1.0 + libm::exp((truth[other] - truth[one]) / 6.0));
        let place = u32::from(chance.unit() >= luck);
        let after = model.rate(&[random[one].rating, random[other].rating], &[Some(place), Some(1 - place)]);
        (random[one].rating, random[other].rating) = (after[0], after[1]);
    }
    assert!(error(&chosen) < 0.9 * error(&random), "{} against {}", error(&chosen), error(&random));
}

#[test]
fn a_newcomer_plays_first_and_meets_its_like() {
    let mut bots: Vec<Candidate> =
        (0..20).map(|at| bot(10.0 + 1.5 * f64::from(at), 1.5, Some(at as u64))).collect();
    bots.push(bot(25.0, 8.3, Some(99)));
    let seats = next_match(&bots, &Rules::new(2), 1).unwrap();
    assert!(seats.contains(&Entrant(20)));
    let other = seats.iter().find(|seat| seat.0 != 20).unwrap();
    assert!((bots[other.index()].rating.mu - 25.0).abs() <= 1.5, "{seats:?}");
}

#[test]
fn the_same_pair_does_not_meet_again_and_again() {
    let (mut bots, truth) = ladder(10);
    run(&mut bots, &truth, &Rules::new(2), 400, &mut [0; 10]);
    for (at, bot) in bots.iter().enumerate() {
        let again = bot.recent.windows(2).filter(|pair| pair[0] == pair[1]).count();
        assert!(again <= 2, "{at} met the same opponent twice in a row {again} times: {:?}", bot.recent);
        let different: std::collections::BTreeSet<_> = bot.recent.iter().collect();
        assert!(different.len() >= 4, "{at} met only {different:?}");
    }
}

#[test]
fn bots_of_one_owner_never_meet() {
    let mine = |mu| bot(mu, 3.0, Some(1));
    assert_eq!(next_match(&[mine(25.0), mine(25.0)], &Rules::new(2), 1), None);
    let bots = [mine(25.0), mine(25.0), bot(40.0, 3.0, Some(2))];
    for seed in 0..50 {
        assert!(next_match(&bots, &Rules::new(2), seed).unwrap().contains(&Entrant(2)));
    }
    assert_eq!(next_match(&bots, &Rules::new(3), 1), None);
    assert_eq!(next_match(&[], &Rules::new(2), 1), None);
}

#[test]
fn settled_house_bots_rest_until_somebody_comes() {
    let rules = Rules::new(2);
    let start = rules.model.start;
    let mut bots: Vec<Candidate> = (0..4).map(|_| bot(start.mu, start.sigma, None)).collect();
    let truth = [20.0, 24.0, 26.0, 30.0];
    let mut played = vec![0; 4];
    run(&mut bots, &truth, &rules, 100_000, &mut played);
    assert!(bots.iter().all(|bot| bot.rating.sigma <= rules.settled_sigma), "{bots:?}");
    assert!(played.iter().all(|&played| played < 2000), "{played:?}");
    assert_eq!(next_match(&bots, &rules, 3), None);
    bots.push(bot(25.0, 0.5, Some(1)));
    for seed in 0..20 {
        assert!(next_match(&bots, &rules, seed).unwrap().contains(&Entrant(4)));
    }
}

#[test]
fn ties_are_broken_by_the_seed_alone() {
    let (bots, _) = ladder(30);
    let choose = |seed| next_match(&bots, &Rules::new(4), seed).unwrap();
    assert_eq!(choose(1), choose(1));
    let different: std::collections::BTreeSet<_> = (0..20).map(choose).collect();
    assert!(different.len() > 15);
}
