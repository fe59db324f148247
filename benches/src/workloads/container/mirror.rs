//! The record in types that a library generates or that have other numbers, with the same names of fields.

/// Makes a library's types a [`Record`](super::Record). `rest` is what else their structs have, `sibling` how the inner struct is put into its
/// place and how it is reached there, and `fruits` are the cases. Numbers may be wider than those of the workload.
macro_rules! mirror {
    (
        $($Container:ident)::+, $($FooBar:ident)::+, $($Bar:ident)::+, rest { $($rest:tt)* },
        sibling |$bar:ident| $wrap:expr, [$($sibling:tt)*], [$($sibling_mut:tt)*],
        fruits $fruits:expr
    ) => {
        impl $crate::workloads::container::Edit for $($Container)::+ {
            fn set_name(&mut self, name: &'static str) {
                name.clone_into(&mut self.list[0].name);
            }

            fn set_time(&mut self, time: i32) {
                self.list[0].sibling $($sibling_mut)* .time = time;
            }
        }

        impl $crate::workloads::container::Record for $($Container)::+ {
            #[allow(clippy::useless_conversion)]
            fn build() -> Self {
                let value = &*$crate::workloads::container::ORIGINAL;
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
            fn plain(&self) -> $crate::workloads::container::Container {
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
                let fruit = $fruits.iter().position(|fruit| *fruit == self.fruit).expect(OF_RECORD);
                $crate::workloads::container::Container {
                    list: self.list.iter().map(element).collect(),
                    initialized: self.initialized,
                    fruit: $crate::workloads::container::FRUITS[fruit].0,
                    location: self.location.clone(),
                }
            }

            fn set_texts(&mut self, text: &'static str) {
                text.clone_into(&mut self.location);
                self.list.iter_mut().for_each(|element| text.clone_into(&mut element.name));
            }
        }
    };
}
pub(crate) use mirror;
