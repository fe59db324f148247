//! `vellum fmt`: schema files in one layout, with their comments.

use vellum::Schema;

use super::layout::laid_out;
use crate::args::FmtArgs;
use crate::failure::{Answer, Failure, Outcome};
use crate::file::bytes::{is_stdin, name_of, read_text};
use crate::file::save;
use crate::output;

pub fn run(args: &FmtArgs, json: bool) -> Outcome {
    let mut answer = Answer::Yes;
    for file in &args.files {
        let (text, name) = (read_text(file)?, name_of(file));
        let schema = Schema::parse(&text).map_err(|error| Failure::of(&error, &name, 0))?;
        let formatted = laid_out(&text);
        // A layout that would change the schema is not written, whatever is wrong with it.
        if Schema::parse(&formatted).ok().as_ref() != Some(&schema) {
            let failure = Failure::new("internal", "the layout would change the schema; nothing is written");
            return Err(failure.at_file(&name).help("this is a fault of vellum: please report it"));
        }
        let is_same = formatted == text;
        if args.check {
            if !is_same && json {
                output::line(serde_json::json!({ "file": name, "formatted": false }))?;
            } else if !is_same {
                output::line(format_args!("{name}: not formatted"))?;
            }
            answer = answer.and(Answer::from_bool(is_same));
        } else if is_stdin(file) {
            output::line(formatted.trim_end())?;
        } else if !is_same {
            save::output(file, &[], &[formatted.as_bytes()], args.replace.force)?;
        }
    }
    Ok(answer)
}
