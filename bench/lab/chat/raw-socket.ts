import { WebSocket } from "ws";

/** The handlers of a socket, called for each frame. */
export type RawHandlers = {
  /** Receives an event's raw frame: `["name",…]`. */
  onEvent(json: string): void;
  onAcknowledgement(id: number, json: string): void;
};

/**
 * A minimal socket.io client for load generators on the server's machine: it speaks the protocol's frames over one
 * websocket, without reconnection.
 */
export class RawSocket {
  readonly #socket: WebSocket;

  private constructor(
    socket: WebSocket,
    private readonly handlers: RawHandlers,
  ) {
    this.#socket = socket;
  }

  /** Opens a connection. Resolves once the server has accepted it. */
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
