//! How far a run is: a bar where standard error is a terminal, else a line for each workload and
//! one each minute.
//!
//! What is left is what the plan says of the rest, times how much longer or shorter than planned
//! the run has taken so far.

use std::cell::{Cell, RefCell};
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// Between two lines where there is no terminal.
const PAUSE: Duration = Duration::from_secs(60);

/// The progress of all workloads together.
pub struct Progress {
    /// None where there is no terminal.
    bar: Option<ProgressBar>,
    started: Instant,
    /// Planned for everything, and for what is done.
    planned: Cell<Duration>,
    done: Cell<Duration>,
    /// What was done when the workload began.
    begun: Cell<Duration>,
    last: Cell<Instant>,
    what: RefCell<String>,
}

impl Progress {
    /// Of a run that starts now.
    pub fn new() -> Self {
        let bar = io::stderr().is_terminal().then(|| bar(0, "{wide_bar} {percent:>3} %  {msg}"));
        Self::of(bar)
    }

    /// Shows nothing.
    pub fn hidden() -> Self {
        Self::of(Some(ProgressBar::hidden()))
    }

    fn of(bar: Option<ProgressBar>) -> Self {
        let now = Instant::now();
        Self {
            bar,
            started: now,
            planned: Cell::default(),
            done: Cell::default(),
            begun: Cell::default(),
            last: Cell::new(now),
            what: RefCell::default(),
        }
    }

    /// Since the start.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Before there is a plan.
    pub fn proves(&self, workload: &str) {
        self.say(&format!("proving the rows of {workload}"));
    }

    /// From here on the run has a plan, which takes so long.
    pub fn plan(&self, planned: Duration) {
        self.planned.set(self.elapsed() + planned);
        self.done.set(self.elapsed());
        if let Some(bar) = &self.bar {
            bar.set_length(millis(self.planned.get()));
        }
    }

    /// A workload, the second of six, is next.
    pub fn begin(&self, workload: &str, (index, count): (usize, usize)) {
        self.begun.set(self.done.get());
        *self.what.borrow_mut() = format!("{index} of {count}, {workload}");
        self.say(&self.line("rows are made"));
    }

    /// The next round of this workload begins.
    pub fn round(&self, round: usize, rounds: usize) {
        let line = self.line(&format!("round {round} of {rounds}"));
        match &self.bar {
            Some(_) => self.say(&line),
            None if self.last.get().elapsed() >= PAUSE => self.say(&line),
            None => {}
        }
    }

    /// What was planned to take so long is done.
    pub fn advance(&self, planned: Duration) {
        self.done.set(self.done.get() + planned);
        if let Some(bar) = &self.bar {
            bar.set_position(millis(self.done.get()));
        }
    }

    /// The workload that was begun last is over, for which so much was planned.
    pub fn end(&self, planned: Duration) {
        self.done.set(self.begun.get());
        self.advance(planned);
    }

    /// Takes the bar away while `print` prints.
    pub fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }

    /// The end of the run, or of what is shown of it.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    fn line(&self, what: &str) -> String {
        let elapsed = self.elapsed();
        let left = left(elapsed, self.done.get(), self.planned.get());
        format!("{}: {what}; {} so far, about {} left", self.what.borrow(), span(elapsed), span(left))
    }

    fn say(&self, line: &str) {
        self.last.set(Instant::now());
        match &self.bar {
            Some(bar) => bar.set_message(line.to_owned()),
            None => eprintln!("{line}"),
        }
    }
}

/// A bar on standard error if that is a terminal.
pub fn bar(steps: usize, template: &str) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(steps as u64);
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// What is left of `planned`, by what it has taken so far to do what should have taken `done`.
fn left(elapsed: Duration, done: Duration, planned: Duration) -> Duration {
    let pace = elapsed.as_secs_f64() / done.as_secs_f64().max(1e-3);
    planned.saturating_sub(done).mul_f64(pace.clamp(0.25, 4.0))
}

/// "40 s", "12 min".
pub fn span(span: Duration) -> String {
    match span.as_secs_f64() {
        seconds if seconds < 99.5 => format!("{seconds:.0} s"),
        seconds => format!("{:.0} min", seconds / 60.0),
    }
}

fn millis(span: Duration) -> u64 {
    u64::try_from(span.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_follows_the_plan_and_the_pace() {
        let seconds = |[elapsed, done, planned]: [u64; 3]| {
            let [elapsed, done, planned] = [elapsed, done, planned].map(Duration::from_secs);
            left(elapsed, done, planned).as_secs()
        };
        assert_eq!(seconds([100, 100, 600]), 500, "as planned");
        assert_eq!(seconds([200, 100, 600]), 1000, "all takes twice as long");
        assert_eq!(seconds([700, 700, 600]), 0, "longer than planned");
        let progress = Progress::hidden();
        progress.plan(Duration::from_secs(60));
        progress.begin("fields", (2, 6));
        progress.advance(Duration::from_secs(60));
        progress.begin("scaling", (3, 6));
        progress.advance(Duration::from_secs(9));
        progress.end(Duration::from_secs(10));
        assert_eq!(progress.done.get().as_secs(), 70, "what was planned");
        progress.begin("fields", (2, 6));
        assert_eq!(progress.line("round 3 of 9"), "2 of 6, fields: round 3 of 9; 0 s so far, about 0 s left");
    }

    #[test]
    fn spans_are_told_in_seconds_and_then_in_minutes() {
        assert_eq!(
            [3.4, 99.0, 100.0, 3600.0].map(Duration::from_secs_f64).map(span),
            ["3 s", "99 s", "2 min", "60 min"]
        );
    }
}
