//! The record in types that a library generates or that have other numbers, with the same names of
//! fields.

/// Makes a library's types a form of the record. `rest` is what else their structs have, `sibling`
/// how the inner struct is put into its place and how it is reached there, and `fruits` are the
/// cases. Numbers may be wider than those of the workload.
macro_rules! mirror {
    (
        $($Container:ident)::+, $($FooBar:ident)::+, $($Bar:ident)::+, rest { $($rest:tt)* },
        sibling |$bar:ident| $wrap:expr, [$($sibling:tt)*], [$($sibling_mut:tt)*],
        fruits $fruits:expr
    ) => {
        $crate::workloads::container::editable!(
            $($Container)::+, |record| record.list[0], |first| first.sibling $($sibling_mut)*
        );

        impl $crate::workloads::record::Record<$crate::workloads::container::Container> for $($Container)::+ {
            fn build() -> Self {
                Self::of(&$crate::workloads::container::ORIGINAL)
            }

            #[allow(clippy::useless_conversion)]
            fn of(value: &$crate::workloads::container::Container) -> Self {
                let element = |one: &$crate::workloads::container::FooBar| {
                    let $crate::workloads::container::Bar { time, ratio, size } = one.sibling;
                    let $bar = $($Bar)::+ { time, ratio, size: size.into(), $($rest)* };
                    let (name, postfix) = (one.name.clone(), one.postfix.into());
                    $($FooBar)::+ { sibling: $wrap, name, rating: one.rating, postfix, $($rest)* }
                };
                Self {
                    list: value.list.iter().map(element).collect(),
                    initialized: value.initialized,
                    fruit: $fruits[value.fruit as usize],
                    location: value.location.clone(),
                    $($rest)*
                }
            }

            #[allow(clippy::useless_conversion, clippy::unnecessary_fallible_conversions)]
            fn holds(&self, value: &$crate::workloads::container::Container) -> bool {
                const OF_RECORD: &str = "made of the record of the workload";
                let element = |one: &$($FooBar)::+| {
                    let bar = &one.sibling $($sibling)*;
                    let size = bar.size.try_into().expect(OF_RECORD);
                    $crate::workloads::container::FooBar {
                        sibling: $crate::workloads::container::Bar { time: bar.time, ratio: bar.ratio, size },
                        name: one.name.clone(),
                        rating: one.rating,
                        postfix: one.postfix.try_into().expect(OF_RECORD),
                    }
                };
                self.list.iter().map(element).eq(value.list.iter().cloned())
                    && (self.initialized, self.fruit) == (value.initialized, $fruits[value.fruit as usize])
                    && self.location == value.location
            }
        }
    };
}
pub(crate) use mirror;
