/** The engine inside the page, in a worker: the same messages as over a WebSocket (link.ts), and no network. */

import { fromBase64, inflate } from '../data/container';
import driver from './engine_worker.js?raw';
import type { LinkEvents, LiveLink, SavedFile } from './link';
import type { Command, Told } from './messages';

/** What the program puts into the page (io/html/play_page.cpp). */
export interface EnginePage {
  script: string; // of Emscripten
  wasm: string; // compressed, in base64
  scenes: { name: string; title: string; text: string; files: [name: string, base64: string][] }[];
}

type FromWorker = string | ArrayBuffer | { file: SavedFile; bytes: ArrayBuffer } | { failed: string };

export class EngineLink implements LiveLink {
  private readonly worker: Worker;
  private readonly waiting = new Map<SavedFile, (bytes: Uint8Array) => void>();

  constructor(
    page: EnginePage,
    scene: EnginePage['scenes'][number],
    state: Uint8Array | null,
    private readonly events: LinkEvents,
  ) {
    const source = URL.createObjectURL(new Blob([page.script, '\n', driver], { type: 'text/javascript' }));
    this.worker = new Worker(source);
    this.worker.onmessage = ({ data }) => this.hear(data as FromWorker);
    this.worker.onerror = ({ message }) => events.onState(false, message);
    void inflate(fromBase64(page.wasm)).then((wasm) => {
      const files = scene.files.map(([name, bytes]): [string, Uint8Array] => [name, fromBase64(bytes)]);
      this.worker.postMessage({ wasm, scene: { name: scene.name, text: scene.text }, files, state }, [wasm]);
    }, (error: Error) => events.onState(false, error.message));
  }

  private hear(message: FromWorker): void {
    if (typeof message === 'string') this.events.onTold(JSON.parse(message) as Told);
    else if (message instanceof ArrayBuffer) this.events.onBinary(message);
    else if ('failed' in message) this.events.onState(false, message.failed);
    else this.waiting.get(message.file)?.(new Uint8Array(message.bytes));
  }

  send(command: Command): void {
    this.worker.postMessage({ command });
  }

  save(file: SavedFile): Promise<Uint8Array> {
    return new Promise((resolve) => {
      this.waiting.set(file, resolve);
      this.worker.postMessage({ save: file });
    });
  }

  restore(state: Uint8Array): void {
    this.worker.postMessage({ restore: state });
  }
}
