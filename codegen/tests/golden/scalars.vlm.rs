// Written by vellum-codegen from a schema; what is changed here is lost.

#[derive(vellum::Vellum, Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Small {
    #[vellum(rename = "first")]
    #[default]
    First = 3,
    #[vellum(rename = "zero")]
    Zero = 0,
    #[vellum(rename = "next")]
    Next,
}

#[derive(vellum::Vellum, Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u64)]
pub enum Wide {
    #[vellum(rename = "low")]
    #[default]
    Low,
    #[vellum(rename = "high")]
    High = 18_446_744_073_709_551_615,
}

#[derive(vellum::Vellum, Clone, Debug, PartialEq)]
pub struct Scalars {
    #[vellum(default = true)]
    pub on: bool,
    #[vellum(default = 200)]
    pub a: u8,
    #[vellum(default = 65_535)]
    pub b: u16,
    #[vellum(default = 4_000_000_000)]
    pub c: u32,
    #[vellum(default = 18_446_744_073_709_551_615)]
    pub d: u64,
    #[vellum(default = 340_282_366_920_938_463_463_374_607_431_768_211_455)]
    pub e: u128,
    #[vellum(default = -128)]
    pub f: i8,
    #[vellum(default = -1)]
    pub g: i16,
    #[vellum(default = 12_345)]
    pub h: i32,
    #[vellum(default = -9_223_372_036_854_775_808)]
    pub i: i64,
    #[vellum(default = -170_141_183_460_469_231_731_687_303_715_884_105_728)]
    pub j: i128,
    #[vellum(default = -0.5)]
    pub k: f32,
    #[vellum(default = 1e-300)]
    pub l: f64,
    #[vellum(default = 1e300)]
    pub big: f64,
    #[vellum(default = f32::from_bits(0x7f80_0000))]
    pub inf: f32,
    #[vellum(default = -0.0)]
    pub minus: f64,
    #[vellum(default = '\'')]
    pub letter: char,
    #[vellum(default = '☃')]
    pub snow: char,
    pub plain: char,
    #[vellum(default = "a \"quoted\" \\ line\n")]
    pub text: String,
    pub empty: String,
    #[vellum(default = vellum::value::Uuid(0x100f_0e0d_0c0b_0a09_0807_0605_0403_0201_u128.to_be_bytes()))]
    pub id: vellum::value::Uuid,
    #[vellum(default = vellum::value::Ulid(0x0700_0000_0000_0000_0000_0000_0000_0000_u128.to_be_bytes()))]
    pub ulid: vellum::value::Ulid,
    pub no_id: vellum::value::Uuid,
    #[vellum(default = vellum::value::Date(-1))]
    pub day: vellum::value::Date,
    #[vellum(default = vellum::value::Time::from_nanos(86_399_999_999_999).unwrap())]
    pub time: vellum::value::Time,
    #[vellum(default = vellum::value::Timestamp(1_700_000_000_000))]
    pub at: vellum::value::Timestamp,
    #[vellum(default = vellum::value::TimestampSeconds(1))]
    pub s: vellum::value::TimestampSeconds,
    #[vellum(default = vellum::value::TimestampMicros(-5))]
    pub us: vellum::value::TimestampMicros,
    #[vellum(default = vellum::value::TimestampNanos(12))]
    pub ns: vellum::value::TimestampNanos,
    #[vellum(default = vellum::value::Duration(90_000_000_000))]
    pub span: vellum::value::Duration,
    #[vellum(default = vellum::value::Decimal(-150))]
    pub price: vellum::value::Decimal<2>,
    #[vellum(default = vellum::value::Decimal128(1))]
    pub exact: vellum::value::Decimal128<20>,
    #[vellum(default = vellum::value::Geo4::from_units(1, 1).unwrap())]
    pub g4: vellum::value::Geo4,
    #[vellum(default = vellum::value::Geo8::from_units(-1, -1).unwrap())]
    pub g8: vellum::value::Geo8,
    #[vellum(default = vellum::value::Geo16::from_units(5, 0).unwrap())]
    pub g16: vellum::value::Geo16,
    #[vellum(default = Small::Next)]
    pub small: Small,
    #[vellum(default = Small::Zero)]
    pub zero: Small,
    #[vellum(default)]
    pub first: Small,
    pub plain_small: Small,
    pub no_small: Option<Small>,
    #[vellum(default = Wide::High)]
    pub wide: Wide,
    #[vellum(default = core::net::Ipv4Addr::from_bits(0xc0a8_0001))]
    pub v4: core::net::Ipv4Addr,
    #[vellum(default = core::net::Ipv6Addr::from_bits(0x2001_0db8_0000_0000_0000_0000_0000_0007))]
    pub v6: core::net::Ipv6Addr,
    pub no_v4: core::net::Ipv4Addr,
    pub no_v6: Option<core::net::Ipv6Addr>,
    pub pair: [core::net::Ipv4Addr; 2],
    pub maybe: Vec<Option<Small>>,
    pub maybe_on: Option<bool>,
}

impl Default for Scalars {
    fn default() -> Self {
        Self {
            on: true,
            a: 200,
            b: 65_535,
            c: 4_000_000_000,
            d: 18_446_744_073_709_551_615,
            e: 340_282_366_920_938_463_463_374_607_431_768_211_455,
            f: -128,
            g: -1,
            h: 12_345,
            i: -9_223_372_036_854_775_808,
            j: -170_141_183_460_469_231_731_687_303_715_884_105_728,
            k: -0.5,
            l: 1e-300,
            big: 1e300,
            inf: f32::from_bits(0x7f80_0000),
            minus: -0.0,
            letter: '\'',
            snow: '☃',
            plain: '\0',
            text: "a \"quoted\" \\ line\n".to_owned(),
            empty: String::new(),
            id: vellum::value::Uuid(0x100f_0e0d_0c0b_0a09_0807_0605_0403_0201_u128.to_be_bytes()),
            ulid: vellum::value::Ulid(0x0700_0000_0000_0000_0000_0000_0000_0000_u128.to_be_bytes()),
            no_id: vellum::value::Uuid::default(),
            day: vellum::value::Date(-1),
            time: vellum::value::Time::from_nanos(86_399_999_999_999).unwrap(),
            at: vellum::value::Timestamp(1_700_000_000_000),
            s: vellum::value::TimestampSeconds(1),
            us: vellum::value::TimestampMicros(-5),
            ns: vellum::value::TimestampNanos(12),
            span: vellum::value::Duration(90_000_000_000),
            price: vellum::value::Decimal(-150),
            exact: vellum::value::Decimal128(1),
            g4: vellum::value::Geo4::from_units(1, 1).unwrap(),
            g8: vellum::value::Geo8::from_units(-1, -1).unwrap(),
            g16: vellum::value::Geo16::from_units(5, 0).unwrap(),
            small: Small::Next,
            zero: Small::Zero,
            first: Small::default(),
            plain_small: Small::default(),
            no_small: None,
            wide: Wide::High,
            v4: core::net::Ipv4Addr::from_bits(0xc0a8_0001),
            v6: core::net::Ipv6Addr::from_bits(0x2001_0db8_0000_0000_0000_0000_0000_0007),
            no_v4: core::net::Ipv4Addr::from_bits(0x0000_0000),
            no_v6: None,
            pair: [core::net::Ipv4Addr::from_bits(0x0000_0000); 2],
            maybe: Vec::new(),
            maybe_on: None,
        }
    }
}
