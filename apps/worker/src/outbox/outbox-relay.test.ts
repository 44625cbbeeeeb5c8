import { DELIVERY_QUEUES, deliveryJobId, QUEUE_PREFIX } from "@korki/notifications";
import { Queue, Worker } from "bullmq";
import { Redis } from "ioredis";
import { expect, onTestFinished, test, vi } from "vitest";
import { notificationFixtures, WAIT_MS } from "../testing/notification-fixtures";
import { openTestWorld } from "../testing/outside-world";

const world = await openTestWorld();
const { services, mail } = world;
const { prisma } = services.db;
const { teacher, notifyRecipient, queueNotification, row, becomes } = notificationFixtures(world);

function redis(): Redis {
  const connection = new Redis(world.redisUrl, { maxRetriesPerRequest: null });
  onTestFinished(() => connection.disconnect());
  return connection;
}

test("queues a notification again that vanished from Redis", async () => {
  const { id: userId, email } = await teacher();
  const id = await notifyRecipient({ userId });
  // As after a relay that was killed, or a Redis that was emptied.
  await prisma.notification.update({ where: { id }, data: { status: "queued", queuedAt: new Date() } });
  world.startWorker();
  await becomes(id, { status: "sent" });
  expect(mail.mailsTo(email)).toHaveLength(1);
});

test("loses and doubles no notification when Redis is emptied", async () => {
  const { id: userId, email } = await teacher();
  mail.faults.delay(20);
  world.startWorker();
  const ids = await Promise.all(Array.from({ length: 60 }, () => notifyRecipient({ userId })));
  await vi.waitFor(() => expect(mail.mailsTo(email).length).toBeGreaterThan(5), {
    timeout: WAIT_MS,
    interval: 5,
  });
  await redis().flushdb();
  await vi.waitFor(
    async () =>
      expect(await prisma.notification.count({ where: { id: { in: ids }, status: "sent" } })).toBe(60),
    { timeout: WAIT_MS },
  );
  mail.faults.clear();
  expect(mail.mailsTo(email)).toHaveLength(60);
});

test("two workers send each notification once", async () => {
  const people = await Promise.all([1, 2, 3].map(() => teacher({ connected: true })));
  world.startWorker();
  world.startWorker();
  const byMail = await teacher();
  const ids = await Promise.all([
    ...people.map(({ id }) => notifyRecipient({ userId: id })),
    ...Array.from({ length: 150 }, () => notifyRecipient({ userId: byMail.id })),
  ]);
  await vi.waitFor(
    async () =>
      expect(await prisma.notification.count({ where: { id: { in: ids }, status: "sent" } })).toBe(
        ids.length,
      ),
    { timeout: WAIT_MS },
  );
  expect(mail.mailsTo(byMail.email)).toHaveLength(150);
  for (const { chatId } of people) expect(world.telegram.botMessages(chatId)).toHaveLength(1);
});

test("what loses its sense within the hour goes first, what goes to many at once last", async () => {
  const { id: userId, email } = await teacher();
  const to = { userId };
  const month = { month: "2026-11", total: 900, until: "2026-12-05" };
  const absence = {
    event: "added",
    from: "2026-12-01",
    to: "2026-12-01",
    fromBlock: null,
    toBlock: null,
  } as const;
  for (let turn = 0; turn < 10; turn += 1) {
    await queueNotification({ kind: "settlement-proposed", to, facts: month });
    await notifyRecipient(to);
    await queueNotification({ kind: "absence-changed", to, facts: { ...absence, label: "" } });
  }
  world.startWorker();
  await vi.waitFor(() => expect(mail.mailsTo(email)).toHaveLength(30), { timeout: WAIT_MS });
  const kinds = mail
    .mailsTo(email)
    .map(({ subject }) => /nieobecn|uczeń/i.exec(subject)?.[0].toLowerCase() ?? "miesiąc");
  expect(kinds).toEqual([
    ...Array(10).fill("nieobecn"),
    ...Array(10).fill("uczeń"),
    ...Array(10).fill("miesiąc"),
  ]);
});

