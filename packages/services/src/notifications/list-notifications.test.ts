import { listNotificationsInput } from "@korki/contracts/notifications";
import { newId, transact } from "@korki/db";
import { expect, test } from "vitest";
import { notify } from "../outbox";
import { makePerson, visitorCtx } from "../testing/people";
import { openTestServices } from "../testing/test-services";
import { listNotifications, resendNotification } from "./list-notifications";

const services = await openTestServices();
const { prisma } = services.db;
const ctx = visitorCtx(services);
const list = (input: object = {}) => listNotifications(ctx, listNotificationsInput.parse(input));

test("an administrator finds what became of a notification, and not what it said", async () => {
  const zofia = await makePerson(services, "Student", {
    name: "Zofia",
    surname: "Żak",
    email: "zofia@example.pl",
  });
  const secret = newId();
  await transact(services.db, (tx) =>
    notify(tx, services, {
      kind: "account-recovery",
      to: { userId: zofia.id },
      facts: { linkId: secret },
    }),
  );
  await transact(services.db, (tx) =>
    notify(tx, services, {
      kind: "relation-added",
      to: { userId: zofia.id },
      facts: { otherName: "Tajemniczy Jan", otherRole: "Teacher" },
    }),
  );
  await transact(services.db, (tx) =>
    notify(tx, services, {
      kind: "account-exists",
      to: { email: "gosc@example.pl" },
      facts: { linkId: null },
    }),
  );
  const everything = await list();
  expect(everything.items.map(({ kind }) => kind)).toEqual([
    "account-exists",
    "relation-added",
    "account-recovery",
  ]);
  expect(everything.items[1]).toMatchObject({
    recipientName: "Zofia Żak",
    recipientEmail: "zofia@example.pl",
  });
  expect(everything.items[0]).toMatchObject({ recipientName: "", recipientEmail: "gosc@example.pl" });
  expect(JSON.stringify(everything)).not.toMatch(new RegExp(`${secret}|Tajemniczy`));
  expect((await list({ search: "zofia ŻAK" })).total).toBe(2);
  expect((await list({ search: "gosc" })).total).toBe(1);
  expect((await list({ kind: "relation-added" })).total).toBe(1);
  expect((await list({ status: "failed" })).total).toBe(0);
  expect(await list({ page: 2, pageSize: 2 })).toMatchObject({
    total: 3,
    page: 2,
    items: [{ kind: "account-recovery" }],
  });
});

test("only failed notifications are sent again; the second of two simultaneous requests is a conflict", async () => {
  const person = await makePerson(services, "Student");
  await transact(services.db, (tx) =>
    notify(tx, services, {
      kind: "account-exists",
      to: { userId: person.id },
      facts: { linkId: null },
    }),
  );
  const { id } = await prisma.notification.findFirstOrThrow({ where: { recipientId: person.id } });
  await expect(resendNotification(ctx, { id })).rejects.toMatchObject({ code: "conflict" });
  await expect(resendNotification(ctx, { id: newId() })).rejects.toMatchObject({ code: "not_found" });
  await prisma.notification.update({
    where: { id },
    data: { status: "failed", attempts: 8, lastError: "nie", finishedAt: new Date(), channel: "email" },
  });
  const results = await Promise.allSettled([
    resendNotification(ctx, { id }),
    resendNotification(ctx, { id }),
  ]);
  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const row = await prisma.notification.findUniqueOrThrow({ where: { id } });
  expect(row).toMatchObject({
    status: "pending",
    attempts: 0,
    lastError: null,
    finishedAt: null,
    channel: null,
  });
});
