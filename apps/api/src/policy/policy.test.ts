import { newId } from "@korki/db";
import { ROLES, type Role } from "@korki/domain";
import { expect, test } from "vitest";
import { POLICY, type Reach } from "../../policy";
import { allDoors, type Door, reaches, send, tokenOf } from "../testing/calls";
import { changesBetween, contentOf, takeSnapshot } from "../testing/snapshot";
import { openTestApi } from "../testing/test-api";
import { CALLERS, type CallerName, makeWorld, roleOf } from "../testing/world";
import { procedureOf, procedurePaths } from "../trpc/procedures";

const { services, origin } = await openTestApi({ RATE_LIMIT_SCALE: "10000" });
const world = await makeWorld(services);
const snapshot = await takeSnapshot(services.db);
const before = await contentOf(services.db);

const OBJECTS = ["existing", "deleted", "nonexistent"] as const;
type ObjectState = (typeof OBJECTS)[number];

/** What the policy says of a call: `ok`, or the status of the refusal. */
function verdict(door: Door, caller: CallerName, state: ObjectState): "ok" | number {
  const { rule } = door;
  if ("anyone" in rule) return caller === "disabled" && rule.anyone === "unless-refused" ? 403 : "ok";
  if (caller === "visitor") return 401;
  if (caller === "disabled") return 403;
  const role = roleOf(world, caller);
  if (door.roles && !door.roles.includes(role)) return 403;
  const reach: Reach | undefined =
    "signedIn" in rule ? rule.signedIn : (rule as Partial<Record<Role, Reach>>)[role];
  if (reach === undefined) return 403;
  if (reach === "yes") return "ok";
  if (state !== "existing" || !door.about) return 404;
  return reaches(reach, world.things[door.about], caller) ? (reach === "own-409" ? 409 : "ok") : 404;
}

function idOf({ about }: Door, state: ObjectState): string | null {
  if (!about) return state === "existing" ? newId() : null;
  const { id, deletedId = null } = world.things[about];
  return { existing: id, deleted: deletedId, nonexistent: newId() }[state];
}

async function answerTo(door: Door, caller: CallerName, id: string): Promise<"ok" | number> {
  const { status, location } = await send(origin, door.call(world, id, caller), tokenOf(world, caller));
  if (door.redirect) return location === door.redirect ? "ok" : status;
  return status === 200 ? "ok" : status;
}

for (const door of allDoors()) {
  test(`${door.name} answers everybody as the policy says`, async () => {
    const cells = OBJECTS.flatMap((state) => {
      const id = idOf(door, state);
      return id === null
        ? []
        : CALLERS.map((caller) => ({ caller, state, id, expected: verdict(door, caller, state) }));
    });
    const refused = cells.filter(({ expected }) => expected !== "ok");
    const answers = await Promise.all(refused.map(({ caller, id }) => answerTo(door, caller, id)));
    const say = ({ caller, state }: (typeof cells)[number], answer: unknown) =>
      `${caller}, ${state}: ${answer}`;
    expect(refused.map((cell, index) => say(cell, answers[index]))).toEqual(
      refused.map((cell) => say(cell, cell.expected)),
    );
    expect(changesBetween(before, await contentOf(services.db)), "a refused call changed something").toEqual(
      [],
    );

    for (const cell of cells.filter(({ expected }) => expected === "ok")) {
      expect(say(cell, await answerTo(door, cell.caller, cell.id))).toBe(say(cell, "ok"));
      if (door.name.startsWith("tRPC") && procedureOf(door.procedure).type === "query") continue;
      await snapshot.restore();
    }
  });
}

test("the policy knows every procedure, and no other", () => {
  expect(Object.keys(POLICY).sort()).toEqual(procedurePaths());
});

test("each procedure's own word about its roles is the policy's", () => {
  for (const [procedure, { about: _, ...rule }] of Object.entries(POLICY)) {
    const { roles } = procedureOf(procedure).meta;
    const policy = "anyone" in rule ? "anyone" : "signedIn" in rule ? [...ROLES] : Object.keys(rule);
    const own = roles === "signedIn" ? ROLES : roles;
    expect([procedure, typeof own === "string" ? own : [...own].sort()]).toEqual([
      procedure,
      typeof policy === "string" ? policy : policy.sort(),
    ]);
  }
});
