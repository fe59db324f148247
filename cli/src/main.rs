//! `vellum`: looks into buffers, edits them where they lie, and guards their schemas.
//!
//! - `args`: the command line
//! - `failure`: errors and the exit status
//! - `output`: where results go
//! - `file`: files of buffers: opened, mapped, replaced as a whole
//! - `values`: commands that read and edit single values
//! - `json`: commands that read and write JSON, differences and patches
//! - `whole`: commands about a whole buffer: proof, layout, space
//! - `schema`: commands about schemas: check, format, compare, lock
//! - `inspect`: every byte of a buffer, on a terminal or as a page

mod args;
mod failure;
mod file;
mod inspect;
mod json;
mod output;
mod schema;
mod values;
mod whole;

use std::process::ExitCode;

use clap::{CommandFactory as _, Parser as _};

use args::{Cli, Command};
use failure::{Answer, Outcome};

fn main() -> ExitCode {
    let cli = Cli::parse();
    cli.color.write_global();
    let result = run(&cli);
    match result.and_then(|answer| output::flush().map(|()| answer)) {
        Ok(Answer::Yes) => ExitCode::SUCCESS,
        Ok(Answer::No) => ExitCode::from(1),
        Err(failure) => failure.report(cli.json),
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
        Command::Inspect(args) => inspect::run(args, json),
        Command::Completions { shell } => {
            clap_complete::generate(*shell, &mut Cli::command(), "vellum", &mut output::Stdout);
            Ok(Answer::Yes)
        }
    }
}
