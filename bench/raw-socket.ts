import { WebSocket } from "ws";

/** What a socket hears; each is asked once per frame, so it does as little as possible. */
export type RawHandlers = {
  /** An event's frame as it came: `["name",…]`. */
  onEvent(json: string): void;
  onAcknowledgement(id: number, json: string): void;
};

/**
 * A socket.io client with next to no weight of its own, so that a load generator on the same machine leaves the
 * machine to the server: it speaks the protocol's frames over one websocket and knows no reconnection.
 */
export class RawSocket {
  readonly #socket: WebSocket;

  private constructor(
    socket: WebSocket,
    private readonly handlers: RawHandlers,
  ) {
    this.#socket = socket;
  }

  /** Resolves once the server let the connection in. */
  static open(origin: string, auth: object, handlers: RawHandlers): Promise<RawSocket> {
    const socket = new WebSocket(`${origin.replace(/^http/, "ws")}/socket.io/?EIO=4&transport=websocket`, {
      perMessageDeflate: false,
      skipUTF8Validation: true,
    });
    const raw = new RawSocket(socket, handlers);
    return new Promise((resolve, reject) => {
      socket.on("error", reject);
      socket.on("close", (code) => reject(new Error(`closed with ${code}`)));
      socket.on("message", (data: Buffer) => {
        const frame = data.toString();
        if (frame.startsWith("0")) socket.send(`40${JSON.stringify(auth)}`);
        else if (frame === "2") socket.send("3");
        else if (frame.startsWith("40")) resolve(raw);
        else if (frame.startsWith("44")) reject(new Error(frame));
        else raw.#hear(frame);
      });
    });
  }

  /** @param json the event's arguments after its name */
  emit(event: string, json: string, acknowledgement: number): void {
    this.#socket.send(`42${acknowledgement}["${event}",${json}]`);
  }

  close(): void {
    this.#socket.terminate();
  }

  #hear(frame: string): void {
    if (frame.startsWith("42")) this.handlers.onEvent(frame.slice(2));
    else if (frame.startsWith("43")) {
      const start = frame.indexOf("[");
      this.handlers.onAcknowledgement(Number(frame.slice(2, start)), frame.slice(start));
    }
  }
}
