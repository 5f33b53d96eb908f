// modelvet as a testee: the validator that the npm package llm-checker carries, compiled to
// WebAssembly. It gives a verdict and tells nothing of what it read.

import { load, serve } from "../shared-js/testee.mjs";

const { exports: library, version } = await load("llm-checker", "src/security/modelvet-verifier.js");
const about = {
  name: "modelvet in llm-checker",
  version,
  language: "C",
  reads: "data",
  omits: ["version", "endian", "alignment", "data_offset", "metadata", "tensors"],
};

async function read(file) {
  const { accepted, violationName, offset } = await library.default.verifyFile(file);
  if (!accepted) throw new Error(`${violationName} at ${offset}`);
  return {};
}

await serve(about, { read });
