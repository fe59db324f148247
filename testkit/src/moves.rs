//! All paths into a type, and all edits of what they lead to.

use crate::edit::{Edit, Lit};
use crate::fill::{Fill, key, root, sample};
use crate::path::{Path, Step};
use crate::types::{Item, Scalar, Schema, Type};
use crate::values::Val;

/// Paths into an item, down to its leaves.
pub fn paths(schema: &Schema, item: &Item) -> Vec<Path> {
    let mut found = vec![Vec::new()];
    let mut within = |step: Step, item: &Item| {
        for rest in paths(schema, item) {
            found.push([&[step.clone()][..], &rest].concat());
        }
    };
    match &item.ty {
        Type::List(element) | Type::Array(element, _) => {
            for index in [0, 1] {
                within(Step::Index(index), element);
            }
            found.push(vec![Step::Index(7)]);
        }
        Type::Map(of_keys, value) => {
            for number in [0, 2] {
                within(Step::Key(key(of_keys, number)), value);
            }
        }
        Type::Set(of_keys) => found.extend([0, 2].map(|number| vec![Step::Key(key(of_keys, number))])),
        ty @ (Type::Struct(_) | Type::Tuple(_)) => {
            for (number, part) in schema.parts(ty).unwrap_or_default().into_iter().enumerate() {
                within(Step::Field(number), part.item);
            }
        }
        ty @ Type::Union(_) => {
            for (tag, (_, payload)) in schema.variants(ty).unwrap_or_default().iter().enumerate() {
                if let Some(payload) = payload {
                    within(Step::Variant(tag), payload);
                }
            }
        }
        Type::Any => {
            let deeper: &[Path] = &[
                vec![Step::Variant(5)],
                vec![Step::Variant(8)],
                vec![Step::Variant(10)],
                vec![Step::Variant(10), Step::Index(0)],
                vec![Step::Variant(11)],
                vec![Step::Variant(11), Step::Key(Val::text("b"))],
            ];
            found.extend_from_slice(deeper);
        }
        _ => {}
    }
    found
}

/// All edits of what a path leads to, whatever state it is in.
pub fn edits(schema: &Schema, root_item: &Item, path: &Path) -> Vec<Edit> {
    let mut edits = Vec::new();
    let Some(slot) = schema.slot_at(root_item, path) else {
        // An element of a set.
        return vec![Edit::Remove(path.clone())];
    };
    let at = || path.clone();
    let ty = &slot.item.ty;
    edits.extend(literals(schema, slot.item).into_iter().map(|lit| Edit::Set(at(), lit)));
    edits.push(Edit::Clear(at()));
    if is_plain(ty) || matches!(ty, Type::Enum(_) | Type::Union(_)) {
        edits.push(Edit::Take(at()));
    }
    if is_plain(ty)
        && let Some(lit) = literals(schema, slot.item).into_iter().next()
    {
        edits.push(Edit::OrInsert(at(), lit));
    }
    match ty {
        Type::String | Type::Text(_) => splices(&mut edits, path, |text| Lit::Text(text.into())),
        Type::Bytes => splices(&mut edits, path, |text| Lit::Bytes(text.as_bytes().to_vec())),
        Type::Any => {
            edits.push(Edit::Append(at(), Lit::Text("+".into())));
            edits.push(Edit::Append(at(), Lit::Bytes(vec![1])));
        }
        Type::List(item) => {
            let lits = literals(schema, item);
            edits.extend(lits.iter().map(|lit| Edit::Push(at(), lit.clone())));
            if let Some(lit) = lits.first() {
                edits.push(Edit::Extend(at(), vec![lit.clone(), lit.clone()]));
            }
            edits.push(Edit::PushDefault(at()));
            for lit in &lits {
                for index in [0, 1, 7] {
                    let element = [&path[..], &[Step::Index(index)]].concat();
                    edits.push(Edit::Insert(element, lit.clone()));
                }
            }
            if !matches!(item.ty, Type::List(_) | Type::Array(..) | Type::Map(..) | Type::Set(_) | Type::Any)
                && !matches!(item.ty, Type::Struct(_) | Type::Tuple(_))
            {
                edits.push(Edit::Pop(at()));
            }
            // What a getter gives of an absent element has no order of its own.
            if !item.optional && is_plain(&item.ty) {
                edits.extend([Edit::SortBy(at()), Edit::Retain(at())]);
            }
            if let (Type::Scalar(scalar), false) = (&item.ty, item.optional) {
                let values = [0x42, 0, 7].map(|word| Lit::Word(*scalar, word));
                edits.push(Edit::ExtendFromSlice(at(), values.into()));
            }
            edits.extend([0, 1].map(|len| Edit::Truncate(at(), len)));
            edits.push(Edit::Swap(at(), 0, 1));
            edits.push(Edit::MakeList(at()));
        }
        Type::Array(..) => edits.extend([Edit::Swap(at(), 0, 1), Edit::PushDefault(at())]),
        Type::Map(of_keys, _) | Type::Set(of_keys) => {
            edits.extend([0, 2].map(|number| Edit::AddKey(at(), key(of_keys, number))));
        }
        Type::Struct(_) | Type::Tuple(_) => edits.push(Edit::Make(at())),
        _ => {}
    }
    if matches!(path.last(), Some(Step::Index(_) | Step::Key(_))) {
        edits.push(Edit::Remove(at()));
    }
    for fill in [Fill::Defaults, Fill::Full, Fill::Other] {
        edits.push(Edit::SetSerde(at(), sample(schema, slot, fill, 5)));
    }
    edits.push(Edit::SetSerde(at(), Val::Absent));
    for fill in [Fill::Empty, Fill::Full] {
        let other = root(schema, fill);
        edits.push(Edit::CopyFrom(at(), other, at()));
    }
    edits
}

