pub use root::*;

const _: () = ::planus::check_version_compatibility("planus-1.3.0");

/// The root namespace
///
/// Generated from these locations:
/// * File `schemas/fields.fbs`
#[no_implicit_prelude]
#[allow(clippy::needless_lifetimes)]
mod root {
    /// The namespace `fields`
    ///
    /// Generated from these locations:
    /// * File `schemas/fields.fbs`
    pub mod fields {
        /// The table `Fields` in the namespace `fields`
        ///
        /// Generated from these locations:
        /// * Table `Fields` in the file `schemas/fields.fbs:6`
        #[derive(Clone, Debug, PartialEq, PartialOrd, ::serde::Serialize, ::serde::Deserialize)]
        pub struct Fields {
            /// The field `field_of_type_string` in the table `Fields`
            pub field_of_type_string: ::planus::alloc::string::String,
            /// The field `field_of_type_u32` in the table `Fields`
            pub field_of_type_u32: u32,
            /// The field `field_of_type_u64` in the table `Fields`
            pub field_of_type_u64: u64,
            /// The field `field_of_type_i32` in the table `Fields`
            pub field_of_type_i32: i32,
            /// The field `field_of_type_i64` in the table `Fields`
            pub field_of_type_i64: i64,
            /// The field `field_of_type_f32` in the table `Fields`
            pub field_of_type_f32: f32,
            /// The field `field_of_type_f64` in the table `Fields`
            pub field_of_type_f64: f64,
            /// The field `field_of_type_bool` in the table `Fields`
            pub field_of_type_bool: bool,
            /// The field `field_of_type_u8` in the table `Fields`
            pub field_of_type_u8: u8,
            /// The field `field_of_type_i8` in the table `Fields`
            pub field_of_type_i8: i8,
            /// The field `field_of_type_u16` in the table `Fields`
            pub field_of_type_u16: u16,
            /// The field `field_of_type_i16` in the table `Fields`
            pub field_of_type_i16: i16,
            /// The field `second_field_of_type_string` in the table `Fields`
            pub second_field_of_type_string: ::planus::alloc::string::String,
            /// The field `second_field_of_type_u32` in the table `Fields`
            pub second_field_of_type_u32: u32,
            /// The field `second_field_of_type_u64` in the table `Fields`
            pub second_field_of_type_u64: u64,
            /// The field `second_field_of_type_i32` in the table `Fields`
            pub second_field_of_type_i32: i32,
            /// The field `second_field_of_type_i64` in the table `Fields`
            pub second_field_of_type_i64: i64,
            /// The field `third_field_of_type_string` in the table `Fields`
            pub third_field_of_type_string: ::planus::alloc::string::String,
            /// The field `third_field_of_type_u32` in the table `Fields`
            pub third_field_of_type_u32: u32,
            /// The field `third_field_of_type_u64` in the table `Fields`
            pub third_field_of_type_u64: u64,
            /// The field `third_field_of_type_i32` in the table `Fields`
            pub third_field_of_type_i32: i32,
            /// The field `third_field_of_type_i64` in the table `Fields`
            pub third_field_of_type_i64: i64,
            /// The field `fourth_field_of_type_string` in the table `Fields`
            pub fourth_field_of_type_string: ::planus::alloc::string::String,
            /// The field `fourth_field_of_type_u32` in the table `Fields`
            pub fourth_field_of_type_u32: u32,
            /// The field `fourth_field_of_type_u64` in the table `Fields`
            pub fourth_field_of_type_u64: u64,
            /// The field `fourth_field_of_type_i32` in the table `Fields`
            pub fourth_field_of_type_i32: i32,
            /// The field `fourth_field_of_type_i64` in the table `Fields`
            pub fourth_field_of_type_i64: i64,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Fields {
            fn default() -> Self {
                Self {
                    field_of_type_string: ::core::default::Default::default(),
                    field_of_type_u32: 0,
                    field_of_type_u64: 0,
                    field_of_type_i32: 0,
                    field_of_type_i64: 0,
                    field_of_type_f32: 0.0,
                    field_of_type_f64: 0.0,
                    field_of_type_bool: false,
                    field_of_type_u8: 0,
                    field_of_type_i8: 0,
                    field_of_type_u16: 0,
                    field_of_type_i16: 0,
                    second_field_of_type_string: ::core::default::Default::default(),
                    second_field_of_type_u32: 0,
                    second_field_of_type_u64: 0,
                    second_field_of_type_i32: 0,
                    second_field_of_type_i64: 0,
                    third_field_of_type_string: ::core::default::Default::default(),
                    third_field_of_type_u32: 0,
                    third_field_of_type_u64: 0,
                    third_field_of_type_i32: 0,
                    third_field_of_type_i64: 0,
                    fourth_field_of_type_string: ::core::default::Default::default(),
                    fourth_field_of_type_u32: 0,
                    fourth_field_of_type_u64: 0,
                    fourth_field_of_type_i32: 0,
                    fourth_field_of_type_i64: 0,
                }
            }
        }

