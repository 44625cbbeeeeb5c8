import { newId } from "@korki/db";
import { beforeEach, describe, expect, test } from "vitest";
import type { ActorCtx } from "../context";
import { makePerson, personCtx } from "../testing/people";
import { openTestServices } from "../testing/test-services";
import { connectTelegram, disconnectTelegram } from "./connect-telegram";
import { endOtherSessions } from "./sessions";
import { connectByTelegramLink, createTelegramLink } from "./telegram-link";

const services = await openTestServices({ TELEGRAM_BOT_USERNAME: "korki_bot" });
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

describe("the settings' link", () => {
  const OVER = { code: "input", message: expect.stringContaining("Ten link już nie działa") };
  const tokenOf = async (ctx: ActorCtx) => {
    const { url } = await createTelegramLink(ctx);
    const [, token = ""] = /^https:\/\/t\.me\/korki_bot\?start=([\w-]{1,64})$/.exec(url ?? "") ?? [];
    expect(token).not.toBe("");
    return token;
  };
  const open = (chatId: string, token: string) => connectByTelegramLink(services, { chatId, token });
  const chatOf = async ({ actor }: ActorCtx) =>
    (await db.prisma.user.findUniqueOrThrow({ where: { id: actor.id } })).telegramChatId;

  test("connects the chat that opens it, once; its second tap says which account that was", async () => {
    const ctx = await someone();
    const token = await tokenOf(ctx);
    expect(await open("link-1", token)).toEqual({ again: null, formerName: null });
    expect(await chatOf(ctx)).toBe("link-1");
    const { email } = await db.prisma.user.findUniqueOrThrow({ where: { id: ctx.actor.id } });
    expect(await open("link-1", token)).toMatchObject({ again: { email }, formerName: null });
    await expect(open("link-2", token)).rejects.toMatchObject(OVER);
    const told = await db.prisma.notification.findMany({ where: { recipientId: ctx.actor.id } });
    expect(told.map(({ kind }) => kind).sort()).toEqual(["account-alert", "telegram-connected"]);
  });

  test("no token is stored", async () => {
    const token = await tokenOf(await someone());
    const rows = await db.prisma.oneTimeLink.findMany({ where: { kind: "telegram" } });
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test("of two chats that open it at once one is connected", async () => {
    const ctx = await someone();
    const token = await tokenOf(ctx);
    const chats = ["link-3", "link-4", "link-5"];
    const outcomes = await Promise.allSettled(chats.map((chatId) => open(chatId, token)));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected", "rejected"]);
    expect(chats).toContain(await chatOf(ctx));
  });

  test("takes the chat from the account that had it, and names that one", async () => {
    const [first, second] = [await someone(), await someone()];
    await open("link-6", await tokenOf(first));
    const { name, surname } = await db.prisma.user.findUniqueOrThrow({ where: { id: first.actor.id } });
    const token = await tokenOf(second);
    expect(await open("link-6", token)).toEqual({ again: null, formerName: `${name} ${surname}` });
    expect([await chatOf(first), await chatOf(second)]).toEqual([null, "link-6"]);
  });

  test("ends after 15 minutes, with the session, and with the account", async () => {
    const ctx = await someone();
    const late = await tokenOf(ctx);
    clock.time = new Date(clock.time.getTime() + 15 * 60_000);
    await expect(open("link-7", late)).rejects.toMatchObject(OVER);
    const ended = await tokenOf(ctx);
    await endOtherSessions(ctx);
    await expect(open("link-7", ended)).rejects.toMatchObject(OVER);
    const disabled = await tokenOf(ctx);
    await db.prisma.user.update({ where: { id: ctx.actor.id }, data: { isDisabled: true } });
    await expect(open("link-7", disabled)).rejects.toMatchObject(OVER);
    expect(await chatOf(ctx)).toBeNull();
  });

  test("five made-up tokens, and that chat has to wait", async () => {
    for (let wrong = 1; wrong <= 5; wrong += 1) {
      await expect(open("link-8", "x".repeat(wrong * 16))).rejects.toMatchObject(OVER);
    }
    const token = await tokenOf(await someone());
    await expect(open("link-8", token)).rejects.toMatchObject({ code: "rate_limited" });
    await open("link-9", token);
  });

  test("there is none without a bot", async () => {
    const ctx = await someone();
    const settings = { ...ctx.settings, telegramBotUsername: null };
    expect(await createTelegramLink({ ...ctx, settings })).toEqual({ url: null });
  });
});
