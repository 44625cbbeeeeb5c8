import { ROLES } from "@korki/domain";
import { expect, test } from "vitest";
import { outboxOf } from "../testing/outbox";
import { makePerson, PASSWORD, personCtx, visitorCtx } from "../testing/people";
import { openTestServices } from "../testing/test-services";
import { createUser } from "./create-user";
import { login } from "./login";

const services = await openTestServices();
const system = visitorCtx(services, "system");

const person = { name: "Ewa", surname: "Lis", phone: "", phoneParent: "+48444555666" };

test.each(ROLES)("a %s made with a password works at once", async (role) => {
  const email = `nowy-${role.toLowerCase()}@example.pl`;
  const { id } = await createUser(system, { ...person, role, email, password: PASSWORD });
  await login(system, { email, password: PASSWORD });
  expect(await outboxOf(services, id)).toEqual([]);
  expect(await services.db.prisma.user.findUniqueOrThrow({ where: { id } })).toMatchObject({
    role,
    name: "Ewa",
    phoneParent: role === "Student" ? "+48444555666" : "",
  });
});

test("an admin invites; others make nobody", async () => {
  const admin = personCtx(services, await makePerson(services, "Admin"));
  const { id } = await createUser(admin, { ...person, role: "Teacher", email: "zaproszony@example.pl" });
  expect((await outboxOf(services, id)).map(({ kind }) => kind)).toEqual(["account-invitation"]);
  expect(await services.db.prisma.historyEntry.findMany({ where: { entityId: id } })).toMatchObject([
    { action: "create", actorId: admin.actor.id, changes: { role: { from: null, to: "Teacher" } } },
  ]);
  for (const role of ["Student", "Teacher", "Parent"] as const) {
    const ctx = personCtx(services, await makePerson(services, role));
    const input = { ...person, role: "Admin", email: "wlamanie@example.pl", password: PASSWORD } as const;
    await expect(createUser(ctx, input)).rejects.toMatchObject({ code: "forbidden" });
  }
});

test("an address has one account, also when two are made at once", async () => {
  const input = { ...person, role: "Parent", email: "jeden@example.pl", password: PASSWORD } as const;
  const outcomes = await Promise.allSettled([createUser(system, input), createUser(system, input)]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  await expect(createUser(system, input)).rejects.toMatchObject({
    code: "conflict",
    message: "Konto z tym adresem e-mail już istnieje",
  });
});
