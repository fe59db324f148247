//! Numbers of variants up to the ends of their words.

use vellum::Vellum;

/// Each variant comes back, with its number.
macro_rules! comes_back {
    ($name:ident: $($variant:ident = $number:literal),*) => {
        let all = [$($name::$variant),*];
        let numbers: &[u64] = &[$($number),*];
        for (value, &number) in all.into_iter().zip(numbers) {
            let bytes = vellum::to_vec(&value).unwrap();
            assert_eq!(vellum::from_slice::<$name>(&bytes).unwrap(), value);
            assert_eq!(<$name>::prove(&bytes).unwrap(), value);
            assert_eq!(value as u64, number);
            let word = size_of::<$name>();
            assert_eq!(bytes[bytes.len() - word..], number.to_le_bytes()[..word], "{value:?}");
        }
    };
}

/// What a macro writes has parentheses and groups around it.
macro_rules! declare {
    ($name:ident $word:ident $last:literal $next:expr) => {
        #[derive(Vellum, Clone, Copy, Debug, PartialEq)]
        #[repr($word)]
        enum $name {
            Zero,
            One,
            Before = $last,
            Last,
            Again = ($next),
        }
    };
}
declare!(Eight u8 254 2);
declare!(Sixteen u16 65534 2);
declare!(ThirtyTwo u32 4_294_967_294 2);
declare!(SixtyFour u64 18_446_744_073_709_551_614 2);

#[derive(Vellum, Clone, Copy, Debug, PartialEq)]
enum WithoutWord {
    Zero,
    Late = 0xFE,
    Last,
    Early = 1_0,
    Next,
}

#[test]
fn the_last_number_of_a_word_is_given_without_being_written() {
    comes_back!(Eight: Zero = 0, One = 1, Before = 254, Last = 255, Again = 2);
    comes_back!(Sixteen: Zero = 0, One = 1, Before = 65534, Last = 65535, Again = 2);
    comes_back!(ThirtyTwo: Zero = 0, One = 1, Before = 4_294_967_294, Last = 4_294_967_295, Again = 2);
    comes_back!(SixtyFour: Zero = 0, One = 1, Before = 18_446_744_073_709_551_614, Last = 18_446_744_073_709_551_615, Again = 2);
    comes_back!(WithoutWord: Zero = 0, Late = 254, Last = 255, Early = 10, Next = 11);
}

/// Declares an enum with as many variants as a byte has values.
macro_rules! of_256 {
    (@ [$($all:ident)*]) => {
        #[allow(non_camel_case_types)]
        #[derive(Vellum, Clone, Copy, Debug, PartialEq)]
        enum Full { $($all),* }
        const FULL: [Full; 256] = [$(Full::$all),*];
    };
    ($($one:ident)*) => { of_256!(@ [$($one)*]); };
}
of_256!(V0 V1 V2 V3 V4 V5 V6 V7 V8 V9 V10 V11 V12 V13 V14 V15 V16 V17 V18 V19 V20 V21 V22 V23 V24 V25 V26 V27 V28 V29 V30 V31 V32 V33 V34 V35 V36 V37 V38 V39 V40 V41 V42 V43 V44 V45 V46 V47 V48 V49 V50 V51 V52 V53 V54 V55 V56 V57 V58 V59 V60 V61 V62 V63 V64 V65 V66 V67 V68 V69 V70 V71 V72 V73 V74 V75 V76 V77 V78 V79 V80 V81 V82 V83 V84 V85 V86 V87 V88 V89 V90 V91 V92 V93 V94 V95 V96 V97 V98 V99 V100 V101 V102 V103 V104 V105 V106 V107 V108 V109 V110 V111 V112 V113 V114 V115 V116 V117 V118 V119 V120 V121 V122 V123 V124 V125 V126 V127 V128 V129 V130 V131 V132 V133 V134 V135 V136 V137 V138 V139 V140 V141 V142 V143 V144 V145 V146 V147 V148 V149 V150 V151 V152 V153 V154 V155 V156 V157 V158 V159 V160 V161 V162 V163 V164 V165 V166 V167 V168 V169 V170 V171 V172 V173 V174 V175 V176 V177 V178 V179 V180 V181 V182 V183 V184 V185 V186 V187 V188 V189 V190 V191 V192 V193 V194 V195 V196 V197 V198 V199 V200 V201 V202 V203 V204 V205 V206 V207 V208 V209 V210 V211 V212 V213 V214 V215 V216 V217 V218 V219 V220 V221 V222 V223 V224 V225 V226 V227 V228 V229 V230 V231 V232 V233 V234 V235 V236 V237 V238 V239 V240 V241 V242 V243 V244 V245 V246 V247 V248 V249 V250 V251 V252 V253 V254 V255);

#[test]
fn a_byte_has_room_for_256_variants() {
    for (number, value) in FULL.into_iter().enumerate() {
        let bytes = vellum::to_vec(&value).unwrap();
        assert_eq!(usize::from(bytes[bytes.len() - 1]), number);
        assert_eq!(vellum::from_slice::<Full>(&bytes).unwrap(), value);
    }
}

/// What holds unknown numbers is not counted here; its place counts in Rust.
#[derive(Vellum, Clone, Copy, Debug, PartialEq)]
#[vellum(open)]
enum Open {
    Zero,
    #[vellum(other)]
    Unknown(u16),
    One,
}

#[test]
fn what_holds_unknown_numbers_has_none() {
    for (value, number) in
        [(Open::Zero, 0u16), (Open::One, 1), (Open::Unknown(2), 2), (Open::Unknown(u16::MAX), u16::MAX)]
    {
        let bytes = vellum::to_vec(&value).unwrap();
        assert_eq!(bytes[bytes.len() - 2..], number.to_le_bytes());
        assert_eq!(vellum::from_slice::<Open>(&bytes).unwrap(), value);
    }
}
