//! The rectangle in which two pictures differ (delta encoding of animations).

/// A rectangle of a picture, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// The left edge.
    pub x: u32,
    /// The top edge.
    pub y: u32,
    /// The width.
    pub width: u32,
    /// The height.
    pub height: u32,
}

/// The bounding box of all differing pixels; `None` if there are none. Pixels are RGBA.
pub fn changed(before: &[u8], after: &[u8], width: u32) -> Option<Part> {
    let row = width as usize * 4;
    let rows = || before.chunks_exact(row).zip(after.chunks_exact(row));
    let top = rows().position(|(before, after)| before != after)?;
    let bottom = rows().rposition(|(before, after)| before != after)?;
    let (mut left, mut right) = (width as usize, 0);
    for (before, after) in rows().take(bottom + 1).skip(top) {
        let mut pixels = before.chunks_exact(4).zip(after.chunks_exact(4));
        if let Some(first) = pixels.position(|(before, after)| before != after) {
            left = left.min(first);
            let from_right = before.chunks_exact(4).zip(after.chunks_exact(4)).rposition(|(b, a)| b != a);
            right = right.max(from_right.unwrap_or(first));
        }
    }
    Some(Part {
        x: left as u32,
        y: top as u32,
        width: (right - left + 1) as u32,
        height: (bottom - top + 1) as u32,
    })
}

/// The pixels of a rectangle before and after, in row-major order.
pub fn pixels<'a>(
    before: &'a [u8],
    after: &'a [u8],
    width: u32,
    part: Part,
) -> impl Iterator<Item = (&'a [u8], &'a [u8])> {
    (part.y..part.y + part.height).flat_map(move |y| {
        let start = (y * width + part.x) as usize * 4;
        let end = start + part.width as usize * 4;
        before[start..end].chunks_exact(4).zip(after[start..end].chunks_exact(4))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_part_is_as_small_as_it_can_be() {
        let before = vec![0; 5 * 4 * 4];
        let mut after = before.clone();
        assert_eq!(changed(&before, &after, 5), None);
        after[(5 + 1) * 4] = 9;
        after[(2 * 5 + 3) * 4 + 2] = 9;
        let part = Part { x: 1, y: 1, width: 3, height: 2 };
        assert_eq!(changed(&before, &after, 5), Some(part));
        let differing = pixels(&before, &after, 5, part).filter(|(before, after)| before != after);
        assert_eq!(differing.count(), 2);
    }
}
