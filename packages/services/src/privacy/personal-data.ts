import type { ErasedPerson, ErasePersonInput, PersonData, PersonDataInput } from "@korki/contracts/privacy";
import { adminPeopleTexts } from "@korki/contracts/texts/admin-people";
import { familyTexts } from "@korki/contracts/texts/families";
import { privacyTexts } from "@korki/contracts/texts/privacy";
import {
  endSessions,
  erasePersonalData,
  findErasure,
  findTrialLesson,
  hasOtherAdmin,
  isLastFullGuardian,
  listOpenTrialIds,
  lockAccount,
  lockFamily,
  type PersonalData,
  readPersonalData,
  type Tx,
  transact,
} from "@korki/db";
import type { ActorCtx } from "../context";
import { conflict, notFound } from "../errors";
import { recordHistory } from "../history";
import { cancelPlanned, findPlanned } from "../people/planned-lessons";
import { changeTrial } from "../trial-lessons/change-trial";

/** Kinds of rows that the answer does not name, and would lose: there are none. */
type Unnamed = Record<Exclude<keyof PersonalData, keyof PersonData>, never>;

/**
 * A copy of everything kept about a person; that it was made is kept in the history. No password, token or key is
 * part of it. Throws `not_found`.
 */
export async function exportPerson(ctx: ActorCtx, { userId }: PersonDataInput): Promise<PersonData> {
  const data = await readPersonalData(ctx.db, userId);
  if (!data) throw notFound();
  await transact(ctx.db, (tx) =>
    recordHistory(tx, ctx, { entity: "account", entityId: userId, action: "export", changes: {} }),
  );
  const named: PersonalData & Unnamed = data;
  return { exportedAt: ctx.now().toISOString(), ...named };
}

/** Erasing touches everything that a person ever did. */
const TIMEOUT_MS = 60_000;

/**
 * Erases who a person was and what they wrote; lessons, payments and payouts stay for the figures. Every session
 * ends and the account is a tombstone from then on. Doing it again erases what has come since. Throws `not_found`,
 * and `conflict` for the administrator's own account, for the last one, for the last parent of a child without a login,
 * and for a person with planned lessons unless the caller has them cancelled.
 */
export async function erasePerson(
  ctx: ActorCtx,
  { userId, plannedLessons }: ErasePersonInput,
): Promise<ErasedPerson> {
  if (userId === ctx.actor.id) throw conflict(privacyTexts.ownData);
  const erasedAt = await transact(ctx.db, (tx) => erase(tx, ctx, userId, plannedLessons), {
    timeoutMs: TIMEOUT_MS,
  });
  return { userId, erasedAt: erasedAt.toISOString() };
}

async function erase(
  tx: Tx,
  ctx: ActorCtx,
  userId: string,
  choice: ErasePersonInput["plannedLessons"],
): Promise<Date> {
  await lockFamily(tx, userId);
  const account = await lockAccount(tx, userId);
  if (!account) throw notFound();
  if (account.role === "Admin" && !(await hasOtherAdmin(tx, userId))) {
    throw conflict(adminPeopleTexts.lastAdmin);
  }
  await requireOtherGuardians(tx, userId);
  const { telegramChatId, erasedAt, addresses } = await findErasure(tx, userId);
  const planned = await findPlanned(tx, ctx, [userId]);
  const count = planned.lessons.length + planned.trials.length;
  if (count > 0 && choice !== "cancel") throw conflict(privacyTexts.plannedLessons(count));
  await cancelPlanned(tx, ctx, [userId], planned);
  for (const { id } of await listOpenTrialIds(tx, { userId, addresses })) {
    const trial = await findTrialLesson(tx, id);
    if (trial) await changeTrial(tx, ctx, "update", trial, { status: "Odwolana" });
  }

  const now = ctx.now();
  await erasePersonalData(
    tx,
    { id: userId, addresses, telegramChatId },
    {
      name: privacyTexts.erasedName,
      surname: privacyTexts.erasedSurname,
      // An address that no mail server has: ".invalid" is reserved for that.
      email: `${userId}@usuniete.invalid`,
      message: privacyTexts.erasedMessage,
    },
    erasedAt ?? now,
  );
  await endSessions(tx, { userId, sessionId: null }, now);
  await recordHistory(tx, ctx, {
    entity: "account",
    entityId: userId,
    action: erasedAt === null ? "erase" : "erase-again",
    changes: erasedAt === null ? { erased: { from: false, to: true } } : {},
    teacherId: account.role === "Teacher" ? userId : null,
    studentId: account.role === "Student" ? userId : null,
  });
  return erasedAt ?? now;
}

/** Throws `conflict` for the last parent with all rights of a child without a login (rules §15). */
async function requireOtherGuardians(tx: Tx, parentId: string): Promise<void> {
  if (await isLastFullGuardian(tx, parentId)) throw conflict(familyTexts.lastFullGuardian);
}