        impl Fields {
            /// Creates a [FieldsBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> FieldsBuilder<()> {
                FieldsBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_field_of_type_string: impl ::planus::WriteAs<::planus::Offset<str>>,
                field_field_of_type_u32: impl ::planus::WriteAsDefault<u32, u32>,
                field_field_of_type_u64: impl ::planus::WriteAsDefault<u64, u64>,
                field_field_of_type_i32: impl ::planus::WriteAsDefault<i32, i32>,
                field_field_of_type_i64: impl ::planus::WriteAsDefault<i64, i64>,
                field_field_of_type_f32: impl ::planus::WriteAsDefault<f32, f32>,
                field_field_of_type_f64: impl ::planus::WriteAsDefault<f64, f64>,
                field_field_of_type_bool: impl ::planus::WriteAsDefault<bool, bool>,
                field_field_of_type_u8: impl ::planus::WriteAsDefault<u8, u8>,
                field_field_of_type_i8: impl ::planus::WriteAsDefault<i8, i8>,
                field_field_of_type_u16: impl ::planus::WriteAsDefault<u16, u16>,
                field_field_of_type_i16: impl ::planus::WriteAsDefault<i16, i16>,
                field_second_field_of_type_string: impl ::planus::WriteAs<::planus::Offset<str>>,
                field_second_field_of_type_u32: impl ::planus::WriteAsDefault<u32, u32>,
                field_second_field_of_type_u64: impl ::planus::WriteAsDefault<u64, u64>,
                field_second_field_of_type_i32: impl ::planus::WriteAsDefault<i32, i32>,
                field_second_field_of_type_i64: impl ::planus::WriteAsDefault<i64, i64>,
                field_third_field_of_type_string: impl ::planus::WriteAs<::planus::Offset<str>>,
                field_third_field_of_type_u32: impl ::planus::WriteAsDefault<u32, u32>,
                field_third_field_of_type_u64: impl ::planus::WriteAsDefault<u64, u64>,
                field_third_field_of_type_i32: impl ::planus::WriteAsDefault<i32, i32>,
                field_third_field_of_type_i64: impl ::planus::WriteAsDefault<i64, i64>,
                field_fourth_field_of_type_string: impl ::planus::WriteAs<::planus::Offset<str>>,
                field_fourth_field_of_type_u32: impl ::planus::WriteAsDefault<u32, u32>,
                field_fourth_field_of_type_u64: impl ::planus::WriteAsDefault<u64, u64>,
                field_fourth_field_of_type_i32: impl ::planus::WriteAsDefault<i32, i32>,
                field_fourth_field_of_type_i64: impl ::planus::WriteAsDefault<i64, i64>,
            ) -> ::planus::Offset<Self> {
                let prepared_field_of_type_string = field_field_of_type_string.prepare(builder);
                let prepared_field_of_type_u32 = field_field_of_type_u32.prepare(builder, &0);
                let prepared_field_of_type_u64 = field_field_of_type_u64.prepare(builder, &0);
                let prepared_field_of_type_i32 = field_field_of_type_i32.prepare(builder, &0);
                let prepared_field_of_type_i64 = field_field_of_type_i64.prepare(builder, &0);
                let prepared_field_of_type_f32 = field_field_of_type_f32.prepare(builder, &0.0);
                let prepared_field_of_type_f64 = field_field_of_type_f64.prepare(builder, &0.0);
                let prepared_field_of_type_bool = field_field_of_type_bool.prepare(builder, &false);
                let prepared_field_of_type_u8 = field_field_of_type_u8.prepare(builder, &0);
                let prepared_field_of_type_i8 = field_field_of_type_i8.prepare(builder, &0);
                let prepared_field_of_type_u16 = field_field_of_type_u16.prepare(builder, &0);
                let prepared_field_of_type_i16 = field_field_of_type_i16.prepare(builder, &0);
                let prepared_second_field_of_type_string = field_second_field_of_type_string.prepare(builder);
                let prepared_second_field_of_type_u32 = field_second_field_of_type_u32.prepare(builder, &0);
                let prepared_second_field_of_type_u64 = field_second_field_of_type_u64.prepare(builder, &0);
                let prepared_second_field_of_type_i32 = field_second_field_of_type_i32.prepare(builder, &0);
                let prepared_second_field_of_type_i64 = field_second_field_of_type_i64.prepare(builder, &0);
                let prepared_third_field_of_type_string = field_third_field_of_type_string.prepare(builder);
                let prepared_third_field_of_type_u32 = field_third_field_of_type_u32.prepare(builder, &0);
                let prepared_third_field_of_type_u64 = field_third_field_of_type_u64.prepare(builder, &0);
                let prepared_third_field_of_type_i32 = field_third_field_of_type_i32.prepare(builder, &0);
                let prepared_third_field_of_type_i64 = field_third_field_of_type_i64.prepare(builder, &0);
                let prepared_fourth_field_of_type_string = field_fourth_field_of_type_string.prepare(builder);
                let prepared_fourth_field_of_type_u32 = field_fourth_field_of_type_u32.prepare(builder, &0);
                let prepared_fourth_field_of_type_u64 = field_fourth_field_of_type_u64.prepare(builder, &0);
                let prepared_fourth_field_of_type_i32 = field_fourth_field_of_type_i32.prepare(builder, &0);
                let prepared_fourth_field_of_type_i64 = field_fourth_field_of_type_i64.prepare(builder, &0);

                let mut table_writer: ::planus::table_writer::TableWriter<58> = ::core::default::Default::default();
                if prepared_field_of_type_u64.is_some() {
                    table_writer.write_entry::<u64>(2);
                }
                if prepared_field_of_type_i64.is_some() {
                    table_writer.write_entry::<i64>(4);
                }
                if prepared_field_of_type_f64.is_some() {
                    table_writer.write_entry::<f64>(6);
                }
                if prepared_second_field_of_type_u64.is_some() {
                    table_writer.write_entry::<u64>(14);
                }
                if prepared_second_field_of_type_i64.is_some() {
                    table_writer.write_entry::<i64>(16);
                }
                if prepared_third_field_of_type_u64.is_some() {
                    table_writer.write_entry::<u64>(19);
                }
                if prepared_third_field_of_type_i64.is_some() {
                    table_writer.write_entry::<i64>(21);
                }
                if prepared_fourth_field_of_type_u64.is_some() {
                    table_writer.write_entry::<u64>(24);
                }
                if prepared_fourth_field_of_type_i64.is_some() {
                    table_writer.write_entry::<i64>(26);
                }
                table_writer.write_entry::<::planus::Offset<str>>(0);
                if prepared_field_of_type_u32.is_some() {
                    table_writer.write_entry::<u32>(1);
                }
                if prepared_field_of_type_i32.is_some() {
                    table_writer.write_entry::<i32>(3);
                }
                if prepared_field_of_type_f32.is_some() {
                    table_writer.write_entry::<f32>(5);
                }
                table_writer.write_entry::<::planus::Offset<str>>(12);
                if prepared_second_field_of_type_u32.is_some() {
                    table_writer.write_entry::<u32>(13);
                }
                if prepared_second_field_of_type_i32.is_some() {
                    table_writer.write_entry::<i32>(15);
                }
                table_writer.write_entry::<::planus::Offset<str>>(17);
                if prepared_third_field_of_type_u32.is_some() {
                    table_writer.write_entry::<u32>(18);
                }
                if prepared_third_field_of_type_i32.is_some() {
                    table_writer.write_entry::<i32>(20);
                }
                table_writer.write_entry::<::planus::Offset<str>>(22);
                if prepared_fourth_field_of_type_u32.is_some() {
                    table_writer.write_entry::<u32>(23);
                }
                if prepared_fourth_field_of_type_i32.is_some() {
                    table_writer.write_entry::<i32>(25);
                }
                if prepared_field_of_type_u16.is_some() {
                    table_writer.write_entry::<u16>(10);
                }
                if prepared_field_of_type_i16.is_some() {
                    table_writer.write_entry::<i16>(11);
                }
                if prepared_field_of_type_bool.is_some() {
                    table_writer.write_entry::<bool>(7);
                }
                if prepared_field_of_type_u8.is_some() {
                    table_writer.write_entry::<u8>(8);
                }
                if prepared_field_of_type_i8.is_some() {
                    table_writer.write_entry::<i8>(9);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_field_of_type_u64) = prepared_field_of_type_u64 {
                            object_writer.write::<_, _, 8>(&prepared_field_of_type_u64);
                        }
                        if let ::core::option::Option::Some(prepared_field_of_type_i64) = prepared_field_of_type_i64 {
                            object_writer.write::<_, _, 8>(&prepared_field_of_type_i64);
                        }
                        if let ::core::option::Option::Some(prepared_field_of_type_f64) = prepared_field_of_type_f64 {
                            object_writer.write::<_, _, 8>(&prepared_field_of_type_f64);
                        }
                        if let ::core::option::Option::Some(prepared_second_field_of_type_u64) =
                            prepared_second_field_of_type_u64
                        {
                            object_writer.write::<_, _, 8>(&prepared_second_field_of_type_u64);
                        }
                        if let ::core::option::Option::Some(prepared_second_field_of_type_i64) =
                            prepared_second_field_of_type_i64
                        {
                            object_writer.write::<_, _, 8>(&prepared_second_field_of_type_i64);
                        }
                        if let ::core::option::Option::Some(prepared_third_field_of_type_u64) =
                            prepared_third_field_of_type_u64
                        {
                            object_writer.write::<_, _, 8>(&prepared_third_field_of_type_u64);
                        }
                        if let ::core::option::Option::Some(prepared_third_field_of_type_i64) =
                            prepared_third_field_of_type_i64
                        {
                            object_writer.write::<_, _, 8>(&prepared_third_field_of_type_i64);
                        }
                        if let ::core::option::Option::Some(prepared_fourth_field_of_type_u64) =
                            prepared_fourth_field_of_type_u64
                        {
                            object_writer.write::<_, _, 8>(&prepared_fourth_field_of_type_u64);
                        }
                        if let ::core::option::Option::Some(prepared_fourth_field_of_type_i64) =
                            prepared_fourth_field_of_type_i64
                        {
                            object_writer.write::<_, _, 8>(&prepared_fourth_field_of_type_i64);
                        }
                        object_writer.write::<_, _, 4>(&prepared_field_of_type_string);
                        if let ::core::option::Option::Some(prepared_field_of_type_u32) = prepared_field_of_type_u32 {
                            object_writer.write::<_, _, 4>(&prepared_field_of_type_u32);
                        }
                        if let ::core::option::Option::Some(prepared_field_of_type_i32) = prepared_field_of_type_i32 {
                            object_writer.write::<_, _, 4>(&prepared_field_of_type_i32);
                        }
                        if let ::core::option::Option::Some(prepared_field_of_type_f32) = prepared_field_of_type_f32 {
                            object_writer.write::<_, _, 4>(&prepared_field_of_type_f32);
                        }
                        object_writer.write::<_, _, 4>(&prepared_second_field_of_type_string);
                        if let ::core::option::Option::Some(prepared_second_field_of_type_u32) =
                            prepared_second_field_of_type_u32
                        {
                            object_writer.write::<_, _, 4>(&prepared_second_field_of_type_u32);
                        }
                        if let ::core::option::Option::Some(prepared_second_field_of_type_i32) =
                            prepared_second_field_of_type_i32
                        {
                            object_writer.write::<_, _, 4>(&prepared_second_field_of_type_i32);
                        }
                        object_writer.write::<_, _, 4>(&prepared_third_field_of_type_string);
                        if let ::core::option::Option::Some(prepared_third_field_of_type_u32) =
                            prepared_third_field_of_type_u32
                        {
                            object_writer.write::<_, _, 4>(&prepared_third_field_of_type_u32);
                        }
                        if let ::core::option::Option::Some(prepared_third_field_of_type_i32) =
                            prepared_third_field_of_type_i32
                        {
                            object_writer.write::<_, _, 4>(&prepared_third_field_of_type_i32);
                        }
                        object_writer.write::<_, _, 4>(&prepared_fourth_field_of_type_string);
                        if let ::core::option::Option::Some(prepared_fourth_field_of_type_u32) =
                            prepared_fourth_field_of_type_u32
                        {
                            object_writer.write::<_, _, 4>(&prepared_fourth_field_of_type_u32);
                        }
                        if let ::core::option::Option::Some(prepared_fourth_field_of_type_i32) =
                            prepared_fourth_field_of_type_i32
                        {
                            object_writer.write::<_, _, 4>(&prepared_fourth_field_of_type_i32);
                        }
                        if let ::core::option::Option::Some(prepared_field_of_type_u16) = prepared_field_of_type_u16 {
                            object_writer.write::<_, _, 2>(&prepared_field_of_type_u16);
                        }
                        if let ::core::option::Option::Some(prepared_field_of_type_i16) = prepared_field_of_type_i16 {
                            object_writer.write::<_, _, 2>(&prepared_field_of_type_i16);
                        }
                        if let ::core::option::Option::Some(prepared_field_of_type_bool) = prepared_field_of_type_bool {
                            object_writer.write::<_, _, 1>(&prepared_field_of_type_bool);
                        }
                        if let ::core::option::Option::Some(prepared_field_of_type_u8) = prepared_field_of_type_u8 {
                            object_writer.write::<_, _, 1>(&prepared_field_of_type_u8);
                        }
                        if let ::core::option::Option::Some(prepared_field_of_type_i8) = prepared_field_of_type_i8 {
                            object_writer.write::<_, _, 1>(&prepared_field_of_type_i8);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Fields>> for Fields {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Fields> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Fields>> for Fields {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Fields>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Fields> for Fields {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Fields> {
                Fields::create(
                    builder,
                    &self.field_of_type_string,
                    self.field_of_type_u32,
                    self.field_of_type_u64,
                    self.field_of_type_i32,
                    self.field_of_type_i64,
                    self.field_of_type_f32,
                    self.field_of_type_f64,
                    self.field_of_type_bool,
                    self.field_of_type_u8,
                    self.field_of_type_i8,
                    self.field_of_type_u16,
                    self.field_of_type_i16,
                    &self.second_field_of_type_string,
                    self.second_field_of_type_u32,
                    self.second_field_of_type_u64,
                    self.second_field_of_type_i32,
                    self.second_field_of_type_i64,
                    &self.third_field_of_type_string,
                    self.third_field_of_type_u32,
                    self.third_field_of_type_u64,
                    self.third_field_of_type_i32,
                    self.third_field_of_type_i64,
                    &self.fourth_field_of_type_string,
                    self.fourth_field_of_type_u32,
                    self.fourth_field_of_type_u64,
                    self.fourth_field_of_type_i32,
                    self.fourth_field_of_type_i64,
                )
            }
        }

        /// Builder for serializing an instance of the [Fields] type.
        ///
        /// Can be created using the [Fields::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct FieldsBuilder<State>(State);

        impl FieldsBuilder<()> {
            /// Setter for the [`field_of_type_string` field](Fields#structfield.field_of_type_string).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn field_of_type_string<T0>(self, value: T0) -> FieldsBuilder<(T0,)>
            where
                T0: ::planus::WriteAs<::planus::Offset<str>>,
            {
                FieldsBuilder((value,))
            }
        }

        impl<T0> FieldsBuilder<(T0,)> {
            /// Setter for the [`field_of_type_u32` field](Fields#structfield.field_of_type_u32).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn field_of_type_u32<T1>(self, value: T1) -> FieldsBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAsDefault<u32, u32>,
            {
                let (v0,) = self.0;
                FieldsBuilder((v0, value))
            }

            /// Sets the [`field_of_type_u32` field](Fields#structfield.field_of_type_u32) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn field_of_type_u32_as_default(self) -> FieldsBuilder<(T0, ::planus::DefaultValue)> {
                self.field_of_type_u32(::planus::DefaultValue)
            }
        }

        impl<T0, T1> FieldsBuilder<(T0, T1)> {
            /// Setter for the [`field_of_type_u64` field](Fields#structfield.field_of_type_u64).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn field_of_type_u64<T2>(self, value: T2) -> FieldsBuilder<(T0, T1, T2)>
            where
                T2: ::planus::WriteAsDefault<u64, u64>,
            {
                let (v0, v1) = self.0;
                FieldsBuilder((v0, v1, value))
            }

            /// Sets the [`field_of_type_u64` field](Fields#structfield.field_of_type_u64) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn field_of_type_u64_as_default(self) -> FieldsBuilder<(T0, T1, ::planus::DefaultValue)> {
                self.field_of_type_u64(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2> FieldsBuilder<(T0, T1, T2)> {
            /// Setter for the [`field_of_type_i32` field](Fields#structfield.field_of_type_i32).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn field_of_type_i32<T3>(self, value: T3) -> FieldsBuilder<(T0, T1, T2, T3)>
            where
                T3: ::planus::WriteAsDefault<i32, i32>,
            {
                let (v0, v1, v2) = self.0;
                FieldsBuilder((v0, v1, v2, value))
            }

            /// Sets the [`field_of_type_i32` field](Fields#structfield.field_of_type_i32) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn field_of_type_i32_as_default(self) -> FieldsBuilder<(T0, T1, T2, ::planus::DefaultValue)> {
                self.field_of_type_i32(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3> FieldsBuilder<(T0, T1, T2, T3)> {
            /// Setter for the [`field_of_type_i64` field](Fields#structfield.field_of_type_i64).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn field_of_type_i64<T4>(self, value: T4) -> FieldsBuilder<(T0, T1, T2, T3, T4)>
            where
                T4: ::planus::WriteAsDefault<i64, i64>,
            {
                let (v0, v1, v2, v3) = self.0;
                FieldsBuilder((v0, v1, v2, v3, value))
            }

            /// Sets the [`field_of_type_i64` field](Fields#structfield.field_of_type_i64) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn field_of_type_i64_as_default(self) -> FieldsBuilder<(T0, T1, T2, T3, ::planus::DefaultValue)> {
                self.field_of_type_i64(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3, T4> FieldsBuilder<(T0, T1, T2, T3, T4)> {
            /// Setter for the [`field_of_type_f32` field](Fields#structfield.field_of_type_f32).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn field_of_type_f32<T5>(self, value: T5) -> FieldsBuilder<(T0, T1, T2, T3, T4, T5)>
            where
                T5: ::planus::WriteAsDefault<f32, f32>,
            {
                let (v0, v1, v2, v3, v4) = self.0;
                FieldsBuilder((v0, v1, v2, v3, v4, value))
            }

            /// Sets the [`field_of_type_f32` field](Fields#structfield.field_of_type_f32) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn field_of_type_f32_as_default(self) -> FieldsBuilder<(T0, T1, T2, T3, T4, ::planus::DefaultValue)> {
                self.field_of_type_f32(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3, T4, T5> FieldsBuilder<(T0, T1, T2, T3, T4, T5)> {
            /// Setter for the [`field_of_type_f64` field](Fields#structfield.field_of_type_f64).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn field_of_type_f64<T6>(self, value: T6) -> FieldsBuilder<(T0, T1, T2, T3, T4, T5, T6)>
            where
                T6: ::planus::WriteAsDefault<f64, f64>,
            {
                let (v0, v1, v2, v3, v4, v5) = self.0;
                FieldsBuilder((v0, v1, v2, v3, v4, v5, value))
            }

            /// Sets the [`field_of_type_f64` field](Fields#structfield.field_of_type_f64) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn field_of_type_f64_as_default(
                self,
            ) -> FieldsBuilder<(T0, T1, T2, T3, T4, T5, ::planus::DefaultValue)> {
                self.field_of_type_f64(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6> FieldsBuilder<(T0, T1, T2, T3, T4, T5, T6)> {
            /// Setter for the [`field_of_type_bool` field](Fields#structfield.field_of_type_bool).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn field_of_type_bool<T7>(self, value: T7) -> FieldsBuilder<(T0, T1, T2, T3, T4, T5, T6, T7)>
            where
                T7: ::planus::WriteAsDefault<bool, bool>,
            {
                let (v0, v1, v2, v3, v4, v5, v6) = self.0;
                FieldsBuilder((v0, v1, v2, v3, v4, v5, v6, value))
            }

            /// Sets the [`field_of_type_bool` field](Fields#structfield.field_of_type_bool) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn field_of_type_bool_as_default(
                self,
            ) -> FieldsBuilder<(T0, T1, T2, T3, T4, T5, T6, ::planus::DefaultValue)> {
                self.field_of_type_bool(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7> FieldsBuilder<(T0, T1, T2, T3, T4, T5, T6, T7)> {
            /// Setter for the [`field_of_type_u8` field](Fields#structfield.field_of_type_u8).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn field_of_type_u8<T8>(self, value: T8) -> FieldsBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8)>
            where
                T8: ::planus::WriteAsDefault<u8, u8>,
            {
                let (v0, v1, v2, v3, v4, v5, v6, v7) = self.0;
                FieldsBuilder((v0, v1, v2, v3, v4, v5, v6, v7, value))
            }

            /// Sets the [`field_of_type_u8` field](Fields#structfield.field_of_type_u8) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn field_of_type_u8_as_default(
                self,
            ) -> FieldsBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, ::planus::DefaultValue)> {
                self.field_of_type_u8(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7, T8> FieldsBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8)> {
            /// Setter for the [`field_of_type_i8` field](Fields#structfield.field_of_type_i8).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn field_of_type_i8<T9>(self, value: T9) -> FieldsBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9)>
            where
                T9: ::planus::WriteAsDefault<i8, i8>,
            {
                let (v0, v1, v2, v3, v4, v5, v6, v7, v8) = self.0;
                FieldsBuilder((v0, v1, v2, v3, v4, v5, v6, v7, v8, value))
            }

            /// Sets the [`field_of_type_i8` field](Fields#structfield.field_of_type_i8) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn field_of_type_i8_as_default(
                self,
            ) -> FieldsBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, ::planus::DefaultValue)> {
                self.field_of_type_i8(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7, T8, T9> FieldsBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9)> {
            /// Setter for the [`field_of_type_u16` field](Fields#structfield.field_of_type_u16).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn field_of_type_u16<T10>(
                self,
                value: T10,
            ) -> FieldsBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10)>
            where
                T10: ::planus::WriteAsDefault<u16, u16>,
            {
                let (v0, v1, v2, v3, v4, v5, v6, v7, v8, v9) = self.0;
                FieldsBuilder((v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, value))
            }

            /// Sets the [`field_of_type_u16` field](Fields#structfield.field_of_type_u16) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn field_of_type_u16_as_default(
                self,
            ) -> FieldsBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, ::planus::DefaultValue)> {
                self.field_of_type_u16(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10> FieldsBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10)> {
            /// Setter for the [`field_of_type_i16` field](Fields#structfield.field_of_type_i16).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn field_of_type_i16<T11>(
                self,
                value: T11,
            ) -> FieldsBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11)>
            where
                T11: ::planus::WriteAsDefault<i16, i16>,
            {
                let (v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10) = self.0;
                FieldsBuilder((v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, value))
            }

            /// Sets the [`field_of_type_i16` field](Fields#structfield.field_of_type_i16) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn field_of_type_i16_as_default(
                self,
            ) -> FieldsBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, ::planus::DefaultValue)> {
                self.field_of_type_i16(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11>
            FieldsBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11)>
        {
            /// Setter for the [`second_field_of_type_string` field](Fields#structfield.second_field_of_type_string).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn second_field_of_type_string<T12>(
                self,
                value: T12,
            ) -> FieldsBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12)>
            where
                T12: ::planus::WriteAs<::planus::Offset<str>>,
            {
                let (v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11) = self.0;
                FieldsBuilder((v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, value))
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12>
            FieldsBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12)>
        {
            /// Setter for the [`second_field_of_type_u32` field](Fields#structfield.second_field_of_type_u32).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn second_field_of_type_u32<T13>(
                self,
                value: T13,
            ) -> FieldsBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13)>
            where
                T13: ::planus::WriteAsDefault<u32, u32>,
            {
                let (v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12) = self.0;
                FieldsBuilder((v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, value))
            }

            /// Sets the [`second_field_of_type_u32` field](Fields#structfield.second_field_of_type_u32) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn second_field_of_type_u32_as_default(
                self,
            ) -> FieldsBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, ::planus::DefaultValue)>
            {
                self.second_field_of_type_u32(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13>
            FieldsBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13)>
        {
            /// Setter for the [`second_field_of_type_u64` field](Fields#structfield.second_field_of_type_u64).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn second_field_of_type_u64<T14>(
                self,
                value: T14,
            ) -> FieldsBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14)>
            where
                T14: ::planus::WriteAsDefault<u64, u64>,
            {
                let (v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13) = self.0;
                FieldsBuilder((v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, value))
            }

            /// Sets the [`second_field_of_type_u64` field](Fields#structfield.second_field_of_type_u64) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn second_field_of_type_u64_as_default(
                self,
            ) -> FieldsBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, ::planus::DefaultValue)>
            {
                self.second_field_of_type_u64(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14>
            FieldsBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14)>
        {
            /// Setter for the [`second_field_of_type_i32` field](Fields#structfield.second_field_of_type_i32).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn second_field_of_type_i32<T15>(
                self,
                value: T15,
            ) -> FieldsBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15)>
            where
                T15: ::planus::WriteAsDefault<i32, i32>,
            {
                let (v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14) = self.0;
                FieldsBuilder((v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, value))
            }

            /// Sets the [`second_field_of_type_i32` field](Fields#structfield.second_field_of_type_i32) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn second_field_of_type_i32_as_default(
                self,
            ) -> FieldsBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, ::planus::DefaultValue)>
            {
                self.second_field_of_type_i32(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15>
            FieldsBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15)>
        {
            /// Setter for the [`second_field_of_type_i64` field](Fields#structfield.second_field_of_type_i64).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn second_field_of_type_i64<T16>(
                self,
                value: T16,
            ) -> FieldsBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15, T16)>
            where
                T16: ::planus::WriteAsDefault<i64, i64>,
            {
                let (v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, v15) = self.0;
                FieldsBuilder((v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, v15, value))
            }

            /// Sets the [`second_field_of_type_i64` field](Fields#structfield.second_field_of_type_i64) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn second_field_of_type_i64_as_default(
                self,
            ) -> FieldsBuilder<(
                T0,
                T1,
                T2,
                T3,
                T4,
                T5,
                T6,
                T7,
                T8,
                T9,
                T10,
                T11,
                T12,
                T13,
                T14,
                T15,
                ::planus::DefaultValue,
            )> {
                self.second_field_of_type_i64(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15, T16>
            FieldsBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15, T16)>
        {
            /// Setter for the [`third_field_of_type_string` field](Fields#structfield.third_field_of_type_string).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn third_field_of_type_string<T17>(
                self,
                value: T17,
            ) -> FieldsBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15, T16, T17)>
            where
                T17: ::planus::WriteAs<::planus::Offset<str>>,
            {
                let (v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, v15, v16) = self.0;
                FieldsBuilder((v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, v15, v16, value))
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15, T16, T17>
            FieldsBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15, T16, T17)>
        {
            /// Setter for the [`third_field_of_type_u32` field](Fields#structfield.third_field_of_type_u32).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn third_field_of_type_u32<T18>(
                self,
                value: T18,
            ) -> FieldsBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15, T16, T17, T18)>
            where
                T18: ::planus::WriteAsDefault<u32, u32>,
            {
                let (v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, v15, v16, v17) = self.0;
                FieldsBuilder((v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, v15, v16, v17, value))
            }

            /// Sets the [`third_field_of_type_u32` field](Fields#structfield.third_field_of_type_u32) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn third_field_of_type_u32_as_default(
                self,
            ) -> FieldsBuilder<(
                T0,
                T1,
                T2,
                T3,
                T4,
                T5,
                T6,
                T7,
                T8,
                T9,
                T10,
                T11,
                T12,
                T13,
                T14,
                T15,
                T16,
                T17,
                ::planus::DefaultValue,
            )> {
                self.third_field_of_type_u32(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15, T16, T17, T18>
            FieldsBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15, T16, T17, T18)>
        {
            /// Setter for the [`third_field_of_type_u64` field](Fields#structfield.third_field_of_type_u64).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn third_field_of_type_u64<T19>(
                self,
                value: T19,
            ) -> FieldsBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15, T16, T17, T18, T19)>
            where
                T19: ::planus::WriteAsDefault<u64, u64>,
            {
                let (v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, v15, v16, v17, v18) = self.0;
                FieldsBuilder((
                    v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, v15, v16, v17, v18, value,
                ))
            }

