//! The palette of a GIF: at most 255 colours, by median cut.

use std::collections::HashMap;

/// The most colours of a GIF besides the transparent one.
pub const MOST_COLOURS: usize = 255;

type Colour = [u8; 3];
/// Colours with their weights.
type Weighted = Vec<(Colour, u64)>;

/// A histogram of the colours of pictures.
#[derive(Debug, Default)]
pub struct Histogram {
    counts: HashMap<Colour, u64>,
}

impl Histogram {
    /// The most distinct colours that are counted; further ones are ignored.
    const MOST: usize = 1 << 18;

    /// Counts the pixels of an RGBA picture.
    pub fn add(&mut self, pixels: &[u8]) {
        for pixel in pixels.chunks_exact(4) {
            let colour = [pixel[0], pixel[1], pixel[2]];
            if self.counts.len() < Self::MOST || self.counts.contains_key(&colour) {
                *self.counts.entry(colour).or_default() += 1;
            }
        }
    }

    /// Chooses the palette by median cut.
    pub fn palette(self) -> Palette {
        let mut all: Vec<(Colour, u64)> = self.counts.into_iter().collect();
        all.sort_unstable();
        // The square root gives colours of small areas more weight than their share of pixels.
        let weighed = all.into_iter().map(|(colour, count)| (colour, count.isqrt().max(1))).collect();
        let mut boxes: Vec<Weighted> = vec![weighed];
        while boxes.len() < MOST_COLOURS {
            let widest = boxes.iter().enumerate().max_by_key(|(_, colours)| spread(colours).1);
            let Some((place, _)) = widest.filter(|(_, colours)| spread(colours).1 > 0) else { break };
            let (low, high) = halves(boxes.swap_remove(place));
            boxes.push(low);
            boxes.push(high);
        }
        let mut colours: Vec<Colour> =
            boxes.iter().filter(|colours| !colours.is_empty()).map(|colours| mean(colours)).collect();
        colours.sort_unstable();
        colours.dedup();
        Palette { colours, known: HashMap::new() }
    }
}

/// The channel with the largest range, and the squared range times the weight of the colours.
fn spread(colours: &[(Colour, u64)]) -> (usize, u64) {
    let weight: u64 = colours.iter().map(|(_, weight)| weight).sum();
    let range = |channel: usize| {
        let values = || colours.iter().map(|(colour, _)| colour[channel]);
        u64::from(values().max().unwrap_or(0) - values().min().unwrap_or(0))
    };
    let channel = (0..3).max_by_key(|&channel| range(channel)).unwrap_or(0);
    (channel, range(channel).pow(2) * weight)
}

/// The colours split at the weighted median of their widest channel.
fn halves(mut colours: Weighted) -> (Weighted, Weighted) {
    let (channel, _) = spread(&colours);
    colours.sort_unstable_by_key(|(colour, _)| colour[channel]);
    let half = colours.iter().map(|(_, weight)| weight).sum::<u64>() / 2;
    let mut seen = 0;
    let cut = colours.iter().position(|(_, weight)| {
        seen += weight;
        seen > half
    });
    let last = colours.len() - 1;
    let rest = colours.split_off(cut.unwrap_or(1).clamp(1, last));
    (colours, rest)
}

fn mean(colours: &[(Colour, u64)]) -> Colour {
    let weight: u64 = colours.iter().map(|(_, weight)| weight).sum::<u64>().max(1);
    std::array::from_fn(|channel| {
        let sum: u64 = colours.iter().map(|(colour, weight)| u64::from(colour[channel]) * weight).sum();
        ((sum + weight / 2) / weight) as u8
    })
}

/// A palette, with a cache of nearest colours.
#[derive(Debug)]
pub struct Palette {
    colours: Vec<Colour>,
    known: HashMap<Colour, u8>,
}

impl Palette {
    /// The most entries of the cache.
    const MOST_KNOWN: usize = 1 << 20;

    /// The colours as RGB bytes, the transparent one, whose bytes mean nothing, included: a table without it could end
    /// before its index.
    pub fn bytes(&self) -> Vec<u8> {
        [self.colours.concat(), vec![0; 3]].concat()
    }

    /// The index of the transparent colour: one past the last.
    pub fn transparent(&self) -> u8 {
        self.colours.len() as u8
    }

    /// The index of the colour nearest to a pixel.
    pub fn nearest(&mut self, pixel: &[u8]) -> u8 {
        let colour = [pixel[0], pixel[1], pixel[2]];
        if let Some(&known) = self.known.get(&colour) {
            return known;
        }
        let distance = |other: &Colour| -> i32 {
            // Human vision is most sensitive to green.
            let weights = [2, 4, 3];
            (0..3)
                .map(|channel| {
                    weights[channel] * (i32::from(other[channel]) - i32::from(colour[channel])).pow(2)
                })
                .sum()
        };
        let nearest = self.colours.iter().enumerate().min_by_key(|(_, other)| distance(other));
        let number = nearest.map_or(0, |(number, _)| number as u8);
        if self.known.len() < Self::MOST_KNOWN {
            self.known.insert(colour, number);
        }
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_colours_stay_exact() {
        let mut histogram = Histogram::default();
        histogram.add(&[10, 20, 30, 255, 200, 0, 0, 255, 10, 20, 30, 255]);
        let mut palette = histogram.palette();
        assert_eq!(palette.bytes(), [10, 20, 30, 200, 0, 0, 0, 0, 0]);
        assert_eq!((palette.nearest(&[201, 3, 0, 255]), palette.transparent()), (1, 2));
    }

    #[test]
    fn many_colours_become_255_and_stay_near() {
        let mut histogram = Histogram::default();
        let pixels: Vec<u8> =
            (0..40_000u32).flat_map(|i| [(i % 251) as u8, (i / 157) as u8, (i % 97) as u8, 255]).collect();
        histogram.add(&pixels);
        let mut palette = histogram.palette();
        let bytes = palette.bytes();
        assert!(bytes.len() <= (MOST_COLOURS + 1) * 3 && bytes.len() > 200 * 3);
        for pixel in pixels.chunks_exact(4).step_by(97) {
            let at = usize::from(palette.nearest(pixel)) * 3;
            let off = (0..3).map(|channel| bytes[at + channel].abs_diff(pixel[channel])).max();
            assert!(off < Some(48), "{pixel:?} became {:?}", &bytes[at..at + 3]);
        }
    }
}
