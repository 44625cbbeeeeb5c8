import http from "node:http";
import net, { type AddressInfo } from "node:net";
import { commonTexts } from "@korki/contracts/texts/common";
import { openDatabase } from "@korki/db";
import { createLesson } from "@korki/services/admin-lessons/create-lesson";
import { inDays, makeClassroom } from "@korki/services/testing/classroom";
import { makePerson, personCtx, signIn } from "@korki/services/testing/people";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { openTestApi } from "../testing/test-api";

const { services, rest } = await openTestApi();

async function listener(): Promise<{ port: number; heard: string[] }> {
  const heard: string[] = [];
  const server = http.createServer((req, res) => {
    heard.push(`${req.method} ${req.url}`);
    res.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, heard };
}

test("a whole address in the request line does not choose where /dev leads", async () => {
  const [sandbox, internal] = [await listener(), await listener()];
  const api = await openTestApi({ SANDBOX_URL: `http://127.0.0.1:${sandbox.port}` });
  const socket = net.connect(Number(new URL(api.origin).port), "127.0.0.1");
  const ended = new Promise((resolve) => socket.once("close", resolve));
  socket.end(
    `POST http://127.0.0.1:${internal.port}/dev/../dev/latest?x=1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
  );
  socket.resume();
  await ended;
  expect(internal.heard).toEqual([]);
  expect(sandbox.heard).toEqual(["POST /dev/latest?x=1"]);
});

test("a request's id is believed from a trusted proxy alone", async () => {
  const { headers } = await rest("GET", "/student/lessons", {
    headers: { "x-request-id": "chosen-by-the-client" },
  });
  expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
});

test("while the database is away, calls answer 503 and say when to come again", async () => {
  const away = await openTestApi();
  const nowhere = openDatabase("postgresql://nobody@127.0.0.1:1/none");
  afterAll(() => nowhere.close());
  away.services.db = nowhere;
  const { accessToken: token } = await signIn(services, await makePerson(services, "Student"));
  const answer = await away.rest("GET", "/user/profile", { token });
  expect([answer.status, answer.body]).toEqual([503, { error: commonTexts.temporarilyAway }]);
  expect(answer.headers.get("retry-after")).toBe("5");
  await expect(away.trpc(token).account.profile.query()).rejects.toMatchObject({
    message: commonTexts.temporarilyAway,
    data: { code: "SERVICE_UNAVAILABLE", httpStatus: 503, retryAfterSeconds: 5 },
  });
});

test("a connection that breaks under a call is no fault of the server either", async () => {
  const { accessToken: token } = await signIn(services, await makePerson(services, "Student"));
  const statuses = new Set<number>();
  for (let round = 0; round < 5; round += 1) {
    const calls = Array.from({ length: 20 }, () => rest("GET", "/user/profile", { token }));
    await services.db.pool.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
    );
    for (const { status } of await Promise.all(calls)) statuses.add(status);
  }
  expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
});

test("a list beyond a thousand entries goes on on the next page, and says so", async () => {
  const room = await makeClassroom(services);
  const asAdmin = personCtx(services, await makePerson(services, "Admin"));
  const first = {
    teacherId: room.teacher.id,
    studentId: room.student.id,
    date: inDays(services, 1),
    block: 0,
    subject: "Fizyka",
    level: "liceumP",
    description: "",
  } as const;
  const { id } = await createLesson(asAdmin, first);
  const copies = `INSERT INTO lessons (id, teacher_id, student_id, date, block, subject, level, title, description, status,
                                       price, rate, created_at, updated_at)
    SELECT gen_random_uuid(), teacher_id, student_id, date - 1 - n, 0, subject, level, title, '', 'Zrealizowana', price, rate,
           created_at, updated_at FROM lessons, generate_series(1, 1000) n WHERE id = $1`;
  await services.db.pool.query(copies, [id]);
  const { accessToken: token } = await signIn(services, room.student);
  const page = async (path: string) => {
    const { status, body, headers } = await rest("GET", path, { token });
    expect(status).toBe(200);
    return { ids: (body as { _id: string }[]).map(({ _id }) => _id), headers };
  };
  const one = await page("/student/lessons");
  expect(one.ids).toHaveLength(1000);
  expect(one.headers.get("x-total-count")).toBe("1001");
  expect(one.headers.get("link")).toBe('</api/student/lessons?page=2>; rel="next"');
  const two = await page("/student/lessons?page=2");
  expect(two.headers.get("link")).toBeNull();
  expect(new Set([...one.ids, ...two.ids]).size).toBe(1001);
});
