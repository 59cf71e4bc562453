//! Laws over positions and answers that are drawn by chance, lawful or not symmetric or not.

use proptest::prelude::*;
use skirmish_core::answer::{Fault, Reply};
use skirmish_core::grid::Direction;
use skirmish_core::law::{Audit, Mirror};

use super::super::{Command, Corner};
use super::*;

const SIDE: usize = 6;

fn tile() -> impl Strategy<Value = (i32, i16)> {
    (prop_oneof![4 => Just(0), 4 => -15..15i32, 1 => -60..60i32], 0..6i16)
}

/// A crowded little board with up to six buildings.
fn board() -> impl Strategy<Value = Si32> {
    let buildings = proptest::collection::vec((0..SIDE - 1, 0..SIDE - 1, 0..2u8, 0..5u16), 0..6);
    let purses = (0..350i32, 0..350i32);
    (proptest::collection::vec(tile(), SIDE * SIDE), buildings, purses, 1..=60u32, 0..12u32).prop_map(
        |(tiles, buildings, purses, turn, alone)| {
            let row = ["."; SIDE].join(" ");
            let mut game = position(&vec![row; SIDE].join("\n"));
            for (at, (units, resource)) in tiles.into_iter().enumerate() {
                (game.units[at], game.resource[at]) = (units, resource);
            }
            for (x, y, owner, progress) in buildings {
                let site = y * SIDE + x;
                if game.tiles_of(site).iter().all(|&tile| game.ground[tile].is_open()) {
                    let units = game.units[site];
                    let resource = game.resource[site];
                    put(&mut game, site, ["A.", "B."][usize::from(owner)]);
                    (game.units[site], game.resource[site]) = (units, resource);
                    game.progress[site] = progress;
                }
            }
            for seat in SeatCount::TWO.iter() {
                let units = game.units.iter().map(|&units| (units * sign(seat)).max(0)).sum();
                let side = &mut game.sides[seat.index()];
                (side.units, side.produced) = (units, units);
            }
            (game.sides[0].purse, game.sides[1].purse) = purses;
            (game.turn, game.sides[0].alone) = (turn, alone);
            settle(&mut game);
            game
        },
    )
}

fn command() -> impl Strategy<Value = Command> {
    let inside = 0..SIDE as i16;
    let at = prop_oneof![20 => (inside.clone(), inside), 1 => (any::<i16>(), any::<i16>())]
        .prop_map(|(x, y)| Cell::new(x, y));
    let units = prop_oneof![10 => 1..20i32, 1 => Just(i32::MAX), 1 => -1..1i32];
    (at, units, 0..4usize, 0..3u8).prop_map(|(at, units, direction, kind)| match kind {
        0 => Command::Move { at, way: Direction::ALL[direction], units },
        1 => Command::Build { at, corner: Corner::ALL[direction], units },
        _ => Command::Mine { at, units },
    })
}

#[derive(Clone, Debug)]
enum Came {
    Orders(Orders),
    Fault(Fault),
    Nothing,
}

fn came() -> impl Strategy<Value = Came> {
    prop_oneof![
        30 => proptest::collection::vec(command(), 0..80).prop_map(|list| Came::Orders(list.into_iter().collect())),
        1 => (0..4usize).prop_map(|fault| Came::Fault(Fault::ALL[fault])),
        1 => Just(Came::Nothing),
    ]
}

