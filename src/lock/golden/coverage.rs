//! The parts of a schema that golden buffers have to show, and those that no buffer shows yet.

use alloc::borrow::{Cow, ToOwned};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::schema::{Field, Schema, Struct, Type};

/// A field of a struct, or a variant of an enum or union: the name of the definition, and a number
/// in it. Numbers from the count of fields on are the rounds of a struct.
pub(super) type Unit<'s> = (&'s str, usize);

pub(super) type Cause = Cow<'static, str>;

/// Whether a value is other than its default, or the reason why it was not set.
pub(super) type Outcome = Result<bool, Cause>;

/// A unit that no buffer shows yet.
#[derive(Clone)]
pub(super) struct Missing {
    label: String,
    reason: Cause,
    /// Whether it was found to have nothing to show; what holds it is not visited for its sake.
    is_void: bool,
}

/// The units of the definitions that the root leads to.
pub(super) struct Coverage<'s> {
    schema: &'s Schema,
    missing: BTreeMap<Unit<'s>, Missing>,
    /// For each definition, those whose fields or variants hold it.
    holders: BTreeMap<&'s str, BTreeSet<&'s str>>,
    /// The definitions that led to missing units when the buffer was begun.
    leads: BTreeSet<&'s str>,
    /// The structs that a buffer has.
    met: BTreeSet<&'s str>,
}

impl<'s> Coverage<'s> {
    #[inline]
    pub(super) fn new(schema: &'s Schema) -> Self {
        let (missing, holders) = (BTreeMap::new(), BTreeMap::new());
        let mut coverage = Self { schema, missing, holders, leads: BTreeSet::new(), met: BTreeSet::new() };
        let mut open = Vec::new();
        coverage.add_struct(schema.root(), &mut open);
        while let Some((holder, ty)) = open.pop() {
            match ty {
                Type::List(list) => open.push((holder, list.element())),
                Type::Array(array) => open.push((holder, array.element())),
                Type::Map(map) => {
                    open.push((holder, map.key()));
                    open.extend(map.value().map(|ty| (holder, ty)));
                }
                Type::Struct(_) | Type::Union(_) | Type::Enum(_) => coverage.add_definition(holder, ty, &mut open),
                Type::Bool | Type::Scalar(_) | Type::Text(_) | Type::String | Type::Bytes => {}
            }
        }
        coverage
    }

    /// Adds the units of a definition, unless they are there, and its types to those to look at.
    #[inline]
    fn add_definition(&mut self, holder: &'s str, ty: &'s Type, open: &mut Vec<(&'s str, &'s Type)>) {
        let (schema, Some(name)) = (self.schema, self.name(ty)) else { return };
        let holders = self.holders.entry(name).or_default();
        let is_known = !holders.is_empty();
        holders.insert(holder);
        match ty {
            _ if is_known => {}
            Type::Struct(id) => self.add_struct(schema.structure(*id), open),
            Type::Union(id) => {
                let known = schema.union(*id);
                for (tag, variant) in known.variants().iter().enumerate() {
                    self.add((name, tag), format!("{name}.{}", variant.name()));
                    // An `any` is made in one piece.
                    open.extend(variant.ty().filter(|_| !known.is_any()).map(|ty| (name, ty)));
                }
            }
            Type::Enum(id) => {
                for (index, (variant, _)) in schema.enumeration(*id).variants().enumerate() {
                    self.add((name, index), format!("{name}.{variant}"));
                }
            }
            _ => {}
        }
    }

    #[inline]
    fn add_struct(&mut self, known: &'s Struct, open: &mut Vec<(&'s str, &'s Type)>) {
        let (name, fields) = (known.name(), known.fields());
        for (index, field) in fields.iter().enumerate() {
            let label = if known.is_root_value() { "root".to_owned() } else { format!("{name}.{}", field.name()) };
            self.add((name, index), label);
            open.push((name, field.ty()));
        }
        for round in 0..self.rounds(known) {
            let label = format!("{name}, with some of its fields at their defaults (round {round})");
            self.add((name, fields.len().saturating_add(round)), label);
        }
    }

    #[inline]
    fn add(&mut self, unit: Unit<'s>, label: String) {
        let reason = "there are enough buffers without it".into();
        self.missing.insert(unit, Missing { label, reason, is_void: false });
    }

