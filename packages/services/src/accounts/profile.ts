import type { Profile, ProfileInput, UpdateProfileInput } from "@korki/contracts/account";
import { accountFieldTexts } from "@korki/contracts/texts/account";
import { commonTexts } from "@korki/contracts/texts/common";
import { findProfile, lockProfile, type ProfileRow, transact, updateAccount } from "@korki/db";
import { bySubjectLevel, WEEKDAYS } from "@korki/domain";
import type { ActorCtx } from "../context";
import { invalidInput, ServiceError } from "../errors";
import { diff, recordHistory } from "../history";

/** Returns the caller's own account, in one query. */
export async function getProfile(
  ctx: ActorCtx,
  { withPeople }: ProfileInput = { withPeople: true },
): Promise<Profile> {
  const row = await findProfile(ctx.db, ctx.actor.id, withPeople);
  if (!row) throw new ServiceError("unauthenticated", commonTexts.sessionExpired);
  const { missingConsents } = ctx.actor;
  return { ...toProfile(row), ...(missingConsents && { missingConsents: [...missingConsents] }) };
}

/** A row as the contract has it, its lists in the order of their vocabularies. */
export function toProfile(row: ProfileRow): Profile {
  return {
    ...row,
    isTelegramConnected: row.telegramChatId !== null,
    subjects: row.subjects.sort(bySubjectLevel),
    availability: row.availability.sort(
      (a, b) => WEEKDAYS.indexOf(a.day) - WEEKDAYS.indexOf(b.day) || a.startBlock - b.startBlock,
    ),
  };
}

/**
 * Changes the fields that people may change about themselves. The parents' phone is a student's; the wish for more
 * students, the permanent room and what visitors see are a teacher's. Returns the updated account.
 */
export async function updateProfile(ctx: ActorCtx, input: UpdateProfileInput): Promise<Profile> {
  const { id } = ctx.actor;
  await transact(ctx.db, async (tx) => {
    const account = await lockProfile(tx, id);
    if (!account) throw new ServiceError("unauthenticated", commonTexts.sessionExpired);
    if (input.phone === "" && account.phone !== "") throw invalidInput(accountFieldTexts.phone);
    const { role, ...before } = account;
    const after = {
      surname: input.surname ?? before.surname,
      phone: input.phone ?? before.phone,
      phoneParent: (role === "Student" ? input.phoneParent : undefined) ?? before.phoneParent,
      isWantMoreStudents:
        (role === "Teacher" ? input.isWantMoreStudents : undefined) ?? before.isWantMoreStudents,
      meetingRoom: (role === "Teacher" ? input.meetingRoom : undefined) ?? before.meetingRoom,
      isShownToVisitors:
        (role === "Teacher" ? input.isShownToVisitors : undefined) ?? before.isShownToVisitors,
      introduction: (role === "Teacher" ? input.introduction : undefined) ?? before.introduction,
    };
    const changes = diff(before, after);
    if (Object.keys(changes).length === 0) return;
    await updateAccount(tx, id, after);
    await recordHistory(tx, ctx, { entity: "account", entityId: id, action: "update-profile", changes });
  });
  return getProfile(ctx);
}
