pub use root::*;

const _: () = ::planus::check_version_compatibility("planus-1.3.0");

/// The root namespace
///
/// Generated from these locations:
/// * File `schemas/services.fbs`
#[no_implicit_prelude]
#[allow(clippy::needless_lifetimes)]
mod root {
    /// The namespace `services`
    ///
    /// Generated from these locations:
    /// * File `schemas/services.fbs`
    pub mod services {
        /// The enum `Method` in the namespace `services`
        ///
        /// Generated from these locations:
        /// * Enum `Method` in the file `schemas/services.fbs:8`
        #[derive(
            Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, ::serde::Serialize, ::serde::Deserialize,
        )]
        #[repr(u8)]
        pub enum Method {
            /// The variant `GET` in the enum `Method`
            Get = 0,

            /// The variant `HEAD` in the enum `Method`
            Head = 1,

            /// The variant `POST` in the enum `Method`
            Post = 2,

            /// The variant `PUT` in the enum `Method`
            Put = 3,

            /// The variant `DELETE` in the enum `Method`
            Delete = 4,

            /// The variant `OPTIONS` in the enum `Method`
            Options = 5,
        }

        impl Method {
            /// Array containing all valid variants of Method
            pub const ENUM_VALUES: [Self; 6] =
                [Self::Get, Self::Head, Self::Post, Self::Put, Self::Delete, Self::Options];
        }

        impl ::core::convert::TryFrom<u8> for Method {
            type Error = ::planus::errors::UnknownEnumTagKind;
            #[inline]
            fn try_from(value: u8) -> ::core::result::Result<Self, ::planus::errors::UnknownEnumTagKind> {
                #[allow(clippy::match_single_binding)]
                match value {
                    0 => ::core::result::Result::Ok(Method::Get),
                    1 => ::core::result::Result::Ok(Method::Head),
                    2 => ::core::result::Result::Ok(Method::Post),
                    3 => ::core::result::Result::Ok(Method::Put),
                    4 => ::core::result::Result::Ok(Method::Delete),
                    5 => ::core::result::Result::Ok(Method::Options),

                    _ => ::core::result::Result::Err(::planus::errors::UnknownEnumTagKind { tag: value as i128 }),
                }
            }
        }

        impl ::core::convert::From<Method> for u8 {
            #[inline]
            fn from(value: Method) -> Self {
                value as u8
            }
        }

        /// # Safety
        /// The Planus compiler correctly calculates `ALIGNMENT` and `SIZE`.
        unsafe impl ::planus::Primitive for Method {
            const ALIGNMENT: usize = 1;
            const SIZE: usize = 1;
        }

        impl ::planus::WriteAsPrimitive<Method> for Method {
            #[inline]
            fn write<const N: usize>(&self, cursor: ::planus::Cursor<'_, N>, buffer_position: u32) {
                (*self as u8).write(cursor, buffer_position);
            }
        }

        impl ::planus::WriteAs<Method> for Method {
            type Prepared = Self;

            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> Method {
                *self
            }
        }

        impl ::planus::WriteAsDefault<Method, Method> for Method {
            type Prepared = Self;

            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder, default: &Method) -> ::core::option::Option<Method> {
                if self == default {
                    ::core::option::Option::None
                } else {
                    ::core::option::Option::Some(*self)
                }
            }
        }

        impl ::planus::WriteAsOptional<Method> for Method {
            type Prepared = Self;

            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> ::core::option::Option<Method> {
                ::core::option::Option::Some(*self)
            }
        }

        impl<'buf> ::planus::TableRead<'buf> for Method {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'buf>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                let n: u8 = ::planus::TableRead::from_buffer(buffer, offset)?;
                ::core::result::Result::Ok(::core::convert::TryInto::try_into(n)?)
            }
        }

        impl<'buf> ::planus::VectorReadInner<'buf> for Method {
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
                    error_kind.with_error_location("Method", "VectorRead::from_buffer", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<Method> for Method {
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

        /// The table `Access` in the namespace `services`
        ///
        /// Generated from these locations:
        /// * Table `Access` in the file `schemas/services.fbs:10`
        #[derive(Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash, ::serde::Serialize, ::serde::Deserialize)]
        pub struct Access {
            /// The field `time` in the table `Access`
            pub time: u64,
            /// The field `client` in the table `Access`
            pub client: ::planus::alloc::string::String,
            /// The field `user` in the table `Access`
            pub user: ::core::option::Option<::planus::alloc::string::String>,
            /// The field `method` in the table `Access`
            pub method: self::Method,
            /// The field `host` in the table `Access`
            pub host: ::planus::alloc::string::String,
            /// The field `path` in the table `Access`
            pub path: ::planus::alloc::string::String,
            /// The field `query` in the table `Access`
            pub query: ::core::option::Option<::planus::alloc::string::String>,
            /// The field `protocol` in the table `Access`
            pub protocol: ::planus::alloc::string::String,
            /// The field `status` in the table `Access`
            pub status: u16,
            /// The field `sent` in the table `Access`
            pub sent: u32,
            /// The field `micros` in the table `Access`
            pub micros: u32,
            /// The field `referrer` in the table `Access`
            pub referrer: ::core::option::Option<::planus::alloc::string::String>,
            /// The field `agent` in the table `Access`
            pub agent: ::planus::alloc::string::String,
            /// The field `language` in the table `Access`
            pub language: ::planus::alloc::string::String,
            /// The field `upstream` in the table `Access`
            pub upstream: ::planus::alloc::string::String,
            /// The field `request_id` in the table `Access`
            pub request_id: ::planus::alloc::string::String,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Access {
            fn default() -> Self {
                Self {
                    time: 0,
                    client: ::core::default::Default::default(),
                    user: ::core::default::Default::default(),
                    method: self::Method::Get,
                    host: ::core::default::Default::default(),
                    path: ::core::default::Default::default(),
                    query: ::core::default::Default::default(),
                    protocol: ::core::default::Default::default(),
                    status: 0,
                    sent: 0,
                    micros: 0,
                    referrer: ::core::default::Default::default(),
                    agent: ::core::default::Default::default(),
                    language: ::core::default::Default::default(),
                    upstream: ::core::default::Default::default(),
                    request_id: ::core::default::Default::default(),
                }
            }
        }

        impl Access {
            /// Creates a [AccessBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> AccessBuilder<()> {
                AccessBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_time: impl ::planus::WriteAsDefault<u64, u64>,
                field_client: impl ::planus::WriteAs<::planus::Offset<str>>,
                field_user: impl ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
                field_method: impl ::planus::WriteAsDefault<self::Method, self::Method>,
                field_host: impl ::planus::WriteAs<::planus::Offset<str>>,
                field_path: impl ::planus::WriteAs<::planus::Offset<str>>,
                field_query: impl ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
                field_protocol: impl ::planus::WriteAs<::planus::Offset<str>>,
                field_status: impl ::planus::WriteAsDefault<u16, u16>,
                field_sent: impl ::planus::WriteAsDefault<u32, u32>,
                field_micros: impl ::planus::WriteAsDefault<u32, u32>,
                field_referrer: impl ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
                field_agent: impl ::planus::WriteAs<::planus::Offset<str>>,
                field_language: impl ::planus::WriteAs<::planus::Offset<str>>,
                field_upstream: impl ::planus::WriteAs<::planus::Offset<str>>,
                field_request_id: impl ::planus::WriteAs<::planus::Offset<str>>,
            ) -> ::planus::Offset<Self> {
                let prepared_time = field_time.prepare(builder, &0);
                let prepared_client = field_client.prepare(builder);
                let prepared_user = field_user.prepare(builder);
                let prepared_method = field_method.prepare(builder, &self::Method::Get);
                let prepared_host = field_host.prepare(builder);
                let prepared_path = field_path.prepare(builder);
                let prepared_query = field_query.prepare(builder);
                let prepared_protocol = field_protocol.prepare(builder);
                let prepared_status = field_status.prepare(builder, &0);
                let prepared_sent = field_sent.prepare(builder, &0);
                let prepared_micros = field_micros.prepare(builder, &0);
                let prepared_referrer = field_referrer.prepare(builder);
                let prepared_agent = field_agent.prepare(builder);
                let prepared_language = field_language.prepare(builder);
                let prepared_upstream = field_upstream.prepare(builder);
                let prepared_request_id = field_request_id.prepare(builder);

                let mut table_writer: ::planus::table_writer::TableWriter<36> = ::core::default::Default::default();
                if prepared_time.is_some() {
                    table_writer.write_entry::<u64>(0);
                }
                table_writer.write_entry::<::planus::Offset<str>>(1);
                if prepared_user.is_some() {
                    table_writer.write_entry::<::planus::Offset<str>>(2);
                }
                table_writer.write_entry::<::planus::Offset<str>>(4);
                table_writer.write_entry::<::planus::Offset<str>>(5);
                if prepared_query.is_some() {
                    table_writer.write_entry::<::planus::Offset<str>>(6);
                }
                table_writer.write_entry::<::planus::Offset<str>>(7);
                if prepared_sent.is_some() {
                    table_writer.write_entry::<u32>(9);
                }
                if prepared_micros.is_some() {
                    table_writer.write_entry::<u32>(10);
                }
                if prepared_referrer.is_some() {
                    table_writer.write_entry::<::planus::Offset<str>>(11);
                }
                table_writer.write_entry::<::planus::Offset<str>>(12);
                table_writer.write_entry::<::planus::Offset<str>>(13);
                table_writer.write_entry::<::planus::Offset<str>>(14);
                table_writer.write_entry::<::planus::Offset<str>>(15);
                if prepared_status.is_some() {
                    table_writer.write_entry::<u16>(8);
                }
                if prepared_method.is_some() {
                    table_writer.write_entry::<self::Method>(3);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_time) = prepared_time {
                            object_writer.write::<_, _, 8>(&prepared_time);
                        }
                        object_writer.write::<_, _, 4>(&prepared_client);
                        if let ::core::option::Option::Some(prepared_user) = prepared_user {
                            object_writer.write::<_, _, 4>(&prepared_user);
                        }
                        object_writer.write::<_, _, 4>(&prepared_host);
                        object_writer.write::<_, _, 4>(&prepared_path);
                        if let ::core::option::Option::Some(prepared_query) = prepared_query {
                            object_writer.write::<_, _, 4>(&prepared_query);
                        }
                        object_writer.write::<_, _, 4>(&prepared_protocol);
                        if let ::core::option::Option::Some(prepared_sent) = prepared_sent {
                            object_writer.write::<_, _, 4>(&prepared_sent);
                        }
                        if let ::core::option::Option::Some(prepared_micros) = prepared_micros {
                            object_writer.write::<_, _, 4>(&prepared_micros);
                        }
                        if let ::core::option::Option::Some(prepared_referrer) = prepared_referrer {
                            object_writer.write::<_, _, 4>(&prepared_referrer);
                        }
                        object_writer.write::<_, _, 4>(&prepared_agent);
                        object_writer.write::<_, _, 4>(&prepared_language);
                        object_writer.write::<_, _, 4>(&prepared_upstream);
                        object_writer.write::<_, _, 4>(&prepared_request_id);
                        if let ::core::option::Option::Some(prepared_status) = prepared_status {
                            object_writer.write::<_, _, 2>(&prepared_status);
                        }
                        if let ::core::option::Option::Some(prepared_method) = prepared_method {
                            object_writer.write::<_, _, 1>(&prepared_method);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Access>> for Access {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Access> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Access>> for Access {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Access>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Access> for Access {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Access> {
                Access::create(
                    builder,
                    self.time,
                    &self.client,
                    &self.user,
                    self.method,
                    &self.host,
                    &self.path,
                    &self.query,
                    &self.protocol,
                    self.status,
                    self.sent,
                    self.micros,
                    &self.referrer,
                    &self.agent,
                    &self.language,
                    &self.upstream,
                    &self.request_id,
                )
            }
        }

        /// Builder for serializing an instance of the [Access] type.
        ///
        /// Can be created using the [Access::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct AccessBuilder<State>(State);

        impl AccessBuilder<()> {
            /// Setter for the [`time` field](Access#structfield.time).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn time<T0>(self, value: T0) -> AccessBuilder<(T0,)>
            where
                T0: ::planus::WriteAsDefault<u64, u64>,
            {
                AccessBuilder((value,))
            }

            /// Sets the [`time` field](Access#structfield.time) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn time_as_default(self) -> AccessBuilder<(::planus::DefaultValue,)> {
                self.time(::planus::DefaultValue)
            }
        }

        impl<T0> AccessBuilder<(T0,)> {
            /// Setter for the [`client` field](Access#structfield.client).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn client<T1>(self, value: T1) -> AccessBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAs<::planus::Offset<str>>,
            {
                let (v0,) = self.0;
                AccessBuilder((v0, value))
            }
        }

        impl<T0, T1> AccessBuilder<(T0, T1)> {
            /// Setter for the [`user` field](Access#structfield.user).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn user<T2>(self, value: T2) -> AccessBuilder<(T0, T1, T2)>
            where
                T2: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
            {
                let (v0, v1) = self.0;
                AccessBuilder((v0, v1, value))
            }

            /// Sets the [`user` field](Access#structfield.user) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn user_as_null(self) -> AccessBuilder<(T0, T1, ())> {
                self.user(())
            }
        }

        impl<T0, T1, T2> AccessBuilder<(T0, T1, T2)> {
            /// Setter for the [`method` field](Access#structfield.method).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn method<T3>(self, value: T3) -> AccessBuilder<(T0, T1, T2, T3)>
            where
                T3: ::planus::WriteAsDefault<self::Method, self::Method>,
            {
                let (v0, v1, v2) = self.0;
                AccessBuilder((v0, v1, v2, value))
            }

            /// Sets the [`method` field](Access#structfield.method) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn method_as_default(self) -> AccessBuilder<(T0, T1, T2, ::planus::DefaultValue)> {
                self.method(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3> AccessBuilder<(T0, T1, T2, T3)> {
            /// Setter for the [`host` field](Access#structfield.host).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn host<T4>(self, value: T4) -> AccessBuilder<(T0, T1, T2, T3, T4)>
            where
                T4: ::planus::WriteAs<::planus::Offset<str>>,
            {
                let (v0, v1, v2, v3) = self.0;
                AccessBuilder((v0, v1, v2, v3, value))
            }
        }

        impl<T0, T1, T2, T3, T4> AccessBuilder<(T0, T1, T2, T3, T4)> {
            /// Setter for the [`path` field](Access#structfield.path).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn path<T5>(self, value: T5) -> AccessBuilder<(T0, T1, T2, T3, T4, T5)>
            where
                T5: ::planus::WriteAs<::planus::Offset<str>>,
            {
                let (v0, v1, v2, v3, v4) = self.0;
                AccessBuilder((v0, v1, v2, v3, v4, value))
            }
        }

        impl<T0, T1, T2, T3, T4, T5> AccessBuilder<(T0, T1, T2, T3, T4, T5)> {
            /// Setter for the [`query` field](Access#structfield.query).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn query<T6>(self, value: T6) -> AccessBuilder<(T0, T1, T2, T3, T4, T5, T6)>
            where
                T6: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
            {
                let (v0, v1, v2, v3, v4, v5) = self.0;
                AccessBuilder((v0, v1, v2, v3, v4, v5, value))
            }

            /// Sets the [`query` field](Access#structfield.query) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn query_as_null(self) -> AccessBuilder<(T0, T1, T2, T3, T4, T5, ())> {
                self.query(())
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6> AccessBuilder<(T0, T1, T2, T3, T4, T5, T6)> {
            /// Setter for the [`protocol` field](Access#structfield.protocol).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn protocol<T7>(self, value: T7) -> AccessBuilder<(T0, T1, T2, T3, T4, T5, T6, T7)>
            where
                T7: ::planus::WriteAs<::planus::Offset<str>>,
            {
                let (v0, v1, v2, v3, v4, v5, v6) = self.0;
                AccessBuilder((v0, v1, v2, v3, v4, v5, v6, value))
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7> AccessBuilder<(T0, T1, T2, T3, T4, T5, T6, T7)> {
            /// Setter for the [`status` field](Access#structfield.status).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn status<T8>(self, value: T8) -> AccessBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8)>
            where
                T8: ::planus::WriteAsDefault<u16, u16>,
            {
                let (v0, v1, v2, v3, v4, v5, v6, v7) = self.0;
                AccessBuilder((v0, v1, v2, v3, v4, v5, v6, v7, value))
            }

            /// Sets the [`status` field](Access#structfield.status) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn status_as_default(self) -> AccessBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, ::planus::DefaultValue)> {
                self.status(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7, T8> AccessBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8)> {
            /// Setter for the [`sent` field](Access#structfield.sent).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn sent<T9>(self, value: T9) -> AccessBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9)>
            where
                T9: ::planus::WriteAsDefault<u32, u32>,
            {
                let (v0, v1, v2, v3, v4, v5, v6, v7, v8) = self.0;
                AccessBuilder((v0, v1, v2, v3, v4, v5, v6, v7, v8, value))
            }

            /// Sets the [`sent` field](Access#structfield.sent) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn sent_as_default(
                self,
            ) -> AccessBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, ::planus::DefaultValue)> {
                self.sent(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7, T8, T9> AccessBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9)> {
            /// Setter for the [`micros` field](Access#structfield.micros).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn micros<T10>(self, value: T10) -> AccessBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10)>
            where
                T10: ::planus::WriteAsDefault<u32, u32>,
            {
                let (v0, v1, v2, v3, v4, v5, v6, v7, v8, v9) = self.0;
                AccessBuilder((v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, value))
            }

            /// Sets the [`micros` field](Access#structfield.micros) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn micros_as_default(
                self,
            ) -> AccessBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, ::planus::DefaultValue)> {
                self.micros(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10> AccessBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10)> {
            /// Setter for the [`referrer` field](Access#structfield.referrer).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn referrer<T11>(self, value: T11) -> AccessBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11)>
            where
                T11: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
            {
                let (v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10) = self.0;
                AccessBuilder((v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, value))
            }

            /// Sets the [`referrer` field](Access#structfield.referrer) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn referrer_as_null(self) -> AccessBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, ())> {
                self.referrer(())
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11>
            AccessBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11)>
        {
            /// Setter for the [`agent` field](Access#structfield.agent).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn agent<T12>(
                self,
                value: T12,
            ) -> AccessBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12)>
            where
                T12: ::planus::WriteAs<::planus::Offset<str>>,
            {
                let (v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11) = self.0;
                AccessBuilder((v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, value))
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12>
            AccessBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12)>
        {
            /// Setter for the [`language` field](Access#structfield.language).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn language<T13>(
                self,
                value: T13,
            ) -> AccessBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13)>
            where
                T13: ::planus::WriteAs<::planus::Offset<str>>,
            {
                let (v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12) = self.0;
                AccessBuilder((v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, value))
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13>
            AccessBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13)>
        {
            /// Setter for the [`upstream` field](Access#structfield.upstream).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn upstream<T14>(
                self,
                value: T14,
            ) -> AccessBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14)>
            where
                T14: ::planus::WriteAs<::planus::Offset<str>>,
            {
                let (v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13) = self.0;
                AccessBuilder((v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, value))
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14>
            AccessBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14)>
        {
            /// Setter for the [`request_id` field](Access#structfield.request_id).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn request_id<T15>(
                self,
                value: T15,
            ) -> AccessBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15)>
            where
                T15: ::planus::WriteAs<::planus::Offset<str>>,
            {
                let (v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14) = self.0;
                AccessBuilder((v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, value))
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15>
            AccessBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15)>
        {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Access].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Access>
            where
                Self: ::planus::WriteAsOffset<Access>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u64, u64>,
                T1: ::planus::WriteAs<::planus::Offset<str>>,
                T2: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
                T3: ::planus::WriteAsDefault<self::Method, self::Method>,
                T4: ::planus::WriteAs<::planus::Offset<str>>,
                T5: ::planus::WriteAs<::planus::Offset<str>>,
                T6: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
                T7: ::planus::WriteAs<::planus::Offset<str>>,
                T8: ::planus::WriteAsDefault<u16, u16>,
                T9: ::planus::WriteAsDefault<u32, u32>,
                T10: ::planus::WriteAsDefault<u32, u32>,
                T11: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
                T12: ::planus::WriteAs<::planus::Offset<str>>,
                T13: ::planus::WriteAs<::planus::Offset<str>>,
                T14: ::planus::WriteAs<::planus::Offset<str>>,
                T15: ::planus::WriteAs<::planus::Offset<str>>,
            > ::planus::WriteAs<::planus::Offset<Access>>
            for AccessBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15)>
        {
            type Prepared = ::planus::Offset<Access>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Access> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u64, u64>,
                T1: ::planus::WriteAs<::planus::Offset<str>>,
                T2: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
                T3: ::planus::WriteAsDefault<self::Method, self::Method>,
                T4: ::planus::WriteAs<::planus::Offset<str>>,
                T5: ::planus::WriteAs<::planus::Offset<str>>,
                T6: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
                T7: ::planus::WriteAs<::planus::Offset<str>>,
                T8: ::planus::WriteAsDefault<u16, u16>,
                T9: ::planus::WriteAsDefault<u32, u32>,
                T10: ::planus::WriteAsDefault<u32, u32>,
                T11: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
                T12: ::planus::WriteAs<::planus::Offset<str>>,
                T13: ::planus::WriteAs<::planus::Offset<str>>,
                T14: ::planus::WriteAs<::planus::Offset<str>>,
                T15: ::planus::WriteAs<::planus::Offset<str>>,
            > ::planus::WriteAsOptional<::planus::Offset<Access>>
            for AccessBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15)>
        {
            type Prepared = ::planus::Offset<Access>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Access>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u64, u64>,
                T1: ::planus::WriteAs<::planus::Offset<str>>,
                T2: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
                T3: ::planus::WriteAsDefault<self::Method, self::Method>,
                T4: ::planus::WriteAs<::planus::Offset<str>>,
                T5: ::planus::WriteAs<::planus::Offset<str>>,
                T6: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
                T7: ::planus::WriteAs<::planus::Offset<str>>,
                T8: ::planus::WriteAsDefault<u16, u16>,
                T9: ::planus::WriteAsDefault<u32, u32>,
                T10: ::planus::WriteAsDefault<u32, u32>,
                T11: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
                T12: ::planus::WriteAs<::planus::Offset<str>>,
                T13: ::planus::WriteAs<::planus::Offset<str>>,
                T14: ::planus::WriteAs<::planus::Offset<str>>,
                T15: ::planus::WriteAs<::planus::Offset<str>>,
            > ::planus::WriteAsOffset<Access>
            for AccessBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Access> {
                let (v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, v15) = &self.0;
                Access::create(builder, v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, v15)
            }
        }

        /// Reference to a deserialized [Access].
        #[derive(Copy, Clone)]
        pub struct AccessRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> AccessRef<'a> {
            /// Getter for the [`time` field](Access#structfield.time).
            #[inline]
            pub fn time(&self) -> ::planus::Result<u64> {
                ::core::result::Result::Ok(self.0.access(0, "Access", "time")?.unwrap_or(0))
            }

            /// Getter for the [`client` field](Access#structfield.client).
            #[inline]
            pub fn client(&self) -> ::planus::Result<&'a ::core::primitive::str> {
                self.0.access_required(1, "Access", "client")
            }

            /// Getter for the [`user` field](Access#structfield.user).
            #[inline]
            pub fn user(&self) -> ::planus::Result<::core::option::Option<&'a ::core::primitive::str>> {
                self.0.access(2, "Access", "user")
            }

            /// Getter for the [`method` field](Access#structfield.method).
            #[inline]
            pub fn method(&self) -> ::planus::Result<self::Method> {
                ::core::result::Result::Ok(self.0.access(3, "Access", "method")?.unwrap_or(self::Method::Get))
            }

            /// Getter for the [`host` field](Access#structfield.host).
            #[inline]
            pub fn host(&self) -> ::planus::Result<&'a ::core::primitive::str> {
                self.0.access_required(4, "Access", "host")
            }

            /// Getter for the [`path` field](Access#structfield.path).
            #[inline]
            pub fn path(&self) -> ::planus::Result<&'a ::core::primitive::str> {
                self.0.access_required(5, "Access", "path")
            }

            /// Getter for the [`query` field](Access#structfield.query).
            #[inline]
            pub fn query(&self) -> ::planus::Result<::core::option::Option<&'a ::core::primitive::str>> {
                self.0.access(6, "Access", "query")
            }

            /// Getter for the [`protocol` field](Access#structfield.protocol).
            #[inline]
            pub fn protocol(&self) -> ::planus::Result<&'a ::core::primitive::str> {
                self.0.access_required(7, "Access", "protocol")
            }

            /// Getter for the [`status` field](Access#structfield.status).
            #[inline]
            pub fn status(&self) -> ::planus::Result<u16> {
                ::core::result::Result::Ok(self.0.access(8, "Access", "status")?.unwrap_or(0))
            }

            /// Getter for the [`sent` field](Access#structfield.sent).
            #[inline]
            pub fn sent(&self) -> ::planus::Result<u32> {
                ::core::result::Result::Ok(self.0.access(9, "Access", "sent")?.unwrap_or(0))
            }

            /// Getter for the [`micros` field](Access#structfield.micros).
            #[inline]
            pub fn micros(&self) -> ::planus::Result<u32> {
                ::core::result::Result::Ok(self.0.access(10, "Access", "micros")?.unwrap_or(0))
            }

            /// Getter for the [`referrer` field](Access#structfield.referrer).
            #[inline]
            pub fn referrer(&self) -> ::planus::Result<::core::option::Option<&'a ::core::primitive::str>> {
                self.0.access(11, "Access", "referrer")
            }

            /// Getter for the [`agent` field](Access#structfield.agent).
            #[inline]
            pub fn agent(&self) -> ::planus::Result<&'a ::core::primitive::str> {
                self.0.access_required(12, "Access", "agent")
            }

            /// Getter for the [`language` field](Access#structfield.language).
            #[inline]
            pub fn language(&self) -> ::planus::Result<&'a ::core::primitive::str> {
                self.0.access_required(13, "Access", "language")
            }

            /// Getter for the [`upstream` field](Access#structfield.upstream).
            #[inline]
            pub fn upstream(&self) -> ::planus::Result<&'a ::core::primitive::str> {
                self.0.access_required(14, "Access", "upstream")
            }

            /// Getter for the [`request_id` field](Access#structfield.request_id).
            #[inline]
            pub fn request_id(&self) -> ::planus::Result<&'a ::core::primitive::str> {
                self.0.access_required(15, "Access", "request_id")
            }
        }

        impl<'a> ::core::fmt::Debug for AccessRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("AccessRef");
                f.field("time", &self.time());
                f.field("client", &self.client());
                if let ::core::option::Option::Some(field_user) = self.user().transpose() {
                    f.field("user", &field_user);
                }
                f.field("method", &self.method());
                f.field("host", &self.host());
                f.field("path", &self.path());
                if let ::core::option::Option::Some(field_query) = self.query().transpose() {
                    f.field("query", &field_query);
                }
                f.field("protocol", &self.protocol());
                f.field("status", &self.status());
                f.field("sent", &self.sent());
                f.field("micros", &self.micros());
                if let ::core::option::Option::Some(field_referrer) = self.referrer().transpose() {
                    f.field("referrer", &field_referrer);
                }
                f.field("agent", &self.agent());
                f.field("language", &self.language());
                f.field("upstream", &self.upstream());
                f.field("request_id", &self.request_id());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<AccessRef<'a>> for Access {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: AccessRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    time: ::core::convert::TryInto::try_into(value.time()?)?,
                    client: ::core::convert::Into::into(value.client()?),
                    user: value.user()?.map(::core::convert::Into::into),
                    method: ::core::convert::TryInto::try_into(value.method()?)?,
                    host: ::core::convert::Into::into(value.host()?),
                    path: ::core::convert::Into::into(value.path()?),
                    query: value.query()?.map(::core::convert::Into::into),
                    protocol: ::core::convert::Into::into(value.protocol()?),
                    status: ::core::convert::TryInto::try_into(value.status()?)?,
                    sent: ::core::convert::TryInto::try_into(value.sent()?)?,
                    micros: ::core::convert::TryInto::try_into(value.micros()?)?,
                    referrer: value.referrer()?.map(::core::convert::Into::into),
                    agent: ::core::convert::Into::into(value.agent()?),
                    language: ::core::convert::Into::into(value.language()?),
                    upstream: ::core::convert::Into::into(value.upstream()?),
                    request_id: ::core::convert::Into::into(value.request_id()?),
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for AccessRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for AccessRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[AccessRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Access>> for Access {
            type Value = ::planus::Offset<Access>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Access>],
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

        impl<'a> ::planus::ReadAsRoot<'a> for AccessRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[AccessRef]", "read_as_root", 0))
            }
        }

        /// The table `AccessLog` in the namespace `services`
        ///
        /// Generated from these locations:
        /// * Table `AccessLog` in the file `schemas/services.fbs:29`
        #[derive(Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash, ::serde::Serialize, ::serde::Deserialize)]
        pub struct AccessLog {
            /// The field `server` in the table `AccessLog`
            pub server: ::planus::alloc::string::String,
            /// The field `entries` in the table `AccessLog`
            pub entries: ::planus::alloc::vec::Vec<self::Access>,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for AccessLog {
            fn default() -> Self {
                Self { server: ::core::default::Default::default(), entries: ::core::default::Default::default() }
            }
        }

        impl AccessLog {
            /// Creates a [AccessLogBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> AccessLogBuilder<()> {
                AccessLogBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_server: impl ::planus::WriteAs<::planus::Offset<str>>,
                field_entries: impl ::planus::WriteAs<::planus::Offset<[::planus::Offset<self::Access>]>>,
            ) -> ::planus::Offset<Self> {
                let prepared_server = field_server.prepare(builder);
                let prepared_entries = field_entries.prepare(builder);

                let mut table_writer: ::planus::table_writer::TableWriter<8> = ::core::default::Default::default();
                table_writer.write_entry::<::planus::Offset<str>>(0);
                table_writer.write_entry::<::planus::Offset<[::planus::Offset<self::Access>]>>(1);

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        object_writer.write::<_, _, 4>(&prepared_server);
                        object_writer.write::<_, _, 4>(&prepared_entries);
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<AccessLog>> for AccessLog {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<AccessLog> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<AccessLog>> for AccessLog {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<AccessLog>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<AccessLog> for AccessLog {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<AccessLog> {
                AccessLog::create(builder, &self.server, &self.entries)
            }
        }

        /// Builder for serializing an instance of the [AccessLog] type.
        ///
        /// Can be created using the [AccessLog::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct AccessLogBuilder<State>(State);

        impl AccessLogBuilder<()> {
            /// Setter for the [`server` field](AccessLog#structfield.server).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn server<T0>(self, value: T0) -> AccessLogBuilder<(T0,)>
            where
                T0: ::planus::WriteAs<::planus::Offset<str>>,
            {
                AccessLogBuilder((value,))
            }
        }

        impl<T0> AccessLogBuilder<(T0,)> {
            /// Setter for the [`entries` field](AccessLog#structfield.entries).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn entries<T1>(self, value: T1) -> AccessLogBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAs<::planus::Offset<[::planus::Offset<self::Access>]>>,
            {
                let (v0,) = self.0;
                AccessLogBuilder((v0, value))
            }
        }

        impl<T0, T1> AccessLogBuilder<(T0, T1)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [AccessLog].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<AccessLog>
            where
                Self: ::planus::WriteAsOffset<AccessLog>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAs<::planus::Offset<str>>,
                T1: ::planus::WriteAs<::planus::Offset<[::planus::Offset<self::Access>]>>,
            > ::planus::WriteAs<::planus::Offset<AccessLog>> for AccessLogBuilder<(T0, T1)>
        {
            type Prepared = ::planus::Offset<AccessLog>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<AccessLog> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAs<::planus::Offset<str>>,
                T1: ::planus::WriteAs<::planus::Offset<[::planus::Offset<self::Access>]>>,
            > ::planus::WriteAsOptional<::planus::Offset<AccessLog>> for AccessLogBuilder<(T0, T1)>
        {
            type Prepared = ::planus::Offset<AccessLog>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<AccessLog>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<
                T0: ::planus::WriteAs<::planus::Offset<str>>,
                T1: ::planus::WriteAs<::planus::Offset<[::planus::Offset<self::Access>]>>,
            > ::planus::WriteAsOffset<AccessLog> for AccessLogBuilder<(T0, T1)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<AccessLog> {
                let (v0, v1) = &self.0;
                AccessLog::create(builder, v0, v1)
            }
        }

        /// Reference to a deserialized [AccessLog].
        #[derive(Copy, Clone)]
        pub struct AccessLogRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> AccessLogRef<'a> {
            /// Getter for the [`server` field](AccessLog#structfield.server).
            #[inline]
            pub fn server(&self) -> ::planus::Result<&'a ::core::primitive::str> {
                self.0.access_required(0, "AccessLog", "server")
            }

            /// Getter for the [`entries` field](AccessLog#structfield.entries).
            #[inline]
            pub fn entries(&self) -> ::planus::Result<::planus::Vector<'a, ::planus::Result<self::AccessRef<'a>>>> {
                self.0.access_required(1, "AccessLog", "entries")
            }
        }

        impl<'a> ::core::fmt::Debug for AccessLogRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("AccessLogRef");
                f.field("server", &self.server());
                f.field("entries", &self.entries());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<AccessLogRef<'a>> for AccessLog {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: AccessLogRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    server: ::core::convert::Into::into(value.server()?),
                    entries: value.entries()?.to_vec_result()?,
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for AccessLogRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for AccessLogRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[AccessLogRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<AccessLog>> for AccessLog {
            type Value = ::planus::Offset<AccessLog>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<AccessLog>],
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

        impl<'a> ::planus::ReadAsRoot<'a> for AccessLogRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[AccessLogRef]", "read_as_root", 0))
            }
        }

        /// The enum `Difficulty` in the namespace `services`
        ///
        /// Generated from these locations:
        /// * Enum `Difficulty` in the file `schemas/services.fbs:34`
        #[derive(
            Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, ::serde::Serialize, ::serde::Deserialize,
        )]
        #[repr(u8)]
        pub enum Difficulty {
            /// The variant `Calm` in the enum `Difficulty`
            Calm = 0,

            /// The variant `Fair` in the enum `Difficulty`
            Fair = 1,

            /// The variant `Rough` in the enum `Difficulty`
            Rough = 2,

            /// The variant `Storm` in the enum `Difficulty`
            Storm = 3,
        }

        impl Difficulty {
            /// Array containing all valid variants of Difficulty
            pub const ENUM_VALUES: [Self; 4] = [Self::Calm, Self::Fair, Self::Rough, Self::Storm];
        }

        impl ::core::convert::TryFrom<u8> for Difficulty {
            type Error = ::planus::errors::UnknownEnumTagKind;
            #[inline]
            fn try_from(value: u8) -> ::core::result::Result<Self, ::planus::errors::UnknownEnumTagKind> {
                #[allow(clippy::match_single_binding)]
                match value {
                    0 => ::core::result::Result::Ok(Difficulty::Calm),
                    1 => ::core::result::Result::Ok(Difficulty::Fair),
                    2 => ::core::result::Result::Ok(Difficulty::Rough),
                    3 => ::core::result::Result::Ok(Difficulty::Storm),

                    _ => ::core::result::Result::Err(::planus::errors::UnknownEnumTagKind { tag: value as i128 }),
                }
            }
        }

        impl ::core::convert::From<Difficulty> for u8 {
            #[inline]
            fn from(value: Difficulty) -> Self {
                value as u8
            }
        }

        /// # Safety
        /// The Planus compiler correctly calculates `ALIGNMENT` and `SIZE`.
        unsafe impl ::planus::Primitive for Difficulty {
            const ALIGNMENT: usize = 1;
            const SIZE: usize = 1;
        }

        impl ::planus::WriteAsPrimitive<Difficulty> for Difficulty {
            #[inline]
            fn write<const N: usize>(&self, cursor: ::planus::Cursor<'_, N>, buffer_position: u32) {
                (*self as u8).write(cursor, buffer_position);
            }
        }

        impl ::planus::WriteAs<Difficulty> for Difficulty {
            type Prepared = Self;

            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> Difficulty {
                *self
            }
        }

        impl ::planus::WriteAsDefault<Difficulty, Difficulty> for Difficulty {
            type Prepared = Self;

            #[inline]
            fn prepare(
                &self,
                _builder: &mut ::planus::Builder,
                default: &Difficulty,
            ) -> ::core::option::Option<Difficulty> {
                if self == default {
                    ::core::option::Option::None
                } else {
                    ::core::option::Option::Some(*self)
                }
            }
        }

        impl ::planus::WriteAsOptional<Difficulty> for Difficulty {
            type Prepared = Self;

            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> ::core::option::Option<Difficulty> {
                ::core::option::Option::Some(*self)
            }
        }

        impl<'buf> ::planus::TableRead<'buf> for Difficulty {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'buf>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                let n: u8 = ::planus::TableRead::from_buffer(buffer, offset)?;
                ::core::result::Result::Ok(::core::convert::TryInto::try_into(n)?)
            }
        }

        impl<'buf> ::planus::VectorReadInner<'buf> for Difficulty {
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
                    error_kind.with_error_location("Difficulty", "VectorRead::from_buffer", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<Difficulty> for Difficulty {
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

        /// The table `Rival` in the namespace `services`
        ///
        /// Generated from these locations:
        /// * Table `Rival` in the file `schemas/services.fbs:36`
        #[derive(Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash, ::serde::Serialize, ::serde::Deserialize)]
        pub struct Rival {
            /// The field `name` in the table `Rival`
            pub name: ::planus::alloc::string::String,
            /// The field `strength` in the table `Rival`
            pub strength: u16,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Rival {
            fn default() -> Self {
                Self { name: ::core::default::Default::default(), strength: 0 }
            }
        }

        impl Rival {
            /// Creates a [RivalBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> RivalBuilder<()> {
                RivalBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_name: impl ::planus::WriteAs<::planus::Offset<str>>,
                field_strength: impl ::planus::WriteAsDefault<u16, u16>,
            ) -> ::planus::Offset<Self> {
                let prepared_name = field_name.prepare(builder);
                let prepared_strength = field_strength.prepare(builder, &0);

                let mut table_writer: ::planus::table_writer::TableWriter<8> = ::core::default::Default::default();
                table_writer.write_entry::<::planus::Offset<str>>(0);
                if prepared_strength.is_some() {
                    table_writer.write_entry::<u16>(1);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        object_writer.write::<_, _, 4>(&prepared_name);
                        if let ::core::option::Option::Some(prepared_strength) = prepared_strength {
                            object_writer.write::<_, _, 2>(&prepared_strength);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Rival>> for Rival {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Rival> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Rival>> for Rival {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Rival>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Rival> for Rival {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Rival> {
                Rival::create(builder, &self.name, self.strength)
            }
        }

        /// Builder for serializing an instance of the [Rival] type.
        ///
        /// Can be created using the [Rival::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct RivalBuilder<State>(State);

        impl RivalBuilder<()> {
            /// Setter for the [`name` field](Rival#structfield.name).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn name<T0>(self, value: T0) -> RivalBuilder<(T0,)>
            where
                T0: ::planus::WriteAs<::planus::Offset<str>>,
            {
                RivalBuilder((value,))
            }
        }

        impl<T0> RivalBuilder<(T0,)> {
            /// Setter for the [`strength` field](Rival#structfield.strength).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn strength<T1>(self, value: T1) -> RivalBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAsDefault<u16, u16>,
            {
                let (v0,) = self.0;
                RivalBuilder((v0, value))
            }

            /// Sets the [`strength` field](Rival#structfield.strength) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn strength_as_default(self) -> RivalBuilder<(T0, ::planus::DefaultValue)> {
                self.strength(::planus::DefaultValue)
            }
        }

        impl<T0, T1> RivalBuilder<(T0, T1)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Rival].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Rival>
            where
                Self: ::planus::WriteAsOffset<Rival>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<T0: ::planus::WriteAs<::planus::Offset<str>>, T1: ::planus::WriteAsDefault<u16, u16>>
            ::planus::WriteAs<::planus::Offset<Rival>> for RivalBuilder<(T0, T1)>
        {
            type Prepared = ::planus::Offset<Rival>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Rival> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<T0: ::planus::WriteAs<::planus::Offset<str>>, T1: ::planus::WriteAsDefault<u16, u16>>
            ::planus::WriteAsOptional<::planus::Offset<Rival>> for RivalBuilder<(T0, T1)>
        {
            type Prepared = ::planus::Offset<Rival>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Rival>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<T0: ::planus::WriteAs<::planus::Offset<str>>, T1: ::planus::WriteAsDefault<u16, u16>>
            ::planus::WriteAsOffset<Rival> for RivalBuilder<(T0, T1)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Rival> {
                let (v0, v1) = &self.0;
                Rival::create(builder, v0, v1)
            }
        }

        /// Reference to a deserialized [Rival].
        #[derive(Copy, Clone)]
        pub struct RivalRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> RivalRef<'a> {
            /// Getter for the [`name` field](Rival#structfield.name).
            #[inline]
            pub fn name(&self) -> ::planus::Result<&'a ::core::primitive::str> {
                self.0.access_required(0, "Rival", "name")
            }

            /// Getter for the [`strength` field](Rival#structfield.strength).
            #[inline]
            pub fn strength(&self) -> ::planus::Result<u16> {
                ::core::result::Result::Ok(self.0.access(1, "Rival", "strength")?.unwrap_or(0))
            }
        }

        impl<'a> ::core::fmt::Debug for RivalRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("RivalRef");
                f.field("name", &self.name());
                f.field("strength", &self.strength());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<RivalRef<'a>> for Rival {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: RivalRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    name: ::core::convert::Into::into(value.name()?),
                    strength: ::core::convert::TryInto::try_into(value.strength()?)?,
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for RivalRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for RivalRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset)
                    .map_err(|error_kind| error_kind.with_error_location("[RivalRef]", "get", buffer.offset_from_start))
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Rival>> for Rival {
            type Value = ::planus::Offset<Rival>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Rival>],
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

        impl<'a> ::planus::ReadAsRoot<'a> for RivalRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[RivalRef]", "read_as_root", 0))
            }
        }

        /// The table `Cargo` in the namespace `services`
        ///
        /// Generated from these locations:
        /// * Table `Cargo` in the file `schemas/services.fbs:41`
        #[derive(Clone, Debug, PartialEq, PartialOrd, ::serde::Serialize, ::serde::Deserialize)]
        pub struct Cargo {
            /// The field `good` in the table `Cargo`
            pub good: ::planus::alloc::string::String,
            /// The field `tons` in the table `Cargo`
            pub tons: u16,
            /// The field `paid` in the table `Cargo`
            pub paid: f32,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Cargo {
            fn default() -> Self {
                Self { good: ::core::default::Default::default(), tons: 0, paid: 0.0 }
            }
        }

        impl Cargo {
            /// Creates a [CargoBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> CargoBuilder<()> {
                CargoBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_good: impl ::planus::WriteAs<::planus::Offset<str>>,
                field_tons: impl ::planus::WriteAsDefault<u16, u16>,
                field_paid: impl ::planus::WriteAsDefault<f32, f32>,
            ) -> ::planus::Offset<Self> {
                let prepared_good = field_good.prepare(builder);
                let prepared_tons = field_tons.prepare(builder, &0);
                let prepared_paid = field_paid.prepare(builder, &0.0);

                let mut table_writer: ::planus::table_writer::TableWriter<10> = ::core::default::Default::default();
                table_writer.write_entry::<::planus::Offset<str>>(0);
                if prepared_paid.is_some() {
                    table_writer.write_entry::<f32>(2);
                }
                if prepared_tons.is_some() {
                    table_writer.write_entry::<u16>(1);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        object_writer.write::<_, _, 4>(&prepared_good);
                        if let ::core::option::Option::Some(prepared_paid) = prepared_paid {
                            object_writer.write::<_, _, 4>(&prepared_paid);
                        }
                        if let ::core::option::Option::Some(prepared_tons) = prepared_tons {
                            object_writer.write::<_, _, 2>(&prepared_tons);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Cargo>> for Cargo {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Cargo> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Cargo>> for Cargo {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Cargo>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Cargo> for Cargo {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Cargo> {
                Cargo::create(builder, &self.good, self.tons, self.paid)
            }
        }

        /// Builder for serializing an instance of the [Cargo] type.
        ///
        /// Can be created using the [Cargo::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct CargoBuilder<State>(State);

        impl CargoBuilder<()> {
            /// Setter for the [`good` field](Cargo#structfield.good).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn good<T0>(self, value: T0) -> CargoBuilder<(T0,)>
            where
                T0: ::planus::WriteAs<::planus::Offset<str>>,
            {
                CargoBuilder((value,))
            }
        }

        impl<T0> CargoBuilder<(T0,)> {
            /// Setter for the [`tons` field](Cargo#structfield.tons).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn tons<T1>(self, value: T1) -> CargoBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAsDefault<u16, u16>,
            {
                let (v0,) = self.0;
                CargoBuilder((v0, value))
            }

            /// Sets the [`tons` field](Cargo#structfield.tons) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn tons_as_default(self) -> CargoBuilder<(T0, ::planus::DefaultValue)> {
                self.tons(::planus::DefaultValue)
            }
        }

        impl<T0, T1> CargoBuilder<(T0, T1)> {
            /// Setter for the [`paid` field](Cargo#structfield.paid).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn paid<T2>(self, value: T2) -> CargoBuilder<(T0, T1, T2)>
            where
                T2: ::planus::WriteAsDefault<f32, f32>,
            {
                let (v0, v1) = self.0;
                CargoBuilder((v0, v1, value))
            }

            /// Sets the [`paid` field](Cargo#structfield.paid) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn paid_as_default(self) -> CargoBuilder<(T0, T1, ::planus::DefaultValue)> {
                self.paid(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2> CargoBuilder<(T0, T1, T2)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Cargo].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Cargo>
            where
                Self: ::planus::WriteAsOffset<Cargo>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAs<::planus::Offset<str>>,
                T1: ::planus::WriteAsDefault<u16, u16>,
                T2: ::planus::WriteAsDefault<f32, f32>,
            > ::planus::WriteAs<::planus::Offset<Cargo>> for CargoBuilder<(T0, T1, T2)>
        {
            type Prepared = ::planus::Offset<Cargo>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Cargo> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAs<::planus::Offset<str>>,
                T1: ::planus::WriteAsDefault<u16, u16>,
                T2: ::planus::WriteAsDefault<f32, f32>,
            > ::planus::WriteAsOptional<::planus::Offset<Cargo>> for CargoBuilder<(T0, T1, T2)>
        {
            type Prepared = ::planus::Offset<Cargo>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Cargo>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<
                T0: ::planus::WriteAs<::planus::Offset<str>>,
                T1: ::planus::WriteAsDefault<u16, u16>,
                T2: ::planus::WriteAsDefault<f32, f32>,
            > ::planus::WriteAsOffset<Cargo> for CargoBuilder<(T0, T1, T2)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Cargo> {
                let (v0, v1, v2) = &self.0;
                Cargo::create(builder, v0, v1, v2)
            }
        }

        /// Reference to a deserialized [Cargo].
        #[derive(Copy, Clone)]
        pub struct CargoRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> CargoRef<'a> {
            /// Getter for the [`good` field](Cargo#structfield.good).
            #[inline]
            pub fn good(&self) -> ::planus::Result<&'a ::core::primitive::str> {
                self.0.access_required(0, "Cargo", "good")
            }

            /// Getter for the [`tons` field](Cargo#structfield.tons).
            #[inline]
            pub fn tons(&self) -> ::planus::Result<u16> {
                ::core::result::Result::Ok(self.0.access(1, "Cargo", "tons")?.unwrap_or(0))
            }

            /// Getter for the [`paid` field](Cargo#structfield.paid).
            #[inline]
            pub fn paid(&self) -> ::planus::Result<f32> {
                ::core::result::Result::Ok(self.0.access(2, "Cargo", "paid")?.unwrap_or(0.0))
            }
        }

        impl<'a> ::core::fmt::Debug for CargoRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("CargoRef");
                f.field("good", &self.good());
                f.field("tons", &self.tons());
                f.field("paid", &self.paid());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<CargoRef<'a>> for Cargo {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: CargoRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    good: ::core::convert::Into::into(value.good()?),
                    tons: ::core::convert::TryInto::try_into(value.tons()?)?,
                    paid: ::core::convert::TryInto::try_into(value.paid()?)?,
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for CargoRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for CargoRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset)
                    .map_err(|error_kind| error_kind.with_error_location("[CargoRef]", "get", buffer.offset_from_start))
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Cargo>> for Cargo {
            type Value = ::planus::Offset<Cargo>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Cargo>],
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

        impl<'a> ::planus::ReadAsRoot<'a> for CargoRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[CargoRef]", "read_as_root", 0))
            }
        }

        /// The table `Ship` in the namespace `services`
        ///
        /// Generated from these locations:
        /// * Table `Ship` in the file `schemas/services.fbs:47`
        #[derive(Clone, Debug, PartialEq, PartialOrd, ::serde::Serialize, ::serde::Deserialize)]
        pub struct Ship {
            /// The field `name` in the table `Ship`
            pub name: ::planus::alloc::string::String,
            /// The field `hull` in the table `Ship`
            pub hull: u16,
            /// The field `crew` in the table `Ship`
            pub crew: u8,
            /// The field `heading` in the table `Ship`
            pub heading: f32,
            /// The field `upgrades` in the table `Ship`
            pub upgrades: ::planus::alloc::vec::Vec<bool>,
            /// The field `hold` in the table `Ship`
            pub hold: ::planus::alloc::vec::Vec<self::Cargo>,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Ship {
            fn default() -> Self {
                Self {
                    name: ::core::default::Default::default(),
                    hull: 0,
                    crew: 0,
                    heading: 0.0,
                    upgrades: ::core::default::Default::default(),
                    hold: ::core::default::Default::default(),
                }
            }
        }

        impl Ship {
            /// Creates a [ShipBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> ShipBuilder<()> {
                ShipBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_name: impl ::planus::WriteAs<::planus::Offset<str>>,
                field_hull: impl ::planus::WriteAsDefault<u16, u16>,
                field_crew: impl ::planus::WriteAsDefault<u8, u8>,
                field_heading: impl ::planus::WriteAsDefault<f32, f32>,
                field_upgrades: impl ::planus::WriteAs<::planus::Offset<[bool]>>,
                field_hold: impl ::planus::WriteAs<::planus::Offset<[::planus::Offset<self::Cargo>]>>,
            ) -> ::planus::Offset<Self> {
                let prepared_name = field_name.prepare(builder);
                let prepared_hull = field_hull.prepare(builder, &0);
                let prepared_crew = field_crew.prepare(builder, &0);
                let prepared_heading = field_heading.prepare(builder, &0.0);
                let prepared_upgrades = field_upgrades.prepare(builder);
                let prepared_hold = field_hold.prepare(builder);

                let mut table_writer: ::planus::table_writer::TableWriter<16> = ::core::default::Default::default();
                table_writer.write_entry::<::planus::Offset<str>>(0);
                if prepared_heading.is_some() {
                    table_writer.write_entry::<f32>(3);
                }
                table_writer.write_entry::<::planus::Offset<[bool]>>(4);
                table_writer.write_entry::<::planus::Offset<[::planus::Offset<self::Cargo>]>>(5);
                if prepared_hull.is_some() {
                    table_writer.write_entry::<u16>(1);
                }
                if prepared_crew.is_some() {
                    table_writer.write_entry::<u8>(2);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        object_writer.write::<_, _, 4>(&prepared_name);
                        if let ::core::option::Option::Some(prepared_heading) = prepared_heading {
                            object_writer.write::<_, _, 4>(&prepared_heading);
                        }
                        object_writer.write::<_, _, 4>(&prepared_upgrades);
                        object_writer.write::<_, _, 4>(&prepared_hold);
                        if let ::core::option::Option::Some(prepared_hull) = prepared_hull {
                            object_writer.write::<_, _, 2>(&prepared_hull);
                        }
                        if let ::core::option::Option::Some(prepared_crew) = prepared_crew {
                            object_writer.write::<_, _, 1>(&prepared_crew);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Ship>> for Ship {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Ship> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Ship>> for Ship {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Ship>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Ship> for Ship {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Ship> {
                Ship::create(builder, &self.name, self.hull, self.crew, self.heading, &self.upgrades, &self.hold)
            }
        }

        /// Builder for serializing an instance of the [Ship] type.
        ///
        /// Can be created using the [Ship::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct ShipBuilder<State>(State);

        impl ShipBuilder<()> {
            /// Setter for the [`name` field](Ship#structfield.name).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn name<T0>(self, value: T0) -> ShipBuilder<(T0,)>
            where
                T0: ::planus::WriteAs<::planus::Offset<str>>,
            {
                ShipBuilder((value,))
            }
        }

        impl<T0> ShipBuilder<(T0,)> {
            /// Setter for the [`hull` field](Ship#structfield.hull).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn hull<T1>(self, value: T1) -> ShipBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAsDefault<u16, u16>,
            {
                let (v0,) = self.0;
                ShipBuilder((v0, value))
            }

            /// Sets the [`hull` field](Ship#structfield.hull) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn hull_as_default(self) -> ShipBuilder<(T0, ::planus::DefaultValue)> {
                self.hull(::planus::DefaultValue)
            }
        }

        impl<T0, T1> ShipBuilder<(T0, T1)> {
            /// Setter for the [`crew` field](Ship#structfield.crew).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn crew<T2>(self, value: T2) -> ShipBuilder<(T0, T1, T2)>
            where
                T2: ::planus::WriteAsDefault<u8, u8>,
            {
                let (v0, v1) = self.0;
                ShipBuilder((v0, v1, value))
            }

            /// Sets the [`crew` field](Ship#structfield.crew) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn crew_as_default(self) -> ShipBuilder<(T0, T1, ::planus::DefaultValue)> {
                self.crew(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2> ShipBuilder<(T0, T1, T2)> {
            /// Setter for the [`heading` field](Ship#structfield.heading).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn heading<T3>(self, value: T3) -> ShipBuilder<(T0, T1, T2, T3)>
            where
                T3: ::planus::WriteAsDefault<f32, f32>,
            {
                let (v0, v1, v2) = self.0;
                ShipBuilder((v0, v1, v2, value))
            }

            /// Sets the [`heading` field](Ship#structfield.heading) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn heading_as_default(self) -> ShipBuilder<(T0, T1, T2, ::planus::DefaultValue)> {
                self.heading(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3> ShipBuilder<(T0, T1, T2, T3)> {
            /// Setter for the [`upgrades` field](Ship#structfield.upgrades).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn upgrades<T4>(self, value: T4) -> ShipBuilder<(T0, T1, T2, T3, T4)>
            where
                T4: ::planus::WriteAs<::planus::Offset<[bool]>>,
            {
                let (v0, v1, v2, v3) = self.0;
                ShipBuilder((v0, v1, v2, v3, value))
            }
        }

        impl<T0, T1, T2, T3, T4> ShipBuilder<(T0, T1, T2, T3, T4)> {
            /// Setter for the [`hold` field](Ship#structfield.hold).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn hold<T5>(self, value: T5) -> ShipBuilder<(T0, T1, T2, T3, T4, T5)>
            where
                T5: ::planus::WriteAs<::planus::Offset<[::planus::Offset<self::Cargo>]>>,
            {
                let (v0, v1, v2, v3, v4) = self.0;
                ShipBuilder((v0, v1, v2, v3, v4, value))
            }
        }

        impl<T0, T1, T2, T3, T4, T5> ShipBuilder<(T0, T1, T2, T3, T4, T5)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Ship].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Ship>
            where
                Self: ::planus::WriteAsOffset<Ship>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAs<::planus::Offset<str>>,
                T1: ::planus::WriteAsDefault<u16, u16>,
                T2: ::planus::WriteAsDefault<u8, u8>,
                T3: ::planus::WriteAsDefault<f32, f32>,
                T4: ::planus::WriteAs<::planus::Offset<[bool]>>,
                T5: ::planus::WriteAs<::planus::Offset<[::planus::Offset<self::Cargo>]>>,
            > ::planus::WriteAs<::planus::Offset<Ship>> for ShipBuilder<(T0, T1, T2, T3, T4, T5)>
        {
            type Prepared = ::planus::Offset<Ship>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Ship> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAs<::planus::Offset<str>>,
                T1: ::planus::WriteAsDefault<u16, u16>,
                T2: ::planus::WriteAsDefault<u8, u8>,
                T3: ::planus::WriteAsDefault<f32, f32>,
                T4: ::planus::WriteAs<::planus::Offset<[bool]>>,
                T5: ::planus::WriteAs<::planus::Offset<[::planus::Offset<self::Cargo>]>>,
            > ::planus::WriteAsOptional<::planus::Offset<Ship>> for ShipBuilder<(T0, T1, T2, T3, T4, T5)>
        {
            type Prepared = ::planus::Offset<Ship>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Ship>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<
                T0: ::planus::WriteAs<::planus::Offset<str>>,
                T1: ::planus::WriteAsDefault<u16, u16>,
                T2: ::planus::WriteAsDefault<u8, u8>,
                T3: ::planus::WriteAsDefault<f32, f32>,
                T4: ::planus::WriteAs<::planus::Offset<[bool]>>,
                T5: ::planus::WriteAs<::planus::Offset<[::planus::Offset<self::Cargo>]>>,
            > ::planus::WriteAsOffset<Ship> for ShipBuilder<(T0, T1, T2, T3, T4, T5)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Ship> {
                let (v0, v1, v2, v3, v4, v5) = &self.0;
                Ship::create(builder, v0, v1, v2, v3, v4, v5)
            }
        }

        /// Reference to a deserialized [Ship].
        #[derive(Copy, Clone)]
        pub struct ShipRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> ShipRef<'a> {
            /// Getter for the [`name` field](Ship#structfield.name).
            #[inline]
            pub fn name(&self) -> ::planus::Result<&'a ::core::primitive::str> {
                self.0.access_required(0, "Ship", "name")
            }

            /// Getter for the [`hull` field](Ship#structfield.hull).
            #[inline]
            pub fn hull(&self) -> ::planus::Result<u16> {
                ::core::result::Result::Ok(self.0.access(1, "Ship", "hull")?.unwrap_or(0))
            }

            /// Getter for the [`crew` field](Ship#structfield.crew).
            #[inline]
            pub fn crew(&self) -> ::planus::Result<u8> {
                ::core::result::Result::Ok(self.0.access(2, "Ship", "crew")?.unwrap_or(0))
            }

            /// Getter for the [`heading` field](Ship#structfield.heading).
            #[inline]
            pub fn heading(&self) -> ::planus::Result<f32> {
                ::core::result::Result::Ok(self.0.access(3, "Ship", "heading")?.unwrap_or(0.0))
            }

            /// Getter for the [`upgrades` field](Ship#structfield.upgrades).
            #[inline]
            pub fn upgrades(&self) -> ::planus::Result<::planus::Vector<'a, bool>> {
                self.0.access_required(4, "Ship", "upgrades")
            }

            /// Getter for the [`hold` field](Ship#structfield.hold).
            #[inline]
            pub fn hold(&self) -> ::planus::Result<::planus::Vector<'a, ::planus::Result<self::CargoRef<'a>>>> {
                self.0.access_required(5, "Ship", "hold")
            }
        }

        impl<'a> ::core::fmt::Debug for ShipRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("ShipRef");
                f.field("name", &self.name());
                f.field("hull", &self.hull());
                f.field("crew", &self.crew());
                f.field("heading", &self.heading());
                f.field("upgrades", &self.upgrades());
                f.field("hold", &self.hold());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<ShipRef<'a>> for Ship {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: ShipRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    name: ::core::convert::Into::into(value.name()?),
                    hull: ::core::convert::TryInto::try_into(value.hull()?)?,
                    crew: ::core::convert::TryInto::try_into(value.crew()?)?,
                    heading: ::core::convert::TryInto::try_into(value.heading()?)?,
                    upgrades: value.upgrades()?.to_vec()?,
                    hold: value.hold()?.to_vec_result()?,
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for ShipRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for ShipRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset)
                    .map_err(|error_kind| error_kind.with_error_location("[ShipRef]", "get", buffer.offset_from_start))
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Ship>> for Ship {
            type Value = ::planus::Offset<Ship>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Ship>],
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

        impl<'a> ::planus::ReadAsRoot<'a> for ShipRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[ShipRef]", "read_as_root", 0))
            }
        }

        /// The table `Wait` in the namespace `services`
        ///
        /// Generated from these locations:
        /// * Table `Wait` in the file `schemas/services.fbs:56`
        #[derive(Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash, ::serde::Serialize, ::serde::Deserialize)]
        pub struct Wait {}

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Wait {
            fn default() -> Self {
                Self {}
            }
        }

        impl Wait {
            /// Creates a [WaitBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> WaitBuilder<()> {
                WaitBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(builder: &mut ::planus::Builder) -> ::planus::Offset<Self> {
                let table_writer: ::planus::table_writer::TableWriter<4> = ::core::default::Default::default();
                unsafe {
                    table_writer.finish(builder, |_table_writer| {});
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Wait>> for Wait {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Wait> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Wait>> for Wait {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Wait>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Wait> for Wait {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Wait> {
                Wait::create(builder)
            }
        }

        /// Builder for serializing an instance of the [Wait] type.
        ///
        /// Can be created using the [Wait::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct WaitBuilder<State>(State);

        impl WaitBuilder<()> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Wait].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Wait>
            where
                Self: ::planus::WriteAsOffset<Wait>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Wait>> for WaitBuilder<()> {
            type Prepared = ::planus::Offset<Wait>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Wait> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Wait>> for WaitBuilder<()> {
            type Prepared = ::planus::Offset<Wait>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Wait>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Wait> for WaitBuilder<()> {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Wait> {
                Wait::create(builder)
            }
        }

        /// Reference to a deserialized [Wait].
        #[derive(Copy, Clone)]
        pub struct WaitRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> WaitRef<'a> {}

        impl<'a> ::core::fmt::Debug for WaitRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("WaitRef");

                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<WaitRef<'a>> for Wait {
            type Error = ::planus::Error;

            fn try_from(_value: WaitRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {})
            }
        }

        impl<'a> ::planus::TableRead<'a> for WaitRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for WaitRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset)
                    .map_err(|error_kind| error_kind.with_error_location("[WaitRef]", "get", buffer.offset_from_start))
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Wait>> for Wait {
            type Value = ::planus::Offset<Wait>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Wait>],
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

        impl<'a> ::planus::ReadAsRoot<'a> for WaitRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[WaitRef]", "read_as_root", 0))
            }
        }

        /// The table `Repair` in the namespace `services`
        ///
        /// Generated from these locations:
        /// * Table `Repair` in the file `schemas/services.fbs:58`
        #[derive(Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash, ::serde::Serialize, ::serde::Deserialize)]
        pub struct Repair {
            /// The field `hull` in the table `Repair`
            pub hull: u16,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Repair {
            fn default() -> Self {
                Self { hull: 0 }
            }
        }

        impl Repair {
            /// Creates a [RepairBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> RepairBuilder<()> {
                RepairBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_hull: impl ::planus::WriteAsDefault<u16, u16>,
            ) -> ::planus::Offset<Self> {
                let prepared_hull = field_hull.prepare(builder, &0);

                let mut table_writer: ::planus::table_writer::TableWriter<6> = ::core::default::Default::default();
                if prepared_hull.is_some() {
                    table_writer.write_entry::<u16>(0);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_hull) = prepared_hull {
                            object_writer.write::<_, _, 2>(&prepared_hull);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Repair>> for Repair {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Repair> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Repair>> for Repair {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Repair>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Repair> for Repair {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Repair> {
                Repair::create(builder, self.hull)
            }
        }

        /// Builder for serializing an instance of the [Repair] type.
        ///
        /// Can be created using the [Repair::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct RepairBuilder<State>(State);

        impl RepairBuilder<()> {
            /// Setter for the [`hull` field](Repair#structfield.hull).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn hull<T0>(self, value: T0) -> RepairBuilder<(T0,)>
            where
                T0: ::planus::WriteAsDefault<u16, u16>,
            {
                RepairBuilder((value,))
            }

            /// Sets the [`hull` field](Repair#structfield.hull) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn hull_as_default(self) -> RepairBuilder<(::planus::DefaultValue,)> {
                self.hull(::planus::DefaultValue)
            }
        }

        impl<T0> RepairBuilder<(T0,)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Repair].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Repair>
            where
                Self: ::planus::WriteAsOffset<Repair>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<T0: ::planus::WriteAsDefault<u16, u16>> ::planus::WriteAs<::planus::Offset<Repair>> for RepairBuilder<(T0,)> {
            type Prepared = ::planus::Offset<Repair>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Repair> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<T0: ::planus::WriteAsDefault<u16, u16>> ::planus::WriteAsOptional<::planus::Offset<Repair>>
            for RepairBuilder<(T0,)>
        {
            type Prepared = ::planus::Offset<Repair>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Repair>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<T0: ::planus::WriteAsDefault<u16, u16>> ::planus::WriteAsOffset<Repair> for RepairBuilder<(T0,)> {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Repair> {
                let (v0,) = &self.0;
                Repair::create(builder, v0)
            }
        }

        /// Reference to a deserialized [Repair].
        #[derive(Copy, Clone)]
        pub struct RepairRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> RepairRef<'a> {
            /// Getter for the [`hull` field](Repair#structfield.hull).
            #[inline]
            pub fn hull(&self) -> ::planus::Result<u16> {
                ::core::result::Result::Ok(self.0.access(0, "Repair", "hull")?.unwrap_or(0))
            }
        }

        impl<'a> ::core::fmt::Debug for RepairRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("RepairRef");
                f.field("hull", &self.hull());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<RepairRef<'a>> for Repair {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: RepairRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self { hull: ::core::convert::TryInto::try_into(value.hull()?)? })
            }
        }

        impl<'a> ::planus::TableRead<'a> for RepairRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for RepairRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[RepairRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Repair>> for Repair {
            type Value = ::planus::Offset<Repair>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Repair>],
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

        impl<'a> ::planus::ReadAsRoot<'a> for RepairRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[RepairRef]", "read_as_root", 0))
            }
        }

        /// The table `Sail` in the namespace `services`
        ///
        /// Generated from these locations:
        /// * Table `Sail` in the file `schemas/services.fbs:62`
        #[derive(Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash, ::serde::Serialize, ::serde::Deserialize)]
        pub struct Sail {
            /// The field `port` in the table `Sail`
            pub port: ::planus::alloc::string::String,
            /// The field `speed` in the table `Sail`
            pub speed: u8,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Sail {
            fn default() -> Self {
                Self { port: ::core::default::Default::default(), speed: 0 }
            }
        }

        impl Sail {
            /// Creates a [SailBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> SailBuilder<()> {
                SailBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_port: impl ::planus::WriteAs<::planus::Offset<str>>,
                field_speed: impl ::planus::WriteAsDefault<u8, u8>,
            ) -> ::planus::Offset<Self> {
                let prepared_port = field_port.prepare(builder);
                let prepared_speed = field_speed.prepare(builder, &0);

                let mut table_writer: ::planus::table_writer::TableWriter<8> = ::core::default::Default::default();
                table_writer.write_entry::<::planus::Offset<str>>(0);
                if prepared_speed.is_some() {
                    table_writer.write_entry::<u8>(1);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        object_writer.write::<_, _, 4>(&prepared_port);
                        if let ::core::option::Option::Some(prepared_speed) = prepared_speed {
                            object_writer.write::<_, _, 1>(&prepared_speed);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Sail>> for Sail {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Sail> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Sail>> for Sail {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Sail>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Sail> for Sail {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Sail> {
                Sail::create(builder, &self.port, self.speed)
            }
        }

        /// Builder for serializing an instance of the [Sail] type.
        ///
        /// Can be created using the [Sail::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct SailBuilder<State>(State);

        impl SailBuilder<()> {
            /// Setter for the [`port` field](Sail#structfield.port).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn port<T0>(self, value: T0) -> SailBuilder<(T0,)>
            where
                T0: ::planus::WriteAs<::planus::Offset<str>>,
            {
                SailBuilder((value,))
            }
        }

        impl<T0> SailBuilder<(T0,)> {
            /// Setter for the [`speed` field](Sail#structfield.speed).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn speed<T1>(self, value: T1) -> SailBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAsDefault<u8, u8>,
            {
                let (v0,) = self.0;
                SailBuilder((v0, value))
            }

            /// Sets the [`speed` field](Sail#structfield.speed) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn speed_as_default(self) -> SailBuilder<(T0, ::planus::DefaultValue)> {
                self.speed(::planus::DefaultValue)
            }
        }

        impl<T0, T1> SailBuilder<(T0, T1)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Sail].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Sail>
            where
                Self: ::planus::WriteAsOffset<Sail>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<T0: ::planus::WriteAs<::planus::Offset<str>>, T1: ::planus::WriteAsDefault<u8, u8>>
            ::planus::WriteAs<::planus::Offset<Sail>> for SailBuilder<(T0, T1)>
        {
            type Prepared = ::planus::Offset<Sail>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Sail> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<T0: ::planus::WriteAs<::planus::Offset<str>>, T1: ::planus::WriteAsDefault<u8, u8>>
            ::planus::WriteAsOptional<::planus::Offset<Sail>> for SailBuilder<(T0, T1)>
        {
            type Prepared = ::planus::Offset<Sail>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Sail>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<T0: ::planus::WriteAs<::planus::Offset<str>>, T1: ::planus::WriteAsDefault<u8, u8>>
            ::planus::WriteAsOffset<Sail> for SailBuilder<(T0, T1)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Sail> {
                let (v0, v1) = &self.0;
                Sail::create(builder, v0, v1)
            }
        }

        /// Reference to a deserialized [Sail].
        #[derive(Copy, Clone)]
        pub struct SailRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> SailRef<'a> {
            /// Getter for the [`port` field](Sail#structfield.port).
            #[inline]
            pub fn port(&self) -> ::planus::Result<&'a ::core::primitive::str> {
                self.0.access_required(0, "Sail", "port")
            }

            /// Getter for the [`speed` field](Sail#structfield.speed).
            #[inline]
            pub fn speed(&self) -> ::planus::Result<u8> {
                ::core::result::Result::Ok(self.0.access(1, "Sail", "speed")?.unwrap_or(0))
            }
        }

        impl<'a> ::core::fmt::Debug for SailRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("SailRef");
                f.field("port", &self.port());
                f.field("speed", &self.speed());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<SailRef<'a>> for Sail {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: SailRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    port: ::core::convert::Into::into(value.port()?),
                    speed: ::core::convert::TryInto::try_into(value.speed()?)?,
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for SailRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for SailRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset)
                    .map_err(|error_kind| error_kind.with_error_location("[SailRef]", "get", buffer.offset_from_start))
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Sail>> for Sail {
            type Value = ::planus::Offset<Sail>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Sail>],
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

        impl<'a> ::planus::ReadAsRoot<'a> for SailRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[SailRef]", "read_as_root", 0))
            }
        }

        /// The table `Trade` in the namespace `services`
        ///
        /// Generated from these locations:
        /// * Table `Trade` in the file `schemas/services.fbs:67`
        #[derive(Clone, Debug, PartialEq, PartialOrd, ::serde::Serialize, ::serde::Deserialize)]
        pub struct Trade {
            /// The field `good` in the table `Trade`
            pub good: ::planus::alloc::string::String,
            /// The field `tons` in the table `Trade`
            pub tons: i32,
            /// The field `price` in the table `Trade`
            pub price: f64,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Trade {
            fn default() -> Self {
                Self { good: ::core::default::Default::default(), tons: 0, price: 0.0 }
            }
        }

        impl Trade {
            /// Creates a [TradeBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> TradeBuilder<()> {
                TradeBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_good: impl ::planus::WriteAs<::planus::Offset<str>>,
                field_tons: impl ::planus::WriteAsDefault<i32, i32>,
                field_price: impl ::planus::WriteAsDefault<f64, f64>,
            ) -> ::planus::Offset<Self> {
                let prepared_good = field_good.prepare(builder);
                let prepared_tons = field_tons.prepare(builder, &0);
                let prepared_price = field_price.prepare(builder, &0.0);

                let mut table_writer: ::planus::table_writer::TableWriter<10> = ::core::default::Default::default();
                if prepared_price.is_some() {
                    table_writer.write_entry::<f64>(2);
                }
                table_writer.write_entry::<::planus::Offset<str>>(0);
                if prepared_tons.is_some() {
                    table_writer.write_entry::<i32>(1);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_price) = prepared_price {
                            object_writer.write::<_, _, 8>(&prepared_price);
                        }
                        object_writer.write::<_, _, 4>(&prepared_good);
                        if let ::core::option::Option::Some(prepared_tons) = prepared_tons {
                            object_writer.write::<_, _, 4>(&prepared_tons);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Trade>> for Trade {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Trade> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Trade>> for Trade {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Trade>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Trade> for Trade {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Trade> {
                Trade::create(builder, &self.good, self.tons, self.price)
            }
        }

        /// Builder for serializing an instance of the [Trade] type.
        ///
        /// Can be created using the [Trade::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct TradeBuilder<State>(State);

        impl TradeBuilder<()> {
            /// Setter for the [`good` field](Trade#structfield.good).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn good<T0>(self, value: T0) -> TradeBuilder<(T0,)>
            where
                T0: ::planus::WriteAs<::planus::Offset<str>>,
            {
                TradeBuilder((value,))
            }
        }

        impl<T0> TradeBuilder<(T0,)> {
            /// Setter for the [`tons` field](Trade#structfield.tons).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn tons<T1>(self, value: T1) -> TradeBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAsDefault<i32, i32>,
            {
                let (v0,) = self.0;
                TradeBuilder((v0, value))
            }

            /// Sets the [`tons` field](Trade#structfield.tons) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn tons_as_default(self) -> TradeBuilder<(T0, ::planus::DefaultValue)> {
                self.tons(::planus::DefaultValue)
            }
        }

        impl<T0, T1> TradeBuilder<(T0, T1)> {
            /// Setter for the [`price` field](Trade#structfield.price).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn price<T2>(self, value: T2) -> TradeBuilder<(T0, T1, T2)>
            where
                T2: ::planus::WriteAsDefault<f64, f64>,
            {
                let (v0, v1) = self.0;
                TradeBuilder((v0, v1, value))
            }

            /// Sets the [`price` field](Trade#structfield.price) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn price_as_default(self) -> TradeBuilder<(T0, T1, ::planus::DefaultValue)> {
                self.price(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2> TradeBuilder<(T0, T1, T2)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Trade].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Trade>
            where
                Self: ::planus::WriteAsOffset<Trade>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAs<::planus::Offset<str>>,
                T1: ::planus::WriteAsDefault<i32, i32>,
                T2: ::planus::WriteAsDefault<f64, f64>,
            > ::planus::WriteAs<::planus::Offset<Trade>> for TradeBuilder<(T0, T1, T2)>
        {
            type Prepared = ::planus::Offset<Trade>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Trade> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAs<::planus::Offset<str>>,
                T1: ::planus::WriteAsDefault<i32, i32>,
                T2: ::planus::WriteAsDefault<f64, f64>,
            > ::planus::WriteAsOptional<::planus::Offset<Trade>> for TradeBuilder<(T0, T1, T2)>
        {
            type Prepared = ::planus::Offset<Trade>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Trade>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<
                T0: ::planus::WriteAs<::planus::Offset<str>>,
                T1: ::planus::WriteAsDefault<i32, i32>,
                T2: ::planus::WriteAsDefault<f64, f64>,
            > ::planus::WriteAsOffset<Trade> for TradeBuilder<(T0, T1, T2)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Trade> {
                let (v0, v1, v2) = &self.0;
                Trade::create(builder, v0, v1, v2)
            }
        }

        /// Reference to a deserialized [Trade].
        #[derive(Copy, Clone)]
        pub struct TradeRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> TradeRef<'a> {
            /// Getter for the [`good` field](Trade#structfield.good).
            #[inline]
            pub fn good(&self) -> ::planus::Result<&'a ::core::primitive::str> {
                self.0.access_required(0, "Trade", "good")
            }

            /// Getter for the [`tons` field](Trade#structfield.tons).
            #[inline]
            pub fn tons(&self) -> ::planus::Result<i32> {
                ::core::result::Result::Ok(self.0.access(1, "Trade", "tons")?.unwrap_or(0))
            }

            /// Getter for the [`price` field](Trade#structfield.price).
            #[inline]
            pub fn price(&self) -> ::planus::Result<f64> {
                ::core::result::Result::Ok(self.0.access(2, "Trade", "price")?.unwrap_or(0.0))
            }
        }

        impl<'a> ::core::fmt::Debug for TradeRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("TradeRef");
                f.field("good", &self.good());
                f.field("tons", &self.tons());
                f.field("price", &self.price());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<TradeRef<'a>> for Trade {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: TradeRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    good: ::core::convert::Into::into(value.good()?),
                    tons: ::core::convert::TryInto::try_into(value.tons()?)?,
                    price: ::core::convert::TryInto::try_into(value.price()?)?,
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for TradeRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for TradeRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset)
                    .map_err(|error_kind| error_kind.with_error_location("[TradeRef]", "get", buffer.offset_from_start))
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Trade>> for Trade {
            type Value = ::planus::Offset<Trade>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Trade>],
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

        impl<'a> ::planus::ReadAsRoot<'a> for TradeRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[TradeRef]", "read_as_root", 0))
            }
        }

        /// The table `Escort` in the namespace `services`
        ///
        /// Generated from these locations:
        /// * Table `Escort` in the file `schemas/services.fbs:73`
        #[derive(Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash, ::serde::Serialize, ::serde::Deserialize)]
        pub struct Escort {
            /// The field `ship` in the table `Escort`
            pub ship: u32,
            /// The field `until` in the table `Escort`
            pub until: ::core::option::Option<u64>,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Escort {
            fn default() -> Self {
                Self { ship: 0, until: ::core::default::Default::default() }
            }
        }

        impl Escort {
            /// Creates a [EscortBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> EscortBuilder<()> {
                EscortBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_ship: impl ::planus::WriteAsDefault<u32, u32>,
                field_until: impl ::planus::WriteAsOptional<u64>,
            ) -> ::planus::Offset<Self> {
                let prepared_ship = field_ship.prepare(builder, &0);
                let prepared_until = field_until.prepare(builder);

                let mut table_writer: ::planus::table_writer::TableWriter<8> = ::core::default::Default::default();
                if prepared_until.is_some() {
                    table_writer.write_entry::<u64>(1);
                }
                if prepared_ship.is_some() {
                    table_writer.write_entry::<u32>(0);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_until) = prepared_until {
                            object_writer.write::<_, _, 8>(&prepared_until);
                        }
                        if let ::core::option::Option::Some(prepared_ship) = prepared_ship {
                            object_writer.write::<_, _, 4>(&prepared_ship);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Escort>> for Escort {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Escort> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Escort>> for Escort {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Escort>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Escort> for Escort {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Escort> {
                Escort::create(builder, self.ship, self.until)
            }
        }

        /// Builder for serializing an instance of the [Escort] type.
        ///
        /// Can be created using the [Escort::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct EscortBuilder<State>(State);

        impl EscortBuilder<()> {
            /// Setter for the [`ship` field](Escort#structfield.ship).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn ship<T0>(self, value: T0) -> EscortBuilder<(T0,)>
            where
                T0: ::planus::WriteAsDefault<u32, u32>,
            {
                EscortBuilder((value,))
            }

            /// Sets the [`ship` field](Escort#structfield.ship) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn ship_as_default(self) -> EscortBuilder<(::planus::DefaultValue,)> {
                self.ship(::planus::DefaultValue)
            }
        }

        impl<T0> EscortBuilder<(T0,)> {
            /// Setter for the [`until` field](Escort#structfield.until).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn until<T1>(self, value: T1) -> EscortBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAsOptional<u64>,
            {
                let (v0,) = self.0;
                EscortBuilder((v0, value))
            }

            /// Sets the [`until` field](Escort#structfield.until) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn until_as_null(self) -> EscortBuilder<(T0, ())> {
                self.until(())
            }
        }

        impl<T0, T1> EscortBuilder<(T0, T1)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Escort].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Escort>
            where
                Self: ::planus::WriteAsOffset<Escort>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<T0: ::planus::WriteAsDefault<u32, u32>, T1: ::planus::WriteAsOptional<u64>>
            ::planus::WriteAs<::planus::Offset<Escort>> for EscortBuilder<(T0, T1)>
        {
            type Prepared = ::planus::Offset<Escort>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Escort> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<T0: ::planus::WriteAsDefault<u32, u32>, T1: ::planus::WriteAsOptional<u64>>
            ::planus::WriteAsOptional<::planus::Offset<Escort>> for EscortBuilder<(T0, T1)>
        {
            type Prepared = ::planus::Offset<Escort>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Escort>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<T0: ::planus::WriteAsDefault<u32, u32>, T1: ::planus::WriteAsOptional<u64>> ::planus::WriteAsOffset<Escort>
            for EscortBuilder<(T0, T1)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Escort> {
                let (v0, v1) = &self.0;
                Escort::create(builder, v0, v1)
            }
        }

        /// Reference to a deserialized [Escort].
        #[derive(Copy, Clone)]
        pub struct EscortRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> EscortRef<'a> {
            /// Getter for the [`ship` field](Escort#structfield.ship).
            #[inline]
            pub fn ship(&self) -> ::planus::Result<u32> {
                ::core::result::Result::Ok(self.0.access(0, "Escort", "ship")?.unwrap_or(0))
            }

            /// Getter for the [`until` field](Escort#structfield.until).
            #[inline]
            pub fn until(&self) -> ::planus::Result<::core::option::Option<u64>> {
                self.0.access(1, "Escort", "until")
            }
        }

        impl<'a> ::core::fmt::Debug for EscortRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("EscortRef");
                f.field("ship", &self.ship());
                if let ::core::option::Option::Some(field_until) = self.until().transpose() {
                    f.field("until", &field_until);
                }
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<EscortRef<'a>> for Escort {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: EscortRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    ship: ::core::convert::TryInto::try_into(value.ship()?)?,
                    until: if let ::core::option::Option::Some(until) = value.until()? {
                        ::core::option::Option::Some(::core::convert::TryInto::try_into(until)?)
                    } else {
                        ::core::option::Option::None
                    },
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for EscortRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for EscortRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[EscortRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Escort>> for Escort {
            type Value = ::planus::Offset<Escort>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Escort>],
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

        impl<'a> ::planus::ReadAsRoot<'a> for EscortRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[EscortRef]", "read_as_root", 0))
            }
        }

        /// The union `OrderCase` in the namespace `services`
        ///
        /// Generated from these locations:
        /// * Union `OrderCase` in the file `schemas/services.fbs:78`
        #[derive(Clone, Debug, PartialEq, PartialOrd, ::serde::Serialize, ::serde::Deserialize)]
        pub enum OrderCase {
            /// The variant of type `Wait` in the union `OrderCase`
            Wait(::planus::alloc::boxed::Box<self::Wait>),

            /// The variant of type `Repair` in the union `OrderCase`
            Repair(::planus::alloc::boxed::Box<self::Repair>),

            /// The variant of type `Sail` in the union `OrderCase`
            Sail(::planus::alloc::boxed::Box<self::Sail>),

            /// The variant of type `Trade` in the union `OrderCase`
            Trade(::planus::alloc::boxed::Box<self::Trade>),

            /// The variant of type `Escort` in the union `OrderCase`
            Escort(::planus::alloc::boxed::Box<self::Escort>),
        }

        impl OrderCase {
            /// Creates a [OrderCaseBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> OrderCaseBuilder<::planus::Uninitialized> {
                OrderCaseBuilder(::planus::Uninitialized)
            }

            #[inline]
            pub fn create_wait(
                builder: &mut ::planus::Builder,
                value: impl ::planus::WriteAsOffset<self::Wait>,
            ) -> ::planus::UnionOffset<Self> {
                ::planus::UnionOffset::new(1, value.prepare(builder).downcast())
            }

            #[inline]
            pub fn create_repair(
                builder: &mut ::planus::Builder,
                value: impl ::planus::WriteAsOffset<self::Repair>,
            ) -> ::planus::UnionOffset<Self> {
                ::planus::UnionOffset::new(2, value.prepare(builder).downcast())
            }

            #[inline]
            pub fn create_sail(
                builder: &mut ::planus::Builder,
                value: impl ::planus::WriteAsOffset<self::Sail>,
            ) -> ::planus::UnionOffset<Self> {
                ::planus::UnionOffset::new(3, value.prepare(builder).downcast())
            }

            #[inline]
            pub fn create_trade(
                builder: &mut ::planus::Builder,
                value: impl ::planus::WriteAsOffset<self::Trade>,
            ) -> ::planus::UnionOffset<Self> {
                ::planus::UnionOffset::new(4, value.prepare(builder).downcast())
            }

            #[inline]
            pub fn create_escort(
                builder: &mut ::planus::Builder,
                value: impl ::planus::WriteAsOffset<self::Escort>,
            ) -> ::planus::UnionOffset<Self> {
                ::planus::UnionOffset::new(5, value.prepare(builder).downcast())
            }
        }

        impl ::planus::WriteAsUnion<OrderCase> for OrderCase {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<Self> {
                match self {
                    Self::Wait(value) => Self::create_wait(builder, value),
                    Self::Repair(value) => Self::create_repair(builder, value),
                    Self::Sail(value) => Self::create_sail(builder, value),
                    Self::Trade(value) => Self::create_trade(builder, value),
                    Self::Escort(value) => Self::create_escort(builder, value),
                }
            }
        }

        impl ::planus::WriteAsOptionalUnion<OrderCase> for OrderCase {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::UnionOffset<Self>> {
                ::core::option::Option::Some(::planus::WriteAsUnion::prepare(self, builder))
            }
        }

        /// Builder for serializing an instance of the [OrderCase] type.
        ///
        /// Can be created using the [OrderCase::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct OrderCaseBuilder<T>(T);

        impl OrderCaseBuilder<::planus::Uninitialized> {
            /// Creates an instance of the [`Wait` variant](OrderCase#variant.Wait).
            #[inline]
            pub fn wait<T>(self, value: T) -> OrderCaseBuilder<::planus::Initialized<1, T>>
            where
                T: ::planus::WriteAsOffset<self::Wait>,
            {
                OrderCaseBuilder(::planus::Initialized(value))
            }

            /// Creates an instance of the [`Repair` variant](OrderCase#variant.Repair).
            #[inline]
            pub fn repair<T>(self, value: T) -> OrderCaseBuilder<::planus::Initialized<2, T>>
            where
                T: ::planus::WriteAsOffset<self::Repair>,
            {
                OrderCaseBuilder(::planus::Initialized(value))
            }

            /// Creates an instance of the [`Sail` variant](OrderCase#variant.Sail).
            #[inline]
            pub fn sail<T>(self, value: T) -> OrderCaseBuilder<::planus::Initialized<3, T>>
            where
                T: ::planus::WriteAsOffset<self::Sail>,
            {
                OrderCaseBuilder(::planus::Initialized(value))
            }

            /// Creates an instance of the [`Trade` variant](OrderCase#variant.Trade).
            #[inline]
            pub fn trade<T>(self, value: T) -> OrderCaseBuilder<::planus::Initialized<4, T>>
            where
                T: ::planus::WriteAsOffset<self::Trade>,
            {
                OrderCaseBuilder(::planus::Initialized(value))
            }

            /// Creates an instance of the [`Escort` variant](OrderCase#variant.Escort).
            #[inline]
            pub fn escort<T>(self, value: T) -> OrderCaseBuilder<::planus::Initialized<5, T>>
            where
                T: ::planus::WriteAsOffset<self::Escort>,
            {
                OrderCaseBuilder(::planus::Initialized(value))
            }
        }

        impl<const N: u8, T> OrderCaseBuilder<::planus::Initialized<N, T>> {
            /// Finish writing the builder to get an [UnionOffset](::planus::UnionOffset) to a serialized [OrderCase].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<OrderCase>
            where
                Self: ::planus::WriteAsUnion<OrderCase>,
            {
                ::planus::WriteAsUnion::prepare(&self, builder)
            }
        }

        impl<T> ::planus::WriteAsUnion<OrderCase> for OrderCaseBuilder<::planus::Initialized<1, T>>
        where
            T: ::planus::WriteAsOffset<self::Wait>,
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<OrderCase> {
                ::planus::UnionOffset::new(1, (self.0).0.prepare(builder).downcast())
            }
        }

        impl<T> ::planus::WriteAsOptionalUnion<OrderCase> for OrderCaseBuilder<::planus::Initialized<1, T>>
        where
            T: ::planus::WriteAsOffset<self::Wait>,
        {
            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::UnionOffset<OrderCase>> {
                ::core::option::Option::Some(::planus::WriteAsUnion::prepare(self, builder))
            }
        }
        impl<T> ::planus::WriteAsUnion<OrderCase> for OrderCaseBuilder<::planus::Initialized<2, T>>
        where
            T: ::planus::WriteAsOffset<self::Repair>,
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<OrderCase> {
                ::planus::UnionOffset::new(2, (self.0).0.prepare(builder).downcast())
            }
        }

        impl<T> ::planus::WriteAsOptionalUnion<OrderCase> for OrderCaseBuilder<::planus::Initialized<2, T>>
        where
            T: ::planus::WriteAsOffset<self::Repair>,
        {
            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::UnionOffset<OrderCase>> {
                ::core::option::Option::Some(::planus::WriteAsUnion::prepare(self, builder))
            }
        }
        impl<T> ::planus::WriteAsUnion<OrderCase> for OrderCaseBuilder<::planus::Initialized<3, T>>
        where
            T: ::planus::WriteAsOffset<self::Sail>,
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<OrderCase> {
                ::planus::UnionOffset::new(3, (self.0).0.prepare(builder).downcast())
            }
        }

        impl<T> ::planus::WriteAsOptionalUnion<OrderCase> for OrderCaseBuilder<::planus::Initialized<3, T>>
        where
            T: ::planus::WriteAsOffset<self::Sail>,
        {
            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::UnionOffset<OrderCase>> {
                ::core::option::Option::Some(::planus::WriteAsUnion::prepare(self, builder))
            }
        }
        impl<T> ::planus::WriteAsUnion<OrderCase> for OrderCaseBuilder<::planus::Initialized<4, T>>
        where
            T: ::planus::WriteAsOffset<self::Trade>,
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<OrderCase> {
                ::planus::UnionOffset::new(4, (self.0).0.prepare(builder).downcast())
            }
        }

        impl<T> ::planus::WriteAsOptionalUnion<OrderCase> for OrderCaseBuilder<::planus::Initialized<4, T>>
        where
            T: ::planus::WriteAsOffset<self::Trade>,
        {
            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::UnionOffset<OrderCase>> {
                ::core::option::Option::Some(::planus::WriteAsUnion::prepare(self, builder))
            }
        }
        impl<T> ::planus::WriteAsUnion<OrderCase> for OrderCaseBuilder<::planus::Initialized<5, T>>
        where
            T: ::planus::WriteAsOffset<self::Escort>,
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<OrderCase> {
                ::planus::UnionOffset::new(5, (self.0).0.prepare(builder).downcast())
            }
        }

        impl<T> ::planus::WriteAsOptionalUnion<OrderCase> for OrderCaseBuilder<::planus::Initialized<5, T>>
        where
            T: ::planus::WriteAsOffset<self::Escort>,
        {
            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::UnionOffset<OrderCase>> {
                ::core::option::Option::Some(::planus::WriteAsUnion::prepare(self, builder))
            }
        }

        /// Reference to a deserialized [OrderCase].
        #[derive(Copy, Clone, Debug)]
        pub enum OrderCaseRef<'a> {
            Wait(self::WaitRef<'a>),
            Repair(self::RepairRef<'a>),
            Sail(self::SailRef<'a>),
            Trade(self::TradeRef<'a>),
            Escort(self::EscortRef<'a>),
        }

        impl<'a> ::core::convert::TryFrom<OrderCaseRef<'a>> for OrderCase {
            type Error = ::planus::Error;

            fn try_from(value: OrderCaseRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(match value {
                    OrderCaseRef::Wait(value) => {
                        Self::Wait(::planus::alloc::boxed::Box::new(::core::convert::TryFrom::try_from(value)?))
                    }

                    OrderCaseRef::Repair(value) => {
                        Self::Repair(::planus::alloc::boxed::Box::new(::core::convert::TryFrom::try_from(value)?))
                    }

                    OrderCaseRef::Sail(value) => {
                        Self::Sail(::planus::alloc::boxed::Box::new(::core::convert::TryFrom::try_from(value)?))
                    }

                    OrderCaseRef::Trade(value) => {
                        Self::Trade(::planus::alloc::boxed::Box::new(::core::convert::TryFrom::try_from(value)?))
                    }

                    OrderCaseRef::Escort(value) => {
                        Self::Escort(::planus::alloc::boxed::Box::new(::core::convert::TryFrom::try_from(value)?))
                    }
                })
            }
        }

        impl<'a> ::planus::TableReadUnion<'a> for OrderCaseRef<'a> {
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                tag: u8,
                field_offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                match tag {
                    1 => {
                        ::core::result::Result::Ok(Self::Wait(::planus::TableRead::from_buffer(buffer, field_offset)?))
                    }
                    2 => ::core::result::Result::Ok(Self::Repair(::planus::TableRead::from_buffer(
                        buffer,
                        field_offset,
                    )?)),
                    3 => {
                        ::core::result::Result::Ok(Self::Sail(::planus::TableRead::from_buffer(buffer, field_offset)?))
                    }
                    4 => {
                        ::core::result::Result::Ok(Self::Trade(::planus::TableRead::from_buffer(buffer, field_offset)?))
                    }
                    5 => ::core::result::Result::Ok(Self::Escort(::planus::TableRead::from_buffer(
                        buffer,
                        field_offset,
                    )?)),
                    _ => ::core::result::Result::Err(::planus::errors::ErrorKind::UnknownUnionTag { tag }),
                }
            }
        }

        impl<'a> ::planus::VectorReadUnion<'a> for OrderCaseRef<'a> {
            const VECTOR_NAME: &'static str = "[OrderCaseRef]";
        }

        /// The table `Order` in the namespace `services`
        ///
        /// Generated from these locations:
        /// * Table `Order` in the file `schemas/services.fbs:80`
        #[derive(Clone, Debug, PartialEq, PartialOrd, ::serde::Serialize, ::serde::Deserialize)]
        pub struct Order {
            /// The field `case` in the table `Order`
            pub case: self::OrderCase,
        }

        impl Order {
            /// Creates a [OrderBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> OrderBuilder<()> {
                OrderBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_case: impl ::planus::WriteAsUnion<self::OrderCase>,
            ) -> ::planus::Offset<Self> {
                let prepared_case = field_case.prepare(builder);

                let mut table_writer: ::planus::table_writer::TableWriter<8> = ::core::default::Default::default();
                table_writer.write_entry::<::planus::Offset<self::OrderCase>>(1);
                table_writer.write_entry::<u8>(0);

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        object_writer.write::<_, _, 4>(&prepared_case.offset());
                        object_writer.write::<_, _, 1>(&prepared_case.tag());
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Order>> for Order {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Order> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Order>> for Order {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Order>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Order> for Order {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Order> {
                Order::create(builder, &self.case)
            }
        }

        /// Builder for serializing an instance of the [Order] type.
        ///
        /// Can be created using the [Order::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct OrderBuilder<State>(State);

        impl OrderBuilder<()> {
            /// Setter for the [`case` field](Order#structfield.case).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn case<T0>(self, value: T0) -> OrderBuilder<(T0,)>
            where
                T0: ::planus::WriteAsUnion<self::OrderCase>,
            {
                OrderBuilder((value,))
            }
        }

        impl<T0> OrderBuilder<(T0,)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Order].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Order>
            where
                Self: ::planus::WriteAsOffset<Order>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<T0: ::planus::WriteAsUnion<self::OrderCase>> ::planus::WriteAs<::planus::Offset<Order>> for OrderBuilder<(T0,)> {
            type Prepared = ::planus::Offset<Order>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Order> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<T0: ::planus::WriteAsUnion<self::OrderCase>> ::planus::WriteAsOptional<::planus::Offset<Order>>
            for OrderBuilder<(T0,)>
        {
            type Prepared = ::planus::Offset<Order>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Order>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<T0: ::planus::WriteAsUnion<self::OrderCase>> ::planus::WriteAsOffset<Order> for OrderBuilder<(T0,)> {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Order> {
                let (v0,) = &self.0;
                Order::create(builder, v0)
            }
        }

        /// Reference to a deserialized [Order].
        #[derive(Copy, Clone)]
        pub struct OrderRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> OrderRef<'a> {
            /// Getter for the [`case` field](Order#structfield.case).
            #[inline]
            pub fn case(&self) -> ::planus::Result<self::OrderCaseRef<'a>> {
                self.0.access_union_required(0, "Order", "case")
            }
        }

        impl<'a> ::core::fmt::Debug for OrderRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("OrderRef");
                f.field("case", &self.case());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<OrderRef<'a>> for Order {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: OrderRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self { case: ::core::convert::TryInto::try_into(value.case()?)? })
            }
        }

        impl<'a> ::planus::TableRead<'a> for OrderRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for OrderRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset)
                    .map_err(|error_kind| error_kind.with_error_location("[OrderRef]", "get", buffer.offset_from_start))
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Order>> for Order {
            type Value = ::planus::Offset<Order>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Order>],
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

        impl<'a> ::planus::ReadAsRoot<'a> for OrderRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[OrderRef]", "read_as_root", 0))
            }
        }

        /// The table `Stock` in the namespace `services`
        ///
        /// Generated from these locations:
        /// * Table `Stock` in the file `schemas/services.fbs:84`
        #[derive(Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash, ::serde::Serialize, ::serde::Deserialize)]
        pub struct Stock {
            /// The field `good` in the table `Stock`
            pub good: ::planus::alloc::string::String,
            /// The field `tons` in the table `Stock`
            pub tons: u32,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Stock {
            fn default() -> Self {
                Self { good: ::core::default::Default::default(), tons: 0 }
            }
        }

        impl Stock {
            /// Creates a [StockBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> StockBuilder<()> {
                StockBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_good: impl ::planus::WriteAs<::planus::Offset<str>>,
                field_tons: impl ::planus::WriteAsDefault<u32, u32>,
            ) -> ::planus::Offset<Self> {
                let prepared_good = field_good.prepare(builder);
                let prepared_tons = field_tons.prepare(builder, &0);

                let mut table_writer: ::planus::table_writer::TableWriter<8> = ::core::default::Default::default();
                table_writer.write_entry::<::planus::Offset<str>>(0);
                if prepared_tons.is_some() {
                    table_writer.write_entry::<u32>(1);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        object_writer.write::<_, _, 4>(&prepared_good);
                        if let ::core::option::Option::Some(prepared_tons) = prepared_tons {
                            object_writer.write::<_, _, 4>(&prepared_tons);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Stock>> for Stock {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Stock> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Stock>> for Stock {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Stock>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Stock> for Stock {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Stock> {
                Stock::create(builder, &self.good, self.tons)
            }
        }

        /// Builder for serializing an instance of the [Stock] type.
        ///
        /// Can be created using the [Stock::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct StockBuilder<State>(State);

        impl StockBuilder<()> {
            /// Setter for the [`good` field](Stock#structfield.good).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn good<T0>(self, value: T0) -> StockBuilder<(T0,)>
            where
                T0: ::planus::WriteAs<::planus::Offset<str>>,
            {
                StockBuilder((value,))
            }
        }

        impl<T0> StockBuilder<(T0,)> {
            /// Setter for the [`tons` field](Stock#structfield.tons).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn tons<T1>(self, value: T1) -> StockBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAsDefault<u32, u32>,
            {
                let (v0,) = self.0;
                StockBuilder((v0, value))
            }

            /// Sets the [`tons` field](Stock#structfield.tons) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn tons_as_default(self) -> StockBuilder<(T0, ::planus::DefaultValue)> {
                self.tons(::planus::DefaultValue)
            }
        }

        impl<T0, T1> StockBuilder<(T0, T1)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Stock].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Stock>
            where
                Self: ::planus::WriteAsOffset<Stock>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<T0: ::planus::WriteAs<::planus::Offset<str>>, T1: ::planus::WriteAsDefault<u32, u32>>
            ::planus::WriteAs<::planus::Offset<Stock>> for StockBuilder<(T0, T1)>
        {
            type Prepared = ::planus::Offset<Stock>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Stock> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<T0: ::planus::WriteAs<::planus::Offset<str>>, T1: ::planus::WriteAsDefault<u32, u32>>
            ::planus::WriteAsOptional<::planus::Offset<Stock>> for StockBuilder<(T0, T1)>
        {
            type Prepared = ::planus::Offset<Stock>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Stock>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<T0: ::planus::WriteAs<::planus::Offset<str>>, T1: ::planus::WriteAsDefault<u32, u32>>
            ::planus::WriteAsOffset<Stock> for StockBuilder<(T0, T1)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Stock> {
                let (v0, v1) = &self.0;
                Stock::create(builder, v0, v1)
            }
        }

        /// Reference to a deserialized [Stock].
        #[derive(Copy, Clone)]
        pub struct StockRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> StockRef<'a> {
            /// Getter for the [`good` field](Stock#structfield.good).
            #[inline]
            pub fn good(&self) -> ::planus::Result<&'a ::core::primitive::str> {
                self.0.access_required(0, "Stock", "good")
            }

            /// Getter for the [`tons` field](Stock#structfield.tons).
            #[inline]
            pub fn tons(&self) -> ::planus::Result<u32> {
                ::core::result::Result::Ok(self.0.access(1, "Stock", "tons")?.unwrap_or(0))
            }
        }

        impl<'a> ::core::fmt::Debug for StockRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("StockRef");
                f.field("good", &self.good());
                f.field("tons", &self.tons());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<StockRef<'a>> for Stock {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: StockRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    good: ::core::convert::Into::into(value.good()?),
                    tons: ::core::convert::TryInto::try_into(value.tons()?)?,
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for StockRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for StockRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset)
                    .map_err(|error_kind| error_kind.with_error_location("[StockRef]", "get", buffer.offset_from_start))
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Stock>> for Stock {
            type Value = ::planus::Offset<Stock>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Stock>],
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

        impl<'a> ::planus::ReadAsRoot<'a> for StockRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[StockRef]", "read_as_root", 0))
            }
        }

        /// The table `Campaign` in the namespace `services`
        ///
        /// Generated from these locations:
        /// * Table `Campaign` in the file `schemas/services.fbs:89`
        #[derive(Clone, Debug, PartialEq, PartialOrd, ::serde::Serialize, ::serde::Deserialize)]
        pub struct Campaign {
            /// The field `id` in the table `Campaign`
            pub id: u64,
            /// The field `captain` in the table `Campaign`
            pub captain: ::planus::alloc::string::String,
            /// The field `difficulty` in the table `Campaign`
            pub difficulty: self::Difficulty,
            /// The field `gold` in the table `Campaign`
            pub gold: u32,
            /// The field `hours` in the table `Campaign`
            pub hours: f64,
            /// The field `permanent` in the table `Campaign`
            pub permanent: bool,
            /// The field `last_port` in the table `Campaign`
            pub last_port: ::core::option::Option<::planus::alloc::string::String>,
            /// The field `rival` in the table `Campaign`
            pub rival: ::core::option::Option<::planus::alloc::boxed::Box<self::Rival>>,
            /// The field `charted` in the table `Campaign`
            pub charted: ::planus::alloc::vec::Vec<bool>,
            /// The field `ships` in the table `Campaign`
            pub ships: ::planus::alloc::vec::Vec<self::Ship>,
            /// The field `orders` in the table `Campaign`
            pub orders: ::planus::alloc::vec::Vec<self::Order>,
            /// The field `stock` in the table `Campaign`
            pub stock: ::planus::alloc::vec::Vec<self::Stock>,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Campaign {
            fn default() -> Self {
                Self {
                    id: 0,
                    captain: ::core::default::Default::default(),
                    difficulty: self::Difficulty::Calm,
                    gold: 0,
                    hours: 0.0,
                    permanent: false,
                    last_port: ::core::default::Default::default(),
                    rival: ::core::default::Default::default(),
                    charted: ::core::default::Default::default(),
                    ships: ::core::default::Default::default(),
                    orders: ::core::default::Default::default(),
                    stock: ::core::default::Default::default(),
                }
            }
        }

        impl Campaign {
            /// Creates a [CampaignBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> CampaignBuilder<()> {
                CampaignBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_id: impl ::planus::WriteAsDefault<u64, u64>,
                field_captain: impl ::planus::WriteAs<::planus::Offset<str>>,
                field_difficulty: impl ::planus::WriteAsDefault<self::Difficulty, self::Difficulty>,
                field_gold: impl ::planus::WriteAsDefault<u32, u32>,
                field_hours: impl ::planus::WriteAsDefault<f64, f64>,
                field_permanent: impl ::planus::WriteAsDefault<bool, bool>,
                field_last_port: impl ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
                field_rival: impl ::planus::WriteAsOptional<::planus::Offset<self::Rival>>,
                field_charted: impl ::planus::WriteAs<::planus::Offset<[bool]>>,
                field_ships: impl ::planus::WriteAs<::planus::Offset<[::planus::Offset<self::Ship>]>>,
                field_orders: impl ::planus::WriteAs<::planus::Offset<[::planus::Offset<self::Order>]>>,
                field_stock: impl ::planus::WriteAs<::planus::Offset<[::planus::Offset<self::Stock>]>>,
            ) -> ::planus::Offset<Self> {
                let prepared_id = field_id.prepare(builder, &0);
                let prepared_captain = field_captain.prepare(builder);
                let prepared_difficulty = field_difficulty.prepare(builder, &self::Difficulty::Calm);
                let prepared_gold = field_gold.prepare(builder, &0);
                let prepared_hours = field_hours.prepare(builder, &0.0);
                let prepared_permanent = field_permanent.prepare(builder, &false);
                let prepared_last_port = field_last_port.prepare(builder);
                let prepared_rival = field_rival.prepare(builder);
                let prepared_charted = field_charted.prepare(builder);
                let prepared_ships = field_ships.prepare(builder);
                let prepared_orders = field_orders.prepare(builder);
                let prepared_stock = field_stock.prepare(builder);

                let mut table_writer: ::planus::table_writer::TableWriter<28> = ::core::default::Default::default();
                if prepared_id.is_some() {
                    table_writer.write_entry::<u64>(0);
                }
                if prepared_hours.is_some() {
                    table_writer.write_entry::<f64>(4);
                }
                table_writer.write_entry::<::planus::Offset<str>>(1);
                if prepared_gold.is_some() {
                    table_writer.write_entry::<u32>(3);
                }
                if prepared_last_port.is_some() {
                    table_writer.write_entry::<::planus::Offset<str>>(6);
                }
                if prepared_rival.is_some() {
                    table_writer.write_entry::<::planus::Offset<self::Rival>>(7);
                }
                table_writer.write_entry::<::planus::Offset<[bool]>>(8);
                table_writer.write_entry::<::planus::Offset<[::planus::Offset<self::Ship>]>>(9);
                table_writer.write_entry::<::planus::Offset<[::planus::Offset<self::Order>]>>(10);
                table_writer.write_entry::<::planus::Offset<[::planus::Offset<self::Stock>]>>(11);
                if prepared_difficulty.is_some() {
                    table_writer.write_entry::<self::Difficulty>(2);
                }
                if prepared_permanent.is_some() {
                    table_writer.write_entry::<bool>(5);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_id) = prepared_id {
                            object_writer.write::<_, _, 8>(&prepared_id);
                        }
                        if let ::core::option::Option::Some(prepared_hours) = prepared_hours {
                            object_writer.write::<_, _, 8>(&prepared_hours);
                        }
                        object_writer.write::<_, _, 4>(&prepared_captain);
                        if let ::core::option::Option::Some(prepared_gold) = prepared_gold {
                            object_writer.write::<_, _, 4>(&prepared_gold);
                        }
                        if let ::core::option::Option::Some(prepared_last_port) = prepared_last_port {
                            object_writer.write::<_, _, 4>(&prepared_last_port);
                        }
                        if let ::core::option::Option::Some(prepared_rival) = prepared_rival {
                            object_writer.write::<_, _, 4>(&prepared_rival);
                        }
                        object_writer.write::<_, _, 4>(&prepared_charted);
                        object_writer.write::<_, _, 4>(&prepared_ships);
                        object_writer.write::<_, _, 4>(&prepared_orders);
                        object_writer.write::<_, _, 4>(&prepared_stock);
                        if let ::core::option::Option::Some(prepared_difficulty) = prepared_difficulty {
                            object_writer.write::<_, _, 1>(&prepared_difficulty);
                        }
                        if let ::core::option::Option::Some(prepared_permanent) = prepared_permanent {
                            object_writer.write::<_, _, 1>(&prepared_permanent);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Campaign>> for Campaign {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Campaign> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Campaign>> for Campaign {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Campaign>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Campaign> for Campaign {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Campaign> {
                Campaign::create(
                    builder,
                    self.id,
                    &self.captain,
                    self.difficulty,
                    self.gold,
                    self.hours,
                    self.permanent,
                    &self.last_port,
                    &self.rival,
                    &self.charted,
                    &self.ships,
                    &self.orders,
                    &self.stock,
                )
            }
        }

        /// Builder for serializing an instance of the [Campaign] type.
        ///
        /// Can be created using the [Campaign::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct CampaignBuilder<State>(State);

        impl CampaignBuilder<()> {
            /// Setter for the [`id` field](Campaign#structfield.id).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn id<T0>(self, value: T0) -> CampaignBuilder<(T0,)>
            where
                T0: ::planus::WriteAsDefault<u64, u64>,
            {
                CampaignBuilder((value,))
            }

            /// Sets the [`id` field](Campaign#structfield.id) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn id_as_default(self) -> CampaignBuilder<(::planus::DefaultValue,)> {
                self.id(::planus::DefaultValue)
            }
        }

        impl<T0> CampaignBuilder<(T0,)> {
            /// Setter for the [`captain` field](Campaign#structfield.captain).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn captain<T1>(self, value: T1) -> CampaignBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAs<::planus::Offset<str>>,
            {
                let (v0,) = self.0;
                CampaignBuilder((v0, value))
            }
        }

        impl<T0, T1> CampaignBuilder<(T0, T1)> {
            /// Setter for the [`difficulty` field](Campaign#structfield.difficulty).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn difficulty<T2>(self, value: T2) -> CampaignBuilder<(T0, T1, T2)>
            where
                T2: ::planus::WriteAsDefault<self::Difficulty, self::Difficulty>,
            {
                let (v0, v1) = self.0;
                CampaignBuilder((v0, v1, value))
            }

            /// Sets the [`difficulty` field](Campaign#structfield.difficulty) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn difficulty_as_default(self) -> CampaignBuilder<(T0, T1, ::planus::DefaultValue)> {
                self.difficulty(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2> CampaignBuilder<(T0, T1, T2)> {
            /// Setter for the [`gold` field](Campaign#structfield.gold).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn gold<T3>(self, value: T3) -> CampaignBuilder<(T0, T1, T2, T3)>
            where
                T3: ::planus::WriteAsDefault<u32, u32>,
            {
                let (v0, v1, v2) = self.0;
                CampaignBuilder((v0, v1, v2, value))
            }

            /// Sets the [`gold` field](Campaign#structfield.gold) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn gold_as_default(self) -> CampaignBuilder<(T0, T1, T2, ::planus::DefaultValue)> {
                self.gold(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3> CampaignBuilder<(T0, T1, T2, T3)> {
            /// Setter for the [`hours` field](Campaign#structfield.hours).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn hours<T4>(self, value: T4) -> CampaignBuilder<(T0, T1, T2, T3, T4)>
            where
                T4: ::planus::WriteAsDefault<f64, f64>,
            {
                let (v0, v1, v2, v3) = self.0;
                CampaignBuilder((v0, v1, v2, v3, value))
            }

            /// Sets the [`hours` field](Campaign#structfield.hours) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn hours_as_default(self) -> CampaignBuilder<(T0, T1, T2, T3, ::planus::DefaultValue)> {
                self.hours(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3, T4> CampaignBuilder<(T0, T1, T2, T3, T4)> {
            /// Setter for the [`permanent` field](Campaign#structfield.permanent).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn permanent<T5>(self, value: T5) -> CampaignBuilder<(T0, T1, T2, T3, T4, T5)>
            where
                T5: ::planus::WriteAsDefault<bool, bool>,
            {
                let (v0, v1, v2, v3, v4) = self.0;
                CampaignBuilder((v0, v1, v2, v3, v4, value))
            }

            /// Sets the [`permanent` field](Campaign#structfield.permanent) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn permanent_as_default(self) -> CampaignBuilder<(T0, T1, T2, T3, T4, ::planus::DefaultValue)> {
                self.permanent(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3, T4, T5> CampaignBuilder<(T0, T1, T2, T3, T4, T5)> {
            /// Setter for the [`last_port` field](Campaign#structfield.last_port).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn last_port<T6>(self, value: T6) -> CampaignBuilder<(T0, T1, T2, T3, T4, T5, T6)>
            where
                T6: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
            {
                let (v0, v1, v2, v3, v4, v5) = self.0;
                CampaignBuilder((v0, v1, v2, v3, v4, v5, value))
            }

            /// Sets the [`last_port` field](Campaign#structfield.last_port) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn last_port_as_null(self) -> CampaignBuilder<(T0, T1, T2, T3, T4, T5, ())> {
                self.last_port(())
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6> CampaignBuilder<(T0, T1, T2, T3, T4, T5, T6)> {
            /// Setter for the [`rival` field](Campaign#structfield.rival).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn rival<T7>(self, value: T7) -> CampaignBuilder<(T0, T1, T2, T3, T4, T5, T6, T7)>
            where
                T7: ::planus::WriteAsOptional<::planus::Offset<self::Rival>>,
            {
                let (v0, v1, v2, v3, v4, v5, v6) = self.0;
                CampaignBuilder((v0, v1, v2, v3, v4, v5, v6, value))
            }

            /// Sets the [`rival` field](Campaign#structfield.rival) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn rival_as_null(self) -> CampaignBuilder<(T0, T1, T2, T3, T4, T5, T6, ())> {
                self.rival(())
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7> CampaignBuilder<(T0, T1, T2, T3, T4, T5, T6, T7)> {
            /// Setter for the [`charted` field](Campaign#structfield.charted).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn charted<T8>(self, value: T8) -> CampaignBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8)>
            where
                T8: ::planus::WriteAs<::planus::Offset<[bool]>>,
            {
                let (v0, v1, v2, v3, v4, v5, v6, v7) = self.0;
                CampaignBuilder((v0, v1, v2, v3, v4, v5, v6, v7, value))
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7, T8> CampaignBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8)> {
            /// Setter for the [`ships` field](Campaign#structfield.ships).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn ships<T9>(self, value: T9) -> CampaignBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9)>
            where
                T9: ::planus::WriteAs<::planus::Offset<[::planus::Offset<self::Ship>]>>,
            {
                let (v0, v1, v2, v3, v4, v5, v6, v7, v8) = self.0;
                CampaignBuilder((v0, v1, v2, v3, v4, v5, v6, v7, v8, value))
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7, T8, T9> CampaignBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9)> {
            /// Setter for the [`orders` field](Campaign#structfield.orders).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn orders<T10>(self, value: T10) -> CampaignBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10)>
            where
                T10: ::planus::WriteAs<::planus::Offset<[::planus::Offset<self::Order>]>>,
            {
                let (v0, v1, v2, v3, v4, v5, v6, v7, v8, v9) = self.0;
                CampaignBuilder((v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, value))
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10> CampaignBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10)> {
            /// Setter for the [`stock` field](Campaign#structfield.stock).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn stock<T11>(self, value: T11) -> CampaignBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11)>
            where
                T11: ::planus::WriteAs<::planus::Offset<[::planus::Offset<self::Stock>]>>,
            {
                let (v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10) = self.0;
                CampaignBuilder((v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, value))
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11>
            CampaignBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11)>
        {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Campaign].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Campaign>
            where
                Self: ::planus::WriteAsOffset<Campaign>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u64, u64>,
                T1: ::planus::WriteAs<::planus::Offset<str>>,
                T2: ::planus::WriteAsDefault<self::Difficulty, self::Difficulty>,
                T3: ::planus::WriteAsDefault<u32, u32>,
                T4: ::planus::WriteAsDefault<f64, f64>,
                T5: ::planus::WriteAsDefault<bool, bool>,
                T6: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
                T7: ::planus::WriteAsOptional<::planus::Offset<self::Rival>>,
                T8: ::planus::WriteAs<::planus::Offset<[bool]>>,
                T9: ::planus::WriteAs<::planus::Offset<[::planus::Offset<self::Ship>]>>,
                T10: ::planus::WriteAs<::planus::Offset<[::planus::Offset<self::Order>]>>,
                T11: ::planus::WriteAs<::planus::Offset<[::planus::Offset<self::Stock>]>>,
            > ::planus::WriteAs<::planus::Offset<Campaign>>
            for CampaignBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11)>
        {
            type Prepared = ::planus::Offset<Campaign>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Campaign> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u64, u64>,
                T1: ::planus::WriteAs<::planus::Offset<str>>,
                T2: ::planus::WriteAsDefault<self::Difficulty, self::Difficulty>,
                T3: ::planus::WriteAsDefault<u32, u32>,
                T4: ::planus::WriteAsDefault<f64, f64>,
                T5: ::planus::WriteAsDefault<bool, bool>,
                T6: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
                T7: ::planus::WriteAsOptional<::planus::Offset<self::Rival>>,
                T8: ::planus::WriteAs<::planus::Offset<[bool]>>,
                T9: ::planus::WriteAs<::planus::Offset<[::planus::Offset<self::Ship>]>>,
                T10: ::planus::WriteAs<::planus::Offset<[::planus::Offset<self::Order>]>>,
                T11: ::planus::WriteAs<::planus::Offset<[::planus::Offset<self::Stock>]>>,
            > ::planus::WriteAsOptional<::planus::Offset<Campaign>>
            for CampaignBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11)>
        {
            type Prepared = ::planus::Offset<Campaign>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Campaign>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u64, u64>,
                T1: ::planus::WriteAs<::planus::Offset<str>>,
                T2: ::planus::WriteAsDefault<self::Difficulty, self::Difficulty>,
                T3: ::planus::WriteAsDefault<u32, u32>,
                T4: ::planus::WriteAsDefault<f64, f64>,
                T5: ::planus::WriteAsDefault<bool, bool>,
                T6: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
                T7: ::planus::WriteAsOptional<::planus::Offset<self::Rival>>,
                T8: ::planus::WriteAs<::planus::Offset<[bool]>>,
                T9: ::planus::WriteAs<::planus::Offset<[::planus::Offset<self::Ship>]>>,
                T10: ::planus::WriteAs<::planus::Offset<[::planus::Offset<self::Order>]>>,
                T11: ::planus::WriteAs<::planus::Offset<[::planus::Offset<self::Stock>]>>,
            > ::planus::WriteAsOffset<Campaign>
            for CampaignBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Campaign> {
                let (v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11) = &self.0;
                Campaign::create(builder, v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11)
            }
        }

        /// Reference to a deserialized [Campaign].
        #[derive(Copy, Clone)]
        pub struct CampaignRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> CampaignRef<'a> {
            /// Getter for the [`id` field](Campaign#structfield.id).
            #[inline]
            pub fn id(&self) -> ::planus::Result<u64> {
                ::core::result::Result::Ok(self.0.access(0, "Campaign", "id")?.unwrap_or(0))
            }

            /// Getter for the [`captain` field](Campaign#structfield.captain).
            #[inline]
            pub fn captain(&self) -> ::planus::Result<&'a ::core::primitive::str> {
                self.0.access_required(1, "Campaign", "captain")
            }

            /// Getter for the [`difficulty` field](Campaign#structfield.difficulty).
            #[inline]
            pub fn difficulty(&self) -> ::planus::Result<self::Difficulty> {
                ::core::result::Result::Ok(
                    self.0.access(2, "Campaign", "difficulty")?.unwrap_or(self::Difficulty::Calm),
                )
            }

            /// Getter for the [`gold` field](Campaign#structfield.gold).
            #[inline]
            pub fn gold(&self) -> ::planus::Result<u32> {
                ::core::result::Result::Ok(self.0.access(3, "Campaign", "gold")?.unwrap_or(0))
            }

            /// Getter for the [`hours` field](Campaign#structfield.hours).
            #[inline]
            pub fn hours(&self) -> ::planus::Result<f64> {
                ::core::result::Result::Ok(self.0.access(4, "Campaign", "hours")?.unwrap_or(0.0))
            }

            /// Getter for the [`permanent` field](Campaign#structfield.permanent).
            #[inline]
            pub fn permanent(&self) -> ::planus::Result<bool> {
                ::core::result::Result::Ok(self.0.access(5, "Campaign", "permanent")?.unwrap_or(false))
            }

            /// Getter for the [`last_port` field](Campaign#structfield.last_port).
            #[inline]
            pub fn last_port(&self) -> ::planus::Result<::core::option::Option<&'a ::core::primitive::str>> {
                self.0.access(6, "Campaign", "last_port")
            }

            /// Getter for the [`rival` field](Campaign#structfield.rival).
            #[inline]
            pub fn rival(&self) -> ::planus::Result<::core::option::Option<self::RivalRef<'a>>> {
                self.0.access(7, "Campaign", "rival")
            }

            /// Getter for the [`charted` field](Campaign#structfield.charted).
            #[inline]
            pub fn charted(&self) -> ::planus::Result<::planus::Vector<'a, bool>> {
                self.0.access_required(8, "Campaign", "charted")
            }

            /// Getter for the [`ships` field](Campaign#structfield.ships).
            #[inline]
            pub fn ships(&self) -> ::planus::Result<::planus::Vector<'a, ::planus::Result<self::ShipRef<'a>>>> {
                self.0.access_required(9, "Campaign", "ships")
            }

            /// Getter for the [`orders` field](Campaign#structfield.orders).
            #[inline]
            pub fn orders(&self) -> ::planus::Result<::planus::Vector<'a, ::planus::Result<self::OrderRef<'a>>>> {
                self.0.access_required(10, "Campaign", "orders")
            }

            /// Getter for the [`stock` field](Campaign#structfield.stock).
            #[inline]
            pub fn stock(&self) -> ::planus::Result<::planus::Vector<'a, ::planus::Result<self::StockRef<'a>>>> {
                self.0.access_required(11, "Campaign", "stock")
            }
        }

        impl<'a> ::core::fmt::Debug for CampaignRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("CampaignRef");
                f.field("id", &self.id());
                f.field("captain", &self.captain());
                f.field("difficulty", &self.difficulty());
                f.field("gold", &self.gold());
                f.field("hours", &self.hours());
                f.field("permanent", &self.permanent());
                if let ::core::option::Option::Some(field_last_port) = self.last_port().transpose() {
                    f.field("last_port", &field_last_port);
                }
                if let ::core::option::Option::Some(field_rival) = self.rival().transpose() {
                    f.field("rival", &field_rival);
                }
                f.field("charted", &self.charted());
                f.field("ships", &self.ships());
                f.field("orders", &self.orders());
                f.field("stock", &self.stock());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<CampaignRef<'a>> for Campaign {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: CampaignRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    id: ::core::convert::TryInto::try_into(value.id()?)?,
                    captain: ::core::convert::Into::into(value.captain()?),
                    difficulty: ::core::convert::TryInto::try_into(value.difficulty()?)?,
                    gold: ::core::convert::TryInto::try_into(value.gold()?)?,
                    hours: ::core::convert::TryInto::try_into(value.hours()?)?,
                    permanent: ::core::convert::TryInto::try_into(value.permanent()?)?,
                    last_port: value.last_port()?.map(::core::convert::Into::into),
                    rival: if let ::core::option::Option::Some(rival) = value.rival()? {
                        ::core::option::Option::Some(::planus::alloc::boxed::Box::new(
                            ::core::convert::TryInto::try_into(rival)?,
                        ))
                    } else {
                        ::core::option::Option::None
                    },
                    charted: value.charted()?.to_vec()?,
                    ships: value.ships()?.to_vec_result()?,
                    orders: value.orders()?.to_vec_result()?,
                    stock: value.stock()?.to_vec_result()?,
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for CampaignRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for CampaignRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[CampaignRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Campaign>> for Campaign {
            type Value = ::planus::Offset<Campaign>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Campaign>],
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

        impl<'a> ::planus::ReadAsRoot<'a> for CampaignRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[CampaignRef]", "read_as_root", 0))
            }
        }

        /// The table `Saves` in the namespace `services`
        ///
        /// Generated from these locations:
        /// * Table `Saves` in the file `schemas/services.fbs:104`
        #[derive(Clone, Debug, PartialEq, PartialOrd, ::serde::Serialize, ::serde::Deserialize)]
        pub struct Saves {
            /// The field `build` in the table `Saves`
            pub build: u32,
            /// The field `campaigns` in the table `Saves`
            pub campaigns: ::planus::alloc::vec::Vec<self::Campaign>,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Saves {
            fn default() -> Self {
                Self { build: 0, campaigns: ::core::default::Default::default() }
            }
        }

        impl Saves {
            /// Creates a [SavesBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> SavesBuilder<()> {
                SavesBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_build: impl ::planus::WriteAsDefault<u32, u32>,
                field_campaigns: impl ::planus::WriteAs<::planus::Offset<[::planus::Offset<self::Campaign>]>>,
            ) -> ::planus::Offset<Self> {
                let prepared_build = field_build.prepare(builder, &0);
                let prepared_campaigns = field_campaigns.prepare(builder);

                let mut table_writer: ::planus::table_writer::TableWriter<8> = ::core::default::Default::default();
                if prepared_build.is_some() {
                    table_writer.write_entry::<u32>(0);
                }
                table_writer.write_entry::<::planus::Offset<[::planus::Offset<self::Campaign>]>>(1);

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_build) = prepared_build {
                            object_writer.write::<_, _, 4>(&prepared_build);
                        }
                        object_writer.write::<_, _, 4>(&prepared_campaigns);
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Saves>> for Saves {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Saves> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Saves>> for Saves {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Saves>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Saves> for Saves {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Saves> {
                Saves::create(builder, self.build, &self.campaigns)
            }
        }

        /// Builder for serializing an instance of the [Saves] type.
        ///
        /// Can be created using the [Saves::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct SavesBuilder<State>(State);

        impl SavesBuilder<()> {
            /// Setter for the [`build` field](Saves#structfield.build).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn build<T0>(self, value: T0) -> SavesBuilder<(T0,)>
            where
                T0: ::planus::WriteAsDefault<u32, u32>,
            {
                SavesBuilder((value,))
            }

            /// Sets the [`build` field](Saves#structfield.build) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn build_as_default(self) -> SavesBuilder<(::planus::DefaultValue,)> {
                self.build(::planus::DefaultValue)
            }
        }

        impl<T0> SavesBuilder<(T0,)> {
            /// Setter for the [`campaigns` field](Saves#structfield.campaigns).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn campaigns<T1>(self, value: T1) -> SavesBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAs<::planus::Offset<[::planus::Offset<self::Campaign>]>>,
            {
                let (v0,) = self.0;
                SavesBuilder((v0, value))
            }
        }

        impl<T0, T1> SavesBuilder<(T0, T1)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Saves].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Saves>
            where
                Self: ::planus::WriteAsOffset<Saves>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u32, u32>,
                T1: ::planus::WriteAs<::planus::Offset<[::planus::Offset<self::Campaign>]>>,
            > ::planus::WriteAs<::planus::Offset<Saves>> for SavesBuilder<(T0, T1)>
        {
            type Prepared = ::planus::Offset<Saves>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Saves> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u32, u32>,
                T1: ::planus::WriteAs<::planus::Offset<[::planus::Offset<self::Campaign>]>>,
            > ::planus::WriteAsOptional<::planus::Offset<Saves>> for SavesBuilder<(T0, T1)>
        {
            type Prepared = ::planus::Offset<Saves>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Saves>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u32, u32>,
                T1: ::planus::WriteAs<::planus::Offset<[::planus::Offset<self::Campaign>]>>,
            > ::planus::WriteAsOffset<Saves> for SavesBuilder<(T0, T1)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Saves> {
                let (v0, v1) = &self.0;
                Saves::create(builder, v0, v1)
            }
        }

        /// Reference to a deserialized [Saves].
        #[derive(Copy, Clone)]
        pub struct SavesRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> SavesRef<'a> {
            /// Getter for the [`build` field](Saves#structfield.build).
            #[inline]
            pub fn build(&self) -> ::planus::Result<u32> {
                ::core::result::Result::Ok(self.0.access(0, "Saves", "build")?.unwrap_or(0))
            }

            /// Getter for the [`campaigns` field](Saves#structfield.campaigns).
            #[inline]
            pub fn campaigns(&self) -> ::planus::Result<::planus::Vector<'a, ::planus::Result<self::CampaignRef<'a>>>> {
                self.0.access_required(1, "Saves", "campaigns")
            }
        }

        impl<'a> ::core::fmt::Debug for SavesRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("SavesRef");
                f.field("build", &self.build());
                f.field("campaigns", &self.campaigns());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<SavesRef<'a>> for Saves {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: SavesRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    build: ::core::convert::TryInto::try_into(value.build()?)?,
                    campaigns: value.campaigns()?.to_vec_result()?,
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for SavesRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for SavesRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset)
                    .map_err(|error_kind| error_kind.with_error_location("[SavesRef]", "get", buffer.offset_from_start))
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Saves>> for Saves {
            type Value = ::planus::Offset<Saves>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Saves>],
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

        impl<'a> ::planus::ReadAsRoot<'a> for SavesRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[SavesRef]", "read_as_root", 0))
            }
        }

        /// The struct `Spot` in the namespace `services`
        ///
        /// Generated from these locations:
        /// * Struct `Spot` in the file `schemas/services.fbs:109`
        #[derive(
            Copy, Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash, Default, ::serde::Serialize, ::serde::Deserialize,
        )]
        pub struct Spot {
            /// The field `x` in the struct `Spot`
            pub x: i16,

            /// The field `y` in the struct `Spot`
            pub y: i16,

            /// The field `z` in the struct `Spot`
            pub z: i16,
        }

        /// # Safety
        /// The Planus compiler correctly calculates `ALIGNMENT` and `SIZE`.
        unsafe impl ::planus::Primitive for Spot {
            const ALIGNMENT: usize = 2;
            const SIZE: usize = 6;
        }

        #[allow(clippy::identity_op)]
        impl ::planus::WriteAsPrimitive<Spot> for Spot {
            #[inline]
            fn write<const N: usize>(&self, cursor: ::planus::Cursor<'_, N>, buffer_position: u32) {
                let (cur, cursor) = cursor.split::<2, 4>();
                self.x.write(cur, buffer_position - 0);
                let (cur, cursor) = cursor.split::<2, 2>();
                self.y.write(cur, buffer_position - 2);
                let (cur, cursor) = cursor.split::<2, 0>();
                self.z.write(cur, buffer_position - 4);
                cursor.finish([]);
            }
        }

        impl ::planus::WriteAsOffset<Spot> for Spot {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Spot> {
                unsafe {
                    builder.write_with(6, 1, |buffer_position, bytes| {
                        let bytes = bytes.as_mut_ptr();

                        ::planus::WriteAsPrimitive::write(
                            self,
                            ::planus::Cursor::new(&mut *(bytes as *mut [::core::mem::MaybeUninit<u8>; 6])),
                            buffer_position,
                        );
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<Spot> for Spot {
            type Prepared = Self;
            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> Self {
                *self
            }
        }

        impl ::planus::WriteAsOptional<Spot> for Spot {
            type Prepared = Self;
            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> ::core::option::Option<Self> {
                ::core::option::Option::Some(*self)
            }
        }

        /// Reference to a deserialized [Spot].
        #[derive(Copy, Clone)]
        pub struct SpotRef<'a>(::planus::ArrayWithStartOffset<'a, 6>);

        impl<'a> SpotRef<'a> {
            /// Getter for the [`x` field](Spot#structfield.x).
            pub fn x(&self) -> i16 {
                let buffer = self.0.advance_as_array::<2>(0).unwrap();

                i16::from_le_bytes(*buffer.as_array())
            }

            /// Getter for the [`y` field](Spot#structfield.y).
            pub fn y(&self) -> i16 {
                let buffer = self.0.advance_as_array::<2>(2).unwrap();

                i16::from_le_bytes(*buffer.as_array())
            }

            /// Getter for the [`z` field](Spot#structfield.z).
            pub fn z(&self) -> i16 {
                let buffer = self.0.advance_as_array::<2>(4).unwrap();

                i16::from_le_bytes(*buffer.as_array())
            }
        }

        impl<'a> ::core::fmt::Debug for SpotRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("SpotRef");
                f.field("x", &self.x());
                f.field("y", &self.y());
                f.field("z", &self.z());
                f.finish()
            }
        }

        impl<'a> ::core::convert::From<::planus::ArrayWithStartOffset<'a, 6>> for SpotRef<'a> {
            fn from(array: ::planus::ArrayWithStartOffset<'a, 6>) -> Self {
                Self(array)
            }
        }

        impl<'a> ::core::convert::From<SpotRef<'a>> for Spot {
            #[allow(unreachable_code)]
            fn from(value: SpotRef<'a>) -> Self {
                Self { x: value.x(), y: value.y(), z: value.z() }
            }
        }

        impl<'a, 'b> ::core::cmp::PartialEq<SpotRef<'a>> for SpotRef<'b> {
            fn eq(&self, other: &SpotRef<'_>) -> bool {
                self.x() == other.x() && self.y() == other.y() && self.z() == other.z()
            }
        }

        impl<'a> ::core::cmp::Eq for SpotRef<'a> {}
        impl<'a, 'b> ::core::cmp::PartialOrd<SpotRef<'a>> for SpotRef<'b> {
            fn partial_cmp(&self, other: &SpotRef<'_>) -> ::core::option::Option<::core::cmp::Ordering> {
                ::core::option::Option::Some(::core::cmp::Ord::cmp(self, other))
            }
        }

        impl<'a> ::core::cmp::Ord for SpotRef<'a> {
            fn cmp(&self, other: &SpotRef<'_>) -> ::core::cmp::Ordering {
                self.x().cmp(&other.x()).then_with(|| self.y().cmp(&other.y())).then_with(|| self.z().cmp(&other.z()))
            }
        }

        impl<'a> ::core::hash::Hash for SpotRef<'a> {
            fn hash<H: ::core::hash::Hasher>(&self, state: &mut H) {
                self.x().hash(state);
                self.y().hash(state);
                self.z().hash(state);
            }
        }

        impl<'a> ::planus::TableRead<'a> for SpotRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                let buffer = buffer.advance_as_array::<6>(offset)?;
                ::core::result::Result::Ok(Self(buffer))
            }
        }

        impl<'a> ::planus::VectorRead<'a> for SpotRef<'a> {
            const STRIDE: usize = 6;

            #[inline]
            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> Self {
                Self(unsafe { buffer.unchecked_advance_as_array(offset) })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<Spot> for Spot {
            const STRIDE: usize = 6;

            type Value = Spot;

            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> Self::Value {
                *self
            }

            #[inline]
            unsafe fn write_values(values: &[Spot], bytes: *mut ::core::mem::MaybeUninit<u8>, buffer_position: u32) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 6];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (6 * i) as u32,
                    );
                }
            }
        }

        /// The struct `Effect` in the namespace `services`
        ///
        /// Generated from these locations:
        /// * Struct `Effect` in the file `schemas/services.fbs:115`
        #[derive(
            Copy, Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash, Default, ::serde::Serialize, ::serde::Deserialize,
        )]
        pub struct Effect {
            /// The field `kind` in the struct `Effect`
            pub kind: u8,

            /// The field `left` in the struct `Effect`
            pub left: u16,
        }

        /// # Safety
        /// The Planus compiler correctly calculates `ALIGNMENT` and `SIZE`.
        unsafe impl ::planus::Primitive for Effect {
            const ALIGNMENT: usize = 2;
            const SIZE: usize = 4;
        }

        #[allow(clippy::identity_op)]
        impl ::planus::WriteAsPrimitive<Effect> for Effect {
            #[inline]
            fn write<const N: usize>(&self, cursor: ::planus::Cursor<'_, N>, buffer_position: u32) {
                let (cur, cursor) = cursor.split::<1, 3>();
                self.kind.write(cur, buffer_position - 0);
                let cursor = cursor.write::<1, 2>([0; 1]);
                let (cur, cursor) = cursor.split::<2, 0>();
                self.left.write(cur, buffer_position - 2);
                cursor.finish([]);
            }
        }

        impl ::planus::WriteAsOffset<Effect> for Effect {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Effect> {
                unsafe {
                    builder.write_with(4, 1, |buffer_position, bytes| {
                        let bytes = bytes.as_mut_ptr();

                        ::planus::WriteAsPrimitive::write(
                            self,
                            ::planus::Cursor::new(&mut *(bytes as *mut [::core::mem::MaybeUninit<u8>; 4])),
                            buffer_position,
                        );
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<Effect> for Effect {
            type Prepared = Self;
            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> Self {
                *self
            }
        }

        impl ::planus::WriteAsOptional<Effect> for Effect {
            type Prepared = Self;
            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> ::core::option::Option<Self> {
                ::core::option::Option::Some(*self)
            }
        }

        /// Reference to a deserialized [Effect].
        #[derive(Copy, Clone)]
        pub struct EffectRef<'a>(::planus::ArrayWithStartOffset<'a, 4>);

        impl<'a> EffectRef<'a> {
            /// Getter for the [`kind` field](Effect#structfield.kind).
            pub fn kind(&self) -> u8 {
                let buffer = self.0.advance_as_array::<1>(0).unwrap();

                u8::from_le_bytes(*buffer.as_array())
            }

            /// Getter for the [`left` field](Effect#structfield.left).
            pub fn left(&self) -> u16 {
                let buffer = self.0.advance_as_array::<2>(2).unwrap();

                u16::from_le_bytes(*buffer.as_array())
            }
        }

        impl<'a> ::core::fmt::Debug for EffectRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("EffectRef");
                f.field("kind", &self.kind());
                f.field("left", &self.left());
                f.finish()
            }
        }

        impl<'a> ::core::convert::From<::planus::ArrayWithStartOffset<'a, 4>> for EffectRef<'a> {
            fn from(array: ::planus::ArrayWithStartOffset<'a, 4>) -> Self {
                Self(array)
            }
        }

        impl<'a> ::core::convert::From<EffectRef<'a>> for Effect {
            #[allow(unreachable_code)]
            fn from(value: EffectRef<'a>) -> Self {
                Self { kind: value.kind(), left: value.left() }
            }
        }

        impl<'a, 'b> ::core::cmp::PartialEq<EffectRef<'a>> for EffectRef<'b> {
            fn eq(&self, other: &EffectRef<'_>) -> bool {
                self.kind() == other.kind() && self.left() == other.left()
            }
        }

        impl<'a> ::core::cmp::Eq for EffectRef<'a> {}
        impl<'a, 'b> ::core::cmp::PartialOrd<EffectRef<'a>> for EffectRef<'b> {
            fn partial_cmp(&self, other: &EffectRef<'_>) -> ::core::option::Option<::core::cmp::Ordering> {
                ::core::option::Option::Some(::core::cmp::Ord::cmp(self, other))
            }
        }

        impl<'a> ::core::cmp::Ord for EffectRef<'a> {
            fn cmp(&self, other: &EffectRef<'_>) -> ::core::cmp::Ordering {
                self.kind().cmp(&other.kind()).then_with(|| self.left().cmp(&other.left()))
            }
        }

        impl<'a> ::core::hash::Hash for EffectRef<'a> {
            fn hash<H: ::core::hash::Hasher>(&self, state: &mut H) {
                self.kind().hash(state);
                self.left().hash(state);
            }
        }

        impl<'a> ::planus::TableRead<'a> for EffectRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                let buffer = buffer.advance_as_array::<4>(offset)?;
                ::core::result::Result::Ok(Self(buffer))
            }
        }

        impl<'a> ::planus::VectorRead<'a> for EffectRef<'a> {
            const STRIDE: usize = 4;

            #[inline]
            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> Self {
                Self(unsafe { buffer.unchecked_advance_as_array(offset) })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<Effect> for Effect {
            const STRIDE: usize = 4;

            type Value = Effect;

            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> Self::Value {
                *self
            }

            #[inline]
            unsafe fn write_values(values: &[Effect], bytes: *mut ::core::mem::MaybeUninit<u8>, buffer_position: u32) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (4 * i) as u32,
                    );
                }
            }
        }

        /// The struct `Hit` in the namespace `services`
        ///
        /// Generated from these locations:
        /// * Struct `Hit` in the file `schemas/services.fbs:120`
        #[derive(
            Copy, Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash, Default, ::serde::Serialize, ::serde::Deserialize,
        )]
        pub struct Hit {
            /// The field `by` in the struct `Hit`
            pub by: u32,

            /// The field `amount` in the struct `Hit`
            pub amount: i16,

            /// The field `zone` in the struct `Hit`
            pub zone: u8,
        }

        /// # Safety
        /// The Planus compiler correctly calculates `ALIGNMENT` and `SIZE`.
        unsafe impl ::planus::Primitive for Hit {
            const ALIGNMENT: usize = 4;
            const SIZE: usize = 8;
        }

        #[allow(clippy::identity_op)]
        impl ::planus::WriteAsPrimitive<Hit> for Hit {
            #[inline]
            fn write<const N: usize>(&self, cursor: ::planus::Cursor<'_, N>, buffer_position: u32) {
                let (cur, cursor) = cursor.split::<4, 4>();
                self.by.write(cur, buffer_position - 0);
                let (cur, cursor) = cursor.split::<2, 2>();
                self.amount.write(cur, buffer_position - 4);
                let (cur, cursor) = cursor.split::<1, 1>();
                self.zone.write(cur, buffer_position - 6);
                let cursor = cursor.write::<1, 0>([0; 1]);
                cursor.finish([]);
            }
        }

        impl ::planus::WriteAsOffset<Hit> for Hit {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Hit> {
                unsafe {
                    builder.write_with(8, 3, |buffer_position, bytes| {
                        let bytes = bytes.as_mut_ptr();

                        ::planus::WriteAsPrimitive::write(
                            self,
                            ::planus::Cursor::new(&mut *(bytes as *mut [::core::mem::MaybeUninit<u8>; 8])),
                            buffer_position,
                        );
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<Hit> for Hit {
            type Prepared = Self;
            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> Self {
                *self
            }
        }

        impl ::planus::WriteAsOptional<Hit> for Hit {
            type Prepared = Self;
            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> ::core::option::Option<Self> {
                ::core::option::Option::Some(*self)
            }
        }

        /// Reference to a deserialized [Hit].
        #[derive(Copy, Clone)]
        pub struct HitRef<'a>(::planus::ArrayWithStartOffset<'a, 8>);

        impl<'a> HitRef<'a> {
            /// Getter for the [`by` field](Hit#structfield.by).
            pub fn by(&self) -> u32 {
                let buffer = self.0.advance_as_array::<4>(0).unwrap();

                u32::from_le_bytes(*buffer.as_array())
            }

            /// Getter for the [`amount` field](Hit#structfield.amount).
            pub fn amount(&self) -> i16 {
                let buffer = self.0.advance_as_array::<2>(4).unwrap();

                i16::from_le_bytes(*buffer.as_array())
            }

            /// Getter for the [`zone` field](Hit#structfield.zone).
            pub fn zone(&self) -> u8 {
                let buffer = self.0.advance_as_array::<1>(6).unwrap();

                u8::from_le_bytes(*buffer.as_array())
            }
        }

        impl<'a> ::core::fmt::Debug for HitRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("HitRef");
                f.field("by", &self.by());
                f.field("amount", &self.amount());
                f.field("zone", &self.zone());
                f.finish()
            }
        }

        impl<'a> ::core::convert::From<::planus::ArrayWithStartOffset<'a, 8>> for HitRef<'a> {
            fn from(array: ::planus::ArrayWithStartOffset<'a, 8>) -> Self {
                Self(array)
            }
        }

        impl<'a> ::core::convert::From<HitRef<'a>> for Hit {
            #[allow(unreachable_code)]
            fn from(value: HitRef<'a>) -> Self {
                Self { by: value.by(), amount: value.amount(), zone: value.zone() }
            }
        }

        impl<'a, 'b> ::core::cmp::PartialEq<HitRef<'a>> for HitRef<'b> {
            fn eq(&self, other: &HitRef<'_>) -> bool {
                self.by() == other.by() && self.amount() == other.amount() && self.zone() == other.zone()
            }
        }

        impl<'a> ::core::cmp::Eq for HitRef<'a> {}
        impl<'a, 'b> ::core::cmp::PartialOrd<HitRef<'a>> for HitRef<'b> {
            fn partial_cmp(&self, other: &HitRef<'_>) -> ::core::option::Option<::core::cmp::Ordering> {
                ::core::option::Option::Some(::core::cmp::Ord::cmp(self, other))
            }
        }

        impl<'a> ::core::cmp::Ord for HitRef<'a> {
            fn cmp(&self, other: &HitRef<'_>) -> ::core::cmp::Ordering {
                self.by()
                    .cmp(&other.by())
                    .then_with(|| self.amount().cmp(&other.amount()))
                    .then_with(|| self.zone().cmp(&other.zone()))
            }
        }

        impl<'a> ::core::hash::Hash for HitRef<'a> {
            fn hash<H: ::core::hash::Hasher>(&self, state: &mut H) {
                self.by().hash(state);
                self.amount().hash(state);
                self.zone().hash(state);
            }
        }

        impl<'a> ::planus::TableRead<'a> for HitRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                let buffer = buffer.advance_as_array::<8>(offset)?;
                ::core::result::Result::Ok(Self(buffer))
            }
        }

        impl<'a> ::planus::VectorRead<'a> for HitRef<'a> {
            const STRIDE: usize = 8;

            #[inline]
            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> Self {
                Self(unsafe { buffer.unchecked_advance_as_array(offset) })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<Hit> for Hit {
            const STRIDE: usize = 8;

            type Value = Hit;

            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> Self::Value {
                *self
            }

            #[inline]
            unsafe fn write_values(values: &[Hit], bytes: *mut ::core::mem::MaybeUninit<u8>, buffer_position: u32) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 8];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (8 * i) as u32,
                    );
                }
            }
        }

        /// The struct `Step` in the namespace `services`
        ///
        /// Generated from these locations:
        /// * Struct `Step` in the file `schemas/services.fbs:126`
        #[derive(
            Copy, Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash, Default, ::serde::Serialize, ::serde::Deserialize,
        )]
        pub struct Step {
            /// The field `dx` in the struct `Step`
            pub dx: i8,

            /// The field `dy` in the struct `Step`
            pub dy: i8,
        }

        /// # Safety
        /// The Planus compiler correctly calculates `ALIGNMENT` and `SIZE`.
        unsafe impl ::planus::Primitive for Step {
            const ALIGNMENT: usize = 1;
            const SIZE: usize = 2;
        }

        #[allow(clippy::identity_op)]
        impl ::planus::WriteAsPrimitive<Step> for Step {
            #[inline]
            fn write<const N: usize>(&self, cursor: ::planus::Cursor<'_, N>, buffer_position: u32) {
                let (cur, cursor) = cursor.split::<1, 1>();
                self.dx.write(cur, buffer_position - 0);
                let (cur, cursor) = cursor.split::<1, 0>();
                self.dy.write(cur, buffer_position - 1);
                cursor.finish([]);
            }
        }

        impl ::planus::WriteAsOffset<Step> for Step {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Step> {
                unsafe {
                    builder.write_with(2, 0, |buffer_position, bytes| {
                        let bytes = bytes.as_mut_ptr();

                        ::planus::WriteAsPrimitive::write(
                            self,
                            ::planus::Cursor::new(&mut *(bytes as *mut [::core::mem::MaybeUninit<u8>; 2])),
                            buffer_position,
                        );
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<Step> for Step {
            type Prepared = Self;
            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> Self {
                *self
            }
        }

        impl ::planus::WriteAsOptional<Step> for Step {
            type Prepared = Self;
            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> ::core::option::Option<Self> {
                ::core::option::Option::Some(*self)
            }
        }

        /// Reference to a deserialized [Step].
        #[derive(Copy, Clone)]
        pub struct StepRef<'a>(::planus::ArrayWithStartOffset<'a, 2>);

        impl<'a> StepRef<'a> {
            /// Getter for the [`dx` field](Step#structfield.dx).
            pub fn dx(&self) -> i8 {
                let buffer = self.0.advance_as_array::<1>(0).unwrap();

                i8::from_le_bytes(*buffer.as_array())
            }

            /// Getter for the [`dy` field](Step#structfield.dy).
            pub fn dy(&self) -> i8 {
                let buffer = self.0.advance_as_array::<1>(1).unwrap();

                i8::from_le_bytes(*buffer.as_array())
            }
        }

        impl<'a> ::core::fmt::Debug for StepRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("StepRef");
                f.field("dx", &self.dx());
                f.field("dy", &self.dy());
                f.finish()
            }
        }

        impl<'a> ::core::convert::From<::planus::ArrayWithStartOffset<'a, 2>> for StepRef<'a> {
            fn from(array: ::planus::ArrayWithStartOffset<'a, 2>) -> Self {
                Self(array)
            }
        }

        impl<'a> ::core::convert::From<StepRef<'a>> for Step {
            #[allow(unreachable_code)]
            fn from(value: StepRef<'a>) -> Self {
                Self { dx: value.dx(), dy: value.dy() }
            }
        }

        impl<'a, 'b> ::core::cmp::PartialEq<StepRef<'a>> for StepRef<'b> {
            fn eq(&self, other: &StepRef<'_>) -> bool {
                self.dx() == other.dx() && self.dy() == other.dy()
            }
        }

        impl<'a> ::core::cmp::Eq for StepRef<'a> {}
        impl<'a, 'b> ::core::cmp::PartialOrd<StepRef<'a>> for StepRef<'b> {
            fn partial_cmp(&self, other: &StepRef<'_>) -> ::core::option::Option<::core::cmp::Ordering> {
                ::core::option::Option::Some(::core::cmp::Ord::cmp(self, other))
            }
        }

        impl<'a> ::core::cmp::Ord for StepRef<'a> {
            fn cmp(&self, other: &StepRef<'_>) -> ::core::cmp::Ordering {
                self.dx().cmp(&other.dx()).then_with(|| self.dy().cmp(&other.dy()))
            }
        }

        impl<'a> ::core::hash::Hash for StepRef<'a> {
            fn hash<H: ::core::hash::Hasher>(&self, state: &mut H) {
                self.dx().hash(state);
                self.dy().hash(state);
            }
        }

        impl<'a> ::planus::TableRead<'a> for StepRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                let buffer = buffer.advance_as_array::<2>(offset)?;
                ::core::result::Result::Ok(Self(buffer))
            }
        }

        impl<'a> ::planus::VectorRead<'a> for StepRef<'a> {
            const STRIDE: usize = 2;

            #[inline]
            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> Self {
                Self(unsafe { buffer.unchecked_advance_as_array(offset) })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<Step> for Step {
            const STRIDE: usize = 2;

            type Value = Step;

            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> Self::Value {
                *self
            }

            #[inline]
            unsafe fn write_values(values: &[Step], bytes: *mut ::core::mem::MaybeUninit<u8>, buffer_position: u32) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 2];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (2 * i) as u32,
                    );
                }
            }
        }

        /// The table `Entity` in the namespace `services`
        ///
        /// Generated from these locations:
        /// * Table `Entity` in the file `schemas/services.fbs:131`
        #[derive(Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash, ::serde::Serialize, ::serde::Deserialize)]
        pub struct Entity {
            /// The field `id` in the table `Entity`
            pub id: u32,
            /// The field `owner` in the table `Entity`
            pub owner: u16,
            /// The field `model` in the table `Entity`
            pub model: u8,
            /// The field `health` in the table `Entity`
            pub health: u16,
            /// The field `facing` in the table `Entity`
            pub facing: u16,
            /// The field `place` in the table `Entity`
            pub place: self::Spot,
            /// The field `velocity` in the table `Entity`
            pub velocity: ::core::option::Option<self::Spot>,
            /// The field `effects` in the table `Entity`
            pub effects: ::planus::alloc::vec::Vec<self::Effect>,
            /// The field `hits` in the table `Entity`
            pub hits: ::planus::alloc::vec::Vec<self::Hit>,
            /// The field `route` in the table `Entity`
            pub route: ::planus::alloc::vec::Vec<self::Step>,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Entity {
            fn default() -> Self {
                Self {
                    id: 0,
                    owner: 0,
                    model: 0,
                    health: 0,
                    facing: 0,
                    place: ::core::default::Default::default(),
                    velocity: ::core::default::Default::default(),
                    effects: ::core::default::Default::default(),
                    hits: ::core::default::Default::default(),
                    route: ::core::default::Default::default(),
                }
            }
        }

        impl Entity {
            /// Creates a [EntityBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> EntityBuilder<()> {
                EntityBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_id: impl ::planus::WriteAsDefault<u32, u32>,
                field_owner: impl ::planus::WriteAsDefault<u16, u16>,
                field_model: impl ::planus::WriteAsDefault<u8, u8>,
                field_health: impl ::planus::WriteAsDefault<u16, u16>,
                field_facing: impl ::planus::WriteAsDefault<u16, u16>,
                field_place: impl ::planus::WriteAs<self::Spot>,
                field_velocity: impl ::planus::WriteAsOptional<self::Spot>,
                field_effects: impl ::planus::WriteAs<::planus::Offset<[self::Effect]>>,
                field_hits: impl ::planus::WriteAs<::planus::Offset<[self::Hit]>>,
                field_route: impl ::planus::WriteAs<::planus::Offset<[self::Step]>>,
            ) -> ::planus::Offset<Self> {
                let prepared_id = field_id.prepare(builder, &0);
                let prepared_owner = field_owner.prepare(builder, &0);
                let prepared_model = field_model.prepare(builder, &0);
                let prepared_health = field_health.prepare(builder, &0);
                let prepared_facing = field_facing.prepare(builder, &0);
                let prepared_place = field_place.prepare(builder);
                let prepared_velocity = field_velocity.prepare(builder);
                let prepared_effects = field_effects.prepare(builder);
                let prepared_hits = field_hits.prepare(builder);
                let prepared_route = field_route.prepare(builder);

                let mut table_writer: ::planus::table_writer::TableWriter<24> = ::core::default::Default::default();
                if prepared_id.is_some() {
                    table_writer.write_entry::<u32>(0);
                }
                table_writer.write_entry::<::planus::Offset<[self::Effect]>>(7);
                table_writer.write_entry::<::planus::Offset<[self::Hit]>>(8);
                table_writer.write_entry::<::planus::Offset<[self::Step]>>(9);
                if prepared_owner.is_some() {
                    table_writer.write_entry::<u16>(1);
                }
                if prepared_health.is_some() {
                    table_writer.write_entry::<u16>(3);
                }
                if prepared_facing.is_some() {
                    table_writer.write_entry::<u16>(4);
                }
                table_writer.write_entry::<self::Spot>(5);
                if prepared_velocity.is_some() {
                    table_writer.write_entry::<self::Spot>(6);
                }
                if prepared_model.is_some() {
                    table_writer.write_entry::<u8>(2);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_id) = prepared_id {
                            object_writer.write::<_, _, 4>(&prepared_id);
                        }
                        object_writer.write::<_, _, 4>(&prepared_effects);
                        object_writer.write::<_, _, 4>(&prepared_hits);
                        object_writer.write::<_, _, 4>(&prepared_route);
                        if let ::core::option::Option::Some(prepared_owner) = prepared_owner {
                            object_writer.write::<_, _, 2>(&prepared_owner);
                        }
                        if let ::core::option::Option::Some(prepared_health) = prepared_health {
                            object_writer.write::<_, _, 2>(&prepared_health);
                        }
                        if let ::core::option::Option::Some(prepared_facing) = prepared_facing {
                            object_writer.write::<_, _, 2>(&prepared_facing);
                        }
                        object_writer.write::<_, _, 6>(&prepared_place);
                        if let ::core::option::Option::Some(prepared_velocity) = prepared_velocity {
                            object_writer.write::<_, _, 6>(&prepared_velocity);
                        }
                        if let ::core::option::Option::Some(prepared_model) = prepared_model {
                            object_writer.write::<_, _, 1>(&prepared_model);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Entity>> for Entity {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Entity> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Entity>> for Entity {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Entity>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Entity> for Entity {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Entity> {
                Entity::create(
                    builder,
                    self.id,
                    self.owner,
                    self.model,
                    self.health,
                    self.facing,
                    self.place,
                    self.velocity,
                    &self.effects,
                    &self.hits,
                    &self.route,
                )
            }
        }

        /// Builder for serializing an instance of the [Entity] type.
        ///
        /// Can be created using the [Entity::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct EntityBuilder<State>(State);

        impl EntityBuilder<()> {
            /// Setter for the [`id` field](Entity#structfield.id).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn id<T0>(self, value: T0) -> EntityBuilder<(T0,)>
            where
                T0: ::planus::WriteAsDefault<u32, u32>,
            {
                EntityBuilder((value,))
            }

            /// Sets the [`id` field](Entity#structfield.id) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn id_as_default(self) -> EntityBuilder<(::planus::DefaultValue,)> {
                self.id(::planus::DefaultValue)
            }
        }

        impl<T0> EntityBuilder<(T0,)> {
            /// Setter for the [`owner` field](Entity#structfield.owner).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn owner<T1>(self, value: T1) -> EntityBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAsDefault<u16, u16>,
            {
                let (v0,) = self.0;
                EntityBuilder((v0, value))
            }

            /// Sets the [`owner` field](Entity#structfield.owner) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn owner_as_default(self) -> EntityBuilder<(T0, ::planus::DefaultValue)> {
                self.owner(::planus::DefaultValue)
            }
        }

        impl<T0, T1> EntityBuilder<(T0, T1)> {
            /// Setter for the [`model` field](Entity#structfield.model).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn model<T2>(self, value: T2) -> EntityBuilder<(T0, T1, T2)>
            where
                T2: ::planus::WriteAsDefault<u8, u8>,
            {
                let (v0, v1) = self.0;
                EntityBuilder((v0, v1, value))
            }

            /// Sets the [`model` field](Entity#structfield.model) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn model_as_default(self) -> EntityBuilder<(T0, T1, ::planus::DefaultValue)> {
                self.model(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2> EntityBuilder<(T0, T1, T2)> {
            /// Setter for the [`health` field](Entity#structfield.health).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn health<T3>(self, value: T3) -> EntityBuilder<(T0, T1, T2, T3)>
            where
                T3: ::planus::WriteAsDefault<u16, u16>,
            {
                let (v0, v1, v2) = self.0;
                EntityBuilder((v0, v1, v2, value))
            }

            /// Sets the [`health` field](Entity#structfield.health) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn health_as_default(self) -> EntityBuilder<(T0, T1, T2, ::planus::DefaultValue)> {
                self.health(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3> EntityBuilder<(T0, T1, T2, T3)> {
            /// Setter for the [`facing` field](Entity#structfield.facing).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn facing<T4>(self, value: T4) -> EntityBuilder<(T0, T1, T2, T3, T4)>
            where
                T4: ::planus::WriteAsDefault<u16, u16>,
            {
                let (v0, v1, v2, v3) = self.0;
                EntityBuilder((v0, v1, v2, v3, value))
            }

            /// Sets the [`facing` field](Entity#structfield.facing) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn facing_as_default(self) -> EntityBuilder<(T0, T1, T2, T3, ::planus::DefaultValue)> {
                self.facing(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3, T4> EntityBuilder<(T0, T1, T2, T3, T4)> {
            /// Setter for the [`place` field](Entity#structfield.place).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn place<T5>(self, value: T5) -> EntityBuilder<(T0, T1, T2, T3, T4, T5)>
            where
                T5: ::planus::WriteAs<self::Spot>,
            {
                let (v0, v1, v2, v3, v4) = self.0;
                EntityBuilder((v0, v1, v2, v3, v4, value))
            }
        }

        impl<T0, T1, T2, T3, T4, T5> EntityBuilder<(T0, T1, T2, T3, T4, T5)> {
            /// Setter for the [`velocity` field](Entity#structfield.velocity).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn velocity<T6>(self, value: T6) -> EntityBuilder<(T0, T1, T2, T3, T4, T5, T6)>
            where
                T6: ::planus::WriteAsOptional<self::Spot>,
            {
                let (v0, v1, v2, v3, v4, v5) = self.0;
                EntityBuilder((v0, v1, v2, v3, v4, v5, value))
            }

            /// Sets the [`velocity` field](Entity#structfield.velocity) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn velocity_as_null(self) -> EntityBuilder<(T0, T1, T2, T3, T4, T5, ())> {
                self.velocity(())
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6> EntityBuilder<(T0, T1, T2, T3, T4, T5, T6)> {
            /// Setter for the [`effects` field](Entity#structfield.effects).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn effects<T7>(self, value: T7) -> EntityBuilder<(T0, T1, T2, T3, T4, T5, T6, T7)>
            where
                T7: ::planus::WriteAs<::planus::Offset<[self::Effect]>>,
            {
                let (v0, v1, v2, v3, v4, v5, v6) = self.0;
                EntityBuilder((v0, v1, v2, v3, v4, v5, v6, value))
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7> EntityBuilder<(T0, T1, T2, T3, T4, T5, T6, T7)> {
            /// Setter for the [`hits` field](Entity#structfield.hits).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn hits<T8>(self, value: T8) -> EntityBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8)>
            where
                T8: ::planus::WriteAs<::planus::Offset<[self::Hit]>>,
            {
                let (v0, v1, v2, v3, v4, v5, v6, v7) = self.0;
                EntityBuilder((v0, v1, v2, v3, v4, v5, v6, v7, value))
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7, T8> EntityBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8)> {
            /// Setter for the [`route` field](Entity#structfield.route).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn route<T9>(self, value: T9) -> EntityBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9)>
            where
                T9: ::planus::WriteAs<::planus::Offset<[self::Step]>>,
            {
                let (v0, v1, v2, v3, v4, v5, v6, v7, v8) = self.0;
                EntityBuilder((v0, v1, v2, v3, v4, v5, v6, v7, v8, value))
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7, T8, T9> EntityBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Entity].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Entity>
            where
                Self: ::planus::WriteAsOffset<Entity>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u32, u32>,
                T1: ::planus::WriteAsDefault<u16, u16>,
                T2: ::planus::WriteAsDefault<u8, u8>,
                T3: ::planus::WriteAsDefault<u16, u16>,
                T4: ::planus::WriteAsDefault<u16, u16>,
                T5: ::planus::WriteAs<self::Spot>,
                T6: ::planus::WriteAsOptional<self::Spot>,
                T7: ::planus::WriteAs<::planus::Offset<[self::Effect]>>,
                T8: ::planus::WriteAs<::planus::Offset<[self::Hit]>>,
                T9: ::planus::WriteAs<::planus::Offset<[self::Step]>>,
            > ::planus::WriteAs<::planus::Offset<Entity>> for EntityBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9)>
        {
            type Prepared = ::planus::Offset<Entity>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Entity> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u32, u32>,
                T1: ::planus::WriteAsDefault<u16, u16>,
                T2: ::planus::WriteAsDefault<u8, u8>,
                T3: ::planus::WriteAsDefault<u16, u16>,
                T4: ::planus::WriteAsDefault<u16, u16>,
                T5: ::planus::WriteAs<self::Spot>,
                T6: ::planus::WriteAsOptional<self::Spot>,
                T7: ::planus::WriteAs<::planus::Offset<[self::Effect]>>,
                T8: ::planus::WriteAs<::planus::Offset<[self::Hit]>>,
                T9: ::planus::WriteAs<::planus::Offset<[self::Step]>>,
            > ::planus::WriteAsOptional<::planus::Offset<Entity>>
            for EntityBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9)>
        {
            type Prepared = ::planus::Offset<Entity>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Entity>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u32, u32>,
                T1: ::planus::WriteAsDefault<u16, u16>,
                T2: ::planus::WriteAsDefault<u8, u8>,
                T3: ::planus::WriteAsDefault<u16, u16>,
                T4: ::planus::WriteAsDefault<u16, u16>,
                T5: ::planus::WriteAs<self::Spot>,
                T6: ::planus::WriteAsOptional<self::Spot>,
                T7: ::planus::WriteAs<::planus::Offset<[self::Effect]>>,
                T8: ::planus::WriteAs<::planus::Offset<[self::Hit]>>,
                T9: ::planus::WriteAs<::planus::Offset<[self::Step]>>,
            > ::planus::WriteAsOffset<Entity> for EntityBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Entity> {
                let (v0, v1, v2, v3, v4, v5, v6, v7, v8, v9) = &self.0;
                Entity::create(builder, v0, v1, v2, v3, v4, v5, v6, v7, v8, v9)
            }
        }

        /// Reference to a deserialized [Entity].
        #[derive(Copy, Clone)]
        pub struct EntityRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> EntityRef<'a> {
            /// Getter for the [`id` field](Entity#structfield.id).
            #[inline]
            pub fn id(&self) -> ::planus::Result<u32> {
                ::core::result::Result::Ok(self.0.access(0, "Entity", "id")?.unwrap_or(0))
            }

            /// Getter for the [`owner` field](Entity#structfield.owner).
            #[inline]
            pub fn owner(&self) -> ::planus::Result<u16> {
                ::core::result::Result::Ok(self.0.access(1, "Entity", "owner")?.unwrap_or(0))
            }

            /// Getter for the [`model` field](Entity#structfield.model).
            #[inline]
            pub fn model(&self) -> ::planus::Result<u8> {
                ::core::result::Result::Ok(self.0.access(2, "Entity", "model")?.unwrap_or(0))
            }

            /// Getter for the [`health` field](Entity#structfield.health).
            #[inline]
            pub fn health(&self) -> ::planus::Result<u16> {
                ::core::result::Result::Ok(self.0.access(3, "Entity", "health")?.unwrap_or(0))
            }

            /// Getter for the [`facing` field](Entity#structfield.facing).
            #[inline]
            pub fn facing(&self) -> ::planus::Result<u16> {
                ::core::result::Result::Ok(self.0.access(4, "Entity", "facing")?.unwrap_or(0))
            }

            /// Getter for the [`place` field](Entity#structfield.place).
            #[inline]
            pub fn place(&self) -> ::planus::Result<self::SpotRef<'a>> {
                self.0.access_required(5, "Entity", "place")
            }

            /// Getter for the [`velocity` field](Entity#structfield.velocity).
            #[inline]
            pub fn velocity(&self) -> ::planus::Result<::core::option::Option<self::SpotRef<'a>>> {
                self.0.access(6, "Entity", "velocity")
            }

            /// Getter for the [`effects` field](Entity#structfield.effects).
            #[inline]
            pub fn effects(&self) -> ::planus::Result<::planus::Vector<'a, self::EffectRef<'a>>> {
                self.0.access_required(7, "Entity", "effects")
            }

            /// Getter for the [`hits` field](Entity#structfield.hits).
            #[inline]
            pub fn hits(&self) -> ::planus::Result<::planus::Vector<'a, self::HitRef<'a>>> {
                self.0.access_required(8, "Entity", "hits")
            }

            /// Getter for the [`route` field](Entity#structfield.route).
            #[inline]
            pub fn route(&self) -> ::planus::Result<::planus::Vector<'a, self::StepRef<'a>>> {
                self.0.access_required(9, "Entity", "route")
            }
        }

        impl<'a> ::core::fmt::Debug for EntityRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("EntityRef");
                f.field("id", &self.id());
                f.field("owner", &self.owner());
                f.field("model", &self.model());
                f.field("health", &self.health());
                f.field("facing", &self.facing());
                f.field("place", &self.place());
                if let ::core::option::Option::Some(field_velocity) = self.velocity().transpose() {
                    f.field("velocity", &field_velocity);
                }
                f.field("effects", &self.effects());
                f.field("hits", &self.hits());
                f.field("route", &self.route());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<EntityRef<'a>> for Entity {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: EntityRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    id: ::core::convert::TryInto::try_into(value.id()?)?,
                    owner: ::core::convert::TryInto::try_into(value.owner()?)?,
                    model: ::core::convert::TryInto::try_into(value.model()?)?,
                    health: ::core::convert::TryInto::try_into(value.health()?)?,
                    facing: ::core::convert::TryInto::try_into(value.facing()?)?,
                    place: ::core::convert::Into::into(value.place()?),
                    velocity: value.velocity()?.map(::core::convert::Into::into),
                    effects: value.effects()?.to_vec()?,
                    hits: value.hits()?.to_vec()?,
                    route: value.route()?.to_vec()?,
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for EntityRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for EntityRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[EntityRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Entity>> for Entity {
            type Value = ::planus::Offset<Entity>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Entity>],
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

        impl<'a> ::planus::ReadAsRoot<'a> for EntityRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[EntityRef]", "read_as_root", 0))
            }
        }

        /// The table `Tick` in the namespace `services`
        ///
        /// Generated from these locations:
        /// * Table `Tick` in the file `schemas/services.fbs:144`
        #[derive(Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash, ::serde::Serialize, ::serde::Deserialize)]
        pub struct Tick {
            /// The field `number` in the table `Tick`
            pub number: u64,
            /// The field `entities` in the table `Tick`
            pub entities: ::planus::alloc::vec::Vec<self::Entity>,
            /// The field `gone` in the table `Tick`
            pub gone: ::planus::alloc::vec::Vec<u32>,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Tick {
            fn default() -> Self {
                Self {
                    number: 0,
                    entities: ::core::default::Default::default(),
                    gone: ::core::default::Default::default(),
                }
            }
        }

        impl Tick {
            /// Creates a [TickBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> TickBuilder<()> {
                TickBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_number: impl ::planus::WriteAsDefault<u64, u64>,
                field_entities: impl ::planus::WriteAs<::planus::Offset<[::planus::Offset<self::Entity>]>>,
                field_gone: impl ::planus::WriteAs<::planus::Offset<[u32]>>,
            ) -> ::planus::Offset<Self> {
                let prepared_number = field_number.prepare(builder, &0);
                let prepared_entities = field_entities.prepare(builder);
                let prepared_gone = field_gone.prepare(builder);

                let mut table_writer: ::planus::table_writer::TableWriter<10> = ::core::default::Default::default();
                if prepared_number.is_some() {
                    table_writer.write_entry::<u64>(0);
                }
                table_writer.write_entry::<::planus::Offset<[::planus::Offset<self::Entity>]>>(1);
                table_writer.write_entry::<::planus::Offset<[u32]>>(2);

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_number) = prepared_number {
                            object_writer.write::<_, _, 8>(&prepared_number);
                        }
                        object_writer.write::<_, _, 4>(&prepared_entities);
                        object_writer.write::<_, _, 4>(&prepared_gone);
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Tick>> for Tick {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Tick> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Tick>> for Tick {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Tick>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Tick> for Tick {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Tick> {
                Tick::create(builder, self.number, &self.entities, &self.gone)
            }
        }

        /// Builder for serializing an instance of the [Tick] type.
        ///
        /// Can be created using the [Tick::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct TickBuilder<State>(State);

        impl TickBuilder<()> {
            /// Setter for the [`number` field](Tick#structfield.number).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn number<T0>(self, value: T0) -> TickBuilder<(T0,)>
            where
                T0: ::planus::WriteAsDefault<u64, u64>,
            {
                TickBuilder((value,))
            }

            /// Sets the [`number` field](Tick#structfield.number) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn number_as_default(self) -> TickBuilder<(::planus::DefaultValue,)> {
                self.number(::planus::DefaultValue)
            }
        }

        impl<T0> TickBuilder<(T0,)> {
            /// Setter for the [`entities` field](Tick#structfield.entities).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn entities<T1>(self, value: T1) -> TickBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAs<::planus::Offset<[::planus::Offset<self::Entity>]>>,
            {
                let (v0,) = self.0;
                TickBuilder((v0, value))
            }
        }

        impl<T0, T1> TickBuilder<(T0, T1)> {
            /// Setter for the [`gone` field](Tick#structfield.gone).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn gone<T2>(self, value: T2) -> TickBuilder<(T0, T1, T2)>
            where
                T2: ::planus::WriteAs<::planus::Offset<[u32]>>,
            {
                let (v0, v1) = self.0;
                TickBuilder((v0, v1, value))
            }
        }

        impl<T0, T1, T2> TickBuilder<(T0, T1, T2)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Tick].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Tick>
            where
                Self: ::planus::WriteAsOffset<Tick>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u64, u64>,
                T1: ::planus::WriteAs<::planus::Offset<[::planus::Offset<self::Entity>]>>,
                T2: ::planus::WriteAs<::planus::Offset<[u32]>>,
            > ::planus::WriteAs<::planus::Offset<Tick>> for TickBuilder<(T0, T1, T2)>
        {
            type Prepared = ::planus::Offset<Tick>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Tick> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u64, u64>,
                T1: ::planus::WriteAs<::planus::Offset<[::planus::Offset<self::Entity>]>>,
                T2: ::planus::WriteAs<::planus::Offset<[u32]>>,
            > ::planus::WriteAsOptional<::planus::Offset<Tick>> for TickBuilder<(T0, T1, T2)>
        {
            type Prepared = ::planus::Offset<Tick>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Tick>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u64, u64>,
                T1: ::planus::WriteAs<::planus::Offset<[::planus::Offset<self::Entity>]>>,
                T2: ::planus::WriteAs<::planus::Offset<[u32]>>,
            > ::planus::WriteAsOffset<Tick> for TickBuilder<(T0, T1, T2)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Tick> {
                let (v0, v1, v2) = &self.0;
                Tick::create(builder, v0, v1, v2)
            }
        }

        /// Reference to a deserialized [Tick].
        #[derive(Copy, Clone)]
        pub struct TickRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> TickRef<'a> {
            /// Getter for the [`number` field](Tick#structfield.number).
            #[inline]
            pub fn number(&self) -> ::planus::Result<u64> {
                ::core::result::Result::Ok(self.0.access(0, "Tick", "number")?.unwrap_or(0))
            }

            /// Getter for the [`entities` field](Tick#structfield.entities).
            #[inline]
            pub fn entities(&self) -> ::planus::Result<::planus::Vector<'a, ::planus::Result<self::EntityRef<'a>>>> {
                self.0.access_required(1, "Tick", "entities")
            }

            /// Getter for the [`gone` field](Tick#structfield.gone).
            #[inline]
            pub fn gone(&self) -> ::planus::Result<::planus::Vector<'a, u32>> {
                self.0.access_required(2, "Tick", "gone")
            }
        }

        impl<'a> ::core::fmt::Debug for TickRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("TickRef");
                f.field("number", &self.number());
                f.field("entities", &self.entities());
                f.field("gone", &self.gone());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<TickRef<'a>> for Tick {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: TickRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    number: ::core::convert::TryInto::try_into(value.number()?)?,
                    entities: value.entities()?.to_vec_result()?,
                    gone: value.gone()?.to_vec()?,
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for TickRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for TickRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset)
                    .map_err(|error_kind| error_kind.with_error_location("[TickRef]", "get", buffer.offset_from_start))
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Tick>> for Tick {
            type Value = ::planus::Offset<Tick>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Tick>],
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

        impl<'a> ::planus::ReadAsRoot<'a> for TickRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[TickRef]", "read_as_root", 0))
            }
        }

        /// The struct `Corner` in the namespace `services`
        ///
        /// Generated from these locations:
        /// * Struct `Corner` in the file `schemas/services.fbs:150`
        #[derive(Copy, Clone, Debug, PartialEq, PartialOrd, Default, ::serde::Serialize, ::serde::Deserialize)]
        pub struct Corner {
            /// The field `x` in the struct `Corner`
            pub x: f32,

            /// The field `y` in the struct `Corner`
            pub y: f32,

            /// The field `z` in the struct `Corner`
            pub z: f32,

            /// The field `normal_x` in the struct `Corner`
            pub normal_x: f32,

            /// The field `normal_y` in the struct `Corner`
            pub normal_y: f32,

            /// The field `normal_z` in the struct `Corner`
            pub normal_z: f32,

            /// The field `u` in the struct `Corner`
            pub u: f32,

            /// The field `v` in the struct `Corner`
            pub v: f32,

            /// The field `weight` in the struct `Corner`
            pub weight: f32,
        }

        /// # Safety
        /// The Planus compiler correctly calculates `ALIGNMENT` and `SIZE`.
        unsafe impl ::planus::Primitive for Corner {
            const ALIGNMENT: usize = 4;
            const SIZE: usize = 36;
        }

        #[allow(clippy::identity_op)]
        impl ::planus::WriteAsPrimitive<Corner> for Corner {
            #[inline]
            fn write<const N: usize>(&self, cursor: ::planus::Cursor<'_, N>, buffer_position: u32) {
                let (cur, cursor) = cursor.split::<4, 32>();
                self.x.write(cur, buffer_position - 0);
                let (cur, cursor) = cursor.split::<4, 28>();
                self.y.write(cur, buffer_position - 4);
                let (cur, cursor) = cursor.split::<4, 24>();
                self.z.write(cur, buffer_position - 8);
                let (cur, cursor) = cursor.split::<4, 20>();
                self.normal_x.write(cur, buffer_position - 12);
                let (cur, cursor) = cursor.split::<4, 16>();
                self.normal_y.write(cur, buffer_position - 16);
                let (cur, cursor) = cursor.split::<4, 12>();
                self.normal_z.write(cur, buffer_position - 20);
                let (cur, cursor) = cursor.split::<4, 8>();
                self.u.write(cur, buffer_position - 24);
                let (cur, cursor) = cursor.split::<4, 4>();
                self.v.write(cur, buffer_position - 28);
                let (cur, cursor) = cursor.split::<4, 0>();
                self.weight.write(cur, buffer_position - 32);
                cursor.finish([]);
            }
        }

        impl ::planus::WriteAsOffset<Corner> for Corner {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Corner> {
                unsafe {
                    builder.write_with(36, 3, |buffer_position, bytes| {
                        let bytes = bytes.as_mut_ptr();

                        ::planus::WriteAsPrimitive::write(
                            self,
                            ::planus::Cursor::new(&mut *(bytes as *mut [::core::mem::MaybeUninit<u8>; 36])),
                            buffer_position,
                        );
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<Corner> for Corner {
            type Prepared = Self;
            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> Self {
                *self
            }
        }

        impl ::planus::WriteAsOptional<Corner> for Corner {
            type Prepared = Self;
            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> ::core::option::Option<Self> {
                ::core::option::Option::Some(*self)
            }
        }

        /// Reference to a deserialized [Corner].
        #[derive(Copy, Clone)]
        pub struct CornerRef<'a>(::planus::ArrayWithStartOffset<'a, 36>);

        impl<'a> CornerRef<'a> {
            /// Getter for the [`x` field](Corner#structfield.x).
            pub fn x(&self) -> f32 {
                let buffer = self.0.advance_as_array::<4>(0).unwrap();

                f32::from_le_bytes(*buffer.as_array())
            }

            /// Getter for the [`y` field](Corner#structfield.y).
            pub fn y(&self) -> f32 {
                let buffer = self.0.advance_as_array::<4>(4).unwrap();

                f32::from_le_bytes(*buffer.as_array())
            }

            /// Getter for the [`z` field](Corner#structfield.z).
            pub fn z(&self) -> f32 {
                let buffer = self.0.advance_as_array::<4>(8).unwrap();

                f32::from_le_bytes(*buffer.as_array())
            }

            /// Getter for the [`normal_x` field](Corner#structfield.normal_x).
            pub fn normal_x(&self) -> f32 {
                let buffer = self.0.advance_as_array::<4>(12).unwrap();

                f32::from_le_bytes(*buffer.as_array())
            }

            /// Getter for the [`normal_y` field](Corner#structfield.normal_y).
            pub fn normal_y(&self) -> f32 {
                let buffer = self.0.advance_as_array::<4>(16).unwrap();

                f32::from_le_bytes(*buffer.as_array())
            }

            /// Getter for the [`normal_z` field](Corner#structfield.normal_z).
            pub fn normal_z(&self) -> f32 {
                let buffer = self.0.advance_as_array::<4>(20).unwrap();

                f32::from_le_bytes(*buffer.as_array())
            }

            /// Getter for the [`u` field](Corner#structfield.u).
            pub fn u(&self) -> f32 {
                let buffer = self.0.advance_as_array::<4>(24).unwrap();

                f32::from_le_bytes(*buffer.as_array())
            }

            /// Getter for the [`v` field](Corner#structfield.v).
            pub fn v(&self) -> f32 {
                let buffer = self.0.advance_as_array::<4>(28).unwrap();

                f32::from_le_bytes(*buffer.as_array())
            }

            /// Getter for the [`weight` field](Corner#structfield.weight).
            pub fn weight(&self) -> f32 {
                let buffer = self.0.advance_as_array::<4>(32).unwrap();

                f32::from_le_bytes(*buffer.as_array())
            }
        }

        impl<'a> ::core::fmt::Debug for CornerRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("CornerRef");
                f.field("x", &self.x());
                f.field("y", &self.y());
                f.field("z", &self.z());
                f.field("normal_x", &self.normal_x());
                f.field("normal_y", &self.normal_y());
                f.field("normal_z", &self.normal_z());
                f.field("u", &self.u());
                f.field("v", &self.v());
                f.field("weight", &self.weight());
                f.finish()
            }
        }

        impl<'a> ::core::convert::From<::planus::ArrayWithStartOffset<'a, 36>> for CornerRef<'a> {
            fn from(array: ::planus::ArrayWithStartOffset<'a, 36>) -> Self {
                Self(array)
            }
        }

        impl<'a> ::core::convert::From<CornerRef<'a>> for Corner {
            #[allow(unreachable_code)]
            fn from(value: CornerRef<'a>) -> Self {
                Self {
                    x: value.x(),
                    y: value.y(),
                    z: value.z(),
                    normal_x: value.normal_x(),
                    normal_y: value.normal_y(),
                    normal_z: value.normal_z(),
                    u: value.u(),
                    v: value.v(),
                    weight: value.weight(),
                }
            }
        }

        impl<'a, 'b> ::core::cmp::PartialEq<CornerRef<'a>> for CornerRef<'b> {
            fn eq(&self, other: &CornerRef<'_>) -> bool {
                self.x() == other.x()
                    && self.y() == other.y()
                    && self.z() == other.z()
                    && self.normal_x() == other.normal_x()
                    && self.normal_y() == other.normal_y()
                    && self.normal_z() == other.normal_z()
                    && self.u() == other.u()
                    && self.v() == other.v()
                    && self.weight() == other.weight()
            }
        }

        impl<'a, 'b> ::core::cmp::PartialOrd<CornerRef<'a>> for CornerRef<'b> {
            fn partial_cmp(&self, other: &CornerRef<'_>) -> ::core::option::Option<::core::cmp::Ordering> {
                match self.x().partial_cmp(&other.x()) {
                    ::core::option::Option::Some(::core::cmp::Ordering::Equal) => (),
                    o => return o,
                }

                match self.y().partial_cmp(&other.y()) {
                    ::core::option::Option::Some(::core::cmp::Ordering::Equal) => (),
                    o => return o,
                }

                match self.z().partial_cmp(&other.z()) {
                    ::core::option::Option::Some(::core::cmp::Ordering::Equal) => (),
                    o => return o,
                }

                match self.normal_x().partial_cmp(&other.normal_x()) {
                    ::core::option::Option::Some(::core::cmp::Ordering::Equal) => (),
                    o => return o,
                }

                match self.normal_y().partial_cmp(&other.normal_y()) {
                    ::core::option::Option::Some(::core::cmp::Ordering::Equal) => (),
                    o => return o,
                }

                match self.normal_z().partial_cmp(&other.normal_z()) {
                    ::core::option::Option::Some(::core::cmp::Ordering::Equal) => (),
                    o => return o,
                }

                match self.u().partial_cmp(&other.u()) {
                    ::core::option::Option::Some(::core::cmp::Ordering::Equal) => (),
                    o => return o,
                }

                match self.v().partial_cmp(&other.v()) {
                    ::core::option::Option::Some(::core::cmp::Ordering::Equal) => (),
                    o => return o,
                }

                self.weight().partial_cmp(&other.weight())
            }
        }

        impl<'a> ::planus::TableRead<'a> for CornerRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                let buffer = buffer.advance_as_array::<36>(offset)?;
                ::core::result::Result::Ok(Self(buffer))
            }
        }

        impl<'a> ::planus::VectorRead<'a> for CornerRef<'a> {
            const STRIDE: usize = 36;

            #[inline]
            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> Self {
                Self(unsafe { buffer.unchecked_advance_as_array(offset) })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<Corner> for Corner {
            const STRIDE: usize = 36;

            type Value = Corner;

            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> Self::Value {
                *self
            }

            #[inline]
            unsafe fn write_values(values: &[Corner], bytes: *mut ::core::mem::MaybeUninit<u8>, buffer_position: u32) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 36];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (36 * i) as u32,
                    );
                }
            }
        }

        /// The table `Surface` in the namespace `services`
        ///
        /// Generated from these locations:
        /// * Table `Surface` in the file `schemas/services.fbs:162`
        #[derive(Clone, Debug, PartialEq, PartialOrd, ::serde::Serialize, ::serde::Deserialize)]
        pub struct Surface {
            /// The field `material` in the table `Surface`
            pub material: u32,
            /// The field `corners` in the table `Surface`
            pub corners: ::planus::alloc::vec::Vec<self::Corner>,
            /// The field `triangles` in the table `Surface`
            pub triangles: ::planus::alloc::vec::Vec<u32>,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Surface {
            fn default() -> Self {
                Self {
                    material: 0,
                    corners: ::core::default::Default::default(),
                    triangles: ::core::default::Default::default(),
                }
            }
        }

        impl Surface {
            /// Creates a [SurfaceBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> SurfaceBuilder<()> {
                SurfaceBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_material: impl ::planus::WriteAsDefault<u32, u32>,
                field_corners: impl ::planus::WriteAs<::planus::Offset<[self::Corner]>>,
                field_triangles: impl ::planus::WriteAs<::planus::Offset<[u32]>>,
            ) -> ::planus::Offset<Self> {
                let prepared_material = field_material.prepare(builder, &0);
                let prepared_corners = field_corners.prepare(builder);
                let prepared_triangles = field_triangles.prepare(builder);

                let mut table_writer: ::planus::table_writer::TableWriter<10> = ::core::default::Default::default();
                if prepared_material.is_some() {
                    table_writer.write_entry::<u32>(0);
                }
                table_writer.write_entry::<::planus::Offset<[self::Corner]>>(1);
                table_writer.write_entry::<::planus::Offset<[u32]>>(2);

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_material) = prepared_material {
                            object_writer.write::<_, _, 4>(&prepared_material);
                        }
                        object_writer.write::<_, _, 4>(&prepared_corners);
                        object_writer.write::<_, _, 4>(&prepared_triangles);
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Surface>> for Surface {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Surface> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Surface>> for Surface {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Surface>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Surface> for Surface {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Surface> {
                Surface::create(builder, self.material, &self.corners, &self.triangles)
            }
        }

        /// Builder for serializing an instance of the [Surface] type.
        ///
        /// Can be created using the [Surface::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct SurfaceBuilder<State>(State);

        impl SurfaceBuilder<()> {
            /// Setter for the [`material` field](Surface#structfield.material).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn material<T0>(self, value: T0) -> SurfaceBuilder<(T0,)>
            where
                T0: ::planus::WriteAsDefault<u32, u32>,
            {
                SurfaceBuilder((value,))
            }

            /// Sets the [`material` field](Surface#structfield.material) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn material_as_default(self) -> SurfaceBuilder<(::planus::DefaultValue,)> {
                self.material(::planus::DefaultValue)
            }
        }

        impl<T0> SurfaceBuilder<(T0,)> {
            /// Setter for the [`corners` field](Surface#structfield.corners).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn corners<T1>(self, value: T1) -> SurfaceBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAs<::planus::Offset<[self::Corner]>>,
            {
                let (v0,) = self.0;
                SurfaceBuilder((v0, value))
            }
        }

        impl<T0, T1> SurfaceBuilder<(T0, T1)> {
            /// Setter for the [`triangles` field](Surface#structfield.triangles).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn triangles<T2>(self, value: T2) -> SurfaceBuilder<(T0, T1, T2)>
            where
                T2: ::planus::WriteAs<::planus::Offset<[u32]>>,
            {
                let (v0, v1) = self.0;
                SurfaceBuilder((v0, v1, value))
            }
        }

        impl<T0, T1, T2> SurfaceBuilder<(T0, T1, T2)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Surface].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Surface>
            where
                Self: ::planus::WriteAsOffset<Surface>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u32, u32>,
                T1: ::planus::WriteAs<::planus::Offset<[self::Corner]>>,
                T2: ::planus::WriteAs<::planus::Offset<[u32]>>,
            > ::planus::WriteAs<::planus::Offset<Surface>> for SurfaceBuilder<(T0, T1, T2)>
        {
            type Prepared = ::planus::Offset<Surface>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Surface> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u32, u32>,
                T1: ::planus::WriteAs<::planus::Offset<[self::Corner]>>,
                T2: ::planus::WriteAs<::planus::Offset<[u32]>>,
            > ::planus::WriteAsOptional<::planus::Offset<Surface>> for SurfaceBuilder<(T0, T1, T2)>
        {
            type Prepared = ::planus::Offset<Surface>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Surface>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u32, u32>,
                T1: ::planus::WriteAs<::planus::Offset<[self::Corner]>>,
                T2: ::planus::WriteAs<::planus::Offset<[u32]>>,
            > ::planus::WriteAsOffset<Surface> for SurfaceBuilder<(T0, T1, T2)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Surface> {
                let (v0, v1, v2) = &self.0;
                Surface::create(builder, v0, v1, v2)
            }
        }

        /// Reference to a deserialized [Surface].
        #[derive(Copy, Clone)]
        pub struct SurfaceRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> SurfaceRef<'a> {
            /// Getter for the [`material` field](Surface#structfield.material).
            #[inline]
            pub fn material(&self) -> ::planus::Result<u32> {
                ::core::result::Result::Ok(self.0.access(0, "Surface", "material")?.unwrap_or(0))
            }

            /// Getter for the [`corners` field](Surface#structfield.corners).
            #[inline]
            pub fn corners(&self) -> ::planus::Result<::planus::Vector<'a, self::CornerRef<'a>>> {
                self.0.access_required(1, "Surface", "corners")
            }

            /// Getter for the [`triangles` field](Surface#structfield.triangles).
            #[inline]
            pub fn triangles(&self) -> ::planus::Result<::planus::Vector<'a, u32>> {
                self.0.access_required(2, "Surface", "triangles")
            }
        }

        impl<'a> ::core::fmt::Debug for SurfaceRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("SurfaceRef");
                f.field("material", &self.material());
                f.field("corners", &self.corners());
                f.field("triangles", &self.triangles());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<SurfaceRef<'a>> for Surface {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: SurfaceRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    material: ::core::convert::TryInto::try_into(value.material()?)?,
                    corners: value.corners()?.to_vec()?,
                    triangles: value.triangles()?.to_vec()?,
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for SurfaceRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for SurfaceRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[SurfaceRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Surface>> for Surface {
            type Value = ::planus::Offset<Surface>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Surface>],
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

        impl<'a> ::planus::ReadAsRoot<'a> for SurfaceRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[SurfaceRef]", "read_as_root", 0))
            }
        }
    }
}
