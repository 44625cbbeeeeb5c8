import { DELIVERY_QUEUES, deliveryJobId, QUEUE_PREFIX } from "@korki/notifications";
import { Queue, Worker } from "bullmq";
import { Redis } from "ioredis";
import { expect, onTestFinished, test, vi } from "vitest";
import { openTestWorld } from "../testing/outside-world";
import { tellingIn, WAIT_MS } from "../testing/people-to-tell";

const world = await openTestWorld();
const { services, mail } = world;
const { prisma } = services.db;
const { teacher, tell, note, row, becomes } = tellingIn(world);

function redis(): Redis {
  const connection = new Redis(world.redisUrl, { maxRetriesPerRequest: null });
  onTestFinished(() => connection.disconnect());
  return connection;
}

test("what was handed over and vanished from Redis is handed over again", async () => {
  const { id: userId, email } = await teacher();
  const id = await tell({ userId });
  // As after a relay that was killed, or a Redis that was emptied.
  await prisma.notification.update({ where: { id }, data: { status: "queued", queuedAt: new Date() } });
  world.startWorker();
  await becomes(id, { status: "sent" });
  expect(mail.mailsTo(email)).toHaveLength(1);
});

test("Redis emptied in the middle of many costs none and doubles none", async () => {
  const { id: userId, email } = await teacher();
  mail.faults.delay(20);
  world.startWorker();
  const ids = await Promise.all(Array.from({ length: 60 }, () => tell({ userId })));
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

test("two whole workers send each notification once", async () => {
  const people = await Promise.all([1, 2, 3].map(() => teacher({ connected: true })));
  world.startWorker();
  world.startWorker();
  const byMail = await teacher();
  const ids = await Promise.all([
    ...people.map(({ id }) => tell({ userId: id })),
    ...Array.from({ length: 150 }, () => tell({ userId: byMail.id })),
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

test("a job that was left in the middle many times still ends, and so do its neighbours with senseless data", async () => {
  const { id: userId, email } = await teacher();
  const id = await tell({ userId });
  await prisma.notification.update({ where: { id }, data: { status: "queued", queuedAt: new Date() } });
  const queue = new Queue(DELIVERY_QUEUES.email, { connection: redis(), prefix: QUEUE_PREFIX });
  onTestFinished(() => queue.close());
  await queue.add("deliver", { notificationId: id }, { jobId: deliveryJobId(id), removeOnComplete: true });
  const stalls = 4;
  for (let left = stalls; left > 0; left -= 1) await leaveInTheMiddle(deliveryJobId(id));
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

/** A worker takes the job, and dies without a word. */
async function leaveInTheMiddle(jobId: string): Promise<void> {
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

test("a claim that still holds keeps a second worker off, and is taken over when it has run out", async () => {
  const { id: userId, email } = await teacher();
  const id = await tell({ userId });
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

test("a notification that takes its worker down each time comes to an end", async () => {
  const { id: userId, email } = await teacher();
  const id = await tell({ userId });
  await prisma.notification.update({ where: { id }, data: { attempts: 5 } });
  world.startWorker();
  await becomes(id, { status: "failed" });
  expect(mail.mailsTo(email)).toEqual([]);
});

test("a mail about an account goes before the many that wait: somebody sits and waits for it", async () => {
  const [{ id: userId, email }, newcomer] = await Promise.all([teacher(), teacher()]);
  mail.faults.delay(30);
  world.startWorker();
  const many = 200;
  await Promise.all(Array.from({ length: many }, () => tell({ userId })));
  await vi.waitFor(() => expect(mail.mailsTo(email).length).toBeGreaterThan(5), {
    timeout: WAIT_MS,
    interval: 5,
  });
  const id = await note({
    kind: "account-exists",
    to: { email: newcomer.email },
    facts: { linkId: null },
  });
  await becomes(id, { status: "sent" });
  expect(mail.mailsTo(email).length).toBeLessThan(many / 2);
  mail.faults.clear();
  await vi.waitFor(() => expect(mail.mailsTo(email)).toHaveLength(many), { timeout: WAIT_MS });
});
