#!/bin/bash -eu
# The same build as OSS-Fuzz's.
exec "$SRC/ggufproof/fuzz/oss-fuzz/build.sh"
