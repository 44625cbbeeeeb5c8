import type { Contact, History, Message, MessageHistoryInput } from "@korki/contracts/chat";
import type { WireMessage, WirePresence, WireRead, WireTypist } from "@korki/contracts/wire/message";
import { CONTACT_IDS_MAX } from "@korki/domain";
import type { ChatConnection } from "./connection";
import { byNewest, refreshed, withMessage, withOwnReading } from "./contacts";
import {
  type Conversation,
  EMPTY,
  hasGap,
  hasOlder,
  merge,
  newestSeq,
  replace,
  type Unsent,
} from "./conversation";
import { Outbox } from "./outbox";
import { Repeater } from "./repeater";
import { Typing } from "./typing";

/** The calls that the chat makes to the server. */
export type ChatCalls = {
  /** Returns the most recent contacts, at most so many; or those with these ids. */
  contacts(which: { pageSize: number; ids?: string[] }): Promise<Contact[]>;
  history(input: MessageHistoryInput): Promise<History>;
};

/** Keeps unacknowledged messages beyond the page. */
export type UnsentStore = {
  read(): Unsent;
  write(unsent: Unsent): void;
};

/** `connecting` until the first connection; `offline` after a loss. */
export type ConnectionState = "connecting" | "online" | "offline";

/** The state that a screen shows; a new object after each change. */
export type ChatSnapshot = {
  connection: ConnectionState;
  /** The most recent first; null until they are loaded. */
  contacts: readonly Contact[] | null;
  haveContactsFailed: boolean;
  /** Whether the server has more contacts, which can be searched for. */
  hasMoreContacts: boolean;
  conversations: ReadonlyMap<string, Conversation>;
  /** Contacts who are typing to the user now. */
  typing: ReadonlySet<string>;
};

/** Contacts that a window loads; others are loaded one by one when needed. */
const CONTACTS = 500;
/** Messages of a page. */
const PAGE = 50;
/** Messages per call when catching up. */
const CATCH_UP_PAGE = 500;
/** With more missing messages than this, a conversation is reloaded instead of continued. */
const CATCH_UP_MOST = 2_000;

/**
 * The chat of one window, without its screen. Merges the connection's events as they come. After each loss, and
 * whenever a number is missing, it loads the messages after the newest known one. So it has every stored message once
 * and in order.
 */
