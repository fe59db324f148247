//! Types of std and of other crates that are stored as a scalar, read and written by path and by
//! handle: as the scalar, converted.

use super::FieldType;
use crate::error::Result;
use crate::read::Buf;
use crate::record::path::Path;
use crate::record::plain::Plain;
use crate::record::segments::FoundRecord;
use crate::scalar::foreign::{Foreign, for_each_foreign, from_wire, to_wire};
use crate::schema::{Schema, Type};

macro_rules! foreign_fields {
    ($($(#[$when:meta])* $type:ty;)*) => {$(
        $(#[$when])*
        impl FieldType for $type {
            type Get<'a> = $type;
            type Set<'a> = $type;
            type Owned = $type;
            const NAME: &'static str = stringify!($type);
            const IS_STORED: bool = false;

            fn accepts(schema: &Schema, ty: &Type) -> bool {
                <<$type as Foreign>::Wire as FieldType>::accepts(schema, ty)
            }

            fn goes_into(schema: &Schema, ty: &Type) -> bool {
                <<$type as Foreign>::Wire as FieldType>::goes_into(schema, ty)
            }

            fn absent<'a>() -> Result<$type>
            where
                'a: 'a,
            {
                from_wire(<<$type as Foreign>::Wire as FieldType>::absent()?)
            }

            fn read<'a>(buf: Buf<'a>, record: FoundRecord<'a>, path: &Path, schema: &'a Schema) -> Result<Option<$type>> {
                let wire = <<$type as Foreign>::Wire as FieldType>::read(buf, record, path, schema)?;
                wire.map(from_wire).transpose()
            }

            fn plain<'v>(value: $type, path: &Path, schema: &Schema) -> Result<Plain<'v>>
            where
                'v: 'v,
            {
                let wire = to_wire(&value)?;
                <<$type as Foreign>::Wire as FieldType>::plain(wire, path, schema)
            }
        }
    )*};
}
for_each_foreign!(foreign_fields);
