//! The learner's choices and what they lead to.

use skirmish_core::grid::KING_STEPS;
use skirmish_core::learn::{Learn, Mask, Push, allowed};

use super::*;

fn choices(scene: &Scene, seat: Seat, draft: &Draft) -> Vec<u32> {
    let mut words = [0];
    scene.state.mask(seat, draft, Mask::new(&mut words));
    allowed(&words).collect()
}

fn fresh(scene: &Scene, seat: Seat) -> Draft {
    let mut draft = Draft::default();
    scene.state.draft(seat, &mut draft);
    draft
}

/// Positions in which everything can be done and much cannot.
fn positions() -> Vec<Scene> {
    let rows: [&[&str]; 4] = [
        &["0.aB1", "bAc..", "v.$.A", ".$t..", "..aa."],
        &["a.0.1 | 0.0.1", ".....", "d...D | $...$", "Aa...", "0...1"],
        &["0a.A1", "aa.AA", ".....", ".....", "t...u"],
        &["z...1 | 0...1", "0....", "b....", ".....", "....."],
    ];
    let mut scenes = Vec::new();
    for rows in rows {
        scenes.push(Scene::new(rows));
        scenes.push(Scene::with(rows, |config| config.start_gold = 5));
        scenes.push(Scene::with(rows, |config| config.max_units = 12));
        let most = Drawing::read(rows);
        let mine = |seat| {
            most.troops.values().filter(|troop| troop.0 == seat).count()
                + most.bases.values().filter(|base| **base == seat).count()
        };
        scenes.push(Scene::with(rows, |config| config.max_units = mine(ZERO).max(mine(ONE)) as u32));
    }
    scenes
}

/// Whether the order would succeed, found out by trying.
fn succeeds(scene: &Scene, order: Order) -> bool {
    let mut tried = scene.clone();
    tried.heard.clear();
    tried.step(&Answers::one(scene.acting().seat(), Action::One(order)));
    !tried.heard.iter().any(|event| scene.state.is_refusal(event, scene.acting().seat()))
}

#[test]
fn the_mask_allows_exactly_what_succeeds() {
    let (mut allowed_count, mut refused_count) = (0, 0);
    for mut scene in positions() {
        while scene.state.round() == 0 {
            let unit = scene.acting();
            let kinds = choices(&scene, unit.seat(), &fresh(&scene, unit.seat()));
            for (n, kind) in OrderKind::ALL.into_iter().enumerate() {
                let cells: Vec<Cell> =
                    KING_STEPS.iter().map(|(dx, dy)| Cell::new(unit.cell.x + dx, unit.cell.y + dy)).collect();
                let mut any = false;
                if kind.has_target() {
                    let mut draft = fresh(&scene, unit.seat());
                    assert_eq!(scene.state.push(unit.seat(), &mut draft, n as u32), Push::More);
                    let targets = choices(&scene, unit.seat(), &draft);
                    for (m, cell) in cells.into_iter().enumerate() {
                        let works = succeeds(&scene, Order::new(kind, cell));
                        any |= works;
                        let is_listed = targets.contains(&(m as u32));
                        // The target mask of a kind that is not allowed may not be empty; it is never reached.
                        assert!(
                            is_listed == works || !kinds.contains(&(n as u32)),
                            "{kind:?} {cell:?} by {unit:?}"
                        );
                    }
                } else {
                    any = succeeds(&scene, Order::new(kind, unit.cell));
                }
                assert_eq!(kinds.contains(&(n as u32)), any, "{kind:?} by {unit:?}");
                if any { allowed_count += 1 } else { refused_count += 1 }
            }
            scene.say("IDLE 0 0");
        }
    }
    assert!(allowed_count > 100 && refused_count > 100, "{allowed_count} allowed, {refused_count} refused");
}

