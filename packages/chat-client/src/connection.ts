import { CHAT_PATH, type ChatClientEvents, type ChatServerEvents } from "@korki/contracts/wire/chat-socket";
import { REALTIME } from "@korki/domain";
import { io, type Socket } from "socket.io-client";

export type ChatConnection = Socket<ChatServerEvents, ChatClientEvents>;

/** The reason why the server refused a connection; null if it gave none. */
type RefusalCode = string | null;

type Opening = {
  /** The server's origin. Default: the page's own. */
  origin?: string;
  token(): Promise<string | null>;
  /** Called when the server refuses the token; returns whether to retry with another one. */
  onRefused(code: RefusalCode): Promise<boolean>;
};

/** Opens a connection to the chat. */
export function openChatConnection(options: Opening & { userId: string }): ChatConnection {
  return openConnection("", options, (token) => ({ id: options.userId, token, typing: true }));
}

/**
 * Opens a connection to a namespace of the server's sockets that reconnects by itself with growing delays. Each attempt
 * proves itself with what `proof` makes of a token.
 */
export function openConnection(
  namespace: string,
  { origin = "", token, onRefused }: Opening,
  proof: (token: string | null) => object,
): Socket {
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
    auth: (show: (proof: object) => void) => void token().then((held) => show(proof(held))),
  };
  const connection: Socket = origin || namespace ? io(origin + namespace, settings) : io(settings);

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
