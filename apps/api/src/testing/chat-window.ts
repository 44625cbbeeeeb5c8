import { ChatClient, openChatConnection } from "@korki/chat-client";
import type { Services } from "@korki/services";
import { type Person, signIn } from "@korki/services/testing/people";
import { createTRPCClient, httpLink } from "@trpc/client";
import { afterAll } from "vitest";
import type { AppRouter } from "../trpc/router";

/** One window of a person: the very client that the screen shows, without the screen. */
export type ChatWindow = { client: ChatClient; person: Person; loseConnection(): void };

/** Logs a person in and opens a window; it is closed after the file's last test. */
export async function openChatWindow(
  services: Services,
  origin: string,
  person: Person,
): Promise<ChatWindow> {
  const { accessToken } = await signIn(services, person);
  const headers = { authorization: `Bearer ${accessToken}` };
  const trpc = createTRPCClient<AppRouter>({ links: [httpLink({ url: `${origin}/trpc`, headers })] });
  const connection = openChatConnection({
    origin,
    userId: person.id,
    token: async () => accessToken,
    onRefused: async () => true,
  });
  const client = new ChatClient(person.id, connection, {
    contacts: (which) => trpc.chat.contacts.query(which),
    history: (input) => trpc.chat.history.query(input),
  });
  afterAll(() => client.stop());
  client.start();
  return { client, person, loseConnection: () => connection.io.engine.close() };
}
