//! The sizes of every row.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::ZlibEncoder;

use super::cli::Args;
use super::collect::Collected;
use super::figure::Figure;
use super::stats::Summary;
use crate::library::{Exact, Measure, Sample};

const LEVEL: u32 = 6;

/// Size and zlib size of every row and what else is exact, as far as they were chosen.
pub fn sizes(collected: &Collected, args: &Args) -> Vec<Figure> {
    let mut figures = Vec::new();
    for (measure, size) in [(Measure::Size, <[u8]>::len as fn(&[u8]) -> usize), (Measure::SizeZlib, zlib)] {
        if args.wants_measure(measure) {
            figures.extend(collected.rows.iter().filter(|row| !row.encoded.is_empty()).map(|row| {
                Figure::new(collected.workload, row, measure, "", "", Summary::exact(size(&row.encoded) as f64))
            }));
            // Values that are too long to be compressed again and again have a size only.
            let told = move |sample: &&Sample| measure == Measure::Size || !sample.some.is_empty();
            figures.extend(collected.rows.iter().flat_map(|row| {
                row.samples.iter().filter(told).map(move |sample| {
                    let mean = if measure == Measure::Size { sample.size } else { mean_zlib(&sample.some) };
                    let (variant, note) = (sample.variant, sample.note);
                    Figure::new(collected.workload, row, measure, variant, note, Summary::exact(mean))
                })
            }));
        }
    }
    for row in &collected.rows {
        for Exact { measure, variant, note, value } in row.exact.iter().filter(|one| args.wants_measure(one.measure)) {
            figures.push(Figure::new(collected.workload, row, *measure, variant, note, Summary::exact(*value)));
        }
    }
    figures
}

/// The mean of `values` compressed one by one, as they are encoded.
fn mean_zlib(values: &[Vec<u8>]) -> f64 {
    values.iter().map(|bytes| zlib(bytes)).sum::<usize>() as f64 / values.len() as f64
}

fn zlib(bytes: &[u8]) -> usize {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::new(LEVEL));
    encoder.write_all(bytes).expect("a vector takes all bytes");
    encoder.finish().expect("a vector takes all bytes").len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zlib_adds_its_frame_and_removes_repetition() {
        // Two bytes of header and four of checksum are the least there is around the stream.
        assert!(zlib(b"a") > 6);
        assert!(zlib(&[7; 10_000]) < 100);
    }

    #[test]
    fn values_are_compressed_one_by_one() {
        let values = [vec![7; 10_000], vec![7; 10_000]];
        assert!((mean_zlib(&values) - zlib(&values[0]) as f64).abs() < 1e-9);
    }
}