/// Whether Rust has a type for the values.
fn is_plain(ty: &Type) -> bool {
    matches!(
        ty,
        Type::Bool | Type::Scalar(Scalar::U8 | Scalar::U16 | Scalar::U64) | Type::String | Type::Text(_) | Type::Bytes
    )
}

/// Edits of the whole record.
pub fn whole(schema: &Schema) -> Vec<Edit> {
    let values = Fill::ALL.map(|fill| root(schema, fill));
    let mut edits: Vec<Edit> = values.iter().cloned().map(Edit::Apply).collect();
    edits.extend(values.iter().cloned().map(Edit::Merge));
    for (base, target) in values.iter().zip(values.iter().cycle().skip(1)) {
        edits.push(Edit::ApplyBetween(base.clone(), target.clone()));
        edits.push(Edit::ApplyBetween(target.clone(), base.clone()));
    }
    edits
}

fn splices(edits: &mut Vec<Edit>, path: &Path, lit: impl Fn(&str) -> Lit) {
    edits.push(Edit::Append(path.clone(), lit("")));
    edits.push(Edit::Append(path.clone(), lit("+")));
    edits.push(Edit::Append(path.clone(), lit(&"long ".repeat(10))));
    for (range, text) in [(0..0, "<"), (0..1, ""), (1..2, "middle"), (0..90, "x")] {
        edits.push(Edit::Splice(path.clone(), range, lit(text)));
    }
}

/// Literals to set a value to: good ones, and ones to refuse.
fn literals(schema: &Schema, item: &Item) -> Vec<Lit> {
    match &item.ty {
        Type::Bool => vec![Lit::Bool(true), Lit::Bool(false), Lit::Word(Scalar::U8, 1)],
        Type::Scalar(scalar) => {
            let default = if *scalar == Scalar::U64 { 70_000 } else { 7 };
            let mut lits = vec![Lit::Word(*scalar, 0x42), Lit::Word(*scalar, 0), Lit::Word(*scalar, default)];
            lits.push(Lit::Text("7".into()));
            lits
        }
        Type::String => ["new", "", "dflt", &"long ".repeat(60)]
            .map(|text| Lit::Text(text.into()))
            .into_iter()
            .chain([Lit::Bytes(vec![b'x'])])
            .collect(),
        Type::Bytes => [&[9, 8][..], &[], &[7; 300]]
            .map(|content| Lit::Bytes(content.to_vec()))
            .into_iter()
            .chain([Lit::Text("x".into())])
            .collect(),
        Type::Text(_) => ["ab", "", "xyz", "four", "a\0"].map(|text| Lit::Text(text.into())).into(),
        Type::Enum(id) => {
            let repr = schema.enums[*id].repr;
            let mut lits: Vec<Lit> = ["r", "p", "q", "none"].map(|name| Lit::Variant(name.into())).into();
            lits.extend([Lit::Word(repr, 5), Lit::Word(repr, 77)]);
            lits
        }
        ty @ Type::Union(_) => {
            let names = schema.variants(ty).unwrap_or_default().iter().map(|(name, _)| name.clone());
            let mut lits: Vec<Lit> = names.map(Lit::Variant).collect();
            lits.push(Lit::Variant("unknown".into()));
            lits
        }
        Type::Any => vec![
            Lit::Bool(true),
            Lit::Word(Scalar::I32, 300),
            Lit::Word(Scalar::U64, u64::MAX.into()),
            Lit::Word(Scalar::F64, 1.5f64.to_bits().into()),
            Lit::Text("new".into()),
            Lit::Text(String::new()),
            Lit::Bytes(vec![4, 5]),
            Lit::Variant("null".into()),
            Lit::Variant("list".into()),
        ],
        _ => Vec::new(),
    }
}
