import { newId } from "@korki/db";
import { beforeEach, expect, test } from "vitest";
import { makePerson, personCtx } from "../testing/people";
import { openTestServices } from "../testing/test-services";
import { connectTelegram } from "./connect-telegram";
import { disconnectTelegram } from "./disconnect-telegram";

const services = await openTestServices();
const { db, clock } = services;
beforeEach(() => services.freshLimits());

const WRONG = { code: "input", message: "Zły kod" };
let given = 0;

/** A code as the bot hands it out. */
async function giveCode(details: { chatId?: string; minutesLeft?: number; voided?: boolean } = {}) {
  given += 1;
  const { chatId = `chat${given}`, minutesLeft = 10, voided = false } = details;
  const code = String(given).padStart(8, "0");
  const expiresAt = new Date(clock.time.getTime() + minutesLeft * 60_000);
  const voidedAt = voided ? clock.time : null;
  await db.prisma.telegramCode.create({ data: { id: newId(), chatId, code, expiresAt, voidedAt } });
  return { chatId, code };
}

const someone = async () => personCtx(services, await makePerson(services, "Student"));

test("a code links the chat that it was given to", async () => {
  const ctx = await someone();
  const { chatId, code } = await giveCode();
  expect(await connectTelegram(ctx, { code: ` ${code} ` })).toMatchObject({
    isTelegramConnected: true,
    telegramChatId: chatId,
  });
  expect(await disconnectTelegram(ctx)).toMatchObject({ isTelegramConnected: false, telegramChatId: null });
  expect(await disconnectTelegram(ctx)).toMatchObject({ isTelegramConnected: false });
  const kept = await db.prisma.historyEntry.findMany({ where: { entityId: ctx.actor.id } });
  expect(kept.map(({ action }) => action)).toEqual(["connect-telegram", "disconnect-telegram"]);
  expect(JSON.stringify(kept.map(({ changes }) => changes))).not.toContain(code);
});

test("the chat gets a message with the account that it is linked to", async () => {
  const ctx = await someone();
  const { chatId, code } = await giveCode();
  await connectTelegram(ctx, { code });
  const { id, name, surname } = await db.prisma.user.findUniqueOrThrow({ where: { id: ctx.actor.id } });
  const told = await db.prisma.notification.findMany({ where: { recipientId: id } });
  expect(told).toContainEqual(
    expect.objectContaining({
      kind: "telegram-connected",
      facts: { chatId, accountName: `${name} ${surname}` },
    }),
  );
});

test("a newly linked chat is announced to the owner by e-mail", async () => {
  const ctx = await someone();
  const { code } = await giveCode();
  await connectTelegram({ ...ctx, device: "Firefox, Linux" }, { code });
  const told = await db.prisma.notification.findFirst({
    where: { recipientId: ctx.actor.id, kind: "account-alert" },
  });
  expect(told?.facts).toMatchObject({ event: "telegram-connected", device: "Firefox, Linux" });
});

test("it does so once", async () => {
  const { code } = await giveCode();
  await connectTelegram(await someone(), { code });
  await expect(connectTelegram(await someone(), { code })).rejects.toMatchObject(WRONG);
});

test("one of two people who enter one code at once is connected", async () => {
  const { code, chatId } = await giveCode();
  const people = await Promise.all([someone(), someone(), someone()]);
  const outcomes = await Promise.allSettled(people.map((ctx) => connectTelegram(ctx, { code })));
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected", "rejected"]);
  expect(await db.prisma.user.count({ where: { telegramChatId: chatId } })).toBe(1);
});

test("a chat is linked to one account at a time, an account to one chat", async () => {
  const [first, second] = [await someone(), await someone()];
  const { chatId, code } = await giveCode();
  await connectTelegram(first, { code });
  await connectTelegram(second, { code: (await giveCode({ chatId })).code });
  const { code: another, chatId: otherChat } = await giveCode();
  await connectTelegram(second, { code: another });
  const chats = await db.prisma.user.findMany({
    where: { id: { in: [first.actor.id, second.actor.id] } },
    orderBy: { id: "asc" },
    select: { telegramChatId: true },
  });
  expect(chats).toEqual([{ telegramChatId: null }, { telegramChatId: otherChat }]);
});

test("two people who swap their chats at once both succeed", async () => {
  const [one, two] = [await someone(), await someone()];
  const [chatOne, chatTwo] = [await giveCode(), await giveCode()];
  await connectTelegram(one, { code: chatOne.code });
  await connectTelegram(two, { code: chatTwo.code });
  const codes = [await giveCode({ chatId: chatTwo.chatId }), await giveCode({ chatId: chatOne.chatId })];
  await Promise.all([
    connectTelegram(one, { code: codes[0]?.code ?? "" }),
    connectTelegram(two, { code: codes[1]?.code ?? "" }),
  ]);
  expect(await db.prisma.user.count({ where: { telegramChatId: chatTwo.chatId, id: one.actor.id } })).toBe(1);
  expect(await db.prisma.user.count({ where: { telegramChatId: chatOne.chatId, id: two.actor.id } })).toBe(1);
});

test("an expired or voided code is wrong", async () => {
  const ctx = await someone();
  for (const details of [{ minutesLeft: 0 }, { voided: true }]) {
    const { code } = await giveCode(details);
    await expect(connectTelegram(ctx, { code })).rejects.toMatchObject(WRONG);
  }
});

test.each(["", "1234567", "123456789", "1234567a", "１２３４５６７８", "12345678'--"])(
  "%j is wrong",
  async (code) => {
    await expect(connectTelegram(await someone(), { code })).rejects.toMatchObject(WRONG);
  },
);

test("after five wrong codes even a right one has to wait, for that person alone", async () => {
  const ctx = await someone();
  const { code } = await giveCode();
  const tries = Array.from({ length: 5 }, () => connectTelegram(ctx, { code: "99999999" }));
  for (const outcome of await Promise.allSettled(tries)) expect(outcome).toMatchObject({ reason: WRONG });
  await expect(connectTelegram(ctx, { code })).rejects.toMatchObject({
    code: "rate_limited",
    retryAfterSeconds: expect.closeTo(900, -2),
  });
  await connectTelegram(await someone(), { code });
});

test("a right code of one's own does not make the wrong ones forgotten", async () => {
  const ctx = await someone();
  for (let wrong = 1; wrong <= 4; wrong += 1) {
    await expect(connectTelegram(ctx, { code: "99999999" })).rejects.toMatchObject(WRONG);
    await connectTelegram(ctx, { code: (await giveCode()).code });
  }
  await expect(connectTelegram(ctx, { code: "99999999" })).rejects.toMatchObject(WRONG);
  await expect(connectTelegram(ctx, { code: "99999999" })).rejects.toMatchObject({ code: "rate_limited" });
});
