//! Every field of an entry read where it lies.

use vellum::{List, Result, Vellum};

use super::types::{Entry, OplogEntryRef, PromiseIdView, Value, ValueRef, ValueView};
use crate::workloads::oplog::visit::{ABSENT, BlackBox, Sink, Transcript};

#[inline(never)]
pub fn timed(bytes: &[u8]) -> Result<()> {
    walk(bytes, &mut BlackBox)
}

pub fn proof(bytes: &[u8]) -> Result<Transcript> {
    let mut sink = Transcript::default();
    walk(bytes, &mut sink)?;
    Ok(sink)
}

#[inline(always)]
#[allow(clippy::cast_sign_loss)]
fn walk(bytes: &[u8], sink: &mut impl Sink) -> Result<()> {
    match Entry::view(bytes)?.entry()?.get()? {
        OplogEntryRef::ImportedFunctionInvoked(case) => {
            sink.number(case.timestamp()?);
            sink.text(case.function_name()?);
            sink.bytes(case.response()?);
            sink.bytes(case.side_effect()?);
            sink.number(case.wrapped_function_type()? as u64);
        }
        OplogEntryRef::ExportedFunctionInvoked(case) => {
            sink.number(case.timestamp()?);
            sink.text(case.function_name()?);
            values(case.request()?, sink)?;
            let key = case.invocation_key()?;
            sink.number(u64::from(key.is_some()));
            if let Some(key) = key {
                sink.text(key.value()?);
            }
            sink.number(case.calling_convention()?.map_or(u64::MAX, |convention| convention as u64));
        }
        OplogEntryRef::ExportedFunctionCompleted(case) => {
            sink.number(case.timestamp()?);
            values(case.response()?, sink)?;
            sink.number(case.consumed_fuel()? as u64);
        }
        OplogEntryRef::CreatePromise(case) => {
            sink.number(case.timestamp()?);
            promise(case.promise_id()?, sink)?;
        }
        OplogEntryRef::CompletePromise(case) => {
            sink.number(case.timestamp()?);
            promise(case.promise_id()?, sink)?;
            sink.bytes(case.data()?);
        }
        OplogEntryRef::Suspend(case) => sink.number(case.timestamp()?),
        OplogEntryRef::Error(case) => sink.number(case.timestamp()?),
        OplogEntryRef::Debug(case) => {
            sink.number(case.timestamp()?);
            sink.text(case.message()?);
        }
    }
    Ok(())
}

#[inline(always)]
#[allow(clippy::cast_sign_loss)]
fn promise(id: PromiseIdView<'_>, sink: &mut impl Sink) -> Result<()> {
    let worker = id.worker_id()?;
    sink.bytes(&worker.template_id()?.0);
    sink.text(worker.worker_name()?);
    sink.number(id.oplog_idx()? as u64);
    Ok(())
}

fn values(list: List<'_, Value>, sink: &mut impl Sink) -> Result<()> {
    sink.number(list.len() as u64);
    for one in &list {
        value(one?, sink)?;
    }
    Ok(())
}

#[inline(always)]
fn value(value: ValueView<'_>, sink: &mut impl Sink) -> Result<()> {
    match value.get()? {
        ValueRef::U8(number) => sink.number(u64::from(number)),
        ValueRef::List(list) => return values(list, sink),
        _ => unreachable!("{ABSENT}"),
    }
    Ok(())
}
