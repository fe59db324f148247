//! `vellum from-json`: a buffer of a JSON text, or of lines of JSON, of which those are refused
//! that do not fit.

use std::io::{self, BufRead, BufReader, Write as _};
use std::path::Path;

use vellum::schema::Type;
use vellum::{Error, Schema, framed, json, stream};

use crate::args::FromJsonArgs;
use crate::failure::{Answer, Failure, Outcome};
use crate::file::bytes::{self, is_stdin, name_of, read_text};
use crate::file::document::given;
use crate::file::save;
use crate::output;

pub fn run(args: &FromJsonArgs, json: bool) -> Outcome {
    let Some(schema) = given(&args.by)? else {
        return Err(Failure::misuse("a buffer needs a schema").help("name it with `--schema FILE.vlm`"));
    };
    let options = options(args);
    if args.lines || args.stream {
        let mut lines = Lines::new(args, json)?;
        let bytes = if args.stream {
            lines.stream_of_lines(&schema, args.framed, options)?
        } else {
            framed_if(args.framed, &schema, lines.list_of_lines(&schema, options)?)
        };
        save::output(&args.output, &sources(args), &[&bytes], args.replace.force)?;
        return Ok(lines.answer());
    }
    let text = read_text(&args.file)?;
    let record = options
        .read(&schema, &text)
        .map_err(|error| Failure::of(&error, name_of(&args.file), 0).with_snippet_of(&error, &text))?;
    let bytes = framed_if(args.framed, &schema, record.into_storage());
    save::output(&args.output, &sources(args), &[&bytes], args.replace.force)?;
    Ok(Answer::Yes)
}

/// The files that a result is made of.
fn sources(args: &FromJsonArgs) -> Vec<&Path> {
    [Some(&args.file), args.by.schema.as_ref()].into_iter().flatten().map(|path| &**path).collect()
}

fn options(args: &FromJsonArgs) -> json::Options {
    let mut options = json::Options::new();
    if args.default_missing {
        options = options.default_missing_fields();
    }
    if args.skip_unknown {
        options = options.skip_unknown_fields();
    }
    options
}

fn framed_if(framed: bool, schema: &Schema, buffer: Vec<u8>) -> Vec<u8> {
    if framed { framed::pack(schema, &buffer) } else { buffer }
}

/// Lines of JSON, and how many of them were taken.
struct Lines {
    source: Box<dyn BufRead>,
    name: String,
    json: bool,
    line: String,
    number: usize,
    taken: usize,
    refused: usize,
}

impl Lines {
    fn new(args: &FromJsonArgs, json: bool) -> Outcome<Self> {
        let source: Box<dyn BufRead> = if is_stdin(&args.file) {
            Box::new(BufReader::new(bytes::stdin()?))
        } else {
            Box::new(BufReader::new(bytes::open(&args.file)?))
        };
        let name = name_of(&args.file);
        Ok(Self { source, name, json, line: String::new(), number: 0, taken: 0, refused: 0 })
    }

    /// Reads the next line that is not empty.
    fn next(&mut self) -> Outcome<bool> {
        loop {
            self.line.clear();
            match self.source.read_line(&mut self.line) {
                Ok(0) => return Ok(false),
                Ok(_) => self.number += 1,
                Err(error) => return Err(Failure::io("read a line", Path::new(&self.name), &error)),
            }
            if !self.line.trim().is_empty() {
                return Ok(true);
            }
        }
    }

    /// Takes a line, or says why not.
    fn take<T>(&mut self, made: Result<T, Error>) -> Option<T> {
        match made {
            Ok(made) => {
                self.taken += 1;
                Some(made)
            }
            Err(error) => {
                self.refused += 1;
                let column = error.line_column().map(|(_, column)| column);
                let failure = Failure::of(&error, &self.name, 0).at_line(self.number, column).without_help();
                let failure = failure.within_element();
                if self.json {
                    output::note(failure.to_json());
                } else {
                    output::note(failure.to_text().trim_end());
                }
                None
            }
        }
    }

    /// The elements of a root that is a list.
    fn list_of_lines(&mut self, schema: &Schema, options: json::Options) -> Outcome<Vec<u8>> {
        let root = schema.root();
        if !root
            .fields()
            .first()
            .is_some_and(|field| root.is_tuple() && !root.is_frozen() && matches!(field.ty(), Type::List(_)))
        {
            let failure = Failure::misuse("the root of the schema is no list, so lines are no elements of it");
            return Err(failure.help("`--stream` makes a stream of buffers, one for each line"));
        }
        // Each line is read by itself, and all that were taken once more as one text: so a buffer
        // is written once, front to back.
        let mut all = String::from("[");
        while self.next()? {
            let line = self.line.trim();
            let made = options.read(schema, &format!("[\n{line}]"));
            let separator = if self.taken == 0 { "" } else { "," };
            let element = format!("{separator}{line}");
            if self.take(made).is_some() {
                all.push_str(&element);
            }
        }
        all.push(']');
        let record = options.read(schema, &all).map_err(|error| Failure::of(&error, &self.name, 0))?;
        Ok(record.into_storage())
    }

    /// A stream of buffers.
    fn stream_of_lines(&mut self, schema: &Schema, framed: bool, options: json::Options) -> Outcome<Vec<u8>> {
        let mut writer = stream::Writer::new(Vec::new());
        let failure = |error: io::Error| Failure::new("io", error.to_string());
        if framed {
            writer.write(&framed::pack(schema, &[])).map_err(failure)?;
        }
        while self.next()? {
            let made = options.read(schema, self.line.trim());
            if let Some(record) = self.take(made) {
                writer.write(record.as_bytes()).map_err(failure)?;
            }
        }
        writer.flush().map_err(failure)?;
        Ok(writer.into_inner())
    }

    /// Says how many lines were taken, and whether all were.
    fn answer(&self) -> Answer {
        let Self { taken, refused, .. } = self;
        if self.json {
            output::note(serde_json::json!({ "imported": taken, "refused": refused }));
        } else {
            let mut stderr = anstream::stderr();
            // There is nowhere to say that nothing can be said.
            let _ = writeln!(stderr, "{taken} imported, {refused} refused");
        }
        Answer::from_bool(*refused == 0)
    }
}
