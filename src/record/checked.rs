//! Values on their way into a field: converted, and held to its rules.

use super::leaf::LeafForm;
use super::path::Path;
use super::plain::Plain;
use super::{Address, FieldType};
use crate::error::Result;
use crate::schema::{Rules, Schema, Type};

impl Path {
    /// Whether the field takes a value of its type as it comes: content without rules, a word or
    /// bit that it does not refuse, or a name that `put_name` looks up.
    #[inline(always)]
    pub(super) fn takes<T: FieldType + ?Sized>(&self, value: &T::Set<'_>) -> bool {
        if T::content(value).is_some() {
            return self.leaf.is_free_content();
        }
        if T::IS_NAME { self.takes_names } else { !self.needs_check }
    }

    /// A value as the field stores it, which may have it.
    #[inline]
    pub(super) fn plain<'v, A: Address>(
        &self,
        schema: &Schema,
        value: <A::Value as FieldType>::Set<'v>,
    ) -> Result<Plain<'v>> {
        self.check(schema, A::COUNT)?;
        let value = match <A::Value as FieldType>::plain(value, self, schema) {
            Ok(value) => value,
            Err(error) => return Err(self.with_path(error)),
        };
        if self.needs_check {
            self.check_settable()?;
            self.check_value(&value)?;
        }
        Ok(value)
    }

    /// A value as elements of the list store it, which may have it.
    #[inline]
    pub(super) fn plain_element<'v, A: Address>(
        &self,
        schema: &Schema,
        value: <A::Value as FieldType>::Set<'v>,
    ) -> Result<Plain<'v>> {
        self.check_sequence(schema, A::COUNT)?;
        let value = <A::Value as FieldType>::plain(value, self, schema).map_err(|error| self.with_path(error))?;
        self.check_value(&value)?;
        Ok(value)
    }

    /// Fails if the path's field cannot hold a value: before anything is made for it.
    #[inline]
    pub(super) fn check_value(&self, value: &Plain<'_>) -> Result<()> {
        // Text and bytes behind a pointer may have any length that a buffer can have.
        if let Plain::Blob(content) = value
            && (self.leaf.form != LeafForm::Blob || content.len() > u32::MAX as usize)
        {
            self.leaf.ty.check_len(content).map_err(|error| self.with_path(error))?;
        }
        match &self.leaf.rules {
            Some(rules) => check_rules(rules, &self.leaf.ty, value).map_err(|error| self.with_path(error)),
            None => Ok(()),
        }
    }
}

/// Fails if a value breaks a rule of its field.
#[cold]
fn check_rules(rules: &Rules, ty: &Type, value: &Plain<'_>) -> Result<()> {
    match value {
        Plain::Word(word) => rules.check_word(ty, *word),
        Plain::Blob(content) => rules.check_blob(content),
        Plain::Bit(_) | Plain::Tag(_) | Plain::Dynamic(..) => Ok(()),
    }
}
