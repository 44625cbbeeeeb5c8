import { expect, test } from "vitest";
import { z } from "zod";
import type { RestRoute } from "./route";
import { REST_ROUTES } from "./routes";

const LISTS = REST_ROUTES.filter(({ answer }) => answer instanceof z.ZodArray);
const nameOf = ({ method, path }: RestRoute) => `${method} ${path}`;

/** Lists that are always answered whole: what they hold is bounded by one person, one teacher, a year, the rules. */
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
    expect(row.toInput?.({ params, query, body: undefined })).toMatchObject({ page: 2, pageSize: 1000 });
  },
);
