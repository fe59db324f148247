pub use root::*;

const _: () = ::planus::check_version_compatibility("planus-1.3.0");

/// The root namespace
///
/// Generated from these locations:
/// * File `schemas/container.fbs`
#[no_implicit_prelude]
#[allow(clippy::needless_lifetimes)]
mod root {
    /// The namespace `container`
    ///
    /// Generated from these locations:
    /// * File `schemas/container.fbs`
    pub mod container {
        /// The enum `Fruit` in the namespace `container`
        ///
        /// Generated from these locations:
        /// * Enum `Fruit` in the file `schemas/container.fbs:7`
        #[derive(
            Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, ::serde::Serialize, ::serde::Deserialize,
        )]
        #[repr(u8)]
        pub enum Fruit {
            /// The variant `Apples` in the enum `Fruit`
            Apples = 0,

            /// The variant `Pears` in the enum `Fruit`
            Pears = 1,

            /// The variant `Bananas` in the enum `Fruit`
            Bananas = 2,
        }

        impl Fruit {
            /// Array containing all valid variants of Fruit
            pub const ENUM_VALUES: [Self; 3] = [Self::Apples, Self::Pears, Self::Bananas];
        }

        impl ::core::convert::TryFrom<u8> for Fruit {
            type Error = ::planus::errors::UnknownEnumTagKind;
            #[inline]
            fn try_from(value: u8) -> ::core::result::Result<Self, ::planus::errors::UnknownEnumTagKind> {
                #[allow(clippy::match_single_binding)]
                match value {
                    0 => ::core::result::Result::Ok(Fruit::Apples),
                    1 => ::core::result::Result::Ok(Fruit::Pears),
                    2 => ::core::result::Result::Ok(Fruit::Bananas),

                    _ => ::core::result::Result::Err(::planus::errors::UnknownEnumTagKind { tag: value as i128 }),
                }
            }
        }

        impl ::core::convert::From<Fruit> for u8 {
            #[inline]
            fn from(value: Fruit) -> Self {
                value as u8
            }
        }

        /// # Safety
        /// The Planus compiler correctly calculates `ALIGNMENT` and `SIZE`.
        unsafe impl ::planus::Primitive for Fruit {
            const ALIGNMENT: usize = 1;
            const SIZE: usize = 1;
        }

        impl ::planus::WriteAsPrimitive<Fruit> for Fruit {
            #[inline]
            fn write<const N: usize>(&self, cursor: ::planus::Cursor<'_, N>, buffer_position: u32) {
                (*self as u8).write(cursor, buffer_position);
            }
        }

        impl ::planus::WriteAs<Fruit> for Fruit {
            type Prepared = Self;

            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> Fruit {
                *self
            }
        }

        impl ::planus::WriteAsDefault<Fruit, Fruit> for Fruit {
            type Prepared = Self;

            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder, default: &Fruit) -> ::core::option::Option<Fruit> {
                if self == default {
                    ::core::option::Option::None
                } else {
                    ::core::option::Option::Some(*self)
                }
            }
        }

        impl ::planus::WriteAsOptional<Fruit> for Fruit {
            type Prepared = Self;

            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> ::core::option::Option<Fruit> {
                ::core::option::Option::Some(*self)
            }
        }

        impl<'buf> ::planus::TableRead<'buf> for Fruit {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'buf>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                let n: u8 = ::planus::TableRead::from_buffer(buffer, offset)?;
                ::core::result::Result::Ok(::core::convert::TryInto::try_into(n)?)
            }
        }

        impl<'buf> ::planus::VectorReadInner<'buf> for Fruit {
            type Error = ::planus::errors::UnknownEnumTag;
            const STRIDE: usize = 1;
            #[inline]
            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'buf>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::UnknownEnumTag> {
                let value = unsafe { *buffer.buffer.get_unchecked(offset) };
                let value: ::core::result::Result<Self, _> = ::core::convert::TryInto::try_into(value);
                value.map_err(|error_kind| {
                    error_kind.with_error_location("Fruit", "VectorRead::from_buffer", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<Fruit> for Fruit {
            const STRIDE: usize = 1;

            type Value = Self;

            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> Self {
                *self
            }

            #[inline]
            unsafe fn write_values(values: &[Self], bytes: *mut ::core::mem::MaybeUninit<u8>, buffer_position: u32) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 1];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - i as u32,
                    );
                }
            }
        }

        /// The struct `Bar` in the namespace `container`
        ///
        /// Generated from these locations:
        /// * Struct `Bar` in the file `schemas/container.fbs:9`
        #[derive(Copy, Clone, Debug, PartialEq, PartialOrd, Default, ::serde::Serialize, ::serde::Deserialize)]
        pub struct Bar {
            /// The field `time` in the struct `Bar`
            pub time: i32,

            /// The field `ratio` in the struct `Bar`
            pub ratio: f32,

            /// The field `size` in the struct `Bar`
            pub size: u16,
        }

        /// # Safety
        /// The Planus compiler correctly calculates `ALIGNMENT` and `SIZE`.
        unsafe impl ::planus::Primitive for Bar {
            const ALIGNMENT: usize = 4;
            const SIZE: usize = 12;
        }

        #[allow(clippy::identity_op)]
        impl ::planus::WriteAsPrimitive<Bar> for Bar {
            #[inline]
            fn write<const N: usize>(&self, cursor: ::planus::Cursor<'_, N>, buffer_position: u32) {
                let (cur, cursor) = cursor.split::<4, 8>();
                self.time.write(cur, buffer_position - 0);
                let (cur, cursor) = cursor.split::<4, 4>();
                self.ratio.write(cur, buffer_position - 4);
                let (cur, cursor) = cursor.split::<2, 2>();
                self.size.write(cur, buffer_position - 8);
                let cursor = cursor.write::<2, 0>([0; 2]);
                cursor.finish([]);
            }
        }

        impl ::planus::WriteAsOffset<Bar> for Bar {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Bar> {
                unsafe {
                    builder.write_with(12, 3, |buffer_position, bytes| {
                        let bytes = bytes.as_mut_ptr();

                        ::planus::WriteAsPrimitive::write(
                            self,
                            ::planus::Cursor::new(&mut *(bytes as *mut [::core::mem::MaybeUninit<u8>; 12])),
                            buffer_position,
                        );
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<Bar> for Bar {
            type Prepared = Self;
            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> Self {
                *self
            }
        }

        impl ::planus::WriteAsOptional<Bar> for Bar {
            type Prepared = Self;
            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> ::core::option::Option<Self> {
                ::core::option::Option::Some(*self)
            }
        }

        /// Reference to a deserialized [Bar].
        #[derive(Copy, Clone)]
        pub struct BarRef<'a>(::planus::ArrayWithStartOffset<'a, 12>);

        impl<'a> BarRef<'a> {
            /// Getter for the [`time` field](Bar#structfield.time).
            pub fn time(&self) -> i32 {
                let buffer = self.0.advance_as_array::<4>(0).unwrap();

                i32::from_le_bytes(*buffer.as_array())
            }

            /// Getter for the [`ratio` field](Bar#structfield.ratio).
            pub fn ratio(&self) -> f32 {
                let buffer = self.0.advance_as_array::<4>(4).unwrap();

                f32::from_le_bytes(*buffer.as_array())
            }

            /// Getter for the [`size` field](Bar#structfield.size).
            pub fn size(&self) -> u16 {
                let buffer = self.0.advance_as_array::<2>(8).unwrap();

                u16::from_le_bytes(*buffer.as_array())
            }
        }

        impl<'a> ::core::fmt::Debug for BarRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("BarRef");
                f.field("time", &self.time());
                f.field("ratio", &self.ratio());
                f.field("size", &self.size());
                f.finish()
            }
        }

        impl<'a> ::core::convert::From<::planus::ArrayWithStartOffset<'a, 12>> for BarRef<'a> {
            fn from(array: ::planus::ArrayWithStartOffset<'a, 12>) -> Self {
                Self(array)
            }
        }

        impl<'a> ::core::convert::From<BarRef<'a>> for Bar {
            #[allow(unreachable_code)]
            fn from(value: BarRef<'a>) -> Self {
                Self { time: value.time(), ratio: value.ratio(), size: value.size() }
            }
        }

        impl<'a, 'b> ::core::cmp::PartialEq<BarRef<'a>> for BarRef<'b> {
            fn eq(&self, other: &BarRef<'_>) -> bool {
                self.time() == other.time() && self.ratio() == other.ratio() && self.size() == other.size()
            }
        }

        impl<'a, 'b> ::core::cmp::PartialOrd<BarRef<'a>> for BarRef<'b> {
            fn partial_cmp(&self, other: &BarRef<'_>) -> ::core::option::Option<::core::cmp::Ordering> {
                match self.time().partial_cmp(&other.time()) {
                    ::core::option::Option::Some(::core::cmp::Ordering::Equal) => (),
                    o => return o,
                }

                match self.ratio().partial_cmp(&other.ratio()) {
                    ::core::option::Option::Some(::core::cmp::Ordering::Equal) => (),
                    o => return o,
                }

                self.size().partial_cmp(&other.size())
            }
        }

        impl<'a> ::planus::TableRead<'a> for BarRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                let buffer = buffer.advance_as_array::<12>(offset)?;
                ::core::result::Result::Ok(Self(buffer))
            }
        }

        impl<'a> ::planus::VectorRead<'a> for BarRef<'a> {
            const STRIDE: usize = 12;

            #[inline]
            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> Self {
                Self(unsafe { buffer.unchecked_advance_as_array(offset) })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<Bar> for Bar {
            const STRIDE: usize = 12;

            type Value = Bar;

            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> Self::Value {
                *self
            }

            #[inline]
            unsafe fn write_values(values: &[Bar], bytes: *mut ::core::mem::MaybeUninit<u8>, buffer_position: u32) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 12];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (12 * i) as u32,
                    );
                }
            }
        }

        /// The table `FooBar` in the namespace `container`
        ///
        /// Generated from these locations:
        /// * Table `FooBar` in the file `schemas/container.fbs:15`
        #[derive(Clone, Debug, PartialEq, PartialOrd, ::serde::Serialize, ::serde::Deserialize)]
        pub struct FooBar {
            /// The field `sibling` in the table `FooBar`
            pub sibling: self::Bar,
            /// The field `name` in the table `FooBar`
            pub name: ::planus::alloc::string::String,
            /// The field `rating` in the table `FooBar`
            pub rating: f64,
            /// The field `postfix` in the table `FooBar`
            pub postfix: u8,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for FooBar {
            fn default() -> Self {
                Self {
                    sibling: ::core::default::Default::default(),
                    name: ::core::default::Default::default(),
                    rating: 0.0,
                    postfix: 0,
                }
            }
        }

        impl FooBar {
            /// Creates a [FooBarBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> FooBarBuilder<()> {
                FooBarBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_sibling: impl ::planus::WriteAs<self::Bar>,
                field_name: impl ::planus::WriteAs<::planus::Offset<str>>,
                field_rating: impl ::planus::WriteAsDefault<f64, f64>,
                field_postfix: impl ::planus::WriteAsDefault<u8, u8>,
            ) -> ::planus::Offset<Self> {
                let prepared_sibling = field_sibling.prepare(builder);
                let prepared_name = field_name.prepare(builder);
                let prepared_rating = field_rating.prepare(builder, &0.0);
                let prepared_postfix = field_postfix.prepare(builder, &0);

                let mut table_writer: ::planus::table_writer::TableWriter<12> = ::core::default::Default::default();
                if prepared_rating.is_some() {
                    table_writer.write_entry::<f64>(2);
                }
                table_writer.write_entry::<self::Bar>(0);
                table_writer.write_entry::<::planus::Offset<str>>(1);
                if prepared_postfix.is_some() {
                    table_writer.write_entry::<u8>(3);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_rating) = prepared_rating {
                            object_writer.write::<_, _, 8>(&prepared_rating);
                        }
                        object_writer.write::<_, _, 12>(&prepared_sibling);
                        object_writer.write::<_, _, 4>(&prepared_name);
                        if let ::core::option::Option::Some(prepared_postfix) = prepared_postfix {
                            object_writer.write::<_, _, 1>(&prepared_postfix);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<FooBar>> for FooBar {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<FooBar> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<FooBar>> for FooBar {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<FooBar>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<FooBar> for FooBar {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<FooBar> {
                FooBar::create(builder, self.sibling, &self.name, self.rating, self.postfix)
            }
        }

        /// Builder for serializing an instance of the [FooBar] type.
        ///
        /// Can be created using the [FooBar::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct FooBarBuilder<State>(State);

        impl FooBarBuilder<()> {
            /// Setter for the [`sibling` field](FooBar#structfield.sibling).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn sibling<T0>(self, value: T0) -> FooBarBuilder<(T0,)>
            where
                T0: ::planus::WriteAs<self::Bar>,
            {
                FooBarBuilder((value,))
            }
        }

        impl<T0> FooBarBuilder<(T0,)> {
            /// Setter for the [`name` field](FooBar#structfield.name).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn name<T1>(self, value: T1) -> FooBarBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAs<::planus::Offset<str>>,
            {
                let (v0,) = self.0;
                FooBarBuilder((v0, value))
            }
        }

        impl<T0, T1> FooBarBuilder<(T0, T1)> {
            /// Setter for the [`rating` field](FooBar#structfield.rating).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn rating<T2>(self, value: T2) -> FooBarBuilder<(T0, T1, T2)>
            where
                T2: ::planus::WriteAsDefault<f64, f64>,
            {
                let (v0, v1) = self.0;
                FooBarBuilder((v0, v1, value))
            }

            /// Sets the [`rating` field](FooBar#structfield.rating) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn rating_as_default(self) -> FooBarBuilder<(T0, T1, ::planus::DefaultValue)> {
                self.rating(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2> FooBarBuilder<(T0, T1, T2)> {
            /// Setter for the [`postfix` field](FooBar#structfield.postfix).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn postfix<T3>(self, value: T3) -> FooBarBuilder<(T0, T1, T2, T3)>
            where
                T3: ::planus::WriteAsDefault<u8, u8>,
            {
                let (v0, v1, v2) = self.0;
                FooBarBuilder((v0, v1, v2, value))
            }

            /// Sets the [`postfix` field](FooBar#structfield.postfix) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn postfix_as_default(self) -> FooBarBuilder<(T0, T1, T2, ::planus::DefaultValue)> {
                self.postfix(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3> FooBarBuilder<(T0, T1, T2, T3)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [FooBar].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<FooBar>
            where
                Self: ::planus::WriteAsOffset<FooBar>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAs<self::Bar>,
                T1: ::planus::WriteAs<::planus::Offset<str>>,
                T2: ::planus::WriteAsDefault<f64, f64>,
                T3: ::planus::WriteAsDefault<u8, u8>,
            > ::planus::WriteAs<::planus::Offset<FooBar>> for FooBarBuilder<(T0, T1, T2, T3)>
        {
            type Prepared = ::planus::Offset<FooBar>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<FooBar> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAs<self::Bar>,
                T1: ::planus::WriteAs<::planus::Offset<str>>,
                T2: ::planus::WriteAsDefault<f64, f64>,
                T3: ::planus::WriteAsDefault<u8, u8>,
            > ::planus::WriteAsOptional<::planus::Offset<FooBar>> for FooBarBuilder<(T0, T1, T2, T3)>
        {
            type Prepared = ::planus::Offset<FooBar>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<FooBar>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<
                T0: ::planus::WriteAs<self::Bar>,
                T1: ::planus::WriteAs<::planus::Offset<str>>,
                T2: ::planus::WriteAsDefault<f64, f64>,
                T3: ::planus::WriteAsDefault<u8, u8>,
            > ::planus::WriteAsOffset<FooBar> for FooBarBuilder<(T0, T1, T2, T3)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<FooBar> {
                let (v0, v1, v2, v3) = &self.0;
                FooBar::create(builder, v0, v1, v2, v3)
            }
        }

        /// Reference to a deserialized [FooBar].
        #[derive(Copy, Clone)]
        pub struct FooBarRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> FooBarRef<'a> {
            /// Getter for the [`sibling` field](FooBar#structfield.sibling).
            #[inline]
            pub fn sibling(&self) -> ::planus::Result<self::BarRef<'a>> {
                self.0.access_required(0, "FooBar", "sibling")
            }

            /// Getter for the [`name` field](FooBar#structfield.name).
            #[inline]
            pub fn name(&self) -> ::planus::Result<&'a ::core::primitive::str> {
                self.0.access_required(1, "FooBar", "name")
            }

            /// Getter for the [`rating` field](FooBar#structfield.rating).
            #[inline]
            pub fn rating(&self) -> ::planus::Result<f64> {
                ::core::result::Result::Ok(self.0.access(2, "FooBar", "rating")?.unwrap_or(0.0))
            }

            /// Getter for the [`postfix` field](FooBar#structfield.postfix).
            #[inline]
            pub fn postfix(&self) -> ::planus::Result<u8> {
                ::core::result::Result::Ok(self.0.access(3, "FooBar", "postfix")?.unwrap_or(0))
            }
        }

        impl<'a> ::core::fmt::Debug for FooBarRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("FooBarRef");
                f.field("sibling", &self.sibling());
                f.field("name", &self.name());
                f.field("rating", &self.rating());
                f.field("postfix", &self.postfix());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<FooBarRef<'a>> for FooBar {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: FooBarRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    sibling: ::core::convert::Into::into(value.sibling()?),
                    name: ::core::convert::Into::into(value.name()?),
                    rating: ::core::convert::TryInto::try_into(value.rating()?)?,
                    postfix: ::core::convert::TryInto::try_into(value.postfix()?)?,
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for FooBarRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for FooBarRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[FooBarRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<FooBar>> for FooBar {
            type Value = ::planus::Offset<FooBar>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<FooBar>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for FooBarRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[FooBarRef]", "read_as_root", 0))
            }
        }

        /// The table `Container` in the namespace `container`
        ///
        /// Generated from these locations:
        /// * Table `Container` in the file `schemas/container.fbs:22`
        #[derive(Clone, Debug, PartialEq, PartialOrd, ::serde::Serialize, ::serde::Deserialize)]
        pub struct Container {
            /// The field `list` in the table `Container`
            pub list: ::planus::alloc::vec::Vec<self::FooBar>,
            /// The field `initialized` in the table `Container`
            pub initialized: bool,
            /// The field `fruit` in the table `Container`
            pub fruit: self::Fruit,
            /// The field `location` in the table `Container`
            pub location: ::planus::alloc::string::String,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Container {
            fn default() -> Self {
                Self {
                    list: ::core::default::Default::default(),
                    initialized: false,
                    fruit: self::Fruit::Apples,
                    location: ::core::default::Default::default(),
                }
            }
        }

        impl Container {
            /// Creates a [ContainerBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> ContainerBuilder<()> {
                ContainerBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_list: impl ::planus::WriteAs<::planus::Offset<[::planus::Offset<self::FooBar>]>>,
                field_initialized: impl ::planus::WriteAsDefault<bool, bool>,
                field_fruit: impl ::planus::WriteAsDefault<self::Fruit, self::Fruit>,
                field_location: impl ::planus::WriteAs<::planus::Offset<str>>,
            ) -> ::planus::Offset<Self> {
                let prepared_list = field_list.prepare(builder);
                let prepared_initialized = field_initialized.prepare(builder, &false);
                let prepared_fruit = field_fruit.prepare(builder, &self::Fruit::Apples);
                let prepared_location = field_location.prepare(builder);

                let mut table_writer: ::planus::table_writer::TableWriter<12> = ::core::default::Default::default();
                table_writer.write_entry::<::planus::Offset<[::planus::Offset<self::FooBar>]>>(0);
                table_writer.write_entry::<::planus::Offset<str>>(3);
                if prepared_initialized.is_some() {
                    table_writer.write_entry::<bool>(1);
                }
                if prepared_fruit.is_some() {
                    table_writer.write_entry::<self::Fruit>(2);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        object_writer.write::<_, _, 4>(&prepared_list);
                        object_writer.write::<_, _, 4>(&prepared_location);
                        if let ::core::option::Option::Some(prepared_initialized) = prepared_initialized {
                            object_writer.write::<_, _, 1>(&prepared_initialized);
                        }
                        if let ::core::option::Option::Some(prepared_fruit) = prepared_fruit {
                            object_writer.write::<_, _, 1>(&prepared_fruit);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Container>> for Container {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Container> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Container>> for Container {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Container>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Container> for Container {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Container> {
                Container::create(builder, &self.list, self.initialized, self.fruit, &self.location)
            }
        }

        /// Builder for serializing an instance of the [Container] type.
        ///
        /// Can be created using the [Container::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct ContainerBuilder<State>(State);

        impl ContainerBuilder<()> {
            /// Setter for the [`list` field](Container#structfield.list).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn list<T0>(self, value: T0) -> ContainerBuilder<(T0,)>
            where
                T0: ::planus::WriteAs<::planus::Offset<[::planus::Offset<self::FooBar>]>>,
            {
                ContainerBuilder((value,))
            }
        }

        impl<T0> ContainerBuilder<(T0,)> {
            /// Setter for the [`initialized` field](Container#structfield.initialized).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn initialized<T1>(self, value: T1) -> ContainerBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAsDefault<bool, bool>,
            {
                let (v0,) = self.0;
                ContainerBuilder((v0, value))
            }

            /// Sets the [`initialized` field](Container#structfield.initialized) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn initialized_as_default(self) -> ContainerBuilder<(T0, ::planus::DefaultValue)> {
                self.initialized(::planus::DefaultValue)
            }
        }

        impl<T0, T1> ContainerBuilder<(T0, T1)> {
            /// Setter for the [`fruit` field](Container#structfield.fruit).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn fruit<T2>(self, value: T2) -> ContainerBuilder<(T0, T1, T2)>
            where
                T2: ::planus::WriteAsDefault<self::Fruit, self::Fruit>,
            {
                let (v0, v1) = self.0;
                ContainerBuilder((v0, v1, value))
            }

            /// Sets the [`fruit` field](Container#structfield.fruit) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn fruit_as_default(self) -> ContainerBuilder<(T0, T1, ::planus::DefaultValue)> {
                self.fruit(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2> ContainerBuilder<(T0, T1, T2)> {
            /// Setter for the [`location` field](Container#structfield.location).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn location<T3>(self, value: T3) -> ContainerBuilder<(T0, T1, T2, T3)>
            where
                T3: ::planus::WriteAs<::planus::Offset<str>>,
            {
                let (v0, v1, v2) = self.0;
                ContainerBuilder((v0, v1, v2, value))
            }
        }

        impl<T0, T1, T2, T3> ContainerBuilder<(T0, T1, T2, T3)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Container].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Container>
            where
                Self: ::planus::WriteAsOffset<Container>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAs<::planus::Offset<[::planus::Offset<self::FooBar>]>>,
                T1: ::planus::WriteAsDefault<bool, bool>,
                T2: ::planus::WriteAsDefault<self::Fruit, self::Fruit>,
                T3: ::planus::WriteAs<::planus::Offset<str>>,
            > ::planus::WriteAs<::planus::Offset<Container>> for ContainerBuilder<(T0, T1, T2, T3)>
        {
            type Prepared = ::planus::Offset<Container>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Container> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAs<::planus::Offset<[::planus::Offset<self::FooBar>]>>,
                T1: ::planus::WriteAsDefault<bool, bool>,
                T2: ::planus::WriteAsDefault<self::Fruit, self::Fruit>,
                T3: ::planus::WriteAs<::planus::Offset<str>>,
            > ::planus::WriteAsOptional<::planus::Offset<Container>> for ContainerBuilder<(T0, T1, T2, T3)>
        {
            type Prepared = ::planus::Offset<Container>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Container>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<
                T0: ::planus::WriteAs<::planus::Offset<[::planus::Offset<self::FooBar>]>>,
                T1: ::planus::WriteAsDefault<bool, bool>,
                T2: ::planus::WriteAsDefault<self::Fruit, self::Fruit>,
                T3: ::planus::WriteAs<::planus::Offset<str>>,
            > ::planus::WriteAsOffset<Container> for ContainerBuilder<(T0, T1, T2, T3)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Container> {
                let (v0, v1, v2, v3) = &self.0;
                Container::create(builder, v0, v1, v2, v3)
            }
        }

        /// Reference to a deserialized [Container].
        #[derive(Copy, Clone)]
        pub struct ContainerRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> ContainerRef<'a> {
            /// Getter for the [`list` field](Container#structfield.list).
            #[inline]
            pub fn list(&self) -> ::planus::Result<::planus::Vector<'a, ::planus::Result<self::FooBarRef<'a>>>> {
                self.0.access_required(0, "Container", "list")
            }

            /// Getter for the [`initialized` field](Container#structfield.initialized).
            #[inline]
            pub fn initialized(&self) -> ::planus::Result<bool> {
                ::core::result::Result::Ok(self.0.access(1, "Container", "initialized")?.unwrap_or(false))
            }

            /// Getter for the [`fruit` field](Container#structfield.fruit).
            #[inline]
            pub fn fruit(&self) -> ::planus::Result<self::Fruit> {
                ::core::result::Result::Ok(self.0.access(2, "Container", "fruit")?.unwrap_or(self::Fruit::Apples))
            }

            /// Getter for the [`location` field](Container#structfield.location).
            #[inline]
            pub fn location(&self) -> ::planus::Result<&'a ::core::primitive::str> {
                self.0.access_required(3, "Container", "location")
            }
        }

        impl<'a> ::core::fmt::Debug for ContainerRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("ContainerRef");
                f.field("list", &self.list());
                f.field("initialized", &self.initialized());
                f.field("fruit", &self.fruit());
                f.field("location", &self.location());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<ContainerRef<'a>> for Container {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: ContainerRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    list: value.list()?.to_vec_result()?,
                    initialized: ::core::convert::TryInto::try_into(value.initialized()?)?,
                    fruit: ::core::convert::TryInto::try_into(value.fruit()?)?,
                    location: ::core::convert::Into::into(value.location()?),
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for ContainerRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for ContainerRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[ContainerRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Container>> for Container {
            type Value = ::planus::Offset<Container>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Container>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for ContainerRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[ContainerRef]", "read_as_root", 0))
            }
        }
    }
}
