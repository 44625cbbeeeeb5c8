import { afterEach, expect, test } from "vitest";
import { z } from "zod";
import {
  callableEndpoints,
  type Endpoint,
  resourceId,
  send,
  tokenOf,
  type WireCall,
  welcomeCaller,
} from "../testing/endpoints";
import { makeFixtures } from "../testing/fixtures";
import { contentOf, takeSnapshot } from "../testing/snapshot";
import { openTestApi } from "../testing/test-api";
import { procedureOf } from "../trpc/procedures";

const { services, origin } = await openTestApi({ RATE_LIMIT_SCALE: "10000" });
const fixtures = await makeFixtures(services);
const snapshot = await takeSnapshot(services.db);
const known = (await contentOf(services.db)).join("\n");
afterEach(() => snapshot.restore());

const stranger = fixtures.people.otherTeacher.id;
const date = "2020-01-01T00:00:00.000Z";

/** What somebody might slip into a body in the hope that it is written. */
const SURPLUS: Record<string, unknown> = {
  _id: stranger,
  id: stranger,
  actorId: stranger,
  role: "Admin",
  userType: "Admin",
  isAdmin: true,
  isDisabled: true,
  password: "Podmienione1",
  passwordHash: "x",
  emailConfirmedAt: date,
  isEmailConfirmed: true,
  telegramChatId: "1",
  isTelegramConnected: true,
  isWantMoreStudents: true,
  calendarKey: "x",
  version: 99,
  status: "Zrealizowana",
  price: 1,
  rate: 999,
  title: "x",
  meetingLink: "https://example.com/x",
  cancelMessage: "x",
  teacherId: stranger,
  studentId: fixtures.people.otherStudent.id,
  sender: stranger,
  senderId: stranger,
  createdAt: date,
  createdById: stranger,
  confirmedAt: date,
  deletedAt: date,
  readAt: date,
  erasedAt: date,
  voided: true,
  students: [stranger],
  teachers: [stranger],
  parents: [stranger],
  subjects: [{ name: "Polski", level: "szkolaP" }],
  freeTime: [{ day: "pon", startBlockIndex: 0, endBlockIndex: 13 }],
  availability: [{ day: "pon", startBlock: 0, endBlock: 13 }],
};

/** Fields that the endpoint's own schema names; they are no surplus. */
function knownFields(endpoint: Endpoint): string[] {
  const schema = endpoint.route ? endpoint.route.body : procedureOf(endpoint.procedure).input;
  if (!schema) return [];
  const { properties = {} } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return Object.keys(properties);
}

/** What a call made of the database; whatever is new and random in it is called so. */
async function consequences(
  call: WireCall,
  token: string | null,
): Promise<{ status: number; changes: string[] }> {
  const { status } = await send(origin, call, token);
  const changes = await snapshot.changes();
  await snapshot.restore();
  return { status, changes: changes.map(withoutChance).sort() };
}

const TIME = /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?\+00/g;

function withoutChance(line: string): string {
  return line
    .replace(/^([+-] \w+)\(\d+,/, "$1(number,")
    .replace(/low-balance:\d+:/, "low-balance:transaction:")
    .replace(/^([+-] ledger_accounts\(.*),\d+\)$/, "$1,transaction)")
    .replace(/^([+-] ledger_entries\([^,]*),\d+((?:,[^,]*){10}),\d*,/, "$1,place$2,lot,")
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => (known.includes(id) ? id : "new-id"))
    .replaceAll(/\$argon2id\$[\w$=+/,]+/g, "hash")
    .replaceAll(TIME, (time) => (known.includes(time) || date.startsWith(time.slice(0, 10)) ? time : "now"))
    .replaceAll(/[\w-]{32,}/g, (text) => (known.includes(text) ? text : "random"));
}

for (const endpoint of callableEndpoints(fixtures)) {
  const call = endpoint.call(fixtures, resourceId(fixtures, endpoint), welcomeCaller(fixtures, endpoint));
  const { body } = call;
  if (typeof body !== "object" || body === null || Array.isArray(body)) continue;
  // What the payment provider sends is kept whole, whatever it holds.
  if (["orders.notifyPayment", "orders.notifyRefund"].includes(endpoint.procedure)) continue;

  test(`surplus fields of ${endpoint.name} change nothing`, async () => {
    const token = tokenOf(fixtures, welcomeCaller(fixtures, endpoint));
    const ownFields = [...Object.keys(body), ...knownFields(endpoint)];
    const surplus = Object.fromEntries(Object.entries(SURPLUS).filter(([name]) => !ownFields.includes(name)));
    const plain = await consequences(call, token);
    const laden = await consequences({ ...call, body: { ...surplus, ...body } }, token);
    expect(plain.status).toBe(200);
    expect(laden).toEqual(plain);
    if (procedureOf(endpoint.procedure).type === "query") expect(plain.changes).toEqual([]);
  });
}
