#!/usr/bin/env bash
# Builds the targets of libFuzzer for ClusterFuzzLite and OSS-Fuzz, which set SRC, OUT, WORK and SANITIZER (docs/FUZZING.md).
set -euo pipefail
cd "${SRC:?}/wgsl-check"
# cargo-fuzz needs a nightly toolchain, and rust-toolchain.toml names another.
export RUSTUP_TOOLCHAIN="${RUSTUP_TOOLCHAIN:-nightly}"

# Sanitizers are for the targets alone.
seeds="${WORK:?}/seeds"
env -u RUSTFLAGS -u CFLAGS -u CXXFLAGS cargo run --package wgsl-cts --bin wgsl-cts -- seeds --out "$seeds"

# In their folder, because a build for coverage does not know --fuzz-dir.
cd fuzz/targets
cargo fuzz build --fuzz-dir . --release --debug-assertions --sanitizer "${SANITIZER:-address}"
built="${CARGO_TARGET_DIR:-target}/x86_64-unknown-linux-gnu/release"
for target in $(cargo fuzz list --fuzz-dir .); do
    cp "$built/$target" "${OUT:?}/"
    (cd "$seeds/corpus/$target" && find . -type f | zip -q -@ "$OUT/${target}_seed_corpus.zip")
    for file in "$seeds/$target".*; do
        cp "$file" "$OUT/"
    done
done