test("finishes a job that stalled many times, and drops jobs with invalid data", async () => {
  const { id: userId, email } = await teacher();
  const id = await notifyRecipient({ userId });
  await prisma.notification.update({ where: { id }, data: { status: "queued", queuedAt: new Date() } });
  const queue = new Queue(DELIVERY_QUEUES.email, { connection: redis(), prefix: QUEUE_PREFIX });
  onTestFinished(() => queue.close());
  await queue.add("deliver", { notificationId: id }, { jobId: deliveryJobId(id), removeOnComplete: true });
  const stalls = 4;
  for (let left = stalls; left > 0; left -= 1) await stallJob(deliveryJobId(id));
  const job = await queue.getJob(deliveryJobId(id));
  expect(job?.stalledCounter).toBe(stalls - 1);
  await queue.add("deliver", { notificationId: 7 }, { removeOnFail: true, removeOnComplete: true });
  await queue.add("deliver", null, { removeOnFail: true, removeOnComplete: true });
  world.startWorker({ relay: { strandedAfterSeconds: 600 } });
  await becomes(id, { status: "sent" });
  expect(mail.mailsTo(email)).toHaveLength(1);
  await vi.waitFor(
    async () =>
      expect(await queue.getJobCounts("wait", "active", "failed")).toMatchObject({
        wait: 0,
        active: 0,
        failed: 0,
      }),
    { timeout: WAIT_MS },
  );
});

/** Lets a worker take the job and die. */
async function stallJob(jobId: string): Promise<void> {
  const connection = redis();
  await new Promise<void>((resolve) => {
    const worker = new Worker(
      DELIVERY_QUEUES.email,
      (job) => {
        if (job.id === jobId) resolve();
        return new Promise(() => undefined);
      },
      { connection, prefix: QUEUE_PREFIX, lockDuration: 300, stalledInterval: 100, maxStalledCount: 100 },
    );
    worker.on("error", () => undefined);
    onTestFinished(() => worker.close(true));
  });
  connection.disconnect();
}

test("a second worker takes a notification over only after its lease has expired", async () => {
  const { id: userId, email } = await teacher();
  const id = await notifyRecipient({ userId });
  const claimedTill = new Date(Date.now() + 3000);
  await prisma.notification.update({
    where: { id },
    data: { status: "queued", queuedAt: new Date(0), claimedTill, attempts: 1 },
  });
  world.startWorker();
  await becomes(id, { status: "sent", attempts: 2 });
  expect(mail.mailsTo(email)[0]?.receivedAt.getTime()).toBeGreaterThanOrEqual(claimedTill.getTime());
  expect((await row(id)).finishedAt?.getTime()).toBeGreaterThanOrEqual(claimedTill.getTime());
});

test("marks a notification failed that crashes its worker each time", async () => {
  const { id: userId, email } = await teacher();
  const id = await notifyRecipient({ userId });
  await prisma.notification.update({ where: { id }, data: { attempts: 5 } });
  world.startWorker();
  await becomes(id, { status: "failed" });
  expect(mail.mailsTo(email)).toEqual([]);
});

test("sends an account mail before queued notifications", async () => {
  const [{ id: userId, email }, newcomer] = await Promise.all([teacher(), teacher()]);
  const many = 200;
  await Promise.all(Array.from({ length: many }, () => notifyRecipient({ userId })));
  await queueNotification({
    kind: "account-exists",
    to: { email: newcomer.email },
    facts: { linkId: null },
  });
  world.startWorker();
  await vi.waitFor(() => expect(mail.mailsTo(email)).toHaveLength(many), { timeout: WAIT_MS });
  const ours = mail.mails().flatMap(({ envelope }) => envelope.to);
  const before = ours.slice(ours.indexOf(email), ours.indexOf(newcomer.email));
  // Written last, sent with the first ones that its workers take at once.
  expect(before.length).toBeLessThan(many / 4);
});
