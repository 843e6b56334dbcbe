/** The WebSocket to the engine; where it breaks it is tried again. */

import type { Command, Told } from './messages';

export interface LinkEvents {
  onBinary(message: ArrayBuffer): void;
  onTold(told: Told): void;
  onState(connected: boolean): void;
}

const kRetry = 1000; // [ms]

export class Link {
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
