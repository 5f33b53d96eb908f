// The llama.cpp inside an old npm package node-llama-cpp as a testee: its prebuilt addon, whose LLAMAModel loads a model
// with the C reader of 2023 and early 2024.
//
// It tells nothing of what it read: all members of a dump are omitted. It loads whole models, of which corpus files of
// other kinds are none; so only its deaths count.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";

import { serve } from "../../../conformance/testees/shared-js/testee.mjs";

const folder = resolve(process.argv[2], "node_modules/node-llama-cpp");
const { LLAMAModel } = createRequire(import.meta.url)(join(folder, "llamaBins/linux-x64/llama-addon.node"));
const about = {
  name: "llama.cpp in node-llama-cpp",
  version: JSON.parse(readFileSync(join(folder, "llama/binariesGithubRelease.json"))).release,
  language: "C++",
  reads: "data",
  judges: "model",
  omits: [
    "version", "endian", "alignment", "data_offset", "value_types", "metadata", "tensors", "types", "dimensions",
    "offset", "absolute_offset", "size", "sha256", "order", "tensor_order",
  ],
};

async function read(file) {
  new LLAMAModel(file, {});
  return {};
}

await serve(about, { read });
