//! The command line.

use std::path::PathBuf;

use clap::builder::styling::{AnsiColor, Styles};
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

const STATUS: &str = "\
Exit status:
  0  done; the answer is yes
  1  the answer is no: not valid, not compatible, not the same, not formatted, refused in part
  2  it could not be done: wrong usage, a file that cannot be read or written, bytes that are no such buffer

FILE is a buffer, whose schema is given with --schema, a framed file or a record file, which carry their schemas.
`-` is standard input.";

/// Look into vellum buffers, edit them in place, and guard their schemas.
#[derive(Debug, Parser)]
#[command(name = "vellum", version, styles = STYLES, after_help = STATUS, max_term_width = 100)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
    /// Answer in JSON, errors too
    #[arg(long, global = true)]
    pub json: bool,
    /// When to write in colour
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub color: Color,
}

/// When to write in colour.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Color {
    /// On a terminal
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Color {
    /// Makes it hold for all that is written.
    pub fn write_global(self) {
        match self {
            Self::Auto => anstream::ColorChoice::Auto,
            Self::Always => anstream::ColorChoice::Always,
            Self::Never => anstream::ColorChoice::Never,
        }
        .write_global();
    }
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Read schema files, and say what is wrong with them
    Check(CheckArgs),
    /// Format schema files
    Fmt(FmtArgs),
    /// Print the schema that a framed file carries, or any other
    Schema(SchemaArgs),
    /// Compare two revisions of a schema: compatible, readable or broken
    Conform(ConformArgs),
    /// Compare schema files with a lock file of the revisions that are stored
    Lock(LockArgs),
    /// Print the value at a path as JSON
    Get(GetArgs),
    /// Set the value at a path
    Set(SetArgs),
    /// Append elements to a list, or add them to a set
    Push(PushArgs),
    /// Insert an element before another, or a key that is not there yet
    Insert(InsertArgs),
    /// Remove an element or a key; make a field its default, or absent
    Rm(RmArgs),
    /// Write a buffer as JSON
    ToJson(ToJsonArgs),
    /// Make a buffer of JSON
    FromJson(FromJsonArgs),
    /// Tell two buffers apart, value by value
    Diff(DiffArgs),
    /// Apply a JSON merge patch, a JSON patch, or the changes that `diff --json` found
    Patch(PatchArgs),
    /// Put what another buffer holds over a buffer
    Merge(MergeArgs),
    /// Check every byte of buffers
    Verify(VerifyArgs),
    /// Bring a buffer to its canonical form, without free space
    Compact(CompactArgs),
    /// Tell what the bytes of a buffer are used for, field by field
    Space(SpaceArgs),
    /// Print every byte of a buffer with its meaning, or write a page that shows it
    Inspect(InspectArgs),
    /// Print the edits in the log of a record file, one after the other
    Log(LogArgs),
    /// Write a buffer, a framed file or a record file as another of the three
    Convert(ConvertArgs),
    /// Write completions for a shell
    Completions {
        /// The shell
        shell: Shell,
    },
}

/// A buffer to read.
#[derive(Debug, Args)]
pub struct Input {
    /// The buffer or the framed file; `-` is standard input
    pub file: PathBuf,
    #[command(flatten)]
    pub by: By,
}

/// The schema of a buffer.
#[derive(Debug, Args)]
pub struct By {
    /// The schema: a text, its bytes, or a framed file that carries it
    #[arg(short, long, value_name = "SCHEMA")]
    pub schema: Option<PathBuf>,
}

/// A file to change.
#[derive(Debug, Args)]
pub struct Target {
    #[command(flatten)]
    pub input: Input,
    /// Write the result there, and leave FILE as it is; `-` is standard output
    #[arg(short, long, value_name = "OUT")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub replace: Replace,
}

/// How a file is replaced.
#[derive(Debug, Args)]
pub struct Replace {
    /// Replace a file also where the new one loses its owner, group, an extended attribute, or its
    /// other names (hard links)
    #[arg(long)]
    pub force: bool,
}

/// How a value of the command line is read.
#[derive(Debug, Args)]
pub struct ValueForm {
    /// Take VALUE as text, also where it is JSON
    #[arg(short, long)]
    pub text: bool,
    /// Give fields that VALUE does not have their defaults
    #[arg(long)]
    pub default_missing: bool,
    /// Pass over keys that the schema does not know
    #[arg(long)]
    pub skip_unknown: bool,
}

#[derive(Debug, Args)]
pub struct CheckArgs {
    /// Schema files
    #[arg(required = true, value_name = "FILE.vlm")]
    pub files: Vec<PathBuf>,
}

#[derive(Debug, Args)]
pub struct FmtArgs {
    /// Schema files; `-` is formatted to standard output
    #[arg(required = true, value_name = "FILE.vlm")]
    pub files: Vec<PathBuf>,
    /// Change nothing; list the files that are not formatted
    #[arg(long)]
    pub check: bool,
    #[command(flatten)]
    pub replace: Replace,
}

