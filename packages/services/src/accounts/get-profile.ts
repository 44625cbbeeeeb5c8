import type { Profile, ProfileInput } from "@korki/contracts/account";
import { commonTexts } from "@korki/contracts/texts/common";
import { findProfile, type ProfileRow } from "@korki/db";
import { bySubjectLevel, WEEKDAYS } from "@korki/domain";
import type { ActorCtx } from "../context";
import { ServiceError } from "../errors";

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
