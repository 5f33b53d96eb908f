// The npm package hyllama as a testee: ggufMetadata() over the bytes of a file.
//
// The package keeps no types of values, and looks at neither alignment, sizes nor data.

import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { load, serve, untyped } from "../shared-js/testee.mjs";

const { exports: library, version } = await load("hyllama");
const about = {
  name: "hyllama",
  version,
  language: "JavaScript",
  reads: "header",
  omits: ["endian", "alignment", "data_offset", "value_types", "absolute_offset", "size", "sha256"],
};

// What the package keeps among the file's own keys.
const HEADER_KEYS = ["version", "tensorCount"];

// The package wants the start of a file, as much of it as holds metadata and tensor infos.
const MOST_BYTES = 1 << 30;

function startOf(file) {
  const descriptor = openSync(file);
  try {
    const bytes = new Uint8Array(Math.min(fstatSync(descriptor).size, MOST_BYTES));
    readSync(descriptor, bytes, { position: 0 });
    return bytes.buffer;
  } finally {
    closeSync(descriptor);
  }
}

function read(file) {
  const { metadata, tensorInfos } = library.ggufMetadata(startOf(file));
  return {
    version: metadata.version,
    metadata: Object.entries(metadata)
      .filter(([key]) => !HEADER_KEYS.includes(key))
      .map(([key, value]) => ({ key, value: { any: untyped(value) } })),
    tensors: tensorInfos.map(({ name, type, shape, offset }) => ({
      name,
      type,
      dimensions: shape.map(String),
      offset: String(offset),
    })),
  };
}

await serve(about, { read });
