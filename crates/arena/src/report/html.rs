//! HTML rendering: one self-contained page without scripts, fonts or external images.

use super::{Block, Plot, Report, paragraphs, plot};
use askama::Template;

#[derive(Template)]
#[template(path = "report.html")]
struct Page<'a> {
    report: &'a Report,
    plot_style: &'static str,
}

#[expect(clippy::unused_self, reason = "a template calls methods of its page")]
impl Page<'_> {
    /// Returns trusted markup made of escaped text.
    fn figure(&self, plot: &Plot) -> String {
        plot::inline(plot)
    }

    fn paragraphs(&self, text: &str) -> Vec<String> {
        paragraphs(text).collect()
    }
}

/// Renders the report as an HTML page.
pub fn html(report: &Report) -> String {
    let plot_style = plot::STYLE;
    let page = Page { report, plot_style };
    page.render().expect("text can be written into a string")
}
