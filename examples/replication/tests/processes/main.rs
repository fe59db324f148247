//! Leader and followers as the processes that they are.

mod bad_input;
mod common;
mod killed;
