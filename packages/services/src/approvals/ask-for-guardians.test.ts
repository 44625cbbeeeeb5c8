import { newId } from "@korki/db";
import { describe, expect, test } from "vitest";
import { linkToken, readLinkToken } from "../accounts/link-token";
import type { ActorCtx } from "../context";
import { listChildren } from "../families/children";
import { saveGuardianship } from "../families/guardianships";
import { acceptInvitation, inviteParent } from "../families/invitations";
import { openAskingFamily } from "../testing/asking-family";
import { notificationsFor } from "../testing/classroom";
import { makeGuardian } from "../testing/families";
import { makePerson, type Person, personCtx } from "../testing/people";
import { expireApprovals, listApprovals } from "./approvals";

/** A second guardian whom a student invites: the payer is asked first. */

const { services, prisma, asAdmin, start, family, addHours, answer } = await openAskingFamily();

describe("a second guardian", () => {
  const invite = async (ctx: ActorCtx, email: string) => {
    await inviteParent(ctx, { studentId: family.student.id, email });
    const { id } = await prisma.parentInvitation.findFirstOrThrow({ where: { email } });
    const token = linkToken(services.settings.authSecret, { id });
    expect(readLinkToken(services.settings.authSecret, token)).toBe(id);
    return token;
  };

  test("whom the student invites joins after the payer agreed", async () => {
    const father = await makePerson(services, "Parent");
    const asFather = personCtx(services, father);
    const token = await invite(family.asStudent, father.email);
    expect(await acceptInvitation(asFather, { token })).toEqual({ waits: true });
    expect(await listChildren(asFather)).toEqual([]);
    expect(await listApprovals(family.asPayer)).toMatchObject([
      { kind: "guardian", amount: 0, text: "Ola prosi o dodanie drugiego opiekuna" },
    ]);
    const second = await invite(family.asStudent, father.email).catch(() => null);
    expect(second).not.toBeNull();
    await answer(true);
    expect(await listChildren(asFather)).toMatchObject([{ id: family.student.id, payer: false }]);
    expect(await notificationsFor(services, father)).toEqual(["approval-decided"]);
    expect(await notificationsFor(services, family.student)).toEqual(["approval-decided"]);
    expect(await notificationsFor(services, family.payer)).toEqual(["approval-asked"]);
    expect(await notificationsFor(services, asAdmin.actor)).toContain("parent-joined");
  });

  test("whom the payer does not want does not join; whom the centre invites joins at once", async () => {
    const [stranger, father] = [await makePerson(services, "Parent"), await makePerson(services, "Parent")];
    const token = await invite(family.asStudent, stranger.email);
    await acceptInvitation(personCtx(services, stranger), { token });
    await answer(false);
    expect(await listChildren(personCtx(services, stranger))).toEqual([]);
    const official = await invite(asAdmin, father.email);
    expect(await acceptInvitation(personCtx(services, father), { token: official })).toEqual({
      waits: false,
    });
    expect(await listChildren(personCtx(services, father))).toHaveLength(1);
  });
});

test("a second guardian who joined in another way meanwhile hears of no refusal", async () => {
  const [first, second] = [await makePerson(services, "Parent"), await makePerson(services, "Parent")];
  for (const { id: parentId } of [first, second])
    await prisma.approval.create({
      data: {
        ...{ id: newId(), kind: "guardian", studentId: family.student.id, parentId },
        ...{ createdAt: start, expiresAt: addHours(72) },
      },
    });
  const statusOf = async ({ id: parentId }: Person) =>
    (await prisma.approval.findFirstOrThrow({ where: { parentId } })).status;
  const rights = { book: true, pay: false };
  await saveGuardianship(asAdmin, { studentId: family.student.id, parentId: first.id, rights, payer: false });
  expect(await statusOf(first)).toBe("withdrawn");
  await makeGuardian(services, second, family.student);
  services.clock.time = addHours(72);
  await expireApprovals(services);
  expect(await statusOf(second)).toBe("expired");
  expect(await notificationsFor(services, first)).toEqual(["guardianship-changed"]);
  expect(await notificationsFor(services, second)).toEqual([]);
  expect(await notificationsFor(services, family.student)).not.toContain("approval-decided");
});
