import { newId } from "@korki/db";
import { expect, test } from "vitest";
import { CALLERS, type CallerName, hasRight, isGuardian, roleOf } from "../testing/callers";
import { allEndpoints, type Endpoint, reaches, send, tokenOf } from "../testing/endpoints";
import { makeFixtures } from "../testing/fixtures";
import { type Answer, sendTogether } from "../testing/send-together";
import { takeSnapshot } from "../testing/snapshot";
import { openTestApi } from "../testing/test-api";
import { procedureOf } from "../trpc/procedures";

const { services, origin } = await openTestApi({ RATE_LIMIT_SCALE: "10000" });
const fixtures = await makeFixtures(services);
const snapshot = await takeSnapshot(services.db);

const OBJECTS = ["existing", "deleted", "nonexistent"] as const;
type ObjectState = (typeof OBJECTS)[number];

/** What the policy says of a call: `ok`, or the status of the refusal. */
function verdict(endpoint: Endpoint, caller: CallerName, state: ObjectState): "ok" | number {
  const { access } = endpoint;
  if (access.open) return caller === "disabled" && access.open === "anyone" ? 403 : "ok";
  if (caller === "visitor") return 401;
  if (caller === "disabled") return 403;
  const role = roleOf(caller);
  if (endpoint.roles && !endpoint.roles.includes(role)) return 403;
  const scope = access.scopes[role];
  if (scope === undefined) return 403;
  if (scope === "yes") return "ok";
  // A call about a teacher names the child too, and asks for the right before it looks for the teacher.
  const lacksRight = access.right !== undefined && !hasRight(caller, access.right);
  if (lacksRight && endpoint.about === "teacher" && isGuardian(caller)) return 403;
  if (state !== "existing" || !endpoint.about) return 404;
  if (!reaches(scope, fixtures.resources[endpoint.about], caller)) return 404;
  if (lacksRight) return 403;
  return scope.endsWith("-409") ? 409 : "ok";
}

function idOf({ about }: Endpoint, state: ObjectState): string | null {
  if (!about) return state === "existing" ? newId() : null;
  const { id, deletedId = null } = fixtures.resources[about];
  return { existing: id, deleted: deletedId, nonexistent: newId() }[state];
}

type Cell = { caller: CallerName; state: ObjectState; id: string; expected: "ok" | number };
type Answered = Cell & { outcome: "ok" | number; text: string };

function cellsOf(endpoint: Endpoint): Cell[] {
  const callers = callersOf(endpoint);
  return OBJECTS.flatMap((state) => {
    const id = idOf(endpoint, state);
    return id === null
      ? []
      : callers.map((caller) => ({ caller, state, id, expected: verdict(endpoint, caller, state) }));
  });
}

/**
 * Everybody. Where a call does not ask who calls, and where REST calls a procedure that tRPC's test calls as everybody, one
 * caller stands for all of a role whom the policy answers alike.
 */
function callersOf(endpoint: Endpoint): readonly CallerName[] {
  if (!endpoint.route && !endpoint.access.open) return CALLERS;
  const first = new Map<string, CallerName>();
  for (const caller of CALLERS) {
    const role = caller === "visitor" || caller === "disabled" ? caller : roleOf(caller);
    const alike = [role, ...OBJECTS.map((state) => verdict(endpoint, caller, state))].join();
    if (!first.has(alike)) first.set(alike, caller);
  }
  return [...first.values()];
}

/** Whether a call must change nothing, so that many can be sent at once: it is refused, or only reads. */
function isHarmless({ procedure }: Endpoint, { expected }: Cell): boolean {
  return expected !== "ok" || procedureOf(procedure).type === "query";
}

const endpoints = allEndpoints();
const cells = new Map(endpoints.map((endpoint) => [endpoint, cellsOf(endpoint)]));
const harmless = [...cells].flatMap(([endpoint, its]) =>
  its.filter((cell) => isHarmless(endpoint, cell)).map((cell) => ({ endpoint, cell })),
);
const answered = new Map<Endpoint, Answered[]>(endpoints.map((endpoint) => [endpoint, []]));
for (const caller of CALLERS) {
  const own = harmless.filter(({ cell }) => cell.caller === caller);
  const calls = own.map(({ endpoint, cell }) => endpoint.call(fixtures, cell.id, caller));
  const answers = await sendTogether(origin, calls, tokenOf(fixtures, caller));
  for (const [at, { endpoint, cell }] of own.entries())
    answered.get(endpoint)?.push({ ...cell, ...outcomeOf(answers[at] as Answer) });
}
const changed = await snapshot.changes();

function outcomeOf({ status, text }: Answer): Pick<Answered, "outcome" | "text"> {
  return { outcome: status === 200 ? "ok" : status, text };
}

const say = ({ caller, state }: Cell, outcome: unknown) => `${caller}, ${state}: ${outcome}`;

test("what is refused, and what only reads, changes nothing", () => {
  expect(changed).toEqual([]);
});

for (const endpoint of endpoints) {
  test(`${endpoint.name} answers everybody as the policy says`, async () => {
    const answers = answered.get(endpoint) ?? [];
    expect(answers.map((cell) => say(cell, cell.outcome))).toEqual(
      answers.map((cell) => say(cell, cell.expected)),
    );
    const missing = answers.filter(({ expected }) => expected === 404);
    for (const { caller, text } of missing) {
      const same = missing.filter((other) => other.caller === caller).map((other) => other.text);
      expect(same, `${caller} can tell what exists from what does not`).toEqual(same.map(() => text));
    }
    const writes = (cells.get(endpoint) ?? []).filter((cell) => !isHarmless(endpoint, cell));
    for (const cell of writes) {
      const call = endpoint.call(fixtures, cell.id, cell.caller);
      const { outcome } = outcomeOf(await send(origin, call, tokenOf(fixtures, cell.caller)));
      expect(say(cell, outcome)).toBe(say(cell, "ok"));
      await snapshot.restore();
    }
  });
}
