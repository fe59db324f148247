//! The command line. Every unknown value is refused with the list of the known ones.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Parser, Subcommand, ValueEnum};

use super::instructions::Single;
use super::kind::RunKind;
use super::measures;
use super::workload::Workload;
use crate::libraries;
use crate::library::Measure;

const EXAMPLES: &str = "\
Examples:
  vellum-benches
  vellum-benches --quick --workload container
  vellum-benches --measure size,decode_one --libraries vellum,flatbuffers
  vellum-benches --thorough --json results.json
  vellum-benches compare before.json after.json
  vellum-benches report results.json --out report

Lists are separated by commas. Build with --release: figures of a debug build mean nothing.";

/// Compares vellum with other serialization libraries: the same values, the same types, proved
/// results.
///
/// Without options every workload, every measure and every library runs in some ten minutes and 4
/// GB of memory; --quick takes less than half a minute for a workload, --thorough an hour or more
/// in all, and 10 GB. A run says at its start how long it takes. Tables go to standard output,
/// progress to standard error, results and a page to the folder "report", whose path is the last
/// line.
#[derive(Clone, Debug, Parser)]
#[command(name = "vellum-benches", version, after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
pub struct Args {
    #[command(subcommand)]
    pub command: Option<Command>,

    /// Workloads to run [default: all]
    #[arg(long, value_name = "ID,...", value_enum, value_delimiter = ',')]
    pub workload: Vec<Workload>,

    /// Measures to take [default: all]
    #[arg(long, value_name = "NAME,...", value_enum, value_delimiter = ',')]
    pub measure: Vec<Measure>,

    /// Libraries to compare [default: all]
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', value_parser = library_names())]
    pub libraries: Vec<String>,

    /// Fewer and shorter rounds, and shorter values: good for a look, not for a claim
    #[arg(long)]
    pub quick: bool,

    /// More and longer rounds, and all lengths, to 100 MB and ten million elements: how published
    /// figures are taken
    #[arg(long, conflicts_with = "quick")]
    pub thorough: bool,

    /// Proves the rows of all lengths (of the short ones with --quick) and prints their names and
    /// figures, one to a line, but measures nothing
    #[arg(long, conflicts_with_all = ["json", "html", "markdown", "instructions"])]
    pub list: bool,

    /// Instead of times, counts instructions by callgrind, of vellum alone unless --libraries says
    /// more; needs valgrind
    #[arg(long, conflicts_with_all = ["json", "html", "markdown", "quick", "thorough"])]
    pub instructions: bool,

    /// Counts the operations that FILE keeps; fails if one takes 2 % more
    #[arg(long, value_name = "FILE", requires = "instructions", conflicts_with_all = ["libraries", "keep"])]
    pub check: Option<PathBuf>,

    /// Also writes the counts of derived types to FILE
    #[arg(long, value_name = "FILE", requires = "instructions")]
    pub keep: Option<PathBuf>,

    /// Runs operations and measures nothing: what --instructions starts under valgrind
    #[arg(long, hide = true, value_name = "ROW,OPERATION;...", value_delimiter = ';')]
    pub single: Vec<Single>,

    /// Writes every figure as JSON to FILE; "-" writes JSON alone to standard output. Who names a
    /// file gets no folder "report"
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,

    /// Writes a report as one HTML page with plots
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,

    /// Writes a report as Markdown
    #[arg(long, value_name = "FILE")]
    pub markdown: Option<PathBuf>,
}

/// What to do with results that were kept, instead of a run.
#[derive(Clone, Debug, Subcommand)]
pub enum Command {
    /// Writes the tables of results files into the README and docs/benchmarks.md, the README's
    /// figure, and RESULTS.md
    Readme {
        /// Results files; figures are the medians of the runs, and bold is what is best in all of
        /// them
        #[arg(required = true)]
        results: Vec<PathBuf>,
        /// The README
        #[arg(long, value_name = "FILE", default_value = "../README.md")]
        readme: PathBuf,
        /// The page of the tables of all libraries
        #[arg(long, value_name = "FILE", default_value = "../docs/benchmarks.md")]
        benchmarks: PathBuf,
        /// The README's figure
        #[arg(long, value_name = "FILE", default_value = "../docs/cost.svg")]
        figure: PathBuf,
        /// The page of all tables
        #[arg(long, value_name = "FILE", default_value = "RESULTS.md")]
        page: PathBuf,
        /// Writes nothing, but fails if one of them has other tables
        #[arg(long)]
        check: bool,
    },
    /// Prints what differs between two results files
    Compare {
        /// The earlier results
        before: PathBuf,
        /// The later results
        after: PathBuf,
    },
    /// Writes reports with plots: report.html, which needs nothing else, and report.md with its
    /// plots beside it
    Report {
        /// Results files; of a figure that is in several the median is told
        #[arg(required = true)]
        results: Vec<PathBuf>,
        /// What `tools/cost --json` printed: a chapter on what derived types cost their builder
        #[arg(long, value_name = "FILE")]
        cost: Option<PathBuf>,
        /// The folder to write into
        #[arg(long, value_name = "DIR", default_value = "report")]
        out: PathBuf,
    },
    /// Prints our own figures over dated runs
    History {
        /// Results files, in any order
        #[arg(required = true)]
        results: Vec<PathBuf>,
    },
}

