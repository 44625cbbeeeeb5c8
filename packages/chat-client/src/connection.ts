import { CHAT_PATH, type ChatClientEvents, type ChatServerEvents } from "@korki/contracts/wire/chat-socket";
import { REALTIME } from "@korki/domain";
import { io, type Socket } from "socket.io-client";

export type ChatConnection = Socket<ChatServerEvents, ChatClientEvents>;

/** The reason why the server refused a connection; null if it gave none. */
export type RefusalCode = string | null;

/**
 * Opens a connection to the chat that reconnects by itself with growing delays. Each attempt uses a token from `token`.
 *
 * @param onRefused called when the server refuses the token; returns whether to retry with another one
 */
export function openChatConnection(options: {
  /** The server's origin. Default: the page's own. */
  origin?: string;
  userId: string;
  token(): Promise<string | null>;
  onRefused(code: RefusalCode): Promise<boolean>;
}): ChatConnection {
  const { origin = "", userId, token, onRefused } = options;
  const settings = {
    path: CHAT_PATH,
    autoConnect: false,
    forceNew: true,
    // Tries a websocket first, and polling if a proxy blocks it.
    transports: ["websocket", "polling"],
    tryAllTransports: true,
    reconnectionDelay: REALTIME.reconnectionDelayMs,
    reconnectionDelayMax: REALTIME.reconnectionDelayMaxMs,
    randomizationFactor: REALTIME.randomization,
    timeout: REALTIME.connectionTimeoutMs,
    auth: (show: (proof: object) => void) =>
      void token().then((proof) => show({ id: userId, token: proof, typing: true })),
  };
  const connection: ChatConnection = origin ? io(origin, settings) : io(settings);

  // socket.io reconnects after network failures, but not when the server closed the connection (the token expired)
  // or refused it.
  let refusals = 0;
  const comeBack = async (code: RefusalCode) => {
    const delay = Math.min(REALTIME.reconnectionDelayMs * 2 ** refusals, REALTIME.reconnectionDelayMaxMs);
    refusals += 1;
    const isWorthIt = await onRefused(code).catch(() => true);
    if (!isWorthIt) return;
    await new Promise((resolve) => setTimeout(resolve, delay * (1 + Math.random() * REALTIME.randomization)));
    connection.connect();
  };
  connection.on("connect", () => {
    refusals = 0;
  });
  connection.on("disconnect", (reason) => {
    if (reason === "io server disconnect") void comeBack(null);
  });
  connection.on("connect_error", (error) => {
    if (connection.active) return;
    const { data } = error as Error & { data?: { code?: string } };
    void comeBack(data?.code ?? null);
  });
  return connection;
}
