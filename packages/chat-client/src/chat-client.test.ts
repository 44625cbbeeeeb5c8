import type { Contact } from "@korki/contracts/chat";
import type { WireAcknowledgement, WireDraft } from "@korki/contracts/wire/message";
import { expect, it } from "vitest";
import { ChatClient, type UnsentStore } from "./chat-client";
import type { ChatConnection } from "./connection";
import type { Unsent } from "./conversation";

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

it("a message that could not be sent is there again for the next client, and sent once, with its first key", async () => {
  let kept: Unsent = [];
  const store: UnsentStore = {
    read: () => kept,
    write(unsent) {
      kept = unsent;
    },
  };
  const calls = { contacts: async () => [contact("anna")], history: () => Promise.reject() };
  const offline = { connected: false, on: () => undefined, disconnect: () => undefined };
  const first = new ChatClient("admin", offline as unknown as ChatConnection, calls, store);
  first.send("anna", "Dzień dobry");
  const [sent] = first.conversation("anna").pending;
  first.stop();

  const drafts: WireDraft[] = [];
  const online = {
    connected: true,
    on: () => undefined,
    emit(_: string, json: string, answer: (acknowledgement: WireAcknowledgement) => void) {
      drafts.push(JSON.parse(json));
      answer({ ok: true, _id: "message", seq: 1, createdAt: new Date().toISOString() });
    },
  };
  const next = new ChatClient("admin", online as unknown as ChatConnection, calls, store);
  expect(next.conversation("anna").pending).toEqual([{ ...sent, state: "failed" }]);
  expect(drafts).toEqual([]);
  next.sendAgain("anna", sent?.clientKey ?? "");
  expect(drafts).toEqual([{ recipient: "anna", text: "Dzień dobry", clientKey: sent?.clientKey }]);
  expect(next.conversation("anna").pending).toEqual([]);
  expect(kept).toEqual([]);
});