fn answers(came: &[Came; 2]) -> Answers<Orders> {
    let mut answers = Answers::new();
    for (seat, came) in SeatCount::TWO.iter().zip(came) {
        match came {
            Came::Orders(orders) => answers.act(seat, orders.clone()),
            Came::Fault(fault) => answers.fault(seat, *fault),
            Came::Nothing => {}
        }
    }
    answers
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_turn_keeps_the_laws(mut game in board(), came in [came(), came()]) {
        let before = game.clone();
        step(&mut game, &answers(&came));
        for (now, then) in game.sides.iter().zip(&before.sides) {
            prop_assert_eq!(now.units - then.units, now.produced - then.produced - (now.lost - then.lost));
            prop_assert!(now.built >= then.built && now.produced >= then.produced && now.lost >= then.lost);
        }
        let total = |game: &Si32| game.resource.iter().map(|&resource| i32::from(resource)).sum::<i32>();
        let paid = |game: &Si32| game.sides.iter().map(|side| side.purse + side.built as i32 * 100).sum::<i32>();
        prop_assert_eq!(total(&before) + paid(&before), total(&game) + paid(&game));
    }

    #[test]
    fn the_mirror_of_a_turn_is_the_turn_of_the_mirror(game in board(), came in [came(), came()]) {
        let answers = answers(&came);
        let mut mirrored_answers = Answers::new();
        for seat in SeatCount::TWO.iter() {
            match answers.get(seat) {
                Reply::Act(orders) => mirrored_answers.act(seat.other(), game.mirror_action(orders)),
                Reply::Fault(fault, _) => mirrored_answers.fault(seat.other(), fault),
                Reply::Silent => {}
            }
        }
        let mut mirrored = game.mirror();
        prop_assert_eq!(&mirrored.mirror(), &game);
        mirrored.audit().expect("a mirrored position is lawful");
        step(&mut mirrored, &mirrored_answers);
        let mut played = game;
        step(&mut played, &answers);
        prop_assert_eq!(mirrored, played.mirror());
    }

    #[test]
    fn a_turn_is_what_the_obvious_rules_say(game in board(), came in [came(), came()]) {
        let [Came::Orders(first), Came::Orders(second)] = &came else { return Ok(()) };
        let expected = obvious::turn(&game, [first, second]);
        let mut played = game;
        step(&mut played, &answers(&came));
        prop_assert_eq!(obvious::Outcome::of(&played), expected);
    }

    #[test]
    fn a_state_that_was_used_before_plays_as_a_new_one(one in board(), two in board(), came in [came(), came()]) {
        let mut used = one;
        step(&mut used, &answers(&came));
        used.clone_from(&two);
        let mut fresh = two.clone();
        step(&mut used, &answers(&came));
        step(&mut fresh, &answers(&came));
        prop_assert_eq!(used, fresh);
    }

    #[test]
    fn every_answer_reads_back(bytes in proptest::collection::vec(any::<u8>(), 0..200), came in came()) {
        let game = position("a1 b1");
        let mut read = Orders::new();
        game.read(Seat(0), &bytes, &mut read).expect("every answer is read");
        let list = match came { Came::Orders(orders) => orders, _ => Orders::new() };
        for orders in [read, list] {
            let mut page = skirmish_core::wire::Page::new();
            game.write(&orders, &mut page);
            let mut again = Orders::new();
            game.read(Seat(0), page.as_bytes(), &mut again).expect("every answer is read");
            prop_assert_eq!(&again, &orders);
        }
    }
}

/// The rules once more, written with no thought of speed: two counts per tile, maps instead of lists.
mod obvious {
    use std::collections::BTreeMap;

    use super::*;

    type At = (i16, i16);

    #[derive(Debug, PartialEq)]
    pub struct Outcome {
        units: [BTreeMap<At, i32>; 2],
        resource: BTreeMap<At, i32>,
        /// Owner and progress, by top-left tile.
        buildings: BTreeMap<At, (u8, i32)>,
        purse: [i32; 2],
        produced: [i32; 2],
    }

