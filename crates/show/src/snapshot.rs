//! Snapshots: what an eye (a seat or a spectator) sees at one moment: layers, gauges and scores.

use skirmish_core::info::Info;
use skirmish_core::seat::Seat;
use skirmish_core::table::Table;
use skirmish_core::view::Item;

/// What an eye sees at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Snapshot {
    /// Columns of the board.
    pub width: usize,
    /// Rows of the board.
    pub height: usize,
    /// The turn, in the game's unit.
    pub now: u32,
    /// The last possible turn; 0 if it is not known.
    pub of: u32,
    /// The gauges, by seat and then by gauge; `None` where nothing is shown.
    pub gauges: Vec<Option<i64>>,
    /// The scores, by seat.
    pub scores: Vec<i64>,
    /// The items on the shown layers; sorted by layer and cell if they come from [`Snapshots::take`].
    pub items: Vec<Item>,
}

/// Takes snapshots of a table for one eye.
#[derive(Clone, Debug)]
pub struct Snapshots {
    eye: Option<Seat>,
    gauges: usize,
    /// The shown layers as a bit set.
    layers: u64,
}

impl Snapshots {
    /// Snapshots of a game as a seat sees it; `None` for a spectator.
    pub fn new(info: &Info, eye: Option<Seat>) -> Self {
        let layers = info.art.looks.iter().filter(|look| look.layer < 64);
        let layers = layers.fold(0, |layers, look| layers | 1 << look.layer);
        Self { eye, gauges: info.gauges.len(), layers }
    }

    /// The snapshot now, with items sorted and deduplicated.
    pub fn take(&self, table: &dyn Table) -> Snapshot {
        let mut snapshot = self.glance(table);
        snapshot.items.sort_unstable();
        // Items of one layer, cell and seat cannot be distinguished: the larger value is kept.
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

    /// The snapshot now, with items in drawing order: faster than [`Snapshots::take`], enough to compute differences.
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
