//! A report as a sequence of blocks, before it is written as Markdown or HTML.

use super::grid::Grid;

/// A report.
pub struct Document {
    pub title: String,
    pub blocks: Vec<Block>,
}

/// A part of a report.
pub enum Block {
    /// Level two or three.
    Heading(u8, String),
    Paragraph(String),
    /// Names and what they stand for.
    Facts(Vec<(String, String)>),
    Table(Grid),
    /// A table that is there for those who look for it.
    Folded(String, Grid),
    /// Pictures, side by side where there is room.
    Plots(Vec<Plot>),
    /// Lines for a shell.
    Code(String),
}

/// A picture.
pub struct Plot {
    /// Of its file, without ending; letters, digits and dashes.
    pub name: String,
    /// What it shows, for those who do not see it.
    pub about: String,
    pub svg: String,
}

impl Document {
    /// All pictures.
    pub fn plots(&self) -> impl Iterator<Item = &Plot> {
        let plots = self.blocks.iter().filter_map(|block| match block {
            Block::Plots(plots) => Some(plots),
            _ => None,
        });
        plots.flatten()
    }

    /// The headings of level two.
    pub fn sections(&self) -> impl Iterator<Item = &str> {
        self.blocks.iter().filter_map(|block| match block {
            Block::Heading(2, text) => Some(text.as_str()),
            _ => None,
        })
    }
}
