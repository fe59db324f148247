//! The state of an agent's session, and sessions of any length to measure with.

use serde::{Deserialize, Serialize};
use vellum::Vellum;

/// A conversation of a person with an agent.
#[derive(Vellum, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
pub struct Session {
    pub title: String,
    /// What the agent keeps of messages that it no longer reads. It changes now and then.
    pub summary: String,
    /// Tokens that were spent; it changes with each step.
    pub tokens: u64,
    pub messages: Vec<Message>,
}

#[derive(Vellum, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct Message {
    pub role: Role,
    /// Milliseconds since 1970.
    pub time: u64,
    /// An answer grows by chunks, as the model makes it.
    pub text: String,
    pub calls: Vec<Call>,
}

#[derive(Vellum, Serialize, Deserialize, Clone, Copy, Debug, PartialEq)]
pub enum Role {
    User,
    Assistant,
    Tool,
}

/// A call of a tool.
#[derive(Vellum, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct Call {
    pub tool: String,
    pub arguments: String,
    pub result: Option<String>,
}

const SENTENCE: &str = "The function returns early if the list is empty, so the caller never sees the error. ";

impl Message {
    /// The message of a number: about 950 bytes, one in three with a call of a tool.
    pub fn sample(number: usize) -> Self {
        let role = match number % 3 {
            0 => Role::User,
            1 => Role::Assistant,
            _ => Role::Tool,
        };
        let call = || Call {
            tool: "read_file".to_owned(),
            arguments: format!("{{\"path\":\"src/module_{number}.rs\"}}"),
            result: Some(SENTENCE.repeat(5)),
        };
        Self {
            role,
            time: 1_790_000_000_000 + number as u64 * 1500,
            text: SENTENCE.repeat(if number % 3 == 1 { 6 } else { 11 }),
            calls: if number % 3 == 1 { vec![call()] } else { Vec::new() },
        }
    }

    /// A message of 300 bytes.
    pub fn short(number: usize) -> Self {
        let mut text = SENTENCE.repeat(4);
        text.truncate(300);
        Self { role: Role::User, time: 1_790_000_000_000 + number as u64 * 1500, text, calls: Vec::new() }
    }
}

impl Session {
    /// A session of so many messages.
    pub fn sample(messages: usize) -> Self {
        Self {
            title: "Find the fault in the parser".to_owned(),
            summary: SENTENCE.repeat(4),
            tokens: 0,
            messages: (0..messages).map(Message::sample).collect(),
        }
    }
}

/// A change that an agent makes all the time.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
pub enum Change {
    /// A message is added.
    Message(Message),
    /// The last message's text grows.
    Chunk(String),
    /// The summary is replaced.
    Summary(String),
    /// The number of tokens is set.
    Tokens(u64),
}

impl Change {
    /// The changes that are measured, by name.
    pub const KINDS: [&str; 4] = ["message", "chunk", "summary", "tokens"];

    /// The change of a kind and a number.
    pub fn sample(kind: &str, number: usize) -> Self {
        match kind {
            "message" => Self::Message(Message::short(number)),
            "chunk" => Self::Chunk(format!("and so the {number:5}th piece of an answer. ")),
            "summary" => Self::Summary(format!("{number} {}", SENTENCE.repeat(4))),
            _ => Self::Tokens(1000 + number as u64),
        }
    }

    /// Makes the change in a value.
    pub fn apply(&self, session: &mut Session) {
        match self {
            Self::Message(message) => session.messages.push(message.clone()),
            Self::Chunk(text) => {
                if let Some(last) = session.messages.last_mut() {
                    last.text.push_str(text);
                }
            }
            Self::Summary(text) => session.summary.clone_from(text),
            Self::Tokens(tokens) => session.tokens = *tokens,
        }
    }
}
