// What the testees in JavaScript share: the lines of the protocol (../../protocol/README.md), the
// packages that `install` brought, and how values are written in a dump.
//
// A testee is what its reader says, and nothing else: this file knows no GGUF but the names of the
// value types.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

/** Names of the value types in a dump, by their ids in a file. */
export const VALUE_TYPES = [
  "u8", "i8", "u16", "i16", "u32", "i32", "f32", "bool", "string", "array", "u64", "i64", "f64",
];

/** Thrown for what cannot be asked of a reader or writer: answered with `skipped`. */
export class Skipped extends Error {}

/**
 * What the package `name` in the folder on the command line exports, and its version.
 * @param file a file of the package to take instead of its entry
 */
export async function load(name, file = "") {
  const modules = resolve(process.argv[2], "node_modules");
  const { version } = JSON.parse(readFileSync(join(modules, name, "package.json")));
  const entry = createRequire(join(modules, "of-testee.js")).resolve(join(name, file));
  return { exports: await import(pathToFileURL(entry)), version };
}

// An exception is how a JavaScript library refuses, unless it only tells that the program ran out of
// memory or stack, or that compiled code trapped: then the program ends, as most users' would.
const OUT_OF_MEANS = /invalid (typed )?array length|invalid string length|allocation failed|call stack/i;

async function attempt(work) {
  try {
    return await work();
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) throw error;
    if (error instanceof RangeError && OUT_OF_MEANS.test(error.message)) throw error;
    return { [error instanceof Skipped ? "skipped" : "refused"]: String(error?.message ?? error) };
  }
}

/** JSON.stringify that uses less stack, so that an answer can be nested as deep as readers can read. */
function json(value) {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  let inside = "";
  if (Array.isArray(value)) {
    for (const element of value) inside += (inside && ",") + json(element);
    return `[${inside}]`;
  }
  for (const key in value) inside += `${inside && ","}${JSON.stringify(key)}:${json(value[key])}`;
  return `{${inside}}`;
}

/**
 * Speaks the protocol until `stop` or the end of input.
 * @param about what the answer to `start` says beside the protocol's version
 * @param read reads the file at a path and returns its dump, or throws
 * @param write writes a description to the file at a path, or throws; left out by readers
 */
export async function serve(about, { read, write }) {
  const say = (message) => process.stdout.write(json(message) + "\n");
  console.log = console.info = console.debug = console.error; // standard output is the protocol's
  for await (const line of createInterface({ input: process.stdin })) {
    const { command, id, file, description } = JSON.parse(line);
    if (command === "stop") break;
    if (command === "start") say({ protocol: 1, ...about });
    if (command === "read") say({ id, ...(await attempt(async () => ({ accepted: await read(file) }))) });
    if (command === "write") {
      say({ id, ...(await attempt(async () => (await write(file, description), { written: true }))) });
    }
  }
  process.stdout.write("", () => process.exit(0));
}

/** The bits of a float as a dump writes them: 8 (f32) or 16 (f64) hexadecimal digits. */
export function floatBits(type, value) {
  const view = new DataView(new ArrayBuffer(8));
  if (type === "f32") view.setFloat32(0, value);
  else view.setFloat64(0, value);
  return Buffer.from(view.buffer, 0, type === "f32" ? 4 : 8).toString("hex");
}

/** The float whose bits are `hex`. */
export function floatOfBits(hex) {
  const view = new DataView(new Uint8Array(Buffer.from(hex, "hex")).buffer);
  return hex.length === 8 ? view.getFloat32(0) : view.getFloat64(0);
}

/** A value of a known type that is no array, as a dump writes it: without its type. */
export function scalar(type, value) {
  if (type === "f32" || type === "f64") return floatBits(type, value);
  return typeof value === "bigint" ? String(value) : value;
}

/** A value of a reader that keeps no types, as the inside of `{"any": ...}`. */
export function untyped(value) {
  if (Array.isArray(value)) {
    const list = [];
    for (const element of value) list.push(untyped(element)); // uses less stack than map()
    return list;
  }
  if (typeof value === "bigint") {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : { integer: String(value) };
  }
  if (typeof value !== "number" || Number.isFinite(value)) return value;
  return { float: Number.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf" };
}
