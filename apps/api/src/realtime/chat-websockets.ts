import type { IncomingMessage } from "node:http";
import { type WebSocket, WebSocketServer } from "ws";
import type { ChatSocket } from "./chat-socket";

/** WebSocket's close code for data that cannot be parsed. */
const UNPARSABLE = 1007;

/** The open websockets, by the request that opened them. */
const webSockets = new WeakMap<IncomingMessage, WebSocket>();

/** The websocket server that socket.io uses. It keeps its websockets, because socket.io closes without a reason. */
export class ChatWebSocketServer extends WebSocketServer {
  override handleUpgrade(...[req, socket, head, done]: Parameters<WebSocketServer["handleUpgrade"]>): void {
    super.handleUpgrade(req, socket, head, (webSocket) => {
      webSockets.set(req, webSocket);
      done(webSocket, req);
    });
  }
}

/** Closes the connection. A client that opened a websocket receives the reason "parse error" (rules §7). */
export function closeAsUnparsable(socket: ChatSocket): void {
  const webSocket = webSockets.get(socket.request);
  if (webSocket) webSocket.close(UNPARSABLE, "parse error");
  else socket.conn.close();
}

/** What socket.io's connection and its websocket keep to themselves. */
type Transport = { socket?: { _receiver?: { _maxPayload: number } | null }; maxHttpBufferSize?: number };

/**
 * Lets a connection that is open send more at once than all others. socket.io and ws have one limit for all, which who has
 * not shown a token yet is not to exceed.
 *
 * @param bytes of a frame, or of a body of one who polls
 */
export function takeUpTo(bytes: number, { conn }: Pick<ChatSocket, "conn">): void {
  const raise = () => {
    const { transport } = conn as unknown as { transport: Transport };
    const receiver = transport.socket?._receiver;
    if (receiver) receiver._maxPayload = bytes;
    else transport.maxHttpBufferSize = bytes;
  };
  raise();
  conn.on("upgrade", raise);
}
