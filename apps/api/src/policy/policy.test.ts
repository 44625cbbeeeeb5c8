import { newId } from "@korki/db";
import { expect, test } from "vitest";
import { CALLERS, type CallerName, hasRight, isGuardian, roleOf } from "../testing/callers";
import { allEndpoints, type Endpoint, reaches, send, tokenOf } from "../testing/endpoints";
import { makeFixtures } from "../testing/fixtures";
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

type Answer = { outcome: "ok" | number; text: string };

async function answerTo(endpoint: Endpoint, caller: CallerName, id: string): Promise<Answer> {
  const call = endpoint.call(fixtures, id, caller);
  const { status, text } = await send(origin, call, tokenOf(fixtures, caller));
  return { outcome: status === 200 ? "ok" : status, text };
}

for (const endpoint of allEndpoints()) {
  test(`${endpoint.name} answers everybody as the policy says`, async () => {
    const cells = OBJECTS.flatMap((state) => {
      const id = idOf(endpoint, state);
      return id === null
        ? []
        : CALLERS.map((caller) => ({ caller, state, id, expected: verdict(endpoint, caller, state) }));
    });
    const refused = cells.filter(({ expected }) => expected !== "ok");
    const answers = await Promise.all(refused.map(({ caller, id }) => answerTo(endpoint, caller, id)));
    const say = ({ caller, state }: (typeof cells)[number], answer: unknown) =>
      `${caller}, ${state}: ${answer}`;
    expect(refused.map((cell, index) => say(cell, answers[index]?.outcome))).toEqual(
      refused.map((cell) => say(cell, cell.expected)),
    );
    const missing = refused.flatMap(({ caller, expected }, index) =>
      expected === 404 ? [{ caller, text: answers[index]?.text }] : [],
    );
    for (const { caller, text } of missing) {
      const same = missing.filter((other) => other.caller === caller).map((other) => other.text);
      expect(same, `${caller} can tell what exists from what does not`).toEqual(same.map(() => text));
    }
    expect(await snapshot.changes(), "a refused call changed something").toEqual([]);

    for (const cell of cells.filter(({ expected }) => expected === "ok")) {
      const { outcome } = await answerTo(endpoint, cell.caller, cell.id);
      expect(say(cell, outcome)).toBe(say(cell, "ok"));
      if (endpoint.name.startsWith("tRPC") && procedureOf(endpoint.procedure).type === "query") continue;
      await snapshot.restore();
    }
  });
}
