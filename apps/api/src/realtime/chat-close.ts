import type { WebSocket } from "ws";
import type { ChatSocket } from "./chat-sockets";

/** WebSocket's close code for a message that does not make sense. */
const UNPARSABLE = 1007;

/** The parts of engine.io's connection that closing with a reason needs. */
type Connection = {
  transport: { name: string; socket?: WebSocket };
  onClose(reason: string): void;
};

/** Closes the connection with the reason "parse error" (specification §8), on the wire as well. */
export function closeAsUnparsable(socket: ChatSocket): void {
  const connection = socket.conn as unknown as Connection;
  if (connection.transport.name === "websocket")
    connection.transport.socket?.close(UNPARSABLE, "parse error");
  connection.onClose("parse error");
}
