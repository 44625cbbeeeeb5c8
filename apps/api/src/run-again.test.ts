import { commonTexts } from "@korki/contracts/texts/common";
import { bookingOf, inDays, makeClassroom } from "@korki/services/testing/classroom";
import { signIn } from "@korki/services/testing/people";
import { expect, test } from "vitest";
import { openTestApi } from "./testing/test-api";

const { services, origin, rest, trpc } = await openTestApi();
const { student, teacher } = await makeClassroom(services);
const asStudent = (await signIn(services, student)).accessToken;
const asTeacher = (await signIn(services, teacher)).accessToken;
const { pool } = services.db;

/** Breaks the connection on which a call waits for a table, while the call runs. */
async function breakDuring<T>(
  table: "lessons" | "availability_sections",
  call: () => Promise<T>,
): Promise<T> {
  const blocker = await pool.connect();
  try {
    await blocker.query("BEGIN");
    await blocker.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
    const answer = call();
    // On another connection: a transaction goes on seeing the activity that it has seen first.
    const terminated = () =>
      pool.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
    await expect.poll(async () => (await terminated()).rowCount).toBeGreaterThan(0);
    await blocker.query("ROLLBACK");
    return await answer;
  } finally {
    await blocker.query("ROLLBACK");
    blocker.release();
  }
}

test("a read whose connection breaks is made once more, over REST", async () => {
  const { status } = await breakDuring("lessons", () =>
    rest("GET", "/student/lessons", { token: asStudent }),
  );
  expect(status).toBe(200);
});

test("a read whose connection breaks is made once more, over tRPC", async () => {
  const list = await breakDuring("lessons", () => trpc(asStudent).lessons.list.query());
  expect(list.total).toBe(0);
});

test("a write whose connection breaks is not repeated: 503 with Retry-After", async () => {
  const save = { body: [{ day: "pon", startBlockIndex: 2, endBlockIndex: 5 }], token: asTeacher };
  const answer = await breakDuring("availability_sections", () => rest("PUT", "/teacher/freeTime", save));
  expect([answer.status, answer.body]).toEqual([503, { error: commonTexts.temporarilyAway }]);
  expect(answer.headers.get("retry-after")).toBe("5");
});

test("a write whose key makes it one is made once more", async () => {
  const book = async () => {
    const answer = await fetch(`${origin}/trpc/lessons.book`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${asStudent}`,
        "content-type": "application/json",
        "idempotency-key": "klucz",
      },
      body: JSON.stringify(bookingOf(teacher, inDays(services, 7), 5)),
    });
    return { status: answer.status, body: await answer.json() };
  };
  const first = await breakDuring("lessons", book);
  expect(first.status).toBe(200);
  expect(await book()).toEqual(first);
  expect((await trpc(asStudent).lessons.list.query()).total).toBe(1);
});
