//! What both revisions of the crate make of the same edits. What the compact form of a buffer is, which values it has, and what kind of
//! error an edit is, has to be the same; an error leaves the bytes. The edited bytes are the same, too, but for what is listed here.

/// Edits whose bytes may differ, by the name of the edit, with the reason. None is so far.
const DEVIATIONS: &[(&str, &str)] = &[];

fn seeds() -> u64 {
    std::env::var("PINNED_SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(300)
}

#[test]
fn both_make_the_same_of_the_same_edits() {
    let (mut edits, mut refused) = (0, 0);
    for seed in 0..seeds() {
        let (now, then) = (now::run(seed), then::run(seed));
        assert_eq!(now.len(), then.len(), "seed {seed}");
        let mut may_differ = false;
        for (step, (now, then)) in now.iter().zip(&then).enumerate() {
            let at = format!("seed {seed}, step {step}, {}", now.edit);
            assert_eq!(now.edit, then.edit, "{at}");
            assert_eq!(now.outcome, then.outcome, "{at}");
            assert_eq!(now.values, then.values, "{at}");
            assert_eq!(now.compact, then.compact, "{at}");
            assert!(now.is_kept && then.is_kept, "{at}: an error changed bytes");
            // What differs once differs from there on.
            may_differ |= DEVIATIONS.iter().any(|(edit, _)| now.edit.starts_with(edit));
            assert!(may_differ || now.bytes == then.bytes, "{at}: {:?} was {:?}", now.bytes, then.bytes);
            edits += 1;
            refused += usize::from(now.outcome != "ok");
        }
    }
    println!("{edits} edits, {refused} of them refused");
    // A net that catches nothing would agree as well.
    assert!(edits > refused * 2 && refused > edits / 20, "{edits} edits, {refused} refused");
}