export class ChatClient {
  #snapshot: ChatSnapshot = {
    connection: "connecting",
    contacts: null,
    haveContactsFailed: false,
    hasMoreContacts: false,
    conversations: new Map(),
    typing: new Set(),
  };
  readonly #listeners = new Set<() => void>();
  readonly #outbox: Outbox;
  readonly #typing: Typing;
  /** Synchronises the loaded state with the server. */
  readonly #sync = new Repeater(() => this.#catchUp());
  readonly #contactsRefresh = new Repeater(() => this.#loadContacts());
  readonly #loading = new Map<string, Promise<void>>();
  /** Contacts that were loaded beyond the first page; the newest last. */
  readonly #met = new Set<string>();
  #isStopped = false;

  /** @param store has the messages that an earlier client could not send; they are shown as failed */
  constructor(
    private readonly userId: string,
    private readonly connection: ChatConnection,
    private readonly calls: ChatCalls,
    private readonly store?: UnsentStore,
  ) {
    for (const [contactId, pending] of store?.read() ?? []) {
      const failed = pending.map((one) => ({ ...one, state: "failed" as const }));
      this.#change(contactId, (conversation) => ({ ...conversation, pending: failed }));
    }
    this.#outbox = new Outbox(connection, {
      update: (contactId, change) => this.#change(contactId, change),
      stored: (contactId, message) => this.#take(contactId, [message]),
      userId,
    });
    this.#typing = new Typing(
      (recipient) => connection.connected && connection.emit("typing", JSON.stringify({ recipient })),
      (typing) => this.#set({ typing }),
    );
    connection.on("connect", () => this.#connected());
    connection.on("disconnect", () => this.#set({ connection: "offline" }));
    connection.on("resync", () => this.#sync.run());
    connection.on("receive_message", (json) => this.#received(json));
    connection.on("messages_read", (json) => this.#read(json));
    connection.on("presence", (json) => this.#presence(json));
    connection.on("typing", (json) => this.#heardTyping(json));
  }

  /** Connects, and loads the contacts even without a connection. */
  start(): void {
    this.#sync.run();
    this.connection.connect();
  }

  /** Retries failed loads at once instead of after their pause. */
  retry(): void {
    this.#sync.run();
  }

  stop(): void {
    this.#isStopped = true;
    this.connection.disconnect();
    this.#sync.stop();
    this.#contactsRefresh.stop();
    this.#outbox.stop();
    this.#typing.stop();
    this.#listeners.clear();
  }

  snapshot = (): ChatSnapshot => this.#snapshot;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  conversation(contactId: string): Conversation {
    return this.#snapshot.conversations.get(contactId) ?? EMPTY;
  }

  /** Loads a contact that is not known: beyond the first page, or there only since that was loaded. */
  meet(contactId: string): void {
    if (this.#contact(contactId) || this.#met.has(contactId)) return;
    this.#met.add(contactId);
    this.#contactsRefresh.run();
  }

  /** Loads the newest messages of a conversation unless they are loaded. */
  open(contactId: string): Promise<void> {
    if (this.conversation(contactId).isLoaded) return Promise.resolve();
    return this.#once(contactId, async () => {
      this.#change(contactId, (conversation) => ({ ...conversation, hasFailed: false }));
      try {
        const page = await this.calls.history({ userId: contactId, limit: PAGE });
        this.#change(contactId, (conversation) => replace(conversation, page.messages, this.userId));
        this.#takeReadings(contactId, page);
        await this.#fillGap(contactId);
      } catch {
        this.#change(contactId, (conversation) => ({ ...conversation, hasFailed: true }));
      }
    });
  }

  /** Loads the page before the oldest loaded message. */
  async loadOlder(contactId: string): Promise<void> {
    const conversation = this.conversation(contactId);
    if (conversation.isLoadingOlder || !hasOlder(conversation)) return;
    this.#change(contactId, (now) => ({ ...now, isLoadingOlder: true }));
    try {
      const before = conversation.messages[0]?.seq ?? 1;
      const { messages } = await this.calls.history({ userId: contactId, before, limit: PAGE });
      this.#take(contactId, messages);
    } finally {
      this.#change(contactId, (now) => ({ ...now, isLoadingOlder: false }));
    }
  }

  /** Sends a text. It is shown at once, as pending until it is stored or discarded. */
  send(contactId: string, text: string): void {
    this.#typing.sent(contactId);
    this.#outbox.send(contactId, text);
  }

  /** Lets the contact see that the user is typing. */
  type(contactId: string): void {
    this.#typing.type(contactId);
  }

  /** Resends a failed message with the same idempotency key. */
  sendAgain(contactId: string, clientKey: string): void {
    this.#outbox.sendAgain(contactId, clientKey, this.conversation(contactId).pending);
  }

  /** Discards a failed message. */
  discard(contactId: string, clientKey: string): void {
    this.#change(contactId, (conversation) => ({
      ...conversation,
      pending: conversation.pending.filter((pending) => pending.clientKey !== clientKey),
    }));
  }

  /** Marks the conversation as read up to this number. */
  markRead(contactId: string, seq: number): void {
    const contact = this.#contact(contactId);
    if (!contact || seq <= contact.ownReadSeq) return;
    this.#ownReading(contactId, seq);
    this.#outbox.read(contactId, seq);
  }

  /** Sends a fresh token, so that the connection outlives the token that it was opened with; false without a connection. */
  renew(token: string): boolean {
    const { connected } = this.connection;
    if (connected) this.connection.emit("renew", token);
    return connected;
  }

  #connected(): void {
    this.#set({ connection: "online" });
    this.#outbox.connected(this.#snapshot.conversations);
    this.#sync.run();
  }

  async #catchUp(): Promise<void> {
    await this.#loadContacts();
    for (const [contactId, { isLoaded }] of this.#snapshot.conversations) {
      if (!isLoaded) continue;
      const behind = (this.#contact(contactId)?.lastSeq ?? 0) - newestSeq(this.conversation(contactId));
      if (behind > 0) await this.#continue(contactId);
    }
  }

  async #loadContacts(): Promise<void> {
    try {
      const told = await this.calls.contacts({ pageSize: CONTACTS });
      const hasMoreContacts = told.length === CONTACTS;
      if (hasMoreContacts) told.push(...(await this.#metBeyond(told)));
      const contacts = refreshed(this.#snapshot.contacts ?? [], told);
      this.#set({ contacts, hasMoreContacts, haveContactsFailed: false });
    } catch (error) {
      this.#set({ haveContactsFailed: true });
      throw error;
    }
  }

  /** Loads the needed contacts that are not in the first page. */
  async #metBeyond(first: readonly Contact[]): Promise<Contact[]> {
    const there = new Set(first.map(({ id }) => id));
    const ids = [...new Set([...this.#snapshot.conversations.keys(), ...this.#met])]
      .filter((id) => !there.has(id))
      .slice(-CONTACT_IDS_MAX);
    return ids.length > 0 ? this.calls.contacts({ ids, pageSize: CONTACT_IDS_MAX }) : [];
  }

  /** Loads all messages after the newest known one. */
  async #continue(contactId: string): Promise<void> {
    for (;;) {
      const after = newestSeq(this.conversation(contactId));
      const page = await this.calls.history({ userId: contactId, after, limit: CATCH_UP_PAGE });
      if (page.lastSeq - after > CATCH_UP_MOST) {
        const newest = await this.calls.history({ userId: contactId, limit: PAGE });
        this.#change(contactId, (conversation) => replace(conversation, newest.messages, this.userId));
        this.#takeReadings(contactId, newest);
      } else this.#take(contactId, page.messages);
      this.#takeReadings(contactId, page);
      if (newestSeq(this.conversation(contactId)) >= page.lastSeq) return;
      if (newestSeq(this.conversation(contactId)) === after)
        throw new Error("the server returned no further messages");
    }
  }

  async #fillGap(contactId: string): Promise<void> {
    while (hasGap(this.conversation(contactId))) await this.#continue(contactId);
  }

  #received(json: string): void {
    const message = messageFromWire(JSON.parse(json) as WireMessage);
    this.#typing.ended(message.senderId);
    this.#take(message.senderId === this.userId ? message.recipientId : message.senderId, [message]);
  }

  /** Merges messages into the loaded conversation and the contact. */
  #take(contactId: string, messages: readonly Message[]): void {
    const conversation = this.conversation(contactId);
    if (conversation.isLoaded || this.#loading.has(contactId) || conversation.pending.length > 0) {
      this.#change(contactId, (now) => merge(now, messages, this.userId));
    }
    const contact = this.#contact(contactId);
    const [newest] = messages.slice(-1);
    if (!contact) this.#contactsRefresh.run();
    else if (newest && newest.seq > contact.lastSeq) {
      // With missing messages in between, only the server knows the unread count.
      if (messages.length === 1 && newest.seq > contact.lastSeq + 1) this.#contactsRefresh.run();
      let changed = contact;
      for (const message of messages) changed = withMessage(changed, message, this.userId);
      this.#setContact(changed);
    }
    if (hasGap(this.conversation(contactId)) && !this.#loading.has(contactId)) this.#sync.run();
  }

  #read(json: string): void {
    const { reader, sender, seq } = JSON.parse(json) as WireRead;
    if (reader === this.userId) this.#ownReading(sender, seq);
    else this.#otherReading(reader, seq);
  }

  #takeReadings(contactId: string, { ownReadSeq, otherReadSeq }: History): void {
    this.#ownReading(contactId, ownReadSeq);
    this.#otherReading(contactId, otherReadSeq);
  }

  #ownReading(contactId: string, seq: number): void {
    const contact = this.#contact(contactId);
    if (!contact) return;
    const read = withOwnReading(contact, seq, this.conversation(contactId));
    this.#setContact(read.contact);
    if (!read.isCertain) this.#contactsRefresh.run();
  }

  #otherReading(contactId: string, seq: number): void {
    const contact = this.#contact(contactId);
    if (contact && seq > contact.otherReadSeq) this.#setContact({ ...contact, otherReadSeq: seq });
  }

  #presence(json: string): void {
    const { _id, online } = JSON.parse(json) as WirePresence;
    const contact = this.#contact(_id);
    if (contact && contact.online !== online) this.#setContact({ ...contact, online });
  }

  #heardTyping(json: string): void {
    const { sender } = JSON.parse(json) as WireTypist;
    this.#typing.heard(sender);
  }

  #contact(contactId: string): Contact | undefined {
    return this.#snapshot.contacts?.find(({ id }) => id === contactId);
  }

  #setContact(contact: Contact): void {
    const contacts = this.#snapshot.contacts ?? [];
    const before = contacts.find(({ id }) => id === contact.id);
    if (before === contact) return;
    const changed = contacts.map((one) => (one.id === contact.id ? contact : one));
    const moves = before?.lastMessage?.createdAt !== contact.lastMessage?.createdAt;
    this.#set({ contacts: moves ? changed.sort(byNewest) : changed });
  }

  #change(contactId: string, change: (conversation: Conversation) => Conversation): void {
    const before = this.conversation(contactId);
    const after = change(before);
    const conversations = new Map(this.#snapshot.conversations).set(contactId, after);
    this.#set({ conversations });
    // What a call answers after the stop is the next client's.
    if (after.pending === before.pending || this.#isStopped) return;
    const unsent = [...conversations].map(([id, { pending }]) => [id, pending] as const);
    this.store?.write(unsent.filter(([, pending]) => pending.length > 0));
  }

  #set(change: Partial<ChatSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...change };
    for (const listener of this.#listeners) listener();
  }

  /** Runs one load of a conversation at a time. */
  #once(contactId: string, load: () => Promise<void>): Promise<void> {
    const running = this.#loading.get(contactId) ?? load().finally(() => this.#loading.delete(contactId));
    this.#loading.set(contactId, running);
    return running;
  }
}

/** The server's own messages are taken as they are: a page without forms does without the schemas. */
function messageFromWire(wire: WireMessage): Message {
  const { _id, sender, recipient, text, createdAt, readAt, seq, clientKey: key } = wire;
  return { id: _id, senderId: sender, recipientId: recipient, text, createdAt, readAt, seq, clientKey: key };
}
