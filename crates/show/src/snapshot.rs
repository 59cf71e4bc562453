//! One moment of a match as an eye sees it: the shown layers, the gauges and the scores.

use skirmish_core::info::Info;
use skirmish_core::seat::Seat;
use skirmish_core::table::Table;
use skirmish_core::view::Item;

/// What can be seen at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Snapshot {
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

/// Takes snapshots of a table.
#[derive(Clone, Debug)]
pub struct Snapshots {
    eye: Option<Seat>,
    gauges: usize,
    /// A bit for each layer that is shown.
    layers: u64,
}

impl Snapshots {
    /// A snapshots for a game, as a seat (`None`: a spectator) sees it.
    pub fn new(info: &Info, eye: Option<Seat>) -> Self {
        let layers = info.art.looks.iter().filter(|look| look.layer < 64);
        let layers = layers.fold(0, |layers, look| layers | 1 << look.layer);
        Self { eye, gauges: info.gauges.len(), layers }
    }

    /// What can be seen now.
    pub fn take(&self, table: &dyn Table) -> Snapshot {
        let mut snapshot = self.glance(table);
        snapshot.items.sort_unstable();
        // What is drawn twice on one cell for one seat cannot be told apart: the larger value stays.
        snapshot.items.dedup_by(|next, kept| {
            let is_same = (next.layer, next.at, next.seat) == (kept.layer, kept.at, kept.seat)
                && (next.id == kept.id || next.id == 0);
            if is_same {
                *kept = *next;
            }
            is_same
        });
        snapshot
    }

    /// What can be seen now, its items in the order in which they were drawn. Quicker, for those who only compare.
    pub fn glance(&self, table: &dyn Table) -> Snapshot {
        let seats = table.seats();
        let picture = table.picture_of(self.eye, self.layers);
        let mut gauges = vec![None; seats.get() * self.gauges];
        for (gauge, seat, value) in picture.gauges {
            if let Some(slot) = gauges.get_mut(seat.index() * self.gauges + usize::from(gauge)) {
                *slot = Some(value);
            }
        }
        let scores = seats.iter().map(|seat| table.score(self.eye, seat)).collect();
        Snapshot {
            width: picture.width,
            height: picture.height,
            now: picture.now,
            of: picture.of,
            gauges,
            scores,
            items: picture.items,
        }
    }
}
