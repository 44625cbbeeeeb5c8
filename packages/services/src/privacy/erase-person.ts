import type { ErasedPerson, PersonDataInput } from "@korki/contracts/privacy";
import { adminPeopleTexts } from "@korki/contracts/texts/admin-people";
import { privacyTexts } from "@korki/contracts/texts/privacy";
import { endSessions, erasePersonalData, hasOtherAdmin, holdAccount, transact } from "@korki/db";
import type { ActorCtx } from "../context";
import { conflict, notFound } from "../errors";
import { recordHistory } from "../history";

/**
 * Erases who a person was and what they wrote; lessons, payments and payouts stay for the figures. Every session
 * ends and the account cannot be used again. Doing it twice changes nothing. Throws `not_found`, and `conflict` for
 * the administrator's own account.
 */
export async function erasePerson(ctx: ActorCtx, { userId }: PersonDataInput): Promise<ErasedPerson> {
  if (userId === ctx.actor.id) throw conflict(privacyTexts.ownData);
  const erasedAt = await transact(ctx.db, async (tx) => {
    const account = await holdAccount(tx, userId);
    if (!account) throw notFound();
    if (account.role === "Admin" && !(await hasOtherAdmin(tx, userId))) {
      throw conflict(adminPeopleTexts.lastAdmin);
    }
    const rest = await tx.user.findUniqueOrThrow({
      where: { id: userId },
      select: { erasedAt: true, telegramChatId: true },
    });
    if (rest.erasedAt !== null) return rest.erasedAt;
    const now = ctx.now();
    const { email, phone, phoneParent } = account;
    await erasePersonalData(
      tx,
      { id: userId, email, phones: [phone, phoneParent], telegramChatId: rest.telegramChatId },
      {
        name: privacyTexts.erasedName,
        surname: privacyTexts.erasedSurname,
        // An address that no mail server has: ".invalid" is reserved for that.
        email: `${userId}@usuniete.invalid`,
        message: privacyTexts.erasedMessage,
      },
      now,
    );
    await endSessions(tx, { userId, sessionId: null }, now);
    await recordHistory(tx, ctx, {
      entity: "account",
      entityId: userId,
      action: "erase",
      changes: { erased: { from: false, to: true } },
      teacherId: account.role === "Teacher" ? userId : null,
      studentId: account.role === "Student" ? userId : null,
    });
    return now;
  });
  return { userId, erasedAt: erasedAt.toISOString() };
}
