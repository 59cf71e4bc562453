//! Encoding of pictures: whole (keyframes), and as changes of the one before.

use std::collections::BTreeMap;

use skirmish_core::seat::Seat;
use skirmish_core::view::Item;

use super::BadFilm;
use super::bytes::{Bytes, put, put_signed};
use super::limits::{MOST_ITEMS, MOST_LAYERS};

const GONE: u8 = 0;
const CHANGED: u8 = 1;
const NEW: u8 = 2;
const HAS_ID: u8 = 4;
const LAYER_SHIFT: u8 = 3;

/// The identity of an item within a picture: layer and id if it has one, otherwise layer, cell and seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key {
    layer: u8,
    id: u32,
    at: u32,
    seat: Option<Seat>,
}

impl Key {
    fn of(item: &Item) -> Self {
        match item.id {
            0 => Self { layer: item.layer, id: 0, at: item.at, seat: item.seat },
            id => Self { layer: item.layer, id, at: 0, seat: None },
        }
    }
}

/// The items of a picture by identity.
pub type Items = BTreeMap<Key, Item>;

/// Appends a whole picture: groups of one layer and seat, each sorted by cell.
pub fn write_whole(items: &[Item], out: &mut Vec<u8>) {
    let mut sorted: Vec<Item> = by_key(items).into_values().collect();
    sorted.sort_unstable_by_key(|item| (item.layer, item.seat, item.at, item.value, item.id));
    let groups: Vec<&[Item]> =
        sorted.chunk_by(|one, next| (one.layer, one.seat) == (next.layer, next.seat)).collect();
    put(out, groups.len() as u64);
    for group in groups {
        out.push(group[0].layer);
        out.push(seat_byte(group[0].seat));
        put(out, group.len() as u64);
        let mut last = 0;
        for item in group {
            put(out, u64::from(item.at - last));
            put_signed(out, item.value.into());
            put(out, item.id.into());
            last = item.at;
        }
    }
}

/// Reads what [`write_whole`] wrote.
pub fn read_whole(bytes: &mut Bytes<'_>, cells: u32) -> Result<Items, BadFilm> {
    let mut items = Items::new();
    for _ in 0..bytes.count(MOST_LAYERS * 16, "groups of items")? {
        let (layer, seat) = (bytes.byte()?, read_seat(bytes.byte()?)?);
        let mut at = 0u32;
        for _ in 0..bytes.count(MOST_ITEMS, "items")? {
            at = at.saturating_add(bytes.count(MOST_ITEMS, "cells")? as u32);
            let value = read_value(bytes.signed()?)?;
            let id = read_id(bytes.number()?)?;
            let item = Item { layer, at: on_board(at.into(), cells)?, seat, value, id };
            items.insert(Key::of(&item), item);
        }
    }
    Ok(items)
}

/// Items by key; of items with the same key the last is kept.
pub fn by_key(items: &[Item]) -> Items {
    items.iter().map(|item| (Key::of(item), *item)).collect()
}

/// Appends the changes from the items `before` to those `after`: their count, then each. `known` mirrors the reader's
/// state and is updated, so that no change refers to an item that the reader does not have.
pub fn write_change(before: &[Item], after: &[Item], known: &mut Items, out: &mut Vec<u8>) {
    let (gone, new) = differences(before, after);
    let new: Items = by_key(&new);
    let mut ops = Vec::new();
    let mut count = 0u64;
    for item in &gone {
        let key = Key::of(item);
        let stays = new.get(&key).is_some_and(|new| new.seat == item.seat);
        if !stays && known.remove(&key).is_some() {
            write_key(GONE, item, &mut ops);
            count += 1;
        }
    }
    let (changed, fresh): (Vec<&Item>, Vec<&Item>) =
        new.values().partition(|item| known.get(&Key::of(item)).is_some_and(|old| old.seat == item.seat));
    for item in changed {
        write_changed(&known[&Key::of(item)], item, &mut ops);
        count += 1;
    }
    for item in fresh {
        write_new(item, &mut ops);
        count += 1;
    }
    known.extend(new);
    put(out, count);
    out.extend_from_slice(&ops);
}

