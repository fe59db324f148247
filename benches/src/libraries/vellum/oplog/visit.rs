//! Every field of an entry read where it lies: by getters that check, and by those of proved bytes,
//! which cannot fail.

use vellum::{
    List, Result,
    proved::{Checked, Proven},
};

use crate::workloads::oplog::visit::{ABSENT, Sink};
use crate::workloads::oplog::{OplogEntryView, PromiseIdView, Value, ValueRef};

/// The walk for one kind of getters: `$q` is what follows a call that
/// may fail, `$open` what opens an element.
macro_rules! reads {
    ($module:ident: $Reading:ident, [$($q:tt)?], [$($open:tt)*]) => {
        // Getters of proved bytes cannot fail.
        #[allow(clippy::unnecessary_wraps, clippy::needless_question_mark)]
        pub mod $module {
            use super::*;

            #[inline(always)]
            #[allow(clippy::cast_sign_loss)]
            pub fn walk(entry: &OplogEntryView<'_, $Reading>, sink: &mut impl Sink) -> Result<()> {
                sink.number(entry.timestamp()$($q)?);
                match entry {
                    OplogEntryView::ImportedFunctionInvoked(case) => {
                        sink.text(case.function_name()$($q)?);
                        sink.bytes(case.response()$($q)?);
                        sink.bytes(case.side_effect()$($q)?);
                        sink.number(case.wrapped_function_type()$($q)? as u64);
                    }
                    OplogEntryView::ExportedFunctionInvoked(case) => {
                        sink.text(case.function_name()$($q)?);
                        values(case.request()$($q)?, sink)?;
                        let key = case.invocation_key()$($q)?;
                        sink.number(u64::from(key.is_some()));
                        if let Some(key) = key {
                            sink.text(key.value()$($q)?);
                        }
                        sink.number(case.calling_convention()$($q)?.map_or(u64::MAX, |convention| convention as u64));
                    }
                    OplogEntryView::ExportedFunctionCompleted(case) => {
                        values(case.response()$($q)?, sink)?;
                        sink.number(case.consumed_fuel()$($q)? as u64);
                    }
                    OplogEntryView::CreatePromise(case) => promise(&case.promise_id()$($q)?, sink)?,
                    OplogEntryView::CompletePromise(case) => {
                        promise(&case.promise_id()$($q)?, sink)?;
                        sink.bytes(case.data()$($q)?);
                    }
                    OplogEntryView::Suspend(_) | OplogEntryView::Error(_) => {}
                    OplogEntryView::Debug(case) => sink.text(case.message()$($q)?),
                }
                Ok(())
            }

            #[inline(always)]
            #[allow(clippy::cast_sign_loss)]
            fn promise(id: &PromiseIdView<'_, $Reading>, sink: &mut impl Sink) -> Result<()> {
                let worker = id.worker_id()$($q)?;
                sink.bytes(worker.template_id()$($q)?.as_bytes());
                sink.text(worker.worker_name()$($q)?);
                sink.number(id.oplog_idx()$($q)? as u64);
                Ok(())
            }

            fn values(list: List<'_, Value, $Reading>, sink: &mut impl Sink) -> Result<()> {
                sink.number(list.len() as u64);
                for one in list.iter() {
                    value(one$($q)? $($open)*, sink)?;
                }
                Ok(())
            }

            #[inline(always)]
            fn value(value: ValueRef<'_, $Reading>, sink: &mut impl Sink) -> Result<()> {
                match value {
                    ValueRef::U8(number) => sink.number(u64::from(number)),
                    ValueRef::List(list) => return values(list, sink),
                    _ => unreachable!("{ABSENT}"),
                }
                Ok(())
            }
        }
    };
}
reads!(checked: Checked, [?], [.get()?]);
reads!(proved: Proven, [], []);
