//! Plots as SVG: text stays text, and a page can repaint them for a dark background.
//!
//! - `axis`: where a value lies, linear or by its logarithm, and the ticks
//! - `canvas`: the few shapes that the plots are made of
//! - `rivals`: ours against each library; `duels`: against the best of all; `bars`: one measure,
//!   all rows; `lines`: a time against a length; `log`: one record, all jobs

mod axis;
mod bars;
mod canvas;
mod duels;
mod lines;
mod log;
mod rivals;

pub use bars::bars;
pub use canvas::{Color, palette};
pub use duels::duels;
pub use lines::{families, lines};
pub use log::log;
pub use rivals::rivals;
