import { once } from "node:events";
import { notificationReasons } from "@korki/contracts/texts/notifications";
import { systemCtx } from "@korki/services";
import { resendNotification } from "@korki/services/notifications/list-notifications";
import { expect, onTestFinished, test, vi } from "vitest";
import { openDeliveryQueues } from "./outbox/delivery-queues";
import { openRedis } from "./redis";
import { createMailSender } from "./senders/mail";
import { notificationFixtures } from "./testing/notification-fixtures";
import { openTestWorld } from "./testing/outside-world";

const world = await openTestWorld();
const { services, mail, telegram } = world;
const { teacher, notifyRecipient, queueNotification, row, becomes } = notificationFixtures(world);

test("429 stops the calls for every chat until its pause is over and does not count as an attempt", async () => {
  const people = await Promise.all([1, 2, 3, 4, 5].map(() => teacher({ connected: true })));
  const ids = await Promise.all(people.map(({ id: userId }) => notifyRecipient({ userId })));
  telegram.faults.add({ answer: "too-many-requests", retryAfter: 2, method: "sendMessage" });
  const before = telegram.calls("sendMessage").length;
  world.startWorker();
  for (const id of ids) await becomes(id, { status: "sent", channel: "telegram", attempts: 1 });
  const [refused, ...taken] = telegram.calls("sendMessage").slice(before);
  expect(refused?.status).toBe(429);
  expect(taken).toHaveLength(people.length);
  expect((taken[0]?.at ?? 0) - (refused?.at ?? 0)).toBeGreaterThanOrEqual(2000);
});

test("a pause is never shortened by a later one", async () => {
  const redis = openRedis(world.redisUrl, services.log);
  await once(redis, "ready");
  const queues = openDeliveryQueues(redis, services.log);
  onTestFinished(async () => {
    await redis.flushdb();
    await queues.close();
    redis.disconnect();
  });
  expect(await queues.telegramPauseMs()).toBe(0);
  await queues.pauseTelegram(30);
  await queues.pauseTelegram(1);
  expect(await queues.telegramPauseMs()).toBeGreaterThan(20_000);
});

test.each(["server-error", "bad-gateway", "reset"] as const)(
  "sends the message once after %s",
  async (answer) => {
    world.startWorker();
    const { id: userId, chatId } = await teacher({ connected: true });
    telegram.faults.add({ answer, times: 2, chatId });
    const id = await notifyRecipient({ userId });
    await becomes(id, { status: "sent", channel: "telegram", attempts: 3 });
    expect(telegram.botMessages(chatId)).toHaveLength(1);
  },
);

test("falls back to e-mail when the Bot API stays unavailable", async () => {
  world.startWorker();
  const { id: userId, chatId, email } = await teacher({ connected: true });
  telegram.faults.add({ answer: "server-error", times: 100, chatId });
  const id = await notifyRecipient({ userId });
  await becomes(id, { status: "sent", channel: "email", attempts: 5 });
  telegram.faults.clear();
  expect(mail.mailsTo(email)).toHaveLength(1);
});

test("unlinks a chat that blocked the bot and sends by e-mail at once", async () => {
  world.startWorker();
  const { id: userId, chatId, email } = await teacher({ connected: true });
  telegram.block(chatId);
  const id = await notifyRecipient({ userId });
  await becomes(id, { status: "sent", channel: "email", attempts: 1 });
  expect(mail.mailsTo(email)).toHaveLength(1);
  const user = await services.db.prisma.user.findUniqueOrThrow({ where: { id: userId } });
  expect(user.telegramChatId).toBeNull();
  const history = await services.db.prisma.historyEntry.findFirst({ where: { entityId: userId } });
  expect(history).toMatchObject({ action: "disconnect-telegram", actorId: null });
});

