import { inject } from "vitest";

/** The stand-ins for mailbox and messenger, asked over their JSON; each question waits at the server for its answer. */
const WAIT_SECONDS = 25;
const TRIES = 4;

export type Mail = { id: string; to: string[]; subject: string; text: string; html: string; links: string[] };

/** The first mail to this address that fits; rejects when none comes. */
export async function mailTo(address: string, fits: (mail: Mail) => boolean = () => true): Promise<Mail> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const query = attempt === 0 ? "" : `&wait=${WAIT_SECONDS}`;
    const { mails } = await get<{ mails: Mail[] }>(
      `/dev/inbox.json?to=${encodeURIComponent(address)}${query}`,
    );
    const found = mails.find(fits);
    if (found) return found;
  }
  throw new Error(`no such mail to ${address}`);
}

export type BotMessage = { message_id: number; text: string };

/** A person with a telephone who talks to the bot. */
export async function openPhone(firstName: string) {
  const { id } = await post<{ id: number }>("/dev/telegram/chats", { firstName, started: true });
  let after = 0;
  return {
    say: (text: string) => post(`/dev/telegram/${id}/messages`, { text }),
    press: (message: number, button: number) =>
      post(`/dev/telegram/${id}/messages/${message}/buttons/${button}`, {}),
    /** The bot's next message that fits. */
    async hear(fits: (text: string) => boolean): Promise<BotMessage> {
      for (let attempt = 0; attempt < TRIES * 3; attempt += 1) {
        const { messages } = await get<{ messages: BotMessage[] }>(
          `/dev/telegram/${id}/messages.json?after=${after}&wait=${WAIT_SECONDS}`,
        );
        for (const message of messages) {
          after = Math.max(after, message.message_id);
          if (fits(message.text)) return message;
        }
      }
      throw new Error("the bot said nothing of the kind");
    },
  };
}

async function get<T>(path: string): Promise<T> {
  return answer<T>(await fetch(inject("productUrl") + path));
}

async function post<T>(path: string, body: object): Promise<T> {
  return answer<T>(
    await fetch(inject("productUrl") + path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  );
}

async function answer<T>(response: Response): Promise<T> {
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}
