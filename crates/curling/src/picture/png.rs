//! Pictures as PNG files.
//!
//! The picture is written as SVG and drawn by `resvg`, so both files show the same. System fonts
//! are not used: a machine that draws figures may have none, its text would be missing silently,
//! and no two machines would draw the same. The two faces of `DejaVu Sans` that labels and captions
//! need are built in instead (from the crate `dejavu`; 1.4 MB, under the free licence of the
//! Bitstream Vera fonts). Drawing the digits ourselves would be smaller, but captions are free
//! text. The font has Latin, Greek and Cyrillic letters and draws a box for any other; for
//! Japanese, pass a font that has it.

use super::{Panels, Picture};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::Source;
use resvg::usvg::{self, Options, Tree};
use std::sync::Arc;

/// The largest number of pixels: a quarter of a gigabyte in memory.
const MOST_PIXELS: u64 = 1 << 26;

/// A picture that could not be drawn.
#[derive(Debug, thiserror::Error)]
pub enum PngError {
    /// Too many pixels.
    #[error(
        "the picture of {width} x {height} pixels is too large: the limit is {MOST_PIXELS} pixels"
    )]
    TooLarge {
        /// The width in pixels.
        width: u32,
        /// The height in pixels.
        height: u32,
    },
    /// The SVG could not be read: a bug of this crate.
    #[error("cannot draw the picture")]
    Unreadable(#[from] usvg::Error),
    /// The pixels could not be packed.
    #[error("cannot write the picture: {0}")]
    Unwritable(String),
}

impl Picture {
    /// Returns the picture as a PNG file.
    ///
    /// # Errors
    /// If it has too many pixels.
    pub fn to_png(&self) -> Result<Vec<u8>, PngError> {
        self.to_png_with_fonts(Vec::new())
    }

    /// Returns the picture as a PNG file, with fonts (whole TrueType or OpenType files) for letters
    /// that the built-in one lacks.
    ///
    /// # Errors
    /// If it has too many pixels.
    pub fn to_png_with_fonts(&self, fonts: Vec<Vec<u8>>) -> Result<Vec<u8>, PngError> {
        let (width, height) = self.size();
        if u64::from(width) * u64::from(height) > MOST_PIXELS {
            return Err(PngError::TooLarge { width, height });
        }
        drawn(&self.to_svg(), (width, height), fonts)
    }
}

impl Panels {
    /// Returns the panels as a PNG file.
    ///
    /// # Errors
    /// If it has too many pixels.
    pub fn to_png(&self) -> Result<Vec<u8>, PngError> {
        let (width, height) = self.size();
        if u64::from(width) * u64::from(height) > MOST_PIXELS {
            return Err(PngError::TooLarge { width, height });
        }
        drawn(&self.to_svg(), (width, height), Vec::new())
    }
}

/// Renders an SVG file to PNG.
fn drawn(svg: &str, (width, height): (u32, u32), fonts: Vec<Vec<u8>>) -> Result<Vec<u8>, PngError> {
    let tree = Tree::from_str(svg, &options(fonts))?;
    let mut pixels = Pixmap::new(width, height).ok_or(PngError::TooLarge { width, height })?;
    resvg::render(&tree, Transform::default(), &mut pixels.as_mut());
    pixels
        .encode_png()
        .map_err(|error| PngError::Unwritable(error.to_string()))
}

/// Returns the options with the built-in fonts and the given ones, and none of the system's.
fn options(fonts: Vec<Vec<u8>>) -> Options<'static> {
    let mut options = Options {
        font_family: "DejaVu Sans".to_owned(),
        ..Options::default()
    };
    let database = options.fontdb_mut();
    for face in [dejavu::sans::regular(), dejavu::sans::bold()] {
        database.load_font_source(Source::Binary(Arc::new(face)));
    }
    for font in fonts {
        database.load_font_data(font);
    }
    options
}

#[cfg(test)]
mod tests {
    use super::super::tests::busy;
    use super::*;
    use crate::picture::{DrawnStone, Style, View};
    use crate::sheet::Sheet;
    use crate::vector::Vector;

    fn pixels(picture: &Picture) -> Pixmap {
        Pixmap::decode_png(&picture.to_png().unwrap()).unwrap()
    }

    #[test]
    fn the_picture_has_the_size_asked_for() {
        let picture = busy();
        let drawn = pixels(&picture);
        assert_eq!((drawn.width(), drawn.height()), picture.size());
        assert_eq!(drawn.width(), 700);
    }

    #[test]
    fn a_stone_covers_the_pixels_where_it_lies() {
        let empty = Picture::new(Sheet::DC3).view(View::House).width(500);
        let at = Vector::new(1.0, -1.0);
        let with = empty.clone().stone(DrawnStone::of_slot(0, at).label(""));
        let (empty, with) = (pixels(&empty), pixels(&with));
        let differs = |x: u32, y: u32| empty.pixel(x, y) != with.pixel(x, y);
        // A hundred pixels a metre; the left edge is 2.5 m from the tee, the upper edge 2.249 m.
        assert!(differs(350, 325));
        assert!(!differs(150, 325) && !differs(350, 125));
        assert_eq!(
            with.pixel(350, 325).map(|pixel| pixel.red() > 150),
            Some(true)
        );
    }

    #[test]
    fn letters_do_not_disappear() {
        let without = Picture::new(Sheet::DC3).caption("\u{a0}");
        let with = Picture::new(Sheet::DC3).caption("Ä");
        assert_eq!(without.size(), with.size());
        assert!(pixels(&without) != pixels(&with));
    }

    #[test]
    fn a_picture_too_large_is_refused() {
        let huge = Picture::new(Sheet::DC3).view(View::WholeSheet).width(8000);
        assert!(matches!(
            huge.to_png(),
            Err(PngError::TooLarge { width: 8000, .. })
        ));
    }

    #[test]
    fn a_font_that_is_no_font_does_no_harm() {
        let picture = Picture::new(Sheet::DC3).caption("x").width(100);
        let png = picture.to_png_with_fonts(vec![vec![1, 2, 3]]).unwrap();
        assert_eq!(png, picture.to_png().unwrap());
    }

    #[test]
    fn every_view_and_style_can_be_read_by_others() {
        for view in [View::House, View::PlayArea, View::WholeSheet] {
            for style in [Style::Screen, Style::Print] {
                let picture = busy().view(view).style(style).caption("<&>\"'\0").width(64);
                assert!(picture.to_png().is_ok());
            }
        }
    }
}