    impl Outcome {
        pub fn of(game: &Si32) -> Self {
            let mut units = [BTreeMap::new(), BTreeMap::new()];
            let mut resource = BTreeMap::new();
            for at in game.cells() {
                resource.insert((at.x, at.y), game.resource_at(at));
                for seat in SeatCount::TWO.iter() {
                    if game.units_at(seat, at) > 0 {
                        units[seat.index()].insert((at.x, at.y), game.units_at(seat, at));
                    }
                }
            }
            let buildings = game
                .buildings()
                .map(|b| ((b.top_left.x, b.top_left.y), (b.owner.0, i32::from(b.progress))))
                .collect();
            let [first, second] = &game.sides;
            Self {
                units,
                resource,
                buildings,
                purse: [first.purse, second.purse],
                produced: [first.produced, second.produced],
            }
        }

        fn building_under(&self, at: At) -> Option<At> {
            tiles_up_left(at).into_iter().find(|site| self.buildings.contains_key(site))
        }
    }

    fn tiles_up_left((x, y): At) -> [At; 4] {
        [(x, y), (x - 1, y), (x, y - 1), (x - 1, y - 1)]
    }

    fn tiles((x, y): At) -> [At; 4] {
        [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)]
    }

    fn on_board((x, y): At) -> bool {
        let side = 0..SIDE as i16;
        side.contains(&x) && side.contains(&y)
    }

    fn count(units: &BTreeMap<At, i32>, at: At) -> i32 {
        units.get(&at).copied().unwrap_or(0)
    }

    /// A command to those who stay, with the units it was given.
    #[derive(Clone)]
    struct Stay {
        seat: usize,
        at: At,
        corner: Option<Corner>,
        units: i32,
    }

    pub fn turn(game: &Si32, orders: [&Orders; 2]) -> Outcome {
        let mut now = Outcome::of(game);
        let (marches, mut stays) = served(&now, orders);
        fight(&mut now, marches);
        cut(&now, &mut stays);
        besiege(&mut now, &stays);
        cut(&now, &mut stays);
        let work = crews(&now, &stays);
        build(&mut now, &stays);
        for (site, (seat, tile, workers)) in work {
            let (_, progress) = now.buildings.get_mut(&site).expect("it stands");
            *progress += workers.min(10);
            let made = *progress / 5;
            *progress %= 5;
            if made > 0 {
                *now.units[seat].entry(tile).or_default() += made;
                now.produced[seat] += made;
            }
        }
        for stay in stays.iter().filter(|stay| stay.corner.is_none()) {
            let there = now.resource.get_mut(&stay.at).expect("on the board");
            let taken = stay.units.min(*there);
            *there -= taken;
            now.purse[stay.seat] += taken;
        }
        for units in &mut now.units {
            units.retain(|_, count| *count > 0);
        }
        now
    }

    type Marches = [BTreeMap<(At, At), i32>; 2];

    fn served(now: &Outcome, orders: [&Orders; 2]) -> (Marches, Vec<Stay>) {
        let mut marches: Marches = [BTreeMap::new(), BTreeMap::new()];
        let mut stays = Vec::new();
        for seat in 0..2 {
            let mut free = now.units[seat].clone();
            for command in orders[seat].commands() {
                let (Command::Move { at, units, .. }
                | Command::Build { at, units, .. }
                | Command::Mine { at, units }) = command;
                let to = match command {
                    Command::Move { way, .. } => at.step(way),
                    _ => at,
                };
                let (at, to) = ((at.x, at.y), (to.x, to.y));
                let given = units.min(count(&free, at));
                if !on_board(at) || !on_board(to) || given < 1 {
                    continue;
                }
                *free.entry(at).or_default() -= given;
                match command {
                    Command::Move { .. } => *marches[seat].entry((at, to)).or_default() += given,
                    Command::Build { corner, .. } => {
                        stays.push(Stay { seat, at, corner: Some(corner), units: given });
                    }
                    Command::Mine { .. } => stays.push(Stay { seat, at, corner: None, units: given }),
                }
            }
        }
        (marches, stays)
    }

    fn fight(now: &mut Outcome, mut marches: Marches) {
        for (army, marches) in now.units.iter_mut().zip(&marches) {
            for (&(from, _), units) in marches {
                *army.entry(from).or_default() -= units;
            }
        }
        let [first, second] = &mut marches;
        for (&(from, to), units) in first.iter_mut() {
            if let Some(against) = second.get_mut(&(to, from)) {
                let lost = (*units).min(*against);
                *units -= lost;
                *against -= lost;
            }
        }
        for (army, marches) in now.units.iter_mut().zip(&marches) {
            for (&(_, to), units) in marches {
                *army.entry(to).or_default() += units;
            }
        }
        for y in 0..SIDE as i16 {
            for x in 0..SIDE as i16 {
                let lost = count(&now.units[0], (x, y)).min(count(&now.units[1], (x, y)));
                for units in &mut now.units {
                    *units.entry((x, y)).or_default() -= lost;
                }
            }
        }
    }

    /// Gives the units that are left on a tile to its commands, in order.
    fn cut(now: &Outcome, stays: &mut [Stay]) {
        let mut left = now.units.clone();
        for stay in stays {
            stay.units = stay.units.min(count(&left[stay.seat], stay.at));
            *left[stay.seat].entry(stay.at).or_default() -= stay.units;
        }
    }

    /// Who works where: the seat, the tile of the first of them, and how many there are.
    fn crews(now: &Outcome, stays: &[Stay]) -> BTreeMap<At, (usize, At, i32)> {
        let mut crews = BTreeMap::new();
        for stay in stays.iter().filter(|stay| stay.corner.is_some() && stay.units > 0) {
            let Some(site) = now.building_under(stay.at) else { continue };
            if usize::from(now.buildings[&site].0) == stay.seat {
                crews.entry(site).or_insert((stay.seat, stay.at, 0)).2 += stay.units;
            }
        }
        crews
    }

    fn besiege(now: &mut Outcome, stays: &[Stay]) {
        let crews = crews(now, stays);
        for (site, (owner, _)) in now.buildings.clone() {
            let attacker = usize::from(1 - owner);
            let mut here = tiles(site).to_vec();
            if attacker == 1 {
                here.reverse();
            }
            let attackers: i32 = here.iter().map(|&at| count(&now.units[attacker], at)).sum();
            let mut price = 10 + crews.get(&site).map_or(0, |crew| crew.2.min(10));
            if attackers < price {
                continue;
            }
            now.buildings.remove(&site);
            for at in here {
                let lost = price.min(count(&now.units[attacker], at));
                *now.units[attacker].entry(at).or_default() -= lost;
                price -= lost;
            }
        }
    }

    fn build(now: &mut Outcome, stays: &[Stay]) {
        let mut claims: [Vec<At>; 2] = [Vec::new(), Vec::new()];
        for stay in stays.iter().filter(|stay| stay.units > 0) {
            let Some(corner) = stay.corner else { continue };
            let top_left = corner.top_left(Cell::new(stay.at.0, stay.at.1));
            let ground = tiles((top_left.x, top_left.y));
            let is_free = |&at: &At| {
                on_board(at) && now.building_under(at).is_none() && count(&now.units[1 - stay.seat], at) == 0
            };
            let overlaps =
                claims[stay.seat].iter().any(|&claim| tiles(claim).iter().any(|at| ground.contains(at)));
            let can_pay = now.purse[stay.seat] >= 100 * (claims[stay.seat].len() as i32 + 1);
            if now.building_under(stay.at).is_none() && ground.iter().all(is_free) && !overlaps && can_pay {
                claims[stay.seat].push((top_left.x, top_left.y));
            }
        }
        for seat in 0..2 {
            for &claim in &claims[seat] {
                let contested = claims[1 - seat]
                    .iter()
                    .any(|&other| tiles(other).iter().any(|at| tiles(claim).contains(at)));
                if !contested {
                    now.buildings.insert(claim, (seat as u8, 0));
                    now.purse[seat] -= 100;
                }
            }
        }
    }
}
