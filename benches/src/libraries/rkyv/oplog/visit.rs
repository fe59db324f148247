//! Every field of an entry read where it lies.

use crate::workloads::oplog::visit::{ABSENT, Plain as _, Sink, walk_of_fields};
use crate::workloads::oplog::{ArchivedOplogEntry, ArchivedPromiseId, ArchivedValue};

walk_of_fields!(ArchivedOplogEntry, ArchivedPromiseId, ArchivedValue);