impl Args {
    /// The chosen workloads, in the order of the report.
    pub fn workloads(&self) -> Vec<Workload> {
        let chosen = |workload: &Workload| self.workload.is_empty() || self.workload.contains(workload);
        Workload::ALL.into_iter().filter(chosen).collect()
    }

    /// How long the rounds and the values are. A list names all that there is.
    pub const fn kind(&self) -> RunKind {
        match (self.quick, self.thorough || self.list) {
            (true, _) => RunKind::Quick,
            (false, true) => RunKind::Thorough,
            (false, false) => RunKind::Default,
        }
    }

    /// Whether `measure` was chosen.
    pub fn wants_measure(&self, measure: Measure) -> bool {
        self.measure.is_empty() || self.measure.contains(&measure)
    }

    /// Whether the library called `name` was chosen.
    pub fn wants_library(&self, name: &str) -> bool {
        self.libraries.is_empty() || self.libraries.iter().any(|library| library == name)
    }

    /// Whether standard output belongs to the JSON.
    pub fn json_only(&self) -> bool {
        self.json.as_ref().is_some_and(|path| path.as_os_str() == "-")
    }
}

impl ValueEnum for Measure {
    fn value_variants<'a>() -> &'a [Self] {
        measures::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.id()).help(measures::meaning(*self)))
    }
}

fn library_names() -> PossibleValuesParser {
    PossibleValuesParser::new(libraries::ALL.iter().map(|library| PossibleValue::new(library.name)))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    fn parse(args: &[&str]) -> Result<Args, String> {
        Args::try_parse_from(std::iter::once(&"vellum-benches").chain(args)).map_err(|error| error.to_string())
    }

    #[test]
    fn the_definition_is_consistent() {
        Args::command().debug_assert();
    }

    #[test]
    fn without_options_everything_is_chosen() {
        let args = parse(&[]).expect("no option is required");
        assert_eq!(args.workloads(), Workload::ALL);
        assert!(measures::ALL.iter().all(|measure| args.wants_measure(*measure)));
        assert!(args.wants_library("serde_json"));
        assert!(!args.json_only());
    }

    #[test]
    fn a_run_is_of_one_kind_and_a_list_names_all_lengths() {
        let kind = |args: &[&str]| parse(args).map(|args| args.kind()).ok();
        assert_eq!(kind(&[]), Some(RunKind::Default));
        assert_eq!([kind(&["--quick"]), kind(&["--list", "--quick"])], [Some(RunKind::Quick); 2]);
        assert_eq!([kind(&["--thorough"]), kind(&["--list"])], [Some(RunKind::Thorough); 2]);
        assert_eq!([kind(&["--quick", "--thorough"]), kind(&["--instructions", "--thorough"])], [None; 2]);
    }

    #[test]
    fn lists_are_separated_by_commas_and_choose_nothing_else() {
        let args = parse(&["--measure", "size,decode_one", "--libraries", "serde_json", "--workload", "container"])
            .expect("all these values are known");
        assert_eq!(args.measure, [Measure::Size, Measure::DecodeOne]);
        assert!(!args.wants_measure(Measure::Encode));
        assert!(args.wants_library("serde_json"));
        assert!(!args.wants_library("vellum"));
        assert_eq!(args.workloads(), [Workload::Container]);
    }

    #[test]
    fn a_workload_is_chosen_by_its_letter_or_its_name() {
        for workload in Workload::ALL {
            for name in [workload.id(), workload.name()] {
                assert_eq!(parse(&["--workload", name]).expect("a known workload").workloads(), [workload]);
            }
        }
        assert_eq!(Workload::Scaling.id(), "d");
    }

    #[test]
    fn an_unknown_measure_is_refused_with_the_known_ones() {
        let error = parse(&["--measure", "size,speed"]).expect_err("there is no such measure");
        assert!(error.contains("'speed'"), "{error}");
        assert!(measures::ALL.iter().all(|measure| error.contains(measure.id())), "{error}");
    }

    #[test]
    fn an_unknown_library_is_refused_with_the_known_ones() {
        let error = parse(&["--libraries", "serde_jason"]).expect_err("there is no such library");
        assert!(error.contains("'serde_jason'"), "{error}");
        assert!(libraries::ALL.iter().all(|library| error.contains(library.name)), "{error}");
    }

    #[test]
    fn an_unknown_workload_is_refused_with_the_known_ones() {
        let error = parse(&["--workload", "z"]).expect_err("there is no such workload");
        assert!(error.contains("'z'"), "{error}");
        assert!(Workload::ALL.iter().all(|workload| error.contains(workload.id())), "{error}");
    }

    #[test]
    fn instructions_are_counted_instead_of_times() {
        assert!(
            parse(&["--instructions", "--workload", "a", "--measure", "encode"]).expect("these go along").instructions
        );
        assert!(parse(&["--instructions", "--json", "out.json"]).is_err());
    }

    #[test]
    fn a_dash_gives_standard_output_to_the_json() {
        assert!(parse(&["--json", "-"]).expect("a dash is a file name").json_only());
        assert!(!parse(&["--json", "out.json"]).expect("a plain file name").json_only());
    }
}
