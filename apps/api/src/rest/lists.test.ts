import { newId } from "@korki/db";
import { makePerson, signIn } from "@korki/services/testing/people";
import { expect, test } from "vitest";
import { z } from "zod";
import { openTestApi } from "../testing/test-api";
import type { RestRoute } from "./route";
import { REST_ROUTES } from "./routes";

const LISTS = REST_ROUTES.filter(({ answer }) => answer instanceof z.ZodArray);
const nameOf = ({ method, path }: RestRoute) => `${method} ${path}`;

/** Lists that their procedures return whole: what they hold is bounded by one person, one teacher, a year, the rules. */
const WHOLE = [
  "GET /admin/cancellation_policies",
  "GET /admin/guardianships/{studentId}",
  "GET /admin/invitations/{studentId}",
  "GET /admin/public_holidays/{year}",
  "GET /admin/results/idle",
  "GET /admin/settlement/{month}",
  "GET /admin/teacher_subject/{teacherId}",
  "GET /admin/vetting/{teacherId}",
  "GET /attention",
  "GET /documents",
  "GET /packages",
  "GET /parent/approvals",
  "GET /parent/avaiable_lessons/{studentId}",
  "GET /parent/children",
  "GET /parent/teachers/{studentId}",
  "GET /student/avaiable_lessons",
  "GET /student/invitations",
  "GET /student/teachers",
  "GET /student/watches",
  "GET /teacher/calendars",
  "GET /teacher/days/{teacherId}",
  "GET /teacher/freeBlocks/{teacherId}",
  "GET /teacher/freeTime/{teacherId}",
  "GET /teacher/students",
  "GET /user/passkeys",
  "GET /user/security_events",
  "GET /user/sessions",
  "GET /user/unread_messages",
  "POST /admin/bank_statements/{id}/lines/{lineId}",
  "PUT /admin/payout_run",
  "PUT /admin/teacher_subject/{teacherId}",
  "PUT /teacher/freeTime",
];

test("every list that may become long is answered in parts and says so", () => {
  const whole = LISTS.filter(({ paged, toPosition }) => !paged && !toPosition);
  expect(whole.map(nameOf).sort()).toEqual(WHOLE);
});

test.each(LISTS.filter(({ paged }) => paged).map((row) => [nameOf(row), row] as const))(
  "%s takes the number of a page, and passes it on with the largest page size",
  (_name, row) => {
    const query = row.query?.parse({ page: "2" });
    const params = { studentId: "", teacherId: "" };
    expect(row.toInput?.({ params, query, body: undefined, isHead: false })).toMatchObject({
      page: 2,
      pageSize: 1000,
    });
  },
);

test("a list that comes whole is answered in parts of a thousand, too, and leaves nothing out", async () => {
  const { services, rest } = await openTestApi();
  const person = await makePerson(services, "Student");
  const { accessToken: token, sessionId } = await signIn(services, person);
  const later = new Date(services.now().getTime() + 60_000);
  const others = Array.from({ length: 1100 }, () => newId());
  const { prisma } = services.db;
  await prisma.session.createMany({
    data: others.map((id) => ({ id, userId: person.id, lastUsedAt: later })),
  });
  await prisma.refreshToken.createMany({
    data: others.map((id) => ({
      id: newId(),
      sessionId: id,
      tokenHash: id,
      expiresAt: new Date(later.getTime() + 86_400_000),
    })),
  });
  const first = await rest("GET", "/user/sessions", { token });
  expect(first.body).toHaveLength(1000);
  expect(first.headers.get("x-total-count")).toBe("1101");
  expect(first.headers.get("link")).toContain("/api/user/sessions?page=2");
  const second = await rest("GET", "/user/sessions?page=2", { token });
  expect(second.body).toHaveLength(101);
  expect(second.body).toContainEqual(expect.objectContaining({ _id: sessionId, current: true }));
  expect(second.headers.get("link")).toBeNull();
  expect((await rest("GET", "/user/sessions?page=x", { token })).status).toBe(400);
});