            /// Sets the [`third_field_of_type_u64` field](Fields#structfield.third_field_of_type_u64) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn third_field_of_type_u64_as_default(
                self,
            ) -> FieldsBuilder<(
                T0,
                T1,
                T2,
                T3,
                T4,
                T5,
                T6,
                T7,
                T8,
                T9,
                T10,
                T11,
                T12,
                T13,
                T14,
                T15,
                T16,
                T17,
                T18,
                ::planus::DefaultValue,
            )> {
                self.third_field_of_type_u64(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15, T16, T17, T18, T19>
            FieldsBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15, T16, T17, T18, T19)>
        {
            /// Setter for the [`third_field_of_type_i32` field](Fields#structfield.third_field_of_type_i32).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn third_field_of_type_i32<T20>(
                self,
                value: T20,
            ) -> FieldsBuilder<(
                T0,
                T1,
                T2,
                T3,
                T4,
                T5,
                T6,
                T7,
                T8,
                T9,
                T10,
                T11,
                T12,
                T13,
                T14,
                T15,
                T16,
                T17,
                T18,
                T19,
                T20,
            )>
            where
                T20: ::planus::WriteAsDefault<i32, i32>,
            {
                let (v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, v15, v16, v17, v18, v19) = self.0;
                FieldsBuilder((
                    v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, v15, v16, v17, v18, v19, value,
                ))
            }

            /// Sets the [`third_field_of_type_i32` field](Fields#structfield.third_field_of_type_i32) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn third_field_of_type_i32_as_default(
                self,
            ) -> FieldsBuilder<(
                T0,
                T1,
                T2,
                T3,
                T4,
                T5,
                T6,
                T7,
                T8,
                T9,
                T10,
                T11,
                T12,
                T13,
                T14,
                T15,
                T16,
                T17,
                T18,
                T19,
                ::planus::DefaultValue,
            )> {
                self.third_field_of_type_i32(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15, T16, T17, T18, T19, T20>
            FieldsBuilder<(
                T0,
                T1,
                T2,
                T3,
                T4,
                T5,
                T6,
                T7,
                T8,
                T9,
                T10,
                T11,
                T12,
                T13,
                T14,
                T15,
                T16,
                T17,
                T18,
                T19,
                T20,
            )>
        {
            /// Setter for the [`third_field_of_type_i64` field](Fields#structfield.third_field_of_type_i64).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn third_field_of_type_i64<T21>(
                self,
                value: T21,
            ) -> FieldsBuilder<(
                T0,
                T1,
                T2,
                T3,
                T4,
                T5,
                T6,
                T7,
                T8,
                T9,
                T10,
                T11,
                T12,
                T13,
                T14,
                T15,
                T16,
                T17,
                T18,
                T19,
                T20,
                T21,
            )>
            where
                T21: ::planus::WriteAsDefault<i64, i64>,
            {
                let (v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, v15, v16, v17, v18, v19, v20) =
                    self.0;
                FieldsBuilder((
                    v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, v15, v16, v17, v18, v19, v20,
                    value,
                ))
            }

            /// Sets the [`third_field_of_type_i64` field](Fields#structfield.third_field_of_type_i64) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn third_field_of_type_i64_as_default(
                self,
            ) -> FieldsBuilder<(
                T0,
                T1,
                T2,
                T3,
                T4,
                T5,
                T6,
                T7,
                T8,
                T9,
                T10,
                T11,
                T12,
                T13,
                T14,
                T15,
                T16,
                T17,
                T18,
                T19,
                T20,
                ::planus::DefaultValue,
            )> {
                self.third_field_of_type_i64(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15, T16, T17, T18, T19, T20, T21>
            FieldsBuilder<(
                T0,
                T1,
                T2,
                T3,
                T4,
                T5,
                T6,
                T7,
                T8,
                T9,
                T10,
                T11,
                T12,
                T13,
                T14,
                T15,
                T16,
                T17,
                T18,
                T19,
                T20,
                T21,
            )>
        {
            /// Setter for the [`fourth_field_of_type_string` field](Fields#structfield.fourth_field_of_type_string).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn fourth_field_of_type_string<T22>(
                self,
                value: T22,
            ) -> FieldsBuilder<(
                T0,
                T1,
                T2,
                T3,
                T4,
                T5,
                T6,
                T7,
                T8,
                T9,
                T10,
                T11,
                T12,
                T13,
                T14,
                T15,
                T16,
                T17,
                T18,
                T19,
                T20,
                T21,
                T22,
            )>
            where
                T22: ::planus::WriteAs<::planus::Offset<str>>,
            {
                let (
                    v0,
                    v1,
                    v2,
                    v3,
                    v4,
                    v5,
                    v6,
                    v7,
                    v8,
                    v9,
                    v10,
                    v11,
                    v12,
                    v13,
                    v14,
                    v15,
                    v16,
                    v17,
                    v18,
                    v19,
                    v20,
                    v21,
                ) = self.0;
                FieldsBuilder((
                    v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, v15, v16, v17, v18, v19, v20, v21,
                    value,
                ))
            }
        }

        impl<
                T0,
                T1,
                T2,
                T3,
                T4,
                T5,
                T6,
                T7,
                T8,
                T9,
                T10,
                T11,
                T12,
                T13,
                T14,
                T15,
                T16,
                T17,
                T18,
                T19,
                T20,
                T21,
                T22,
            >
            FieldsBuilder<(
                T0,
                T1,
                T2,
                T3,
                T4,
                T5,
                T6,
                T7,
                T8,
                T9,
                T10,
                T11,
                T12,
                T13,
                T14,
                T15,
                T16,
                T17,
                T18,
                T19,
                T20,
                T21,
                T22,
            )>
        {
            /// Setter for the [`fourth_field_of_type_u32` field](Fields#structfield.fourth_field_of_type_u32).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn fourth_field_of_type_u32<T23>(
                self,
                value: T23,
            ) -> FieldsBuilder<(
                T0,
                T1,
                T2,
                T3,
                T4,
                T5,
                T6,
                T7,
                T8,
                T9,
                T10,
                T11,
                T12,
                T13,
                T14,
                T15,
                T16,
                T17,
                T18,
                T19,
                T20,
                T21,
                T22,
                T23,
            )>
            where
                T23: ::planus::WriteAsDefault<u32, u32>,
            {
                let (
                    v0,
                    v1,
                    v2,
                    v3,
                    v4,
                    v5,
                    v6,
                    v7,
                    v8,
                    v9,
                    v10,
                    v11,
                    v12,
                    v13,
                    v14,
                    v15,
                    v16,
                    v17,
                    v18,
                    v19,
                    v20,
                    v21,
                    v22,
                ) = self.0;
                FieldsBuilder((
                    v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, v15, v16, v17, v18, v19, v20, v21,
                    v22, value,
                ))
            }

            /// Sets the [`fourth_field_of_type_u32` field](Fields#structfield.fourth_field_of_type_u32) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn fourth_field_of_type_u32_as_default(
                self,
            ) -> FieldsBuilder<(
                T0,
                T1,
                T2,
                T3,
                T4,
                T5,
                T6,
                T7,
                T8,
                T9,
                T10,
                T11,
                T12,
                T13,
                T14,
                T15,
                T16,
                T17,
                T18,
                T19,
                T20,
                T21,
                T22,
                ::planus::DefaultValue,
            )> {
                self.fourth_field_of_type_u32(::planus::DefaultValue)
            }
        }

