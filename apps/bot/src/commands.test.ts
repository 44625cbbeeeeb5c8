import { connectTelegram } from "@korki/services/accounts/connect-telegram";
import { makePerson, personCtx } from "@korki/services/testing/people";
import { expect, test } from "vitest";
import { openBotWorld } from "./testing/bot-world";

const world = await openBotWorld();
const { services, telegram } = world;

test("/rejestracja gives a code that links the chat once", async () => {
  world.start();
  const student = await makePerson(services, "Student");
  const chatId = telegram.openChat().person.id;
  telegram.sendText(chatId, "/rejestracja");
  const answer = await telegram.waitForMessage(chatId, ({ text }) => /\d{8}/.test(text));
  const code = /\d{8}/.exec(answer.text)?.[0] ?? "";
  await connectTelegram(personCtx(services, student), { code });
  telegram.sendText(chatId, "/status");
  await telegram.waitForMessage(chatId, ({ text }) => text.includes(student.email));
  await expect(connectTelegram(personCtx(services, student), { code })).rejects.toThrow("Zły kod");
});
