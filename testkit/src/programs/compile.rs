//! Programs compiled and run: many in one crate.
//!
//! The compiler is called without cargo, with the libraries that lie beside this program: it is
//! built with them. A crate of programs that does not compile tells by the lines of its errors
//! which of them are refused, and how; the others are compiled again, until all are left that
//! compile, and these run. Alone are only those compiled that are not refused as they have to be.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

use super::{Made, Program, program};

/// What came of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It compiles, and its values come back.
    Ran,
    /// It is refused with one message.
    Refused(String),
    /// It does not compile without the derive either.
    NoProgram(String),
    /// Neither, as `KNOWN` says.
    Known(String),
    /// Neither.
    Fault(String),
}

/// What the compiler says of programs that are known not to be as they have to be, and why.
const KNOWN: &[(&str, &str)] = &[
    (
        "is defined multiple times",
        "a variant of an enum `Ab` has fields, so that they are a struct `AbC`, beside another type `AbC`, or a type `AbView` stands beside \
         a type `Ab`: the derive sees one type at a time, and the compiler tells of all that is derived for the second; `prefix` is the way out",
    ),
    (
        "in public interface",
        "a tuple struct is more visible than the type of one of its fields: it is stored as their tuple, which the impl of a trait names",
    ),
];

/// The compiler, and what programs are linked with.
pub struct Compiler {
    vellum: PathBuf,
    serde: PathBuf,
    libraries: Vec<PathBuf>,
    /// Where crates are written.
    directory: PathBuf,
    /// Whether programs are compiled alone, which takes half of the time: nothing is run.
    pub only_compiles: bool,
}

/// An error of the compiler.
#[derive(Clone)]
struct Fault {
    line: usize,
    code: Option<String>,
    message: String,
    /// Whether it is told at the derive, not at what the program wrote.
    is_at_derive: bool,
    /// Whether it is in what checks the program.
    is_in_check: bool,
}

impl Fault {
    /// Whether it is the compiler's own, and no lint: where it ends, later passes do not run.
    fn is_of_compiler(&self) -> bool {
        self.code.as_ref().is_some_and(|code| code.starts_with('E'))
    }
}

impl Compiler {
    /// The newest libraries `vellum` and `serde` beside the program that runs.
    ///
    /// # Panics
    /// If there is none.
    pub fn beside_this_program(directory: &Path) -> Self {
        let program = std::env::current_exe().expect("a program has a path");
        let own = program.parent().expect("a program is in a folder");
        let deps = if own.ends_with("deps") { own.to_owned() } else { own.join("deps") };
        let newest = |start: &str| {
            let is_found = |path: &PathBuf| {
                let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
                name.starts_with(start) && path.extension().is_some_and(|extension| extension == "rlib")
            };
            let found =
                fs::read_dir(&deps).expect("the folder of libraries").filter_map(|entry| Some(entry.ok()?.path()));
            found.filter(is_found).max_by_key(|path| fs::metadata(path).and_then(|data| data.modified()).ok())
        };
        let [vellum, serde] =
            ["libvellum-", "libserde-"].map(|start| newest(start).expect("a library that this program is built with"));
        // Of a build for a target that is named, macros lie beside the folder of the target.
        let macros = deps.ancestors().nth(3).map(|target| target.join("debug/deps"));
        let libraries = [Some(deps), macros].into_iter().flatten().collect();
        fs::create_dir_all(directory).expect("a folder to write to");
        Self { vellum, serde, libraries, directory: directory.to_owned(), only_compiles: false }
    }

    /// What came of the programs of some seeds.
    pub fn run(&self, seeds: impl Iterator<Item = u64>) -> Vec<(u64, Outcome)> {
        let (mut programs, mut outcomes) = (Vec::new(), Vec::new());
        for seed in seeds {
            match program(seed) {
                Made::Program(program) => programs.push(program),
                Made::Refused(message) if message.is_empty() => {
                    outcomes.push((seed, Outcome::Fault("no message".into())));
                }
                Made::Refused(message) => outcomes.push((seed, Outcome::Refused(message))),
            }
        }
        let mut of_editions: BTreeMap<&str, Vec<Program>> = BTreeMap::new();
        for program in programs {
            of_editions.entry(program.edition()).or_default().push(program);
        }
        outcomes.extend(of_editions.into_values().flat_map(|programs| self.run_together(programs)));
        outcomes.sort_by_key(|(seed, _)| *seed);
        outcomes
    }

