import { Changes } from "../changes";
import { badRequest } from "./bot-api-error";

/** The bot's answer to a pressed button: a note at the top of the chat, or an alert that has to be closed. */
export interface CallbackAnswer {
  readonly text: string;
  readonly showAlert: boolean;
}

interface OpenQuery {
  readonly chatId: number;
  readonly messageId: number;
  readonly askedAt: number;
  answer: CallbackAnswer | null;
}

/** After this time a person's app has stopped waiting, and the bot's answer is refused. */
const LIFETIME_MS = 60_000;
const KEPT = 1000;

/** The last pressed buttons, in memory only: after a restart each of them is "too old". */
export class CallbackQueries {
  readonly changes = new Changes();
  readonly #queries = new Map<string, OpenQuery>();

  open(id: string, chatId: number, messageId: number): void {
    this.#queries.set(id, { chatId, messageId, askedAt: Date.now(), answer: null });
    const oldest = this.#queries.keys().next().value;
    if (this.#queries.size > KEPT && oldest !== undefined) this.#queries.delete(oldest);
  }

  /** Records the answer and returns the chat of the button. @throws BotApiError 400 when the query is too old */
  answer(id: string, answer: CallbackAnswer): number {
    const query = this.#queries.get(id);
    if (!query || query.answer || Date.now() - query.askedAt > LIFETIME_MS)
      throw badRequest("query is too old and response timeout expired or query ID is invalid");
    query.answer = answer;
    this.changes.bump();
    return query.chatId;
  }

  answerOf(id: string): CallbackAnswer | null {
    return this.#queries.get(id)?.answer ?? null;
  }

  /** Whether a button of the message was pressed and the bot has not answered yet. */
  isWaiting(chatId: number, messageId: number): boolean {
    return [...this.#queries.values()].some(
      (query) =>
        query.chatId === chatId &&
        query.messageId === messageId &&
        !query.answer &&
        Date.now() - query.askedAt < LIFETIME_MS,
    );
  }
}
