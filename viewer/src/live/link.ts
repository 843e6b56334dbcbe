/** The way to the engine: over a WebSocket, which is tried again where it breaks; inside a page it is engine_link.ts. */

import type { Command, Told } from './messages';

export interface LinkEvents {
  onBinary(message: ArrayBuffer): void;
  onTold(told: Told): void;
  onState(connected: boolean, reason?: string): void;
}

export type SavedFile = 'run.ict' | 'scene.yaml' | 'state';

export interface LiveLink {
  send(command: Command): void;
  /** What the engine in the page saves; a server gives the same under these names. */
  save?(file: SavedFile): Promise<Uint8Array>;
}

const kRetry = 1000; // [ms]

export class Link implements LiveLink {
  private socket: WebSocket | null = null;

  constructor(
    private readonly url: string,
    private readonly events: LinkEvents,
  ) {
    this.open();
  }

  private open(): void {
    const socket = new WebSocket(this.url);
    socket.binaryType = 'arraybuffer';
    socket.onopen = () => this.events.onState(true);
    socket.onmessage = ({ data }) => {
      if (typeof data === 'string') this.events.onTold(JSON.parse(data) as Told);
      else this.events.onBinary(data as ArrayBuffer);
    };
    socket.onclose = () => {
      this.events.onState(false);
      setTimeout(() => this.open(), kRetry);
    };
    this.socket = socket;
  }

  send(command: Command): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(command));
  }
}
