#!/bin/bash -eu
# Builds every fuzz target with what OSS-Fuzz sets (SRC, OUT, RUSTFLAGS, SANITIZER), and puts the program, its seeds and its options into OUT.
cd "$SRC/vellum"
cargo fuzz build -O --debug-assertions --sanitizer "${SANITIZER:-address}" --features libfuzzer
built=fuzz/target/$(rustc -vV | sed -n 's/^host: //p')/release
for source in fuzz/fuzz_targets/*.rs; do
    target=$(basename "$source" .rs)
    cp "$built/$target" "$OUT/"
    seeds=("fuzz/seeds/$target")
    if [ -d "fuzz/regressions/$target" ]; then seeds+=("fuzz/regressions/$target"); fi
    # By the hash of its content, as two folders may have a name in common.
    folder=$(mktemp -d)
    find "${seeds[@]}" -type f -print0 | while IFS= read -r -d '' seed; do
        cp "$seed" "$folder/$(sha1sum "$seed" | cut -c1-40)"
    done
    rm -f "$OUT/${target}_seed_corpus.zip"
    zip -q -j -r "$OUT/${target}_seed_corpus.zip" "$folder"
    rm -r "$folder"
    # As `fuzz/run` has them: inputs are small, and a run that takes ten seconds is a failure.
    printf '[libfuzzer]\nmax_len = 2048\ntimeout = 10\n' >"$OUT/$target.options"
done
