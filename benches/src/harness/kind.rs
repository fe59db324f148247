//! The three kinds of a run: a look, one sitting, and what published figures are taken by.
//!
//! A kind decides how long values may be and how long all rounds together may take
//! ([`super::timing::Plan`]). A results file says its kind, so that a look is never told as a
//! claim.

use serde::{Deserialize, Serialize};

/// How long a run takes, and how large its values are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", from = "Told")]
pub enum RunKind {
    /// Few and short rounds of short values, in minutes.
    Quick,
    /// Every library and every workload in one sitting: values to some ten megabytes.
    Default,
    /// The rounds and the lengths of published figures, in an hour or more. What files from before
    /// there were kinds are taken for.
    #[default]
    Thorough,
}

impl RunKind {
    /// What a report says of a run of this kind, "" of a thorough one.
    pub const fn told(self) -> &'static str {
        match self {
            Self::Quick => "a quick run",
            Self::Default => "a default run",
            Self::Thorough => "",
        }
    }

    /// The word in file names and over columns.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Quick => "quick",
            Self::Default => "default",
            Self::Thorough => "thorough",
        }
    }
}

/// What results files say: older ones only whether the run was a quick one.
#[derive(Deserialize)]
#[serde(untagged)]
enum Told {
    Quick(bool),
    Word(Word),
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Word {
    Quick,
    Default,
    Thorough,
}

impl From<Told> for RunKind {
    fn from(told: Told) -> Self {
        match told {
            Told::Quick(true) | Told::Word(Word::Quick) => Self::Quick,
            Told::Word(Word::Default) => Self::Default,
            Told::Quick(false) | Told::Word(Word::Thorough) => Self::Thorough,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_is_a_word_in_files_and_older_files_say_whether_the_run_was_quick() {
        let read = |text: &str| serde_json::from_str::<RunKind>(text).ok();
        for kind in [RunKind::Quick, RunKind::Default, RunKind::Thorough] {
            let text = serde_json::to_string(&kind).expect("a word");
            assert_eq!(text, format!("\"{}\"", kind.name()));
            assert_eq!(read(&text), Some(kind));
        }
        assert_eq!(
            [read("true"), read("false"), read("\"slow\"")],
            [Some(RunKind::Quick), Some(RunKind::Thorough), None]
        );
    }
}
