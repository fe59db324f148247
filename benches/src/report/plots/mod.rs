//! Plots as SVG, by plotters: text stays text, and a page can repaint them for a dark background.
//!
//! - `axis`: where a value lies, linear or by its logarithm, and the ticks
//! - `canvas`: the few shapes that the plots are made of
//! - `bars`: one measure, all rows; `scatter`: size against time; `lines`: a time against a length

mod axis;
mod bars;
mod canvas;
mod lines;
mod scatter;

pub use axis::nanoseconds;
pub use bars::bars;
pub use lines::{families, lines};
pub use scatter::scatter;

/// Every colour of the plots, as SVG writes it, and what it becomes on a dark background.
pub fn dark() -> impl Iterator<Item = (String, &'static str)> {
    canvas::DARK.into_iter().map(|(light, dark)| (canvas::hex(light), dark))
}