    /// What came of programs of one edition.
    fn run_together(&self, mut programs: Vec<Program>) -> Vec<(u64, Outcome)> {
        let (mut others, mut outcomes) = (Vec::new(), Vec::new());
        let mut stopped = self.refused_by_macros(&mut programs);
        loop {
            let found = match self.run_crate(&programs) {
                Ok(ran) => break outcomes.extend(ran),
                Err(found) => found,
            };
            if found.iter().all(Vec::is_empty) {
                // It is told nowhere: each is compiled alone.
                others.append(&mut programs);
                break;
            }
            let mut left = Vec::new();
            for (program, faults) in programs.into_iter().zip(found) {
                let (items, check): (Vec<Fault>, Vec<Fault>) = faults.into_iter().partition(|fault| !fault.is_in_check);
                if items.is_empty() && check.is_empty() {
                    left.push(program);
                } else if !is_told_well(&program, &items) {
                    others.push(program);
                } else if items.iter().any(Fault::is_of_compiler) {
                    outcomes.push((program.seed, Outcome::Refused(told(&items))));
                } else {
                    stopped.push(program);
                }
            }
            programs = left;
        }
        self.confirm(stopped, &mut others, &mut outcomes);
        outcomes.extend(others.iter().map(|program| (program.seed, self.alone(program))));
        outcomes
    }

    /// Takes out the programs that the derive refuses, which a tenth of a compilation shows: that
    /// ends once macros are expanded, if one of them is endless.
    fn refused_by_macros(&self, programs: &mut Vec<Program>) -> Vec<Program> {
        const ENDLESS: &str = "#![allow(unused)] macro_rules! endless { () => { endless! {} } } endless! {}";
        let (text, starts) = crate_of(programs.iter().map(Program::unchecked));
        let text = text.replacen("#![allow(unused)]", ENDLESS, 1);
        let found = of_programs(programs, &starts, self.check("expanded", programs, &text));
        let (refused, left): (Vec<_>, Vec<_>) =
            std::mem::take(programs).into_iter().zip(found).partition(|(_, faults)| !faults.is_empty());
        *programs = left.into_iter().map(|(program, _)| program).collect();
        refused.into_iter().map(|(program, _)| program).collect()
    }

    /// Judges programs by errors of the derive alone, after which the compiler goes on unless
    /// another program stops it. So they are compiled once more, without any that does.
    fn confirm(&self, mut programs: Vec<Program>, others: &mut Vec<Program>, outcomes: &mut Vec<(u64, Outcome)>) {
        while !programs.is_empty() {
            let (text, starts) = crate_of(programs.iter().map(Program::unchecked));
            let found = of_programs(&programs, &starts, self.check("refused", &programs, &text));
            let (well, ill): (Vec<_>, Vec<_>) =
                programs.into_iter().zip(found).partition(|(program, faults)| is_told_well(program, faults));
            let are_all = ill.is_empty();
            others.extend(ill.into_iter().map(|(program, _)| program));
            if are_all {
                outcomes.extend(well.iter().map(|(program, faults)| (program.seed, Outcome::Refused(told(faults)))));
                return;
            }
            programs = well.into_iter().map(|(program, _)| program).collect();
        }
    }

    /// Compiles a program that is not told well among others, and says whether it is as it has to
    /// be.
    fn alone(&self, program: &Program) -> Outcome {
        let (text, _) = crate_of([program.unchecked()].into_iter());
        let faults = self.check("alone", std::slice::from_ref(program), &text);
        if faults.is_empty() {
            return match self.run_crate(std::slice::from_ref(program)) {
                Ok(ran) => ran.into_iter().next().map_or(Outcome::Ran, |(_, outcome)| outcome),
                Err(faults) => Outcome::Fault(format!("its check: {}", told(&faults.concat()))),
            };
        }
        if is_told_well(program, &faults) {
            return Outcome::Refused(told(&faults));
        }
        if !program.is_generated {
            let (text, _) = crate_of([program.control()].into_iter());
            let without = self.check("control", std::slice::from_ref(program), &text);
            if !without.is_empty() {
                return Outcome::NoProgram(told(&without));
            }
        }
        let told = told(&faults);
        let is_known = KNOWN.iter().any(|(known, _)| told.contains(known)) || faults.iter().all(is_of_std_name);
        if is_known { Outcome::Known(told) } else { Outcome::Fault(told) }
    }