        impl<
                T0,
                T1,
                T2,
                T3,
                T4,
                T5,
                T6,
                T7,
                T8,
                T9,
                T10,
                T11,
                T12,
                T13,
                T14,
                T15,
                T16,
                T17,
                T18,
                T19,
                T20,
                T21,
                T22,
                T23,
            >
            FieldsBuilder<(
                T0,
                T1,
                T2,
                T3,
                T4,
                T5,
                T6,
                T7,
                T8,
                T9,
                T10,
                T11,
                T12,
                T13,
                T14,
                T15,
                T16,
                T17,
                T18,
                T19,
                T20,
                T21,
                T22,
                T23,
            )>
        {
            /// Setter for the [`fourth_field_of_type_u64` field](Fields#structfield.fourth_field_of_type_u64).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn fourth_field_of_type_u64<T24>(
                self,
                value: T24,
            ) -> FieldsBuilder<(
                T0,
                T1,
                T2,
                T3,
                T4,
                T5,
                T6,
                T7,
                T8,
                T9,
                T10,
                T11,
                T12,
                T13,
                T14,
                T15,
                T16,
                T17,
                T18,
                T19,
                T20,
                T21,
                T22,
                T23,
                T24,
            )>
            where
                T24: ::planus::WriteAsDefault<u64, u64>,
            {
                let (
                    v0,
                    v1,
                    v2,
                    v3,
                    v4,
                    v5,
                    v6,
                    v7,
                    v8,
                    v9,
                    v10,
                    v11,
                    v12,
                    v13,
                    v14,
                    v15,
                    v16,
                    v17,
                    v18,
                    v19,
                    v20,
                    v21,
                    v22,
                    v23,
                ) = self.0;
                FieldsBuilder((
                    v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, v15, v16, v17, v18, v19, v20, v21,
                    v22, v23, value,
                ))
            }

