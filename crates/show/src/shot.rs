//! One moment of a match as an eye sees it: the shown layers, the gauges and the scores.

use skirmish_core::{Info, Item, Seat, Table};

/// What can be seen at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shot {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// How far the match is, in the game's unit.
    pub now: u32,
    /// How far it can go.
    pub of: u32,
    /// The gauges, by seat and then by gauge; none where nothing is shown.
    pub gauges: Vec<Option<i64>>,
    /// The scores, by seat.
    pub scores: Vec<i64>,
    /// What stands on the shown layers, by layer and cell.
    pub items: Vec<Item>,
}

/// Takes shots of a table.
#[derive(Clone, Debug)]
pub struct Camera {
    eye: Option<Seat>,
    gauges: usize,
    /// By layer: whether it is shown.
    shown: Vec<bool>,
}

impl Camera {
    /// A camera for a game, as a seat (`None`: a spectator) sees it.
    pub fn new(info: &Info, eye: Option<Seat>) -> Self {
        let is_shown = |layer: usize| info.art.looks.iter().any(|look| usize::from(look.layer) == layer);
        Self { eye, gauges: info.gauges.len(), shown: (0..info.layers.len()).map(is_shown).collect() }
    }

    /// What can be seen now.
    pub fn shoot(&self, table: &dyn Table) -> Shot {
        let seats = table.seats();
        let picture = table.picture(self.eye);
        let mut gauges = vec![None; seats.get() * self.gauges];
        for (gauge, seat, value) in picture.gauges {
            if let Some(slot) = gauges.get_mut(seat.index() * self.gauges + usize::from(gauge)) {
                *slot = Some(value);
            }
        }
        let mut items = picture.items;
        items.retain(|item| self.shown.get(usize::from(item.layer)) == Some(&true));
        // What is drawn twice on one cell for one seat cannot be told apart: the larger value stays.
        items.dedup_by(|next, kept| {
            let is_same = (next.layer, next.at, next.seat) == (kept.layer, kept.at, kept.seat)
                && (next.id == kept.id || next.id == 0);
            if is_same {
                *kept = *next;
            }
            is_same
        });
        let scores = seats.iter().map(|seat| table.score_seen(self.eye, seat)).collect();
        Shot {
            width: picture.width,
            height: picture.height,
            now: picture.now,
            of: picture.of,
            gauges,
            scores,
            items,
        }
    }
}
