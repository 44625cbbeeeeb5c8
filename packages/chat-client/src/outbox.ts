import type { Message } from "@korki/contracts/chat";
import type { WireAcknowledgement, WireDraft } from "@korki/contracts/wire/message";
import type { ChatConnection } from "./connection";
import type { Conversation, Pending } from "./conversation";

/** After this long without an acknowledgement a message counts as not sent, in milliseconds. */
const GIVE_UP_MS = 20_000;

type Surroundings = {
  userId: string;
  update(contactId: string, change: (conversation: Conversation) => Conversation): void;
  stored(contactId: string, message: Message): void;
};

/** The unacknowledged messages and read markers. */
export class Outbox {
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  /** Unacknowledged read markers, by contact. */
  readonly #readings = new Map<string, number>();

  constructor(
    private readonly connection: ChatConnection,
    private readonly around: Surroundings,
  ) {}

  send(contactId: string, text: string): void {
    const clientKey = crypto.randomUUID();
    this.around.update(contactId, (conversation) => ({
      ...conversation,
      pending: [...conversation.pending, { clientKey, text, at: Date.now(), state: "sending", error: null }],
    }));
    this.#attempt(contactId, { clientKey, text });
  }

  sendAgain(contactId: string, clientKey: string, pending: readonly Pending[]): void {
    const failed = pending.find((one) => one.clientKey === clientKey);
    if (!failed) return;
    this.#mark(contactId, clientKey, { state: "sending", error: null });
    this.#attempt(contactId, failed);
  }

  read(contactId: string, seq: number): void {
    this.#readings.set(contactId, seq);
    this.#tellReading(contactId, seq);
  }

  /** Resends everything unacknowledged over a new connection, in order and with the same keys. */
  connected(conversations: ReadonlyMap<string, Conversation>): void {
    for (const [contactId, { pending }] of conversations) {
      for (const one of pending) if (one.state === "sending") this.#emit(contactId, one);
    }
    for (const [contactId, seq] of this.#readings) this.#tellReading(contactId, seq);
  }

  stop(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }

  #attempt(contactId: string, message: Pick<Pending, "clientKey" | "text">): void {
    const { clientKey } = message;
    clearTimeout(this.#timers.get(clientKey));
    this.#timers.set(
      clientKey,
      setTimeout(() => this.#failed(contactId, clientKey, null), GIVE_UP_MS),
    );
    // Without a connection it is sent over the next one.
    if (this.connection.connected) this.#emit(contactId, message);
  }

  #emit(contactId: string, { clientKey, text }: Pick<Pending, "clientKey" | "text">): void {
    const draft: WireDraft = { recipient: contactId, text, clientKey };
    this.connection.emit("send_message", JSON.stringify(draft), (answer) =>
      this.#answered(contactId, { clientKey, text }, answer),
    );
  }

  #answered(
    contactId: string,
    { clientKey, text }: Pick<Pending, "clientKey" | "text">,
    answer: WireAcknowledgement,
  ): void {
    if ("error" in answer) {
      this.#failed(contactId, clientKey, answer.error);
      return;
    }
    this.#clear(clientKey);
    const { _id: id, seq, createdAt } = answer;
    const { userId: senderId } = this.around;
    this.around.stored(contactId, {
      id,
      seq,
      senderId,
      recipientId: contactId,
      text,
      clientKey,
      createdAt,
      readAt: null,
    });
  }

  #failed(contactId: string, clientKey: string, error: string | null): void {
    this.#clear(clientKey);
    this.#mark(contactId, clientKey, { state: "failed", error });
  }

  #clear(clientKey: string): void {
    clearTimeout(this.#timers.get(clientKey));
    this.#timers.delete(clientKey);
  }

  #mark(contactId: string, clientKey: string, change: Pick<Pending, "state" | "error">): void {
    this.around.update(contactId, (conversation) => ({
      ...conversation,
      pending: conversation.pending.map((one) => (one.clientKey === clientKey ? { ...one, ...change } : one)),
    }));
  }

  #tellReading(contactId: string, seq: number): void {
    if (!this.connection.connected) return;
    this.connection.emit("messages_read", JSON.stringify({ sender: contactId, seq }), (answer) => {
      if ("ok" in answer && this.#readings.get(contactId) === seq) this.#readings.delete(contactId);
    });
  }
}