            /// Sets the [`fourth_field_of_type_u64` field](Fields#structfield.fourth_field_of_type_u64) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn fourth_field_of_type_u64_as_default(
                self,
            ) -> FieldsBuilder<(
                T0,
                T1,
                T2,
                T3,
                T4,
                T5,
                T6,
                T7,
                T8,
                T9,
                T10,
                T11,
                T12,
                T13,
                T14,
                T15,
                T16,
                T17,
                T18,
                T19,
                T20,
                T21,
                T22,
                T23,
                ::planus::DefaultValue,
            )> {
                self.fourth_field_of_type_u64(::planus::DefaultValue)
            }
        }

        impl<
                T0,
                T1,
                T2,
                T3,
                T4,
                T5,
                T6,
                T7,
                T8,
                T9,
                T10,
                T11,
                T12,
                T13,
                T14,
                T15,
                T16,
                T17,
                T18,
                T19,
                T20,
                T21,
                T22,
                T23,
                T24,
            >
            FieldsBuilder<(
                T0,
                T1,
                T2,
                T3,
                T4,
                T5,
                T6,
                T7,
                T8,
                T9,
                T10,
                T11,
                T12,
                T13,
                T14,
                T15,
                T16,
                T17,
                T18,
                T19,
                T20,
                T21,
                T22,
                T23,
                T24,
            )>
        {
            /// Setter for the [`fourth_field_of_type_i32` field](Fields#structfield.fourth_field_of_type_i32).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn fourth_field_of_type_i32<T25>(
                self,
                value: T25,
            ) -> FieldsBuilder<(
                T0,
                T1,
                T2,
                T3,
                T4,
                T5,
                T6,
                T7,
                T8,
                T9,
                T10,
                T11,
                T12,
                T13,
                T14,
                T15,
                T16,
                T17,
                T18,
                T19,
                T20,
                T21,
                T22,
                T23,
                T24,
                T25,
            )>
            where
                T25: ::planus::WriteAsDefault<i32, i32>,
            {
                let (
                    v0,
                    v1,
                    v2,
                    v3,
                    v4,
                    v5,
                    v6,
                    v7,
                    v8,
                    v9,
                    v10,
                    v11,
                    v12,
                    v13,
                    v14,
                    v15,
                    v16,
                    v17,
                    v18,
                    v19,
                    v20,
                    v21,
                    v22,
                    v23,
                    v24,
                ) = self.0;
                FieldsBuilder((
                    v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, v15, v16, v17, v18, v19, v20, v21,
                    v22, v23, v24, value,
                ))
            }

            /// Sets the [`fourth_field_of_type_i32` field](Fields#structfield.fourth_field_of_type_i32) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn fourth_field_of_type_i32_as_default(
                self,
            ) -> FieldsBuilder<(
                T0,
                T1,
                T2,
                T3,
                T4,
                T5,
                T6,
                T7,
                T8,
                T9,
                T10,
                T11,
                T12,
                T13,
                T14,
                T15,
                T16,
                T17,
                T18,
                T19,
                T20,
                T21,
                T22,
                T23,
                T24,
                ::planus::DefaultValue,
            )> {
                self.fourth_field_of_type_i32(::planus::DefaultValue)
            }
        }

        impl<
                T0,
                T1,
                T2,
                T3,
                T4,
                T5,
                T6,
                T7,
                T8,
                T9,
                T10,
                T11,
                T12,
                T13,
                T14,
                T15,
                T16,
                T17,
                T18,
                T19,
                T20,
                T21,
                T22,
                T23,
                T24,
                T25,
            >
            FieldsBuilder<(
                T0,
                T1,
                T2,
                T3,
                T4,
                T5,
                T6,
                T7,
                T8,
                T9,
                T10,
                T11,
                T12,
                T13,
                T14,
                T15,
                T16,
                T17,
                T18,
                T19,
                T20,
                T21,
                T22,
                T23,
                T24,
                T25,
            )>
        {
            /// Setter for the [`fourth_field_of_type_i64` field](Fields#structfield.fourth_field_of_type_i64).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn fourth_field_of_type_i64<T26>(
                self,
                value: T26,
            ) -> FieldsBuilder<(
                T0,
                T1,
                T2,
                T3,
                T4,
                T5,
                T6,
                T7,
                T8,
                T9,
                T10,
                T11,
                T12,
                T13,
                T14,
                T15,
                T16,
                T17,
                T18,
                T19,
                T20,
                T21,
                T22,
                T23,
                T24,
                T25,
                T26,
            )>
            where
                T26: ::planus::WriteAsDefault<i64, i64>,
            {
                let (
                    v0,
                    v1,
                    v2,
                    v3,
                    v4,
                    v5,
                    v6,
                    v7,
                    v8,
                    v9,
                    v10,
                    v11,
                    v12,
                    v13,
                    v14,
                    v15,
                    v16,
                    v17,
                    v18,
                    v19,
                    v20,
                    v21,
                    v22,
                    v23,
                    v24,
                    v25,
                ) = self.0;
                FieldsBuilder((
                    v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, v15, v16, v17, v18, v19, v20, v21,
                    v22, v23, v24, v25, value,
                ))
            }

            /// Sets the [`fourth_field_of_type_i64` field](Fields#structfield.fourth_field_of_type_i64) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn fourth_field_of_type_i64_as_default(
                self,
            ) -> FieldsBuilder<(
                T0,
                T1,
                T2,
                T3,
                T4,
                T5,
                T6,
                T7,
                T8,
                T9,
                T10,
                T11,
                T12,
                T13,
                T14,
                T15,
                T16,
                T17,
                T18,
                T19,
                T20,
                T21,
                T22,
                T23,
                T24,
                T25,
                ::planus::DefaultValue,
            )> {
                self.fourth_field_of_type_i64(::planus::DefaultValue)
            }
        }

        impl<
                T0,
                T1,
                T2,
                T3,
                T4,
                T5,
                T6,
                T7,
                T8,
                T9,
                T10,
                T11,
                T12,
                T13,
                T14,
                T15,
                T16,
                T17,
                T18,
                T19,
                T20,
                T21,
                T22,
                T23,
                T24,
                T25,
                T26,
            >
            FieldsBuilder<(
                T0,
                T1,
                T2,
                T3,
                T4,
                T5,
                T6,
                T7,
                T8,
                T9,
                T10,
                T11,
                T12,
                T13,
                T14,
                T15,
                T16,
                T17,
                T18,
                T19,
                T20,
                T21,
                T22,
                T23,
                T24,
                T25,
                T26,
            )>
        {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Fields].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Fields>
            where
                Self: ::planus::WriteAsOffset<Fields>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAs<::planus::Offset<str>>,
                T1: ::planus::WriteAsDefault<u32, u32>,
                T2: ::planus::WriteAsDefault<u64, u64>,
                T3: ::planus::WriteAsDefault<i32, i32>,
                T4: ::planus::WriteAsDefault<i64, i64>,
                T5: ::planus::WriteAsDefault<f32, f32>,
                T6: ::planus::WriteAsDefault<f64, f64>,
                T7: ::planus::WriteAsDefault<bool, bool>,
                T8: ::planus::WriteAsDefault<u8, u8>,
                T9: ::planus::WriteAsDefault<i8, i8>,
                T10: ::planus::WriteAsDefault<u16, u16>,
                T11: ::planus::WriteAsDefault<i16, i16>,
                T12: ::planus::WriteAs<::planus::Offset<str>>,
                T13: ::planus::WriteAsDefault<u32, u32>,
                T14: ::planus::WriteAsDefault<u64, u64>,
                T15: ::planus::WriteAsDefault<i32, i32>,
                T16: ::planus::WriteAsDefault<i64, i64>,
                T17: ::planus::WriteAs<::planus::Offset<str>>,
                T18: ::planus::WriteAsDefault<u32, u32>,
                T19: ::planus::WriteAsDefault<u64, u64>,
                T20: ::planus::WriteAsDefault<i32, i32>,
                T21: ::planus::WriteAsDefault<i64, i64>,
                T22: ::planus::WriteAs<::planus::Offset<str>>,
                T23: ::planus::WriteAsDefault<u32, u32>,
                T24: ::planus::WriteAsDefault<u64, u64>,
                T25: ::planus::WriteAsDefault<i32, i32>,
                T26: ::planus::WriteAsDefault<i64, i64>,
            > ::planus::WriteAs<::planus::Offset<Fields>>
            for FieldsBuilder<(
                T0,
                T1,
                T2,
                T3,
                T4,
                T5,
                T6,
                T7,
                T8,
                T9,
                T10,
                T11,
                T12,
                T13,
                T14,
                T15,
                T16,
                T17,
                T18,
                T19,
                T20,
                T21,
                T22,
                T23,
                T24,
                T25,
                T26,
            )>
        {
            type Prepared = ::planus::Offset<Fields>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Fields> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAs<::planus::Offset<str>>,
                T1: ::planus::WriteAsDefault<u32, u32>,
                T2: ::planus::WriteAsDefault<u64, u64>,
                T3: ::planus::WriteAsDefault<i32, i32>,
                T4: ::planus::WriteAsDefault<i64, i64>,
                T5: ::planus::WriteAsDefault<f32, f32>,
                T6: ::planus::WriteAsDefault<f64, f64>,
                T7: ::planus::WriteAsDefault<bool, bool>,
                T8: ::planus::WriteAsDefault<u8, u8>,
                T9: ::planus::WriteAsDefault<i8, i8>,
                T10: ::planus::WriteAsDefault<u16, u16>,
                T11: ::planus::WriteAsDefault<i16, i16>,
                T12: ::planus::WriteAs<::planus::Offset<str>>,
                T13: ::planus::WriteAsDefault<u32, u32>,
                T14: ::planus::WriteAsDefault<u64, u64>,
                T15: ::planus::WriteAsDefault<i32, i32>,
                T16: ::planus::WriteAsDefault<i64, i64>,
                T17: ::planus::WriteAs<::planus::Offset<str>>,
                T18: ::planus::WriteAsDefault<u32, u32>,
                T19: ::planus::WriteAsDefault<u64, u64>,
                T20: ::planus::WriteAsDefault<i32, i32>,
                T21: ::planus::WriteAsDefault<i64, i64>,
                T22: ::planus::WriteAs<::planus::Offset<str>>,
                T23: ::planus::WriteAsDefault<u32, u32>,
                T24: ::planus::WriteAsDefault<u64, u64>,
                T25: ::planus::WriteAsDefault<i32, i32>,
                T26: ::planus::WriteAsDefault<i64, i64>,
            > ::planus::WriteAsOptional<::planus::Offset<Fields>>
            for FieldsBuilder<(
                T0,
                T1,
                T2,
                T3,
                T4,
                T5,
                T6,
                T7,
                T8,
                T9,
                T10,
                T11,
                T12,
                T13,
                T14,
                T15,
                T16,
                T17,
                T18,
                T19,
                T20,
                T21,
                T22,
                T23,
                T24,
                T25,
                T26,
            )>
        {
            type Prepared = ::planus::Offset<Fields>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Fields>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<
                T0: ::planus::WriteAs<::planus::Offset<str>>,
                T1: ::planus::WriteAsDefault<u32, u32>,
                T2: ::planus::WriteAsDefault<u64, u64>,
                T3: ::planus::WriteAsDefault<i32, i32>,
                T4: ::planus::WriteAsDefault<i64, i64>,
                T5: ::planus::WriteAsDefault<f32, f32>,
                T6: ::planus::WriteAsDefault<f64, f64>,
                T7: ::planus::WriteAsDefault<bool, bool>,
                T8: ::planus::WriteAsDefault<u8, u8>,
                T9: ::planus::WriteAsDefault<i8, i8>,
                T10: ::planus::WriteAsDefault<u16, u16>,
                T11: ::planus::WriteAsDefault<i16, i16>,
                T12: ::planus::WriteAs<::planus::Offset<str>>,
                T13: ::planus::WriteAsDefault<u32, u32>,
                T14: ::planus::WriteAsDefault<u64, u64>,
                T15: ::planus::WriteAsDefault<i32, i32>,
                T16: ::planus::WriteAsDefault<i64, i64>,
                T17: ::planus::WriteAs<::planus::Offset<str>>,
                T18: ::planus::WriteAsDefault<u32, u32>,
                T19: ::planus::WriteAsDefault<u64, u64>,
                T20: ::planus::WriteAsDefault<i32, i32>,
                T21: ::planus::WriteAsDefault<i64, i64>,
                T22: ::planus::WriteAs<::planus::Offset<str>>,
                T23: ::planus::WriteAsDefault<u32, u32>,
                T24: ::planus::WriteAsDefault<u64, u64>,
                T25: ::planus::WriteAsDefault<i32, i32>,
                T26: ::planus::WriteAsDefault<i64, i64>,
            > ::planus::WriteAsOffset<Fields>
            for FieldsBuilder<(
                T0,
                T1,
                T2,
                T3,
                T4,
                T5,
                T6,
                T7,
                T8,
                T9,
                T10,
                T11,
                T12,
                T13,
                T14,
                T15,
                T16,
                T17,
                T18,
                T19,
                T20,
                T21,
                T22,
                T23,
                T24,
                T25,
                T26,
            )>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Fields> {
                let (
                    v0,
                    v1,
                    v2,
                    v3,
                    v4,
                    v5,
                    v6,
                    v7,
                    v8,
                    v9,
                    v10,
                    v11,
                    v12,
                    v13,
                    v14,
                    v15,
                    v16,
                    v17,
                    v18,
                    v19,
                    v20,
                    v21,
                    v22,
                    v23,
                    v24,
                    v25,
                    v26,
                ) = &self.0;
                Fields::create(
                    builder, v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, v15, v16, v17, v18, v19,
                    v20, v21, v22, v23, v24, v25, v26,
                )
            }
        }

        /// Reference to a deserialized [Fields].
        #[derive(Copy, Clone)]
        pub struct FieldsRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> FieldsRef<'a> {
            /// Getter for the [`field_of_type_string` field](Fields#structfield.field_of_type_string).
            #[inline]
            pub fn field_of_type_string(&self) -> ::planus::Result<&'a ::core::primitive::str> {
                self.0.access_required(0, "Fields", "field_of_type_string")
            }

            /// Getter for the [`field_of_type_u32` field](Fields#structfield.field_of_type_u32).
            #[inline]
            pub fn field_of_type_u32(&self) -> ::planus::Result<u32> {
                ::core::result::Result::Ok(self.0.access(1, "Fields", "field_of_type_u32")?.unwrap_or(0))
            }

            /// Getter for the [`field_of_type_u64` field](Fields#structfield.field_of_type_u64).
            #[inline]
            pub fn field_of_type_u64(&self) -> ::planus::Result<u64> {
                ::core::result::Result::Ok(self.0.access(2, "Fields", "field_of_type_u64")?.unwrap_or(0))
            }

            /// Getter for the [`field_of_type_i32` field](Fields#structfield.field_of_type_i32).
            #[inline]
            pub fn field_of_type_i32(&self) -> ::planus::Result<i32> {
                ::core::result::Result::Ok(self.0.access(3, "Fields", "field_of_type_i32")?.unwrap_or(0))
            }

            /// Getter for the [`field_of_type_i64` field](Fields#structfield.field_of_type_i64).
            #[inline]
            pub fn field_of_type_i64(&self) -> ::planus::Result<i64> {
                ::core::result::Result::Ok(self.0.access(4, "Fields", "field_of_type_i64")?.unwrap_or(0))
            }

            /// Getter for the [`field_of_type_f32` field](Fields#structfield.field_of_type_f32).
            #[inline]
            pub fn field_of_type_f32(&self) -> ::planus::Result<f32> {
                ::core::result::Result::Ok(self.0.access(5, "Fields", "field_of_type_f32")?.unwrap_or(0.0))
            }

            /// Getter for the [`field_of_type_f64` field](Fields#structfield.field_of_type_f64).
            #[inline]
            pub fn field_of_type_f64(&self) -> ::planus::Result<f64> {
                ::core::result::Result::Ok(self.0.access(6, "Fields", "field_of_type_f64")?.unwrap_or(0.0))
            }

            /// Getter for the [`field_of_type_bool` field](Fields#structfield.field_of_type_bool).
            #[inline]
            pub fn field_of_type_bool(&self) -> ::planus::Result<bool> {
                ::core::result::Result::Ok(self.0.access(7, "Fields", "field_of_type_bool")?.unwrap_or(false))
            }

            /// Getter for the [`field_of_type_u8` field](Fields#structfield.field_of_type_u8).
            #[inline]
            pub fn field_of_type_u8(&self) -> ::planus::Result<u8> {
                ::core::result::Result::Ok(self.0.access(8, "Fields", "field_of_type_u8")?.unwrap_or(0))
            }

            /// Getter for the [`field_of_type_i8` field](Fields#structfield.field_of_type_i8).
            #[inline]
            pub fn field_of_type_i8(&self) -> ::planus::Result<i8> {
                ::core::result::Result::Ok(self.0.access(9, "Fields", "field_of_type_i8")?.unwrap_or(0))
            }

            /// Getter for the [`field_of_type_u16` field](Fields#structfield.field_of_type_u16).
            #[inline]
            pub fn field_of_type_u16(&self) -> ::planus::Result<u16> {
                ::core::result::Result::Ok(self.0.access(10, "Fields", "field_of_type_u16")?.unwrap_or(0))
            }

            /// Getter for the [`field_of_type_i16` field](Fields#structfield.field_of_type_i16).
            #[inline]
            pub fn field_of_type_i16(&self) -> ::planus::Result<i16> {
                ::core::result::Result::Ok(self.0.access(11, "Fields", "field_of_type_i16")?.unwrap_or(0))
            }

            /// Getter for the [`second_field_of_type_string` field](Fields#structfield.second_field_of_type_string).
            #[inline]
            pub fn second_field_of_type_string(&self) -> ::planus::Result<&'a ::core::primitive::str> {
                self.0.access_required(12, "Fields", "second_field_of_type_string")
            }

            /// Getter for the [`second_field_of_type_u32` field](Fields#structfield.second_field_of_type_u32).
            #[inline]
            pub fn second_field_of_type_u32(&self) -> ::planus::Result<u32> {
                ::core::result::Result::Ok(self.0.access(13, "Fields", "second_field_of_type_u32")?.unwrap_or(0))
            }

            /// Getter for the [`second_field_of_type_u64` field](Fields#structfield.second_field_of_type_u64).
            #[inline]
            pub fn second_field_of_type_u64(&self) -> ::planus::Result<u64> {
                ::core::result::Result::Ok(self.0.access(14, "Fields", "second_field_of_type_u64")?.unwrap_or(0))
            }

            /// Getter for the [`second_field_of_type_i32` field](Fields#structfield.second_field_of_type_i32).
            #[inline]
            pub fn second_field_of_type_i32(&self) -> ::planus::Result<i32> {
                ::core::result::Result::Ok(self.0.access(15, "Fields", "second_field_of_type_i32")?.unwrap_or(0))
            }

            /// Getter for the [`second_field_of_type_i64` field](Fields#structfield.second_field_of_type_i64).
            #[inline]
            pub fn second_field_of_type_i64(&self) -> ::planus::Result<i64> {
                ::core::result::Result::Ok(self.0.access(16, "Fields", "second_field_of_type_i64")?.unwrap_or(0))
            }

            /// Getter for the [`third_field_of_type_string` field](Fields#structfield.third_field_of_type_string).
            #[inline]
            pub fn third_field_of_type_string(&self) -> ::planus::Result<&'a ::core::primitive::str> {
                self.0.access_required(17, "Fields", "third_field_of_type_string")
            }

            /// Getter for the [`third_field_of_type_u32` field](Fields#structfield.third_field_of_type_u32).
            #[inline]
            pub fn third_field_of_type_u32(&self) -> ::planus::Result<u32> {
                ::core::result::Result::Ok(self.0.access(18, "Fields", "third_field_of_type_u32")?.unwrap_or(0))
            }

            /// Getter for the [`third_field_of_type_u64` field](Fields#structfield.third_field_of_type_u64).
            #[inline]
            pub fn third_field_of_type_u64(&self) -> ::planus::Result<u64> {
                ::core::result::Result::Ok(self.0.access(19, "Fields", "third_field_of_type_u64")?.unwrap_or(0))
            }

            /// Getter for the [`third_field_of_type_i32` field](Fields#structfield.third_field_of_type_i32).
            #[inline]
            pub fn third_field_of_type_i32(&self) -> ::planus::Result<i32> {
                ::core::result::Result::Ok(self.0.access(20, "Fields", "third_field_of_type_i32")?.unwrap_or(0))
            }

            /// Getter for the [`third_field_of_type_i64` field](Fields#structfield.third_field_of_type_i64).
            #[inline]
            pub fn third_field_of_type_i64(&self) -> ::planus::Result<i64> {
                ::core::result::Result::Ok(self.0.access(21, "Fields", "third_field_of_type_i64")?.unwrap_or(0))
            }

            /// Getter for the [`fourth_field_of_type_string` field](Fields#structfield.fourth_field_of_type_string).
            #[inline]
            pub fn fourth_field_of_type_string(&self) -> ::planus::Result<&'a ::core::primitive::str> {
                self.0.access_required(22, "Fields", "fourth_field_of_type_string")
            }

            /// Getter for the [`fourth_field_of_type_u32` field](Fields#structfield.fourth_field_of_type_u32).
            #[inline]
            pub fn fourth_field_of_type_u32(&self) -> ::planus::Result<u32> {
                ::core::result::Result::Ok(self.0.access(23, "Fields", "fourth_field_of_type_u32")?.unwrap_or(0))
            }

            /// Getter for the [`fourth_field_of_type_u64` field](Fields#structfield.fourth_field_of_type_u64).
            #[inline]
            pub fn fourth_field_of_type_u64(&self) -> ::planus::Result<u64> {
                ::core::result::Result::Ok(self.0.access(24, "Fields", "fourth_field_of_type_u64")?.unwrap_or(0))
            }

            /// Getter for the [`fourth_field_of_type_i32` field](Fields#structfield.fourth_field_of_type_i32).
            #[inline]
            pub fn fourth_field_of_type_i32(&self) -> ::planus::Result<i32> {
                ::core::result::Result::Ok(self.0.access(25, "Fields", "fourth_field_of_type_i32")?.unwrap_or(0))
            }

            /// Getter for the [`fourth_field_of_type_i64` field](Fields#structfield.fourth_field_of_type_i64).
            #[inline]
            pub fn fourth_field_of_type_i64(&self) -> ::planus::Result<i64> {
                ::core::result::Result::Ok(self.0.access(26, "Fields", "fourth_field_of_type_i64")?.unwrap_or(0))
            }
        }

        impl<'a> ::core::fmt::Debug for FieldsRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("FieldsRef");
                f.field("field_of_type_string", &self.field_of_type_string());
                f.field("field_of_type_u32", &self.field_of_type_u32());
                f.field("field_of_type_u64", &self.field_of_type_u64());
                f.field("field_of_type_i32", &self.field_of_type_i32());
                f.field("field_of_type_i64", &self.field_of_type_i64());
                f.field("field_of_type_f32", &self.field_of_type_f32());
                f.field("field_of_type_f64", &self.field_of_type_f64());
                f.field("field_of_type_bool", &self.field_of_type_bool());
                f.field("field_of_type_u8", &self.field_of_type_u8());
                f.field("field_of_type_i8", &self.field_of_type_i8());
                f.field("field_of_type_u16", &self.field_of_type_u16());
                f.field("field_of_type_i16", &self.field_of_type_i16());
                f.field("second_field_of_type_string", &self.second_field_of_type_string());
                f.field("second_field_of_type_u32", &self.second_field_of_type_u32());
                f.field("second_field_of_type_u64", &self.second_field_of_type_u64());
                f.field("second_field_of_type_i32", &self.second_field_of_type_i32());
                f.field("second_field_of_type_i64", &self.second_field_of_type_i64());
                f.field("third_field_of_type_string", &self.third_field_of_type_string());
                f.field("third_field_of_type_u32", &self.third_field_of_type_u32());
                f.field("third_field_of_type_u64", &self.third_field_of_type_u64());
                f.field("third_field_of_type_i32", &self.third_field_of_type_i32());
                f.field("third_field_of_type_i64", &self.third_field_of_type_i64());
                f.field("fourth_field_of_type_string", &self.fourth_field_of_type_string());
                f.field("fourth_field_of_type_u32", &self.fourth_field_of_type_u32());
                f.field("fourth_field_of_type_u64", &self.fourth_field_of_type_u64());
                f.field("fourth_field_of_type_i32", &self.fourth_field_of_type_i32());
                f.field("fourth_field_of_type_i64", &self.fourth_field_of_type_i64());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<FieldsRef<'a>> for Fields {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: FieldsRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    field_of_type_string: ::core::convert::Into::into(value.field_of_type_string()?),
                    field_of_type_u32: ::core::convert::TryInto::try_into(value.field_of_type_u32()?)?,
                    field_of_type_u64: ::core::convert::TryInto::try_into(value.field_of_type_u64()?)?,
                    field_of_type_i32: ::core::convert::TryInto::try_into(value.field_of_type_i32()?)?,
                    field_of_type_i64: ::core::convert::TryInto::try_into(value.field_of_type_i64()?)?,
                    field_of_type_f32: ::core::convert::TryInto::try_into(value.field_of_type_f32()?)?,
                    field_of_type_f64: ::core::convert::TryInto::try_into(value.field_of_type_f64()?)?,
                    field_of_type_bool: ::core::convert::TryInto::try_into(value.field_of_type_bool()?)?,
                    field_of_type_u8: ::core::convert::TryInto::try_into(value.field_of_type_u8()?)?,
                    field_of_type_i8: ::core::convert::TryInto::try_into(value.field_of_type_i8()?)?,
                    field_of_type_u16: ::core::convert::TryInto::try_into(value.field_of_type_u16()?)?,
                    field_of_type_i16: ::core::convert::TryInto::try_into(value.field_of_type_i16()?)?,
                    second_field_of_type_string: ::core::convert::Into::into(value.second_field_of_type_string()?),
                    second_field_of_type_u32: ::core::convert::TryInto::try_into(value.second_field_of_type_u32()?)?,
                    second_field_of_type_u64: ::core::convert::TryInto::try_into(value.second_field_of_type_u64()?)?,
                    second_field_of_type_i32: ::core::convert::TryInto::try_into(value.second_field_of_type_i32()?)?,
                    second_field_of_type_i64: ::core::convert::TryInto::try_into(value.second_field_of_type_i64()?)?,
                    third_field_of_type_string: ::core::convert::Into::into(value.third_field_of_type_string()?),
                    third_field_of_type_u32: ::core::convert::TryInto::try_into(value.third_field_of_type_u32()?)?,
                    third_field_of_type_u64: ::core::convert::TryInto::try_into(value.third_field_of_type_u64()?)?,
                    third_field_of_type_i32: ::core::convert::TryInto::try_into(value.third_field_of_type_i32()?)?,
                    third_field_of_type_i64: ::core::convert::TryInto::try_into(value.third_field_of_type_i64()?)?,
                    fourth_field_of_type_string: ::core::convert::Into::into(value.fourth_field_of_type_string()?),
                    fourth_field_of_type_u32: ::core::convert::TryInto::try_into(value.fourth_field_of_type_u32()?)?,
                    fourth_field_of_type_u64: ::core::convert::TryInto::try_into(value.fourth_field_of_type_u64()?)?,
                    fourth_field_of_type_i32: ::core::convert::TryInto::try_into(value.fourth_field_of_type_i32()?)?,
                    fourth_field_of_type_i64: ::core::convert::TryInto::try_into(value.fourth_field_of_type_i64()?)?,
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for FieldsRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for FieldsRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[FieldsRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Fields>> for Fields {
            type Value = ::planus::Offset<Fields>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Fields>],
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

        impl<'a> ::planus::ReadAsRoot<'a> for FieldsRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[FieldsRef]", "read_as_root", 0))
            }
        }
    }
}