    /// The errors of a crate of some programs.
    fn check(&self, name: &str, programs: &[Program], text: &str) -> Vec<Fault> {
        let output = self.rustc(name, programs, text, &["--crate-type", "lib", "--emit", "metadata"]);
        faults(&output)
    }

    /// Compiles programs as one crate, and runs them, unless they are only compiled; the errors of
    /// each if there are some.
    fn run_crate(&self, programs: &[Program]) -> Result<Vec<(u64, Outcome)>, Vec<Vec<Fault>>> {
        if programs.is_empty() {
            return Ok(Vec::new());
        }
        if self.only_compiles {
            let (text, starts) = crate_of(programs.iter().map(Program::unchecked));
            let found = self.check("compiled", programs, &text);
            let compiled = || programs.iter().map(|program| (program.seed, Outcome::Ran)).collect();
            return if found.is_empty() { Ok(compiled()) } else { Err(of_programs(programs, &starts, found)) };
        }
        let (mut text, starts) = crate_of(programs.iter().map(Program::module));
        text += "fn main() {\nstd::panic::set_hook(Box::new(|_| {}));\n";
        for Program { seed, .. } in programs {
            let _ = writeln!(
                text,
                "if let Err(panic) = std::panic::catch_unwind(p{seed}::checked::run) {{ println!(\"{seed} {{:?}}\", \
                 panic.downcast_ref::<String>().cloned().or_else(|| panic.downcast_ref::<&str>().map(|text| text.to_string()))); }}"
            );
        }
        text += "println!(\"done\");\n}\n";
        let output = self.rustc("running", programs, &text, &["--crate-type", "bin", "--emit", "link"]);
        if !output.status.success() {
            return Err(of_programs(programs, &starts, faults(&output)));
        }
        let ran = Command::new(self.directory.join("running")).output().expect("the programs run");
        let printed = String::from_utf8_lossy(&ran.stdout).into_owned();
        let is_done = printed.ends_with("done\n");
        let of = |seed: u64| {
            let fault = printed.lines().find_map(|line| line.strip_prefix(&format!("{seed} ")));
            let fault = fault.or((!is_done).then_some("it, or another of its crate, ended before its end"));
            (seed, fault.map_or(Outcome::Ran, |message| Outcome::Fault(format!("a check failed: {message}"))))
        };
        Ok(programs.iter().map(|program| of(program.seed)).collect())
    }

    fn rustc(&self, name: &str, programs: &[Program], text: &str, arguments: &[&str]) -> Output {
        let edition = programs.first().map_or("2024", Program::edition);
        let source = self.directory.join(format!("{name}.rs"));
        fs::write(&source, text).expect("the program is written");
        let mut command = Command::new(std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned()));
        command.args(["--edition", edition, "--error-format", "json", "-C", "debuginfo=0", "--crate-name", name]);
        command.args(arguments).arg("--out-dir").arg(&self.directory);
        for (name, path) in [("vellum", &self.vellum), ("serde", &self.serde)] {
            command.arg("--extern").arg(format!("{name}={}", path.display()));
        }
        for libraries in &self.libraries {
            command.arg("-L").arg(format!("dependency={}", libraries.display()));
        }
        command.arg(&source).output().expect("there is a compiler")
    }
}

/// A crate of modules, and the line on which each begins.
fn crate_of(modules: impl Iterator<Item = String>) -> (String, Vec<usize>) {
    let mut text = String::from("//! D.\n#![allow(unused)]\n");
    let mut starts = Vec::new();
    for module in modules {
        starts.push(text.lines().count() + 1);
        text += &module;
    }
    (text, starts)
}

/// The errors of each program of a crate, by the lines on which they begin.
fn of_programs(programs: &[Program], starts: &[usize], faults: Vec<Fault>) -> Vec<Vec<Fault>> {
    let mut found: Vec<Vec<Fault>> = programs.iter().map(|_| Vec::new()).collect();
    for mut fault in faults {
        let index = starts.partition_point(|start| *start <= fault.line).checked_sub(1);
        if let Some((index, start)) = index.and_then(|index| Some((index, starts.get(index)?))) {
            fault.is_in_check = fault.line - start >= programs[index].check_line();
            found[index].push(fault);
        }
    }
    found
}