#[derive(Debug, Args)]
pub struct SchemaArgs {
    /// A framed file, a schema text, or the bytes of a schema
    pub file: PathBuf,
    /// Print the fingerprint alone
    #[arg(long)]
    pub fingerprint: bool,
}

#[derive(Debug, Args)]
pub struct ConformArgs {
    /// The schema that buffers were written with
    pub old: PathBuf,
    /// The schema that is to come
    pub new: PathBuf,
    /// What is enough
    #[arg(long, value_name = "LEVEL", default_value = "compatible")]
    pub require: Require,
}

/// What a new revision has to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub enum Require {
    /// Each revision reads the other's buffers
    Compatible,
    /// New readers read old buffers: every reader is replaced before the first writer
    Readable,
}

#[derive(Debug, Args)]
pub struct LockArgs {
    /// The lock file; it is made if it is not there
    pub lock: PathBuf,
    /// The schemas that are stored now, all of them
    #[arg(required_unless_present = "rust", conflicts_with = "rust")]
    pub schemas: Vec<PathBuf>,
    #[command(flatten)]
    pub options: LockOptions,
}

#[derive(Debug, Args)]
#[group(multiple = false)]
pub struct LockOptions {
    /// Add compatible changes to the lock
    #[arg(long)]
    pub accept: bool,
    /// Add changes also where old readers refuse what is new
    #[arg(long)]
    pub accept_newer_readers_first: bool,
    /// No buffer of the earlier revisions of a type is left
    #[arg(long, value_name = "TYPE")]
    pub forget: Option<String>,
    /// A type has another name now
    #[arg(long, num_args = 2, value_names = ["OLD", "NEW"])]
    pub rename: Option<Vec<String>>,
    /// Print the Rust types of a revision, for `upgrades_from`
    #[arg(long, num_args = 2, value_names = ["TYPE", "REVISION"])]
    pub rust: Option<Vec<String>>,
}

#[derive(Debug, Args)]
pub struct GetArgs {
    #[command(flatten)]
    pub input: Input,
    /// The path of the value, such as `home.city`, `tags[0]` or `scores[ada]`; the empty path is
    /// the whole
    #[arg(default_value = "")]
    pub path: String,
    /// Print a text as it is, without quotation marks
    #[arg(short, long)]
    pub raw: bool,
    /// A line for each value, indented
    #[arg(long)]
    pub pretty: bool,
}

#[derive(Debug, Args)]
pub struct SetArgs {
    #[command(flatten)]
    pub target: Target,
    /// The path of the value
    pub path: String,
    /// The value as JSON; what is no JSON is text; `-` reads it from standard input, and `'"-"'` is
    /// the text of one `-`
    #[arg(allow_negative_numbers = true)]
    pub value: String,
    #[command(flatten)]
    pub form: ValueForm,
}

#[derive(Debug, Args)]
pub struct PushArgs {
    #[command(flatten)]
    pub target: Target,
    /// The path of the list or set
    pub path: String,
    /// The elements as JSON; what is no JSON is text; `-` reads one from standard input, and `'"-"'`
    /// is the text of one `-`
    #[arg(required = true, allow_negative_numbers = true)]
    pub values: Vec<String>,
    #[command(flatten)]
    pub form: ValueForm,
}

#[derive(Debug, Args)]
pub struct InsertArgs {
    #[command(flatten)]
    pub target: Target,
    /// The path of the element before which it comes, such as `tags[0]`, or of a key that is not
    /// there yet
    pub path: String,
    /// The element, or the value of the key, as JSON; what is no JSON is text; `-` reads it from
    /// standard input, and `'"-"'` is the text of one `-`
    #[arg(allow_negative_numbers = true)]
    pub value: String,
    #[command(flatten)]
    pub form: ValueForm,
}

#[derive(Debug, Args)]
pub struct RmArgs {
    #[command(flatten)]
    pub target: Target,
    /// The path of what goes
    pub path: String,
}

#[derive(Debug, Args)]
pub struct ToJsonArgs {
    #[command(flatten)]
    pub input: Input,
    /// A line for each value, indented
    #[arg(long)]
    pub pretty: bool,
    /// A line for each element of a root that is a list
    #[arg(long, conflicts_with = "pretty")]
    pub lines: bool,
    /// FILE is a stream of buffers: a line for each
    #[arg(long, conflicts_with = "pretty")]
    pub stream: bool,
    /// Dates and times as stored numbers, bytes as numbers
    #[arg(long)]
    pub numbers: bool,
    /// Integers beyond 9007199254740991 (2^53 - 1), which JavaScript rounds, as text
    #[arg(long)]
    pub integers_as_text: bool,
}