test("what cannot be switched off goes by e-mail from a blocked chat although the person wants no e-mail", async () => {
  world.startWorker();
  const { id: userId, chatId, email } = await teacher({ connected: true });
  const preference = { userId, channel: "email", kind: "*", enabled: false };
  await services.db.prisma.notificationPreference.create({ data: preference });
  telegram.deactivate(chatId);
  const facts = { orderId: userId, amount: 180, lessons: 2 };
  const id = await queueNotification({ kind: "order-refunded", to: { userId }, facts });
  await becomes(id, { status: "sent", channel: "email" });
  expect(mail.mailsTo(email)).toHaveLength(1);
});

test("sends by e-mail when the bot token is wrong", async () => {
  const { id: userId, chatId, email } = await teacher({ connected: true });
  world.startWorker({}, { telegramBotToken: "1:wrong" });
  const id = await notifyRecipient({ userId });
  await becomes(id, { status: "sent", channel: "email" });
  expect(mail.mailsTo(email)).toHaveLength(1);
  expect(telegram.botMessages(chatId)).toEqual([]);
});

test("retries a greylisted mail", async () => {
  world.startWorker();
  const { id: userId, email } = await teacher();
  mail.faults.add({ kind: "greylist", times: 2, recipient: email });
  const id = await notifyRecipient({ userId });
  await becomes(id, { status: "sent", channel: "email", attempts: 3 });
  expect(mail.mailsTo(email)).toHaveLength(1);
});

test("fails at once for a mailbox that does not exist; an administrator can resend it", async () => {
  world.startWorker();
  const { id: userId, email } = await teacher();
  mail.faults.add({ kind: "refuse", recipient: email });
  const id = await notifyRecipient({ userId });
  await becomes(id, { status: "failed", channel: "email", attempts: 1 });
  expect((await row(id)).lastError).toBe(
    `${notificationReasons.mailRefused} (550 5.1.1 <${email}>: No such mailbox here)`,
  );
  const logged = services.logged.filter((line) => line.includes(id));
  expect(logged.join()).toContain("(550 5.1.1 <…>: No such mailbox here)");
  expect(logged.join()).not.toContain(email);
  mail.faults.clear();
  await resendNotification(systemCtx(services), { id });
  await becomes(id, { status: "sent", attempts: 1, lastError: null });
  const { sentText, channelAnswer } = await row(id);
  expect(mail.mailsTo(email)[0]?.text.trim()).toContain(sentText?.split("\n\n")[1]?.split("\n")[0]);
  expect(channelAnswer).toMatch(/^250 /);
  // What was sent is sent again as a further one.
  await resendNotification(systemCtx(services), { id });
  await vi.waitFor(() => expect(mail.mailsTo(email)).toHaveLength(2), { timeout: 10_000 });
});

test("marks a delivery failed after the last attempt, with the last reason", async () => {
  world.startWorker();
  const { id: userId, email } = await teacher();
  mail.faults.add({ kind: "greylist", times: 50, recipient: email });
  const id = await notifyRecipient({ userId });
  await becomes(id, { status: "failed", attempts: 5 });
  expect((await row(id)).lastError).toContain(notificationReasons.mailDeferred);
  mail.faults.clear();
});

test("a mail server without STARTTLS gets neither mail nor password unless the address allows it", async () => {
  const { email } = await teacher();
  const sendBy = async (option: string) => {
    const address = mail.url.replace("//", "//korki:hunter2@");
    const sender = createMailSender(`${address}?${option}=true`, services.settings.mailFrom, 1);
    onTestFinished(() => sender.close());
    return sender.send(option, email, { subject: "Temat", text: "Treść", html: "<p>Treść</p>" });
  };
  await expect(sendBy("requireTLS")).rejects.toMatchObject({ message: /ETLS/ });
  expect(mail.mailsTo(email)).toHaveLength(0);
  await sendBy("ignoreTLS");
  expect(mail.mailsTo(email)).toHaveLength(1);
});

test("retries a mail whose connection broke", async () => {
  world.startWorker();
  const { id: userId, email } = await teacher();
  mail.faults.add({ kind: "drop", times: 1, recipient: email });
  const id = await notifyRecipient({ userId });
  await becomes(id, { status: "sent", attempts: 2 });
  expect(mail.mailsTo(email)).toHaveLength(1);
});