/// The errors that the compiler tells.
fn faults(output: &Output) -> Vec<Fault> {
    let text = String::from_utf8_lossy(&output.stderr);
    let messages = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let errors = messages.filter(|message| message["level"] == "error");
    let told = errors.filter(|error| !error["message"].as_str().unwrap_or_default().starts_with("aborting due to"));
    let faults: Vec<Fault> = told.map(|error| fault(&error)).collect();
    // A compiler fails otherwise of an older library, say.
    assert!(!faults.is_empty() || output.status.success(), "{text}");
    faults
}

fn fault(error: &Value) -> Fault {
    let empty = Vec::new();
    let spans = error["spans"].as_array().unwrap_or(&empty);
    // What is within a macro of another crate is told where the program calls it.
    let primary = spans.iter().find(|span| span["is_primary"] == true).map(|span| {
        let mut span = span;
        while let Some(name) = span["file_name"].as_str()
            && name.starts_with('/')
            && name.contains("/library/")
            && span["expansion"].is_object()
        {
            span = &span["expansion"]["span"];
        }
        span
    });
    let highlighted = |span: &Value| {
        let text = span["text"][0]["text"].as_str().unwrap_or_default().to_owned();
        let [start, end] = ["highlight_start", "highlight_end"].map(|key| span["text"][0][key].as_u64().unwrap_or(1));
        text.chars().skip(start as usize - 1).take((end - start) as usize).collect::<String>()
    };
    Fault {
        line: primary.and_then(|span| span["line_start"].as_u64()).unwrap_or(0) as usize,
        code: error["code"]["code"].as_str().map(ToOwned::to_owned),
        message: error["message"].as_str().unwrap_or_default().to_owned(),
        is_at_derive: primary.is_none_or(|span| highlighted(span).ends_with("Vellum")),
        is_in_check: false,
    }
}

/// The first errors on a line.
fn told(faults: &[Fault]) -> String {
    let lines = faults.iter().take(3).map(|fault| match &fault.code {
        Some(code) => format!("{code}: {}", fault.message),
        None => fault.message.clone(),
    });
    format!("{} errors: {}", faults.len(), lines.collect::<Vec<_>>().join(" | "))
}

/// Whether the compiler tells, at a type of the program, that it is not the one of std with its
/// name. It does so once for each method of the field (derive/attributes.md).
fn is_of_std_name(fault: &Fault) -> bool {
    fault.code.as_deref() == Some("E0308") && !fault.is_at_derive && !fault.is_in_check
}

/// Whether errors are one of the compiler, or those of the derive, each on a line of its own; told
/// where the program wrote what is wrong, in its own words. A type that is refused is no field of
/// others, which is told of them.
fn is_told_well(program: &Program, faults: &[Fault]) -> bool {
    // What ends so is a type that is derived for one of the program's.
    let is_derived =
        |word: &str| ["View", "Edit", "Ref", "Mut", "Proved", "Set", "Fields"].iter().any(|end| word.ends_with(end));
    let is_foreign = |word: &str| word.starts_with("__") && !program.items.contains(word) && !is_derived(word);
    let is_clear = |fault: &&Fault| {
        let mut words = fault.message.split(|c: char| !c.is_alphanumeric() && c != '_');
        !fault.message.contains("a macro of the program") && !words.any(is_foreign) && !fault.is_at_derive
    };
    let (derive, others): (Vec<&Fault>, Vec<&Fault>) = faults.iter().partition(|fault| fault.code.is_none());
    // The fields of a struct that a macro of the program makes stand in one line.
    let lines: BTreeSet<(usize, &str)> = derive.iter().map(|fault| (fault.line, &*fault.message)).collect();
    let follows = |fault: &&Fault| {
        fault.code.as_deref() == Some("E0277")
            && ["cannot be", "Value", "is not decoded"].iter().any(|word| fault.message.contains(word))
    };
    match (&derive[..], &others[..]) {
        ([], [only]) => is_clear(only),
        ([], _) => false,
        (derive, others) => lines.len() == derive.len() && derive.iter().all(is_clear) && others.iter().all(follows),
    }
}
