import { TYPING } from "@korki/domain";

/** Who is typing: what is said of oneself at most every few seconds, and what is heard of others, for as long. */
export class Typing {
  #saidAt = new Map<string, number>();
  readonly #heard = new Map<string, ReturnType<typeof setTimeout>>();

  constructor(
    private readonly say: (contactId: string) => void,
    private readonly onChange: (typing: ReadonlySet<string>) => void,
  ) {}

  /** Says that one is typing to a contact, unless that was said just now. */
  type(contactId: string): void {
    const now = performance.now();
    if (now - (this.#saidAt.get(contactId) ?? Number.NEGATIVE_INFINITY) < TYPING.everyMs) return;
    this.#saidAt.set(contactId, now);
    this.say(contactId);
  }

  /** The message is sent: the next letter begins another one. */
  sent(contactId: string): void {
    this.#saidAt.delete(contactId);
  }

  /** A contact is typing. */
  heard(contactId: string): void {
    clearTimeout(this.#heard.get(contactId));
    this.#heard.set(
      contactId,
      setTimeout(() => this.ended(contactId), TYPING.shownMs),
    );
    this.#changed();
  }

  /** A contact is typing no more: the message is there, or nothing was heard for a while. */
  ended(contactId: string): void {
    if (!this.#heard.has(contactId)) return;
    clearTimeout(this.#heard.get(contactId));
    this.#heard.delete(contactId);
    this.#changed();
  }

  stop(): void {
    for (const timer of this.#heard.values()) clearTimeout(timer);
    this.#heard.clear();
  }

  #changed(): void {
    this.onChange(new Set(this.#heard.keys()));
  }
}
