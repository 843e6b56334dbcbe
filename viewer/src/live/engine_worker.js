// The engine in a worker of its own: what follows Emscripten's script (`isoclothEngine`) in the worker's source.
// In: {wasm, scene, files, state}, then {command}, {save} or {restore}. Out: the messages that a server would send, {file, bytes}, {failed}.
const kBudget = 0.012; // [s] of stepping between looks at what the page asks
let engine = null;

function lend(bytes, use) {
  const at = engine._malloc(bytes.length);
  engine.HEAPU8.set(bytes, at);
  try {
    return use(at, bytes.length);
  } finally {
    engine._free(at);
  }
}
const lendText = (text, use) => lend(new TextEncoder().encode(text), use);

function advance() {
  const rest = engine._isocloth_advance(kBudget);
  setTimeout(advance, 1000 * rest);
}

async function begin({ wasm, scene, files, state }) {
  engine = await isoclothEngine({ wasmBinary: wasm, post: (message) => self.postMessage(message), print() {}, printErr() {} });
  for (const [name, bytes] of files) engine.FS.writeFile(name, bytes);
  if (!lendText(JSON.stringify(scene), engine._isocloth_open)) return;
  if (state) lend(state, engine._isocloth_restore);
  advance();
}

self.onmessage = async ({ data }) => {
  try {
    if (data.wasm) await begin(data);
    else if (data.command) lendText(JSON.stringify(data.command), engine._isocloth_hear);
    else if (data.save) lendText(data.save, engine._isocloth_save);
    else if (data.restore) lend(data.restore, engine._isocloth_restore);
  } catch (error) {
    self.postMessage({ failed: String(error && error.message ? error.message : error) });
  }
};
