import type { WireAcknowledgement } from "./message";

/** Where socket.io is served (rules §1). */
export const CHAT_PATH = "/socket.io";

/** What a client says; payloads are JSON strings (rules §7). */
export type ChatClientEvents = {
  /** A `WireDraft`. */
  send_message(json: string, acknowledge?: (answer: WireAcknowledgement) => void): void;
  /** A `wireReading`. */
  messages_read(json: string, acknowledge?: (answer: { ok: true } | { error: string }) => void): void;
  /** A `wireTyping` of the recipient; only of clients whose handshake says `typing: true` in `auth`. */
  typing(json: string): void;
  /** A fresh access token of the same account, so that the connection outlives the one it was opened with. */
  renew(token: string, acknowledge?: (answer: { ok: true } | { error: string }) => void): void;
};

/** What the server says. */
export type ChatServerEvents = {
  /** A `WireMessage`: to the recipient, and to the sender's other windows. */
  receive_message(json: string): void;
  /** A `WireRead`: to both sides. */
  messages_read(json: string): void;
  /** A `WirePresence`: to those who have the person among their contacts. */
  presence(json: string): void;
  /** A `WireTypist`: to the recipient's windows, and only to those whose handshake says `typing: true`. */
  typing(json: string): void;
  /** Events may have been missed: what is shown has to be compared with the database. */
  resync(): void;
};
