//! One word that is a number, a reference, or the owner of a box: what keeps an error as small as a
//! pointer.
//!
//! References and boxes are kept as pointers to bytes. What they lead to is aligned to four bytes
//! at least, so the lowest two bits of their addresses are zero, and say in the word which of the
//! three it is.
//!
//! What is unsafe here is four expressions, and two promises about threads.
#![allow(unsafe_code)]

use alloc::boxed::Box;
use core::alloc::Layout;
use core::marker::PhantomData;
use core::ptr::{self, NonNull};

/// How many bits a number has.
#[cfg(test)]
pub(super) const HEAD_BITS: u32 = usize::BITS - 1;

/// The lowest bit of a number.
const HEAD: usize = 1;

/// The lowest two bits of a reference; those of a box are zero.
const FIXED: usize = 2;

/// A number of all bits but one, a reference to an `F`, or a box of a `B`. It is never zero, so an
/// `Option` of it is one word, too.
pub(super) struct OneWord<B, F: 'static> {
    /// `odd`, or a pointer to an `F` with [`FIXED`], or what `boxed` made: this owns the box.
    word: NonNull<u8>,
    owned: PhantomData<(Box<B>, &'static F)>,
}

/// What a [`OneWord`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OneOf<'w, B, F: 'static> {
    Head(usize),
    Fixed(&'static F),
    Boxed(&'w B),
}

/// SAFETY: it is a number, or has an `F` by reference or a `B` in a box, and both of these can be
/// sent.
unsafe impl<B: Send, F: Sync> Send for OneWord<B, F> {}

/// SAFETY: a borrow of it gives a number, or a borrow of an `F` or a `B`, and both of these can be
/// shared.
unsafe impl<B: Sync, F: Sync> Sync for OneWord<B, F> {}

impl<B, F> OneWord<B, F> {
    /// Of a number; a bit beyond those that it has is lost.
    #[inline(always)]
    pub(super) const fn head(head: usize) -> Self {
        Self { word: odd(head), owned: PhantomData }
    }

    /// Of a reference.
    #[inline(always)]
    pub(super) fn fixed(content: &'static F) -> Self {
        const { assert!(align_of::<F>() > FIXED, "the lowest two bits of an address are zero") };
        Self { word: NonNull::from(content).cast::<u8>().map_addr(|address| address | FIXED), owned: PhantomData }
    }

    /// Of what goes into a box, if there is memory for it.
    pub(super) fn boxed(content: B) -> Option<Self> {
        const { assert!(align_of::<B>() > FIXED, "the lowest two bits of an address are zero") };
        const { assert!(size_of::<B>() > 0, "an allocator is asked for something") };
        // SAFETY: the layout is not empty. What is written to is not null, and fits a `B`.
        let memory = unsafe {
            let memory = NonNull::new(alloc::alloc::alloc(Layout::new::<B>()))?;
            memory.cast::<B>().write(content);
            memory
        };
        Some(Self { word: memory, owned: PhantomData })
    }

    /// What it is.
    pub(super) fn get(&self) -> OneOf<'_, B, F> {
        let word = self.word.addr().get();
        if word & HEAD != 0 {
            OneOf::Head(word >> 1)
        } else if word & FIXED != 0 {
            let pointer = self.word.as_ptr().map_addr(|address| address & !FIXED).cast::<F>();
            // SAFETY: only `fixed` makes a word of these bits, of a reference that is good forever.
            OneOf::Fixed(unsafe { &*pointer })
        } else {
            // SAFETY: only `boxed` and `put_box` make a word of these bits. It points to a `B` that
            // `take_box` alone gives away, which nobody calls as long as `self` is borrowed.
            OneOf::Boxed(unsafe { self.word.cast::<B>().as_ref() })
        }
    }

    /// Makes it a box, where it is none.
    #[inline(always)]
    pub(super) fn put_box(&mut self, content: Box<B>) {
        const { assert!(align_of::<B>() > FIXED, "the lowest two bits of an address are zero") };
        self.word = NonNull::from(Box::leak(content)).cast::<u8>();
    }

    /// Takes the box out, if it is one: it is a number then.
    #[inline(always)]
    pub(super) fn take_box(&mut self) -> Option<Box<B>> {
        if self.word.addr().get() & (HEAD | FIXED) != 0 {
            return None;
        }
        let word = core::mem::replace(&mut self.word, odd(0)).cast::<B>();
        // SAFETY: only `boxed` and `put_box` make a word of these bits, of memory from the
        // allocator with the layout of a `B`, in which there is one. It is taken once, as the word
        // is nowhere else.
        Some(unsafe { Box::from_raw(word.as_ptr()) })
    }
}

