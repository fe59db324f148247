//! `vellum`: looks into buffers, edits them where they lie, and guards their schemas.
//!
//! - `args`: the command line
//! - `failure`: errors and the exit status
//! - `output`: where results go
//! - `file`: files of buffers: opened, mapped, replaced as a whole
//! - `values`: commands that read and edit single values
//! - `json`: commands that read and write JSON, differences and patches
//! - `record`: commands about record files
//! - `whole`: commands about a whole buffer: proof, layout, space
//! - `schema`: commands about schemas: check, format, compare, lock
//! - `inspect`: every byte of a buffer, on a terminal or as a page

mod args;
mod failure;
mod file;
mod inspect;
mod json;
mod output;
mod record;
mod schema;
mod values;
mod whole;

use std::process::ExitCode;
#[cfg(unix)]
use std::sync::atomic::AtomicBool;

use clap::{CommandFactory as _, Parser as _};

use args::{Cli, Command};
use failure::{Answer, Outcome};

fn main() -> ExitCode {
    let cli = Cli::parse();
    cli.color.write_global();
    failure::answer_in_json(cli.json);
    outlive_limits();
    let result = run(&cli).and_then(|answer| output::flush().map(|()| answer));
    // What a file is said to hold that was cut in the meantime, it may never have held.
    match file::cut::check().and(result) {
        Ok(Answer::Yes) => ExitCode::SUCCESS,
        Ok(Answer::No) => ExitCode::from(1),
        Err(failure) => failure.report(),
    }
}

/// Makes a limit of the size of files an error of the write, which has a message. The signal that
/// the system sends would end the program.
fn outlive_limits() {
    #[cfg(unix)]
    {
        static IS_MET: AtomicBool = AtomicBool::new(false);
        // Where it cannot be asked for, the signal ends the program as before.
        let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, &IS_MET);
    }
}

fn run(cli: &Cli) -> Outcome {
    let json = cli.json;
    match &cli.command {
        Command::Check(args) => schema::check::run(args, json),
        Command::Fmt(args) => schema::fmt::run(args, json),
        Command::Schema(args) => schema::show::run(args, json),
        Command::Conform(args) => schema::conform::run(args, json),
        Command::Lock(args) => schema::lock::run(args, json),
        Command::Get(args) => values::get::run(args),
        Command::Set(args) => values::edit::set(args, json),
        Command::Push(args) => values::edit::push(args, json),
        Command::Insert(args) => values::edit::insert(args, json),
        Command::Rm(args) => values::edit::rm(args, json),
        Command::ToJson(args) => json::export::run(args),
        Command::FromJson(args) => json::import::run(args, json),
        Command::Diff(args) => json::diff::run(args, json),
        Command::Patch(args) => json::patch::run(args, json),
        Command::Merge(args) => json::merge::run(args, json),
        Command::Verify(args) => whole::verify(args, json),
        Command::Compact(args) => whole::compact(args, json),
        Command::Space(args) => whole::space(args, json),
        Command::Log(args) => record::log(args, json),
        Command::Convert(args) => record::convert(args, json),
        Command::Inspect(args) => inspect::run(args, json),
        Command::Completions { shell } => {
            clap_complete::generate(*shell, &mut Cli::command(), "vellum", &mut output::Stdout);
            Ok(Answer::Yes)
        }
    }
}
