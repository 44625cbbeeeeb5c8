import { paymentTexts } from "@korki/contracts/texts/payments";
import { newId } from "@korki/db";
import { addDays, monthOf, today } from "@korki/domain";
import { makePerson, signIn } from "@korki/services/testing/people";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openTestApi } from "../testing/test-api";

const api = await openTestApi();
const { services } = api;
const { prisma } = services.db;
/** Teachers and students, ten lessons each a day. */
const PAIRS = 50;
const BLOCKS = 10;
const DAYS = 3;
const from = addDays(today(services.now()), 7);
const month = monthOf(from);
const body = { scope: "centre", from, to: addDays(from, DAYS - 1), label: "Ferie" } as const;

let admin: string;
let teacher: string;

beforeAll(async () => {
  admin = (await signIn(services, await makePerson(services, "Admin"))).accessToken;
  teacher = (await signIn(services, await makePerson(services, "Teacher"))).accessToken;
  const people = (role: string) =>
    Array.from({ length: PAIRS }, (_, at) => {
      const id = newId();
      return { id, role, email: `${id}@example.pl`, name: "Ala", surname: `${role} ${at}` };
    });
  const [teachers, students] = [people("Teacher"), people("Student")];
  await prisma.user.createMany({ data: [...teachers, ...students] });
  const lessons = Array.from({ length: PAIRS * BLOCKS * DAYS }, (_, at) => ({
    id: newId(),
    teacherId: teachers[at % PAIRS]?.id ?? "",
    studentId: students[at % PAIRS]?.id ?? "",
    date: new Date(addDays(from, Math.floor(at / PAIRS / BLOCKS))),
    block: Math.floor(at / PAIRS) % BLOCKS,
    subject: "Matematyka",
    level: "liceumP",
    title: "Matematyka",
    description: "",
    status: "Potwierdzona",
    price: 90,
    rate: 60,
    createdAt: services.now(),
  }));
  await prisma.lesson.createMany({ data: lessons });
});
beforeEach(() => prisma.closure.deleteMany());

/** What the screen sends for 1,500 lessons that stay where they are. */
async function decided() {
  const { affected, token } = await api.trpc(admin).closures.preview.mutate(body);
  expect(affected).toHaveLength(PAIRS * BLOCKS * DAYS);
  const decisions = affected.map(({ id: lessonId }) => ({ lessonId, action: "keep" as const }));
  expect(JSON.stringify(decisions).length).toBeGreaterThan(100_000);
  return { ...body, decisions, token };
}

describe("a closure over 1,500 lessons is added", () => {
  test("as the screens do", async () => {
    expect(await api.trpc(admin).closures.add.mutate(await decided())).toMatchObject({ from });
  });

  test("and on REST", async () => {
    const { status, body: answer } = await api.rest("PUT", "/closures", {
      token: admin,
      body: await decided(),
    });
    expect([status, answer]).toMatchObject([200, { from }]);
  });
});

const ids = (count: number) => Array.from({ length: count }, newId);
const largest = {
  closure: {
    ...body,
    decisions: ids(10_000).map((lessonId) => ({ lessonId, action: "substitute", teacherId: lessonId })),
  },
  run: {
    ...month,
    token: "x.y.z",
    rows: ids(2_000).map((teacherId) => ({
      teacherId,
      moneyAmount: 1_200,
      description: "„".repeat(400),
    })),
  },
  bills: {
    token: "x",
    without: ids(5_000),
    changes: ids(5_000).map((id) => ({ payerId: id, studentId: id, subject: "Angielski", billed: 4 })),
  },
};
const monthName = from.slice(0, 7);

/** The largest calls that their schemas take; each is refused for what it says, not for its size. */
test.each([
  ["PUT", "/api/closures", largest.closure, 409],
  ["POST", "/trpc/closures.add", largest.closure, 409],
  ["PUT", "/api/admin/payout_run", largest.run, 400],
  ["PUT", "/api/admin/payout_run/", largest.run, 400],
  ["POST", "/trpc/payouts.confirmRun", largest.run, 400],
  [
    "POST",
    `/api/admin/bills/${monthName}`,
    {
      ...largest.bills,
      changes: largest.bills.changes.map((each) => ({ ...each, subjectLevel: "liceumP" })),
    },
    409,
  ],
  [
    "POST",
    "/trpc/bills.issue",
    {
      ...largest.bills,
      month: monthName,
      changes: largest.bills.changes.map((each) => ({ ...each, level: "liceumP" })),
    },
    409,
  ],
])("%s %s takes all that may be said at once, from who may say it", async (method, path, sent, refused) => {
  const send = async (token?: string) => {
    const headers = {
      "content-type": "application/json",
      ...(token && { authorization: `Bearer ${token}` }),
    };
    return (await fetch(api.origin + path, { method, headers, body: JSON.stringify(sent) })).status;
  };
  expect(await send(admin)).toBe(refused);
  expect(await send()).toBe(401);
  const student = await makePerson(services, "Student");
  expect(await send((await signIn(services, student)).accessToken)).toBe(403);
  if (!path.includes("closures")) expect(await send(teacher)).toBe(403);
});

test("a payout run with more than that in its descriptions is told what is too long", async () => {
  const rows = largest.run.rows.map((row, at) => (at === 0 ? { ...row, description: "„".repeat(401) } : row));
  await expect(api.trpc(admin).payouts.confirmRun.mutate({ ...largest.run, rows })).rejects.toThrow(
    paymentTexts.runDescriptions,
  );
});

test("where a call is large, other methods and paths below it are not", async () => {
  const sent = { method: "POST", body: JSON.stringify(largest.closure) };
  const headers = { "content-type": "application/json", authorization: `Bearer ${admin}` };
  for (const path of [
    "/api/closures",
    "/api/closures/preview",
    "/trpc/closures.preview",
    "/api/admin/bills/a/b",
  ])
    expect([path, (await fetch(api.origin + path, { ...sent, headers })).status]).toEqual([path, 413]);
});
