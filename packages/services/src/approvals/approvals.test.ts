import { describe, expect, test } from "vitest";
import { linkToken } from "../accounts/link-token";
import { getAttention } from "../attention/get-attention";
import { listGuardianships, saveGuardianship } from "../families/guardianships";
import { acceptInvitation, inviteParent } from "../families/invitations";
import { getOrder } from "../orders/get-order";
import { disableMany, enableMany } from "../people/disable-many";
import { erasePerson } from "../privacy/personal-data";
import { openAskingFamily } from "../testing/asking-family";
import { makeClassroom, notificationsFor } from "../testing/classroom";
import type { FakeProvider } from "../testing/fake-provider";
import { makeGuardian } from "../testing/families";
import { outboxOf } from "../testing/outbox";
import { makePerson, personCtx } from "../testing/people";
import { answerApproval, expireApprovals, followPayers, listApprovals, listWaitingSteps } from "./approvals";

/** The payer answers what a student asked for, in time or not; who that is by then may have changed. */

const { services, prisma, asAdmin, start, family, requestSeries, addHours, order, lessonsOf } =
  await openAskingFamily();

describe("the answer", () => {
  test("is given once: of two at the same time one counts, and the other is told which", async () => {
    for (let round = 0; round < 5; round += 1) {
      Object.assign(family, await makeClassroom(services));
      await makeGuardian(services, family.payer, family.student, { isPayer: true });
      const series = await requestSeries();
      const [asked] = await listApprovals(family.asPayer);
      const id = asked?.id ?? "";
      const answers = await Promise.allSettled(
        [true, false].map((agreed) => answerApproval(family.asPayer, { id, agreed })),
      );
      const [agreed, declined] = answers.map(({ status }) => status === "fulfilled");
      expect([agreed, declined].filter(Boolean)).toHaveLength(1);
      const refused = answers.find((each) => each.status === "rejected");
      expect(refused).toMatchObject({
        reason: { code: "conflict", details: { status: agreed ? "agreed" : "declined" } },
      });
      expect(await lessonsOf(series.id)).toHaveLength(agreed ? 10 : 0);
    }
  });

  test("is the present payer's: to everybody else the request does not exist", async () => {
    await requestSeries();
    const [asked] = await listApprovals(family.asPayer);
    const id = asked?.id ?? "";
    const next = await makePerson(services, "Parent");
    const asNext = personCtx(services, next);
    await expect(answerApproval(asNext, { id, agreed: true })).rejects.toMatchObject({ code: "not_found" });
    await prisma.guardianship.updateMany({
      where: { parentId: family.payer.id, studentId: family.student.id },
      data: { isPayer: false },
    });
    await makeGuardian(services, next, family.student, { isPayer: true });
    expect(await listApprovals(family.asPayer)).toEqual([]);
    await expect(answerApproval(family.asPayer, { id, agreed: true })).rejects.toMatchObject({
      code: "not_found",
    });
    expect(await listApprovals(asNext)).toMatchObject([{ id }]);
    await answerApproval(asNext, { id, agreed: true });
  });

  test("is asked of whoever pays by now, once", async () => {
    await requestSeries();
    const next = await makePerson(services, "Parent");
    await followPayers(services);
    await prisma.guardianship.updateMany({
      where: { studentId: family.student.id },
      data: { isPayer: false },
    });
    await makeGuardian(services, next, family.student, { isPayer: true });
    await Promise.all([followPayers(services), followPayers(services)]);
    await followPayers(services);
    expect(await notificationsFor(services, next)).toEqual(["approval-asked"]);
    expect(await notificationsFor(services, family.payer)).toEqual(["approval-asked"]);
  });

  test("waits while the office replaces the payer in two steps, and for an hour after", async () => {
    const series = await requestSeries();
    const next = await makePerson(services, "Parent");
    const [present] = await listGuardianships(asAdmin, { studentId: family.student.id });
    if (!present) throw new Error("nobody pays");
    await saveGuardianship(asAdmin, { ...present, payer: false });
    await followPayers(services);
    services.clock.time = addHours(0.99);
    await followPayers(services);
    expect(await notificationsFor(services, family.teacher)).toEqual([]);
    await makeGuardian(services, next, family.student, { isPayer: true });
    services.clock.time = addHours(1);
    await followPayers(services);
    expect(await notificationsFor(services, next)).toContain("approval-asked");
    const asNext = personCtx(services, next);
    expect(await listApprovals(asNext)).toMatchObject([{ kind: "series" }]);
    expect(await lessonsOf(series.id)).toHaveLength(10);
  });

  test("is needed no more where nobody pays: what was asked for is done, and the student hears why", async () => {
    const series = await requestSeries();
    const { id } = await order(4);
    const father = await makePerson(services, "Parent");
    await inviteParent(family.asStudent, { studentId: family.student.id, email: father.email });
    const invitation = await prisma.parentInvitation.findFirstOrThrow({ where: { email: father.email } });
    const token = linkToken(services.settings.authSecret, invitation);
    expect(await acceptInvitation(personCtx(services, father), { token })).toEqual({ waits: true });

    await erasePerson(asAdmin, { userId: family.payer.id });
    services.clock.time = addHours(1);
    const provider = services.payments as FakeProvider;
    provider.isAway = true;
    await followPayers(services);
    expect((await getOrder(family.asStudent, { id })).status).toBe("waiting");
    provider.isAway = false;
    // The father joined meanwhile.
    services.clock.time = addHours(1);
    await Promise.all([followPayers(services), followPayers(services)]);
    expect(await lessonsOf(series.id)).toHaveLength(10);
    expect(await notificationsFor(services, family.teacher)).toEqual(["series-changed"]);
    expect(await getOrder(family.asStudent, { id })).toMatchObject({
      status: "open",
      payUrl: expect.any(String),
    });
    // Not `listChildren`: it asks PostgreSQL's clock, and late in the evening an hour ahead is tomorrow there.
    const guardianships = await listGuardianships(asAdmin, { studentId: family.student.id });
    expect(guardianships.map(({ parentId }) => parentId)).toContain(father.id);
    const told = (await outboxOf(services, family.student.id)).filter(
      ({ kind }) => kind === "approval-decided",
    );
    expect(told.map(({ facts }) => facts.isUnasked)).toEqual([true, true, true]);
    expect(await listWaitingSteps(family.asStudent)).toEqual([]);
  });

  test("is not waited for from a payer whose account is disabled, an hour after that", async () => {
    const series = await requestSeries();
    await disableMany(asAdmin, {
      role: "Parent",
      people: { ids: [family.payer.id] },
      plannedLessons: "keep",
    });
    services.clock.time = addHours(0.99);
    await followPayers(services);
    expect(await notificationsFor(services, family.teacher)).toEqual([]);
    // What is requested while the payer is disabled does not wait.
    expect(await order(4)).toMatchObject({ status: "open" });
    await enableMany(asAdmin, { role: "Parent", ids: [family.payer.id] });
    services.clock.time = addHours(2);
    await followPayers(services);
    expect(await listApprovals(family.asPayer)).toMatchObject([{ kind: "series" }]);

    await disableMany(asAdmin, {
      role: "Parent",
      people: { ids: [family.payer.id] },
      plannedLessons: "keep",
    });
    services.clock.time = addHours(1);
    await followPayers(services);
    expect(await lessonsOf(series.id)).toHaveLength(10);
    expect(await notificationsFor(services, family.teacher)).toEqual(["series-changed"]);
    expect((await outboxOf(services, family.student.id)).at(-1)).toMatchObject({
      kind: "approval-decided",
      facts: { isUnasked: true },
    });
  });

  test("that does not come within 72 hours is no, once, and the student is told", async () => {
    const series = await requestSeries();
    const { id } = await order(4);
    services.clock.time = new Date(start.getTime() + 72 * 3_600_000 - 1);
    await expireApprovals(services);
    expect(await lessonsOf(series.id)).toHaveLength(10);
    services.clock.time = new Date(start.getTime() + 72 * 3_600_000);
    expect(await listApprovals(family.asPayer)).toEqual([]);
    await Promise.all([expireApprovals(services), expireApprovals(services)]);
    expect(await lessonsOf(series.id)).toEqual([]);
    expect((await getOrder(family.asStudent, { id })).status).toBe("declined");
    expect(await notificationsFor(services, family.student)).toEqual([
      "approval-decided",
      "approval-decided",
    ]);
  });
});

test("the payer's first screen says what waits, with both answers", async () => {
  await requestSeries();
  const attention = await getAttention(family.asPayer);
  expect(attention.find(({ kind }) => kind === "asked")?.items).toMatchObject([
    { approvalId: expect.any(String), text: expect.stringMatching(/^Ola prosi o stały termin, 900\szł \(/) },
  ]);
});
