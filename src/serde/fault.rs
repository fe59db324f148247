//! The crate's error as serde makes one: of a message.

use alloc::string::ToString;
use core::fmt::Display;

use crate::error::{Error, ErrorKind};

impl serde_core::de::Error for Error {
    /// An error of [`ErrorKind::Type`].
    #[cold]
    fn custom<T: Display>(message: T) -> Self {
        Self::new(ErrorKind::Type, message.to_string())
    }
}

impl serde_core::ser::Error for Error {
    /// An error of [`ErrorKind::Type`].
    #[cold]
    fn custom<T: Display>(message: T) -> Self {
        Self::new(ErrorKind::Type, message.to_string())
    }
}
