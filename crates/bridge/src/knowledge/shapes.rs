//! The 560 shapes of a hand (cards of each suit), numbered, and sets of them.
//!
//! A set of shapes is nine words, so that "does this hand have the shape its owner promised" is one
//! look-up and one bit.

/// The number of shapes.
const COUNT: usize = 560;
/// The number of lengths, 0 to 13.
const SIDE: usize = 14;

/// Every shape, clubs first.
pub(crate) static SHAPES: [[u8; 4]; COUNT] = shapes();
/// The number of the shape with these clubs, diamonds and hearts.
static NUMBERS: [u16; SIDE * SIDE * SIDE] = numbers();

const fn shapes() -> [[u8; 4]; COUNT] {
    let mut all = [[0; 4]; COUNT];
    let (mut found, mut c) = (0, 0);
    while c <= 13 {
        let mut d = 0;
        while c + d <= 13 {
            let mut h = 0;
            while c + d + h <= 13 {
                all[found] = [c, d, h, 13 - c - d - h];
                found += 1;
                h += 1;
            }
            d += 1;
        }
        c += 1;
    }
    all
}

const fn numbers() -> [u16; SIDE * SIDE * SIDE] {
    let all = shapes();
    let mut numbers = [0; SIDE * SIDE * SIDE];
    let mut index = 0;
    while index < COUNT {
        let [c, d, h, _] = all[index];
        numbers[place(c, d, h)] = index as u16;
        index += 1;
    }
    numbers
}

const fn place(c: u8, d: u8, h: u8) -> usize {
    (c as usize * SIDE + d as usize) * SIDE + h as usize
}

/// Returns the number of a shape; `None` if these are not the lengths of thirteen cards.
#[inline]
pub(crate) fn number(lengths: [u8; 4]) -> Option<usize> {
    let [c, d, h, s] = lengths;
    let sum = u16::from(c) + u16::from(d) + u16::from(h) + u16::from(s);
    (sum == 13).then(|| NUMBERS[place(c, d, h)] as usize)
}

/// A set of shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shapes([u64; COUNT.div_ceil(64)]);

impl Shapes {
    /// All shapes.
    pub(crate) const ALL: Shapes = Shapes([!0; COUNT.div_ceil(64)]);

    /// Returns the shapes that pass a test.
    pub(crate) fn of(test: impl Fn([u8; 4]) -> bool) -> Self {
        let mut set = [0; COUNT.div_ceil(64)];
        for (index, &shape) in SHAPES.iter().enumerate() {
            set[index / 64] |= u64::from(test(shape)) << (index % 64);
        }
        Shapes(set)
    }

    /// Returns the intersection of two sets.
    pub(crate) fn and(&self, other: &Shapes) -> Self {
        Shapes(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    /// Returns the union of two sets.
    pub(crate) fn or(&self, other: &Shapes) -> Self {
        Shapes(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    /// Returns the lengths of the shapes in the set, clubs first.
    pub(crate) fn iter(&self) -> impl Iterator<Item = [u8; 4]> + '_ {
        let inside = (0..COUNT).filter(|number| self.contains(*number));
        inside.map(|number| SHAPES[number])
    }

    /// Returns whether the shape with this number is in the set.
    #[inline]
    pub(crate) fn contains(&self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shape_has_its_number_and_there_are_560() {
        for (index, &shape) in SHAPES.iter().enumerate() {
            assert_eq!(number(shape), Some(index));
        }
        assert_eq!(SHAPES[COUNT - 1], [13, 0, 0, 0]);
        assert_eq!(number([4, 4, 4, 4]), None);
        assert_eq!(number([255, 255, 255, 16]), None);
    }

    #[test]
    fn a_set_holds_what_passes() {
        let set = Shapes::of(|[c, ..]| c == 7);
        for (index, shape) in SHAPES.iter().enumerate() {
            assert_eq!(set.contains(index), shape[0] == 7);
        }
    }
}
