import { beforeEach, describe, expect, test } from "vitest";
import type { ActorCtx } from "../context";
import { erasePerson } from "../privacy/personal-data";
import { makePerson, type Person, personCtx } from "../testing/people";
import { openTestServices } from "../testing/test-services";
import { updatePerson } from "./update-person";

const services = await openTestServices();
const { prisma } = services.db;

const disable = (ctx: ActorCtx, { id }: Person) => updatePerson(ctx, { id, isDisabled: true });
const erase = (ctx: ActorCtx, { id }: Person) => erasePerson(ctx, { userId: id });

describe("two administrators who", () => {
  let one: Person;
  let two: Person;

  beforeEach(async () => {
    await prisma.user.updateMany({ data: { isDisabled: true } });
    [one, two] = await Promise.all([makePerson(services, "Admin"), makePerson(services, "Admin")]);
    // Cannot sign in, and so cannot take over.
    await makePerson(services, "Admin", { isConfirmed: false });
  });

  test.each([
    ["disable each other", disable, disable],
    ["erase each other", erase, erase],
    ["disable and erase each other", disable, erase],
  ])("%s at once leave one of them", async (_, first, second) => {
    const outcomes = await Promise.allSettled([
      first(personCtx(services, one), two),
      second(personCtx(services, two), one),
    ]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(outcomes.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { code: "conflict" },
    });
    expect(await prisma.user.count({ where: { id: { in: [one.id, two.id] }, isDisabled: false } })).toBe(1);
  });
});