#[test]
fn choices_become_the_order_they_stand_for() {
    let mut scene = Scene::new(&["0...1", ".....", "..b..", ".....", "....."]);
    scene.wait_for(2, 2);
    let mut action = Action::default();
    for (n, (dx, dy)) in KING_STEPS.into_iter().enumerate() {
        let mut draft = fresh(&scene, ZERO);
        assert_eq!(scene.state.head(&draft), 0);
        assert_eq!(scene.state.push(ZERO, &mut draft, OrderKind::Split as u32), Push::More);
        assert_eq!(scene.state.head(&draft), 1);
        assert_eq!(scene.state.push(ZERO, &mut draft, n as u32), Push::Done);
        scene.state.decode(ZERO, &draft, &mut action);
        assert_eq!(action, Action::One(Order::new(OrderKind::Split, Cell::new(2 + dx, 2 + dy))));
    }
}

#[test]
fn choices_that_are_not_there_lead_to_a_refused_answer() {
    let mut scene = Scene::new(&["0...1", ".....", "..b..", ".....", "....."]);
    scene.wait_for(2, 2);
    for wrong in [vec![8], vec![u32::MAX], vec![OrderKind::Move as u32, 8], vec![OrderKind::Climb as u32, 99]]
    {
        let mut draft = fresh(&scene, ZERO);
        let last = wrong.iter().map(|&choice| scene.state.push(ZERO, &mut draft, choice)).last();
        assert_eq!(last, Some(Push::Done));
        let mut action = Action::default();
        scene.state.decode(ZERO, &draft, &mut action);
        let mut tried = scene.clone();
        tried.step(&Answers::one(ZERO, action));
        assert!(tried.refusal().is_some(), "{wrong:?}");
    }
}

#[test]
fn a_batch_is_drafted_unit_by_unit() {
    let scene =
        Scene::ready(&["0...1", ".....", "..b..", ".....", "....."], ["ready batch", "ready"], |_| {});
    let mut draft = fresh(&scene, ZERO);
    assert_eq!(choices(&scene, ZERO, &draft), [OrderKind::Idle as u32, OrderKind::CreateTroop as u32]);
    assert_eq!(scene.state.push(ZERO, &mut draft, OrderKind::Idle as u32), Push::More);
    assert_eq!(scene.state.push(ZERO, &mut draft, OrderKind::Move as u32), Push::More);
    assert_eq!(scene.state.push(ZERO, &mut draft, 0), Push::Done);
    let mut action = Action::default();
    scene.state.decode(ZERO, &draft, &mut action);
    let orders =
        vec![Order::new(OrderKind::Idle, Cell::new(0, 0)), Order::new(OrderKind::Move, Cell::new(2, 1))];
    assert_eq!(action, Action::Many(orders));
}

#[test]
fn a_seat_that_is_not_asked_can_only_idle() {
    let scene = Scene::new(&["0..1", "....", "....", "...."]);
    assert_eq!(choices(&scene, ONE, &fresh(&scene, ONE)), [OrderKind::Idle as u32]);
}

#[test]
fn the_hello_is_answered_politely() {
    let scene = Scene { state: drawn(&["0..1", "....", "....", "...."], |_| {}), heard: Vec::new() };
    let ready = Action::Ready { batch: false };
    assert_eq!(scene.state.handshake_reply(ZERO), Some(ready.clone()));
    let mut draft = fresh(&scene, ZERO);
    assert_eq!(scene.state.push(ZERO, &mut draft, 0), Push::Done);
    let mut action = Action::default();
    scene.state.decode(ZERO, &draft, &mut action);
    assert_eq!(action, ready);
    assert_eq!(Scene::new(&["0..1", "....", "....", "...."]).state.handshake_reply(ZERO), None);
}

#[test]
fn what_fails_in_a_batch_is_no_refusal() {
    let rows = ["0...1", "..a.A", ".....", ".....", "....."];
    let mut scene = Scene::ready(&rows, ["ready batch", "ready batch"], |_| {});
    scene.answer(&[(ZERO, "IDLE 0 0; MOVE 1 3"), (ONE, "IDLE 0 0; MOVE 1 3")]);
    assert!(scene.refusal().is_some());
    assert!(!scene.heard.iter().any(|event| scene.state.is_refusal(event, ONE)));
}
