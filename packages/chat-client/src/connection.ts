import { CHAT_PATH, type ChatClientEvents, type ChatServerEvents } from "@korki/contracts/wire/chat-socket";
import { REALTIME } from "@korki/domain";
import { io, type Socket } from "socket.io-client";

export type ChatConnection = Socket<ChatServerEvents, ChatClientEvents>;

/** Why the server does not let a connection in; null where it did not say. */
export type RefusalCode = string | null;

/**
 * A connection to the chat that comes back by itself, with the delays of the specification's section 9. Each time
 * it shows the token that `token` gives then.
 *
 * @param onRefused the server does not take the token; answers whether it is worth trying again with another one
 */
export function openChatConnection(options: {
  /** The server's origin; left out, the page's own. */
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
    // A websocket at once; where a proxy does not let it through, polling.
    transports: ["websocket", "polling"],
    tryAllTransports: true,
    reconnectionDelay: REALTIME.reconnectionDelayMs,
    reconnectionDelayMax: REALTIME.reconnectionDelayMaxMs,
    randomizationFactor: REALTIME.randomization,
    timeout: REALTIME.connectionTimeoutMs,
    auth: (show: (proof: object) => void) => void token().then((proof) => show({ id: userId, token: proof })),
  };
  const connection: ChatConnection = origin ? io(origin, settings) : io(settings);

  // socket.io comes back by itself when the way is broken, but not when the server itself ended the connection
  // (the token expired) or refused it.
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
