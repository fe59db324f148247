//! What goes wrong, as an answer of HTTP.

use std::borrow::Cow;
use std::fmt::Display;

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use vellum::ErrorKind;

#[derive(Debug)]
pub struct Fault(StatusCode, Cow<'static, str>);

impl Fault {
    pub const NOT_FOUND: Self = Self(StatusCode::NOT_FOUND, Cow::Borrowed("no such task"));
    pub const CHANGED: Self = Self(StatusCode::CONFLICT, Cow::Borrowed("the task was changed meanwhile"));
    pub const OTHER_KEY: Self =
        Self(StatusCode::UNPROCESSABLE_ENTITY, Cow::Borrowed("the address is that of another task"));

    fn of(status: StatusCode, error: impl Display) -> Self {
        Self(status, error.to_string().into())
    }
}

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        (self.0, self.1).into_response()
    }
}

impl From<vellum::Error> for Fault {
    fn from(error: vellum::Error) -> Self {
        let status = match error.kind() {
            ErrorKind::Path | ErrorKind::Type | ErrorKind::Limit => StatusCode::UNPROCESSABLE_ENTITY,
            // A newer program stored what this edit would lose, or another edit came before.
            ErrorKind::Newer | ErrorKind::Conflict => StatusCode::CONFLICT,
            _ => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Self::of(status, error)
    }
}

/// Of a body: what is no JSON, or JSON that does not fit the schema. Of an answer: bytes in the store that are no record.
impl From<serde_json::Error> for Fault {
    fn from(error: serde_json::Error) -> Self {
        let is_of_body = error.line() > 0;
        Self::of(if is_of_body { StatusCode::BAD_REQUEST } else { StatusCode::INTERNAL_SERVER_ERROR }, error)
    }
}

/// Of the store, and of the thread that waits for it.
macro_rules! internal {
    ($($error:ty),*) => {
        $(impl From<$error> for Fault {
            fn from(error: $error) -> Self {
                Self::of(StatusCode::INTERNAL_SERVER_ERROR, error)
            }
        })*
    };
}
internal!(redb::TransactionError, redb::TableError, redb::StorageError, redb::CommitError, tokio::task::JoinError);