#[derive(Debug, Args)]
pub struct FromJsonArgs {
    /// The JSON; `-` is standard input
    #[arg(default_value = "-")]
    pub file: PathBuf,
    #[command(flatten)]
    pub by: By,
    /// Where the buffer goes
    #[arg(short, long, value_name = "OUT", default_value = "-")]
    pub output: PathBuf,
    /// Put the schema before the buffer
    #[arg(long)]
    pub framed: bool,
    /// Each line is JSON: an element of a root that is a list
    #[arg(long)]
    pub lines: bool,
    /// Each line is JSON: a record of a stream of buffers
    #[arg(long, conflicts_with = "lines")]
    pub stream: bool,
    /// Give fields that do not come their defaults
    #[arg(long)]
    pub default_missing: bool,
    /// Pass over keys that the schema does not know
    #[arg(long)]
    pub skip_unknown: bool,
    #[command(flatten)]
    pub replace: Replace,
}

#[derive(Debug, Args)]
pub struct DiffArgs {
    /// The buffer as it was
    pub old: PathBuf,
    /// The buffer as it is
    pub new: PathBuf,
    /// Write the changes there as the bytes of a patch, too; `-` is standard output, without the
    /// lines. The patch holds the values that it removes. Where those are not there it is refused,
    /// but what is set replaces whatever is there
    #[arg(short, long, value_name = "PATCH")]
    pub output: Option<PathBuf>,
    /// Write the patch that takes the changes back. It checks nothing: it replaces and removes
    /// whatever is there by then. It holds the values of both buffers
    #[arg(long, requires = "output")]
    pub undo: bool,
    #[command(flatten)]
    pub replace: Replace,
    #[command(flatten)]
    pub by: By,
}

#[derive(Debug, Args)]
pub struct LogArgs {
    /// The record file
    pub file: PathBuf,
    /// Print the time of each edit, in UTC, if the file has it
    #[arg(long)]
    pub times: bool,
}

#[derive(Debug, Args)]
pub struct ConvertArgs {
    #[command(flatten)]
    pub input: Input,
    /// The form of the result
    #[arg(long, value_name = "FORM")]
    pub to: FileForm,
    /// The new file, which must not be there
    #[arg(short, long, value_name = "OUT")]
    pub output: PathBuf,
    /// Take what is readable of a damaged record file
    #[arg(long)]
    pub recover: bool,
}

/// A form of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FileForm {
    /// The bytes of the buffer alone
    Buffer,
    /// The buffer behind its schema
    Framed,
    /// A record file, to which edits are appended
    Record,
}

#[derive(Debug, Args)]
pub struct PatchArgs {
    #[command(flatten)]
    pub target: Target,
    /// A JSON merge patch (an object), a JSON patch or changes (an array), or the bytes of a patch; `-` is
    /// standard input. What it sets replaces whatever is there
    #[arg(default_value = "-")]
    pub patch: PathBuf,
}

#[derive(Debug, Args)]
pub struct MergeArgs {
    #[command(flatten)]
    pub target: Target,
    /// The buffer that is put over FILE
    pub other: PathBuf,
    /// What both came from: then the changes from BASE to OTHER are made in FILE
    #[arg(long)]
    pub base: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct VerifyArgs {
    /// Buffers or framed files
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub by: By,
    /// Refuse bytes that this schema does not account for
    #[arg(long)]
    pub complete: bool,
}

#[derive(Debug, Args)]
pub struct CompactArgs {
    #[command(flatten)]
    pub target: Target,
    /// Change nothing; say whether it is in canonical form
    #[arg(long)]
    pub check: bool,
}

#[derive(Debug, Args)]
pub struct SpaceArgs {
    #[command(flatten)]
    pub input: Input,
    /// How deep the paths of the table go
    #[arg(long, default_value_t = 8)]
    pub depth: usize,
}

#[derive(Debug, Args)]
pub struct InspectArgs {
    #[command(flatten)]
    pub input: Input,
    /// Write one page for a browser, with all that it needs in it
    #[arg(long, value_name = "PAGE")]
    pub html: Option<PathBuf>,
    /// Only the bytes of the value at this path
    #[arg(long, conflicts_with = "html")]
    pub path: Option<String>,
    /// Only from this offset in the buffer on, such as 0x40
    #[arg(long, value_parser = offset, conflicts_with = "html")]
    pub from: Option<usize>,
    /// Only up to this offset
    #[arg(long, value_parser = offset, conflicts_with = "html")]
    pub to: Option<usize>,
    /// All bytes of long values, too
    #[arg(long)]
    pub all: bool,
    #[command(flatten)]
    pub replace: Replace,
}

/// An offset, decimal or hexadecimal.
fn offset(text: &str) -> Result<usize, String> {
    let offset = match text.strip_prefix("0x") {
        Some(digits) => usize::from_str_radix(digits, 16),
        None => text.parse(),
    };
    offset.map_err(|error| format!("{error}; an offset is decimal, or hexadecimal behind `0x`"))
}
