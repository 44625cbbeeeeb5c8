import { TYPING } from "@korki/domain";

/** The typing indicator: sends one's own at most every few seconds and forgets those of others after as long. */
export class Typing {
  #saidAt = new Map<string, number>();
  readonly #heard = new Map<string, ReturnType<typeof setTimeout>>();

  constructor(
    private readonly say: (contactId: string) => void,
    private readonly onChange: (typing: ReadonlySet<string>) => void,
  ) {}

  /** Tells a contact that one is typing, unless that was sent just now. */
  type(contactId: string): void {
    const now = performance.now();
    if (now - (this.#saidAt.get(contactId) ?? Number.NEGATIVE_INFINITY) < TYPING.everyMs) return;
    this.#saidAt.set(contactId, now);
    this.say(contactId);
  }

  /** Records that the message was sent. The next letter is sent at once again. */
  sent(contactId: string): void {
    this.#saidAt.delete(contactId);
  }

  /** Records that a contact is typing. */
  heard(contactId: string): void {
    clearTimeout(this.#heard.get(contactId));
    this.#heard.set(
      contactId,
      setTimeout(() => this.ended(contactId), TYPING.shownMs),
    );
    this.#changed();
  }

  /** Records that a contact stopped typing: the message arrived, or no signal came for a while. */
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
