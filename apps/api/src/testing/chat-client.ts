import type { ChatClientEvents, ChatServerEvents } from "@korki/contracts/wire/chat-socket";
import type { WireAcknowledgement, WireMessage, WirePresence, WireRead } from "@korki/contracts/wire/message";
import type { Services } from "@korki/services";
import { type Person, signIn } from "@korki/services/testing/people";
import { io, type ManagerOptions, type Socket, type SocketOptions } from "socket.io-client";
import { afterAll, expect } from "vitest";

type Options = Partial<ManagerOptions & SocketOptions>;

/** A person's connection to the chat, and everything that it heard. */
export type ChatClient = {
  socket: Socket<ChatServerEvents, ChatClientEvents>;
  userId: string;
  messages: WireMessage[];
  reads: WireRead[];
  presence: WirePresence[];
  /** Who was typing, each time. */
  typists: string[];
  /** Why the connection broke, each time. */
  losses: string[];
  refusals: string[];
  /** Sends a text and returns the acknowledgement. */
  say(recipient: { id: string } | string, text: string, more?: object): Promise<WireAcknowledgement>;
  /** Sends whatever is given as the event's payload. */
  sayRaw(payload: unknown): Promise<WireAcknowledgement>;
};

const open: Socket[] = [];

/** Closes every connection after the file's last test. */
export function closeChatClients(): void {
  afterAll(() => {
    for (const socket of open) socket.disconnect();
  });
}

/** Returns the websocket below a connection. */
export function webSocketOf({ io }: ChatClient["socket"]): WebSocket {
  return (io.engine as unknown as { transport: { ws: WebSocket } }).transport.ws;
}

/** Opens a connection with whatever proof is given; does not wait for it. */
export function openChatClient(origin: string, userId: string, options: Options): ChatClient {
  const socket: ChatClient["socket"] = io(origin, {
    transports: ["websocket"],
    reconnection: false,
    forceNew: true,
    ...options,
  });
  open.push(socket);
  const client: ChatClient = {
    socket,
    userId,
    messages: [],
    reads: [],
    presence: [],
    typists: [],
    losses: [],
    refusals: [],
    say: (recipient, text, more = {}) =>
      client.sayRaw(
        JSON.stringify({
          recipient: typeof recipient === "string" ? recipient : recipient.id,
          text,
          ...more,
        }),
      ),
    sayRaw: (payload) => socket.timeout(20_000).emitWithAck("send_message", payload as string),
  };
  socket.on("receive_message", (json) => void client.messages.push(JSON.parse(json)));
  socket.on("messages_read", (json) => void client.reads.push(JSON.parse(json)));
  socket.on("presence", (json) => void client.presence.push(JSON.parse(json)));
  socket.on("typing", (json) => void client.typists.push(JSON.parse(json).sender));
  socket.on("disconnect", (reason) => void client.losses.push(reason));
  socket.on("connect_error", (error) => void client.refusals.push(error.message));
  return client;
}

/** Logs a person in and connects them; resolves once they are let in. */
export async function connectChat(
  services: Services,
  origin: string,
  person: Pick<Person, "id">,
  options: Options = {},
): Promise<ChatClient & { token: string; sessionId: string }> {
  const { accessToken: token, sessionId } = await signIn(services, person);
  const client = openChatClient(origin, person.id, { auth: { id: person.id, token }, ...options });
  await expect
    .poll(() => (client.socket.connected ? "connected" : client.refusals), { timeout: 20_000 })
    .toBe("connected");
  return Object.assign(client, { token, sessionId });
}
