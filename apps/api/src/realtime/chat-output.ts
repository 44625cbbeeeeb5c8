import type { Socket as NetSocket } from "node:net";
import type { ChatSocket } from "./chat-sockets";

/** The parts of engine.io's connection that holding back its packets needs. */
type Connection = {
  transport: { name: string; writable: boolean; socket?: { _socket?: NetSocket } };
  flush(): void;
};

/**
 * Gathers what one commit gives each connection to hear, its acknowledgements and its messages, and writes it
 * with one system call per connection: writing costs the server more than all its other work on a message.
 */
export class ChatOutput {
  #held: Set<Connection> | null = null;

  /** Everything that is emitted to held sockets while `work` runs leaves together when it ends. */
  together(work: () => void): void {
    if (this.#held) {
      work();
      return;
    }
    const held = new Set<Connection>();
    this.#held = held;
    try {
      work();
    } finally {
      this.#held = null;
      for (const connection of held) release(connection);
    }
  }

  /** Whatever is emitted to this socket leaves with the rest. Polling and busy connections gather by themselves. */
  hold(socket: ChatSocket): void {
    const connection = socket.conn as unknown as Connection;
    const { transport } = connection;
    if (!this.#held || transport.name !== "websocket" || !transport.writable) return;
    transport.writable = false;
    this.#held.add(connection);
  }
}

function release(connection: Connection): void {
  const { transport } = connection;
  const net = transport.socket?._socket;
  transport.writable = true;
  net?.cork();
  connection.flush();
  net?.uncork();
}
