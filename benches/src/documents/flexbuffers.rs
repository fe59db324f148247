//! FlexBuffers: read in place by its reader; to change one it has to be written anew, through a
//! tree that is serde_json's, since the crate has none.

use flexbuffers::{FlexBufferType, Reader};
use serde_json::Value;

use super::codec::{Codec, json_tree, rewritten};
use super::document::{Change, Document, INDEX};
use super::leaves::Leaves;

const OWN_BYTES: &str = "bytes of this library";

pub struct Flexbuffers;

fn root(bytes: &[u8]) -> Reader<&[u8]> {
    Reader::get_root(bytes).expect(OWN_BYTES)
}

fn sum(value: &Reader<&[u8]>, leaves: &mut Leaves) {
    match value.flexbuffer_type() {
        FlexBufferType::Null => leaves.null(),
        FlexBufferType::Bool => leaves.bool(value.as_bool()),
        FlexBufferType::Int => leaves.integer(value.as_i64()),
        FlexBufferType::UInt => leaves.integer(value.as_u64().cast_signed()),
        FlexBufferType::Float => leaves.float(value.as_f64()),
        FlexBufferType::String => leaves.text(value.get_str().expect(OWN_BYTES)),
        FlexBufferType::Map => {
            let map = value.get_map().expect(OWN_BYTES);
            for (key, value) in map.iter_keys().zip(map.iter_values()) {
                leaves.text(key);
                sum(&value, leaves);
            }
        }
        kind if kind.is_vector() => value.get_vector().expect(OWN_BYTES).iter().for_each(|value| sum(&value, leaves)),
        _ => {}
    }
}

impl Codec for Flexbuffers {
    const LIBRARY: &'static str = "flexbuffers";
    const PACKAGE: (&'static str, &'static str) = ("flexbuffers", "25");
    const MODE: &'static str = "serde";
    const TREE_NOTE: &'static str = "serde_json::Value through serde: it has no tree of its own";
    const LEAVES_NOTE: &'static str = "by Reader";
    const ONE_NOTE: &'static str = "by Reader";
    const CHANGE_NOTE: &'static str = "decode to serde_json::Value + change + encode";

    json_tree!();

    #[inline(never)]
    fn encode(tree: &Value) -> Vec<u8> {
        flexbuffers::to_vec(tree).expect("every key is a string")
    }

    #[inline(never)]
    fn decode(bytes: &[u8]) -> Value {
        flexbuffers::from_slice(bytes).expect(OWN_BYTES)
    }

    #[inline(never)]
    fn leaves((): &mut (), bytes: &[u8]) -> Leaves {
        let mut leaves = Leaves::default();
        sum(&root(bytes), &mut leaves);
        leaves
    }

    #[inline(never)]
    fn text<R>((): &mut (), bytes: &[u8], document: &Document, read: impl FnOnce(&str) -> R) -> R {
        let element = root(bytes).as_map().idx(document.list).as_vector().idx(INDEX);
        let found = document.text.iter().fold(element, |value, key| value.as_map().idx(*key));
        read(found.get_str().expect(OWN_BYTES))
    }

    fn change(bytes: Vec<u8>, document: &Document, change: &Change) -> Vec<u8> {
        rewritten::<Self>(&bytes, document, change)
    }
}
