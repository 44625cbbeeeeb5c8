import { randomInt } from "node:crypto";
import { productUrl } from "./product-url";

/** The stand-ins for mailbox and messenger, asked over their JSON; each question waits at the server for its answer. */
const WAIT_SECONDS = 25;
const TRIES = 4;

export type Mail = { id: string; subject: string; text: string; html: string; links: string[] };

/** The newest mail to this address that fits; waits for one, and rejects when none comes. */
export async function mailTo(address: string, fits: (mail: Mail) => boolean = () => true): Promise<Mail> {
  let after = "";
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const query = new URLSearchParams({
      to: address,
      after,
      wait: attempt === 0 ? "0" : String(WAIT_SECONDS),
    });
    const mails = await get<Mail[]>(`/dev/inbox.json?${query}`);
    const found = mails.find(fits);
    if (found) return found;
    after = mails[0]?.id ?? after;
  }
  throw new Error(`no such mail to ${address}`);
}

export type BotMessage = { message_id: number; text: string };

/** A person with a telephone who talks to the bot. */
export async function openPhone(firstName: string) {
  const id = randomInt(600_000_000, 900_000_000);
  await post("/dev/telegram/chats", { id, firstName, started: true });
  let after = 0;
  return {
    say: (text: string) => post(`/dev/telegram/${id}/messages`, { text }),
    press: (message: number, button: number) =>
      post(`/dev/telegram/${id}/messages/${message}/buttons/${button}`, {}),
    /** The bot's next message that fits. */
    async hear(fits: (text: string) => boolean): Promise<BotMessage> {
      for (let attempt = 0; attempt < TRIES * 3; attempt += 1) {
        const messages = await get<BotMessage[]>(
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
  const response = await fetch(productUrl() + path);
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

/** The pages' own forms: they answer with the page to look at next. */
async function post(path: string, body: object): Promise<void> {
  const response = await fetch(productUrl() + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    redirect: "manual",
  });
  if (response.status >= 400)
    throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
}

/** The mail server refuses the next mail to this address. */
export function refuseMailTo(recipient: string): Promise<void> {
  return post("/dev/inbox/faults", { kind: "refuse", times: 1, recipient });
}
