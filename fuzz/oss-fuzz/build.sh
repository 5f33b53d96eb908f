#!/bin/bash -eu
# build.sh [TARGET...]: builds the targets as OSS-Fuzz and ClusterFuzzLite call it: compilers and flags in CC, CXX, CFLAGS,
# CXXFLAGS and LIB_FUZZING_ENGINE, the checkout in $SRC/ggufproof; leaves targets, NAME_seed_corpus.zip, NAME.dict and
# NAME.options in $OUT. Both call it without a TARGET, which means all.
#
# fuzz_ggml stays out: the library it compares with is fetched. Libraries of the system go into $OUT/lib, since what runs
# the targets has none of them; they speak to the GNU library of C++, so that the targets are built with it as well.
source_dir=$SRC/ggufproof
targets=(fuzz_validate fuzz_show fuzz_generate fuzz_mutate_rule fuzz_case fuzz_codec)
(($# == 0)) || targets=("$@")
export CXXFLAGS=${CXXFLAGS//-stdlib=libc++/}

cmake -S "$source_dir" -B "$WORK/ggufproof" -G Ninja -DCMAKE_BUILD_TYPE=OssFuzz -DGGUFPROOF_TESTS=OFF \
  -DGGUFPROOF_FUZZERS=ON -DGGUFPROOF_FUZZING_ENGINE="$LIB_FUZZING_ENGINE" -DCMAKE_BUILD_RPATH="\$ORIGIN/lib"
cmake --build "$WORK/ggufproof" --target gguf-make "${targets[@]}"
"$source_dir/fuzz/kit" "$WORK/ggufproof/bin/gguf-make" "$WORK/kit" "${targets[@]}"

mkdir -p "$OUT/lib"
for target in "${targets[@]}"; do
  cp "$WORK/ggufproof/bin/$target" "$WORK/kit/$target".{dict,options} "$OUT/"
  rm -f "$OUT/${target}_seed_corpus.zip"
  (cd "$WORK/kit/${target}_seed_corpus" && zip -q -r "$OUT/${target}_seed_corpus.zip" .)
  ldd "$WORK/ggufproof/bin/$target" | awk '$2 == "=>" && $3 ~ /^\// { print $3 }' |
    { grep -vE '/lib(c|m|dl|rt|pthread)\.so' || true; } | xargs -r cp -u -t "$OUT/lib"
done
