//! The statistics of one figure, and how numbers are written so that they can be compared at a
//! glance.

/// Median and extremes of the rounds of one operation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    pub median: f64,
    pub min: f64,
    pub max: f64,
}

impl Summary {
    /// A figure without spread.
    pub const fn exact(value: f64) -> Self {
        Self { median: value, min: value, max: value }
    }

    /// The summary of `samples`, or `None` if there are none. The median of an even number is the
    /// mean of the middle two.
    pub fn of(samples: &[f64]) -> Option<Self> {
        let mut sorted = samples.to_vec();
        sorted.sort_by(f64::total_cmp);
        let (min, max) = (*sorted.first()?, *sorted.last()?);
        let middle = sorted.len() / 2;
        let median = if sorted.len().is_multiple_of(2) {
            f64::midpoint(sorted[middle - 1], sorted[middle])
        } else {
            sorted[middle]
        };
        Some(Self { median, min, max })
    }
}

/// Whether samples fall into two groups with nothing in between, as those of operations whose
/// memory is sometimes new to the process: a median of such says which group is larger, and little
/// else.
pub fn is_bimodal(samples: &[f64]) -> bool {
    const FEW: usize = 5;
    let mut sorted = samples.to_vec();
    sorted.sort_by(f64::total_cmp);
    // One or two that stand out are outliers, not a group.
    let side = sorted.len() / FEW;
    let Some(middle) = sorted.get(side..sorted.len() - side).filter(|middle| middle.len() >= 2 && side > 0) else {
        return false;
    };
    let gap = middle.windows(2).map(|pair| pair[1] - pair[0]).fold(0.0, f64::max);
    let width = middle[middle.len() - 1] - middle[0];
    gap > 0.25 * sorted[sorted.len() / 2] && gap > 0.5 * width
}

/// Three significant digits below 1000, none after the point above.
pub fn number(value: f64) -> String {
    // The limits are those at which rounding would add a digit.
    match value.abs() {
        size if size < 9.995 => format!("{value:.2}"),
        size if size < 99.95 => format!("{value:.1}"),
        _ => format!("{value:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_of_an_odd_number_is_the_middle_one_whatever_the_order() {
        let summary = Summary::of(&[9.0, 1.0, 100.0, 3.0, 2.0]).expect("there are samples");
        assert_eq!(summary, Summary { median: 3.0, min: 1.0, max: 100.0 });
    }

    #[test]
    fn the_median_of_an_even_number_lies_between_the_middle_two() {
        let summary = Summary::of(&[4.0, 1.0, 2.0, 10.0]).expect("there are samples");
        assert_eq!(summary, Summary { median: 3.0, min: 1.0, max: 10.0 });
    }

    #[test]
    fn two_groups_of_samples_are_told_from_outliers_and_from_a_wide_spread() {
        let groups: Vec<f64> =
            (0..10).map(|index| if index % 2 == 0 { 20.0 } else { 78.0 } + f64::from(index)).collect();
        assert!(is_bimodal(&groups));
        let outliers: Vec<f64> =
            (0..10).map(|index| if index == 3 { 500.0 } else { 20.0 + f64::from(index) }).collect();
        assert!(!is_bimodal(&outliers));
        let wide: Vec<f64> = (0..10).map(|index| 10.0 * f64::from(index + 1)).collect();
        assert!(!is_bimodal(&wide));
        assert!(!is_bimodal(&[1.0, 5.0]));
    }

    #[test]
    fn one_sample_is_its_own_median_and_none_has_no_summary() {
        assert_eq!(Summary::of(&[5.0]), Some(Summary::exact(5.0)));
        assert_eq!(Summary::of(&[]), None);
    }

    #[test]
    fn numbers_keep_three_digits_and_rounding_never_adds_one() {
        let written: Vec<_> = [0.0, 0.254, 9.994, 9.996, 12.34, 99.94, 99.96, 123.4, 4321.6].map(number).to_vec();
        assert_eq!(written, ["0.00", "0.25", "9.99", "10.0", "12.3", "99.9", "100", "123", "4322"]);
    }
}