impl<B, F> Drop for OneWord<B, F> {
    #[cold]
    #[inline(never)]
    fn drop(&mut self) {
        drop(self.take_box());
    }
}

/// The odd word of a number.
#[inline(always)]
const fn odd(head: usize) -> NonNull<u8> {
    match NonNull::new(ptr::without_provenance_mut(head << 1 | HEAD)) {
        Some(word) => word,
        // Not reached, as an odd number is not zero. This is the odd word 1.
        None => NonNull::dangling(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::rc::Rc;
    use alloc::string::String;
    use core::cell::Cell;

    type Word = OneWord<String, u32>;

    /// Counts how often it is dropped.
    struct Counted(Rc<Cell<usize>>);

    impl Drop for Counted {
        fn drop(&mut self) {
            self.0.set(self.0.get() + 1);
        }
    }

    #[test]
    fn it_is_one_word_and_so_is_an_option_of_it() {
        assert_eq!(size_of::<Word>(), size_of::<usize>());
        assert_eq!(size_of::<Option<Word>>(), size_of::<usize>());
    }

    #[test]
    fn a_number_is_given_back() {
        for head in [0, 1, 2, 77, usize::MAX >> 1] {
            let mut word = Word::head(head);
            assert_eq!(word.get(), OneOf::Head(head));
            assert!(word.take_box().is_none());
        }
        assert_eq!(Word::head(usize::MAX).get(), OneOf::Head(usize::MAX >> 1));
    }

    #[test]
    fn a_reference_is_given_back() {
        static NUMBERS: [u32; 2] = [7, 8];
        for number in &NUMBERS {
            let mut word = Word::fixed(number);
            assert!(matches!(word.get(), OneOf::Fixed(found) if ptr::eq(found, number)));
            assert!(word.take_box().is_none());
        }
    }

    #[test]
    fn what_is_in_a_box_is_read_and_changed() {
        let mut word = Word::boxed("text".into()).unwrap();
        let mut content = word.take_box().unwrap();
        assert_eq!(word.get(), OneOf::Head(0));
        content.push('s');
        word.put_box(content);
        let mut word = Some(word);
        let mut moved = word.take().unwrap();
        assert_eq!(moved.get(), OneOf::Boxed(&"texts".into()));
        moved = Word::head(3);
        assert_eq!(moved.get(), OneOf::Head(3));
    }

    #[test]
    fn what_is_in_the_box_is_dropped_once() {
        let drops = Rc::new(Cell::new(0));
        let boxed = || OneWord::<Counted, u32>::boxed(Counted(Rc::clone(&drops))).unwrap();
        drop(boxed());
        assert_eq!(drops.get(), 1);
        let mut word = Some(boxed());
        let taken = word.take();
        drop(word);
        assert_eq!(drops.get(), 1);
        drop(taken);
        assert_eq!(drops.get(), 2);
        drop([boxed(), OneWord::head(3), OneWord::fixed(&7), boxed()]);
        assert_eq!((drops.get(), Rc::strong_count(&drops)), (4, 1));
    }

    #[test]
    fn it_goes_to_another_thread_as_a_box_does() {
        const fn is_sent<T: Send + Sync + Unpin>() {}
        const { is_sent::<Word>() };
        #[cfg(feature = "std")]
        {
            let word = Word::boxed("there".into()).unwrap();
            std::thread::scope(|scope| {
                scope.spawn(|| assert_eq!(word.get(), OneOf::Boxed(&"there".into())));
            });
            std::thread::spawn(move || drop(word)).join().unwrap();
        }
    }
}
