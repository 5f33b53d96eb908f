// The parser inside the npm package node-llama-cpp as a testee: readGgufFileInfo(), each file for
// itself; its llama.cpp is not needed.
//
// The parser keeps no types of values, and splits keys at their dots into nested objects: they are
// joined again here, but their order is lost. It looks at neither sizes nor data.

import { load, serve, untyped } from "../shared-js/testee.mjs";

const { exports: library, version } = await load("node-llama-cpp");
const about = {
  name: "node-llama-cpp",
  version,
  language: "JavaScript",
  reads: "header",
  omits: ["endian", "alignment", "value_types", "order", "size", "sha256"],
};

function* pairs(nested, prefix = "") {
  for (const [part, value] of Object.entries(nested)) {
    if (typeof value === "object" && !Array.isArray(value)) yield* pairs(value, `${prefix}${part}.`);
    else yield { key: prefix + part, value: { any: untyped(value) } };
  }
}

async function read(file) {
  const read = await library.readGgufFileInfo(file, { sourceType: "filesystem", spliceSplitFiles: false });
  return {
    version: read.version,
    data_offset: read.tensorInfo.length ? String(read.infoEndOffset) : null,
    metadata: [...pairs(read.metadata)],
    tensors: read.tensorInfo.map(({ name, ggmlType, dimensions, offset, fileOffset }) => ({
      name,
      type: ggmlType,
      dimensions: dimensions.map(String),
      offset: String(offset),
      absolute_offset: String(fileOffset),
    })),
  };
}

await serve(about, { read });