/// The items only in `before`, and those only in `after`. Common prefix and suffix are skipped: they are most of it.
fn differences(before: &[Item], after: &[Item]) -> (Vec<Item>, Vec<Item>) {
    let head = before.iter().zip(after).take_while(|(before, after)| before == after).count();
    let (before, after) = (&before[head..], &after[head..]);
    let tail =
        before.iter().rev().zip(after.iter().rev()).take_while(|(before, after)| before == after).count();
    let sorted = |items: &[Item]| {
        let mut items = items[..items.len() - tail].to_vec();
        items.sort_unstable();
        items
    };
    let (before, after) = (sorted(before), sorted(after));
    let (mut gone, mut new) = (Vec::new(), Vec::new());
    let (mut i, mut j) = (0, 0);
    while let (Some(old), Some(now)) = (before.get(i), after.get(j)) {
        match old.cmp(now) {
            std::cmp::Ordering::Equal => (i, j) = (i + 1, j + 1),
            std::cmp::Ordering::Less => {
                gone.push(*old);
                i += 1;
            }
            std::cmp::Ordering::Greater => {
                new.push(*now);
                j += 1;
            }
        }
    }
    gone.extend_from_slice(&before[i..]);
    new.extend_from_slice(&after[j..]);
    (gone, new)
}

fn write_key(op: u8, item: &Item, out: &mut Vec<u8>) {
    let has_id = if item.id == 0 { 0 } else { HAS_ID };
    put(out, u64::from(op | has_id) | u64::from(item.layer) << LAYER_SHIFT);
    if item.id == 0 {
        out.push(seat_byte(item.seat));
        put(out, item.at.into());
    } else {
        put(out, item.id.into());
    }
}

fn write_changed(from: &Item, to: &Item, out: &mut Vec<u8>) {
    write_key(CHANGED, to, out);
    if to.id != 0 {
        put_signed(out, i64::from(to.at) - i64::from(from.at));
    }
    put_signed(out, i64::from(to.value) - i64::from(from.value));
}

fn write_new(item: &Item, out: &mut Vec<u8>) {
    write_key(NEW, item, out);
    if item.id != 0 {
        out.push(seat_byte(item.seat));
        put(out, item.at.into());
    }
    put_signed(out, item.value.into());
}

/// Reads what [`write_change`] wrote and applies it to `items`.
pub fn read_change(bytes: &mut Bytes<'_>, items: &mut Items, cells: u32) -> Result<(), BadFilm> {
    for _ in 0..bytes.count(2 * MOST_ITEMS, "changes")? {
        let head = bytes.count(MOST_LAYERS << LAYER_SHIFT, "kinds of change")?;
        let (op, layer) = (head as u8 & 3, (head >> LAYER_SHIFT) as u8);
        let key = if head as u8 & HAS_ID == 0 {
            let (seat, at) = (read_seat(bytes.byte()?)?, on_board(bytes.number()?, cells)?);
            Key { layer, id: 0, at, seat }
        } else {
            Key { layer, id: read_id(bytes.number()?)?, at: 0, seat: None }
        };
        match op {
            GONE => {
                items.remove(&key).ok_or(BadFilm::Nonsense("something goes that was not there"))?;
            }
            CHANGED => {
                let item =
                    items.get_mut(&key).ok_or(BadFilm::Nonsense("something changes that is not there"))?;
                if key.id != 0 {
                    let at = i64::from(item.at).saturating_add(bytes.signed()?);
                    item.at = on_board(u64::try_from(at).unwrap_or(u64::MAX), cells)?;
                }
                item.value = read_value(i64::from(item.value).saturating_add(bytes.signed()?))?;
            }
            NEW => {
                let (seat, at) = match key.id {
                    0 => (key.seat, key.at),
                    _ => (read_seat(bytes.byte()?)?, on_board(bytes.number()?, cells)?),
                };
                let value = read_value(bytes.signed()?)?;
                items.insert(key, Item { layer, at, seat, value, id: key.id });
            }
            _ => return Err(BadFilm::Nonsense("an unknown kind of change")),
        }
        if items.len() > MOST_ITEMS {
            return Err(BadFilm::TooMany { what: "items", count: items.len() as u64, most: MOST_ITEMS });
        }
    }
    Ok(())
}

/// A seat's number plus one; 0 for no seat.
pub fn seat_byte(seat: Option<Seat>) -> u8 {
    seat.map_or(0, |seat| seat.0 + 1)
}

/// Decodes [`seat_byte`].
pub fn read_seat(byte: u8) -> Result<Option<Seat>, BadFilm> {
    if usize::from(byte) > skirmish_core::seat::MAX_SEATS {
        return Err(BadFilm::Nonsense("a seat that no match has"));
    }
    Ok(byte.checked_sub(1).map(Seat))
}

fn on_board(at: u64, cells: u32) -> Result<u32, BadFilm> {
    let on_board = u32::try_from(at).ok().filter(|&at| at < cells);
    on_board.ok_or(BadFilm::Nonsense("something that is not on the board"))
}

fn read_value(value: i64) -> Result<i16, BadFilm> {
    i16::try_from(value).map_err(|_| BadFilm::Nonsense("a value of more than 16 bits"))
}

fn read_id(id: u64) -> Result<u32, BadFilm> {
    u32::try_from(id).map_err(|_| BadFilm::Nonsense("an id of more than 32 bits"))
}
