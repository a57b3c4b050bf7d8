// A worker that answers the lab's requests, one at a time. It gets the program first, as `{module}`, and then requests,
// as `{head, body}`; it tells `{progress}` and at last `{answer, bytes}`, with what its memory takes, or `{broken}`:
// then it is of no use any more.

import { System } from "./system.js";

/** What a program says before it breaks off is told, but not all of it. */
const SAID_MAX = 2000;

let program = null;
let said = "";

const system = new System({
  out(line) {
    const told = JSON.parse(line);
    if ("progress" in told) postMessage(told);
    else postMessage({ answer: told, bytes: system.memory.buffer.byteLength });
  },
  said(text) {
    said = (said + text).slice(-SAID_MAX);
  },
});

function begin(module) {
  const instance = new WebAssembly.Instance(module, system.imports(module));
  system.memory = instance.exports.memory;
  instance.exports._initialize();
  program = instance.exports;
}

/** What there is to say about a program that broke off. */
function why(error) {
  if (error instanceof RangeError) return "this search is deeper than browsers allow; the program itself goes deeper";
  const [, panicked] = /panicked at [^\n]*\n(.*)/.exec(said) ?? [];
  return panicked ?? error.message;
}

addEventListener("message", ({ data: { module, head, body } }) => {
  try {
    if (module) return void begin(module);
    const line = new TextEncoder().encode(`${JSON.stringify(head)}\n`);
    const request = new Uint8Array(line.length + body.length);
    request.set(line);
    request.set(body, line.length);
    system.put(request);
    program.answer();
  } catch (error) {
    postMessage({ broken: why(error) });
  }
});
