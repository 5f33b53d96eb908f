// The npm package @huggingface/gguf as a testee: `gguf()` as reader of local files, and
// `serializeGgufMetadata()` as writer.
//
// The reader gives the types of values, but of an inner array not its elements' type; it looks at
// neither alignment, sizes nor data for its caller. The writer writes header and metadata, so what
// has tensors cannot be asked of it.

import { writeFileSync } from "node:fs";
import { VALUE_TYPES, Skipped, floatBits, floatOfBits, load, scalar, serve } from "../shared-js/testee.mjs";

const { exports: library, version } = await load("@huggingface/gguf");
const about = {
  name: "@huggingface/gguf",
  version,
  language: "JavaScript",
  reads: "header",
  writes: true,
  versions: [1, 2, 3],
  byte_orders: ["little", "big"],
  omits: ["alignment", "absolute_offset", "size", "sha256"],
};

// The counts and the version, which the package keeps among the file's own keys.
const HEADER_KEYS = ["version", "tensor_count", "kv_count"];

function array(elementType, elements) {
  return {
    element_type: elementType,
    count: String(elements.length),
    elements: elements.map((it) => (Array.isArray(it) ? array(null, it) : scalar(elementType, it))),
  };
}

function pair([key, { type, subType, value }]) {
  const name = VALUE_TYPES[type];
  const said = name === "array" ? array(VALUE_TYPES[subType], value) : scalar(name, value);
  return { key, value: { [name]: said } };
}

async function read(file) {
  const read = await library.gguf(file, { typedMetadata: true, allowLocalFile: true });
  return {
    version: read.typedMetadata.version.value,
    endian: read.littleEndian ? "little" : "big",
    data_offset: read.tensorInfos.length ? String(read.tensorDataOffset) : null,
    metadata: Object.entries(read.typedMetadata).filter(([key]) => !HEADER_KEYS.includes(key)).map(pair),
    tensors: read.tensorInfos.map(({ name, dtype, shape, offset }) => ({
      name,
      type: dtype,
      dimensions: shape.map(String),
      offset: String(offset),
    })),
  };
}

function text(said) {
  if (typeof said !== "string") throw new Error("no JavaScript string has these bytes");
  return said;
}

function float(type, bits) {
  const value = floatOfBits(bits);
  if (floatBits(type, value) !== bits) throw new Error("no JavaScript number has these bits");
  return value;
}

function valueOf(type, said) {
  if (type === "array") return said.elements.map((it) => valueOf(said.element_type, it));
  if (type === "f32" || type === "f64") return float(type, said);
  if (type === "u64" || type === "i64") return BigInt(said);
  if (type === "bool" && typeof said !== "boolean") throw new Error("no JavaScript boolean has this byte");
  return type === "string" ? text(said) : said;
}

function entryOf(value) {
  const [[name, said]] = Object.entries(value);
  const entry = { type: VALUE_TYPES.indexOf(name), value: valueOf(name, said) };
  return name === "array" ? { ...entry, subType: VALUE_TYPES.indexOf(said.element_type) } : entry;
}

function write(file, { version, endian, alignment, metadata, tensors }) {
  if (tensors.length) throw new Skipped("the package writes no tensors");
  const typed = new Map();
  for (const { key, value } of metadata) {
    if (typed.has(text(key))) throw new Error(`the package takes each key once: ${key}`);
    if (HEADER_KEYS.includes(key)) throw new Error(`the package takes this key for the header's: ${key}`);
    typed.set(key, entryOf(value));
  }
  const header = { version: { value: version }, tensor_count: { value: 0n }, kv_count: { value: BigInt(typed.size) } };
  const options = { littleEndian: endian === "little", ...(alignment === null ? {} : { alignment }) };
  writeFileSync(file, library.serializeGgufMetadata({ ...header, ...Object.fromEntries(typed) }, options));
}

await serve(about, { read, write });
