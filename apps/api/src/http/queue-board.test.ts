import { DELIVERY_QUEUES, deliveryJobId, QUEUE_PREFIX } from "@korki/notifications";
import { makePerson, signIn } from "@korki/services/testing/people";
import { Queue } from "bullmq";
import { expect, onTestFinished, test } from "vitest";
import { openTestApi } from "../testing/test-api";

const { services, origin, redisUrl } = await openTestApi();

async function cookieOf(role: "Admin" | "Teacher") {
  const { accessToken } = await signIn(services, await makePerson(services, role));
  return { cookie: `accessToken=${accessToken}` };
}

const open = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  fetch(`${origin}/queues${path}`, { method, headers, redirect: "manual" });

test("an administrator's session opens the board, with the jobs in it", async () => {
  const queue = new Queue(DELIVERY_QUEUES.email, { connection: { url: redisUrl }, prefix: QUEUE_PREFIX });
  onTestFinished(() => queue.close());
  await queue.add("deliver", { notificationId: "1" }, { jobId: deliveryJobId("1") });

  const admin = await cookieOf("Admin");
  const page = await open("", admin);
  expect(page.status).toBe(200);
  expect(page.headers.get("content-security-policy")).toContain("script-src 'self'");
  const html = await page.text();
  const [script] = /static\/js\/main\.\w+\.js/.exec(html) ?? [];
  expect((await open(`/${script}`, admin)).status).toBe(200);

  const board = await open(`/api/queues?activeQueue=${DELIVERY_QUEUES.email}&status=waiting`, admin);
  const { queues } = (await board.json()) as {
    queues: { name: string; readOnlyMode: boolean; jobs: { id: string }[] }[];
  };
  expect(queues.map(({ name }) => name).sort()).toEqual(Object.values(DELIVERY_QUEUES).sort());
  expect(queues.every(({ readOnlyMode }) => readOnlyMode)).toBe(true);
  const shown = queues.find(({ name }) => name === DELIVERY_QUEUES.email);
  expect(shown?.jobs.map(({ id }) => id)).toEqual([deliveryJobId("1")]);
});

test("nobody else sees anything of it, and nobody changes anything by it", async () => {
  for (const path of ["", "/api/queues", "/static/js/main.js"]) {
    const visitor = await open(path);
    expect([visitor.status, visitor.headers.get("location")]).toEqual([302, "/auth"]);
    expect((await open(path, { cookie: "accessToken=x" })).status).toBe(302);
    expect((await open(path, await cookieOf("Teacher"))).status).toBe(403);
  }
  for (const method of ["POST", "PUT", "DELETE"]) {
    const path = `/api/queues/${DELIVERY_QUEUES.email}/clean/completed`;
    expect((await open(path, await cookieOf("Admin"), method)).status).toBe(405);
  }
});