    /// The name of the definition that a type is.
    #[inline]
    fn name(&self, ty: &Type) -> Option<&'s str> {
        match ty {
            Type::Struct(id) => Some(self.schema.structure(*id).name()),
            Type::Union(id) => Some(self.schema.union(*id).name()),
            Type::Enum(id) => Some(self.schema.enumeration(*id).name()),
            _ => None,
        }
    }

    /// Finds the definitions that lead to missing units.
    #[inline]
    pub(super) fn find_leads(&mut self) {
        self.leads.clear();
        let missing = self.missing.iter().filter(|(_, missing)| !missing.is_void);
        let mut open: Vec<&str> = missing.map(|((name, _), _)| *name).collect();
        while let Some(name) = open.pop() {
            if self.leads.insert(name) {
                open.extend(self.holders.get(name).into_iter().flatten().copied());
            }
        }
    }

    /// Whether a value of the type can show a unit that was missing when the buffer was begun.
    #[inline]
    pub(super) fn leads_to(&self, ty: &Type) -> bool {
        match ty {
            Type::List(list) => self.leads_to(list.element()),
            Type::Array(array) => self.leads_to(array.element()),
            Type::Map(map) => self.leads_to(map.key()) || map.value().is_some_and(|value| self.leads_to(value)),
            ty => self.name(ty).is_some_and(|name| self.leads.contains(name)),
        }
    }

    /// Whether an enum or union has variants that are missing.
    #[inline]
    pub(super) fn wants(&self, ty: &Type) -> bool {
        let name = self.name(ty).filter(|_| !matches!(ty, Type::Struct(_)));
        name.is_some_and(|name| self.missing_of(name, 0, usize::MAX).next().is_some())
    }

    /// The missing units of a definition from one number up to another.
    #[inline]
    pub(super) fn missing_of(&self, name: &'s str, from: usize, to: usize) -> impl Iterator<Item = usize> {
        self.missing.range((name, from)..(name, to)).map(|((_, number), _)| *number)
    }

    #[inline]
    pub(super) fn is_missing(&self, unit: Unit<'s>) -> bool {
        self.missing.contains_key(&unit)
    }

    /// How many units are missing.
    #[inline]
    pub(super) fn count(&self) -> usize {
        self.missing.len()
    }

    /// The missing units, to come back to by [`Coverage::restore`].
    #[inline]
    pub(super) fn snapshot(&self) -> BTreeMap<Unit<'s>, Missing> {
        self.missing.clone()
    }

    #[inline]
    pub(super) fn restore(&mut self, missing: BTreeMap<Unit<'s>, Missing>) {
        self.missing = missing;
    }

    #[inline]
    pub(super) fn show(&mut self, unit: Unit<'s>) {
        self.missing.remove(&unit);
    }

    /// Shows a unit, or keeps the reason why it is still missing.
    #[inline]
    pub(super) fn mark(&mut self, unit: Unit<'s>, outcome: &Outcome) {
        let reason = match outcome {
            Ok(true) => return self.show(unit),
            Ok(false) => "it has no value but the default, or holds nothing that could be set".into(),
            Err(reason) => reason.clone(),
        };
        if let Some(missing) = self.missing.get_mut(&unit) {
            (missing.reason, missing.is_void) = (reason, outcome.is_ok());
        }
    }

    /// The missing units by name, each with the reason.
    #[inline]
    pub(super) fn left_out(&self) -> Vec<String> {
        self.missing.values().map(|missing| format!("{}: {}", missing.label, missing.reason)).collect()
    }
}

// The rounds of a struct.
//
// Two bits that are both set can be exchanged unnoticed. (Numbers and texts differ.) The default of
// a field with a pointer can change unnoticed where the pointer is not null. (A word is stored XOR
// its default.) So a struct with such fields is filled again. In each round its pointers are null.
// The digit of the round in the binary ordinal of a bit says whether the bit is set: no two bits
// have the same digits.

/// A field that has a part in rounds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum InRounds {
    /// Its pointer is null in all of them.
    Pointer,
    /// It is a bool, has two variants, or has a presence bit; it is set in some of them.
    Bit,
}

impl<'s> Coverage<'s> {
    #[inline]
    fn in_rounds(&self, field: &Field) -> Option<InRounds> {
        match field.ty() {
            ty if self.schema.is_nullable(ty) => Some(InRounds::Pointer),
            Type::Bool => Some(InRounds::Bit),
            Type::Enum(id) if self.schema.enumeration(*id).variants().len() == 2 => Some(InRounds::Bit),
            _ => field.optional().then_some(InRounds::Bit),
        }
    }

    #[inline]
    fn rounds(&self, known: &Struct) -> usize {
        let count = |part| known.fields().iter().filter(|field| self.in_rounds(field) == Some(part)).count();
        // No ordinal has ones alone: each bit is zero in one of them.
        let digits = usize::BITS.saturating_sub(count(InRounds::Bit).leading_zeros()) as usize;
        digits.max(count(InRounds::Pointer).min(1))
    }

    /// For each field whether it is to stay at its default for the sake of the next missing round;
    /// `None` for a field that has no part in it. The first time that a struct is filled, there is
    /// no round.
    #[inline]
    pub(super) fn round(&mut self, known: &'s Struct) -> (Vec<Option<bool>>, Option<Unit<'s>>) {
        let is_new = self.met.insert(known.name());
        let count = known.fields().len();
        let round = self.missing_of(known.name(), count, usize::MAX).next().filter(|_| !is_new);
        let digit = round.and_then(|round| u32::try_from(round.saturating_sub(count)).ok());
        let mut ordinal = 0usize;
        let is_kept = |field: &Field| {
            let digit = digit?;
            if self.in_rounds(field)? == InRounds::Pointer {
                return Some(true);
            }
            let is_set = ordinal.wrapping_shr(digit) & 1 == 1;
            ordinal = ordinal.saturating_add(1);
            Some(!is_set)
        };
        (known.fields().iter().map(is_kept).collect(), round.map(|round| (known.name(), round)))
    }
}
