import type { Contact } from "@korki/contracts/chat";
import { expect, it } from "vitest";
import { ChatClient } from "./chat-client";
import type { ChatConnection } from "./connection";

const contact = (id: string) => ({ id, lastSeq: 0, unread: 0 }) as Contact;

it("a contact that came after the list was loaded is asked for once", async () => {
  const connection = { connected: false, on: () => undefined, connect: () => undefined };
  let known = [contact("anna")];
  let asked = 0;
  const client = new ChatClient("admin", connection as unknown as ChatConnection, {
    contacts: async () => {
      asked += 1;
      return known;
    },
    history: () => Promise.reject(),
  });
  const ids = () => client.snapshot().contacts?.map(({ id }) => id);
  client.start();
  await expect.poll(ids).toEqual(["anna"]);
  known = [contact("anna"), contact("new")];
  for (const id of ["anna", "new", "new"]) client.meet(id);
  await expect.poll(ids).toEqual(["anna", "new"]);
  client.meet("nobody");
  client.meet("nobody");
  await expect.poll(() => asked).toBe(3);
});
